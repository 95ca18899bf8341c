/* SPDX-License-Identifier: MIT
 *
 * Flattened device trees, as a boot loader or a file may bring them: every node is visited, every address
 * computed, and the cores looked for.
 */
#include "boot/board/tree.h"
#include "hw/fl_soc.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static bool visit(void *arg, const struct fl_tree *t)
{
	static const char *const names[] = {"compatible", "status", "ranges", "no such property"};
	unsigned *nodes = arg;
	uint64_t addr, size_B, sum = 0;

	++*nodes;
	if (t->depth >= FL_TREE_DEPTH)
		fuzz_fail("a node at depth %u", t->depth);
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *text = fl_tree_text(t, names[i]);
		uint32_t n;
		const uint8_t *p = fl_tree_prop(t, t->depth, names[i], &n);

		if (p && (p < t->blob || n > t->size_B || p + n > t->blob + t->size_B))
			fuzz_fail("%s goes beyond the blob", names[i]);
		sum += text ? strlen(text) : 0;
	}
	for (unsigned i = 0; i < 3 && fl_tree_reg(t, i, &addr, &size_B); i++)
		sum += addr + size_B;
	return fl_tree_is(t, "stop here") || fl_tree_at(t, "/stop/here", 10) || sum == UINT64_MAX;
}

void fuzz_tree(const uint8_t *data, size_t size_B)
{
	struct fl_soc_part part[FL_SOC_PARTS];
	uint8_t *blob = malloc(size_B ? size_B : 1); /* of this size, so that the sanitizer sees its end */
	unsigned nodes = 0, n;

	if (!blob)
		return;
	if (size_B)
		memcpy(blob, data, size_B);
	if (fl_tree_fits(blob, size_B))
		fl_tree_walk(blob, visit, &nodes);
	n = fl_soc_tree(blob, size_B, part, FL_SOC_PARTS);
	for (unsigned i = 0; i < n && i < FL_SOC_PARTS; i++)
		if (!memchr(part[i].name, 0, sizeof(part[i].name)))
			fuzz_fail("a name without an end");
	if (n > nodes)
		fuzz_fail("%u cores in %u nodes", n, nodes);
	free(blob);
}
