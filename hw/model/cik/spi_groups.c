/* SPDX-License-Identifier: MIT
 *
 * Workgroups on several threads, each with an instruction cache, waves and LDS of its own: spi_groups.h.
 */
#include "hw/model/cik/spi_groups.h"
#include "hw/model/cik/vm.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SGPR_MOST = 104, WORTH = 4 /* groups */, SPINS = 2000, AT_ONCE = 16, SHARES = 32 };
#define IDLE UINT64_MAX

struct job;

/* What a thread has. */
struct mcik_cu {
	struct mcik_spi *s;
	struct job *job;
	struct mcik_sq_env env;
	struct mcik_code *code;
	struct mcik_wave wave[MCIK_GROUP_WAVES];
	unsigned n_waves;
	uint64_t time;
	bool in_turn;
	uint64_t group; /* atomic: the one that it runs, or an earlier one; IDLE: none */
	uint8_t lds[MCIK_LDS_B];
	struct mcik_cs_wholes wholes;
	uint64_t left; /* groups after this one that it has taken, too */
};

struct job {
	struct mcik_spi *s;
	mcik_group_fn *run;
	void *of;
	uint64_t n;
	uint64_t next;           /* atomic */
	uint64_t at_once;        /* atomic: so many groups in a row are taken */
	uint64_t failed;         /* atomic: the first that was not done; IDLE: none */
	enum mcik_group_end end; /* its */
	unsigned waiting;        /* atomic: threads that sleep until it is their turn */
	pthread_mutex_t lock;
	pthread_cond_t moved; /* a thread has ended its group */
};

/* ---- turns --------------------------------------------------------------------------------------------- */
static bool is_first(const struct mcik_cu *cu)
{
	for (unsigned k = 0; k < cu->s->n_cus; k++)
		if (cu->s->cu[k] != cu && __atomic_load_n(&cu->s->cu[k]->group, __ATOMIC_SEQ_CST) < cu->group)
			return false;
	return true;
}

/* On a busy machine the thread before this one may have no processor for long: whoever only yields his own
 * gets it back late, too, and groups that wait by turns would take milliseconds each. */
static void sleep_until_first(struct mcik_cu *cu)
{
	struct job *j = cu->job;

	pthread_mutex_lock(&j->lock);
	__atomic_fetch_add(&j->waiting, 1, __ATOMIC_SEQ_CST);
	while (!is_first(cu))
		pthread_cond_wait(&j->moved, &j->lock);
	__atomic_fetch_sub(&j->waiting, 1, __ATOMIC_SEQ_CST);
	pthread_mutex_unlock(&j->lock);
}

static void wake(struct job *j)
{
	if (!__atomic_load_n(&j->waiting, __ATOMIC_SEQ_CST))
		return;
	pthread_mutex_lock(&j->lock);
	pthread_cond_broadcast(&j->moved);
	pthread_mutex_unlock(&j->lock);
}

/* False: a group before this one came to nothing, and what this one wants does not happen. */
static bool turn(void *arg)
{
	struct mcik_cu *cu = arg;

	if (!cu->in_turn) /* groups that wait for each other do so least when threads take one at a time */
		__atomic_store_n(&cu->job->at_once, 1, __ATOMIC_RELAXED);
	for (unsigned spin = 0; !cu->in_turn && spin < SPINS; spin++)
		cu->in_turn = is_first(cu);
	if (!cu->in_turn)
		sleep_until_first(cu);
	cu->in_turn = true;
	return __atomic_load_n(&cu->job->failed, __ATOMIC_SEQ_CST) > cu->group;
}

/* The first of the next few. Until it is known which one it is, what stands there is not a later one. */
static uint64_t take_row(struct mcik_cu *cu)
{
	struct job *j = cu->job;
	const uint64_t n = __atomic_load_n(&j->at_once, __ATOMIC_RELAXED);
	uint64_t at;

	cu->in_turn = false;
	__atomic_store_n(&cu->group, __atomic_load_n(&j->next, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST);
	at = __atomic_fetch_add(&j->next, n, __ATOMIC_SEQ_CST);
	cu->left = n - 1;
	return at;
}

/* Groups are handed out in order. Whose turn it is has it for the next one as well, if he has taken that. */
static uint64_t take(struct mcik_cu *cu)
{
	struct job *j = cu->job;
	uint64_t at;

	if (cu->left) {
		cu->left--;
		at = cu->group + 1;
	} else {
		at = take_row(cu);
	}
	if (at >= j->n || __atomic_load_n(&j->failed, __ATOMIC_SEQ_CST) < at)
		at = IDLE;
	__atomic_store_n(&cu->group, at, __ATOMIC_SEQ_CST);
	wake(j);
	return at;
}

static void fail(struct mcik_cu *cu, enum mcik_group_end end)
{
	/* in turn: it is the first, unless one before it has failed */
	if (turn(cu)) {
		cu->job->end = end;
		__atomic_store_n(&cu->job->failed, cu->group, __ATOMIC_SEQ_CST);
	}
}

/* ---- what waves reach ---------------------------------------------------------------------------------- */
static uint32_t code(void *arg, unsigned vmid, uint64_t va, uint32_t *dw, uint32_t n)
{
	struct mcik_cu *cu = arg;
	uint64_t left_B;

	if (!mcik_vm_peek(cu->s->c, vmid, va, &left_B) && !turn(cu))
		return 0;
	return cu->s->env.code(cu->s, vmid, va, dw, n);
}

static const uint8_t *peek(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	struct mcik_cu *cu = arg;

	return mcik_vm_peek(cu->s->c, vmid, va, left_B);
}

static uint8_t *poke(void *arg, unsigned vmid, uint64_t va, uint64_t *left_B)
{
	struct mcik_cu *cu = arg;

	return mcik_vm_poke(cu->s->c, vmid, va, left_B);
}

static bool load(void *arg, unsigned vmid, uint64_t va, void *to, unsigned size_B, unsigned access)
{
	struct mcik_cu *cu = arg;
	uint64_t left_B;
	const uint8_t *p = access & MCIK_GLC ? NULL : mcik_vm_peek(cu->s->c, vmid, va, &left_B);

	if (p && left_B >= size_B) {
		memcpy(to, p, size_B);
		return true;
	}
	return turn(cu) && cu->s->env.load(cu->s, vmid, va, to, size_B, access);
}

static bool store(void *arg, unsigned vmid, uint64_t va, const void *from, unsigned size_B, unsigned access)
{
	struct mcik_cu *cu = arg;
	uint64_t left_B;
	uint8_t *p = access & MCIK_GLC ? NULL : mcik_vm_poke(cu->s->c, vmid, va, &left_B);

	if (p && left_B >= size_B) {
		memcpy(p, from, size_B);
		return true;
	}
	return turn(cu) && cu->s->env.store(cu->s, vmid, va, from, size_B, access);
}

static bool atomic(void *arg, unsigned vmid, uint64_t va, unsigned size_B, mcik_atomic_fn *fn,
		   const uint64_t data[2], uint64_t *old)
{
	struct mcik_cu *cu = arg;

	*old = 0;
	return turn(cu) && cu->s->env.atomic(cu->s, vmid, va, size_B, fn, data, old);
}

static void image(void *arg, struct mcik_wave *w, const struct mcik_image *i)
{
	struct mcik_cu *cu = arg;

	if (turn(cu))
		cu->s->env.image(cu->s, w, i);
}

static void report(void *arg, const struct mcik_wave *w, enum fl_severity severity, const char *section,
		   const char *fmt, va_list ap)
{
	struct mcik_cu *cu = arg;

	if (turn(cu))
		cu->s->env.report(cu->s, w, severity, section, fmt, ap);
}

static void cache(void *arg, unsigned which)
{
	struct mcik_cu *cu = arg;

	if (which == MCIK_INV_CODE)
		mcik_code_invalidate(cu->code);
}

static uint64_t now(void *arg)
{
	return ((struct mcik_cu *)arg)->time;
}

/* ---- groups -------------------------------------------------------------------------------------------- */
bool mcik_place_waves(struct mcik_place *p, unsigned n)
{
	while (*p->n_waves < n && *p->n_waves < MCIK_GROUP_WAVES) {
		if (!mcik_wave_init(&p->wave[*p->n_waves], p->code, p->env, SGPR_MOST, MCIK_VGPRS))
			return false;
		++*p->n_waves;
	}
	return *p->n_waves >= n;
}

static void on_thread(void *arg, unsigned item, unsigned thread)
{
	struct job *j = arg;
	struct mcik_cu *cu = j->s->cu[item];
	struct mcik_place p = {cu->wave, &cu->n_waves, cu->code,     &cu->env,
			       cu->lds,  &cu->time,    &cu->in_turn, &cu->wholes};
	uint64_t at;

	(void)thread;
	while ((at = take(cu)) != IDLE) {
		const enum mcik_group_end end = j->run(j->of, at, &p);

		if (end != MCIK_GROUP_DONE)
			fail(cu, end);
	}
}

static struct mcik_cu *new_cu(struct mcik_spi *s)
{
	struct mcik_cu *cu = calloc(1, sizeof(*cu));

	if (!cu)
		return NULL;
	cu->s = s;
	cu->code = mcik_code_new(&cu->env);
	if (cu->code)
		return cu;
	free(cu);
	return NULL;
}

static bool connect(struct mcik_spi *s, unsigned n, struct job *j)
{
	if (!s->cu)
		s->cu = calloc(n, sizeof(struct mcik_cu *));
	while (s->cu && s->n_cus < n && (s->cu[s->n_cus] = new_cu(s)))
		s->n_cus++;
	if (!s->cu || s->n_cus < n)
		return false;
	for (unsigned k = 0; k < n; k++) {
		struct mcik_cu *cu = s->cu[k];

		if (!cu)
			return false;
		cu->job = j;
		cu->group = IDLE;
		cu->left = 0;
		cu->env = s->env;
		cu->env.arg = cu;
		cu->env.code = code;
		cu->env.load = load;
		cu->env.peek = peek;
		cu->env.poke = poke;
		cu->env.store = store;
		cu->env.atomic = atomic;
		cu->env.image = image;
		cu->env.cache = cache;
		cu->env.time = now;
		cu->env.report = report;
		cu->env.turn = turn;
		mcik_code_invalidate(cu->code);
	}
	return true;
}

bool mcik_groups_run(struct mcik_spi *s, uint64_t n, mcik_group_fn *run, void *of, enum mcik_group_end *end,
		     uint64_t *at)
{
	const unsigned threads = fl_pool_threads(s->c->base.pool);
	struct job j = {.s = s,
			.run = run,
			.of = of,
			.n = n,
			.at_once = n / (SHARES * (uint64_t)threads),
			.failed = IDLE,
			.lock = PTHREAD_MUTEX_INITIALIZER,
			.moved = PTHREAD_COND_INITIALIZER};

	j.at_once = j.at_once < 1 ? 1 : j.at_once > AT_ONCE ? AT_ONCE : j.at_once;
	if (threads < 2 || n < WORTH || s->dead_unit || !connect(s, threads, &j))
		return false;
	fl_pool_run(s->c->base.pool, threads, on_thread, &j);
	*end = j.end;
	*at = j.failed < n ? j.failed : n;
	return true;
}

void mcik_groups_free(struct mcik_spi *s)
{
	for (unsigned k = 0; k < s->n_cus; k++) {
		for (unsigned i = 0; i < s->cu[k]->n_waves; i++)
			mcik_wave_free(&s->cu[k]->wave[i]);
		mcik_code_free(s->cu[k]->code);
		mcik_cs_wholes_free(&s->cu[k]->wholes);
		free(s->cu[k]);
	}
	free(s->cu);
}
