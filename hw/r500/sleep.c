/* SPDX-License-Identifier: MIT
 *
 * Going to sleep: the command processor off, the engines idle, and what waking changed outside of them as it
 * was: where memory lies, what the displays read, the clocks. The registers of the engines, the microcode and
 * VRAM stay as they are: whoever draws next sets them first. The order is that of Linux's driver
 * (r100_cp_disable, rv515_mc_resume).
 */
#include "hw/bus/pci.h"
#include "hw/r500/card.h"
#include "hw/r500/crtc_r300.h"
#include "hw/r500/idle.h"
#include "hw/r500/mc.h"
#include "hw/r500/spaces.h"
#include "hw/regs/r500.h"

/* The first two as r500_spaces() has them. GENMO is VGA's, a byte; PCI is configuration space, 16 bits. */
enum { PLL, MC, MMIO, GENMO, PCI };

struct kept {
	uint16_t at;
	uint8_t space, how;
};

enum {
	ONES = 1 << 0,   /* all ones are no sign of a card that is away */
	SHOWN = 1 << 1,  /* setting a mode changes it, for good */
	ON = 1 << 2,     /* of a CRTC: the bits that switch it and its reads on are those that matter */
	FORCED = 1 << 3, /* of a clock: the bit that forces it on is what matters */
	CLOCK = R500_PLL_CP_DYN_CNTL__CP_FORCEON__MASK,
	CRTC = R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK |
	       R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE__MASK,
};
_Static_assert(CLOCK == R500_PLL_E2_DYN_CNTL__E2_FORCEON__MASK &&
		   CLOCK == R500_PLL_IDCT_DYN_CNTL__IDCT_FORCEON__MASK,
	       "one bit for all three");

/* Of all families: how the host sees memory, and whether the card may reach the host's. */
/* clang-format off */
#define ALL                                                                                             \
    {R500_SURFACE_CNTL, MMIO, 0},    {R500_SURFACE_INFO(0), MMIO, 0}, {R500_SURFACE_INFO(1), MMIO, 0},  \
    {R500_SURFACE_INFO(2), MMIO, 0}, {R500_SURFACE_INFO(3), MMIO, 0}, {R500_SURFACE_INFO(4), MMIO, 0},  \
    {R500_SURFACE_INFO(5), MMIO, 0}, {R500_SURFACE_INFO(6), MMIO, 0}, {R500_SURFACE_INFO(7), MMIO, 0},  \
    {FL_PCI_COMMAND, PCI, 0}

/* In the order in which they are put back: memory while no display reads it, the clocks after all that they
 * move, the index registers after the last use of what is behind them. */
static const struct kept r500[] = {
    ALL,
    {R520_MCIND_MC_FB_LOCATION, MC, 0},     {R520_MCIND_MC_AGP_LOCATION, MC, ONES},
    {R520_MCIND_AGP_BASE, MC, 0},           {R520_MCIND_AGP_BASE_2, MC, 0},
    {R500_RBBM_SOFT_RESET, MMIO, 0},        {R500_HDP_FB_LOCATION, MMIO, 0},
    {R500_HOST_PATH_CNTL, MMIO, 0},         {R500_VGA_MEMORY_BASE_ADDRESS, MMIO, 0},
    {R500_VGA_RENDER_CONTROL, MMIO, SHOWN}, {R500_D1CRTC_CONTROL, MMIO, SHOWN | ON},
    {R500_D2CRTC_CONTROL, MMIO, ON},        {R500_D1CRTC_UPDATE_LOCK, MMIO, 0},
    {R500_D2CRTC_UPDATE_LOCK, MMIO, 0},     {R500_PLL_DYN_SCLK_PWMEM_PIPE, PLL, 0},
    {R500_PLL_IDCT_DYN_CNTL, PLL, FORCED},  {R500_PLL_E2_DYN_CNTL, PLL, FORCED},
    {R500_PLL_CP_DYN_CNTL, PLL, FORCED},    {R500_MM_INDEX, MMIO, 0},
    {R500_CLOCK_CNTL_INDEX, MMIO, 0},       {R500_MC_IND_INDEX, MMIO, 0},
};

/* R3xx and R4xx. BUS_CNTL comes last: not all have it. */
static const struct kept r300[] = {
    ALL,
    {R500_MC_FB_LOCATION, MMIO, 0},    {R500_MC_AGP_LOCATION, MMIO, ONES}, {R500_AGP_BASE, MMIO, 0},
    {R500_AGP_BASE_2, MMIO, 0},        {R500_AIC_CNTL, MMIO, 0},           {R500_RBBM_SOFT_RESET, MMIO, 0},
    {R500_HOST_PATH_CNTL, MMIO, 0},    {R500_OV0_SCALE_CNTL, MMIO, 0},     {R500_SUBPIC_CNTL, MMIO, 0},
    {R500_VIPH_CONTROL, MMIO, 0},      {R500_I2C_CNTL_1, MMIO, 0},         {R500_DVI_I2C_CNTL_1, MMIO, 0},
    {R500_CAP0_TRIG_CNTL, MMIO, 0},    {R500_CAP1_TRIG_CNTL, MMIO, 0},     {0, GENMO, SHOWN},
    {R500_CRTC_EXT_CNTL, MMIO, SHOWN}, {R500_CRTC_GEN_CNTL, MMIO, SHOWN},  {R500_CRTC2_GEN_CNTL, MMIO, 0},
    {R500_PLL_SCLK_CNTL, PLL, 0},      {R500_MM_INDEX, MMIO, 0},           {R500_CLOCK_CNTL_INDEX, MMIO, 0},
    {R300_BUS_CNTL, MMIO, 0},
};
/* clang-format on */

enum { R300 = sizeof(r300) / sizeof(*r300), R500 = sizeof(r500) / sizeof(*r500) };
_Static_assert(R500 <= (int)FL_BEFORE && R300 <= (int)FL_BEFORE, "more words than a device has room for");

/* The words of this card, *n of them. */
static const struct kept *words(const struct r500_card *c, unsigned *n)
{
	bool legacy = r500_is_legacy(c);

	*n = legacy ? R300 - !c->family->bus_cntl : R500;
	return legacy ? r300 : r500;
}

/* What a card that is away reads there. */
static uint32_t ones(const struct kept *k)
{
	return k->space == GENMO ? 0xff : k->space == PCI ? 0xffff : 0xffffffff;
}

/* The bits that must come out right. */
static uint32_t mask(const struct kept *k)
{
	return k->how & ON ? CRTC : k->how & FORCED ? CLOCK : ones(k);
}

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
	if (k->space == GENMO) {
		if (value)
			r500_genmo_write(d, (uint8_t)*value);
		return r500_genmo_read(d);
	}
	if (k->space == PCI) {
		if (value)
			d->bus->cfg_write(d, at, 2, *value);
		return d->bus->cfg_read(d, at, 2);
	}
	if (k->space == MC && c->family->mc == R500_MC_RV515)
		at += (uint32_t)TO_RV515;
	if (value)
		s->write(d, at, *value);
	return s->read(d, at);
}

/* Those that are `how`, 0: all. Until two passes agree: a card that is away for a moment reads as all ones,
 * which only an aperture that is off may be, or what is behind another index. Bits that do not matter may
 * change by themselves. From the end, where the index registers are: to look behind them is to write them. */
static enum fl_code note(struct r500_card *c, unsigned how, struct fl_err *err)
{
	enum { PASSES = 4 };
	bool changed = true;
	unsigned n;
	const struct kept *list = words(c, &n);

	for (unsigned pass = 0; changed && pass < PASSES; pass++) {
		changed = !pass;
		for (unsigned i = n; i-- > 0;) {
			const struct kept *k = &list[i];
			uint32_t *was = &c->up.dev->before[i], got;

			if ((k->how & how) != how)
				continue;
			got = access(c, k, NULL);
			if ((pass && (got ^ *was) & mask(k)) || (got == ones(k) && !(k->how & ONES)))
				return fl_fail(err, FL_NO_DEVICE,
					       "0x%x reads 0x%08x: the card is off the bus at times", k->at,
					       got);
			changed |= got != *was;
			*was = got;
		}
	}
	if (!how)
		c->up.dev->n_before = (uint8_t)n;
	return FL_OK;
}

enum fl_code r500_note(struct r500_card *c, struct fl_err *err)
{
	return c->up.dev->n_before ? FL_OK : note(c, 0, err);
}

enum fl_code r500_note_display(struct r500_card *c, struct fl_err *err)
{
	return note(c, SHOWN, err);
}

/* The last pass counts: in the one before it the card may not have heard, or have shown another register. */
static enum fl_code put_back(struct r500_card *c, struct fl_err *err)
{
	unsigned n;
	const struct kept *list = words(c, &n);
	enum fl_code code = FL_OK;

	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < c->up.dev->n_before; i++) {
			const struct kept *k = &list[i];
			const uint32_t *want = &c->up.dev->before[i];

			if (access(c, k, NULL) != *want && (access(c, k, want) ^ *want) & mask(k) && pass)
				code = fl_fail(err, FL_FAILED,
					       "0x%x does not become 0x%08x again, as before waking", k->at,
					       *want);
		}
	return code;
}

enum fl_code r500_sleep(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = up->dev;
	struct r500_ring ring = {.dev = d, .size_dw = 1, .timeout_us = 1000000};
	enum fl_code code, back;
	uint32_t on;

	if (!c->ring.size_dw && !d->n_before)
		return FL_OK; /* nothing was written to it */
	c->ring.size_dw = 0;
	code = r500_identify(up, err);
	if (code)
		return code; /* it is gone */
	/* Whoever has started the ring: what was written to it is read to its end. One that is off stands. */
	on = fl_read32(d, R500_CP_CSQ_CNTL);
	ring.told = fl_read32(d, on ? R500_CP_RB_WPTR : R500_CP_RB_RPTR);
	code = r500_ring_stop(&ring, err);
	/* It hangs, or waits for the rest of a packet. The reset that ends this can lock the machine up with
	 * an R3xx or R4xx (Linux r300_asic_reset): there it is left to who wakes the card next. */
	if (code == FL_TIMEOUT && !r500_is_legacy(c))
		code = r500_reset_now(c, err);
	/* The synchronization that the first packets left: Linux r420_cp_errata_fini(). */
	if (on && c->family->gen == R500_GEN_R400)
		fl_write32(
		    d, R500_RB3D_DSTCACHE_CTLSTAT,
		    R500_RB3D_DSTCACHE_CTLSTAT__DC_FINISH(R500_RB3D_DSTCACHE_CTLSTAT__DC_FINISH__SIGNAL_CP));
	back = put_back(c, code ? NULL : err);
	return code ? code : back;
}
