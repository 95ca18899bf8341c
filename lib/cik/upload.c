/* SPDX-License-Identifier: MIT
 *
 * Programs come to video memory within the stream: upload.h says more.
 */
#include "lib/cik/upload.h"
#include "hw/cik/pm4.h"

#include <string.h>

enum {
	PART_DW = 1900, /* that are brought at once: below FL_CS_MIN_DW */
	AROUND_DW = 32, /* packets around them */
};
_Static_assert(PART_DW + AROUND_DW <= FL_CS_MIN_DW, "a part fits into a batch");

/* The words stand in the stream, in a packet that does nothing, and the command processor copies them from
 * there. */
static void upload_part(struct fl_cs *cs, uint64_t to, const uint32_t *words, uint32_t n)
{
	uint32_t *p = fl_cs_room(cs, n + AROUND_DW);
	uint64_t from;

	if (!p)
		return;
	cs->fetched = true;
	p = cik_pm4_event(p, CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__VS_PARTIAL_FLUSH);
	p = cik_pm4_event(p, CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH);
	p = cik_pm4_pkt3(p, CIK_PKT3_NOP, n);
	from = fl_cs_address(cs, p);
	memcpy(p, words, 4 * (size_t)n);
	p = cik_pm4_copy(p + n, to, from, 4 * n);
	fl_cs_done(cs, cik_pm4_sync(p, CIK_CP_COHER_CNTL__TCL1_ACTION_ENA(1) |
					   CIK_CP_COHER_CNTL__TC_ACTION_ENA(1) |
					   CIK_CP_COHER_CNTL__SH_KCACHE_ACTION_ENA(1) |
					   CIK_CP_COHER_CNTL__SH_ICACHE_ACTION_ENA(1)));
}

void fl_cik_upload(struct fl_cs *cs, uint64_t to, const uint32_t *words, uint32_t n)
{
	for (uint32_t at = 0, part; at < n; at += part) {
		part = n - at < PART_DW ? n - at : PART_DW;
		upload_part(cs, to + 4 * (uint64_t)at, words + at, part);
	}
}
