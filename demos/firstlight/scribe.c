/* SPDX-License-Identifier: MIT
 *
 * The process that writes pictures; see scribe.h. It ends when the other end of its socket is closed.
 */
#include "demos/firstlight/scribe.h"
#include "demos/firstlight/film.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_PX = 3 * 16384 }; /* three pictures side by side */

struct order {
	uint32_t w, h;
	char word[64]; /* "": none */
};

static bool send_all(int fd, const void *data, size_t n)
{
	for (const char *p = data; n;) {
		ssize_t did = write(fd, p, n);

		if (did < 0 && errno != EINTR)
			return false;
		p += did > 0 ? did : 0;
		n -= did > 0 ? (size_t)did : 0;
	}
	return true;
}

static bool take_all(int fd, void *data, size_t n)
{
	for (char *p = data; n;) {
		ssize_t did = read(fd, p, n);

		if (!did || (did < 0 && errno != EINTR))
			return false;
		p += did > 0 ? did : 0;
		n -= did > 0 ? (size_t)did : 0;
	}
	return true;
}

static void path_of(char *path, size_t size, const char *out, char *word)
{
	const char *dot = strrchr(out, '.');
	int stem = dot && !strchr(dot, '/') ? (int)(dot - out) : (int)strlen(out);
	bool numbered;

	if (!fl_film_numbered(out, &numbered, NULL) && numbered && *word) {
		fl_film_numbered_path(path, size, out, (unsigned)strtoul(word, NULL, 10));
		return;
	}
	for (char *c = word; *c; c++)
		*c = *c == '/' ? '_' : *c;
	if (*word)
		snprintf(path, size, "%.*s-%s%s", stem, out, word, out + stem);
	else
		snprintf(path, size, "%s", out);
}

static void write_picture(const char *out, struct order *o, const uint8_t *rgb, struct fl_err *err)
{
	char path[4096];
	struct fl_film *png;
	enum fl_code code;

	path_of(path, sizeof path, out, o->word);
	png = fl_film_open(path, o->w, o->h, 1, 0, err);
	if (!png)
		return;
	code = fl_film_frame(png, rgb, o->w * 3, err);
	fl_film_close(png, code ? NULL : err);
}

static _Noreturn void be_the_scribe(int fd, const char *out)
{
	static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE};
	struct order o;

	for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN); /* they are for the other one, whose end is ours */
	if (dup2(fd, STDERR_FILENO + 1) < 0)
		_exit(1);
	fd = STDERR_FILENO + 1;
	close_range((unsigned)fd + 1, ~0u, 0);
	while (take_all(fd, &o, sizeof o)) {
		struct fl_err err = {0};
		uint8_t *rgb;

		o.word[sizeof o.word - 1] = 0;
		if (!o.w || !o.h || o.w > MAX_PX || o.h > MAX_PX)
			_exit(1);
		rgb = malloc((size_t)o.w * o.h * 3);
		if (!rgb || !take_all(fd, rgb, (size_t)o.w * o.h * 3))
			_exit(1);
		write_picture(out, &o, rgb, &err);
		free(rgb);
		if (!send_all(fd, &err, sizeof err))
			break;
	}
	_exit(0);
}

enum fl_code fl_scribe_start(struct fl_scribe *s, const char *out, struct fl_err *err)
{
	int pair[2];
	pid_t pid;

	s->fd = -1;
	if (!out)
		return FL_OK;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return fl_fail(err, FL_FAILED, "socketpair: %s", strerror(errno));
	fflush(NULL); /* nothing is to be written twice */
	pid = fork();
	if (!pid)
		be_the_scribe(pair[1], out);
	close(pair[1]);
	if (pid < 0) {
		close(pair[0]);
		return fl_fail(err, FL_FAILED, "fork: %s", strerror(errno));
	}
	s->fd = pair[0];
	return FL_OK;
}

enum fl_code fl_scribe_picture(const struct fl_scribe *s, const char *word, const uint8_t *rgb, unsigned w,
			       unsigned h, struct fl_err *err)
{
	struct order o = {.w = w, .h = h};
	struct fl_err answer;

	if (word)
		snprintf(o.word, sizeof o.word, "%s", word);
	if (s->fd < 0 || !send_all(s->fd, &o, sizeof o) || !send_all(s->fd, rgb, (size_t)w * h * 3) ||
	    !take_all(s->fd, &answer, sizeof answer))
		return fl_fail(err, FL_FAILED, "the process that writes pictures is gone");
	if (answer.code)
		*err = answer;
	return answer.code;
}

void fl_scribe_stop(struct fl_scribe *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}
