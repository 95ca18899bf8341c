/* SPDX-License-Identifier: MIT
 *
 * What a demo is: a name, what it needs, and a function that draws a frame. The same source runs on the
 * model, on a card, and on bare metal: no libc, no heap, no static mutable data. Time is the frame's number:
 * frame / 60 seconds, so that every run draws the same pictures.
 */
#ifndef DEMOS_DEMO_H
#define DEMOS_DEMO_H

#include "lib/fl_stage.h"

/* What a demo needs of a chip, or-ed together */
#define FL_NEEDS_2D 1u
#define FL_NEEDS_3D 2u

struct fl_demo {
	const char *name;
	const char *what; /* one line, for --list */
	uint32_t needs;
	uint32_t does; /* FL_DOES_… (lib/fl_draw.h): what its chip must be able to do */
	/* The family whose registers or packets it has in it ("r500"); NULL: it runs on any. Programs of its
	 * own it has for several (fl_program_choose()). */
	const char *family;
	const char *asks; /* what it needs that not all 3D engines have, in words */
	/* Called once before the first frame: textures and the like. May be NULL. */
	enum fl_code (*begin)(struct fl_stage *s, struct fl_err *err);
	/* Draw frame number n into s->screen. Failures of drawing calls stay where they happened, and the
	 * stage reports them; the function returns only its own. */
	enum fl_code (*frame)(struct fl_stage *s, uint32_t n, struct fl_err *err);
};

/* All demos, ended by NULL, in the order of --list. */
extern const struct fl_demo *const fl_demos[];

/* NULL: no such demo. */
const struct fl_demo *fl_demo_find(const char *name);

/* Make the stage ready for a demo. FL_NO_DEVICE: it needs what the card does not have; the text says what,
 * and which demos the card can run. */
enum fl_code fl_demo_begin(const struct fl_demo *demo, struct fl_stage *s, struct fl_err *err);
/* Draw frame n and wait until it is in video memory. */
enum fl_code fl_demo_frame(const struct fl_demo *demo, struct fl_stage *s, uint32_t n, struct fl_err *err);

/* A number from 0 to 1 that thing i has for its own, one for each salt: a multiplicative hash. */
static inline float fl_demo_chance(uint32_t i, uint32_t salt)
{
	uint32_t h = (i + 1) * 2654435761u ^ (salt + 1) * 0x9e3779b1u;

	h = (h ^ h >> 15) * 0x85ebca6bu;
	h ^= h >> 13;
	return (float)(h >> 8) / 16777216;
}

static inline float fl_demo_seconds(uint32_t frame)
{
	return (float)frame / 60;
}

extern const struct fl_demo fl_demo_asteroids, fl_demo_attractor, fl_demo_blit, fl_demo_bump, fl_demo_clear,
    fl_demo_cube, fl_demo_cubemap, fl_demo_deferred, fl_demo_dxt, fl_demo_fire, fl_demo_float,
    fl_demo_fractal, fl_demo_fur, fl_demo_gears, fl_demo_hiz, fl_demo_knot, fl_demo_lighting, fl_demo_mipmap,
    fl_demo_mrt, fl_demo_msaa, fl_demo_occlusion, fl_demo_particles, fl_demo_pick, fl_demo_plasma,
    fl_demo_rain, fl_demo_reflection, fl_demo_rtt, fl_demo_shadow, fl_demo_sprites, fl_demo_starfield,
    fl_demo_teapot, fl_demo_text, fl_demo_triangle, fl_demo_tunnel;

#endif
