/* SPDX-License-Identifier: MIT
 *
 * The library that is preloaded into an OpenGL program (LD_PRELOAD): what reaches for the render node goes to
 * the server (hw/drm/wire.h), everything else to where it went before.
 *
 *	calls_path.c   calls that take a path: another one below /dev/dri and the device's folder in /sys
 *	calls_fd.c     calls that take a descriptor: fstat(), ioctl(), mmap()
 *	node.c         the node's descriptor, and the channels on which the server is asked
 *	ioctl.c        ioctls, as messages
 *	renderer.c     which driver draws
 *
 * Without the environment's FIRSTLIGHT_GL it does nothing. Only the calls that it stands in for are visible
 * to the program.
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
static inline void *fl_node_next(void **known, const char *name)
{
	void *f = __atomic_load_n(known, __ATOMIC_RELAXED);

	if (!f) {
		f = dlsym(RTLD_NEXT, name);
		__atomic_store_n(known, f, __ATOMIC_RELAXED);
	}
	return f;
}
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
/* mmap() of the node: the client's memory at that place, or -1 with errno. The caller closes it. */
int fl_node_memory(int fd, const char *name, uint64_t offset_B, uint64_t size_B);

#endif
