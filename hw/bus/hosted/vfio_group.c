/* SPDX-License-Identifier: MIT
 *
 * VFIO: whether a card may be had, and the files of its group. The kernel hands out whole IOMMU groups: the
 * functions that could reach each other's memory. (Linux, Documentation/driver-api/vfio.rst.)
 */
#include "hw/bus/hosted/vfio.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/vfio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The number of a function's group; false: it is in none. */
static bool group_of(const struct fl_open_options *o, uint32_t bdf, unsigned *number)
{
	char name[32], *end;

	fl_sysfs_link(name, sizeof(name), o, bdf, "iommu_group");
	errno = 0;
	*number = (unsigned)strtoul(name, &end, 10);
	return *name >= '0' && *name <= '9' && !*end && !errno;
}

/* A kernel that hands out cards without an IOMMU puts a card into a group when it is bound. */
static bool no_iommu_mode(const struct fl_open_options *o)
{
	char path[512], text[8];

	snprintf(path, sizeof(path), "%s/sys/module/vfio/parameters/enable_unsafe_noiommu_mode",
		 fl_root_of(o));
	return fl_read_text(path, text, sizeof(text)) && *text == 'Y';
}

enum fl_code fl_vfio_claim(const struct fl_open_options *o, uint32_t bdf, const char *card,
			   struct fl_err *err)
{
	char driver[32], slot[FL_SLOT_MAX], path[512];
	unsigned group;
	bool loaded;

	fl_bound_driver(driver, sizeof(driver), o, bdf);
	if (!group_of(o, bdf, &group) && !no_iommu_mode(o))
		return fl_fail(
		    err, FL_PERMISSION,
		    "%s is in no IOMMU group, and VFIO hands out nothing else: this machine has no "
		    "IOMMU, or it is off. Switch on VT-d or AMD-Vi in the firmware's setup, and start "
		    "the kernel with intel_iommu=on; or use --via sysfs, as root",
		    card);
	if (!strcmp(driver, "vfio-pci"))
		return FL_OK;
	fl_slot_name(slot, sizeof(slot), bdf);
	snprintf(path, sizeof(path), "%s/sys/bus/pci/drivers/vfio-pci", fl_root_of(o));
	loaded = !access(path, F_OK);
	snprintf(path, sizeof(path), "echo %s > devices/%s/driver/unbind; ", slot, slot);
	return fl_fail(err, FL_PERMISSION,
		       "%s is not bound to vfio-pci%s%s. As root: cd /sys/bus/pci; %s%secho vfio-pci > "
		       "devices/%s/driver_override; echo %s > drivers_probe",
		       card, *driver ? ", but to " : "", driver, loaded ? "" : "modprobe vfio-pci; ",
		       *driver ? path : "", slot, slot);
}

/* Those in the group that a driver of the kernel's has: "0000:01:00.1 (snd_hda_intel)". */
static void others(const struct fl_open_options *o, unsigned group, char *out, size_t size)
{
	char path[512];
	struct dirent *e;
	size_t n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/sys/kernel/iommu_groups/%u/devices", fl_root_of(o), group);
	dir = opendir(path);
	snprintf(out, size, "%s", "which cannot be listed");
	while (dir && (e = readdir(dir)) && n < size) {
		char driver[32] = "";
		uint32_t bdf;

		if (fl_pci_parse_bdf(e->d_name, &bdf))
			fl_bound_driver(driver, sizeof(driver), o, bdf);
		if (*driver && strcmp(driver, "vfio-pci"))
			n += (size_t)snprintf(out + n, size - n, "%s%.12s (%s)", n ? ", " : "", e->d_name,
					      driver);
	}
	if (dir)
		closedir(dir);
}

static void *number_argument(unsigned long number)
{
	return (void *)(uintptr_t)number; /* passed by value */
}

static enum fl_code open_group(struct fl_vfio *v, unsigned group, const char *card, struct fl_err *err)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/dev/vfio/noiommu-%u", fl_root_of(v->o), group);
	v->no_iommu = !access(path, F_OK);
	if (!v->no_iommu)
		snprintf(path, sizeof(path), "%s/dev/vfio/%u", fl_root_of(v->o), group);
	v->group = fl_system_open(v->o, path, O_RDWR | O_CLOEXEC);
	if (v->group >= 0)
		return FL_OK;
	if (errno == EBUSY)
		return fl_fail(err, FL_PERMISSION,
			       "%s: another program has %s open (a virtual machine?): end that one first",
			       card, path);
	if (errno != EACCES && errno != EPERM)
		return fl_fail(err, FL_FAILED, "open %s: %s", path, strerror(errno));
	if (v->no_iommu)
		return fl_fail(
		    err, FL_PERMISSION,
		    "open %s: not allowed: without an IOMMU the card could reach all memory, and the "
		    "kernel asks for root. Run the command with sudo",
		    path);
	return fl_fail(err, FL_PERMISSION, "open %s: not allowed. Give it to you with: sudo chown %u %s",
		       path, (unsigned)fl_system_euid(v->o), path);
}

static enum fl_code open_container(struct fl_vfio *v, struct fl_err *err)
{
	char path[512];
	int version;

	snprintf(path, sizeof(path), "%s/dev/vfio/vfio", fl_root_of(v->o));
	v->container = fl_system_open(v->o, path, O_RDWR | O_CLOEXEC);
	if (v->container < 0)
		return fl_fail(
		    err, errno == EACCES || errno == EPERM ? FL_PERMISSION : FL_FAILED,
		    "open %s: %s. It comes with the kernel's module vfio, and is everybody's (mode "
		    "0666) as udev makes it",
		    path, strerror(errno));
	version = fl_system_ioctl(v->o, v->container, VFIO_GET_API_VERSION, NULL);
	return version == VFIO_API_VERSION ? FL_OK
					   : fl_fail(err, FL_FAILED, "%s speaks version %d of VFIO, not %d",
						     path, version, VFIO_API_VERSION);
}

enum fl_code fl_vfio_join(struct fl_vfio *v, uint32_t bdf, const char *card, struct fl_err *err)
{
	struct vfio_group_status status = {.argsz = sizeof(status)};
	unsigned long kind = VFIO_TYPE1v2_IOMMU;
	unsigned group;
	enum fl_code code;
	char list[160];

	if (!group_of(v->o, bdf, &group))
		return fl_fail(err, FL_PERMISSION, "%s is in no IOMMU group", card);
	code = open_container(v, err);
	if (!code)
		code = open_group(v, group, card, err);
	if (code)
		return code;
	if (fl_system_ioctl(v->o, v->group, VFIO_GROUP_GET_STATUS, &status))
		return fl_fail(err, FL_FAILED, "%s: the state of group %u: %s", card, group, strerror(errno));
	if (!(status.flags & VFIO_GROUP_FLAGS_VIABLE)) {
		others(v->o, group, list, sizeof(list));
		return fl_fail(err, FL_PERMISSION,
			       "%s shares IOMMU group %u with %s: the kernel hands out all of a group, or "
			       "nothing. Bind those to vfio-pci as well, or take their drivers away",
			       card, group, list);
	}
	if (v->no_iommu)
		kind = VFIO_NOIOMMU_IOMMU;
	else if (fl_system_ioctl(v->o, v->container, VFIO_CHECK_EXTENSION, number_argument(kind)) <= 0)
		kind = VFIO_TYPE1_IOMMU;
	if (fl_system_ioctl(v->o, v->container, VFIO_CHECK_EXTENSION, number_argument(kind)) <= 0)
		return fl_fail(err, FL_FAILED, "%s: this kernel's VFIO has no IOMMU of type 1%s", card,
			       v->no_iommu ? ", and no mode without one" : " (module vfio_iommu_type1)");
	if (fl_system_ioctl(v->o, v->group, VFIO_GROUP_SET_CONTAINER, &v->container))
		return fl_fail(err, FL_FAILED, "%s: group %u does not join: %s", card, group,
			       strerror(errno));
	if (fl_system_ioctl(v->o, v->container, VFIO_SET_IOMMU, number_argument(kind)))
		return fl_fail(err, errno == EPERM ? FL_PERMISSION : FL_FAILED, "%s: the IOMMU: %s%s", card,
			       strerror(errno),
			       errno == EPERM ? ". It cannot remap interrupts: if you accept that, "
						"vfio_iommu_type1.allow_unsafe_interrupts=1"
					      : "");
	return FL_OK;
}
