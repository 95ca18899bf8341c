/* SPDX-License-Identifier: MIT
 *
 * Vertices in waves, and those that are kept for the indices that come back.
 */
#include "hw/model/raster/reuse.h"
#include "hw/model/chip.h"

#include <stdlib.h>

bool fl_raster_reuse_new(struct fl_raster_reuse *u)
{
	const size_t most_B = FL_REUSE_SLOTS * sizeof(struct fl_raster_vertex);

	u->ring = calloc(1, most_B);
	return u->ring;
}

void fl_raster_reuse_free(struct fl_raster_reuse *u)
{
	free(u->ring);
	u->ring = NULL;
}

void fl_raster_reuse_begin(struct fl_raster_reuse *u, uint32_t n)
{
	if (u->group > 0xfffffff0u - n) { /* serial numbers run out: forget all */
		memset(u->tag, 0, sizeof(u->tag));
		u->group = 0;
	}
}

/* ---- a round of waves ---------------------------------------------------------------------------------- */
enum {
	GROUPS = FL_REUSE_RING / FL_WAVE_PX,
	GROUP_SLOTS = FL_REUSE_SLOTS / FL_WAVE_PX,
	/* Triangles and lines end where so many do, and their vertices stay in the first cache. */
	ALONE = 3,
	/* Fewer vertices are not worth to wake a thread for. */
	BESIDE_LEAST = 4 * FL_WAVE_PX
};
_Static_assert(GROUP_SLOTS >= GROUPS + 2 * FL_REUSE_WAVES, "vertices in use are not overwritten");

struct way {
	struct fl_raster_reuse *u;
	struct fl_raster_order *order;
	const struct fl_raster_front *f;
	const struct fl_raster_source *s;
	uint32_t at;          /* indices that were taken */
	uint32_t first_group; /* of this run */
	unsigned most;        /* waves of a round */
	unsigned slots;       /* of waves, that are used in turn */
	struct fl_raster_round *running;
};

/* A wave of vertices that come once. */
static void take_fresh(struct way *w, struct fl_raster_round *r, unsigned slot)
{
	const uint32_t left = w->s->n - w->at;
	const unsigned n = left < FL_WAVE_PX ? left : FL_WAVE_PX, m = r->n ? r->end[r->n - 1] : 0;

	w->s->indices(w->s->of, w->s->from + w->at, n, r->index[r->n]);
	for (unsigned l = 0; l < n; l++)
		r->window[m + l] = (uint16_t)(slot + l);
	w->at += n;
	r->fresh[r->n] = n;
	r->end[r->n] = m + n;
}

/* A wave of vertices that are found no more, and those that are before it is full. */
static void take_found(struct way *w, struct fl_raster_round *r, uint32_t group)
{
	struct fl_raster_reuse *u = w->u;
	/* the vertices of the group that is overwritten now are no longer found */
	const uint32_t oldest = group - w->first_group >= GROUPS ? group - GROUPS + 1 : w->first_group;
	const unsigned first = r->n ? r->end[r->n - 1] : 0;
	unsigned n = 0, m = first;
	uint32_t index[FL_WAVE_PX];

	while (n < FL_WAVE_PX && m < first + FL_REUSE_WINDOW && w->at < w->s->n) {
		unsigned some = FL_WAVE_PX - n; /* as many as the wave has room for, should all be new */

		some = some < first + FL_REUSE_WINDOW - m ? some : first + FL_REUSE_WINDOW - m;
		some = some < w->s->n - w->at ? some : w->s->n - w->at;
		w->s->indices(w->s->of, w->s->from + w->at, some, index);
		w->at += some;
		for (unsigned k = 0; k < some; k++) {
			const uint32_t i = index[k], h = (i ^ i >> 12) % FL_REUSE_TAGS;

			if (u->tag[h].index != i || u->tag[h].group < oldest || u->tag[h].group > group) {
				u->tag[h].index = i;
				u->tag[h].group = group;
				u->tag_lane[h] = (uint8_t)n;
				r->index[r->n][n++] = i;
			}
			r->window[m++] =
			    (uint16_t)(u->tag[h].group % GROUP_SLOTS * FL_WAVE_PX + u->tag_lane[h]);
		}
	}
	r->fresh[r->n] = n;
	r->end[r->n] = m;
}

static void take(struct way *w, struct fl_raster_round *r)
{
	for (r->n = r->ran = 0; r->n < w->most && w->at < w->s->n; r->n++) {
		const uint32_t group = ++w->u->group;

		r->slot[r->n] = (uint16_t)(group % w->slots * FL_WAVE_PX);
		if (w->s->in_order)
			take_fresh(w, r, r->slot[r->n]);
		else
			take_found(w, r, group);
	}
}

static void run(struct way *w, struct fl_raster_round *r)
{
	for (; r->ran < r->n; r->ran++) {
		const unsigned i = r->ran;

		if (r->fresh[i] && !w->s->wave(w->s->of, r->index[i], r->fresh[i],
					       w->u->ring + (size_t)r->slot[i] * w->u->vtx_B))
			return;
	}
}

static void assemble(const struct way *w, const struct fl_raster_round *r)
{
	if (w->s->raster && r->ran)
		fl_raster_order_run(w->order, w->f, w->u->ring, w->u->vtx_B, r->window, r->end[r->ran - 1]);
}

/* ---- a draw -------------------------------------------------------------------------------------------- */
static bool run_alone(struct way *w)
{
	struct fl_raster_round *r = &w->u->round[0];

	for (take(w, r); r->n; take(w, r)) {
		run(w, r);
		assemble(w, r);
		if (r->ran < r->n)
			return false;
	}
	return true;
}

static void running(void *arg, unsigned item, unsigned thread)
{
	struct way *w = arg;

	run(w, w->running);
}

/* A round on another thread, if the budget cannot end meanwhile: who finds it used up reports that. */
static void begin(struct way *w, struct fl_raster_round *r)
{
	struct fl_model *m = w->s->model;

	w->running = r;
	if (fl_work_plenty(m))
		fl_pool_begin(m->pool, 1, running, w);
	else
		run(w, r);
}

static bool run_beside(struct way *w)
{
	struct fl_raster_round *now = &w->u->round[0], *before = &w->u->round[1], *next;
	bool ok = true;

	before->n = before->ran = 0;
	for (take(w, now); now->n && ok; now = next) {
		begin(w, now);
		assemble(w, before);
		next = before;
		take(w, next);
		fl_pool_end(w->s->model->pool);
		ok = now->ran == now->n;
		before = now;
	}
	assemble(w, before);
	return ok;
}

bool fl_raster_reuse_run(struct fl_raster_reuse *u, struct fl_raster_order *order,
			 const struct fl_raster_front *f, const struct fl_raster_source *s)
{
	const struct fl_model *m = s->model;
	const bool rounds = !m->look && fl_work_plenty(m); /* else reports come as waves do */
	const bool beside = rounds && s->apart && s->raster && s->n >= BESIDE_LEAST && m->pool &&
			    fl_pool_threads(m->pool) > 1;
	struct way w = {.u = u,
			.order = order,
			.f = f,
			.s = s,
			.first_group = u->group + 1,
			.most = beside   ? FL_REUSE_WAVES
				: rounds ? ALONE
					 : 1,
			.slots = beside || !s->in_order ? GROUP_SLOTS : ALONE};

	return beside ? run_beside(&w) : run_alone(&w);
}
