/* SPDX-License-Identifier: MIT
 *
 * VS: from draw commands to primitives. One job a file:
 *
 *   vs.c        the block, one draw, indices
 *   vs_begin.c  the state of a draw, decoded block by block; batches
 *   vs_fetch.c  elements of vertices out of streams
 *   vs_format.c types of elements to numbers
 *   pa.c        viewport, clipping, faces, sizes, depths
 *   ra.c        scissors, samples, inputs of pixel programs
 *   ra_shade.c  waves of pixels
 */
#ifndef HW_MODEL_GC_VS_H
#define HW_MODEL_GC_VS_H

#include "hw/model/gc/draw.h"
#include "hw/model/raster/walk.h"

/* ---- vs_format.c --------------------------------------------------------------------------------------- */
/* Bytes of an element; 0: there is no such type. */
unsigned mgc_element_B(unsigned type, unsigned n);
/* Its numbers, 0, 0, 0, 1 where it has none. normalize: FE_VERTEX_ELEMENT_CONFIG.NORMALIZE; one: the bits of
 * 1 (FE_GENERIC_ATTRIB_SCALE). */
void mgc_element(const uint8_t *src, unsigned type, unsigned n, unsigned normalize, uint32_t one,
		 uint32_t out[4]);

/* ---- vs_fetch.c ---------------------------------------------------------------------------------------- */
struct mgc_stream {
	uint32_t addr, stride_B, divisor;
	const uint8_t *host; /* as far as it lies in one piece; NULL: nothing is there */
	uint64_t left_B;
};

struct mgc_element {
	uint8_t type, n, normalize, stream, reg;
	uint16_t start_B, size_B;
	uint32_t one;
};

struct mgc_fetch {
	unsigned n;
	struct mgc_element element[MGC_ELEMENTS];
	struct mgc_stream stream[16];
	bool ids;                       /* a register gets the numbers of vertex and instance */
	uint8_t vertex_id, instance_id; /* components: 4 * register + component; 0xff: none */
};

/* False: the core hangs, reported. */
bool mgc_fetch_decode(struct mgc *g, struct mgc_fetch *f);
void mgc_fetch_run(struct mgc *g, const struct mgc_fetch *f, struct mgc_sh_wave *w, const uint32_t *index,
		   unsigned n, uint32_t instance);

/* ---- the block ----------------------------------------------------------------------------------------- */
struct mgc_vs_walk {
	struct fl_raster_walk base; /* first */
	uint32_t instance;
	unsigned index_B;
};

struct mgc_vs {
	struct fl_raster ras;
	struct fl_arena arena;  /* decoded state of the draws in the batch */
	uint32_t stale;         /* MGC_DIRTY_* that must be decoded although no state changed */
	struct mgc_drawn *draw; /* the last one begun; NULL: none since the arena was emptied */
	uint64_t serial;        /* of that */
	struct fl_raster_exports pa;
	struct fl_raster_order order;
	struct fl_raster_reuse reuse;
	struct fl_raster_routes routes;
	struct mgc_fetch fetch;
	struct mgc_sh_wave *wave;
	_Alignas(64) float pos[2][4][MGC_LANES]; /* the position, and the size of points */
	bool in_memory; /* pixel programs of the batch may reach memory while they run */
	bool hung;
};

/* vs_begin.c: the draw is open; NULL: refused. */
const struct mgc_drawn *mgc_vs_begin(struct mgc *g);

#endif
