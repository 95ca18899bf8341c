/* SPDX-License-Identifier: MIT
 *
 * Mapped memory that somebody else can take away; see vanish.h. The handler calls mmap() and mremap(), which
 * are plain system calls, and touches nothing but the list below, whose members are atomic: it may run in any
 * thread, in several at once, and in the middle of anything.
 */
#include "hw/model/vanish.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_GUARDS = 64, CHUNK_B = 1 << 20 };

static struct guard {
	atomic_uintptr_t at; /* 0: free. Set last when a guard is made, and cleared first */
	atomic_size_t size_B;
	atomic_int as;
	atomic_bool gone;
} guards[MAX_GUARDS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of those that make guards; not of the handler */
static struct sigaction before;

static struct guard *guard_of(uintptr_t addr)
{
	for (unsigned i = 0; i < MAX_GUARDS; i++) {
		uintptr_t at = atomic_load(&guards[i].at);

		if (at && addr >= at && addr - at < atomic_load(&guards[i].size_B))
			return &guards[i];
	}
	return NULL;
}

static void *anonymous(void *at, size_t size_B, int fixed)
{
	return mmap(at, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed,
		    -1, 0);
}

/* Zeros cost nothing until they are touched; and a mapping of huge pages can only be replaced whole. */
static bool with_zeros(const struct guard *g)
{
	void *at = (void *)atomic_load(&g->at);

	return at && anonymous(at, atomic_load(&g->size_B), MAP_FIXED) == at;
}

/* Ones have to be written: a chunk at a time, in another place first, so that no thread sees zeros. */
static bool with_ones(const struct guard *g, uintptr_t addr)
{
	uintptr_t begin = atomic_load(&g->at), end = begin + atomic_load(&g->size_B);
	uintptr_t from = addr & ~(uintptr_t)(CHUNK_B - 1), to = from + CHUNK_B;
	void *made;

	from = from > begin ? from : begin;
	to = to < end ? to : end;
	made = anonymous(NULL, to - from, 0);
	if (made == MAP_FAILED)
		return false;
	memset(made, 0xff, to - from);
	return mremap(made, to - from, to - from, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)from) ==
	       (void *)from;
}

static void on_bus_error(int sig, siginfo_t *info, void *context)
{
	int kept = errno;
	uintptr_t addr = (uintptr_t)info->si_addr;
	struct guard *g = info->si_code > 0 ? guard_of(addr) : NULL; /* else sent by kill() */

	if (g && (atomic_load(&g->as) == FL_VANISH_ONES ? with_ones(g, addr) : with_zeros(g)))
		atomic_store(&g->gone, true);
	else
		sigaction(SIGBUS, &before, NULL); /* the access is repeated, and ends as it would have */
	if (info->si_code <= 0)
		raise(sig);
	errno = kept;
}

static bool install(void)
{
	static bool installed;
	struct sigaction act = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK};

	installed = installed || !sigaction(SIGBUS, &act, &before);
	return installed;
}

bool fl_vanish_guard(void *at, size_t size_B, enum fl_vanish_as as)
{
	bool done = false;

	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < MAX_GUARDS && !done && install(); i++) {
		if (atomic_load(&guards[i].at))
			continue;
		atomic_store(&guards[i].size_B, size_B);
		atomic_store(&guards[i].as, (int)as);
		atomic_store(&guards[i].gone, false);
		atomic_store(&guards[i].at, (uintptr_t)at);
		done = true;
	}
	pthread_mutex_unlock(&lock);
	return done;
}

static struct guard *begins_at(const void *at)
{
	for (unsigned i = 0; at && i < MAX_GUARDS; i++)
		if (atomic_load(&guards[i].at) == (uintptr_t)at)
			return &guards[i];
	return NULL;
}

void fl_vanish_release(const void *at)
{
	struct guard *g = begins_at(at);

	if (g)
		atomic_store(&g->at, 0);
}

bool fl_vanish_gone(const void *at)
{
	struct guard *g = begins_at(at);

	return g && atomic_load(&g->gone);
}
