/* SPDX-License-Identifier: MIT
 *
 * Step: memory. VRAM stays where the video BIOS put it (Linux moves it, r600_mc_program()); AGP, translation
 * of addresses and surfaces are off, and the BAR shows VRAM as it is.
 */
#include "hw/r600/mc.h"
#include "hw/regs/r600.h"

enum {
	PAGE_SHIFT = 12,
	NO_AGP = 0x0fffffff, /* an aperture that no address hits */
	WAIT_US = 100000,
};

static const struct r600_mc_regs r6xx = {
    .fb_location = R600_MC_VM_FB_LOCATION,
    .agp_top = R600_MC_VM_AGP_TOP,
    .agp_bot = R600_MC_VM_AGP_BOT,
    .agp_base = R600_MC_VM_AGP_BASE,
    .aperture_low = R600_MC_VM_SYSTEM_APERTURE_LOW_ADDR,
    .aperture_high = R600_MC_VM_SYSTEM_APERTURE_HIGH_ADDR,
    .aperture_default = R600_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR,
    .blackout = R600_CITF_CNTL,
    .table_base = R600_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR,
    .table_start = R600_VM_CONTEXT0_PAGE_TABLE_START_ADDR,
    .table_end = R600_VM_CONTEXT0_PAGE_TABLE_END_ADDR,
    .fault_default = R600_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR,
};
static const struct r600_mc_regs r7xx = {
    .fb_location = R700_MC_VM_FB_LOCATION,
    .agp_top = R700_MC_VM_AGP_TOP,
    .agp_bot = R700_MC_VM_AGP_BOT,
    .agp_base = R700_MC_VM_AGP_BASE,
    .aperture_low = R700_MC_VM_SYSTEM_APERTURE_LOW_ADDR,
    .aperture_high = R700_MC_VM_SYSTEM_APERTURE_HIGH_ADDR,
    .aperture_default = R700_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR,
    .blackout = R700_MC_CITF_CNTL,
    .table_base = R700_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR,
    .table_start = R700_VM_CONTEXT0_PAGE_TABLE_START_ADDR,
    .table_end = R700_VM_CONTEXT0_PAGE_TABLE_END_ADDR,
    .fault_default = R700_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR,
};

static const uint16_t r6xx_tlbs[] = {
    R600_MC_VM_L1_TLB_MCD_RD_A_CNTL,   R600_MC_VM_L1_TLB_MCD_RD_B_CNTL,    R600_MC_VM_L1_TLB_MCD_WR_A_CNTL,
    R600_MC_VM_L1_TLB_MCD_WR_B_CNTL,   R600_MC_VM_L1_TLB_MCB_RD_GFX_CNTL,  R600_MC_VM_L1_TLB_MCB_WR_GFX_CNTL,
    R600_MC_VM_L1_TLB_MCB_RD_SYS_CNTL, R600_MC_VM_L1_TLB_MCB_WR_SYS_CNTL,  R600_MC_VM_L1_TLB_MCB_RD_HDP_CNTL,
    R600_MC_VM_L1_TLB_MCB_WR_HDP_CNTL, R600_MC_VM_L1_TLB_MCB_RD_PDMA_CNTL, R600_MC_VM_L1_TLB_MCB_WR_PDMA_CNTL,
    R600_MC_VM_L1_TLB_MCB_RD_SEM_CNTL, R600_MC_VM_L1_TLB_MCB_WR_SEM_CNTL,  R600_MC_VM_L1_TLB_MCB_RD_UVD_CNTL,
    R600_MC_VM_L1_TLB_MCB_WR_UVD_CNTL,
};

/* RV740 has the last one too. */
static const uint16_t r7xx_tlbs[] = {
    R700_MC_VM_MD_L1_TLB_CNTL(0), R700_MC_VM_MD_L1_TLB_CNTL(1), R700_MC_VM_MD_L1_TLB_CNTL(2),
    R700_MC_VM_MB_L1_TLB_CNTL(0), R700_MC_VM_MB_L1_TLB_CNTL(1), R700_MC_VM_MB_L1_TLB_CNTL(2),
    R700_MC_VM_MB_L1_TLB_CNTL(3), R700_MC_VM_MD_L1_TLB3_CNTL,
};

const struct r600_mc_regs *r600_mc_regs(const struct r600_card *c)
{
	return c->family->r7xx ? &r7xx : &r6xx;
}

const uint16_t *r600_mc_tlbs(const struct r600_card *c, unsigned *n)
{
	enum { R6XX = sizeof(r6xx_tlbs) / sizeof(*r6xx_tlbs), R7XX = sizeof(r7xx_tlbs) / sizeof(*r7xx_tlbs) };

	*n = !c->family->r7xx ? R6XX : c->chip->family == R600_FAMILY_RV740 ? R7XX : R7XX - 1;
	return c->family->r7xx ? r7xx_tlbs : r6xx_tlbs;
}

void r600_mc_get_location(const struct r600_card *c, uint64_t *first, uint64_t *last)
{
	uint32_t location = fl_read32(c->up.dev, r600_mc_regs(c)->fb_location);

	*first = (uint64_t)(location & 0xffff) << 24;
	*last = (uint64_t)(location >> 16) << 24 | 0xffffff;
}

enum fl_code r600_mc_wait_idle(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	const uint32_t busy = R600_SRBM_STATUS__VMC_BUSY__MASK | R600_SRBM_STATUS__MCB_BUSY__MASK |
			      R600_SRBM_STATUS__MCDZ_BUSY__MASK | R600_SRBM_STATUS__MCDY_BUSY__MASK |
			      R600_SRBM_STATUS__MCDX_BUSY__MASK | R600_SRBM_STATUS__MCDW_BUSY__MASK;

	return fl_poll32(d, R600_SRBM_STATUS, busy, 0, timeout_us, "memory controller idle", "SRBM_STATUS",
			 err);
}

static bool displays_on(struct fl_dev *d)
{
	return (fl_read32(d, R600_D1CRTC_CONTROL) | fl_read32(d, R600_D2CRTC_CONTROL)) &
	       R600_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK;
}

/* Width of the memory bus: r600_mc_init(), rv770_mc_init(). */
static unsigned width_bits(const struct r600_card *c)
{
	struct fl_dev *d = c->up.dev;
	uint32_t ram = fl_read32(d, c->family->r7xx ? R700_MC_ARB_RAMCFG : R600_RAMCFG);
	bool narrow = c->family->r7xx ? R700_MC_ARB_RAMCFG__CHANSIZE_OVERRIDE__GET(ram)
				      : R600_RAMCFG__CHANSIZE_OVERRIDE__GET(ram);
	bool wide =
	    c->family->r7xx ? R700_MC_ARB_RAMCFG__CHANSIZE__GET(ram) : R600_RAMCFG__CHANSIZE__GET(ram);

	return (narrow ? 16u : wide ? 64u : 32u) << R600_CHMAP__NOOFCHAN__GET(fl_read32(d, R600_CHMAP));
}

/* Memory is reached by the host, and by the chip; nothing is translated. A driver that was cut short may have
 * left it otherwise (Linux rv515_mc_stop()). */
static void open_ways(const struct r600_card *c, uint64_t first, uint64_t last)
{
	const struct r600_mc_regs *x = r600_mc_regs(c);
	struct fl_dev *d = c->up.dev;

	fl_mask32(d, x->blackout, R600_CITF_CNTL__BLACKOUT__MASK, 0);
	fl_write32(d, R600_BIF_FB_EN, R600_BIF_FB_EN__FB_READ_EN(1) | R600_BIF_FB_EN__FB_WRITE_EN(1));
	fl_write32(d, R600_VM_CONTEXT0_CNTL, 0);
	for (unsigned i = 0; i < R600_VM_CONTEXT_CNTL__COUNT; i++)
		fl_write32(d, R600_VM_CONTEXT_CNTL(i), 0);
	fl_write32(d, x->aperture_low, (uint32_t)(first >> PAGE_SHIFT));
	fl_write32(d, x->aperture_high, (uint32_t)(last >> PAGE_SHIFT));
	fl_write32(d, x->aperture_default, (uint32_t)(first >> PAGE_SHIFT));
	fl_write32(d, x->agp_base, 0);
	fl_write32(d, x->agp_top, NO_AGP);
	fl_write32(d, x->agp_bot, NO_AGP);
}

/* No surfaces: each of 32 could tile or swap what the host sees. */
static void host_path(const struct r600_card *c, uint64_t first)
{
	struct fl_dev *d = c->up.dev;

	for (unsigned i = 0; i < R600_HDP_SURFACE_DWORD0__COUNT; i++)
		for (uint32_t at = R600_HDP_SURFACE_DWORD0(i); at <= R600_HDP_SURFACE_DWORD4(i); at += 4)
			fl_write32(d, at, 0);
	if (c->family->r7xx)
		fl_read32(d, R600_HDP_DEBUG1);
	else
		fl_write32(d, R600_HDP_REG_COHERENCY_FLUSH_CNTL, 0);
	fl_write32(d, R600_HDP_NONSURFACE_BASE, (uint32_t)(first >> 8));
	fl_write32(d, R600_HDP_NONSURFACE_INFO, 2 << 7);
	fl_write32(d, R600_HDP_NONSURFACE_SIZE, 0x3fffffff);
}

enum fl_code r600_memory(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	struct fl_dev *d = up->dev;
	uint64_t first, last, room, memsize = fl_read32(d, R600_CONFIG_MEMSIZE);
	enum fl_code busy;
	uint32_t base;

	if (!memsize || memsize == 0xffffffff)
		return fl_fail(err, FL_FAILED,
			       "CONFIG_MEMSIZE is 0x%llx: no video BIOS has told how much VRAM there is",
			       (unsigned long long)memsize);
	r600_mc_get_location(c, &first, &last);
	room = last >= first ? last + 1 - first : 0;
	if (!room)
		return fl_fail(err, FL_FAILED,
			       "MC_VM_FB_LOCATION holds 0x%llx to 0x%llx, no room for %llu MiB: the memory "
			       "controller is not set up",
			       (unsigned long long)first, (unsigned long long)last,
			       (unsigned long long)(memsize >> 20));
	/* VGA must not write characters into what is drawn: rv515_vga_render_disable(). */
	fl_mask32(d, R600_VGA_RENDER_CONTROL, R600_VGA_RENDER_CONTROL__VGA_VSTATUS_CNTL__MASK, 0);
	/* A display that reads keeps it busy, and nothing else may. */
	busy = r600_mc_wait_idle(d, WAIT_US, err);
	if (busy && !displays_on(d))
		return busy;
	up->vram_addr = first;
	up->vram_B = memsize < room ? memsize : room;
	up->visible_B = d->vram_size_B < up->vram_B ? d->vram_size_B : up->vram_B;
	c->vram_width_bits = width_bits(c);
	open_ways(c, first, last);
	host_path(c, first);
	base = fl_read32(d, R600_HDP_NONSURFACE_BASE);
	if (base != (uint32_t)(first >> 8))
		return fl_fail(
		    err, FL_FAILED,
		    "HDP_NONSURFACE_BASE stays at 0x%x, VRAM is at 0x%llx (both >> 8): the host would "
		    "write elsewhere than the chip reads",
		    base, (unsigned long long)(first >> 8));
	fl_did(up, "VRAM %llu MiB at 0x%llx, %llu MiB of it visible, %u-bit bus%s",
	       (unsigned long long)(up->vram_B >> 20), (unsigned long long)first,
	       (unsigned long long)(up->visible_B >> 20), c->vram_width_bits, busy ? ", in use" : "");
	return FL_OK;
}
