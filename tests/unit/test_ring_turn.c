/* SPDX-License-Identifier: MIT
 *
 * A turn around a ring, on a card of cardboard: all of it is filled and read, and past its end it goes on at
 * its start. And an engine that is slow: what it still may take, and what is too late.
 */
#include "hw/fl_ring_test.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum {
	RING_AT = 0x1000,
	BUFFER_AT = 0x800,
	RING_DW = 1024,
	ALIGN_DW = 8,
	FILLER = 0x80000000,
	POISON = 0x55555555,
	READ = 0x100,
	WRITE = 0x104,
	SCRATCH = 0x200,
	SET = 0x5e700000,
	CALL = 0xca110000,
	SEEN_AT = 0x400000,
};

/* What the engine came by, and when it takes what it is given: so many microseconds later. */
static unsigned fillers, packets, drained, asked_idle;
static uint64_t late_us, due_us, asked_us;
static uint32_t due;
static bool stands, loses; /* the last packet's value */
static enum fl_code drain_code, idle_code;

static uint32_t dword(const struct rig *r, uint32_t at_B)
{
	uint32_t v;

	memcpy(&v, r->vram + at_B, 4);
	return v;
}

static void carry_out(struct rig *r)
{
	uint32_t from = r->reg[READ / 4];

	while (from != due && !stands) {
		const uint32_t head = dword(r, RING_AT + 4 * from), n = head & 0xffff;
		const bool calls = (head & 0xffff0000) == CALL, sets = (head & 0xffff0000) == SET;

		if (calls) {
			cr_assert_eq(dword(r, RING_AT + 4 * ((from + 1) % RING_DW)),
				     (uint32_t)SEEN_AT + BUFFER_AT);
			for (uint32_t i = 2; i < n; i++)
				r->reg[SCRATCH / 4 + i - 2] = dword(r, BUFFER_AT + 4 * i);
		} else if (sets) {
			for (uint32_t i = 0; i < n; i++)
				r->reg[SCRATCH / 4 + i] = dword(r, RING_AT + 4 * ((from + 2 + i) % RING_DW));
		} else {
			cr_assert_eq(head, (uint32_t)FILLER, "at 0x%x: 0x%08x", from, head);
		}
		packets += calls || sets;
		fillers += !calls && !sets;
		from = (from + (calls ? 2 : sets ? 2 + n : 1)) % RING_DW;
	}
	r->reg[READ / 4] = from;
}

static void reads(struct rig *r, uint32_t at, uint32_t *v)
{
	if (r->now >= due_us)
		carry_out(r);
	if (at < RIG_REGS)
		*v = r->reg[at / 4] ^ (loses && at == SCRATCH ? 1 : 0);
}

static bool writes(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == WRITE) {
		carry_out(r); /* what it had before */
		due = *v;
		due_us = r->now + late_us;
	}
	return true;
}

static uint32_t read_pointer(const struct fl_ring *ring)
{
	return fl_read32(ring->area.dev, READ);
}

static void tell(const struct fl_ring *ring)
{
	fl_write32(ring->area.dev, WRITE, ring->wptr);
}

static enum fl_code stuck(const struct fl_ring *ring, enum fl_code code, struct fl_err *err)
{
	(void)ring;
	return fl_fail_more(err, code, "; it stands");
}

static void settle(const struct fl_area *a)
{
	(void)a;
}

static uint32_t *set(uint32_t *p, uint32_t reg, uint32_t n)
{
	cr_assert_eq(reg, (uint32_t)SCRATCH);
	*p++ = SET | n;
	*p++ = reg;
	return p;
}

static void call(struct fl_ring *ring, uint64_t addr, uint32_t size_dw)
{
	fl_ring_emit(ring, CALL | size_dw);
	fl_ring_emit(ring, (uint32_t)addr);
}

static enum fl_code drain(struct fl_ring *ring, uint64_t timeout_us, struct fl_err *err)
{
	drained++;
	asked_us = timeout_us;
	carry_out(ring->area.dev->priv);
	return drain_code ? fl_fail(err, drain_code, "it is not read") : FL_OK;
}

static enum fl_code idle(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	(void)d;
	asked_idle++;
	cr_expect_eq(timeout_us, asked_us);
	return idle_code ? fl_fail(err, idle_code, "it is busy") : FL_OK;
}

static enum fl_code explain(struct fl_dev *d, enum fl_code code, struct fl_err *err)
{
	(void)d;
	return fl_fail_more(err, code, "; it is slow");
}

static const struct fl_ring_kind kind = {"ring", FILLER, ALIGN_DW, read_pointer, tell, stuck};
static const struct fl_ring_test test = {.scratch = SCRATCH,
					 .buffer_B = BUFFER_AT,
					 .set = set,
					 .call = call,
					 .drain = drain,
					 .idle = idle,
					 .explain = explain};

/* Which stands at `at`, empty. */
static struct rig *begin(struct fl_ring *ring, uint32_t at)
{
	struct rig *r = rig_new(0x7249);
	const struct fl_area a = {.dev = &r->dev, .at_B = 0, .addr = SEEN_AT, .vram = true, .settle = settle};

	fl_ring_init(ring, &kind, &a, RING_AT, RING_DW, 1000);
	fl_ring_go(ring, RING_DW);
	ring->wptr = ring->told = due = at;
	r->reg[READ / 4] = at;
	r->on_read = reads;
	r->on_write = writes;
	fillers = packets = drained = asked_idle = 0;
	late_us = due_us = 0;
	stands = loses = false;
	drain_code = idle_code = FL_OK;
	for (uint32_t i = 0; i < RING_DW; i++)
		memcpy(r->vram + RING_AT + 4 * i, &(uint32_t){POISON}, 4);
	return r;
}

/* Every dword of the ring is written, in whole pieces of 256: 253 fillers, a packet of three dwords with the
 * piece's number. One piece more than fits, so that the last one is past the end. */
Test(ring_turn, all_of_it_is_filled)
{
	enum { PIECE_DW = 256, PIECES = RING_DW / PIECE_DW + 1 };

	for (uint32_t at = 0; at < RING_DW; at += 7 * ALIGN_DW) {
		struct fl_ring ring;
		struct rig *r = begin(&ring, at);
		struct fl_bringup up = {.dev = &r->dev};
		struct fl_err err;
		unsigned sent, from;

		cr_assert_eq(fl_ring_test_turn(&up, &ring, &test, &err), FL_OK, "%s", err.text);
		for (uint32_t i = 0; i < RING_DW; i++)
			cr_assert_neq(dword(r, RING_AT + 4 * i), (uint32_t)POISON, "0x%x from 0x%x", i, at);
		cr_expect_eq(packets, PIECES);
		cr_expect_eq(fillers, PIECES * (PIECE_DW - 3));
		cr_expect_eq(r->reg[SCRATCH / 4], PIECES);
		cr_expect(drained == 1 && asked_idle == 1);
		cr_expect_eq(ring.wptr, (at + PIECES * PIECE_DW) % RING_DW);
		cr_expect_eq(sscanf(up.did, "%u dwords from 0x%x on", &sent, &from), 2, "%s", up.did);
		cr_expect(sent == PIECES * PIECE_DW && from == at, "%s", up.did);
		free(r);
	}
}

Test(ring_turn, what_goes_wrong_on_the_way)
{
	for (unsigned what = 0; what < 4; what++) {
		static const char *const texts[] = {"it is not read", "it is busy",
						    "SCRATCH_REG0 holds 0x4 instead of 0x5", "; it stands"};
		struct fl_ring ring;
		struct rig *r = begin(&ring, 0);
		struct fl_bringup up = {.dev = &r->dev};
		struct fl_err err;

		drain_code = what == 0 ? FL_TIMEOUT : FL_OK;
		idle_code = what == 1 ? FL_TIMEOUT : FL_OK;
		loses = what == 2;
		stands = what == 3; /* there is no room for the rest */
		cr_expect_eq(fl_ring_test_turn(&up, &ring, &test, &err), what == 2 ? FL_FAILED : FL_TIMEOUT,
			     "%u: %s", what, err.text);
		cr_expect(strstr(err.text, texts[what]), "%u: %s", what, err.text);
		cr_expect_eq(drained, what < 3);
		cr_expect_eq(asked_idle, what == 1 || what == 2);
		free(r);
	}
}

/* A packet has a tenth of a second, each for itself. */
Test(ring_turn, packets_that_come_late)
{
	enum { ROUND_US = 100000, ROUNDS = 8 };

	for (unsigned late = 0; late < 4; late++) {
		static const uint32_t us[4] = {0, ROUND_US / 2, ROUND_US - 2000, ROUND_US + 3000};
		struct fl_ring ring;
		struct rig *r = begin(&ring, 0);
		struct fl_err err;

		late_us = us[late];
		cr_expect_eq(fl_ring_test_rounds(&ring, &test, &err), late < 3 ? FL_OK : FL_TIMEOUT,
			     "%u us: %s", us[late], err.text);
		cr_expect(late < 3 ? packets == ROUNDS : strstr(err.text, "; it is slow") != NULL, "%s",
			  err.text);
		free(r);
	}
}
