/* SPDX-License-Identifier: MIT
 *
 * The microcode of the command processor: 256 words of 40 bits. An image, as the distributions ship it
 * (radeon/R520_cp.bin), is 2,048 bytes without a header: for each word two big-endian dwords, the upper 8
 * bits first.
 */
#ifndef HW_R500_MICROCODE_H
#define HW_R500_MICROCODE_H

#include "hw/fl_dev.h"

enum { R500_MICROCODE_WORDS = 256, R500_MICROCODE_B = R500_MICROCODE_WORDS * 8 };

struct r500_microcode_word {
	uint32_t high; /* bits 39:32 */
	uint32_t low;
};

/* Is it an image at all? No access to a card. FL_USAGE with the reason: empty, short, long, not whole words,
 * upper dwords of more than 8 bits (byte-swapped, or another chip's), nothing but zeros. */
enum fl_code r500_microcode_check(const uint8_t *image, size_t size_B, struct fl_err *err);
struct r500_microcode_word r500_microcode_word(const uint8_t *image, unsigned i);

/* Write it into the RAM of the micro engine, which must be off. No checks. Linux r100_cp_load_microcode(). */
void r500_microcode_write(struct fl_dev *d, const uint8_t *image);
/* Read the RAM back (R5xx guide 5.13) and compare. FL_FAILED names the first word that differs, and how many
 * do. */
enum fl_code r500_microcode_verify(struct fl_dev *d, const uint8_t *image, struct fl_err *err);

#endif
