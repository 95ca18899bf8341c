/* SPDX-License-Identifier: MIT
 *
 * See tess.h. An edge of n segments has points 0 to n; ring r of a domain stands r points inside of its
 * border, and has those edges' points r to n - r.
 */
#include "hw/model/cik/tess.h"

#include <math.h>

enum { ONE = MCIK_TESS_ONE, HALF = ONE / 2, POLYLINE = MCIK_TESS_MOST + 1 };

/* ---- an edge ------------------------------------------------------------------------------------------- */
struct edge {
	unsigned n;     /* segments */
	unsigned half;  /* points before the middle one, or before the middle */
	unsigned fewer; /* segments of the next smaller factor that is whole: from there the new ones grow */
	unsigned split; /* the first half's points behind this one are one further than there */
	uint32_t part;  /* how far from there to n segments, of ONE */
};

static bool is_odd(enum mcik_tess_spacing spacing, uint32_t factor)
{
	return spacing == MCIK_TESS_ODD || (spacing != MCIK_TESS_EVEN && (factor / ONE) % 2);
}

/* Without the highest bit that is set. */
static unsigned below_top(unsigned v)
{
	unsigned top = 1;

	while (top * 2 <= v)
		top *= 2;
	return v & ~top;
}

/* factor: of ONE. New points come to the halves of an edge in the order in which halving places them. */
static struct edge edge(enum mcik_tess_spacing spacing, uint32_t factor)
{
	const unsigned odd = is_odd(spacing, factor);
	const uint32_t half = (factor + (odd ? ONE : 0)) / 2;
	const unsigned whole = half / ONE, more = (half + ONE - 1) / ONE;
	struct edge e = {.n = 2 * more - odd, .half = more, .fewer = 2 * whole - odd, .part = half % ONE};

	if (whole == more)
		e.split = more + 1;
	else if (odd)
		e.split = whole == 1 ? 0 : 2 * below_top(whole - 1) + 1;
	else
		e.split = 2 * below_top(whole) + 1;
	return e;
}

/* Where point p is, of ONE. */
static uint32_t place(const struct edge *e, unsigned p)
{
	const bool mirrored = 2 * p > e->n;
	const unsigned q = mirrored ? e->n - p : p, old = q > e->split ? q - 1 : q;
	uint64_t at, from;

	if (2 * p == e->n)
		return HALF;
	at = ((uint64_t)q * ONE + e->n / 2) / e->n;
	if (e->part) {
		from = ((uint64_t)old * ONE + e->fewer / 2) / e->fewer;
		at = (from * (ONE - e->part) + at * e->part + HALF) / ONE;
	}
	return (uint32_t)(mirrored ? ONE - at : at);
}

/* ---- what comes out ------------------------------------------------------------------------------------ */
static unsigned point(struct mcik_tess *t, uint32_t u, uint32_t v)
{
	t->u[t->n_points] = u;
	t->v[t->n_points] = v;
	return t->n_points++;
}

static void triangle(struct mcik_tess *t, unsigned a, unsigned b, unsigned c)
{
	t->index[t->n_indices++] = (uint16_t)a;
	t->index[t->n_indices++] = (uint16_t)b;
	t->index[t->n_indices++] = (uint16_t)c;
}

/* Points along an edge of a ring: points `first` and on of an edge of n segments. */
struct polyline {
	unsigned n, first, points;
	uint16_t at[POLYLINE];
};

static void append(struct polyline *p, unsigned at)
{
	p->at[p->points++] = (uint16_t)at;
}

/* Where new point q of half an edge stands among the 33 places that there are: halving places them. */
static unsigned halved(unsigned q)
{
	enum { LAST = MCIK_TESS_MOST / 2 };
	unsigned top = 1;

	if (!q || q == LAST)
		return q == LAST;
	while (top * 2 <= q)
		top *= 2;
	return (2 * (q - top) + 1) * (LAST / 2 / top) + 1;
}

/* When step s of an edge of n segments is made, beside those of the other side: the halves of an edge are
 * mirrored, and the one step in the middle of an odd one is between them. */
static unsigned turn(unsigned n, unsigned s)
{
	enum { MIDDLE = MCIK_TESS_MOST };
	const unsigned half = n / 2, mirrored = n - 1 - s, p = s < half ? s : mirrored;
	unsigned place = 0, earlier = 0;

	if (s >= half && mirrored >= half)
		return MIDDLE;
	/* the one of the points of a half before which p others stand */
	for (unsigned q = 0; q < half; q++) {
		earlier = 0;
		for (unsigned other = 0; other < half; other++)
			earlier += halved(other) < halved(q);
		if (earlier == p)
			place = halved(q);
	}
	return s < half ? place : 2 * MIDDLE - place;
}

/* The band between them; what is inside is to the left of the outer one. Where both sides are due, the
 * inner one comes first up to the middle, and the outer one behind it. */
static void stitch(struct mcik_tess *t, const struct polyline *out, const struct polyline *in)
{
	unsigned o = 0, i = 0;

	while (o + 1 < out->points || i + 1 < in->points) {
		bool outer = i + 1 == in->points;

		if (!outer && o + 1 < out->points) {
			const unsigned a = turn(out->n, out->first + o), b = turn(in->n, in->first + i);

			outer = a < b || (a == b && a > MCIK_TESS_MOST);
		}
		if (outer) {
			triangle(t, out->at[o], out->at[o + 1], in->at[i]);
			o++;
		} else {
			triangle(t, out->at[o], in->at[i + 1], in->at[i]);
			i++;
		}
	}
}

/* ---- triangles ----------------------------------------------------------------------------------------- */
enum { SIDES = 3 };

/* Which factor belongs to the sides of a ring, in the order in which a turn from u to v meets them: v = 0,
 * w = 0, u = 0. */
static const uint8_t side_factor[SIDES] = {1, 2, 0};

/* A point of a side that is `depth` away from the border (a third is the middle), `along` of it. */
static unsigned side_point(struct mcik_tess *t, unsigned side, uint32_t depth, uint32_t along)
{
	const uint32_t a = along - depth / 2, b = ONE - depth - a;

	switch (side) {
	case 0:
		return point(t, a, depth);
	case 1:
		return point(t, b, a);
	default:
		return point(t, depth, b);
	}
}

/* Ring r, whose sides have edge[side]; each begins with its corner, and ends with the next one's. */
static void ring(struct mcik_tess *t, const struct edge *const edges[SIDES], unsigned r, uint32_t depth,
		 struct polyline side[SIDES])
{
	unsigned begin[SIDES];

	for (unsigned s = 0; s < SIDES; s++) {
		const struct edge *e = edges[s];

		side[s] = (struct polyline){.n = e->n, .first = r};
		for (unsigned p = r; p < e->n - r; p++)
			append(&side[s], side_point(t, s, depth, place(e, p)));
		begin[s] = side[s].at[0];
	}
	for (unsigned s = 0; s < SIDES; s++)
		append(&side[s], begin[(s + 1) % SIDES]);
}

static void cut_triangle(struct mcik_tess *t, const struct edge *outer, const struct edge *inner)
{
	struct polyline side[2][SIDES] = {0}; /* of the ring at hand, and of the next */
	const struct edge *edges[SIDES];
	unsigned now = 0;

	for (unsigned s = 0; s < SIDES; s++)
		edges[s] = &outer[side_factor[s]];
	ring(t, edges, 0, 0, side[now]);
	if (inner->n == 1) {
		triangle(t, side[0][0].at[0], side[0][1].at[0], side[0][2].at[0]);
		return;
	}
	for (unsigned s = 0; s < SIDES; s++)
		edges[s] = inner;
	for (unsigned r = 1; 2 * r <= inner->n; r++, now ^= 1) {
		const uint32_t depth = (uint32_t)(((uint64_t)place(inner, r) * 2 + 1) / 3);

		if (2 * r == inner->n) {
			const unsigned middle = point(t, ONE / 3, ONE / 3);

			for (unsigned s = 0; s < SIDES; s++) {
				side[now ^ 1][s] = (struct polyline){.n = inner->n, .first = r};
				append(&side[now ^ 1][s], middle);
			}
		} else {
			ring(t, edges, r, depth, side[now ^ 1]);
		}
		for (unsigned s = 0; s < SIDES; s++)
			stitch(t, &side[now][s], &side[now ^ 1][s]);
	}
	if (inner->n % 2)
		triangle(t, side[now][0].at[0], side[now][1].at[0], side[now][2].at[0]);
}

/* ---- quads --------------------------------------------------------------------------------------------- */
enum { CORNERS = 4 };

/* Points of the inner grid: 1 to n - 1 each way. */
struct grid {
	const struct edge *u, *v;
	unsigned first;
};

static unsigned grid_point(const struct grid *g, unsigned i, unsigned j)
{
	return g->first + (j - 1) * (g->u->n - 1) + i - 1;
}

/* The sides that a turn from u to v meets: v = 0, u = 1, v = 1, u = 0. */
static void outer_ring(struct mcik_tess *t, const struct edge outer[CORNERS], struct polyline side[CORNERS])
{
	static const uint8_t factor[CORNERS] = {1, 2, 3, 0};
	uint16_t begin[CORNERS];

	for (unsigned s = 0; s < CORNERS; s++) {
		const struct edge *e = &outer[factor[s]];

		side[s] = (struct polyline){.n = e->n};
		for (unsigned p = 0; p < e->n; p++) {
			const uint32_t a = place(e, p), along = s < 2 ? a : ONE - a;
			const uint32_t across = s == 1 || s == 2 ? ONE : 0;

			append(&side[s], s % 2 ? point(t, across, along) : point(t, along, across));
		}
		begin[s] = side[s].at[0];
	}
	for (unsigned s = 0; s < CORNERS; s++)
		append(&side[s], begin[(s + 1) % CORNERS]);
}

/* The same of ring r of the grid; one that has no width in a direction has one point there. */
static void inner_ring(const struct grid *g, unsigned r, struct polyline side[CORNERS])
{
	const unsigned n[2] = {g->u->n, g->v->n};

	for (unsigned s = 0; s < CORNERS; s++) {
		const unsigned along = n[s % 2], across = s == 1 || s == 2 ? n[1 - s % 2] - r : r;

		side[s] = (struct polyline){.n = along, .first = r};
		for (unsigned p = r; p <= along - r; p++) {
			const unsigned at = s < 2 ? p : along - p;

			append(&side[s], s % 2 ? grid_point(g, across, at) : grid_point(g, at, across));
		}
	}
}

/* What is left where a ring is one segment wide: a strip of squares. */
static void strip(struct mcik_tess *t, const struct grid *g, unsigned r)
{
	for (unsigned j = r; j < g->v->n - r; j++)
		for (unsigned i = r; i < g->u->n - r; i++) {
			const unsigned at = grid_point(g, i, j), right = grid_point(g, i + 1, j),
				       up = grid_point(g, i, j + 1), far = grid_point(g, i + 1, j + 1);

			triangle(t, at, right, far);
			triangle(t, at, far, up);
		}
}

static void cut_quad(struct mcik_tess *t, const struct edge outer[CORNERS], const struct edge inner[2])
{
	struct polyline side[2][CORNERS] = {0}; /* of the ring at hand, and of the next */
	struct grid g = {&inner[0], &inner[1], 0};
	const unsigned least = g.u->n < g.v->n ? g.u->n : g.v->n;
	unsigned now = 0;

	outer_ring(t, outer, side[now]);
	if (least == 1) { /* all are 1 */
		triangle(t, side[0][0].at[0], side[0][1].at[0], side[0][2].at[0]);
		triangle(t, side[0][0].at[0], side[0][2].at[0], side[0][3].at[0]);
		return;
	}
	g.first = t->n_points;
	for (unsigned j = 1; j < g.v->n; j++)
		for (unsigned i = 1; i < g.u->n; i++)
			point(t, place(g.u, i), place(g.v, j));
	for (unsigned r = 1; 2 * r <= least; r++, now ^= 1) {
		inner_ring(&g, r, side[now ^ 1]);
		for (unsigned s = 0; s < CORNERS; s++)
			stitch(t, &side[now][s], &side[now ^ 1][s]);
	}
	if (least % 2)
		strip(t, &g, least / 2);
}

/* ---- lines --------------------------------------------------------------------------------------------- */
static void cut_lines(struct mcik_tess *t, const struct edge *segments, unsigned lines)
{
	for (unsigned l = 0; l < lines; l++)
		for (unsigned p = 0; p <= segments->n; p++) {
			const unsigned at = point(t, place(segments, p), (l * ONE + lines / 2) / lines);

			if (!p)
				continue;
			t->index[t->n_indices++] = (uint16_t)(at - 1);
			t->index[t->n_indices++] = (uint16_t)at;
		}
}

/* ---- a patch ------------------------------------------------------------------------------------------- */
/* In units of 1 / ONE, as the spacing wants it. */
static uint32_t bounded(enum mcik_tess_spacing spacing, float most, float factor)
{
	const float low = spacing == MCIK_TESS_EVEN ? 2 : 1;
	const float high =
	    fminf(fmaxf(most, low), spacing == MCIK_TESS_ODD ? MCIK_TESS_MOST - 1 : MCIK_TESS_MOST);
	float f = fminf(fmaxf(factor, low), high);

	if (spacing == MCIK_TESS_INTEGER)
		f = ceilf(f);
	else if (spacing == MCIK_TESS_POW2)
		f = exp2f(ceilf(log2f(f)));
	return (uint32_t)lrintf(f * ONE);
}

/* An inner factor of 1 beside others that are more counts as a little above 1. */
static struct edge above_one(enum mcik_tess_spacing spacing)
{
	enum { LITTLE = 2 }; /* the least that the half of an edge shows */

	return edge(spacing, spacing == MCIK_TESS_ODD ? ONE + LITTLE : 2 * ONE);
}

static void to_points(struct mcik_tess *t)
{
	for (t->n_indices = 0; t->n_indices < t->n_points; t->n_indices++)
		t->index[t->n_indices] = (uint16_t)t->n_indices;
}

static void turn_around(struct mcik_tess *t)
{
	for (uint32_t i = 0; i < t->n_indices; i += SIDES) {
		const uint16_t second = t->index[i + 1];

		t->index[i + 1] = t->index[i + 2];
		t->index[i + 2] = second;
	}
}

void mcik_tess_cut(struct mcik_tess *t, const struct mcik_tess_kind *kind, const float *factor)
{
	static const uint8_t outer[] = {2, 3, 4};
	const enum mcik_tess_spacing spacing = kind->spacing;
	const unsigned n = mcik_tess_factors(kind->domain), n_outer = outer[kind->domain];
	struct edge edges[MCIK_TESS_FACTORS] = {0};
	unsigned longest = 1;

	t->n_points = t->n_indices = 0;
	for (unsigned i = 0; i < n_outer; i++)
		if (!(factor[i] > 0))
			return;
	for (unsigned i = 0; i < n; i++) {
		edges[i] = edge(spacing, bounded(spacing, kind->most, factor[i]));
		longest = edges[i].n > longest ? edges[i].n : longest;
	}
	for (unsigned i = n_outer; i < n && longest > 1; i++)
		if (edges[i].n == 1)
			edges[i] = above_one(spacing);
	switch (kind->domain) {
	case MCIK_TESS_LINES:
		cut_lines(t, &edges[0], bounded(MCIK_TESS_INTEGER, kind->most, factor[1]) / ONE);
		break;
	case MCIK_TESS_TRIANGLE:
		cut_triangle(t, edges, &edges[SIDES]);
		break;
	default:
		cut_quad(t, edges, &edges[CORNERS]);
	}
	if (kind->output == MCIK_TESS_TO_POINTS)
		to_points(t);
	else if (kind->output == MCIK_TESS_V_TO_U)
		turn_around(t);
}
