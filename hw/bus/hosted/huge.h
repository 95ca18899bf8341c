/* SPDX-License-Identifier: MIT
 *
 * Memory for a core on the machine's own chip where its board reserves none: huge pages, which lie in one
 * piece of physical memory and stay where they are. The processor's caches hold them, and the core does not
 * look into those: arm64 has instructions for it that a program may use.
 */
#ifndef HW_BUS_HOSTED_HUGE_H
#define HW_BUS_HOSTED_HUGE_H

#include "hw/bus/hosted/hosted.h"

enum { FL_HUGE_PAGE_B = 2 << 20 };

struct fl_huge {
	void *at; /* NULL: none */
	size_t size_B;
	uint64_t addr; /* physical */
};

/* size_B bytes, rounded up to whole huge pages, below 4 GiB. FL_USAGE: this machine is no arm64.
 * FL_PERMISSION: not root. FL_FAILED: too few huge pages are free, or none lie side by side; the text has the
 * command that sets some aside. */
enum fl_code fl_huge_get(const struct fl_open_options *o, uint64_t size_B, struct fl_huge *h,
			 struct fl_err *err);
void fl_huge_free(struct fl_huge *h);

/* As fl_dma_sync(), of any memory of this process. Does nothing on a machine that is no arm64. */
void fl_cache_sync(volatile void *at, size_t n_B);

struct fl_huge_page {
	uint64_t physical; /* 0: not known */
	unsigned index;    /* in the file that they are */
};
/* Sorts the pages by place; the first of n that follow one another, all below end. count: there are none. */
unsigned fl_huge_run(struct fl_huge_page *page, unsigned count, unsigned n, uint64_t end);

#endif
