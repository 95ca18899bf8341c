/* SPDX-License-Identifier: MIT
 *
 * Going to sleep: command processors, SDMA and RLC off, and what waking changed outside of the engines as it
 * was: the apertures of memory, page tables, the gating of clocks, what the displays read. The registers of
 * the engines, the microcode and VRAM stay as they are, and so do the 32 surfaces of the host's path, which
 * are off: whoever comes next sets them first.
 */
#include "hw/bus/pci.h"
#include "hw/cik/crtc.h"
#include "hw/cik/status.h"
#include "hw/cik/vm.h"
#include "hw/fl_kept.h"
#include "hw/regs/cik.h"

#define MMIO  FL_KEPT_MMIO
#define ONES  FL_KEPT_ONES
#define SHOWN FL_KEPT_SHOWN

/* In the order in which they are put back: page tables first, off; the displays come after these. */
static const struct fl_kept all[] = {
    {CIK_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR, MMIO, 0, 0},
    {CIK_VM_CONTEXT0_PAGE_TABLE_START_ADDR, MMIO, 0, 0},
    {CIK_VM_CONTEXT0_PAGE_TABLE_END_ADDR, MMIO, 0, 0},
    {CIK_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR, MMIO, 0, 0},
    {CIK_MC_VM_SYSTEM_APERTURE_LOW_ADDR, MMIO, 0, 0},
    {CIK_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, MMIO, 0, 0},
    {CIK_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR, MMIO, 0, 0},
    {CIK_MC_VM_AGP_TOP, MMIO, ONES, 0},
    {CIK_MC_VM_AGP_BOT, MMIO, ONES, 0},
    {CIK_MC_VM_AGP_BASE, MMIO, 0, 0},
    {CIK_MC_VM_MX_L1_TLB_CNTL, MMIO, 0, 0},
    {CIK_VM_L2_CNTL, MMIO, 0, 0},
    {CIK_VM_L2_CNTL3, MMIO, 0, 0},
    {CIK_VM_CONTEXT0_CNTL, MMIO, 0, 0},
    {CIK_VM_CONTEXT1_CNTL, MMIO, 0, 0},
    {CIK_HDP_NONSURFACE_BASE, MMIO, 0, 0},
    {CIK_HDP_NONSURFACE_INFO, MMIO, 0, 0},
    {CIK_HDP_NONSURFACE_SIZE, MMIO, 0, 0},
    {CIK_RLC_PG_CNTL, MMIO, 0, 0},
    {CIK_RLC_AUTO_PG_CTRL, MMIO, 0, 0},
    {CIK_RLC_CGCG_CGLS_CTRL, MMIO, 0, 0},
    {CIK_RLC_CGTT_MGCG_OVERRIDE, MMIO, ONES, 0},
    {CIK_RLC_MEM_SLP_CNTL, MMIO, 0, 0},
    {CIK_CP_MEM_SLP_CNTL, MMIO, 0, 0},
    {CIK_CGTS_SM_CTRL_REG, MMIO, 0, 0},
    {CIK_CP_INT_CNTL_RING0, MMIO, 0, 0},
    {CIK_RLC_CNTL, MMIO, 0, 0},
    {CIK_MC_SHARED_BLACKOUT_CNTL, MMIO, 0, 0},
    {CIK_BIF_FB_EN, MMIO, 0, 0},
    {CIK_VGA_HDP_CONTROL, MMIO, 0, 0},
    {CIK_VGA_RENDER_CONTROL, MMIO, SHOWN, 0},
    {CIK_MM_INDEX, MMIO, 0, 0},
    {FL_PCI_COMMAND, FL_KEPT_PCI, 0, 0},
};
enum { ALL = sizeof(all) / sizeof(*all), OF_DISPLAY = 2 };
_Static_assert(ALL + OF_DISPLAY * CIK_DISPLAYS <= FL_BEFORE, "more words than a device has room for");

/* Of a display the bits that switch it and its reads on are those that matter. */
static struct fl_kept word(const void *arg, unsigned i)
{
	if (i < ALL)
		return all[i];
	i -= ALL;
	if (i % OF_DISPLAY)
		return (struct fl_kept){cik_display_reg(CIK_CRTC_CONTROL(0), i / OF_DISPLAY), MMIO, SHOWN,
					CIK_CRTC_CONTROL__CRTC_MASTER_EN__MASK};
	return (struct fl_kept){cik_display_reg(CIK_CRTC_BLANK_CONTROL(0), i / OF_DISPLAY), MMIO, SHOWN,
				CIK_CRTC_BLANK_CONTROL__CRTC_BLANK_DATA_EN__MASK};
}

static struct fl_kept_words words(const struct cik_card *c)
{
	return (struct fl_kept_words){ALL + OF_DISPLAY * (unsigned)c->family->displays, word, c};
}

enum fl_code cik_note(struct cik_card *c, struct fl_err *err)
{
	const struct fl_kept_words w = words(c);

	return fl_kept_note(c->up.dev, &w, 0, err);
}

enum fl_code cik_note_display(struct cik_card *c, struct fl_err *err)
{
	const struct fl_kept_words w = words(c);

	return fl_kept_note(c->up.dev, &w, SHOWN, err);
}

bool cik_display_was_on(const struct fl_dev *d, unsigned i)
{
	return d->n_before && CIK_CRTC_CONTROL__CRTC_MASTER_EN__GET(d->before[ALL + OF_DISPLAY * i + 1]);
}

static void settle(const struct fl_area *a)
{
}

enum fl_code cik_sleep(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	struct fl_ring ring = {.size_dw = 1, .timeout_us = CIK_RING_TIMEOUT_US};
	struct fl_kept_words w;
	enum fl_code code, back;

	if (!d->n_before)
		return FL_OK; /* nothing was written to it */
	code = cik_identify(up, err);
	if (code)
		return code; /* it is gone */
	/* Whoever has started the ring: what was written to it is read to its end. One that is off stands. */
	ring.area = (struct fl_area){.dev = d, .settle = settle};
	ring.told =
	    fl_read32(d, CIK_CP_ME_CNTL__ME_HALT__GET(fl_read32(d, CIK_CP_ME_CNTL)) ? CIK_CP_RB0_RPTR
										    : CIK_CP_RB0_WPTR);
	code = cik_ring_stop(&ring, err);
	cik_engines_off(d, c->family);
	fl_write32(d, CIK_VM_CONTEXT0_CNTL, 0);
	fl_write32(d, CIK_VM_CONTEXT1_CNTL, 0);
	w = words(c);
	back = fl_kept_put_back(d, &w, code ? NULL : err);
	return code ? code : back;
}
