/* SPDX-License-Identifier: MIT
 *
 * The video BIOS of a card: the copy in memory, or the kernel's way to the ROM itself.
 */
#include "hw/bus/hosted/internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { SHADOW_AT = 0xc0000 };

static size_t some(int fd, off_t at, uint8_t *out, size_t max)
{
	size_t n = 0;
	ssize_t got;

	while (n < max && (got = pread(fd, out + n, max - n, at + (off_t)n)) > 0)
		n += (size_t)got;
	return n;
}

size_t fl_hosted_rom(const struct fl_hosted *h, const struct fl_dev *d, uint8_t *out, size_t max)
{
	char path[512];
	size_t n = 0;
	int fd;

	snprintf(path, sizeof(path), "%s/dev/mem", fl_root_of(&h->o));
	fd = fl_system_open(&h->o, path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = some(fd, SHADOW_AT, out, max);
		close(fd);
	}
	if (fl_pci_rom_of(d, out, n))
		return n;
	/* The kernel shows it as long as somebody has written a 1 there. */
	fl_sysfs_path(path, sizeof(path), &h->o, h->bdf, "rom");
	fd = fl_system_open(&h->o, path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = pwrite(fd, "1", 1, 0) == 1 ? some(fd, 0, out, max) : 0;
	if (pwrite(fd, "0", 1, 0) != 1)
		n = 0;
	close(fd);
	return fl_pci_rom_of(d, out, n) ? n : 0;
}
