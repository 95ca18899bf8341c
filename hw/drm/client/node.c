/* SPDX-License-Identifier: MIT
 *
 * The node's descriptor is a socket with a name of its own; the system keeps count of who has it. A thread
 * has a channel to the server for each node that it uses. What is not async-signal-safe here is not so in the
 * driver either.
 */
#include "hw/drm/client/client.h"
#include "hw/drm/pass.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CHANNELS = 8 };

static struct sockaddr_un server; /* .sun_path "": there is none */
static _Thread_local struct channel {
	char name[64]; /* of the node; "": free */
	int fd;
} channels[CHANNELS];
static _Thread_local unsigned next_channel;
static pthread_key_t at_end; /* of a thread */
static bool have_key;

const char *fl_node_folder(void)
{
	static char folder[PATH_MAX_B / 2];
	static atomic_int known; /* 1: being read; 2: read */
	int none = 0;

	if (atomic_load(&known) == 2)
		return folder;
	if (!atomic_compare_exchange_strong(&known, &none, 1)) {
		while (atomic_load(&known) != 2)
			;
		return folder;
	}
	const char *e = getenv(FL_DRM_FOLDER);
	int n = e ? snprintf(server.sun_path, sizeof server.sun_path, "%s/" FL_DRM_SOCKET, e) : 0;

	if (n > 0 && (size_t)n < sizeof server.sun_path)
		snprintf(folder, sizeof folder, "%s", e);
	server.sun_family = AF_UNIX;
	atomic_store(&known, 2);
	return folder;
}

/* ---- messages ------------------------------------------------------------------------------------------ */
static bool put_all(int fd, struct iovec *v, unsigned n, int pass_fd)
{
	union fl_drm_control control = {0};
	struct msghdr m = {.msg_iov = v, .msg_iovlen = n};

	if (pass_fd >= 0)
		fl_drm_pass(&m, &control, pass_fd);
	while (m.msg_iovlen) {
		ssize_t put = sendmsg(fd, &m, MSG_NOSIGNAL);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		m.msg_control = NULL;
		m.msg_controllen = 0;
		for (; m.msg_iovlen && (size_t)put >= m.msg_iov->iov_len; m.msg_iovlen--)
			put -= (ssize_t)(m.msg_iov++)->iov_len;
		if (m.msg_iovlen) {
			m.msg_iov->iov_base = (char *)m.msg_iov->iov_base + put;
			m.msg_iov->iov_len -= (size_t)put;
		}
	}
	return true;
}

static bool get_all(int fd, void *to, size_t size_B, int *came_fd)
{
	char *p = to;

	while (size_B) {
		union fl_drm_control control;
		struct iovec v = {p, size_B};
		struct msghdr m = {.msg_iov = &v,
				   .msg_iovlen = 1,
				   .msg_control = &control,
				   .msg_controllen = sizeof control.space};
		ssize_t got = recvmsg(fd, &m, MSG_CMSG_CLOEXEC);
		struct cmsghdr *c;

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		c = CMSG_FIRSTHDR(&m);
		if (c && c->cmsg_type == SCM_RIGHTS && c->cmsg_len == CMSG_LEN(sizeof(int)))
			memcpy(came_fd, CMSG_DATA(c), sizeof(int));
		p += got;
		size_B -= (size_t)got;
	}
	return true;
}

/* An errno, or 0; ENODEV: the server is gone. */
static int exchange(int fd, uint32_t what, const struct iovec *said, unsigned n, int pass_fd, void *answer,
		    size_t max_B, size_t *got_B, int *came_fd)
{
	struct iovec v[12];
	struct fl_drm_head head = {0, what};
	int came = -1;

	v[0] = (struct iovec){&head, sizeof head};
	for (unsigned i = 0; i < n && i < 11; i++) {
		v[1 + i] = said[i];
		head.size_B += (uint32_t)said[i].iov_len;
	}
	if (n > 11 || !put_all(fd, v, 1 + n, pass_fd) || !get_all(fd, &head, sizeof head, &came))
		return ENODEV;
	if (head.size_B > max_B || (head.size_B && !get_all(fd, answer, head.size_B, &came)))
		return ENODEV;
	if (got_B)
		*got_B = head.size_B;
	if (came_fd)
		*came_fd = came;
	else if (came >= 0)
		close(came);
	return (int)head.what;
}

/* ---- the node ------------------------------------------------------------------------------------------ */
bool fl_node_fd(int fd, char out[64])
{
	struct sockaddr_un a = {0};
	socklen_t size = sizeof a;
	const size_t prefix = sizeof FL_DRM_NAME - 1, head = offsetof(struct sockaddr_un, sun_path) + 1;
	const int was = errno;
	size_t n;

	if (fd < 0 || getsockname(fd, (struct sockaddr *)&a, &size)) {
		errno = was;
		return false;
	}
	if (a.sun_family != AF_UNIX || size <= head || a.sun_path[0])
		return false;
	n = size - head;
	if (n < prefix || n >= 64 || memcmp(a.sun_path + 1, FL_DRM_NAME, prefix))
		return false;
	memcpy(out, a.sun_path + 1, n);
	out[n] = 0;
	return true;
}

static int connect_to(const char *bind_name, int cloexec)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | cloexec, 0);
	struct sockaddr_un a = {.sun_family = AF_UNIX};

	if (fd < 0)
		return -1;
	if (bind_name) {
		size_t n = strlen(bind_name);

		memcpy(a.sun_path + 1, bind_name, n);
		if (bind(fd, (struct sockaddr *)&a,
			 (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n)))
			goto failed;
	}
	if (!connect(fd, (struct sockaddr *)&server, sizeof server))
		return fd;
failed:
	close(fd);
	return -1;
}

int fl_node_open(int flags)
{
	static atomic_uint count;
	uint32_t magic = FL_DRM_MAGIC;
	struct timespec now;
	char name[64];
	int fd;

	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(name, sizeof name, FL_DRM_NAME "%x-%x-%lx", (unsigned)getpid(), atomic_fetch_add(&count, 1),
		 (unsigned long)now.tv_sec * 1000000000ul + (unsigned long)now.tv_nsec);
	fd = connect_to(name, flags & O_CLOEXEC ? SOCK_CLOEXEC : 0);
	if (fd < 0) {
		errno = ENODEV;
		return -1;
	}
	if (exchange(fd, FL_DRM_HELLO_NODE, &(struct iovec){&magic, sizeof magic}, 1, -1, NULL, 0, NULL,
		     NULL)) {
		close(fd);
		errno = ENODEV;
		return -1;
	}
	return fd;
}

/* ---- channels ------------------------------------------------------------------------------------------ */
static void hang_up(struct channel *c)
{
	char name[64];

	/* The program may have closed what it did not know, and opened another file in its place. */
	if (*c->name && getsockopt(c->fd, SOL_SOCKET, SO_TYPE, name, &(socklen_t){4}) == 0)
		close(c->fd);
	*c->name = 0;
}

static void thread_ends(void *unused)
{
	for (unsigned i = 0; i < CHANNELS; i++)
		hang_up(&channels[i]);
}

/* In a child that fork() made: the channels are the parent's, and speaking on them would confuse both. */
static void forked(void)
{
	thread_ends(NULL);
}

__attribute__((constructor)) static void begin(void)
{
	if (!*fl_node_folder())
		return;
	have_key = !pthread_key_create(&at_end, thread_ends);
	pthread_atfork(NULL, NULL, forked);
}

static struct channel *channel(int node, const char *name)
{
	uint32_t magic = FL_DRM_MAGIC;
	struct channel *c;
	int fd;

	for (unsigned i = 0; i < CHANNELS; i++)
		if (!strcmp(channels[i].name, name))
			return &channels[i];
	fd = connect_to(NULL, SOCK_CLOEXEC);
	if (fd < 0)
		return NULL;
	if (exchange(fd, FL_DRM_HELLO_CHANNEL, &(struct iovec){&magic, sizeof magic}, 1, node, NULL, 0, NULL,
		     NULL)) {
		close(fd);
		return NULL;
	}
	c = &channels[next_channel++ % CHANNELS];
	hang_up(c);
	snprintf(c->name, sizeof c->name, "%s", name);
	c->fd = fd;
	if (have_key)
		pthread_setspecific(at_end, channels);
	return c;
}

int fl_node_ask(int fd, const char *name, uint32_t what, const struct iovec *v, unsigned n, void *answer,
		size_t max_B, size_t *got_B, int *came_fd)
{
	struct channel *c = channel(fd, name);
	int error = c ? exchange(c->fd, what, v, n, -1, answer, max_B, got_B, came_fd) : ENODEV;

	if (error == ENODEV && c)
		hang_up(c);
	return error;
}

int fl_node_memory(int fd, const char *name, uint64_t offset_B, uint64_t size_B)
{
	struct fl_drm_range r = {offset_B, size_B};
	int memory = -1;
	int error =
	    fl_node_ask(fd, name, FL_DRM_MEMORY, &(struct iovec){&r, sizeof r}, 1, NULL, 0, NULL, &memory);

	if (!error && memory >= 0)
		return memory;
	errno = error ? error : EINVAL;
	return -1;
}
