/* SPDX-License-Identifier: MIT */
#ifndef FL_BENCH_LOOKUP_H
#define FL_BENCH_LOOKUP_H

/* Rows of the table about the register database: a look-up by name and by address, in each family. */
void bench_lookup(void);

#endif
