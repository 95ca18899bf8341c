/* SPDX-License-Identifier: MIT
 *
 * VM: which memory an address of a client means. VMID 0 has addresses of the memory controller, and context
 * 0's page table for what is outside of the system aperture; 1 to 15 have page directories. What a walk has
 * found stays until it is invalidated. CIK facts 2.
 */
#ifndef HW_MODEL_CIK_VM_H
#define HW_MODEL_CIK_VM_H

#include "hw/model/cik/cik.h"

/* Who asks: of a fault, VM_CONTEXTn_PROTECTION_FAULT_MCCLIENT says it in four letters. */
enum mcik_client {
	MCIK_CLIENT_CPF, /* fetches of commands */
	MCIK_CLIENT_CPG, /* what packets read and write, */
	MCIK_CLIENT_CPC, /* of compute queues */
	MCIK_CLIENT_SDM0,
	MCIK_CLIENT_SDM1,
	MCIK_CLIENT_TC, /* L2: shaders */
	MCIK_CLIENT_VGT,
	MCIK_CLIENT_CB,
	MCIK_CLIENT_DB,
};

/* What a walk has found. Threads that draw look up and fill in at the same time, without locks: an entry is
 * only good if both words were written together, which is when they give its key. */
struct mcik_translation {
	uint64_t entry; /* as the page table had it */
	uint64_t
	    check; /* the same, xor the key: the page's number in the VMID's addresses, the VMID, a one */
};

enum { MCIK_TLB = 1024 };
struct mcik_vm {
	struct mcik_translation tlb[MCIK_TLB];
	bool fault[2]; /* a fault's registers are taken until they are cleared: of context 0, of the others */
	uint32_t response; /* VM_INVALIDATE_RESPONSE */
};

/* The host pointer of an address, and in *left_B (may be NULL) how many bytes follow it in a row. NULL: a
 * fault, which is reported and stands in the registers. */
uint8_t *mcik_vm_at(struct mcik *c, unsigned vmid, uint64_t va, bool write, enum mcik_client client,
		    uint64_t *left_B);
/* The same to look whether there is anything that can be read, without a fault, and how far pages lie in
 * memory one behind the other. */
uint8_t *mcik_vm_look(struct mcik *c, unsigned vmid, uint64_t va, uint64_t *left_B);
/* The same page by page, without looking further. */
const uint8_t *mcik_vm_peek(struct mcik *c, unsigned vmid, uint64_t va, uint64_t *left_B);
/* The same of what can be written. */
uint8_t *mcik_vm_poke(struct mcik *c, unsigned vmid, uint64_t va, uint64_t *left_B);
/* Copies n bytes to or from there. False: not all of it, a fault. */
bool mcik_vm_read(struct mcik *c, unsigned vmid, uint64_t va, void *to, uint64_t n_B,
		  enum mcik_client client);
bool mcik_vm_write(struct mcik *c, unsigned vmid, uint64_t va, const void *from, uint64_t n_B,
		   enum mcik_client client);

#endif
