/* SPDX-License-Identifier: MIT
 *
 * A kernel with VFIO, played: a tree of files that looks like /sys and /dev, and answers to the system calls
 * that a program makes of them, with a model of an RV530 behind. The model reaches the memory that was mapped
 * for it, and nothing else. Each call is judged as the kernel would (Linux 6.1, drivers/vfio): what it
 * refuses is refused here.
 */
#ifndef TESTS_UNIT_TEST_VFIO_RIG_H
#define TESTS_UNIT_TEST_VFIO_RIG_H

#include "hw/bus/hosted/hosted.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/vfio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define CARD  "sys/bus/pci/devices/0000:01:00.0/"
#define AUDIO "sys/bus/pci/devices/0000:01:00.1/"
#define GROUP "sys/kernel/iommu_groups/7/"

enum { VRAM_B = 64 << 20, REGS_B = 64 << 10, MAPS = 40, RANGES = 4, SLOT_SHIFT = 40 };

struct kernel {
	char root[64];
	struct fl_model *m;
	int container, group, device; /* descriptors; -1 */
	bool joined, iommu_set;
	int vram_fd, regs_fd; /* regs_fd: registers are plain memory, and mapped; -1: the model's, by pread */
	uint8_t *vram;
	int trigger; /* an eventfd of the program's */
	bool masked;
	struct fl_model_ram map[MAPS];
	unsigned n_maps, resets;

	/* what a test sets */
	int refuse_open; /* errno of opening the group's file */
	int refuse_iommu, refuse_map_dma;
	bool not_viable, no_type1, no_iommu, no_reset, no_line, gone;
	uint32_t irq_flags;
	unsigned n_ranges;
	struct vfio_iova_range range[RANGES];
	/* Spoils what an ioctl answers; NULL: nobody does. */
	void (*spoil)(unsigned long request, void *answer);
};

static struct kernel k;
static struct fl_open_options opt;
static struct fl_system sys;

/* ---- files --------------------------------------------------------------------------------------------- */
static const char *path(const char *name)
{
	static char p[4][512];
	static unsigned n;
	char *at = p[n++ % 4];

	snprintf(at, sizeof(p[0]), "%s/%s", k.root, name);
	return at;
}

static void folder(const char *name)
{
	char command[700];

	snprintf(command, sizeof(command), "mkdir -p '%s'", path(name));
	cr_assert_eq(system(command), 0);
}

static void text_file(const char *name, const char *text)
{
	FILE *f = fopen(path(name), "w");

	cr_assert(f && fputs(text, f) >= 0 && !fclose(f), "%s", path(name));
}

static void bind_driver(const char *function, const char *driver)
{
	char link[300], target[300];

	snprintf(link, sizeof(link), "%sdriver", function);
	unlink(path(link));
	if (!driver)
		return;
	snprintf(target, sizeof(target), "sys/bus/pci/drivers/%s", driver);
	folder(target);
	cr_assert_eq(symlink(path(target), path(link)), 0);
}

/* ---- what the card does while a call is on its way ----------------------------------------------------- */
static void look_at_the_line(void)
{
	uint64_t one = 1;

	if (!k.m || k.trigger < 0 || k.masked || !fl_model_irq(k.m))
		return;
	k.masked = !k.no_line; /* a level is masked by the kernel; a message comes once */
	cr_assert_eq(write(k.trigger, &one, sizeof(one)), (ssize_t)sizeof(one));
}

/* ---- calls --------------------------------------------------------------------------------------------- */
static int sys_open(const char *p, int flags)
{
	int fd;

	if (strstr(p, "/dev/vfio/") && !strstr(p, "/dev/vfio/vfio") && k.refuse_open) {
		errno = k.refuse_open;
		return -1;
	}
	fd = open(p, flags);
	if (strstr(p, "/dev/vfio/vfio"))
		k.container = fd;
	else if (strstr(p, "/dev/vfio/"))
		k.group = fd;
	return fd;
}

static int no(int why)
{
	errno = why;
	return -1;
}

static bool overlaps(uint64_t at, uint64_t size)
{
	for (unsigned i = 0; i < k.n_maps; i++)
		if (at < k.map[i].addr + k.map[i].size_B && k.map[i].addr < at + size)
			return true;
	return false;
}

static bool in_range(uint64_t at, uint64_t size)
{
	for (unsigned i = 0; i < k.n_ranges; i++)
		if (at >= k.range[i].start && at + size - 1 <= k.range[i].end)
			return true;
	return !k.n_ranges;
}

static void show_maps(void)
{
	if (k.m)
		cr_assert(fl_model_set_ram(k.m, k.map, k.n_maps));
}

static int map_dma(const struct vfio_iommu_type1_dma_map *a)
{
	const uint32_t both = VFIO_DMA_MAP_FLAG_READ | VFIO_DMA_MAP_FLAG_WRITE;

	if (k.refuse_map_dma)
		return no(k.refuse_map_dma);
	if (a->argsz < sizeof(*a) || a->flags != both || !a->size || (a->iova | a->size | a->vaddr) & 4095 ||
	    a->iova + a->size - 1 < a->iova || k.n_maps == MAPS || !in_range(a->iova, a->size))
		return no(EINVAL);
	if (overlaps(a->iova, a->size))
		return no(EEXIST);
	k.map[k.n_maps++] = (struct fl_model_ram){a->iova, a->size, (void *)(uintptr_t)a->vaddr};
	show_maps();
	return 0;
}

static int unmap_dma(const struct vfio_iommu_type1_dma_unmap *a)
{
	for (unsigned i = 0; i < k.n_maps; i++)
		if (k.map[i].addr == a->iova && k.map[i].size_B == a->size) {
			k.map[i] = k.map[--k.n_maps];
			show_maps();
			return 0;
		}
	return no(EINVAL);
}

static int iommu_info(struct vfio_iommu_type1_info *info)
{
	struct vfio_iommu_type1_info_cap_iova_range cap = {
	    .header = {VFIO_IOMMU_TYPE1_INFO_CAP_IOVA_RANGE, 1, 0}, .nr_iovas = k.n_ranges};
	/* another one before it, as real kernels have */
	struct vfio_iommu_type1_info_cap_migration before = {
	    .header = {VFIO_IOMMU_TYPE1_INFO_CAP_MIGRATION, 1, 0}};
	uint32_t at = (sizeof(*info) + 7) & ~7u, next = at + sizeof(before);
	uint32_t need_B = (uint32_t)(next + sizeof(cap) + k.n_ranges * sizeof(k.range[0]));
	uint32_t room_B = info->argsz;

	info->iova_pgsizes = ~UINT64_C(4095);
	info->flags = VFIO_IOMMU_INFO_PGSIZES;
	if (!k.n_ranges)
		return 0; /* as kernels before 5.4 */
	info->flags |= VFIO_IOMMU_INFO_CAPS;
	info->argsz = need_B;
	info->cap_offset = 0;
	if (room_B < need_B)
		return 0;
	info->cap_offset = at;
	before.header.next = next;
	memcpy((uint8_t *)info + at, &before, sizeof(before));
	memcpy((uint8_t *)info + next, &cap, sizeof(cap));
	memcpy((uint8_t *)info + next + sizeof(cap), k.range, k.n_ranges * sizeof(k.range[0]));
	return 0;
}

static int container_ioctl(unsigned long request, void *a)
{
	unsigned long number = (unsigned long)(uintptr_t)a;

	switch (request) {
	case VFIO_GET_API_VERSION:
		return VFIO_API_VERSION;
	case VFIO_CHECK_EXTENSION:
		return number == VFIO_NOIOMMU_IOMMU
			   ? k.no_iommu
			   : !k.no_type1 && !k.no_iommu && number == VFIO_TYPE1v2_IOMMU;
	case VFIO_SET_IOMMU:
		if (k.refuse_iommu || !k.joined ||
		    number != (k.no_iommu ? VFIO_NOIOMMU_IOMMU : VFIO_TYPE1v2_IOMMU))
			return no(k.refuse_iommu ? k.refuse_iommu : EINVAL);
		k.iommu_set = true;
		return 0;
	}
	if (!k.iommu_set || k.no_iommu)
		return no(ENOTTY);
	return request == VFIO_IOMMU_GET_INFO    ? iommu_info(a)
	       : request == VFIO_IOMMU_MAP_DMA   ? map_dma(a)
	       : request == VFIO_IOMMU_UNMAP_DMA ? unmap_dma(a)
						 : no(ENOTTY);
}

static int group_ioctl(unsigned long request, void *a)
{
	struct vfio_group_status *status = a;

	switch (request) {
	case VFIO_GROUP_GET_STATUS:
		status->flags = k.not_viable ? 0 : VFIO_GROUP_FLAGS_VIABLE;
		return 0;
	case VFIO_GROUP_SET_CONTAINER:
		if (*(int *)a != k.container)
			return no(EBADF);
		k.joined = true;
		return 0;
	case VFIO_GROUP_GET_DEVICE_FD:
		if (!k.iommu_set || strcmp(a, "0000:01:00.0"))
			return no(ENODEV);
		k.device = open(path("dev/vfio/device"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		return k.device;
	}
	return no(ENOTTY);
}

static int region_info(struct vfio_region_info *r)
{
	const uint32_t both = VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE;

	if (r->argsz < sizeof(*r) || r->index >= VFIO_PCI_NUM_REGIONS)
		return no(EINVAL);
	r->offset = (uint64_t)r->index << SLOT_SHIFT;
	r->size = r->index == 0 ? VRAM_B : r->index == 2 ? REGS_B : r->index == 7 ? 256 : 0;
	r->flags = r->size ? both : 0;
	if (r->index == 0 || (r->index == 2 && k.regs_fd >= 0))
		r->flags |= VFIO_REGION_INFO_FLAG_MMAP;
	return 0;
}

static int set_irqs(const struct vfio_irq_set *s)
{
	uint32_t index = k.no_line ? VFIO_PCI_MSI_IRQ_INDEX : VFIO_PCI_INTX_IRQ_INDEX;

	if (s->index != index || s->start || s->count > 1)
		return no(EINVAL);
	if (s->flags == (VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER) && !s->count) {
		k.trigger = -1;
	} else if (s->flags == (VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER) && s->count &&
		   s->argsz == sizeof(*s) + sizeof(int)) {
		memcpy(&k.trigger, s->data, sizeof(int));
		k.masked = false;
	} else if (s->flags == (VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_UNMASK) && s->count &&
		   !k.no_line) {
		k.masked = false;
	} else {
		return no(EINVAL);
	}
	return 0;
}

static int irq_info(struct vfio_irq_info *i)
{
	if (i->argsz < sizeof(*i) || i->index >= VFIO_PCI_NUM_IRQS)
		return no(EINVAL);
	i->count = i->index == (k.no_line ? VFIO_PCI_MSI_IRQ_INDEX : VFIO_PCI_INTX_IRQ_INDEX);
	i->flags = i->index == VFIO_PCI_INTX_IRQ_INDEX
		       ? VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_MASKABLE | VFIO_IRQ_INFO_AUTOMASKED
		       : VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_NORESIZE;
	return 0;
}

static int device_ioctl(unsigned long request, void *a)
{
	struct vfio_device_info *info = a;

	if (k.gone)
		return no(EIO);
	switch (request) {
	case VFIO_DEVICE_GET_INFO:
		info->flags = VFIO_DEVICE_FLAGS_PCI | (k.no_reset ? 0 : VFIO_DEVICE_FLAGS_RESET);
		info->num_regions = VFIO_PCI_NUM_REGIONS;
		info->num_irqs = VFIO_PCI_NUM_IRQS;
		return 0;
	case VFIO_DEVICE_GET_REGION_INFO:
		return region_info(a);
	case VFIO_DEVICE_GET_IRQ_INFO:
		return irq_info(a);
	case VFIO_DEVICE_SET_IRQS:
		return set_irqs(a);
	case VFIO_DEVICE_RESET:
		k.resets++;
		return k.no_reset ? no(ENOTTY) : 0;
	}
	return no(ENOTTY);
}

static int sys_ioctl(int fd, unsigned long request, void *a)
{
	int result = fd == k.container ? container_ioctl(request, a)
		     : fd == k.group   ? group_ioctl(request, a)
		     : fd == k.device  ? device_ioctl(request, a)
				       : no(EBADF);

	look_at_the_line();
	if (!result && k.spoil)
		k.spoil(request, a);
	return result;
}

static void *sys_mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
	unsigned index = (unsigned)(offset >> SLOT_SHIFT);

	if (fd != k.device || offset & 4095 || (index == 2 ? k.regs_fd : k.vram_fd) < 0) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	return mmap(addr, length, prot, flags, index == 2 ? k.regs_fd : k.vram_fd,
		    offset & ((INT64_C(1) << SLOT_SHIFT) - 1));
}

/* Configuration space by whole registers of 1, 2 or 4 bytes, as vfio-pci takes it apart. */
static bool access_is_plain(size_t n, uint64_t at)
{
	return (n == 1 || n == 2 || n == 4) && at % n == 0;
}

static ssize_t sys_pread(int fd, void *to, size_t n, off_t offset)
{
	unsigned index = (unsigned)(offset >> SLOT_SHIFT);
	uint32_t at = (uint32_t)(offset & 0xffffffff), value = 0;

	if (fd != k.device || k.gone)
		return no(EIO);
	if (index == 0) {
		fl_model_vram_read(k.m, at, to, n);
		return (ssize_t)n;
	}
	if ((index != 2 && index != 7) || !access_is_plain(n, at))
		return no(EINVAL);
	value = index == 2 ? fl_model_read(k.m, at, (unsigned)n) : fl_model_cfg_read(k.m, at, (unsigned)n);
	memcpy(to, &value, n);
	look_at_the_line();
	return (ssize_t)n;
}

static ssize_t sys_pwrite(int fd, const void *from, size_t n, off_t offset)
{
	unsigned index = (unsigned)(offset >> SLOT_SHIFT);
	uint32_t at = (uint32_t)(offset & 0xffffffff), value = 0;

	if (fd != k.device || k.gone)
		return no(EIO);
	if (index == 0) {
		fl_model_vram_write(k.m, at, from, n);
		return (ssize_t)n;
	}
	if ((index != 2 && index != 7) || !access_is_plain(n, at))
		return no(EINVAL);
	memcpy(&value, from, n);
	if (index == 2)
		fl_model_write(k.m, at, (unsigned)n, value);
	else
		fl_model_cfg_write(k.m, at, (unsigned)n, value);
	look_at_the_line();
	return (ssize_t)n;
}

/* Whoever asks is not root: with an IOMMU nothing may depend on that. */
static uid_t sys_euid(void)
{
	return 1000;
}

/* ---- the machine --------------------------------------------------------------------------------------- */
static void rig_setup(void)
{
	struct fl_model_config cfg = {.vram_B = VRAM_B, .posted = true, .threads = 1};

	k = (struct kernel){.root = "/tmp/fl-vfio-XXXXXX",
			    .container = -1,
			    .group = -1,
			    .device = -1,
			    .regs_fd = -1,
			    .trigger = -1};
	cr_assert(mkdtemp(k.root));
	folder(CARD);
	folder(AUDIO);
	folder(GROUP "devices");
	folder("dev/vfio");
	folder("sys/module/vfio/parameters");
	text_file("dev/vfio/vfio", "");
	text_file("dev/vfio/7", "");
	cr_assert_eq(symlink(path("sys/kernel/iommu_groups/7"), path(CARD "iommu_group")), 0);
	cr_assert_eq(symlink(path(CARD), path(GROUP "devices/0000:01:00.0")), 0);
	cr_assert_eq(symlink(path(AUDIO), path(GROUP "devices/0000:01:00.1")), 0);
	bind_driver(CARD, "vfio-pci");
	k.vram_fd = memfd_create("vram", MFD_CLOEXEC);
	cr_assert(k.vram_fd >= 0 && !ftruncate(k.vram_fd, VRAM_B));
	k.vram = mmap(NULL, VRAM_B, PROT_READ | PROT_WRITE, MAP_SHARED, k.vram_fd, 0);
	cr_assert_neq(k.vram, MAP_FAILED);
	cfg.vram = k.vram;
	k.m = fl_model_new("rv530", &cfg, NULL, 0);
	cr_assert(k.m);
	fl_model_cfg_write(k.m, FL_PCI_COMMAND, 2, FL_PCI_COMMAND_MEMORY);
	sys = (struct fl_system){.open = sys_open,
				 .mmap = sys_mmap,
				 .euid = sys_euid,
				 .ioctl = sys_ioctl,
				 .pread = sys_pread,
				 .pwrite = sys_pwrite};
	opt = (struct fl_open_options){
	    .root = k.root, .method = "dump", .dump = "tests/pci/rv530.dump", .path = "vfio", .system = &sys};
}

static void rig_teardown(void)
{
	char command[128];

	fl_model_delete(k.m);
	munmap(k.vram, VRAM_B);
	snprintf(command, sizeof(command), "rm -rf %s", k.root);
	cr_assert_eq(system(command), 0);
}

#endif
