/* SPDX-License-Identifier: MIT
 *
 * The bits of a status register by their names, for reports.
 */
#ifndef HW_FL_BITS_H
#define HW_FL_BITS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_bit {
	uint8_t at;
	char name[23];
};

/* The names of those of the n bits that are 1, in the order of the table: "GUI_ACTIVE CP_BUSY"; none: "idle";
 * all ones: "no answer: all ones". Returns the length, as fl_format(). */
int fl_bits_text(char *out, size_t size, const struct fl_bit *bits, unsigned n, uint32_t status);

#ifdef __cplusplus
}
#endif

#endif
