/* SPDX-License-Identifier: MIT
 *
 * Command streams of Sea Islands: the vertices that a program fetches through descriptors.
 */
#include "hw/fl_str.h"
#include "hw/regs/cik.h"
#include "lib/stream/fl_stream.h"

enum { MTBUF = 0x3a }; /* ENCODING; that of MUBUF is 0x38 */

struct kept {
	uint32_t elements; /* of the draw at hand, so far */
};
FL_STREAM_VERTEX_KEPT_FITS(struct kept);

static struct kept *kept(struct fl_stream *s)
{
	return (struct kept *)s->vertex_kept;
}

/* A format of a buffer: numbers from the lowest bits of each dword (SQ_BUF_RSRC_WORD3). */
static bool element_form(uint32_t data, uint32_t number, struct fl_stream_packed *p, uint32_t *size_B)
{
#define FORMAT(name) CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__BUF_DATA_FORMAT_##name
	static const struct {
		uint8_t size_B, width[4];
	} forms[16] = {
	    [FORMAT(8)] = {1, {8}},
	    [FORMAT(16)] = {2, {16}},
	    [FORMAT(8_8)] = {2, {8, 8}},
	    [FORMAT(32)] = {4, {32}},
	    [FORMAT(16_16)] = {4, {16, 16}},
	    [FORMAT(10_11_11)] = {4, {11, 11, 10}},
	    [FORMAT(11_11_10)] = {4, {10, 11, 11}},
	    [FORMAT(10_10_10_2)] = {4, {2, 10, 10, 10}},
	    [FORMAT(2_10_10_10)] = {4, {10, 10, 10, 2}},
	    [FORMAT(8_8_8_8)] = {4, {8, 8, 8, 8}},
	    [FORMAT(32_32)] = {8, {32}},
	    [FORMAT(16_16_16_16)] = {8, {16, 16}},
	    [FORMAT(32_32_32)] = {12, {32}},
	    [FORMAT(32_32_32_32)] = {16, {32}},
	};
#undef FORMAT
#define FORMAT(name) CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_##name
	static const uint8_t as[8] = {
	    [FORMAT(UNORM)] = FL_STREAM_UNORM,     [FORMAT(SNORM)] = FL_STREAM_SNORM,
	    [FORMAT(USCALED)] = FL_STREAM_UINT,    [FORMAT(SSCALED)] = FL_STREAM_SINT,
	    [FORMAT(UINT)] = FL_STREAM_UINT,       [FORMAT(SINT)] = FL_STREAM_SINT,
	    [FORMAT(SNORM_OGL)] = FL_STREAM_SNORM, [FORMAT(FLOAT)] = FL_STREAM_FLOAT,
	};
#undef FORMAT
	*p = (struct fl_stream_packed){.as = as[number & 7]};
	for (unsigned k = 0, at = 0; k < 4; at += forms[data & 15].width[k++]) {
		p->at[k] = (uint8_t)at;
		p->width[k] = forms[data & 15].width[k];
	}
	*size_B = forms[data & 15].size_B;
	return *size_B != 0;
}

/* A load by index with a format, the descriptor's or the instruction's own: an element of the vertices. */
static void fetch(struct fl_stream *s, const struct fl_stream_event *draw, const char *stage,
		  const uint32_t *w, const uint32_t *r)
{
	const bool own = CIK_MTBUF_WORD0__ENCODING__GET(w[0]) == MTBUF;
	const uint32_t op = own ? CIK_MTBUF_WORD0__OP__GET(w[0]) : CIK_MUBUF_WORD0__OP__GET(w[0]);
	const bool loads =
	    own ? op <= CIK_OP_MTBUF__TBUFFER_LOAD_FORMAT_XYZW : op <= CIK_OP_MUBUF__BUFFER_LOAD_FORMAT_XYZW;
	struct fl_stream_packed packed;
	uint32_t size_B, stride_B;

	if (!loads || !CIK_MUBUF_WORD0__IDXEN__GET(w[0]) || fl_str_same(stage, "PS") ||
	    fl_str_same(stage, "CS"))
		return;
	if (!element_form(
		own ? CIK_MTBUF_WORD0__DFMT__GET(w[0]) : CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__GET(r[3]),
		own ? CIK_MTBUF_WORD0__NFMT__GET(w[0]) : CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__GET(r[3]),
		&packed, &size_B))
		return;
	stride_B = CIK_SQ_BUF_RSRC_WORD1__STRIDE__GET(r[1]);
	fl_stream_element(s, draw, stride_B ? r[2] : 1, kept(s)->elements++ * 4,
			  (r[0] | (uint64_t)CIK_SQ_BUF_RSRC_WORD1__BASE_ADDRESS_HI__GET(r[1]) << 32) +
			      CIK_MUBUF_WORD0__OFFSET__GET(w[0]),
			  stride_B, size_B, &packed);
}

static void draw(struct fl_stream *s, const struct fl_stream_event *e)
{
	kept(s)->elements = 0;
}

const struct fl_stream_vertices fl_stream_vertices_cik = {.fetch = fetch, .draw = draw};
