/* SPDX-License-Identifier: MIT
 *
 * A second writer that can be repeated: memory that changes at the n-th fetch from it, between two
 * instructions of whoever reads. What was read before has its old value, what is read from then on the new
 * one, so code that reads twice and trusts the first time is caught, and the same input catches it again.
 *
 * The memory is taken away (PROT_NONE). Each access faults, is counted, and is carried out as a single step.
 * Only the thread that arms the writer may reach the memory meanwhile. On x86-64; elsewhere nothing is armed.
 */
#ifndef TESTS_FUZZ_WRITER_H
#define TESTS_FUZZ_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FUZZ_WRITER_RANGES = 16 };

/* The memory at `at`, whole pages, is watched from fuzz_writer_arm() on. */
void fuzz_writer_watch(void *at, size_t size_B);
/* The nth fetch from what is watched, counted from 1, changes the dword that it is about to read, or one near
 * it. After some thousand accesses the writer gives up. */
void fuzz_writer_arm(uint32_t nth, uint32_t seed);
/* The memory is plain again, and nothing is watched. Returns a hash of the places that were accessed until
 * the change: of two runs with the same hash both saw it at the same moment. */
uint64_t fuzz_writer_disarm(void);

#endif
