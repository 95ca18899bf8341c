/* SPDX-License-Identifier: MIT
 *
 * Waves whose lanes all start with the same values.
 */
#include "hw/model/raster/same.h"
#include "hw/model/look.h"

#include <float.h>
#include <string.h>

#include "hw/model/raster/interp.h"

typedef float f4 __attribute__((vector_size(16)));
typedef int32_t i4 __attribute__((vector_size(16)));
typedef int64_t l2 __attribute__((vector_size(16)));

static bool none(i4 m)
{
	return !(((l2)m)[0] | ((l2)m)[1]);
}

/* W of the middles of the pixels of a square is such that 1/W is a number: rounding keeps the order of sums,
 * so its corners tell. */
static bool has_w(const struct fl_raster_thread *t, const struct fl_raster_prim *p, unsigned x, unsigned y,
		  unsigned side_px)
{
	const int32_t sub = t->wave.draw->setup->sub, far = (int32_t)(side_px - 1) * sub;
	const int32_t x0 = (int32_t)(t->tile.x0 + x) * sub + sub / 2,
		      y0 = (int32_t)(t->tile.y0 + y) * sub + sub / 2;
	const f4 fx = __builtin_convertvector((i4){x0, x0 + far, x0, x0 + far}, f4) - p->rx,
		 fy = __builtin_convertvector((i4){y0, y0, y0 + far, y0 + far}, f4) - p->ry;
	const f4 w = p->w + (p->wx * fx + p->wy * fy);

	return none(~((w >= FLT_MIN) & (w <= FLT_MAX)));
}

/* The planes of p have no slopes. Nothing is added to their values then, but where 1/W is no number, and but
 * for zeros that would lose their sign. */
static bool is_level(const struct fl_raster_prim *p, const struct fl_raster_inputs *in)
{
	const i4 minus = (i4){0} + INT32_MIN;

	for (unsigned i = 0; i < in->n_by4; i++) {
		const float *at = &p->plane[4 * in->by4[i].group];
		f4 a, x, y;

		memcpy(&a, at, sizeof(a));
		memcpy(&x, at + p->n4, sizeof(x));
		memcpy(&y, at + 2 * p->n4, sizeof(y));
		if (!none(~((x == 0) & (y == 0)) | ((i4)a == minus)))
			return false;
	}
	return true;
}

static bool are_equal(const struct fl_raster_prim *p, const struct fl_raster_prim *q,
		      const struct fl_raster_inputs *in)
{
	for (unsigned i = 0; i < in->n_by4; i++)
		if (memcmp(&p->plane[4 * in->by4[i].group], &q->plane[4 * in->by4[i].group],
			   4 * sizeof(float)))
			return false;
	for (unsigned i = 0; i < in->n_rest; i++) {
		const struct fl_raster_input *flat = &in->in[in->rest[i]];

		if (flat->kind == FL_RASTER_IN_FLAT &&
		    memcmp(&p->plane[flat->plane], &q->plane[flat->plane], sizeof(float)))
			return false;
	}
	return true;
}

/* Would all pixels of the wave get the same inputs? Then value[k] is that of input k (fl_raster_inputs.in),
 * and nothing else about the wave matters to them. */
static bool same(const struct fl_raster_thread *t, float value[FL_RASTER_SAME_MAX])
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_inputs *in = w->draw->inputs;
	const struct fl_raster_prim *first = w->prim[0], *last = first;

	if (in->n > FL_RASTER_SAME_MAX || !is_level(first, in))
		return false;
	for (unsigned q = 0; q < (w->block ? 1 : w->n_quads); q++) {
		const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : q];

		if (p != last && (!is_level(p, in) || !are_equal(p, first, in)))
			return false;
		if (!(p->flags & FL_RASTER_AFFINE) && !has_w(t, p, w->qx[q], w->qy[q], w->block ? 8 : 2))
			return false;
		last = p;
	}
	for (unsigned i = 0; i < in->n; i++) {
		if (in->in[i].kind == FL_RASTER_IN_PLANE || in->in[i].kind == FL_RASTER_IN_FLAT)
			value[i] = first->plane[in->in[i].plane];
		else if (in->in[i].kind == FL_RASTER_IN_CONST)
			value[i] = in->in[i].value;
		else
			return false;
	}
	return true;
}

bool fl_raster_again(const struct fl_raster_thread *t, struct fl_raster_held *held, uint64_t serial,
		     uint64_t lanes)
{
	const unsigned n = t->wave.draw->inputs->n;
	float value[FL_RASTER_SAME_MAX];

	if (!serial || fl_look_lane(t->model) >= 0 || !same(t, value)) {
		held->serial = 0;
		return false;
	}
	if (held->serial == serial && held->n == n && !(lanes & ~held->lanes) &&
	    !memcmp(held->value, value, n * sizeof(value[0])))
		return true;
	held->serial = serial;
	held->lanes = lanes;
	held->n = n;
	memcpy(held->value, value, n * sizeof(value[0]));
	return false;
}
