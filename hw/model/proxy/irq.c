/* SPDX-License-Identifier: MIT
 *
 * The interrupt line: two counters (eventfd) that the other side passed, one to raise the line by, one by
 * which it says that the guest has served the interrupt.
 */
#include "hw/model/proxy/internal.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_READS = 16 }; /* of a counter, until it is empty: one, and some that came in the meantime */

void fl_proxy_drop_irq(struct fl_proxy *p)
{
	if (p->irq_fd >= 0)
		close(p->irq_fd);
	if (p->resample_fd >= 0)
		close(p->resample_fd);
	p->irq_fd = p->resample_fd = -1;
	p->irq_told = p->irq_was_told = false;
}

/* A counter is an anonymous inode, which has no type of file: no pipe or socket, whose other end may be
 * closed (SIGPIPE), no file, no terminal. It gives 8 bytes, or nothing yet; and nobody waits for it. */
static bool is_counter(struct fl_proxy *p, int fd, const char *which)
{
	uint64_t count;
	struct stat st;

	if (!fstat(fd, &st) && !(st.st_mode & S_IFMT) && !fcntl(fd, F_SETFL, O_NONBLOCK) &&
	    (read(fd, &count, sizeof(count)) == sizeof(count) || errno == EAGAIN))
		return true;
	return fl_proxy_fail(p, "SET_IRQFD: the descriptor %s is not an eventfd", which);
}

bool fl_proxy_set_irq(struct fl_proxy *p, struct fl_msg *msg)
{
	fl_proxy_drop_irq(p);
	p->irq_fd = msg->fd[0];
	p->resample_fd = msg->fd[1];
	msg->n_fds = 0; /* kept */
	return is_counter(p, p->irq_fd, "for interrupts") && is_counter(p, p->resample_fd, "for their end");
}

/* Has the guest served it? A counter is empty after it was read; one that is not (a semaphore, or somebody
 * who does nothing but count it up) would keep us reading for ever. */
static bool served(struct fl_proxy *p, bool *yes)
{
	uint64_t count;

	*yes = false;
	for (unsigned i = 0; i < MOST_READS; i++) {
		ssize_t n = read(p->resample_fd, &count, sizeof(count));

		if (n < 0 && errno == EAGAIN)
			return true;
		if (n != sizeof(count) && !(n < 0 && errno == EINTR))
			return fl_proxy_fail(p, "SET_IRQFD: the end of an interrupt cannot be read: %s",
					     n < 0 ? strerror(errno) : "less than a counter");
		*yes = true;
	}
	return fl_proxy_fail(p, "SET_IRQFD: the descriptor for the end of interrupts never becomes empty");
}

/* The line is a level: it is announced when it rises, and again when the guest has served it and it is still
 * high. */
bool fl_proxy_tell_irq(struct fl_proxy *p)
{
	uint64_t one = 1;
	bool high = fl_model_irq(p->m), yes = false;

	if (p->resample_fd >= 0 && p->irq_was_told && !served(p, &yes))
		return false;
	if (yes)
		p->irq_told = p->irq_was_told = false;
	if (!high)
		p->irq_told = false;
	if (!high || p->irq_fd < 0 || p->irq_told)
		return true;
	p->irq_told = p->irq_was_told = write(p->irq_fd, &one, sizeof(one)) == sizeof(one);
	/* EAGAIN: the counter is full, so it says what it should */
	return p->irq_told || errno == EAGAIN || errno == EINTR ||
	       fl_proxy_fail(p, "SET_IRQFD: an interrupt cannot be raised: %s", strerror(errno));
}
