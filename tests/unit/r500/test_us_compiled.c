/* SPDX-License-Identifier: MIT
 *
 * US: compiled programs (us_jit.c) of two instructions, one that takes what the other gives: the sign of a
 * zero that has been left open, and a NaN that exact arithmetic does not have, may not get through to
 * anything. All pairs, in all places of an operand.
 */
#include "tests/unit/r500/test_us_compiled.h"

#include <stdio.h>

TestSuite(us_compiled, .timeout = 120);

enum { RGB_MAD = 0, RGB_DP3, RGB_DP4, RGB_D2A, RGB_MIN, RGB_MAX, RGB_CND = 7, RGB_CMP, RGB_FRC, RGB_SOP };
enum { RGB_MDH = 11, RGB_MDV };
enum { A_MAD = 0, A_DP, A_MIN, A_MAX, A_CND = 5, A_CMP, A_FRC, A_EX2, A_LN2, A_RCP, A_RSQ, A_SIN, A_COS };
enum { A_MDH = 14, A_MDV };
enum { ALU = 0, OUT = 1, MADE = 3 }; /* MADE: the register that the first instruction writes */

struct ops {
	const char *name;
	uint8_t rgb, alpha;
};

static const struct ops makers[] = {{"MAD", RGB_MAD, A_MAD}, {"MUL", RGB_MAD, A_MAD}, {"DP3", RGB_DP3, A_DP},
				    {"DP4", RGB_DP4, A_DP},  {"D2A", RGB_D2A, A_DP},  {"MDH", RGB_MDH, A_MDH},
				    {"MDV", RGB_MDV, A_MDV}};
static const struct ops takers[] = {{"MAD", RGB_MAD, A_MAD}, {"MIN", RGB_MIN, A_MIN}, {"MAX", RGB_MAX, A_MAX},
				    {"CND", RGB_CND, A_CND}, {"CMP", RGB_CMP, A_CMP}, {"FRC", RGB_FRC, A_FRC},
				    {"EX2", RGB_SOP, A_EX2}, {"LN2", RGB_SOP, A_LN2}, {"RCP", RGB_SOP, A_RCP},
				    {"RSQ", RGB_SOP, A_RSQ}, {"SIN", RGB_SOP, A_SIN}, {"COS", RGB_SOP, A_COS},
				    {"DP4", RGB_DP4, A_DP},  {"MDV", RGB_MDV, A_MDV}};

/* Swizzles of an operand: the constant 1, the constant 0 */
enum { ONES = 6 | 6 << 3 | 6 << 6, ZEROS = 4 | 4 << 3 | 4 << 6 };

static void swizzle_b(struct us_asm *i, uint32_t rgb, uint32_t alpha)
{
	i->w[3] = (i->w[3] & ~(0x1ffu << 15)) | rgb << 15;
	i->w[4] = (i->w[4] & ~R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B__MASK) |
		  R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(alpha);
}

static void swizzle_c(struct us_asm *i, uint32_t rgb, uint32_t alpha)
{
	i->w[5] = (i->w[5] & ~(0x1ffu << 14 | R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C__MASK)) | rgb << 14 |
		  R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C(alpha);
}

static struct us_asm maker(const struct ops *o)
{
	struct us_asm i = us_alu_inst(ALU, o->rgb, o->alpha, us_src_word(0, 1, 2), MADE);

	if (!strcmp(o->name, "MUL"))
		swizzle_c(&i, ZEROS, 4);
	return i;
}

/* Takes it as operand `at` of three. */
static struct us_asm taker(const struct ops *o, unsigned at)
{
	return us_alu_inst(OUT, o->rgb, o->alpha,
			   us_src_word(at == 0 ? MADE : 0, at == 1 ? MADE : 1, at == 2 ? MADE : 2), 0);
}

/* What was made is no more: it is not stored, where a NaN would be seen. */
static struct us_asm gone(void)
{
	return us_alu_inst(ALU, RGB_MAX, A_MAX, us_src_word(0, 0, 0), MADE);
}

/* Modifiers of all operands: 1 negated, 2 without sign, 3 both. */
static void modify(struct us_asm *i, uint32_t mod)
{
	i->w[3] |= R500_US_ALU_RGB_INST__RGB_MOD_A(mod) | R500_US_ALU_RGB_INST__RGB_MOD_B(mod);
	i->w[4] |= R500_US_ALU_ALPHA_INST__ALPHA_MOD_A(mod) | R500_US_ALU_ALPHA_INST__ALPHA_MOD_B(mod);
	i->w[5] |= R500_US_ALU_RGBA_INST__RGB_MOD_C(mod) | R500_US_ALU_RGBA_INST__ALPHA_MOD_C(mod);
}

static void omod(struct us_asm *i, uint32_t omod)
{
	i->w[3] |= R500_US_ALU_RGB_INST__OMOD(omod);
	i->w[4] |= R500_US_ALU_ALPHA_INST__OMOD(omod);
}

static void compare(struct us_rig *g, const struct us_asm *program, unsigned n, const char *name)
{
	uint32_t w[8][6];

	for (unsigned i = 0; i < n; i++)
		memcpy(w[i], program[i].w, sizeof(w[i]));
	us_load(g, (const uint32_t(*)[6])w, n);
	for (uint32_t legacy = 0; legacy < 2; legacy++) {
		us_set(g, R500_US_CONFIG, R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(legacy));
		cr_assert(us_compare_compiled(g, MADE, legacy + 1, name) || !fl_jit_start(),
			  "%s is not compiled", name);
	}
}

/* The modifier of an output that leaves bits as they are (7), or multiplies. */
static void compare_pairs(uint32_t outputs)
{
	struct us_rig *g = us_rig_untextured();
	char name[64];

	for (unsigned m = 0; m < sizeof(makers) / sizeof(*makers); m++)
		for (unsigned t = 0; t < sizeof(takers) / sizeof(*takers); t++)
			for (unsigned at = 0; at < 3; at++) {
				struct us_asm p[3] = {maker(&makers[m]), taker(&takers[t], at), gone()};

				modify(&p[1], (m + t + at) % 4);
				omod(&p[1], outputs);
				snprintf(name, sizeof(name), "%s, %s of it at %u, output modifier %u,",
					 makers[m].name, takers[t].name, at, outputs);
				compare(g, p, 3, name);
			}
	us_rig_free(g);
}

Test(us_compiled, what_one_instruction_makes_another_takes)
{
	compare_pairs(0);
}

Test(us_compiled, what_one_instruction_makes_another_takes_bit_for_bit)
{
	compare_pairs(7);
}

/* One of two is picked, and one of them is a constant: a denormal among them, and a zero with a sign. */
Test(us_compiled, constants_that_are_picked)
{
	struct us_rig *g = us_rig_untextured();

	us_const(g, 0, us_bits(0x00345678), us_bits(0x80345678), -0.0f, 0.25f);
	for (unsigned t = 1; t < 5; t++) /* MIN, MAX, CND, CMP */
		for (unsigned at = 0; at < 3; at++)
			for (uint32_t outputs = 0; outputs < 8; outputs += 7)
				for (uint32_t mod = 0; mod < 4; mod++) {
					struct us_asm p[2] = {maker(&makers[0]), taker(&takers[t], at)};

					p[1].w[1] = p[1].w[2] =
					    us_src_word(at == 0 ? US_C : MADE, at == 1 ? US_C : MADE,
							at == 2 ? US_C : MADE);
					modify(&p[1], mod);
					omod(&p[1], outputs);
					compare(g, p, 2, takers[t].name);
				}
	us_rig_free(g);
}

/* A move of what was made, and of what a wave begins with: a denormal becomes a zero. */
Test(us_compiled, moves)
{
	struct us_rig *g = us_rig_untextured();

	for (unsigned m = 0; m < sizeof(makers) / sizeof(*makers); m++)
		for (uint32_t mod = 0; mod < 4; mod++)
			for (unsigned from = 0; from < 2; from++) {
				struct us_asm p[2] = {
				    maker(&makers[m]),
				    us_alu_inst(OUT, RGB_MAD, A_MAD, us_src_word(from ? MADE : 0, 0, 0), 0)};

				swizzle_b(&p[1], ONES, 6);
				swizzle_c(&p[1], ZEROS, 4);
				modify(&p[1], mod);
				compare(g, p, 2, makers[m].name);
			}
	us_rig_free(g);
}

/* Presubtract: 1 - 2a, b - a, b + a, 1 - a, of what was made as a and as b; CMP takes it or not. */
Test(us_compiled, presubtracted)
{
	struct us_rig *g = us_rig_untextured();

	for (unsigned m = 0; m < sizeof(makers) / sizeof(*makers); m++)
		for (uint32_t how = 0; how < 4; how++)
			for (unsigned at = 0; at < 2; at++) {
				struct us_asm p[2] = {maker(&makers[m]),
						      taker(&(struct ops){"CMP", RGB_CMP, A_CMP}, at)};

				p[1].w[1] |= R500_US_ALU_RGB_ADDR__SRCP_OP(how);
				p[1].w[2] |= R500_US_ALU_ALPHA_ADDR__SRCP_OP(how);
				p[1].w[3] |= R500_US_ALU_RGB_INST__RGB_SEL_A(3);
				p[1].w[4] |= R500_US_ALU_ALPHA_INST__ALPHA_SEL_A(3);
				omod(&p[1], 7);
				compare(g, p, 2, makers[m].name);
			}
	us_rig_free(g);
}

/* Predicates of what was made, by all four comparisons: pixels are written where they are set. */
Test(us_compiled, tested)
{
	struct us_rig *g = us_rig_untextured();

	for (unsigned m = 0; m < sizeof(makers) / sizeof(*makers); m++)
		for (uint32_t how = 0; how < 4; how++) {
			struct us_asm p[4] = {
			    maker(&makers[m]),
			    us_alu_inst(ALU, RGB_MAX, A_MAX, us_src_word(MADE, MADE, MADE), 0), gone(),
			    us_out_reg(1)};

			p[1].w[0] &=
			    ~(R500_US_CMN_INST__RGB_WMASK__MASK | R500_US_CMN_INST__ALPHA_WMASK__MASK);
			p[1].w[0] |= R500_US_CMN_INST__RGB_OMASK(7) | R500_US_CMN_INST__ALPHA_OMASK(1);
			p[1].w[3] |= R500_US_ALU_RGB_INST__TARGET(how);
			p[1].w[4] |= R500_US_ALU_ALPHA_INST__TARGET(how);
			p[3].w[0] |= R500_US_CMN_INST__RGB_PRED_SEL(1) | R500_US_CMN_INST__ALPHA_PRED_SEL(1);
			compare(g, p, 4, makers[m].name);
		}
	us_rig_free(g);
}
