/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: the state that a stream has set up.
 */
#include "demos/firstlight/stream_state.h"

#include <stdlib.h>
#include <string.h>

struct fl_stream_state {
	struct fl_stream_cell **slot; /* hashed */
	struct fl_stream_cell **all;
	size_t n, cap;
	bool sorted;
	char **object; /* names */
	size_t n_object;
};

struct fl_stream_state *fl_stream_state_new(void)
{
	return calloc(1, sizeof(struct fl_stream_state));
}

void fl_stream_state_free(struct fl_stream_state *st)
{
	if (!st)
		return;
	for (size_t i = 0; i < st->n; i++)
		free(st->all[i]);
	for (size_t i = 0; i < st->n_object; i++)
		free(st->object[i]);
	free(st->all);
	free(st->slot);
	free(st->object);
	free(st);
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static size_t hash(const struct fl_stream_cell *key)
{
	uint64_t h = (uint64_t)key->index << 4 | key->space;

	for (const char *c = key->object; c && *c; c++)
		h = h * 31 + (unsigned char)*c;
	return (size_t)(h * 0x9e3779b97f4a7c15u >> 24);
}

static struct fl_stream_cell **slot_of(struct fl_stream_cell **slot, size_t cap,
				       const struct fl_stream_cell *key)
{
	size_t h = hash(key) & (cap - 1);

	while (slot[h] && (slot[h]->index != key->index || slot[h]->space != key->space ||
			   !same(slot[h]->object, key->object)))
		h = (h + 1) & (cap - 1);
	return &slot[h];
}

static void *must(void *p)
{
	if (!p)
		abort(); /* out of memory, for what fits the input's own size */
	return p;
}

static const char *object(struct fl_stream_state *st, const char *name)
{
	for (size_t i = 0; i < st->n_object; i++)
		if (!strcmp(st->object[i], name))
			return st->object[i];
	st->object = must(realloc(st->object, (st->n_object + 1) * sizeof *st->object));
	return st->object[st->n_object++] = must(strdup(name));
}

static struct fl_stream_cell *cell(struct fl_stream_state *st, const struct fl_stream_cell *key)
{
	struct fl_stream_cell **slot;

	if (st->n * 2 >= st->cap) {
		size_t cap = st->cap ? st->cap * 2 : 1024;

		free(st->slot);
		st->slot = must(calloc(cap, sizeof *st->slot));
		st->all = must(realloc(st->all, cap * sizeof *st->all));
		st->cap = cap;
		for (size_t i = 0; i < st->n; i++)
			*slot_of(st->slot, cap, st->all[i]) = st->all[i];
	}
	slot = slot_of(st->slot, st->cap, key);
	if (!*slot) {
		*slot = must(calloc(1, sizeof **slot));
		**slot = *key;
		if (key->object)
			(*slot)->object = object(st, key->object);
		st->all[st->n++] = *slot;
		st->sorted = false;
	}
	return *slot;
}

struct fl_stream_cell *fl_stream_state_event(struct fl_stream_state *st, const struct fl_stream_event *e)
{
	struct fl_stream_cell key = {.space = e->space, .index = e->index, .object = e->object}, *c;

	if (e->kind != FL_STREAM_REG && e->kind != FL_STREAM_MEMORY)
		return NULL;
	c = cell(st, &key);
	fl_stream_name(e, c->name, sizeof c->name);
	c->has_word = e->word;
	if (e->word)
		c->word = *e->word;
	c->has_more = e->more;
	if (e->more)
		c->more = *e->more;
	c->is_float = e->is_float;
	c->packed = e->packed;
	c->value = e->value;
	c->set = c->touched = true;
	c->draw = e->draw;
	return c;
}

struct fl_stream_cell *fl_stream_state_find(const struct fl_stream_state *st, const struct fl_stream_cell *c)
{
	return st->cap ? *slot_of(st->slot, st->cap, c) : NULL;
}

static int in_order(const void *pa, const void *pb)
{
	const struct fl_stream_cell *a = *(struct fl_stream_cell *const *)pa,
				    *b = *(struct fl_stream_cell *const *)pb;
	int names = a->object && b->object ? strcmp(a->object, b->object) : 0;

	if (a->space != b->space)
		return a->space < b->space ? -1 : 1;
	if (names)
		return names;
	return a->index < b->index ? -1 : a->index > b->index;
}

struct fl_stream_cell **fl_stream_state_cells(struct fl_stream_state *st, size_t *n)
{
	if (!st->sorted && st->n)
		qsort(st->all, st->n, sizeof *st->all, in_order);
	st->sorted = true;
	*n = st->n;
	return st->all;
}

void fl_stream_state_drawn(struct fl_stream_state *st, uint32_t draw)
{
	for (size_t i = 0; i < st->n; i++) {
		struct fl_stream_cell *c = st->all[i];

		if (c->space == FL_STREAM_OBJECT && c->draw != draw)
			c->set = false;
		c->was_set = c->set;
		c->was = c->value;
		c->touched = false;
	}
}
