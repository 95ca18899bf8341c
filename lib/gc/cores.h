/* SPDX-License-Identifier: MIT
 *
 * What differs between Vivante's cores for who draws on them (GC facts 0).
 */
#ifndef LIB_GC_CORES_H
#define LIB_GC_CORES_H

#include "hw/gc/chips.h"
#include "lib/gc/isa.h"

/* Where programs go (GC facts 5.1), and uniforms (5.2). */
enum fl_gc_code {
	FL_GC_CODE_APART,  /* GC400: each kind of program has a memory in the core */
	FL_GC_CODE_SHARED, /* one memory, pixel programs from instruction 256 on */
	FL_GC_CODE_CACHED, /* GC3000: the same behind a cache */
	FL_GC_CODE_MEMORY, /* GC7000L: memory */
};

struct fl_gc_info {
	char name[8];        /* as gc_core_name() has it */
	int8_t halti;        /* -1: before HALTI0 */
	uint8_t level, code; /* FL_GC_LEVEL_…, enum fl_gc_code */
	uint8_t pipes;       /* of pixels */
	uint8_t streams, varyings, targets, cores;
	uint16_t vertex_cache, output_buffer;
	uint16_t vs_uniforms, ps_uniforms;
	bool one_address;     /* PE_COLOR_ADDR and PE_DEPTH_ADDR in place of those of pipes */
	bool single_buffer;   /* both pipes draw into one buffer */
	bool linear_target;   /* PE draws to rows of pixels */
	bool half_float;      /* targets of floats, and references and constants of blending as halves */
	bool two_factors;     /* FAST_TRANSCENDENTALS: a logarithm comes as two factors */
	bool no_alpha_test;   /* the program has to discard */
	bool ra_writes_depth; /* RA can write depths, unless a state says that it is not to */
	bool new_gpipe;       /* no GL_VERTEX_ELEMENT_CONFIG */
	bool has_quads, has_loops;
	bool has_logic_op;
	bool dither_fix;  /* blends and dithers at a time */
	bool small_msaa;  /* several samples are four; from HALTI0 on the others have two as well */
	bool blt;         /* a copier in place of the resolve engine */
	bool z_from_zero; /* clip space begins at 0 (GC facts 5.3) */
};

/* NULL: lib/gc does not draw on it. */
const struct fl_gc_info *fl_gc_info_named(const char *name);

#endif
