/* SPDX-License-Identifier: MIT
 *
 * Vertices to memory: stream-out, as Mesa's r600_streamout.c sets it up (R6xx facts 2.1). Buffer 0 alone.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/start.h"

/* What was streamed before is out: the event, and the register that says so. */
static uint32_t *flush(uint32_t *p)
{
	enum { EQUAL = 3, POLL = 4 };

	p = r600_pm4_config(p, R600_CP_STRMOUT_CNTL, 1);
	*p++ = 0;
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__SO_VGTSTREAMOUT_FLUSH);
	p = r600_pm4_pkt3(p, R600_PKT3_WAIT_REG_MEM, 6);
	*p++ = EQUAL;
	*p++ = R600_CP_STRMOUT_CNTL / 4;
	*p++ = 0;
	*p++ = R600_CP_STRMOUT_CNTL__OFFSET_UPDATE_DONE__MASK;
	*p++ = R600_CP_STRMOUT_CNTL__OFFSET_UPDATE_DONE__MASK;
	*p++ = POLL;
	return p;
}

/* Where the buffer is, for those chips that take it over by packets. */
static uint32_t *tell_base(const struct fl_draw *d, uint32_t *p, uint64_t addr)
{
	const uint32_t family = fl_r600_chip(d)->family;

	if (fl_r600_its(d)->r7xx || family == R600_FAMILY_RS780 || family == R600_FAMILY_RS880) {
		p = r600_pm4_pkt3(p, R600_PKT3_STRMOUT_BASE_UPDATE, 2);
		*p++ = 0;
		*p++ = (uint32_t)(addr >> 8);
	}
	return fl_r600_tell_bases(d, p, R600_PKT3_SURFACE_BASE_UPDATE__BASES__STRMOUT_BASE0(1));
}

static uint32_t *begin(const struct fl_draw *d, uint32_t *p, uint64_t addr, uint64_t size_B,
		       uint32_t stride_B)
{
	p = flush(p);
	p = r600_pm4_context(p, R600_VGT_STRMOUT_BUFFER_SIZE_0, 3); /* and the stride, and the base */
	*p++ = (uint32_t)(size_B / 4);
	*p++ = stride_B / 4;
	*p++ = (uint32_t)(addr >> 8);
	p = tell_base(d, p, addr);
	p = r600_pm4_pkt3(p, R600_PKT3_STRMOUT_BUFFER_UPDATE, 5);
	for (int i = 0; i < 5; i++) /* buffer 0 begins at dword 0, which this packet says */
		*p++ = 0;
	return p;
}

/* Nothing is rasterized: R7xx have a bit beside the clip planes (draw_vertex.c). */
static uint32_t *kill_pixels(const struct fl_draw *d, uint32_t *p)
{
	return fl_r600_its(d)->r7xx ? p
				    : r600_pm4_put(p, R600_SX_MISC, R600_SX_MISC__MULTIPASS(d->streaming));
}

void fl_r600_draw_stream(struct fl_draw *d, uint64_t addr, uint64_t size_B, uint32_t stride_B)
{
	uint32_t *p = fl_cs_room(d->cs, FL_R600_STATE_DW);

	if (d->dirty & FL_D_INIT)
		p = fl_r600_draw_init(d, p);
	d->dirty = (d->dirty & ~FL_D_INIT) | FL_D_CLIP;
	if (addr) {
		p = begin(d, p, addr, size_B, stride_B);
	} else {
		p = flush(p);
		p = r600_pm4_put(p, R600_VGT_STRMOUT_BUFFER_SIZE_0, 0);
	}
	p = r600_pm4_put(p, R600_VGT_STRMOUT_EN, R600_VGT_STRMOUT_EN__STREAMOUT(d->streaming));
	p = r600_pm4_put(p, R600_VGT_STRMOUT_BUFFER_EN, d->streaming);
	p = kill_pixels(d, p);
	if (!addr) { /* and the caches let go of what was written, and of what was there before */
		p = fl_r600_flush(p, r600_chip_family(fl_r600_chip(d)));
		if (fl_r600_its(d)->r7xx)
			p = r600_pm4_sync(p, R600_CP_COHER_CNTL__SO0_DEST_BASE_ENA(1) |
						 R600_CP_COHER_CNTL__SMX_ACTION_ENA(1));
	}
	fl_cs_done(d->cs, p);
}
