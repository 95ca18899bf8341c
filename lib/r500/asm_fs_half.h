/* SPDX-License-Identifier: MIT
 *
 * Inside the fragment assembler: what the text of an ALU instruction's half says, before it is known which
 * source slots hold its operands. R5xx guide 8.4.
 */
#ifndef LIB_R500_ASM_FS_HALF_H
#define LIB_R500_ASM_FS_HALF_H

#include "lib/r500/asm_fs.h"

enum fl_r500_fs_form { F_PLAIN, F_MOV, F_ADD, F_SUB, F_MUL };
enum fl_r500_fs_arg_kind { ARG_NUMBER, ARG_REG, ARG_PRESUB, ARG_SLOT };

struct fl_r500_fs_arg {
	uint8_t kind, mod;
	uint8_t sel;     /* ARG_SLOT: 0 to 3 */
	uint8_t presub;  /* ARG_PRESUB: the operation */
	uint16_t reg[2]; /* ARG_REG: the first; ARG_PRESUB: src0 and src1 */
	uint8_t swz[4], n_swz;
	const char *at;
};

struct fl_r500_fs_half {
	bool there;
	const struct fl_r500_fs_op *op;
	enum fl_r500_fs_form form;
	uint32_t omod, clamp, pred[2], n_pred; /* pred: select | inversion << 3 */
	bool omod_given;
	/* destinations; masks 255: not given */
	bool temp, out, depth, bits, result;
	uint32_t reg, wmask, target, omask, result_sel, result_op;
	uint32_t n;
	struct fl_r500_fs_arg arg[3];
	const char *at;
};

/* A half, or a whole instruction that is the same in both: [predicate] operation destinations, sources. "_"
 * is a half that is not there. */
bool fl_r500_fs_half(struct fl_asm *a, struct fl_r500_fs *p, struct fl_r500_fs_half *h);
/* r, c or k, or a name of one, or _; the word of a source: SRC_… */
bool fl_r500_fs_register(struct fl_asm *a, struct fl_r500_fs *p, uint32_t *reg);

#endif
