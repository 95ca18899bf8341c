/* SPDX-License-Identifier: MIT
 *
 * Pixel programs that weigh the corners of a triangle themselves: both kinds of weights in one draw, those
 * that are pulled, values that pass through. Expected values: facts 4.3 and 4.4, worked out in doubles.
 */
#include "tests/unit/cik/front_rig.h"

#include <math.h>
#include <stdlib.h>

TestSuite(cik_spi_corners, .timeout = 120);

enum { SIDE = FRONT_PX, ATTRS = 2 };

#define ENA(input)          CIK_SPI_PS_INPUT_ENA__##input##_ENA(1)
#define END                 "exp mrt0 v20, v21, v22, v23 done vm\ns_endpgm\n"
/* Register `to` is channel `of` by the weights in i and j. */
#define WEIGH(to, of, i, j) "v_interp_p1_f32 " to ", " i ", " of "\nv_interp_p2_f32 " to ", " j ", " of "\n"

/* Corners in pixels; attributes of each, in halves: singles hold them and their differences. */
static const double at[3][2] = {{2, 2}, {60, 10}, {14, 58}};
static const double ws[2][3] = {{1, 2, 4}, {2, 2, 2}};
static const double attr[ATTRS][3][4] = {{{1, 8, -3, 0.5}, {5, 2, 7, 1.5}, {-2, 4, 16, 9}},
					 {{3, -6, 2, 12}, {9, 1.5, 0, -4}, {4, 10, -8, 2.5}}};

struct picture {
	float px[SIDE][SIDE][4];
};

struct draw {
	const char *program;
	uint32_t ena;
	uint32_t cntl[ATTRS]; /* SPI_PS_INPUT_CNTL */
	uint32_t baryc;       /* SPI_BARYC_CNTL */
	/* The color where the corners weigh b in the window; 1/W is q at the corners, and `rhw` there */
	void (*want)(double color[4], const double b[3], const double q[3], double rhw);
};

/* ---- drawing ------------------------------------------------------------------------------------------- */
static void drawn(struct picture *p, const struct draw *d, const double w[3], struct fl_model_config cfg)
{
	struct cik_rig g;

	cfg.running = true;
	g = front_picture_of(cik_rig_of("bonaire", cfg));
	front_code(&g, FRONT_VS,
		   "buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen\n"
		   "buffer_load_dwordx4 v[8:11], v0, s[0:3], 0 idxen offset:48\n"
		   "buffer_load_dwordx4 v[12:15], v0, s[0:3], 0 idxen offset:96\n"
		   "s_waitcnt vmcnt(0)\n"
		   "exp pos0 v4, v5, v6, v7 done\n"
		   "exp param0 v8, v9, v10, v11\n"
		   "exp param1 v12, v13, v14, v15\n"
		   "s_endpgm\n");
	front_code(&g, FRONT_PS, d->program);
	for (unsigned i = 0; i < 3; i++) {
		const double half = SIDE / 2.0;

		front_vertex(&g, i, (float)((at[i][0] / half - 1) * w[i]),
			     (float)((at[i][1] / half - 1) * w[i]), 0, (float)w[i]);
		for (unsigned a = 0; a < ATTRS; a++)
			front_vertex(&g, 3 + 3 * a + i, (float)attr[a][i][0], (float)attr[a][i][1],
				     (float)attr[a][i][2], (float)attr[a][i][3]);
	}
	for (unsigned a = 0; a < ATTRS; a++)
		front_context(&g, CIK_SPI_PS_INPUT_CNTL(a), d->cntl[a]);
	front_context(&g, CIK_SPI_VS_OUT_CONFIG, CIK_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT(ATTRS - 1));
	front_context(&g, CIK_SPI_PS_IN_CONTROL, CIK_SPI_PS_IN_CONTROL__NUM_INTERP(ATTRS));
	front_context(&g, CIK_SPI_PS_INPUT_ENA, d->ena);
	front_context(&g, CIK_SPI_PS_INPUT_ADDR, d->ena);
	front_context(&g, CIK_SPI_BARYC_CNTL, d->baryc);
	front_context(&g, CIK_CB_COLOR_INFO(0),
		      CIK_CB_COLOR_INFO__FORMAT(CIK_CB_COLOR_INFO__FORMAT__COLOR_32_32_32_32) |
			  CIK_CB_COLOR_INFO__NUMBER_TYPE(CIK_CB_COLOR_INFO__NUMBER_TYPE__NUMBER_FLOAT) |
			  CIK_CB_COLOR_INFO__BLEND_BYPASS(1) | CIK_CB_COLOR_INFO__SIMPLE_FLOAT(1));
	front_prim(&g, CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST);
	front_auto(&g, 3);
	cr_assert(fl_model_flush(g.m));
	fl_model_vram_read(g.m, FRONT_IMAGE, p, sizeof(*p));
	no_reports(&g);
	fl_model_delete(g.m);
}

/* ---- what is expected ---------------------------------------------------------------------------------- */
/* Twice the area of a triangle of corners i and j and a point */
static double area(unsigned i, unsigned j, double x, double y)
{
	return (at[j][0] - at[i][0]) * (y - at[i][1]) - (at[j][1] - at[i][1]) * (x - at[i][0]);
}

static void compare(const struct picture *p, const struct draw *d, const double w[3])
{
	const double whole = area(0, 1, at[2][0], at[2][1]), q[3] = {1 / w[0], 1 / w[1], 1 / w[2]};
	unsigned seen = 0;

	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			const double px = x + 0.5, py = y + 0.5;
			const double b[3] = {area(1, 2, px, py) / whole, area(2, 0, px, py) / whole,
					     area(0, 1, px, py) / whole};
			double want[4];

			if (!(b[0] > 0 && b[1] > 0 && b[2] > 0))
				continue;
			seen++;
			d->want(want, b, q, b[0] * q[0] + b[1] * q[1] + b[2] * q[2]);
			for (unsigned c = 0; c < 4; c++)
				cr_assert(fabs((double)p->px[y][x][c] - want[c]) <=
					      4e-6 * (1 + fabs(want[c])),
					  "(%u, %u), component %u is %.9g, not %.9g", x, y, c,
					  (double)p->px[y][x][c], want[c]);
		}
	cr_assert_gt(seen, 1000u);
}

static void check(const struct draw *d)
{
	static const struct fl_model_config paths[] = {{.isa = "base"}, {.jit = "always"}, {0}};
	struct picture *plain = malloc(sizeof(*plain)), *fast = malloc(sizeof(*fast));

	cr_assert(plain && fast);
	for (unsigned k = 0; k < 2; k++) {
		drawn(plain, d, ws[k], (struct fl_model_config){.scalar = true});
		compare(plain, d, ws[k]);
		for (unsigned i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
			drawn(fast, d, ws[k], paths[i]);
			cr_expect_arr_eq(fast, plain, sizeof(*plain), "path %u, W %u", i, k);
		}
	}
	free(plain);
	free(fast);
}

static double straight(unsigned a, unsigned c, const double b[3])
{
	return b[0] * attr[a][0][c] + b[1] * attr[a][1][c] + b[2] * attr[a][2][c];
}

static double perspective(unsigned a, unsigned c, const double b[3], const double q[3], double rhw)
{
	return straight(a, c, (const double[3]){b[0] * q[0], b[1] * q[1], b[2] * q[2]}) / rhw;
}

/* ---- both kinds of weights ----------------------------------------------------------------------------- */
static void want_both(double color[4], const double b[3], const double q[3], double rhw)
{
	color[0] = perspective(0, 0, b, q, rhw);
	color[1] = straight(1, 0, b);
	color[2] = straight(0, 1, b);
	color[3] = perspective(1, 3, b, q, rhw);
}

#define BOTH                                                                                         \
	"s_mov_b32 m0, s8\n" WEIGH("v20", "attr0.x", "v0", "v1") WEIGH("v21", "attr1.x", "v2", "v3") \
	    WEIGH("v22", "attr0.y", "v2", "v3") WEIGH("v23", "attr1.w", "v0", "v1") END

/* With one sample it makes no difference where in the pixel they are asked for. */
Test(cik_spi_corners, perspective_and_straight)
{
	check(&(struct draw){BOTH, ENA(PERSP_CENTER) | ENA(LINEAR_CENTER), {0, 1}, 0, want_both});
	check(&(struct draw){BOTH, ENA(PERSP_CENTROID) | ENA(LINEAR_CENTROID), {0, 1}, 0, want_both});
	check(&(struct draw){BOTH, ENA(PERSP_SAMPLE) | ENA(LINEAR_SAMPLE), {0, 1}, 0, want_both});
}

/* ---- weights that are pulled --------------------------------------------------------------------------- */
static void want_pulled(double color[4], const double b[3], const double q[3], double rhw)
{
	color[0] = b[1] * q[1];
	color[1] = b[2] * q[2];
	color[2] = rhw;
	color[3] = perspective(1, 1, b, q, rhw);
}

Test(cik_spi_corners, pulled)
{
	check(&(struct draw){"s_mov_b32 m0, s8\n"
			     "v_mov_b32 v20, v2\nv_mov_b32 v21, v3\nv_mov_b32 v22, v4\n" WEIGH(
				 "v23", "attr1.y", "v0", "v1") END,
			     ENA(PERSP_CENTER) | ENA(PERSP_PULL_MODEL),
			     {0, 1},
			     0,
			     want_pulled});
}

/* ---- values that pass through -------------------------------------------------------------------------- */
static void want_passed(double color[4], const double b[3], const double q[3], double rhw)
{
	for (unsigned i = 0; i < 3; i++)
		color[i] = attr[0][i][2];
	color[3] = attr[1][1][3] - attr[1][0][3];
}

/* The attribute beside it holds differences as ever. */
Test(cik_spi_corners, passed_through)
{
	enum { NO_PARAM = 0x20 };

	check(&(struct draw){"s_mov_b32 m0, s8\n"
			     "v_interp_mov_f32 v20, p0, attr0.z\nv_interp_mov_f32 v21, p10, attr0.z\n"
			     "v_interp_mov_f32 v22, p20, attr0.z\nv_interp_mov_f32 v23, p10, attr1.w\n" END,
			     ENA(PERSP_CENTER),
			     {NO_PARAM | CIK_SPI_PS_INPUT_CNTL__FLAT_SHADE(1), 1},
			     0,
			     want_passed});
}

/* ---- positions ----------------------------------------------------------------------------------------- */
/* The place is that of the corners, weighed. */
static void want_middle(double color[4], const double b[3], const double q[3], double rhw)
{
	for (unsigned i = 0; i < 2; i++)
		color[i] = b[0] * at[0][i] + b[1] * at[1][i] + b[2] * at[2][i];
	color[2] = rhw;
	color[3] = perspective(0, 0, b, q, rhw);
}

static void want_corner(double color[4], const double b[3], const double q[3], double rhw)
{
	want_middle(color, b, q, rhw);
	color[0] = floor(color[0]);
	color[1] = floor(color[1]);
}

/* reference, SPI_BARYC_CNTL.POS_FLOAT_ULC: (X.0, Y.0), wherever the rest of the position is taken. */
Test(cik_spi_corners, positions)
{
	static const char program[] =
	    "s_mov_b32 m0, s8\n"
	    "v_mov_b32 v20, v2\nv_mov_b32 v21, v3\nv_rcp_f32 v22, v4\n" WEIGH("v23", "attr0.x", "v0", "v1")
		END;
	static const uint32_t ena =
	    ENA(PERSP_CENTER) | ENA(POS_X_FLOAT) | ENA(POS_Y_FLOAT) | ENA(POS_W_FLOAT);

	for (uint32_t where = 0; where < 3; where++) {
		const uint32_t at_where = CIK_SPI_BARYC_CNTL__POS_FLOAT_LOCATION(where);

		check(&(struct draw){program, ena, {0, 1}, at_where, want_middle});
		check(&(struct draw){
		    program, ena, {0, 1}, at_where | CIK_SPI_BARYC_CNTL__POS_FLOAT_ULC(1), want_corner});
	}
}
