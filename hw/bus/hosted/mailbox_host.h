/* SPDX-License-Identifier: MIT
 *
 * The answering side of a mailbox (hw/bus/mailbox.h): a model behind a page of a machine's memory, which is
 * mapped here too. What stands in the page is not trusted: it is copied before it is looked at, and sizes are
 * checked.
 */
#ifndef HW_BUS_HOSTED_MAILBOX_HOST_H
#define HW_BUS_HOSTED_MAILBOX_HOST_H

#include "hw/bus/mailbox.h"
#include "hw/fl_family.h"
#include "hw/model/fl_model.h"

struct fl_mailbox_host {
	volatile struct fl_mailbox_page *page;
	void *ram;
	uint64_t ram_B;
	struct fl_model *model;
	struct fl_images images; /* what FL_MAILBOX_FILE gives */
	uint32_t answered;
	uint64_t count;   /* questions so far */
	uint64_t last_us; /* when the chip was last given time */
};

/* Leave a head in the last page of ram, for a machine that starts after this. ram_B: whole pages. */
void fl_mailbox_host_begin(struct fl_mailbox_host *h, void *ram, uint64_t ram_B, struct fl_model *model,
			   const char *chip);
/* Answer what has been asked; let the chip work for as long as time has passed. True: something was. */
bool fl_mailbox_host_serve(struct fl_mailbox_host *h);

#endif
