/* SPDX-License-Identifier: MIT
 *
 * The fuzz targets: each takes bytes from anywhere, does something with them, and must come back: no crash,
 * no hang, no leak, no undefined behavior. libFuzzer drives them (`make fuzz`), and `make check` runs them
 * over tests/fuzz/corpus/.
 *
 * What an input must fulfil is checked by the targets themselves: fuzz_fail() ends the program with the
 * reason.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void fuzz_model(const uint8_t *data, size_t size_B);   /* operations on a model: see fuzz_model.c */
void fuzz_gtrc(const uint8_t *data, size_t size_B);    /* a trace, or an archive of traces, replayed */
void fuzz_stream(const uint8_t *data, size_t size_B);  /* family, chip, then dwords for the stream decoder */
void fuzz_regtool(const uint8_t *data, size_t size_B); /* lines of command words of the register tool */
void fuzz_pci(const uint8_t *data, size_t size_B);     /* configuration spaces, slots, microcode images */
void fuzz_proxy(const uint8_t *data, size_t size_B);   /* messages of QEMU to a card, and bytes */
void fuzz_asm(const uint8_t *data, size_t size_B);     /* shader programs, as text and as words */
void fuzz_contact(const uint8_t *data, size_t size_B); /* reports of a first contact */
void fuzz_vanish(const uint8_t *data, size_t size_B);  /* a card that is off the bus for a while */
void fuzz_code(const uint8_t *data, size_t size_B);    /* code objects: ELF files with kernels */
void fuzz_program(const uint8_t *data, size_t size_B); /* choices that make valid shader programs */
void fuzz_tree(const uint8_t *data, size_t size_B);    /* flattened device trees */

struct fuzz_target {
	const char *name;
	void (*run)(const uint8_t *data, size_t size_B);
};
extern const struct fuzz_target fuzz_targets[]; /* ends with a NULL name */

/* Words for the person, then abort(). */
void fuzz_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* ---- input, taken from its start; zeros when there is no more ------------------------------------------ */
struct fuzz_in {
	const uint8_t *p;
	size_t left_B;
};

static inline uint32_t fuzz_take(struct fuzz_in *in, unsigned size_B)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < size_B && in->left_B; i++, in->left_B--)
		v |= (uint32_t)*in->p++ << 8 * i;
	return v;
}

/* Up to size_B bytes in place; *got says how many. */
static inline const uint8_t *fuzz_bytes(struct fuzz_in *in, size_t size_B, size_t *got)
{
	const uint8_t *p = in->p;

	*got = size_B < in->left_B ? size_B : in->left_B;
	in->p += *got;
	in->left_B -= *got;
	return p;
}

#endif
