/* SPDX-License-Identifier: MIT
 *
 * From what registers say to the records of this room, as far as several families say the same. A family
 * reads its own registers, checks them, reports in its own words, and fills in itself what is no more than a
 * copy of a field; what follows out of several fields, or is said in units of the chips, is here.
 */
#ifndef HW_MODEL_RASTER_STATE_H
#define HW_MODEL_RASTER_STATE_H

#include "hw/model/raster/export.h"
#include "hw/model/raster/scan.h"
#include "hw/model/raster/setup.h"

/* ---- the front (state_front.c) ------------------------------------------------------------------------- */
/* Six singles in a row, scale and offset of X, of Y, of Z: bit i of `on`: the i-th counts. */
void fl_raster_state_viewport(struct fl_raster_viewport *t, const uint32_t word[6], unsigned on);
/* Positions that a vertex program exports beside the first, one behind the other: the misc vector, distances
 * 0 to 3, distances 4 to 7. pa has what the misc vector is asked for (point_size, edge_flags, layers,
 * viewports), clip_mask and cull_mask; what nobody exports is taken out of them. Returns the vectors of
 * distances that were asked for and are not there, a bit each. */
unsigned fl_raster_state_vectors(struct fl_raster_exports *pa, bool misc, bool dist0, bool dist1);
/* What vertices carry: n_params vectors, of which n planes are made, and distances. ucp_mask: user planes of
 * pa->front.ucp that are on. */
void fl_raster_state_carried(struct fl_raster_exports *pa, unsigned n_params, const struct fl_raster_src *src,
			     unsigned n, uint32_t ucp_mask);

/* ---- setup, of families that count 256ths of a pixel (state_setup.c) ----------------------------------- */
enum { FL_RASTER_SUB = 256 };

/* Depths of a draw, and what polygon offset adds to them. */
struct fl_raster_state_depth {
	bool is_float;
	bool beyond;          /* depths may lie before the near plane, or behind the far one */
	float min, max;       /* where depths are kept: of the viewport */
	float clamp;          /* of offsets: > 0 the most, < 0 the least, 0 neither */
	int bits;             /* offsets count 2^bits of the largest depth */
	const uint32_t *word; /* four singles: scale and offset of front faces, of back faces */
};

/* quant: vertices are snapped to 16ths, 8ths, 4ths, halves of a pixel, whole ones; from 5 on to 256ths.
 * whole: middles of pixels are whole numbers. x_px, y_px: the window is moved by so much. */
void fl_raster_state_positions(struct fl_raster_setup *su, unsigned quant, bool whole, int x_px, int y_px);
/* Half sizes of points and lines, 16ths of a pixel. Across a point S grows to the right; T is 1 at the top,
 * or at the bottom. */
void fl_raster_state_sizes(struct fl_raster_setup *su, unsigned w, unsigned h, unsigned line, bool t_top);
/* Lines: 16 bits of so many pixels each, from the lowest, or from the highest. */
void fl_raster_state_pattern(struct fl_raster_setup *su, uint32_t bits, bool highest_first, unsigned repeat);
void fl_raster_state_depths(struct fl_raster_setup *su, const struct fl_raster_state_depth *d);
void fl_raster_state_planes(struct fl_raster_setup *su, unsigned n, const struct fl_raster_src *src,
			    const struct fl_raster_group *group);

/* ---- scan conversion (state_scan.c) ------------------------------------------------------------------ */
/* Two corners as registers hold them: 15 bits of X, in the upper half Y; the second one is outside. */
struct fl_raster_state_scissor {
	uint32_t tl, br;
	bool on;
	bool moves; /* with the window, unless bit 31 of tl is set */
};

/* Of max_px pixels a side, those that all n let pass. x_px, y_px: the window is moved by so much. */
void fl_raster_state_scissors(struct fl_raster_scan *sc, int max_px, const struct fl_raster_state_scissor *by,
			      unsigned n, int x_px, int y_px);
/* Four rectangles, with their two corners one behind the other. */
void fl_raster_state_cliprects(struct fl_raster_scan *sc, const uint32_t corner[8], uint32_t rule);
/* Samples in 256ths of a pixel. at: a byte each: signed sixteenths from the middle, X in the low half. */
void fl_raster_state_samples(struct fl_raster_scan *sc, unsigned n, const uint8_t *at);
/* mask[p]: samples of pixel p of all quads. */
void fl_raster_state_mask(struct fl_raster_scan *sc, const uint32_t mask[4]);
/* Edges as OpenGL has them: triangles top left, with y down. */
void fl_raster_state_gl_rules(struct fl_raster_scan *sc);

#endif
