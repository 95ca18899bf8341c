/* SPDX-License-Identifier: MIT
 *
 * VFIO: memory that the card reaches. Pages of the program's own are pinned, and the IOMMU shows them to the
 * card, and nothing else, at addresses that are chosen here.
 */
#include "hw/bus/hosted/vfio.h"

#include <errno.h>
#include <linux/vfio.h>
#include <string.h>
#include <sys/mman.h>

/* Where the card finds it: above video memory that the chip places at 0, below the machine's windows for
 * devices, and below 4 GiB. */
#define FIRST UINT64_C(0x40000000)
#define END   UINT64_C(0x100000000)

enum { PAGE_B = 4096, INFO_B = 4096 };

/* The first place at or above from, in one of the IOMMU's ranges, for size_B; END: none. */
static uint64_t place_in(const struct vfio_iommu_type1_info_cap_iova_range *cap, size_t cap_B, uint64_t from,
			 uint64_t size_B)
{
	size_t room = (cap_B - sizeof(*cap)) / sizeof(cap->iova_ranges[0]);
	uint64_t best = END;

	for (uint32_t i = 0; i < cap->nr_iovas && i < room; i++) {
		uint64_t start = cap->iova_ranges[i].start, last = cap->iova_ranges[i].end;
		uint64_t at = start > from ? (start + PAGE_B - 1) & ~(uint64_t)(PAGE_B - 1) : from;

		if (at >= start && at < best && at <= last && last - at >= size_B - 1)
			best = at;
	}
	return best;
}

/* What the IOMMU says of its ranges: a chain of capabilities behind the information. A kernel that says
 * nothing has one range, without holes that it knows of. */
static uint64_t place(const struct fl_vfio *v, uint64_t from, uint64_t size_B)
{
	union {
		struct vfio_iommu_type1_info info;
		uint8_t bytes[INFO_B];
	} u = {.info = {.argsz = sizeof(u)}};
	uint32_t at;

	if (fl_system_ioctl(v->o, v->container, VFIO_IOMMU_GET_INFO, &u.info) ||
	    !(u.info.flags & VFIO_IOMMU_INFO_CAPS))
		return from;
	at = u.info.cap_offset;
	for (unsigned n = 0; at >= sizeof(u.info) && n < INFO_B / sizeof(struct vfio_info_cap_header); n++) {
		struct vfio_iommu_type1_info_cap_iova_range cap;

		if (at % sizeof(uint64_t) || at > INFO_B - sizeof(cap))
			break;
		memcpy(&cap, u.bytes + at, sizeof(cap));
		if (cap.header.id == VFIO_IOMMU_TYPE1_INFO_CAP_IOVA_RANGE)
			return place_in((const void *)(u.bytes + at), INFO_B - at, from, size_B);
		at = cap.header.next;
	}
	return from;
}

static enum fl_code map(struct fl_vfio *v, struct fl_dma *m, uint64_t size_B, const char *card,
			struct fl_err *err)
{
	const struct fl_dma *last = v->n_dma ? &v->dma[v->n_dma - 1] : NULL;
	uint64_t from = last ? last->addr + last->size_B + PAGE_B : FIRST; /* a page in between for nobody */
	struct vfio_iommu_type1_dma_map map = {
	    .argsz = sizeof(map),
	    .flags = VFIO_DMA_MAP_FLAG_READ | VFIO_DMA_MAP_FLAG_WRITE,
	    .vaddr = (uintptr_t)m->cpu,
	    .size = size_B,
	};

	map.iova = place(v, from, size_B);
	if (map.iova >= END || END - map.iova < size_B)
		return fl_fail(err, FL_FAILED, "%s: the IOMMU has no %llu KiB left below 4 GiB", card,
			       (unsigned long long)(size_B >> 10));
	if (fl_system_ioctl(v->o, v->container, VFIO_IOMMU_MAP_DMA, &map))
		return fl_fail(err, errno == ENOMEM || errno == EPERM ? FL_PERMISSION : FL_FAILED,
			       "%s: %llu KiB cannot be shown to the card: %s%s", card,
			       (unsigned long long)(size_B >> 10), strerror(errno),
			       errno == ENOMEM ? ". They have to be locked in memory: raise `ulimit -l`"
					       : "");
	m->addr = map.iova;
	return FL_OK;
}

enum fl_code fl_vfio_dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *m, struct fl_err *err)
{
	struct fl_vfio *v = ((struct fl_hosted *)d->priv)->vfio;
	uint64_t whole_B = ((uint64_t)size_B + PAGE_B - 1) & ~(uint64_t)(PAGE_B - 1);
	struct fl_dma new = {.size_B = (size_t)whole_B};
	enum fl_code code;
	void *at;

	if (v->no_iommu)
		return fl_fail(err, FL_NO_DEVICE,
			       "%s: without an IOMMU no address of the program's memory is known to the card",
			       d->name);
	if (!size_B || whole_B > END || v->n_dma == FL_VFIO_DMA_MAX)
		return fl_fail(err, FL_FAILED, "%s: no %zu KiB of memory, after %u pieces", d->name,
			       size_B >> 10, v->n_dma);
	at = mmap(NULL, new.size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return fl_fail(err, FL_FAILED, "%s: no %zu KiB of memory left", d->name, size_B >> 10);
	new.cpu = at;
	code = map(v, &new, whole_B, d->name, err);
	if (code) {
		munmap(at, new.size_B);
		return code;
	}
	v->dma[v->n_dma++] = new;
	*m = new;
	m->size_B = size_B;
	return FL_OK;
}

void fl_vfio_dma_free(struct fl_vfio *v)
{
	while (v->n_dma) {
		const struct fl_dma *m = &v->dma[--v->n_dma];
		struct vfio_iommu_type1_dma_unmap unmap = {
		    .argsz = sizeof(unmap), .iova = m->addr, .size = m->size_B};

		fl_system_ioctl(v->o, v->container, VFIO_IOMMU_UNMAP_DMA, &unmap);
		munmap((void *)(uintptr_t)m->cpu, m->size_B);
	}
}
