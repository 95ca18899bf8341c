/* SPDX-License-Identifier: MIT
 *
 * Where the pictures of `firstlight gl` go: a file, a file a frame, and a window.
 */
#ifndef DEMOS_FIRSTLIGHT_GL_PICTURES_H
#define DEMOS_FIRSTLIGHT_GL_PICTURES_H

#include "demos/firstlight/cmd.h"
#include "demos/firstlight/film.h"
#include "demos/firstlight/scribe.h"
#include "demos/firstlight/viewer.h"
#include "hw/drm/fl_drm.h"

struct fl_gl_pictures {
	const struct fl_args *a;
	struct fl_film *film;    /* one file for all frames, or NULL */
	struct fl_scribe scribe; /* writes a file a frame */
	struct fl_viewer viewer;
	uint8_t *rgb; /* the picture that is coming in, w x h */
	unsigned w, h, next_frame;
	struct fl_err wrong; /* the first thing that was, with pictures */
	bool watched;        /* the picture that is coming in is for the window too */
};

enum { FL_GL_PICTURES_FDS = 3 };

/* By --out, --frames and --window; before the sandbox. What the node has to know of frames is put into c. */
enum fl_code fl_gl_pictures_start(struct fl_gl_pictures *p, const struct fl_args *a, struct fl_drm_config *c,
				  const char *title, struct fl_err *err);
/* What a sandbox has to leave open. */
void fl_gl_pictures_fds(const struct fl_gl_pictures *p, int fds[FL_GL_PICTURES_FDS]);
/* End, and free. code is the command's so far; what was wrong with pictures makes of 0 another one, which is
 * said. */
int fl_gl_pictures_stop(struct fl_gl_pictures *p, int code);

/* A row of a picture, as struct fl_drm_config has it. */
void fl_gl_pictures_row(struct fl_gl_pictures *p, uint32_t frame, uint32_t w, uint32_t h, uint32_t y,
			const uint8_t *row);

#endif
