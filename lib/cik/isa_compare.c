/* SPDX-License-Identifier: MIT
 *
 * Vector comparisons: names, operands and opcodes, as LLVM writes them. See isa.h for the operands' letters.
 */
#include "lib/cik/isa.h"

#define FLOATS(cmp, type, args, op)                                                                         \
	{cmp "_f_" type, args, (op), FL_CIK_VOPC}, {cmp "_lt_" type, args, (op) + 1, FL_CIK_VOPC},          \
	    {cmp "_eq_" type, args, (op) + 2, FL_CIK_VOPC}, {cmp "_le_" type, args, (op) + 3, FL_CIK_VOPC}, \
	    {cmp "_gt_" type, args, (op) + 4, FL_CIK_VOPC}, {cmp "_lg_" type, args, (op) + 5, FL_CIK_VOPC}, \
	    {cmp "_ge_" type, args, (op) + 6, FL_CIK_VOPC}, {cmp "_o_" type, args, (op) + 7, FL_CIK_VOPC},  \
	    {cmp "_u_" type, args, (op) + 8, FL_CIK_VOPC}, {cmp "_nge_" type, args, (op) + 9, FL_CIK_VOPC}, \
	    {cmp "_nlg_" type, args, (op) + 10, FL_CIK_VOPC},                                               \
	    {cmp "_ngt_" type, args, (op) + 11, FL_CIK_VOPC},                                               \
	    {cmp "_nle_" type, args, (op) + 12, FL_CIK_VOPC},                                               \
	    {cmp "_neq_" type, args, (op) + 13, FL_CIK_VOPC},                                               \
	    {cmp "_nlt_" type, args, (op) + 14, FL_CIK_VOPC},                                               \
	{                                                                                                   \
		cmp "_tru_" type, args, (op) + 15, FL_CIK_VOPC                                              \
	}
#define INTEGERS(cmp, type, args, op)                                                                       \
	{cmp "_f_" type, args, (op), FL_CIK_VOPC}, {cmp "_lt_" type, args, (op) + 1, FL_CIK_VOPC},          \
	    {cmp "_eq_" type, args, (op) + 2, FL_CIK_VOPC}, {cmp "_le_" type, args, (op) + 3, FL_CIK_VOPC}, \
	    {cmp "_gt_" type, args, (op) + 4, FL_CIK_VOPC}, {cmp "_ne_" type, args, (op) + 5, FL_CIK_VOPC}, \
	    {cmp "_ge_" type, args, (op) + 6, FL_CIK_VOPC},                                                 \
	{                                                                                                   \
		cmp "_t_" type, args, (op) + 7, FL_CIK_VOPC                                                 \
	}

const struct fl_cik_op fl_cik_compare[] = {
    FLOATS("v_cmp", "f32", "Cff", 0x00),
    FLOATS("v_cmpx", "f32", "Cff", 0x10),
    FLOATS("v_cmp", "f64", "CFF", 0x20),
    FLOATS("v_cmpx", "f64", "CFF", 0x30),
    FLOATS("v_cmps", "f32", "Cff", 0x40),
    FLOATS("v_cmpsx", "f32", "Cff", 0x50),
    FLOATS("v_cmps", "f64", "CFF", 0x60),
    FLOATS("v_cmpsx", "f64", "CFF", 0x70),
    INTEGERS("v_cmp", "i32", "Cii", 0x80),
    {"v_cmp_class_f32", "Cfi", 0x88, FL_CIK_VOPC},
    INTEGERS("v_cmpx", "i32", "Cii", 0x90),
    {"v_cmpx_class_f32", "Cfi", 0x98, FL_CIK_VOPC},
    INTEGERS("v_cmp", "i64", "CII", 0xa0),
    {"v_cmp_class_f64", "CFi", 0xa8, FL_CIK_VOPC},
    INTEGERS("v_cmpx", "i64", "CII", 0xb0),
    {"v_cmpx_class_f64", "CFi", 0xb8, FL_CIK_VOPC},
    INTEGERS("v_cmp", "u32", "Cii", 0xc0),
    INTEGERS("v_cmpx", "u32", "Cii", 0xd0),
    INTEGERS("v_cmp", "u64", "CII", 0xe0),
    INTEGERS("v_cmpx", "u64", "CII", 0xf0),
    {NULL, NULL, 0, 0},
};
