/* SPDX-License-Identifier: MIT
 *
 * The gallery's page names every demo, and each has a picture, a source and a time.
 */
#include "demos/demo.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Test(gallery, shows_every_demo)
{
	char dir[] = "/tmp/firstlight-gallery-XXXXXX", command[512], path[256];
	static char page[1 << 16];
	FILE *f;

	cr_assert(mkdtemp(dir));
	snprintf(command, sizeof command, "demos/gallery.sh %s %s >/dev/null", built("firstlight"), dir);
	cr_assert_eq(system(command), 0);
	snprintf(path, sizeof path, "%s/index.html", dir);
	f = fopen(path, "r");
	cr_assert(f);
	page[fread(page, 1, sizeof page - 1, f)] = 0;
	fclose(f);
	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		char want[128];
		struct stat st;
		unsigned lines = 0;
		double ms = -1;
		const char *at;

		snprintf(want, sizeof want, "<h2>%s</h2>", (*d)->name);
		at = strstr(page, want);
		cr_assert(at, "%s is missing", (*d)->name);
		at = strstr(at, "engine · ");
		cr_assert_eq(at ? sscanf(at, "engine · %u lines · %lf ms", &lines, &ms) : 0, 2, "%s", (*d)->name);
		cr_assert(lines > 10 && ms > 0, "%s: %u lines, %f ms", (*d)->name, lines, ms);
		snprintf(path, sizeof path, "%s/%s.png", dir, (*d)->name);
		cr_assert_eq(stat(path, &st), 0, "%s", path);
		cr_assert_gt(st.st_size, 100);
	}
	snprintf(command, sizeof command, "rm -r %s", dir);
	cr_assert_eq(system(command), 0);
}
