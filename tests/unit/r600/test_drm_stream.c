/* SPDX-License-Identifier: MIT
 *
 * What the render node of R6xx and R7xx refuses: streams that reach beyond drawing, or beyond the buffers
 * that they name. The reasons are Linux's (r600_cs.c).
 */
#include "hw/drm/r600/stream.h"
#include "hw/regs/r600.h"
#include "tests/unit/test_drm_rig.h"

#include <errno.h>

enum { SIZE_B = 1 << 18, ADDR = 0x100000, PITCH_PX = 64, ROWS = 64, TILES = PITCH_PX * ROWS / 64 };

#define PKT3(op, n)     (0xc0000000u | ((n)-1u) << 16 | (uint32_t)(op) << 8)
#define RELOC(i)        PKT3(R600_PKT3_NOP, 1), (i)*4
#define CONTEXT(reg, v) PKT3(R600_PKT3_SET_CONTEXT_REG, 2), ((reg)-0x28000) / 4, v
#define CONFIG(reg, v)  PKT3(R600_PKT3_SET_CONFIG_REG, 2), ((reg)-0x8000) / 4, v
#define MEMORY(reg, v)  CONTEXT(reg, v), RELOC(0)
#define DRAW            PKT3(R600_PKT3_DRAW_INDEX_AUTO, 2), 3, 2
#define NO_DEPTH        CONTEXT(R600_DB_DEPTH_CONTROL, 0)
#define SINGLE          CONTEXT(R600_PA_SC_AA_CONFIG, 0)
#define SIZE(tiles) \
	R600_CB_COLOR_SIZE__PITCH_TILE_MAX(PITCH_PX / 8 - 1) | R600_CB_COLOR_SIZE__SLICE_TILE_MAX((tiles)-1)
#define INFO(format, mode) R600_CB_COLOR_INFO__FORMAT(format) | R600_CB_COLOR_INFO__ARRAY_MODE(mode)
/* A color buffer of 32 bits, one of depth; the words after them change what is wrong. */
#define COLOR(tiles, mode)                                                                               \
	NO_DEPTH, SINGLE, MEMORY(R600_CB_COLOR_BASE(0), 0), CONTEXT(R600_CB_COLOR_SIZE(0), SIZE(tiles)), \
	    CONTEXT(R600_CB_COLOR_VIEW(0), 0), CONTEXT(R600_CB_COLOR_INFO(0), INFO(26, mode))
#define DEPTH(tiles, format, mode, htile)                                                \
	SINGLE, MEMORY(R600_DB_DEPTH_BASE, 0), CONTEXT(R600_DB_DEPTH_SIZE, SIZE(tiles)), \
	    CONTEXT(R600_DB_DEPTH_VIEW, 0),                                              \
	    CONTEXT(R600_DB_DEPTH_INFO, R600_DB_DEPTH_INFO__FORMAT(format) |             \
					    R600_DB_DEPTH_INFO__ARRAY_MODE(mode) |       \
					    R600_DB_DEPTH_INFO__TILE_SURFACE_ENABLE(htile))
/* Resource 3, and its two buffers. */
#define TEXTURE(w0, w1, w4, w5) \
	PKT3(R600_PKT3_SET_RESOURCE, 8), 21, w0, w1, 0, 0, w4, w5, 2u << 30, RELOC(0), RELOC(0)
#define WORD0(dim, mode, pitch, width)                                                     \
	R600_SQ_TEX_RESOURCE_WORD__DIM(dim) | R600_SQ_TEX_RESOURCE_WORD__TILE_MODE(mode) | \
	    R600_SQ_TEX_RESOURCE_WORD__PITCH((pitch) / 8 - 1) |                            \
	    R600_SQ_TEX_RESOURCE_WORD__TEX_WIDTH((width)-1)
#define WORD1(height, format) \
	R600_SQ_TEX_RESOURCE_WORD1__TEX_HEIGHT((height)-1) | R600_SQ_TEX_RESOURCE_WORD1__DATA_FORMAT(format)

static struct client a;
static uint32_t h;

static void begin(void)
{
	server_start("rv770", 0);
	a = client_open();
	h = make_buffer(&a, SIZE_B);
}

static void end(void)
{
	const uint32_t nothing = 0x80000000u;

	cr_expect_eq(submit(&a, &nothing, 1, h), 0); /* nothing is wrong with the client */
	client_close(&a);
	server_end();
}

#define IS_REFUSED(why, ...) REFUSED(&a, h, why, __VA_ARGS__)

Test(drm_r600, packets_and_registers, .init = begin, .fini = end)
{
	const uint32_t type0[] = {0x00002000 / 4, 0}, mine[] = {0x80000000u};

	refused(&a, type0, 2, h, "by a type-0 packet");
	cr_expect_eq(submit(&a, type0, 2, h), EINVAL);
	cr_expect_eq(submit(&a, mine, 1, h + 7), ENOENT); /* a buffer of somebody else's */
	IS_REFUSED("forbidden register 0x08020", CONFIG(R600_GRBM_SOFT_RESET, 1));
	IS_REFUSED("forbidden register 0x28adc", CONTEXT(R600_VGT_STRMOUT_BUFFER_OFFSET_0, 0));
	IS_REFUSED("bad SET_CONFIG_REG", CONFIG(0xac00, 0));
	IS_REFUSED("bad SET_CONTEXT_REG", CONTEXT(0x29000, 0));
	IS_REFUSED("bad SET_CONTEXT_REG", PKT3(R600_PKT3_SET_CONTEXT_REG, 3), 0xfff / 4, 0, 0);
	IS_REFUSED("bad SET_ALU_CONST", PKT3(R600_PKT3_SET_ALU_CONST, 2), 0x800, 0);
	IS_REFUSED("bad SET_RESOURCE", PKT3(R600_PKT3_SET_RESOURCE, 3), 0, 0, 0);
	IS_REFUSED("bad SET_RESOURCE", PKT3(R600_PKT3_SET_RESOURCE, 8), 0, 0, 0, 0, 0, 0, 0, 0);
	IS_REFUSED("opcode 0x32", PKT3(0x32, 3), 0, 0, 0); /* INDIRECT_BUFFER */
	IS_REFUSED("no packet at", MEMORY(R600_DB_DEPTH_BASE, 0), CONTEXT(R600_DB_DEPTH_BASE, 0));
	IS_REFUSED("CB_COLOR_TILE comes before", CONTEXT(R600_CB_COLOR_TILE(2), 0));
	IS_REFUSED("8 bytes at 262144", PKT3(R600_PKT3_MEM_WRITE, 4), SIZE_B, 0, 1, 2, RELOC(0));
	IS_REFUSED("CP_DMA's destination", PKT3(R600_PKT3_CP_DMA, 5), 0, 0, 16, 0, SIZE_B - 15, RELOC(0),
		   RELOC(0));
	IS_REFUSED("forbidden register 0x08020", PKT3(R600_PKT3_COPY_DW, 5), 2, R600_GRBM_SOFT_RESET / 4, 0,
		   0, 0, RELOC(0));
	IS_REFUSED("begins after its buffer", PKT3(R600_PKT3_SET_RESOURCE, 8), 0, SIZE_B, 3, 0, 0, 0, 0,
		   3u << 30, RELOC(0));
}

Test(drm_r600, color_buffers, .init = begin, .fini = end)
{
	const uint32_t clears = INFO(26, 2) | R600_CB_COLOR_INFO__TILE_MODE(1);
	const uint32_t compresses = INFO(26, 2) | R600_CB_COLOR_INFO__TILE_MODE(2);

	IS_REFUSED("no buffer for color buffer 5", NO_DEPTH, CONTEXT(R600_CB_COLOR_INFO(5), INFO(26, 2)),
		   DRAW);
	IS_REFUSED("invalid format 33 of color buffer 0", COLOR(TILES, 2),
		   CONTEXT(R600_CB_COLOR_INFO(0), INFO(33, 2)), DRAW);
	IS_REFUSED("invalid format 49 of color buffer 0", COLOR(TILES, 2),
		   CONTEXT(R600_CB_COLOR_INFO(0), INFO(49, 2)), DRAW);
	IS_REFUSED("invalid tiling mode 3", COLOR(TILES, 3), DRAW);
	IS_REFUSED("too small for color buffer 0 (need 262400, have 262144)", COLOR(16 * TILES, 2),
		   MEMORY(R600_CB_COLOR_BASE(0), 1), DRAW);
	IS_REFUSED("too small for color buffer 0 (need 524288", COLOR(16 * TILES, 2),
		   CONTEXT(R600_PA_SC_AA_CONFIG, 1), DRAW);
	IS_REFUSED("too small for color buffer 0 (need 524288", COLOR(16 * TILES, 1),
		   CONTEXT(R600_PA_SC_AA_CONFIG, 1), DRAW);
	IS_REFUSED("too small for color buffer 0 (need 327680", COLOR(4 * TILES, 2),
		   CONTEXT(R600_CB_COLOR_VIEW(0), R600_CB_COLOR_VIEW__SLICE_MAX(4)), DRAW);
	IS_REFUSED("color buffer 0 of 8 by 8", COLOR(TILES, 1), CONTEXT(R600_CB_COLOR_SIZE(0), 0), DRAW);
	IS_REFUSED("color buffer 0 is not at a multiple", COLOR(TILES, 4), MEMORY(R600_CB_COLOR_BASE(0), 1),
		   DRAW);
	IS_REFUSED("no buffer for CMASK of color buffer 0", COLOR(TILES, 2),
		   CONTEXT(R600_CB_COLOR_INFO(0), clears), DRAW);
	IS_REFUSED("too small for CMASK of color buffer 0 (need 524288", COLOR(TILES, 2),
		   CONTEXT(R600_CB_COLOR_TILE(0), 0), CONTEXT(R600_CB_COLOR_INFO(0), clears), DRAW);
	IS_REFUSED("too small for FMASK of color buffer 0", COLOR(TILES, 2), CONTEXT(R600_PA_SC_AA_CONFIG, 2),
		   MEMORY(R600_CB_COLOR_FRAG(0), 0), CONTEXT(R600_CB_COLOR_INFO(0), compresses), DRAW);
	IS_REFUSED("invalid TILE_MODE", COLOR(TILES, 2),
		   CONTEXT(R600_CB_COLOR_INFO(0), INFO(26, 2) | R600_CB_COLOR_INFO__TILE_MODE(3)), DRAW);
	/* nothing is written to the target of a resolve but by the resolve */
	IS_REFUSED("no buffer for color buffer 1", COLOR(TILES, 2), CONTEXT(R600_CB_TARGET_MASK, 15),
		   CONTEXT(R600_CB_COLOR_INFO(1), INFO(26, 2)),
		   CONTEXT(R600_CB_COLOR_CONTROL, R600_CB_COLOR_CONTROL__SPECIAL_OP(7)), DRAW);
}

Test(drm_r600, depth_buffers, .init = begin, .fini = end)
{
	IS_REFUSED("no buffer for depth buffer 0", DRAW);
	IS_REFUSED("invalid tiling mode 1 of the depth buffer", DEPTH(TILES, 3, 1, 0), DRAW);
	IS_REFUSED("invalid tiling mode 3 of depth buffer", DEPTH(TILES, 3, 3, 0), DRAW);
	IS_REFUSED("too small for depth buffer 0 (need 524288, have 262144)", DEPTH(16 * TILES, 7, 2, 0),
		   DRAW);
	IS_REFUSED("too small for depth buffer 0 (need 524288", DEPTH(16 * TILES, 3, 2, 0),
		   CONTEXT(R600_PA_SC_AA_CONFIG, 1), DRAW);
	IS_REFUSED("too small for depth buffer 0 (need 393216", DEPTH(16 * TILES, 1, 2, 0),
		   CONTEXT(R600_DB_DEPTH_VIEW, R600_DB_DEPTH_VIEW__SLICE_MAX(2)), DRAW);
	IS_REFUSED("depth buffer 0 of 8 by 64", DEPTH(TILES, 3, 4, 0),
		   CONTEXT(R600_DB_DEPTH_SIZE, R600_DB_DEPTH_SIZE__SLICE_TILE_MAX(7)), DRAW);
	IS_REFUSED("no buffer for HTILE", DEPTH(TILES, 3, 2, 1), DRAW);
	IS_REFUSED("too small for HTILE of depth buffer 0 (need 278528", DEPTH(TILES, 3, 2, 1),
		   MEMORY(R600_DB_HTILE_DATA_BASE, 1024), DRAW);
	/* a size that was never set; one of all ones, and nothing left of the buffer */
	IS_REFUSED("size is not set", MEMORY(R600_DB_DEPTH_BASE, 0), DRAW);
	IS_REFUSED("too small for depth buffer 0", DEPTH(TILES, 3, 2, 0), MEMORY(R600_DB_DEPTH_BASE, 1024),
		   CONTEXT(R600_DB_DEPTH_SIZE, UINT32_MAX), DRAW);
	IS_REFUSED("HTILE of a depth buffer without a size", DEPTH(TILES, 3, 2, 1),
		   CONTEXT(R600_DB_DEPTH_SIZE, UINT32_MAX), DRAW);
}

Test(drm_r600, stream_out, .init = begin, .fini = end)
{
#define STREAMS(buffers) \
	NO_DEPTH, CONTEXT(R600_VGT_STRMOUT_EN, 1), CONTEXT(R600_VGT_STRMOUT_BUFFER_EN, buffers)
	IS_REFUSED("no buffer for stream-out buffer 2", STREAMS(4), DRAW);
	IS_REFUSED("too small for stream-out buffer 3 (need 262148", STREAMS(8),
		   CONTEXT(R600_VGT_STRMOUT_BUFFER_SIZE_3, SIZE_B / 4 - 63),
		   MEMORY(R600_VGT_STRMOUT_BUFFER_BASE_3, 1), DRAW);
	IS_REFUSED("bad STRMOUT_BASE_UPDATE", PKT3(R600_PKT3_STRMOUT_BASE_UPDATE, 2), 4, 0, RELOC(0));
	IS_REFUSED("with another address than", MEMORY(R600_VGT_STRMOUT_BUFFER_BASE_1, 1),
		   PKT3(R600_PKT3_STRMOUT_BASE_UPDATE, 2), 1, 2, RELOC(0));
	IS_REFUSED("too small for stream-out buffer 1", MEMORY(R600_VGT_STRMOUT_BUFFER_BASE_1, 1024),
		   PKT3(R600_PKT3_STRMOUT_BASE_UPDATE, 2), 1, 1024, RELOC(0));
}

Test(drm_r600, textures, .init = begin, .fini = end)
{
	const uint32_t w0 = WORD0(1, 1, 64, 64), w1 = WORD1(64, 26);

	IS_REFUSED("invalid texture format 36", TEXTURE(w0, WORD1(64, 36), 0, 0));
	IS_REFUSED("invalid texture format 54", TEXTURE(w0, WORD1(64, 54), 0, 0)); /* Evergreen's BC6 */
	IS_REFUSED("invalid tiling mode 5", TEXTURE(WORD0(1, 5, 64, 64), w1, 0, 0));
	IS_REFUSED("pitch of 72", TEXTURE(WORD0(1, 1, 72, 64), w1, 0, 0));
	IS_REFUSED("too small for texture 3 (need 262400, have 262144)",
		   TEXTURE(WORD0(1, 1, 64, 64), WORD1(1025, 26), 0, 0));
	IS_REFUSED("too small for texture 3 (need 524288",
		   TEXTURE(WORD0(1, 1, 1024, 512), WORD1(256, 26), 0, 0));
	IS_REFUSED("too small for texture 3 (need 2097152",
		   TEXTURE(WORD0(1, 1, 1024, 512), WORD1(4096, 51), 0, 0));
	IS_REFUSED("too small for texture 3 (need 524288",
		   TEXTURE(WORD0(3, 2, 128, 128), WORD1(128, 26), 0, 0));
	IS_REFUSED(
	    "too small for texture 3 (need 327680",
	    TEXTURE(WORD0(5, 2, 128, 128), WORD1(128, 26), 0, R600_SQ_TEX_RESOURCE_WORD5__LAST_ARRAY(4)));
	IS_REFUSED("too small for texture 3 (need 524288",
		   TEXTURE(WORD0(6, 2, 128, 128), WORD1(128, 26), 0, 3));
	IS_REFUSED("is before its first", TEXTURE(w0, w1, R600_SQ_TEX_RESOURCE_WORD4__BASE_LEVEL(3), 2));
	IS_REFUSED("is before its first",
		   TEXTURE(WORD0(5, 1, 64, 64), w1, 0, R600_SQ_TEX_RESOURCE_WORD5__BASE_ARRAY(1)));
	IS_REFUSED("no multiple of", PKT3(R600_PKT3_SET_RESOURCE, 8), 21, WORD0(1, 4, 64, 64), w1, 1, 0, 0, 0,
		   2u << 30, RELOC(0), RELOC(0));
}

/* ---- what passes, and what becomes of it --------------------------------------------------------------- */
static bool passes(uint32_t *dw, uint32_t n, char *why)
{
	const struct fl_drm_reloc reloc = {ADDR, SIZE_B, 0};
	struct fl_drm_stream s = {.dw = dw,
				  .n_dw = n,
				  .reloc = &reloc,
				  .n_relocs = 1,
				  .keep_tiling = true,
				  .device = 0x9440,
				  .noted = 0x16};
	const bool ok = r600_drm_check(&s);

	memcpy(why, s.why, sizeof s.why);
	return ok;
}
#define PASSES(...)                                                          \
	do {                                                                 \
		const uint32_t dw_[] = {__VA_ARGS__};                        \
		n = sizeof dw_ / 4;                                          \
		memcpy(dw, dw_, sizeof dw_);                                 \
		cr_expect(passes(dw, n, why), "line %d: %s", __LINE__, why); \
	} while (0)

/* The value that the last packet of this register has. */
static uint32_t value_of(const uint32_t *dw, uint32_t n, uint32_t reg)
{
	for (uint32_t i = n - 2; i--;)
		if (dw[i] == PKT3(R600_PKT3_SET_CONTEXT_REG, 2) && dw[i + 1] == (reg - 0x28000) / 4)
			return dw[i + 2];
	return 0;
}

Test(drm_r600, sizes_are_put_right)
{
	uint32_t dw[128], n;
	char why[160];

	/* exactly as large as it may be */
	PASSES(COLOR(16 * TILES, 2), DRAW);
	cr_expect_eq(value_of(dw, n, R600_CB_COLOR_BASE(0)), (uint32_t)ADDR >> 8);
	cr_expect_eq(value_of(dw, n, R600_CB_COLOR_SIZE(0)), SIZE(16 * TILES));
	PASSES(DEPTH(16 * TILES, 3, 2, 0), DRAW);
	PASSES(TEXTURE(WORD0(1, 1, 64, 64), WORD1(1024, 26), 0, 0));
	/* rows that are no whole tiles are left out */
	PASSES(COLOR(16 * TILES, 2), CONTEXT(R600_CB_COLOR_SIZE(0), SIZE(TILES + 4)), DRAW);
	cr_expect_eq(value_of(dw, n, R600_CB_COLOR_SIZE(0)), SIZE(TILES));
	/* a depth buffer without a size has that of its memory */
	PASSES(DEPTH(TILES, 1, 2, 0), CONTEXT(R600_DB_DEPTH_SIZE, ~0u << 10 | 7), DRAW);
	cr_expect_eq(value_of(dw, n, R600_DB_DEPTH_SIZE), SIZE(SIZE_B / 2 / 64));
	/* one of vertices that is said to be larger than it is */
	PASSES(PKT3(R600_PKT3_SET_RESOURCE, 8), 0, 4096, UINT32_MAX, 0, 0, 0, 0, 3u << 30, RELOC(0));
	cr_expect_eq(dw[2], ADDR + 4096u);
	cr_expect_eq(dw[3], SIZE_B - 4096u - 1);
	/* older programs' compression: beside the pixels themselves */
	PASSES(COLOR(TILES, 2), CONTEXT(R600_CB_COLOR_TILE(0), 0), CONTEXT(R600_CB_COLOR_MASK(0), 0),
	       CONTEXT(R600_CB_COLOR_INFO(0), INFO(26, 2) | R600_CB_COLOR_INFO__TILE_MODE(1)), DRAW);
	cr_expect_eq(value_of(dw, n, R600_CB_COLOR_TILE(0)), (uint32_t)ADDR >> 8);
	/* and what is not written is not looked at */
	PASSES(COLOR(64 * TILES, 2), CONTEXT(R600_CB_TARGET_MASK, 0), DRAW);
	PASSES(COLOR(64 * TILES, 2), CONTEXT(R600_SX_MISC, 1), DRAW);
}
