/* SPDX-License-Identifier: MIT
 *
 * The constant engine: its RAM, and the counters by which it and the draws (DE) wait for each other. CIK
 * facts 1.2.
 */
#include "hw/model/cik/cp.h"

static bool in_ram(uint64_t at, uint64_t n_dw)
{
	return at % 4 == 0 && at + 4 * n_dw <= MCIK_CE_RAM_B;
}

bool mcik_load_const(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	uint32_t n_dw = dw[2] & 0x7fff, at = dw[3] & 0xffff;

	if (!in_ram(at, n_dw))
		return false;
	mcik_vm_read(c, mcik_pm4_vmid(q), mcik_addr(dw[0], dw[1]), c->cp->ce_ram + at, 4ull * n_dw,
		     MCIK_CLIENT_CPG);
	return true;
}

bool mcik_write_const(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	uint32_t at = dw[0] & 0xffff;

	if (!in_ram(at, n - 1))
		return false;
	for (uint32_t i = 0; i < 4 * (n - 1); i++)
		c->cp->ce_ram[at + i] = (uint8_t)(dw[1 + i / 4] >> 8 * (i % 4));
	return true;
}

bool mcik_dump_const(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	uint32_t at = dw[0] & 0xffff, n_dw = dw[1] & 0x7fff;

	if (!in_ram(at, n_dw))
		return false;
	mcik_vm_write(c, mcik_pm4_vmid(q), mcik_addr(dw[2], dw[3]), c->cp->ce_ram + at, 4ull * n_dw,
		      MCIK_CLIENT_CPG);
	return true;
}

bool mcik_increment_ce(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	c->cp->ce_counter++;
	return dw[0] == 1;
}

bool mcik_increment_de(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	c->cp->de_counter++;
	return true;
}

bool mcik_wait_ce(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	q->wait = MCIK_WAIT_CE;
	return true;
}

bool mcik_wait_de_diff(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	q->wait = MCIK_WAIT_DE_DIFF;
	q->wait_reference = dw[0];
	return dw[0] > 0;
}
