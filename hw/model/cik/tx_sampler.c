/* SPDX-License-Identifier: MIT
 *
 * S#: a sampler (facts 6).
 */
#include "hw/model/cik/tx.h"

#include <stddef.h>
#include <string.h>

#define BORDER(name) CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_TYPE__SQ_TEX_BORDER_COLOR_##name

/* Filters in a level: bit 1 is anisotropic (facts 6; the reference has the codes 0 and 1, and reserves the
 * bits in which drivers have the most samples' logarithm). */
enum { ANISO = 2, MAX_ANISO_AT = 9 };

static float signed_fixed(uint32_t v, unsigned bits, unsigned fraction)
{
	return (float)((int32_t)(v << (32 - bits)) >> (32 - bits)) / (float)(1u << fraction);
}

static uint8_t within(unsigned filter)
{
	return filter & ANISO ? FL_TEXEL_ANISO : filter ? FL_TEXEL_LINEAR : FL_TEXEL_POINT;
}

int mcik_tx_border(const uint32_t word[MCIK_S_WORDS])
{
	if (CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_TYPE__GET(word[3]) != BORDER(REGISTER))
		return -1;
	return CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_PTR__GET(word[3]);
}

static void border(struct fl_texel_unit *u, unsigned type, const float colors[4])
{
	const float one = type == BORDER(OPAQUE_WHITE) ? 1 : 0;

	u->border[0] = u->border[1] = u->border[2] = one;
	u->border[3] = type == BORDER(OPAQUE_BLACK) ? 1 : one;
	if (type == BORDER(REGISTER) && colors)
		memcpy(u->border, colors, sizeof(u->border));
}

void mcik_tx_sampler(struct fl_texel_unit *u, const uint32_t word[MCIK_S_WORDS], const float colors[4])
{
	static const uint8_t between[4] = {FL_TEXEL_NONE, FL_TEXEL_POINT, FL_TEXEL_LINEAR, FL_TEXEL_LINEAR};
	const float view_min = u->lod_min; /* of the T# */
	const float min = (float)CIK_SQ_IMG_SAMP_WORD1__MIN_LOD__GET(word[1]) / 256 + u->min_level;

	/* the codes of clamping are those of enum fl_texel_wrap, in its order */
	u->wrap[0] = CIK_SQ_IMG_SAMP_WORD0__CLAMP_X__GET(word[0]);
	u->wrap[1] = CIK_SQ_IMG_SAMP_WORD0__CLAMP_Y__GET(word[0]);
	u->wrap[2] = CIK_SQ_IMG_SAMP_WORD0__CLAMP_Z__GET(word[0]);
	u->mag = within(CIK_SQ_IMG_SAMP_WORD2__XY_MAG_FILTER__GET(word[2]));
	u->min = within(CIK_SQ_IMG_SAMP_WORD2__XY_MIN_FILTER__GET(word[2]));
	u->vol = between[CIK_SQ_IMG_SAMP_WORD2__Z_FILTER__GET(word[2])];
	u->mip = between[CIK_SQ_IMG_SAMP_WORD2__MIP_FILTER__GET(word[2])];
	u->aniso = word[0] >> MAX_ANISO_AT & 7;
	u->aniso = u->aniso < 4 ? u->aniso : 4;
	u->compare = CIK_SQ_IMG_SAMP_WORD0__DEPTH_COMPARE_FUNC__GET(word[0]);
	/* Mesa does it in the program only where it takes floats for a depth of fixed point, from GFX8 on. */
	u->fixed_reference = u->image.format.number[0] == FL_TEXEL_UNORM;
	u->lod_bias = signed_fixed(CIK_SQ_IMG_SAMP_WORD2__LOD_BIAS__GET(word[2]), 14, 8);
	u->lod_min = min > view_min ? min : view_min;
	u->lod_max = (float)CIK_SQ_IMG_SAMP_WORD1__MAX_LOD__GET(word[1]) / 256 + u->min_level;
	u->lod_clamp = u->lod_min > 0 || u->lod_max < (float)u->max_level;
	u->level_steps = 256;
	u->level_slope = 1;
	u->seamless = !CIK_SQ_IMG_SAMP_WORD0__DISABLE_CUBE_WRAP__GET(word[0]);
	if (CIK_SQ_IMG_SAMP_WORD0__FORCE_DEGAMMA__GET(word[0]))
		u->image.srgb = true;
	border(u, CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_TYPE__GET(word[3]), colors);
	/* integers have no mean */
	if (u->image.format.number[0] >= FL_TEXEL_UINT) {
		u->mag = u->min = FL_TEXEL_POINT;
		u->mip = u->mip ? FL_TEXEL_POINT : FL_TEXEL_NONE;
	}
	fl_texel_derive(u);
}
