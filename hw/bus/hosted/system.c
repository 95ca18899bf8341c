/* SPDX-License-Identifier: MIT
 *
 * What Linux says about a card, and why it says no.
 */
#include "hw/bus/hosted/internal.h"
#include "hw/model/vanish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

const char *fl_root_of(const struct fl_open_options *o)
{
	return o->root ? o->root : "";
}

bool fl_by_vfio(const struct fl_open_options *o)
{
	return o->path && !strcmp(o->path, "vfio");
}

int fl_system_open(const struct fl_open_options *o, const char *path, int flags)
{
	return o->system && o->system->open ? o->system->open(path, flags) : open(path, flags);
}

void *fl_system_mmap(const struct fl_open_options *o, size_t length, int fd, off_t offset)
{
	void *(*call)(void *, size_t, int, int, int, off_t) =
	    o->system && o->system->mmap ? o->system->mmap : mmap;

	return call(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
}

void fl_unmap(void *at, size_t size_B)
{
	fl_vanish_release(at);
	if (at)
		munmap(at, size_B);
}

uid_t fl_system_euid(const struct fl_open_options *o)
{
	return o->system && o->system->euid ? o->system->euid() : geteuid();
}

int fl_system_ioctl(const struct fl_open_options *o, int fd, unsigned long request, void *argument)
{
	return o->system && o->system->ioctl ? o->system->ioctl(fd, request, argument)
					     : ioctl(fd, request, argument);
}

ssize_t fl_system_pread(const struct fl_open_options *o, int fd, void *to, size_t n, uint64_t offset)
{
	return (o->system && o->system->pread ? o->system->pread : pread)(fd, to, n, (off_t)offset);
}

ssize_t fl_system_pwrite(const struct fl_open_options *o, int fd, const void *from, size_t n, uint64_t offset)
{
	return (o->system && o->system->pwrite ? o->system->pwrite : pwrite)(fd, from, n, (off_t)offset);
}

bool fl_read_text(const char *path, char *out, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	out[0] = 0;
	if (fd < 0)
		return false;
	n = read(fd, out, size - 1);
	close(fd);
	if (n < 0)
		return false;
	while (n && out[n - 1] == '\n')
		n--;
	out[n] = 0;
	return true;
}

void fl_slot_name(char *out, size_t size, uint32_t bdf)
{
	snprintf(out, size, "%04x:%02x:%02x.%x", bdf >> 16, bdf >> 8 & 0xff, bdf >> 3 & 31, bdf & 7);
}

void fl_sysfs_path(char *out, size_t size, const struct fl_open_options *o, uint32_t bdf, const char *name)
{
	char slot[FL_SLOT_MAX];

	fl_slot_name(slot, sizeof(slot), bdf);
	snprintf(out, size, "%s/sys/bus/pci/devices/%s%s%s", fl_root_of(o), slot, *name ? "/" : "", name);
}

void fl_sysfs_link(char *out, size_t size, const struct fl_open_options *o, uint32_t bdf, const char *name)
{
	char path[512], target[512];
	const char *base;
	ssize_t n;

	out[0] = 0;
	fl_sysfs_path(path, sizeof(path), o, bdf, name);
	n = readlink(path, target, sizeof(target) - 1);
	if (n <= 0)
		return;
	target[n] = 0;
	base = strrchr(target, '/');
	snprintf(out, size, "%s", base ? base + 1 : target);
}

void fl_bound_driver(char *out, size_t size, const struct fl_open_options *o, uint32_t bdf)
{
	fl_sysfs_link(out, size, o, bdf, "driver");
}

void fl_lockdown(char *out, size_t size, const struct fl_open_options *o)
{
	char path[512], text[128], *from, *to;

	out[0] = 0;
	snprintf(path, sizeof(path), "%s/sys/kernel/security/lockdown", fl_root_of(o));
	/* "none [integrity] confidentiality": the one in brackets is in force */
	if (!fl_read_text(path, text, sizeof(text)) || !(from = strchr(text, '[')) ||
	    !(to = strchr(from, ']')))
		return;
	*to = 0;
	snprintf(out, size, "%s", from + 1);
}

enum fl_code fl_explain_refusal(const struct fl_open_options *o, int error, const char *what,
				const char *path, struct fl_err *err)
{
	bool devmem = strstr(path, "/dev/mem") != NULL;
	char lockdown[32];

	if (error != EACCES && error != EPERM)
		return fl_fail(err, FL_FAILED, "%s %s: %s", what, path, strerror(error));
	if (fl_system_euid(o) != 0)
		return fl_fail(err, FL_PERMISSION,
			       "%s %s: not allowed: this needs root. Run the command with sudo", what, path);
	fl_lockdown(lockdown, sizeof(lockdown), o);
	if (*lockdown && strcmp(lockdown, "none"))
		return fl_fail(err, FL_PERMISSION,
			       "%s %s: the kernel is locked down (%s, usually because of Secure Boot): no "
			       "program may reach a card. Switch Secure Boot off, or use a bare-metal image",
			       what, path, lockdown);
	/* Without lockdown root may open /dev/mem, which is strict about what may be mapped. */
	if (devmem && !strcmp(what, "mmap"))
		return fl_fail(
		    err, FL_PERMISSION,
		    "%s %s: refused although we are root: this kernel has a strict /dev/mem "
		    "(CONFIG_STRICT_DEVMEM, CONFIG_IO_STRICT_DEVMEM). Reach a card on PCI by its sysfs "
		    "resource files, or boot with iomem=relaxed",
		    what, path);
	if (!*lockdown)
		return fl_fail(err, FL_PERMISSION,
			       "%s %s: refused although we are root. It cannot be seen whether the kernel is "
			       "locked down: try again after mount -t securityfs none /sys/kernel/security. "
			       "In a container or a sandbox, it has to be given the card",
			       what, path);
	return fl_fail(err, FL_PERMISSION,
		       "%s %s: refused although we are root, and the kernel is not locked down. In a "
		       "container or a sandbox, it has to be given the card",
		       what, path);
}
