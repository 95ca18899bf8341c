/* SPDX-License-Identifier: MIT
 *
 * Memory behind GPU addresses, in layers: host memory that was mapped hides VRAM, which is where the memory
 * controller puts it, and hides the machine's memory. A look-up goes through the layers from the top; what it
 * finds ends where a higher layer begins.
 */
#include "hw/model/chip.h"
#include <string.h>
#include <sys/mman.h>

enum {
	PAGE_B = 4096,
	/* The machine's memory that the model brings: above VRAM that begins at 0, below one that ends at
	 * 4 GiB. */
	OWN_RAM_AT = 0x40000000,
};

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
	for (unsigned i = 0; i < mem->own.n; i++)
		for (unsigned k = 0; k < mem->own.leaf[i]->n; k++)
			munmap(mem->own.leaf[i]->range[k].host, mem->own.leaf[i]->range[k].size_B);
	fl_ranges_free(&mem->map);
	fl_ranges_free(&mem->ram);
	fl_ranges_free(&mem->own);
	fl_ranges_free(&mem->via);
	memset(mem, 0, sizeof(*mem));
}

void fl_mem_place_vram(struct fl_mem *mem, uint64_t addr)
{
	uint64_t room_B = addr < mem->limit_B ? mem->limit_B - addr : 0;

	mem->vram_addr = addr;
	mem->vram_seen_B = mem->vram_B < room_B ? mem->vram_B : room_B;
}

static bool fits(const struct fl_mem *mem, uint64_t addr, const void *host, uint64_t size_B)
{
	return host && size_B && addr % PAGE_B == 0 && size_B % PAGE_B == 0 && size_B <= mem->limit_B &&
	       addr <= mem->limit_B - size_B;
}

bool fl_mem_map(struct fl_mem *mem, uint64_t addr, uint8_t *host, uint64_t size_B)
{
	return fits(mem, addr, host, size_B) &&
	       fl_ranges_add(&mem->map, &(struct fl_range){addr, size_B, host});
}

bool fl_mem_unmap(struct fl_mem *mem, uint64_t addr, uint64_t size_B)
{
	return fl_ranges_remove(&mem->map, addr, size_B);
}

bool fl_mem_set_ram(struct fl_mem *mem, const struct fl_model_ram *ram, unsigned n)
{
	struct fl_ranges all = {0};

	for (unsigned i = 0; i < n; i++)
		if (!fits(mem, ram[i].addr, ram[i].host, ram[i].size_B) ||
		    !fl_ranges_add(&all, &(struct fl_range){ram[i].addr, ram[i].size_B, ram[i].host})) {
			fl_ranges_free(&all);
			return false;
		}
	fl_ranges_free(&mem->ram);
	mem->ram = all;
	return true;
}

uint8_t *fl_mem_own_ram(struct fl_mem *mem, uint64_t size_B, uint64_t *addr)
{
	const struct fl_ranges_leaf *last = mem->own.n ? mem->own.leaf[mem->own.n - 1] : NULL;
	const struct fl_range *r = last ? &last->range[last->n - 1] : NULL;
	struct fl_range new = {.addr = r ? r->addr + r->size_B + PAGE_B : OWN_RAM_AT, .size_B = size_B};

	if (new.addr < mem->vram_addr + mem->vram_B && mem->vram_addr < new.addr + size_B)
		new.addr = mem->vram_addr + mem->vram_B; /* which would hide it */
	if (!size_B || size_B % PAGE_B || size_B > mem->limit_B || new.addr > mem->limit_B - size_B)
		return NULL;
	new.host = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (new.host == MAP_FAILED)
		return NULL;
	*addr = new.addr;
	if (fl_ranges_add(&mem->ram, &new)) {
		if (fl_ranges_add(&mem->own, &new))
			return new.host;
		fl_ranges_remove(&mem->ram, new.addr, size_B);
	}
	munmap(new.host, size_B);
	return NULL;
}

void fl_mem_ram_on(struct fl_mem *mem, bool on)
{
	mem->ram_on = on;
}

bool fl_mem_is_ram(const struct fl_mem *mem, uint64_t addr)
{
	const struct fl_range *r = fl_ranges_find(&mem->ram, addr);

	return r && addr >= r->addr;
}

/* ---- translation --------------------------------------------------------------------------------------- */
void fl_mem_translate(struct fl_mem *mem, bool on)
{
	fl_ranges_free(&mem->via);
	mem->via_on = on;
}

bool fl_mem_translate_add(struct fl_mem *mem, uint64_t addr, uint64_t to, uint64_t size_B)
{
	return fl_ranges_add(&mem->via, &(struct fl_range){addr, size_B, (uint8_t *)(uintptr_t)to});
}

/* The machine's memory at addr, as far as it goes in a row; NULL: none. It is made in *made if need be. */
static const struct fl_range *ram_at(const struct fl_mem *mem, uint64_t addr, struct fl_range *made)
{
	const struct fl_range *v, *r;
	uint64_t bus, left_B;

	if (!mem->ram_on)
		return NULL;
	if (!mem->via_on)
		return fl_ranges_find(&mem->ram, addr);
	v = fl_ranges_find(&mem->via, addr);
	if (!v || addr < v->addr)
		return NULL;
	bus = (uintptr_t)v->host + (addr - v->addr);
	r = fl_ranges_find(&mem->ram, bus);
	if (!r || bus < r->addr)
		return NULL;
	left_B = r->addr + r->size_B - bus;
	*made = (struct fl_range){addr, v->addr + v->size_B - addr, r->host + (bus - r->addr)};
	made->size_B = made->size_B < left_B ? made->size_B : left_B;
	return made;
}

/* What is below the layer of what was mapped, up to end, where that begins. */
static uint8_t *below(const struct fl_mem *mem, uint64_t addr, uint64_t end, uint64_t *left_B)
{
	struct fl_range made;
	const struct fl_range *r = ram_at(mem, addr, &made);
	struct fl_range hit = {mem->vram_addr, mem->vram_seen_B, mem->vram};
	bool in_vram = addr >= hit.addr && addr - hit.addr < hit.size_B;

	*left_B = 0;
	if (!in_vram && (!r || addr < r->addr))
		return NULL;
	if (!in_vram) {
		end = addr < hit.addr && hit.addr < end && hit.size_B ? hit.addr : end;
		hit = *r;
	}
	*left_B = hit.addr + hit.size_B < end ? hit.addr + hit.size_B - addr : end - addr;
	return hit.host + (addr - hit.addr);
}

uint8_t *fl_mem_at(const struct fl_mem *mem, uint64_t gpu_addr, uint64_t *left_B)
{
	const struct fl_range *r = fl_ranges_find(&mem->map, gpu_addr);
	uint64_t unused;

	left_B = left_B ? left_B : &unused;
	if (!r || gpu_addr < r->addr)
		return below(mem, gpu_addr, r ? r->addr : mem->limit_B, left_B);
	*left_B = r->size_B - (gpu_addr - r->addr);
	return r->host + (gpu_addr - r->addr);
}

uint8_t *fl_mem_span(const struct fl_mem *mem, uint64_t gpu_addr, uint64_t size_B)
{
	uint64_t left_B;
	uint8_t *p = fl_mem_at(mem, gpu_addr, &left_B);

	return p && left_B >= size_B ? p : NULL;
}

uint8_t *fl_mem_bus_at(const struct fl_mem *mem, uint64_t bus, uint64_t *left_B)
{
	const struct fl_range *r = mem->ram_on ? fl_ranges_find(&mem->ram, bus) : NULL;

	if (!r || bus < r->addr)
		return NULL;
	*left_B = r->addr + r->size_B - bus;
	return r->host + (bus - r->addr);
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
