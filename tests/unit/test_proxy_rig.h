/* SPDX-License-Identifier: MIT
 *
 * A test that plays QEMU: the card is a process of its own behind a socket, and what goes over it is written
 * out here from QEMU's documents, not taken from the proxy's header. Every answer has a deadline.
 */
#ifndef TESTS_UNIT_TEST_PROXY_RIG_H
#define TESTS_UNIT_TEST_PROXY_RIG_H

#include "hw/bus/hosted/hosted.h"
#include "hw/bus/pci.h"
#include "hw/model/proxy/proxy.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SYNC_SYSMEM, RET, CFG_WRITE, CFG_READ, BAR_WRITE, BAR_READ, SET_IRQFD, DEVICE_RESET };
enum { VRAM_AT = 0x50000000, VRAM_MIB = 32, REGS_AT = 0x7e000000, IO_AT = 0xc000, ROM_AT = 0x7f000000 };

struct wire {
	int fd;
	pid_t pid;
	char *error; /* what the card's process said at its end; shared with it */
	uint8_t *vram;
	int vram_fd;
	unsigned regs_bar;
};

static inline uint64_t rig_now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* What a build that counts lines (make coverage) does at exit(), which this process does not come to. */
extern int __llvm_profile_write_file(void) __attribute__((weak));

/* The card's process. Its exit code is the proxy's state. */
static _Noreturn void be_the_card(struct wire *w, int fd, const char *chip)
{
	struct fl_model_config cfg = {.posted = true,
				      .plain_host = true,
				      .conventional = true,
				      .threads = 1,
				      .vram_B = VRAM_MIB << 20,
				      .vram = w->vram,
				      .work = 1 << 26};
	static const uint8_t rom[] = {0x55, 0xaa, 0x01, 0xcb};
	struct fl_proxy_config pc = {.vram_fd = w->vram_fd, .rom = rom, .rom_B = sizeof rom};
	struct fl_model *m = fl_model_new(chip, &cfg, NULL, 0);
	struct fl_proxy *p = m ? fl_proxy_new(fd, m, &pc, w->error, 256) : NULL;
	enum fl_proxy_state state = FL_PROXY_ON;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!p)
		_exit(99);
	while (state == FL_PROXY_ON) {
		int fds[FL_PROXY_FDS];
		struct pollfd f[FL_PROXY_FDS];

		fl_proxy_fds(p, fds);
		for (unsigned i = 0; i < FL_PROXY_FDS; i++)
			f[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
		poll(f, FL_PROXY_FDS, fl_proxy_patience_ms(p));
		state = fl_proxy_serve(p);
	}
	strcpy(w->error, fl_proxy_error(p));
	fl_proxy_free(p);
	fl_model_delete(m);
	if (__llvm_profile_write_file)
		__llvm_profile_write_file();
	_exit((int)state);
}

static inline void wire_start(struct wire *w, const char *chip)
{
	struct timeval limit = {.tv_sec = 20};
	int pair[2];

	*w = (struct wire){.regs_bar = 2};
	w->error = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	w->vram_fd = memfd_create("vram", MFD_CLOEXEC);
	cr_assert(!ftruncate(w->vram_fd, VRAM_MIB << 20));
	w->vram = mmap(NULL, VRAM_MIB << 20, PROT_READ | PROT_WRITE, MAP_SHARED, w->vram_fd, 0);
	cr_assert(w->error != MAP_FAILED && w->vram != MAP_FAILED);
	cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	w->fd = pair[0];
	setsockopt(w->fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	setsockopt(w->fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
	w->pid = fork();
	if (!w->pid) {
		close(pair[0]);
		be_the_card(w, pair[1], chip);
	}
	close(pair[1]);
}

/* The exit code of the card's process; -1: it did not end in time, or was killed by a signal. */
static inline int wire_end(struct wire *w, unsigned timeout_ms)
{
	int status = 0, code = -1;

	if (w->fd >= 0)
		close(w->fd);
	for (unsigned ms = 0; ms < timeout_ms && code < 0; ms += 5, usleep(5000))
		if (waitpid(w->pid, &status, WNOHANG) == w->pid)
			code = WIFEXITED(status) ? WEXITSTATUS(status) : -2;
	if (code == -1) {
		kill(w->pid, SIGKILL);
		waitpid(w->pid, NULL, 0);
	}
	munmap(w->vram, VRAM_MIB << 20);
	close(w->vram_fd);
	return code < 0 ? -1 : code;
}

/* ---- messages: i32 command, 4 bytes of nothing, u64 size, then that many bytes ------------------------- */
static inline bool wire_send(struct wire *w, int cmd, const void *data, uint64_t size, size_t sent,
			     const int *fd, unsigned n_fds)
{
	uint8_t bytes[16 + 256] = {0};
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(16 * sizeof(int))];
	} control = {0};
	struct iovec v = {bytes, 16 + sent};
	struct msghdr h = {.msg_iov = &v, .msg_iovlen = 1};

	memcpy(bytes, &cmd, 4);
	memcpy(bytes + 8, &size, 8);
	memcpy(bytes + 16, data, sent);
	if (n_fds) {
		struct cmsghdr *c;

		h.msg_control = control.bytes;
		h.msg_controllen = CMSG_SPACE(n_fds * sizeof(int));
		c = CMSG_FIRSTHDR(&h);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(n_fds * sizeof(int));
		memcpy(CMSG_DATA(c), fd, n_fds * sizeof(int));
	}
	return sendmsg(w->fd, &h, MSG_NOSIGNAL) == (ssize_t)(16 + sent);
}

static inline uint64_t wire_answer(struct wire *w)
{
	uint8_t bytes[24];
	size_t n = 0;
	int cmd;
	uint64_t size, value;

	while (n < sizeof bytes) {
		ssize_t got = recv(w->fd, bytes + n, sizeof bytes - n, 0);

		cr_assert(got > 0, "no answer in 20 s, or the card is gone: %s", w->error);
		n += (size_t)got;
	}
	memcpy(&cmd, bytes, 4);
	memcpy(&size, bytes + 8, 8);
	memcpy(&value, bytes + 16, 8);
	cr_assert(cmd == RET && size == 8, "an answer: command %d, %llu bytes", cmd,
		  (unsigned long long)size);
	return value;
}

static inline uint64_t ask_cfg(struct wire *w, int cmd, uint32_t where, uint32_t value, int size)
{
	struct {
		uint32_t where, value;
		int32_t size;
	} m = {where, value, size};

	cr_assert(wire_send(w, cmd, &m, 12, 12, NULL, 0));
	return wire_answer(w);
}

static inline uint64_t ask_bar(struct wire *w, int cmd, uint64_t addr, uint64_t value, uint32_t size,
			       bool memory)
{
	struct {
		uint64_t addr, value;
		uint32_t size;
		uint8_t memory, pad[3];
	} m = {addr, value, size, memory, {0}};

	cr_assert(wire_send(w, cmd, &m, 24, 24, NULL, 0));
	return wire_answer(w);
}

static inline uint32_t cfg_get(struct wire *w, uint32_t where, int size)
{
	return (uint32_t)ask_cfg(w, CFG_READ, where, 0, size);
}

static inline void cfg_set(struct wire *w, uint32_t where, uint32_t value, int size)
{
	ask_cfg(w, CFG_WRITE, where, value, size);
}

/* As firmware does after a reset. */
static inline void wire_assign(struct wire *w)
{
	ask_bar(w, BAR_READ, 0, 0, 4, true); /* nobody's address, which is answered, too */
	cr_assert(wire_send(w, DEVICE_RESET, "", 0, 0, NULL, 0));
	wire_answer(w);
	cfg_set(w, 0x10, VRAM_AT, 4);
	cfg_set(w, 0x10 + 4 * w->regs_bar, REGS_AT, 4);
	cfg_set(w, 0x20, IO_AT, 4);
	cfg_set(w, 0x04, 3, 2);
}

/* ---- the same as a device, for the code that wakes cards ----------------------------------------------- */
static uint32_t wire_read32(struct fl_dev *d, uint32_t at)
{
	return (uint32_t)ask_bar(d->priv, BAR_READ, REGS_AT + at, 0, 4, true);
}

static void wire_write32(struct fl_dev *d, uint32_t at, uint32_t value)
{
	ask_bar(d->priv, BAR_WRITE, REGS_AT + at, value, 4, true);
}

static uint8_t wire_read8(struct fl_dev *d, uint32_t at)
{
	return (uint8_t)ask_bar(d->priv, BAR_READ, REGS_AT + at, 0, 1, true);
}

static void wire_write8(struct fl_dev *d, uint32_t at, uint8_t value)
{
	ask_bar(d->priv, BAR_WRITE, REGS_AT + at, value, 1, true);
}

static void wire_vram_read(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	memcpy(to, ((struct wire *)d->priv)->vram + at, n);
}

static void wire_vram_write(struct fl_dev *d, uint64_t at, const void *from, size_t n)
{
	memcpy(((struct wire *)d->priv)->vram + at, from, n);
}

static uint32_t wire_cfg_read(struct fl_dev *d, uint32_t where, unsigned size)
{
	return cfg_get(d->priv, where, (int)size);
}

static void wire_cfg_write(struct fl_dev *d, uint32_t where, unsigned size, uint32_t value)
{
	cfg_set(d->priv, where, value, (int)size);
}

static uint64_t wire_now_us(struct fl_dev *d)
{
	return rig_now_us();
}

static void wire_delay_us(struct fl_dev *d, uint64_t us)
{
	usleep((useconds_t)us);
}

static const struct fl_bus wire_bus = {
    .name = "wire",
    .read32 = wire_read32,
    .write32 = wire_write32,
    .read8 = wire_read8,
    .write8 = wire_write8,
    .vram_read = wire_vram_read,
    .vram_write = wire_vram_write,
    .cfg_read = wire_cfg_read,
    .cfg_write = wire_cfg_write,
    .now_us = wire_now_us,
    .delay_us = wire_delay_us,
};

static inline void wire_dev(struct wire *w, struct fl_dev *d)
{
	memset(d, 0, sizeof *d);
	d->bus = &wire_bus;
	d->priv = w;
	d->regs_size_B = 64 << 10;
	d->vram = w->vram;
	d->vram_size_B = VRAM_MIB << 20;
	fl_pci_identify(d);
	strcpy(d->name, "wire");
}

#endif
