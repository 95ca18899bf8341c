/* SPDX-License-Identifier: MIT
 *
 * A snapshot: what registers held, as a text file that names its card.
 *
 *     firstlight snapshot 1
 *     card model:r580
 *     pci 1002:7249
 *     chip R580
 *     mmio 0x00f0 0x00000000 RBBM_SOFT_RESET
 *     …
 *     end 263
 *
 * Space, address, value, name; the name is for people. "end" says how many registers there are, so that half
 * a file is recognized. Lines that begin with '#' are comments.
 */
#ifndef DEMOS_FIRSTLIGHT_SNAPSHOT_H
#define DEMOS_FIRSTLIGHT_SNAPSHOT_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct fl_snapshot_reg {
	char space[12];
	uint32_t offset, value;
};

struct fl_snapshot {
	char card[64], chip[32];
	struct fl_snapshot_reg *reg;
	unsigned n, room;
};

/* The codes of fl_file_fail(); FL_FAILED: not a snapshot, and the line is named. */
enum fl_code fl_snapshot_read(struct fl_snapshot *s, const char *path, struct fl_err *err);
bool fl_snapshot_add(struct fl_snapshot *s, const char *space, uint32_t offset, uint32_t value);
/* NULL: not in it. */
const struct fl_snapshot_reg *fl_snapshot_find(const struct fl_snapshot *s, const char *space,
					       uint32_t offset);
void fl_snapshot_free(struct fl_snapshot *s);

#endif
