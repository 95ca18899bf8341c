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
	MR500_RS_PLANE,
	MR500_RS_ADJUSTED,
	MR500_RS_CONST,
	MR500_RS_X,
	MR500_RS_Y,
	MR500_RS_FACE,
	MR500_RS_W,
	MR500_RS_FOG
};

struct mr500_rs_write {
	uint8_t kind;
	uint8_t plane;   /* MR500_RS_PLANE, _ADJUSTED */
	uint8_t reg, ch; /* temp[reg][ch]; MR500_RS_W goes to raster_w, MR500_RS_FOG to px.fog */
	float value;     /* MR500_RS_CONST */
};

/* MR500_RS_PLANE writes together: channel k of mask is plane 4 * group + k. */
struct mr500_rs_vec {
	uint8_t reg, group, mask;
};

/* Planes come in groups of four: components 4 * g to 4 * g + 3 of the rasterizer's input packet, or a
 * color. */
struct mr500_rs_state {
	unsigned n_planes, n_writes;
	uint8_t source[MR500_RS_MAX_PLANES];
	bool used[MR500_RS_MAX_PLANES];                   /* else it is there to fill the group */
	struct mr500_rs_write write[MR500_RS_MAX_WRITES]; /* all of them, in order */
	/* The same once more, for speed: those that go by four, and the rest. No two write the same
	 * channel. */
	unsigned n_vecs, n_rest;
	struct mr500_rs_vec vec[MR500_RS_MAX_VECS];
	uint8_t rest[MR500_RS_MAX_WRITES];
	uint64_t written[MR500_MAX_TEMPS * 4 / 64]; /* bit 4 * reg + ch */
	bool writes_w;
	unsigned n_tex, n_col; /* IT_COUNT, IC_COUNT */
};

/* Where TEX_ADJ samples: the middle of a pixel that is covered whole, else its first covered sample;
 * subpixels from its corner, a lane. (With one sample a pixel: at that.) */
void mr500_rs_adjusted(const struct mr500_thread *t, int32_t x[MR500_WAVE_PX], int32_t y[MR500_WAVE_PX]);

/* Depth is computed from the corner of the aligned 8x8 block that a pixel is in, so that it does not depend
 * on the wave that the pixel travels in: the whole part in bi, the rest in bf. */
struct mr500_rs_zbase {
	int32_t bi;
	float bf, gx, gy;
}; /* mr500_rs_zbase() in ga.h */
enum { MR500_RS_Z_FAR = 1 << 27, MR500_RS_Z_MAX = 0xffffff };
#endif
