/* SPDX-License-Identifier: MIT
 *
 * What make says and does around the build.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

TestSuite(make, .timeout = 120);

/* What a shell command prints, and its exit code. */
static char out[1 << 20];
static int sh(const char *cmd)
{
	FILE *f = popen(cmd, "r");
	size_t n;

	cr_assert(f);
	n = fread(out, 1, sizeof out - 1, f);
	out[n] = 0;
	return WEXITSTATUS(pclose(f));
}

/* A build from nothing counts its files, up to the number that it has announced. */
Test(make, says_how_far_it_is)
{
	unsigned first = 0, last = 0, of = 0, n = 0;

	sh("env -u MAKEFLAGS -u MAKELEVEL make -n B=/tmp/there-is-no-such-build build 2>&1 | "
	   "sed -n 's/.*CC .*(\\([0-9]* of [0-9]*\\)).*/\\1/p'");
	for (const char *s = out; sscanf(s, "%u of %u", &last, &of) == 2; n++) {
		first = first ? first : last;
		cr_assert_eq(last, n + 1, "%s", s);
		s = strchr(s, '\n') + 1;
	}
	cr_expect(first == 1 && last == of && n == of && n > 300, "%u to %u of %u", first, last, of);
}

/* Packages that are missing have a hint by which they come, with sudo, and where there is none. */
Test(make, names_packages_without_sudo)
{
	static const char cmd[] = "env -u MAKEFLAGS -u MAKELEVEL make PKG_BUILD=no-such-package ROOT=%s "
				  "SUDO=%s %s 2>&1";
	static const struct {
		const char *root, *sudo, *goal, *hint;
	} t[] = {
	    {"", "", "all", "As root:  apt-get install no-such-package\n"},
	    {"", "", "setup-build", "As root:  apt-get install no-such-package\n"},
	    {"", "sudo", "all", "Install them with:  sudo apt-get install no-such-package\n"},
	    {"yes", "", "all", "Install them with:  apt-get install no-such-package\n"},
	};

	for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
		char line[300];

		snprintf(line, sizeof line, cmd, t[i].root, t[i].sudo, t[i].goal);
		cr_expect_neq(sh(line), 0);
		cr_expect(strstr(out, "Missing packages: no-such-package\n") && strstr(out, t[i].hint),
			  "case %u: %s", i, out);
	}
}

/* A build for another machine, where its libraries are missing, says which of which architecture. */
Test(make, names_packages_of_another_architecture)
{
	if (!system("aarch64-linux-gnu-gcc -dumpmachine >/dev/null 2>&1")) {
		cr_expect_neq(sh("env -u MAKEFLAGS -u MAKELEVEL make CC=aarch64-linux-gnu-gcc "
				 "PKG_LIBS='libpci-dev no-such-dev' all 2>&1"),
			      0);
		cr_expect(strstr(out, " no-such-dev:arm64") && strstr(out, "dpkg --add-architecture arm64"),
			  "%s", out);
	}
	if (!system("arm-linux-gnueabihf-gcc -dumpmachine >/dev/null 2>&1")) {
		cr_expect_neq(sh("env -u MAKEFLAGS -u MAKELEVEL make CC=arm-linux-gnueabihf-gcc "
				 "PKG_LIBS='libpci-dev no-such-dev' all 2>&1"),
			      0);
		cr_expect(strstr(out, " no-such-dev:armhf") && strstr(out, "dpkg --add-architecture armhf"),
			  "%s", out);
	}
}
