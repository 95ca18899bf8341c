/* SPDX-License-Identifier: MIT
 *
 * Threads that draw. Nothing is started before the first job that has work for two; then the threads stay,
 * and wait for the next job by spinning for a moment (batches come in bursts) and sleeping after that. Items
 * are handed out one at a time by an atomic counter, so a thread that is late takes less.
 */
#include "hw/model/chip.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	/* Some ten microseconds: longer than the gap between two batches, shorter than a time slice. */
	SPINS = 2000,
	SPINS_TILL_YIELD = 64,
	MAX_THREADS = 64,
};

struct fl_pool {
	unsigned threads; /* the caller included */
	unsigned started; /* threads that run beside it */
	pthread_t *id;
	void (*job)(void *arg, unsigned item, unsigned thread);
	void *arg;
	unsigned n;
	bool begun;                    /* and not ended */
	_Alignas(64) atomic_uint next; /* item to hand out */
	_Alignas(64) atomic_uint busy; /* threads that have not finished the job yet */
	/* Counts jobs. It is compared with an older count, so it may wrap. */
	_Alignas(64) atomic_uint round;
	atomic_bool quit;
	atomic_uint sleepers;
	pthread_mutex_t lock;
	pthread_cond_t wake;
};

struct worker {
	struct fl_pool *pool;
	unsigned thread;
};

/* Now and then whoever waits for this processor gets it: it may be the thread that is waited for. */
static inline void relax(unsigned spin)
{
	if (spin % SPINS_TILL_YIELD == 0)
		sched_yield();
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

static void work(struct fl_pool *p, unsigned thread)
{
	unsigned i;

	while ((i = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed)) < p->n)
		p->job(p->arg, i, thread);
}

static void *thread_main(void *arg)
{
	struct worker w = *(struct worker *)arg;
	struct fl_pool *p = w.pool;
	unsigned seen = 0;

	free(arg);
	for (;;) {
		unsigned spin = 0;

		while (atomic_load_explicit(&p->round, memory_order_acquire) == seen) {
			if (spin++ < SPINS) {
				relax(spin);
				continue;
			}
			pthread_mutex_lock(&p->lock);
			atomic_fetch_add(&p->sleepers, 1);
			while (atomic_load(&p->round) == seen)
				pthread_cond_wait(&p->wake, &p->lock);
			atomic_fetch_sub(&p->sleepers, 1);
			pthread_mutex_unlock(&p->lock);
		}
		seen = atomic_load_explicit(&p->round, memory_order_acquire);
		if (atomic_load_explicit(&p->quit, memory_order_acquire))
			return NULL;
		work(p, w.thread);
		atomic_fetch_sub_explicit(&p->busy, 1, memory_order_release);
	}
}

struct fl_pool *fl_pool_new(unsigned threads)
{
	struct fl_pool *p;

	if (!threads) {
		long n = sysconf(_SC_NPROCESSORS_ONLN);

		threads = n > 0 ? (unsigned)n : 1;
	}
	if (threads > MAX_THREADS)
		threads = MAX_THREADS;
	p = aligned_alloc(64, (sizeof(*p) + 63) & ~(size_t)63);
	if (!p)
		return NULL;
	*p = (struct fl_pool){.threads = threads};
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->wake, NULL);
	return p;
}

unsigned fl_pool_threads(const struct fl_pool *p)
{
	return p->threads;
}

static void start(struct fl_pool *p)
{
	p->id = calloc(p->threads, sizeof(*p->id));
	while (p->id && p->started < p->threads - 1) {
		struct worker *w = malloc(sizeof(*w));

		if (!w)
			break;
		*w = (struct worker){p, p->started + 1};
		if (pthread_create(&p->id[p->started], NULL, thread_main, w)) {
			free(w);
			break;
		}
		p->started++;
	}
	if (p->started < p->threads - 1) { /* go on with the threads that could be made */
		p->threads = p->started + 1;
		if (!p->started) {
			free(p->id);
			p->id = NULL;
		}
	}
}

static void announce(struct fl_pool *p)
{
	atomic_fetch_add(&p->round, 1);
	if (atomic_load(&p->sleepers)) {
		pthread_mutex_lock(&p->lock);
		pthread_cond_broadcast(&p->wake);
		pthread_mutex_unlock(&p->lock);
	}
}

void fl_pool_begin(struct fl_pool *p, unsigned n, void (*job)(void *arg, unsigned item, unsigned thread),
		   void *arg)
{
	fl_pool_end(p);
	if (p->threads > 1 && !p->id)
		start(p);
	p->job = job;
	p->arg = arg;
	p->n = n;
	atomic_store_explicit(&p->next, 0, memory_order_relaxed);
	atomic_store_explicit(&p->busy, p->started, memory_order_relaxed);
	p->begun = true;
	if (p->started)
		announce(p);
}

void fl_pool_end(struct fl_pool *p)
{
	unsigned spin = 0;

	if (!p->begun)
		return;
	work(p, 0);
	while (atomic_load_explicit(&p->busy, memory_order_acquire)) {
		if (spin++ < SPINS)
			relax(spin);
		else
			usleep(1); /* another thread has lost its processor: give it this one */
	}
	p->begun = false;
}

void fl_pool_run(struct fl_pool *p, unsigned n, void (*job)(void *arg, unsigned item, unsigned thread),
		 void *arg)
{
	if (p->threads > 1 && n > 1) {
		fl_pool_begin(p, n, job, arg);
		fl_pool_end(p);
		return;
	}
	fl_pool_end(p);
	for (unsigned i = 0; i < n; i++)
		job(arg, i, 0);
}

void fl_pool_free(struct fl_pool *p)
{
	if (!p)
		return;
	if (p->started) {
		atomic_store(&p->quit, true);
		announce(p);
		for (unsigned i = 0; i < p->started; i++)
			pthread_join(p->id[i], NULL);
	}
	free(p->id);
	pthread_cond_destroy(&p->wake);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
