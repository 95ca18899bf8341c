/* SPDX-License-Identifier: MIT
 *
 * Programs come to video memory within the stream: upload.h says more.
 */
#include "lib/r600/upload.h"
#include "hw/r600/pm4.h"

#include <string.h>

enum {
	SLOT_B = 8,
	SLOT_DW = 2,
	PART = 900,     /* slots that are brought at once: below FL_CS_MIN_DW */
	AROUND_DW = 32, /* packets around them */
};

/* The words stand in the stream, in a packet that does nothing, and the command processor copies them from
 * there. */
static void upload_part(struct fl_cs *cs, uint64_t to, const uint32_t (*words)[2], uint32_t n)
{
	uint32_t *p = fl_cs_room(cs, SLOT_DW * n + AROUND_DW);
	uint64_t from;

	if (!p)
		return;
	cs->fetched = true;
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH);
	p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1));
	p = r600_pm4_pkt3(p, R600_PKT3_NOP, SLOT_DW * n);
	from = fl_cs_address(cs, p);
	memcpy(p, words, (size_t)SLOT_B * n);
	p = r600_pm4_copy(p + SLOT_DW * n, to, from, SLOT_B * n);
	p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_CP_DMA_IDLE(1));
	fl_cs_done(cs, r600_pm4_sync(p, R600_CP_COHER_CNTL__SH_ACTION_ENA(1)));
}

void fl_r600_upload(struct fl_cs *cs, uint64_t to, const uint32_t (*words)[2], uint32_t n)
{
	for (uint32_t at = 0, part; at < n; at += part) {
		part = n - at < PART ? n - at : PART;
		upload_part(cs, to + SLOT_B * at, words + at, part);
	}
}
