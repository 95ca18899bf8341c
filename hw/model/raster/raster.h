/* SPDX-License-Identifier: MIT
 *
 * The rasterizer that the families' models share. A family decodes its registers once a draw into the records
 * of setup.h, scan.h, interp.h and of hw/model/pixel, hands in primitives, and runs its shader on waves:
 *
 *   vertices --assemble.c, clip.c--> points, lines, triangles
 *      --setup*.c--> primitives, binned by tile (bin.c)
 *      --batch.c: tiles over threads--> scan_*.c --gather.c--> waves of 16 quads
 *      --depth test, shader--> color
 *
 * What only the family knows is asked of its table of functions: once a wave, a block of 8x8 pixels, a tile
 * or a batch.
 *
 * Limits: FL_WAVE_SAMPLES samples, FL_TILE_TARGETS color targets, FL_RASTER_ATTR floats a vertex,
 * FL_RASTER_PLANES values that are interpolated, targets of up to FL_RASTER_MAX_PX a side (a family that
 * needs less says so, and takes less memory). All draws of a batch have the same targets: a layer of an array
 * is a target of its own, and the family ends the batch (fl_raster_run()) where the next primitive lies in
 * another.
 */
#ifndef HW_MODEL_RASTER_RASTER_H
#define HW_MODEL_RASTER_RASTER_H

#include "hw/model/raster/bin.h"
#include "hw/model/raster/gather.h"
#include "hw/model/raster/setup.h"
#include "hw/model/tiles/cache.h"

enum { FL_RASTER_MAX_PX = 16384 };

struct fl_raster_area {
	int x0, y0, x1, y1; /* pixels, inclusive */
};

struct fl_raster_ops {
	size_t regs_B; /* of the register block of a thread, a multiple of 64; zeroed when it is made */
	size_t out_B;  /* where in it the colors are that leave the shader: fl_raster_thread.out */
	/* A wave of a draw with FL_RASTER_SHADE: interpolation, program, what comes after it. cover of the
	 * wave loses what was killed. */
	void (*shade)(struct fl_raster_thread *t);
	/* FL_RASTER_VISIBLE: the lanes that the family's hierarchical depth lets pass, of the 8x8 block with
	 * its corner at pixel (x, y). low, high: bounds of the depths of the primitive in the block. */
	uint64_t (*visible)(const struct fl_raster_thread *t, const struct fl_raster_draw *d, unsigned x,
			    unsigned y, uint32_t low, uint32_t high);
	/* Before a tile of a batch is opened, on the caller's thread, if ras->watch is set: which pixels of
	 * it the primitives may touch. */
	void (*opening)(struct fl_raster *ras, const struct fl_raster_area *area);
	/* A batch is drawn, but for what a hung shader left; samples that passed the depth test, a pipe. */
	void (*drawn)(struct fl_raster *ras, const uint64_t passed[FL_RASTER_PIPES]);
	void (*no_memory)(struct fl_raster *ras); /* for the threads that draw: nothing was drawn */
};

/* What follows as soon as the batch is drawn (fl_raster.leaving): fl_tile_flush() of the colors, of the
 * depths; and what was flushed is forgotten. */
enum { FL_RASTER_LEAVE_COLOR = 1, FL_RASTER_LEAVE_DEPTH = 2, FL_RASTER_LEAVE_EMPTY = 4 };

struct fl_raster {
	const struct fl_raster_ops *ops;
	struct fl_model *model;
	struct fl_tile_cache *tiles;
	enum fl_isa isa;
	const struct fl_raster_draw *draw;    /* the one that primitives belong to */
	const struct fl_raster_draw *targets; /* a draw of the batch: its surfaces are those of all */
	bool open;                            /* primitives are taken */
	bool watch;                           /* the tiles of this batch: ops->opening() */
	/* FL_RASTER_LEAVE_…: for the next fl_raster_run() alone, of a batch whose pixels neither read nor
	 * write memory but through the tile cache */
	uint8_t leaving;
	bool stipple_start; /* the next line starts a draw */
	/* How far the pattern of lines has come: units of setup->coarse; pixels with FL_RASTER_STIPPLE */
	uint32_t stipple;
	struct fl_bins bins;
	struct fl_raster_worker **worker; /* one a thread of the pool */
	unsigned n_workers;
};

/* max_px: of the targets, a side; a multiple of FL_TILE_PX. False: out of memory. */
bool fl_raster_new(struct fl_raster *ras, const struct fl_raster_ops *ops, struct fl_model *m,
		   struct fl_tile_cache *tiles, unsigned max_px);
void fl_raster_free(struct fl_raster *ras);
/* Draw what is in the bins, and empty them. Results are then in the tile cache, not in memory. The records of
 * the draws must be there until then. */
void fl_raster_run(struct fl_raster *ras);

/* Primitives of ras->draw, while ras->open: setup as a sink. */
extern const struct fl_raster_sink fl_raster_to_setup;
void fl_raster_point(struct fl_raster *ras, const struct fl_raster_vertex *v);
void fl_raster_line(struct fl_raster *ras, const struct fl_raster_vertex *v0,
		    const struct fl_raster_vertex *v1, const struct fl_raster_vertex *provoke);
void fl_raster_triangle(struct fl_raster *ras, const struct fl_raster_vertex *v0,
			const struct fl_raster_vertex *v1, const struct fl_raster_vertex *v2,
			const struct fl_raster_vertex *provoke, unsigned edges);
void fl_raster_point_part(struct fl_raster *ras, const struct fl_raster_vertex *v,
			  const struct fl_raster_point_part *part);

#endif
