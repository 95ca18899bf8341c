/* SPDX-License-Identifier: MIT
 *
 * Vertices and indices out of video memory: each array is a resource of its own.
 *
 * An attribute that is read and has no array is one value for all vertices: an array of stride 0, which
 * stands in the command stream, in the body of a NOP, and is fetched from there.
 */
#include "lib/fl_buffer.h"
#include "lib/fl_ff_form.h"
#include "lib/r600/draw_state.h"
#include "lib/r600/program_state.h"

/* Arrays, and what they are made of where there is none. */
struct source {
	struct fl_array array;
	uint64_t addr;
};

static bool is_read(const struct fl_draw *d, uint32_t k)
{
	if (d->program)
		return d->program->attributes >> k & 1;
	if (k < 2)
		return true;
	if (k == 2)
		return d->vertex_flags & FL_V_NORMAL;
	return (k == 3 && d->vertex_flags & FL_V_TEXCOORD) ||
	       (d->vertex_flags & FL_V_MORE && FL_V_SIZE(d->vertex_flags, k - 3));
}

/* The current value of attribute k, as fl_vertex() would write it. */
static struct fl_array current(const struct fl_draw *d, uint32_t k, uint32_t v[4])
{
	struct fl_array a = {.type = FL_FLOAT, .size = 3};

	if (k == 1) {
		v[0] = d->color;
		a.type = FL_UBYTE;
		a.size = 4;
	} else if (k == 2) {
		memcpy(v, d->normal, 12);
	} else {
		memcpy(v, d->texcoord[k - 3], 16);
		a.size = d->unit[k - 3].size;
	}
	return a;
}

/* What each attribute is fetched from; current values go into the stream at p. False: there are none. */
static bool gather(struct fl_draw *d, const struct fl_draw_source *src, struct source *s, uint32_t **p)
{
	uint32_t *end = *p + 1;

	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++) {
		s[k].array = *fl_array_at(src->arrays, k);
		s[k].addr =
		    d->chip.vram_addr + s[k].array.offset_B + (uint64_t)src->first * s[k].array.stride_B;
		if (!is_read(d, k)) {
			s[k].array.size = 0;
		} else if (!s[k].array.size) {
			s[k].addr = fl_cs_address(d->cs, end);
			s[k].array = current(d, k, end);
			end += 4;
		}
	}
	if (end == *p + 1)
		return false;
	(*p)[0] = R600_TYPE3(R600_PKT3_NOP, (uint32_t)(end - *p) - 1);
	d->cs->fetched = true;
	*p = end;
	return true;
}

/* The chip is set to what src says: no vertex format and no program came in between, both of which clear
 * arrays_set. */
static bool is_set(const struct fl_r600_draw *r, const struct fl_draw_source *src, uint32_t most)
{
	return fl_arrays_same(src->arrays, &r->arrays) && r->arrays_set && r->arrays_first == src->first &&
	       r->arrays_most == most;
}

/* The fetch program; before anything else, for it may have to be brought. */
static uint32_t *set_fetch(struct fl_draw *d, const struct fl_draw_source *src, uint32_t *p)
{
	uint64_t fetch = fl_r600_no_attributes(false);
	uint32_t value[4];

	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++) {
		struct fl_array a = *fl_array_at(src->arrays, k);

		if (!is_read(d, k))
			continue;
		if (!a.size)
			a = current(d, k, value);
		fetch = fl_r600_with_attribute(fetch, k, a.type, a.size > 4 ? 4 : a.size, a.integer);
	}
	return fl_r600_set_programs(d, p, fetch);
}

static __attribute__((noinline)) uint32_t *set_arrays(struct fl_draw *d, const struct fl_draw_source *src,
						      uint32_t most, uint32_t *p)
{
	struct fl_r600_draw *r = fl_r600_of(d);
	struct source s[FL_ATTRIBUTES];

	p = set_fetch(d, src, p);
	/* Current values change at any time, and what the stream holds is soon overwritten. */
	r->arrays_set = !gather(d, src, s, &p);
	r->arrays = *src->arrays;
	r->arrays_first = src->first;
	r->arrays_most = most;
	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++) {
		const struct fl_array *a = &s[k].array;

		if (a->size)
			p = fl_r600_vertices(p, k, s[k].addr, a->stride_B,
					     (uint64_t)most * a->stride_B +
						 fl_r600_attribute_B(a->type, a->size));
	}
	return r600_pm4_put(p, R600_VGT_MAX_VTX_INDX, most);
}

void fl_r600_draw_arrays(struct fl_draw *d, const struct fl_draw_source *src)
{
	const uint32_t most = (src->index_B ? src->n_vertices : src->count) - 1;
	uint32_t *p = fl_cs_room(d->cs, FL_R600_STATE_DW);

	if (!is_set(fl_r600_its(d), src, most))
		p = set_arrays(d, src, most, p);
	p = fl_r600_put_draw(d, p, fl_r600_prim[src->prim], src->count, d->instances ? d->instances : 1,
			     src->index_B, d->chip.vram_addr + src->indices_B);
	fl_cs_done(d->cs, p);
}
