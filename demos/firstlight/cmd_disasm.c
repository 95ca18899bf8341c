/* SPDX-License-Identifier: MIT
 *
 * firstlight disasm: shader programs from words to text. The words are text, as `firstlight asm` writes them,
 * or binary.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/isa.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/pack.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_B = 600 }; /* an instruction's text at most */

static bool is_text(const uint8_t *data, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (data[i] >= 127 || (data[i] < 32 && !strchr("\t\r\n", data[i])) || !data[i])
			return false;
	return true;
}

/* Hexadecimal numbers, with or without 0x, separated by blanks or commas; comments from #, the first of which
 * may say what it is. Returns how many; *per_line: those of the first line that has any. */
static int64_t read_text(const char *s, size_t n, uint32_t *words, size_t max, const struct fl_asm_isa **isa,
			 size_t *per_line, const char *path)
{
	size_t count = 0, line = 1;

	*per_line = 0;
	for (size_t i = 0; i < n;) {
		char digits[12];
		size_t k = 0;

		if (s[i] == '#') {
			if (!*isa && n - i > 2 && s[i + 1] == ' ')
				*isa = fl_isa_named(s + i + 2, n - i - 2);
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

/* The most words that a program of any kind has. */
static size_t most_words(void)
{
	const struct fl_asm_isa *isa;
	size_t most = 0;

	for (unsigned i = 0; (isa = fl_isa_at(i)); i++)
		most = (size_t)isa->max * isa->words > most ? (size_t)isa->max * isa->words : most;
	return most;
}

/* The one kind of program whose instructions have so many words; NULL: none, or several. */
static const struct fl_asm_isa *isa_of_words(size_t per_line)
{
	const struct fl_asm_isa *isa, *found = NULL;

	for (unsigned i = 0; (isa = fl_isa_at(i)); i++)
		if (isa->words == per_line) {
			if (found)
				return NULL;
			found = isa;
		}
	return found;
}

/* Text or binary; returns how many words, negative after a complaint. */
static int64_t read_words(const char *path, const uint8_t *data, size_t n, uint32_t *words, size_t max,
			  const struct fl_asm_isa **isa)
{
	size_t per_line = 0;
	int64_t count;

	if (is_text(data, n)) {
		count = read_text((const char *)data, n, words, max, isa, &per_line, path);
		if (!*isa && count > 0)
			*isa = isa_of_words(per_line);
		return count;
	}
	if (n % 4 || n / 4 > max)
		return fl_complain(
		    -1, "%s: %zu bytes are no program: words have 4 bytes, and there are at most %zu", path,
		    n, max);
	for (size_t i = 0; i < n / 4; i++)
		words[i] = (uint32_t)data[4 * i] | (uint32_t)data[4 * i + 1] << 8 |
			   (uint32_t)data[4 * i + 2] << 16 | (uint32_t)data[4 * i + 3] << 24;
	return (int64_t)(n / 4);
}

static int disassemble(const struct fl_args *a, const struct fl_asm_isa *isa, const uint32_t *words,
		       uint32_t n)
{
	size_t room = 1024 + (size_t)n * TEXT_B;
	char *text = malloc(room);
	struct fl_err err = {0};
	struct fl_asm_out out;
	struct fl_file file;
	uint32_t invalid;

	if (!text)
		return fl_complain(FL_FAILED, "out of memory");
	fl_asm_out(&out, text, room);
	invalid = (a->dot ? isa->graph : isa->disassemble)(words, n, &out);
	if (!fl_file_create(&file, a->out, &err)) {
		fputs(text, file.f);
		fl_file_close(&file, &err);
	}
	free(text);
	if (err.code)
		return fl_complain_err(&err);
	return invalid ? fl_complain(FL_FAILED, "%s: %u instructions are not valid", a->operand[0], invalid)
		       : FL_OK;
}

static int program(const struct fl_args *a, const uint8_t *data, size_t n, const struct fl_asm_isa *isa)
{
	const char *path = a->operand[0];
	size_t max = most_words();
	uint32_t *words = malloc(max * sizeof(*words));
	int64_t count;
	int code;

	if (!words)
		return fl_complain(FL_FAILED, "out of memory");
	count = read_words(path, data, n, words, max, &isa);
	if (count < 0)
		code = FL_FAILED;
	else if (!count)
		code = fl_complain(FL_FAILED, "%s: there are no words in it", path);
	else if (!isa)
		code = fl_complain(FL_USAGE, "%s: %s program? Say %s", path, fl_isa_list(FL_ISA_WHATS).s,
				   fl_isa_list(FL_ISA_OPTIONS).s);
	else if (a->dot && !isa->graph)
		code = fl_complain(FL_USAGE, "--dot: there are no graphs of %s programs", isa->name);
	else if (count % isa->words || count / isa->words > isa->max)
		code = fl_complain(FL_FAILED, "%s: %lld words are no program of instructions of %u words",
				   path, (long long)count, isa->words);
	else
		code = disassemble(a, isa, words, (uint32_t)count / isa->words);
	free(words);
	return code;
}

int fl_cmd_disasm(const struct fl_args *a)
{
	const struct fl_asm_isa *isa = NULL;
	struct fl_err err = {0};
	size_t n;
	uint8_t *data = fl_pack_read(a->operand[0], &n, &err);
	int code;

	if (!data)
		return fl_complain_err(&err);
	if (a->program)
		isa = fl_isa_named(a->program, strlen(a->program));
	else if (a->chip)
		isa = fl_isa_of_chip(a->chip);
	if (a->chip && !isa)
		code = fl_complain(FL_USAGE, "--chip '%s' does not say what kind of program it is: use %s",
				   a->chip, fl_isa_list(FL_ISA_OPTIONS).s);
	else if (a->program && (!isa || strlen(isa->name) != strlen(a->program)))
		code = fl_complain(FL_USAGE, "--program is %s, not '%s'", fl_isa_list(FL_ISA_NAMES).s,
				   a->program);
	else
		code = program(a, data, n, isa);
	free(data);
	return code;
}
