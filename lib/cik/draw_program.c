/* SPDX-License-Identifier: MIT
 *
 * Programs, set up: those of fixed function, and which output of the one is which input of the other.
 */
#include "lib/cik/alpha.h"
#include "lib/cik/draw_state.h"
#include "lib/cik/lower.h"
#include "lib/cik/program_regs.h"
#include "lib/cik/upload.h"
#include "lib/fl_ff_form.h"

/* The highest byte of a key */
enum { FF_VS = 1, FF_FS };
#define KEY(kind, key) ((uint64_t)(kind) << 56 | (key))
/* In the keys of pixel programs, above those of fixed function: the alpha test, and its number */
enum { ALPHA_ON = 40, ALPHA_FUNC, ALPHA_REF = ALPHA_FUNC + 3, ALPHA_BITS = 12 };
#define ALPHA_MASK (((UINT64_C(1) << ALPHA_BITS) - 1) << ALPHA_ON)
/* struct fl_resident, regs */
enum { RSRC1, INPUTS };

#define OUTPUT_OF(in) \
	((in) == FL_FF_IN_COLOR ? (uint32_t)FL_FF_OUT_COLOR : (in)-FL_FF_IN_TEXCOORD + FL_FF_OUT_TEXCOORD)

/* ---- bringing them to memory --------------------------------------------------------------------------- */
const struct fl_resident *fl_cik_bring(struct fl_draw *d, const struct fl_resident *what,
				       const uint32_t *words, uint32_t n)
{
	const struct fl_resident *made = fl_resident_place(&fl_cik_of(d)->programs, what, 4 * n);

	fl_cik_upload(d->cs, fl_resident_addr(made), words, n);
	return made;
}

static const struct fl_resident *bring(struct fl_draw *d, uint64_t key, const struct fl_cik_lowered *code)
{
	const struct fl_resident what = {
	    .key = key,
	    .regs = {[RSRC1] = fl_cik_rsrc1(code->vgprs, code->sgprs), [INPUTS] = code->inputs},
	    .kills = code->kills};

	return fl_cik_bring(d, &what, code->words, code->n);
}

static const struct fl_resident *vertex_program(struct fl_draw *d, uint64_t key)
{
	const struct fl_resident *found = fl_resident(&fl_cik_of(d)->programs, KEY(FF_VS, key));
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	struct fl_cik_lowered code;
	struct fl_ff_places at;

	if (found)
		return found;
	fl_ff_vs_places(key, &at);
	fl_cik_vs_lower(inst, fl_ff_vs_make(key, inst), &at, &code);
	return bring(d, KEY(FF_VS, key), &code);
}

static const struct fl_resident *pixel_program(struct fl_draw *d, uint64_t key)
{
	const struct fl_resident *found = fl_resident(&fl_cik_of(d)->programs, KEY(FF_FS, key));
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	struct fl_cik_lowered code; /* the longest is a vertex program: there is room */
	struct fl_ff_places at;

	if (found)
		return found;
	fl_ff_fs_places(key & ~ALPHA_MASK, &at);
	fl_cik_fs_lower(inst, fl_ff_fs_make(key & ~ALPHA_MASK, inst), &at, &code);
	if (key >> ALPHA_ON & 1) {
		code.n = fl_cik_alpha_test(code.words, code.n, (uint32_t)(key >> ALPHA_FUNC) & 7,
					   (float)(key >> ALPHA_REF & 0xff) / 255);
		code.kills = true;
	}
	return bring(d, KEY(FF_FS, key), &code);
}

uint64_t fl_cik_alpha_key(const struct fl_draw *d)
{
	return d->alpha_test && d->alpha_func != FL_ALWAYS
		   ? UINT64_C(1) << ALPHA_ON | (uint64_t)d->alpha_func << ALPHA_FUNC |
			 (uint64_t)d->alpha_ref << ALPHA_REF
		   : 0;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
/* Of each target that is exported there are four floats. */
static uint32_t export_formats(uint32_t targets)
{
	enum { FLOATS = CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_ABGR };
	uint32_t formats = 0;

	for (uint32_t i = 0; i < FL_TARGETS_MAX; i++)
		if (targets >> i & 1)
			formats |= (uint32_t)FLOATS << 4 * i;
	return formats;
}

uint32_t *fl_cik_put_set(struct fl_draw *d, uint32_t *p, const struct fl_cik_set *s)
{
	enum { FOUR = CIK_SPI_SHADER_POS_FORMAT__POS0_EXPORT_FORMAT__SPI_SHADER_4COMP };

	if (s->gs || fl_cik_its(d)->takes)
		p = fl_cik_put_geometry(d, p, s);
	p = fl_cik_put_program(p, CIK_SPI_SHADER_PGM_LO_VS, fl_resident_addr(s->vs), s->vs->regs[RSRC1],
			       FL_CIK_USER_SGPRS);
	if (s->streams) /* over what was written last, RSRC2 */
		p[-1] |= CIK_SPI_SHADER_PGM_RSRC2_VS__SO_EN(1) | CIK_SPI_SHADER_PGM_RSRC2_VS__SO_BASE0_EN(1);
	p = fl_cik_put_program(p, CIK_SPI_SHADER_PGM_LO_PS, fl_resident_addr(s->fs), s->fs->regs[RSRC1],
			       FL_CIK_USER_SGPRS);
	p = cik_pm4_sh(p, fl_cik_its(d)->user + 4 * FL_CIK_S_FIRST_VERTEX, 2); /* and the first instance */
	*p++ = 0;
	*p++ = 0;
	p = cik_pm4_context(p, CIK_SPI_PS_INPUT_ENA, 2); /* and SPI_PS_INPUT_ADDR */
	*p++ = s->fs->regs[INPUTS];
	*p++ = s->addr;
	p = cik_pm4_put(p, CIK_SPI_VS_OUT_CONFIG,
			CIK_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT(s->params ? s->params - 1 : 0));
	p = cik_pm4_context(p, CIK_SPI_SHADER_POS_FORMAT, 3); /* and _Z_FORMAT, _COL_FORMAT */
	*p++ = CIK_SPI_SHADER_POS_FORMAT__POS0_EXPORT_FORMAT(FOUR) |
	       CIK_SPI_SHADER_POS_FORMAT__POS1_EXPORT_FORMAT(s->sized ? FOUR : 0);
	*p++ = s->depth ? CIK_SPI_SHADER_Z_FORMAT__Z_EXPORT_FORMAT__SPI_SHADER_32_R : 0u;
	*p++ = export_formats(s->targets);
	fl_cik_of(d)->kills = s->fs->kills;
	fl_cik_of(d)->depth = s->depth;
	return cik_pm4_put(p, CIK_PA_CL_VS_OUT_CNTL,
			   CIK_PA_CL_VS_OUT_CNTL__USE_VTX_POINT_SIZE(s->sized) |
			       CIK_PA_CL_VS_OUT_CNTL__VS_OUT_MISC_VEC_ENA(s->sized));
}

/* Inputs of a pixel program: colors may be flat, coordinate 0 may be that of a sprite. */
static uint32_t *put_inputs(uint32_t *p, uint64_t vs, uint64_t fs)
{
	enum { NO_OUTPUT = 32 };
	struct fl_ff_places from, at;

	fl_ff_vs_places(vs, &from);
	fl_ff_fs_places(fs & ~ALPHA_MASK, &at);
	p = cik_pm4_put(p, CIK_SPI_PS_IN_CONTROL, CIK_SPI_PS_IN_CONTROL__NUM_INTERP(at.n_in));
	if (!at.n_in)
		return p;
	p = cik_pm4_context(p, CIK_SPI_PS_INPUT_CNTL(0), at.n_in);
	for (uint32_t in = FL_FF_IN_COLOR; in <= FL_FF_IN_FOG; in++) {
		const uint32_t out = OUTPUT_OF(in);

		if (at.in[in] == FL_FF_NOT_THERE)
			continue;
		*p++ = CIK_SPI_PS_INPUT_CNTL__OFFSET(from.out[out] == FL_FF_NOT_THERE
							 ? (uint32_t)NO_OUTPUT
							 : fl_cik_param(&from, out)) |
		       CIK_SPI_PS_INPUT_CNTL__FLAT_SHADE(in == FL_FF_IN_COLOR) |
		       CIK_SPI_PS_INPUT_CNTL__PT_SPRITE_TEX(in == FL_FF_IN_TEXCOORD);
	}
	return p;
}

/* ---- setting them up ----------------------------------------------------------------------------------- */
/* plain: in place of the pixel program, if it is not FL_CIK_PLAIN_COLOR */
static uint32_t *set(struct fl_draw *d, uint32_t *p, uint64_t vs_key, uint64_t fs_key, uint32_t plain)
{
	struct fl_cik_draw *r = fl_cik_of(d);
	struct fl_cik_set s = {.targets = 1, .sized = vs_key & FL_FF_VS_POINT_SIZE};
	struct fl_ff_places at;
	uint32_t turn;

	fl_cs_done(d->cs, p);
	do {
		turn = r->programs.turn;
		s.vs = vertex_program(d, vs_key);
		s.fs = plain ? fl_cik_plain(d, plain) : pixel_program(d, fs_key);
	} while (turn != r->programs.turn);
	fl_ff_vs_places(vs_key, &at);
	s.params = fl_cik_params(&at);
	s.addr = s.fs->regs[INPUTS];
	r->own = NULL;
	return put_inputs(fl_cik_put_set(d, fl_cs_room(d->cs, FL_CIK_STATE_DW), &s), vs_key, fs_key);
}

/* What the vertex program of that key reads of vertices in the stream. */
static void immediate(struct fl_draw *d, uint64_t vs)
{
	uint8_t size[FL_TEXCOORDS];
	struct fl_ff_places at;
	uint32_t reads = 0;

	fl_ff_vs_places(vs, &at);
	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++)
		reads |= (uint32_t)(at.in[k] != FL_FF_NOT_THERE) << k;
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		size[u] = (uint8_t)FL_FF_UNIT_SIZE_OF(FL_FF_VS_UNIT(vs, u));
	fl_cik_immediate(d, reads, size);
}

uint32_t *fl_cik_set_programs(struct fl_draw *d, uint32_t *p)
{
	struct fl_cik_draw *r = fl_cik_of(d);
	/* Lines are stippled by the chip. */
	const uint64_t vs = fl_ff_vs_key(d) & ~FL_FF_VS_STIPPLE, plain = fl_ff_fs_key(d) & ~FL_FF_FS_STIPPLE,
		       fs = plain | fl_cik_alpha_key(d);

	immediate(d, vs);
	d->needs = fl_ff_needs(vs, plain);
	if (vs == r->vs && fs == r->fs)
		return p;
	r->stale |= FL_CIK_VS_CONSTANTS | FL_CIK_FS_CONSTANTS;
	p = set(d, p, vs, fs, FL_CIK_PLAIN_COLOR);
	if (vs != r->vs)
		r->arrays_set = false;
	r->vs = vs;
	r->fs = fs;
	d->dirty |= FL_D_DEPTH | FL_D_OUTPUT; /* DB_SHADER_CONTROL, CB_SHADER_MASK */
	return p;
}

uint32_t *fl_cik_set_plain(struct fl_draw *d, uint32_t *p, uint32_t what)
{
	struct fl_cik_draw *r = fl_cik_of(d);

	p = set(d, p, FL_FF_VS_CLEAR, 0, what);
	r->vs = r->fs = FL_CIK_NO_PROGRAM;
	return p;
}

/* ---- vertices in the stream ---------------------------------------------------------------------------- */
void fl_cik_immediate(struct fl_draw *d, uint32_t reads, const uint8_t sizes[FL_TEXCOORDS])
{
	static const uint8_t type[3] = {FL_FLOAT, FL_UBYTE, FL_FLOAT}, components[3] = {3, 4, 3};
	struct fl_cik_draw *r = fl_cik_of(d);
	uint32_t flags = 0, at_B = 0, n = 0;

	r->attributes = reads;
	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++) {
		const uint32_t size = k < 3 ? components[k] : sizes[k - 3];

		/* position and color are always there */
		if (!(reads >> k & 1) && k > 1)
			continue;
		if (reads >> k & 1)
			r->vertex[n++] = (struct fl_cik_attribute){
			    .format = fl_cik_format(k < 3 ? type[k] : FL_FLOAT, size, false), .at_B = at_B};
		flags |= k == 2 ? FL_V_NORMAL : k > 2 ? FL_V_MORE | FL_V_AT(size, k - 3) : 0;
		at_B += k == 1 ? 4 : 4 * size;
	}
	r->n_attributes = n;
	fl_draw_vertex_format(d, flags);
}
