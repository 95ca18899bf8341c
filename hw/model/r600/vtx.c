/* SPDX-License-Identifier: MIT
 *
 * Fetches of vertices: elements of a buffer by index (R6xx facts 4.7). What does not lie in the buffer whole
 * reads 0 in the components that memory has. The last dword of a buffer counts as whole: Mesa reads three
 * bytes as four, of buffers that end with the third (r600_vertex_data_type()), and piglit's
 * vertexattribpointer-size-3 is not among what fails on an RV770.
 *
 * A fetch of any kind reads memory as it is when it runs: the model's vertex cache holds nothing. A mini
 * fetch is read as a mega fetch: it asks for the same bytes.
 */
#include "hw/model/num/num.h"
#include "hw/model/r600/fetch.h"
#include "hw/model/raster/turn.h"

#include <string.h>

enum { ROW_B = sizeof(fl_four), DWORD_B = 4, MASKED = 7 };
enum { BASE_VERTEX = 0x3cff0, START_INSTANCE = 0x3cff4 }; /* SQ_VTX_BASE_VTX_LOC, SQ_VTX_START_INST_LOC */

struct numbers {
	unsigned format, number, comp, no_zero, endian;
};

/* The format is the instruction's, or the buffer's. */
static struct numbers numbers_of(const uint32_t word[4], uint32_t c2)
{
	if (R600_SQ_VTX_WORD1__USE_CONST_FIELDS__GET(word[1]))
		return (struct numbers){R600_SQ_VTX_CONSTANT_WORD2__DATA_FORMAT__GET(c2),
					R600_SQ_VTX_CONSTANT_WORD2__NUM_FORMAT_ALL__GET(c2),
					R600_SQ_VTX_CONSTANT_WORD2__FORMAT_COMP_ALL__GET(c2),
					R600_SQ_VTX_CONSTANT_WORD2__SRF_MODE_ALL__GET(c2),
					R600_SQ_VTX_CONSTANT_WORD2__ENDIAN_SWAP__GET(c2)};
	return (struct numbers){
	    R600_SQ_VTX_WORD1__DATA_FORMAT__GET(word[1]), R600_SQ_VTX_WORD1__NUM_FORMAT_ALL__GET(word[1]),
	    R600_SQ_VTX_WORD1__FORMAT_COMP_ALL__GET(word[1]), R600_SQ_VTX_WORD1__SRF_MODE_ALL__GET(word[1]),
	    R600_SQ_VTX_WORD2__ENDIAN_SWAP__GET(word[2])};
}

static bool format_of(struct mr600 *r, struct mr600_fetch *f, const struct numbers *n, unsigned resource)
{
	const struct mr600_format *format = mr600_format(n->format);
	const uint8_t comp[4] = {(uint8_t)n->comp, (uint8_t)n->comp, (uint8_t)n->comp, (uint8_t)n->comp};
	struct fl_texel_image *t = &f->vtx.image;
	bool plain = true;

	if (!format->bits || format->block != 1) {
		mr600_report(r, FL_REFUSE, "VC", "R6xx facts 5.1",
			     "resource %u: vertices of format %u, which there is not", resource, n->format);
		return false;
	}
	t->format = mr600_texel_format(format, n->number, comp, n->no_zero);
	t->flip = mr600_flip_of(n->endian);
	for (unsigned c = 0; c < 4; c++) {
		t->sel[c] = f->dst_sel[c] > 5 ? FL_TEXEL_SEL_ZERO : f->dst_sel[c];
		/* what the format has not is 0, 0, 0, 1 */
		if (t->sel[c] < 4 && !format->width[t->sel[c]] && format->coding == FL_TEXEL_FIELDS)
			t->sel[c] = t->sel[c] == 3 ? FL_TEXEL_SEL_ONE : FL_TEXEL_SEL_ZERO;
		plain &= !format->width[c] ||
			 (format->width[c] == 32 &&
			  (t->format.number[c] == FL_TEXEL_FLOAT || t->format.number[c] >= FL_TEXEL_UINT));
	}
	if (plain && !t->flip)
		f->vtx.words = format->bits / 32;
	f->vtx.bytes = fl_texel_is_bytes(t);
	return true;
}

static void buffer_of(struct mr600 *r, struct mr600_fetch *f, const uint32_t word[4], unsigned resource)
{
	const uint32_t *c = &r->reg[R600_SQ_VTX_CONSTANT_WORD(resource) / 4];
	const uint64_t addr = c[0] | (uint64_t)R600_SQ_VTX_CONSTANT_WORD2__BASE_ADDRESS_HI__GET(c[2]) << 32;
	const uint64_t size = ((addr + c[1] + DWORD_B) & ~(uint64_t)(DWORD_B - 1)) - addr;
	uint64_t left = 0;

	if (R600_SQ_VTX_CONSTANT_WORD6__TYPE__GET(c[6]) !=
	    R600_SQ_TEX_RESOURCE_WORD6__TYPE__SQ_TEX_VTX_VALID_BUFFER) {
		mr600_report(r, FL_WARN, "VC", "R6xx facts 5.2",
			     "resource %u is fetched from as a buffer; its TYPE is %u, not 3: reads 0",
			     resource, R600_SQ_VTX_CONSTANT_WORD6__TYPE__GET(c[6]));
		return;
	}
	f->vtx.stride_B = R600_SQ_VTX_CONSTANT_WORD2__STRIDE__GET(c[2]);
	if (R600_SQ_VTX_WORD2__CONST_BUF_NO_STRIDE__GET(word[2]))
		f->vtx.stride_B = 0;
	f->vtx.memory = fl_mem_at(&r->base.mem, addr, &left);
	f->vtx.size_B = left < size ? left : size;
	if (!f->vtx.memory)
		mr600_report(r, FL_WARN, "VC", "R6xx facts 5.2",
			     "resource %u: there is no memory at 0x%08llx: reads 0", resource,
			     (unsigned long long)addr);
}

/* Elements behind whose beginning the buffer has four dwords, whatever the format takes of them. */
static uint32_t whole_rows(const struct mr600_vtx *v)
{
	const uint64_t least_B = (uint64_t)v->offset_B + ROW_B;
	uint64_t n;

	if (!v->memory || v->size_B < least_B)
		return 0;
	n = v->stride_B ? (v->size_B - least_B) / v->stride_B + 1 : UINT32_MAX;
	return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

bool mr600_vtx_decode(struct mr600 *r, enum mr600_stage stage, const uint32_t word[4], struct mr600_fetch *f)
{
	const unsigned resource = mr600_resource_base(stage) + R600_SQ_VTX_WORD0__BUFFER_ID__GET(word[0]);
	const unsigned type = R600_SQ_VTX_WORD0__FETCH_TYPE__GET(word[0]);

	f->kind = MR600_FETCH_VERTEX;
	f->vtx.resource = (uint16_t)resource;
	if (resource >= R600_SQ_VTX_CONSTANT_WORD__COUNT) {
		mr600_report(r, FL_REFUSE, "VC", "R6xx facts 1.2", "a fetch from resource %u of %u", resource,
			     R600_SQ_VTX_CONSTANT_WORD__COUNT);
		return false;
	}
	const struct numbers n = numbers_of(word, r->reg[R600_SQ_VTX_CONSTANT_WORD2(resource) / 4]);

	if (!format_of(r, f, &n, resource))
		return false;
	buffer_of(r, f, word, resource);
	f->src_sel[0] = R600_SQ_VTX_WORD0__SRC_SEL_X__GET(word[0]);
	f->vtx.offset_B = R600_SQ_VTX_WORD2__OFFSET__GET(word[2]);
	f->vtx.n_whole = whole_rows(&f->vtx);
	if (type == R600_SQ_VTX_WORD0__FETCH_TYPE__SQ_VTX_FETCH_VERTEX_DATA)
		f->vtx.first = r->reg[BASE_VERTEX / 4];
	else if (type == R600_SQ_VTX_WORD0__FETCH_TYPE__SQ_VTX_FETCH_INSTANCE_DATA)
		f->vtx.first = r->reg[START_INSTANCE / 4];
	return true;
}

/* ---- run ----------------------------------------------------------------------------------------------- */
/* Elements of the lanes, a row a component. */
struct rows {
	_Alignas(64) uint32_t v[4][MR600_WAVE];
};

/* Dwords as they are. */
static __attribute__((noinline)) fl_four words(const struct mr600_vtx *v, const uint8_t *src)
{
	uint32_t out[4] = {0};

	if (!src)
		return (fl_four){0};
	switch (v->words) {
	case 1:
		memcpy(out, src, 4);
		break;
	case 2:
		memcpy(out, src, 8);
		break;
	case 3:
		memcpy(out, src, 12);
		break;
	default:
		memcpy(out, src, 16);
	}
	return (fl_four){out[0], out[1], out[2], out[3]};
}

static void element(const struct mr600_vtx *v, const uint8_t *src, uint32_t out[4])
{
	static const uint8_t none[FL_TEXEL_ELEMENT_B];
	uint8_t b[FL_TEXEL_ELEMENT_B];

	if (src)
		fl_texel_element(&v->image, src, 0, b);
	fl_texel_unpack(&v->image, src ? b : none, 0, 0, (float *)out);
}

/* Where the element of a lane is; NULL: outside. */
static const uint8_t *place(const struct mr600_vtx *v, uint32_t index)
{
	const uint64_t at = v->offset_B + (uint64_t)(index + v->first) * v->stride_B;

	return v->memory && at + v->image.format.bits / 8u <= v->size_B ? v->memory + at : NULL;
}

/* Rows of dwords: selects are those of whole rows. */
static void run_words(const struct mr600_vtx *v, const uint32_t *index, uint64_t lanes, struct rows *to)
{
	for (unsigned i = 0; i < MR600_WAVE; i += 4) {
		fl_four lane[4] = {{0}};

		if (!(lanes >> i & 15))
			continue;
		for (unsigned k = 0; k < 4; k++)
			if (lanes >> (i + k) & 1)
				lane[k] = words(v, place(v, index[i + k]));
		fl_turn(lane);
		for (unsigned k = 0; k < 4; k++)
			memcpy(&to->v[k][i], &lane[k], sizeof(lane[k]));
	}
}

/* Four bytes each; outside of the buffer they are 0. Selects are those of whole rows. */
static void run_bytes(const struct mr600_vtx *v, const uint32_t *index, uint64_t lanes, struct rows *to)
{
	_Alignas(64) uint32_t word[MR600_WAVE] = {0};

	for (uint64_t m = lanes; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(m);
		const uint8_t *src = place(v, index[i]);

		if (src)
			memcpy(&word[i], src, sizeof(word[i]));
	}
	for (unsigned c = 0; c < 4; c++)
		fl_texel_bytes(word, c, to->v[c]);
}

static void run_elements(const struct mr600_vtx *v, const uint32_t *index, uint64_t lanes, struct rows *to)
{
	for (uint64_t m = lanes; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(m);
		uint32_t out[4];

		element(v, place(v, index[i]), out);
		for (unsigned c = 0; c < 4; c++)
			to->v[c][i] = out[c];
	}
}

static void store(uint32_t *to, const uint32_t *from, uint64_t lanes)
{
	if (lanes == ~UINT64_C(0)) {
		memcpy(to, from, MR600_WAVE * sizeof(*to));
		return;
	}
	for (; lanes; lanes &= lanes - 1)
		to[__builtin_ctzll(lanes)] = from[__builtin_ctzll(lanes)];
}

/* What a selector beyond the components gives. */
static void fill(const struct mr600_vtx *v, unsigned sel, uint32_t *to, uint64_t lanes)
{
	const uint32_t one = v->image.format.number[0] >= FL_TEXEL_UINT ? 1 : (uint32_t)num_bits(1.0f);

	if (lanes == ~UINT64_C(0)) {
		for (unsigned i = 0; i < MR600_WAVE; i++)
			to[i] = sel == FL_TEXEL_SEL_ONE ? one : 0;
		return;
	}
	for (; lanes; lanes &= lanes - 1)
		to[__builtin_ctzll(lanes)] = sel == FL_TEXEL_SEL_ONE ? one : 0;
}

static inline __attribute__((always_inline)) fl_four row(const struct mr600_vtx *v, uint32_t index)
{
	const uint32_t i = index + v->first;
	fl_four words4;

	if (i >= v->n_whole)
		return words(v, place(v, index));
	memcpy(&words4, v->memory + v->offset_B + (uint64_t)i * v->stride_B, sizeof(words4));
	return words4;
}

/* Dwords as they are, for all lanes that there are: straight to the registers, in groups of four lanes. What
 * a register holds of other lanes is nobody's business. */
static void run_whole(const struct mr600_fetch *f, struct mr600_wave *w, const uint32_t *index, unsigned dst,
		      uint64_t lanes)
{
	const struct mr600_vtx *v = &f->vtx;
	uint8_t sel[4];

	for (unsigned c = 0; c < 4; c++)
		sel[c] = f->dst_sel[c] == MASKED ? 4 : v->image.sel[c];
	for (unsigned i = 0; i < MR600_WAVE && lanes >> i; i += 4) {
		fl_four lane[4];

#pragma GCC unroll 4
		for (unsigned k = 0; k < 4; k++)
			lane[k] = row(v, index[i + k]);
		fl_turn(lane);
		for (unsigned c = 0; c < 4; c++)
			if (sel[c] < 4)
				memcpy(&w->gpr[dst][c].u[i], &lane[sel[c]], sizeof(lane[0]));
	}
	for (unsigned c = 0; c < 4; c++)
		if (f->dst_sel[c] != MASKED && sel[c] >= 4)
			fill(v, sel[c], w->gpr[dst][c].u, ~UINT64_C(0));
}

void mr600_vtx_run(const struct mr600_fetch *f, struct mr600_wave *w, unsigned src, unsigned dst,
		   uint64_t lanes)
{
	const struct mr600_vtx *v = &f->vtx;
	const uint32_t *index = w->gpr[src][f->src_sel[0]].u;
	struct rows rows;

	if (v->words && lanes == (w->valid | w->helper)) {
		run_whole(f, w, index, dst, lanes);
		return;
	}
	memset(&rows, 0, sizeof(rows));
	if (v->words)
		run_words(v, index, lanes, &rows);
	else if (v->bytes)
		run_bytes(v, index, lanes, &rows);
	else
		run_elements(v, index, lanes, &rows);
	for (unsigned c = 0; c < 4; c++) {
		const unsigned sel = v->words || v->bytes ? v->image.sel[c] : c;

		if (f->dst_sel[c] == MASKED)
			continue;
		if (sel < 4)
			store(w->gpr[dst][c].u, rows.v[sel], lanes);
		else
			fill(v, sel, w->gpr[dst][c].u, lanes);
	}
}
