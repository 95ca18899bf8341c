/* SPDX-License-Identifier: MIT
 *
 * firstlight asm: shader programs from text to words. Words are text too: an instruction a line, in
 * hexadecimal, the instruction set in the first line.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/isa.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/pack.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* By the first word that is no comment; NULL: it names none. */
static const struct fl_asm_isa *isa_of_text(const char *text, size_t n)
{
	size_t i = 0;

	while (i < n && (strchr(" \t\r\n;", text[i]) || text[i] == '#' ||
			 (text[i] == '/' && i + 1 < n && text[i + 1] == '/')))
		if (text[i] == '#' || text[i] == '/')
			while (i < n && text[i] != '\n')
				i++;
		else
			i++;
	return n - i > 2 && text[i] == '!' && text[i + 1] == '!' ? fl_isa_named(text + i + 2, n - i - 2)
								 : NULL;
}

static bool is_set(const uint32_t *bits, unsigned i)
{
	return bits[i / 32] >> (i % 32) & 1;
}

static void print_words(FILE *f, const struct fl_asm_isa *isa, const struct fl_asm_program *p)
{
	fprintf(f, "# %s, %u instructions\n", isa->name, p->n);
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t k = 0; k < isa->words; k++)
			fprintf(f, "0x%08x%c", p->words[i * isa->words + k],
				k + 1 == isa->words ? '\n' : ' ');
	for (unsigned i = 0; i < p->n_constants; i++)
		if (is_set(p->given, i))
			fprintf(f, "# c%u = 0x%08x 0x%08x 0x%08x 0x%08x\n", i, p->constant[i][0],
				p->constant[i][1], p->constant[i][2], p->constant[i][3]);
}

static json_t *words_json(const uint32_t *w, uint32_t n)
{
	json_t *a = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(a, json_integer(w[i]));
	return a;
}

static void print_json(FILE *f, const struct fl_asm_isa *isa, const struct fl_asm_program *p)
{
	json_t *words = json_array(), *consts = json_object(), *names = json_array();
	char name[FL_ASM_NAME + 1];

	for (uint32_t i = 0; i < p->n; i++)
		json_array_append_new(words, words_json(p->words + i * isa->words, isa->words));
	for (unsigned i = 0; i < p->n_constants; i++)
		if (is_set(p->given, i)) {
			snprintf(name, sizeof(name), "c%u", i);
			json_object_set_new(consts, name, words_json(p->constant[i], 4));
		}
	for (uint32_t i = 0; i < p->source->n_symbols; i++) {
		const struct fl_asm_symbol *s = &p->source->symbol[i];

		json_array_append_new(names, json_pack("{s:s%, s:s, s:i, s:i}", "name", s->name,
						       (size_t)s->length, "kind", isa->kinds[s->kind],
						       "first", s->first, "count", s->count));
	}
	json_t *o = json_pack("{s:s, s:o, s:o, s:o}", "kind", isa->name, "words", words, "constants", consts,
			      "names", names);
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

static int assemble(const struct fl_args *a, const struct fl_asm_isa *isa, const char *text, size_t n)
{
	void *room = malloc(isa->program_B);
	struct fl_asm_program p = {0};
	struct fl_err err = {0};
	struct fl_file out;
	int code = FL_OK;

	if (!room)
		return fl_complain(FL_FAILED, "out of memory");
	if (!isa->assemble(room, text, n, &p)) {
		code = say_errors(a->operand[0], p.source);
	} else if (fl_file_create(&out, a->out, &err)) {
		code = fl_complain_err(&err);
	} else {
		(a->json ? print_json : print_words)(out.f, isa, &p);
		code = fl_file_close(&out, &err) ? fl_complain_err(&err) : FL_OK;
	}
	free(room);
	return code;
}

int fl_cmd_asm(const struct fl_args *a)
{
	struct fl_err err = {0};
	size_t n;
	uint8_t *data = fl_pack_read(a->operand[0], &n, &err);
	const struct fl_asm_isa *isa;
	int code;

	if (!data)
		return fl_complain_err(&err);
	isa = isa_of_text((const char *)data, n);
	if (!isa && a->chip) /* its assembler says what is missing, if anything is */
		isa = fl_isa_of_chip(a->chip);
	if (isa && a->chip && fl_isa_of_chip(a->chip) != isa)
		code = fl_complain(FL_FAILED, "%s: %s does not run programs that begin with !!%s",
				   a->operand[0], a->chip, isa->name);
	else
		code = isa ? assemble(a, isa, (const char *)data, n)
			   : fl_complain(FL_FAILED, "%s: a program begins with %s", a->operand[0],
					 fl_isa_list(FL_ISA_HEADS).s);
	free(data);
	return code;
}
