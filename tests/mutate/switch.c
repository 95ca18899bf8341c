/* SPDX-License-Identifier: MIT
 *
 * Planted faults at run time. FL_MUTANT is the number of the one that is on. With FL_REACHED, a folder, each
 * test leaves a file there that says which faults it reached, itself or in programs that it started.
 */
#include "tests/mutate/switch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Of Criterion, where it is linked: the test that runs. */
struct criterion_test {
	const char *name, *category;
};
extern const struct criterion_test *const criterion_current_test __attribute__((weak));

enum { MOST_FAULTS = 8192 };

int fl_mutant;
unsigned char *fl_reached;
static unsigned char nowhere[MOST_FAULTS];

__attribute__((constructor)) static void choose(void)
{
	const char *which = getenv("FL_MUTANT");

	fl_mutant = which ? atoi(which) : 0;
	if (!getenv("FL_REACHED"))
		fl_reached = nowhere;
	else if (getenv("FL_REACHED_FILE")) /* before the program shuts itself into a sandbox */
		fl_mutant_begin();
}

/* A test's process opens the file of its test at the first fault; programs that it starts inherit its
 * name. */
void fl_mutant_begin(void)
{
	const char *dir = getenv("FL_REACHED"), *inherited = getenv("FL_REACHED_FILE");
	unsigned char *map = MAP_FAILED;
	char path[512];
	int fd;

	if (&criterion_current_test && criterion_current_test)
		snprintf(path, sizeof(path), "%s/%s@%s", dir, criterion_current_test->category,
			 criterion_current_test->name);
	else
		snprintf(path, sizeof(path), "%s", inherited ? inherited : "");
	setenv("FL_REACHED_FILE", path, 1);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0 && !ftruncate(fd, MOST_FAULTS))
		map = mmap(NULL, MOST_FAULTS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	fl_reached = map == MAP_FAILED ? nowhere : map;
}
