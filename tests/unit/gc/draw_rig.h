/* SPDX-License-Identifier: MIT
 *
 * A core that draws: states written as FE writes them, a vertex program that passes positions on, a pixel
 * program that gives a uniform for a color (both as Mesa's scene poly_stipple has them), a target of 64 x 64
 * pixels.
 */
#ifndef TESTS_UNIT_GC_DRAW_RIG_H
#define TESTS_UNIT_GC_DRAW_RIG_H

#include "hw/model/gc/pe.h"
#include "hw/model/gc/vs.h"
#include "tests/unit/gc/front_rig.h"

#include <math.h>

/* Offsets in the board's memory; the target has two buffers on cores with two pipes. */
enum {
	DRAW_TARGET = 0x400000,
	DRAW_HALF = 0x20000,
	DRAW_DEPTH = 0x500000,
	DRAW_STATUS = 0x600000,
	DRAW_VERTICES = 0x700000,
	DRAW_INDICES = 0x710000,
	DRAW_SIDE = 64,
	DRAW_LOGIC = 0x000e4000, /* PE_LOGIC_OP as Mesa has it (GC facts 8), and what buffers there are */
	DRAW_ONE_BUFFER = 2 << 8,
	DRAW_COPY = GC_LOGIC_OP__COPY,
};

struct draw_rig {
	struct gc_rig r;
	bool two; /* buffers */
};

static inline void draw_state(struct draw_rig *d, uint32_t offset, uint32_t value)
{
	mgc_state(d->r.g, offset, value);
}

static inline void draw_float(struct draw_rig *d, uint32_t offset, float value)
{
	uint32_t u;

	memcpy(&u, &value, 4);
	draw_state(d, offset, u);
}

static inline void draw_color(struct draw_rig *d, const float rgba[4])
{
	const bool old = d->r.g->variant->halti < 2;

	draw_state(d, 0x860, 0x11); /* GC facts 5.2 */
	for (unsigned c = 0; c < 4; c++)
		draw_float(d, (old ? GC_PS_UNIFORMS(0) : GC_SH_UNIFORMS(0) + 256 * 16) + 4 * c, rgba[c]);
}

static inline void draw_target(struct draw_rig *d, unsigned format, unsigned cpp)
{
	draw_state(d, GC_PE_COLOR_FORMAT,
		   (format < 16 ? format : format << MGC_COLOR_EXT_AT) | GC_PE_COLOR_FORMAT__COMPONENTS(15) |
		       GC_PE_COLOR_FORMAT__SUPER_TILED(1));
	draw_state(d, GC_PE_COLOR_STRIDE, DRAW_SIDE * cpp);
}

/* On gc2000 (two pipes, a buffer each) or gc3000 (two pipes, one buffer). */
static inline struct draw_rig draw_new(const char *chip)
{
	static const uint32_t move[4] = {0x07811009, 0, 0, 0x20390008}; /* MOV t1, u0 */
	static const float all[12] = {-1, -1, 0, 3, -1, 0, -1, 3, 0};
	struct draw_rig d = {.r = rig_new(chip)};
	const bool old = d.r.g->variant->halti < 2;
	const uint32_t base = d.r.base;

	d.two = !strcmp(chip, "gc2000");
	draw_state(&d, GC_PA_VIEWPORT_SCALE_Z, 0x3f800000);
	draw_float(&d, GC_PA_VIEWPORT_SCALE_X, DRAW_SIDE / 2);
	draw_float(&d, GC_PA_VIEWPORT_SCALE_Y, DRAW_SIDE / 2);
	draw_float(&d, GC_PA_VIEWPORT_OFFSET_X, DRAW_SIDE / 2);
	draw_float(&d, GC_PA_VIEWPORT_OFFSET_Y, DRAW_SIDE / 2);
	draw_float(&d, GC_PA_LINE_WIDTH, 0.5f);
	draw_float(&d, GC_PA_LINE_UNK00A38, 0.5f);
	draw_float(&d, GC_PA_LINE_UNK00A3C, 0.5f);
	draw_float(&d, GC_PA_POINT_SIZE, 0.5f);
	draw_state(&d, GC_PA_SYSTEM_MODE, MGC_PROVOKING_LAST | MGC_HALF_PIXEL);
	draw_state(&d, GC_PA_CONFIG, 0x00412000); /* solid, smooth, not culled */
	draw_float(&d, GC_SE_SCISSOR_RIGHT, DRAW_SIDE);
	draw_float(&d, GC_SE_SCISSOR_BOTTOM, DRAW_SIDE);
	draw_float(&d, GC_PE_DEPTH_FAR, 1);
	draw_float(&d, GC_PE_DEPTH_NORMALIZE, 16777215);
	draw_state(&d, GC_GL_MULTI_SAMPLE_CONFIG, 0xf0);
	draw_state(&d, GC_RA_EARLY_DEPTH, 0x30);
	draw_state(&d, GC_PE_LOGIC_OP, DRAW_LOGIC | DRAW_COPY | (d.two ? 0 : DRAW_ONE_BUFFER));
	draw_state(&d, GC_PE_PIPE_COLOR_ADDR(0), base + DRAW_TARGET);
	draw_state(&d, GC_PE_PIPE_COLOR_ADDR(1), base + DRAW_TARGET + (d.two ? DRAW_HALF : 0));
	draw_state(&d, GC_PE_PIPE_DEPTH_ADDR(0), base + DRAW_DEPTH);
	draw_state(&d, GC_PE_PIPE_DEPTH_ADDR(1), base + DRAW_DEPTH + (d.two ? DRAW_HALF : 0));
	draw_state(&d, GC_PE_DEPTH_STRIDE, DRAW_SIDE * 4);
	draw_target(&d, GC_PE_FORMAT__A8R8G8B8, 4);
	/* one element of three floats */
	draw_state(&d, GC_FE_VERTEX_ELEMENT_CONFIG(0), 0x0c003088);
	draw_state(&d, GC_FE_GENERIC_ATTRIB_SCALE(0), 0x3f800000);
	draw_state(&d, old ? GC_FE_VERTEX_STREAMS_BASE_ADDR(0) : GC_NFE_VERTEX_STREAMS_BASE_ADDR(0),
		   base + DRAW_VERTICES);
	draw_state(&d, old ? GC_FE_VERTEX_STREAMS_CONTROL(0) : GC_NFE_VERTEX_STREAMS_CONTROL(0), 12);
	memcpy(d.r.mem + DRAW_VERTICES, all, sizeof(all));
	draw_state(&d, GC_VS_INPUT_COUNT, 0x101);
	draw_state(&d, GC_VS_OUTPUT_COUNT, 1);
	draw_state(&d, GC_VS_TEMP_REGISTER_CONTROL, 2);
	draw_state(&d, GC_PS_TEMP_REGISTER_CONTROL, 2);
	draw_state(&d, GC_PS_INPUT_COUNT, 0x1f01);
	draw_state(&d, GC_PS_OUTPUT_REG, 1);
	draw_state(&d, GC_PS_CONTROL, 2);
	draw_state(&d, GC_VS_END_PC, 1);
	draw_state(&d, GC_PS_END_PC, 1);
	draw_state(&d, GC_PS_START_PC, 0);
	draw_state(&d, GC_PS_UNIFORM_BASE, old ? 0 : 256);
	draw_state(&d, GC_VS_RANGE, 0);
	draw_state(&d, GC_PS_RANGE, 0x01000100);
	for (unsigned i = 0; i < 4; i++) {
		draw_state(&d, GC_SH_INST_MEM(0) + 4 * i, 0); /* NOP */
		draw_state(&d, (old ? GC_SH_INST_MEM(0) : 0x8000) + 0x1000 + 4 * i, move[i]);
	}
	return d;
}

/* The i-th vertex that is drawn next. */
static inline void draw_vertex(struct draw_rig *d, unsigned i, float x, float y, float z)
{
	const float v[3] = {x, y, z};

	memcpy(d->r.mem + DRAW_VERTICES + i * sizeof(v), v, sizeof(v));
}

static inline bool draw_primitives(struct draw_rig *d, unsigned type, unsigned n)
{
	const struct mgc_draw_src src = {.type = (uint8_t)type, .count = n, .instances = 1};

	return mgc_draw(d->r.g, &src);
}

static inline void draw_flush(struct draw_rig *d)
{
	mgc_flush(d->r.g, GC_GL_FLUSH_CACHE__COLOR__MASK | GC_GL_FLUSH_CACHE__DEPTH__MASK);
}

/* All of the target, at that depth (-1 … 1); then caches are empty. */
static inline void draw_all(struct draw_rig *d, float z)
{
	draw_vertex(d, 0, -1, -1, z);
	draw_vertex(d, 1, 3, -1, z);
	draw_vertex(d, 2, -1, 3, z);
	cr_assert(draw_primitives(d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	draw_flush(d);
}

/* Where a pixel stands: GC facts 8.1 for super tiles of old order, by one buffer or two. */
static inline uint8_t *draw_at(struct draw_rig *d, uint32_t surface, unsigned x, unsigned y, unsigned cpp)
{
	const unsigned p = d->two ? (x >> 3 ^ y >> 2) & 1 : 0, u = d->two ? x ^ p << 3 : x,
		       v = d->two ? (y >> 3) << 2 | (y & 3) : y;
	const unsigned order[12] = {u,      u >> 1, v,      v >> 1, u >> 2, v >> 2,
				    v >> 3, u >> 3, u >> 4, u >> 5, v >> 4, v >> 5};
	unsigned index = 0;

	for (unsigned i = 0; i < 12; i++)
		index |= (order[i] & 1) << i;
	return d->r.mem + surface + p * DRAW_HALF + index * cpp;
}

static inline uint32_t draw_px(struct draw_rig *d, unsigned x, unsigned y)
{
	uint32_t v;

	memcpy(&v, draw_at(d, DRAW_TARGET, x, y, 4), 4);
	return v;
}

static inline void draw_free(struct draw_rig *d)
{
	rig_free(&d->r);
}

#endif
