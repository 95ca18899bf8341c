/* SPDX-License-Identifier: MIT
 *
 * Vertices in the order of a draw, in waves of up to 64. A ring of waves keeps transformed vertices, so that
 * an indexed draw runs the program once a vertex as long as its index comes back within about a thousand
 * others.
 */
#ifndef HW_MODEL_RASTER_REUSE_H
#define HW_MODEL_RASTER_REUSE_H

#include "hw/model/raster/assemble.h"

enum {
	FL_REUSE_RING = 1024, /* vertices kept */
	FL_REUSE_TAGS = 4096,
	FL_REUSE_WINDOW = 768, /* indices between two assemblies */
};

struct fl_raster_reuse {
	uint8_t *ring;
	size_t vtx_B; /* from a vertex of it to the next: as many attributes as the draw has; the caller's */
	struct {
		uint32_t index, group;
	} tag[FL_REUSE_TAGS];
	uint8_t tag_lane[FL_REUSE_TAGS];
	uint32_t group; /* serial number; never 0 while in use */
};

/* A run of vertices that no restart parts. */
struct fl_raster_source {
	void *of;
	uint32_t (*index)(void *of, uint32_t i); /* the i-th, as vertex programs see it */
	/* The program for n vertices, to `to` on, reuse->vtx_B apart. False: the chip hangs. */
	bool (*wave)(void *of, const uint32_t *index, unsigned n, uint8_t *to);
	bool in_order; /* no index comes twice: nothing need be remembered of them */
	bool raster;   /* primitives are drawn */
	uint32_t from, n;
};

bool fl_raster_reuse_new(struct fl_raster_reuse *u); /* false: no memory */
void fl_raster_reuse_free(struct fl_raster_reuse *u);
/* Before the runs of an instance, of so many indices in all. */
void fl_raster_reuse_begin(struct fl_raster_reuse *u, uint32_t n);
bool fl_raster_reuse_run(struct fl_raster_reuse *u, struct fl_raster_order *order,
			 const struct fl_raster_front *f, const struct fl_raster_source *s);

#endif
