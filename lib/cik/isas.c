/* SPDX-License-Identifier: MIT
 *
 * The instruction set of Sea Islands, for code that works with any family's.
 */
#include "lib/cik/asm.h"
#include "lib/fl_asm_isa.h"

static const char *const kinds[] = {"label", "in",    "out",     "temp",  "scalar",
				    "const", "table", "texture", "stream"};

static bool assemble(void *room, const char *text, size_t size_B, struct fl_asm_program *program)
{
	struct fl_cik_program *p = room;
	bool ok = fl_cik_asm(p, text, size_B);

	*program = (struct fl_asm_program){.source = &p->source, .words = p->words, .n = p->n};
	return ok;
}

const struct fl_asm_isa fl_cik_isas[] = {
    {"GFX7", "Sea Islands", 1, FL_CIK_PROGRAM_MAX, kinds, "BONAIRE HAWAII KAVERI KABINI MULLINS",
     sizeof(struct fl_cik_program), assemble, fl_cik_disasm, fl_cik_graph},
    {NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL},
};
