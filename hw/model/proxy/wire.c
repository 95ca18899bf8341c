/* SPDX-License-Identifier: MIT
 *
 * Messages over the socket: whole ones only, each of the size that its command has, with as many file
 * descriptors.
 */
#include "hw/model/proxy/internal.h"
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 1000 }; /* for the rest of a message */

bool fl_proxy_fail(struct fl_proxy *p, const char *fmt, ...)
{
	va_list ap;

	if (!p->error[0]) {
		va_start(ap, fmt);
		vsnprintf(p->error, sizeof(p->error), fmt, ap);
		va_end(ap);
	}
	return false;
}

void fl_msg_close(struct fl_msg *msg)
{
	for (unsigned i = 0; i < msg->n_fds; i++)
		close(msg->fd[i]);
	msg->n_fds = 0;
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

/* Wait for the socket; false: not in time. */
static bool ready(int fd, short events, int64_t end_ms)
{
	struct pollfd f = {.fd = fd, .events = events};
	int n;

	do {
		int64_t left_ms = end_ms - now_ms();

		n = poll(&f, 1, left_ms > 0 ? (int)left_ms : 0);
	} while (n < 0 && errno == EINTR);
	return n > 0;
}

/* Descriptors that came along. More than there is room for: of one piece of a message the kernel says so, of
 * several it is counted here. */
static bool take_fds(struct fl_proxy *p, struct msghdr *h, struct fl_msg *msg)
{
	bool fits = !(h->msg_flags & MSG_CTRUNC);

	for (struct cmsghdr *c = CMSG_FIRSTHDR(h); c; c = CMSG_NXTHDR(h, c)) {
		size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < n; i++) {
			int fd;

			memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof(int));
			if (msg->n_fds < FL_MSG_MAX_FDS) {
				msg->fd[msg->n_fds++] = fd;
			} else {
				close(fd);
				fits = false;
			}
		}
	}
	if (!fits)
		return fl_proxy_fail(p, "a message with more than %d file descriptors", FL_MSG_MAX_FDS);
	return true;
}

/* n bytes, and descriptors with them. 1, 0: nothing is waiting (only if wait is false), -1. */
static int receive(struct fl_proxy *p, void *to, size_t n_B, bool wait, struct fl_msg *msg)
{
	int64_t end_ms = now_ms() + PATIENCE_MS;
	size_t did = 0;

	while (did < n_B) {
		union {
			struct cmsghdr align;
			char bytes[CMSG_SPACE(FL_MSG_MAX_FDS * sizeof(int))];
		} control;
		struct iovec v = {(uint8_t *)to + did, n_B - did};
		struct msghdr h = {.msg_iov = &v,
				   .msg_iovlen = 1,
				   .msg_control = control.bytes,
				   .msg_controllen = sizeof(control.bytes)};
		ssize_t n = recvmsg(p->fd, &h, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

		if (n > 0) {
			did += (size_t)n;
			if (!take_fds(p, &h, msg))
				return -1;
		} else if (n == 0 || errno == ECONNRESET || errno == EPIPE) {
			if (wait || did)
				fl_proxy_fail(
				    p, "the socket was closed in the middle of a message (%zu of %zu bytes)",
				    did, n_B);
			return -1;
		} else if (errno == EAGAIN) {
			if (!wait && !did)
				return 0;
			if (!ready(p->fd, POLLIN, end_ms)) {
				fl_proxy_fail(p, "a message stopped after %zu of %zu bytes", did, n_B);
				return -1;
			}
		} else if (errno != EINTR) {
			fl_proxy_fail(p, "reading from the socket: %s", strerror(errno));
			return -1;
		}
	}
	return 1;
}

static const struct {
	const char *name;
	uint8_t size_B, min_fds, max_fds;
} form[FL_MSG_COUNT] = {
    [FL_MSG_SYNC_SYSMEM] = {"SYNC_SYSMEM", sizeof(struct fl_msg_sysmem), 0, FL_MSG_MAX_FDS},
    [FL_MSG_CFG_WRITE] = {"PCI_CFGWRITE", sizeof(struct fl_msg_cfg), 0, 0},
    [FL_MSG_CFG_READ] = {"PCI_CFGREAD", sizeof(struct fl_msg_cfg), 0, 0},
    [FL_MSG_BAR_WRITE] = {"BAR_WRITE", sizeof(struct fl_msg_bar), 0, 0},
    [FL_MSG_BAR_READ] = {"BAR_READ", sizeof(struct fl_msg_bar), 0, 0},
    [FL_MSG_SET_IRQFD] = {"SET_IRQFD", 0, 2, 2},
    [FL_MSG_RESET] = {"DEVICE_RESET", 0, 0, 0},
};

static bool well_formed(struct fl_proxy *p, const struct fl_msg_header *h)
{
	if (h->cmd < 0 || h->cmd >= FL_MSG_COUNT || !form[h->cmd].name)
		return fl_proxy_fail(p, "command %d is not one that a device is asked", (int)h->cmd);
	if (h->size_B != form[h->cmd].size_B)
		return fl_proxy_fail(p, "%s with %llu bytes; it has %u", form[h->cmd].name,
				     (unsigned long long)h->size_B, form[h->cmd].size_B);
	return true;
}

/* The descriptors come with the first byte, but are counted at the end. */
static bool right_fds(struct fl_proxy *p, const struct fl_msg *msg)
{
	unsigned min = form[msg->cmd].min_fds, max = form[msg->cmd].max_fds;

	if (msg->n_fds < min || msg->n_fds > max)
		return fl_proxy_fail(p, "%s with %u file descriptors; it has %u%s%u", form[msg->cmd].name,
				     msg->n_fds, min, min == max ? ", not more than " : " to ", max);
	return true;
}

int fl_proxy_receive(struct fl_proxy *p, struct fl_msg *msg)
{
	struct fl_msg_header h;
	int got;

	msg->n_fds = 0;
	got = receive(p, &h, sizeof(h), false, msg);
	if (got > 0) {
		got = -1;
		if (well_formed(p, &h)) {
			msg->cmd = (enum fl_proxy_cmd)h.cmd;
			got = h.size_B ? receive(p, &msg->sysmem, h.size_B, true, msg) : 1;
		}
		if (got > 0 && !right_fds(p, msg))
			got = -1;
	}
	if (got <= 0)
		fl_msg_close(msg);
	return got;
}

bool fl_proxy_answer(struct fl_proxy *p, uint64_t value)
{
	struct {
		struct fl_msg_header header;
		uint64_t value;
	} answer = {{FL_MSG_RET, 0, sizeof(value)}, value};
	int64_t end_ms = now_ms() + PATIENCE_MS;
	size_t did = 0;

	while (did < sizeof(answer)) {
		ssize_t n =
		    send(p->fd, (uint8_t *)&answer + did, sizeof(answer) - did, MSG_DONTWAIT | MSG_NOSIGNAL);

		if (n >= 0)
			did += (size_t)n;
		else if (errno == EPIPE || errno == ECONNRESET)
			return false; /* the other side left while we worked, which is no error */
		else if (errno == EAGAIN && !ready(p->fd, POLLOUT, end_ms))
			return fl_proxy_fail(p, "an answer is not taken from the socket");
		else if (errno != EAGAIN && errno != EINTR)
			return fl_proxy_fail(p, "writing to the socket: %s", strerror(errno));
	}
	return true;
}
