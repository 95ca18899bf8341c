/* SPDX-License-Identifier: MIT
 *
 * The boards, see boards.h. Addresses, interrupts and names of clocks are Linux's device trees' (imx6qdl,
 * imx8mq, imx8mm, stm32mp157); what is written is what its drivers of clocks and power domains write
 * (clk-imx6q.c, gpc.c, clk-imx8mq.c, clk-imx8mm.c, gpcv2.c, reset-imx7.c, clk-stm32mp1.c), as far as GC
 * facts 1 have it.
 */
#include "hw/gc/boards.h"

/* ---- i.MX6 --------------------------------------------------------------------------------------------- */
/* The domain PU is that of the 3D core, the 2D core, OpenVG's, and the video decoder. */
enum {
	CCM6 = 0x020c4000,
	CBCMR = CCM6 + 0x18,
	CBCMR_AXI_3D = 1 << 1, /* i.MX6 Quad: 0 axi */
	CBCMR_CORE_3D_SHIFT = 4,
	CBCMR_CORE_3D = 3 << CBCMR_CORE_3D_SHIFT, /* 0 mmdc, 2 pfd of 594 MHz */
	CBCMR_SHADER_SHIFT = 8,
	CBCMR_SHADER = 3 << CBCMR_SHADER_SHIFT, /* i.MX6 Quad: 2 pfd of 594 MHz */
	CBCMR_CORE_3D_DIV = 7 << 26,
	CCGR1 = CCM6 + 0x6c,
	CCGR1_CORE_2D = 3 << 24,
	CCGR1_CORE_3D = 3 << 26,
	CCGR3 = CCM6 + 0x74,
	ANATOP_CORE = 0x020c8140,
	ANATOP_PU = 0x1f << 9,     /* 0 off, 1 to 30 in steps of 25 mV, 31 the switch is on */
	ANATOP_SOC_ABOVE = 18 - 9, /* the field of VDDSOC is so many bits above that of VDDPU */
	GPC6 = 0x020dc000,
	GPC_CNTR = GPC6,
	CNTR_DOWN = 1 << 0,
	CNTR_UP = 1 << 1,
	PGC_GPU_CTRL = GPC6 + 0x260,
	PGC_GATED = 1 << 0,
	RAMP_US = 2000, /* GC facts 1: all of it takes so long at most */
	SETTLE_US = 5,
};
#define CBCMR_SHADER_DIV UINT32_C(0xe0000000)
#define CCGR3_OPENVG     UINT32_C(0xc0000000)

/* VDDPU is kept at what VDDSOC has (device trees' fsl,soc-operating-points are for the two together). The
 * other clocks of the domain run, too, while it powers up, so that reset gets everywhere; they stay on. */
#define IMX6_UP                                                                                    \
	{FL_SOC_LIKE, ANATOP_CORE, ANATOP_PU, ANATOP_SOC_ABOVE, "PMU_REG_CORE.REG1_TARG (VDDPU)"}, \
	    {FL_SOC_DELAY, 0, 0, RAMP_US, "VDDPU"},                                                \
	    {FL_SOC_SET, CCGR1, CCGR1_CORE_2D | CCGR1_CORE_3D, CCGR1_CORE_2D | CCGR1_CORE_3D,      \
	     "CCM_CCGR1 (gpu2d, gpu3d)"},                                                          \
	    {FL_SOC_SET, CCGR3, CCGR3_OPENVG, CCGR3_OPENVG, "CCM_CCGR3 (openvgaxi)"},              \
	    {FL_SOC_SET, PGC_GPU_CTRL, PGC_GATED, PGC_GATED, "PGC_GPU_CTRL.PCR"},                  \
	    {FL_SOC_SET, GPC_CNTR, CNTR_UP, CNTR_UP, "GPC_CNTR.GPU_VPU_PUP_REQ"},                  \
	    {FL_SOC_POLL, GPC_CNTR, CNTR_UP, 0, "GPC_CNTR.GPU_VPU_PUP_REQ"},                       \
	    {FL_SOC_DELAY, 0, 0, SETTLE_US, "reset of the domain"},                                \
	{                                                                                          \
		FL_SOC_END, 0, 0, 0, NULL                                                          \
	}
/* Linux's imx6q_clocks_init(): so that no SoC's core is faster than it may be. A QuadPlus is left alone. */
static const struct fl_soc_op imx6q_on[] = {
    {FL_SOC_SET, CBCMR, CBCMR_AXI_3D | CBCMR_CORE_3D | CBCMR_SHADER | CBCMR_CORE_3D_DIV | CBCMR_SHADER_DIV,
     0 << CBCMR_CORE_3D_SHIFT | 2 << CBCMR_SHADER_SHIFT, "CCM_CBCMR (gpu3d: mmdc, shader: 594 MHz)"},
    IMX6_UP,
};
static const struct fl_soc_op imx6dl_on[] = {
    {FL_SOC_SET, CBCMR, CBCMR_CORE_3D | CBCMR_CORE_3D_DIV, 2 << CBCMR_CORE_3D_SHIFT,
     "CCM_CBCMR (gpu3d: 594 MHz)"},
    IMX6_UP,
};
static const struct fl_soc_op imx6qp_on[] = {IMX6_UP};

/* 64 cycles of 66 MHz are the most that ISO and ISO2SW ask for, each. */
static const struct fl_soc_op imx6_off[] = {
    {FL_SOC_SET, PGC_GPU_CTRL, PGC_GATED, PGC_GATED, "PGC_GPU_CTRL.PCR"},
    {FL_SOC_SET, GPC_CNTR, CNTR_DOWN, CNTR_DOWN, "GPC_CNTR.GPU_VPU_PDN_REQ"},
    {FL_SOC_POLL, GPC_CNTR, CNTR_DOWN, 0, "GPC_CNTR.GPU_VPU_PDN_REQ"},
    {FL_SOC_DELAY, 0, 0, SETTLE_US, "isolation of the domain"},
    {FL_SOC_SET, CCGR1, CCGR1_CORE_3D, 0, "CCM_CCGR1 (gpu3d)"},
    {FL_SOC_SET, ANATOP_CORE, ANATOP_PU, 0, "PMU_REG_CORE.REG1_TARG (VDDPU)"},
    {FL_SOC_END, 0, 0, 0, NULL},
};
/* Erratum ERR009619: PU of a QuadPlus stays on, displays may need it. */
static const struct fl_soc_op imx6qp_off[] = {
    {FL_SOC_SET, CCGR1, CCGR1_CORE_3D, 0, "CCM_CCGR1 (gpu3d)"},
    {FL_SOC_END, 0, 0, 0, NULL},
};

/* ---- i.MX8M -------------------------------------------------------------------------------------------- */
/* A root of CCM: on, source, dividers. Sources are SYS_PLL1's 800 MHz, which run when a boot loader does, and
 * not GPU_PLL, which Linux sets to the same rate. */
#define ROOT(source, pre, post) \
	(UINT32_C(1) << 28 | (uint32_t)(source) << 24 | ((pre)-1u) << 16 | ((post)-1u))
#define ROOT_MASK UINT32_C(0x1707003f)
enum {
	CCM8 = 0x30380000,
	ROOT_CORE = CCM8 + 0x8180,   /* i.MX8MM: gpu3d */
	ROOT_SHADER = CCM8 + 0x8200, /* i.MX8MM: gpu2d */
	ROOT_AXI = CCM8 + 0x8c00,
	ROOT_AHB = CCM8 + 0x8c80,
	CORE_SYS1 = 2,              /* source of core and shader */
	BUS_SYS1 = 1,               /* and of AXI and AHB */
	GATE_GPU3D = CCM8 + 0x44f0, /* i.MX8MM alone */
	GATE_GPU = CCM8 + 0x4570,   /* i.MX8MQ: core and shader; i.MX8MM: the bus */
	GATE_GPU2D = CCM8 + 0x4660, /* i.MX8MM alone */
	GATE_ON = 3,
	SRC_GPU_RCR = 0x30390040,
	RCR_RESET = 1 << 0,
	GPC8 = 0x303a0000,
	MAPPING = GPC8 + 0xec,
	PUP_REQ = GPC8 + 0xf8,
	PDN_REQ = GPC8 + 0x104,
	PWRHSK = GPC8 + 0x1fc,
	PGC_GPUMIX = GPC8 + 0xdc0, /* 0x800 + 23 * 0x40 */
	PGC_GPU2D = GPC8 + 0xd80,
	PGC_GPU3D = GPC8 + 0xe40,
	MQ_MAP = 1 << 9,
	MQ_REQ = 1 << 7,
	MQ_HSK = 1 << 6,
	MQ_ACK = 1 << 26,
	MM_MIX_MAP = 1 << 9,
	MM_MIX_REQ = 1 << 7,
	MM_MIX_HSK = 1 << 11,
	MM_MIX_ACK = 1 << 29,
	MM_GPU_MAP = 1 << 8 | 1 << 11,
	MM_GPU_REQ = 1 << 6 | 1 << 9,
	MM_GPU_HSK = 1 << 9 | 1 << 10,
	MM_GPU_ACK = 1 << 27 | 1 << 28,
};

#define IMX8_BUSES                                                                                          \
	{FL_SOC_SET, ROOT_AXI, ROOT_MASK, ROOT(BUS_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu_axi: 800 MHz)"},      \
	{                                                                                                   \
		FL_SOC_SET, ROOT_AHB, ROOT_MASK, ROOT(BUS_SYS1, 1, 2), "CCM_TARGET_ROOT (gpu_ahb: 400 MHz)" \
	}
#define REQUEST(reg, bits, name)                \
	{FL_SOC_SET, reg, bits, bits, name},    \
	{                                       \
		FL_SOC_POLL, reg, bits, 0, name \
	}

static const struct fl_soc_op imx8mq_on[] = {
    {FL_SOC_SET, ROOT_CORE, ROOT_MASK, ROOT(CORE_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu_core: 800 MHz)"},
    {FL_SOC_SET, ROOT_SHADER, ROOT_MASK, ROOT(CORE_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu_shader: 800 MHz)"},
    IMX8_BUSES,
    {FL_SOC_WRITE, GATE_GPU, 0, GATE_ON, "CCM_CCGR87 (gpu)"},
    {FL_SOC_SET, MAPPING, MQ_MAP, MQ_MAP, "GPC_PGC_CPU_MAPPING.GPU_A53_DOMAIN"},
    REQUEST(PUP_REQ, MQ_REQ, "GPC_PU_PGC_SW_PUP_REQ.GPU"),
    {FL_SOC_SET, PGC_GPUMIX, PGC_GATED, 0, "GPC_PGC_CTRL (gpu).PCR"},
    {FL_SOC_DELAY, 0, 0, SETTLE_US, "reset of the domain"},
    {FL_SOC_SET, PWRHSK, MQ_HSK, MQ_HSK, "GPC_PU_PWRHSK.GPU_PWRDNREQN"},
    {FL_SOC_POLL, PWRHSK, MQ_ACK, MQ_ACK, "GPC_PU_PWRHSK.GPU_PWRDNACKN"},
    {FL_SOC_END, 0, 0, 0, NULL},
};
static const struct fl_soc_op imx8mq_off[] = {
    {FL_SOC_SET, PWRHSK, MQ_HSK, 0, "GPC_PU_PWRHSK.GPU_PWRDNREQN"},
    {FL_SOC_POLL, PWRHSK, MQ_ACK, 0, "GPC_PU_PWRHSK.GPU_PWRDNACKN"},
    {FL_SOC_SET, PGC_GPUMIX, PGC_GATED, PGC_GATED, "GPC_PGC_CTRL (gpu).PCR"},
    REQUEST(PDN_REQ, MQ_REQ, "GPC_PU_PGC_SW_PDN_REQ.GPU"),
    {FL_SOC_WRITE, GATE_GPU, 0, 0, "CCM_CCGR87 (gpu)"},
    {FL_SOC_END, 0, 0, 0, NULL},
};

/* Two domains, the one in the other, and a reset of both cores. Linux waits for no acknowledge of the bus
 * bridges here: they give one when the clock of the bus runs, which is a moment later. */
static const struct fl_soc_op imx8mm_on[] = {
    {FL_SOC_SET, ROOT_CORE, ROOT_MASK, ROOT(CORE_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu3d: 800 MHz)"},
    {FL_SOC_SET, ROOT_SHADER, ROOT_MASK, ROOT(CORE_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu2d: 800 MHz)"},
    IMX8_BUSES,
    {FL_SOC_WRITE, GATE_GPU, 0, GATE_ON, "CCM_CCGR87 (gpu bus)"},
    {FL_SOC_SET, MAPPING, MM_MIX_MAP | MM_GPU_MAP, MM_MIX_MAP | MM_GPU_MAP, "GPC_PGC_CPU_MAPPING"},
    REQUEST(PUP_REQ, MM_MIX_REQ, "GPC_PU_PGC_SW_PUP_REQ.GPUMIX"),
    {FL_SOC_SET, PGC_GPUMIX, PGC_GATED, 0, "GPC_PGC_CTRL (gpumix).PCR"},
    {FL_SOC_DELAY, 0, 0, SETTLE_US, "reset of gpumix"},
    {FL_SOC_SET, PWRHSK, MM_MIX_HSK, MM_MIX_HSK, "GPC_PU_PWRHSK.GPUMIX_PWRDNREQN"},
    {FL_SOC_WRITE, GATE_GPU3D, 0, GATE_ON, "CCM_CCGR79 (gpu3d)"},
    {FL_SOC_WRITE, GATE_GPU2D, 0, GATE_ON, "CCM_CCGR102 (gpu2d)"},
    {FL_SOC_SET, SRC_GPU_RCR, RCR_RESET, RCR_RESET, "SRC_GPU_RCR.GPU_RESET"},
    REQUEST(PUP_REQ, MM_GPU_REQ, "GPC_PU_PGC_SW_PUP_REQ.GPU_2D, GPU_3D"),
    {FL_SOC_SET, PGC_GPU2D, PGC_GATED, 0, "GPC_PGC_CTRL (gpu2d).PCR"},
    {FL_SOC_SET, PGC_GPU3D, PGC_GATED, 0, "GPC_PGC_CTRL (gpu3d).PCR"},
    {FL_SOC_DELAY, 0, 0, SETTLE_US, "reset of the cores"},
    {FL_SOC_SET, SRC_GPU_RCR, RCR_RESET, 0, "SRC_GPU_RCR.GPU_RESET"},
    {FL_SOC_SET, PWRHSK, MM_GPU_HSK, MM_GPU_HSK, "GPC_PU_PWRHSK.GPU_2D, GPU_3D"},
    {FL_SOC_DELAY, 0, 0, SETTLE_US, "bus bridges"},
    {FL_SOC_END, 0, 0, 0, NULL},
};
static const struct fl_soc_op imx8mm_off[] = {
    {FL_SOC_SET, PWRHSK, MM_GPU_HSK, 0, "GPC_PU_PWRHSK.GPU_2D, GPU_3D"},
    {FL_SOC_POLL, PWRHSK, MM_GPU_ACK, 0, "GPC_PU_PWRHSK, acknowledge of GPU_2D, GPU_3D"},
    {FL_SOC_SET, PGC_GPU2D, PGC_GATED, PGC_GATED, "GPC_PGC_CTRL (gpu2d).PCR"},
    {FL_SOC_SET, PGC_GPU3D, PGC_GATED, PGC_GATED, "GPC_PGC_CTRL (gpu3d).PCR"},
    REQUEST(PDN_REQ, MM_GPU_REQ, "GPC_PU_PGC_SW_PDN_REQ.GPU_2D, GPU_3D"),
    {FL_SOC_SET, PWRHSK, MM_MIX_HSK, 0, "GPC_PU_PWRHSK.GPUMIX_PWRDNREQN"},
    {FL_SOC_POLL, PWRHSK, MM_MIX_ACK, 0, "GPC_PU_PWRHSK, acknowledge of GPUMIX"},
    {FL_SOC_SET, PGC_GPUMIX, PGC_GATED, PGC_GATED, "GPC_PGC_CTRL (gpumix).PCR"},
    REQUEST(PDN_REQ, MM_MIX_REQ, "GPC_PU_PGC_SW_PDN_REQ.GPUMIX"),
    {FL_SOC_WRITE, GATE_GPU3D, 0, 0, "CCM_CCGR79 (gpu3d)"},
    {FL_SOC_WRITE, GATE_GPU2D, 0, 0, "CCM_CCGR102 (gpu2d)"},
    {FL_SOC_WRITE, GATE_GPU, 0, 0, "CCM_CCGR87 (gpu bus)"},
    {FL_SOC_END, 0, 0, 0, NULL},
};

/* ---- STM32MP1 ------------------------------------------------------------------------------------------ */
/* No domain of its own. The core's clock is PLL2's output Q, whose P clocks the bus: the boot loader set the
 * PLL. Registers that end in SETR and CLRR do what their ones say. */
enum {
	RCC = 0x50000000,
	PLL2CR = RCC + 0x94,
	PLL2CR_DIVQEN = 1 << 5,
	AHB6RSTSETR = RCC + 0x198,
	AHB6RSTCLRR = RCC + 0x19c,
	AHB6ENSETR = RCC + 0x218,
	AHB6ENCLRR = RCC + 0x21c,
	AHB6_GPU = 1 << 5,
	GPUCKSELR = RCC + 0x938,
	GPUCKSEL = 3,
	GPUCKSEL_PLL2_Q = 0,
	RESET_US = 32,    /* Linux: at least 32 cycles of the core, 1 us each */
	RELEASE_US = 128, /* and 128 more before it is accessed */
};

static const struct fl_soc_op stm32mp1_on[] = {
    {FL_SOC_SET, PLL2CR, PLL2CR_DIVQEN, PLL2CR_DIVQEN, "RCC_PLL2CR.DIVQEN"},
    {FL_SOC_SET, GPUCKSELR, GPUCKSEL, GPUCKSEL_PLL2_Q, "RCC_GPUCKSELR"},
    {FL_SOC_WRITE, AHB6ENSETR, 0, AHB6_GPU, "RCC_MP_AHB6ENSETR.GPUEN"},
    {FL_SOC_WRITE, AHB6RSTSETR, 0, AHB6_GPU, "RCC_AHB6RSTSETR.GPURST"},
    {FL_SOC_DELAY, 0, 0, RESET_US, "reset"},
    {FL_SOC_WRITE, AHB6RSTCLRR, 0, AHB6_GPU, "RCC_AHB6RSTCLRR.GPURST"},
    {FL_SOC_DELAY, 0, 0, RELEASE_US, "the end of reset"},
    {FL_SOC_END, 0, 0, 0, NULL},
};
static const struct fl_soc_op stm32mp1_off[] = {
    {FL_SOC_WRITE, AHB6ENCLRR, 0, AHB6_GPU, "RCC_MP_AHB6ENCLRR.GPUEN"},
    {FL_SOC_END, 0, 0, 0, NULL},
};

/* ---- the table ----------------------------------------------------------------------------------------- */
enum {
	IMX6_3D = 0x00130000,
	IMX6_2D = 0x00134000,
	IMX6_VG = 0x02204000,
	IMX6_B = 0x4000,
	IMX8M_3D = 0x38000000,
	IMX8MM_2D = 0x38008000,
	STM32MP1_3D = 0x59000000,
};

static const struct fl_soc_core cores[] = {
    {"i.MX6 Quad", "fsl,imx6q", "GC2000", IMX6_3D, IMX6_B, 9, true, imx6q_on, imx6_off},
    {"i.MX6 Quad", "fsl,imx6q", "GC320", IMX6_2D, IMX6_B, 10, false, imx6q_on, imx6_off},
    {"i.MX6 Quad", "fsl,imx6q", "GC355", IMX6_VG, IMX6_B, 11, false, imx6q_on, imx6_off},
    {"i.MX6 DualLite", "fsl,imx6dl", "GC880", IMX6_3D, IMX6_B, 9, true, imx6dl_on, imx6_off},
    {"i.MX6 DualLite", "fsl,imx6dl", "GC320", IMX6_2D, IMX6_B, 10, false, imx6dl_on, imx6_off},
    {"i.MX6 QuadPlus", "fsl,imx6qp", "GC3000", IMX6_3D, IMX6_B, 9, true, imx6qp_on, imx6qp_off},
    {"i.MX6 QuadPlus", "fsl,imx6qp", "GC320", IMX6_2D, IMX6_B, 10, false, imx6qp_on, imx6qp_off},
    {"i.MX6 QuadPlus", "fsl,imx6qp", "GC355", IMX6_VG, IMX6_B, 11, false, imx6qp_on, imx6qp_off},
    {"i.MX8M Quad", "fsl,imx8mq", "GC7000L", IMX8M_3D, 0x40000, 3, true, imx8mq_on, imx8mq_off},
    {"i.MX8M Mini", "fsl,imx8mm", "GC7000UL", IMX8M_3D, 0x8000, 3, true, imx8mm_on, imx8mm_off},
    {"i.MX8M Mini", "fsl,imx8mm", "GC520", IMX8MM_2D, 0x8000, 25, false, imx8mm_on, imx8mm_off},
    {"STM32MP157", "st,stm32mp157", "GC400", STM32MP1_3D, 0x800, 109, true, stm32mp1_on, stm32mp1_off},
    {NULL, NULL, NULL, 0, 0, 0, false, NULL, NULL},
};

const struct fl_soc_table gc_boards = {.binding = "vivante,gc", .core = cores};
