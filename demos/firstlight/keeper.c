/* SPDX-License-Identifier: MIT
 *
 * The process that removes a folder; see keeper.h. What comes over its socket is the folder's path; when that
 * ends, so does it.
 */
#include "demos/firstlight/keeper.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	return remove(path);
}

static _Noreturn void be_the_keeper(int fd)
{
	static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
	char path[PATH_MAX] = "";
	ssize_t n;

	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN);
	close_range(0, (unsigned)fd - 1, 0);
	close_range((unsigned)fd + 1, ~0u, 0);
	do
		n = recv(fd, path, sizeof path - 1, 0);
	while (n < 0 && errno == EINTR);
	if (n <= 0 || !*path) /* there is no folder yet, and there will be none */
		_exit(0);
	path[n] = 0;
	while (recv(fd, &(char){0}, 1, 0) < 0 && errno == EINTR)
		;
	nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	_exit(0);
}

enum fl_code fl_keeper_start(struct fl_keeper *k, struct fl_err *err)
{
	int pair[2];
	pid_t pid;

	k->fd = -1;
	/* whole messages: a path is one */
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return fl_fail(err, FL_FAILED, "socketpair: %s", strerror(errno));
	pid = fork();
	if (!pid) {
		close(pair[0]);
		be_the_keeper(pair[1]);
	}
	close(pair[1]);
	if (pid < 0) {
		close(pair[0]);
		return fl_fail(err, FL_FAILED, "fork: %s", strerror(errno));
	}
	k->fd = pair[0];
	return FL_OK;
}

void fl_keeper_folder(const struct fl_keeper *k, const char *path)
{
	/* without it the folder stays, as it does where there is none */
	if (write(k->fd, path, strlen(path)) < 0)
		return;
}

void fl_keeper_stop(struct fl_keeper *k)
{
	char byte = 0;

	if (k->fd < 0)
		return;
	if (write(k->fd, &byte, 1) == 1)
		while (read(k->fd, &byte, 1) < 0 && errno == EINTR)
			;
	close(k->fd);
	k->fd = -1;
}
