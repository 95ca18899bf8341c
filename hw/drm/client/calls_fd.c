/* SPDX-License-Identifier: MIT
 *
 * Calls that take a descriptor, and may have been given the node's. dup(), close(), fcntl(), fork() and
 * messages need no help: the descriptor is a socket, which knows by its name what it is.
 */
#include "hw/drm/client/client.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* ---- what it is ---------------------------------------------------------------------------------------- */
#define SHOW(fd, s)                                                         \
	do {                                                                \
		char name_[64];                                             \
                                                                            \
		if (S_ISSOCK((s)->st_mode) && fl_node_fd(fd, name_)) {      \
			(s)->st_mode = S_IFCHR | 0666;                      \
			(s)->st_rdev = makedev(FL_DRM_MAJOR, FL_DRM_MINOR); \
		}                                                           \
	} while (0)
#define FSTAT(name, type)                        \
	VISIBLE int name(int fd, struct type *s) \
	{                                        \
		int r = NEXT(name)(fd, s);       \
                                                 \
		if (!r)                          \
			SHOW(fd, s);             \
		return r;                        \
	}
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

#define OLD_FSTAT(name, now, type)                            \
	int name(int version, int fd, struct type *s);        \
	VISIBLE int name(int version, int fd, struct type *s) \
	{                                                     \
		return now(fd, s);                            \
	}
OLD_FSTAT(__fxstat, fstat, stat)
OLD_FSTAT(__fxstat64, fstat64, stat64)

static bool is_empty(const char *path)
{
	return !path || !*path;
}

/* A path, or (empty) the descriptor itself. */
#define FSTATAT(name, type)                                                   \
	VISIBLE int name(int at, const char *path, struct type *s, int flags) \
	{                                                                     \
		char in[PATH_MAX_B];                                          \
		int r = NEXT(name)(at, fl_node_path(path, in), s, flags);     \
                                                                              \
		if (!r && is_empty(path) && flags & AT_EMPTY_PATH)            \
			SHOW(at, s);                                          \
		if (!r && fl_node_is(path)) {                                 \
			s->st_mode = S_IFCHR | 0666;                          \
			s->st_rdev = makedev(FL_DRM_MAJOR, FL_DRM_MINOR);     \
		}                                                             \
		return r;                                                     \
	}
FSTATAT(fstatat, stat)
FSTATAT(fstatat64, stat64)

VISIBLE int statx(int at, const char *path, int flags, unsigned mask, struct statx *s)
{
	char in[PATH_MAX_B], name[64];
	int r = NEXT(statx)(at, fl_node_path(path, in), flags, mask, s);

	if (!r && (fl_node_is(path) || (is_empty(path) && flags & AT_EMPTY_PATH && S_ISSOCK(s->stx_mode) &&
					fl_node_fd(at, name)))) {
		s->stx_mode = S_IFCHR | 0666;
		s->stx_rdev_major = FL_DRM_MAJOR;
		s->stx_rdev_minor = FL_DRM_MINOR;
	}
	return r;
}

/* ---- what it does -------------------------------------------------------------------------------------- */
VISIBLE int ioctl(int fd, unsigned long request, ...)
{
	enum { DRM = 'd' }; /* DRM_IOCTL_BASE */
	va_list more;
	char name[64];
	int error;

	va_start(more, request);
	void *arg = va_arg(more, void *);
	va_end(more);
	if (_IOC_TYPE(request) != DRM || !fl_node_fd(fd, name))
		return NEXT(ioctl)(fd, request, arg);
	error = fl_node_ioctl(fd, name, request & UINT32_MAX, arg);
	if (error)
		errno = error;
	return error ? -1 : 0;
}

/* The node's offsets are places in the client's memory. */
#define MMAP(name, type)                                                                      \
	VISIBLE void *name(void *at, size_t size_B, int prot, int flags, int fd, type offset) \
	{                                                                                     \
		char node[64];                                                                \
		int memory = -1, was;                                                         \
		void *p;                                                                      \
                                                                                              \
		if (flags & MAP_ANONYMOUS || !fl_node_fd(fd, node))                           \
			return NEXT(name)(at, size_B, prot, flags, fd, offset);               \
		memory = fl_node_memory(fd, node, (uint64_t)offset, size_B);                  \
		if (memory < 0)                                                               \
			return MAP_FAILED;                                                    \
		p = NEXT(name)(at, size_B, prot, flags, memory, offset);                      \
		was = errno;                                                                  \
		close(memory);                                                                \
		errno = was;                                                                  \
		return p;                                                                     \
	}
MMAP(mmap, off_t)
MMAP(mmap64, off64_t)
