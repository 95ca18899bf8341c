/* SPDX-License-Identifier: MIT
 *
 * The three states that a card can be handed over in: powered on, posted by its video BIOS, set up by a
 * kernel driver.
 */
#include "hw/model/r500/chip.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/mc.h"
#include "hw/model/r500/rbbm.h"

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
	r->dirty = MR500_DIRTY_ALL;
}

/* Memory sized and placed, text mode on the first CRTC. */
void mr500_chip_post(struct mr500 *r)
{
	mr500_mc_post(r, MR500_POSTED_VRAM_AT);
	if (r->variant->kind == MR500_KIND_R5XX) {
		R500_REG(r, D1CRTC_CONTROL) = 1;
		R500_REG(r, VGA_RENDER_CONTROL) = 1u << 16;
		R500_REG(r, D1VGA_CONTROL) = 1;
	}
}

static void put(struct mr500 *r, uint32_t offset, uint32_t value)
{
	mr500_reg_write(r, offset, value, MR500_CP);
}

/* Linux radeon, rv515_ring_start; R3xx and R4xx: r300_ring_start. */
static void ring_start(struct mr500 *r)
{
	unsigned pipes = r->variant->pipes;
	uint32_t dest = r->variant->kind == MR500_KIND_R5XX ? (1u << pipes) - 1
			: pipes > 1                         ? 1u | 1u << r->variant->second_pipe_bit
							    : 1u;

	put(r, R500_ISYNC_CNTL, 0x33);
	put(r, R500_WAIT_UNTIL, 0x30000);
	put(r, R500_DST_PIPE_CONFIG, 1u << 31);
	put(r, R500_GB_SELECT, 0);
	put(r, R500_GB_ENABLE, 0);
	if (r->variant->kind == MR500_KIND_R5XX) {
		put(r, R500_SU_REG_DEST, dest);
		put(r, R500_VAP_INDEX_OFFSET, 0);
	}
	put(r, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	put(r, R500_ZB_ZCACHE_CTLSTAT, 3);
	put(r, R500_WAIT_UNTIL, 0x30000);
	put(r, R500_GB_AA_CONFIG, 0);
	put(r, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	put(r, R500_ZB_ZCACHE_CTLSTAT, 3);
	put(r, R500_GB_MSPOS0, 0x66666666);
	put(r, R500_GB_MSPOS1, 0x06666666);
	put(r, R500_GA_ENHANCE, 3);
	put(r, R500_GA_POLY_MODE, 0x120);
	put(r, R500_GA_ROUND_MODE, 5);
}

/* Linux radeon, r420_pipes_init and r100_cp_init_microcode, r100_cp_start. */
void mr500_chip_start(struct mr500 *r)
{
	uint64_t ring = r->base.mem.vram_B - RING_B;
	unsigned log2_qw = 31 - (unsigned)__builtin_clz(RING_B / 8);

	mr500_mc_post(r, 0);
	r->base.config[4] |= 4; /* COMMAND: bus master */
	R500_REG(r, VGA_RENDER_CONTROL) = 0;
	put(r, R500_GB_TILE_CONFIG,
	    R500_GB_TILE_CONFIG__ENABLE(1) | R500_GB_TILE_CONFIG__TILE_SIZE(1) |
		mr500_pipe_count_code(r->variant->pipes) << R500_GB_TILE_CONFIG__PIPE_COUNT__SHIFT);
	R500_REG(r, RB2D_DSTCACHE_MODE) = 1u << 8 | 1u << 17;
	mr500_cp_ram_fill(r);
	R500_REG(r, CP_RB_BASE) = (uint32_t)ring;
	R500_REG(r, CP_RB_CNTL) = R500_CP_RB_CNTL__RB_NO_UPDATE(1) | 1u << R500_CP_RB_CNTL__MAX_FETCH__SHIFT |
				  9u << R500_CP_RB_CNTL__RB_BLKSZ__SHIFT | log2_qw;
	R500_REG(r, CP_CSQ_MODE) = 0x4d4d;
	R500_REG(r, CP_CSQ_CNTL) = 4u << R500_CP_CSQ_CNTL__CSQ_MODE__SHIFT;
	ring_start(r);
}
