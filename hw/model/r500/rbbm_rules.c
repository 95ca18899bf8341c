/* SPDX-License-Identifier: MIT
 *
 * Which block a register belongs to, who may write it, and whose decoded state it makes stale. Later rows
 * override earlier ones. Offsets are bytes: R5xx guide chapter 11, and where that is silent the sources of
 * the register database.
 */
#include "hw/model/r500/rbbm.h"

#define VAP   (MR500_DIRTY_VAP | MR500_DIRTY_PVS)
#define SETUP (MR500_DIRTY_GA | MR500_DIRTY_SC | MR500_DIRTY_RS)
#define HOST  MR500_RULE_HOST_ONLY
#define PORT  MR500_RULE_PORT
#define R34   (1 << MR500_KIND_R3XX | 1 << MR500_KIND_R4XX)
#define R5    (1 << MR500_KIND_R5XX)

static const struct mr500_rule rules[] = {
    {0x0000, 0x0fff, MR500_OWNER_PLAIN, HOST, 0, 0},
    {0x0000, 0x0007, MR500_OWNER_RBBM, HOST | PORT, 0, 0}, /* MM_INDEX, MM_DATA */
    {0x0008, 0x000f, MR500_OWNER_MC, HOST | PORT, 0, 0},   /* CLOCK_CNTL_INDEX, _DATA */
    {0x0030, 0x0037, MR500_OWNER_MC, HOST | PORT, 0, 0},   /* PCIE_INDEX, PCIE_DATA */
    /* Linux emits GEN_INT_STATUS (a software interrupt) and HOST_PATH_CNTL in rings: r100_fence_ring_emit. */
    {0x0040, 0x0047, MR500_OWNER_RBBM, PORT, 0, 0},
    {0x0070, 0x0077, MR500_OWNER_MC, HOST | PORT, 0, 0}, /* MC_IND_INDEX, _DATA of R5xx */
    {0x00f0, 0x00f3, MR500_OWNER_RBBM, HOST | PORT, 0, 0},
    {0x00f8, 0x00fb, MR500_OWNER_MC, HOST, 0, 0},
    {0x0130, 0x0137, MR500_OWNER_MC, 0, 0, 0}, /* HOST_PATH_CNTL, HDP_FB_LOCATION */
    {0x0134, 0x0137, MR500_OWNER_MC, HOST, 0, 0},
    {0x0140, 0x015f, MR500_OWNER_MC, HOST, 0, R34}, /* MEM_CNTL, MC_FB_LOCATION, MC_STATUS … */
    {0x01f8, 0x01ff, MR500_OWNER_MC, HOST | PORT, 0, R34},
    {0x03cc, 0x03cf, MR500_OWNER_RBBM, HOST, 0, R34}, /* GENMO_RD */
    {0x0700, 0x07ff, MR500_OWNER_CP, HOST | PORT, 0, 0},
    {0x0720, 0x073f, MR500_OWNER_CP, PORT, 0, 0}, /* CP_GUI_*, CP_IB_*, CP_IB2_* */
    {0x0770, 0x077f, MR500_OWNER_CP, PORT, 0, 0}, /* SCRATCH_UMSK, SCRATCH_ADDR, CP_RESYNC_* */
    {0x0780, 0x07b3, MR500_OWNER_CP, PORT, 0, 0}, /* DMA_GUI_*, DMA_VID_* */
    {0x07c4, 0x07cf, MR500_OWNER_CP, PORT, 0, 0}, /* CP_VID_* */
    {0x0b00, 0x0bff, MR500_OWNER_MC, 0, 0, 0},    /* SURFACE_CNTL and the HDP surfaces */
    {0x0e40, 0x0e43, MR500_OWNER_RBBM, HOST, 0, 0},
    {0x1000, 0x13ff, MR500_OWNER_CP, HOST | PORT, 0, 0}, /* CP_CSQ_APER_* */
    {0x1400, 0x17ff, MR500_OWNER_E2, PORT, 0, 0},
    {0x15e0, 0x15ff, MR500_OWNER_CP, PORT, 0, 0},                     /* SCRATCH_REG */
    {0x170c, 0x170f, MR500_OWNER_RBBM, 0, 0, 0},                      /* DST_PIPE_CONFIG */
    {0x1720, 0x1727, MR500_OWNER_CP, MR500_RULE_QUEUED | PORT, 0, 0}, /* WAIT_UNTIL, ISYNC_CNTL */
    {0x172c, 0x172f, MR500_OWNER_CP, MR500_RULE_QUEUED, 0, 0},        /* RBBM_GUICNTL */
    {0x1d98, 0x1daf, MR500_OWNER_VAP, 0, VAP, 0},                     /* VAP_VPORT_* */
    {0x2000, 0x2fff, MR500_OWNER_VAP, 0, VAP, 0},
    {0x2000, 0x207f, MR500_OWNER_CP, PORT, 0, 0}, /* VAP_PORT_DATA, VAP_PORT_IDX: the CP gathers a draw */
    {0x2084, 0x2087, MR500_OWNER_CP, PORT, 0, 0}, /* VAP_VF_CNTL starts it */
    {0x20b8, 0x20bb, MR500_OWNER_CP, PORT, 0, 0}, /* VAP_PORT_DATA_IDX_128 */
    {0x2200, 0x220f, MR500_OWNER_VAP, PORT, MR500_DIRTY_PVS,
     0},                                             /* VAP_PVS_VECTOR_INDX_REG, _DATA_REG, _DATA_REG_128 */
    {0x2284, 0x2287, MR500_OWNER_VAP, PORT, VAP, 0}, /* VAP_PVS_STATE_FLUSH_REG */
    {0x3400, 0x34ff, MR500_OWNER_E2, PORT, 0, 0},
    {0x4000, 0x43ff, MR500_OWNER_GA, 0, SETUP, 0},
    /* GB_ENABLE, GB_MSPOS, GB_TILE_CONFIG, GB_SELECT, GB_AA_CONFIG, GB_Z_PEQ_CONFIG: more than one block
     * reads these */
    {0x4000, 0x402f, MR500_OWNER_GA, 0, SETUP | VAP | MR500_DIRTY_FG | MR500_DIRTY_ZB | MR500_DIRTY_CB, 0},
    {0x4018, 0x401b, MR500_OWNER_RBBM, PORT, MR500_DIRTY_ALL, 0},
    {0x402c, 0x402f, MR500_OWNER_RBBM, PORT, 0, 0},
    {0x4074, 0x40b3, MR500_OWNER_GA, 0, MR500_DIRTY_RS | MR500_DIRTY_GA, R5}, /* RS_IP */
    {0x4100, 0x4113, MR500_OWNER_TX, 0, MR500_DIRTY_TX, 0},
    {0x4114, 0x4123, MR500_OWNER_GA, 0, SETUP | VAP | MR500_DIRTY_US, R5}, /* SU_TEX_WRAP_PS3, PS3_* */
    {0x4100, 0x4103, MR500_OWNER_TX, PORT, MR500_DIRTY_TX, 0},             /* TX_INVALTAGS */
    {0x4124, 0x412b, MR500_OWNER_PLAIN, 0, 0, R5},                  /* GB_PIPE_SELECT2, GB_FIFO_SIZE2 */
    {0x4250, 0x4257, MR500_OWNER_US, PORT, MR500_DIRTY_US, R5},     /* GA_US_VECTOR_INDEX, _DATA */
    {0x4258, 0x425b, MR500_OWNER_US, 0, SETUP, R5},                 /* GA_COLOR_CONTROL_PS3 */
    {0x425c, 0x425f, MR500_OWNER_RBBM, PORT, 0, R5},                /* GA_IDLE */
    {0x429c, 0x429f, MR500_OWNER_RBBM, PORT, 0, 0},                 /* GA_SOFT_RESET */
    {0x42c0, 0x42c7, MR500_OWNER_GA, 0, SETUP | MR500_DIRTY_ZB, 0}, /* SU_DEPTH_SCALE, _OFFSET */
    {0x4300, 0x436f, MR500_OWNER_GA, 0, SETUP, 0},                  /* RS_COUNT, RS_INST, RS_IP of R3xx */
    {0x43a0, 0x43ff, MR500_OWNER_GA, 0, MR500_DIRTY_SC | MR500_DIRTY_GA | MR500_DIRTY_ZB, 0},
    {0x4400, 0x45ff, MR500_OWNER_TX, 0, MR500_DIRTY_TX, 0},
    {0x4600, 0x46ff, MR500_OWNER_US, 0, MR500_DIRTY_US, 0},
    {0x4600, 0x4bbf, MR500_OWNER_US, 0, MR500_DIRTY_US, R34}, /* R4xx: US_ALU_EXT_ADDR up to 0x4bbc */
    {0x46a4, 0x46b7, MR500_OWNER_US, 0, MR500_DIRTY_US | MR500_DIRTY_FG | MR500_DIRTY_ZB | MR500_DIRTY_CB,
     0},                                                     /* US_OUT_FMT, US_W_FMT */
    {0x46c0, 0x46c7, MR500_OWNER_RB, 0, MR500_DIRTY_CB, R5}, /* RB3D_COLOR_CLEAR_VALUE_AR, _GB */
    {0x4b00, 0x4bff, MR500_OWNER_RB, 0, MR500_DIRTY_FG, R5},
    {0x4bc0, 0x4bff, MR500_OWNER_RB, 0, MR500_DIRTY_FG, 0},
    {0x4bd4, 0x4be3, MR500_OWNER_RB, 0, MR500_DIRTY_FG | MR500_DIRTY_ZB | MR500_DIRTY_CB,
     0}, /* FG_ALPHA_FUNC, FG_DEPTH_SRC */
    {0x4c00, 0x4dff, MR500_OWNER_US, 0, MR500_DIRTY_US, 0},
    {0x4e00, 0x4eff, MR500_OWNER_RB, 0, MR500_DIRTY_CB, 0},
    {0x4e4c, 0x4e4f, MR500_OWNER_RB, PORT, 0, 0}, /* RB3D_DSTCACHE_CTLSTAT */
    {0x4e74, 0x4e7f, MR500_OWNER_RB, PORT, 0, 0}, /* RB3D_CMASK_*INDEX, _DWORD */
    {0x4f00, 0x4fff, MR500_OWNER_RB, 0, MR500_DIRTY_ZB | MR500_DIRTY_FG | MR500_DIRTY_CB, 0},
    {0x4f18, 0x4f1b, MR500_OWNER_RB, PORT, 0, 0},    /* ZB_ZCACHE_CTLSTAT */
    {0x4f38, 0x4f43, MR500_OWNER_RB, PORT, 0, 0},    /* ZB_ZMASK_* */
    {0x4f48, 0x4f53, MR500_OWNER_RB, PORT, 0, 0},    /* ZB_HIZ_* */
    {0x4f58, 0x4f5f, MR500_OWNER_RB, PORT, 0, 0},    /* ZB_ZPASS_DATA, _ADDR */
    {0x6000, 0x7fff, MR500_OWNER_PLAIN, HOST, 0, 0}, /* display */
    {0x6080, 0x61ff, MR500_OWNER_DC, HOST, 0, R5},   /* D1CRTC and D1GRPH: what a flip depends on */
    {0x6880, 0x69ff, MR500_OWNER_DC, HOST, 0, R5},   /* D2's */
    {0x9000, 0xbfff, MR500_OWNER_US, 0, MR500_DIRTY_US, R5},
};

const struct mr500_rule *mr500_rules(unsigned *n)
{
	*n = sizeof(rules) / sizeof(rules[0]);
	return rules;
}
