/* SPDX-License-Identifier: MIT
 *
 * What was written to a card of cardboard, in order, and its comparison with what should have been.
 */
#ifndef TESTS_UNIT_R500_TEST_WRITES_RIG_H
#define TESTS_UNIT_R500_TEST_WRITES_RIG_H

#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

enum { WRITES = 512 };

struct write {
	uint32_t at, value;
};

static struct write written[WRITES];
static unsigned n_written;

/* For on_write. */
static inline bool note(struct rig *r, uint32_t at, uint32_t *v)
{
	cr_assert_lt(n_written, (unsigned)WRITES);
	written[n_written++] = (struct write){at, *v};
	return true;
}

static inline void compare(const struct write *want, unsigned n)
{
	for (unsigned i = 0; i < n || i < n_written; i++) {
		cr_assert_lt(i, n, "one write too many: 0x%04x = 0x%08x", written[i].at, written[i].value);
		cr_assert_lt(i, n_written, "0x%04x = 0x%08x was not written", want[i].at, want[i].value);
		cr_assert(want[i].at == written[i].at && want[i].value == written[i].value,
			  "write %u: 0x%04x = 0x%08x, want 0x%04x = 0x%08x", i, written[i].at,
			  written[i].value, want[i].at, want[i].value);
	}
}

#define COMPARE(want) compare(want, sizeof(want) / sizeof(*(want)))

#endif
