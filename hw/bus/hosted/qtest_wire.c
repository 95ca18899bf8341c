/* SPDX-License-Identifier: MIT
 *
 * A QEMU without a guest, and its test protocol; see qtest_wire.h.
 */
#include "hw/bus/hosted/qtest_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	TIMEOUT_MS = 10000,
	LINE_B = 128,       /* of a command without data */
	CHUNK_B = 12 << 10, /* of memory in one command: 16 KiB of base64 */
	NO_PROGRAM = 127,
	POST_PORT = 0x80,
};

/* ---- the process --------------------------------------------------------------------------------------- */
static _Noreturn void become(const char *program, const char *device, int fd, int said_fd, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(NO_PROGRAM);
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(said_fd, 2);
	execlp(program, program, "-accel", "tcg", "-S", "-m", "16", "-nodefaults", "-display", "none", "-vga",
	       "none", "-qtest-log", "/dev/null", "-qtest", "stdio", "-device", device, (char *)NULL);
	_exit(errno == ENOENT ? NO_PROGRAM : NO_PROGRAM - 1);
}

/* The last line that QEMU wrote on standard error. */
static void last_words(struct fl_qtest_wire *w, char *out, size_t size)
{
	ssize_t n = pread(w->said_fd, w->line, sizeof w->line - 1, 0);
	char *line;

	w->line[n > 0 ? n : 0] = 0;
	while (n > 0 && w->line[n - 1] == '\n')
		w->line[--n] = 0;
	line = strrchr(w->line, '\n');
	snprintf(out, size, "%.200s", line ? line + 1 : w->line);
}

/* The other end of the socket is closed: QEMU has ended, or is about to. */
static void gone(struct fl_qtest_wire *w)
{
	int status = 0;
	char said[208];

	kill(w->pid, SIGTERM);
	waitpid(w->pid, &status, 0);
	w->pid = -1;
	last_words(w, said, sizeof said);
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PROGRAM)
		fl_fail(&w->err, FL_NO_DEVICE, "%s is not there: install it (Debian: qemu-system-x86)",
			w->program);
	else if (WIFEXITED(status))
		fl_fail(&w->err, FL_FAILED, "%s has ended with exit code %d%s%s", w->program,
			WEXITSTATUS(status), *said ? ": " : "", said);
	else
		fl_fail(&w->err, FL_FAILED, "%s was ended by signal %d%s%s", w->program, WTERMSIG(status),
			*said ? ": " : "", said);
}

void fl_qtest_stop(struct fl_qtest_wire *w)
{
	if (w->pid > 0) {
		kill(w->pid, SIGKILL);
		waitpid(w->pid, NULL, 0);
	}
	if (w->fd >= 0)
		close(w->fd);
	if (w->said_fd >= 0)
		close(w->said_fd);
	w->pid = w->fd = w->said_fd = -1;
}

/* ---- lines --------------------------------------------------------------------------------------------- */
static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Waits until the socket is ready. False: it was not in time, which is an error. */
static bool ready(struct fl_qtest_wire *w, short events, uint64_t end)
{
	struct pollfd p = {w->fd, events, 0};

	for (;;) {
		uint64_t now = now_ms();
		int n = poll(&p, 1, now < end ? (int)(end - now) : 0);

		if (n > 0)
			return true;
		if (n < 0 && errno == EINTR)
			continue;
		fl_fail(&w->err, FL_TIMEOUT, "%s has not answered within %u ms", w->program, w->timeout_ms);
		return false;
	}
}

static void send_out(struct fl_qtest_wire *w)
{
	uint64_t end = now_ms() + w->timeout_ms;

	for (size_t at = 0; !w->err.code && at < w->out_n;) {
		ssize_t n = send(w->fd, w->out + at, w->out_n - at, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (n >= 0)
			at += (size_t)n;
		else if (errno != EAGAIN && errno != EINTR)
			gone(w);
		else
			ready(w, POLLOUT, end);
	}
	w->out_n = 0;
}

/* Reads the next line into w->line. False: none came, and w->err says why. */
static bool next_line(struct fl_qtest_wire *w, uint64_t end)
{
	size_t n = 0;

	while (!w->err.code) {
		ssize_t got;

		while (w->in_at < w->in_n) {
			char c = w->in[w->in_at++];

			if (c == '\n') {
				w->line[n] = 0;
				return true;
			}
			if (n + 1 < sizeof w->line)
				w->line[n++] = c;
		}
		if (!ready(w, POLLIN, end))
			break;
		got = recv(w->fd, w->in, sizeof w->in, MSG_DONTWAIT);
		w->in_at = 0;
		w->in_n = got > 0 ? (size_t)got : 0;
		if (!got || (got < 0 && errno != EAGAIN && errno != EINTR))
			gone(w);
	}
	return false;
}

/* One command's answer. Lines about interrupts come in between. */
static bool answer(struct fl_qtest_wire *w)
{
	uint64_t end = now_ms() + w->timeout_ms;

	do
		if (!next_line(w, end))
			return false;
	while (!strncmp(w->line, "IRQ ", 4));
	w->pending--;
	if (!strncmp(w->line, "OK", 2))
		return true;
	fl_fail(&w->err, FL_FAILED, "%s does not take a command of its test protocol: it said \"%.100s\"",
		w->program, w->line);
	return false;
}

void fl_qtest_flush(struct fl_qtest_wire *w)
{
	send_out(w);
	while (!w->err.code && w->pending)
		answer(w);
}

static void __attribute__((format(printf, 2, 3))) post(struct fl_qtest_wire *w, const char *fmt, ...)
{
	size_t room = sizeof w->out - w->out_n;
	va_list ap;
	int n;

	if (w->err.code)
		return;
	/* QEMU writes the answer to each command before it takes the next, so the answers must fit into the
	 * socket. */
	if (w->pending >= FL_QTEST_PENDING || room < LINE_B) {
		fl_qtest_flush(w);
		room = sizeof w->out - w->out_n;
	}
	va_start(ap, fmt);
	n = vsnprintf(w->out + w->out_n, room, fmt, ap);
	va_end(ap);
	w->out_n += (size_t)n;
	w->pending++;
}

/* What came after "OK 0x" of the command that was posted last; all ones after a failure. */
static uint32_t value(struct fl_qtest_wire *w)
{
	uint64_t v;

	fl_qtest_flush(w);
	if (w->err.code)
		return ~0u;
	if (sscanf(w->line, "OK 0x%" SCNx64, &v) == 1)
		return (uint32_t)v;
	fl_fail(&w->err, FL_FAILED, "%s gave no value: it said \"%.100s\"", w->program, w->line);
	return ~0u;
}

/* ---- accesses ------------------------------------------------------------------------------------------ */
static char letter(unsigned size_B)
{
	return size_B == 1 ? 'b' : size_B == 2 ? 'w' : 'l';
}

uint32_t fl_qtest_in(struct fl_qtest_wire *w, uint16_t port, unsigned size_B)
{
	post(w, "in%c 0x%x\n", letter(size_B), port);
	return value(w);
}

void fl_qtest_out(struct fl_qtest_wire *w, uint16_t port, unsigned size_B, uint32_t v)
{
	post(w, "out%c 0x%x 0x%x\n", letter(size_B), port, v);
}

uint32_t fl_qtest_load(struct fl_qtest_wire *w, uint64_t addr, unsigned size_B)
{
	post(w, "read%c 0x%" PRIx64 "\n", letter(size_B), addr);
	return value(w);
}

void fl_qtest_store(struct fl_qtest_wire *w, uint64_t addr, unsigned size_B, uint32_t v)
{
	post(w, "write%c 0x%" PRIx64 " 0x%x\n", letter(size_B), addr, v);
}

/* RFC 4648, 4 */
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(char *out, const uint8_t *from, size_t n_B)
{
	size_t n = 0;

	for (size_t i = 0; i < n_B; i += 3) {
		uint32_t left = n_B - i < 3 ? (uint32_t)(n_B - i) : 3;
		uint32_t v = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
			     (left > 2 ? from[i + 2] : 0);

		out[n++] = digits[v >> 18];
		out[n++] = digits[v >> 12 & 63];
		out[n++] = left > 1 ? digits[v >> 6 & 63] : '=';
		out[n++] = left > 2 ? digits[v & 63] : '=';
	}
	return n;
}

static size_t decode(uint8_t *to, size_t n_B, const char *text)
{
	uint32_t v = 0;
	size_t n = 0;

	for (unsigned i = 1; *text && *text != '='; text++, i++) {
		const char *digit = strchr(digits, *text);

		if (!digit)
			break;
		v = v << 6 | (uint32_t)(digit - digits);
		/* each digit but every fourth completes a byte */
		if (i % 4 != 1 && n < n_B)
			to[n++] = (uint8_t)(v >> ((4 - i % 4) * 2 & 7));
	}
	return n;
}

void fl_qtest_read(struct fl_qtest_wire *w, uint64_t addr, void *to, size_t n_B)
{
	uint8_t *at = to;

	while (n_B) {
		size_t n = n_B < CHUNK_B ? n_B : CHUNK_B;

		post(w, "b64read 0x%" PRIx64 " 0x%zx\n", addr, n);
		fl_qtest_flush(w);
		if (!w->err.code && decode(at, n, w->line + strlen("OK ")) != n)
			fl_fail(&w->err, FL_FAILED, "%s gave less memory than the %zu bytes asked for",
				w->program, n);
		if (w->err.code)
			memset(at, 0xff, n);
		addr += n;
		at += n;
		n_B -= n;
	}
}

void fl_qtest_write(struct fl_qtest_wire *w, uint64_t addr, const void *from, size_t n_B)
{
	const uint8_t *at = from;

	while (n_B && !w->err.code) {
		size_t n = n_B < CHUNK_B ? n_B : CHUNK_B;

		if (sizeof w->out - w->out_n < (n + 2) / 3 * 4 + 2 * LINE_B)
			fl_qtest_flush(w);
		post(w, "b64write 0x%" PRIx64 " 0x%zx ", addr, n);
		w->out_n += encode(w->out + w->out_n, at, n);
		w->out[w->out_n++] = '\n';
		addr += n;
		at += n;
		n_B -= n;
	}
}

enum fl_code fl_qtest_start(struct fl_qtest_wire *w, const char *program, const char *device,
			    struct fl_err *err)
{
	pid_t parent = getpid();
	int ends[2];

	memset(w, 0, offsetof(struct fl_qtest_wire, out));
	w->program = program;
	w->pid = w->fd = -1;
	w->timeout_ms = TIMEOUT_MS;
	w->said_fd = memfd_create("qemu-said", MFD_CLOEXEC);
	if (w->said_fd < 0)
		return fl_fail(err, FL_FAILED, "memory for what QEMU says: %s", strerror(errno));
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return fl_fail(err, FL_FAILED, "socketpair: %s", strerror(errno));
	w->fd = ends[0];
	w->pid = fork();
	if (!w->pid)
		become(program, device, ends[1], w->said_fd, parent);
	close(ends[1]);
	if (w->pid < 0)
		return fl_fail(err, FL_FAILED, "fork: %s", strerror(errno));
	/* It answers once the machine and its device are ready. Reading this port changes nothing. */
	fl_qtest_in(w, POST_PORT, 1);
	if (w->err.code)
		*err = w->err;
	return w->err.code;
}
