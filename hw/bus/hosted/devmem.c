/* SPDX-License-Identifier: MIT
 *
 * BARs through /dev/mem, at the addresses that configuration space has.
 */
#include "hw/bus/hosted/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum fl_code fl_devmem_map(const struct fl_hosted *h, const struct fl_bar_window *w, void **at, bool *there,
			   struct fl_err *err)
{
	char path[512];
	enum fl_code code;
	int fd;

	snprintf(path, sizeof(path), "%s/dev/mem", fl_root_of(&h->o));
	*there = !access(path, F_OK);
	if (!*there)
		return fl_fail(
		    err, FL_NO_DEVICE,
		    "%s: there is no such file: CONFIG_DEVMEM is off in this kernel, or a container was not "
		    "given it. A bare-metal image does without",
		    path);
	fd = fl_system_open(&h->o, path, O_RDWR | O_SYNC | O_CLOEXEC); /* O_SYNC: uncached */
	if (fd < 0)
		return fl_explain_refusal(&h->o, errno, "open", path, err);
	*at = fl_system_mmap(&h->o, w->size_B, fd, (off_t)w->addr);
	code = *at == MAP_FAILED ? fl_explain_refusal(&h->o, errno, "mmap", path, err) : FL_OK;
	close(fd);
	if (code)
		*at = NULL;
	return code;
}
