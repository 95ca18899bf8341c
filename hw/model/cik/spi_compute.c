/* SPDX-License-Identifier: MIT
 *
 * Dispatches: workgroups of waves, with the registers that they begin with (facts 4.1 to 4.3).
 */
#include "hw/model/cik/draw.h"
#include "hw/model/cik/spi_groups.h"
#include "hw/model/cik/vgt.h"

#include <stdlib.h>
#include <string.h>

#define RSRC2(w, name) CIK_COMPUTE_PGM_RSRC2__##name##__GET(w)

enum { SGPR_MOST = 104, LDS_UNIT_B = 512, MOST_THREADS = 1024, USER_SGPRS = 16 };

bool mcik_spi_new(struct mcik *c)
{
	c->spi = calloc(1, sizeof(*c->spi));
	if (!c->spi)
		return false;
	c->spi->c = c;
	return mcik_spi_connect(c->spi);
}

void mcik_spi_free(struct mcik *c)
{
	if (!c->spi)
		return;
	for (unsigned i = 0; i < c->spi->n_waves; i++)
		mcik_wave_free(&c->spi->wave[i]);
	mcik_code_free(c->spi->code);
	mcik_cs_wholes_free(&c->spi->wholes);
	fl_texel_cache_free(c->spi->texels);
	mcik_groups_free(c->spi);
	free(c->spi->image);
	free(c->spi);
	c->spi = NULL;
}

void mcik_spi_reset(struct mcik *c)
{
	memset(c->spi->gds, 0, sizeof(c->spi->gds));
}

/* ---- a dispatch ---------------------------------------------------------------------------------------- */
struct grid {
	uint32_t from[3], to[3];   /* groups */
	uint32_t full[3], last[3]; /* threads of a group; of the last in each direction */
	uint32_t rsrc1, rsrc2;
	uint32_t lds_B, scratch_B; /* of a wave */
	uint64_t groups, begun;    /* how many; when */
};

static bool measure(struct mcik *c, const struct mcik_dispatch *d, struct grid *g)
{
	static const uint32_t threads[3] = {CIK_COMPUTE_NUM_THREAD_X, CIK_COMPUTE_NUM_THREAD_Y,
					    CIK_COMPUTE_NUM_THREAD_Z};
	static const uint32_t start[3] = {CIK_COMPUTE_START_X, CIK_COMPUTE_START_Y, CIK_COMPUTE_START_Z};
	const bool by_threads = CIK_COMPUTE_DISPATCH_INITIATOR__USE_THREAD_DIMENSIONS__GET(d->initiator);
	const bool partial = CIK_COMPUTE_DISPATCH_INITIATOR__PARTIAL_TG_EN__GET(d->initiator);
	const bool from_0 = CIK_COMPUTE_DISPATCH_INITIATOR__FORCE_START_AT_000__GET(d->initiator);
	uint64_t n = 1;

	for (unsigned k = 0; k < 3; k++) {
		const uint32_t t = c->reg[threads[k] / 4];

		g->full[k] = g->last[k] = CIK_COMPUTE_NUM_THREAD_X__NUM_THREAD_FULL__GET(t);
		n *= g->full[k];
		g->from[k] = from_0 ? 0 : c->reg[start[k] / 4];
		g->to[k] = d->size[k];
		if (by_threads && g->full[k]) {
			g->to[k] = d->size[k] / g->full[k] + (d->size[k] % g->full[k] != 0);
			if (d->size[k] % g->full[k])
				g->last[k] = d->size[k] % g->full[k];
		} else if (partial) {
			g->last[k] = CIK_COMPUTE_NUM_THREAD_X__NUM_THREAD_PARTIAL__GET(t);
		}
	}
	if (n && n <= MOST_THREADS * 2)
		return true;
	mcik_report(c, FL_REFUSE, "SPI", "CIK facts 4",
		    "a dispatch of groups of %u x %u x %u threads: a group has 1 to %u", g->full[0],
		    g->full[1], g->full[2], MOST_THREADS * 2);
	return false;
}

static bool read_state(struct mcik *c, struct grid *g)
{
	const uint32_t tmpring = CIK_REG(c, COMPUTE_TMPRING_SIZE);
	unsigned sgprs;

	g->rsrc1 = CIK_REG(c, COMPUTE_PGM_RSRC1);
	g->rsrc2 = CIK_REG(c, COMPUTE_PGM_RSRC2);
	g->lds_B = RSRC2(g->rsrc2, LDS_SIZE) * LDS_UNIT_B;
	g->scratch_B = CIK_COMPUTE_TMPRING_SIZE__WAVESIZE__GET(tmpring) * 1024;
	sgprs = (CIK_COMPUTE_PGM_RSRC1__SGPRS__GET(g->rsrc1) + 1) * 8;
	if (RSRC2(g->rsrc2, USER_SGPR) > USER_SGPRS || sgprs > SGPR_MOST || g->lds_B > MCIK_LDS_B) {
		mcik_report(c, FL_REFUSE, "SPI", "CIK facts 4.1",
			    "COMPUTE_PGM_RSRC1 0x%08x, 2 0x%08x ask for %u SGPRs (%u at most), %u of them "
			    "the user's (%u), "
			    "%u bytes of LDS (%u)",
			    g->rsrc1, g->rsrc2, sgprs, SGPR_MOST, RSRC2(g->rsrc2, USER_SGPR), USER_SGPRS,
			    g->lds_B, MCIK_LDS_B);
		return false;
	}
	return true;
}

/* ---- a group ------------------------------------------------------------------------------------------- */
/* Facts 4.2: the user's, then what RSRC2 names, in this order. */
static void scalars(const struct mcik *c, const struct grid *g, struct mcik_wave *w, const uint32_t id[3],
		    unsigned number, unsigned n_waves)
{
	const uint32_t wanted[3] = {RSRC2(g->rsrc2, TGID_X_EN), RSRC2(g->rsrc2, TGID_Y_EN),
				    RSRC2(g->rsrc2, TGID_Z_EN)};
	enum { NUMBER = 6, FIRST_WAVE = 31 };
	unsigned at = RSRC2(g->rsrc2, USER_SGPR);

	for (unsigned k = 0; k < at; k++)
		w->s[k] = c->reg[CIK_COMPUTE_USER_DATA(0) / 4 + k];
	for (unsigned k = 0; k < 3; k++)
		if (wanted[k])
			w->s[at++] = id[k];
	if (RSRC2(g->rsrc2, TG_SIZE_EN))
		w->s[at++] = n_waves | number << NUMBER | (uint32_t)(number == 0) << FIRST_WAVE;
	if (RSRC2(g->rsrc2, SCRATCH_EN))
		w->s[at] = number * g->scratch_B;
}

/* Threads of a group that a wave of it has. */
static uint32_t lanes_of(const uint32_t size[3], unsigned number)
{
	const uint32_t left = size[0] * size[1] * size[2] - number * MCIK_LANES;

	return left < MCIK_LANES ? left : MCIK_LANES;
}

/* VGPRs with numbers of threads: one for x, and those for y and z that the program asks for. */
static unsigned inputs_of(const struct grid *g)
{
	const unsigned n = RSRC2(g->rsrc2, TIDIG_COMP_CNT) + 1;

	return n < 3 ? n : 3;
}

/* So many, from the first on; all lanes are quicker. */
static void count_up(uint32_t *to, uint32_t first, uint32_t n)
{
	for (unsigned l = 0; n == MCIK_LANES && l < MCIK_LANES; l++)
		to[l] = first + l;
	for (unsigned l = 0; n < MCIK_LANES && l < n; l++)
		to[l] = first + l;
}

/* Threads are numbered along x first. */
static void vectors(const struct grid *g, struct mcik_wave *w, const uint32_t size[3], unsigned number)
{
	const unsigned ids = inputs_of(g);
	const uint32_t first = number * MCIK_LANES, n = lanes_of(size, number);
	uint32_t id[3] = {first % size[0], first / size[0] % size[1], first / (size[0] * size[1])};

	if (size[0] - id[0] >= n) { /* all in one row */
		count_up(w->v[0], id[0], n);
		for (unsigned k = 1; k < ids; k++)
			for (unsigned l = 0; l < n; l++)
				w->v[k][l] = id[k];
		return;
	}
	for (unsigned l = 0; l < n; l++) {
		for (unsigned k = 0; k < ids; k++)
			w->v[k][l] = id[k];
		if (++id[0] == size[0]) {
			id[0] = 0;
			if (++id[1] == size[1]) {
				id[1] = 0;
				id[2]++;
			}
		}
	}
}

/* ---- what groups cost ---------------------------------------------------------------------------------- */
static uint64_t span_of(const struct grid *g, unsigned k)
{
	return g->to[k] > g->from[k] ? g->to[k] - g->from[k] : 0;
}

/* Of a group, which may be the last of its row, row of its plane, and plane. */
static uint64_t work_of(const struct grid *g, bool x, bool y, bool z)
{
	const uint32_t n =
	    (x ? g->last[0] : g->full[0]) * (y ? g->last[1] : g->full[1]) * (z ? g->last[2] : g->full[2]);

	return ((uint64_t)n + MCIK_LANES - 1) / MCIK_LANES * MCIK_LANES;
}

static uint64_t row_work(const struct grid *g, bool y, bool z)
{
	return (span_of(g, 0) - 1) * work_of(g, false, y, z) + work_of(g, true, y, z);
}

/* A group's place among the others, by its number; divisions take long. */
static void place_of(const struct grid *g, uint64_t at, uint64_t place[3])
{
	const uint64_t x = span_of(g, 0), y = span_of(g, 1), across = x ? x : 1, down = y ? y : 1;
	const uint64_t row = at < across ? 0 : at / across;

	place[0] = at - row * across;
	place[1] = row < down ? row : row % down;
	place[2] = row < down ? 0 : row / down;
}

/* Of all groups up to this one, and with it: the same however many threads run them. */
static uint64_t work_to(const struct grid *g, const uint64_t place[3])
{
	const bool last = place[0] + 1 == span_of(g, 0), low = place[1] + 1 == span_of(g, 1),
		   back = place[2] + 1 == span_of(g, 2);
	uint64_t work = place[0] * work_of(g, false, low, back) + work_of(g, last, low, back);

	if (place[1])
		work += place[1] * row_work(g, false, back);
	if (place[2])
		work +=
		    place[2] * ((span_of(g, 1) - 1) * row_work(g, false, false) + row_work(g, true, false));
	return work;
}

static struct mcik_place own_place(struct mcik_spi *s)
{
	static const bool always = true;

	return (struct mcik_place){s->wave, &s->n_waves, s->code, &s->env,
				   s->lds,  &s->time,    &always, &s->wholes};
}

bool mcik_spi_waves(struct mcik_spi *s, unsigned n)
{
	struct mcik_place p = own_place(s);

	return mcik_place_waves(&p, n);
}

struct dispatch {
	struct mcik_spi *s;
	struct grid g;
	struct mcik_cs_of of;
};

static struct mcik_cs_of program_of(const struct mcik_spi *s, const struct grid *g)
{
	return (struct mcik_cs_of){
	    .pc = (uint64_t)CIK_REG(s->c, COMPUTE_PGM_LO) << 8 |
		  (uint64_t)(CIK_REG(s->c, COMPUTE_PGM_HI) & 0xff) << 40,
	    .vmid = s->vmid,
	    .mode = CIK_COMPUTE_PGM_RSRC1__FLOAT_MODE__GET(g->rsrc1) |
		    (CIK_COMPUTE_PGM_RSRC1__DX10_CLAMP__GET(g->rsrc1) ? MCIK_MODE_DX10_CLAMP : 0) |
		    (CIK_COMPUTE_PGM_RSRC1__IEEE_MODE__GET(g->rsrc1) ? MCIK_MODE_IEEE : 0),
	    .isa = s->env.isa,
	    .n_sgprs = (uint16_t)((CIK_COMPUTE_PGM_RSRC1__SGPRS__GET(g->rsrc1) + 1) * 8),
	    .n_vgprs = (uint16_t)((CIK_COMPUTE_PGM_RSRC1__VGPRS__GET(g->rsrc1) + 1) * 4),
	    .n_inputs = (uint16_t)inputs_of(g)};
}

/* Instructions of a wave before it counts as endless. It may be all that a call is for, as no wave of a draw
 * is: a key of WPA2 takes ten millions and more. An instruction is a unit for each lane. */
static uint64_t most_steps(const struct fl_model *m)
{
	return (m->work_limit - 1) / MCIK_LANES + 1; /* 0: no limit */
}

/* The program as a whole, if all that a wave of it may do is known; NULL: it is interpreted. */
static struct mcik_cs_whole *whole_of(const struct dispatch *d, struct mcik_place *p)
{
	const struct mcik *c = d->s->c;
	struct mcik_cs_whole *whole;

	if (c->base.look || p->env->isa == FL_ISA_SCALAR || p->env->jit == FL_JIT_OFF || !fl_jit_built_in())
		return NULL;
	whole = mcik_cs_whole_of(p->wholes, &p->wave[0], &d->of);
	return whole && whole->n_steps <= most_steps(&c->base) ? whole : NULL;
}

static bool run_whole(struct mcik_cs_whole *p, struct mcik_group *g)
{
	for (unsigned k = 0; k < g->n_waves; k++)
		if (!mcik_cs_whole_run(p, g->wave[k]))
			return false;
	return true;
}

static enum mcik_group_end run_group(void *of, uint64_t at, struct mcik_place *p)
{
	const struct dispatch *d = of;
	const struct grid *g = &d->g;
	const struct fl_model *m = &d->s->c->base;
	struct mcik_wave *wave[MCIK_GROUP_WAVES];
	struct mcik_group group = {.lds = p->lds, .lds_B = g->lds_B, .wave = wave};
	struct mcik_cs_whole *whole;
	uint64_t place[3], work, lanes;
	uint32_t size[3], id[3];

	place_of(g, at, place);
	work = g->begun + work_to(g, place);
	for (unsigned k = 0; k < 3; k++) {
		id[k] = g->from[k] + (uint32_t)place[k];
		size[k] = id[k] + 1 == g->to[k] ? g->last[k] : g->full[k];
	}
	group.n_waves = (size[0] * size[1] * size[2] + MCIK_LANES - 1) / MCIK_LANES;
	*p->time = work - (uint64_t)group.n_waves * MCIK_LANES;
	if (!mcik_place_waves(p, group.n_waves))
		return MCIK_GROUP_STUCK;
	memset(p->lds, 0, g->lds_B);
	whole = whole_of(d, p);
	for (unsigned i = 0; i < group.n_waves; i++) {
		struct mcik_wave *w = wave[i] = &p->wave[i];

		w->group = &group;
		w->n_sgprs = d->of.n_sgprs;
		w->n_vgprs = d->of.n_vgprs;
		lanes = UINT64_MAX >> (MCIK_LANES - lanes_of(size, i));
		if (whole)
			mcik_cs_whole_begin(whole, w, lanes);
		else
			mcik_wave_begin(w, d->of.vmid, d->of.pc, lanes);
		w->mode = d->of.mode;
		mcik_wave_allow(w, most_steps(m));
		scalars(d->s->c, g, w, id, i, group.n_waves);
		vectors(g, w, size, i);
	}
	if (d->s->c->vgt->counting)
		__atomic_fetch_add(&d->s->c->vgt->ran.compute, (uint64_t)size[0] * size[1] * size[2],
				   __ATOMIC_RELAXED);
	if (!(whole ? run_whole(whole, &group) : mcik_group_run(&group)) || (*p->in_turn && d->s->spent))
		return MCIK_GROUP_STUCK;
	return work <= m->work_limit - 1 ? MCIK_GROUP_DONE : MCIK_GROUP_OVERRUN; /* 0: no limit */
}

/* Fault: unit 1 of the first engine does nothing. Does the group go there? It takes the units that
 * COMPUTE_STATIC_THREAD_MGMT_SEn allows in turn. */
static bool is_lost(struct mcik_spi *s)
{
	enum { DEAD = 1, FIRST = 0xffff };
	static const uint32_t mask[MCIK_SES] = {
	    CIK_COMPUTE_STATIC_THREAD_MGMT_SE0, CIK_COMPUTE_STATIC_THREAD_MGMT_SE1,
	    CIK_COMPUTE_STATIC_THREAD_MGMT_SE2, CIK_COMPUTE_STATIC_THREAD_MGMT_SE3};
	unsigned n = 0, at = FIRST;

	if (!s->dead_unit)
		return false;
	for (unsigned e = 0; e < s->c->variant->ses; e++)
		for (unsigned cu = 0; cu < s->c->variant->cus; cu++)
			if (s->c->reg[mask[e] / 4] >> cu & 1) {
				at = !e && cu == DEAD ? n : at;
				n++;
			}
	return at != FIRST && s->turn++ % n == at;
}

/* Groups, in number: more than can be counted is as many as none can run. */
static uint64_t count(const struct grid *g)
{
	const uint64_t x = span_of(g, 0), y = span_of(g, 1), z = span_of(g, 2);

	if (!x || !y || !z)
		return 0;
	if (y > UINT64_MAX / 2 / x || z > UINT64_MAX / 2 / (x * y))
		return UINT64_MAX / 2;
	return x * y * z;
}

static enum mcik_group_end one_by_one(struct dispatch *d, uint64_t *at)
{
	struct mcik_place p = own_place(d->s);
	enum mcik_group_end end;

	for (*at = 0; *at < d->g.groups; ++*at) {
		end = is_lost(d->s) ? MCIK_GROUP_DONE : run_group(d, *at, &p);
		if (end != MCIK_GROUP_DONE)
			return end;
	}
	return MCIK_GROUP_DONE;
}

bool mcik_dispatch(struct mcik *c, const struct mcik_dispatch *from)
{
	struct dispatch d = {.s = c->spi};
	struct grid *g = &d.g;
	enum mcik_group_end end;
	uint64_t at, last[3];

	if (!measure(c, from, g) || !read_state(c, g))
		return true;
	mcik_spi_refresh(d.s, from->vmid);
	d.of = program_of(d.s, g);
	g->groups = count(g);
	if (!g->groups)
		return true;
	g->begun = __atomic_load_n(&c->base.work, __ATOMIC_RELAXED);
	d.s->timed = true;
	d.s->spent = false;
	/* waves that have scratch have the same one after the other */
	if (RSRC2(g->rsrc2, SCRATCH_EN) || !mcik_groups_run(d.s, g->groups, run_group, &d, &end, &at))
		end = one_by_one(&d, &at);
	d.s->timed = false;
	place_of(g, at < g->groups ? at : g->groups - 1, last);
	fl_work(&c->base, work_to(g, last));
	if (end == MCIK_GROUP_OVERRUN)
		c->base.ops->overrun(&c->base, "the groups");
	return end == MCIK_GROUP_DONE;
}
