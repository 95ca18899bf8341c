/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: the state in force at a draw, and what differs from the draw before.
 */
#include "demos/firstlight/cmd_stream.h"
#include "demos/firstlight/out.h"

static void print_cell(struct fl_stream_show *show, const struct fl_stream_cell *c, uint32_t draw)
{
	const struct fl_reg *word = c->has_word ? &c->word : NULL, *more = c->has_more ? &c->more : NULL;
	uint32_t chips = show->at.s->chips;
	struct fl_stream_text t = {.n = 0};

	if (show->a->json) {
		json_t *fields = fl_stream_fields_json(word, more, c->is_float, c->value, chips);
		json_t *o = json_pack("{s:s,s:I,s:s,s:I}", "file", show->at.file, "draw", (json_int_t)draw,
				      "name", c->name, "value", (json_int_t)c->value);

		fl_stream_number_json(o, word, c->is_float, &c->packed, c->value);
		if (show->a->changed)
			json_object_set_new(o, "before", c->was_set ? json_integer(c->was) : json_null());
		if (fields)
			json_object_set_new(o, "fields", fields);
		fl_stream_json(show, o);
		return;
	}
	fl_stream_fields(&t, word, more, c->is_float, c->value, chips, false);
	fl_stream_numbers(&t, &c->packed, c->value);
	printf("  %-36s ", c->name);
	if (show->a->changed && c->was_set)
		printf("0x%08x -> ", c->was);
	else if (show->a->changed)
		printf("%10s -> ", "not set");
	printf("0x%08x%s%s%s\n", c->value, fl_ink(stdout, FL_DIM), t.s, fl_ink(stdout, FL_PLAIN));
}

static void print_draw(struct fl_stream_show *show, const struct fl_stream_event *e)
{
	const struct fl_stream_place *at = &show->at;
	bool changed = show->a->changed;
	size_t n;
	struct fl_stream_cell **c = fl_stream_state_cells(show->state, &n);

	show->streams_with_draw++;
	if (!show->a->json)
		printf("%s%s: draw %u%s (record %u, IB %u, dword %u)\n", fl_ink(stdout, FL_BOLD), at->file,
		       e->draw, fl_ink(stdout, FL_PLAIN), at->record, at->ib, e->at);
	for (size_t i = 0; i < n; i++) {
		bool in_force = c[i]->set && (c[i]->space != FL_STREAM_OBJECT || c[i]->draw == e->draw);

		if (in_force && (!changed || !c[i]->was_set || c[i]->was != c[i]->value))
			print_cell(show, c[i], e->draw);
	}
}

static void event(void *arg, const struct fl_stream_event *e)
{
	struct fl_stream_show *show = arg;

	fl_stream_state_event(show->state, e);
	if (e->kind != FL_STREAM_DRAW)
		return;
	if (e->draw > show->most_draws)
		show->most_draws = e->draw;
	if (!show->a->draw || show->a->draw == e->draw)
		print_draw(show, e);
	fl_stream_state_drawn(show->state, e->draw);
}

static void end(void *arg)
{
	struct fl_stream_show *show = arg;

	fl_stream_state_free(show->state);
	show->state = fl_stream_state_new();
}

int fl_stream_states(struct fl_stream_show *show)
{
	const struct fl_args *a = show->a;
	struct fl_stream_sink sink = {
	    .arg = show, .scene = a->scene, .event = event, .at = &show->at, .memory = true, .end = end};
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
	if (!code && !show->streams_with_draw)
		code = a->draw ? fl_complain(FL_FAILED, "there is no draw %u: the stream has %u", a->draw,
					     show->most_draws)
			       : fl_complain(FL_FAILED, "the stream draws nothing");
	return code;
}
