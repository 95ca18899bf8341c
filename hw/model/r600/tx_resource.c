/* SPDX-License-Identifier: MIT
 *
 * Texture instructions with their resource and sampler words, decoded once a draw
 * (R6xx facts 4.7, 5.2, 5.3).
 *
 * Chosen, for nothing decides it: LODs count from the level that the resource calls 0, whatever BASE_LEVEL
 * is; where a fetch by integers misses the texture it reads 0; FETCH4 gives texels in the order of Direct3D.
 */
#include "hw/model/look.h"
#include "hw/model/r600/fetch.h"

#include <string.h>

#include "hw/model/num/num.h"
#include "hw/model/r600/chips.h"
#include "hw/model/r600/rb.h"
#include "hw/model/r600/tile_addr.h"

#define DIM(name)  R600_SQ_TEX_RESOURCE_WORD__DIM__SQ_TEX_DIM_##name
#define INST(name) R600_SQ_TEX_WORD0__TEX_INST__SQ_TEX_INST_##name
enum { INST_FETCH4 = 15 };

/* ---- resources ----------------------------------------------------------------------------------------- */
static bool is_array(unsigned dim)
{
	return dim == DIM(1D_ARRAY) || dim == DIM(2D_ARRAY) || dim == DIM(2D_ARRAY_MSAA);
}

static bool is_msaa(unsigned dim)
{
	return dim == DIM(2D_MSAA) || dim == DIM(2D_ARRAY_MSAA);
}

static void format_of(const uint32_t *c, const struct mr600_format *format, struct fl_texel_image *t)
{
	const uint8_t comp[4] = {R600_SQ_TEX_RESOURCE_WORD4__FORMAT_COMP_X__GET(c[4]),
				 R600_SQ_TEX_RESOURCE_WORD4__FORMAT_COMP_Y__GET(c[4]),
				 R600_SQ_TEX_RESOURCE_WORD4__FORMAT_COMP_Z__GET(c[4]),
				 R600_SQ_TEX_RESOURCE_WORD4__FORMAT_COMP_W__GET(c[4])};
	const uint8_t sel[4] = {R600_SQ_TEX_RESOURCE_WORD4__DST_SEL_X__GET(c[4]),
				R600_SQ_TEX_RESOURCE_WORD4__DST_SEL_Y__GET(c[4]),
				R600_SQ_TEX_RESOURCE_WORD4__DST_SEL_Z__GET(c[4]),
				R600_SQ_TEX_RESOURCE_WORD4__DST_SEL_W__GET(c[4])};

	t->format = mr600_texel_format(format, R600_SQ_TEX_RESOURCE_WORD4__NUM_FORMAT_ALL__GET(c[4]), comp,
				       R600_SQ_TEX_RESOURCE_WORD4__SRF_MODE_ALL__GET(c[4]));
	for (unsigned i = 0; i < 4; i++)
		t->sel[i] = sel[i] > FL_TEXEL_SEL_ONE ? FL_TEXEL_SEL_ZERO : sel[i];
	t->exact = true;
	t->srgb = R600_SQ_TEX_RESOURCE_WORD4__FORCE_DEGAMMA__GET(c[4]);
	t->flip = mr600_flip_of(R600_SQ_TEX_RESOURCE_WORD4__ENDIAN_SWAP__GET(c[4]));
}

static void describe(const struct mr600 *r, const uint32_t *c, struct fl_texel_unit *u)
{
	struct fl_texel_image *t = &u->image;
	const unsigned dim = R600_SQ_TEX_RESOURCE_WORD__DIM__GET(c[0]);
	const unsigned last = R600_SQ_TEX_RESOURCE_WORD5__LAST_LEVEL__GET(c[5]);

	t->kind = dim == DIM(3D) ? FL_TEXEL_3D : dim == DIM(CUBEMAP) ? FL_TEXEL_CUBE : FL_TEXEL_2D;
	if (is_array(dim) || is_msaa(dim))
		t->kind = FL_TEXEL_ARRAY;
	t->width = R600_SQ_TEX_RESOURCE_WORD__TEX_WIDTH__GET(c[0]) + 1;
	t->height = R600_SQ_TEX_RESOURCE_WORD1__TEX_HEIGHT__GET(c[1]) + 1;
	if (dim == DIM(1D) || dim == DIM(1D_ARRAY))
		t->height = 1;
	t->pitch = (R600_SQ_TEX_RESOURCE_WORD__PITCH__GET(c[0]) + 1) * MR600_TILE_PX;
	t->tile[MR600_TX_MODE] = R600_SQ_TEX_RESOURCE_WORD__TILE_MODE__GET(c[0]);
	t->tile[MR600_TX_DEPTH] = R600_SQ_TEX_RESOURCE_WORD__TILE_TYPE__GET(c[0]);
	t->tile[MR600_TX_SAMPLES] = is_msaa(dim) ? (uint8_t)(1u << (last & 3)) : 1;
	t->tile[MR600_TX_CUBE_PAD] = r->variant->r7xx ? 8 : 6;
	t->n_levels = is_msaa(dim) ? 1 : (uint8_t)(last + 1 > FL_TEXEL_LEVELS ? FL_TEXEL_LEVELS : last + 1);
	t->depth = dim == DIM(3D) || is_array(dim) ? R600_SQ_TEX_RESOURCE_WORD1__TEX_DEPTH__GET(c[1]) + 1 : 1;
	u->max_level = t->n_levels - 1;
	u->min_level = R600_SQ_TEX_RESOURCE_WORD4__BASE_LEVEL__GET(c[4]);
	u->min_level = u->min_level < u->max_level ? u->min_level : u->max_level;
	u->first_layer = (uint16_t)R600_SQ_TEX_RESOURCE_WORD5__BASE_ARRAY__GET(c[5]);
	u->last_layer = (uint16_t)R600_SQ_TEX_RESOURCE_WORD5__LAST_ARRAY__GET(c[5]);
	if (!is_array(dim))
		u->first_layer = u->last_layer = 0;
	if (u->last_layer >= t->depth)
		u->last_layer = (uint16_t)(t->depth - 1);
	if (u->first_layer > u->last_layer)
		u->first_layer = u->last_layer;
}

/* ---- samplers ------------------------------------------------------------------------------------------ */
static void border(const struct mr600 *r, enum mr600_stage stage, unsigned n, uint32_t s0, float out[4])
{
	static const uint16_t first[] = {[MR600_PS] = R600_TD_PS_SAMPLER_BORDER_RED(0),
					 [MR600_VS] = R600_TD_VS_SAMPLER_BORDER_RED(0),
					 [MR600_GS] = R600_TD_GS_SAMPLER_BORDER_RED(0),
					 [MR600_ES] = R600_TD_VS_SAMPLER_BORDER_RED(0)};
	const unsigned type = R600_SQ_TEX_SAMPLER_WORD__BORDER_COLOR_TYPE__GET(s0);

	for (unsigned c = 0; c < 4; c++)
		switch (type) {
		case R600_SQ_TEX_SAMPLER_WORD__BORDER_COLOR_TYPE__SQ_TEX_BORDER_COLOR_REGISTER:
			out[c] = num_float((int32_t)r->reg[(first[stage] + 16 * n + 4 * c) / 4]);
			break;
		case R600_SQ_TEX_SAMPLER_WORD__BORDER_COLOR_TYPE__SQ_TEX_BORDER_COLOR_OPAQUE_WHITE:
			out[c] = 1;
			break;
		default:
			out[c] = type && c == 3 ? 1 : 0;
		}
}

static float signed_fixed(uint32_t v, unsigned bits, unsigned fraction)
{
	return (float)((int32_t)(v << (32 - bits)) >> (32 - bits)) / (float)(1u << fraction);
}

static void sampler(const struct mr600 *r, enum mr600_stage stage, unsigned n, struct fl_texel_unit *u)
{
	enum { ANISO = 4, MAX_ANISO_AT = 19 }; /* a bit of the filters; R6xx facts 5.3 */
	static const uint8_t between[4] = {FL_TEXEL_NONE, FL_TEXEL_POINT, FL_TEXEL_LINEAR, FL_TEXEL_LINEAR};
	const uint32_t *s = &r->reg[R600_SQ_TEX_SAMPLER_WORD(mr600_sampler_base(stage) + n) / 4];
	const unsigned mag = R600_SQ_TEX_SAMPLER_WORD__XY_MAG_FILTER__GET(s[0]),
		       min = R600_SQ_TEX_SAMPLER_WORD__XY_MIN_FILTER__GET(s[0]);

	/* the codes of clamping are those of enum fl_texel_wrap, in its order */
	u->wrap[0] = R600_SQ_TEX_SAMPLER_WORD__CLAMP_X__GET(s[0]);
	u->wrap[1] = R600_SQ_TEX_SAMPLER_WORD__CLAMP_Y__GET(s[0]);
	u->wrap[2] = R600_SQ_TEX_SAMPLER_WORD__CLAMP_Z__GET(s[0]);
	u->mag = mag & ANISO ? FL_TEXEL_ANISO : mag ? FL_TEXEL_LINEAR : FL_TEXEL_POINT;
	u->min = min & ANISO ? FL_TEXEL_ANISO : min ? FL_TEXEL_LINEAR : FL_TEXEL_POINT;
	u->mip = between[R600_SQ_TEX_SAMPLER_WORD__MIP_FILTER__GET(s[0])];
	u->vol = between[R600_SQ_TEX_SAMPLER_WORD__Z_FILTER__GET(s[0])];
	u->aniso = s[0] >> MAX_ANISO_AT & 7;
	u->aniso = u->aniso < 4 ? u->aniso : 4;
	u->compare = R600_SQ_TEX_SAMPLER_WORD__DEPTH_COMPARE_FUNCTION__GET(s[0]);
	/* OpenGL 3.3, 3.8.16, which a real RV770 keeps with no word of the driver's (piglit,
	 * glsl-fs-shadow2D-clamp-z, is not in Mesa's list of what fails there) */
	u->fixed_reference = u->image.format.number[0] == FL_TEXEL_UNORM;
	u->lod_bias = signed_fixed(R600_SQ_TEX_SAMPLER_WORD1__LOD_BIAS__GET(s[1]), 12, 6);
	u->lod_min = (float)R600_SQ_TEX_SAMPLER_WORD1__MIN_LOD__GET(s[1]) / 64;
	u->lod_max = (float)R600_SQ_TEX_SAMPLER_WORD1__MAX_LOD__GET(s[1]) / 64;
	u->lod_clamp = u->lod_min > 0 || u->lod_max < (float)u->max_level;
	u->level_steps = 64;
	u->level_slope = 1;
	u->seamless = !R600_TA_CNTL_AUX__DISABLE_CUBE_WRAP__GET(R600_REG(r, TA_CNTL_AUX));
	border(r, stage, n, s[0], u->border);
	/* Integers have no mean. */
	if (u->image.format.number[0] >= FL_TEXEL_UINT) {
		u->mag = u->min = FL_TEXEL_POINT;
		u->mip = u->mip ? FL_TEXEL_POINT : FL_TEXEL_NONE;
	}
}

static const struct fl_texel_unit *unit_of(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage,
					   unsigned resource, unsigned sampler_id)
{
	const uint32_t *c = &r->reg[R600_SQ_TEX_RESOURCE_WORD(resource) / 4];
	const struct mr600_format *format = mr600_format(R600_SQ_TEX_RESOURCE_WORD1__DATA_FORMAT__GET(c[1]));
	struct fl_texel_unit *u;

	if (R600_SQ_TEX_RESOURCE_WORD6__TYPE__GET(c[6]) !=
	    R600_SQ_TEX_RESOURCE_WORD6__TYPE__SQ_TEX_VTX_VALID_TEXTURE) {
		mr600_report(r, FL_WARN, "TX", "R6xx facts 5.2",
			     "resource %u is sampled as a texture; its TYPE is %u, not 2: reads 0, 0, 0, 1",
			     resource, R600_SQ_TEX_RESOURCE_WORD6__TYPE__GET(c[6]));
		return NULL;
	}
	if (!format->bits) {
		mr600_report(r, FL_WARN, "TX", "R6xx facts 5.1",
			     "resource %u: a texture of format %u, which there is not: reads 0, 0, 0, 1",
			     resource, R600_SQ_TEX_RESOURCE_WORD1__DATA_FORMAT__GET(c[1]));
		return NULL;
	}
	if (format->coding == FL_TEXEL_FIELDS && format->width[0] == 24 &&
	    R600_SQ_TEX_RESOURCE_WORD__TILE_TYPE__GET(c[0]))
		mr600_report(
		    r, FL_WARN, "TX", "R6xx facts 6.2",
		    "resource %u: depths of 24 bits are read from tiles of DB, where each tile has its "
		    "stencils first: copy them by DB_RENDER_CONTROL.DEPTH_COPY",
		    resource);
	u = fl_arena_alloc(a, sizeof(*u), 64);
	if (!u)
		return NULL;
	memset(u, 0, sizeof(*u));
	format_of(c, format, &u->image);
	describe(r, c, u);
	sampler(r, stage, sampler_id, u);
	if (!mr600_tx_layout(u, (uint64_t)c[2] << 8, (uint64_t)c[3] << 8, R600_REG(r, GB_TILING_CONFIG)))
		return NULL;
	fl_texel_derive(u);
	if (!fl_texel_cache_get(r->rb->texels, u))
		mr600_report(r, FL_WARN, "TX", "R6xx facts 5.2",
			     "resource %u: nothing is mapped at 0x%08llx, %llu bytes", resource,
			     (unsigned long long)u->image.addr, (unsigned long long)u->size_B);
	else
		fl_look_note_texture(&r->base, u, "resource", resource);
	return u;
}

/* ---- instructions -------------------------------------------------------------------------------------- */
static void sources(const uint32_t word[4], struct mr600_fetch *f)
{
	f->src_sel[0] = R600_SQ_TEX_WORD2__SRC_SEL_X__GET(word[2]);
	f->src_sel[1] = R600_SQ_TEX_WORD2__SRC_SEL_Y__GET(word[2]);
	f->src_sel[2] = R600_SQ_TEX_WORD2__SRC_SEL_Z__GET(word[2]);
	f->src_sel[3] = R600_SQ_TEX_WORD2__SRC_SEL_W__GET(word[2]);
	f->unscaled = !R600_SQ_TEX_WORD1__COORD_TYPE_X__GET(word[1]);
	f->bias = signed_fixed(R600_SQ_TEX_WORD1__LOD_BIAS__GET(word[1]), 7, 3);
	/* in halves of texels */
	f->offset[0] = (int8_t)signed_fixed(R600_SQ_TEX_WORD2__OFFSET_X__GET(word[2]), 5, 1);
	f->offset[1] = (int8_t)signed_fixed(R600_SQ_TEX_WORD2__OFFSET_Y__GET(word[2]), 5, 1);
	f->offset[2] = (int8_t)signed_fixed(R600_SQ_TEX_WORD2__OFFSET_Z__GET(word[2]), 5, 1);
}

/* Of opcodes 16 to 31: bits 1:0 say where the LOD comes from, 2 gradients, 3 comparison. */
static void sample(unsigned inst, struct mr600_fetch *f)
{
	enum { PLAIN, LEVEL, LOD_BIAS, ZERO };
	const unsigned lod = inst & 3;

	f->kind = MR600_FETCH_LOOKUP;
	f->gradients = inst >> 2 & 1;
	f->compare = inst >> 3 & 1;
	f->zero_lod = lod == ZERO;
	f->ref_z = lod == LEVEL || lod == LOD_BIAS;
	f->op = lod == LEVEL || lod == ZERO ? FL_TEXEL_OP_LOD
		: f->gradients              ? FL_TEXEL_OP_GRADIENTS
		: lod == LOD_BIAS           ? FL_TEXEL_OP_BIAS
					    : FL_TEXEL_OP_PLAIN;
	f->bias_w = f->gradients && lod == LOD_BIAS;
}

static bool kind_of(struct mr600 *r, unsigned inst, struct mr600_fetch *f)
{
	static const uint8_t kinds[16] = {
	    [INST(LD)] = MR600_FETCH_LOOKUP,
	    [INST(GET_TEXTURE_RESINFO)] = MR600_FETCH_SIZE,
	    [INST(GET_NUMBER_OF_SAMPLES)] = MR600_FETCH_SAMPLES,
	    [INST(GET_LOD)] = MR600_FETCH_LOOKUP,
	    [INST(GET_GRADIENTS_H)] = MR600_FETCH_DDX,
	    [INST(GET_GRADIENTS_V)] = MR600_FETCH_DDY,
	    [INST(SET_GRADIENTS_H)] = MR600_FETCH_SET_DDX,
	    [INST(SET_GRADIENTS_V)] = MR600_FETCH_SET_DDY,
	    [INST(PASS)] = MR600_FETCH_PASS,
	    [INST_FETCH4] = MR600_FETCH_LOOKUP,
	};

	if (inst >= INST(SAMPLE)) {
		sample(inst, f);
		return true;
	}
	f->kind = kinds[inst];
	f->op = inst == INST(LD)        ? FL_TEXEL_OP_FETCH
		: inst == INST(GET_LOD) ? FL_TEXEL_OP_QUERY
					: FL_TEXEL_OP_GATHER;
	if (f->kind != MR600_FETCH_NOTHING)
		return true;
	mr600_report(r, FL_REFUSE, "TX", "R6xx facts 4.7",
		     "texture instruction %u is not modelled: nobody says what it does", inst);
	return false;
}

bool mr600_tx_decode(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage, const uint32_t word[4],
		     struct mr600_fetch *f)
{
	enum { SAMPLERS = 18 };
	const unsigned inst = R600_SQ_TEX_WORD0__TEX_INST__GET(word[0]);
	const unsigned resource = mr600_resource_base(stage) + R600_SQ_TEX_WORD0__RESOURCE_ID__GET(word[0]);
	const unsigned sampler_id = R600_SQ_TEX_WORD2__SAMPLER_ID__GET(word[2]);

	sources(word, f);
	if (!kind_of(r, inst, f))
		return false;
	if (f->kind != MR600_FETCH_LOOKUP && f->kind != MR600_FETCH_SIZE && f->kind != MR600_FETCH_SAMPLES)
		return true;
	if (resource >= R600_SQ_TEX_RESOURCE_WORD__COUNT || sampler_id >= SAMPLERS) {
		mr600_report(r, FL_REFUSE, "TX", "R6xx facts 1.2",
			     "a look-up with resource %u and sampler %u, which there are not", resource,
			     sampler_id);
		return false;
	}
	const uint32_t *c = &r->reg[R600_SQ_TEX_RESOURCE_WORD(resource) / 4];
	const unsigned dim = R600_SQ_TEX_RESOURCE_WORD__DIM__GET(c[0]);

	if (dim == DIM(CUBEMAP) && R600_SQ_TEX_RESOURCE_WORD1__TEX_DEPTH__GET(c[1])) {
		mr600_report(r, FL_REFUSE, "TX", "R6xx facts 4.7",
			     "resource %u is an array of %u cubes: no driver of these chips has any, and no "
			     "source says how they lie",
			     resource, R600_SQ_TEX_RESOURCE_WORD1__TEX_DEPTH__GET(c[1]) + 1);
		return false;
	}
	f->cube = dim == DIM(CUBEMAP);
	f->line = dim == DIM(1D) || dim == DIM(1D_ARRAY);
	f->unit = unit_of(r, a, stage, resource, sampler_id);
	if (f->unit) {
		const struct fl_texel_image *t = &f->unit->image;
		const unsigned samples = t->tile[MR600_TX_SAMPLES];

		f->samples_log2 = (uint8_t)__builtin_ctz(samples);
		f->size[0] = t->width;
		f->size[1] = dim == DIM(1D_ARRAY) ? t->depth : t->height;
		f->size[2] = t->depth;
		f->size[3] = f->kind == MR600_FETCH_SAMPLES ? samples : t->n_levels;
		if (samples > 1 && f->kind == MR600_FETCH_LOOKUP && f->op != FL_TEXEL_OP_FETCH)
			mr600_report(r, FL_WARN, "TX", "R6xx facts 5.2",
				     "resource %u has %u samples: LD alone reads such a texture", resource,
				     samples);
	}
	return true;
}
