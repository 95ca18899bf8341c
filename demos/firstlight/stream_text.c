/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: words as text and as JSON.
 */
#include "demos/firstlight/stream_text.h"
#include "demos/firstlight/regs.h"
#include "demos/firstlight/stream_number.h"
#include "hw/fl_decimal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(struct fl_stream_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(struct fl_stream_text *t, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(t->s + t->n, sizeof t->s - t->n, fmt, ap);
	va_end(ap);
	if (n > 0)
		t->n = t->n + (size_t)n < sizeof t->s ? t->n + (size_t)n : sizeof t->s - 1;
}

struct walk {
	struct fl_stream_text *t;
	json_t *o;
	const struct fl_reg *reg;
	uint32_t word;
	bool all;
};

static void field(void *arg, const struct fl_reg_field *f, uint32_t value, const char *name)
{
	struct walk *w = arg;
	uint32_t plus = 0;
	char number[16], meant[24];

	if (name)
		fl_reg_value_name(w->reg, f, w->word, &plus);
	if (w->o) {
		json_t *v = name && !plus ? json_string(name)
			    : name        ? json_sprintf("%s+%u", name, plus)
					  : json_integer(value);

		json_object_set_new(w->o, f->name, v);
		return;
	}
	if (!w->all && (!w->word || (!name && !value)))
		return;
	snprintf(number, sizeof number, value < 1000 ? "%u" : "0x%x", value);
	if (!name && fl_reg_number(w->reg, f, value, meant, sizeof meant) > 0) {
		put(w->t, " %s=%s", f->name, meant);
		return;
	}
	if (name && plus)
		put(w->t, " %s=%s+%u", f->name, name, plus);
	else
		put(w->t, " %s=%s", f->name, name ? name : number);
}

static uint32_t covered(const struct fl_reg *r)
{
	return r && r->n_fields ? r->mask : 0;
}

void fl_stream_fields(struct fl_stream_text *t, const struct fl_reg *word, const struct fl_reg *more,
		      bool is_float, uint32_t value, uint32_t chips, bool all)
{
	struct walk w = {.t = t, .word = value, .all = all};
	uint32_t known = covered(word) | covered(more);
	const char *name;
	char number[24];

	if (is_float) {
		fl_decimal_write(value, number, sizeof number);
		put(t, " %s", number);
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		w.reg = i ? more : word;
		if (!w.reg)
			continue;
		name = fl_reg_word_name(w.reg, value);
		if (name && (all || value))
			put(t, " %s", name);
		else if (!name && !w.reg->n_fields &&
			 fl_reg_number(w.reg, NULL, value, number, sizeof number) > 0)
			put(t, " %s", number);
		fl_reg_decode(w.reg, value, chips, field, &w);
	}
	if (known && value & ~known)
		put(t, " (no field has 0x%x)", value & ~known);
}

void fl_stream_numbers(struct fl_stream_text *t, const struct fl_stream_packed *p, uint32_t value)
{
	char number[32];

	for (unsigned i = 0; fl_stream_packed_text(p, i, value, number, sizeof number); i++)
		put(t, " %s", number);
}

void fl_stream_number_json(json_t *o, const struct fl_reg *word, bool is_float,
			   const struct fl_stream_packed *p, uint32_t value)
{
	char number[24];

	if (is_float) { /* what JSON has no number for, jansson takes for none */
		fl_decimal_write(value, number, sizeof number);
		json_object_set_new(o, "number", json_real(strtod(number, NULL)));
	} else if (p->width[0]) {
		json_t *list = json_array();
		char one[32];

		/* as short as they are printed */
		for (unsigned i = 0; fl_stream_packed_text(p, i, value, one, sizeof one); i++) {
			const double v = strtod(one, NULL);

			json_array_append_new(list, isfinite(v) ? json_real(v) : json_null());
		}
		json_object_set_new(o, "numbers", list);
	} else if (word) {
		fl_regs_add_number(o, word, NULL, value);
	}
}

json_t *fl_stream_fields_json(const struct fl_reg *word, const struct fl_reg *more, bool is_float,
			      uint32_t value, uint32_t chips)
{
	struct walk w = {.word = value, .o = json_object()};

	for (unsigned i = 0; i < 2 && !is_float; i++) {
		w.reg = i ? more : word;
		if (w.reg)
			fl_reg_decode(w.reg, value, chips, field, &w);
	}
	if (!json_object_size(w.o)) {
		json_decref(w.o);
		w.o = NULL;
	}
	return w.o;
}
