/* SPDX-License-Identifier: MIT
 *
 * A DRM render node with no card behind it, for Mesa's r300 driver: a library to be preloaded.
 *
 *	LD_PRELOAD=build/bench-node.so PROGRAM
 *
 * The driver finds /dev/dri/renderD128, an R580 with 4 pipes under a radeon kernel driver 2.50. Memory is
 * real: the node is a memfd, a buffer object is a range of it, so that mmap, dup and close need no help. A
 * submission is counted and dropped: what is left is what the driver costs the processor.
 */
#ifndef TESTS_BENCH_NODE_NODE_H
#define TESTS_BENCH_NODE_NODE_H

#define NODE_SIZE_B    (4ull << 30)
#define NODE_MINOR     128
#define NODE_DRM_MAJOR 226
#define NODE_ATI       0x1002
#define NODE_R580      0x7249
#define NODE_PIPES     4

/* One ioctl of the DRM; 0, or an errno. */
int node_ioctl(unsigned long request, void *arg);

#endif
