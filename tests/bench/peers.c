/* SPDX-License-Identifier: MIT
 *
 * Runs Mesa's software renderers on the frames of the benchmark, and reads their times.
 */
#include "tests/bench/peers.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What stands beside this program: bench-gl, bench-node.so. */
static bool beside(char *path, size_t size_B, const char *end)
{
	ssize_t n = readlink("/proc/self/exe", path, size_B - 16);

	if (n <= 0 || (size_t)n >= size_B - 16)
		return false;
	strcpy(path + n, end);
	return !access(path, R_OK);
}

double bench_peer(enum bench_peer peer, unsigned threads, const char *name, unsigned repeats)
{
	/* A driver that does not start is replaced by another without a word; only its name shows that. */
	static const char *const renderer[] = {"llvmpipe", "softpipe", "ATI R580", "AMD RV770"};
	const bool driver = peer == BENCH_R300 || peer == BENCH_R600;
	char path[2000], node[2000], command[4400], answered[64] = "";
	double s = -1;

	if (!beside(path, sizeof path, "-gl") || (driver && !beside(node, sizeof node, "-node.so")))
		return -1;
	/* LP_NUM_THREADS=0: everything in the thread that calls */
	if (driver)
		snprintf(command, sizeof command, "env BENCH_NODE=%s LD_PRELOAD='%s' '%s' %s %u 2>/dev/null",
			 peer == BENCH_R600 ? "rv770" : "r580", node, path, name, repeats);
	else
		snprintf(command, sizeof command,
			 "LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=%s LP_NUM_THREADS=%u '%s' %s %u 2>/dev/null",
			 renderer[peer], threads > 1 ? threads : 0, path, name, repeats);
	FILE *f = popen(command, "r");
	if (!f)
		return -1;
	if (fscanf(f, "%lf %63[^\n]", &s, answered) != 2 ||
	    strncmp(answered, renderer[peer], strlen(renderer[peer])))
		s = -1;
	return pclose(f) ? -1 : s;
}

bool bench_peers(void)
{
	return bench_peer(BENCH_LLVMPIPE, 1, "fill_flat", 1) > 0;
}
