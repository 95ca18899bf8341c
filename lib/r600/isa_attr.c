/* SPDX-License-Identifier: MIT
 *
 * Fields that stand behind an instruction by name. What they mean: isa.h; the names are those of Mesa's dumps
 * where it has some.
 */
#include "lib/r600/isa.h"

#include <string.h>

#define FIELD(w, f) R600_SQ_##w##__##f##__MASK
#define SHIFT(w, f) R600_SQ_##w##__##f##__SHIFT
#define ATTR(name, i, w, f, usual, kind, always, list)                       \
	{                                                                    \
		name, FIELD(w, f), usual, i, SHIFT(w, f), kind, always, list \
	}
#define FLAG(name, i, w, f)     ATTR(name, i, w, f, 0, FL_R600_FLAG, false, NULL)
#define FLAG_NOT(name, i, w, f) ATTR(name, i, w, f, 1, FL_R600_FLAG, false, NULL)
#define NUMBER(name, i, w, f)   ATTR(name, i, w, f, 0, FL_R600_NUMBER, false, NULL)
#define ALWAYS(name, i, w, f)   ATTR(name, i, w, f, 0, FL_R600_NUMBER, true, NULL)
#define USUAL(name, i, w, f, v) ATTR(name, i, w, f, v, FL_R600_NUMBER, false, NULL)
#define SIGNED(name, i, w, f)   ATTR(name, i, w, f, 0, FL_R600_SIGNED, false, NULL)
#define CHOICE(list, i, w, f)   ATTR("", i, w, f, 0, FL_R600_CHOICE, false, list)
#define END                                      \
	{                                        \
		NULL, 0, 0, 0, 0, 0, false, NULL \
	}

static const char *const conds[] = {"", "COND_FALSE", "COND_BOOL", "COND_NOT_BOOL"};
static const char *const fetch_types[] = {"VERTEX", "INSTANCE", "NO_INDEX_OFFSET", "FETCH_TYPE_3"};
static const char *const endians[] = {"", "SWAP_8IN16", "SWAP_8IN32", "SWAP_3"};

/* What all control flow but ALU clauses has at its end; bits of SQ_CF_WORD1 */
#define CF_TAIL                                                                                \
	FLAG("VPM", 1, CF_WORD1, VALID_PIXEL_MODE), FLAG("WQM", 1, CF_WORD1, WHOLE_QUAD_MODE), \
	    FLAG("EOP", 1, CF_WORD1, END_OF_PROGRAM), FLAG_NOT("NO_BARRIER", 1, CF_WORD1, BARRIER), END
#define CF_HEAD                                                                        \
	NUMBER("POP", 1, CF_WORD1, POP_COUNT), NUMBER("CONST", 1, CF_WORD1, CF_CONST), \
	    CHOICE(conds, 1, CF_WORD1, COND), NUMBER("CALLS", 1, CF_WORD1, CALL_COUNT)

static const struct fl_r600_attr flow[] = {CF_HEAD, NUMBER("COUNT", 1, CF_WORD1, COUNT),
					   FLAG("COUNT_3", 1, CF_WORD1, COUNT_3), CF_TAIL};
static const struct fl_r600_attr fetch_clause[] = {CF_HEAD, CF_TAIL};
static const struct fl_r600_attr alu_clause_r6[] = {FLAG("WATERFALL", 1, CF_ALU_WORD1, ALT_CONST),
						    FLAG("WQM", 1, CF_ALU_WORD1, WHOLE_QUAD_MODE),
						    FLAG_NOT("NO_BARRIER", 1, CF_ALU_WORD1, BARRIER), END};
static const struct fl_r600_attr alu_clause_r7[] = {FLAG("ALT_CONST", 1, CF_ALU_WORD1, ALT_CONST),
						    FLAG("WQM", 1, CF_ALU_WORD1, WHOLE_QUAD_MODE),
						    FLAG_NOT("NO_BARRIER", 1, CF_ALU_WORD1, BARRIER), END};
/* Mesa's and the Linux driver's exports have elements of four components. */
static const struct fl_r600_attr export[] = {USUAL("ES", 0, CF_ALLOC_EXPORT_WORD0, ELEM_SIZE, 3),
					     NUMBER("IDX", 0, CF_ALLOC_EXPORT_WORD0, INDEX_GPR), CF_TAIL};
static const struct fl_r600_attr memory[] = {
    NUMBER("ES", 0, CF_ALLOC_EXPORT_WORD0, ELEM_SIZE), NUMBER("IDX", 0, CF_ALLOC_EXPORT_WORD0, INDEX_GPR),
    NUMBER("SIZE", 1, CF_ALLOC_EXPORT_WORD1_BUF, ARRAY_SIZE), CF_TAIL};

const struct fl_r600_attr *fl_r600_cf_attrs(bool r700, const struct fl_r600_cf *cf)
{
	switch (cf->kind) {
	case FL_R600_CF_TEX:
	case FL_R600_CF_VTX:
		return fetch_clause;
	case FL_R600_CF_ALU:
		return r700 ? alu_clause_r7 : alu_clause_r6;
	case FL_R600_CF_MEM:
		return memory;
	case FL_R600_CF_EXPORT:
		return export;
	default:
		return flow;
	}
}

/* ---- fetches ------------------------------------------------------------------------------------------- */
/* The format of what is fetched; word 1 of all vertex and memory fetches */
#define FORMAT                                                                                          \
	FLAG("UCF", 1, VTX_WORD1, USE_CONST_FIELDS), NUMBER("DTA", 1, VTX_WORD1, DATA_FORMAT),          \
	    NUMBER("NUM", 1, VTX_WORD1, NUM_FORMAT_ALL), NUMBER("COMP", 1, VTX_WORD1, FORMAT_COMP_ALL), \
	    NUMBER("MODE", 1, VTX_WORD1, SRF_MODE_ALL), CHOICE(endians, 2, VTX_WORD2, ENDIAN_SWAP)

static const struct fl_r600_attr vtx[] = {ALWAYS("RID", 0, VTX_WORD0, BUFFER_ID),
					  CHOICE(fetch_types, 0, VTX_WORD0, FETCH_TYPE),
					  NUMBER("OFFSET", 2, VTX_WORD2, OFFSET),
					  NUMBER("MFC", 0, VTX_WORD0, MEGA_FETCH_COUNT),
					  FORMAT,
					  FLAG_NOT("MINI", 2, VTX_WORD2, MEGA_FETCH),
					  FLAG("NO_STRIDE", 2, VTX_WORD2, CONST_BUF_NO_STRIDE),
					  FLAG("ALT_CONST", 2, VTX_WORD2, ALT_CONST),
					  FLAG("WHOLE_QUAD", 0, VTX_WORD0, FETCH_WHOLE_QUAD),
					  END};
static const struct fl_r600_attr mem[] = {NUMBER("ES", 0, MEM_RD_WORD0, ELEM_SIZE),
					  NUMBER("BURST", 0, MEM_RD_WORD0, BURST_COUNT),
					  FLAG("UNCACHED", 0, MEM_RD_WORD0, UNCACHED),
					  FLAG("INDEXED", 0, MEM_RD_WORD0, INDEXED),
					  FORMAT,
					  NUMBER("BASE", 2, MEM_RD_WORD2, ARRAY_BASE),
					  NUMBER("SIZE", 2, MEM_RD_WORD2, ARRAY_SIZE),
					  FLAG("WHOLE_QUAD", 0, MEM_RD_WORD0, FETCH_WHOLE_QUAD),
					  END};
#define COORD_TYPES (0xfu << R600_SQ_TEX_WORD1__COORD_TYPE_X__SHIFT)
static const struct fl_r600_attr tex[] = {
    ALWAYS("RID", 0, TEX_WORD0, RESOURCE_ID),
    ALWAYS("SID", 2, TEX_WORD2, SAMPLER_ID),
    SIGNED("LB", 1, TEX_WORD1, LOD_BIAS),
    {"CT", COORD_TYPES, 15, 1, SHIFT(TEX_WORD1, COORD_TYPE_X), FL_R600_COORDS, true, NULL},
    SIGNED("OX", 2, TEX_WORD2, OFFSET_X),
    SIGNED("OY", 2, TEX_WORD2, OFFSET_Y),
    SIGNED("OZ", 2, TEX_WORD2, OFFSET_Z),
    FLAG("BC_FRAC", 0, TEX_WORD0, BC_FRAC_MODE),
    FLAG("ALT_CONST", 0, TEX_WORD0, ALT_CONST),
    FLAG("WHOLE_QUAD", 0, TEX_WORD0, FETCH_WHOLE_QUAD),
    END};

const struct fl_r600_attr *fl_r600_fetch_attrs(const struct fl_r600_fetch *f)
{
	return f->kind == FL_R600_FETCH_TEX ? tex : f->kind == FL_R600_FETCH_MEM ? mem : vtx;
}

/* ---- ALU ----------------------------------------------------------------------------------------------- */
/* INDEX_MODE and PRED_SEL are written otherwise where they serve an operand, or select. */
#define ALU_TAIL NUMBER("IM", 0, ALU_WORD0, INDEX_MODE), NUMBER("PRED_SEL", 0, ALU_WORD0, PRED_SEL), END
#define ALU_UPDATES                                                         \
	FLAG("UPDATE_EXEC_MASK", 1, ALU_WORD1_OP2_V2, UPDATE_EXECUTE_MASK), \
	    FLAG("UPDATE_PRED", 1, ALU_WORD1_OP2_V2, UPDATE_PRED)

static const struct fl_r600_attr op3[] = {ALU_TAIL};
static const struct fl_r600_attr op2_r7[] = {ALU_UPDATES, ALU_TAIL};
static const struct fl_r600_attr op2_r6[] = {ALU_UPDATES, FLAG("FOG_MERGE", 1, ALU_WORD1_OP2, FOG_MERGE),
					     ALU_TAIL};

const struct fl_r600_attr *fl_r600_alu_attrs(bool r700, bool is_op3)
{
	return is_op3 ? op3 : r700 ? op2_r7 : op2_r6;
}

/* ---- reading and writing ------------------------------------------------------------------------------- */
void fl_r600_attrs_begin(const struct fl_r600_attr *attrs, uint32_t *words)
{
	for (; attrs->name; attrs++)
		words[attrs->word] = (words[attrs->word] & ~attrs->mask) | attrs->usual << attrs->shift;
}

/* Of a field of the mask's width, as a number with a sign */
static int32_t with_sign(uint32_t v, uint32_t most)
{
	return v > most / 2 ? (int32_t)v - (int32_t)most - 1 : (int32_t)v;
}

static void put(struct fl_asm_out *o, const struct fl_r600_attr *at, uint32_t v)
{
	switch (at->style) {
	case FL_R600_FLAG:
		fl_asm_put(o, " %s", at->name);
		break;
	case FL_R600_SIGNED:
		fl_asm_put(o, " %s:%d", at->name, with_sign(v, at->mask >> at->shift));
		break;
	case FL_R600_CHOICE:
		fl_asm_put(o, " %s", at->names[v]);
		break;
	case FL_R600_COORDS:
		fl_asm_put(o, " %s:%c%c%c%c", at->name, v & 1 ? 'N' : 'U', v & 2 ? 'N' : 'U',
			   v & 4 ? 'N' : 'U', v & 8 ? 'N' : 'U');
		break;
	default:
		fl_asm_put(o, " %s:%u", at->name, v);
	}
}

void fl_r600_attrs_put(struct fl_asm_out *o, const struct fl_r600_attr *attrs, const uint32_t *words,
		       uint32_t *said)
{
	for (const struct fl_r600_attr *at = attrs; at->name; at++) {
		uint32_t bits = words[at->word] & at->mask;

		if (bits == (said[at->word] & at->mask) && !at->always)
			continue;
		put(o, at, bits >> at->shift);
		said[at->word] = (said[at->word] & ~at->mask) | bits;
	}
}

static bool take_coords(struct fl_asm *a, uint32_t *v)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	*v = 0;
	for (uint32_t i = 0; i < n && n == 4; i++) {
		if (name[i] != 'N' && name[i] != 'U')
			n = 0;
		*v |= (uint32_t)(name[i] == 'N') << i;
	}
	if (n != 4)
		return fl_asm_expected(a, "four letters, N (normalized) or U");
	a->at += n;
	return true;
}

static bool take_value(struct fl_asm *a, const struct fl_r600_attr *at, uint32_t *v)
{
	uint32_t most = at->mask >> at->shift;
	const char *where;
	bool minus;

	if (!fl_asm_want(a, ':'))
		return false;
	if (at->style == FL_R600_COORDS)
		return take_coords(a, v);
	if (at->style == FL_R600_NUMBER)
		return fl_asm_integer(a, most, at->name, v);
	where = fl_asm_here(a);
	minus = fl_asm_take(a, '-');
	if (!fl_asm_integer(a, most, at->name, v))
		return false;
	if (*v > most / 2 + minus)
		return fl_asm_wrong(a, where, "%s is -%u to %u", at->name, most / 2 + 1, most / 2);
	*v = (minus ? 0 - *v : *v) & most;
	return true;
}

int fl_r600_attr_take(struct fl_asm *a, const struct fl_r600_attr *attrs, uint32_t *words)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), v = 0;

	for (const struct fl_r600_attr *at = attrs; n && at->name; at++) {
		bool found = at->style != FL_R600_CHOICE && fl_asm_is(name, n, at->name);

		for (uint32_t i = 0; at->style == FL_R600_CHOICE && !found && i < 4; i++)
			if (fl_asm_is(name, n, at->names[i])) {
				found = true;
				v = i;
			}
		if (!found)
			continue;
		a->at += n;
		if (at->style == FL_R600_FLAG)
			v = !at->usual;
		else if (at->style != FL_R600_CHOICE && !take_value(a, at, &v))
			return -1;
		words[at->word] = (words[at->word] & ~at->mask) | v << at->shift;
		return 1;
	}
	return 0;
}
