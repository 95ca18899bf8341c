/* SPDX-License-Identifier: MIT
 *
 * What vertex programs of a wave of 64 export, to vertices: clip codes, window coordinates, attributes. For
 * families whose vertex programs run in waves, structure of arrays.
 */
#ifndef HW_MODEL_RASTER_EXPORT_H
#define HW_MODEL_RASTER_EXPORT_H

#include "hw/model/raster/assemble.h"
#include "hw/model/raster/wave.h"
#include "hw/model/vec.h"

/* What the state of a draw says to it. */
struct fl_raster_exports {
	bool clip;
	bool near, far;       /* planes of depth */
	float disc_x, disc_y; /* discard band over W */
	bool point_size;
	/* the vertex program says where a primitive goes, and which of its edges show */
	bool routed, edge_flags, layers, viewports;
	uint8_t misc, dist[2]; /* which exported positions these are */
	uint8_t clip_mask, cull_mask;
	struct fl_raster_front front;
};

/* What was exported: positions, of which the first is the position; parameters, and which of them the vertex
 * carries, attr[4 * i] on. */
struct fl_raster_out {
	const float (*pos)[4][FL_WAVE_PX];
	const float (*param)[4][FL_WAVE_PX];
	unsigned n_params;
	const uint8_t *carried;
	const char *what; /* for looks: what a parameter is called before its number; NULL: "parameter " */
};

/* The first n lanes to vertices from `to` on, stride_B apart. */
FL_SIMD_DECLARE(void, fl_raster_export,
		(const struct fl_raster_exports *pa, const struct fl_raster_out *out, unsigned n, uint8_t *to,
		 size_t stride_B));
/* Of them, distances to planes, and what these say. */
void fl_raster_distances(const struct fl_raster_exports *pa, const struct fl_raster_out *out, unsigned n,
			 uint8_t *to, size_t stride_B);

#endif
