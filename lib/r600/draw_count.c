/* SPDX-License-Identifier: MIT
 *
 * Occlusion: each render backend counts, from when the chip was woken, and writes its counter where an event
 * says: that of backend i to 16 i (R6xx facts 7.1; Mesa r600_query.c). The counters of the beginning and
 * of the end come together in the back end's own memory, and are copied from there.
 */
#include "lib/r600/draw_state.h"

static uint64_t counters(const struct fl_draw *d)
{
	return d->chip.own_addr + d->chip.own_B - FL_R600_COUNTS_B;
}

static uint32_t *count(uint32_t *p, uint64_t to)
{
	enum { INDEX_ZPASS = 1 << 8 };

	p = r600_pm4_pkt3(p, R600_PKT3_EVENT_WRITE, 3);
	*p++ = R600_VGT_EVENT_INITIATOR__EVENT_TYPE__ZPASS_DONE | INDEX_ZPASS;
	*p++ = (uint32_t)to;
	*p++ = (uint32_t)(to >> 32);
	return p;
}

static uint32_t *wait(uint32_t *p)
{
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH);
	return r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1) | R600_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1));
}

void fl_r600_draw_count(struct fl_draw *d, bool begin, uint64_t result_B)
{
	const uint64_t own = counters(d);
	uint32_t *p = fl_cs_room(d->cs, FL_R600_OCCLUSION_WORDS + 32);

	if (begin) {
		/* Backends that are not there write nothing: zeros stay. */
		const uint64_t zeros = fl_cs_address(d->cs, p + 1);

		p = r600_pm4_pkt3(p, R600_PKT3_NOP, FL_R600_OCCLUSION_WORDS);
		memset(p, 0, FL_R600_COUNTS_B);
		d->cs->fetched = true;
		p = wait(p + FL_R600_OCCLUSION_WORDS);
		p = r600_pm4_copy(p, own, zeros, FL_R600_COUNTS_B);
		p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_CP_DMA_IDLE(1));
		p = count(p, own);
	} else {
		p = wait(count(p, own + 8));
		p = r600_pm4_copy(p, d->chip.vram_addr + result_B, own, FL_R600_COUNTS_B);
		p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_CP_DMA_IDLE(1));
	}
	fl_cs_done(d->cs, p);
}
