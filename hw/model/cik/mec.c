/* SPDX-License-Identifier: MIT
 *
 * The queues of the compute micro engines: taken up and given back by their descriptors. Linux
 * cik_cp_compute_resume, cik_compute_set_wptr.
 */
#include "hw/model/cik/mec.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mcik_mec_new(struct mcik *c)
{
	c->mec = calloc(1, sizeof(*c->mec));
	return c->mec;
}

void mcik_mec_free(struct mcik *c)
{
	free(c->mec);
	c->mec = NULL;
}

void mcik_mec_reset(struct mcik *c)
{
	memset(c->mec, 0, sizeof(*c->mec));
	CIK_REG(c, CP_MEC_CNTL) = CIK_CP_MEC_CNTL__MEC_ME1_HALT__MASK | CIK_CP_MEC_CNTL__MEC_ME2_HALT__MASK;
}

static uint32_t reg(struct mcik *c, uint32_t offset, unsigned i)
{
	return *mcik_banked(c, offset, i);
}

/* Of the engine that i belongs to: 1, 2; on chips that have it. */
static bool exists(struct mcik *c, unsigned i)
{
	unsigned me = i / (MCIK_PIPES * MCIK_QUEUES);

	if (me && me <= c->variant->mecs)
		return true;
	mcik_report(c, FL_WARN, "CP", "CIK facts 0",
		    "a compute queue of micro engine %u (SRBM_GFX_CNTL, MEID): this chip has 1%s", me,
		    c->variant->mecs > 1 ? " and 2" : "");
	return false;
}

static void take_up(struct mcik *c, unsigned i)
{
	enum { MOST_LOG2 = 22 };
	struct mcik_pm4 *q = &c->mec->queue[i];
	uint32_t control = reg(c, CIK_CP_HQD_PQ_CONTROL, i);
	unsigned size = CIK_CP_HQD_PQ_CONTROL__QUEUE_SIZE__GET(control);
	unsigned me = i / (MCIK_PIPES * MCIK_QUEUES);

	*q = (struct mcik_pm4){
	    .kind = MCIK_ON_MEC,
	    .me = (uint8_t)me,
	    .ring_addr = (reg(c, CIK_CP_HQD_PQ_BASE, i) | (uint64_t)reg(c, CIK_CP_HQD_PQ_BASE_HI, i) << 32)
			 << 8,
	    .ring_dw = 2u << (size > MOST_LOG2 ? MOST_LOG2 : size),
	    .ring_vmid = reg(c, CIK_CP_HQD_VMID, i) & (MCIK_VMIDS - 1),
	};
	if (!CIK_CP_HQD_PQ_CONTROL__NO_UPDATE_RPTR__GET(control))
		q->rptr_at = mcik_addr(reg(c, CIK_CP_HQD_PQ_RPTR_REPORT_ADDR, i),
				       reg(c, CIK_CP_HQD_PQ_RPTR_REPORT_ADDR_HI, i));
	q->rptr = q->rptr_told = reg(c, CIK_CP_HQD_PQ_RPTR, i) & (q->ring_dw - 1);
	q->wptr = reg(c, CIK_CP_HQD_PQ_WPTR, i) & (q->ring_dw - 1);
	snprintf(q->name, sizeof(q->name), "MEC%u pipe %u queue %u", me, i / MCIK_QUEUES % MCIK_PIPES,
		 i % MCIK_QUEUES);
}

/* It keeps where it was. */
static void give_back(struct mcik *c, unsigned i)
{
	*mcik_banked(c, CIK_CP_HQD_PQ_RPTR, i) = c->mec->queue[i].rptr;
	*mcik_banked(c, CIK_CP_HQD_ACTIVE, i) = 0;
	memset(&c->mec->queue[i], 0, sizeof(c->mec->queue[i]));
}

/* ---- doorbells ----------------------------------------------------------------------------------------- */
static void pointer(struct mcik *c, unsigned i, uint32_t value)
{
	struct mcik_pm4 *q = &c->mec->queue[i];

	*mcik_banked(c, CIK_CP_HQD_PQ_WPTR, i) = value;
	if (q->ring_dw)
		q->wptr = value & (q->ring_dw - 1);
}

void mcik_doorbell(struct fl_model *m, uint32_t offset_B, uint32_t value)
{
	struct mcik *c = (struct mcik *)m;
	bool heard = false;

	for (unsigned i = 0; i < MCIK_ALL_QUEUES; i++) {
		uint32_t *control = mcik_banked(c, CIK_CP_HQD_PQ_DOORBELL_CONTROL, i);

		if (!CIK_CP_HQD_PQ_DOORBELL_CONTROL__DOORBELL_EN__GET(*control) ||
		    !c->mec->queue[i].ring_dw ||
		    CIK_CP_HQD_PQ_DOORBELL_CONTROL__DOORBELL_OFFSET__GET(*control) != offset_B / 4)
			continue;
		*control |= CIK_CP_HQD_PQ_DOORBELL_CONTROL__DOORBELL_HIT__MASK;
		pointer(c, i, value);
		heard = true;
	}
	if (!heard)
		mcik_report(c, FL_WARN, "CP", "CIK facts 1.4",
			    "doorbell 0x%x was rung (0x%x), and no active queue has it "
			    "(CP_HQD_PQ_DOORBELL_CONTROL: DOORBELL_EN, DOORBELL_OFFSET)",
			    offset_B / 4, value);
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static uint32_t mec_read(struct mcik *c, uint32_t offset, uint32_t stored)
{
	const struct mcik_pm4 *q = &c->mec->queue[mcik_selected_queue(c)];

	return offset == CIK_CP_HQD_PQ_RPTR && q->ring_dw ? q->rptr : stored;
}

static void mec_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	unsigned i = mcik_selected_queue(c);

	switch (offset) {
	case CIK_CP_HQD_ACTIVE:
		if (!(value & 1))
			give_back(c, i);
		else if (exists(c, i))
			take_up(c, i);
		break;
	case CIK_CP_HQD_PQ_WPTR:
		pointer(c, i, value);
		break;
	case CIK_CP_HQD_DEQUEUE_REQUEST: /* what is under way is done by then */
		if (value & 1)
			give_back(c, i);
		break;
	}
}

const struct mcik_owner mcik_mec_owner = {mec_write, mec_read};
