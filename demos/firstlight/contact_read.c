/* SPDX-License-Identifier: MIT
 *
 * Taking the report of a first contact apart; see contact_read.h.
 */
#include "demos/firstlight/contact_read.h"
#include "demos/firstlight/file.h"
#include "lib/tool/fl_contact_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A line, as it is taken apart: what of it is left. */
struct line {
	char *at;
};

/* The next word, ended by a blank or the end of the line; "" if there is none. */
static const char *word(struct line *l)
{
	char *w = l->at;
	size_t n = strcspn(w, " ");

	l->at = w[n] ? w + n + 1 : w + n;
	w[n] = 0;
	return w;
}

static bool number(struct line *l, int base, unsigned long long max, unsigned long long *value)
{
	const char *w = word(l);
	char *end;

	if (*w < '0' || *w > '9')
		return false;
	errno = 0;
	*value = strtoull(w, &end, base);
	return !errno && !*end && *value <= max;
}

static bool keep(char *out, size_t size, const char *text)
{
	snprintf(out, size, "%s", text);
	return *out;
}

static bool stage(struct line *l, enum fl_contact_stage *s)
{
	const char *w = word(l);

	*s = fl_contact_find(w, strlen(w));
	return *s != FL_CONTACT_STAGES;
}

static struct fl_contact_check *trying(struct fl_contact_read *r)
{
	struct fl_contact_check *c = r->n_checks ? &r->check[r->n_checks - 1] : NULL;

	return c && !c->ended ? c : NULL;
}

static bool begin_check(struct fl_contact_read *r, struct line *l)
{
	struct fl_contact_check *c = &r->check[r->n_checks];

	if (trying(r) || r->n_checks == FL_CONTACT_CHECKS_MAX || !stage(l, &c->stage) ||
	    !keep(c->block, sizeof(c->block), word(l)) || !keep(c->name, sizeof(c->name), l->at))
		return false;
	r->n_checks++;
	return true;
}

/* What a check says when nothing was tried before it: the end, that the card does not come to rest. */
static bool end_check(struct fl_contact_read *r, struct line *l, enum fl_verdict verdict)
{
	struct fl_contact_check *c = trying(r);
	unsigned long long code;

	if (!c && r->n_checks && r->n_checks < FL_CONTACT_CHECKS_MAX && verdict == FL_FAIL) {
		c = &r->check[r->n_checks];
		c->stage = r->check[r->n_checks - 1].stage;
		keep(c->block, sizeof(c->block), "CP");
		keep(c->name, sizeof(c->name), "going to sleep");
		r->n_checks++;
	}
	if (!c || !number(l, 10, 255, &code) || !number(l, 10, ~0ull, &c->us))
		return false;
	c->code = (unsigned)code;
	c->verdict = verdict;
	c->ended = true;
	snprintf(c->text, sizeof(c->text), "%s", l->at);
	return true;
}

static struct fl_contact_reg *reg_of(struct fl_contact_read *r, unsigned long long offset)
{
	for (unsigned i = 0; i < r->n_regs; i++)
		if (r->reg[i].offset == offset)
			return &r->reg[i];
	return NULL;
}

/* Where the snapshot after comes upon a register that read 0 before, it is put at the end. */
static bool take_reg(struct fl_contact_read *r, struct line *l, bool after)
{
	unsigned long long offset, value;
	struct fl_contact_reg *g;

	if (strcmp(word(l), "mmio") || !number(l, 16, 0xffffffff, &offset) ||
	    !number(l, 16, 0xffffffff, &value) || !*l->at)
		return false;
	g = reg_of(r, offset);
	if (g && !after)
		return false;
	if (!g) {
		if (r->n_regs == FL_CONTACT_REGS_MAX)
			return false;
		g = &r->reg[r->n_regs++];
		g->offset = (uint32_t)offset;
		keep(g->name, sizeof(g->name), l->at);
	}
	*(after ? &g->after : &g->before) = (uint32_t)value;
	return true;
}

static bool take_end(struct fl_contact_read *r, struct line *l)
{
	const char *w = word(l);
	unsigned long long lines;

	while (r->end <= FL_CONTACT_INTERRUPTED && strcmp(w, fl_contact_ends[r->end]))
		r->end++;
	if (r->end > FL_CONTACT_INTERRUPTED || trying(r) || !stage(l, &r->stage) ||
	    !number(l, 10, 1u << 20, &lines) || lines != r->lines || *l->at)
		return false;
	r->ended = true;
	return true;
}

/* What it is, but for its first line. */
static bool take(struct fl_contact_read *r, char *text)
{
	static const struct {
		const char *name;
		size_t at, size;
	} texts[] = {
#define TEXT(field) \
	{#field, offsetof(struct fl_contact_read, field), sizeof(((struct fl_contact_read *)0)->field)}
	    TEXT(tool), TEXT(time), TEXT(family), TEXT(card), TEXT(pci), TEXT(via), TEXT(picture),
#undef TEXT
	};
	struct line l = {text};
	const char *what = word(&l);

	for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (!strcmp(what, texts[i].name))
			return keep((char *)r + texts[i].at, texts[i].size, l.at);
	if (!strcmp(what, "bios"))
		return r->n_bios < FL_CONTACT_BIOS_MAX &&
		       keep(r->bios[r->n_bios++], sizeof(r->bios[0]), l.at);
	if (!strcmp(what, "before") || !strcmp(what, "after"))
		return take_reg(r, &l, *what == 'a');
	if (!strcmp(what, "try"))
		return begin_check(r, &l);
	if (!strcmp(what, "pass"))
		return end_check(r, &l, FL_PASS);
	if (!strcmp(what, "fail"))
		return end_check(r, &l, FL_FAIL);
	if (!strcmp(what, "skip"))
		return end_check(r, &l, FL_SKIP);
	return !strcmp(what, "end") && take_end(r, &l);
}

/* The next line, without its end, be it that of a serial port; NULL: there is no other that has one. A last
 * line that was cut off in the middle is none. */
static const char *next_line(const char **text, size_t *n, size_t *length)
{
	const char *line = *text, *end = *n ? memchr(line, '\n', *n) : NULL;

	if (!end)
		return NULL;
	*length = (size_t)(end - line);
	*text += *length + 1;
	*n -= *length + 1;
	while (*length && line[*length - 1] == '\r')
		--*length;
	return line;
}

enum fl_code fl_contact_parse(struct fl_contact_read *r, const char *text, size_t n, const char *path,
			      struct fl_err *err)
{
	static const char head[] = "firstlight contact 1";
	const char *line;
	unsigned at = 0; /* in the file */
	size_t length;

	memset(r, 0, sizeof(*r));
	while (!r->ended && (line = next_line(&text, &n, &length))) {
		char mine[FL_CONTACT_LINE_MAX];

		at++;
		if (!r->lines) { /* what a terminal said before is left out */
			r->lines = length == sizeof(head) - 1 && !memcmp(line, head, length);
			continue;
		}
		if (length && *line == '#')
			continue;
		if (length >= sizeof(mine) || memchr(line, 0, length))
			return fl_fail(err, FL_FAILED, "%s:%u: the line is too long, or no text", path, at);
		memcpy(mine, line, length);
		mine[length] = 0;
		if (!take(r, mine))
			return fl_fail(err, FL_FAILED, "%s:%u: '%.*s' is not a line of a report, here", path,
				       at, length < 60 ? (int)length : 60, line);
		r->lines++;
	}
	if (!r->lines)
		return fl_fail(err, FL_FAILED, "%s is no report: it has no line '%s'", path, head);
	if (!*r->family || !*r->card)
		return fl_fail(err, FL_FAILED, "%s does not tell which card it is about", path);
	return FL_OK;
}

enum fl_code fl_contact_read(struct fl_contact_read *r, const char *path, struct fl_err *err)
{
	FILE *f = fl_file_open(path, err);
	char *text = f ? malloc(FL_CONTACT_FILE_MAX_B + 1) : NULL;
	enum fl_code code;
	size_t n;

	if (!f)
		return err->code;
	if (!text) {
		fl_file_done(f);
		return fl_fail(err, FL_FAILED, "out of memory");
	}
	n = fread(text, 1, FL_CONTACT_FILE_MAX_B + 1, f);
	if (ferror(f))
		code = fl_file_fail(err, path, errno);
	else if (n > FL_CONTACT_FILE_MAX_B)
		code = fl_fail(err, FL_FAILED, "%s is larger than a report can be", path);
	else
		code = fl_contact_parse(r, text, n, path, err);
	fl_file_done(f);
	free(text);
	return code;
}
