/* SPDX-License-Identifier: MIT
 *
 * RS: copies between layouts and formats, by one pipe and two, fills, tile status (GC facts 8.1 to 8.3).
 */
#include "tests/unit/gc/copy_rig.h"

enum {
	GO = 0xbeebbeeb,
	ALL_BYTES = 0xffff,
	NO_DITHER = 0xffffffff,
	LAYOUTS = MGC_MULTI_SUPER + 1,
};

static void state(struct gc_rig *r, uint32_t offset, uint32_t value)
{
	mgc_state(r->g, offset, value);
}

static uint32_t stride_of(const struct copy_surface *s)
{
	const bool super =
	    s->layout == MGC_SUPER_OLD || s->layout == MGC_SUPER_NEW || s->layout == MGC_MULTI_SUPER;

	return (s->layout == MGC_LINEAR ? s->stride : 4 * s->stride) | GC_RS_SOURCE_STRIDE__TILING(super) |
	       GC_RS_SOURCE_STRIDE__MULTI(s->layout == MGC_MULTI_TILED || s->layout == MGC_MULTI_SUPER) |
	       GC_RS_SOURCE_STRIDE__SUPER_TILED_NEW(s->layout == MGC_SUPER_NEW);
}

/* Windows: the whole height by one pipe, or half of it by each of two. Formats: of src and dst. */
static void copy_setup(struct gc_rig *r, const struct copy_surface *src, const struct copy_surface *dst,
		       unsigned from, unsigned to, uint32_t config, unsigned w, unsigned h)
{
	const bool two = r->g->variant->resolve_pipes > 1 && !r->g->variant->single_buffer;

	state(r, GC_RS_CLEAR_CONTROL, 0);
	state(r, GC_RS_CONFIG,
	      config | GC_RS_CONFIG__SOURCE_FORMAT(from) | GC_RS_CONFIG__DEST_FORMAT(to) |
		  GC_RS_CONFIG__SOURCE_TILED(src->layout != MGC_LINEAR) |
		  GC_RS_CONFIG__DEST_TILED(dst->layout != MGC_LINEAR));
	state(r, GC_RS_SOURCE_STRIDE, stride_of(src));
	state(r, GC_RS_DEST_STRIDE, stride_of(dst));
	state(r, GC_RS_SOURCE_ADDR, r->base + src->at);
	state(r, GC_RS_DEST_ADDR, r->base + dst->at);
	for (unsigned p = 0; p < 2 && r->g->variant->pixel_pipes > 1; p++) {
		state(r, GC_RS_PIPE_SOURCE_ADDR(p), r->base + src->at + p * COPY_HALF);
		state(r, GC_RS_PIPE_DEST_ADDR(p), r->base + dst->at + p * COPY_HALF);
		state(r, GC_RS_PIPE_OFFSET(p), two && p ? GC_RS_PIPE_OFFSET__Y(h / 2) : 0);
	}
	state(r, GC_RS_DITHER(0), NO_DITHER);
	state(r, GC_RS_DITHER(1), NO_DITHER);
	state(r, GC_RS_WINDOW_SIZE, GC_RS_WINDOW_SIZE__WIDTH(w) | GC_RS_WINDOW_SIZE__HEIGHT(two ? h / 2 : h));
}

static bool two_buffers(unsigned layout)
{
	return layout == MGC_MULTI_TILED || layout == MGC_MULTI_SUPER;
}

static void go(struct gc_rig *r)
{
	state(r, GC_RS_KICKER, GO);
}

Test(gc_rs, every_layout_to_every_layout)
{
	static const char *const chips[] = {"gc880", "gc2000", "gc3000"};
	static const unsigned formats[] = {GC_RS_FORMAT__A4R4G4B4, GC_RS_FORMAT__A8R8G8B8};

	for (unsigned c = 0; c < 3; c++) {
		struct gc_rig r = rig_new(chips[c]);

		for (unsigned i = 0; i < LAYOUTS * LAYOUTS * 2; i++) {
			const unsigned cpp = i & 1 ? 4 : 2, f = formats[i & 1], a = i / 2 % LAYOUTS,
				       b = i / 2 / LAYOUTS;
			const struct copy_surface src = {COPY_FROM, a, cpp, COPY_W * cpp},
						  dst = {COPY_TO, b, cpp, COPY_W * cpp};
			unsigned marks = 0;

			if (r.g->variant->pixel_pipes < 2 && (two_buffers(a) || two_buffers(b)))
				continue;
			copy_fill(&r, &src);
			copy_mark(&r, &dst);
			copy_setup(&r, &src, &dst, f, f, 0, COPY_W, COPY_H);
			go(&r);
			copy_quiet(&r);
			for (unsigned y = 0; y < COPY_H; y++)
				for (unsigned x = 0; x < COPY_W; x++)
					for (unsigned k = 0; k < cpp; k++) {
						const uint8_t want = copy_byte(x, y, k);

						marks += want == COPY_MARK;
						cr_assert_eq(
						    copy_px(&r, &dst, x, y)[k], want,
						    "%s: layout %u to %u, %u B, (%u, %u) + %u: %02x, "
						    "not %02x",
						    chips[c], a, b, cpp, x, y, k, copy_px(&r, &dst, x, y)[k],
						    want);
					}
			cr_assert_eq(copy_changed(&r, &dst), COPY_W * COPY_H * cpp - marks);
		}
		rig_free(&r);
	}
}

/* What is beside the window stays as it is. */
Test(gc_rs, windows_end)
{
	struct gc_rig r = rig_new("gc880");

	for (unsigned layout = 0; layout <= MGC_SUPER_NEW; layout++) {
		const struct copy_surface src = {COPY_FROM, MGC_LINEAR, 4, COPY_W * 4},
					  dst = {COPY_TO, layout, 4, COPY_W * 4};

		copy_fill(&r, &src);
		copy_mark(&r, &dst);
		copy_setup(&r, &src, &dst, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__A8R8G8B8, 0, 32, 12);
		go(&r);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H; y++)
			for (unsigned x = 0; x < COPY_W; x++)
				for (unsigned k = 0; k < 4; k++)
					cr_assert_eq(copy_px(&r, &dst, x, y)[k],
						     x < 32 && y < 12 ? copy_byte(x, y, k) : COPY_MARK);
	}
	rig_free(&r);
}

Test(gc_rs, offsets_are_of_windows)
{
	struct gc_rig r = rig_new("gc2000");
	const struct copy_surface src = {COPY_FROM, MGC_LINEAR, 4, COPY_W * 4},
				  dst = {COPY_TO, MGC_TILED, 4, COPY_W * 4};

	copy_fill(&r, &src);
	copy_mark(&r, &dst);
	copy_setup(&r, &src, &dst, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__A8R8G8B8, 0, 16, 8);
	state(&r, GC_RS_PIPE_OFFSET(0), GC_RS_PIPE_OFFSET__X(16) | GC_RS_PIPE_OFFSET__Y(8));
	state(&r, GC_RS_PIPE_OFFSET(1), GC_RS_PIPE_OFFSET__X(32) | GC_RS_PIPE_OFFSET__Y(64));
	go(&r);
	copy_quiet(&r);
	for (unsigned y = 0; y < COPY_H; y++)
		for (unsigned x = 0; x < COPY_W; x++) {
			const bool in = (x >= 16 && x < 32 && y >= 8 && y < 12) ||
					(x >= 32 && x < 48 && y >= 64 && y < 68);

			for (unsigned k = 0; k < 4; k++)
				cr_assert_eq(copy_px(&r, &dst, x, y)[k], in ? copy_byte(x, y, k) : COPY_MARK);
		}
	rig_free(&r);
}

Test(gc_rs, every_format_to_every_format)
{
	struct gc_rig r = rig_new("gc3000");

	for (unsigned i = 0; i < COPY_FORMATS * COPY_FORMATS * 2; i++) {
		const bool swap = i & 1;
		const struct copy_fields *f = &copy_formats[i / 2 % COPY_FORMATS],
					 *t = &copy_formats[i / 2 / COPY_FORMATS];
		const struct copy_surface src = {COPY_FROM, MGC_SUPER_OLD, f->cpp, COPY_W * f->cpp},
					  dst = {COPY_TO, MGC_LINEAR, t->cpp, COPY_W * t->cpp};

		copy_fill(&r, &src);
		copy_setup(&r, &src, &dst, f->format, t->format, GC_RS_CONFIG__SWAP_RB(swap), COPY_W, COPY_H);
		go(&r);
		copy_quiet(&r);
		copy_is_converted(&r, &src, &dst, f, t, swap);
	}
	rig_free(&r);
}

Test(gc_rs, rows_in_reverse)
{
	struct gc_rig r = rig_new("gc880");
	const struct copy_surface src = {COPY_FROM, MGC_TILED, 4, COPY_W * 4},
				  dst = {COPY_TO, MGC_LINEAR, 4, COPY_W * 4};

	copy_fill(&r, &src);
	copy_setup(&r, &src, &dst, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__A8R8G8B8, GC_RS_CONFIG__FLIP(1),
		   COPY_W, 100);
	go(&r);
	copy_quiet(&r);
	for (unsigned y = 0; y < 100; y++)
		for (unsigned x = 0; x < COPY_W; x++)
			for (unsigned k = 0; k < 4; k++)
				cr_assert_eq(copy_px(&r, &dst, x, y)[k], copy_byte(x, 99 - y, k));
	rig_free(&r);
}

Test(gc_rs, samples_become_their_mean)
{
	static const char *const chips[] = {"gc880", "gc2000", "gc3000"};

	for (unsigned i = 1; i < 4 * 3 * 2; i++) {
		const unsigned dx = 1 + (i & 1), dy = 1 + (i >> 1 & 1), n = dx * dy;
		const bool one = i / 4 % 2;
		struct gc_rig r = rig_new(chips[i / 8]);
		const struct copy_surface src = {COPY_FROM, MGC_SUPER_OLD, 4, COPY_W * 4},
					  dst = {COPY_TO, MGC_LINEAR, 4, COPY_W * 4};

		copy_fill(&r, &src);
		copy_setup(&r, &src, &dst, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__A8R8G8B8,
			   GC_RS_CONFIG__DOWNSAMPLE_X(dx == 2) | GC_RS_CONFIG__DOWNSAMPLE_Y(dy == 2), COPY_W,
			   COPY_H);
		state(&r, GC_RS_SINGLE_BUFFER, GC_RS_SINGLE_BUFFER__DOWNSAMPLE_ONE_SAMPLE(one));
		fl_model_reports_clear(r.m); /* gc880 has no such state */
		go(&r);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H / dy; y++)
			for (unsigned x = 0; x < COPY_W / dx; x++)
				for (unsigned k = 0; k < 4; k++) {
					unsigned sum = n / 2;

					for (unsigned s = 0; s < n; s++)
						sum += copy_byte(x * dx + s % dx, y * dy + s / dx, k);
					cr_assert_eq(copy_px(&r, &dst, x, y)[k],
						     one ? copy_byte(x * dx, y * dy, k) : sum / n,
						     "%u x %u, (%u, %u)", dx, dy, x, y);
				}
		rig_free(&r);
	}
}

/* ---- fills ---------------------------------------------------------------------------------------- */
static const uint32_t values[4] = {0x11223344, 0x55667788, 0x99aabbcc, 0xddeeff01};

/* GC facts 8.3: one value, four, or 64 bits, and a bit for each of 16 bytes. */
static uint8_t filled(unsigned mode, unsigned byte)
{
	const unsigned word = byte / 4 % 4, k = mode == 1 ? 0 : mode == 2 ? word : word % 2;

	return (uint8_t)(values[k] >> byte % 4 * 8);
}

Test(gc_rs, fills_by_mode_and_mask)
{
	static const unsigned masks[] = {0xffff, 0xeeee, 0x1111, 0x0000, 0x8421, 0x00f0};
	static const unsigned formats[] = {GC_RS_FORMAT__A4R4G4B4, GC_RS_FORMAT__A8R8G8B8,
					   GC_RS_FORMAT__64BPP_CLEAR};
	static const char *const chips[] = {"gc880", "gc2000", "gc3000"};

	for (unsigned i = 0; i < 3 * 3 * 3 * 6; i++) {
		const unsigned mode = 1 + i % 3, size = i / 3 % 3, mask = masks[i / 9 % 6], cpp = 2 << size;
		struct gc_rig r = rig_new(chips[i / 54]);
		const unsigned layout = i / 54 == 1 ? MGC_MULTI_SUPER : MGC_SUPER_OLD;
		const struct copy_surface dst = {COPY_TO, layout, cpp, COPY_W * cpp};

		copy_fill(&r, &dst);
		copy_setup(&r, &dst, &dst, 0, formats[size], 0, COPY_W, COPY_H);
		for (unsigned k = 0; k < 4; k++)
			state(&r, GC_RS_FILL_VALUE(k), values[k]);
		state(&r, GC_RS_CLEAR_CONTROL,
		      GC_RS_CLEAR_CONTROL__MODE(mode) | GC_RS_CLEAR_CONTROL__BITS(mask));
		go(&r);
		copy_quiet(&r);
		for (unsigned y = 0; y < COPY_H; y++)
			for (unsigned x = 0; x < COPY_W; x++)
				for (unsigned k = 0; k < cpp; k++) {
					const uint8_t *p = copy_px(&r, &dst, x, y) + k;
					const unsigned byte = (unsigned)(p - r.mem) % 16;

					cr_assert_eq(
					    *p, mask >> byte & 1 ? filled(mode, byte) : copy_byte(x, y, k),
					    "mode %u, mask %04x, %u B", mode, mask, cpp);
				}
		rig_free(&r);
	}
}

/* GC facts 8.3: memory of tile status, as a surface of 16 pixels across: 16 x 4 by each of two pipes, or
 * 16 x 8 by one window. */
Test(gc_rs, memory_of_tile_status_is_filled)
{
	for (unsigned i = 0; i < 2; i++) {
		struct gc_rig r = rig_new(i ? "gc3000" : "gc2000");
		const struct copy_surface dst = {COPY_STATUS, MGC_TILED, 4, 64};

		memset(r.mem + COPY_STATUS, COPY_MARK, 0x400);
		copy_setup(&r, &dst, &dst, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__A8R8G8B8, 0, 16, 8);
		state(&r, GC_RS_FILL_VALUE(0), 0x55555555);
		state(&r, GC_RS_CLEAR_CONTROL, GC_RS_CLEAR_CONTROL__MODE(1) | ALL_BYTES);
		go(&r);
		copy_quiet(&r);
		for (unsigned k = 0; k < 0x400; k++)
			cr_assert_eq(r.mem[COPY_STATUS + k], k < 16 * 8 * 4 ? 0x55 : COPY_MARK, "+%x", k);
		rig_free(&r);
	}
}

/* ---- tile status ---------------------------------------------------------------------------------- */
enum { TILE_B = 64, CLEAR = 0x8badf00d };

static bool is_cleared(unsigned tile)
{
	return tile * 2654435761u >> 29 & 1;
}

static void status_setup(struct gc_rig *r)
{
	memset(r->mem + COPY_STATUS, 0, 0x1000);
	for (unsigned t = 0; t < COPY_W * COPY_H * 4 / TILE_B; t++)
		r->mem[COPY_STATUS + t / 4] |= (uint8_t)(is_cleared(t) << t % 4 * 2);
	state(r, GC_TS_MEM_CONFIG, GC_TS_MEM_CONFIG__COLOR_FAST_CLEAR(1));
	state(r, GC_TS_COLOR_STATUS_BASE, r->base + COPY_STATUS);
	state(r, GC_TS_COLOR_SURFACE_BASE, r->base + COPY_FROM);
	state(r, GC_TS_COLOR_CLEAR_VALUE, CLEAR);
}

static uint32_t through(struct gc_rig *r, const struct copy_surface *src, unsigned x, unsigned y)
{
	const uint32_t at = (uint32_t)(copy_px(r, src, x, y) - r->mem) - COPY_FROM;
	uint32_t v = 0;

	for (unsigned k = 0; k < 4; k++)
		v |= (uint32_t)copy_byte(x, y, k) << 8 * k;
	return is_cleared(at / TILE_B) ? CLEAR : v;
}

Test(gc_rs, cleared_tiles_read_as_the_clear_value)
{
	struct gc_rig r = rig_new("gc3000");
	const struct copy_surface src = {COPY_FROM, MGC_SUPER_OLD, 4, COPY_W * 4},
				  dst = {COPY_TO, MGC_LINEAR, 4, COPY_W * 4};

	copy_fill(&r, &src);
	status_setup(&r);
	copy_setup(&r, &src, &dst, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__A8R8G8B8, 0, COPY_W, COPY_H);
	go(&r);
	copy_quiet(&r);
	for (unsigned y = 0; y < COPY_H; y++)
		for (unsigned x = 0; x < COPY_W; x++)
			cr_assert_eq(copy_value(copy_px(&r, &dst, x, y), 4), through(&r, &src, x, y));
	rig_free(&r);
}

Test(gc_rs, in_place)
{
	struct gc_rig r = rig_new("gc3000");
	const struct copy_surface src = {COPY_FROM, MGC_SUPER_OLD, 4, COPY_W * 4};
	const unsigned tiles = COPY_W * COPY_H * 4 / TILE_B, some = tiles - 37;

	copy_fill(&r, &src);
	status_setup(&r);
	state(&r, GC_RS_EXTRA_CONFIG, 0);
	state(&r, GC_RS_SOURCE_STRIDE, stride_of(&src));
	state(&r, GC_RS_KICKER_INPLACE, some);
	copy_quiet(&r);
	for (unsigned y = 0; y < COPY_H; y++)
		for (unsigned x = 0; x < COPY_W; x++) {
			const uint8_t *p = copy_px(&r, &src, x, y);
			const unsigned tile = (unsigned)(p - r.mem - COPY_FROM) / TILE_B;

			if (tile < some)
				cr_assert_eq(copy_value(p, 4), through(&r, &src, x, y));
			else
				cr_assert_eq(p[0], copy_byte(x, y, 0));
		}
	for (unsigned t = 0; t < tiles; t++)
		cr_assert_eq(r.mem[COPY_STATUS + t / 4] >> t % 4 * 2 & 3, t < some ? 0 : is_cleared(t));
	rig_free(&r);
}

/* ---- rules ---------------------------------------------------------------------------------------- */
static void plain(struct gc_rig *r, unsigned from, unsigned to, uint32_t config, unsigned w, unsigned h)
{
	const struct copy_surface src = {COPY_FROM, MGC_SUPER_OLD, 4, COPY_W * 4},
				  dst = {COPY_TO, MGC_TILED, 4, COPY_W * 4};

	copy_setup(r, &src, &dst, from, to, config, w, h);
	fl_model_reports_clear(r->m);
}

Test(gc_rs, rules_of_windows_and_strides)
{
	struct gc_rig r = rig_new("gc880");
	const unsigned f = GC_RS_FORMAT__A8R8G8B8;

	plain(&r, f, f, 0, 24, 8);
	go(&r);
	rig_said(&r, FL_WARN, "24 pixels wide, no multiple of 16");
	plain(&r, f, f, 0, 16, 6);
	go(&r);
	rig_said(&r, FL_WARN, "6 pixels high, no multiple of 4");
	plain(&r, f, f, 0, 0, 8);
	go(&r);
	rig_said(&r, FL_REFUSE, "WINDOW_SIZE is 0 by 8");
	plain(&r, f, f, 0, 16400, 8);
	go(&r);
	rig_said(&r, FL_REFUSE, "WINDOW_SIZE is 16400 by 8");
	plain(&r, f, f, 0, 16, 8);
	state(&r, GC_RS_SOURCE_ADDR, r.base + COPY_FROM + 32);
	go(&r);
	rig_said(&r, FL_WARN, "the source address");
	plain(&r, f, f, 0, 16, 8);
	state(&r, GC_RS_DEST_ADDR, r.base + COPY_TO + 4);
	go(&r);
	rig_said(&r, FL_WARN, "the destination address");
	plain(&r, f, f, 0, 16, 8);
	state(&r, GC_RS_DEST_STRIDE, 4 * 20);
	go(&r);
	rig_said(&r, FL_WARN, "the destination stride of 80 bytes");
	plain(&r, f, f, 0, 16, 8);
	state(&r, GC_RS_SOURCE_STRIDE, GC_RS_SOURCE_STRIDE__TILING(1) | 4 * 4 * 48);
	go(&r);
	rig_said(&r, FL_WARN, "the source is super-tiled");
	plain(&r, f, f, 0, 16, 8);
	state(&r, GC_RS_SOURCE_STRIDE, GC_RS_SOURCE_STRIDE__MULTI(1) | 4 * 4 * 64);
	go(&r);
	rig_said(&r, FL_WARN, "two buffers (MULTI)");
	state(&r, GC_RS_KICKER, 1);
	rig_said(&r, FL_WARN, "RS_KICKER 0x00000001");
	cr_assert(!r.g->fe->stuck);
	rig_free(&r);
}

Test(gc_rs, rules_of_formats)
{
	static const struct {
		unsigned from, to;
		const char *text;
	} bad[] = {{8, GC_RS_FORMAT__A8R8G8B8, "formats 8 to 6"},
		   {GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__64BPP_CLEAR, "formats 6 to 21"},
		   {GC_RS_FORMAT__YUY2, GC_RS_FORMAT__R5G6B5, "YUY2 has no colors"}};

	for (unsigned i = 0; i < 3; i++) {
		struct gc_rig r = rig_new("gc880");

		plain(&r, bad[i].from, bad[i].to, 0, 16, 8);
		go(&r);
		rig_said(&r, FL_REFUSE, bad[i].text);
		cr_assert(r.g->fe->stuck);
		rig_free(&r);
	}
}

Test(gc_rs, rules_of_what_is_not_done)
{
	struct gc_rig r = rig_new("gc880");

	plain(&r, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__R5G6B5, 0, 16, 8);
	state(&r, GC_RS_DITHER(0), 0x6e4ca280);
	go(&r);
	rig_said(&r, FL_NOTE, "RS_DITHER is 6e4ca280 ffffffff");
	plain(&r, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__A8R8G8B8, 0, 16, 8);
	state(&r, GC_RS_EXTRA_CONFIG, GC_RS_EXTRA_CONFIG__ENDIAN(1));
	go(&r);
	rig_said(&r, FL_WARN, "swaps bytes");
	state(&r, GC_RS_EXTRA_CONFIG, 0);
	plain(&r, GC_RS_FORMAT__A8R8G8B8, GC_RS_FORMAT__A8R8G8B8, 0, 16, 8);
	state(&r, GC_RS_DEST_ADDR, 0x7f000000); /* the window of version 1 ends before it */
	fl_model_reports_clear(r.m);
	go(&r);
	cr_assert(fl_model_report(r.m, 0), "memory that is not there is reported");
	rig_free(&r);
}

Test(gc_rs, rules_in_place)
{
	struct gc_rig r = rig_new("gc3000");

	state(&r, GC_RS_KICKER_INPLACE, 16);
	rig_said(&r, FL_WARN, "without tile status");
	status_setup(&r);
	state(&r, GC_RS_KICKER_INPLACE, 0x7fffffff);
	rig_said(&r, FL_REFUSE, "of 2147483647 tiles");
	rig_free(&r);
	r = rig_new("gc2000");
	status_setup(&r);
	state(&r, GC_RS_KICKER_INPLACE, 16);
	cr_assert(rig_report(&r, "not known to have it"));
	rig_free(&r);
}
