/* SPDX-License-Identifier: MIT
 *
 * Targets on the model: every color format in every tiling, images of textures, several at a time, samples.
 */
#include "tests/unit/test_lib_texel.h"
#include "tests/unit/r500/test_lib_words.h"
#include "lib/r500/surface.h"

#include <stdio.h>

/* ---- formats: clears, draws, masks, blending; what is in memory, bit for bit ---- */

enum { SIDE = 64 };
static struct fl_surface target;

/* Sixteenths and quarters: exact in halves, and in the rasterizer's 20 bits. */
static const double cleared[4] = {3 / 16.0, 5 / 16.0, 10 / 16.0, 7 / 16.0};
static const double painted[4] = {0.75, 0.25, 0.5, 0.25};
static const double beyond[4] = {1000.5, -3.25, 0.001953125, -77}; /* of floats */

static void f_format(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};
	float c[4];

	cr_assert_eq(fl_surface_place(&target, &s->vram, SIDE, SIDE, (enum fl_format)texel_now->format,
				      texel_tiling, FL_USE_3D, &err),
		     FL_OK, "%s", err.text);
	fl_draw_target(d, &target, NULL);
	for (int i = 0; i < 4; i++)
		c[i] = (float)cleared[i];
	fl_clear_float(d, c);
	pixels(d);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, SIDE, SIDE, 0, 0, -1);
	/* rows 8 to 15: drawn; 16 to 23: one color at a time, by columns of 16; 24 to 31: blended; 32 to 39:
	 * cleared */
	fl_color(d, 191, 64, 128, 64);
	rect(d, 3, 8, 61, 16, 0);
	for (int i = 0; i < 4; i++) {
		fl_color_mask(d, i == 0, i == 1, i == 2, i == 3);
		rect(d, (float)i * 16, 16, (float)i * 16 + 16, 24, 0);
	}
	fl_color_mask(d, true, true, true, true);
	if (texel_now->blended) {
		fl_blend(d, FL_ONE, FL_ONE);
		rect(d, 0, 24, SIDE, 32, 0);
		fl_blend(d, FL_ONE, FL_ZERO);
	}
	for (int i = 0; i < 4; i++)
		c[i] = (float)(islower((unsigned char)texel_now->text[0]) ? beyond[i] : painted[i]);
	fl_scissor(d, 0, 32, SIDE, 8);
	fl_clear_float(d, c);
	fl_scissor(d, 0, 40, SIDE, 8);
	fl_clear(d, FL_CLEAR_COLOR, 0xc0804020, 1, 0);
	fl_scissor_off(d);
}

/* The bits of two pixels as numbers, channel by channel, are nearly alike. */
static void near_pixel(const uint8_t *got, const double want[4], double tolerance, uint32_t x, uint32_t y)
{
	uint8_t exact[16];
	float a[4], b[4];

	texel_pack(texel_now->text, want, true, exact);
	if (!memcmp(got, exact, fl_format_bytes((enum fl_format)texel_now->format)))
		return;
	cr_assert(tolerance > 0, "%s, tiling %u, (%u, %u): %02x %02x %02x %02x, want %02x %02x %02x %02x",
		  texel_now->text, texel_tiling, x, y, got[0], got[1], got[2], got[3], exact[0], exact[1],
		  exact[2], exact[3]);
	fl_pixel_unpack((enum fl_format)texel_now->format, got, a);
	fl_pixel_unpack((enum fl_format)texel_now->format, exact, b);
	for (int i = 0; i < 4; i++) {
		const char *p = strchr(texel_now->text, "RGBA"[i]);
		double step = p && atoi(p + 1) <= 8 ? 1.0 / ((1 << atoi(p + 1)) - 1) : 0;

		cr_assert_float_eq((double)a[i], (double)b[i], tolerance + step + 1e-9,
				   "%s, tiling %u, (%u, %u): channel %d is %f, want %f", texel_now->text,
				   texel_tiling, x, y, i, (double)a[i], (double)b[i]);
	}
}

static void c_format(struct rig *r)
{
	uint32_t bytes = fl_format_bytes((enum fl_format)texel_now->format);
	uint8_t row[SIDE * 16];
	bool floats = islower((unsigned char)texel_now->text[0]);

	for (uint32_t y = 0; y < 48; y++) {
		fl_image_read(&r->dev, &target, 0, y, SIDE, row);
		for (uint32_t x = 0; x < SIDE; x++) {
			static const double drawn_color[4] = {191 / 255.0, 64 / 255.0, 128 / 255.0,
							      64 / 255.0};
			static const double argb[4] = {0x80 / 255.0, 0x40 / 255.0, 0x20 / 255.0,
						       0xc0 / 255.0};
			double want[4], tolerance = 1e-3; /* vertex colors have 20 bits */

			memcpy(want, cleared, sizeof(want));
			if (y >= 8 && y < 16 && x >= 3 && x < 61) {
				memcpy(want, drawn_color, sizeof(want));
			} else if (y >= 16 && y < 24) {
				want[x / 16] = drawn_color[x / 16];
			} else if (y >= 24 && y < 32 && texel_now->blended) {
				for (int i = 0; i < 4; i++)
					want[i] = floats ? want[i] + drawn_color[i]
							 : fmin(1, want[i] + drawn_color[i]);
				tolerance = 2.0 / 255;
			} else if (y >= 32 && y < 40) {
				memcpy(want, floats ? beyond : painted, sizeof(want));
				tolerance = 0;
			} else if (y >= 40) {
				memcpy(want, argb, sizeof(want));
				tolerance = floats ? 1e-3 : 0;
			} else {
				tolerance = 0;
			}
			near_pixel(row + x * bytes, want, tolerance, x, y);
		}
	}
}

Test(lib_target, every_format_in_every_tiling)
{
	texel_draw_each(f_format, c_format);
}

/* ---- images of textures: drawn into, then read, with no word said in between ---- */

static void f_rtt(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];
	struct fl_surface image;

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_2D, 64, 64, 1, FL_ALL_LEVELS, FL_ARGB8888,
				      FL_MICRO | FL_MACRO, NULL),
		     FL_OK);
	fl_texenv(d, 0, FL_REPLACE);
	for (int turn = 0; turn < 2; turn++) {
		/* each level: a color, and its right half another one */
		for (uint32_t l = 0; fl_texture_image(t, 0, l, &image); l++) {
			float w = (float)image.width_px, h = (float)image.height_px;

			fl_texture(d, 0, NULL);
			fl_draw_target(d, &image, NULL);
			fl_clear(d, FL_CLEAR_COLOR, 0xff000000 | (l * 30 + 5) << (turn ? 8 : 16), 1, 0);
			fl_matrix_mode(d, FL_PROJECTION);
			fl_load_identity(d);
			fl_ortho(d, 0, w, h, 0, 0, -1);
			fl_matrix_mode(d, FL_MODELVIEW);
			fl_load_identity(d);
			fl_color_argb(d, 0xff0000ff - l);
			rect(d, w / 2, 0, w, h, 0);
		}
		fl_draw_target(d, &s->screen, NULL);
		if (turn == 0)
			fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
		pixels(d);
		t->mip = FL_MIP_NEAREST;
		for (uint8_t l = 0; l < 6; l++) {
			t->level_min = t->level_max = l;
			if (l == 0)
				t->level_max = 1; /* 0 would be all; magnified, it is level 0 */
			fl_texture(d, 0, t);
			rect(d, (float)l * 32, (float)turn * 64, (float)l * 32 + (l ? 32 : 31),
			     (float)turn * 64 + 32, 0);
		}
	}
}

static void c_rtt(struct rig *r)
{
	for (uint32_t turn = 0; turn < 2; turn++)
		for (uint32_t l = 1; l < 6; l++) {
			cr_assert_eq(rig_at(r, l * 32 + 8, turn * 64 + 16),
				     0xff000000 | (l * 30 + 5) << (turn ? 8 : 16),
				     "turn %u, level %u: 0x%08x", turn, l,
				     rig_at(r, l * 32 + 8, turn * 64 + 16));
			cr_assert_eq(rig_at(r, l * 32 + 24, turn * 64 + 16), 0xff0000ff - l,
				     "turn %u, level %u: 0x%08x", turn, l,
				     rig_at(r, l * 32 + 24, turn * 64 + 16));
		}
}

Test(lib_target, levels_of_a_texture)
{
	draw(f_rtt, c_rtt);
}

/* ---- several targets of several formats; a program that writes to some of them; masks; clears ---- */

static struct fl_surface buffers[4];
static const uint8_t buffer_format[4] = {FL_ARGB8888, FL_ABGR16F, FL_RGB565, FL_R32F};

static const char transform[] =
    "!!PVS\nin position\nout pos : position\nout col : color0\nconst state_mvp[4]\n" TRANSFORM
    "MOV col, position\n";

static void f_mrt(struct fl_stage *s)
{
	static struct fl_program four, two;
	struct fl_draw *d = &s->d;
	const struct fl_surface *all[4];
	struct fl_err err = {0};

	make_program(&four, transform,
		     "!!US\nout pa : A\nout pb : B\nout pc : C\nout pd : D\nconst ka = {0.2, 0.4, 0.6, 0.8}\n"
		     "const kb = {2, -4, 0.5, 100}\nconst kc = {1, 0, 1, 0}\nconst kd = {12345.5, 0, 0, 0}\n"
		     "MOV pa, ka\nMOV pb, kb\nMOV pc, kc\nMOV pd, kd\n");
	make_program(&two, transform,
		     "!!US\nout pa : A\nout pc : C\nconst ka = {0, 1, 0, 1}\nconst kc = {0, 0, 1, 1}\n"
		     "MOV pa, ka\nMOV pc, kc\n");
	for (int i = 0; i < 4; i++) {
		cr_assert_eq(fl_surface_place(&buffers[i], &s->vram, SIDE, SIDE,
					      (enum fl_format)buffer_format[i], i == 2 ? FL_MICRO : FL_LINEAR,
					      FL_USE_3D, &err),
			     FL_OK, "%s", err.text);
		all[i] = &buffers[i];
	}
	fl_draw_targets(d, 4, all, NULL);
	fl_clear(d, FL_CLEAR_COLOR, 0xff804020, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, SIDE, SIDE, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_program(d, &four);
	rect(d, 0, 0, SIDE, 8, 0);
	fl_color_mask(d, true, false, false, false);
	rect(d, 0, 8, SIDE, 16, 0);
	fl_color_mask(d, true, true, true, true);
	fl_program(d, &two);
	rect(d, 0, 16, SIDE, 24, 0);
	fl_program(d, NULL); /* the first only */
	fl_color_argb(d, 0xff112233);
	rect(d, 0, 24, SIDE, 32, 0);
	fl_program(d, &four);
	rect(d, 0, 32, SIDE, 40, 0);
}

static void pixel_of(struct rig *r, int buffer, uint32_t y, float rgba[4])
{
	uint8_t texel[16];

	fl_image_read(&r->dev, &buffers[buffer], 7, y, 1, texel);
	fl_pixel_unpack((enum fl_format)buffer_format[buffer], texel, rgba);
}

Test(lib_target, four_at_a_time)
{
	/* red, green, blue, alpha of each buffer in each band of 8 rows */
	static const double c[4] = {0x80 / 255.0, 0x40 / 255.0, 0x20 / 255.0, 1};
	const double bands[6][4][4] = {
	    {{.2, .4, .6, .8}, {2, -4, .5, 100}, {1, 0, 1, 1}, {12345.5, 0, 0, 1}},
	    {{.2, c[1], c[2], 1}, {2, c[1], c[2], 1}, {1, c[1], c[2], 1}, {12345.5, 0, 0, 1}},
	    {{0, 1, 0, 1}, {c[0], c[1], c[2], 1}, {0, 0, 1, 1}, {c[0], 0, 0, 1}},
	    {{0x11 / 255., 0x22 / 255., 0x33 / 255., 1},
	     {c[0], c[1], c[2], 1},
	     {c[0], c[1], c[2], 1},
	     {c[0], 0, 0, 1}},
	    {{.2, .4, .6, .8}, {2, -4, .5, 100}, {1, 0, 1, 1}, {12345.5, 0, 0, 1}},
	    {{c[0], c[1], c[2], 1}, {c[0], c[1], c[2], 1}, {c[0], c[1], c[2], 1}, {c[0], 0, 0, 1}},
	};
	struct rig *r = rig_open(W, H, false);

	rig_draw(r, f_mrt);
	for (uint32_t band = 0; band < 6; band++)
		for (int b = 0; b < 4; b++) {
			float rgba[4];

			pixel_of(r, b, band * 8 + 3, rgba);
			for (int i = 0; i < 4; i++)
				cr_assert_float_eq((double)rgba[i], bands[band][b][i],
						   b == 2 ? 1 / 31.0 : 2.1e-3,
						   "band %u, buffer %d, channel %d: %f, want %f", band, b, i,
						   (double)rgba[i], bands[band][b][i]);
		}
	rig_close(r);
}

/* ---- samples: how many of them a shape covers, by their places ---- */

/* Sample positions in 1/12 pixel, as Mesa's r300 driver programs them (r300_emit.c, and recorded streams). */
static const uint8_t places[3][6][2] = {
    {{3, 9}, {9, 3}},
    {{4, 4}, {8, 8}, {2, 10}, {10, 2}},
    {{3, 1}, {7, 3}, {11, 5}, {1, 7}, {5, 9}, {9, 10}},
};
static uint32_t n_samples, ms_format, resolved_tiling;
static struct fl_surface many, many_depth, resolved;

static const uint8_t *sample(uint32_t i)
{
	return places[n_samples == 2 ? 0 : n_samples == 4 ? 1 : 2][i];
}

/* A triangle in twelfths, none of whose edges meets a sample. */
static const double corner[3][2] = {{100.5, 400.25}, {700.25, 489.5}, {220.5, 740.25}};

static void f_samples(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};

	cr_assert_eq(
	    fl_surface_multisample(&many, &s->vram, SIDE, SIDE, (enum fl_format)ms_format, n_samples, &err),
	    FL_OK, "%s", err.text);
	cr_assert_eq(fl_surface_multisample(&many_depth, &s->vram, SIDE, SIDE, FL_Z24S8, n_samples, &err),
		     FL_OK, "%s", err.text);
	cr_assert_eq(many.size_B % (SIDE * SIDE * 4u * n_samples), 0);
	cr_assert_eq(fl_surface_place(&resolved, &s->vram, SIDE, SIDE, (enum fl_format)ms_format,
				      resolved_tiling, FL_USE_3D, &err),
		     FL_OK, "%s", err.text);
	fl_draw_target(d, &many, &many_depth);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0x00000000, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, SIDE, SIDE, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_color_argb(d, 0xffffffff);
	/* row k: a left edge k / 12 into pixel 16; then a top edge so in column k */
	for (int k = 0; k < 12; k++) {
		rect(d, 16 + (float)k / 12, (float)k, 24, (float)k + 1, 0);
		rect(d, 32 + (float)k, 4 + (float)k / 12, 33 + (float)k, 12, 0);
	}
	fl_begin(d, FL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		fl_vertex(d, (float)round(corner[i][0]) / 12, (float)round(corner[i][1]) / 12, 0);
	fl_end(d);
	/* depth is of samples, too: red keeps those that it covers */
	fl_depth(d, true, FL_LESS, true);
	fl_color_argb(d, 0xffff0000);
	rect(d, 50 + 6.0f / 12, 20, 60, 24, 0.2f);
	fl_color_argb(d, 0xff0000ff);
	rect(d, 48, 20, 60, 24, 0.5f);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_resolve(d, &many, &resolved);
}

static double edge(const double a[2], const double b[2], double x, double y)
{
	return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static void resolved_at(struct rig *r, uint32_t x, uint32_t y, double covered, double red_part,
			bool two_colors)
{
	uint8_t texel[16];
	float rgba[4];
	double want[4] = {covered, covered, covered, covered};

	if (two_colors) {
		want[0] = red_part;
		want[1] = 0;
		want[2] = covered - red_part;
	}
	fl_image_read(&r->dev, &resolved, x, y, 1, texel);
	fl_pixel_unpack((enum fl_format)ms_format, texel, rgba);
	for (int i = 0; i < 4; i++)
		cr_assert_float_eq((double)rgba[i], want[i],
				   ms_format == FL_ARGB2101010 && i == 3 ? 1 / 3.0 + 1e-3 : 1.1 / 255,
				   "%u samples, format %u, (%u, %u), channel %d: %f, want %f", n_samples,
				   ms_format, x, y, i, (double)rgba[i], want[i]);
}

static void c_samples(struct rig *r)
{
	double twelfths[3][2];
	uint32_t partial = 0;

	for (uint32_t k = 0; k < 12; k++) {
		uint32_t in_x = 0, in_y = 0;

		for (uint32_t i = 0; i < n_samples; i++) {
			in_x += sample(i)[0] >= k; /* what lies on a left or upper edge is in */
			in_y += sample(i)[1] >= k;
		}
		resolved_at(r, 16, k, in_x / (double)n_samples, 0, false);
		resolved_at(r, 17, k, 1, 0, false);
		resolved_at(r, 15, k, 0, 0, false);
		resolved_at(r, 32 + k, 4, in_y / (double)n_samples, 0, false);
	}
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 2; k++)
			twelfths[i][k] = round(corner[i][k]);
	for (uint32_t y = 30; y < SIDE; y++)
		for (uint32_t x = 0; x < SIDE; x++) {
			uint32_t in = 0;
			bool on_edge = false;

			for (uint32_t i = 0; i < n_samples; i++) {
				double px = x * 12.0 + sample(i)[0], py = y * 12.0 + sample(i)[1], e[3];

				for (int k = 0; k < 3; k++) {
					e[k] = edge(twelfths[k], twelfths[(k + 1) % 3], px, py);
					on_edge |= e[k] == 0;
				}
				in +=
				    (e[0] > 0 && e[1] > 0 && e[2] > 0) || (e[0] < 0 && e[1] < 0 && e[2] < 0);
			}
			partial += in && in < n_samples;
			if (!on_edge)
				resolved_at(r, x, y, in / (double)n_samples, 0, false);
		}
	cr_assert_gt(partial, 40);
	for (uint32_t x = 48; x < 52; x++) {
		uint32_t in = 0;

		for (uint32_t i = 0; i < n_samples; i++)
			in += x * 12 + sample(i)[0] >= 50 * 12 + 6;
		resolved_at(r, x, 22, 1, in / (double)n_samples, true);
	}
}

Test(lib_target, samples_and_resolve)
{
	static const uint8_t formats[4] = {FL_ARGB8888, FL_ABGR8888, FL_ARGB2101010, FL_ABGR16F};
	static const uint8_t tilings[3] = {FL_MICRO | FL_MACRO, FL_MICRO, FL_LINEAR};
	struct rig *r = rig_open(W, H, false);

	for (n_samples = 2; n_samples <= 6; n_samples += 2)
		for (int i = 0; i < 4; i++) {
			ms_format = formats[i];
			resolved_tiling = tilings[(n_samples / 2 + (uint32_t)i) % 3];
			rig_draw(r, f_samples);
			c_samples(r);
		}
	rig_close(r);
}

/* The words that Mesa's r300 driver writes for its sample positions, in recorded streams. */
Test(lib_target, places_of_samples_are_mesas)
{
	static const uint32_t words[4][3] = {
	    {1, 0x66666666, 0x06666666}, {4, 0x22a28844, 0x022a2a2a}, {6, 0x115b3713, 0x01a99571}};
	static struct fl_draw d;
	struct fl_surface s;
	struct fl_cs cs;

	words_begin(&d, &cs, 0);
	fl_surface_init_samples(&s, &fl_r500_surfaces, SIDE, SIDE, FL_ARGB8888, 2, NULL);
	fl_draw_target(&d, &s, NULL);
	fl_begin(&d, FL_POINTS);
	fl_end(&d);
	cr_assert_eq(words_last(&cs, 0x4020), 1);
	for (int i = 0; i < 3; i++) {
		words_begin(&d, &cs, 0);
		if (words[i][0] == 1)
			fl_surface_init(&s, &fl_r500_surfaces, SIDE, SIDE, FL_ARGB8888, FL_LINEAR, FL_USE_3D,
					NULL);
		else
			fl_surface_init_samples(&s, &fl_r500_surfaces, SIDE, SIDE, FL_ARGB8888, words[i][0],
						NULL);
		fl_draw_target(&d, &s, NULL);
		fl_begin(&d, FL_POINTS);
		fl_end(&d);
		cr_assert_eq(words_last(&cs, 0x4010), words[i][1], "%u samples: 0x%08x", words[i][0],
			     words_last(&cs, 0x4010));
		cr_assert_eq(words_last(&cs, 0x4014), words[i][2], "%u samples: 0x%08x", words[i][0],
			     words_last(&cs, 0x4014));
		/* GB_AA_CONFIG of a stream: 1, 5, 7 for 2, 4, 6 */
		cr_assert_eq(words_last(&cs, 0x4020), words[i][0] == 1 ? 0 : words[i][0] + 1);
	}
}

Test(lib_target, surfaces_of_samples_refuse)
{
	static const struct {
		uint32_t w, format, samples;
		const char *word;
	} wrong[] = {{64, FL_ARGB8888, 3, "2, 4 and 6"}, {64, FL_RGB565, 4, "one sample"},
		     {64, FL_Z16, 2, "one sample"},      {2721, FL_ARGB8888, 6, "at most 2720"},
		     {2049, FL_ABGR16F, 4, "2048"},      {1361, FL_ABGR16F, 6, "1360"},
		     {0, FL_ARGB8888, 2, "1 to 16384"}};
	struct fl_surface s;
	struct fl_vram v;

	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct fl_err err = {0};

		cr_assert_eq(fl_surface_init_samples(&s, &fl_r500_surfaces, wrong[i].w, 64,
						     (enum fl_format)wrong[i].format, wrong[i].samples, &err),
			     FL_USAGE);
		cr_assert(strstr(err.text, wrong[i].word), "%s: %s", wrong[i].word, err.text);
	}
	fl_vram_init(&v, &fl_r500_surfaces, 0, 1000);
	cr_assert_eq(fl_surface_multisample(&s, &v, 64, 64, FL_ARGB8888, 2, NULL), FL_FAILED);
}

/* ---- a target of depth alone, read as a texture ---- */

static void depth_only(struct fl_stage *s, enum fl_format format)
{
	struct fl_draw *d = &s->d;
	struct fl_surface *z = &s->surface[0];

	cr_assert_eq(fl_surface_place(z, &s->vram, W, H, format, FL_MICRO, FL_USE_3D | FL_USE_TEXTURE, NULL),
		     FL_OK);
	fl_draw_target(d, NULL, z);
	fl_clear(d, FL_CLEAR_DEPTH | (format == FL_Z24S8 ? FL_CLEAR_STENCIL : 0), 0, 1, 0x55);
	pixels(d);
	fl_depth(d, true, FL_LESS, true);
	rect(d, 20, 20, 60, 60, 0.25f);
	rect(d, 40, 40, 100, 100, 0.5f);
	fl_draw_target(d, &s->screen, NULL);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_texture_of(&s->texture[0], z);
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);
	rect(d, 0, 0, W, H, 0);
}

static void f_depth_z16(struct fl_stage *s)
{
	depth_only(s, FL_Z16);
}

static void f_depth_z24(struct fl_stage *s)
{
	depth_only(s, FL_Z24S8);
}

static void c_depth_only(struct rig *r)
{
	for (uint32_t y = 0; y < H; y++)
		for (uint32_t x = 0; x < W; x++) {
			bool near_one = x >= 20 && x < 60 && y >= 20 && y < 60;
			bool far_one = x >= 40 && x < 100 && y >= 40 && y < 100;

			ASSERT_NEAR(r, x, y, near_one ? 0xff404040 : far_one ? 0xff808080 : 0xffffffff, 1);
		}
}

/* Drawn again, and named again, it shows what was drawn last; fixed function goes on as before. */
static void f_depth_again(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_surface *z = &s->surface[0];

	cr_assert_eq(
	    fl_surface_place(z, &s->vram, 70, 50, FL_Z24S8, FL_MICRO, FL_USE_3D | FL_USE_TEXTURE, NULL),
	    FL_OK);
	fl_texture_of(&s->texture[0], z);
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	pixels(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < 3; i++) {
		fl_draw_target(d, NULL, z);
		fl_clear(d, FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0, 0.25f * (float)(i + 1), 0xaa);
		fl_draw_target(d, &s->screen, NULL);
		fl_texture(d, 0, &s->texture[0]);
		rect(d, 64 * (float)i, 0, 64 * (float)(i + 1), 64, 0);
		fl_texture(d, 0, NULL);
		fl_color_argb(d, 0xff102030 * (uint32_t)(i + 1));
		rect(d, 64 * (float)i, 64, 64 * (float)(i + 1), H, 0);
	}
}

static void c_depth_again(struct rig *r)
{
	static const uint32_t greys[] = {0xff404040, 0xff808080, 0xffbfbfbf};

	for (uint32_t y = 0; y < H; y++)
		for (uint32_t x = 0; x < W; x++)
			ASSERT_NEAR(r, x, y, y < 64 ? greys[x / 64] : 0xff102030 * (x / 64 + 1), 1);
}

/* Each level is copied. */
static void f_depth_levels(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];
	struct fl_surface image;

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_2D, 64, 32, 1, 3, FL_Z24S8, FL_MICRO, NULL), FL_OK);
	for (uint32_t level = 0; level < 3; level++) {
		cr_assert(fl_texture_image(t, 0, level, &image));
		fl_draw_target(d, NULL, &image);
		fl_clear(d, FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0, 0.25f * (float)(level + 1), 0xaa);
	}
	fl_draw_target(d, &s->screen, NULL);
	pixels(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (uint32_t level = 0; level < 3; level++) {
		t->level_min = (uint8_t)level;
		fl_texture(d, 0, t);
		rect(d, 64 * (float)level, 0, 64 * (float)(level + 1), 64, 0);
	}
	fl_texture(d, 0, NULL);
	for (int i = 0; i < 3; i++) {
		fl_color_argb(d, 0xff102030 * (uint32_t)(i + 1));
		rect(d, 64 * (float)i, 64, 64 * (float)(i + 1), H, 0);
	}
}

Test(lib_target, levels_of_depth)
{
	draw_on("rv770", f_depth_levels, c_depth_again);
	draw_on("r600", f_depth_levels, c_depth_again);
	draw_on("rv710", f_depth_levels, c_depth_again);
}

Test(lib_target, depth_as_a_texture_again)
{
	draw(f_depth_again, c_depth_again);
	draw_on("rv610", f_depth_again, c_depth_again);
	draw_on("rv710", f_depth_again, c_depth_again);
}

Test(lib_target, depth_alone_and_as_a_texture)
{
	draw(f_depth_z16, c_depth_only);
	draw(f_depth_z24, c_depth_only);
}

/* Mesa r300_screen.c: the largest target, by chip (PCI ids); and formats that came later. */
Test(lib_target, limits_of_each_chip)
{
	static const struct {
		uint16_t device, most_px;
		bool ati1n, ati2n, blends_half;
	} chips[] = {{0x4e44, 2560, false, false, false}, /* R300 */
		     {0x4150, 2560, false, false, false}, /* RV350 */
		     {0x4a49, 4021, false, true, false},  /* R420 */
		     {0x5e4d, 4021, false, true, false},  /* RV410 */
		     {0x7249, 4096, true, true, true}};   /* R580 */
	char want[40];

	for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
		const struct fl_surface_rules *rules =
		    fl_r500_surface_rules(fl_chip_find(&r500_chips, 0x1002, chips[i].device));
		struct fl_err err = {0};
		struct fl_surface s;
		uint32_t px = chips[i].most_px;

		cr_assert_eq(fl_surface_init(&s, rules, px, px, FL_ARGB8888, FL_MICRO, FL_USE_3D, &err),
			     FL_OK, "%s", err.text);
		snprintf(want, sizeof(want), "has at most %u", px);
		cr_assert_eq(fl_surface_init(&s, rules, px + 1, 4, FL_ARGB8888, 0, FL_USE_3D, &err),
			     FL_USAGE);
		cr_assert(strstr(err.text, want), "%s", err.text);
		cr_assert_eq(fl_surface_init(&s, rules, 4, px + 1, FL_ARGB8888, 0, FL_USE_3D, &err),
			     FL_USAGE);
		cr_assert_eq(!!(rules->can[FL_ATI1N] & FL_CAN_TEXTURE), chips[i].ati1n);
		cr_assert_eq(!!(rules->can[FL_ATI2N] & FL_CAN_TEXTURE), chips[i].ati2n);
		cr_assert_eq(!!(rules->can[FL_ABGR16F] & FL_CAN_BLEND), chips[i].blends_half);
	}
}

static void f_large(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0xff102030, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, (float)s->width, (float)s->height, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_color_argb(d, 0xffffffff);
	rect(d, (float)s->width - 1, (float)s->height - 1, (float)s->width, (float)s->height, 0);
}

/* The largest target of each chip that fits into a model's memory is drawn to its last pixel. */
static void draw_large(const char *chip, uint32_t w, uint32_t h)
{
	static const struct fl_demo demo = {
	    .name = "test", .needs = FL_NEEDS_3D, .frame = rig_function_frame};
	struct rig *r = rig_open_chip(chip, w, h, false);

	rig_function = f_large;
	rig_frame(r, &demo, 0);
	cr_assert_eq(rig_at(r, 0, 0), 0xff102030);
	cr_assert_eq(rig_at(r, w - 1, h - 1), 0xffffffff, "%s", chip);
	cr_assert_eq(rig_at(r, w - 2, h - 2), 0xff102030, "%s", chip);
	rig_close(r);
}

Test(lib_target, as_large_as_can_be)
{
	draw_large("r300", 2560, 600);
	draw_large("r300", 600, 2560);
	draw_large("r420", 4020, 600);
	draw_large("r420", 600, 4020);
}
