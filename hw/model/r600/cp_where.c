/* SPDX-License-Identifier: MIT
 *
 * Describes the current place in a stream, for reports.
 */
#include "hw/model/r600/cp.h"
#include "hw/model/r600/grbm.h"
#include <stdio.h>

#define PACKET(name) [R600_PKT3_##name] = #name

static const char *const packets[256] = {
    PACKET(NOP),
    PACKET(SET_PREDICATION),
    PACKET(REG_RMW),
    PACKET(COND_EXEC),
    PACKET(PRED_EXEC),
    PACKET(START_3D_CMDBUF),
    PACKET(DRAW_INDEX_2),
    PACKET(CONTEXT_CONTROL),
    PACKET(DRAW_INDEX_IMMD_BE),
    PACKET(INDEX_TYPE),
    PACKET(DRAW_INDEX),
    PACKET(DRAW_INDEX_AUTO),
    PACKET(DRAW_INDEX_IMMD),
    PACKET(NUM_INSTANCES),
    PACKET(INDIRECT_BUFFER),
    PACKET(STRMOUT_BUFFER_UPDATE),
    PACKET(INDIRECT_BUFFER_MP),
    PACKET(MEM_SEMAPHORE),
    PACKET(MPEG_INDEX),
    PACKET(COPY_DW),
    PACKET(WAIT_REG_MEM),
    PACKET(MEM_WRITE),
    PACKET(CP_INTERRUPT),
    PACKET(CP_DMA),
    PACKET(PFP_SYNC_ME),
    PACKET(SURFACE_SYNC),
    PACKET(ME_INITIALIZE),
    PACKET(COND_WRITE),
    PACKET(EVENT_WRITE),
    PACKET(EVENT_WRITE_EOP),
    PACKET(ONE_REG_WRITE),
    PACKET(SET_CONFIG_REG),
    PACKET(SET_CONTEXT_REG),
    PACKET(SET_ALU_CONST),
    PACKET(SET_BOOL_CONST),
    PACKET(SET_LOOP_CONST),
    PACKET(SET_RESOURCE),
    PACKET(SET_SAMPLER),
    PACKET(SET_CTL_CONST),
    PACKET(STRMOUT_BASE_UPDATE),
    PACKET(SURFACE_BASE_UPDATE),
};

const char *mr600_cp_packet_name(uint32_t header)
{
	static const char *const types[] = {"type 0", "type 1", "type 2"};
	const char *name;

	if (R600_PKT3__TYPE__GET(header) < 3)
		return types[R600_PKT3__TYPE__GET(header)];
	name = packets[R600_PKT3__IT_OPCODE__GET(header)];
	return name ? name : "unknown";
}

void mr600_cp_where(const struct mr600 *r, char *out, size_t size)
{
	static const char *const streams[] = {"ring", "IB", "IB2"};
	const struct mr600_cp *cp = r->cp;

	if (r->grbm->host) {
		snprintf(out, size, "host %s 0x%04x", r->grbm->host_write ? "write" : "read",
			 r->grbm->host_offset);
		return;
	}
	if (!cp->at_known) {
		snprintf(out, size, "host");
		return;
	}
	if (cp->at_host)
		snprintf(out, size, "commands+0x%x dw, %s", cp->at_dw, mr600_cp_packet_name(cp->header));
	else
		snprintf(out, size, "%s 0x%08llx+0x%x dw, %s", streams[cp->at_stream],
			 (unsigned long long)cp->at_addr, cp->at_dw, mr600_cp_packet_name(cp->header));
}
