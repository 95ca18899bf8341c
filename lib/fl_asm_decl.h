/* SPDX-License-Identifier: MIT
 *
 * Declarations in the shader assemblers' languages, as far as they are the same in all of them: new names,
 * how many vectors they stand for, values of constants, what a program's inputs and outputs mean, and the
 * attributes of vertices. Where such things lie (registers, and how many there are) is each family's own.
 */
#ifndef LIB_FL_ASM_DECL_H
#define LIB_FL_ASM_DECL_H

#include "lib/fl_array.h"
#include "lib/fl_asm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What inputs of fragment programs and outputs of programs before them mean, in the order of the R5xx's
 * output memory (R5xx guide 7.4.5) as far as it goes */
enum {
	FL_MEANS_POSITION,
	FL_MEANS_POINT_SIZE,
	FL_MEANS_COLOR,        /* to color3 */
	FL_MEANS_TEXCOORD = 6, /* to texcoord7 */
	FL_MEANS_FACE = 14,    /* of fragment inputs alone, */
	FL_MEANS_PIXEL,        /* and this of R5xx alone: elsewhere position says it */
	FL_MEANINGS
};
/* Those of programs whose inputs have no pixel */
#define FL_MEANINGS_COMMON FL_MEANS_PIXEL

/* Reads a new name, of one vector so far. NULL, with an error: there is none, or is_language() says that the
 * language has it for something else, or the table of names is full, or it is there. */
struct fl_asm_symbol *fl_asm_take_new(struct fl_asm *a, uint8_t kind,
				      bool (*is_language)(const char *name, uint32_t length));
/* `[N]` behind a name, which may be missing: symbol->count, from 1 to most. */
bool fl_asm_take_count(struct fl_asm *a, struct fl_asm_symbol *symbol, uint32_t most);
/* `= VECTOR, VECTOR …`, n of them, which may be missing: *given says whether they are there; v is all zeros
 * else. */
bool fl_asm_take_values(struct fl_asm *a, uint32_t (*v)[4], uint32_t n, bool *given);
/* What a name means; FL_MEANINGS: nothing. */
uint32_t fl_asm_meaning(const char *name, uint32_t length);
/* `: MEANING` behind a symbol, whose name is its meaning where nothing is behind it; below
 * FL_MEANINGS_COMMON. */
bool fl_asm_take_meaning(struct fl_asm *a, const struct fl_asm_symbol *symbol, uint32_t *meaning);
/* Of geometry programs: what they take, and what strips of they emit. 0 is nothing. */
enum { FL_ASM_POINTS = 1, FL_ASM_LINES, FL_ASM_TRIANGLES };
#define FL_ASM_EMITS_MAX 1023u /* vertices that a geometry program makes of one primitive */
/* points, lines or triangles */
bool fl_asm_take_primitive(struct fl_asm *a, uint8_t *primitive);
/* The same, and how many vertices at most, from 1 to FL_ASM_EMITS_MAX */
bool fl_asm_take_emits(struct fl_asm *a, uint8_t *primitive, uint16_t *vertices);
/* The attribute of that name in struct fl_arrays; FL_ATTRIBUTES: there is none. */
uint32_t fl_asm_attribute(const struct fl_asm_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
