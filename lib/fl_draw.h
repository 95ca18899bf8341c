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
 * Vertices go straight to where the chip reads them: no copies, no allocation. State is tracked: a setter
 * notes what changed, and the next fl_begin() sends that and nothing else. All memory is in struct fl_draw,
 * which the caller provides.
 *
 * Setters do not fail. In the libraries of `make debug` each call is checked (nesting, ranges, a missing
 * target), and the first mistake is kept in d->err; otherwise the caller is trusted. A program compiled with
 * -DFL_WHERE has its file and line in the message. Failures of the stream itself stay in the stream
 * (cs->code).
 */
#ifndef LIB_FL_DRAW_H
#define LIB_FL_DRAW_H

#include "lib/fl_array.h"
#include "lib/fl_cs.h"
#include "lib/fl_light.h"
#include "lib/fl_math.h"
#include "lib/fl_texture.h"

#include <stdbool.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Primitive types; 0 is none of them. */
enum fl_prim {
	FL_POINTS = 1,
	FL_LINES,
	FL_LINE_STRIP,
	FL_LINE_LOOP,
	FL_TRIANGLES,
	FL_TRIANGLE_STRIP,
	FL_TRIANGLE_FAN,
	FL_QUADS,
	FL_QUAD_STRIP,
	FL_POLYGON,
	FL_PRIM_COUNT,
};

/* Comparisons: value (compared with) stored or reference. */
enum fl_func { FL_NEVER, FL_LESS, FL_EQUAL, FL_LEQUAL, FL_GREATER, FL_NOTEQUAL, FL_GEQUAL, FL_ALWAYS };

enum fl_stencil_op {
	FL_KEEP,
	FL_ZERO_OP,
	FL_REPLACE_OP,
	FL_INCR,
	FL_DECR,
	FL_INVERT,
	FL_INCR_WRAP,
	FL_DECR_WRAP
};

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
	FL_CONSTANT_COLOR, /* fl_blend_color() */
	FL_ONE_MINUS_CONSTANT_COLOR,
	FL_CONSTANT_ALPHA,
	FL_ONE_MINUS_CONSTANT_ALPHA,
};

enum fl_blend_op { FL_ADD, FL_SUBTRACT, FL_REVERSE_SUBTRACT, FL_MIN, FL_MAX };

#define FL_LOGIC_COPY 12u /* the logic operation that changes nothing */

enum fl_face { FL_CULL_NONE, FL_CULL_FRONT, FL_CULL_BACK }; /* counter-clockwise is front */
enum fl_side { FL_FRONT = 1, FL_BACK = 2, FL_BOTH = 3 };
enum fl_polygon_mode { FL_FILL, FL_OUTLINE, FL_CORNERS };
/* The matrix stacks. FL_TEXTURE + n is that of texture coordinate n. */
enum fl_matrix { FL_MODELVIEW, FL_PROJECTION, FL_TEXTURE, FL_MATRIX_COUNT = FL_TEXTURE + 4 };
/* What a texture unit does to the color c that reaches it, with its texel t and its own color k:
 * c * t; t; t.a * t + (1 - t.a) * c; (1 - t) * c + t * k; c + t. Alpha is c.a * t.a but for FL_REPLACE, t.a,
 * and FL_DECAL, c.a. */
enum fl_texenv { FL_MODULATE, FL_REPLACE, FL_DECAL, FL_ENV_BLEND, FL_ENV_ADD };
/* Where a texture coordinate comes from: the vertex; four planes applied to the position
 * (fl_texgen_planes()), in object or eye space; the reflection of the eye's ray about the normal, as a
 * direction or as a place in a sphere map; the normal in eye space. */
enum fl_texgen { FL_GEN_OFF, FL_GEN_OBJECT, FL_GEN_EYE, FL_GEN_REFLECTION, FL_GEN_SPHERE, FL_GEN_NORMAL };
enum fl_fog_mode { FL_FOG_LINEAR, FL_FOG_EXP, FL_FOG_EXP2 };

#define FL_CLEAR_COLOR    1u
#define FL_CLEAR_DEPTH    2u
#define FL_CLEAR_STENCIL  4u

#define FL_TEXTURES       8u /* units that a program can read; fixed function uses the first FL_TEXCOORDS */
#define FL_TARGETS        4u /* color buffers drawn into at a time, by every chip */
#define FL_TARGETS_MAX    8u /* and with FL_DOES_8_TARGETS */
#define FL_CLIP_PLANES    6u

/* What not every chip can do, or-ed together */
#define FL_DOES_INSTANCES 1u  /* fl_instances() */
#define FL_DOES_8_TARGETS 2u  /* fl_draw_targets() with up to FL_TARGETS_MAX */
#define FL_DOES_LAYERS    4u  /* textures of kind FL_TEX_LAYERS */
#define FL_DOES_STREAMS   8u  /* fl_stream_out() */
#define FL_DOES_GEOMETRY  16u /* programs with a geometry program (lib/fl_program.h) */
#define FL_DOES_INTEGERS  32u /* targets and textures of whole numbers: FL_R32UI, FL_ABGR8888UI */

/* What turns the state into a family's commands: lib/FAMILY/draw.h has one. */
struct fl_draw_backend;

/* What the library needs to know of the chip. */
struct fl_draw_chip {
	const struct fl_draw_backend *backend;
	uint64_t vram_addr; /* GPU address of the start of video memory */
	const void *info;   /* what the back end knows of the chip: see where it is declared */
	uint64_t own_addr;  /* the same of a piece of it that the back end has for itself: for programs */
	uint32_t own_B;     /* its size; 0 where chips have other memories for them */
	uint32_t does;      /* FL_DOES_… */
	uint8_t occlusion_words; /* that the result of an occlusion query has; 0 counts as 1 */
	bool pushed; /* the processor writes the commands to the chip: it takes no vectors, dwords only */
};

#define FL_MATRIX_DEPTH  8u
#define FL_VERTEX_MAX_DW 24u
#define FL_BACKEND_B     2048u /* of struct fl_draw, for the back end's own state */

/* A texture unit; env_color, planes and generation are fixed function's. */
struct fl_unit {
	const struct fl_texture *texture; /* NULL: off */
	uint8_t kind;                     /* of texture: 1 + enum fl_tex_kind; 0: off */
	uint8_t env, gen;
	uint8_t size; /* components that a vertex gives its coordinate: 2 to 4 */
	float env_color[4];
	float plane[4][4];     /* as they were given: of object space */
	float eye_plane[4][4]; /* the same, of eye space */
};

struct fl_stencil {
	uint8_t func, ref, mask, write_mask, fail, zfail, zpass;
};

/* A program of the caller's own, of one family: lib/fl_program.h */
struct fl_program;

struct fl_draw {
	/* ---- what fl_vertex() touches, first ---- */
	uint32_t *at;          /* where the next vertex goes */
	uint32_t *limit;       /* there is no more room when at reaches this */
	uint32_t vertex_flags; /* FL_V_* */
	uint32_t color;        /* the current color, as the stream carries it */
	float texcoord[FL_TEXCOORDS][4];
	float normal[3];

	struct fl_cs *cs;
	uint32_t dirty; /* FL_D_*: what has to be sent */
	struct fl_draw_chip chip;

	/* ---- inside fl_begin ---- */
	uint32_t *room;     /* the first vertex of the room that the back end gave */
	uint8_t prim;       /* 0 outside */
	uint8_t by_class;   /* fl_begin() has to look at more than dirty: FL_BY_* */
	uint8_t prim_class; /* of what was drawn last: FL_CLASS_* */
	uint8_t vertex_dw;
	uint16_t group_dw;          /* 12 vertices */
	uint16_t group_reciprocal;  /* 65536 / group_dw, rounded down, and 65536 / vertex_dw, rounded up: */
	uint16_t vertex_reciprocal; /* no division in fl_begin() and fl_end() */
	bool loop;                  /* it was split, and is a line loop that became strips */
	uint32_t first[FL_VERTEX_MAX_DW]; /* its first vertex, once it was split */

	/* ---- state ---- */
	struct fl_surface color_buffer, depth_buffer;
	struct fl_surface more_color[FL_TARGETS_MAX - 1];
	uint8_t n_color; /* 0 to FL_TARGETS, or FL_TARGETS_MAX */
	bool has_color, has_depth;
	int32_t viewport[4], scissor[4]; /* x, y, width, height, from the top left */
	bool scissor_on;
	float depth_near, depth_far;
	bool depth_test, depth_write;
	uint8_t depth_func;
	bool stencil_on, stencil_two_sided;
	struct fl_stencil stencil[2]; /* front, back */
	bool blend_on, alpha_test, dither;
	uint8_t blend_src, blend_dst, blend_op;
	uint8_t blend_src_alpha, blend_dst_alpha, blend_op_alpha;
	float blend_color[4];
	uint8_t logic_op; /* 0 to 15: bit (source << 1 | destination); 12 copies */
	uint8_t alpha_func, alpha_ref;
	uint8_t color_mask; /* bit 0 red, 1 green, 2 blue, 3 alpha */
	uint8_t cull;
	uint8_t polygon_front, polygon_back;
	bool flat;
	bool offset_on;
	float offset_factor, offset_units;
	float point_size_px, point_attenuation[3], line_width_px;
	bool point_sprite, point_attenuated;
	uint16_t stipple_pattern;
	uint16_t stipple_repeat; /* 0: off */
	bool stipple_each;       /* the pattern begins again with each line */
	uint8_t clip_planes;     /* bit n: plane n is on */
	float clip_plane[FL_CLIP_PLANES][4];
	struct fl_unit unit[FL_TEXTURES];
	uint8_t textures_on, textures_changed; /* bit n: unit n was sent as on; has to be sent */
	bool textures_stale;                   /* the chip's texture cache may be older than memory */
	bool lighting_on, color_material_on;
	struct fl_light light[FL_LIGHTS];
	struct fl_material material;
	float ambient[3];
	bool fog_on;
	uint8_t fog_mode;
	float fog_start, fog_end, fog_density, fog_color[3];
	struct fl_program *program; /* NULL: fixed function */
	uint32_t instances;         /* fl_instances(); 0 counts as 1 */
	bool streaming;             /* between fl_stream_out() and fl_stream_end() */

	bool counting; /* between fl_occlusion_begin() and fl_occlusion_end() */

	uint8_t matrix_mode;
	uint8_t matrix_top[FL_MATRIX_COUNT];
	float matrix[FL_MATRIX_COUNT][FL_MATRIX_DEPTH][16];

	/* ---- groups of constants ---- */
	uint32_t needs; /* groups that the present programs read */
	uint32_t owed;  /* groups that changed and were not sent */

	/* ---- the back end's own: what it knows of the chip's state ---- */
	__attribute__((aligned(8))) uint8_t own[FL_BACKEND_B];

	enum fl_code code; /* FL_DEBUG: the first mistake */
	struct fl_err err;
	/* lib/fl_where.h: the call at hand, in the caller's source; file NULL: not known */
	struct fl_where {
		const char *file, *call;
		uint32_t line;
	} where;
};

/* Attributes of a vertex beside its position and color */
#define FL_V_NORMAL      1u
#define FL_V_TEXCOORD    2u /* texture coordinate 0, of 2 components */
#define FL_V_MORE        4u /* others: fl_draw_texcoords() writes them and this one, by their sizes */
#define FL_V_AT(size, i) ((uint32_t)(size) << (8 + 4 * (i)))
#define FL_V_SIZE(flags, i) \
	((flags) >> (8 + 4 * (i)) & 15) /* components of texture coordinate i that a vertex carries */

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
#define FL_D_MATERIAL (1u << 16)
#define FL_D_TEXGEN   (1u << 17)
#define FL_D_ENV      (1u << 18) /* colors of the texture environment */
#define FL_D_STIPPLE  (1u << 19)
#define FL_D_POINT    (1u << 20) /* size, sprites */
#define FL_D_CLIP     (1u << 21) /* user clip planes */
#define FL_D_PROGRAM  (1u << 22) /* constants of the caller's own program */
#define FL_D_OUTPUT   (1u << 23) /* mask of channels, color of blending, logic operation, dithering */
#define FL_D_ALL      0xffffffu

/* Classes of primitives */
enum {
	FL_BY_PRIM = 1 /* some state is for points or lines only */,
	FL_BY_ARRAYS = 2 /* the format is of arrays */
};
enum { FL_CLASS_POLYGONS, FL_CLASS_POINTS, FL_CLASS_LINES };

/* ---- the frame ----------------------------------------------------------------------------------------- */

/* Default state: no target, everything off, identity matrices, white, FL_CULL_NONE, depth function
 * FL_LESS. */
void fl_draw_init(struct fl_draw *d, struct fl_cs *cs, const struct fl_draw_chip *chip);
/* Somebody else programmed the chip, or it was reset: send everything again. */
void fl_draw_invalidate(struct fl_draw *d);
/* The chip can do all of what: FL_DOES_…. */
static inline bool fl_draw_does(const struct fl_draw *d, uint32_t what)
{
	return !(what & ~d->chip.does);
}
/* Draw into color (any format that fl_format.h calls a target, or NULL) and depth (FL_Z16 or FL_Z24S8,
 * micro-tiled, or NULL), laid out with FL_USE_3D, or an image of a texture. Sets the viewport to the whole
 * and switches the scissor off. Surfaces of several samples (fl_surface_multisample()) go with others of as
 * many. What was drawn before is brought to memory first. */
void fl_draw_target(struct fl_draw *d, const struct fl_surface *color, const struct fl_surface *depth);
/* The same with n color buffers of one size: outA to outD of a program, or PIXEL 0 to 7; fixed function
 * writes to the first. Blending follows the format of the first. n is 0 to FL_TARGETS; chips with
 * FL_DOES_8_TARGETS have FL_TARGETS_MAX, others take the first 4. */
void fl_draw_targets(struct fl_draw *d, uint32_t n, const struct fl_surface *const color[],
		     const struct fl_surface *depth);
/* The mean of each pixel's samples of from, into to, which has one sample and the same size and format.
 * Neither need be the target. */
void fl_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to);
/* Clear what mask names, inside the scissor: color 0xAARRGGBB, depth 0 to 1. */
void fl_clear(struct fl_draw *d, uint32_t mask, uint32_t argb, float depth, uint8_t stencil);
/* The same for colors alone, in numbers: float formats are not limited to 0..1. All color buffers get the one
 * color. */
void fl_clear_float(struct fl_draw *d, const float rgba[4]);
/* Those of whole numbers, which the other two do not clear. FL_USAGE (d->code): the color buffer, or the
 * first of several, is none of FL_R32UI and FL_ABGR8888UI. */
void fl_clear_uint(struct fl_draw *d, const uint32_t rgba[4]);
/* Write the commands that bring the chip's caches to memory. The picture is there once they have run: submit,
 * then a fence. Also to be called before a surface that was drawn into is used as a texture or by the 2D
 * engine. */
void fl_draw_finish(struct fl_draw *d);

/* ---- where --------------------------------------------------------------------------------------------- */
/* Rectangles count from the top left corner of the target. */
void fl_viewport(struct fl_draw *d, int32_t x, int32_t y, int32_t w, int32_t h);
void fl_depth_range(struct fl_draw *d, float near_z, float far_z);
void fl_scissor(struct fl_draw *d, int32_t x, int32_t y, int32_t w, int32_t h);
void fl_scissor_off(struct fl_draw *d);

/* ---- how ----------------------------------------------------------------------------------------------- */
/* Pass when (new depth func stored depth). write only matters while the test is on. */
void fl_depth(struct fl_draw *d, bool on, enum fl_func func, bool write);
/* Pass when ((ref & mask) func (stored & mask)). Both sides of triangles alike. */
void fl_stencil(struct fl_draw *d, bool on, enum fl_func func, uint8_t ref, uint8_t mask, uint8_t write_mask);
void fl_stencil_op(struct fl_draw *d, enum fl_stencil_op fail, enum fl_stencil_op zfail,
		   enum fl_stencil_op zpass);
/* The test of one side of triangles, while fl_stencil() has it on; points and lines have a front. Until
 * the next fl_stencil(). GC2000 and earlier cores have one reference: FL_USAGE (d->code) if there are two. */
void fl_stencil_side(struct fl_draw *d, enum fl_side side, const struct fl_stencil *s);
/* result = color * src + stored * dst; FL_ONE, FL_ZERO switches blending off. */
void fl_blend(struct fl_draw *d, enum fl_factor src, enum fl_factor dst);
/* Alpha by factors and by an operation of its own; FL_MIN and FL_MAX take no factors. fl_blend() goes back to
 * FL_ADD. */
void fl_blend_separate(struct fl_draw *d, enum fl_factor src, enum fl_factor dst, enum fl_blend_op op,
		       enum fl_factor src_alpha, enum fl_factor dst_alpha, enum fl_blend_op op_alpha);
void fl_blend_color(struct fl_draw *d, float r, float g, float b, float a);
/* A bitwise operation in place of writing: bit (source << 1 | stored) of op is the result; FL_LOGIC_COPY is
 * off. Others take the place of blending. */
void fl_logic_op(struct fl_draw *d, uint8_t op);
/* For targets of fewer than 8 bits a color: between two values that they hold, some pixels take one and some
 * the other. Off, colors are rounded down. */
void fl_dither(struct fl_draw *d, bool on);
void fl_alpha_test(struct fl_draw *d, bool on, enum fl_func func, uint8_t ref);
void fl_color_mask(struct fl_draw *d, bool red, bool green, bool blue, bool alpha);
void fl_cull(struct fl_draw *d, enum fl_face cull);
/* Edges that fl_line_width() applies to, or corners that fl_point_size() does, in place of the whole. Neither
 * are they stippled nor sprites. */
void fl_polygon_mode(struct fl_draw *d, enum fl_side side, enum fl_polygon_mode mode);
/* One color a primitive: that of its last vertex (polygons: of their first). */
void fl_flat(struct fl_draw *d, bool flat);
/* Add factor * slope + units to the depth of triangles; off with 0, 0. */
void fl_polygon_offset(struct fl_draw *d, float factor, float units);
void fl_point_size(struct fl_draw *d, float size_px);
/* Texture coordinate 0 runs over each point, (0, 0) at its top left to (1, 1); the texture matrix does not
 * count. Others stay as they are. */
void fl_point_sprite(struct fl_draw *d, bool on);
/* Points shrink with their distance r from the eye: size / sqrt(a + b r + c r^2), at least a pixel. 1, 0, 0:
 * they do not. */
void fl_point_attenuation(struct fl_draw *d, float a, float b, float c);
void fl_line_width(struct fl_draw *d, float width_px);
/* Each bit of pattern, from the lowest, is repeat pixels of a line, drawn or not; repeat 1 to 256, 0: off.
 * FL_LINES begin each line with the lowest bit, strips and loops begin once. For fixed function. */
void fl_line_stipple(struct fl_draw *d, uint32_t repeat, uint16_t pattern);
/* Keep what has (x, y, z, w) . plane >= 0; plane is turned to eye space by the modelview matrix as it is now.
 * NULL: off. i below FL_CLIP_PLANES. Points are kept or not as a whole, by their middle. */
void fl_clip_plane(struct fl_draw *d, uint32_t i, const float plane[4]);

/* Texture unit 0 to FL_TEXTURES - 1; NULL switches it off. *t must stay. Call it again after changing *t or
 * the image. What is drawn into a texture is seen by it after the next fl_draw_target(), fl_resolve() or
 * fl_draw_finish(). */
void fl_texture(struct fl_draw *d, uint32_t unit, const struct fl_texture *t);
/* What unit does, 0 to FL_TEXCOORDS - 1; units are applied in order. */
void fl_texenv(struct fl_draw *d, uint32_t unit, enum fl_texenv env);
void fl_texenv_color(struct fl_draw *d, uint32_t unit, uint32_t argb);
void fl_texgen(struct fl_draw *d, uint32_t unit, enum fl_texgen gen);
/* s, t, r, q = plane . position; FL_GEN_EYE: planes as of the modelview matrix now. At first s = x, t = y, r
 * = z, q = w. The other generations make three components (FL_GEN_SPHERE two) and q 1. Texture matrices work
 * on what is generated. */
void fl_texgen_planes(struct fl_draw *d, uint32_t unit, const float plane[4][4]);
/* Blend towards color, by the distance along the view axis, worked out at the vertices; linear from start to
 * end. */
void fl_fog(struct fl_draw *d, bool on, float start, float end, uint32_t argb);
/* The same by e^-(density * distance), squared or not; FL_FOG_LINEAR goes back to start and end. */
void fl_fog_mode(struct fl_draw *d, enum fl_fog_mode mode, float density);

/* ---- occlusion ----------------------------------------------------------------------------------------- */
/* Count the samples that pass the depth and stencil tests from here on. fl_clear() counts too. */
void fl_occlusion_begin(struct fl_draw *d);
/* Write the counts, fl_occlusion_words() dwords, to result_B in video memory, a multiple of 4. Once the
 * stream has run, fl_occlusion_count() makes the answer of them. */
void fl_occlusion_end(struct fl_draw *d, uint64_t result_B);
#define FL_OCCLUSION_WORDS_MAX 64u
uint32_t fl_occlusion_count(const struct fl_draw *d, const uint32_t *words);
static inline uint32_t fl_occlusion_words(const struct fl_draw *d)
{
	return d->chip.occlusion_words ? d->chip.occlusion_words : 1;
}

/* ---- matrices: fl_matrix_mode() chooses the stack that the others work on ------------------------------ */
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

/* ---- vertices ------------------------------------------------------------------------------------------ */
/* Between the two only fl_color*, fl_texcoord, fl_normal and fl_vertex. Any number of vertices. */
void fl_begin(struct fl_draw *d, enum fl_prim prim);
void fl_end(struct fl_draw *d);

/* There is no more room: draw what is there, go on with more room. For fl_vertex() only. */
uint32_t *fl_draw_split(struct fl_draw *d);
/* The texture coordinates of a vertex that has others than FL_V_TEXCOORD. Likewise. */
uint32_t *fl_draw_texcoords(struct fl_draw *d, uint32_t *p);

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
	d->texcoord[0][0] = s;
	d->texcoord[0][1] = t;
}

/* Texture coordinate i, below FL_TEXCOORDS: cubes and volumes take three components, projection four. */
static inline void fl_texcoord_of(struct fl_draw *d, uint32_t i, float s, float t, float r, float q)
{
	d->texcoord[i][0] = s;
	d->texcoord[i][1] = t;
	d->texcoord[i][2] = r;
	d->texcoord[i][3] = q;
}

/* How many of them a vertex carries: 2 (at first) to 4. fl_texture() sets it to 3 for cubes and volumes, and
 * to 2 for others. */
void fl_texcoord_size(struct fl_draw *d, uint32_t i, uint32_t components);

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
	if (d->vertex_flags & FL_V_NORMAL) {
		memcpy(p, d->normal, 12);
		p += 3;
	}
	if (d->vertex_flags & FL_V_TEXCOORD) {
		memcpy(p, d->texcoord[0], 8);
		p += 2;
	}
	if (d->vertex_flags & FL_V_MORE)
		p = fl_draw_texcoords(d, p);
	d->at = p;
}

#ifdef __cplusplus
}
#endif

#ifdef FL_WHERE
#include "lib/fl_where.h"
#endif

#endif
