/* SPDX-License-Identifier: MIT
 *
 * Which block a register belongs to, who may write it, and whose decoded state it makes stale. Later rows
 * override earlier ones. Offsets are bytes, from the sources of the register database.
 */
#include "hw/model/r600/grbm.h"

#define VGT    MR600_DIRTY_VGT
#define PA     MR600_DIRTY_PA
#define SC     MR600_DIRTY_SC
#define SPI    MR600_DIRTY_SPI
#define SQ     MR600_DIRTY_SQ
#define FETCH  MR600_DIRTY_FETCH
#define DB     MR600_DIRTY_DB
#define CB     MR600_DIRTY_CB
#define HOST   MR600_RULE_HOST_ONLY
#define PORT   MR600_RULE_PORT
#define DRAWN  MR600_RULE_DRAWN
#define OWN(x) MR600_OWNER_##x

static const struct mr600_rule rules[] = {
    /* SRBM: what the host reaches, and the command stream does not */
    {0x0000, 0x7fff, OWN(PLAIN), HOST, 0},
    {0x0000, 0x0007, OWN(GRBM), HOST | PORT, 0}, /* MM_INDEX, MM_DATA */
    {0x0e50, 0x0e53, OWN(GRBM), HOST, 0},        /* SRBM_STATUS */
    {0x0e60, 0x0e63, OWN(GRBM), HOST | PORT, 0}, /* SRBM_SOFT_RESET */
    {0x1400, 0x1fff, OWN(MC), HOST, 0},          /* VM */
    {0x2000, 0x2bff, OWN(MC), HOST, 0},
    {0x2c00, 0x2fff, OWN(MC), HOST | PORT, 0}, /* HDP */
    {0x3e00, 0x3eff, OWN(IH), HOST | PORT, 0},
    {0x3f00, 0x3fff, OWN(MC), HOST | PORT, 0}, /* RLC */
    {0x5400, 0x54ff, OWN(MC), HOST | PORT, 0}, /* BIF, HDP flushes */
    {0x5480, 0x5483, OWN(MC), PORT, 0}, /* HDP_MEM_COHERENCY_FLUSH_CNTL: Linux emits it in rings, too */
    {0x6080, 0x61ff, OWN(DC), HOST, 0}, /* D1CRTC and D1GRPH: what a flip depends on */
    {0x6880, 0x69ff, OWN(DC), HOST, 0}, /* D2's */
    /* Linux lets a stream write the scan line that it waits for: r600_cs.c. */
    {0x6538, 0x653f, OWN(PLAIN), PORT, 0},
    {0x6d38, 0x6d3f, OWN(PLAIN), PORT, 0},
    /* GRBM: the config space, a single copy of each */
    {0x8000, 0xabff, OWN(PLAIN), 0, 0},
    {0x8010, 0x8023, OWN(GRBM), HOST | PORT, 0}, /* status, soft reset */
    {0x8040, 0x8043, OWN(CP), PORT, 0},          /* WAIT_UNTIL */
    {0x8060, 0x8063, OWN(IH), HOST, 0},          /* GRBM_INT_CNTL */
    {0x8400, 0x87ff, OWN(CP), HOST | PORT, 0},
    {0x8490, 0x8493, OWN(CP), PORT, 0}, /* CP_STRMOUT_CNTL */
    {0x8500, 0x8547, OWN(CP), PORT, 0}, /* SCRATCH_* */
    {0x85f0, 0x85ff, OWN(CP), PORT, 0}, /* CP_COHER_* */
    {0x8800, 0x89ff, OWN(VGT), PORT, VGT},
    {0x8950, 0x8957, OWN(PLAIN), HOST, 0}, /* CC_GC_SHADER_PIPE_CONFIG */
    {0x8a00, 0x8aff, OWN(VGT), DRAWN, PA},
    {0x8b00, 0x8bff, OWN(VGT), DRAWN, SC},
    {0x8c00, 0x8dff, OWN(SQ), 0, SQ},
    {0x8c04, 0x8c17, OWN(SQ), DRAWN, SQ}, /* the splits of registers, threads and stack */
    {0x9000, 0x90ff, OWN(PLAIN), 0, SQ},
    {0x9100, 0x91ff, OWN(PLAIN), 0, SPI},
    {0x9400, 0x97ff, OWN(SQ), 0, FETCH},
    {0x9800, 0x98ef, OWN(RB), 0, DB},
    {0x98f0, 0x98ff, OWN(GRBM), HOST, MR600_DIRTY_ALL}, /* GB_TILING_CONFIG, CC_RB_BACKEND_DISABLE */
    {0x9a00, 0x9bff, OWN(RB), 0, CB | DB},
    {0xa400, 0xabff, OWN(SQ), 0, FETCH}, /* border colors */
    {0xc100, 0xc1ff, OWN(CP), HOST | PORT, 0},
    {0xc124, 0xc127, OWN(CP), HOST | PORT, 0}, /* CP_INT_CNTL */
    {0xc128, 0xc12b, OWN(CP), PORT, 0},        /* CP_INT_STATUS: Linux r600_fence_ring_emit writes it */
    {0xd000, 0xd0ff, OWN(DMA), HOST | PORT, 0},
    /* the context space: versioned, a draw takes a snapshot */
    {0x28000, 0x28fff, OWN(PLAIN), 0, MR600_DIRTY_ALL},
    {0x28000, 0x2802f, OWN(RB), 0, DB | CB},
    {0x28030, 0x28037, OWN(VGT), 0, SC},
    {0x28040, 0x2813f, OWN(RB), 0, CB | DB},
    {0x28140, 0x281ff, OWN(SQ), 0, SQ}, /* sizes of constant buffers */
    {0x28200, 0x28237, OWN(VGT), 0, SC},
    {0x28238, 0x2823f, OWN(RB), 0, CB | DB | SPI | SQ}, /* CB_TARGET_MASK, CB_SHADER_MASK */
    {0x28240, 0x2834f, OWN(VGT), 0, SC | PA},
    {0x28350, 0x28353, OWN(VGT), 0, VGT | SC},        /* SX_MISC */
    {0x28380, 0x283ff, OWN(SQ), 0, SQ | FETCH | SPI}, /* SQ_VTX_SEMANTIC */
    {0x28400, 0x2840f, OWN(VGT), 0, VGT},
    {0x28410, 0x2843b, OWN(RB), 0, CB | DB | SQ}, /* SX_ALPHA_*, CB_BLEND_*, CB_FOG_*, DB_STENCILREFMASK */
    {0x2843c, 0x285bb, OWN(VGT), 0, PA},
    {0x28600, 0x286ff, OWN(VGT), 0, SPI | SQ},
    {0x28780, 0x287a3, OWN(RB), 0, CB},
    {0x287a4, 0x287ff, OWN(VGT), PORT, VGT}, /* VGT_DMA_*, VGT_DRAW_INITIATOR, VGT_IMMED_DATA */
    {0x28800, 0x2880f, OWN(RB), 0, CB | DB},
    {0x28810, 0x2883f, OWN(VGT), 0, PA},
    {0x28840, 0x289ff, OWN(SQ), 0, SQ | SPI | CB | DB},
    {0x28a00, 0x28a0f, OWN(VGT), 0, PA | SC},
    {0x28a10, 0x28a4b, OWN(VGT), 0, VGT},
    {0x28a4c, 0x28a4f, OWN(VGT), 0, SC | PA | DB},
    {0x28a50, 0x28bff, OWN(VGT), PORT, VGT},
    {0x28c00, 0x28c2f, OWN(VGT), 0, PA | SC | CB | DB | SPI},
    {0x28c30, 0x28c3f, OWN(RB), 0, CB},
    {0x28c48, 0x28c4b, OWN(VGT), 0, SC | CB | DB},
    {0x28c58, 0x28c5f, OWN(VGT), 0, VGT},
    {0x28d00, 0x28df7, OWN(RB), 0, DB | CB},
    {0x28df8, 0x28e7f, OWN(VGT), 0, PA},
    /* constants */
    {0x30000, 0x31fff, OWN(SQ), 0, SQ},
    {0x38000, 0x3bfff, OWN(SQ), 0, FETCH}, /* resources */
    {0x3c000, 0x3cfef, OWN(SQ), 0, FETCH}, /* samplers */
    {0x3cff0, 0x3cff7, OWN(VGT), 0, VGT | FETCH},
    {0x3e200, 0x3e38b, OWN(SQ), 0, SQ},
};

const struct mr600_rule *mr600_rules(unsigned *n)
{
	*n = sizeof(rules) / sizeof(rules[0]);
	return rules;
}
