/* SPDX-License-Identifier: MIT
 *
 * A thousand mistyped command lines, made from a seed: each gives exit code 2, names the mistake, prints no
 * result, and touches no register, of which the command's own log is the proof.
 */
#include "hw/regs/fl_regs.h"
#include "tests/unit/test_regtool_cmd.h"

#include <stdarg.h>
#include <sys/stat.h>

enum { LINES = 1000, WORDS = 10, WORD = 128 };

struct line {
	char word[WORDS][WORD]; /* after "firstlight" */
	int n;
	char named[WORD]; /* must be in the error */
	const char *kind;
};

static uint32_t seed = 0x2545f491;

static uint32_t dice(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed % n;
}

#define ONE_OF(array) (array)[dice(sizeof(array) / sizeof(*(array)))]

static const struct fl_regs *db;
static uint32_t r580;

static void add(struct line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void add(struct line *l, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(l->word[l->n++], WORD, fmt, ap);
	va_end(ap);
}

static bool readable(const struct fl_reg *r)
{
	return r->access & FL_REG_R && !(r->access & FL_REG_READ_CLEARS) && !r->read_unsafe;
}

static bool plain(const struct fl_reg *r)
{
	return readable(r) && r->access & FL_REG_W && !r->hazard && !r->dims && r->width >= 32 &&
	       !fl_reg_kind(r, NULL, &(unsigned){0}); /* any digits are a number */
}

static bool plain_fields(const struct fl_reg *r)
{
	return plain(r) && r->n_fields;
}

static bool array(const struct fl_reg *r)
{
	return readable(r) && r->access & FL_REG_W && !r->hazard && r->dims == 1;
}

static bool read_only(const struct fl_reg *r)
{
	return readable(r) && !(r->access & FL_REG_W) && !r->dims;
}

static bool write_only(const struct fl_reg *r)
{
	return !(r->access & FL_REG_R) && !r->dims;
}

static bool write_only_fields(const struct fl_reg *r)
{
	return write_only(r) && r->n_fields && !r->hazard;
}

static bool hazardous(const struct fl_reg *r)
{
	return r->hazard && readable(r) && r->access & FL_REG_W && !r->dims && strcmp(r->space, "none");
}

static bool unsafe(const struct fl_reg *r)
{
	return r->read_unsafe && r->access & FL_REG_R && !r->dims;
}

/* A register of the R580 that is so, found by its name. */
static struct fl_reg pick(bool (*so)(const struct fl_reg *r))
{
	for (;;) {
		struct fl_reg r, named;

		if (fl_regs_at(db, dice(fl_regs_count(db)), &r) && r.chips & r580 && so(&r) &&
		    fl_regs_find(db, r.name, r580, &named) && named.row == r.row)
			return r;
	}
}

/* A field of *r that can be read and written, on this chip; false: it has none. */
static bool pick_field(const struct fl_reg *r, struct fl_reg_field *f)
{
	for (unsigned tries = 0; tries < 20; tries++)
		if (fl_reg_field(r, dice(r->n_fields), f) && f->chips & r580 && f->access & FL_REG_R &&
		    f->access & FL_REG_W && f->width < 32)
			return true;
	return false;
}

static void field_of(struct fl_reg *r, struct fl_reg_field *f)
{
	do
		*r = pick(plain_fields);
	while (!pick_field(r, f));
}

/* One letter wrong: changed, left out, doubled, or swapped with the next. */
static void misspell(const char *name, char *out)
{
	size_t n = strlen(name), at = dice((uint32_t)n);

	strcpy(out, name);
	switch (dice(4)) {
	case 0:
		out[at] = (char)('A' + dice(26));
		break;
	case 1:
		memmove(out + at, out + at + 1, n - at);
		break;
	case 2:
		memmove(out + at + 1, out + at, n - at + 1);
		break;
	case 3:
		if (at + 1 < n) {
			out[at] = name[at + 1];
			out[at + 1] = name[at];
		}
	}
}

/* Registers before the one that is mistyped, which nothing is wrong with. */
static void good_words(struct line *l, bool write)
{
	for (unsigned i = dice(3); i > 0; i--) {
		struct fl_reg r = pick(plain);

		if (write)
			add(l, "%s=%u", r.name, dice(100));
		else
			add(l, "%s", r.name);
	}
}

static bool verb(struct line *l)
{
	static const char *const reading[] = {"read", "watch", "dump"};
	bool write = dice(2);

	add(l, "%s", write ? "write" : ONE_OF(reading));
	good_words(l, write);
	return write;
}

static const char *const bad_numbers[] = {"cafe", "1f",   "0x",  "0b",   "0xg",   "0b12",
					  "12z",  "-1",   "+1",  "010",  "0o17",  "1e3",
					  "1.5",  "0x1.", "'1'", "0x1x", "1,000", "#5"};
static const char *const big_numbers[] = {"0x100000000", "4294967296", "99999999999999999999",
					  "0x12345678901234567890"};

/* ---- the mistakes -------------------------------------------------------------------------------------- */
static void bad_name(struct line *l)
{
	bool write = verb(l);
	struct fl_reg r, other;
	char name[WORD];

	do {
		r = pick(plain);
		misspell(r.name, name);
	} while (!*name || fl_regs_find(db, name, r580, &other) || (name[0] >= '0' && name[0] <= '9'));
	add(l, write ? "%s=1" : "%s", name);
	strcpy(l->named, name);
}

static void bad_field(struct line *l)
{
	bool write = verb(l);
	struct fl_reg_field f, other;
	struct fl_reg r;
	char name[WORD];

	do {
		field_of(&r, &f);
		misspell(f.name, name);
	} while (!*name || fl_reg_field_find(&r, name, &other));
	add(l, write ? "%s.%s=0" : "%s.%s", r.name, name);
	strcpy(l->named, name);
}

static void bad_value_name(struct line *l)
{
	struct fl_reg_field f;
	struct fl_reg r;
	char name[WORD];
	const char *value;
	uint32_t v;

	add(l, dice(4) ? "write" : "poll");
	if (l->word[0][0] == 'w')
		good_words(l, true);
	do {
		field_of(&r, &f);
		value = fl_reg_value_at(&r, &f, 0, &v);
		if (value)
			misspell(value, name);
	} while (!value || !*name || (name[0] >= '0' && name[0] <= '9') ||
		 fl_reg_value_find(&r, &f, name, &v));
	add(l, "%s.%s=%s", r.name, f.name, name);
	strcpy(l->named, name);
}

static void bad_number(struct line *l)
{
	const char *number = ONE_OF(bad_numbers);
	struct fl_reg r;

	add(l, dice(4) ? "write" : "poll");
	if (l->word[0][0] == 'w')
		good_words(l, true);
	r = pick(plain);
	switch (dice(3)) {
	case 0:
		add(l, "%s=%s", r.name, number);
		break;
	case 1:
		add(l, "%s=0x1:%s", r.name, number);
		break;
	default:
		r = pick(array);
		number = strchr("abcdefghijklmnopqrstuvwxyz0+-'#", number[0]) ? number : "cafe";
		add(l, "%s[%s]=0", r.name, strcmp(number, "010") ? number : "0x1");
		strcpy(l->named, r.name);
		return;
	}
	snprintf(l->named, WORD, "%s", number);
}

static void out_of_range(struct line *l)
{
	struct fl_reg_field f;
	struct fl_reg r;

	add(l, dice(4) ? "write" : "poll");
	if (l->word[0][0] == 'w')
		good_words(l, true);
	if (dice(2)) {
		r = pick(plain);
		add(l, "%s=%s", r.name, ONE_OF(big_numbers));
	} else {
		field_of(&r, &f);
		uint64_t max = (0xffffffffull >> (32 - f.width)) << f.shr;
		add(l, "%s.%s=%s0x%llx", r.name, f.name, "", (unsigned long long)(max + 1 + dice(1000)));
	}
	strcpy(l->named, r.name);
}

static void bad_index(struct line *l)
{
	bool write = verb(l);
	struct fl_reg r = pick(array), other;
	char name[WORD];

	switch (dice(5)) {
	case 0:
		snprintf(name, WORD, "%s[%u]", r.name, r.length[0] + dice(1000));
		break;
	case 1:
		snprintf(name, WORD, "%s[", r.name);
		break;
	case 2:
		snprintf(name, WORD, "%s[%u", r.name, dice(r.length[0]));
		break;
	case 3:
		snprintf(name, WORD, "%s[0][0]", r.name);
		break;
	default:
		r = pick(plain);
		snprintf(name, WORD, "%s[%u]", r.name, dice(4));
		break;
	}
	cr_assert(!fl_regs_find(db, name, r580, &other), "%s", name);
	add(l, write ? "%s=1" : "%s", name);
	strcpy(l->named, r.name);
}

static void bad_address(struct line *l)
{
	static const char *const bad[] = {
	    "4018",        "5600",   "0x4019",   "0x15e2",   "0x10000",  "0xfffffffc", "0x100000000",
	    "4e38",        "0x",     "0xzz",     "mc:4",     "pll:0x40", "mc:0x10000", "pcie:0x800",
	    "mmio:0x15e1", "pll:15", "dce:0x10", "0x15e0.X", "0b1000",   "15e0h"};
	const char *address = ONE_OF(bad);
	bool write = verb(l);

	add(l, write ? "%s=1" : "%s", address);
	strcpy(l->named, address);
}

static void bad_space(struct line *l)
{
	static const char *const spaces[] = {"smc", "mcc", "pcI3", "dce", "io", "cfg", "m", "none"};
	bool write = verb(l);
	struct fl_reg r = pick(plain);

	snprintf(l->named, WORD, "%s:%s", dice(2) ? ONE_OF(spaces) : "pll", r.name);
	add(l, write ? "%s=1" : "%s", l->named);
}

static void missing(struct line *l)
{
	static const char *const none[] = {"read", "write", "poll", "watch", "diff", "decode"};
	static const char *const options[] = {"--chip", "--log", "--device"};
	struct fl_reg r = pick(plain);
	bool write;

	switch (dice(8)) {
	case 0:
		add(l, "%s", ONE_OF(none));
		strcpy(l->named, "missing");
		return;
	case 1:
		add(l, "%s", dice(2) ? "write" : "poll");
		add(l, "%s", r.name);
		break;
	case 2:
		add(l, "%s", dice(2) ? "write" : "poll");
		add(l, "%s=", r.name);
		break;
	case 3:
		write = verb(l);
		add(l, write ? "%s.=1" : "%s.", r.name);
		break;
	case 4:
		add(l, "write");
		add(l, dice(2) ? "=%u" : ".X=%u", dice(100));
		strcpy(l->named, l->word[1]);
		return;
	case 5:
		add(l, "write");
		add(l, "%s=1:", r.name);
		break;
	case 6:
		add(l, "read");
		add(l, "%s", r.name);
		add(l, "%s", ONE_OF(options));
		strcpy(l->named, l->word[2]);
		return;
	default:
		verb(l);
		add(l, "%s", "");
		strcpy(l->named, "missing");
		return;
	}
	strcpy(l->named, r.name);
}

static void many_written(struct line *l)
{
	struct fl_reg r = pick(plain);

	add(l, dice(2) ? "write" : "poll");
	switch (dice(3)) {
	case 0:
		add(l, "%.4s*=1", r.name);
		break;
	case 1:
		add(l, "?%s=0x1", r.name + 1);
		break;
	default:
		r = pick(array);
		add(l, "%s=1", r.name);
		break;
	}
	strcpy(l->named, l->word[1]);
}

static void nothing_matches(struct line *l)
{
	static const char *const reading[] = {"read", "watch", "dump"};

	add(l, "%s", ONE_OF(reading));
	good_words(l, false);
	snprintf(l->named, WORD, "%c%c%cQX*", 'A' + dice(26), 'A' + dice(26), 'A' + dice(26));
	add(l, "%s", l->named);
}

static void risk(struct line *l)
{
	static const char *const hazards[] = {"clock", "memory", "voltage", "display", "bus"};
	struct fl_reg r = pick(hazardous);
	unsigned other = dice(5);

	add(l, "write");
	good_words(l, true);
	add(l, "%s=1", r.name);
	while (r.hazard & 1u << other)
		other = dice(5);
	if (dice(2)) /* another risk is accepted, not this one */
		add(l, "--force=%s", hazards[other]);
	strcpy(l->named, r.name);
}

static void not_that_way(struct line *l)
{
	struct fl_reg_field f;
	struct fl_reg r;

	switch (dice(6)) {
	case 0:
		r = pick(read_only);
		add(l, "write");
		good_words(l, true);
		add(l, "%s=0", r.name);
		break;
	case 1:
		r = pick(write_only);
		add(l, dice(2) ? "read" : "watch");
		good_words(l, false);
		add(l, "%s", r.name);
		break;
	case 2:
		do
			r = pick(write_only_fields);
		while (!fl_reg_field(&r, 0, &f) || !(f.chips & r580) || f.width == 32);
		add(l, "write");
		add(l, "%s.%s=0", r.name, f.name);
		break;
	case 3:
		r = pick(unsafe);
		add(l, dice(2) ? "read" : "watch");
		good_words(l, false);
		add(l, "%s", r.name);
		break;
	case 4:
		r = pick(plain);
		add(l, dice(2) ? "read" : "watch");
		add(l, "%s=1", r.name);
		break;
	default:
		add(l, dice(2) ? "read" : "watch");
		add(l, "0xfff%c", "048c"[dice(4)]);
		strcpy(l->named, l->word[1]);
		return;
	}
	strcpy(l->named, r.name);
}

static void bad_mask(struct line *l)
{
	struct fl_reg_field f;
	struct fl_reg r = pick(plain);

	add(l, dice(4) ? "write" : "poll");
	switch (dice(4)) {
	case 0:
		add(l, "%s=0x%x:0x%x", r.name, 0x100 + dice(256), dice(255) + 1);
		break;
	case 1:
		add(l, "%s=0:0", r.name);
		break;
	case 2:
		add(l, "%s=1:3:7", r.name);
		break;
	default:
		field_of(&r, &f);
		add(l, "%s.%s=0:1", r.name, f.name);
		break;
	}
	strcpy(l->named, r.name);
}

static void bad_option(struct line *l)
{
	static const struct {
		const char *option, *named;
	} bad[] = {
	    {"--force=everything", "everything"},
	    {"--force=clock,al", "'al'"},
	    {"--force", "--force"},
	    {"--forced=clock", "--forced"},
	    {"-f", "-f"},
	    {"--rehearse=yes", "--rehearse"},
	    {"--timeout=5", "--timeout"},
	    {"--chip", "--chip"},
	    {"--json=1", "--json"},
	    {"--force=", "--force"},
	    {"--force=clock,", "''"},
	};
	static const char *const times[] = {"0", "-1", "1s", "0x10", "3600001", "", "ten"};
	struct fl_reg r = pick(plain);
	unsigned i = dice(sizeof(bad) / sizeof(*bad) + 3);

	if (i < sizeof(bad) / sizeof(*bad)) {
		add(l, "write");
		add(l, "%s=1", r.name);
		add(l, "%s", bad[i].option);
		strcpy(l->named, bad[i].named);
	} else if (dice(2)) {
		add(l, "poll");
		add(l, "%s=1", r.name);
		add(l, "--timeout=%s", ONE_OF(times));
		strcpy(l->named, "--timeout");
	} else {
		add(l, "poll");
		add(l, "%s=1", r.name);
		add(l, "%s=2", r.name);
		snprintf(l->named, WORD, "%s=2", r.name);
	}
}

static void bad_decode(struct line *l)
{
	struct fl_reg r = pick(plain);
	char name[WORD];

	add(l, "decode");
	switch (dice(4)) {
	case 0:
		snprintf(name, WORD, "%s", ONE_OF(bad_numbers));
		if (*name == '-') /* that one is an option */
			strcpy(name, "+1");
		add(l, "%s", r.name);
		add(l, "%s", name);
		break;
	case 1:
		strcpy(name, ONE_OF(big_numbers));
		add(l, "%s", r.name);
		add(l, "0x1");
		add(l, "%s", name);
		break;
	case 2:
		snprintf(name, WORD, "rv%u", 900 + dice(100));
		add(l, "%s", r.name);
		add(l, "0x1234");
		add(l, "--chip=%s", name);
		break;
	default:
		snprintf(name, WORD, "Q%uX", dice(1000));
		add(l, "%s", name);
		add(l, "0");
		break;
	}
	strcpy(l->named, name);
}

static const struct {
	const char *name;
	void (*make)(struct line *l);
} kinds[] = {
    {"a misspelt register", bad_name},      {"a misspelt field", bad_field},
    {"a misspelt value", bad_value_name},   {"no number", bad_number},
    {"a value out of range", out_of_range}, {"a bad index", bad_index},
    {"a bad address", bad_address},         {"a bad space", bad_space},
    {"something missing", missing},         {"writing several", many_written},
    {"a glob of nothing", nothing_matches}, {"a risk not accepted", risk},
    {"the wrong way", not_that_way},        {"a bad mask", bad_mask},
    {"a bad option", bad_option},           {"decode", bad_decode},
};

/* ---- running them -------------------------------------------------------------------------------------- */
static int run(const struct line *l)
{
	const char *words[WORDS + 2];
	char log[80];
	int n = 0;
	bool decode = l->n && !strcmp(l->word[0], "decode");

	snprintf(log, sizeof(log), "--log=%s", log_path);
	for (int i = 0; i < l->n; i++) {
		words[n++] = l->word[i];
		if (!i && !decode) /* so that it stands before an option that wants an argument */
			words[n++] = log;
	}
	words[n] = NULL;
	unlink(log_path);
	return cmd_run(words);
}

static off_t size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : st.st_size;
}

/* What was typed, for a message. */
static const char *typed(const struct line *l)
{
	static char text[WORDS * WORD];
	size_t n = 0;

	*text = 0;
	for (int i = 0; i < l->n; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, " %s", l->word[i]);
	return text;
}

Test(regtool, a_thousand_mistyped_lines)
{
	unsigned kind_seen[sizeof(kinds) / sizeof(*kinds)] = {0};

	db = fl_regs_r500();
	r580 = fl_regs_chip(db, "R580");
	cmd_paths();
	for (unsigned i = 0; i < LINES; i++) {
		struct line l = {.n = 0};
		unsigned k = dice(sizeof(kinds) / sizeof(*kinds));
		char text[2048];
		int code;

		kind_seen[k]++;
		kinds[k].make(&l);
		code = run(&l);
		cmd_text(err_path, text, sizeof(text));
		cr_expect_eq(code, FL_USAGE, "%s: exit code %d:%s: %s", kinds[k].name, code, typed(&l), text);
		cr_expect(strstr(text, l.named), "%s: '%s' is not named:%s: %s", kinds[k].name, l.named,
			  typed(&l), text);
		cr_expect_eq(size_of(log_path), 0, "%s: a register was touched:%s", kinds[k].name, typed(&l));
		cr_expect_eq(size_of(out_path), 0, "%s: something was printed:%s", kinds[k].name, typed(&l));
	}
	for (unsigned k = 0; k < sizeof(kinds) / sizeof(*kinds); k++)
		cr_expect_gt(kind_seen[k], 20, "%s came %u times", kinds[k].name, kind_seen[k]);
	cmd_clean();
}

/* The log does record: the same way of running, with nothing wrong. */
Test(regtool, a_line_that_is_right_is_in_the_log)
{
	struct line l = {.n = 0};
	char text[512];
	FILE *f;

	cmd_paths();
	add(&l, "write");
	add(&l, "SCRATCH_REG[3]=0xcafe");
	cr_assert_eq(run(&l), FL_OK);
	f = fopen(log_path, "r");
	cr_assert(f);
	for (unsigned i = 0; i < 3; i++) {
		cr_assert(fgets(text, sizeof(text), f));
		cr_assert(strstr(text, "SCRATCH_REG[3]"), "%s", text);
		cr_assert(strstr(text, i == 1 ? "write" : "read"), "%s", text);
		cr_assert(strstr(text, i ? "0x0000cafe" : "0x00000000"), "%s", text);
	}
	cr_assert_null(fgets(text, sizeof(text), f));
	fclose(f);
	cr_assert_gt(size_of(out_path), 0);
	cmd_clean();
}
