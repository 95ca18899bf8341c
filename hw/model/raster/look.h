/* SPDX-License-Identifier: MIT
 *
 * A look into the rasterizer: what becomes of the samples of one pixel, and how many are written.
 *
 * The functions that workers call for each stage are replaced by ones that look before and after (batch.c
 * asks fl_raster_look_stages() when it picks them), and so is the sink that primitives go to. Without a look
 * neither is there.
 */
#ifndef HW_MODEL_RASTER_LOOK_H
#define HW_MODEL_RASTER_LOOK_H

#include "hw/model/fl_model_look.h"
#include "hw/model/raster/assemble.h"
#include "hw/model/raster/gather.h"

/* Of the primitives in the bins: from this place on they are of that number. */
struct fl_raster_look_start {
	uint32_t place, number;
};

struct fl_raster_look_beside;

/* How the target lies: its key (cpp 0: not known), and what the family's record of it has beside that. */
struct fl_raster_look_form {
	struct fl_tile_key key;
	uint32_t n_B;
	_Alignas(8) uint8_t beside[640];
	uint32_t last_drawn; /* the last event that drew to it */
};

struct fl_raster_look {
	struct fl_raster *ras; /* NULL: the chip has none */
	struct fl_raster_stages real;
	uint32_t number;                   /* of primitives of this event */
	const struct fl_raster_draw *draw; /* whose surfaces these are: */
	uint64_t color[FL_LOOK_TARGETS], depth_now;
	struct fl_raster_look_start *start;
	unsigned n_start, cap_start;
	uint64_t written; /* by all threads */
	/* the watched pixel */
	bool watched;
	uint64_t target;
	uint32_t x, y;
	struct fl_raster_look_form form; /* of the target, when it was drawn to last */
	struct fl_look_form *given;      /* where the caller wants it */
	/* What the event did to the target as a whole: a draw went to it; it holds for certain what is found
	 * there. Cleared tiles get their color with the draw that follows: until then it is not certain. */
	bool drawn_to, certain;
	uint32_t began; /* the tile cache's clock when the event began */
	/* The event that has cleared, and what the pixel was before, while it is not certain what it is */
	bool owed;
	uint32_t owed_event, last_drawn;
	uint8_t owed_now[FL_LOOK_PIXEL_B];
	/* The depth buffer of the last draw that had one, and how its words are to be read (pixel/depth.h) */
	struct fl_raster_look_form z_form;
	uint8_t z_format;
	uint32_t z_w, z_h; /* how far the scissors of its draws have reached, in pixels of the buffer */
	uint64_t depth;    /* the depth buffer that was with it */
	uint8_t was[FL_LOOK_PIXEL_B];
	bool was_known;
	struct fl_look_fragment *found;
	unsigned n_found, cap_found;
	/* the wave at hand that has the pixel, in the hands of that thread; and which of its samples the
	 * program left */
	const struct fl_raster_thread *thread;
	const struct fl_raster_prim *covering;
	uint32_t left;
	/* primitives outside of the scissor are set up once more here */
	struct fl_raster_look_beside *beside;
};

/* Where primitives go: setup, or the same looked at. */
const struct fl_raster_sink *fl_raster_sink_of(const struct fl_raster *ras);
/* A rectangle goes to setup, looked at or not. */
void fl_raster_looked_rect(struct fl_raster *ras, const struct fl_raster_vertex *const v[3],
			   const struct fl_raster_vertex *provoke);
/* Put functions that look in the place of those of fn. */
void fl_raster_look_stages(struct fl_raster *ras, struct fl_raster_stages *fn);

/* An event begins, and ends: found[] is then what it did to the watched pixel. The batch is drawn. */
void fl_raster_look_begin(struct fl_raster_look *l, const struct fl_look_event *e);
void fl_raster_look_end(struct fl_raster_look *l, const struct fl_look_event *e);
void fl_raster_look_free(struct fl_raster_look *l);
/* The targets of the last draw, into an event. */
void fl_raster_look_targets(const struct fl_raster_look *l, struct fl_look_event *e);
/* As fl_model_look_pixel(), a sample of that surface. d: as fl_raster_look_tile() has it. */
unsigned fl_raster_look_pixel(struct fl_raster *ras, const struct fl_raster_look_form *form,
			      const struct fl_raster_draw *d, uint32_t x, uint32_t y, unsigned sample,
			      uint8_t out[FL_LOOK_PIXEL_B]);
/* As fl_model_look_rect(), all samples of that surface. */
unsigned fl_raster_look_rect(struct fl_raster *ras, const struct fl_raster_look_form *form, uint32_t x0,
			     uint32_t y0, uint32_t w, uint32_t h, uint8_t *out);
/* look_depth.c: as fl_model_look_depth_buffer() and fl_model_look_depths(). */
bool fl_raster_look_depth_buffer(const struct fl_raster_look *l, struct fl_look_depth_buffer *out);
bool fl_raster_look_depths(const struct fl_raster_look *l, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
			   double *depth, uint8_t *stencil);
/* A depth of that format (pixel/depth.h) as the buffer holds it: 0 to 1. */
double fl_raster_look_unit(unsigned format, uint32_t code);
/* As fl_model_look_touched(). */
bool fl_raster_look_touched(const struct fl_raster_look *l, uint32_t x, uint32_t y, uint32_t w, uint32_t h);

#endif
