/* SPDX-License-Identifier: MIT
 *
 * What can be wrong with a database, and can be seen without a card: fields that overlap or leave their word,
 * numbers that do not fit, two things under one name or at one address.
 */
#include "hw/regs/gen/regsgen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool fits(uint32_t v, unsigned bits)
{
	return bits >= 32 || !(v >> bits);
}

static void check_values(const char *what, const struct values *list, unsigned bits)
{
	for (unsigned i = 0; i < list->n; i++) {
		const struct value *v = &list->v[i];

		if (!fits(v->value, bits) || !fits(v->value + v->count - 1, bits))
			error_at(v->at, "%s: value %s = %u does not fit %u bit%s", what, v->name, v->value,
				 bits, bits > 1 ? "s" : "");
		for (unsigned j = 0; j < i; j++) {
			if (!strcasecmp(list->v[j].name, v->name))
				error_at(v->at, "%s: value %s is there twice, first at line %u", what,
					 v->name, list->v[j].at.line);
			if (list->v[j].value == v->value && list->v[j].chips & v->chips)
				error_at(v->at, "%s: %s and %s are both %u", what, list->v[j].name, v->name,
					 v->value);
		}
	}
}

static void check_field(const struct word *w, const struct field *f)
{
	const char *what = text("%s.%s", w->name, f->name);
	unsigned bits;

	if (f->low > f->high || f->high >= w->width) {
		error_at(f->at, "%s: bits %u to %u of a word of %u", what, f->low, f->high, w->width);
		return;
	}
	bits = f->high - f->low + 1;
	if (f->has_reset && !fits(f->reset, bits))
		error_at(f->at, "%s: reset value 0x%x does not fit %u bit%s", what, f->reset, bits,
			 bits > 1 ? "s" : "");
	if (f->access & ~w->access & (ACCESS_R | ACCESS_W))
		error_at(f->at, "%s can be %s, but its register cannot", what,
			 f->access & ~w->access & ACCESS_R ? "read" : "written");
	check_values(what, &f->values, bits + f->shr);
	if (f->e)
		for (unsigned i = 0; i < f->e->values.n; i++)
			if (!fits(f->e->values.v[i].value, bits + f->shr))
				error_at(f->at, "%s: %s of enum %s does not fit %u bit%s", what,
					 f->e->values.v[i].name, f->e->name, bits, bits > 1 ? "s" : "");
	for (unsigned i = 0; f->bits && i < f->bits->n; i++)
		if (f->bits->f[i].high >= bits)
			error_at(f->at, "%s: bitset %s is wider than %u bits", what, f->bits->name, bits);
}

static void check_word(const struct word *w)
{
	if (w->kind != WORD_FORMAT && (w->width < 1 || w->width > 32))
		error_at(w->at, "%s: a word of %u bits", w->name, w->width);
	if (w->has_reset && !fits(w->reset, w->width))
		error_at(w->at, "%s: reset value 0x%x does not fit %u bits", w->name, w->reset, w->width);
	for (unsigned i = 0; i < w->n; i++) {
		const struct field *f = &w->f[i];

		check_field(w, f);
		for (unsigned j = 0; j < i; j++) {
			const struct field *g = &w->f[j];

			if (!strcasecmp(g->name, f->name))
				error_at(f->at, "%s: field %s is there twice, first at line %u", w->name,
					 f->name, g->at.line);
			else if (g->low <= f->high && f->low <= g->high && g->chips & f->chips &&
				 !f->is_union && !g->is_union)
				error_at(f->at, "%s: field %s overlaps %s", w->name, f->name, g->name);
		}
	}
}

static void check_words(const struct words *list)
{
	for (unsigned i = 0; i < list->n; i++)
		check_word(list->w[i]);
}

/* ---- addresses ----------------------------------------------------------------------------------------- */
struct cell {
	uint32_t offset;
	const struct word *w;
};

struct cells {
	struct cell *c;
	unsigned n, cap;
};

static void add_cells(struct cells *list, const struct word *w)
{
	uint32_t n0 = w->dims > 0 ? w->dim[0].length : 1, n1 = w->dims > 1 ? w->dim[1].length : 1;

	for (uint32_t i = 0; i < n0; i++)
		for (uint32_t j = 0; j < n1; j++) {
			struct cell c = {w->offset + i * w->dim[0].stride + j * w->dim[1].stride, w};

			ADD(list->c, list->n, list->cap, c);
		}
	if (w->alias) {
		struct cell c = {w->alias, w};

		ADD(list->c, list->n, list->cap, c);
	}
}

static int by_offset(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return x->w == y->w ? 0 : x->w->at.line < y->w->at.line ? -1 : 1;
}

static void check_addresses(const struct db *db, const struct domain *d)
{
	struct cells cells = {0};
	const struct word *said = NULL, *clash[2] = {0};

	for (unsigned i = 0; i < db->regs.n; i++) {
		const struct word *w = db->regs.w[i];

		if (w->domain != d)
			continue;
		for (unsigned k = 0; k < w->dims; k++)
			if (w->dim[k].stride % d->step)
				error_at(w->at, "%s: stride %u is no multiple of %u", w->name,
					 w->dim[k].stride, d->step);
		if (w->offset % d->step)
			error_at(w->at, "%s: offset 0x%x is not aligned", w->name, w->offset);
		add_cells(&cells, w);
	}
	if (cells.n)
		qsort(cells.c, cells.n, sizeof *cells.c, by_offset);
	for (unsigned i = 0; i < cells.n; i++) {
		const struct cell *c = &cells.c[i];

		if (d->size && c->offset >= d->size && c->w != said) {
			error_at(c->w->at, "%s: 0x%x is outside %s, which ends at 0x%x", c->w->name,
				 c->offset, d->name, d->size);
			said = c->w;
		}
		for (unsigned j = i + 1; j < cells.n && cells.c[j].offset == c->offset; j++) {
			const struct word *v = c->w, *w = cells.c[j].w;

			/* Not a mistake: the chips differ, or `use` says when each meaning holds. */
			if (!(v->chips & w->chips) || (v->use && w->use && strcmp(v->use, w->use)))
				continue;
			if (v == clash[0] && w == clash[1])
				continue;
			error_at(w->at, "%s: 0x%x is also %s, %s:%u", w->name, c->offset, v->name, v->at.file,
				 v->at.line);
			clash[0] = v;
			clash[1] = w;
		}
	}
}

/* ---- names --------------------------------------------------------------------------------------------- */
static void check_names(const struct db *db)
{
	for (unsigned i = 0; i < db->regs.n; i++) {
		const struct word *w = db->regs.w[i];

		for (unsigned j = 0; j < i; j++) {
			const struct word *v = db->regs.w[j];

			if (same(v->prefix, w->prefix) && !strcasecmp(v->name, w->name)) {
				error_at(w->at, "register %s is there twice, first at %s:%u", w->name,
					 v->at.file, v->at.line);
				break;
			}
		}
	}
	for (unsigned i = 0; i < db->n_e; i++)
		for (unsigned j = 0; j < i; j++)
			if (!strcasecmp(db->e[i]->name, db->e[j]->name))
				error_at(db->e[i]->at, "enum %s is there twice, first at %s:%u",
					 db->e[i]->name, db->e[j]->at.file, db->e[j]->at.line);
	for (unsigned i = 0; i < db->bitsets.n; i++)
		for (unsigned j = 0; j < i; j++)
			if (!strcasecmp(db->bitsets.w[i]->name, db->bitsets.w[j]->name))
				error_at(db->bitsets.w[i]->at, "bitset %s is there twice",
					 db->bitsets.w[i]->name);
}

static bool has_field(const struct packet *k, const char *name)
{
	for (unsigned i = 0; i < k->dw.n; i++) {
		if (!strcmp(k->dw.w[i]->name, name))
			return true;
		for (unsigned j = 0; j < k->dw.w[i]->n; j++)
			if (!strcmp(k->dw.w[i]->f[j].name, name))
				return true;
	}
	return false;
}

static void check_packets(const struct db *db)
{
	for (unsigned i = 0; i < db->n_p; i++) {
		const struct packet *k = db->p[i];

		if (!fits(k->opcode, 8))
			error_at(k->at, "packet %s: opcode 0x%x does not fit 8 bits", k->name, k->opcode);
		for (unsigned j = 0; j < i; j++) {
			const struct packet *o = db->p[j];

			if (!strcasecmp(o->name, k->name) && o->group == k->group)
				error_at(k->at, "packet %s is there twice, first at line %u", k->name,
					 o->at.line);
			if (!o->group && !k->group && o->opcode == k->opcode && o->chips & k->chips)
				error_at(k->at, "packets %s and %s are both 0x%x", o->name, k->name,
					 k->opcode);
		}
		check_words(&k->dw);
		for (unsigned j = 0; j < k->dw.n; j++)
			if (k->dw.w[j]->present_if && !has_field(k, k->dw.w[j]->present_if))
				error_at(k->dw.w[j]->at, "%s: present_if=\"%s\" is no field of the packet",
					 k->dw.w[j]->name, k->dw.w[j]->present_if);
	}
}

static void check_isa(const struct db *db)
{
	for (unsigned i = 0; i < db->n_i; i++) {
		const struct isa *k = db->i[i];

		if (k->match & ~k->mask)
			error_at(k->at, "%s: match 0x%x has bits that mask 0x%x ignores", k->name, k->match,
				 k->mask);
		for (unsigned j = 0; j < i; j++)
			if (!strcasecmp(db->i[j]->name, k->name))
				error_at(k->at, "instruction %s is there twice", k->name);
		check_words(&k->words);
		for (unsigned j = 0; j < k->words.n; j++)
			if (k->words.w[j]->index >= k->dwords)
				error_at(k->words.w[j]->at, "%s: word %u of %u", k->name,
					 k->words.w[j]->index, k->dwords);
	}
}

void check_db(struct db *db)
{
	for (unsigned i = 0; i < db->n_e; i++)
		check_values(db->e[i]->name, &db->e[i]->values, 32);
	check_words(&db->bitsets);
	check_words(&db->regs);
	check_words(&db->headers);
	check_words(&db->formats);
	check_packets(db);
	check_isa(db);
	check_names(db);
	for (unsigned i = 0; i < db->n_d; i++)
		check_addresses(db, db->d[i]);
}
