/* SPDX-License-Identifier: MIT
 *
 * Command streams of R6xx and R7xx: registers by range (R6xx/R7xx guide 5.4), shaders in memory. Clauses and
 * how they hang together: "R600-Family Instruction Set Architecture" 2; the words are in
 * hw/regs/r600/isa.xml.
 */
#include "lib/stream/fl_stream.h"
#include "hw/fl_str.h"
#include "hw/regs/r600.h"

#define MAX_CF 1024u /* no program is longer; the walk of a damaged one has an end */

static const char *const stage[5] = {"PS", "VS", "FS", "GS", "ES"};

struct kept {
	uint32_t start[5]; /* of the shaders, as `stage` has them */
	uint32_t gs_mode;
};
FL_STREAM_KEPT_FITS(struct kept);

static struct kept *kept(struct fl_stream *s)
{
	return (struct kept *)s->kept;
}

struct program {
	struct fl_stream *s;
	const struct fl_stream_event *draw;
	const char *name;
	uint64_t address;
};

/* Report dword `index` of the program: word `k` of the instruction called isa, and of the one called more, if
 * not NULL. */
static void tell(const struct program *p, uint32_t index, uint32_t value, const char *isa, const char *more,
		 unsigned k)
{
	struct fl_reg word, second;
	bool has = isa && fl_stream_isa_word(p->s, isa, k, 0, &word);
	bool has_second = more && fl_stream_isa_word(p->s, more, k, 0, &second);

	fl_stream_word(p->s, p->draw, p->name, index, p->address + index * 4, value, has ? &word : NULL,
		       has_second ? &second : NULL);
}

static void fetch_clause(const struct program *p, uint32_t slot, uint32_t n, bool vertex)
{
	uint32_t w[4];

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = slot * 2 + i * 4;

		if (!fl_stream_memory(p->s, p->address + at * 4, w, sizeof w))
			return;
		if (vertex) {
			bool semantic = R600_SQ_VTX_WORD0__VTX_INST__GET(w[0]) ==
					R600_SQ_VTX_WORD0__VTX_INST__SQ_VTX_INST_SEMANTIC;

			tell(p, at, w[0], "SQ_VTX", NULL, 0);
			tell(p, at + 1, w[1], "SQ_VTX", semantic ? "SQ_VTX_SEM" : "SQ_VTX_GPR", 1);
			tell(p, at + 2, w[2], "SQ_VTX", NULL, 2);
			if (p->s->vertices)
				p->s->vertices->fetch(p->s, p->draw, p->name, w, NULL);
		} else {
			for (unsigned k = 0; k < 3; k++)
				tell(p, at + k, w[k], "SQ_TEX", NULL, k);
		}
		tell(p, at + 3, w[3], NULL, NULL, 0); /* fills up to 128 bits */
	}
}

/* Highest literal that an instruction reads, counted from 1: source 253 with a channel. */
static uint32_t literal(uint32_t select, uint32_t channel, uint32_t most)
{
	return select == 253 && channel + 1 > most ? channel + 1 : most;
}

static void alu_clause(const struct program *p, uint32_t slot, uint32_t n)
{
	uint32_t w[2], literals = 0;
	bool r7xx = p->s->chips & fl_regs_chip(p->s->db, "RV770");

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = (slot + i) * 2;
		bool op3;

		if (!fl_stream_memory(p->s, p->address + at * 4, w, sizeof w))
			return;
		op3 = R600_SQ_ALU_WORD1__ENCODING__GET(w[1]) != 0;
		tell(p, at, w[0], "SQ_ALU", NULL, 0);
		tell(p, at + 1, w[1], "SQ_ALU",
		     op3    ? "SQ_ALU_OP3"
		     : r7xx ? "SQ_ALU_OP2_V2"
			    : "SQ_ALU_OP2",
		     1);
		literals = literal(R600_SQ_ALU_WORD0__SRC0_SEL__GET(w[0]),
				   R600_SQ_ALU_WORD0__SRC0_CHAN__GET(w[0]), literals);
		literals = literal(R600_SQ_ALU_WORD0__SRC1_SEL__GET(w[0]),
				   R600_SQ_ALU_WORD0__SRC1_CHAN__GET(w[0]), literals);
		if (op3)
			literals = literal(R600_SQ_ALU_WORD1_OP3__SRC2_SEL__GET(w[1]),
					   R600_SQ_ALU_WORD1_OP3__SRC2_CHAN__GET(w[1]), literals);
		if (!R600_SQ_ALU_WORD0__LAST__GET(w[0]))
			continue;
		for (; literals && i + 1 < n; literals = literals > 2 ? literals - 2 : 0) { /* two a slot */
			at = (slot + ++i) * 2;
			if (!fl_stream_memory(p->s, p->address + at * 4, w, sizeof w))
				return;
			tell(p, at, w[0], NULL, NULL, 0);
			tell(p, at + 1, w[1], NULL, NULL, 0);
		}
		literals = 0;
	}
}

static void program(const struct program *p)
{
	uint32_t w[2];

	for (uint32_t cf = 0; cf < MAX_CF && fl_stream_memory(p->s, p->address + cf * 8, w, sizeof w); cf++) {
		uint32_t inst = R600_SQ_CF_WORD1__CF_INST__GET(w[1]), slot = w[0];
		uint32_t count =
		    (R600_SQ_CF_WORD1__COUNT__GET(w[1]) | R600_SQ_CF_WORD1__COUNT_3__GET(w[1]) << 3) + 1;

		if (inst & 0x40) { /* the CF_INST of an ALU clause is four bits and starts with 1 */
			tell(p, cf * 2, w[0], "SQ_CF_ALU", NULL, 0);
			tell(p, cf * 2 + 1, w[1], "SQ_CF_ALU", NULL, 1);
			alu_clause(p, R600_SQ_CF_ALU_WORD0__ADDR__GET(w[0]),
				   R600_SQ_CF_ALU_WORD1__COUNT__GET(w[1]) + 1);
			continue;
		}
		if (inst >= R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_MEM_STREAM0) {
			bool swizzle = inst >= R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_EXPORT;

			tell(p, cf * 2, w[0], "SQ_CF_ALLOC_EXPORT", NULL, 0);
			tell(p, cf * 2 + 1, w[1], "SQ_CF_ALLOC_EXPORT",
			     swizzle ? "SQ_CF_ALLOC_EXPORT_SWIZ" : "SQ_CF_ALLOC_EXPORT_BUF", 1);
		} else {
			tell(p, cf * 2, w[0], "SQ_CF", NULL, 0);
			tell(p, cf * 2 + 1, w[1], "SQ_CF", NULL, 1);
			if (inst >= R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_TEX &&
			    inst <= R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_VTX_TC)
				fetch_clause(p, slot, count,
					     inst != R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_TEX);
			if (inst == R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_RETURN)
				return;
		}
		if (R600_SQ_CF_WORD1__END_OF_PROGRAM__GET(w[1]))
			return;
	}
}

static void draw(struct fl_stream *s, struct fl_stream_event *e)
{
	for (unsigned i = 0; i < (kept(s)->gs_mode & 3 ? 5u : 3u); i++) {
		struct program p = {s, e, stage[i], (uint64_t)kept(s)->start[i] << 8};

		if (p.address)
			program(&p);
	}
}

/* A resource is seven words; the last says whether they are a texture or a buffer of vertices. */
static void resource(struct fl_stream *s, struct fl_stream_event *e, struct fl_reg *word)
{
	uint32_t k = (e->offset - R600_SQ_TEX_RESOURCE_WORD(0)) / 4 % 7;
	bool vertex = e->n > 6 - k && R600_SQ_TEX_RESOURCE_WORD6__TYPE__GET(e->dw[6 - k]) ==
					  R600_SQ_TEX_RESOURCE_WORD6__TYPE__SQ_TEX_VTX_VALID_BUFFER;

	for (unsigned nth = 0; fl_regs_lookup(s->db, NULL, e->offset, s->chips, nth, word); nth++)
		if (fl_str_same(word->use, vertex ? "VTX" : "TEX")) {
			e->reg = e->word = word;
			return;
		}
}

static void write(struct fl_stream *s, struct fl_stream_event *e, struct fl_reg *word)
{
	static const uint32_t start[5] = {R600_SQ_PGM_START_PS, R600_SQ_PGM_START_VS, R600_SQ_PGM_START_FS,
					  R600_SQ_PGM_START_GS, R600_SQ_PGM_START_ES};

	for (unsigned i = 0; i < 5; i++)
		if (e->offset == start[i])
			kept(s)->start[i] = e->value;
	if (e->offset == R600_VGT_GS_MODE)
		kept(s)->gs_mode = e->value;
	if (e->offset >= 0x38000 && e->offset < 0x3c000)
		resource(s, e, word);
	if (e->offset >= 0x30000 && e->offset < 0x32000)
		e->is_float = true;
}

/* Linux radeon r600d.h, xf86-video-ati r600_reg.h: where each packet's registers are. */
static const struct fl_stream_set sets[] = {
    {R600_PKT3_SET_CONFIG_REG, 0x8000, 0xac00},
    {R600_PKT3_SET_CONTEXT_REG, 0x28000, 0x29000},
    {R600_PKT3_SET_ALU_CONST, 0x30000, 0x32000},
    {R600_PKT3_SET_RESOURCE, 0x38000, 0x3c000},
    {R600_PKT3_SET_SAMPLER, 0x3c000, 0x3cff0},
    {R600_PKT3_SET_CTL_CONST, 0x3cff0, 0x3e200},
    {R600_PKT3_SET_LOOP_CONST, 0x3e200, 0x3e380},
    {R600_PKT3_SET_BOOL_CONST, 0x3e380, 0x3e38c},
    {0, 0, 0},
};

static const uint8_t draws[] = {R600_PKT3_DRAW_INDEX,
				R600_PKT3_DRAW_INDEX_2,
				R600_PKT3_DRAW_INDEX_AUTO,
				R600_PKT3_DRAW_INDEX_IMMD,
				R600_PKT3_DRAW_INDEX_IMMD_BE,
				R600_PKT3_MPEG_INDEX,
				0};

static const struct fl_stream_bit bits[] = {{1, "R600_PKT3__PREDICATE(1)"}, {0, NULL}};

const struct fl_stream_family fl_stream_r600 = {
    .name = "r600",
    .regs = fl_regs_r600,
    .trace = 2,
    .set = sets,
    .draws = draws,
    .type0_end = 0x40000,
    .write = write,
    .draw = draw,
    .c_bits = bits,
};
