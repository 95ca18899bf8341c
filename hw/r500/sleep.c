/* SPDX-License-Identifier: MIT
 *
 * Going to sleep: the command processor off, the engines idle, and what waking changed outside of them as it
 * was: where memory lies, what the displays read, the clocks. The registers of the engines, the microcode and
 * VRAM stay as they are: whoever draws next sets them first. The order is that of Linux's driver
 * (r100_cp_disable, rv515_mc_resume).
 */
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/r500/mc.h"
#include "hw/r500/spaces.h"
#include "hw/regs/r500.h"

enum { PLL, MC, MMIO }; /* the first two as r500_spaces() has them */

struct kept {
	uint16_t at;
	uint8_t space;
	uint32_t mask; /* the bits that must come out right */
};

enum {
	CRTC = R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK |
	       R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE__MASK,
};

/* In the order in which they are put back: memory while no display reads it, the clocks after all that they
 * move, the index registers after the last use of what is behind them. */
enum { AGP_LOCATION = 1, VGA = 8, D1CRTC };
static const struct kept kept[] = {
    {R520_MCIND_MC_FB_LOCATION, MC, ~0u},
    [AGP_LOCATION] = {R520_MCIND_MC_AGP_LOCATION, MC, ~0u},
    {R520_MCIND_AGP_BASE, MC, ~0u},
    {R520_MCIND_AGP_BASE_2, MC, ~0u},
    {R500_RBBM_SOFT_RESET, MMIO, ~0u},
    {R500_HDP_FB_LOCATION, MMIO, ~0u},
    {R500_HOST_PATH_CNTL, MMIO, ~0u},
    {R500_VGA_MEMORY_BASE_ADDRESS, MMIO, ~0u},
    [VGA] = {R500_VGA_RENDER_CONTROL, MMIO, ~0u},
    [D1CRTC] = {R500_D1CRTC_CONTROL, MMIO, CRTC},
    {R500_D2CRTC_CONTROL, MMIO, CRTC},
    {R500_D1CRTC_UPDATE_LOCK, MMIO, ~0u},
    {R500_D2CRTC_UPDATE_LOCK, MMIO, ~0u},
    {R500_PLL_DYN_SCLK_PWMEM_PIPE, PLL, ~0u},
    {R500_PLL_IDCT_DYN_CNTL, PLL, R500_PLL_IDCT_DYN_CNTL__IDCT_FORCEON__MASK},
    {R500_PLL_E2_DYN_CNTL, PLL, R500_PLL_E2_DYN_CNTL__E2_FORCEON__MASK},
    {R500_PLL_CP_DYN_CNTL, PLL, R500_PLL_CP_DYN_CNTL__CP_FORCEON__MASK},
    {R500_MM_INDEX, MMIO, ~0u},
    {R500_CLOCK_CNTL_INDEX, MMIO, ~0u},
    {R500_MC_IND_INDEX, MMIO, ~0u},
};
enum { N_KEPT = sizeof(kept) / sizeof(*kept) };
_Static_assert(N_KEPT <= (int)FL_BEFORE, "more words than a device has room for");

/* RV515 has the four of the memory controller in the same order, elsewhere. */
enum { TO_RV515 = RV515_MCIND_MC_FB_LOCATION - R520_MCIND_MC_FB_LOCATION };
_Static_assert(RV515_MCIND_MC_AGP_LOCATION - R520_MCIND_MC_AGP_LOCATION == TO_RV515 &&
		   RV515_MCIND_MC_AGP_BASE - R520_MCIND_AGP_BASE == TO_RV515 &&
		   RV515_MCIND_MC_AGP_BASE_2 - R520_MCIND_AGP_BASE_2 == TO_RV515,
	       "in the same order");

/* Read it; first write *value to it, if that is not NULL. */
static uint32_t access(struct r500_card *c, const struct kept *k, const uint32_t *value)
{
	struct fl_dev *d = c->up.dev;
	unsigned n;
	const struct fl_space *s = r500_spaces(d, &n) + k->space;
	uint32_t at = k->at;

	if (k->space == MMIO) {
		if (value)
			fl_write32(d, at, *value);
		return fl_read32(d, at);
	}
	if (k->space == MC && c->family->mc == R500_MC_RV515)
		at += (uint32_t)TO_RV515;
	if (value)
		s->write(d, at, *value);
	return s->read(d, at);
}

/* Twice, and the same both times: a card that is away for a moment reads as all ones, which only an aperture
 * that is off may be. From the end, where the index registers are: to look behind them is to write them. */
enum fl_code r500_note(struct r500_card *c, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;

	if (d->n_before)
		return FL_OK;
	for (unsigned again = 0; again < 2; again++)
		for (unsigned i = N_KEPT; i-- > 0;) {
			uint32_t got = access(c, &kept[i], NULL);

			if (!again)
				d->before[i] = got;
			if ((got ^ d->before[i]) & kept[i].mask || (got == 0xffffffff && i != AGP_LOCATION))
				return fl_fail(err, FL_NO_DEVICE,
					       "0x%x reads 0x%08x: the card is off the bus at times",
					       kept[i].at, got);
		}
	d->n_before = N_KEPT;
	return FL_OK;
}

void r500_note_display(struct fl_dev *d)
{
	d->before[VGA] = fl_read32(d, R500_VGA_RENDER_CONTROL);
	d->before[D1CRTC] = fl_read32(d, R500_D1CRTC_CONTROL);
}

static enum fl_code put_back(struct r500_card *c, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (unsigned i = 0; i < c->up.dev->n_before; i++) {
		const struct kept *k = &kept[i];
		const uint32_t *want = &c->up.dev->before[i];

		if ((access(c, k, NULL) ^ *want) & k->mask && (access(c, k, want) ^ *want) & k->mask)
			code = fl_fail(err, FL_FAILED, "0x%x does not become 0x%08x again, as before waking",
				       k->at, *want);
	}
	return code;
}

enum fl_code r500_sleep(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = up->dev;
	struct r500_ring ring = {.dev = d, .size_dw = 1, .timeout_us = 1000000};
	enum fl_code code, back;

	if (!c->ring.size_dw && !d->n_before)
		return FL_OK; /* nothing was written to it */
	c->ring.size_dw = 0;
	code = r500_identify(up, err);
	if (code)
		return code; /* it is gone */
	/* Whoever has started the ring: what was written to it is read to its end. One that is off stands. */
	ring.told = fl_read32(d, fl_read32(d, R500_CP_CSQ_CNTL) ? R500_CP_RB_WPTR : R500_CP_RB_RPTR);
	code = r500_ring_stop(&ring, err);
	back = put_back(c, code ? NULL : err);
	return code ? code : back;
}
