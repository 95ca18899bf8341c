/* SPDX-License-Identifier: MIT
 *
 * CB: the color buffer registers, decoded once a draw. Facts, R6xx 7.2, 7.3.
 *
 * CMASK and FMASK are hints here: samples are always whole in the surface, a fast clear stores its color, and
 * what expands or decompresses finds nothing to do.
 */
#include "hw/model/r600/cb.h"

#include <string.h>

#include "hw/model/r600/db.h"
#include "hw/model/r600/surface.h"

enum { ROP_COPY = 0xc };

static unsigned samples_of(const struct mr600 *r)
{
	return 1u << R600_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES__GET(R600_REG(r, PA_SC_AA_CONFIG));
}

static uint32_t info_of(const struct mr600 *r, unsigned i)
{
	return r->reg[R600_CB_COLOR_INFO(i) / 4];
}

/* ---- surfaces ------------------------------------------------------------------------------------------ */
static void surface(struct mr600 *r, struct fl_tile_key *k, unsigned i, unsigned cpp, unsigned samples)
{
	const uint32_t info = info_of(r, i), size = r->reg[R600_CB_COLOR_SIZE(i) / 4];
	const uint32_t tiles = R600_CB_COLOR_SIZE__SLICE_TILE_MAX__GET(size) + 1;

	memset(k, 0, sizeof(*k));
	k->cpp = (uint8_t)cpp;
	k->samples = (uint8_t)samples;
	k->slot = (uint8_t)i;
	k->swap = mr600_swap_of(R600_CB_COLOR_INFO__ENDIAN__GET(info));
	k->micro = R600_CB_COLOR_INFO__ARRAY_MODE__GET(info);
	k->pitch_px = (R600_CB_COLOR_SIZE__PITCH_TILE_MAX__GET(size) + 1) * MR600_TILE_PX;
	k->rows = tiles * MR600_TILE_ELEMENTS / k->pitch_px;
	k->layer = mr600_surface_slice(r, r->reg[R600_CB_COLOR_VIEW(i) / 4]);
	k->base = mr600_tile_base((uint64_t)r->reg[R600_CB_COLOR_BASE(i) / 4] << 8, k->micro,
				  R600_REG(r, GB_TILING_CONFIG), &k->config);

	const struct mr600_align a = mr600_surface_align(k->micro, cpp, samples, k->config);
	/* the last row of macro tiles may be cut: a slice is not always a multiple of their height */
	if (k->pitch_px % a.pitch)
		mr600_report(r, FL_WARN, "CB", "R6xx facts 6.1",
			     "color buffer %u has a pitch of %u pixels; array mode %u wants a multiple of %u",
			     i, k->pitch_px, k->micro, a.pitch);
	if (samples > 1 && k->micro <= MR600_ARRAY_LINEAR_ALIGNED)
		mr600_report(r, FL_WARN, "CB", "R6xx facts 6.1",
			     "color buffer %u has %u samples and is linear: several want a tiled surface", i,
			     samples);
}

/* ---- blending ------------------------------------------------------------------------------------------ */
static void blender(struct mr600 *r, struct fl_pixel_target *t, unsigned i)
{
	static const uint32_t constant[4] = {R600_CB_BLEND_RED, R600_CB_BLEND_GREEN, R600_CB_BLEND_BLUE,
					     R600_CB_BLEND_ALPHA};
	const uint32_t info = info_of(r, i);

	t->wide.clamp = R600_CB_COLOR_INFO__BLEND_CLAMP__GET(info);
	for (unsigned k = 0; k < 4; k++) {
		const float c = num_float((int32_t)r->reg[constant[k] / 4]);

		t->constant[k] = t->wide.clamp ? fl_pixel_clamped(t->wide.number[k], c) : c;
	}
	if (R600_CB_COLOR_INFO__BLEND_BYPASS__GET(info) || !mr600_cb_equations(r, i, t->eq))
		return;
	if (fl_pixel_is_integer(t)) {
		mr600_report(
		    r, FL_WARN, "CB", "R6xx facts 7.2",
		    "blending is on for color buffer %u of integers, without BLEND_BYPASS: not blended", i);
		return;
	}
	t->blend = !fl_pixel_equation_is(t->eq, FL_PIXEL_BF_ONE, FL_PIXEL_BF_ZERO);
	t->blend_reads = t->blend && fl_pixel_blend_reads(t->eq);
}

/* ---- targets ------------------------------------------------------------------------------------------- */
/* A clear: what all of a target's pixels get, in place of the shader's colors. */
static bool clear_color(const struct mr600 *r, struct fl_pixel_target *t)
{
	static const uint32_t reg[4] = {R600_CB_CLEAR_RED, R600_CB_CLEAR_GREEN, R600_CB_CLEAR_BLUE,
					R600_CB_CLEAR_ALPHA};
	const unsigned op = R600_CB_COLOR_CONTROL__SPECIAL_OP__GET(R600_REG(r, CB_COLOR_CONTROL));

	if (op != R600_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FAST_CLEAR &&
	    op != R600_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FORCE_CLEAR)
		return false;
	for (unsigned k = 0; k < 4; k++)
		t->wide.color[k] = num_float((int32_t)r->reg[reg[k] / 4]);
	t->wide.fixed = true;
	return true;
}

static bool target(struct mr600 *r, const struct fl_pixel_color *cb, struct fl_pixel_target *t, unsigned i,
		   unsigned mask)
{
	const uint32_t info = info_of(r, i), control = R600_REG(r, CB_COLOR_CONTROL);
	const unsigned format = R600_CB_COLOR_INFO__FORMAT__GET(info);
	const struct fl_pixel_fields *f = mr600_cb_format(format);

	if (format == R600_CB_COLOR_INFO__FORMAT__COLOR_INVALID)
		return true;
	if (!f->cpp) {
		mr600_report(r, FL_REFUSE, "CB", "R6xx facts 5.1",
			     "CB_COLOR%u_INFO.FORMAT %u is no color format", i, format);
		return false;
	}
	surface(r, &t->key, i, f->cpp, samples_of(r));
	t->path = FL_PIXEL_COLOR_WIDE;
	t->words = f->cpp <= 4 ? 1 : f->cpp / 4;
	t->from = R600_CB_COLOR_CONTROL__MULTIWRITE_ENABLE__GET(control) ? 0 : (uint8_t)i;
	t->wide.second = 1;
	t->wide.truncate = R600_CB_COLOR_INFO__ROUND_MODE__GET(info);
	fl_pixel_channels(t, f, R600_CB_COLOR_INFO__COMP_SWAP__GET(info),
			  R600_CB_COLOR_INFO__NUMBER_TYPE__GET(info));
	if (!clear_color(r, t))
		blender(r, t, i);
	fl_pixel_finish(cb, t, mask);
	return true;
}

static void depth_copy(struct mr600 *r, struct fl_pixel_target *t)
{
	const uint32_t render = R600_REG(r, DB_RENDER_CONTROL);
	const bool z = R600_DB_RENDER_CONTROL__DEPTH_COPY__GET(render),
		   s = R600_DB_RENDER_CONTROL__STENCIL_COPY__GET(render);

	if (t->path != FL_PIXEL_COLOR_NONE)
		fl_pixel_copies_depth(t, z, s, R600_DB_RENDER_CONTROL__COPY_SAMPLE__GET(render));
}

/* Color buffer 0 has the samples, 1 is where their average goes. */
static void resolve(struct mr600 *r, struct fl_pixel_color *cb)
{
	const struct fl_pixel_fields *f = mr600_cb_format(R600_CB_COLOR_INFO__FORMAT__GET(info_of(r, 1)));

	cb->n = cb->n ? 1 : 0;
	if (!cb->n || !f->cpp || f->cpp != cb->target[0].key.cpp) {
		mr600_report(
		    r, FL_WARN, "CB", "R6xx facts 7.3",
		    "RESOLVE_BOX: CB_COLOR1_INFO names format %u, which is not that of color buffer 0: "
		    "nothing is drawn",
		    R600_CB_COLOR_INFO__FORMAT__GET(info_of(r, 1)));
		cb->n = 0;
		return;
	}
	surface(r, &cb->resolve, 1, f->cpp, 1);
	cb->resolve_alpha = true;
}

static void special(struct mr600 *r, struct fl_pixel_color *cb)
{
	switch (R600_CB_COLOR_CONTROL__SPECIAL_OP__GET(R600_REG(r, CB_COLOR_CONTROL))) {
	case R600_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_NORMAL:
	case R600_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FAST_CLEAR:
	case R600_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FORCE_CLEAR:
		break;
	case R600_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX:
		resolve(r, cb);
		break;
	default: /* DISABLE; and what expands is whole already */
		cb->n = 0;
	}
}

static bool targets(struct mr600 *r, struct fl_pixel_color *cb)
{
	const uint32_t to = R600_REG(r, CB_TARGET_MASK), of = R600_REG(r, CB_SHADER_MASK);
	const bool same = R600_CB_COLOR_CONTROL__MULTIWRITE_ENABLE__GET(R600_REG(r, CB_COLOR_CONTROL));

	for (unsigned i = 0; i < MR600_TARGETS; i++) {
		const unsigned mask = to >> 4 * i & of >> (same ? 0 : 4 * i) & 15;

		if (!mask)
			continue;
		if (!target(r, cb, &cb->target[i], i, mask))
			return false;
		if (cb->target[i].key.cpp)
			cb->n = i + 1;
		/* The output that target 1 would have is the second source of target 0. */
		if (i == 0 && cb->target[0].blend && fl_pixel_second_source(cb->target[0].eq))
			break;
	}
	return true;
}

const struct fl_pixel_color *mr600_cb_decode(struct mr600 *r, struct fl_arena *a)
{
	const uint32_t rop3 = R600_CB_COLOR_CONTROL__ROP3__GET(R600_REG(r, CB_COLOR_CONTROL));
	struct fl_pixel_color *cb = fl_arena_alloc(a, sizeof(*cb), _Alignof(struct fl_pixel_color));

	if (!cb)
		return NULL;
	memset(cb, 0, sizeof(*cb));
	/* There is no pattern: both halves of the table have to say the same. */
	cb->rop = rop3 & 15;
	cb->rop_on = cb->rop != ROP_COPY;
	if (rop3 >> 4 != cb->rop)
		mr600_report(
		    r, FL_WARN, "CB", "R6xx facts 7.2",
		    "CB_COLOR_CONTROL.ROP3 0x%02x depends on a pattern, which there is not: taken as 0x%x%x",
		    rop3, cb->rop, cb->rop);
	if (!targets(r, cb))
		return NULL;
	special(r, cb);
	if (mr600_db_copies(r))
		for (unsigned i = 0; i < cb->n; i++)
			depth_copy(r, &cb->target[i]);
	return cb;
}
