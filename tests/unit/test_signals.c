/* SPDX-License-Identifier: MIT
 *
 * C-c at any access of each command that touches a card, and a card that is off the bus: a few trials of
 * tests/signals, of which `make signals` runs hundreds and `make samples` others each time.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/wait.h>

static void expect_promises(const char *args)
{
	char command[200], said[8000];
	FILE *f;
	size_t n;
	int status;

	snprintf(command, sizeof(command), "%s %s 2>&1", built("signals"), args);
	f = popen(command, "r");
	cr_assert(f);
	n = fread(said, 1, sizeof(said) - 1, f);
	said[n] = 0;
	status = pclose(f);
	cr_assert(WIFEXITED(status) && !WEXITSTATUS(status), "%s:\n%s", args, said);
}

Test(signals, a_few_of_each_command)
{
	expect_promises("-n 4 -s 1");
}

/* The card is off the bus for one access: it does not hear what is written then, and reads as all ones.
 * Either the command knows, or nothing is left changed. */
Test(signals, off_the_bus_for_a_moment)
{
	expect_promises("-s 12 -a 1 -e 9 'ring --json'");
	expect_promises("-s 12 -a 1 -e 15 'ring --take-console'");
	/* For longer, so that the card misses a reset whole, and what is read after it. */
	expect_promises("-s 12 -a 12 -e 7 -f 'Vivante GC' 'ring --json'");
	expect_promises("-s 12 -a 26 -e 7 -f 'Vivante GC' 'ring --json'");
}
