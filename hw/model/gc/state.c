/* SPDX-License-Identifier: MIT
 *
 * What becomes of a state that is loaded: which block hears of it, whose decoded form goes stale, and who
 * may write it. One table of ranges, which follows the names of etna_viv's database; which of their states a
 * core has is the database's.
 */
#include "hw/model/look.h"
#include "hw/model/gc/fe.h"
#include "hw/regs/gc_reset.h"
#include <stdlib.h>

enum {
	KERNEL = 1, /* a program's stream has no business there (GC facts 3) */
	NOBODY = 2, /* the host's registers, which FE does not reach */
	SOURCE = 4, /* GC facts 3.1: FE waits for PE before it loads these, while older draws may run */
	LAST = 0xffffffff
};

/* Which cores have the states of a range: those of the units that took a predecessor's place. */
enum need { ANY, NO_BLT, BLT, HALTI2, HALTI5, DESCRIPTORS };

static const struct route {
	uint32_t first;
	void (*write)(struct mgc *g, uint32_t offset, uint32_t value);
	uint8_t dirty, flags, need;
} routes[] = {
    {0x00000, NULL, 0, NOBODY, ANY},                              /* HI, PM */
    {0x00180, mgc_mmu_write, 0, KERNEL, ANY},                     /* MMUv2: SAFE_ADDRESS, CONFIGURATION */
    {0x00188, NULL, 0, NOBODY, ANY},                              /* STATUS and on */
    {0x001ac, mgc_mmu_write, 0, KERNEL, ANY},                     /* PTA_CONFIG */
    {0x001b0, NULL, 0, NOBODY, ANY},                              /* MMUv2, MC */
    {0x00600, mgc_vs_write, MGC_DIRTY_FE, 0, ANY},                /* FE: elements, streams */
    {0x00654, NULL, 0, NOBODY, ANY},                              /* COMMAND_ADDRESS to DMA_HIGH */
    {0x00670, mgc_vs_write, MGC_DIRTY_FE, 0, ANY},                /* FE */
    {0x00800, mgc_sh_write, MGC_DIRTY_SH, 0, ANY},                /* VS */
    {0x00900, mgc_sh_write, MGC_DIRTY_SH, 0, ANY},                /* CL */
    {0x00a00, mgc_vs_write, MGC_DIRTY_PA, 0, ANY},                /* PA, SE, RA */
    {0x01000, mgc_sh_write, MGC_DIRTY_SH, 0, ANY},                /* PS */
    {0x01100, mgc_sh_write, MGC_DIRTY_SH, 0, ANY},                /* GS */
    {0x01400, mgc_pe_write, MGC_DIRTY_PE, 0, ANY},                /* PE */
    {0x01600, mgc_rs_write, 0, 0, NO_BLT},                        /* RS */
    {0x01650, mgc_pe_write, MGC_DIRTY_TS, 0, ANY},                /* TS */
    {0x016a0, mgc_rs_write, 0, 0, ANY},                           /* RS_EXTRA_CONFIG */
    {0x016a4, mgc_pe_write, MGC_DIRTY_TS, 0, ANY},                /* TS: hierarchical depth */
    {0x016b0, mgc_rs_write, 0, 0, NO_BLT},                        /* RS */
    {0x016bc, mgc_pe_write, MGC_DIRTY_TS, 0, ANY},                /* TS: clear values' upper halves */
    {0x016c0, mgc_rs_write, 0, 0, NO_BLT},                        /* RS by pipe */
    {0x01720, mgc_pe_write, MGC_DIRTY_TS | MGC_DIRTY_TX, 0, ANY}, /* TS of samplers and targets */
    {0x02000, mgc_tx_write, MGC_DIRTY_TX, 0, ANY},                /* TE */
    {0x03000, NULL, 0, 0, ANY},                                   /* CO */
    {0x03800, mgc_gl_write, 0, KERNEL, ANY},                      /* GL: PIPE_SELECT, EVENT */
    {0x03808, mgc_gl_write, 0, 0, ANY},                           /* SEMAPHORE_TOKEN, FLUSH_CACHE */
    {0x03810, mgc_gl_write, 0, KERNEL, ANY},                      /* FLUSH_MMU */
    {0x03814, mgc_gl_write, MGC_DIRTY_FE | MGC_DIRTY_PA | MGC_DIRTY_SH, 0, ANY},
    {0x04000, mgc_sh_write, MGC_DIRTY_SH, SOURCE, ANY},         /* VS: instructions */
    {0x05000, mgc_sh_write, MGC_DIRTY_UNIFORM, SOURCE, ANY},    /* VS: uniforms */
    {0x06000, mgc_sh_write, MGC_DIRTY_SH, SOURCE, ANY},         /* PS */
    {0x07000, mgc_sh_write, MGC_DIRTY_UNIFORM, SOURCE, ANY},    /* PS */
    {0x08000, mgc_sh_write, MGC_DIRTY_SH, SOURCE, ANY},         /* SH: instructions of both */
    {0x10000, mgc_tx_write, MGC_DIRTY_TX, 0, HALTI2},           /* NTE */
    {0x14000, mgc_blt_write, 0, 0, BLT},                        /* BLT */
    {0x14600, mgc_vs_write, MGC_DIRTY_FE, 0, HALTI2},           /* NFE: streams */
    {0x14800, mgc_pe_write, MGC_DIRTY_PE, 0, HALTI2},           /* PE: further targets of eight */
    {0x14920, mgc_pe_write, MGC_DIRTY_PE, 0, HALTI5},           /* and their own masks and blending */
    {0x14a00, mgc_sh_write, MGC_DIRTY_SH, 0, ANY},              /* TCS, TES */
    {0x14c00, mgc_tx_write, MGC_DIRTY_TX, 0, DESCRIPTORS},      /* NTE: descriptors */
    {0x15600, mgc_sh_write, MGC_DIRTY_SH, 0, HALTI5},           /* SH_CONFIG, VS */
    {0x15800, mgc_tx_write, MGC_DIRTY_TX, 0, DESCRIPTORS},      /* NTE */
    {0x17800, mgc_vs_write, MGC_DIRTY_FE, 0, HALTI5},           /* NFE: elements */
    {0x18000, NULL, 0, 0, HALTI5},                              /* WD, TFB */
    {0x20000, mgc_sh_write, MGC_DIRTY_SH, SOURCE, HALTI5},      /* SH: instructions */
    {0x30000, mgc_sh_write, MGC_DIRTY_UNIFORM, SOURCE, HALTI2}, /* SH: uniforms */
    {0x38000, NULL, 0, 0, ANY},                                 /* DUMMY */
    {LAST, NULL, 0, 0, ANY},
};

static const struct route *route(uint32_t offset)
{
	unsigned low = 0, high = sizeof(routes) / sizeof(routes[0]) - 1; /* low's first <= offset < high's */

	while (high - low > 1) {
		const unsigned middle = (low + high) / 2;

		if (routes[middle].first <= offset)
			low = middle;
		else
			high = middle;
	}
	return &routes[low];
}

static bool has(const struct mgc_variant *v, uint8_t need)
{
	switch (need) {
	case NO_BLT:
		return !v->blt;
	case BLT:
		return v->blt;
	case HALTI2:
		return v->halti >= 2;
	case HALTI5:
		return v->halti >= 5;
	case DESCRIPTORS:
		return v->tx_descriptor;
	default:
		return true;
	}
}

/* ---- what the database knows --------------------------------------------------------------------------- */
bool mgc_states_new(struct mgc *g)
{
	g->fe->told = calloc(MGC_STATES_B / 4, sizeof(*g->fe->told));
	for (unsigned i = 0; i < sizeof(gc_reset) / sizeof(gc_reset[0]); i++)
		for (uint32_t k = 0; gc_reset[i].space == GC_SPACE_STATE && k < gc_reset[i].count; k++) {
			const uint32_t offset = gc_reset[i].offset + k * gc_reset[i].stride;

			if (gc_reset[i].chips & g->variant->chip_bit && offset < MGC_STATES_B)
				g->fe->known[offset / 4] = true;
		}
	return g->fe->told;
}

/* Elements of vertices come up at random on GC400 (GC facts 4). */
static void random_elements(struct mgc *g)
{
	uint32_t x = 0x2545f491;

	for (unsigned i = 0; i < GC_FE_VERTEX_ELEMENT_CONFIG__COUNT; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
		GC_STATE_AT(g, FE_VERTEX_ELEMENT_CONFIG, i) = x;
	}
}

/* Power management, clocks and AHB are outside of what a soft reset reaches. */
static bool survives(uint32_t offset)
{
	return offset == GC_HI_CLOCK_CONTROL ||
	       (offset >= GC_PM_POWER_CONTROLS && offset <= GC_PM_PULSE_EATER);
}

void mgc_states_reset(struct mgc *g)
{
	for (uint32_t i = 0; i < MGC_STATES_B / 4; i++)
		if (!survives(4 * i))
			g->state[i] = 0;
	for (unsigned i = 0; i < sizeof(gc_reset) / sizeof(gc_reset[0]); i++)
		for (uint32_t k = 0; gc_reset[i].space == GC_SPACE_STATE && k < gc_reset[i].count; k++) {
			const uint32_t offset = gc_reset[i].offset + k * gc_reset[i].stride;

			if (gc_reset[i].chips & g->variant->chip_bit && offset < MGC_STATES_B &&
			    !survives(offset))
				g->state[offset / 4] |= gc_reset[i].value;
		}
	if (g->variant->halti < 0)
		random_elements(g);
}

/* ---- loading ------------------------------------------------------------------------------------------- */
/* False: it goes nowhere. */
static bool may_load(struct mgc *g, const struct route *r, uint32_t offset, uint32_t value)
{
	if (r->flags & NOBODY) {
		fl_model_report_reg(
		    &g->base, &g->fe->told[offset / 4].format[FL_REG_READ_ONLY], FL_WARN, "FE", "GC facts 3",
		    offset, "0x%08x is loaded to a register that the host alone reaches: dropped", value);
		return false;
	}
	if (!g->fe->known[offset / 4] || !has(g->variant, r->need))
		fl_model_report_reg(&g->base, &g->fe->told[offset / 4].format[FL_REG_OTHER], FL_WARN, "FE",
				    "etna_viv rnndb", offset,
				    "0x%08x is loaded to a state that this core is not known to have", value);
	if (r->flags & KERNEL && g->fe->client)
		fl_model_report_reg(
		    &g->base, &g->fe->told[offset / 4].format[FL_REG_RESERVED], FL_WARN, "FE", "GC facts 3",
		    offset, "0x%08x is loaded to a state of the kernel's by a program's stream", value);
	return true;
}

/* For who looks: what the copiers are about to do. */
static enum fl_look_kind rs_kind(const struct mgc *g, uint32_t kicker)
{
	if (kicker == GC_RS_KICKER_INPLACE)
		return FL_LOOK_RESOLVE;
	return GC_RS_CLEAR_CONTROL__MODE__GET(GC_STATE(g, RS_CLEAR_CONTROL)) ? FL_LOOK_CLEAR : FL_LOOK_COPY;
}

static enum fl_look_kind blt_kind(uint32_t command)
{
	switch (GC_BLT_COMMAND__COMMAND__GET(command)) {
	case GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE:
		return FL_LOOK_CLEAR;
	case GC_BLT_COMMAND__COMMAND__COPY_BUFFER:
		return FL_LOOK_DMA;
	case GC_BLT_COMMAND__COMMAND__INPLACE:
		return FL_LOOK_RESOLVE;
	default:
		return FL_LOOK_COPY;
	}
}

/* States that set something off besides: the rest of their units hears of them as of any other. */
static void go(struct mgc *g, uint32_t offset, uint32_t value)
{
	bool ok = true;

	switch (offset) {
	case GC_RS_KICKER:
	case GC_RS_KICKER_INPLACE:
		if (!g->variant->blt) {
			mgc_sync_note(g, MGC_SYNC_RS);
			g->fe->copying |= g->fe->fault_copy;
			if (!fl_look_begin(&g->base, rs_kind(g, offset),
					   offset == GC_RS_KICKER ? "RS_KICKER" : "RS_KICKER_INPLACE"))
				break;
			ok = g->fe->copying || mgc_rs_go(g);
			fl_look_end(&g->base);
		}
		break;
	case GC_BLT_COMMAND:
		if (g->variant->blt) {
			mgc_sync_note(g, GC_SYNC_RECIPIENT__BLT);
			g->fe->copying |= g->fe->fault_copy;
			if (!fl_look_begin(&g->base, blt_kind(value), "BLT_COMMAND"))
				break;
			ok = g->fe->copying || mgc_blt_go(g, value);
			fl_look_end(&g->base);
		}
		break;
	case GC_TS_FLUSH_CACHE:
		if (value & GC_TS_FLUSH_CACHE__FLUSH__MASK) {
			mgc_sync_ts_flush(g);
			mgc_ts_flush(g);
		}
		break;
	}
	if (!ok)
		mgc_hang(g);
}

void mgc_state(struct mgc *g, uint32_t offset, uint32_t value)
{
	const struct route *r = route(offset);

	if (!may_load(g, r, offset, value))
		return;
	if (r->flags & SOURCE)
		mgc_sync_source(g, offset);
	else
		mgc_sync_state(g, offset, value);
	g->state[offset / 4] = mgc_state_merge(offset, g->state[offset / 4], value);
	g->dirty |= r->dirty;
	if (r->write)
		r->write(g, offset, value);
	go(g, offset, value);
}
