/* SPDX-License-Identifier: MIT
 *
 * Texture instructions, a wave at a time: from the source register to a request of hw/model/texture, and
 * back.
 *
 * A cube's coordinates come as the CUBE instruction leaves them: a place on a face, 1 to 2 each, and the
 * face. The rooms for textures want directions, so that gradients make no jump where a quad lies over an
 * edge.
 */
#include "hw/model/r600/fetch.h"

#include <string.h>

struct lanes {
	_Alignas(64) float v[4][MR600_WAVE];
};

static void sources(const struct mr600_fetch *f, const struct mr600_wave *w, unsigned src, struct lanes *in)
{
	for (unsigned c = 0; c < 4; c++) {
		const unsigned sel = f->src_sel[c];

		if (sel < 4)
			memcpy(in->v[c], w->gpr[src][sel].f, sizeof(in->v[c]));
		else
			for (unsigned i = 0; i < MR600_WAVE; i++)
				in->v[c][i] = sel == 5 ? 1.0f : 0.0f;
	}
}

static void results(const struct mr600_fetch *f, struct mr600_wave *w, unsigned dst, uint64_t lanes,
		    const struct lanes *out, float one)
{
	for (unsigned c = 0; c < 4; c++) {
		const unsigned sel = f->dst_sel[c];
		float *to = w->gpr[dst][c].f;

		if (sel > 5)
			continue;
		if (sel < 4 && lanes == ~UINT64_C(0)) {
			memcpy(to, out->v[sel], sizeof(out->v[sel]));
			continue;
		}
		for (uint64_t m = lanes; m; m &= m - 1) {
			const unsigned i = (unsigned)__builtin_ctzll(m);

			/* as bits: integers pass */
			if (sel < 4)
				memcpy(&to[i], &out->v[sel][i], sizeof(to[i]));
			else
				to[i] = sel == 5 ? one : 0.0f;
		}
	}
}

/* ---- look-ups ------------------------------------------------------------------------------------------ */
/* The last coordinate of LD with several samples is the sample: a layer of its own; there is one level. */
static void to_samples(struct lanes *in, unsigned log2)
{
	int32_t layer[MR600_WAVE], sample[MR600_WAVE];

	memcpy(layer, in->v[2], sizeof(layer));
	memcpy(sample, in->v[3], sizeof(sample));
	for (unsigned i = 0; i < MR600_WAVE; i++) {
		const uint32_t n = (uint32_t)sample[i];

		layer[i] = n >> log2 ? -1 : (int32_t)(((uint32_t)layer[i] << log2) + n);
		sample[i] = 0;
	}
	memcpy(in->v[2], layer, sizeof(layer));
	memcpy(in->v[3], sample, sizeof(sample));
}

/* Are texels blended? */
static bool is_filtered(const struct fl_texel_unit *u)
{
	return u->store != FL_TEXEL_STORE_8 && (u->mag > FL_TEXEL_POINT || u->min > FL_TEXEL_POINT ||
						u->mip > FL_TEXEL_POINT || u->vol > FL_TEXEL_POINT);
}

/* A NaN that arithmetic makes has the same bits everywhere (sq_math.h); which ones it has from the processor
 * depends on the order of its operands. */
static void one_nan(struct lanes *out)
{
	for (unsigned c = 0; c < 4; c++)
		for (unsigned i = 0; i < MR600_WAVE; i++)
			out->v[c][i] = out->v[c][i] == out->v[c][i] ? out->v[c][i] : __builtin_nanf("");
}

static const struct lanes zero;

/* A plain look-up of all lanes between two registers: nothing of it changes what is read, so texels go from
 * the one straight to the other. False: it is not that. */
static bool straight(const struct mr600_fetch *f, struct mr600_wave *w, unsigned src, unsigned dst,
		     uint64_t lanes)
{
	static const _Alignas(64) float ones[MR600_WAVE] = {
#define FOUR 1, 1, 1, 1
	    FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR};
#undef FOUR
	struct fl_texel_request q = {
	    .op = f->op, .unscaled = f->unscaled, .n_quads = FL_TEXEL_LANES / 4, .lanes = lanes};
	const bool by_place = f->op == FL_TEXEL_OP_FETCH;
	struct lanes out;

	if (f->kind != MR600_FETCH_LOOKUP || lanes != ~UINT64_C(0) || !f->unit ||
	    (f->op >= FL_TEXEL_OP_GRADIENTS && !by_place) || f->compare || f->bias != 0 || f->bias_w ||
	    f->line || f->zero_lod || f->cube || (by_place ? f->samples_log2 : is_filtered(f->unit)))
		return false;
	for (unsigned c = 0; c < 4; c++) {
		const unsigned sel = f->src_sel[c];

		if (f->dst_sel[c] != c)
			return false;
		q.coord[c] = sel < 4 ? w->gpr[src][sel].f : sel == 5 ? ones : zero.v[0];
		q.out[c] = src == dst ? out.v[c] : w->gpr[dst][c].f;
		q.dx[c] = q.dy[c] = zero.v[c];
	}
	memcpy(q.offset, f->offset, sizeof(q.offset));
	FL_SIMD_PICK(f->isa, fl_texel_lookup)(f->unit, &q);
	if (src == dst)
		memcpy(w->gpr[dst], out.v, sizeof(out.v));
	return true;
}

static void look_up(const struct mr600_fetch *f, struct mr600_wave *w, struct lanes *in, struct lanes *out,
		    uint64_t lanes)
{
	struct lanes reference, slope[2];
	struct fl_texel_request q = {.op = f->op,
				     .unscaled = f->unscaled && f->op != FL_TEXEL_OP_FETCH,
				     .n_quads = FL_TEXEL_LANES / 4,
				     .lanes = lanes};

	if (f->compare) {
		memcpy(reference.v[0], in->v[f->ref_z ? 2 : 3], sizeof(reference.v[0]));
		q.reference = reference.v[0];
	}
	if (f->bias != 0 || f->bias_w) {
		for (unsigned i = 0; i < MR600_WAVE; i++)
			reference.v[1][i] = f->bias + (f->bias_w ? in->v[3][i] : 0.0f);
		q.bias = reference.v[1];
	}
	for (unsigned i = 0; i < MR600_WAVE && f->line; i++)
		in->v[1][i] = f->op == FL_TEXEL_OP_FETCH ? 0.0f : 0.5f;
	if (f->zero_lod)
		memset(in->v[3], 0, sizeof(in->v[3]));
	if (f->cube && f->op != FL_TEXEL_OP_FETCH) {
		fl_texel_directions(in->v, reference.v[2]);
		q.face = reference.v[2];
	}
	if (f->samples_log2 && f->op == FL_TEXEL_OP_FETCH)
		to_samples(in, f->samples_log2);
	memcpy(q.offset, f->offset, sizeof(q.offset));
	for (unsigned c = 0; c < 4; c++) {
		q.coord[c] = in->v[c];
		q.out[c] = out->v[c];
		q.dx[c] = w->px ? w->px->gradient[0][c] : zero.v[c];
		q.dy[c] = w->px ? w->px->gradient[1][c] : zero.v[c];
	}
	/* Drivers give the halves of a cube's gradients (R6xx facts 4.7). */
	for (unsigned n = 0; n < 2 && f->cube && f->gradients; n++)
		for (unsigned c = 0; c < 4; c++) {
			const float *from = n ? q.dy[c] : q.dx[c];

			for (unsigned i = 0; i < MR600_WAVE; i++)
				slope[n].v[c][i] = from[i] * 2;
			*(n ? &q.dy[c] : &q.dx[c]) = slope[n].v[c];
		}
	FL_SIMD_PICK(f->isa, fl_texel_lookup)(f->unit, &q);
	if (f->unit && f->op != FL_TEXEL_OP_FETCH && is_filtered(f->unit))
		one_nan(out);
}

/* ---- the others ---------------------------------------------------------------------------------------- */
/* Differences inside each quad, of its row or its column. */
static void differences(const struct lanes *in, unsigned step, struct lanes *out)
{
	for (unsigned c = 0; c < 4; c++)
		for (unsigned i = 0; i < MR600_WAVE; i++)
			out->v[c][i] = in->v[c][i | step] - in->v[c][i & ~step];
}

static void numbers(const uint32_t n[4], struct lanes *out)
{
	for (unsigned c = 0; c < 4; c++)
		for (unsigned i = 0; i < MR600_WAVE; i++)
			memcpy(&out->v[c][i], &n[c], sizeof(n[c]));
}

/* Width, height, depth of the level that the first coordinate asks for, and the number of levels. */
static void sizes(const struct mr600_fetch *f, const struct lanes *in, struct lanes *out)
{
	for (unsigned i = 0; i < MR600_WAVE; i++) {
		uint32_t level, n[4];

		memcpy(&level, &in->v[0][i], sizeof(level));
		level = level < 16 ? level : 16;
		for (unsigned c = 0; c < 3; c++) {
			const bool shrinks =
			    f->unit &&
			    (c < 2 ? f->size[c] == (c ? f->unit->image.height : f->unit->image.width)
				   : f->unit->image.kind == FL_TEXEL_3D);

			n[c] = !shrinks ? f->size[c] : f->size[c] >> level ? f->size[c] >> level : 1;
		}
		n[3] = f->size[3];
		for (unsigned c = 0; c < 4; c++)
			memcpy(&out->v[c][i], &n[c], sizeof(n[c]));
	}
}

static void set_gradients(const struct mr600_fetch *f, struct mr600_wave *w, const struct lanes *in,
			  unsigned n)
{
	if (w->px)
		memcpy(w->px->gradient[n], in->v, sizeof(w->px->gradient[n]));
}

void mr600_tx_run(const struct mr600_fetch *f, struct mr600_wave *w, unsigned src, unsigned dst,
		  uint64_t lanes)
{
	struct lanes in, out;
	float one = 1.0f;
	const uint32_t whole = 1;

	if (straight(f, w, src, dst, lanes))
		return;
	sources(f, w, src, &in);
	switch (f->kind) {
	case MR600_FETCH_LOOKUP:
		look_up(f, w, &in, &out, lanes);
		if (f->unit && f->unit->image.format.number[0] >= FL_TEXEL_UINT)
			memcpy(&one, &whole, sizeof(one));
		break;
	case MR600_FETCH_DDX:
		differences(&in, 1, &out);
		break;
	case MR600_FETCH_DDY:
		differences(&in, 2, &out);
		break;
	case MR600_FETCH_SET_DDX:
		set_gradients(f, w, &in, 0);
		return;
	case MR600_FETCH_SET_DDY:
		set_gradients(f, w, &in, 1);
		return;
	case MR600_FETCH_SIZE:
		sizes(f, &in, &out);
		break;
	case MR600_FETCH_SAMPLES:
		numbers(f->size, &out);
		break;
	default: /* PASS */
		out = in;
	}
	results(f, w, dst, lanes, &out, one);
}
