/* SPDX-License-Identifier: MIT
 *
 * The stage: a card made ready for demos, whatever the card and whatever the bus.
 *
 *	static struct fl_stage stage;                      // large: keep it off the stack
 *	struct fl_stage_options o = {.width = 1024, .height = 768, .microcode = image, .microcode_B = size};
 *	if (fl_stage_open(&stage, dev, &o, &err)) …
 *	if (fl_stage_begin(&stage, fl_demo_find("cube"), &err)) …
 *	for (n = 0; n < frames; n++)
 *		if (fl_stage_frame(&stage, n, &err)) …     // the picture is in video memory when it returns
 *		else fl_stage_row(&stage, y, pixels);      // read it, row by row
 *	fl_stage_close(&stage);
 *
 * An R5xx is woken (hw/r500/wake.h) and drives both engines through indirect buffers in video memory. An RV100 has its 2D
 * engine driven by registers; demos that need 3D are refused there.
 */
#ifndef FL_STAGE_H
#define FL_STAGE_H

#include "demos/demo.h"
#include "hw/r100/identify.h"
#include "hw/r500/wake.h"
#include "lib/fl_draw.h"
#include "lib/fl_draw2d.h"

#define FL_STAGE_BATCH_DW 16384u /* of each of two command buffers */

struct fl_stage_options {
	uint32_t width, height;   /* of the picture, 64 to 4096; 0: 1024 x 768 */
	const uint8_t *microcode; /* R5xx only */
	size_t microcode_B;
	bool show;              /* set a display mode for the picture (RV100: 640x480, 800x600, 1024x768) */
	bool by_registers;      /* R5xx: wake no further than the pipes, and draw 2D by register writes */
	r500_progress progress; /* R5xx: told after each step; may be NULL */
	void *progress_arg;
};

struct fl_stage {
	/* ---- what a demo uses ---- */
	uint32_t width, height;
	struct fl_surface screen; /* FL_ARGB8888, linear */
	struct fl_surface depth;  /* FL_Z24S8, micro-tiled; only where there is 3D */
	struct fl_2d g;           /* the target is the screen already */
	struct fl_draw d;         /* likewise; only where there is 3D */
	struct fl_vram vram;      /* for textures and other surfaces; reset before each demo's begin() */
	struct fl_texture texture[4];
	struct fl_surface surface[4];
	struct fl_dev *dev;
	const char *chip_name; /* "R580" */
	bool has_3d;

	/* ---- the stage's own ---- */
	const struct fl_demo *demo;
	uint64_t vram_addr, vram_mark;
	bool is_r500;
	union {
		struct r500_card r500;
		struct r100_card r100;
	};
	struct fl_cs cs;
	uint64_t batch_B[2];     /* where the command buffers lie */
	uint32_t batch_fence[2]; /* what the scratch register holds when each has been read */
	uint32_t batch_now, batch_count;
	uint32_t staging[FL_STAGE_BATCH_DW]; /* where video memory cannot be written directly */
};

/* Wake the card, lay out the screen. FL_NO_DEVICE: a card that the kit cannot drive; FL_USAGE: a size that does not fit;
 * else what waking says. The stage must not move in memory while it is open. */
enum fl_code fl_stage_open(struct fl_stage *s, struct fl_dev *dev, const struct fl_stage_options *o,
			   struct fl_err *err);
/* Start a demo. FL_FAILED: the card has not what it needs, and the text says what it lacks and which demos it can run. */
enum fl_code fl_stage_begin(struct fl_stage *s, const struct fl_demo *demo, struct fl_err *err);
/* Draw a frame and wait until it is in video memory. */
enum fl_code fl_stage_frame(struct fl_stage *s, uint32_t n, struct fl_err *err);
/* A row of the picture, s->width pixels 0xAARRGGBB. */
void fl_stage_row(struct fl_stage *s, uint32_t y, uint32_t *argb);
/* Leave the card quiet. */
enum fl_code fl_stage_close(struct fl_stage *s, struct fl_err *err);

/* For demos: what was drawn in 3D can be drawn over in 2D from here on, or read as a texture; and the other way round. */
void fl_stage_3d_done(struct fl_stage *s);
void fl_stage_2d_done(struct fl_stage *s);

/* For demos: memory for an image, filled by a function of its texels. */
enum fl_code fl_stage_image(struct fl_stage *s, struct fl_surface *image, uint32_t width, uint32_t height,
			    enum fl_format format, uint32_t (*texel)(uint32_t x, uint32_t y), struct fl_err *err);

#endif
