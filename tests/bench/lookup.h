/* SPDX-License-Identifier: MIT
 *
 * Benchmarks of the register database.
 */
#ifndef TESTS_BENCH_LOOKUP_H
#define TESTS_BENCH_LOOKUP_H

/* Rows of the table about the register database: a look-up by name and by address, in each family. */
void bench_lookup(void);

#endif
