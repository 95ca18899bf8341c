/* SPDX-License-Identifier: MIT
 *
 * The place in a stream, in words, for reports.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include <stdio.h>

static const struct {
	uint8_t opcode;
	const char *name;
} packets[] = {
    {0x10, "NOP"},
    {0x19, "NEXTCHAR"},
    {0x1d, "PLY_NEXTSCAN"},
    {0x1e, "SET_SCISSORS"},
    {0x20, "PRED_EXEC"},
    {0x21, "COND_EXEC"},
    {0x22, "WAIT_SEMAPHORE"},
    {0x23, "WAIT_MEM"},
    {0x24, "LOAD_MICROCODE"},
    {0x26, "WAIT_FOR_IDLE"},
    {0x28, "3D_DRAW_VBUF"},
    {0x29, "3D_DRAW_IMMD"},
    {0x2a, "3D_DRAW_INDX"},
    {0x2c, "LOAD_PALETTE"},
    {0x2f, "3D_LOAD_VBPNTR"},
    {0x32, "3D_CLEAR_ZMASK"},
    {0x33, "INDX_BUFFER"},
    {0x34, "3D_DRAW_VBUF_2"},
    {0x35, "3D_DRAW_IMMD_2"},
    {0x36, "3D_DRAW_INDX_2"},
    {0x37, "3D_CLEAR_HIZ"},
    {0x38, "3D_CLEAR_CMASK"},
    {0x39, "3D_DRAW_128"},
    {0x3a, "MPEG_INDEX"},
    {0x91, "PAINT"},
    {0x92, "BITBLT"},
    {0x93, "CNTL_SMALLTEXT"},
    {0x94, "HOSTDATA_BLT"},
    {0x95, "POLYLINE"},
    {0x98, "POLYSCANLINES"},
    {0x9a, "PAINT_MULTI"},
    {0x9b, "BITBLT_MULTI"},
    {0x9c, "TRANS_BITBLT"},
};

const char *mr500_cp_packet_name(uint32_t header)
{
	static const char *const types[] = {"type 0", "type 1", "type 2"};

	if (header >> 30 < 3)
		return types[header >> 30];
	for (unsigned i = 0; i < sizeof(packets) / sizeof(packets[0]); i++)
		if (packets[i].opcode == (header >> 8 & 0xff))
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
	if (cp->header >> 30 == 0)
		snprintf(packet, sizeof(packet), "type 0, register 0x%04x", (cp->header & 0x1fff) << 2);
	else
		snprintf(packet, sizeof(packet), "%s", mr500_cp_packet_name(cp->header));
	if (cp->at_host)
		snprintf(out, size, "commands+0x%x dw, %s", cp->at_dw, packet);
	else
		snprintf(out, size, "%s 0x%08llx+0x%x dw, %s", streams[cp->at_stream],
			 (unsigned long long)cp->at_addr, cp->at_dw, packet);
}
