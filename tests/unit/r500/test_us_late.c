/* SPDX-License-Identifier: MIT
 *
 * US: when the results of texture look-ups are in their registers (R5xx guide 8.5.2). The first program is
 * the beginning of one that ran on an RV530: its second look-up takes its coordinates from the register that
 * the first one, for which nobody holds the semaphore, writes; with the new coordinates its picture would be
 * wrong. Each on the interpreter and on every instruction set.
 */
#include "tests/unit/r500/test_tx_rig.h"

TestSuite(us_late, .timeout = 30);

enum { SIZE = 4, R0 = 0, R1, R2, R3, WAIT = 1, ACQUIRE = 2, MAX_INST = 8 };

struct program {
	struct tx_rig *t;
	uint32_t w[MAX_INST][6];
	unsigned n;
};

/* Texel (x, y) is red (x + 1) / 8, green (y + 1) / 8. */
static struct program begin(void)
{
	struct program p = {.t = tx_rig_new("rv530")};

	for (unsigned y = 0; y < SIZE; y++)
		for (unsigned x = 0; x < SIZE; x++) {
			float texel[4] = {(float)(x + 1) / 8, (float)(y + 1) / 8, 0, 1};

			memcpy(p.t->mem + (y * SIZE + x) * sizeof(texel), texel, sizeof(texel));
		}
	tx_set(p.t, SIZE, SIZE, R500_TX_FORMAT1__TXFORMAT__TX_FMT_32F_32F_32F_32F, SEL_RGBA, POINT);
	tx_decode(p.t);
	return p;
}

static void ld(struct program *p, unsigned to, unsigned at, unsigned semaphore)
{
	uint32_t *w = p->w[p->n++];

	w[0] = R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_TEX) |
	       R500_US_CMN_INST__RGB_WMASK(7) | R500_US_CMN_INST__ALPHA_WMASK(1) |
	       R500_US_CMN_INST__TEX_SEM_WAIT(semaphore & WAIT);
	w[1] = R500_US_TEX_INST__INST(R500_US_TEX_INST__INST__LD) |
	       R500_US_TEX_INST__TEX_SEM_ACQUIRE(semaphore & ACQUIRE ? 1 : 0);
	w[2] = R500_US_TEX_ADDR__SRC_ADDR(at) | R500_US_TEX_ADDR__DST_ADDR(to) | 0xe400u | 0xe4000000u;
}

/* to = from, by MAX. */
static void mov(struct program *p, unsigned to, unsigned from, unsigned semaphore)
{
	struct us_asm a =
	    us_alu_inst(R500_US_CMN_INST__TYPE__US_INST_TYPE_ALU, 5, 3, us_src_word(from, from, from), to);

	a.w[0] &= ~R500_US_CMN_INST__TEX_SEM_WAIT__MASK;
	a.w[0] |= R500_US_CMN_INST__TEX_SEM_WAIT(semaphore & WAIT);
	memcpy(p->w[p->n++], a.w, sizeof(a.w));
}

/* It waits for nothing. */
static void flow(struct program *p, uint32_t how, unsigned to)
{
	uint32_t *w = p->w[p->n++];

	w[0] = R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_FC);
	w[2] = how;
	w[3] = R500_US_FC_ADDR__JUMP_ADDR(to);
}

/* A jump over the next instruction, taken by no pixel. */
static void jump(struct program *p)
{
	flow(p, R500_US_FC_INST__JUMP_FUNC(0) | R500_US_FC_INST__JUMP_ANY(1), p->n + 2);
}

/* The program ends with OUT of register `out`, which waits. Red and green of the result are those of texel
 * (x, y), on every path; r0 starts as the middle of texel (0, 1), the others as that of texel (3, 3). */
static void gives(struct program *p, unsigned out, unsigned x, unsigned y)
{
	struct us_asm end = us_out_reg(out);
	const char *name;
	us_run_fn *run;

	memcpy(p->w[p->n++], end.w, sizeof(end.w));
	us_load(p->t->g, (const uint32_t(*)[6])p->w, p->n);
	cr_assert(us_decode(p->t->g));
	for (unsigned i = 0; (run = us_isa(i, &name)); i++) {
		struct mr500_px *px = mr500_px_of(p->t->g->t);

		memset(px, 0x5a, sizeof(*px));
		for (unsigned k = 0; k < 16; k++)
			for (unsigned l = 0; l < 64; l++)
				px->temp[k / 4][k % 4][l] = k == 0 ? 0.125f : k == 1 ? 0.375f : 0.875f;
		run(p->t->g->t);
		for (unsigned l = 0; l < 64; l++)
			cr_assert(px->out[0][0][l] == (float)(x + 1) / 8 &&
				      px->out[0][1][l] == (float)(y + 1) / 8,
				  "%s, pixel %u: texel (%g, %g), not (%u, %u)", name, l,
				  px->out[0][0][l] * 8 - 1, px->out[0][1][l] * 8 - 1, x, y);
	}
	tx_rig_free(p->t);
}

/* Texel (0, 1) holds (0.125, 0.25): as coordinates, the edge of texels (0, 0) and (0, 1), which is (0,
 * 1)'s. */
Test(us_late, second_look_up_at_the_old_coordinates)
{
	struct program p = begin();

	/* The texture is found at r0 by both; then r0 is its red and green. */
	ld(&p, R0, R0, 0);
	ld(&p, R1, R0, WAIT | ACQUIRE);
	mov(&p, R2, R1, WAIT);
	gives(&p, R2, 0, 1);

	/* The same where the new coordinates are elsewhere: r0 = texel (3, 3) = (0.5, 0.5), texel (2, 2). */
	p = begin();
	ld(&p, R1, R1, 0);
	ld(&p, R2, R1, WAIT | ACQUIRE);
	mov(&p, R3, R2, WAIT);
	gives(&p, R3, 3, 3);

	/* The first is there afterwards too: the second acquired the semaphore for both. */
	p = begin();
	ld(&p, R1, R1, 0);
	ld(&p, R2, R1, WAIT | ACQUIRE);
	ld(&p, R3, R1, WAIT | ACQUIRE);
	gives(&p, R3, 2, 2);
}

Test(us_late, who_waits_gets_the_new)
{
	struct program p = begin();

	ld(&p, R1, R1, WAIT | ACQUIRE);
	ld(&p, R2, R1, WAIT | ACQUIRE);
	gives(&p, R2, 2, 2);

	/* Acquired, but not waited for. */
	p = begin();
	ld(&p, R1, R1, WAIT | ACQUIRE);
	ld(&p, R2, R1, ACQUIRE);
	gives(&p, R2, 3, 3);
}

Test(us_late, instructions_of_the_alu)
{
	struct program p = begin();

	/* reads what was there: (0.875, 0.875) is texel (6, 6) by red and green */
	ld(&p, R1, R0, WAIT | ACQUIRE);
	mov(&p, R2, R1, 0);
	gives(&p, R2, 6, 6);

	/* writes, and is overwritten */
	p = begin();
	ld(&p, R1, R0, WAIT | ACQUIRE);
	mov(&p, R1, R2, 0);
	gives(&p, R1, 0, 1);

	/* nobody acquires: it never lands for certain */
	p = begin();
	ld(&p, R1, R0, WAIT);
	mov(&p, R2, R2, WAIT);
	gives(&p, R1, 6, 6);
}

Test(us_late, two_into_one_register)
{
	struct program p = begin();

	ld(&p, R1, R0, WAIT | ACQUIRE);
	ld(&p, R1, R2, ACQUIRE);
	mov(&p, R3, R1, 0);
	gives(&p, R3, 0, 1);

	p = begin();
	ld(&p, R1, R0, 0);
	ld(&p, R1, R2, WAIT | ACQUIRE);
	gives(&p, R1, 3, 3);
}

Test(us_late, across_a_jump)
{
	struct program p = begin();

	ld(&p, R1, R1, WAIT | ACQUIRE);
	jump(&p);
	ld(&p, R2, R1, ACQUIRE);
	gives(&p, R2, 3, 3);

	p = begin();
	ld(&p, R1, R1, WAIT | ACQUIRE);
	jump(&p);
	ld(&p, R2, R1, WAIT | ACQUIRE);
	gives(&p, R2, 2, 2);
}

/* What a subroutine asked for is on its way behind its calls: CALL; use; jump to the end; the subroutine. */
Test(us_late, across_a_return)
{
	for (unsigned waits = 0; waits < 2; waits++) {
		struct program p = begin();

		flow(&p, R500_US_FC_INST__JUMP_FUNC(0xff) | R500_US_FC_INST__A_OP(2), 3);
		ld(&p, R2, R1, waits ? WAIT | ACQUIRE : ACQUIRE);
		flow(&p, R500_US_FC_INST__JUMP_FUNC(0xff), 5);
		ld(&p, R1, R1, WAIT | ACQUIRE);
		flow(&p, R500_US_FC_INST__JUMP_FUNC(0xff) | R500_US_FC_INST__A_OP(1), 0);
		gives(&p, R2, waits ? 2 : 3, waits ? 2 : 3);
	}
}

/* Programs that wait pay nothing. */
Test(us_late, only_programs_that_can_tell)
{
	static const struct {
		unsigned second;
		bool late;
	} row[] = {{WAIT | ACQUIRE, false}, {ACQUIRE, true}};

	for (unsigned i = 0; i < 2; i++) {
		struct program p = begin();

		ld(&p, R1, R1, WAIT | ACQUIRE);
		ld(&p, R2, R1, row[i].second);
		memcpy(p.w[p.n++], us_out_reg(R2).w, 24);
		us_load(p.t->g, (const uint32_t(*)[6])p.w, p.n);
		cr_assert(us_decode(p.t->g));
		cr_assert_eq(p.t->g->draw.us->prog.late, row[i].late, "row %u", i);
		cr_assert_eq(p.t->g->draw.us->prog.flow, row[i].late, "row %u", i);
		tx_rig_free(p.t);
	}
}
