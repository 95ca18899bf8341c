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

/* As EGL and OpenGL declare them; their headers are not needed to build this. */
typedef void *egl_handle;
typedef const unsigned char *get_string_f(unsigned name);
unsigned eglMakeCurrent(egl_handle display, egl_handle draw, egl_handle read, egl_handle context);
typedef void (*(*get_proc_f)(const char *name))(void);

enum { GL_RENDERER_NAME = 0x1f01 };

static void report(const char *renderer)
{
	int fd = fl_node_open(1 << 19 /* O_CLOEXEC */);
	char name[64];

	if (fd < 0)
		return;
	if (fl_node_fd(fd, name))
		fl_node_ask(fd, name, FL_DRM_RENDERER,
			    &(struct iovec){(void *)(uintptr_t)renderer, strlen(renderer)}, 1, NULL, 0, NULL,
			    NULL);
	close(fd);
}

VISIBLE unsigned eglMakeCurrent(egl_handle display, egl_handle draw, egl_handle read, egl_handle context)
{
	static atomic_flag asked = ATOMIC_FLAG_INIT;
	unsigned ok = NEXT(eglMakeCurrent)(display, draw, read, context);
	get_proc_f get_proc;
	get_string_f *get_string;
	const unsigned char *renderer;

	if (!ok || !context || !*fl_node_folder() || atomic_flag_test_and_set(&asked))
		return ok;
	get_proc = (get_proc_f)dlsym(RTLD_NEXT, "eglGetProcAddress");
	get_string = get_proc ? (get_string_f *)(void *)get_proc("glGetString") : NULL;
	renderer = get_string ? get_string(GL_RENDERER_NAME) : NULL;
	if (renderer)
		report((const char *)renderer);
	return ok;
}
