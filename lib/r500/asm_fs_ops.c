/* SPDX-License-Identifier: MIT
 *
 * Fragment operations, inline constants, and what makes an instruction valid. R5xx guide 8.4, 8.5.1, 8.6.3,
 * 11.10.
 */
#include "lib/r500/asm_fs.h"
#include "hw/regs/r500.h"

#define RGB(name)   (int8_t) R500_US_ALU_RGBA_INST__RGB_OP__OP_##name
#define ALPHA(name) (int8_t) R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_##name
#define BOTH(name)  #name, RGB(name), ALPHA(name)

const struct fl_r500_fs_op fl_r500_fs_ops[FL_R500_FS_OPS] = {
    {BOTH(MAD), FL_R500_FS_VECTOR, 3},
    {BOTH(MIN), FL_R500_FS_VECTOR, 2},
    {BOTH(MAX), FL_R500_FS_VECTOR, 2},
    {BOTH(CND), FL_R500_FS_VECTOR, 3},
    {BOTH(CMP), FL_R500_FS_VECTOR, 3},
    {BOTH(FRC), FL_R500_FS_VECTOR, 1},
    {BOTH(MDH), FL_R500_FS_VECTOR, 2},
    {BOTH(MDV), FL_R500_FS_VECTOR, 2},
    {"DP3", RGB(DP3), -1, FL_R500_FS_DOT, 2},
    {"DP4", RGB(DP4), -1, FL_R500_FS_DOT, 2},
    {"D2A", RGB(D2A), -1, FL_R500_FS_DOT, 3},
    {"DP", -1, ALPHA(DP), FL_R500_FS_DOT, 0},
    {"SOP", RGB(SOP), -1, FL_R500_FS_SCALAR, 0},
    {"EX2", -1, ALPHA(EX2), FL_R500_FS_SCALAR, 1},
    {"LN2", -1, ALPHA(LN2), FL_R500_FS_SCALAR, 1},
    {"RCP", -1, ALPHA(RCP), FL_R500_FS_SCALAR, 1},
    {"RSQ", -1, ALPHA(RSQ), FL_R500_FS_SCALAR, 1},
    {"SIN", -1, ALPHA(SIN), FL_R500_FS_SCALAR, 1},
    {"COS", -1, ALPHA(COS), FL_R500_FS_SCALAR, 1},
};

enum { ALL = 15, TEX = 1 << TYPE_TEX, FC = 1 << TYPE_FC };
const struct fl_r500_fs_flag fl_r500_fs_flag[FL_R500_FS_FLAGS] = {
    {"wait", ALL, 0, SEM_WAIT},
    {"acquire", TEX, 1, ACQUIRE},
    {"unscaled", TEX, 1, R500_US_TEX_INST__UNSCALED__MASK},
    {"uncovered", TEX, 1, R500_US_TEX_INST__IGNORE_UNCOVERED__MASK},
    {"uncovered", FC, 2, R500_US_FC_INST__IGNORE_UNCOVERED__MASK},
    {"nop", ALL, 0, ALU_NOP},
    {"aluwait", ALL, 0, ALU_WAIT},
    {"last", ALL, 0, R500_US_CMN_INST__LAST__MASK},
    {"inactive", ALL, 0, R500_US_CMN_INST__WRITE_INACTIVE__MASK},
};

const char fl_r500_fs_tex_ops[7][8] = {"TEXNOP", "LD", "KIL", "PROJ", "LODBIAS", "LOD", "DXDY"};
const char fl_r500_fs_fc_ops[8][10] = {"JUMP",   "LOOP",      "ENDLOOP",  "REP",
				       "ENDREP", "BREAKLOOP", "BREAKREP", "CONTINUE"};

/* 4 bits of exponent with bias 7, 3 of mantissa. The guide and Mesa do not agree on exponent 0: it is left
 * alone. */
int32_t fl_r500_fs_inline(uint32_t bits)
{
	uint32_t e = bits >> 23;

	if (bits & 0xfffff || e < 127 - 6 || e > 127 + 8)
		return -1;
	return (int32_t)((e - 120) << 3 | (bits >> 20 & 7));
}

uint32_t fl_r500_fs_inline_value(uint32_t code)
{
	return ((code >> 3) + 120) << 23 | (code & 7) << 20;
}

const char *fl_r500_fs_invalid(const uint32_t w[6])
{
	uint32_t c = w[0];

	if (R500_US_CMN_INST__RGB_PRED_SEL__GET(c) > 5)
		return "no such predicate select";
	switch (CMN_TYPE(c)) {
	case TYPE_FC:
		if (R500_US_FC_INST__A_OP__GET(w[2]) == 3 || R500_US_FC_INST__B_OP0__GET(w[2]) == 3 ||
		    R500_US_FC_INST__B_OP1__GET(w[2]) == 3)
			return "stack operation 3 is reserved";
		return NULL;
	case TYPE_TEX:
		if (R500_US_CMN_INST__ALPHA_PRED_SEL__GET(c) > 5)
			return "no such predicate select";
		return R500_US_TEX_INST__INST__GET(w[1]) == 7 ? "no such texture operation" : NULL;
	}
	uint32_t rgb = R500_US_ALU_RGBA_INST__RGB_OP__GET(w[5]);
	if (R500_US_CMN_INST__ALPHA_PRED_SEL__GET(c) > 5)
		return "no such predicate select";
	if (rgb == 6 || rgb > 12)
		return "no such RGB operation";
	return R500_US_ALU_ALPHA_INST__ALPHA_OP__GET(w[4]) == 4 ? "no such alpha operation" : NULL;
}
