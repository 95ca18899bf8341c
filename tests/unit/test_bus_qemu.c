/* SPDX-License-Identifier: MIT
 *
 * The bare-metal way to a card, against a machine that nobody here wrote: QEMU with an ati-vga, driven
 * through its test port (no guest runs). Ports 0xCF8 and 0xCFC, BAR sizing, identification, the registers and
 * VRAM behind the BARs, and a mode.
 */
#include "hw/bus/bare.h"
#include "hw/bus/cf8.h"
#include "hw/r100/crtc.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *to, *from;
static pid_t pid;

static bool start(const char *model)
{
	int in[2], out[2];
	char device[64];

	snprintf(device, sizeof(device), "ati-vga,model=%s", model);
	cr_assert(pipe(in) == 0 && pipe(out) == 0);
	pid = fork();
	if (!pid) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		close(in[1]);
		close(out[0]);
		alarm(60); /* whatever happens */
		execlp("qemu-system-x86_64", "qemu-system-x86_64", "-accel", "tcg", "-S", "-qtest-log",
		       "/dev/null", "-qtest", "stdio", "-display", "none", "-vga", "none", "-nodefaults",
		       "-device", device, NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	to = fdopen(in[1], "w");
	from = fdopen(out[0], "r");
	signal(SIGPIPE, SIG_IGN);
	return true;
}

static void stop(void)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* One command, one answer: "OK" or "OK 0x…". */
static uint64_t ask(const char *command, uint64_t address, bool has_value, uint64_t value)
{
	char line[256];
	uint64_t answer = 0;

	fprintf(to, has_value ? "%s 0x%" PRIx64 " 0x%" PRIx64 "\n" : "%s 0x%" PRIx64 "\n", command, address,
		value);
	fflush(to);
	do /* lines about interrupts come, too */
		cr_assert(fgets(line, sizeof(line), from), "QEMU is gone");
	while (strncmp(line, "OK", 2) && strncmp(line, "FAIL", 4) && strncmp(line, "ERR", 3));
	cr_assert(!strncmp(line, "OK", 2), "%s: %s", command, line);
	sscanf(line, "OK %" SCNi64, (int64_t *)&answer);
	return answer;
}

static uint32_t port_in(void *arg, uint16_t port, unsigned size)
{
	return (uint32_t)ask(size == 1 ? "inb" : size == 2 ? "inw" : "inl", port, false, 0);
}

static void port_out(void *arg, uint16_t port, unsigned size, uint32_t value)
{
	ask(size == 1 ? "outb" : size == 2 ? "outw" : "outl", port, true, value);
}

/* The BARs are on the other side of a pipe: the device that bare.c opened, with accessors that go there. */
static uint64_t regs_addr, vram_addr;

static volatile void *map(void *arg, uint64_t addr, uint64_t size, bool wc)
{
	if (wc)
		vram_addr = addr;
	else
		regs_addr = addr;
	return (volatile void *)(uintptr_t)addr; /* never followed */
}

static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	return (uint32_t)ask("readl", regs_addr + at, false, 0);
}

static void write32(struct fl_dev *d, uint32_t at, uint32_t v)
{
	ask("writel", regs_addr + at, true, v);
}

static uint64_t now(void *arg)
{
	static uint64_t us;

	return us++;
}

static void pause_us(void *arg, uint64_t us)
{
}

static bool no_qemu(void)
{
	return system("qemu-system-x86_64 --version >/dev/null 2>&1") != 0;
}

static void drive(const char *model, uint16_t device)
{
	struct fl_ports ports = {port_in, port_out, NULL};
	struct fl_pci pci;
	struct fl_machine machine = {&pci, map, now, pause_us, NULL, NULL};
	struct r100_card c;
	struct fl_card card;
	struct fl_bus bus;
	struct fl_err err;
	struct fl_dev d;

	start(model);
	fl_cf8_init(&pci, &ports);
	pci.last_bus = 0;
	/* No firmware ran: give the BARs their places, as one would. */
	struct fl_pci_function f;
	uint32_t bdf = 0;

	cr_assert(fl_pci_next_display(&pci, &bdf, &f));
	cr_assert_eq(f.vendor, 0x1002);
	cr_assert_eq(f.device, device);
	cr_assert_eq(fl_bare_open(&d, &machine, 0, &card, &err), FL_FAILED);
	cr_assert(strstr(err.text, "no address"), "%s", err.text);
	pci.write(&pci, f.bdf, FL_PCI_BAR0, 4, 0xe0000000);
	pci.write(&pci, f.bdf, FL_PCI_BAR0 + 4, 4, 0xc000);
	pci.write(&pci, f.bdf, FL_PCI_BAR0 + 8, 4, 0xfeb00000);
	cr_assert_eq(fl_bare_open(&d, &machine, 0, &card, &err), FL_OK, "%s", err.text);
	cr_assert_str_eq(card.family->name, "r100");
	/* QEMU 7.2 gives 16 MiB of VRAM and 16 KiB of registers. */
	cr_assert_eq(d.vram_size_B, 16 << 20);
	cr_assert_eq(d.regs_size_B, 16 << 10);
	cr_assert_eq(regs_addr, 0xfeb00000);
	cr_assert_eq(vram_addr, 0xe0000000);
	cr_assert(pci.read(&pci, f.bdf, FL_PCI_COMMAND, 2) & FL_PCI_COMMAND_MEMORY);
	cr_assert_eq(pci.read(&pci, f.bdf, FL_PCI_BAR0, 4) & ~15u, 0xe0000000);

	bus = *d.bus;
	bus.read32 = read32;
	bus.write32 = write32;
	d.bus = &bus;
	d.regs = NULL;
	d.vram = NULL;
	cr_assert_eq((r100_card_init(&c, &d), r100_identify(&c.up, &err)), FL_OK, "%s", err.text);
	cr_assert_eq(c.up.vram_B, 16 << 20);
	/* MM_INDEX and MM_DATA lead to the memory behind BAR 0 */
	fl_write32(&d, 0, 0x80000100);
	fl_write32(&d, 4, 0x1badcafe);
	cr_assert_eq(ask("readl", vram_addr + 0x100, false, 0), 0x1badcafe);
	static const unsigned sizes[3][2] = {{640, 480}, {800, 600}, {1024, 768}};

	for (unsigned i = 0; i < 3; i++) {
		cr_assert_eq(r100_crtc_set(&c, sizes[i][0], sizes[i][1], 0, sizes[i][0], &err), FL_OK, "%s",
			     err.text);
		cr_assert_eq((fl_read32(&d, 0x200) >> 16) + 1, sizes[i][0] / 8);
		cr_assert_eq((fl_read32(&d, 0x208) >> 16) + 1, sizes[i][1]);
		cr_assert_eq(fl_read32(&d, 0x22c) & 0x7ff, sizes[i][0] / 8);
	}
	fl_dev_close(&d);
	stop();
}

Test(bus_qemu, rv100, .timeout = 60)
{
	if (no_qemu())
		cr_skip_test("no qemu-system-x86_64");
	drive("rv100", 0x5159);
}

Test(bus_qemu, rage128p, .timeout = 60)
{
	if (no_qemu())
		cr_skip_test("no qemu-system-x86_64");
	drive("rage128p", 0x5046);
}
