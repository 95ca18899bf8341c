/* SPDX-License-Identifier: MIT
 *
 * Vertices in the order of a draw, in waves of up to 64. A ring of waves keeps transformed vertices, so that
 * an indexed draw runs the program once a vertex as long as its index comes back within about a thousand
 * others.
 *
 * Waves go in rounds. Where the pool has threads, a round of waves runs on one of them while the round before
 * is assembled, set up and binned by the caller. Whatever order they run in, primitives come in theirs.
 */
#ifndef HW_MODEL_RASTER_REUSE_H
#define HW_MODEL_RASTER_REUSE_H

#include "hw/model/raster/assemble.h"
#include "hw/model/raster/wave.h"

enum {
	FL_REUSE_RING = 1024, /* vertices kept */
	FL_REUSE_TAGS = 4096,
	FL_REUSE_WINDOW = 768, /* indices of a wave, with those that are found again */
	FL_REUSE_WAVES = 24,   /* of a round, at most */
	/* While waves of a round run, those of the round before and what these look back at are in use. */
	FL_REUSE_SLOTS = 4096,
};

/* Waves that run before what they made is assembled. */
struct fl_raster_round {
	unsigned n, ran;                            /* waves; those that did not hang */
	unsigned fresh[FL_REUSE_WAVES];             /* vertices that a wave has; 0: all were found again */
	uint32_t index[FL_REUSE_WAVES][FL_WAVE_PX]; /* theirs */
	uint16_t slot[FL_REUSE_WAVES];              /* of the first of them */
	unsigned end[FL_REUSE_WAVES];               /* of the wave's part of: */
	/* slots of vertices, in the order of primitives */
	uint16_t window[FL_REUSE_WAVES * FL_REUSE_WINDOW];
};

struct fl_raster_reuse {
	uint8_t *ring;
	size_t vtx_B; /* from a vertex of it to the next: as many attributes as the draw has; the caller's */
	struct {
		uint32_t index, group;
	} tag[FL_REUSE_TAGS];
	uint8_t tag_lane[FL_REUSE_TAGS];
	uint32_t group;                  /* serial number; never 0 while in use */
	struct fl_raster_round round[2]; /* the one that runs, and the one before or after it */
};

/* A run of vertices that no restart parts. */
struct fl_raster_source {
	struct fl_model *model;
	void *of;
	/* n indices from the i-th on, as vertex programs see them. */
	void (*indices)(void *of, uint32_t i, unsigned n, uint32_t *to);
	/* The program for n vertices, to `to` on, reuse->vtx_B apart. False: the chip hangs. */
	bool (*wave)(void *of, const uint32_t *index, unsigned n, uint8_t *to);
	bool in_order; /* no index comes twice: nothing need be remembered of them */
	bool raster;   /* primitives are drawn */
	/* Indices are just read, and waves change nothing that assembly looks at: they may run on another
	 * thread, in their order, while those before them are assembled. */
	bool apart;
	uint32_t from, n;
};

bool fl_raster_reuse_new(struct fl_raster_reuse *u); /* false: no memory */
void fl_raster_reuse_free(struct fl_raster_reuse *u);
/* Before the runs of an instance, of so many indices in all. */
void fl_raster_reuse_begin(struct fl_raster_reuse *u, uint32_t n);
bool fl_raster_reuse_run(struct fl_raster_reuse *u, struct fl_raster_order *order,
			 const struct fl_raster_front *f, const struct fl_raster_source *s);

#endif
