/* SPDX-License-Identifier: MIT
 *
 * The first contact: on every model, with every fault, on QEMU's ati-vga, at a terminal and without one; and
 * its report, whole, cut off and forged, explained by its reader.
 */
#include "demos/firstlight/contact_read.h"
#include "hw/model/fl_model.h"
#include "lib/tool/fl_contact_report.h"
#include "lib/tool/fl_crc.h"
#include "tests/unit/test_command.h"

#include <poll.h>
#include <pty.h>

TestSuite(contact, .init = command_begin, .fini = command_end, .timeout = 240);

static char report[1 << 20];
static struct fl_contact_read parsed;
static struct fl_err err;

static size_t load(const char *name)
{
	FILE *f = fopen(in_dir(name), "r");
	size_t n;

	cr_assert(f, "%s", name);
	n = fread(report, 1, sizeof(report) - 1, f);
	fclose(f);
	report[n] = 0;
	return n;
}

/* Explained: the words must be in it. */
static void explains(const char *name, const char *a, const char *b)
{
	char args[80];

	snprintf(args, sizeof(args), "contact --read %s", name);
	cr_assert_eq(run(args), 0, "%s", said);
	cr_expect(strstr(said, a), "%s: \"%s\" is not in %s", name, a, said);
	cr_expect(strstr(said, b), "%s: \"%s\" is not in %s", name, b, said);
}

Test(contact, every_model_ends_with_a_report)
{
	for (const char *const *chip = fl_model_chips(); *chip; chip++) {
		char args[128];
		int code;

		snprintf(args, sizeof(args), "contact --yes --quiet --out r.txt --chip %s", *chip);
		code = run(args);
		if (code && strstr(said, "nothing is known of how to try such a card"))
			continue; /* a family that has a model, and no bring-up yet */
		explains("r.txt", code ? "It failed in stage \"" : "All stages passed", *chip);
		if (code)
			explains("r.txt", "in block ", "what to try next");
		if (!strcmp(*chip, "r580") || !strcmp(*chip, "rv515") || !strcmp(*chip, "hawaii"))
			cr_expect_eq(code, 0, "%s: %s", *chip, said);
	}
}

/* The stage and the block that each fault is in. */
static const struct {
	const char *fault, *stage, *block;
} faults[] = {
    {"dead-bar", "reads", "BIF"}, {"vram-bit", "memory", "MC"}, {"cp-stuck", "pio", "CP"},
    {"pipe-hung", "3d", "3D"},    {"mc-busy", "memory", "MC"},  {"no-microcode-ram", "microcode", "CP"},
};

Test(contact, every_fault_is_named)
{
	for (const char *const *f = fl_model_faults(); *f; f++) {
		char args[160], words[80] = "stage \"";
		int code;

		snprintf(args, sizeof(args), "contact --yes --quiet --out r.txt --chip rv530 --break %s",
			 strncmp(*f, "vram-bit", 8) ? *f : "vram-bit:0x100:3");
		code = run(args);
		for (unsigned i = 0; i < sizeof(faults) / sizeof(*faults); i++)
			if (!strncmp(*f, faults[i].fault, strlen(faults[i].fault))) {
				snprintf(words, sizeof(words),
					 "It failed in stage \"%s\", in block %s:", faults[i].stage,
					 faults[i].block);
				cr_expect_neq(code, 0, "%s", *f);
			}
		explains("r.txt", code ? words : "", code ? "what it means" : "All stages passed");
	}
}

/* A kernel's console writes into the picture, unless it is taken. */
Test(contact, a_console_in_the_way)
{
	cr_assert_neq(run("contact --yes --quiet --out r.txt --break console"), 0);
	explains("r.txt", "stage \"2d\", in block E2", "what to try next");
	cr_assert_eq(run("contact --yes --quiet --out r.txt --break console --take-console"), 0, "%s", said);
	explains("r.txt", "All stages passed", "cube 256x192 crc32 0x");
}

Test(contact, qemus_card)
{
	cr_assert_eq(run("contact --yes --out r.txt --device qtest"), 0, "%s", said);
	cr_expect(strstr(said, "2D by registers: 5 rectangles, each pixel as it should be"), "%s", said);
	explains("r.txt", "All stages passed", "blit 256x192");
}

Test(contact, without_microcode)
{
	cr_assert_eq(run("contact --yes --out r.txt --microcode nowhere"), 3, "%s", said);
	cr_assert_neq(access(in_dir("r.txt"), F_OK), 0, "a file that was asked for must be there");
}

/* Nobody to ask, and nothing said: nothing is written. */
Test(contact, nobody_to_ask)
{
	size_t n;

	cr_assert_eq(run("contact --out r.txt --log log </dev/null"), 2, "%s", said);
	cr_expect(strstr(said, "stopped before stage \"scratch\" (registers that nobody uses are written"),
		  "%s", said);
	explains("r.txt", "It was declined before stage \"scratch\"", "that stage");
	n = load("log");
	cr_expect(n && !strstr(report, " write"), "something was written");
}

/* ---- at a terminal ------------------------------------------------------------------------------------- */
static char seen[20000];
static size_t n_seen, mark; /* what was waited for ends at the mark */

static bool wait_for(int fd, const char *text)
{
	for (int i = 0; i < 400; i++) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		const char *at = strstr(seen + mark, text);
		ssize_t n = 0;

		if (at) {
			mark = (size_t)(at - seen) + strlen(text);
			return true;
		}

		if (poll(&p, 1, 50) > 0)
			n = read(fd, seen + n_seen, sizeof(seen) - 1 - n_seen);
		if (n < 0)
			break;
		n_seen += (size_t)n;
		seen[n_seen] = 0;
	}
	return false;
}

Test(contact, asks_before_each_bolder_stage)
{
	struct winsize ws = {.ws_row = 24, .ws_col = 200};
	char command[400], cwd[300];
	int fd, status = -1;
	pid_t pid;

	cr_assert(getcwd(cwd, sizeof(cwd)));
	snprintf(command, sizeof(command), "%s/firstlight contact --chip rv515 --out %s", build_dir(),
		 in_dir("r.txt"));
	pid = forkpty(&fd, NULL, NULL, &ws);
	cr_assert(pid >= 0);
	if (!pid) {
		alarm(60);
		execl("/bin/sh", "sh", "-c", command, NULL);
		_exit(127);
	}
	cr_assert(wait_for(fd, "Next, ") && write(fd, "y\n", 2) == 2, "%s", seen);
	cr_assert(wait_for(fd, "\"memory\"") && wait_for(fd, "[y/N]") && write(fd, "y\n", 2) == 2, "%s",
		  seen);
	cr_assert(wait_for(fd, "\"2d\"") && wait_for(fd, "[y/N]") && write(fd, "\n", 1) == 1, "%s", seen);
	cr_assert(wait_for(fd, "declined"), "%s", seen);
	waitpid(pid, &status, 0);
	close(fd);
	cr_expect(WIFEXITED(status) && !WEXITSTATUS(status));
	explains("r.txt", "It was declined before stage \"2d\"", "pass MC   VRAM address lines");
}

/* ---- at the monitor's prompt --------------------------------------------------------------------------- */
Test(contact, of_the_monitor)
{
	put("script", "contact memory\n");
	cr_assert_eq(run("monitor --chip rv530 <script >r.txt"), 0, "%s", said);
	load("r.txt");
	cr_expect(strstr(report, "\nend declined 2d "), "%s", report);
	cr_expect(strstr(report, "# next: `contact 2d`: clocks are forced on"), "%s", report);
	put("script", "contact\n");
	cr_assert_eq(run("monitor --chip rv530 --log log <script"), 0, "%s", said);
	load("log");
	cr_expect(!strstr(report, " write"), "it only reads");
	put("script", "contact nowhere\n");
	cr_assert_eq(run("monitor --chip rv530 <script"), 2, "%s", said);
	cr_expect(strstr(said, "no stage is called 'nowhere'"), "%s", said);
}

/* ---- reports from elsewhere ---------------------------------------------------------------------------- */
Test(contact, a_report_that_ends_in_the_middle)
{
	char *at;

	cr_assert_eq(run("contact --yes --quiet --out r.txt --chip r580"), 0, "%s", said);
	load("r.txt");
	at = strstr(report, "try ring CP fence\n");
	if (!at)
		at = strstr(report, "try ring ");
	cr_assert(at);
	*(strchr(at, '\n') + 1) = 0;
	put("cut.txt", report);
	explains("cut.txt",
		 "The machine stood still, or the command was killed, in stage \"ring\", in block CP",
		 "the report ends here");
	/* A line without its end counts as not written. */
	strcat(report, "pass 0 4 fen");
	put("cut.txt", report);
	explains("cut.txt", "in stage \"ring\", in block CP", "the report ends here");
	*strstr(report, "try scratch") = 0;
	put("cut.txt", report);
	explains("cut.txt", "The report ends between two checks", "reads     pass BIF");
}

#define HEAD "firstlight contact 1\nfamily r500\ncard a card\n"

Test(contact, what_is_no_report)
{
	static const struct {
		const char *text, *says;
	} bad[] = {
	    {"", "it has no line 'firstlight contact 1'"},
	    {"firstlight snapshot 1\n", "it has no line 'firstlight contact 1'"},
	    {"firstlight contact 2\n", "it has no line 'firstlight contact 1'"},
	    {"firstlight contact 1\n", "does not tell which card"},
	    {HEAD "hello\n", ":4: 'hello' is not a line"},
	    {HEAD "pass 0 1 nothing was tried\n", ":4: 'pass 0 1"},
	    {HEAD "try reads BIF a\ntry reads BIF b\n", ":5: 'try reads BIF b'"},
	    {HEAD "try nowhere BIF a\n", ":4:"},
	    {HEAD "try reads BIF\n", ":4:"},
	    {HEAD "try reads BIF a\npass x 1 text\n", ":5:"},
	    {HEAD "try reads BIF a\npass 256 1 text\n", ":5:"},
	    {HEAD "try reads BIF a\npass 0 99999999999999999999999 text\n", ":5:"},
	    {HEAD "before mmio 0x123456789 0x0 NAME\n", ":4:"},
	    {HEAD "before mmio 0x4 0x0 A\nbefore mmio 0x4 0x0 A\n", ":5:"},
	    {HEAD "before mmio 0x8 0x0 B\nbefore mmio 0x4 0x0 A\nbefore mmio 0x8 0x0 B\n", ":6:"},
	    {HEAD "before mmio 0x4 0x0\n", ":4:"},
	    {HEAD "end done picture 2\n", ":4: 'end done"},
	    {HEAD "end well picture 3\n", ":4:"},
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		cr_expect_eq(fl_contact_parse(&parsed, bad[i].text, strlen(bad[i].text), "r.txt", &err),
			     FL_FAILED, "%s", bad[i].text);
		cr_expect(strstr(err.text, bad[i].says), "%s: %s", bad[i].text, err.text);
	}
	cr_expect_eq(fl_contact_parse(&parsed, HEAD "end done picture 3\n", strlen(HEAD) + 19, "r", &err),
		     FL_OK, "%s", err.text);
	cr_assert_eq(run("contact --read nowhere.txt"), 3, "%s", said);
}

/* Caught at a serial port: what was said before and after is left out, and so are remarks. */
Test(contact, a_report_of_bare_metal)
{
	static const char caught[] =
	    "RV530> contact\r\nfirstlight contact 1\r\nfamily r500\r\ncard 00:03.0\r\n"
	    "# next: `contact memory`\r\nend declined scratch 3\r\nRV530> exit\r\n";

	cr_assert_eq(fl_contact_parse(&parsed, caught, sizeof(caught) - 1, "r", &err), FL_OK, "%s", err.text);
	cr_expect(parsed.ended && parsed.end == FL_CONTACT_DECLINED);
	cr_expect_str_eq(parsed.card, "00:03.0");
}

/* What a terminal would obey is shown instead. */
Test(contact, names_are_shown_and_not_obeyed)
{
	put("r.txt", HEAD "bios \x1b[2Jgone\ntry reads BIF \x1b]0;title\x07\nfail 1 1 \x1b[31mred\n"
			  "end failed reads 6\n");
	explains("r.txt", "\\x1b[2Jgone", "\\x1b]0;title\\x07");
	cr_expect(!strchr(said, '\x1b'), "%s", said);
}

/* The check value of CRC-32 as PNG has it. */
Test(contact, checksum)
{
	cr_expect_eq(fl_crc32(0, (const uint8_t *)"123456789", 9), 0xcbf43926);
	cr_expect_eq(fl_crc32(fl_crc32(0, (const uint8_t *)"1234", 4), (const uint8_t *)"56789", 5),
		     0xcbf43926);
}

/* What no row names is tried with the ring: only what has to do with fetching commands may be missing. */
Test(contact, every_check_has_its_stage)
{
	for (const struct fl_contact_list *const *l = fl_contacts; *l; l++)
		for (const struct fl_check *k = (*l)->checks; k->name; k++)
			cr_expect(fl_contact_hint(*l, k->name) || !strcmp(k->block, "CP"),
				  "%s: \"%s\" (%s) has no stage", (*l)->family->name, k->name, k->block);
}
