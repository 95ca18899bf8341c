/* SPDX-License-Identifier: MIT
 *
 * The stage on Sea Islands: 3D and 2D, which is the 3D engine's here, through indirect buffers in video
 * memory or the machine's.
 */
#include "lib/fl_stage_family.h"
#include "hw/cik/card.h"
#include "hw/cik/crtc.h"
#include "lib/cik/draw.h"
#include "lib/cik/draw2d.h"
#include "lib/cik/start.h"
#include "lib/cik/surface.h"

static enum fl_code stage_open(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err)
{
	struct fl_bringup *up = &s->card.up;
	const struct cik_card *c = cik_card(up);
	enum fl_code code;

	if (o->by_registers)
		return fl_fail(err, FL_USAGE,
			       "%s: it has no engine that registers alone can drive; let it have commands",
			       s->dev->name);
	code = fl_wake(&cik_family, up, o->progress, o->progress_arg, err);
	if (code)
		return code;
	fl_cik_surface_rules(&s->rules, c->chip->family, c->addr_config);
	fl_vram_init(&s->vram, &s->rules, 0, up->free_B);
	return FL_OK;
}

static enum fl_code engines(struct fl_stage *s, struct fl_err *err)
{
	const struct cik_card *c = cik_card(&s->card.up);
	struct fl_cik_2d_setup setup = {.chip = c->chip, .draw = &s->d};
	struct fl_draw_chip chip = {.backend = &fl_cik_backend,
				    .vram_addr = c->up.vram_addr,
				    .own_B = FL_CIK_OWN_B,
				    .does = FL_CIK_DOES,
				    .info = c->chip,
				    .occlusion_words = FL_CIK_OCCLUSION_WORDS};
	enum fl_code code = fl_vram_alloc(&s->vram, FL_CIK_2D_OWN_B, FL_CIK_2D_ALIGN_B, &setup.own_addr, err);

	s->head_dw = FL_CIK_HEAD_DW;
	fl_cik_head(s->head);
	if (!code)
		code = fl_vram_alloc(&s->vram, chip.own_B, FL_CIK_OWN_ALIGN_B, &chip.own_addr, err);
	if (!code)
		code = fl_stage_stream(s, err);
	if (code)
		return code;
	chip.own_addr += c->up.vram_addr;
	setup.own_addr += c->up.vram_addr;
	fl_area_put(&c->ring.area, CIK_AREA_BATCH_B, 0);
	fl_draw_init(&s->d, &s->cs, &chip);
	fl_cik_2d_begin(&s->g, &s->cs, c->up.vram_addr, &setup);
	return FL_OK;
}

/* A batch is free again when all that it draws is drawn: vertices and constants are read out of it. As with
 * fences, two events say so (hw/cik/fence.h). */
static enum fl_code submit(struct fl_stage *s, uint32_t n_dw, bool fetched, struct fl_err *err)
{
	enum { NUMBER_DW = 12 };
	struct cik_card *c = cik_card(&s->card.up);
	const uint64_t number_at = c->ring.area.addr + CIK_AREA_BATCH_B;
	uint64_t at = s->cs.address - 4 * FL_CIK_HEAD_DW;
	uint32_t number[NUMBER_DW], *p = number;
	enum fl_code code = fl_ring_begin(&c->ring, CIK_IB_DW + NUMBER_DW, err);

	(void)fetched;
	if (code)
		return code;
	if (c->up.transport == FL_TRANSPORT_SYSTEM)
		at = c->up.commands.addr + 4ull * s->batch_now * FL_STAGE_BATCH_DW;
	cik_ring_ib(&c->ring, at, n_dw);
	p = cik_pm4_eop(p, number_at, s->batch_count - 1);
	cik_pm4_eop(p, number_at, s->batch_count);
	for (uint32_t i = 0; i < NUMBER_DW; i++)
		fl_ring_emit(&c->ring, number[i]);
	fl_ring_commit(&c->ring);
	return FL_OK;
}

static enum fl_code reached(struct fl_stage *s, uint32_t number, struct fl_err *err)
{
	return fl_area_wait(&cik_card(&s->card.up)->ring.area, CIK_AREA_BATCH_B, number, FL_STAGE_TIMEOUT_US,
			    "command buffer carried out", err);
}

static enum fl_code stage_wait(struct fl_stage *s, struct fl_err *err)
{
	struct cik_card *c = cik_card(&s->card.up);

	return cik_fence_sync(&c->fence, &c->ring, FL_STAGE_TIMEOUT_US, err);
}

static enum fl_code show(struct fl_stage *s, struct fl_err *err)
{
	return cik_crtc_set(cik_card(&s->card.up), s->width, s->height, (uint32_t)s->screen.offset_B,
			    s->screen.pitch_px, err);
}

extern const struct fl_stage_family fl_stage_cik;
const struct fl_stage_family fl_stage_cik = {
    .family = &cik_family,
    .draws = "Sea Islands cards",
    .engine = &fl_cik_3d2d,
    .open = stage_open,
    .engines = engines,
    .submit = submit,
    .reached = reached,
    .wait = stage_wait,
    .show = show,
};
