/* SPDX-License-Identifier: MIT
 *
 * Bytes as letters that go through anything (RFC 4648, base 64), for terminals and pages.
 */
#ifndef DEMOS_FIRSTLIGHT_BASE64_H
#define DEMOS_FIRSTLIGHT_BASE64_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Write n bytes so, with what is missing to three of them as '='. */
void fl_base64(FILE *f, const uint8_t *b, size_t n);

#endif
