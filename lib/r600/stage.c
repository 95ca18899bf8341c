/* SPDX-License-Identifier: MIT
 *
 * The stage on R6xx and R7xx: 3D and 2D, which is the 3D engine's here, through indirect buffers in video
 * memory or the machine's.
 */
#include "lib/fl_stage_family.h"
#include "hw/r600/card.h"
#include "hw/r600/crtc.h"
#include "lib/r600/draw.h"
#include "lib/r600/draw2d.h"
#include "lib/r600/start.h"
#include "lib/r600/surface.h"

#define SCRATCH_BATCH (R600_SCRATCH_REG0 + 4 * 6) /* 0 and 7 are the bring-up's (hw/r600/card.h) */

static enum fl_code stage_open(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err)
{
	struct fl_bringup *up = &s->card.up;
	enum fl_code code;

	if (o->by_registers)
		return fl_fail(err, FL_USAGE,
			       "%s: it has no engine that registers alone can drive; let it have commands",
			       s->dev->name);
	code = fl_wake(&r600_family, up, o->progress, o->progress_arg, err);
	if (code)
		return code;
	fl_r600_surface_rules(&s->rules, r600_card(up)->family->r7xx, r600_card(up)->tiling);
	fl_vram_init(&s->vram, &s->rules, 0, up->free_B);
	return FL_OK;
}

static enum fl_code engines(struct fl_stage *s, struct fl_err *err)
{
	const struct r600_card *c = r600_card(&s->card.up);
	struct fl_r600_2d_setup setup = {.chip = c->chip, .draw = &s->d};
	struct fl_draw_chip chip = {.backend = &fl_r600_backend,
				    .vram_addr = c->up.vram_addr,
				    .own_B = FL_R600_OWN_B,
				    .does = FL_R600_DOES,
				    .info = c->chip,
				    .occlusion_words = FL_R600_OCCLUSION_WORDS};
	enum fl_code code =
	    fl_vram_alloc(&s->vram, FL_R600_2D_OWN_B, FL_R600_2D_ALIGN_B, &setup.own_addr, err);

	s->head_dw = FL_R600_HEAD_DW;
	fl_r600_head(s->head, c->family);
	if (!code)
		code = fl_vram_alloc(&s->vram, chip.own_B, FL_R600_OWN_ALIGN_B, &chip.own_addr, err);
	if (!code)
		code = fl_stage_stream(s, err);
	if (code)
		return code;
	chip.own_addr += c->up.vram_addr;
	setup.own_addr += c->up.vram_addr;
	fl_area_put(&c->ring.area, R600_AREA_BATCH_B, 0);
	fl_write32(s->dev, SCRATCH_BATCH, 0);
	fl_draw_init(&s->d, &s->cs, &chip);
	fl_r600_2d_begin(&s->g, &s->cs, c->up.vram_addr, &setup);
	return FL_OK;
}

/* A batch is free again when all that it draws is drawn: vertices and programs are read out of it. As with
 * fences (hw/r600/fence.h), its number arrives in a scratch register where commands are in VRAM, which the
 * host does not read while the chip works; else in memory. */
static enum fl_code submit(struct fl_stage *s, uint32_t n_dw, bool fetched, struct fl_err *err)
{
	enum { NUMBER_DW = 6 };
	struct r600_card *c = r600_card(&s->card.up);
	bool system = c->up.transport == FL_TRANSPORT_SYSTEM;
	uint64_t at = s->cs.address - 4 * FL_R600_HEAD_DW;
	uint32_t number[NUMBER_DW], *p = number;
	enum fl_code code = fl_ring_begin(&c->ring, R600_IB_DW + NUMBER_DW, err);

	(void)fetched;
	if (code)
		return code;
	if (system)
		at = c->up.commands.addr + 4ull * s->batch_now * FL_STAGE_BATCH_DW;
	r600_ring_ib(&c->ring, at, n_dw);
	if (system) {
		p = r600_pm4_eop(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__BOTTOM_OF_PIPE_TS,
				 c->ring.area.addr + R600_AREA_BATCH_B, s->batch_count);
	} else {
		p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1));
		p = r600_pm4_config(p, SCRATCH_BATCH, 1);
		*p++ = s->batch_count;
	}
	for (uint32_t i = 0; i < (uint32_t)(p - number); i++)
		fl_ring_emit(&c->ring, number[i]);
	fl_ring_commit(&c->ring);
	return FL_OK;
}

static enum fl_code reached(struct fl_stage *s, uint32_t number, struct fl_err *err)
{
	static const char what[] = "command buffer carried out";
	const struct r600_card *c = r600_card(&s->card.up);

	return c->up.transport == FL_TRANSPORT_SYSTEM
		   ? fl_area_wait(&c->ring.area, R600_AREA_BATCH_B, number, FL_STAGE_TIMEOUT_US, what, err)
		   : fl_poll32_reached(s->dev, SCRATCH_BATCH, number, FL_STAGE_TIMEOUT_US, what,
				       "SCRATCH_REG6", err);
}

static enum fl_code stage_wait(struct fl_stage *s, struct fl_err *err)
{
	struct r600_card *c = r600_card(&s->card.up);

	return r600_fence_sync(&c->fence, &c->ring, FL_STAGE_TIMEOUT_US, err);
}

static enum fl_code show(struct fl_stage *s, struct fl_err *err)
{
	return r600_crtc_set(r600_card(&s->card.up), s->width, s->height, (uint32_t)s->screen.offset_B,
			     s->screen.pitch_px, err);
}

extern const struct fl_stage_family fl_stage_r600;
const struct fl_stage_family fl_stage_r600 = {
    .family = &r600_family,
    .draws = "R6xx and R7xx cards",
    .engine = &fl_r600_3d2d,
    .open = stage_open,
    .engines = engines,
    .submit = submit,
    .reached = reached,
    .wait = stage_wait,
    .show = show,
};
