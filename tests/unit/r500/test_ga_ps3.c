/* SPDX-License-Identifier: MIT
 *
 * PS3 mode of R5xx: formats of the packet from setup to RS (PS3_VTX_FMT, PS3_TEX_SOURCE), flat texture
 * coordinates and colors out of texture coordinates (GA_COLOR_CONTROL_PS3). R5xx guide 11.4, 11.5.
 */
#include <criterion/criterion.h>

#include "tests/unit/r500/test_ga_rig.h"

enum { FLAT = 1, GOURAUD = 2, SMOOTH_ALL = 0x2aaaaa };

/* n textures of 4 floats from attr[4] on, color 0 before them. */
static struct mr500_vap_out textures(unsigned n)
{
	struct mr500_vap_out o = rig_out(true, false);

	for (unsigned t = 0; t < n; t++)
		o.tex_at[t] = (uint8_t)(4 + 4 * t);
	o.n_attr = (uint8_t)(4 + 4 * n);
	return o;
}

/* attr[i] of vertex k: i + k / 4. At (40.5, 20.5) of this triangle that is i + 40.5 / 240 / 4 + 20.5 / 240 /
 * 2. */
static void vertices(struct fl_raster_vertex v[3])
{
	v[0] = rig_vtx(0, 0, 0);
	v[1] = rig_vtx(240, 0, 0);
	v[2] = rig_vtx(0, 240, 0);
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < MR500_MAX_ATTR; i++)
			v[k].attr[i] = (float)i + (float)k / 4;
}

static double smooth(unsigned i)
{
	return i + 40.5 / 240 / 4 + 20.5 / 240 / 2;
}

/* Four components of the packet to register 0. */
static void take(struct rig *g, unsigned a, unsigned b, unsigned c, unsigned d)
{
	rig_set(g, R500_RS_IP(0), a | b << 6 | c << 12 | d << 18);
	rig_set(g, R500_RS_INST(0), R500_RS_INST__TEX_CN__WRITE << R500_RS_INST__TEX_CN__SHIFT);
	rig_set(g, R500_RS_COUNT, 0x40000 | 64);
}

static void draw(struct rig *g, const struct mr500_vap_out *out, unsigned provoke)
{
	struct fl_raster_vertex v[3];

	vertices(v);
	rig_clear(g);
	rig_begin(g, out);
	fl_raster_triangle(&g->r->ga->ras, &v[0], &v[1], &v[2], &v[provoke], 7);
	rig_finish(g);
}

static unsigned reported(struct rig *g, const char *part)
{
	unsigned n = 0;

	for (unsigned i = 0; i < g->r->base.n_reports; i++)
		n += strstr(g->r->base.reports[i].text, part) != NULL;
	return n;
}

/* "1 component (VAP/GA), 2 component (GA/SU)": the next texture starts at 2, 2, 3 or 4; 0 takes no place. */
Test(ga_ps3, components_of_each_format)
{
	static const unsigned travels[5] = {0, 2, 2, 3, 4};

	for (unsigned first = 0; first < 5; first++)
		for (unsigned second = 0; second < 5; second++) {
			struct rig *g = rig_new("r580", rig_widest());
			struct mr500_vap_out out = textures(10);
			unsigned at = travels[first] + travels[second];

			rig_set(g, R500_PS3_ENABLE, 1);
			rig_set(g, R500_GA_COLOR_CONTROL_PS3, SMOOTH_ALL);
			/* textures 0, 3 and 9: the last two sets are PS3 mode's own */
			rig_set(g, R500_PS3_VTX_FMT, first | second << 9 | 4u << 27);
			take(g, at, at + 1, at + 2, at + 3);
			draw(g, &out, 2);
			for (unsigned k = 0; k < 4; k++)
				cr_assert_float_eq(g->value[k][20][40], smooth(4 + 4 * 9 + k), 1e-4,
						   "%u %u: %g", first, second, (double)g->value[k][20][40]);
			if (second > 1) {
				take(g, travels[first], travels[first] + 1, 62, 63);
				draw(g, &out, 2);
				cr_assert_float_eq(g->value[0][20][40], smooth(4 + 4 * 3), 1e-4);
				cr_assert_float_eq(g->value[1][20][40], smooth(4 + 4 * 3 + 1), 1e-4);
			}
			cr_assert_eq(g->r->base.n_reports, 0);
			rig_delete(g);
		}
}

Test(ga_ps3, flat_textures)
{
	for (unsigned provoke = 0; provoke < 3; provoke++)
		for (unsigned t = 0; t < 10; t++) {
			struct rig *g = rig_new("r580", rig_widest());
			struct mr500_vap_out out = textures(10);

			rig_set(g, R500_PS3_ENABLE, 1);
			rig_set(g, R500_PS3_VTX_FMT, 0x24924924); /* four each */
			rig_set(g, R500_SU_TEX_WRAP, ~0u);        /* a flat value does not wrap */
			rig_set(g, R500_GA_COLOR_CONTROL_PS3,
				(SMOOTH_ALL & ~(3u << 2 * t)) | (uint32_t)FLAT << 2 * t);
			take(g, 4 * t, 4 * t + 1, 4 * t + 2, 4 * t + 3);
			draw(g, &out, provoke);
			for (unsigned k = 0; k < 4; k++) {
				cr_assert_eq(g->value[k][20][40],
					     (float)(4 + 4 * t + k) + (float)provoke / 4);
				cr_assert_eq(g->value[k][100][3],
					     (float)(4 + 4 * t + k) + (float)provoke / 4);
			}
			rig_set(g, R500_SU_TEX_WRAP, 0);
			take(g, 4 * ((t + 1) % 10), 4 * ((t + 1) % 10) + 1, 62,
			     63); /* its neighbour is smooth */
			draw(g, &out, provoke);
			cr_assert_float_eq(g->value[0][20][40], smooth(4 + 4 * ((t + 1) % 10)), 1e-4);
			/* and without PS3 mode the register says nothing */
			if (t < 8) {
				rig_set(g, R500_PS3_ENABLE, 0);
				rig_set(g, R500_VAP_OUT_VTX_FMT_1, 0x924924);
				take(g, 4 * t, 4 * t + 1, 62, 63);
				draw(g, &out, provoke);
				cr_assert_float_eq(g->value[0][20][40], smooth(4 + 4 * t), 1e-4);
			}
			cr_assert_eq(g->r->base.n_reports, 0);
			rig_delete(g);
		}
}

Test(ga_ps3, colors_out_of_textures)
{
	for (unsigned n = 0; n < 2; n++)
		for (unsigned from = 0; from <= 10; from++)
			for (unsigned shading = 1; shading <= 2; shading++) {
				struct rig *g = rig_new("r580", rig_widest());
				struct mr500_vap_out out = textures(10);

				out.color_at[n] = 0;
				rig_set(g, R500_GA_ROUND_MODE, 0x31); /* no clamp */
				rig_set(g, R500_GA_COLOR_CONTROL,
					0x30000 | (shading == FLAT ? 0x5555 : 0xaaaa)); /* of the color */
				rig_set(g, R500_GA_COLOR_CONTROL_PS3, SMOOTH_ALL | from << (n ? 26 : 22));
				rig_set(g, R500_RS_IP(0), n << R500_RS_IP__COL_PTR__SHIFT);
				rig_set(g, R500_RS_COUNT, 0x40000 | (n + 1) << 7);
				draw(g, &out, 1);
				for (unsigned k = 0; k < 4; k++) {
					unsigned i = from ? 4 + 4 * (from - 1) + k : k;

					cr_assert_float_eq(
					    g->value[k][20][40], shading == FLAT ? i + 0.25 : smooth(i), 1e-4,
					    "color %u from %u: %g", n, from, (double)g->value[k][20][40]);
				}
				/* GA_ROUND_MODE clamps them as it does colors */
				rig_set(g, R500_GA_ROUND_MODE, 1);
				draw(g, &out, 1);
				cr_assert_eq(g->value[2][20][40], 1.0f);
				cr_assert_eq(g->r->base.n_reports, 0);
				rig_delete(g);
			}
}

Test(ga_ps3, undefined_and_reserved_values_are_reported)
{
	static const struct fl_model_ops ops; /* for the reports: no place in a stream */
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = textures(2);

	g->r->base.ops = &ops;
	rig_set(g, R500_PS3_ENABLE, 1);
	rig_set(g, R500_PS3_VTX_FMT, 4 | 4 << 3);
	rig_set(g, R500_GA_COLOR_CONTROL_PS3, GOURAUD);
	take(g, 0, 1, 2, 3);
	draw(g, &out, 2);
	cr_assert_eq(g->r->base.n_reports, 0, "texture 1 is not rasterized, its 0 is no matter");
	take(g, 4, 5, 6, 7);
	draw(g, &out, 2);
	cr_assert_eq(reported(g, "undefined"), 1);
	rig_set(g, R500_GA_COLOR_CONTROL_PS3, SMOOTH_ALL);
	rig_set(g, R500_PS3_VTX_FMT, 4 | 5 << 3);
	draw(g, &out, 2);
	cr_assert_eq(reported(g, "COMP_CNT"), 1);
	rig_set(g, R500_PS3_VTX_FMT, 4 | 4 << 3);
	rig_set(g, R500_PS3_TEX_SOURCE, 3 << 18);
	draw(g, &out, 2);
	cr_assert_eq(reported(g, "TEX9_SOURCE"), 1);
	rig_set(g, R500_PS3_TEX_SOURCE, 0);

	rig_set(g, R500_RS_IP(0), 0);
	rig_set(g, R500_RS_COUNT, 0x40080);
	rig_set(g, R500_RS_INST(0), 0x00010000);
	rig_set(g, R500_GA_COLOR_CONTROL_PS3, SMOOTH_ALL | 11u << 22);
	draw(g, &out, 2);
	cr_assert_eq(reported(g, "COLOR0_TEX_OVERRIDE 11"), 1);
	rig_set(g, R500_GA_COLOR_CONTROL_PS3, SMOOTH_ALL | 3u << 22);
	draw(g, &out, 2);
	cr_assert_eq(reported(g, "takes texture 2"), 1);
	rig_delete(g);
}
