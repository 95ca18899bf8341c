/* SPDX-License-Identifier: MIT
 *
 * Vertices and indices out of video memory: each array is a stream of its own, as far as there are streams.
 *
 * An attribute that is read and has no array is one value for all vertices: a stream of stride 0, at the end
 * of the batch.
 */
#include "lib/fl_buffer.h"
#include "lib/gc/draw_state.h"

enum { H2 = 2, CURRENT_DW = 4 };

/* Bit k: attribute k is read. */
static uint32_t reads(const struct fl_draw *d)
{
	const uint32_t flags = d->vertex_flags;
	uint32_t bits = 3 | (flags & FL_V_NORMAL ? 1u << 2 : 0) | (flags & FL_V_TEXCOORD ? 1u << 3 : 0);

	if (d->program)
		return fl_gc_program_attributes(d);
	for (uint32_t u = 0; u < FL_TEXCOORDS && flags & FL_V_MORE; u++)
		if (FL_V_SIZE(flags, u))
			bits |= 1u << (3 + u);
	return bits;
}

/* Signed numbers become v / (2^(n-1) - 1) here, as later OpenGL has it (GC facts 6). */
static struct fl_gc_element element(const struct fl_array *a, uint32_t stream, uint32_t start_B)
{
	static const struct {
		uint8_t type, size_B;
	} of[] = {
	    [FL_FLOAT] = {GC_FE_DATA_TYPE__FLOAT, 4},           [FL_HALF] = {GC_FE_DATA_TYPE__HALF_FLOAT, 2},
	    [FL_UBYTE] = {GC_FE_DATA_TYPE__UNSIGNED_BYTE, 1},   [FL_BYTE] = {GC_FE_DATA_TYPE__BYTE, 1},
	    [FL_USHORT] = {GC_FE_DATA_TYPE__UNSIGNED_SHORT, 2}, [FL_SHORT] = {GC_FE_DATA_TYPE__SHORT, 2}};
	const uint32_t type = a->type <= FL_SHORT ? a->type : FL_FLOAT;

	return (struct fl_gc_element){.stream = (uint8_t)stream,
				      .type = of[type].type,
				      .size = a->size,
				      .normalize = type >= FL_UBYTE && !a->integer,
				      .start_B = (uint16_t)start_B,
				      .size_B = (uint16_t)(of[type].size_B * a->size)};
}

/* Streams that the arrays make: those within each other's vertex are one. */
struct streams {
	uint32_t n;
	uint64_t at_B[FL_ATTRIBUTES];
	uint32_t stride_B[FL_ATTRIBUTES];
};

static bool fits(const struct streams *s, uint32_t i, const struct fl_array *a)
{
	return s->stride_B[i] == a->stride_B && a->stride_B && a->offset_B >= s->at_B[i] &&
	       a->offset_B - s->at_B[i] < a->stride_B;
}

static uint32_t stream_of(struct streams *s, const struct fl_array *a)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (fits(s, i, a))
			return i;
	s->at_B[s->n] = a->offset_B;
	s->stride_B[s->n] = a->stride_B;
	return s->n++;
}

/* The lowest of arrays that interleave comes first, whatever attribute it is. */
static uint64_t lowest(const struct fl_array a[FL_ATTRIBUTES], uint32_t read, const struct fl_array *of)
{
	uint64_t least = of->offset_B;

	for (; read; read &= read - 1) {
		const struct fl_array *b = &a[__builtin_ctz(read)];

		if (b->stride_B == of->stride_B && b->stride_B && b->offset_B < least &&
		    of->offset_B - b->offset_B < of->stride_B)
			least = b->offset_B;
	}
	return least;
}

static void cannot(struct fl_draw *d, const char *what)
{
	if (!d->code)
		d->code = fl_fail(&d->err, FL_USAGE, "%s has no %s", fl_gc_info_of(d)->name, what);
}

static uint32_t *set_arrays(struct fl_draw *d, const struct fl_draw_source *src, uint32_t *p)
{
	const uint32_t read = reads(d);
	struct fl_array a[FL_ATTRIBUTES];
	struct fl_gc_element e[FL_ATTRIBUTES];
	struct streams s = {0};
	uint32_t n = 0;

	for (uint32_t left = read; left; left &= left - 1) {
		const uint32_t k = (uint32_t)__builtin_ctz(left);

		a[k] = *fl_array_at(src->arrays, k);
		if (!a[k].size) {
			uint32_t *to = fl_gc_tail(d->cs, CURRENT_DW, 4);

			a[k] = fl_draw_current(d, k, to);
			a[k].offset_B = fl_cs_address(d->cs, to) - d->chip.vram_addr;
		}
	}
	for (uint32_t left = read; left; left &= left - 1) {
		const struct fl_array *of = &a[__builtin_ctz(left)];
		struct fl_array base = *of;
		uint32_t stream;

		base.offset_B = lowest(a, read, of);
		stream = stream_of(&s, &base);
		e[n++] = element(of, stream, (uint32_t)(of->offset_B - s.at_B[stream]));
	}
	if (s.n > fl_gc_info_of(d)->streams) {
		cannot(d, "so many vertex streams; let arrays interleave");
		return NULL;
	}
	for (uint32_t i = 0; i < s.n; i++) {
		if (s.stride_B[i] > 255 && fl_gc_info_of(d)->halti < H2) {
			cannot(d, "vertices of more than 255 bytes");
			return NULL;
		}
		p = fl_gc_put_stream(d, p, i, (uint32_t)(d->chip.vram_addr + s.at_B[i]), s.stride_B[i], 0);
	}
	fl_gc_of(d)->format = ~0u;
	return fl_gc_put_elements(d, p, e, n);
}

/* Where the core draws it wrong, or not at all, out of indices that the library does not see. */
static const char *wrong_indexed(const struct fl_draw *d, enum fl_prim prim)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);

	if (prim == FL_TRIANGLE_STRIP && info->halti == 0) /* no BUG_FIXES8: GC facts 12 */
		return "strips of triangles by indices that come out right; make lists of them";
	if ((prim == FL_QUADS && !info->has_quads) || prim == FL_QUAD_STRIP)
		return "quads by indices; make triangles of them";
	return prim == FL_LINE_LOOP && !info->has_loops ? "loops of lines by indices" : NULL;
}

static uint32_t *draw_indexed(struct fl_draw *d, const struct fl_draw_source *src, uint32_t *p)
{
	static const uint8_t type[FL_PRIM_COUNT] = {
	    [FL_POINTS] = GC_PRIMITIVE_TYPE__POINTS,
	    [FL_LINES] = GC_PRIMITIVE_TYPE__LINES,
	    [FL_LINE_STRIP] = GC_PRIMITIVE_TYPE__LINE_STRIP,
	    [FL_LINE_LOOP] = GC_PRIMITIVE_TYPE__LINE_LOOP,
	    [FL_TRIANGLES] = GC_PRIMITIVE_TYPE__TRIANGLES,
	    [FL_TRIANGLE_STRIP] = GC_PRIMITIVE_TYPE__TRIANGLE_STRIP,
	    [FL_TRIANGLE_FAN] = GC_PRIMITIVE_TYPE__TRIANGLE_FAN,
	    [FL_QUADS] = GC_PRIMITIVE_TYPE__QUADS,
	    [FL_POLYGON] = GC_PRIMITIVE_TYPE__TRIANGLE_FAN,
	};
	const char *why = wrong_indexed(d, (enum fl_prim)src->prim);
	const struct fl_gc_how how = {.type = type[src->prim],
				      .n = src->count,
				      .index_B = src->index_B,
				      .indices = (uint32_t)(d->chip.vram_addr + src->indices_B)};

	if (why) {
		cannot(d, why);
		return p;
	}
	return fl_gc_put_draw(d, p, &how, 0, d->instances ? d->instances : 1);
}

void fl_gc_draw_arrays(struct fl_draw *d, const struct fl_draw_source *src)
{
	const uint32_t indices_dw =
	    src->index_B ? 0 : fl_gc_indices_dw(d, (enum fl_prim)src->prim, src->count);
	uint32_t *p, *set;

	if (indices_dw && src->first + src->count > 65536) {
		cannot(d, "such primitives of more than 65536 vertices");
		return;
	}
	for (;;) {
		p = fl_cs_room(d->cs, FL_GC_STATE_DW + indices_dw);
		if (!p || !fl_gc_new_batch(d) || !d->dirty)
			break;
		d->chip.backend->state(d);
	}
	if (!p)
		return;
	set = set_arrays(d, src, p);
	if (!set)
		return;
	p = set;
	if (src->index_B)
		p = draw_indexed(d, src, p);
	else
		p = fl_gc_put_prim(d, p, (enum fl_prim)src->prim, src->first, src->count);
	fl_cs_done(d->cs, p);
}
