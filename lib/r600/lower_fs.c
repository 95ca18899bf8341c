/* SPDX-License-Identifier: MIT
 *
 * Fixed-function fragment programs (lib/fl_ff_form.h) in the words of R6xx and R7xx.
 *
 * Inputs and temporaries are the same registers. What a look-up wants of its coordinates is worked out in the
 * register that it writes.
 */
#include "lib/r600/lower_own.h"

static bool looks_up(const struct fl_ff_inst *i)
{
	return i->op == FL_FF_TEX || i->op == FL_FF_TEXP;
}

/* Its coordinates are those of its source. */
static bool is_plain(const struct fl_ff_inst *i)
{
	return i->op == FL_FF_TEX && i->kind != FL_TEX_CUBE;
}

static struct fl_r600_src component(uint32_t gpr, uint32_t chan)
{
	return (struct fl_r600_src){.sel = gpr, .chan = chan};
}

/* a / a.w */
static void project(struct fl_r600_low *l, const struct fl_ff_inst *i, uint8_t gpr)
{
	struct fl_r600_src s[2] = {fl_r600_low_src(l, i->a, 3)};
	uint32_t w[3][2];

	fl_r600_low_one(l, FL_R600_OP2(RECIP_IEEE), (struct fl_r600_to){.gpr = gpr, .chan = 3}, s, 1);
	s[1] = component(gpr, 3);
	for (uint32_t k = 0; k < 3; k++) {
		s[0] = fl_r600_low_src(l, i->a, k);
		fl_r600_low_op(l, w[k], FL_R600_OP2(MUL), (struct fl_r600_to){.gpr = gpr, .chan = (uint8_t)k},
			       s, 2);
	}
	fl_r600_low_put(l, (const uint32_t(*)[2])w, 3);
}

/* From a direction to a place on a face, 1 to 2: y and x, and the face: w. R6xx facts 4.5, CUBE */
static void face(struct fl_r600_low *l, struct fl_ff_src a, uint8_t gpr)
{
	static const uint8_t order[2][4] = {{2, 2, 0, 1}, {1, 0, 2, 2}};
	struct fl_r600_src s[3];
	uint32_t w[4][2];

	for (uint8_t k = 0; k < 4; k++) {
		s[0] = fl_r600_low_src(l, a, order[0][k]);
		s[1] = fl_r600_low_src(l, a, order[1][k]);
		fl_r600_low_op(l, w[k], FL_R600_OP2(CUBE), (struct fl_r600_to){.gpr = gpr, .chan = k}, s, 2);
	}
	fl_r600_low_put(l, (const uint32_t(*)[2])w, 4);
	s[0] = component(gpr, 2);
	s[0].abs = true;
	fl_r600_low_one(l, FL_R600_OP2(RECIP_IEEE), (struct fl_r600_to){.gpr = gpr, .chan = 2}, s, 1);
	s[1] = component(gpr, 2);
	s[2] = component(FL_R600_SRC_LITERAL, 0);
	for (uint8_t k = 0; k < 2; k++) {
		s[0] = component(gpr, k);
		fl_r600_low_op(l, w[k], FL_R600_OP3(MULADD), (struct fl_r600_to){.gpr = gpr, .chan = k}, s,
			       3);
	}
	fl_r600_low_put(l, (const uint32_t(*)[2])w, 2);
}

static void prepare(struct fl_r600_low *l, const struct fl_ff_inst *i)
{
	uint8_t gpr = (uint8_t)fl_r600_low_gpr(l, i->to.file, i->to.at);
	struct fl_ff_src a = i->a;

	if (i->op == FL_FF_TEXP) {
		project(l, i, gpr);
		a = (struct fl_ff_src){.file = i->to.file,
				       .at = i->to.at,
				       .select = FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W)};
	}
	if (i->kind == FL_TEX_CUBE)
		face(l, a, gpr);
}

static void look_up(struct fl_r600_low *l, const struct fl_ff_inst *i)
{
	const uint32_t to = fl_r600_low_gpr(l, i->to.file, i->to.at);
	const struct fl_ff_src own = {.select = i->kind == FL_TEX_CUBE
						    ? FL_FF_SELECT(FL_FF_Y, FL_FF_X, FL_FF_W, FL_FF_0)
						    : FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_0)};
	const struct fl_ff_src s = is_plain(i) ? i->a : own;
	const uint32_t z = i->kind == FL_TEX_2D ? FL_FF_0 : FL_FF_SELECTOR(s, 2);
	uint32_t(*w)[2] = &l->out->words[l->out->n];

	w[0][0] = R600_SQ_TEX_WORD0__TEX_INST(R600_SQ_TEX_WORD0__TEX_INST__SQ_TEX_INST_SAMPLE) |
		  R600_SQ_TEX_WORD0__RESOURCE_ID(i->unit) |
		  R600_SQ_TEX_WORD0__SRC_GPR(is_plain(i) ? fl_r600_low_gpr(l, i->a.file, i->a.at) : to);
	w[0][1] = R600_SQ_TEX_WORD1__DST_GPR(to) | R600_SQ_TEX_WORD1__DST_SEL_X(FL_FF_X) |
		  R600_SQ_TEX_WORD1__DST_SEL_Y(FL_FF_Y) | R600_SQ_TEX_WORD1__DST_SEL_Z(FL_FF_Z) |
		  R600_SQ_TEX_WORD1__DST_SEL_W(FL_FF_W) | R600_SQ_TEX_WORD1__COORD_TYPE_X(1) |
		  R600_SQ_TEX_WORD1__COORD_TYPE_Y(1) | R600_SQ_TEX_WORD1__COORD_TYPE_Z(1) |
		  R600_SQ_TEX_WORD1__COORD_TYPE_W(1);
	w[1][0] = R600_SQ_TEX_WORD2__SAMPLER_ID(i->unit) |
		  R600_SQ_TEX_WORD2__SRC_SEL_X(FL_FF_SELECTOR(s, 0)) |
		  R600_SQ_TEX_WORD2__SRC_SEL_Y(FL_FF_SELECTOR(s, 1)) | R600_SQ_TEX_WORD2__SRC_SEL_Z(z) |
		  R600_SQ_TEX_WORD2__SRC_SEL_W(FL_FF_0);
	w[1][1] = 0;
	l->out->n += 2;
	l->slots[l->n_cf - 1] = (uint16_t)(l->slots[l->n_cf - 1] + 2);
}

/* A row of look-ups; returns how many. None reads what another has written: there are as many coordinates as
 * units. */
static uint32_t look_ups(struct fl_r600_low *l, const struct fl_ff_inst *inst, uint32_t n)
{
	uint32_t row = 0;

	for (; row < n && looks_up(&inst[row]); row++)
		prepare(l, &inst[row]);
	fl_r600_low_flush(l);
	fl_r600_low_cf(l, 0, R600_SQ_CF_WORD1__CF_INST(R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_TEX));
	for (uint32_t k = 0; k < row; k++)
		look_up(l, &inst[k]);
	return row;
}

static void throw_away(struct fl_r600_low *l, const struct fl_ff_inst *i)
{
	const struct fl_r600_src s[2] = {{.sel = FL_R600_SRC_0}, fl_r600_low_src(l, i->a, 0)};

	fl_r600_low_one(l, FL_R600_OP2(KILLGT), (struct fl_r600_to){.gpr = FL_R600_NO_GPR}, s, 2);
	l->out->kills = true;
}

void fl_r600_fs_lower(bool r700, const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
		      struct fl_r600_lowered *out)
{
	struct fl_r600_low l;

	fl_r600_low_begin(&l, r700, at, 0, out);
	for (uint8_t i = 0; i < at->n_in && i < FL_R600_LOW_TEMPS; i++)
		l.temp[i] = i;
	for (uint32_t k = 0; k < n;) {
		const struct fl_ff_inst *i = &inst[k];

		if (looks_up(i)) {
			k += look_ups(&l, i, n - k);
			continue;
		}
		k++;
		if (i->op == FL_FF_KIL)
			throw_away(&l, i);
		else
			fl_r600_low_alu(&l, i);
	}
	fl_r600_low_export(&l, FL_FF_OUT_COLOR, R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PIXEL, 0,
			   true);
	fl_r600_low_end(&l);
}
