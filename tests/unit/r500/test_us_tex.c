/* SPDX-License-Identifier: MIT
 *
 * US: the texture instructions one by one, in programs of R5xx and of R3xx and R4xx. The texture has a level
 * of each size, whose red is 40 times its number, and whose green and blue are the texel's place.
 */
#include "tests/unit/r500/test_tx_rig.h"

TestSuite(us_tex, .timeout = 30);

enum { SIZE = 16, LEVELS = 5, S_TO_R = 0 | 1 << 2 | 2 << 4 | 3 << 6 };

static void texture(struct tx_rig *t)
{
	uint8_t *p = t->mem;

	for (unsigned n = 0; n < LEVELS; n++) {
		unsigned side = SIZE >> n, pitch = side < 8 ? 8 : side; /* rows of 32 bytes at least */

		for (unsigned y = 0; y < side; y++)
			for (unsigned x = 0; x < side; x++) {
				const uint8_t texel[4] = {40 * n, 10 * x, 10 * y, 200};

				memcpy(p + (y * pitch + x) * 4, texel, 4);
			}
		p += pitch * side * 4;
	}
	/* wrap, point, the nearest level */
	tx_set(t, SIZE, SIZE, 12, SEL_RGBA, POINT | 1 << 13);
	us_set(t->g, R500_TX_FORMAT0(0), (SIZE - 1) | (SIZE - 1) << 11 | (LEVELS - 1) << 26);
	tx_decode(t);
}

/* r0 and two more as the test wants them, the instruction, OUT of r3; every instruction set. */
struct inputs {
	float v[3][4][64];
};

static void run_r5xx(struct tx_rig *t, unsigned op, uint32_t more, const struct inputs *in, unsigned i,
		     uint64_t *alive)
{
	struct us_asm out = us_out_reg(3);
	uint32_t w[2][6] = {{0}};
	const char *name;

	if (i == 0) {
		w[0][0] = R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_TEX) |
			  R500_US_CMN_INST__RGB_WMASK(7) | R500_US_CMN_INST__ALPHA_WMASK(1);
		w[0][1] = R500_US_TEX_INST__INST(op) | R500_US_TEX_INST__TEX_SEM_ACQUIRE(1) | more;
		w[0][2] = R500_US_TEX_ADDR__SRC_ADDR(0) | S_TO_R << 8 | R500_US_TEX_ADDR__DST_ADDR(3) |
			  (uint32_t)S_TO_R << 24;
		w[0][3] = R500_US_TEX_ADDR_DXDY__DX_ADDR(1) | S_TO_R << 8 |
			  R500_US_TEX_ADDR_DXDY__DY_ADDR(2) | (uint32_t)S_TO_R << 24;
		memcpy(w[1], out.w, sizeof(w[1]));
		us_load(t->g, (const uint32_t(*)[6])w, 2);
		cr_assert(us_decode(t->g));
	}
	for (unsigned k = 0; k < 12; k++)
		memcpy(mr500_px_of(t->g->t)->temp[k / 4][k % 4], in->v[k / 4][k % 4], 256);
	for (unsigned c = 0; c < 4; c++)
		memset(mr500_px_of(t->g->t)->temp[3][c], 0, 256);
	t->g->t->wave.cover[0] = ~UINT64_C(0);
	us_isa(i, &name)(t->g->t);
	*alive = t->g->t->wave.cover[0];
}

/* One node: the texture instruction to r1, then OUT of r1. */
static void run_r3xx(struct tx_rig *t, unsigned op, const struct inputs *in, unsigned i, uint64_t *alive)
{
	struct us_rig *g = t->g;
	const char *name;

	if (i == 0) {
		us_set(g, R300_US_CONFIG, R300_US_CONFIG__FIRST_TEX(1));
		us_set(g, R300_US_TEX_INST(0),
		       R300_US_TEX_INST__SRC_ADDR(0) | R300_US_TEX_INST__DST_ADDR(1) |
			   R300_US_TEX_INST__INST(op));
		us_set(g, R300_US_ALU_RGB_ADDR(0),
		       R300_US_ALU_RGB_ADDR__ADDR0(1) | R300_US_ALU_RGB_ADDR__OMASK(7));
		us_set(g, R300_US_ALU_ALPHA_ADDR(0),
		       R300_US_ALU_ALPHA_ADDR__ADDR0(1) | R300_US_ALU_ALPHA_ADDR__OMASK(1));
		/* MAX(src0, src0) */
		us_set(g, R300_US_ALU_RGB_INST(0),
		       R300_US_ALU_RGB_INST__RGB_OP(R300_US_ALU_RGB_INST__RGB_OP__OP_MAX));
		us_set(g, R300_US_ALU_ALPHA_INST(0),
		       R300_US_ALU_ALPHA_INST__ALPHA_OP(R300_US_ALU_ALPHA_INST__ALPHA_OP__OP_MAX) |
			   R300_US_ALU_ALPHA_INST__ALPHA_SEL_A(9) | R300_US_ALU_ALPHA_INST__ALPHA_SEL_B(9));
		us_set(g, R300_US_CODE_ADDR(3), R300_US_CODE_ADDR__RGBA_OUT(1));
		us_set(g, R300_US_PIXSIZE, 2);
		us_set(g, R500_US_OUT_FMT(0), R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__C4_32_FP));
		cr_assert(us_decode(g));
	}
	for (unsigned c = 0; c < 4; c++)
		memcpy(mr500_px_of(g->t)->temp[0][c], in->v[0][c], 256);
	g->t->wave.cover[0] = ~UINT64_C(0);
	us_isa(i, &name)(g->t);
	*alive = g->t->wave.cover[0];
}

static void run(struct tx_rig *t, bool r5xx, unsigned op, uint32_t more, const struct inputs *in,
		unsigned isa, uint64_t *alive)
{
	if (r5xx)
		run_r5xx(t, op, more, in, isa, alive);
	else
		run_r3xx(t, op, in, isa, alive);
}

/* The quad at (4 (q % 4), 4 (q / 4)) texels, its pixels `step` texels apart. */
static void place(struct inputs *in, double step, double scale)
{
	memset(in, 0, sizeof(*in));
	for (unsigned l = 0; l < 64; l++) {
		in->v[0][0][l] = (float)((4 * (l / 4 % 4) + 0.5 + (l & 1) * step) * scale);
		in->v[0][1][l] = (float)((4 * (l / 16) + 0.5 + (l >> 1 & 1) * step) * scale);
		in->v[0][3][l] = 1;
	}
}

static void expect(struct tx_rig *t, unsigned isa, unsigned l, double s, double tt, double level,
		   const char *what)
{
	/* s and t in texels of level 0 */
	unsigned n = level < 0            ? 0
		     : level > LEVELS - 1 ? LEVELS - 1
					  : (unsigned)(level + 0.5),
		 side = SIZE >> n;
	const double want[4] = {40.0 * n, 10.0 * ((long)floor(s / (1 << n)) % (long)side),
				10.0 * ((long)floor(tt / (1 << n)) % (long)side), 200};

	for (unsigned c = 0; c < 4; c++) {
		double got = mr500_px_of(t->g->t)->out[0][c][l] * 255;

		/* shaders of 24 bits round what is between two 16th bits */
		cr_assert(fabs(got - want[c]) < 0.02, "%s, set %u, lane %u, channel %u: %g, not %g", what,
			  isa, l, c, got, want[c]);
	}
}

static const struct {
	const char *name;
	bool r5xx;
} chips[] = {{"r580", true}, {"rv515", true}, {"r300", false}, {"rv410", false}};

enum { LD = 1, KIL, PROJ, LODBIAS, LOD, DXDY };

Test(us_tex, ld)
{
	const char *name;

	for (unsigned c = 0; c < 4; c++)
		for (unsigned k = 0; k < 4; k++) {
			struct tx_rig *t = tx_rig_new(chips[c].name);
			double step = 1 << k;
			struct inputs in;
			uint64_t alive;

			texture(t);
			place(&in, step, 1.0 / SIZE);
			for (unsigned i = 0; us_isa(i, &name); i++) {
				run(t, chips[c].r5xx, LD, 0, &in, i, &alive);
				cr_assert_eq(alive, ~UINT64_C(0));
				for (unsigned l = 0; l < 64; l++)
					expect(t, i, l, in.v[0][0][l] * SIZE, in.v[0][1][l] * SIZE, k,
					       chips[c].name);
			}
			tx_rig_free(t);
		}
}

/* S, T and R are divided by Q; the level is that of what comes out. */
Test(us_tex, proj)
{
	const char *name;

	for (unsigned c = 0; c < 4; c++) {
		struct tx_rig *t = tx_rig_new(chips[c].name);
		struct inputs in;
		uint64_t alive;

		texture(t);
		place(&in, 2, 1.0 / SIZE);
		for (unsigned l = 0; l < 64; l++) {
			in.v[0][3][l] = (float)(1u << l % 4) / 4;
			in.v[0][0][l] *= in.v[0][3][l];
			in.v[0][1][l] *= in.v[0][3][l];
		}
		for (unsigned i = 0; us_isa(i, &name); i++) {
			run(t, chips[c].r5xx, PROJ, 0, &in, i, &alive);
			for (unsigned l = 0; l < 64; l++)
				expect(t, i, l, in.v[0][0][l] / in.v[0][3][l] * SIZE,
				       in.v[0][1][l] / in.v[0][3][l] * SIZE, 1, chips[c].name);
		}
		tx_rig_free(t);
	}
}

/* Q is added to the level, or (R5xx) is the level. */
Test(us_tex, lodbias_and_lod)
{
	const char *name;

	for (unsigned op = LODBIAS; op <= LOD; op++)
		for (unsigned c = 0; c < (op == LOD ? 2 : 4); c++) {
			struct tx_rig *t = tx_rig_new(chips[c].name);
			struct inputs in;
			uint64_t alive;

			texture(t);
			place(&in, 2, 1.0 / SIZE);
			for (unsigned l = 0; l < 64; l++)
				in.v[0][3][l] = (float)(l / 4) / 2 - 2.75f; /* a quad: -2.75 … 4.75 */
			for (unsigned i = 0; us_isa(i, &name); i++) {
				run(t, chips[c].r5xx, op, 0, &in, i, &alive);
				for (unsigned l = 0; l < 64; l++)
					expect(t, i, l, in.v[0][0][l] * SIZE, in.v[0][1][l] * SIZE,
					       in.v[0][3][l] + (op == LODBIAS ? 1 : 0), chips[c].name);
			}
			tx_rig_free(t);
		}
}

/* The derivatives are given: the level is log2 of the longer one in texels, whatever the pixels' distance. */
Test(us_tex, dxdy)
{
	const char *name;

	for (unsigned unscaled = 0; unscaled < 2; unscaled++) {
		struct tx_rig *t = tx_rig_new("r580");
		double scale = unscaled ? 1 : 1.0 / SIZE;
		struct inputs in;
		uint64_t alive;

		texture(t);
		place(&in, 1, scale);
		for (unsigned l = 0; l < 64; l++) {
			unsigned n = l % 5;

			/* dS/dx and dT/dy, one of them shorter; per pixel */
			in.v[1][0][l] = (float)((l & 8 ? 0.25 : 1.0) * (1 << n) * scale);
			in.v[2][1][l] = (float)((l & 8 ? 1.0 : 0.25) * (1 << n) * scale);
		}
		for (unsigned i = 0; us_isa(i, &name); i++) {
			run(t, true, DXDY, unscaled ? R500_US_TEX_INST__UNSCALED(1) : 0, &in, i, &alive);
			for (unsigned l = 0; l < 64; l++)
				expect(t, i, l, in.v[0][0][l] / scale, in.v[0][1][l] / scale, l % 5, "dxdy");
		}
		tx_rig_free(t);
	}
}

/* TEXKILL: any of the channels negative. */
Test(us_tex, texkill)
{
	const char *name;

	for (unsigned c = 0; c < 4; c++) {
		struct tx_rig *t = tx_rig_new(chips[c].name);
		struct inputs in = {0};
		uint64_t alive, want = 0;

		texture(t);
		for (unsigned l = 0; l < 64; l++) {
			for (unsigned k = 0; k < 4; k++)
				in.v[0][k][l] = l % 5 == k && l % 3 ? -0.5f : (float)k;
			want |= (uint64_t)(l % 5 == 4 || l % 3 == 0) << l;
		}
		for (unsigned i = 0; us_isa(i, &name); i++) {
			run(t, chips[c].r5xx, KIL, 0, &in, i, &alive);
			cr_assert_eq(alive, want, "%s, %s: %016llx, not %016llx", chips[c].name, name,
				     (unsigned long long)alive, (unsigned long long)want);
		}
		tx_rig_free(t);
	}
}
