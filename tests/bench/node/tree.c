/* SPDX-License-Identifier: MIT
 *
 * The files that make a render node: a tree below a temporary folder takes the place of /dev/dri and of the
 * device's folder in /sys. Calls that take a path are given the tree's; the rest of the system sees plain
 * files.
 */
#include "tests/bench/node/node.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define TEXT2(x) #x
#define TEXT(x)  TEXT2(x)
#define DRI      "/dev/dri"
#define CHAR     "/sys/dev/char/" TEXT(NODE_DRM_MAJOR) ":" TEXT(NODE_MINOR)
#define DEVICE   CHAR "/device"

static char root[PATH_MAX / 2]; /* "": no tree; calls go where they went */
static struct stat memory;      /* of the memfd, which every descriptor of the node is */
static pid_t owner;

/* From the library behind this one; POSIX has dlsym() give functions as void *. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The path to use in place of path; in must stay while it is used. */
static const char *there(const char *path, char in[PATH_MAX])
{
	static const char *const moved[] = {DRI, CHAR};

	for (unsigned i = 0; root[0] && path && i < 2; i++) {
		size_t n = strlen(moved[i]);

		if (!strncmp(path, moved[i], n) && (!path[n] || path[n] == '/') &&
		    (size_t)snprintf(in, PATH_MAX, "%s%s", root, path) < PATH_MAX)
			return in;
	}
	return path;
}

/* ---- the tree ------------------------------------------------------------------------------------------ */
static char uevent[128], device[16]; /* of the chip */
static const struct {
	const char *path, *text; /* NULL: a folder */
} files[] = {
    {"/dev", NULL},
    {DRI, NULL},
    {"/sys", NULL},
    {"/sys/dev", NULL},
    {"/sys/dev/char", NULL},
    {CHAR, NULL},
    {DEVICE, NULL},
    {DEVICE "/drm", NULL},
    {DEVICE "/uevent", uevent},
    {DEVICE "/vendor", TEXT(NODE_ATI) "\n"},
    {DEVICE "/device", device},
    {DEVICE "/subsystem_vendor", TEXT(NODE_ATI) "\n"},
    {DEVICE "/subsystem_device", "0x0000\n"},
    {DEVICE "/revision", "0x00\n"},
};
#define LINK_SUBSYSTEM DEVICE "/subsystem"
#define LINK_NODE      DRI "/renderD" TEXT(NODE_MINOR)

static bool make(const char *path, const char *text)
{
	char at[PATH_MAX];
	bool ok;

	snprintf(at, sizeof at, "%s%s", root, path);
	if (!text)
		return !mkdir(at, 0700);
	FILE *f = fopen(at, "w");
	ok = f && fputs(text, f) >= 0;
	return f && !fclose(f) && ok;
}

static void unmake(const char *path)
{
	char at[PATH_MAX];

	snprintf(at, sizeof at, "%s%s", root, path);
	remove(at);
}

static bool make_link(const char *path, const char *to)
{
	char at[PATH_MAX];

	snprintf(at, sizeof at, "%s%s", root, path);
	return !symlink(to, at);
}

__attribute__((destructor)) static void end(void)
{
	if (!root[0] || getpid() != owner)
		return;
	unmake(LINK_SUBSYSTEM);
	unmake(LINK_NODE);
	for (unsigned i = sizeof files / sizeof files[0]; i-- > 0;)
		unmake(files[i].path);
	unmake("");
	root[0] = 0;
}

__attribute__((constructor)) static void start(void)
{
	char node[64];
	bool ok = true;
	int fd = memfd_create("render node", MFD_CLOEXEC);

	strcpy(root, "/tmp/render-node.XXXXXX");
	if (fd < 0 || ftruncate(fd, (off_t)NODE_SIZE_B) || NEXT(fstat)(fd, &memory) || !mkdtemp(root)) {
		root[0] = 0;
		return;
	}
	owner = getpid();
	snprintf(uevent, sizeof uevent,
		 "DRIVER=radeon\nPCI_CLASS=30000\nPCI_ID=%04X:%04X\nPCI_SLOT_NAME=0000:01:00.0\n", NODE_ATI,
		 node_chip()->device);
	snprintf(device, sizeof device, "0x%04x\n", node_chip()->device);
	for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
		ok &= make(files[i].path, files[i].text);
	snprintf(node, sizeof node, "/proc/%d/fd/%d", (int)owner, fd);
	if (!ok || !make_link(LINK_SUBSYSTEM, "../../../../bus/pci") || !make_link(LINK_NODE, node))
		end();
}

/* ---- calls that take a path ---------------------------------------------------------------------------- */
int __open64_2(const char *path, int flags);
char *__realpath_chk(const char *path, char *resolved, size_t size);

static mode_t mode_of(int flags, va_list *more)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(*more, mode_t) : 0;
}

#define OPEN(name)                                               \
	int name(const char *path, int flags, ...)               \
	{                                                        \
		char in[PATH_MAX];                               \
		va_list more;                                    \
                                                                 \
		va_start(more, flags);                           \
		mode_t mode = mode_of(flags, &more);             \
		va_end(more);                                    \
		return NEXT(name)(there(path, in), flags, mode); \
	}
#define WITH_PATH(type, name, declared, passed) \
	type name declared                      \
	{                                       \
		char in[PATH_MAX];              \
                                                \
		path = there(path, in);         \
		return NEXT(name) passed;       \
	}

OPEN(open)
OPEN(open64)
WITH_PATH(int, __open64_2, (const char *path, int flags), (path, flags))
WITH_PATH(DIR *, opendir, (const char *path), (path))
WITH_PATH(int, access, (const char *path, int mode), (path, mode))
WITH_PATH(ssize_t, readlink, (const char *path, char *to, size_t size), (path, to, size))
WITH_PATH(char *, realpath, (const char *path, char *to), (path, to))
WITH_PATH(char *, __realpath_chk, (const char *path, char *to, size_t size), (path, to, size))
WITH_PATH(FILE *, fopen, (const char *path, const char *mode), (path, mode))
WITH_PATH(FILE *, fopen64, (const char *path, const char *mode), (path, mode))

/* The memfd is shown as the character device. */
#define SHOWN(r, s)                                                                                    \
	do {                                                                                           \
		if (!(r) && root[0] && (s)->st_dev == memory.st_dev && (s)->st_ino == memory.st_ino) { \
			(s)->st_mode = S_IFCHR | 0666;                                                 \
			(s)->st_rdev = makedev(NODE_DRM_MAJOR, NODE_MINOR);                            \
		}                                                                                      \
	} while (0)
#define STAT(name, type)                                \
	int name(const char *path, struct type *s)      \
	{                                               \
		char in[PATH_MAX];                      \
		int r = NEXT(name)(there(path, in), s); \
                                                        \
		SHOWN(r, s);                            \
		return r;                               \
	}
#define FSTAT(name, type)                  \
	int name(int fd, struct type *s)   \
	{                                  \
		int r = NEXT(name)(fd, s); \
                                           \
		SHOWN(r, s);               \
		return r;                  \
	}

STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

/* ---- and the one that asks the driver ------------------------------------------------------------------ */
int ioctl(int fd, unsigned long request, ...)
{
	va_list more;

	va_start(more, request);
	void *arg = va_arg(more, void *);
	va_end(more);
	if (!root[0] || _IOC_TYPE(request) != 'd') /* DRM_IOCTL_BASE */
		return NEXT(ioctl)(fd, request, arg);
	int e = node_ioctl(request, arg);

	if (e)
		errno = e;
	return e ? -1 : 0;
}
