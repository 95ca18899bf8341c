/* SPDX-License-Identifier: MIT
 *
 * A model behind plain loads and stores, see test_plain_loads.h.
 */
#include "tests/unit/test_plain_loads.h"

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

#ifdef __x86_64__
enum { PAGE_B = 4096, TRAP_FLAG = 1 << 8, FAULT_WROTE = 1 << 1 };

static struct {
	struct fl_model *model;
	uint8_t *at;
	size_t size_B;
	uint32_t offset_B; /* of the access at hand */
	bool stores;
	unsigned n_loads, n_stores;
} t;

static volatile uint32_t *word(void)
{
	return (volatile uint32_t *)(void *)(t.at + t.offset_B);
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
	ucontext_t *u = context;
	const uintptr_t at = (uintptr_t)info->si_addr - (uintptr_t)t.at;

	/* A fault of another kind comes again, and ends the program. */
	if (at >= t.size_B || at % 4) {
		sigaction(SIGSEGV, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
		return;
	}
	t.offset_B = (uint32_t)at;
	t.stores = u->uc_mcontext.gregs[REG_ERR] & FAULT_WROTE;
	mprotect(t.at, t.size_B, PROT_READ | PROT_WRITE);
	if (!t.stores) {
		*word() = fl_model_read(t.model, t.offset_B, 4);
		t.n_loads++;
	}
	u->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void on_step(int signal, siginfo_t *info, void *context)
{
	ucontext_t *u = context;

	u->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
	if (t.stores) {
		fl_model_write(t.model, t.offset_B, 4, *word());
		t.n_stores++;
	}
	mprotect(t.at, t.size_B, PROT_NONE);
}

void *plain_loads_begin(struct fl_model *m, size_t size_B)
{
	struct sigaction fault = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO},
			 step = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};

	t.model = m;
	t.size_B = (size_B + PAGE_B - 1) & ~(size_t)(PAGE_B - 1);
	t.at = mmap(NULL, t.size_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (t.at == MAP_FAILED || sigaction(SIGSEGV, &fault, NULL) || sigaction(SIGTRAP, &step, NULL))
		return NULL;
	return t.at;
}

unsigned plain_loads(void)
{
	return t.n_loads;
}

unsigned plain_stores(void)
{
	return t.n_stores;
}
#else
void *plain_loads_begin(struct fl_model *m, size_t size_B)
{
	return NULL;
}

unsigned plain_loads(void)
{
	return 0;
}

unsigned plain_stores(void)
{
	return 0;
}
#endif
