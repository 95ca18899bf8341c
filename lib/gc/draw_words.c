/* SPDX-License-Identifier: MIT
 *
 * Words of programs come to the core (GC facts 5.1): into its memory, or to the end of the batch.
 */
#include "lib/gc/draw_state.h"

enum { PIXEL_FIRST = 256, INST_DW = FL_GC_WORDS };

/* Into the core, as many as one command takes at a time. */
static void load_words(struct fl_cs *cs, uint32_t state, uint32_t n, const uint32_t (*words)[FL_GC_WORDS])
{
	enum { CHUNK = 64 };

	for (uint32_t i = 0; i < n; i += CHUNK) {
		const uint32_t some = n - i < CHUNK ? n - i : CHUNK;
		uint32_t *p = fl_cs_room(cs, INST_DW * some + 2);

		fl_cs_done(cs, fl_gc_load(p, state + 4 * INST_DW * i, INST_DW * some, words[i]));
	}
}

static uint32_t *drop_cache(const struct fl_draw *d, uint32_t *p)
{
	if (fl_gc_info_of(d)->code != FL_GC_CODE_CACHED)
		return p;
	return fl_gc_put(p, GC_SH_ICACHE_CONTROL,
			 GC_SH_ICACHE_CONTROL__FLUSH_VS(1) | GC_SH_ICACHE_CONTROL__FLUSH_PS(1));
}

static void vertex_in_core(struct fl_draw *d, uint32_t n, const uint32_t (*words)[FL_GC_WORDS])
{
	const bool apart = fl_gc_info_of(d)->code == FL_GC_CODE_APART;
	uint32_t *p = drop_cache(d, fl_cs_room(d->cs, FL_GC_STATE_DW));

	if (!apart)
		p = fl_gc_put(p, GC_VS_RANGE, GC_VS_RANGE__LOW(0) | GC_VS_RANGE__HIGH(n - 1));
	p = fl_gc_put(p, GC_VS_START_PC, 0);
	fl_cs_done(d->cs, fl_gc_put(p, GC_VS_END_PC, n));
	load_words(d->cs, apart ? GC_VS_INST_MEM(0) : GC_SH_INST_MEM(0), n, words);
}

static void pixel_in_core(struct fl_draw *d, uint32_t n, const uint32_t (*words)[FL_GC_WORDS])
{
	const uint32_t code = fl_gc_info_of(d)->code;
	uint32_t *p = drop_cache(d, fl_cs_room(d->cs, FL_GC_STATE_DW));

	if (code != FL_GC_CODE_APART)
		p = fl_gc_put(p, GC_PS_RANGE,
			      GC_PS_RANGE__LOW(PIXEL_FIRST) | GC_PS_RANGE__HIGH(PIXEL_FIRST + n - 1));
	p = fl_gc_put(p, GC_PS_START_PC, 0);
	fl_cs_done(d->cs, fl_gc_put(p, GC_PS_END_PC, n));
	load_words(d->cs,
		   code == FL_GC_CODE_APART    ? GC_PS_INST_MEM(0)
		   : code == FL_GC_CODE_SHARED ? GC_SH_INST_MEM(INST_DW * PIXEL_FIRST)
					       : GC_SH_UNK0C000_MIRROR(INST_DW * PIXEL_FIRST),
		   n, words);
}

/* At the end of the batch, at a multiple of 256; the cache may know what was there before. */
static void in_memory(struct fl_draw *d, bool pixel, uint32_t n, const uint32_t (*words)[FL_GC_WORDS])
{
	enum { ALIGN_B = 256, ALL = 0x1f };
	uint32_t *to, *p, addr;

	fl_cs_room(d->cs, FL_GC_STATE_DW + INST_DW * n + ALIGN_B / 4);
	to = fl_gc_tail(d->cs, INST_DW * n, ALIGN_B);
	memcpy(to, words, 4 * INST_DW * (size_t)n);
	addr = (uint32_t)fl_cs_address(d->cs, to);
	p = fl_cs_room(d->cs, FL_GC_STATE_DW);
	p = fl_gc_put(p, GC_VS_ICACHE_INVALIDATE, ALL);
	p = fl_gc_put(p, pixel ? GC_PS_NEWRANGE_LOW : GC_VS_NEWRANGE_LOW, 0);
	p = fl_gc_put(p, pixel ? GC_PS_HALTI5_RANGE_HIGH : GC_VS_HALTI5_RANGE_HIGH, n);
	p = fl_gc_put(p, pixel ? GC_PS_INST_ADDR : GC_VS_INST_ADDR, addr);
	p = fl_gc_put(p, GC_SH_ICACHE_CONTROL, GC_SH_ICACHE_CONTROL__ENABLE(1));
	fl_cs_done(d->cs, fl_gc_put(p, pixel ? GC_PS_ICACHE_COUNT : GC_VS_ICACHE_COUNT, n - 1));
}

void fl_gc_bring(struct fl_draw *d, bool pixel, uint32_t n, const uint32_t (*words)[FL_GC_WORDS])
{
	if (fl_gc_info_of(d)->code == FL_GC_CODE_MEMORY)
		in_memory(d, pixel, n, words);
	else if (pixel)
		pixel_in_core(d, n, words);
	else
		vertex_in_core(d, n, words);
}
