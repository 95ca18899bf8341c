/* SPDX-License-Identifier: MIT
 *
 * A bus that wraps any other, and hands each access to a callback before it returns: a bring-up on the model
 * and one on a card can be laid side by side. Names are looked up by the caller, who has the register
 * database.
 */
#ifndef HW_BUS_RECORD_H
#define HW_BUS_RECORD_H

#include "hw/fl_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fl_access_kind {
	FL_ACCESS_READ32,
	FL_ACCESS_WRITE32,
	FL_ACCESS_READ8,
	FL_ACCESS_WRITE8,
	FL_ACCESS_VRAM_READ,
	FL_ACCESS_VRAM_WRITE,
	FL_ACCESS_CFG_READ,
	FL_ACCESS_CFG_WRITE,
	FL_ACCESS_DELAY,
};

struct fl_access {
	enum fl_access_kind kind;
	uint64_t offset_B; /* in the BAR, in VRAM, or in configuration space; delays: 0 */
	/* registers: what was read or written; delays: microseconds; VRAM: the first bytes, up to 8. */
	uint64_t value;
	uint64_t size_B;  /* 1, 2, 4; VRAM: the number of bytes */
	uint64_t time_us; /* the inner bus's clock when the access was over */
};

struct fl_record {
	struct fl_dev *inner;
	void (*told)(void *arg, const struct fl_access *a);
	void *arg;
};

/* Make *d a device that passes everything to r->inner. d->regs and d->vram stay NULL, so that nothing goes
 * past the recorder. *r and the inner device must stay; closing *d leaves the inner one open. */
void fl_record_open(struct fl_dev *d, struct fl_record *r);

#ifdef __cplusplus
}
#endif

#endif
