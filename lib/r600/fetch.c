/* SPDX-License-Identifier: MIT
 *
 * Fetch programs; see fetch.h. One clause, for there are never more than 8 fetches, and RETURN (R6xx facts
 * 4.2, 4.7).
 */
#include "lib/r600/fetch.h"
#include "hw/regs/r600.h"

enum { FETCH_AT = 2, FETCH_SLOTS = 2 }; /* in slots of 64 bits: behind both words of control flow */
enum { FIRST_BUFFER = 160 };            /* counted from the vertex programs' first resource on */
enum { COLOR = 1, COLOR_B = 4 };        /* an attribute that every vertex of fl_vertex() has */
enum { X, Y, Z, W, ZERO, ONE };         /* selectors of what was fetched */

/* Of FL_FLOAT and the other types, by components: DATA_FORMAT. Three components of 8 or 16 bits are read as
 * four. */
#define F(name) R600_SQ_VTX_DATA_FORMAT_##name
enum {
	F(8) = 1,
	F(16) = 5,
	F(16F) = 6,
	F(8_8) = 7,
	F(32F) = 14,
	F(16_16) = 15,
	F(16_16F) = 16,
	F(8_8_8_8) = 26,
	F(32_32F) = 30,
	F(16_16_16_16) = 31,
	F(16_16_16_16F) = 32,
	F(32_32_32_32F) = 35,
	F(32_32_32F) = 48,
};

static const uint8_t formats[6][4] = {
    [FL_FLOAT] = {F(32F), F(32_32F), F(32_32_32F), F(32_32_32_32F)},
    [FL_HALF] = {F(16F), F(16_16F), F(16_16_16_16F), F(16_16_16_16F)},
    [FL_UBYTE] = {F(8), F(8_8), F(8_8_8_8), F(8_8_8_8)},
    [FL_BYTE] = {F(8), F(8_8), F(8_8_8_8), F(8_8_8_8)},
    [FL_USHORT] = {F(16), F(16_16), F(16_16_16_16), F(16_16_16_16)},
    [FL_SHORT] = {F(16), F(16_16), F(16_16_16_16), F(16_16_16_16)},
};

/* Fetch number n of a program: an attribute at offset_B from where the vertex begins. */
static void fetch(uint32_t (*to)[2], uint32_t n, uint32_t buffer, uint32_t attribute, uint32_t offset_B)
{
	const uint32_t type = attribute & 7, size = (attribute >> 3 & 3) + 1;
	const bool integer = attribute >> 5, is_signed = type == FL_BYTE || type == FL_SHORT;

	to[0][0] = R600_SQ_VTX_WORD0__VTX_INST(R600_SQ_VTX_WORD0__VTX_INST__SQ_VTX_INST_FETCH) |
		   R600_SQ_VTX_WORD0__BUFFER_ID(FIRST_BUFFER + buffer) |
		   R600_SQ_VTX_WORD0__MEGA_FETCH_COUNT(fl_r600_attribute_B(type, size) - 1);
	/* -1 to 1 without a zero, as early OpenGL has it: SRF_MODE. */
	to[0][1] = R600_SQ_VTX_WORD1_GPR__DST_GPR(1 + n) | R600_SQ_VTX_WORD1__DST_SEL_X(X) |
		   R600_SQ_VTX_WORD1__DST_SEL_Y(size > 1 ? Y : ZERO) |
		   R600_SQ_VTX_WORD1__DST_SEL_Z(size > 2 ? Z : ZERO) |
		   R600_SQ_VTX_WORD1__DST_SEL_W(size > 3 ? W : ONE) |
		   R600_SQ_VTX_WORD1__DATA_FORMAT(formats[type % 6][size - 1]) |
		   R600_SQ_VTX_WORD1__NUM_FORMAT_ALL(
		       integer ? R600_SQ_VTX_WORD1__NUM_FORMAT_ALL__SQ_NUM_FORMAT_SCALED
			       : R600_SQ_VTX_WORD1__NUM_FORMAT_ALL__SQ_NUM_FORMAT_NORM) |
		   R600_SQ_VTX_WORD1__FORMAT_COMP_ALL(is_signed) | R600_SQ_VTX_WORD1__SRF_MODE_ALL(1);
	to[1][0] = R600_SQ_VTX_WORD2__OFFSET(offset_B) | R600_SQ_VTX_WORD2__MEGA_FETCH(1);
	to[1][1] = 0;
}

const struct fl_resident *fl_r600_fetch(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key,
					bool vertex_cache)
{
	const struct fl_resident what = {.key = FL_R600_KEY(FL_R600_FETCH, key)},
				 *found = fl_r600_resident(r, what.key);
	uint32_t words[FETCH_AT + FETCH_SLOTS * FL_ATTRIBUTES][2], n = 0, offset_B = 0;
	bool together = key & FL_R600_TOGETHER;

	if (found)
		return found;
	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++) {
		uint32_t attribute = (uint32_t)(key >> FL_R600_ATTRIBUTE_BITS * k) & FL_R600_ATTRIBUTE_MASK;

		if ((attribute & 7) == FL_R600_NO_ATTRIBUTE) {
			if (k == COLOR && together) /* is there, read or not */
				offset_B += COLOR_B;
			continue;
		}
		fetch(&words[FETCH_AT + FETCH_SLOTS * n], n, together ? 0 : k, attribute, offset_B);
		n++;
		if (together)
			offset_B += fl_r600_attribute_B(attribute & 7, (attribute >> 3 & 3) + 1);
	}
	words[0][0] = FETCH_AT;
	words[0][1] = R600_SQ_CF_WORD1__COUNT(n - 1) | R600_SQ_CF_WORD1__BARRIER(1) |
		      R600_SQ_CF_WORD1__CF_INST(vertex_cache ? R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_VTX
							     : R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_VTX_TC);
	words[1][0] = 0;
	words[1][1] = R600_SQ_CF_WORD1__CF_INST(R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_RETURN) |
		      R600_SQ_CF_WORD1__BARRIER(1);
	return fl_r600_bring(r, cs, &what, (const uint32_t(*)[2])words, FETCH_AT + FETCH_SLOTS * n);
}
