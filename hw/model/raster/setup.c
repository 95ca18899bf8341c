/* SPDX-License-Identifier: MIT
 *
 * From corners and attributes to edges, planes and bins. Triangles, lines and points all end here.
 */
#include "hw/model/raster/raster.h"
#include "hw/model/raster/snap.h"

#include <string.h>

typedef fl_raster_f4 f4;
typedef fl_raster_i4 i4;
typedef double d4 __attribute__((vector_size(32)));

static int32_t clamp_far(int64_t v, int32_t far)
{
	return v < -far ? -far : v > far ? far : (int32_t)v;
}

int32_t fl_raster_snap(const struct fl_raster_setup *su, float px, int32_t offset)
{
	const float far = su->last_step;
	float v = px * su->steps;
	int32_t i;

	if (!(v > -far)) /* NaN too */
		v = -far;
	if (v > far)
		v = far;
	if (su->nearest) {
		v += 0.5f;
		i = (int32_t)v;
		i -= (float)i > v;
	} else {
		i = (int32_t)v; /* towards zero */
	}
	return clamp_far((i & su->keep) * su->step + offset, su->far);
}

/* Edges, with the rule in their constants. The corners go around either way: turn says which. */
static void edges(struct fl_raster_prim *p, const struct fl_raster_shape *s, bool turn, unsigned code)
{
	p->n_edges = (uint8_t)s->n;
	for (unsigned i = 0; i < s->n; i++) {
		unsigned j = i + 1 == s->n ? 0 : i + 1;
		struct fl_raster_edge *e = &p->edge[i];
		int32_t a = s->y[i] - s->y[j], b = s->x[j] - s->x[i];

		if (turn) {
			a = -a;
			b = -b;
		}
		e->a = a;
		e->b = b;
		e->c = -((int64_t)a * s->x[i] + (int64_t)b * s->y[i]);
		if (s->line && i & 1)
			e->c -= (int64_t)a * s->end_x[i == 1] + (int64_t)b * s->end_y[i == 1];
		if (!fl_raster_edge_in(code, a, b))
			e->c -= 1; /* a value of zero is out */
	}
}

/* First and last pixel of [lo, hi] (subpixels) whose sample at lo_pos … hi_pos may be inside. */
static int first_px(int32_t lo, int32_t pos, int32_t sub)
{
	return (int)-fl_raster_floor_div((int64_t)pos - lo, sub);
}

static int last_px(int32_t hi, int32_t pos, int32_t sub)
{
	return (int)fl_raster_floor_div((int64_t)hi - pos, sub);
}

/* Depths of three vertices. In fixed point with one bit more than the depth buffer's 24. How the half bit is
 * rounded is not published: nearest is assumed, here and in fl_raster_depth(). */
static void depths(const struct fl_raster_setup *su, const struct fl_raster_vertex *const v[3], d4 *to)
{
	f4 z = su->z_from_w ? 1.0f / (f4){v[0]->rhw, v[1]->rhw, v[2]->rhw, 1}
			    : (f4){v[0]->z, v[1]->z, v[2]->z, 0};
	d4 d;

	z = z * su->z_scale + su->z_offset;
	if (su->z_kind == FL_RASTER_Z_FLOAT) { /* kept in range a pixel at a time */
		*to = __builtin_convertvector(z, d4);
		return;
	}
	z = fl_raster_between(z, (f4){0} + su->z_min, (f4){0} + su->z_max);
	d = __builtin_convertvector(z, d4) * 2.0 + 67108864.0; /* positive, so that integers are below */
	d = __builtin_convertvector(__builtin_convertvector(d + 0.5, i4), d4);
	*to = (d - 67108864.0) * 0.5;
}

static float attribute(const struct fl_raster_setup *su, const struct fl_raster_src *src,
		       const struct fl_raster_values *in, unsigned i)
{
	const struct fl_raster_vertex *v = in->v[i];
	const bool sprite = in->point && src->sprite;
	float x;

	switch (sprite ? src->sprite : src->kind) {
	case FL_RASTER_SRC_VTX:
		return v->attr[src->at];
	case FL_RASTER_SRC_CONST:
		return sprite ? src->sprite_value : src->value;
	case FL_RASTER_SRC_S:
	case FL_RASTER_SRC_T:
	case FL_RASTER_SRC_R:
		return in->stuff[i][(sprite ? src->sprite : src->kind) - FL_RASTER_SRC_S];
	case FL_RASTER_SRC_W:
		return 1.0f / v->rhw * su->fog_scale + su->fog_offset;
	case FL_RASTER_SRC_Z:
		return v->z * su->fog_scale + su->fog_offset;
	case FL_RASTER_SRC_FLAT:
		v = in->provoke;
		/* fall through */
	default:
		x = v->attr[in->back ? src->back : src->at];
		if (src->clamp)
			x = x > 0 ? x < 1 ? x : 1.0f : 0.0f;
		return x;
	}
}

/* attribute() of four colors' components: in [0, 1] where the group says so. */
static f4 clamp4(const struct fl_raster_group *g, f4 x)
{
	const i4 clamped = *(const i4 *)g->clamped;
	const f4 one = {1, 1, 1, 1};
	i4 u = (x > 0) & (i4)x, m;

	m = (f4)u < one;
	u = (m & u) | (~m & (i4)one);
	return (f4)((clamped & u) | (~clamped & (i4)x));
}

static void wrap(float a, float *b)
{
	/* cylindrical: the short way around */
	float d = *b - a;

	if (d > 0.5f)
		*b -= 1.0f;
	else if (d < -0.5f)
		*b += 1.0f;
}

/* Affine planes of a parallelogram: from the slopes of the others. */
void fl_raster_affine(const struct fl_raster_setup *su, struct fl_raster_values *in)
{
	const float sub = (float)su->sub;

	in->affine.v[0] = 0;
	in->affine.v[1] = 1;
	in->affine.v[2] = 2;
	in->affine.x = in->rx / sub;
	in->affine.y = in->ry / sub;
	in->affine.dx1 = (float)in->gy2 * sub;
	in->affine.dy1 = -(float)in->gx2 * sub;
	in->affine.dx2 = -(float)in->gy1 * sub;
	in->affine.dy2 = (float)in->gx1 * sub;
	in->affine.inv = 1;
}

/* A number in two singles. */
static void split(float *high, float *low, double x)
{
	*high = (float)x;
	*low = (float)(x - (double)*high);
}

/* Planes below su->corners: weights. */
static void weights(const struct fl_raster_setup *su, struct fl_raster_prim *p,
		    const struct fl_raster_values *in)
{
	const bool affine = p->flags & FL_RASTER_AFFINE;
	const double gx[2] = {in->gx1, in->gx2}, gy[2] = {in->gy1, in->gy2};

	for (unsigned i = 0; i < su->corners; i += 4) {
		float *a = &p->plane[i], *x = a + p->n4, *y = x + p->n4;

		for (unsigned k = 0; k < 2; k++) {
			const double w = affine || su->group[i / 4].linear ? 1 : (double)in->v[1 + k]->rhw;

			split(&a[k], &a[2 + k], w * (gx[k] * in->ex + gy[k] * in->ey));
			split(&x[k], &x[2 + k], w * gx[k]);
			split(&y[k], &y[2 + k], w * gy[k]);
		}
	}
}

/* Planes from there on: the first corner's values, and what the others differ by. */
static void corners(const struct fl_raster_setup *su, struct fl_raster_prim *p,
		    const float (*f)[FL_RASTER_PLANES])
{
	for (unsigned i = su->corners; i < p->n4; i += 4) {
		const bool raw = su->group[i / 4].raw;
		const f4 a0 = *(const f4 *)&f[0][i], zero = {0};

		*(f4 *)&p->plane[i] = a0;
		*(f4 *)&p->plane[p->n4 + i] = *(const f4 *)&f[1][i] - (raw ? zero : a0);
		*(f4 *)&p->plane[2 * p->n4 + i] = *(const f4 *)&f[2][i] - (raw ? zero : a0);
	}
}

/* A plane without slopes, whatever stands in it: the difference of two infinities is no number. */
static void level(struct fl_raster_prim *p, unsigned i, f4 value)
{
	*(f4 *)&p->plane[i] = value;
	*(f4 *)&p->plane[p->n4 + i] = *(f4 *)&p->plane[2 * p->n4 + i] = (f4){0};
}

/* The plane of depth, with what polygon offset adds. */
static void depth_plane(const struct fl_raster_setup *su, struct fl_raster_prim *p,
			const struct fl_raster_values *in)
{
	double z0, d1, d2;
	d4 z;

	depths(su, in->v, &z);
	z0 = z[0];
	d1 = z[1] - z0;
	d2 = z[2] - z0;
	p->zx = d1 * in->gx1 + d2 * in->gx2;
	p->zy = d1 * in->gy1 + d2 * in->gy2;
	p->z = z0 + p->zx * in->ex + p->zy * in->ey;
	if (in->offset >= 0 && su->po_on[in->offset]) {
		double ax = p->zx < 0 ? -p->zx : p->zx, ay = p->zy < 0 ? -p->zy : p->zy;
		double by = (ax > ay ? ax : ay) * (double)su->po_scale[in->offset] +
			    (double)su->po_offset[in->offset];

		if (su->po_clamp > 0 ? by > (double)su->po_clamp
				     : su->po_clamp < 0 && by < (double)su->po_clamp)
			by = (double)su->po_clamp;
		p->z += by;
	}
}

static void planes(const struct fl_raster_setup *su, struct fl_raster_prim *p,
		   const struct fl_raster_values *in)
{
	_Alignas(16) float f[3][FL_RASTER_PLANES];
	const float r0 = in->v[0]->rhw, r1 = in->v[1]->rhw, r2 = in->v[2]->rhw;
	const float gx1 = (float)in->gx1, gx2 = (float)in->gx2, gy1 = (float)in->gy1, gy2 = (float)in->gy2;
	const unsigned n4 = p->n4, sloped = su->corners ? 0 : n4;

	for (unsigned i = su->corners; i < n4; i += 4) {
		const struct fl_raster_group *g = &su->group[i / 4];

		if (g->fast) {
			unsigned at = in->back ? g->back : g->at;

			for (unsigned k = 0; k < 3; k++) {
				f4 x;

				memcpy(&x, &in->v[k]->attr[at], sizeof(x));
				*(f4 *)&f[k][i] = g->clamp ? clamp4(g, x) : x;
			}
			continue;
		}
		if (g->flat) {
			for (unsigned k = i; k < i + 4; k++)
				f[0][k] = attribute(su, &su->src[k], in, 0);
			for (unsigned k = 1; k < 3; k++)
				memcpy(&f[k][i], &f[0][i], sizeof(f4));
			continue;
		}
		for (unsigned k = i; k < i + 4; k++) {
			const struct fl_raster_src *src = &su->src[k];

			f[0][k] = attribute(su, src, in, 0);
			f[1][k] = attribute(su, src, in, 1);
			f[2][k] = attribute(su, src, in, 2);
			if (src->wrap) {
				wrap(f[0][k], &f[1][k]);
				wrap(f[0][k], &f[2][k]);
			}
		}
	}

	if (su->no_w || (r0 == r1 && r0 == r2))
		p->flags |= FL_RASTER_AFFINE;
	if (su->corners) {
		weights(su, p, in);
		corners(su, p, (const float(*)[FL_RASTER_PLANES])f);
	}
	if (p->flags & FL_RASTER_AFFINE) {
		p->w = r0;
		p->wx = p->wy = 0;
		for (unsigned i = 0; i < sloped; i += 4) {
			f4 a0 = *(f4 *)&f[in->affine.v[0]][i];

			if (su->group[i / 4].flat) {
				level(p, i, a0);
				continue;
			}
			f4 a1 = *(f4 *)&f[in->affine.v[1]][i] - a0, a2 = *(f4 *)&f[in->affine.v[2]][i] - a0;
			f4 dx =
			    a1 * (in->affine.dy2 * in->affine.inv) - a2 * (in->affine.dy1 * in->affine.inv);
			f4 dy =
			    a2 * (in->affine.dx1 * in->affine.inv) - a1 * (in->affine.dx2 * in->affine.inv);
			*(f4 *)&p->plane[i] = a0 - (dx * (in->affine.x - 0.5f) + dy * (in->affine.y - 0.5f));
			*(f4 *)&p->plane[n4 + i] = dx;
			*(f4 *)&p->plane[2 * n4 + i] = dy;
		}
		return;
	}
	p->w = r0;
	p->wx = (float)((double)(r1 - r0) * in->gx1 + (double)(r2 - r0) * in->gx2);
	p->wy = (float)((double)(r1 - r0) * in->gy1 + (double)(r2 - r0) * in->gy2);
	for (unsigned i = 0; i < sloped; i += 4) {
		const float w1 = su->group[i / 4].linear ? 1 : r1, w2 = su->group[i / 4].linear ? 1 : r2;

		if (su->group[i / 4].flat) {
			level(p, i, *(f4 *)&f[0][i]);
			continue;
		}
		f4 a0 = *(f4 *)&f[0][i], a1 = (*(f4 *)&f[1][i] - a0) * w1, a2 = (*(f4 *)&f[2][i] - a0) * w2;
		*(f4 *)&p->plane[i] = a0;
		*(f4 *)&p->plane[n4 + i] = a1 * gx1 + a2 * gx2;
		*(f4 *)&p->plane[2 * n4 + i] = a1 * gy1 + a2 * gy2;
	}
}

void fl_raster_add(struct fl_raster *ras, const struct fl_raster_shape *s, const struct fl_raster_values *in)
{
	const struct fl_raster_draw *d = ras->draw;
	const struct fl_raster_setup *su = d->setup;
	const struct fl_raster_scan *sc = d->scan;
	const unsigned code = sc->rule[s->rule], n4 = su->n;
	const uint32_t size_B = (uint32_t)sizeof(struct fl_raster_prim) + 3 * 4 * n4;
	int32_t lx = s->x[0], hx = lx, ly = s->y[0], hy = ly;
	int x0, y0, x1, y1;
	bool tiny, turn;
	unsigned n_tiles;
	struct fl_raster_prim *p;

	for (unsigned i = 1; i < s->n; i++) {
		lx = s->x[i] < lx ? s->x[i] : lx;
		hx = s->x[i] > hx ? s->x[i] : hx;
		ly = s->y[i] < ly ? s->y[i] : ly;
		hy = s->y[i] > hy ? s->y[i] : hy;
	}
	if (s->line) { /* ends move by less than a pixel */
		lx -= sc->sub;
		hx += sc->sub;
		ly -= sc->sub;
		hy += sc->sub;
	}
	x0 = first_px(lx, sc->high_x, sc->sub);
	x1 = last_px(hx, sc->low_x, sc->sub);
	y0 = first_px(ly, sc->high_y, sc->sub);
	y1 = last_px(hy, sc->low_y, sc->sub);
	tiny = x0 >= sc->scissor.x0 && y0 >= sc->scissor.y0 && x1 <= sc->scissor.x1 && y1 <= sc->scissor.y1;
	if (s->box && sc->n_pos == 1) {
		/* The box is exact: its edges need no test, but those that lie on samples their rule. */
		x0 += x0 * sc->sub + sc->low_x == lx && !fl_raster_edge_in(code, 1, 0);
		x1 -= x1 * sc->sub + sc->low_x == hx && !fl_raster_edge_in(code, -1, 0);
		y0 += y0 * sc->sub + sc->low_y == ly && !fl_raster_edge_in(code, 0, 1);
		y1 -= y1 * sc->sub + sc->low_y == hy && !fl_raster_edge_in(code, 0, -1);
	}
	if (x0 < sc->scissor.x0)
		x0 = sc->scissor.x0;
	if (y0 < sc->scissor.y0)
		y0 = sc->scissor.y0;
	if (x1 > sc->scissor.x1)
		x1 = sc->scissor.x1;
	if (y1 > sc->scissor.y1)
		y1 = sc->scissor.y1;
	if (x0 > x1 || y0 > y1)
		return;

	n_tiles =
	    (unsigned)((x1 / FL_TILE_PX - x0 / FL_TILE_PX + 1) * (y1 / FL_TILE_PX - y0 / FL_TILE_PX + 1));
	p = fl_bins_room(&ras->bins, size_B, n_tiles);
	if (!p) {
		if (ras->model->pool) /* vertices that are under way see memory as it was before */
			fl_pool_end(ras->model->pool);
		fl_raster_run(ras);
		p = fl_bins_room(&ras->bins, size_B, n_tiles);
		if (!p)
			return;
	}
	p->draw = d;
	p->x0 = (int16_t)x0;
	p->y0 = (int16_t)y0;
	p->x1 = (int16_t)x1;
	p->y1 = (int16_t)y1;
	p->flags = s->back ? FL_RASTER_BACK : 0;
	p->stipple = 0;
	if (s->line) {
		p->flags |= s->stipple_flags;
		p->stipple = s->stipple;
	}
	p->n4 = (uint16_t)n4;
	p->rx = in->rx;
	p->ry = in->ry;
	turn = (int64_t)(s->x[1] - s->x[0]) * (s->y[2] - s->y[0]) <
	       (int64_t)(s->x[2] - s->x[0]) * (s->y[1] - s->y[0]);
	if (s->box && sc->n_pos == 1)
		p->n_edges = 0;
	else
		edges(p, s, turn, code);
	depth_plane(su, p, in);
	planes(su, p, in);
	fl_bins_add(&ras->bins, sc, p, size_B, tiny);
}

void fl_raster_groups(const struct fl_raster_src *src, unsigned n, struct fl_raster_group *group)
{
	for (unsigned i = 0; i < n; i += 4, src += 4, group++) {
		group->fast = (src->kind == FL_RASTER_SRC_VTX || src->kind == FL_RASTER_SRC_COLOR) &&
			      src->at % 4 == 0 && src->back % 4 == 0;
		group->flat = true;
		group->clamp = group->raw = false;
		group->linear = src->linear;
		for (unsigned k = 0; k < 4; k++) {
			group->fast &= src[k].kind == src->kind && !src[k].wrap && src[k].at == src->at + k &&
				       (src->kind == FL_RASTER_SRC_VTX || src[k].back == src->back + k) &&
				       !src[k].sprite;
			group->flat &= src[k].kind == FL_RASTER_SRC_FLAT && !src[k].sprite;
			group->clamped[k] = src[k].clamp ? -1 : 0;
			group->clamp |= src[k].clamp;
		}
		group->at = src->at;
		group->back = src->kind == FL_RASTER_SRC_COLOR ? src->back : src->at;
	}
}
