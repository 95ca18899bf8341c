/* SPDX-License-Identifier: MIT
 *
 * The card's process and what it must survive: messages that are none, a guest that writes nonsense
 * everywhere. It ends with a reason, or goes on; it never hangs, and never dies of a signal.
 */
#include "tests/unit/test_proxy_rig.h"

#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

#include <errno.h>
#include <stdio.h>

enum { GONE = 1, BAD = 2 };

/* ---- messages ------------------------------------------------------------------------------------------ */
struct bad {
	int cmd;
	uint64_t size;
	size_t sent; /* bytes that really follow */
	unsigned fds;
	const char *says;
};

static const struct bad bad[] = {
    {CFG_READ, 13, 13, 0, "PCI_CFGREAD with 13 bytes; it has 12"},
    {CFG_READ, 0, 0, 0, "it has 12"},
    {BAR_WRITE, 12, 12, 0, "BAR_WRITE with 12 bytes; it has 24"},
    {BAR_READ, UINT64_MAX, 24, 0, "BAR_READ with 18446744073709551615 bytes"},
    {SYNC_SYSMEM, 191, 191, 1, "SYNC_SYSMEM with 191 bytes"},
    {RET, 8, 8, 0, "command 1 is not one"},
    {8, 0, 0, 0, "command 8 is not one"},
    {-1, 0, 0, 0, "command -1 is not one"},
    {0x7fffffff, 0, 0, 0, "is not one"},
    {SET_IRQFD, 0, 0, 0, "SET_IRQFD with 0 file descriptors"},
    {SET_IRQFD, 0, 0, 1, "SET_IRQFD with 1 file descriptors"},
    {SET_IRQFD, 0, 0, 3, "SET_IRQFD with 3 file descriptors"},
    {CFG_READ, 12, 12, 1, "PCI_CFGREAD with 1 file descriptors"},
    {DEVICE_RESET, 0, 0, 2, "DEVICE_RESET with 2 file descriptors"},
    {SYNC_SYSMEM, 192, 192, 9, "more than 8 file descriptors"},
    {CFG_READ, 12, 12, 0, "an access of 0 bytes to configuration space"}, /* a payload of zeros */
    {BAR_READ, 24, 24, 0, "an access of 0 bytes to a BAR"},
    {CFG_READ, 12, 5, 0, "after 5 of 12 bytes"}, /* and then silence */
};

static unsigned open_fds(pid_t pid)
{
	char path[64];
	unsigned n = 0;

	for (unsigned i = 0; i < 64; i++) {
		snprintf(path, sizeof path, "/proc/%d/fd/%u", (int)pid, i);
		n += access(path, F_OK) == 0 || readlink(path, (char[8]){0}, 8) > 0;
	}
	return n;
}

Test(proxy_abuse, messages_that_are_none, .timeout = 120)
{
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		static const uint8_t zeros[256];
		int fd = memfd_create("x", MFD_CLOEXEC);
		int fds[16] = {fd, fd, fd, fd, fd, fd, fd, fd, fd};
		char c;
		struct wire w;

		wire_start(&w, "rv515");
		cr_assert_eq(cfg_get(&w, 0, 2), 0x1002);
		cr_assert(wire_send(&w, bad[i].cmd, zeros, bad[i].size, bad[i].sent, fds, bad[i].fds));
		ssize_t n = recv(w.fd, &c, 1, 0); /* reset by peer: it left what it had not read */
		cr_assert(n == 0 || (n < 0 && errno == ECONNRESET), "case %u: no answer, but the end", i);
		int code = wire_end(&w, 3000);
		cr_assert_eq(code, BAD, "case %u: exit code %d", i, code);
		cr_assert(strstr(w.error, bad[i].says), "case %u: '%s', not '%s'", i, w.error, bad[i].says);
		close(fd);
	}
}

Test(proxy_abuse, half_a_message_and_the_end, .timeout = 60)
{
	for (unsigned n = 1; n < 28; n++) {
		uint8_t bytes[28] = {CFG_READ, [8] = 12, [24] = 4};
		struct wire w;
		int code;

		wire_start(&w, "rv515");
		cr_assert_eq(send(w.fd, bytes, n, 0), (ssize_t)n);
		code = wire_end(&w, 3000);
		cr_assert_eq(code, BAD, "%u bytes: exit code %d", n, code);
		cr_assert(strstr(w.error, "in the middle of a message"), "%s", w.error);
	}
}

Test(proxy_abuse, memory_that_is_none, .timeout = 60)
{
	static const struct {
		uint64_t addr, size;
		int64_t offset;
		const char *says;
	} pieces[] = {
	    {0, 0x10000, 0, NULL}, /* right */
	    {0, 0x11000, 0, "of a file of 0x10000 bytes"},
	    {0, 0x1000, 0x10000, "of a file of 0x10000 bytes"},
	    {0, 0x1000, -4096, "of a file of 0x10000 bytes"},
	    {0, UINT64_MAX, 0, "of a file of"},
	    {0, 0x1000, 0x10, "mapping 0x1000 bytes"},
	    {0x10, 0x1000, 0, "begin and end with a page"},
	    {0, 0x1234, 0, "begin and end with a page"},
	    {UINT64_C(1) << 40, 0x1000, 0, NULL}, /* out of the chip's reach: nothing to map */
	    {0xfffff000, 0x2000, 0, NULL},        /* the part that is not */
	};

	for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		struct {
			uint64_t addr[8], size[8];
			int64_t offset[8];
		} m = {{pieces[i].addr}, {pieces[i].size}, {pieces[i].offset}};
		int fd = memfd_create("ram", MFD_CLOEXEC), code;
		unsigned before;
		struct wire w;

		cr_assert(!ftruncate(fd, 0x10000));
		wire_start(&w, "rv515");
		cfg_get(&w, 0, 2);
		before = open_fds(w.pid);
		cr_assert(wire_send(&w, SYNC_SYSMEM, &m, sizeof m, sizeof m, &fd, 1));
		if (!pieces[i].says) {
			cr_assert_eq(cfg_get(&w, 0, 2), 0x1002, "case %u: %s", i, w.error);
			cr_assert_eq(open_fds(w.pid), before, "case %u: a descriptor is left open", i);
		}
		code = wire_end(&w, 3000);
		cr_assert_eq(code, pieces[i].says ? BAD : GONE, "case %u: exit code %d, %s", i, code,
			     w.error);
		if (pieces[i].says)
			cr_assert(strstr(w.error, pieces[i].says), "case %u: '%s'", i, w.error);
		close(fd);
	}
}

/* ---- nonsense ------------------------------------------------------------------------------------------ */
static uint32_t state;

static uint32_t draw_number(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

static uint32_t value(void)
{
	switch (draw_number() % 4) {
	case 0:
		return draw_number();
	case 1:
		return 1u << draw_number() % 32;
	case 2:
		return draw_number() & 0xff;
	}
	return draw_number() % 2 ? ~0u : VRAM_AT + draw_number() % (VRAM_MIB << 20);
}

/* Every register, in an order of its own, then all at random, configuration space and windows between
 * them. */
static void scribble(struct wire *w)
{
	uint32_t step = draw_number() % 0x4000 | 1;

	for (uint32_t i = 0, at = draw_number(); i < 0x4000; i++, at += step)
		ask_bar(w, BAR_WRITE, REGS_AT + (at & 0x3fff) * 4, value(), 4, true);
	for (uint32_t i = 0; i < 6000; i++) {
		uint32_t at = draw_number(), size = 1u << draw_number() % 4;

		switch (draw_number() % 16) {
		case 0:
			ask_bar(w, BAR_WRITE, VRAM_AT + at % (VRAM_MIB << 20), value(), size, true);
			break;
		case 1:
			ask_bar(w, BAR_READ, at, 0, size, at >> 31);
			break;
		case 2:
			ask_bar(w, BAR_WRITE, IO_AT + (at & 0xff), value(), 1u << at % 3, false);
			break;
		case 3:
			if ((at & 0xfc) > 0x24)
				cfg_set(w, at & 0xff, value(), 1 << at % 3);
			break;
		case 4:
			ask_bar(w, BAR_READ, REGS_AT + (at & 0xffff), 0, size, true);
			break;
		default:
			ask_bar(w, BAR_WRITE, REGS_AT + (at & 0xfffc), value(), 4, true);
		}
	}
}

/* Words into the ring of a card that is awake, as if they were packets. */
static void scribble_ring(struct wire *w, struct r500_card *c)
{
	struct fl_dev *d = c->up.dev;
	uint32_t *ring = (uint32_t *)(w->vram + c->ring.at_B);

	for (uint32_t i = 0; i < c->ring.size_dw; i++) {
		uint32_t kind = draw_number() % 4;

		ring[i] = kind == 0   ? value()
			  : kind == 1 ? R500_TYPE0(draw_number() & 0x7ffc, draw_number() % 4 + 1)
				      : 3u << 30 | (draw_number() % 64) << 16 | (draw_number() & 0xff) << 8;
	}
	fl_write32(d, R500_CP_RB_WPTR, draw_number() % c->ring.size_dw);
	for (unsigned i = 0; i < 50; i++)
		fl_read32(d, R500_RBBM_STATUS);
}

Test(proxy_abuse, nonsense_in_every_register_and_the_ring, .timeout = 300)
{
	static uint8_t image[2048], sentinel[4096], other[4096];
	int fd = memfd_create("ram", MFD_CLOEXEC);
	uint8_t *ram;

	/* The guest's memory is a page in the middle of a file: what is around it is the host's. */
	cr_assert(!ftruncate(fd, 3 * 4096));
	ram = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	memset(sentinel, 0xa5, sizeof sentinel);
	memcpy(ram, sentinel, 4096);
	memcpy(ram + 8192, sentinel, 4096);
	memcpy(other, sentinel, 4096);
	fl_model_firmware("r580", 0, image, 2048);
	for (unsigned seed = 1; seed <= 4; seed++) {
		struct {
			uint64_t addr[8], size[8];
			int64_t offset[8];
		} m = {{0}, {4096}, {4096}};
		struct r500_card c;
		struct fl_err err = {0};
		struct fl_dev d;
		struct wire w;

		state = seed * 0x9e3779b9u;
		wire_start(&w, seed & 1 ? "r580" : "rv515");
		wire_assign(&w);
		cr_assert(wire_send(&w, SYNC_SYSMEM, &m, sizeof m, sizeof m, &fd, 1));
		cfg_set(&w, 0x04, 7, 2);
		scribble(&w);
		/* A reset of the machine, and all is well. */
		wire_assign(&w);
		wire_dev(&w, &d);
		r500_card_init(&c, &d);
		c.up.transport = FL_TRANSPORT_VRAM;
		c.up.images.of[0].data = image;
		c.up.images.of[0].size_B = sizeof image;
		cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "seed %u: %s", seed,
			     err.text);
		cfg_set(&w, 0x04, 7, 2);
		scribble_ring(&w, &c);
		wire_assign(&w);
		r500_card_init(&c, &d);
		c.up.transport = FL_TRANSPORT_VRAM;
		c.up.images.of[0].data = image;
		c.up.images.of[0].size_B = sizeof image;
		cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK,
			     "seed %u, after the ring: %s", seed, err.text);
		cr_assert_eq(wire_end(&w, 3000), GONE, "seed %u", seed);
		cr_assert(!memcmp(ram, sentinel, 4096) && !memcmp(ram + 8192, sentinel, 4096), "seed %u",
			  seed);
	}
	munmap(ram, 3 * 4096);
	close(fd);
}
