/* SPDX-License-Identifier: MIT
 *
 * Stream-out: the program itself stores, the VGT says where and how many (CIK facts 4.2, 4.6). Lanes of a
 * wave are the vertices in the order in which they are written, primitive by primitive; one that does not fit
 * into each of its stream's buffers is dropped whole.
 */
#include "hw/model/cik/cp.h"
#include "hw/model/cik/vgt.h"

enum {
	BUFFER_B = CIK_VGT_STRMOUT_BUFFER_SIZE_1 - CIK_VGT_STRMOUT_BUFFER_SIZE_0,
	/* the first SGPR: vertices that fit, and the stream */
	COUNT_SHIFT = 16,
	STREAM_SHIFT = 24,
};

static uint32_t of(const struct mcik *c, uint32_t first, unsigned i)
{
	return c->reg[(first + i * BUFFER_B) / 4];
}

static uint32_t stride_dw(const struct mcik *c, unsigned i)
{
	return CIK_VGT_STRMOUT_VTX_STRIDE_0__STRIDE__GET(of(c, CIK_VGT_STRMOUT_VTX_STRIDE_0, i));
}

static bool streams(const struct mcik *c, unsigned stream)
{
	return CIK_REG(c, VGT_STRMOUT_CONFIG) >> stream & 1;
}

/* Does the stream at hand write to the buffer? */
static bool enabled(const struct mcik *c, unsigned i)
{
	return streams(c, c->vgt->so_stream) &&
	       CIK_REG(c, VGT_STRMOUT_BUFFER_CONFIG) >> (4 * c->vgt->so_stream + i) & 1;
}

bool mcik_strmout_on(const struct mcik *c)
{
	return CIK_REG(c, VGT_STRMOUT_CONFIG) & ((1 << MCIK_STREAMS) - 1);
}

void mcik_strmout_before(struct mcik *c, unsigned lanes, unsigned corners)
{
	uint64_t fit = lanes / corners;

	for (unsigned i = 0; i < MCIK_STREAMS; i++) {
		const uint64_t size_dw = of(c, CIK_VGT_STRMOUT_BUFFER_SIZE_0, i), at_dw = c->cp->strmout[i];
		const uint64_t each_dw = (uint64_t)stride_dw(c, i) * corners;
		uint64_t room;

		if (!enabled(c, i))
			continue;
		room = size_dw < at_dw ? 0 : each_dw ? (size_dw - at_dw) / each_dw : fit;
		fit = room < fit ? room : fit;
	}
	c->vgt->so_lanes = streams(c, c->vgt->so_stream) ? (unsigned)fit * corners : 0;
}

void mcik_strmout_scalars(struct mcik *c, struct mcik_wave *w, unsigned *at)
{
	const uint32_t rsrc2 = c->vgt->stage[MCIK_VS].rsrc2;
	const uint32_t bases[MCIK_STREAMS] = {CIK_SPI_SHADER_PGM_RSRC2_VS__SO_BASE0_EN__GET(rsrc2),
					      CIK_SPI_SHADER_PGM_RSRC2_VS__SO_BASE1_EN__GET(rsrc2),
					      CIK_SPI_SHADER_PGM_RSRC2_VS__SO_BASE2_EN__GET(rsrc2),
					      CIK_SPI_SHADER_PGM_RSRC2_VS__SO_BASE3_EN__GET(rsrc2)};

	if (CIK_SPI_SHADER_PGM_RSRC2_VS__SO_EN__GET(rsrc2)) {
		w->s[(*at)++] = c->vgt->so_lanes << COUNT_SHIFT | c->vgt->so_stream << STREAM_SHIFT;
		w->s[(*at)++] = 0; /* vertices before this wave: they are in the offsets */
	} else if (c->vgt->so_lanes) {
		mcik_report(
		    c, FL_WARN, "VGT", "CIK facts 4.2",
		    "VGT_STRMOUT_CONFIG 0x%08x streams out, and SPI_SHADER_PGM_RSRC2_VS 0x%08x has no "
		    "SO_EN: the program does not know where",
		    CIK_REG(c, VGT_STRMOUT_CONFIG), rsrc2);
	}
	for (unsigned i = 0; i < MCIK_STREAMS; i++)
		if (bases[i])
			w->s[(*at)++] = c->cp->strmout[i];
}

void mcik_strmout_after(struct mcik *c, unsigned lanes, unsigned corners)
{
	struct mcik_vgt *v = c->vgt;

	if (!streams(c, v->so_stream))
		return;
	for (unsigned i = 0; i < MCIK_STREAMS; i++)
		if (enabled(c, i))
			c->cp->strmout[i] += v->so_lanes * stride_dw(c, i);
	v->so_written[v->so_stream] += v->so_lanes / corners;
	v->so_needed[v->so_stream] += lanes / corners;
	v->so_lanes = 0;
}
