/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D, as on the classic APIs.
 *
 *	struct fl_draw d;
 *	fl_draw_init(&d, &cs, &chip);
 *	fl_draw_target(&d, &screen, &depth);
 *	fl_clear(&d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff102030, 1.0f, 0);
 *	fl_matrix_mode(&d, FL_PROJECTION);
 *	fl_load_identity(&d);
 *	fl_perspective(&d, 45, 4.0f / 3, 1, 100);
 *	fl_begin(&d, FL_TRIANGLES);
 *	fl_color(&d, 255, 0, 0, 255);
 *	fl_vertex(&d, -1, -1, -5);
 *	...
 *	fl_end(&d);
 *	fl_draw_finish(&d);
 *
 * Vertices go straight into the command stream: no copies, no allocation. State is tracked: a setter notes what changed,
 * and the next fl_begin() sends that and nothing else. All memory is in struct fl_draw, which the caller provides.
 *
 * Setters do not fail. In a build with -DFL_DEBUG each call is checked (nesting, ranges, a missing target), and the first
 * mistake is kept in d->err; otherwise the caller is trusted. Failures of the stream itself stay in the stream (cs->code).
 */
#ifndef FL_DRAW_H
#define FL_DRAW_H

#include "lib/fl_cs.h"
#include "lib/fl_math.h"
#include "lib/fl_surface.h"

#include <stdbool.h>
#include <string.h>

/* Primitive types; the numbers are those of VAP_VF_CNTL.PRIM_TYPE. */
enum fl_prim {
	FL_POINTS = 1,
	FL_LINES = 2,
	FL_LINE_STRIP = 3,
	FL_TRIANGLES = 4,
	FL_TRIANGLE_FAN = 5,
	FL_TRIANGLE_STRIP = 6,
	FL_LINE_LOOP = 12,
	FL_QUADS = 13,
	FL_QUAD_STRIP = 14,
	FL_POLYGON = 15,
};

/* Comparisons: value (compared with) stored or reference. */
enum fl_func { FL_NEVER, FL_LESS, FL_EQUAL, FL_LEQUAL, FL_GREATER, FL_NOTEQUAL, FL_GEQUAL, FL_ALWAYS };

enum fl_stencil_op { FL_KEEP, FL_ZERO_OP, FL_REPLACE_OP, FL_INCR, FL_DECR, FL_INVERT, FL_INCR_WRAP, FL_DECR_WRAP };

/* Blend factors. */
enum fl_factor {
	FL_ZERO,
	FL_ONE,
	FL_SRC_COLOR,
	FL_ONE_MINUS_SRC_COLOR,
	FL_DST_COLOR,
	FL_ONE_MINUS_DST_COLOR,
	FL_SRC_ALPHA,
	FL_ONE_MINUS_SRC_ALPHA,
	FL_DST_ALPHA,
	FL_ONE_MINUS_DST_ALPHA,
	FL_SRC_ALPHA_SATURATE,
};

enum fl_face { FL_CULL_NONE, FL_CULL_FRONT, FL_CULL_BACK }; /* counter-clockwise is front */
enum fl_matrix { FL_MODELVIEW, FL_PROJECTION, FL_TEXTURE, FL_MATRIX_COUNT };
enum fl_wrap { FL_REPEAT, FL_MIRROR, FL_CLAMP }; /* FL_CLAMP: to the edge */
enum fl_texenv { FL_MODULATE, FL_REPLACE, FL_DECAL };

#define FL_CLEAR_COLOR   1u
#define FL_CLEAR_DEPTH   2u
#define FL_CLEAR_STENCIL 4u

/* A texture: an image in memory and how it is read. FL_REPEAT and FL_MIRROR need sides that are powers of two. */
struct fl_texture {
	struct fl_surface image; /* laid out with FL_USE_TEXTURE; at most 4096 x 4096 */
	uint8_t wrap_s, wrap_t;  /* enum fl_wrap */
	bool linear;             /* bilinear filter, else nearest */
};

struct fl_draw_backend; /* what turns the state into a family's commands */
extern const struct fl_draw_backend fl_draw_r500;

/* What the library needs to know of the chip. */
struct fl_draw_chip {
	const struct fl_draw_backend *backend; /* &fl_draw_r500 */
	uint64_t vram_addr;                    /* GPU address of the start of video memory (MC_FB_LOCATION) */
	uint8_t vertex_units;                  /* VAP_CNTL.PVS_NUM_FPUS: R520, R580, RV560, RV570 8; RV530 5; RV515 2 */
};

#define FL_MATRIX_DEPTH  8u
#define FL_VERTEX_MAX_DW 12u
#define FL_PROGRAMS      8u /* resident programs of each kind */

struct fl_draw {
	/* ---- what fl_vertex() touches, first ---- */
	uint32_t *at;          /* where the next vertex goes */
	uint32_t *limit;       /* split the packet when at reaches this */
	uint32_t vertex_flags; /* FL_V_* */
	uint32_t color;        /* the current color, as the stream carries it */
	float texcoord[2];
	float normal[3];

	struct fl_cs *cs;
	uint32_t dirty; /* FL_D_*: what has to be sent */
	struct fl_draw_chip chip;

	/* ---- inside fl_begin ---- */
	uint32_t *packet; /* its header */
	uint8_t prim;     /* 0 outside */
	uint8_t vertex_dw;
	uint8_t group_dw;                 /* 12 vertices */
	uint16_t group_reciprocal;        /* 65536 / group_dw, rounded down, and 65536 / vertex_dw, rounded up: */
	uint16_t vertex_reciprocal;       /* no division in fl_begin() and fl_end() */
	bool loop;                        /* it was split, and is a line loop that became strips */
	uint32_t first[FL_VERTEX_MAX_DW]; /* its first vertex, once it was split */

	/* ---- state ---- */
	struct fl_surface color_buffer, depth_buffer;
	bool has_color, has_depth;
	int32_t viewport[4], scissor[4]; /* x, y, width, height, from the top left */
	bool scissor_on;
	float depth_near, depth_far;
	bool depth_test, depth_write;
	uint8_t depth_func;
	bool stencil_on;
	uint8_t stencil_func, stencil_ref, stencil_mask, stencil_write_mask, stencil_fail, stencil_zfail, stencil_zpass;
	bool blend_on, alpha_test;
	uint8_t blend_src, blend_dst;
	uint8_t alpha_func, alpha_ref;
	uint8_t color_mask; /* bit 0 red, 1 green, 2 blue, 3 alpha */
	uint8_t cull;
	bool flat;
	bool offset_on;
	float offset_factor, offset_units;
	float point_size_px, line_width_px;
	const struct fl_texture *texture; /* NULL: off */
	uint8_t texenv;
	bool light_on, fog_on;
	float light_dir[3], light_ambient[3], light_diffuse[3], light_specular[3], light_shininess;
	float fog_start, fog_end, fog_color[3];

	uint8_t matrix_mode;
	uint8_t matrix_top[FL_MATRIX_COUNT];
	float matrix[FL_MATRIX_COUNT][FL_MATRIX_DEPTH][16];

	/* ---- programs that the chip holds ---- */
	uint8_t vs_key[FL_PROGRAMS], fs_key[FL_PROGRAMS]; /* 0xff: free */
	uint8_t vs_end[FL_PROGRAMS], vs_pos[FL_PROGRAMS],
	    fs_end[FL_PROGRAMS]; /* last instruction, last position write */
	uint8_t vs_next, fs_next;

	enum fl_code code; /* FL_DEBUG: the first mistake */
	struct fl_err err;
};

/* Attributes of a vertex beside its position and color */
#define FL_V_TEXCOORD 1u
#define FL_V_NORMAL   2u

/* What must be sent */
#define FL_D_INIT     (1u << 0)
#define FL_D_TARGET   (1u << 1)
#define FL_D_SCISSOR  (1u << 2)
#define FL_D_VIEWPORT (1u << 3)
#define FL_D_DEPTH    (1u << 4)
#define FL_D_BLEND    (1u << 5)
#define FL_D_ALPHA    (1u << 6)
#define FL_D_RASTER   (1u << 7)
#define FL_D_TEXTURE  (1u << 8)
#define FL_D_VERTEX   (1u << 9)  /* vertex format, vertex program, routing to the rasterizer */
#define FL_D_FRAGMENT (1u << 10) /* fragment program */
#define FL_D_MVP      (1u << 11)
#define FL_D_TEXMAT   (1u << 12)
#define FL_D_NORMAL   (1u << 13)
#define FL_D_LIGHT    (1u << 14)
#define FL_D_FOG      (1u << 15)
#define FL_D_ALL      0xffffu

/* ---- the frame ------------------------------------------------------------------------------------------------- */

/* Default state: no target, everything off, identity matrices, white, FL_CULL_NONE, depth function FL_LESS. */
void fl_draw_init(struct fl_draw *d, struct fl_cs *cs, const struct fl_draw_chip *chip);
/* Somebody else programmed the chip, or it was reset: send everything again. */
void fl_draw_invalidate(struct fl_draw *d);
/* Draw into color (FL_RGB565, FL_ARGB1555, FL_ARGB4444, FL_ARGB8888, FL_ABGR8888, or NULL) and depth (FL_Z16 or FL_Z24S8,
 * micro-tiled, or NULL), laid out with FL_USE_3D. Sets the viewport to the whole and switches the scissor off. */
void fl_draw_target(struct fl_draw *d, const struct fl_surface *color, const struct fl_surface *depth);
/* Clear what mask names, inside the scissor: color 0xAARRGGBB, depth 0 to 1. */
void fl_clear(struct fl_draw *d, uint32_t mask, uint32_t argb, float depth, uint8_t stencil);
/* Write the commands that bring the chip's caches to memory. The picture is there once they have run: submit, then a
 * fence. Also to be called before a surface that was drawn into is used as a texture or by the 2D engine. */
void fl_draw_finish(struct fl_draw *d);

/* ---- where ----------------------------------------------------------------------------------------------------- */
/* Rectangles count from the top left corner of the target. */
void fl_viewport(struct fl_draw *d, int32_t x, int32_t y, int32_t w, int32_t h);
void fl_depth_range(struct fl_draw *d, float near_z, float far_z);
void fl_scissor(struct fl_draw *d, int32_t x, int32_t y, int32_t w, int32_t h);
void fl_scissor_off(struct fl_draw *d);

/* ---- how ------------------------------------------------------------------------------------------------------- */
/* Pass when (new depth func stored depth). write only matters while the test is on. */
void fl_depth(struct fl_draw *d, bool on, enum fl_func func, bool write);
/* Pass when ((ref & mask) func (stored & mask)). */
void fl_stencil(struct fl_draw *d, bool on, enum fl_func func, uint8_t ref, uint8_t mask, uint8_t write_mask);
void fl_stencil_op(struct fl_draw *d, enum fl_stencil_op fail, enum fl_stencil_op zfail, enum fl_stencil_op zpass);
/* result = color * src + stored * dst; FL_ONE, FL_ZERO switches blending off. */
void fl_blend(struct fl_draw *d, enum fl_factor src, enum fl_factor dst);
void fl_alpha_test(struct fl_draw *d, bool on, enum fl_func func, uint8_t ref);
void fl_color_mask(struct fl_draw *d, bool red, bool green, bool blue, bool alpha);
void fl_cull(struct fl_draw *d, enum fl_face cull);
void fl_flat(struct fl_draw *d,
	     bool flat); /* one color a primitive: that of its last vertex (polygons: of their first) */
/* Add factor * slope + units to the depth of triangles; off with 0, 0. */
void fl_polygon_offset(struct fl_draw *d, float factor, float units);
void fl_point_size(struct fl_draw *d, float size_px);
void fl_line_width(struct fl_draw *d, float width_px);
/* Texture unit 0; NULL switches it off. *t must stay. Call it again after changing the image. */
void fl_texture(struct fl_draw *d, const struct fl_texture *t);
void fl_texenv(struct fl_draw *d, enum fl_texenv env);
/* One directional light in eye space; (x, y, z) points to it. The vertex color is the material's ambient and diffuse
 * color; normals are turned by the modelview matrix and made of length 1. */
void fl_light(struct fl_draw *d, bool on);
void fl_light_direction(struct fl_draw *d, float x, float y, float z);
void fl_light_color(struct fl_draw *d, const float ambient[3], const float diffuse[3]);
void fl_light_shine(struct fl_draw *d, const float specular[3], float exponent); /* exponent 1 to 128; black: none */
/* Blend towards color from distance start to end, along the view axis. */
void fl_fog(struct fl_draw *d, bool on, float start, float end, uint32_t argb);

/* ---- matrices: fl_matrix_mode() chooses the stack that the others work on ---------------------------------------- */
void fl_matrix_mode(struct fl_draw *d, enum fl_matrix which);
void fl_push_matrix(struct fl_draw *d); /* FL_MATRIX_DEPTH deep; a push too many, or a pop, changes nothing */
void fl_pop_matrix(struct fl_draw *d);
void fl_load_identity(struct fl_draw *d);
void fl_load_matrix(struct fl_draw *d, const float m[16]);
void fl_mult_matrix(struct fl_draw *d, const float m[16]);
void fl_translate(struct fl_draw *d, float x, float y, float z);
void fl_scale(struct fl_draw *d, float x, float y, float z);
void fl_rotate(struct fl_draw *d, float angle_deg, float x, float y, float z);
void fl_perspective(struct fl_draw *d, float fovy_deg, float aspect, float z_near, float z_far);
void fl_ortho(struct fl_draw *d, float left, float right, float bottom, float top, float z_near, float z_far);
void fl_look_at(struct fl_draw *d, const float eye[3], const float center[3], const float up[3]);

/* ---- vertices -------------------------------------------------------------------------------------------------- */
/* Between the two only fl_color*, fl_texcoord, fl_normal and fl_vertex. Any number of vertices. */
void fl_begin(struct fl_draw *d, enum fl_prim prim);
void fl_end(struct fl_draw *d);

/* The packet is full: send it, go on with another. For fl_vertex() only. */
uint32_t *fl_draw_split(struct fl_draw *d);

/* The color of the vertices that follow: 0 to 255. */
static inline void fl_color(struct fl_draw *d, uint8_t r, uint8_t g, uint8_t b, uint8_t a)
{
	d->color = (uint32_t)a << 24 | (uint32_t)b << 16 | (uint32_t)g << 8 | r;
}

/* 0xAARRGGBB */
static inline void fl_color_argb(struct fl_draw *d, uint32_t argb)
{
	d->color = (argb & 0xff00ff00u) | (argb & 255) << 16 | (argb >> 16 & 255);
}

/* 0.0 to 1.0, clamped */
static inline void fl_colorf(struct fl_draw *d, float r, float g, float b, float a)
{
	fl_color(d, (uint8_t)(fl_clampf(r, 0, 1) * 255 + 0.5f), (uint8_t)(fl_clampf(g, 0, 1) * 255 + 0.5f),
		 (uint8_t)(fl_clampf(b, 0, 1) * 255 + 0.5f), (uint8_t)(fl_clampf(a, 0, 1) * 255 + 0.5f));
}

/* (0, 0) is the first texel of the first row in memory, (1, 1) the far corner. */
static inline void fl_texcoord(struct fl_draw *d, float s, float t)
{
	d->texcoord[0] = s;
	d->texcoord[1] = t;
}

static inline void fl_normal(struct fl_draw *d, float x, float y, float z)
{
	d->normal[0] = x;
	d->normal[1] = y;
	d->normal[2] = z;
}

static inline void fl_vertex(struct fl_draw *d, float x, float y, float z)
{
	uint32_t *p = d->at;

	if (__builtin_expect(p >= d->limit, 0)) {
		p = fl_draw_split(d);
		if (!p)
			return;
	}
	p[0] = fl_f32(x);
	p[1] = fl_f32(y);
	p[2] = fl_f32(z);
	p[3] = d->color;
	p += 4;
	if (d->vertex_flags & FL_V_TEXCOORD) {
		memcpy(p, d->texcoord, 8);
		p += 2;
	}
	if (d->vertex_flags & FL_V_NORMAL) {
		memcpy(p, d->normal, 12);
		p += 3;
	}
	d->at = p;
}

#endif
