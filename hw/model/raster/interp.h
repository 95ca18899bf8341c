/* SPDX-License-Identifier: MIT
 *
 * Interpolation: the depths of a wave, and the values that its shader starts with.
 */
#ifndef HW_MODEL_RASTER_INTERP_H
#define HW_MODEL_RASTER_INTERP_H

#include "hw/model/raster/setup.h"
#include "hw/model/raster/thread.h"

#if defined(__SSE4_1__)
#include <immintrin.h>
#endif

enum fl_raster_input_kind {
	FL_RASTER_IN_PLANE,    /* at the middle of the pixel */
	FL_RASTER_IN_ADJUSTED, /* where a sample is covered: fl_raster_adjusted() */
	FL_RASTER_IN_FLAT,     /* the bits of FL_RASTER_SRC_FLAT: integers, and what no number is */
	FL_RASTER_IN_CONST,
	FL_RASTER_IN_X, /* window coordinates */
	FL_RASTER_IN_Y,
	FL_RASTER_IN_FACE, /* 1: back */
	FL_RASTER_IN_W,
};

/* 64 floats of the family's register block, one a lane, from at_B on. */
struct fl_raster_input {
	uint8_t kind;
	uint8_t plane; /* FL_RASTER_IN_PLANE, _ADJUSTED, _FLAT */
	uint32_t at_B; /* multiple of 64 */
	float value;   /* FL_RASTER_IN_CONST */
};

/* Planes written together: channel k of mask is plane 4 * group + k, and goes to at_B + k * 256. */
struct fl_raster_input4 {
	uint32_t at_B;
	uint8_t group, mask;
};

struct fl_raster_inputs {
	const struct fl_raster_input *in; /* all of them, in order */
	/* The same once more, for speed: those that go by four, and the rest, by number. No two write the
	 * same place. */
	const struct fl_raster_input4 *by4;
	const uint8_t *rest;
	unsigned n, n_by4, n_rest;
};

/* Where FL_RASTER_IN_ADJUSTED samples: the middle of a pixel that is covered whole, else its first covered
 * sample; subpixels from its corner, a lane. (With one sample a pixel: at that; with FL_RASTER_SAMPLES: at
 * the one whose turn it is.) */
void fl_raster_adjusted(const struct fl_raster_thread *t, int32_t x[FL_WAVE_PX], int32_t y[FL_WAVE_PX]);

/* wave.z */
FL_SIMD_DECLARE(void, fl_raster_depth, (struct fl_raster_thread *));
/* The register block. For the family's shader to call, where it wants that. */
FL_SIMD_DECLARE(void, fl_raster_interpolate, (struct fl_raster_thread *));
/* For shaders that interpolate: where the lanes are from the start of their primitives' planes (struct
 * fl_raster_prim), there over 1/W if perspective is asked for. adj_x, adj_y: fl_raster_adjusted(), or NULL
 * for the middle. x and y lie at 64 bytes. */
FL_SIMD_DECLARE(void, fl_raster_places,
		(const struct fl_raster_thread *, bool perspective, const int32_t *adj_x,
		 const int32_t *adj_y, float x[FL_WAVE_PX], float y[FL_WAVE_PX]));
/* wave.z of draws with FL_RASTER_Z_FLOAT; both paths use it. */
void fl_raster_depth_float(struct fl_raster_thread *t);
/* wave.z of a depth that a shader makes: kept in the same range. NaN is 0. */
uint32_t fl_raster_z_made(const struct fl_raster_setup *su, float z);

/* The rows of 64 floats from at_B on. */
static inline float (*fl_raster_place(const struct fl_raster_thread *t, uint32_t at_B))[FL_WAVE_PX]
{
	return (float(*)[FL_WAVE_PX])(void *)((uint8_t *)t->regs + at_B);
}

/* ---- depths in fixed point ----------------------------------------------------------------------------- */
/* Depth is computed from the corner of the aligned 8x8 block that a pixel is in, so that it does not depend
 * on the wave that the pixel travels in: the whole part in bi, the rest in bf. */
struct fl_raster_zbase {
	int32_t bi;
	float bf, gx, gy;
};

enum { FL_RASTER_Z_FAR = 1 << 27, FL_RASTER_Z24_MAX = 0xffffff };

/* Of what is far inside of 32 bits. In one instruction where the machine has it, else with no question: which
 * way it goes nobody can foretell. */
static inline double fl_raster_floor(double z)
{
#if defined(__SSE4_1__)
	const __m128d v = _mm_set_sd(z);

	return _mm_cvtsd_f64(_mm_floor_sd(v, v));
#else
	const double near = (double)(int32_t)z;

	return near - (near > z ? 1 : 0);
#endif
}

static inline void fl_raster_zbase(const struct fl_raster_prim *p, int32_t sub, int32_t x, int32_t y,
				   struct fl_raster_zbase *b)
{
	/* half a unit more, so that rounding down below rounds to the nearest */
	double z = p->z + 0.5 + p->zx * ((double)(x * sub) - (double)p->rx) +
		   p->zy * ((double)(y * sub) - (double)p->ry),
	       whole;

	z = z > -(double)FL_RASTER_Z_FAR ? z : -(double)FL_RASTER_Z_FAR;
	z = z < (double)FL_RASTER_Z_FAR ? z : (double)FL_RASTER_Z_FAR;
	whole = fl_raster_floor(z);
	b->bi = (int32_t)whole;
	b->bf = (float)(z - whole);
	b->gx = (float)p->zx;
	b->gy = (float)p->zy;
}

static inline int32_t fl_raster_z_keep(const struct fl_raster_setup *su, int32_t z)
{
	return z < su->z_low ? su->z_low : z > su->z_high ? su->z_high : z;
}

/* What fl_raster_depth() can make of the pixels of the block at (x, y): bounds, with two units and a bit to
 * spare. */
static inline void fl_raster_zbounds(const struct fl_raster_prim *p, const struct fl_raster_setup *su,
				     int32_t x, int32_t y, uint32_t *low, uint32_t *high)
{
	struct fl_raster_zbase b;
	float span = (float)(8 * su->sub), far = (float)FL_RASTER_Z_FAR, slack, lo, hi;

	fl_raster_zbase(p, su->sub, x, y, &b);
	slack = 2 + ((b.gx < 0 ? -b.gx : b.gx) + (b.gy < 0 ? -b.gy : b.gy)) * span * 0x1p-20f;
	lo = (b.gx < 0 ? b.gx * span : 0) + (b.gy < 0 ? b.gy * span : 0) - slack;
	hi = (b.gx > 0 ? b.gx * span : 0) + (b.gy > 0 ? b.gy * span : 0) + slack;
	lo = lo > -far ? lo : -far;
	hi = hi < far ? hi : far;
	*low = (uint32_t)fl_raster_z_keep(su, b.bi + (int32_t)lo);
	*high = (uint32_t)fl_raster_z_keep(su, b.bi + (int32_t)hi);
}

#endif
