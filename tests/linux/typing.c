/* SPDX-License-Identifier: MIT
 *
 * Types at a program on a terminal of its own, for tests/linux/keys.c:
 *
 *	typing PROMPT FILE PROGRAM ARGUMENTS…
 *
 * FILE has the keys as a terminal sends them, Tab and Enter (a newline here) among them. What the program
 * says after each Enter goes to standard output, and after the last how long it took from there to the next
 * prompt: "@ MILLISECONDS". PROMPT is given without the blank at its end. 1: a prompt did not come within a
 * minute.
 */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PROMPT_MS = 60000, SAID_B = 1 << 18 };

static char said[SAID_B];
static size_t n_said;

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A prompt at the end of what was said, at the beginning of a line. */
static bool prompted(const char *prompt)
{
	size_t n = strlen(prompt);

	return n_said > n && said[n_said - 1] == ' ' && !memcmp(said + n_said - 1 - n, prompt, n) &&
	       (n_said == n + 1 || said[n_said - n - 2] == '\n' || said[n_said - n - 2] == '\r');
}

static bool wait_for(int terminal, const char *prompt, bool enter)
{
	long end = now_ms() + PROMPT_MS;
	bool line = !enter;

	n_said = 0;
	for (;;) {
		struct pollfd p = {terminal, POLLIN, 0};
		long left = end - now_ms();
		ssize_t n;

		if (left <= 0 || n_said == SAID_B - 1 || poll(&p, 1, (int)left) < 0)
			return false;
		n = p.revents ? read(terminal, said + n_said, SAID_B - 1 - n_said) : 0;
		if (p.revents && n <= 0)
			return false; /* the program has ended */
		n_said += (size_t)n;
		said[n_said] = 0;
		/* What is before the end of the typed line is that line, with what Tab made of it. */
		if (!line && memchr(said, '\n', n_said)) {
			char *after = (char *)memchr(said, '\n', n_said) + 1;

			line = true;
			n_said -= (size_t)(after - said);
			memmove(said, after, n_said + 1);
		}
		if (line && prompted(prompt))
			return true;
	}
}

int main(int argc, char **argv)
{
	static char keys[4096];
	FILE *f = argc > 3 ? fopen(argv[2], "r") : NULL;
	struct winsize size = {24, 200, 0, 0};
	int terminal;
	size_t n = 0;
	pid_t pid;

	if (!f || !(n = fread(keys, 1, sizeof keys - 1, f)))
		return 2;
	pid = forkpty(&terminal, NULL, NULL, &size);
	if (pid < 0)
		return 2;
	if (!pid) {
		/* Not where folders have names as commands have: Tab would offer /dev. */
		if (chdir("/tmp"))
			_exit(127);
		execv(argv[3], argv + 3);
		_exit(127);
	}
	for (char *line = keys, *end; line < keys + n; line = end) {
		long start;

		if (!wait_for(terminal, argv[1], line != keys)) {
			printf("no prompt: %s\n", said);
			kill(pid, SIGKILL);
			return 1;
		}
		if (line != keys)
			printf("%.*s", (int)(n_said - strlen(argv[1]) - 1), said);
		end = strchr(line, '\n') + 1;
		/* An editor reads keys with the terminal in another mode than the one between two lines. */
		usleep(100000);
		if (write(terminal, line, (size_t)(end - line)) != end - line)
			return 2;
		start = now_ms();
		if (end < keys + n)
			continue;
		if (!wait_for(terminal, argv[1], true)) {
			printf("no prompt: %s\n", said);
			kill(pid, SIGKILL);
			return 1;
		}
		printf("%.*s@ %ld\n", (int)(n_said - strlen(argv[1]) - 1), said, now_ms() - start);
	}
	kill(pid, SIGKILL);
	return 0;
}
