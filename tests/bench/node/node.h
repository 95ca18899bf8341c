/* SPDX-License-Identifier: MIT
 *
 * A DRM render node with no card behind it, for Mesa's drivers: a library to be preloaded.
 *
 *	LD_PRELOAD=build/bench-node.so BENCH_NODE=rv770 PROGRAM
 *
 * The driver finds /dev/dri/renderD128, one of the chips below under a radeon kernel driver 2.50: for r300 an
 * R580, for r600 an RV770. Memory is real: the node is a memfd, a buffer object is a range of it, so that
 * mmap, dup and close need no help. A submission is counted and dropped: what is left is what the driver
 * costs the processor.
 */
#ifndef TESTS_BENCH_NODE_NODE_H
#define TESTS_BENCH_NODE_NODE_H

#include <stdint.h>

#define NODE_SIZE_B    (4ull << 30)
#define NODE_MINOR     128
#define NODE_DRM_MAJOR 226
#define NODE_ATI       0x1002

/* What the kernel's driver says of a chip: RADEON_INFO_… requests, and their answers. A request that has no
 * row is one that it refuses. */
struct node_fact {
	uint32_t request, answer;
};
struct node_chip {
	const char *name; /* in BENCH_NODE */
	uint32_t device;  /* of PCI */
	const struct node_fact *facts;
	uint32_t n_facts;
};
/* The one that BENCH_NODE names; the first if it names none. */
const struct node_chip *node_chip(void);

/* One ioctl of the DRM; 0, or an errno. */
int node_ioctl(unsigned long request, void *arg);

#endif
