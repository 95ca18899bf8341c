/* SPDX-License-Identifier: MIT
 *
 * make check-llvm: lines of every instruction of Sea Islands through LLVM's assembler (LLVM_MC, llvm-mc-14)
 * and ours: the same words. What our disassembler makes of those words, of random ones, and of programs of
 * fixed function, goes through LLVM, too: the same words again.
 *
 *   check-llvm              all of it; exit code 77 if there is no such LLVM
 *   check-llvm FILE         writes some of the lines, with LLVM's words, as the unit tests read them
 */
#include "lib/cik/asm.h"
#include "tests/llvm/lines.h"
#include "tests/llvm/lowered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	EACH = 12,           /* lines of an instruction and form */
	EXPORTS = 30,        /* times as many of them */
	WRITTEN = 3,         /* of these, into the list of the unit tests */
	MOST = 40000,        /* lines */
	RANDOM_WORDS = 8000, /* of a program */
	RANDOM_PROGRAMS = 8,
	KEYS = 200, /* of fixed function */
	SKIPPED = 77,
	TEXT_B = 200, /* of a word of a program */
};

struct words {
	uint32_t n, w[FL_CIK_INST_MAX];
};

static char dir[] = "/tmp/check-llvm-XXXXXX", lines[MOST][LINES_TEXT];
static struct words llvm[MOST];
static struct fl_cik_program program;
static uint32_t n_lines;
static uint64_t seed = 1;

static FILE *must_open(const char *name, const char *mode)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, mode);
	if (!f) {
		perror(path);
		exit(1);
	}
	return f;
}

/* Runs LLVM over in.s; its exit code. */
static int run(const char *options)
{
	const char *mc = getenv("LLVM_MC");
	char command[400];

	snprintf(command, sizeof command, "cd %s && %s -arch=amdgcn -mcpu=gfx704 %s in.s >out 2>errors", dir,
		 mc ? mc : "llvm-mc-14", options);
	return WEXITSTATUS(system(command));
}

/* Exports are one instruction with many forms. */
static int times(const struct fl_cik_op *op)
{
	return op->encoding == FL_CIK_EXP ? EXPORTS : 1;
}

static void make_lines(void)
{
	for (const struct fl_cik_op *const *t = fl_cik_ops; *t; t++)
		for (const struct fl_cik_op *op = *t; op->name; op++)
			for (int e64 = 0; e64 < 2; e64++)
				for (int i = 0; i < EACH * times(op) && n_lines < MOST; i++)
					if (!e64 || (fl_cik_has_long(op) && op->encoding != FL_CIK_VOP3))
						lines_make(&seed, op, e64, lines[n_lines++]);
}

/* A line for each of ours: an error, or what it encodes. Labels of our own say which line it is. */
static void ask_llvm(void)
{
	FILE *f = must_open("in.s", "w");
	char text[400], *at;
	int32_t line = -1;

	for (uint32_t i = 0; i < n_lines; i++)
		fprintf(f, "line_%u:\n%s\n", i, lines[i]);
	fclose(f);
	run("-show-encoding");
	f = must_open("out", "r");
	while (fgets(text, sizeof text, f)) {
		struct words *w;

		sscanf(text, "line_%d:", &line);
		at = strstr(text, "encoding: [");
		if (!at || line < 0)
			continue;
		w = &llvm[line];
		at += strlen("encoding: [");
		for (uint32_t b = 0; b < 4 * FL_CIK_INST_MAX && *at != ']'; b++, at += *at == ',') {
			w->w[b / 4] |= (uint32_t)strtoul(at, &at, 16) << 8 * (b % 4);
			w->n = b / 4 + 1;
		}
	}
	fclose(f);
}

static uint32_t compare_lines(void)
{
	uint32_t same = 0, wrong = 0, refused = 0, alone = 0;

	for (uint32_t i = 0; i < n_lines; i++) {
		bool ok = fl_cik_asm(&program, lines[i], strlen(lines[i]));

		refused += !llvm[i].n;
		alone += ok && !llvm[i].n;
		if (!llvm[i].n)
			continue;
		if (ok && program.n == llvm[i].n && !memcmp(program.words, llvm[i].w, 4ul * program.n)) {
			same++;
			continue;
		}
		if (wrong++ < 20)
			printf("%s: LLVM says 0x%08x 0x%08x, we 0x%08x 0x%08x%s\n", lines[i], llvm[i].w[0],
			       llvm[i].w[1], program.words[0], program.words[1], ok ? "" : " (refused)");
	}
	printf("%u lines: %u have the same words, %u others; LLVM refuses %u, of which we take %u\n", n_lines,
	       same, wrong, refused, alone);
	return wrong;
}

/* ---- disassembly --------------------------------------------------------------------------------------- */
/* The .text of an ELF file */
static bool text_is(const uint32_t *words, uint32_t n)
{
	static uint8_t elf[4 << 20];
	FILE *f = must_open("out.o", "r");
	size_t size = fread(elf, 1, sizeof elf, f), at;
	uint64_t sections, where, length, flags;
	uint16_t count;

	fclose(f);
	if (size < 64)
		return false;
	memcpy(&sections, elf + 40, 8);
	memcpy(&count, elf + 60, 2);
	for (at = sections; count--; at += 64) {
		if (at + 64 > size)
			return false;
		memcpy(&flags, elf + at + 8, 8);
		memcpy(&where, elf + at + 24, 8);
		memcpy(&length, elf + at + 32, 8);
		if (flags & 4 && length) /* SHF_EXECINSTR */
			return length == 4ul * n && where + length <= size &&
			       !memcmp(elf + where, words, length);
	}
	return false;
}

static bool comes_back(const uint32_t *words, uint32_t n, const char *what)
{
	const size_t room = 1000 + (size_t)n * TEXT_B;
	char *text = malloc(room), error[400] = "";
	struct fl_asm_out out;
	FILE *f = must_open("in.s", "w");
	bool ok;

	if (!text)
		return false;
	fl_asm_out(&out, text, room);
	fl_cik_disasm(words, n, &out);
	fputs(text, f);
	fclose(f);
	ok = fl_cik_asm(&program, text, strlen(text)) && program.n == n &&
	     !memcmp(program.words, words, 4ul * n);
	if (!ok)
		printf("%s: our own assembler does not give the words back\n", what);
	if (run("-filetype=obj -o out.o") || !text_is(words, n)) {
		ok = false;
		f = must_open("errors", "r");
		printf("%s: LLVM does not give the words back: %s\n", what,
		       fgets(error, sizeof error, f) ? error : "others");
		fclose(f);
	}
	free(text);
	return ok;
}

static uint32_t random_word(void)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(seed >> 32);
}

/* A word that stands in a line, with a few other bits, or any */
static uint32_t likely_word(void)
{
	const struct words *w = &llvm[random_word() % (n_lines ? n_lines : 1)];
	uint32_t v = w->n ? w->w[random_word() % w->n] : random_word();

	for (uint32_t flips = random_word() % 4; flips; flips--)
		v ^= 1u << random_word() % 32;
	return v;
}

static uint32_t fixed_function(void)
{
	static uint32_t words[FL_CIK_PROGRAM_MAX];
	uint32_t n = 0, wrong = 0, all = 0;

	for (uint32_t i = 0; i < KEYS; i++) {
		const uint32_t *w;
		const uint32_t more = lowered_make(&seed, &w);

		memcpy(words + n, w, 4ul * more);
		n += more;
		all += more;
		if (i < KEYS - 1 && n + LOWERED_MAX <= FL_CIK_PROGRAM_MAX)
			continue;
		wrong += !comes_back(words, n, "fixed function");
		n = 0;
	}
	printf("%u words of fixed function in %u programs%s\n", all, KEYS,
	       wrong ? ", which did not come back" : "");
	return wrong;
}

static uint32_t disassemble(void)
{
	static uint32_t words[FL_CIK_PROGRAM_MAX];
	uint32_t n = 0, wrong = 0, programs = 0, all = 0;
	char what[40];

	for (uint32_t i = 0; i <= n_lines; i++) {
		if (i == n_lines || n + llvm[i].n > RANDOM_WORDS) {
			snprintf(what, sizeof what, "program %u of lines", programs++);
			wrong += !comes_back(words, n, what);
			all += n;
			n = 0;
		}
		if (i < n_lines)
			memcpy(words + n, llvm[i].w, 4ul * llvm[i].n);
		n += i < n_lines ? llvm[i].n : 0;
	}
	for (uint32_t i = 0; i < RANDOM_PROGRAMS; i++) {
		for (n = 0; n < RANDOM_WORDS; n++)
			words[n] = i % 2 ? random_word() : likely_word();
		snprintf(what, sizeof what, "random program %u", i);
		wrong += !comes_back(words, n, what);
		all += n;
	}
	printf("%u words in %u programs disassembled, %u programs did not come back\n", all,
	       programs + RANDOM_PROGRAMS, wrong);
	return wrong;
}

static int write_table(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f) {
		perror(path);
		return 1;
	}
	fprintf(f, "Written by LLVM 14 for gfx704 (tests/llvm): lines, and the words that it encodes.\n");
	for (uint32_t i = 0, of_these = 0; i < n_lines; i++) {
		of_these = i % EACH ? of_these : 0;
		if (!llvm[i].n || of_these++ >= WRITTEN)
			continue;
		fprintf(f, "%s =", lines[i]);
		for (uint32_t k = 0; k < llvm[i].n; k++)
			fprintf(f, " %08x", llvm[i].w[k]);
		fprintf(f, "\n");
	}
	return fclose(f) ? 1 : 0;
}

int main(int argc, char **argv)
{
	char command[64];
	uint32_t wrong;

	if (!mkdtemp(dir))
		return 1;
	fclose(must_open("in.s", "w"));
	if (run("")) {
		printf("skipped: there is no LLVM for amdgcn (LLVM_MC, llvm-mc-14)\n");
		return SKIPPED;
	}
	make_lines();
	ask_llvm();
	wrong =
	    argc > 1 ? (uint32_t)write_table(argv[1]) : compare_lines() + disassemble() + fixed_function();
	snprintf(command, sizeof command, "rm -r %s", dir);
	return system(command) || wrong;
}
