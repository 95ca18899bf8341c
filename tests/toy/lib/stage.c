/* SPDX-License-Identifier: MIT
 *
 * The stage on a toy: each batch is a ring of its own, started when the one before it is done.
 */
#include "lib/fl_stage_family.h"
#include "lib/toy/toy.h"

_Static_assert(FL_STAGE_BATCH_DW == 1u << TOY_RING_LOG2_DW, "a batch is a ring");

static enum fl_code stage_open(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err)
{
	enum fl_code code = fl_wake(&toy_family, &s->card.up, o->progress, o->progress_arg, err);

	fl_vram_init(&s->vram, &fl_toy_surfaces, 0, s->card.up.free_B);
	return code;
}

static enum fl_code engines(struct fl_stage *s, struct fl_err *err)
{
	const struct fl_draw_chip chip = {.backend = &fl_toy_backend, .vram_addr = s->card.up.vram_addr};
	enum fl_code code = fl_stage_stream(s, err);

	if (code)
		return code;
	fl_draw_init(&s->d, &s->cs, &chip);
	fl_2d_init(&s->g, &fl_toy_2d, NULL, &s->cs, NULL, s->card.up.vram_addr, 0);
	return FL_OK;
}

static enum fl_code stage_wait(struct fl_stage *s, struct fl_err *err)
{
	return toy_ring_wait(s->dev, err);
}

static enum fl_code submit(struct fl_stage *s, uint32_t n_dw, bool fetched, struct fl_err *err)
{
	enum fl_code code = toy_ring_wait(s->dev, err);

	if (!code)
		code = toy_ring_start(s->dev, s->batch_B[s->batch_now], err);
	if (!code)
		toy_ring_go(s->dev, n_dw);
	return code;
}

/* All but the last were waited for when the next was submitted. */
static enum fl_code reached(struct fl_stage *s, uint32_t number, struct fl_err *err)
{
	return number == s->batch_count ? toy_ring_wait(s->dev, err) : FL_OK;
}

static enum fl_code show(struct fl_stage *s, struct fl_err *err)
{
	return toy_show(s->dev, s->width, s->height, s->screen.offset_B, err);
}

extern const struct fl_stage_family fl_stage_toy;
const struct fl_stage_family fl_stage_toy = {
    .family = &toy_family,
    .draws = "the toy",
    .open = stage_open,
    .engines = engines,
    .submit = submit,
    .reached = reached,
    .wait = stage_wait,
    .show = show,
};
