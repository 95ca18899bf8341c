/* SPDX-License-Identifier: MIT
 *
 * Times one case: bench-gl CASE REPEATS prints the seconds of the best frame. What renders it is up to Mesa's
 * environment variables (LIBGL_ALWAYS_SOFTWARE, GALLIUM_DRIVER, LP_NUM_THREADS). bench-gl CASE 0 FILE
 * [TEXT...] writes the picture instead, RGBA8, lowest row first; under `firstlight gl --capture` the capture
 * has each TEXT as a mark, and those between which a frame is timed (tests/bench/record.sh). EGL without a
 * surface; a framebuffer object is the target.
 */
#include "tests/bench/gl/gl.h"

#define EGL_NO_X11 /* its headers are not needed */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct gl_case *find(const char *name)
{
	const struct gl_case *const lists[] = {gl_fill, gl_mesh, gl_scene, gl_ui, gl_emit};

	for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
		for (const struct gl_case *c = lists[i]; c->name; c++)
			if (!strcmp(c->name, name))
				return c;
	return NULL;
}

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* NULL, or what failed. */
static const char *context(void)
{
	const EGLint wanted[] = {EGL_SURFACE_TYPE,
				 EGL_PBUFFER_BIT,
				 EGL_RENDERABLE_TYPE,
				 EGL_OPENGL_BIT,
				 EGL_RED_SIZE,
				 8,
				 EGL_ALPHA_SIZE,
				 8,
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
	if (!c || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, c))
		return "eglMakeCurrent";
	return NULL;
}

static const char *target(bool depth)
{
	GLuint fb, color, ds;

	glGenTextures(1, &color);
	glBindTexture(GL_TEXTURE_2D, color);
	gl_wrap_and_filter(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, GL_SIZE_PX, GL_SIZE_PX, 0, GL_BGRA, GL_UNSIGNED_BYTE, NULL);
	glGenFramebuffers(1, &fb);
	glBindFramebuffer(GL_FRAMEBUFFER, fb);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
	if (depth) {
		glGenRenderbuffers(1, &ds);
		glBindRenderbuffer(GL_RENDERBUFFER, ds);
		glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, GL_SIZE_PX, GL_SIZE_PX);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, ds);
	}
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		return "glCheckFramebufferStatus";
	glBindTexture(GL_TEXTURE_2D, 0);
	glViewport(0, 0, GL_SIZE_PX, GL_SIZE_PX);
	glDisable(GL_DITHER);
	return NULL;
}

/* Into the capture, if there is one. */
static void mark(const char *text)
{
	int (*write)(const char *) = (int (*)(const char *))dlsym(RTLD_DEFAULT, "firstlight_mark");

	if (write)
		write(text);
}

static double one_frame(const struct gl_case *c)
{
	if (!(c->flags & GL_OWN_CLEAR)) {
		glClearColor(0.2f, 0.1f, 0.3f, 1);
		glClearStencil(0);
		glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
	}
	glFinish();
	mark("frame begin");
	double start = now_s();
	c->frame();
	glFinish();
	double took = now_s() - start;
	mark("frame end");
	return took;
}

static int picture(const char *path)
{
	size_t size_B = (size_t)GL_SIZE_PX * GL_SIZE_PX * 4;
	unsigned char *px = malloc(size_B);
	FILE *f = fopen(path, "wb");
	bool ok = px && f;

	if (ok) {
		glReadPixels(0, 0, GL_SIZE_PX, GL_SIZE_PX, GL_RGBA, GL_UNSIGNED_BYTE, px);
		ok = fwrite(px, 1, size_B, f) == size_B;
	}
	if (f)
		ok &= !fclose(f);
	free(px);
	return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
	const struct gl_case *c = argc > 2 ? find(argv[1]) : NULL;
	const char *failed;
	double best, t;

	if (!c) {
		fprintf(stderr, "usage: bench-gl CASE REPEATS, bench-gl CASE 0 FILE\n");
		return 2;
	}
	failed = context();
	if (!failed)
		failed = target(!(c->flags & GL_NO_DEPTH));
	if (failed) {
		fprintf(stderr, "bench-gl: %s fails\n", failed);
		return 1;
	}
	gl_seed();
	c->setup(c->arg);
	for (int i = 4; i < argc; i++)
		mark(argv[i]);
	best = one_frame(c); /* compiles shaders; counts only if it is the only one */
	if (argc > 3)
		return picture(argv[3]);
	if (best < 2)
		one_frame(c);
	for (int i = 0; i < atoi(argv[2]); i++) {
		t = one_frame(c);
		if (t < best || !i)
			best = t;
	}
	if (glGetError()) {
		fprintf(stderr, "bench-gl: %s: GL error\n", c->name);
		return 1;
	}
	printf("%.9f %s\n", best, (const char *)glGetString(GL_RENDERER));
	return 0;
}
