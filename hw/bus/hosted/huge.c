/* SPDX-License-Identifier: MIT
 *
 * Huge pages as memory for a core, see huge.h. They come as a file of memory, so that the pages can be mapped
 * once more in the order of their physical addresses, which /proc/self/pagemap has.
 */
#include "hw/bus/hosted/huge.h"
#include "hw/bus/hosted/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE_SHIFT = 12, MOST = 2048 };
#define REACH_B   (UINT64_C(1) << 32)
#define PRESENT   (UINT64_C(1) << 63) /* Linux: Documentation/admin-guide/mm/pagemap.rst */
#define FRAME     ((UINT64_C(1) << 55) - 1)
#define TWO_MIB   (21u << 26) /* MFD_HUGE_2MB: the size's logarithm from bit 26 on */
#define SET_ASIDE "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"

void fl_cache_sync(volatile void *at, size_t n_B)
{
#if defined(__aarch64__)
	uint64_t ctr;
	uintptr_t line, p = (uintptr_t)at, end = p + n_B;

	/* Arm ARM D17: CTR_EL0.DminLine is the logarithm of a line's words. Linux lets programs clean by
	 * address (SCTLR_EL1.UCI), to the point of coherency, which is memory. */
	__asm__ volatile("mrs %0, ctr_el0" : "=r"(ctr));
	line = (uintptr_t)4 << (ctr >> 16 & 0xf);
	for (p &= ~(line - 1); p < end; p += line)
		__asm__ volatile("dc civac, %0" ::"r"(p) : "memory");
	__asm__ volatile("dsb sy" ::: "memory");
#else
	(void)at;
	(void)n_B;
#endif
}

static bool can_clean(void)
{
#if defined(__aarch64__)
	return true;
#else
	return false;
#endif
}

static int by_place(const void *a, const void *b)
{
	const struct fl_huge_page *p = a, *q = b;

	return (p->physical > q->physical) - (p->physical < q->physical);
}

unsigned fl_huge_run(struct fl_huge_page *page, unsigned count, unsigned n, uint64_t end)
{
	unsigned first = 0;

	qsort(page, count, sizeof(*page), by_place);
	for (unsigned i = 0; i < count && page[i].physical + FL_HUGE_PAGE_B <= end; i++) {
		if (!page[i].physical || (i && page[i].physical != page[i - 1].physical + FL_HUGE_PAGE_B))
			first = i;
		if (page[i].physical && i + 1 - first == n)
			return first;
	}
	return count;
}

static uint64_t physical_of(int pagemap, const void *at)
{
	const off_t where = (off_t)(((uintptr_t)at >> PAGE_SHIFT) * sizeof(uint64_t));
	uint64_t entry;

	if (pread(pagemap, &entry, sizeof(entry), where) != sizeof(entry) || !(entry & PRESENT))
		return 0;
	return (entry & FRAME) << PAGE_SHIFT;
}

static void *map(int fd, void *at, unsigned page)
{
	void *p = mmap(at, FL_HUGE_PAGE_B, PROT_READ | PROT_WRITE, MAP_SHARED | (at ? MAP_FIXED : 0), fd,
		       (off_t)page * FL_HUGE_PAGE_B);

	return p == MAP_FAILED ? NULL : p;
}

/* As many pages as are free, up to MOST, and where they are. mmap() refuses what is not there. */
static unsigned look(int fd, int pagemap, struct fl_huge_page *page)
{
	unsigned n = 0;

	while (n < MOST && !ftruncate(fd, (off_t)(n + 1) * FL_HUGE_PAGE_B)) {
		uint8_t *p = map(fd, NULL, n);

		if (!p)
			break;
		*(volatile uint8_t *)p = 0;
		page[n] = (struct fl_huge_page){physical_of(pagemap, p), n};
		n++;
		munmap(p, FL_HUGE_PAGE_B);
	}
	return n;
}

static enum fl_code too_few(unsigned have, unsigned n, bool seen, struct fl_err *err)
{
	if (have < n)
		return fl_fail(
		    err, FL_FAILED,
		    "mem=huge: %u huge pages of 2 MiB are needed, and %u are free. Set more aside: "
		    "echo %u | sudo tee " SET_ASIDE,
		    n, have, n + 4);
	if (!seen)
		return fl_fail(err, FL_PERMISSION,
			       "mem=huge: /proc/self/pagemap hides where pages are: this needs root");
	return fl_fail(err, FL_FAILED,
		       "mem=huge: no %u of %u free huge pages lie side by side below 4 GiB. Set them aside "
		       "earlier: boot with hugepages=%u",
		       n, have, n);
}

/* The pages of a run, side by side in this process too. */
static enum fl_code in_order(int fd, const struct fl_huge_page *page, unsigned n, struct fl_huge *h,
			     struct fl_err *err)
{
	const size_t size_B = (size_t)n * FL_HUGE_PAGE_B;
	uint8_t *room = mmap(NULL, size_B + FL_HUGE_PAGE_B, PROT_NONE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t before_B;

	if (room == MAP_FAILED)
		return fl_fail(err, FL_FAILED, "mem=huge: mmap: %s", strerror(errno));
	before_B = -(uintptr_t)room % FL_HUGE_PAGE_B;
	if (before_B)
		munmap(room, before_B);
	munmap(room + before_B + size_B, FL_HUGE_PAGE_B - before_B);
	*h = (struct fl_huge){room + before_B, size_B, page[0].physical};
	for (unsigned i = 0; i < n; i++)
		if (!map(fd, room + before_B + (size_t)i * FL_HUGE_PAGE_B, page[i].index))
			return fl_fail(err, FL_FAILED, "mem=huge: mmap: %s", strerror(errno));
	memset(h->at, 0, size_B);
	fl_cache_sync(h->at, size_B);
	return FL_OK;
}

static enum fl_code get(int fd, int pagemap, unsigned n, struct fl_huge *h, struct fl_err *err)
{
	struct fl_huge_page *page = calloc(MOST, sizeof(*page));
	unsigned have = page ? look(fd, pagemap, page) : 0;
	unsigned first = page ? fl_huge_run(page, have, n, REACH_B) : 0;
	enum fl_code code;

	if (!page)
		return fl_fail(err, FL_FAILED, "out of memory");
	if (first == have)
		code = too_few(have, n, have && page[have - 1].physical, err);
	else
		code = in_order(fd, page + first, n, h, err);
	/* The others go back to the kernel. */
	for (unsigned i = 0; i < have && !code; i++)
		if (i < first || i >= first + n)
			fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				  (off_t)page[i].index * FL_HUGE_PAGE_B, FL_HUGE_PAGE_B);
	free(page);
	return code;
}

enum fl_code fl_huge_get(const struct fl_open_options *o, uint64_t size_B, struct fl_huge *h,
			 struct fl_err *err)
{
	const uint64_t n = (size_B + FL_HUGE_PAGE_B - 1) / FL_HUGE_PAGE_B;
	enum fl_code code = FL_FAILED;
	int fd = -1, pagemap = -1;

	*h = (struct fl_huge){0};
	if (!can_clean())
		return fl_fail(err, FL_USAGE,
			       "mem=huge: only on arm64 may a program clean the processor's caches; name "
			       "memory that is reserved: mem=ADDR+SIZE");
	if (!n || n > MOST)
		return fl_fail(err, FL_USAGE, "mem=huge: 2 MiB to %u MiB", MOST * 2);
	if (fl_system_euid(o))
		return fl_fail(err, FL_PERMISSION, "mem=huge: this needs root. Run the command with sudo");
	fd = memfd_create("firstlight", MFD_CLOEXEC | MFD_HUGETLB | TWO_MIB);
	pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		fl_fail(err, FL_FAILED, "mem=huge: this kernel has no huge pages of 2 MiB: %s",
			strerror(errno));
	else if (pagemap < 0)
		fl_fail(err, FL_FAILED, "mem=huge: /proc/self/pagemap: %s", strerror(errno));
	else
		code = get(fd, pagemap, (unsigned)n, h, err);
	if (code)
		fl_huge_free(h);
	if (fd >= 0)
		close(fd);
	if (pagemap >= 0)
		close(pagemap);
	return code;
}

void fl_huge_free(struct fl_huge *h)
{
	if (h->at)
		munmap(h->at, h->size_B);
	*h = (struct fl_huge){0};
}
