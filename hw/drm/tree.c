/* SPDX-License-Identifier: MIT
 *
 * The folder that stands for /dev/dri and for the device's folder in /sys: plain files with what libdrm reads
 * of a device of PCI, or of the platform (drmGetDevices2). The library in the program sends paths there.
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEVICE FL_DRM_CHAR "/device"

static const char *const folders[] = {"/dev",          FL_DRM_DRI,  "/sys", "/sys/dev",
				      "/sys/dev/char", FL_DRM_CHAR, DEVICE, DEVICE "/drm"};

static bool put(const struct fl_drm *n, const char *path, const char *text)
{
	char at[256];
	size_t size = strlen(text);
	int fd;
	bool ok;

	snprintf(at, sizeof at, "%s%s", n->folder, path);
	fd = open(at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	ok = fd >= 0 && write(fd, text, size) == (ssize_t)size;
	if (fd >= 0)
		close(fd);
	return ok;
}

static bool put_number(const struct fl_drm *n, const char *path, uint32_t value, int digits)
{
	char text[16];

	snprintf(text, sizeof text, "0x%0*x\n", digits, value);
	return put(n, path, text);
}

static bool fill_pci(const struct fl_drm *n, uint32_t id)
{
	const uint32_t board = fl_drm_cfg(n, 0x2c, 4);
	char uevent[160];

	snprintf(uevent, sizeof uevent,
		 "DRIVER=radeon\nPCI_CLASS=30000\nPCI_ID=%04X:%04X\nPCI_SUBSYS_ID=%04X:%04X\n"
		 "PCI_SLOT_NAME=0000:01:00.0\n",
		 id & 0xffff, id >> 16, board & 0xffff, board >> 16);
	return put(n, DEVICE "/uevent", uevent) && put_number(n, DEVICE "/vendor", id & 0xffff, 4) &&
	       put_number(n, DEVICE "/device", id >> 16, 4) &&
	       put_number(n, DEVICE "/subsystem_vendor", board & 0xffff, 4) &&
	       put_number(n, DEVICE "/subsystem_device", board >> 16, 4) &&
	       put_number(n, DEVICE "/revision", fl_drm_cfg(n, 8, 1), 2);
}

/* Cores that are not on PCI are one device of the platform's for Linux, with the driver's own name. */
static bool fill_platform(const struct fl_drm *n)
{
	return put(n, DEVICE "/uevent", "DRIVER=etnaviv\nMODALIAS=platform:etnaviv\n");
}

static bool fill(const struct fl_drm *n)
{
	const uint32_t id = n->family->driver == FL_DRM_ETNAVIV ? 0 : fl_drm_cfg(n, 0, 4);
	char at[256];
	bool ok = true;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		snprintf(at, sizeof at, "%s%s", n->folder, folders[i]);
		ok = ok && !mkdir(at, 0700);
	}
	snprintf(at, sizeof at, "%s" DEVICE "/subsystem", n->folder);
	return ok && put(n, FL_DRM_NODE, "") && (id ? fill_pci(n, id) : fill_platform(n)) &&
	       !symlink(id ? "../../../../bus/pci" : "../../../../bus/platform", at);
}

bool fl_drm_tree_make(struct fl_drm *n, char *why, size_t size)
{
	const char *tmp = getenv("TMPDIR");

	/* a socket's path has 108 bytes */
	snprintf(n->folder, sizeof n->folder, "%s/firstlight-gl-XXXXXX",
		 tmp && *tmp == '/' && strlen(tmp) < 40 ? tmp : "/tmp");
	if (mkdtemp(n->folder) && fill(n))
		return true;
	snprintf(why, size, "the folder %s for the render node: %s", n->folder, strerror(errno));
	return false;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	return remove(path);
}

void fl_drm_tree_remove(struct fl_drm *n)
{
	if (*n->folder)
		nftw(n->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
