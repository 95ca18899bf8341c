/* SPDX-License-Identifier: MIT
 *
 * PE: depth, stencil, colors, tile status, counts. One job a file:
 *
 *   pe.c         the block, flushes, counts of samples
 *   pe_color.c   targets, decoded once a draw;  pe_format.c their formats
 *   pe_depth.c   depth, stencil, the alpha test
 *   pe_tiles.c   the address equation for the tile cache, and what the cache reports
 *   ts.c         tile status
 */
#ifndef HW_MODEL_GC_PE_H
#define HW_MODEL_GC_PE_H

#include "hw/model/gc/draw.h"
#include "hw/model/gc/layout.h"
#include "hw/model/pixel/target.h"
#include "hw/model/tiles/cache.h"

/* Fields that the first database has no names for (Mesa etnaviv's newer state_3d.xml; GC facts 7, 8). */
enum {
	MGC_PROVOKING_LAST = 1 << 0, /* PA_SYSTEM_MODE */
	MGC_HALF_PIXEL = 1 << 4,
	MGC_RA_TEST = 1 << 0, /* RA_EARLY_DEPTH */
	MGC_RA_WRITE_DISABLE = 1 << 28,
	MGC_COLOR_NEW = 1 << 13, /* PE_COLOR_FORMAT.SUPER_TILED_NEW */
	MGC_COLOR_EXT_AT = 24,   /* PE_COLOR_FORMAT.FORMAT_EXT */
	MGC_COLOR_EXT = 0x7f,
	MGC_LOGIC_BUFFER_AT = 8, /* PE_LOGIC_OP.SINGLE_BUFFER: 0 two buffers, 1 linear, 2, 3 one buffer */
	MGC_LOGIC_BUFFER = 3,
	MGC_LOGIC_SRGB = 1u << 31,
};

/* struct fl_tile_key.micro is an enum mgc_layout: how a surface is laid out. */
/* struct fl_tile_key.space: whose window and tables its addresses go through. */
enum { MGC_SPACE_COLOR = 1, MGC_SPACE_DEPTH };

/* A surface in the tile cache. */
struct mgc_surface {
	struct fl_tile_surface base; /* first */
	struct mgc_ts ts;            /* as the last draw had it */
	bool alone;                  /* no byte of the status is of two tiles */
};

struct mgc_pe {
	struct fl_tile_cache tiles;
	bool counting;
	uint32_t count_addr;
	uint64_t count;
};

void mgc_pe_passed(struct mgc *g, const uint64_t *passed);

/* ---- pe_format.c --------------------------------------------------------------------------------------- */
struct mgc_pe_format {
	uint8_t cpp; /* bytes a pixel; 0: there is no such format */
	uint8_t at[4], bits[4];
	uint8_t number; /* enum fl_pixel_number, of all */
	bool no_alpha;  /* alpha is not stored, and reads 1 */
	int8_t halti;   /* the first that has it */
};
const struct mgc_pe_format *mgc_pe_format(unsigned format);

/* ---- pe_tiles.c ---------------------------------------------------------------------------------------- */
extern const struct fl_tile_ops mgc_tile_ops;
/* Fills key's base, second, micro, rows. */
void mgc_tile_place(struct fl_tile_key *k, enum mgc_layout layout, uint32_t addr0, uint32_t addr1,
		    uint32_t stride_B);

/* ---- ts.c ---------------------------------------------------------------------------------------------- */
/* That of color target i, or of the depth buffer. */
struct mgc_ts mgc_ts_color(const struct mgc *g, unsigned i);
struct mgc_ts mgc_ts_depth(const struct mgc *g);
/* Is the tile that holds this address cleared? For whoever reads a surface that has a status. */
bool mgc_ts_cleared(struct mgc *g, const struct mgc_ts *ts, uint32_t addr);
/* The tile is written: its memory gets the clear value if it was cleared, and its status says that it is
 * normal. */
void mgc_ts_written(struct mgc *g, const struct mgc_ts *ts, uint32_t addr);
/* The same, for who asks for one tile after the other of a surface: windows of the status, of what is stored
 * there, and of the pixels. */
struct mgc_ts_near {
	struct mgc_window look, mark, px;
};
bool mgc_ts_cleared_near(struct mgc *g, const struct mgc_ts *ts, uint32_t addr, struct mgc_ts_near *n);
/* over: all of the tile is about to be stored, so its memory may stay as it is. */
void mgc_ts_written_near(struct mgc *g, const struct mgc_ts *ts, uint32_t addr, bool over,
			 struct mgc_ts_near *n);
/* Of n_B bytes at addr, all tiles: that may be found out at once. */
enum mgc_ts_all { MGC_TS_MIXED, MGC_TS_WRITTEN, MGC_TS_CLEARED };
enum mgc_ts_all mgc_ts_all_near(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B,
				struct mgc_ts_near *n);
/* The status of n_B bytes at addr is whole bytes, at *at. False: it is not. */
bool mgc_ts_bytes(const struct mgc_ts *ts, uint64_t addr, uint64_t n_B, uint32_t *at, uint32_t *size_B);
/* It says of all of them that they are cleared, or normal. False: not at once. */
bool mgc_ts_say_near(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B, bool cleared,
		     struct mgc_ts_near *n);
/* n_B bytes of a surface at addr and their status, whole bytes, for who goes over its tiles one by one.
 * False: they are not in one piece, or nothing is said of them. */
struct mgc_ts_run {
	uint32_t addr;
	uint8_t *px, *entries;
};
bool mgc_ts_run(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B, struct mgc_ts_run *r);
/* mgc_ts_written_near() of the tile that has byte in_B of it. */
void mgc_ts_run_written(struct mgc *g, const struct mgc_ts *ts, const struct mgc_ts_run *r, uint32_t in_B,
			bool over);
/* They are cleared, and about to be stored: the status says that they are normal. False: not at once. */
bool mgc_ts_overwritten_near(struct mgc *g, const struct mgc_ts *ts, uint64_t addr, uint32_t n_B,
			     struct mgc_ts_near *n);
/* The tile is cleared, by its status alone. */
void mgc_ts_clear_near(struct mgc *g, const struct mgc_ts *ts, uint32_t addr, struct mgc_ts_near *n);
/* n_B bytes at addr, through the status: cleared tiles read as the clear value. */
bool mgc_ts_read(struct mgc *g, const struct mgc_ts *ts, enum mgc_client client, uint32_t addr, void *to,
		 size_t n_B);
bool mgc_ts_read_near(struct mgc *g, const struct mgc_ts *ts, enum mgc_client client, uint32_t addr, void *to,
		      size_t n_B, struct mgc_ts_near *near);

#endif
