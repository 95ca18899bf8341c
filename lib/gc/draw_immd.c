/* SPDX-License-Identifier: MIT
 *
 * Draws, and vertices at the end of the batch. Hot: once a fl_begin() and fl_end().
 */
#include "lib/gc/draw_state.h"

#define PRIM(x) GC_PRIMITIVE_TYPE__##x
/* Vertices of n primitives of a type: so many for the first, so many for each that follows. */
static const struct {
	uint8_t first, next;
} shape[] = {
    [PRIM(POINTS)] = {1, 1},    [PRIM(LINES)] = {2, 2},          [PRIM(LINE_STRIP)] = {2, 1},
    [PRIM(TRIANGLES)] = {3, 3}, [PRIM(TRIANGLE_STRIP)] = {3, 1}, [PRIM(TRIANGLE_FAN)] = {3, 1},
    [PRIM(LINE_LOOP)] = {1, 1}, [PRIM(QUADS)] = {4, 4},
};

static uint32_t primitives(uint32_t type, uint32_t n)
{
	return n < shape[type].first ? 0 : 1 + (n - shape[type].first) / shape[type].next;
}

static uint32_t *put_indices(uint32_t *p, const struct fl_gc_how *how)
{
	const uint32_t type = how->index_B == 4 ? GC_FE_INDEX_STREAM_CONTROL__TYPE__UNSIGNED_INT
						: GC_FE_INDEX_STREAM_CONTROL__TYPE__UNSIGNED_SHORT;

	p = fl_gc_put(p, GC_FE_INDEX_STREAM_BASE_ADDR, how->indices);
	return fl_gc_put(p, GC_FE_INDEX_STREAM_CONTROL, GC_FE_INDEX_STREAM_CONTROL__TYPE(type));
}

static uint32_t *put_instanced(uint32_t *p, const struct fl_gc_how *how, uint32_t first, uint32_t instances)
{
	enum { LOW = 0xffff, HIGH_AT = 24, INDEXED = 1 << 20, TYPE_AT = 16 }; /* GC facts 3 */

	p[0] = FL_GC_OP(DRAW_INSTANCED) | (how->index_B ? INDEXED : 0u) | how->type << TYPE_AT |
	       (instances & LOW);
	p[1] = instances >> 16 << HIGH_AT | how->n;
	p[2] = first;
	p[3] = 0;
	return p + 4;
}

uint32_t *fl_gc_put_draw(struct fl_draw *d, uint32_t *p, const struct fl_gc_how *how, uint32_t first,
			 uint32_t instances)
{
	enum { H2 = 2 };
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const uint32_t n = primitives(how->type, how->n);
	const bool list = how->type == PRIM(POINTS) || how->type == PRIM(LINES) ||
			  how->type == PRIM(TRIANGLES) || how->type == PRIM(QUADS);

	if (!n)
		return p;
	if (how->index_B)
		p = put_indices(p, how);
	if (!info->new_gpipe)
		p = fl_gc_put(p, GC_GL_VERTEX_ELEMENT_CONFIG,
			      GC_GL_VERTEX_ELEMENT_CONFIG__UNK0(1) |
				  GC_GL_VERTEX_ELEMENT_CONFIG__REUSE(!list));
	fl_gc_of(d)->busy = true;
	if (info->halti >= H2)
		return put_instanced(p, how, first, instances);
	*p++ = how->index_B ? FL_GC_OP(DRAW_INDEXED_PRIMITIVES) : FL_GC_OP(DRAW_PRIMITIVES);
	*p++ = how->type;
	*p++ = first;
	*p++ = n;
	if (how->index_B) {
		*p++ = 0; /* added to indices */
		*p++ = 0;
	}
	return p;
}

/* ---- primitives that the core does not have, as triangles and lines ------------------------------------ */
/* The vertex that a flat color comes from is the last of each: of quads as OpenGL has it, of polygons the
 * first. */
static uint32_t by_indices(const struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	switch (prim) {
	case FL_QUADS:
		return fl_gc_info_of(d)->has_quads ? 0 : n / 4 * 6;
	case FL_QUAD_STRIP:
		return n < 4 ? 0 : (n - 2) / 2 * 6;
	case FL_POLYGON:
		return n < 3 ? 0 : (n - 2) * 3;
	case FL_LINE_LOOP:
		return fl_gc_info_of(d)->has_loops || n < 2 ? 0 : n + 1;
	default:
		return 0;
	}
}

uint32_t fl_gc_indices_dw(const struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	return (by_indices(d, prim, n) + 1) / 2;
}

static void fill_indices(enum fl_prim prim, uint32_t first, uint32_t n, uint32_t n_indices, uint16_t *to)
{
	static const uint8_t quad[6] = {0, 1, 3, 1, 2, 3}, strip[6] = {0, 1, 3, 2, 0, 3};

	for (uint32_t i = 0; i < n_indices; i++) {
		const uint32_t k = i / (prim == FL_POLYGON ? 3 : 6), c = i % (prim == FL_POLYGON ? 3 : 6);

		to[i] = (uint16_t)(first + (prim == FL_QUADS        ? 4 * k + quad[c]
					    : prim == FL_QUAD_STRIP ? 2 * k + strip[c]
					    : prim == FL_POLYGON    ? c == 2 ? 0 : k + 1 + c
								    : i % n));
	}
}

static uint32_t type_of(const struct fl_draw *d, enum fl_prim prim)
{
	static const uint8_t type[FL_PRIM_COUNT] = {
	    [FL_POINTS] = PRIM(POINTS),
	    [FL_LINES] = PRIM(LINES),
	    [FL_LINE_STRIP] = PRIM(LINE_STRIP),
	    [FL_LINE_LOOP] = PRIM(LINE_STRIP),
	    [FL_TRIANGLES] = PRIM(TRIANGLES),
	    [FL_TRIANGLE_STRIP] = PRIM(TRIANGLE_STRIP),
	    [FL_TRIANGLE_FAN] = PRIM(TRIANGLE_FAN),
	    [FL_QUADS] = PRIM(TRIANGLES),
	    [FL_QUAD_STRIP] = PRIM(TRIANGLES),
	    [FL_POLYGON] = PRIM(TRIANGLES),
	};

	if (prim == FL_QUADS && fl_gc_info_of(d)->has_quads)
		return PRIM(QUADS);
	if (prim == FL_LINE_LOOP && fl_gc_info_of(d)->has_loops)
		return PRIM(LINE_LOOP);
	return type[prim];
}

uint32_t *fl_gc_put_prim(struct fl_draw *d, uint32_t *p, enum fl_prim prim, uint32_t first, uint32_t n)
{
	const uint32_t n_indices = by_indices(d, prim, n);
	struct fl_gc_how how = {.type = type_of(d, prim), .n = n};

	if (n_indices) {
		uint32_t *to = fl_gc_tail(d->cs, (n_indices + 1) / 2, 4);

		fill_indices(prim, first, n, n_indices, (uint16_t *)(void *)to);
		first = 0;
		how.n = n_indices;
		how.index_B = 2;
		how.indices = (uint32_t)fl_cs_address(d->cs, to);
	} else if (prim == FL_QUAD_STRIP || prim == FL_POLYGON) {
		return p; /* too few vertices */
	}
	return fl_gc_put_draw(d, p, &how, first, d->prim || !d->instances ? 1 : d->instances);
}

/* ---- fl_begin() and fl_end() --------------------------------------------------------------------------- */
/* Room for vertices, indices for as many, and the commands. */
enum { CHUNK_DW = 4096, LEAST_DW = FL_ROOM_MIN_DW * 2 };

static void more_room(struct fl_draw *d, uint32_t room_dw)
{
	struct fl_gc_draw *r = fl_gc_of(d);
	uint32_t chunk = room_dw / 2;

	if (chunk > CHUNK_DW)
		chunk = CHUNK_DW;
	r->at = fl_gc_tail(d->cs, chunk, 4);
	r->end = r->at + chunk;
}

void fl_gc_draw_begin(struct fl_draw *d)
{
	struct fl_gc_draw *r = fl_gc_of(d);

	for (;;) {
		uint32_t *p = fl_cs_room(d->cs, FL_GC_DRAW_DW + LEAST_DW);

		if (fl_gc_new_batch(d) && d->dirty) {
			d->chip.backend->state(d);
			continue;
		}
		if ((uint32_t)(r->end - r->at) < FL_ROOM_MIN_DW) {
			if ((uint32_t)(d->cs->end - p) < 2 * LEAST_DW) {
				fl_cs_more(d->cs, FL_CS_MIN_DW);
				continue;
			}
			more_room(d, (uint32_t)(d->cs->end - p) - FL_GC_DRAW_DW);
		}
		break;
	}
	/* Indices take less than a vertex, which has four words and more. */
	fl_draw_room(d, r->at, (uint32_t)(r->end - r->at));
	if ((uint32_t)(d->limit - d->room) > (uint32_t)(d->cs->end - d->cs->at) - FL_GC_DRAW_DW)
		fl_draw_room(d, r->at, (uint32_t)(d->cs->end - d->cs->at) - FL_GC_DRAW_DW);
}

void fl_gc_draw_end(struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	struct fl_gc_draw *r = fl_gc_of(d);
	uint32_t *p = d->cs->at;

	p = fl_gc_put_stream(d, p, 0, (uint32_t)fl_cs_address(d->cs, d->room), 4u * d->vertex_dw, 0);
	p = fl_gc_put_prim(d, p, prim, 0, n);
	r->at = d->at;
	fl_cs_done(d->cs, p);
}
