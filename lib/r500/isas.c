/* SPDX-License-Identifier: MIT
 *
 * The instruction sets of R3xx to R5xx, for code that works with any family's: vertex programs (PVS) and
 * fragment programs (US).
 */
#include "lib/fl_asm_isa.h"
#include "lib/r500/asm.h"

/* Of a symbol: in the order of asm_decl.h. */
static const char *const kinds[] = {"input", "output", "constant", "temporary", "alternate temporary",
				    "label"};

enum {
	CONSTANTS =
	    sizeof(((struct fl_r500_consts *)0)->value) / sizeof(((struct fl_r500_consts *)0)->value[0])
};

static struct fl_asm_program program(const struct fl_asm *source, const uint32_t *words, uint32_t n,
				     const struct fl_r500_consts *k)
{
	return (struct fl_asm_program){source, words, n, k->value, k->given, CONSTANTS};
}

static bool vs_assemble(void *room, const char *text, size_t size_B, struct fl_asm_program *p)
{
	struct fl_r500_vs *vs = room;
	bool ok = fl_r500_vs_asm(vs, text, size_B);

	*p = program(&vs->source, vs->words[0], vs->n, &vs->consts);
	return ok;
}

static bool fs_assemble(void *room, const char *text, size_t size_B, struct fl_asm_program *p)
{
	struct fl_r500_fs *fs = room;
	bool ok = fl_r500_fs_asm(fs, text, size_B);

	*p = program(&fs->source, fs->words[0], fs->n, &fs->consts);
	return ok;
}

static uint32_t vs_disassemble(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	return fl_r500_vs_disasm((const uint32_t(*)[4])words, n, out);
}

static uint32_t fs_disassemble(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	return fl_r500_fs_disasm((const uint32_t(*)[6])words, n, out);
}

const struct fl_asm_isa fl_r500_isas[] = {
    {"PVS", "vertex", 4, FL_R500_VS_MAX, kinds, "", sizeof(struct fl_r500_vs), vs_assemble, vs_disassemble,
     NULL},
    {"US", "fragment", 6, FL_R500_FS_MAX, kinds, "", sizeof(struct fl_r500_fs), fs_assemble, fs_disassemble,
     NULL},
    {NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL},
};
