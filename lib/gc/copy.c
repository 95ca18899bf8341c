/* SPDX-License-Identifier: MIT
 *
 * Copies and fills; see copy.h. Sequences are those of the recorded streams of Mesa's driver.
 */
#include "lib/gc/copy.h"
#include "lib/gc/states.h"

struct fl_gc_image fl_gc_image_of(const struct fl_surface *s, uint64_t vram_addr)
{
	const uint32_t addr = (uint32_t)(vram_addr + s->offset_B);

	return (struct fl_gc_image){.addr = {addr, addr + (uint32_t)fl_gc_half_B(s)},
				    .pitch_B = fl_surface_pitch_B(s) * fl_gc_wide(s),
				    .tiled = s->tiling != FL_LINEAR,
				    .multi = fl_gc_has_halves(s),
				    .super = s->tiling & FL_MACRO,
				    .wide = (uint8_t)fl_gc_wide(s),
				    .high = (uint8_t)fl_gc_high(s)};
}

/* ---- RS ------------------------------------------------------------------------------------------------ */
static uint32_t rs_stride(const struct fl_gc_image *m)
{
	return m->tiled ? GC_RS_SOURCE_STRIDE__STRIDE(4 * m->pitch_B) | GC_RS_SOURCE_STRIDE__MULTI(m->multi) |
			      GC_RS_SOURCE_STRIDE__TILING(m->super)
			: GC_RS_SOURCE_STRIDE__STRIDE(m->pitch_B);
}

/* Two pipes have a half of the window each, where that comes out even; else both do all of it. */
static uint32_t *rs_places(uint32_t *p, const struct fl_gc_info *info, const struct fl_gc_image *from,
			   const struct fl_gc_image *to, uint32_t w, uint32_t h)
{
	const uint32_t rows = 2 * FL_GC_WINDOW_ROWS * (from->high > 1 ? 2u : 1u);
	const bool halves = info->pipes > 1 && !(h % rows);

	if (info->pipes > 1) {
		for (uint32_t i = 0; i < 2; i++) {
			p = fl_gc_put(p, GC_RS_PIPE_SOURCE_ADDR(i), from->addr[i]);
			p = fl_gc_put(p, GC_RS_PIPE_DEST_ADDR(i), to->addr[i]);
			p = fl_gc_put(p, GC_RS_PIPE_OFFSET(i), GC_RS_PIPE_OFFSET__Y(i && halves ? h / 2 : 0));
		}
	} else {
		p = fl_gc_put(p, GC_RS_SOURCE_ADDR, from->addr[0]);
		p = fl_gc_put(p, GC_RS_DEST_ADDR, to->addr[0]);
	}
	return fl_gc_put(p, GC_RS_WINDOW_SIZE,
			 GC_RS_WINDOW_SIZE__WIDTH(w) | GC_RS_WINDOW_SIZE__HEIGHT(halves ? h / 2 : h));
}

uint32_t *fl_gc_resolve(uint32_t *p, const struct fl_gc_info *info, const struct fl_gc_image *from,
			const struct fl_gc_image *to, uint32_t px_B, uint32_t w, uint32_t h)
{
	enum { GO = 0xbeebbeeb }; /* as Mesa starts it */
	/* nothing is converted: only sizes count */
	const uint32_t format = px_B == 2 ? GC_RS_FORMAT__A4R4G4B4 : GC_RS_FORMAT__A8R8G8B8;

	p = fl_gc_flush(p, info);
	p = fl_gc_put(p, GC_RS_CONFIG,
		      GC_RS_CONFIG__SOURCE_FORMAT(format) | GC_RS_CONFIG__SOURCE_TILED(from->tiled) |
			  GC_RS_CONFIG__DEST_FORMAT(format) | GC_RS_CONFIG__DEST_TILED(to->tiled) |
			  GC_RS_CONFIG__DOWNSAMPLE_X(from->wide > 1) |
			  GC_RS_CONFIG__DOWNSAMPLE_Y(from->high > 1));
	p = fl_gc_put(p, GC_RS_SOURCE_STRIDE, rs_stride(from));
	p = fl_gc_put(p, GC_RS_DEST_STRIDE, rs_stride(to));
	p = rs_places(p, info, from, to, w, h);
	p = fl_gc_fill(p, GC_RS_DITHER(0), 2, UINT32_MAX);
	p = fl_gc_put(p, GC_RS_CLEAR_CONTROL, 0);
	p = fl_gc_put(p, GC_RS_EXTRA_CONFIG, 0);
	p = fl_gc_put(p, GC_RS_KICKER, GO);
	p = fl_gc_put(p, GC_GL_FLUSH_CACHE,
		      GC_GL_FLUSH_CACHE__COLOR(1) | GC_GL_FLUSH_CACHE__DEPTH(1) |
			  GC_GL_FLUSH_CACHE__TEXTURE(1));
	return fl_gc_ra_waits(p);
}

/* ---- BLT ----------------------------------------------------------------------------------------------- */
static uint32_t blt_stride(const struct fl_gc_image *m, uint32_t format)
{
	return GC_BLT_SRC_STRIDE__STRIDE(m->pitch_B) | GC_BLT_SRC_STRIDE__FORMAT(format) |
	       GC_BLT_SRC_STRIDE__TILING(m->tiled ? GC_BLT_TILING__SUPER_TILED : GC_BLT_TILING__LINEAR);
}

/* Channels as they are; UNK22 is always set of what is written. */
static uint32_t blt_config(const struct fl_gc_image *m, bool dest)
{
	const uint32_t as_is =
	    GC_BLT_SRC_CONFIG__SWIZ_G(1) | GC_BLT_SRC_CONFIG__SWIZ_B(2) | GC_BLT_SRC_CONFIG__SWIZ_A(3);

	return dest ? as_is | GC_BLT_DEST_CONFIG__UNK22(1) | GC_BLT_DEST_CONFIG__TO_SUPER_TILED(m->super)
		    : as_is | GC_BLT_SRC_CONFIG__FROM_SUPER_TILED(m->super);
}

static uint32_t *blt_go(uint32_t *p, uint32_t command)
{
	enum { ARM = 3 }; /* as Mesa writes it: before the command and after it */

	p = fl_gc_put(p, GC_BLT_SET_COMMAND, ARM);
	p = fl_gc_put(p, GC_BLT_COMMAND, command);
	p = fl_gc_put(p, GC_BLT_SET_COMMAND, ARM);
	return fl_gc_put(p, GC_BLT_ENABLE, 0);
}

static uint32_t *blt_images(uint32_t *p, const struct fl_gc_image *from, const struct fl_gc_image *to,
			    uint32_t format, const struct fl_gc_box *box)
{
	p = fl_gc_put(p, GC_BLT_SRC_STRIDE,
		      blt_stride(from, format) | GC_BLT_SRC_STRIDE__DOWNSAMPLE_X(from->wide > 1) |
			  GC_BLT_SRC_STRIDE__DOWNSAMPLE_Y(from->high > 1));
	p = fl_gc_put(p, GC_BLT_SRC_CONFIG, blt_config(from, false));
	p = fl_gc_put(p, GC_BLT_SRC_ADDR, from->addr[0]);
	p = fl_gc_put(p, GC_BLT_DEST_STRIDE, blt_stride(to, format));
	p = fl_gc_put(p, GC_BLT_DEST_CONFIG, blt_config(to, true));
	p = fl_gc_put(p, GC_BLT_DEST_ADDR, to->addr[0]);
	p = fl_gc_put(p, GC_BLT_DEST_POS, GC_BLT_DEST_POS__X(box->dx) | GC_BLT_DEST_POS__Y(box->dy));
	return fl_gc_put(p, GC_BLT_IMAGE_SIZE,
			 GC_BLT_IMAGE_SIZE__WIDTH(box->w) | GC_BLT_IMAGE_SIZE__HEIGHT(box->h));
}

uint32_t *fl_gc_blt_copy(uint32_t *p, const struct fl_gc_image *from, const struct fl_gc_image *to,
			 uint32_t px_B, const struct fl_gc_box *box)
{
	static const uint8_t format[9] = {[1] = GC_BLT_FORMAT__R8,
					  [2] = GC_BLT_FORMAT__R8G8,
					  [4] = GC_BLT_FORMAT__A8R8G8B8,
					  [8] = GC_BLT_FORMAT__A16R16G16B16};
	enum { AS_IS = 0x00688688, UNK140A0 = 0x00040004, UNK1409C = 0x00400040 };

	p = fl_gc_put(p, GC_BLT_ENABLE, 1);
	p = fl_gc_put(p, GC_BLT_CONFIG, 0);
	p = blt_images(p, from, to, format[px_B], box);
	p = fl_gc_put(p, GC_BLT_SRC_POS, GC_BLT_SRC_POS__X(box->sx) | GC_BLT_SRC_POS__Y(box->sy));
	p = fl_gc_put(p, GC_BLT_SWIZZLE, AS_IS);
	p = fl_gc_put(p, GC_BLT_UNK140A0, UNK140A0);
	p = fl_gc_put(p, GC_BLT_UNK1409C, UNK1409C);
	p = fl_gc_put(p, GC_BLT_UNK14058, UINT32_MAX);
	p = fl_gc_put(p, GC_BLT_UNK1405C, UINT32_MAX);
	return blt_go(p, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
}

uint32_t *fl_gc_blt_fill(uint32_t *p, const struct fl_gc_image *to, uint32_t px_B,
			 const struct fl_gc_box *box, uint32_t color, uint32_t bits)
{
	p = fl_gc_put(p, GC_BLT_ENABLE, 1);
	p = fl_gc_put(p, GC_BLT_CONFIG, GC_BLT_CONFIG__CLEAR_BPP(px_B - 1));
	p = blt_images(p, to, to, 0, box);
	p = fl_gc_put(p, GC_BLT_CLEAR_COLOR0, color);
	p = fl_gc_put(p, GC_BLT_CLEAR_COLOR1, color);
	p = fl_gc_put(p, GC_BLT_CLEAR_BITS0, bits);
	p = fl_gc_put(p, GC_BLT_CLEAR_BITS1, bits);
	return blt_go(p, GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE);
}

uint32_t *fl_gc_blt_before(uint32_t *p)
{
	enum { ALL = 0xc23 }; /* as Mesa flushes before the copier: GC facts 8.4 */

	p = fl_gc_put(p, GC_GL_FLUSH_CACHE, ALL);
	p = fl_gc_put(p, GC_TS_FLUSH_CACHE, GC_TS_FLUSH_CACHE__FLUSH(1));
	return fl_gc_ra_waits(p);
}

uint32_t *fl_gc_blt_after(uint32_t *p)
{
	const uint32_t token = GC_GL_SEMAPHORE_TOKEN__FROM(GC_SYNC_RECIPIENT__RA) |
			       GC_GL_SEMAPHORE_TOKEN__TO(GC_SYNC_RECIPIENT__BLT);

	p = fl_gc_put(p, GC_BLT_ENABLE, 1);
	p = fl_gc_put(p, GC_GL_SEMAPHORE_TOKEN, token);
	p = fl_gc_put(p, GC_GL_STALL_TOKEN, token);
	p = fl_gc_put(p, GC_BLT_ENABLE, 0);
	return fl_gc_put(p, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__TEXTURE(1));
}
