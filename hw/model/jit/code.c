/* SPDX-License-Identifier: MIT
 *
 * The memory of compiled code; see code.h. The same pages are mapped twice: from the one mapping they are
 * executed, through the other they are written.
 */
#ifdef FL_JIT
#include "hw/model/jit/code.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
	uint8_t *write;
	const uint8_t *run;
	uint32_t grains;
	uint64_t *used; /* a bit a grain */
} room;

bool fl_jit_code_open(size_t size_B)
{
	const int fd = memfd_create("firstlight-jit", MFD_CLOEXEC);
	void *write, *run;

	if (fd < 0)
		return false;
	room.used = calloc(size_B / FL_JIT_GRAIN_B / 64, sizeof *room.used);
	if (!room.used || ftruncate(fd, (off_t)size_B)) {
		close(fd);
		return false;
	}
	write = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	run = mmap(NULL, size_B, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
	close(fd);
	if (write == MAP_FAILED || run == MAP_FAILED) { /* memory of files is not executed here */
		if (write != MAP_FAILED)
			munmap(write, size_B);
		return false;
	}
	room.write = write;
	room.run = run;
	room.grains = (uint32_t)(size_B / FL_JIT_GRAIN_B);
	return true;
}

static bool is_used(uint32_t g)
{
	return room.used[g / 64] >> g % 64 & 1;
}

static void mark(struct fl_jit_place p, bool used)
{
	for (uint32_t g = p.first; g < p.first + p.n; g++)
		room.used[g / 64] = (room.used[g / 64] & ~(UINT64_C(1) << g % 64)) | (uint64_t)used << g % 64;
}

/* The first gap that is large enough. */
bool fl_jit_code_take(size_t size_B, struct fl_jit_place *p)
{
	const uint32_t n = (uint32_t)((size_B + FL_JIT_GRAIN_B - 1) / FL_JIT_GRAIN_B);

	if (size_B > (size_t)room.grains * FL_JIT_GRAIN_B)
		return false;
	for (uint32_t first = 0, g = 0; g < room.grains; g++) {
		if (is_used(g)) {
			first = g + 1;
		} else if (g + 1 - first == n) {
			*p = (struct fl_jit_place){first, n};
			mark(*p, true);
			return true;
		}
	}
	return false;
}

void fl_jit_code_give(struct fl_jit_place p)
{
	mark(p, false);
}

uint8_t *fl_jit_code_write(struct fl_jit_place p)
{
	return room.write + (size_t)p.first * FL_JIT_GRAIN_B;
}

const uint8_t *fl_jit_code_run(struct fl_jit_place p)
{
	return room.run + (size_t)p.first * FL_JIT_GRAIN_B;
}
#endif
