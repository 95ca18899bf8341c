/* SPDX-License-Identifier: MIT
 *
 * Operations of the ALU. Sources: isa.h. R6xx and R7xx have the same numbers; what stands elsewhere in the
 * word is only the field.
 */
#include "lib/r600/isa.h"

#include <string.h>

#define F FL_R600_FLOAT
#define T FL_R600_TRANS
#define D (FL_R600_VECTOR | FL_R600_ONLY_R7) /* doubles: two or four units for one result */

static const struct fl_r600_op op2[] = {
    [0x00] = {"ADD", 2, F},
    [0x01] = {"MUL", 2, F},
    [0x02] = {"MUL_IEEE", 2, F},
    [0x03] = {"MAX", 2, F},
    [0x04] = {"MIN", 2, F},
    [0x05] = {"MAX_DX10", 2, F},
    [0x06] = {"MIN_DX10", 2, F},
    [0x07] = {"FREXP_64", 1, D},
    [0x08] = {"SETE", 2, F},
    [0x09] = {"SETGT", 2, F},
    [0x0a] = {"SETGE", 2, F},
    [0x0b] = {"SETNE", 2, F},
    [0x0c] = {"SETE_DX10", 2, 0},
    [0x0d] = {"SETGT_DX10", 2, 0},
    [0x0e] = {"SETGE_DX10", 2, 0},
    [0x0f] = {"SETNE_DX10", 2, 0},
    [0x10] = {"FRACT", 1, F},
    [0x11] = {"TRUNC", 1, F},
    [0x12] = {"CEIL", 1, F},
    [0x13] = {"RNDNE", 1, F},
    [0x14] = {"FLOOR", 1, F},
    [0x15] = {"MOVA", 1, FL_R600_VECTOR | FL_R600_MOVA},
    [0x16] = {"MOVA_FLOOR", 1, FL_R600_VECTOR | FL_R600_MOVA},
    [0x17] = {"ADD_64", 2, D},
    [0x18] = {"MOVA_INT", 1, FL_R600_VECTOR | FL_R600_MOVA},
    [0x19] = {"MOV", 1, F},
    [0x1a] = {"NOP", 0, 0},
    [0x1b] = {"MUL_64", 2, D | FL_R600_ALL_FOUR},
    [0x1c] = {"FLT64_TO_FLT32", 1, D},
    [0x1d] = {"FLT32_TO_FLT64", 1, D},
    [0x1e] = {"PRED_SETGT_UINT", 2, FL_R600_TEST},
    [0x1f] = {"PRED_SETGE_UINT", 2, FL_R600_TEST},
    [0x20] = {"PRED_SETE", 2, F | FL_R600_TEST},
    [0x21] = {"PRED_SETGT", 2, F | FL_R600_TEST},
    [0x22] = {"PRED_SETGE", 2, F | FL_R600_TEST},
    [0x23] = {"PRED_SETNE", 2, F | FL_R600_TEST},
    [0x24] = {"PRED_SET_INV", 1, F | FL_R600_TEST},
    [0x25] = {"PRED_SET_POP", 2, F | FL_R600_TEST},
    [0x26] = {"PRED_SET_CLR", 0, F | FL_R600_TEST},
    [0x27] = {"PRED_SET_RESTORE", 1, F | FL_R600_TEST},
    [0x28] = {"PRED_SETE_PUSH", 2, F | FL_R600_TEST},
    [0x29] = {"PRED_SETGT_PUSH", 2, F | FL_R600_TEST},
    [0x2a] = {"PRED_SETGE_PUSH", 2, F | FL_R600_TEST},
    [0x2b] = {"PRED_SETNE_PUSH", 2, F | FL_R600_TEST},
    [0x2c] = {"KILLE", 2, F | FL_R600_TEST},
    [0x2d] = {"KILLGT", 2, F | FL_R600_TEST},
    [0x2e] = {"KILLGE", 2, F | FL_R600_TEST},
    [0x2f] = {"KILLNE", 2, F | FL_R600_TEST},
    [0x30] = {"AND_INT", 2, 0},
    [0x31] = {"OR_INT", 2, 0},
    [0x32] = {"XOR_INT", 2, 0},
    [0x33] = {"NOT_INT", 1, 0},
    [0x34] = {"ADD_INT", 2, 0},
    [0x35] = {"SUB_INT", 2, 0},
    [0x36] = {"MAX_INT", 2, 0},
    [0x37] = {"MIN_INT", 2, 0},
    [0x38] = {"MAX_UINT", 2, 0},
    [0x39] = {"MIN_UINT", 2, 0},
    [0x3a] = {"SETE_INT", 2, 0},
    [0x3b] = {"SETGT_INT", 2, 0},
    [0x3c] = {"SETGE_INT", 2, 0},
    [0x3d] = {"SETNE_INT", 2, 0},
    [0x3e] = {"SETGT_UINT", 2, 0},
    [0x3f] = {"SETGE_UINT", 2, 0},
    [0x40] = {"KILLGT_UINT", 2, FL_R600_TEST},
    [0x41] = {"KILLGE_UINT", 2, FL_R600_TEST},
    [0x42] = {"PRED_SETE_INT", 2, FL_R600_TEST},
    [0x43] = {"PRED_SETGT_INT", 2, FL_R600_TEST},
    [0x44] = {"PRED_SETGE_INT", 2, FL_R600_TEST},
    [0x45] = {"PRED_SETNE_INT", 2, FL_R600_TEST},
    [0x46] = {"KILLE_INT", 2, FL_R600_TEST},
    [0x47] = {"KILLGT_INT", 2, FL_R600_TEST},
    [0x48] = {"KILLGE_INT", 2, FL_R600_TEST},
    [0x49] = {"KILLNE_INT", 2, FL_R600_TEST},
    [0x4a] = {"PRED_SETE_PUSH_INT", 2, FL_R600_TEST},
    [0x4b] = {"PRED_SETGT_PUSH_INT", 2, FL_R600_TEST},
    [0x4c] = {"PRED_SETGE_PUSH_INT", 2, FL_R600_TEST},
    [0x4d] = {"PRED_SETNE_PUSH_INT", 2, FL_R600_TEST},
    [0x4e] = {"PRED_SETLT_PUSH_INT", 2, FL_R600_TEST},
    [0x4f] = {"PRED_SETLE_PUSH_INT", 2, FL_R600_TEST},
    [0x50] = {"DOT4", 2, F | FL_R600_VECTOR | FL_R600_ALL_FOUR},
    [0x51] = {"DOT4_IEEE", 2, F | FL_R600_VECTOR | FL_R600_ALL_FOUR},
    [0x52] = {"CUBE", 2, F | FL_R600_VECTOR | FL_R600_ALL_FOUR},
    [0x53] = {"MAX4", 1, F | FL_R600_VECTOR | FL_R600_ALL_FOUR},
    [0x60] = {"MOVA_GPR_INT", 1, T | FL_R600_MOVA | FL_R600_ONLY_R6},
    [0x61] = {"EXP_IEEE", 1, F | T},
    [0x62] = {"LOG_CLAMPED", 1, F | T},
    [0x63] = {"LOG_IEEE", 1, F | T},
    [0x64] = {"RECIP_CLAMPED", 1, F | T},
    [0x65] = {"RECIP_FF", 1, F | T},
    [0x66] = {"RECIP_IEEE", 1, F | T},
    [0x67] = {"RECIPSQRT_CLAMPED", 1, F | T},
    [0x68] = {"RECIPSQRT_FF", 1, F | T},
    [0x69] = {"RECIPSQRT_IEEE", 1, F | T},
    [0x6a] = {"SQRT_IEEE", 1, F | T},
    [0x6b] = {"FLT_TO_INT", 1, T},
    [0x6c] = {"INT_TO_FLT", 1, F | T},
    [0x6d] = {"UINT_TO_FLT", 1, F | T},
    [0x6e] = {"SIN", 1, F | T},
    [0x6f] = {"COS", 1, F | T},
    [0x70] = {"ASHR_INT", 2, FL_R600_TRANS_R6},
    [0x71] = {"LSHR_INT", 2, FL_R600_TRANS_R6},
    [0x72] = {"LSHL_INT", 2, FL_R600_TRANS_R6},
    [0x73] = {"MULLO_INT", 2, T},
    [0x74] = {"MULHI_INT", 2, T},
    [0x75] = {"MULLO_UINT", 2, T},
    [0x76] = {"MULHI_UINT", 2, T},
    [0x77] = {"RECIP_INT", 1, T},
    [0x78] = {"RECIP_UINT", 1, T},
    [0x79] = {"FLT_TO_UINT", 1, T},
    [0x7a] = {"LDEXP_64", 2, D},
    [0x7b] = {"FRACT_64", 1, D},
    [0x7c] = {"PRED_SETGT_64", 2, D | FL_R600_TEST},
    [0x7d] = {"PRED_SETE_64", 2, D | FL_R600_TEST},
    [0x7e] = {"PRED_SETGE_64", 2, D | FL_R600_TEST},
};

static const struct fl_r600_op op3[] = {
    [0x08] = {"MULADD_64", 3, D | FL_R600_ALL_FOUR},
    [0x09] = {"MULADD_64_M2", 3, D | FL_R600_ALL_FOUR},
    [0x0a] = {"MULADD_64_M4", 3, D | FL_R600_ALL_FOUR},
    [0x0b] = {"MULADD_64_D2", 3, D | FL_R600_ALL_FOUR},
    [0x0c] = {"MUL_LIT", 3, F | T},
    [0x0d] = {"MUL_LIT_M2", 3, F | T},
    [0x0e] = {"MUL_LIT_M4", 3, F | T},
    [0x0f] = {"MUL_LIT_D2", 3, F | T},
    [0x10] = {"MULADD", 3, F},
    [0x11] = {"MULADD_M2", 3, F},
    [0x12] = {"MULADD_M4", 3, F},
    [0x13] = {"MULADD_D2", 3, F},
    [0x14] = {"MULADD_IEEE", 3, F},
    [0x15] = {"MULADD_IEEE_M2", 3, F},
    [0x16] = {"MULADD_IEEE_M4", 3, F},
    [0x17] = {"MULADD_IEEE_D2", 3, F},
    [0x18] = {"CNDE", 3, F},
    [0x19] = {"CNDGT", 3, F},
    [0x1a] = {"CNDGE", 3, F},
    [0x1c] = {"CNDE_INT", 3, 0},
    [0x1d] = {"CNDGT_INT", 3, 0},
    [0x1e] = {"CNDGE_INT", 3, 0},
};

#define N_OP2 (sizeof op2 / sizeof op2[0])
#define N_OP3 (sizeof op3 / sizeof op3[0])

const struct fl_r600_op *fl_r600_alu_op(bool is_op3, uint32_t inst)
{
	const struct fl_r600_op *op = is_op3         ? inst < N_OP3 ? &op3[inst] : NULL
				      : inst < N_OP2 ? &op2[inst]
						     : NULL;

	return op && op->name[0] ? op : NULL;
}

const struct fl_r600_op *fl_r600_alu_of(bool r700, const uint32_t w[2])
{
	static const struct fl_r600_op reserved[2] = {{"", 2, 0}, {"", 3, 0}};
	bool is_op3 = fl_r600_is_op3(w);
	const struct fl_r600_op *op = fl_r600_alu_op(is_op3, fl_r600_alu_inst(r700, w));

	return op ? op : &reserved[is_op3];
}

bool fl_r600_alu_named(const char *name, uint32_t length, bool *is_op3, uint32_t *inst)
{
	for (uint32_t i = 0; i < N_OP2 + N_OP3; i++) {
		const struct fl_r600_op *op = i < N_OP2 ? &op2[i] : &op3[i - N_OP2];

		if (op->name[0] && fl_asm_is(name, length, op->name)) {
			*is_op3 = i >= N_OP2;
			*inst = *is_op3 ? i - (uint32_t)N_OP2 : i;
			return true;
		}
	}
	return false;
}

void fl_r600_alu_src(const uint32_t w[2], uint32_t i, struct fl_r600_src *s)
{
	/* All three have their fields in the same order. */
	uint32_t v = i == 0 ? w[0] : i == 1 ? w[0] >> R600_SQ_ALU_WORD0__SRC1_SEL__SHIFT : w[1];

	s->sel = R600_SQ_ALU_WORD0__SRC0_SEL__GET(v);
	s->rel = R600_SQ_ALU_WORD0__SRC0_REL__GET(v);
	s->chan = R600_SQ_ALU_WORD0__SRC0_CHAN__GET(v);
	s->neg = R600_SQ_ALU_WORD0__SRC0_NEG__GET(v);
	s->abs = i < 2 && !fl_r600_is_op3(w) && (w[1] >> i & 1);
}

void fl_r600_alu_set_src(uint32_t w[2], uint32_t i, const struct fl_r600_src *s)
{
	uint32_t v = R600_SQ_ALU_WORD0__SRC0_SEL(s->sel) | R600_SQ_ALU_WORD0__SRC0_REL(s->rel) |
		     R600_SQ_ALU_WORD0__SRC0_CHAN(s->chan) | R600_SQ_ALU_WORD0__SRC0_NEG(s->neg);

	if (i == 2)
		w[1] |= v;
	else
		w[0] |= v << (i ? R600_SQ_ALU_WORD0__SRC1_SEL__SHIFT : 0);
	if (s->abs)
		w[1] |= 1u << i;
}

uint32_t fl_r600_literal_slots(const uint32_t (*w)[2], uint32_t n)
{
	uint32_t channels = 0;

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < (fl_r600_is_op3(w[i]) ? 3u : 2u); k++) {
			struct fl_r600_src s;

			fl_r600_alu_src(w[i], k, &s);
			if (s.sel == FL_R600_SRC_LITERAL && s.chan + 1 > channels)
				channels = s.chan + 1;
		}
	return (channels + 1) / 2;
}
