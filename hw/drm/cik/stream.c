/* SPDX-License-Identifier: MIT
 *
 * A command stream with addresses of the client's own: Linux does not look into it (cik_ib_parse()), since
 * the chip itself keeps such a stream from registers that are none of its business, and its page tables from
 * memory. What is left is to count draws.
 */
#include "hw/cik/pm4.h"
#include "hw/drm/cik/vm.h"

#include <libdrm/radeon_drm.h>

/* Dwords of a packet with its header. */
static uint32_t length(uint32_t head)
{
	if (CIK_PKT3__TYPE__GET(head) != CIK_PKT3 || head == CIK_PM4_FILLER)
		return 1;
	return CIK_PKT3__COUNT__GET(head) + 2;
}

static bool draws(uint32_t head)
{
	switch (CIK_PKT3__IT_OPCODE__GET(head)) {
	case CIK_PKT3_DRAW_INDEX_2:
	case CIK_PKT3_DRAW_INDEX_AUTO:
	case CIK_PKT3_DRAW_INDEX_OFFSET_2:
	case CIK_PKT3_DRAW_INDIRECT:
	case CIK_PKT3_DRAW_INDEX_INDIRECT:
	case CIK_PKT3_DRAW_INDIRECT_MULTI:
	case CIK_PKT3_DRAW_INDEX_INDIRECT_MULTI:
		return CIK_PKT3__TYPE__GET(head) == CIK_PKT3;
	}
	return false;
}

bool cik_drm_check(struct fl_drm_stream *s)
{
	if (s->ring == RADEON_CS_RING_DMA)
		return true;
	for (; s->at < s->n_dw; s->at += length(s->dw[s->at]))
		s->draws += draws(s->dw[s->at]);
	return true;
}
