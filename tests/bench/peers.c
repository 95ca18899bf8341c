/* SPDX-License-Identifier: MIT */
#include "tests/bench/peers.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* bench-gl stands beside this program. */
static bool program(char *path, size_t size_B)
{
	ssize_t n = readlink("/proc/self/exe", path, size_B - 4);

	if (n <= 0 || (size_t)n >= size_B - 4)
		return false;
	memcpy(path + n, "-gl", 4);
	return !access(path, X_OK);
}

double bench_peer(enum bench_peer peer, unsigned threads, const char *name, unsigned repeats)
{
	static const char *const driver[] = {"llvmpipe", "softpipe"};
	char path[4000], command[4400], renderer[64] = "";
	double s = -1;

	if (!program(path, sizeof path))
		return -1;
	/* LP_NUM_THREADS=0: everything in the thread that calls */
	snprintf(command, sizeof command,
		 "LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=%s LP_NUM_THREADS=%u '%s' %s %u 2>/dev/null", driver[peer],
		 threads > 1 ? threads : 0, path, name, repeats);
	FILE *f = popen(command, "r");
	if (!f)
		return -1;
	if (fscanf(f, "%lf %63s", &s, renderer) != 2 || strncmp(renderer, driver[peer], strlen(driver[peer])))
		s = -1;
	return pclose(f) ? -1 : s;
}

bool bench_peers(void)
{
	return bench_peer(BENCH_LLVMPIPE, 1, "fill_flat", 1) > 0;
}
