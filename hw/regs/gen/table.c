/* SPDX-License-Identifier: MIT
 *
 * The tables of a family for the running program: what fl_regs_table.h describes, as C. Here the database
 * becomes rows; table_out.c prints them.
 */
#include "hw/regs/gen/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- pools: each thing once ---------------------------------------------------------------------------- */
unsigned table_text(struct table *t, const char *s)
{
	uint32_t h = fl_regs_hash(s, (uint32_t)strlen(s)) & (TEXT_SLOTS - 1);

	while (t->text_slot[h] && strcmp(t->text[t->text_slot[h] - 1], s))
		h = (h + 1) & (TEXT_SLOTS - 1);
	if (!t->text_slot[h]) {
		if (2 * t->n_text >= TEXT_SLOTS)
			fatal("more than %u names", TEXT_SLOTS / 2);
		ADD(t->text, t->n_text, t->cap_text, s);
		t->text_slot[h] = t->n_text;
	}
	return t->text_slot[h] - 1;
}

static unsigned number(struct table *t, uint32_t v)
{
	for (unsigned i = 1; i < t->n_number; i++)
		if (t->number[i] == v)
			return i;
	ADD(t->number, t->n_number, t->cap_number, v);
	return t->n_number - 1;
}

static unsigned small(struct loc at, const char *what, unsigned v, unsigned limit)
{
	if (v >= limit)
		error_at(at, "%s: %u is more than the tables can hold (%u)", what, v, limit - 1);
	return v;
}

static unsigned chips(struct table *t, struct loc at, uint32_t mask)
{
	uint32_t all = t->db->n_chips < 32 ? (1u << t->db->n_chips) - 1 : ~0u;

	mask = (mask & all) == all ? ~0u : mask & all;
	for (unsigned i = 0; i < t->n_chips; i++)
		if (t->chips[i] == mask)
			return i;
	ADD(t->chips, t->n_chips, t->cap_chips, mask);
	return small(at, "sets of chips", t->n_chips - 1, 256);
}

static unsigned listed(struct loc at, const char *what, unsigned **list, unsigned *n, unsigned *cap,
		       unsigned text_id)
{
	for (unsigned i = 0; i < *n; i++)
		if ((*list)[i] == text_id)
			return i;
	ADD(*list, *n, *cap, text_id);
	return small(at, what, *n - 1, 256);
}

static bool same_values(const struct table *t, const struct fl_regs_set *s, const struct values *v)
{
	if (s->n != v->n)
		return false;
	for (unsigned i = 0; i < v->n; i++) {
		const struct table_value *w = &t->value[s->first + i];

		if (w->value != v->v[i].value || w->count != v->v[i].count ||
		    strcmp(t->text[w->name], v->v[i].name))
			return false;
	}
	return true;
}

static unsigned value_set(struct table *t, struct loc at, const struct values *v)
{
	struct fl_regs_set s;

	if (!v->n)
		return 0;
	for (unsigned i = 1; i < t->n_set; i++)
		if (same_values(t, &t->set[i], v))
			return i;
	s.first = (uint16_t)small(at, "values", t->n_value, 65536);
	s.n = (uint16_t)v->n;
	for (unsigned i = 0; i < v->n; i++) {
		struct table_value w = {v->v[i].value, table_text(t, v->v[i].name), v->v[i].count};

		small(v->v[i].at, "count", w.count, 4096);
		ADD(t->value, t->n_value, t->cap_value, w);
	}
	ADD(t->set, t->n_set, t->cap_set, s);
	return small(at, "sets of values", t->n_set - 1, FL_REGS_SET_NUMBER);
}

/* ---- fields -------------------------------------------------------------------------------------------- */
static void add_field(struct table *t, struct table_field **list, unsigned *n, unsigned *cap,
		      const struct word *w, const struct field *f, const char *name, unsigned low)
{
	uint32_t who = f->chips & w->chips;
	struct table_field x = {
	    .name = table_text(t, name),
	    .low = low,
	    .width = f->high - f->low + 1,
	    .set = number_kind(f->at, f->type, f->point, f->high - f->low + 1),
	    .is_public = f->src || w->src,
	    .chips = who == w->chips ? 255 : small(f->at, "sets of chips", chips(t, f->at, who), 255),
	    .access = f->access,
	    .shr = small(f->at, "shr", f->shr, 16),
	    .alt = f->e_alt ? value_set(t, f->at, &f->e_alt->values) : 0,
	    .when = f->e_alt ? f->when_field : 0,
	};

	if (!x.set)
		x.set = value_set(t, f->at, field_values(f));
	x.odd = x.chips != 255 || x.access || x.shr || x.alt;
	ADD(*list, *n, *cap, x);
}

/* A field whose type is a set of bitfields gives way to those. */
static void add_fields(struct table *t, struct table_field **list, unsigned *n, unsigned *cap,
		       const struct word *w)
{
	for (unsigned i = 0; i < w->n; i++) {
		const struct field *f = &w->f[i];

		if (!f->bits)
			add_field(t, list, n, cap, w, f, f->name, f->low);
		for (unsigned j = 0; f->bits && j < f->bits->n; j++) {
			const struct field *g = &f->bits->f[j];

			add_field(t, list, n, cap, w, g, text("%s_%s", f->name, g->name), f->low + g->low);
		}
	}
}

static void put_fields(struct table *t, struct table_row *r, const struct word *w)
{
	struct table_field *list = NULL;
	unsigned n = 0, cap = 0;

	add_fields(t, &list, &n, &cap, w);
	r->n_fields = small(w->at, "fields", n, 256);
	for (unsigned i = 0; n && i + n <= t->n_field; i++)
		if (!memcmp(&t->field[i], list, n * sizeof *list)) {
			r->field = i;
			return;
		}
	r->field = small(w->at, "fields", t->n_field, 65536);
	for (unsigned i = 0; i < n; i++)
		ADD(t->field, t->n_field, t->cap_field, list[i]);
}

/* ---- rows ---------------------------------------------------------------------------------------------- */
static unsigned more(struct table *t, const struct word *w)
{
	struct table_more m = {0};

	for (unsigned i = 0; i < w->dims; i++) {
		m.length[i] = small(w->at, "length", w->dim[i].length, 65536);
		m.stride[i] = w->dim[i].stride;
	}
	m.alias = w->alias;
	m.use = w->use ? table_text(t, w->use) : t->empty;
	m.set = w->e ? value_set(t, w->at, &w->e->values) : number_kind(w->at, w->type, w->point, w->width);
	if (!m.set && w->reg_word)
		m.set = number_kind(w->at, w->reg_word->type, w->reg_word->point, w->width);
	m.width = w->width == 32 ? 0 : w->width;
	if (w->group)
		m.use = table_text(t, w->group);
	for (unsigned i = 0; i < t->n_more; i++)
		if (!memcmp(&t->more[i], &m, sizeof m))
			return i;
	ADD(t->more, t->n_more, t->cap_more, m);
	return small(w->at, "arrays and aliases", t->n_more - 1, 65536);
}

static unsigned block(struct table *t, const struct word *w)
{
	struct fl_regs_block b = {table_text(t, w->block ? w->block : ""),
				  table_text(t, w->class ? w->class : "")};

	for (unsigned i = 0; i < t->n_block; i++)
		if (t->block[i].name == b.name && t->block[i].set_class == b.set_class)
			return i;
	ADD(t->block, t->n_block, t->cap_block, b);
	return small(w->at, "blocks", t->n_block - 1, 256);
}

static struct table_row *put_row(struct table *t, const struct word *w)
{
	struct table_row r = {.w = w};
	const struct word *fields = w->reg_word && !w->n ? w->reg_word : w;

	r.offset = w->offset;
	r.name = table_text(t, w->name);
	r.prefix =
	    listed(w->at, "prefixes", &t->prefix, &t->n_prefix, &t->cap_prefix, table_text(t, w->prefix));
	r.block = block(t, w);
	r.chips = chips(t, w->at, w->chips);
	r.more = more(t, w);
	r.flags = w->access | (w->read_unsafe ? FL_REGS_ROW_UNSAFE : 0) | (w->src ? FL_REGS_ROW_PUBLIC : 0) |
		  (w->masked ? FL_REGS_ROW_MASKED : 0) | w->hazard << FL_REGS_ROW_HAZARD_SHIFT;
	if (word_has_reset(w))
		r.reset = number(t, word_reset(w));
	if (w->has_fixed)
		r.reset = number(t, w->fixed);
	put_fields(t, &r, fields);
	ADD(t->row, t->n_row, t->cap_row, r);
	return &t->row[t->n_row - 1];
}

static int by_offset(const void *a, const void *b)
{
	const struct word *x = *(struct word *const *)a, *y = *(struct word *const *)b;
	int file;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	file = strcmp(x->at.file, y->at.file);
	return file ? file : x->at.line < y->at.line ? -1 : x->at.line > y->at.line;
}

/* The first offset past the word. */
static uint32_t end_of(const struct word *w)
{
	uint32_t end = w->offset + 1;

	for (unsigned i = 0; i < w->dims; i++)
		end += (w->dim[i].length - 1) * w->dim[i].stride;
	return end;
}

static void put_domain(struct table *t, const struct domain *d, unsigned index)
{
	struct table_domain x = {
	    .name = table_text(t, d->name), .space = table_text(t, d->space), .step = d->step};
	struct word **list = alloc(t->db->regs.n * sizeof *list + 1);
	uint32_t who = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < t->db->regs.n; i++)
		if (t->db->regs.w[i]->domain == d) {
			list[n++] = t->db->regs.w[i];
			who |= t->db->regs.w[i]->chips;
		}
	qsort(list, n, sizeof *list, by_offset);
	x.first = t->n_row;
	x.n = n;
	x.chips = chips(t, d->at, who);
	for (unsigned i = 0; i < n; i++) {
		struct table_row *r = put_row(t, list[i]);
		unsigned first = i;

		r->flags |= small(d->at, "domains", index, 16) << FL_REGS_ROW_DOMAIN_SHIFT;
		for (unsigned j = 0; j < i; j++)
			if (end_of(list[j]) > list[i]->offset) {
				first = j;
				break;
			}
		r->back = small(list[i]->at, "arrays that interleave", i - first, 256);
	}
	ADD(t->domain, t->n_domain, t->cap_domain, x);
}

static void put_packets(struct table *t)
{
	for (unsigned i = 0; i < t->db->n_p; i++) {
		const struct packet *k = t->db->p[i];
		struct table_packet p = {.name = table_text(t, k->name), .row = t->n_row, .n = k->dw.n};

		p.opcode = k->opcode;
		p.chips = chips(t, k->at, k->chips);
		p.flags = (k->settings ? FL_REGS_PACKET_SETTINGS : 0) |
			  (k->group ? FL_REGS_PACKET_GROUP : 0) | (k->src ? FL_REGS_PACKET_PUBLIC : 0);
		for (unsigned j = 0; j < k->dw.n; j++) {
			const struct word *w = k->dw.w[j];
			struct table_row *r = put_row(t, w);

			r->offset = (w->repeat ? FL_REGS_DW_REPEATS : 0) |
				    (w->optional || w->present_if ? FL_REGS_DW_OPTIONAL : 0) |
				    (w->has_fixed ? FL_REGS_DW_FIXED : 0) | (w->group ? FL_REGS_DW_GROUP : 0);
		}
		ADD(t->packet, t->n_packet, t->cap_packet, p);
	}
}

static void put_isa(struct table *t)
{
	for (unsigned i = 0; i < t->db->n_i; i++) {
		const struct isa *k = t->db->i[i];
		struct table_isa x = {.name = table_text(t, k->name), .row = t->n_row, .n = k->words.n};

		x.match = k->match;
		x.mask = k->mask;
		x.dwords = small(k->at, "dwords", k->dwords, 256);
		x.chips = chips(t, k->at, k->chips);
		for (unsigned j = 0; j < k->words.n; j++)
			put_row(t, k->words.w[j])->offset = k->words.w[j]->index;
		ADD(t->isa, t->n_isa, t->cap_isa, x);
	}
}

static void put_hash(struct table *t)
{
	t->hash_n = 16;
	while (4 * t->hash_n < 5 * t->n_regs)
		t->hash_n *= 2;
	t->hash = alloc(t->hash_n * sizeof *t->hash);
	for (unsigned i = 0; i < t->n_regs; i++) {
		const char *name = t->row[i].w->name;
		uint32_t h = fl_regs_hash(name, (uint32_t)strlen(name)) & (t->hash_n - 1);

		while (t->hash[h])
			h = (h + 1) & (t->hash_n - 1);
		t->hash[h] = i + 1;
	}
}

void write_table(struct out *o, const struct db *db)
{
	static struct table t;

	t.db = db;
	t.name = table_text(&t, db->name);
	t.empty = table_text(&t, "");
	ADD(t.number, t.n_number, t.cap_number, 0); /* index 0 means that there is none */
	ADD(t.set, t.n_set, t.cap_set, (struct fl_regs_set){0});
	ADD(t.more, t.n_more, t.cap_more, ((struct table_more){.use = t.empty}));
	for (unsigned i = 0; i < db->n_d; i++)
		put_domain(&t, db->d[i], i);
	t.n_regs = small(db->d[0]->at, "registers", t.n_row, 65535);
	put_packets(&t);
	put_isa(&t);
	put_hash(&t);
	for (unsigned i = 0; i < db->n_chips; i++)
		table_text(&t, db->chip[i].name);
	print_table(o, &t);
}
