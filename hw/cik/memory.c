/* SPDX-License-Identifier: MIT
 *
 * Step: memory. VRAM stays where the video BIOS put it (Linux moves it, cik_mc_program()); AGP, translation
 * of addresses and surfaces are off, and the BAR shows VRAM as it is. The memory controller's own microcode,
 * which trains the memory, is the video BIOS's business: a card on which it does not run is refused.
 */
#include "hw/cik/crtc.h"
#include "hw/cik/mc.h"
#include "hw/cik/vm.h"
#include "hw/regs/cik.h"

enum {
	PAGE_SHIFT = 12,
	FB_SHIFT = 24, /* MC_VM_FB_LOCATION counts 16 MiB */
	WAIT_US = 100000,
};

void cik_mc_get_location(struct fl_dev *d, uint64_t *first, uint64_t *last)
{
	uint32_t location = fl_read32(d, CIK_MC_VM_FB_LOCATION);

	*first = (uint64_t)(location & 0xffff) << FB_SHIFT;
	*last = (uint64_t)(location >> 16) << FB_SHIFT | ((1u << FB_SHIFT) - 1);
}

enum fl_code cik_mc_wait_idle(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	const uint32_t busy = CIK_SRBM_STATUS__VMC_BUSY__MASK | CIK_SRBM_STATUS__MCB_BUSY__MASK |
			      CIK_SRBM_STATUS__MCB_NON_DISPLAY_BUSY__MASK | CIK_SRBM_STATUS__MCC_BUSY__MASK |
			      CIK_SRBM_STATUS__MCD_BUSY__MASK;

	return fl_poll32(d, CIK_SRBM_STATUS, busy, 0, timeout_us, "memory controller idle", "SRBM_STATUS",
			 err);
}

/* Width of the memory bus: cik_mc_init(). */
static unsigned width_bits(struct fl_dev *d)
{
	static const uint8_t channels[] = {1, 2, 4, 8, 3, 6, 10, 12, 16};
	uint32_t n = CIK_MC_SHARED_CHMAP__NOOFCHAN__GET(fl_read32(d, CIK_MC_SHARED_CHMAP));
	bool wide = CIK_MC_ARB_RAMCFG__CHANSIZE__GET(fl_read32(d, CIK_MC_ARB_RAMCFG));

	return (wide ? 64u : 32u) * (n < sizeof(channels) ? channels[n] : 1u);
}

/* Does its microcode run, and is memory trained (ci_mc_load_microcode())? */
static enum fl_code trained(struct fl_dev *d, struct fl_err *err)
{
	const uint32_t done = CIK_MC_SEQ_TRAIN_WAKEUP_CNTL__TRAIN_DONE_D0__MASK |
			      CIK_MC_SEQ_TRAIN_WAKEUP_CNTL__TRAIN_DONE_D1__MASK;
	uint32_t run = fl_read32(d, CIK_MC_SEQ_SUP_CNTL), train = fl_read32(d, CIK_MC_SEQ_TRAIN_WAKEUP_CNTL);

	if (!CIK_MC_SEQ_SUP_CNTL__RUN__GET(run))
		return fl_fail(
		    err, FL_FAILED,
		    "the memory controller's microcode does not run (MC_SEQ_SUP_CNTL 0x%08x): this card's "
		    "video BIOS leaves it to a driver. Loading it trains the memory, whose timing this kit "
		    "leaves alone: let a kernel driver start the card once, and come again without a power "
		    "cycle",
		    run);
	if ((train & done) != done)
		return fl_fail(err, FL_FAILED,
			       "MC_SEQ_TRAIN_WAKEUP_CNTL is 0x%08x: memory is not trained, and holds nothing",
			       train);
	return FL_OK;
}

/* Memory is reached by the host, and by the chip; nothing is translated. A driver that was cut short may have
 * left it otherwise (evergreen_mc_stop()). */
static void open_ways(struct fl_dev *d, uint64_t first, uint64_t last)
{
	fl_mask32(d, CIK_MC_SHARED_BLACKOUT_CNTL, CIK_MC_SHARED_BLACKOUT_CNTL__BLACKOUT_MODE__MASK, 0);
	fl_write32(d, CIK_BIF_FB_EN, CIK_BIF_FB_EN__FB_READ_EN(1) | CIK_BIF_FB_EN__FB_WRITE_EN(1));
	cik_vm_off(d);
	fl_write32(d, CIK_MC_VM_SYSTEM_APERTURE_LOW_ADDR, (uint32_t)(first >> PAGE_SHIFT));
	fl_write32(d, CIK_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, (uint32_t)(last >> PAGE_SHIFT));
	fl_write32(d, CIK_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR, (uint32_t)(first >> PAGE_SHIFT));
	fl_write32(d, CIK_MC_VM_AGP_BASE, 0);
	/* An aperture that no address hits. */
	fl_write32(d, CIK_MC_VM_AGP_TOP, CIK_MC_VM_AGP_TOP__AGP_TOP__MASK);
	fl_write32(d, CIK_MC_VM_AGP_BOT, CIK_MC_VM_AGP_BOT__AGP_BOT__MASK);
}

/* No surfaces: each of 32 could tile or swap what the host sees. */
static void host_path(struct fl_dev *d, uint64_t first)
{
	for (unsigned i = 0; i < CIK_HDP_SURFACE_DWORD0__COUNT; i++)
		for (uint32_t at = CIK_HDP_SURFACE_DWORD0(i); at <= CIK_HDP_SURFACE_DWORD4(i); at += 4)
			fl_write32(d, at, 0);
	fl_write32(d, CIK_HDP_REG_COHERENCY_FLUSH_CNTL, 0);
	fl_write32(d, CIK_HDP_NONSURFACE_BASE, (uint32_t)(first >> 8));
	fl_write32(d, CIK_HDP_NONSURFACE_INFO, 2 << 7 | 1 << 30);
	fl_write32(d, CIK_HDP_NONSURFACE_SIZE, 0x3fffffff);
}

enum fl_code cik_memory(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	uint64_t first, last, room, memsize = fl_read32(d, CIK_CONFIG_MEMSIZE);
	enum fl_code busy, code = FL_OK;
	uint32_t base;

	if (!memsize || memsize == 0xffffffff)
		return fl_fail(err, FL_FAILED,
			       "CONFIG_MEMSIZE is 0x%llx: no video BIOS has told how much VRAM there is",
			       (unsigned long long)memsize);
	memsize <<= 20;
	cik_mc_get_location(d, &first, &last);
	room = last >= first ? last + 1 - first : 0;
	if (!room)
		return fl_fail(err, FL_FAILED,
			       "MC_VM_FB_LOCATION holds 0x%llx to 0x%llx, no room for %llu MiB: the memory "
			       "controller is not set up",
			       (unsigned long long)first, (unsigned long long)last,
			       (unsigned long long)(memsize >> 20));
	if (!c->family->apu)
		code = trained(d, err);
	if (code)
		return code;
	/* VGA must not write characters into what is drawn, nor the host through its window. */
	fl_mask32(d, CIK_VGA_RENDER_CONTROL, CIK_VGA_RENDER_CONTROL__VGA_VSTATUS_CNTL__MASK, 0);
	fl_write32(d, CIK_VGA_HDP_CONTROL, CIK_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE(1));
	/* A display that reads keeps it busy, and nothing else may. */
	busy = cik_mc_wait_idle(d, WAIT_US, err);
	if (busy && !cik_displays_on(d, c->family->displays))
		return busy;
	up->vram_addr = first;
	up->vram_B = memsize < room ? memsize : room;
	up->visible_B = d->vram_size_B < up->vram_B ? d->vram_size_B : up->vram_B;
	c->vram_width_bits = c->family->apu ? 0 : width_bits(d);
	open_ways(d, first, last);
	host_path(d, first);
	base = fl_read32(d, CIK_HDP_NONSURFACE_BASE);
	if (base != (uint32_t)(first >> 8))
		return fl_fail(
		    err, FL_FAILED,
		    "HDP_NONSURFACE_BASE stays at 0x%x, VRAM is at 0x%llx (both >> 8): the host would "
		    "write elsewhere than the chip reads",
		    base, (unsigned long long)(first >> 8));
	fl_did(up, "VRAM %llu MiB at 0x%llx, %llu MiB of it visible%s",
	       (unsigned long long)(up->vram_B >> 20), (unsigned long long)first,
	       (unsigned long long)(up->visible_B >> 20), busy ? ", in use" : "");
	return FL_OK;
}
