/* SPDX-License-Identifier: MIT
 *
 * Arguments of `firstlight run`; see run_arg.h.
 */
#include "demos/firstlight/run_arg.h"
#include "demos/firstlight/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_B = 1 << 30 };

static const struct fl_run_type types[] = {
    {"u8", 1, 'u'},  {"i8", 1, 'i'},  {"u16", 2, 'u'}, {"i16", 2, 'i'}, {"u32", 4, 'u'},
    {"i32", 4, 'i'}, {"u64", 8, 'u'}, {"i64", 8, 'i'}, {"f32", 4, 'f'}, {"f64", 8, 'f'},
};

static const struct fl_run_type *type_of(const char *name, size_t n)
{
	for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strlen(types[i].name) == n && !strncmp(types[i].name, name, n))
			return &types[i];
	return NULL;
}

static enum fl_code bad(const struct fl_run_arg *a, const char *wants, struct fl_err *err)
{
	return fl_fail(err, FL_USAGE, "--arg %.80s: %s", a->text, wants);
}

static bool parse_size(const char *s, size_t *size_B)
{
	char *end;
	unsigned long long v;

	if (*s < '0' || *s > '9')
		return false;
	errno = 0;
	v = strtoull(s, &end, 0);
	if (*end == 'K' || *end == 'M') {
		v = v < MOST_B ? v << (*end == 'K' ? 10 : 20) : v;
		end++;
	}
	*size_B = (size_t)v;
	return !errno && !*end && v && v <= MOST_B;
}

/* ---- values -------------------------------------------------------------------------------------------- */
static bool fits(const struct fl_run_type *t, long long i, unsigned long long u, bool negative)
{
	const unsigned bits = 8u * t->size_B;

	if (t->kind == 'u')
		return !negative && (bits == 64 || u >> bits == 0);
	return bits == 64
		   ? negative || u <= INT64_MAX
		   : i >= -(1ll << (bits - 1)) && i < (1ll << (bits - 1)) && (negative || u <= INT64_MAX);
}

static bool number(const struct fl_run_type *t, const char *s, char **end, uint8_t *to)
{
	const bool negative = *s == '-';

	errno = 0;
	if (t->kind == 'f') {
		const double d = strtod(s, end);
		const float f = (float)d;

		memcpy(to, t->size_B == 4 ? (const void *)&f : (const void *)&d, t->size_B);
		return *end != s;
	}
	if (s[negative] < '0' || s[negative] > '9')
		return false;

	const long long i = negative ? strtoll(s, end, 0) : 0;
	const unsigned long long u = negative ? (unsigned long long)i : strtoull(s, end, 0);

	memcpy(to, &u, t->size_B);
	return !errno && fits(t, negative ? i : u <= INT64_MAX ? (long long)u : INT64_MAX, u, negative);
}

/* Vectors of three take the room of four. */
static enum fl_code value(struct fl_run_arg *a, const char *s, struct fl_err *err)
{
	uint32_t n = 0;
	char *end;

	do {
		if ((n + 1) * a->type->size_B > FL_RUN_VALUE_B)
			return bad(a, "a vector has at most 16 numbers", err);
		if (!number(a->type, s, &end, a->value + n * a->type->size_B) || (*end && *end != ','))
			return bad(a, "a number of that type was expected, or some with commas between", err);
		n++;
		s = end + 1;
	} while (*end);
	if (n != 1 && n != 2 && n != 3 && n != 4 && n != 8 && n != 16)
		return bad(a, "vectors are of 2, 3, 4, 8 or 16 numbers", err);
	a->arg = (struct fl_arg){
	    .kind = FL_IS_VALUE, .size_B = (n == 3 ? 4 : n) * a->type->size_B, .value = a->value};
	return FL_OK;
}

/* ---- memory -------------------------------------------------------------------------------------------- */
static enum fl_code read_file(struct fl_run_arg *a, struct fl_err *err)
{
	FILE *f = fl_file_open(a->from, err);
	size_t room = 0, got = 1;

	if (!f)
		return err->code;
	while (got && a->size_B <= MOST_B) {
		if (a->size_B == room) {
			uint8_t *more = realloc(a->data, room = room ? 2 * room : 65536);

			if (!more)
				break;
			a->data = more;
		}
		got = fread(a->data + a->size_B, 1, room - a->size_B, f);
		a->size_B += got;
	}
	const bool failed = ferror(f);

	fl_file_done(f);
	if (failed)
		return fl_file_fail(err, a->from, EIO);
	return a->size_B && a->size_B <= MOST_B ? FL_OK
						: fl_fail(err, FL_FAILED, "%s: %s", a->from,
							  a->size_B ? "more than 1 GiB" : "it is empty");
}

static enum fl_code zeros(struct fl_run_arg *a, struct fl_err *err)
{
	a->data = calloc(1, a->size_B);
	return a->data ? FL_OK : fl_fail(err, FL_FAILED, "no memory for --arg %.80s", a->text);
}

/* The text up to the last colon, and *rest behind it. */
static char *before_last(const char *s, const char **rest)
{
	const char *colon = strrchr(s, ':');

	if (!colon || colon == s || !colon[1])
		return NULL;
	*rest = colon + 1;
	return strndup(s, (size_t)(colon - s));
}

static enum fl_code memory(struct fl_run_arg *a, const char *how, size_t n, const char *s, struct fl_err *err)
{
	const char *rest;
	size_t count;

	a->arg = (struct fl_arg){.kind = FL_IS_MEMORY};
	if (n == 2 && !strncmp(how, "in", n)) {
		a->from = strdup(s);
		return a->from ? read_file(a, err) : bad(a, "no memory", err);
	}
	if (n == 5 && !strncmp(how, "inout", n)) {
		a->from = before_last(s, &rest);
		if (!a->from)
			return bad(a, "inout:FROM:TO wants two files", err);
		a->to = strdup(rest);
		return read_file(a, err);
	}
	if (n == 3 && !strncmp(how, "out", n)) {
		a->to = before_last(s, &rest);
		return a->to && parse_size(rest, &a->size_B)
			   ? zeros(a, err)
			   : bad(a, "out:FILE:SIZE wants a file and a size", err);
	}
	if (n == 4 && !strncmp(how, "zero", n))
		return parse_size(s, &a->size_B) ? zeros(a, err) : bad(a, "zero:SIZE wants a size", err);
	if (n == 5 && !strncmp(how, "print", n)) {
		rest = strchr(s, ':');
		a->type = rest ? type_of(s, (size_t)(rest - s)) : NULL;
		if (!a->type || !parse_size(rest + 1, &count) || count > MOST_B / 8)
			return bad(a, "print:TYPE:N wants a type (u8 to f64) and how many numbers", err);
		a->print = true;
		a->size_B = count * a->type->size_B;
		return zeros(a, err);
	}
	return bad(
	    a, "TYPE:NUMBER, in:FILE, out:FILE:SIZE, inout:FROM:TO, zero:SIZE, print:TYPE:N or local:SIZE",
	    err);
}

enum fl_code fl_run_arg_read(struct fl_run_arg *a, const char *text, struct fl_err *err)
{
	const char *colon = strchr(text, ':');
	const size_t n = colon ? (size_t)(colon - text) : 0;
	size_t size_B;

	memset(a, 0, sizeof(*a));
	a->text = text;
	if (n == 5 && !strncmp(text, "local", n)) {
		if (!parse_size(colon + 1, &size_B))
			return bad(a, "local:SIZE wants a size", err);
		a->arg = (struct fl_arg){.kind = FL_IS_LOCAL, .size_B = (uint32_t)size_B};
		return FL_OK;
	}
	a->type = colon ? type_of(text, n) : NULL;
	return a->type ? value(a, colon + 1, err) : memory(a, text, n, colon ? colon + 1 : "", err);
}

enum fl_code fl_run_arg_place(struct fl_run_arg *a, struct fl_compute *c, struct fl_err *err)
{
	enum fl_code code;

	if (!a->data)
		return FL_OK;
	code = fl_memory_alloc(c, (a->size_B + 3) & ~(size_t)3, &a->arg.memory, err);
	return code ? code : fl_memory_write(c, &a->arg.memory, 0, a->data, a->size_B, err);
}

enum fl_code fl_run_arg_fetch(struct fl_run_arg *a, struct fl_compute *c, struct fl_err *err)
{
	struct fl_file out;
	enum fl_code code;

	if (!a->to && !a->print)
		return FL_OK;
	code = fl_memory_read(c, &a->arg.memory, 0, a->data, a->size_B, err);
	if (code || !a->to)
		return code;
	code = fl_file_create(&out, a->to, err);
	if (code)
		return code;
	fwrite(a->data, 1, a->size_B, out.f);
	return fl_file_close(&out, err);
}

/* ---- what is printed ----------------------------------------------------------------------------------- */
static uint64_t whole(const struct fl_run_arg *a, size_t i)
{
	const unsigned unused = 64 - 8u * a->type->size_B;
	uint64_t v = 0;

	memcpy(&v, a->data + i * a->type->size_B, a->type->size_B);
	return a->type->kind == 'i' ? (uint64_t)((int64_t)(v << unused) >> unused) : v;
}

static double real(const struct fl_run_arg *a, size_t i)
{
	double d;
	float f;

	memcpy(&d, a->data + i * a->type->size_B, a->type->size_B == 8 ? 8 : 0);
	memcpy(&f, a->data + i * a->type->size_B, 4);
	return a->type->size_B == 8 ? d : (double)f;
}

void fl_run_arg_print(const struct fl_run_arg *a, FILE *f)
{
	enum { A_LINE = 8 };
	const size_t n = a->print && a->data ? a->size_B / a->type->size_B : 0;

	for (size_t i = 0; i < n; i++) {
		if (a->type->kind == 'f')
			fprintf(f, "%.*g", a->type->size_B == 4 ? 9 : 17, real(a, i));
		else if (a->type->kind == 'i')
			fprintf(f, "%" PRId64, (int64_t)whole(a, i));
		else
			fprintf(f, "%" PRIu64, whole(a, i));
		fputc(i % A_LINE == A_LINE - 1 || i + 1 == n ? '\n' : ' ', f);
	}
}

/* JSON has neither infinities nor what is no number: null there. */
json_t *fl_run_arg_json(const struct fl_run_arg *a)
{
	json_t *o = json_object(), *list;

	json_object_set_new(o, "arg", json_string(a->text));
	if (a->to)
		json_object_set_new(o, "out", json_string(a->to));
	if (a->data)
		json_object_set_new(o, "bytes", json_integer((json_int_t)a->size_B));
	if (!a->print || !a->data)
		return o;
	list = json_array();
	for (size_t i = 0; i < a->size_B / a->type->size_B; i++)
		if (a->type->kind == 'f') {
			json_t *v = json_real(real(a, i));

			json_array_append_new(list, v ? v : json_null());
		} else {
			json_array_append_new(list, json_integer((json_int_t)whole(a, i)));
		}
	json_object_set_new(o, "values", list);
	return o;
}

void fl_run_arg_free(struct fl_run_arg *a)
{
	free(a->from);
	free(a->to);
	free(a->data);
}

enum fl_code fl_run_size(const char *text, const char *option, uint32_t size[3], struct fl_err *err)
{
	const char *s = text;
	char *end;

	for (unsigned i = 0; i < 3; i++) {
		unsigned long v;

		errno = 0;
		v = *s >= '0' && *s <= '9' ? strtoul(s, &end, 10) : 0;
		if (errno || !v || v > UINT32_MAX)
			break;
		size[i] = (uint32_t)v;
		if (!*end)
			return FL_OK;
		if (*end != 'x')
			break;
		s = end + 1;
	}
	return fl_fail(err, FL_USAGE, "--%s wants N, NxN or NxNxN threads, not '%.60s'", option, text);
}
