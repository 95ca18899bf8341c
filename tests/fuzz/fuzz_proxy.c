/* SPDX-License-Identifier: MIT
 *
 * The socket that QEMU talks to a card over: messages as QEMU sends them with contents that it would not,
 * with descriptors and without, and bytes that are no messages. Each good message has one answer, each bad
 * one ends the service with a reason.
 *
 * Input: operations, each a byte and what it takes: see one_op().
 */
#include "hw/model/proxy/internal.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { VRAM_B = 16 << 20, RAM_B = 1 << 16, OPS = 4096, WORK = 1 << 18 };

struct rig {
	struct fuzz_in in;
	struct fl_proxy *p;
	int qemu;     /* QEMU's end */
	int ram, irq; /* descriptors to send */
	int pipe[2];  /* to send in place of irq */
	bool harmed;  /* something was passed, or taken away, that may end the service at any message */
};

static void post(struct rig *g, int32_t cmd, uint64_t size_B, const void *data, size_t n_B, int fd,
		 unsigned n_fds)
{
	struct fl_msg_header h = {.cmd = cmd, .size_B = size_B};
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(16 * sizeof(int))];
	} control;
	struct iovec v[2] = {{&h, sizeof(h)}, {(void *)(uintptr_t)data, n_B}};
	struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};

	memset(&control, 0, sizeof(control));
	if (n_fds) {
		struct cmsghdr *c;

		m.msg_control = control.bytes;
		m.msg_controllen = CMSG_SPACE(n_fds * sizeof(int));
		c = CMSG_FIRSTHDR(&m);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(n_fds * sizeof(int));
		for (unsigned i = 0; i < n_fds; i++)
			memcpy(CMSG_DATA(c) + i * sizeof(int), &fd, sizeof(int));
	}
	if (sendmsg(g->qemu, &m, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		fuzz_fail("the test's socket is full");
}

/* Addresses near the windows, as a machine's would be. */
static uint64_t address(struct rig *g)
{
	static const uint32_t near[] = {0xd0000000, 0xe0000000, 0xc000, 0xf0000000};
	unsigned how = fuzz_take(&g->in, 1);

	if (how & 4)
		return fuzz_take(&g->in, 4) | (uint64_t)(how & 0xf0) << 36;
	return near[how & 3] + (fuzz_take(&g->in, 2) & (how & 8 ? 0xffff : 0xfffc));
}

static void sysmem(struct rig *g)
{
	struct fl_msg_sysmem m;
	unsigned n = fuzz_take(&g->in, 1) % 10;

	memset(&m, 0, sizeof(m));
	for (unsigned i = 0; i < n && i < FL_MSG_MAX_FDS; i++) {
		unsigned how = fuzz_take(&g->in, 1);

		m.addr[i] = (uint64_t)fuzz_take(&g->in, 2) << 12;
		m.size_B[i] = how & 1 ? fuzz_take(&g->in, 4) : (uint64_t)(how >> 4) << 12;
		m.offset_B[i] = how & 2 ? (int64_t)(int32_t)fuzz_take(&g->in, 4) : 0;
	}
	post(g, FL_MSG_SYNC_SYSMEM, sizeof(m), &m, sizeof(m), g->ram, n);
	if (n && m.addr[0] & 1 << 12) /* and the file becomes smaller, before or after it is mapped */
		g->harmed = true;
	if (g->harmed && (!(m.addr[0] & 1 << 13) || fl_proxy_serve(g->p) == FL_PROXY_ON) &&
	    ftruncate(g->ram, (off_t)(m.addr[0] >> 14) % RAM_B))
		fuzz_fail("the memory keeps its size");
}

/* How many answers it should bring; -1: the end of it all is right, too. */
static int one_op(struct rig *g)
{
	unsigned op = fuzz_take(&g->in, 1);
	struct fl_msg_cfg c = {0};
	struct fl_msg_bar b = {0};
	const uint8_t *p;
	size_t n;

	switch (op % 8) {
	case 0: /* bytes, and no more after them */
		p = fuzz_bytes(&g->in, 512, &n);
		if (send(g->qemu, p, n, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 || shutdown(g->qemu, SHUT_WR))
			fuzz_fail("the test's socket");
		return -1;
	case 1:
	case 2:
		c.where_B = op & 0x80 ? fuzz_take(&g->in, 4) : fuzz_take(&g->in, 1);
		c.value = fuzz_take(&g->in, 4);
		c.size_B = op & 0x40 ? (int32_t)fuzz_take(&g->in, 4) : 1 << (op >> 4 & 3);
		post(g, op % 8 == 1 ? FL_MSG_CFG_READ : FL_MSG_CFG_WRITE, sizeof(c), &c, sizeof(c), -1, 0);
		return c.size_B == 1 || c.size_B == 2 || c.size_B == 4 ? 1 : -1;
	case 3:
	case 4:
		b.addr = address(g);
		b.value = op % 8 == 4 ? fuzz_take(&g->in, 4) : 0;
		b.size_B = op & 0x80 ? fuzz_take(&g->in, 4) : 1u << (op >> 4 & 3);
		b.memory = !(op & 0x40);
		post(g, op % 8 == 3 ? FL_MSG_BAR_READ : FL_MSG_BAR_WRITE, sizeof(b), &b, sizeof(b), -1, 0);
		return b.size_B == 1 || b.size_B == 2 || b.size_B == 4 || b.size_B == 8 ? 1 : -1;
	case 5:
		sysmem(g);
		return -1;
	case 6:
		g->harmed |= (op & 0xf8) == 0x70; /* a pipe that nobody reads */
		post(g, FL_MSG_SET_IRQFD, 0, NULL, 0, (op & 0xf8) == 0x70 ? g->pipe[1] : g->irq,
		     op & 8 ? op >> 4 : 2);
		return op & 8 && op >> 4 != 2 ? -1 : 0;
	default:
		post(g, FL_MSG_RESET, 0, NULL, 0, g->ram, op & 8 ? op >> 4 : 0);
		return op & 8 && op >> 4 ? -1 : 1;
	}
}

/* Answers that have come: all of them whole. */
static int answers(struct rig *g)
{
	struct {
		struct fl_msg_header h;
		uint64_t value;
	} a;
	int n = 0;

	for (;; n++) {
		ssize_t got = recv(g->qemu, &a, sizeof(a), MSG_DONTWAIT);

		if (got <= 0)
			return n;
		if (got != sizeof(a) || a.h.cmd != FL_MSG_RET || a.h.size_B != sizeof(a.value))
			fuzz_fail("an answer of %zd bytes, command %d", got, (int)a.h.cmd);
	}
}

static void set_up(struct rig *g)
{
	static const uint32_t cfg[][2] = {
	    {0x10, 0xd0000000}, {0x18, 0xe0000000}, {0x20, 0xc000}, {0x30, 0xf0000001}};

	post(g, FL_MSG_RESET, 0, NULL, 0, -1, 0);
	for (unsigned i = 0; i < 5; i++) {
		struct fl_msg_cfg c = {i < 4 ? cfg[i][0] : 4, i < 4 ? cfg[i][1] : 7, 4};

		post(g, FL_MSG_CFG_WRITE, sizeof(c), &c, sizeof(c), -1, 0);
	}
	if (fl_proxy_serve(g->p) != FL_PROXY_ON || answers(g) != 6)
		fuzz_fail("the start does not go well: %s", fl_proxy_error(g->p));
}

/* Made once: a reset makes it as it was, and its memory is handed back. */
static struct fl_model *fresh_model(void)
{
	static struct fl_model *m;
	static void *vram;

	if (!m) {
		struct fl_model_config cfg = {
		    .conventional = true, .posted = true, .threads = 1, .vram_B = VRAM_B, .work = WORK};

		vram = mmap(NULL, VRAM_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
			    -1, 0);
		cfg.vram = vram;
		m = vram == MAP_FAILED ? NULL : fl_model_new("rv515", &cfg, NULL, 0);
	} else {
		fl_model_reset(m);
		fl_model_reports_clear(m);
		madvise(vram, VRAM_B, MADV_DONTNEED);
	}
	return m;
}

void fuzz_proxy(const uint8_t *data, size_t size_B)
{
	const struct fl_proxy_config pc = {.rom = data, .rom_B = size_B};
	struct fl_model *m = fresh_model();
	enum fl_proxy_state state = FL_PROXY_ON;
	struct rig g = {.in = {data, size_B}, .ram = -1, .irq = -1};
	int pair[2];

	if (!m || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		fuzz_fail("no model, or no socket");
	g.qemu = pair[0];
	g.ram = memfd_create("ram", MFD_CLOEXEC);
	g.irq = eventfd(0, EFD_CLOEXEC);
	if (pipe(g.pipe) || close(g.pipe[0]))
		fuzz_fail("no pipe");
	g.p = fl_proxy_new(pair[1], m, &pc, NULL, 0);
	if (g.ram < 0 || g.irq < 0 || ftruncate(g.ram, RAM_B) || !g.p)
		fuzz_fail("no memory, or no proxy");
	set_up(&g);
	for (unsigned i = 0; i < OPS && g.in.left_B && state == FL_PROXY_ON; i++) {
		int want = one_op(&g), got;

		state = fl_proxy_serve(g.p);
		got = answers(&g);
		if (want >= 0 && !g.harmed && (state != FL_PROXY_ON || got != want))
			fuzz_fail("a good message: %d answers, not %d: %s", got, want, fl_proxy_error(g.p));
		if ((state == FL_PROXY_BAD) != (fl_proxy_error(g.p)[0] != 0))
			fuzz_fail("state %d, and says \"%s\"", (int)state, fl_proxy_error(g.p));
	}
	fl_proxy_free(g.p);
	close(g.qemu);
	close(g.ram);
	close(g.irq);
	close(g.pipe[1]);
}
