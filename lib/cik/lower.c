/* SPDX-License-Identifier: MIT
 *
 * What the lowerings of vertex and of fragment programs share: registers, constants, arithmetic, exports.
 *
 * Products are those of old, for which 0 times anything is 0 (v_mul_legacy_f32 and its like): the other
 * families' chips multiply so, and the normal of nobody, 0, stays 0 when it is made as long as 1.
 */
#include "lib/cik/lower_own.h"

#include <string.h>

#define XYZW FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W)

/* How the form's operations are done: by one instruction for each component that is written; by a row of them
 * that adds products; by one, whose result is copied. */
enum { EACH, DOT, ONCE, OTHER };
static const struct {
	uint16_t op;
	uint8_t sources, how;
} table[FL_FF_OPS] = {
    [FL_FF_MOV] = {FL_CIK_V1(MOV_B32), 1, EACH},
    [FL_FF_ADD] = {FL_CIK_V2(ADD_F32), 2, EACH},
    [FL_FF_MUL] = {FL_CIK_V2(MUL_LEGACY_F32), 2, EACH},
    [FL_FF_MAD] = {FL_CIK_V3(MAD_LEGACY_F32), 3, EACH},
    [FL_FF_DP3] = {0, 2, DOT},
    [FL_FF_DP4] = {0, 2, DOT},
    [FL_FF_MAX] = {FL_CIK_V2(MAX_F32), 2, EACH},
    [FL_FF_FRC] = {FL_CIK_V1(FRACT_F32), 1, EACH},
    [FL_FF_RSQ] = {FL_CIK_V1(RSQ_F32), 1, ONCE},
    [FL_FF_RCP] = {FL_CIK_V1(RCP_F32), 1, ONCE},
    [FL_FF_EX2] = {FL_CIK_V1(EXP_F32), 1, ONCE},
    [FL_FF_LIT] = {0, 3, OTHER},
    [FL_FF_TEX] = {0, 1, OTHER},
    [FL_FF_TEXP] = {0, 1, OTHER},
    [FL_FF_KIL] = {0, 1, OTHER},
};

/* ---- what the program does with its registers ---------------------------------------------------------- */
uint32_t fl_cik_low_reg(const struct fl_cik_low *l, uint32_t file, uint32_t at)
{
	switch (file) {
	case FL_FF_IN:
		return l->at->in[at] + (l->fragment ? 0u : FL_CIK_LOW_IN);
	case FL_FF_OUT:
		return FL_CIK_LOW_OUT + at;
	default:
		return at;
	}
}

/* Which component of its sources an instruction reads for component k of what it writes; those that have
 * nothing to do with that, all of them */
static uint32_t components(const struct fl_ff_inst *i)
{
	switch (i->op) {
	case FL_FF_TEX:
	case FL_FF_TEXP:
		return (i->kind == FL_TEX_2D ? 3u : 7u) | (i->op == FL_FF_TEXP ? 8u : 0);
	case FL_FF_DP3:
		return 7;
	case FL_FF_DP4:
		return 15;
	default:
		return table[i->op].how == EACH ? i->to.mask : 1;
	}
}

static bool is_register(struct fl_ff_src s)
{
	return s.file != FL_FF_CONST && s.file != FL_FF_LITERAL;
}

static void note(struct fl_cik_low *l, uint32_t k, struct fl_ff_src s)
{
	const uint32_t mask = components(&l->inst[k]),
		       reg = is_register(s) ? fl_cik_low_reg(l, s.file, s.at) : 0;

	for (uint32_t c = 0; c < 4 && is_register(s); c++)
		if (mask >> c & 1 && FL_FF_SELECTOR(s, c) < FL_FF_0) {
			l->reads[reg] |= (uint8_t)(1u << FL_FF_SELECTOR(s, c));
			l->last[reg] = (uint8_t)k;
		}
}

void fl_cik_low_begin(struct fl_cik_low *l, bool fragment, const struct fl_ff_inst *inst, uint32_t n,
		      const struct fl_ff_places *at, struct fl_cik_lowered *out)
{
	*l = (struct fl_cik_low){.code = {.words = out->words, .room = FL_CIK_LOWERED_MAX},
				 .out = out,
				 .at = at,
				 .inst = inst,
				 .n = n,
				 .fragment = fragment,
				 .next_sgpr = FL_CIK_LOW_SGPRS};
	memset(l->vgpr, FL_CIK_NONE, sizeof(l->vgpr));
	for (uint32_t i = 0; i < FL_FF_OUT_COUNT; i++)
		l->select[i] = XYZW;
	for (uint32_t k = 0; k < n; k++) {
		const struct fl_ff_src from[3] = {inst[k].a, inst[k].b, inst[k].c};

		for (uint32_t s = 0; s < table[inst[k].op].sources; s++)
			note(l, k, from[s]);
		if (inst[k].to.mask) {
			uint32_t to = fl_cik_low_reg(l, inst[k].to.file, inst[k].to.at);

			l->last[to] = (uint8_t)(inst[k].to.file == FL_FF_OUT ? n : k);
		}
	}
	out->vgprs = FL_CIK_LOW_QUADS;
	out->sgprs = FL_CIK_LOW_SGPRS + 2;
	out->kills = false;
	out->inputs = 0;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
uint32_t fl_cik_low_vgpr(struct fl_cik_low *l, uint32_t reg)
{
	uint32_t quad;

	if (l->vgpr[reg] != FL_CIK_NONE)
		return l->vgpr[reg];
	quad = (uint32_t)__builtin_ctzll(~l->taken);
	l->taken |= UINT64_C(1) << quad;
	l->vgpr[reg] = (uint8_t)(FL_CIK_LOW_QUADS + 4 * quad);
	if (l->out->vgprs < l->vgpr[reg] + 4)
		l->out->vgprs = (uint8_t)(l->vgpr[reg] + 4);
	return l->vgpr[reg];
}

void fl_cik_low_next(struct fl_cik_low *l)
{
	for (uint32_t reg = 0; reg < FL_CIK_LOW_REGS; reg++)
		if (l->vgpr[reg] != FL_CIK_NONE && l->last[reg] == l->now) {
			fl_cik_low_wait(l, reg); /* a load that nobody waits for would write it later */
			l->taken &= ~(UINT64_C(1) << (l->vgpr[reg] - FL_CIK_LOW_QUADS) / 4);
			l->vgpr[reg] = FL_CIK_NONE;
		}
	l->now++;
}

uint32_t fl_cik_low_sgprs(struct fl_cik_low *l, uint32_t n)
{
	const uint32_t first = l->next_sgpr;

	l->next_sgpr += n;
	if (l->out->sgprs < l->next_sgpr + 2)
		l->out->sgprs = (uint8_t)(l->next_sgpr + 2);
	return first;
}

/* ---- loads --------------------------------------------------------------------------------------------- */
void fl_cik_low_loads(struct fl_cik_low *l, uint32_t reg)
{
	l->load[reg] = (uint8_t)++l->loads;
}

/* They come in the order in which they were asked for. */
void fl_cik_low_wait(struct fl_cik_low *l, uint32_t reg)
{
	const uint32_t until = l->load[reg];

	if (!until)
		return;
	fl_cik_wait_vm(&l->code, l->loads - until);
	for (uint32_t r = 0; r < FL_CIK_LOW_REGS; r++)
		if (l->load[r] <= until)
			l->load[r] = 0;
}

/* A row of constants from `first` on, as many as one load takes: 1, 2 or 4 */
static uint32_t row_of(uint64_t wanted, uint32_t first)
{
	return (wanted >> first & 15) == 15 ? 4 : (wanted >> first & 3) == 3 ? 2 : 1;
}

/* The constants of the instructions from here on, up to `room` of them. An instruction reads one at most. */
static uint64_t next_constants(const struct fl_cik_low *l, uint32_t room)
{
	uint64_t wanted = 0;

	for (uint32_t k = l->now; k < l->n; k++) {
		const struct fl_ff_src from[3] = {l->inst[k].a, l->inst[k].b, l->inst[k].c};

		for (uint32_t s = 0; s < table[l->inst[k].op].sources; s++) {
			if (from[s].file != FL_FF_CONST || wanted >> from[s].at & 1)
				continue;
			if (!room--)
				return wanted;
			wanted |= UINT64_C(1) << from[s].at;
		}
	}
	return wanted;
}

void fl_cik_low_constants(struct fl_cik_low *l)
{
	const uint64_t wanted = next_constants(l, (FL_CIK_LOW_SGPRS_END - l->next_sgpr) / 4);

	memset(l->sgpr, 0, sizeof(l->sgpr));
	for (uint32_t c = 0; c < FL_FF_C_COUNT;) {
		const uint32_t row = row_of(wanted, c);
		uint32_t to;

		if (!(wanted >> c & 1)) {
			c++;
			continue;
		}
		to = fl_cik_low_sgprs(l, 4 * row);
		fl_cik_load(&l->code, to, FL_CIK_S_CONSTANTS, 4 * c, 4 * row);
		for (uint32_t end = c + row; c < end; c++, to += 4)
			l->sgpr[c] = (uint8_t)to;
		l->waits = true;
	}
}

static uint32_t constant(struct fl_cik_low *l, uint32_t at)
{
	if (!l->sgpr[at]) {
		l->next_sgpr = FL_CIK_LOW_SGPRS;
		fl_cik_low_constants(l);
	}
	if (l->waits)
		fl_cik_wait_lgkm(&l->code);
	l->waits = false;
	return l->sgpr[at];
}

struct fl_cik_src fl_cik_low_src(struct fl_cik_low *l, struct fl_ff_src s, uint32_t k)
{
	uint32_t select = FL_FF_SELECTOR(s, k), reg;
	struct fl_cik_src src = {.neg = s.select & FL_FF_NEGATE};

	if (select >= FL_FF_0) {
		src.code = select == FL_FF_0 ? CIK_SSRC__SRC_0 : CIK_SSRC__SRC_1;
	} else if (s.file == FL_FF_CONST) {
		src.code = (uint16_t)(constant(l, s.at) + select);
	} else {
		reg = fl_cik_low_reg(l, s.file, s.at);
		fl_cik_low_wait(l, reg);
		src.code = (uint16_t)(FL_CIK_VGPR + fl_cik_low_vgpr(l, reg) + select);
	}
	return src;
}

/* ---- arithmetic ---------------------------------------------------------------------------------------- */
static bool is_sgpr(struct fl_cik_src s)
{
	return s.code < CIK_SSRC__SRC_0;
}

/* A sum with itself has a short form, v_mac_legacy_f32. */
static bool adds_to_itself(uint32_t op, uint32_t to, const struct fl_cik_src *s, bool clamp)
{
	return op == FL_CIK_V3(MAD_LEGACY_F32) && !clamp && s[2].code == FL_CIK_VGPR + to && !s[2].neg &&
	       !s[0].neg && !s[1].neg && (s[0].code >= FL_CIK_VGPR || s[1].code >= FL_CIK_VGPR);
}

void fl_cik_low_op(struct fl_cik_low *l, uint32_t op, uint32_t to, const struct fl_cik_src *s, uint32_t n,
		   bool clamp)
{
	struct fl_cik_src own[3] = {{0}};
	uint32_t sgpr = FL_CIK_NONE, spare = FL_CIK_LOW_SPARE + 1;

	for (uint32_t k = 0; k < n; k++) {
		own[k] = s[k];
		if (!is_sgpr(s[k]) || s[k].code == sgpr)
			continue;
		if (sgpr == FL_CIK_NONE) {
			sgpr = s[k].code;
			continue;
		}
		fl_cik_valu(&l->code, FL_CIK_V1(MOV_B32), spare, &(struct fl_cik_src){.code = s[k].code}, 1,
			    false);
		own[k].code = (uint16_t)(FL_CIK_VGPR + spare--);
	}
	if (op == FL_CIK_V1(MOV_B32) && (own[0].neg || clamp)) { /* which has no modifiers */
		own[1] = own[0];
		fl_cik_valu(&l->code, FL_CIK_V2(MAX_F32), to, own, 2, clamp);
	} else if (adds_to_itself(op, to, own, clamp)) {
		fl_cik_valu(&l->code, FL_CIK_V2(MAC_LEGACY_F32), to, own, 2, false);
	} else {
		fl_cik_valu(&l->code, op, to, own, n, clamp);
	}
}

/* Does the instruction read component `chan` of what it writes for a component behind `k`? */
static bool reads_own(const struct fl_cik_low *l, const struct fl_ff_inst *i, uint32_t chan, uint32_t k)
{
	const uint32_t to = fl_cik_low_reg(l, i->to.file, i->to.at);
	const struct fl_ff_src from[3] = {i->a, i->b, i->c};

	for (uint32_t s = 0; s < table[i->op].sources; s++)
		for (uint32_t c = k + 1; c < 4 && is_register(from[s]); c++)
			if (components(i) >> c & 1 && FL_FF_SELECTOR(from[s], c) == chan &&
			    fl_cik_low_reg(l, from[s].file, from[s].at) == to)
				return true;
	return false;
}

static void copy(struct fl_cik_low *l, uint32_t to, uint32_t from)
{
	const struct fl_cik_src s = fl_cik_v(from);

	fl_cik_valu(&l->code, FL_CIK_V1(MOV_B32), to, &s, 1, false);
}

/* One instruction a component. A component that is read later for another waits in a register of its own. */
static void each(struct fl_cik_low *l, const struct fl_ff_inst *i, uint32_t to)
{
	const struct fl_ff_src from[3] = {i->a, i->b, i->c};
	uint32_t later = 0, later_at = 0;

	for (uint32_t k = 0; k < 4; k++) {
		struct fl_cik_src s[3];
		uint32_t chan = to + k;

		if (!(i->to.mask >> k & 1))
			continue;
		for (uint32_t o = 0; o < table[i->op].sources; o++)
			s[o] = fl_cik_low_src(l, from[o], k);
		if (reads_own(l, i, k, k)) {
			l->last[FL_CIK_LOW_LATER] = (uint8_t)l->now;
			later_at = fl_cik_low_vgpr(l, FL_CIK_LOW_LATER);
			later |= 1u << k;
			chan = later_at + k;
		}
		fl_cik_low_op(l, table[i->op].op, chan, s, table[i->op].sources, i->to.saturate);
	}
	for (uint32_t k = 0; k < 4; k++)
		if (later >> k & 1)
			copy(l, to + k, later_at + k);
}

static void spread(struct fl_cik_low *l, uint32_t to, uint32_t mask)
{
	const uint32_t first = (uint32_t)__builtin_ctz(mask);

	for (uint32_t k = first + 1; k < 4; k++)
		if (mask >> k & 1)
			copy(l, to + k, to + first);
}

/* A sum of products. The sum is where it belongs if no product needs what is there. */
static void dot(struct fl_cik_low *l, const struct fl_ff_inst *i, uint32_t to)
{
	const uint32_t n = i->op == FL_FF_DP3 ? 3 : 4, first = (uint32_t)__builtin_ctz(i->to.mask);
	const uint32_t sum = reads_own(l, i, first, 0) ? (uint32_t)FL_CIK_LOW_SPARE : to + first;

	for (uint32_t k = 0; k < n; k++) {
		const bool last = k == n - 1;
		struct fl_cik_src s[3];

		s[0] = fl_cik_low_src(l, i->a, k);
		s[1] = fl_cik_low_src(l, i->b, k);
		s[2] = fl_cik_v(sum);
		if (k)
			fl_cik_low_op(l, FL_CIK_V3(MAD_LEGACY_F32), last ? to + first : sum, s, 3,
				      last && i->to.saturate);
		else
			fl_cik_low_op(l, FL_CIK_V2(MUL_LEGACY_F32), sum, s, 2, false);
	}
	spread(l, to, i->to.mask);
}

/* An input that is put out as it came is exported from where it is. */
static bool passes(struct fl_cik_low *l, const struct fl_ff_inst *i)
{
	uint32_t reg;

	if (i->op != FL_FF_MOV || i->to.file != FL_FF_OUT || i->to.mask != 15 || i->to.saturate ||
	    i->a.file != FL_FF_IN || i->a.select & FL_FF_NEGATE)
		return false;
	for (uint32_t k = 0; k < 4; k++)
		if (FL_FF_SELECTOR(i->a, k) >= FL_FF_0)
			return false;
	reg = fl_cik_low_reg(l, i->a.file, i->a.at);
	l->last[reg] = (uint8_t)l->n;
	l->vgpr[FL_CIK_LOW_OUT + i->to.at] = l->vgpr[reg];
	l->load[FL_CIK_LOW_OUT + i->to.at] = l->load[reg];
	l->select[i->to.at] = i->a.select;
	return true;
}

void fl_cik_low_alu(struct fl_cik_low *l, const struct fl_ff_inst *i)
{
	struct fl_cik_src s;
	uint32_t to, reg;

	if (passes(l, i))
		return;
	reg = fl_cik_low_reg(l, i->to.file, i->to.at);
	fl_cik_low_wait(l, reg);
	to = fl_cik_low_vgpr(l, reg);
	if (table[i->op].how == EACH) {
		each(l, i, to);
	} else if (table[i->op].how == DOT) {
		dot(l, i, to);
	} else {
		s = fl_cik_low_src(l, i->a, 0);
		fl_cik_low_op(l, table[i->op].op, to + (uint32_t)__builtin_ctz(i->to.mask), &s, 1,
			      i->to.saturate);
		spread(l, to, i->to.mask);
	}
}

/* ---- the end ------------------------------------------------------------------------------------------- */
void fl_cik_low_export(struct fl_cik_low *l, uint32_t what, uint32_t target, uint32_t mask, uint32_t flags)
{
	const struct fl_ff_src s = {.select = l->select[what]};
	uint8_t v[4];

	fl_cik_low_wait(l, FL_CIK_LOW_OUT + what);
	for (uint32_t k = 0; k < 4; k++)
		v[k] = (uint8_t)(fl_cik_low_vgpr(l, FL_CIK_LOW_OUT + what) + FL_FF_SELECTOR(s, k));
	fl_cik_export(&l->code, target, mask, v, flags);
}

void fl_cik_low_end(struct fl_cik_low *l)
{
	fl_cik_sopp(&l->code, CIK_OP_SOPP__S_ENDPGM, 0);
	l->out->n = l->code.n;
}
