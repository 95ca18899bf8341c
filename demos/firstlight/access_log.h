/* SPDX-License-Identifier: MIT
 *
 * The log of accesses that --log writes, and `firstlight play` plays: a line an access.
 *
 *	       12 us  write      0x15e0  SCRATCH_REG[0]               0x0000cafe
 *	       13 us  vram read  0x001000  4 bytes 0x00ff0000
 *	       14 us  delay      1000 us
 *
 * Of video memory a line has the bytes, if they are at most eight. Lines that begin with # are comments.
 */
#ifndef DEMOS_FIRSTLIGHT_ACCESS_LOG_H
#define DEMOS_FIRSTLIGHT_ACCESS_LOG_H

#include "hw/bus/record.h"

#include <stdio.h>

enum { FL_ACCESS_BYTES = 8 };

/* Write a line; name: the register's, or "". */
void fl_access_print(FILE *f, const struct fl_access *a, const char *name);
/* Read one. False: it is none. */
bool fl_access_scan(const char *line, struct fl_access *a);

/* Whether the device has the address. */
bool fl_access_reaches(const struct fl_dev *d, const struct fl_access *a);
/* Do a read, or one that writes (a delay is one), again. False: it is none, or its bytes are not known. */
uint64_t fl_access_read(struct fl_dev *d, const struct fl_access *a);
bool fl_access_write(struct fl_dev *d, const struct fl_access *a);

#endif
