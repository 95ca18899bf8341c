/* SPDX-License-Identifier: MIT
 *
 * Type-3 packets: which file carries out which opcode, and those that only concern the CP.
 */
#include "hw/model/r600/cp.h"
#include <string.h>

static bool start_3d(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	if (n != 1)
		return false;
	if (r->variant->r7xx) {
		mr600_cp_malformed(r, "R7xx do not have it; Linux refuses it there (r600_cs.c)");
		return true;
	}
	r->cp->ib[r->cp->at_stream].started_3d = true;
	return true;
}

static bool pfp_sync_me(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	if (n != 1)
		return false;
	if (!r->variant->r7xx)
		mr600_cp_malformed(r, "R6xx do not have it");
	return true;
}

/* Linux r600_cp_start: 1, 0 (R6xx: 3), contexts - 1, device id, 0, 0 */
static bool me_initialize(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	enum { DWORDS = 6 };

	if (n != DWORDS)
		return false;
	if (r->cp->at_stream != MR600_CP_RING) {
		mr600_cp_malformed(r, "it stands in an indirect buffer: only the ring may hold it");
		return true;
	}
	if (dw[2] != r->variant->contexts - 1u)
		mr600_report(r, FL_WARN, "CP", "Linux r600_cp_start",
			     "ME_INITIALIZE for %u contexts (the third dword is one less); this chip has %u",
			     dw[2] + 1, r->variant->contexts);
	r->cp->initialized = true;
	return true;
}

static bool indirect_buffer(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	unsigned stream = r->cp->at_stream + 1;

	if (n != 3)
		return false;
	if (stream == MR600_CP_STREAMS) {
		mr600_cp_malformed(r, "it stands in indirect buffer 2: the ring starts 1, and 1 starts 2");
		return true;
	}
	if (dw[0] & 3)
		mr600_report(r, FL_WARN, "CP", "R6xx/R7xx guide 5.3.2",
			     "INDIRECT_BUFFER with a swap of bytes (%u), which the model ignores", dw[0] & 3);
	return mr600_cp_start_ib(r, stream, NULL, (dw[0] & ~3u) | (uint64_t)(dw[1] & 0xff) << 32,
				 R600_PKT3_INDIRECT_BUFFER__IB_SIZE__IB_SIZE__GET(dw[2]));
}

static const struct {
	uint8_t first, last;
	mr600_cp_packet_fn *fn;
} packets[] = {
    {R600_PKT3_SET_PREDICATION, R600_PKT3_SET_PREDICATION, mr600_cp_predicate_packet},
    {R600_PKT3_START_3D_CMDBUF, R600_PKT3_START_3D_CMDBUF, start_3d},
    {R600_PKT3_DRAW_INDEX_2, R600_PKT3_DRAW_INDEX_2, mr600_cp_draw_packet},
    {R600_PKT3_CONTEXT_CONTROL, R600_PKT3_CONTEXT_CONTROL, mr600_cp_load_packet},
    {R600_PKT3_DRAW_INDEX_IMMD_BE, R600_PKT3_NUM_INSTANCES, mr600_cp_draw_packet},
    {R600_PKT3_INDIRECT_BUFFER, R600_PKT3_INDIRECT_BUFFER, indirect_buffer},
    {R600_PKT3_STRMOUT_BUFFER_UPDATE, R600_PKT3_STRMOUT_BUFFER_UPDATE, mr600_cp_strmout_packet},
    {R600_PKT3_MEM_SEMAPHORE, R600_PKT3_MEM_SEMAPHORE, mr600_cp_sync_packet},
    {R600_PKT3_MPEG_INDEX, R600_PKT3_MPEG_INDEX, mr600_cp_draw_packet},
    {R600_PKT3_COPY_DW, R600_PKT3_COPY_DW, mr600_cp_mem_packet},
    {R600_PKT3_WAIT_REG_MEM, R600_PKT3_WAIT_REG_MEM, mr600_cp_sync_packet},
    {R600_PKT3_MEM_WRITE, R600_PKT3_MEM_WRITE, mr600_cp_mem_packet},
    {R600_PKT3_CP_INTERRUPT, R600_PKT3_CP_INTERRUPT, mr600_cp_event_packet},
    {R600_PKT3_CP_DMA, R600_PKT3_CP_DMA, mr600_cp_dma_packet},
    {R600_PKT3_PFP_SYNC_ME, R600_PKT3_PFP_SYNC_ME, pfp_sync_me},
    {R600_PKT3_SURFACE_SYNC, R600_PKT3_SURFACE_SYNC, mr600_cp_event_packet},
    {R600_PKT3_ME_INITIALIZE, R600_PKT3_ME_INITIALIZE, me_initialize},
    {R600_PKT3_COND_WRITE, R600_PKT3_COND_WRITE, mr600_cp_mem_packet},
    {R600_PKT3_EVENT_WRITE, R600_PKT3_EVENT_WRITE_EOP, mr600_cp_event_packet},
    {R600_PKT3_LOAD_CONFIG_REG, R600_PKT3_LOAD_CTL_CONST, mr600_cp_load_packet},
    {R600_PKT3_SET_CONFIG_REG, R600_PKT3_SET_CTL_CONST, mr600_cp_set_packet},
    {R600_PKT3_STRMOUT_BASE_UPDATE, R600_PKT3_STRMOUT_BASE_UPDATE, mr600_cp_strmout_packet},
    {R600_PKT3_SURFACE_BASE_UPDATE, R600_PKT3_SURFACE_BASE_UPDATE, mr600_cp_set_packet},
};

static mr600_cp_packet_fn *packet_fn(unsigned opcode)
{
	for (unsigned i = 0; i < sizeof(packets) / sizeof(packets[0]); i++)
		if (opcode >= packets[i].first && opcode <= packets[i].last)
			return packets[i].fn;
	return NULL;
}

/* Linux r600_cp_start: before anything else the microengine is initialized. */
static bool initialized(struct mr600 *r, unsigned opcode)
{
	if (r->cp->initialized || opcode == R600_PKT3_ME_INITIALIZE)
		return true;
	mr600_report(r, FL_REFUSE, "CP", "Linux r600_cp_start",
		     "%s comes before ME_INITIALIZE, which must be the first packet after the microcode was "
		     "started; the command processor hangs",
		     mr600_cp_packet_name(r->cp->header));
	mr600_cp_hang(r);
	return false;
}

void mr600_cp_packet3(struct mr600 *r, uint32_t header, const uint32_t *dw, uint32_t n)
{
	unsigned opcode = R600_PKT3__IT_OPCODE__GET(header);
	mr600_cp_packet_fn *fn = packet_fn(opcode);

	if (header & R600_PKT3__RESERVED__MASK)
		mr600_report(r, FL_NOTE, "CP", "R6xx/R7xx guide 5.1",
			     "type-3 header 0x%08x: bits 7:1 should be zero", header);
	if (opcode == R600_PKT3_NOP || !initialized(r, opcode))
		return;
	if (R600_PKT3__PREDICATE__GET(header) && r->cp->predicated && !r->cp->predicate)
		return;
	if (!fn) {
		mr600_cp_malformed(r, strcmp(mr600_cp_packet_name(header), "unknown")
					  ? "no source tells what it holds; Linux refuses it (r600_cs.c)"
					  : "there is no such opcode");
		return;
	}
	if (!fn(r, opcode, dw, n) && !r->cp->stuck)
		mr600_cp_malformed(r, "its length or contents do not fit its opcode");
}
