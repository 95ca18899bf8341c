/* SPDX-License-Identifier: MIT
 *
 * A program of the caller's own into the chip. Fixed function has the lower part of the two program memories;
 * the caller's programs share the upper part, each as large as it is, the oldest making room. All of them use
 * the one memory of constants, which is sent again when the program changes.
 */
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/program_state.h"
#include "lib/r500/psc.h"

#define VS_AT FL_R500_VS_MEMORY
#define FS_AT FL_R500_FS_MEMORY
#define CHUNK_DW \
	480u /* of code or constants in a piece: below FL_CS_MIN_DW, and whole instructions of 4 and 6 */

/* ---- code ---- */

static void send_words(struct fl_draw *d, uint32_t index_reg, uint32_t index, uint32_t port,
		       const uint32_t *words, uint32_t n_dw, uint32_t step_dw)
{
	while (n_dw) {
		uint32_t n = n_dw < CHUNK_DW ? n_dw : CHUNK_DW;
		uint32_t *p = fl_cs_room(d->cs, n + 3);

		p = r500_pm4_reg(p, index_reg, index);
		p = r500_pm4_port(p, port, n);
		memcpy(p, words, 4 * n);
		fl_cs_done(d->cs, p + n);
		index += n / step_dw;
		words += n;
		n_dw -= n;
	}
}

/* A place for n instructions in [from, end): after the last one, or at the start. A program that is too large
 * for the caller's part takes the end of the memory, and what fixed function had there is forgotten. */
static uint32_t place(uint16_t *next, uint32_t n, uint32_t from, uint32_t end)
{
	uint32_t at = *next >= from && *next + n <= end ? *next : from;

	if (at + n > end)
		at = end - n;
	*next = (uint16_t)(at + n);
	return at;
}

static struct fl_own *resident(struct fl_draw *d)
{
	const struct fl_program *p = d->program;
	struct fl_own *o = NULL;
	uint32_t vs_at, fs_at;

	for (uint32_t i = 0; i < FL_PROGRAMS; i++)
		if (d->own[i].code == p->code)
			return &d->own[i];
	vs_at = place(&d->own_vs_next, p->vs.n, VS_AT, FL_R500_VS_MAX);
	/* fl_clear() needs the last instructions; a program that has them, too, is sent again after it. */
	fs_at = place(&d->own_fs_next, p->fs.n, FS_AT,
		      p->fs.n > FL_R500_FS_CLEAR_AT ? FL_R500_FS_MAX : FL_R500_FS_CLEAR_AT);
	for (uint32_t i = 0; i < FL_PROGRAMS; i++) {
		struct fl_own *other = &d->own[i];

		if (other->vs_at < vs_at + p->vs.n && vs_at < other->vs_at + other->vs_n)
			other->code = 0;
		if (other->fs_at < fs_at + p->fs.n && fs_at < other->fs_at + other->fs_n)
			other->code = 0;
	}
	fl_r500_forget(&d->vs, vs_at);
	fl_r500_forget(&d->fs, fs_at);
	o = &d->own[d->own_next];
	d->own_next = (uint8_t)((d->own_next + 1) % FL_PROGRAMS);
	*o = (struct fl_own){.code = p->code,
			     .vs_at = (uint16_t)vs_at,
			     .vs_n = (uint16_t)p->vs.n,
			     .fs_at = (uint16_t)fs_at,
			     .fs_n = (uint16_t)p->fs.n};
	send_words(d, R500_VAP_PVS_VECTOR_INDX_REG, vs_at, R500_VAP_PVS_VECTOR_DATA_REG_128, p->vs.words[0],
		   4 * p->vs.n, 4);
	send_words(d, R500_GA_US_VECTOR_INDEX, R500_GA_US_VECTOR_INDEX__INDEX(fs_at), R500_GA_US_VECTOR_DATA,
		   p->fs.words[0], 6 * p->fs.n, 6);
	return o;
}

/* ---- constants ---- */

static void rows(float v[4][4], const float m[16])
{
	for (int r = 0; r < 4; r++)
		for (int i = 0; i < 4; i++)
			v[r][i] = m[4 * i + r];
}

static const float *top(const struct fl_draw *d, uint32_t which)
{
	return d->matrix[which][d->matrix_top[which]];
}

/* The state_… constants that dirty touches. */
static void states(struct fl_draw *d, struct fl_program *p, uint32_t dirty)
{
	for (uint32_t i = 0; i < p->n_states; i++) {
		uint32_t what = p->state[i].what;
		struct fl_r500_consts *k = p->state[i].stage == FL_VERTEX ? &p->vs.consts : &p->fs.consts;
		float v[4][4] = {{0}}, m[16], normal[3][3];

		if (what == FL_R500_STATE_MVP && (dirty & FL_D_MVP)) {
			fl_mat_mul(m, top(d, FL_PROJECTION), top(d, FL_MODELVIEW));
			rows(v, m);
		} else if (what == FL_R500_STATE_MODELVIEW && (dirty & FL_D_NORMAL)) {
			rows(v, top(d, FL_MODELVIEW));
		} else if (what == FL_R500_STATE_PROJECTION && (dirty & FL_D_MVP)) {
			rows(v, top(d, FL_PROJECTION));
		} else if (what == FL_R500_STATE_NORMAL && (dirty & FL_D_NORMAL)) {
			fl_mat_normal(normal, top(d, FL_MODELVIEW));
			for (int r = 0; r < 3; r++)
				memcpy(v[r], normal[r], sizeof(normal[r]));
		} else if (what == FL_R500_STATE_VIEWPORT && (dirty & FL_D_VIEWPORT)) {
			for (int c = 0; c < 4; c++)
				v[0][c] = (float)d->viewport[c];
		} else if (what >= FL_R500_STATE_LIGHT && (dirty & FL_D_LIGHT)) {
			memcpy(v[0], d->light[what - FL_R500_STATE_LIGHT].position, sizeof(v[0]));
		} else if (what >= FL_R500_STATE_TEXTURE && what < FL_R500_STATE_LIGHT &&
			   (dirty & FL_D_TEXMAT)) {
			rows(v, top(d, FL_TEXTURE + what - FL_R500_STATE_TEXTURE));
		} else {
			continue;
		}
		memcpy(k->value[p->state[i].first], v, 16u * p->state[i].count);
		fl_r500_program_touch(p, p->state[i].stage, p->state[i].first, p->state[i].count);
	}
}

/* Constants that the program has, from 0 on. */
static uint32_t n_consts(const struct fl_r500_consts *k)
{
	for (uint32_t i = 8; i-- > 0;)
		if (k->taken[i])
			return 32 * i + 32 - (uint32_t)__builtin_clz(k->taken[i]);
	return 0;
}

static void send_consts(struct fl_draw *d, struct fl_program *p)
{
	uint32_t first = p->dirty[FL_VERTEX].first, n = p->dirty[FL_VERTEX].end - first;

	send_words(d, R500_VAP_PVS_VECTOR_INDX_REG, R500_PVS_MEMORY__CONST + first,
		   R500_VAP_PVS_VECTOR_DATA_REG_128, p->vs.consts.value[first], 4 * n, 4);
	first = p->dirty[FL_FRAGMENT].first;
	n = p->dirty[FL_FRAGMENT].end - first;
	send_words(d, R500_GA_US_VECTOR_INDEX,
		   R500_GA_US_VECTOR_INDEX__INDEX(first) | R500_GA_US_VECTOR_INDEX__TYPE(1),
		   R500_GA_US_VECTOR_DATA, p->fs.consts.value[first], 4 * n, 4);
	memset(p->dirty, 0, sizeof(p->dirty));
}

void fl_r500_program_send(struct fl_draw *d)
{
	const uint32_t constants =
	    FL_D_MVP | FL_D_TEXMAT | FL_D_NORMAL | FL_D_LIGHT | FL_D_VIEWPORT | FL_D_PROGRAM | FL_D_VERTEX;
	struct fl_program *program = d->program;
	uint32_t dirty = d->dirty;

	if (!(dirty & constants))
		return;
	/* Code and constants of what is under way must not change (R5xx guide 7.4.8, 7.4.11). */
	fl_cs_done(d->cs, r500_pm4_reg(fl_cs_room(d->cs, 2), R500_VAP_PVS_STATE_FLUSH_REG, 0));
	if (dirty & FL_D_VERTEX)
		d->own_at = (uint8_t)(resident(d) - d->own);
	if (d->program_sent != program) {
		d->program_sent = program;
		dirty = FL_D_ALL;
		fl_r500_program_touch(program, FL_VERTEX, 0, n_consts(&program->vs.consts));
		fl_r500_program_touch(program, FL_FRAGMENT, 0, n_consts(&program->fs.consts));
	}
	states(d, program, dirty);
	send_consts(d, program);
}

/* ---- registers ---- */

/* Stream elements: the vertex as fl_vertex() writes it, each attribute to its input. */
static uint32_t *vertex_format(struct fl_draw *d, uint32_t *p)
{
	const struct fl_program *program = d->program;
	const uint8_t *to = program->attribute;
	uint32_t cntl[2 * (2 + FL_TEXCOORDS)] = {0}, ext[2 * (2 + FL_TEXCOORDS)] = {0}, n = 0, flags = 0,
			       reads = 0;
	/* of 1 to 4 floats; what lacks is 0, 0, 1 */
	static const uint16_t fill[5] = {0, FL_R500_SWIZZLE_X001, FL_R500_SWIZZLE_XY01, FL_R500_SWIZZLE_XYZ1,
					 FL_R500_SWIZZLE_XYZW};

	for (uint32_t i = 0; i < FL_TEXCOORDS; i++)
		if (to[3 + i] != 255) {
			reads |= 1u << i;
			flags |= (uint32_t)d->unit[i].size << (8 + 4 * i);
		}
	if (reads == 1 && d->unit[0].size == 2)
		flags = FL_V_TEXCOORD;
	else if (reads)
		flags |= FL_V_MORE;
	cntl[n] = FL_R500_ELEMENT(R500_PSC_DATA_TYPE__FLOAT_3, to[0]);
	ext[n++] = FL_R500_SWIZZLE_XYZ1;
	if (to[1] == 255) {
		cntl[0] |= FL_R500_ELEMENT_SKIP(1);
	} else {
		cntl[n] = FL_R500_ELEMENT(R500_PSC_DATA_TYPE__BYTE, to[1]) | FL_R500_ELEMENT_NORMALIZED;
		ext[n++] = FL_R500_SWIZZLE_XYZW;
	}
	if (to[2] != 255) {
		flags |= FL_V_NORMAL;
		cntl[n] = FL_R500_ELEMENT(R500_PSC_DATA_TYPE__FLOAT_3, to[2]);
		ext[n++] = FL_R500_SWIZZLE_XYZ1;
	}
	for (uint32_t i = 0; i < FL_TEXCOORDS; i++)
		if (reads >> i & 1) {
			cntl[n] =
			    FL_R500_ELEMENT(R500_PSC_DATA_TYPE__FLOAT_1 + d->unit[i].size - 1, to[3 + i]);
			ext[n++] = fill[d->unit[i].size];
		}
	cntl[n - 1] |= FL_R500_ELEMENT_LAST;
	d->arrays_set = false;
	fl_draw_vertex_format(d, flags);

	p = r500_pm4_regs(p, R500_VAP_PROG_STREAM_CNTL(0), (n + 1) / 2);
	for (uint32_t i = 0; i < n; i += 2)
		*p++ = cntl[i] | cntl[i + 1] << 16;
	p = r500_pm4_regs(p, R500_VAP_PROG_STREAM_CNTL_EXT(0), (n + 1) / 2);
	for (uint32_t i = 0; i < n; i += 2)
		*p++ = ext[i] | ext[i + 1] << 16;
	return r500_pm4_reg(p, R500_VAP_VTX_SIZE, d->vertex_dw);
}

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

uint32_t *fl_r500_program_route(struct fl_draw *d, uint32_t *p)
{
	const struct fl_program *program = d->program;
	const struct fl_own *o = &d->own[d->own_at];
	bool sprites = fl_draw_sprites(d);
	struct fl_r500_route r;
	const char *why;

	if (!program)
		return p; /* nobody calls it without one */
	/* fl_program_make() saw that it fits one way. */
	if (!fl_r500_asm_route(&program->vs, &program->fs, o->vs_at, o->fs_at, sprites, &r, &why)) {
		FL_CHECK(d, false, why);
		fl_r500_asm_route(&program->vs, &program->fs, o->vs_at, o->fs_at, !sprites, &r, &why);
	}
	p = vertex_format(d, p);
	p = r500_pm4_reg(p, R500_VAP_CNTL, r.vap_cntl | fl_r500_draw_vap_cntl(d, 0, 0));
	p = r500_pm4_reg(p, R500_VAP_PVS_CODE_CNTL_0, r.vap_pvs_code_cntl_0);
	p = r500_pm4_reg(p, R500_VAP_PVS_CODE_CNTL_1, r.vap_pvs_code_cntl_1);
	p = r500_pm4_reg(p, R500_VAP_PVS_CONST_CNTL, r.vap_pvs_const_cntl);
	p = flow(program, p, &r);
	p = r500_pm4_reg(p, R500_VAP_VSM_VTX_ASSM, r.vap_vsm_vtx_assm);
	p = r500_pm4_regs(p, R500_VAP_OUT_VTX_FMT_0, 2);
	*p++ = r.vap_out_vtx_fmt_0;
	*p++ = r.vap_out_vtx_fmt_1;
	p = r500_pm4_regs(p, R500_RS_IP(0), r.n_rs);
	memcpy(p, r.rs_ip, 4 * r.n_rs);
	p += r.n_rs;
	p = r500_pm4_regs(p, R500_RS_COUNT, 2);
	*p++ = r.rs_count;
	*p++ = r.rs_inst_count;
	p = r500_pm4_regs(p, R500_RS_INST(0), r.n_rs);
	memcpy(p, r.rs_inst, 4 * r.n_rs);
	p += r.n_rs;
	p = r500_pm4_reg(p, R500_US_PIXSIZE, r.us_pixsize);
	p = r500_pm4_reg(p, R500_US_FC_CTRL, r.us_fc_ctrl);
	p = r500_pm4_regs(p, R500_US_CODE_ADDR, 3); /* and RANGE and OFFSET */
	*p++ = r.us_code_addr;
	*p++ = r.us_code_range;
	*p++ = r.us_code_offset;
	p = r500_pm4_reg(p, R500_US_W_FMT, r.us_w_fmt);
	p = r500_pm4_reg(p, R500_FG_DEPTH_SRC, R500_FG_DEPTH_SRC__DEPTH_SRC(program->fs.depth));
	p = r500_pm4_reg(p, R500_US_FC_BOOL_CONST, program->fs_booleans);
	if (r.us_fc_ctrl) { /* loops take the full mode */
		p = r500_pm4_regs(p, R500_US_FC_INT_CONST(0), 32);
		memcpy(p, program->fs_int, sizeof(program->fs_int));
		p += 32;
	}
	d->program_on = true;
	return p;
}

uint32_t *fl_r500_program_leave(struct fl_draw *d, uint32_t *p)
{
	p = r500_pm4_reg(p, R500_VAP_PVS_STATE_FLUSH_REG, 0);
	p = r500_pm4_reg(p, R500_VAP_CNTL,
			 fl_r500_draw_vap_cntl(d, FL_R500_FIXED_SLOTS, FL_R500_FIXED_CONTROLLERS));
	p = r500_pm4_reg(p, R500_VAP_PVS_CONST_CNTL,
			 R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(FL_R500_C_COUNT - 1));
	p = r500_pm4_reg(p, R500_VAP_PVS_FLOW_CNTL_OPC, 0);
	p = r500_pm4_reg(p, R500_US_FC_CTRL, 0);
	p = r500_pm4_reg(p, R500_US_CODE_OFFSET, 0);
	p = r500_pm4_reg(p, R500_US_W_FMT, 0);
	p = r500_pm4_reg(p, R500_FG_DEPTH_SRC, 0);
	d->program_on = false;
	d->vs.now = d->fs.now = FL_NO_PROGRAM;
	return p;
}
