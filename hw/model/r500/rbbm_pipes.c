/* SPDX-License-Identifier: MIT
 *
 * Which raster pipes draw: GB_TILE_CONFIG, GB_PIPE_SELECT, GA_SOFT_RESET, GA_IDLE. R5xx guide 10.2.1, 10.3.4,
 * 10.4.1.
 *
 * The guide gives GB_TILE_CONFIG the fuses' values at hard reset; every driver nevertheless writes it before
 * the first draw, and the model requires that. BAD_PIPES: the guide's chapter 11 and 10.3.4.2 contradict each
 * other; 1 means a good pipe here, as in 10.3.4.2 and as the printed default 0xf of a four-pipe chip has it.
 */
#include "hw/model/r500/rbbm.h"

enum { IDLE_ALL = 0x07ffffff };

/* What the fault "pipe-hung" is: the shader of pipe 0 does not finish, and all before it waits for it. What
 * comes after, and the other pipes, run empty. */
#define HUNG                                                                     \
	(R500_GA_IDLE__PIPE0_US_IDLE__MASK | R500_GA_IDLE__PIPE0_RS_IDLE__MASK | \
	 R500_GA_IDLE__PIPE0_SC_IDLE__MASK | R500_GA_IDLE__SU_IDLE__MASK | R500_GA_IDLE__GA_IDLE__MASK)

void mr500_pipes_capture(struct mr500 *r)
{
	r->rbbm->ga_idle = r->rbbm->pipe_hung ? IDLE_ALL & ~HUNG : mr500_ga_busy(r) ? 0x01ffffff : IDLE_ALL;
}

unsigned mr500_pipe_count_code(unsigned pipes)
{
	static const uint8_t code[] = {0, 0, 3, 6, 7};

	return code[pipes > 4 ? 4 : pipes];
}

static unsigned pipes_of_code(unsigned code)
{
	return code == 0 ? 1 : code == 3 ? 2 : code == 6 ? 3 : code == 7 ? 4 : 0;
}

static uint32_t pipe_select_fuses(const struct mr500 *r)
{
	unsigned good = (1u << r->variant->pipes) - 1;

	return R500_GB_PIPE_SELECT__PIPE0_ID(0) | R500_GB_PIPE_SELECT__PIPE1_ID(1) |
	       R500_GB_PIPE_SELECT__PIPE2_ID(2) | R500_GB_PIPE_SELECT__PIPE3_ID(3) |
	       good << R500_GB_PIPE_SELECT__PIPE_MASK__SHIFT |
	       (r->variant->pipes - 1u) << R500_GB_PIPE_SELECT__MAX_PIPE__SHIFT |
	       good << R500_GB_PIPE_SELECT__BAD_PIPES__SHIFT;
}

void mr500_pipes_reset(struct mr500 *r)
{
	struct mr500_rbbm *b = r->rbbm;

	b->pipe_count = (uint8_t)mr500_pipe_count_code(r->variant->pipes);
	b->tile_config_written = false;
	b->pipe_switch_pending = false;
	b->ga_idle = IDLE_ALL;
	R500_REG(r, GB_TILE_CONFIG) = R500_GB_TILE_CONFIG__ENABLE(1) | R500_GB_TILE_CONFIG__TILE_SIZE(1) |
				      (uint32_t)b->pipe_count << R500_GB_TILE_CONFIG__PIPE_COUNT__SHIFT;
	R500_REG(r, GB_PIPE_SELECT) = pipe_select_fuses(r);
	if (r->variant->z_pipes > r->variant->pipes) /* Linux radeon r420_pipes_init: 3 means two Z pipes */
		R500_REG(r, GB_PIPE_SELECT2) = 3;
}

static void tile_config(struct mr500 *r, uint32_t value, enum mr500_from from)
{
	struct mr500_rbbm *b = r->rbbm;
	unsigned code = R500_GB_TILE_CONFIG__PIPE_COUNT__GET(value), pipes = pipes_of_code(code);

	if (mr500_ga_busy(r))
		mr500_report(
		    r, FL_WARN, "GB", "R5xx guide 10.3.4.1",
		    "GB_TILE_CONFIG was written while the 3D pipe is not idle: wait for 3D idle first");
	if (!pipes || pipes > r->variant->pipes) {
		mr500_report(r, FL_WARN, "GB", "R5xx guide 10.3.4.1",
			     "GB_TILE_CONFIG.PIPE_COUNT = %u: the fuses of this chip allow %u pipe(s), "
			     "PIPE_COUNT = %u; the chip keeps what it had",
			     code, r->variant->pipes, mr500_pipe_count_code(r->variant->pipes));
		code = b->pipe_count;
	}
	if (code != b->pipe_count) {
		b->pipe_switch_pending = true;
		if (from == MR500_CP)
			mr500_report(
			    r, FL_WARN, "GB", "R5xx guide 10.4.1",
			    "PIPE_COUNT was switched by the command stream; the guide wants the host "
			    "to do it");
	}
	if (!(value & R500_GB_TILE_CONFIG__ENABLE__MASK))
		b->pipe_switch_pending = true;
	b->pipe_count = (uint8_t)code;
	b->tile_config_written = true;
	/* PIPE_COUNT reads back what is in effect, the rest what was written */
	R500_REG(r, GB_TILE_CONFIG) =
	    (value & ~R500_GB_TILE_CONFIG__PIPE_COUNT__MASK) | code << R500_GB_TILE_CONFIG__PIPE_COUNT__SHIFT;
}

/* MAX_PIPE and BAD_PIPES cannot be written; what contradicts the fuses is ignored. */
static void pipe_select(struct mr500 *r, uint32_t value)
{
	const uint32_t fixed = R500_GB_PIPE_SELECT__MAX_PIPE__MASK | R500_GB_PIPE_SELECT__BAD_PIPES__MASK;
	uint32_t fuses = pipe_select_fuses(r);
	uint32_t mask = R500_GB_PIPE_SELECT__PIPE_MASK__GET(value);

	if (value & R500_GB_PIPE_SELECT__CONFIG_PIPES__MASK) {
		R500_REG(r, GB_PIPE_SELECT) = fuses;
		return;
	}
	if (__builtin_popcount(mask) > r->variant->pipes) {
		mr500_report(r, FL_WARN, "GB", "R5xx guide 10.3.4.2",
			     "GB_PIPE_SELECT.PIPE_MASK = 0x%x selects more pipes than the %u that the fuses "
			     "allow; ignored",
			     mask, r->variant->pipes);
		value = (value & ~R500_GB_PIPE_SELECT__PIPE_MASK__MASK) |
			(fuses & R500_GB_PIPE_SELECT__PIPE_MASK__MASK);
	}
	R500_REG(r, GB_PIPE_SELECT) = (value & ~fixed) | (fuses & fixed);
}

/* The 3D pipe forgets all but GA and SU; registers read back what they held ("shadow values"). */
static void ga_soft_reset(struct mr500 *r, uint32_t value)
{
	struct mr500_rbbm *b = r->rbbm;

	if (value < 0x100)
		mr500_report(
		    r, FL_WARN, "GA", "R5xx guide 10.4.1",
		    "GA_SOFT_RESET = 0x%x: the pipe needs a count of 0x100 or more (0x200 is suggested)",
		    value);
	mr500_pipes_capture(r);
	mr500_ga_reset(r);
	mr500_us_reset(r);
	mr500_tx_reset(r);
	mr500_rb_reset(r);
	r->dirty = MR500_DIRTY_ALL;
	b->pipe_switch_pending = false;
	b->pipe_hung = false;
	/* less than count + 64 cycles; some 500 of them are a microsecond */
	b->pipe_busy_until_us = r->base.now_us + 1 + (value + 64) / 500;
}

void mr500_pipes_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	switch (offset) {
	case R500_GB_TILE_CONFIG:
		tile_config(r, value, from);
		break;
	case R500_GB_PIPE_SELECT:
		pipe_select(r, value);
		break;
	case R500_GA_SOFT_RESET:
		ga_soft_reset(r, value & 0xffff);
		break;
	case R500_GA_IDLE: /* chapter 11: captured when written, and by resets. 1 is idle */
		mr500_pipes_capture(r);
		break;
	}
}

bool mr500_pipes_ready(const struct mr500 *r, const char **why)
{
	const struct mr500_rbbm *b = r->rbbm;
	uint32_t v = R500_REG(r, GB_TILE_CONFIG);

	if (!b->tile_config_written) {
		*why = "the pipes are not set up: write GB_TILE_CONFIG (ENABLE, PIPE_COUNT of "
		       "GB_PIPE_SELECT.MAX_PIPE, TILE_SIZE 16)";
		return false;
	}
	if (!(v & R500_GB_TILE_CONFIG__ENABLE__MASK)) {
		*why = "GB_TILE_CONFIG.ENABLE is 0, and must stay 1";
		return false;
	}
	if (b->pipe_switch_pending) {
		*why = "GB_TILE_CONFIG switched the number of pipes: write GA_SOFT_RESET with 0x100 or more";
		return false;
	}
	if (r->variant->kind == MR500_KIND_R5XX && R500_GB_TILE_CONFIG__TILE_SIZE__GET(v) != 1 &&
	    R500_GB_TILE_CONFIG__TILE_SIZE__GET(v) != 2) {
		*why = "GB_TILE_CONFIG.TILE_SIZE: R5xx supports 16x16 and 32x32 tiles only";
		return false;
	}
	return true;
}
