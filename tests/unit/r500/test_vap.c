/* SPDX-License-Identifier: MIT
 *
 * The vertex path after the shader (PVS_BYPASS): primitives, clipping, viewport, and what cannot be drawn.
 */
#include "tests/unit/r500/test_vap_rig.h"

/* ---- primitives ---------------------------------------------------------------------------------------- */
struct prim_case {
	unsigned type, count, provoke;
	const char *want; /* corners as digits, '/' and the provoking vertex, ':' and the edges shown; a space
			     between */
};

static const struct prim_case prims[] = {
    {1, 2, 3, "0 1"},
    {2, 5, 0, "01/0 23/2"},
    {2, 4, 3, "01/1 23/3"},
    {3, 4, 3, "01/1 12/2 23/3"},
    {12, 3, 0, "01/0 12/1 20/2"},
    {12, 3, 3, "01/1 12/2 20/0"},
    {4, 7, 0, "012/0:7 345/3:7"},
    {4, 6, 1, "012/1:7 345/4:7"},
    {4, 6, 3, "012/2:7 345/5:7"},
    {5, 5, 1, "012/1:7 023/2:7 034/3:7"},
    {5, 5, 3, "012/2:7 023/3:7 034/4:7"},
    {6, 5, 0, "012/0:7 213/1:7 234/2:7"},
    {6, 5, 3, "012/2:7 213/3:7 234/4:7"},
    {13, 9, 3, "013/3:5 123/3:3 457/7:5 567/7:3"},
    {13, 4, 0, "013/1:5 123/1:3"},
    {14, 6, 3, "203/3:5 013/3:3 425/5:5 235/5:3"},
    {15, 5, 3, "120/0:5 230/0:1 340/0:3"},
    {15, 3, 0, "120/1:7"},
};

Test(vap, primitives)
{
	struct bench *b = bench_new();

	numbers(b, 16);
	for (unsigned i = 0; i < sizeof(prims) / sizeof(*prims); i++) {
		char text[200] = "", one[40];
		reg(b, R500_GA_COLOR_CONTROL, R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(prims[i].provoke));
		draw(b, prims[i].type, 2, prims[i].count, NULL, 0);
		for (unsigned k = 0; k < n_got; k++) {
			const struct shape *s = &got[k];
			int v[4];
			for (unsigned c = 0; c < 3; c++)
				v[c] = (int)lrintf(s->v[c].x * 1000);
			v[3] = (int)lrintf(s->provoke.x * 1000);
			if (s->corners == 1)
				snprintf(one, sizeof(one), "%d", v[0]);
			else if (s->corners == 2)
				snprintf(one, sizeof(one), "%d%d/%d", v[0], v[1], v[3]);
			else
				snprintf(one, sizeof(one), "%d%d%d/%d:%u", v[0], v[1], v[2], v[3], s->edges);
			strcat(strcat(text, k ? " " : ""), one);
		}
		cr_assert_str_eq(text, prims[i].want,
				 "primitive %u, %u vertices, provoking %u: want %s, got %s", prims[i].type,
				 prims[i].count, prims[i].provoke, prims[i].want, text);
	}
	/* three indices and a word to step over */
	uint32_t flags[] = {0 | 1 << 16, 2 | 0xffffu << 16, 4 | 5 << 16, 6 | 0xffffu << 16};
	draw(b, 7, 1, 6, flags, 4);
	cr_assert_eq(n_got, 2);
	cr_assert_float_eq(got[1].v[0].x * 1000, 4, 1e-3);
	quiet(b);
	draw(b, 9, 2, 3, NULL, 0);
	cr_assert(prig_reported(&b->g, "PRIM_TYPE 9 is unused"));
	bench_delete(b);
}

/* Strips and fans over several groups of 64 are the same as in one piece. */
Test(vap, long_strips)
{
	struct bench *b = bench_new();

	numbers(b, 250);
	draw(b, 6, 2, 250, NULL, 0);
	cr_assert_eq(n_got, 248);
	for (unsigned k = 0; k < 248; k++) {
		float x[3] = {(float)k, (float)k + 1, (float)k + 2};
		if (k & 1)
			x[0] = (float)k + 1, x[1] = (float)k;
		for (unsigned c = 0; c < 3; c++)
			cr_assert_float_eq(got[k].v[c].x * 1000, x[c], 1e-2, "triangle %u", k);
	}
	draw(b, 5, 2, 250, NULL, 0);
	cr_assert_eq(n_got, 248);
	cr_assert_eq(got[247].v[0].x, 0.0f);
	cr_assert_float_eq(got[247].v[1].x * 1000, 248, 1e-2);
	draw(b, 12, 2, 250, NULL, 0);
	cr_assert_eq(n_got, 250);
	cr_assert_eq(got[249].v[1].x, 0.0f);
	quiet(b);
	bench_delete(b);
}

/* ---- clipping ------------------------------------------------------------------------------------------ */
static double area(void)
{
	double sum = 0;

	for (unsigned i = 0; i < n_got; i++) {
		const struct fl_raster_vertex *v = got[i].v;
		sum += ((double)(v[1].x - v[0].x) * (double)(v[2].y - v[0].y) -
			(double)(v[2].x - v[0].x) * (double)(v[1].y - v[0].y)) /
		       2;
	}
	return sum;
}

Test(vap, clipping)
{
	struct bench *b = bench_new();

	/* a triangle over all of the square -1 … 1, and more */
	at(b, 0, -4, -4, 0, 1);
	at(b, 1, 12, -4, 0, 1);
	at(b, 2, -4, 12, 0, 1);
	draw(b, 4, 2, 3, NULL, 0);
	cr_assert_float_eq(area(), 4, 1e-5);
	for (unsigned i = 0; i < n_got; i++)
		cr_assert_eq(got[i].edges, 0, "all edges come from clipping");
	reg(b, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__BOUNDARY_EDGE_FLAG_ENA(1));
	draw(b, 4, 2, 3, NULL, 0);
	unsigned shown = 0;
	for (unsigned i = 0; i < n_got; i++)
		shown += (unsigned)__builtin_popcount(got[i].edges);
	cr_assert_eq(shown, n_got + 2, "the outline of a polygon of %u corners", n_got + 2);
	/* a guard band of 3: clipped at 3, or not at all when nothing is outside of it */
	regf(b, R500_VAP_GB_VERT_CLIP_ADJ, 3);
	regf(b, R500_VAP_GB_HORZ_CLIP_ADJ, 3);
	draw(b, 4, 2, 3, NULL, 0);
	cr_assert_float_eq(area(), 36, 1e-4);
	/* outside of the discard band on one side: gone, though inside the guard band */
	at(b, 0, 1.5f, 0, 0, 1);
	at(b, 1, 2, 0, 0, 1);
	at(b, 2, 2, 1, 0, 1);
	draw(b, 4, 2, 3, NULL, 0);
	cr_assert_eq(n_got, 0);
	/* a user plane x + w/2 > 0 cuts a quarter of the width; as a cull plane it cuts nothing */
	float plane[4] = {1, 0, 0, 0.5f};
	memcpy(b->g.p->ucp[2], plane, 16);
	at(b, 0, -1, -1, 0, 1);
	at(b, 1, 1, -1, 0, 1);
	at(b, 2, 1, 1, 0, 1);
	at(b, 3, -1, 1, 0, 1);
	reg(b, R500_VAP_CLIP_CNTL, 1 << 2);
	draw(b, 13, 2, 4, NULL, 0);
	cr_assert_float_eq(area(), 3, 1e-5);
	reg(b, R500_VAP_CLIP_CNTL, 1 << 2 | R500_VAP_CLIP_CNTL__UCP_CULL_ONLY_ENA(1));
	draw(b, 13, 2, 4, NULL, 0);
	cr_assert_float_eq(area(), 4, 1e-5);
	/* z: OpenGL's space takes -w … w, DirectX's 0 … w */
	reg(b, R500_VAP_CLIP_CNTL, 0);
	at(b, 0, -1, -1, -1, 1);
	at(b, 1, 1, -1, -1, 1);
	at(b, 2, 1, 1, 1, 1);
	at(b, 3, -1, 1, 1, 1);
	draw(b, 13, 2, 4, NULL, 0);
	cr_assert_float_eq(area(), 4, 1e-5);
	reg(b, R500_VAP_CNTL, 0x00b0085a | R500_VAP_CNTL__DX_CLIP_SPACE_DEF(1));
	draw(b, 13, 2, 4, NULL, 0);
	cr_assert_float_eq(area(), 2, 1e-5);
	/* not a number: dropped, and nothing breaks */
	at(b, 1, NAN, -1, 0, 1);
	draw(b, 4, 2, 3, NULL, 0);
	cr_assert_eq(n_got, 0);
	quiet(b);
	bench_delete(b);
}

/* What is left of the last point, by the shoelace formula. */
static double part_area(void)
{
	double sum = 0;

	for (unsigned i = 0; i < part.n; i++) {
		unsigned k = (i + 1) % part.n;

		sum += (double)part.x[i] * (double)part.y[k] - (double)part.x[k] * (double)part.y[i];
	}
	return fabs(sum) / 2;
}

enum { CENTER, RADIUS, CUT, FAN }; /* PS_UCP_MODE */

static void points_meet(struct bench *b, unsigned mode, float x, float y, uint32_t more)
{
	at(b, 0, x, y, 0, 2);
	reg(b, R500_VAP_CLIP_CNTL, 1 | mode << 14 | more);
	draw(b, 1, 2, 1, NULL, 0);
}

/* A point of 0.4 x 0.2 around (x, y) / 2, and the plane x > 0. Window coordinates are x / w, y / w here. */
Test(vap, points_at_planes)
{
	struct bench *b = bench_new();
	static const float plane[4] = {1, 0, 0, 0}, tex[4] = {0, 1, 1, 0};
	float scale[4] = {0.02f, 0.02f, 0.5f, 0.03f};

	memcpy(b->g.p->ucp[0], plane, 16);
	memcpy(b->g.p->ucp[MR500_PVS_POINT_GEN_TEX], tex, 16);
	reg(b, R500_GA_POINT_SIZE, R500_GA_POINT_SIZE__WIDTH(20 * 6) | R500_GA_POINT_SIZE__HEIGHT(10 * 6));
	/* without factors the center decides in each mode */
	for (unsigned mode = CENTER; mode <= FAN; mode++) {
		points_meet(b, mode, 0.1f, 0, 0);
		cr_expect(n_got == 1 && got[0].corners == 1);
		points_meet(b, mode, -0.1f, 0, 0);
		cr_expect_eq(n_got, 0);
	}
	memcpy(b->g.p->ucp[MR500_PVS_POINT_VPORT_SCALE], scale, 16);
	points_meet(b, CENTER, -0.1f, 0, 0);
	cr_expect_eq(n_got, 0);
	/* the radius is 20 * 0.5 * 0.03 * w = 0.6 */
	points_meet(b, RADIUS, -0.59f, 0, 0);
	cr_expect(n_got == 1 && got[0].corners == 1);
	points_meet(b, RADIUS, -0.61f, 0, 0);
	cr_expect_eq(n_got, 0);
	/* all of it, when no plane is near; a part when one is */
	points_meet(b, CUT, 0.61f, 0, 0);
	cr_expect(n_got == 1 && got[0].corners == 1);
	points_meet(b, CUT, -0.1f, 0, 0);
	cr_expect(n_got == 1 && got[0].corners == 4);
	cr_expect_float_eq(part_area(), 0.15 * 0.2, 1e-6); /* -0.25 ... 0.15 of x */
	cr_expect_float_eq(part.x0, -0.25, 1e-6);
	cr_expect_float_eq(part.x1, 0.15, 1e-6);
	cr_expect_float_eq(part.y0, -0.1, 1e-6);
	cr_expect_float_eq(part.y1, 0.1, 1e-6);
	cr_expect_arr_eq(part.tex, tex, sizeof(tex));
	/* always, in mode 3 */
	points_meet(b, FAN, 0.8f, 0, 0);
	cr_expect(n_got == 1 && got[0].corners == 4);
	cr_expect_float_eq(part_area(), 0.4 * 0.2, 1e-6);
	/* nothing is left of it, though its center is not culled */
	points_meet(b, FAN, -0.5f, 0, 0);
	cr_expect_eq(n_got, 0);
	/* the frustum cuts too, where a guard band does not keep it away: x up to 1.1, y from -1.05 */
	points_meet(b, FAN, 1.8f, -1.9f, 0);
	cr_expect_eq(n_got, 1);
	cr_expect_float_eq(part_area(), 0.3 * 0.15, 1e-5);
	regf(b, R500_VAP_GB_HORZ_CLIP_ADJ, 2);
	regf(b, R500_VAP_GB_VERT_CLIP_ADJ, 2);
	points_meet(b, FAN, 1.8f, -1.9f, 0);
	cr_expect_float_eq(part_area(), 0.4 * 0.2, 1e-5);
	/* planes that only cull */
	points_meet(b, FAN, -0.1f, 0, R500_VAP_CLIP_CNTL__UCP_CULL_ONLY_ENA(1));
	cr_expect_float_eq(part_area(), 0.4 * 0.2, 1e-5);
	quiet(b);
	bench_delete(b);
}

/* Attributes follow the cut, colors are clamped before it, the provoking vertex stays whole; lines and
 * points. */
Test(vap, clipping_attributes)
{
	struct bench *b = bench_new();
	float v[2][12] = {{0, 0, 0, 1, 2, 0.5f, -1, 1, 10, 20, 30, 40},
			  {4, 0, 0, 1, 0, 0.5f, 1, 0, 50, 60, 70, 80}};

	memcpy(b->mem, v, sizeof(v));
	reg(b, R500_VAP_VTX_AOS_ATTR(0), 12 | 12 << 8);
	reg(b, R500_VAP_PROG_STREAM_CNTL(0), 3 | (uint32_t)(3 | 2 << 8) << 16);
	reg(b, R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xf688f688);
	reg(b, R500_VAP_PROG_STREAM_CNTL(1), 3 | 6 << 8 | 1 << 13);
	reg(b, R500_VAP_PROG_STREAM_CNTL_EXT(1), 0xf688);
	reg(b, R500_VAP_OUT_VTX_FMT_0,
	    R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1) | R500_VAP_OUT_VTX_FMT_0__VTX_COLOR_0_PRESENT(1));
	reg(b, R500_VAP_OUT_VTX_FMT_1, 4);
	reg(b, R500_GA_COLOR_CONTROL, R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(3));
	draw(b, 2, 2, 2, NULL, 0);
	cr_assert_eq(n_got, 1);
	/* cut at x = 1, a quarter of the way; colors 1, 0.5, 0, 1 to 0, 0.5, 1, 0 */
	static const float want[8] = {0.75f, 0.5f, 0.25f, 0.75f, 20, 30, 40, 50};
	cr_assert_float_eq(got[0].v[1].x, 1, 1e-6);
	for (unsigned i = 0; i < 8; i++)
		cr_assert_float_eq(got[0].v[1].attr[i], want[i], 1e-5, "%u: %g", i,
				   (double)got[0].v[1].attr[i]);
	cr_assert_eq(got[0].provoke.attr[4], 50);
	/* round a cylinder from 0.9 to 0.1 the short way leads over 1 */
	reg(b, R500_SU_TEX_WRAP, 1 << 1);
	memcpy(&b->mem[8], (float[]){0.9f, 0.9f}, 8);
	memcpy(&b->mem[20], (float[]){0.1f, 0.1f}, 8);
	draw(b, 2, 2, 2, NULL, 0);
	cr_assert_float_eq(got[0].v[1].attr[4], 0.7f, 1e-5);
	cr_assert_float_eq(got[0].v[1].attr[5], 0.95f, 1e-5);
	draw(b, 1, 2, 2, NULL, 0); /* of the points, the second lies outside */
	cr_assert_eq(n_got, 1);
	cr_assert_eq(got[0].v[0].attr[0], 2);
	quiet(b);
	bench_delete(b);
}

/* ---- viewport ------------------------------------------------------------------------------------------ */
Test(vap, viewport_modes)
{
	enum fl_isa isa[4];
	unsigned n = prig_isas(isa);

	isa[n++] = FL_ISA_SCALAR;
	for (unsigned mode = 0; mode < 512; mode++)
		for (unsigned k = 0; k < n; k++) {
			struct bench *b = bench_new();
			bool xy = mode & 64, z = mode & 128, w = mode & 256;
			uint32_t e = mode & 63;
			b->r->isa = isa[k];
			reg(b, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
			reg(b, R500_VAP_VTE_CNTL,
			    e | (uint32_t)xy << 8 | (uint32_t)z << 9 | (uint32_t)w << 10);
			regf(b, R500_VAP_VPORT_XSCALE, 3);
			regf(b, R500_VAP_VPORT_XOFFSET, 100);
			regf(b, R500_VAP_VPORT_YSCALE, -5);
			regf(b, R500_VAP_VPORT_YOFFSET, 200);
			regf(b, R500_VAP_VPORT_ZSCALE, 0.5f);
			regf(b, R500_VAP_VPORT_ZOFFSET, 0.25f);
			at(b, 0, 8, 16, 32, 4);
			draw(b, 1, 2, 1, NULL, 0);
			float q = w ? 0.25f : 4.0f, fx = xy ? 1 : q, fz = z ? 1 : q;
			cr_assert_eq(got[0].v[0].rhw, q);
			cr_assert_eq(got[0].v[0].x, 8 * fx * (e & 1 ? 3 : 1) + (e & 2 ? 100 : 0));
			cr_assert_eq(got[0].v[0].y, 16 * fx * (e & 4 ? -5 : 1) + (e & 8 ? 200 : 0));
			cr_assert_eq(got[0].v[0].z, 32 * fz * (e & 16 ? 0.5f : 1) + (e & 32 ? 0.25f : 0));
			bench_delete(b);
		}
}

/* ---- what cannot be drawn ------------------------------------------------------------------------------ */
/* Vector i of the outputs is written where `written` has bit i; colors are declared as `colors` has bits. */
static bool missed(unsigned colors, unsigned written)
{
	struct bench *b = bench_new();
	bool said;

	reg(b, R500_VAP_CNTL_STATUS, 0);
	reg(b, R500_VAP_OUT_VTX_FMT_0,
	    R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1) |
		R500_VAP_OUT_VTX_FMT_0__VTX_COLOR_0_PRESENT(1) * colors);
	for (unsigned i = 0; i < 5; i++)
		if (written >> i & 1)
			prig_add(&b->g, w_dst(VE_ADD, PVS_DST_OUT, i, 15), w_src(PVS_SRC_INPUT, 0, SWZ_XYZW),
				 w_src(PVS_SRC_INPUT, 0, SWZ(4, 4, 4, 4)), 0);
	draw(b, R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST, 2, 1, NULL, 0);
	said = prig_reported(&b->g, "does not write");
	bench_delete(b);
	return said;
}

/* What Mesa declares for programs with a back color: piglit's tests of two-sided color run on real chips. */
Test(vap, colors_of_two_sides)
{
	cr_expect(!missed(0xf, 1 | 1 << 1 | 1 << 3), "front and back 0, of four");
	cr_expect(!missed(0xf, 1 | 1 << 4), "back 1 alone");
	cr_expect(missed(0x3, 1 | 1 << 1), "one of two front colors");
	cr_expect(missed(0xf, 1 << 1 | 1 << 3), "no position");
}

Test(vap, refusals)
{
	struct bench *b = bench_new();

	numbers(b, 4);
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 0);
	draw(b, 1, 2, 3, NULL, 0);
	cr_assert(prig_reported(&b->g, "no vertex data"));
	reg(b, R500_VAP_VTX_NUM_ARRAYS, 1);
	reg(b, R500_VAP_CNTL_STATUS, 0);
	reg(b, R500_VAP_CNTL, 0);
	draw(b, 1, 2, 3, NULL, 0);
	cr_assert(prig_reported(&b->g, "no slots, controllers or engines"));
	cr_assert_eq(n_got, 0);
	bench_delete(b);
}
