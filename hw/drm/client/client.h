/* SPDX-License-Identifier: MIT
 *
 * The library that is preloaded into an OpenGL program (LD_PRELOAD): what reaches for the render node goes to
 * the server (hw/drm/wire.h), everything else to where it went before.
 *
 *	calls_path.c   calls that take a path: another one below /dev/dri and the device's folder in /sys
 *	calls_fd.c     calls that take a descriptor: fstat(), ioctl(), mmap()
 *	node.c         the node's descriptor, and the channels on which the server is asked
 *	ioctl.c        ioctls, as messages
 *	egl.c          calls of EGL, however the program finds them
 *	renderer.c     which driver draws
 *	frames.c       frames, their pictures, and moments that the program names
 *	picture.c      what a frame shows
 *	sdl.c          input for programs on SDL2, of which nothing else is looked at
 *
 * Without the environment's FIRSTLIGHT_GL it does nothing. Only the calls that it stands in for are visible
 * to the program, and firstlight_mark().
 */
#ifndef HW_DRM_CLIENT_CLIENT_H
#define HW_DRM_CLIENT_CLIENT_H

#include "hw/drm/wire.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>

/* The function of that name in the library behind this one, looked up once. POSIX has dlsym() give functions
 * as void *. */
void *fl_node_next(void **known, const char *name);
/* The same, or the function in that library, which the program may have opened with names of its own. */
void *fl_node_next_of(void **known, const char *name, const char *library);
#define NEXT(name)                                               \
	__extension__({                                          \
		static void *known_;                             \
		(__typeof__(&name))fl_node_next(&known_, #name); \
	})
#define VISIBLE __attribute__((visibility("default")))
enum { PATH_MAX_B = 4096 };

/* The folder that stands for the node's paths, or "": there is none. */
const char *fl_node_folder(void);
/* The path to use in place of path: itself, or one in to. */
const char *fl_node_path(const char *path, char to[PATH_MAX_B]);
/* Is it the node? */
bool fl_node_is(const char *path);

/* A new descriptor of the node; -1 with errno. flags: O_CLOEXEC counts. */
int fl_node_open(int flags);
/* Is fd one, however it came here? Its name then is in out. errno stays. */
bool fl_node_fd(int fd, char out[64]);
/* Ask the server: an errno, or 0 and what it said in answer (at most max_B bytes, their number in *got_B). A
 * descriptor that came with it is in *came_fd, if that is not NULL; else -1. */
int fl_node_ask(int fd, const char *name, uint32_t what, const struct iovec *v, unsigned n, void *answer,
		size_t max_B, size_t *got_B, int *came_fd);

/* An ioctl of the node: 0, or an errno. */
int fl_node_ioctl(int fd, const char *name, unsigned long request, void *arg);
/* As EGL declares them; its headers are not needed to build this. */
typedef void *egl_handle;
void glFinish(void);
void glReadPixels(int x, int y, int w, int h, unsigned format, unsigned type, void *px);
unsigned eglMakeCurrent(egl_handle display, egl_handle draw, egl_handle read, egl_handle context);
unsigned eglSwapBuffers(egl_handle display, egl_handle surface);
void *eglGetProcAddress(const char *name);
/* What a program may call, if it finds it (dlsym(RTLD_DEFAULT, "firstlight_mark")): text, at most 96 bytes,
 * is written into the capture before what is submitted next. What was drawn before it should have been
 * finished (glFinish()). 0, or -1 with errno. "frame begin" and "frame end" say what is timed when it is
 * played. */
int firstlight_mark(const char *text);
enum fl_egl_call {
	FL_EGL_MAKE_CURRENT,
	FL_EGL_SWAP_BUFFERS,
	FL_EGL_GET_PROC,
	FL_GL_FINISH,
	FL_GL_READ_PIXELS
};
/* The driver's own, as the program found it; NULL: there is none. */
void *fl_egl_real(enum fl_egl_call call);
/* A function of EGL's or OpenGL's, of the driver's own. */
void *fl_egl_proc(const char *name);
/* FL_DRM_WANT_*, of the frame under way. */
void fl_frames_want(unsigned what);
/* FL_DRM_HAVE_INPUT was said. */
bool fl_frames_have_input(void);
/* A node of our own, kept; -1: none. */
int fl_frames_node(char name[64]);
/* The context of this thread draws to no surface, but to what it binds itself. */
void fl_frames_no_surface(bool none);
/* Send what the surface shows, or, where that is NULL, what is bound for reading. */
void fl_picture(int fd, const char *name, uint32_t frame, egl_handle display, egl_handle surface);
/* Ours in place of SDL's function of that name; NULL: we have none. */
void *fl_sdl_in_place_of(const char *name);

/* mmap() of the node: the client's memory at that place, or -1 with errno. The caller closes it. */
int fl_node_memory(int fd, const char *name, uint64_t offset_B, uint64_t size_B);

#endif
