/* SPDX-License-Identifier: MIT
 *
 * Inside fl_stage: the seam between the stage and the families that it can be set up on. Shared are the
 * screen, video memory, two command buffers that take turns, and frames; waking as far as drawing needs it,
 * the engines and the display are the family's. Each fills in one table, in lib/FAMILY/stage.c.
 */
#ifndef LIB_FL_STAGE_FAMILY_H
#define LIB_FL_STAGE_FAMILY_H

#include "lib/fl_draw2d_engine.h"
#include "lib/fl_stage.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_stage_family {
	const struct fl_family *family;
	const char *draws; /* what messages call it: "R3xx to R5xx cards" */
	/* Its 2D engine; NULL: it has none, or another family's (fl_stage_engine()). */
	const struct fl_2d_engine *engine;
	/* Wake the card, whose state s->card has been started. Sets s->vram and s->no_3d. */
	enum fl_code (*open)(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err);
	/* Begin s->g, and where there is 3D s->d with fl_stage_stream(). The screen has its place. */
	enum fl_code (*engines)(struct fl_stage *s, struct fl_err *err);
	/* Have n_dw dwords carried out: s->head and the stream from s->cs.start on; s->batch_count is written
	 * where reached() finds it once they were read. fetched: what else they hold is read later than they
	 * are (struct fl_cs). NULL where there is no stream, like the next two. */
	enum fl_code (*submit)(struct fl_stage *s, uint32_t n_dw, bool fetched, struct fl_err *err);
	/* Wait until the batch of that number has been read. */
	enum fl_code (*reached)(struct fl_stage *s, uint32_t number, struct fl_err *err);
	/* Wait until all that was submitted is in video memory. */
	enum fl_code (*wait)(struct fl_stage *s, struct fl_err *err);
	/* Set a display mode that shows s->screen. NULL: it has no display. */
	enum fl_code (*show)(struct fl_stage *s, struct fl_err *err);
	bool one_memory; /* what else is read of a batch is read where its commands are */
	uint8_t tail_dw; /* free after the words of a batch, for submit() */
};

/* The table (lib/fl_stages.c), ended by NULL. A program that defines it itself links only the families that
 * it names. */
extern const struct fl_stage_family *const fl_stages[];

/* The engine of that name of any family in the table, for chips that have the same one; NULL: there is
 * none. */
const struct fl_2d_engine *fl_stage_engine(const char *name);

enum { FL_STAGE_TIMEOUT_US = 10000000 };

/* Command buffers for s->cs, and the depth buffer: for engines(). */
enum fl_code fl_stage_stream(struct fl_stage *s, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
