/* SPDX-License-Identifier: MIT
 *
 * Packets that draw and dispatch, and those that say with what. CIK facts 1.2.
 */
#include "hw/model/look.h"
#include "hw/model/cik/cp.h"
#include "hw/model/cik/draw.h"

enum { SH_FIRST = 0xb000 };

/* ---- what draws begin with ----------------------------------------------------------------------------- */
bool mcik_index_base(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	c->cp->index_base = mcik_addr(dw[0], dw[1]);
	return true;
}

bool mcik_index_size(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	c->cp->index_max = dw[0];
	return true;
}

bool mcik_index_type(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	if (CIK_VGT_DMA_INDEX_TYPE__INDEX_TYPE__GET(dw[0]) >
	    CIK_VGT_INDEX_TYPE__INDEX_TYPE__DI_INDEX_SIZE_32_BIT)
		return false; /* indices of 8 bits come with the next generation */
	CIK_REG(c, VGT_DMA_INDEX_TYPE) = dw[0];
	CIK_REG(c, VGT_INDEX_TYPE) = CIK_VGT_DMA_INDEX_TYPE__INDEX_TYPE__GET(dw[0]);
	c->cp->index_type_gone = false;
	return true;
}

bool mcik_num_instances(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	mcik_reg_write(c, CIK_VGT_NUM_INSTANCES, dw[0], MCIK_CP);
	return true;
}

/* ---- draws --------------------------------------------------------------------------------------------- */
/* Also a surface that is made whole in memory. */
static bool resolves(const struct mcik *c)
{
	const unsigned mode = CIK_CB_COLOR_CONTROL__MODE__GET(CIK_REG(c, CB_COLOR_CONTROL));

	return mode >= CIK_CB_COLOR_CONTROL__MODE__CB_ELIMINATE_FAST_CLEAR;
}

static void draw(struct mcik *c, struct mcik_pm4 *q, struct mcik_draw *d)
{
	uint32_t instances = CIK_REG(c, VGT_NUM_INSTANCES);

	d->vmid = (uint8_t)mcik_pm4_vmid(q);
	d->instances = instances ? instances : 1;
	d->opaque = CIK_VGT_DRAW_INITIATOR__USE_OPAQUE__GET(d->initiator);
	if (d->indexed && c->cp->index_type_gone)
		mcik_report(
		    c, FL_WARN, "VGT", "CIK facts 1.2",
		    "an indexed draw, and INDEX_TYPE has not come since a draw without indices, which "
		    "destroys it: send it again");
	c->cp->index_type_gone |= !d->indexed;
	if (!fl_look_begin(&c->base, resolves(c) ? FL_LOOK_RESOLVE : FL_LOOK_DRAW, NULL))
		return;
	mcik_draw(c, d);
	fl_look_end(&c->base);
}

bool mcik_draw_index_2(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	struct mcik_draw d = {.indexed = true,
			      .index_max = dw[0],
			      .index_addr = mcik_addr(dw[1], dw[2]),
			      .count = dw[3],
			      .initiator = dw[4]};

	if (CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT__GET(dw[4]) !=
	    CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_DMA)
		return false;
	draw(c, q, &d);
	return true;
}

bool mcik_draw_offset_2(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	struct mcik_draw d = {.indexed = true,
			      .index_max = dw[0],
			      .index_addr = c->cp->index_base,
			      .first = dw[1],
			      .count = dw[2],
			      .initiator = dw[3]};

	draw(c, q, &d);
	return true;
}

bool mcik_draw_auto(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	struct mcik_draw d = {.count = dw[0], .initiator = dw[1]};

	if (CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT__GET(dw[1]) !=
	    CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_AUTO_INDEX)
		return false;
	draw(c, q, &d);
	return true;
}

/* ---- draws whose numbers are in memory ----------------------------------------------------------------- */
/* A user register of a stage, by its number in the SH space. */
static void user_register(struct mcik *c, uint32_t at, uint32_t value)
{
	mcik_reg_write(c, SH_FIRST + 4 * (at & 0xffff), value, MCIK_CP);
}

/* In memory: count, instances, first vertex, first instance; indexed: count, instances, first index, base
 * vertex, first instance. */
static bool indirect(struct mcik *c, struct mcik_pm4 *q, uint64_t at, bool indexed, const uint32_t *sgpr,
		     uint32_t initiator)
{
	uint32_t arg[5] = {0};
	struct mcik_draw d = {.indexed = indexed, .initiator = initiator};

	if (!mcik_vm_read(c, mcik_pm4_vmid(q), at, arg, indexed ? sizeof(arg) : sizeof(arg) - 4,
			  mcik_pm4_client(q)))
		return false;
	d.count = arg[0];
	mcik_reg_write(c, CIK_VGT_NUM_INSTANCES, arg[1], MCIK_CP);
	if (indexed) {
		d.first = arg[2];
		d.index_addr = c->cp->index_base;
		d.index_max = c->cp->index_max;
	}
	user_register(c, sgpr[0], indexed ? arg[3] : arg[2]);
	user_register(c, sgpr[1], indexed ? arg[4] : arg[3]);
	draw(c, q, &d);
	return true;
}

static bool is_indexed(const struct mcik_pm4 *q)
{
	unsigned opcode = CIK_PKT3__IT_OPCODE__GET(q->header);

	return opcode == CIK_PKT3_DRAW_INDEX_INDIRECT || opcode == CIK_PKT3_DRAW_INDEX_INDIRECT_MULTI;
}

bool mcik_draw_indirect(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	indirect(c, q, c->cp->indirect_base + dw[0], is_indexed(q), dw + 1, dw[3]);
	return true;
}

bool mcik_draw_indirect_multi(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { COUNT_IN_MEMORY = 1 << 30, DRAW_ID = 1u << 31 };
	uint32_t most = dw[4], count = most, stride = dw[7];

	if (dw[3] & COUNT_IN_MEMORY && !mcik_pm4_read(c, q, mcik_addr(dw[5] & ~3u, dw[6]), &count))
		return true;
	for (uint32_t i = 0; i < count && i < most && fl_spend(&c->base, MCIK_CP_DW_WORK, "the draws"); i++) {
		if (dw[3] & DRAW_ID)
			user_register(c, dw[3], i);
		if (!indirect(c, q, c->cp->indirect_base + dw[0] + (uint64_t)i * stride, is_indexed(q),
			      dw + 1, dw[8]))
			break;
	}
	return true;
}

/* ---- dispatches ---------------------------------------------------------------------------------------- */
static bool dispatch(struct mcik *c, struct mcik_pm4 *q, const uint32_t *size, uint32_t initiator)
{
	struct mcik_dispatch d = {
	    .vmid = (uint8_t)mcik_pm4_vmid(q), .size = {size[0], size[1], size[2]}, .initiator = initiator};

	if (!(initiator & CIK_COMPUTE_DISPATCH_INITIATOR__COMPUTE_SHADER_EN__MASK))
		return false;
	if (!fl_look_begin(&c->base, FL_LOOK_DISPATCH, NULL))
		return true;
	fl_look_note_groups(&c->base, size);
	if (!mcik_dispatch(c, &d))
		q->stuck = true;
	fl_look_end(&c->base);
	return true;
}

bool mcik_dispatch_direct(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return dispatch(c, q, dw, dw[3]);
}

/* On a compute queue the packet has the whole address. */
bool mcik_dispatch_indirect(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	bool mec = q->kind == MCIK_ON_MEC;
	uint64_t at = mec ? mcik_addr(dw[0], dw[1]) : c->cp->indirect_base + dw[0];
	uint32_t size[3];

	if (n != (mec ? 3u : 2u))
		return false;
	if (!mcik_vm_read(c, mcik_pm4_vmid(q), at, size, sizeof(size), mcik_pm4_client(q)))
		return true;
	return dispatch(c, q, size, dw[n - 1]);
}
