/* SPDX-License-Identifier: MIT
 *
 * The instruction sets of R6xx and R7xx, for code that works with any family's.
 */
#include "lib/fl_asm_isa.h"
#include "lib/r600/asm.h"

static const char *const kinds[] = {"label", "in", "out", "temp", "const"};

static bool assemble(void *room, bool r700, const char *text, size_t size_B, struct fl_asm_program *program)
{
	struct fl_r600_program *p = room;
	bool ok = fl_r600_asm(p, r700, text, size_B);

	*program = (struct fl_asm_program){.source = &p->source,
					   .words = p->words[0],
					   .n = p->n,
					   .constant = (const uint32_t(*)[4])p->constant,
					   .given = p->given,
					   .n_constants = p->n_constants};
	return ok;
}

static bool r600_assemble(void *room, const char *text, size_t size_B, struct fl_asm_program *p)
{
	return assemble(room, false, text, size_B, p);
}

static bool r700_assemble(void *room, const char *text, size_t size_B, struct fl_asm_program *p)
{
	return assemble(room, true, text, size_B, p);
}

static uint32_t r600_disassemble(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	return fl_r600_disasm(false, (const uint32_t(*)[2])words, n, out);
}

static uint32_t r700_disassemble(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	return fl_r600_disasm(true, (const uint32_t(*)[2])words, n, out);
}

const struct fl_asm_isa fl_r600_isas[] = {
    {"R600", "R6xx", 2, FL_R600_PROGRAM_MAX, kinds, "R600 RV610 RV620 RV630 RV635 RV670 RS780 RS880",
     sizeof(struct fl_r600_program), r600_assemble, r600_disassemble, NULL},
    {"R700", "R7xx", 2, FL_R600_PROGRAM_MAX, kinds, "RV770 RV730 RV710 RV740", sizeof(struct fl_r600_program),
     r700_assemble, r700_disassemble, NULL},
    {NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL},
};
