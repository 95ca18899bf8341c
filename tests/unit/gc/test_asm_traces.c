/* SPDX-License-Identifier: MIT
 *
 * Every shader program of the recorded streams of Mesa's driver as text, and back to the same words.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "hw/regs/gc.h"
#include "lib/gc/asm.h"

#include "tests/unit/test_asm_rig.h"

#include <stdlib.h>

TestSuite(gc_asm_traces, .timeout = 60);

/* Where GC2000 and GC3000 have instructions (GC facts 5.1), words and records of a trace at most */
enum { CODE_FIRST = 0x8000, CODE_END = 0x10000, MEMS = 4096, CODE = 1024 };

static struct fl_gc_program program;
static char text[1 << 18];

struct walk {
	uint8_t level;
	uint32_t state[0x40000 / 4];
	const uint8_t *mem[MEMS];
	uint32_t n_mem, programs, instructions;
};
static struct walk walk;

static void round_trip(const uint32_t (*words)[FL_GC_WORDS], uint32_t n, const char *name)
{
	struct fl_asm_out out;
	bool ok;

	fl_asm_out(&out, text, sizeof text);
	cr_assert_eq(fl_gc_disasm(walk.level, words, n, &out), 0u, "%s\n%s", name, text);
	/* Mesa's driver sets no bit that its own assembler has no name for. */
	cr_assert(!strchr(text, '^'), "%s\n%s", name, text);
	ok = fl_gc_asm(&program, walk.level, text, out.need_B);
	asm_check_right(&program.source, ok, text);
	cr_assert(program.n == n && !memcmp(program.words, words, n * sizeof *words), "%s\n%s", name, text);
	walk.programs++;
	walk.instructions += n;
}

/* Instructions that a LOAD_STATE writes to the memory of the core */
static void states(const uint32_t *dw, uint32_t first, uint32_t count, const char *name)
{
	static uint32_t code[CODE / 4][FL_GC_WORDS];

	for (uint32_t i = 0; i < count; i++)
		if (first / 4 + i < sizeof walk.state / sizeof walk.state[0])
			walk.state[first / 4 + i] = dw[i];
	if (first < CODE_FIRST || first >= CODE_END)
		return;
	cr_assert(count % 4 == 0 && count <= CODE, "%s: %u words of instructions", name, count);
	memcpy(code, dw, count * 4ul);
	round_trip((const uint32_t(*)[FL_GC_WORDS])code, count / 4, name);
}

static void memory_program(uint32_t address, uint32_t last, const char *name)
{
	static uint32_t code[CODE][FL_GC_WORDS];
	uint32_t known = 0;

	cr_assert_lt(last, (uint32_t)CODE);
	memset(code, 0, sizeof code);
	for (uint32_t k = 0; k < walk.n_mem; k++) {
		const uint8_t *m = walk.mem[k];
		uint64_t at = fl_gtrc_u64(m), n_B = fl_gtrc_u32(m + 8);

		for (uint32_t i = 0; i < (last + 1) * FL_GC_WORDS; i++)
			if (at <= address + i * 4 && address + i * 4 + 4ull <= at + n_B) {
				code[i / FL_GC_WORDS][i % FL_GC_WORDS] =
				    fl_gtrc_u32(m + 16 + (address + i * 4 - at));
				known++;
			}
	}
	/* Memory begins with zeros, and one instruction of zeros, a NOP, is not written. */
	cr_assert(known || !last, "%s: no memory at 0x%x", name, address);
	round_trip((const uint32_t(*)[FL_GC_WORDS])code, last + 1, name);
}

static void stream(const uint8_t *data, uint32_t n, const char *name)
{
	uint32_t *dw = malloc(n * 4ul + 4);

	memcpy(dw, data, n * 4ul);
	for (uint32_t i = 0; i < n;) {
		uint32_t op = dw[i] >> 27, count = dw[i] >> 16 & 0x3ff;

		if (op == GC_FE_OPCODE__LOAD_STATE) {
			count = count ? count : 1024;
			states(dw + i + 1, (dw[i] & 0xffff) * 4, count, name);
			i += (count + 2) & ~1u;
			continue;
		}
		if (op == GC_FE_OPCODE__DRAW_INSTANCED && walk.state[GC_VS_INST_ADDR / 4]) {
			memory_program(walk.state[GC_VS_INST_ADDR / 4],
				       walk.state[GC_VS_ICACHE_COUNT / 4] & 0xffff, name);
			memory_program(walk.state[GC_PS_INST_ADDR / 4],
				       walk.state[GC_PS_ICACHE_COUNT / 4] & 0xffff, name);
		}
		i += op == GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES                                 ? 6
		     : op == GC_FE_OPCODE__DRAW_PRIMITIVES || op == GC_FE_OPCODE__DRAW_INSTANCED ? 4
												 : 2;
	}
	free(dw);
}

static void trace(const struct fl_pack_file *f)
{
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	struct fl_err err = {0};
	uint8_t level = walk.level;
	uint32_t programs = walk.programs, instructions = walk.instructions;

	memset(&walk, 0, sizeof walk);
	walk.level = level;
	walk.programs = programs;
	walk.instructions = instructions;
	cr_assert_eq(fl_gtrc_open(&t, f->data, f->size_B, &err), FL_OK);
	while (fl_gtrc_next(&t, &r, &err) > 0) {
		if (r.tag == FL_GTRC_MEM) {
			cr_assert_lt(walk.n_mem, (uint32_t)MEMS);
			walk.mem[walk.n_mem++] = r.data;
		} else if (r.tag == FL_GTRC_IB) {
			stream(r.data + 16, fl_gtrc_u32(r.data + 8), f->name);
		}
	}
}

static void set(const char *path, uint8_t level)
{
	struct fl_err err = {0};
	struct fl_pack_file f;
	size_t size_B, at = 0;
	uint8_t *tar = fl_pack_read(path, &size_B, &err);

	memset(&walk, 0, sizeof walk);
	walk.level = level;
	cr_assert(tar, "%s", err.text);
	while (fl_pack_next(tar, size_B, &at, &f, &err) > 0)
		if (strstr(f.name, ".trace"))
			trace(&f);
	free(tar);
	printf("%s: %u programs, %u instructions\n", path, walk.programs, walk.instructions);
	/* There are 60 scenes, with two programs each. */
	cr_expect_geq(walk.programs, 120u);
}

Test(gc_asm_traces, gc2000)
{
	set("tests/traces/gc.tar.xz", FL_GC_LEVEL_0);
}

Test(gc_asm_traces, gc3000)
{
	set("tests/traces/gc3000.tar.xz", FL_GC_LEVEL_2);
}

Test(gc_asm_traces, gc7000l)
{
	set("tests/traces/gc7000l.tar.xz", FL_GC_LEVEL_5);
}
