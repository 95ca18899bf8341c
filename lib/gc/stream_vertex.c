/* SPDX-License-Identifier: MIT
 *
 * Command streams of Vivante's front end: vertices in memory, as the elements' types say (etna_viv rnndb
 * state.xml, FE_DATA_TYPE; GC facts 6).
 */
#include "hw/fl_str.h"
#include "hw/regs/gc.h"
#include "lib/stream/fl_stream.h"

/* States that say how vertices lie, of the three generations of them: FE of one stream, of eight, NFE. */
struct kept {
	uint32_t config[GC_FE_VERTEX_ELEMENT_CONFIG__COUNT], generic[GC_NFE_GENERIC_ATTRIB_CONFIG0__COUNT];
	uint32_t base[GC_FE_VERTEX_STREAMS_BASE_ADDR__COUNT], control[GC_FE_VERTEX_STREAMS_BASE_ADDR__COUNT];
	uint32_t nfe_base[GC_NFE_VERTEX_STREAMS_BASE_ADDR__COUNT];
	uint32_t nfe_control[GC_NFE_VERTEX_STREAMS_BASE_ADDR__COUNT];
	uint32_t only_base, only_control;
	uint32_t inputs;      /* VS_INPUT_COUNT */
	uint32_t type, count; /* of the draw at hand; 0: it does not say how many vertices */
};
FL_STREAM_VERTEX_KEPT_FITS(struct kept);

static struct kept *kept(struct fl_stream *s)
{
	return (struct kept *)s->vertex_kept;
}

static bool put(uint32_t *to, unsigned n, uint32_t first, uint32_t offset, uint32_t value)
{
	if (offset < first || offset >= first + n * 4)
		return false;
	to[(offset - first) / 4] = value;
	return true;
}

static void write(struct fl_stream *s, const struct fl_stream_event *e)
{
	const uint32_t offset = e->offset, value = e->value;
	struct kept *v = kept(s);

#define PUT(to, state) put(v->to, sizeof v->to / 4, state(0), offset, value)
	if (PUT(config, GC_FE_VERTEX_ELEMENT_CONFIG) || PUT(generic, GC_NFE_GENERIC_ATTRIB_CONFIG0) ||
	    PUT(base, GC_FE_VERTEX_STREAMS_BASE_ADDR) || PUT(control, GC_FE_VERTEX_STREAMS_CONTROL) ||
	    PUT(nfe_base, GC_NFE_VERTEX_STREAMS_BASE_ADDR) || PUT(nfe_control, GC_NFE_VERTEX_STREAMS_CONTROL))
		return;
#undef PUT
	if (offset == GC_FE_VERTEX_STREAM_BASE_ADDR)
		v->only_base = value;
	else if (offset == GC_FE_VERTEX_STREAM_CONTROL)
		v->only_control = value;
	else if (offset == GC_VS_INPUT_COUNT)
		v->inputs = value;
}

/* Where a stream begins, and from vertex to vertex; false: nothing was set. */
static bool stream(const struct kept *v, unsigned i, uint32_t *base, uint32_t *stride_B)
{
	uint32_t control = 0;

	*base = 0;
	if (i < sizeof v->nfe_base / 4 && v->nfe_base[i]) {
		*base = v->nfe_base[i];
		*stride_B = GC_NFE_VERTEX_STREAMS_CONTROL__VERTEX_STRIDE__GET(v->nfe_control[i]);
		return true;
	}
	if (i < sizeof v->base / 4 && v->base[i]) {
		*base = v->base[i];
		control = v->control[i];
	} else if (!i) {
		*base = v->only_base;
		control = v->only_control;
	}
	*stride_B = GC_FE_VERTEX_STREAM_CONTROL__VERTEX_STRIDE__GET(control);
	return *base != 0;
}

/* What is in a dword of an element, and how many bytes it has. */
static struct fl_stream_packed form(uint32_t c, uint32_t *size_B)
{
	const unsigned type = GC_FE_VERTEX_ELEMENT_CONFIG__TYPE__GET(c),
		       num = GC_FE_VERTEX_ELEMENT_CONFIG__NUM__GET(c);
	const unsigned n = num ? num : 4;
	const bool norm =
	    GC_FE_VERTEX_ELEMENT_CONFIG__NORMALIZE__GET(c) == GC_FE_VERTEX_ELEMENT_CONFIG__NORMALIZE__ON;
	const enum fl_stream_as with = norm ? FL_STREAM_SNORM : FL_STREAM_SINT;
	const enum fl_stream_as without = norm ? FL_STREAM_UNORM : FL_STREAM_UINT;
	const uint8_t with8 = (uint8_t)with, without8 = (uint8_t)without;

	*size_B = 4;
	switch (type) {
	case GC_FE_DATA_TYPE__INT_2_10_10_10_REV:
		return (struct fl_stream_packed){with8, {0, 10, 20, 30}, {10, 10, 10, 2}};
	case GC_FE_DATA_TYPE__UNSIGNED_INT_2_10_10_10_REV:
		return (struct fl_stream_packed){without8, {0, 10, 20, 30}, {10, 10, 10, 2}};
	case GC_FE_DATA_TYPE__INT_10_10_10_2:
		return (struct fl_stream_packed){with8, {22, 12, 2, 0}, {10, 10, 10, 2}};
	case GC_FE_DATA_TYPE__UNSIGNED_INT_10_10_10_2:
		return (struct fl_stream_packed){without8, {22, 12, 2, 0}, {10, 10, 10, 2}};
	case GC_FE_DATA_TYPE__BYTE:
	case GC_FE_DATA_TYPE__BYTE_I:
		*size_B = n;
		return fl_stream_row(with, 8, 4, 0);
	case GC_FE_DATA_TYPE__UNSIGNED_BYTE:
		*size_B = n;
		return fl_stream_row(without, 8, 4, 0);
	case GC_FE_DATA_TYPE__SHORT:
	case GC_FE_DATA_TYPE__SHORT_I:
		*size_B = n * 2;
		return fl_stream_row(with, 16, 2, 0);
	case GC_FE_DATA_TYPE__UNSIGNED_SHORT:
		*size_B = n * 2;
		return fl_stream_row(without, 16, 2, 0);
	case GC_FE_DATA_TYPE__HALF_FLOAT:
		*size_B = n * 2;
		return fl_stream_row(FL_STREAM_FLOAT, 16, 2, 0);
	default:
		*size_B = n * 4;
		return fl_stream_row(type == GC_FE_DATA_TYPE__INT            ? with
				     : type == GC_FE_DATA_TYPE__UNSIGNED_INT ? without
				     : type == GC_FE_DATA_TYPE__FIXED        ? FL_STREAM_FIXED
									     : FL_STREAM_FLOAT,
				     32, 1, 0);
	}
}

/* How many vertices make so many primitives. */
static uint32_t vertices_of(uint32_t type, uint32_t primitives)
{
	switch (type) {
	case GC_PRIMITIVE_TYPE__LINES:
		return primitives * 2;
	case GC_PRIMITIVE_TYPE__LINE_STRIP:
		return primitives + 1;
	case GC_PRIMITIVE_TYPE__TRIANGLES:
		return primitives * 3;
	case GC_PRIMITIVE_TYPE__TRIANGLE_STRIP:
	case GC_PRIMITIVE_TYPE__TRIANGLE_FAN:
		return primitives + 2;
	case GC_PRIMITIVE_TYPE__QUADS:
		return primitives * 4;
	default:
		return primitives;
	}
}

/* Draws without indices say how many vertices they take. */
static void body(struct fl_stream *s, struct fl_stream_event *e, uint32_t again)
{
	if (!e->reg)
		return;
	if (fl_str_same(e->reg->name, "FE_DRAW_PRIMITIVES_COMMAND"))
		kept(s)->type = GC_FE_DRAW_PRIMITIVES_COMMAND__TYPE__GET(e->value);
	else if (fl_str_same(e->reg->name, "FE_DRAW_PRIMITIVES_COUNT"))
		kept(s)->count = vertices_of(kept(s)->type, e->value);
	else if (fl_str_same(e->reg->name, "FE_DRAW_INSTANCED_COUNT"))
		kept(s)->count = GC_FE_DRAW_INSTANCED_COUNT__VERTEX_COUNT__GET(e->value);
}

static void draw(struct fl_stream *s, const struct fl_stream_event *e)
{
	const struct kept *v = kept(s);
	const uint32_t *config = v->config;
	unsigned most = sizeof v->config / 4, inputs = v->inputs & 0x3f;
	const uint32_t n = v->count ? v->count : FL_STREAM_VERTICES;

	kept(s)->count = 0;
	if (e->opcode == GC_FE_OPCODE__DRAW_2D)
		return;
	for (unsigned i = 0; i < sizeof v->generic / 4; i++)
		if (v->generic[i]) {
			config = v->generic;
			most = sizeof v->generic / 4;
		}
	for (unsigned i = 0; i < most && i < inputs; i++) {
		uint32_t base, stride_B, size_B;
		struct fl_stream_packed p = form(config[i], &size_B);

		if (stream(v, GC_FE_VERTEX_ELEMENT_CONFIG__STREAM__GET(config[i]), &base, &stride_B))
			fl_stream_element(s, e, n, i * 4,
					  base + GC_FE_VERTEX_ELEMENT_CONFIG__START__GET(config[i]), stride_B,
					  size_B, &p);
	}
}

const struct fl_stream_vertices fl_stream_vertices_gc = {.write = write, .body = body, .draw = draw};
