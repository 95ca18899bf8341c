/* SPDX-License-Identifier: MIT
 *
 * --take-console and --show of the command: what a card's displays show is kept before anything is written,
 * and given back last, however the command ends; by the log of accesses.
 */
#include "tests/unit/test_command.h"

static char text[1 << 22];

TestSuite(take_console, .init = command_begin, .fini = command_end);

static const char *the_log(void)
{
	FILE *f = fopen(in_dir("log"), "r");
	size_t n;

	cr_assert(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	cr_assert_lt(n, sizeof(text) - 1);
	text[n] = 0;
	return text;
}

static const char *last(const char *s, const char *what)
{
	const char *at = NULL;

	for (const char *p = s; (p = strstr(p, what)); p++)
		at = p;
	return at;
}

/* The host's way to VGA's memory is off before the first command processor register is written, and on by
 * the last write of all. */
static void expect_given_back_of(const char *cp, const char *args, int code)
{
	const char *log, *off, *on, *first;
	int got = run(args);

	cr_assert_eq(got, code, "%s: exit code %d: %s", args, got, said);
	log = the_log();
	off = strstr(log, "VGA_HDP_CONTROL              0x00000010");
	first = strstr(log, cp);
	on = last(log, " write ");
	cr_assert(off && on, "%s", args);
	cr_expect(!first || off < first, "%s: written to before", args);
	cr_expect(on &&
		      strstr(on, "VGA_HDP_CONTROL              0x00000000") == strstr(on, "VGA_HDP_CONTROL"),
		  "%s: the last write is %.80s", args, on);
}

static void expect_given_back(const char *args, int code)
{
	expect_given_back_of(" write      0x0740  CP_CSQ_CNTL", args, code);
}

Test(take_console, is_given_back_by_r6xx_r7xx_and_sea_islands)
{
	static const char *const chips[] = {"rv770", "rv670", "bonaire", "kabini"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		const char *const cp = " write      0x86d8  CP_ME_CNTL";
		char args[120];

		snprintf(args, sizeof(args), "ring --take-console --log log --chip %s", chips[i]);
		expect_given_back_of(cp, args, 0);
		snprintf(args, sizeof(args), "ring --take-console --log log --break cp-stuck --chip %s",
			 chips[i]);
		expect_given_back_of(cp, args, 5);
		cr_assert(strstr(text, cp), "it came to the command processor");
		snprintf(args, sizeof(args), "demo blit --size 640x480 --show --quiet --log log --chip %s",
			 chips[i]);
		expect_given_back_of(cp, args, 0);
		snprintf(args, sizeof(args), "demo blit --size 640x480 --show --chip %s", chips[i]);
		cr_assert_eq(run(args), 0, "%s", said);
		cr_expect(strstr(said, "CRTC 1: 640x480 at 60 or 67 Hz, by the clock of VGA text"), "%s",
			  said);
	}
}

Test(take_console, is_given_back)
{
	expect_given_back("ring --take-console --log log", 0);
	expect_given_back("ring --take-console --log log --break cp-stuck", 5);
	expect_given_back("ring --take-console --log log --microcode /nowhere", 3);
	expect_given_back("demo triangle --size 640x480 --show --quiet --log log", 0);
}

Test(take_console, reading_writes_nothing)
{
	cr_assert_eq(run("probe --take-console --log log"), 0, "%s", said);
	cr_assert_null(strstr(the_log(), " write "));
}

Test(take_console, what_is_shown)
{
	cr_assert_eq(run("demo triangle --size 640x480 --show"), 0, "%s", said);
	cr_expect(strstr(said, "CRTC 1: 640x480 at 60 or 67 Hz, by the clock of VGA text"), "%s", said);
	cr_assert_eq(run("demo triangle --show"), 2, "%s", said);
	cr_expect(strstr(said, "23 to 26 Hz of 1024x768: monitors take 50 to 85 Hz"), "%s", said);
}
