/* SPDX-License-Identifier: MIT
 *
 * Where the build's files are: in $FL_BUILD, or in build/.
 */
#ifndef TESTS_UNIT_TEST_BUILT_H
#define TESTS_UNIT_TEST_BUILT_H

#include <stdio.h>
#include <stdlib.h>

static inline const char *build_dir(void)
{
	const char *b = getenv("FL_BUILD");

	return b ? b : "build";
}

/* A file of the build; the path is good until the third call from here. */
static inline const char *built(const char *name)
{
	static char path[3][256];
	static unsigned i;

	i = (i + 1) % 3;
	snprintf(path[i], sizeof path[i], "%s/%s", build_dir(), name);
	return path[i];
}

#endif
