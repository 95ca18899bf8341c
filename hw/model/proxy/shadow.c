/* SPDX-License-Identifier: MIT
 *
 * The shadow: see shadow.h. The test port takes a line a command and answers each with "OK", or with "OK 0x…"
 * if it reads.
 */
#include "hw/model/proxy/shadow.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 500, LINE = 128 };

/* Configuration mechanism 1, PCI 3.0 3.2.2.3.2: bus 0, device 0x1e, function 7. */
#define ADDRESS_PORT "0xcf8"
#define DATA_PORT    "0xcfc"
#define FUNCTION     (1u << 31 | 0x1eu << 11 | 7u << 8)
#define IVSHMEM      0x11101af4u
enum { COMMAND = 0x04, BAR2 = 0x18, BAR2_HIGH = 0x1c, MEMORY = 2 };

struct fl_shadow {
	int fd;
	bool off;      /* does not work here */
	unsigned late; /* answers that did not come in time */
	char line[LINE];
	unsigned n;
};

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

struct fl_shadow *fl_shadow_new(int fd)
{
	struct fl_shadow *s = calloc(1, sizeof(*s));

	if (s)
		s->fd = fd;
	return s;
}

void fl_shadow_free(struct fl_shadow *s)
{
	if (s)
		close(s->fd);
	free(s);
}

void fl_shadow_reset(struct fl_shadow *s)
{
	s->off = false;
}

/* Reads a line. False: none came before end_ms, or the port is closed. */
static bool read_line(struct fl_shadow *s, int64_t end_ms)
{
	s->n = 0;
	for (;;) {
		struct pollfd f = {.fd = s->fd, .events = POLLIN};
		int64_t left_ms = end_ms - now_ms();
		char c;
		ssize_t n = recv(s->fd, &c, 1, MSG_DONTWAIT);

		if (n == 1 && c == '\n') {
			s->line[s->n] = 0;
			return true;
		}
		if (n == 1 && s->n + 1 < LINE)
			s->line[s->n++] = c;
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			return false;
		if (n < 0 && (left_ms <= 0 || poll(&f, 1, (int)left_ms) == 0))
			return false;
	}
}

/* Sends commands and reads their n answers; *value is that of the last one that reads. */
static bool ask(struct fl_shadow *s, const char *text, unsigned n, uint32_t *value)
{
	int64_t end_ms = now_ms() + PATIENCE_MS;
	size_t len = strlen(text);

	/* a few hundred bytes into an empty socket: all or nothing */
	if (send(s->fd, text, len, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)len)
		return false;
	for (s->late += n; s->late; s->late--) {
		do { /* lines about interrupts come, too */
			if (!read_line(s, end_ms))
				return false;
		} while (strncmp(s->line, "OK", 2) && strncmp(s->line, "FAIL", 4));
		if (s->late <= n && !strncmp(s->line, "OK 0x", 5))
			*value = (uint32_t)strtoull(s->line + 3, NULL, 0);
	}
	return true;
}

static unsigned put(char *text, size_t size, unsigned reg, const char *how, uint32_t value)
{
	size_t n = strlen(text);

	snprintf(text + n, size - n, "outl " ADDRESS_PORT " 0x%x\n%s " DATA_PORT " 0x%x\n",
		 (unsigned)(FUNCTION | reg), how, (unsigned)value);
	return 2;
}

bool fl_shadow_place(struct fl_shadow *s, uint32_t addr)
{
	char text[512] = "";
	uint32_t was = 0, id = 0;
	unsigned n = 0;

	if (s->off)
		return false;
	if (!ask(s, "inl " ADDRESS_PORT "\n", 1, &was)) {
		s->off = true; /* there is nothing known that could be written back */
		return false;
	}
	snprintf(text, sizeof(text), "outl " ADDRESS_PORT " 0x%x\ninl " DATA_PORT "\n", (unsigned)FUNCTION);
	s->off = !ask(s, text, 2, &id) || id != IVSHMEM;
	text[0] = 0;
	if (!s->off) {
		/* switch it off, move it, switch it on: what is mapped last lies on top */
		n += put(text, sizeof(text), COMMAND, "outw", 0);
		if (addr) {
			n += put(text, sizeof(text), BAR2, "outl", addr);
			n += put(text, sizeof(text), BAR2_HIGH, "outl", 0);
			n += put(text, sizeof(text), COMMAND, "outw", MEMORY);
		}
	}
	snprintf(text + strlen(text), sizeof(text) - strlen(text), "outl " ADDRESS_PORT " 0x%x\n",
		 (unsigned)was);
	if (!ask(s, text, n + 1, &id))
		s->off = true;
	return !s->off;
}
