/* SPDX-License-Identifier: MIT
 *
 * The second writer that can be repeated; see writer.h. Both handlers run in the thread that accesses memory,
 * at that instruction, and call nothing but mprotect().
 */
#include "tests/fuzz/writer.h"
#include "tests/fuzz/mutate.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__x86_64__)

enum {
	MAX_STEPS = 4096,
	PAGE_FAULT_WRITES = 2, /* bit of the error code of a page fault */
	TRAP_FLAG = 0x100,     /* of EFLAGS: stop after the next instruction */
	NEAR_DW = 16,
};

static struct {
	uint8_t *at;
	size_t size_B;
	bool open; /* can be accessed */
} range[FUZZ_WRITER_RANGES];
static unsigned n_ranges;

static bool armed;
static uint32_t fetches, steps, nth, seed;
static uint64_t seen;
static struct sigaction before_fault, before_step;

static void protect(unsigned i, int how)
{
	mprotect(range[i].at, range[i].size_B, how);
	range[i].open = how != PROT_NONE;
}

static void protect_all(int how)
{
	for (unsigned i = 0; i < n_ranges; i++)
		if (range[i].open != (how != PROT_NONE))
			protect(i, how);
}

/* The range that has this address, and where in it. */
static bool find(const void *addr, unsigned *i, size_t *at)
{
	for (*i = 0; *i < n_ranges; (*i)++) {
		*at = (size_t)((uintptr_t)addr - (uintptr_t)range[*i].at);
		if (*at < range[*i].size_B)
			return true;
	}
	return false;
}

/* Mostly the dword that is being fetched. */
static void strike(unsigned i, size_t at)
{
	uint32_t s = (seed * 2654435761u) | 1, v;

	at &= ~(size_t)3;
	if (fuzz_random(&s) % 4 == 0)
		at += 4 * (fuzz_random(&s) % NEAR_DW);
	if (at > range[i].size_B - 4)
		return;
	memcpy(&v, range[i].at + at, 4);
	v = fuzz_changed(v, &s);
	memcpy(range[i].at + at, &v, 4);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	greg_t *reg = ((ucontext_t *)context)->uc_mcontext.gregs;
	bool writes = reg[REG_ERR] & PAGE_FAULT_WRITES;
	unsigned i;
	size_t at;

	if (!armed || !find(info->si_addr, &i, &at)) {
		sigaction(SIGSEGV, &before_fault,
			  NULL); /* the access is repeated, and ends as it would have */
		return;
	}
	protect(i, PROT_READ | PROT_WRITE);
	seen = (seen ^ (at << 5 | i << 1 | writes)) * UINT64_C(0x9e3779b97f4a7c15);
	if (!writes && ++fetches == nth) {
		strike(i, at);
		armed = false;
	} else if (++steps == MAX_STEPS) {
		armed = false;
	} else {
		reg[REG_EFL] |= TRAP_FLAG;
	}
	if (!armed)
		protect_all(PROT_READ | PROT_WRITE);
}

static void on_step(int sig, siginfo_t *info, void *context)
{
	((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
	if (armed)
		protect_all(PROT_NONE);
}

void fuzz_writer_watch(void *at, size_t size_B)
{
	if (n_ranges == FUZZ_WRITER_RANGES || !size_B)
		return;
	range[n_ranges].at = at;
	range[n_ranges].open = true;
	range[n_ranges++].size_B = size_B;
}

void fuzz_writer_arm(uint32_t n, uint32_t with_seed)
{
	const struct sigaction fault = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
	const struct sigaction step = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};

	if (!n_ranges || !n)
		return;
	sigaction(SIGSEGV, &fault, &before_fault);
	sigaction(SIGTRAP, &step, &before_step);
	fetches = steps = 0;
	nth = n;
	seed = with_seed;
	seen = 1;
	armed = true;
	protect_all(PROT_NONE);
}

uint64_t fuzz_writer_disarm(void)
{
	if (!n_ranges)
		return 0;
	armed = false;
	protect_all(PROT_READ | PROT_WRITE);
	n_ranges = 0;
	if (nth) {
		sigaction(SIGSEGV, &before_fault, NULL);
		sigaction(SIGTRAP, &before_step, NULL);
	}
	nth = 0;
	return seen;
}

#else

void fuzz_writer_watch(void *at, size_t size_B)
{
}

void fuzz_writer_arm(uint32_t n, uint32_t with_seed)
{
}

uint64_t fuzz_writer_disarm(void)
{
	return 0;
}

#endif
