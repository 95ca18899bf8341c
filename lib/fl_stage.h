/* SPDX-License-Identifier: MIT
 *
 * The stage: a card made ready to draw on, whatever the card and whatever the bus.
 *
 *	static struct fl_stage s;                          // large: keep it off the stack
 *	struct fl_stage_options o = {.width = 1024, .height = 768, .images.of[0] = {image, size}};
 *	if (fl_stage_open(&s, dev, &o, &err)) …
 *	fl_clear(&s.d, FL_CLEAR_COLOR, 0xff203040, 1, 0);  // 3D through s.d, 2D through s.g
 *	if (fl_stage_finish(&s, &err)) …                   // the picture is in video memory
 *	fl_stage_row(&s, y, pixels);                       // read it, row by row
 *	fl_stage_close(&s, &err);
 *
 * A card with a 3D engine is woken (hw/fl_wake.h), and drives its engines through command buffers in video
 * memory; one that is driven by registers has 2D only. lib/FAMILY/stage.c says what a family does.
 */
#ifndef LIB_FL_STAGE_H
#define LIB_FL_STAGE_H

#include "hw/fl_wake.h"
#include "lib/fl_draw.h"
#include "lib/fl_draw2d.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_STAGE_BATCH_DW  16384u       /* of each of two command buffers */
#define FL_STAGE_PROGRAM_B (192u << 10) /* room for a program of any family */

/* Sides of a picture, in pixels. The 2D engine of R100 to R5xx knows at most 16320 bytes between rows; of
 * them, whole 64 pixels: 4032. */
enum { FL_STAGE_MIN = 64, FL_STAGE_MAX_WIDTH = 4032, FL_STAGE_MAX_HEIGHT = 4096 };

struct fl_stage_options {
	uint32_t width, height;      /* of the picture; 0: 1024 x 768 */
	struct fl_images images;     /* firmware, as the card's family names it (hw/fl_family.h) */
	bool show;                   /* on the card's display, in its own mode, or one of hw/fl_mode.h */
	enum fl_transport transport; /* how commands are to go; zero: the first way that works */
	bool by_registers;           /* wake no further than 2D drawing by register writes needs */
	fl_wake_progress *progress;  /* called after each step of waking, and "display"; may be NULL */
	void *progress_arg;
};

struct fl_stage_family;

struct fl_stage {
	/* ---- what a program uses ---- */
	uint32_t width, height;
	struct fl_surface screen; /* FL_ARGB8888, linear */
	struct fl_surface depth;  /* FL_Z24S8, micro-tiled; where there is 3D with depth buffers */
	struct fl_2d g;           /* the target is the screen already */
	struct fl_draw d;         /* likewise; only where there is 3D */
	struct fl_vram vram;      /* for textures and other surfaces; empty again after fl_stage_reset() */
	struct fl_texture texture[8];
	struct fl_surface surface[8];
	struct fl_dev *dev;
	const char *chip_name; /* "R580" */
	bool has_3d;

	/* ---- the stage's own ---- */
	const struct fl_stage_family *family;
	const char *no_3d; /* why there is no 3D: "is driven without one"; NULL: there is */
	uint64_t vram_mark;
	union fl_card_state card;
	struct fl_surface_rules rules; /* the family's, where each card has its own */
	uint32_t head_dw, head[8];     /* the family's: what each batch begins with, before cs.start */
	struct fl_cs cs;
	uint64_t batch_B[2];     /* where the command buffers lie */
	uint32_t batch_fence[2]; /* what the scratch register holds when each has been read */
	uint32_t batch_now, batch_count;
	uint32_t staging[FL_STAGE_BATCH_DW]; /* where video memory cannot be written directly */
	__attribute__((aligned(8))) uint8_t program[2][FL_STAGE_PROGRAM_B];
};

/* Has it a display that `show` could use? */
bool fl_stage_shows(struct fl_dev *dev);
/* Wake the card, lay out the screen. FL_NO_DEVICE: a card that the kit cannot drive; FL_USAGE: a size that
 * does not fit; else what waking says. On failure the card has been put to sleep again. The stage must not
 * move in memory while it is open. */
enum fl_code fl_stage_open(struct fl_stage *s, struct fl_dev *dev, const struct fl_stage_options *o,
			   struct fl_err *err);
/* Start over: s->vram empty, s->texture and s->surface zeroed, both libraries in their first state, drawing
 * to the screen. */
enum fl_code fl_stage_reset(struct fl_stage *s, struct fl_err *err);
/* Send what was drawn and wait until it is in video memory. Errors of drawing calls since the last time come
 * out here; wrong 3D calls are among them in the libraries of `make debug` only. */
enum fl_code fl_stage_finish(struct fl_stage *s, struct fl_err *err);
/* A row of the picture as video memory has it, s->width pixels 0xAARRGGBB: what the last fl_stage_finish()
 * left there. */
void fl_stage_row(struct fl_stage *s, uint32_t y, uint32_t *argb);
/* Put the card to sleep (fl_sleep(), hw/fl_wake.h); what a display mode shows stays on show. */
enum fl_code fl_stage_close(struct fl_stage *s, struct fl_err *err);

/* What was drawn in 3D can be drawn over in 2D from here on, or read as a texture; and the other way
 * round. */
void fl_stage_3d_done(struct fl_stage *s);
void fl_stage_2d_done(struct fl_stage *s);

/* Place i, 0 or 1, for a program of its own: a struct fl_program of the family (lib/FAMILY/program.h). */
static inline void *fl_stage_program(struct fl_stage *s, uint32_t i)
{
	return s->program[i & 1];
}

/* Memory for an image, filled by a function of its texels. */
enum fl_code fl_stage_image(struct fl_stage *s, struct fl_surface *image, uint32_t width, uint32_t height,
			    enum fl_format format, uint32_t (*texel)(uint32_t x, uint32_t y),
			    struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
