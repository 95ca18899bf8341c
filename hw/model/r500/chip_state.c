/* SPDX-License-Identifier: MIT
 *
 * The three states that a card can be handed over in: powered on, posted by its video BIOS, set up by a
 * kernel driver.
 */
#include "hw/model/r500/chip.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/mc.h"
#include "hw/model/r500/rbbm.h"

#include <string.h>

enum { RING_B = 64 << 10 };

void mr500_chip_reset(struct mr500 *r)
{
	for (unsigned i = 0; i < MR500_REGS_B / 4; i++)
		r->reg[i] = r->rbbm->facts[i].reset;
	mr500_rbbm_reset(r);
	mr500_mc_reset(r);
	mr500_cp_reset(r);
	mr500_e2_reset(r);
	mr500_vap_reset(r);
	mr500_ga_reset(r);
	mr500_us_reset(r);
	mr500_tx_reset(r);
	mr500_rb_reset(r);
	fl_dc_reset(&r->dc);
	r->dirty = MR500_DIRTY_ALL;
}

/* Memory sized and placed, text mode on the first CRTC. */
void mr500_chip_post(struct mr500 *r)
{
	mr500_mc_post(r, MR500_POSTED_VRAM_AT);
	if (r->variant->kind == MR500_KIND_R5XX) {
		fl_dc_post(&r->dc, MR500_POSTED_VRAM_AT);
	} else {
		R500_REG(r, CRTC_GEN_CNTL) = R500_CRTC_GEN_CNTL__CRTC_EN(1); /* it shows VGA */
		R500_REG(r, CRTC_EXT_CNTL) =
		    R500_CRTC_EXT_CNTL__CRTC_CRT_ON(1) | R500_CRTC_EXT_CNTL__XCRT_CNT_EN(1);
		R500_REG(r, CRTC2_GEN_CNTL) = R500_CRTC2_GEN_CNTL__CRTC2_DISP_REQ_EN_B(1);
		R500_REG(r, GENMO_WT) = R500_GENMO_WT__GENMO_MONO_ADDRESS_B(1) | R500_GENMO_WT__VGA_RAM_EN(1);
	}
}

static void put(struct mr500 *r, uint32_t offset, uint32_t value)
{
	mr500_reg_write(r, offset, value, MR500_CP);
}

/* Both engines idle, and what they drew in memory. */
static void settle(struct mr500 *r)
{
	put(r, R500_RB3D_DSTCACHE_CTLSTAT,
	    R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH(R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH__FLUSH_DIRTY_3D) |
		R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE(R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE__FREE_3D_TAGS));
	put(r, R500_ZB_ZCACHE_CTLSTAT,
	    R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH(1) | R500_ZB_ZCACHE_CTLSTAT__ZC_FREE(1));
}

/* Linux radeon, rv515_ring_start; R3xx and R4xx: r300_ring_start. */
static void ring_start(struct mr500 *r)
{
	const uint32_t idle = R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1) | R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1);
	const uint32_t middle = 6; /* of a pixel, in twelfths: where each sample is */
	unsigned pipes = r->variant->pipes;
	uint32_t dest = r->variant->kind == MR500_KIND_R5XX ? (1u << pipes) - 1
			: pipes > 1                         ? 1u | 1u << r->variant->second_pipe_bit
							    : 1u;

	put(r, R500_ISYNC_CNTL,
	    R500_ISYNC_CNTL__ISYNC_ANY2D_IDLE3D(1) | R500_ISYNC_CNTL__ISYNC_ANY3D_IDLE2D(1) |
		R500_ISYNC_CNTL__ISYNC_WAIT_IDLEGUI(1) | R500_ISYNC_CNTL__ISYNC_CPSCRATCH_IDLEGUI(1));
	put(r, R500_WAIT_UNTIL, idle);
	put(r, R500_DST_PIPE_CONFIG, R500_DST_PIPE_CONFIG__PIPE_AUTO_CONFIG(1));
	put(r, R500_GB_SELECT, 0);
	put(r, R500_GB_ENABLE, 0);
	if (r->variant->kind == MR500_KIND_R5XX) {
		put(r, R500_SU_REG_DEST, dest);
		put(r, R500_VAP_INDEX_OFFSET, 0);
	}
	settle(r);
	put(r, R500_WAIT_UNTIL, idle);
	put(r, R500_GB_AA_CONFIG, 0);
	settle(r);
	put(r, R500_GB_MSPOS0,
	    R500_GB_MSPOS0__MS_X0(middle) | R500_GB_MSPOS0__MS_Y0(middle) | R500_GB_MSPOS0__MS_X1(middle) |
		R500_GB_MSPOS0__MS_Y1(middle) | R500_GB_MSPOS0__MS_X2(middle) |
		R500_GB_MSPOS0__MS_Y2(middle) | R500_GB_MSPOS0__MSBD0_Y(middle) |
		R500_GB_MSPOS0__MSBD0_X(middle));
	put(r, R500_GB_MSPOS1,
	    R500_GB_MSPOS1__MS_X3(middle) | R500_GB_MSPOS1__MS_Y3(middle) | R500_GB_MSPOS1__MS_X4(middle) |
		R500_GB_MSPOS1__MS_Y4(middle) | R500_GB_MSPOS1__MS_X5(middle) |
		R500_GB_MSPOS1__MS_Y5(middle) | R500_GB_MSPOS1__MSBD1(middle));
	put(r, R500_GA_ENHANCE, R500_GA_ENHANCE__DEADLOCK_CNTL(1) | R500_GA_ENHANCE__FASTSYNC_CNTL(1));
	put(r, R500_GA_POLY_MODE,
	    R500_GA_POLY_MODE__FRONT_PTYPE(R500_GA_POLY_MODE__FRONT_PTYPE__TRIANGLES) |
		R500_GA_POLY_MODE__BACK_PTYPE(R500_GA_POLY_MODE__BACK_PTYPE__TRIANGLES));
	put(r, R500_GA_ROUND_MODE,
	    R500_GA_ROUND_MODE__GEOMETRY_ROUND(R500_GA_ROUND_MODE__GEOMETRY_ROUND__NEAREST) |
		R500_GA_ROUND_MODE__COLOR_ROUND(R500_GA_ROUND_MODE__COLOR_ROUND__NEAREST));
}

/* Linux radeon, r420_pipes_init and r100_cp_init_microcode, r100_cp_start. */
void mr500_chip_start(struct mr500 *r)
{
	uint64_t ring = r->base.mem.vram_B - RING_B;
	unsigned log2_qw = 31 - (unsigned)__builtin_clz(RING_B / 8);

	mr500_mc_post(r, 0);
	r->base.config[4] |= 1 << 2; /* PCI COMMAND: bus master */
	fl_mem_ram_on(&r->base.mem, true);
	R500_REG(r, VGA_RENDER_CONTROL) = 0;
	put(r, R500_GB_TILE_CONFIG,
	    R500_GB_TILE_CONFIG__ENABLE(1) | R500_GB_TILE_CONFIG__TILE_SIZE(1) |
		mr500_pipe_count_code(r->variant->pipes) << R500_GB_TILE_CONFIG__PIPE_COUNT__SHIFT);
	R500_REG(r, RB2D_DSTCACHE_MODE) = R500_RB2D_DSTCACHE_MODE__DC_AUTOFLUSH_ENABLE(1) |
					  R500_RB2D_DSTCACHE_MODE__DC_DISABLE_IGNORE_PE(1);
	mr500_cp_ram_fill(r);
	R500_REG(r, CP_RB_BASE) = (uint32_t)ring;
	R500_REG(r, CP_RB_CNTL) = R500_CP_RB_CNTL__RB_NO_UPDATE(1) | R500_CP_RB_CNTL__MAX_FETCH(1) |
				  R500_CP_RB_CNTL__RB_BLKSZ(9) | R500_CP_RB_CNTL__RB_BUFSZ(log2_qw);
	/* where the queues of the two kinds of indirect buffers begin */
	R500_REG(r, CP_CSQ_MODE) =
	    R500_CP_CSQ_MODE__INDIRECT2_START(0x4d) | R500_CP_CSQ_MODE__INDIRECT1_START(0x4d);
	R500_REG(r, CP_CSQ_CNTL) =
	    R500_CP_CSQ_CNTL__CSQ_MODE(R500_CP_CSQ_CNTL__CSQ_MODE__PRIMARY_BM_INDIRECT_BM);
	ring_start(r);
}
