/* SPDX-License-Identifier: MIT
 *
 * Fixed-function fragment programs (lib/fl_ff_form.h) in the words of Sea Islands.
 *
 * While there are look-ups to come, all pixels of a quad run that has one, for the sake of the differences
 * between them; those that were there at the beginning, and were not thrown away, are kept beside EXEC.
 */
#include "lib/cik/lower_own.h"

enum { TEXTURE_DW = FL_CIK_TEXTURE_B / 4, SAMPLER_DW = FL_CIK_SAMPLER_B / 4 };

static bool looks_up(const struct fl_ff_inst *i)
{
	return i->op == FL_FF_TEX || i->op == FL_FF_TEXP;
}

/* ---- the beginning ------------------------------------------------------------------------------------- */
struct use {
	bool exec;                  /* EXEC is kept */
	uint8_t units;              /* bit u: unit u is read */
	uint8_t sgpr[FL_TEXCOORDS]; /* its descriptors */
};

static struct use use_of(const struct fl_ff_inst *inst, uint32_t n)
{
	struct use u = {0};

	for (uint32_t k = 0; k < n; k++) {
		if (looks_up(&inst[k]))
			u.units |= (uint8_t)(1u << inst[k].unit);
		u.exec |= looks_up(&inst[k]) || inst[k].op == FL_FF_KIL;
	}
	return u;
}

static void begin(struct fl_cik_low *l, struct use *u)
{
	fl_cik_sop1(&l->code, CIK_OP_SOP1__S_MOV_B32, CIK_SSRC__M0, FL_CIK_S_PRIM_MASK);
	if (u->exec)
		fl_cik_sop1(&l->code, CIK_OP_SOP1__S_MOV_B64, FL_CIK_LOW_EXEC, CIK_SSRC__EXEC_LO);
	if (u->units)
		fl_cik_sop1(&l->code, CIK_OP_SOP1__S_WQM_B64, CIK_SSRC__EXEC_LO, CIK_SSRC__EXEC_LO);
	for (uint32_t unit = 0; unit < FL_TEXCOORDS; unit++) {
		if (!(u->units >> unit & 1))
			continue;
		u->sgpr[unit] = (uint8_t)fl_cik_low_sgprs(l, TEXTURE_DW);
		fl_cik_load(&l->code, u->sgpr[unit], FL_CIK_S_TEXTURES, TEXTURE_DW * unit, TEXTURE_DW);
		l->waits = true;
	}
	fl_cik_low_constants(l);
	for (uint32_t i = 0; i < l->at->n_in; i++)
		for (uint32_t c = 0; c < 4; c++)
			if (l->reads[i] >> c & 1)
				fl_cik_interpolate(&l->code, fl_cik_low_vgpr(l, i) + c, 0, i, c);
}

/* ---- look-ups ------------------------------------------------------------------------------------------ */
/* a / a.w */
static void project(struct fl_cik_low *l, const struct fl_ff_inst *i, uint32_t to)
{
	struct fl_cik_src s[2] = {fl_cik_low_src(l, i->a, 3)};

	fl_cik_low_op(l, FL_CIK_V1(RCP_F32), FL_CIK_LOW_SPARE, s, 1, false);
	s[1] = fl_cik_v(FL_CIK_LOW_SPARE);
	for (uint32_t k = 0; k < (i->kind == FL_TEX_2D ? 2u : 3u); k++) {
		s[0] = fl_cik_low_src(l, i->a, k);
		fl_cik_low_op(l, FL_CIK_V2(MUL_LEGACY_F32), to + k, s, 2, false);
	}
}

/* From a direction to a place on a face, 1 to 2, and the number of the face: Sea Islands facts 5.5. The
 * direction is worked out of before it is written over. */
static void face(struct fl_cik_low *l, struct fl_ff_src a, uint32_t to)
{
	const uint32_t ma = FL_CIK_LOW_SPARE, sc = FL_CIK_LOW_SPARE + 1;
	const uint32_t op[4] = {FL_CIK_V3(CUBEMA_F32), FL_CIK_V3(CUBESC_F32), FL_CIK_V3(CUBETC_F32),
				FL_CIK_V3(CUBEID_F32)};
	const uint32_t at[4] = {ma, sc, to + 3, to + 2};
	struct fl_cik_src s[3], size = fl_cik_v(ma);

	for (uint32_t k = 0; k < 3; k++)
		s[k] = fl_cik_low_src(l, a, k);
	for (uint32_t k = 0; k < 4; k++)
		fl_cik_valu(&l->code, op[k], at[k], s, 3, false);
	size.abs = true;
	fl_cik_valu(&l->code, FL_CIK_V1(RCP_F32), ma, &size, 1, false);
	fl_cik_madak(&l->code, to, fl_cik_v(sc), ma, fl_f32(1.5f));
	fl_cik_madak(&l->code, to + 1, fl_cik_v(to + 3), ma, fl_f32(1.5f));
}

/* Its coordinates are three components of its source, as they stand there. */
static bool is_plain(const struct fl_ff_inst *i)
{
	const uint32_t mask = FL_FF_SELECT(7, 7, i->kind == FL_TEX_2D ? 0 : 7, 0) | FL_FF_NEGATE;

	return i->op == FL_FF_TEX && (i->kind == FL_TEX_2D || i->kind == FL_TEX_3D) &&
	       (i->a.file == FL_FF_IN || i->a.file == FL_FF_TEMP) &&
	       (i->a.select & mask) == (FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W) & mask);
}

static struct fl_ff_src of_register(struct fl_ff_dst to)
{
	return (struct fl_ff_src){
	    .file = to.file, .at = to.at, .select = FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W)};
}

static void look_up(struct fl_cik_low *l, const struct fl_ff_inst *i, const struct use *u)
{
	const uint32_t reg = fl_cik_low_reg(l, i->to.file, i->to.at), to = fl_cik_low_vgpr(l, reg);
	const struct fl_ff_inst move = {
	    .op = FL_FF_MOV, .to = {.file = i->to.file, .at = i->to.at, .mask = 7}, .a = i->a};
	uint32_t at = to;

	fl_cik_low_wait(l, reg);
	if (is_plain(i))
		at = fl_cik_low_src(l, i->a, 0).code - FL_CIK_VGPR;
	else if (i->op == FL_FF_TEXP)
		project(l, i, to);
	else if (i->kind != FL_TEX_CUBE)
		fl_cik_low_alu(l, &move);
	if (i->kind == FL_TEX_CUBE)
		face(l, i->op == FL_FF_TEXP ? of_register(i->to) : i->a, to);
	if (i->kind == FL_TEX_LAYERS)
		fl_cik_valu(&l->code, FL_CIK_V1(RNDNE_F32), to + 2,
			    (const struct fl_cik_src[]){fl_cik_v(to + 2)}, 1, false);
	if (l->waits)
		fl_cik_wait_lgkm(&l->code);
	l->waits = false;
	fl_cik_sample(&l->code, to, at, u->sgpr[i->unit], u->sgpr[i->unit] + SAMPLER_DW,
		      i->kind == FL_TEX_CUBE || i->kind == FL_TEX_LAYERS);
	fl_cik_low_loads(l, reg);
}

/* ---- the others ---------------------------------------------------------------------------------------- */
/* Pixels whose a is not below 0 stay. */
static void throw_away(struct fl_cik_low *l, const struct fl_ff_inst *i)
{
	const struct fl_cik_src s[2] = {fl_cik_s(CIK_SSRC__SRC_0), fl_cik_low_src(l, i->a, 0)};

	fl_cik_low_op(l, FL_CIK_VC(CMP_NGT_F32), CIK_SSRC__VCC_LO, s, 2, false);
	fl_cik_sop2(&l->code, CIK_OP_SOP2__S_AND_B64, FL_CIK_LOW_EXEC, FL_CIK_LOW_EXEC, CIK_SSRC__VCC_LO);
	l->out->kills = true;
}

void fl_cik_fs_lower(const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
		     struct fl_cik_lowered *out)
{
	struct use u = use_of(inst, n);
	struct fl_cik_low l;

	fl_cik_low_begin(&l, true, inst, n, at, out);
	out->inputs = CIK_SPI_PS_INPUT_ENA__PERSP_CENTER_ENA(1);
	begin(&l, &u);
	while (l.now < n) {
		if (looks_up(&inst[l.now]))
			look_up(&l, &inst[l.now], &u);
		else if (inst[l.now].op == FL_FF_KIL)
			throw_away(&l, &inst[l.now]);
		else
			fl_cik_low_alu(&l, &inst[l.now]);
		fl_cik_low_next(&l);
	}
	if (u.exec)
		fl_cik_sop1(&l.code, CIK_OP_SOP1__S_MOV_B64, CIK_SSRC__EXEC_LO, FL_CIK_LOW_EXEC);
	fl_cik_low_export(&l, FL_FF_OUT_COLOR, CIK_EXP_TGT__EXP_MRT, 15,
			  CIK_EXP_WORD0__DONE(1) | CIK_EXP_WORD0__VM(1));
	fl_cik_low_end(&l);
}
