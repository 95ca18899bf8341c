/* SPDX-License-Identifier: MIT
 *
 * Tables that cards of several families share: pages of the machine's memory, and the display's modes.
 */
#include "hw/fl_mode.h"
#include "hw/fl_pages.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

/* ---- page tables --------------------------------------------------------------------------------------- */
/* Linux rs600.c: an entry is the page's address, all 64 bits of it, and in its lowest that it is valid (0),
 * of the system (1), snooped (2), read (5) and written (6). One for each page, and nothing beside them; a
 * table has 512. */
Test(card_tables, page_tables)
{
	enum { TABLE_AT = 0x3000, MOST = 512, BITS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6 };
	static const unsigned sizes[] = {0, 1, 2, 3, 511, 512, 513, 1024};
	const uint64_t addr = 0x12fffff000; /* over a border of 4 GiB, after one page */

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct rig *r = rig_new(0x7249);
		const unsigned n = sizes[i] <= MOST ? sizes[i] : 0;
		const struct fl_dma m = {.addr = addr, .size_B = (size_t)sizes[i] * FL_PAGE_B};
		struct fl_err err;

		memset(r->vram, 0xcc, RIG_VRAM);
		cr_expect_eq(fl_pages_lead_to(&r->dev, TABLE_AT, &m, &err),
			     sizes[i] <= MOST ? FL_OK : FL_USAGE, "%u pages", sizes[i]);
		for (unsigned k = 0; k < n; k++) {
			uint64_t entry;

			memcpy(&entry, r->vram + TABLE_AT + 8 * k, 8);
			cr_assert_eq(entry, (addr + (uint64_t)k * FL_PAGE_B) | BITS, "page %u: 0x%llx", k,
				     (unsigned long long)entry);
		}
		for (unsigned k = 0; k < RIG_VRAM; k++)
			if (k < TABLE_AT || k >= TABLE_AT + 8 * n)
				cr_assert_eq(r->vram[k], 0xcc, "%u pages: 0x%x", sizes[i], k);
		free(r);
	}
}

/* ---- display modes ------------------------------------------------------------------------------------- */
/* VESA DMT 1.13, ids 04h, 09h, 10h, 23h: the borders and porches in front of a sync, the sync, what is behind
 * it; and the polarity of both. */
Test(card_tables, display_modes)
{
	static const struct {
		unsigned w, h, h_front, h_sync, h_back, v_front, v_sync, v_back;
		bool negative;
	} of[] = {{640, 480, 8 + 8, 96, 40 + 8, 8 + 2, 2, 25 + 8, true},
		  {800, 600, 40, 128, 88, 1, 4, 23, false},
		  {1024, 768, 24, 136, 160, 3, 6, 29, true},
		  {1280, 1024, 48, 112, 248, 1, 3, 38, false}};
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		const struct fl_mode *m = fl_mode_find(of[i].w, of[i].h);

		cr_assert(m);
		cr_expect(m->width == of[i].w && m->height == of[i].h);
		cr_expect_eq(m->h_sync, of[i].w + of[i].h_front);
		cr_expect_eq(m->h_sync_len, of[i].h_sync);
		cr_expect_eq(m->h_total, of[i].w + of[i].h_front + of[i].h_sync + of[i].h_back);
		cr_expect_eq(m->v_sync, of[i].h + of[i].v_front);
		cr_expect_eq(m->v_sync_len, of[i].v_sync);
		cr_expect_eq(m->v_total, of[i].h + of[i].v_front + of[i].v_sync + of[i].v_back);
		cr_expect_eq(m->negative, of[i].negative);
	}
	for (unsigned w = 0; w <= 2048; w += 16)
		for (unsigned h = 0; h <= 1536; h += 8)
			n += fl_mode_find(w, h) != NULL;
	cr_expect_eq(n, 4u, "and no other");
}
