/* SPDX-License-Identifier: MIT
 *
 * TX: the units of a draw's programs, look-ups, and the cache of texels, which keeps what it has until a
 * flush of TEXTURE or TEXTUREVS (GC facts 9).
 */
#include "hw/model/look.h"
#include "hw/model/gc/tx.h"
#include "hw/model/gc/pe.h"
#include "hw/model/gc/vs.h"

#include <stdlib.h>
#include <string.h>

enum { TEXELS_B = 32 << 20 }; /* of decoded textures */

/* ---- memory of textures -------------------------------------------------------------------------------- */
/* A unit whose memory is not in one piece, or is read through tile status, has a copy. */
struct gathering {
	struct mgc *g;
	const struct mgc_sampler *s;
	struct fl_arena *arena;
	unsigned unit;
};

static uint8_t *copy_of(const struct gathering *f, const struct fl_texel_unit *u)
{
	uint8_t *to = fl_arena_alloc(f->arena, u->size_B, 64);

	if (!to)
		return NULL;
	memset(to, 0, u->size_B);
	for (unsigned i = 0; i < u->image.n_levels; i++) {
		const struct fl_texel_level *l = &u->level[i];
		const uint64_t size_B = mgc_tx_level_B(&u->image, l);
		const uint32_t at = (uint32_t)(u->image.addr + l->at_B);

		if (!i && f->s->ts.on)
			mgc_ts_read(f->g, &f->s->ts, MGC_TX, at, to + l->at_B, size_B);
		else if (!mgc_read(f->g, MGC_TX, at, to + l->at_B, size_B))
			mgc_report(
			    f->g, FL_WARN, "TX", "GC facts 9",
			    "unit %u: level %u, %llu bytes at 0x%08x, is not all in memory: the rest reads 0",
			    f->unit, i, (unsigned long long)size_B, at);
	}
	return to;
}

static const uint8_t *memory(void *of, const struct fl_texel_unit *u)
{
	struct mgc *g = of;
	const struct gathering *f = g->tx->now;
	const char *which;
	uint64_t left_B;
	const uint8_t *p = mgc_peek(g, MGC_TX, (uint32_t)u->image.addr, &left_B);

	if (mgc_pe_holds(g, u->image.addr, u->size_B, &which))
		mgc_report(
		    g, FL_WARN, "TX", "GC facts 3.1",
		    "unit %u: pixels of the texture at 0x%08x are still in the cache of the %s: flush first",
		    f->unit, (uint32_t)u->image.addr, which);
	return p && left_B >= u->size_B && !f->s->ts.on ? p : copy_of(f, u);
}

static bool gathered(void *of)
{
	struct mgc *g = of;

	return g->tx->pointed || g->vs->ras.bins.n_active;
}

static bool spend(void *of, uint64_t texels_B)
{
	return fl_spend(of, texels_B, "the textures");
}

static const struct fl_texel_family family = {.memory = memory, .gathered = gathered, .spend = spend};

/* ---- the block ----------------------------------------------------------------------------------------- */
bool mgc_tx_new(struct mgc *g)
{
	g->tx = calloc(1, sizeof(*g->tx));
	if (g->tx)
		g->tx->texels = fl_texel_cache_new(TEXELS_B, &family, g);
	return g->tx && g->tx->texels;
}

void mgc_tx_free(struct mgc *g)
{
	if (g->tx)
		fl_texel_cache_free(g->tx->texels);
	free(g->tx);
	g->tx = NULL;
}

void mgc_tx_reset(struct mgc *g)
{
	g->tx->known = 0;
	fl_texel_cache_invalidate(g->tx->texels);
}

/* FLUSH_CACHE's 12 and 13, and TX_INVALIDATE: descriptors are read again. */
void mgc_tx_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	enum { DESCRIPTORS = 3 << 12 };

	if (offset == GC_NTE_DESCRIPTOR_INVALIDATE &&
	    GC_NTE_DESCRIPTOR_INVALIDATE__IDX__GET(value) < MGC_UNITS)
		g->tx->known &= ~(1u << GC_NTE_DESCRIPTOR_INVALIDATE__IDX__GET(value));
	else if (offset == GC_GL_FLUSH_CACHE && value & DESCRIPTORS)
		g->tx->known = 0;
	else
		return;
	g->dirty |= MGC_DIRTY_TX;
}

void mgc_tx_flush(struct mgc *g, bool vertex)
{
	(void)vertex; /* one cache: what one stage has dropped, the other reads again as well */
	fl_texel_cache_invalidate(g->tx->texels);
	g->dirty |= MGC_DIRTY_TX;
}

/* ---- units of a draw ----------------------------------------------------------------------------------- */
const struct mgc_units *mgc_draw_textures(struct mgc *g, struct fl_arena *a, uint32_t used)
{
	struct mgc_units *units = fl_arena_alloc(a, sizeof(*units), _Alignof(struct mgc_units));

	if (!units) {
		mgc_report(g, FL_REFUSE, "TX", "", "out of memory for the texture units of a draw");
		return NULL;
	}
	memset(units, 0, sizeof(*units));
	units->g = g;
	g->tx->pointed = false;
	for (; used; used &= used - 1) {
		struct mgc_sampler s;
		struct gathering f = {g, &s, a, (unsigned)__builtin_ctz(used)};
		const struct fl_texel_unit *u;

		if (!mgc_tx_sampler(g, f.unit, &s))
			continue;
		u = mgc_tx_unit(g, a, f.unit, &s);
		if (!u)
			continue;
		g->tx->now = &f;
		if (!fl_texel_cache_get(g->tx->texels, (struct fl_texel_unit *)(uintptr_t)u))
			mgc_report(g, FL_WARN, "TX", "GC facts 9",
				   "unit %u: nothing is at 0x%08x, %llu bytes", f.unit,
				   (uint32_t)u->image.addr, (unsigned long long)u->size_B);
		else
			fl_look_note_texture(&g->base, u, "unit", f.unit);
		g->tx->now = NULL;
		g->tx->pointed = true;
		units->unit[f.unit] = u;
		units->compare |= (uint32_t)s.compare << f.unit;
	}
	g->tx->pointed = false;
	return units;
}

bool mgc_units_in_memory(const struct mgc_units *units)
{
	bool in_memory = false;

	for (unsigned i = 0; i < MGC_UNITS; i++)
		in_memory |= units->unit[i] && units->unit[i]->store == FL_TEXEL_STORE_DIRECT;
	return in_memory;
}

/* ---- look-ups ------------------------------------------------------------------------------------------ */
struct lanes {
	_Alignas(64) float v[4][MGC_LANES];
};

static uint8_t op_of(const struct mgc_sh_lookup *q)
{
	switch (q->op) {
	case GC_INST_OPCODE__TEXLDD:
		return FL_TEXEL_OP_GRADIENTS;
	case GC_INST_OPCODE__TEXLD:
		return q->quads ? FL_TEXEL_OP_PLAIN : FL_TEXEL_OP_LOD;
	case GC_INST_OPCODE__TEXLDB:
		return q->quads ? FL_TEXEL_OP_BIAS : FL_TEXEL_OP_LOD;
	}
	return FL_TEXEL_OP_LOD;
}

bool mgc_draw_lookup(void *ctx, const struct mgc_sh_lookup *q)
{
	const struct mgc_units *units = ctx;
	const struct fl_texel_unit *u = units->unit[q->unit & (MGC_UNITS - 1)];
	static const struct lanes zero; /* whatever the opcode does not give */
	struct fl_texel_request r = {.op = op_of(q), .n_quads = FL_TEXEL_LANES / 4, .lanes = q->lanes};
	_Alignas(64) float middle[MGC_LANES], reference[MGC_LANES];

	if (!u) /* reported when the draw began */
		return false;
	for (unsigned c = 0; c < 4; c++) {
		r.coord[c] = q->coord[c] ? q->coord[c] : zero.v[c];
		r.dx[c] = q->dx[c] ? q->dx[c] : zero.v[c];
		r.dy[c] = q->dy[c] ? q->dy[c] : zero.v[c];
		r.out[c] = q->out[c];
	}
	if (q->lod)
		r.coord[3] = q->lod;
	else if (r.op == FL_TEXEL_OP_LOD)
		r.coord[3] = zero.v[3];
	if (u->image.height == 1 && u->image.kind == FL_TEXEL_2D) {
		for (unsigned i = 0; i < MGC_LANES; i++)
			middle[i] = u->image.width > 1 ? 0.5f : r.coord[1][i];
		r.coord[1] = middle;
	}
	if (q->ref && units->compare >> (q->unit & (MGC_UNITS - 1)) & 1) {
		memcpy(reference, q->ref, sizeof(reference));
		r.reference = reference;
	}
	FL_SIMD_PICK(units->g->isa, fl_texel_lookup)(u, &r);
	return true;
}
