/* SPDX-License-Identifier: MIT
 *
 * Pages of WebAssembly's one memory: what the models ask of mmap(), zeroed memory on a page of its own.
 */
#ifndef DEMOS_WEB_SYSROOT_SYS_MMAN_H
#define DEMOS_WEB_SYSROOT_SYS_MMAN_H

#include <stdlib.h>
#include <string.h>

#define PROT_READ     1
#define PROT_WRITE    2
#define MAP_PRIVATE   2
#define MAP_ANONYMOUS 0x20
#define MAP_NORESERVE 0x4000
#define MAP_FAILED    ((void *)-1)

static inline void *mmap(void *at, size_t size_B, int protection, int flags, int fd, long offset_B)
{
	enum { PAGE_B = 4096 };
	void *p = aligned_alloc(PAGE_B, (size_B + PAGE_B - 1) & ~(size_t)(PAGE_B - 1));

	return p ? memset(p, 0, size_B) : MAP_FAILED;
}

static inline int munmap(void *at, size_t size_B)
{
	free(at);
	return 0;
}

#endif
