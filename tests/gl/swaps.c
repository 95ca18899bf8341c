/* SPDX-License-Identifier: MIT
 *
 * Preloaded into a program on SDL2: says each second how many frames it showed, and ends it after
 * SWAPS_SECONDS, if a frame ends then at all. For programs that no render node of ours looks at
 * (tests/gl/programs.sh).
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void SDL_GL_SwapWindow(void *window);

static unsigned frames;
static double began_s, said_s;

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

__attribute__((constructor)) static void begin(void)
{
	began_s = now_s();
}

void SDL_GL_SwapWindow(void *window)
{
	static void (*real)(void *window);
	const char *limit;
	double took_s;

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "SDL_GL_SwapWindow");
	real(window);
	frames++;
	limit = getenv("SWAPS_SECONDS");
	took_s = now_s() - began_s;
	if (took_s - said_s < 1)
		return;
	said_s = took_s;
	fprintf(stderr, "swaps: %u frames in %.2f s\n", frames, took_s);
	if (limit && took_s >= atof(limit))
		_exit(0);
}
