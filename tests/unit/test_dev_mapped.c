/* SPDX-License-Identifier: MIT
 *
 * Memory behind a mapping, access by access: the page is closed, each access to it is a fault that notes
 * where it was, and the page is open for that one instruction.
 */
#include "hw/fl_dev.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#ifdef __x86_64__
enum { PAGE_B = 4096, MOST = 64, TRAP_FLAG = 1 << 8 };

static uint8_t *page;
static ptrdiff_t noted[MOST];
static unsigned n_noted;

static void on_access(int signal, siginfo_t *info, void *context)
{
	greg_t *flags = &((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL];

	if (signal == SIGSEGV) {
		if (n_noted < MOST)
			noted[n_noted] = (uint8_t *)info->si_addr - page;
		n_noted++;
		mprotect(page, PAGE_B, PROT_READ | PROT_WRITE);
		*flags |= TRAP_FLAG;
	} else {
		mprotect(page, PAGE_B, PROT_NONE);
		*flags &= ~(greg_t)TRAP_FLAG;
	}
}

/* fl_dev.h: whole dwords where they are aligned, in order; bytes before and behind. */
Test(dev, mapped_memory_is_accessed_by_dwords)
{
	const struct sigaction notes = {.sa_sigaction = on_access, .sa_flags = SA_SIGINFO};
	struct fl_dev d = {.vram_size_B = PAGE_B};
	uint8_t data[16];

	page = mmap(NULL, PAGE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert_neq(page, MAP_FAILED);
	d.vram = page;
	sigaction(SIGSEGV, &notes, NULL);
	sigaction(SIGTRAP, &notes, NULL);
	for (unsigned writes = 0; writes < 2; writes++)
		for (unsigned at = 0; at < 9; at++)
			for (unsigned n = 0; n <= sizeof(data); n++) {
				unsigned i = 0;

				n_noted = 0;
				mprotect(page, PAGE_B, PROT_NONE);
				if (writes)
					fl_mapped_vram_write(&d, at, data, n);
				else
					fl_mapped_vram_read(&d, at, data, n);
				mprotect(page, PAGE_B, PROT_READ | PROT_WRITE);
				for (unsigned to = at; to < at + n; i++) {
					cr_assert_lt(i, n_noted, "%u bytes at %u", n, at);
					cr_assert_eq(noted[i], to, "%u bytes at %u: access %u is at %td", n,
						     at, i, noted[i]);
					to += to % 4 || at + n - to < 4 ? 1 : 4;
				}
				cr_assert_eq(n_noted, i, "%u bytes at %u: %u accesses, not %u", n, at,
					     n_noted, i);
			}
	munmap(page, PAGE_B);
}
#endif
