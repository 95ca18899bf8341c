/* SPDX-License-Identifier: MIT
 *
 * Memory management: version 1 has a linear window for each client, and one table of pages above it; version
 * 2 two levels of tables, once it is enabled, which secure cores find through an array (GC facts 2.4, 2.5).
 */
#ifndef HW_MODEL_GC_MMU_H
#define HW_MODEL_GC_MMU_H

#include "hw/model/gc/gc.h"
#include <pthread.h>

enum { MGC_TLB = 1024 };

struct mgc_mmu {
	bool on;         /* version 2 translates; a reset alone ends that */
	bool configured; /* it has a master table */
	bool safe_set;   /* and of a safe address */
	bool faulted;    /* an access had no translation: the core stops */
	uint32_t master; /* physical */
	uint64_t safe;   /* physical, 64 bytes */
	bool fault_dead; /* on purpose: no walk of a table ever ends well */
	bool fault_bus;  /* on purpose: the core does not get to memory */
	pthread_mutex_t lock;
	uint64_t tlb[MGC_CLIENTS][MGC_TLB]; /* mmu_tlb.c; version 2 has the first alone */
};

/* What a walk finds. */
enum mgc_walk {
	MGC_WALK_PAGE,
	MGC_WALK_SAFE,     /* the access goes to the safe address, and nobody hears of it */
	MGC_WALK_NO_TABLE, /* the table itself is not in memory */
	MGC_WALK_FAULT,    /* why: GC_MMU_EXCEPTION__… */
};
struct mgc_page {
	uint64_t physical; /* of the page */
	bool writable;
	uint32_t why;
};

/* The page of an address, by the tables (mmu_v1.c, mmu_v2.c). */
enum mgc_walk mgc_mmu_v1_walk(struct mgc *g, enum mgc_client client, uint32_t addr, struct mgc_page *page);
enum mgc_walk mgc_mmu_v2_walk(struct mgc *g, uint32_t addr, struct mgc_page *page);
/* Version 1: what is added to addresses of the window. */
uint32_t mgc_mmu_v1_base(const struct mgc *g, enum mgc_client client);
/* Registers that the host writes, after they have been stored; states of FE's are mgc_mmu_write(). */
void mgc_mmu_host_write(struct mgc *g, uint32_t offset, uint32_t value);
/* An access that goes nowhere: interrupt, status, address, report. */
void mgc_mmu_fault(struct mgc *g, enum mgc_client client, uint32_t addr, bool store, uint32_t why);
/* Look up, put in, and forget what was looked up (clients: a bit each). */
bool mgc_tlb_find(struct mgc *g, unsigned which, uint32_t addr, struct mgc_page *page);
void mgc_tlb_put(struct mgc *g, unsigned which, uint32_t addr, const struct mgc_page *page);
void mgc_tlb_flush(struct mgc *g, unsigned clients);
/* Warn of windows that differ, before FE starts. */
void mgc_mmu_check_start(struct mgc *g);

#endif
