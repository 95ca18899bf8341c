/* SPDX-License-Identifier: MIT
 *
 * VFIO: the device of a group, its regions, its reset; see vfio.h.
 */
#include "hw/bus/hosted/vfio.h"
#include "hw/model/vanish.h"

#include <errno.h>
#include <linux/vfio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Beyond any aperture of a card, and far from where sums of them overflow. */
#define MOST_B (UINT64_C(1) << 48)

enum { CONFIG_LEAST_B = 64, PAGE_B = 4096 };

static int device_ioctl(const struct fl_vfio *v, unsigned long request, void *argument)
{
	return fl_system_ioctl(v->o, v->device, request, argument);
}

static enum fl_code region(const struct fl_vfio *v, uint32_t index, const char *what, const char *card,
			   struct fl_vfio_region *r, bool *may_map, struct fl_err *err)
{
	struct vfio_region_info info = {.argsz = sizeof(info), .index = index};
	const uint32_t both = VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE;

	*r = (struct fl_vfio_region){0};
	if (index >= v->n_regions || device_ioctl(v, VFIO_DEVICE_GET_REGION_INFO, &info))
		return fl_fail(err, FL_FAILED, "%s: VFIO does not tell of the %s (region %u)", card, what,
			       index);
	if (!info.size)
		return fl_fail(err, FL_FAILED, "%s: there is no region for the %s (region %u is empty)", card,
			       what, index);
	if ((info.flags & both) != both || info.size > MOST_B || info.offset > INT64_MAX - MOST_B)
		return fl_fail(err, FL_FAILED,
			       "%s: the region of the %s cannot be used: %llu bytes at 0x%llx, flags 0x%x",
			       card, what, (unsigned long long)info.size, (unsigned long long)info.offset,
			       info.flags);
	r->size_B = info.size;
	r->offset_B = info.offset;
	*may_map = info.flags & VFIO_REGION_INFO_FLAG_MMAP && info.offset % PAGE_B == 0;
	return FL_OK;
}

enum fl_code fl_vfio_bar(struct fl_vfio *v, unsigned i, uint64_t need_B, const char *what, const char *card,
			 struct fl_vfio_region *r, struct fl_err *err)
{
	bool may_map;
	enum fl_code code = region(v, VFIO_PCI_BAR0_REGION_INDEX + i, what, card, r, &may_map, err);
	void *at;

	if (code)
		return code;
	if (r->size_B < need_B)
		return fl_fail(err, FL_FAILED, "%s: BAR %u (%s) is too small: %llu bytes, it takes %llu",
			       card, i, what, (unsigned long long)r->size_B, (unsigned long long)need_B);
	at = may_map ? fl_system_mmap(v->o, r->size_B, v->device, (off_t)r->offset_B) : MAP_FAILED;
	if (at == MAP_FAILED)
		return FL_OK; /* by pread() and pwrite() */
	/* A card that is taken away is unmapped by the kernel, and an access raises SIGBUS. */
	if (!fl_vanish_guard(at, r->size_B, FL_VANISH_ONES)) {
		munmap(at, r->size_B);
		return fl_fail(err, FL_FAILED, "too many cards are open");
	}
	r->at = at;
	return FL_OK;
}

void fl_vfio_read(struct fl_vfio *v, const struct fl_vfio_region *r, uint64_t offset_B, void *to, size_t n_B)
{
	uint64_t left_B = offset_B < r->size_B ? r->size_B - offset_B : 0;
	size_t n = n_B < left_B ? n_B : (size_t)left_B, done = 0;

	while (done < n) {
		ssize_t got = fl_system_pread(v->o, v->device, (uint8_t *)to + done, n - done,
					      r->offset_B + offset_B + done);

		if (got <= 0 || (size_t)got > n - done) {
			v->gone = true;
			break;
		}
		done += (size_t)got;
	}
	memset((uint8_t *)to + done, 0xff, n_B - done);
}

void fl_vfio_write(struct fl_vfio *v, const struct fl_vfio_region *r, uint64_t offset_B, const void *from,
		   size_t n_B)
{
	uint64_t left_B = offset_B < r->size_B ? r->size_B - offset_B : 0;
	size_t n = n_B < left_B ? n_B : (size_t)left_B, done = 0;

	while (done < n) {
		ssize_t got = fl_system_pwrite(v->o, v->device, (const uint8_t *)from + done, n - done,
					       r->offset_B + offset_B + done);

		if (got <= 0 || (size_t)got > n - done) {
			v->gone = true;
			return;
		}
		done += (size_t)got;
	}
}

bool fl_vfio_gone(const struct fl_vfio *v)
{
	return v->gone || fl_vanish_gone(v->regs.at) || fl_vanish_gone(v->vram.at);
}

enum fl_code fl_vfio_open(struct fl_vfio **out, const struct fl_open_options *o, uint32_t bdf,
			  const char *card, struct fl_err *err)
{
	struct vfio_device_info info = {.argsz = sizeof(info)};
	struct fl_vfio *v = calloc(1, sizeof(*v));
	char slot[FL_SLOT_MAX];
	enum fl_code code;
	bool may_map;

	*out = v;
	if (!v)
		return fl_fail(err, FL_FAILED, "out of memory");
	v->o = o;
	v->container = v->group = v->device = v->eventfd = -1;
	code = fl_vfio_join(v, bdf, card, err);
	if (code)
		return code;
	fl_slot_name(slot, sizeof(slot), bdf);
	v->device = fl_system_ioctl(o, v->group, VFIO_GROUP_GET_DEVICE_FD, slot);
	if (v->device < 0)
		return fl_fail(err, FL_FAILED, "%s: VFIO does not open it: %s", card, strerror(errno));
	if (device_ioctl(v, VFIO_DEVICE_GET_INFO, &info))
		return fl_fail(err, FL_FAILED, "%s: VFIO does not describe it: %s", card, strerror(errno));
	if (!(info.flags & VFIO_DEVICE_FLAGS_PCI))
		return fl_fail(err, FL_FAILED, "%s: to VFIO it is no PCI device (flags 0x%x)", card,
			       info.flags);
	v->can_reset = info.flags & VFIO_DEVICE_FLAGS_RESET;
	v->n_regions = info.num_regions;
	v->n_irqs = info.num_irqs;
	code =
	    region(v, VFIO_PCI_CONFIG_REGION_INDEX, "configuration space", card, &v->config, &may_map, err);
	if (!code && v->config.size_B < CONFIG_LEAST_B)
		code = fl_fail(err, FL_FAILED, "%s: its configuration space has %llu bytes", card,
			       (unsigned long long)v->config.size_B);
	return code;
}

static void close_file(int fd)
{
	if (fd >= 0)
		close(fd);
}

void fl_vfio_close(struct fl_vfio *v)
{
	if (!v)
		return;
	fl_unmap(v->regs.at, v->regs.size_B);
	fl_unmap(v->vram.at, v->vram.size_B);
	fl_vfio_irq_off(v);
	close_file(v->device); /* from here on the card reaches no memory */
	fl_vfio_dma_free(v);
	close_file(v->group);
	close_file(v->container);
	free(v);
}

enum fl_code fl_vfio_reset(struct fl_vfio *v, const char *card, struct fl_err *err)
{
	if (!v->can_reset)
		return fl_fail(err, FL_NO_DEVICE, "%s: the kernel knows no way to reset this function", card);
	if (device_ioctl(v, VFIO_DEVICE_RESET, NULL))
		return fl_fail(err, FL_FAILED, "%s: the kernel's reset: %s", card, strerror(errno));
	return FL_OK;
}
