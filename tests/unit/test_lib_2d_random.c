/* SPDX-License-Identifier: MIT
 *
 * Random 2D operations on the models of an R580, by both ways out, and of R6xx and R7xx, thousands of them
 * from one seed, in every pixel size: any operation after any other, so that what the library believes the
 * registers hold is put to the test.
 */
#include "tests/unit/test_lib_2d_rig.h"

#include <stdio.h>

enum { ROUNDS = 20, R6XX_ROUNDS = 8, OPS = 100 };

static uint32_t state;

static int up_to(unsigned n)
{
	return (int)(rnd(&state) % n);
}

static const struct fl_rect clip_list[] = {
    {-10, -10, 60, 70}, {60, 20, 70, 31}, {55, 60, 40, 95}, {110, 55, 500, 40}, {100, 97, 90, 50}};

/* One of a few, so that a brush comes back: what is in the registers still is tested, too. */
static struct fl_brush any_brush(uint32_t pixels[64])
{
	uint32_t later = rnd(&state), few = 1 + later % 6 * 1000;
	struct fl_brush b;

	state = few;
	rnd(&state);
	b = (struct fl_brush){.kind = (enum fl_brush_kind)(few / 1000 % 4),
			      .color = rnd(&state),
			      .background = rnd(&state),
			      .pixels = pixels,
			      .x = up_to(40) - 20,
			      .y = up_to(40) - 20};
	for (int i = 0; i < 8; i++)
		b.bits[i] = (uint8_t)rnd(&state);
	for (int i = 0; i < 64; i++)
		pixels[i] = rnd(&state);
	state = later;
	return b;
}

/* Lines with an odd longer side: no pixel is the chip's choice. */
static struct fl_point next_point(struct fl_point p)
{
	int reach = up_to(4) ? 80 : 600, n = (up_to((unsigned)reach) + 1) | 1,
	    m = up_to((unsigned)n) * (up_to(2) ? 1 : -1);
	bool steep = up_to(2);

	n = up_to(2) ? n : -n;
	return (struct fl_point){p.x + (steep ? m : n), p.y + (steep ? n : m)};
}

static unsigned any_rop(bool source)
{
	static const uint8_t often[] = {0xcc, 0xf0, 0x66, 0x5a, 0xb8, 0xc0};
	unsigned rop = up_to(3) ? often[up_to(6)] : (unsigned)up_to(256);

	/* Without a source both halves must be the same. */
	return source ? rop : (rop & 0x33) | (rop & 0x33) << 2;
}

static void one(struct two_d *t, char *what)
{
	static uint8_t data[64 * 1024];
	uint32_t pixels[64];
	struct fl_brush b = any_brush(pixels);
	struct fl_rect r = {up_to(260) - 40, up_to(200) - 30, up_to(9) ? up_to(40) : up_to(300),
			    up_to(9) ? up_to(30) : up_to(200)};
	struct pixel_source s = {.at_x = r.x, .at_y = r.y};
	unsigned kind = (unsigned)up_to(9), rop = any_rop(kind >= 3 && kind < 7);
	struct fl_bitmap m = {
	    .bits = data + up_to(1000), .color = rnd(&state), .background = rnd(&state), .opaque = up_to(2)};
	struct fl_pen pen = {.color = rnd(&state),
			     .background = rnd(&state),
			     .dashes = up_to(2) ? rnd(&state) : 0,
			     .phase = (uint32_t)up_to(100),
			     .opaque = up_to(2)};
	struct fl_point points[9] = {{r.x, r.y}};
	unsigned n_points = 2 + (unsigned)up_to(8);

	if (!data[0])
		for (unsigned i = 0; i < sizeof(data); i++)
			data[i] = (uint8_t)(rnd(&state) | !i);
	snprintf(what, 200, "kind %u, rop 0x%02x, brush %u, (%d, %d) %d x %d", kind, rop, b.kind, r.x, r.y,
		 r.w, r.h);
	switch (kind) {
	case 0: /* a color */
		b.kind = FL_BRUSH_SOLID;
		fl_fill_rop(t->g, r.x, r.y, r.w, r.h, b.color, rop);
		px_rect(&t->want, r.x, r.y, r.w, r.h, &b, NULL, rop);
		break;
	case 1:
		fl_pattern(t->g, r.x, r.y, r.w, r.h, &b, rop);
		px_rect(&t->want, r.x, r.y, r.w, r.h, &b, NULL, rop);
		break;
	case 2: { /* a list */
		struct fl_rect list[12];

		b.kind = FL_BRUSH_SOLID;
		for (unsigned i = 0; i < n_points; i++) {
			list[i] = (struct fl_rect){r.x + up_to(30), r.y + up_to(30), up_to(30), up_to(20)};
			px_rect(&t->want, list[i].x, list[i].y, list[i].w, list[i].h, &b, NULL, rop);
		}
		fl_fill_rects(t->g, list, n_points, b.color, rop);
		break;
	}
	case 3: { /* a copy */
		int sx = up_to(110) - 10, sy = up_to(90) - 10;

		s.picture = &t->from;
		s.dx = sx - r.x;
		s.dy = sy - r.y;
		fl_blit_brush(t->g, &t->src, sx, sy, r.x, r.y, r.w, r.h, &b, rop);
		px_rect(&t->want, r.x, r.y, r.w, r.h, &b, &s, rop);
		break;
	}
	case 4: /* over itself */
		s.picture = &t->want;
		s.dx = up_to(61) - 30;
		s.dy = up_to(41) - 20;
		fl_blit_brush(t->g, &t->dst, r.x + s.dx, r.y + s.dy, r.x, r.y, r.w, r.h, &b, rop);
		px_rect(&t->want, r.x, r.y, r.w, r.h, &b, &s, rop);
		break;
	case 5: /* a bitmap */
		m.pitch_B = up_to(5) ? (uint32_t)(r.w + 7) / 8 + (uint32_t)up_to(3) : 0;
		s.bitmap = &m;
		fl_mono_rop(t->g, r.x, r.y, r.w, r.h, &m, &b, rop);
		px_rect(&t->want, r.x, r.y, r.w, r.h, &b, &s, rop);
		break;
	case 6: /* an image; a source's key needs an operation with a source */
		r.h = r.h > 40 ? 40 : r.h;
		rop = t->want.key.src ? FL_ROP_SRCCOPY : rop;
		s.pitch_B = (unsigned)(r.w * t->want.bytes + up_to(9));
		s.image = data + up_to(100);
		fl_put_image_rop(t->g, r.x, r.y, r.w, r.h, s.image, s.pitch_B, &b, rop);
		px_rect(&t->want, r.x, r.y, r.w, r.h, &b, &s, rop);
		break;
	case 7: /* lines */
		for (unsigned i = 1; i < n_points; i++)
			points[i] = next_point(points[i - 1]);
		fl_polyline(t->g, points, n_points, &pen, rop);
		px_polyline(&t->want, points, n_points, &pen, rop);
		break;
	default: /* what all heed */
		t->want.clip = up_to(2) ? (struct fl_rect){0, 0, t->want.w, t->want.h}
					: (struct fl_rect){20, 15, 160, 120};
		t->want.clips = up_to(3) ? NULL : clip_list;
		t->want.n_clips = t->want.clips ? 5 : 0;
		fl_2d_clip_off(t->g);
		fl_2d_clip(t->g, t->want.clip.x, t->want.clip.y, t->want.clip.x + t->want.clip.w,
			   t->want.clip.y + t->want.clip.h);
		fl_2d_clip_list(t->g, t->want.clips, t->want.n_clips);
		t->want.key = (struct fl_2d_key){0};
		if (!up_to(3))
			t->want.key =
			    (struct fl_2d_key){(enum fl_key_when)up_to(3), (enum fl_key_when)up_to(3),
					       0x5a5a5a5a, 0xa5c3a5c3, up_to(2) ? 0 : rnd(&state)};
		fl_2d_key(t->g, &t->want.key);
		t->want.mask = up_to(3) ? ~0u : up_to(2) ? 0x5a3c7e69 : rnd(&state);
		fl_2d_write_mask(t->g, t->want.mask);
	}
}

static void random_ops(unsigned way, enum fl_format format, uint32_t seed)
{
	struct two_d t;
	char what[3][200], text[500];

	state = seed;
	two_d_open(&t, way, format, FL_2D_ALL);
	for (int round = 0; round < (way < R500_WAYS ? ROUNDS : R6XX_ROUNDS); round++) {
		for (int i = 0; i < OPS; i++)
			one(&t, what[i % 3]);
		snprintf(text, sizeof(text), "round %d, the last of it: %s", round, what[(OPS - 1) % 3]);
		two_d_same(&t, text);
	}
	two_d_close(&t);
}

Test(lib_2d_random, stream_8)
{
	random_ops(BY_STREAM, FL_C8, 8);
}

Test(lib_2d_random, stream_16)
{
	random_ops(BY_STREAM, FL_RGB565, 16);
}

Test(lib_2d_random, stream_32)
{
	random_ops(BY_STREAM, FL_ARGB8888, 32);
}

Test(lib_2d_random, registers_8)
{
	random_ops(BY_REGISTERS, FL_C8, 108);
}

Test(lib_2d_random, registers_16)
{
	random_ops(BY_REGISTERS, FL_ARGB1555, 116);
}

Test(lib_2d_random, registers_32)
{
	random_ops(BY_REGISTERS, FL_ARGB8888, 132);
}

Test(lib_2d_random, rv770_8)
{
	random_ops(ON_RV770, FL_C8, 208);
}

Test(lib_2d_random, rv770_16)
{
	random_ops(ON_RV770, FL_RGB565, 216);
}

Test(lib_2d_random, rv770_32)
{
	random_ops(ON_RV770, FL_ARGB8888, 232);
}

Test(lib_2d_random, r600_8)
{
	random_ops(ON_R600, FL_C8, 308);
}

Test(lib_2d_random, r600_16)
{
	random_ops(ON_R600, FL_RGB565, 316);
}

Test(lib_2d_random, r600_32)
{
	random_ops(ON_R600, FL_ARGB8888, 332);
}

Test(lib_2d_random, rv710_8)
{
	random_ops(ON_RV710, FL_C8, 408);
}

Test(lib_2d_random, rv710_16)
{
	random_ops(ON_RV710, FL_RGB565, 416);
}

Test(lib_2d_random, rv710_32)
{
	random_ops(ON_RV710, FL_ARGB8888, 432);
}
