/* SPDX-License-Identifier: MIT
 *
 * What a Vivante core says of itself, put right where its registers are known to be wrong (GC facts 0).
 */
#ifndef HW_GC_CHIPS_H
#define HW_GC_CHIPS_H

#include <stdbool.h>
#include <stdint.h>

/* Words of features: CHIP_FEATURE, then the minor ones; the last six are in no register. */
enum { GC_FEATURE_WORDS = 13, GC_FEATURE_READABLE = 7 };

struct gc_core {
	uint32_t model, revision; /* 0x3000, 0x5450 */
	uint32_t product, customer, eco;
	uint32_t date, time;
	uint32_t features[GC_FEATURE_WORDS];
	uint32_t specs[4];
	const char *row; /* its name in the table below, which has its last six words; NULL: not there */
	uint16_t instructions; /* of the table; 0: as the registers have it */
};

/* What is known of a core beside what it says (cores.c), by what identifies it; ended by a NULL name. */
struct gc_core_row {
	const char *name;
	uint32_t model, revision, product, eco, customer;
	uint16_t instructions;
	uint32_t late[GC_FEATURE_WORDS - GC_FEATURE_READABLE];
};
extern const struct gc_core_row gc_cores[];

/* Reads register `reg` of the core. */
typedef uint32_t gc_core_word(const void *arg, uint32_t reg);
void gc_core_read(struct gc_core *c, gc_core_word *word, const void *arg);

/* "GC2000", "GC7000L"; NULL: no model of the family. */
const char *gc_core_name(const struct gc_core *c);
unsigned gc_core_streams(const struct gc_core *c);
unsigned gc_core_instructions(const struct gc_core *c);
unsigned gc_core_constants(const struct gc_core *c);
unsigned gc_core_varyings(const struct gc_core *c);
/* 1 or 2: which kind of memory management. */
unsigned gc_core_mmu(const struct gc_core *c);
/* The host has to open the core to what is not secure, and keeps tables of tables (GC facts 2.1). */
bool gc_core_secure(const struct gc_core *c);

#endif
