/* SPDX-License-Identifier: MIT
 *
 * The flattened device tree as the boot code needs it, before there is a console: one pass over the blob, in
 * its order, with the way down to each node at hand (Devicetree Specification 0.4, 5).
 *
 * It stands here because boot/ is below hw/ and may not ask it for anything; the library has it, too, for
 * hw/fl_soc_tree.c.
 */
#ifndef BOOT_BOARD_TREE_H
#define BOOT_BOARD_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_TREE_DEPTH = 12, FL_TREE_MAX_B = 2 << 20 };

/* A node, while it is visited: node[depth] is its, node[0] the root's. */
struct fl_tree {
	const uint8_t *blob;
	uint32_t size_B, texts; /* offset of the names of properties */
	unsigned depth;
	struct {
		const char *name; /* "serial@2020000"; the root's is "" */
		uint32_t props;   /* offset of its first property's token */
	} node[FL_TREE_DEPTH];
};

/* Is this a tree that may be walked? Reads its header. */
bool fl_tree_ok(const void *blob);
/* The same of one that came in so many bytes, of which none behind them will be read. */
bool fl_tree_fits(const void *blob, size_t blob_B);
/* Every node, from the root on, until visit() returns true, which is returned. Deeper ones than FL_TREE_DEPTH
 * are passed over; a blob that ends too early ends the walk. */
bool fl_tree_walk(const void *blob, bool (*visit)(void *arg, const struct fl_tree *t), void *arg);

/* A property of the visited node (depth t->depth) or of one above it. NULL: it has none. */
const uint8_t *fl_tree_prop(const struct fl_tree *t, unsigned depth, const char *name, uint32_t *size_B);
/* The same, if it is a text (ends with NUL); else NULL. */
const char *fl_tree_text(const struct fl_tree *t, const char *name);
/* Is one of the texts of "compatible" this? */
bool fl_tree_is(const struct fl_tree *t, const char *compatible);
/* The path of the visited node is this one. */
bool fl_tree_at(const struct fl_tree *t, const char *path, size_t path_B);
/* Entry i of "reg", as the processor addresses it: through the ranges of all buses above. False: it has none,
 * or a bus does not pass it on. */
bool fl_tree_reg(const struct fl_tree *t, unsigned i, uint64_t *addr, uint64_t *size_B);
/* A number of n cells (0 to 2; of more the last two). */
uint64_t fl_tree_cells(const uint8_t *p, uint32_t n);

#endif
