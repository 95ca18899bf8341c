/* SPDX-License-Identifier: MIT
 *
 * Vertices and indices out of video memory: 3D_LOAD_VBPNTR says where the arrays lie, the stream elements
 * what is in them, 3D_DRAW_VBUF_2 or 3D_DRAW_INDX_2 draws (R5xx guide 6.2.3, 7.4.7; Mesa r300_emit.c and
 * r300_render.c).
 *
 * An attribute that is read and has no array is one value for all vertices. The chip has no place for such a
 * value beside the vertices, so it is an array of stride 0: it stands in the command stream, in the body of a
 * NOP, and is fetched from there. Putting it into the vertex program as a constant would need a program for
 * each set of arrays, and those of the caller's own cannot be changed: an instruction reads one constant at
 * most. Where the chip cannot fetch from the stream (fl_cs.address 0), the elements' own 0 and 1 come as near
 * as they can.
 */
#include "hw/regs/r500.h"
#include "lib/fl_buffer.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/program_state.h"
#include "lib/r500/psc.h"

#define ROOM_DW 96u /* of a draw, whatever it takes */

struct stream {
	uint32_t n;
	uint16_t cntl[FL_ATTRIBUTES + 1], ext[FL_ATTRIBUTES + 1];
	uint8_t dw[FL_ATTRIBUTES + 1], stride_dw[FL_ATTRIBUTES + 1];
	uint32_t addr[FL_ATTRIBUTES + 1];
	bool current; /* current values are among them */
};

/* Which input vector each attribute goes to; 255: it is not read. */
static void inputs(const struct fl_draw *d, uint8_t to[FL_ATTRIBUTES])
{
	uint32_t n = 2;

	if (d->program) {
		memcpy(to, d->program->attribute, FL_ATTRIBUTES);
		return;
	}
	/* Fixed function takes them in the order in which fl_vertex() writes them. */
	memset(to, 255, FL_ATTRIBUTES);
	to[0] = 0;
	to[1] = 1;
	if (d->vertex_flags & FL_V_NORMAL)
		to[2] = (uint8_t)n++;
	if (d->vertex_flags & FL_V_TEXCOORD)
		to[3] = (uint8_t)n++;
	for (uint32_t i = 0; i < FL_TEXCOORDS && (d->vertex_flags & FL_V_MORE); i++)
		if (FL_V_SIZE(d->vertex_flags, i))
			to[3 + i] = (uint8_t)n++;
}

/* The type of an element, its flags, and its dwords. */
static uint32_t element(const struct fl_array *a, uint32_t to, uint8_t *dw)
{
	uint32_t type, flags = 0;
	bool two = a->size > 2;

	*dw = two ? 2 : 1;
	switch (a->type) {
	case FL_HALF:
		type = two ? R500_PSC_DATA_TYPE__FLT16_4 : R500_PSC_DATA_TYPE__FLT16_2;
		break;
	case FL_UBYTE:
	case FL_BYTE:
		type = R500_PSC_DATA_TYPE__BYTE;
		*dw = 1;
		break;
	case FL_USHORT:
	case FL_SHORT:
		type = two ? R500_PSC_DATA_TYPE__SHORT_4 : R500_PSC_DATA_TYPE__SHORT_2;
		break;
	default:
		type = R500_PSC_DATA_TYPE__FLOAT_1 + a->size - 1u;
		*dw = a->size;
		return FL_R500_ELEMENT(type, to);
	}
	if (a->type != FL_HALF && !a->integer)
		flags |= FL_R500_ELEMENT_NORMALIZED;
	if (a->type == FL_BYTE || a->type == FL_SHORT)
		flags |= FL_R500_ELEMENT_SIGNED;
	return FL_R500_ELEMENT(type, to) | flags;
}

static void add(struct stream *s, uint32_t cntl, uint32_t ext, uint32_t dw, uint32_t stride_dw, uint64_t addr)
{
	s->cntl[s->n] = (uint16_t)cntl;
	s->ext[s->n] = (uint16_t)ext;
	s->dw[s->n] = (uint8_t)dw;
	s->stride_dw[s->n] = (uint8_t)stride_dw;
	s->addr[s->n++] = (uint32_t)addr;
}

/* The nearest that constant selectors can do. */
static __attribute__((cold, noinline)) uint32_t selectors(const struct fl_draw *d, uint32_t k, uint32_t n)
{
	uint32_t select[4] = {R500_PSC_SWIZZLE__SELECT_FP_ZERO, R500_PSC_SWIZZLE__SELECT_FP_ZERO,
			      R500_PSC_SWIZZLE__SELECT_FP_ZERO, R500_PSC_SWIZZLE__SELECT_FP_ONE};

	for (uint32_t c = 0; c < (k == 1 ? 4 : n); c++) {
		float f = k == 1   ? (float)(d->color >> (8 * c) & 255) / 255
			  : k == 2 ? d->normal[c]
				   : d->texcoord[k - 3][c];

		select[c] = f >= 0.5f ? R500_PSC_SWIZZLE__SELECT_FP_ONE : R500_PSC_SWIZZLE__SELECT_FP_ZERO;
	}
	return FL_R500_SWIZZLE(select[0], select[1], select[2], select[3]);
}

/* Attribute k, which has no array and goes to input `to`: its current value, which is put at p. Returns where
 * that ends. */
static __attribute__((cold, noinline)) uint32_t *constant(struct fl_draw *d, uint32_t k, uint32_t to,
							  struct stream *s, uint32_t *p)
{
	uint32_t v[4];
	const struct fl_array value = fl_draw_current(d, k, v);
	const uint32_t n = value.type == FL_UBYTE ? 1 : value.size;

	s->current = true;
	FL_CHECK(d, d->cs->address,
		 "an array is missing, and the chip cannot read the command stream in its place");
	if (!d->cs->address) {
		/* Some dword of memory, of which nothing is taken. */
		add(s, FL_R500_ELEMENT(R500_PSC_DATA_TYPE__FLOAT_1, to), selectors(d, k, n), 1, 0,
		    d->chip.vram_addr);
		return p;
	}
	add(s,
	    k == 1 ? FL_R500_ELEMENT(R500_PSC_DATA_TYPE__BYTE, to) | FL_R500_ELEMENT_NORMALIZED
		   : FL_R500_ELEMENT(R500_PSC_DATA_TYPE__FLOAT_1 + n - 1, to),
	    k == 1 ? FL_R500_SWIZZLE_XYZW : fl_r500_fill[n], n, 0, fl_cs_address(d->cs, p));
	memcpy(p, v, 4 * n);
	return p + n;
}

/* The elements and where they lie; current values into the stream at p. */
static uint32_t *gather(struct fl_draw *d, const struct fl_draw_source *src, struct stream *s, uint32_t *p)
{
	const struct fl_arrays *arrays = src->arrays;
	uint32_t *end = p + 1;
	uint8_t to[FL_ATTRIBUTES], dw;

	inputs(d, to);
	s->n = 0;
	s->current = false;
	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++) {
		const struct fl_array *a = fl_array_at(arrays, k);
		uint32_t cntl;

		if (to[k] == 255)
			continue;
		if (a->size) {
			FL_CHECK(d, a->type != FL_HALF || fl_r500_gen(d) != &fl_r500_gens[R500_GEN_R300],
				 "R3xx has no arrays of FL_HALF");
			cntl = element(a, to[k], &dw);
			add(s, cntl, fl_r500_fill[a->size > 4 ? 4 : a->size], dw, a->stride_B / 4u,
			    d->chip.vram_addr + a->offset_B + (uint64_t)src->first * a->stride_B);
			continue;
		}
		end = constant(d, k, to[k], s, end);
	}
	add(s, 0, 0, 0, 0, 0); /* beside the last of an odd number */
	s->n--;
	if (end == p + 1)
		return p;
	p[0] = R500_TYPE3(R500_PKT3_NOP, (uint32_t)(end - p) - 1);
	d->cs->fetched = true;
	return end;
}

static uint32_t *vertex_arrays(const struct stream *s, uint32_t *p, bool indexed)
{
	uint32_t n = s->n;

	p = r500_pm4_regs(p, R500_VAP_PROG_STREAM_CNTL(0), (n + 1) / 2);
	for (uint32_t i = 0; i < n; i += 2)
		*p++ = s->cntl[i] | (i + 1 == n ? FL_R500_ELEMENT_LAST : 0) |
		       ((uint32_t)s->cntl[i + 1] | (i + 2 == n ? FL_R500_ELEMENT_LAST : 0)) << 16;
	p = r500_pm4_regs(p, R500_VAP_PROG_STREAM_CNTL_EXT(0), (n + 1) / 2);
	for (uint32_t i = 0; i < n; i += 2)
		*p++ = s->ext[i] | (uint32_t)s->ext[i + 1] << 16;
	p = r500_pm4_pkt3(p, R500_PKT3_3D_LOAD_VBPNTR, 1 + n + (n + 1) / 2);
	*p++ =
	    R500_VAP_VTX_NUM_ARRAYS__VTX_NUM_ARRAYS(n) | R500_VAP_VTX_NUM_ARRAYS__VC_FORCE_PREFETCH(!indexed);
	for (uint32_t i = 0; i < n; i += 2) {
		*p++ = R500_VAP_VTX_AOS_ATTR__VTX_AOS_COUNT0(s->dw[i]) |
		       R500_VAP_VTX_AOS_ATTR__VTX_AOS_STRIDE0(s->stride_dw[i]) |
		       R500_VAP_VTX_AOS_ATTR__VTX_AOS_COUNT1(s->dw[i + 1]) |
		       R500_VAP_VTX_AOS_ATTR__VTX_AOS_STRIDE1(s->stride_dw[i + 1]);
		*p++ = s->addr[i];
		if (i + 1 < n)
			*p++ = s->addr[i + 1];
	}
	return p;
}

/* The chip is set to what src says: no vertex format and no program came in between, both of which clear
 * arrays_set. What memory holds may have changed: the vertex cache is emptied between draws
 * (VAP_VTX_NUM_ARRAYS.VC_DIS_CACHE_INVLD is 0). */
static bool is_set(const struct fl_r500_draw *r, const struct fl_draw_source *src)
{
	return fl_arrays_same(src->arrays, &r->arrays) && r->arrays_set && r->arrays_first == src->first &&
	       r->arrays_indexed == (src->index_B != 0);
}

static __attribute__((noinline)) uint32_t *set_arrays(struct fl_draw *d, const struct fl_draw_source *src,
						      uint32_t most, uint32_t *p)
{
	struct fl_r500_draw *r = fl_r500_of(d);
	struct stream s;

	p = gather(d, src, &s, p);
	/* Current values change at any time, and what the stream holds is soon overwritten. */
	r->arrays_set = !s.current;
	r->arrays = *src->arrays;
	r->arrays_first = src->first;
	r->arrays_most = most;
	r->arrays_indexed = src->index_B != 0;
	p = vertex_arrays(&s, p, r->arrays_indexed);
	return r500_pm4_reg(p, R500_VAP_VF_MAX_VTX_INDX, most);
}

void fl_r500_draw_arrays(struct fl_draw *d, const struct fl_draw_source *src)
{
	struct fl_r500_draw *r = fl_r500_of(d);
	uint32_t *p = fl_cs_room(d->cs, ROOM_DW), vf_cntl,
		 most = (src->index_B ? src->n_vertices : src->count) - 1;

	if (!is_set(r, src)) {
		p = set_arrays(d, src, most, p);
	} else if (most != r->arrays_most) {
		r->arrays_most = most;
		p = r500_pm4_reg(p, R500_VAP_VF_MAX_VTX_INDX, most);
	}
	vf_cntl = R500_VAP_VF_CNTL__PRIM_TYPE(fl_r500_prim[src->prim]);
	if (src->count > FL_R500_COUNT_MAX) {
		vf_cntl |= R500_VAP_VF_CNTL__USE_ALT_NUM_VERTS(1);
		p = r500_pm4_reg(p, R500_VAP_ALT_NUM_VERTICES, src->count);
	} else {
		vf_cntl |= R500_VAP_VF_CNTL__NUM_VERTICES(src->count);
	}
	if (!src->index_B) {
		p = r500_pm4_pkt3(p, R500_PKT3_3D_DRAW_VBUF_2, 1);
		*p++ = vf_cntl | R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_LIST);
	} else {
		p = r500_pm4_pkt3(p, R500_PKT3_3D_DRAW_INDX_2, 1);
		*p++ = vf_cntl | R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__INDEXES) |
		       R500_VAP_VF_CNTL__INDEX_SIZE(src->index_B == 4);
		/* All of them to one port (R5xx guide 6.2.3.11, ONE_REG_WR). */
		p = r500_pm4_pkt3(p, R500_PKT3_INDX_BUFFER, 3);
		*p++ = 1u << 31 | R500_VAP_PORT_IDX(0) >> 2;
		*p++ = (uint32_t)(d->chip.vram_addr + src->indices_B);
		*p++ = src->index_B == 4 ? src->count : (src->count + 1) / 2;
	}
	fl_cs_done(d->cs, p);
}
