/* SPDX-License-Identifier: MIT
 *
 * The fragment programs of clears and resolves. R0 is what the corners of the rectangle carry: the color
 * that a clear puts out; a resolve's place in pixels, of which the whole part names the pixel whose
 * samples it reads.
 *
 * The color buffers' own way to resolve (R6xx facts 7.3) is not taken: on R6xx it hangs where the result
 * has no tables of compression, which nothing here has.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/words.h"

#define OP(name) FL_R600_OP(name)

enum { X, Y, Z, W, CHANNELS };

/* No state makes these keys: no fragment program of fixed function has so high a bit. */
#define KEY(samples) FL_R600_KEY(FL_R600_FF_FS, UINT64_C(1) << 55 | (samples))

static uint32_t reg(uint32_t gpr, uint32_t chan)
{
	return fl_r600_gpr(gpr, chan);
}

/* Sample i of the pixel comes to register i. */
static void load(struct fl_r600_words *p, uint32_t samples)
{
	uint32_t from = p->n;

	for (uint32_t c = X; c <= Y; c++)
		fl_r600_alu(p, OP(FLT_TO_INT), reg(0, c), reg(0, c), 0, true);
	for (uint32_t c = Z; c <= W; c++)
		fl_r600_alu(p, OP(MOV), reg(0, c), FL_R600_ZERO, 0, c == W);
	for (uint32_t i = 1; i < samples; i++) {
		for (uint32_t c = X; c <= Z; c++)
			fl_r600_alu(p, OP(MOV), reg(i, c), reg(i - 1, c), 0, false);
		fl_r600_alu(p, OP(ADD_INT), reg(i, W), reg(i - 1, W), FL_R600_ONE_INT, true);
	}
	fl_r600_alu_clause(p, from);
	from = fl_r600_fetches(p);
	for (uint32_t i = 0; i < samples; i++)
		fl_r600_load_texel(p, 0, i, i, true);
	fl_r600_texel_clause(p, from);
}

static void mean(struct fl_r600_words *p, uint32_t samples)
{
	const uint32_t from = p->n;

	for (uint32_t i = 1; i < samples; i++)
		for (uint32_t c = 0; c < CHANNELS; c++)
			fl_r600_alu(p, OP(ADD), reg(0, c), reg(0, c), reg(i, c), c == W);
	for (uint32_t c = 0; c < CHANNELS; c++)
		fl_r600_alu(p, OP(MUL), reg(0, c), reg(0, c), FL_R600_LITERAL, c == W);
	fl_r600_slot(p, fl_f32(1.0f / (float)samples), 0);
	fl_r600_alu_clause(p, from);
}

/* The last constant: what corners carry is added to zeros on its way, which some numbers do not survive. */
static void constant(struct fl_r600_words *p)
{
	const uint32_t from = p->n;

	for (uint32_t c = 0; c < CHANNELS; c++)
		fl_r600_alu(p, OP(MOV), reg(0, c), fl_r600_constant(FL_R600_LAST_CONSTANT, c), 0, c == W);
	fl_r600_alu_clause(p, from);
}

const struct fl_resident *fl_r600_plain(struct fl_draw *d, uint32_t samples)
{
	struct fl_r600_residents *r = &fl_r600_of(d)->programs;
	const struct fl_resident what = {.key = KEY(samples),
					 .regs = {[FL_R600_GPRS] =
						      samples > 1 && samples <= 8 ? samples : 1}},
				 *found = fl_r600_resident(r, what.key);
	struct fl_r600_words p = {.r700 = fl_r600_its(d)->r7xx};

	if (found)
		return found;
	fl_r600_words_begin(&p);
	if (samples == FL_R600_NUMBERS) {
		constant(&p);
	} else if (samples > 1) {
		load(&p, samples);
		mean(&p, samples);
	}
	fl_r600_export(&p, FL_R600_EXPORT(PIXEL), 0, 0, true);
	return fl_r600_bring(r, d->cs, &what, (const uint32_t(*)[2])p.w, p.n);
}
