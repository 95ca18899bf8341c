/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the command processor.
 */
#include "hw/r500/idle.h"
#include "hw/r500/microcode.h"
#include "hw/r500/pio.h"
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"

enum fl_code r500_check_scratch(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_scratch(up, R500_SCRATCH_REG(0), R500_SCRATCH_REG(1) - R500_SCRATCH_REG(0),
				R500_SCRATCH_REG__COUNT, "SCRATCH_REG", err);
}

/* Image of a pattern, in the file's byte order. */
static void pattern_image(uint8_t image[R500_MICROCODE_B], unsigned pattern)
{
	for (unsigned i = 0; i < R500_MICROCODE_WORDS; i++) {
		uint8_t *w = image + 8 * i, byte = pattern == 0 ? 0x55 : 0xaa;

		w[0] = w[1] = w[2] = 0;
		for (unsigned b = 3; b < 8; b++)
			w[b] =
			    pattern < 2 ? byte : (uint8_t)(i ^ (b * 0x1d)); /* round 2: a word's own number */
	}
}

enum fl_code r500_check_microcode_ram(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	uint8_t image[R500_MICROCODE_B];
	enum fl_code code;

	/* The command processor is off: the reset step saw to it. */
	code = r500_idle_wait(c->up.dev, 500000, err);
	for (unsigned p = 0; p < 3 && !code; p++) {
		pattern_image(image, p);
		r500_microcode_write(c->up.dev, image);
		code = r500_microcode_verify(c->up.dev, image, err);
	}
	if (!code)
		fl_did(&c->up, "256 words of 40 bits hold 0x55, 0xaa, and their own numbers");
	return code;
}

enum fl_code r500_check_pio(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	const uint32_t reg = R500_SCRATCH_REG(R500_SCRATCH_TEST), value = 0x910ca4d5;
	const uint32_t packet[] = {R500_TYPE0(reg, 1), value, R500_TYPE2, R500_TYPE2};
	struct fl_dev *d = c->up.dev;
	enum fl_code code;

	fl_write32(d, reg, 0);
	code = r500_pio_start(d, err);
	if (!code)
		code = r500_pio_write(d, packet, 4, 100000, err);
	if (!code && fl_poll32(d, reg, 0xffffffff, value, 100000, "packet by hand", "SCRATCH_REG0", err))
		code = r500_explain_state(d, FL_TIMEOUT, err);
	if (!code)
		code = r500_idle_wait(d, 100000, err);
	r500_pio_stop(d);
	if (!code)
		fl_did(&c->up, "a type-0 packet written to CP_CSQ_APER_PRIMARY was carried out");
	return code;
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
	code = r500_fence_sync(&c->fence, &c->ring, 1000000, err);
	if (code)
		return code;
	if (fl_read32(c->up.dev, reg) != number)
		return fl_fail(err, FL_FAILED,
			       "after a turn around the ring SCRATCH_REG0 holds 0x%x instead of 0x%x",
			       fl_read32(c->up.dev, reg), number);
	fl_did(&c->up, "%u dwords from 0x%x on, past the end of the ring", sent, start);
	return FL_OK;
}

enum fl_code r500_check_ib(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	/* Linux r100_ib_test(): a scratch write, padded with fillers. */
	const uint32_t reg = R500_SCRATCH_REG(R500_SCRATCH_TEST), value = 0xdeadbeef;
	const uint32_t ib[8] = {R500_TYPE0(reg, 1), value,      R500_TYPE2, R500_TYPE2,
				R500_TYPE2,         R500_TYPE2, R500_TYPE2, R500_TYPE2};
	struct fl_dev *d = c->up.dev;
	enum fl_code code;
	uint64_t at_B;
	uint32_t got;

	code = fl_smoke_picture(&c->up, 0, &at_B, err);
	if (code)
		return code;
	fl_write32(d, reg, 0xcafedead);
	fl_vram_write(d, at_B, ib, sizeof(ib));
	code = r500_ring_begin(&c->ring, 3, err);
	if (code)
		return code;
	r500_ring_ib(&c->ring, c->up.vram_addr + (uint32_t)at_B, 8);
	r500_ring_commit(&c->ring);
	code = r500_fence_sync(&c->fence, &c->ring, 500000, err);
	if (code)
		return code;
	got = fl_read32(d, reg);
	if (got != value)
		return fl_fail(err, FL_FAILED,
			       "the indirect buffer did not run: SCRATCH_REG0 holds 0x%08x, not 0x%08x", got,
			       value);
	fl_did(&c->up, "8 dwords at VRAM offset 0x%llx carried out", (unsigned long long)at_B);
	return FL_OK;
}
