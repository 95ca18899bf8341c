/* SPDX-License-Identifier: MIT
 *
 * A program of the caller's own, into the chip: words, what is between its two halves, constants. All
 * programs use the one file of constants, which is sent again when the program changes.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/program_state.h"
#include "lib/r600/upload.h"

/* Constants that are sent at once: below FL_CS_MIN_DW */
#define CHUNK     256u
/* Outputs and inputs find each other by numbers, of which 0 finds nothing (R6xx facts 3.4). */
#define NUMBER(m) (1u + (uint32_t)(m))

/* ---- vertices ------------------------------------------------------------------------------------------ */
uint64_t fl_r600_program_immediate(struct fl_draw *d)
{
	uint8_t size[FL_TEXCOORDS];

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		size[u] = d->unit[u].size;
	return fl_r600_immediate_format(d, d->program->attributes, size);
}

/* ---- routing ------------------------------------------------------------------------------------------- */
static uint32_t *put_outputs(uint32_t *p, const struct fl_program *program)
{
	uint32_t id[(FL_MEANINGS_COMMON + 3) / 4] = {0}, n = program->n_out;

	for (uint32_t i = 0; i < n && i < FL_MEANINGS_COMMON; i++)
		id[i / 4] |= NUMBER(program->out[i]) << i % 4 * 8;
	p = r600_pm4_context(p, R600_SPI_VS_OUT_ID(0), sizeof(id) / sizeof(id[0]));
	memcpy(p, id, sizeof(id));
	p += sizeof(id) / sizeof(id[0]);
	p = r600_pm4_put(p, R600_SPI_VS_OUT_CONFIG, R600_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT(n - 1));
	return r600_pm4_put(p, R600_PA_CL_VS_OUT_CNTL,
			    R600_PA_CL_VS_OUT_CNTL__USE_VTX_POINT_SIZE(program->sized) |
				R600_PA_CL_VS_OUT_CNTL__VS_OUT_MISC_VEC_ENA(program->sized));
}

/* An input that is the chip's, of no output: R6xx facts 3.4. */
static bool is_own(uint32_t meaning)
{
	return meaning == FL_MEANS_POSITION || meaning == FL_MEANS_FACE;
}

/* The register of an input, or -1. */
static int32_t input_at(const struct fl_program *program, uint32_t meaning)
{
	for (uint32_t i = 0; i < program->n_in; i++)
		if (program->in[i] == meaning)
			return (int32_t)i;
	return -1;
}

/* What no output has is 0, 0, 0, 1. SPI makes one input at least. */
static uint32_t *put_inputs(uint32_t *p, const struct fl_program *program)
{
#define IN0(x) R600_SPI_PS_IN_CONTROL_0__##x
#define IN1(x) R600_SPI_PS_IN_CONTROL_1__##x
	enum { W_1 = 1, CENTERS = 1 }; /* SPI_PS_INPUT_CNTL.DEFAULT_VAL, BARYC_SAMPLE_CNTL */
	const uint32_t n = program->n_in ? program->n_in : 1;
	const int32_t position = input_at(program, FL_MEANS_POSITION),
		      face = input_at(program, FL_MEANS_FACE);

	p = r600_pm4_context(p, R600_SPI_PS_INPUT_CNTL(0), n);
	for (uint32_t i = 0; i < n && i < FL_MEANINGS_COMMON; i++) {
		const uint32_t meaning = program->n_in ? program->in[i] : program->out[0];

		*p++ = is_own(meaning)
			   ? R600_SPI_PS_INPUT_CNTL__SEL_LINEAR(1)
			   : R600_SPI_PS_INPUT_CNTL__SEMANTIC(NUMBER(meaning)) |
				 R600_SPI_PS_INPUT_CNTL__DEFAULT_VAL(W_1) |
				 R600_SPI_PS_INPUT_CNTL__FLAT_SHADE(meaning < FL_MEANS_TEXCOORD) |
				 R600_SPI_PS_INPUT_CNTL__PT_SPRITE_TEX(meaning == FL_MEANS_TEXCOORD);
	}
	p = r600_pm4_context(p, R600_SPI_PS_IN_CONTROL_0, 2);
	*p = IN0(NUM_INTERP)(n) | IN0(PERSP_GRADIENT_ENA)(1);
	if (position >= 0)
		*p |= IN0(POSITION_ENA)(1) | IN0(POSITION_ADDR)((uint32_t)position) |
		      IN0(BARYC_SAMPLE_CNTL)(CENTERS) | IN0(LINEAR_GRADIENT_ENA)(1);
	p[1] = face < 0 ? 0 : IN1(FRONT_FACE_ENA)(1) | IN1(FRONT_FACE_ADDR)((uint32_t)face);
	return r600_pm4_put(p + 2, R600_SPI_INPUT_Z, R600_SPI_INPUT_Z__PROVIDE_Z_TO_SPI(position >= 0));
}

/* Colors that are exported: as many as the last of them says */
static uint32_t exports(const struct fl_program *program)
{
	const uint32_t n = program->targets ? 32u - (uint32_t)__builtin_clz(program->targets) : 0;

	return R600_SQ_PGM_EXPORTS_PS__EXPORT_MODE((n ? n : 1) << 1 | program->depth);
}

static uint32_t *put_flow(uint32_t *p, const struct fl_program *program)
{
	const uint32_t n = sizeof(program->loop) / sizeof(program->loop[0]);

	p = r600_pm4_flags(p, 0, FL_R600_OWN_STAGES);
	*p++ = program->booleans[FL_FRAGMENT];
	*p++ = program->booleans[FL_VERTEX];
	*p++ = program->booleans[FL_GEOMETRY];
	if (!program->loops)
		return p;
	p = r600_pm4_loop(p, 0, n);
	memcpy(p, program->loop, sizeof(program->loop));
	return p + n;
}

/* ---- words --------------------------------------------------------------------------------------------- */
static const struct fl_resident *bring(struct fl_draw *d, const struct fl_r600_own *own, bool kills)
{
	struct fl_r600_draw *r = fl_r600_of(d);
	const struct fl_resident *found = fl_r600_resident(&r->programs, own->key);
	const struct fl_resident what = {
	    .key = own->key,
	    .regs = {[FL_R600_GPRS] = own->gprs, [FL_R600_STACK] = fl_r600_own_stack(own, fl_r600_chip(d))},
	    .kills = kills,
	};

	return found ? found
		     : fl_r600_bring(&r->programs, d->cs, &what, (const uint32_t(*)[2])own->words, own->n);
}

uint32_t *fl_r600_program_set_up(struct fl_draw *d, uint32_t *p, uint64_t fetch)
{
	struct fl_r600_draw *r = fl_r600_of(d);
	const struct fl_program *program = d->program;
	const struct fl_r600_own_stage *of = program->stage;
	struct fl_r600_set s = {0};
	uint32_t turn;

	/* What changes the geometry program is FL_D_VERTEX: fl_program() */
	if (fetch == r->fetch && r->vs == of[FL_VERTEX].code[r->r7xx].key &&
	    r->fs == of[FL_FRAGMENT].code[r->r7xx].key && !(d->dirty & FL_D_VERTEX))
		return p;
	fl_cs_done(d->cs, p);
	do {
		turn = r->programs.all.turn;
		s.fetch = fl_r600_fetch_program(d, fetch);
		s.vs = bring(d, &of[FL_VERTEX].code[r->r7xx], false);
		s.fs = bring(d, &of[FL_FRAGMENT].code[r->r7xx], program->kills);
		if (!program->geometry.emits)
			continue;
		s.gs = bring(d, &of[FL_GEOMETRY].code[r->r7xx], false);
		s.copy = bring(d, &program->geometry.copy[r->r7xx], false);
	} while (turn != r->programs.all.turn);
	p = fl_r600_put_programs(d, fl_cs_room(d->cs, FL_R600_STATE_DW), &s, exports(program));
	p = put_flow(put_inputs(put_outputs(p, program), program), program);
	r->vs = s.vs->key;
	r->fs = s.fs->key;
	if (fetch != r->fetch) {
		r->fetch = fetch;
		r->arrays_set = false;
	}
	return p;
}

/* ---- constants ----------------------------------------------------------------------------------------- */
/* The state_… constants that dirty touches. */
static void states(struct fl_draw *d, struct fl_program *p, uint32_t dirty)
{
	for (uint32_t i = 0; i < p->states.n; i++) {
		const uint32_t stage = p->states.of[i].stage, first = p->states.of[i].first;
		float v[FL_FF_GROUP_MAX][4] = {{0}};

		if (!fl_program_state(d, &p->states, i, dirty, v))
			continue;
		memcpy(p->stage[stage].value[first], v, 16u * p->states.of[i].count);
		fl_program_touch(&p->dirty[stage], first, p->states.of[i].count);
	}
}

static void send_constants(struct fl_draw *d, struct fl_program *program, uint32_t stage)
{
	const uint32_t base = stage == FL_VERTEX ? FL_R600_VS_CONSTANTS : 0;
	struct fl_program_dirty *dirty = &program->dirty[stage];

	if (program->geometry.emits && dirty->first < dirty->end)
		fl_r600_upload(d->cs, fl_r600_constants_at(d, (enum fl_stage_of)stage) + 16 * dirty->first,
			       (const uint32_t(*)[2])program->stage[stage].value[dirty->first],
			       2u * (dirty->end - dirty->first));
	for (uint32_t first = dirty->first, n; !program->geometry.emits && first < dirty->end; first += n) {
		uint32_t *p;

		n = dirty->end - first < CHUNK ? dirty->end - first : CHUNK;
		p = r600_pm4_constant(fl_cs_room(d->cs, 2 + R600_CONSTANT_DW * n), base + first, n);
		memcpy(p, program->stage[stage].value[first], 16 * n);
		fl_cs_done(d->cs, p + R600_CONSTANT_DW * n);
	}
	*dirty = (struct fl_program_dirty){0};
}

static void constants(struct fl_draw *d)
{
	struct fl_r600_draw *r = fl_r600_of(d);
	struct fl_program *program = d->program;
	const float turn = r->r7xx ? 1 : 2 * FL_PI;
	uint32_t dirty = d->dirty;

	if (r->program_sent != program) {
		r->program_sent = program;
		dirty = FL_D_ALL;
		for (uint32_t i = 0; i < FL_R600_OWN_STAGES; i++) {
			struct fl_r600_own_stage *s = &program->stage[i];

			if (s->turn >= 0 && s->n_constants)
				s->value[s->turn][0] = fl_f32(turn);
			fl_program_touch(&program->dirty[i], 0, s->n_constants);
		}
	}
	states(d, program, dirty);
	send_constants(d, program, FL_VERTEX);
	send_constants(d, program, FL_FRAGMENT);
	send_constants(d, program, FL_GEOMETRY);
}

uint32_t *fl_r600_program_state(struct fl_draw *d, uint32_t *p)
{
	const uint32_t routes = FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT | FL_D_TEXGEN | FL_D_POINT;

	d->needs = 0; /* what fixed function is owed is owed later */
	if (d->dirty & routes)
		p = fl_r600_program_set_up(d, p, fl_r600_program_immediate(d));
	if (!(d->dirty & (FL_D_PROGRAM_STATES | FL_D_PROGRAM | FL_D_VERTEX)))
		return p;
	fl_cs_done(d->cs, p);
	constants(d);
	return fl_cs_room(d->cs, FL_R600_STATE_DW);
}
