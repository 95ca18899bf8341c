/* SPDX-License-Identifier: MIT
 *
 * A peer of the card's process that means harm with what it passes: memory that it takes away again,
 * descriptors that are not what they should be, more of them than there is room for. The service of that peer
 * ends with a reason; the process neither dies of a signal nor spins.
 */
#include "tests/unit/test_proxy_rig.h"

#include "hw/model/vanish.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"
#include "hw/fl_wake.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/eventfd.h>

enum { GONE = 1, BAD = 2, RAM_B = 8 << 20 };

struct sysmem {
	uint64_t addr[8], size[8];
	int64_t offset[8];
};

static void share_ram(struct wire *w, int fd)
{
	struct sysmem m = {{0}, {RAM_B}, {0}};

	cr_assert(wire_send(w, SYNC_SYSMEM, &m, sizeof m, sizeof m, &fd, 1));
	cfg_set(w, 0x04, 7, 2);
}

/* The card's process ends as it should, and says so. */
static void ends_with(struct wire *w, const char *says)
{
	char c;
	int code;

	while (recv(w->fd, &c, 1, 0) > 0)
		;
	code = wire_end(w, 5000);
	cr_assert_eq(code, BAD, "exit code %d, and says '%s'", code, w->error);
	cr_assert(strstr(w->error, says), "'%s', not '%s'", w->error, says);
}

/* After this the card's process may be at its end. */
static void write_unanswered(struct wire *w, uint32_t reg, uint32_t value)
{
	struct {
		uint64_t addr, value;
		uint32_t size;
		uint8_t memory, pad[3];
	} m = {REGS_AT + reg, value, 4, true, {0}};

	cr_assert(wire_send(w, BAR_WRITE, &m, 24, 24, NULL, 0));
}

/* A card that is awake, which runs commands out of memory that its peer makes smaller at that moment. */
Test(proxy_peer, memory_that_is_taken_away, .timeout = 60)
{
	static uint8_t image[2048];
	int fd = memfd_create("ram", MFD_CLOEXEC);
	struct r500_card c;
	struct fl_err err = {0};
	struct fl_dev d;
	struct wire w;

	cr_assert(!ftruncate(fd, RAM_B));
	wire_start(&w, "rv515");
	wire_assign(&w);
	share_ram(&w, fd);
	wire_dev(&w, &d);
	r500_card_init(&c, &d);
	c.up.transport = FL_TRANSPORT_VRAM;
	c.up.images.of[0].data = image;
	c.up.images.of[0].size_B = fl_model_firmware("rv515", 0, image, sizeof image);
	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cfg_set(&w, 0x04, 7, 2);
	/* The ring calls a buffer in memory that is there no more. */
	cr_assert_eq(r500_ring_begin(&c.ring, 3, &err), FL_OK, "%s", err.text);
	r500_ring_ib(&c.ring, 0x2000, 2);
	cr_assert(!ftruncate(fd, 0));
	while (c.ring.wptr % R500_RING_ALIGN_DW)
		r500_ring_emit(&c.ring, R500_TYPE2);
	write_unanswered(&w, R500_CP_RB_WPTR, c.ring.wptr);
	ends_with(&w, "memory that it passed is gone");
	close(fd);
}

/* What replaces memory that is gone: zeros for the machine's, ones for a card's; the rest of the process does
 * not notice. */
Test(proxy_peer, what_takes_its_place)
{
	size_t size_B = 3 << 20;

	for (unsigned as = FL_VANISH_ZEROS; as <= FL_VANISH_ONES; as++) {
		uint8_t ones = as == FL_VANISH_ONES ? 0xff : 0;
		int fd = memfd_create("ram", MFD_CLOEXEC);
		volatile uint8_t *at;

		cr_assert(!ftruncate(fd, (off_t)size_B));
		at = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		cr_assert(fl_vanish_guard((void *)(uintptr_t)at, size_B, (enum fl_vanish_as)as));
		at[0] = at[size_B - 1] = 0x55;
		cr_assert(!fl_vanish_gone((const void *)(uintptr_t)at));
		cr_assert(!ftruncate(fd, 4096));
		cr_assert_eq(at[0], 0x55, "it is still there");
		cr_assert(!fl_vanish_gone((const void *)(uintptr_t)at));
		cr_assert_eq(at[size_B - 1], ones);
		cr_assert(fl_vanish_gone((const void *)(uintptr_t)at));
		cr_assert(!ftruncate(fd, 0));
		cr_assert_eq(at[1 << 20], ones);
		at[4096] = 1;
		cr_assert_eq(at[8192], ones);
		fl_vanish_release((const void *)(uintptr_t)at);
		munmap((void *)(uintptr_t)at, size_B);
		close(fd);
	}
}

/* A bus error elsewhere is what it always was. */
Test(proxy_peer, a_bus_error_elsewhere, .signal = SIGBUS)
{
	int fd = memfd_create("ram", MFD_CLOEXEC);
	volatile uint8_t *at, *other;

	cr_assert(!ftruncate(fd, 4096));
	at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	other = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	cr_assert(fl_vanish_guard((void *)(uintptr_t)at, 4096, FL_VANISH_ZEROS));
	cr_assert(!ftruncate(fd, 0));
	if (getenv("FL_SANITIZED"))
		signal(SIGBUS,
		       SIG_DFL); /* a sanitizer has a handler of its own, which was there before ours */
	other[0] = 1;
}

Test(proxy_peer, files_that_are_not_memory, .timeout = 60)
{
	static const struct {
		const char *what, *says;
	} file[] = {{"a pipe", "the descriptor is not a file"},
		    {"/dev/zero", "the descriptor is not a file"},
		    {"/proc/self/status", "a file that is not memory"},
		    {"sealed", "sealed against writing"}};

	for (unsigned i = 0; i < sizeof file / sizeof *file; i++) {
		struct sysmem m = {{0}, {4096}, {0}};
		struct wire w;
		int pair[2], fd;

		if (!strcmp(file[i].what, "a pipe")) {
			cr_assert(!pipe(pair));
			fd = pair[0];
		} else if (!strcmp(file[i].what, "sealed")) {
			fd = memfd_create("ram", MFD_CLOEXEC | MFD_ALLOW_SEALING);
			cr_assert(!ftruncate(fd, 4096) && !fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE));
		} else {
			fd = open(file[i].what, O_RDONLY | O_CLOEXEC);
		}
		cr_assert(fd >= 0);
		wire_start(&w, "rv515");
		cr_assert(wire_send(&w, SYNC_SYSMEM, &m, sizeof m, sizeof m, &fd, 1));
		ends_with(&w, file[i].says);
		close(fd);
	}
}

/* Eight with the head of a message, and one more with the rest. */
Test(proxy_peer, nine_descriptors_in_two_pieces, .timeout = 60)
{
	struct sysmem m = {{0}, {4096}, {0}};
	int fd = memfd_create("ram", MFD_CLOEXEC), fds[8] = {fd, fd, fd, fd, fd, fd, fd, fd};
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control = {0};
	struct iovec v = {&m, sizeof m};
	struct msghdr h = {.msg_iov = &v,
			   .msg_iovlen = 1,
			   .msg_control = control.bytes,
			   .msg_controllen = sizeof control.bytes};
	struct cmsghdr *c = CMSG_FIRSTHDR(&h);
	struct wire w;

	cr_assert(!ftruncate(fd, 4096));
	wire_start(&w, "rv515");
	cr_assert(wire_send(&w, SYNC_SYSMEM, "", sizeof m, 0, fds, 8));
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof fd);
	cr_assert_eq(sendmsg(w.fd, &h, MSG_NOSIGNAL), (ssize_t)sizeof m);
	ends_with(&w, "a message with more than 8 file descriptors");
	close(fd);
}

/* ---- interrupts ---------------------------------------------------------------------------------------- */
static void raise_interrupt(struct wire *w)
{
	ask_bar(w, BAR_WRITE, REGS_AT + R500_GEN_INT_CNTL, R500_GEN_INT_CNTL__SW_INT_ENABLE(1), 4, true);
	write_unanswered(w, R500_GEN_INT_STATUS, R500_GEN_INT_STATUS__SW_INT_FIRE(1));
}

Test(proxy_peer, interrupts_by_what_is_no_counter, .timeout = 60)
{
	for (unsigned i = 0; i < 4; i++) {
		int pair[2], good = eventfd(0, EFD_CLOEXEC), fds[2] = {good, good};
		struct wire w;

		cr_assert(i % 2 ? !socketpair(AF_UNIX, SOCK_STREAM, 0, pair) : !pipe(pair));
		fds[i / 2] = pair[1];
		wire_start(&w, "rv515");
		wire_assign(&w);
		cr_assert(wire_send(&w, SET_IRQFD, "", 0, 0, fds, 2));
		close(pair[0]); /* writing now raises SIGPIPE */
		ends_with(&w, i / 2 ? "the descriptor for their end is not an eventfd"
				    : "the descriptor for interrupts is not an eventfd");
		close(pair[1]);
		close(good);
	}
}

static double cpu_s(pid_t pid)
{
	char path[64], text[512] = "", *p;
	unsigned long user = 0, system = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	f = fopen(path, "r");
	cr_assert(f && fgets(text, sizeof text, f));
	fclose(f);
	p = strrchr(text, ')');
	cr_assert_eq(sscanf(p + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system),
		     2);
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* The end of an interrupt that was never raised, said for ever. */
Test(proxy_peer, an_end_that_is_always_there, .timeout = 60)
{
	int fds[2] = {eventfd(0, EFD_CLOEXEC), eventfd(0xffffff, EFD_CLOEXEC | EFD_SEMAPHORE)};
	double before;
	struct wire w;

	wire_start(&w, "rv515");
	wire_assign(&w);
	cr_assert(wire_send(&w, SET_IRQFD, "", 0, 0, fds, 2));
	cfg_get(&w, 0, 2);
	before = cpu_s(w.pid);
	usleep(600000);
	cr_assert_lt(cpu_s(w.pid) - before, 0.3, "it spins");
	/* and of one that was */
	raise_interrupt(&w);
	ends_with(&w, "never becomes empty");
	close(fds[0]);
	close(fds[1]);
}

/* The other side's counters are closed there: nothing happens here. */
Test(proxy_peer, counters_that_are_closed, .timeout = 60)
{
	int fds[2] = {eventfd(0, EFD_CLOEXEC), eventfd(0, EFD_CLOEXEC)};
	struct wire w;

	wire_start(&w, "rv515");
	wire_assign(&w);
	cr_assert(wire_send(&w, SET_IRQFD, "", 0, 0, fds, 2));
	close(fds[0]);
	close(fds[1]);
	raise_interrupt(&w);
	wire_answer(&w);
	cr_assert_eq(cfg_get(&w, 0, 2), 0x1002);
	cr_assert_eq(wire_end(&w, 3000), GONE);
}
