/* SPDX-License-Identifier: MIT
 *
 * Smoke test: a texel. The triangle of smoke_3d.c is drawn in the color that a look-up gives, at a place
 * that is the same for all pixels. The unit's states are those that Mesa's driver writes (GC facts 9): of
 * TE before HALTI2, of NTE, or a descriptor in memory.
 */
#include "hw/gc/smoke.h"

#include <string.h>

enum {
	TEXTURE_B = 0x6000, /* in the memory for commands */
	DESCRIPTOR_B = 0x7000,
	DESCRIPTOR_SIZE_B = 256,
	SIDE = 16,
	LOG_SIZE = 4 << 5, /* in 32nds */
	STRIDE_B = 4 * SIDE,
	X = 5, /* the texel that is looked up */
	Y = 9,
	H2 = 2,
	H5 = 5,
	NO_ASTC = 0x0c0c0c00,
	UNIT = 0,
};

/* MOV t1, u0; TEXLD t1, tex0, t1.xyyy */
static const uint32_t code[2][4] = {{0x07811009, 0, 0, 0x20390008}, {0x07811018, 0x15001f20, 0, 0}};
/* (5.5 / 16, 9.5 / 16) */
static const uint32_t coordinates[4] = {0x3eb00000, 0x3f180000, 0, 0x3f800000};

static uint32_t texel(uint32_t x, uint32_t y)
{
	return 0xff000000 | x << 20 | y << 12 | (x ^ y) << 4;
}

/* GC facts 8.1: tiles of 4 by 4. */
static void fill(const struct gc_card *c)
{
	volatile uint32_t *px = gc_smoke_cpu(c, TEXTURE_B);

	for (uint32_t y = 0; y < SIDE; y++)
		for (uint32_t x = 0; x < SIDE; x++)
			px[(y >> 2) * 4 * SIDE + (x >> 2) * 16 + (y & 3) * 4 + (x & 3)] = texel(x, y);
}

/* ---- states -------------------------------------------------------------------------------------------- */
#define FILTERS                                                   \
	(GC_TE_SAMPLER_CONFIG0__MIN(GC_TEXTURE_FILTER__NEAREST) | \
	 GC_TE_SAMPLER_CONFIG0__MAG(GC_TEXTURE_FILTER__NEAREST) | \
	 GC_TE_SAMPLER_CONFIG0__MIP(GC_TEXTURE_FILTER__NONE))
#define CONFIG0                                                          \
	(GC_TEXDESC_CONFIG0__TYPE(GC_TEXTURE_TYPE__2D) |                 \
	 GC_TEXDESC_CONFIG0__UWRAP(GC_TEXTURE_WRAPMODE__CLAMP_TO_EDGE) | \
	 GC_TEXDESC_CONFIG0__VWRAP(GC_TEXTURE_WRAPMODE__CLAMP_TO_EDGE) | \
	 GC_TEXDESC_CONFIG0__FORMAT(GC_TEXTURE_FORMAT__A8R8G8B8))
#define SIZE (GC_TEXDESC_SIZE__WIDTH(SIDE) | GC_TEXDESC_SIZE__HEIGHT(SIDE))
#define LOGS (GC_TEXDESC_LOG_SIZE__WIDTH(LOG_SIZE) | GC_TEXDESC_LOG_SIZE__HEIGHT(LOG_SIZE))

static uint32_t config1(uint32_t halign)
{
	return GC_TEXDESC_CONFIG1__SWIZZLE_R(GC_TEXTURE_SWIZZLE__RED) |
	       GC_TEXDESC_CONFIG1__SWIZZLE_G(GC_TEXTURE_SWIZZLE__GREEN) |
	       GC_TEXDESC_CONFIG1__SWIZZLE_B(GC_TEXTURE_SWIZZLE__BLUE) |
	       GC_TEXDESC_CONFIG1__SWIZZLE_A(GC_TEXTURE_SWIZZLE__ALPHA) | GC_TEXDESC_CONFIG1__HALIGN(halign);
}

static void te(const struct gc_card *c, struct gc_words *w)
{
	gc_load(w, GC_TE_SAMPLER_CONFIG0(UNIT), CONFIG0 | FILTERS);
	gc_load(w, GC_TE_SAMPLER_SIZE(UNIT), SIZE);
	gc_load(w, GC_TE_SAMPLER_LOG_SIZE(UNIT), LOGS);
	gc_load(w, GC_TE_SAMPLER_LOD_CONFIG(UNIT), 0);
	gc_load(w, GC_TE_SAMPLER_3D_CONFIG(UNIT), GC_TEXDESC_3D_CONFIG__DEPTH(1));
	gc_load(w, GC_TE_SAMPLER_CONFIG1(UNIT), config1(GC_TEXTURE_HALIGN__SIXTEEN));
	gc_load(w, GC_TE_SAMPLER_LOD_ADDR(UNIT, 0), gc_smoke_addr(c, TEXTURE_B));
	gc_load(w, GC_TE_SAMPLER_LINEAR_STRIDE(UNIT, 0), 0);
}

static void nte(const struct gc_card *c, struct gc_words *w)
{
	gc_load(w, GC_NTE_SAMPLER_CONFIG0(UNIT), CONFIG0 | FILTERS);
	gc_load(w, GC_NTE_SAMPLER_SIZE(UNIT), SIZE);
	gc_load(w, GC_NTE_SAMPLER_LOG_SIZE(UNIT), LOGS);
	gc_load(w, GC_NTE_SAMPLER_LOD_CONFIG(UNIT), 0);
	gc_load(w, GC_NTE_SAMPLER_UNK10280(UNIT), 0);
	gc_load(w, GC_NTE_SAMPLER_3D_CONFIG(UNIT), GC_TEXDESC_3D_CONFIG__DEPTH(1));
	gc_load(w, GC_NTE_SAMPLER_CONFIG1(UNIT), config1(GC_TEXTURE_HALIGN__SIXTEEN));
	gc_load(w, GC_NTE_SAMPLER_ASTC0(UNIT), NO_ASTC);
	gc_load(w, GC_NTE_SAMPLER_BASELOD(UNIT), 0);
	gc_load(w, GC_NTE_SAMPLER_ADDR_LOD(UNIT, 0), gc_smoke_addr(c, TEXTURE_B));
}

static void descriptor(const struct gc_card *c, struct gc_words *w)
{
	volatile uint32_t *to = gc_smoke_cpu(c, DESCRIPTOR_B);
#define CTRL(x) GC_NTE_DESCRIPTOR_SAMP_CTRL0__##x

	for (unsigned i = 0; i < DESCRIPTOR_SIZE_B / 4; i++)
		to[i] = 0;
	to[GC_TEXDESC_LOD_ADDR(0) / 4] = gc_smoke_addr(c, TEXTURE_B);
	to[GC_TEXDESC_CONFIG0 / 4] = CONFIG0;
	to[GC_TEXDESC_SIZE / 4] = SIZE;
	to[GC_TEXDESC_LINEAR_STRIDE / 4] = STRIDE_B;
	to[GC_TEXDESC_CONFIG1 / 4] = config1(GC_TEXTURE_HALIGN_H5__FOUR);
	to[GC_TEXDESC_ASTC0 / 4] = NO_ASTC;
	to[GC_TEXDESC_CONFIG2 / 4] = GC_TEXDESC_CONFIG2__UNK16(1) | GC_TEXDESC_CONFIG2__UNK17(1);
	to[GC_TEXDESC_LOG_SIZE_EXT / 4] = LOG_SIZE << 3 | LOG_SIZE << 19; /* in 256ths */
	to[GC_TEXDESC_SLICE / 4] = STRIDE_B * SIDE;
	to[GC_TEXDESC_3D_CONFIG / 4] = GC_TEXDESC_3D_CONFIG__DEPTH(1);
	gc_load(w, GC_NTE_DESCRIPTOR_CONTROL, GC_NTE_DESCRIPTOR_CONTROL__ENABLE(1));
	gc_load(w, GC_PS_SAMPLER_BASE, 0);
	gc_load(w, GC_VS_SAMPLER_BASE, 0x20);
	gc_load(w, GC_NTE_DESCRIPTOR_FLUSH, 0);
	gc_load(w, GC_GL_FLUSH_CACHE,
		GC_GL_FLUSH_CACHE__DESCRIPTOR_UNK12(1) | GC_GL_FLUSH_CACHE__DESCRIPTOR_UNK13(1));
	gc_load(w, GC_NTE_DESCRIPTOR_TX_CTRL(UNIT), GC_NTE_DESCRIPTOR_TX_CTRL__128B_TILE(1));
	gc_load(w, GC_NTE_DESCRIPTOR_SAMP_CTRL0(UNIT),
		CTRL(UWRAP)(GC_TEXTURE_WRAPMODE__CLAMP_TO_EDGE) |
		    CTRL(VWRAP)(GC_TEXTURE_WRAPMODE__CLAMP_TO_EDGE) | CTRL(MIN)(GC_TEXTURE_FILTER__NEAREST) |
		    CTRL(MAG)(GC_TEXTURE_FILTER__NEAREST) | CTRL(UNK21)(1));
	gc_load(w, GC_NTE_DESCRIPTOR_SAMP_CTRL1(UNIT), GC_NTE_DESCRIPTOR_SAMP_CTRL1__UNK1(1));
	gc_load(w, GC_NTE_DESCRIPTOR_SAMP_LOD_MINMAX(UNIT), 0);
	gc_load(w, GC_NTE_DESCRIPTOR_SAMP_LOD_BIAS(UNIT), 0);
	gc_load(w, GC_NTE_DESCRIPTOR_SAMP_ANISOTROPY(UNIT), 0);
	gc_load(w, GC_NTE_DESCRIPTOR_ADDR(UNIT), gc_smoke_addr(c, DESCRIPTOR_B));
	gc_load(w, GC_NTE_DESCRIPTOR_INVALIDATE,
		GC_NTE_DESCRIPTOR_INVALIDATE__UNK29(1) | GC_NTE_DESCRIPTOR_INVALIDATE__IDX(UNIT));
}

/* ---- the check ----------------------------------------------------------------------------------------- */
enum fl_code gc_check_texture(struct fl_bringup *up, struct fl_err *err)
{
	static const struct gc_smoke_program program = {code, 2, coordinates};
	struct gc_card *c = gc_card(up);
	const int have = gc_smoke_level(&c->core);
	struct gc_words w = {0};
	uint32_t got;
	enum fl_code result;

	fill(c);
	if (have >= H5)
		descriptor(c, &w);
	else if (have >= H2)
		nte(c, &w);
	else
		te(c, &w);
	gc_load(&w, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__TEXTURE(1));
	gc_wait_for(&w, GC_SYNC_RECIPIENT__RA, GC_SYNC_RECIPIENT__PE);
	result = gc_smoke_draw(c, &program, &w, "a triangle with a texture", err);
	if (result)
		return result;
	got = gc_smoke_drawn(c, 0, 0);
	if (got != texel(X, Y))
		return fl_fail(err, FL_FAILED, "TX: the texel at (%d, %d) reads 0x%08x, not 0x%08x", X, Y,
			       got, texel(X, Y));
	fl_did(up, "the texel at (%d, %d) of %d by %d has its color", X, Y, SIDE, SIDE);
	return FL_OK;
}
