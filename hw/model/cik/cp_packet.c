/* SPDX-License-Identifier: MIT
 *
 * The packets: who knows which, how long they are, who carries them out. CIK facts 1.2; those without a
 * function have names in Linux, and no source says what they hold.
 */
#include "hw/model/cik/cp.h"
#include <stddef.h>

#define GFX                          MCIK_ON_GFX
#define CE                           MCIK_ON_CE
#define MEC                          MCIK_ON_MEC
#define ANY                          (GFX | CE | MEC)
#define DE                           (GFX | MEC)
#define MOST                         0x3fff
#define P(name, on, least, most, fn) [CIK_PKT3_##name] = {on, least, most, #name, fn}

static bool nothing(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	return true;
}

/* Of the body [31:20]: what is not in the register database's fields. */
static bool indirect_buffer(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n)
{
	enum { CHAIN = 1 << 20 }; /* Mesa: it replaces the one that it stands in */
	const struct mcik_ib ib = {
	    .addr = mcik_addr(dw[0] & ~3u, dw[1]),
	    .size_dw = CIK_PKT3_INDIRECT_BUFFER__CONTROL__IB_SIZE__GET(dw[2]),
	    .vmid =
		q->depth ? (uint8_t)mcik_pm4_vmid(q) : CIK_PKT3_INDIRECT_BUFFER__CONTROL__VMID__GET(dw[2]),
	};
	bool ce = CIK_PKT3__IT_OPCODE__GET(q->header) == CIK_PKT3_INDIRECT_BUFFER_CONST;

	if (!ib.size_dw)
		return true;
	if (ce && mcik_pm4_busy(&c->cp->ce)) { /* one after the other */
		mcik_malformed(c, q, "the constant engine has not finished the one before");
		return true;
	}
	mcik_pm4_start_ib(c, ce ? &c->cp->ce : q, &ib, dw[2] & CHAIN);
	return true;
}

static const struct mcik_packet packets[] = {
    /* by opcode */
    P(NOP, ANY, 0, MOST, nothing),
    P(SET_BASE, ANY, 3, 3, mcik_set_base),
    P(CLEAR_STATE, GFX, 1, 1, mcik_packet_clear_state),
    P(INDEX_BUFFER_SIZE, GFX, 1, 1, mcik_index_size),
    P(DISPATCH_DIRECT, DE, 4, 4, mcik_dispatch_direct),
    P(DISPATCH_INDIRECT, DE, 2, 3, mcik_dispatch_indirect),
    P(ATOMIC_GDS, DE, 0, MOST, NULL),
    P(ATOMIC_MEM, DE, 8, 8, mcik_atomic_mem),
    P(OCCLUSION_QUERY, GFX, 0, MOST, NULL),
    P(SET_PREDICATION, GFX, 2, 2, mcik_set_predication),
    P(REG_RMW, ANY, 0, MOST, NULL),
    P(COND_EXEC, ANY, 4, 4, mcik_cond_exec),
    P(PRED_EXEC, ANY, 0, MOST, NULL),
    P(DRAW_INDIRECT, GFX, 4, 4, mcik_draw_indirect),
    P(DRAW_INDEX_INDIRECT, GFX, 4, 4, mcik_draw_indirect),
    P(INDEX_BASE, GFX, 2, 2, mcik_index_base),
    P(DRAW_INDEX_2, GFX, 5, 5, mcik_draw_index_2),
    P(CONTEXT_CONTROL, GFX | CE, 2, 2, mcik_context_control),
    P(INDEX_TYPE, GFX, 1, 1, mcik_index_type),
    P(DRAW_INDIRECT_MULTI, GFX, 9, 9, mcik_draw_indirect_multi),
    P(DRAW_INDEX_AUTO, GFX, 2, 2, mcik_draw_auto),
    P(NUM_INSTANCES, GFX, 1, 1, mcik_num_instances),
    P(DRAW_INDEX_MULTI_AUTO, GFX, 0, MOST, NULL),
    P(INDIRECT_BUFFER_CONST, GFX | CE, 3, 3, indirect_buffer),
    P(STRMOUT_BUFFER_UPDATE, GFX, 5, 5, mcik_strmout_update),
    P(DRAW_INDEX_OFFSET_2, GFX, 4, 4, mcik_draw_offset_2),
    P(DRAW_PREAMBLE, GFX, 0, MOST, NULL),
    P(WRITE_DATA, ANY, 4, MOST, mcik_write_data),
    P(DRAW_INDEX_INDIRECT_MULTI, GFX, 9, 9, mcik_draw_indirect_multi),
    P(MEM_SEMAPHORE, DE, 2, 2, mcik_mem_semaphore),
    P(COPY_DW, ANY, 0, MOST, NULL),
    P(WAIT_REG_MEM, DE, 6, 6, mcik_wait_reg_mem),
    P(INDIRECT_BUFFER, DE, 3, 3, indirect_buffer),
    P(COPY_DATA, DE, 5, 5, mcik_copy_data),
    P(PFP_SYNC_ME, GFX, 1, 1, nothing), /* prefetcher and ME are one here */
    P(SURFACE_SYNC, GFX, 4, 4, mcik_surface_sync),
    P(COND_WRITE, ANY, 0, MOST, NULL),
    P(EVENT_WRITE, DE, 1, 3, mcik_event_write),
    P(EVENT_WRITE_EOP, GFX, 5, 5, mcik_event_write_eop),
    P(EVENT_WRITE_EOS, DE, 4, 4, mcik_event_write_eos),
    P(RELEASE_MEM, MEC, 6, 6, mcik_release_mem),
    P(PREAMBLE_CNTL, GFX | CE, 1, 1, nothing),
    P(DMA_DATA, DE, 6, 6, mcik_dma_data),
    P(ACQUIRE_MEM, DE, 6, 6, mcik_acquire_mem),
    P(REWIND, ANY, 0, MOST, NULL),
    P(LOAD_UCONFIG_REG, GFX, 4, MOST, mcik_load_uconfig),
    P(LOAD_SH_REG, DE, 4, MOST, mcik_load_sh),
    P(LOAD_CONFIG_REG, GFX, 4, MOST, mcik_load_config),
    P(LOAD_CONTEXT_REG, GFX, 4, MOST, mcik_load_context),
    P(SET_CONFIG_REG, DE, 2, MOST, mcik_set_config),
    P(SET_CONTEXT_REG, GFX, 2, MOST, mcik_set_context),
    P(SET_CONTEXT_REG_INDIRECT, GFX, 0, MOST, NULL),
    P(SET_SH_REG, DE, 2, MOST, mcik_set_sh),
    P(SET_SH_REG_OFFSET, DE, 0, MOST, NULL),
    P(SET_QUEUE_REG, MEC, 0, MOST, NULL),
    P(SET_UCONFIG_REG, DE, 2, MOST, mcik_set_uconfig),
    P(SCRATCH_RAM_WRITE, ANY, 0, MOST, NULL),
    P(SCRATCH_RAM_READ, ANY, 0, MOST, NULL),
    P(LOAD_CONST_RAM, CE, 4, 4, mcik_load_const),
    P(WRITE_CONST_RAM, CE, 2, MOST, mcik_write_const),
    P(DUMP_CONST_RAM, CE, 4, 4, mcik_dump_const),
    P(INCREMENT_CE_COUNTER, CE, 1, 1, mcik_increment_ce),
    P(INCREMENT_DE_COUNTER, GFX, 1, 1, mcik_increment_de),
    P(WAIT_ON_CE_COUNTER, GFX, 1, 1, mcik_wait_ce),
    P(WAIT_ON_DE_COUNTER_DIFF, CE, 1, 1, mcik_wait_de_diff),
    P(SWITCH_BUFFER, GFX | CE, 1, 1, nothing),
};

const struct mcik_packet *mcik_packet(unsigned opcode)
{
	return opcode < sizeof(packets) / sizeof(packets[0]) && packets[opcode].name ? &packets[opcode]
										     : NULL;
}

const char *mcik_packet_name(uint32_t header)
{
	static const char *const types[] = {"type 0", "type 1", "type 2"};
	const struct mcik_packet *p;

	if (CIK_PKT3__TYPE__GET(header) < CIK_PKT3)
		return types[CIK_PKT3__TYPE__GET(header)];
	p = mcik_packet(CIK_PKT3__IT_OPCODE__GET(header));
	return p ? p->name : "unknown";
}
