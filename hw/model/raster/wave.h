/* SPDX-License-Identifier: MIT
 *
 * Waves: sixteen quads of 2x2 pixels of one tile on their way through depth, shader and color.
 */
#ifndef HW_MODEL_RASTER_WAVE_H
#define HW_MODEL_RASTER_WAVE_H

#include <stdbool.h>
#include <stdint.h>

struct fl_raster_draw;
struct fl_raster_prim;

enum {
	FL_WAVE_QUADS = 16, /* quads that are shaded together */
	FL_WAVE_PX = 64,
	FL_WAVE_SAMPLES = 8, /* of a pixel, at most */
};

/* Lane of a pixel = 4 * quad + 2 * dy + dx; masks have one bit a lane. No two lanes of a wave that are
 * covered stand for the same pixel, so a wave is processed in any order. Two quads may well stand on the same
 * place, of neighbouring primitives: pixels are to be stored one by one, where cover says so. */
struct fl_wave {
	const struct fl_raster_draw *draw;
	unsigned n_quads;
	/* of the quad's upper left pixel, inside its tile; even */
	uint8_t qx[FL_WAVE_QUADS], qy[FL_WAVE_QUADS];
	const struct fl_raster_prim *prim[FL_WAVE_QUADS]; /* for interpolation alone */
	bool one_prim; /* all quads are of prim[0]; the others are not set */
	bool block;    /* the quads are an aligned 8x8 block, row by row, qx[0], qy[0] its corner */
	/* Samples still alive: set by scan conversion, cleared by the depth test and the shader. One sample a
	 * pixel: cover[0] alone. */
	uint64_t cover[FL_WAVE_SAMPLES];
	uint64_t back;   /* lanes of back-facing primitives */
	unsigned sample; /* FL_RASTER_SAMPLES: the one whose turn it is; cover has no other */
	/* Depth a sample, of draws that want it (FL_RASTER_Z): fixed point of 24 bits, or the bits of a
	 * single (setup.h: enum fl_raster_z_kind). */
	_Alignas(64) uint32_t z[FL_WAVE_SAMPLES][FL_WAVE_PX];
};

/* A wave that is a block: its number in the tile, and that of its first pixel, in rows of so many. */
static inline unsigned fl_wave_block(const struct fl_wave *w)
{
	return w->qy[0] / 8 * 8 + w->qx[0] / 8;
}

static inline unsigned fl_wave_block_px(const struct fl_wave *w, unsigned row_px)
{
	return w->qy[0] * row_px + w->qx[0];
}

/* The 8x8 blocks of the tile in which lanes of the wave stand; the first is for waves of quads from anywhere,
 * out of the way of those that are a block. */
uint64_t fl_wave_blocks_of_quads(const struct fl_wave *w, uint64_t lanes);
static inline uint64_t fl_wave_blocks(const struct fl_wave *w, uint64_t lanes)
{
	return w->block ? 1ull << fl_wave_block(w) : fl_wave_blocks_of_quads(w, lanes);
}

/* Lanes of the wave, alive or not: four of each of its quads. */
static inline uint64_t fl_wave_lanes(const struct fl_wave *w)
{
	return w->n_quads < FL_WAVE_QUADS ? (UINT64_C(1) << 4 * w->n_quads) - 1 : ~UINT64_C(0);
}

/* Lanes of the wave, one sample of which is alive. */
static inline uint64_t fl_wave_alive(const struct fl_wave *w, unsigned samples)
{
	uint64_t m = w->cover[0];

	for (unsigned s = 1; s < samples; s++)
		m |= w->cover[s];
	return m;
}

#endif
