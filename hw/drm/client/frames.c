/* SPDX-License-Identifier: MIT
 *
 * Frames of a program, which end with eglSwapBuffers(): the server hears of each, and says what it wants of
 * the next one: that all of it was submitted when it ends, or its picture too. A context without a surface
 * swaps nothing: there a frame ends with glFinish(), or when pixels are read from the lower left corner on:
 * whoever reads single pixels, or row by row, ends one frame at most.
 */
#include "hw/drm/client/client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned number, wants; /* of the frame under way */
static _Thread_local bool no_surface;

void fl_frames_want(unsigned what)
{
	__atomic_store_n(&wants, what, __ATOMIC_RELAXED);
}

bool fl_frames_have_input(void)
{
	return __atomic_load_n(&wants, __ATOMIC_RELAXED) & FL_DRM_HAVE_INPUT;
}

void fl_frames_no_surface(bool none)
{
	no_surface = none;
}

/* One for the process, or its parent's. */
int fl_frames_node(char name[64])
{
	static int fd = -1;

	if (fd < 0 || !fl_node_fd(fd, name))
		fd = fl_node_open(1 << 19 /* O_CLOEXEC */);
	return fd >= 0 && fl_node_fd(fd, name) ? fd : -1;
}

static void show(egl_handle display, egl_handle surface)
{
	char name[64];
	int fd = wants & FL_DRM_WANT_PICTURE ? fl_frames_node(name) : -1;

	if (fd >= 0)
		fl_picture(fd, name, number, display, surface);
}

static void ended(void)
{
	void (*finish)(void) = wants & FL_DRM_WANT_ALL ? (void (*)(void))fl_egl_proc("glFinish") : NULL;
	const uint32_t frame = __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED);
	uint32_t next = 0;
	char name[64];
	int fd;

	if (finish)
		finish();
	fd = fl_frames_node(name);
	if (fd >= 0 && !fl_node_ask(fd, name, FL_DRM_FRAME, &(struct iovec){(void *)(uintptr_t)&frame, 4}, 1,
				    &next, sizeof next, NULL, NULL))
		fl_frames_want(next);
}

VISIBLE unsigned eglSwapBuffers(egl_handle display, egl_handle surface)
{
	unsigned (*real)(egl_handle, egl_handle) =
	    (unsigned (*)(egl_handle, egl_handle))fl_egl_real(FL_EGL_SWAP_BUFFERS);
	unsigned ok;

	if (!real)
		return 0;
	show(display, surface);
	ok = real(display, surface);
	if (ok && *fl_node_folder())
		ended();
	return ok;
}

VISIBLE void glFinish(void)
{
	void (*real)(void) = (void (*)(void))fl_egl_real(FL_GL_FINISH);

	if (real)
		real();
	if (!no_surface)
		return;
	show(NULL, NULL);
	ended();
}

VISIBLE void glReadPixels(int x, int y, int w, int h, unsigned format, unsigned type, void *px)
{
	void (*real)(int, int, int, int, unsigned, unsigned, void *) =
	    (void (*)(int, int, int, int, unsigned, unsigned, void *))fl_egl_real(FL_GL_READ_PIXELS);

	if (real)
		real(x, y, w, h, format, type, px);
	if (!no_surface || x || y)
		return;
	show(NULL, NULL);
	ended();
}

VISIBLE int firstlight_mark(const char *text)
{
	char name[64];
	int fd = *fl_node_folder() ? fl_frames_node(name) : -1, error;

	if (fd < 0) {
		errno = ENODEV;
		return -1;
	}
	error = fl_node_ask(fd, name, FL_DRM_MARK,
			    &(struct iovec){(void *)(uintptr_t)text, strnlen(text, FL_DRM_MARK_B + 1)}, 1,
			    NULL, 0, NULL, NULL);
	if (error)
		errno = error;
	return error ? -1 : 0;
}
