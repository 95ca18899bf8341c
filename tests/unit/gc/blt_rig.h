/* SPDX-License-Identifier: MIT
 *
 * BLT's states, as drivers write them for an operation (GC facts 8.4).
 */
#ifndef TESTS_UNIT_GC_BLT_RIG_H
#define TESTS_UNIT_GC_BLT_RIG_H

#include "hw/model/gc/blt.h"
#include "tests/unit/gc/copy_rig.h"

enum {
	BLT_ARM = 3,
	BLT_AS_IT_IS = 0x00688688,
	BLT_DEST_BIT = 1 << 22, /* drivers always set it */
	BLT_R16 = GC_BLT_FORMAT__A16R16G16B16,
};

static inline void blt_state(struct gc_rig *r, uint32_t offset, uint32_t value)
{
	mgc_state(r->g, offset, value);
}

static inline void blt_begin(struct gc_rig *r)
{
	blt_state(r, GC_BLT_ENABLE, 1);
}

static inline void blt_go(struct gc_rig *r, unsigned command)
{
	blt_state(r, GC_BLT_SET_COMMAND, BLT_ARM);
	blt_state(r, GC_BLT_COMMAND, command);
	blt_state(r, GC_BLT_SET_COMMAND, BLT_ARM);
	blt_state(r, GC_BLT_ENABLE, 0);
}

static inline uint32_t blt_stride(const struct copy_surface *s, unsigned format)
{
	return GC_BLT_SRC_STRIDE__STRIDE(s->stride) | GC_BLT_SRC_STRIDE__FORMAT(format) |
	       GC_BLT_SRC_STRIDE__TILING(s->layout == MGC_LINEAR ? GC_BLT_TILING__LINEAR
								 : GC_BLT_TILING__SUPER_TILED);
}

/* 0x0001c800: R, G, B, A (GC facts 8.4). */
static inline uint32_t blt_config(const struct copy_surface *s, bool dest)
{
	const bool super = s->layout == MGC_SUPER_NEW;

	return 0x0001c800 | (dest ? BLT_DEST_BIT | (uint32_t)super << 26 : (uint32_t)super << 21);
}

struct blt_rect {
	unsigned sx, sy, dx, dy, w, h;
};

static inline void blt_copy_states(struct gc_rig *r, const struct copy_surface *src,
				   const struct copy_surface *dst, unsigned from, unsigned to,
				   struct blt_rect c)
{
	blt_state(r, GC_BLT_CONFIG, 0);
	blt_state(r, GC_BLT_SRC_STRIDE, blt_stride(src, from));
	blt_state(r, GC_BLT_SRC_CONFIG, blt_config(src, false));
	blt_state(r, GC_BLT_SWIZZLE, BLT_AS_IT_IS);
	blt_state(r, GC_BLT_UNK140A0, 0x00040004);
	blt_state(r, GC_BLT_UNK1409C, 0x00400040);
	blt_state(r, GC_BLT_SRC_ADDR, r->base + src->at);
	blt_state(r, GC_BLT_DEST_STRIDE, blt_stride(dst, to));
	blt_state(r, GC_BLT_DEST_CONFIG, blt_config(dst, true));
	blt_state(r, GC_BLT_DEST_ADDR, r->base + dst->at);
	blt_state(r, GC_BLT_SRC_POS, GC_BLT_SRC_POS__X(c.sx) | GC_BLT_SRC_POS__Y(c.sy));
	blt_state(r, GC_BLT_DEST_POS, GC_BLT_DEST_POS__X(c.dx) | GC_BLT_DEST_POS__Y(c.dy));
	blt_state(r, GC_BLT_IMAGE_SIZE, GC_BLT_IMAGE_SIZE__WIDTH(c.w) | GC_BLT_IMAGE_SIZE__HEIGHT(c.h));
	blt_state(r, GC_BLT_UNK14058, 0xffffffff);
	blt_state(r, GC_BLT_UNK1405C, 0xffffffff);
}

static const struct blt_rect blt_all = {0, 0, 0, 0, COPY_W, COPY_H};

static inline void blt_clear_states(struct gc_rig *r, const struct copy_surface *dst, struct blt_rect c,
				    uint64_t color, uint64_t bits)
{
	blt_state(r, GC_BLT_CONFIG, GC_BLT_CONFIG__CLEAR_BPP(dst->cpp - 1));
	blt_state(r, GC_BLT_DEST_STRIDE, blt_stride(dst, 0));
	blt_state(r, GC_BLT_DEST_CONFIG, blt_config(dst, true));
	blt_state(r, GC_BLT_DEST_ADDR, r->base + dst->at);
	blt_state(r, GC_BLT_SRC_STRIDE, blt_stride(dst, 0));
	blt_state(r, GC_BLT_SRC_CONFIG, blt_config(dst, false));
	blt_state(r, GC_BLT_SRC_ADDR, r->base + dst->at);
	blt_state(r, GC_BLT_DEST_POS, GC_BLT_DEST_POS__X(c.dx) | GC_BLT_DEST_POS__Y(c.dy));
	blt_state(r, GC_BLT_IMAGE_SIZE, GC_BLT_IMAGE_SIZE__WIDTH(c.w) | GC_BLT_IMAGE_SIZE__HEIGHT(c.h));
	blt_state(r, GC_BLT_CLEAR_COLOR0, (uint32_t)color);
	blt_state(r, GC_BLT_CLEAR_COLOR1, (uint32_t)(color >> 32));
	blt_state(r, GC_BLT_CLEAR_BITS0, (uint32_t)bits);
	blt_state(r, GC_BLT_CLEAR_BITS1, (uint32_t)(bits >> 32));
}

#endif
