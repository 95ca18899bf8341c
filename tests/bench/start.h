/* SPDX-License-Identifier: MIT
 *
 * Benchmarks of starting.
 */
#ifndef TESTS_BENCH_START_H
#define TESTS_BENCH_START_H

/* Rows of the table about starting: the command's first frame, its memory, the bare image's size and its
 * start to a picture in an emulator. build: the folder of what was built. */
void bench_start(const char *build, double rss_mb);
/* The command's peak memory, while this program is small: a child begins with its parent's peak. */
double bench_start_rss_mb(const char *build);

#endif
