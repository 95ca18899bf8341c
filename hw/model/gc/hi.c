/* SPDX-License-Identifier: MIT
 *
 * The host interface: which registers the host reads and writes, clocks and resets (GC facts 2.2, 2.3).
 */
#include "hw/model/gc/fe.h"
#include "hw/model/gc/hi.h"
#include "hw/model/gc/mmu.h"
#include <stdlib.h>
#include <string.h>

enum { IDLE = 0x7fffffff, HOST_END = 0x800 };

bool mgc_hi_new(struct mgc *g)
{
	g->hi = calloc(1, sizeof(*g->hi));
	return g->hi;
}

void mgc_hi_free(struct mgc *g)
{
	free(g->hi);
}

/* A soft reset: clocks and power management are outside of it. */
void mgc_hi_reset(struct mgc *g)
{
	g->hi->pending = 0;
	g->hi->draws_from = g->hi->prims_from = 0;
	g->hi->cycles_from = g->hi->cycles;
	g->hi->idle_from = g->hi->idle_cycles;
}

/* ---- clocks and resets --------------------------------------------------------------------------------- */
uint64_t mgc_hi_cycles(const struct mgc *g, uint64_t us)
{
	const uint32_t off = GC_HI_CLOCK_CONTROL__CLK3D_DIS__MASK | GC_HI_CLOCK_CONTROL__ISOLATE_GPU__MASK;

	if (g->hi->in_reset || g->hi->fault_no_clock || GC_STATE(g, HI_CLOCK_CONTROL) & off)
		return 0;
	return us * MGC_CORE_MHZ * g->hi->fscale / MGC_FSCALE_FULL;
}

static void clock_control(struct mgc *g, uint32_t value)
{
	const bool reset = value & GC_HI_CLOCK_CONTROL__SOFT_RESET__MASK;

	if (value & GC_HI_CLOCK_CONTROL__FSCALE_CMD_LOAD__MASK) {
		g->hi->fscale = GC_HI_CLOCK_CONTROL__FSCALE_VAL__GET(value);
		if (!g->hi->fscale || g->hi->fscale > MGC_FSCALE_FULL)
			mgc_report(g, FL_WARN, "HI", "GC facts 2.2",
				   "CLOCK_CONTROL loads %u 64ths of the clock: 1 to 64 make sense",
				   g->hi->fscale);
	}
	if (reset && !g->hi->in_reset && !(value & GC_HI_CLOCK_CONTROL__ISOLATE_GPU__MASK))
		mgc_report(
		    g, FL_WARN, "HI", "GC facts 2.2",
		    "SOFT_RESET without ISOLATE_GPU: what the core has on its way to memory is cut in the "
		    "middle");
	if (!reset && g->hi->in_reset && !(value & GC_HI_CLOCK_CONTROL__ISOLATE_GPU__MASK))
		mgc_report(g, FL_WARN, "HI", "GC facts 2.2",
			   "SOFT_RESET and ISOLATE_GPU go in one write: the reset ends first");
	if (!reset && g->hi->in_reset)
		mgc_core_reset(g);
	g->hi->in_reset = reset;
}

/* ---- interrupts ---------------------------------------------------------------------------------------- */
void mgc_hi_raise(struct mgc *g, uint32_t bits)
{
	const uint32_t heard = bits & GC_STATE(g, HI_INTR_ENBL);

	if (g->hi->fault_no_interrupt)
		return;
	if (bits & ~heard)
		mgc_report(g, FL_NOTE, "HI", "GC facts 2.3",
			   "an interrupt that INTR_ENBL (0x%08x) has not: 0x%08x is lost",
			   GC_STATE(g, HI_INTR_ENBL), bits & ~heard);
	__atomic_fetch_or(&g->hi->pending, heard, __ATOMIC_RELAXED);
}

/* ---- reading ------------------------------------------------------------------------------------------- */
static uint32_t idle_state(const struct mgc *g)
{
	uint32_t v = IDLE;

	if (g->fe->running || g->fe->stuck)
		v &= ~GC_HI_IDLE_STATE__FE__MASK;
	/* it waits for one that does not end */
	if (g->fe->copying && g->variant->blt)
		v &= ~GC_HI_IDLE_STATE__BL__MASK;
	else if (g->fe->copying || (g->fe->stuck && g->fe->state == GC_FE_DMA_DEBUG_STATE__CMD_STATE__STALL))
		v &= ~GC_HI_IDLE_STATE__PE__MASK;
	if (g->hi->fault_mc_busy)
		v &= ~GC_HI_IDLE_STATE__MC__MASK;
	return v;
}

static uint32_t clock_status(const struct mgc *g)
{
	const uint32_t idle = GC_HI_CLOCK_CONTROL__IDLE_3D__MASK | GC_HI_CLOCK_CONTROL__IDLE_2D__MASK |
			      GC_HI_CLOCK_CONTROL__IDLE_VG__MASK;
	uint32_t v = GC_STATE(g, HI_CLOCK_CONTROL) & ~idle;

	v |= GC_HI_CLOCK_CONTROL__IDLE_2D__MASK | GC_HI_CLOCK_CONTROL__IDLE_VG__MASK; /* it has neither */
	if (!g->hi->fault_no_clock && !g->fe->stuck)
		v |= GC_HI_CLOCK_CONTROL__IDLE_3D__MASK;
	return v;
}

/* GC facts 2.7: each unit has a register that shows the counter which PROFILE_CONFIG selects. Those of FE
 * are kept; the others count nothing here. */
static uint32_t counter(struct mgc *g, uint32_t offset)
{
	const uint32_t select = GC_MC_PROFILE_CONFIG0__FE__GET(GC_STATE(g, MC_PROFILE_CONFIG0));

	if (GC_STATE(g, HI_CLOCK_CONTROL) & GC_HI_CLOCK_CONTROL__DISABLE_DEBUG_REGISTERS__MASK) {
		mgc_report(g, FL_NOTE, "HI", "GC facts 2.7",
			   "counter 0x%03x is read while DISABLE_DEBUG_REGISTERS is set: it shows 0", offset);
		return 0;
	}
	if (offset != GC_MC_PROFILE_FE_READ)
		return 0;
	switch (select) {
	case GC_MC_PROFILE_CONFIG0__FE__CURRENT_PRIM:
		return (uint32_t)(g->fe->prims - g->hi->prims_from);
	case GC_MC_PROFILE_CONFIG0__FE__DRAW_COUNT:
		return (uint32_t)(g->fe->draws - g->hi->draws_from);
	default:
		return 0;
	}
}

/* GC880 and GC2000 count cycles elsewhere, and idle ones where the others have all (GC facts 2.7). */
static bool cycles(const struct mgc *g, uint32_t offset, uint32_t *v)
{
	const bool old = g->variant->mmu == 1;
	const uint32_t all = old ? GC_MC_PROFILE_CYCLE_COUNTER : GC_HI_PROFILE_TOTAL_CYCLES;
	const uint32_t idle = old ? GC_HI_PROFILE_TOTAL_CYCLES : GC_HI_PROFILE_IDLE_CYCLES;

	if (offset != all && offset != idle)
		return false;
	*v = (uint32_t)(offset == all ? g->hi->cycles - g->hi->cycles_from
				      : g->hi->idle_cycles - g->hi->idle_from);
	return true;
}

static uint32_t identity(const struct mgc *g, uint32_t offset, uint32_t stored)
{
	const struct mgc_variant *v = g->variant;

	switch (offset) {
	case GC_HI_CHIP_IDENTITY:
		return 0; /* of cores that have no CHIP_MODEL */
	case GC_HI_CHIP_FEATURE:
		return v->features;
	case GC_HI_CHIP_MODEL:
		return v->model;
	case GC_HI_CHIP_REV:
		return v->revision;
	case GC_HI_CHIP_CUSTOMER_ID:
		return v->customer;
	case GC_HI_CHIP_PRODUCT_ID:
		return v->product;
	case GC_HI_CHIP_ECO_ID:
		return v->eco;
	case GC_HI_CHIP_MINOR_FEATURE_0:
		return v->minor[0];
	case GC_HI_CHIP_MINOR_FEATURE_1:
		return v->minor[1];
	case GC_HI_CHIP_MINOR_FEATURE_2:
		return v->minor[2];
	case GC_HI_CHIP_MINOR_FEATURE_3:
		return v->minor[3];
	case GC_HI_CHIP_MINOR_FEATURE_4:
		return v->minor[4];
	case GC_HI_CHIP_MINOR_FEATURE_5:
		return v->minor[5];
	case GC_HI_CHIP_SPECS:
		return v->specs[0];
	case GC_HI_CHIP_SPECS_2:
		return v->specs[1];
	case GC_HI_CHIP_SPECS_3:
		return v->specs[2];
	case GC_HI_CHIP_SPECS_4:
		return v->specs[3];
	default:
		return stored;
	}
}

uint32_t mgc_hi_read(struct mgc *g, uint32_t offset)
{
	uint32_t v;

	if (g->hi->fault_no_clock && offset != GC_HI_CLOCK_CONTROL)
		return 0;
	if (cycles(g, offset, &v))
		return v;
	switch (offset) {
	case GC_HI_CLOCK_CONTROL:
		return clock_status(g);
	case GC_HI_IDLE_STATE:
		mgc_fe_tell_half_started(g);
		return idle_state(g);
	case GC_HI_INTR_ACKNOWLEDGE:
		mgc_fe_tell_half_started(g);
		return __atomic_exchange_n(&g->hi->pending, 0, __ATOMIC_RELAXED);
	case GC_FE_DMA_STATUS:
	case GC_FE_DMA_DEBUG_STATE:
	case GC_FE_DMA_ADDRESS:
	case GC_FE_DMA_LOW:
	case GC_FE_DMA_HIGH:
		return mgc_fe_debug(g, offset);
	}
	if (offset >= GC_MC_PROFILE_RA_READ && offset <= GC_MC_PROFILE_HI_READ)
		return counter(g, offset);
	if (offset >= HOST_END || !g->fe->known[offset / 4]) {
		fl_reg_unknown_read(&g->base, g->fe->told, "HI", offset);
		return 0;
	}
	return identity(g, offset, g->state[offset / 4]);
}

/* ---- writing ------------------------------------------------------------------------------------------- */
/* What the host may write; ranges, by their ends. */
static bool writable(const struct mgc *g, uint32_t offset)
{
	static const struct {
		uint32_t first, last;
		uint8_t mmu;
		bool secure;
	} range[] = {
	    {GC_HI_CLOCK_CONTROL, GC_HI_CLOCK_CONTROL, 0, false},
	    {GC_HI_AXI_CONFIG, GC_HI_AXI_CONFIG, 0, false},
	    {GC_HI_INTR_ENBL, GC_HI_INTR_ENBL, 0, false},
	    {GC_HI_CACHE_CONTROL, GC_HI_MEMORY_COUNTER_RESET, 0, false},
	    {GC_HI_GP_OUT0, GC_HI_AXI_CONTROL, 0, false},
	    {GC_HI_PROFILE_TOTAL_CYCLES, GC_HI_PROFILE_IDLE_CYCLES, 0, false},
	    {GC_HI_COMPRESSION_FLAGS, GC_HI_COMPRESSION_FLAGS, 0, false},
	    {GC_HI_AUXBIT, GC_HI_AUXBIT, 0, false},
	    {GC_PM_POWER_CONTROLS, GC_PM_MODULE_CONTROLS, 0, false},
	    {GC_PM_PULSE_EATER, GC_PM_PULSE_EATER, 0, false},
	    {GC_MMUv2_CONTROL, GC_MMUv2_CONTROL, 2, false},
	    {GC_MMUv2_AXI_POLICY(0), GC_MMUv2_AXI_POLICY(7), 2, false},
	    {GC_MMUv2_SEC_CONTROL, GC_MMUv2_AHB_CONTROL, 2, true},
	    {GC_MC_MMU_FE_PAGE_TABLE, GC_MC_MMU_RA_PAGE_TABLE, 1, false},
	    {GC_MC_DEBUG_MEMORY, GC_MC_PROFILE_CYCLE_COUNTER, 0, false},
	    {GC_MC_PROFILE_CONFIG0, GC_MC_BUS_CONFIG, 0, false},
	    {GC_MC_START_COMPOSITION, GC_MC_MC_LATENCY_RESET, 0, false},
	    {GC_FE_COMMAND_ADDRESS, GC_FE_COMMAND_CONTROL, 0, false},
	};

	for (unsigned i = 0; i < sizeof(range) / sizeof(range[0]); i++)
		if (offset >= range[i].first && offset <= range[i].last &&
		    (!range[i].mmu || range[i].mmu == g->variant->mmu) &&
		    (!range[i].secure || g->variant->secure))
			return true;
	return false;
}

static void counters_reset(struct mgc *g, uint32_t value)
{
	if (GC_MC_PROFILE_CONFIG0__FE__GET(value) == GC_MC_PROFILE_CONFIG0__FE__RESET) {
		g->hi->draws_from = g->fe->draws;
		g->hi->prims_from = g->fe->prims;
	}
}

static void act(struct mgc *g, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case GC_HI_CLOCK_CONTROL:
		clock_control(g, value);
		break;
	case GC_HI_MEMORY_COUNTER_RESET:
		g->hi->cycles_from = g->hi->cycles;
		g->hi->idle_from = g->hi->idle_cycles;
		break;
	case GC_MC_PROFILE_CONFIG0:
		counters_reset(g, value);
		break;
	case GC_MMUv2_AHB_CONTROL:
		if (value & GC_MMUv2_AHB_CONTROL__RESET__MASK) {
			mgc_core_reset(g);
			GC_STATE(g, MMUv2_AHB_CONTROL) = value & ~GC_MMUv2_AHB_CONTROL__RESET__MASK;
		}
		break;
	case GC_FE_COMMAND_CONTROL:
	case GC_MMUv2_SEC_COMMAND_CONTROL:
		mgc_fe_control(g, offset, value);
		break;
	default:
		mgc_mmu_host_write(g, offset, value);
	}
}

void mgc_hi_host_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	if (g->hi->fault_no_clock && offset != GC_HI_CLOCK_CONTROL)
		return;
	if (offset < HOST_END && writable(g, offset)) {
		if (!g->hi->in_reset || offset == GC_HI_CLOCK_CONTROL || offset == GC_PM_PULSE_EATER ||
		    offset == GC_MMUv2_AHB_CONTROL) {
			g->state[offset / 4] = value;
			act(g, offset, value);
		} else
			mgc_report(
			    g, FL_WARN, "HI", "GC facts 2.2",
			    "0x%08x is written to register 0x%03x while SOFT_RESET is held: it is lost",
			    value, offset);
	} else if (offset < MGC_STATES_B && g->fe->known[offset / 4])
		mgc_report(
		    g, FL_WARN, "HI", "GC facts 3",
		    "0x%08x is written to 0x%04x by the host: it is read only, or a state, which FE loads "
		    "(LOAD_STATE); dropped",
		    value, offset);
	else
		mgc_report(
		    g, FL_WARN, "HI", "",
		    "0x%08x is written to 0x%04x, where this core has no register that is known: dropped",
		    value, offset);
}
