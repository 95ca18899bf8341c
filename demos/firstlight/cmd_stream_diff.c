/* SPDX-License-Identifier: MIT
 *
 * firstlight stream --diff: two streams, compared by the state in force at each draw. The first is read
 * whole, with a log of what changed when; the second is compared as it is read.
 */
#include "demos/firstlight/cmd_stream.h"
#include "demos/firstlight/out.h"

#include <stdlib.h>

struct step { /* what a draw changed: the cell had this value then */
	struct fl_stream_cell *cell;
	uint32_t draw, value;
	bool set;
};

struct diff {
	struct fl_stream_show *show;
	struct fl_stream_state *a, *b;
	struct step *log;
	size_t n_log, cap_log, at_log;
	uint32_t draws_a, draws_b;
	unsigned streams;
	const struct fl_regs *db;
	char file[2][128];
	unsigned long differences;
	unsigned draws_differ;
};

static void note(struct diff *d, struct fl_stream_cell *c, uint32_t draw, bool set)
{
	if (d->n_log == d->cap_log) {
		size_t cap = d->cap_log ? d->cap_log * 2 : 4096;
		void *p = realloc(d->log, cap * sizeof *d->log);

		if (!p) {
			d->show->code = fl_complain(FL_FAILED, "no memory for %zu steps", cap);
			return;
		}
		d->log = p;
		d->cap_log = cap;
	}
	d->log[d->n_log++] = (struct step){c, draw, c->value, set};
}

static void first(void *arg, const struct fl_stream_event *e)
{
	struct diff *d = arg;
	struct fl_stream_cell **c;
	size_t n;

	fl_stream_state_event(d->a, e);
	if (e->kind != FL_STREAM_DRAW)
		return;
	c = fl_stream_state_cells(d->a, &n);
	for (size_t i = 0; i < n; i++) {
		bool set = c[i]->set && (c[i]->space != FL_STREAM_OBJECT || c[i]->draw == e->draw);

		if (set != c[i]->was_set || (set && c[i]->value != c[i]->was))
			note(d, c[i], e->draw, set);
	}
	fl_stream_state_drawn(d->a, e->draw);
	d->draws_a = e->draw;
}

/* One place that differs; a or b is NULL where it is not set. */
static void tell(struct diff *d, uint32_t draw, const struct fl_stream_cell *a,
		 const struct fl_stream_cell *b)
{
	struct fl_stream_show *show = d->show;

	d->differences++;
	if (show->a->json) {
		fl_stream_json(show, json_pack("{s:I,s:s,s:o,s:o}", "draw", (json_int_t)draw, "name",
					       (a ? a : b)->name, "a", a ? json_integer(a->was) : json_null(),
					       "b", b ? json_integer(b->value) : json_null()));
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		const struct fl_stream_cell *c = i ? b : a;
		struct fl_stream_text t = {.n = 0};
		uint32_t value = i ? (b ? b->value : 0) : (a ? a->was : 0);

		printf("%s%c %-36s%s ", fl_ink(stdout, i ? FL_GREEN : FL_RED), i ? '+' : '-',
		       (a ? a : b)->name, fl_ink(stdout, FL_PLAIN));
		if (!c) {
			puts("not set");
			continue;
		}
		fl_stream_fields(&t, c->has_word ? &c->word : NULL, c->has_more ? &c->more : NULL,
				 c->is_float, value, show->at.s->chips, false);
		fl_stream_numbers(&t, &c->packed, value);
		printf("0x%08x%s\n", value, t.s);
	}
}

/* In the first stream's cells, `was` and `was_set` now stand for the draw at hand. */
static void second(void *arg, const struct fl_stream_event *e)
{
	struct diff *d = arg;
	unsigned long before = d->differences;
	struct fl_stream_cell **c;
	size_t n;

	fl_stream_state_event(d->b, e);
	if (e->kind != FL_STREAM_DRAW)
		return;
	d->draws_b = e->draw;
	if (e->draw <= d->draws_a) {
		for (; d->at_log < d->n_log && d->log[d->at_log].draw <= e->draw; d->at_log++) {
			d->log[d->at_log].cell->was = d->log[d->at_log].value;
			d->log[d->at_log].cell->was_set = d->log[d->at_log].set;
		}
		if (!d->show->a->json)
			printf("%sdraw %u%s (record %u, IB %u, dword %u of the second)\n",
			       fl_ink(stdout, FL_BOLD), e->draw, fl_ink(stdout, FL_PLAIN), d->show->at.record,
			       d->show->at.ib, e->at);
		c = fl_stream_state_cells(d->a, &n);
		for (size_t i = 0; i < n; i++) {
			struct fl_stream_cell *b = fl_stream_state_find(d->b, c[i]);
			bool in_b = b && b->set && (b->space != FL_STREAM_OBJECT || b->draw == e->draw);

			if (c[i]->was_set ? !in_b || b->value != c[i]->was : in_b)
				tell(d, e->draw, c[i]->was_set ? c[i] : NULL, in_b ? b : NULL);
		}
		c = fl_stream_state_cells(d->b, &n); /* what the first never sets */
		for (size_t i = 0; i < n; i++)
			if (c[i]->set && (c[i]->space != FL_STREAM_OBJECT || c[i]->draw == e->draw) &&
			    !fl_stream_state_find(d->a, c[i]))
				tell(d, e->draw, NULL, c[i]);
		d->draws_differ += d->differences > before;
	}
	fl_stream_state_drawn(d->b, e->draw);
}

static enum fl_code start(void *arg)
{
	struct diff *d = arg;

	snprintf(d->file[d->db != NULL], sizeof d->file[0], "%s", d->show->at.file);
	if (++d->streams > 1)
		return (enum fl_code)fl_complain(
		    FL_USAGE, "stream: --diff compares one stream with one: choose it with --scene");
	if (d->db && d->db != d->show->at.s->db)
		return (enum fl_code)fl_complain(FL_USAGE, "stream: --diff wants two streams of one family");
	d->db = d->show->at.s->db;
	return FL_OK;
}

static void start_second(struct diff *d)
{
	size_t n;
	struct fl_stream_cell **c = fl_stream_state_cells(d->a, &n);

	for (size_t i = 0; i < n; i++)
		c[i]->was_set = false;
	d->streams = 0;
}

int fl_stream_diff(struct fl_stream_show *show)
{
	const struct fl_args *a = show->a;
	struct diff d = {.show = show, .a = fl_stream_state_new(), .b = fl_stream_state_new()};
	struct fl_stream_sink sink = {
	    .arg = &d, .scene = a->scene, .event = first, .at = &show->at, .memory = true, .start = start};
	unsigned n = 0, m = 0;
	int code = fl_stream_read(a->operand[0], a->chip, &sink, &n);

	if (!code) {
		start_second(&d);
		sink.event = second;
		code = fl_stream_read(a->operand[1], a->chip, &sink, &m);
	}
	if (!code && !(n && m))
		code = fl_complain(FL_FAILED, "no scene matches");
	if (!code)
		code = show->code;
	if (!code && d.draws_a != d.draws_b && !a->json)
		printf("%u draws in the first, %u in the second\n", d.draws_a, d.draws_b);
	if (!code && !a->json)
		printf("%lu differences, in %u of %u draws\n", d.differences, d.draws_differ,
		       d.draws_a < d.draws_b ? d.draws_a : d.draws_b);
	if (!code && (d.differences || d.draws_a != d.draws_b))
		code = FL_FAILED;
	free(d.log);
	fl_stream_state_free(d.a);
	fl_stream_state_free(d.b);
	return code;
}
