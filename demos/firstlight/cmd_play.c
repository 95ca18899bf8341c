/* SPDX-License-Identifier: MIT
 *
 * firstlight play: the accesses of a log, done again; what reads differently is said.
 *
 * Reads of one register after another, with nothing but delays between them, were a wait: only the last is
 * compared, and waited for.
 */
#include "demos/firstlight/access_log.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/play_c.h"
#include "demos/firstlight/regs.h"

#include <stdlib.h>
#include <string.h>

struct play {
	struct fl_regs_run *run;
	const char *path;
	struct fl_access *access;
	unsigned *line; /* of each */
	unsigned n, room;
	unsigned differ, left_out;
};

static bool add(struct play *p, const struct fl_access *a, unsigned line)
{
	if (p->n == p->room) {
		unsigned room = p->room ? 2 * p->room : 1024;
		void *access = realloc(p->access, room * sizeof(*p->access)), *lines;

		if (access)
			p->access = access;
		lines = access ? realloc(p->line, room * sizeof(*p->line)) : NULL;
		if (!lines)
			return false;
		p->line = lines;
		p->room = room;
	}
	p->access[p->n] = *a;
	p->line[p->n++] = line;
	return true;
}

static enum fl_code load(struct play *p, struct fl_err *err)
{
	FILE *f = fl_file_open(p->path, err);
	char text[512];
	enum fl_code code = FL_OK;

	if (!f)
		return err->code;
	for (unsigned line = 1; !code && fgets(text, sizeof(text), f); line++) {
		struct fl_access a;

		text[strcspn(text, "\r\n")] = 0;
		text[strcspn(text, "\r\n")] = 0;
		if (!*text || *text == '#')
			continue;
		if (!fl_access_scan(text, &a))
			code = fl_fail(err, FL_FAILED, "%s:%u: this is no access as --log writes them",
				       p->path, line);
		else if (!add(p, &a, line))
			code = fl_fail(err, FL_FAILED, "out of memory");
	}
	fl_file_done(f);
	if (!code && !p->n)
		code = fl_fail(err, FL_FAILED, "%s: there is no access in it", p->path);
	return code;
}

/* ---- may it be done? ----------------------------------------------------------------------------------- */
static void place_of(const struct fl_regtool *t, const struct fl_access *a, struct fl_regtool_place *p)
{
	struct fl_reg r;

	*p = (struct fl_regtool_place){.space = "mmio", .offset = (uint32_t)a->offset_B & ~3u};
	if (a->kind <= FL_ACCESS_WRITE8 && fl_regs_lookup(t->db, NULL, p->offset, t->chips, 0, &r))
		fl_regtool_locate(t, &r, p);
}

static bool is_write(const struct fl_access *a)
{
	return a->kind == FL_ACCESS_WRITE32 || a->kind == FL_ACCESS_WRITE8 || a->kind == FL_ACCESS_CFG_WRITE;
}

/* Everything is looked at before the first access, and all that has to be accepted is named at once. */
static enum fl_code check(const struct play *p, struct fl_err *err)
{
	const struct fl_regtool *t = &p->run->tool;
	unsigned hazards = 0, first = 0;
	bool unsafe = false;

	for (unsigned i = 0; i < p->n; i++) {
		const struct fl_access *a = &p->access[i];
		struct fl_regtool_place place;
		unsigned before = hazards;
		bool was = unsafe;

		if (!fl_access_reaches(t->dev, a))
			return fl_fail(err, FL_FAILED, "%s:%u: this card does not reach 0x%llx", p->path,
				       p->line[i], (unsigned long long)a->offset_B);
		place_of(t, a, &place);
		if (a->kind == FL_ACCESS_CFG_WRITE)
			hazards |= FL_REG_BUS & ~t->force;
		else if (is_write(a))
			hazards |=
			    (place.known ? place.reg.hazard : (unsigned)FL_REGTOOL_UNKNOWN) & ~t->force;
		else if (a->kind == FL_ACCESS_READ32 || a->kind == FL_ACCESS_READ8)
			unsafe |= !t->unsafe_read && fl_regtool_unreadable(&place);
		if ((hazards != before || unsafe != was) && !first)
			first = p->line[i];
	}
	if (!first)
		return FL_OK;
	fl_fail(err, FL_USAGE,
		"%s: from line %u on, what it does can take the machine down, or hang; if that is "
		"accepted:",
		p->path, first);
	if (hazards)
		fl_fail_more(err, FL_USAGE, " --force=%s", fl_regtool_hazard_name(hazards));
	while (hazards &= hazards - 1)
		fl_fail_more(err, FL_USAGE, ",%s", fl_regtool_hazard_name(hazards));
	return unsafe ? fl_fail_more(err, FL_USAGE, " --unsafe-read") : FL_USAGE;
}

/* ---- doing it ------------------------------------------------------------------------------------------ */
static bool is_read(const struct fl_access *a)
{
	return a->kind == FL_ACCESS_READ32 || a->kind == FL_ACCESS_READ8 || a->kind == FL_ACCESS_CFG_READ ||
	       (a->kind == FL_ACCESS_VRAM_READ && a->size_B <= FL_ACCESS_BYTES);
}

static bool same_place(const struct fl_access *a, const struct fl_access *b)
{
	return a->kind == b->kind && a->offset_B == b->offset_B && a->size_B == b->size_B;
}

/* Whether the next access, or (back) the one before, is a read of the same, with only delays between. */
static bool in_a_row(const struct play *p, unsigned i, bool back)
{
	unsigned k = i;

	do {
		if (back ? k == 0 : k + 1 == p->n)
			return false;
		k = back ? k - 1 : k + 1;
	} while (p->access[k].kind == FL_ACCESS_DELAY);
	return same_place(&p->access[k], &p->access[i]);
}

static void differs(struct play *p, const struct fl_access *a, unsigned line, uint64_t value)
{
	struct fl_regtool *t = &p->run->tool;
	struct fl_regtool_place place;
	struct fl_regtool_said s = {.tool = t, .kind = FL_REGTOOL_CHANGED, .place = &place, .has_old = true};
	unsigned shift = 8 * (unsigned)(a->offset_B & 3);

	p->differ++;
	place_of(t, a, &place);
	if (a->kind == FL_ACCESS_CFG_READ || a->kind == FL_ACCESS_VRAM_READ) {
		place.space = a->kind == FL_ACCESS_CFG_READ ? "cfg" : "vram";
		place.offset = (uint32_t)a->offset_B;
	}
	if (a->kind != FL_ACCESS_READ8)
		shift = 0;
	s.old = (uint32_t)a->value << shift;
	s.value = (uint32_t)value << shift;
	s.mask = (a->size_B < 4 ? (1u << 8 * a->size_B) - 1 : 0xffffffff) << shift;
	fl_regtool_name(&place, s.name, sizeof(s.name));
	if (!p->run->json)
		printf("%s:%u: ", p->path, line);
	t->said(t->arg, &s);
}

static void play_read(struct play *p, unsigned i, uint64_t timeout_us)
{
	struct fl_dev *d = p->run->tool.dev;
	const struct fl_access *a = &p->access[i];
	uint64_t value = fl_access_read(d, a), end = fl_now_us(d) + timeout_us;

	if (in_a_row(p, i, false))
		return;
	while (value != a->value && in_a_row(p, i, true) && fl_now_us(d) < end && !fl_stopped(d)) {
		fl_delay_us(d, 10);
		value = fl_access_read(d, a);
	}
	if (value != a->value)
		differs(p, a, p->line[i], value);
}

static enum fl_code play(struct play *p, uint64_t timeout_us, struct fl_err *err)
{
	struct fl_dev *d = p->run->tool.dev;

	for (unsigned i = 0; i < p->n; i++) {
		const struct fl_access *a = &p->access[i];

		if (fl_stopped(d))
			return fl_fail(err, FL_FAILED, "interrupted before line %u", p->line[i]);
		if (is_read(a))
			play_read(p, i, timeout_us);
		else if (fl_access_write(d, a))
			continue;
		else
			p->left_out++;
	}
	return FL_OK;
}

/* --c: nothing is done, it is written down. */
static void as_c(struct play *p)
{
	const struct fl_regtool *t = &p->run->tool;

	fl_play_c_begin(t, p->path);
	for (unsigned i = 0; i < p->n; i++) {
		enum fl_play_read r = !is_read(&p->access[i]) ? FL_PLAY_ONCE
				      : in_a_row(p, i, false) ? FL_PLAY_AGAIN
				      : in_a_row(p, i, true)  ? FL_PLAY_WAITED
							      : FL_PLAY_ONCE;

		if (!fl_play_c_access(t, &p->access[i], r))
			p->left_out++;
	}
	fl_play_c_end();
}

int fl_cmd_play(const struct fl_args *args)
{
	static struct fl_regs_run run;
	struct play p = {.run = &run, .path = args->operand[0]};
	struct fl_err err = {0};
	enum fl_code code = fl_regs_begin(&run, args, &err);

	if (!code)
		code = load(&p, &err);
	if (!code)
		code = fl_regs_open(&run, args, &err);
	if (!code && args->c_source)
		as_c(&p);
	else if (!code)
		code = check(&p, &err);
	if (!code && !args->c_source)
		code = play(&p, 1000ull * args->timeout_ms, &err);
	if (!code) {
		fflush(stdout);
		if (!args->quiet && !args->c_source)
			fprintf(stderr, "%u accesses, %u reads differ", p.n - p.left_out, p.differ);
		if (!args->quiet && p.left_out)
			fprintf(stderr, "%s%u of more than %d bytes of video memory are not in the log",
				args->c_source ? "" : "; ", p.left_out, FL_ACCESS_BYTES);
		if (!args->quiet && (!args->c_source || p.left_out))
			fputs("\n", stderr);
		run.n_said = 1; /* an empty list is an answer too */
		code = p.differ ? FL_FAILED : FL_OK;
	}
	free(p.access);
	free(p.line);
	return fl_regs_end(&run, code, &err);
}
