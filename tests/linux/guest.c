/* SPDX-License-Identifier: MIT
 *
 * Starts a Linux guest in QEMU, asks its init to run commands, and ends it.
 */
#include "tests/linux/guest.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BOOT_MS = 120000, END_MS = 30000, MAX_ANSWER_B = 64 << 20 };

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* At least one byte before the deadline; 0 and g->trouble if there is none. */
static size_t receive(struct guest *g, void *to, size_t max, uint64_t end)
{
	for (;;) {
		struct pollfd p = {g->line, POLLIN, 0};
		uint64_t now = now_ms();
		ssize_t n;

		if (now >= end) {
			g->trouble = "no answer in time";
			return 0;
		}
		if (poll(&p, 1, (int)(end - now)) <= 0)
			continue;
		n = recv(g->line, to, max, MSG_DONTWAIT);
		if (n > 0)
			return (size_t)n;
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		g->trouble = "the machine has ended";
		return 0;
	}
}

static int answer(struct guest *g, uint64_t end)
{
	char head[48];
	size_t n = 0;
	int code;

	g->size = 0;
	do {
		if (n == sizeof head - 1 || !receive(g, head + n, 1, end))
			break;
	} while (head[n++] != '\n');
	head[n] = 0;
	if (!n || sscanf(head, "%d %zu\n", &code, &g->size) != 2 || g->size > MAX_ANSWER_B) {
		if (!g->trouble)
			g->trouble = "the answer is not understood";
		g->size = 0;
		return -1;
	}
	free(g->data);
	g->data = malloc(g->size + 1);
	for (size_t have = 0, got; have < g->size; have += got) {
		got = receive(g, g->data + have, g->size - have, end);
		if (!got) {
			g->size = have;
			code = -1;
		}
	}
	g->data[g->size] = 0;
	return code;
}

bool guest_start(struct guest *g, bool arm, const char *const before[], const char *const after[],
		 const char *kernel, const char *initrd, const char *options)
{
	char append[256], console[96], jobs[48];
	const char *argv[96];
	unsigned n = 0;
	int pair[2];

	*g = (struct guest){.pid = -1, .line = -1, .dir = "/tmp/firstlight-linux-XXXXXX"};
	g->data = calloc(1, 1);
	if (!mkdtemp(g->dir) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
		g->trouble = strerror(errno);
		return false;
	}
	/* panic=-1: a kernel that gives up restarts, and -no-reboot makes that the machine's end. */
	/* no_timer_check: without KVM, and on a machine at work, the kernel's look at its timer can come too
	 * early, and it stops ("IO-APIC + timer doesn't work!"). */
	snprintf(append, sizeof append, "console=ttyS0 loglevel=5 panic=-1 no_timer_check %s", options);
	snprintf(console, sizeof console, "file,id=console,path=%s/console", g->dir);
	snprintf(jobs, sizeof jobs, "socket,id=jobs,fd=%d", pair[1]);
	const char *const own[] = {"-accel",   "tcg",  "-display",   "none", "-vga",     "none",
				   "-nic",     "none", "-monitor",   "none", "-kernel",  kernel,
				   "-initrd",  initrd, "-append",    append, "-chardev", console,
				   "-chardev", jobs,   "-no-reboot", NULL};
	/* An ARM machine has one serial port of its own; the second is a card. */
	static const char *const pc[] = {"-serial", "chardev:console", "-serial", "chardev:jobs", NULL};
	static const char *const board[] = {"-serial", "chardev:jobs", "-device",
					    "pci-serial,chardev=console", NULL};

	while (*before)
		argv[n++] = *before++;
	for (const char *const *o = own; *o; o++)
		argv[n++] = *o;
	for (const char *const *o = arm ? board : pc; *o; o++)
		argv[n++] = *o;
	while (*after && n < 95)
		argv[n++] = *after++;
	argv[n] = NULL;
	uint64_t start = now_ms();
	g->pid = fork();
	if (!g->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		fcntl(pair[1], F_SETFD, 0);
		execvp(argv[0], (char *const *)argv);
		fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	close(pair[1]);
	g->line = pair[0];
	if (answer(g, start + BOOT_MS))
		return false;
	g->boot_ms = (unsigned)(now_ms() - start);
	return true;
}

/* A question, and what follows it. */
static int ask(struct guest *g, unsigned timeout_s, const void *question, size_t size)
{
	g->data[g->size = 0] = 0;
	if (g->trouble)
		return -1;
	if (send(g->line, question, size, MSG_NOSIGNAL) != (ssize_t)size) {
		g->trouble = "the machine has ended";
		return -1;
	}
	return answer(g, now_ms() + timeout_s * 1000);
}

int guest_ask(struct guest *g, unsigned timeout_s, const char *fmt, ...)
{
	char question[2048];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(question, sizeof question - 1, fmt, ap);
	va_end(ap);
	question[n] = '\n';
	return ask(g, timeout_s, question, (size_t)n + 1);
}

int guest_put(struct guest *g, const char *path, unsigned at, const void *data, size_t size)
{
	char question[256 + 2048];
	int n = snprintf(question, 256, "put %s %u %zu\n", path, at, size);

	if (size > 2048)
		return EINVAL;
	memcpy(question + n, data, size);
	return ask(g, 10, question, (size_t)n + size);
}

char *guest_console(const struct guest *g)
{
	enum { MAX_B = 1 << 20 };
	char path[64], *text = calloc(1, MAX_B);
	int fd;

	snprintf(path, sizeof path, "%s/console", g->dir);
	fd = open(path, O_RDONLY);
	if (fd < 0 || read(fd, text, MAX_B - 1) < 0)
		*text = 0;
	if (fd >= 0)
		close(fd);
	return text;
}

/* Wait until the machine's program has ended; false if it has not by then. */
static bool gone(struct guest *g, int *status, unsigned timeout_ms)
{
	uint64_t end = now_ms() + timeout_ms;

	do {
		if (waitpid(g->pid, status, WNOHANG) == g->pid)
			return true;
		usleep(10000);
	} while (now_ms() < end);
	return false;
}

int guest_end(struct guest *g)
{
	static const char off[] = "off\n";
	int status = -1;
	char path[64];

	if (g->line >= 0 && send(g->line, off, sizeof off - 1, MSG_NOSIGNAL) < 0)
		g->trouble = "the machine has ended";
	if (g->pid > 0 && !gone(g, &status, g->trouble ? 1000 : END_MS)) {
		kill(g->pid, SIGTERM); /* a program that started the machine may have something to tidy up */
		if (!gone(g, &status, 3000)) {
			kill(g->pid, SIGKILL);
			waitpid(g->pid, NULL, 0);
		}
		status = -1;
	}
	if (g->line >= 0)
		close(g->line);
	snprintf(path, sizeof path, "%s/console", g->dir);
	unlink(path);
	rmdir(g->dir);
	free(g->data);
	*g = (struct guest){.pid = -1, .line = -1};
	return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
