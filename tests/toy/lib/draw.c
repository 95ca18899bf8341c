/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on a toy: vertices are transformed here, and go to the chip as triangles. Of fixed function
 * there are position and color; what else the state asks for is refused.
 */
#include "lib/fl_ff.h"
#include "lib/toy/toy.h"

struct toy_draw {
	float mvp[FL_FF_GROUP_MAX][4]; /* rows; the last is not used */
};
_Static_assert(sizeof(struct toy_draw) <= FL_BACKEND_B, "the back end's state fits");

static struct toy_draw *of(struct fl_draw *d)
{
	return (struct toy_draw *)(void *)d->own;
}

static void forget(struct fl_draw *d)
{
}

static void refuse(struct fl_draw *d, const char *what)
{
	if (!d->code)
		d->code = fl_fail(&d->err, FL_FAILED, "a toy has no %s", what);
}

/* The part of the target that may be drawn on. */
static struct fl_2d_box clip(const struct fl_draw *d)
{
	struct fl_2d_box box = {0, 0, (int32_t)d->color_buffer.width_px, (int32_t)d->color_buffer.height_px};
	const struct fl_rect r = {d->scissor[0], d->scissor[1], d->scissor[2], d->scissor[3]};
	const struct fl_2d_box whole = box, scissor = fl_2d_box_of(&r);

	if (d->scissor_on && !fl_2d_meet(&whole, &scissor, &box))
		box = (struct fl_2d_box){0, 0, 0, 0};
	return box;
}

static void state(struct fl_draw *d)
{
	uint32_t first;

	if (d->program)
		refuse(d, "programs");
	if (d->textures_on)
		refuse(d, "textures");
	if (d->depth_test || d->stencil_on)
		refuse(d, "test of depth or stencil");
	if (d->blend_on || d->alpha_test || d->logic_op != FL_LOGIC_COPY)
		refuse(d, "blending");
	if (d->lighting_on || d->fog_on)
		refuse(d, "lights and fog");
	if (!d->has_color || d->n_color > 1 || d->color_buffer.bytes_px != 4 || d->color_buffer.tiling)
		refuse(d, "targets but a linear one of 32 bits");
	if (d->dirty & FL_D_VERTEX)
		fl_draw_vertex_format(d, 0); /* position and color */
	if (d->dirty & FL_D_MVP)
		fl_ff_values(d, FL_FF_G_MVP, &first, of(d)->mvp);
	d->dirty = 0;
}

/* ---- vertices ------------------------------------------------------------------------------------------ */
/* They wait at the end of the batch, out of which end() takes them before it writes there. */
static void begin(struct fl_draw *d)
{
	fl_cs_room(d->cs, FL_ROOM_MIN_DW);
	fl_draw_room(d, d->cs->end - FL_ROOM_MIN_DW, FL_ROOM_MIN_DW);
}

/* A vertex in pixels of the target. False: it is on the eye's side of the near plane. */
static bool transform(struct fl_draw *d, const uint32_t *vertex, struct fl_toy_corner *out)
{
	float p[3], clip_space[4], w;
	uint32_t abgr = vertex[3];

	memcpy(p, vertex, sizeof(p));
	for (int i = 0; i < 4; i++) {
		const float *row = of(d)->mvp[i];

		clip_space[i] = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
	}
	w = clip_space[3];
	if (w <= 0 || clip_space[2] < -w)
		return false;
	out->x = (float)d->viewport[0] + (float)d->viewport[2] * (0.5f + 0.5f * clip_space[0] / w);
	out->y = (float)d->viewport[1] + (float)d->viewport[3] * (0.5f - 0.5f * clip_space[1] / w);
	out->argb = (abgr & 0xff00ff00u) | (abgr & 255) << 16 | (abgr >> 16 & 255);
	return true;
}

/* The corners of triangle i. False: the primitive has no more. */
static bool corners(enum fl_prim prim, uint32_t n, uint32_t i, uint32_t of_vertex[3])
{
	switch (prim) {
	case FL_TRIANGLES:
		of_vertex[0] = 3 * i, of_vertex[1] = 3 * i + 1, of_vertex[2] = 3 * i + 2;
		break;
	case FL_TRIANGLE_STRIP:
	case FL_QUAD_STRIP:
		of_vertex[0] = i, of_vertex[1] = i + 1, of_vertex[2] = i + 2;
		break;
	case FL_TRIANGLE_FAN:
	case FL_POLYGON:
		of_vertex[0] = 0, of_vertex[1] = i + 1, of_vertex[2] = i + 2;
		break;
	default: /* FL_QUADS */
		of_vertex[0] = i / 2 * 4, of_vertex[1] = i / 2 * 4 + 1 + i % 2,
		of_vertex[2] = i / 2 * 4 + 2 + i % 2;
		break;
	}
	return of_vertex[2] < n;
}

static void end(struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	uint32_t vertex[FL_ROOM_MIN_DW], which[3];
	const struct fl_2d_box box = clip(d);

	memcpy(vertex, d->room, 4 * (size_t)(d->at - d->room));
	if (prim < FL_TRIANGLES)
		refuse(d, "points and lines");
	for (uint32_t i = 0; !d->code && corners(prim, n, i, which); i++) {
		struct fl_toy_corner corner[3];
		bool seen = true;

		for (int k = 0; k < 3; k++)
			seen &= transform(d, vertex + which[k] * d->vertex_dw, &corner[k]);
		if (seen)
			fl_toy_triangle(d->cs, d->chip.vram_addr, &d->color_buffer, &box, corner);
	}
}

/* ---- the rest ------------------------------------------------------------------------------------------ */
static void clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil)
{
	const struct fl_2d_box box = clip(d);
	uint32_t argb;

	fl_pixel_pack(FL_ARGB8888, rgba, (uint8_t *)&argb);
	if (mask & FL_CLEAR_COLOR)
		fl_toy_fill(d->cs, d->chip.vram_addr, &d->color_buffer, &box, argb);
}

static void resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to)
{
	refuse(d, "samples");
}

static void finish(struct fl_draw *d)
{
}

static void count(struct fl_draw *d, bool first, uint64_t result_B)
{
	refuse(d, "counters");
}

static void arrays(struct fl_draw *d, const struct fl_draw_source *src)
{
	refuse(d, "vertex arrays");
}

const struct fl_draw_backend fl_toy_backend = {
    .forget = forget,
    .begin = begin,
    .end = end,
    .state = state,
    .clear = clear,
    .resolve = resolve,
    .finish = finish,
    .count = count,
    .arrays = arrays,
};
