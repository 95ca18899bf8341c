/* SPDX-License-Identifier: MIT
 *
 * firstlight asm, firstlight disasm: R5xx shader programs from text to words and back. Words are text too: an
 * instruction a line, in hexadecimal, the kind of program in the first line.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/pack.h"
#include "lib/r500/asm.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum kind { UNKNOWN, PVS, US };

struct program { /* either; what both have */
	enum kind kind;
	struct fl_asm *source;
	const struct fl_r500_consts *consts;
	const uint32_t *words;
	uint32_t n, size; /* instructions, words of each */
};

/* The first word that is no comment. */
static enum kind kind_of_text(const char *text, size_t n)
{
	size_t i = 0;

	while (i < n && (strchr(" \t\r\n;", text[i]) || text[i] == '#' ||
			 (text[i] == '/' && i + 1 < n && text[i + 1] == '/')))
		if (text[i] == '#' || text[i] == '/')
			while (i < n && text[i] != '\n')
				i++;
		else
			i++;
	if (n - i >= 5 && !strncasecmp(text + i, "!!PVS", 5))
		return PVS;
	return n - i >= 4 && !strncasecmp(text + i, "!!US", 4) ? US : UNKNOWN;
}

/* ---- words out ----------------------------------------------------------------------------------------- */
static bool is_set(const uint32_t *bits, unsigned i)
{
	return bits[i / 32] >> (i % 32) & 1;
}

static void print_words(FILE *f, const struct program *p)
{
	fprintf(f, "# %s, %u instructions\n", p->kind == PVS ? "PVS" : "US", p->n);
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t k = 0; k < p->size; k++)
			fprintf(f, "0x%08x%c", p->words[i * p->size + k], k + 1 == p->size ? '\n' : ' ');
	for (unsigned i = 0; i < 256; i++)
		if (is_set(p->consts->given, i))
			fprintf(f, "# c%u = 0x%08x 0x%08x 0x%08x 0x%08x\n", i, p->consts->value[i][0],
				p->consts->value[i][1], p->consts->value[i][2], p->consts->value[i][3]);
}

static json_t *words_json(const uint32_t *w, uint32_t n)
{
	json_t *a = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(a, json_integer(w[i]));
	return a;
}

static void print_json(FILE *f, const struct program *p)
{
	static const char *const kinds[] = {"input", "output", "constant", "temporary", "alternate temporary",
					    "label"};
	json_t *words = json_array(), *consts = json_object(), *names = json_array();
	char name[FL_ASM_NAME + 1];

	for (uint32_t i = 0; i < p->n; i++)
		json_array_append_new(words, words_json(p->words + i * p->size, p->size));
	for (unsigned i = 0; i < 256; i++)
		if (is_set(p->consts->given, i)) {
			snprintf(name, sizeof(name), "c%u", i);
			json_object_set_new(consts, name, words_json(p->consts->value[i], 4));
		}
	for (uint32_t i = 0; i < p->source->n_symbols; i++) {
		const struct fl_asm_symbol *s = &p->source->symbol[i];

		json_array_append_new(names, json_pack("{s:s%, s:s, s:i, s:i}", "name", s->name,
						       (size_t)s->length, "kind", kinds[s->kind], "first",
						       s->first, "count", s->count));
	}
	json_t *o = json_pack("{s:s, s:o, s:o, s:o}", "kind", p->kind == PVS ? "PVS" : "US", "words", words,
			      "constants", consts, "names", names);
	json_dumpf(o, f, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
	fputc('\n', f);
	json_decref(o);
}

static int say_errors(const char *path, const struct fl_asm *a)
{
	uint32_t shown = a->n_errors < FL_ASM_ERRORS ? a->n_errors : FL_ASM_ERRORS;
	char why[300];

	for (uint32_t i = 0; i < shown; i++) {
		fl_asm_error_text(a, i, why, sizeof(why));
		fprintf(stderr, "%s:%s\n", path, why);
	}
	if (a->n_errors > shown)
		fprintf(stderr, "%s: and %u more\n", path, a->n_errors - shown);
	return FL_FAILED;
}

int fl_cmd_asm(const struct fl_args *a)
{
	static struct fl_r500_vs vs;
	static struct fl_r500_fs fs;
	const char *path = a->operand[0];
	struct fl_err err = {0};
	size_t n;
	uint8_t *data = fl_pack_read(path, &n, &err);
	const char *text = (const char *)data;
	struct program p = {0};
	struct fl_file out;
	bool ok = false;
	int code;

	if (!data)
		return fl_complain_err(&err);
	p.kind = kind_of_text(text, n);
	if (p.kind == PVS) {
		ok = fl_r500_vs_asm(&vs, text, n);
		p = (struct program){PVS, &vs.source, &vs.consts, vs.words[0], vs.n, 4};
	} else if (p.kind == US) {
		ok = fl_r500_fs_asm(&fs, text, n);
		p = (struct program){US, &fs.source, &fs.consts, fs.words[0], fs.n, 6};
	}
	if (p.kind == UNKNOWN)
		code = fl_complain(FL_FAILED, "%s: a program begins with !!PVS (vertex) or !!US (fragment)",
				   path);
	else if (!ok)
		code = say_errors(path, p.source);
	else if (fl_file_create(&out, a->out, &err))
		code = fl_complain_err(&err);
	else {
		(a->json ? print_json : print_words)(out.f, &p);
		code = fl_file_close(&out, &err) ? fl_complain_err(&err) : FL_OK;
	}
	free(data);
	return code;
}

/* ---- words in ------------------------------------------------------------------------------------------ */
static bool is_text(const uint8_t *data, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (data[i] >= 127 || (data[i] < 32 && !strchr("\t\r\n", data[i])) || !data[i])
			return false;
	return true;
}

/* Hexadecimal numbers, with or without 0x, separated by blanks or commas; comments from #, the first of which
 * may say what it is. Returns how many; *per_line: those of the first line that has any. */
static int64_t read_text(const char *s, size_t n, uint32_t *words, size_t max, enum kind *kind,
			 size_t *per_line, const char *path)
{
	size_t count = 0, line = 1;

	*per_line = 0;
	for (size_t i = 0; i < n;) {
		char digits[12];
		size_t k = 0;

		if (s[i] == '#') {
			if (*kind == UNKNOWN && n - i > 5 && !strncmp(s + i, "# PVS", 5))
				*kind = PVS;
			if (*kind == UNKNOWN && n - i > 4 && !strncmp(s + i, "# US", 4))
				*kind = US;
			while (i < n && s[i] != '\n')
				i++;
			continue;
		}
		if (strchr(" \t\r\n,", s[i])) {
			if (s[i] == '\n') {
				line++;
				if (!*per_line)
					*per_line = count;
			}
			i++;
			continue;
		}
		if (s[i] == '0' && i + 1 < n && (s[i + 1] | 32) == 'x')
			i += 2;
		while (i < n && k < 9 && strchr("0123456789abcdefABCDEF", s[i]))
			digits[k++] = s[i++];
		digits[k] = 0;
		if (!k || k > 8)
			return fl_complain(-1, "%s:%zu: expected words of up to 8 hexadecimal digits", path,
					   line);
		if (count == max)
			return fl_complain(-1, "%s:%zu: more words than a program has", path, line);
		words[count++] = (uint32_t)strtoul(digits, NULL, 16);
	}
	if (!*per_line)
		*per_line = count;
	return (int64_t)count;
}

int fl_cmd_disasm(const struct fl_args *a)
{
	static uint32_t words[FL_R500_VS_MAX * 6];
	const char *path = a->operand[0];
	struct fl_err err = {0};
	size_t n, per_line = 0, max = FL_R500_VS_MAX * 4;
	int64_t count;
	uint8_t *data = fl_pack_read(path, &n, &err);
	enum kind kind = UNKNOWN;
	struct fl_asm_out out;
	uint32_t invalid;
	char *text;
	struct fl_file file;
	int code = FL_OK;

	if (!data)
		return fl_complain_err(&err);
	if (a->program && !strcasecmp(a->program, "pvs"))
		kind = PVS;
	else if (a->program && !strcasecmp(a->program, "us"))
		kind = US;
	else if (a->program) {
		free(data);
		return fl_complain(FL_USAGE, "--program is pvs or us, not '%s'", a->program);
	}
	if (is_text(data, n)) {
		count = read_text((const char *)data, n, words, max, &kind, &per_line, path);
		if (kind == UNKNOWN && count > 0)
			kind = per_line == 6 ? US : per_line == 4 ? PVS : UNKNOWN;
	} else if (n % 4 || n / 4 > max) {
		count = fl_complain(
		    -1, "%s: %zu bytes are no program: words have 4 bytes, and there are at most %zu", path,
		    n, max);
	} else {
		count = (int64_t)(n / 4);
		for (size_t i = 0; i < n / 4; i++)
			words[i] = (uint32_t)data[4 * i] | (uint32_t)data[4 * i + 1] << 8 |
				   (uint32_t)data[4 * i + 2] << 16 | (uint32_t)data[4 * i + 3] << 24;
	}
	free(data);
	if (count < 0)
		return FL_FAILED;
	if (!count)
		return fl_complain(FL_FAILED, "%s: there are no words in it", path);
	if (kind == UNKNOWN)
		return fl_complain(FL_USAGE,
				   "%s: vertex or fragment program? Say --program pvs or --program us", path);
	uint32_t size = kind == PVS ? 4 : 6;
	if (count % size || count / size > (kind == PVS ? FL_R500_VS_MAX : FL_R500_FS_MAX))
		return fl_complain(FL_FAILED, "%s: %lld words are no program of instructions of %u words",
				   path, (long long)count, size);
	size_t room = 1024 + (size_t)count / size * 600;
	text = malloc(room);
	if (!text)
		return fl_complain(FL_FAILED, "out of memory");
	fl_asm_out(&out, text, room);
	invalid = kind == PVS ? fl_r500_vs_disasm((const uint32_t(*)[4])words, (uint32_t)count / 4, &out)
			      : fl_r500_fs_disasm((const uint32_t(*)[6])words, (uint32_t)count / 6, &out);
	if (!fl_file_create(&file, a->out, &err)) {
		fputs(text, file.f);
		fl_file_close(&file, &err);
	}
	free(text);
	if (err.code)
		code = fl_complain_err(&err);
	else if (invalid)
		code = fl_complain(FL_FAILED, "%s: %u instructions are not valid", path, invalid);
	return code;
}
