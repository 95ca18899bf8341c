/* SPDX-License-Identifier: MIT
 *
 * Between the files of Vivante's assembler and disassembler.
 */
#ifndef LIB_GC_ASM_OWN_H
#define LIB_GC_ASM_OWN_H

#include "lib/gc/asm.h"

/* What a level's programs can have. Instructions and uniforms: what all chips of the level have room for (GC
 * facts 0, 5.1). */
struct fl_gc_limits {
	const char *name;
	uint16_t instructions;
	uint16_t vs_uniforms, ps_uniforms;
	uint8_t vs_sampler, vs_samplers, ps_samplers; /* the vertex program's first; how many */
	bool immediates;
	bool many_uniforms; /* sources of one instruction may be different uniforms */
};
extern const struct fl_gc_limits fl_gc_limits[FL_GC_LEVELS];

/* 1: it was a declaration, -1: and is wrong, 0: it is none */
int fl_gc_take_declaration(struct fl_gc_program *p);
/* Rules that hold whatever the text: what is wrong with an instruction, or NULL. *src: the source that it is
 * about, 3: the destination, 4: the operation. */
const char *fl_gc_check(const struct fl_gc_limits *l, uint8_t stage, const struct fl_gc_op *op,
			const struct fl_gc_inst *i, uint32_t *src);
/* An instruction's text into its words. label: the symbol that it goes to and 1; 0: to a number. */
bool fl_gc_take_inst(struct fl_gc_program *p, uint32_t *words, uint16_t *label, const char **label_at);
/* The text of one; target: what stands for the place that it goes to, NULL: its number. */
void fl_gc_put_inst(struct fl_asm_out *out, const struct fl_gc_op *op, const struct fl_gc_inst *i,
		    const char *target);
/* Clears what that text does not say. */
void fl_gc_put_only(const struct fl_gc_op *op, struct fl_gc_inst *i);

/* Names of modifiers, by what the fields say; an empty one is not written, NULL is none. */
extern const char *const fl_gc_conditions[32],
    *const fl_gc_types[8], *const fl_gc_roundings[4], *const fl_gc_threads[4], *const fl_gc_masks[16];
/* Instructions that Mesa writes without .pack, which they always are: with no source, and of control flow */
static inline bool fl_gc_is_packed(const struct fl_gc_op *op)
{
	return op->form == FL_GC_FLOW || !(op->needs | op->may);
}

#endif
