/* SPDX-License-Identifier: MIT
 *
 * SH: where a stage's code comes from (GC facts 5.1). In the core it is as states wrote it; in memory it goes
 * through the instruction cache, which keeps what it has until it is flushed.
 */
#include "hw/model/gc/sh_code.h"

#include <stdlib.h>

enum { INST_B = 16 };

static const char *name(enum mgc_stage stage)
{
	return stage == MGC_VERTEX ? "vertex" : "pixel";
}

void mgc_sh_icache_drop(struct mgc *g, unsigned stages)
{
	for (unsigned i = 0; i < 2; i++)
		if (stages >> i & 1)
			g->sh->icache[i].valid = false;
	if (stages)
		g->dirty |= MGC_DIRTY_SH; /* the next draw takes what is in memory then */
}

static bool by_memory(const struct mgc *g)
{
	return g->variant->icache &&
	       (g->variant->halti >= 5 || GC_SH_ICACHE_CONTROL__ENABLE__GET(GC_STATE(g, SH_ICACHE_CONTROL)));
}

/* Instructions low to high - 1 of the address or memory */
static void range(const struct mgc *g, enum mgc_stage stage, uint32_t *low, uint32_t *high)
{
	const uint32_t r = stage == MGC_VERTEX ? GC_STATE(g, VS_RANGE) : GC_STATE(g, PS_RANGE);

	if (g->variant->halti >= 5) {
		*low = stage == MGC_VERTEX ? GC_STATE(g, VS_NEWRANGE_LOW) : GC_STATE(g, PS_NEWRANGE_LOW);
		*high = stage == MGC_VERTEX ? GC_STATE(g, VS_HALTI5_RANGE_HIGH)
					    : GC_STATE(g, PS_HALTI5_RANGE_HIGH);
	} else if (sh_has_own(g)) {
		*low = 0;
		*high = stage == MGC_VERTEX ? GC_STATE(g, VS_END_PC) : GC_STATE(g, PS_END_PC);
	} else {
		*low = GC_VS_RANGE__LOW__GET(r);
		*high = GC_VS_RANGE__HIGH__GET(r) + 1;
	}
}

static bool sane(struct mgc *g, enum mgc_stage stage, uint32_t low, uint32_t high, uint32_t most)
{
	if (high > low && high - low <= SH_MAX_INST && high <= most)
		return true;
	mgc_report(g, FL_REFUSE, "SH", "GC facts 5.1",
		   "the %s program is instructions %u to %u: one at least, and no more than %u", name(stage),
		   low, high, most);
	return false;
}

/* The cache's copy of n instructions, read now. */
static bool fetch(struct mgc *g, enum mgc_stage stage, uint32_t addr, unsigned n)
{
	struct sh_icache *c = &g->sh->icache[stage];
	uint32_t *words = malloc((size_t)n * INST_B);

	if (!words)
		return false;
	if (!mgc_read(g, MGC_TX, addr, words, (size_t)n * INST_B)) {
		mgc_report(g, FL_REFUSE, "SH", "GC facts 5.1",
			   "the %s program at 0x%08x, %u instructions, is not in memory", name(stage), addr,
			   n);
		free(words);
		return false;
	}
	free(c->words);
	*c = (struct sh_icache){addr, words, n, true};
	return true;
}

static bool changed_since(struct mgc *g, const struct sh_icache *c, unsigned n)
{
	for (unsigned i = 0; i < n * 4; i++) {
		uint64_t left_B = 0;
		const uint8_t *p = mgc_peek(g, MGC_TX, c->addr + i * 4, &left_B);
		if (p && left_B >= 4 && memcmp(p, &c->words[i], 4))
			return true;
	}
	return false;
}

static const uint32_t *from_memory(struct mgc *g, enum mgc_stage stage, unsigned n, uint32_t low)
{
	struct sh_icache *c = &g->sh->icache[stage];
	const uint32_t base = stage == MGC_VERTEX ? GC_STATE(g, VS_INST_ADDR) : GC_STATE(g, PS_INST_ADDR);
	const uint32_t addr = base + low * INST_B;

	if (base % 256)
		mgc_report(g, FL_WARN, "SH", "GC facts 5.1",
			   "the %s program is at 0x%08x: its address is to be a multiple of 256", name(stage),
			   base);
	if (!c->valid || c->addr != addr || c->n_inst < n)
		return fetch(g, stage, addr, n) ? c->words : NULL;
	if (changed_since(g, c, n))
		mgc_report(
		    g, FL_WARN, "SH", "GC facts 5.1",
		    "the %s program at 0x%08x was written since the instruction cache took it, and not "
		    "flushed: the old one runs",
		    name(stage), addr);
	return c->words;
}

void mgc_sh_prefetch(struct mgc *g, enum mgc_stage stage)
{
	uint32_t low, high;

	range(g, stage, &low, &high);
	if (by_memory(g) && high > low && high - low <= SH_MAX_INST)
		from_memory(g, stage, high - low, low);
}

const uint32_t *mgc_sh_words(struct mgc *g, enum mgc_stage stage, unsigned *n_inst, unsigned *start)
{
	const struct mgc_variant *v = g->variant;
	const bool memory = by_memory(g);
	uint32_t low, high, end;

	*start = 0;
	range(g, stage, &low, &high);
	if (v->halti >= 5 && !GC_SH_ICACHE_CONTROL__ENABLE__GET(GC_STATE(g, SH_ICACHE_CONTROL))) {
		mgc_report(g, FL_REFUSE, "SH", "GC facts 5.1",
			   "SH_ICACHE_CONTROL is 0x%x: without ENABLE this chip has no code to run",
			   GC_STATE(g, SH_ICACHE_CONTROL));
		return NULL;
	}
	if (!sane(g, stage, low, high, memory ? ~0u : v->instructions))
		return NULL;
	*n_inst = high - low;
	if (v->halti < 5) {
		end = stage == MGC_VERTEX ? GC_STATE(g, VS_END_PC) : GC_STATE(g, PS_END_PC);
		*start = stage == MGC_VERTEX ? GC_STATE(g, VS_START_PC) : GC_STATE(g, PS_START_PC);
		if (end > *n_inst || *start >= end) {
			mgc_report(
			    g, FL_REFUSE, "SH", "GC facts 12",
			    "the %s program runs from %u to %u and has %u instructions: the core hangs",
			    name(stage), *start, end, *n_inst);
			return NULL;
		}
		if (end != *n_inst)
			mgc_report(g, FL_WARN, "SH", "GC facts 12",
				   "the %s program's range has %u instructions, END_PC says %u", name(stage),
				   *n_inst, end);
		*n_inst = end;
	}
	if (memory)
		return from_memory(g, stage, *n_inst, low);
	return sh_has_own(g) ? g->sh->own[stage] : g->sh->inst + low * 4;
}
