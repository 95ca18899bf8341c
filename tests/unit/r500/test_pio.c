/* SPDX-License-Identifier: MIT
 *
 * Commands written to the queue by hand, on a card of cardboard: what is written to start it, what a queue
 * says of its room, and a card that does not take the mode; and a ring that nobody reads. R5xx guide 5.1,
 * 5.4, 5.11.
 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "hw/r500/pio.h"
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_dev_rig.h"

enum {
	MODE_SHIFT = 28,         /* CP_CSQ_CNTL.CSQ_MODE, 31:28 */
	PRIMARY_PIO = 1,         /* the primary stream by PIO, no indirect ones */
	PRIMARY_PIO_INDIRECT = 3 /* indirect ones by bus master */
};

static struct r500_ring ring;
static struct fl_err err;

/* The modes that were written, the oldest first. */
static bool note_modes(struct rig *r, uint32_t at, uint32_t *value)
{
	if (at == R500_CP_CSQ_CNTL && r->state[0] < 8)
		r->state[1 + r->state[0]++] = *value;
	return true;
}

Test(pio, starts_with_nothing_but_the_queue)
{
	struct rig *r = rig_new(0x7249);

	r->on_write = note_modes;
	r->reg[R500_CP_CSQ_MODE / 4] = 0x12345678;
	r->reg[R500_HOST_PATH_CNTL / 4] = 0xabcd;
	memset(&ring, 0xa5, sizeof(ring));
	cr_assert_eq(r500_pio_start(&ring, &r->dev, 0x4000, &err), FL_OK);
	cr_expect(ring.dev == &r->dev && ring.via == FL_TRANSPORT_PIO && ring.at_B == 0x4000);
	cr_expect_eq(ring.hdp_cntl, 0xabcdu);
	cr_expect_eq(ring.timeout_us, R500_RING_TIMEOUT_US);
	cr_expect(ring.size_dw > 0 && ring.room_dw == 0);
	/* guide 5.3: from one mode to another through "off" */
	cr_expect_geq(r->state[0], 2u);
	cr_expect_eq(r->state[r->state[0] - 1], 0u);
	cr_expect_eq(r->state[r->state[0]], (uint32_t)PRIMARY_PIO << MODE_SHIFT);
	cr_expect_eq(r->reg[R500_CP_CSQ_MODE / 4], 0u);
	r->state[0] = 0;
	r500_pio_with_indices(&ring);
	cr_expect_geq(r->state[0], 2u);
	cr_expect_eq(r->state[r->state[0] - 1], 0u);
	cr_expect_eq(r->reg[R500_CP_CSQ_CNTL / 4], (uint32_t)PRIMARY_PIO_INDIRECT << MODE_SHIFT);
	cr_expect_eq(r->reg[R500_CP_CSQ_MODE / 4], R500_CSQ_MODE_STARTS);
	free(r);
}

/* One bit of the register reads otherwise than it was written: only where the bit is the mode's does that
 * matter. Then the processor is off again, and the text says both. */
static void turn_a_bit(struct rig *r, uint32_t at, uint32_t *value)
{
	if (at == R500_CP_CSQ_CNTL)
		*value ^= 1u << r->state[9];
}

Test(pio, a_card_that_does_not_take_the_mode)
{
	for (unsigned bit = 0; bit < 32; bit++) {
		struct rig *r = rig_new(0x7249);
		unsigned read, written;

		r->on_read = turn_a_bit;
		r->state[9] = bit;
		memset(&err, 0, sizeof(err));
		if (bit < MODE_SHIFT) {
			cr_expect_eq(r500_pio_start(&ring, &r->dev, 0, &err), FL_OK, "bit %u", bit);
			free(r);
			continue;
		}
		cr_expect_eq(r500_pio_start(&ring, &r->dev, 0, &err), FL_FAILED, "bit %u", bit);
		cr_expect_eq(
		    sscanf(err.text, "CP_CSQ_CNTL reads 0x%x after 0x%x was written", &read, &written), 2,
		    "%s", err.text);
		cr_expect(written == (uint32_t)PRIMARY_PIO << MODE_SHIFT && read == (written ^ 1u << bit),
			  "%s", err.text);
		cr_expect_eq(r->reg[R500_CP_CSQ_CNTL / 4], 0u, "left on");
		cr_expect_null(ring.dev, "there is no ring");
		free(r);
	}
}

/* CP_CSQ_AVAIL counts what is free. Nothing free, and nothing that waits: this card does not count. */
Test(pio, room_in_the_queue)
{
	struct rig *r = rig_new(0x7249);

	for (unsigned free_dw = 0; free_dw < 256; free_dw++)
		for (unsigned busy = 0; busy < 2; busy++) {
			uint32_t room;

			r->reg[R500_CP_CSQ_AVAIL / 4] = R500_CP_CSQ_AVAIL__CSQ_CNT_PRIMARY(free_dw) |
							~R500_CP_CSQ_AVAIL__CSQ_CNT_PRIMARY__MASK;
			r->reg[R500_CP_STAT / 4] = busy ? R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK
							: ~R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK;
			room = r500_pio_room(&r->dev);
			if (free_dw || busy)
				cr_expect_eq(room, free_dw, "%u free, busy %u: %u", free_dw, busy, room);
			else
				cr_expect(room > 0 && room <= 16, "%u: few enough for any queue", room);
		}
	free(r);
}

/* By hand any room will do: a queue of which a single entry is free takes a dword, whatever the packet's
 * length. */
Test(pio, one_free_entry_is_room)
{
	struct rig *r = rig_new(0x7249);

	cr_assert_eq(r500_pio_start(&ring, &r->dev, 0, &err), FL_OK);
	r->reg[R500_CP_STAT / 4] = R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK;
	for (uint32_t free_dw = 0; free_dw < 3; free_dw++) {
		const uint64_t start = r->now;

		r->reg[R500_CP_CSQ_AVAIL / 4] = R500_CP_CSQ_AVAIL__CSQ_CNT_PRIMARY(free_dw);
		cr_expect_eq(r500_ring_begin(&ring, 5, &err), free_dw ? FL_OK : FL_TIMEOUT, "%u free",
			     free_dw);
		cr_expect_eq(ring.room_dw, free_dw);
		if (free_dw)
			cr_expect_lt(r->now - start, 1000, "%u free: waited", free_dw);
		else
			cr_expect_geq(r->now - start, ring.timeout_us);
	}
	free(r);
}

/* By hand a packet goes on while there is room, and waits for more. Where none comes the rest is dropped, at
 * once: nothing more is written, nothing is waited for, and no packet begins. */
Test(pio, a_queue_that_takes_no_more)
{
	for (uint32_t free_dw = 1; free_dw < 5; free_dw++) {
		struct rig *r = rig_new(0x7249);
		uint64_t start;
		unsigned writes;

		cr_assert_eq(r500_pio_start(&ring, &r->dev, 0, &err), FL_OK);
		r->reg[R500_CP_STAT / 4] = R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK;
		r->reg[R500_CP_CSQ_AVAIL / 4] = R500_CP_CSQ_AVAIL__CSQ_CNT_PRIMARY(free_dw);
		cr_assert_eq(r500_ring_begin(&ring, 9, &err), FL_OK);
		writes = r->writes;
		for (uint32_t i = 0; i < free_dw; i++)
			r500_ring_emit(&ring, 0x100 + i);
		cr_expect_eq(r->writes - writes, free_dw);
		cr_expect_eq(r->reg[R500_CP_CSQ_APER_PRIMARY(0) / 4], 0x100 + free_dw - 1);
		/* there is room for two more */
		r->reg[R500_CP_CSQ_AVAIL / 4] = R500_CP_CSQ_AVAIL__CSQ_CNT_PRIMARY(2);
		r500_ring_emit(&ring, 0x200);
		r500_ring_emit(&ring, 0x201);
		cr_expect_eq(r->writes - writes, free_dw + 2);
		r->reg[R500_CP_CSQ_AVAIL / 4] = 0;
		start = r->now;
		r500_ring_emit(&ring, 0x300);
		cr_expect(ring.lost && r->now - start >= ring.timeout_us);
		start = r->now;
		for (uint32_t i = 0; i < 5; i++)
			r500_ring_emit(&ring, 0x301 + i);
		cr_expect_eq(r->writes - writes, free_dw + 2);
		cr_expect_eq(r->reg[R500_CP_CSQ_APER_PRIMARY(0) / 4], 0x201u);
		cr_expect_eq(r->now, start);
		cr_expect_eq(r500_ring_begin(&ring, 1, &err), FL_FAILED);
		cr_expect(strstr(err.text, "it hangs"), "%s", err.text);
		free(r);
	}
}

/* What a wait for room says: of a ring both pointers, by hand none, for how many dwords and how long. */
Test(pio, what_a_wait_for_room_says)
{
	enum { RING_DW = 1024, READ_TO = 0x30, WRITTEN_TO = 0x20, TIMEOUT_US = 25000 };
	static uint32_t words[RING_DW];

	for (unsigned by_hand = 0; by_hand < 2; by_hand++) {
		struct rig *r = rig_new(0x7249);
		unsigned n, ms, read, written;

		if (by_hand) {
			cr_assert_eq(r500_pio_start(&ring, &r->dev, 0, &err), FL_OK);
			ring.timeout_us = TIMEOUT_US;
		} else {
			ring = (struct r500_ring){.dev = &r->dev,
						  .via = FL_TRANSPORT_SYSTEM,
						  .mem = words,
						  .size_dw = RING_DW,
						  .wptr = WRITTEN_TO,
						  .told = WRITTEN_TO,
						  .timeout_us = TIMEOUT_US};
		}
		r->reg[R500_CP_STAT / 4] = R500_CP_STAT__CSQ_PRIMARY_BUSY__MASK;
		r->reg[R500_CP_RB_RPTR / 4] = READ_TO;
		cr_expect_eq(r500_ring_begin(&ring, 37, &err), FL_TIMEOUT);
		cr_expect_eq(sscanf(err.text,
				    "ring: no room for %u dwords after %u ms: CP_RB_RPTR is 0x%x, "
				    "CP_RB_WPTR 0x%x",
				    &n, &ms, &read, &written),
			     4, "%s", err.text);
		cr_expect(n == 37 && ms == TIMEOUT_US / 1000 && read == (by_hand ? 0 : READ_TO) &&
			      written == (by_hand ? 0 : WRITTEN_TO),
			  "%s", err.text);
		cr_expect(err.code == FL_TIMEOUT && err.reg == R500_CP_RB_RPTR && err.mask == ~0u &&
			  err.got == read && err.want == written);
		free(r);
	}
}

/* A clock that stands ends nothing: then a wait is over after a million reads of the pointer. */
Test(pio, a_clock_that_stands)
{
	enum { RING_DW = 1024 };
	static uint32_t words[RING_DW];
	struct rig *r = rig_new(0x7249);

	ring = (struct r500_ring){.dev = &r->dev,
				  .via = FL_TRANSPORT_SYSTEM,
				  .mem = words,
				  .size_dw = RING_DW,
				  .wptr = RING_DW - 1,
				  .timeout_us = 1000};
	r->clock_stands = true;
	cr_expect_eq(r500_ring_begin(&ring, 5, &err), FL_TIMEOUT, "%s", err.text);
	cr_expect(r->reads > 900000 && r->reads < 1200000, "%u reads", r->reads);
	free(r);
}

/* What goes through the bridges to video memory is there when the pointer says so: the last dword that was
 * written is read back, also where the ring begins anew behind it. */
static uint64_t settled_at;

static void note_read(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	settled_at = at;
	rig_vram_read(d, at, to, n);
}

Test(pio, the_last_dword_is_read_back)
{
	enum { AT = 0x8000, RING_DW = 1024 };
	struct rig *r = rig_new(0x7249);
	struct fl_bus bus = rig_bus;

	bus.vram_read = note_read;
	r->dev.bus = &bus;
	cr_assert_eq(r500_ring_start(&ring, &r->dev, AT, 0, 4 * RING_DW, &err), FL_OK, "%s", err.text);
	for (unsigned i = 1; i <= RING_DW / R500_RING_ALIGN_DW; i++) {
		const uint32_t end = i * R500_RING_ALIGN_DW;

		cr_assert_eq(r500_ring_begin(&ring, 3, &err), FL_OK, "%s", err.text);
		for (unsigned k = 0; k < 3; k++)
			r500_ring_emit(&ring, k);
		r500_ring_commit(&ring);
		cr_expect_eq(settled_at, AT + 4ull * (end - 1), "0x%x", (unsigned)settled_at);
		cr_expect_eq(r->reg[R500_CP_RB_WPTR / 4], end % RING_DW);
		r->reg[R500_CP_RB_RPTR / 4] = end % RING_DW;
	}
	free(r);
}

/* ---- where a ring may be ------------------------------------------------------------------------------- */
/* A power of two from 4 KiB to 8 MiB, on 4 KiB both for the host and for the chip, inside what the host sees.
 * What is refused has written nothing. */
Test(pio, where_a_ring_may_be)
{
	enum { PAGE = 4096 };
	static const struct {
		uint64_t at_B;
		uint32_t gpu_addr, size_B;
		bool may;
	} rows[] = {
	    {0, 0, PAGE, true},
	    {0, 0x40000000, 2 * PAGE, true},
	    {PAGE, 0, PAGE, true},
	    {RIG_VRAM - PAGE, PAGE, PAGE, true}, /* up to the end */
	    {0, 0, RIG_VRAM, true},
	    {0, 0, PAGE / 2, false},
	    {0, 0, 0, false},
	    {0, 0, 3 * PAGE, false},
	    {0, 0, PAGE + 4, false},
	    {0, 0, 16 << 20, false},
	    {4, 0, PAGE, false},
	    {PAGE / 2, 0, PAGE, false},
	    {0, 4, PAGE, false},
	    {0, PAGE / 2, PAGE, false},
	    {RIG_VRAM, 0, PAGE, false},
	    {RIG_VRAM - PAGE, 0, 2 * PAGE, false},
	    {2 * RIG_VRAM, 0, PAGE, false},
	    {0, 0, 2 * RIG_VRAM, false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct rig *r = rig_new(0x7249);
		enum fl_code code;

		memset(&ring, 0xa5, sizeof(ring));
		code = r500_ring_start(&ring, &r->dev, rows[i].at_B, rows[i].gpu_addr, rows[i].size_B, &err);
		cr_expect_eq(code, rows[i].may ? FL_OK : FL_USAGE, "row %zu: %d", i, code);
		cr_expect_eq(r->writes != 0, rows[i].may, "row %zu: %u writes", i, r->writes);
		cr_expect_eq(ring.size_dw, rows[i].may ? rows[i].size_B / 4 : 0u, "row %zu", i);
		if (rows[i].may) {
			cr_expect_eq(ring.room_dw, rows[i].size_B / 4 - 1,
				     "row %zu: equal pointers are empty", i);
			cr_expect_eq(r->reg[R500_CP_RB_BASE / 4], rows[i].gpu_addr, "row %zu", i);
		}
		free(r);
	}
}

/* ---- a ring that is not read --------------------------------------------------------------------------- */
/* The turn around the ring waits for room before it writes: what the card has not read stays as it was. */
Test(pio, a_turn_around_a_ring_that_is_not_read)
{
	enum { RING_DW = 1024, AT = 16, PIECE = 256 };
	static uint32_t words[RING_DW];
	struct rig *r = rig_new(0x7249);
	struct r500_card c;

	memset(words, 0xa5, sizeof(words));
	r500_card_init(&c, &r->dev);
	c.ring = (struct r500_ring){.dev = &r->dev,
				    .via = FL_TRANSPORT_SYSTEM,
				    .mem = words,
				    .size_dw = RING_DW,
				    .wptr = AT,
				    .told = AT,
				    .timeout_us = 1000};
	r->reg[R500_CP_RB_RPTR / 4] = AT;
	cr_expect_eq(r500_check_ring_wrap(&c.up, &err), FL_TIMEOUT);
	cr_expect(strstr(err.text, "no room for 256 dwords"), "%s", err.text);
	for (unsigned i = 0; i < RING_DW; i++) {
		const unsigned from = (i - AT) % RING_DW;

		cr_expect_eq(words[i] == 0xa5a5a5a5, from >= RING_DW / PIECE * PIECE - PIECE, "dword %u", i);
	}
	free(r);
}
