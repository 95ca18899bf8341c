/* SPDX-License-Identifier: MIT
 *
 * Floats as decimals, both ways, by whole numbers alone: the same on every machine, and where there is no
 * floating point. Floats are their 32 bits, IEEE 754.
 */
#ifndef HW_FL_DECIMAL_H
#define HW_FL_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The digits at *at, with a point and an exponent if there are any ("512", "0.5", "1e-3"; no sign): the
 * nearest float, ties to even. *at moves past them, and stays where there are none. */
uint32_t fl_decimal_read(const char **at, const char *end);
/* As few digits as read as this float again (now and then one more), with a point: "512.0", "-0.1", "1.0e30",
 * "inf", "nan". At most 16 characters and a NUL. */
void fl_decimal_write(uint32_t bits, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif
