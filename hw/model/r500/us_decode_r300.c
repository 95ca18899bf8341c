/* SPDX-License-Identifier: MIT
 *
 * US of R3xx and R4xx: programs are registers, in up to four nodes of texture instructions followed by ALU
 * instructions (Mesa r300_reg.h, r300_fragprog_emit.c; the chips' own documents are not public). They become
 * the same struct us_inst that R5xx programs do. The banks of R4xx (US_CODE_BANK) exist for every chip here;
 * R3xx never selects one.
 */
#include "hw/model/r500/us_block.h"

#include <string.h>

enum { TEX_BANK = 32, ALU_BANK = 64, REGISTER_BITS = 5 /* of 6 on R4xx, where the last is elsewhere */ };

static bool within(uint32_t offset, uint32_t first, unsigned n)
{
	return offset >= first && offset < first + 4 * n;
}

/* 24-bit float: sign, 7 bits of exponent with bias 63, 16 of mantissa. */
static float from_fp24(uint32_t v)
{
	uint32_t out = (v >> 23 & 1) << 31;
	float f;

	if (v & 0x7fffff)
		out |= ((v >> 16 & 127) + 127 - 63) << 23 | (v & 0xffff) << 7;
	memcpy(&f, &out, sizeof(f));
	return f;
}

void mr500_us_write_r300(struct mr500 *r, uint32_t offset, uint32_t value)
{
	struct mr500_us *us = r->us;
	unsigned bank = R300_US_CODE_BANK__BANK__GET(r->reg[R300_US_CODE_BANK / 4]) & 7;
	static const uint32_t alu[5] = {R300_US_ALU_RGB_ADDR(0), R300_US_ALU_ALPHA_ADDR(0),
					R300_US_ALU_RGB_INST(0), R300_US_ALU_ALPHA_INST(0),
					R300_US_ALU_EXT_ADDR(0)};
	uint32_t *word = NULL;

	if (r->variant->kind != MR500_KIND_R4XX)
		bank = 0;
	if (within(offset, R300_US_TEX_INST(0), TEX_BANK))
		word = &us->r300_tex[bank * TEX_BANK + (offset - R300_US_TEX_INST(0)) / 4];
	for (unsigned i = 0; i < 5; i++)
		if (within(offset, alu[i], ALU_BANK) && (i < 4 || r->variant->kind == MR500_KIND_R4XX))
			word = &us->r300_alu[bank * ALU_BANK + (offset - alu[i]) / 4][i];
	if (word) {
		if (*word != value)
			us->generation++;
		*word = value;
	} else if (offset >= R300_US_ALU_CONST_R(0) && offset <= R300_US_ALU_CONST_A(31)) {
		unsigned n = (offset - R300_US_ALU_CONST_R(0)) / 4;
		us->konst[n / 4][n % 4] = from_fp24(value);
	}
}

/* ---- arguments ----------------------------------------------------------------------------------------- */
/* The three arguments and the three sources of a word are laid out alike: a word is moved so that number n is
 * where the first is. */
#define RGB(sel)   R500_R300_RGB_ARG__##sel
#define ALPHA(sel) R500_R300_ALPHA_ARG__##sel

static struct us_arg rgb_arg(uint32_t word, unsigned n)
{
	uint32_t w = word >> n * R300_US_ALU_RGB_INST__RGB_SEL_B__SHIFT;
	unsigned code = R300_US_ALU_RGB_INST__RGB_SEL_A__GET(w);
	struct us_arg a = {.mod = R300_US_ALU_RGB_INST__RGB_MOD_A__GET(w)};
	unsigned s[3] = {0, 1, 2};

	if (code < RGB(SRC0A)) { /* src0-2: rgb, rrr, ggg, bbb */
		unsigned one = code % RGB(SRC1C_XYZ);

		a.sel = code / RGB(SRC1C_XYZ);
		if (one)
			s[0] = s[1] = s[2] = one - RGB(SRC0C_XXX);
	} else if (code < RGB(SRCP_XYZ)) { /* alpha of src0-2 */
		a.sel = code - RGB(SRC0A);
		s[0] = s[1] = s[2] = 3;
	} else if (code < RGB(ZERO)) { /* presubtract: rgb, r, g, b, a */
		a.sel = 3;
		if (code > RGB(SRCP_XYZ))
			s[0] = s[1] = s[2] = code - RGB(SRCP_XXX);
	} else if (code < RGB(SRC0C_YZX)) { /* 0, 1, 0.5 */
		s[0] = s[1] = s[2] = code == RGB(ZERO)  ? US_SWZ_ZERO
				     : code == RGB(ONE) ? US_SWZ_ONE
							: US_SWZ_HALF;
	} else { /* gbr, brg, abg of src0-2 */
		static const uint8_t order[3][3] = {{1, 2, 0}, {2, 0, 1}, {3, 2, 1}};
		unsigned more = code - RGB(SRC0C_YZX), sources = RGB(SRC0C_ZXY) - RGB(SRC0C_YZX);

		a.sel = more % sources;
		for (unsigned i = 0; i < 3; i++)
			s[i] = order[more / sources][i];
	}
	for (unsigned i = 0; i < 3; i++)
		a.swz[i] = s[i];
	return a;
}

static struct us_arg alpha_arg(uint32_t word, unsigned n)
{
	uint32_t w = word >> n * R300_US_ALU_ALPHA_INST__ALPHA_SEL_B__SHIFT;
	unsigned code = R300_US_ALU_ALPHA_INST__ALPHA_SEL_A__GET(w);
	struct us_arg a = {.mod = R300_US_ALU_ALPHA_INST__ALPHA_MOD_A__GET(w)};

	if (code < ALPHA(SRC0A)) {
		a.sel = code / ALPHA(SRC1C_X);
		a.swz[0] = code % ALPHA(SRC1C_X);
	} else if (code < ALPHA(SRCP_X)) {
		a.sel = code - ALPHA(SRC0A);
		a.swz[0] = 3;
	} else if (code < ALPHA(ZERO)) {
		a.sel = 3;
		a.swz[0] = code - ALPHA(SRCP_X);
	} else {
		a.swz[0] = code == ALPHA(ONE) ? US_SWZ_ONE : code == ALPHA(HALF) ? US_SWZ_HALF : US_SWZ_ZERO;
	}
	return a;
}

/* Of either half. */
static struct us_src source(uint32_t w, unsigned n, unsigned msb)
{
	w >>= n * R300_US_ALU_RGB_ADDR__ADDR1__SHIFT;
	return (struct us_src){
	    .kind = R300_US_ALU_RGB_ADDR__ADDR0_CONST__GET(w) ? US_SRC_CONST : US_SRC_TEMP,
	    .index = R300_US_ALU_RGB_ADDR__ADDR0__GET(w) | msb << REGISTER_BITS,
	};
}

static void decode_alu(struct us_inst *in, unsigned addr, const uint32_t w[5])
{
	static const uint8_t rgb_op[16] = {
	    US_MAD, US_DP3, US_DP4,   US_D2A,      US_MIN,      US_MAX,      US_RESERVED, US_CND,
	    US_CMP, US_FRC, US_OTHER, US_RESERVED, US_RESERVED, US_RESERVED, US_RESERVED, US_RESERVED};
	static const uint8_t alpha_op[16] = {
	    US_MAD, US_OTHER, US_MIN, US_MAX, US_RESERVED, US_CND,      US_CMP,      US_FRC,
	    US_EX2, US_LN2,   US_RCP, US_RSQ, US_RESERVED, US_RESERVED, US_RESERVED, US_RESERVED};
	struct us_half *rgb = &in->half[0], *alpha = &in->half[1];
	uint32_t ext = w[4];

	*in = (struct us_inst){.addr = addr};
	for (unsigned n = 0; n < 3; n++) {
		rgb->src[n] = source(w[0], n, R300_US_ALU_EXT_ADDR__RGB_ADDR0_MSB__GET(ext >> n));
		alpha->src[n] = source(w[1], n, R300_US_ALU_EXT_ADDR__ALPHA_ADDR0_MSB__GET(ext >> n));
		rgb->arg[n] = rgb_arg(w[2], n);
		alpha->arg[n] = alpha_arg(w[3], n);
	}
	rgb->dst = R300_US_ALU_RGB_ADDR__ADDRD__GET(w[0]) | R300_US_ALU_EXT_ADDR__RGB_ADDRD_MSB__GET(ext)
								<< REGISTER_BITS;
	alpha->dst = R300_US_ALU_ALPHA_ADDR__ADDRD__GET(w[1]) |
		     R300_US_ALU_EXT_ADDR__ALPHA_ADDRD_MSB__GET(ext) << REGISTER_BITS;
	in->wmask = R300_US_ALU_RGB_ADDR__WMASK__GET(w[0]) | R300_US_ALU_ALPHA_ADDR__WMASK__GET(w[1]) << 3;
	in->omask = R300_US_ALU_RGB_ADDR__OMASK__GET(w[0]) | R300_US_ALU_ALPHA_ADDR__OMASK__GET(w[1]) << 3;
	in->w_omask = R300_US_ALU_ALPHA_ADDR__W_OMASK__GET(w[1]);
	in->type = in->omask || in->w_omask ? US_OUT : US_ALU;
	rgb->target = R300_US_ALU_RGB_ADDR__TARGET__GET(w[0]);
	alpha->target = R300_US_ALU_ALPHA_ADDR__TARGET__GET(w[1]);
	rgb->presub = R300_US_ALU_RGB_INST__SRCP_OP__GET(w[2]);
	alpha->presub = R300_US_ALU_ALPHA_INST__SRCP_OP__GET(w[3]);
	rgb->op = rgb_op[R300_US_ALU_RGB_INST__RGB_OP__GET(w[2])];
	alpha->op = alpha_op[R300_US_ALU_ALPHA_INST__ALPHA_OP__GET(w[3])];
	/* There is no "disabled": 7 is reserved, and multiplies by 1 here. */
	rgb->omod = R300_US_ALU_RGB_INST__OMOD__GET(w[2]) % 7;
	alpha->omod = R300_US_ALU_ALPHA_INST__OMOD__GET(w[3]) % 7;
	rgb->clamp = R300_US_ALU_RGB_INST__CLAMP__GET(w[2]);
	in->nop = R300_US_ALU_RGB_INST__NOP__GET(w[2]);
	alpha->clamp = R300_US_ALU_ALPHA_INST__CLAMP__GET(w[3]);
}

static void decode_tex(struct us_inst *in, unsigned addr, uint32_t w, bool r4xx)
{
	static const uint8_t op[8] = {US_TEX_NOP,     US_TEX_LD,       US_TEX_KILL,     US_TEX_PROJ,
				      US_TEX_LODBIAS, US_TEX_RESERVED, US_TEX_RESERVED, US_TEX_RESERVED};

	*in = (struct us_inst){
	    .addr = addr,
	    .type = US_TEX,
	    .wmask = 15,
	    .tex_op = op[R300_US_TEX_INST__INST__GET(w)],
	    .unit = R300_US_TEX_INST__TEX_ID__GET(w),
	    .coord = {.index = R300_US_TEX_INST__SRC_ADDR__GET(w) |
			       (r4xx ? R300_US_TEX_INST__SRC_ADDR_MSB__GET(w) << REGISTER_BITS : 0),
		      .swz = {0, 1, 2, 3}},
	    .result = {.index = R300_US_TEX_INST__DST_ADDR__GET(w) |
				(r4xx ? R300_US_TEX_INST__DST_ADDR_MSB__GET(w) << REGISTER_BITS : 0),
		       .swz = {0, 1, 2, 3}},
	};
}

static bool add_alu(struct mr500_us *us, struct us_prog *p, unsigned first, unsigned n)
{
	for (unsigned i = 0; i < n && p->n_step < US_MAX_STEPS; i++) {
		unsigned at = (first + i) & 511;
		memset(&us->step[p->n_step], 0, sizeof(us->step[0]));
		decode_alu(&us->step[p->n_step++].in, at, us->r300_alu[at]);
	}
	return p->n_step < US_MAX_STEPS;
}

bool mr500_us_program_r300(struct mr500 *r, struct us_prog *p)
{
	struct mr500_us *us = r->us;
	bool r4xx = r->variant->kind == MR500_KIND_R4XX;
	uint32_t config = r->reg[R300_US_CONFIG / 4], offset = r->reg[R300_US_CODE_OFFSET / 4];
	uint32_t ext = r4xx ? r->reg[R300_US_CODE_EXT / 4] : 0;
	unsigned nodes = R300_US_CONFIG__NLEVEL__GET(config) + 1;
	unsigned alu0 = R300_US_CODE_OFFSET__ALU_CODE_OFFSET__GET(offset) +
			R300_US_CODE_EXT__ALU_OFFSET_MSB__GET(ext) * ALU_BANK;
	unsigned tex0 = R300_US_CODE_OFFSET__TEX_CODE_OFFSET__GET(offset) +
			(r4xx ? R300_US_CODE_OFFSET__TEX_CODE_OFFSET_MSB__GET(offset) * TEX_BANK : 0);

	if (nodes > 4) {
		mr500_report(r, FL_WARN, "US", "Mesa r300_reg.h", "US_CONFIG asks for %u nodes of 4", nodes);
		nodes = 4;
	}
	/* Nodes do what the semaphore and ALU_WAIT do on R5xx: each waits for the one before. */
	p->legacy_zero = false;
	p->fp24 = true;
	p->full_fc = false;
	p->n_step = 0;
	/* The last node is always US_CODE_ADDR_3, those before it stand right before it. */
	for (unsigned n = 4 - nodes; n < 4; n++) {
		uint32_t w = r->reg[R300_US_CODE_ADDR(n) / 4];
		uint32_t e = ext >> n * (R300_US_CODE_EXT__ALU_START1_MSB__SHIFT -
					 R300_US_CODE_EXT__ALU_START0_MSB__SHIFT);
		unsigned alu = R300_US_CODE_ADDR__ALU_START__GET(w) +
			       R300_US_CODE_EXT__ALU_START0_MSB__GET(e) * ALU_BANK;
		unsigned alu_n = R300_US_CODE_ADDR__ALU_SIZE__GET(w) +
				 R300_US_CODE_EXT__ALU_SIZE0_MSB__GET(e) * ALU_BANK + 1;
		unsigned tex = R300_US_CODE_ADDR__TEX_START__GET(w) +
			       (r4xx ? R300_US_CODE_ADDR__TEX_START_MSB__GET(w) * TEX_BANK : 0);
		unsigned tex_n = R300_US_CODE_ADDR__TEX_SIZE__GET(w) +
				 (r4xx ? R300_US_CODE_ADDR__TEX_SIZE_MSB__GET(w) * TEX_BANK : 0) + 1;
		unsigned first = p->n_step;
		bool whole, has_tex = n > 4 - nodes || R300_US_CONFIG__FIRST_TEX__GET(config);
		for (unsigned i = 0; has_tex && i < tex_n && p->n_step < US_MAX_STEPS; i++) {
			unsigned at = (tex0 + tex + i) & 511;
			memset(&us->step[p->n_step], 0, sizeof(us->step[0]));
			decode_tex(&us->step[p->n_step++].in, at, us->r300_tex[at], r4xx);
		}
		whole = add_alu(us, p, alu0 + alu, alu_n);
		const struct us_node_r300 node = {
		    .index = n,
		    .alu = alu0 + alu,
		    .n_alu = alu_n,
		    .tex = tex0 + tex,
		    .n_tex = has_tex ? tex_n : 0,
		    .n_steps = p->n_step - first,
		    .rgba_out = R300_US_CODE_ADDR__RGBA_OUT__GET(w),
		    .w_out = R300_US_CODE_ADDR__W_OUT__GET(w),
		};
		mr500_us_check_node_r300(r, &node, us->step + first);
		if (!whole)
			break;
	}
	for (unsigned i = 0; i < p->n_step; i++) {
		us->step[i].next = i + 1 < p->n_step ? i + 1 : i;
		us->step[i].jump = us->step[i].next;
		us->step[i].end = i + 1 == p->n_step;
	}
	return p->n_step > 0;
}
