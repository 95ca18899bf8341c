/* SPDX-License-Identifier: MIT
 *
 * Programmable stream control: VAP_PROG_STREAM_CNTL_0-7 and _EXT_0-7, two elements in each register, decoded
 * into one description of each component. R5xx guide 7.4.7; formats and conversions in 11.11.
 */
#include "hw/model/r500/vap.h"

#include <string.h>

enum {
	TYPE_FLOAT_1 = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_1,
	TYPE_FLOAT_4 = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_4,
	TYPE_BYTE = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__BYTE,
	TYPE_D3DCOLOR = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__D3DCOLOR,
	TYPE_SHORT_2 = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__SHORT_2,
	TYPE_SHORT_4 = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__SHORT_4,
	TYPE_TTT = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__VECTOR_3_TTT,
	TYPE_EET = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__VECTOR_3_EET,
	TYPE_FLOAT_8 = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_8,
	TYPE_FLT16_2 = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLT16_2,
	TYPE_FLT16_4 = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLT16_4,
};

/* Where component x, y, z, w of a type lies: dword, shift, bits. With bits 0 it is not in the data; z is then
 * 0 and w is 1. */
struct place {
	uint8_t dw, shift, bits;
};
static const struct {
	uint8_t dwords, kind;
	struct place at[4];
} types[] = {
    [0] = {1, PSC_FLOAT, {{0, 0, 32}}},
    [1] = {2, PSC_FLOAT, {{0, 0, 32}, {1, 0, 32}}},
    [2] = {3, PSC_FLOAT, {{0, 0, 32}, {1, 0, 32}, {2, 0, 32}}},
    [3] = {4, PSC_FLOAT, {{0, 0, 32}, {1, 0, 32}, {2, 0, 32}, {3, 0, 32}}},
    [4] = {1, PSC_UINT, {{0, 0, 8}, {0, 8, 8}, {0, 16, 8}, {0, 24, 8}}},
    [5] = {1, PSC_UINT, {{0, 16, 8}, {0, 8, 8}, {0, 0, 8}, {0, 24, 8}}},
    [6] = {1, PSC_UINT, {{0, 0, 16}, {0, 16, 16}}},
    [7] = {2, PSC_UINT, {{0, 0, 16}, {0, 16, 16}, {1, 0, 16}, {1, 16, 16}}},
    [8] = {1, PSC_UINT, {{0, 0, 10}, {0, 10, 10}, {0, 20, 10}}},
    [9] = {1, PSC_UINT, {{0, 0, 11}, {0, 11, 11}, {0, 22, 10}}},
    [10] = {8, PSC_FLOAT, {{0, 0, 32}, {1, 0, 32}, {2, 0, 32}, {3, 0, 32}}},
    [11] = {1, PSC_HALF, {{0, 0, 16}, {0, 16, 16}}},
    [12] = {2, PSC_HALF, {{0, 0, 16}, {0, 16, 16}, {1, 0, 16}, {1, 16, 16}}},
};

_Static_assert(TYPE_FLOAT_1 == 0 && TYPE_FLOAT_4 == 3 && TYPE_BYTE == 4 && TYPE_D3DCOLOR == 5 &&
		   TYPE_SHORT_2 == 6 && TYPE_SHORT_4 == 7 && TYPE_TTT == 8 && TYPE_EET == 9 &&
		   TYPE_FLOAT_8 == 10 && TYPE_FLT16_2 == 11 && TYPE_FLT16_4 == 12,
	       "the table is indexed by DATA_TYPE");

/* Signed normalized integers, three ways (VAP_PSC_SGN_NORM_CNTL). The third is printed as (2 v + 1) / 2^n,
 * with results over 255 for 8 bits: 2^n - 1 is meant. */
static void conversion(struct mr500_psc_comp *c, bool is_signed, bool normalize, unsigned method)
{
	float n = (float)(1u << c->bits), half = (float)(1u << (c->bits - 1));

	c->mul = c->div = 1.0f;
	c->add = 0.0f;
	c->least = -3.4e38f;
	c->kind = is_signed ? PSC_SINT : PSC_UINT;
	if (!normalize)
		return;
	if (!is_signed) {
		c->div = n - 1.0f;
	} else if (method == R500_VAP_PSC_SGN_NORM_CNTL__SGN_NORM_METHOD_0__SGN_NORM_NO_ZERO) {
		c->mul = 2.0f;
		c->add = 1.0f;
		c->div = n - 1.0f;
	} else {
		c->div = half - 1.0f;
		if (method == R500_VAP_PSC_SGN_NORM_CNTL__SGN_NORM_METHOD_0__SGN_NORM_ZERO_CLAMP_MINUS_ONE)
			c->least = -1.0f;
	}
}

/* One element, from dword pos of the vertex. */
static void element(struct mr500 *r, struct mr500_psc *out, unsigned e, uint32_t cntl, uint32_t ext,
		    unsigned dst, unsigned pos, const uint8_t *stream_of, const uint8_t *at_of,
		    unsigned available)
{
	unsigned type = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__GET(cntl);
	unsigned method = R500_REG(r, VAP_PSC_SGN_NORM_CNTL) >> (2 * e) & 3;
	bool is_signed = R500_VAP_PROG_STREAM_CNTL__SIGNED_0__GET(cntl);
	bool normalize = R500_VAP_PROG_STREAM_CNTL__NORMALIZE_0__GET(cntl);
	unsigned write = R500_VAP_PROG_STREAM_CNTL_EXT__WRITE_ENA_0__GET(ext);

	if (types[type].kind == PSC_UINT && is_signed && normalize && method == 3)
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_PSC_SGN_NORM_CNTL",
			     "SGN_NORM_METHOD_%u is 3, which is reserved", e);
	out->vectors |= 1u << dst;
	for (unsigned channel = 0; channel < 4; channel++) {
		unsigned select = ext >> (3 * channel) & 7;
		struct mr500_psc_comp c = {.dst = (uint8_t)dst, .channel = (uint8_t)channel};

		if (!(write >> channel & 1))
			continue;
		out->full[dst] |= (uint8_t)(1u << channel);
		if (select > 5)
			mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_PROG_STREAM_CNTL_EXT",
				     "stream element %u: swizzle %u is reserved", e, select);
		if (select >= 4 || !types[type].at[select].bits) {
			c.kind = PSC_CONST;
			c.value = select == 5 || select == 3 ? 1.0f : 0.0f;
		} else if (pos + types[type].at[select].dw >= available) {
			c.kind = PSC_CONST; /* past the end of the vertex; reported by the caller */
		} else {
			const struct place *p = &types[type].at[select];
			c.kind = types[type].kind;
			c.stream = stream_of[pos + p->dw];
			c.at = at_of[pos + p->dw];
			c.shift = p->shift;
			c.bits = p->bits;
			if (c.kind == PSC_UINT)
				conversion(&c, is_signed, normalize, method);
		}
		/* a later element that writes the same component wins */
		unsigned i = 0;
		while (i < out->n && (out->comp[i].dst != c.dst || out->comp[i].channel != c.channel))
			i++;
		out->comp[i] = c;
		out->n += i == out->n;
	}
}

/* Constants first, then by stream. */
static void sort(struct mr500_psc *p)
{
	struct mr500_psc_comp sorted[MR500_VAP_COMPS];
	unsigned n = 0;

	for (int s = -1; s < MR500_VAP_STREAMS; s++)
		for (unsigned i = 0; i < p->n; i++)
			if (s == (p->comp[i].kind == PSC_CONST ? -1 : p->comp[i].stream))
				sorted[n++] = p->comp[i];
	memcpy(p->comp, sorted, n * sizeof(*sorted));
}

bool mr500_psc_decode(struct mr500 *r, const uint8_t *count, unsigned n_streams, struct mr500_psc *out)
{
	static const struct mr500_psc none;
	uint8_t stream_of[MR500_VAP_STREAMS * 128], at_of[MR500_VAP_STREAMS * 128];
	unsigned available = 0, pos = 0, e;

	*out = none;
	for (unsigned s = 0; s < n_streams; s++)
		for (unsigned i = 0; i < count[s]; i++) {
			stream_of[available] = (uint8_t)s;
			at_of[available++] = (uint8_t)i;
		}
	for (e = 0; e < MR500_VAP_ELEMS; e++) {
		uint32_t cntl = r->reg[R500_VAP_PROG_STREAM_CNTL(e / 2) / 4] >> (16 * (e & 1)) & 0xffff;
		uint32_t ext = r->reg[R500_VAP_PROG_STREAM_CNTL_EXT(e / 2) / 4] >> (16 * (e & 1)) & 0xffff;
		unsigned type = R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__GET(cntl);
		unsigned dst = R500_VAP_PROG_STREAM_CNTL__DST_VEC_LOC_0__GET(cntl);

		if (type > TYPE_FLT16_4) {
			mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_PROG_STREAM_CNTL",
				     "stream element %u has data type %u, which is reserved", e, type);
		} else {
			if (type >= TYPE_FLT16_2 && r->variant && r->variant->kind == MR500_KIND_R3XX)
				mr500_report(r, FL_WARN, "VAP", "Mesa r300_screen.c",
					     "stream element %u has data type %u: half floats came with R4xx",
					     e, type);
			element(r, out, e, cntl, ext, dst, pos, stream_of, at_of, available);
			if (type == TYPE_FLOAT_8)
				element(r, out, e, cntl, ext, (dst + 1) % MR500_PVS_INPUTS, pos + 4,
					stream_of, at_of, available);
			pos += types[type].dwords;
			out->dwords = pos;
			pos += R500_VAP_PROG_STREAM_CNTL__SKIP_DWORDS_0__GET(cntl);
		}
		if (R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0__GET(cntl))
			break;
	}
	if (e == MR500_VAP_ELEMS)
		mr500_report(
		    r, FL_WARN, "VAP", "R5xx guide 7.4.7",
		    "none of the 16 stream elements has LAST_VEC set; the sixteenth ends the vertex");
	if (out->dwords > available || pos < available)
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.4.7",
			     "stream control takes %u dwords a vertex, %u come", pos, available);
	sort(out);
	return out->n != 0;
}
