/* SPDX-License-Identifier: MIT
 *
 * SH: spans of planned instructions where they could go wrong: components that read each other, operands
 * whose sign a kernel turns, NaNs that a later instruction shows. And the programs that are kept decoded.
 */
#include "tests/unit/gc/sh_rig.h"

TestSuite(gc_sh_plan, .timeout = 60);

static struct op alu(unsigned op, unsigned mask, unsigned dst, struct arg a, struct arg b, struct arg c)
{
	return (struct op){.op = op, .mask = mask, .dst = dst, .s = {a, b, c}};
}

static const struct arg none;

static void fill(struct sh_rig *r)
{
	for (unsigned t = 0; t < 8; t++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				r->w->t[t][c].f[l] = (float)(1 + 100 * t + 10 * c) + (float)l / 64;
}

static float filled(unsigned t, unsigned c, unsigned l)
{
	return (float)(1 + 100 * t + 10 * c) + (float)l / 64;
}

/* All 256 swizzles of a register onto itself, under all masks: no component sees what another one wrote. */
Test(gc_sh_plan, components_that_read_each_other)
{
	struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);

	for (unsigned swz = 0; swz < 256; swz++)
		for (unsigned mask = 1; mask < 16; mask++) {
			r.n = 0;
			add(&r, alu(GC_INST_OPCODE__MOV, mask, 1, none, none, TS(1, swz)));
			fill(&r);
			cr_assert(run(&r, false));
			for (unsigned c = 0; c < 4; c++)
				for (unsigned l = 0; l < 64; l++)
					cr_assert_eq(r.w->t[1][c].f[l],
						     filled(1, mask >> c & 1 ? swz >> 2 * c & 3 : c, l),
						     "swizzle %02x, mask %x", swz, mask);
		}
	sh_rig_free(&r);
}

static struct arg with(struct arg a, unsigned bits)
{
	a.abs = bits & 1;
	a.neg = bits >> 1 & 1;
	return a;
}

static float changed(float x, unsigned bits)
{
	x = bits & 1 ? fabsf(x) : x;
	return bits & 2 ? -x : x;
}

/* Sums that are whole numbers below 2^24: exact however they are rounded. */
Test(gc_sh_plan, signs_of_operands)
{
	struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);

	for (unsigned bits = 0; bits < 64; bits++) {
		const unsigned a = bits & 3, b = bits >> 2 & 3, c = bits >> 4;

		r.n = 0;
		add(&r, alu(GC_INST_OPCODE__MAD, 15, 4, with(T(1), a), with(T(2), b), with(T(3), c)));
		add(&r, alu(GC_INST_OPCODE__ADD, 15, 5, with(T(1), a), none, with(T(3), c)));
		add(&r, alu(GC_INST_OPCODE__MUL, 15, 6, with(T(1), a), with(T(2), b), none));
		add(&r, alu(GC_INST_OPCODE__MOV, 15, 7, none, none, with(T(3), c)));
		for (unsigned t = 1; t < 4; t++)
			for (unsigned k = 0; k < 4; k++)
				for (unsigned l = 0; l < 64; l++)
					r.w->t[t][k].f[l] =
					    (float)((int)(l * 37 + t * 11 + k * 5) % 101 - 50);
		cr_assert(run(&r, false));
		for (unsigned k = 0; k < 4; k++)
			for (unsigned l = 0; l < 64; l++) {
				const float x = changed(r.w->t[1][k].f[l], a),
					    y = changed(r.w->t[2][k].f[l], b),
					    z = changed(r.w->t[3][k].f[l], c);

				cr_assert_eq(r.w->t[4][k].f[l], x * y + z, "signs %02x", bits);
				cr_assert_eq(r.w->t[5][k].f[l], x + z, "signs %02x", bits);
				cr_assert_eq(r.w->t[6][k].f[l], x * y, "signs %02x", bits);
				cr_assert_eq(r.w->t[7][k].f[l], z, "signs %02x", bits);
			}
	}
	sh_rig_free(&r);
}

/* 0 times infinity, handed on by what does not compute, is the one NaN there is, whoever makes it. */
Test(gc_sh_plan, a_nan_that_is_shown_later)
{
	struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);

	add(&r, alu(GC_INST_OPCODE__MUL, 1, 2, T(0), T(1), none));
	add(&r, alu(GC_INST_OPCODE__MOV, 2, 3, none, none, TS(2, RIG_XXXX)));
	add(&r, alu(GC_INST_OPCODE__ADD, 1, 2, T(2), none, T(0)));
	add(&r, alu(GC_INST_OPCODE__MUL, 1, 2, T(0), T(0), none));
	for (unsigned l = 0; l < 64; l++) {
		r.w->t[0][0].f[l] = 0;
		r.w->t[1][0].f[l] = INFINITY;
	}
	cr_assert(run(&r, false));
	for (unsigned l = 0; l < 64; l++) {
		cr_assert_eq(r.w->t[3][1].u[l], SH_NAN);
		cr_assert_eq(r.w->t[2][0].u[l], 0);
	}
	sh_rig_free(&r);
}

/* A program that draws still have is not freed while forty others are asked for, and is not decoded again
 * where it is among the last. */
Test(gc_sh_plan, programs_take_turns)
{
	enum { OTHERS = SH_CACHED + 8 };
	struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);
	const struct mgc_program *first, *p = NULL;
	uint64_t serial = 0;

	r.n = 0;
	add(&r, alu(GC_INST_OPCODE__MOV, 15, 2, none, none, T(1)));
	first = program(&r);
	cr_assert(first);
	for (unsigned i = 0; i < OTHERS; i++) {
		struct op o = alu(GC_INST_OPCODE__MOV, 15, 3, none, none, TS(1, i));
		uint32_t word[4];

		encode(word, &o);
		for (unsigned k = 0; k < 4; k++)
			state(&r, 0xD000 + 4 * k, word[k]);
		p = mgc_sh_program(r.g, MGC_PIXEL, &r.arena);
		cr_assert(p);
		cr_assert_gt(mgc_program_facts(p)->serial, serial);
		serial = mgc_program_facts(p)->serial;
	}
	cr_assert_eq(mgc_program_facts(mgc_sh_program(r.g, MGC_PIXEL, &r.arena))->serial, serial);
	fill(&r);
	cr_assert(mgc_sh_run(r.g, first, r.w));
	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < 64; l++) {
			cr_assert_eq(r.w->t[2][c].f[l], filled(1, c, l));
			cr_assert_eq(r.w->t[3][c].f[l], filled(3, c, l));
		}
	mgc_sh_forget(r.g);
	cr_assert(mgc_sh_run(r.g, p, r.w));
	for (unsigned c = 0; c < 4; c++)
		cr_assert_eq(r.w->t[3][c].f[5], filled(1, (OTHERS - 1) >> 2 * c & 3, 5));
	sh_rig_free(&r);
}

static uint64_t begins_with(struct sh_rig *r)
{
	const uint8_t out = 7;

	return mgc_sh_begins_with(program(r), &out, 1);
}

/* Registers that are written before they are read are not among those that a program begins with; what stands
 * after a branch may have been left out. */
Test(gc_sh_plan, what_a_program_begins_with)
{
	struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);
	const struct op skip = {
	    .op = GC_INST_OPCODE__BRANCH, .no_dst = true, .cond = GC_INST_CONDITION__GT, .s = {T(1), T(1)}};

	add(&r, alu(GC_INST_OPCODE__MOV, 15, 0, none, none, T(1)));
	add(&r, alu(GC_INST_OPCODE__ADD, 15, 7, T(0), none, T(2)));
	cr_assert_eq(begins_with(&r), 1 << 1 | 1 << 2);
	r.code[0] &= ~(8u << 23); /* w of t0 is not written now */
	cr_assert_eq(begins_with(&r), 1 << 0 | 1 << 1 | 1 << 2);

	r.n = 0;
	add(&r, skip);
	add(&r, alu(GC_INST_OPCODE__MOV, 15, 0, none, none, T(1)));
	add(&r, alu(GC_INST_OPCODE__MOV, 15, 7, none, none, T(0)));
	put(&r.code[0], 103, 15, 2);
	cr_assert_eq(begins_with(&r), 1 << 0 | 1 << 1 | 1 << 7);

	r.n = 0;
	add(&r, alu(GC_INST_OPCODE__MOV, 15, 7, none, none, T(3)));
	r.code[0] &= ~(1u << 23); /* x of what leaves */
	cr_assert_eq(begins_with(&r), 1 << 3 | 1 << 7);
	sh_rig_free(&r);
}
