/* SPDX-License-Identifier: MIT
 *
 * Several samples a pixel on each core of the Vivante model that has them: how many of them shapes cover, by
 * their places; depths of samples; what they come to. The model objects to nothing.
 */
#include "tests/unit/gc/lib_rig.h"

#include "lib/gc/surface.h"

enum { MANY = LIB_FREE, MANY_DEPTH = LIB_FREE + 0x80000, SIXTEENTHS = 16, EDGE_X = 16, TOP_Y = 20 };

/* GC facts 7: nibbles of 0xE10, X and Y in sixteenths from the corner, a byte a sample. */
static unsigned place(unsigned n, unsigned sample, unsigned axis)
{
	const uint32_t word = n == 2 ? 0x0000aa22 : 0xeaa26e26;

	return word >> (8 * sample + 4 * axis) & 15;
}

/* Of a pixel whose part from k sixteenths on is covered; what lies on a left or upper edge is in. */
static unsigned covered(unsigned n, unsigned k, unsigned axis)
{
	unsigned in = 0;

	for (unsigned i = 0; i < n; i++)
		in += place(n, i, axis) >= k;
	return in;
}

static void rect(struct fl_draw *d, float x0, float y0, float x1, float y1, float z)
{
	fl_begin(d, FL_QUADS);
	fl_vertex(d, x0, y0, z);
	fl_vertex(d, x1, y0, z);
	fl_vertex(d, x1, y1, z);
	fl_vertex(d, x0, y1, z);
	fl_end(d);
}

static void surface(struct fl_surface *s, const struct fl_surface_rules *rules, enum fl_format format,
		    unsigned n, uint64_t offset_B)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_surface_init_samples(s, rules, LIB_SIDE, LIB_SIDE, format, n, &err), FL_OK, "%s",
		     err.text);
	cr_assert_eq(s->size_B % ((uint64_t)LIB_SIDE * LIB_SIDE * n * 4), 0);
	s->offset_B = offset_B;
}

static void draw(struct fl_draw *d)
{
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, LIB_SIDE, LIB_SIDE, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_color_argb(d, 0xffffffff);
	/* row k: a left edge k sixteenths into a pixel; column k: an upper edge so */
	for (unsigned k = 0; k < SIXTEENTHS; k++) {
		const float part = (float)k / SIXTEENTHS;

		rect(d, EDGE_X + part, (float)k, EDGE_X + 8, (float)k + 1, 0);
		rect(d, 32 + (float)k, TOP_Y + part, 33 + (float)k, TOP_Y + 8, 0);
	}
	/* red keeps those samples that it covers */
	fl_depth(d, true, FL_LESS, true);
	fl_color_argb(d, 0xffff0000);
	rect(d, 80.5f, 0, 90, 4, 0.2f);
	fl_color_argb(d, 0xff0000ff);
	rect(d, 78, 0, 90, 4, 0.5f);
	fl_depth(d, false, FL_ALWAYS, false);
}

static void is(const struct lib_rig *l, const char *chip, unsigned n, uint32_t x, uint32_t y,
	       const double want[4])
{
	const uint32_t px = lib_px(l, x, y);

	for (unsigned c = 0; c < 4; c++)
		cr_assert_float_eq(px >> (c < 3 ? 16 - 8 * c : 24) & 255, want[c] * 255, 1.0,
				   "%s, %u samples, (%u, %u): %08x, channel %u: want %f", chip, n, x, y, px,
				   c, want[c] * 255);
}

static void gray(const struct lib_rig *l, const char *chip, unsigned n, uint32_t x, uint32_t y, double part)
{
	const double all[4] = {part, part, part, part};

	is(l, chip, n, x, y, all);
}

static void samples(const char *chip, const char *name, unsigned n, uint32_t tiling)
{
	struct lib_rig *l = lib_open(chip, name, tiling);
	const double red = (double)covered(n, 8, 0) / n, both[4] = {red, 0, 1 - red, 1},
		     blue[4] = {0, 0, 1, 1};
	struct fl_surface many, depth;
	struct fl_surface_rules rules;

	fl_gc_surface_rules(&rules, fl_gc_info_named(name));
	surface(&many, &rules, FL_ARGB8888, n, MANY);
	surface(&depth, &rules, FL_Z24S8, n, MANY_DEPTH);
	fl_draw_target(&l->d, &many, &depth);
	draw(&l->d);
	fl_resolve(&l->d, &many, &l->color);
	lib_finish(l);
	for (unsigned k = 0; k < SIXTEENTHS; k++) {
		gray(l, chip, n, EDGE_X - 1, k, 0);
		gray(l, chip, n, EDGE_X, k, (double)covered(n, k, 0) / n);
		gray(l, chip, n, EDGE_X + 1, k, 1);
		gray(l, chip, n, 32 + k, TOP_Y, (double)covered(n, k, 1) / n);
	}
	is(l, chip, n, 80, 2, both);
	is(l, chip, n, 79, 2, blue);

	/* and one sample again */
	fl_draw_target(&l->d, &l->color, NULL);
	draw(&l->d);
	lib_finish(l);
	for (unsigned k = 0; k < SIXTEENTHS; k++)
		gray(l, chip, 1, EDGE_X, k, k <= SIXTEENTHS / 2);
	lib_close(l);
}

Test(gc_lib_samples, as_many_as_shapes_cover)
{
	static const struct {
		const char *chip, *name;
		bool two;
	} cores[] = {{"gc880", "GC880", true},
		     {"gc2000", "GC2000", true},
		     {"gc3000", "GC3000", false},
		     {"gc7000l", "GC7000L", false}};

	for (unsigned i = 0; i < 4; i++)
		for (unsigned tiled = 0; tiled < 2; tiled++) {
			samples(cores[i].chip, cores[i].name, 4, tiled ? FL_MICRO : FL_LINEAR);
			if (cores[i].two)
				samples(cores[i].chip, cores[i].name, 2, tiled ? FL_MICRO : FL_LINEAR);
		}
}

static void refused(const char *name, enum fl_format format, uint32_t w, unsigned n, const char *why)
{
	struct fl_surface_rules rules;
	struct fl_err err = {0};
	struct fl_surface s;

	fl_gc_surface_rules(&rules, fl_gc_info_named(name));
	cr_assert_eq(fl_surface_init_samples(&s, &rules, w, 16, format, n, &err), FL_USAGE);
	cr_assert(strstr(err.text, why), "%s", err.text);
}

Test(gc_lib_samples, what_a_core_has_not)
{
	refused("GC400", FL_ARGB8888, 64, 4, "the chip has none");
	refused("GC3000", FL_ARGB8888, 64, 2, "2 samples a pixel; there are 4");
	refused("GC880", FL_ARGB8888, 64, 6, "6 samples a pixel; there are 2 and 4");
	refused("GC2000", FL_RGB565, 64, 4, "has one sample a pixel");
	refused("GC2000", FL_ARGB8888, 5000, 2, "5000 pixels wide; there are 4096");
}
