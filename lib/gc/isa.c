/* SPDX-License-Identifier: MIT
 *
 * The operations of Vivante's shader cores, by number and by name. Names are Mesa's where Mesa has a form of
 * the operation, else those of etna_viv's isa.xml: of these nothing says which sources they have, so that all
 * are allowed. Levels are GC facts 5 and 0.
 */
#include "lib/gc/isa.h"
#include "hw/regs/gc.h"
#include "lib/fl_asm.h"

/* What the third source's number is (etnaviv.xml) */
enum { FIND_LSB = 0x0b, FIND_MSB = 0x0c };

/* clang-format off */
const struct fl_gc_op fl_gc_ops[] = {
	/* name, number, form, sources that are there and may be (bits), level, extended */
	{"nop", GC_INST_OPCODE__NOP, FL_GC_ALU, 0, 0, FL_GC_LEVEL_0, 0},
	{"add", GC_INST_OPCODE__ADD, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"mad", GC_INST_OPCODE__MAD, FL_GC_ALU, 7, 0, FL_GC_LEVEL_0, 0},
	{"mul", GC_INST_OPCODE__MUL, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"dst", GC_INST_OPCODE__DST, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"dp3", GC_INST_OPCODE__DP3, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"dp4", GC_INST_OPCODE__DP4, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"dsx", GC_INST_OPCODE__DSX, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"dsy", GC_INST_OPCODE__DSY, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"mov", GC_INST_OPCODE__MOV, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"movar", GC_INST_OPCODE__MOVAR, FL_GC_ADDRESS, 4, 0, FL_GC_LEVEL_0, 0},
	{"movaf", GC_INST_OPCODE__MOVAF, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"rcp", GC_INST_OPCODE__RCP, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"rsq", GC_INST_OPCODE__RSQ, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"litp", GC_INST_OPCODE__LITP, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"select", GC_INST_OPCODE__SELECT, FL_GC_ALU, 7, 0, FL_GC_LEVEL_0, 0},
	{"set", GC_INST_OPCODE__SET, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"exp", GC_INST_OPCODE__EXP, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"log", GC_INST_OPCODE__LOG, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"frc", GC_INST_OPCODE__FRC, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"call", GC_INST_OPCODE__CALL, FL_GC_FLOW, 0, 0, FL_GC_LEVEL_0, 0},
	{"ret", GC_INST_OPCODE__RET, FL_GC_ALU, 0, 0, FL_GC_LEVEL_0, 0},
	{"branch", GC_INST_OPCODE__BRANCH, FL_GC_FLOW, 0, 3, FL_GC_LEVEL_0, 0},
	{"texkill", GC_INST_OPCODE__TEXKILL, FL_GC_ALU, 0, 3, FL_GC_LEVEL_0, 0},
	{"texld", GC_INST_OPCODE__TEXLD, FL_GC_TEX, 1, 4, FL_GC_LEVEL_0, 0},
	{"texldb", GC_INST_OPCODE__TEXLDB, FL_GC_TEX, 1, 6, FL_GC_LEVEL_0, 0},
	{"texldd", GC_INST_OPCODE__TEXLDD, FL_GC_TEX, 7, 0, FL_GC_LEVEL_0, 0},
	{"texldl", GC_INST_OPCODE__TEXLDL, FL_GC_TEX, 1, 6, FL_GC_LEVEL_0, 0},
	{"texldpcf", GC_INST_OPCODE__TEXLDPCF, FL_GC_TEX, 0, 7, FL_GC_LEVEL_0, 0},
	{"rep", GC_INST_OPCODE__REP, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"endrep", GC_INST_OPCODE__ENDREP, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"loop", GC_INST_OPCODE__LOOP, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"endloop", GC_INST_OPCODE__ENDLOOP, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"sqrt", GC_INST_OPCODE__SQRT, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"sin", GC_INST_OPCODE__SIN, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"cos", GC_INST_OPCODE__COS, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"branch_any", GC_INST_OPCODE__BRANCH2, FL_GC_FLOW, 3, 0, FL_GC_LEVEL_0, 0},
	{"floor", GC_INST_OPCODE__FLOOR, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"ceil", GC_INST_OPCODE__CEIL, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"sign", GC_INST_OPCODE__SIGN, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"addlo", GC_INST_OPCODE__ADDLO, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"mullo", GC_INST_OPCODE__MULLO, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"barrier", GC_INST_OPCODE__BARRIER, FL_GC_ALU, 0, 0, FL_GC_LEVEL_2, 0},
	{"swizzle", GC_INST_OPCODE__SWIZZLE, FL_GC_ALU, 7, 0, FL_GC_LEVEL_2, 0},
	{"i2i", GC_INST_OPCODE__I2I, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"i2f", GC_INST_OPCODE__I2F, FL_GC_ALU, 1, 0, FL_GC_LEVEL_0, 0},
	{"f2i", GC_INST_OPCODE__F2I, FL_GC_ALU, 1, 0, FL_GC_LEVEL_0, 0},
	{"f2irnd", GC_INST_OPCODE__F2IRND, FL_GC_ALU, 1, 0, FL_GC_LEVEL_0, 0},
	{"f2i7", GC_INST_OPCODE__F2I7, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"cmp", GC_INST_OPCODE__CMP, FL_GC_ALU, 7, 0, FL_GC_LEVEL_0, 0},
	{"load", GC_INST_OPCODE__LOAD, FL_GC_LOAD, 3, 0, FL_GC_LEVEL_2, 0},
	{"store", GC_INST_OPCODE__STORE, FL_GC_STORE, 7, 0, FL_GC_LEVEL_2, 0},
	{"img_load_3d", GC_INST_OPCODE__IMG_LOAD_3D, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"img_store_3d", GC_INST_OPCODE__IMG_STORE_3D, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"clamp0_max", GC_INST_OPCODE__GETMANT, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"nan", GC_INST_OPCODE__NAN, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"nextafter", GC_INST_OPCODE__NEXTAFTER, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"roundeven", GC_INST_OPCODE__ROUNDEVEN, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"roundaway", GC_INST_OPCODE__ROUNDAWAY, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"iaddsat", GC_INST_OPCODE__IADDSAT, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"imullo0", GC_INST_OPCODE__IMULLO0, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"imullo1", GC_INST_OPCODE__IMULLO1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imullosat0", GC_INST_OPCODE__IMULLOSAT0, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imullosat1", GC_INST_OPCODE__IMULLOSAT1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imulhi0", GC_INST_OPCODE__IMULHI0, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"imulhi1", GC_INST_OPCODE__IMULHI1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imul0", GC_INST_OPCODE__IMUL0, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imul1", GC_INST_OPCODE__IMUL1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"idiv0", GC_INST_OPCODE__IDIV0, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"idiv1", GC_INST_OPCODE__IDIV1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"idiv2", GC_INST_OPCODE__IDIV2, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"idiv3", GC_INST_OPCODE__IDIV3, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imod", GC_INST_OPCODE__IMOD0, FL_GC_ALU, 3, 0, FL_GC_LEVEL_0, 0},
	{"txf", GC_INST_OPCODE__TEXELFETCH, FL_GC_TEX, 7, 0, FL_GC_LEVEL_5, 0},
	{"imod2", GC_INST_OPCODE__IMOD2, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imod3", GC_INST_OPCODE__IMOD3, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imadlo0", GC_INST_OPCODE__IMADLO0, FL_GC_ALU, 7, 0, FL_GC_LEVEL_0, 0},
	{"imadlo1", GC_INST_OPCODE__IMADLO1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imadlosat0", GC_INST_OPCODE__IMADLOSAT0, FL_GC_ALU, 7, 0, FL_GC_LEVEL_2, 0},
	{"imadlosat1", GC_INST_OPCODE__IMADLOSAT1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imadhi0", GC_INST_OPCODE__IMADHI0, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imadhi1", GC_INST_OPCODE__IMADHI1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imadhisat0", GC_INST_OPCODE__IMADHISAT0, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"imadhisat1", GC_INST_OPCODE__IMADHISAT1, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"halfadd", GC_INST_OPCODE__HALFADD, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"halfaddinc", GC_INST_OPCODE__HALFADDINC, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"movai", GC_INST_OPCODE__MOVAI, FL_GC_ADDRESS, 4, 0, FL_GC_LEVEL_0, 0},
	{"iabs", GC_INST_OPCODE__IABS, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"leadzero", GC_INST_OPCODE__LEADZERO, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"lshift", GC_INST_OPCODE__LSHIFT, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"rshift", GC_INST_OPCODE__RSHIFT, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"rotate", GC_INST_OPCODE__ROTATE, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"or", GC_INST_OPCODE__OR, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"and", GC_INST_OPCODE__AND, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"xor", GC_INST_OPCODE__XOR, FL_GC_ALU, 5, 0, FL_GC_LEVEL_0, 0},
	{"not", GC_INST_OPCODE__NOT, FL_GC_ALU, 4, 0, FL_GC_LEVEL_0, 0},
	{"bit_extract", GC_INST_OPCODE__BITSELECT, FL_GC_ALU, 7, 0, FL_GC_LEVEL_2, 0},
	{"popcount", GC_INST_OPCODE__POPCOUNT, FL_GC_ALU, 4, 0, FL_GC_LEVEL_2, 0},
	{"storeb", GC_INST_OPCODE__STOREB, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"rgb2yuv", GC_INST_OPCODE__RGB2YUV, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"div", GC_INST_OPCODE__DIV, FL_GC_ALU, 6, 0, FL_GC_LEVEL_2, 0},
	{"atomic_add", GC_INST_OPCODE__ATOM_ADD, FL_GC_ALU, 7, 0, FL_GC_LEVEL_5, 0},
	{"atomic_xchg", GC_INST_OPCODE__ATOM_XCHG, FL_GC_ALU, 7, 0, FL_GC_LEVEL_5, 0},
	{"atomic_cmp_xchg", GC_INST_OPCODE__ATOM_CMP_XCHG, FL_GC_ALU, 7, 0, FL_GC_LEVEL_5, 0},
	{"atomic_min", GC_INST_OPCODE__ATOM_MIN, FL_GC_ALU, 7, 0, FL_GC_LEVEL_5, 0},
	{"atomic_max", GC_INST_OPCODE__ATOM_MAX, FL_GC_ALU, 7, 0, FL_GC_LEVEL_5, 0},
	{"atomic_or", GC_INST_OPCODE__ATOM_OR, FL_GC_ALU, 7, 0, FL_GC_LEVEL_5, 0},
	{"atomic_and", GC_INST_OPCODE__ATOM_AND, FL_GC_ALU, 7, 0, FL_GC_LEVEL_5, 0},
	{"atomic_xor", GC_INST_OPCODE__ATOM_XOR, FL_GC_ALU, 7, 0, FL_GC_LEVEL_5, 0},
	{"bit_rev", GC_INST_OPCODE__BIT_REV, FL_GC_ALU, 1, 0, FL_GC_LEVEL_2, 0},
	{"byte_rev", GC_INST_OPCODE__BYTE_REV, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"texldlpcf", GC_INST_OPCODE__TEXLDLPCF, FL_GC_TEX, 7, 0, FL_GC_LEVEL_5, 0},
	{"texldgpcf", GC_INST_OPCODE__TEXLDGPCF, FL_GC_TEX, 7, 0, FL_GC_LEVEL_5, 0},
	{"pack", GC_INST_OPCODE__PACK, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"conv", GC_INST_OPCODE__CONV, FL_GC_ALU, 3, 0, FL_GC_LEVEL_2, 0},
	{"dp2", GC_INST_OPCODE__DP2, FL_GC_ALU, 3, 0, FL_GC_LEVEL_2, 0},
	{"norm_dp2", GC_INST_OPCODE__NORM_DP2, FL_GC_ALU, 1, 0, FL_GC_LEVEL_2, 0},
	{"norm_dp3", GC_INST_OPCODE__NORM_DP3, FL_GC_ALU, 1, 0, FL_GC_LEVEL_2, 0},
	{"norm_dp4", GC_INST_OPCODE__NORM_DP4, FL_GC_ALU, 1, 0, FL_GC_LEVEL_2, 0},
	{"norm_mul", GC_INST_OPCODE__NORM_MUL, FL_GC_ALU, 0, 7, FL_GC_LEVEL_2, 0},
	{"store_attr", GC_INST_OPCODE__STORE_ATTR, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"img_load", GC_INST_OPCODE__IMG_LOAD, FL_GC_LOAD, 3, 0, FL_GC_LEVEL_5, 0},
	{"img_store", GC_INST_OPCODE__IMG_STORE, FL_GC_STORE, 7, 0, FL_GC_LEVEL_5, 0},
	{"restart", GC_INST_OPCODE__RESTART, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"nop7c", GC_INST_OPCODE__NOP7C, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"nop7d", GC_INST_OPCODE__NOP7D, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"nop7e", GC_INST_OPCODE__NOP7E, FL_GC_ALU, 0, 7, FL_GC_LEVEL_0, 0},
	{"bit_findlsb", GC_INST_OPCODE__NOP7F, FL_GC_ALU, 1, 0, FL_GC_LEVEL_2, FIND_LSB},
	{"bit_findmsb", GC_INST_OPCODE__NOP7F, FL_GC_ALU, 1, 0, FL_GC_LEVEL_2, FIND_MSB},
};
/* clang-format on */
const uint32_t fl_gc_n_ops = sizeof fl_gc_ops / sizeof fl_gc_ops[0];

const struct fl_gc_op *fl_gc_op_named(const char *name, uint32_t length)
{
	for (uint32_t i = 0; i < fl_gc_n_ops; i++)
		if (fl_asm_is(name, length, fl_gc_ops[i].name))
			return &fl_gc_ops[i];
	return NULL;
}

const struct fl_gc_op *fl_gc_op_of(const uint32_t *w)
{
	uint32_t op = GC_INST_WORD_0__OPCODE__GET(w[0]) | GC_INST_WORD_2__OPCODE_BIT6__GET(w[2]) << 6;

	if (op < GC_INST_OPCODE__NOP7F)
		return &fl_gc_ops[op];
	for (uint32_t i = op; i < fl_gc_n_ops; i++)
		if (fl_gc_ops[i].extended == GC_INST_WORD_3__SRC2_REG__GET(w[3]))
			return &fl_gc_ops[i];
	return NULL;
}
