/* SPDX-License-Identifier: MIT
 *
 * The C header of a family: see the head that it writes. Every name goes through define(), which refuses a
 * second definition of it.
 */
#include "hw/regs/gen/regsgen.h"

#include <ctype.h>
#include <string.h>

/* Names defined so far: open addressing, grown at half full. */
static struct {
	struct name {
		const char *name;
		struct loc at;
	} * slot;
	unsigned n, cap;
} names;

static struct name *slot_of(struct name *slot, unsigned cap, const char *name)
{
	uint32_t h = 2166136261u;

	for (const char *c = name; *c; c++)
		h = (h ^ (unsigned char)*c) * 16777619u;
	while (slot[h & (cap - 1)].name && strcmp(slot[h & (cap - 1)].name, name))
		h++;
	return &slot[h & (cap - 1)];
}

static void take_name(struct loc at, const char *name)
{
	struct name *s;

	if (2 * names.n >= names.cap) {
		unsigned cap = names.cap ? 2 * names.cap : 4096;
		struct name *slot = alloc(cap * sizeof *slot);

		for (unsigned i = 0; i < names.cap; i++)
			if (names.slot[i].name)
				*slot_of(slot, cap, names.slot[i].name) = names.slot[i];
		names.slot = slot;
		names.cap = cap;
	}
	s = slot_of(names.slot, names.cap, name);
	if (s->name) {
		error_at(at, "the C name %s is taken by %s:%u", name, s->at.file, s->at.line);
		return;
	}
	s->name = name;
	s->at = at;
	names.n++;
}

/* #define NAME SUFFIX PARAMETERS, and what follows. */
#define DEFINE(o, at, name, parameters, ...)                      \
	do {                                                      \
		const char *define_name = (name);                 \
		take_name(at, define_name);                       \
		put(o, "#define %s%s ", define_name, parameters); \
		put(o, __VA_ARGS__);                              \
		put(o, "\n");                                     \
	} while (0)

static void put_values(struct out *o, const char *base, const struct values *v)
{
	for (unsigned i = 0; i < v->n; i++)
		DEFINE(o, v->v[i].at, text("%s__%s", base, v->v[i].name), "", "%uu", v->v[i].value);
}

static void put_field(struct out *o, const char *base, const struct field *f)
{
	unsigned width = f->high - f->low + 1;
	uint32_t max = 0xffffffffu >> (32 - width);
	const char *name = text("%s__%s", base, f->c_name);

	DEFINE(o, f->at, text("%s__SHIFT", name), "", "%uu", f->low);
	DEFINE(o, f->at, text("%s__MASK", name), "", "0x%08xu", max << f->low);
	DEFINE(o, f->at, name, "(x)", "FL_FIELD(x, %u, %u)", width, f->low);
	DEFINE(o, f->at, text("%s__GET", name), "(w)", "(((w) >> %u) & 0x%xu)", f->low, max);
	put_values(o, name, field_values(f));
	if (f->bits)
		for (unsigned i = 0; i < f->bits->n; i++) {
			struct field sub = f->bits->f[i];

			sub.low += f->low;
			sub.high += f->low;
			put_field(o, name, &sub);
			sub.c_name = text("%s_%s", f->c_name,
					  sub.c_name); /* as the tables of the running program name it */
			put_field(o, base, &sub);
		}
}

static void put_fields(struct out *o, const char *base, const struct word *w)
{
	for (unsigned i = 0; i < w->n; i++)
		put_field(o, base, &w->f[i]);
}

static void put_reg(struct out *o, const struct word *w)
{
	const char *base = text("%s_%s", w->prefix, w->macro);

	put(o, "\n");
	if (w->dims == 2) {
		DEFINE(o, w->at, base, "(i, j)", "(0x%04xu + %uu * FL_INDEX(i, %u) + %uu * FL_INDEX(j, %u))",
		       w->offset, w->dim[0].stride, w->dim[0].length, w->dim[1].stride, w->dim[1].length);
		DEFINE(o, w->at, text("%s__COUNT", base), "", "%uu", w->dim[0].length);
		DEFINE(o, w->at, text("%s__COUNT2", base), "", "%uu", w->dim[1].length);
	} else if (w->dims) {
		DEFINE(o, w->at, base, "(i)", "(0x%04xu + %uu * FL_INDEX(i, %u))", w->offset,
		       w->dim[0].stride, w->dim[0].length);
		DEFINE(o, w->at, text("%s__COUNT", base), "", "%uu", w->dim[0].length);
	} else {
		DEFINE(o, w->at, base, "", "0x%04xu", w->offset);
	}
	if (w->alias)
		DEFINE(o, w->at, text("%s__ALIAS", base), "", "0x%04xu", w->alias);
	if (word_has_reset(w))
		DEFINE(o, w->at, text("%s__RESET", base), "", "0x%08xu", word_reset(w));
	if (w->e && strcmp(w->e->name, w->macro)) /* else the enum's own names are just these */
		put_values(o, base, &w->e->values);
	put_fields(o, base, w);
}

static void put_format(struct out *o, const struct word *w, const char *prefix)
{
	const char *base = text("%s_%s", prefix, w->macro);

	put(o, "\n");
	DEFINE(o, w->at, text("%s__BPP", base), "", "%uu", w->width);
	for (unsigned i = 0; i < w->n; i++) {
		const struct field *f = &w->f[i];

		DEFINE(o, f->at, text("%s__%s__SHIFT", base, f->name), "", "%uu", f->low);
		DEFINE(o, f->at, text("%s__%s__BITS", base, f->name), "", "%uu", f->high - f->low + 1);
	}
}

static void put_packet(struct out *o, const struct db *db, const struct packet *k)
{
	const char *base = text("%s_PKT3_%s", db->prefix, k->name);

	put(o, "\n");
	if (!k->group)
		DEFINE(o, k->at, base, "", "0x%02xu", k->opcode);
	for (unsigned j = 0; j < k->dw.n; j++)
		put_fields(o, text("%s__%s", base, k->dw.w[j]->name), k->dw.w[j]);
}

static void put_head(struct out *o, const struct db *db, const char *guard)
{
	const char *p = db->prefix;

	put(o,
	    "/* SPDX-License-Identifier: MIT\n"
	    " *\n"
	    " * Generated from hw/regs/%s/ by hw/regs/gen: edit the XML, not this.\n"
	    " *\n"
	    " * %s_REG                 offset of a register; %s_REG(i) of an array, which has %s_REG__COUNT "
	    "of them\n"
	    " * %s_REG__RESET          its value after reset, where a document gives one\n"
	    " * %s_REG__FIELD(x)       x in the place of a field; a constant that does not fit does not "
	    "compile\n"
	    " * %s_REG__FIELD__GET(w)  the field's value in the word w\n"
	    " * %s_REG__FIELD__SHIFT   its lowest bit, and %s_REG__FIELD__MASK, its bits in place\n"
	    " * %s_REG__FIELD__VALUE   the number of a value that has a name\n"
	    " * %s_PKT3_NAME           opcode of a packet; its dwords' fields follow the same pattern\n"
	    " */\n",
	    db->name, p, p, p, p, p, p, p, p, p, p);
	put(o, "#ifndef %s\n#define %s\n\n#include \"hw/regs/fl_field.h\"\n", guard, guard);
}

void write_header(struct out *o, const struct db *db)
{
	char *guard = text("FL_REGS_%s_H", db->name);

	for (char *c = guard; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	put_head(o, db, guard);
	for (unsigned i = 0; i < db->n_e; i++) {
		put(o, "\n");
		put_values(o, text("%s_%s", db->prefix, db->e[i]->name), &db->e[i]->values);
	}
	for (unsigned i = 0; i < db->regs.n; i++)
		put_reg(o, db->regs.w[i]);
	for (unsigned i = 0; i < db->headers.n; i++) {
		const struct word *w = db->headers.w[i];
		const char *base = text("%s_%s", db->prefix, w->name);

		put(o, "\n");
		DEFINE(o, w->at, base, "", "%uu", w->index);
		put_fields(o, base, w);
	}
	for (unsigned i = 0; i < db->n_p; i++)
		put_packet(o, db, db->p[i]);
	for (unsigned i = 0; i < db->n_i; i++)
		for (unsigned j = 0; j < db->i[i]->words.n; j++) {
			put(o, "\n");
			put_fields(o, text("%s_%s", db->prefix, db->i[i]->words.w[j]->name),
				   db->i[i]->words.w[j]);
		}
	for (unsigned i = 0; i < db->formats.n; i++)
		put_format(o, db->formats.w[i], db->prefix);
	put(o, "\n#endif\n");
}
