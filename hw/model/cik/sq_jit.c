/* SPDX-License-Identifier: MIT
 *
 * Which instructions make a part, and the way of one to the compiler; see sq_jit.h.
 */
#include "hw/model/cik/sq_jit.h"

#ifndef FL_JIT
bool mcik_sq_part_takes(struct sq_part *p, const struct sq_inst *i, uint32_t mode, enum fl_isa isa)
{
	return false;
}

enum fl_jit_answer mcik_sq_part_compile(struct sq_part *p, const struct sq_line *l, uint32_t mode,
					enum fl_isa isa)
{
	return FL_JIT_NEVER;
}

void mcik_sq_part_free(struct sq_part *p)
{
}
#else
#include "hw/model/cik/sq_lower.h"
#include "hw/model/cik/sq_vop.h"

#include <stdlib.h>

/* ---- what is plain enough
 * -------------------------------------------------------------------------------- */
static void put(uint64_t *set, unsigned first, unsigned n)
{
	for (unsigned k = first; k < first + n; k++)
		set[k / 64] |= UINT64_C(1) << k % 64;
}

/* Scalars that vector instructions write lane by lane are not read as a whole in the same part: the loop
 * over lanes has not written all of them then. */
static bool scalars_agree(const struct sq_part *p)
{
	return !(p->read_s[0] & p->wrote_s[0]) && !(p->read_s[1] & p->wrote_s[1]);
}

static bool is_mask_read(const struct sq_inst *i)
{
	return i->opcode == SQ_V2(V_CNDMASK_B32);
}

static bool sources_fit(const struct sq_inst *i, struct sq_part *p)
{
	for (unsigned k = 0; k < i->n_src; k++) {
		const unsigned code = i->src[k];

		if (code >= SQ_VGPR)
			continue;
		if (code < MCIK_SCALARS)
			put(p->read_s, code, 1);
		else if (!mcik_sq_is_constant(code))
			return false; /* VCCZ, EXECZ, SCC, LDS */
	}
	return true;
}

/* Pairs begin at even numbers, so two are the same or have nothing in common. */
static bool masks_fit(const struct sq_inst *i, struct sq_part *p)
{
	if (is_mask_read(i))
		return mcik_sq_mask_at(i) <= MCIK_EXEC && mcik_sq_mask_at(i) % 2 == 0;
	if (i->opcode < SQ_VOP2_AT) {
		if (i->sdst > MCIK_VCC || i->sdst % 2)
			return false;
		put(p->wrote_s, i->sdst, 2);
		p->marks = true;
	}
	return true;
}

static bool settings_fit(const struct sq_inst *i, const struct sq_how *how, uint32_t mode, struct sq_part *p)
{
	const bool scaled = i->omod && !(mode >> MCIK_MODE_DENORM_32_SHIFT & 2);
	unsigned key;

	if (!how || i->arithmetic == SQ_ANY_ARITHMETIC)
		return true;
	if (how->any_setting) {
		p->nearest |= how->rounds || scaled;
		return !p->nearest || !p->key || sq_rounding(p->key) == 0;
	}
	key = sq_arithmetic_key(mode, (enum sq_arithmetic)i->arithmetic);
	if (p->key ? p->key != key : p->nearest && sq_rounding(key))
		return false;
	p->key = (uint8_t)key;
	return true;
}

bool mcik_sq_part_takes(struct sq_part *p, const struct sq_inst *i, uint32_t mode, enum fl_isa isa)
{
	const struct sq_how *how = i->op ? mcik_sq_how(i->opcode) : NULL;
	struct sq_part after = *p;

	if (!i->op || (!how && !is_mask_read(i)) || p->n == SQ_PART_MOST ||
	    (how && how->wide && isa < FL_ISA_AVX2))
		return false;
	if (!sources_fit(i, &after) || !masks_fit(i, &after) || !settings_fit(i, how, mode, &after) ||
	    !scalars_agree(&after))
		return false;
	after.n++;
	*p = after;
	return true;
}

/* ---- to the compiler
 * ------------------------------------------------------------------------------------- */
static void fill_constants(struct sq_part *p, const struct sq_line *l)
{
	unsigned n = 0;

	for (unsigned at = p->at; at < p->end; at += l->inst[at].n_dw, n++)
		for (unsigned k = 0; k < 3; k++)
			if (k < l->inst[at].n_src && mcik_sq_is_constant(l->inst[at].src[k]))
				p->constants[3 * n + k] =
				    mcik_sq_read32(NULL, &l->inst[at], l->inst[at].src[k]);
}

enum fl_jit_answer mcik_sq_part_compile(struct sq_part *p, const struct sq_line *l, uint32_t mode,
					enum fl_isa isa)
{
	struct {
		uint32_t mode, key;
		uint32_t dw[SQ_LINE_DW + SQ_AHEAD_DW];
	} key = {.mode = mode & SQ_JIT_MODE, .key = p->key};
	const size_t n_dw = (size_t)(p->end - p->at);
	struct sq_lower_ask ask = {p, l, mode, isa};
	enum fl_jit_answer answer;

	if (!p->key) /* exact conversions alone, or bits */
		key.key = p->key = (uint8_t)sq_arithmetic_key(mode, SQ_EXACT);
	memcpy(key.dw, l->dw + p->at, n_dw * sizeof *key.dw);
	answer = fl_jit_get(
	    &(struct fl_jit_ask){isa, &key, offsetof(__typeof__(key), dw) + 4 * n_dw, mcik_sq_lower, &ask},
	    &p->program);
	if (answer != FL_JIT_HERE)
		return answer;
	p->constants = calloc((size_t)3 * p->n, sizeof *p->constants);
	if (!p->constants) {
		mcik_sq_part_free(p);
		return FL_JIT_NEVER;
	}
	fill_constants(p, l);
	return FL_JIT_HERE;
}

void mcik_sq_part_free(struct sq_part *p)
{
	fl_jit_put(p->program);
	free(p->constants);
	p->program = NULL;
	p->constants = NULL;
}
#endif
