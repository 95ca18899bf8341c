/* SPDX-License-Identifier: MIT
 *
 * SH: texture look-ups handed to the wave's call-out, and memory that programs load from and store to.
 */
#include "hw/model/gc/sh_code.h"

/* Does the look-up read a component of this register? */
static bool reads(const struct mgc_sh_lookup *q, const union mgc_lanes reg[4])
{
	const float *from[4 + 2 + 8] = {q->coord[0], q->coord[1], q->coord[2], q->coord[3], q->lod,
					q->ref,      q->dx[0],    q->dx[1],    q->dx[2],    q->dx[3],
					q->dy[0],    q->dy[1],    q->dy[2],    q->dy[3]};

	for (unsigned i = 0; i < sizeof(from) / sizeof(*from); i++)
		for (unsigned c = 0; c < 4; c++)
			if (from[i] == reg[c].f)
				return true;
	return false;
}

/* Texels go to the register at once where all lanes are looked up that run, and nothing is done to them; a
 * component that it does not get has a place of its own. */
static void place(struct sh_run *x, const struct sh_inst *in, uint64_t lanes, struct mgc_sh_lookup *q)
{
	const bool at_once = x->kit && lanes == x->w->exec && in->dst_use && !in->dst_amode && !in->sat &&
			     !reads(q, x->w->t[in->dst]);

	for (unsigned k = 0; k < 4; k++) {
		q->out[k] = (float *)x->s->texel[k];
		for (unsigned c = 0; c < 4 && at_once; c++)
			if (in->mask >> c & 1 && in->swz[c] == k)
				q->out[k] = x->w->t[in->dst][c].f;
	}
}

/* Where what an opcode wants stands: GC facts 5; below HALTI5 bias and level are the coordinates' w. */
static bool look_up(struct sh_run *x, const struct sh_inst *in, unsigned unit, uint64_t lanes)
{
	uint32_t(*room)[MGC_LANES] = x->s->operand;
	struct mgc_sh_lookup q = {.op = in->op, .unit = (uint8_t)unit, .stage = x->p->stage, .lanes = lanes};
	const bool level = in->op == GC_INST_OPCODE__TEXLDB || in->op == GC_INST_OPCODE__TEXLDL;
	const bool pcf = in->op == GC_INST_OPCODE__TEXLDLPCF;

	q.quads =
	    x->p->stage == MGC_PIXEL && (in->op == GC_INST_OPCODE__TEXLD || in->op == GC_INST_OPCODE__TEXLDB);
	for (unsigned c = 0; c < 4; c++)
		q.coord[c] = (const float *)mgc_sh_operand(x, in, 0, c, room[c]);
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
	place(x, in, lanes, &q);
	if (!x->w->lookup) {
		mgc_report(x->g, FL_REFUSE, "SH", "GC facts 12", "%s where nothing samples: the core hangs",
			   in->code->name);
		return false;
	}
	x->w->looked_up = true;
	if (!x->w->lookup(x->w->ctx, &q))
		return false;
	if (!in->dst_use)
		return true;
	for (unsigned c = 0; c < 4; c++) {
		uint32_t *v = (uint32_t *)(void *)q.out[in->swz[c]];

		if (!(in->mask >> c & 1) || v == x->w->t[in->dst][c].u)
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
