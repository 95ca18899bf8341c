/* SPDX-License-Identifier: MIT
 *
 * What the two assemblers have in common: declarations, constants, swizzles.
 */
#ifndef LIB_R500_ASM_DECL_H
#define LIB_R500_ASM_DECL_H

#include "lib/fl_asm_decl.h"
#include "lib/r500/asm.h"

/* Numbers as they are in words: IEEE 754, single precision */
#define FL_R500_FLOAT_SIGN 0x80000000u
#define FL_R500_FLOAT_HALF 0x3f000000u
#define FL_R500_FLOAT_ONE  0x3f800000u

/* Kinds of names */
enum {
	FL_R500_SYM_IN,
	FL_R500_SYM_OUT,
	FL_R500_SYM_CONST,
	FL_R500_SYM_TEMP,
	FL_R500_SYM_ALT,
	FL_R500_SYM_LABEL
};

static inline bool fl_r500_bit(const uint32_t *set, uint32_t i)
{
	return set[i >> 5] >> (i & 31) & 1;
}

static inline void fl_r500_set(uint32_t *set, uint32_t i)
{
	set[i >> 5] |= 1u << (i & 31);
}

/* A register's number for a name with an optional register: "r3" after it, or the lowest run of count in
 * *taken. */
bool fl_r500_asm_place(struct fl_asm *a, const char *prefix, uint32_t *taken, uint32_t limit, uint32_t count,
		       uint32_t *first);
/* const NAME… and option…; the word itself is read. */
bool fl_r500_asm_const(struct fl_asm *a, struct fl_r500_consts *k);
bool fl_r500_asm_option(struct fl_asm *a, uint32_t *options);
/* A new name; an error if it is a register's. */
struct fl_asm_symbol *fl_r500_asm_new_name(struct fl_asm *a, uint8_t kind);
bool fl_r500_asm_meaning(struct fl_asm *a, uint8_t *meaning);
/* A constant that holds v[0 .. n) somewhere: n 1 or 4. Its number, and for n = 1 the component. */
bool fl_r500_asm_pool(struct fl_r500_consts *k, const uint32_t *v, uint32_t n, uint32_t *at,
		      uint32_t *component);
void fl_r500_asm_put_words(struct fl_asm_out *o, const uint32_t *words, uint32_t n, const char *why);
/* Are labels resolved? Label symbols: first is the address, count 1 if it is known. */
struct fl_asm_symbol *fl_r500_asm_label(struct fl_asm *a, uint32_t *index);
bool fl_r500_asm_define_label(struct fl_asm *a, const char *name, uint32_t length, uint32_t address);
bool fl_r500_asm_labels_known(struct fl_asm *a);

#endif
