/* SPDX-License-Identifier: MIT
 *
 * Instructions of TEX and VTX clauses: decoded once a draw, run a wave at a time; and the cache of decoded
 * textures.
 */
#include "hw/model/look.h"
#include "hw/model/r600/fetch.h"

#include <string.h>

#include "hw/model/r600/rb.h"

enum { TEXELS_B = 32 << 20 }; /* of decoded textures */

unsigned mr600_resource_base(enum mr600_stage stage)
{
	static const uint16_t base[] = {[MR600_PS] = 0, [MR600_VS] = 160, [MR600_GS] = 336, [MR600_ES] = 160};

	return base[stage];
}

unsigned mr600_sampler_base(enum mr600_stage stage)
{
	static const uint8_t base[] = {[MR600_PS] = 0, [MR600_VS] = 18, [MR600_GS] = 36, [MR600_ES] = 18};

	return base[stage];
}

/* ---- the cache of decoded texels ----------------------------------------------------------------------- */
static const uint8_t *memory(void *of, const struct fl_texel_unit *u)
{
	struct mr600 *r = of;
	const uint8_t *src = fl_mem_span(&r->base.mem, u->image.addr, u->size_B);
	const char *which;

	if (src && mr600_rb_holds(r, u->image.addr, u->size_B, &which))
		mr600_report(
		    r, FL_WARN, "TX", "R6xx facts 1.4",
		    "texture at 0x%08llx: pixels of it are still in the cache of the %s; flush before "
		    "texturing",
		    (unsigned long long)u->image.addr, which);
	return src;
}

static bool gathered(void *of)
{
	return mr600_drawing(of);
}

static bool spend(void *of, uint64_t texels_B)
{
	return fl_spend(of, texels_B, "the textures");
}

static const struct fl_texel_family family = {.memory = memory, .gathered = gathered, .spend = spend};

struct fl_texel_cache *mr600_fetch_cache_new(struct mr600 *r)
{
	return fl_texel_cache_new(TEXELS_B, &family, r);
}

/* ---- instructions -------------------------------------------------------------------------------------- */
const struct mr600_fetch *mr600_fetch_decode(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage,
					     const uint32_t word[4], bool vtx)
{
	struct mr600_fetch *f = fl_arena_alloc(a, sizeof(*f), _Alignof(struct mr600_fetch));

	if (!f)
		return NULL;
	memset(f, 0, sizeof(*f));
	f->isa = r->isa;
	/* the selects of destinations stand alike in both kinds */
	f->dst_sel[0] = R600_SQ_TEX_WORD1__DST_SEL_X__GET(word[1]);
	f->dst_sel[1] = R600_SQ_TEX_WORD1__DST_SEL_Y__GET(word[1]);
	f->dst_sel[2] = R600_SQ_TEX_WORD1__DST_SEL_Z__GET(word[1]);
	f->dst_sel[3] = R600_SQ_TEX_WORD1__DST_SEL_W__GET(word[1]);
	/* A TEX clause may hold fetches of vertices, with their own opcodes, 0 and 1. */
	if (vtx || R600_SQ_TEX_WORD0__TEX_INST__GET(word[0]) <=
		       R600_SQ_TEX_WORD0__TEX_INST__SQ_TEX_INST_VTX_SEMANTIC)
		return mr600_vtx_decode(r, stage, word, f) ? f : NULL;
	return mr600_tx_decode(r, a, stage, word, f) ? f : NULL;
}

static void note_input(const struct mr600_fetch *f, const struct mr600_wave *w, unsigned dst)
{
	const union mr600_value *to = w->gpr[dst];
	const uint32_t *lanes[4];

	for (unsigned c = 0; c < 4; c++)
		lanes[c] = f->dst_sel[c] < 4 ? to[c].u : NULL;
	fl_look_note_input(&w->r->base, lanes, f->vtx.image.format.number[0] >= FL_TEXEL_UINT,
			   "r%u of resource %u+%u", dst, f->vtx.resource, f->vtx.offset_B);
}

void mr600_fetch_run(const struct mr600_fetch *f, struct mr600_wave *w, unsigned src, unsigned dst,
		     uint64_t lanes)
{
	if (f->kind == MR600_FETCH_VERTEX) {
		mr600_vtx_run(f, w, src, dst, lanes);
		if (fl_look_wave_open(&w->r->base))
			note_input(f, w, dst);
	} else if (f->kind != MR600_FETCH_NOTHING)
		mr600_tx_run(f, w, src, dst, lanes);
}
