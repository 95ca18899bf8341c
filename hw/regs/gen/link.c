/* SPDX-License-Identifier: MIT
 *
 * Resolves what the XML refers to by name: the enum or bitset of a type, the register of a packet's dword;
 * and works out reset values and masks from the fields.
 */
#include "hw/regs/fl_regs.h"
#include "hw/regs/fl_regs_table.h"
#include "hw/regs/gen/regsgen.h"

#include <string.h>

static struct enumeration *find_enum(const struct db *db, const char *name)
{
	for (unsigned i = 0; i < db->n_e; i++)
		if (!strcmp(db->e[i]->name, name))
			return db->e[i];
	return NULL;
}

static struct word *find_bitset(const struct db *db, const char *name)
{
	for (unsigned i = 0; i < db->bitsets.n; i++)
		if (!strcmp(db->bitsets.w[i]->name, name))
			return db->bitsets.w[i];
	return NULL;
}

struct word *find_reg(const struct db *db, const char *name, const char *prefix)
{
	struct word *any = NULL;

	for (unsigned i = 0; i < db->regs.n; i++) {
		struct word *w = db->regs.w[i];

		if (strcmp(w->name, name))
			continue;
		if (same(w->prefix, prefix))
			return w;
		any = any ? any : w;
	}
	return any;
}

/* Types that only say how to print a number. */
static bool plain_type(const char *t)
{
	static const char *const plain[] = {"uint",    "int",     "hex",  "float",  "fixedp", "ufixed",
					    "boolean", "address", "VIVM", "minus1", "angle"};

	for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
		if (!strcmp(t, plain[i]))
			return true;
	return false;
}

unsigned number_kind(struct loc at, const char *type, unsigned point, unsigned width)
{
	static const struct {
		const char *type;
		enum fl_reg_kind kind;
	} kinds[] = {
	    {"float", FL_REG_FLOAT},   {"fixedp", FL_REG_FIXED},    {"ufixed", FL_REG_UFIXED},
	    {"int", FL_REG_SIGNED},    {"address", FL_REG_ADDRESS}, {"VIVM", FL_REG_ADDRESS},
	    {"minus1", FL_REG_MINUS1}, {"angle", FL_REG_ANGLE},
	};
	bool fixed = type && strstr(type, "fixed");

	if (point && !(type && !strcmp(type, "address")) && (!fixed || point > width || point > 31))
		error_at(at, "point=\"%u\" is for numbers in fixed point of at least so many bits", point);
	if (point > 16 && !fixed)
		error_at(at, "point=\"%u\": no address is in units that large", point);
	if (type && !strcmp(type, "angle") && width > 8)
		error_at(at, "an angle of more than 8 bits wants a point");
	for (unsigned i = 0; type && i < sizeof kinds / sizeof *kinds; i++)
		/* Where nobody says where the point is, or how short a float is cut, it is a plain number. */
		if (!strcmp(kinds[i].type, type) && (!fixed || point) &&
		    (kinds[i].kind != FL_REG_FLOAT || width == 32))
			return FL_REGS_SET_NUMBER | (unsigned)kinds[i].kind << FL_REGS_SET_KIND_SHIFT | point;
	return 0;
}

static void link_field(const struct db *db, struct word *w, struct field *f)
{
	if (f->type && !plain_type(f->type)) {
		f->e = find_enum(db, f->type);
		f->bits = f->e ? NULL : find_bitset(db, f->type);
		if (!f->e && !f->bits)
			error_at(f->at, "%s.%s: no enum or bitset %s", w->name, f->name, f->type);
		if (f->values.n)
			error_at(f->at, "%s.%s has a type and values of its own", w->name, f->name);
	}
	if (f->narrow && f->e) {
		for (unsigned i = 0; i < f->e->values.n; i++)
			if (!((uint64_t)f->e->values.v[i].value >> (f->high - f->low + 1 + f->shr)))
				ADD(f->values.v, f->values.n, f->values.cap, f->e->values.v[i]);
		f->e = NULL;
		f->type = NULL; /* done: registers take over the fields of bitsets that went through here */
		f->narrow = false;
	} else if (f->narrow) {
		error_at(f->at, "%s.%s: narrow without an enum", w->name, f->name);
	}
	if (!f->alt != !f->when)
		error_at(f->at, "%s.%s: alt and when go together", w->name, f->name);
	if (!f->alt || !f->when)
		return;
	f->e_alt = find_enum(db, f->alt);
	if (!f->e_alt)
		error_at(f->at, "%s.%s: no enum %s", w->name, f->name, f->alt);
	for (unsigned i = 0; i < w->n; i++)
		if (!strcmp(w->f[i].name, f->when))
			f->when_field = (int)i;
	if (f->when_field < 0)
		error_at(f->at, "%s.%s: no field %s", w->name, f->name, f->when);
}

static void link_words(const struct db *db, struct words *list)
{
	for (unsigned i = 0; i < list->n; i++) {
		struct word *w = list->w[i];

		if (w->type && !plain_type(w->type)) {
			struct word *b = find_bitset(db, w->type);

			w->e = b ? NULL : find_enum(db, w->type);
			if (!b && !w->e)
				error_at(w->at, "%s: no bitset or enum %s", w->name, w->type);
			if (b && w->n)
				error_at(w->at, "%s has a type and bitfields of its own", w->name);
			if (b) {
				w->f = alloc(b->n * sizeof *w->f + 1);
				memcpy(w->f, b->f, b->n * sizeof *w->f);
				w->n = w->cap = b->n;
			}
		}
		if (w->reg) {
			w->reg_word = find_reg(db, w->reg, w->prefix);
			if (!w->reg_word)
				error_at(w->at, "%s: no register %s", w->name, w->reg);
		}
		for (unsigned j = 0; j < w->n; j++)
			link_field(db, w, &w->f[j]);
	}
}

void link_db(struct db *db)
{
	if (!db->prefix)
		fatal("no <database> has a prefix");
	link_words(db, &db->bitsets);
	link_words(db, &db->regs);
	link_words(db, &db->headers);
	link_words(db, &db->formats);
	for (unsigned i = 0; i < db->n_p; i++)
		link_words(db, &db->p[i]->dw);
	for (unsigned i = 0; i < db->n_i; i++)
		link_words(db, &db->i[i]->words);
}

const struct values *field_values(const struct field *f)
{
	return f->e ? &f->e->values : &f->values;
}

static uint32_t field_mask(const struct field *f)
{
	return (uint32_t)(((1ull << (f->high - f->low + 1)) - 1) << f->low);
}

bool word_has_reset(const struct word *w)
{
	if (w->has_reset)
		return true;
	for (unsigned i = 0; i < w->n; i++)
		if (w->f[i].has_reset)
			return true;
	return false;
}

uint32_t word_reset(const struct word *w)
{
	uint32_t v = w->reset;

	for (unsigned i = 0; i < w->n; i++)
		if (w->f[i].has_reset)
			v = (v & ~field_mask(&w->f[i])) | (w->f[i].reset << w->f[i].low);
	return v;
}

uint32_t word_mask(const struct word *w)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < w->n; i++)
		v |= field_mask(&w->f[i]);
	return w->n ? v : w->width < 32 ? (1u << w->width) - 1 : 0xffffffffu;
}
