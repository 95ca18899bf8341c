/* SPDX-License-Identifier: MIT
 *
 * SH, the block: instruction memory and uniforms as states write them (GC facts 5.1, 5.2).
 */
#include "hw/model/gc/sh_code.h"

#include <stdlib.h>

bool mgc_sh_new(struct mgc *g)
{
	g->sh = calloc(1, sizeof(*g->sh));
	return g->sh != NULL;
}

static void forget(struct sh_cached **list)
{
	while (*list) {
		struct sh_cached *c = *list;

		*list = c->next;
		mgc_sh_native_free(c->native);
		mgc_sh_code_free(&c->code);
		free(c);
	}
}

void mgc_sh_forget(struct mgc *g)
{
	if (g->sh)
		forget(&g->sh->dropped);
}

void mgc_sh_free(struct mgc *g)
{
	if (!g->sh)
		return;
	for (unsigned i = 0; i < 2; i++) {
		forget(&g->sh->cached[i]);
		free(g->sh->icache[i].words);
	}
	forget(&g->sh->dropped);
	free(g->sh);
	g->sh = NULL;
}

void mgc_sh_reset(struct mgc *g)
{
	struct mgc_sh *s = g->sh;

	memset(s->inst, 0, sizeof(s->inst));
	memset(s->own, 0, sizeof(s->own));
	memset(s->uniform, 0, sizeof(s->uniform));
	mgc_sh_icache_drop(g, 3);
}

void mgc_sh_flush(struct mgc *g)
{
	mgc_sh_icache_drop(g, 3);
}

/* Before HALTI5 a state steers writes of uniforms to a stage, and flushes those that it keeps. */
static void uniform(struct mgc *g, unsigned vector, unsigned comp, uint32_t value)
{
	const struct mgc_variant *v = g->variant;
	const bool pixel = vector >= SH_UNIFORMS_STAGE;
	const uint32_t steer = GC_STATE(g, VS_NEW_UNK00860);

	if (v->halti < 5 &&
	    (!GC_VS_NEW_UNK00860__FLUSH__GET(steer) || (GC_VS_NEW_UNK00860__PS__GET(steer) != 0) != pixel))
		mgc_report(g, FL_WARN, "SH", "GC facts 5.2",
			   "a %s uniform is written while 0x860 is 0x%x: it says which stage, and flushes",
			   pixel ? "pixel" : "vertex", steer);
	if (vector % SH_UNIFORMS_STAGE >= (pixel ? v->ps_uniforms : v->vs_uniforms))
		mgc_report(g, FL_WARN, "SH", "GC facts 0", "%s uniform %u is written: there are %u",
			   pixel ? "pixel" : "vertex", vector % SH_UNIFORMS_STAGE,
			   pixel ? v->ps_uniforms : v->vs_uniforms);
	g->sh->uniform[vector][comp] = value;
}

static void code(struct mgc *g, uint32_t offset, uint32_t value)
{
	struct mgc_sh *s = g->sh;
	const bool own = offset < GC_SH_UNK0C000_MIRROR(0);

	if (own != sh_has_own(g) || g->variant->halti >= 5)
		mgc_report(g, FL_WARN, "SH", "GC facts 5.1",
			   "code is written to 0x%05x: this chip takes its programs from %s", offset,
			   g->variant->halti >= 5 ? "memory"
			   : sh_has_own(g)        ? "0x4000 and 0x6000"
						  : "0xC000 on");
	if (own)
		s->own[offset >= GC_PS_INST_MEM(0)][offset / 4 % SH_OWN_DW] = value;
	else
		s->inst[offset / 4 % SH_MEMORY_DW] = value;
}

static bool in(uint32_t offset, uint32_t first, uint32_t n)
{
	return offset >= first && offset - first < n * 4;
}

void mgc_sh_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	uint32_t at = 0;

	switch (offset) {
	case GC_GL_FLUSH_CACHE:
		if (value & (GC_GL_FLUSH_CACHE__SHADER_L1__MASK | GC_GL_FLUSH_CACHE__SHADER_L2__MASK))
			mgc_sh_flush(g);
		return;
	case GC_SH_ICACHE_CONTROL:
		mgc_sh_icache_drop(g, GC_SH_ICACHE_CONTROL__FLUSH_VS__GET(value) << MGC_VERTEX |
					  GC_SH_ICACHE_CONTROL__FLUSH_PS__GET(value) << MGC_PIXEL);
		return;
	case GC_VS_ICACHE_INVALIDATE:
		if (value)
			mgc_sh_flush(g);
		return;
	case GC_VS_ICACHE_PREFETCH:
		mgc_sh_prefetch(g, MGC_VERTEX);
		return;
	case GC_PS_ICACHE_PREFETCH:
		mgc_sh_prefetch(g, MGC_PIXEL);
		return;
	default:
		break;
	}
	if (in(offset, GC_VS_INST_MEM(0), GC_VS_INST_MEM__COUNT) ||
	    in(offset, GC_PS_INST_MEM(0), GC_PS_INST_MEM__COUNT) ||
	    in(offset, GC_SH_UNK0C000_MIRROR(0), GC_SH_UNK0C000_MIRROR__COUNT) ||
	    in(offset, GC_SH_INST_MEM(0), GC_SH_INST_MEM__COUNT)) {
		code(g, offset, value);
		return;
	}
	if (in(offset, GC_VS_UNIFORMS(0), GC_VS_UNIFORMS__COUNT))
		at = offset - GC_VS_UNIFORMS(0);
	else if (in(offset, GC_PS_UNIFORMS(0), GC_PS_UNIFORMS__COUNT))
		at = offset - GC_PS_UNIFORMS(0) + SH_UNIFORMS_STAGE * 16;
	else if (in(offset, GC_SH_UNIFORMS(0), GC_SH_UNIFORMS__COUNT))
		at = offset - GC_SH_UNIFORMS(0);
	else if (in(offset, GC_SH_HALTI5_UNIFORMS_MIRROR(0), GC_SH_HALTI5_UNIFORMS_MIRROR__COUNT))
		at = offset - GC_SH_HALTI5_UNIFORMS_MIRROR(0);
	else if (in(offset, GC_SH_HALTI5_UNIFORMS(0), GC_SH_HALTI5_UNIFORMS__COUNT))
		at = offset - GC_SH_HALTI5_UNIFORMS(0);
	else {
		if (in(offset, GC_SH_UNK20000(0), GC_SH_UNK20000__COUNT))
			mgc_report(g, FL_WARN, "SH", "GC facts 5.1",
				   "0x%05x is written: no source says what code there is for", offset);
		return;
	}
	uniform(g, at / 16 % SH_UNIFORMS, at / 4 % 4, value);
}
