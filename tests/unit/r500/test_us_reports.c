/* SPDX-License-Identifier: MIT
 *
 * US: what the model objects to in a program. For each report the smallest program that deserves it, and its
 * nearest neighbour, of which nothing is said.
 */
#include "tests/unit/r500/test_us_rig.h"

#include <stdio.h>

TestSuite(us_reports, .timeout = 30);

struct program {
	uint32_t w[8][6];
	unsigned n;
	uint32_t start, pixsize, range, units_off;
	bool full_fc, rs_none, kept;
};

struct row {
	const char *text, *section;
	void (*make)(struct program *p, bool bad);
};

enum { MAD = 0, MAX = 5, SOP = 10, MDH = 11, A_MAX = 3, A_DP = 1, A_RCP = 10 };
enum { ALU, OUT, FC, TEX };

/* r1 = r0; */
static void head(struct program *p)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, MAX, A_MAX, us_src_word(0, 0, 0), 1).w, 24);
}

static void tail(struct program *p)
{
	memcpy(p->w[p->n++], us_out_reg(1).w, 24);
}

static uint32_t *tex(struct program *p, unsigned op, unsigned dst, unsigned src, uint32_t semaphore)
{
	uint32_t *w = p->w[p->n++];

	w[0] = R500_US_CMN_INST__TYPE(TEX) | R500_US_CMN_INST__RGB_WMASK(7) |
	       R500_US_CMN_INST__ALPHA_WMASK(1) | R500_US_CMN_INST__TEX_SEM_WAIT(1);
	w[1] = R500_US_TEX_INST__INST(op) | R500_US_TEX_INST__TEX_SEM_ACQUIRE(semaphore);
	w[2] = R500_US_TEX_ADDR__SRC_ADDR(src) | R500_US_TEX_ADDR__DST_ADDR(dst) | 0xe400u | 0xe4000000u;
	w[3] =
	    R500_US_TEX_ADDR_DXDY__DX_ADDR(src) | R500_US_TEX_ADDR_DXDY__DY_ADDR(src) | 0xe400u | 0xe4000000u;
	return w;
}

/* A jump to the next instruction. */
static uint32_t *jump(struct program *p, unsigned func)
{
	uint32_t *w = p->w[p->n++];

	w[0] = R500_US_CMN_INST__TYPE(FC) | R500_US_CMN_INST__ALU_WAIT(1);
	w[2] = R500_US_FC_INST__JUMP_FUNC(func);
	w[3] = R500_US_FC_ADDR__JUMP_ADDR(p->n);
	return w;
}

static void rgb_sop(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, SOP, bad ? A_MAX : A_RCP, us_src_word(0, 0, 0), 1).w, 24);
	tail(p);
}

static void alpha_dp(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, bad ? MAX : 1, A_DP, us_src_word(0, 0, 0), 1).w, 24);
	tail(p);
}

static void rgb_reserved(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, bad ? 6 : 7, A_MAX, us_src_word(0, 0, 0), 1).w, 24);
	tail(p);
}

static void alpha_reserved(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, MAX, bad ? 4 : 5, us_src_word(0, 0, 0), 1).w, 24);
	tail(p);
}

static void no_omod(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, bad ? MAD : MAX, A_MAX, us_src_word(0, 0, 0), 1).w, 24);
	p->w[0][3] |= R500_US_ALU_RGB_INST__OMOD(7);
	tail(p);
}

static void clamp_no_omod(struct program *p, bool bad)
{
	head(p);
	p->w[0][4] |= R500_US_ALU_ALPHA_INST__OMOD(7);
	p->w[0][0] |= R500_US_CMN_INST__ALPHA_CLAMP(bad);
	tail(p);
}

static void swizzle(struct program *p, bool bad)
{
	head(p);
	p->w[0][3] &= ~R500_US_ALU_RGB_INST__GREEN_SWIZ_B__MASK;
	p->w[0][3] |= R500_US_ALU_RGB_INST__GREEN_SWIZ_B(bad ? 7 : 6);
	tail(p);
}

static void pix_alu_write(struct program *p, bool bad)
{
	head(p);
	tail(p);
	p->w[0][0] &= ~R500_US_CMN_INST__ALPHA_WMASK__MASK;
	p->w[0][5] += R500_US_ALU_RGBA_INST__RGB_ADDRD(2); /* r3, whom nobody reads */
	p->pixsize = bad ? 2 : 3;
}

static void pix_alu_read(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, MAX, A_MAX, us_src_word(3, 3, 3), 1).w, 24);
	tail(p);
	p->pixsize = bad ? 2 : 3;
}

static void pix_tex_read(struct program *p, bool bad)
{
	tex(p, US_TEX_KILL, 0, 3, 0);
	tail(p);
	p->pixsize = bad ? 2 : 3;
}

static void pix_tex_write(struct program *p, bool bad)
{
	tex(p, US_TEX_LD, 3, 0, 1);
	tail(p);
	p->pixsize = bad ? 2 : 3;
}

static void semaphore_alu(struct program *p, bool bad)
{
	tex(p, US_TEX_LD, 1, 0, 1);
	tail(p);
	tail(p);
	if (bad)
		p->w[1][0] &= ~R500_US_CMN_INST__TEX_SEM_WAIT__MASK;
}

static void semaphore_tex(struct program *p, bool bad)
{
	tex(p, US_TEX_LD, 2, 0, 1);
	tex(p, US_TEX_LD, 1, 2, 0);
	if (bad)
		p->w[1][0] &= ~R500_US_CMN_INST__TEX_SEM_WAIT__MASK;
	tex(p, US_TEX_NOP, 0, 0, 1);
	tail(p);
}

/* Unit 0 is off; a texture NOP asks for no texel. */
static void unit_off(struct program *p, bool bad)
{
	p->units_off = 1;
	tex(p, bad ? US_TEX_LD : US_TEX_NOP, 1, 0, 1);
	if (!bad)
		head(p);
	tail(p);
}

/* 1 - r1, right behind r1 = r0 */
static void presubtract(struct program *p, bool bad)
{
	head(p);
	p->w[0][0] |= R500_US_CMN_INST__NOP(!bad);
	tail(p);
	p->w[1][1] |= R500_US_ALU_RGB_ADDR__SRCP_OP(R500_US_ALU_RGB_ADDR__SRCP_OP__ONE_MINUS_RGB0);
	p->w[1][3] |= R500_US_ALU_RGB_INST__RGB_SEL_A(R500_ALU_SEL__SRCP);
}

static void derivative(struct program *p, bool bad)
{
	head(p);
	p->w[0][0] |= R500_US_CMN_INST__NOP(!bad);
	memcpy(p->w[p->n++], us_alu_inst(OUT, MDH, A_MAX, us_src_word(1, 1, 1), 0).w, 24);
}

static void tex_reserved(struct program *p, bool bad)
{
	tex(p, bad ? 7 : US_TEX_NOP, 1, 0, 0);
	tail(p);
}

static void acquire(struct program *p, bool bad)
{
	uint32_t *w = tex(p, US_TEX_LD, 1, 0, 1);

	if (bad)
		w[0] &= ~R500_US_CMN_INST__TEX_SEM_WAIT__MASK;
	tail(p);
}

static void alu_wait(struct program *p, bool bad)
{
	head(p);
	p->w[0][3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
	jump(p, 0xf0);
	if (bad)
		p->w[1][0] &= ~R500_US_CMN_INST__ALU_WAIT__MASK;
	tail(p);
}

/* p.r = r0.r == 0 */
static void predicate(struct program *p)
{
	head(p);
	p->w[p->n - 1][0] |= R500_US_CMN_INST__RGB_OMASK(7) | R500_US_CMN_INST__ALPHA_OMASK(1);
}

static void fc_channel(struct program *p, bool bad)
{
	predicate(p);
	jump(p, 0xcc)[0] |= R500_US_CMN_INST__RGB_PRED_SEL(bad ? 1 : 2);
	tail(p);
}

static void fc_partial(struct program *p, bool bad)
{
	head(p);
	jump(p, 0)[2] |= R500_US_FC_INST__OP(R500_US_FC_INST__OP__US_FC_OP_REP);
	p->full_fc = !bad;
	tail(p);
}

static void stack_op(struct program *p, bool bad)
{
	head(p);
	jump(p, 0)[2] |= R500_US_FC_INST__B_OP0(bad ? 3 : 2);
	tail(p);
}

static void two_temps(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_out_reg(0).w, 24);
	p->pixsize = 0;
	p->full_fc = bad;
}

static void code_range(struct program *p, bool bad)
{
	head(p);
	tail(p);
	p->range = R500_US_CODE_RANGE__CODE_SIZE(bad ? 0 : 1);
}

static void pred_reserved(struct program *p, bool bad)
{
	predicate(p);
	tail(p);
	p->w[1][0] |= R500_US_CMN_INST__RGB_PRED_SEL(bad ? 6 : 5);
}

static void pred_inverted(struct program *p, bool bad)
{
	predicate(p);
	tail(p);
	p->w[1][0] |= R500_US_CMN_INST__ALPHA_PRED_INV(1) | R500_US_CMN_INST__ALPHA_PRED_SEL(bad ? 0 : 2);
}

static void ends_in_alu(struct program *p, bool bad)
{
	tail(p);
	if (bad)
		head(p);
}

static void ends_busy(struct program *p, bool bad)
{
	head(p);
	tail(p);
	if (bad)
		p->w[1][0] &= ~R500_US_CMN_INST__TEX_SEM_WAIT__MASK;
}

/* Over and over; or not, if nobody wants to. */
static void no_end(struct program *p, bool bad)
{
	uint32_t *w = jump(p, bad ? 0xff : 0);

	w[3] = 0;
	tail(p);
}

static void pred_unset(struct program *p, bool bad)
{
	predicate(p);
	p->w[0][0] &= ~(bad ? R500_US_CMN_INST__ALPHA_OMASK__MASK : R500_US_CMN_INST__RGB_OMASK__MASK);
	tail(p);
	p->w[1][0] |= R500_US_CMN_INST__RGB_PRED_SEL(5);
}

static void alu_unset(struct program *p, bool bad)
{
	head(p);
	p->w[0][3] |= R500_US_ALU_RGB_INST__ALU_WMASK(!bad);
	jump(p, 0xf0);
	tail(p);
}

/* 8.4.10: a flow control instruction uses it up. */
static void alu_used(struct program *p, bool bad)
{
	head(p);
	p->w[0][3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
	jump(p, bad ? 0xf0 : 0xff);
	if (!bad) {
		head(p);
		p->w[2][3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
	}
	jump(p, 0xf0);
	tail(p);
}

static void al_outside(struct program *p, bool bad)
{
	uint32_t *w = jump(p, 0);

	p->full_fc = true;
	w[2] |=
	    R500_US_FC_INST__OP(bad ? R500_US_FC_INST__OP__US_FC_OP_REP : R500_US_FC_INST__OP__US_FC_OP_LOOP);
	w[3] = R500_US_FC_ADDR__JUMP_ADDR(2);
	head(p);
	p->w[1][1] = (p->w[1][1] & ~R500_US_ALU_RGB_ADDR__ADDR0__MASK) |
		     R500_US_ALU_RGB_ADDR__ADDR0_CONST(1) | R500_US_ALU_RGB_ADDR__ADDR0_REL(1);
	w = jump(p, 0xff);
	w[2] |=
	    R500_US_FC_INST__JUMP_ANY(1) | R500_US_FC_INST__OP(bad ? R500_US_FC_INST__OP__US_FC_OP_ENDREP
								   : R500_US_FC_INST__OP__US_FC_OP_ENDLOOP);
	w[3] = R500_US_FC_ADDR__JUMP_ADDR(1);
	tail(p);
}

static void temp_unset(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, MAX, A_MAX, us_src_word(128, 128, 128), 1).w, 24);
	if (bad)
		p->w[0][0] &= ~R500_US_CMN_INST__RGB_WMASK(2);
	tail(p);
	p->rs_none = true;
}

/* A dot product of three needs no alpha. */
static void temp_unset_dot(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, MAX, A_MAX, us_src_word(128, 128, 128), 1).w, 24);
	p->w[0][0] &= ~R500_US_CMN_INST__ALPHA_WMASK__MASK;
	memcpy(p->w[p->n++], us_alu_inst(OUT, bad ? 2 : 1, A_DP, us_src_word(1, 1, 1), 0).w, 24);
	p->rs_none = true;
}

/* A look-up with an explicit level needs a fourth coordinate. */
static void temp_unset_tex(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, MAX, A_MAX, us_src_word(128, 128, 128), 1).w, 24);
	if (bad)
		p->w[0][0] &= ~R500_US_CMN_INST__ALPHA_WMASK__MASK; /* Q is the level */
	tex(p, US_TEX_LOD, 1, 1, 1);
	tail(p);
	p->rs_none = true;
}

/* r1 written in one branch only: data decide, so nothing is said; never: it is. */
static void temp_branch(struct program *p, bool bad)
{
	memcpy(p->w[p->n++], us_alu_inst(ALU, MAX, A_MAX, us_src_word(128, 128, 128), bad ? 2 : 1).w, 24);
	p->w[0][3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
	if (!bad)
		p->w[0][0] &= ~(R500_US_CMN_INST__RGB_WMASK__MASK | R500_US_CMN_INST__ALPHA_WMASK__MASK);
	uint32_t *w = jump(p, 0x0f); /* IF */
	w[2] |= R500_US_FC_INST__B_OP0(2);
	w[3] = R500_US_FC_ADDR__JUMP_ADDR(4);
	memcpy(p->w[p->n++], us_alu_inst(ALU, MAX, A_MAX, us_src_word(128, 128, 128), bad ? 2 : 1).w, 24);
	w = jump(p, 0); /* ENDIF */
	w[2] |= R500_US_FC_INST__JUMP_ANY(1) | R500_US_FC_INST__B_OP0(1) | R500_US_FC_INST__B_POP_CNT(1);
	tail(p);
	p->rs_none = true;
}

static void target_unset(struct program *p, bool bad)
{
	head(p);
	tail(p);
	if (bad)
		p->w[1][0] &= ~R500_US_CMN_INST__RGB_OMASK(4);
	p->kept = true;
}

static const struct row rows[] = {
    {"RGB takes the other half's result, which is not a transcendental", "8.4.4", rgb_sop},
    {"alpha takes the other half's result, which is not a dot product", "8.4.4", alpha_dp},
    {"reserved RGB operation", "11.10", rgb_reserved},
    {"reserved alpha operation", "11.10", alpha_reserved},
    {"RGB output modifier disabled for an operation other than", "8.4.5.1", no_omod},
    {"alpha clamps with the output modifier disabled", "8.4.5.1", clamp_no_omod},
    {"reserved swizzle 7 in the RGB half", "11.10", swizzle},
    {"instruction 0: writes temporary 3, but US_PIXSIZE says that 2 is the last", "11.10", pix_alu_write},
    {"instruction 0: reads temporary 3, but US_PIXSIZE says that 2 is the last", "11.10", pix_alu_read},
    {"instruction 0: reads temporary 3, but US_PIXSIZE says that 2 is the last", "11.10", pix_tex_read},
    {"instruction 0: writes temporary 3, but US_PIXSIZE says that 2 is the last", "11.10", pix_tex_write},
    {"instruction 1: reads temporary 1, which a texture instruction writes, without waiting", "8.5.2",
     semaphore_alu},
    {"instruction 1: uses temporary 2, which a texture instruction writes, without waiting", "8.5.2",
     semaphore_tex},
    {"instruction 1: presubtract, MDH or MDV of temporary 1", "8.4.2", presubtract},
    {"instruction 1: presubtract, MDH or MDV of temporary 1", "8.4.2", derivative},
    {"reserved texture operation 7", "8.5.1", tex_reserved},
    {"looks up texture unit 0, which TX_ENABLE has off", "11.9", unit_off},
    {"TEX_SEM_ACQUIRE without TEX_SEM_WAIT", "8.5.2", acquire},
    {"instruction 1: flow control depends on the ALU without ALU_WAIT", "8.3.1", alu_wait},
    {"flow control with a predicate by channel", "8.6.1", fc_channel},
    {"loops and calls need US_FC_CTRL.FULL_FC_EN", "8.6", fc_partial},
    {"reserved stack operation 3", "11.10", stack_op},
    {"full flow control needs US_PIXSIZE of 1 or more", "8.6", two_temps},
    {"instruction 1: outside of the range that US_CODE_RANGE declares", "8.2", code_range},
    {"reserved predicate select", "11.10", pred_reserved},
    {"predicate inverted where none is selected", "8.4.6", pred_inverted},
    {"the program ends here, which is not an OUT instruction", "8.2", ends_in_alu},
    {"the last instruction does not wait for the texture semaphore", "8.5.2", ends_busy},
    {"no way leads from the program's start to its END_ADDR", "8.2", no_end},
    {"instruction 1: looks at a predicate that no instruction before it sets", "8.4.9", pred_unset},
    {"instruction 1: looks at the ALU result, which nothing has set", "8.4.10", alu_unset},
    {"instruction 2: looks at the ALU result, which nothing has set", "8.4.10", alu_used},
    {"instruction 1: adds aL, but no LOOP comes before it", "8.6.2", al_outside},
    {"instruction 1: reads temporary 1, channel G, which neither RS nor the program has written", "8.4.1",
     temp_unset},
    {"instruction 1: reads temporary 1, channel A, which neither RS nor the program", "8.4.1",
     temp_unset_dot},
    {"instruction 1: reads temporary 1, channel A, which neither RS nor the program", "8.4.1",
     temp_unset_tex},
    {"instruction 4: reads temporary 1, channel R, which neither RS nor the program", "8.4.1", temp_branch},
    {"render target A goes to a color buffer, but the program never writes its channel B", "8.4.8",
     target_unset},
};

static void try(const struct row *row, bool bad)
{
	struct program p = {.pixsize = 127, .range = R500_US_CODE_RANGE__CODE_SIZE(7)};
	struct us_rig *g = us_rig_new("r580");
	const struct fl_report *f;
	char section[40];

	row->make(&p, bad);
	us_load(g, (const uint32_t(*)[6])p.w, p.n);
	us_set(g, R500_US_PIXSIZE, p.pixsize);
	us_set(g, R500_US_CODE_RANGE, p.range);
	us_set(g, R500_US_FC_CTRL, R500_US_FC_CTRL__FULL_FC_EN(p.full_fc));
	us_set(g, R500_TX_ENABLE, 0xffff & ~p.units_off);
	cr_assert(us_decode(g));
	if (p.rs_none)
		memset(g->rs.written, 0, sizeof(g->rs.written));
	g->cb.n = 1;
	g->cb.target[0].partial = !p.kept;
	g->cb.target[0].key.cpp = 4;
	cr_assert(us_link(g));
	f = fl_model_report(&g->r->base, 0);
	if (bad) {
		snprintf(section, sizeof(section), "R5xx guide %s", row->section);
		cr_expect(f && strstr(f->text, row->text), "not said: %s%s%s", row->text, f ? "; but: " : "",
			  f ? f->text : "");
		cr_expect(!f || !strcmp(f->section, section), "%s: section %s", row->text,
			  f ? f->section : "");
		cr_expect(!f || !strcmp(f->block, "US"), "block %s", f ? f->block : "");
		f = fl_model_report(&g->r->base, 1);
		cr_expect(!f, "%s; and also: %s", row->text, f ? f->text : "");
	} else {
		cr_expect(!f, "a neighbour of \"%s\": %s", row->text, f ? f->text : "");
	}
	us_rig_free(g);
}

Test(us_reports, each_and_its_nearest_neighbour)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		try(&rows[i], true);
		try(&rows[i], false);
	}
}

/* ---- R3xx and R4xx ------------------------------------------------------------------------------------- */
struct program_r300 {
	uint32_t alu[4][4]; /* RGB_ADDR, ALPHA_ADDR, RGB_INST, ALPHA_INST */
	uint32_t tex[4];
	uint32_t config, pixsize, addr[4];
};

struct row_r300 {
	const char *text;
	void (*make)(struct program_r300 *p, bool bad);
};

enum { R3A_SRC0A = 9, R3_SRCP = 15, R3A_DP = 1, R3_DP3 = 1, R3_SOP = 10 };

/* dst = MAX(src, src), in ALU instruction n; out: to target A instead. */
static void r3_copy(struct program_r300 *p, unsigned n, unsigned dst, unsigned src, bool out)
{
	p->alu[n][0] = R300_US_ALU_RGB_ADDR__ADDR0(src) | R300_US_ALU_RGB_ADDR__ADDRD(dst) |
		       (out ? R300_US_ALU_RGB_ADDR__OMASK(7) : R300_US_ALU_RGB_ADDR__WMASK(7));
	p->alu[n][1] = R300_US_ALU_ALPHA_ADDR__ADDR0(src) | R300_US_ALU_ALPHA_ADDR__ADDRD(dst) |
		       (out ? R300_US_ALU_ALPHA_ADDR__OMASK(1) : R300_US_ALU_ALPHA_ADDR__WMASK(1));
	p->alu[n][2] = R300_US_ALU_RGB_INST__RGB_OP(R300_US_ALU_RGB_INST__RGB_OP__OP_MAX);
	p->alu[n][3] = R300_US_ALU_ALPHA_INST__ALPHA_OP(R300_US_ALU_ALPHA_INST__ALPHA_OP__OP_MAX) |
		       R300_US_ALU_ALPHA_INST__ALPHA_SEL_A(R3A_SRC0A) |
		       R300_US_ALU_ALPHA_INST__ALPHA_SEL_B(R3A_SRC0A);
}

static uint32_t r3_node(unsigned alu, unsigned n_alu, unsigned tex, unsigned n_tex)
{
	return R300_US_CODE_ADDR__ALU_START(alu) | R300_US_CODE_ADDR__ALU_SIZE(n_alu - 1) |
	       R300_US_CODE_ADDR__TEX_START(tex) | R300_US_CODE_ADDR__TEX_SIZE(n_tex ? n_tex - 1 : 0);
}

static uint32_t r3_tex(unsigned op, unsigned dst, unsigned src)
{
	return R300_US_TEX_INST__INST(op) | R300_US_TEX_INST__DST_ADDR(dst) | R300_US_TEX_INST__SRC_ADDR(src);
}

/* r1 = r0; out = r1, in the one node that there is */
static void r3_base(struct program_r300 *p)
{
	r3_copy(p, 0, 1, 0, false);
	r3_copy(p, 1, 0, 1, true);
	p->addr[3] = r3_node(0, 2, 0, 0) | R300_US_CODE_ADDR__RGBA_OUT(1);
}

static void r3_nodes(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->config = R300_US_CONFIG__NLEVEL(bad ? 4 : 3);
	/* three more, of the first instruction */
	p->tex[0] = r3_tex(US_TEX_NOP, 0, 0);
	for (unsigned i = 0; i < 3; i++)
		p->addr[i] = r3_node(0, 1, 0, 1);
}

static void r3_alu_space(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->config = R300_US_CONFIG__NLEVEL(1);
	p->addr[2] = r3_node(bad ? 63 : 62, 2, 0, 0); /* zeros: MAD without a mask */
}

static void r3_tex_space(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->config = R300_US_CONFIG__FIRST_TEX(1);
	p->addr[3] = r3_node(0, 2, bad ? 31 : 30, 2) | R300_US_CODE_ADDR__RGBA_OUT(1);
}

static void r3_indirection(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->tex[0] = r3_tex(US_TEX_LD, 1, 0);
	p->tex[1] = r3_tex(US_TEX_LD, 2, bad ? 1 : 0);
	p->config = R300_US_CONFIG__FIRST_TEX(1);
	p->addr[3] = r3_node(0, 2, 0, 2) | R300_US_CODE_ADDR__RGBA_OUT(1);
}

/* The same, with the second in a node of its own: then it may read what the first fetched. */
static void r3_indirection_nodes(struct program_r300 *p, bool bad)
{
	r3_indirection(p, true);
	if (bad)
		return;
	p->config |= R300_US_CONFIG__NLEVEL(1);
	p->addr[2] = r3_node(2, 1, 0, 1); /* an ALU instruction that does nothing */
	p->addr[3] = r3_node(0, 2, 1, 1) | R300_US_CODE_ADDR__RGBA_OUT(1);
}

static void r3_rgba_out(struct program_r300 *p, bool bad)
{
	r3_base(p);
	if (bad)
		p->addr[3] &= ~R300_US_CODE_ADDR__RGBA_OUT__MASK;
}

static void r3_w_out(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->alu[1][1] |= R300_US_ALU_ALPHA_ADDR__W_OMASK(1);
	p->addr[3] |= R300_US_CODE_ADDR__W_OUT(!bad);
}

static void r3_pix_read(struct program_r300 *p, bool bad)
{
	r3_base(p);
	r3_copy(p, 0, 1, 3, false);
	p->pixsize = bad ? 2 : 3;
}

static void r3_pix_write(struct program_r300 *p, bool bad)
{
	r3_base(p);
	r3_copy(p, 1, 3, 1, true);
	p->alu[1][1] |= R300_US_ALU_ALPHA_ADDR__WMASK(1);
	p->pixsize = bad ? 2 : 3;
}

static void r3_pix_tex_read(struct program_r300 *p, bool bad)
{
	r3_indirection(p, false);
	p->tex[1] = r3_tex(US_TEX_KILL, 0, 3);
	p->pixsize = bad ? 2 : 3;
}

static void r3_pix_tex_write(struct program_r300 *p, bool bad)
{
	r3_indirection(p, false);
	p->tex[1] = r3_tex(US_TEX_LD, 3, 0);
	p->pixsize = bad ? 2 : 3;
}

static void r3_presubtract(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->alu[0][2] |= R300_US_ALU_RGB_INST__NOP(!bad);
	p->alu[1][2] |= R300_US_ALU_RGB_INST__RGB_SEL_A(R3_SRCP) | R300_US_ALU_RGB_INST__SRCP_OP(3);
}

static void r3_rgb_reserved(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->alu[0][2] = R300_US_ALU_RGB_INST__RGB_OP(bad ? 11 : 9);
}

static void r3_alpha_reserved(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->alu[0][3] = R300_US_ALU_ALPHA_INST__ALPHA_OP(bad ? 12 : 11);
}

static void r3_sop(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->alu[0][2] = R300_US_ALU_RGB_INST__RGB_OP(R3_SOP);
	p->alu[0][3] = R300_US_ALU_ALPHA_INST__ALPHA_OP(bad ? 7 : 8);
}

static void r3_dp(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->alu[0][2] = R300_US_ALU_RGB_INST__RGB_OP(bad ? 0 : R3_DP3);
	p->alu[0][3] = R300_US_ALU_ALPHA_INST__ALPHA_OP(R3A_DP);
}

static void r3_omod(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->alu[0][2] |= R300_US_ALU_RGB_INST__OMOD(bad ? 7 : 6);
}

static void r3_argument(struct program_r300 *p, bool bad)
{
	r3_base(p);
	p->alu[0][3] = R300_US_ALU_ALPHA_INST__ALPHA_SEL_C(bad ? 19 : 18);
}

static void r3_tex_reserved(struct program_r300 *p, bool bad)
{
	r3_indirection(p, false);
	p->tex[1] = r3_tex(bad ? 5 : 4, 2, 0);
}

static const struct row_r300 rows_r300[] = {
    {"US_CONFIG asks for 5 nodes of 4", r3_nodes},
    {"node 2 has 2 ALU instructions from 63 on: there are 64", r3_alu_space},
    {"node 3 has 2 texture instructions from 31 on: there are 32", r3_tex_space},
    {"texture instruction 1: reads temporary 1, which the same node fetches", r3_indirection},
    {"texture instruction 1: reads temporary 1, which the same node fetches", r3_indirection_nodes},
    {"ALU instruction 1: writes a color, but its node's US_CODE_ADDR has no RGBA_OUT", r3_rgba_out},
    {"ALU instruction 1: writes a depth, but its node's US_CODE_ADDR has no W_OUT", r3_w_out},
    {"ALU instruction 0: reads temporary 3, but US_PIXSIZE says that 2 is the last", r3_pix_read},
    {"ALU instruction 1: writes temporary 3, but US_PIXSIZE says that 2 is the last", r3_pix_write},
    {"texture instruction 1: reads temporary 3, but US_PIXSIZE says that 2 is the last", r3_pix_tex_read},
    {"texture instruction 1: writes temporary 3, but US_PIXSIZE says that 2 is the last", r3_pix_tex_write},
    {"ALU instruction 1: presubtract of temporary 1, which the instruction before writes", r3_presubtract},
    {"ALU instruction 0: reserved RGB operation", r3_rgb_reserved},
    {"ALU instruction 0: reserved alpha operation", r3_alpha_reserved},
    {"ALU instruction 0: RGB takes the other half's result, which is not a transcendental", r3_sop},
    {"ALU instruction 0: alpha takes the other half's result, which is not a dot product", r3_dp},
    {"ALU instruction 0: reserved RGB output modifier 7", r3_omod},
    {"ALU instruction 0: reserved alpha argument 19", r3_argument},
    {"texture instruction 1: reserved operation", r3_tex_reserved},
};

static void load_r300(struct us_rig *g, const struct program_r300 *p)
{
	for (unsigned i = 0; i < 4; i++) {
		us_set(g, R300_US_ALU_RGB_ADDR(i), p->alu[i][0]);
		us_set(g, R300_US_ALU_ALPHA_ADDR(i), p->alu[i][1]);
		us_set(g, R300_US_ALU_RGB_INST(i), p->alu[i][2]);
		us_set(g, R300_US_ALU_ALPHA_INST(i), p->alu[i][3]);
		us_set(g, R300_US_TEX_INST(i), p->tex[i]);
		us_set(g, R300_US_CODE_ADDR(i), p->addr[i]);
	}
	us_set(g, R300_US_CONFIG, p->config);
	us_set(g, R300_US_PIXSIZE, p->pixsize);
	us_set(g, R500_TX_ENABLE, 0xffff);
}

static void try_r300(const char *chip, const struct row_r300 *row, bool bad)
{
	struct program_r300 p = {.pixsize = 31};
	struct us_rig *g = us_rig_new(chip);
	const struct fl_report *f;

	row->make(&p, bad);
	load_r300(g, &p);
	cr_assert(us_decode(g));
	f = fl_model_report(&g->r->base, 0);
	if (bad) {
		cr_expect(f && strstr(f->text, row->text), "%s, not said: %s%s%s", chip, row->text,
			  f ? "; but: " : "", f ? f->text : "");
		f = fl_model_report(&g->r->base, 1);
		cr_expect(!f, "%s, %s; and also: %s", chip, row->text, f ? f->text : "");
	} else {
		cr_expect(!f, "%s, a neighbour of \"%s\": %s", chip, row->text, f ? f->text : "");
	}
	us_rig_free(g);
}

Test(us_reports, r3xx_each_and_its_nearest_neighbour)
{
	for (unsigned i = 0; i < sizeof(rows_r300) / sizeof(rows_r300[0]); i++) {
		bool space = strstr(rows_r300[i].text, ": there are ");

		try_r300("r300", &rows_r300[i], true);
		try_r300("r300", &rows_r300[i], false);
		if (!space) /* R4xx has more */
			try_r300("r420", &rows_r300[i], true);
		try_r300("r420", &rows_r300[i], false);
	}
}

Test(us_reports, r3xx_unwritten)
{
	struct us_rig *g = us_rig_new("r300");
	struct program_r300 p = {.pixsize = 31};
	const struct fl_report *f;

	r3_base(&p);
	load_r300(g, &p);
	cr_assert(us_decode(g));
	g->rs.written[0] = 7; /* r0 without its alpha */
	g->cb.n = 1;
	g->cb.target[0].partial = false;
	cr_assert(us_link(g));
	f = fl_model_report(&g->r->base, 0);
	cr_assert(
	    f &&
	    strstr(f->text, "instruction 0: reads temporary 0, channel A, which neither RS nor the program"));
	cr_assert(!fl_model_report(&g->r->base, 1));
	us_rig_free(g);
}

/* US_OUT_FMT may name a target that was never set up: streams that ran on real cards do. */
Test(us_reports, targets_without_a_buffer)
{
	for (unsigned cpp = 0; cpp <= 4; cpp += 4) {
		struct program p = {.pixsize = 127, .range = R500_US_CODE_RANGE__CODE_SIZE(7)};
		struct us_rig *g = us_rig_new("rv530");

		target_unset(&p, true);
		us_load(g, (const uint32_t(*)[6])p.w, p.n);
		us_set(g, R500_US_PIXSIZE, p.pixsize);
		us_set(g, R500_US_CODE_RANGE, p.range);
		us_set(g, R500_TX_ENABLE, 0xffff);
		cr_assert(us_decode(g));
		g->cb.n = 1;
		g->cb.target[0].partial = false;
		g->cb.target[0].key.cpp = (uint8_t)cpp;
		cr_assert(us_link(g));
		cr_expect_eq(g->r->base.n_reports, cpp ? 1u : 0u);
		us_rig_free(g);
	}
}
