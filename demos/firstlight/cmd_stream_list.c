/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: the stream as it comes. Every packet and dword; or, for grep, a line a register write.
 */
#include "demos/firstlight/cmd_stream.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/stream_where.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

struct list {
	struct fl_stream_show *show;
	char object[80];   /* whose words are being listed */
	unsigned shown_ib; /* listing: whose head is written; UINT_MAX: none */
	struct fl_stream_named named;
	struct fl_stream_where where; /* of the event at hand; address 0: it is none that is known */
};

static uint32_t chips(const struct list *l)
{
	return l->show->at.s->chips;
}

/* ---- --query ------------------------------------------------------------------------------------------- */
static bool wild(const char *s)
{
	return strpbrk(s, "*?") != NULL;
}

static bool matches(const struct list *l, const struct fl_stream_event *e, const char *name)
{
	const char *q = l->show->a->query;
	struct fl_reg r;
	const char *names[3] = {name, e->reg ? e->reg->name : NULL, e->word ? e->word->name : NULL};

	for (unsigned i = 0; i < 3; i++)
		if (names[i] && !fnmatch(q, names[i], FNM_CASEFOLD))
			return true;
	/* as documents number it: CB_COLOR0_INFO */
	return e->kind == FL_STREAM_REG && e->reg && !wild(q) &&
	       fl_regs_find(l->show->at.s->db, q, chips(l), &r) && r.row == e->reg->row &&
	       r.offset == e->reg->offset;
}

/* Whether the database has anything that the query could name. */
static bool known(const struct fl_regs *db, uint32_t chip, const char *q)
{
	struct fl_reg r;
	struct fl_reg_packet p;
	struct fl_reg_isa isa;
	struct fl_reg_dword d;
	unsigned at;

	if (strchr(q, '[') || fl_regs_find(db, q, chip, &r))
		return true;
	for (unsigned i = 0; fl_regs_at(db, i, &r); i++)
		if (!fnmatch(q, r.name, FNM_CASEFOLD))
			return true;
	for (unsigned i = 0; fl_regs_packet_at(db, i, &p); i++)
		for (unsigned k = 0; fl_reg_packet_dword(&p, k, &d); k++)
			if (!fnmatch(q, d.word.name, FNM_CASEFOLD))
				return true;
	for (unsigned i = 0; fl_regs_isa_at(db, i, &isa); i++)
		for (unsigned k = 0; fl_reg_isa_word(&isa, k, &r, &at); k++)
			if (!fnmatch(q, r.name, FNM_CASEFOLD))
				return true;
	return false;
}

static enum fl_code start(void *arg)
{
	struct list *l = arg;
	const struct fl_stream *s = l->show->at.s;
	const char *best[3], *q = l->show->a->query;
	unsigned n;

	if (!q || known(s->db, s->chips, q))
		return FL_OK;
	n = fl_regs_nearest(s->db, q, s->chips, best, 3);
	return (enum fl_code)fl_complain(FL_USAGE, "no register of the family %s matches '%s'%s%s%s%s%s%s",
					 s->family->name, q, n ? "; near it: " : "", n ? best[0] : "",
					 n > 1 ? ", " : "", n > 1 ? best[1] : "", n > 2 ? ", " : "",
					 n > 2 ? best[2] : "");
}

/* ---- lines --------------------------------------------------------------------------------------------- */
static const char *const kinds[] = {"packet", "body", "register", "memory", "draw"};

static void json(struct list *l, const struct fl_stream_event *e, const char *name)
{
	const struct fl_stream_place *at = &l->show->at;
	json_t *fields,
	    *o = json_pack("{s:s,s:i,s:i,s:I,s:s,s:s}", "file", at->file, "record", (int)at->record, "ib",
			   (int)at->ib, "dword", (json_int_t)e->at, "kind", kinds[e->kind], "name", name);

	if (e->kind == FL_STREAM_PACKET)
		json_object_set_new(o, "dwords", json_integer(e->n));
	if (e->kind == FL_STREAM_DRAW)
		json_object_set_new(o, "draw", json_integer(e->draw));
	else
		json_object_set_new(o, "value", json_integer(e->value));
	if (e->kind == FL_STREAM_REG)
		json_object_set_new(o, "address", json_integer(e->offset));
	if (e->kind == FL_STREAM_MEMORY)
		json_object_set_new(o, "address", json_integer((json_int_t)e->address));
	if (e->kind != FL_STREAM_DRAW)
		fl_stream_number_json(o, e->word, e->is_float, &e->packed, e->value);
	fields = fl_stream_fields_json(e->word, e->more, e->is_float, e->value, chips(l));
	if (fields)
		json_object_set_new(o, "fields", fields);
	if (l->where.address)
		json_object_set_new(o, "points_to", fl_stream_where_json(&l->where));
	fl_stream_json(l->show, o);
}

/* What the event's word says, and where it points to. */
static void words(const struct list *l, struct fl_stream_text *t, const struct fl_stream_event *e, bool all)
{
	fl_stream_fields(t, e->word, e->more, e->is_float, e->value, chips(l), all);
	if (!e->is_float)
		fl_stream_numbers(t, &e->packed, e->value);
	if (l->where.address && t->n < sizeof t->s) {
		int n = fl_stream_where_text(&l->where, t->s + t->n, sizeof t->s - t->n);

		t->n = t->n + (size_t)n < sizeof t->s ? t->n + (size_t)n : sizeof t->s - 1;
	}
}

/* -r and --query: everything about it on one line. */
static void grep_line(struct list *l, const struct fl_stream_event *e, const char *name)
{
	const struct fl_stream_place *at = &l->show->at;
	struct fl_stream_text t = {.n = 0};

	words(l, &t, e, true);
	printf("%s record=%u ib=%u dw=%u", at->file, at->record, at->ib, e->at);
	if (e->kind == FL_STREAM_REG)
		printf(" 0x%05x", e->offset);
	else if (e->kind == FL_STREAM_MEMORY)
		printf(" 0x%llx", (unsigned long long)e->address);
	else
		printf(" body");
	printf(" %s=0x%08x%s\n", name, e->value, t.s);
}

static void head(struct list *l)
{
	const struct fl_stream_place *at = &l->show->at;

	if (l->shown_ib == at->ib)
		return;
	printf("%s%s%s: %s%s%s, record %u, IB %u%s\n", l->shown_ib == UINT32_MAX ? "" : "\n",
	       fl_ink(stdout, FL_BOLD), at->file, at->s->family->name, at->chip ? " " : "",
	       at->chip ? at->chip : "", at->record, at->ib, fl_ink(stdout, FL_PLAIN));
	l->shown_ib = at->ib;
}

static void list_packet(const struct fl_stream_event *e)
{
	printf("%6u  %08x  %s%s%s", e->at, e->raw, fl_ink(stdout, FL_BOLD), e->name,
	       fl_ink(stdout, FL_PLAIN));
	if (e->n > 2)
		printf("  %u dwords", e->n);
	putchar('\n');
}

static void list_word(struct list *l, const struct fl_stream_event *e, const char *name)
{
	struct fl_stream_text t = {.n = 0};

	words(l, &t, e, false);
	if (e->kind == FL_STREAM_MEMORY)
		printf("%14llx  %08x    ", (unsigned long long)e->address, e->raw);
	else
		printf("%6u  %08x    ", e->at, e->raw);
	printf("%s%-32s%s%s%s%s\n", e->reg || e->kind != FL_STREAM_REG ? "" : fl_ink(stdout, FL_YELLOW), name,
	       e->reg || e->kind != FL_STREAM_REG ? "" : fl_ink(stdout, FL_PLAIN), fl_ink(stdout, FL_DIM),
	       t.s, fl_ink(stdout, FL_PLAIN));
}

/* Shaders and descriptors of a draw: those that are not as they were at the draw before. */
static void list_objects(struct list *l, const struct fl_stream_event *draw)
{
	size_t n;
	struct fl_stream_cell **c = fl_stream_state_cells(l->show->state, &n);

	for (size_t i = 0, end; i < n; i = end) {
		bool news = false;

		for (end = i; end < n && (end == i ||
					  (c[end]->object && c[i]->object && c[end]->object == c[i]->object));
		     end++)
			news |= c[end]->space == FL_STREAM_OBJECT && c[end]->draw == draw->draw &&
				(!c[end]->was_set || c[end]->was != c[end]->value);
		if (!news)
			continue;
		printf("                  %s%s%s\n", fl_ink(stdout, FL_BOLD), c[i]->object,
		       fl_ink(stdout, FL_PLAIN));
		for (size_t k = i; k < end; k++) {
			struct fl_stream_text t = {.n = 0};

			if (c[k]->draw != draw->draw)
				continue;
			fl_stream_fields(&t, c[k]->has_word ? &c[k]->word : NULL,
					 c[k]->has_more ? &c[k]->more : NULL, c[k]->is_float, c[k]->value,
					 chips(l), false);
			fl_stream_numbers(&t, &c[k]->packed, c[k]->value);
			printf("%6u  %08x      %-30s%s%s%s\n", c[k]->index, c[k]->value,
			       c[k]->has_word ? c[k]->word.name : "", fl_ink(stdout, FL_DIM), t.s,
			       fl_ink(stdout, FL_PLAIN));
		}
	}
}

static void unnamed(struct fl_stream_show *show, uint32_t offset)
{
	size_t i;

	show->writes_unnamed++;
	for (i = 0; i < show->n_unnamed; i++)
		if (show->unnamed[i].offset == offset) {
			show->unnamed[i].count++;
			return;
		}
	if (!(i & (i - 1))) {
		void *p = realloc(show->unnamed, (i ? i * 2 : 1) * sizeof *show->unnamed);

		if (!p)
			return;
		show->unnamed = p;
	}
	show->unnamed[i].offset = offset;
	show->unnamed[i].count = 1;
	show->n_unnamed++;
}

static void event(void *arg, const struct fl_stream_event *e)
{
	struct list *l = arg;
	const struct fl_args *a = l->show->a;
	bool is_word = e->kind == FL_STREAM_REG || e->kind == FL_STREAM_MEMORY || e->kind == FL_STREAM_BODY;
	char name[96] = "";

	if (e->kind == FL_STREAM_REG && !e->reg)
		unnamed(l->show, e->offset);
	if (e->kind == FL_STREAM_BODY)
		snprintf(name, sizeof name, "%s", e->reg ? e->reg->name : "");
	else if (is_word)
		fl_stream_name(e, name, sizeof name);
	else if (e->name)
		snprintf(name, sizeof name, "%s", e->name);
	if (!is_word || !fl_stream_where(&l->named, l->show->at.memory, e->word, e->value, name, &l->where))
		l->where.address = 0;
	if (a->query ? !is_word || !matches(l, e, name) : a->registers && e->kind != FL_STREAM_REG)
		return;
	if (a->json) {
		json(l, e, name);
		return;
	}
	if (a->query || a->registers) {
		grep_line(l, e, name);
		return;
	}
	head(l);
	fl_stream_state_event(l->show->state, e);
	switch (e->kind) {
	case FL_STREAM_PACKET:
		list_packet(e);
		break;
	case FL_STREAM_BODY:
	case FL_STREAM_REG:
		list_word(l, e, name);
		break;
	case FL_STREAM_MEMORY: /* listed at the draw */
		break;
	case FL_STREAM_DRAW:
		list_objects(l, e);
		printf("                  %sdraw %u%s\n", fl_ink(stdout, FL_GREEN), e->draw,
		       fl_ink(stdout, FL_PLAIN));
		fl_stream_state_drawn(l->show->state, e->draw);
		break;
	}
}

static void end(void *arg)
{
	struct list *l = arg;

	fl_stream_state_free(l->show->state);
	l->show->state = fl_stream_state_new();
	l->shown_ib = UINT32_MAX - 1;
	l->named.n = 0;
}

int fl_stream_list(struct fl_stream_show *show)
{
	const struct fl_args *a = show->a;
	struct list l = {.show = show, .shown_ib = UINT32_MAX};
	struct fl_stream_sink sink = {
	    .arg = &l,
	    .scene = a->scene,
	    .event = event,
	    .at = &show->at,
	    .memory = true,
	    .start = start,
	    .end = end,
	};
	unsigned n = 0;
	int code = FL_OK;

	show->state = fl_stream_state_new();
	for (int i = 0; i < a->n_operands && code != FL_USAGE; i++) {
		int c = fl_stream_read(a->operand[i], a->chip, &sink, &n);

		code = code ? code : c;
	}
	fl_stream_state_free(show->state);
	if (!code && !n)
		code = fl_complain(FL_FAILED, "no scene matches");
	return code;
}
