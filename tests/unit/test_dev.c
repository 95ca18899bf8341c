/* SPDX-License-Identifier: MIT
 *
 * Formatting against the C library's, errors, the one poll, memory behind a mapping.
 */
#include "hw/fl_fmt.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* Same text and length as snprintf, for a large buffer and for one that is too small. */
#define SAME(...)                                                                                \
	do {                                                                                     \
		char want[256], got[256];                                                        \
		int n = snprintf(want, sizeof(want), __VA_ARGS__);                               \
		cr_assert_eq(fl_format(got, sizeof(got), __VA_ARGS__), n, "%s / %s", want, got); \
		cr_assert_str_eq(got, want);                                                     \
		want[4] = 0; /* what a buffer of 5 holds */                                      \
		memset(got, '#', sizeof(got));                                                   \
		cr_assert_eq(fl_format(got, 5, __VA_ARGS__), n);                                 \
		cr_assert_str_eq(got, want);                                                     \
		cr_assert_eq(got[5], '#');                                                       \
		cr_assert_eq(fl_format(NULL, 0, __VA_ARGS__), n);                                \
	} while (0)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
Test(dev, format_integers)
{
	static const long long values[] = {0,         1,         -1,        9,         10,  -10,  12345,
					   INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 255, 65536};

	for (unsigned i = 0; i < sizeof(values) / sizeof(*values); i++) {
		long long v = values[i];

		SAME("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|%.0d", (int)v, (int)v, (int)v, (int)v,
		     (int)v, (int)v, (int)v, (int)v, (int)v, (int)v);
		SAME("%u|%x|%X|%#x|%#X|%08x|%#010x|%-6x|", (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v,
		     (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v);
		SAME("%lld %llu %llx %ld %lu %lx", v, v, v, (long)v, (unsigned long)v, (unsigned long)v);
		SAME("%hd %hu %hhd %hhu %hhx %zd %zu %zx %i", (short)v, (unsigned short)v, (signed char)v,
		     (unsigned char)v, (unsigned char)v, (ssize_t)v, (size_t)v, (size_t)v, (int)v);
		SAME("%*d|%-*d|%.*d", 7, (int)v, 7, (int)v, 4, (int)v);
	}
	SAME("%+05d|%+ d|%- 5d|%0*d|%*d|", 3, 3, 3, 6, -3, -6, 3);
	/* with a precision, even of none, no zeros are put in front */
	SAME("%05.0d|%05.0d|%05.0x|%05.1d|%05.2d|%06.0u|", 0, 7, 0xa, 7, 7, 12u);
	/* what a short and a char hold of them */
	SAME("%hd|%hu|%hx|%hhd|%hhu|%hhx|", 0x12345678, 0x1234fedc, 0x1234fedc, 0x123456fe, 0x123456fe,
	     0x123456fe);
}

Test(dev, format_text)
{
	SAME("%s|%8s|%-8s|%.2s|%.0s|%8.2s|%.*s|", "card", "card", "card", "card", "card", "card", 3, "card");
	SAME("%c|%3c|%-3c|%%|", 'x', 'y', 'z');
	SAME("%p", (void *)0x1234);
	SAME("%p", (void *)0x89abcdef);
	SAME("plain, with no conversion at all");
	SAME("%s", "");
	const char *volatile none = NULL;
	char got[32];

	fl_format(got, sizeof(got), "%s", none);
	cr_assert_str_eq(got, "(null)");
	fl_format(got, sizeof(got), "%q%5w%", 1);
	cr_assert_str_eq(got, "%q%5w%"); /* what is not ours prints itself */
}

Test(dev, format_floats)
{
	static const double values[] = {0.0,
					-0.0,
					0.5,
					1.5,
					2.5,
					0.125,
					0.375,
					0.045,
					1.005,
					99.995,
					999.9995,
					0.1,
					1e-10,
					1e-30,
					5e-324,
					0.999,
					2147483647.0,
					-2147483647.5,
					3.14159265358979,
					0.05,
					1e9,
					123456.789};

	for (unsigned i = 0; i < sizeof(values) / sizeof(*values); i++)
		SAME("%.0f|%.1f|%.2f|%.3f|%.6f|%.9f|%8.2f|%-9.2f|%09.2f|%+.2f|% .1f|%#.0f", values[i],
		     values[i], values[i], values[i], values[i], values[i], values[i], values[i], values[i],
		     values[i], values[i], values[i]);
	/* halfway between two: to even, whatever the digit before; and all places that there are */
	SAME("%.11f|%.12f|%.13f|%.14f|%.14f", 0x1p-12, 0x1p-13, 0x1p-14, 0x1p-15, 0x3p-15);
	/* the last bit, below all places, decides */
	SAME("%.11f|%.12f|%.13f|%.14f", 0x1.0000000000001p-12, 0x1.0000000000001p-13, 0x1.0000000000001p-14,
	     0x1.0000000000001p-15);
	SAME("%.12f|%.12f|%.12f", 0x1.0000000000002p-13, 0x1.0000000000003p-13, 0x1.fffffffffffffp-14);
	SAME("%.16f|%.17f|%.17f|%.17f", 0.1, 0.1, 1.0 / 3, 2.0 / 3);
	uint64_t state = 1;

	for (unsigned i = 0; i < 20000; i++) {
		double v;

		state = state * 6364136223846793005u + 1442695040888963407u;
		v = (double)(int64_t)state / 4294967296.0 / (double)(1u << (state >> 3 & 31));
		SAME("%.*f", (int)(state % 10), v);
		if (fabs(v) >= 0x1p-11) /* whose bits are all among the 64 that are kept */
			SAME("%.*f", (int)((state >> 40) % 18), v);
		SAME("%.3f", rint(v * 8) / 8 + 0.0625); /* exact halves of the last place */
	}
	SAME("%f|%5.1f", INFINITY, -INFINITY);
	char got[32];

	fl_format(got, sizeof(got), "%f", 1.0 / 3);
	cr_assert_str_eq(got, "0.33"); /* two places, where the C library has six */
	fl_format(got, sizeof(got), "%f", 1e30);
	cr_assert_str_eq(got, "ovf");
	/* not more than 17 places: a double has no more that mean anything */
	for (int places = 15; places < 24; places++) {
		char want[32];

		snprintf(want, sizeof(want), "%.*f", places < 17 ? places : 17, 0.5);
		fl_format(got, sizeof(got), "%.*f", places, 0.5);
		cr_assert_str_eq(got, want);
	}
}
#pragma GCC diagnostic pop

Test(dev, errors)
{
	struct fl_err err;
	char longer[400];

	cr_assert_eq(fl_fail(&err, FL_TIMEOUT, "%s is %d", "x", 3), FL_TIMEOUT);
	cr_assert_eq(err.code, FL_TIMEOUT);
	cr_assert_str_eq(err.text, "x is 3");
	cr_assert_eq(fl_fail_more(&err, FL_TIMEOUT, "; y is %d", 4), FL_TIMEOUT);
	cr_assert_str_eq(err.text, "x is 3; y is 4");
	cr_assert_eq(fl_fail(NULL, FL_USAGE, "nobody listens"), FL_USAGE);
	memset(longer, 'a', sizeof(longer));
	longer[399] = 0;
	fl_fail(&err, FL_FAILED, "%s", longer);
	cr_assert_eq(strlen(err.text), sizeof(err.text) - 1);
	fl_fail_more(&err, FL_FAILED, "%s", longer);
	cr_assert_eq(strlen(err.text), sizeof(err.text) - 1);
}

static void becomes_ready(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == 0x40 && r->now >= r->state[0])
		*v |= 0x80;
}

Test(dev, poll_succeeds_when_the_bit_comes)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;

	r->on_read = becomes_ready;
	r->state[0] = 3000;
	cr_assert_eq(fl_poll32(&r->dev, 0x40, 0x80, 0x80, 5000, "ready", "STATUS", &err), FL_OK);
	cr_assert_geq(r->now, 3000);
	cr_assert_lt(r->now, 3500); /* an eighth late at most, and the reads */
	free(r);
}

Test(dev, poll_times_out_with_what_was_read)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;

	r->reg[0xe40 / 4] = 0x84000140;
	cr_assert_eq(fl_poll32(&r->dev, 0xe40, 0x80000000, 0, 500000, "GUI idle", "RBBM_STATUS", &err),
		     FL_TIMEOUT);
	cr_assert_eq(err.code, FL_TIMEOUT);
	cr_assert_eq(err.reg, 0xe40);
	cr_assert_eq(err.got, 0x84000140);
	cr_assert_eq(err.mask, 0x80000000);
	cr_assert_eq(err.want, 0);
	cr_assert_str_eq(err.text,
			 "GUI idle: RBBM_STATUS is 0x84000140, want 0 under 0x80000000, after 500 ms");
	cr_assert_geq(r->now, 500000);
	cr_assert_lt(r->now, 510000);
	cr_assert_lt(r->reads, 2000); /* long waits do not hammer the bus */
	free(r);
}

/* Time is over at the second read, after exactly so long: microseconds, from ten thousand on milliseconds. */
static void late(struct rig *r, uint32_t at, uint32_t *v)
{
	if (r->reads == 2)
		r->now = r->state[0];
}

Test(dev, poll_says_how_long_it_took)
{
	static const uint32_t us[] = {999, 1000, 9999, 10000, 10001, 10999, 11000, 998999, 999000, 123456789};

	for (unsigned i = 0; i < sizeof(us) / sizeof(*us); i++) {
		struct rig *r = rig_new(0x7249);
		struct fl_err err;
		char want[40];

		r->on_read = late;
		r->state[0] = us[i] + (uint32_t)r->now;
		snprintf(want, sizeof(want), ", after %u %s", us[i] < 10000 ? us[i] : us[i] / 1000,
			 us[i] < 10000 ? "us" : "ms");
		cr_assert_eq(fl_poll32(&r->dev, 0x40, 1, 1, us[i], "x", "X", &err), FL_TIMEOUT);
		cr_expect(strlen(err.text) > strlen(want) &&
			      !strcmp(err.text + strlen(err.text) - strlen(want), want),
			  "%s, not %s", err.text, want);
		free(r);
	}
}

/* A register that hears the n-th write alone: four are tried, each with a look, and none more than it takes;
 * bits beside the mask may be what they like. */
static bool hears_late(struct rig *r, uint32_t at, uint32_t *v)
{
	*v ^= 0x100;
	return r->writes >= r->state[0];
}

Test(dev, put_until_it_is_there)
{
	for (unsigned nth = 1; nth <= 6; nth++)
		for (unsigned whole = 0; whole < 2; whole++) {
			struct rig *r = rig_new(0x7249);
			const bool comes = nth <= 4 && !whole;

			r->on_write = hears_late;
			r->state[0] = nth;
			r->reg[0x10] = 0xdead;
			cr_expect_eq(fl_put32(&r->dev, 0x40, 0x12345678, whole ? ~0u : ~0x100u), comes, "%u",
				     nth);
			cr_expect_eq(r->writes, comes ? nth : 4u, "%u: %u", nth, r->writes);
			cr_expect_eq(r->reads, r->writes);
			cr_expect_eq(r->reg[0x10], nth <= 4 ? 0x12345778u : 0xdead);
			free(r);
		}
}

Test(dev, poll_reads_twice_even_if_it_comes_late)
{
	struct rig *r = rig_new(0x7249);

	r->reg[0x10] = 0;
	cr_assert_eq(fl_poll32(&r->dev, 0x40, 1, 1, 0, "x", NULL, NULL), FL_TIMEOUT);
	cr_assert_eq(r->reads, 2);
	free(r);
}

Test(dev, poll_ends_when_the_clock_stands)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;

	r->clock_stands = true;
	cr_assert_eq(fl_poll32(&r->dev, 0x40, 1, 1, 1000, "x", NULL, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "clock of this bus stands still"));
	cr_assert(strstr(err.text, "register 0x0040"));
	free(r);
}

static void stands_from_now_on(struct rig *r, uint32_t at, uint32_t *v)
{
	r->clock_stands = r->reads > 10;
}

/* It may have moved before. */
Test(dev, poll_ends_when_the_clock_stops, .timeout = 20)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;

	r->on_read = stands_from_now_on;
	cr_assert_eq(fl_poll32(&r->dev, 0x40, 1, 1, 100000, "x", NULL, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "clock of this bus stands still"), "%s", err.text);
	free(r);
}

static void counts_up(struct rig *r, uint32_t at, uint32_t *v)
{
	*v = r->state[0]++;
}

Test(dev, poll_least_and_reached)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;

	r->on_read = counts_up;
	cr_assert_eq(fl_poll32_least(&r->dev, 0x40, 0x7f, 64, 100000, "room", "X", &err), FL_OK);
	cr_assert_eq(r->state[0], 65);
	/* A counter that wraps around: 0xfffffff0, and on to 5 */
	r->state[0] = 0xfffffff0;
	cr_assert_eq(fl_poll32_reached(&r->dev, 0x40, 5, 1000, "fence", "X", &err), FL_OK);
	cr_assert_eq(r->state[0], 6);
	/* One that is past it already */
	r->state[0] = 100;
	cr_assert_eq(fl_poll32_reached(&r->dev, 0x40, 5, 1000, "fence", "X", &err), FL_OK);
	cr_assert_eq(r->state[0], 101);
	r->on_read = NULL;
	r->reg[0x10] = 3;
	cr_assert_eq(fl_poll32_reached(&r->dev, 0x40, 5, 1000, "fence", "X", &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "want to reach 0x5, after"), "%s", err.text); /* and no mask */
	for (unsigned bit = 0; bit < 32; bit++) { /* each bit of what is read counts */
		r->reg[0x10] = 1u << bit;
		cr_expect_eq(fl_poll32_reached(&r->dev, 0x40, 1u << bit, 1000, "fence", "X", &err), FL_OK,
			     "%u", bit);
		r->reg[0x10] = (1u << bit) - 1;
		cr_expect_eq(fl_poll32_reached(&r->dev, 0x40, 1u << bit, 1000, "fence", "X", &err),
			     FL_TIMEOUT, "%u", bit);
	}
	free(r);
}

Test(dev, mapped_access_stays_inside)
{
	static uint32_t regs[17]; /* the last one is outside */
	static uint8_t vram[64];
	struct fl_dev d = {.bus = &rig_bus, .regs = regs, .regs_size_B = 64, .vram = vram, .vram_size_B = 64};
	uint8_t buf[64], data[13];

	for (unsigned i = 0; i < 13; i++)
		data[i] = (uint8_t)(i + 1);
	for (unsigned at = 0; at < 8; at++) { /* every alignment */
		memset(vram, 0, sizeof(vram));
		fl_mapped_vram_write(&d, at, data, 13);
		cr_assert_arr_eq(vram + at, data, 13);
		cr_assert_eq(vram[at + 13], 0);
		fl_mapped_vram_read(&d, at, buf, 13);
		cr_assert_arr_eq(buf, data, 13);
	}
	memset(vram, 0, sizeof(vram));
	fl_mapped_vram_write(&d, 60, data, 5); /* one too many: nothing */
	cr_assert_eq(vram[60], 0);
	fl_mapped_vram_write(&d, 60, data, 4); /* to the very end */
	cr_assert_arr_eq(vram + 60, data, 4);
	fl_mapped_vram_read(&d, 60, buf, 4);
	cr_assert_arr_eq(buf, data, 4);
	fl_mapped_vram_read(&d, ~0ull, buf, 2);
	cr_assert_eq(buf[0], 0xff);
	fl_mapped_write32(&d, 64, 1);
	cr_assert_eq(fl_mapped_read32(&d, 64), 0xffffffff);
	cr_assert_eq(fl_mapped_read32(&d, 0xfffffffc), 0xffffffff);
	cr_assert_eq(fl_mapped_read32(&d, 61), 0xffffffff, "its last byte is outside");
	fl_mapped_write8(&d, 63, 0xab);
	cr_assert_eq(fl_mapped_read8(&d, 63), 0xab);
	cr_assert_eq(regs[15], 0xab000000);
	cr_assert_eq(fl_mapped_read8(&d, 64), 0xff);
	fl_mapped_write8(&d, 64, 0xab);
	cr_assert_eq(regs[16], 0);
	fl_mapped_write32(&d, 60, 7);
	cr_assert_eq(fl_mapped_read32(&d, 60), 7);
	cr_assert_eq(fl_mask32(&d, 60, 6, 0), 7);
	cr_assert_eq(regs[15], 1);
	for (uint32_t at = 61; at < 64; at++) {
		fl_mapped_write32(&d, at, 9); /* its last byte is outside */
		cr_assert_eq(regs[15], 1, "%u", at);
		cr_assert_eq(regs[16], 0);
	}
}
