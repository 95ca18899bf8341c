/* SPDX-License-Identifier: MIT
 *
 * Memory behind GPU addresses: VRAM where the memory controller puts it, and host memory that was mapped, which hides
 * VRAM. The list that look-ups search is rebuilt when either changes: they do so rarely, and look-ups are many.
 */
#include "hw/model/chip.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_B = 4096 };

bool fl_mem_init(struct fl_mem *mem, uint64_t vram_B, uint64_t limit_B)
{
	void *p;

	memset(mem, 0, sizeof(*mem));
	mem->vram_addr = FL_MEM_NOWHERE;
	mem->limit_B = limit_B;
	p = mmap(NULL, vram_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		return false;
	mem->vram = p;
	mem->vram_B = vram_B;
	return true;
}

void fl_mem_free(struct fl_mem *mem)
{
	if (mem->vram)
		munmap(mem->vram, mem->vram_B);
	free(mem->range);
	free(mem->map);
	memset(mem, 0, sizeof(*mem));
}

static bool reserve(struct fl_range **list, unsigned *cap, unsigned n)
{
	struct fl_range *more;

	if (n <= *cap)
		return true;
	more = realloc(*list, (n + n / 2 + 8) * sizeof(**list));
	if (!more)
		return false;
	*list = more;
	*cap = n + n / 2 + 8;
	return true;
}

static void append_vram(struct fl_mem *mem, uint64_t from, uint64_t to)
{
	if (from < to)
		mem->range[mem->n++] = (struct fl_range){from, to - from, mem->vram + (from - mem->vram_addr)};
}

/* The mapped ranges with the visible pieces of VRAM between them. */
static bool rebuild(struct fl_mem *mem)
{
	uint64_t from = 0, to = 0; /* VRAM that is still to be placed */

	if (!reserve(&mem->range, &mem->cap, 2 * mem->n_map + 1))
		return false;
	if (mem->vram_addr != FL_MEM_NOWHERE) {
		from = mem->vram_addr;
		to = from + mem->vram_B;
		if (to > mem->limit_B)
			to = mem->limit_B;
	}
	mem->n = 0;
	for (unsigned i = 0; i < mem->n_map; i++) {
		const struct fl_range *m = &mem->map[i];

		if (m->addr > from) {
			append_vram(mem, from, m->addr < to ? m->addr : to);
			from = m->addr < to ? m->addr : to;
		}
		if (m->addr + m->size_B > from)
			from = m->addr + m->size_B;
		mem->range[mem->n++] = *m;
	}
	append_vram(mem, from, to);
	return true;
}

bool fl_mem_place_vram(struct fl_mem *mem, uint64_t addr)
{
	mem->vram_addr = addr;
	return rebuild(mem);
}

/* Index of the first of n ranges that ends after addr. */
static unsigned find(const struct fl_range *list, unsigned n, uint64_t addr)
{
	unsigned lo = 0;

	while (n) {
		unsigned half = n / 2;

		if (addr - list[lo + half].addr < list[lo + half].size_B || addr < list[lo + half].addr) {
			n = half;
		} else {
			lo += half + 1;
			n -= half + 1;
		}
	}
	return lo;
}

bool fl_mem_map(struct fl_mem *mem, uint64_t addr, uint8_t *host, uint64_t size_B)
{
	unsigned i;

	if (!host || !size_B || addr % PAGE_B || size_B % PAGE_B || size_B > mem->limit_B ||
	    addr > mem->limit_B - size_B)
		return false;
	i = find(mem->map, mem->n_map, addr);
	if (i < mem->n_map && mem->map[i].addr < addr + size_B)
		return false;
	/* both lists, so that the rebuild cannot fail */
	if (!reserve(&mem->map, &mem->cap_map, mem->n_map + 1) || !reserve(&mem->range, &mem->cap, 2 * mem->n_map + 3))
		return false;
	memmove(&mem->map[i + 1], &mem->map[i], (mem->n_map - i) * sizeof(*mem->map));
	mem->map[i] = (struct fl_range){addr, size_B, host};
	mem->n_map++;
	return rebuild(mem);
}

bool fl_mem_unmap(struct fl_mem *mem, uint64_t addr, uint64_t size_B)
{
	unsigned i = find(mem->map, mem->n_map, addr);

	if (i >= mem->n_map || mem->map[i].addr != addr || mem->map[i].size_B != size_B)
		return false;
	memmove(&mem->map[i], &mem->map[i + 1], (mem->n_map - i - 1) * sizeof(*mem->map));
	mem->n_map--;
	return rebuild(mem);
}

uint8_t *fl_mem_at(const struct fl_mem *mem, uint64_t gpu_addr, uint64_t *left_B)
{
	unsigned i = find(mem->range, mem->n, gpu_addr);

	if (i >= mem->n || gpu_addr < mem->range[i].addr) {
		if (left_B)
			*left_B = 0;
		return NULL;
	}
	if (left_B)
		*left_B = mem->range[i].size_B - (gpu_addr - mem->range[i].addr);
	return mem->range[i].host + (gpu_addr - mem->range[i].addr);
}

uint8_t *fl_mem_span(const struct fl_mem *mem, uint64_t gpu_addr, uint64_t size_B)
{
	uint64_t left_B;
	uint8_t *p = fl_mem_at(mem, gpu_addr, &left_B);

	return p && left_B >= size_B ? p : NULL;
}

bool fl_mem_is_vram(const struct fl_mem *mem, uint64_t gpu_addr)
{
	uint8_t *p = fl_mem_at(mem, gpu_addr, NULL);

	return p && p >= mem->vram && p < mem->vram + mem->vram_B;
}

bool fl_mem_read32(const struct fl_mem *mem, uint64_t gpu_addr, uint32_t *value)
{
	const uint8_t *p = fl_mem_span(mem, gpu_addr, 4);

	if (p)
		memcpy(value, p, 4);
	else
		*value = UINT32_MAX;
	return p;
}

bool fl_mem_write32(const struct fl_mem *mem, uint64_t gpu_addr, uint32_t value)
{
	uint8_t *p = fl_mem_span(mem, gpu_addr, 4);

	if (p)
		memcpy(p, &value, 4);
	return p;
}
