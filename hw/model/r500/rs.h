/* SPDX-License-Identifier: MIT
 *
 * RS: what the interpolator writes to the registers of the fragment shader. Two layouts of the registers,
 * R3xx/R4xx and R5xx, decode to the same list.
 */
#ifndef HW_MODEL_R500_RS_H
#define HW_MODEL_R500_RS_H

#include "hw/model/r500/r500.h"
#include "hw/model/raster/interp.h"

enum {
	MR500_RS_MAX_PLANES = 84,  /* 16 groups of texture components, 4 colors, fog; four each */
	MR500_RS_MAX_WRITES = 145, /* 16 instructions, a texture coordinate and a color each, and W; fog */
	MR500_RS_MAX_VECS = 36,
	MR500_RS_COLOR = 64,       /* plane sources: 0-63 texture components, 64 + 4 * color + channel, */
	MR500_RS_FOG_VALUE = 0xf0, /* or the value that GB_SELECT.FOG_SELECT names */
};

/* Planes come in groups of four: components 4 * g to 4 * g + 3 of the rasterizer's input packet, or a
 * color. */
struct mr500_rs_state {
	struct fl_raster_inputs inputs; /* of the arrays below */
	unsigned n_planes;
	uint8_t source[MR500_RS_MAX_PLANES];
	bool used[MR500_RS_MAX_PLANES];             /* else it is there to fill the group */
	uint64_t written[MR500_MAX_TEMPS * 4 / 64]; /* bit 4 * reg + ch */
	bool writes_w;
	unsigned n_tex, n_col;                          /* IT_COUNT, IC_COUNT */
	struct fl_raster_input in[MR500_RS_MAX_WRITES]; /* from here on as far as in use */
	struct fl_raster_input4 by4[MR500_RS_MAX_VECS];
	uint8_t rest[MR500_RS_MAX_WRITES];
};

#endif
