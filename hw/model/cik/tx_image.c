/* SPDX-License-Identifier: MIT
 *
 * T#: an image, and where its levels, layers and samples stand (facts 6, 7.4). The texture unit works the
 * places of levels out itself, from the size of level 0.
 *
 * Chosen, for nothing decides it: slices of an array with several levels are rounded up to a power of two, as
 * those of volumes and cubes are; volumes keep their thick tiles however few slices a level has.
 */
#include "hw/model/cik/format.h"
#include "hw/model/cik/tx.h"

#include <stddef.h>
#include <string.h>

#define TYPE(name) CIK_SQ_IMG_RSRC_WORD3__TYPE__SQ_RSRC_IMG_##name

/* struct fl_texel_image, tile[]; key is GB_TILE_MODE's word. */
enum { TILE_MACRO, TILE_SAMPLES, TILE_SWIZZLE, TILE_ROW_LOG2 };

enum { FACES = 6 };

/* GB_TILE_MODE with another array mode. */
static uint32_t with_array(uint32_t mode, unsigned array)
{
	return (mode & ~CIK_GB_TILE_MODE__ARRAY_MODE__MASK) | CIK_GB_TILE_MODE__ARRAY_MODE(array);
}

/* ---- places -------------------------------------------------------------------------------------------- */
/* How level l lies: its array mode may be another than level 0's. */
static const char *layout_of(const struct fl_texel_image *t, unsigned array, struct mcik_layout *lay)
{
	return mcik_layout_of(lay, with_array(t->key, array), t->tile[TILE_MACRO],
			      1u << t->tile[TILE_ROW_LOG2], t->format.bits / 8u, t->tile[TILE_SAMPLES]);
}

static void row(const struct fl_texel_image *t, const struct fl_texel_level *l, uint32_t layer, uint32_t y,
		uint32_t x, uint32_t step, uint32_t n, uint64_t *at_B)
{
	const unsigned samples = t->tile[TILE_SAMPLES];
	const char *why;
	const struct mcik_layout *lay =
	    mcik_layout_kept(with_array(t->key, l->tile), t->tile[TILE_MACRO], 1u << t->tile[TILE_ROW_LOG2],
			     t->format.bits / 8u, samples, &why);
	uint64_t base = t->addr + l->at_B;

	if (!lay) { /* it was made before: it can be made again */
		memset(at_B, 0, n * sizeof(*at_B));
		return;
	}
	if (mcik_array_macro(lay->array))
		base |= (uint64_t)t->tile[TILE_SWIZZLE] * MCIK_INTERLEAVE_B;
	for (uint32_t i = 0; i < n; i++)
		at_B[i] = mcik_tile_addr(lay, base, l->pitch, l->rows, x + i * step, y,
					 t->slice + layer / samples, layer % samples) -
			  t->addr;
}

/* ---- levels -------------------------------------------------------------------------------------------- */
static uint32_t blocks(uint32_t texels, unsigned block)
{
	return (texels + block - 1) / block;
}

/* Levels that are smaller than a macro tile have none, and neither have those after them. */
static unsigned without_macro(unsigned thick)
{
	return thick > 1 ? MCIK_ARRAY_1D_THICK : MCIK_ARRAY_1D_THIN;
}

static const char *place_level(struct fl_texel_unit *u, unsigned i, bool padded, uint32_t slices,
			       unsigned *array, uint64_t *end)
{
	const struct fl_texel_image *t = &u->image;
	const struct fl_texel_format *f = &t->format;
	struct fl_texel_level *l = &u->level[i];
	const uint32_t wide = fl_texel_smaller(t->pitch, i), high = fl_texel_smaller(t->height, i);
	const uint32_t w = blocks(i ? fl_texel_pow2(wide) : wide, f->block_w),
		       h = blocks(padded || i ? fl_texel_pow2(high) : high, f->block_h);
	struct mcik_tile_align a;
	struct mcik_layout lay;
	const char *why = layout_of(t, *array, &lay);

	if (!why && i && mcik_array_macro(lay.array) && (w < lay.macro_w || h < lay.macro_h)) {
		*array = without_macro(lay.thick);
		why = layout_of(t, *array, &lay);
	}
	if (why)
		return why;
	a = mcik_tile_align(&lay);
	l->tile = (uint8_t)*array;
	l->pitch = fl_texel_align(w, a.pitch);
	l->rows = fl_texel_align(h, a.height);
	while ((uint64_t)l->pitch * l->rows * lay.bytes % a.slice_B) /* a narrow one is widened (facts 7.3) */
		l->pitch += a.pitch;
	l->layer_B = (uint64_t)l->pitch * l->rows * lay.bytes * lay.samples;
	l->run = *array <= MCIK_ARRAY_LINEAR_ALIGNED && f->block_w == 1 ? l->pitch : 1;
	l->at_B = (*end + a.base_B - 1) / a.base_B * a.base_B;
	/* nothing need be there behind the last slice that is read */
	u->size_B = l->at_B + l->layer_B * fl_texel_align(t->slice + l->depth, lay.thick);
	if (padded)
		slices = fl_texel_pow2(slices);
	*end = l->at_B + l->layer_B * fl_texel_align(slices, lay.thick);
	return NULL;
}

static const char *place(struct fl_texel_unit *u, bool padded, uint32_t slices)
{
	struct fl_texel_image *t = &u->image;
	unsigned array = CIK_GB_TILE_MODE__ARRAY_MODE__GET(t->key);
	uint64_t end = 0;

	u->row = row;
	for (unsigned i = 0; i < t->n_levels; i++) {
		struct fl_texel_level *l = &u->level[i];
		const char *why;

		l->width = fl_texel_smaller(t->width, i);
		l->height = fl_texel_smaller(t->height, i);
		l->depth = t->kind == FL_TEXEL_3D ? fl_texel_smaller(t->depth, i) : t->depth;
		why = place_level(u, i, padded, t->kind == FL_TEXEL_3D ? l->depth : slices, &array, &end);
		l->depth *= t->tile[TILE_SAMPLES];
		if (why)
			return why;
	}
	return u->size_B > UINT32_MAX ? "has more than 4 GiB" : NULL;
}

/* ---- the descriptor ------------------------------------------------------------------------------------ */
static void kind_of(unsigned type, struct mcik_image_kind *kind)
{
	kind->line = type == TYPE(1D) || type == TYPE(1D_ARRAY);
	kind->cube = type == TYPE(CUBE);
	kind->array =
	    kind->cube || type == TYPE(1D_ARRAY) || type == TYPE(2D_ARRAY) || type == TYPE(2D_MSAA_ARRAY);
}

/* Returns how many slices there are: a level stands behind all those of the one before, whatever a view
 * shows. DEPTH says so of arrays, too, and of cubes how many these are (Mesa
 * si_make_texture_descriptor()). */
static uint32_t measure(struct fl_texel_unit *u, struct mcik_image_kind *kind, const uint32_t *word,
			unsigned type)
{
	struct fl_texel_image *t = &u->image;
	const unsigned first = CIK_SQ_IMG_RSRC_WORD5__BASE_ARRAY__GET(word[5]);
	const unsigned last = CIK_SQ_IMG_RSRC_WORD3__LAST_LEVEL__GET(word[3]);
	const bool msaa = type == TYPE(2D_MSAA) || type == TYPE(2D_MSAA_ARRAY);
	const uint32_t depth = CIK_SQ_IMG_RSRC_WORD4__DEPTH__GET(word[4]) + 1;
	uint32_t layers = CIK_SQ_IMG_RSRC_WORD5__LAST_ARRAY__GET(word[5]) + 1;
	uint32_t shown, slices;

	t->width = CIK_SQ_IMG_RSRC_WORD2__WIDTH__GET(word[2]) + 1;
	t->height = kind->line ? 1 : CIK_SQ_IMG_RSRC_WORD2__HEIGHT__GET(word[2]) + 1;
	t->pitch = CIK_SQ_IMG_RSRC_WORD4__PITCH__GET(word[4]) + 1;
	kind->samples_log2 = msaa ? last & 3 : 0;
	t->tile[TILE_SAMPLES] = (uint8_t)(1u << kind->samples_log2);
	t->n_levels = msaa ? 1 : (uint8_t)(last < FL_TEXEL_LEVELS ? last + 1 : FL_TEXEL_LEVELS);
	t->kind = type == TYPE(3D) ? FL_TEXEL_3D : FL_TEXEL_2D;
	if (kind->cube) { /* at least one, whose last face Mesa does not always give */
		t->kind = FL_TEXEL_CUBE;
		t->slice = (uint16_t)first;
		layers = layers > first + FACES ? (layers - first) / FACES * FACES : FACES;
	} else if (kind->array || msaa) {
		t->kind = FL_TEXEL_ARRAY;
	}
	t->depth = t->kind == FL_TEXEL_3D ? depth : t->kind == FL_TEXEL_2D ? 1 : layers;
	u->max_level = t->n_levels - 1;
	u->min_level = msaa ? 0 : CIK_SQ_IMG_RSRC_WORD3__BASE_LEVEL__GET(word[3]);
	if (u->min_level > u->max_level)
		u->min_level = u->max_level;
	if (t->kind == FL_TEXEL_ARRAY) {
		u->first_layer = (uint16_t)first;
		u->last_layer = (uint16_t)(layers - 1);
		if (u->first_layer > u->last_layer)
			u->first_layer = u->last_layer;
	}
	kind->size[0] = t->width;
	kind->size[1] = type == TYPE(1D_ARRAY) ? layers - u->first_layer : t->height;
	kind->size[2] = t->kind == FL_TEXEL_3D ? depth : layers - u->first_layer;
	kind->size[3] = (uint32_t)(u->max_level - u->min_level) + 1;
	shown = t->slice + t->depth;
	slices = kind->cube ? depth * FACES : kind->array ? depth : 1;
	return slices > shown ? slices : shown;
}

const char *mcik_tx_image(struct fl_texel_unit *u, struct mcik_image_kind *kind,
			  const struct mcik_tile_tables *c, const uint32_t word[MCIK_T_WORDS])
{
	const unsigned type = CIK_SQ_IMG_RSRC_WORD3__TYPE__GET(word[3]);
	const uint64_t addr = ((uint64_t)CIK_SQ_IMG_RSRC_WORD1__BASE_ADDRESS_HI__GET(word[1]) << 32 | word[0])
			      << 8;
	const uint8_t sel[4] = {
	    CIK_SQ_IMG_RSRC_WORD3__DST_SEL_X__GET(word[3]), CIK_SQ_IMG_RSRC_WORD3__DST_SEL_Y__GET(word[3]),
	    CIK_SQ_IMG_RSRC_WORD3__DST_SEL_Z__GET(word[3]), CIK_SQ_IMG_RSRC_WORD3__DST_SEL_W__GET(word[3])};
	struct fl_texel_image *t = &u->image;
	struct mcik_layout lay;
	uint32_t slices;
	const char *why;
	bool srgb;

	memset(u, 0, sizeof(*u));
	*kind = (struct mcik_image_kind){0};
	if (type < TYPE(1D))
		return "has a TYPE of no image";
	why = mcik_texel_format(CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__GET(word[1]),
				CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__GET(word[1]), &t->format, &srgb);
	if (why)
		return why;
	if (t->format.bits % 3 == 0)
		return "has texels of 96 bits, which only buffers can have";
	t->srgb = srgb;
	t->exact = true;
	for (unsigned i = 0; i < 4; i++)
		t->sel[i] = mcik_texel_select(sel[i]);
	kind_of(type, kind);
	slices = measure(u, kind, word, type);
	why = mcik_layout(&lay, c, CIK_SQ_IMG_RSRC_WORD3__TILING_INDEX__GET(word[3]), t->format.bits / 8u,
			  t->tile[TILE_SAMPLES]);
	if (why)
		return why;
	t->key = with_array(lay.mode, lay.array);
	t->tile[TILE_MACRO] = (uint8_t)lay.macro;
	t->tile[TILE_ROW_LOG2] = (uint8_t)__builtin_ctz(c->row_B);
	t->addr = addr;
	if (mcik_array_macro(lay.array)) {
		t->tile[TILE_SWIZZLE] =
		    (uint8_t)(addr / MCIK_INTERLEAVE_B & ((1u << (lay.log2_pipes + lay.log2_banks)) - 1));
		t->addr -= (uint64_t)t->tile[TILE_SWIZZLE] * MCIK_INTERLEAVE_B;
	}
	u->lod_min = (float)CIK_SQ_IMG_RSRC_WORD1__MIN_LOD__GET(word[1]) / 256;
	why = place(u, CIK_SQ_IMG_RSRC_WORD3__POW2_PAD__GET(word[3]), slices);
	if (!why)
		fl_texel_derive(u);
	return why;
}
