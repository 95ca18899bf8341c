/* SPDX-License-Identifier: MIT
 *
 * BLT: clears, copies between layouts and formats, tile status, mipmaps (GC facts 8.1, 8.2, 8.4).
 */
#include "tests/unit/gc/blt_rig.h"

static const unsigned layouts[] = {MGC_LINEAR, MGC_TILED, MGC_SUPER_NEW};

/* ---- copies --------------------------------------------------------------------------------------- */
Test(gc_blt, any_rectangle_between_any_layouts)
{
	static const unsigned formats[] = {GC_BLT_FORMAT__R8, GC_BLT_FORMAT__R8G8, GC_BLT_FORMAT__A8R8G8B8,
					   BLT_R16};
	const struct blt_rect rects[] = {blt_all, {3, 5, 17, 2, 29, 41}, {0, 0, 63, 127, 1, 1}};
	struct gc_rig r = rig_new("gc7000l");

	for (unsigned i = 0; i < 3 * 3 * 4 * 3; i++) {
		const unsigned size = i % 4, cpp = 1u << size, a = layouts[i / 4 % 3],
			       b = layouts[i / 12 % 3];
		const struct copy_surface src = {COPY_FROM, a, cpp, COPY_W * cpp},
					  dst = {COPY_TO, b, cpp, COPY_W * cpp};
		const struct blt_rect c = rects[i / 36];

		copy_fill(&r, &src);
		copy_mark(&r, &dst);
		blt_begin(&r);
		blt_copy_states(&r, &src, &dst, formats[size], formats[size], c);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H; y++)
			for (unsigned x = 0; x < COPY_W; x++) {
				const bool in = x >= c.dx && x < c.dx + c.w && y >= c.dy && y < c.dy + c.h;

				for (unsigned k = 0; k < cpp; k++)
					cr_assert_eq(copy_px(&r, &dst, x, y)[k],
						     in ? copy_byte(x - c.dx + c.sx, y - c.dy + c.sy, k)
							: COPY_MARK,
						     "layout %u to %u, %u B, (%u, %u)", a, b, cpp, x, y);
			}
	}
	rig_free(&r);
}

Test(gc_blt, every_format_to_every_format)
{
	struct gc_rig r = rig_new("gc7000l");

	for (unsigned i = 0; i < COPY_FORMATS * COPY_FORMATS * 2; i++) {
		const bool swap = i & 1;
		const struct copy_fields *f = &copy_formats[i / 2 % COPY_FORMATS],
					 *t = &copy_formats[i / 2 / COPY_FORMATS];
		const struct copy_surface src = {COPY_FROM, MGC_SUPER_NEW, f->cpp, COPY_W * f->cpp},
					  dst = {COPY_TO, MGC_TILED, t->cpp, COPY_W * t->cpp};

		copy_fill(&r, &src);
		blt_begin(&r);
		blt_copy_states(&r, &src, &dst, f->format, t->format, blt_all);
		if (swap) /* blue, green, red, alpha */
			blt_state(&r, GC_BLT_SWIZZLE, 0x688 << 12 | 2 | 1 << 3 | 0 << 6 | 3 << 9);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
		copy_quiet(&r);
		copy_is_converted(&r, &src, &dst, f, t, swap);
	}
	rig_free(&r);
}

/* Of one channel, of two, of luminance: what is not there is 0, alpha 1. */
Test(gc_blt, formats_of_fewer_channels)
{
	static const struct {
		unsigned format, cpp;
		int r, g, b, a; /* which byte. -1: 0, -2: all ones */
	} few[] = {{GC_BLT_FORMAT__R8, 1, 0, -1, -1, -2},    {GC_BLT_FORMAT__R8G8, 2, 0, 1, -1, -2},
		   {GC_BLT_FORMAT__A8, 1, -1, -1, -1, 0},    {GC_BLT_FORMAT__L8, 1, 0, 0, 0, -2},
		   {GC_BLT_FORMAT__A8L8, 2, 0, 0, 0, 1},     {GC_BLT_FORMAT__R8G8B8, 3, 2, 1, 0, -2},
		   {GC_BLT_FORMAT__X8R8G8B8, 4, 2, 1, 0, -2}};
	struct gc_rig r = rig_new("gc7000l");

	for (unsigned i = 0; i < sizeof(few) / sizeof(few[0]); i++) {
		const struct copy_surface src = {COPY_FROM, MGC_LINEAR, few[i].cpp, COPY_W * few[i].cpp},
					  dst = {COPY_TO, MGC_SUPER_NEW, 4, COPY_W * 4};
		const int from[4] = {few[i].b, few[i].g, few[i].r, few[i].a};

		copy_fill(&r, &src);
		blt_begin(&r);
		blt_copy_states(&r, &src, &dst, few[i].format, GC_BLT_FORMAT__A8R8G8B8, blt_all);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H; y++)
			for (unsigned x = 0; x < COPY_W; x++)
				for (unsigned k = 0; k < 4; k++)
					cr_assert_eq(copy_px(&r, &dst, x, y)[k],
						     from[k] == -1   ? 0
						     : from[k] == -2 ? 0xff
								     : copy_byte(x, y, (unsigned)from[k]),
						     "format %u, byte %u", few[i].format, k);
	}
	rig_free(&r);
}

Test(gc_blt, swizzles_know_zero_and_one)
{
	struct gc_rig r = rig_new("gc7000l");
	const struct copy_surface src = {COPY_FROM, MGC_TILED, 4, COPY_W * 4},
				  dst = {COPY_TO, MGC_LINEAR, 4, COPY_W * 4};

	copy_fill(&r, &src);
	blt_begin(&r);
	blt_copy_states(&r, &src, &dst, GC_BLT_FORMAT__A8R8G8B8, GC_BLT_FORMAT__A8R8G8B8, blt_all);
	/* source: alpha, red, red, blue; destination: green, zero, one, red */
	blt_state(&r, GC_BLT_SWIZZLE, (3 | 0 << 3 | 0 << 6 | 2 << 9) | (1 | 4 << 3 | 5 << 6 | 0 << 9) << 12);
	blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
	copy_quiet(&r);
	for (unsigned y = 0; y < COPY_H; y++)
		for (unsigned x = 0; x < COPY_W; x++) {
			const uint8_t *p = copy_px(&r, &dst, x, y);

			cr_assert_eq(p[2],
				     copy_byte(x, y, 2)); /* red: what was the source's green, its red */
			cr_assert_eq(p[1], 0);
			cr_assert_eq(p[0], 0xff);
			cr_assert_eq(p[3], copy_byte(x, y, 3)); /* alpha: the source's red, its alpha */
		}
	rig_free(&r);
}

Test(gc_blt, rows_in_reverse)
{
	struct gc_rig r = rig_new("gc7000l");
	const struct copy_surface src = {COPY_FROM, MGC_SUPER_NEW, 4, COPY_W * 4},
				  dst = {COPY_TO, MGC_LINEAR, 4, COPY_W * 4};
	const struct blt_rect c = {5, 11, 2, 3, 30, 21};

	copy_fill(&r, &src);
	blt_begin(&r);
	blt_copy_states(&r, &src, &dst, GC_BLT_FORMAT__A8R8G8B8, GC_BLT_FORMAT__A8R8G8B8, c);
	blt_state(&r, GC_BLT_DEST_CONFIG, blt_config(&dst, true) | GC_BLT_DEST_CONFIG__FLIP_Y(1));
	blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
	copy_quiet(&r);
	for (unsigned y = 0; y < c.h; y++)
		for (unsigned x = 0; x < c.w; x++)
			for (unsigned k = 0; k < 4; k++)
				cr_assert_eq(copy_px(&r, &dst, c.dx + x, c.dy + y)[k],
					     copy_byte(c.sx + x, c.sy + c.h - 1 - y, k));
	rig_free(&r);
}

Test(gc_blt, samples_become_their_mean)
{
	for (unsigned i = 1; i < 8; i++) {
		const unsigned dx = 1 + (i & 1), dy = 1 + (i >> 1 & 1), n = dx * dy;
		const bool one = i >> 2;
		struct gc_rig r = rig_new("gc7000l");
		const struct copy_surface src = {COPY_FROM, MGC_SUPER_NEW, 4, COPY_W * 4},
					  dst = {COPY_TO, MGC_LINEAR, 4, COPY_W * 4};

		copy_fill(&r, &src);
		blt_begin(&r);
		blt_copy_states(&r, &src, &dst, GC_BLT_FORMAT__A8R8G8B8, GC_BLT_FORMAT__A8R8G8B8, blt_all);
		blt_state(&r, GC_BLT_CONFIG, GC_BLT_CONFIG__DOWNSAMPLE_ONE_SAMPLE(one));
		blt_state(&r, GC_BLT_SRC_STRIDE,
			  blt_stride(&src, GC_BLT_FORMAT__A8R8G8B8) |
			      GC_BLT_SRC_STRIDE__DOWNSAMPLE_X(dx == 2) |
			      GC_BLT_SRC_STRIDE__DOWNSAMPLE_Y(dy == 2));
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H / dy; y++)
			for (unsigned x = 0; x < COPY_W / dx; x++)
				for (unsigned k = 0; k < 4; k++) {
					unsigned sum = n / 2;

					for (unsigned s = 0; s < n; s++)
						sum += copy_byte(x * dx + s % dx, y * dy + s / dx, k);
					cr_assert_eq(copy_px(&r, &dst, x, y)[k],
						     one ? copy_byte(x * dx, y * dy, k) : sum / n);
				}
		rig_free(&r);
	}
}

Test(gc_blt, buffers)
{
	static const struct {
		unsigned from, to, n;
	} t[] = {{0, 0, 1}, {3, 5, 4097}, {1, 0, 9000}, {4095, 1, 8192}};
	struct gc_rig r = rig_new("gc7000l");

	for (unsigned i = 0; i < 4; i++) {
		memset(r.mem + COPY_TO, COPY_MARK, 0x4000);
		for (unsigned k = 0; k < 0x4000; k++)
			r.mem[COPY_FROM + k] = copy_byte(k, k >> 7, i);
		blt_begin(&r);
		blt_state(&r, GC_BLT_SRC_ADDR, r.base + COPY_FROM + t[i].from);
		blt_state(&r, GC_BLT_DEST_ADDR, r.base + COPY_TO + t[i].to);
		blt_state(&r, GC_BLT_BUFFER_SIZE, t[i].n);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_BUFFER);
		copy_quiet(&r);
		for (unsigned k = 0; k < 0x4000; k++)
			cr_assert_eq(r.mem[COPY_TO + k], k >= t[i].to && k < t[i].to + t[i].n
							     ? r.mem[COPY_FROM + k - t[i].to + t[i].from]
							     : COPY_MARK);
	}
	rig_free(&r);
}

/* ---- clears --------------------------------------------------------------------------------------- */
/* Colors repeat in 8 bytes, whatever the pixel's size. */
static uint8_t cleared(uint64_t color, uint64_t bits, uint8_t was, size_t at)
{
	const unsigned shift = at % 8 * 8;

	return (uint8_t)((was & ~(bits >> shift)) | (color >> shift & bits >> shift));
}

Test(gc_blt, clears_by_bits)
{
	static const uint64_t bits[] = {~UINT64_C(0), 0xffffff00ffffff00, 0x000000ff000000ff,
					0xf00ff00f12345678};
	const struct blt_rect rects[] = {blt_all, {0, 0, 7, 9, 33, 70}};
	struct gc_rig r = rig_new("gc7000l");
	const uint64_t color = 0x0123456789abcdef;

	for (unsigned i = 0; i < 4 * 4 * 3 * 2; i++) {
		const unsigned cpp = 1u << i % 4;
		const struct copy_surface dst = {COPY_TO, layouts[i / 16 % 3], cpp, COPY_W * cpp};
		const struct blt_rect c = rects[i / 48];
		const uint64_t b = bits[i / 4 % 4];

		copy_fill(&r, &dst);
		blt_begin(&r);
		blt_clear_states(&r, &dst, c, color, b);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H; y++)
			for (unsigned x = 0; x < COPY_W; x++)
				for (unsigned k = 0; k < cpp; k++) {
					const bool in =
					    x >= c.dx && x < c.dx + c.w && y >= c.dy && y < c.dy + c.h;
					const uint8_t *p = copy_px(&r, &dst, x, y) + k,
						      was = copy_byte(x, y, k);

					cr_assert_eq(*p,
						     in ? cleared(color, b, was, (size_t)(p - r.mem)) : was);
				}
	}
	rig_free(&r);
}

/* ---- tile status: 4 bits for each 128 or 256 bytes; 1 is cleared ---------------------------------- */
static const uint64_t ts_value = 0x8badf00d8badf00d; /* the same twice, for pixels of any size */

static unsigned entry(const struct gc_rig *r, unsigned tile)
{
	return r->mem[COPY_STATUS + tile / 2] >> tile % 2 * 4 & 15;
}

static void ts_source(struct gc_rig *r, const struct copy_surface *s, bool large, uint64_t value)
{
	blt_state(r, GC_BLT_SRC_CONFIG,
		  blt_config(s, false) | GC_BLT_SRC_CONFIG__TS(1) | GC_BLT_SRC_CONFIG__TS_MODE(large));
	blt_state(r, GC_BLT_SRC_TS, r->base + COPY_STATUS);
	blt_state(r, GC_BLT_SRC_TS_CLEAR_VALUE0, (uint32_t)value);
	blt_state(r, GC_BLT_SRC_TS_CLEAR_VALUE1, (uint32_t)(value >> 32));
}

static void ts_dest(struct gc_rig *r, const struct copy_surface *s, bool large, uint64_t value)
{
	ts_source(r, s, large, value);
	blt_state(r, GC_BLT_DEST_CONFIG,
		  blt_config(s, true) | GC_BLT_DEST_CONFIG__TS(1) | GC_BLT_DEST_CONFIG__TS_MODE(large));
	blt_state(r, GC_BLT_DEST_TS, r->base + COPY_STATUS);
	blt_state(r, GC_BLT_DEST_TS_CLEAR_VALUE0, (uint32_t)value);
	blt_state(r, GC_BLT_DEST_TS_CLEAR_VALUE1, (uint32_t)(value >> 32));
}

/* Some tiles are cleared, or none, or all. */
static enum { SOME, NONE, ALL } clear_tiles;

static bool is_cleared(unsigned tile)
{
	return clear_tiles != SOME ? clear_tiles == ALL : tile * 2654435761u >> 29 & 1;
}

static void ts_fill(struct gc_rig *r)
{
	memset(r->mem + COPY_STATUS, 0, 0x1000);
	for (unsigned t = 0; t < 0x2000; t++)
		r->mem[COPY_STATUS + t / 2] |= (uint8_t)(is_cleared(t) << t % 2 * 4);
}

/* What a pixel's byte is, read through the status. */
static uint8_t through(struct gc_rig *r, const struct copy_surface *s, bool large, uint64_t value, unsigned x,
		       unsigned y, unsigned k)
{
	const unsigned at = (unsigned)(copy_px(r, s, x, y) - r->mem) - s->at + k;

	return entry(r, at / (large ? 256 : 128)) == 1 ? (uint8_t)(value >> at % 8 * 8) : r->mem[s->at + at];
}

/* Drivers leave the second word 0 where pixels have no more than 32 bits. */
static uint64_t given(unsigned cpp)
{
	return cpp == 8 ? ts_value : ts_value & UINT32_MAX;
}

Test(gc_blt, a_copy_reads_through_the_status)
{
	struct gc_rig r = rig_new("gc7000l");

	for (unsigned i = 0; i < 3 * 4 * 2; i++) {
		static const unsigned formats[] = {GC_BLT_FORMAT__R8, GC_BLT_FORMAT__R8G8,
						   GC_BLT_FORMAT__A8R8G8B8, BLT_R16};
		const unsigned cpp = 1u << i / 3 % 4, f = formats[i / 3 % 4];
		const bool large = i / 12;
		const struct copy_surface src = {COPY_FROM, layouts[i % 3], cpp, COPY_W * cpp},
					  dst = {COPY_TO, MGC_LINEAR, cpp, COPY_W * cpp};

		copy_fill(&r, &src);
		ts_fill(&r);
		blt_begin(&r);
		blt_copy_states(&r, &src, &dst, f, f, blt_all);
		ts_source(&r, &src, large, given(cpp));
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H; y++)
			for (unsigned x = 0; x < COPY_W; x++)
				for (unsigned k = 0; k < cpp; k++)
					cr_assert_eq(copy_px(&r, &dst, x, y)[k],
						     through(&r, &src, large, ts_value, x, y, k));
	}
	rig_free(&r);
}

/* A clear of all bits to the value of the status marks the tiles that it covers, and no others; every pixel
 * reads as it should after it, whatever was there. */
Test(gc_blt, a_clear_marks_tiles)
{
	const struct blt_rect rects[] = {blt_all, {0, 0, 9, 5, 40, 77}, {0, 0, 16, 16, 32, 8}};
	struct gc_rig r = rig_new("gc7000l");

	for (unsigned i = 0; i < 3 * 4 * 2 * 3 * 3 * 3; i++) {
		const unsigned cpp = 1u << i / 3 % 4, kind = i / 72 % 3, tile_B = i / 12 % 2 ? 256 : 128;
		const struct blt_rect c = rects[i / 24 % 3];
		/* the value of the status; another; not all bits */
		const uint64_t color = kind == 1 ? 0x1122334411223344 : ts_value,
			       bits = kind == 2 ? 0xffffff00ffffff00 : ~UINT64_C(0);
		const struct copy_surface dst = {COPY_TO, layouts[i % 3], cpp, COPY_W * cpp};
		uint8_t want[COPY_H][COPY_W][8];
		unsigned inside[COPY_W * COPY_H * 8 / 128] = {0};
		const unsigned tiles = COPY_W * COPY_H * cpp / tile_B;

		clear_tiles = i / 216;
		copy_fill(&r, &dst);
		ts_fill(&r);
		for (unsigned y = 0; y < COPY_H; y++)
			for (unsigned x = 0; x < COPY_W; x++)
				for (unsigned k = 0; k < cpp; k++) {
					const bool in =
					    x >= c.dx && x < c.dx + c.w && y >= c.dy && y < c.dy + c.h;
					const unsigned at =
					    (unsigned)(copy_px(&r, &dst, x, y) - r.mem) - COPY_TO + k;
					const uint8_t was =
					    through(&r, &dst, tile_B == 256, ts_value, x, y, k);

					want[y][x][k] = in ? cleared(color, bits, was, at) : was;
					inside[at / tile_B] += in;
				}
		blt_begin(&r);
		blt_clear_states(&r, &dst, c, color, bits);
		ts_dest(&r, &dst, tile_B == 256, given(cpp));
		blt_go(&r, GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H; y++)
			for (unsigned x = 0; x < COPY_W; x++)
				for (unsigned k = 0; k < cpp; k++)
					cr_assert_eq(through(&r, &dst, tile_B == 256, ts_value, x, y, k),
						     want[y][x][k], "kind %u, layout %u, %u B, (%u, %u)",
						     kind, dst.layout, cpp, x, y);
		for (unsigned t = 0; t < tiles; t++) {
			const bool untouched = inside[t] == 0;
			/* a row of 64 pixels of a byte holds no tile of 128 bytes: such tiles are no
			 * rectangles */
			const bool rectangle = dst.layout != MGC_LINEAR || COPY_W * cpp % tile_B == 0;
			const unsigned e = untouched                                       ? is_cleared(t)
					   : inside[t] == tile_B && kind == 0 && rectangle ? 1
											   : 0;

			cr_assert_eq(entry(&r, t), e,
				     "kind %u, layout %u, %u B, tile %u of %u bytes: %u, not %u", kind,
				     dst.layout, cpp, t, tile_B, entry(&r, t), e);
		}
	}
	rig_free(&r);
}

Test(gc_blt, in_place)
{
	struct gc_rig r = rig_new("gc7000l");

	for (unsigned large = 0; large < 2; large++) {
		const unsigned tile_B = large ? 256 : 128, tiles = COPY_W * COPY_H * 4 / tile_B,
			       some = tiles - 5;
		const struct copy_surface s = {COPY_FROM, MGC_SUPER_NEW, 4, COPY_W * 4};
		uint8_t want[COPY_W * COPY_H * 4];

		copy_fill(&r, &s);
		ts_fill(&r);
		for (unsigned i = 0; i < sizeof(want); i++)
			want[i] = i / tile_B < some && is_cleared(i / tile_B)
				      ? (uint8_t)(ts_value >> i % 8 * 8)
				      : r.mem[COPY_FROM + i];
		blt_begin(&r);
		blt_state(&r, GC_BLT_CONFIG,
			  GC_BLT_CONFIG__INPLACE_TS_MODE(large) | GC_BLT_CONFIG__INPLACE_BOTH(1) |
			      GC_BLT_CONFIG__INPLACE_BPP(2));
		blt_state(&r, GC_BLT_DEST_TS_CLEAR_VALUE0, (uint32_t)ts_value);
		blt_state(&r, GC_BLT_DEST_TS_CLEAR_VALUE1, 0);
		blt_state(&r, GC_BLT_DEST_ADDR, r.base + COPY_FROM);
		blt_state(&r, GC_BLT_DEST_TS, r.base + COPY_STATUS);
		blt_state(&r, GC_BLT_INPLACE_TILE_COUNT, some);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__INPLACE);
		copy_quiet(&r);
		cr_assert_arr_eq(r.mem + COPY_FROM, want, sizeof(want));
		for (unsigned t = 0; t < tiles; t++)
			cr_assert_eq(entry(&r, t), t < some ? 0 : is_cleared(t));
	}
	rig_free(&r);
}

/* ---- mipmaps -------------------------------------------------------------------------------------- */
Test(gc_blt, mipmaps)
{
	static const struct {
		unsigned w, h, levels;
	} sizes[] = {{64, 64, 7}, {64, 16, 7}, {16, 128, 4}, {20, 12, 3}};
	struct gc_rig r = rig_new("gc7000l");

	for (unsigned i = 0; i < 4 * 3; i++) {
		const struct copy_surface base = {COPY_FROM, layouts[i / 4], 4, COPY_W * 4};
		struct copy_surface s = base, d = base;
		unsigned w = sizes[i % 4].w, h = sizes[i % 4].h;
		const unsigned levels = sizes[i % 4].levels;

		copy_fill(&r, &base);
		blt_begin(&r);
		blt_state(&r, GC_BLT_SRC_STRIDE, blt_stride(&base, GC_BLT_FORMAT__A8R8G8B8));
		blt_state(&r, GC_BLT_SRC_CONFIG, blt_config(&base, false));
		blt_state(&r, GC_BLT_SRC_ADDR, r.base + base.at);
		blt_state(&r, GC_BLT_DEST_STRIDE, blt_stride(&base, GC_BLT_FORMAT__A8R8G8B8));
		blt_state(&r, GC_BLT_DEST_CONFIG, blt_config(&base, true));
		blt_state(&r, GC_BLT_IMAGE_SIZE, GC_BLT_IMAGE_SIZE__WIDTH(w) | GC_BLT_IMAGE_SIZE__HEIGHT(h));
		blt_state(&r, GC_BLT_SWIZZLE, BLT_AS_IT_IS);
		for (unsigned l = 0; l + 1 < levels; l++) {
			blt_state(&r, GC_BLT_MIP_ADDR(l), r.base + COPY_TO + l * 0x10000);
			blt_state(&r, GC_BLT_MIP_STRIDE(l), COPY_W * 4);
		}
		blt_state(&r, GC_BLT_MIPMAP_CONFIG,
			  GC_BLT_MIPMAP_CONFIG__NUM(levels) | GC_BLT_MIPMAP_CONFIG__UNK5(1));
		blt_state(&r, GC_BLT_CONFIG, 0);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__GEN_MIPMAPS);
		copy_quiet(&r);
		for (unsigned l = 0; l + 1 < levels; l++) {
			const unsigned dx = w > 1 ? 2 : 1, dy = h > 1 ? 2 : 1, n = dx * dy;

			d.at = COPY_TO + l * 0x10000;
			w /= dx;
			h /= dy;
			for (unsigned y = 0; y < h; y++)
				for (unsigned x = 0; x < w; x++)
					for (unsigned k = 0; k < 4; k++) {
						unsigned sum = n / 2;

						for (unsigned t = 0; t < n; t++)
							sum += copy_px(&r, &s, x * dx + t % dx,
								       y * dy + t / dx)[k];
						cr_assert_eq(copy_px(&r, &d, x, y)[k], sum / n,
							     "level %u, (%u, %u)", l + 1, x, y);
					}
			s = d;
		}
	}
	rig_free(&r);
}
