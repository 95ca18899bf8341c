/* SPDX-License-Identifier: MIT
 *
 * The thread that writes; see beside.h.
 */
#include "tests/fuzz/beside.h"
#include "tests/fuzz/mutate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RANGES = 16, BURST = 8, REST_NS = 2000 };

struct fuzz_beside {
	pthread_t thread;
	pthread_mutex_t lock; /* of the ranges */
	atomic_bool end;
	uint32_t seed;
	struct {
		uint8_t *at;
		size_t size_B;
	} range[RANGES];
	unsigned n;
};

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BY_DESIGN __attribute__((no_sanitize("thread")))
#endif
#endif
#ifndef BY_DESIGN
#define BY_DESIGN
#endif

/* The one race that is meant: a guest may write to its memory while the card reads it (SECURITY.md). So
 * ThreadSanitizer looks away here, and nowhere else: all of the model is watched. */
BY_DESIGN static void write_dword(uint8_t *at, uint32_t *seed)
{
	volatile uint32_t *dw = (volatile uint32_t *)(void *)at;

	*dw = fuzz_changed(*dw, seed);
}

static void *writes(void *arg)
{
	struct fuzz_beside *b = arg;
	const struct timespec rest = {.tv_nsec = REST_NS};

	while (!atomic_load(&b->end)) {
		pthread_mutex_lock(&b->lock);
		for (unsigned i = 0; i < BURST && b->n; i++) {
			unsigned r = fuzz_random(&b->seed) % b->n;
			size_t at = fuzz_random(&b->seed) % (b->range[r].size_B / 4);

			write_dword(b->range[r].at + 4 * at, &b->seed);
		}
		pthread_mutex_unlock(&b->lock);
		nanosleep(&rest, NULL);
	}
	return NULL;
}

struct fuzz_beside *fuzz_beside_start(uint32_t seed)
{
	struct fuzz_beside *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->seed = (seed * 2654435761u) | 1;
	pthread_mutex_init(&b->lock, NULL);
	if (!pthread_create(&b->thread, NULL, writes, b))
		return b;
	free(b);
	return NULL;
}

void fuzz_beside_add(struct fuzz_beside *b, void *at, size_t size_B)
{
	if (!b || size_B < 4)
		return;
	pthread_mutex_lock(&b->lock);
	if (b->n < RANGES) {
		b->range[b->n].at = at;
		b->range[b->n++].size_B = size_B;
	}
	pthread_mutex_unlock(&b->lock);
}

void fuzz_beside_remove(struct fuzz_beside *b, const void *at)
{
	if (!b)
		return;
	pthread_mutex_lock(&b->lock);
	for (unsigned i = 0; i < b->n; i++)
		if (b->range[i].at == at)
			b->range[i] = b->range[--b->n];
	pthread_mutex_unlock(&b->lock);
}

void fuzz_beside_end(struct fuzz_beside *b)
{
	if (!b)
		return;
	atomic_store(&b->end, true);
	pthread_join(b->thread, NULL);
	pthread_mutex_destroy(&b->lock);
	free(b);
}
