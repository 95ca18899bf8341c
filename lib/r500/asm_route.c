/* SPDX-License-Identifier: MIT
 *
 * From a pair of programs to the registers that run it. The vertex program's outputs are packed in the order
 * of VAP_OUT_VTX_FMT (R5xx guide 7.4.5); the rasterizer must take exactly what comes, or it locks up (Mesa
 * r300_state_derived.c), and hands each fragment input to its temporary.
 */
#include "lib/r500/asm_decl.h"
#include "hw/regs/r500.h"
#include "lib/r500/rs.h"

#include <string.h>

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

uint32_t fl_r500_asm_vap_cntl(const struct fl_r500_vs *vs, uint32_t vectors)
{
	uint32_t slots = least(10, least(vs->n_inputs ? vectors / vs->n_inputs : 10,
					 vs->n_outputs ? vectors / vs->n_outputs : 10));
	uint32_t controllers =
	    least(5, least(vs->n_temps ? vectors / vs->n_temps : 5, vs->n_alts ? 20 / vs->n_alts : 5));

	return R500_VAP_CNTL__PVS_NUM_SLOTS(slots) | R500_VAP_CNTL__PVS_NUM_CNTLRS(controllers);
}

static void vertex(const struct fl_r500_vs *vs, uint32_t at, struct fl_r500_route *r)
{
	uint32_t last = 0;

	for (uint32_t i = 0; i < 256; i++)
		if (fl_r500_bit(vs->consts.taken, i))
			last = i;
	r->vap_cntl = fl_r500_asm_vap_cntl(vs, 128);
	r->vap_pvs_code_cntl_0 = R500_VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST(at + vs->first) |
				 R500_VAP_PVS_CODE_CNTL_0__PVS_XYZW_VALID_INST(at + vs->last_position) |
				 R500_VAP_PVS_CODE_CNTL_0__PVS_LAST_INST(at + vs->n - 1);
	r->vap_pvs_code_cntl_1 = R500_VAP_PVS_CODE_CNTL_1__PVS_LAST_VTX_SRC_INST(at + vs->last_input);
	r->vap_pvs_const_cntl = R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(last);
	for (uint32_t i = 0; i < vs->n_flows; i++) {
		const struct fl_r500_vs_flow *f = &vs->flow[i];
		uint32_t target = f->op == 2 ? f->target : f->target + at; /* a loop's is its count */

		r->vap_pvs_flow_cntl_opc |= (uint32_t)f->op << (2 * i);
		r->vap_pvs_flow_cntl_addrs[2 * i] =
		    R500_VAP_PVS_FLOW_CNTL_ADDRS_LW__PVS_FC_ACT_ADRS_0(f->act + at) |
		    R500_VAP_PVS_FLOW_CNTL_ADDRS_LW__PVS_FC_LOOP_CNT_JMP_INST_0(target);
		r->vap_pvs_flow_cntl_addrs[2 * i + 1] =
		    R500_VAP_PVS_FLOW_CNTL_ADDRS_UW__PVS_FC_LAST_INST_0(f->last + at) |
		    R500_VAP_PVS_FLOW_CNTL_ADDRS_UW__PVS_FC_RTN_INST_0(f->rtn + at);
		r->vap_pvs_flow_cntl_loop_index[i] = f->index;
	}
}

static const struct fl_r500_fs_input *input_of(const struct fl_r500_fs_input *in, uint32_t n,
					       uint32_t meaning)
{
	for (uint32_t i = 0; i < n; i++)
		if (in[i].meaning == meaning)
			return &in[i];
	return NULL;
}

const char *fl_r500_route_raster(const uint8_t output[FL_R500_MEANINGS], const struct fl_r500_fs_input *in,
				 uint32_t n_in, bool sprites, struct fl_r500_route *r)
{
	uint32_t texcoords = 0, components = 0, colors = 0, n_inst = 0;

	for (uint32_t i = 0; i < n_in; i++)
		if (in[i].meaning < FL_R500_MEANINGS && !output[in[i].meaning] &&
		    !(sprites && in[i].meaning == FL_R500_TEXCOORD0)) {
			return "the fragment program reads what the vertex program does not put out";
		}
	r->vap_out_vtx_fmt_0 = R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1) |
			       R500_VAP_OUT_VTX_FMT_0__VTX_PT_SIZE_PRESENT(output[FL_R500_POINT_SIZE] != 0);
	r->vap_vsm_vtx_assm = R500_VAP_VSM_VTX_ASSM__POSITION(1);
	for (uint32_t i = 0; i < 4; i++)
		if (output[FL_R500_COLOR0 + i]) {
			r->vap_out_vtx_fmt_0 |= R500_VAP_OUT_VTX_FMT_0__VTX_COLOR_0_PRESENT(1) << i;
			/* for any of them: Mesa r300_state_derived.c */
			r->vap_vsm_vtx_assm |= R500_VAP_VSM_VTX_ASSM__COLOR(1);
		}
	/* A coordinate that the chip makes is none of the program's: that would be taken in its stead (guide
	 * 7.4.5). */
	for (uint32_t i = sprites; i < 8; i++)
		if (output[FL_R500_TEXCOORD0 + i]) {
			r->vap_out_vtx_fmt_1 |=
			    R500_VAP_OUT_VTX_FMT_1__TEX_0_COMP_CNT(output[FL_R500_TEXCOORD0 + i])
			    << i * R500_VAP_OUT_VTX_FMT_1__TEX_1_COMP_CNT__SHIFT;
			r->vap_vsm_vtx_assm |= R500_VAP_VSM_VTX_ASSM__TEXCOORD0(1) << i;
		}
	for (uint32_t i = 0; i < 8; i++) {
		const struct fl_r500_fs_input *to = input_of(in, n_in, FL_R500_TEXCOORD0 + i);
		uint32_t n = sprites && i == 0 ? 2 : output[FL_R500_TEXCOORD0 + i]; /* stuffed: s and t */

		if (!n)
			continue;
		r->rs_ip[texcoords] |= fl_r500_rs_ip(components, n);
		if (to) {
			r->rs_inst[n_inst++] |= R500_RS_INST__TEX_ID(texcoords) |
						R500_RS_INST__TEX_CN(R500_RS_INST__TEX_CN__WRITE) |
						R500_RS_INST__TEX_ADDR(to->reg);
		}
		components += n;
		texcoords++;
	}
	uint32_t color_inst = 0;
	/* After the program's colors face and pixel, which the chip makes itself, count as one color more
	 * each (Mesa r300_state_derived.c of the face; the pixel's place, which Mesa has no use for,
	 * likewise). */
	for (uint32_t i = 0; i < 6; i++) {
		uint32_t meaning = i < 4 ? FL_R500_COLOR0 + i : FL_R500_FACE + i - 4;
		uint32_t write = i < 4    ? R500_RS_INST__COL_CN__WRITE
				 : i == 4 ? R500_RS_INST__COL_CN__WRITE_BACKFACE_B000
					  : R500_RS_INST__COL_CN__WRITE_FBUFFER_XY00;
		const struct fl_r500_fs_input *to = input_of(in, n_in, meaning);

		if (i < 4 ? !output[meaning] : !to)
			continue;
		r->rs_ip[colors] |=
		    R500_RS_IP__COL_PTR(colors) | R500_RS_IP__COL_FMT(R500_RS_IP__COL_FMT__RGBA);
		if (to)
			r->rs_inst[color_inst++] |= R500_RS_INST__COL_ID(colors) |
						    R500_RS_INST__COL_CN(write) |
						    R500_RS_INST__COL_ADDR(to->reg);
		colors++;
	}
	if (colors > 4) {
		return "face and pixel are colors, and there are four";
	}
	if (!texcoords && !colors) {
		return "nothing to rasterize: declare color0 as an output";
	}
	if (color_inst > n_inst)
		n_inst = color_inst;
	r->n_rs = texcoords > colors ? texcoords : colors;
	if (n_inst > r->n_rs)
		r->n_rs = n_inst;
	r->rs_count = R500_RS_COUNT__IT_COUNT(components) | R500_RS_COUNT__IC_COUNT(colors) |
		      R500_RS_COUNT__HIRES_EN(1);
	r->rs_inst_count = R500_RS_INST_COUNT__INST_COUNT(n_inst ? n_inst - 1 : 0);
	return NULL;
}

bool fl_r500_asm_route(const struct fl_r500_vs *vs, const struct fl_r500_fs *fs, uint32_t vs_at,
		       uint32_t fs_at, bool sprites, struct fl_r500_route *r, const char **why)
{
	*why = NULL;
	memset(r, 0, sizeof(*r));
	if (vs_at + vs->n > FL_R500_VS_MAX || !vs->n) {
		*why = "the vertex program does not fit there";
		return false;
	}
	if (fs_at + fs->n > FL_R500_FS_MAX || !fs->n) {
		*why = "the fragment program does not fit there";
		return false;
	}
	vertex(vs, vs_at, r);
	/* Addresses in the program count from its first instruction: US_CODE_OFFSET moves it (guide 8.2). */
	r->us_code_addr = R500_US_CODE_ADDR__START_ADDR(fs->first) | R500_US_CODE_ADDR__END_ADDR(fs->n - 1);
	r->us_code_range = R500_US_CODE_RANGE__CODE_ADDR(fs_at) | R500_US_CODE_RANGE__CODE_SIZE(fs->n - 1);
	r->us_code_offset = R500_US_CODE_OFFSET__OFFSET_ADDR(fs_at);
	r->us_pixsize = R500_US_PIXSIZE__PIX_SIZE(fs->last_temp);
	r->us_fc_ctrl = R500_US_FC_CTRL__FULL_FC_EN(fs->full_flow);
	r->us_w_fmt = R500_US_W_FMT__W_FMT(fs->depth); /* 24-bit fixed, from the shader */
	*why = fl_r500_route_raster(vs->output, fs->input, fs->n_inputs, sprites, r);
	/* The outputs that go on must be packed (guide 7.4.5). */
	if (!*why && sprites && vs->output[FL_R500_TEXCOORD0] && r->vap_out_vtx_fmt_1)
		*why = "point sprites: texcoord0 must be the last output";
	return !*why;
}
