/* SPDX-License-Identifier: MIT
 *
 * RS: what the interpolator writes to the registers of the fragment shader. Two layouts of the registers,
 * R3xx/R4xx and R5xx, decode to the same list.
 */
#ifndef HW_MODEL_R500_RS_H
#define HW_MODEL_R500_RS_H

#include "hw/model/r500/r500.h"

enum {
	MR500_RS_MAX_PLANES = 84,  /* 16 groups of texture components, 4 colors, fog; four each */
	MR500_RS_MAX_WRITES = 145, /* 16 instructions, a texture coordinate and a color each, and W; fog */
	MR500_RS_MAX_VECS = 36,
	MR500_RS_COLOR = 64,       /* plane sources: 0-63 texture components, 64 + 4 * color + channel, */
	MR500_RS_FOG_VALUE = 0xf0, /* or the value that GB_SELECT.FOG_SELECT names */
};

enum {
	FL_RASTER_IN_PLANE,
	FL_RASTER_IN_ADJUSTED,
	FL_RASTER_IN_CONST,
	FL_RASTER_IN_X,
	FL_RASTER_IN_Y,
	FL_RASTER_IN_FACE,
	FL_RASTER_IN_W,
	FL_RASTER_IN_FOG
};

struct fl_raster_input {
	uint8_t kind;
	uint8_t plane;   /* FL_RASTER_IN_PLANE, _ADJUSTED */
	uint8_t reg, ch; /* temp[reg][ch]; FL_RASTER_IN_W goes to raster_w, FL_RASTER_IN_FOG to px.fog */
	float value;     /* FL_RASTER_IN_CONST */
};

/* FL_RASTER_IN_PLANE writes together: channel k of mask is plane 4 * group + k. */
struct fl_raster_input4 {
	uint8_t reg, group, mask;
};

/* Planes come in groups of four: components 4 * g to 4 * g + 3 of the rasterizer's input packet, or a
 * color. */
struct mr500_rs_state {
	unsigned n_planes, n_writes;
	uint8_t source[MR500_RS_MAX_PLANES];
	bool used[MR500_RS_MAX_PLANES];                    /* else it is there to fill the group */
	struct fl_raster_input write[MR500_RS_MAX_WRITES]; /* all of them, in order */
	/* The same once more, for speed: those that go by four, and the rest. No two write the same
	 * channel. */
	unsigned n_vecs, n_rest;
	struct fl_raster_input4 vec[MR500_RS_MAX_VECS];
	uint8_t rest[MR500_RS_MAX_WRITES];
	uint64_t written[MR500_MAX_TEMPS * 4 / 64]; /* bit 4 * reg + ch */
	bool writes_w;
	unsigned n_tex, n_col; /* IT_COUNT, IC_COUNT */
};

/* Where TEX_ADJ samples: the middle of a pixel that is covered whole, else its first covered sample;
 * subpixels from its corner, a lane. (With one sample a pixel: at that.) */
void fl_raster_adjusted(const struct fl_raster_thread *t, int32_t x[FL_WAVE_PX], int32_t y[FL_WAVE_PX]);

/* Depth is computed from the corner of the aligned 8x8 block that a pixel is in, so that it does not depend
 * on the wave that the pixel travels in: the whole part in bi, the rest in bf. */
struct fl_raster_zbase {
	int32_t bi;
	float bf, gx, gy;
}; /* fl_raster_zbase() in ga.h */
enum { FL_RASTER_Z_FAR = 1 << 27, FL_RASTER_Z24_MAX = 0xffffff };
#endif
