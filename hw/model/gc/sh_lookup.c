/* SPDX-License-Identifier: MIT
 *
 * SH: texture look-ups handed to the wave's call-out, and memory that programs load from and store to.
 */
#include "hw/model/gc/sh_code.h"

/* Where what an opcode wants stands: GC facts 5; below HALTI5 bias and level are the coordinates' w. */
static bool look_up(struct sh_run *x, const struct sh_inst *in, unsigned unit, uint64_t lanes)
{
	uint32_t(*room)[MGC_LANES] = x->s->operand;
	struct mgc_sh_lookup q = {.op = in->op, .unit = (uint8_t)unit, .stage = x->p->stage, .lanes = lanes};
	const bool level = in->op == GC_INST_OPCODE__TEXLDB || in->op == GC_INST_OPCODE__TEXLDL;
	const bool pcf = in->op == GC_INST_OPCODE__TEXLDLPCF;

	q.quads =
	    x->p->stage == MGC_PIXEL && (in->op == GC_INST_OPCODE__TEXLD || in->op == GC_INST_OPCODE__TEXLDB);
	for (unsigned c = 0; c < 4; c++) {
		q.coord[c] = (const float *)mgc_sh_operand(x, in, 0, c, room[c]);
		q.out[c] = (float *)x->s->texel[c];
	}
	if (level)
		q.lod = x->p->old_lookup ? q.coord[3] : (const float *)mgc_sh_operand(x, in, 1, 0, room[4]);
	if (pcf)
		q.lod = (const float *)mgc_sh_operand(x, in, 1, 0, room[4]);
	if (in->op == GC_INST_OPCODE__TEXLDD)
		for (unsigned c = 0; c < 4; c++) {
			q.dx[c] = (const float *)mgc_sh_operand(x, in, 1, c, room[4 + c]);
			q.dy[c] = (const float *)mgc_sh_operand(x, in, 2, c, room[8 + c]);
		}
	else if (in->src[2].used)
		q.ref = (const float *)mgc_sh_operand(x, in, 2, 0, room[5]);
	memset(x->s->texel, 0, sizeof(x->s->texel));
	if (!x->w->lookup) {
		mgc_report(x->g, FL_REFUSE, "SH", "GC facts 12", "%s where nothing samples: the core hangs",
			   in->code->name);
		return false;
	}
	if (!x->w->lookup(x->w->ctx, &q))
		return false;
	if (!in->dst_use)
		return true;
	for (unsigned c = 0; c < 4; c++) {
		uint32_t *v = x->s->texel[in->swz[c]];
		if (!(in->mask >> c & 1))
			continue;
		if (in->sat) {
			for (unsigned l = 0; l < MGC_LANES; l++)
				x->s->result[0][l] = mgc_sh_one[SH_OP_sat](v[l], 0, 0);
			v = x->s->result[0];
		}
		mgc_sh_store(x, in, c, v, lanes);
	}
	return true;
}

bool mgc_sh_lookup(struct sh_run *x, const struct sh_inst *in, uint64_t lanes)
{
	enum { UNITS = 32 };
	unsigned unit[MGC_LANES];

	if (!in->unit_amode)
		return look_up(x, in, in->unit, lanes);
	/* A lane's own unit; all are noted before a look-up writes registers. */
	for (unsigned lane = 0; lane < MGC_LANES; lane++)
		unit[lane] = sh_index(x, in->unit, in->unit_amode, lane) & (UNITS - 1);
	while (lanes) {
		const unsigned now = unit[__builtin_ctzll(lanes)];
		uint64_t same = 0;
		for (uint64_t left = lanes; left; left &= left - 1)
			if (unit[__builtin_ctzll(left)] == now)
				same |= left & (0 - left);
		if (!look_up(x, in, now, same))
			return false;
		lanes &= ~same;
	}
	return true;
}
