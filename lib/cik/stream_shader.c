/* SPDX-License-Identifier: MIT
 *
 * Sea Islands shaders in memory. Instructions are recognized by the fixed bits of their encodings (Sea
 * Islands reference, chapter 4). Descriptors are found as the shader finds them: scalar registers start as
 * user data, moves and scalar loads from known addresses give further known values, in the order of the code;
 * any other write makes a register unknown.
 */
#include "lib/cik/stream.h"
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"
#include "hw/regs/cik.h"

#define SGPRS     104u
#define LITERAL   255u
#define MAX_DW    16384u /* no program is longer; the walk of a damaged one has an end */
#define MAX_FOUND 64u

struct shader {
	struct fl_stream *s;
	const struct fl_stream_event *draw;
	const char *stage;
	uint64_t address;
	uint32_t sgpr[SGPRS];
	uint64_t from[SGPRS]; /* where the value was loaded from, 0: not from memory */
	bool known[SGPRS];
	uint64_t found[MAX_FOUND]; /* descriptors that were reported */
	unsigned n_found;
};

static bool is(const struct fl_reg_isa *isa, const char *name)
{
	return fl_str_same(isa->name, name);
}

/* The instruction that starts with word: of several encodings the one with the most fixed bits. */
static bool encoding(const struct fl_stream *s, uint32_t word, struct fl_reg_isa *best)
{
	struct fl_reg_isa isa;
	uint32_t bits = 0;

	for (unsigned i = 0; fl_regs_isa_at(s->db, i, &isa); i++)
		if (isa.mask && (word & isa.mask) == isa.match && fl_stream_bits(isa.mask) > bits) {
			bits = fl_stream_bits(isa.mask);
			*best = isa;
		}
	return bits > 0;
}

/* VOP3 has a scalar destination instead of ABS and CLAMP where the operation makes a carry or a scale. */
static bool has_sdst(uint32_t word)
{
	uint32_t op = CIK_VOP3_WORD0__OP__GET(word);

	return (op >= 0x100 + CIK_OP_VOP2__V_ADD_I32 && op <= 0x100 + CIK_OP_VOP2__V_SUBBREV_U32) ||
	       op == CIK_OP_VOP3__V_DIV_SCALE_F32 || op == CIK_OP_VOP3__V_DIV_SCALE_F64;
}

/* A constant that follows the instruction. */
static uint32_t extra(const struct fl_reg_isa *isa, uint32_t w)
{
	uint32_t op = CIK_VOP2_WORD0__OP__GET(w);

	if (is(isa, "SOP1"))
		return CIK_SOP1_WORD0__SSRC0__GET(w) == LITERAL;
	if (is(isa, "SOP2") || is(isa, "SOPC"))
		return CIK_SOP2_WORD0__SSRC0__GET(w) == LITERAL || CIK_SOP2_WORD0__SSRC1__GET(w) == LITERAL;
	if (is(isa, "SOPK"))
		return CIK_SOPK_WORD0__OP__GET(w) == CIK_OP_SOPK__S_SETREG_IMM32_B32;
	if (is(isa, "SMRD"))
		return !CIK_SMRD_WORD0__IMM__GET(w) && CIK_SMRD_WORD0__OFFSET__GET(w) == LITERAL;
	if (is(isa, "VOP2"))
		return CIK_VOP2_WORD0__SRC0__GET(w) == LITERAL || op == CIK_OP_VOP2__V_MADMK_F32 ||
		       op == CIK_OP_VOP2__V_MADAK_F32;
	if (is(isa, "VOP1") || is(isa, "VOPC"))
		return CIK_VOP1_WORD0__SRC0__GET(w) == LITERAL;
	return 0;
}

static void forget(struct shader *p, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n && i < SGPRS; i++)
		p->known[i] = false;
}

static bool all_known(const struct shader *p, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		if (i >= SGPRS || !p->known[i])
			return false;
	return true;
}

/* The n words of a descriptor in scalar registers from `first` on. */
static void descriptor(struct shader *p, const char *isa, const char *what, uint32_t first, uint32_t n)
{
	char name[40];
	uint64_t key;

	if (!all_known(p, first, n))
		return;
	key = p->from[first] ? p->from[first] << 8 | first : first;
	for (unsigned i = 0; i < p->n_found; i++)
		if (p->found[i] == key)
			return;
	if (p->n_found == MAX_FOUND)
		return;
	p->found[p->n_found++] = key;
	fl_format(name, sizeof name, "%s %s s%u", p->stage, what, first);
	for (uint32_t i = 0; i < n; i++) {
		struct fl_reg word;
		bool has = fl_stream_isa_word(p->s, isa, i, 0, &word);

		fl_stream_word(p->s, p->draw, name, i, p->from[first + i], p->sgpr[first + i],
			       has ? &word : NULL, NULL);
	}
}

static void load(struct shader *p, uint32_t w, uint32_t constant)
{
	uint32_t op = CIK_SMRD_WORD0__OP__GET(w), base = CIK_SMRD_WORD0__SBASE__GET(w) * 2;
	uint32_t dst = CIK_SMRD_WORD0__SDST__GET(w), offset = CIK_SMRD_WORD0__OFFSET__GET(w), n;
	uint64_t address;

	if (op >= CIK_OP_SMRD__S_BUFFER_LOAD_DWORD && op <= CIK_OP_SMRD__S_BUFFER_LOAD_DWORDX16) {
		descriptor(p, "SQ_BUF_RSRC", "buffer", base, 4);
		forget(p, dst, 1u << (op - CIK_OP_SMRD__S_BUFFER_LOAD_DWORD));
		return;
	}
	if (op > CIK_OP_SMRD__S_LOAD_DWORDX16) {
		forget(p, dst, 2);
		return;
	}
	n = 1u << op;
	if (!all_known(p, base, 2)) {
		forget(p, dst, n);
		return;
	}
	address = (p->sgpr[base] | (uint64_t)(p->sgpr[base + 1] & 0xffff) << 32) & ~3ull;
	if (CIK_SMRD_WORD0__IMM__GET(w))
		address += offset * 4;
	else if (offset == LITERAL)
		address += constant * 4ull;
	else if (offset < SGPRS && p->known[offset])
		address += p->sgpr[offset] & ~3u;
	else
		address = 0;
	for (uint32_t i = 0; i < n && dst + i < SGPRS; i++) {
		p->known[dst + i] = address && fl_stream_memory(p->s, address + i * 4, &p->sgpr[dst + i], 4);
		p->from[dst + i] = address + i * 4;
	}
}

static void move(struct shader *p, uint32_t w, uint32_t constant)
{
	uint32_t src = CIK_SOP1_WORD0__SSRC0__GET(w), dst = CIK_SOP1_WORD0__SDST__GET(w);
	uint32_t n = CIK_SOP1_WORD0__OP__GET(w) == CIK_OP_SOP1__S_MOV_B64 ? 2 : 1;

	for (uint32_t i = 0; i < n && dst + i < SGPRS; i++) {
		if (src + i < SGPRS && src < SGPRS) {
			p->known[dst + i] = p->known[src + i];
			p->sgpr[dst + i] = p->sgpr[src + i];
			p->from[dst + i] = p->from[src + i];
			continue;
		}
		p->from[dst + i] = 0;
		p->known[dst + i] = src == LITERAL || (src >= CIK_SSRC__SRC_0 && src <= CIK_SSRC__SRC_0 + 64);
		p->sgpr[dst + i] = i ? 0 : src == LITERAL ? constant : src - CIK_SSRC__SRC_0;
	}
}

/* What the instruction does to the scalar registers, and which descriptors it uses. */
static void follow(struct shader *p, const struct fl_reg_isa *isa, const uint32_t w[2], uint32_t constant)
{
	if (is(isa, "SMRD")) {
		load(p, w[0], constant);
	} else if (is(isa, "SOP1")) {
		uint32_t op = CIK_SOP1_WORD0__OP__GET(w[0]);

		if (op == CIK_OP_SOP1__S_MOV_B32 || op == CIK_OP_SOP1__S_MOV_B64)
			move(p, w[0], constant);
		else
			forget(p, CIK_SOP1_WORD0__SDST__GET(w[0]), 2);
	} else if (is(isa, "SOP2") || is(isa, "SOPK")) {
		forget(p, CIK_SOP2_WORD0__SDST__GET(w[0]), 2);
	} else if (is(isa, "VOP1")) {
		forget(p, CIK_VOP1_WORD0__VDST__GET(w[0]),
		       1); /* V_READFIRSTLANE_B32 writes a scalar register */
	} else if (is(isa, "MIMG")) {
		descriptor(p, "SQ_IMG_RSRC", "image", CIK_MIMG_WORD1__SRSRC__GET(w[1]) * 4,
			   CIK_MIMG_WORD0__R128__GET(w[0]) ? 4 : 8);
		if (CIK_MIMG_WORD0__OP__GET(w[0]) >= CIK_OP_MIMG__IMAGE_SAMPLE)
			descriptor(p, "SQ_IMG_SAMP", "sampler", CIK_MIMG_WORD1__SSAMP__GET(w[1]) * 4, 4);
	} else if (is(isa, "MUBUF") || is(isa, "MTBUF")) {
		descriptor(p, "SQ_BUF_RSRC", "buffer", CIK_MUBUF_WORD1__SRSRC__GET(w[1]) * 4, 4);
		if (p->s->vertices && all_known(p, CIK_MUBUF_WORD1__SRSRC__GET(w[1]) * 4, 4))
			p->s->vertices->fetch(p->s, p->draw, p->stage, w,
					      &p->sgpr[CIK_MUBUF_WORD1__SRSRC__GET(w[1]) * 4]);
	}
}

/* Dword index just past the place where a branch goes to, 0: no branch. */
static uint32_t branch(const struct fl_reg_isa *isa, uint32_t w, uint32_t next)
{
	uint32_t op = CIK_SOPP_WORD0__OP__GET(w);
	int32_t to = (int32_t)next + (int16_t)CIK_SOPP_WORD0__SIMM16__GET(w);

	if (!is(isa, "SOPP") || op < CIK_OP_SOPP__S_BRANCH || op > CIK_OP_SOPP__S_CBRANCH_EXECNZ || to < 0)
		return 0;
	return (uint32_t)to + 1;
}

void fl_cik_stream_shader(struct fl_stream *s, const struct fl_stream_event *draw, const char *stage,
			  uint64_t address, const uint32_t *user, uint32_t n)
{
	struct shader p = {.s = s, .draw = draw, .stage = stage, .address = address};
	uint32_t at = 0, need = 0; /* code goes on up to `need`: a branch leads there */

	for (uint32_t i = 0; i < n && i < SGPRS; i++) {
		p.sgpr[i] = user[i];
		p.known[i] = true;
	}
	while (at < MAX_DW) {
		uint32_t w[2] = {0, 0}, constant = 0, length, target;
		struct fl_reg_isa isa;
		struct fl_reg word;

		if (!fl_stream_memory(s, address + at * 4, &w[0], 4) || !encoding(s, w[0], &isa))
			return;
		if (is(&isa, "VOP3") && has_sdst(w[0]))
			fl_stream_isa(s, "VOP3_SDST_ENC", &isa);
		length = isa.dwords;
		if (length > 1 && !fl_stream_memory(s, address + at * 4 + 4, &w[1], 4))
			return;
		for (uint32_t k = 0; k < length; k++)
			fl_stream_word(s, draw, stage, at + k, address + (at + k) * 4, w[k],
				       fl_stream_isa_word(s, isa.name, k, 0, &word) ? &word : NULL, NULL);
		at += length;
		if (extra(&isa, w[0])) {
			if (!fl_stream_memory(s, address + at * 4, &constant, 4))
				return;
			fl_stream_word(s, draw, stage, at, address + at * 4, constant, NULL, NULL);
			at++;
		}
		follow(&p, &isa, w, constant);
		target = branch(&isa, w[0], at);
		need = target > need ? target : need;
		if (is(&isa, "SOPP") && CIK_SOPP_WORD0__OP__GET(w[0]) == CIK_OP_SOPP__S_ENDPGM && at >= need)
			return;
	}
}
