/* SPDX-License-Identifier: MIT
 *
 * Occlusion: each render backend counts, from when the chip was woken, and writes its counter where an event
 * says: that of backend i to 16 i (CIK facts 8). The counters of the beginning and of the end come together
 * in the back end's own memory, and are copied from there.
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/start.h"

static uint64_t counters(const struct fl_draw *d)
{
	return d->chip.own_addr + FL_CIK_PROGRAMS_B;
}

static uint32_t *count(uint32_t *p, uint64_t to)
{
	enum { INDEX_ZPASS = 1 };

	p = cik_pm4_pkt3(p, CIK_PKT3_EVENT_WRITE, 3);
	*p++ = CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_TYPE(CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__ZPASS_DONE) |
	       CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_INDEX(INDEX_ZPASS);
	*p++ = (uint32_t)to;
	*p++ = (uint32_t)(to >> 32);
	return p;
}

void fl_cik_draw_count(struct fl_draw *d, bool begin, uint64_t result_B)
{
	const uint64_t own = counters(d);
	uint32_t *p = fl_cs_room(d->cs, FL_CIK_OCCLUSION_WORDS + FL_CIK_FLUSH_DW + 32);

	if (begin) {
		/* Backends that are not there write nothing: zeros stay. */
		const uint64_t zeros = fl_cs_address(d->cs, p + 1);

		p = cik_pm4_pkt3(p, CIK_PKT3_NOP, FL_CIK_OCCLUSION_WORDS);
		memset(p, 0, FL_CIK_COUNTS_B);
		d->cs->fetched = true;
		p = fl_cik_flush(p + FL_CIK_OCCLUSION_WORDS);
		p = cik_pm4_copy(p, own, zeros, FL_CIK_COUNTS_B);
		p = count(p, own);
	} else {
		p = fl_cik_flush(count(p, own + 8));
		p = cik_pm4_copy(p, d->chip.vram_addr + result_B, own, FL_CIK_COUNTS_B);
	}
	fl_cs_done(d->cs, p);
}
