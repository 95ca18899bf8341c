/* SPDX-License-Identifier: MIT
 *
 * Memory behind GPU addresses, in layers: host memory that was mapped hides VRAM, which is where the memory
 * controller puts it, and hides the machine's memory. The list that look-ups search is rebuilt when a layer
 * changes: they do so rarely, and look-ups are many.
 */
#include "hw/model/chip.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_B = 4096 };

bool fl_mem_init(struct fl_mem *mem, void *vram, uint64_t vram_B, uint64_t limit_B)
{
	void *p = vram;

	memset(mem, 0, sizeof(*mem));
	mem->vram_addr = FL_MEM_NOWHERE;
	mem->limit_B = limit_B;
	mem->vram_lent = vram;
	if (!p)
		p = mmap(NULL, vram_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			 -1, 0);
	if (p == MAP_FAILED)
		return false;
	mem->vram = p;
	mem->vram_B = vram_B;
	return true;
}

void fl_mem_free(struct fl_mem *mem)
{
	if (mem->vram && !mem->vram_lent)
		munmap(mem->vram, mem->vram_B);
	free(mem->range);
	free(mem->map);
	free(mem->ram);
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

/* Put r where nothing is yet. */
static void lay(struct fl_mem *mem, const struct fl_range *r)
{
	uint64_t at = r->addr, end = r->addr + r->size_B;

	for (unsigned i = find(mem->range, mem->n, at); at < end; i++) {
		uint64_t to = i < mem->n && mem->range[i].addr < end ? mem->range[i].addr : end;

		if (at < to) {
			memmove(&mem->range[i + 1], &mem->range[i], (mem->n - i) * sizeof(*mem->range));
			mem->range[i++] = (struct fl_range){at, to - at, r->host + (at - r->addr)};
			mem->n++;
		}
		if (i >= mem->n || to == end)
			break;
		at = mem->range[i].addr + mem->range[i].size_B;
	}
}

/* Ranges that the layers can fall into: each one may be cut by every one above it. */
static unsigned most_ranges(unsigned n_map, unsigned n_ram)
{
	return 2 * (n_map + 1 + n_ram);
}

static bool rebuild(struct fl_mem *mem)
{
	if (!reserve(&mem->range, &mem->cap, most_ranges(mem->n_map, mem->n_ram)))
		return false;
	mem->n = mem->n_map;
	if (mem->n)
		memcpy(mem->range, mem->map, mem->n * sizeof(*mem->range));
	if (mem->vram_addr < mem->limit_B) {
		uint64_t room_B = mem->limit_B - mem->vram_addr;

		lay(mem, &(struct fl_range){mem->vram_addr, mem->vram_B < room_B ? mem->vram_B : room_B,
					    mem->vram});
	}
	for (unsigned i = 0; mem->ram_on && i < mem->n_ram; i++)
		lay(mem, &mem->ram[i]);
	return true;
}

bool fl_mem_place_vram(struct fl_mem *mem, uint64_t addr)
{
	mem->vram_addr = addr;
	return rebuild(mem);
}

static bool fits(const struct fl_mem *mem, uint64_t addr, const void *host, uint64_t size_B)
{
	return host && size_B && addr % PAGE_B == 0 && size_B % PAGE_B == 0 && size_B <= mem->limit_B &&
	       addr <= mem->limit_B - size_B;
}

bool fl_mem_map(struct fl_mem *mem, uint64_t addr, uint8_t *host, uint64_t size_B)
{
	unsigned i;

	if (!fits(mem, addr, host, size_B))
		return false;
	i = find(mem->map, mem->n_map, addr);
	if (i < mem->n_map && mem->map[i].addr < addr + size_B)
		return false;
	/* both lists, so that the rebuild cannot fail */
	if (!reserve(&mem->map, &mem->cap_map, mem->n_map + 1) ||
	    !reserve(&mem->range, &mem->cap, most_ranges(mem->n_map + 1, mem->n_ram)))
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

bool fl_mem_set_ram(struct fl_mem *mem, const struct fl_model_ram *ram, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!fits(mem, ram[i].addr, ram[i].host, ram[i].size_B))
			return false;
		for (unsigned k = 0; k < i; k++)
			if (ram[i].addr < ram[k].addr + ram[k].size_B &&
			    ram[k].addr < ram[i].addr + ram[i].size_B)
				return false;
	}
	if (!reserve(&mem->ram, &mem->cap_ram, n) ||
	    !reserve(&mem->range, &mem->cap, most_ranges(mem->n_map, n)))
		return false;
	for (unsigned i = 0; i < n; i++)
		mem->ram[i] = (struct fl_range){ram[i].addr, ram[i].size_B, ram[i].host};
	mem->n_ram = n;
	return rebuild(mem);
}

bool fl_mem_ram_on(struct fl_mem *mem, bool on)
{
	if (mem->ram_on == on)
		return true;
	mem->ram_on = on;
	return rebuild(mem);
}

bool fl_mem_is_ram(const struct fl_mem *mem, uint64_t addr)
{
	for (unsigned i = 0; i < mem->n_ram; i++)
		if (addr >= mem->ram[i].addr && addr - mem->ram[i].addr < mem->ram[i].size_B)
			return true;
	return false;
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
