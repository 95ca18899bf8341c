/* SPDX-License-Identifier: MIT
 *
 * Benchmarks of writing commands, in 3D and in 2D.
 */
#ifndef TESTS_BENCH_EMIT_H
#define TESTS_BENCH_EMIT_H

/* Rows of the table about writing commands: nanoseconds a draw of one triangle, nothing behind the stream. */
void bench_emit(void);
/* The same for the 2D engine: nanoseconds and dwords a rectangle, a copy, a line, a character. */
void bench_emit_2d(void);

#endif
