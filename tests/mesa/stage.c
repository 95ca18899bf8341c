/* SPDX-License-Identifier: MIT
 *
 * The stage without a card: a context in Mesa, memory, and a command stream that is read at once.
 */
#include "tests/mesa/gl.h"
#include "lib/fl_draw_chip.h"
#include "lib/r500/surface.h"

#define EGL_NO_X11 /* its headers are not needed */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_B = 64 << 20, BATCH_DW = 1 << 20 };

uint8_t *gl_memory;
static uint32_t words[BATCH_DW];

static void memory_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	memcpy(to, gl_memory + offset_B, n_B);
}

static void memory_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	memcpy(gl_memory + offset_B, from, n_B);
}

static const char *context(void)
{
	const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
				 EGL_NONE};
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
	EGLConfig config;
	EGLContext c;
	EGLint n = 0;

	if (!eglInitialize(display, NULL, NULL))
		return "eglInitialize";
	if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, wanted, &config, 1, &n) || !n)
		return "eglChooseConfig";
	c = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
	return c && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, c) ? NULL : "eglMakeCurrent";
}

/* The back end reads packets when the state changes or a frame ends; a full batch is one of these. */
static enum fl_code submit(struct fl_cs *cs, struct fl_err *err)
{
	struct fl_stage *s = cs->priv;

	gl_backend.finish(&s->d);
	cs->at = cs->start;
	return FL_OK;
}

const char *gl_stage_open(struct fl_stage *s, uint32_t width, uint32_t height)
{
	static const struct fl_bus bus = {
	    .name = "memory", .vram_read = memory_read, .vram_write = memory_write};
	static struct fl_dev dev = {.bus = &bus, .name = "Mesa"};
	const struct fl_draw_chip chip = {.backend = &gl_backend};
	const char *wrong = gl_memory ? NULL : context();

	if (wrong)
		return wrong;
	if (!gl_memory)
		gl_memory = calloc(1, MEMORY_B);
	if (!gl_memory)
		return "memory";
	memset(s, 0, sizeof(*s));
	s->dev = &dev;
	s->width = width;
	s->height = height;
	s->chip_name = "Mesa";
	s->has_3d = true;
	fl_vram_init(&s->vram, &fl_r500_surfaces, 0, MEMORY_B);
	fl_cs_init(&s->cs, words, BATCH_DW, submit, s);
	fl_surface_place(&s->screen, &s->vram, width, height, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_place(&s->depth, &s->vram, width, height, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	s->vram_mark = fl_vram_mark(&s->vram);
	fl_draw_init(&s->d, &s->cs, &chip);
	gl_stage_reset(s);
	return NULL;
}

void gl_stage_reset(struct fl_stage *s)
{
	const struct fl_draw_chip chip = s->d.chip;

	fl_vram_release(&s->vram, s->vram_mark);
	memset(s->texture, 0, sizeof(s->texture));
	fl_draw_init(&s->d, &s->cs, &chip);
	fl_draw_target(&s->d, &s->screen, &s->depth);
}

void gl_stage_finish(struct fl_stage *s)
{
	fl_draw_finish(&s->d);
}
