/* SPDX-License-Identifier: MIT
 *
 * Whether a draw stays inside the buffers that its stream names: sizes of color, depth and what stream-out
 * writes, as Linux computes them (r600_cs_track_check and what it calls). What a stream does not set counts
 * as large as it can be.
 */
#include "hw/drm/r600/stream.h"
#include "hw/regs/r600.h"

#include <string.h>

enum { TILE_PX = 8, TILE_PIXELS = 64, MOST_ROWS = 8192, MOST_SAMPLES_LOG2 = 4 };

void r600_drm_track_begin(struct r600_drm_track *t, struct fl_drm_stream *s)
{
	memset(t, 0, sizeof *t);
	t->s = s;
	t->chip = (enum r600_family)fl_chip_find(&r600_chips, R600_PCI_VENDOR, s->device)->family;
	t->pipes = 1u << R600_GB_TILING_CONFIG__PIPE_TILING__GET(s->noted);
	t->banks = 4u << R600_GB_TILING_CONFIG__BANK_TILING__GET(s->noted);
	t->group_B = 256u << R600_GB_TILING_CONFIG__GROUP_SIZE__GET(s->noted);
	for (unsigned i = 0; i < R600_DRM_TARGETS; i++)
		t->color[i] = (struct r600_drm_color){.view = UINT32_MAX, .mask = UINT32_MAX};
	t->target_mask = UINT32_MAX;
	t->log2_samples = MOST_SAMPLES_LOG2;
	t->dx9_constants = true;
	t->depth_control = t->depth_size = UINT32_MAX;
	t->depth_view = R600_DB_DEPTH_VIEW__SLICE_MAX__MASK;
	t->depth_info = R600_DB_DEPTH_INFO__FORMAT(R600_DB_DEPTH_INFO__FORMAT__DEPTH_X24_8_32_FLOAT) |
			R600_DB_DEPTH_INFO__TILE_SURFACE_ENABLE(1);
}

/* ---- a surface's shape --------------------------------------------------------------------------------- */
struct shape {
	uint32_t pitch_px, rows, mode, px_B, samples;
};

/* size: CB_COLOR_SIZE or DB_DEPTH_SIZE, which have the same fields. */
static struct shape shape_of(uint32_t size, uint32_t mode, uint32_t px_B, uint32_t samples)
{
	struct shape s = {.pitch_px = (R600_CB_COLOR_SIZE__PITCH_TILE_MAX__GET(size) + 1) * TILE_PX,
			  .mode = mode,
			  .px_B = px_B,
			  .samples = samples};

	s.rows = (R600_CB_COLOR_SIZE__SLICE_TILE_MAX__GET(size) + 1) * TILE_PIXELS / s.pitch_px;
	if (s.rows > MOST_ROWS)
		s.rows = MOST_ROWS;
	if (mode == R600_DRM_TILED_1D && s.rows > TILE_PX) /* programs round to less */
		s.rows -= s.rows % TILE_PX;
	return s;
}

static bool aligned(const struct r600_drm_track *t, const struct shape *s, const struct r600_drm_memory *m,
		    uint32_t at, const char *what, unsigned i)
{
	struct r600_drm_align a;

	if (!r600_drm_align(t, s->mode, s->px_B, s->samples, &a))
		return fl_drm_refuse(t->s, "dword %u: invalid tiling mode %u of %s %u", at, s->mode, what, i);
	if (!s->rows || s->pitch_px % a.pitch_px || s->rows % a.rows)
		return fl_drm_refuse(t->s, "dword %u: %s %u of %u by %u, not of %u by %u and multiples", at,
				     what, i, s->pitch_px, s->rows, a.pitch_px, a.rows);
	return (m->buffer->addr + m->offset_B) % a.base_B == 0 ||
	       fl_drm_refuse(t->s, "dword %u: %s %u is not at a multiple of %llu", at, what, i,
			     (unsigned long long)a.base_B);
}

/* ---- color --------------------------------------------------------------------------------------------- */
/* What says which tiles are cleared, and how samples are compressed. */
static bool beside_color(struct r600_drm_track *t, uint32_t samples_log2, unsigned i, uint32_t at)
{
	enum { CMASK_BLOCK_B = 128, FMASK_TILE_BITS_TO_B = 8 };
	const struct r600_drm_color *c = &t->color[i];
	const uint64_t cmask_B = (R600_CB_COLOR_MASK__CMASK_BLOCK_MAX__GET(c->mask) + 1ull) * CMASK_BLOCK_B,
		       fmask_B = (R600_CB_COLOR_MASK__FMASK_TILE_MAX__GET(c->mask) + 1ull) *
				 (samples_log2 << samples_log2) * FMASK_TILE_BITS_TO_B;
	const uint32_t mode = R600_CB_COLOR_INFO__TILE_MODE__GET(c->info);

	if (mode == R600_CB_COLOR_INFO__TILE_MODE__TILE_DISABLE)
		return true;
	if (mode > R600_CB_COLOR_INFO__TILE_MODE__TILE_FRAG_ENABLE)
		return fl_drm_refuse(t->s, "dword %u: invalid TILE_MODE of color buffer %u", at, i);
	if (mode == R600_CB_COLOR_INFO__TILE_MODE__TILE_FRAG_ENABLE && samples_log2 &&
	    !fl_drm_fits(t->s, c->frag.buffer, fmask_B + c->frag.offset_B, at, "FMASK of color buffer", i))
		return false;
	return fl_drm_fits(t->s, c->tile.buffer, cmask_B + c->tile.offset_B, at, "CMASK of color buffer", i);
}

static bool color(struct r600_drm_track *t, unsigned i, uint32_t at)
{
	enum { LAST_COLOR = R600_CB_COLOR_INFO__FORMAT__COLOR_32_32_32_32_FLOAT };
	const struct r600_drm_color *c = &t->color[i];
	const uint32_t format = R600_CB_COLOR_INFO__FORMAT__GET(c->info);
	const uint32_t samples_log2 = t->resolves && i == 1 ? 0 : t->log2_samples; /* a resolve's target */
	const struct shape s = shape_of(c->size, R600_CB_COLOR_INFO__ARRAY_MODE__GET(c->info),
					r600_drm_block_B(format), 1u << samples_log2);
	uint64_t need_B = (uint64_t)s.pitch_px * s.rows * s.px_B * s.samples;
	uint32_t tiles = R600_CB_COLOR_SIZE__SLICE_TILE_MAX__GET(c->size) + 1;

	if (!s.px_B || format > LAST_COLOR)
		return fl_drm_refuse(t->s, "dword %u: invalid format %u of color buffer %u", at, format, i);
	if (!c->pixels.buffer)
		return fl_drm_fits(t->s, NULL, 0, at, "color buffer", i);
	if (!aligned(t, &s, &c->pixels, at, "color buffer", i))
		return false;
	if (s.mode >= R600_DRM_TILED_1D)
		need_B *= R600_CB_COLOR_VIEW__SLICE_MAX__GET(c->view) + 1;
	/* older programs give too many rows to linear surfaces: Linux lets these pass */
	if (s.mode != R600_DRM_LINEAR_GENERAL &&
	    !fl_drm_fits(t->s, c->pixels.buffer, need_B + c->pixels.offset_B, at, "color buffer", i))
		return false;
	if (tiles > s.pitch_px * s.rows / TILE_PIXELS)
		tiles = s.pitch_px * s.rows / TILE_PIXELS;
	if (c->size_at)
		t->s->dw[c->size_at] = R600_CB_COLOR_SIZE__PITCH_TILE_MAX(s.pitch_px / TILE_PX - 1) |
				       R600_CB_COLOR_SIZE__SLICE_TILE_MAX((tiles ? tiles : 1) - 1);
	return beside_color(t, samples_log2, i, at);
}

static bool colors(struct r600_drm_track *t, uint32_t at)
{
	const uint32_t mask = t->target_mask | (t->resolves ? 0xff : 0); /* from the first to the second */

	for (unsigned i = 0; i < R600_DRM_TARGETS; i++)
		if (R600_CB_COLOR_INFO__FORMAT__GET(t->color[i].info) && mask >> 4 * i & 0xf &&
		    !color(t, i, at))
			return false;
	return true;
}

/* ---- depth --------------------------------------------------------------------------------------------- */
/* Hierarchical depth: a dword for each 8 by 8 pixels. */
static bool htile(struct r600_drm_track *t, const struct shape *s, uint32_t at)
{
	enum { LINEAR_COLUMNS = 16, ENTRY_B = 4, PIPE_B = 2048 };
	/* of such blocks, by the number of pipes: 1, 2, 4, 8 */
	static const uint8_t columns[] = {32, 32, 64, 64}, rows[] = {16, 32, 32, 64};
	const uint32_t log2_pipes = R600_GB_TILING_CONFIG__PIPE_TILING__GET(t->s->noted);
	const bool linear = R600_DB_HTILE_SURFACE__LINEAR__GET(t->htile_surface);
	uint64_t n;

	if (log2_pipes >= sizeof rows)
		return fl_drm_refuse(t->s, "dword %u: HTILE with %u pipes", at, t->pipes);
	n = r600_drm_round_up(s->pitch_px, (linear ? LINEAR_COLUMNS : columns[log2_pipes]) * TILE_PX) /
	    TILE_PX *
	    (r600_drm_round_up(s->rows, (linear ? t->pipes : rows[log2_pipes]) * TILE_PX) / TILE_PX);
	return fl_drm_fits(t->s, t->htile.buffer,
			   r600_drm_round_up(n * ENTRY_B, t->pipes * PIPE_B) + t->htile.offset_B, at,
			   "HTILE of depth buffer", 0);
}

/* A size that was not set, all ones: as many tiles as the buffer has. */
static bool any_depth(struct r600_drm_track *t, uint32_t px_B, uint32_t at)
{
	const struct r600_drm_memory *m = &t->depth;
	uint64_t tiles = m->buffer->size_B > m->offset_B ? m->buffer->size_B - m->offset_B : 0;
	const uint64_t most =
	    R600_DB_DEPTH_SIZE__SLICE_TILE_MAX__MASK >> R600_DB_DEPTH_SIZE__SLICE_TILE_MAX__SHIFT;

	tiles /= (uint64_t)px_B * TILE_PIXELS;
	if (!t->depth_size_at)
		return fl_drm_refuse(t->s, "dword %u: the depth buffer's size is not set", at);
	if (!tiles)
		return fl_drm_fits(t->s, m->buffer, m->offset_B + (uint64_t)px_B * TILE_PIXELS, at,
				   "depth buffer", 0);
	if (R600_DB_DEPTH_INFO__TILE_SURFACE_ENABLE__GET(t->depth_info))
		return fl_drm_refuse(t->s, "dword %u: HTILE of a depth buffer without a size", at);
	t->s->dw[t->depth_size_at] =
	    (t->depth_size & R600_DB_DEPTH_SIZE__PITCH_TILE_MAX__MASK) |
	    R600_DB_DEPTH_SIZE__SLICE_TILE_MAX((uint32_t)(tiles - 1 < most ? tiles - 1 : most));
	return true;
}

static bool depth(struct r600_drm_track *t, uint32_t at)
{
	/* by FORMAT: none, 16 bits, 8 and 24 in some ways, 32 with 8 beside them */
	static const uint8_t bytes[8] = {0, 2, 4, 4, 4, 4, 4, 8};
	const uint32_t px_B = bytes[R600_DB_DEPTH_INFO__FORMAT__GET(t->depth_info)];
	const uint32_t unset = ~(uint32_t)R600_DB_DEPTH_SIZE__PITCH_TILE_MAX__MASK;
	const struct shape s = shape_of(t->depth_size, R600_DB_DEPTH_INFO__ARRAY_MODE__GET(t->depth_info),
					px_B, 1u << t->log2_samples);
	uint64_t need_B;

	if (!t->depth.buffer)
		return fl_drm_fits(t->s, NULL, 0, at, "depth buffer", 0);
	if ((t->depth_size & unset) == unset)
		return any_depth(t, px_B, at);
	if (s.mode < R600_DRM_TILED_1D)
		return fl_drm_refuse(t->s, "dword %u: invalid tiling mode %u of the depth buffer", at,
				     s.mode);
	if (!aligned(t, &s, &t->depth, at, "depth buffer", 0))
		return false;
	need_B = (R600_DB_DEPTH_SIZE__SLICE_TILE_MAX__GET(t->depth_size) + 1ull) * TILE_PIXELS * px_B *
		 s.samples * (R600_DB_DEPTH_VIEW__SLICE_MAX__GET(t->depth_view) + 1);
	if (!fl_drm_fits(t->s, t->depth.buffer, need_B + t->depth.offset_B, at, "depth buffer", 0))
		return false;
	return !R600_DB_DEPTH_INFO__TILE_SURFACE_ENABLE__GET(t->depth_info) || htile(t, &s, at);
}

/* ---- draws --------------------------------------------------------------------------------------------- */
static bool streams_out(struct r600_drm_track *t, uint32_t at)
{
	for (unsigned i = 0; i < R600_DRM_STRMOUT && t->strmout_on; i++)
		if (t->strmout_buffers >> i & 1 &&
		    !fl_drm_fits(t->s, t->strmout[i].buffer, t->strmout[i].offset_B + t->strmout_B[i], at,
				 "stream-out buffer", i))
			return false;
	return true;
}

bool r600_drm_track_draw(struct r600_drm_track *t, uint32_t at)
{
	const uint32_t tests =
	    R600_DB_DEPTH_CONTROL__Z_ENABLE__MASK | R600_DB_DEPTH_CONTROL__STENCIL_ENABLE__MASK;
	const bool has_depth = R600_DB_DEPTH_INFO__FORMAT__GET(t->depth_info) && t->depth_control & tests;

	if (!streams_out(t, at))
		return false;
	return t->draws_nothing || (colors(t, at) && (!has_depth || depth(t, at)));
}
