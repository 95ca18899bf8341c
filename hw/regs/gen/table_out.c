/* SPDX-License-Identifier: MIT
 *
 * Prints the tables of a family as one constant C object.
 */
#include "hw/regs/gen/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- text: a string that ends another lives in it ------------------------------------------------------ */
struct tail {
	const char *s;
	size_t len;
	unsigned id;
};

/* Compare from the last character; a tail comes right before what it ends. */
static int by_tail(const void *a, const void *b)
{
	const struct tail *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;

	for (size_t i = 1; i <= n; i++) {
		unsigned char c = (unsigned char)x->s[x->len - i], d = (unsigned char)y->s[y->len - i];

		if (c != d)
			return c < d ? -1 : 1;
	}
	return x->len == y->len ? 0 : x->len < y->len ? -1 : 1;
}

static bool ends(const struct tail *t, const struct tail *whole)
{
	return t->len <= whole->len && !memcmp(whole->s + whole->len - t->len, t->s, t->len);
}

/* Offsets of all strings, and the pool they are offsets into. */
static uint32_t *place_text(struct table *t, struct out *pool, uint32_t *size)
{
	struct tail *tail = alloc(t->n_text * sizeof *tail);
	uint32_t *at = alloc(t->n_text * sizeof *at), end = 0;

	for (unsigned i = 0; i < t->n_text; i++)
		tail[i] = (struct tail){t->text[i], strlen(t->text[i]), i};
	qsort(tail, t->n_text, sizeof *tail, by_tail);
	for (unsigned i = t->n_text; i-- > 0;) {
		const struct tail *x = &tail[i], *host = i + 1 < t->n_text ? &tail[i + 1] : NULL;

		if (host && ends(x, host)) {
			at[x->id] = at[host->id] + (uint32_t)(host->len - x->len);
			continue;
		}
		at[x->id] = end;
		end += (uint32_t)x->len + 1;
		put(pool, "\t\t\"%s\\0\"\n", x->s);
	}
	*size = end;
	return at;
}

static bool is_wide(const struct table_value *v)
{
	return v->value >= FL_REGS_VALUE_WIDE || v->count > 1;
}

/* ---- arrays -------------------------------------------------------------------------------------------- */
static void put_arrays(struct out *o, const struct table *t, const uint32_t *at)
{
	put(o, "\t.row = {\n");
	for (unsigned i = 0; i < t->n_row; i++) {
		const struct table_row *r = &t->row[i];

		put(o,
		    "\t\t{0x%x, %u | %uu << FL_REGS_PREFIX_SHIFT, %u, %u, %u, 0x%x, %u, %u, %u, %u}, /* %s "
		    "*/\n",
		    r->offset, at[r->name], r->prefix, r->field, r->reset, r->more, r->flags, r->n_fields,
		    r->chips, r->block, r->back, t->text[r->name]);
	}
	put(o, "\t},\n\t.field = {\n");
	for (unsigned i = 0; i < t->n_field; i++) {
		const struct table_field *f = &t->field[i];

		put(o, "\t\t%u | %uu << FL_REGS_FIELD_LOW_SHIFT | %uu << FL_REGS_FIELD_WIDTH_SHIFT%s%s,\n",
		    at[f->name], f->low, f->width - 1, f->is_public ? " | FL_REGS_FIELD_PUBLIC" : "",
		    f->odd ? " | FL_REGS_FIELD_ODD" : "");
	}
	put(o, "\t},\n\t.field_set = {");
	for (unsigned i = 0; i < t->n_field; i++)
		put(o, "%s%u,", i % 16 ? " " : "\n\t\t", t->field[i].set);
	put(o, "\n\t},\n\t.odd = {\n");
	for (unsigned i = 0; i < t->n_field; i++) {
		const struct table_field *f = &t->field[i];

		if (f->odd)
			put(o, "\t\t{%u, %u, 0x%x, %u, %d},\n", i, f->chips, f->access | f->shr << 4, f->alt,
			    f->when);
	}
	put(o, "\t},\n\t.value = {\n");
	for (unsigned i = 0; i < t->n_value; i++)
		put(o, "\t\t%u | %uu << FL_REGS_VALUE_SHIFT,\n", at[t->value[i].name],
		    is_wide(&t->value[i]) ? FL_REGS_VALUE_WIDE : t->value[i].value);
	put(o, "\t},\n\t.wide = {\n");
	for (unsigned i = 0; i < t->n_value; i++)
		if (is_wide(&t->value[i]))
			put(o, "\t\t{0x%x, %u, %u},\n", t->value[i].value, i, t->value[i].count);
	put(o, "\t},\n\t.set = {\n");
	for (unsigned i = 0; i < t->n_set; i++)
		put(o, "\t\t{%u, %u},\n", t->set[i].first, t->set[i].n);
	put(o, "\t},\n\t.more = {\n");
	for (unsigned i = 0; i < t->n_more; i++) {
		const struct table_more *m = &t->more[i];

		put(o, "\t\t{{%u, %u}, {%u, %u}, 0x%x, %u, %u, %u},\n", m->stride[0], m->stride[1],
		    m->length[0], m->length[1], m->alias, at[m->use], m->set, m->width);
	}
	put(o, "\t},\n\t.number = {\n");
	for (unsigned i = 0; i < t->n_number; i++)
		put(o, "\t\t0x%x,\n", t->number[i]);
	put(o, "\t},\n\t.domain = {\n");
	for (unsigned i = 0; i < t->n_domain; i++) {
		const struct table_domain *d = &t->domain[i];

		put(o, "\t\t{%u, %u, %u, %u, %u, %u},\n", at[d->name], at[d->space], d->first, d->n, d->step,
		    d->chips);
	}
	put(o, "\t},\n\t.packet = {\n");
	for (unsigned i = 0; i < t->n_packet; i++) {
		const struct table_packet *p = &t->packet[i];

		put(o, "\t\t{%u, %u, %u, 0x%x, %u, %u},\n", at[p->name], p->row, p->n, p->opcode, p->chips,
		    p->flags);
	}
	put(o, "\t},\n\t.isa = {\n");
	for (unsigned i = 0; i < t->n_isa; i++) {
		const struct table_isa *x = &t->isa[i];

		put(o, "\t\t{%u, 0x%x, 0x%x, %u, %u, %u, %u},\n", at[x->name], x->match, x->mask, x->row,
		    x->n, x->dwords, x->chips);
	}
}

static void put_lists(struct out *o, const struct table *t, const uint32_t *at)
{
	put(o, "\t},\n\t.chip = {\n");
	for (unsigned i = 0; i < t->db->n_chips; i++)
		put(o, "\t\t%u,\n", at[table_text((struct table *)t, t->db->chip[i].name)]);
	put(o, "\t},\n\t.chips = {\n");
	for (unsigned i = 0; i < t->n_chips; i++)
		put(o, "\t\t0x%x,\n", t->chips[i]);
	put(o, "\t},\n\t.prefix = {\n");
	for (unsigned i = 0; i < t->n_prefix; i++)
		put(o, "\t\t%u,\n", at[t->prefix[i]]);
	put(o, "\t},\n\t.block = {\n");
	for (unsigned i = 0; i < t->n_block; i++)
		put(o, "\t\t{%u, %u},\n", at[t->block[i].name], at[t->block[i].set_class]);
	put(o, "\t},\n\t.hash = {");
	for (unsigned i = 0; i < t->hash_n; i++)
		put(o, "%s%u,", i % 16 ? " " : "\n\t\t", t->hash[i]);
	put(o, "\n\t},\n");
}

void print_table(struct out *o, struct table *t)
{
	static struct out pool;
	const char *name = t->db->name;
	uint32_t text_size, *at = place_text(t, &pool, &text_size);
	unsigned n_odd = 0, n_wide = 0;

	if (text_size > FL_REGS_FIELD_TEXT)
		fatal("%u bytes of names are more than the tables can hold", text_size);
	for (unsigned i = 0; i < t->n_field; i++)
		n_odd += t->field[i].odd;
	for (unsigned i = 0; i < t->n_value; i++)
		n_wide += is_wide(&t->value[i]);

	const struct {
		const char *type, *name;
		unsigned n;
	} array[] = {
	    {"struct fl_regs_row", "row", t->n_row},
	    {"uint32_t", "field", t->n_field},
	    {"uint16_t", "field_set", t->n_field},
	    {"struct fl_regs_odd", "odd", n_odd},
	    {"uint32_t", "value", t->n_value},
	    {"struct fl_regs_wide", "wide", n_wide},
	    {"struct fl_regs_set", "set", t->n_set},
	    {"struct fl_regs_more", "more", t->n_more},
	    {"uint32_t", "number", t->n_number},
	    {"struct fl_regs_domain", "domain", t->n_domain},
	    {"struct fl_regs_packet_row", "packet", t->n_packet},
	    {"struct fl_regs_isa_row", "isa", t->n_isa},
	    {"uint32_t", "chip", t->db->n_chips},
	    {"uint32_t", "chips", t->n_chips},
	    {"uint32_t", "prefix", t->n_prefix},
	    {"struct fl_regs_block", "block", t->n_block},
	    {"uint16_t", "hash", t->hash_n},
	    {"char", "text", text_size},
	};

	put(o,
	    "/* SPDX-License-Identifier: MIT\n"
	    " *\n"
	    " * Generated from hw/regs/%s/ by hw/regs/gen: edit the XML, not this. fl_regs_table.h describes "
	    "it.\n"
	    " */\n"
	    "#include \"hw/regs/fl_regs.h\"\n"
	    "#include \"hw/regs/fl_regs_table.h\"\n\n"
	    "struct table {\n\tstruct fl_regs head;\n",
	    name);
	for (unsigned i = 0; i < sizeof array / sizeof *array; i++)
		put(o, "\t%s %s[%u];\n", array[i].type, array[i].name, array[i].n);
	put(o, "};\n\nstatic const struct table table = {\n\t.head = {\n\t\t.name = %u,\n\t\t.n_regs = %u,\n",
	    at[t->name], t->n_regs);
	for (unsigned i = 0; i < sizeof array / sizeof *array; i++)
		put(o, "\t\t.%s = {offsetof(struct table, %s), %u},\n", array[i].name, array[i].name,
		    array[i].n);
	put(o, "\t},\n");
	put_arrays(o, t, at);
	put_lists(o, t, at);
	put(o, "\t.text =\n%s};\n\nconst struct fl_regs *fl_regs_%s(void)\n{\n\treturn &table.head;\n}\n",
	    pool.text ? pool.text : "\t\t\"\"", name);
}
