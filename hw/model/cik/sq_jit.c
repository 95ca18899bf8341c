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

bool mcik_sq_part_takes_alone(struct sq_part *p, const struct sq_inst *i, uint32_t mode, enum fl_isa isa)
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
#include "hw/model/num/flush.h"

#include <stdlib.h>

/* ---- what is plain enough ----------------------------------------------------------------------------- */
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
		const unsigned code = i->src[k], n = mcik_sq_letter(i, (int)k) == 'I' ? 2 : 1;

		if (code + n > SQ_VGPR + MCIK_VGPRS || (code < MCIK_SCALARS && code + n > MCIK_SCALARS))
			return false;
		if (code >= SQ_VGPR)
			continue;
		if (code < MCIK_SCALARS)
			put(p->read_s, code, n);
		else if (!mcik_sq_is_constant(code))
			return false; /* VCCZ, EXECZ, SCC, LDS */
	}
	return true;
}

/* Pairs begin at even numbers, so two are the same or have nothing in common. */
static bool masks_fit(const struct sq_inst *i, struct sq_part *p)
{
	if (i->reads_mask && (mcik_sq_mask_at(i) > MCIK_EXEC || mcik_sq_mask_at(i) % 2))
		return false;
	if (i->reads_mask)
		put(p->mask_s, mcik_sq_mask_at(i), 2);
	if (i->writes_mask) {
		if (i->sdst > MCIK_VCC || i->sdst % 2)
			return false;
		put(p->wrote_s, i->sdst, 2);
	}
	return true;
}

/* LLVM takes it that the processor rounds to the nearest: it may make -(a * b) of -a * b, say, which is
 * another number where the rounding is up or down. */
static bool settings_fit(const struct sq_inst *i, const struct sq_how *how, uint32_t mode, struct sq_part *p)
{
	unsigned key;

	p->floats |= how && !how->bits;
	if (!how || how->any_setting || i->arithmetic == SQ_ANY_ARITHMETIC)
		return true;
	key = sq_arithmetic_key(mode, (enum sq_arithmetic)i->arithmetic);
	if (sq_rounding(key) != FL_NUM_NEAREST || (p->key && p->key != key))
		return false;
	p->key = (uint8_t)key;
	return true;
}

static bool touches(const uint64_t *set, struct sq_range r)
{
	for (unsigned k = r.first; k < r.first + (unsigned)r.n && k < MCIK_SCALARS; k++)
		if (set[k / 64] >> k % 64 & 1)
			return true;
	return false;
}

/* May a scalar instruction be executed before the vector ones that the part has so far? When VCC is written,
 * it is noted whether loads of scalars are on their way. */
static bool goes_before(const struct sq_part *p, const struct sq_inst *i)
{
	enum { SRC_VCCZ = 251 };
	uint64_t not_these[MCIK_SCALARS / 64] = {0};

	put(not_these, MCIK_VCC, 2);
	if (i->unit == SQ_SMEM) /* which does not count as a scalar instruction's M0 */
		put(not_these, MCIK_M0, 1);
	for (unsigned k = 0; k < 2; k++)
		if (i->src[k] == SRC_VCCZ && i->unit == SQ_SALU)
			return false;
	for (unsigned k = 0; k < i->n_reads; k++)
		if (touches(p->wrote_s, i->reads[k]))
			return false;
	for (unsigned k = 0; k < i->n_writes; k++)
		if (touches(p->read_s, i->writes[k]) || touches(p->wrote_s, i->writes[k]) ||
		    touches(p->mask_s, i->writes[k]) || touches(not_these, i->writes[k]))
			return false;
	return i->unit == SQ_SALU || !touches(p->wrote_s, (struct sq_range){MCIK_VCC, 2});
}

static bool takes_scalar(struct sq_part *p, const struct sq_inst *i)
{
	if (!i->plain || !p->n || !goes_before(p, i))
		return false;
	p->n_all++;
	return true;
}

bool mcik_sq_part_takes(struct sq_part *p, const struct sq_inst *i, uint32_t mode, enum fl_isa isa)
{
	const bool vector = i->unit == SQ_VALU;
	const struct sq_how *how = vector && i->op ? mcik_sq_how(i->opcode) : NULL;
	struct sq_part after = *p;

	if (!vector)
		return takes_scalar(p, i);
	if (!i->op || (!how && !is_mask_read(i)) || p->n == SQ_PART_MOST ||
	    (how && how->wide && isa < FL_ISA_AVX2) ||
	    (mcik_sq_letter(i, -1) == 'I' && i->dst + 1 >= SQ_VGPR + MCIK_VGPRS))
		return false;
	if (!sources_fit(i, &after) || !masks_fit(i, &after) || !settings_fit(i, how, mode, &after) ||
	    !scalars_agree(&after))
		return false;
	after.n++;
	after.n_all++;
	*p = after;
	return true;
}

/* Of values of 64 bits in scalars half would be known. */
static bool sources_are_whole(const struct sq_inst *i)
{
	for (unsigned k = 0; i->op && k < i->n_src; k++)
		if (i->src[k] < MCIK_SCALARS && mcik_sq_letter(i, (int)k) == 'I')
			return false;
	return true;
}

bool mcik_sq_part_takes_alone(struct sq_part *p, const struct sq_inst *i, uint32_t mode, enum fl_isa isa)
{
	const unsigned mask = i->reads_mask ? mcik_sq_mask_at(i) : 0;
	const bool made_here = mask < MCIK_SCALARS && p->wrote_s[mask / 64] >> mask % 64 & 1;

	return i->unit == SQ_VALU && (!i->reads_mask || made_here) && sources_are_whole(i) &&
	       mcik_sq_part_takes(p, i, mode, isa);
}

/* ---- to the compiler ---------------------------------------------------------------------------------- */
static void fill_constants(struct sq_part *p, const struct sq_line *l)
{
	unsigned n = 0;

	for (unsigned at = p->at; at < p->end; at += l->inst[at].n_dw) {
		const struct sq_inst *i = &l->inst[at];

		for (unsigned k = 0; i->unit == SQ_VALU && k < 3; k++)
			if (k < i->n_src && mcik_sq_is_constant(i->src[k]))
				p->constants[3 * n + k] = mcik_sq_read32(NULL, i, i->src[k]);
		n += i->unit == SQ_VALU;
	}
}

static void mark(struct sq_part *p, unsigned at, unsigned unit)
{
	unsigned k = 0;

	while (k < p->n_marks && p->mark[k].at != at)
		k++;
	p->n_marks += k == p->n_marks;
	p->mark[k] = (struct sq_mark){.at = (uint8_t)at, .unit = (uint8_t)unit, .after = p->n_all};
}

/* Counts the part's instructions again, and notes which are scalar, and who wrote which scalar last. */
static void fill_scalars(struct sq_part *p, const struct sq_line *l)
{
	p->n_all = 0;
	for (unsigned at = p->at; at < p->end; at += l->inst[at].n_dw) {
		const struct sq_inst *i = &l->inst[at];

		p->n_all++;
		if (i->unit != SQ_VALU)
			p->scalar[p->n_scalar++] = i;
		for (unsigned k = 0; k < i->n_writes; k++)
			for (unsigned r = i->writes[k].first;
			     r < i->writes[k].first + (unsigned)i->writes[k].n; r++)
				if (r < MCIK_SCALARS)
					mark(p, r, i->unit);
	}
}

static bool fill(struct sq_part *p, const struct sq_line *l)
{
	p->constants = calloc((size_t)3 * p->n, sizeof *p->constants);
	p->scalar = calloc(p->n_all, sizeof *p->scalar);
	p->mark = calloc(MCIK_SCALARS, sizeof *p->mark);
	if (!p->constants || !p->scalar || !p->mark)
		return false;
	fill_constants(p, l);
	fill_scalars(p, l);
	return true;
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

	if (!p->key && p->floats) /* exact conversions alone */
		key.key = p->key = (uint8_t)sq_arithmetic_key(mode, SQ_EXACT);
	memcpy(key.dw, l->dw + p->at, n_dw * sizeof *key.dw);
	answer = fl_jit_get(
	    &(struct fl_jit_ask){isa, &key, offsetof(__typeof__(key), dw) + 4 * n_dw, mcik_sq_lower, &ask},
	    &p->program);
	if (answer != FL_JIT_HERE)
		return answer;
	if (fill(p, l))
		return FL_JIT_HERE;
	mcik_sq_part_free(p);
	return FL_JIT_NEVER;
}

void mcik_sq_part_free(struct sq_part *p)
{
	fl_jit_put(p->program);
	free(p->constants);
	free(p->scalar);
	free(p->mark);
	p->program = NULL;
	p->constants = NULL;
	p->scalar = NULL;
	p->mark = NULL;
}
#endif
