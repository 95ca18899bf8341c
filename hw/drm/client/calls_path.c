/* SPDX-License-Identifier: MIT
 *
 * Calls that take a path, by glibc's many names. Paths below /dev/dri and the device's folder in /sys are
 * those of plain files in the folder that stands for them; opening the node connects to the server, and
 * asking what it is says: a character device. Relative paths and links that lead there from elsewhere are not
 * seen.
 */
#include "hw/drm/client/client.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

const char *fl_node_path(const char *path, char to[PATH_MAX_B])
{
	static const char *const moved[] = {FL_DRM_DRI, FL_DRM_CHAR};
	const char *folder = fl_node_folder();

	for (unsigned i = 0; *folder && path && i < 2; i++) {
		const size_t n = strlen(moved[i]);

		if (!strncmp(path, moved[i], n) && (!path[n] || path[n] == '/') &&
		    (size_t)snprintf(to, PATH_MAX_B, "%s%s", folder, path) < PATH_MAX_B)
			return to;
	}
	return path;
}

bool fl_node_is(const char *path)
{
	return path && *fl_node_folder() && !strcmp(path, FL_DRM_NODE);
}

/* ---- open ---------------------------------------------------------------------------------------------- */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int at, const char *path, int flags);
int __openat64_2(int at, const char *path, int flags);

static mode_t mode_of(int flags, va_list *more)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(*more, mode_t) : 0;
}

#define OPEN(name)                                                      \
	VISIBLE int name(const char *path, int flags, ...)              \
	{                                                               \
		char in[PATH_MAX_B];                                    \
		va_list more;                                           \
                                                                        \
		if (fl_node_is(path))                                   \
			return fl_node_open(flags);                     \
		va_start(more, flags);                                  \
		mode_t mode = mode_of(flags, &more);                    \
		va_end(more);                                           \
		return NEXT(name)(fl_node_path(path, in), flags, mode); \
	}
#define OPENAT(name)                                                        \
	VISIBLE int name(int at, const char *path, int flags, ...)          \
	{                                                                   \
		char in[PATH_MAX_B];                                        \
		va_list more;                                               \
                                                                            \
		if (fl_node_is(path))                                       \
			return fl_node_open(flags);                         \
		va_start(more, flags);                                      \
		mode_t mode = mode_of(flags, &more);                        \
		va_end(more);                                               \
		return NEXT(name)(at, fl_node_path(path, in), flags, mode); \
	}
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

/* What programs that were compiled with _FORTIFY_SOURCE call, where there is no mode. */
VISIBLE int __open_2(const char *path, int flags)
{
	return open(path, flags);
}

VISIBLE int __open64_2(const char *path, int flags)
{
	return open64(path, flags);
}

VISIBLE int __openat_2(int at, const char *path, int flags)
{
	return openat(at, path, flags);
}

VISIBLE int __openat64_2(int at, const char *path, int flags)
{
	return openat64(at, path, flags);
}

/* ---- calls that see the files -------------------------------------------------------------------------- */
char *__realpath_chk(const char *path, char *resolved, size_t size);
ssize_t __readlink_chk(const char *path, char *to, size_t size, size_t room);
ssize_t __readlinkat_chk(int at, const char *path, char *to, size_t size, size_t room);

#define WITH_PATH(type, name, declared, passed) \
	VISIBLE type name declared              \
	{                                       \
		char in[PATH_MAX_B];            \
                                                \
		path = fl_node_path(path, in);  \
		return NEXT(name) passed;       \
	}
typedef int (*select_f)(const struct dirent *);
typedef int (*select64_f)(const struct dirent64 *);
typedef int (*order_f)(const struct dirent **, const struct dirent **);
typedef int (*order64_f)(const struct dirent64 **, const struct dirent64 **);

WITH_PATH(DIR *, opendir, (const char *path), (path))
WITH_PATH(int, scandir, (const char *path, struct dirent ***list, select_f select, order_f order),
	  (path, list, select, order))
WITH_PATH(int, scandir64, (const char *path, struct dirent64 ***list, select64_f select, order64_f order),
	  (path, list, select, order))
WITH_PATH(int, access, (const char *path, int mode), (path, mode))
WITH_PATH(int, faccessat, (int at, const char *path, int mode, int flags), (at, path, mode, flags))
WITH_PATH(int, euidaccess, (const char *path, int mode), (path, mode))
WITH_PATH(int, eaccess, (const char *path, int mode), (path, mode))
WITH_PATH(ssize_t, readlink, (const char *path, char *to, size_t size), (path, to, size))
WITH_PATH(ssize_t, readlinkat, (int at, const char *path, char *to, size_t size), (at, path, to, size))
WITH_PATH(ssize_t, __readlink_chk, (const char *path, char *to, size_t size, size_t room),
	  (path, to, size, room))
WITH_PATH(ssize_t, __readlinkat_chk, (int at, const char *path, char *to, size_t size, size_t room),
	  (at, path, to, size, room))
WITH_PATH(char *, realpath, (const char *path, char *to), (path, to))
WITH_PATH(char *, __realpath_chk, (const char *path, char *to, size_t size), (path, to, size))
WITH_PATH(char *, canonicalize_file_name, (const char *path), (path))
WITH_PATH(FILE *, fopen, (const char *path, const char *mode), (path, mode))
WITH_PATH(FILE *, fopen64, (const char *path, const char *mode), (path, mode))

/* ---- what the node is ---------------------------------------------------------------------------------- */
#define SHOW(path, s)                                                       \
	do {                                                                \
		if (fl_node_is(path)) {                                     \
			(s)->st_mode = S_IFCHR | 0666;                      \
			(s)->st_rdev = makedev(FL_DRM_MAJOR, FL_DRM_MINOR); \
		}                                                           \
	} while (0)
#define STAT(name, type)                                       \
	VISIBLE int name(const char *path, struct type *s)     \
	{                                                      \
		char in[PATH_MAX_B];                           \
		int r = NEXT(name)(fl_node_path(path, in), s); \
                                                               \
		if (!r)                                        \
			SHOW(path, s);                         \
		return r;                                      \
	}
STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)

/* Before glibc 2.33 these took the place of the four above; today's glibc has them for old programs alone,
 * and shows them to nobody else. */
#define OLD_STAT(name, now, type)                                       \
	int name(int version, const char *path, struct type *s);        \
	VISIBLE int name(int version, const char *path, struct type *s) \
	{                                                               \
		return now(path, s);                                    \
	}
OLD_STAT(__xstat, stat, stat)
OLD_STAT(__xstat64, stat64, stat64)
OLD_STAT(__lxstat, lstat, stat)
OLD_STAT(__lxstat64, lstat64, stat64)
