/* SPDX-License-Identifier: MIT
 *
 * Which memory of an ARM board a device gets (boot/board/pages.c): behind the image, below 4 GiB, whole, and
 * nothing of what the tree or the loader keeps.
 */
#include "boot/board/board.h"

#include <criterion/criterion.h>
#include <string.h>

#define MIB UINT64_C(0x100000)

/* The file itself, with names of its own, on a processor that notes what is asked of it. */
static uint64_t set_addr, set_B;

static bool note(uint64_t addr, uint64_t size_B, enum fl_board_kind kind)
{
	cr_assert_eq(kind, FL_BOARD_STREAM);
	set_addr = addr;
	set_B = size_B;
	return true;
}

static void forget(uintptr_t from, size_t size_B)
{
	cr_assert_eq(from, set_addr);
	cr_assert_eq(size_B, set_B);
}

#define fl_paging_set   note
#define fl_cache_forget forget
#define fl_pages_use    use
#define fl_boot_pages   board_pages
void use(const struct fl_board *b, uint64_t from);
void *board_pages(size_t size_B);
#include "boot/board/pages.c"

static struct fl_board board(uint64_t addr, uint64_t size_B)
{
	return (struct fl_board){.n_banks = 1, .bank = {{addr, size_B}}};
}

static void keep_range(struct fl_board *b, uint64_t addr, uint64_t size_B)
{
	b->kept[b->n_kept++] = (struct fl_board_range){addr, size_B};
}

Test(board_pages, behind_the_image)
{
	struct fl_board b = board(0x40000000, 512 * MIB);

	use(&b, 0x40312345);
	cr_assert_eq(set_addr, (0x40312345 + FL_PAGING_B - 1) & ~(uint64_t)(FL_PAGING_B - 1));
	cr_assert_eq(set_B, 64 * MIB);
}

Test(board_pages, not_what_is_kept)
{
	struct fl_board b = board(0x40000000, 512 * MIB);

	keep_range(&b, 0x48000000, 2 * MIB);  /* behind the next one, and first in the list */
	keep_range(&b, 0x44000000, 16 * MIB); /* 63 MiB behind the image */
	use(&b, 0x40100000);
	cr_assert_eq(set_addr, 0x48200000u);
	cr_assert_eq(set_B, 64 * MIB);
}

Test(board_pages, less_where_there_is_less)
{
	struct fl_board b = board(0x10000000, 32 * MIB);

	keep_range(&b, 0x11fff000, 4096);
	use(&b, 0x10200000);
	cr_assert_eq(set_addr, 0x10200000u);
	cr_assert_eq(set_B, 16 * MIB, "32 are not left, and the last page is kept");
}

/* 32 bits are what devices have. */
Test(board_pages, below_4_gib)
{
	struct fl_board b = board(0xf8000000, 1024 * MIB);

	b.bank[b.n_banks++] = (struct fl_board_range){0x100000000, 1024 * MIB};
	use(&b, 0xfa000000);
	cr_assert_eq(set_addr, 0xfa000000u);
	cr_assert_eq(set_B, 64 * MIB);
	set_B = 0;
	use(&b, 0xffff0000);
	cr_assert_eq(set_B, 0u);
}

Test(board_pages, none)
{
	struct fl_board b = {.n_banks = 0};

	use(&b, 0x40000000);
	cr_assert_eq(set_B, 0u);
	cr_assert_null(board_pages(4096));
}

/* Out of memory of the test's own: zeroed, whole, and no more than there is. */
Test(board_pages, pieces)
{
	static uint8_t room[5 * PAGE_B];
	uint8_t *a, *c;

	memset(room, 0xaa, sizeof room);
	pool = room + (PAGE_B - (uintptr_t)room % PAGE_B) % PAGE_B;
	pool_B = 4 * PAGE_B;
	a = board_pages(1);
	c = board_pages(PAGE_B + 1);
	cr_assert_eq(a, pool);
	cr_assert_eq(c, pool + PAGE_B);
	for (unsigned i = 0; i < 3 * PAGE_B; i++)
		cr_assert_eq(a[i], 0u);
	cr_assert_eq(pool[3 * PAGE_B], 0xaau);
	cr_assert_null(board_pages(PAGE_B + 1));
	cr_assert_null(board_pages(SIZE_MAX));
	cr_assert_not_null(board_pages(PAGE_B));
	cr_assert_null(board_pages(1));
}
