/* SPDX-License-Identifier: MIT
 *
 * Inside the fragment assembler. R5xx guide 8.3 to 8.6, 11.10.
 */
#ifndef LIB_R500_ASM_FS_H
#define LIB_R500_ASM_FS_H

#include "lib/r500/asm_decl.h"
#include "lib/r500/us.h"

enum fl_r500_fs_kind { FL_R500_FS_VECTOR, FL_R500_FS_DOT, FL_R500_FS_SCALAR };

struct fl_r500_fs_op {
	char name[4];
	int8_t rgb, alpha; /* opcodes; -1: that half has none */
	uint8_t kind, args;
};

/* The order of fl_r500_fs_ops: those that something looks for */
enum { FL_R500_FS_MAD, FL_R500_FS_MAX_OF = 2, FL_R500_FS_OPS = 19 };
extern const struct fl_r500_fs_op fl_r500_fs_ops[FL_R500_FS_OPS];
extern const char fl_r500_fs_tex_ops[7][8];
/* Flags: bits of words 0 to 2; types: mask of the types of instructions that have them. */
struct fl_r500_fs_flag {
	char name[10];
	uint8_t types, word;
	uint32_t bit;
};
enum { FL_R500_FS_FLAGS = 9 };
extern const struct fl_r500_fs_flag fl_r500_fs_flag[FL_R500_FS_FLAGS];
extern const char fl_r500_fs_fc_ops[8][10];

/* An operand's register: what an ADDR field and its two flags hold. Without a constant's flag SRC_NONE says
 * that the other bits are an inline constant. */
enum { SRC_CONST = US_CONST, SRC_REL = US_RELATIVE, SRC_NONE = US_NONE };

/* Code of an inline constant that is exactly the float of these bits (not 0, not negative); -1: there is
 * none. */
int32_t fl_r500_fs_inline(uint32_t bits);
uint32_t fl_r500_fs_inline_value(uint32_t code);
/* NULL, or why an instruction is not valid. */
const char *fl_r500_fs_invalid(const uint32_t w[6]);

/* An ALU or texture instruction out of text. p: names and constants; NULL: registers alone. */
bool fl_r500_fs_instruction(struct fl_asm *a, struct fl_r500_fs *p, uint32_t w[6]);
bool fl_r500_fs_tex(struct fl_asm *a, struct fl_r500_fs *p, uint32_t w[6]);
bool fl_r500_fs_raw_fc(struct fl_asm *a, uint32_t w[6],
		       uint32_t *label); /* *label: its symbol, or UINT32_MAX */
bool fl_r500_fs_flags(struct fl_asm *a, uint32_t w[6]);
/* (p) (p.r) (!p.a) (p.r / p.a): of each half the select and, 8, the inversion. *n: how many are said; one
 * goes for both. */
bool fl_r500_fs_predicate(struct fl_asm *a, uint32_t sel[2], uint32_t *n);
bool fl_r500_fs_temp(struct fl_asm *a, struct fl_r500_fs *p, uint32_t *reg, const char *what);
/* A mask of r g b a after a point; given: was there one? */
bool fl_r500_fs_mask(struct fl_asm *a, uint32_t *mask, bool *given);

/* NOPs, waits, semaphores; and rules that a word alone shows. */
void fl_r500_fs_schedule(struct fl_r500_fs *p, const uint32_t *joins);
bool fl_r500_fs_check(struct fl_asm *a, const uint32_t w[6], const char *at);

struct fl_r500_fs_use {
	uint8_t reg, channels; /* reg 255: any */
	bool late;             /* by presubtract, MDH or MDV */
};
/* Temporaries that an instruction reads. */
uint32_t fl_r500_fs_reads(const uint32_t w[6], struct fl_r500_fs_use use[24]);

/* The table of a jump on what JUMP_FUNC's of that name is not */
#define JUMP_UNLESS(name) (R500_US_FC_JUMP_FUNC__ALWAYS ^ R500_US_FC_JUMP_FUNC__##name)

#define CMN_TYPE(w)       R500_US_CMN_INST__TYPE__GET(w)
#define TYPE_ALU          R500_US_CMN_INST__TYPE__US_INST_TYPE_ALU
#define TYPE_OUT          R500_US_CMN_INST__TYPE__US_INST_TYPE_OUT
#define TYPE_FC           R500_US_CMN_INST__TYPE__US_INST_TYPE_FC
#define TYPE_TEX          R500_US_CMN_INST__TYPE__US_INST_TYPE_TEX
#define SEM_WAIT          R500_US_CMN_INST__TEX_SEM_WAIT(1)
#define ALU_WAIT          R500_US_CMN_INST__ALU_WAIT(1)
#define ALU_NOP           R500_US_CMN_INST__NOP(1)
#define ACQUIRE           R500_US_TEX_INST__TEX_SEM_ACQUIRE(1)

#endif
