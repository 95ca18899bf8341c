/* SPDX-License-Identifier: MIT
 *
 * The C header of a family: see the head that it writes.
 */
#include "hw/regs/gen/regsgen.h"

#include <ctype.h>
#include <string.h>

static void put_values(struct out *o, const char *base, const struct values *v)
{
	for (unsigned i = 0; i < v->n; i++)
		put(o, "#define %s__%s %uu\n", base, v->v[i].name, v->v[i].value);
}

static void put_field(struct out *o, const char *base, const struct field *f)
{
	unsigned width = f->high - f->low + 1;
	uint32_t max = 0xffffffffu >> (32 - width);
	const char *name = text("%s__%s", base, f->name);

	put(o, "#define %s__SHIFT %uu\n", name, f->low);
	put(o, "#define %s__MASK 0x%08xu\n", name, max << f->low);
	put(o, "#define %s(x) FL_FIELD(x, %u, %u)\n", name, width, f->low);
	put(o, "#define %s__GET(w) (((w) >> %u) & 0x%xu)\n", name, f->low, max);
	put_values(o, name, field_values(f));
	if (f->bits)
		for (unsigned i = 0; i < f->bits->n; i++) {
			struct field sub = f->bits->f[i];

			sub.low += f->low;
			sub.high += f->low;
			put_field(o, name, &sub);
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
		put(o, "#define %s(i, j) (0x%04xu + %uu * FL_INDEX(i, %u) + %uu * FL_INDEX(j, %u))\n", base, w->offset,
		    w->dim[0].stride, w->dim[0].length, w->dim[1].stride, w->dim[1].length);
		put(o, "#define %s__COUNT %uu\n", base, w->dim[0].length);
		put(o, "#define %s__COUNT2 %uu\n", base, w->dim[1].length);
	} else if (w->dims) {
		put(o, "#define %s(i) (0x%04xu + %uu * FL_INDEX(i, %u))\n", base, w->offset, w->dim[0].stride,
		    w->dim[0].length);
		put(o, "#define %s__COUNT %uu\n", base, w->dim[0].length);
	} else {
		put(o, "#define %s 0x%04xu\n", base, w->offset);
	}
	if (w->alias)
		put(o, "#define %s__ALIAS 0x%04xu\n", base, w->alias);
	if (word_has_reset(w))
		put(o, "#define %s__RESET 0x%08xu\n", base, word_reset(w));
	if (w->e)
		put_values(o, base, &w->e->values);
	put_fields(o, base, w);
}

static void put_format(struct out *o, const struct word *w, const char *prefix)
{
	put(o, "\n#define %s_%s__BPP %uu\n", prefix, w->macro, w->width);
	for (unsigned i = 0; i < w->n; i++) {
		put(o, "#define %s_%s__%s__SHIFT %uu\n", prefix, w->macro, w->f[i].name, w->f[i].low);
		put(o, "#define %s_%s__%s__BITS %uu\n", prefix, w->macro, w->f[i].name, w->f[i].high - w->f[i].low + 1);
	}
}

static void put_head(struct out *o, const struct db *db, const char *guard)
{
	const char *p = db->prefix;

	put(o,
	    "/* SPDX-License-Identifier: MIT\n"
	    " *\n"
	    " * Generated from hw/regs/%s/ by hw/regs/gen: edit the XML, not this.\n"
	    " *\n"
	    " * %s_REG                 offset of a register; %s_REG(i) of an array, which has %s_REG__COUNT of them\n"
	    " * %s_REG__RESET          its value after reset, where a document gives one\n"
	    " * %s_REG__FIELD(x)       x in the place of a field; a constant that does not fit does not compile\n"
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
		const char *base = text("%s_%s", db->prefix, db->headers.w[i]->name);

		put(o, "\n#define %s %uu\n", base, db->headers.w[i]->index);
		put_fields(o, base, db->headers.w[i]);
	}
	for (unsigned i = 0; i < db->n_p; i++) {
		const struct packet *k = db->p[i];
		const char *base = text("%s_PKT3_%s", db->prefix, k->name);

		put(o, "\n");
		if (!k->group)
			put(o, "#define %s 0x%02xu\n", base, k->opcode);
		for (unsigned j = 0; j < k->dw.n; j++)
			put_fields(o, text("%s__%s", base, k->dw.w[j]->name), k->dw.w[j]);
	}
	for (unsigned i = 0; i < db->n_i; i++)
		for (unsigned j = 0; j < db->i[i]->words.n; j++) {
			const struct word *w = db->i[i]->words.w[j];

			put(o, "\n");
			put_fields(o, text("%s_%s", db->prefix, w->name), w);
		}
	for (unsigned i = 0; i < db->formats.n; i++)
		put_format(o, db->formats.w[i], db->prefix);
	put(o, "\n#endif\n");
}
