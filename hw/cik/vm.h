/* SPDX-License-Identifier: MIT
 *
 * Page tables. VMID 0 has the addresses of the memory controller: VRAM, and what context 0's table
 * translates (the machine's memory). Nothing else is needed to wake a card.
 */
#ifndef HW_CIK_VM_H
#define HW_CIK_VM_H

#include "hw/cik/card.h"

/* Let the chip reach m, memory of the machine, and nothing else of it, at its address gtt. The page table is
 * a page of VRAM at at_B; the last page of m is what wrong addresses reach. FL_USAGE: m is too large for it.
 * FL_TIMEOUT: the chip does not forget what it knew. */
enum fl_code cik_gart_on(struct cik_card *c, const struct fl_dma *m, uint64_t gtt, uint64_t at_B,
			 struct fl_err *err);
/* Both contexts off: VMID 0 reaches VRAM alone. */
void cik_vm_off(struct fl_dev *d);
/* What is remembered of page tables is old, of the VMIDs in the mask. */
enum fl_code cik_vm_forget(struct fl_dev *d, uint32_t vmids, struct fl_err *err);

/* "VMID 1: TC0 may not read 0x100000000 …" of a fault that stands. False, and no text: none does. */
bool cik_vm_fault_text(struct fl_dev *d, char *out, size_t size);
/* The next fault will be noted. */
void cik_vm_fault_clear(struct fl_dev *d);

#endif
