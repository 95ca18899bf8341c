/* SPDX-License-Identifier: MIT
 *
 * What a program needs of the chip: registers, and entries of the stack. The stack's rules: Mesa r600_asm.c
 * and r600_shader.c (callstack_update_max_depth).
 */
#include "lib/r600/asm_own.h"

enum {
	DEEPEST = 8,   /* calls */
	STEPS = 20000, /* of the walk: a damaged program has an end */
	ELEMENTS = 4,  /* of an entry */
};

/* ---- registers ----------------------------------------------------------------------------------------- */
/* The temporaries of clauses are not the program's. */
static void count(uint32_t *gprs, uint32_t gpr)
{
	if (gpr < FL_R600_TEMPS && gpr >= *gprs)
		*gprs = gpr + 1;
}

static void count_alu(bool r700, const uint32_t (*w)[2], uint32_t slots, uint32_t *gprs)
{
	for (uint32_t i = 0, used, n; i < slots; i += used) {
		n = fl_r600_group_size(w + i, slots - i, &used);
		if (!n)
			return;
		for (uint32_t k = i; k < i + n; k++) {
			if (fl_r600_alu_writes(w[k]))
				count(gprs, R600_SQ_ALU_WORD1__DST_GPR__GET(w[k][1]));
			for (uint32_t j = 0; j < fl_r600_alu_of(r700, w[k])->sources; j++) {
				struct fl_r600_src s;

				fl_r600_alu_src(w[k], j, &s);
				count(gprs, s.sel);
			}
		}
	}
}

uint32_t fl_r600_gprs(bool r700, const uint32_t (*w)[2], uint32_t n_cf, uint32_t n)
{
	uint32_t gprs = 0;

	for (uint32_t i = 0; i < n_cf; i++) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(w[i][1]);
		uint32_t at = cf->kind == FL_R600_CF_ALU ? R600_SQ_CF_ALU_WORD0__ADDR__GET(w[i][0]) : w[i][0];
		uint32_t slots = fl_r600_cf_slots(r700, cf, w[i][1]);

		if (cf->kind >= FL_R600_CF_MEM)
			count(&gprs, R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__GET(w[i][0]) +
					 R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(w[i][1]));
		if (!fl_r600_cf_has_clause(cf) || at >= n || slots > n - at)
			continue;
		if (cf->kind == FL_R600_CF_ALU)
			count_alu(r700, w + at, slots, &gprs);
		for (uint32_t k = at; cf->kind != FL_R600_CF_ALU && k < at + slots;
		     k += FL_R600_FETCH_SLOTS) {
			count(&gprs, R600_SQ_TEX_WORD0__SRC_GPR__GET(w[k][0]));
			if (fl_r600_fetch_of(w[k][0])->kind != FL_R600_FETCH_SEM)
				count(&gprs, R600_SQ_TEX_WORD1__DST_GPR__GET(w[k][1]));
		}
	}
	return gprs;
}

/* ---- stack --------------------------------------------------------------------------------------------- */
struct depth {
	const uint32_t (*w)[2];
	uint32_t n_cf, loop_elements;
	uint32_t loops, wide, pushes; /* wide: pushes of whole quads */
	uint32_t most, steps;
};

static void deeper(struct depth *d)
{
	/* Two elements more hold the masks of the time before the first push. */
	uint32_t elements = (d->loops + d->wide) * d->loop_elements + d->pushes + (d->pushes ? 2 : 0);

	if (elements > d->most)
		d->most = elements;
}

static void push(struct depth *d, uint32_t word1)
{
	if (R600_SQ_CF_WORD1__WHOLE_QUAD_MODE__GET(word1))
		d->wide++;
	else
		d->pushes++;
	deeper(d);
}

static void pop(struct depth *d, uint32_t n)
{
	while (n--)
		if (d->pushes)
			d->pushes--;
		else if (d->wide)
			d->wide--;
}

static void walk(struct depth *d, uint32_t from, uint32_t calls)
{
	for (uint32_t i = from; i < d->n_cf && d->steps < STEPS; i++, d->steps++) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(d->w[i][1]);
		uint32_t word1 = d->w[i][1], pops = R600_SQ_CF_WORD1__POP_COUNT__GET(word1);
		struct depth before = *d;

		if (FL_R600_CF_IS(cf, POP) || FL_R600_CF_IS(cf, POP_JUMP) || FL_R600_CF_IS(cf, POP_PUSH) ||
		    FL_R600_CF_IS(cf, POP_PUSH_ELSE))
			pop(d, pops);
		if (cf->push > 0)
			push(d, word1);
		else
			pop(d, (uint32_t)-cf->push);
		if (FL_R600_CF_IS(cf, LOOP_START) || FL_R600_CF_IS(cf, LOOP_START_DX10) ||
		    FL_R600_CF_IS(cf, LOOP_START_NO_AL)) {
			d->loops++;
			deeper(d);
		} else if (FL_R600_CF_IS(cf, LOOP_END) && d->loops) {
			d->loops--;
		} else if (FL_R600_CF_IS(cf, CALL) && calls < DEEPEST) {
			walk(d, d->w[i][0], calls + 1);
			before.most = d->most;
			before.steps = d->steps;
			*d = before;
		}
		if (FL_R600_CF_IS(cf, RETURN) || fl_r600_cf_ends(word1))
			return;
	}
}

uint32_t fl_r600_stack(const uint32_t (*w)[2], uint32_t n_cf, bool narrow)
{
	struct depth d = {.w = w, .n_cf = n_cf, .loop_elements = narrow ? 8 : 4};

	walk(&d, 0, 0);
	return (d.most + ELEMENTS - 1) / ELEMENTS;
}
