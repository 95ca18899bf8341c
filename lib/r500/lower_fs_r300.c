/* SPDX-License-Identifier: MIT
 *
 * Fragment programs of R3xx and R4xx (Mesa r300_reg.h, r300_fragprog_emit.c; the chips' own documents are not
 * public), out of R5xx's words. An instruction is the same there: two halves, three sources, three arguments
 * each. What is not:
 *
 *  - Arguments have fixed selectors. An instruction that has others is cut into several that write a part of
 *    its channels, as long as none reads what another has written.
 *  - Look-ups have neither selectors nor a mask of channels: selectors of coordinates are a MOV before them.
 *  - Programs are up to four nodes of look-ups followed by arithmetic: a look-up after arithmetic, or of what
 *    an earlier one of its node has fetched, begins another.
 *  - There are 32 constants, and numbers in instructions are among them.
 */
#include "lib/r500/lower_fs_r300.h"
#include "lib/r500/programs.h"
#include "lib/r500/us.h"

#include <stdbool.h>
#include <string.h>

enum { INLINE = R500_US_ALU_ADDR__INLINE_CONST, CONST = 1 << 5 };

struct lowering {
	struct fl_r500_r300_fs *fs;
	uint32_t taken;   /* constants */
	uint32_t scratch; /* the free temporary */
	uint32_t highest; /* temporary that is used */
	uint32_t nodes;   /* that are done */
	uint32_t fetched; /* temporaries, by this node */
	bool arithmetic;  /* in this node */
	struct {
		uint32_t alu, tex, outputs; /* its first instructions; flags of US_CODE_ADDR */
	} node[FL_R300_NODES + 1];          /* behind the last: the end, or those that are too many */
	const char *why;
};

static void refuse(struct lowering *l, const char *why)
{
	if (!l->why)
		l->why = why;
}

/* ---- nodes --------------------------------------------------------------------------------------------- */
static uint32_t node(const struct lowering *l)
{
	return l->nodes < FL_R300_NODES ? l->nodes : FL_R300_NODES;
}

static void put_alu(struct lowering *l, const uint32_t word[4])
{
	for (uint32_t i = 0; i < 4 && l->fs->n_alu < FL_R300_ALU; i++)
		l->fs->alu[i][l->fs->n_alu] = word[i];
	l->fs->n_alu++;
	l->arithmetic = true;
}

/* Each node has an instruction of arithmetic. */
static void end_node(struct lowering *l)
{
	static const uint32_t nothing[4];

	if (!l->arithmetic)
		put_alu(l, nothing);
	l->nodes++;
	l->node[node(l)].alu = l->fs->n_alu;
	l->node[node(l)].tex = l->fs->n_tex;
	l->arithmetic = false;
	l->fetched = 0;
}

/* ---- sources and arguments ----------------------------------------------------------------------------- */
static const char too_many[] = "32 temporaries, 32 constants with numbers, none by aL";

static uint32_t temporary(struct lowering *l, uint32_t at)
{
	if (at >= FL_R300_TEMPS)
		refuse(l, too_many);
	else if (at > l->highest)
		l->highest = at;
	return at % FL_R300_TEMPS;
}

/* The constant for an inline one: the one that has it, or a free one. */
static uint32_t inlined(struct lowering *l, uint32_t code)
{
	uint32_t i = FL_R300_CONSTS;

	while (i-- > 0)
		if (l->fs->inlined[i] == code || (!l->fs->inlined[i] && !(l->taken >> i & 1))) {
			l->fs->inlined[i] = (uint8_t)code;
			return i | CONST;
		}
	refuse(l, too_many);
	return 0;
}

/* Code 0 of the inline constants is in places of which nothing is read (US_NONE). The last constant, which is
 * fl_clear()'s, is the last here, too. */
static uint32_t source(struct lowering *l, uint32_t s)
{
	if (s == INLINE)
		return 0;
	if (s & US_CONST) {
		if ((s & ~US_CONST) >= FL_R300_CONSTS && s != US_C(FL_R500_FS_CLEAR_CONST))
			refuse(l, too_many);
		return (s & (FL_R300_CONSTS - 1)) | CONST;
	}
	return s & INLINE && s < 2 * INLINE ? inlined(l, s & (INLINE - 1)) : temporary(l, s);
}

static uint32_t sources(struct lowering *l, const uint32_t w[6], uint32_t half)
{
	return source(l, us_source(w, half, 0)) << R300_US_ALU_RGB_ADDR__ADDR0__SHIFT |
	       source(l, us_source(w, half, 1)) << R300_US_ALU_RGB_ADDR__ADDR1__SHIFT |
	       source(l, us_source(w, half, 2)) << R300_US_ALU_RGB_ADDR__ADDR2__SHIFT;
}

/* What arguments of the RGB half select: the number for source 0, that for each source more, and that for
 * presubtract, which not all have. */
#define SEL(s) R300_US_ALU_RGB_INST__RGB_SEL_A__##s
enum { NONE = 255 };
static const struct selector {
	uint8_t swz[3], first, step, presubtract;
} selectors[] = {
    {{0, 1, 2}, SEL(SRC0C_XYZ), 4, SEL(SRCP_XYZ)},
    {{0, 0, 0}, SEL(SRC0C_XXX), 4, SEL(SRCP_XXX)},
    {{1, 1, 1}, SEL(SRC0C_YYY), 4, SEL(SRCP_YYY)},
    {{2, 2, 2}, SEL(SRC0C_ZZZ), 4, SEL(SRCP_ZZZ)},
    {{3, 3, 3}, SEL(SRC0A), 1, SEL(SRCP_WWW)},
    {{R500_ALU_SWIZ__ZERO, R500_ALU_SWIZ__ZERO, R500_ALU_SWIZ__ZERO}, SEL(ZERO), 0, SEL(ZERO)},
    {{R500_ALU_SWIZ__HALF, R500_ALU_SWIZ__HALF, R500_ALU_SWIZ__HALF}, SEL(HALF), 0, SEL(HALF)},
    {{R500_ALU_SWIZ__ONE, R500_ALU_SWIZ__ONE, R500_ALU_SWIZ__ONE}, SEL(ONE), 0, SEL(ONE)},
    {{1, 2, 0}, SEL(SRC0C_YZX), 1, NONE},
    {{2, 0, 1}, SEL(SRC0C_ZXY), 1, NONE},
    {{3, 2, 1}, SEL(SRC0CA_WZY), 1, NONE},
};

/* For the channels of mask; NONE: there is none. */
static uint32_t rgb_select(const struct fl_r500_us_operand *o, uint32_t mask)
{
	for (uint32_t i = 0; i < sizeof(selectors) / sizeof(selectors[0]); i++) {
		const struct selector *s = &selectors[i];
		bool same = true;

		for (uint32_t c = 0; c < 3; c++)
			same &= !(mask >> c & 1) || s->swz[c] == o->swz[c];
		if (same)
			return o->sel == 3 ? s->presubtract : s->first + s->step * o->sel;
	}
	return NONE;
}

static uint32_t alpha_select(const struct fl_r500_us_operand *o)
{
	static const uint8_t number[8] = {[R500_ALU_SWIZ__ZERO] = R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__ZERO,
					  [R500_ALU_SWIZ__HALF] = R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__HALF,
					  [R500_ALU_SWIZ__ONE] = R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__ONE};

	if (number[o->swz[0]])
		return number[o->swz[0]];
	if (o->sel == 3)
		return R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__SRCP_X + o->swz[0];
	return o->swz[0] == 3 ? R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__SRC0A + o->sel
			      : R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__SRC0C_X + 3 * o->sel + o->swz[0];
}

/* The arguments of a half for the channels of mask; false: there is not each of them. */
static bool arguments(const uint32_t w[6], uint32_t half, uint32_t mask, uint32_t *inst)
{
	bool all = true;

	*inst = 0;
	for (uint32_t i = 0; i < 3; i++) {
		struct fl_r500_us_operand o = fl_r500_us_operand(w, half, i);
		uint32_t select = half ? alpha_select(&o) : rgb_select(&o, mask);

		all &= select != NONE;
		*inst |=
		    (R300_US_ALU_RGB_INST__RGB_SEL_A(select & 31) | R300_US_ALU_RGB_INST__RGB_MOD_A(o.mod))
		    << i * R300_US_ALU_RGB_INST__RGB_SEL_B__SHIFT;
	}
	return all;
}

/* ---- arithmetic ---------------------------------------------------------------------------------------- */
/* Operations have R5xx's numbers, as far as there are any. */
static bool is_dot(uint32_t op)
{
	return op >= R500_US_ALU_RGBA_INST__RGB_OP__OP_DP3 && op <= R500_US_ALU_RGBA_INST__RGB_OP__OP_D2A;
}

static void check_alu(struct lowering *l, const uint32_t w[6])
{
	bool out = R500_US_CMN_INST__TYPE__GET(w[0]) == R500_US_CMN_INST__TYPE__US_INST_TYPE_OUT;

	if (R500_US_CMN_INST__RGB_PRED_SEL__GET(w[0]) || R500_US_CMN_INST__ALPHA_PRED_SEL__GET(w[0]) ||
	    (!out && US_OMASK_OF(w[0])) || R500_US_ALU_RGB_INST__ALU_WMASK__GET(w[3]))
		refuse(l, "predicates came with R5xx");
	if (us_op(w, 1) > R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_RSQ ||
	    us_op(w, 0) > R500_US_ALU_RGBA_INST__RGB_OP__OP_SOP)
		refuse(l, "SIN, COS and derivatives came with R5xx");
}

/* What both halves have beside arguments and what they write. */
static void common(struct lowering *l, const uint32_t w[6], uint32_t half, uint32_t word[4])
{
	uint32_t omod = us_omod(w, half);

	word[half] = sources(l, w, half);
	word[2 + half] |= R300_US_ALU_RGB_INST__SRCP_OP(us_presubtract(w, half)) |
			  R300_US_ALU_RGB_INST__RGB_OP(us_op(w, half)) |
			  R300_US_ALU_RGB_INST__OMOD(omod == 7 ? 0 : omod) | /* 7, as it is: there is none */
			  R300_US_ALU_RGB_INST__CLAMP(US_CLAMP_OF(w[0], half));
}

static bool reads(const uint32_t w[6], uint32_t temp)
{
	bool yes = false;

	for (uint32_t i = 0; i < 6; i++)
		yes |= us_source(w, i / 3, i % 3) == temp;
	return yes;
}

static void alu(struct lowering *l, const uint32_t w[6])
{
	static const uint8_t parts[] = {7, 6, 5, 3, 4, 2, 1, 0};
	uint32_t write = US_WMASK_OF(w[0]), out = US_OMASK_OF(w[0]), word[4] = {0}, rest = (write | out) & 7;
	uint32_t alpha = (write | out) >> 3;
	uint32_t depth = R500_US_ALU_ALPHA_INST__W_OMASK__GET(w[4]);
	bool dot = is_dot(us_op(w, 0)), whole = dot || us_op(w, 0) == R500_US_ALU_RGBA_INST__RGB_OP__OP_SOP;

	check_alu(l, w);
	if (!rest && !alpha && !depth)
		return;
	if (whole && !arguments(w, 0, dot ? 7 : 0, &word[2]))
		refuse(l, "dot products select otherwise: MOV first");
	if (!whole && !arguments(w, 0, rest, &word[2]) &&
	    ((write & 7 && reads(w, us_to(w, 0))) || (write & 8 && reads(w, us_to(w, 1)))))
		refuse(l, "in parts, it reads what it writes");
	do {
		uint32_t i = 0, part = rest;

		while (!whole && (parts[i] & ~rest || !arguments(w, 0, parts[i], &word[2])))
			i++;
		if (!whole)
			part = parts[i];
		arguments(w, 1, 8, &word[3]);
		common(l, w, 0, word);
		common(l, w, 1, word);
		word[0] |= R300_US_ALU_RGB_ADDR__ADDRD(temporary(l, write & 7 ? us_to(w, 0) : 0)) |
			   R300_US_ALU_RGB_ADDR__WMASK(write & part) |
			   R300_US_ALU_RGB_ADDR__OMASK(out & part) |
			   R300_US_ALU_RGB_ADDR__TARGET(us_target(w, 0));
		word[1] |= R300_US_ALU_ALPHA_ADDR__ADDRD(temporary(l, write & 8 ? us_to(w, 1) : 0)) |
			   R300_US_ALU_ALPHA_ADDR__WMASK(write >> 3 & alpha) |
			   R300_US_ALU_ALPHA_ADDR__OMASK(out >> 3 & alpha) |
			   R300_US_ALU_ALPHA_ADDR__TARGET(us_target(w, 1)) |
			   R300_US_ALU_ALPHA_ADDR__W_OMASK(depth);
		word[2] |= R300_US_ALU_RGB_INST__NOP(R500_US_CMN_INST__NOP__GET(w[0]));
		l->node[node(l)].outputs |=
		    R300_US_CODE_ADDR__RGBA_OUT(out != 0) | R300_US_CODE_ADDR__W_OUT(depth);
		put_alu(l, word);
		rest &= ~part;
		alpha = depth = 0; /* with the first part */
	} while (rest);
}

/* The free temporary becomes another with its channels as they are selected. */
static void mov(struct lowering *l, uint32_t from, uint32_t select)
{
	struct fl_r500_us_operand a = {.swz = {select & 3, select >> 2 & 3, select >> 4 & 3}};
	uint32_t w[6] = {US_TYPE(ALU) | US_WMASK(15u),
			 US_ADDR(from, US_NONE, US_NONE),
			 US_ADDR(from, US_NONE, US_NONE),
			 US_RGB_AB(US_RGB(0, 0, 0, 0), US_RGB(0, US_SWZ_111)),
			 US_ALPHA_AB(US_A(0, 0), US_A(0, R500_ALU_SWIZ__ONE)) |
			     R500_US_ALU_ALPHA_INST__ALPHA_ADDRD(l->scratch),
			 US_RGB_C(US_RGB(0, US_SWZ_000)) | US_ALPHA_C(US_A(0, R500_ALU_SWIZ__ZERO)) |
			     R500_US_ALU_RGBA_INST__RGB_ADDRD(l->scratch)};

	fl_r500_us_put_operand(w, 0, 0, &a);
	a.swz[0] = select >> 6;
	fl_r500_us_put_operand(w, 1, 0, &a);
	alu(l, w);
}

/* ---- look-ups ------------------------------------------------------------------------------------------ */
static void put_tex(struct lowering *l, uint32_t op, uint32_t unit, uint32_t from, uint32_t to)
{
	from = temporary(l, from);
	to = temporary(l, to);
	if (l->arithmetic || l->fetched >> from & 1)
		end_node(l);
	if (op != R300_US_TEX_INST__INST__TEXKILL)
		l->fetched |= 1u << to;
	if (l->fs->n_tex < FL_R300_TEX)
		l->fs->tex[l->fs->n_tex] = R300_US_TEX_INST__SRC_ADDR(from) | R300_US_TEX_INST__DST_ADDR(to) |
					   R300_US_TEX_INST__TEX_ID(unit) | R300_US_TEX_INST__INST(op);
	l->fs->n_tex++;
}

/* Two coordinates and twice the alpha are how look-ups of two coordinates are written down (lower_fs.c). */
#define PLAIN_2D US_TEX_SELECT(US_SWIZ(R), US_SWIZ(G), US_SWIZ(A), US_SWIZ(A))

static void look_up(struct lowering *l, const uint32_t w[6])
{
	uint32_t op = R500_US_TEX_INST__INST__GET(w[1]), mask = US_WMASK_OF(w[0]);
	uint32_t from = us_tex_register(w[2], US_TEX_LOW), in = us_tex_select(w[2], US_TEX_LOW), first = 0;

	if (op == R500_US_TEX_INST__INST__NOP)
		return;
	if (op > R500_US_TEX_INST__INST__LODBIAS || R500_US_TEX_INST__UNSCALED__GET(w[1]))
		refuse(l, "this look-up came with R5xx");
	if (op == R500_US_TEX_INST__INST__TEXKILL) { /* looks at all channels: let them be one of the mask */
		while (mask && !(mask >> first & 1))
			first++;
		in = 0;
		for (uint32_t c = 0; c < 4; c++)
			in |= (mask >> c & 1 ? c : first) << 2 * c;
	} else if (mask != 15 || us_tex_select(w[2], US_TEX_HIGH) != US_TEX_PLAIN)
		refuse(l, "look-ups write whole temporaries");
	if (in != US_TEX_PLAIN && in != PLAIN_2D) {
		mov(l, from, in);
		from = l->scratch;
	}
	put_tex(l, op, R500_US_TEX_INST__TEX_ID__GET(w[1]), from, us_tex_register(w[2], US_TEX_HIGH));
}

/* ---- the program --------------------------------------------------------------------------------------- */
static void registers(struct fl_r500_r300_fs *fs, const struct lowering *l)
{
	uint32_t unused = FL_R300_NODES - l->nodes;

	fs->config = R300_US_CONFIG__NLEVEL(l->nodes - 1) | R300_US_CONFIG__FIRST_TEX(l->node[1].tex != 0);
	fs->code_offset = R300_US_CODE_OFFSET__ALU_CODE_SIZE(fs->n_alu - 1) |
			  R300_US_CODE_OFFSET__TEX_CODE_SIZE(fs->n_tex ? fs->n_tex - 1 : 0);
	/* The last node is always the last register's. */
	for (uint32_t i = 0; i < l->nodes; i++) {
		uint32_t n_alu = l->node[i + 1].alu - l->node[i].alu;
		uint32_t n_tex = l->node[i + 1].tex - l->node[i].tex;

		fs->code_addr[unused + i] =
		    l->node[i].outputs | R300_US_CODE_ADDR__ALU_START(l->node[i].alu) |
		    R300_US_CODE_ADDR__ALU_SIZE(n_alu - 1) | R300_US_CODE_ADDR__TEX_START(l->node[i].tex) |
		    R300_US_CODE_ADDR__TEX_SIZE(n_tex ? n_tex - 1 : 0);
	}
}

_Static_assert(FL_R300_ALU == 64 && FL_R300_TEX == 32 && FL_R300_NODES == 4, "as the text says");

enum fl_code fl_r500_r300_fs_lower(const uint32_t (*words)[6], uint32_t n, uint32_t last_temp, uint32_t taken,
				   struct fl_r500_r300_fs *fs, struct fl_err *err)
{
	struct lowering l = {.fs = fs, .taken = taken, .scratch = last_temp + 1, .highest = last_temp};
	uint32_t i = 0;

	memset(fs, 0, sizeof(*fs));
	for (; i < n && !l.why; i++) {
		uint32_t type = R500_US_CMN_INST__TYPE__GET(words[i][0]);

		if (type == R500_US_CMN_INST__TYPE__US_INST_TYPE_FC)
			refuse(&l, "flow control came with R5xx");
		else if (type == R500_US_CMN_INST__TYPE__US_INST_TYPE_TEX)
			look_up(&l, words[i]);
		else
			alu(&l, words[i]);
	}
	end_node(&l);
	if (l.why)
		return fl_fail(err, FL_USAGE, "fragment instruction %u: %s", i - 1, l.why);
	if (fs->n_alu > FL_R300_ALU || fs->n_tex > FL_R300_TEX || l.nodes > FL_R300_NODES)
		return fl_fail(err, FL_USAGE,
			       "%u operations, %u look-ups, %u rounds of these: there are 64, 32, 4",
			       fs->n_alu, fs->n_tex, l.nodes);
	fs->pixsize = R300_US_PIXSIZE__PIX_SIZE(l.highest);
	registers(fs, &l);
	return FL_OK;
}
