/* SPDX-License-Identifier: MIT
 *
 * The instruction sets of Vivante's cores, for code that works with any family's.
 */
#include "lib/fl_asm_isa.h"
#include "lib/gc/asm.h"

static const char *const kinds[] = {"label", "in", "out", "temp", "const", "face"};

static bool assemble(void *room, uint8_t level, const char *text, size_t size_B,
		     struct fl_asm_program *program)
{
	struct fl_gc_program *p = room;
	bool ok = fl_gc_asm(p, level, text, size_B);

	*program = (struct fl_asm_program){.source = &p->source,
					   .words = p->words[0],
					   .n = p->n,
					   .constant = (const uint32_t(*)[4])p->constant,
					   .given = p->given,
					   .n_constants = p->n_constants};
	return ok;
}

static bool assemble_0(void *room, const char *text, size_t size_B, struct fl_asm_program *p)
{
	return assemble(room, FL_GC_LEVEL_0, text, size_B, p);
}

static bool assemble_2(void *room, const char *text, size_t size_B, struct fl_asm_program *p)
{
	return assemble(room, FL_GC_LEVEL_2, text, size_B, p);
}

static bool assemble_5(void *room, const char *text, size_t size_B, struct fl_asm_program *p)
{
	return assemble(room, FL_GC_LEVEL_5, text, size_B, p);
}

static uint32_t disassemble_0(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	return fl_gc_disasm(FL_GC_LEVEL_0, (const uint32_t(*)[FL_GC_WORDS])words, n, out);
}

static uint32_t disassemble_2(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	return fl_gc_disasm(FL_GC_LEVEL_2, (const uint32_t(*)[FL_GC_WORDS])words, n, out);
}

static uint32_t disassemble_5(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	return fl_gc_disasm(FL_GC_LEVEL_5, (const uint32_t(*)[FL_GC_WORDS])words, n, out);
}

const struct fl_asm_isa fl_gc_isas[] = {
    {"GC2000", "GC2000", FL_GC_WORDS, FL_GC_PROGRAM_MAX, kinds, "GC400 GC880 GC2000",
     sizeof(struct fl_gc_program), assemble_0, disassemble_0, NULL},
    {"GC3000", "GC3000", FL_GC_WORDS, FL_GC_PROGRAM_MAX, kinds, "GC3000", sizeof(struct fl_gc_program),
     assemble_2, disassemble_2, NULL},
    {"GC7000L", "GC7000L", FL_GC_WORDS, FL_GC_PROGRAM_MAX, kinds, "GC7000L", sizeof(struct fl_gc_program),
     assemble_5, disassemble_5, NULL},
    {NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL},
};
