/* SPDX-License-Identifier: MIT
 *
 * Parts that the steps of all families are made of, on a card of cardboard: memory that both sides use,
 * rings in it, bits by their names, words that sleeping puts back.
 */
#include "hw/fl_bits.h"
#include "hw/fl_kept.h"
#include "hw/fl_ring.h"
#include "hw/fl_ring_test.h"
#include "hw/fl_smoke.h"
#include "hw/fl_status.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* ---- memory -------------------------------------------------------------------------------------------- */
enum { AREA_AT = 0x4000, SEEN_AT = 0x12340000, AREA_DW = 64 };

static unsigned settled;
static uint32_t machine[AREA_DW];

static void settle(const struct fl_area *a)
{
	settled++;
}

static struct fl_area area_of(struct rig *r, bool vram)
{
	settled = 0;
	return (struct fl_area){.dev = &r->dev,
				.cpu = vram ? NULL : machine,
				.at_B = AREA_AT,
				.addr = SEEN_AT,
				.vram = vram,
				.settle = settle};
}

static uint32_t dword(const struct rig *r, const struct fl_area *a, uint32_t i)
{
	uint32_t v;

	memcpy(&v, a->vram ? r->vram + AREA_AT + 4 * i : (const uint8_t *)&machine[i], 4);
	return v;
}

/* Dwords by their place; before VRAM is read, and only then, the path to it is emptied. */
Test(card_parts, memory_of_either_kind)
{
	for (unsigned vram = 0; vram < 2; vram++) {
		struct rig *r = rig_new(0x7249);
		const struct fl_area a = area_of(r, vram);

		memset(machine, 0, sizeof(machine));
		for (uint32_t i = 0; i < AREA_DW; i++)
			fl_area_put(&a, 4 * i, 0x01000193 * (i + 1));
		cr_expect_eq(settled, 0u);
		for (uint32_t i = 0; i < AREA_DW; i++) {
			cr_expect_eq(dword(r, &a, i), 0x01000193 * (i + 1));
			cr_expect_eq(fl_area_get(&a, 4 * i), 0x01000193 * (i + 1));
		}
		cr_expect_eq(settled, vram ? AREA_DW : 0u);
		fl_area_settle(&a);
		cr_expect_eq(settled, vram ? AREA_DW + 1 : 1u);
		free(r);
	}
}

/* A counter counts on while it is waited for, once so often: the hook is the path's emptying. */
static struct rig *counts;
static uint32_t step;

static void settle_and_count(const struct fl_area *a)
{
	uint32_t v = dword(counts, a, 3) + step;

	memcpy(counts->vram + AREA_AT + 12, &v, 4);
	settled++;
}

Test(card_parts, waits_for_a_counter)
{
	static const struct {
		uint32_t from, want, reads; /* reads 0: never */
	} of[] = {{4, 5, 1},          {4, 8, 4},
		  {9, 5, 1}, /* past it */
		  {0xfffffffe, 1, 3}, {0xfffffff0, 0xfffffff8, 8},
		  {5, 0xfffffff8, 1}, {0x80000000, 0, 0}};
	struct rig *r = counts = rig_new(0x7249);
	struct fl_area a = area_of(r, true);
	struct fl_err err;
	int stop = 0;

	a.settle = settle_and_count;
	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		memcpy(r->vram + AREA_AT + 12, &of[i].from, 4);
		settled = 0;
		step = 1;
		cr_expect_eq(fl_area_wait(&a, 12, of[i].want, 100, "it", &err),
			     of[i].reads ? FL_OK : FL_TIMEOUT, "case %u", i);
		cr_expect(!of[i].reads || settled == of[i].reads, "case %u: %u reads", i, settled);
	}
	step = 0;
	settled = 0;
	r->now = 0;
	memset(r->vram + AREA_AT + 12, 0, 4);
	cr_expect_eq(fl_area_wait(&a, 12, 7, 2500, "the end", &err), FL_TIMEOUT);
	cr_expect(strstr(err.text, "the end: memory at 0x1234000c is 0x0, want 0x7, after 2 ms"), "%s",
		  err.text);
	cr_expect_not(strstr(err.text, "interrupted"));
	/* a hundred looks a microsecond apart, and then seldom */
	cr_expect(r->now >= 2500 && r->now < 2560, "%llu", (unsigned long long)r->now);
	cr_expect_eq(settled, 100 + (2500 - 100) / 50 + 1, "%u", settled);
	/* no time: two looks nevertheless; who is interrupted does not wait */
	settled = 0;
	cr_expect_eq(fl_area_wait(&a, 12, 7, 0, "the end", &err), FL_TIMEOUT);
	cr_expect_eq(settled, 2u);
	r->dev.stop = &stop;
	stop = 1;
	settled = 0;
	cr_expect_eq(fl_area_wait(&a, 12, 7, 1000000, "the end", &err), FL_TIMEOUT);
	cr_expect_eq(settled, 2u);
	cr_expect(strstr(err.text, "(interrupted)"), "%s", err.text);
	cr_expect_eq(fl_area_wait(&a, 12, 0, 1000000, "the end", &err), FL_OK);
	free(r);
}

/* What data lines are wrong, and nothing else, is in the text: those that stay 0 and those that stay 1. */
static uint32_t low, high;

static void wrong_lines(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	rig_vram_read(d, at, to, n);
	for (size_t i = 0; i + 4 <= n; i += 4) {
		uint32_t v;

		memcpy(&v, (uint8_t *)to + i, 4);
		v = (v & ~low) | high;
		memcpy((uint8_t *)to + i, &v, 4);
	}
}

Test(card_parts, lines_of_memory)
{
	struct fl_bus lying = rig_bus;

	lying.vram_read = wrong_lines;
	for (unsigned a = 0; a < 32; a++)
		for (unsigned b = 0; b < 32; b += 3) {
			struct rig *r = rig_new(0x7249);
			struct fl_bringup up = {.dev = &r->dev, .visible_B = RIG_VRAM};
			unsigned zeros, ones;
			struct fl_err err;
			const char *at;

			r->dev.bus = &lying;
			low = 1u << a;
			high = a == b ? 0 : 1u << b;
			cr_assert_eq(fl_smoke_data_lines(&up, &err), FL_FAILED);
			at = strstr(err.text, "bits that do not become 1");
			cr_assert(at && sscanf(at,
					       "bits that do not become 1: 0x%x, that do not become 0: 0x%x",
					       &zeros, &ones) == 2,
				  "%s", err.text);
			cr_expect(zeros == low && ones == high, "%s", err.text);
			free(r);
		}
	low = high = 0;
	struct rig *r = rig_new(0x7249);
	struct fl_bringup up = {.dev = &r->dev, .visible_B = RIG_VRAM};
	unsigned lines, mib;
	struct fl_err err;

	cr_assert_eq(fl_smoke_data_lines(&up, &err), FL_OK, "%s", err.text);
	/* 1 MiB is 2^20 bytes, of which 4 are a dword */
	cr_assert_eq(fl_smoke_address_lines(&up, "SIZE", &err), FL_OK, "%s", err.text);
	cr_assert_eq(sscanf(up.did, "%u address lines tell %u MiB apart", &lines, &mib), 2, "%s", up.did);
	cr_expect(lines == 18 && mib == 1, "%s", up.did);
	free(r);
}

/* ---- rings --------------------------------------------------------------------------------------------- */
enum { RING_AT = 0x20, RING_DW = 16, FILLER = 0x80000000, READ = 0x100, WRITE = 0x104 };

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
	return fl_fail_more(err, code, "; it stands");
}

static const struct fl_ring_kind kinds[] = {{"ring", FILLER, 1, read_pointer, tell, stuck},
					    {"DMA", FILLER, 4, read_pointer, tell, stuck}};

static struct fl_ring ring_of(struct rig *r, unsigned kind)
{
	const struct fl_area a = area_of(r, true);
	struct fl_ring ring;

	memset(&ring, 0xff, sizeof(ring));
	fl_ring_init(&ring, &kinds[kind], &a, RING_AT, RING_DW, 1000);
	return ring;
}

/* Where in the area the ring's dword i stands. */
static uint32_t in_ring(const struct rig *r, const struct fl_ring *ring, uint32_t i)
{
	return dword(r, &ring->area, RING_AT / 4 + i);
}

Test(card_parts, a_ring_that_does_not_run_yet)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;

	memset(r->vram, 0x55, sizeof(r->vram));
	struct fl_ring ring = ring_of(r, 0);

	for (unsigned i = 0; i < RING_DW; i++)
		cr_expect_eq(in_ring(r, &ring, i), (uint32_t)FILLER);
	cr_expect_eq(dword(r, &ring.area, RING_AT / 4 - 1), 0x55555555u);
	cr_expect_eq(in_ring(r, &ring, RING_DW), 0x55555555u);
	cr_expect_eq(settled, 1u);
	cr_expect(!ring.wptr && !ring.told && !ring.size_dw && !ring.room_dw && ring.timeout_us == 1000 &&
		  ring.at_B == RING_AT && ring.via == 0 && ring.engine == 0);
	cr_expect_eq(fl_ring_begin(&ring, 1, &err), FL_FAILED);
	cr_expect(strstr(err.text, "does not run"), "%s", err.text);
	free(r);
}

/* Of 16 dwords 15 can be filled, less what a fill-up may take; then the read pointer is looked at. */
Test(card_parts, room_in_a_ring)
{
	for (unsigned kind = 0; kind < 2; kind++)
		for (uint32_t written = 0; written < RING_DW; written += kinds[kind].align_dw)
			for (uint32_t read = 0; read < RING_DW; read++)
				for (uint32_t n = 0; n <= RING_DW + 1; n++) {
					const uint32_t align = kinds[kind].align_dw,
						       free_dw = (read + RING_DW - written - 1) % RING_DW;
					const enum fl_code want = n >= RING_DW - align  ? FL_USAGE
								  : n + align > free_dw ? FL_TIMEOUT
											: FL_OK;
					struct rig *r = rig_new(0x7249);
					struct fl_ring ring = ring_of(r, kind);
					struct fl_err err;

					fl_ring_go(&ring, RING_DW);
					cr_expect(ring.size_dw == RING_DW && ring.room_dw == RING_DW - 1);
					ring.wptr = ring.told = written;
					ring.room_dw = 0;
					r->reg[READ / 4] = read;
					cr_assert_eq(fl_ring_begin(&ring, n, &err), want,
						     "kind %u: %u dwords, written to %u, read to %u", kind, n,
						     written, read);
					if (want == FL_USAGE) {
						cr_expect_eq(r->reads, 0u);
						cr_expect(strstr(err.text, "do not fit into a ring of 16"));
					} else {
						cr_expect_eq(ring.room_dw, free_dw);
					}
					if (want == FL_TIMEOUT) {
						cr_expect(strstr(err.text, "after 1 ms: read to 0x"), "%s",
							  err.text);
						cr_expect(strstr(err.text, "; it stands"), "%s", err.text);
						cr_expect(err.mask == ~0u && err.want == written &&
							  err.got == read);
						cr_expect(r->now >= 1000 && r->now < 1020);
					}
					free(r);
				}
}

Test(card_parts, rings_that_wait)
{
	struct rig *r = rig_new(0x7249);
	struct fl_ring ring = ring_of(r, 0);
	struct fl_err err;
	int stop = 1;

	fl_ring_go(&ring, RING_DW);
	cr_expect_eq(fl_ring_begin(&ring, RING_DW - 2, &err), FL_OK);
	cr_expect_eq(r->reads, 0u, "the room is known");
	ring.room_dw = 3;
	cr_expect_eq(fl_ring_begin(&ring, 2, &err), FL_OK);
	cr_expect_eq(r->reads, 0u);
	cr_expect_eq(fl_ring_begin(&ring, 3, &err), FL_OK);
	cr_expect_eq(r->reads, 1u);
	/* the engine is gone, or another's */
	for (unsigned gone = 0; gone < 2; gone++) {
		ring.room_dw = 0;
		r->reg[READ / 4] = gone ? ~0u : RING_DW;
		cr_expect_eq(fl_ring_begin(&ring, 1, &err), FL_FAILED);
		cr_expect(strstr(err.text, gone ? "the card is gone" : "the ring was set up elsewhere"), "%s",
			  err.text);
	}
	/* no time, or no wish: two looks */
	ring.timeout_us = 0;
	r->reg[READ / 4] = 1;
	r->reads = 0;
	cr_expect_eq(fl_ring_begin(&ring, 1, NULL), FL_TIMEOUT);
	cr_expect_eq(r->reads, 2u);
	ring.timeout_us = 1000000;
	r->dev.stop = &stop;
	r->reads = 0;
	ring.told = 5;
	cr_expect_eq(fl_ring_begin(&ring, 1, &err), FL_TIMEOUT);
	cr_expect_eq(r->reads, 2u);
	cr_expect(err.code == FL_TIMEOUT && err.mask == ~0u && err.want == 5 && err.got == 1);
	free(r);
}

/* Dwords go around; what is handed over is filled up to whole fetches, and the engine hears of it once. */
Test(card_parts, dwords_in_a_ring)
{
	for (unsigned kind = 0; kind < 2; kind++)
		for (uint32_t n = 0; n < 12; n++) {
			const uint32_t align = kinds[kind].align_dw, start = 12,
				       whole = (n + align - 1) / align * align;
			struct rig *r = rig_new(0x7249);
			struct fl_ring ring = ring_of(r, kind);
			uint32_t dw[12];

			fl_ring_go(&ring, RING_DW);
			ring.wptr = ring.told = start;
			for (uint32_t i = 0; i < n; i++)
				dw[i] = 0x1000 + i;
			settled = 0;
			cr_assert_eq(fl_ring_submit(&ring, dw, n, NULL), FL_OK);
			for (uint32_t i = 0; i < RING_DW; i++)
				cr_expect_eq(in_ring(r, &ring, (start + i) % RING_DW),
					     i < n ? dw[i] : (uint32_t)FILLER, "%u of %u", i, n);
			cr_expect_eq(ring.wptr, (start + whole) % RING_DW);
			cr_expect_eq(ring.told, ring.wptr);
			cr_expect_eq(ring.room_dw, RING_DW - 1 - whole);
			cr_expect_eq(r->writes, n > 0, "nothing new is not told");
			cr_expect(!n || r->reg[WRITE / 4] == ring.wptr);
			cr_expect_eq(settled, n > 0);
			/* what does not fit is not begun */
			cr_expect_eq(fl_ring_submit(&ring, dw, RING_DW, NULL), FL_USAGE);
			cr_expect_eq(ring.told, (start + whole) % RING_DW);
			free(r);
		}
}

/* ---- packets through a ring ---------------------------------------------------------------------------- */
enum { SCRATCH = 0x200, SET = 0x5e700000, CALL = 0xca110000, IB_AT = 0x80 };

static struct fl_ring running;

static uint32_t *set(uint32_t *p, uint32_t reg, uint32_t n)
{
	*p++ = SET | n;
	*p++ = reg;
	return p;
}

static void call(struct fl_ring *ring, uint64_t addr, uint32_t size_dw)
{
	fl_ring_emit(ring, CALL | size_dw);
	fl_ring_emit(ring, (uint32_t)addr);
}

static enum fl_code explain(struct fl_dev *d, enum fl_code code, struct fl_err *err)
{
	return code;
}

/* The engine reads at once; of register r->state[1] the bits in r->state[2] come otherwise. */
static bool runs(struct rig *r, uint32_t at, uint32_t *value)
{
	uint32_t from = r->reg[READ / 4];

	if (at != WRITE)
		return true;
	while (from != *value) {
		const uint32_t head = in_ring(r, &running, from), n = head & 0xff,
			       reg_or_addr = in_ring(r, &running, (from + 1) % RING_DW);
		const bool calls = (head & 0xffff0000) == CALL, sets = (head & 0xffff0000) == SET;
		uint32_t reg = reg_or_addr, first = 2;

		if (calls) {
			cr_assert_eq(reg_or_addr, (uint32_t)SEEN_AT + IB_AT);
			cr_assert_eq(dword(r, &running.area, IB_AT / 4), (uint32_t)SET | (n - 2));
			reg = dword(r, &running.area, IB_AT / 4 + 1);
		}
		for (uint32_t i = 0; i < (calls ? n - 2 : sets ? n : 0); i++, reg += 4)
			r->reg[reg / 4] = (calls ? dword(r, &running.area, IB_AT / 4 + 2 + i)
						 : in_ring(r, &running, (from + first + i) % RING_DW)) ^
					  (reg == SCRATCH + 4 * r->state[1] ? r->state[2] : 0);
		r->state[0] += calls || sets;
		from = (from + (calls ? 2 : sets ? 2 + n : 1)) % RING_DW;
	}
	r->reg[READ / 4] = from;
	return true;
}

/* Rounds of six registers: all come, or one of them otherwise, which is named with what it holds and what was
 * sent; the last one is waited for. */
Test(card_parts, packets_through_a_ring)
{
	const struct fl_ring_test t = {
	    .scratch = SCRATCH, .buffer_B = IB_AT, .set = set, .call = call, .explain = explain};

	for (uint32_t wrong = 0; wrong <= 6; wrong++)
		for (uint32_t bit = 0; bit < 32; bit += 5) {
			struct rig *r = rig_new(0x7249);
			uint32_t which, holds, sent;
			struct fl_err err;
			enum fl_code code;

			running = ring_of(r, 0);
			fl_ring_go(&running, RING_DW);
			r->on_write = runs;
			r->state[1] = wrong;
			r->state[2] = 1u << bit;
			code = fl_ring_test_rounds(&running, &t, &err);
			if (wrong == 6) { /* none of them */
				cr_expect_eq(code, FL_OK, "%s", err.text);
				cr_expect_eq(r->state[0], 8u, "%u packets", r->state[0]);
			} else if (wrong == 5) {
				cr_expect_eq(code, FL_TIMEOUT);
				cr_expect_eq(r->state[0], 1u);
			} else {
				cr_expect_eq(code, FL_FAILED);
				cr_assert_eq(sscanf(err.text, "SCRATCH_REG%u holds 0x%x, sent was 0x%x",
						    &which, &holds, &sent),
					     3, "%s", err.text);
				cr_expect(which == wrong && holds == (sent ^ 1u << bit) &&
					      holds == r->reg[SCRATCH / 4 + wrong],
					  "%s", err.text);
			}
			free(r);
		}
}

/* ---- bits ---------------------------------------------------------------------------------------------- */
Test(card_parts, bits_by_their_names)
{
	static const struct fl_bit bits[] = {{31, "GUI_ACTIVE"}, {0, "LOW"}, {7, "CP"}};

	for (unsigned set = 0; set < 8; set++)
		for (size_t size = 0; size <= 20; size++) {
			const uint32_t status =
			    (set & 1 ? 1u << 31 : 0) | (set & 2 ? 1 : 0) | (set & 4 ? 1 << 7 : 0);
			char want[32], out[32], cut[32];

			snprintf(want, sizeof(want), "%s%s%s%s%s", set & 1 ? "GUI_ACTIVE" : "",
				 set & 1 && set & 2 ? " " : "", set & 2 ? "LOW" : "",
				 set & 3 && set & 4 ? " " : "", set & 4 ? "CP" : "");
			if (!set)
				strcpy(want, "idle");
			memset(out, '#', sizeof(out));
			cr_expect_eq(fl_bits_text(out, size, bits, 3, status | 1 << 12), (int)strlen(want),
				     "%u", set);
			snprintf(cut, size ? size : 1, "%s", want);
			cr_expect(!size || !strcmp(out, cut), "set %u, size %zu: '%s'", set, size, out);
			cr_expect_eq(out[size], '#', "set %u, size %zu", set, size);
		}
	char out[32];

	fl_bits_text(out, sizeof(out), bits, 3, 0xffffffff);
	cr_expect_str_eq(out, "no answer: all ones");
}

/* Each register's name and number, the bits that are on where it has names for some, cut off where the text
 * ends. */
Test(card_parts, status_of_all_registers)
{
	static const struct fl_bit some[] = {{1, "CP_BUSY"}, {31, "GUI_ACTIVE"}};
	static const struct fl_status_reg list[] = {
	    {"GRBM_STATUS", 0x100, 2, some}, {"STALLED", 0x104, 0, NULL}, {"SRBM_STATUS", 0x108, 2, some}};
	static const char all[] =
	    "GRBM_STATUS 0x80000002 (CP_BUSY GUI_ACTIVE), STALLED 0x12345678, SRBM_STATUS "
	    "0x00000000 (idle)";
	struct rig *r = rig_new(0x7249);
	char out[160];

	r->reg[0x100 / 4] = 1u << 31 | 1 << 1;
	r->reg[0x104 / 4] = 0x12345678;
	cr_expect_eq(fl_status_report(&r->dev, list, 3, out, sizeof(out)), strlen(all));
	cr_expect_str_eq(out, all);
	cr_expect_eq(fl_status_report(&r->dev, list, 1, out, sizeof(out)),
		     strlen("GRBM_STATUS 0x80000002 (CP_BUSY "
			    "GUI_ACTIVE)"));
	cr_expect_eq(fl_status_report(&r->dev, list + 1, 1, out, sizeof(out)), strlen("STALLED 0x12345678"));
	cr_expect_str_eq(out, "STALLED 0x12345678");
	for (size_t size = 1; size < sizeof(all); size++) {
		size_t n;

		memset(out, '#', sizeof(out));
		r->reads = 0;
		fl_status_report(&r->dev, list, 3, out, size);
		cr_expect_eq(r->reads, 3, "each is read, whatever there is room for");
		n = strnlen(out, size);
		cr_expect_lt(n, size, "size %zu", size);
		cr_expect_eq(memcmp(out, all, n < 22 ? n : 22), 0, "size %zu: '%.*s'", size, (int)n, out);
		cr_expect_eq(out[size], '#', "size %zu", size);
	}
	free(r);
}

/* ---- what sleeping puts back --------------------------------------------------------------------------- */
static const struct fl_kept words[] = {{0x100, FL_KEPT_MMIO, 0, 0},
				       {0x04, FL_KEPT_PCI, FL_KEPT_SHOWN, 0},
				       {0x104, FL_KEPT_MMIO, FL_KEPT_ONES, 0},
				       {0x108, FL_KEPT_MMIO, FL_KEPT_SHOWN, 0xff00},
				       {0x40, FL_KEPT_PCI, FL_KEPT_ONES, 0x0f}};
enum { WORDS = sizeof(words) / sizeof(*words), NONE = WORDS };

static struct fl_kept word(const void *arg, unsigned i)
{
	return words[i];
}

static const struct fl_kept_words kept = {WORDS, word, NULL};
static const uint32_t old[WORDS] = {0x12345678, 0x0107, 0xffffffff, 0x00abcd00, 0xffff};

static void put_word(struct rig *r, unsigned i, uint32_t v)
{
	if (words[i].space == FL_KEPT_PCI)
		memcpy(r->cfg + words[i].at, &v, 2);
	else
		r->reg[words[i].at / 4] = v;
}

static uint32_t get_word(const struct rig *r, unsigned i)
{
	uint32_t v = 0;

	memcpy(&v,
	       words[i].space == FL_KEPT_PCI ? r->cfg + words[i].at
					     : (const uint8_t *)&r->reg[words[i].at / 4],
	       words[i].space == FL_KEPT_PCI ? 2 : 4);
	return v;
}

static struct rig *card_with_words(void)
{
	struct rig *r = rig_new(0x7249);

	for (unsigned i = 0; i < WORDS; i++)
		put_word(r, i, old[i]);
	return r;
}

Test(card_parts, words_are_noted_and_put_back)
{
	struct rig *r = card_with_words();
	struct fl_err err;

	cr_assert_eq(fl_kept_note(&r->dev, &kept, 0, &err), FL_OK, "%s", err.text);
	cr_expect_eq(r->dev.n_before, WORDS);
	cr_expect_arr_eq(r->dev.before, old, sizeof(old));
	cr_expect_eq(r->writes, 0u);
	for (unsigned i = 0; i < WORDS; i++)
		put_word(r, i, 0x3333);
	cr_assert_eq(fl_kept_note(&r->dev, &kept, 0, &err), FL_OK);
	cr_expect_arr_eq(r->dev.before, old, sizeof(old), "noted once");
	/* one alone is noted anew */
	cr_assert_eq(fl_kept_note(&r->dev, &kept, FL_KEPT_SHOWN, &err), FL_OK);
	cr_expect_eq(r->dev.n_before, WORDS);
	for (unsigned i = 0; i < WORDS; i++) {
		cr_expect_eq(r->dev.before[i], words[i].how & FL_KEPT_SHOWN ? 0x3333 : old[i], "%u", i);
		put_word(r, i, 0x4444);
	}
	cr_assert_eq(fl_kept_put_back(&r->dev, &kept, &err), FL_OK, "%s", err.text);
	for (unsigned i = 0; i < WORDS; i++)
		cr_expect_eq(get_word(r, i), r->dev.before[i], "%u", i);
	/* what is right already is not written */
	r->writes = 0;
	cr_assert_eq(fl_kept_put_back(&r->dev, &kept, &err), FL_OK);
	cr_expect_eq(r->writes, 0u);
	/* of a card of which nothing was noted nothing is put back */
	r->dev.n_before = 0;
	put_word(r, 0, 5);
	cr_assert_eq(fl_kept_put_back(&r->dev, &kept, &err), FL_OK);
	cr_expect_eq(get_word(r, 0), 5u);
	free(r);
}

static void other_the_second_time(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == r->state[0] && r->state[2]++ == 1)
		*v ^= r->state[1];
}

/* What reads otherwise the second time, or as all ones: the card is away at times. Bits that do not count,
 * and ones that are no sign, are. */
Test(card_parts, words_of_a_card_that_is_away)
{
	static const struct {
		uint32_t at, flip;
		enum fl_code code;
	} of[] = {{0x100, 1, FL_NO_DEVICE},
		  {0x104, 0x80000000, FL_NO_DEVICE},
		  {0x108, 0x00ff00ff, FL_OK},
		  {0x108, 0x0100, FL_NO_DEVICE},
		  {0x108, 0x8000, FL_NO_DEVICE}};
	struct fl_err err;

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		struct rig *r = card_with_words();

		r->state[0] = of[i].at;
		r->state[1] = of[i].flip;
		r->on_read = other_the_second_time;
		cr_expect_eq(fl_kept_note(&r->dev, &kept, 0, &err), of[i].code, "case %u", i);
		cr_expect_eq(r->dev.n_before, of[i].code ? 0 : WORDS);
		free(r);
	}
	for (unsigned i = 0; i < WORDS; i++) {
		struct rig *r = card_with_words();
		const bool sign = !(words[i].how & FL_KEPT_ONES);

		put_word(r, i, 0xffffffff);
		cr_expect_eq(fl_kept_note(&r->dev, &kept, 0, &err), sign ? FL_NO_DEVICE : FL_OK, "%u", i);
		cr_expect(!sign || strstr(err.text, "the card is off the bus at times"), "%s", err.text);
		free(r);
	}
}

static bool deaf(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at != r->state[0] || r->state[2] >= r->state[1])
		return true;
	r->state[2]++;
	return false;
}

static bool loses_bits(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == r->state[0])
		*v &= ~r->state[1];
	return true;
}

/* What is not heard once is said again; what does not become what it was is an error, but for bits that do
 * not count. */
Test(card_parts, words_that_do_not_go_back)
{
	struct fl_err err;

	for (unsigned times = 0; times < 3; times++) {
		struct rig *r = card_with_words();

		cr_assert_eq(fl_kept_note(&r->dev, &kept, 0, &err), FL_OK);
		put_word(r, 0, 0);
		r->state[0] = 0x100;
		r->state[1] = times;
		r->on_write = deaf;
		cr_expect_eq(fl_kept_put_back(&r->dev, &kept, &err), times < 2 ? FL_OK : FL_FAILED, "%u",
			     times);
		cr_expect(times < 2 || strstr(err.text, "0x100 does not become 0x12345678 again"), "%s",
			  err.text);
		cr_expect_eq(get_word(r, 0), times < 2 ? old[0] : 0, "it is said twice, and no third time");
		free(r);
	}
	for (unsigned counts_too = 0; counts_too < 2; counts_too++) {
		struct rig *r = card_with_words();

		cr_assert_eq(fl_kept_note(&r->dev, &kept, 0, &err), FL_OK);
		put_word(r, 3, 0);
		r->state[0] = 0x108;
		r->state[1] = counts_too ? 0x0400 : 0x00ab00ff;
		r->on_write = loses_bits;
		cr_expect_eq(fl_kept_put_back(&r->dev, &kept, &err), counts_too ? FL_FAILED : FL_OK);
		free(r);
	}
}

/* ---- pictures ------------------------------------------------------------------------------------------ */
static uint32_t by_place(unsigned x, unsigned y)
{
	return 0x80000000 | y << 16 | x;
}

/* How many pixels are wrong, which one first, what it is and should be. */
Test(card_parts, pictures_that_are_wrong)
{
	enum { AT = 0x1000, SIDE = FL_SMOKE_SIDE };
	static const struct {
		unsigned x, y;
	} at[] = {{0, 0}, {5, 0}, {SIDE - 1, 0}, {0, 3}, {17, 40}, {SIDE - 1, SIDE - 1}};
	struct rig *r = rig_new(0x7249);
	struct fl_bringup up = {.dev = &r->dev};
	struct fl_err err;

	memset(r->vram, 0x55, sizeof(r->vram));
	fl_smoke_paint(&up, AT, by_place);
	cr_expect(r->vram[AT - 1] == 0x55 && r->vram[AT + SIDE * SIDE * 4] == 0x55);
	cr_expect_eq(fl_smoke_compare(&up, AT, "it", by_place, &err), FL_OK);
	for (unsigned i = sizeof(at) / sizeof(*at); i-- > 0;) {
		const unsigned n = (unsigned)(sizeof(at) / sizeof(*at)) - i;
		char want[128];

		memset(r->vram + AT + 4 * (at[i].y * SIDE + at[i].x), 0xaa, 4);
		cr_expect_eq(fl_smoke_compare(&up, AT, "it", by_place, &err), FL_FAILED);
		snprintf(want, sizeof(want),
			 "it: %u of %u pixels are wrong, first (%u,%u): 0xaaaaaaaa instead of 0x%08x", n,
			 SIDE * SIDE, at[i].x, at[i].y, by_place(at[i].x, at[i].y));
		cr_expect_str_eq(err.text, want);
	}
	free(r);
}
