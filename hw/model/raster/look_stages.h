/* SPDX-License-Identifier: MIT
 *
 * Between the files of a look into the rasterizer (look.h).
 */
#ifndef HW_MODEL_RASTER_LOOK_STAGES_H
#define HW_MODEL_RASTER_LOOK_STAGES_H

#include "hw/model/raster/raster.h"
#include "hw/model/raster/look.h"
#include "hw/model/raster/scan.h"

/* A rasterizer of one pixel. */
struct fl_raster_look_beside {
	struct fl_raster ras;
	struct fl_raster_draw draw;
	struct fl_raster_scan scan;
};

/* Of surfaces in two halves the address may be that of the other. */
static inline bool fl_raster_look_is(const struct fl_raster_look *l, const struct fl_tile_key *k)
{
	return l->watched &&
	       (k->base == l->target || (k->second.base && k->base + k->second.base == l->target));
}

/* A new one; NULL: no memory. */
struct fl_look_fragment *fl_raster_look_found(struct fl_raster_look *l);
/* Which of the draw's color targets is the watched one; -1: none. */
int fl_raster_look_target(const struct fl_raster_look *l, const struct fl_raster_draw *d);
/* Where the watched pixel is in the window of that draw. False: the draw has nothing to do with it. */
bool fl_raster_look_window(const struct fl_raster_look *l, const struct fl_raster_draw *d, int *x, int *y);
/* The surface of that draw whose pixels' costs are asked for; NULL: none. */
const struct fl_tile_key *fl_raster_look_costs(const struct fl_raster_look *l,
					       const struct fl_raster_draw *d);
/* The number of a primitive in the bins. */
uint32_t fl_raster_look_number(const struct fl_raster_look *l, const struct fl_raster_prim *p);
/* Fragments of the samples of the watched pixel that p covers. */
void fl_raster_look_covered(struct fl_raster_look *l, const struct fl_raster_prim *p, uint32_t number,
			    bool scissored);

/* look_depth.c: the draw at hand, with that scissor, has the depth buffer of z_form. */
void fl_raster_look_reach(struct fl_raster_look *l, const struct fl_raster_rect *scissor);

/* look_peek.c: what the cache knows of that surface; NULL: nothing. */
struct fl_tile_surface *fl_raster_look_known(const struct fl_tile_cache *c, const struct fl_tile_key *key);
/* May tiles of s stand in the memory of that row of tiles of another surface? */
bool fl_raster_look_beside(const struct fl_tile_surface *s, const struct fl_tile_key *key, unsigned ty);
/* Blocks of a tile of it into out, which has room for all of it, zeroed. d: as that draw finds it, which may
 * set the color that is cleared to; NULL: as it is known. */
bool fl_raster_look_tile(struct fl_raster *ras, const struct fl_raster_look_form *form,
			 const struct fl_raster_draw *d, unsigned tx, unsigned ty, uint64_t blocks,
			 uint8_t *out);

#endif
