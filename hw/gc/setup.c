/* SPDX-License-Identifier: MIT
 *
 * Step: what Linux's etnaviv_gpu_hw_init() sets once after a reset, with what single cores need (GC facts
 * 2.3).
 */
#include "hw/gc/card.h"
#include "hw/regs/gc.h"

enum {
	/* MC_DEBUG_MEMORY's low byte on GC320 */
	PATCH_5007 = 0x0c,
	PATCH_5220 = 0x08,
	PATCHED_TIME = 0x02062400, /* CHIP_TIME of a GC320 that needs none */
	PULSE_EATER = 0x01590880,
	NOT_GATED_BIT_15 = 1 << 15, /* MODULE_CONTROLS: before revision 5422; no public name */
	FEATURE_0 = 1,
	FEATURE_1 = 2,
	FEATURE_3 = 4,
};

static bool is(const struct gc_core *k, uint32_t model, uint32_t revision)
{
	return k->model == model && k->revision == revision;
}

/* Whose clock stays on although the unit has nothing to do. */
static uint32_t not_gated(const struct gc_core *k)
{
	uint32_t off = GC_PM_MODULE_CONTROLS__DISABLE_MODULE_CLOCK_GATING_RA_EZ(1) |
		       GC_PM_MODULE_CONTROLS__DISABLE_MODULE_CLOCK_GATING_RA_HZ(1);

	if (k->model >= 0x400 && k->model != 0x420 &&
	    !GC_HI_CHIP_MINOR_FEATURE_3__BUG_FIXES12__GET(k->features[FEATURE_3]))
		off |= GC_PM_MODULE_CONTROLS__DISABLE_MODULE_CLOCK_GATING_PA(1);
	if (k->revision < 0x5000 && GC_HI_CHIP_MINOR_FEATURE_0__HZ__GET(k->features[FEATURE_0]) &&
	    GC_HI_CHIP_MINOR_FEATURE_1__DISABLE_PE_GATING__GET(k->features[FEATURE_1]))
		off |= GC_PM_MODULE_CONTROLS__DISABLE_MODULE_CLOCK_GATING_PE(1);
	if (k->revision < 0x5422)
		off |= NOT_GATED_BIT_15;
	if (is(k, 0x4000, 0x5222) || is(k, 0x2000, 0x5108) || is(k, 0x2000, 0x6202) || is(k, 0x2000, 0x6203))
		off |= GC_PM_MODULE_CONTROLS__DISABLE_MODULE_CLOCK_GATING_TX(1);
	if (is(k, 0x7000, 0x6202))
		off |= GC_PM_MODULE_CONTROLS__DISABLE_MODULE_CLOCK_GATING_SE(1) |
		       GC_PM_MODULE_CONTROLS__DISABLE_MODULE_CLOCK_GATING_RA(1);
	if (is(k, 0x8000, 0x7200) || is(k, 0x8000, 0x8002) || is(k, 0x9200, 0x6304))
		off |= GC_PM_MODULE_CONTROLS__DISABLE_MODULE_CLOCK_GATING_SH_EU(1);
	return off;
}

static void pulse_eater(struct fl_dev *d, const struct gc_core *k)
{
	uint32_t v = PULSE_EATER;

	if (is(k, 0x4000, 0x5208) || is(k, 0x4000, 0x5222))
		v |= GC_PM_PULSE_EATER__UNK23(1);
	if (is(k, 0x1000, 0x5039) || is(k, 0x1000, 0x5040))
		v = (v & ~GC_PM_PULSE_EATER__UNK16__MASK) | GC_PM_PULSE_EATER__UNK17(1);
	fl_write32(d, GC_PM_PULSE_EATER, v);
	if (k->revision > 0x5420 && GC_HI_CHIP_FEATURE__PIPE_3D__GET(k->features[0]))
		fl_mask32(d, GC_PM_PULSE_EATER, GC_PM_PULSE_EATER__INTERNAL_DFS__MASK,
			  GC_PM_PULSE_EATER__INTERNAL_DFS(1));
}

enum fl_code gc_setup(struct fl_bringup *up, struct fl_err *err)
{
	const struct gc_core *k = &gc_card(up)->core;
	struct fl_dev *d = up->dev;
	const uint32_t axi = GC_HI_AXI_CONFIG__AWCACHE(2) | GC_HI_AXI_CONFIG__ARCACHE(2);
	const uint32_t gates = not_gated(k);
	uint32_t power = GC_PM_POWER_CONTROLS__ENABLE_MODULE_CLOCK_GATING(1);

	if ((is(k, 0x320, 0x5007) || is(k, 0x320, 0x5220)) && k->time != PATCHED_TIME)
		fl_mask32(d, GC_MC_DEBUG_MEMORY, 0xff, k->revision == 0x5007 ? PATCH_5007 : PATCH_5220);
	if (k->revision == 0x4301 || k->revision == 0x4302)
		power |= GC_PM_POWER_CONTROLS__DISABLE_STALL_MODULE_CLOCK_GATING(1);
	fl_mask32(d, GC_PM_POWER_CONTROLS, power, power);
	fl_mask32(d, GC_PM_MODULE_CONTROLS, gates, gates);
	fl_write32(d, GC_HI_AXI_CONFIG, axi);
	if (is(k, 0x2000, 0x5108))
		fl_mask32(d, GC_MC_BUS_CONFIG,
			  GC_MC_BUS_CONFIG__FE_BUS_CONFIG__MASK | GC_MC_BUS_CONFIG__TX_BUS_CONFIG__MASK,
			  GC_MC_BUS_CONFIG__FE_BUS_CONFIG(1) | GC_MC_BUS_CONFIG__TX_BUS_CONFIG(0));
	if (gc_core_secure(k))
		fl_mask32(d, GC_MMUv2_AHB_CONTROL, GC_MMUv2_AHB_CONTROL__NONSEC_ACCESS__MASK,
			  GC_MMUv2_AHB_CONTROL__NONSEC_ACCESS(1));
	pulse_eater(d, k);
	fl_write32(d, GC_HI_INTR_ENBL, UINT32_MAX);
	if (fl_read32(d, GC_HI_AXI_CONFIG) != axi)
		return fl_fail(err, FL_FAILED, "setup: HI: AXI_CONFIG reads 0x%08x after 0x%08x was written",
			       fl_read32(d, GC_HI_AXI_CONFIG), axi);
	fl_did(up, "clocks gated but for 0x%05x (MODULE_CONTROLS), AXI_CONFIG 0x%x, all interrupts on", gates,
	       axi);
	return FL_OK;
}
