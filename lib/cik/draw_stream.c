/* SPDX-License-Identifier: MIT
 *
 * Vertices to memory: stream-out, as Mesa's si_state_streamout.c sets it up. The vertex program stores them
 * itself (program_begin.c); the chip counts, and says what fits. Buffer 0 alone.
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/start.h"

#define EVENT(x) CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__##x

/* What was counted before is there: the event, and the register that says so. */
static uint32_t *flush(uint32_t *p)
{
	enum { EQUAL = 3, POLL = 4 };

	p = cik_pm4_uconfig(p, CIK_CP_STRMOUT_CNTL, 1);
	*p++ = 0;
	p = cik_pm4_event(p, EVENT(SO_VGTSTREAMOUT_FLUSH));
	p = cik_pm4_pkt3(p, CIK_PKT3_WAIT_REG_MEM, 6);
	*p++ = EQUAL;
	*p++ = CIK_CP_STRMOUT_CNTL / 4;
	*p++ = 0;
	*p++ = CIK_CP_STRMOUT_CNTL__OFFSET_UPDATE_DONE__MASK;
	*p++ = CIK_CP_STRMOUT_CNTL__OFFSET_UPDATE_DONE__MASK;
	*p++ = POLL;
	return p;
}

void fl_cik_draw_stream(struct fl_draw *d, uint64_t addr, uint64_t size_B, uint32_t stride_B)
{
	struct fl_cik_draw *r = fl_cik_of(d);
	uint32_t *p = fl_cs_room(d->cs, FL_CIK_STATE_DW);

	if (d->dirty & FL_D_INIT)
		p = fl_cik_draw_init(d, p);
	d->dirty = (d->dirty & ~FL_D_INIT) | FL_D_CLIP | FL_D_PROGRAM;
	r->stream_addr = addr;
	r->stream_B = stride_B;
	p = flush(p);
	p = cik_pm4_context(p, CIK_VGT_STRMOUT_BUFFER_SIZE_0, 2); /* and the stride; 0: nothing fits */
	*p++ = (uint32_t)(size_B / 4);
	*p++ = stride_B / 4;
	if (addr) {
		p = cik_pm4_pkt3(p, CIK_PKT3_STRMOUT_BUFFER_UPDATE, 5);
		for (int i = 0; i < 5; i++) /* buffer 0 begins at dword 0, which this packet says */
			*p++ = 0;
	}
	p = cik_pm4_context(p, CIK_VGT_STRMOUT_CONFIG, 2); /* and VGT_STRMOUT_BUFFER_CONFIG */
	*p++ = CIK_VGT_STRMOUT_CONFIG__STREAMOUT_0_EN(d->streaming);
	*p++ = CIK_VGT_STRMOUT_BUFFER_CONFIG__STREAM_0_BUFFER_EN(d->streaming);
	if (!addr) { /* programs have stored all of it, and caches let go of what was there before */
		p = cik_pm4_event(p, EVENT(VS_PARTIAL_FLUSH));
		p = fl_cik_flush(p);
	}
	fl_cs_done(d->cs, p);
}
