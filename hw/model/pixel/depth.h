/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil: tests and writes. A family decodes its registers to struct fl_pixel_depth once a draw;
 * a record of its own that it needs beside begins with this one.
 *
 * Depths of 32-bit floats are the bits of wave.z as they are (FL_RASTER_Z_FLOAT); their stencil is the byte
 * after it. They, and what the vector path does not know beside, go the way of depth_scalar.c
 * (FL_PIXEL_DEPTH_WIDE).
 */
#ifndef HW_MODEL_PIXEL_DEPTH_H
#define HW_MODEL_PIXEL_DEPTH_H

#include "hw/model/num/small_float.h"
#include "hw/model/raster/thread.h"
#include "hw/model/tiles/surface.h"
#include "hw/model/vec.h"

/* How fl_pixel_depth_run() works for this draw. */
enum fl_pixel_depth_path {
	FL_PIXEL_DEPTH_PASS,  /* neither depth nor stencil: everything passes */
	FL_PIXEL_DEPTH_ALONE, /* Z24S8 depth alone, unsigned, one sample: the fast path */
	FL_PIXEL_DEPTH_FULL,  /* anything else */
	FL_PIXEL_DEPTH_CLEAR, /* store the clear value */
	FL_PIXEL_DEPTH_TOUCH, /* nothing changes, but what is drawn over goes to memory */
	FL_PIXEL_DEPTH_WIDE,  /* as FULL, of any format, by the scalar path */
};

enum fl_pixel_depth_format {
	FL_PIXEL_Z16,
	FL_PIXEL_Z13E3,   /* R5xx's own: fl_pixel_depth_13e3() */
	FL_PIXEL_Z24S8,   /* stencil in the low byte */
	FL_PIXEL_Z20E4S8, /* the same, depth a float of 24 bits: hw/model/num/small_float.h */
	FL_PIXEL_Z32F,
	FL_PIXEL_Z32FS8, /* eight bytes: the float, the stencil */
};

/* Passes if the new depth, or the reference, compares so with what is stored. */
enum fl_pixel_compare {
	FL_PIXEL_IF_NEVER,
	FL_PIXEL_IF_LESS,
	FL_PIXEL_IF_LESS_EQUAL,
	FL_PIXEL_IF_EQUAL,
	FL_PIXEL_IF_GREATER_EQUAL,
	FL_PIXEL_IF_GREATER,
	FL_PIXEL_IF_NOT_EQUAL,
	FL_PIXEL_IF_ALWAYS,
};

enum fl_pixel_stencil_op {
	FL_PIXEL_STENCIL_KEEP,
	FL_PIXEL_STENCIL_ZERO,
	FL_PIXEL_STENCIL_REPLACE,
	FL_PIXEL_STENCIL_INC_CLAMP,
	FL_PIXEL_STENCIL_DEC_CLAMP,
	FL_PIXEL_STENCIL_INVERT,
	FL_PIXEL_STENCIL_INC_WRAP,
	FL_PIXEL_STENCIL_DEC_WRAP,
	/* of WIDE alone: with the value `op` in the place of one */
	FL_PIXEL_STENCIL_ONES,
	FL_PIXEL_STENCIL_REPLACE_OP,
	FL_PIXEL_STENCIL_ADD_CLAMP,
	FL_PIXEL_STENCIL_SUB_CLAMP,
	FL_PIXEL_STENCIL_ADD_WRAP,
	FL_PIXEL_STENCIL_SUB_WRAP,
	FL_PIXEL_STENCIL_AND,
	FL_PIXEL_STENCIL_OR,
	FL_PIXEL_STENCIL_XOR,
	FL_PIXEL_STENCIL_NAND,
	FL_PIXEL_STENCIL_NOR,
	FL_PIXEL_STENCIL_XNOR,
};

/* Stencil of one face. */
struct fl_pixel_stencil {
	uint8_t func, fail, zpass, zfail;
	uint8_t ref, mask, write_mask, op;
};

struct fl_pixel_depth {
	struct fl_tile_key key; /* cpp 0: no depth buffer in reach */
	uint8_t path, format;
	bool depth_on; /* else every depth passes and none is written */
	bool write;    /* depth_on, and depths are written */
	bool stencil_on;
	bool stencil_writes;       /* some stencil may change */
	bool count_ones;           /* 13E3: the exponent counts leading ones, else zeros */
	bool nearest;              /* 16 bits: rounded, as chips of Direct3D 10 have to, else cut off */
	bool is_signed, magnitude; /* depths compare as signed numbers, of sign and magnitude */
	bool stop;                 /* no sample goes on from here */
	/* WIDE: samples whose stored depth is outside of this fail, and change nothing */
	bool bounds;
	uint32_t bounds_min, bounds_max; /* as the buffer's format has them */
	bool forced;                     /* forced_z in place of wave.z */
	uint32_t forced_z;
	/* WIDE: what the shader gives as the reference of both faces, a lane each; NULL: that of the face. */
	const uint32_t *(*refs)(const struct fl_raster_thread *t);
	uint8_t func;                    /* enum fl_pixel_compare */
	struct fl_pixel_stencil face[2]; /* front, back */
	uint32_t clear;                  /* CLEAR: the word that is stored, ... */
	uint8_t clear_w, clear_h;        /* ... in rectangles of so many pixels, powers of two, 16 at most */
	/* Which of the pipes that count samples (thread.passed) has the 16x16 pixels around (x, y). */
	uint8_t pipes;
	unsigned (*pipe_of)(unsigned pipes, unsigned x, unsigned y);
};

/* depth_count.c: whether samples that pass are counted, in one of so many backends (a power of two). Which
 * one shows in single counters alone, never in their sum, and no document says it of the families that ask
 * here: by turns, blocks of 16x16. */
void fl_pixel_count(struct fl_pixel_depth *db, bool counts, unsigned backends);

/* One call a wave: samples that fail leave wave.cover. */
FL_SIMD_DECLARE(void, fl_pixel_depth_run, (struct fl_raster_thread *));

/* depth_scalar.c: which of the tests a sample fails. stored: as fl_pixel_depth_stored() has it; ref: of the
 * stencil. */
enum fl_pixel_depth_why {
	FL_PIXEL_DEPTH_PASSES,
	FL_PIXEL_DEPTH_BY_BOUNDS,
	FL_PIXEL_DEPTH_BY_STENCIL,
	FL_PIXEL_DEPTH_BY_DEPTH
};
enum fl_pixel_depth_why fl_pixel_depth_why(const struct fl_pixel_depth *d, const uint32_t stored[2],
					   uint32_t z, bool back, uint32_t ref);

/* depth_bounds.c: all depths of the 8x8 block at (bx, by) of the tile fail against every depth in
 * [z_min, z_max] (24 bits), and the stencil would not change: the block need not be drawn. On the thread that
 * draws. */
bool fl_pixel_depth_hides(const struct fl_raster_thread *t, const struct fl_raster_draw *d, unsigned bx,
			  unsigned by, uint32_t z_min, uint32_t z_max);

/* depth_scalar.c: a clear of the lanes of the wave; both paths use it. */
void fl_pixel_depth_clear(struct fl_raster_thread *t, const struct fl_pixel_depth *d, struct fl_tile_buf *b,
			  uint64_t lanes);

/* Every sample passes, and nothing of what was there stays, as in a clear: of a whole block the buffer need
 * not be read. FULL, one sample. */
static inline bool fl_pixel_depth_over(const struct fl_pixel_depth *d)
{
	bool over = d->format == FL_PIXEL_Z24S8 && !d->is_signed && d->write &&
		    d->func == FL_PIXEL_IF_ALWAYS && d->stencil_on && d->face[0].ref == d->face[1].ref;

	for (unsigned i = 0; i < 2; i++)
		over &= d->face[i].func == FL_PIXEL_IF_ALWAYS && d->face[i].write_mask == 0xff &&
			d->face[i].zpass == FL_PIXEL_STENCIL_REPLACE;
	return over;
}

/* Depths as the buffer's format holds them, in the low bits: 24 or 16 bits. Order is kept, so codes compare
 * as depths do. 13E3 ("16-bit compressed 13E3") is published in name only; assumed: 3 bits count the leading
 * ones (at most 7; or 7 minus the leading zeros), the bit that ends the count is left out, 13 bits follow. */
static inline uint32_t fl_pixel_depth_13e3(uint32_t z24, bool count_ones)
{
	uint32_t top = (count_ones ? ~z24 : z24) << 8;
	unsigned n = top ? (unsigned)__builtin_clz(top) : 24;

	n = n > 7 ? 7 : n;
	unsigned skip = n < 7 ? n + 1 : 7;
	return (count_ones ? n : 7 - n) << 13 | ((z24 << skip & 0xffffff) >> 11);
}

static inline uint32_t fl_pixel_depth_encode(const struct fl_pixel_depth *d, uint32_t z)
{
	switch (d->format) {
	case FL_PIXEL_Z16:
		return (d->nearest ? z - (z >> 16) + 0x80 : z) >> 8; /* z * 65535 / 0xffffff + 1/2 */
	case FL_PIXEL_Z13E3:
		return fl_pixel_depth_13e3(z, d->count_ones);
	case FL_PIXEL_Z20E4S8:
		return num_to_small(24, num_float((int32_t)z));
	default:
		return z;
	}
}

/* Depth and stencil out of the bytes of a sample, and back. */
static inline void fl_pixel_depth_stored(const struct fl_pixel_depth *d, const uint8_t *px, uint32_t value[2])
{
	uint32_t word[2] = {0, 0};

	memcpy(word, px, d->key.cpp);
	value[0] = word[0];
	value[1] = word[1] & 255;
	if (d->format == FL_PIXEL_Z24S8 || d->format == FL_PIXEL_Z20E4S8) {
		value[0] = word[0] >> 8;
		value[1] = word[0] & 255;
	}
}

static inline void fl_pixel_depth_store(const struct fl_pixel_depth *d, uint8_t *px, const uint32_t value[2])
{
	uint32_t word[2] = {value[0], value[1]};

	if (d->format == FL_PIXEL_Z24S8 || d->format == FL_PIXEL_Z20E4S8)
		word[0] = value[0] << 8 | value[1];
	memcpy(px, word, d->key.cpp);
}

static inline unsigned fl_pixel_depth_bits(const struct fl_pixel_depth *d)
{
	return d->format <= FL_PIXEL_Z13E3 ? 16 : d->format >= FL_PIXEL_Z32F ? 32 : 24;
}

/* What a draw that forces its depth (fl_pixel_depth.forced) finds in the wave. */
static inline void fl_pixel_depth_force(struct fl_wave *w, const struct fl_pixel_depth *d, unsigned samples)
{
	for (unsigned s = 0; s < samples; s++)
		for (unsigned i = 0; i < FL_WAVE_PX; i++)
			w->z[s][i] = d->forced_z;
}

/* A key whose unsigned order is the order of the codes, signed ones too. bits: 16, 24, or 32: floats. */
static inline uint32_t fl_pixel_depth_key(const struct fl_pixel_depth *d, uint32_t code, unsigned bits)
{
	uint32_t sign = 1u << (bits - 1);

	if (bits == 32)
		return code & sign ? ~code : code | sign;
	if (!d->is_signed)
		return code;
	if (d->magnitude && (code & sign))
		return sign - 1 - (code & (sign - 1)) + ((code & (sign - 1)) == 0); /* -0 is 0 */
	return code ^ sign;
}

#endif
