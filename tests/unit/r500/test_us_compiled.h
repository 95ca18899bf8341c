/* SPDX-License-Identifier: MIT
 *
 * What programs of US give on two ways: whether it is the same, and whether that holds for compiled code.
 */
#ifndef TESTS_UNIT_R500_TEST_US_COMPILED_H
#define TESTS_UNIT_R500_TEST_US_COMPILED_H

#include "tests/unit/r500/test_us_rig.h"

/* All units are off: look-ups give black, alpha 1. */
static inline struct us_rig *us_rig_untextured(void)
{
	static const struct mr500_tx_state off;
	struct us_rig *g = us_rig_new("r580");

	g->draw.tx = &off;
	return g;
}

static inline bool us_same(float a, float b)
{
	return us_word(a) == us_word(b) || (a != a && b != b);
}

/* Of what the interpreter gave: the same pixels live, with the same in the first n_temps registers and in the
 * outputs. */
static inline void us_agrees(const struct us_rig *g, const struct mr500_px *want, uint64_t cover,
			     unsigned n_temps, const char *kind, uint32_t seed, const char *name)
{
	const struct mr500_px *got = mr500_px_of(g->t);

	cr_assert_eq(g->t->wave.cover[0], cover, "%s program %u: %s kills others", kind, seed, name);
	for (unsigned l = 0; l < g->t->wave.n_quads * 4; l++)
		for (unsigned c = 0; c < 4; c++) {
			for (unsigned r = 0; r < n_temps; r++)
				cr_assert(us_same(got->temp[r][c][l], want->temp[r][c][l]),
					  "%s program %u, %s: temp %u channel %u lane %u: %08x, not %08x",
					  kind, seed, name, r, c, l, us_word(got->temp[r][c][l]),
					  us_word(want->temp[r][c][l]));
			for (unsigned r = 0; r < 4; r++)
				cr_assert(us_same(got->out[r][c][l], want->out[r][c][l]),
					  "%s program %u, %s: out %u channel %u lane %u: %08x, not %08x",
					  kind, seed, name, r, c, l, us_word(got->out[r][c][l]),
					  us_word(want->out[r][c][l]));
		}
}

/* Compiled code turns to its exact form for all lanes of a vector if one has met a NaN: with data that are
 * full of infinities, nothing else is ever tried. So these have zeros of both signs, equal numbers and
 * denormals, and in some waves a few lanes with a zero and an infinity. */
static inline float us_plain_float(uint32_t *s)
{
	uint32_t k = us_random(s);

	if (k % 32 == 0)
		return us_bits(us_random(s) & 0x807fffff);
	if (k % 2)
		return ((float)(us_random(s) >> 8) / 16777216.0f - 0.5f) * (k % 16 < 8 ? 4.0f : 100.0f);
	return us_bits((k & 0x80000000) | us_word((float)((k >> 8) % 3) * 0.5f));
}

static inline float us_huge_float(uint32_t *s)
{
	static const uint32_t huge[] = {0x7f800000, 0xff800000, 0x7fc00000};

	return us_bits(huge[us_random(s) % 3]);
}

static inline void us_plain_data(struct us_rig *g, unsigned temps, uint32_t *s, bool some_huge)
{
	struct mr500_px *px = mr500_px_of(g->t);

	memset(px, 0, sizeof(*px));
	for (unsigned r = 0; r < temps; r++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				px->temp[r][c][l] = us_plain_float(s);
	for (unsigned l = 0; l < 64 && some_huge; l++)
		if (us_random(s) % 16 == 0) {
			px->temp[us_random(s) % temps][us_random(s) % 4][l] = us_huge_float(s);
			px->temp[us_random(s) % temps][us_random(s) % 4][l] = us_random(s) % 2 ? 0.0f : -0.0f;
		}
}

static inline void us_plain_consts(struct us_rig *g, unsigned n, uint32_t *s)
{
	for (unsigned i = 0; i < n; i++)
		us_const(g, i, us_plain_float(s), us_plain_float(s), us_plain_float(s), us_plain_float(s));
}

static inline void us_compare_wave(struct us_rig *g, us_run_fn *run, uint32_t seed, const char *kind,
				   const char *name)
{
	struct mr500_px *start = aligned_alloc(64, sizeof(struct mr500_px)),
			*want = aligned_alloc(64, sizeof(struct mr500_px));
	uint64_t cover;

	memcpy(start, mr500_px_of(g->t), sizeof(*start));
	mr500_us_run_scalar(g->t);
	memcpy(want, mr500_px_of(g->t), sizeof(*want));
	cover = g->t->wave.cover[0];
	memcpy(mr500_px_of(g->t), start, sizeof(*start));
	g->t->wave.cover[0] = ~(uint64_t)0;
	run(g->t);
	us_agrees(g, want, cover, MR500_MAX_TEMPS, kind, seed, name);
	cr_assert_eq(memcmp(want->out, mr500_px_of(g->t)->out, sizeof(want->out)), 0,
		     "%s program %u, %s: an output is another NaN", kind, seed, name);
	free(start);
	free(want);
}

/* The program that is loaded, compiled for one of the instruction sets, by turns, on 16 waves of such data in
 * the first registers: what the interpreter gives. Returns whether there was any code. */
static inline bool us_compare_compiled(struct us_rig *g, unsigned temps, uint32_t seed, const char *kind)
{
	static const enum fl_isa isas[] = {FL_ISA_SCALAR, FL_ISA_BASE, FL_ISA_AVX2, FL_ISA_AVX512};
	static unsigned turn;
	uint32_t s = seed ^ 0x5555;
	const char *name;
	us_run_fn *run;

	g->r->base.jit = FL_JIT_ALWAYS;
	if (!us_isa(++turn, &name))
		turn = 1;
	run = us_isa(turn, &name);
	g->r->isa = isas[turn];
	fl_arena_reset(&g->arena);
	cr_assert(us_decode(g));
	for (unsigned wave = 0; wave < 16; wave++) {
		us_plain_data(g, temps, &s, wave % 2);
		g->t->wave.cover[0] = ~(uint64_t)0;
		us_compare_wave(g, run, seed, kind, name);
	}
	return g->draw.us->native;
}

#endif
