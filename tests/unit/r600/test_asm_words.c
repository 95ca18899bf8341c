/* SPDX-License-Identifier: MIT
 *
 * R6xx and R7xx shader words to text and back: every program in the recorded streams of Mesa's driver, and
 * random words.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "hw/regs/r600.h"
#include "lib/r600/asm_own.h"
#include "lib/stream/fl_stream.h"
#include "tests/unit/test_asm_rig.h"

#include <stdlib.h>

TestSuite(r600_asm, .timeout = 120);

static struct fl_r600_program program;
static char text[1 << 21];

/* Returns the instructions that the disassembler calls invalid. */
static uint32_t there_and_back(bool r700, const uint32_t (*words)[2], uint32_t n)
{
	struct fl_asm_out out;
	uint32_t invalid;

	fl_asm_out(&out, text, sizeof(text));
	invalid = fl_r600_disasm(r700, words, n, &out);
	cr_assert_lt(out.need_B, sizeof(text));
	cr_assert_eq(strlen(text), out.need_B);
	asm_check_right(&program.source, fl_r600_asm(&program, r700, text, out.need_B), text);
	cr_assert_eq(program.n, n, "%u slots, not %u:\n%.3000s", program.n, n, text);
	for (uint32_t i = 0; i < n; i++)
		cr_assert_arr_eq(program.words[i], words[i], 8, "slot %u: %08x %08x, not %08x %08x\n%.3000s",
				 i, program.words[i][0], program.words[i][1], words[i][0], words[i][1], text);
	return invalid;
}

/* ---- streams of Mesa's driver -------------------------------------------------------------------------- */
#define BASE   0x40000000u /* of all buffers in these streams */
#define SIZE_B 0x20000000u

static struct {
	bool r700;
	uint8_t *memory;
	uint32_t start[5], gs_mode; /* PS, VS, FS, GS, ES */
	uint32_t programs, slots, residues, missing, n_known;
	uint64_t known[4096]; /* hashes of programs that were looked at */
} seen;

static bool is_known(const uint32_t (*words)[2], uint32_t n)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (uint32_t i = 0; i < 2 * n; i++)
		h = (h ^ words[i / 2][i % 2]) * 0x100000001b3u;
	for (uint32_t i = 0; i < seen.n_known; i++)
		if (seen.known[i] == h)
			return true;
	cr_assert_lt(seen.n_known, 4096u);
	seen.known[seen.n_known++] = h;
	return false;
}

static void look_at(uint32_t start)
{
	uint64_t at = (uint64_t)start << 8;
	uint32_t n;

	if (at < BASE || at >= BASE + (uint64_t)SIZE_B)
		return;
	const uint32_t(*words)[2] = (const uint32_t(*)[2])(seen.memory + (at - BASE));

	/* Of some scenes the program that reads the picture back was not recorded. */
	if (!words[0][0] && !words[0][1]) {
		seen.missing++;
		return;
	}
	n = fl_r600_program_size(seen.r700, words, FL_R600_PROGRAM_MAX);
	if (is_known(words, n))
		return;
	cr_assert_eq(there_and_back(seen.r700, words, n), 0u, "%.3000s", text);
	for (const char *p = text; (p = strchr(p, '^')); p++)
		seen.residues++;
	seen.programs++;
	seen.slots += n;
}

/* What a draw runs: the stages that are on by VGT_GS_MODE */
static void on_event(void *arg, const struct fl_stream_event *e)
{
	static const uint32_t registers[5] = {R600_SQ_PGM_START_PS, R600_SQ_PGM_START_VS,
					      R600_SQ_PGM_START_FS, R600_SQ_PGM_START_GS,
					      R600_SQ_PGM_START_ES};

	(void)arg;
	for (uint32_t i = 0; i < 5; i++) {
		if (e->kind == FL_STREAM_REG && e->offset == registers[i])
			seen.start[i] = e->value;
		if (e->kind == FL_STREAM_DRAW && (i < 3 || seen.gs_mode & 3))
			look_at(seen.start[i]);
	}
	if (e->kind == FL_STREAM_REG && e->offset == R600_VGT_GS_MODE)
		seen.gs_mode = e->value;
}

static void scene(const struct fl_pack_file *file, const char *chip)
{
	struct fl_err err = {0};
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	struct fl_stream s;

	memset(seen.start, 0, sizeof(seen.start));
	seen.gs_mode = 0;
	seen.memory = calloc(1, SIZE_B + 8 * FL_R600_PROGRAM_MAX);
	cr_assert(seen.memory);
	cr_assert_eq(fl_gtrc_open(&t, file->data, file->size_B, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_stream_init(&s, &fl_stream_r600, chip, on_event, NULL, &err), FL_OK, "%s", err.text);
	while (fl_gtrc_next(&t, &r, &err) > 0) {
		if (r.tag == FL_GTRC_MEM) {
			uint64_t at = fl_gtrc_u32(r.data) | (uint64_t)fl_gtrc_u32(r.data + 4) << 32;
			uint32_t n = fl_gtrc_u32(r.data + 8);

			cr_assert(at >= BASE && at + n <= BASE + (uint64_t)SIZE_B);
			memcpy(seen.memory + (at - BASE), r.data + 16, n);
		}
		if (r.tag != FL_GTRC_IB)
			continue;
		uint32_t n = fl_gtrc_u32(r.data + 8), *dw = malloc(4 * (size_t)n + 4);

		memcpy(dw, r.data + 16, 4 * (size_t)n);
		cr_assert_eq(fl_stream_decode(&s, dw, n, &err), FL_OK, "%s: %s", file->name, err.text);
		free(dw);
	}
	free(seen.memory);
}

static void set(const char *name, const char *chip, bool r700, uint32_t least, uint32_t missing)
{
	struct fl_err err = {0};
	struct fl_pack_file file;
	char path[200];
	size_t size, at = 0;
	int more;

	memset(&seen, 0, sizeof(seen));
	seen.r700 = r700;
	snprintf(path, sizeof(path), "tests/traces/%s.tar.xz", name);
	uint8_t *data = fl_pack_read(path, &size, &err);
	cr_assert(data, "%s", err.text);
	while ((more = fl_pack_next(data, size, &at, &file, &err)) > 0)
		if (file.size_B >= 16 && !memcmp(file.data, "GTRC", 4))
			scene(&file, chip);
	cr_assert_eq(more, 0, "%s", err.text);
	free(data);
	cr_assert_leq(seen.missing, missing, "%u programs are not recorded; %u are", seen.missing,
		      seen.programs);
	cr_assert_geq(seen.programs, least, "%u programs, %u slots, %u residues in %s", seen.programs,
		      seen.slots, seen.residues, name);
	cr_assert_eq(seen.residues, 0u, "%u programs, %u slots, %u residues in %s", seen.programs, seen.slots,
		     seen.residues, name);
}

Test(r600_asm, streams_r600)
{
	set("r600", "RV770", true, 75, 1);
}

Test(r600_asm, streams_r600_simple)
{
	set("r600_simple", "RV770", true, 75, 1);
}

Test(r600_asm, streams_r600_r600)
{
	set("r600_r600", "R600", false, 65, 52);
}

Test(r600_asm, streams_r600_rv710)
{
	set("r600_rv710", "RV710", true, 75, 57);
}

/* ---- random words -------------------------------------------------------------------------------------- */
static uint32_t chosen(const uint32_t *list, uint32_t n)
{
	return list[asm_random() % n];
}

/* Operations that stand alone in their group: any but those that take several units. */
static uint32_t random_inst(bool r700, bool op3)
{
	for (;;) {
		uint32_t inst = asm_random() % (op3 ? 32 : 128);
		const struct fl_r600_op *op = fl_r600_alu_op(op3, inst);

		if (op && !(op->flags & (FL_R600_ALL_FOUR | (r700 ? FL_R600_ONLY_R6 : FL_R600_ONLY_R7))) &&
		    !(op->flags & FL_R600_ONLY_R7 && op->flags & FL_R600_VECTOR))
			return inst;
	}
}

static void random_source(uint32_t w[2], uint32_t k)
{
	static const uint32_t others[] = {FL_R600_SRC_0,
					  FL_R600_SRC_1,
					  FL_R600_SRC_1_INT,
					  FL_R600_SRC_M_1_INT,
					  FL_R600_SRC_0_5,
					  FL_R600_SRC_LITERAL,
					  FL_R600_SRC_PV,
					  FL_R600_SRC_PS,
					  FL_R600_SRC_DOUBLE,
					  FL_R600_SRC_CFILE,
					  511,
					  160};
	struct fl_r600_src s = {.sel = asm_random() % 192, .chan = asm_random() % 4};

	if (asm_random() % 2)
		s.sel = chosen(others, sizeof(others) / sizeof(others[0]));
	s.rel = fl_r600_can_rel(s.sel) && asm_random() % 8 == 0;
	s.neg = asm_random() % 4 == 0;
	s.abs = asm_random() % 4 == 0 && !fl_r600_is_op3(w);
	fl_r600_alu_set_src(w, k, &s);
}

/* An operation that breaks no rule of its own; its operands' ports and its bank swizzle are the caller's. */
static uint32_t random_op(bool r700, uint32_t w[2])
{
	bool op3 = asm_random() % 4 == 0;
	uint32_t inst = random_inst(r700, op3);
	const struct fl_r600_op *op = fl_r600_alu_op(op3, inst);

	w[0] = R600_SQ_ALU_WORD0__LAST(1) | (asm_random() % (r700 ? 7 : 5)) << 26;
	if (asm_random() % 4 == 0)
		w[0] |= (2 + asm_random() % 2) << R600_SQ_ALU_WORD0__PRED_SEL__SHIFT;
	w[1] = asm_random() & (R600_SQ_ALU_WORD1__DST_GPR__MASK | R600_SQ_ALU_WORD1__DST_CHAN__MASK |
			       R600_SQ_ALU_WORD1__CLAMP__MASK);
	if (asm_random() % 8 == 0)
		w[1] |= R600_SQ_ALU_WORD1__DST_REL(1);
	if (op3) {
		w[1] |= inst << R600_SQ_ALU_WORD1_OP3__ALU_INST__SHIFT;
	} else {
		w[1] |= inst << (r700 ? 7 : 8) | (asm_random() & 0x1c);
		if (op->flags & FL_R600_FLOAT)
			w[1] |= asm_random() % 4 << (r700 ? 5 : 6);
		if (!r700)
			w[1] |= asm_random() & R600_SQ_ALU_WORD1_OP2__FOG_MERGE(1);
	}
	for (uint32_t k = 0; k < op->sources; k++)
		random_source(w, k);
	return op->sources;
}

/* A group of one operation and its literals; returns its slots. */
static uint32_t random_group(bool r700, uint32_t (*out)[2])
{
	for (;;) {
		struct fl_r600_group g = {.r700 = r700, .n = 1};
		struct fl_r600_clause c = {{2, 2}, 1, true};
		struct fl_r600_rule broken;
		uint32_t literals;

		random_op(r700, g.w[0]);
		if (!fl_r600_group_units(&g, &broken) || !fl_r600_group_check(&g, &c, &broken))
			continue;
		fl_r600_set_swizzle(g.w[0], asm_random() % (g.unit[0] == FL_R600_SLOT_T ? 4 : 6));
		if (!fl_r600_group_ports(&g, &broken))
			continue;
		memcpy(out[0], g.w[0], 8);
		literals = fl_r600_literal_slots(out, 1);
		for (uint32_t i = 0; i < 2 * literals; i++)
			out[1 + i / 2][i % 2] = asm_random();
		return 1 + literals;
	}
}

static uint32_t add_alu(bool r700, uint32_t *cf, uint32_t (*w)[2], uint32_t at)
{
	uint32_t n = 2, before = 0;

	/* AR and PV have a value behind this: MOVA_INT. */
	w[at][0] = R600_SQ_ALU_WORD0__LAST(1);
	w[at][1] = 0x18u << (r700 ? 7 : 8);
	w[at + 1][0] = R600_SQ_ALU_WORD0__LAST(1);
	w[at + 1][1] = 0x19u << (r700 ? 7 : 8);
	while (n < 100) {
		before = random_group(r700, w + at + n);
		n += before;
	}
	cf[0] = at |
		(asm_random() &
		 (R600_SQ_CF_ALU_WORD0__KCACHE_BANK0__MASK | R600_SQ_CF_ALU_WORD0__KCACHE_BANK1__MASK)) |
		(2 + asm_random() % 2) << R600_SQ_CF_ALU_WORD0__KCACHE_MODE0__SHIFT;
	cf[1] = (2 + asm_random() % 2) | (asm_random() & (0xff << 2 | 0xff << 10 | 1u << 25 | 3u << 30)) |
		(n - 1) << R600_SQ_CF_ALU_WORD1__COUNT__SHIFT |
		chosen((const uint32_t[]){8, 9, 10, 11, 13, 14, 15}, 7)
		    << R600_SQ_CF_ALU_WORD1__CF_INST__SHIFT;
	return n;
}

static void random_fetch(bool r700, bool vertex, uint32_t w[4])
{
	do {
		for (uint32_t i = 0; i < 4; i++)
			w[i] = asm_random();
		if (vertex)
			w[0] = (w[0] & ~31u) | asm_random() % (r700 ? 3 : 2);
	} while (fl_r600_fetch_check(r700, fl_r600_cf_named(vertex ? "VTX" : "TEX", 3), w));
}

static uint32_t add_fetches(bool r700, bool vertex, uint32_t *cf, uint32_t (*w)[2], uint32_t at)
{
	uint32_t n = 1 + asm_random() % (r700 ? 16 : 8);

	for (uint32_t i = 0; i < n; i++)
		random_fetch(r700, vertex, w[at + 2 * i]);
	cf[0] = at;
	cf[1] = (vertex ? 2u + asm_random() % 2 : 1u) << R600_SQ_CF_WORD1__CF_INST__SHIFT |
		((n - 1) & 7) << 10 | (n - 1) >> 3 << R600_SQ_CF_WORD1__COUNT_3__SHIFT |
		(asm_random() & (0x3ff | 0x3f << 13 | 1u << 22 | 3u << 30));
	return 2 * n;
}

static void add_flow(bool r700, uint32_t *cf, uint32_t n_cf)
{
	static const uint32_t plain[] = {0,    4,    5,    6,    7,    8,    9,    0xa,  0xb,  0xc,  0xd,
					 0xe,  0xf,  0x10, 0x11, 0x12, 0x13, 0x15, 0x16, 0x17, 0x18, 0x20,
					 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x3a, 0x1a};
	uint32_t inst = chosen(plain, r700 ? 32 : 30);

	cf[0] = asm_random() % n_cf;
	cf[1] = asm_random() & ~(R600_SQ_CF_WORD1__CF_INST__MASK | R600_SQ_CF_WORD1__END_OF_PROGRAM__MASK);
	cf[1] |= inst << R600_SQ_CF_WORD1__CF_INST__SHIFT;
	if (inst < 0x20)
		return;
	cf[0] = asm_random() & ~(3u << 13 | 0x40u << 15); /* registers below 64, type 0 */
	for (uint32_t i = 0; i < 12 && inst < 0x3a; i += 3)
		if ((cf[1] >> i & 7) == 6)
			cf[1] ^= 1u << i;
}

/* A program of all kinds of clauses, none of whose instructions is invalid; returns its slots. */
static uint32_t random_program(bool r700, uint32_t (*w)[2])
{
	enum { N_CF = 12 };
	uint32_t at = N_CF;

	memset(w, 0, FL_R600_PROGRAM_MAX * sizeof(w[0]));
	for (uint32_t i = 0; i < N_CF - 2; i++) {
		uint32_t kind = i < 3 ? i : asm_random() % 8;

		if (kind == 0) {
			at += add_alu(r700, w[i], w, at);
		} else if (kind < 3) {
			at += at & 1;
			at += add_fetches(r700, kind == 1, w[i], w, at);
		} else {
			add_flow(r700, w[i], N_CF);
		}
	}
	w[N_CF - 2][1] = 0x28u << R600_SQ_CF_WORD1__CF_INST__SHIFT;
	w[N_CF - 1][1] = R600_SQ_CF_WORD1__END_OF_PROGRAM(1);
	return at;
}

static void random_programs(bool r700)
{
	static uint32_t words[FL_R600_PROGRAM_MAX][2];

	for (uint32_t slots = 0; slots < 100000;) {
		uint32_t n = random_program(r700, words);

		cr_assert_eq(there_and_back(r700, (const uint32_t(*)[2])words, n), 0u, "%.3000s", text);
		slots += n;
	}
}

Test(r600_asm, a_hundred_thousand_valid_words_of_r600)
{
	random_programs(false);
}

Test(r600_asm, a_hundred_thousand_valid_words_of_r700)
{
	random_programs(true);
}

/* Words of any kind come back too; those that mean nothing are called so. */
Test(r600_asm, words_that_are_not_valid_come_back)
{
	static uint32_t words[FL_R600_PROGRAM_MAX][2];
	uint32_t invalid = 0;

	for (uint32_t round = 0; round < 2000; round++) {
		bool r700 = round & 1;
		uint32_t n = 1 + asm_random() % 60;

		if (round % 4 < 2) { /* nothing but noise */
			for (uint32_t i = 0; i < n; i++)
				words[i][0] = asm_random() % (round % 8 ? 100 : UINT32_MAX),
				words[i][1] = asm_random();
		} else { /* a program with some bits flipped */
			n = random_program(r700, words);
			for (uint32_t i = 0; i < 20; i++)
				words[asm_random() % n][asm_random() % 2] ^= 1u << asm_random() % 32;
		}
		invalid += there_and_back(r700, (const uint32_t(*)[2])words, n) > 0;
	}
	cr_assert_gt(invalid, 1500u, "%u", invalid);
}
