/* SPDX-License-Identifier: MIT
 *
 * The registers beside a program of the caller's own: vertex format, flow control, routing; and back to those
 * of fixed function.
 */
#include "hw/r500/pm4.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/program_state.h"

static uint32_t *flow(const struct fl_program *program, uint32_t *p, const struct fl_r500_route *r)
{
	uint32_t opc = r->vap_pvs_flow_cntl_opc, n = program->vs.n_flows;

	/* The chip's vertex engine has no booleans: an operation is there, or it is not. */
	for (uint32_t i = 0; i < n; i++) {
		uint8_t b = program->vs.flow[i].boolean;

		if (b != 255 && !(program->booleans >> b & 1))
			opc &= ~(3u << (2 * i));
	}
	p = r500_pm4_reg(p, R500_VAP_PVS_FLOW_CNTL_OPC, opc);
	if (!n)
		return p;
	p = r500_pm4_regs(p, R500_VAP_PVS_FLOW_CNTL_ADDRS_LW(0), 2 * n); /* LW and UW take turns */
	memcpy(p, r->vap_pvs_flow_cntl_addrs, 8 * n);
	p += 2 * n;
	p = r500_pm4_regs(p, R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX(0), n);
	memcpy(p, r->vap_pvs_flow_cntl_loop_index, 4 * n);
	return p + n;
}

uint32_t *fl_r500_own_fs(const struct fl_program *program, uint32_t *p, const struct fl_r500_route *r)
{
	p = r500_pm4_reg(p, R500_US_PIXSIZE, r->us_pixsize);
	p = r500_pm4_reg(p, R500_US_FC_CTRL, r->us_fc_ctrl);
	p = r500_pm4_regs(p, R500_US_CODE_ADDR, 3); /* and RANGE and OFFSET */
	*p++ = r->us_code_addr;
	*p++ = r->us_code_range;
	*p++ = r->us_code_offset;
	p = r500_pm4_reg(p, R500_US_FC_BOOL_CONST, program->fs_booleans);
	if (r->us_fc_ctrl) { /* loops take the full mode */
		p = r500_pm4_regs(p, R500_US_FC_INT_CONST(0), 32);
		memcpy(p, program->fs_int, sizeof(program->fs_int));
		p += 32;
	}
	return p;
}

uint32_t *fl_r500_program_route(struct fl_draw *d, uint32_t *p)
{
	const struct fl_program *program = d->program;
	const struct fl_r500_own_program *o = &fl_r500_of(d)->own[fl_r500_of(d)->own_at];
	const struct fl_r500_gen *gen = fl_r500_gen(d);
	bool sprites = fl_draw_sprites(d);
	uint8_t size[FL_TEXCOORDS];
	struct fl_r500_route r;
	const char *why;

	if (!program)
		return p; /* nobody calls it without one */
	/* fl_program_make() saw that it fits one way. */
	if (!fl_r500_asm_route(&program->vs, &program->fs, o->vs_at, o->fs_at, sprites, &r, &why)) {
		FL_CHECK(d, false, why);
		fl_r500_asm_route(&program->vs, &program->fs, o->vs_at, o->fs_at, !sprites, &r, &why);
	}
	for (uint32_t i = 0; i < FL_TEXCOORDS; i++)
		size[i] = d->unit[i].size;
	p = fl_r500_put_format(d, p, program->attribute, size);
	p = r500_pm4_reg(p, R500_VAP_CNTL,
			 fl_r500_asm_vap_cntl(&program->vs, gen->vectors) | fl_r500_draw_vap_cntl(d, 0, 0));
	p = r500_pm4_reg(p, R500_VAP_PVS_CODE_CNTL_0, r.vap_pvs_code_cntl_0);
	p = r500_pm4_reg(p, R500_VAP_PVS_CODE_CNTL_1, r.vap_pvs_code_cntl_1);
	p = r500_pm4_reg(p, R500_VAP_PVS_CONST_CNTL, r.vap_pvs_const_cntl);
	p = flow(program, p, &r);
	p = fl_r500_put_raster(gen, p, &r);
	p = gen->own(program, p, &r);
	p = r500_pm4_reg(p, R500_US_W_FMT, r.us_w_fmt);
	p = r500_pm4_reg(p, R500_FG_DEPTH_SRC, R500_FG_DEPTH_SRC__DEPTH_SRC(program->fs.depth));
	fl_r500_of(d)->program_on = true;
	return p;
}

uint32_t *fl_r500_program_leave(struct fl_draw *d, uint32_t *p)
{
	static const uint16_t off[] = {R500_VAP_PVS_STATE_FLUSH_REG, R500_VAP_PVS_FLOW_CNTL_OPC,
				       R500_US_W_FMT, R500_FG_DEPTH_SRC};
	static const uint16_t off_r520[] = {R500_US_FC_CTRL, R500_US_CODE_OFFSET};

	p = FL_R500_PUT_ZEROS(p, off);
	p = r500_pm4_reg(p, R500_VAP_CNTL,
			 fl_r500_draw_vap_cntl(d, fl_r500_gen(d)->fixed_slots, FL_R500_FIXED_CONTROLLERS));
	p = r500_pm4_reg(p, R500_VAP_PVS_CONST_CNTL,
			 R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(FL_FF_C_COUNT - 1));
	if (fl_r500_gen(d)->r5xx)
		p = FL_R500_PUT_ZEROS(p, off_r520);
	fl_r500_of(d)->program_on = false;
	fl_r500_of(d)->vs.now = fl_r500_of(d)->fs.now = FL_R500_NO_PROGRAM;
	return p;
}
