/* SPDX-License-Identifier: MIT
 *
 * The benchmark's frames, drawn through OpenGL 2.1: what was recorded for tests/bench/r580.tar.xz, so that
 * the renderers of Mesa can be timed beside the model. A case sets up its objects and state once; frame() is
 * what is timed, with the glFinish() after it. 1024x1024 pixels, RGBA8 and, but for GL_NO_DEPTH, D24S8.
 */
#ifndef TESTS_BENCH_GL_GL_H
#define TESTS_BENCH_GL_GL_H

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stddef.h>

enum { GL_SIZE_PX = 1024 };

struct gl_case {
	const char *name;
	void (*setup)(int arg);
	void (*frame)(void);
	int arg;
	enum {
		GL_NO_DEPTH = 1,
		GL_OWN_CLEAR = 2
	} flags; /* GL_OWN_CLEAR: the frame clears, and that is timed */
};

/* fill.c: layers of quads as large as the target, and one quad with a long fragment shader. mesh.c: small
 * triangles, many vertices. scene.c: gears, a field of cubes. ui.c: windows of icons and glyphs. emit.c:
 * draws of next to nothing. Each list ends with a NULL name. */
extern const struct gl_case gl_fill[], gl_mesh[], gl_scene[], gl_ui[], gl_emit[];

/* kit.c. All of these end the program when the driver refuses. */
void gl_seed(void); /* before each setup: every run draws the same */
unsigned gl_random(void);
float gl_between(float low, float high);
GLuint gl_program(const char *vertex,
		  const char *fragment); /* attributes: 0 pos, 1 nrm; in use after the call */
GLuint gl_buffer(GLenum target, const void *data, size_t size_B);
void gl_wrap_and_filter(GLenum min, GLenum mag, GLenum wrap);
GLuint gl_texture(int size_px, int mipmaps, GLenum min, GLenum mag);
void gl_light(float x, float y, float z);

#endif
