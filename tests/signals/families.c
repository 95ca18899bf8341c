/* SPDX-License-Identifier: MIT
 *
 * The families of the trials; see families.h.
 */
#include "tests/signals/families.h"

#include <stddef.h>

#define LIST(...)                 \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

/* ---- R3xx to R5xx -------------------------------------------------------------------------------------- */
#define R500_WORDS                                                                                        \
	[TO_WATCH] = "RBBM_STATUS CP_RB_*", [IDLE] = "RBBM_STATUS.GUI_ACTIVE=0",                          \
	[NEVER] = "SCRATCH_REG[0]=5", [SCRATCH] = "SCRATCH_REG[0]=0xcafe SCRATCH_REG[1]=7",               \
	[MC_BUSY] = "mc-busy", [NO_RAM] = "no-microcode-ram", [STUCK] = "cp-stuck", [HUNG] = "pipe-hung", \
	[IN_MONITOR] = "CP_*", [MICROCODE] = "", [DISPLAY] = ""
/* Blocks that are no engine. */
#define R500_CARD                                                                                         \
	.outside = LIST("block:BIF", "block:HOST", "block:MC", "block:CG", "block:VGA", "block:DC"),      \
	.scratch = "SCRATCH_REG*", .counters = LIST(NULL), .provoked = LIST(NULL),                        \
	.dress = LIST("D1CRTC_CONTROL.D1CRTC_MASTER_EN=1", "HOST_PATH_CNTL=0x00104001",                   \
		      "mc:MC_AGP_LOCATION=0xdfffd000", "mc:0x6=0x10000000", "pll:E2_DYN_CNTL=0x00ff0020", \
		      "pll:DYN_SCLK_PWMEM_PIPE=0xf1", "CLOCK_CNTL_INDEX=0x0000030c",                      \
		      "MC_IND_INDEX=0x00000011", "MM_INDEX=0x15e0"),                                      \
	.halted = LIST("CP_CSQ_CNTL=0", "CP_CSQ_MODE=0", "RBBM_SOFT_RESET=0"),                            \
	.idle = LIST("RBBM_STATUS.GUI_ACTIVE=0")

static const char *const r5xx_words[SIGNALS_WORDS] = {[SOME_REGS] = "RBBM_STATUS GB_* CP_* mc:* pll:* pcie:*",
						      R500_WORDS};
/* No index space of the memory controller, or another one. */
static const char *const r3xx_words[SIGNALS_WORDS] = {[SOME_REGS] = "RBBM_STATUS GB_* CP_* pll:*",
						      R500_WORDS};

static const struct signals_family r5xx = {
    .name = "R5xx",
    .chips = LIST("r580", "rv515", "rv530", "r520", "rv560", "rv570"),
    .words = r5xx_words,
    R500_CARD,
};
static const struct signals_family r3xx = {
    .name = "R3xx and R4xx",
    .chips = LIST("rv350", "r420"),
    .words = r3xx_words,
    R500_CARD,
};

/* ---- what has a GRBM: R6xx and later ------------------------------------------------------------------- */
#define GRBM_WORDS                                                                                    \
	[IDLE] = "GRBM_STATUS.GUI_ACTIVE=0", [NEVER] = "SCRATCH_REG0=5",                              \
	[SCRATCH] = "SCRATCH_REG0=0xcafe SCRATCH_REG1=7", [MC_BUSY] = "mc-busy",                      \
	[NO_RAM] = "no-microcode-ram", [STUCK] = "cp-stuck", [IN_MONITOR] = "CP_*", [MICROCODE] = "", \
	[DISPLAY] = ""

/* ---- R6xx and R7xx ------------------------------------------------------------------------------------- */
static const char *const r600_words[SIGNALS_WORDS] = {
    [SOME_REGS] = "GRBM_STATUS CP_* MC_* VM_*",
    [TO_WATCH] = "GRBM_STATUS CP_RB_*",
    [HUNG] = "pipe-hung",
    GRBM_WORDS,
};
/* What both generations have where it is. */
#define R600_CARD                                                                                           \
	.words = r600_words, .scratch = "SCRATCH_REG*", .counters = LIST(NULL), .provoked = LIST(NULL),     \
	.outside = LIST("VM_CONTEXT0_CNTL", "VM_CONTEXT0_P*", "VM_L2_CNTL*", "MC_VM_*", "HDP_NONSURFACE_*", \
			"RLC_CNTL", "BIF_FB_EN", "VGA_*", "D1*", "D2*", "MM_INDEX", "CG_*", "CONFIG_*"),    \
	.dress = LIST("D1CRTC_CONTROL.D1CRTC_MASTER_EN=1", "VM_L2_CNTL2=0x00000001",                        \
		      "VGA_RENDER_CONTROL=0x00010000", "MM_INDEX=0x000015e0"),                              \
	.idle = LIST("GRBM_STATUS.GUI_ACTIVE=0")

/* PFP has a bit of its own that the kit sets on R7xx, as Linux does (r600_cp_stop, rv770's). */
#define R600_HALTED \
	"CP_ME_CNTL.ME_HALT=1", "DMA_RB_CNTL.DMA_RB_ENABLE=0", "GRBM_SOFT_RESET=0", "SRBM_SOFT_RESET=0"

static const struct signals_family r6xx = {
    .name = "R6xx", .chips = LIST("r600", "rv630", "rv670", "rs780"), .halted = LIST(R600_HALTED), R600_CARD};
static const struct signals_family r7xx = {.name = "R7xx",
					   .chips = LIST("rv770", "rv710", "rv740"),
					   .halted = LIST(R600_HALTED, "CP_ME_CNTL.PFP_HALT=1"),
					   R600_CARD};

/* ---- Sea Islands --------------------------------------------------------------------------------------- */
static const char *const cik_words[SIGNALS_WORDS] = {
    [SOME_REGS] = "GRBM_STATUS CP_* MC_* VM_* SDMA0_*",
    [TO_WATCH] = "GRBM_STATUS CP_RB0_*",
    [HUNG] = "cu-dead",
    GRBM_WORDS,
};
static const struct signals_family cik = {
    .name = "Sea Islands",
    .chips = LIST("bonaire", "hawaii", "kabini", "kaveri"),
    .words = cik_words,
    .outside = LIST("VM_CONTEXT?_CNTL", "VM_CONTEXT0_PAGE*", "VM_L2_CNTL", "VM_L2_CNTL3", "MC_VM_*",
		    "MC_SHARED_BLACKOUT_CNTL", "HDP_NONSURFACE_*", "RLC_PG_CNTL", "RLC_AUTO_PG_CTRL",
		    "RLC_CGCG_CGLS_CTRL", "RLC_CGTT_MGCG_OVERRIDE", "RLC_MEM_SLP_CNTL", "CP_MEM_SLP_CNTL",
		    "CGTS_SM_CTRL_REG", "RLC_CNTL", "BIF_FB_EN", "VGA_*", "CRTC_*", "GRPH_*", "MM_INDEX"),
    .scratch = "SCRATCH_REG*",
    .counters = LIST(NULL),
    .provoked = LIST(NULL),
    .dress = LIST("CRTC_CONTROL[0].CRTC_MASTER_EN=1", "RLC_CGCG_CGLS_CTRL=0x0020003f",
		  "RLC_MEM_SLP_CNTL=0x00000001", "MM_INDEX=0x000015e0"),
    .halted = LIST("CP_ME_CNTL.ME_HALT=1", "CP_ME_CNTL.PFP_HALT=1", "CP_ME_CNTL.CE_HALT=1",
		   "CP_MEC_CNTL.MEC_ME1_HALT=1", "SDMA0_F32_CNTL.HALT=1", "SDMA1_F32_CNTL.HALT=1",
		   "GRBM_SOFT_RESET=0", "SRBM_SOFT_RESET=0"),
    .idle = LIST("GRBM_STATUS.GUI_ACTIVE=0"),
};

/* ---- Vivante GC ---------------------------------------------------------------------------------------- */
static const char *const gc_words[SIGNALS_WORDS] = {
    [SOME_REGS] = "HI_IDLE_STATE HI_* PM_*",
    [TO_WATCH] = "HI_IDLE_STATE FE_DMA_*",
    [IDLE] = "HI_IDLE_STATE.FE=1",
    [NEVER] = "HI_GP_OUT0=5",
    [SCRATCH] = "HI_GP_OUT0=0xcafe HI_GP_OUT1=7",
    [MC_BUSY] = "mc-busy",
    [STUCK] = "fe-stuck",
    [HUNG] = "pe-stuck",
    [IN_MONITOR] = "FE_DMA_*",
};
static const struct signals_family gc = {
    .name = "Vivante GC",
    .chips = LIST("gc2000", "gc880", "gc3000", "gc7000l", "gc400"),
    .words = gc_words,
    .outside = LIST("HI_AXI_CONFIG", "HI_INTR_ENBL", "HI_CLOCK_CONTROL", "PM_*"),
    .scratch = "HI_GP_OUT*",
    .counters = LIST("HI_PROFILE_*", "MC_PROFILE_*"),
    .provoked = LIST("the slave table has no page there", "no commands can be fetched at"),
    .dress =
	LIST("HI_AXI_CONFIG=0x00000000", "PM_POWER_CONTROLS=0x00140021", "PM_MODULE_CONTROLS=0x00000003"),
    .halted = LIST("HI_IDLE_STATE.FE=1"),
    .idle = LIST("HI_IDLE_STATE.PE=1", "HI_IDLE_STATE.RA=1"),
};

const struct signals_family *const signals_families[] = {&r5xx, &r3xx, &r6xx, &r7xx, &cik, &gc, NULL};
