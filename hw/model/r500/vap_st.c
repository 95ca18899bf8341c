/* SPDX-License-Identifier: MIT
 *
 * State-based vertices (VAP_VF_CNTL.PRIM_WALK 0): the registers VAP_VTX_ST_* hold one vertex; writing the
 * last component of its position sends it into the open draw.
 *
 * R5xx guide 11.11 gives the registers and VAP_VTX_STATE_CNTL, and no more. Taken from their names and
 * places:
 *
 *   - the registers are vectors of four from 0x2300 on, and bit k of VAP_VSM_VTX_ASSM puts the k-th of them
 *     into the vertex (so it is with the bits that Mesa's r300_reg.h names: position 0, normal 1, color 2,
 *     texture 10). In that order the vectors pass stream control, as vertex data in the stream does: four
 *     dwords each;
 *   - POS_0 has three sets of ports, for 2, 3 and 4 components. The last one of a set ends the vertex; Z is
 *     then 0, W 1;
 *   - packed colors are ARGB with A on top, a packed normal three signed fields of 10 bits, X lowest;
 *   - UPDATE_USER_COLOR_0_ENA: user color 1, which has no registers, takes what is written to user color 0;
 *   - END_OF_PKT ends the draw with the vertices that it has.
 *
 * VAP_VTX_STATE_IND_REG_0-15, of which nothing is known, have no effect.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/num/num.h"
#include "hw/model/r500/vap.h"

#include <string.h>

enum { VECTORS = 22, FIRST_COLOR = 2, COLORS = 8 };

unsigned mr500_vap_st_dwords(const struct mr500 *r)
{
	return 4 * (unsigned)__builtin_popcount(R500_REG(r, VAP_VSM_VTX_ASSM) & ((1u << VECTORS) - 1));
}

static uint32_t *vector(struct mr500 *r, unsigned k)
{
	return &r->reg[R500_VAP_VTX_ST_POS_0_X_4 / 4 + 4 * k];
}

static const uint32_t *color(struct mr500 *r, unsigned i)
{
	switch (R500_REG(r, VAP_VTX_STATE_CNTL) >> (2 * i) & 3) {
	case R500_VAP_VTX_STATE_CNTL__COLOR_0_ASSEMBLY_CNTL__SELECT_USER_COLOR_0:
		return &R500_REG(r, VAP_VTX_ST_USR_CLR_R);
	case R500_VAP_VTX_STATE_CNTL__COLOR_0_ASSEMBLY_CNTL__SELECT_USER_COLOR_1:
		return r->vap->user_color_1;
	}
	return vector(r, FIRST_COLOR + i);
}

static void emit(struct mr500 *r)
{
	uint32_t want = R500_REG(r, VAP_VSM_VTX_ASSM);

	if (!r->cp->draw_open ||
	    R500_VAP_VF_CNTL__PRIM_WALK__GET(r->cp->draw_vf_cntl) != R500_VAP_VF_CNTL__PRIM_WALK__STATE) {
		mr500_report(
		    r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_VF_CNTL",
		    "a vertex was written to VAP_VTX_ST_*, and no draw with PRIM_WALK 0 waits for it");
		return;
	}
	for (unsigned k = 0; k < VECTORS; k++) {
		const uint32_t *from =
		    k >= FIRST_COLOR && k < FIRST_COLOR + COLORS ? color(r, k - FIRST_COLOR) : vector(r, k);

		for (unsigned c = 0; want >> k & 1 && c < 4; c++)
			mr500_cp_vap_port(r, from[c]);
	}
}

static uint32_t bits(float f)
{
	uint32_t w;

	memcpy(&w, &f, 4);
	return w;
}

static void unpack_color(uint32_t *to, uint32_t argb)
{
	static const uint8_t shift[4] = {16, 8, 0, 24};

	for (unsigned c = 0; c < 4; c++)
		to[c] = bits((float)(argb >> shift[c] & 0xff) / 255.0f);
}

static void user_color(struct mr500 *r)
{
	if (R500_VAP_VTX_STATE_CNTL__UPDATE_USER_COLOR_0_ENA__GET(R500_REG(r, VAP_VTX_STATE_CNTL)))
		memcpy(r->vap->user_color_1, &R500_REG(r, VAP_VTX_ST_USR_CLR_R), 16);
}

void mr500_vap_st_write(struct mr500 *r, uint32_t offset, uint32_t value)
{
	uint32_t *pos = vector(r, 0), *normal = vector(r, 1);

	if (offset >= R500_VAP_VTX_ST_CLR_PKD(0) && offset <= R500_VAP_VTX_ST_CLR_PKD(COLORS - 1)) {
		unpack_color(vector(r, FIRST_COLOR + (offset - R500_VAP_VTX_ST_CLR_PKD(0)) / 4), value);
		return;
	}
	switch (offset) {
	case R500_VAP_VTX_ST_POS_0_W_4:
		emit(r);
		break;
	case R500_VAP_VTX_ST_POS_0_X_2:
	case R500_VAP_VTX_ST_POS_0_X_3:
		pos[0] = value;
		break;
	case R500_VAP_VTX_ST_POS_0_Y_2:
		pos[1] = value;
		pos[2] = 0;
		pos[3] = bits(1.0f);
		emit(r);
		break;
	case R500_VAP_VTX_ST_POS_0_Y_3:
		pos[1] = value;
		break;
	case R500_VAP_VTX_ST_POS_0_Z_3:
		pos[2] = value;
		pos[3] = bits(1.0f);
		emit(r);
		break;
	case R500_VAP_VTX_ST_NORM_0_PKD:
		for (unsigned c = 0; c < 3; c++)
			normal[c] = bits((float)((int32_t)(value << (22 - 10 * c)) >> 22) / 511.0f);
		break;
	case R500_VAP_VTX_ST_USR_CLR_PKD:
		unpack_color(&R500_REG(r, VAP_VTX_ST_USR_CLR_R), value);
		user_color(r);
		break;
	case R500_VAP_VTX_ST_USR_CLR_R:
	case R500_VAP_VTX_ST_USR_CLR_G:
	case R500_VAP_VTX_ST_USR_CLR_B:
	case R500_VAP_VTX_ST_USR_CLR_A:
		user_color(r);
		break;
	case R500_VAP_VTX_ST_END_OF_PKT:
		mr500_cp_end_draw(r);
		break;
	}
}
