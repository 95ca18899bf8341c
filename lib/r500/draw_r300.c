/* SPDX-License-Identifier: MIT
 *
 * The parts of drawing that are other registers on R3xx and R4xx: fragment programs, their constants, the
 * rasterizer, the color of blending (Mesa r300_reg.h, r300_fs.c, r300_state.c). Programs are small there, and
 * in registers: the one that is needed is sent whenever it is not the one that is set.
 */
#include "lib/r500/draw_r300.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/lower_fs_r300.h"
#include "lib/r500/program_state.h"

#include <string.h>

#define FL_R300_FLOAT_BIAS 63u /* of the exponent of its 24-bit floats */

/* ---- fragment programs --------------------------------------------------------------------------------- */
static uint32_t *run_of(uint32_t *p, uint32_t reg, const uint32_t *v, uint32_t n)
{
	if (!n)
		return p;
	p = r500_pm4_regs(p, reg, n);
	memcpy(p, v, 4 * n);
	return p + n;
}

static uint32_t *program(uint32_t *p, const struct fl_r500_r300_fs *fs)
{
	static const uint16_t word[4] = {R300_US_ALU_RGB_ADDR(0), R300_US_ALU_ALPHA_ADDR(0),
					 R300_US_ALU_RGB_INST(0), R300_US_ALU_ALPHA_INST(0)};

	p = run_of(p, R300_US_CONFIG, &fs->config, 3); /* and US_PIXSIZE, US_CODE_OFFSET */
	p = run_of(p, R300_US_CODE_ADDR(0), fs->code_addr, FL_R300_NODES);
	p = run_of(p, R300_US_TEX_INST(0), fs->tex, fs->n_tex);
	for (uint32_t i = 0; i < 4; i++)
		p = run_of(p, word[i], fs->alu[i], fs->n_alu);
	/* What was an inline constant, exponent and 3 bits of mantissa, in all four places */
	for (uint32_t i = 0; i < FL_R300_CONSTS; i++) {
		uint32_t code = fs->inlined[i], v = ((code >> 3) + FL_R300_FLOAT_BIAS - 7) << 16 | (code & 7)
												       << 13;
		const uint32_t four[4] = {v, v, v, v};

		if (code)
			p = run_of(p, R300_US_ALU_CONST_R(i), four, 4);
	}
	return p;
}

uint32_t *fl_r500_r300_fs(struct fl_draw *d, uint32_t *p, uint64_t key)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	uint32_t words[FL_FF_FS_LONGEST][FL_R500_FS_DW], last, n = fl_ff_fs_make(key, inst);
	struct fl_ff_places places;
	struct fl_r500_r300_fs fs;

	fl_r500_of(d)->fs.now = key;
	fl_ff_fs_places(key, &places);
	n = fl_r500_fs_lower(inst, n, &places, words[0], &last);
	fl_r500_r300_fs_lower(words, n, last, 0, &fs, NULL); /* all of them fit */
	return program(p, &fs);
}

uint32_t *fl_r500_r300_clear(uint32_t *p, uint32_t n, const float rgba[4])
{
	struct fl_r500_r300_fs fs;

	fl_r500_r300_fs_lower(fl_r500_clear_words, n, 0, 0, &fs, NULL);
	return fl_r500_r300_constants(program(p, &fs), FL_R300_CONSTS - 1, 1,
				      (const uint32_t(*)[4])(const void *)rgba);
}

static enum fl_code lower_own(const struct fl_program *own, struct fl_r500_r300_fs *fs, struct fl_err *err)
{
	return fl_r500_r300_fs_lower(own->fs.words, own->fs.n, own->fs.last_temp, own->fs.consts.taken[0], fs,
				     err);
}

uint32_t *fl_r500_r300_own(const struct fl_program *own, uint32_t *p, const struct fl_r500_route *r)
{
	struct fl_r500_r300_fs fs;

	lower_own(own, &fs, NULL); /* fl_program() saw that it fits */
	return program(p, &fs);
}

/* ---- the caller's programs ----------------------------------------------------------------------------- */
/* What came to vertex programs with R5xx (Mesa radeon_compiler.c, r3xx_vertprog.c). */
static bool is_new(const uint32_t w[4])
{
	bool math = R500_PVS_OP_DST_OPERAND__PVS_DST_MATH_INST__GET(w[0]);

	return w[0] & (R500_PVS_OP_DST_OPERAND__PVS_DST_VE_SAT__MASK |
		       R500_PVS_OP_DST_OPERAND__PVS_DST_ME_SAT__MASK |
		       R500_PVS_OP_DST_OPERAND__PVS_DST_PRED_ENABLE__MASK) ||
	       (w[1] | w[2] | w[3]) & R500_PVS_SRC_OPERAND_0__PVS_SRC_ABS_XYZW__MASK ||
	       R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE__GET(w[0]) >
		   (math ? R500_PVS_ME_OPCODE__ME_COS : R500_PVS_VE_OPCODE__VE_FLT2FIX_DX_RND);
}

enum fl_code fl_r500_r300_fits(const struct fl_program *own, struct fl_err *err)
{
	const struct fl_r500_vs *vs = &own->vs;
	struct fl_r500_r300_fs fs;
	bool faces = false;

	if (vs->n > FL_R300_VS_MAX)
		return fl_fail(err, FL_USAGE, "the vertex program has %u instructions of 256", vs->n);
	for (uint32_t i = 0; i < vs->n; i++)
		if (is_new(vs->words[i]))
			return fl_fail(err, FL_USAGE,
				       "vertex instruction %u: an operation or a modifier of R5xx", i);
	for (uint32_t i = 0; i < own->fs.n_inputs; i++)
		faces |= own->fs.input[i].meaning >= FL_R500_MEANINGS;
	if (faces || vs->n_flows)
		return fl_fail(err, FL_USAGE, "face, pixel and flow control came with R5xx");
	return lower_own(own, &fs, err);
}

/* ---- constants, rasterizer, blending ------------------------------------------------------------------- */
/* A float in 24 bits: sign, 7 bits of exponent, 16 of mantissa, as Mesa cuts it off (r300_emit.c). */
static uint32_t float24(uint32_t f)
{
	uint32_t sign = f >> 31 << 23, rest = f & 0x7fffffff;

	if (rest < (127u - FL_R300_FLOAT_BIAS) << 23)
		return sign;
	rest = (rest - ((127u - FL_R300_FLOAT_BIAS) << 23)) >> 7;
	return sign | (rest < 0x7fffff ? rest : 0x7fffff);
}

uint32_t *fl_r500_r300_constants(uint32_t *p, uint32_t first, uint32_t n, const uint32_t (*v)[4])
{
	if (first >= FL_R300_CONSTS)
		return p;
	if (n > FL_R300_CONSTS - first)
		n = FL_R300_CONSTS - first;
	p = r500_pm4_regs(p, R300_US_ALU_CONST_R(first), 4 * n);
	for (uint32_t i = 0; i < 4 * n; i++)
		*p++ = float24(v[i / 4][i % 4]);
	return p;
}

/* RS_IP: R5xx points to each of four components; here one is pointed to, and the others come after it. */
static uint32_t rs_ip(uint32_t ip)
{
	uint32_t first = R500_RS_IP__TEX_PTR_S__GET(ip);
	uint32_t w = R300_RS_IP__TEX_PTR(first) | R300_RS_IP__COL_PTR(R500_RS_IP__COL_PTR__GET(ip)) |
		     R300_RS_IP__COL_FMT(R500_RS_IP__COL_FMT__GET(ip));

	for (uint32_t c = 0; c < 4; c++) {
		uint32_t at = ip >> c * R500_RS_IP__TEX_PTR_T__SHIFT & 63;

		w |= (at >= R500_RS_TEX_PTR__K0 ? 4 + at - R500_RS_TEX_PTR__K0 : at - first)
		     << (R300_RS_IP__SEL_S__SHIFT + 3 * c);
	}
	return w;
}

static uint32_t rs_inst(uint32_t w)
{
	return R300_RS_INST__TEX_ID(R500_RS_INST__TEX_ID__GET(w)) |
	       R300_RS_INST__TEX_CN(R500_RS_INST__TEX_CN__GET(w)) |
	       R300_RS_INST__TEX_ADDR(R500_RS_INST__TEX_ADDR__GET(w)) |
	       R300_RS_INST__COL_ID(R500_RS_INST__COL_ID__GET(w)) |
	       R300_RS_INST__COL_CN(R500_RS_INST__COL_CN__GET(w)) |
	       R300_RS_INST__COL_ADDR(R500_RS_INST__COL_ADDR__GET(w));
}

uint32_t *fl_r500_r300_raster(uint32_t *p, const struct fl_r500_route *r)
{
	struct fl_r500_route translated = *r;

	for (uint32_t i = 0; i < r->n_rs; i++) {
		translated.rs_ip[i] = rs_ip(r->rs_ip[i]);
		translated.rs_inst[i] = rs_inst(r->rs_inst[i]);
	}
	return fl_r500_put_rs(p, &translated, R300_RS_IP(0), R300_RS_INST(0));
}

/* Blue, green, red and alpha, 8 bits each, are names of the target's places. */
uint32_t *fl_r500_r300_blend_color(uint32_t *p, const float c[4], bool is_float)
{
	uint32_t color = 0;

	for (uint32_t i = 0; i < 4; i++)
		color |= (uint32_t)(c[i] * 255 + 0.5f) << i * R500_RB3D_CONSTANT_COLOR__GREEN__SHIFT;
	return r500_pm4_reg(p, R500_RB3D_CONSTANT_COLOR, color);
}
