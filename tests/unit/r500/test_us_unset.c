/* SPDX-License-Identifier: MIT
 *
 * US: what a wave clears before it starts. Programs that write before they read clear nothing, flow control
 * or not; of others, the channels that some pixel may not have written.
 */
#include "tests/unit/r500/test_us_rig.h"

#include <stddef.h>

TestSuite(us_unset, .timeout = 30);

enum { JUMP, LOOP, ENDLOOP, BREAK = 5 };
enum { IF_FUNC = 0x0f };

struct build {
	uint32_t w[12][6];
	unsigned n;
};

static uint32_t *copy(struct build *b, unsigned dst, unsigned src)
{
	memcpy(b->w[b->n], us_alu_inst(0, 5, 3, us_src_word(src, src, src), dst).w, 24);
	b->w[b->n][3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
	return b->w[b->n++];
}

/* R5xx guide 8.6.4 */
static void fc(struct build *b, unsigned op, unsigned func, unsigned any, unsigned b0, unsigned b1,
	       unsigned pop, unsigned b_else, unsigned jump)
{
	uint32_t *w = b->w[b->n++];

	w[0] = R500_US_CMN_INST__TYPE(2) | R500_US_CMN_INST__ALU_WAIT(1);
	w[2] = R500_US_FC_INST__OP(op) | R500_US_FC_INST__JUMP_FUNC(func) | R500_US_FC_INST__JUMP_ANY(any) |
	       R500_US_FC_INST__B_OP0(b0) | R500_US_FC_INST__B_OP1(b1) | R500_US_FC_INST__B_POP_CNT(pop) |
	       R500_US_FC_INST__B_ELSE(b_else);
	w[3] = R500_US_FC_ADDR__JUMP_ADDR(jump);
}

/* Out of register `out`; RS writes r0 and nothing else. What is cleared: mask of r1's channels, bit 4 if more
 * is. */
static unsigned cleared(struct build *b, unsigned out)
{
	static const struct mr500_fg_state fg = {.shader_depth = true, .raster_w = true};
	struct us_rig *g = us_rig_new("r580");
	const struct mr500_zero *z;
	unsigned mask = 0;

	memcpy(b->w[b->n++], us_out_reg(out).w, 24);
	us_load(g, (const uint32_t(*)[6])b->w, b->n);
	us_set(g, R500_US_FC_CTRL, R500_US_FC_CTRL__FULL_FC_EN(1));
	cr_assert(us_decode(g));
	memset(g->rs.written, 0, sizeof(g->rs.written));
	g->rs.written[0] = 15;
	g->rs.writes_w = true;
	g->draw.fg = &fg;
	g->cb.n = 1;
	cr_assert(us_link(g));
	z = g->draw.us_zero;
	for (unsigned i = 0; i < g->draw.n_us_zero; i++)
		for (uint32_t at = z[i].at_B; at < z[i].at_B + z[i].size_B;
		     at += FL_WAVE_PX * sizeof(float)) {
			size_t first = offsetof(struct mr500_px, temp) + sizeof(mr500_px_of(g->t)->temp[0]);

			if (at >= first && at < first + sizeof(mr500_px_of(g->t)->temp[0]))
				mask |= 1u << (at - first) / (FL_WAVE_PX * sizeof(float));
			else
				mask |= 16;
		}
	us_rig_free(g);
	return mask;
}

Test(us_unset, straight)
{
	struct build a = {.n = 0}, b = {.n = 0}, c = {.n = 0};

	copy(&a, 1, 0);
	cr_expect_eq(cleared(&a, 1), 0);
	copy(&b, 2, 0);
	cr_expect_eq(cleared(&b, 1), 15, "r1 is not written");
	copy(&c, 1, 0)[0] &= ~R500_US_CMN_INST__RGB_WMASK(5);
	cr_expect_eq(cleared(&c, 1), 5, "r1 without R and B");
}

Test(us_unset, predicated)
{
	struct build b = {.n = 0};

	copy(&b, 2, 0)[0] |= R500_US_CMN_INST__RGB_OMASK(7) | R500_US_CMN_INST__ALPHA_OMASK(1);
	copy(&b, 1, 0)[0] |= R500_US_CMN_INST__RGB_PRED_SEL(1);
	cr_expect_eq(cleared(&b, 1), 7, "not its alpha");
}

/* IF c { r1 = r0 } ELSE { r<else> = r0 } */
static unsigned if_else(unsigned other)
{
	struct build b = {.n = 0};

	copy(&b, 2, 0);
	fc(&b, JUMP, IF_FUNC, 0, 2, 2, 0, 0, 4);
	copy(&b, 1, 0);
	fc(&b, JUMP, 0, 0, 0, 1, 1, 1, 6);
	copy(&b, other, 0);
	fc(&b, JUMP, 0, 1, 1, 0, 1, 0, 0);
	return cleared(&b, 1);
}

Test(us_unset, branches)
{
	struct build b = {.n = 0}, in = {.n = 0};

	cr_expect_eq(if_else(1), 0, "both branches write");
	cr_expect_eq(if_else(2), 15, "one does");

	/* r1 = r0; IF c { r2 = r1; r3 = r2 } */
	copy(&b, 1, 0);
	fc(&b, JUMP, IF_FUNC, 0, 2, 0, 0, 0, 5);
	copy(&b, 2, 1);
	copy(&b, 3, 2);
	fc(&b, JUMP, 0, 1, 1, 0, 1, 0, 0);
	cr_expect_eq(cleared(&b, 1), 0, "inside of a branch");

	/* IF c { r1 = r0 }; IF d { r2 = r1 }: which pixels take both, only data know */
	copy(&in, 2, 0);
	fc(&in, JUMP, IF_FUNC, 0, 2, 0, 0, 0, 4);
	copy(&in, 1, 0);
	fc(&in, JUMP, 0, 1, 1, 0, 1, 0, 0);
	copy(&in, 2, 0);
	fc(&in, JUMP, IF_FUNC, 0, 2, 0, 0, 0, 8);
	copy(&in, 2, 1);
	fc(&in, JUMP, 0, 1, 1, 0, 1, 0, 0);
	cr_expect_eq(cleared(&in, 2), 15);
}

Test(us_unset, loops)
{
	for (unsigned late = 0; late < 2; late++) {
		struct build b = {.n = 0};

		/* r2 = r0; LOOP { r3 = r0; BREAK c; r1 = r3; r2 = r1 }; out r2, or r1, which a pixel may have
		 * left unwritten */
		copy(&b, 2, 0);
		fc(&b, LOOP, 0, 0, 0, 0, 0, 0, 6);
		copy(&b, 3, 0);
		fc(&b, BREAK, 0xf0, 0, 0, 1, 0, 0, 7);
		copy(&b, 1, 3);
		copy(&b, 2, 1);
		fc(&b, ENDLOOP, 0xff, 1, 0, 0, 0, 0, 2);
		cr_expect_eq(cleared(&b, late ? 1 : 2), late ? 15 : 0);
	}
}
