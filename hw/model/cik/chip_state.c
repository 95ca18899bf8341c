/* SPDX-License-Identifier: MIT
 *
 * The states that a chip is handed over in: at power-on, after the video BIOS, and as a kernel driver leaves
 * it (Linux cik_startup, cik_gpu_init, cik_tiling_mode_table_init).
 */
#include "hw/model/cik/chip.h"
#include "hw/model/cik/cp.h"
#include "hw/model/cik/grbm.h"
#include "hw/model/cik/mc.h"
#include "hw/model/cik/rlc.h"
#include "hw/model/cik/sdma.h"

void mcik_chip_reset(struct mcik *c)
{
	mcik_grbm_reset(c);
	fl_dc_reset(&c->dc);
	mcik_mc_reset(c);
	mcik_vm_reset(c);
	mcik_cp_reset(c);
	mcik_mec_reset(c);
	mcik_sdma_reset(c);
	mcik_spi_reset(c);
	mcik_vgt_reset(c);
	mcik_pixels_reset(c);
	mcik_rlc_reset(c);
}

void mcik_chip_post(struct mcik *c)
{
	mcik_mc_post(c, 0);
	fl_dc_post(&c->dc, 0);
}

/* ---- as a kernel driver leaves it ---------------------------------------------------------------------- */
static void tiling(struct mcik *c)
{
	const struct mcik_tiling *t = c->variant->tiling;
	uint32_t addr = mcik_addr_config(c->variant);

	for (unsigned i = 0; i < MCIK_TILE_MODES; i++)
		c->reg[CIK_GB_TILE_MODE(0) / 4 + i] = t->mode[i];
	for (unsigned i = 0; i < MCIK_MACRO_MODES; i++)
		c->reg[CIK_GB_MACROTILE_MODE(0) / 4 + i] = t->macro[i];
	CIK_REG(c, GB_ADDR_CONFIG) = CIK_REG(c, HDP_ADDR_CONFIG) = addr;
	CIK_REG(c, SDMA0_TILING_CONFIG) = CIK_REG(c, SDMA1_TILING_CONFIG) =
	    addr & CIK_SDMA0_TILING_CONFIG__PIPE_INTERLEAVE_SIZE__MASK;
}

/* CIK facts 0.2: what a stream may assume beside the clear state. */
static void presets(struct mcik *c)
{
	enum { UNALIGNED = 3 };

	CIK_REG(c, GRBM_CNTL) = CIK_GRBM_CNTL__READ_TIMEOUT__MASK;
	CIK_REG(c, SRBM_INT_CNTL) = 1;
	CIK_REG(c, TA_CNTL_AUX) = 0x10000;
	CIK_REG(c, VGT_NUM_INSTANCES) = 1;
	CIK_REG(c, VGT_GS_VERTEX_REUSE) = 16;
	for (unsigned vmid = 0; vmid < MCIK_VMIDS; vmid++) {
		CIK_BANKED(c, SH_MEM_CONFIG, vmid) = CIK_SH_MEM_CONFIG__ALIGNMENT_MODE(UNALIGNED);
		CIK_BANKED(c, SH_MEM_APE1_BASE, vmid) = 1;
	}
}

/* Linux cik_pcie_gart_enable, cik_cp_gfx_resume: VRAM is what the system aperture passes through, and the
 * ring is at the end of it. */
static void memory_and_ring(struct mcik *c)
{
	enum { PAGE_LOG2 = 12, RING_B = 64 << 10, BLOCK_LOG2 = 9 };
	uint64_t last = c->base.mem.vram_B - 1, ring = c->base.mem.vram_B - RING_B;

	CIK_REG(c, MC_VM_SYSTEM_APERTURE_LOW_ADDR) = 0;
	CIK_REG(c, MC_VM_SYSTEM_APERTURE_HIGH_ADDR) = (uint32_t)(last >> PAGE_LOG2);
	mcik_ram_fill(c);
	mcik_rlc_fill(c);
	for (unsigned e = 0; e < MCIK_SDMAS; e++) {
		c->sdma->engine[e].ucode_dw = MCIK_SDMA_DW;
		CIK_SDMA_REG(c, e, F32_CNTL) = 0;
	}
	CIK_REG(c, CP_ME_CNTL) = CIK_REG(c, CP_MEC_CNTL) = 0;
	CIK_REG(c, CP_RB0_BASE_HI) = (uint32_t)(ring >> 40);
	CIK_REG(c, CP_RB0_BASE) = (uint32_t)(ring >> 8);
	mcik_reg_write(c, CIK_CP_RB0_CNTL,
		       CIK_CP_RB0_CNTL__RB_NO_UPDATE(1) | CIK_CP_RB0_CNTL__RB_BLKSZ(BLOCK_LOG2) |
			   CIK_CP_RB0_CNTL__RB_BUFSZ(31 - (unsigned)__builtin_clz(RING_B / 8)),
		       MCIK_HOST);
}

void mcik_chip_start(struct mcik *c)
{
	mcik_mc_post(c, 0);
	c->base.config[4] |= 1 << 2; /* PCI COMMAND: bus master */
	fl_mem_ram_on(&c->base.mem, true);
	tiling(c);
	mcik_clear_state(c);
	presets(c);
	memory_and_ring(c);
	c->dirty = MCIK_DIRTY_ALL;
}
