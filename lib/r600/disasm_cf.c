/* SPDX-License-Identifier: MIT
 *
 * Control flow and fetches as text.
 */
#include "lib/r600/asm_own.h"

const char *const fl_r600_export_types[4] = {"PIXEL", "POS", "PARAM", "TYPE_3"};
/* R6xx reads scratch memory this way too. */
const char *const fl_r600_memory_types[2][4] = {{"WRITE", "WRITE_IND", "READ", "READ_IND"},
						{"WRITE", "WRITE_IND", "WRITE_ACK", "WRITE_IND_ACK"}};

#define FIELD(w, f) R600_SQ_##w##__##f##__MASK

enum { OPERANDS = 36 };

void fl_r600_pad(struct fl_asm_out *o, size_t from, size_t column)
{
	while (o->need_B < from + column)
		fl_asm_put(o, " ");
}

void fl_r600_put_invalid(struct fl_r600_dis *d, const char *why)
{
	fl_asm_put(d->out, "  # not valid: %s", why);
	d->invalid++;
}

static void put_name(struct fl_r600_dis *d, const struct fl_r600_cf *cf, uint32_t word1)
{
	if (cf->name[0])
		fl_asm_put(d->out, "%s", cf->name);
	else if (cf->kind == FL_R600_CF_ALU)
		fl_asm_put(d->out, "CF_ALU_%u", R600_SQ_CF_ALU_WORD1__CF_INST__GET(word1));
	else
		fl_asm_put(d->out, "CF_0x%02x", R600_SQ_CF_WORD1__CF_INST__GET(word1));
}

/* ---- clauses of the ALU -------------------------------------------------------------------------------- */
/* KC0[CB2:16-31]: constants 16 to 31 of buffer 2 are set 0. */
static void put_kcache(struct fl_asm_out *o, uint32_t set, uint32_t mode, uint32_t bank, uint32_t line)
{
	if (mode)
		fl_asm_put(o, " KC%u[CB%u:%u-%u%s]", set, bank, line * 16, line * 16 + (mode == 1 ? 15 : 31),
			   mode == 3 ? "+AL" : "");
}

static void put_alu(struct fl_r600_dis *d, const uint32_t w[2], uint32_t said[2])
{
	uint32_t mode0 = R600_SQ_CF_ALU_WORD0__KCACHE_MODE0__GET(w[0]);
	uint32_t mode1 = R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__GET(w[1]);

	put_kcache(d->out, 0, mode0, R600_SQ_CF_ALU_WORD0__KCACHE_BANK0__GET(w[0]),
		   R600_SQ_CF_ALU_WORD1__KCACHE_ADDR0__GET(w[1]));
	put_kcache(d->out, 1, mode1, R600_SQ_CF_ALU_WORD0__KCACHE_BANK1__GET(w[0]),
		   R600_SQ_CF_ALU_WORD1__KCACHE_ADDR1__GET(w[1]));
	said[0] |=
	    w[0] & (FIELD(CF_ALU_WORD0, ADDR) |
		    (mode0 ? FIELD(CF_ALU_WORD0, KCACHE_BANK0) | FIELD(CF_ALU_WORD0, KCACHE_MODE0) : 0) |
		    (mode1 ? FIELD(CF_ALU_WORD0, KCACHE_BANK1) : 0));
	said[1] |=
	    w[1] & (FIELD(CF_ALU_WORD1, COUNT) | FIELD(CF_ALU_WORD1, CF_INST) |
		    (mode0 ? FIELD(CF_ALU_WORD1, KCACHE_ADDR0) : 0) |
		    (mode1 ? FIELD(CF_ALU_WORD1, KCACHE_ADDR1) | FIELD(CF_ALU_WORD1, KCACHE_MODE1) : 0));
}

/* ---- exports ------------------------------------------------------------------------------------------- */
static void put_range(struct fl_asm_out *o, uint32_t first, uint32_t n)
{
	if (n > 1)
		fl_asm_put(o, "%u-%u", first, first + n - 1);
	else
		fl_asm_put(o, "%u", first);
}

static void put_export(struct fl_r600_dis *d, const struct fl_r600_cf *cf, const uint32_t w[2],
		       uint32_t said[2])
{
	uint32_t type = R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(w[0]);
	uint32_t n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(w[1]) + 1;
	uint32_t gpr = R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__GET(w[0]);
	bool memory = cf->kind == FL_R600_CF_MEM;

	fl_asm_put(d->out, " %s ", memory ? fl_r600_memory_types[d->r700][type] : fl_r600_export_types[type]);
	put_range(d->out, R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(w[0]), n);
	fl_asm_put(d->out, ", ");
	if (R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_REL__GET(w[0])) {
		fl_asm_put(d->out, "R[");
		put_range(d->out, gpr, n);
		fl_asm_put(d->out, "+AL]");
	} else {
		fl_asm_put(d->out, "R");
		put_range(d->out, gpr, n);
	}
	fl_asm_put(d->out, ".");
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t sel = w[1] >> 3 * i & 7;

		if (memory)
			sel = R600_SQ_CF_ALLOC_EXPORT_WORD1_BUF__COMP_MASK__GET(w[1]) >> i & 1 ? i : 7;
		fl_asm_put(d->out, "%c", fl_r600_swizzle_letters[sel]);
	}
	said[0] |= w[0] & (FIELD(CF_ALLOC_EXPORT_WORD0, ARRAY_BASE) | FIELD(CF_ALLOC_EXPORT_WORD0, TYPE) |
			   FIELD(CF_ALLOC_EXPORT_WORD0, RW_GPR) | FIELD(CF_ALLOC_EXPORT_WORD0, RW_REL));
	said[1] |= w[1] & (FIELD(CF_ALLOC_EXPORT_WORD1, CF_INST) | FIELD(CF_ALLOC_EXPORT_WORD1, BURST_COUNT) |
			   (memory ? FIELD(CF_ALLOC_EXPORT_WORD1_BUF, COMP_MASK)
				   : FIELD(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_X) |
					 FIELD(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_Y) |
					 FIELD(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_Z) |
					 FIELD(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_W)));
}

void fl_r600_put_cf(struct fl_r600_dis *d, const uint32_t w[2], bool body, bool at)
{
	const struct fl_r600_cf *cf = fl_r600_cf_of(w[1]);
	const struct fl_r600_attr *attrs = fl_r600_cf_attrs(d->r700, cf);
	uint32_t said[2] = {0, 0};
	uint32_t address = cf->kind == FL_R600_CF_ALU ? R600_SQ_CF_ALU_WORD0__ADDR__GET(w[0]) : w[0];

	fl_r600_attrs_begin(attrs, said);
	put_name(d, cf, w[1]);
	if (fl_r600_cf_has_clause(cf) ? at || !body : cf->kind <= FL_R600_CF_JUMP && (cf->kind || w[0]))
		fl_asm_put(d->out, " @%u", address);
	if (fl_r600_cf_has_clause(cf) && !body)
		fl_asm_put(d->out, " SLOTS:%u", fl_r600_cf_slots(d->r700, cf, w[1]));
	if (cf->kind == FL_R600_CF_ALU) {
		put_alu(d, w, said);
	} else if (cf->kind >= FL_R600_CF_MEM) {
		put_export(d, cf, w, said);
	} else {
		said[0] = w[0];
		said[1] |= w[1] & FIELD(CF_WORD1, CF_INST);
		if (fl_r600_cf_has_clause(cf))
			said[1] |= w[1] & (FIELD(CF_WORD1, COUNT) | (d->r700 ? FIELD(CF_WORD1, COUNT_3) : 0));
	}
	fl_r600_attrs_put(d->out, attrs, w, said);
	fl_asm_put_residue(d->out, w, said, 2);
	if (fl_r600_cf_has_clause(cf) && body && !at)
		fl_asm_put(d->out, "  # @%u", address);
}

/* ---- fetches ------------------------------------------------------------------------------------------- */
static void put_swizzle(struct fl_asm_out *o, uint32_t selectors)
{
	for (uint32_t i = 0; i < 4; i++)
		fl_asm_put(o, "%c", fl_r600_swizzle_letters[selectors >> 3 * i & 7]);
}

void fl_r600_put_fetch(struct fl_r600_dis *d, const uint32_t w[FL_R600_FETCH_WORDS])
{
	const struct fl_r600_fetch *f = fl_r600_fetch_of(w[0]);
	const struct fl_r600_attr *attrs = fl_r600_fetch_attrs(f);
	uint32_t said[FL_R600_FETCH_WORDS] = {w[0] & FIELD(VTX_WORD0, VTX_INST)};
	struct fl_asm_out *o = d->out;
	size_t from = o->need_B;

	fl_r600_attrs_begin(attrs, said);
	fl_asm_put(o, "            ");
	if (f->name[0])
		fl_asm_put(o, "%s ", f->name);
	else
		fl_asm_put(o, "READ_%u ", R600_SQ_MEM_RD_WORD0__MEM_OP__GET(w[0]));
	if (f->kind == FL_R600_FETCH_MEM)
		said[0] |= w[0] & FIELD(MEM_RD_WORD0, MEM_OP);
	fl_r600_pad(o, from, OPERANDS);
	if (f->kind == FL_R600_FETCH_SEM) {
		fl_asm_put(o, "SEM%u.", R600_SQ_VTX_WORD1_SEM__SEMANTIC_ID__GET(w[1]));
		said[1] |= w[1] & FIELD(VTX_WORD1_SEM, SEMANTIC_ID);
	} else {
		fl_r600_put_gpr(o, R600_SQ_TEX_WORD1__DST_GPR__GET(w[1]),
				R600_SQ_TEX_WORD1__DST_REL__GET(w[1]), FL_R600_LOOP);
		fl_asm_put(o, ".");
		said[1] |= w[1] & (FIELD(TEX_WORD1, DST_GPR) | FIELD(TEX_WORD1, DST_REL));
	}
	put_swizzle(o, w[1] >> R600_SQ_TEX_WORD1__DST_SEL_X__SHIFT);
	said[1] |= w[1] & (FIELD(TEX_WORD1, DST_SEL_X) | FIELD(TEX_WORD1, DST_SEL_Y) |
			   FIELD(TEX_WORD1, DST_SEL_Z) | FIELD(TEX_WORD1, DST_SEL_W));
	fl_asm_put(o, ", ");
	fl_r600_put_gpr(o, R600_SQ_TEX_WORD0__SRC_GPR__GET(w[0]), R600_SQ_TEX_WORD0__SRC_REL__GET(w[0]),
			FL_R600_LOOP);
	fl_asm_put(o, ".");
	said[0] |= w[0] & (FIELD(TEX_WORD0, SRC_GPR) | FIELD(TEX_WORD0, SRC_REL));
	if (f->kind == FL_R600_FETCH_TEX) {
		put_swizzle(o, w[2] >> R600_SQ_TEX_WORD2__SRC_SEL_X__SHIFT);
		said[2] |= w[2] & (FIELD(TEX_WORD2, SRC_SEL_X) | FIELD(TEX_WORD2, SRC_SEL_Y) |
				   FIELD(TEX_WORD2, SRC_SEL_Z) | FIELD(TEX_WORD2, SRC_SEL_W));
	} else {
		fl_asm_put(o, "%c", fl_r600_swizzle_letters[R600_SQ_VTX_WORD0__SRC_SEL_X__GET(w[0])]);
		said[0] |= w[0] & FIELD(VTX_WORD0, SRC_SEL_X);
	}
	fl_r600_attrs_put(o, attrs, w, said);
	fl_asm_put_residue(o, w, said, FL_R600_FETCH_WORDS);
}
