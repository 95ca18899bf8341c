/* SPDX-License-Identifier: MIT
 *
 * The R5xx back end of immediate mode: sends what changed, clears, finishes.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw_r300.h"
#include "lib/r500/program_state.h"

/* What is changed most often, and alone. */
#define QUICK_STATE (FL_D_SCISSOR | FL_D_DEPTH | FL_D_ALPHA | FL_D_BLEND)

static inline uint32_t *quick_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_SCISSOR)
		p = fl_r500_draw_scissor(d, p);
	if (d->dirty & (FL_D_DEPTH | FL_D_ALPHA))
		p = fl_r500_draw_depth(d, p);
	if (d->dirty & FL_D_BLEND)
		p = fl_r500_draw_blend(d, p);
	return p;
}

/* The rest of the pixel end, and setup. */
static __attribute__((cold, noinline)) uint32_t *pixel_state(struct fl_draw *d, uint32_t *p)
{
	uint32_t dirty = d->dirty;

	if (dirty & FL_D_OUTPUT)
		p = fl_r500_draw_output(d, p);
	if (dirty & FL_D_RASTER)
		p = fl_r500_draw_raster(d, p);
	if (dirty & FL_D_POINT)
		p = fl_r500_draw_point(d, p);
	if ((dirty & FL_D_STIPPLE) && d->stipple_repeat)
		p = fl_r500_draw_stipple(d, p);
	return p;
}

/* The programs that the state asks for now. True: the vertex end was flushed, and constants may change. */
static __attribute__((cold, noinline)) bool programs(struct fl_draw *d, uint32_t **p)
{
	const struct fl_r500_draw *r = fl_r500_of(d);
	uint64_t vs = fl_ff_vs_key(d), fs = fl_ff_fs_key(d);
	bool new_vs = vs != r->vs.now;

	if (new_vs) {
		*p = fl_r500_draw_vs(d, *p, vs);
		*p = fl_r500_draw_route(r->gen, *p, vs);
	}
	/* Vertices out of buffers have brought formats of their own. */
	if (new_vs || d->dirty & FL_D_VERTEX)
		*p = fl_r500_draw_format(d, *p, vs);
	if (fs != r->fs.now)
		*p = r->gen->fs(d, *p, fs);
	d->needs = fl_ff_needs(vs, fs);
	return new_vs;
}

/* What changed but is not read by the programs is owed to later ones. */
static uint32_t *fixed_function(struct fl_draw *d, uint32_t *p)
{
	const uint32_t keys =
	    FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT | FL_D_TEXGEN | FL_D_LIGHT | FL_D_MATERIAL | FL_D_POINT;
	bool flushed = false;
	uint32_t now;

	if (fl_r500_of(d)->program_on)
		p = fl_r500_program_leave(d, p);
	fl_r500_of(d)->program_sent = NULL; /* its constants are about to be overwritten */
	d->owed |= fl_ff_owed(d->dirty);
	if (d->dirty & keys)
		flushed = programs(d, &p);
	now = d->owed & d->needs;
	if ((now & FL_FF_G_VERTEX || d->dirty & FL_D_CLIP) && !flushed)
		p = r500_pm4_reg(p, R500_VAP_PVS_STATE_FLUSH_REG, 0);
	if (now) {
		p = fl_r500_draw_constants(d, p, now);
		d->owed &= ~now;
	}
	return p;
}

static uint32_t *own_program(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & (FL_D_VERTEX | FL_D_FRAGMENT))
		return fl_r500_program_route(d, p);
	return d->dirty & FL_D_CLIP ? r500_pm4_reg(p, R500_VAP_PVS_STATE_FLUSH_REG, 0) : p;
}

#ifdef FL_DEBUG
/* The units that the caller's program looks up have textures. */
static bool units_there(const struct fl_draw *d)
{
	const struct fl_r500_fs *fs = &d->program->fs;

	for (uint32_t i = 0; i < fs->n; i++) {
		uint32_t op = R500_US_TEX_INST__INST__GET(fs->words[i][1]);
		uint32_t unit = R500_US_TEX_INST__TEX_ID__GET(fs->words[i][1]);

		if (R500_US_CMN_INST__TYPE__GET(fs->words[i][0]) !=
			R500_US_CMN_INST__TYPE__US_INST_TYPE_TEX ||
		    op == R500_US_TEX_INST__INST__NOP || op == R500_US_TEX_INST__INST__TEXKILL)
			continue;
		if (unit >= FL_TEXTURES || !d->unit[unit].texture)
			return false;
	}
	return true;
}
#endif

/* Everything else: programs, constants, texture. */
static __attribute__((noinline)) uint32_t *program_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_VIEWPORT)
		p = fl_r500_draw_viewport(d, p);
	FL_CHECK(d, !d->program || units_there(d),
		 "the program looks up a unit without texture: fl_texture()");
	if (d->program)
		p = own_program(d, p);
	else
		p = fixed_function(d, p);
	/* A clear has put all of them on. */
	if ((d->dirty & FL_D_FRAGMENT) && (d->n_color > 1 || !(fl_r500_program_targets(d) & 1)))
		p = fl_r500_draw_outputs(d, p, fl_r500_program_targets(d));
	if (d->dirty & FL_D_CLIP) /* both have flushed */
		p = fl_r500_draw_clip(d, p);
	if (d->dirty & FL_D_TEXTURE)
		p = fl_r500_draw_texture(d, p);
	return p;
}

#define PIXEL_STATE (QUICK_STATE | FL_D_TARGET | FL_D_OUTPUT | FL_D_RASTER)

static __attribute__((noinline)) uint32_t *all_state(struct fl_draw *d, uint32_t *p)
{
	if (d->dirty & FL_D_INIT)
		p = fl_r500_draw_init(d, p);
	if (d->program) {
		fl_cs_done(d->cs, p);
		fl_r500_program_send(d);
		p = fl_cs_room(d->cs, FL_R500_STATE_DW);
	}
	if (d->dirty & FL_D_TARGET)
		p = fl_r500_draw_target(d, p);
	p = pixel_state(d, quick_state(d, p));
	return d->dirty & ~PIXEL_STATE ? program_state(d, p) : p;
}

static void draw_state(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, FL_R500_STATE_DW);

	p = d->dirty & ~QUICK_STATE ? all_state(d, p) : quick_state(d, p);
	d->dirty = 0;
	fl_cs_done(d->cs, p);
}

static __attribute__((cold)) void draw_finish(struct fl_draw *d)
{
	fl_cs_done(d->cs, fl_r500_draw_flush(fl_cs_room(d->cs, 8)));
}

/* R3xx and R4xx; see below. */
static const struct fl_draw_backend r300_backend;

static __attribute__((cold)) void draw_forget(struct fl_draw *d)
{
	struct fl_r500_draw *r = fl_r500_of(d);

	*r = (struct fl_r500_draw){.gen = &fl_r500_gens[r500_chip_family(fl_r500_chip(d))->gen],
				   .vs.now = FL_R500_NO_PROGRAM,
				   .fs.now = FL_R500_NO_PROGRAM};
	if (!r->gen->r5xx)
		d->chip.backend = &r300_backend;
}

#define ALIKE                                                                    \
	.forget = draw_forget, .state = draw_state, .clear = fl_r500_draw_clear, \
	.resolve = fl_r500_draw_resolve, .finish = draw_finish, .count = fl_r500_draw_count

const struct fl_draw_backend fl_r500_backend = {ALIKE, .begin = fl_r500_draw_begin, .end = fl_r500_draw_end,
						.arrays = fl_r500_draw_arrays};
static const struct fl_draw_backend r300_backend = {ALIKE, .begin = fl_r500_r300_begin,
						    .end = fl_r500_r300_end, .arrays = fl_r500_r300_arrays,
						    .variant_of = &fl_r500_backend};
