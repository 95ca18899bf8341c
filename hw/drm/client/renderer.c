/* SPDX-License-Identifier: MIT
 *
 * Which driver draws: a driver that does not start is replaced by a software rasterizer without a word, and
 * only its name shows that. The first context that becomes current is asked, and the server hears of it.
 * Programs that look up eglMakeCurrent() in a library that they open themselves are not seen here.
 */
#include "hw/drm/client/client.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

typedef const unsigned char *get_string_f(unsigned name);

enum { GL_RENDERER_NAME = 0x1f01 };

static void report(const char *renderer)
{
	int fd = fl_node_open(1 << 19 /* O_CLOEXEC */);
	uint32_t wants = 0;
	char name[64];

	if (fd < 0)
		return;
	if (fl_node_fd(fd, name) &&
	    !fl_node_ask(fd, name, FL_DRM_RENDERER,
			 &(struct iovec){(void *)(uintptr_t)renderer, strlen(renderer)}, 1, &wants,
			 sizeof wants, NULL, NULL))
		fl_frames_want(wants);
	close(fd);
}

VISIBLE unsigned eglMakeCurrent(egl_handle display, egl_handle draw, egl_handle read, egl_handle context)
{
	static atomic_flag asked = ATOMIC_FLAG_INIT;
	unsigned (*real)(egl_handle, egl_handle, egl_handle, egl_handle) =
	    (unsigned (*)(egl_handle, egl_handle, egl_handle, egl_handle))fl_egl_real(FL_EGL_MAKE_CURRENT);
	unsigned ok = real ? real(display, draw, read, context) : 0;
	void *(*get_proc)(const char *);
	get_string_f *get_string;
	const unsigned char *renderer;

	if (ok && *fl_node_folder())
		fl_frames_no_surface(context && !draw);
	if (!ok || !context || !*fl_node_folder() || atomic_flag_test_and_set(&asked))
		return ok;
	get_proc = (void *(*)(const char *))fl_egl_real(FL_EGL_GET_PROC);
	get_string = get_proc ? (get_string_f *)get_proc("glGetString") : NULL;
	renderer = get_string ? get_string(GL_RENDERER_NAME) : NULL;
	if (renderer)
		report((const char *)renderer);
	return ok;
}
