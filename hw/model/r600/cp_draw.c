/* SPDX-License-Identifier: MIT
 *
 * Draw packets, and those that set up a draw. R6xx/R7xx guide 5.3.4, R6xx facts 1.1 and 2.
 */
#include "hw/model/look.h"
#include "hw/model/r600/cp.h"
#include "hw/model/r600/grbm.h"

static bool resolves(const struct mr600 *r)
{
	return R600_CB_COLOR_CONTROL__SPECIAL_OP__GET(R600_REG(r, CB_COLOR_CONTROL)) ==
	       R600_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX;
}

static void draw(struct mr600 *r, const struct mr600_draw_src *src)
{
	if (!mr600_cp_may_draw(r))
		return;
	if (r->grbm->fault_pipe) {
		r->grbm->pipe_hung = true;
		return;
	}
	R600_REG(r, VGT_NUM_INDICES) = src->count;
	R600_REG(r, VGT_DRAW_INITIATOR) = src->initiator;
	if (fl_look_begin(&r->base, resolves(r) ? FL_LOOK_RESOLVE : FL_LOOK_DRAW, NULL)) {
		mr600_vgt_draw(r, src);
		fl_look_end(&r->base);
	}
	mr600_cp_drew(r);
}

static bool from_memory(struct mr600 *r, const uint32_t *dw, uint32_t max)
{
	struct mr600_draw_src src = {
	    .index_addr = (dw[0] & ~1u) | (uint64_t)(dw[1] & 0xff) << 32,
	    .index_max = max,
	    .count = dw[2],
	    .initiator = dw[3],
	};

	if (dw[0] & 1)
		return false;
	R600_REG(r, VGT_DMA_BASE) = dw[0];
	R600_REG(r, VGT_DMA_BASE_HI) = dw[1] & 0xff;
	R600_REG(r, VGT_DMA_SIZE) = dw[2];
	draw(r, &src);
	return true;
}

static bool immediate(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	struct mr600_draw_src src = {.dw = dw + 2, .size_dw = n - 2, .count = dw[0], .initiator = dw[1]};

	if (R600_REG(r, VGT_NUM_INSTANCES) > 1) {
		mr600_report(r, FL_REFUSE, "CP", "R6xx facts 2",
			     "immediate indices with %u instances (NUM_INSTANCES): the chip hangs; put the "
			     "indices into memory",
			     R600_REG(r, VGT_NUM_INSTANCES));
		mr600_cp_hang(r);
		return true;
	}
	draw(r, &src);
	return true;
}

static bool index_type(struct mr600 *r, uint32_t value)
{
	if (value & ~(R600_VGT_DMA_INDEX_TYPE__INDEX_TYPE__MASK | R600_VGT_DMA_INDEX_TYPE__SWAP_MODE__MASK))
		return false;
	R600_REG(r, VGT_DMA_INDEX_TYPE) = value;
	R600_REG(r, VGT_INDEX_TYPE) = value & R600_VGT_INDEX_TYPE__INDEX_TYPE__MASK;
	r->dirty |= MR600_DIRTY_VGT;
	return true;
}

static bool num_instances(struct mr600 *r, uint32_t value)
{
	R600_REG(r, VGT_DMA_NUM_INSTANCES) = R600_REG(r, VGT_NUM_INSTANCES) = value;
	r->dirty |= MR600_DIRTY_VGT;
	return true;
}

bool mr600_cp_draw_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	struct mr600_draw_src src = {.count = dw[0]};

	switch (opcode) {
	case R600_PKT3_INDEX_TYPE:
		return n == 1 && index_type(r, dw[0]);
	case R600_PKT3_NUM_INSTANCES:
		return n == 1 && num_instances(r, dw[0]);
	case R600_PKT3_DRAW_INDEX:
		return n == 4 && from_memory(r, dw, UINT32_MAX);
	case R600_PKT3_DRAW_INDEX_2: /* one dword more, in front: how many indices there are */
		return n == 5 && from_memory(r, dw + 1, dw[0]);
	case R600_PKT3_DRAW_INDEX_AUTO:
		if (n != 2)
			return false;
		src.initiator = dw[1];
		draw(r, &src);
		return true;
	case R600_PKT3_DRAW_INDEX_IMMD:
		return n >= 3 && immediate(r, dw, n);
	}
	/* DRAW_INDEX_IMMD_BE, MPEG_INDEX */
	mr600_cp_malformed(r, "it is not modelled: no open driver sends it");
	return true;
}
