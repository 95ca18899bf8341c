/* SPDX-License-Identifier: MIT
 *
 * Vertices and indices out of video memory: each array has a descriptor of its own.
 *
 * An attribute that is read and has no array is one value for all vertices: a record without a stride, which
 * stands in the command stream behind the descriptors.
 */
#include "lib/cik/draw_state.h"
#include "lib/fl_buffer.h"

enum { VALUE_DW = 4 };

/* The chip is set to what src says: no other vertices and no program came in between, and no batch ended, all
 * of which clear arrays_set. */
static bool is_set(const struct fl_cik_draw *r, const struct fl_draw_source *src, uint32_t most)
{
	return fl_arrays_same(src->arrays, &r->arrays) && r->arrays_set && r->arrays_first == src->first &&
	       r->arrays_most == most;
}

static __attribute__((noinline)) uint32_t *set_arrays(struct fl_draw *d, const struct fl_draw_source *src,
						      uint32_t most, uint32_t *p)
{
	struct fl_cik_draw *r = fl_cik_of(d);
	const uint32_t n = r->n_attributes;
	uint32_t *table = cik_pm4_pkt3(p, CIK_PKT3_NOP, 0), *value = table + 4 * n, *w = table;
	bool constant = true;

	for (uint32_t left = r->attributes; left; left &= left - 1, w += 4) {
		const uint32_t k = (uint32_t)__builtin_ctz(left);
		struct fl_array a = *fl_array_at(src->arrays, k);
		uint32_t v[VALUE_DW];

		if (a.size) {
			fl_cik_buffer(w, d->chip.vram_addr + a.offset_B + (uint64_t)src->first * a.stride_B,
				      a.stride_B, a.stride_B ? most + 1 : fl_cik_attribute_B(a.type, a.size),
				      fl_cik_format(a.type, a.size, a.integer));
			continue;
		}
		/* Current values change at any time. */
		constant = false;
		a = fl_draw_current(d, k, v);
		memcpy(value, v, sizeof(v));
		fl_cik_buffer(w, fl_cs_address(d->cs, value), 0, sizeof(v),
			      fl_cik_format(a.type, a.size, false));
		value += VALUE_DW;
	}
	cik_pm4_pkt3(p, CIK_PKT3_NOP, (uint32_t)(value - table));
	p = fl_cik_put_vertices(d, value, fl_cs_address(d->cs, table));
	r->arrays_set = constant;
	r->arrays = *src->arrays;
	r->arrays_first = src->first;
	r->arrays_most = most;
	d->cs->fetched = true;
	/* Larger indices become the largest. */
	r->bounded = true;
	return cik_pm4_put(p, CIK_VGT_MAX_VTX_INDX, most);
}

void fl_cik_draw_arrays(struct fl_draw *d, const struct fl_draw_source *src)
{
	const uint32_t most = (src->index_B ? src->n_vertices : src->count) - 1;
	uint32_t *p = fl_cs_room(d->cs, FL_CIK_STATE_DW);

	if (__builtin_expect(fl_cik_its(d)->takes, 0) && !fl_cik_geometry_takes(d, src->prim))
		return;
	if (fl_cik_tables_stale(d))
		p = fl_cik_tables(d, p);
	if (!is_set(fl_cik_its(d), src, most))
		p = set_arrays(d, src, most, p);
	p = fl_cik_put_draw(p, fl_cik_prim[src->prim], src->count, d->instances ? d->instances : 1,
			    src->index_B, d->chip.vram_addr + src->indices_B);
	fl_cs_done(d->cs, p);
}
