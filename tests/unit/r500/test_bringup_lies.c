/* SPDX-License-Identifier: MIT
 *
 * The smoke test believes no single value that it reads: on a whole card of the model, each check is repeated
 * with one bit of one value turned, value by value, and must fail.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <string.h>

enum { NEVER = ~0u };

static struct fl_dev dev;
static struct fl_model *model;
static struct r500_card card;
static struct fl_bus liar;
static const struct fl_bus *honest;
static unsigned reads, lie_at;

/* Words of microcode that were written. */
static uint64_t written[1 << 14], data_high;
static unsigned n_written;

static void write32(struct fl_dev *d, uint32_t at, uint32_t v)
{
	if (at == R500_CP_ME_RAM_DATAH)
		data_high = v;
	else if (at == R500_CP_ME_RAM_DATAL)
		written[n_written++ % (1 << 14)] = data_high << 32 | v;
	honest->write32(d, at, v);
}

static uint32_t turned_bit(unsigned n, unsigned bits)
{
	return 1u << n * 7 % bits;
}

/* Of registers: those that hold what was written, and the 8 or 32 bits that count. */
static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	uint32_t v = honest->read32(d, at);
	bool scratch = at >= R500_SCRATCH_REG(0) && at <= R500_SCRATCH_REG(7);
	bool high = at == R500_CP_ME_RAM_DATAH;

	if (!scratch && !high && at != R500_CP_ME_RAM_DATAL && at != R500_MM_DATA)
		return v;
	return reads++ == lie_at ? v ^ turned_bit(lie_at, high ? 8 : 32) : v;
}

static void vram_read(struct fl_dev *d, uint64_t at_B, void *to, size_t n)
{
	uint32_t word;

	honest->vram_read(d, at_B, to, n);
	/* read to push out what was written, not to be believed */
	if (n == 4 && at_B >= card.ring.at_B && at_B < card.ring.at_B + R500_RING_DEFAULT_B)
		return;
	if (reads++ != lie_at || n < 4)
		return;
	uint8_t *p = (uint8_t *)to + lie_at * 4 % (n / 4 * 4);

	memcpy(&word, p, 4);
	word ^= turned_bit(lie_at, 32);
	memcpy(p, &word, 4);
}

static void setup(void)
{
	struct fl_model_config cfg = {.posted = true, .threads = 1, .vram_B = 16 << 20};
	static uint8_t image[2048];
	struct fl_err err;

	model = fl_model_new("r580", &cfg, NULL, 0);
	cr_assert_eq(fl_open_model(&dev, model, "r580", &err), FL_OK);
	fl_model_firmware("r580", 0, image, 2048);
	r500_card_init(&card, &dev);
	card.up.images.of[0].data = image;
	card.up.images.of[0].size_B = sizeof(image);
	card.up.transport = FL_TRANSPORT_VRAM;
	cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	honest = dev.bus;
	liar = *honest;
	liar.read32 = read32;
	liar.write32 = write32;
	liar.vram_read = vram_read;
	dev.bus = &liar;
	dev.regs = NULL;
	dev.vram = NULL;
}

/* Every step-th value is turned once. `again` of them are what was there before, to be put back, or are
 * looked at again: those alone may be anything. least: how many there are at least. */
static void expect(const char *what, enum fl_code check(struct fl_bringup *, struct fl_err *), unsigned step,
		   unsigned again, unsigned least)
{
	unsigned total, believed = 0;
	struct fl_err err;

	lie_at = NEVER;
	reads = 0;
	cr_assert_eq(check(&card.up, &err), FL_OK, "%s: %s", what, err.text);
	total = reads;
	cr_assert_geq(total, least, "%s looks at %u values, not %u", what, total, least);
	for (lie_at = 0; lie_at < total; lie_at += step) {
		reads = 0;
		believed += check(&card.up, &err) == FL_OK;
	}
	cr_assert_eq(believed, again, "%s: %u of %u values may be wrong, not %u", what, believed, total,
		     again);
}

TestSuite(bringup_lies, .init = setup);

/* Three places, each saved first, with 64 patterns; 23 address lines (4 bytes to 8 MiB of 16) and address 0,
 * each saved first; one word through MM_INDEX. */
Test(bringup_lies, memory)
{
	uint32_t before[1 << 10], after[1 << 10];

	for (unsigned i = 0; i < 1 << 10; i++)
		before[i] = 0x01000193u * (i + 1);
	honest->vram_write(&dev, 0, before, sizeof(before));
	expect("VRAM data lines", fl_smoke_data_lines, 1, 3, 3 * (1 + 64));
	lie_at = NEVER;
	fl_smoke_data_lines(&card.up, NULL);
	r500_check_vram_address(&card.up, NULL);
	honest->vram_read(&dev, 0, after, sizeof(after));
	cr_assert_eq(after[1023], before[1023]);
	expect("VRAM address lines", r500_check_vram_address, 1, 23, 2 * 23);
	expect("MM_INDEX and MM_DATA", r500_check_mm_index, 1, 1, 4);
}

/* What was there before is there again. */
Test(bringup_lies, memory_is_put_back)
{
	static uint32_t before[4096], after[4096];

	for (unsigned i = 0; i < 4096; i++)
		before[i] = 0x01000193u * (i + 1);
	lie_at = NEVER;
	for (uint64_t at_B = 0; at_B < 16 << 20; at_B = at_B ? 2 * at_B : sizeof(before)) {
		honest->vram_write(&dev, at_B, before, sizeof(before));
		honest->vram_write(&dev, (16 << 20) - sizeof(before), before, sizeof(before));
		cr_assert_eq(fl_smoke_data_lines(&card.up, NULL), FL_OK);
		cr_assert_eq(r500_check_vram_address(&card.up, NULL), FL_OK);
		cr_assert_eq(r500_check_mm_index(&card.up, NULL), FL_OK);
		honest->vram_read(&dev, at_B, after, sizeof(after));
		cr_assert_arr_eq(after, before, sizeof(before));
		honest->vram_read(&dev, (16 << 20) - sizeof(before), after, sizeof(after));
		cr_assert_arr_eq(after, before, sizeof(before));
	}
}

Test(bringup_lies, registers_and_packets)
{
	expect("scratch registers", r500_check_scratch, 1, 0, 5 * 8);
	expect("ring wraps around", r500_check_ring_wrap, 1, 0, 1);
}

/* Each row is one value. The fence of the short ones is looked at twice: the write pointer takes effect
 * after two microseconds. */
Test(bringup_lies, pictures)
{
	expect("2D fill", r500_check_fill, 1, 2, FL_SMOKE_SIDE + 2);
	expect("2D copy", r500_check_copy, 1, 2, FL_SMOKE_SIDE + 2);
	expect("3D triangle", r500_check_triangle, 1, 1, FL_SMOKE_SIDE + 1);
}

/* What is drawn on: each pixel has a color that no other has, so that one in a wrong place is seen. */
static uint32_t painted[FL_SMOKE_SIDE * FL_SMOKE_SIDE];
static unsigned n_painted;

static void notes_rows(struct fl_dev *d, uint64_t at_B, const void *from, size_t n)
{
	if (n == sizeof(uint32_t) * FL_SMOKE_SIDE && n_painted < FL_SMOKE_SIDE)
		memcpy(painted + FL_SMOKE_SIDE * n_painted++, from, n);
	honest->vram_write(d, at_B, from, n);
}

static int by_value(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

Test(bringup_lies, no_two_pixels_are_alike_before_they_are_drawn)
{
	static enum fl_code (*const check[])(struct fl_bringup *, struct fl_err *) = {
	    r500_check_fill, r500_check_copy, r500_check_triangle};
	struct fl_err err;

	lie_at = NEVER;
	liar.vram_write = notes_rows;
	for (unsigned i = 0; i < sizeof(check) / sizeof(*check); i++) {
		n_painted = 0;
		cr_assert_eq(check[i](&card.up, &err), FL_OK, "%s", err.text);
		cr_assert_eq(n_painted, FL_SMOKE_SIDE);
		qsort(painted, FL_SMOKE_SIDE * FL_SMOKE_SIDE, 4, by_value);
		for (unsigned k = 1; k < FL_SMOKE_SIDE * FL_SMOKE_SIDE; k++)
			cr_assert_neq(painted[k], painted[k - 1], "check %u: 0x%08x", i, painted[k]);
	}
}

/* 256 words of 40 bits, three patterns, the last with another word at each address. */
Test(bringup_lies, microcode_ram)
{
	struct fl_err err;

	cr_assert_eq(r500_ring_stop(&card.ring, &err), FL_OK);
	expect("microcode RAM", r500_check_microcode_ram, 1, 0, 3 * 256 * 2);
	lie_at = NEVER;
	n_written = 0;
	r500_check_microcode_ram(&card.up, &err);
	cr_assert_eq(n_written, 4 * 256u, "three patterns, and zeros as after power-on");
	for (unsigned i = 0; i < 256; i++)
		for (unsigned k = 0; k < i; k++)
			cr_assert_neq(written[512 + i], written[512 + k], "words %u and %u are alike", k, i);
	for (unsigned i = 0; i < 256; i++)
		cr_assert_eq(written[768 + i], 0);
}
