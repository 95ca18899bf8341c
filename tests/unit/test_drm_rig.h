/* SPDX-License-Identifier: MIT
 *
 * A render node served by a thread of the test, and clients that speak its protocol by hand: no Mesa, no
 * library in between. Written from hw/drm/wire.h.
 */
#ifndef TESTS_UNIT_TEST_DRM_RIG_H
#define TESTS_UNIT_TEST_DRM_RIG_H

#include "hw/drm/fl_drm.h"
#include "hw/drm/pass.h"
#include "hw/drm/wire.h"

#include <criterion/criterion.h>
#include <libdrm/radeon_drm.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct {
	struct fl_drm *node;
	pthread_t thread;
	pthread_mutex_t lock;
	bool stop;
} server = {.lock = PTHREAD_MUTEX_INITIALIZER};

static inline void *serve(void *unused)
{
	for (;;) {
		struct pollfd f = {.fd = fl_drm_fd(server.node), .events = POLLIN};
		bool stop;

		poll(&f, 1, 10);
		pthread_mutex_lock(&server.lock);
		fl_drm_serve(server.node);
		stop = server.stop;
		pthread_mutex_unlock(&server.lock);
		if (stop)
			return NULL;
	}
}

static inline void server_start_with(const struct fl_drm_config *c)
{
	char why[256] = "";

	server.node = fl_drm_new(c, why, sizeof why);
	cr_assert(server.node, "%s", why);
	server.stop = false;
	cr_assert_eq(pthread_create(&server.thread, NULL, serve, NULL), 0);
}

/* capture: of that family's number, or NULL. */
static inline void server_start_capture(const char *chip, uint64_t work, FILE *capture, uint32_t family)
{
	server_start_with(&(struct fl_drm_config){.chip = chip,
						  .model = {.threads = 1, .work = work},
						  .capture = capture,
						  .capture_family = family});
}

static inline void server_start(const char *chip, uint64_t work)
{
	server_start_capture(chip, work, NULL, 0);
}

static inline void server_end(void)
{
	pthread_mutex_lock(&server.lock);
	server.stop = true;
	pthread_mutex_unlock(&server.lock);
	pthread_join(server.thread, NULL);
	fl_drm_free(server.node);
}

static inline struct fl_drm_stats server_stats(void)
{
	struct fl_drm_stats s;

	pthread_mutex_lock(&server.lock);
	fl_drm_stats(server.node, &s);
	pthread_mutex_unlock(&server.lock);
	return s;
}

/* The next event's text, or ""; kind: into *kind. */
static inline const char *server_event(int *kind)
{
	static struct fl_drm_event e;
	bool any;

	pthread_mutex_lock(&server.lock);
	any = fl_drm_event(server.node, &e);
	pthread_mutex_unlock(&server.lock);
	*kind = any ? (int)e.kind : -1;
	return !any ? "" : e.kind == FL_DRM_REPORT ? e.report.text : e.text;
}

/* ---- a client ------------------------------------------------------------------------------------------ */
struct client {
	int node, channel;
};

static inline int dial(const char *name)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	cr_assert_geq(fd, 0);
	if (name) {
		memcpy(a.sun_path + 1, name, strlen(name));
		cr_assert_eq(
		    bind(fd, (struct sockaddr *)&a, (socklen_t)(sizeof(sa_family_t) + 1 + strlen(name))), 0);
	}
	memset(a.sun_path, 0, sizeof a.sun_path);
	snprintf(a.sun_path, sizeof a.sun_path, "%s/%s", fl_drm_folder(server.node), FL_DRM_SOCKET);
	cr_assert_eq(connect(fd, (struct sockaddr *)&a, sizeof a), 0);
	return fd;
}

/* A message, with a descriptor if pass >= 0. */
static inline bool say(int fd, uint32_t what, const void *data, uint32_t size_B, int pass)
{
	struct fl_drm_head head = {size_B, what};
	struct iovec v[2] = {{&head, sizeof head}, {(void *)(uintptr_t)data, size_B}};
	union fl_drm_control control = {0};
	struct msghdr m = {.msg_iov = v, .msg_iovlen = data ? 2 : 1};

	if (pass >= 0)
		fl_drm_pass(&m, &control, pass);
	return sendmsg(fd, &m, MSG_NOSIGNAL) > 0;
}

/* The answer's errno, its data in to (size_B bytes); -1: the connection is over. */
static inline int hear(int fd, void *to, size_t size_B, int *came)
{
	uint8_t data[512];
	struct fl_drm_head head;
	struct iovec v = {&head, sizeof head};
	union fl_drm_control control;
	struct msghdr m = {
	    .msg_iov = &v, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};

	if (recvmsg(fd, &m, MSG_WAITALL) != sizeof head)
		return -1;
	if (came && CMSG_FIRSTHDR(&m))
		memcpy(came, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof(int));
	cr_assert_leq(head.size_B, sizeof data);
	if (head.size_B && recv(fd, data, head.size_B, MSG_WAITALL) != (ssize_t)head.size_B)
		return -1;
	if (to)
		memcpy(to, data, size_B < head.size_B ? size_B : head.size_B);
	return (int)head.what;
}

static inline struct client client_open(void)
{
	static unsigned n;
	const uint32_t magic = FL_DRM_MAGIC;
	struct client c;
	char name[64];

	snprintf(name, sizeof name, FL_DRM_NAME "test-%d-%u", (int)getpid(), n++);
	c.node = dial(name);
	cr_assert(say(c.node, FL_DRM_HELLO_NODE, &magic, 4, -1));
	cr_assert_eq(hear(c.node, NULL, 0, NULL), 0);
	c.channel = dial(NULL);
	cr_assert(say(c.channel, FL_DRM_HELLO_CHANNEL, &magic, 4, c.node));
	cr_assert_eq(hear(c.channel, NULL, 0, NULL), 0);
	return c;
}

static inline void client_close(struct client *c)
{
	close(c->channel);
	close(c->node);
}

/* An ioctl: its errno. */
static inline int ask(const struct client *c, uint32_t what, void *arg)
{
	cr_assert(say(c->channel, what, arg, _IOC_SIZE(what), -1));
	return hear(c->channel, arg, _IOC_SIZE(what), NULL);
}

static inline uint32_t make_buffer(const struct client *c, uint64_t size_B)
{
	struct drm_radeon_gem_create a = {.size = size_B, .initial_domain = RADEON_GEM_DOMAIN_VRAM};

	cr_assert_eq(ask(c, DRM_IOCTL_RADEON_GEM_CREATE, &a), 0);
	return a.handle;
}

static inline void *map_buffer(const struct client *c, uint32_t handle, uint64_t size_B)
{
	struct drm_radeon_gem_mmap a = {.handle = handle, .size = size_B};
	struct fl_drm_range r;
	int memory = -1;
	void *p;

	cr_assert_eq(ask(c, DRM_IOCTL_RADEON_GEM_MMAP, &a), 0);
	r = (struct fl_drm_range){a.addr_ptr, size_B};
	cr_assert(say(c->channel, FL_DRM_MEMORY, &r, sizeof r, -1));
	cr_assert_eq(hear(c->channel, NULL, 0, &memory), 0);
	p = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, memory, (off_t)r.offset_B);
	cr_assert_neq(p, MAP_FAILED);
	close(memory);
	return p;
}

/* A submission of dwords that use one buffer (relocation 0). */
static inline int submit_domains(const struct client *c, const uint32_t *dw, uint32_t n_dw, uint32_t handle,
				 uint32_t reads, uint32_t writes)
{
	struct {
		struct fl_drm_cs cs;
		uint32_t dw[256];
	} m = {.cs = {.n_chunks = 3}};
	const uint32_t reloc[4] = {handle, reads, writes, 0};

	cr_assert_leq(n_dw, 200u);
	m.cs.chunk[0].id = RADEON_CHUNK_ID_IB;
	m.cs.chunk[0].n_dw = n_dw;
	m.cs.chunk[1].id = RADEON_CHUNK_ID_RELOCS;
	m.cs.chunk[1].n_dw = 4;
	m.cs.chunk[2].id = RADEON_CHUNK_ID_FLAGS;
	m.cs.chunk[2].n_dw = 1;
	memcpy(m.dw, dw, n_dw * 4);
	memcpy(m.dw + n_dw, reloc, sizeof reloc);
	m.dw[n_dw + 4] = RADEON_CS_KEEP_TILING_FLAGS;
	cr_assert(say(c->channel, DRM_IOCTL_RADEON_CS, &m, (uint32_t)sizeof m.cs + (n_dw + 5) * 4, -1));
	return hear(c->channel, NULL, 0, NULL);
}

/* The chip writes the buffer. */
static inline int submit(const struct client *c, const uint32_t *dw, uint32_t n_dw, uint32_t handle)
{
	return submit_domains(c, dw, n_dw, handle, 0, RADEON_GEM_DOMAIN_VRAM);
}

/* A submission that is refused, for a reason with these words in it. */
static inline void refused(const struct client *c, const uint32_t *dw, uint32_t n, uint32_t handle,
			   const char *why)
{
	const char *text;
	int kind;

	while (*server_event(&kind))
		;
	cr_expect_neq(submit(c, dw, n, handle), 0, "%s", why);
	text = server_event(&kind);
	cr_expect(kind == FL_DRM_REFUSED && strstr(text, why), "wanted \"%s\", got \"%s\"", why, text);
}
#define REFUSED(client, handle, why, ...)                          \
	do {                                                       \
		const uint32_t dw_[] = {__VA_ARGS__};              \
		refused(client, dw_, sizeof dw_ / 4, handle, why); \
	} while (0)

static inline void wait_idle(const struct client *c, uint32_t handle)
{
	struct drm_radeon_gem_wait_idle a = {.handle = handle};

	cr_assert_eq(ask(c, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &a), 0);
}

#endif
