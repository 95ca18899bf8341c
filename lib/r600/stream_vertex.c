/* SPDX-License-Identifier: MIT
 *
 * Command streams of R6xx and R7xx: how elements of vertices lie (R6xx facts 5.1; xf86-video-ati r600_reg.h,
 * FMT_...). Their names list numbers from the highest bits.
 */
#include "hw/fl_str.h"
#include "hw/regs/r600.h"
#include "lib/stream/fl_stream.h"

/* Resources that vertices are fetched from: those of VS, FS and ES (Mesa r600_hw_context.c). BUFFER_ID counts
 * from the first. */
#define FIRST_BUFFER 160u
#define BUFFERS      176u

struct kept {
	uint32_t elements;           /* of the draw at hand, so far */
	uint32_t buffer[BUFFERS][3]; /* the first words of each */
};
FL_STREAM_VERTEX_KEPT_FITS(struct kept);

static struct kept *kept(struct fl_stream *s)
{
	return (struct kept *)s->vertex_kept;
}

static void write(struct fl_stream *s, const struct fl_stream_event *e)
{
	const uint32_t i = (e->offset - R600_SQ_TEX_RESOURCE_WORD(0)) / 4, b = i / 7 - FIRST_BUFFER;

	if (e->offset >= R600_SQ_TEX_RESOURCE_WORD(0) && b < BUFFERS && i % 7 < 3)
		kept(s)->buffer[b][i % 7] = e->value;
}

/* One dword's numbers from the lowest bits; of longer elements all dwords are alike. */
static const struct {
	uint8_t format, size_B;
	bool is_float;
	uint8_t width[4];
} forms[] = {
    {1, 1, false, {8}},              /* FMT_8 */
    {5, 2, false, {16}},             /* FMT_16 */
    {6, 2, true, {16}},              /* FMT_16_FLOAT */
    {7, 2, false, {8, 8}},           /* FMT_8_8 */
    {13, 4, false, {32}},            /* FMT_32 */
    {14, 4, true, {32}},             /* FMT_32_FLOAT */
    {15, 4, false, {16, 16}},        /* FMT_16_16 */
    {16, 4, true, {16, 16}},         /* FMT_16_16_FLOAT */
    {21, 4, false, {11, 11, 10}},    /* FMT_10_11_11 */
    {22, 4, true, {11, 11, 10}},     /* FMT_10_11_11_FLOAT */
    {23, 4, false, {10, 11, 11}},    /* FMT_11_11_10 */
    {24, 4, true, {10, 11, 11}},     /* FMT_11_11_10_FLOAT */
    {25, 4, false, {10, 10, 10, 2}}, /* FMT_2_10_10_10 */
    {26, 4, false, {8, 8, 8, 8}},    /* FMT_8_8_8_8 */
    {27, 4, false, {2, 10, 10, 10}}, /* FMT_10_10_10_2 */
    {29, 8, false, {32}},            /* FMT_32_32 */
    {30, 8, true, {32}},             /* FMT_32_32_FLOAT */
    {31, 8, false, {16, 16}},        /* FMT_16_16_16_16 */
    {32, 8, true, {16, 16}},         /* FMT_16_16_16_16_FLOAT */
    {34, 16, false, {32}},           /* FMT_32_32_32_32 */
    {35, 16, true, {32}},            /* FMT_32_32_32_32_FLOAT */
    {44, 3, false, {8, 8, 8}},       /* FMT_8_8_8 */
    {45, 6, false, {16, 16}},        /* FMT_16_16_16 */
    {46, 6, true, {16, 16}},         /* FMT_16_16_16_FLOAT */
    {47, 12, false, {32}},           /* FMT_32_32_32 */
    {48, 12, true, {32}},            /* FMT_32_32_32_FLOAT */
};

static bool form(unsigned format, unsigned number, bool is_signed, struct fl_stream_packed *p,
		 uint32_t *size_B)
{
	const bool norm = number == R600_SQ_VTX_WORD1__NUM_FORMAT_ALL__SQ_NUM_FORMAT_NORM;

	for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (forms[i].format != format)
			continue;
		*p = (struct fl_stream_packed){.as = forms[i].is_float ? FL_STREAM_FLOAT
						     : norm ? (is_signed ? FL_STREAM_SNORM : FL_STREAM_UNORM)
						     : is_signed ? FL_STREAM_SINT
								 : FL_STREAM_UINT};
		for (unsigned k = 0, at = 0; k < 4; at += forms[i].width[k++]) {
			p->at[k] = (uint8_t)at;
			p->width[k] = forms[i].width[k];
		}
		*size_B = forms[i].size_B;
		return true;
	}
	return false;
}

/* The element that a fetch gets, of the first vertices; of an instance, that of the first. */
static void fetch(struct fl_stream *s, const struct fl_stream_event *draw, const char *stage,
		  const uint32_t *w, const uint32_t *descriptor)
{
	const uint32_t id = R600_SQ_VTX_WORD0__BUFFER_ID__GET(w[0]),
		       type = R600_SQ_VTX_WORD0__FETCH_TYPE__GET(w[0]);
	const uint32_t *b = id < BUFFERS ? kept(s)->buffer[id] : NULL;
	uint32_t size_B, stride_B, offset_B = R600_SQ_VTX_WORD2__OFFSET__GET(w[2]), n = 1;
	struct fl_stream_packed packed;
	bool own, known;

	if (!b || fl_str_same(stage, "PS"))
		return;
	own = R600_SQ_VTX_WORD1__USE_CONST_FIELDS__GET(w[1]);
	known = own ? form(R600_SQ_VTX_CONSTANT_WORD2__DATA_FORMAT__GET(b[2]),
			   R600_SQ_VTX_CONSTANT_WORD2__NUM_FORMAT_ALL__GET(b[2]),
			   R600_SQ_VTX_CONSTANT_WORD2__FORMAT_COMP_ALL__GET(b[2]), &packed, &size_B)
		    : form(R600_SQ_VTX_WORD1__DATA_FORMAT__GET(w[1]),
			   R600_SQ_VTX_WORD1__NUM_FORMAT_ALL__GET(w[1]),
			   R600_SQ_VTX_WORD1__FORMAT_COMP_ALL__GET(w[1]), &packed, &size_B);
	stride_B = R600_SQ_VTX_CONSTANT_WORD2__STRIDE__GET(b[2]);
	if (!known || !b[0] || b[1] + 1 < offset_B + size_B)
		return;
	if (type == R600_SQ_VTX_WORD0__FETCH_TYPE__SQ_VTX_FETCH_VERTEX_DATA && stride_B)
		n = (b[1] + 1 - offset_B - size_B) / stride_B + 1;
	fl_stream_element(s, draw, n, kept(s)->elements++ * 4,
			  (b[0] | (uint64_t)R600_SQ_VTX_CONSTANT_WORD2__BASE_ADDRESS_HI__GET(b[2]) << 32) +
			      offset_B,
			  stride_B, size_B, &packed);
}

static void draw(struct fl_stream *s, const struct fl_stream_event *e)
{
	kept(s)->elements = 0;
}

const struct fl_stream_vertices fl_stream_vertices_r600 = {.write = write, .fetch = fetch, .draw = draw};
