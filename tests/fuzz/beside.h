/* SPDX-License-Identifier: MIT
 *
 * A second writer as a guest's other processors are: a thread that writes noise to memory while the model
 * reads it. What it finds cannot be repeated for sure; it shows what no count of fetches shows, such as two
 * changes at once.
 */
#ifndef TESTS_FUZZ_BESIDE_H
#define TESTS_FUZZ_BESIDE_H

#include <stddef.h>
#include <stdint.h>

struct fuzz_beside;

struct fuzz_beside *fuzz_beside_start(uint32_t seed); /* NULL: no thread to be had */
/* Memory that it may write to from now on. */
void fuzz_beside_add(struct fuzz_beside *b, void *at, size_t size_B);
/* It writes there no more. */
void fuzz_beside_remove(struct fuzz_beside *b, const void *at);
void fuzz_beside_end(struct fuzz_beside *b);

#endif
