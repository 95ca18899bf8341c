/* SPDX-License-Identifier: MIT
 *
 * BARs through sysfs: /sys/bus/pci/devices/SLOT/resourceN, and resourceN_wc for write-combined memory.
 */
#include "hw/bus/hosted/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum fl_code fl_sysfs_map(const struct fl_hosted *h, const struct fl_bar_window *w, bool wc, void **at,
			  bool *there, struct fl_err *err)
{
	char name[32], path[512];
	enum fl_code code;
	int fd = -1;

	*there = true;
	if (wc) { /* only prefetchable BARs have one */
		snprintf(name, sizeof(name), "resource%u_wc", w->index);
		fl_sysfs_path(path, sizeof(path), &h->o, h->bdf, name);
		if (!access(path, F_OK))
			fd = fl_system_open(&h->o, path, O_RDWR | O_SYNC | O_CLOEXEC);
	}
	if (fd < 0) {
		snprintf(name, sizeof(name), "resource%u", w->index);
		fl_sysfs_path(path, sizeof(path), &h->o, h->bdf, name);
		if (access(path, F_OK)) {
			*there = false;
			return fl_fail(err, FL_NO_DEVICE, "%s: there is no such file", path);
		}
		fd = fl_system_open(&h->o, path, O_RDWR | O_SYNC | O_CLOEXEC);
	}
	if (fd < 0)
		return fl_explain_refusal(&h->o, errno, "open", path, err);
	*at = fl_system_mmap(&h->o, w->size_B, fd, 0);
	code = *at == MAP_FAILED ? fl_explain_refusal(&h->o, errno, "mmap", path, err) : FL_OK;
	close(fd);
	if (code)
		*at = NULL;
	return code;
}
