/* SPDX-License-Identifier: MIT
 *
 * Text formatting without a libc: what the freestanding part prints with.
 */
#ifndef HW_FL_FMT_H
#define HW_FL_FMT_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* snprintf() for: %s %c %d %i %u %x %X %p %% with flags 0 - + space #, width, .precision, * and the sizes
 * hh h l ll z. Floats: %f with a precision (default 2, at most 17), values below 2^31. Anything else prints
 * itself.
 * Returns the length that the whole text needs; at most size - 1 characters and a NUL are stored. */
int fl_format(char *out, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
int fl_vformat(char *out, size_t size, const char *fmt, va_list ap) __attribute__((format(printf, 3, 0)));

#ifdef __cplusplus
}
#endif

#endif
