/* SPDX-License-Identifier: MIT
 *
 * Memory management of Vivante's cores, and its tables (GC facts 2.4, 2.5). Version 1 has a window below 2
 * GiB (step window), and one flat table above; version 2 translates everything once it is on: what the bus
 * gave is mapped to the addresses that it had before, so that nobody has to know; other memory is mapped by
 * whoever wants it.
 */
#ifndef HW_GC_MMU_H
#define HW_GC_MMU_H

#include "hw/gc/chips.h"
#include "hw/gc/words.h"
#include "hw/fl_dev.h"

enum {
	GC_MMU_PAGE_B = 4096,
	GC_MMU_SLAVES = 64, /* version 2: tables for 4 MiB each */
};
/* Where version 1's table begins, and version 2's first address that may be mapped. */
#define GC_MMU_V1_FIRST UINT32_C(0x80000000)
#define GC_MMU_V2_FIRST UINT32_C(0x00400000)

struct gc_mmu {
	volatile uint32_t *cpu; /* the tables; NULL: there are none */
	uint32_t addr;          /* physical */
	uint32_t slaves;        /* version 2: how many are in use */
	bool on;
};

/* Memory that the tables of such a core want, in whole pages. */
uint32_t gc_mmu_size_B(const struct gc_core *k);

struct gc_card;
/* n_B bytes of memory that begin at a physical address are to be seen at addr; whole pages. What FE looked up
 * before it has to forget: gc_mmu_flush(). FL_USAGE: not an address that tables are for. FL_FAILED: no more
 * tables. */
enum fl_code gc_mmu_map(struct gc_card *c, uint32_t addr, uint64_t physical, uint64_t n_B, bool writable,
			struct fl_err *err);
/* Commands after which the tables are looked up again. */
void gc_mmu_flush(const struct gc_card *c, struct gc_words *w);
/* What a core of version 2 says of an access that had no page: which of its four units, why
 * (GC_MMU_EXCEPTION__…), and where. False: nothing. */
struct gc_mmu_fault {
	unsigned unit;
	uint32_t why, addr;
};
bool gc_mmu_fault(const struct gc_card *c, struct gc_mmu_fault *f);
/* The same in words, or what AXI says; "" if neither does. Reads only. Returns out. */
const char *gc_mmu_fault_text(const struct gc_card *c, char *out, size_t size);

#endif
