/* SPDX-License-Identifier: MIT
 *
 * Code and constants of a program of the caller's own, into the chip. All programs use the one memory of
 * constants, which is sent again when the program changes.
 */
#include "hw/r500/pm4.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/program_state.h"
#include "lib/r500/programs.h"

/* A piece of code or constants: below FL_CS_MIN_DW, and whole instructions of 4 and 6 dwords */
#define CHUNK_DW 480u

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

/* Where d->program is; sent, if it is not there. */
static struct fl_r500_own_program *resident(struct fl_draw *d)
{
	const struct fl_program *p = d->program;
	struct fl_r500_own_program *o = fl_r500_own(d);

	if (o)
		return o;
	o = fl_r500_make_own_room(d);
	send_words(d, R500_VAP_PVS_VECTOR_INDX_REG, o->vs_at, fl_r500_vector_port(d), p->vs.words[0],
		   4 * p->vs.n, 4);
	if (fl_r500_gen(d)->r5xx) /* elsewhere they are registers, like those beside a program */
		send_words(d, R500_GA_US_VECTOR_INDEX, R500_GA_US_VECTOR_INDEX__INDEX(o->fs_at),
			   R500_GA_US_VECTOR_DATA, p->fs.words[0], 6 * p->fs.n, 6);
	return o;
}

/* ---- constants ---- */

/* The state_… constants that dirty touches. */
static void states(struct fl_draw *d, struct fl_program *p, uint32_t dirty)
{
	for (uint32_t i = 0; i < p->states.n; i++) {
		uint32_t stage = p->states.of[i].stage, first = p->states.of[i].first;
		struct fl_r500_consts *k = stage == FL_VERTEX ? &p->vs.consts : &p->fs.consts;
		float v[FL_FF_GROUP_MAX][4] = {{0}};

		if (!fl_program_state(d, &p->states, i, dirty, v))
			continue;
		memcpy(k->value[first], v, 16u * p->states.of[i].count);
		fl_program_touch(&p->dirty[stage], first, p->states.of[i].count);
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

	send_words(d, R500_VAP_PVS_VECTOR_INDX_REG, fl_r500_gen(d)->vs_const + first, fl_r500_vector_port(d),
		   p->vs.consts.value[first], 4 * n, 4);
	first = p->dirty[FL_FRAGMENT].first;
	for (uint32_t end = p->dirty[FL_FRAGMENT].end; first < end; first += n) {
		n = end - first < CHUNK_DW / 4 ? end - first : CHUNK_DW / 4;
		fl_cs_done(d->cs,
			   fl_r500_gen(d)->constants(fl_cs_room(d->cs, 4 * n + 3), first, n,
						     (const uint32_t(*)[4]) & p->fs.consts.value[first]));
	}
	p->dirty[FL_VERTEX] = p->dirty[FL_FRAGMENT] = (struct fl_program_dirty){0, 0};
}

void fl_r500_program_send(struct fl_draw *d)
{
	const uint32_t constants = FL_D_PROGRAM_STATES | FL_D_PROGRAM | FL_D_VERTEX;
	struct fl_program *program = d->program;
	uint32_t dirty = d->dirty;

	if (!(dirty & constants))
		return;
	/* Code and constants of what is under way must not change (R5xx guide 7.4.8, 7.4.11). */
	fl_cs_done(d->cs, r500_pm4_reg(fl_cs_room(d->cs, 2), R500_VAP_PVS_STATE_FLUSH_REG, 0));
	if (dirty & FL_D_VERTEX)
		fl_r500_of(d)->own_at = (uint8_t)(resident(d) - fl_r500_of(d)->own);
	if (fl_r500_of(d)->program_sent != program) {
		fl_r500_of(d)->program_sent = program;
		dirty = FL_D_ALL;
		fl_program_touch(&program->dirty[FL_VERTEX], 0, n_consts(&program->vs.consts));
		fl_program_touch(&program->dirty[FL_FRAGMENT], 0, n_consts(&program->fs.consts));
	}
	states(d, program, dirty);
	send_consts(d, program);
}
