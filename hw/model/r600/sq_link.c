/* SPDX-License-Identifier: MIT
 *
 * What a draw adds to a decoded program: its constants, its fetches with their resources, loops and booleans.
 * Constants are taken when the draw is decoded: what is written later is not for it.
 */
#include "hw/model/r600/sq_math.h"

#include <string.h>

/* Which of the constants' registers are the stage's: export programs have those of vertex programs. */
enum { OF_PS, OF_VS, OF_GS };
enum { ITEM_DW = 4 }; /* of scratch and reduction buffers */
static const uint8_t constants_of[] = {
    [MR600_PS] = OF_PS, [MR600_VS] = OF_VS, [MR600_GS] = OF_GS, [MR600_ES] = OF_VS};

static void *copy(struct fl_arena *a, const void *from, size_t size_B)
{
	void *to = fl_arena_alloc(a, size_B ? size_B : 1, 64);

	if (to && size_B)
		memcpy(to, from, size_B);
	return to;
}

/* ---- constants ----------------------------------------------------------------------------------------- */
static void locate(const struct mr600 *r, unsigned of, unsigned bank, uint64_t *addr, uint32_t *lines)
{
	static const uint32_t cache[] = {R600_SQ_ALU_CONST_CACHE_PS(0), R600_SQ_ALU_CONST_CACHE_VS(0),
					 R600_SQ_ALU_CONST_CACHE_GS(0)};
	static const uint32_t size[] = {R600_SQ_ALU_CONST_BUFFER_SIZE_PS(0),
					R600_SQ_ALU_CONST_BUFFER_SIZE_VS(0),
					R600_SQ_ALU_CONST_BUFFER_SIZE_GS(0)};

	*addr = (uint64_t)r->reg[cache[of] / 4 + bank] << 8;
	*lines = R600_SQ_ALU_CONST_BUFFER_SIZE_PS__DATA__GET(r->reg[size[of] / 4 + bank]);
}

static uint32_t cached(struct mr600 *r, unsigned of, const struct sq_konst *k)
{
	uint64_t addr;
	uint32_t lines, value = 0;

	locate(r, of, k->bank, &addr, &lines);
	if (k->index / SQ_LINE >= lines)
		mr600_report(
		    r, FL_WARN, "SQ", "R6xx facts 4.6",
		    "a program reads constant %u of buffer %u, whose size is %u (units of 16 constants)",
		    k->index, k->bank, lines);
	addr += (uint64_t)k->index * 16 + k->chan * 4u;
	if (!fl_mem_read32(&r->base.mem, addr, &value))
		mr600_report(r, FL_WARN, "SQ", "R6xx facts 4.6",
			     "a program reads constant %u of buffer %u: nothing is at 0x%llx", k->index,
			     k->bank, (unsigned long long)addr);
	return value;
}

static uint32_t in_file(const struct mr600 *r, unsigned of, unsigned index, unsigned chan)
{
	unsigned at = index + (of == OF_PS ? 0 : SQ_CFILE);

	return r->reg[R600_SQ_ALU_CONSTANT0(0) / 4 + at * 4 + chan];
}

static bool fill_table(struct mr600 *r, struct fl_arena *a, struct mr600_program *p, unsigned of)
{
	uint32_t(*table)[SQ_LANES] = fl_arena_alloc(a, (p->code.n_konst + 1) * sizeof(*table), 64);

	if (!table)
		return false;
	for (uint32_t i = 0; i < p->code.n_konst; i++) {
		const struct sq_konst *k = &p->code.konst[i];
		uint32_t v = k->from == SQ_VALUE   ? k->value
			     : k->from == SQ_CACHE ? cached(r, of, k)
						   : in_file(r, of, k->index, k->chan);

		if (k->mod & SQ_ABS)
			v &= 0x7fffffff;
		if (k->mod & SQ_NEG)
			v ^= 0x80000000;
		for (unsigned l = 0; l < SQ_LANES; l++)
			table[i][l] = v;
	}
	p->table = (const uint32_t(*)[SQ_LANES])table;
	return true;
}

/* Whole buffers, of those that are read by number */
static bool fill_buffers(struct mr600 *r, struct fl_arena *a, struct mr600_program *p, unsigned of)
{
	for (unsigned b = 0; b < SQ_BANKS; b++) {
		uint64_t addr, left_B = 0;
		uint32_t lines;
		const uint8_t *from;

		if (!(p->code.banks >> b & 1))
			continue;
		locate(r, of, b, &addr, &lines);
		from = fl_mem_at(&r->base.mem, addr, &left_B);
		left_B = from ? left_B / 16 : 0;
		p->bank[b].n = left_B < lines * SQ_LINE ? (unsigned)left_B : lines * SQ_LINE;
		p->bank[b].konst = copy(a, from, p->bank[b].n * 16);
		if (!p->bank[b].konst)
			return false;
	}
	if (p->code.file) {
		p->file.n = SQ_CFILE;
		p->file.konst =
		    copy(a, &r->reg[R600_SQ_ALU_CONSTANT0(0) / 4 + (of == OF_PS ? 0 : SQ_CFILE * 4)],
			 SQ_CFILE * 16);
		return p->file.konst != NULL;
	}
	return true;
}

/* ---- memory that programs write ------------------------------------------------------------------------ */
static void find_memory(const struct mr600 *r, struct mr600_program *p)
{
	static const uint32_t item[] = {[MR600_PS] = R600_SQ_PSTMP_RING_ITEMSIZE,
					[MR600_VS] = R600_SQ_VSTMP_RING_ITEMSIZE,
					[MR600_GS] = R600_SQ_GSTMP_RING_ITEMSIZE,
					[MR600_ES] = R600_SQ_ESTMP_RING_ITEMSIZE};
	static const uint32_t size[] = {[MR600_PS] = R600_SQ_PSTMP_RING_SIZE,
					[MR600_VS] = R600_SQ_VSTMP_RING_SIZE,
					[MR600_GS] = R600_SQ_GSTMP_RING_SIZE,
					[MR600_ES] = R600_SQ_ESTMP_RING_SIZE};

	if (r->reg[size[p->stage] / 4])
		p->items[SQ_SCRATCH] =
		    R600_SQ_PSTMP_RING_ITEMSIZE__ITEMSIZE__GET(r->reg[item[p->stage] / 4]) / ITEM_DW;
	if (R600_REG(r, SQ_REDUC_RING_SIZE))
		p->items[SQ_REDUCTION] =
		    R600_SQ_REDUC_RING_ITEMSIZE__ITEMSIZE__GET(R600_REG(r, SQ_REDUC_RING_ITEMSIZE)) / ITEM_DW;
	p->export_addr = (uint64_t)R600_REG(r, SX_MEMORY_EXPORT_BASE) << 8;
	p->export_size_B = (uint64_t)R600_REG(r, SX_MEMORY_EXPORT_SIZE) << 8;
}

/* ---- all of it ----------------------------------------------------------------------------------------- */
static bool decode_fetches(struct mr600 *r, struct fl_arena *a, struct mr600_program *p)
{
	const struct mr600_fetch **fetch = fl_arena_alloc(a, (p->code.n_fetch + 1) * sizeof(*fetch), 64);

	if (!fetch)
		return false;
	for (uint32_t i = 0; i < p->code.n_fetch; i++) {
		const struct sq_fetch *f = &p->code.fetch[i];

		fetch[i] = NULL;
		if (f->kind != SQ_FETCH)
			continue;
		fetch[i] = mr600_fetch_decode(r, a, p->stage, f->word, f->vtx);
		if (!fetch[i])
			return false;
	}
	p->fetch = fetch;
	return true;
}

static bool copy_code(struct fl_arena *a, struct sq_code *c)
{
	c->step = copy(a, c->step, c->n_step * sizeof(*c->step));
	c->group = copy(a, c->group, c->n_group * sizeof(*c->group));
	c->op = copy(a, c->op, c->n_op * sizeof(*c->op));
	c->fetch = copy(a, c->fetch, c->n_fetch * sizeof(*c->fetch));
	c->konst = copy(a, c->konst, c->n_konst * sizeof(*c->konst));
	c->move = copy(a, c->move, c->n_move * sizeof(*c->move));
	return c->step && c->group && c->op && c->fetch && c->konst && c->move;
}

struct mr600_program *mr600_sq_link(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage,
				    const struct sq_code *code, uint64_t serial)
{
	struct mr600_program *p = fl_arena_alloc(a, sizeof(*p), 64);
	unsigned of = constants_of[stage];

	if (!p)
		return NULL;
	memset(p, 0, sizeof(*p));
	p->code = *code;
	p->stage = stage;
	p->serial = serial;
	p->kit = FL_SIMD_PICK(r->isa, mr600_sq_kit)();
	p->wave = r->variant->wave;
	p->bools = r->reg[R600_SQ_BOOL_CONST(0) / 4 + of];
	memcpy(p->loops, &r->reg[R600_SQ_LOOP_CONST(0) / 4 + of * 32], sizeof(p->loops));
	find_memory(r, p);
	return copy_code(a, &p->code) && fill_table(r, a, p, of) && fill_buffers(r, a, p, of) &&
		       decode_fetches(r, a, p)
		   ? p
		   : NULL;
}
