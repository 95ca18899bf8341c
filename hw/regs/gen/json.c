/* SPDX-License-Identifier: MIT
 *
 * For people's programs, and the manual's page of registers: all that the database knows of each, as JSON.
 *
 *	{"family": "r500", "chips": ["R300", …], "enums": {"NAME": [[value, "NAME"], …], …},
 *	 "registers": [{"name": …, "space": "mmio", "offset": …, "count": …, "stride": …, "access": "rw",
 *	                "chips": mask, "fields": [{"name": …, "low": …, "high": …}, …]}, …]}
 *
 * What a register or field has not is left out: "reset", "hazard" (words), "unsafe" (to read), "block",
 * "alias", "note", "src" (where the fact is from, if not from the family's reference document), "type" (how
 * its number is held, with "point"), "enum" (one of the list) or "values" of its own. A register with
 * "count" stands at offset + i * stride; "outer" is a second dimension around it, [count, stride].
 */
#include "hw/regs/gen/regsgen.h"

#include <string.h>

static void put_text(struct out *o, const char *name, const char *s)
{
	if (!s || !*s)
		return;
	put(o, ", \"%s\": \"", name);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			put(o, "\\%c", *s);
		else
			put(o, "%c", (unsigned char)*s < ' ' ? ' ' : *s);
	}
	put(o, "\"");
}

static const char *access_name(unsigned access)
{
	if (access & ACCESS_W1C)
		return "w1c";
	if (access & ACCESS_READ_CLEARS)
		return "rc";
	return access == ACCESS_R ? "r" : access == ACCESS_W ? "w" : "rw";
}

/* [[0, "A"], [1, "B"]]; a value that stands for several codes is its first. */
static void put_values(struct out *o, const struct values *v)
{
	put(o, "[");
	for (unsigned i = 0; i < v->n; i++)
		put(o, "%s[%u, \"%s\"]", i ? ", " : "", v->v[i].value, v->v[i].name);
	put(o, "]");
}

static void put_type(struct out *o, const char *type, unsigned point, const struct enumeration *e)
{
	if (e)
		put_text(o, "enum", e->name);
	else
		put_text(o, "type", type);
	if (point)
		put(o, ", \"point\": %u", point);
}

static void put_field(struct out *o, const struct word *w, const struct field *f, const char *name,
		      unsigned low)
{
	uint32_t who = f->chips & w->chips;

	put(o, "{\"name\": \"%s\", \"low\": %u, \"high\": %u", name, low, low + f->high - f->low);
	if (f->access && f->access != w->access)
		put_text(o, "access", access_name(f->access));
	if (f->shr)
		put(o, ", \"shr\": %u", f->shr);
	if (who != w->chips)
		put(o, ", \"chips\": %u", who);
	if (f->has_reset)
		put(o, ", \"reset\": %u", f->reset);
	put_type(o, f->type, f->point, f->e);
	if (f->values.n) {
		put(o, ", \"values\": ");
		put_values(o, &f->values);
	}
	if (f->src && !same(f->src, w->src))
		put_text(o, "src", f->src);
	put_text(o, "note", f->note);
	put(o, "}");
}

/* A field whose type is a set of bitfields gives way to those. */
static void put_fields(struct out *o, const struct word *w)
{
	unsigned n = 0;

	put(o, ", \"fields\": [");
	for (unsigned i = 0; i < w->n; i++) {
		const struct field *f = &w->f[i];

		if (!f->bits) {
			put(o, "%s", n++ ? ", " : "");
			put_field(o, w, f, f->name, f->low);
		}
		for (unsigned j = 0; f->bits && j < f->bits->n; j++) {
			const struct field *g = &f->bits->f[j];

			put(o, "%s", n++ ? ", " : "");
			put_field(o, w, g, text("%s_%s", f->name, g->name), f->low + g->low);
		}
	}
	put(o, "]");
}

static void put_register(struct out *o, const struct word *w)
{
	const char *hazards = "";

	put(o, "{\"name\": \"%s\", \"space\": \"%s\", \"offset\": %u", w->name, w->domain->space, w->offset);
	if (w->dims)
		put(o, ", \"count\": %u, \"stride\": %u", w->dim[w->dims - 1].length,
		    w->dim[w->dims - 1].stride);
	if (w->dims == 2)
		put(o, ", \"outer\": [%u, %u]", w->dim[0].length, w->dim[0].stride);
	put_text(o, "access", access_name(w->access));
	put(o, ", \"chips\": %u", w->chips);
	if (w->alias)
		put(o, ", \"alias\": %u", w->alias);
	if (word_has_reset(w))
		put(o, ", \"reset\": %u", word_reset(w));
	for (unsigned i = 0; hazard_names[i]; i++)
		if (w->hazard & 1u << i)
			hazards = text("%s%s%s", hazards, *hazards ? " " : "", hazard_names[i]);
	put_text(o, "hazard", hazards);
	if (w->read_unsafe)
		put(o, ", \"unsafe\": true");
	put_type(o, w->type, w->point, w->e);
	put_text(o, "block", w->block);
	put_text(o, "src", w->src);
	put_text(o, "note", w->note);
	put_fields(o, w);
	put(o, "}");
}

void write_json(struct out *o, const struct db *db)
{
	put(o, "{\"family\": \"%s\",\n\"chips\": [", db->name);
	for (unsigned i = 0; i < db->n_chips; i++)
		put(o, "%s\"%s\"", i ? ", " : "", db->chip[i].name);
	put(o, "],\n\"enums\": {");
	for (unsigned i = 0; i < db->n_e; i++) {
		put(o, "%s\n\"%s\": ", i ? "," : "", db->e[i]->name);
		put_values(o, &db->e[i]->values);
	}
	put(o, "},\n\"registers\": [");
	for (unsigned i = 0; i < db->regs.n; i++) {
		put(o, "%s\n", i ? "," : "");
		put_register(o, db->regs.w[i]);
	}
	put(o, "]}\n");
}
