/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own: making them, and what the caller sets.
 */
#include "hw/fl_str.h"
#include "lib/cik/draw.h"
#include "lib/cik/isa.h"
#include "lib/cik/program_state.h"
#include "lib/fl_stage.h"

#include <string.h>

_Static_assert(sizeof(struct fl_program) <= FL_STAGE_PROGRAM_B, "the stage has room for programs");

enum { SGPRS_MAX = 104 };

static const char names[FL_CIK_OWN_STAGES][9] = {
    [FL_VERTEX] = "vertex", [FL_FRAGMENT] = "fragment", [FL_GEOMETRY] = "geometry"};

/* ---- what the words say -------------------------------------------------------------------------------- */
struct found {
	uint64_t all;  /* targets of exports: bit n */
	bool done;     /* the last position, or the last color or depth, says so, and vm */
	bool writes;   /* EXEC, or what it was */
	bool restores; /* s_mov_b64 exec, live, or and */
};

static void read_export(struct found *f, const uint32_t w[2], enum fl_stage_of stage)
{
	const uint32_t target = CIK_EXP_WORD0__TGT__GET(w[0]);

	f->all |= UINT64_C(1) << target;
	if (target < CIK_EXP_TGT__EXP_PARAM)
		f->done =
		    CIK_EXP_WORD0__DONE__GET(w[0]) && (stage == FL_VERTEX || CIK_EXP_WORD0__VM__GET(w[0]));
}

/* The scalar registers that an instruction writes, if they are these two */
static bool writes(const struct fl_cik_inst *i, uint32_t pair)
{
	uint32_t to = FL_CIK_LITERAL;

	switch (i->encoding) {
	case FL_CIK_SOP1:
	case FL_CIK_SOP2:
	case FL_CIK_SOPK:
		to = CIK_SOP2_WORD0__SDST__GET(i->w[0]);
		break;
	case FL_CIK_SMRD:
		to = CIK_SMRD_WORD0__SDST__GET(i->w[0]);
		break;
	default:
		break;
	}
	return (to & ~1u) == pair;
}

/* It narrows EXEC by the way: comparisons called v_cmpx…, and s_…_saveexec_b64 */
static bool narrows(const struct fl_cik_inst *i)
{
	static const char save[] = "saveexec_b64";
	const char *name = i->op->name;
	const size_t n = fl_str_length(name), tail = sizeof(save) - 1;

	return fl_str_starts(name, "v_cmpx") || fl_str_starts(name, "v_cmpsx") ||
	       (n > tail && fl_str_same(name + n - tail, save));
}

static bool restores(const struct fl_cik_inst *i)
{
	const uint32_t w = i->w[0];

	return writes(i, CIK_SSRC__EXEC_LO) && (fl_cik_is(i, "s_mov_b64") || fl_cik_is(i, "s_and_b64")) &&
	       (CIK_SOP2_WORD0__SSRC0__GET(w) == FL_CIK_OWN_LIVE ||
		(i->encoding == FL_CIK_SOP2 && CIK_SOP2_WORD0__SSRC1__GET(w) == FL_CIK_OWN_LIVE));
}

static struct found look_through(const struct fl_cik_program *s, enum fl_stage_of stage)
{
	struct found f = {0};

	for (uint32_t at = 0; at < s->n;) {
		const struct fl_cik_inst i = fl_cik_decode(s->words + at, s->n - at);

		at += i.n;
		if (!i.op)
			continue;
		if (i.encoding == FL_CIK_EXP)
			read_export(&f, i.w, stage);
		f.restores |= restores(&i);
		f.writes |= narrows(&i) || writes(&i, FL_CIK_OWN_LIVE) ||
			    (writes(&i, CIK_SSRC__EXEC_LO) && !restores(&i));
	}
	return f;
}

/* ---- making -------------------------------------------------------------------------------------------- */
static enum fl_code keep_names(struct fl_program *p, enum fl_stage_of stage, struct fl_err *err)
{
	const struct fl_asm *a = &p->source.source;
	struct fl_cik_own *to = &p->stage[stage];
	enum fl_code code;

	to->n_names = 0;
	for (uint32_t i = 0; i < a->n_symbols; i++) {
		if (a->symbol[i].kind != FL_CIK_SYM_CONST && a->symbol[i].kind != FL_CIK_SYM_TABLE)
			continue;
		if (to->n_names == FL_CIK_OWN_NAMES)
			return fl_program_wrong(err, stage, &a->symbol[i], "too many names of constants");
		to->name[to->n_names++] = a->symbol[i];
	}
	to->n_constants = p->source.n_constants;
	memcpy(to->value, p->source.constant, sizeof(to->value[0]) * to->n_constants);
	code = fl_program_find_states(&p->states, stage, a, FL_CIK_SYM_CONST, err);
	return code ? code : fl_program_find_states(&p->states, stage, a, FL_CIK_SYM_TABLE, err);
}

static enum fl_code keep_vertex(struct fl_program *p, const struct found *f, struct fl_err *err)
{
	const struct fl_cik_declared *d = &p->source.declared;
	const uint32_t params = (uint32_t)(f->all >> CIK_EXP_TGT__EXP_PARAM);

	p->attributes = d->attributes;
	p->sized = false;
	p->instances = d->has_vgpr[0] >> FL_CIK_OWN_INSTANCE & 1;
	p->streams = d->streams;
	p->stream = d->stream_const;
	if (!(d->attributes & 1))
		return fl_fail(err, FL_USAGE, "vertex program: it has no input that is called position");
	if (p->geometry.emits)
		return f->all
			   ? fl_fail(err, FL_USAGE,
				     "vertex program: before a geometry program it exports nothing: `hand`")
			   : fl_cik_keep_hand(p, err);
	if (d->n_hand)
		return fl_fail(err, FL_USAGE,
			       "vertex program: it hands over, and there is no geometry program");
	p->sized = f->all >> (CIK_EXP_TGT__EXP_POS + 1) & 1;
	p->n_out = d->n_out;
	memcpy(p->out, d->out, sizeof(p->out));
	if (!(f->all >> CIK_EXP_TGT__EXP_POS & 1) || !f->done)
		return fl_fail(
		    err, FL_USAGE,
		    "vertex program: it exports no pos0, or the last of its positions does not say "
		    "`done`");
	if (!d->n_out)
		return fl_fail(err, FL_USAGE,
			       "vertex program: it has no output beside position; the chip wants one param");
	if (params != (UINT64_C(1) << d->n_out) - 1)
		return fl_fail(err, FL_USAGE,
			       "vertex program: it declares %u outputs beside position and pointsize, so "
			       "exports param0 to param%u, and no others",
			       d->n_out, d->n_out - 1u);
	return FL_OK;
}

static enum fl_code keep_fragment(struct fl_program *p, const struct found *f, struct fl_err *err)
{
	const struct fl_cik_declared *d = &p->source.declared;
	const uint32_t colors = (1u << CIK_EXP_TGT__EXP_MRTZ) - 1;

	p->kills = f->writes;
	p->depth = f->all >> CIK_EXP_TGT__EXP_MRTZ & 1;
	p->targets = (uint8_t)(f->all & colors);
	p->n_in = d->n_in;
	memcpy(p->in, d->in, sizeof(p->in));
	p->inputs = CIK_SPI_PS_INPUT_ENA__PERSP_CENTER_ENA(1) |
		    CIK_SPI_PS_INPUT_ENA__POS_X_FLOAT_ENA(d->position) |
		    CIK_SPI_PS_INPUT_ENA__POS_Y_FLOAT_ENA(d->position) |
		    CIK_SPI_PS_INPUT_ENA__POS_Z_FLOAT_ENA(d->position) |
		    CIK_SPI_PS_INPUT_ENA__POS_W_FLOAT_ENA(d->position) |
		    CIK_SPI_PS_INPUT_ENA__FRONT_FACE_ENA(d->face);
	if (!p->targets && !p->depth)
		return fl_fail(err, FL_USAGE, "fragment program: it exports neither mrt0 to mrt7 nor mrtz");
	if (!f->done)
		return fl_fail(err, FL_USAGE, "fragment program: its last export does not say `done vm`");
	for (uint32_t u = 0; u < FL_CIK_UNITS; u++)
		if (d->image[u] && !f->restores)
			return fl_fail(err, FL_USAGE,
				       "fragment program: it has textures, so all pixels of a quad run: "
				       "s_mov_b64 exec, live before the exports leaves those that are drawn");
	return FL_OK;
}

static enum fl_code keep(struct fl_program *p, enum fl_stage_of stage, struct fl_err *err)
{
	static const uint8_t is[FL_CIK_OWN_STAGES] = {
	    [FL_VERTEX] = FL_CIK_VERTEX, [FL_FRAGMENT] = FL_CIK_FRAGMENT, [FL_GEOMETRY] = FL_CIK_GEOMETRY};
	const struct fl_cik_declared *d = &p->source.declared;
	struct fl_cik_own *to = &p->stage[stage];
	const struct found f = look_through(&p->source, stage);
	enum fl_code code;

	if (d->stage != is[stage])
		return fl_fail(err, FL_USAGE, "%s program: it does not say `%s` after its first line",
			       names[stage], names[stage]);
	if (!fl_cik_own_words(p, stage))
		return fl_fail(err, FL_USAGE,
			       "%s program: it has %u dwords, with %u that the library puts "
			       "before it, of %u",
			       names[stage], to->n, to->n - p->source.n, FL_CIK_OWN_MAX);
	if (to->sgprs > SGPRS_MAX)
		return fl_fail(err, FL_USAGE, "%s program: it has s102 or s103, which are VCC's",
			       names[stage]);
	for (uint32_t u = 0; u < FL_CIK_UNITS; u++)
		p->textures |= (uint8_t)((d->image[u] != 0) << u);
	to->key = fl_program_hash(FL_PROGRAM_HASH ^ stage, to->words, to->n);
	code = stage == FL_VERTEX     ? keep_vertex(p, &f, err)
	       : stage == FL_GEOMETRY ? fl_cik_keep_geometry(p, err)
				      : keep_fragment(p, &f, err);
	return code ? code : keep_names(p, stage, err);
}

static enum fl_code make(struct fl_program *p, const char *const text[FL_CIK_OWN_STAGES], struct fl_err *err)
{
	/* What a geometry program takes is said before the vertex program that hands it over. */
	static const uint8_t order[FL_CIK_OWN_STAGES] = {FL_GEOMETRY, FL_VERTEX, FL_FRAGMENT};

	p->head = (struct fl_program_head){0};
	memset(p->dirty, 0, sizeof(p->dirty));
	p->states.n = 0;
	p->textures = 0;
	p->geometry.emits = p->geometry.takes = 0;
	p->stage[FL_GEOMETRY].n_names = p->stage[FL_GEOMETRY].n_constants = 0;
	for (uint32_t i = 0; i < FL_CIK_OWN_STAGES; i++) {
		const enum fl_stage_of stage = (enum fl_stage_of)order[i];
		char why[200];
		enum fl_code code;

		if (!text[stage])
			continue;
		if (!fl_cik_asm(&p->source, text[stage], fl_str_length(text[stage]))) {
			fl_asm_error_text(&p->source.source, 0, why, sizeof(why));
			return fl_fail(err, FL_USAGE, "%s program %s", names[stage], why);
		}
		code = keep(p, stage, err);
		if (code)
			return code;
	}
	p->head.kind = &fl_cik_programs;
	return FL_OK;
}

enum fl_code fl_cik_program_make(struct fl_program *p, const char *vertex, const char *fragment,
				 struct fl_err *err)
{
	const char *const text[FL_CIK_OWN_STAGES] = {[FL_VERTEX] = vertex, [FL_FRAGMENT] = fragment};

	return make(p, text, err);
}

enum fl_code fl_cik_program_make_geometry(struct fl_program *p, const char *vertex, const char *geometry,
					  const char *fragment, struct fl_err *err)
{
	const char *const text[FL_CIK_OWN_STAGES] = {
	    [FL_VERTEX] = vertex, [FL_FRAGMENT] = fragment, [FL_GEOMETRY] = geometry};

	return make(p, text, err);
}

/* ---- what the caller sets ------------------------------------------------------------------------------ */
static int32_t place(struct fl_program *p, enum fl_stage_of stage, const char *name)
{
	const struct fl_cik_own *s = &p->stage[stage];

	for (uint32_t i = 0; stage < FL_CIK_OWN_STAGES && i < s->n_names; i++)
		if (fl_program_is(&s->name[i], name))
			return s->name[i].first;
	return -1;
}

static void set(struct fl_program *p, enum fl_stage_of stage, uint32_t at, uint32_t n, const float (*v)[4])
{
	if (stage >= FL_CIK_OWN_STAGES)
		return;
	memcpy(p->stage[stage].value[at], v, 16 * n);
	fl_program_touch(&p->dirty[stage], at, n);
}

static void boolean(struct fl_program *p, enum fl_stage_of stage, uint32_t i, bool on)
{
}

static void integer(struct fl_program *p, uint32_t i, uint8_t count, uint8_t first, int8_t step)
{
}

/* All chips run all programs. */
static enum fl_code fits(const struct fl_draw *d, const struct fl_program *p, struct fl_err *err)
{
	return FL_OK;
}

const struct fl_program_kind fl_cik_programs = {
    .name = "cik",
    .backend = &fl_cik_backend,
    .make = fl_cik_program_make,
    .make_geometry = fl_cik_program_make_geometry,
    .fits = fits,
    .constants = FL_CIK_CONSTANTS,
    .place = place,
    .set = set,
    .boolean = boolean,
    .integer = integer,
};
