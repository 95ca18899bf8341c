/* SPDX-License-Identifier: MIT
 *
 * SH: what each opcode is. The table of GC facts 5 (Mesa isa/etnaviv.xml and etnaviv_compiler_nir*.c;
 * etna_viv isa.xml); what stands there by name alone has no row, and is refused.
 */
#include "hw/model/gc/sh_code.h"

enum { S0 = 1, S1 = 2, S2 = 4, ALL = 7, NONE = SH_NO_SLOT, NEAR = SH_NEAREST };

#define OP(op, what, takes, first, second, third, bits, flt, integer, since) \
	[GC_INST_OPCODE__##op] = {.name = #op,                               \
				  .shape = what,                             \
				  .slots = takes,                            \
				  .order = {first, second, third},           \
				  .flags = bits,                             \
				  .run = flt,                                \
				  .run_int = integer,                        \
				  .halti = since}
/* Of floats; of integers; of one component of source 2 */
#define FLOAT(op, what, takes, a, b, c, bits, run) OP(op, what, takes, a, b, c, SH_FLOAT | (bits), run, 0, -1)
#define WHOLE(op, takes, a, b, c, run)             OP(op, SH_EACH, takes, a, b, c, SH_INT, 0, SH_INT_##run, 0)
#define ONCE(op, bits, run)                        FLOAT(op, SH_ONCE, S2, 2, NONE, NONE, NEAR | (bits), run)

/* The names of the database; what they are called in the facts is in the comments. */
const struct sh_opcode mgc_sh_opcodes[128] = {
    OP(NOP, SH_NOTHING, 0, NONE, NONE, NONE, SH_BOTH, 0, 0, -1),
    OP(ADD, SH_EACH, S0 | S2, 0, 2, NONE, SH_BOTH | SH_ROUNDS, SH_OP_add, SH_INT_add, -1),
    FLOAT(MAD, SH_EACH, ALL, 0, 1, 2, SH_ROUNDS, SH_OP_mad),
    FLOAT(MUL, SH_EACH, S0 | S1, 0, 1, NONE, SH_ROUNDS, SH_OP_mul),
    FLOAT(DP2, SH_DOT, S0 | S1, 0, 1, NONE, SH_ROUNDS, 2),
    FLOAT(DP3, SH_DOT, S0 | S1, 0, 1, NONE, SH_ROUNDS, 3),
    FLOAT(DP4, SH_DOT, S0 | S1, 0, 1, NONE, SH_ROUNDS, 4),
    FLOAT(DSX, SH_SLOPE, S0, 0, NONE, NONE, SH_PIXEL | SH_NEAREST, 1),
    FLOAT(DSY, SH_SLOPE, S0, 0, NONE, NONE, SH_PIXEL | SH_NEAREST, 2),
    OP(MOV, SH_EACH, S2, 2, NONE, NONE, SH_BOTH, SH_OP_mov, SH_INT_keep, -1),
    FLOAT(MOVAR, SH_ADDRESS, S2, 2, NONE, NONE, 0, SH_OP_address),
    OP(MOVAI, SH_ADDRESS, S2, 2, NONE, NONE, SH_INT, 0, SH_INT_keep, 2),
    ONCE(RCP, 0, SH_OP_rcp),
    ONCE(RSQ, 0, SH_OP_rsq),
    OP(SELECT, SH_TEST, ALL, 0, 1, 2, SH_BOTH, SH_OP_select, 0, -1),
    OP(SET, SH_TEST, S0 | S1, 0, 1, NONE, SH_BOTH | SH_TO_FLOAT, SH_OP_both, 0, -1),
    OP(CMP, SH_TEST, ALL, 0, 1, 2, SH_BOTH, SH_OP_both, 0, 2),
    ONCE(EXP, 0, SH_OP_exp),
    ONCE(LOG, SH_PAIR, SH_OP_log),
    ONCE(SQRT, 0, SH_OP_sqrt),
    ONCE(SIN, SH_PAIR, SH_OP_sin_quarter),
    ONCE(COS, SH_PAIR, SH_OP_cos_quarter),
    FLOAT(DIV, SH_ONCE, S1 | S2, 1, 2, NONE, SH_PAIR | SH_NEAREST, SH_OP_div),
    FLOAT(FRC, SH_EACH, S2, 2, NONE, NONE, SH_NEAREST, SH_OP_frc),
    FLOAT(FLOOR, SH_EACH, S2, 2, NONE, NONE, 0, SH_OP_floor),
    FLOAT(CEIL, SH_EACH, S2, 2, NONE, NONE, 0, SH_OP_ceil),
    FLOAT(SIGN, SH_EACH, S2, 2, NONE, NONE, 0, SH_OP_sign),
    OP(GETMANT, SH_EACH, S0 | S1, 0, 1, NONE, SH_BOTH, SH_OP_clamp0, SH_INT_clamp, 0), /* CLAMP0_MAX */

    OP(CALL, SH_CALL, S0 | S1, 0, 1, NONE, SH_BOTH, 0, 0, -1),
    OP(RET, SH_RETURN, 0, NONE, NONE, NONE, SH_BOTH, 0, 0, -1),
    OP(BRANCH, SH_BRANCH, S0 | S1, 0, 1, NONE, SH_BOTH, 0, 0, -1),
    OP(BRANCH2, SH_BRANCH, S0 | S1, 0, 1, NONE, SH_BOTH | SH_ANY, 0, 0, -1), /* BRANCH_ANY */
    OP(TEXKILL, SH_KILL, S0 | S1, 0, 1, NONE, SH_BOTH | SH_ANY | SH_PIXEL, 0, 0, -1),

    OP(TEXLD, SH_LOOKUP, S0 | S2, 0, 1, 2, SH_FLOAT, 0, 0, -1),
    OP(TEXLDB, SH_LOOKUP, ALL, 0, 1, 2, SH_FLOAT, 0, 0, -1),
    OP(TEXLDD, SH_LOOKUP, ALL, 0, 1, 2, SH_FLOAT, 0, 0, -1),
    OP(TEXLDL, SH_LOOKUP, ALL, 0, 1, 2, SH_FLOAT, 0, 0, -1),
    OP(TEXLDLPCF, SH_LOOKUP, ALL, 0, 1, 2, SH_FLOAT, 0, 0, 2),

    OP(I2I, SH_CONVERT, S0 | S1, 0, NONE, NONE, SH_INT, 0, SH_INT_keep, 0),
    OP(CONV, SH_CONVERT, S0 | S1, 0, NONE, NONE, SH_BOTH | SH_NEAREST, SH_OP_mov, SH_INT_keep, 2),
    OP(I2F, SH_EACH, S0, 0, NONE, NONE, SH_INT | SH_TO_FLOAT | SH_NEAREST, 0, SH_INT_to_float, 0),
    OP(F2I, SH_EACH, S0, 0, NONE, NONE, SH_INT | SH_FROM_FLOAT, 0, SH_INT_from_float, 0),
    OP(F2IRND, SH_EACH, S0, 0, NONE, NONE, SH_INT | SH_FROM_FLOAT | SH_NEAREST, 0, SH_INT_round_float, 0),

    WHOLE(IADDSAT, S0 | S2, 0, 2, NONE, add_sat),
    WHOLE(IMULLO0, S0 | S1, 0, 1, NONE, mul),
    WHOLE(IMULHI0, S0 | S1, 0, 1, NONE, mul_high),
    WHOLE(IDIV0, S0 | S1, 0, 1, NONE, div),
    WHOLE(IMOD0, S0 | S1, 0, 1, NONE, mod),
    WHOLE(IMADLO0, ALL, 0, 1, 2, mad),
    WHOLE(IMADLOSAT0, ALL, 0, 1, 2, mad_sat),
    WHOLE(IABS, S2, 2, NONE, NONE, abs),
    WHOLE(LEADZERO, S2, 2, NONE, NONE, lead_zero),
    OP(POPCOUNT, SH_EACH, S2, 2, NONE, NONE, SH_INT, 0, SH_INT_popcount, 2),
    WHOLE(LSHIFT, S0 | S2, 0, 2, NONE, shl),
    WHOLE(RSHIFT, S0 | S2, 0, 2, NONE, shr),
    WHOLE(ROTATE, S0 | S2, 0, 2, NONE, rotate),
    WHOLE(OR, S0 | S2, 0, 2, NONE, or),
    WHOLE(AND, S0 | S2, 0, 2, NONE, and),
    WHOLE(XOR, S0 | S2, 0, 2, NONE, xor),
    WHOLE(NOT, S2, 2, NONE, NONE, not ),
    WHOLE(BITSELECT, ALL, 0, 1, 2, extract), /* BIT_EXTRACT */
    WHOLE(BIT_REV, S0, 0, NONE, NONE, reverse),
    OP(NOP7F, SH_EXTENDED, S0 | S2, 0, NONE, NONE, SH_INT, 0, 0, 2), /* find_lsb, find_msb */

    OP(LOAD, SH_LOAD, S0 | S1, 0, 1, NONE, SH_BOTH, 0, 0, 2),
    OP(STORE, SH_STORE, ALL, 0, 1, 2, SH_BOTH, 0, 0, 2),
    OP(ATOM_ADD, SH_ATOMIC, ALL, 0, 1, 2, SH_INT, 0, 0, 5),
    OP(ATOM_XCHG, SH_ATOMIC, ALL, 0, 1, 2, SH_INT, 0, 0, 5),
    OP(ATOM_CMP_XCHG, SH_ATOMIC, ALL, 0, 1, 2, SH_INT, 0, 0, 5),
    OP(ATOM_MIN, SH_ATOMIC, ALL, 0, 1, 2, SH_INT, 0, 0, 5),
    OP(ATOM_MAX, SH_ATOMIC, ALL, 0, 1, 2, SH_INT, 0, 0, 5),
    OP(ATOM_OR, SH_ATOMIC, ALL, 0, 1, 2, SH_INT, 0, 0, 5),
    OP(ATOM_AND, SH_ATOMIC, ALL, 0, 1, 2, SH_INT, 0, 0, 5),
    OP(ATOM_XOR, SH_ATOMIC, ALL, 0, 1, 2, SH_INT, 0, 0, 5),
};
