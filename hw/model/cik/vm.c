/* SPDX-License-Identifier: MIT
 *
 * VM: contexts, page tables, the translation buffer, faults. CIK facts 2; Linux cik.c (cik_pcie_gart_enable,
 * cik_vm_decode_fault), radeon_vm.c.
 */
#include "hw/model/cik/vm.h"
#include "hw/model/cik/grbm.h"
#include <stdlib.h>
#include <string.h>

enum {
	PAGE_B = 4096,
	PAGE_LOG2 = 12,
	ENTRY_B = 8,
	/* of an entry */
	VALID = 1 << 0,
	SYSTEM = 1 << 1,
	READABLE = 1 << 5,
	WRITABLE = 1 << 6,
	/* PROTECTIONS of a fault */
	FAULT_RANGE = 1 << 0,
	FAULT_PDE0 = 1 << 1,
	FAULT_VALID = 1 << 2,
	FAULT_READ = 1 << 3,
	FAULT_WRITE = 1 << 4,
	TABLE_BITS_LEAST = 9, /* PAGE_TABLE_BLOCK_SIZE counts from there */
	WALK_WORK = 64,       /* in units of fl_work() */
	ROW_PAGES = 256,
};
#define ADDRESS UINT64_C(0xfffffff000) /* of an entry: bits 39:12 */

bool mcik_vm_new(struct mcik *c)
{
	c->vm = calloc(1, sizeof(*c->vm));
	return c->vm;
}

void mcik_vm_free(struct mcik *c)
{
	free(c->vm);
	c->vm = NULL;
}

void mcik_vm_reset(struct mcik *c)
{
	memset(c->vm, 0, sizeof(*c->vm));
	/* The machine's memory is reached through page tables alone. */
	fl_mem_translate(&c->base.mem, !c->base.cfg.running);
}

/* ---- faults -------------------------------------------------------------------------------------------- */
/* Letters as Linux prints them; the numbers are the model's, no public list has the chip's. */
static const char *client_name(enum mcik_client client)
{
	static const char names[][5] = {"CPF ", "CPG ", "CPC ", "SDM0", "SDM1",
					"TC0 ", "VGT ", "CB0 ", "DB0 "};

	return names[client];
}

static const char *kind_name(uint32_t kind)
{
	return kind == FAULT_RANGE   ? "is outside of the context's range"
	       : kind == FAULT_PDE0  ? "has no valid entry in the page directory"
	       : kind == FAULT_VALID ? "has no valid entry in the page table"
	       : kind == FAULT_READ  ? "may not be read"
				     : "may not be written";
}

/* Of VM_CONTEXTn_CNTL: does such a fault end at the default page? */
static bool to_default_page(uint32_t cntl, uint32_t kind)
{
	return cntl &
	       (kind == FAULT_RANGE   ? CIK_VM_CONTEXT1_CNTL__RANGE_PROTECTION_FAULT_ENABLE_DEFAULT__MASK
		: kind == FAULT_PDE0  ? CIK_VM_CONTEXT1_CNTL__PDE0_PROTECTION_FAULT_ENABLE_DEFAULT__MASK
		: kind == FAULT_VALID ? CIK_VM_CONTEXT1_CNTL__VALID_PROTECTION_FAULT_ENABLE_DEFAULT__MASK
		: kind == FAULT_READ  ? CIK_VM_CONTEXT1_CNTL__READ_PROTECTION_FAULT_ENABLE_DEFAULT__MASK
				      : CIK_VM_CONTEXT1_CNTL__WRITE_PROTECTION_FAULT_ENABLE_DEFAULT__MASK);
}

/* The first fault stays in the registers until CNTL2 clears them. */
static void latch(struct mcik *c, unsigned vmid, uint64_t page, uint32_t kind, bool write,
		  enum mcik_client client)
{
	const bool other = vmid;
	const char *name = client_name(client);
	uint32_t letters = 0;

	if (__atomic_exchange_n(&c->vm->fault[other], true, __ATOMIC_RELAXED))
		return;
	for (unsigned i = 0; i < 4; i++)
		letters |= (uint32_t)(name[i] == ' ' ? 0 : name[i]) << (24 - 8 * i);
	c->reg[(other ? CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS : CIK_VM_CONTEXT0_PROTECTION_FAULT_STATUS) /
	       4] = kind | CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS__MEMORY_CLIENT_ID((unsigned)client) |
		    CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS__MEMORY_CLIENT_RW(write) |
		    CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS__VMID(vmid);
	c->reg[(other ? CIK_VM_CONTEXT1_PROTECTION_FAULT_ADDR : CIK_VM_CONTEXT0_PROTECTION_FAULT_ADDR) / 4] =
	    (uint32_t)page;
	c->reg[(other ? CIK_VM_CONTEXT1_PROTECTION_FAULT_MCCLIENT
		      : CIK_VM_CONTEXT0_PROTECTION_FAULT_MCCLIENT) /
	       4] = letters;
}

/* ---- memory behind an address of the memory controller ------------------------------------------------- */
static bool in_aperture(const struct mcik *c, uint64_t at)
{
	return at >> PAGE_LOG2 >= CIK_REG(c, MC_VM_SYSTEM_APERTURE_LOW_ADDR) &&
	       at >> PAGE_LOG2 <= CIK_REG(c, MC_VM_SYSTEM_APERTURE_HIGH_ADDR) &&
	       CIK_REG(c, MC_VM_SYSTEM_APERTURE_HIGH_ADDR);
}

/* What a page table's entry leads to. */
static uint8_t *entry_at(struct mcik *c, uint64_t entry, uint64_t offset_B, uint64_t *left_B)
{
	uint64_t at = (entry & ADDRESS) + offset_B;
	uint8_t *p =
	    entry & SYSTEM ? fl_mem_bus_at(&c->base.mem, at, left_B) : fl_mem_at(&c->base.mem, at, left_B);

	*left_B = *left_B < PAGE_B - offset_B ? *left_B : PAGE_B - offset_B;
	return p;
}

static uint8_t *fault(struct mcik *c, unsigned vmid, uint64_t va, uint32_t kind, bool write,
		      enum mcik_client client, uint64_t *left_B)
{
	uint32_t cntl = vmid ? CIK_REG(c, VM_CONTEXT1_CNTL) : CIK_REG(c, VM_CONTEXT0_CNTL);
	uint64_t page = vmid ? CIK_REG(c, VM_CONTEXT1_PROTECTION_FAULT_DEFAULT_ADDR)
			     : CIK_REG(c, VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR);

	latch(c, vmid, va >> PAGE_LOG2, kind, write, client);
	mcik_report(c, FL_WARN, "VM", "CIK facts 2", "%s: 0x%llx of VMID %u %s (a %s)", client_name(client),
		    (unsigned long long)va, vmid, kind_name(kind), write ? "write" : "read");
	return to_default_page(cntl, kind) ? entry_at(c, page << PAGE_LOG2 | SYSTEM, va % PAGE_B, left_B)
					   : NULL;
}

/* ---- page tables --------------------------------------------------------------------------------------- */
static uint64_t directory(const struct mcik *c, unsigned vmid)
{
	enum { SECOND = 8 }; /* contexts from there on have their registers elsewhere */
	uint32_t at = vmid < SECOND ? CIK_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR + 4 * vmid
				    : CIK_VM_CONTEXT8_PAGE_TABLE_BASE_ADDR + 4 * (vmid - SECOND);

	return (uint64_t)c->reg[at / 4] << PAGE_LOG2;
}

/* An entry; 0 where there is no memory. */
static uint64_t entry(struct mcik *c, uint64_t table, uint64_t i)
{
	const uint8_t *p = fl_mem_span(&c->base.mem, table + i * ENTRY_B, ENTRY_B);
	uint64_t v = 0;

	if (p && fl_work(&c->base, WALK_WORK))
		memcpy(&v, p, ENTRY_B);
	return v;
}

/* The entry of a page; or the fault's kind in *kind. */
static uint64_t walk(struct mcik *c, unsigned vmid, uint64_t page, uint32_t *kind)
{
	uint32_t cntl = vmid ? CIK_REG(c, VM_CONTEXT1_CNTL) : CIK_REG(c, VM_CONTEXT0_CNTL);
	uint64_t first = vmid ? CIK_REG(c, VM_CONTEXT1_PAGE_TABLE_START_ADDR)
			      : CIK_REG(c, VM_CONTEXT0_PAGE_TABLE_START_ADDR);
	uint64_t last =
	    vmid ? CIK_REG(c, VM_CONTEXT1_PAGE_TABLE_END_ADDR) : CIK_REG(c, VM_CONTEXT0_PAGE_TABLE_END_ADDR);
	uint64_t table = directory(c, vmid), index = page - first;
	unsigned bits = CIK_VM_CONTEXT1_CNTL__PAGE_TABLE_BLOCK_SIZE__GET(cntl) + TABLE_BITS_LEAST;

	*kind = FAULT_RANGE;
	if (!(cntl & CIK_VM_CONTEXT1_CNTL__ENABLE_CONTEXT__MASK) || page < first || page > last)
		return 0;
	if (CIK_VM_CONTEXT1_CNTL__PAGE_TABLE_DEPTH__GET(cntl)) {
		uint64_t pde = entry(c, table, page >> bits);

		*kind = FAULT_PDE0;
		if (!(pde & VALID))
			return 0;
		table = pde & ADDRESS;
		index = page & ((1ull << bits) - 1);
	}
	*kind = FAULT_VALID;
	return entry(c, table, index);
}

enum { KEY_VALID = 1, KEY_VMID_SHIFT = 1, KEY_VMIDS = 15, KEY_PAGE_SHIFT = 5 };

static struct mcik_translation *slot(struct mcik *c, unsigned vmid, uint64_t page)
{
	enum { SPREAD = 67 }; /* VMIDs that use the same addresses do not push each other out */

	return &c->vm->tlb[(page + vmid * SPREAD) % MCIK_TLB];
}

static uint64_t key_of(unsigned vmid, uint64_t page)
{
	return page << KEY_PAGE_SHIFT | vmid << KEY_VMID_SHIFT | KEY_VALID;
}

static uint64_t look_up(struct mcik *c, unsigned vmid, uint64_t page, uint32_t *kind)
{
	struct mcik_translation *t = slot(c, vmid, page);
	const uint64_t key = key_of(vmid, page);
	uint64_t found = __atomic_load_n(&t->entry, __ATOMIC_RELAXED);

	*kind = FAULT_VALID;
	if ((__atomic_load_n(&t->check, __ATOMIC_RELAXED) ^ found) == key)
		return found;
	found = walk(c, vmid, page, kind);
	if (!(found & VALID))
		return 0;
	__atomic_store_n(&t->entry, found, __ATOMIC_RELAXED);
	__atomic_store_n(&t->check, found ^ key, __ATOMIC_RELAXED);
	return found;
}

/* NULL: a fault, and *kind says which. */
static uint8_t *find(struct mcik *c, unsigned vmid, uint64_t va, bool write, uint32_t *kind, uint64_t *left_B)
{
	const struct fl_range *mapped = vmid ? NULL : fl_ranges_find(&c->base.mem.map, va);
	uint64_t found;

	*kind = FAULT_RANGE;
	if (!vmid && (!c->base.mem.via_on || in_aperture(c, va) || (mapped && va >= mapped->addr)))
		return fl_mem_at(&c->base.mem, va, left_B);
	found = look_up(c, vmid, va >> PAGE_LOG2, kind);
	if (found && !(found & (write ? WRITABLE : READABLE))) {
		*kind = write ? FAULT_WRITE : FAULT_READ;
		return NULL;
	}
	return found ? entry_at(c, found, va % PAGE_B, left_B) : NULL;
}

uint8_t *mcik_vm_at(struct mcik *c, unsigned vmid, uint64_t va, bool write, enum mcik_client client,
		    uint64_t *left_B)
{
	uint64_t unused;
	uint32_t kind;
	uint8_t *p;

	left_B = left_B ? left_B : &unused;
	p = find(c, vmid, va, write, &kind, left_B);
	return p ? p : fault(c, vmid, va, kind, write, client, left_B);
}

/* What is remembered of a page; 0: nothing. */
static uint64_t remembered(struct mcik *c, unsigned vmid, uint64_t page)
{
	struct mcik_translation *t = slot(c, vmid, page);
	const uint64_t found = __atomic_load_n(&t->entry, __ATOMIC_RELAXED);

	return (__atomic_load_n(&t->check, __ATOMIC_RELAXED) ^ found) == key_of(vmid, page) ? found : 0;
}

/* Pages from this one on whose entries, as the chip has or would fetch them, follow each other: as many as
 * one table has, and ROW_PAGES at most. */
static uint64_t pages_in_a_row(struct mcik *c, unsigned vmid, uint64_t page, uint64_t first)
{
	const unsigned bits =
	    CIK_VM_CONTEXT1_CNTL__PAGE_TABLE_BLOCK_SIZE__GET(CIK_REG(c, VM_CONTEXT1_CNTL)) + TABLE_BITS_LEAST;
	const uint64_t index = page & ((1ull << bits) - 1);
	uint64_t most = (1ull << bits) - index, n = 1, now, known;
	const uint8_t *table;

	most = most < ROW_PAGES ? most : ROW_PAGES;
	if (!CIK_VM_CONTEXT1_CNTL__PAGE_TABLE_DEPTH__GET(CIK_REG(c, VM_CONTEXT1_CNTL)))
		return 1;
	table = fl_mem_span(&c->base.mem,
			    (entry(c, directory(c, vmid), page >> bits) & ADDRESS) + index * ENTRY_B,
			    most * ENTRY_B);
	for (; table && n < most; n++) {
		memcpy(&now, table + n * ENTRY_B, ENTRY_B);
		known = remembered(c, vmid, page + n);
		if ((known ? known : now) != first + n * PAGE_B)
			break;
	}
	return n;
}

uint8_t *mcik_vm_look(struct mcik *c, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	uint64_t found, row_B;
	uint32_t kind;
	uint8_t *p;

	*left_B = 0;
	if (!vmid)
		return find(c, vmid, va, false, &kind, left_B);
	found = look_up(c, vmid, va >> PAGE_LOG2, &kind);
	if (!(found & READABLE) || found & SYSTEM)
		return found & READABLE ? entry_at(c, found, va % PAGE_B, left_B) : NULL;
	p = fl_mem_at(&c->base.mem, (found & ADDRESS) + va % PAGE_B, left_B);
	if (!p)
		return NULL;
	row_B = pages_in_a_row(c, vmid, va >> PAGE_LOG2, found) * PAGE_B - va % PAGE_B;
	*left_B = *left_B < row_B ? *left_B : row_B;
	return p;
}

const uint8_t *mcik_vm_peek(struct mcik *c, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	uint32_t kind;

	*left_B = 0;
	return find(c, vmid, va, false, &kind, left_B);
}

uint8_t *mcik_vm_poke(struct mcik *c, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	uint32_t kind;

	*left_B = 0;
	return find(c, vmid, va, true, &kind, left_B);
}

/* ---- whole runs ---------------------------------------------------------------------------------------- */
bool mcik_vm_read(struct mcik *c, unsigned vmid, uint64_t va, void *to, uint64_t n_B, enum mcik_client client)
{
	uint64_t left_B;

	for (uint8_t *out = to; n_B; out += left_B, va += left_B, n_B -= left_B) {
		const uint8_t *p = mcik_vm_at(c, vmid, va, false, client, &left_B);

		if (!p)
			return false;
		left_B = left_B < n_B ? left_B : n_B;
		memcpy(out, p, left_B);
	}
	return true;
}

bool mcik_vm_write(struct mcik *c, unsigned vmid, uint64_t va, const void *from, uint64_t n_B,
		   enum mcik_client client)
{
	uint64_t left_B;

	for (const uint8_t *in = from; n_B; in += left_B, va += left_B, n_B -= left_B) {
		uint8_t *p = mcik_vm_at(c, vmid, va, true, client, &left_B);

		if (!p)
			return false;
		left_B = left_B < n_B ? left_B : n_B;
		memcpy(p, in, left_B);
	}
	return true;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static void invalidate(struct mcik *c, uint32_t vmids)
{
	for (unsigned i = 0; i < MCIK_TLB; i++) {
		struct mcik_translation *t = &c->vm->tlb[i];

		if (vmids >> ((t->check ^ t->entry) >> KEY_VMID_SHIFT & KEY_VMIDS) & 1)
			*t = (struct mcik_translation){0, 0};
	}
	c->vm->response = vmids;
}

static uint32_t vm_read(struct mcik *c, uint32_t offset, uint32_t stored)
{
	return offset == CIK_VM_INVALIDATE_RESPONSE ? c->vm->response : stored;
}

static void vm_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	switch (offset) {
	case CIK_VM_INVALIDATE_REQUEST:
		invalidate(c, value);
		break;
	case CIK_VM_CONTEXT0_CNTL2:
		c->vm->fault[0] &= !(value & CIK_VM_CONTEXT0_CNTL2__CLEAR_PROTECTION_FAULT_STATUS_ADDR__MASK);
		break;
	case CIK_VM_CONTEXT1_CNTL2:
		c->vm->fault[1] &= !(value & CIK_VM_CONTEXT1_CNTL2__CLEAR_PROTECTION_FAULT_STATUS_ADDR__MASK);
		break;
	}
}

const struct mcik_owner mcik_vm_owner = {vm_write, vm_read};
