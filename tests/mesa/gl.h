/* SPDX-License-Identifier: MIT
 *
 * The drawing library on OpenGL: a back end that gives the state of struct fl_draw to Mesa, and a stage in
 * plain memory for it. What the library's own back ends draw on a model is compared with what Mesa's software
 * rasterizer draws of the same source.
 */
#ifndef TESTS_MESA_GL_H
#define TESTS_MESA_GL_H

#include "lib/fl_stage.h"

/* Make a context without a window and a stage of that size, its picture in memory. NULL, or what failed. */
const char *gl_stage_open(struct fl_stage *s, uint32_t width, uint32_t height);
/* As fl_stage_reset() and fl_stage_finish(). */
void gl_stage_reset(struct fl_stage *s);
void gl_stage_finish(struct fl_stage *s);
/* Whatever the scene asked for and this back end cannot do, since the last call; NULL: nothing. */
const char *gl_missing(void);
const char *gl_renderer(void);

extern const struct fl_draw_backend gl_backend;

/* Video memory, as the back end and textures see it. */
extern uint8_t *gl_memory;

#endif
