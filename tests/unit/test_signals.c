/* SPDX-License-Identifier: MIT
 *
 * C-c at any access of each command that touches a card: a few trials of tests/signals, of which `make
 * signals` runs hundreds and `make samples` others each time.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/wait.h>

Test(signals, a_few_of_each_command)
{
	char command[200], said[8000];
	FILE *f;
	size_t n;
	int status;

	snprintf(command, sizeof(command), "%s -n 4 -s 1 2>&1", built("signals"));
	f = popen(command, "r");
	cr_assert(f);
	n = fread(said, 1, sizeof(said) - 1, f);
	said[n] = 0;
	status = pclose(f);
	cr_assert(WIFEXITED(status) && !WEXITSTATUS(status), "%s:\n%s", command, said);
}
