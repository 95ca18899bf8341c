/* SPDX-License-Identifier: MIT
 *
 * Elements of vertices (GC facts 6): what the configurations say, and the fetch of a wave. What a stream does
 * not have reads 0.
 *
 * Elements that touch are fetched in one stretch: the last of a stretch has NONCONSECUTIVE, START counts from
 * the beginning of the vertex, END from the beginning of the stretch. The numbers are redundant with those of
 * the type; where they differ the core fetches other bytes than the program means, which is reported.
 */
#include "hw/model/gc/vs.h"
#include "hw/model/num/num.h"
#include "hw/model/raster/turn.h"
#include "hw/model/texture/texel.h"

#include <string.h>

#define OLD(name) GC_FE_VERTEX_ELEMENT_CONFIG__##name##__GET(c)
#define NEW(name) GC_NFE_GENERIC_ATTRIB_CONFIG0__##name##__GET(c)

enum { HALTI2 = 2, HALTI5 = 5, STRETCH_B = 256, NO_COMPONENT = 0xff, HAS_IDS = 1u << 31 };

/* The configuration of element i; end and last in the second word on HALTI5. */
static void element(struct mgc *g, unsigned i, struct mgc_element *e, unsigned *end, bool *last)
{
	uint32_t c;

	memset(e, 0, sizeof(*e));
	if (g->variant->halti >= HALTI5) {
		const uint32_t c1 = GC_STATE_AT(g, NFE_GENERIC_ATTRIB_CONFIG1, i);

		c = GC_STATE_AT(g, NFE_GENERIC_ATTRIB_CONFIG0, i);
		*end = GC_NFE_GENERIC_ATTRIB_CONFIG1__END__GET(c1);
		*last = GC_NFE_GENERIC_ATTRIB_CONFIG1__NONCONSECUTIVE__GET(c1);
		e->one = GC_STATE_AT(g, NFE_GENERIC_ATTRIB_SCALE, i);
	} else {
		c = GC_STATE_AT(g, FE_VERTEX_ELEMENT_CONFIG, i);
		*end = OLD(END);
		*last = OLD(NONCONSECUTIVE);
		e->one = GC_STATE_AT(g, FE_GENERIC_ATTRIB_SCALE, i);
	}
	/* the fields of both stand alike, but for those above */
	e->type = OLD(TYPE);
	e->stream = OLD(STREAM);
	e->n = OLD(NUM) ? OLD(NUM) : 4;
	e->normalize = OLD(NORMALIZE);
	e->start_B = (uint16_t)OLD(START);
	e->size_B = (uint16_t)mgc_element_B(e->type, e->n);
	if (OLD(ENDIAN))
		mgc_report(g, FL_WARN, "FE", "GC facts 6",
			   "element %u: ENDIAN %u: no open driver sets it, and bytes stay as they are here",
			   i, OLD(ENDIAN));
	if (!e->one) /* before HALTI1 nobody sets a scale */
		e->one = (uint32_t)num_bits(1.0f);
}

static bool streams(struct mgc *g, struct mgc_fetch *f, unsigned i)
{
	struct mgc_stream *s = &f->stream[i];

	if (g->variant->halti >= HALTI2) {
		s->addr = GC_STATE_AT(g, NFE_VERTEX_STREAMS_BASE_ADDR, i);
		s->stride_B = GC_NFE_VERTEX_STREAMS_CONTROL__VERTEX_STRIDE__GET(
		    GC_STATE_AT(g, NFE_VERTEX_STREAMS_CONTROL, i));
		s->divisor = GC_STATE_AT(g, NFE_VERTEX_STREAMS_VERTEX_DIVISOR, i);
	} else if (g->variant->streams > 1) {
		if (i >= GC_FE_VERTEX_STREAMS_BASE_ADDR__COUNT)
			return false;
		s->addr = GC_STATE_AT(g, FE_VERTEX_STREAMS_BASE_ADDR, i);
		s->stride_B = GC_FE_VERTEX_STREAMS_CONTROL__VERTEX_STRIDE__GET(
		    GC_STATE_AT(g, FE_VERTEX_STREAMS_CONTROL, i));
		s->divisor = GC_FE_VERTEX_STREAMS_CONTROL__VERTEX_DIVISOR__GET(
		    GC_STATE_AT(g, FE_VERTEX_STREAMS_CONTROL, i));
	} else {
		if (i)
			return false;
		s->addr = GC_STATE(g, FE_VERTEX_STREAM_BASE_ADDR);
		s->stride_B =
		    GC_FE_VERTEX_STREAM_CONTROL__VERTEX_STRIDE__GET(GC_STATE(g, FE_VERTEX_STREAM_CONTROL));
	}
	return true;
}

/* Where a stretch lies: it reports what START, END and NONCONSECUTIVE say else than the types. */
static void check(struct mgc *g, const struct mgc_fetch *f, unsigned i, unsigned end, bool last,
		  unsigned *from)
{
	const struct mgc_element *e = &f->element[i], *before = i ? e - 1 : NULL;

	if (*from == UINT32_MAX)
		*from = e->start_B;
	else if (before->stream != e->stream || before->start_B + before->size_B != e->start_B)
		mgc_report(g, FL_WARN, "FE", "GC facts 6",
			   "element %u: stream %u byte %u does not follow element %u, stream %u to byte %u, "
			   "which has "
			   "no NONCONSECUTIVE",
			   i, e->stream, e->start_B, i - 1, before->stream, before->start_B + before->size_B);
	if (e->start_B - *from + e->size_B != end && e->start_B + e->size_B - *from < STRETCH_B)
		mgc_report(g, FL_WARN, "FE", "GC facts 6",
			   "element %u: END is %u; %u components of type %u from byte %u on, in a stretch "
			   "that begins at "
			   "byte %u, end at %u",
			   i, end, e->n, e->type, e->start_B, *from, e->start_B - *from + e->size_B);
	if (e->start_B + e->size_B - *from >= STRETCH_B)
		mgc_report(
		    g, FL_WARN, "FE", "GC facts 6",
		    "element %u ends %u bytes behind the beginning of its stretch, which has less than 256",
		    i, e->start_B + e->size_B - *from);
	if (last)
		*from = UINT32_MAX;
}

static unsigned configured(const struct mgc *g)
{
	const bool h5 = g->variant->halti >= HALTI5;
	const unsigned most = h5 ? GC_NFE_GENERIC_ATTRIB_CONFIG0__COUNT : GC_FE_VERTEX_ELEMENT_CONFIG__COUNT;
	unsigned n = 0;

	for (unsigned i = 0; i < most; i++)
		if (h5 ? GC_STATE_AT(g, NFE_GENERIC_ATTRIB_CONFIG0, i) ||
			     GC_STATE_AT(g, NFE_GENERIC_ATTRIB_CONFIG1, i)
		       : GC_STATE_AT(g, FE_VERTEX_ELEMENT_CONFIG, i))
			n = i + 1;
	return n;
}

/* VS_INPUT_COUNT: its bit 31 adds an input for the numbers of vertex and instance (GC facts 5.3). */
static bool count(struct mgc *g, struct mgc_fetch *f)
{
	const uint32_t c = GC_STATE(g, VS_INPUT_COUNT), id = GC_STATE(g, FE_HALTI5_ID_CONFIG);
	const unsigned have = configured(g);

	f->n = GC_VS_INPUT_COUNT__COUNT__GET(c);
	if (!f->n && c & 0x3f) /* HALTI5 has more bits of it */
		f->n = c & 0x3f;
	f->ids = c & HAS_IDS;
	f->vertex_id = f->instance_id = NO_COMPONENT;
	if (f->ids) {
		f->n = f->n ? f->n - 1 : 0;
		if (id & GC_FE_HALTI5_ID_CONFIG__VERTEX_ID_ENABLE__MASK)
			f->vertex_id = GC_FE_HALTI5_ID_CONFIG__VERTEX_ID_REG__GET(id);
		if (id & GC_FE_HALTI5_ID_CONFIG__INSTANCE_ID_ENABLE__MASK)
			f->instance_id = GC_FE_HALTI5_ID_CONFIG__INSTANCE_ID_REG__GET(id);
	}
	if (f->n == have || (f->n < have && f->n && g->variant->halti >= 0))
		return true;
	mgc_report(g, FL_REFUSE, "FE", "GC facts 6, 12",
		   "VS_INPUT_COUNT %08x wants %u elements, and %u are configured: the core waits for ever", c,
		   f->n, have);
	return false;
}

bool mgc_fetch_decode(struct mgc *g, struct mgc_fetch *f)
{
	unsigned from = UINT32_MAX;

	memset(f, 0, sizeof(*f));
	if (!count(g, f))
		return false;
	for (unsigned i = 0; i < f->n; i++) {
		struct mgc_element *e = &f->element[i];
		unsigned end;
		bool last;

		element(g, i, e, &end, &last);
		e->reg = (uint8_t)mgc_vs_input(g, i);
		if (!e->size_B) {
			mgc_report(g, FL_REFUSE, "FE", "GC facts 6",
				   "element %u: type %u, which there is not", i, e->type);
			return false;
		}
		if (e->stream >= g->variant->streams || !streams(g, f, e->stream)) {
			mgc_report(g, FL_REFUSE, "FE", "GC facts 0", "element %u: stream %u of %u", i,
				   e->stream, g->variant->streams);
			return false;
		}
		check(g, f, i, end, last, &from);
		if (i + 1 == f->n && !last)
			mgc_report(
			    g, FL_WARN, "FE", "GC facts 6",
			    "element %u is the last one, and has no NONCONSECUTIVE: its stretch has no end",
			    i);
	}
	for (unsigned i = 0; i < sizeof(f->stream) / sizeof(f->stream[0]); i++) {
		struct mgc_stream *s = &f->stream[i];
		const char *which;

		if (!s->addr)
			continue;
		s->host = mgc_at(g, MGC_FE, s->addr, false, &s->left_B);
		if (mgc_pe_holds(g, s->addr, STRETCH_B, &which))
			mgc_report(g, FL_WARN, "FE", "GC facts 3.1",
				   "stream %u at %08x: the %s still holds pixels of it; flush first", i,
				   s->addr, which);
	}
	return true;
}

/* ---- a wave -------------------------------------------------------------------------------------------- */
static inline const uint8_t *place(struct mgc *g, const struct mgc_stream *s, uint64_t at, unsigned size_B,
				   uint8_t copy[16])
{
	if (s->host && at + size_B <= s->left_B)
		return s->host + at;
	if (s->addr + at > UINT32_MAX || !mgc_read(g, MGC_FE, (uint32_t)(s->addr + at), copy, size_B))
		memset(copy, 0, 16);
	return copy;
}

/* Dwords as they are: four rows of them at a time, to rows of components. */
static void fetch_words(struct mgc *g, const struct mgc_element *e, const struct mgc_stream *s,
			const uint64_t *at, unsigned n, union mgc_lanes *to)
{
	fl_four keep = {0}, fixed = {0, 0, 0, e->one};
	uint8_t copy[16] = {0};

	for (unsigned c = 0; c < e->n; c++)
		keep[c] = ~0u;
	fixed &= ~keep;
	for (unsigned l = 0; l < n; l += 4) {
		fl_four m[4] = {{0}};

		for (unsigned k = 0; k < 4 && l + k < n; k++) {
			/* four dwords where there are as many: those of the next element are dropped */
			const unsigned size_B = s->host && at[l + k] + 16 <= s->left_B ? 16 : e->size_B;
			const uint8_t *src = place(g, s, at[l + k], size_B, copy);

			if (size_B == 16)
				memcpy(&m[k], src, 16);
			else
				memcpy(&m[k], src, size_B);
			m[k] = (m[k] & keep) | fixed;
		}
		fl_turn(m);
		for (unsigned c = 0; c < 4; c++)
			memcpy(&to[c].u[l], &m[c], sizeof(m[c]));
	}
}

/* Four bytes, of which 255 is 1. */
static void fetch_bytes(struct mgc *g, const struct mgc_element *e, const struct mgc_stream *s,
			const uint64_t *at, unsigned n, union mgc_lanes *to)
{
	uint32_t word[MGC_LANES] = {0};
	uint8_t copy[16];

	for (unsigned l = 0; l < n; l++)
		memcpy(&word[l], place(g, s, at[l], e->size_B, copy), sizeof(word[l]));
	for (unsigned c = 0; c < 4; c++)
		fl_texel_bytes(word, c, to[c].u);
}

static void fetch_any(struct mgc *g, const struct mgc_element *e, const struct mgc_stream *s,
		      const uint64_t *at, unsigned n, union mgc_lanes *to)
{
	uint8_t copy[16];

	for (unsigned l = 0; l < n; l++) {
		uint32_t v[4];

		mgc_element(place(g, s, at[l], e->size_B, copy), e->type, e->n, e->normalize, e->one, v);
		for (unsigned c = 0; c < 4; c++)
			to[c].u[l] = v[c];
	}
}

void mgc_fetch_run(struct mgc *g, const struct mgc_fetch *f, struct mgc_sh_wave *w, const uint32_t *index,
		   unsigned n, uint32_t instance)
{
	for (unsigned i = 0; i < f->n; i++) {
		const struct mgc_element *e = &f->element[i];
		const struct mgc_stream *s = &f->stream[e->stream];
		union mgc_lanes *to = w->t[e->reg];
		uint64_t at[MGC_LANES];

		for (unsigned l = 0; l < n; l++) {
			const uint64_t row = s->divisor ? instance / s->divisor : index[l];

			at[l] = row * s->stride_B + e->start_B;
		}
		if (e->type == GC_FE_DATA_TYPE__FLOAT)
			fetch_words(g, e, s, at, n, to);
		else if (e->type == GC_FE_DATA_TYPE__UNSIGNED_BYTE && e->n == 4 && e->normalize)
			fetch_bytes(g, e, s, at, n, to);
		else
			fetch_any(g, e, s, at, n, to);
	}
	if (f->vertex_id != NO_COMPONENT)
		memcpy(w->t[f->vertex_id / 4 % MGC_TEMPS][f->vertex_id % 4].u, index, n * sizeof(*index));
	if (f->instance_id != NO_COMPONENT)
		for (unsigned l = 0; l < n; l++)
			w->t[f->instance_id / 4 % MGC_TEMPS][f->instance_id % 4].u[l] = instance;
}
