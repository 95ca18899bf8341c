/* SPDX-License-Identifier: MIT
 *
 * What the boot code of ARM boards makes of a device tree (boot/board): of trees written here and compiled by
 * dtc, of that of QEMU's sabrelite, and of one with bytes changed at random, which must end and stay in its
 * bounds.
 */
#include "boot/board/board.h"
#include "boot/board/tree.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static uint8_t *read_file(const char *path, size_t *size_B)
{
	static uint8_t blob[1 << 20];
	FILE *f = fopen(path, "rb");

	cr_assert(f, "%s is not there", path);
	*size_B = fread(blob, 1, sizeof blob, f);
	fclose(f);
	return blob;
}

static const void *compile(const char *dts)
{
	char path[] = "/tmp/firstlight-tree-XXXXXX", command[128];
	size_t n;
	FILE *f;

	close(mkstemp(path));
	snprintf(command, sizeof command, "dtc -q -I dts -O dtb -o %s -", path);
	f = popen(command, "w");
	cr_assert(f && fputs(dts, f) >= 0);
	cr_assert_eq(pclose(f), 0, "dtc: package device-tree-compiler");

	const void *blob = read_file(path, &n);
	unlink(path);
	return blob;
}

Test(board_tree, an_i_mx6)
{
	struct fl_board b;
	size_t n;

	fl_board_read(&b, read_file(built("arm/sabrelite.dtb"), &n));
	cr_assert_eq(b.uart, FL_BOARD_IMX_UART);
	cr_assert_eq(b.uart_addr, 0x02020000u, "by an alias, with options behind it");
	cr_assert_eq(b.gpt_addr, 0x02098000u);
	cr_assert(!b.gpt_divides);
	cr_assert_eq(b.psci, FL_BOARD_NO_PSCI);
	cr_assert_eq(b.n_banks, 1u);
	cr_assert_eq(b.bank[0].addr, 0x10000000u);
	cr_assert_str_empty(b.bootargs);
}

/* Two buses that move addresses, cells of both widths, a port that is switched off before the one that is
 * not. */
static const char board[] =
    "/dts-v1/; /memreserve/ 0x48000000 0x1000;\n"
    "/ { #address-cells = <2>; #size-cells = <2>;\n"
    "  memory@40000000 { device_type = \"memory\"; reg = <0 0x40000000 0 0x20000000>,\n"
    "    <1 0 0 0x40000000>; };\n"
    "  reserved-memory { #address-cells = <2>; #size-cells = <2>; ranges;\n"
    "    secure@5e000000 { reg = <0 0x5e000000 0 0x2000000>; no-map; };\n"
    "    shared@50000000 { reg = <0 0x50000000 0 0x100000>; }; };\n"
    "  psci { compatible = \"arm,psci-1.0\"; method = \"smc\"; };\n"
    "  timer { compatible = \"arm,armv8-timer\"; clock-frequency = <8333333>; };\n"
    "  soc@0 { #address-cells = <1>; #size-cells = <1>; ranges = <0 0 0x30000000 0x10000000>;\n"
    "    bus@800000 { #address-cells = <1>; #size-cells = <1>; ranges = <0x100 0x800000 0x400000>;\n"
    "      serial@50100 { compatible = \"arm,pl011\"; reg = <0x50100 0x1000>; status = \"disabled\"; };\n"
    "      serial@60100 { compatible = \"arm,pl011\"; reg = <0x60100 0x1000>; status = \"okay\"; };\n"
    "      serial@900000 { compatible = \"arm,pl011\"; reg = <0x900000 0x1000>; }; }; };\n"
    "  chosen { bootargs = \"demo blit\"; linux,initrd-start = <0x44000000>;\n"
    "    linux,initrd-end = <0 0x44001234>; %s };\n"
    "};\n";

static struct fl_board read_board(const char *chosen)
{
	char dts[sizeof board + 100];
	struct fl_board b;

	snprintf(dts, sizeof dts, board, chosen);
	fl_board_read(&b, compile(dts));
	return b;
}

Test(board_tree, addresses_through_buses)
{
	struct fl_board b = read_board("");

	cr_assert_eq(b.uart, FL_BOARD_PL011);
	cr_assert_eq(b.uart_addr, 0x30000000u + 0x800000 + 0x60000, "the first that is switched on");
	cr_assert_eq(b.psci, FL_BOARD_SMC);
	cr_assert_eq(b.timer_hz, 8333333u);
	cr_assert_str_eq(b.bootargs, "demo blit");
	cr_assert_eq(b.n_banks, 2u);
	cr_assert_eq(b.bank[1].addr, 0x100000000u);
	cr_assert_eq(b.initrd.addr, 0x44000000u);
	cr_assert_eq(b.initrd.size_B, 0x1234u);
}

Test(board_tree, the_console_that_is_named)
{
	struct fl_board b = read_board("stdout-path = \"/soc@0/bus@800000/serial@50100:9600\";");

	cr_assert_eq(b.uart_addr, 0x30000000u + 0x800000 + 0x50000);
	/* No bus passes that one on: there is no console, rather than one at a wrong address. */
	b = read_board("stdout-path = \"/soc@0/bus@800000/serial@900000\";");
	cr_assert_eq(b.uart, FL_BOARD_NO_UART);
	b = read_board("stdout-path = \"/soc/bus/serial@60100\";");
	cr_assert_eq(b.uart_addr, 0x30000000u + 0x800000 + 0x60000, "names without addresses");
	b = read_board("stdout-path = \"/soc@0/bus@800000/serial@6010\";");
	cr_assert_eq(b.uart, FL_BOARD_NO_UART);
}

/* The blob itself is not ours either: it is the first that is kept. */
Test(board_tree, memory_that_is_kept)
{
	struct fl_board b = read_board("");
	bool no_map = false, reserved = false, shared = false, initrd = false;

	for (unsigned i = 0; i < b.n_kept; i++) {
		no_map |= b.kept[i].addr == 0x5e000000 && b.kept[i].size_B == 0x2000000 && b.no_map >> i & 1;
		shared |= b.kept[i].addr == 0x50000000 && !(b.no_map >> i & 1);
		reserved |= b.kept[i].addr == 0x48000000 && b.kept[i].size_B == 0x1000;
		initrd |= b.kept[i].addr == 0x44000000;
	}
	cr_assert(no_map && reserved && shared && initrd);
	cr_assert_eq(b.n_kept, 6u);
	cr_assert_eq(b.kept[5].addr, 0x5ffff000u, "the last page of the first bank");
}

Test(board_tree, no_tree)
{
	static const uint8_t nothing[64];
	struct fl_board b;

	cr_assert(!fl_tree_ok(NULL));
	cr_assert(!fl_tree_ok(nothing));
	fl_board_read(&b, nothing);
	cr_assert_eq(b.uart, FL_BOARD_NO_UART);
	cr_assert_eq(b.n_banks, 0u);
}

/* What says where a text ends may be the byte that was changed: behind the blob, zeros end it. A page further
 * nothing may be read. */
Test(board_tree, bytes_changed_at_random, .timeout = 30)
{
	enum { PAGE_B = 4096, ZEROS_B = 64, ROUNDS = 20000 };
	size_t n, room_B;
	const uint8_t *blob = read_file(built("arm/sabrelite.dtb"), &n);
	uint8_t *room, *at;
	uint32_t seed = 1;

	room_B = (n + ZEROS_B + PAGE_B - 1) / PAGE_B * PAGE_B;
	room = mmap(NULL, room_B + PAGE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	cr_assert(room != MAP_FAILED && !mprotect(room + room_B, PAGE_B, PROT_NONE));
	at = room + room_B - n - ZEROS_B;
	at -= (uintptr_t)at % 8;
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct fl_board b;

		memcpy(at, blob, n);
		for (unsigned k = 0; k < 1 + i % 8; k++) {
			seed = seed * 1664525 + 1013904223;
			/* The size in the header is what bounds the rest. */
			at[8 + (seed >> 8) % (n - 8)] ^= (uint8_t)(1 << (seed >> 4 & 7));
		}
		fl_board_read(&b, at);
	}
	munmap(room, room_B + PAGE_B);
}
