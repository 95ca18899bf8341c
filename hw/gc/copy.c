/* SPDX-License-Identifier: MIT
 *
 * Fills and copies, see copy.h. What is written for each is what Mesa's etnaviv_rs.c and etnaviv_blt.c write.
 */
#include "hw/gc/copy.h"

enum {
	ROWS = 4, /* RS counts a stride in rows of tiles, where there are tiles */
	GO = 0xbeebbeeb,
	BYTES = 0xffff, /* of 16 bytes, all are filled */
	PIXEL_B = 4,
	ARMED = 3,
	/* BLT: no document says what these are (GC facts 8.4) */
	UNKNOWN_140A0 = 0x00040004,
	UNKNOWN_1409C = 0x00400040,
	AS_IT_IS = 0x00688688, /* swizzles of source and destination: R, G, B, A */
};

bool gc_core_copier(const struct gc_core *k)
{
	return GC_HI_CHIP_MINOR_FEATURE_5__BLT_ENGINE__GET(k->features[GC_FEATURE_READABLE - 1]);
}

static void begin(struct gc_words *o)
{
	gc_load(o, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__DEPTH(1) | GC_GL_FLUSH_CACHE__COLOR(1));
	gc_wait_for(o, GC_SYNC_RECIPIENT__RA, GC_SYNC_RECIPIENT__PE);
}

/* ---- RS ------------------------------------------------------------------------------------------------ */
static uint32_t rs_stride(const struct gc_copy_image *m)
{
	return GC_RS_SOURCE_STRIDE__STRIDE(m->tiled ? ROWS * m->stride_B : m->stride_B);
}

static void rs_addresses(const struct gc_core *k, struct gc_words *o, const struct gc_copy_image *from,
			 const struct gc_copy_image *to)
{
	if (GC_HI_CHIP_SPECS__PIXEL_PIPES__GET(k->specs[0]) < 2) {
		gc_load(o, GC_RS_SOURCE_ADDR, from->addr);
		gc_load(o, GC_RS_DEST_ADDR, to->addr);
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		gc_load(o, GC_RS_PIPE_SOURCE_ADDR(i), from->addr);
		gc_load(o, GC_RS_PIPE_DEST_ADDR(i), to->addr);
	}
}

/* Two pipes have half of the rows each, but on cores whose pipes share a buffer. */
static void rs_window(const struct gc_core *k, struct gc_words *o, uint32_t w, uint32_t h)
{
	const bool two = GC_HI_CHIP_SPECS__PIXEL_PIPES__GET(k->specs[0]) > 1;
	const bool halves =
	    two && !GC_HI_CHIP_MINOR_FEATURE_4__SINGLE_BUFFER__GET(k->features[5]) && h % GC_COPY_H == 0;

	gc_load(o, GC_RS_WINDOW_SIZE,
		GC_RS_WINDOW_SIZE__WIDTH(w) | GC_RS_WINDOW_SIZE__HEIGHT(halves ? h / 2 : h));
	if (!two)
		return;
	gc_load(o, GC_RS_PIPE_OFFSET(0), 0);
	gc_load(o, GC_RS_PIPE_OFFSET(1), halves ? GC_RS_PIPE_OFFSET__Y(h / 2) : 0);
}

static void rs(const struct gc_core *k, struct gc_words *o, const struct gc_copy_image *from,
	       const struct gc_copy_image *to, uint32_t w, uint32_t h, uint32_t control, uint32_t value)
{
	begin(o);
	gc_load(o, GC_TS_FLUSH_CACHE, GC_TS_FLUSH_CACHE__FLUSH(1));
	/* RS reads through the status of the color target. */
	gc_load(o, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(from->status_on));
	if (from->status_on) {
		gc_load(o, GC_TS_COLOR_STATUS_BASE, from->status);
		gc_load(o, GC_TS_COLOR_SURFACE_BASE, from->addr);
		gc_load(o, GC_TS_COLOR_CLEAR_VALUE, from->clear);
	}
	gc_load(o, GC_RS_CONFIG,
		GC_RS_CONFIG__SOURCE_FORMAT(GC_RS_FORMAT__A8R8G8B8) |
		    GC_RS_CONFIG__DEST_FORMAT(GC_RS_FORMAT__A8R8G8B8) |
		    GC_RS_CONFIG__SOURCE_TILED(from->tiled) | GC_RS_CONFIG__DEST_TILED(to->tiled));
	gc_load(o, GC_RS_SOURCE_STRIDE, rs_stride(from));
	gc_load(o, GC_RS_DEST_STRIDE, rs_stride(to));
	rs_addresses(k, o, from, to);
	rs_window(k, o, w, h);
	for (unsigned i = 0; i < GC_RS_DITHER__COUNT; i++)
		gc_load(o, GC_RS_DITHER(i), UINT32_MAX);
	gc_load(o, GC_RS_CLEAR_CONTROL, control);
	for (unsigned i = 0; i < GC_RS_FILL_VALUE__COUNT; i++)
		gc_load(o, GC_RS_FILL_VALUE(i), value);
	gc_load(o, GC_RS_EXTRA_CONFIG, 0);
	gc_load(o, GC_RS_KICKER, GO);
	gc_wait_for(o, GC_SYNC_RECIPIENT__FE, GC_SYNC_RECIPIENT__PE);
}

/* ---- BLT ----------------------------------------------------------------------------------------------- */
static uint32_t blt_stride(const struct gc_copy_image *m)
{
	return GC_BLT_SRC_STRIDE__STRIDE(m->stride_B) | GC_BLT_SRC_STRIDE__FORMAT(GC_BLT_FORMAT__A8R8G8B8) |
	       GC_BLT_SRC_STRIDE__TILING(m->tiled ? GC_BLT_TILING__SUPER_TILED : GC_BLT_TILING__LINEAR);
}

static uint32_t blt_config(bool to)
{
	return GC_BLT_SRC_CONFIG__SWIZ_R(GC_BLT_SRC_CONFIG__SWIZ_R__RED) |
	       GC_BLT_SRC_CONFIG__SWIZ_G(GC_BLT_SRC_CONFIG__SWIZ_G__GREEN) |
	       GC_BLT_SRC_CONFIG__SWIZ_B(GC_BLT_SRC_CONFIG__SWIZ_B__BLUE) |
	       GC_BLT_SRC_CONFIG__SWIZ_A(GC_BLT_SRC_CONFIG__SWIZ_A__ALPHA) |
	       GC_BLT_SRC_CONFIG__UNK22(to); /* drivers always set it in a destination */
}

/* What a fill and a copy have in common. All states are set each time: nothing keeps. */
static void blt(struct gc_words *o, const struct gc_copy_image *from, const struct gc_copy_image *to,
		uint32_t w, uint32_t h, uint32_t config)
{
	begin(o);
	gc_load(o, GC_BLT_ENABLE, GC_BLT_ENABLE__ENABLE(1));
	gc_load(o, GC_BLT_CONFIG, config);
	gc_load(o, GC_BLT_SRC_STRIDE, blt_stride(from));
	gc_load(o, GC_BLT_SRC_CONFIG, blt_config(false) | GC_BLT_SRC_CONFIG__TS(from->status_on));
	if (from->status_on) {
		gc_load(o, GC_BLT_SRC_TS, from->status);
		gc_load(o, GC_BLT_SRC_TS_CLEAR_VALUE0, from->clear);
		gc_load(o, GC_BLT_SRC_TS_CLEAR_VALUE1, from->clear);
	}
	gc_load(o, GC_BLT_SRC_ADDR, from->addr);
	gc_load(o, GC_BLT_DEST_STRIDE, blt_stride(to));
	gc_load(o, GC_BLT_DEST_CONFIG, blt_config(true));
	gc_load(o, GC_BLT_DEST_ADDR, to->addr);
	gc_load(o, GC_BLT_DEST_POS, 0);
	gc_load(o, GC_BLT_IMAGE_SIZE, GC_BLT_IMAGE_SIZE__WIDTH(w) | GC_BLT_IMAGE_SIZE__HEIGHT(h));
}

static void blt_go(struct gc_words *o, uint32_t command)
{
	gc_load(o, GC_BLT_SET_COMMAND, ARMED);
	gc_load(o, GC_BLT_COMMAND, GC_BLT_COMMAND__COMMAND(command));
	gc_load(o, GC_BLT_SET_COMMAND, ARMED);
	gc_load(o, GC_BLT_ENABLE, 0);
	gc_load(o, GC_BLT_ENABLE, GC_BLT_ENABLE__ENABLE(1));
	gc_wait_for(o, GC_SYNC_RECIPIENT__FE, GC_SYNC_RECIPIENT__BLT);
	gc_load(o, GC_BLT_ENABLE, 0);
}

/* ---- both ---------------------------------------------------------------------------------------------- */
void gc_copy_fill(const struct gc_core *k, struct gc_words *o, const struct gc_copy_image *to, uint32_t w,
		  uint32_t h, uint32_t value)
{
	if (!gc_core_copier(k)) {
		rs(k, o, to, to, w, h,
		   GC_RS_CLEAR_CONTROL__BITS(BYTES) |
		       GC_RS_CLEAR_CONTROL__MODE(GC_RS_CLEAR_CONTROL__MODE__ENABLED1),
		   value);
		return;
	}
	blt(o, to, to, w, h, GC_BLT_CONFIG__CLEAR_BPP(PIXEL_B - 1));
	gc_load(o, GC_BLT_CLEAR_COLOR0, value);
	gc_load(o, GC_BLT_CLEAR_COLOR1, value);
	gc_load(o, GC_BLT_CLEAR_BITS0, UINT32_MAX);
	gc_load(o, GC_BLT_CLEAR_BITS1, UINT32_MAX);
	blt_go(o, GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE);
}

void gc_copy_pixels(const struct gc_core *k, struct gc_words *o, const struct gc_copy_image *from,
		    const struct gc_copy_image *to, uint32_t w, uint32_t h)
{
	if (!gc_core_copier(k)) {
		rs(k, o, from, to, w, h, 0, 0);
		return;
	}
	blt(o, from, to, w, h, 0);
	gc_load(o, GC_BLT_SWIZZLE, AS_IT_IS);
	gc_load(o, GC_BLT_UNK140A0, UNKNOWN_140A0);
	gc_load(o, GC_BLT_UNK1409C, UNKNOWN_1409C);
	gc_load(o, GC_BLT_SRC_POS, 0);
	gc_load(o, GC_BLT_UNK14058, UINT32_MAX);
	gc_load(o, GC_BLT_UNK1405C, UINT32_MAX);
	blt_go(o, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
}
