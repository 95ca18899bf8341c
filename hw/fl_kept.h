/* SPDX-License-Identifier: MIT
 *
 * What waking changes outside of a card's engines, and sleeping puts back: words of its registers and of
 * PCI's configuration space, kept in fl_dev.before in the order in which the family lists them.
 */
#ifndef HW_FL_KEPT_H
#define HW_FL_KEPT_H

#include "hw/fl_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_KEPT_MMIO, FL_KEPT_PCI }; /* PCI: 16 bits */
enum {
	FL_KEPT_ONES = 1 << 0,  /* all ones are no sign of a card that is away */
	FL_KEPT_SHOWN = 1 << 1, /* setting a mode changes it, for good */
};

struct fl_kept {
	uint32_t at;
	uint8_t space, how;
	uint32_t mask; /* the bits that must come out right; 0: all */
};

struct fl_kept_words {
	unsigned n; /* at most FL_BEFORE */
	struct fl_kept (*word)(const void *arg, unsigned i);
	const void *arg;
};

/* Note those that are `how`, 0: all. Twice, and the same both times: a card that is away for a moment reads
 * as all ones. FL_NO_DEVICE: it is. With 0 nothing is done to a card that was noted already. */
enum fl_code fl_kept_note(struct fl_dev *d, const struct fl_kept_words *w, unsigned how, struct fl_err *err);
/* Put all back that was noted. FL_FAILED: a word does not become what it was. */
enum fl_code fl_kept_put_back(struct fl_dev *d, const struct fl_kept_words *w, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
