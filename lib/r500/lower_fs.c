/* SPDX-License-Identifier: MIT
 *
 * Fixed-function fragment programs (lib/fl_ff_form.h) in the words of the US (R5xx guide 8.3, 11.10).
 *
 * Inputs and temporaries are the same registers. What has no operation of its own is a * b + c with ones and
 * zeros. Two neighbors that write the colors and the alpha of one register are the two halves of one
 * instruction.
 */
#include "lib/r500/programs.h"
#include "lib/r500/us.h"

enum { SLOTS = 3 }; /* sources of an ALU instruction, for both halves */

struct lowering {
	const struct fl_ff_places *at;
	uint32_t *word;     /* of the next instruction */
	uint32_t last_temp; /* the highest so far */
	bool look_ups;      /* that nobody has waited for */
	uint32_t slot[SLOTS];
};

static const struct fl_ff_src zeros = {.file = FL_FF_LITERAL,
				       .select = FL_FF_SELECT(FL_FF_0, FL_FF_0, FL_FF_0, FL_FF_0)};
static const struct fl_ff_src ones = {.file = FL_FF_LITERAL,
				      .select = FL_FF_SELECT(FL_FF_1, FL_FF_1, FL_FF_1, FL_FF_1)};

static uint32_t touch(struct lowering *l, uint32_t temp)
{
	if (temp > l->last_temp)
		l->last_temp = temp;
	return temp;
}

/* A source as US_ADDR() takes it */
static uint32_t address(struct lowering *l, struct fl_ff_src s)
{
	if (s.file == FL_FF_CONST)
		return US_C((uint32_t)s.at);
	return US_T(touch(l, s.file == FL_FF_IN ? l->at->in[s.at] : s.at));
}

/* ---- ALU ----------------------------------------------------------------------------------------------- */
/* An operation as a * b + c, or of a alone. */
static void operands(const struct fl_ff_inst *i, struct fl_ff_src abc[3])
{
	bool scalar = i->op == FL_FF_FRC || i->op == FL_FF_EX2;

	abc[0] = i->a;
	abc[1] = i->op == FL_FF_MUL || i->op == FL_FF_MAD ? i->b : scalar ? zeros : ones;
	abc[2] = i->op == FL_FF_MAD ? i->c : i->op == FL_FF_ADD ? i->b : zeros;
}

/* The slot of a source; SLOTS: there is none left for it. */
static uint32_t slot_of(struct lowering *l, struct fl_ff_src s)
{
	uint32_t address_s = s.file == FL_FF_LITERAL ? l->slot[0] : address(l, s), i = 0;

	while (i < SLOTS && l->slot[i] != address_s && l->slot[i] != US_NONE)
		i++;
	if (i < SLOTS)
		l->slot[i] = address_s;
	return i;
}

/* Sources to slots: the first operand, the other registers, then the constant. */
static bool fill_slots(struct lowering *l, const struct fl_ff_inst *i, uint32_t n)
{
	bool fit = true;

	for (uint32_t k = 0; k < SLOTS; k++)
		l->slot[k] = US_NONE;
	slot_of(l, i->a);
	for (uint32_t constants = 0; constants < 2; constants++)
		for (uint32_t k = 0; k < n; k++) {
			struct fl_ff_src abc[3];

			operands(&i[k], abc);
			for (uint32_t o = 0; o < 3; o++)
				if ((abc[o].file == FL_FF_CONST) == constants)
					fit &= slot_of(l, abc[o]) < SLOTS;
		}
	return fit;
}

/* Does the instruction after i do its alpha half? */
static bool pairs(struct lowering *l, const struct fl_ff_inst *i)
{
	const struct fl_ff_inst *next = i + 1;
	const struct fl_ff_dst to = i->to;
	struct fl_ff_src abc[3];

	if (to.mask & 8 || next->to.mask != 8 || next->to.file != to.file || next->to.at != to.at ||
	    next->to.saturate != to.saturate)
		return false;
	operands(next, abc);
	for (uint32_t o = 0; o < 3; o++) /* it must not read what the other half writes */
		if (abc[o].file == to.file && abc[o].at == to.at && FL_FF_SELECTOR(abc[o], 3) < FL_FF_W)
			return false;
	return fill_slots(l, i, 2);
}

/* The operands of one half */
static void encode(struct lowering *l, const struct fl_ff_inst *i, uint32_t half, uint32_t *w)
{
	static const uint8_t select[] = {[FL_FF_X] = R500_ALU_SWIZ__RED,  [FL_FF_Y] = R500_ALU_SWIZ__GREEN,
					 [FL_FF_Z] = R500_ALU_SWIZ__BLUE, [FL_FF_W] = R500_ALU_SWIZ__ALPHA,
					 [FL_FF_0] = R500_ALU_SWIZ__ZERO, [FL_FF_1] = R500_ALU_SWIZ__ONE};
	struct fl_ff_src abc[3];

	operands(i, abc);
	for (uint32_t o = 0; o < 3; o++) {
		struct fl_r500_us_operand op = {.sel = slot_of(l, abc[o]),
						.mod = abc[o].select & FL_FF_NEGATE ? R500_ALU_MOD__NEG
										    : R500_ALU_MOD__NOP};

		for (uint32_t k = 0; k < 3; k++)
			op.swz[k] = select[FL_FF_SELECTOR(abc[o], half ? 3 : k)];
		fl_r500_us_put_operand(w, half, o, &op);
	}
}

/* Returns how many instructions it took, one or two. The words are put together here: those in the stream are
 * not read. */
static uint32_t alu(struct lowering *l, const struct fl_ff_inst *i, bool more)
{
	uint32_t n = more && pairs(l, i) ? 2 : 1, mask = i->to.mask | (n == 2 ? i[1].to.mask : 0),
		 to = i->to.file == FL_FF_TEMP ? touch(l, i->to.at) : 0, w[FL_R500_FS_DW] = {0};

	if (n == 1)
		fill_slots(l, i, 1);
	w[0] = i->to.file == FL_FF_TEMP ? US_TYPE(ALU) | US_WMASK(mask) : US_TYPE(OUT) | US_OMASK(mask);
	if (i->to.saturate)
		w[0] |= R500_US_CMN_INST__RGB_CLAMP(1) | R500_US_CMN_INST__ALPHA_CLAMP(1);
	if (l->look_ups || i->to.file == FL_FF_OUT)
		w[0] |= US_WAIT;
	l->look_ups = false;
	w[1] = w[2] = US_ADDR(l->slot[0], l->slot[1], l->slot[2]);
	if (mask & 7) {
		w[5] = R500_US_ALU_RGBA_INST__RGB_OP(R500_US_ALU_RGBA_INST__RGB_OP__OP_MAD) |
		       R500_US_ALU_RGBA_INST__RGB_ADDRD(to);
		encode(l, i, 0, w);
	}
	if (mask & 8) {
		i += n - 1;
		w[4] = R500_US_ALU_ALPHA_INST__ALPHA_OP(
			   i->op == FL_FF_FRC   ? R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_FRC
			   : i->op == FL_FF_EX2 ? R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_EX2
						: R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_MAD) |
		       R500_US_ALU_ALPHA_INST__ALPHA_ADDRD(to);
		encode(l, i, 1, w);
	}
	memcpy(l->word, w, sizeof(w));
	return n;
}

/* ---- textures ------------------------------------------------------------------------------------------ */
/* One of a row of look-ups acquires the semaphore for all: the last, and waits for those before it. The third
 * selector is alpha where it does not matter, as Mesa has it. */
static void look_up(struct lowering *l, const struct fl_ff_inst *i, bool last)
{
	uint32_t *w = l->word;

	w[0] = US_TYPE(TEX) | R500_US_CMN_INST__TEX_SEM_WAIT(last) | US_WMASK(15u);
	w[1] = R500_US_TEX_INST__TEX_ID(i->unit) |
	       R500_US_TEX_INST__INST(i->op == FL_FF_TEXP ? R500_US_TEX_INST__INST__PROJ
							  : R500_US_TEX_INST__INST__LD) |
	       R500_US_TEX_INST__TEX_SEM_ACQUIRE(last);
	w[2] = us_tex_half(address(l, i->a), i->kind == FL_TEX_2D
						 ? US_TEX_SELECT(R500_TEX_SWIZ__R, R500_TEX_SWIZ__G,
								 R500_TEX_SWIZ__A, R500_TEX_SWIZ__A)
						 : US_TEX_PLAIN)
		   << US_TEX_LOW |
	       us_tex_half(touch(l, i->to.at), US_TEX_PLAIN) << US_TEX_HIGH;
	w[3] = w[4] = w[5] = 0;
	l->look_ups = true;
}

/* It waits for the ALU (R5xx guide 8.3.1), and looks at the channels of its mask. */
static void kill(struct lowering *l, const struct fl_ff_inst *i)
{
	uint32_t *w = l->word, mask = 1u << FL_FF_SELECTOR(i->a, 0);

	w[0] = US_TYPE(TEX) | US_WMASK(mask) | R500_US_CMN_INST__ALU_WAIT(1);
	w[1] = R500_US_TEX_INST__INST(R500_US_TEX_INST__INST__TEXKILL);
	w[2] = us_tex_half(address(l, i->a), US_TEX_PLAIN) << US_TEX_LOW;
	w[3] = w[4] = w[5] = 0;
}

static bool looks_up(const struct fl_ff_inst *i)
{
	return i->op == FL_FF_TEX || i->op == FL_FF_TEXP;
}

uint32_t fl_r500_fs_lower(const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
			  uint32_t *words, uint32_t *last_temp)
{
	/* US_PIXSIZE is 1 at least. */
	struct lowering l = {.at = at, .word = words, .last_temp = at->n_in > 2 ? at->n_in - 1u : 1u};

	for (uint32_t k = 0, took; k < n; k += took) {
		bool more = k + 1 < n;

		took = 1;
		if (looks_up(&inst[k]))
			look_up(&l, &inst[k], !(more && looks_up(&inst[k + 1])));
		else if (inst[k].op == FL_FF_KIL)
			kill(&l, &inst[k]);
		else
			took = alu(&l, &inst[k], more);
		l.word += FL_R500_FS_DW;
	}
	*last_temp = l.last_temp;
	return (uint32_t)(l.word - words) / FL_R500_FS_DW;
}
