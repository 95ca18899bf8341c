/* SPDX-License-Identifier: MIT
 *
 * Textures on the model: where their images lie. Levels, faces, slices, pitches, tilings; and levels that the
 * library makes.
 */
#include "tests/unit/test_lib_texel.h"
#include "lib/r500/surface.h"

/* ---- offsets, and what has none ---- */

/* The offsets that Mesa's r300 driver gave a 64 x 64 texture of 32 bits on an R580, in a recorded stream. */
Test(lib_tex, levels_lie_as_mesa_lays_them)
{
	static const uint32_t want[7] = {0, 0x4000, 0x5000, 0x5400, 0x5500, 0x5540, 0x5560};
	struct fl_texture t;
	struct fl_surface image;
	struct fl_err err = {0};

	cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 64, 64, 1, FL_ALL_LEVELS, FL_ARGB8888,
				     FL_MICRO | FL_MACRO, &err),
		     FL_OK, "%s", err.text);
	cr_assert_eq(t.levels, 7);
	cr_assert_eq(t.size_B, 0x5580);
	for (uint32_t i = 0; i < 7; i++) {
		cr_assert(fl_texture_image(&t, 0, i, &image));
		cr_assert_eq(image.offset_B, want[i], "level %u at 0x%llx", i,
			     (unsigned long long)image.offset_B);
		cr_assert_eq(image.width_px, 64u >> i);
		cr_assert_eq(image.tiling, i < 2 ? FL_MICRO | FL_MACRO : FL_MICRO);
	}
	cr_assert(!fl_texture_image(&t, 0, 7, &image));
	cr_assert(!fl_texture_image(&t, 1, 0, &image));
	/* six faces a level, and slices that halve */
	cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_CUBE, 8, 8, 1, FL_ALL_LEVELS, FL_ARGB8888,
				     FL_LINEAR, &err),
		     FL_OK);
	cr_assert(fl_texture_image(&t, FL_NEG_Z, 1, &image));
	cr_assert_eq(image.offset_B, 6 * 8 * 32 + 5 * 4 * 32);
	cr_assert_eq(t.size_B, 6 * (8 + 4 + 2 + 1) * 32);
	cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_3D, 8, 8, 4, FL_ALL_LEVELS, FL_ARGB8888,
				     FL_LINEAR, &err),
		     FL_OK);
	cr_assert(fl_texture_image(&t, 1, 1, &image));
	cr_assert_eq(image.offset_B, 4 * 8 * 32 + 4 * 32);
	cr_assert(!fl_texture_image(&t, 2, 1, &image));
	cr_assert(fl_texture_image(&t, 0, 3, &image));
	cr_assert_eq(image.offset_B, 4 * 8 * 32 + 2 * 4 * 32 + 2 * 32);
	/* blocks: 32 bytes a row at least */
	cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 32, 32, 1, FL_ALL_LEVELS, FL_DXT1,
				     FL_LINEAR, &err),
		     FL_OK);
	cr_assert(fl_texture_image(&t, 0, 2, &image));
	cr_assert_eq(image.offset_B, 8 * 64 + 4 * 32);
	cr_assert_eq(fl_surface_pitch_B(&image), 32);
	cr_assert_eq(t.size_B, 8 * 64 + 4 * 32 + 2 * 32 + 3 * 32);
}

Test(lib_tex, layout_refuses)
{
	static const struct {
		uint32_t kind, w, h, depth, levels, format, tiling;
		const char *word;
	} wrong[] = {
	    {FL_TEX_2D, 0, 8, 1, 1, FL_ARGB8888, 0, "1 to 4096"},
	    {FL_TEX_2D, 8, 4097, 1, 1, FL_ARGB8888, 0, "1 to 4096"},
	    {FL_TEX_CUBE, 8, 16, 1, 1, FL_ARGB8888, 0, "square"},
	    {FL_TEX_CUBE, 24, 24, 1, 1, FL_ARGB8888, 0, "powers of two"},
	    {FL_TEX_3D, 8, 8, 3, 1, FL_ARGB8888, 0, "slices"},
	    {FL_TEX_2D, 8, 8, 2, 1, FL_ARGB8888, 0, "slices"},
	    {FL_TEX_2D, 8, 8, 1, 5, FL_ARGB8888, 0, "has 4"},
	    {FL_TEX_2D, 24, 8, 1, 2, FL_ARGB8888, 0, "mip levels"},
	    {FL_TEX_2D, 8, 8, 1, 1, FL_FORMAT_COUNT, 0, "format"},
	    {FL_TEX_2D, 8, 8, 1, 1, FL_DXT1, FL_MICRO, "linear"},
	    {FL_TEX_2D, 8, 8, 1, 1, FL_ABGR32F, FL_MICRO, "micro-tiles"},
	    {FL_TEX_2D, 8, 8, 1, 1, FL_ARGB8888, FL_MICRO | FL_SQUARE, "square"},
	    {7, 8, 8, 1, 1, FL_ARGB8888, 0, "kind 7"},
	};
	struct fl_texture t;
	struct fl_surface s;

	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct fl_err err = {0};

		cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, (enum fl_tex_kind)wrong[i].kind,
					     wrong[i].w, wrong[i].h, wrong[i].depth, wrong[i].levels,
					     (enum fl_format)wrong[i].format, wrong[i].tiling, &err),
			     FL_USAGE, "%s passes", wrong[i].word);
		cr_assert(strstr(err.text, wrong[i].word), "%s: %s", wrong[i].word, err.text);
	}
	struct fl_err err = {0};

	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 8, 8, FL_DXT1, 0, FL_USE_3D, &err), FL_USAGE);
	cr_assert(strstr(err.text, "drawn into"), "%s", err.text);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 8, 8, FL_ABGR16F, 0, FL_USE_2D, &err), FL_USAGE);
	cr_assert(strstr(err.text, "2D engine"), "%s", err.text);
	cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 8, 8, 1, 0, FL_DXT5, 0, &err), FL_OK);
	cr_assert_eq(fl_texture_mipmaps(NULL, &t, &err), FL_USAGE);
	cr_assert(strstr(err.text, "compressed"), "%s", err.text);
}

/* ---- sides that are not powers of two, with a pitch of the chip's rule and one of somebody else's ---- */

static void f_npot(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (uint32_t i = 0; i < 4; i++) {
		static const uint8_t tiling[4] = {FL_LINEAR, FL_MICRO, FL_MICRO | FL_MACRO, FL_LINEAR};
		struct fl_texture *t = &s->texture[i];
		struct fl_surface image;
		uint32_t row[45];

		if (i == 3) { /* a part of a larger image */
			cr_assert_eq(fl_surface_place(&image, &s->vram, 320, 35, FL_ARGB8888, FL_LINEAR,
						      FL_USE_TEXTURE, NULL),
				     FL_OK);
			image.width_px = 45;
			fl_texture_of(t, &image);
		} else {
			cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_2D, 45, 35, 1, 1, FL_ARGB8888,
						      tiling[i], NULL),
				     FL_OK);
		}
		for (uint32_t y = 0; y < 35; y++) {
			for (uint32_t x = 0; x < 45; x++)
				row[x] = x << 16 | y << 8 | i << 24;
			fl_image_write(s->dev, &t->image, 0, y, 45, row);
		}
		t->wrap_s = t->wrap_t = FL_CLAMP;
		fl_texture(d, 0, t);
		rect(d, (float)i * 45, 0, (float)i * 45 + 45, 35, 0);
	}
}

static void c_npot(struct rig *r)
{
	for (uint32_t y = 0; y < 35; y++)
		for (uint32_t x = 0; x < 180; x++)
			cr_assert_eq(rig_at(r, x, y), (x % 45) << 16 | y << 8 | x / 45 << 24,
				     "(%u, %u): 0x%08x", x, y, rig_at(r, x, y));
}

Test(lib_tex, sides_that_are_not_powers_of_two)
{
	draw(f_npot, c_npot);
}

/* ---- every level and image of every kind in every tiling: what fl_texture_image() says is what the chip
 * reads --- */

static uint32_t kind, tiling;

static uint32_t image_color(uint32_t image, uint32_t level)
{
	return 0xff000000u | (image * 7 + 3) << 16 | (level * 40 + 5) << 8 | (image ^ level) * 11;
}

/* Directions of the faces' middles: OpenGL's table of the major axis */
static const float axis[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

static void f_images(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];
	struct fl_surface image;
	struct fl_err err = {0};
	uint32_t cell = 0;

	cr_assert_eq(fl_texture_place(t, &s->vram, (enum fl_tex_kind)kind, 64, kind == FL_TEX_CUBE ? 64 : 32,
				      kind == FL_TEX_3D ? 16 : 1, FL_ALL_LEVELS, FL_ARGB8888, tiling, &err),
		     FL_OK, "%s", err.text);
	for (uint32_t l = 0; l < t->levels; l++)
		for (uint32_t i = 0; fl_texture_image(t, i, l, &image); i++)
			for (uint32_t y = 0; y < image.height_px; y++) {
				uint32_t row[64];

				for (uint32_t x = 0; x < 64; x++)
					row[x] = image_color(i, l);
				fl_image_write(s->dev, &image, 0, y, image.width_px, row);
			}
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	look_up(d);
	t->mip = FL_MIP_NEAREST;
	for (uint32_t l = 0; l < t->levels; l++) {
		t->level_min = t->level_max = (uint8_t)l;
		if (l == 0)
			t->mip = FL_MIP_NONE;
		else
			t->mip = FL_MIP_NEAREST;
		fl_texture(d, 0, t);
		for (uint32_t i = 0; fl_texture_image(t, i, l, &image); i++, cell++) {
			float x = (float)(cell % 48 * 4), y = (float)(cell / 48 * 4), x1 = x + 4, y1 = y + 4,
			      z;

			z = ((float)i + 0.5f) / (float)(t->depth >> l ? t->depth >> l : 1);
			fl_begin(d, FL_QUADS);
			for (int v = 0; v < 4; v++) {
				float a = v == 1 || v == 2 ? 0.9f : -0.9f, b = v > 1 ? 0.9f : -0.9f;

				if (kind == FL_TEX_CUBE) { /* all over the face */
					float dir[3] = {axis[i][0], axis[i][1], axis[i][2]};

					dir[i / 2 == 0 ? 1 : 0] = a;
					dir[i / 2 == 2 ? 1 : 2] = b;
					fl_texcoord_of(d, 0, dir[0], dir[1], dir[2], 1);
				} else {
					fl_texcoord_of(d, 0, a / 2 + 0.5f, b / 2 + 0.5f, z, 1);
				}
				fl_vertex(d, v == 1 || v == 2 ? x1 : x, v > 1 ? y1 : y, 0);
			}
			fl_end(d);
		}
	}
}

static void c_images(struct rig *r)
{
	const struct fl_texture *t = &r->stage.texture[0];
	struct fl_surface image;
	uint32_t cell = 0;

	for (uint32_t l = 0; l < t->levels; l++)
		for (uint32_t i = 0; fl_texture_image(t, i, l, &image); i++, cell++)
			for (uint32_t p = 0; p < 16; p++) {
				uint32_t x = cell % 48 * 4 + p % 4, y = cell / 48 * 4 + p / 4;

				cr_assert_eq(rig_at(r, x, y), image_color(i, l),
					     "kind %u, tiling %u, level %u, image %u: 0x%08x", kind, tiling,
					     l, i, rig_at(r, x, y));
			}
	cr_assert_eq(cell, kind == FL_TEX_2D ? 7 : kind == FL_TEX_CUBE ? 42 : 16 + 8 + 4 + 2 + 1 + 1 + 1);
}

Test(lib_tex, every_image_is_where_the_chip_reads_it)
{
	static const uint8_t tilings[4] = {FL_LINEAR, FL_MICRO, FL_MACRO, FL_MICRO | FL_MACRO};

	for (kind = 0; kind < 3; kind++)
		for (int i = 0; i < 4; i++) {
			tiling = tilings[i];
			draw(f_images, c_images);
		}
}

/* ---- levels made by the library: the mean of what is above, for each kind and every make of format ----- */

static uint32_t mean_of(uint32_t i, uint32_t j, uint32_t k)
{
	return (i * 37 + j * 59 + k * 83) & 63;
}

Test(lib_tex, mip_levels_by_box_filter)
{
	static const uint8_t formats[] = {FL_L8,      FL_ARGB8888, FL_ARGB2101010, FL_ABGR16161616,
					  FL_ABGR16F, FL_R32F,     FL_GR1616};
	struct rig *r = rig_open(W, H, false);

	for (uint32_t f = 0; f < sizeof(formats); f++)
		for (kind = 0; kind < 3; kind++) {
			struct fl_texture t;
			struct fl_surface image;
			struct fl_err err = {0};
			uint32_t depth = kind == FL_TEX_3D ? 4 : 1, w = 64, h = kind == FL_TEX_CUBE ? 64 : 16;
			uint32_t bytes = fl_format_bytes((enum fl_format)formats[f]);
			uint8_t row[64 * 16], texel_bytes[16];
			const char *text = NULL;

			for (uint32_t i = 0; i < TEXEL_FORMATS; i++)
				if (texel_formats[i].format == formats[f])
					text = texel_formats[i].text;
			cr_assert_eq(fl_texture_place(&t, &r->stage.vram, (enum fl_tex_kind)kind, w, h, depth,
						      FL_ALL_LEVELS, (enum fl_format)formats[f],
						      bytes < 16 ? FL_MICRO : 0, &err),
				     FL_OK, "%s", err.text);
			for (uint32_t k = 0; fl_texture_image(&t, k, 0, &image); k++)
				for (uint32_t y = 0; y < h; y++) {
					for (uint32_t x = 0; x < w; x++) {
						double v = mean_of(x, y, k) / 64.0, rgba[4] = {v, v, v, v};

						texel_pack(text, rgba, false, texel_bytes);
						memcpy(row + x * bytes, texel_bytes, bytes);
					}
					fl_image_write(&r->dev, &image, 0, y, w, row);
				}
			cr_assert_eq(fl_texture_mipmaps(&r->dev, &t, &err), FL_OK, "%s", err.text);
			/* each of all levels: the mean of a whole box of level 0 */
			for (uint32_t l = 1; l < t.levels; l++)
				for (uint32_t k = 0; fl_texture_image(&t, k, l, &image); k++)
					for (uint32_t y = 0; y < image.height_px; y++)
						for (uint32_t x = 0; x < image.width_px; x++) {
							uint32_t nx = w / image.width_px,
								 ny = h / image.height_px;
							uint32_t nz =
							    kind == FL_TEX_3D ? (l > 2 ? 4 : 1u << l) : 1;
							double sum = 0;
							float rgba[4];

							for (uint32_t i = 0; i < nx * ny * nz; i++)
								sum +=
								    mean_of(x * nx + i % nx,
									    y * ny + i / nx % ny,
									    k * (kind == FL_TEX_3D ? nz : 1) +
										i / nx / ny) /
								    64.0;
							sum /= nx * ny * nz;
							fl_image_read(&r->dev, &image, x, y, 1, row);
							fl_pixel_unpack((enum fl_format)formats[f], row,
									rgba);
							/* each level rounds */
							cr_assert_float_eq(
							    rgba[formats[f] == FL_L8 ? 1 : 0], sum,
							    bytes == 1 || formats[f] == FL_ARGB8888
								? 4.5 / 255
							    : formats[f] == FL_ARGB2101010 ? 4.5 / 1023
											   : 1e-3,
							    "%s, kind %u, level %u, (%u, %u, %u): %f, want "
							    "%f",
							    text, kind, l, x, y, k,
							    (double)rgba[formats[f] == FL_L8 ? 1 : 0], sum);
						}
		}
	rig_close(r);
}
