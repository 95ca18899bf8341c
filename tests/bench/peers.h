/* SPDX-License-Identifier: MIT
 *
 * Mesa's software renderers on the same frames, by the program of tests/bench/gl, in processes of their own.
 */
#ifndef TESTS_BENCH_PEERS_H
#define TESTS_BENCH_PEERS_H

#include <stdbool.h>

/* BENCH_R300 and BENCH_R600 are the drivers themselves, on a render node with no card (tests/bench/node):
 * what they cost the processor, not the picture. */
enum bench_peer { BENCH_LLVMPIPE, BENCH_SOFTPIPE, BENCH_R300, BENCH_R600 };

/* Draws in a frame of the cases emit_*. */
enum { BENCH_PEER_DRAWS = 20000 };

/* Can they be asked: was the program built (it needs EGL and OpenGL headers), and does the driver start? */
bool bench_peers(void);

/* Seconds of the best frame; < 0: it failed. threads: beside the one that calls; llvmpipe alone has a
 * choice. */
double bench_peer(enum bench_peer peer, unsigned threads, const char *name, unsigned repeats);

#endif
