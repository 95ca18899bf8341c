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

/* Bit k: attribute k is read. */
static uint32_t reads(const struct fl_draw *d)
{
	const uint32_t flags = d->vertex_flags;
	uint32_t bits = 3 | (flags & FL_V_NORMAL ? 1u << 2 : 0) | (flags & FL_V_TEXCOORD ? 1u << 3 : 0);

	if (d->program)
		return d->program->attributes;
	for (uint32_t u = 0; u < FL_TEXCOORDS && flags & FL_V_MORE; u++)
		if (FL_V_SIZE(flags, u))
			bits |= 1u << (3 + u);
	return bits;
}

/* The attributes in none, which have no array, become arrays of one value in the stream at p. */
static __attribute__((cold, noinline)) uint32_t *put_current(struct fl_draw *d, uint32_t none,
							     struct fl_array a[FL_ATTRIBUTES], uint32_t *p)
{
	uint32_t *end = p + 1;

	for (; none; none &= none - 1, end += 4) {
		const uint32_t k = (uint32_t)__builtin_ctz(none);

		a[k] = fl_draw_current(d, k, end);
		a[k].offset_B = fl_cs_address(d->cs, end) - d->chip.vram_addr;
	}
	p[0] = R600_TYPE3(R600_PKT3_NOP, (uint32_t)(end - p) - 1);
	d->cs->fetched = true;
	return end;
}

/* The chip is set to what src says: no vertex format and no program came in between, both of which clear
 * arrays_set. */
static bool is_set(const struct fl_r600_draw *r, const struct fl_draw_source *src, uint32_t most)
{
	return fl_arrays_same(src->arrays, &r->arrays) && r->arrays_set && r->arrays_first == src->first &&
	       r->arrays_most == most;
}

static __attribute__((noinline)) uint32_t *set_arrays(struct fl_draw *d, const struct fl_draw_source *src,
						      uint32_t most, uint32_t *p)
{
	const uint32_t read = reads(d);
	struct fl_r600_draw *r = fl_r600_of(d);
	uint64_t fetch = fl_r600_no_attributes(false);
	uint32_t none = 0, value[4];
	struct fl_array a[FL_ATTRIBUTES];

	for (uint32_t left = read; left; left &= left - 1) {
		const uint32_t k = (uint32_t)__builtin_ctz(left);

		a[k] = *fl_array_at(src->arrays, k);
		if (!a[k].size) {
			a[k] = fl_draw_current(d, k, value);
			none |= 1u << k;
		}
		fetch =
		    fl_r600_with_attribute(fetch, k, a[k].type, a[k].size > 4 ? 4 : a[k].size, a[k].integer);
	}
	/* Before anything else, for a program may have to be brought. The other programs are there: the state
	 * has been sent. */
	if (fetch != r->fetch)
		p = fl_r600_set_programs(d, p, fetch);
	if (none)
		p = put_current(d, none, a, p);
	/* Current values change at any time, and what the stream holds is soon overwritten. */
	r->arrays_set = !none;
	r->arrays = *src->arrays;
	r->arrays_first = src->first;
	r->arrays_most = most;
	for (uint32_t left = read; left; left &= left - 1) {
		const uint32_t k = (uint32_t)__builtin_ctz(left), stride_B = a[k].stride_B;

		p = fl_r600_vertices(
		    p, k, d->chip.vram_addr + a[k].offset_B + (uint64_t)src->first * stride_B, stride_B,
		    (uint64_t)most * stride_B + fl_r600_attribute_B(a[k].type, a[k].size));
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
