/* SPDX-License-Identifier: MIT
 *
 * Packets that wait, or have others left out. CIK facts 1.2.
 */
#include "hw/model/cik/cp.h"

/* The functions of WAIT_REG_MEM and of SDMA's polling. */
bool mcik_compare(unsigned function, uint32_t value, uint32_t reference)
{
	switch (function) {
	case MCIK_LESS:
		return value < reference;
	case MCIK_LESS_EQUAL:
		return value <= reference;
	case MCIK_EQUAL:
		return value == reference;
	case MCIK_NOT_EQUAL:
		return value != reference;
	case MCIK_GREATER_EQUAL:
		return value >= reference;
	case MCIK_GREATER:
		return value > reference;
	}
	return true;
}

bool mcik_wait_over(struct mcik *c, struct mcik_pm4 *q)
{
	uint32_t value = 0;

	switch (q->wait) {
	case MCIK_RUNS:
		return true;
	case MCIK_WAIT_MEM:
		if (mcik_vm_read(c, q->wait_vmid, q->wait_at, &value, sizeof(value), mcik_pm4_client(q)) &&
		    !mcik_compare(q->wait_function, value & q->wait_mask, q->wait_reference))
			return false;
		break;
	case MCIK_WAIT_REG:
		value = mcik_reg_read(c, (uint32_t)q->wait_at, MCIK_CP);
		if (!mcik_compare(q->wait_function, value & q->wait_mask, q->wait_reference))
			return false;
		break;
	case MCIK_WAIT_SEMAPHORE: /* it counts what was signalled, and a wait takes one */
		if (mcik_vm_read(c, q->wait_vmid, q->wait_at, &value, sizeof(value), mcik_pm4_client(q)) &&
		    !value)
			return false;
		value--;
		mcik_vm_write(c, q->wait_vmid, q->wait_at, &value, sizeof(value), mcik_pm4_client(q));
		break;
	case MCIK_WAIT_CE:
		if ((int32_t)(c->cp->ce_counter - c->cp->de_counter) <= 0)
			return false;
		break;
	case MCIK_WAIT_DE_DIFF:
		if ((int32_t)(c->cp->ce_counter - c->cp->de_counter) >= (int32_t)q->wait_reference)
			return false;
		break;
	}
	q->wait = MCIK_RUNS;
	return true;
}

/* Operation 1 writes the reference to the first register, and waits for the second. */
bool mcik_wait_reg_mem(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { WRITE_THEN_WAIT = 1 };
	bool memory = CIK_PKT3_WAIT_REG_MEM__CONTROL__MEM_SPACE__GET(dw[0]);
	unsigned operation = CIK_PKT3_WAIT_REG_MEM__CONTROL__OPERATION__GET(dw[0]);

	if (operation > WRITE_THEN_WAIT || (operation && memory) || (memory && dw[1] & 3) ||
	    CIK_PKT3_WAIT_REG_MEM__CONTROL__FUNCTION__GET(dw[0]) > MCIK_GREATER)
		return false;
	q->wait_at = memory ? mcik_addr(dw[1], dw[2]) : (uint64_t)(dw[1] & 0xffff) * 4;
	if (operation == WRITE_THEN_WAIT) {
		mcik_reg_write(c, (uint32_t)q->wait_at, dw[3], MCIK_CP);
		q->wait_at = (uint64_t)(dw[2] & 0xffff) * 4;
	}
	q->wait = memory ? MCIK_WAIT_MEM : MCIK_WAIT_REG;
	q->wait_vmid = (uint8_t)mcik_pm4_vmid(q);
	q->wait_function = CIK_PKT3_WAIT_REG_MEM__CONTROL__FUNCTION__GET(dw[0]);
	q->wait_reference = dw[3];
	q->wait_mask = dw[4];
	return true;
}

bool mcik_mem_semaphore(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { OPERATION_SHIFT = 29, SIGNAL = 6, WAIT = 7, WRITE_ONE = 1 << 20 };
	uint64_t at = mcik_addr(dw[0] & ~7u, dw[1]);
	unsigned operation = dw[1] >> OPERATION_SHIFT;
	uint32_t value;

	if (operation == WAIT) {
		q->wait = MCIK_WAIT_SEMAPHORE;
		q->wait_at = at;
		q->wait_vmid = (uint8_t)mcik_pm4_vmid(q);
		return true;
	}
	if (operation == SIGNAL && mcik_pm4_read(c, q, at, &value))
		mcik_pm4_write(c, q, at, dw[1] & WRITE_ONE ? 1 : value + 1);
	return operation == SIGNAL;
}

/* Samples that passed: each backend has a pair of counts of 64 bits, begin and end, bit 63 of each says that
 * it is there. Primitives: written and needed of a stream, at begin and end. */
static bool visible(struct mcik *c, struct mcik_pm4 *q, uint64_t at, bool primitives)
{
	enum { PRIMITIVE_PAIRS = 2, PAIR_B = 16 };
	const uint64_t there = 1ull << 63;
	unsigned n = primitives ? PRIMITIVE_PAIRS : c->variant->rbs * c->variant->ses;
	uint64_t pair[2], moved[2] = {0, 0};

	for (unsigned i = 0; i < n; i++) {
		if (!mcik_vm_read(c, mcik_pm4_vmid(q), at + (uint64_t)PAIR_B * i, pair, sizeof(pair),
				  mcik_pm4_client(q)))
			return true;
		if (primitives) { /* i: at begin, at end */
			moved[0] += i ? pair[0] : -pair[0];
			moved[1] += i ? pair[1] : -pair[1];
		} else if (pair[0] & there && pair[1] & there && pair[0] != pair[1]) {
			return true;
		}
	}
	return primitives && moved[0] != moved[1];
}

bool mcik_set_predication(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { CLEAR, SAMPLES, PRIMITIVES, DRAW_VISIBLE = 1 << 8, CONTINUE = 1u << 31 };
	unsigned operation = dw[1] >> 16 & 7;
	bool seen;

	if (operation > PRIMITIVES)
		return false;
	if (operation == CLEAR) {
		q->predicated = false;
		return true;
	}
	seen = visible(c, q, mcik_addr(dw[0] & ~0xfu, dw[1] & 0xff), operation == PRIMITIVES);
	seen = seen == !!(dw[1] & DRAW_VISIBLE);
	q->predicate = dw[1] & CONTINUE && q->predicated ? q->predicate || seen : seen;
	q->predicated = true;
	return true;
}
