/* SPDX-License-Identifier: MIT
 *
 * The tile cache: 64x64-pixel copies of color and depth surfaces. It stands for a chip's color and depth
 * caches, and is as honest as they are: memory changes when the family flushes (or a tile must make room),
 * and what changes in memory is seen when the family says that it is to be read again. It is larger than
 * theirs, so that every missing flush shows.
 *
 * The main thread opens tiles; the thread that draws a tile fills its blocks when they are first needed.
 */
#ifndef HW_MODEL_TILES_CACHE_H
#define HW_MODEL_TILES_CACHE_H

#include "hw/model/chip.h"
#include "hw/model/raster/draw.h"
#include "hw/model/tiles/surface.h"
#include "hw/model/tiles/tile.h"

struct fl_tile_cache;

/* A surface that the cache has seen. A family's own record of one begins with this. */
struct fl_tile_surface {
	struct fl_tile_surface *next;
	struct fl_tile_cache *cache;
	struct fl_tile_key key;
	struct fl_tile_way way;
	struct fl_tile_buf **grid; /* w x h pointers */
	unsigned w, h;             /* tiles; h grows as needed */
	unsigned n_tiles;
	bool touched;  /* opened since its last flush: tiles may be dirty */
	bool bad;      /* pixels had no memory to go to, in tiles that left: reported when it is flushed */
	uint32_t tick; /* of the last batch that used it */
};

/* What the cache has to say. */
enum fl_tile_event {
	FL_TILE_NO_MEMORY, /* pixels have no memory to go to, and are dropped */
	FL_TILE_OUTSIDE,   /* pixels right of this column are outside of the surface, and are not drawn */
	FL_TILE_LOST,      /* what was drawn is forgotten without having been flushed */
};

/* Memory of the host. */
struct fl_tile_piece {
	const uint8_t *at;
	uint64_t n_B;
};

struct fl_tile_ops {
	size_t surface_B; /* of the family's record of a surface */
	const struct fl_tile_layout *layout;
	/* On the caller's thread: a tile of the surface is opened for draw d. */
	void (*opened)(struct fl_tile_surface *s, const struct fl_raster_draw *d);
	/* On the thread that draws, of surfaces with key.fast: blocks were read from memory. */
	void (*loaded)(struct fl_tile_buf *b, uint64_t blocks);
	/* Before the dirty quads of a tile are written to memory: on the caller's thread, or, of a surface
	 * that is alone(), on the one that drew it. NULL: nothing. */
	void (*leaving)(struct fl_tile_buf *b);
	void (*report)(struct fl_tile_cache *c, enum fl_tile_event what, const struct fl_tile_key *k,
		       unsigned column);
	/* Before loaded(): which of the blocks need not be read, for the family has filled them in. NULL: all
	 * are read. */
	uint64_t (*unread)(struct fl_tile_buf *b, uint64_t blocks);
	/* leaving() of a tile of the surface, as it was opened last, touches nothing that another tile's
	 * does. NULL: it does, if it is there. */
	bool (*alone)(const struct fl_tile_surface *s);
	/* The surface, or one of its planes, takes no memory beyond its rows, or, where they are not known,
	 * beyond the last tile that is drawn. NULL: it may. */
	bool (*ends_with_rows)(const struct fl_tile_surface *s);
	/* Memory that leaving() of the surface's tiles writes, where they take size_B of it; n_B 0: none.
	 * False: it does not lie in one piece. NULL: there is none. */
	bool (*beside)(const struct fl_tile_surface *s, uint64_t size_B, struct fl_tile_piece *p);
};

enum {
	FL_TILE_CACHE_B = 24 << 20, /* what the tiles may take, beside those of the batch in work */
	FL_TILE_SURFACES = 64,      /* remembered; more are forgotten when they hold nothing */
	FL_TILE_MAX_ROWS = 256,     /* of tiles: 16,384 pixels */
};

struct fl_tile_cache {
	const struct fl_tile_ops *ops;
	struct fl_model *model;
	enum fl_isa isa;
	struct fl_tile_surface *surfaces; /* most recently used first */
	unsigned n_surfaces;
	size_t bytes;        /* in tiles */
	size_t pinned_bytes; /* of these in tiles of the batch in work */
	uint32_t tick;       /* number of the batch in work */
};

/* On the caller's thread, before a tile is drawn: find or make its buffers for the surfaces of d. They stay
 * until fl_tile_batch_done(). Buffers of surfaces that are not there are NULL. False: out of memory. */
bool fl_tile_open(struct fl_tile_cache *c, const struct fl_raster_draw *d, unsigned tx, unsigned ty,
		  struct fl_tile *out);
/* A batch is drawn: its tiles may go. */
void fl_tile_batch_done(struct fl_tile_cache *c);
/* Do the draws have the same surfaces? */
bool fl_tile_same_targets(const struct fl_tile_targets *a, const struct fl_tile_targets *b);
/* Write dirty tiles of the depth or the color surfaces to memory. No batch is in work. */
void fl_tile_flush(struct fl_tile_cache *c, bool depth);
/* Forget what the cache holds of them, dirty or not, so that it is read again; the second says what is
 * lost. */
void fl_tile_forget_surface(struct fl_tile_surface *s);
void fl_tile_forget(struct fl_tile_cache *c, bool depth);
/* Frees every tile and surface: nothing is written. */
void fl_tile_drop_all(struct fl_tile_cache *c);
/* Does the cache hold unflushed pixels of [addr, addr + size)? Of which surface; or NULL. */
const struct fl_tile_key *fl_tile_holds(const struct fl_tile_cache *c, uint64_t addr, uint64_t size_B);

/* A batch whose tiles are open is about to be drawn because a flush wants its pixels. Then each tile may be
 * written by the thread that drew it, at once, while it stands in the host's nearest caches, unless that
 * shows: another surface waits to be written too, surfaces share memory, the family always has something to
 * do first. t: the batch's; rows_px: below that nothing is drawn. Measured on RV770: frames of large
 * triangles take a third less time; on Bonaire, a sixth. */
bool fl_tile_may_leave(const struct fl_tile_cache *c, const struct fl_tile_targets *t, unsigned rows_px);
/* And of one tile that is open: is what the family has to do for it apart from others'? */
bool fl_tile_is_alone(const struct fl_tile_buf *b);
/* On the thread that drew it: as fl_tile_flush() does. */
void fl_tile_leave(struct fl_tile_buf *b);

/* For flush.c: after leaving(), and fl_tile_way_look(). The last two say what had no memory: on any thread,
 * when the surface is flushed; at once. */
bool fl_tile_is_dirty(const struct fl_tile_buf *b);
bool fl_tile_save_dirty(struct fl_tile_buf *b);
void fl_tile_save_aside(struct fl_tile_buf *b);
void fl_tile_store(struct fl_tile_buf *b);

#endif
