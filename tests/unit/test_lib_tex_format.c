/* SPDX-License-Identifier: MIT
 *
 * Textures on the model: every format, in every tiling, and their border colors; blocks decoded here.
 */
#include "tests/unit/test_lib_texel.h"

/* Sixteenths: exact in a half. */
static void color_at(uint32_t x, uint32_t y, double rgba[4])
{
	rgba[0] = x % 17 / 16.0;
	rgba[1] = y % 17 / 16.0;
	rgba[2] = (x * 3 + y) % 17 / 16.0;
	rgba[3] = (x + y * 5) % 17 / 16.0;
}

enum { TEX_W = 256, TEX_H = 64 }; /* holds a macro-tile of each kind */
static const uint32_t border = 0x30c0a050;

/* The texture texel by texel, and beside it what lies outside. */
static void f_format(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];
	struct fl_surface image;
	uint8_t row[TEX_W * 16], texel[16];
	struct fl_err err = {0};
	uint32_t bytes = fl_format_bytes((enum fl_format)texel_now->format);

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_2D, TEX_W, TEX_H, 1, 1,
				      (enum fl_format)texel_now->format, texel_tiling, &err),
		     FL_OK, "%s", err.text);
	cr_assert(fl_texture_image(t, 0, 0, &image));
	for (uint32_t y = 0; y < TEX_H; y++) {
		for (uint32_t x = 0; x < TEX_W; x++) {
			double rgba[4];

			color_at(x, y, rgba);
			texel_pack(texel_now->text, rgba, false, texel);
			memcpy(row + x * bytes, texel, bytes);
		}
		/* in two pieces, at a place that is no tile's edge */
		fl_image_write(s->dev, &image, 0, y, 37, row);
		fl_image_write(s->dev, &image, 37, y, TEX_W - 37, row + 37 * bytes);
	}
	memset(row, 0, sizeof(row));
	fl_image_read(s->dev, &image, 0, TEX_H - 1, TEX_W, row);
	cr_assert_eq(memcmp(row + (TEX_W - 1) * bytes, texel, bytes), 0);
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	t->wrap_s = t->wrap_t = FL_BORDER;
	t->border_argb = border;
	fl_texture(d, 0, t);
	fl_texenv(d, 0, FL_REPLACE);
	fl_matrix_mode(d, FL_TEXTURE);
	fl_load_identity(d);
	fl_scale(d, (float)W / TEX_W, (float)H / TEX_H, 1);
	fl_matrix_mode(d, FL_MODELVIEW);
	rect(d, 0, 0, W, H, 0); /* the lower half is outside */
}

static void c_format(struct rig *r)
{
	double rgba[4], outside[4];
	uint32_t beyond;

	/* a border color of fewer than 8 bits takes the upper ones: fl_pixel() */
	for (int i = 0; i < 4; i++) {
		uint32_t v = border >> (i == 3 ? 24 : 16 - 8 * i) & 255;
		const char *p = strchr(texel_now->text, "RGBA"[i]);
		int bits = p && atoi(p + 1) < 8 ? atoi(p + 1) : 8;

		outside[i] = (v >> (8 - bits)) / (double)((1 << bits) - 1);
	}
	beyond = texel_seen(texel_now->text, outside);
	for (uint32_t y = 0; y < H; y++)
		for (uint32_t x = 0; x < W; x++) {
			color_at(x, y, rgba);
			uint32_t want = y < TEX_H ? texel_seen(texel_now->text, rgba) : beyond;

			cr_assert_leq(channel_difference(rig_at(r, x, y), want), 1,
				      "%s, tiling %u, (%u, %u): 0x%08x, want 0x%08x", texel_now->text,
				      texel_tiling, x, y, rig_at(r, x, y), want);
		}
}

Test(lib_tex, every_format_in_every_tiling)
{
	texel_draw_each(f_format, c_format);
}

/* ---- depth as a texture: a grey ---- */

static void depth(struct fl_stage *s, int n, uint32_t tiling)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < n; i++) {
		struct fl_texture *t = &s->texture[i];
		uint16_t z16[64];
		uint32_t z24[64];

		cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_2D, 64, 1, 1, 1, i ? FL_Z24S8 : FL_Z16,
					      i ? FL_MICRO : tiling, NULL),
			     FL_OK);
		for (uint32_t x = 0; x < 64; x++) {
			z16[x] = (uint16_t)(x * 65535 / 63);
			z24[x] = x * 16777215 / 63 << 8 | (255 - x); /* stencil does not show */
		}
		fl_image_write(s->dev, &t->image, 0, 0, 64, i ? (void *)z24 : (void *)z16);
		t->wrap_s = t->wrap_t = FL_CLAMP;
		fl_texture(d, 0, t);
		rect(d, 0, (float)i * 8, 64, (float)i * 8 + 8, 0);
	}
}

static void f_depth_r500(struct fl_stage *s)
{
	depth(s, 2, FL_MICRO | FL_SQUARE);
}

static void f_depth_z16(struct fl_stage *s)
{
	depth(s, 1, FL_MICRO);
}

static void is_grey(struct rig *r, uint32_t y)
{
	for (uint32_t x = 0; x < 64; x++)
		ASSERT_NEAR(r, x, y, 0xff000000 | (uint32_t)lrint(x * 255 / 63.0) * 0x010101, 1);
}

static void c_depth_r500(struct rig *r)
{
	is_grey(r, 4);
	is_grey(r, 12);
}

static void c_depth_z16(struct rig *r)
{
	is_grey(r, 4);
}

Test(lib_tex, depth_is_grey)
{
	draw_r500(f_depth_r500, c_depth_r500);
	draw_on("rv770", f_depth_z16, c_depth_z16);
	draw_on("r600", f_depth_z16, c_depth_z16);
}

/* ---- compressed: 64 x 32 texels of random blocks, decoded here as S3TC and 3Dc define them ---- */

enum { DXT_W = 64, DXT_H = 32 };
static const uint8_t dxt_formats[5] = {FL_DXT1, FL_DXT3, FL_DXT5, FL_ATI1N, FL_ATI2N};
static const int dxt_since[5] = {3, 3, 3, 5, 4}; /* R3xx, R4xx, R5xx: Mesa r300_screen.c */
static uint8_t blocks[5][DXT_W / 4 * DXT_H / 4 * 16];

/* Vivante cores have no blocks of one or two channels (GC facts 9). */
static bool has_dxt(const struct fl_stage *s, uint32_t i)
{
	return generation(s) == 8 ? dxt_formats[i] <= FL_DXT5 : generation(s) >= dxt_since[i];
}

static uint32_t random_word(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static void f_dxt(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	uint32_t seed = 1;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (uint32_t i = 0; i < 5; i++) {
		struct fl_texture *t = &s->texture[i % 4];
		enum fl_format format = (enum fl_format)dxt_formats[i];
		uint32_t row_B = DXT_W / 4 * fl_format_bytes(format);

		for (uint32_t k = 0; k < sizeof(blocks[i]); k++)
			blocks[i][k] = (uint8_t)random_word(&seed);
		cr_assert_eq(
		    fl_texture_place(t, &s->vram, FL_TEX_2D, DXT_W, DXT_H, 1, 1, format, FL_LINEAR, NULL),
		    has_dxt(s, i) ? FL_OK : FL_USAGE, "format %u on %s", i, s->chip_name);
		if (!has_dxt(s, i))
			continue;
		for (uint32_t y = 0; y < DXT_H; y += 4)
			fl_image_write(s->dev, &t->image, 0, y, DXT_W, blocks[i] + y / 4 * row_B);
		t->wrap_s = t->wrap_t = FL_CLAMP;
		fl_texture(d, 0, t);
		rect(d, (float)(i % 3 * 64), (float)(i / 3 * 32), (float)(i % 3 * 64 + 64),
		     (float)(i / 3 * 32 + 32), 0);
		if (generation(s) == 8)
			continue; /* no border has a color before GC7000L */
		t->wrap_s = t->wrap_t = FL_BORDER;
		t->border_argb = 0x80f06030;
		fl_texture(d, 0, t);
		fl_matrix_mode(d, FL_TEXTURE);
		fl_translate(d, 2, 2, 0);
		fl_matrix_mode(d, FL_MODELVIEW);
		rect(d, (float)(i * 8), 100, (float)(i * 8 + 8), 108, 0);
		fl_matrix_mode(d, FL_TEXTURE);
		fl_load_identity(d);
		fl_matrix_mode(d, FL_MODELVIEW);
		fl_draw_finish(d); /* the fifth takes the first one's place */
	}
}

/* One channel of 8 bytes: two ends, 3 bits a texel. */
static double block_alpha(const uint8_t *b, uint32_t x, uint32_t y)
{
	uint64_t bits = 0;
	double a0 = b[0], a1 = b[1];

	for (int i = 0; i < 6; i++)
		bits |= (uint64_t)b[2 + i] << 8 * i;
	uint32_t code = bits >> 3 * (y * 4 + x) & 7;

	if (code < 2)
		return code ? a1 : a0;
	if (a0 > a1)
		return ((8 - code) * a0 + (code - 1) * a1) / 7;
	return code == 6 ? 0 : code == 7 ? 255 : ((6 - code) * a0 + (code - 1) * a1) / 5;
}

static void block_color(const uint8_t *b, bool dxt1, uint32_t x, uint32_t y, double rgba[4])
{
	uint32_t c[2] = {b[0] | (uint32_t)b[1] << 8, b[2] | (uint32_t)b[3] << 8},
		 code = b[4 + y] >> 2 * x & 3;
	double end[2][3];

	for (int i = 0; i < 2; i++) {
		end[i][0] = (c[i] >> 11) * 255 / 31.0;
		end[i][1] = (c[i] >> 5 & 63) * 255 / 63.0;
		end[i][2] = (c[i] & 31) * 255 / 31.0;
	}
	rgba[3] = 255;
	for (int i = 0; i < 3; i++) {
		double a = end[0][i], z = end[1][i];

		if (code < 2)
			rgba[i] = end[code][i];
		else if (!dxt1 || c[0] > c[1])
			rgba[i] = code == 2 ? (2 * a + z) / 3 : (a + 2 * z) / 3;
		else
			rgba[i] = code == 2 ? (a + z) / 2 : 0;
	}
	if (dxt1 && c[0] <= c[1] && code == 3)
		rgba[3] = 0;
}

static void c_dxt(struct rig *r)
{
	static const uint32_t beyond[5] = {0x80f06030, 0x80f06030, 0x80f06030, 0xfff00000, 0xfff06000};

	for (uint32_t i = 0; i < 5; i++) {
		if (!has_dxt(&r->stage, i))
			continue;
		for (uint32_t y = 0; y < DXT_H; y++)
			for (uint32_t x = 0; x < DXT_W; x++) {
				uint32_t bytes = i == 0 || i == 3 ? 8 : 16, want = 0;
				const uint8_t *b = blocks[i] + (y / 4 * (DXT_W / 4) + x / 4) * bytes;
				double rgba[4] = {0, 0, 0, 255};

				if (i < 3)
					block_color(i ? b + 8 : b, i == 0, x % 4, y % 4, rgba);
				if (i == 1)
					rgba[3] = (b[y % 4 * 2 + x % 4 / 2] >> (x & 1 ? 4 : 0) & 15) * 17;
				if (i == 2)
					rgba[3] = block_alpha(b, x % 4, y % 4);
				if (i >= 3)
					rgba[0] = block_alpha(b, x % 4, y % 4);
				if (i == 4)
					rgba[1] = block_alpha(b + 8, x % 4, y % 4);
				for (int k = 0; k < 4; k++)
					want |= (uint32_t)lrint(rgba[k]) << (k == 3 ? 24 : 16 - 8 * k);
				ASSERT_NEAR(r, i % 3 * 64 + x, i / 3 * 32 + y, want, 2);
			}
		if (generation(&r->stage) != 8)
			ASSERT_NEAR(r, i * 8 + 4, 104, beyond[i], i == 3 ? 17 : 1);
	}
}

Test(lib_tex, compressed_blocks)
{
	draw(f_dxt, c_dxt);
}
