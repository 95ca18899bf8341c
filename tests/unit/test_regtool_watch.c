/* SPDX-License-Identifier: MIT
 *
 * `firstlight watch` on a pseudo-terminal: in place where there is room, a line a change where there is not.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <pty.h>
#include <stdint.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 50 };

static char said[60000];

/* What `firstlight watch` prints on a terminal of so many lines. */
static void watch(unsigned lines, const char *const *words)
{
	struct winsize ws = {.ws_row = (unsigned short)lines, .ws_col = 100};
	const char *argv[16] = {"firstlight", "watch"};
	struct pollfd f = {.events = POLLIN};
	int fd, kept, status, n = 2;
	size_t have = 0;
	bool ended = false;
	ssize_t got;
	pid_t pid;

	while (*words)
		argv[n++] = *words++;
	pid = forkpty(&fd, NULL, NULL, &ws);
	cr_assert(pid >= 0);
	if (!pid) {
		setenv("NO_COLOR", "1", 1);
		execv(built("firstlight"), (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	/* While the other side is open here too, nothing on its way gets lost when the program ends. */
	kept = open(ptsname(fd), O_RDWR | O_NOCTTY | O_CLOEXEC);
	cr_assert(kept >= 0);
	f.fd = fd;
	while (have < sizeof(said) - 1) {
		if (poll(&f, 1, LOOK_MS) <= 0) {
			if (ended)
				break;
			ended = waitpid(pid, &status, WNOHANG) == pid;
			continue;
		}
		got = read(fd, said + have, sizeof(said) - 1 - have);
		if (got <= 0)
			break;
		have += (size_t)got;
	}
	said[have] = 0;
	close(kept);
	close(fd);
	if (!ended)
		waitpid(pid, &status, 0);
	cr_assert(WIFEXITED(status) && !WEXITSTATUS(status), "%s", said);
}

#define WATCH(lines, ...) \
	watch(lines, (const char *const[]){__VA_ARGS__, "--count", "3", "--interval", "20", NULL})

static unsigned count(const char *what)
{
	unsigned n = 0;

	for (const char *s = said; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

TestSuite(regtool_watch, .timeout = 60);

Test(regtool_watch, in_place)
{
	/* R5xx's frame counter counts with the model's clock; GB_TILE_CONFIG stays, with its fields. */
	WATCH(24, "D1CRTC_FRAME_COUNT", "GB_TILE_CONFIG");
	cr_expect_eq(count("\033[18A"), 3, "%s", said);
	cr_expect_eq(count("TILE_SIZE"), 4, "%s", said);
	cr_expect(strstr(said, "0x00000000 -> 0x00000001"), "%s", said);
	cr_expect(strstr(said, "3 changes"), "%s", said);
}

Test(regtool_watch, one_field)
{
	WATCH(24, "GB_TILE_CONFIG.TILE_SIZE");
	cr_expect(strstr(said, "TILE_SIZE"), "%s", said);
	cr_expect_null(strstr(said, "SUPER_SIZE"), "%s", said);
	cr_expect(strstr(said, "0 changes"), "%s", said);
	cr_expect_eq(count("TILE_SIZE"), 1, "what is the same is drawn again: %s", said);
}

Test(regtool_watch, lines_where_there_is_no_room)
{
	WATCH(9, "D1CRTC_FRAME_COUNT", "GB_TILE_CONFIG");
	cr_expect_null(strstr(said, "\033["), "%s", said);
	cr_expect_eq(count("GB_TILE_CONFIG"), 1, "%s", said);
	cr_expect_eq(count("D1CRTC_FRAME_COUNT"), 4, "%s", said);
	WATCH(24, "D1CRTC_FRAME_COUNT", "--json");
	cr_expect_null(strstr(said, "\033["), "%s", said);
}
