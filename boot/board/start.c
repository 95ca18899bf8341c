/* SPDX-License-Identifier: MIT
 *
 * The start in C on a board, as a list: the tree, console, memory attributes, time, what the loader left, the
 * program. Entered with the MMU and caches on (entry.S, paging.c).
 */
#include "boot/board/board.h"
#include "boot/board/tree.h"

enum { ARGC_MOST = 64 };
static struct fl_board board;

/* U-Boot's `go ADDR TREE WORDS…` hands over a count and texts; the first of them is where the tree is. */
static bool by_go(uintptr_t argc, uintptr_t argv)
{
	return argc && argc < ARGC_MOST && argv && argv % sizeof(void *) == 0;
}

static uintptr_t hex(const char *s)
{
	uintptr_t v = 0;

	if (s[0] == '0' && (s[1] | 0x20) == 'x')
		s += 2;
	for (; *s; s++) {
		unsigned c = (unsigned char)*s, digit = c - '0' < 10u           ? c - '0'
							: (c | 0x20) - 'a' < 6u ? (c | 0x20) - 'a' + 10
										: 16;
		if (digit == 16)
			return 0;
		v = v << 4 | digit;
	}
	return v;
}

/* Linux's rules (Documentation/arch/arm64/booting.rst, arch/arm/booting.rst): x0 on arm64; on arm r2, with 0
 * in r0. */
uintptr_t fl_board_tree(uintptr_t r0, uintptr_t r1, uintptr_t r2)
{
	uintptr_t at = sizeof(void *) == 8 ? r0 : r2;

	if (by_go(r0, r1))
		at = r0 > 1 ? hex(((const char *const *)r1)[1]) : 0;
	return at % 4 ? 0 : at;
}

/* The texts of `go`, behind the tree's address, as one line. */
static const char *words_of_go(uintptr_t argc, const char *const *argv)
{
	static char line[256];
	size_t n = 0;

	for (uintptr_t i = 2; i < argc; i++) {
		if (n && n < sizeof line - 1)
			line[n++] = ' ';
		for (const char *s = argv[i]; *s && n < sizeof line - 1; s++)
			line[n++] = *s;
	}
	return line;
}

static bool has_word(const char *s, const char *word)
{
	while (*s) {
		const char *w = word;

		while (*w && *s == *w)
			s++, w++;
		if (!*w && (!*s || *s == ' '))
			return true;
		while (*s && *s != ' ')
			s++;
		while (*s == ' ')
			s++;
	}
	return false;
}

/* RAM is cached memory, all but the image's, which is that already, and what nobody may look ahead into. */
static void map_memory(const struct fl_board *b)
{
	for (unsigned i = 0; i < b->n_banks; i++)
		fl_paging_set(b->bank[i].addr, b->bank[i].size_B, FL_BOARD_RAM);
	for (unsigned i = 0; i < b->n_kept; i++)
		if (b->no_map >> i & 1)
			fl_paging_set(b->kept[i].addr, b->kept[i].size_B, FL_BOARD_DEVICE);
}

/* On the port that can be known without one; if there is none, nobody knows where to say it. */
static _Noreturn void no_tree(void)
{
	struct fl_board b = {.uart = FL_BOARD_IMX_UART, .uart_addr = fl_board_imx_uart()};

	if (b.uart_addr)
		fl_uart_use(&b);
	fl_console_text("firstlight: the loader brought no device tree (QEMU: -dtb; U-Boot: the last word of "
			"bootz, the second of go)\n");
	fl_boot_exit(1, true);
}

void fl_boot_main(uintptr_t r0, uintptr_t r1, uintptr_t r2, uintptr_t r3)
{
	struct fl_boot boot = {.loader = "a loader that brought a device tree", .cmdline = ""};
	const void *fdt = (const void *)fl_board_tree(r0, r1, r2);

	if (!fl_tree_ok(fdt))
		no_tree();
	fl_board_read(&board, fdt);
	fl_uart_use(&board);
	fl_exit_use(&board);
	fl_board_hear_errors();
	map_memory(&board);
	fl_pages_use(&board, (uintptr_t)fl_image_end);
	fl_time_use(&board);
	boot.fdt = fdt;
	boot.cmdline = board.bootargs;
	if (by_go(r0, r1)) {
		boot.loader = "U-Boot's go";
		boot.cmdline = words_of_go(r0, (const char *const *)r1);
	}
	for (unsigned i = 0; i < board.n_banks; i++)
		boot.memory_B += board.bank[i].size_B;
	boot.bank_addr = board.bank[0].addr;
	boot.bank_B = board.bank[0].size_B;
	if (board.initrd.size_B)
		boot.module[boot.n_modules++] = (struct fl_boot_module){
		    (const void *)(uintptr_t)board.initrd.addr, (size_t)board.initrd.size_B, ""};
	fl_boot_exit(fl_main(&boot), has_word(boot.cmdline, "exit"));
}
