/* SPDX-License-Identifier: MIT
 *
 * Which block a register belongs to, how many copies it has, who may write it, and whose decoded state it
 * makes stale. Later rows override earlier ones. Offsets are bytes, from the sources of the register
 * database.
 */
#include "hw/model/cik/grbm.h"

#define CONFIG  MCIK_DIRTY_CONFIG
#define SH      MCIK_DIRTY_SH
#define COMPUTE MCIK_DIRTY_COMPUTE
#define CONTEXT MCIK_DIRTY_CONTEXT
#define UCONFIG MCIK_DIRTY_UCONFIG
#define HOST    MCIK_RULE_HOST_ONLY
#define PORT    MCIK_RULE_PORT
#define NONE    MCIK_BANK_NONE
#define GRBM    &mcik_grbm_owner
#define MC      &mcik_mc_owner
#define VM      &mcik_vm_owner
#define CP      &mcik_cp_owner
#define MEC     &mcik_mec_owner
#define SDMA    &mcik_sdma_owner
#define RLC     &mcik_rlc_owner
#define DC      &mcik_dc_owner
#define RB      &mcik_rb_owner

static const struct mcik_rule rules[] = {
    /* SRBM: what the host reaches; of the ring's own packets, WRITE_DATA and WAIT_REG_MEM do, too */
    {0x00000, 0x00007, GRBM, NONE, HOST | PORT, 0}, /* MM_INDEX, MM_DATA */
    {0x00e40, 0x00eff, GRBM, NONE, PORT, 0},
    {0x01400, 0x015ff, VM, NONE, PORT, 0},
    {0x02000, 0x02bff, MC, NONE, PORT, 0},
    {0x02c00, 0x033ff, MC, NONE, PORT, 0}, /* HDP */
    {0x05400, 0x055ff, MC, NONE, PORT, 0}, /* BIF */
    {0x06800, 0x07fff, DC, NONE, PORT, 0}, /* displays 1 and 2, */
    {0x10000, 0x12fff, DC, NONE, PORT, 0}, /* and 3 to 6 */
    /* config: a single copy of each, but for what belongs to an engine or a VMID */
    {0x08000, 0x0afff, NULL, NONE, 0, CONFIG},
    {0x08000, 0x080ff, GRBM, NONE, PORT, 0}, /* status, soft reset */
    {0x08200, 0x087ff, CP, NONE, PORT, 0},
    {0x089bc, 0x089c3, NULL, MCIK_BANK_SE, 0, CONFIG}, /* CC_, GC_USER_GC_SHADER_ARRAY_CONFIG */
    {0x08c28, 0x08c37, NULL, MCIK_BANK_VMID, 0, 0},    /* SH_MEM_* */
    {0x09600, 0x09603, NULL, MCIK_BANK_VMID, 0, 0},    /* SH_HIDDEN_PRIVATE_BASE_VMID */
    {0x098f0, 0x098f7, NULL, MCIK_BANK_SE, 0, CONFIG}, /* CC_RB_BACKEND_DISABLE */
    {0x09b78, 0x09b7f, NULL, MCIK_BANK_SE, 0, CONFIG}, /* GC_USER_RB_* */
    {0x0b000, 0x0bfff, NULL, NONE, 0, SH},
    {0x0b800, 0x0bfff, NULL, NONE, 0, COMPUTE},
    {0x0c100, 0x0c2ff, CP, NONE, PORT, 0}, /* the ring, microcode */
    {0x0c300, 0x0c4ff, RLC, NONE, PORT, 0},
    {0x0c900, 0x0c913, NULL, MCIK_BANK_PIPE, PORT, 0}, /* CP_HPD_* */
    {0x0c914, 0x0c99f, MEC, MCIK_BANK_QUEUE, PORT, 0}, /* CP_MQD_*, CP_HQD_* */
    {0x0d000, 0x0dfff, SDMA, NONE, PORT, 0},
    /* the context: versioned, a draw takes a snapshot */
    {0x28000, 0x28fff, NULL, NONE, 0, CONTEXT},
    {0x28350, 0x28357, RB, MCIK_BANK_SE, 0, CONTEXT}, /* PA_SC_RASTER_CONFIG */
    {0x30000, 0x30fff, NULL, NONE, 0, UCONFIG},
    {0x30000, 0x303ff, CP, NONE, PORT, 0},
};

const struct mcik_rule *mcik_rules(unsigned *n)
{
	*n = sizeof(rules) / sizeof(rules[0]);
	return rules;
}
