/* SPDX-License-Identifier: MIT
 *
 * NOPs, ALU waits and the texture semaphore of fragment programs, in one pass along the instructions. What
 * reaches a label or comes out of flow control is not known: there everything that the program could have
 * under way is taken to be. R5xx guide 8.2, 8.3.1, 8.4.2, 8.4.4, 8.5.2.
 */
#include "lib/r500/asm_fs.h"
#include "hw/regs/r500.h"

#include <string.h>

enum { TEMPS = 128, ANY = 255 };

struct channels { /* a set of channels of temporaries; any: of unknown ones */
	uint8_t of[TEMPS], any;
};

/* reg: as us_to() has it */
static void add(struct channels *s, uint32_t reg, uint32_t channels)
{
	if (reg & US_RELATIVE)
		s->any |= (uint8_t)channels;
	else
		s->of[reg] |= (uint8_t)channels;
}

static void join(struct channels *s, const struct channels *with)
{
	for (uint32_t i = 0; i < TEMPS; i++)
		s->of[i] |= with->of[i];
	s->any |= with->any;
}

static bool meets(const struct channels *s, uint32_t reg, uint32_t channels)
{
	if (s->any & channels)
		return true;
	if (reg != ANY)
		return s->of[reg] & channels;
	for (uint32_t i = 0; i < TEMPS; i++)
		if (s->of[i] & channels)
			return true;
	return false;
}

static uint32_t use(struct fl_r500_fs_use *u, uint32_t reg, uint32_t channels, bool late)
{
	if (reg & SRC_CONST || (reg & SRC_NONE && !(reg & SRC_CONST)) || !channels)
		return 0; /* a constant, or an inline one */
	*u = (struct fl_r500_fs_use){
	    .reg = reg & SRC_REL ? ANY : (uint8_t)(reg & 127), .channels = (uint8_t)channels, .late = late};
	return 1;
}

/* What operand i of a half reads */
static uint32_t operand(const uint32_t w[6], uint32_t half, uint32_t i, struct fl_r500_fs_use *u)
{
	const struct fl_r500_us_operand o = fl_r500_us_operand(w, half, i);
	uint32_t channels = 0, count = 0;

	for (uint32_t k = 0; k < (half ? 1 : 3); k++)
		if (o.swz[k] <= R500_ALU_SWIZ__ALPHA)
			channels |= 1u << o.swz[k];
	for (uint32_t b = 0; b < 2; b++) {
		uint32_t c = channels & (b ? 8 : 7), op = us_presubtract(w, b);

		if (o.sel != R500_ALU_SEL__SRCP) {
			count += use(u + count, us_source(w, b, o.sel), c, false);
			continue;
		}
		count += use(u + count, us_source(w, b, 0), c, true);
		if (op == R500_US_ALU_RGB_ADDR__SRCP_OP__RGB1_MINUS_RGB0 ||
		    op == R500_US_ALU_RGB_ADDR__SRCP_OP__RGB1_PLUS_RGB0)
			count += use(u + count, us_source(w, b, 1), c, true);
	}
	return count;
}

static uint32_t args_of(uint32_t half, uint32_t code, bool dp4)
{
	if (half && dp4)
		return 2;
	for (uint32_t i = 0; i < FL_R500_FS_OPS; i++)
		if ((half ? fl_r500_fs_ops[i].alpha : fl_r500_fs_ops[i].rgb) == (int32_t)code)
			return fl_r500_fs_ops[i].args;
	return 0;
}

uint32_t fl_r500_fs_reads(const uint32_t w[6], struct fl_r500_fs_use u[24])
{
	uint32_t n = 0, type = CMN_TYPE(w[0]), rgb = us_op(w, 0), alpha = us_op(w, 1);

	if (type == TYPE_FC)
		return 0;
	if (type == TYPE_TEX) {
		uint32_t op = R500_US_TEX_INST__INST__GET(w[1]);
		const uint32_t word[3] = {w[2], w[3], w[3]}, half[3] = {US_TEX_LOW, US_TEX_LOW, US_TEX_HIGH};

		for (uint32_t i = 0; i < (op == R500_US_TEX_INST__INST__DXDY ? 3u : op ? 1u : 0u); i++) {
			uint32_t c = 0, last = op == R500_US_TEX_INST__INST__LD || i ? 3 : 4;

			for (uint32_t k = 0; k < last; k++)
				c |= 1u << (us_tex_select(word[i], half[i]) >> (2 * k) & 3);
			if (op == R500_US_TEX_INST__INST__TEXKILL)
				c = US_WMASK_OF(w[0]);
			n += use(u + n, us_tex_register(word[i], half[i]), c, false);
		}
		return n;
	}
	bool dp4 = rgb == R500_US_ALU_RGBA_INST__RGB_OP__OP_DP4;
	for (uint32_t i = 0, count = args_of(0, rgb, false); i < count; i++)
		n += operand(w, 0, i, u + n);
	for (uint32_t i = 0, count = args_of(1, alpha, dp4); i < count; i++)
		n += operand(w, 1, i, u + n);
	if (rgb == R500_US_ALU_RGBA_INST__RGB_OP__OP_MDH || rgb == R500_US_ALU_RGBA_INST__RGB_OP__OP_MDV)
		n += use(u + n, us_source(w, 0, 0), 7, true);
	if (alpha == R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_MDH ||
	    alpha == R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_MDV)
		n += use(u + n, us_source(w, 1, 0), 8, true);
	return n;
}

/* What an instruction writes to temporaries. */
static void writes(const uint32_t w[6], struct channels *s)
{
	uint32_t mask = US_WMASK_OF(w[0]), op = R500_US_TEX_INST__INST__GET(w[1]);

	switch (CMN_TYPE(w[0])) {
	case TYPE_FC:
		return;
	case TYPE_TEX:
		if (op && op != R500_US_TEX_INST__INST__TEXKILL)
			add(s, us_tex_register(w[2], US_TEX_HIGH), mask);
		return;
	}
	add(s, us_to(w, 0), mask & 7);
	add(s, us_to(w, 1), mask & 8);
}

static bool is_lookup(const uint32_t w[6])
{
	uint32_t op = R500_US_TEX_INST__INST__GET(w[1]);

	return CMN_TYPE(w[0]) == TYPE_TEX && op && op != R500_US_TEX_INST__INST__TEXKILL;
}

/* Does the instruction read or write what s holds? */
static bool touches(const uint32_t w[6], const struct channels *s)
{
	struct fl_r500_fs_use u[24];
	struct channels to = {{0}, 0};
	uint32_t n = fl_r500_fs_reads(w, u);

	for (uint32_t i = 0; i < n; i++)
		if (meets(s, u[i].reg, u[i].channels))
			return true;
	writes(w, &to);
	if (to.any && meets(s, ANY, to.any))
		return true;
	for (uint32_t i = 0; i < TEMPS; i++)
		if (to.of[i] && meets(s, i, to.of[i]))
			return true;
	return false;
}

static bool reads_of(const uint32_t w[6], const struct channels *s)
{
	struct fl_r500_fs_use u[24];
	uint32_t n = fl_r500_fs_reads(w, u);

	for (uint32_t i = 0; i < n; i++)
		if (meets(s, u[i].reg, u[i].channels))
			return true;
	return false;
}

/* Does the condition of flow control look at the predicate; at the ALU result? */
static bool on_predicate(uint32_t func)
{
	return (func & JUMP_UNLESS(PREDICATE)) << 2 != (func & R500_US_FC_JUMP_FUNC__PREDICATE);
}

static bool on_result(uint32_t func)
{
	return (func & JUMP_UNLESS(ALU_RESULT)) << 4 != (func & R500_US_FC_JUMP_FUNC__ALU_RESULT);
}

void fl_r500_fs_schedule(struct fl_r500_fs *p, const uint32_t *joins)
{
	struct channels fetched = {{0}, 0};  /* by look-ups that no semaphore covers yet */
	struct channels acquired = {{0}, 0}; /* by those that a semaphore covers */
	struct channels computed = {{0}, 0}; /* by the ALU */
	struct channels all_fetched = {{0}, 0}, all_computed = {{0}, 0};
	bool bits = false, result = false, all_bits = false;

	for (uint32_t i = 0; i < p->n; i++) {
		writes(p->words[i], CMN_TYPE(p->words[i][0]) == TYPE_TEX ? &all_fetched : &all_computed);
		all_bits |= CMN_TYPE(p->words[i][0]) == TYPE_ALU && US_OMASK_OF(p->words[i][0]);
	}
	for (uint32_t i = 0; i < p->n; i++) {
		uint32_t *w = p->words[i], *before = i ? p->words[i - 1] : NULL, type = CMN_TYPE(w[0]);
		bool after_flow = before && CMN_TYPE(before[0]) == TYPE_FC;

		if (fl_r500_bit(joins, i) || after_flow) {
			join(&acquired, &all_fetched);
			join(&computed, &all_computed);
			bits |= all_bits;
		}
		/* A result of a look-up is used, or overtaken. */
		if (touches(w, &acquired))
			w[0] |= SEM_WAIT;
		if (is_lookup(w)) {
			const uint32_t *next =
			    i + 1 < p->n && !fl_r500_bit(joins, i + 1) ? p->words[i + 1] : NULL;
			struct channels with = fetched;

			writes(w, &with);
			/* One semaphore covers all look-ups up to the one that takes it: the last of a
			 * row. */
			if (!next || !is_lookup(next) || touches(next, &with))
				w[1] |= ACQUIRE;
			if (w[1] & ACQUIRE)
				w[0] |= SEM_WAIT;
		}
		if (w[0] & SEM_WAIT)
			memset(&acquired, 0, sizeof(acquired));
		if (is_lookup(w))
			writes(w, &fetched);
		if (type == TYPE_TEX && w[1] & ACQUIRE) {
			join(&acquired, &fetched);
			memset(&fetched, 0, sizeof(fetched));
		}
		/* Texture and flow control run beside the ALU. */
		if (type == TYPE_TEX &&
		    (reads_of(w, &computed) || (bits && w[0] & (R500_US_CMN_INST__RGB_PRED_SEL__MASK |
								R500_US_CMN_INST__ALPHA_PRED_SEL__MASK))))
			w[0] |= ALU_WAIT;
		if (type == TYPE_FC) {
			uint32_t func = R500_US_FC_INST__JUMP_FUNC__GET(w[2]);

			if ((on_predicate(func) && bits) || (on_result(func) && result))
				w[0] |= ALU_WAIT;
			result = false;
		}
		if (w[0] & ALU_WAIT) {
			memset(&computed, 0, sizeof(computed));
			bits = result = false;
		}
		if (type <= TYPE_OUT) {
			writes(w, &computed);
			bits |= type == TYPE_ALU && US_OMASK_OF(w[0]);
			result |= R500_US_ALU_RGB_INST__ALU_WMASK__GET(w[3]);
		}
		/* Presubtract, MDH and MDV see a register one cycle late. */
		if (type <= TYPE_OUT && before && CMN_TYPE(before[0]) <= TYPE_OUT) {
			struct channels just = {{0}, 0};
			struct fl_r500_fs_use u[24];
			uint32_t n = fl_r500_fs_reads(w, u);

			writes(before, &just);
			for (uint32_t k = 0; k < n; k++)
				if (u[k].late && meets(&just, u[k].reg, u[k].channels))
					before[0] |= ALU_NOP;
		}
	}
	/* The last one is an OUT, and waits. */
	if (p->n && CMN_TYPE(p->words[p->n - 1][0]) <= TYPE_OUT)
		p->words[p->n - 1][0] |= TYPE_OUT | SEM_WAIT;
}
