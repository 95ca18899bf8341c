/* SPDX-License-Identifier: MIT
 *
 * Stream-out: MEM_STREAM0 to 3 of vertex programs. Lanes of a wave are the vertices in the order in which
 * they are written, primitive by primitive; one that does not fit into each of the buffers is dropped whole
 * (R6xx facts 2.1).
 */
#include "hw/model/r600/vgt.h"

enum { BUFFER_B = R600_VGT_STRMOUT_BUFFER_SIZE_1 - R600_VGT_STRMOUT_BUFFER_SIZE_0 };

static uint32_t of(const struct mr600 *r, uint32_t first, unsigned i)
{
	return r->reg[(first + i * BUFFER_B) / 4];
}

static uint32_t stride_dw(const struct mr600 *r, unsigned i)
{
	return R600_VGT_STRMOUT_VTX_STRIDE_0__STRIDE__GET(of(r, R600_VGT_STRMOUT_VTX_STRIDE_0, i));
}

static bool enabled(const struct mr600 *r, unsigned i)
{
	return R600_REG(r, VGT_STRMOUT_BUFFER_EN) >> i & 1;
}

bool mr600_strmout_on(const struct mr600 *r)
{
	return R600_VGT_STRMOUT_EN__STREAMOUT__GET(R600_REG(r, VGT_STRMOUT_EN));
}

void mr600_strmout_before(struct mr600 *r, unsigned lanes, unsigned corners)
{
	uint64_t fit = R600_REG(r, VGT_STRMOUT_BUFFER_EN) ? lanes / corners : 0;

	for (unsigned i = 0; i < MR600_VGT_STREAMS; i++) {
		uint64_t size_dw = of(r, R600_VGT_STRMOUT_BUFFER_SIZE_0, i), at_dw = r->vgt->filled_dw[i];
		uint64_t each_dw = (uint64_t)stride_dw(r, i) * corners, room;

		if (!enabled(r, i))
			continue;
		room = size_dw < at_dw ? 0 : each_dw ? (size_dw - at_dw) / each_dw : fit;
		fit = room < fit ? room : fit;
	}
	r->vgt->so_lanes = (unsigned)fit * corners;
}

void mr600_strmout_after(struct mr600 *r, unsigned lanes, unsigned corners)
{
	struct mr600_vgt *v = r->vgt;

	for (unsigned i = 0; i < MR600_VGT_STREAMS; i++)
		if (enabled(r, i))
			v->filled_dw[i] += v->so_lanes * stride_dw(r, i);
	/* Mesa's r600 stops these counts with those of the pipeline, for draws of its own (r600_hw_context.c,
	 * which calls them both by that one event), and a real RV770 passes piglit's generatemipmap. */
	if (!v->counting)
		return;
	v->so_written += v->so_lanes / corners;
	v->so_needed += lanes / corners;
}

/* COMP_MASK alone says which channels are written: Mesa's ELEM_SIZE is the number of those that it asks for,
 * less one, and with a mask of Z and W it is 1 (r600_shader.c, emit_streamout()). */
void mr600_strmout_write(struct mr600_wave *w, unsigned stream, unsigned array_base, unsigned mask,
			 const union mr600_value value[4], uint64_t lanes)
{
	struct mr600 *r = w->r;
	const uint32_t stride = stride_dw(r, stream);
	uint64_t base;

	if (!mr600_strmout_on(r) || !enabled(r, stream))
		return;
	base = ((uint64_t)of(r, R600_VGT_STRMOUT_BUFFER_BASE_0, stream) << 8) +
	       (r->vgt->filled_dw[stream] + (uint64_t)array_base) * 4;
	for (unsigned lane = 0; lane < r->vgt->so_lanes; lane++) {
		for (unsigned c = 0; c < 4; c++) {
			uint64_t at = base + (lane * (uint64_t)stride + c) * 4;

			if (!(lanes >> lane & 1) || !(mask >> c & 1))
				continue;
			if (!fl_mem_write32(&r->base.mem, at, value[c].u[lane]))
				mr600_report(r, FL_WARN, "SX", "R6xx facts 2.1",
					     "stream %u writes to %08llx: there is no memory", stream,
					     (unsigned long long)at);
		}
	}
}

void mr600_strmout_set(struct mr600 *r, unsigned i, uint32_t offset_dw)
{
	r->vgt->filled_dw[i % MR600_VGT_STREAMS] = offset_dw;
}

uint32_t mr600_strmout_filled(const struct mr600 *r, unsigned i)
{
	return r->vgt->filled_dw[i % MR600_VGT_STREAMS];
}
