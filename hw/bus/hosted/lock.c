/* SPDX-License-Identifier: MIT
 *
 * One program a card. The lock is a listening socket whose name, in Linux's abstract namespace, is the
 * card's: it leaves no file behind, it goes when the process goes, however that ends, and whoever finds it
 * taken asks the kernel who holds it (SO_PEERCRED, unix(7)).
 */
#include "hw/bus/hosted/internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The name begins with a zero byte, and has no end mark: its length counts. */
static socklen_t name_of(struct sockaddr_un *a, const struct fl_open_options *o, const char *slot)
{
	int n;

	memset(a, 0, sizeof(*a));
	a->sun_family = AF_UNIX;
	n = snprintf(a->sun_path + 1, sizeof(a->sun_path) - 1, "firstlight card %s %s", slot, fl_root_of(o));
	n = n < (int)sizeof(a->sun_path) - 2 ? n : (int)sizeof(a->sun_path) - 2;
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

/* 0: cannot be seen, or gone by now. */
static pid_t holder(const struct sockaddr_un *a, socklen_t len)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	struct ucred who = {0};
	socklen_t n = sizeof(who);

	if (fd < 0)
		return 0;
	if (connect(fd, (const struct sockaddr *)a, len) || getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n))
		who.pid = 0;
	close(fd);
	return who.pid;
}

static enum fl_code refuse(const char *card, pid_t pid, struct fl_err *err)
{
	char path[64], command[64];

	if (pid == getpid())
		return fl_fail(err, FL_PERMISSION, "%s is open in this program already", card);
	snprintf(path, sizeof(path), "/proc/%d/comm", (int)pid);
	if (pid <= 0 || !fl_read_text(path, command, sizeof(command)))
		return fl_fail(err, FL_PERMISSION,
			       "%s is in use by another program, which cannot be seen from here (by another "
			       "container?). Two programs on one card disturb each other: end that one first",
			       card);
	return fl_fail(
	    err, FL_PERMISSION,
	    "%s is in use by process %d (%s). Two programs on one card disturb each other: wait until "
	    "it ends, or end it with: sudo kill %d",
	    card, (int)pid, command, (int)pid);
}

enum fl_code fl_place_lock(const struct fl_open_options *o, const char *place, const char *card, int *fd,
			   struct fl_err *err)
{
	struct sockaddr_un a;
	socklen_t len = name_of(&a, o, place);
	int why;

	*fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (*fd < 0 && errno == EAFNOSUPPORT)
		return FL_OK; /* a kernel without such sockets: no lock */
	if (*fd >= 0 && !bind(*fd, (const struct sockaddr *)&a, len) && !listen(*fd, SOMAXCONN))
		return FL_OK;
	why = errno;
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
	if (why == EADDRINUSE)
		return refuse(card, holder(&a, len), err);
	return fl_fail(err, FL_FAILED, "%s cannot be locked against other programs: %s", card, strerror(why));
}

enum fl_code fl_card_lock(const struct fl_open_options *o, uint32_t bdf, const char *card, int *fd,
			  struct fl_err *err)
{
	char slot[FL_SLOT_MAX];

	fl_slot_name(slot, sizeof(slot), bdf);
	return fl_place_lock(o, slot, card, fd, err);
}
