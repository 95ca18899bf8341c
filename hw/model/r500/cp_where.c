/* SPDX-License-Identifier: MIT
 *
 * Describes the current place in a stream, for reports.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include <stdio.h>

#define PACKET(name)                    \
	{                               \
		R500_PKT3_##name, #name \
	}

static const struct {
	uint8_t opcode;
	const char *name;
} packets[] = {
    PACKET(NOP),
    PACKET(NEXTCHAR),
    PACKET(PLY_NEXTSCAN),
    PACKET(SET_SCISSORS),
    PACKET(PRED_EXEC),
    PACKET(COND_EXEC),
    PACKET(WAIT_SEMAPHORE),
    PACKET(WAIT_MEM),
    PACKET(LOAD_MICROCODE),
    PACKET(WAIT_FOR_IDLE),
    PACKET(3D_DRAW_VBUF),
    PACKET(3D_DRAW_IMMD),
    PACKET(3D_DRAW_INDX),
    PACKET(LOAD_PALETTE),
    PACKET(3D_LOAD_VBPNTR),
    PACKET(3D_CLEAR_ZMASK),
    PACKET(INDX_BUFFER),
    PACKET(3D_DRAW_VBUF_2),
    PACKET(3D_DRAW_IMMD_2),
    PACKET(3D_DRAW_INDX_2),
    PACKET(3D_CLEAR_HIZ),
    PACKET(3D_CLEAR_CMASK),
    PACKET(3D_DRAW_128),
    PACKET(MPEG_INDEX),
    PACKET(PAINT),
    PACKET(BITBLT),
    PACKET(CNTL_SMALLTEXT),
    PACKET(HOSTDATA_BLT),
    PACKET(POLYLINE),
    PACKET(POLYSCANLINES),
    PACKET(PAINT_MULTI),
    PACKET(BITBLT_MULTI),
    PACKET(TRANS_BITBLT),
};

const char *mr500_cp_packet_name(uint32_t header)
{
	static const char *const types[] = {"type 0", "type 1", "type 2"};

	if (R500_PKT3__TYPE__GET(header) < 3)
		return types[R500_PKT3__TYPE__GET(header)];
	for (unsigned i = 0; i < sizeof(packets) / sizeof(packets[0]); i++)
		if (packets[i].opcode == R500_PKT3__IT_OPCODE__GET(header))
			return packets[i].name;
	return "unknown";
}

void mr500_cp_where(const struct mr500 *r, char *out, size_t size)
{
	static const char *const streams[] = {"ring", "IB", "IB2"};
	const struct mr500_cp *cp = r->cp;
	char packet[40];

	if (r->rbbm->host) {
		snprintf(out, size, "host %s 0x%04x", r->rbbm->host_write ? "write" : "read",
			 r->rbbm->host_offset);
		return;
	}
	if (!cp->at_known) {
		snprintf(out, size, "host");
		return;
	}
	if (R500_PKT3__TYPE__GET(cp->header) == 0)
		snprintf(packet, sizeof(packet), "type 0, register 0x%04x",
			 R500_PKT0__BASE_INDEX__GET(cp->header) << 2);
	else
		snprintf(packet, sizeof(packet), "%s", mr500_cp_packet_name(cp->header));
	if (cp->at_host)
		snprintf(out, size, "commands+0x%x dw, %s", cp->at_dw, packet);
	else
		snprintf(out, size, "%s 0x%08llx+0x%x dw, %s", streams[cp->at_stream],
			 (unsigned long long)cp->at_addr, cp->at_dw, packet);
}
