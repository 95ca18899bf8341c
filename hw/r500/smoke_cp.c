/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the command processor.
 */
#include "hw/r500/idle.h"
#include "hw/r500/microcode.h"
#include "hw/r500/smoke.h"
#include "hw/r500/transport.h"
#include "hw/regs/r500.h"

#include <string.h>

enum { SETTLE_US = 1000000 };

enum fl_code r500_check_scratch(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_scratch(up, R500_SCRATCH_REG(0), R500_SCRATCH_REG(1) - R500_SCRATCH_REG(0),
				R500_SCRATCH_REG__COUNT, "SCRATCH_REG", err);
}

/* Image of a pattern, in the file's byte order. */
static void pattern_image(uint8_t image[R500_MICROCODE_B], unsigned pattern)
{
	for (unsigned i = R500_MICROCODE_WORDS; i--;) {
		uint8_t *w = image + 8 * i, byte = pattern == 0 ? 0x55 : 0xaa;

		w[0] = w[1] = w[2] = 0;
		for (unsigned b = 3; b < 8; b++)
			/* round 2: a word's own number */
			w[b] = pattern < 2 ? byte : (uint8_t)(i ^ (b * 0x1d));
	}
}

enum fl_code r500_check_microcode_ram(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = up->dev;
	uint8_t image[R500_MICROCODE_B];
	uint32_t cntl = fl_read32(d, R500_CP_ME_CNTL);
	enum fl_code code;

	/* The command processor is off: the reset step saw to it. Its microengine goes on all the while
	 * through what is in the RAM, until it is switched to single steps (guide 11.1, CP_ME_CNTL). */
	code = r500_idle_wait(d, 500000, err);
	fl_write32(d, R500_CP_ME_CNTL, cntl & ~R500_CP_ME_CNTL__ME_MODE__MASK);
	for (unsigned p = 0; p < 3 && !code; p++) {
		pattern_image(image, p);
		r500_microcode_write(d, image);
		code = r500_microcode_verify(d, image, err);
	}
	memset(image, 0, sizeof(image)); /* as after power-on */
	r500_microcode_write(d, image);
	r500_cp_reset(c);
	fl_write32(d, R500_CP_ME_CNTL, cntl);
	if (!code)
		fl_did(up, "256 words of 40 bits hold 0x55, 0xaa, and their own numbers");
	return code;
}

enum fl_code r500_check_pio(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_transport(up, FL_TRANSPORT_PIO, r500_transport_try, err);
}

enum fl_code r500_check_ring(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_transport(up, FL_TRANSPORT_VRAM, r500_transport_try, err);
}

enum fl_code r500_check_system(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_transport(up, FL_TRANSPORT_SYSTEM, r500_transport_try, err);
}

enum fl_code r500_check_ring_wrap(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	/* Once around: fillers, with a number in a scratch register now and then. */
	const uint32_t reg = R500_SCRATCH_REG(R500_SCRATCH_TEST);
	uint32_t start = c->ring.wptr, sent = 0, number = 0;
	enum fl_code code;

	while (sent < c->ring.size_dw + 64) {
		code = r500_ring_begin(&c->ring, 256, err);
		if (code)
			return code;
		for (unsigned i = 0; i < 254; i++)
			r500_ring_emit(&c->ring, R500_TYPE2);
		r500_ring_reg(&c->ring, reg, ++number);
		r500_ring_commit(&c->ring);
		sent += 256;
	}
	code = r500_ring_drain(&c->ring, SETTLE_US, err);
	if (!code)
		code = r500_idle_wait(c->up.dev, SETTLE_US, err);
	if (code)
		return code;
	if (fl_read32(c->up.dev, reg) != number)
		return fl_fail(err, FL_FAILED,
			       "after a turn around the ring SCRATCH_REG0 holds 0x%x instead of 0x%x",
			       fl_read32(c->up.dev, reg), number);
	fl_did(&c->up, "%u dwords from 0x%x on, past the end of the ring", sent, start);
	return FL_OK;
}
