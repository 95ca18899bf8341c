/* SPDX-License-Identifier: MIT
 *
 * Command streams of R3xx to R5xx: vertices, in packets and in memory. R5xx guide 6.2, VAP_PROG_STREAM_CNTL.
 */
#include "hw/fl_str.h"
#include "hw/regs/r500.h"
#include "lib/stream/fl_stream.h"

#define PSC_REGS  8u /* two elements of a vertex each */
#define ARRAYS    16u
#define VERTEX_DW 40u

struct kept {
	uint32_t psc[PSC_REGS]; /* how vertices are laid out: VAP_PROG_STREAM_CNTL */
	uint32_t vf_cntl, max_index, attr;
	uint32_t n_arrays, at_array; /* of 3D_LOAD_VBPNTR; the next that it names */
	struct {
		uint32_t address, count, stride; /* in dwords */
	} array[ARRAYS];
};
FL_STREAM_VERTEX_KEPT_FITS(struct kept);

static struct kept *kept(struct fl_stream *s)
{
	return (struct kept *)s->vertex_kept;
}

static void write(struct fl_stream *s, const struct fl_stream_event *e)
{
	if (e->offset >= R500_VAP_PROG_STREAM_CNTL(0) && e->offset <= R500_VAP_PROG_STREAM_CNTL(PSC_REGS - 1))
		kept(s)->psc[(e->offset - R500_VAP_PROG_STREAM_CNTL(0)) / 4] = e->value;
	else if (e->offset == R500_VAP_VF_CNTL)
		kept(s)->vf_cntl = e->value;
	else if (e->offset == R500_VAP_VF_MAX_VTX_INDX)
		kept(s)->max_index = e->value & 0xffffff;
}

/* What is in dword k of an element of a vertex. R5xx guide, VAP_PROG_STREAM_CNTL. */
static struct fl_stream_packed element(uint32_t cntl, uint32_t k)
{
	const bool is_signed = R500_VAP_PROG_STREAM_CNTL__SIGNED_0__GET(cntl);
	const enum fl_stream_as as = R500_VAP_PROG_STREAM_CNTL__NORMALIZE_0__GET(cntl)
					 ? (is_signed ? FL_STREAM_SNORM : FL_STREAM_UNORM)
				     : is_signed ? FL_STREAM_SINT
						 : FL_STREAM_UINT;
	const uint8_t number = (uint8_t)as;

	switch (R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__GET(cntl)) {
	case R500_PSC_DATA_TYPE__BYTE:
		return fl_stream_row(as, 8, 4, 0);
	case R500_PSC_DATA_TYPE__D3DCOLOR:
		return (struct fl_stream_packed){number, {16, 8, 0, 24}, {8, 8, 8, 8}};
	case R500_PSC_DATA_TYPE__SHORT_2:
	case R500_PSC_DATA_TYPE__SHORT_4:
		return fl_stream_row(as, 16, 2, 0);
	case R500_PSC_DATA_TYPE__VECTOR_3_TTT:
		return (struct fl_stream_packed){number, {0, 10, 20}, {10, 10, 10}};
	case R500_PSC_DATA_TYPE__VECTOR_3_EET:
		return (struct fl_stream_packed){number, {0, 11, 22}, {11, 11, 10}};
	case R500_PSC_DATA_TYPE__FLT16_2:
	case R500_PSC_DATA_TYPE__FLT16_4:
		return fl_stream_row(FL_STREAM_FLOAT, 16, 2, 0);
	default:
		return fl_stream_row(FL_STREAM_FLOAT, 32, k + 1, k);
	}
}

/* Dwords of a vertex: two elements a register, each of a type that takes so many dwords, a digit a type. What
 * is skipped holds no numbers. Returns how many there are. */
static uint32_t layout(struct fl_stream *s, struct fl_stream_packed dw[VERTEX_DW])
{
	const uint64_t dwords = 0x2181121114321ull;
	uint32_t at = 0;

	for (uint32_t i = 0, half = 0;
	     i < 2 * PSC_REGS && !(half & R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0__MASK); i++) {
		half = kept(s)->psc[i / 2] >> 16 * (i & 1);
		uint32_t n = dwords >> 4 * (half & 15) & 15;
		uint32_t skip = R500_VAP_PROG_STREAM_CNTL__SKIP_DWORDS_0__GET(half);

		for (uint32_t k = 0; k < n + skip && at < VERTEX_DW; k++)
			dw[at++] = k < n ? element(half, k) : (struct fl_stream_packed){0};
	}
	return at;
}

/* The arrays that 3D_LOAD_VBPNTR names (R5xx guide 6.2): a dword about two, and their addresses. */
static void arrays(struct fl_stream *s, const char *name, uint32_t value)
{
	struct kept *k = kept(s);

	if (fl_str_same(name, "VTX_NUM_ARRAYS")) {
		k->n_arrays = value & 0x1f;
		k->at_array = 0;
	} else if (fl_str_starts(name, "VTX_AOS_ATTR")) {
		k->attr = value;
	} else if (fl_str_starts(name, "VTX_AOS_ADDR") && k->at_array < ARRAYS) {
		uint32_t half = k->attr >> 16 * (k->at_array & 1);

		k->array[k->at_array].address = value & ~3u;
		k->array[k->at_array].count = half & 0x7f;
		k->array[k->at_array++].stride = half >> 8 & 0x7f;
	}
}

/* A dword of a packet's body: what a draw goes by, and vertices that are in the packet. */
static void body(struct fl_stream *s, struct fl_stream_event *e, uint32_t again)
{
	struct fl_stream_packed dw[VERTEX_DW];
	uint32_t n;

	if (!e->reg)
		return;
	arrays(s, e->reg->name, e->value);
	if (fl_str_same(e->reg->name, "VAP_VF_CNTL"))
		kept(s)->vf_cntl = e->value;
	if (!fl_str_same(e->reg->name, "VERTEX_DATA"))
		return;
	n = layout(s, dw);
	if (!n)
		return;
	e->packed = dw[again % n];
	e->is_float = e->packed.as == FL_STREAM_FLOAT && e->packed.width[0] == 32;
}

/* Vertices that lie in memory: the arrays' dwords, one array after another, make the vertex. */
static void draw(struct fl_stream *s, const struct fl_stream_event *e)
{
	const uint32_t cntl = kept(s)->vf_cntl, walk = R500_VAP_VF_CNTL__PRIM_WALK__GET(cntl);
	uint32_t n = walk == R500_VAP_VF_CNTL__PRIM_WALK__INDEXES
			 ? kept(s)->max_index
			 : R500_VAP_VF_CNTL__NUM_VERTICES__GET(cntl) - 1;
	struct fl_stream_packed dw[VERTEX_DW];
	uint32_t size = layout(s, dw);

	if (walk != R500_VAP_VF_CNTL__PRIM_WALK__INDEXES && walk != R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_LIST)
		return;
	for (uint32_t v = 0; v <= n && v < FL_STREAM_VERTICES; v++)
		for (uint32_t a = 0, at = 0; a < kept(s)->n_arrays && a < ARRAYS; a++)
			for (uint32_t k = 0; k < kept(s)->array[a].count && at < size; k++, at++)
				if (!fl_stream_vertex(s, e, v, at,
						      kept(s)->array[a].address +
							  4ull * (v * kept(s)->array[a].stride + k),
						      4, &dw[at]))
					return;
}

const struct fl_stream_vertices fl_stream_vertices_r500 = {.write = write, .body = body, .draw = draw};
