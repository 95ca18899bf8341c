/* SPDX-License-Identifier: MIT
 *
 * The back end as a whole: the tile cache (hw/model/tiles) that stands for the caches of CB and DB, and the
 * counters of samples that pass the depth test. For CB, DB, RB, and whoever drives them.
 */
#ifndef HW_MODEL_R600_RB_H
#define HW_MODEL_R600_RB_H

#include "hw/model/r600/r600.h"
#include "hw/model/raster/thread.h"
#include "hw/model/tiles/cache.h"

enum { MR600_BACKENDS = 4 };

struct mr600_rb {
	struct fl_tile_cache tiles;
	struct fl_texel_cache *texels; /* of textures: fetch.c */
	uint64_t zpass[MR600_BACKENDS];
};

/* rb_tiles.c: what the tile cache asks. */
extern const struct fl_tile_ops mr600_rb_tile_ops;

#endif
