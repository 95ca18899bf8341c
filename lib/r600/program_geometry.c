/* SPDX-License-Identifier: MIT
 *
 * Geometry programs of the caller's own: what they and the vertex programs before them write, the copy
 * program behind them, and constants out of memory. R6xx facts 4.8.
 *
 * The vertex program runs as ES and leaves its vertices in one ring, the geometry program those that it
 * emits in another. The copy program runs where vertex programs do else: once for each of these, whose place
 * in the ring it has in R0.x.
 */
#include "hw/fl_fmt.h"
#include "lib/r600/asm_own.h"
#include "lib/r600/program_state.h"

enum { VECTOR_DW = 4 };

/* ---- what is written to the rings ---------------------------------------------------------------------- */
/* Dwords that the program of p->source writes at most of an item, where it says their places itself.
 * FL_USAGE: it exports. */
static enum fl_code written(const struct fl_program *p, const char *name, bool may_index, uint32_t *n_dw,
			    struct fl_err *err)
{
	const struct fl_r600_program *s = &p->source;

	*n_dw = 0;
	for (uint32_t i = 0; i < s->n_cf; i++) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(s->words[i][1]);
		const uint32_t w0 = s->words[i][0];
		const uint32_t n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(s->words[i][1]) + 1;
		const uint32_t end = R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(w0) +
				     n * (R600_SQ_CF_ALLOC_EXPORT_WORD0__ELEM_SIZE__GET(w0) + 1);

		if (cf->kind < FL_R600_CF_MEM)
			continue;
		if (cf->inst != R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_MEM_RING)
			return fl_fail(err, FL_USAGE,
				       "%s program: %s: around a geometry program, it writes MEM_RING alone",
				       name, cf->name);
		if (R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(w0)) {
			if (!may_index)
				return fl_fail(err, FL_USAGE,
					       "%s program: MEM_RING is WRITE here, not WRITE_IND", name);
			continue;
		}
		*n_dw = end > *n_dw ? end : *n_dw;
	}
	return FL_OK;
}

enum fl_code fl_r600_keep_geometry(struct fl_program *p, struct fl_err *err)
{
	const struct fl_r600_program *s = &p->source;
	struct fl_r600_geometry *g = &p->geometry;
	uint32_t n_dw, room_dw;
	enum fl_code code;

	if (!s->takes || !s->emits)
		return fl_fail(
		    err, FL_USAGE,
		    "geometry program: it does not say what it takes and emits: `takes points`, `emits "
		    "triangles 4`");
	g->takes = s->takes;
	g->emits = s->emits;
	g->vertices = s->vertices;
	g->record_dw = (uint16_t)(VECTOR_DW * (1u + s->n_out));
	room_dw = (uint32_t)g->record_dw * g->vertices;
	if (room_dw > FL_R600_RECORDS_DW)
		return fl_fail(err, FL_USAGE,
			       "geometry program: %u vertices of %u dwords are more than %u dwords",
			       g->vertices, g->record_dw, FL_R600_RECORDS_DW);
	code = written(p, "geometry", true, &n_dw, err);
	if (!code && n_dw > room_dw)
		return fl_fail(
		    err, FL_USAGE,
		    "geometry program: it writes dword %u, and %u vertices of %u dwords end before", n_dw - 1,
		    g->vertices, g->record_dw);
	return code;
}

enum fl_code fl_r600_keep_export(struct fl_program *p, struct fl_err *err)
{
	uint32_t n_dw;
	enum fl_code code = written(p, "vertex", false, &n_dw, err);

	if (!code && !n_dw)
		return fl_fail(err, FL_USAGE,
			       "vertex program: it hands nothing to the geometry program: MEM_RING WRITE");
	if (!code && p->source.n_out)
		return fl_fail(err, FL_USAGE,
			       "vertex program: outputs are the geometry program's, which comes behind it");
	p->geometry.vertex_dw = (uint16_t)((n_dw + VECTOR_DW - 1) / VECTOR_DW * VECTOR_DW);
	return code;
}

/* ---- constants out of memory --------------------------------------------------------------------------- */
/* In two sets of 32 */
enum { SET = FL_R600_MEMORY_CONSTANTS / 2 };

/* One clause; NULL, or what is wrong with it. *any: it reads constants. */
static const char *redirect(const struct fl_r600_program *s, uint32_t (*w)[2], uint32_t slots, bool *any)
{
	/* The two selectors of a constant, which begin at powers of two, differ by these. */
	const uint32_t other = FL_R600_SRC_CFILE ^ FL_R600_SRC_KCACHE;

	for (uint32_t i = 0, n, used; i < slots; i += used) {
		n = fl_r600_group_size((const uint32_t(*)[2])w + i, slots - i, &used);
		if (!n)
			return "it cannot be read";
		for (uint32_t k = i; k < i + n; k++)
			for (uint32_t j = 0; j < fl_r600_alu_of(s->r700, w[k])->sources; j++) {
				struct fl_r600_src src;

				fl_r600_alu_src(w[k], j, &src);
				if (fl_r600_is_kcache(src.sel))
					return "constants are C[…], which the library reads out of memory";
				if (src.sel < FL_R600_SRC_CFILE)
					continue;
				if (src.rel)
					return "constants out of memory cannot be indexed";
				if (src.sel - FL_R600_SRC_CFILE >= FL_R600_MEMORY_CONSTANTS)
					return "constants are C[0] to C[63] around a geometry program";
				w[k][j == 2] ^= other << (j == 1 ? R600_SQ_ALU_WORD0__SRC1_SEL__SHIFT : 0);
				*any = true;
			}
	}
	return NULL;
}

enum fl_code fl_r600_from_memory(struct fl_r600_program *s, const char *name, struct fl_err *err)
{
	enum { LOCK_2 = 2, LINE = 16 };
	_Static_assert(SET == 2 * LINE, "a set locks two lines");

	if (s->n_constants > FL_R600_MEMORY_CONSTANTS)
		return fl_fail(err, FL_USAGE,
			       "%s program: it has %u constants; around a geometry program are %u", name,
			       s->n_constants, FL_R600_MEMORY_CONSTANTS);
	for (uint32_t i = 0; i < s->n_cf; i++) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(s->words[i][1]);
		uint32_t *w = s->words[i], at = R600_SQ_CF_ALU_WORD0__ADDR__GET(w[0]);
		bool any = false;
		const char *wrong;

		if (cf->kind != FL_R600_CF_ALU)
			continue;
		wrong = redirect(s, s->words + at, fl_r600_cf_slots(s->r700, cf, w[1]), &any);
		if (wrong)
			return fl_fail(err, FL_USAGE, "%s program: %s", name, wrong);
		if (!any)
			continue;
		w[0] |= R600_SQ_CF_ALU_WORD0__KCACHE_MODE0(LOCK_2);
		w[1] |= R600_SQ_CF_ALU_WORD1__KCACHE_MODE1(LOCK_2) |
			R600_SQ_CF_ALU_WORD1__KCACHE_ADDR1(SET / LINE);
	}
	return FL_OK;
}

/* ---- the copy program ---------------------------------------------------------------------------------- */
/* R0.x has the number of a stream in its two highest bits. */
#define HEAD   "!!R600\nALU\nAND_INT R0.x, R0.x, 0x3fffffff\nVTX_TC\n"
#define FETCH  "VFETCH R%u.xyzw, R0.x, RID:159 NO_INDEX_OFFSET MFC:16 UCF OFFSET:%u\n"
#define STREAM "MEM_STREAM0 WRITE %u, R%u.xyzw ES:3 SIZE:4095\n"
#define PARAM  "EXPORT%s PARAM %u, R%u.xyzw\n"

void fl_r600_make_copy(struct fl_program *p, bool r700)
{
	enum { TEXT_B = 4096 };
	const uint32_t n = p->geometry.record_dw / VECTOR_DW;
	char text[TEXT_B];
	size_t at = (size_t)fl_format(text, TEXT_B, HEAD);

	for (uint32_t i = 0; i < n; i++)
		at += (size_t)fl_format(text + at, TEXT_B - at, FETCH, i + 1, 4 * VECTOR_DW * i);
	for (uint32_t i = 0; i < n; i++)
		at += (size_t)fl_format(text + at, TEXT_B - at, STREAM, VECTOR_DW * i, i + 1);
	at += (size_t)fl_format(text + at, TEXT_B - at, "EXPORT_DONE POS 60, R1.xyzw\n");
	for (uint32_t i = 1; i < n; i++)
		at +=
		    (size_t)fl_format(text + at, TEXT_B - at, PARAM, i + 1 < n ? "" : "_DONE", i - 1, i + 1);
	fl_r600_asm(&p->source, r700, text, at);
	fl_r600_keep_words(&p->geometry.copy[r700], &p->source, FL_R600_OWN_STAGES);
}
