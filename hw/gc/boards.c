/* SPDX-License-Identifier: MIT
 *
 * The boards, see boards.h. Addresses, interrupts and names of clocks are Linux's device trees' (imx6qdl,
 * imx8mq, imx8mm, stm32mp157); what is written is what its drivers of clocks and power domains write
 * (clk-imx6q.c, gpc.c, clk-imx8mq.c, clk-imx8mm.c, gpcv2.c, reset-imx7.c, clk-stm32mp1.c), as far as GC
 * facts 1 have it.
 */
#include "hw/gc/boards.h"
#include "hw/fl_str.h"

#include <stddef.h>

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
#define IMX6_UP                                                                                      \
	{GC_BOARD_LIKE, ANATOP_CORE, ANATOP_PU, ANATOP_SOC_ABOVE, "PMU_REG_CORE.REG1_TARG (VDDPU)"}, \
	    {GC_BOARD_DELAY, 0, 0, RAMP_US, "VDDPU"},                                                \
	    {GC_BOARD_SET, CCGR1, CCGR1_CORE_2D | CCGR1_CORE_3D, CCGR1_CORE_2D | CCGR1_CORE_3D,      \
	     "CCM_CCGR1 (gpu2d, gpu3d)"},                                                            \
	    {GC_BOARD_SET, CCGR3, CCGR3_OPENVG, CCGR3_OPENVG, "CCM_CCGR3 (openvgaxi)"},              \
	    {GC_BOARD_SET, PGC_GPU_CTRL, PGC_GATED, PGC_GATED, "PGC_GPU_CTRL.PCR"},                  \
	    {GC_BOARD_SET, GPC_CNTR, CNTR_UP, CNTR_UP, "GPC_CNTR.GPU_VPU_PUP_REQ"},                  \
	    {GC_BOARD_POLL, GPC_CNTR, CNTR_UP, 0, "GPC_CNTR.GPU_VPU_PUP_REQ"},                       \
	    {GC_BOARD_DELAY, 0, 0, SETTLE_US, "reset of the domain"},                                \
	{                                                                                            \
		GC_BOARD_END, 0, 0, 0, NULL                                                          \
	}
/* Linux's imx6q_clocks_init(): so that no SoC's core is faster than it may be. A QuadPlus is left alone. */
static const struct gc_board_op imx6q_on[] = {
    {GC_BOARD_SET, CBCMR, CBCMR_AXI_3D | CBCMR_CORE_3D | CBCMR_SHADER | CBCMR_CORE_3D_DIV | CBCMR_SHADER_DIV,
     0 << CBCMR_CORE_3D_SHIFT | 2 << CBCMR_SHADER_SHIFT, "CCM_CBCMR (gpu3d: mmdc, shader: 594 MHz)"},
    IMX6_UP,
};
static const struct gc_board_op imx6dl_on[] = {
    {GC_BOARD_SET, CBCMR, CBCMR_CORE_3D | CBCMR_CORE_3D_DIV, 2 << CBCMR_CORE_3D_SHIFT,
     "CCM_CBCMR (gpu3d: 594 MHz)"},
    IMX6_UP,
};
static const struct gc_board_op imx6qp_on[] = {IMX6_UP};

/* 64 cycles of 66 MHz are the most that ISO and ISO2SW ask for, each. */
static const struct gc_board_op imx6_off[] = {
    {GC_BOARD_SET, PGC_GPU_CTRL, PGC_GATED, PGC_GATED, "PGC_GPU_CTRL.PCR"},
    {GC_BOARD_SET, GPC_CNTR, CNTR_DOWN, CNTR_DOWN, "GPC_CNTR.GPU_VPU_PDN_REQ"},
    {GC_BOARD_POLL, GPC_CNTR, CNTR_DOWN, 0, "GPC_CNTR.GPU_VPU_PDN_REQ"},
    {GC_BOARD_DELAY, 0, 0, SETTLE_US, "isolation of the domain"},
    {GC_BOARD_SET, CCGR1, CCGR1_CORE_3D, 0, "CCM_CCGR1 (gpu3d)"},
    {GC_BOARD_SET, ANATOP_CORE, ANATOP_PU, 0, "PMU_REG_CORE.REG1_TARG (VDDPU)"},
    {GC_BOARD_END, 0, 0, 0, NULL},
};
/* Erratum ERR009619: PU of a QuadPlus stays on, displays may need it. */
static const struct gc_board_op imx6qp_off[] = {
    {GC_BOARD_SET, CCGR1, CCGR1_CORE_3D, 0, "CCM_CCGR1 (gpu3d)"},
    {GC_BOARD_END, 0, 0, 0, NULL},
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

#define IMX8_BUSES                                                                                       \
	{GC_BOARD_SET, ROOT_AXI, ROOT_MASK, ROOT(BUS_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu_axi: 800 MHz)"}, \
	{                                                                                                \
		GC_BOARD_SET, ROOT_AHB, ROOT_MASK, ROOT(BUS_SYS1, 1, 2),                                 \
		    "CCM_TARGET_ROOT (gpu_ahb: 400 MHz)"                                                 \
	}
#define REQUEST(reg, bits, name)                  \
	{GC_BOARD_SET, reg, bits, bits, name},    \
	{                                         \
		GC_BOARD_POLL, reg, bits, 0, name \
	}

static const struct gc_board_op imx8mq_on[] = {
    {GC_BOARD_SET, ROOT_CORE, ROOT_MASK, ROOT(CORE_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu_core: 800 MHz)"},
    {GC_BOARD_SET, ROOT_SHADER, ROOT_MASK, ROOT(CORE_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu_shader: 800 MHz)"},
    IMX8_BUSES,
    {GC_BOARD_WRITE, GATE_GPU, 0, GATE_ON, "CCM_CCGR87 (gpu)"},
    {GC_BOARD_SET, MAPPING, MQ_MAP, MQ_MAP, "GPC_PGC_CPU_MAPPING.GPU_A53_DOMAIN"},
    REQUEST(PUP_REQ, MQ_REQ, "GPC_PU_PGC_SW_PUP_REQ.GPU"),
    {GC_BOARD_SET, PGC_GPUMIX, PGC_GATED, 0, "GPC_PGC_CTRL (gpu).PCR"},
    {GC_BOARD_DELAY, 0, 0, SETTLE_US, "reset of the domain"},
    {GC_BOARD_SET, PWRHSK, MQ_HSK, MQ_HSK, "GPC_PU_PWRHSK.GPU_PWRDNREQN"},
    {GC_BOARD_POLL, PWRHSK, MQ_ACK, MQ_ACK, "GPC_PU_PWRHSK.GPU_PWRDNACKN"},
    {GC_BOARD_END, 0, 0, 0, NULL},
};
static const struct gc_board_op imx8mq_off[] = {
    {GC_BOARD_SET, PWRHSK, MQ_HSK, 0, "GPC_PU_PWRHSK.GPU_PWRDNREQN"},
    {GC_BOARD_POLL, PWRHSK, MQ_ACK, 0, "GPC_PU_PWRHSK.GPU_PWRDNACKN"},
    {GC_BOARD_SET, PGC_GPUMIX, PGC_GATED, PGC_GATED, "GPC_PGC_CTRL (gpu).PCR"},
    REQUEST(PDN_REQ, MQ_REQ, "GPC_PU_PGC_SW_PDN_REQ.GPU"),
    {GC_BOARD_WRITE, GATE_GPU, 0, 0, "CCM_CCGR87 (gpu)"},
    {GC_BOARD_END, 0, 0, 0, NULL},
};

/* Two domains, the one in the other, and a reset of both cores. Linux waits for no acknowledge of the bus
 * bridges here: they give one when the clock of the bus runs, which is a moment later. */
static const struct gc_board_op imx8mm_on[] = {
    {GC_BOARD_SET, ROOT_CORE, ROOT_MASK, ROOT(CORE_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu3d: 800 MHz)"},
    {GC_BOARD_SET, ROOT_SHADER, ROOT_MASK, ROOT(CORE_SYS1, 1, 1), "CCM_TARGET_ROOT (gpu2d: 800 MHz)"},
    IMX8_BUSES,
    {GC_BOARD_WRITE, GATE_GPU, 0, GATE_ON, "CCM_CCGR87 (gpu bus)"},
    {GC_BOARD_SET, MAPPING, MM_MIX_MAP | MM_GPU_MAP, MM_MIX_MAP | MM_GPU_MAP, "GPC_PGC_CPU_MAPPING"},
    REQUEST(PUP_REQ, MM_MIX_REQ, "GPC_PU_PGC_SW_PUP_REQ.GPUMIX"),
    {GC_BOARD_SET, PGC_GPUMIX, PGC_GATED, 0, "GPC_PGC_CTRL (gpumix).PCR"},
    {GC_BOARD_DELAY, 0, 0, SETTLE_US, "reset of gpumix"},
    {GC_BOARD_SET, PWRHSK, MM_MIX_HSK, MM_MIX_HSK, "GPC_PU_PWRHSK.GPUMIX_PWRDNREQN"},
    {GC_BOARD_WRITE, GATE_GPU3D, 0, GATE_ON, "CCM_CCGR79 (gpu3d)"},
    {GC_BOARD_WRITE, GATE_GPU2D, 0, GATE_ON, "CCM_CCGR102 (gpu2d)"},
    {GC_BOARD_SET, SRC_GPU_RCR, RCR_RESET, RCR_RESET, "SRC_GPU_RCR.GPU_RESET"},
    REQUEST(PUP_REQ, MM_GPU_REQ, "GPC_PU_PGC_SW_PUP_REQ.GPU_2D, GPU_3D"),
    {GC_BOARD_SET, PGC_GPU2D, PGC_GATED, 0, "GPC_PGC_CTRL (gpu2d).PCR"},
    {GC_BOARD_SET, PGC_GPU3D, PGC_GATED, 0, "GPC_PGC_CTRL (gpu3d).PCR"},
    {GC_BOARD_DELAY, 0, 0, SETTLE_US, "reset of the cores"},
    {GC_BOARD_SET, SRC_GPU_RCR, RCR_RESET, 0, "SRC_GPU_RCR.GPU_RESET"},
    {GC_BOARD_SET, PWRHSK, MM_GPU_HSK, MM_GPU_HSK, "GPC_PU_PWRHSK.GPU_2D, GPU_3D"},
    {GC_BOARD_DELAY, 0, 0, SETTLE_US, "bus bridges"},
    {GC_BOARD_END, 0, 0, 0, NULL},
};
static const struct gc_board_op imx8mm_off[] = {
    {GC_BOARD_SET, PWRHSK, MM_GPU_HSK, 0, "GPC_PU_PWRHSK.GPU_2D, GPU_3D"},
    {GC_BOARD_POLL, PWRHSK, MM_GPU_ACK, 0, "GPC_PU_PWRHSK, acknowledge of GPU_2D, GPU_3D"},
    {GC_BOARD_SET, PGC_GPU2D, PGC_GATED, PGC_GATED, "GPC_PGC_CTRL (gpu2d).PCR"},
    {GC_BOARD_SET, PGC_GPU3D, PGC_GATED, PGC_GATED, "GPC_PGC_CTRL (gpu3d).PCR"},
    REQUEST(PDN_REQ, MM_GPU_REQ, "GPC_PU_PGC_SW_PDN_REQ.GPU_2D, GPU_3D"),
    {GC_BOARD_SET, PWRHSK, MM_MIX_HSK, 0, "GPC_PU_PWRHSK.GPUMIX_PWRDNREQN"},
    {GC_BOARD_POLL, PWRHSK, MM_MIX_ACK, 0, "GPC_PU_PWRHSK, acknowledge of GPUMIX"},
    {GC_BOARD_SET, PGC_GPUMIX, PGC_GATED, PGC_GATED, "GPC_PGC_CTRL (gpumix).PCR"},
    REQUEST(PDN_REQ, MM_MIX_REQ, "GPC_PU_PGC_SW_PDN_REQ.GPUMIX"),
    {GC_BOARD_WRITE, GATE_GPU3D, 0, 0, "CCM_CCGR79 (gpu3d)"},
    {GC_BOARD_WRITE, GATE_GPU2D, 0, 0, "CCM_CCGR102 (gpu2d)"},
    {GC_BOARD_WRITE, GATE_GPU, 0, 0, "CCM_CCGR87 (gpu bus)"},
    {GC_BOARD_END, 0, 0, 0, NULL},
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

static const struct gc_board_op stm32mp1_on[] = {
    {GC_BOARD_SET, PLL2CR, PLL2CR_DIVQEN, PLL2CR_DIVQEN, "RCC_PLL2CR.DIVQEN"},
    {GC_BOARD_SET, GPUCKSELR, GPUCKSEL, GPUCKSEL_PLL2_Q, "RCC_GPUCKSELR"},
    {GC_BOARD_WRITE, AHB6ENSETR, 0, AHB6_GPU, "RCC_MP_AHB6ENSETR.GPUEN"},
    {GC_BOARD_WRITE, AHB6RSTSETR, 0, AHB6_GPU, "RCC_AHB6RSTSETR.GPURST"},
    {GC_BOARD_DELAY, 0, 0, RESET_US, "reset"},
    {GC_BOARD_WRITE, AHB6RSTCLRR, 0, AHB6_GPU, "RCC_AHB6RSTCLRR.GPURST"},
    {GC_BOARD_DELAY, 0, 0, RELEASE_US, "the end of reset"},
    {GC_BOARD_END, 0, 0, 0, NULL},
};
static const struct gc_board_op stm32mp1_off[] = {
    {GC_BOARD_WRITE, AHB6ENCLRR, 0, AHB6_GPU, "RCC_MP_AHB6ENCLRR.GPUEN"},
    {GC_BOARD_END, 0, 0, 0, NULL},
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

const struct gc_board gc_boards[] = {
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

const struct gc_board *gc_board_find(const char *compatible, uint64_t regs_addr)
{
	for (const struct gc_board *b = gc_boards; b->soc; b++)
		if (fl_str_same(b->compatible, compatible) && (!regs_addr || b->regs_addr == regs_addr))
			return b;
	return NULL;
}

/* ---- carrying it out ----------------------------------------------------------------------------------- */
static enum fl_code poll(const struct gc_board *b, const struct gc_board_op *o,
			 const struct gc_board_bus *bus, struct fl_err *err)
{
	uint32_t v = bus->read32(bus->arg, o->addr);

	for (unsigned us = 0; (v & o->mask) != o->value && us < GC_BOARD_POLL_US; us++) {
		bus->delay_us(bus->arg, 1);
		v = bus->read32(bus->arg, o->addr);
	}
	return (v & o->mask) == o->value
		   ? FL_OK
		   : fl_fail(err, FL_TIMEOUT,
			     "%s: %s (0x%08x) reads 0x%08x, want 0x%x under 0x%x, after %d us", b->soc,
			     o->what, o->addr, v, o->value, o->mask, GC_BOARD_POLL_US);
}

static void change(const struct gc_board_op *o, const struct gc_board_bus *bus)
{
	const uint32_t old = bus->read32(bus->arg, o->addr);
	const uint32_t value = o->act == GC_BOARD_LIKE ? old >> o->value : o->value;

	bus->write32(bus->arg, o->addr, (old & ~o->mask) | (value & o->mask));
}

enum fl_code gc_board_power(const struct gc_board *b, const struct gc_board_bus *bus, bool on,
			    struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (const struct gc_board_op *o = on ? b->on : b->off; o->act != GC_BOARD_END && !code; o++)
		switch (o->act) {
		case GC_BOARD_WRITE:
			bus->write32(bus->arg, o->addr, o->value);
			break;
		case GC_BOARD_POLL:
			code = poll(b, o, bus, err);
			break;
		case GC_BOARD_DELAY:
			bus->delay_us(bus->arg, o->value);
			break;
		default:
			change(o, bus);
		}
	return code;
}
