/* SPDX-License-Identifier: MIT
 *
 * Keeping what displays show, on a card of cardboard with three registers: one that the others are reached
 * through, and two behind it. Each is read twice; one that reads otherwise the second time is named, and what
 * was done is undone.
 */
#include "hw/fl_display_walk.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { INDEX = 0x100, FIRST = 0x200, SECOND = 0x204, VALUE = 0x12340000 };

static unsigned reads_of[3], vga_calls, off_calls;
static uint32_t liar; /* reads otherwise from the second time on */
static uint32_t will_not_go_off;

static unsigned nth(uint32_t at)
{
	return at == INDEX ? 0 : at == FIRST ? 1 : 2;
}

static void lies(struct rig *r, uint32_t at, uint32_t *v)
{
	(void)r;
	*v ^= ++reads_of[nth(at)] > 1 && at == liar ? 0x10 : 0;
}

static void head(struct fl_display_walk *w)
{
	fl_display_reg(w, INDEX, ~0u);
}

static void body(struct fl_display_walk *w)
{
	static const uint16_t at[] = {FIRST, SECOND};

	fl_display_regs(w, at, 2, 0);
}

static enum fl_code vga(struct fl_display *k, uint64_t vram, struct fl_err *err)
{
	(void)k;
	(void)vram;
	(void)err;
	vga_calls++;
	return FL_OK;
}

static uint32_t vga_off(struct fl_display *k)
{
	(void)k;
	off_calls++;
	return will_not_go_off;
}

static const struct fl_display_parts parts = {
    .head_words = 1, .head = head, .body = body, .vga = vga, .vga_off = vga_off};

static enum fl_code take(struct rig *r, uint32_t who_lies, struct fl_err *err)
{
	static struct fl_display k;

	memset(&k, 0, sizeof(k));
	memset(reads_of, 0, sizeof(reads_of));
	k.dev = &r->dev;
	liar = who_lies;
	vga_calls = off_calls = 0;
	for (unsigned i = 0; i < 3; i++)
		r->reg[(i == 0 ? INDEX : i == 1 ? FIRST : SECOND) / 4] = VALUE + i;
	r->writes = 0;
	r->on_read = lies;
	const enum fl_code code = fl_display_take_parts(&k, &parts, 0, err);

	if (!code)
		for (unsigned i = 0; i < 3; i++)
			cr_expect_eq(k.word[i], VALUE + i);
	return code;
}

Test(display_walk, what_reads_otherwise_is_not_taken)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;
	char name[16];

	cr_assert_eq(take(r, 0, &err), FL_OK, "%s", err.text);
	cr_expect(reads_of[0] == 2 && reads_of[1] == 2 && reads_of[2] == 2);
	cr_expect(vga_calls == 1 && off_calls == 1 && !r->writes);
	/* the way to the others: none of these is looked at */
	cr_expect_eq(take(r, INDEX, &err), FL_NO_DEVICE);
	cr_expect(strstr(err.text, "0x100 reads now this"), "%s", err.text);
	cr_expect(!reads_of[1] && !reads_of[2] && !vga_calls && !off_calls);
	/* one of the others: nothing is switched off, and the way is as it was */
	for (uint32_t at = FIRST; at <= SECOND; at += 4) {
		cr_expect_eq(take(r, at, &err), FL_NO_DEVICE);
		snprintf(name, sizeof(name), "0x%x reads", at);
		cr_expect(strstr(err.text, name), "%s", err.text);
		cr_expect(vga_calls == 1 && !off_calls);
		cr_expect_eq(r->reg[INDEX / 4], (uint32_t)VALUE);
	}
	/* VGA's memory that does not go off */
	will_not_go_off = 0x330;
	cr_expect_eq(take(r, 0, &err), FL_NO_DEVICE);
	cr_expect(strstr(err.text, "0x330 reads"), "%s", err.text);
	free(r);
}

/* A register is noted as it reads, and checked for the bits that count; all ones are what a card gives that
 * is off the bus, whatever was noted. */
Test(display_walk, each_bit_of_a_register)
{
	struct rig *r = rig_new(0x7249);

	for (unsigned bit = 0; bit <= 32; bit++) {
		const uint32_t value = bit < 32 ? ~(1u << bit) : ~0u;
		uint32_t words[2] = {0, 0};
		struct fl_display_walk w = {.d = &r->dev, .word = words, .pass = FL_DISPLAY_NOTE};

		r->reg[FIRST / 4] = value;
		fl_display_reg(&w, FIRST, ~0u);
		cr_expect_eq(words[0], value);
		cr_expect_eq(w.word, words + 1);
		cr_expect_eq(w.wrong, bit < 32 ? 0u : (uint32_t)FIRST, "noted 0x%08x", value);
		for (unsigned other = 0; other < 32; other++)
			for (unsigned counts = 0; counts < 2; counts++) {
				w = (struct fl_display_walk){
				    .d = &r->dev, .word = words, .pass = FL_DISPLAY_CHECK};
				words[0] = value ^ 1u << other;
				fl_display_reg(&w, FIRST, counts ? 1u << other : ~(1u << other));
				cr_expect_eq(w.wrong, counts || bit == 32 ? (uint32_t)FIRST : 0u,
					     "0x%08x beside 0x%08x", value, words[0]);
				cr_expect_eq(w.word, words + 1);
			}
	}
	free(r);
}

/* Colors are read and written one after the other through one port; which differs does not matter, but that
 * one does. */
Test(display_walk, each_color)
{
	enum { N = 5 };
	struct rig *r = rig_new(0x7249);

	r->reg[FIRST / 4] = VALUE;
	for (unsigned wrong = 0; wrong <= N; wrong++) { /* N: none */
		uint32_t words[N + 1] = {0};
		struct fl_display_walk w = {.d = &r->dev, .word = words, .pass = FL_DISPLAY_NOTE};

		r->reads = r->writes = 0;
		fl_display_colors(&w, FIRST, N);
		cr_expect(r->reads == N && !r->writes && !w.wrong && w.word == words + N);
		for (unsigned i = 0; i < N; i++)
			cr_expect_eq(words[i], (uint32_t)VALUE);
		cr_expect_eq(words[N], 0u);
		words[wrong] ^= 1;
		w.word = words;
		w.pass = FL_DISPLAY_CHECK;
		fl_display_colors(&w, FIRST, N);
		cr_expect_eq(w.wrong, wrong < N ? (uint32_t)FIRST : 0u, "color %u", wrong);
		w.word = words;
		w.pass = FL_DISPLAY_GIVE;
		r->reads = 0;
		fl_display_colors(&w, FIRST, N);
		cr_expect(r->writes == N && !r->reads && w.word == words + N);
		cr_expect_eq(r->reg[FIRST / 4], words[N - 1]);
		r->reg[FIRST / 4] = VALUE;
	}
	free(r);
}
