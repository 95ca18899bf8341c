/* SPDX-License-Identifier: MIT
 *
 * The database as JSON (regsgen --json), which the manual's page of registers shows, beside the tables that
 * the tools have: the same registers, fields and values, with the same properties.
 */
#include "hw/regs/fl_regs.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static json_int_t number(const json_t *o, const char *key, json_int_t otherwise)
{
	const json_t *v = json_object_get(o, key);

	return v ? json_integer_value(v) : otherwise;
}

static const char *word(const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	return v ? json_string_value(v) : "";
}

static const char *access_word(unsigned access)
{
	if (access & FL_REG_W1C)
		return "w1c";
	if (access & FL_REG_READ_CLEARS)
		return "rc";
	return access == FL_REG_R ? "r" : access == FL_REG_W ? "w" : "rw";
}

static const char *hazard_words(unsigned hazard, char *out, size_t size)
{
	static const char *const words[] = {"clock", "memory", "voltage", "display", "bus"};
	size_t n = 0;

	*out = 0;
	for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (hazard >> i & 1)
			n += (size_t)snprintf(out + n, size - n, n ? " %s" : "%s", words[i]);
	return out;
}

/* The values that JSON has for a field or a register, its own or those of an enum. */
static const json_t *values_of(const json_t *family, const json_t *x)
{
	const json_t *own = json_object_get(x, "values");

	return own ? own : json_object_get(json_object_get(family, "enums"), word(x, "enum"));
}

/* A set of chips, of those that the family has. */
static uint32_t chips(const json_t *family, json_int_t set)
{
	return (uint32_t)set & ((1u << json_array_size(json_object_get(family, "chips"))) - 1);
}

static bool same_field(const json_t *family, const json_t *j, const struct fl_reg *r, unsigned i)
{
	const json_t *values = values_of(family, j), *pair;
	struct fl_reg_field f;
	size_t k;

	if (!fl_reg_field(r, i, &f) || strcmp(word(j, "name"), f.name) ||
	    number(j, "low", -1) != (json_int_t)f.low ||
	    number(j, "high", -1) != (json_int_t)(f.low + f.width - 1) ||
	    number(j, "shr", 0) != (json_int_t)f.shr ||
	    chips(family, number(j, "chips", r->chips)) != chips(family, f.chips))
		return false;
	json_array_foreach((json_t *)values, k, pair)
	{
		const char *name = json_string_value(json_array_get(pair, 1));
		const uint32_t want = (uint32_t)json_integer_value(json_array_get(pair, 0));
		uint32_t value;

		/* An enum can have values of other chips, and more than a narrow field holds. */
		if (fl_reg_value_find(r, &f, name, &value) && value != want)
			return false;
	}
	return !!fl_reg_value_at(r, &f, 0, &(uint32_t){0}) == (json_array_size(values) > 0);
}

static bool same_register(const json_t *family, const json_t *j, const struct fl_reg *r)
{
	const json_t *fields = json_object_get(j, "fields");
	char hazards[80];
	uint32_t count = r->dims ? r->length[r->dims - 1] : 0;

	if (strcmp(word(j, "name"), r->name) || strcmp(word(j, "space"), r->space) ||
	    number(j, "offset", -1) != (json_int_t)r->offset ||
	    chips(family, number(j, "chips", 0)) != chips(family, r->chips) ||
	    strcmp(word(j, "access"), access_word(r->access)) ||
	    strcmp(word(j, "hazard"), hazard_words(r->hazard, hazards, sizeof hazards)) ||
	    json_is_true(json_object_get(j, "unsafe")) != r->read_unsafe ||
	    number(j, "alias", 0) != (json_int_t)r->alias || number(j, "count", 0) != (json_int_t)count ||
	    (json_object_get(j, "reset") != NULL) != r->has_reset ||
	    (r->has_reset && number(j, "reset", -1) != (json_int_t)r->reset) ||
	    strcmp(word(j, "block"), r->block) || json_array_size(fields) != r->n_fields)
		return false;
	for (unsigned i = 0; i < r->n_fields; i++)
		if (!same_field(family, json_array_get(fields, i), r, i))
			return false;
	return true;
}

Test(regs_json, says_what_the_tables_say)
{
	const struct fl_regs *db;

	for (unsigned f = 0; (db = fl_regs_family(f)); f++) {
		char path[64];
		json_error_t error;
		json_t *family, *registers, *j;
		size_t k;

		snprintf(path, sizeof path, "gen/hw/regs/%s.json", fl_regs_name(db));
		family = json_load_file(built(path), JSON_REJECT_DUPLICATES, &error);
		cr_assert(family, "%s:%d: %s", path, error.line, error.text);
		cr_expect_str_eq(word(family, "family"), fl_regs_name(db));
		json_array_foreach(json_object_get(family, "chips"), k, j)
		    cr_expect_str_eq(json_string_value(j), fl_regs_chip_name(db, (unsigned)k));
		cr_expect_null(fl_regs_chip_name(db, (unsigned)k));

		registers = json_object_get(family, "registers");
		cr_expect_eq(json_array_size(registers), fl_regs_count(db), "%s: %zu and %u", path,
			     json_array_size(registers), fl_regs_count(db));
		for (unsigned i = 0; i < fl_regs_count(db); i++) {
			struct fl_reg r;
			bool found = false;

			cr_assert(fl_regs_at(db, i, &r));
			json_array_foreach(registers, k, j) found = found || same_register(family, j, &r);
			cr_expect(found, "%s has no %s at %s:0x%x as it is", path, r.name, r.space, r.offset);
		}
		json_decref(family);
	}
}
