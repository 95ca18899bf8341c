/* SPDX-License-Identifier: MIT
 *
 * Going to sleep: command processor, DMA engine and RLC off, and what waking changed outside of the engines
 * as it was: the apertures of memory, the translation of addresses, what the displays read. The registers of
 * the engines, the microcode and VRAM stay as they are, and so do the 32 surfaces of the host's path, which
 * are off: whoever comes next sets them first.
 */
#include "hw/bus/pci.h"
#include "hw/r600/mc.h"
#include "hw/r600/status.h"
#include "hw/regs/r600.h"

enum { MMIO, PCI };

struct kept {
	uint16_t at;
	uint8_t space, how;
};

enum {
	ONES = 1 << 0,  /* all ones are no sign of a card that is away */
	ON = 1 << 1,    /* of a CRTC: the bits that switch it and its reads on are those that matter */
	SHOWN = 1 << 2, /* setting a mode changes it, for good */
	CRTC = R600_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK |
	       R600_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE__MASK,
};

/* In the order in which they are put back: memory while no display reads it. */
static const struct kept r6xx[] = {
    {R600_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR, MMIO, 0},
    {R600_VM_CONTEXT0_PAGE_TABLE_START_ADDR, MMIO, 0},
    {R600_VM_CONTEXT0_PAGE_TABLE_END_ADDR, MMIO, 0},
    {R600_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR, MMIO, 0},
    {R600_MC_VM_SYSTEM_APERTURE_LOW_ADDR, MMIO, 0},
    {R600_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, MMIO, 0},
    {R600_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR, MMIO, 0},
    {R600_MC_VM_AGP_TOP, MMIO, ONES},
    {R600_MC_VM_AGP_BOT, MMIO, ONES},
    {R600_MC_VM_AGP_BASE, MMIO, 0},
};
static const struct kept r7xx[] = {
    {R700_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR, MMIO, 0},
    {R700_VM_CONTEXT0_PAGE_TABLE_START_ADDR, MMIO, 0},
    {R700_VM_CONTEXT0_PAGE_TABLE_END_ADDR, MMIO, 0},
    {R700_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR, MMIO, 0},
    {R700_MC_VM_SYSTEM_APERTURE_LOW_ADDR, MMIO, 0},
    {R700_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, MMIO, 0},
    {R700_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR, MMIO, 0},
    {R700_MC_VM_AGP_TOP, MMIO, ONES},
    {R700_MC_VM_AGP_BOT, MMIO, ONES},
    {R700_MC_VM_AGP_BASE, MMIO, 0},
};
/* Both, first the translations, off; the displays last, when memory is what it was. */
static const struct kept all[] = {
    {R600_VM_CONTEXT0_CNTL, MMIO, 0},
    {R600_VM_L2_CNTL, MMIO, 0},
    {R600_VM_L2_CNTL2, MMIO, 0},
    {R600_VM_L2_CNTL3, MMIO, 0},
    {R600_HDP_NONSURFACE_BASE, MMIO, 0},
    {R600_HDP_NONSURFACE_INFO, MMIO, 0},
    {R600_HDP_NONSURFACE_SIZE, MMIO, 0},
    {R600_RLC_CNTL, MMIO, 0},
    {R600_BIF_FB_EN, MMIO, 0},
    {R600_VGA_RENDER_CONTROL, MMIO, SHOWN},
    {R600_D1CRTC_CONTROL, MMIO, SHOWN | ON},
    {R600_D2CRTC_CONTROL, MMIO, SHOWN | ON},
    {R600_D1CRTC_UPDATE_LOCK, MMIO, 0},
    {R600_D2CRTC_UPDATE_LOCK, MMIO, 0},
    {R600_MM_INDEX, MMIO, 0},
    {FL_PCI_COMMAND, PCI, 0},
};
enum { ALL = sizeof(all) / sizeof(*all), EACH = sizeof(r6xx) / sizeof(*r6xx), MOST_TLBS = 16 };
_Static_assert(sizeof(r6xx) == sizeof(r7xx), "the same of both generations");
_Static_assert(ALL + EACH + MOST_TLBS <= (int)FL_BEFORE, "more words than a device has room for");

static unsigned n_kept(const struct r600_card *c)
{
	unsigned tlbs;

	r600_mc_tlbs(c, &tlbs);
	return tlbs + EACH + ALL;
}

/* The caches of translations come first, then the table of the generation, then what both have. */
static struct kept kept(const struct r600_card *c, unsigned i)
{
	unsigned tlbs;
	const uint16_t *reg = r600_mc_tlbs(c, &tlbs);

	if (i < tlbs)
		return (struct kept){reg[i], MMIO, 0};
	i -= tlbs;
	if (i < EACH)
		return c->family->r7xx ? r7xx[i] : r6xx[i];
	return all[i - EACH];
}

/* What a card that is away reads there. */
static uint32_t ones(struct kept k)
{
	return k.space == PCI ? 0xffff : 0xffffffff;
}

/* The bits that must come out right. */
static uint32_t mask(struct kept k)
{
	return k.how & ON ? CRTC : ones(k);
}

/* Read it; first write *value to it, if that is not NULL. */
static uint32_t access(struct fl_dev *d, struct kept k, const uint32_t *value)
{
	if (k.space == PCI) {
		if (value)
			d->bus->cfg_write(d, k.at, 2, *value);
		return d->bus->cfg_read(d, k.at, 2);
	}
	if (value)
		fl_write32(d, k.at, *value);
	return fl_read32(d, k.at);
}

/* Those that are `how`, 0: all. Twice, and the same both times: a card that is away for a moment reads as all
 * ones. */
static enum fl_code note(struct r600_card *c, unsigned how, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;

	for (unsigned again = 0; again < 2; again++)
		for (unsigned i = 0; i < n_kept(c); i++) {
			struct kept k = kept(c, i);
			uint32_t got;

			if ((k.how & how) != how)
				continue;
			got = access(d, k, NULL);
			if (!again)
				d->before[i] = got;
			if ((got ^ d->before[i]) & mask(k) || (got == ones(k) && !(k.how & ONES)))
				return fl_fail(err, FL_NO_DEVICE,
					       "0x%x reads 0x%08x: the card is off the bus at times", k.at,
					       got);
		}
	return FL_OK;
}

enum fl_code r600_note(struct r600_card *c, struct fl_err *err)
{
	enum fl_code code = c->up.dev->n_before ? FL_OK : note(c, 0, err);

	if (!code)
		c->up.dev->n_before = (uint8_t)n_kept(c);
	return code;
}

enum fl_code r600_note_display(struct r600_card *c, struct fl_err *err)
{
	return note(c, SHOWN, err);
}

/* The last pass counts: in the one before it the card may not have heard. */
static enum fl_code put_back(const struct r600_card *c, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	enum fl_code code = FL_OK;

	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < d->n_before; i++) {
			struct kept k = kept(c, i);
			const uint32_t *want = &d->before[i];

			if (access(d, k, NULL) != *want && (access(d, k, want) ^ *want) & mask(k) && pass)
				code = fl_fail(err, FL_FAILED,
					       "0x%x does not become 0x%08x again, as before waking", k.at,
					       *want);
		}
	return code;
}

enum fl_code r600_sleep(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	struct fl_dev *d = up->dev;
	struct r600_ring ring = {.size_dw = 1, .timeout_us = R600_RING_TIMEOUT_US};
	enum fl_code code, back;

	if (!d->n_before)
		return FL_OK; /* nothing was written to it */
	code = r600_identify(up, err);
	if (code)
		return code; /* it is gone */
	/* Whoever has started the ring: what was written to it is read to its end. One that is off stands. */
	ring.area = (struct r600_area){.dev = d, .r7xx = c->family->r7xx};
	ring.told =
	    fl_read32(d, R600_CP_ME_CNTL__ME_HALT__GET(fl_read32(d, R600_CP_ME_CNTL)) ? R600_CP_RB_RPTR
										      : R600_CP_RB_WPTR);
	code = r600_ring_stop(&ring, err);
	fl_mask32(d, R600_DMA_RB_CNTL, R600_DMA_RB_CNTL__DMA_RB_ENABLE__MASK, 0);
	fl_write32(d, R600_VM_CONTEXT0_CNTL, 0);
	back = put_back(c, code ? NULL : err);
	return code ? code : back;
}
