/* SPDX-License-Identifier: MIT
 *
 * US: the six words of an R5xx instruction into struct us_inst (R5xx guide 8.3, 11.10).
 */
#include "hw/model/r500/us.h"
#include "hw/regs/r500.h"

static uint32_t bits(uint32_t w, unsigned at, unsigned n)
{
	return w >> at & ((1u << n) - 1);
}

/* One of the three 10-bit source addresses of US_ALU_RGB_ADDR or US_ALU_ALPHA_ADDR. */
static struct us_src source(uint32_t w, unsigned n)
{
	uint32_t addr = bits(w, 10 * n, 8);
	struct us_src s = {.rel = bits(w, 10 * n + 9, 1)};

	if (bits(w, 10 * n + 8, 1)) {
		s.kind = US_SRC_CONST;
		s.index = addr;
	} else if (addr & 0x80) {
		s.kind = US_SRC_INLINE;
		s.value = us_inline_value(addr & 0x7f);
		s.rel = false; /* aL may not be added to an inline constant: 8.4.1 */
	} else {
		s.kind = US_SRC_TEMP;
		s.index = addr;
	}
	return s;
}

static const uint8_t rgb_op[16] = {US_MAD,      US_DP3,      US_DP4,      US_D2A,     US_MIN,   US_MAX,
				   US_RESERVED, US_CND,      US_CMP,      US_FRC,     US_OTHER, US_MDH,
				   US_MDV,      US_RESERVED, US_RESERVED, US_RESERVED};
static const uint8_t alpha_op[16] = {US_MAD, US_OTHER, US_MIN, US_MAX, US_RESERVED, US_CND, US_CMP, US_FRC,
				     US_EX2, US_LN2,   US_RCP, US_RSQ, US_SIN,      US_COS, US_MDH, US_MDV};

static struct us_arg rgb_arg(uint32_t w, unsigned at)
{
	return (struct us_arg){
	    .sel = bits(w, at, 2),
	    .swz = {bits(w, at + 2, 3), bits(w, at + 5, 3), bits(w, at + 8, 3)},
	    .mod = bits(w, at + 11, 2),
	};
}

static struct us_arg alpha_arg(uint32_t w, unsigned at)
{
	return (struct us_arg){.sel = bits(w, at, 2), .swz = {bits(w, at + 2, 3)}, .mod = bits(w, at + 5, 2)};
}

static void decode_alu(struct us_inst *in, const uint32_t w[6])
{
	struct us_half *rgb = &in->half[0], *alpha = &in->half[1];
	uint32_t rgb_inst = w[3], alpha_inst = w[4], rgba = w[5];

	for (unsigned n = 0; n < 3; n++) {
		rgb->src[n] = source(w[1], n);
		alpha->src[n] = source(w[2], n);
	}
	rgb->presub = R500_US_ALU_RGB_ADDR__SRCP_OP__GET(w[1]);
	alpha->presub = R500_US_ALU_ALPHA_ADDR__SRCP_OP__GET(w[2]);

	rgb->arg[0] = rgb_arg(rgb_inst, R500_US_ALU_RGB_INST__RGB_SEL_A__SHIFT);
	rgb->arg[1] = rgb_arg(rgb_inst, R500_US_ALU_RGB_INST__RGB_SEL_B__SHIFT);
	rgb->arg[2] = rgb_arg(rgba, R500_US_ALU_RGBA_INST__RGB_SEL_C__SHIFT);
	rgb->omod = R500_US_ALU_RGB_INST__OMOD__GET(rgb_inst);
	rgb->target = R500_US_ALU_RGB_INST__TARGET__GET(rgb_inst);
	in->alu_wmask = R500_US_ALU_RGB_INST__ALU_WMASK__GET(rgb_inst);

	alpha->arg[0] = alpha_arg(alpha_inst, R500_US_ALU_ALPHA_INST__ALPHA_SEL_A__SHIFT);
	alpha->arg[1] = alpha_arg(alpha_inst, R500_US_ALU_ALPHA_INST__ALPHA_SEL_B__SHIFT);
	alpha->arg[2] = alpha_arg(rgba, R500_US_ALU_RGBA_INST__ALPHA_SEL_C__SHIFT);
	alpha->op = alpha_op[R500_US_ALU_ALPHA_INST__ALPHA_OP__GET(alpha_inst)];
	alpha->dst = R500_US_ALU_ALPHA_INST__ALPHA_ADDRD__GET(alpha_inst);
	alpha->dst_rel = R500_US_ALU_ALPHA_INST__ALPHA_ADDRD_REL__GET(alpha_inst);
	alpha->omod = R500_US_ALU_ALPHA_INST__OMOD__GET(alpha_inst);
	alpha->target = R500_US_ALU_ALPHA_INST__TARGET__GET(alpha_inst);
	in->w_omask = R500_US_ALU_ALPHA_INST__W_OMASK__GET(alpha_inst);

	rgb->op = rgb_op[R500_US_ALU_RGBA_INST__RGB_OP__GET(rgba)];
	rgb->dst = R500_US_ALU_RGBA_INST__RGB_ADDRD__GET(rgba);
	rgb->dst_rel = R500_US_ALU_RGBA_INST__RGB_ADDRD_REL__GET(rgba);
}

/* A register and four 2-bit swizzles, as the halves of US_TEX_ADDR and US_TEX_ADDR_DXDY have them. */
static struct us_reg tex_reg(uint32_t w)
{
	return (struct us_reg){
	    .index = bits(w, 0, 7),
	    .rel = bits(w, 7, 1),
	    .swz = {bits(w, 8, 2), bits(w, 10, 2), bits(w, 12, 2), bits(w, 14, 2)},
	};
}

static void decode_tex(struct us_inst *in, const uint32_t w[6])
{
	in->unit = R500_US_TEX_INST__TEX_ID__GET(w[1]);
	in->tex_op = R500_US_TEX_INST__INST__GET(w[1]);
	in->sem_acquire = R500_US_TEX_INST__TEX_SEM_ACQUIRE__GET(w[1]);
	in->ignore_uncovered = R500_US_TEX_INST__IGNORE_UNCOVERED__GET(w[1]);
	in->unscaled = R500_US_TEX_INST__UNSCALED__GET(w[1]);
	in->coord = tex_reg(w[2]);
	in->result = tex_reg(w[2] >> 16);
	in->dx = tex_reg(w[3]);
	in->dy = tex_reg(w[3] >> 16);
}

static void decode_fc(struct us_inst *in, const uint32_t w[6], unsigned code_offset)
{
	in->fc_op = R500_US_FC_INST__OP__GET(w[2]);
	in->b_else = R500_US_FC_INST__B_ELSE__GET(w[2]);
	in->jump_any = R500_US_FC_INST__JUMP_ANY__GET(w[2]);
	in->a_op = R500_US_FC_INST__A_OP__GET(w[2]);
	in->jump_func = R500_US_FC_INST__JUMP_FUNC__GET(w[2]);
	in->b_pop = R500_US_FC_INST__B_POP_CNT__GET(w[2]);
	in->b_op[0] = R500_US_FC_INST__B_OP0__GET(w[2]);
	in->b_op[1] = R500_US_FC_INST__B_OP1__GET(w[2]);
	in->ignore_uncovered = R500_US_FC_INST__IGNORE_UNCOVERED__GET(w[2]);
	in->bool_addr = R500_US_FC_ADDR__BOOL_ADDR__GET(w[3]);
	in->int_addr = R500_US_FC_ADDR__INT_ADDR__GET(w[3]);
	in->jump_addr = R500_US_FC_ADDR__JUMP_ADDR__GET(w[3]);
	if (!R500_US_FC_ADDR__JUMP_GLOBAL__GET(w[3]))
		in->jump_addr = (in->jump_addr + code_offset) % US_MAX_INST;
}

void mr500_us_decode_inst(struct us_inst *in, unsigned addr, const uint32_t w[6], unsigned code_offset)
{
	uint32_t cmn = w[0];

	*in = (struct us_inst){
	    .addr = addr,
	    .type = R500_US_CMN_INST__TYPE__GET(cmn),
	    .sem_wait = R500_US_CMN_INST__TEX_SEM_WAIT__GET(cmn),
	    .pred_sel = {R500_US_CMN_INST__RGB_PRED_SEL__GET(cmn),
			 R500_US_CMN_INST__ALPHA_PRED_SEL__GET(cmn)},
	    .pred_inv = {R500_US_CMN_INST__RGB_PRED_INV__GET(cmn),
			 R500_US_CMN_INST__ALPHA_PRED_INV__GET(cmn)},
	    .write_inactive = R500_US_CMN_INST__WRITE_INACTIVE__GET(cmn),
	    .last = R500_US_CMN_INST__LAST__GET(cmn),
	    .nop = R500_US_CMN_INST__NOP__GET(cmn),
	    .alu_wait = R500_US_CMN_INST__ALU_WAIT__GET(cmn),
	    .wmask = R500_US_CMN_INST__RGB_WMASK__GET(cmn) | R500_US_CMN_INST__ALPHA_WMASK__GET(cmn) << 3,
	    .omask = R500_US_CMN_INST__RGB_OMASK__GET(cmn) | R500_US_CMN_INST__ALPHA_OMASK__GET(cmn) << 3,
	    .alu_sel = R500_US_CMN_INST__ALU_RESULT_SEL__GET(cmn),
	    .alu_op = R500_US_CMN_INST__ALU_RESULT_OP__GET(cmn),
	};
	switch (in->type) {
	case US_ALU:
	case US_OUT:
		decode_alu(in, w);
		in->half[0].clamp = R500_US_CMN_INST__RGB_CLAMP__GET(cmn);
		in->half[1].clamp = R500_US_CMN_INST__ALPHA_CLAMP__GET(cmn);
		break;
	case US_TEX:
		decode_tex(in, w);
		break;
	default:
		decode_fc(in, w, code_offset);
	}
}
