/* SPDX-License-Identifier: MIT
 *
 * What smoke tests of all families are made of, on a card of cardboard: where pictures lie, memory that is
 * tried at its start, middle and end and given back as it was, registers that are one and the same, and the
 * window of an index and a data register.
 */
#include "hw/fl_smoke.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>

static struct fl_err err;

/* ---- pictures ------------------------------------------------------------------------------------------ */
/* Whole pages below the end of the free memory, one below the other; or none, where there is no room. */
Test(smoke_parts, where_pictures_lie)
{
	enum { PAGE_B = 4096, SIZE_B = 64 * 64 * 4 };

	for (uint64_t free_B = 0; free_B <= 4 * SIZE_B; free_B += free_B % PAGE_B == 1 ? PAGE_B - 2 : 1)
		for (unsigned number = 0; number < 3; number++) {
			const struct fl_bringup up = {.free_B = free_B};
			const uint64_t least = (number + 1ull) * SIZE_B;
			uint64_t at_B = 77;
			enum fl_code code = fl_smoke_picture(&up, number, &at_B, &err);

			cr_assert_eq(code, free_B < least ? FL_FAILED : FL_OK, "%u in %llu", number,
				     (unsigned long long)free_B);
			cr_assert_eq(at_B, code ? 0 : (free_B - least) / PAGE_B * PAGE_B, "%u in %llu",
				     number, (unsigned long long)free_B);
		}
}

/* Pixels whose centers are above the diagonal, of 64: half of 64 x 65. */
Test(smoke_parts, what_the_triangle_covers)
{
	unsigned covered = 0;

	for (unsigned y = 0; y < FL_SMOKE_SIDE; y++)
		for (unsigned x = 0; x < FL_SMOKE_SIDE; x++) {
			const bool in = x + 0.5 + y + 0.5 < 64.5;

			/* bytes of colors: B and R all on, G and A by the place */
			cr_expect_eq(fl_smoke_ground(x, y), 0xff | x << 8 | 0xff << 16 | y << 24);
			cr_expect_eq(fl_smoke_triangle(x, y), in ? 0xcc336699 : fl_smoke_ground(x, y),
				     "(%u, %u)", x, y);
			covered += in;
			for (unsigned k = 0; k < x + 64 * y; k++) /* each has its own */
				cr_assert_neq(fl_smoke_ground(k % 64, k / 64), fl_smoke_ground(x, y));
		}
	cr_expect_eq(covered, 2080u);
}

/* ---- memory -------------------------------------------------------------------------------------------- */
static uint64_t bad_at;   /* this dword has a bit that is always on */
static uint32_t bad_bits; /* or, of an alias, two addresses that differ in these are one */
static bool aliases;
static uint64_t lowest, highest; /* that were written */
static unsigned n_wrote;         /* times */

static void bad_read(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	for (size_t i = 0; i < n; i += 4) {
		uint32_t v;

		rig_vram_read(d, aliases ? (at + i) & ~(uint64_t)bad_bits : at + i, &v, 4);
		v |= !aliases && at + i == bad_at ? bad_bits : 0;
		memcpy((uint8_t *)to + i, &v, 4);
	}
}

static void bad_write(struct fl_dev *d, uint64_t at, const void *from, size_t n)
{
	for (size_t i = 0; i < n; i += 4)
		rig_vram_write(d, aliases ? (at + i) & ~(uint64_t)bad_bits : at + i,
			       (const uint8_t *)from + i, 4);
	n_wrote++;
	lowest = at < lowest ? at : lowest;
	highest = at + n > highest ? at + n : highest;
}

static struct rig *memory(struct fl_bringup *up, struct fl_bus *bus)
{
	struct rig *r = rig_new(0x7249);

	*bus = rig_bus;
	bus->vram_read = bad_read;
	bus->vram_write = bad_write;
	r->dev.bus = bus;
	for (unsigned i = 0; i < RIG_VRAM; i++)
		r->vram[i] = (uint8_t)(i * 7 ^ i >> 9);
	*up = (struct fl_bringup){.dev = &r->dev, .visible_B = RIG_VRAM / 2};
	bad_at = ~0ull;
	bad_bits = 0;
	aliases = false;
	lowest = ~0ull;
	highest = 0;
	n_wrote = 0;
	return r;
}

static void as_before(const struct rig *r)
{
	for (unsigned i = 0; i < RIG_VRAM; i++)
		if (i / 4 != bad_at / 4) /* which never reads as it is */
			cr_assert_eq(r->vram[i], (uint8_t)(i * 7 ^ i >> 9), "0x%x is changed", i);
}

/* Eight dwords at each of three places; none beside them is looked at, and all come back as they were. The
 * text names the first that is wrong, and what was written then: walking ones first. */
Test(smoke_parts, data_lines_at_three_places)
{
	enum { RUN_B = 32, SIZE_B = RIG_VRAM / 2 };
	static const uint64_t places[3] = {0, SIZE_B / 2, SIZE_B - RUN_B};

	for (unsigned p = 0; p < 3; p++)
		for (int k = -1; k <= 8; k++) {
			const uint64_t at = places[p] + (uint64_t)(4 * k);
			const bool in = k >= 0 && k < 8;
			struct fl_bringup up;
			struct fl_bus bus;
			struct rig *r = memory(&up, &bus);
			unsigned where, reads, wrote, low, high;

			bad_at = at;
			bad_bits = 0x10;
			cr_assert_eq(fl_smoke_data_lines(&up, &err), in ? FL_FAILED : FL_OK, "place %u, %d",
				     p, k);
			as_before(r);
			cr_expect_eq(lowest, 0u);
			/* at each place a one and a zero walk over 32 bits, and what was there is put back */
			cr_expect_eq(n_wrote, (in ? p + 1 : 3) * (2 * 32 + 1), "%u", n_wrote);
			cr_expect_eq(highest, places[in ? p : 2] + RUN_B);
			if (in) {
				cr_assert_eq(
				    sscanf(err.text,
					   "VRAM at 0x%x reads 0x%x after 0x%x was written; bits that do "
					   "not become 1: 0x%x, that do not become 0: 0x%x",
					   &where, &reads, &wrote, &low, &high),
				    5, "%s", err.text);
				cr_expect(where == at && wrote == 1 && reads == 0x11 && !low && high == 0x10,
					  "%s", err.text);
			}
			free(r);
		}
}

/* A line that is stuck makes memory at 0 and at its power of two one; memory that does not hold a number is
 * named alone. What was there is there again. */
Test(smoke_parts, address_lines)
{
	for (unsigned bit = 2; bit < 19; bit++)
		for (unsigned what = 0; what < 2; what++) {
			const uint64_t at = 1ull << bit;
			struct fl_bringup up;
			struct fl_bus bus;
			struct rig *r = memory(&up, &bus);
			unsigned where, other, got, want;

			aliases = what == 0;
			bad_at = at;
			bad_bits = what == 0 ? (uint32_t)at : 0x40000000;
			cr_assert_eq(fl_smoke_address_lines(&up, "SIZE", &err), FL_FAILED);
			if (what == 0) {
				cr_assert_eq(
				    sscanf(err.text, "VRAM at 0x%x and at 0x%x are the same", &where, &other),
				    2, "%s", err.text);
				cr_expect(where == 0 && other == at, "%s", err.text);
				cr_expect(strstr(err.text, "than SIZE says"), "%s", err.text);
			} else {
				cr_assert_eq(sscanf(err.text, "VRAM at 0x%x reads 0x%x after 0x%x", &where,
						    &got, &want),
					     3, "%s", err.text);
				cr_expect(where == at && got == (want | 0x40000000) &&
					      (want & 0xff) == bit - 1,
					  "%s", err.text);
			}
			aliases = false;
			as_before(r);
			free(r);
		}
	/* the numbers of other lines are not taken for one that is not there */
	for (uint32_t n = 0; n < 24; n++) {
		struct fl_bringup up;
		struct fl_bus bus;
		struct rig *r = memory(&up, &bus);
		const char *same;

		up.visible_B = 1 << 6; /* 0, 4, 8, 16, 32 */
		bad_at = 16;
		bad_bits = n;
		const enum fl_code code = fl_smoke_address_lines(&up, "SIZE", &err);

		same = strstr(err.text, "are the same");
		cr_expect_eq(code, (3 | n) == 3 ? FL_OK : FL_FAILED, "%u", n);
		cr_expect(!code || (same != NULL) == ((3 | n) < 5), "%u: %s", n, err.text);
		free(r);
	}
}

/* ---- registers ----------------------------------------------------------------------------------------- */
enum { FIRST = 0x400, STRIDE = 8, N = 5 };

static uint32_t written[8]; /* to the one that is looked at */
static unsigned n_written;

/* Register r->state[0] holds the bits of state[1] as they are in state[2]; with state[3], it is the one
 * before. */
static bool holds(struct rig *r, uint32_t at, uint32_t *value)
{
	cr_assert(at >= FIRST && at < FIRST + N * STRIDE && (at - FIRST) % STRIDE == 0, "0x%x", at);
	if (at != FIRST + r->state[0] * STRIDE)
		return true;
	if (n_written < sizeof(written) / sizeof(*written))
		written[n_written++] = *value;
	if (r->state[3])
		r->reg[at / 4 - STRIDE / 4] = *value;
	*value = (*value & ~r->state[1]) | (r->state[2] & r->state[1]);
	return true;
}

static void same_as_before(struct rig *r, uint32_t at, uint32_t *value)
{
	if (r->state[3] && at == FIRST + r->state[0] * STRIDE)
		*value = r->reg[at / 4 - STRIDE / 4];
}

Test(smoke_parts, scratch_registers)
{
	for (uint32_t which = 1; which < N; which++)
		for (unsigned what = 0; what < 66;
		     what++) { /* each bit stuck low, high; two that are one; well */
			struct rig *r = rig_new(0x7249);
			struct fl_bringup up = {.dev = &r->dev};
			unsigned i, got, want;

			r->on_write = holds;
			r->on_read = same_as_before;
			n_written = 0;
			r->state[0] = which;
			r->state[1] = what < 64 ? 1u << what % 32 : 0;
			r->state[2] = what < 32 ? 0 : r->state[1];
			r->state[3] = what == 64;
			cr_expect_eq(fl_smoke_scratch(&up, FIRST, STRIDE, N, "SCRATCH", &err),
				     what == 65 ? FL_OK : FL_FAILED, "%u", what);
			if (what == 65) {
				cr_expect(strstr(up.did, "5 registers"), "%s", up.did);
				cr_expect_eq(r->reads, 5u * N);
				cr_expect_eq(n_written, 5u);
				/* no bit, every bit, every other: each pattern is the other one's opposite */
				cr_expect(written[0] == 0 && written[1] == ~written[0]);
				cr_expect((written[2] ^ written[2] << 1) >> 1 == 0x7fffffff &&
					  written[3] == ~written[2]);
				free(r);
				continue;
			}
			cr_assert_eq(sscanf(err.text, "SCRATCH%u reads 0x%x after 0x%x", &i, &got, &want), 3,
				     "%s", err.text);
			if (what == 64)
				cr_expect(i == which - 1 && got == want + 1, "%s", err.text);
			else
				cr_expect(i == which && (got ^ want) == r->state[1], "%s", err.text);
			free(r);
		}
}

/* ---- the window ---------------------------------------------------------------------------------------- */
enum { INDEX = 0x0, DATA = 0x4, MEMSIZE = 0x5428, BASE = 0x2c04, AT = 0x1000, IN_VRAM = 0x80000000 };

static unsigned settled;
static unsigned fault; /* 1: registers differ; 2: the window does not store; 3: it stores elsewhere */

static void settle(struct fl_bringup *up, uint64_t at_B)
{
	(void)up;
	cr_expect_eq(at_B, (uint64_t)AT);
	settled++;
}

static void window_read(struct rig *r, uint32_t at, uint32_t *v)
{
	const uint32_t index = r->reg[INDEX / 4];

	if (at != DATA)
		return;
	if (index & IN_VRAM)
		memcpy(v, r->vram + (index & ~IN_VRAM) + (fault == 3 ? 8 : 0), 4);
	else
		*v = r->reg[index / 4] ^ (fault == 1 ? 1 : 0);
}

static bool window_write(struct rig *r, uint32_t at, uint32_t *v)
{
	const uint32_t index = r->reg[INDEX / 4];

	if (at == DATA && index & IN_VRAM && fault != 2)
		memcpy(r->vram + (index & ~IN_VRAM) + (fault == 3 ? 8 : 0), v, 4);
	return true;
}

Test(smoke_parts, window)
{
	static const struct fl_smoke_window w = {INDEX, DATA, MEMSIZE, BASE, settle};
	static const char *const texts[] = {"", "CONFIG_MEMSIZE reads 0x04000000 directly and 0x04000001",
					    "through MM_INDEX after 0x5aa53cc3",
					    "through the aperture after 0x5aa53cc3"};

	for (fault = 0; fault < 4; fault++) {
		struct rig *r = rig_new(0x7249);
		struct fl_bringup up = {.dev = &r->dev};
		uint32_t word;

		r->on_read = window_read;
		r->on_write = window_write;
		r->reg[MEMSIZE / 4] = 0x4000000;
		r->reg[BASE / 4] = 0xba5e;
		memset(r->vram, 0x33, RIG_VRAM);
		settled = 0;
		cr_expect_eq(fl_smoke_mm_index(&up, &w, &err), fault ? FL_FAILED : FL_OK, "%u", fault);
		cr_expect(!fault || strstr(err.text, texts[fault]), "%u: %s", fault, err.text);
		cr_expect(fault != 3 || strstr(err.text, "HDP_NONSURFACE_BASE 0x0000ba5e"), "%s", err.text);
		cr_expect(fault || *up.did);
		cr_expect_eq(settled, fault != 1);
		memcpy(&word, r->vram + AT, 4);
		cr_expect_eq(word, 0x33333333u, "what was there before");
		free(r);
	}
}
