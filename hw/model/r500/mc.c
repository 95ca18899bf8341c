/* SPDX-License-Identifier: MIT
 *
 * MC: the memory controller's registers in the four forms that the family has, and the clocks, which an index
 * and a data register reach. Sources: Linux radeon rv515_mc_rreg/wreg, r420_mc_rreg/wreg, r100_pll_rreg/wreg,
 * r500_reg.h, rv515d.h, r520d.h.
 */
#include "hw/model/r500/mc.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include <stdlib.h>
#include <string.h>

/* The engines' clock is the PLL's, divided by 2; all blocks may be slow to stop (Linux radeon_clocks.c). */
enum { POSTED_SCLK = 0x7ff8 | 2 };

static bool indirect(const struct mr500 *r)
{
	return r->variant->mc == MR500_MC_RV515 || r->variant->mc == MR500_MC_R520;
}

static uint32_t fb_location(const struct mr500 *r)
{
	switch (r->variant->mc) {
	case MR500_MC_R520:
		return r->mc->mc[R520_MCIND_MC_FB_LOCATION];
	case MR500_MC_RV515:
		return r->mc->mc[RV515_MCIND_MC_FB_LOCATION];
	default:
		return R500_REG(r, MC_FB_LOCATION);
	}
}

uint64_t mr500_mc_fb_start(const struct mr500 *r)
{
	return (uint64_t)(fb_location(r) & 0xffff) << 16;
}

/* MC_FB_LOCATION: start in units of 64 KiB in the lower half, last unit in the upper. */
static void place(struct mr500 *r)
{
	uint32_t v = fb_location(r);
	uint64_t start = (uint64_t)(v & 0xffff) << 16, top = ((uint64_t)(v >> 16) << 16) + 0xffff;

	if (!R500_REG(r, CONFIG_MEMSIZE) || top <= start) {
		fl_mem_place_vram(&r->base.mem, FL_MEM_NOWHERE);
		return;
	}
	if (top - start + 1 != r->base.mem.vram_B)
		mr500_report(r, FL_NOTE, "MC", "Linux radeon r520_mc_program",
			     "MC_FB_LOCATION spans 0x%llx bytes; the card has 0x%llx",
			     (unsigned long long)(top - start + 1), (unsigned long long)r->base.mem.vram_B);
	fl_mem_place_vram(&r->base.mem, start);
}

bool mr500_mc_new(struct mr500 *r)
{
	r->mc = calloc(1, sizeof(*r->mc));
	return r->mc;
}

void mr500_mc_free(struct mr500 *r)
{
	free(r->mc);
	r->mc = NULL;
}

/* Power-on: memory is neither sized nor placed before the video BIOS ran. */
void mr500_mc_reset(struct mr500 *r)
{
	memset(r->mc->mc, 0, sizeof(r->mc->mc));
	memset(r->mc->pll, 0, sizeof(r->mc->pll));
	R500_REG(r, CONFIG_MEMSIZE) = 0;
	fl_mem_place_vram(&r->base.mem, FL_MEM_NOWHERE);
}

void mr500_mc_post(struct mr500 *r, uint64_t start)
{
	struct mr500_mc *mc = r->mc;
	uint64_t top = start + r->base.mem.vram_B - 1;
	uint32_t location = (uint32_t)(start >> 16) | (uint32_t)(top >> 16) << 16;
	unsigned bits = r->variant->vram_width_bits;

	R500_REG(r, CONFIG_MEMSIZE) = (uint32_t)r->base.mem.vram_B;
	if (indirect(r))
		R500_REG(r, HDP_FB_LOCATION) = (uint32_t)(start >> 16);
	switch (r->variant->mc) {
	case MR500_MC_R520: /* bits 25:24: 32, 64, 128, 256 bits. Linux r520_vram_get_type */
		mc->mc[R520_MCIND_MC_FB_LOCATION] = location;
		mc->mc[R520_MCIND_MC_CNTL0] = (bits == 128 ? R520_MCIND_MC_CNTL0__MEM_NUM_CHANNELS__BITS_128
							   : R520_MCIND_MC_CNTL0__MEM_NUM_CHANNELS__BITS_256)
					      << R520_MCIND_MC_CNTL0__MEM_NUM_CHANNELS__SHIFT;
		break;
	case MR500_MC_RV515: /* channels: 0 is 64 bits, 1 is 128. Linux rv515_vram_get_type */
		mc->mc[RV515_MCIND_MC_FB_LOCATION] = location;
		mc->mc[RV515_MCIND_MC_CNTL] = bits == 128;
		break;
	case MR500_MC_DIRECT: /* channels: 0, 1, 2 are 64, 128, 256 bits. Linux r300_mc_init */
	case MR500_MC_R420:
		R500_REG(r, MC_FB_LOCATION) = location;
		R500_REG(r, MEM_CNTL) = bits == 256 ? 2 : bits == 128;
		R500_REG(r, DISPLAY_BASE_ADDR) = (uint32_t)start;
		mc->pll[R500_PLL_SCLK_CNTL] = POSTED_SCLK;
		break;
	}
	place(r);
}

/* ---- indirect registers -------------------------------------------------------------------------------- */
static uint32_t mc_read(struct mr500 *r, unsigned index)
{
	uint32_t v = r->mc->mc[index % MR500_MC_REGS];

	if (r->variant->mc == MR500_MC_R520 && index == R520_MCIND_MC_STATUS)
		v = r->mc->never_idle ? 0 : R520_MCIND_MC_STATUS__MC_IDLE__MASK;
	else if (r->variant->mc == MR500_MC_RV515 && index == RV515_MCIND_MC_STATUS)
		v = r->mc->never_idle ? 0 : RV515_MCIND_MC_STATUS__MC_IDLE__MASK;
	return v;
}

static void mc_write(struct mr500 *r, unsigned index, uint32_t value)
{
	bool location = (r->variant->mc == MR500_MC_R520 && index == R520_MCIND_MC_FB_LOCATION) ||
			(r->variant->mc == MR500_MC_RV515 && index == RV515_MCIND_MC_FB_LOCATION);

	if (location && mr500_cp_busy(r))
		mr500_report(r, FL_WARN, "MC", "Linux radeon r520_mc_program",
			     "the frame buffer was moved while the command processor works: stop it and wait "
			     "for idle first");
	r->mc->mc[index % MR500_MC_REGS] = value;
	if (location)
		place(r);
}

/* Drivers write 0x7f0000 | a to read and 0xff0000 | a to write; headers call bit 24 the write enable. The two
 * forms that are known to work differ in bit 23, so either bit enables writing. */
static bool may_write(uint32_t index)
{
	return index & (R500_MC_IND_INDEX__MC_IND_WR_EN_RS600__MASK | R500_MC_IND_INDEX__MC_IND_WR_EN__MASK);
}

static void mc_data(struct mr500 *r, uint32_t value)
{
	uint32_t index = R500_REG(r, MC_IND_INDEX);

	if (may_write(index))
		mc_write(r, index & 0xffff, value);
	else
		mr500_report(r, FL_WARN, "MC", "Linux radeon rv515_mc_wreg",
			     "MC_IND_DATA was written (0x%08x) without the write enable: MC_IND_INDEX is "
			     "0x%08x, a write wants 0xff0000 | index; ignored",
			     value, index);
}

/* ---- PLL ----------------------------------------------------------------------------------------------- */
static unsigned pll_index(const struct mr500 *r)
{
	return R500_REG(r, CLOCK_CNTL_INDEX) & (MR500_PLL_REGS - 1);
}

/* What R5xx has at this index are the clocks of the pipes; here the three lowest bits choose the clock of all
 * engines, and a drawing engine that loses it stands. */
static void sclk_cntl(struct mr500 *r, uint32_t value)
{
	if (!((value ^ r->mc->pll[R500_PLL_SCLK_CNTL]) & R500_PLL_SCLK_CNTL__SCLK_SRC_SEL__MASK))
		return;
	mr500_report(r, FL_REFUSE, "CG", "Linux radeon r300_clock_startup",
		     "SCLK_CNTL (PLL index 0x0d) becomes 0x%08x: SCLK_SRC_SEL changes, and the engines lose "
		     "their clock; R3xx and R4xx have no DYN_SCLK_PWMEM_PIPE there",
		     value);
	mr500_cp_hang(r);
}

static void pll_data(struct mr500 *r, uint32_t value)
{
	if (R500_REG(r, CLOCK_CNTL_INDEX) & R500_CLOCK_CNTL_INDEX__PLL_WR_EN__MASK) {
		if (!indirect(r) && pll_index(r) == R500_PLL_SCLK_CNTL)
			sclk_cntl(r, value);
		r->mc->pll[pll_index(r)] = value;
	} else
		mr500_report(r, FL_WARN, "CG", "Linux radeon r100_pll_wreg",
			     "CLOCK_CNTL_DATA was written (0x%08x) without the write enable, bit 7 of "
			     "CLOCK_CNTL_INDEX; ignored",
			     value);
}

/* PCIE_INDEX without PCIE_DATA, three times in a row: what it stands for on AGP cards is switched there.
 * Whoever looks at PCIE_DATA and puts the index back writes it twice. */
static void pcie_index(struct mr500 *r)
{
	enum { NOBODY = 3 };

	if (!r->variant->pcie || indirect(r) || ++r->mc->index_writes < NOBODY)
		return;
	mr500_report(r, FL_WARN, "BIF", "Linux radeon r300_startup",
		     "PCIE_INDEX (0x30) was written three times, and PCIE_DATA never accessed: BUS_CNTL is "
		     "there on AGP cards only (R300, R350, RV350, R420)");
}

/* Linux r300.c: through the command stream it is harmless. */
static void host_path(struct mr500 *r, enum mr500_from from)
{
	if (from == MR500_HOST && !indirect(r) && (mr500_cp_busy(r) || mr500_ga_busy(r) || mr500_e2_busy(r)))
		mr500_report(r, FL_WARN, "HDP", "Linux radeon r300.c, GPU errata",
			     "HOST_PATH_CNTL was written by the host while the engines work, which can lock "
			     "up the machine on R3xx and R4xx: send it through the command stream");
}

/* ---- the registers ------------------------------------------------------------------------------------- */
uint32_t mr500_mc_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	switch (offset) {
	case R500_CLOCK_CNTL_DATA:
		return r->mc->pll[pll_index(r)];
	case R500_PCIE_DATA:
		r->mc->index_writes = 0;
		return r->mc->pcie[R500_REG(r, PCIE_INDEX) & 0xff];
	case R500_MC_IND_DATA:
		return indirect(r) ? mc_read(r, R500_REG(r, MC_IND_INDEX) & 0xffff) : 0;
	case R420_MC_IND_DATA:
		return r->variant->mc == MR500_MC_R420 ? mc_read(r, r->reg[R420_MC_IND_INDEX / 4] & 0x7f) : 0;
	case R500_MC_STATUS:
		if (!indirect(r))
			return r->mc->never_idle
				   ? 0
				   : R500_MC_STATUS__MC_IDLE__MASK | R500_MC_STATUS__MC_IDLE_R100__MASK;
		break;
	}
	return r->reg[offset / 4];
}

void mr500_mc_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	switch (offset) {
	case R500_CLOCK_CNTL_DATA:
		pll_data(r, value);
		break;
	case R500_PCIE_INDEX:
		pcie_index(r);
		break;
	case R500_HOST_PATH_CNTL:
		host_path(r, from);
		break;
	case R500_PCIE_DATA:
		r->mc->index_writes = 0;
		r->mc->pcie[R500_REG(r, PCIE_INDEX) & 0xff] = value;
		break;
	case R500_MC_IND_DATA:
		if (indirect(r))
			mc_data(r, value);
		break;
	case R420_MC_IND_DATA:
		if (r->variant->mc == MR500_MC_R420 &&
		    r->reg[R420_MC_IND_INDEX / 4] & R420_MC_IND_INDEX__MC_IND_WR_EN__MASK)
			mc_write(r, r->reg[R420_MC_IND_INDEX / 4] & 0x7f, value);
		break;
	case R500_MC_FB_LOCATION:
		if (!indirect(r))
			place(r);
		break;
	case R500_CONFIG_MEMSIZE:
		place(r);
		break;
	}
}
