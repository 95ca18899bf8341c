/* SPDX-License-Identifier: MIT
 *
 * The stage on R3xx to R5xx: both engines through indirect buffers in video memory, or the 2D engine by
 * registers.
 */
#include "hw/r500/card.h"
#include "hw/r500/crtc.h"
#include "hw/regs/r500.h"
#include "lib/fl_stage_family.h"
#include "lib/r500/draw.h"
#include "lib/r500/e2.h"
#include "lib/r500/gen.h"
#include "lib/r500/program.h"
#include "lib/r500/surface.h"

_Static_assert(sizeof(struct fl_program) <= FL_STAGE_PROGRAM_B, "the stage has room for programs");

#define SCRATCH_BATCH 2u /* 0 and 1 are the bring-up's (hw/r500/card.h) */

static enum fl_code stage_open(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err)
{
	struct fl_bringup *up = &s->card.up;
	enum fl_code code = o->by_registers
				? fl_wake_to(&r500_family, up, "pipes", o->progress, o->progress_arg, err)
				: fl_wake(&r500_family, up, o->progress, o->progress_arg, err);

	if (code)
		return code;
	if (o->by_registers)
		s->no_3d = "was woken for drawing by registers only";
	fl_vram_init(&s->vram, fl_r500_surface_rules(r500_card(up)->chip), 0,
		     o->by_registers ? up->visible_B : up->free_B);
	return FL_OK;
}

static enum fl_code engines(struct fl_stage *s, struct fl_err *err)
{
	const struct r500_card *c = r500_card(&s->card.up);
	struct fl_draw_chip chip = {
	    .backend = &fl_r500_backend, .vram_addr = c->up.vram_addr, .info = c->chip};
	enum fl_code code;

	if (s->no_3d) {
		fl_r500_2d_mmio(&s->g, s->dev, c->up.vram_addr, FL_2D_ALL);
		return FL_OK;
	}
	code = fl_stage_stream(s, err);
	if (code)
		return code;
	fl_write32(s->dev, R500_SCRATCH_REG(SCRATCH_BATCH), 0);
	chip.pushed = s->card.up.transport == FL_TRANSPORT_PIO;
	chip.occlusion_words = (uint8_t)(c->chip->family == R500_FAMILY_RV530 ? c->z_pipes : c->pipes);
	fl_draw_init(&s->d, &s->cs, &chip);
	fl_r500_2d_stream(&s->g, &s->cs, c->up.vram_addr, FL_2D_ALL);
	return FL_OK;
}

static enum fl_code submit(struct fl_stage *s, uint32_t n_dw, bool fetched, struct fl_err *err)
{
	struct r500_card *c = r500_card(&s->card.up);
	bool pushed = c->up.transport == FL_TRANSPORT_PIO;
	uint32_t at = (uint32_t)s->cs.address;
	enum fl_code code = pushed ? r500_ring_submit(&c->ring, s->cs.start, n_dw, err) : FL_OK;

	if (!code)
		code = r500_ring_begin(&c->ring, 7, err);
	if (code)
		return code;
	if (c->up.transport == FL_TRANSPORT_SYSTEM)
		at = (uint32_t)c->up.commands.addr + 4 * s->batch_now * FL_STAGE_BATCH_DW;
	if (!pushed)
		r500_ring_ib(&c->ring, at, n_dw);
	if (fetched) /* vertices are read after the packets */
		r500_ring_reg(&c->ring, R500_WAIT_UNTIL, R500_WAIT_UNTIL__WAIT_3D_IDLE(1));
	r500_ring_reg(&c->ring, R500_SCRATCH_REG(SCRATCH_BATCH), s->batch_count);
	r500_ring_commit(&c->ring);
	return FL_OK;
}

/* Packets are carried out in order: a batch was read when its number has arrived. */
static enum fl_code reached(struct fl_stage *s, uint32_t number, struct fl_err *err)
{
	return fl_poll32_reached(s->dev, R500_SCRATCH_REG(SCRATCH_BATCH), number, FL_STAGE_TIMEOUT_US,
				 "command buffer read", "SCRATCH_REG2", err);
}

static enum fl_code stage_wait(struct fl_stage *s, struct fl_err *err)
{
	struct r500_card *c = r500_card(&s->card.up);

	return r500_fence_sync(&c->fence, &c->ring, FL_STAGE_TIMEOUT_US, err);
}

static enum fl_code show(struct fl_stage *s, struct fl_err *err)
{
	return r500_crtc_set(r500_card(&s->card.up), s->width, s->height, (uint32_t)s->screen.offset_B,
			     s->screen.pitch_px, err);
}

extern const struct fl_stage_family fl_stage_r500;
const struct fl_stage_family fl_stage_r500 = {
    .family = &r500_family,
    .draws = "R3xx to R5xx cards",
    .engine = &fl_r500_e2,
    .open = stage_open,
    .engines = engines,
    .submit = submit,
    .reached = reached,
    .wait = stage_wait,
    .show = show,
};
