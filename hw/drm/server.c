/* SPDX-License-Identifier: MIT
 *
 * The server: connections, messages, and who is who. Nothing here waits for a client.
 */
#include "hw/drm/internal.h"
#include "hw/drm/pass.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LISTEN = FL_DRM_CONNS, DONE, AT_ONCE = 32, PCI_ID = 0, GTT_MIB = 512 };

/* ---- the log and events -------------------------------------------------------------------------------- */
void fl_drm_say(struct fl_drm *n, const char *fmt, ...)
{
	char line[256];
	va_list ap;

	if (!n->config.say)
		return;
	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	n->config.say(n->config.arg, line);
}

void fl_drm_note_event(struct fl_drm *n, const struct fl_drm_event *e)
{
	if (n->n_events < FL_DRM_EVENTS) /* a client that is always wrong is heard of often enough */
		n->event[(n->first_event + n->n_events++) % FL_DRM_EVENTS] = *e;
}

bool fl_drm_event(struct fl_drm *n, struct fl_drm_event *e)
{
	if (!n->n_events)
		return false;
	*e = n->event[n->first_event];
	n->first_event = (n->first_event + 1) % FL_DRM_EVENTS;
	n->n_events--;
	return true;
}

/* ---- connections --------------------------------------------------------------------------------------- */
static bool watch(struct fl_drm *n, int fd, uint32_t index)
{
	struct epoll_event e = {.events = EPOLLIN, .data.u32 = index};

	return !epoll_ctl(n->epoll_fd, EPOLL_CTL_ADD, fd, &e);
}

static void drop(struct fl_drm_conn *k)
{
	struct fl_drm_client *c = k->client;

	if (k->fd < 0)
		return;
	close(k->fd);
	if (k->came_fd >= 0)
		close(k->came_fd);
	free(k->in);
	*k = (struct fl_drm_conn){.fd = -1, .came_fd = -1, .kind = k->kind};
	if (c && k->kind == FL_DRM_NODE_CONN) {
		fl_drm_say(c->n, "%d: closed", (int)c->pid);
		fl_drm_client_close(c);
	} else if (c) {
		c->channels--;
		fl_drm_client_reap(c);
	}
}

static void welcome(struct fl_drm *n)
{
	int fd;

	while ((fd = accept4(n->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0) {
		unsigned i = 0;

		while (i < FL_DRM_CONNS && n->conn[i].fd >= 0)
			i++;
		if (i == FL_DRM_CONNS || !watch(n, fd, i)) {
			close(fd);
			continue;
		}
		n->conn[i] = (struct fl_drm_conn){.fd = fd, .came_fd = -1, .kind = FL_DRM_NEW};
	}
}

/* The name that a socket of a node is bound to; *at the other end (peer) or this one. */
static bool node_name(int fd, bool peer, char out[64])
{
	struct sockaddr_un a = {0};
	socklen_t size = sizeof a;
	const size_t prefix = sizeof FL_DRM_NAME - 1;
	size_t n;

	if ((peer ? getpeername : getsockname)(fd, (struct sockaddr *)&a, &size) || a.sun_family != AF_UNIX ||
	    size <= sizeof a.sun_family + 1)
		return false;
	n = size - sizeof a.sun_family - 1;
	if (a.sun_path[0] || n >= 64 || n < prefix || memcmp(a.sun_path + 1, FL_DRM_NAME, prefix))
		return false;
	memcpy(out, a.sun_path + 1, n);
	out[n] = 0;
	return strlen(out) == n;
}

static struct fl_drm_client *client_named(const struct fl_drm *n, const char *name)
{
	for (struct fl_drm_client *c = n->clients; c; c = c->next)
		if (!strcmp(c->name, name))
			return c;
	return NULL;
}

/* The first message of a connection says what it is. False: neither. */
static bool greet(struct fl_drm *n, struct fl_drm_conn *k, const struct fl_drm_head *head)
{
	uint32_t magic;
	char name[64];

	if (head->size_B != sizeof magic)
		return false;
	memcpy(&magic, k->in + sizeof *head, sizeof magic);
	if (magic != FL_DRM_MAGIC)
		return false;
	if (head->what == FL_DRM_HELLO_NODE && node_name(k->fd, true, name) && !client_named(n, name)) {
		struct ucred cred = {0};
		socklen_t size = sizeof cred;

		getsockopt(k->fd, SOL_SOCKET, SO_PEERCRED, &cred, &size);
		k->client = fl_drm_client_new(n, name, cred.pid);
		if (!k->client)
			return false;
		k->kind = FL_DRM_NODE_CONN;
		fl_drm_say(n, "%d: opened", (int)cred.pid);
		return true;
	}
	if (head->what == FL_DRM_HELLO_CHANNEL && k->came_fd >= 0 && node_name(k->came_fd, false, name)) {
		k->client = client_named(n, name);
		if (!k->client)
			return false;
		k->kind = FL_DRM_CHANNEL_CONN;
		k->client->channels++;
		close(k->came_fd); /* or the node would never be closed */
		k->came_fd = -1;
		return true;
	}
	return false;
}

static bool answer(struct fl_drm_conn *k, int error, const struct fl_drm_answer *a)
{
	struct fl_drm_head head = {a->size_B, (uint32_t)error};
	struct iovec v[2] = {{&head, sizeof head}, {(void *)(uintptr_t)a->data, head.size_B}};
	union fl_drm_control control = {0};
	struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};

	if (!error && a->fd >= 0)
		fl_drm_pass(&m, &control, a->fd);
	/* One answer at a time, of some hundred bytes: who does not take that, is not listening. */
	return sendmsg(k->fd, &m, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)(sizeof head + head.size_B);
}

/* A whole message is there. False: the connection is over. */
static bool take(struct fl_drm *n, struct fl_drm_conn *k)
{
	struct fl_drm_answer a = {.fd = -1};
	struct fl_drm_head head;
	int error = 0;

	memcpy(&head, k->in, sizeof head);
	if (k->kind == FL_DRM_NEW) {
		if (!greet(n, k, &head))
			return false;
	} else if (k->kind == FL_DRM_NODE_CONN) {
		return false; /* nothing more is said there */
	} else if (!*k->client->name) {
		error = ENODEV;
	} else {
		error = fl_drm_request(k->client, head.what, k->in + sizeof head, head.size_B, &a);
	}
	k->parked = error == FL_DRM_LATER;
	if (k->parked)
		return true;
	n->stats.requests++;
	k->have_B = 0;
	return answer(k, error, &a);
}

/* ---- reading ------------------------------------------------------------------------------------------- */
/* Room for at least so much. */
static bool room(struct fl_drm_conn *k, size_t want_B)
{
	uint8_t *in;

	if (k->cap_B >= want_B)
		return true;
	in = realloc(k->in, want_B);
	if (!in)
		return false;
	k->in = in;
	k->cap_B = want_B;
	return true;
}

static ssize_t get(struct fl_drm_conn *k, size_t want_B)
{
	struct iovec v = {k->in + k->have_B, want_B - k->have_B};
	union fl_drm_control control;
	struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
	ssize_t got;

	if (k->kind == FL_DRM_NEW) {
		m.msg_control = &control;
		m.msg_controllen = sizeof control.space;
	}
	got = recvmsg(k->fd, &m, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	if (got > 0 && k->kind == FL_DRM_NEW)
		for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c)) {
			if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS ||
			    c->cmsg_len != CMSG_LEN(sizeof(int)))
				continue;
			if (k->came_fd >= 0)
				close(k->came_fd);
			memcpy(&k->came_fd, CMSG_DATA(c), sizeof(int));
		}
	return got;
}

/* What came on a connection, up to one message; false: it is over. */
static bool listen_to(struct fl_drm *n, struct fl_drm_conn *k)
{
	struct fl_drm_head head;
	size_t want_B = sizeof head;
	ssize_t got;

	if (k->parked) /* it asks again before it was answered, or is gone */
		return recv(k->fd, &head, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
	if (k->have_B >= sizeof head) {
		memcpy(&head, k->in, sizeof head);
		want_B += head.size_B;
	}
	if (!room(k, want_B))
		return false;
	got = get(k, want_B);
	if (got <= 0)
		return got < 0 && (errno == EAGAIN || errno == EINTR);
	k->have_B += (size_t)got;
	if (k->have_B < sizeof head)
		return true;
	memcpy(&head, k->in, sizeof head);
	if (head.size_B > (k->kind == FL_DRM_CHANNEL_CONN ? FL_DRM_MESSAGE_MAX_B : sizeof(uint32_t)))
		return false;
	if (k->have_B < sizeof head + head.size_B)
		return k->have_B > sizeof head || listen_to(n, k); /* the rest is mostly there already */
	return take(n, k);
}

void fl_drm_serve(struct fl_drm *n)
{
	struct epoll_event e[AT_ONCE];
	int got = epoll_wait(n->epoll_fd, e, AT_ONCE, 0);
	bool done = false;

	for (int i = 0; i < got; i++) {
		const uint32_t k = e[i].data.u32;

		if (k == LISTEN)
			welcome(n);
		else if (k == DONE)
			done = true;
		else if (n->conn[k].fd >= 0 && !listen_to(n, &n->conn[k]))
			drop(&n->conn[k]);
	}
	if (!done)
		return;
	fl_drm_turn(n);
	for (unsigned i = 0; i < FL_DRM_CONNS; i++)
		if (n->conn[i].fd >= 0 && n->conn[i].parked && !take(n, &n->conn[i]))
			drop(&n->conn[i]);
}

void fl_drm_settle(struct fl_drm *n)
{
	while (n->running) {
		struct epoll_event e;

		epoll_wait(n->epoll_fd, &e, 1, -1);
		fl_drm_serve(n);
	}
}

/* ---- beginning and end --------------------------------------------------------------------------------- */
uint32_t fl_drm_cfg(const struct fl_drm *n, uint32_t where, unsigned size_B)
{
	const struct fl_drm_metal *m = n->config.metal;

	return m ? m->cfg(m->arg, where, size_B) : fl_model_cfg_read(n->engine.model, where, size_B);
}

static uint32_t reg(const struct fl_drm *n, uint32_t at)
{
	const struct fl_drm_metal *m = n->config.metal;

	return m ? m->reg(m->arg, at) : fl_model_read(n->engine.model, at, 4);
}

/* Where buffers can be: of a model behind its own video memory, and not where addresses wrap around when
 * something is added; of a card in it. */
static bool find_room(struct fl_drm *n, char *why, size_t size)
{
	const struct fl_drm_metal *m = n->config.metal;

	if (!m) {
		fl_model_vram(n->engine.model, &n->vram_B);
		n->gtt_B = (uint64_t)GTT_MIB << 20;
		return fl_drm_space_init(&n->space, n->vram_B, (UINT64_C(1) << 32) - (16u << 20) - n->vram_B);
	}
	n->vram_B = n->gtt_B = (m->end_B - m->first_B) & ~(uint64_t)(FL_DRM_PAGE_B - 1);
	if (n->family->vm || n->family->driver != FL_DRM_RADEON) {
		snprintf(why, size,
			 "programs of %s have page tables of their own or another driver, and so far "
			 "those are for models alone: R3xx to R7xx can be given by --device",
			 n->config.chip);
		return false;
	}
	if (m->vram_addr + m->end_B > UINT64_C(1) << 32 || !(m->vram_addr + m->first_B)) {
		snprintf(why, size, "video memory at 0x%llx: buffers have addresses of 32 bits",
			 (unsigned long long)m->vram_addr);
		return false;
	}
	return fl_drm_space_init(&n->space, m->vram_addr + m->first_B, n->vram_B);
}

static bool who(struct fl_drm *n, char *why, size_t size)
{
	uint32_t id = fl_drm_cfg(n, PCI_ID, 4);

	if (id == ~0u) /* no PCI */
		id = 0;
	n->chip.device = (uint16_t)(id >> 16);
	for (unsigned i = 0; fl_drm_families[i]; i++)
		if (id ? fl_drm_families[i]->knows((uint16_t)id, n->chip.device)
		       : fl_drm_families[i]->knows_name && fl_drm_families[i]->knows_name(n->config.chip))
			n->family = fl_drm_families[i];
	if (!n->family) {
		snprintf(why, size, "there is no render node for the chip %s", n->config.chip);
		return false;
	}
	n->driver = n->family->driver == FL_DRM_ETNAVIV ? &fl_drm_etnaviv : &fl_drm_radeon;
	for (unsigned i = 0, k = 0; i < FL_DRM_NOTES; i++)
		for (uint32_t r = 0; r < n->family->note[i].n && k < FL_DRM_NOTED; r++)
			n->chip.noted[k++] = reg(n, n->family->note[i].reg + 4 * r);
	if (!find_room(n, why, size))
		return false;
	if (!n->family->vm || fl_drm_vm_start(&n->engine, n->family->vm))
		return true;
	snprintf(why, size, "the model of %s does not start, or there is no memory", n->config.chip);
	return false;
}

static bool open_socket(struct fl_drm *n, char *why, size_t size)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};

	snprintf(a.sun_path, sizeof a.sun_path, "%s/" FL_DRM_SOCKET, n->folder);
	n->listen_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	n->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (n->listen_fd >= 0 && n->epoll_fd >= 0 && !bind(n->listen_fd, (struct sockaddr *)&a, sizeof a) &&
	    !listen(n->listen_fd, SOMAXCONN) && watch(n, n->listen_fd, LISTEN) &&
	    watch(n, n->engine.done_fd, DONE))
		return true;
	snprintf(why, size, "the socket %s: %s", a.sun_path, strerror(errno));
	return false;
}

struct fl_drm *fl_drm_new(const struct fl_drm_config *config, char *why, size_t why_size)
{
	struct fl_drm *n = calloc(1, sizeof *n);

	if (!n) {
		snprintf(why, why_size, "out of memory");
		return NULL;
	}
	n->config = *config;
	n->listen_fd = n->epoll_fd = n->engine.done_fd = -1;
	for (unsigned i = 0; i < FL_DRM_CONNS; i++)
		n->conn[i].fd = n->conn[i].came_fd = -1;
	if (fl_drm_engine_start(&n->engine, &n->config, why, why_size) && who(n, why, why_size) &&
	    fl_drm_capture_begin(&n->engine.capture, &n->config, n->chip.device) &&
	    fl_drm_tree_make(n, why, why_size) && open_socket(n, why, why_size))
		return n;
	fl_drm_free(n);
	return NULL;
}

void fl_drm_free(struct fl_drm *n)
{
	struct fl_drm_buffer *next;

	if (!n)
		return;
	for (unsigned i = 0; i < FL_DRM_CONNS; i++)
		drop(&n->conn[i]);
	fl_drm_engine_stop(&n->engine);
	if (n->engine.done)
		fl_drm_job_free(n->engine.done);
	else if (n->engine.next_job)
		fl_drm_job_free(n->engine.next_job);
	for (struct fl_drm_client *c = n->clients; c; c = c->next) {
		fl_drm_client_forget(c);
		c->queued = 0;
	}
	fl_drm_engine_free(&n->engine);
	for (struct fl_drm_buffer *b = n->engine.gone; b; b = next) {
		next = b->next_dead;
		fl_drm_buffer_gone(b);
	}
	while (n->clients)
		fl_drm_client_reap(n->clients);
	if (n->listen_fd >= 0)
		close(n->listen_fd);
	if (n->epoll_fd >= 0)
		close(n->epoll_fd);
	fl_drm_space_free(&n->space);
	fl_drm_tree_remove(n);
	free(n);
}

const char *fl_drm_folder(const struct fl_drm *n)
{
	return n->folder;
}

int fl_drm_fd(const struct fl_drm *n)
{
	return n->epoll_fd;
}

void fl_drm_fds(const struct fl_drm *n, int fds[FL_DRM_FDS])
{
	fds[0] = n->listen_fd;
	fds[1] = n->epoll_fd;
	fds[2] = n->engine.done_fd;
}

bool fl_drm_captured(const struct fl_drm *n)
{
	return !n->engine.capture.failed;
}

void fl_drm_stats(const struct fl_drm *n, struct fl_drm_stats *out)
{
	*out = n->stats;
}
