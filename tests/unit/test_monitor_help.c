/* SPDX-License-Identifier: MIT
 *
 * The monitor's help is whole, and what it gives as examples works: each is run, as it stands there, on
 * models.
 */
#include "demos/firstlight/regs.h"
#include "demos/contact.h"
#include "demos/monitor.h"
#include "hw/bus/hosted/hosted.h"
#include "lib/hosted/fl_host.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct fl_mon m;
static struct fl_dev dev;
static uint8_t microcode[FL_FIRMWARE_MAX_B];
static char said[2000000];
static size_t said_n;

static void put(void *arg, const char *s, size_t n)
{
	cr_assert_lt(said_n + n, sizeof said);
	memcpy(said + said_n, s, n);
	said_n += n;
	said[said_n] = 0;
}

static enum fl_code line(const char *fmt, const char *word)
{
	char copy[FL_EDIT_MAX];

	snprintf(copy, sizeof copy, "%s%s", fmt, word);
	said_n = 0;
	said[0] = 0;
	return fl_mon_line(&m, copy);
}

static void begin(void)
{
	m = (struct fl_mon){
	    .put = put,
	    .more = {fl_mon_step_cmds, fl_mon_smoke_cmds, fl_monitor_demo_cmds, fl_monitor_contact_cmds}};
}

/* Nothing is cut off: the overview ends with its last line, a command's text with what it says of its last
 * option. */
Test(monitor_help, is_whole)
{
	static const char end[] = "needs --force\nand the name of the risk.\n";
	const struct fl_mon_cmd *c;
	unsigned n = 0;

	begin();
	cr_assert_eq(line("help", ""), FL_OK);
	cr_assert_gt(said_n, sizeof end);
	cr_expect_str_eq(said + said_n - strlen(end), end);
	for (unsigned i = 0; (c = fl_mon_cmd_at(&m, i)); i++, n++)
		cr_expect(strstr(said, c->what), "%s: %s", c->name, said);
	cr_assert_gt(n, 20u);
	for (unsigned i = 0; (c = fl_mon_cmd_at(&m, i)); i++) {
		const char *shown, *what, *last = *c->teach ? c->teach : c->what;

		cr_assert_eq(line("help ", c->name), FL_OK);
		cr_expect(strstr(said, c->operands) && strstr(said, c->what) && strstr(said, c->teach),
			  "%s: %s", c->name, said);
		for (unsigned k = 0; (shown = fl_mon_option_at(k, &what)); k++) {
			size_t dashes = strspn(shown, "-"), name = strcspn(shown + dashes, " =");
			char padded[200], wanted[80];

			snprintf(padded, sizeof padded, " %s ", c->opts);
			snprintf(wanted, sizeof wanted, " %.*s ", (int)name, shown + dashes);
			if (!strstr(padded, wanted))
				continue;
			cr_expect(strstr(said, shown) && strstr(said, what), "%s, %s: %s", c->name, shown,
				  said);
			last = what;
		}
		cr_assert_gt(said_n, strlen(last));
		cr_expect(!strncmp(said + said_n - strlen(last) - (last != c->teach), last, strlen(last)),
			  "%s: %s", c->name, said);
		cr_expect_eq(said[said_n - 1], '\n', "%s: %s", c->name, said);
	}
}

/* A line of help is an example if it begins with two blanks and a command. What it is for stands behind a
 * '#', so that the line can be typed as it is; "bare metal:" and "R3xx to R5xx:" there say what it needs. */
static bool example(const char *text)
{
	char word[16];

	return sscanf(text, "  %15[a-z]", word) == 1 && !strncmp(text, "  ", 2) && text[2] == word[0] &&
	       fl_mon_cmd_find(&m, word, strlen(word));
}

static unsigned found, left_out;

/* Run the examples of a text, but those that need what `without` names, up to a NULL. */
static void run(const char *text, const char *const *without)
{
	for (; *text; text += strcspn(text, "\n") + 1) {
		char copy[200];
		bool left = false;

		snprintf(copy, sizeof copy, "%.*s", (int)strcspn(text, "\n"), text);
		if (!example(copy))
			continue;
		found++;
		for (unsigned i = 0; without[i]; i++)
			left |= strstr(copy, without[i]) != NULL;
		left_out += left;
		if (!left)
			cr_expect_eq(line("", copy + 2), FL_OK, "%s: %s: %s", dev.name, copy, said);
	}
}

static void examples(const char *const *without, unsigned want_left_out)
{
	const struct fl_mon_cmd *c;
	struct fl_err err;
	char overview[4000];

	begin();
	m.dev = &dev;
	cr_assert_eq(fl_regtool_for(&m.tool, &dev, &err), FL_OK, "%s", err.text);
	fl_model_firmware("r580", 0, microcode, 2048);
	m.images.of[0] = (struct fl_image){microcode, 2048};

	cr_assert_eq(line("help", ""), FL_OK);
	cr_assert_lt(said_n, sizeof overview);
	strcpy(overview, strstr(said, "Try:"));
	run(overview, without);
	for (unsigned i = 0; (c = fl_mon_cmd_at(&m, i)); i++)
		run(c->teach, without);
	cr_expect_eq(found, 38u, "%u examples", found);
	cr_expect_eq(left_out, want_left_out, "%u left out", left_out);
}

static void on_model(const char *chip, const char *const *without, unsigned want_left_out)
{
	struct fl_model_config config = {.posted = true};
	struct fl_model *model;
	struct fl_err err;
	char why[256];

	model = fl_model_new(chip, &config, why, sizeof why);
	cr_assert(model, "%s", why);
	cr_assert_eq(fl_open_model(&dev, model, chip, &err), FL_OK, "%s", err.text);
	examples(without, want_left_out);
	fl_dev_close(&dev);
	fl_model_delete(model);
}

static const char *const hosted[] = {"# bare metal:", NULL};

Test(monitor_help, examples_work_on_r580, .timeout = 120)
{
	on_model("r580", hosted, 2);
}

Test(monitor_help, examples_work_on_rv515, .timeout = 120)
{
	on_model("rv515", hosted, 2);
}

/* These are not woken, so they draw nothing. */
static const char *const asleep[] = {"# bare metal:", "demo", "contact", NULL};

Test(monitor_help, examples_work_on_r300, .timeout = 120)
{
	on_model("r300", asleep, 7);
}

Test(monitor_help, examples_work_on_r420, .timeout = 120)
{
	on_model("r420", asleep, 7);
}

/* QEMU's own card. */
Test(monitor_help, examples_work_on_rv100, .timeout = 120)
{
	static const char *const without[] = {"# bare metal:", "# R3xx to R5xx:", NULL};
	struct fl_err err;

	cr_assert_eq(fl_open_card(&dev, "qtest", NULL, &err), FL_OK, "%s", err.text);
	examples(without, 3);
	cr_assert_eq(fl_qtest_check(&dev, &err), FL_OK, "%s", err.text);
	fl_dev_close(&dev);
}
