/* SPDX-License-Identifier: MIT
 *
 * CB: color buffers; see cb.h.
 */
#include "hw/model/cik/cb.h"
#include "hw/model/cik/surface.h"

#include <string.h>

#define F(name)    CIK_CB_COLOR_INFO__FORMAT__COLOR_##name
#define MODE(name) CIK_CB_COLOR_CONTROL__MODE__CB_##name

enum { ROP_COPY = 0xc, FORMATS = 32 };

/* Names list fields from the most significant end; here they stand from the least. Whether they are floats,
 * NUMBER_TYPE says. */
static const struct fl_pixel_fields formats[FORMATS] = {
    [F(8)] = {1, 1, {8}, false},
    [F(16)] = {2, 1, {16}, false},
    [F(8_8)] = {2, 2, {8, 8}, false},
    [F(32)] = {4, 1, {32}, false},
    [F(16_16)] = {4, 2, {16, 16}, false},
    [F(10_11_11)] = {4, 3, {11, 11, 10}, false},
    [F(11_11_10)] = {4, 3, {10, 11, 11}, false},
    [F(10_10_10_2)] = {4, 4, {2, 10, 10, 10}, false},
    [F(2_10_10_10)] = {4, 4, {10, 10, 10, 2}, false},
    [F(8_8_8_8)] = {4, 4, {8, 8, 8, 8}, false},
    [F(32_32)] = {8, 2, {32, 32}, false},
    [F(16_16_16_16)] = {8, 4, {16, 16, 16, 16}, false},
    [F(32_32_32_32)] = {16, 4, {32, 32, 32, 32}, false},
    [F(5_6_5)] = {2, 3, {5, 6, 5}, false},
    [F(1_5_5_5)] = {2, 4, {5, 5, 5, 1}, false},
    [F(5_5_5_1)] = {2, 4, {1, 5, 5, 5}, false},
    [F(4_4_4_4)] = {2, 4, {4, 4, 4, 4}, false},
    [F(8_24)] = {4, 2, {24, 8}, false},
    [F(24_8)] = {4, 2, {8, 24}, false},
    [F(X24_8_32_FLOAT)] = {8, 2, {32, 8}, true},
};

void mcik_tile_tables(const struct mcik *c, struct mcik_tile_tables *tables)
{
	memcpy(tables->tiling.mode, &c->reg[CIK_GB_TILE_MODE(0) / 4], sizeof(tables->tiling.mode));
	memcpy(tables->tiling.macro, &c->reg[CIK_GB_MACROTILE_MODE(0) / 4], sizeof(tables->tiling.macro));
	tables->row_B = 1024u << CIK_GB_ADDR_CONFIG__ROW_SIZE__GET(CIK_REG(c, GB_ADDR_CONFIG));
}

/* ---- surfaces ------------------------------------------------------------------------------------------ */
static uint16_t slice_of(uint32_t view, unsigned layer)
{
	const unsigned slice = CIK_CB_COLOR_VIEW__SLICE_START__GET(view) + layer,
		       last = CIK_CB_COLOR_VIEW__SLICE_MAX__GET(view);

	return (uint16_t)(layer && slice > last ? last : slice);
}

static bool surface(struct mcik *c, struct fl_tile_key *k, unsigned i, unsigned cpp, unsigned layer)
{
	static const uint8_t swaps[4] = {0, 1, 3, 7}; /* none, bytes of 16, 32, 64 bits */
	const uint32_t info = c->reg[CIK_CB_COLOR_INFO(i) / 4], attrib = c->reg[CIK_CB_COLOR_ATTRIB(i) / 4];
	const unsigned index = CIK_CB_COLOR_ATTRIB__TILE_MODE_INDEX__GET(attrib);
	const uint32_t tiles = CIK_CB_COLOR_SLICE__TILE_MAX__GET(c->reg[CIK_CB_COLOR_SLICE(i) / 4]) + 1;
	struct mcik_tile_tables tables;
	struct mcik_tile_align a;
	const struct mcik_layout *t;
	uint32_t mode, macro;
	const char *why;

	mcik_tile_tables(c, &tables);
	if (CIK_CB_COLOR_INFO__LINEAR_GENERAL__GET(info))
		tables.tiling.mode[index] = CIK_GB_TILE_MODE__ARRAY_MODE(MCIK_ARRAY_LINEAR_GENERAL);
	memset(k, 0, sizeof(*k));
	k->cpp = (uint8_t)cpp;
	k->samples = (uint8_t)(1u << CIK_CB_COLOR_ATTRIB__NUM_FRAGMENTS__GET(attrib));
	k->slot = (uint8_t)i;
	k->fast = CIK_CB_COLOR_INFO__FAST_CLEAR__GET(info) || CIK_CB_COLOR_INFO__COMPRESSION__GET(info);
	k->swap = swaps[CIK_CB_COLOR_INFO__ENDIAN__GET(info)];
	k->layer = slice_of(c->reg[CIK_CB_COLOR_VIEW(i) / 4], layer);
	mcik_layout_words(&tables, index, cpp, k->samples, &mode, &macro);
	t = mcik_layout_kept(mode, macro, tables.row_B, cpp, k->samples, &why);
	if (!t) {
		mcik_report(c, FL_REFUSE, "CB", "CIK facts 7.2", "color buffer %u: tile mode %u %s", i, index,
			    why);
		return false;
	}
	k->pitch_px =
	    (CIK_CB_COLOR_PITCH__TILE_MAX__GET(c->reg[CIK_CB_COLOR_PITCH(i) / 4]) + 1) * MCIK_TILE_PX;
	k->rows = tiles * MCIK_TILE_ELEMENTS / k->pitch_px;
	mcik_surface_key(k, t, tables.row_B, (uint64_t)c->reg[CIK_CB_COLOR_BASE(i) / 4] << 8);
	a = mcik_tile_align(t);
	if (k->pitch_px % a.pitch || k->rows % a.height)
		mcik_report(
		    c, FL_WARN, "CB", "CIK facts 7.3",
		    "color buffer %u is %u pixels wide and %u high; tile mode %u wants multiples of %u and "
		    "%u",
		    i, k->pitch_px, k->rows, index, a.pitch, a.height);
	if (k->samples > 1 && t->array <= MCIK_ARRAY_LINEAR_ALIGNED)
		mcik_report(c, FL_WARN, "CB", "CIK facts 7.2",
			    "color buffer %u has %u samples and is linear: several want a tiled surface", i,
			    k->samples);
	return true;
}

/* ---- blending ------------------------------------------------------------------------------------------ */
/* Two factors of older families, which set both sides at once, are gone. */
static bool has_old_factors(uint32_t blend)
{
	enum { BOTH_SRC_ALPHA = 11, BOTH_INV_SRC_ALPHA, FACTOR = 31 };
	bool has = false;

	for (unsigned at = 0; at < 32; at += 8) {
		const unsigned factor = blend >> at & FACTOR;

		if (at < 16 || CIK_CB_BLEND_CONTROL__SEPARATE_ALPHA_BLEND__GET(blend))
			has |= factor == BOTH_SRC_ALPHA || factor == BOTH_INV_SRC_ALPHA;
	}
	return has;
}

static void blender(struct mcik *c, struct fl_pixel_target *t, unsigned i)
{
	const uint32_t info = c->reg[CIK_CB_COLOR_INFO(i) / 4], blend = c->reg[CIK_CB_BLEND_CONTROL(i) / 4];

	t->wide.clamp = CIK_CB_COLOR_INFO__BLEND_CLAMP__GET(info);
	for (unsigned k = 0; k < 4; k++) {
		const float v = num_float((int32_t)c->reg[CIK_CB_BLEND_RED / 4 + k]);

		t->constant[k] = t->wide.clamp ? fl_pixel_clamped(t->wide.number[k], v) : v;
	}
	if (CIK_CB_COLOR_INFO__BLEND_BYPASS__GET(info) || !CIK_CB_BLEND_CONTROL__ENABLE__GET(blend))
		return;
	if (!fl_pixel_equations(blend, t->eq) || has_old_factors(blend))
		mcik_report(c, FL_WARN, "CB", "reference, CB_BLEND0_CONTROL",
			    "CB_BLEND%u_CONTROL 0x%08x has a factor or a function that is reserved: taken as "
			    "older families have it, as zero, or as an addition",
			    i, blend);
	if (fl_pixel_is_integer(t)) {
		mcik_report(
		    c, FL_WARN, "CB", "CIK facts 9",
		    "blending is on for color buffer %u of integers, without BLEND_BYPASS: not blended", i);
		return;
	}
	t->blend = !fl_pixel_equation_is(t->eq, FL_PIXEL_BF_ONE, FL_PIXEL_BF_ZERO);
	t->blend_reads = t->blend && fl_pixel_blend_reads(t->eq);
}

/* ---- targets ------------------------------------------------------------------------------------------- */
static bool target(struct mcik *c, const struct fl_pixel_color *cb, struct fl_pixel_target *t, unsigned i,
		   unsigned mask, unsigned layer)
{
	const uint32_t info = c->reg[CIK_CB_COLOR_INFO(i) / 4], attrib = c->reg[CIK_CB_COLOR_ATTRIB(i) / 4];
	const unsigned format = CIK_CB_COLOR_INFO__FORMAT__GET(info);
	struct fl_pixel_fields f = formats[format];

	if (format == F(INVALID))
		return true;
	if (!f.cpp) {
		mcik_report(c, FL_REFUSE, "CB", "reference, CB_COLOR0_INFO",
			    "CB_COLOR%u_INFO.FORMAT %u is no color format", i, format);
		return false;
	}
	f.is_float |=
	    CIK_CB_COLOR_INFO__NUMBER_TYPE__GET(info) == CIK_CB_COLOR_INFO__NUMBER_TYPE__NUMBER_FLOAT;
	if (!surface(c, &t->key, i, f.cpp, layer))
		return false;
	t->path = FL_PIXEL_COLOR_WIDE;
	t->words = f.cpp <= 4 ? 1 : f.cpp / 4;
	t->from = (uint8_t)i;
	t->wide.second = 1;
	t->wide.truncate = CIK_CB_COLOR_INFO__ROUND_MODE__GET(info);
	fl_pixel_channels(t, &f, CIK_CB_COLOR_INFO__COMP_SWAP__GET(info),
			  CIK_CB_COLOR_INFO__NUMBER_TYPE__GET(info));
	if (CIK_CB_COLOR_ATTRIB__FORCE_DST_ALPHA_1__GET(attrib))
		t->ch[3].read = 4;
	blender(c, t, i);
	fl_pixel_finish(cb, t, mask);
	return true;
}

static bool targets(struct mcik *c, struct fl_pixel_color *cb, unsigned layer)
{
	const uint32_t mask = CIK_REG(c, CB_TARGET_MASK) & CIK_REG(c, CB_SHADER_MASK);

	for (unsigned i = 0; i < MCIK_TARGETS; i++) {
		if (!(mask >> 4 * i & 15))
			continue;
		if (!target(c, cb, &cb->target[i], i, mask >> 4 * i & 15, layer))
			return false;
		if (cb->target[i].key.cpp)
			cb->n = i + 1;
		/* The output that target 1 would have is the second source of target 0. */
		if (i == 0 && cb->target[0].blend && fl_pixel_second_source(cb->target[0].eq))
			break;
	}
	return true;
}

/* Color buffer 0 has the samples, 1 is where their average goes. */
static bool resolve(struct mcik *c, struct fl_pixel_color *cb, unsigned layer)
{
	enum { SAME = CIK_CB_COLOR_INFO__FORMAT__MASK | CIK_CB_COLOR_INFO__NUMBER_TYPE__MASK };
	const uint32_t from = c->reg[CIK_CB_COLOR_INFO(0) / 4], to = c->reg[CIK_CB_COLOR_INFO(1) / 4];

	cb->n = cb->n ? 1 : 0;
	if (!cb->n || (from & SAME) != (to & SAME) || fl_pixel_is_integer(&cb->target[0])) {
		mcik_report(c, FL_WARN, "CB", "CIK facts 9",
			    "a resolve of color buffer 0 (CB_COLOR0_INFO 0x%08x) into buffer 1 (0x%08x): "
			    "they have to "
			    "be of one format, no integers: nothing is drawn",
			    from, to);
		cb->n = 0;
		return true;
	}
	cb->resolve_alpha = true;
	return surface(c, &cb->resolve, 1, cb->target[0].key.cpp, layer);
}

/* Nothing changes but where the tile data is: what is drawn over goes to memory whole. */
static void expand(struct fl_pixel_color *cb)
{
	for (unsigned i = 0; i < cb->n; i++) {
		struct fl_pixel_target *t = &cb->target[i];

		if (!t->key.cpp)
			continue;
		t->path = FL_PIXEL_COLOR_WIDE;
		t->blend = t->blend_reads = false;
		t->wide.fixed = t->reads = t->partial = true;
		memset(t->mask, 0, sizeof(t->mask));
	}
	cb->rop_on = false;
}

static void depth_copy(struct mcik *c, struct fl_pixel_target *t)
{
	const uint32_t render = CIK_REG(c, DB_RENDER_CONTROL);
	const bool z = CIK_DB_RENDER_CONTROL__DEPTH_COPY__GET(render),
		   s = CIK_DB_RENDER_CONTROL__STENCIL_COPY__GET(render);

	if (t->path != FL_PIXEL_COLOR_NONE && (z || s))
		fl_pixel_copies_depth(t, z, s, CIK_DB_RENDER_CONTROL__COPY_SAMPLE__GET(render));
}

bool mcik_cb_decode(struct mcik *c, unsigned layer, struct fl_pixel_color *cb)
{
	const uint32_t control = CIK_REG(c, CB_COLOR_CONTROL),
		       rop3 = CIK_CB_COLOR_CONTROL__ROP3__GET(control);
	const unsigned mode = CIK_CB_COLOR_CONTROL__MODE__GET(control);

	memset(cb, 0, sizeof(*cb));
	if (mode == MODE(DISABLE))
		return true;
	/* There is no pattern: both halves of the table have to say the same. */
	cb->rop = rop3 & 15;
	cb->rop_on = cb->rop != ROP_COPY;
	if (rop3 >> 4 != cb->rop)
		mcik_report(
		    c, FL_WARN, "CB", "CIK facts 9",
		    "CB_COLOR_CONTROL.ROP3 0x%02x depends on a pattern, which there is not: taken as 0x%x%x",
		    rop3, cb->rop, cb->rop);
	if (!targets(c, cb, layer))
		return false;
	switch (mode) {
	case MODE(NORMAL):
		for (unsigned i = 0; i < cb->n; i++)
			depth_copy(c, &cb->target[i]);
		return true;
	case MODE(ELIMINATE_FAST_CLEAR):
	case MODE(FMASK_DECOMPRESS):
		expand(cb);
		return true;
	case MODE(RESOLVE):
		return resolve(c, cb, layer);
	default:
		mcik_report(c, FL_REFUSE, "CB", "CIK facts 9", "CB_COLOR_CONTROL.MODE %u is reserved", mode);
		return false;
	}
}
