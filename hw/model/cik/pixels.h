/* SPDX-License-Identifier: MIT
 *
 * The back: what covered pixels go through. One job a file:
 *
 *   pixels.c     the block; the state of a draw put together out of the others' records
 *   spi_ps.c     inputs of the pixel program (SPI_PS_*), and what vertices carry for them
 *   ps.c         the pixel program: where it is, what it exports, whether it can change depth or coverage
 *   shade.c      a wave of pixels through it: registers that it begins with, attributes in LDS
 *   ps_export.c  what it exports
 *   ps_whole.c   the same for programs that go straight to their end, compiled
 *   db.c, cb.c   depth and color buffers
 *   rb.c         counters, events; rb_tiles.c the tile cache, which stands for the caches of CB and DB
 *
 * A thread that draws has an SPI of its own (spi.h): instruction cache, texels, a wave and its LDS.
 */
#ifndef HW_MODEL_CIK_PIXELS_H
#define HW_MODEL_CIK_PIXELS_H

#include "hw/model/cik/draw_state.h"
#include "hw/model/cik/spi.h"
#include "hw/model/pixel/color.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/pixel/target.h"
#include "hw/model/raster/interp.h"
#include "hw/model/raster/same.h"

enum {
	MCIK_PS_INPUTS = 16, /* bits of SPI_PS_INPUT_ADDR */
	MCIK_PS_USER = 16,
	MCIK_MRTS = 8,
	MCIK_MRTZ = 8, /* bit of mcik_px.has_out */
	MCIK_BACKENDS = FL_RASTER_PIPES - 1,
	MCIK_DEAD_BACKEND = 1,
};

/* Weights of the corners, pairs of I and J: with perspective and without, at the pixel's middle, and where a
 * sample is covered (fl_raster_adjusted()). */
enum mcik_ij { MCIK_PERSP, MCIK_PERSP_ADJUSTED, MCIK_LINEAR, MCIK_LINEAR_ADJUSTED, MCIK_IJS };

/* spi_ps.c */
struct mcik_spi_ps {
	struct fl_raster_inputs inputs; /* the attributes, for fl_raster_again(): programs interpolate */
	bool may_be_same;               /* inputs are all that pixels begin with, but for places */
	/* Plane where attributes begin. 0: there are no weights. Programs that want no more than values where
	 * the pixel is, which are nearly all, get planes over the window in the place of corners, and the
	 * place in that of weights: sums are rounded as llvmpipe rounds them, and pictures compare. */
	uint8_t first_attr;
	uint8_t linear; /* plane of the weights without perspective; of those with it: 0 */
	uint8_t n_attrs;
	uint32_t planes;              /* attributes that have no corners then, a bit each */
	uint8_t used;                 /* a bit of each enum mcik_ij */
	uint8_t ij[7];                /* which of them the inputs 0 to 6 get (3: none) */
	uint8_t vgpr[MCIK_PS_INPUTS]; /* the first one of each input */
	uint32_t ena;                 /* SPI_PS_INPUT_ENA */
	bool position_adjusted, position_corner, face_all_bits;
	uint8_t exposed; /* samples of the coverage that the program sees */
	uint16_t layer;
	unsigned n_vgprs;
	struct fl_raster_src src[FL_RASTER_PLANES];
	struct fl_raster_group group[FL_RASTER_PLANES / 4];
	struct fl_raster_input in[FL_RASTER_SAME_MAX];
	struct fl_raster_input4 by4[FL_RASTER_SAME_MAX / 4];
};

/* ps.c */
struct mcik_ps {
	uint32_t serial; /* of the record: no two of a model have the same */
	uint64_t pc, border_va;
	uint32_t rsrc1, rsrc2, user[MCIK_PS_USER];
	uint32_t wave_scratch_B, scratch_waves;
	uint8_t format[MCIK_MRTS]; /* of exports, by their targets: SPI_SHADER_COL_FORMAT */
	uint8_t to[MCIK_MRTS];     /* which color buffer's they are */
	uint8_t z_format;
	uint8_t norm; /* exports to buffers of normalized numbers, a bit each */
	/* of these, those that become whole numbers of ten bits at most, none of them negative, before
	 * anything else is done with them */
	uint8_t norm10;
	bool kills, exports_z, exports_stencil, exports_mask, alpha_to_mask, late, each_sample;
	bool always; /* the program runs whether there is something to draw or not */
};

/* The registers of a thread. */
struct mcik_px {
	_Alignas(64) float out[MCIK_MRTS][4][FL_WAVE_PX]; /* by color buffers; the room of pixels reads it */
	_Alignas(64) uint32_t z[FL_WAVE_PX], stencil[FL_WAVE_PX], mask[FL_WAVE_PX]; /* of MRTZ */
	uint32_t has_out; /* a bit each of out[]; MCIK_MRTZ */
	bool done;
	uint64_t keep;        /* lanes that the last export has found valid */
	struct mcik_spi *spi; /* of this thread */
	unsigned number;      /* of this thread, for scratch */
	uint32_t serial;      /* of the program for which spi was last made up to date */
	uint32_t batch;       /* and of the batch, counted from 1 */
	const struct mcik_ps *ps;
	uint64_t runs;              /* of programs, a lane each, since they were last asked for */
	bool pure;                  /* the program: mcik_sq_pure() */
	bool apart;                 /* the same of whatever inputs: lanes do not ask for each other */
	struct fl_raster_held held; /* what out[] was made of */
	struct mcik_wholes *wholes; /* ps_whole.h; NULL: none yet */
};

static inline struct mcik_px *mcik_px_of(const struct fl_raster_thread *t)
{
	return t->regs;
}
/* The memory of a thread that is about to go. */
void mcik_px_free(void *regs);

/* pixels.c: the block */
struct mcik_pixels {
	struct fl_tile_cache tiles;
	uint32_t programs;             /* records made of them */
	uint32_t batches;              /* that were drawn: between them memory may change */
	unsigned threads;              /* that have been given a number */
	uint64_t zpass[MCIK_BACKENDS]; /* samples that passed, by render backend */
	uint8_t map[MCIK_BACKENDS];    /* which of them has the pixels that fall to each by turns */
	uint8_t due;                   /* rb.c */
	bool fault_backend;            /* "rb-dead": one of them does not say what it counted */
};

const struct mcik_spi_ps *mcik_spi_ps_decode(struct mcik *c, struct fl_arena *a, unsigned layer,
					     struct mcik_draw_state *d);
struct mcik_ps *mcik_ps_decode(struct mcik *c, struct fl_arena *a, const struct mcik_draw_state *d);
/* The color buffers are known. */
void mcik_ps_meets(struct mcik_ps *p, const struct fl_pixel_color *cb);
void mcik_shade(struct fl_raster_thread *t);
/* Which of an export's registers channel k is, where it is not packed. */
enum { MCIK_NO_SOURCE = 4 };
unsigned mcik_ps_source(unsigned format, unsigned k);
/* struct mcik_sq_env.export; owner of the wave is the thread's struct mcik_px. */
void mcik_ps_export(void *arg, struct mcik_wave *w, const struct mcik_export *e);

/* db.c: NULL: refused, reported. */
const struct fl_pixel_depth *mcik_db_decode(struct mcik *c, struct fl_arena *a, unsigned layer,
					    const struct mcik_draw_state *d);
bool mcik_db_writes(const struct fl_pixel_depth *db);

/* rb.c: events of EVENT_WRITE and its like (addr 0: none), and CP_COHER_CNTL. What an event wants is due, and
 * carried out when a packet comes that may see it. */
void mcik_rb_event(struct mcik *c, unsigned vmid, unsigned event, uint64_t addr);
void mcik_rb_sync(struct mcik *c, uint32_t coher_cntl);
void mcik_rb_settle(struct mcik *c);       /* what is due */
bool mcik_rb_is_due(const struct mcik *c); /* to be written back, not only waited for */
/* rb_map.c: the map of backends, by registers as they are now */
void mcik_rb_map(struct mcik *c);
/* rb_tiles.c */
extern const struct fl_tile_ops mcik_rb_tile_ops;
bool mcik_rb_holds(const struct mcik *c, uint64_t addr, uint64_t size_B, const char **which);

#endif
