/* SPDX-License-Identifier: MIT
 *
 * A card on a machine with no operating system: found through configuration cycles, mapped by the machine's
 * own page tables.
 */
#ifndef HW_BUS_BARE_H
#define HW_BUS_BARE_H

#include "hw/bus/pci.h"
#include "hw/fl_cards.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the machine gives. */
struct fl_machine {
	const struct fl_pci *pci;
	/* Make [addr, addr + size_B) accessible: uncached, or write-combined. NULL: cannot. */
	volatile void *(*map)(void *arg, uint64_t addr, uint64_t size_B, bool write_combined);
	uint64_t (*now_us)(void *arg);
	void (*delay_us)(void *arg, uint64_t us);
	/* size_B bytes in whole pages below 4 GiB, zeroed, and their address; NULL: no more of them, or (the
	 * function itself) none at all. */
	void *(*pages)(void *arg, size_t size_B, uint64_t *addr);
	void *arg;
};

/* The n-th card (from 0) that fl_card_find() knows; FL_NO_DEVICE past the last. BARs are sized, and memory
 * decoding switched on (here that is wanted: nothing else would do it). *machine must stay. */
enum fl_code fl_bare_open(struct fl_dev *d, const struct fl_machine *machine, unsigned n,
			  struct fl_card *card, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
