/* SPDX-License-Identifier: MIT
 *
 * The process that has a window; see viewer.h. It ends when the other end of its socket is closed.
 */
#include "demos/firstlight/viewer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_PX = 8192, LOOK_MS = 5 };

/* Sparse: only pages that a picture has come to lie in are there. */
struct fl_viewer_memory {
	uint8_t px[4ul * MAX_PX * MAX_PX];
};

/* To the window: the picture in the memory. */
struct order {
	uint32_t w, h;
};

/* From the window, as whole messages. */
struct said {
	enum { OPENED, SHOWN, CLOSED, DID } kind;
	union {
		struct fl_err err;         /* OPENED */
		struct fl_drm_input input; /* DID */
	};
};

/* ---- the window's process ------------------------------------------------------------------------------ */
static bool say(int fd, const struct said *s)
{
	return send(fd, s, sizeof *s, MSG_NOSIGNAL) == sizeof *s;
}

static _Noreturn void be_the_viewer(int fd, const char *title, struct fl_viewer_memory *memory)
{
	static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
	struct pollfd f = {.fd = fd, .events = POLLIN};
	struct said s = {.kind = OPENED};
	struct fl_window *w;
	struct order o;

	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN); /* they are for the other one, whose end is ours */
	w = fl_window_open(title, &s.err);
	if (!say(fd, &s) || !w)
		_exit(1);
	for (;;) {
		s = (struct said){.kind = DID};
		while (fl_window_input(w, &s.input))
			if (!say(fd, &s))
				_exit(0);
		if (fl_window_closed(w)) {
			s.kind = CLOSED;
			say(fd, &s);
			_exit(0);
		}
		if (poll(&f, 1, LOOK_MS) <= 0)
			continue;
		if (recv(fd, &o, sizeof o, 0) != sizeof o || o.w > MAX_PX || o.h > MAX_PX)
			break;
		s.kind = SHOWN;
		fl_window_picture(w, memory->px, o.w, o.h);
		if (!say(fd, &s))
			break;
	}
	fl_window_close(w);
	_exit(0);
}

/* ---- the command's side -------------------------------------------------------------------------------- */
static bool hear(const struct fl_viewer *v, struct said *s, int flags)
{
	ssize_t n;

	do
		n = recv(v->fd, s, sizeof *s, flags);
	while (n < 0 && errno == EINTR);
	return n == sizeof *s;
}

enum fl_code fl_viewer_start(struct fl_viewer *v, const char *title, struct fl_err *err)
{
	struct fl_viewer_memory *memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE,
					       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct said s;
	int pair[2];
	pid_t pid;

	*v = (struct fl_viewer){.fd = -1};
	if (memory == MAP_FAILED)
		return fl_fail(err, FL_FAILED, "memory for a window's pictures: %s", strerror(errno));
	v->memory = memory;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return fl_fail(err, FL_FAILED, "socketpair: %s", strerror(errno));
	pid = fork();
	if (!pid) {
		close(pair[0]);
		be_the_viewer(pair[1], title, memory);
	}
	close(pair[1]);
	v->fd = pair[0];
	if (pid < 0)
		return fl_fail(err, FL_FAILED, "fork: %s", strerror(errno));
	if (!hear(v, &s, 0))
		return fl_fail(err, FL_FAILED, "no window: its process ended");
	if (s.err.code)
		*err = s.err;
	return s.err.code;
}

uint8_t *fl_viewer_row(struct fl_viewer *v, unsigned w, unsigned h, unsigned y)
{
	return v->fd < 0 || v->shown || w > MAX_PX || h > MAX_PX ? NULL : v->memory->px + 4ul * w * y;
}

void fl_viewer_show(struct fl_viewer *v, unsigned w, unsigned h)
{
	const struct order o = {w, h};

	if (v->fd >= 0 && !v->shown && w <= MAX_PX && h <= MAX_PX)
		v->shown = send(v->fd, &o, sizeof o, MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof o;
}

static void keep(struct fl_viewer *v, const struct fl_drm_input *i)
{
	if (v->n_inputs == sizeof v->input / sizeof *v->input) /* nobody asks: the oldest half is forgotten */
		fl_viewer_take(v, NULL, v->n_inputs / 2);
	v->input[v->n_inputs++] = *i;
}

bool fl_viewer_listen(struct fl_viewer *v)
{
	struct said s;

	while (v->fd >= 0) {
		errno = 0; /* its end is no error */
		if (!hear(v, &s, MSG_DONTWAIT))
			return errno == EAGAIN;
		if (s.kind == SHOWN)
			v->shown = false;
		else if (s.kind == CLOSED)
			return false;
		else if (s.kind == DID)
			keep(v, &s.input);
	}
	return true;
}

size_t fl_viewer_take(struct fl_viewer *v, struct fl_drm_input *to, size_t max)
{
	const unsigned n = max < v->n_inputs ? (unsigned)max : v->n_inputs;

	if (to)
		memcpy(to, v->input, n * sizeof *to);
	v->n_inputs -= n;
	memmove(v->input, v->input + n, v->n_inputs * sizeof *v->input);
	return n;
}

void fl_viewer_stop(struct fl_viewer *v)
{
	if (v->fd >= 0)
		close(v->fd);
	if (v->memory)
		munmap(v->memory, sizeof *v->memory);
	*v = (struct fl_viewer){.fd = -1};
}
