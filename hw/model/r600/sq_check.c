/* SPDX-License-Identifier: MIT
 *
 * Rules of ALU groups: which unit takes what, what may stand together (Mesa r600_asm.c, R6xx/R7xx guide 3.4);
 * and rules of exports.
 */
#include "hw/model/r600/sq_code.h"

#define ISA "R6xx facts 4.3"

static bool in_trans(const struct sq_decoder *d, const struct sq_opcode *code)
{
	return code->flags & (d->code->r7xx ? SQ_TRANS : SQ_TRANS | SQ_TRANS_R6);
}

bool mr600_sq_group_units(struct sq_decoder *d, struct sq_words_of_group *g)
{
	bool vector = R600_SQ_CONFIG__ALU_INST_PREFER_VECTOR__GET(R600_REG(d->r, SQ_CONFIG));
	unsigned taken = 0;

	for (unsigned i = 0; i < g->n; i++) {
		const struct sq_opcode *code = g->code[i];
		unsigned unit = R600_SQ_ALU_WORD1__DST_CHAN__GET(g->w[i][1]);

		if (code->kind == SQ_RESERVED)
			return SQ_REFUSE(d, "R6xx facts 4.4",
					 "word 0x%08x of an ALU group has a reserved opcode", g->w[i][1]);
		if (code->flags & (d->code->r7xx ? SQ_R6 : SQ_R7))
			return SQ_REFUSE(d, "R6xx facts 4.4", "%s is not of this chip's instruction set",
					 code->name);
		if (code->flags & SQ_DOUBLE && !d->r->variant->doubles)
			return SQ_REFUSE(d, "R6xx facts 0", "%s: the chip has no doubles", code->name);
		if (in_trans(d, code) || (taken >> unit & 1 && !(code->flags & SQ_VECTOR)) ||
		    (!vector && i && i + 1 == g->n && g->n < SQ_UNITS && !(code->flags & SQ_VECTOR)))
			unit = SQ_T;
		if (taken >> unit)
			return SQ_REFUSE(
			    d, ISA,
			    "%s finds no unit in its group: x, y, z and w serve the channel written, in "
			    "this order, and t one operation more",
			    code->name);
		g->unit[i] = (uint8_t)unit;
		taken |= 1u << unit;
	}
	return true;
}

static bool reads_rel(const struct sq_words_of_group *g, unsigned i)
{
	for (unsigned k = 0; k < g->code[i]->sources; k++)
		if (sq_src_rel(g->w[i], k))
			return true;
	return false;
}

static bool is_rel(const struct sq_words_of_group *g, unsigned i)
{
	return reads_rel(g, i) || (sq_writes(g->w[i]) && R600_SQ_ALU_WORD1__DST_REL__GET(g->w[i][1]));
}

static bool check_source(struct sq_decoder *d, const struct sq_words_of_group *g, unsigned i, unsigned k)
{
	uint32_t sel = sq_src_sel(g->w[i], k);
	unsigned set = sel >= SQ_SEL_CACHE + 32;
	const char *name = g->code[i]->name;

	if (sel >= SQ_SEL_CACHE_END && sel < SQ_SEL_1_DOUBLE_LOW)
		return SQ_REFUSE(d, ISA, "%s has the reserved source %u", name, sel);
	if (sq_src_rel(g->w[i], k) && sel >= SQ_SEL_CACHE_END && sel < SQ_SEL_FILE)
		SQ_WARN(d, ISA, "%s reads source %u relatively: only registers and constants are", name, sel);
	if (sel >= SQ_SEL_CACHE && sel < SQ_SEL_CACHE_END) {
		if (g->kcache_mode[set] == R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__SQ_CF_KCACHE_NOP)
			SQ_WARN(d, "R6xx facts 4.2",
				"%s reads constants as set %u, which the clause does not lock", name, set);
		else if (g->kcache_mode[set] == R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__SQ_CF_KCACHE_LOCK_1 &&
			 (sel - SQ_SEL_CACHE) % 32 >= SQ_LINE)
			SQ_WARN(d, "R6xx facts 4.2",
				"%s reads constant %u of set %u, of which the clause locks the first 16",
				name, (sel - SQ_SEL_CACHE) % 32, set);
	}
	if ((sel == SQ_SEL_PV || sel == SQ_SEL_PS) && g->first)
		SQ_WARN(d, ISA, "%s reads PV or PS in the first group of a clause, where they have no value",
			name);
	return true;
}

static bool check_rel(struct sq_decoder *d, const struct sq_words_of_group *g, unsigned i)
{
	unsigned mode = R600_SQ_ALU_WORD0__INDEX_MODE__GET(g->w[i][0]);

	if (mode == SQ_INDEX_RESERVED || (mode > SQ_INDEX_LOOP && !d->code->r7xx))
		return SQ_REFUSE(d, ISA, "index mode %u is reserved", mode);
	if (mode > SQ_INDEX_LOOP)
		return SQ_REFUSE(
		    d, ISA, "index mode %u, of registers that all threads share: no public source says how",
		    mode);
	if (mode < SQ_INDEX_LOOP && !g->ar_loaded)
		SQ_WARN(d, "R6xx facts 4.6", "%s goes by AR, which no earlier group of the clause loads",
			g->code[i]->name);
	for (unsigned k = 0; k < i; k++)
		if (is_rel(g, k) && R600_SQ_ALU_WORD0__INDEX_MODE__GET(g->w[k][0]) != mode)
			SQ_WARN(d, ISA, "%s has an index mode of its own: a group has one", g->code[i]->name);
	return true;
}

static bool check_op(struct sq_decoder *d, const struct sq_words_of_group *g, unsigned i)
{
	const uint32_t where = R600_SQ_ALU_WORD1__DST_GPR__MASK | R600_SQ_ALU_WORD1__DST_REL__MASK |
			       R600_SQ_ALU_WORD1__DST_CHAN__MASK;
	const struct sq_opcode *code = g->code[i];
	const uint32_t *w = g->w[i];
	uint32_t omod = sq_is_op3(w)    ? 0
			: d->code->r7xx ? R600_SQ_ALU_WORD1_OP2_V2__OMOD__GET(w[1])
					: R600_SQ_ALU_WORD1_OP2__OMOD__GET(w[1]);

	if (R600_SQ_ALU_WORD0__PRED_SEL__GET(w[0]) == 1)
		SQ_WARN(d, ISA, "%s has the reserved PRED_SEL 1", code->name);
	if (omod && !(code->flags & SQ_FLOAT))
		SQ_WARN(d, ISA, "%s has an output modifier, which is for floats", code->name);
	if (R600_SQ_ALU_WORD1__BANK_SWIZZLE__GET(w[1]) > (g->unit[i] == SQ_T ? 3u : 5u))
		SQ_WARN(d, ISA, "%s has the reserved bank swizzle %u", code->name,
			R600_SQ_ALU_WORD1__BANK_SWIZZLE__GET(w[1]));
	for (unsigned k = 0; k < code->sources; k++)
		if (!check_source(d, g, i, k))
			return false;
	for (unsigned k = 0; k < i; k++)
		if (sq_writes(w) && sq_writes(g->w[k]) && !((w[1] ^ g->w[k][1]) & where))
			SQ_WARN(d, ISA, "%s writes a channel that %s of the same group writes", code->name,
				g->code[k]->name);
	return !is_rel(g, i) || check_rel(d, g, i);
}

/* The same operation in all the units that make its result */
static bool check_wide(struct sq_decoder *d, const struct sq_words_of_group *g)
{
	const struct sq_opcode *in[SQ_UNITS] = {NULL};

	for (unsigned i = 0; i < g->n; i++)
		in[g->unit[i]] = g->code[i];
	for (unsigned u = 0; u < SQ_T; u++) {
		if (!in[u])
			continue;
		if ((in[u]->kind == SQ_GANG || in[u]->kind == SQ_QUAD) &&
		    (in[0] != in[u] || in[1] != in[u] || in[2] != in[u] || in[3] != in[u]))
			return SQ_REFUSE(d, "R6xx facts 4.4", "%s takes all four vector units", in[u]->name);
		if (in[u]->kind == SQ_PAIR && in[u ^ 1] != in[u])
			return SQ_REFUSE(d, "R6xx facts 4.4", "%s takes the units x and y, or z and w",
					 in[u]->name);
	}
	return true;
}

bool mr600_sq_group_rules(struct sq_decoder *d, const struct sq_words_of_group *g)
{
	unsigned tests = 0;

	for (unsigned i = 0; i < g->n; i++) {
		const struct sq_opcode *code = g->code[i];

		if (!check_op(d, g, i))
			return false;
		tests += code->kind == SQ_KILL || code->kind == SQ_PRED ||
			 (code->flags & SQ_TEST && !(g->unit[i] & 1));
	}
	if (tests > 1)
		SQ_WARN(d, ISA, "a group has one KILL or PRED_SET; this one has %u", tests);
	return check_wide(d, g);
}

/* ---- exports ------------------------------------------------------------------------------------------- */
static bool check_place(struct sq_decoder *d, unsigned type, unsigned base, unsigned n)
{
	static const char *const name[] = {"pixel", "position", "parameter"};
	unsigned first = type == R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_POS ? 60 : 0;
	unsigned end = type == R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PIXEL ? MR600_TARGETS
		       : first                                                      ? first + MR600_POS
										    : MR600_PARAMS;

	if (type == R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PIXEL && base == 61 && n == 1)
		return true; /* depth and stencil */
	if (base < first || base + n > end)
		return SQ_REFUSE(d, "R6xx facts 4.8", "there is no %s %u to export to", name[type],
				 base + n - 1);
	return true;
}

bool mr600_sq_check_out(struct sq_decoder *d, const struct sq_step *s)
{
	const uint32_t *w = s->word;
	unsigned gpr = R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__GET(w[0]);
	unsigned n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(w[1]) + 1;
	unsigned type = R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(w[0]);
	unsigned base = R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(w[0]);

	if (gpr + n > MR600_GPRS)
		return SQ_REFUSE(d, "R6xx facts 4.8", "an export of R%u to R%u: registers end with R127", gpr,
				 gpr + n - 1);
	if (gpr + n > d->code->gprs && !R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_REL__GET(w[0]))
		SQ_WARN(d, "R6xx facts 0.2", "an export of R%u, and the program has %u registers (NUM_GPRS)",
			gpr + n - 1, d->code->gprs);
	if (s->inst != R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_EXPORT &&
	    s->inst != R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_EXPORT_DONE)
		return true;
	if (type > R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PARAM)
		return SQ_REFUSE(d, "R6xx facts 4.8", "exports of type %u are reserved", type);
	if ((type == R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PIXEL) != (d->stage == MR600_PS) ||
	    d->stage == MR600_ES || d->stage == MR600_GS)
		return SQ_REFUSE(d, "R6xx facts 4.8", "this stage has no exports of type %u", type);
	for (unsigned c = 0; c < 4; c++)
		if ((w[1] >> 3 * c & 7) == 6)
			SQ_WARN(d, "R6xx facts 4.2", "an export has the reserved selector 6");
	d->done[type] |= s->inst == R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_EXPORT_DONE;
	d->code->writes_z |=
	    type == R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PIXEL && base == 61 && (w[1] & 7) != 7;
	return check_place(d, type, base, n);
}
