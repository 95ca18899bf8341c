/* SPDX-License-Identifier: MIT
 *
 * The card as QEMU meets it, over its socket: what QEMU asks at the start, a wake-up, DMA, interrupts.
 */
#include "tests/unit/test_proxy_rig.h"

#include "hw/r500/smoke.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

#include <sys/eventfd.h>

enum { GONE = 1 }; /* how the card's process ends when the socket is closed */

static uint8_t image[2048];

/* QEMU 7.2, probe_pci_info(): seven BARs, of which the last becomes the ROM's. */
static uint32_t probe(struct wire *w, unsigned i)
{
	uint32_t where = 0x10 + 4 * i, was = cfg_get(w, where, 4), got;

	cfg_set(w, where, ~0u, 4);
	got = cfg_get(w, where, 4);
	cfg_set(w, where, was, 4);
	cr_assert_eq(cfg_get(w, where, 4), was);
	return got;
}

Test(proxy, what_qemu_asks_at_the_start, .timeout = 60)
{
	struct wire w;

	wire_start(&w, "r580");
	cr_assert_eq(cfg_get(&w, 0, 2), 0x1002);
	cr_assert_eq(cfg_get(&w, 2, 2), 0x7249);
	cr_assert_eq(cfg_get(&w, 0x0a, 2), 0x0300);
	cr_assert_eq(cfg_get(&w, 0x2c, 2), 0x1002);
	/* 32-bit, prefetchable; nothing; 64 KiB of registers; nothing; 256 ports; nothing; 128 KiB of ROM */
	cr_assert_eq(probe(&w, 0), (uint32_t) - (VRAM_MIB << 20) | 8);
	cr_assert_eq(probe(&w, 1), 0);
	cr_assert_eq(probe(&w, 2), 0xffff0000);
	cr_assert_eq(probe(&w, 3), 0);
	cr_assert_eq(probe(&w, 4) & 0xffff, 0xff01);
	cr_assert_eq(probe(&w, 5), 0);
	cr_assert_eq(probe(&w, 6), 0xfffe0000);
	/* From the first reset on a guest asks: no address anywhere, nothing enabled, no seventh BAR. */
	cr_assert(wire_send(&w, DEVICE_RESET, "", 0, 0, NULL, 0));
	wire_answer(&w);
	cr_assert_eq(cfg_get(&w, 0x04, 2), 0);
	for (unsigned where = 0x10; where < 0x28; where += 4)
		cr_assert_eq(cfg_get(&w, where, 4) & ~15u, 0);
	cr_assert_eq(probe(&w, 6), 0);
	/* Capabilities: power management, and none that a conventional bus cannot carry. */
	cr_assert(cfg_get(&w, 0x06, 2) & 0x10);
	uint32_t at = cfg_get(&w, 0x34, 1);
	cr_assert_eq(cfg_get(&w, at, 1), 1);
	cr_assert_eq(cfg_get(&w, at + 1, 1), 0);
	cr_assert_eq(wire_end(&w, 3000), GONE);
}

Test(proxy, windows_answer_where_their_bars_are, .timeout = 60)
{
	struct wire w;
	uint32_t word = 0x12345678;

	wire_start(&w, "r420"); /* I/O at BAR 1 */
	wire_assign(&w);
	cr_assert_eq(cfg_get(&w, 0x14, 4) & 3, 1);
	ask_bar(&w, BAR_WRITE, REGS_AT + R500_SCRATCH_REG(3), 0xcafe0001, 4, true);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, REGS_AT + R500_SCRATCH_REG(3), 0, 4, true), 0xcafe0001);
	cr_assert_eq((uint8_t)ask_bar(&w, BAR_READ, REGS_AT + R500_SCRATCH_REG(3) + 3, 0, 1, true), 0xca);
	/* eight bytes are two registers */
	ask_bar(&w, BAR_WRITE, REGS_AT + R500_SCRATCH_REG(0), 0x0000000200000001, 8, true);
	cr_assert_eq(ask_bar(&w, BAR_READ, REGS_AT + R500_SCRATCH_REG(0), 0, 8, true), 0x0000000200000001);
	/* VRAM, the long way and in the shared memory */
	ask_bar(&w, BAR_WRITE, VRAM_AT + 0x1000, word, 4, true);
	cr_assert_eq(memcmp(w.vram + 0x1000, &word, 4), 0);
	w.vram[0x2005] = 0x5a;
	cr_assert_eq((uint8_t)ask_bar(&w, BAR_READ, VRAM_AT + 0x2005, 0, 1, true), 0x5a);
	/* registers through ports: MM_INDEX and MM_DATA */
	cfg_set(&w, 0x14, IO_AT, 4);
	ask_bar(&w, BAR_WRITE, IO_AT + R500_MM_INDEX, R500_SCRATCH_REG(1), 4, false);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, IO_AT + R500_MM_DATA, 0, 4, false), 2);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, IO_AT + R500_MM_DATA, 0, 4, true), ~0u);
	/* the expansion ROM, while it is enabled; beyond its contents there is nothing */
	cfg_set(&w, 0x30, ROM_AT, 4);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, ROM_AT, 0, 4, true), ~0u);
	cfg_set(&w, 0x30, ROM_AT | 1, 4);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, ROM_AT, 0, 4, true), 0xcb01aa55);
	cr_assert_eq((uint16_t)ask_bar(&w, BAR_READ, ROM_AT + 3, 0, 2, true), 0xffcb);
	cr_assert_eq((uint8_t)ask_bar(&w, BAR_READ, ROM_AT + 0x1ffff, 0, 1, true), 0xff);
	ask_bar(&w, BAR_WRITE, ROM_AT, 0, 4, true);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, ROM_AT, 0, 4, true), 0xcb01aa55);
	/* moved, and switched off */
	cfg_set(&w, 0x18, REGS_AT + 0x10000, 4);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, REGS_AT + R500_SCRATCH_REG(0), 0, 4, true), ~0u);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, REGS_AT + 0x10000 + R500_SCRATCH_REG(0), 0, 4, true), 1);
	cfg_set(&w, 0x04, 0, 2);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, REGS_AT + 0x10000 + R500_SCRATCH_REG(0), 0, 4, true),
		     ~0u);
	cr_assert_eq(wire_end(&w, 3000), GONE);
}

/* Two windows may be prefetched: VRAM is the first, and the second, of doorbells, is no part of it. Sea
 * Islands: SCRATCH_REG0 is at 0x30100 of BAR 5. */
Test(proxy, doorbells_are_no_vram, .timeout = 60)
{
	enum { DOORBELLS_AT = 0xf0000000u, REGS5_AT = 0xfeb00000u, SCRATCH = 0x30100, WORD = 0x12345678 };
	struct wire w;

	wire_start(&w, "bonaire");
	cfg_set(&w, 0x10, VRAM_AT, 4);
	cfg_set(&w, 0x18, DOORBELLS_AT, 4);
	cfg_set(&w, 0x24, REGS5_AT, 4);
	cfg_set(&w, 0x04, 7, 2);
	cr_assert_eq(cfg_get(&w, 0x10, 4) & 15u, 12, "VRAM: 64 bits, prefetched");
	cr_assert_eq(cfg_get(&w, 0x18, 4) & 15u, 12, "and doorbells");
	ask_bar(&w, BAR_WRITE, REGS5_AT + SCRATCH, 0xcafe0001, 4, true);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, REGS5_AT + SCRATCH, 0, 4, true), 0xcafe0001);
	ask_bar(&w, BAR_WRITE, VRAM_AT + 0x1000, WORD, 4, true);
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, VRAM_AT + 0x1000, 0, 4, true), (uint32_t)WORD);
	for (unsigned size_B = 1; size_B <= 8; size_B *= 2) {
		ask_bar(&w, BAR_WRITE, DOORBELLS_AT + 0x1000, 0, size_B, true);
		cr_assert_eq(ask_bar(&w, BAR_READ, DOORBELLS_AT + 0x1000, 0, size_B, true), 0);
	}
	cr_assert_eq((uint32_t)ask_bar(&w, BAR_READ, VRAM_AT + 0x1000, 0, 4, true), (uint32_t)WORD);
	cr_assert_eq(wire_end(&w, 3000), GONE);
}

static void count(void *arg, const struct fl_check_result *r)
{
	/* the wire has no memory to give */
	bool none = !strcmp(r->name, "ring in system memory");

	cr_assert(r->verdict == (none ? FL_SKIP : FL_PASS), "%s: %s", r->name, r->text);
}

Test(proxy, smoke_over_the_wire, .timeout = 120)
{
	static const char *const chips[] = {"r580", "rv530", "rv515"};

	fl_model_firmware("r580", 0, image, 2048);
	for (unsigned i = 0; i < 3; i++) {
		struct fl_smoke_counts counts;
		struct r500_card c;
		struct fl_err err = {0};
		struct fl_dev d;
		struct wire w;

		wire_start(&w, chips[i]);
		wire_assign(&w);
		wire_dev(&w, &d);
		r500_card_init(&c, &d);
		c.up.transport = FL_TRANSPORT_VRAM;
		c.up.images.of[0].data = image;
		c.up.images.of[0].size_B = sizeof image;
		cr_assert_eq(fl_smoke(&r500_family, &c.up, count, NULL, &counts, &err), FL_OK, "%s: %s",
			     chips[i], err.text);
		cr_assert_eq(counts.n[FL_PASS], fl_smoke_planned(&r500_family) - 1);
		cr_assert_eq(wire_end(&w, 3000), GONE);
	}
}

/* Wake, reset by the bus in the middle of work, wake again. */
Test(proxy, reset_in_the_middle, .timeout = 120)
{
	struct wire w;

	fl_model_firmware("r580", 0, image, 2048);
	wire_start(&w, "r580");
	for (unsigned i = 0; i < 5; i++) {
		struct r500_card c;
		struct fl_err err = {0};
		struct fl_dev d;

		wire_assign(&w);
		wire_dev(&w, &d);
		r500_card_init(&c, &d);
		c.up.transport = FL_TRANSPORT_VRAM;
		c.up.images.of[0].data = image;
		c.up.images.of[0].size_B = sizeof image;
		cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "round %u: %s", i,
			     err.text);
		/* work that nobody waits for: the ring full of waits and scratch writes */
		cr_assert_eq(r500_ring_begin(&c.ring, 64, &err), FL_OK);
		for (unsigned k = 0; k < 32; k++)
			r500_ring_reg(&c.ring, R500_SCRATCH_REG(4), k);
		r500_ring_commit(&c.ring);
	}
	cr_assert_eq(wire_end(&w, 3000), GONE);
}

/* ---- DMA ----------------------------------------------------------------------------------------------- */
enum { RAM_AT = 0x00100000, RAM_B = 4 << 20 };

static void give_ram(struct wire *w, int fd)
{
	struct {
		uint64_t addr[8], size[8];
		int64_t offset[8];
	} m = {{RAM_AT, 0x40000000}, {RAM_B, 4096}, {4096, 0}};

	cr_assert(wire_send(w, SYNC_SYSMEM, &m, sizeof m, sizeof m, (const int[]){fd, fd}, 2));
}

static enum fl_code run_from_ram(struct r500_card *c, uint32_t *ram, uint32_t value, struct fl_err *err)
{
	ram[0] = R500_TYPE0(R500_SCRATCH_REG(4), 1);
	ram[1] = value;
	__sync_synchronize();
	if (r500_ring_begin(&c->ring, 3, err))
		return err->code;
	r500_ring_ib(&c->ring, RAM_AT + 0x2000, 2);
	r500_ring_commit(&c->ring);
	return fl_poll32(c->up.dev, R500_SCRATCH_REG(4), ~0u, value, 500000, "the buffer in RAM",
			 "SCRATCH_REG4", err);
}

Test(proxy, the_chip_reads_guest_memory_as_a_bus_master, .timeout = 60)
{
	struct r500_card c;
	struct fl_err err = {0};
	struct fl_dev d;
	struct wire w;
	uint8_t *ram;
	int fd = memfd_create("ram", MFD_CLOEXEC);

	cr_assert(!ftruncate(fd, RAM_B + 8192));
	ram = mmap(NULL, RAM_B + 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	fl_model_firmware("r580", 0, image, 2048);
	wire_start(&w, "r580");
	wire_assign(&w);
	give_ram(&w, fd);
	wire_dev(&w, &d);
	r500_card_init(&c, &d);
	c.up.transport = FL_TRANSPORT_VRAM;
	c.up.images.of[0].data = image;
	c.up.images.of[0].size_B = sizeof image;
	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cfg_set(&w, 0x04, 7, 2); /* bus master */
	cr_assert_eq(run_from_ram(&c, (uint32_t *)(ram + 4096 + 0x2000), 0xcafe1234, &err), FL_OK, "%s",
		     err.text);
	/* The same after the machine has announced its memory again, and not with bus mastering off. */
	give_ram(&w, fd);
	cr_assert_eq(run_from_ram(&c, (uint32_t *)(ram + 4096 + 0x2000), 0xcafe1235, &err), FL_OK, "%s",
		     err.text);
	cfg_set(&w, 0x04, 3, 2);
	cr_assert_eq(run_from_ram(&c, (uint32_t *)(ram + 4096 + 0x2000), 0xcafe1236, &err), FL_TIMEOUT);
	cr_assert_eq(wire_end(&w, 3000), GONE);
	munmap(ram, RAM_B + 8192);
	close(fd);
}

/* ---- interrupts ---------------------------------------------------------------------------------------- */
static bool told(int fd, int timeout_ms)
{
	struct pollfd f = {.fd = fd, .events = POLLIN};
	uint64_t n;

	return poll(&f, 1, timeout_ms) > 0 && read(fd, &n, 8) == 8;
}

Test(proxy, the_interrupt_line_is_a_level, .timeout = 60)
{
	int fd[2] = {eventfd(0, EFD_CLOEXEC), eventfd(0, EFD_CLOEXEC)};
	uint64_t one = 1;
	struct fl_dev d;
	struct wire w;

	wire_start(&w, "r580");
	wire_assign(&w);
	wire_dev(&w, &d);
	cr_assert(wire_send(&w, SET_IRQFD, "", 0, 0, fd, 2));
	fl_write32(&d, R500_GEN_INT_STATUS, R500_GEN_INT_STATUS__SW_INT_FIRE(1));
	cr_assert(!told(fd[0], 100), "not enabled");
	fl_write32(&d, R500_GEN_INT_CNTL, R500_GEN_INT_CNTL__SW_INT_ENABLE(1));
	cr_assert(told(fd[0], 2000), "enabled, and pending");
	cr_assert(!told(fd[0], 100), "told once");
	/* the guest served it, but did not take the reason away */
	cr_assert_eq(write(fd[1], &one, 8), 8);
	cr_assert(told(fd[0], 2000), "told again");
	fl_write32(&d, R500_GEN_INT_STATUS, R500_GEN_INT_STATUS__SW_INT_TEST(1));
	cr_assert_eq(write(fd[1], &one, 8), 8);
	cr_assert(!told(fd[0], 100), "served");
	cfg_set(&w, 0x04, 0x403, 2); /* INTx off */
	fl_write32(&d, R500_GEN_INT_STATUS, R500_GEN_INT_STATUS__SW_INT_FIRE(1));
	cr_assert(!told(fd[0], 100), "switched off in COMMAND");
	cr_assert_eq(wire_end(&w, 3000), GONE);
}
