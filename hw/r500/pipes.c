/* SPDX-License-Identifier: MIT
 *
 * Step: pipes. Linux r520_gpu_init(), r420_pipes_init() and r300_gpu_init(); R5xx guide 10.3.4 and 10.4.1.
 */
#include "hw/r500/card.h"
#include "hw/r500/clocks.h"
#include "hw/r500/crtc_r300.h"
#include "hw/r500/idle.h"
#include "hw/r500/mc.h"
#include "hw/regs/r500.h"

enum { IDLE_US = 500000 };

/* GB_TILE_CONFIG.PIPE_COUNT for 1 to 4 pipes */
static const uint8_t pipe_count[] = {
    R500_GB_TILE_CONFIG__PIPE_COUNT__PIPES_1_RV350,
    R500_GB_TILE_CONFIG__PIPE_COUNT__PIPES_2_R300,
    R500_GB_TILE_CONFIG__PIPE_COUNT__PIPES_3_R420_3P,
    R500_GB_TILE_CONFIG__PIPE_COUNT__PIPES_4_R420,
};

/* Guide 10.4.1: after a change of the number of pipes the 3D pipe has to be reset, or it runs on with the old
 * one. */
static enum fl_code raster_reset(struct fl_dev *d, struct fl_err *err)
{
	fl_write32(d, R500_GA_SOFT_RESET, R500_GA_SOFT_RESET__SOFT_RESET_COUNT(0x200));
	fl_delay_us(d, 1000);
	return r500_idle_wait(d, IDLE_US, err);
}

/* Tiles of 16x16 pixels, 1/12 of a pixel: then 4096x4096 can be drawn. */
uint32_t r500_tile_config(unsigned pipes)
{
	return R500_GB_TILE_CONFIG__ENABLE(R500_GB_TILE_CONFIG__ENABLE__TILING_ENABLED) |
	       R500_GB_TILE_CONFIG__PIPE_COUNT(pipe_count[(pipes - 1) % 4]) |
	       R500_GB_TILE_CONFIG__TILE_SIZE(R500_GB_TILE_CONFIG__TILE_SIZE__PIXELS_16) |
	       R500_GB_TILE_CONFIG__SUBPIXEL(R500_GB_TILE_CONFIG__SUBPIXEL__SUBPIXEL_1_12);
}

unsigned r500_pipe_count(const struct fl_chip *chip, struct fl_dev *d, uint32_t *select)
{
	/* Radeon 9500, 9800 SE and X700 SE have one pipe, and nothing to tell it by. */
	enum { ID_AD = 0x4144, ID_AH = 0x4148, ID_X700_SE = 0x5e4c, ID_X700_SE_2 = 0x5e4f };
	const struct r500_family_info *family = r500_chip_family(chip);
	bool one = chip->device == ID_AD || chip->device == ID_AH || chip->device == ID_X700_SE ||
		   chip->device == ID_X700_SE_2;

	*select = family->gen == R500_GEN_R300 ? 0 : fl_read32(d, R500_GB_PIPE_SELECT);
	if (one)
		return 1;
	return family->gen == R500_GEN_R300 ? family->max_pipes
					    : R500_GB_PIPE_SELECT__MAX_PIPE__GET(*select) + 1;
}

/* Clocks of the pipes that are there: the current one, and PIPE_MASK. R3xx and R4xx have SCLK_CNTL at that
 * index, which chooses the clock of everything. */
static void pipe_clocks(struct fl_dev *d)
{
	uint32_t dst = fl_read32(d, R500_DST_PIPE_CONFIG), select = fl_read32(d, R500_GB_PIPE_SELECT);

	r500_pll_write(d, R500_PLL_DYN_SCLK_PWMEM_PIPE,
		       R500_PLL_DYN_SCLK_PWMEM_PIPE__PIPE_ON(1u << (dst >> 2 & 3)) |
			   R500_PLL_DYN_SCLK_PWMEM_PIPE__PIPES(R500_GB_PIPE_SELECT__PIPE_MASK__GET(select)));
}

enum fl_code r500_pipes(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = c->up.dev;
	bool rv530 = c->chip->family == R500_FAMILY_RV530, r300 = c->family->gen == R500_GEN_R300;
	uint32_t select, tile, tile_before, dst, mode, got;
	enum fl_code code;

	/* VGA off the memory. */
	if (r500_is_legacy(c))
		r500_vga_r300_off(d);
	else
		fl_mask32(d, R500_VGA_RENDER_CONTROL, R500_VGA_RENDER_CONTROL__VGA_VSTATUS_CNTL__MASK, 0);
	if (rv530) /* all four FIFO size fields to their largest, a quirk of the chip */
		fl_write32(d, R500_GB_FIFO_SIZE2, 0xff);
	/* Bits 0 and 1 work around a deadlock of the TCL; 2 and 3 let registers be read while the pipe
	 * works. */
	if (!r300)
		fl_write32(d, R500_GA_ENHANCE,
			   R500_GA_ENHANCE__DEADLOCK_CNTL(1) | R500_GA_ENHANCE__FASTSYNC_CNTL(1) |
			       R500_GA_ENHANCE__REG_READWRITE(1) | R500_GA_ENHANCE__REG_NOSTALL(1));
	code = r500_idle_wait(d, IDLE_US, err);
	if (code)
		return code;

	c->pipes = r500_pipe_count(c->chip, d, &select);
	if (select == 0xffffffff)
		return fl_fail(err, FL_FAILED, "GB_PIPE_SELECT reads all ones: the 3D block does not answer");
	if (!r300)
		fl_write32(d, R500_SU_REG_DEST, R500_SU_REG_DEST__SELECT((1u << c->pipes) - 1));
	tile = r500_tile_config(c->pipes);
	tile_before = fl_read32(d, R500_GB_TILE_CONFIG);
	fl_write32(d, R500_GB_TILE_CONFIG, tile);
	code = r500_idle_wait(d, IDLE_US, err);
	if (!code && !r300 && (tile_before ^ tile) & R500_GB_TILE_CONFIG__PIPE_COUNT__MASK)
		code = raster_reset(d, err);
	if (code)
		return code;
	got = fl_read32(d, R500_GB_TILE_CONFIG); /* PIPE_COUNT reads back the value in effect */
	if (!r300 && (got ^ tile) & R500_GB_TILE_CONFIG__PIPE_COUNT__MASK)
		return fl_fail(err, FL_FAILED,
			       "pipes: GB_TILE_CONFIG reads 0x%08x after 0x%08x was written: the chip does "
			       "not run %u pipes (GB_PIPE_SELECT 0x%08x)",
			       got, tile, c->pipes, select);

	dst = fl_read32(d, R500_DST_PIPE_CONFIG);
	fl_write32(d, R500_DST_PIPE_CONFIG, dst | R500_DST_PIPE_CONFIG__PIPE_AUTO_CONFIG(1));
	mode = fl_read32(d, R500_RB2D_DSTCACHE_MODE);
	fl_write32(d, R500_RB2D_DSTCACHE_MODE,
		   mode | R500_RB2D_DSTCACHE_MODE__DC_AUTOFLUSH_ENABLE(1) |
		       R500_RB2D_DSTCACHE_MODE__DC_DISABLE_IGNORE_PE(1));
	code = r500_idle_wait(d, IDLE_US, err);
	if (code)
		return code;
	c->z_pipes = rv530 && R500_GB_PIPE_SELECT2__Z_PIPES__GET(fl_read32(d, R500_GB_PIPE_SELECT2)) ==
				  R500_GB_PIPE_SELECT2__Z_PIPES__TWO
			 ? 2
			 : 1;

	if (!r500_is_legacy(c))
		pipe_clocks(d);
	r500_mc_rests(c);
	fl_did(&c->up, "%u quad pipe%s, %u Z pipe%s, GB_TILE_CONFIG 0x%08x", c->pipes,
	       c->pipes == 1 ? "" : "s", c->z_pipes, c->z_pipes == 1 ? "" : "s", tile);
	return FL_OK;
}
