/* SPDX-License-Identifier: MIT
 *
 * The states that a chip is handed over in: at power-on, after the video BIOS, and as a kernel driver leaves
 * it (Linux r600_init, r600_startup, rv770_gpu_init; R6xx facts 0.3).
 */
#include "hw/model/r600/chip.h"
#include "hw/model/r600/cp.h"
#include "hw/model/r600/grbm.h"
#include "hw/model/r600/mc.h"

enum { RING_B = 64 << 10 };

void mr600_chip_reset(struct mr600 *r)
{
	for (unsigned i = 0; i < MR600_REGS_B / 4; i++)
		r->reg[i] = r->grbm->facts[i].reset;
	mr600_grbm_reset(r);
	mr600_mc_reset(r);
	mr600_ih_reset(r);
	mr600_cp_reset(r);
	mr600_dma_reset(r);
	mr600_vgt_reset(r);
	mr600_sq_reset(r);
	mr600_rb_reset(r);
	fl_dc_reset(&r->dc);
	r->dirty = MR600_DIRTY_ALL;
}

void mr600_chip_post(struct mr600 *r)
{
	mr600_mc_post(r, MR600_POSTED_VRAM_AT);
	fl_dc_post(&r->dc, (uint32_t)MR600_POSTED_VRAM_AT);
}

/* ---- as a kernel driver leaves it ---------------------------------------------------------------------- */
/* GB_TILING_CONFIG's upper half, two bits a pipe: from the highest pipe down, each backend, from the highest
 * down, has pipes / backends of them, and the first ones what remains. Linux r6xx_remap_render_backend. */
static uint32_t backend_map(const struct mr600_variant *v)
{
	unsigned each = v->tile_pipes / v->backends, rest = v->tile_pipes % v->backends;
	unsigned backend = v->backends, left = 0;
	uint32_t map = 0;

	for (unsigned pipe = v->tile_pipes; pipe--;) {
		if (!left) {
			backend--;
			left = each + (rest > 0);
			rest -= rest > 0;
		}
		map |= backend << 2 * pipe;
		left--;
	}
	return map;
}

static void tiling(struct mr600 *r)
{
	uint32_t low = r->variant->tiling;

	R600_REG(r, GB_TILING_CONFIG) = backend_map(r->variant) << 16 | low;
	R600_REG(r, HDP_TILING_CONFIG) = low;
}

/* What a stream may assume. */
static void defaults(struct mr600 *r)
{
	enum { NO_CLIPRECT = 0xffff, EDGE_RULE = 0xaaaaaaaau };
	const struct mr600_variant *v = r->variant;

	R600_REG(r, VGT_OUT_DEALLOC_CNTL) = 4u * v->quad_pipes;
	R600_REG(r, VGT_VERTEX_REUSE_BLOCK_CNTL) = 4u * v->quad_pipes - 2;
	R600_REG(r, VGT_NUM_INSTANCES) = v->r7xx;
	R600_REG(r, PA_SC_CLIPRECT_RULE) = NO_CLIPRECT;
	if (v->r7xx)
		r->reg[R700_PA_SC_EDGERULE / 4] = EDGE_RULE;
	if (!v->r7xx) { /* R6xx facts 0.3: sample positions */
		R600_REG(r, PA_SC_AA_SAMPLE_LOCS_2S) = 0x0000c44c;
		R600_REG(r, PA_SC_AA_SAMPLE_LOCS_4S) = 0xa66a22ee;
		R600_REG(r, PA_SC_AA_SAMPLE_LOCS_8S_WD0) = 0xea61c4be;
		R600_REG(r, PA_SC_AA_SAMPLE_LOCS_8S_WD1) = 0x874b0016;
	}
}

void mr600_chip_start(struct mr600 *r)
{
	uint64_t ring = r->base.mem.vram_B - RING_B;
	unsigned log2_qw = 31 - (unsigned)__builtin_clz(RING_B / 8);

	mr600_mc_post(r, 0);
	r->base.config[4] |= 1 << 2; /* PCI COMMAND: bus master */
	fl_mem_ram_on(&r->base.mem, true);
	tiling(r);
	defaults(r);
	mr600_cp_ram_fill(r);
	R600_REG(r, CP_RB_BASE) = (uint32_t)(ring >> 8);
	R600_REG(r, CP_RB_CNTL) = R600_CP_RB_CNTL__RB_NO_UPDATE(1) | R600_CP_RB_CNTL__RB_BLKSZ(9) | log2_qw;
	R600_REG(r, CP_ME_CNTL) = R600_CP_ME_CNTL__ME_STATMUX__MASK;
	r->cp->initialized = true;
}
