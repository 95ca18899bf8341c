/* SPDX-License-Identifier: MIT
 *
 * Frames of a program, which end with eglSwapBuffers(): the server hears of each, and says what it wants of
 * the next one: that all of it was submitted when it ends, or its picture too.
 */
#include "hw/drm/client/client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	EGL_HEIGHT = 0x3056,
	EGL_WIDTH = 0x3057,
	GL_PACK_ALIGNMENT = 0x0d05,
	GL_RGBA = 0x1908,
	GL_UNSIGNED_BYTE = 0x1401,
	GL_READ_FRAMEBUFFER = 0x8ca8,
	GL_READ_FRAMEBUFFER_BINDING = 0x8caa,
	PIECE_B = FL_DRM_MESSAGE_MAX_B / 2,
};

static unsigned number, wants; /* of the frame under way */

static void *gl(const char *name)
{
	void *(*get)(const char *) = (void *(*)(const char *))fl_egl_real(FL_EGL_GET_PROC);

	return get ? get(name) : NULL;
}

void fl_frames_want(unsigned what)
{
	__atomic_store_n(&wants, what, __ATOMIC_RELAXED);
}

/* A node of our own, kept: one for the process, or its parent's. */
static int node(char name[64])
{
	static int fd = -1;

	if (fd < 0 || !fl_node_fd(fd, name))
		fd = fl_node_open(1 << 19 /* O_CLOEXEC */);
	return fd >= 0 && fl_node_fd(fd, name) ? fd : -1;
}

static void send_rows(const uint8_t *px, uint32_t w, uint32_t h)
{
	const uint32_t most = PIECE_B / (w * 4);
	char name[64];
	int fd = node(name);

	for (uint32_t y = 0; fd >= 0 && y < h; y += most) {
		struct fl_drm_rows r = {.frame = number, .w = w, .h = h, .y = y};
		struct iovec v[2] = {{&r, sizeof r}, {(void *)(uintptr_t)(px + 4ull * w * y), 0}};

		r.n = h - y < most ? h - y : most;
		v[1].iov_len = 4ull * w * r.n;
		if (fl_node_ask(fd, name, FL_DRM_ROWS, v, 2, NULL, 0, NULL, NULL))
			return;
	}
}

/* What the surface shows, when it is about to be shown. */
static void picture(egl_handle display, egl_handle surface)
{
	unsigned (*query)(egl_handle, egl_handle, int, int *) =
	    (unsigned (*)(egl_handle, egl_handle, int, int *))gl("eglQuerySurface");
	void (*get)(unsigned, int *) = (void (*)(unsigned, int *))gl("glGetIntegerv");
	void (*bind)(unsigned, unsigned) = (void (*)(unsigned, unsigned))gl("glBindFramebuffer");
	void (*store)(unsigned, int) = (void (*)(unsigned, int))gl("glPixelStorei");
	void (*read)(int, int, int, int, unsigned, unsigned, void *) =
	    (void (*)(int, int, int, int, unsigned, unsigned, void *))gl("glReadPixels");
	int w = 0, h = 0, was = 0, alignment = 4;
	uint8_t *px;

	if (!query || !get || !bind || !store || !read || !query(display, surface, EGL_WIDTH, &w) ||
	    !query(display, surface, EGL_HEIGHT, &h) || w <= 0 || h <= 0 || w > FL_DRM_PICTURE_PX ||
	    h > FL_DRM_PICTURE_PX)
		return;
	px = malloc(4ul * (unsigned)w * (unsigned)h);
	if (!px)
		return;
	get(GL_READ_FRAMEBUFFER_BINDING, &was);
	get(GL_PACK_ALIGNMENT, &alignment);
	if (was)
		bind(GL_READ_FRAMEBUFFER, 0);
	store(GL_PACK_ALIGNMENT, 4);
	read(0, 0, w, h, GL_RGBA, GL_UNSIGNED_BYTE, px);
	store(GL_PACK_ALIGNMENT, alignment);
	if (was)
		bind(GL_READ_FRAMEBUFFER, (unsigned)was);
	send_rows(px, (uint32_t)w, (uint32_t)h);
	free(px);
}

static void ended(void)
{
	void (*finish)(void) = wants & FL_DRM_WANT_ALL ? (void (*)(void))gl("glFinish") : NULL;
	const uint32_t frame = __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED);
	uint32_t next = 0;
	char name[64];
	int fd;

	if (finish)
		finish();
	fd = node(name);
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
	if (wants & FL_DRM_WANT_PICTURE)
		picture(display, surface);
	ok = real(display, surface);
	if (ok && *fl_node_folder())
		ended();
	return ok;
}

VISIBLE int firstlight_mark(const char *text)
{
	char name[64];
	int fd = *fl_node_folder() ? node(name) : -1, error;

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
