/* SPDX-License-Identifier: MIT
 *
 * Going to sleep: command processor, DMA engine and RLC off, and what waking changed outside of the engines
 * as it was: the apertures of memory, the translation of addresses, what the displays read. The registers of
 * the engines, the microcode and VRAM stay as they are, and so do the 32 surfaces of the host's path, which
 * are off: whoever comes next sets them first.
 */
#include "hw/bus/pci.h"
#include "hw/fl_kept.h"
#include "hw/r600/mc.h"
#include "hw/r600/status.h"
#include "hw/regs/r600.h"

#define MMIO  FL_KEPT_MMIO
#define ONES  FL_KEPT_ONES
#define SHOWN FL_KEPT_SHOWN

/* Of a CRTC the bits that switch it and its reads on are those that matter. */
enum {
	CRTC = R600_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK |
	       R600_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE__MASK,
};

/* In the order in which they are put back: memory while no display reads it. */
static const struct fl_kept r6xx[] = {
    {R600_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR, MMIO, 0, 0},
    {R600_VM_CONTEXT0_PAGE_TABLE_START_ADDR, MMIO, 0, 0},
    {R600_VM_CONTEXT0_PAGE_TABLE_END_ADDR, MMIO, 0, 0},
    {R600_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR, MMIO, 0, 0},
    {R600_MC_VM_SYSTEM_APERTURE_LOW_ADDR, MMIO, 0, 0},
    {R600_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, MMIO, 0, 0},
    {R600_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR, MMIO, 0, 0},
    {R600_MC_VM_AGP_TOP, MMIO, ONES, 0},
    {R600_MC_VM_AGP_BOT, MMIO, ONES, 0},
    {R600_MC_VM_AGP_BASE, MMIO, 0, 0},
};
static const struct fl_kept r7xx[] = {
    {R700_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR, MMIO, 0, 0},
    {R700_VM_CONTEXT0_PAGE_TABLE_START_ADDR, MMIO, 0, 0},
    {R700_VM_CONTEXT0_PAGE_TABLE_END_ADDR, MMIO, 0, 0},
    {R700_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR, MMIO, 0, 0},
    {R700_MC_VM_SYSTEM_APERTURE_LOW_ADDR, MMIO, 0, 0},
    {R700_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, MMIO, 0, 0},
    {R700_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR, MMIO, 0, 0},
    {R700_MC_VM_AGP_TOP, MMIO, ONES, 0},
    {R700_MC_VM_AGP_BOT, MMIO, ONES, 0},
    {R700_MC_VM_AGP_BASE, MMIO, 0, 0},
};
/* Both, first the translations, off; the displays last, when memory is what it was. */
static const struct fl_kept all[] = {
    {R600_VM_CONTEXT0_CNTL, MMIO, 0, 0},
    {R600_VM_L2_CNTL, MMIO, 0, 0},
    {R600_VM_L2_CNTL2, MMIO, 0, 0},
    {R600_VM_L2_CNTL3, MMIO, 0, 0},
    {R600_HDP_NONSURFACE_BASE, MMIO, 0, 0},
    {R600_HDP_NONSURFACE_INFO, MMIO, 0, 0},
    {R600_HDP_NONSURFACE_SIZE, MMIO, 0, 0},
    {R600_RLC_CNTL, MMIO, 0, 0},
    {R600_BIF_FB_EN, MMIO, 0, 0},
    {R600_VGA_RENDER_CONTROL, MMIO, SHOWN, 0},
    {R600_D1CRTC_CONTROL, MMIO, SHOWN, CRTC},
    {R600_D2CRTC_CONTROL, MMIO, SHOWN, CRTC},
    {R600_D1CRTC_UPDATE_LOCK, MMIO, 0, 0},
    {R600_D2CRTC_UPDATE_LOCK, MMIO, 0, 0},
    {R600_MM_INDEX, MMIO, 0, 0},
    {FL_PCI_COMMAND, FL_KEPT_PCI, 0, 0},
};
enum { ALL = sizeof(all) / sizeof(*all), EACH = sizeof(r6xx) / sizeof(*r6xx), MOST_TLBS = 16 };
_Static_assert(sizeof(r6xx) == sizeof(r7xx), "the same of both generations");
_Static_assert(ALL + EACH + MOST_TLBS <= (int)FL_BEFORE, "more words than a device has room for");

/* The caches of translations come first, then the table of the generation, then what both have. */
static struct fl_kept word(const void *arg, unsigned i)
{
	const struct r600_card *c = arg;
	unsigned tlbs;
	const uint16_t *reg = r600_mc_tlbs(c, &tlbs);

	if (i < tlbs)
		return (struct fl_kept){reg[i], MMIO, 0, 0};
	i -= tlbs;
	if (i < EACH)
		return c->family->r7xx ? r7xx[i] : r6xx[i];
	return all[i - EACH];
}

static struct fl_kept_words words(const struct r600_card *c)
{
	unsigned tlbs;

	r600_mc_tlbs(c, &tlbs);
	return (struct fl_kept_words){tlbs + EACH + ALL, word, c};
}

enum fl_code r600_note(struct r600_card *c, struct fl_err *err)
{
	const struct fl_kept_words w = words(c);

	return fl_kept_note(c->up.dev, &w, 0, err);
}

enum fl_code r600_note_display(struct r600_card *c, struct fl_err *err)
{
	const struct fl_kept_words w = words(c);

	return fl_kept_note(c->up.dev, &w, SHOWN, err);
}

enum fl_code r600_sleep(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	struct fl_dev *d = up->dev;
	struct fl_ring ring = {.size_dw = 1, .timeout_us = R600_RING_TIMEOUT_US};
	struct fl_kept_words w;
	enum fl_code code, back;

	if (!d->n_before)
		return FL_OK; /* nothing was written to it */
	code = r600_identify(up, err);
	if (code)
		return code; /* it is gone */
	/* Whoever has started the ring: what was written to it is read to its end. One that is off stands. */
	ring.area = (struct fl_area){.dev = d, .generation = c->family->r7xx, .settle = r600_area_settle};
	ring.told =
	    fl_read32(d, R600_CP_ME_CNTL__ME_HALT__GET(fl_read32(d, R600_CP_ME_CNTL)) ? R600_CP_RB_RPTR
										      : R600_CP_RB_WPTR);
	code = r600_ring_stop(&ring, err);
	fl_mask32(d, R600_DMA_RB_CNTL, R600_DMA_RB_CNTL__DMA_RB_ENABLE__MASK, 0);
	fl_write32(d, R600_VM_CONTEXT0_CNTL, 0);
	/* A card that was off the bus at the end of a reset is in it still. */
	fl_write32(d, R600_SRBM_SOFT_RESET, 0);
	fl_write32(d, R600_GRBM_SOFT_RESET, 0);
	w = words(c);
	back = fl_kept_put_back(d, &w, code ? NULL : err);
	return code ? code : back;
}
