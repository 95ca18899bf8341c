/* SPDX-License-Identifier: MIT
 *
 * US: the vector machine against the plain interpreter, on random programs with random data: same bits (NaNs
 * in temporaries may differ in their payload; outputs may not, where the output modifier is on). Then once
 * more with registers that nobody has written before: what the wave before left in them may not show.
 */
#include "tests/unit/r500/test_us_compiled.h"

TestSuite(us_agree, .timeout = 120);

enum { TEMPS = 8, CONSTS = 8 };

static unsigned temps = TEMPS; /* that programs use */

static uint32_t random_src(uint32_t *s, bool rel)
{
	uint32_t w = 0;

	for (unsigned i = 0; i < 3; i++) {
		uint32_t k = us_random(s), a;
		if (k % 4 == 0)
			a = 0x80 | (k >> 8 & 0x7f); /* inline */
		else if (k % 4 == 1)
			a = (k >> 8) % CONSTS | US_C | (rel ? (k >> 16 & 1) << 9 : 0);
		else
			a = (k >> 8) % temps | (rel ? (k >> 16 & 1) << 9 : 0);
		w |= a << (10 * i);
	}
	return w | us_random(s) << 30;
}

static void random_alu(uint32_t *s, uint32_t w[6], bool out, bool rel)
{
	static const uint8_t rgb[] = {0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12};
	static const uint8_t alpha[] = {0, 0, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

	w[0] = us_random(s);
	/* Predicates in a quarter of the instructions. */
	if (us_random(s) % 4)
		w[0] &= ~(R500_US_CMN_INST__RGB_PRED_SEL__MASK | R500_US_CMN_INST__RGB_PRED_INV__MASK |
			  R500_US_CMN_INST__ALPHA_PRED_SEL__MASK | R500_US_CMN_INST__ALPHA_PRED_INV__MASK);
	w[0] &= ~(R500_US_CMN_INST__TYPE__MASK | R500_US_CMN_INST__LAST__MASK);
	w[0] |= R500_US_CMN_INST__TYPE(out);
	for (unsigned i = 1; i < 6; i++)
		w[i] = us_random(s);
	w[1] = random_src(s, rel);
	w[2] = random_src(s, rel);
	w[4] &= ~(R500_US_ALU_ALPHA_INST__ALPHA_OP__MASK | R500_US_ALU_ALPHA_INST__ALPHA_ADDRD__MASK |
		  R500_US_ALU_ALPHA_INST__ALPHA_ADDRD_REL__MASK);
	w[4] |=
	    alpha[us_random(s) % sizeof(alpha)] | R500_US_ALU_ALPHA_INST__ALPHA_ADDRD(us_random(s) % temps);
	w[5] &= ~(R500_US_ALU_RGBA_INST__RGB_OP__MASK | R500_US_ALU_RGBA_INST__RGB_ADDRD__MASK |
		  R500_US_ALU_RGBA_INST__RGB_ADDRD_REL__MASK);
	w[5] |= rgb[us_random(s) % sizeof(rgb)] | R500_US_ALU_RGBA_INST__RGB_ADDRD(us_random(s) % temps);
	if (rel)
		w[5] |= R500_US_ALU_RGBA_INST__RGB_ADDRD_REL(us_random(s));
	/* Mostly no output modifier and no clamp: values survive longer. */
	if (us_random(s) % 2) {
		w[0] &= ~(R500_US_CMN_INST__RGB_CLAMP__MASK | R500_US_CMN_INST__ALPHA_CLAMP__MASK);
		w[3] &= ~R500_US_ALU_RGB_INST__OMOD__MASK;
		w[4] &= ~R500_US_ALU_ALPHA_INST__OMOD__MASK;
	}
}

/* TEXKILL of some channels, where predicates let it, or a look-up, whose result is waited for at some
 * time. */
static void random_tex(uint32_t *s, uint32_t w[6], bool rel)
{
	bool kill = us_random(s) % 2;

	memset(w, 0, 24);
	w[0] = R500_US_CMN_INST__TYPE(3) |
	       (us_random(s) & (R500_US_CMN_INST__RGB_WMASK__MASK | R500_US_CMN_INST__ALPHA_WMASK__MASK));
	if (us_random(s) % 4 == 0)
		w[0] |= R500_US_CMN_INST__RGB_PRED_SEL(us_random(s) % 6) |
			R500_US_CMN_INST__WRITE_INACTIVE(us_random(s));
	w[1] = R500_US_TEX_INST__INST(kill ? 2 : 1);
	w[2] = R500_US_TEX_ADDR__SRC_ADDR(us_random(s) % temps) |
	       R500_US_TEX_ADDR__SRC_ADDR_REL(rel && us_random(s) % 4 == 0);
	if (!kill) {
		w[0] |= R500_US_CMN_INST__TEX_SEM_WAIT(us_random(s));
		w[1] |= R500_US_TEX_INST__TEX_SEM_ACQUIRE(us_random(s));
		w[2] |= R500_US_TEX_ADDR__DST_ADDR(us_random(s) % temps) |
			R500_US_TEX_ADDR__DST_ADDR_REL(rel && us_random(s) % 4 == 0);
	}
}

static void fc(uint32_t w[6], uint32_t inst, unsigned jump, unsigned integer)
{
	memset(w, 0, 24);
	w[0] = R500_US_CMN_INST__TYPE(2);
	w[2] = inst;
	w[3] = R500_US_FC_ADDR__JUMP_ADDR(jump) | R500_US_FC_ADDR__INT_ADDR(integer);
}

#define FC(op, func, any, b0, b1, pop, els)                                           \
	((op) | (uint32_t)(els) << 4 | (uint32_t)(any) << 5 | (uint32_t)(func) << 8 | \
	 (uint32_t)(pop) << 16 | (uint32_t)(b0) << 24 | (uint32_t)(b1) << 26)

/* A program of blocks: straight code, IF, IF/ELSE, LOOP with BREAK or CONTINUE inside an IF, CALL of what is
 * then jumped over; and LAST here and there. */
static unsigned random_flow(uint32_t *s, uint32_t (*w)[6])
{
	unsigned n = 0;

	for (unsigned block = 0; block < 4; block++) {
		unsigned kind = us_random(s) % 5;
		random_alu(s, w[n++], false, false);
		w[n - 1][3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
		if (kind == 1) { /* IF c … ENDIF */
			unsigned at = n++;
			random_alu(s, w[n++], us_random(s) % 4 == 0, false);
			random_alu(s, w[n++], false, false);
			fc(w[n++], FC(0, 0, 1, 1, 0, 1, 0), 0, 0);
			fc(w[at], FC(0, 0x0f, 0, 2, 0, 0, 0), n, 0);
		} else if (kind == 2) { /* IF c … ELSE … ENDIF, as Mesa writes them */
			unsigned at = n++;
			random_alu(s, w[n++], false, false);
			unsigned at_else = n++;
			random_alu(s, w[n++], false, false);
			fc(w[n++], FC(0, 0, 1, 1, 0, 1, 0), 0, 0);
			fc(w[at], FC(0, 0x0f, 0, 2, 2, 0, 0), at_else + 1, 0);
			fc(w[at_else], FC(0, 0, 0, 0, 1, 1, 1), n, 0);
		} else if (kind == 3) { /* LOOP { a; IF c { BREAK or CONTINUE }; b } */
			unsigned loop = n++;
			random_alu(s, w[n++], false, true);
			random_alu(s, w[n++], false, false);
			w[n - 1][3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
			unsigned at = n++, out = n++;
			fc(w[n++], FC(0, 0, 1, 1, 0, 1, 0), 0, 0);
			fc(w[at], FC(0, 0x0f, 0, 2, 0, 0, 0), n, 0);
			if (us_random(s) % 4 == 0)
				random_tex(s, w[n++], true);
			else
				random_alu(s, w[n++], false, true);
			fc(w[n++], FC(2, 0xff, 1, 0, 0, 0, 0), loop + 1, block);
			fc(w[loop], FC(1, 0, 0, 0, 0, 0, 0), n, block);
			if (us_random(s) % 2)
				fc(w[out], FC(5, 0xff, 0, 0, 1, 1, 0), n, 0);
			else
				fc(w[out], FC(7, 0xff, 0, 0, 1, 1, 0), n - 1, 0);
		} else if (kind == 4) { /* CALL c; JUMP; the subroutine: a, RETURN */
			unsigned call = n;
			fc(w[n++], FC(0, 0xf0, 1, 0, 2, 0, 0) | 2 << 6, call + 2, 0);
			fc(w[n++], FC(0, 0xff, 0, 0, 0, 0, 0), call + 4, 0);
			random_alu(s, w[n++], us_random(s) % 4 == 0, false);
			fc(w[n++], FC(0, 0xff, 0, 0, 1, 1, 0) | 1 << 6, 0, 0);
		}
		if (us_random(s) % 3 == 0)
			random_tex(s, w[n++], false);
		if (us_random(s) % 16 == 0)
			w[n - 1][0] |= R500_US_CMN_INST__LAST(1);
	}
	return n;
}

static void compare(struct us_rig *g, uint32_t seed, const char *kind)
{
	struct mr500_px *start = aligned_alloc(64, sizeof(struct mr500_px)),
			*want = aligned_alloc(64, sizeof(struct mr500_px));
	uint32_t s = seed ^ 0x5555;
	uint64_t cover = 0;
	const char *name;
	us_run_fn *run;

	for (unsigned r = 0; r < MR500_MAX_TEMPS; r++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				mr500_px_of(g->t)->temp[r][c][l] = r < TEMPS + 8 ? us_random_float(&s) : 0;
	memset(mr500_px_of(g->t)->out, 0, sizeof(mr500_px_of(g->t)->out));
	memcpy(start, mr500_px_of(g->t), sizeof(*start));
	g->t->wave.n_quads = seed % 5 ? 16 : 1 + seed % 16;
	for (unsigned i = 0; (run = us_isa(i, &name)); i++) {
		memcpy(mr500_px_of(g->t), start, sizeof(*start));
		g->t->wave.cover[0] = 0x0123456789abcdef | seed;
		run(g->t);
		if (i == 0) {
			memcpy(want, mr500_px_of(g->t), sizeof(*want));
			cover = g->t->wave.cover[0];
			continue;
		}
		us_agrees(g, want, cover, MR500_MAX_TEMPS, kind, seed, name);
	}
	free(start);
	free(want);
}

/* Registers that RS does not write hold something else on each path, as they do after other waves; so do
 * outputs. */
static void compare_stale(struct us_rig *g, uint32_t seed, const char *kind)
{
	struct mr500_px *want = aligned_alloc(64, sizeof(struct mr500_px));
	uint64_t cover = 0;
	uint32_t s = seed ^ 0xaaaa;
	const char *name;
	us_run_fn *run;

	memset(g->rs.written, 0, sizeof(g->rs.written));
	for (unsigned i = 0; i < 64 && seed % 7; i++)
		g->rs.written[0] |= (uint64_t)(us_random(&s) % 4 < seed % 7 % 4) << i;
	cr_assert(us_link(g));
	for (unsigned i = 0; (run = us_isa(i, &name)); i++) {
		uint32_t input = seed ^ 0x5555, left = seed * 16 + i + 1;

		memset(mr500_px_of(g->t), 0x35 + 0x11 * (int)i, sizeof(struct mr500_px));
		for (unsigned k = 0; k < 64; k++)
			for (unsigned l = 0; l < 64; l++) {
				float in = us_random_float(&input);

				mr500_px_of(g->t)->temp[k / 4][k % 4][l] =
				    g->rs.written[0] >> k & 1 ? in : us_bits(us_random(&left));
			}
		g->t->wave.cover[0] = 0x0123456789abcdef | seed;
		run(g->t);
		if (i == 0) {
			memcpy(want, mr500_px_of(g->t), sizeof(*want));
			cover = g->t->wave.cover[0];
			continue;
		}
		us_agrees(g, want, cover, 0, kind, seed, name);
		for (unsigned l = 0; l < g->t->wave.n_quads * 4; l++)
			cr_assert(us_same(mr500_px_of(g->t)->out_w[l], want->out_w[l]),
				  "%s program %u, %s: depth of lane %u", kind, seed, name, l);
	}
	free(want);
}

static void fill_consts(struct us_rig *g, uint32_t *s)
{
	for (unsigned i = 0; i < CONSTS + 8; i++)
		us_const(g, i, us_random_float(s), us_random_float(s), us_random_float(s),
			 us_random_float(s));
}

/* Registers enough that some are read where only a few of the pixels have written them; all four targets show
 * one. */
Test(us_agree, what_other_waves_left_does_not_show)
{
	struct us_rig *g = us_rig_untextured();
	uint32_t w[64][6];

	temps = 16;
	us_set(g, R500_US_FC_CTRL, R500_US_FC_CTRL__FULL_FC_EN(1));
	for (uint32_t seed = 1; seed <= 4000; seed++) {
		uint32_t s = seed * 2246822519u | 1;
		unsigned n = random_flow(&s, w);
		for (unsigned i = 0; i < 4; i++, n++) {
			memcpy(w[n], us_out_reg(us_random(&s) % temps).w, 24);
			w[n][3] |= R500_US_ALU_RGB_INST__TARGET(i);
			w[n][4] |= R500_US_ALU_ALPHA_INST__TARGET(i);
		}
		for (unsigned i = 0; i < 4; i++)
			us_set(g, R500_US_FC_INT_CONST(i), us_random(&s) % 4);
		us_load(g, (const uint32_t(*)[6])w, n);
		fill_consts(g, &s);
		fl_arena_reset(&g->arena);
		cr_assert(us_decode(g));
		g->t->wave.n_quads = 16;
		compare_stale(g, seed, "stale");
	}
	us_rig_free(g);
}

Test(us_agree, random_straight_programs)
{
	struct us_rig *g = us_rig_untextured();
	uint32_t w[16][6];

	for (uint32_t seed = 1; seed <= 7000; seed++) {
		uint32_t s = seed * 2654435761u | 1;
		unsigned n = 1 + us_random(&s) % 12;
		for (unsigned i = 0; i < n; i++)
			if (us_random(&s) % 6 == 0)
				random_tex(&s, w[i], false);
			else
				random_alu(&s, w[i], us_random(&s) % 8 == 0, false);
		random_alu(&s, w[n], true, false);
		us_set(g, R500_US_CONFIG, seed % 2 ? R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(1) : 0);
		us_load(g, (const uint32_t(*)[6])w, n + 1);
		fill_consts(g, &s);
		fl_arena_reset(&g->arena);
		cr_assert(us_decode(g));
		compare(g, seed, "straight");
		compare_stale(g, seed, "straight");
	}
	us_rig_free(g);
}

Test(us_agree, random_programs_with_flow_control)
{
	struct us_rig *g = us_rig_untextured();
	uint32_t w[64][6];

	us_set(g, R500_US_FC_CTRL, R500_US_FC_CTRL__FULL_FC_EN(1));
	for (uint32_t seed = 1; seed <= 3000; seed++) {
		uint32_t s = seed * 2246822519u | 1;
		unsigned n = random_flow(&s, w);
		random_alu(&s, w[n++], true, false);
		for (unsigned i = 0; i < 4; i++)
			us_set(g, R500_US_FC_INT_CONST(i),
			       us_random(&s) % 6 | (us_random(&s) % 4) << 8 | (us_random(&s) & 0x1) << 16);
		us_set(g, R500_US_CONFIG, seed % 2 ? R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(1) : 0);
		us_load(g, (const uint32_t(*)[6])w, n);
		fill_consts(g, &s);
		fl_arena_reset(&g->arena);
		cr_assert(us_decode(g));
		compare(g, seed, "flow");
		compare_stale(g, seed, "flow");
	}
	us_rig_free(g);
}

/* ---- compiled ------------------------------------------------------------------------------------------ */
/* Most functions that make infinities of zeros, and NaNs of what is negative, become MAD (why: see
 * test_us_compiled.h). What is not compiled is rare, or gone: it would cut what is into small pieces. */
static void calm(uint32_t *s, uint32_t w[6], bool flow)
{
	const uint32_t op = R500_US_ALU_ALPHA_INST__ALPHA_OP__GET(w[4]);

	if ((w[0] & R500_US_CMN_INST__TYPE__MASK) > R500_US_CMN_INST__TYPE(1))
		return;
	w[0] &= ~(R500_US_CMN_INST__RGB_PRED_SEL__MASK | R500_US_CMN_INST__ALPHA_PRED_SEL__MASK);
	if (us_random(s) % 8)
		w[0] &= ~R500_US_CMN_INST__WRITE_INACTIVE__MASK;
	if (!flow && !(w[0] & R500_US_CMN_INST__TYPE__MASK))
		w[0] &= ~(R500_US_CMN_INST__RGB_OMASK__MASK | R500_US_CMN_INST__ALPHA_OMASK__MASK);
	if (!flow)
		w[3] &= ~R500_US_ALU_RGB_INST__ALU_WMASK__MASK;
	if (op >= R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_EX2 &&
	    op <= R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_COS && us_random(s) % 16)
		w[4] &= ~R500_US_ALU_ALPHA_INST__ALPHA_OP__MASK;
}

static struct us_rig *compiling_rig(void)
{
	struct us_rig *g = us_rig_untextured();

	temps = 2; /* most operands are results */
	return g;
}

static void random_compiled(uint32_t programs, bool flow)
{
	struct us_rig *g = compiling_rig();
	uint32_t w[64][6];
	unsigned compiled = 0;

	us_set(g, R500_US_FC_CTRL, R500_US_FC_CTRL__FULL_FC_EN(1));
	for (uint32_t seed = 1; seed <= programs; seed++) {
		uint32_t s = seed * 2654435761u | 1;
		unsigned n = flow ? random_flow(&s, w) : 0;

		for (unsigned i = 3 + us_random(&s) % 6; !flow && i; i--)
			random_alu(&s, w[n++], false, false);
		random_alu(&s, w[n++], true, false);
		for (unsigned i = 0; i < n; i++)
			calm(&s, w[i], flow);
		for (unsigned i = 0; i < 4; i++)
			us_set(g, R500_US_FC_INT_CONST(i), us_random(&s) % 4);
		us_set(g, R500_US_CONFIG, seed % 4 ? R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(1) : 0);
		us_load(g, (const uint32_t(*)[6])w, n);
		us_plain_consts(g, CONSTS + 8, &s);
		compiled += us_compare_compiled(g, temps, seed, flow ? "flow" : "straight");
	}
	cr_assert(compiled * 10 >= programs * 6 || !fl_jit_start(), "only %u of %u have any code", compiled,
		  programs);
	us_rig_free(g);
}

Test(us_agree, compiled_programs)
{
	random_compiled(300, false);
}

Test(us_agree, compiled_programs_with_flow_control)
{
	random_compiled(120, true);
}
