/* SPDX-License-Identifier: MIT
 *
 * The state of struct fl_draw as OpenGL's: the fixed function of both is meant to be the same. Written from
 * the headers' text and OpenGL's specification, not from what lib/r500 does with it.
 */
#define GL_GLEXT_PROTOTYPES
#include "lib/fl_draw_chip.h"
#include "tests/mesa/gl.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <stdlib.h>

static const char *missing;

const char *gl_missing(void)
{
	const char *m = missing;

	missing = NULL;
	return m;
}

const char *gl_renderer(void)
{
	return (const char *)glGetString(GL_RENDERER);
}

static void on(GLenum what, bool yes)
{
	(yes ? glEnable : glDisable)(what);
}

/* ---- targets: a framebuffer object for each pair of buffers; the picture goes to memory when another comes
 * --- */

static struct target {
	uint64_t offset_B; /* of the color buffer */
	GLuint framebuffer, color, depth;
	uint32_t width, height;
} targets[16], *now;
static struct fl_surface now_surface;

static void to_memory(void)
{
	uint32_t *row;

	if (!now)
		return;
	row = malloc(4ull * now->width);
	for (uint32_t y = 0; y < now->height; y++) {
		glReadPixels(0, (GLint)(now->height - 1 - y), (GLsizei)now->width, 1, GL_BGRA,
			     GL_UNSIGNED_INT_8_8_8_8_REV, row);
		for (uint32_t x = 0; x < now->width; x++) {
			uint32_t pixel = fl_pixel((enum fl_format)now_surface.format, row[x]);

			memcpy(gl_memory + now_surface.offset_B + fl_surface_at(&now_surface, x, y), &pixel,
			       now_surface.bytes_px);
		}
	}
	free(row);
}

static void use_target(struct fl_draw *d)
{
	const struct fl_surface *s = &d->color_buffer;
	struct target *t = targets;

	if (d->n_color > 1 || !d->has_color || s->bytes_px != 4)
		missing = "a target";
	if (now && now->offset_B == s->offset_B && now->width == s->width_px)
		return;
	to_memory();
	while (t->framebuffer &&
	       (t->offset_B != s->offset_B || t->width != s->width_px || t->height != s->height_px))
		if (++t == targets + 16) {
			missing = "that many targets";
			return;
		}
	if (!t->framebuffer) {
		t->offset_B = s->offset_B;
		t->width = s->width_px;
		t->height = s->height_px;
		glGenFramebuffers(1, &t->framebuffer);
		glBindFramebuffer(GL_FRAMEBUFFER, t->framebuffer);
		glGenRenderbuffers(2, &t->color);
		glBindRenderbuffer(GL_RENDERBUFFER, t->color);
		glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, (GLsizei)t->width, (GLsizei)t->height);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, t->color);
		glBindRenderbuffer(GL_RENDERBUFFER, t->depth);
		glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, (GLsizei)t->width,
				      (GLsizei)t->height);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
					  t->depth);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, t->framebuffer);
	now = t;
	now_surface = *s;
}

/* Rows count from the top here, from the bottom in OpenGL. */
static void rectangle(struct fl_draw *d, const int32_t r[4], void (*f)(GLint, GLint, GLsizei, GLsizei))
{
	f(r[0], (GLint)d->color_buffer.height_px - r[1] - r[3], r[2] > 0 ? r[2] : 0, r[3] > 0 ? r[3] : 0);
}

/* ---- packets: vertices, in the layout that the state at their time had ---- */

#define HEAD_DW 3u

static void draw_packets(struct fl_draw *d)
{
	static const GLenum mode[FL_PRIM_COUNT] = {
	    [FL_POINTS] = GL_POINTS,
	    [FL_LINES] = GL_LINES,
	    [FL_LINE_STRIP] = GL_LINE_STRIP,
	    [FL_TRIANGLES] = GL_TRIANGLES,
	    [FL_TRIANGLE_FAN] = GL_TRIANGLE_FAN,
	    [FL_TRIANGLE_STRIP] = GL_TRIANGLE_STRIP,
	    [FL_LINE_LOOP] = GL_LINE_LOOP,
	    [FL_QUADS] = GL_QUADS,
	    [FL_QUAD_STRIP] = GL_QUAD_STRIP,
	    [FL_POLYGON] = GL_POLYGON,
	};
	uint32_t *p = d->cs->start, flags = d->vertex_flags;
	GLsizei stride = 4 * d->vertex_dw;

	while (p < d->cs->at) {
		uint32_t n_dw = p[0], dw = 4, n = p[2];

		glVertexPointer(3, GL_FLOAT, stride, p + HEAD_DW);
		glEnableClientState(GL_VERTEX_ARRAY);
		glColorPointer(4, GL_UNSIGNED_BYTE, stride, p + HEAD_DW + 3);
		glEnableClientState(GL_COLOR_ARRAY);
		if (flags & FL_V_NORMAL) {
			glNormalPointer(GL_FLOAT, stride, p + HEAD_DW + dw);
			glEnableClientState(GL_NORMAL_ARRAY);
			dw += 3;
		} else {
			glDisableClientState(GL_NORMAL_ARRAY);
		}
		for (uint32_t i = 0; i < FL_TEXCOORDS; i++) {
			uint32_t size = flags & FL_V_MORE             ? FL_V_SIZE(flags, i)
					: flags & FL_V_TEXCOORD && !i ? 2
								      : 0;

			glClientActiveTexture(GL_TEXTURE0 + i);
			if (size) {
				glTexCoordPointer((GLint)size, GL_FLOAT, stride, p + HEAD_DW + dw);
				glEnableClientState(GL_TEXTURE_COORD_ARRAY);
			} else {
				glDisableClientState(GL_TEXTURE_COORD_ARRAY);
			}
			dw += size;
		}
		glDrawArrays(mode[p[1]], 0, (GLsizei)n);
		p += HEAD_DW + n_dw;
	}
	d->cs->at = d->cs->start;
}

/* A packet: how many dwords of vertices, the primitive type, how many vertices; and they. */
static void begin(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, HEAD_DW + FL_ROOM_MIN_DW);

	fl_draw_room(d, p + HEAD_DW, (uint32_t)(d->cs->end - p) - HEAD_DW);
}

static void end(struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	uint32_t *p = d->room - HEAD_DW;

	p[0] = (uint32_t)(d->at - d->room);
	p[1] = prim;
	p[2] = n;
	fl_cs_done(d->cs, d->at);
}

static void forget(struct fl_draw *d)
{
	/* Whatever is known of OpenGL's state is OpenGL's. */
}

/* ---- textures ---- */

static const GLenum wraps[4] = {[FL_REPEAT] = GL_REPEAT,
				[FL_MIRROR] = GL_MIRRORED_REPEAT,
				[FL_CLAMP] = GL_CLAMP_TO_EDGE,
				[FL_BORDER] = GL_CLAMP_TO_BORDER};

static void upload(const struct fl_texture *t, GLenum to, uint32_t slice, uint32_t level)
{
	struct fl_surface s;
	uint32_t *texels;

	if (!fl_texture_image(t, slice, level, &s)) {
		missing = "a texture's image";
		return;
	}
	if (s.bytes_px > 4) {
		missing = "a texture's format";
		return;
	}
	texels = malloc(4ull * s.width_px * s.height_px);
	for (uint32_t y = 0; y < s.height_px; y++)
		for (uint32_t x = 0; x < s.width_px; x++) {
			uint32_t pixel = 0;

			memcpy(&pixel, gl_memory + s.offset_B + fl_surface_at(&s, x, y), s.bytes_px);
			texels[y * s.width_px + x] = fl_pixel_argb((enum fl_format)s.format, pixel);
		}
	if (t->kind == FL_TEX_3D)
		glTexSubImage3D(to, (GLint)level, 0, 0, (GLint)slice, (GLsizei)s.width_px,
				(GLsizei)s.height_px, 1, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, texels);
	else
		glTexImage2D(to, (GLint)level, GL_RGBA8, (GLsizei)s.width_px, (GLsizei)s.height_px, 0,
			     GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, texels);
	free(texels);
}

static void texture(const struct fl_texture *t, GLuint *name)
{
	static const GLenum kinds[3] = {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D};
	static const GLenum min[3][2] = {{GL_NEAREST, GL_LINEAR},
					 {GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST},
					 {GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR_MIPMAP_LINEAR}};
	GLenum kind = kinds[t->kind % 3];
	uint32_t levels = t->levels ? t->levels : 1;
	float border[4];

	/* Which levels a slope or a cube's side takes is left to the implementation. */
	if (t->anisotropy > 1)
		missing = "the same anisotropy";
	if (t->kind == FL_TEX_CUBE && t->mip)
		missing = "the same levels of a cube";
	if (*name)
		glDeleteTextures(1, name);
	glGenTextures(1, name);
	glBindTexture(kind, *name);
	for (uint32_t level = 0; level < levels; level++) {
		if (t->kind == FL_TEX_3D) {
			uint32_t depth = t->depth >> level ? t->depth >> level : 1;
			uint32_t w = t->image.width_px >> level, h = t->image.height_px >> level;

			glTexImage3D(kind, (GLint)level, GL_RGBA8, (GLsizei)(w ? w : 1), (GLsizei)(h ? h : 1),
				     (GLsizei)depth, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, NULL);
			for (uint32_t z = 0; z < depth; z++)
				upload(t, kind, z, level);
		} else {
			uint32_t faces = t->kind == FL_TEX_CUBE ? 6 : 1;

			for (uint32_t f = 0; f < faces; f++)
				upload(t, faces > 1 ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + f : kind, f, level);
		}
	}
	glTexParameteri(kind, GL_TEXTURE_MAX_LEVEL, (GLint)(t->level_max ? t->level_max : levels - 1));
	glTexParameteri(kind, GL_TEXTURE_BASE_LEVEL, t->level_min);
	glTexParameteri(kind, GL_TEXTURE_WRAP_S, (GLint)wraps[t->wrap_s & 3]);
	glTexParameteri(kind, GL_TEXTURE_WRAP_T, (GLint)wraps[t->wrap_t & 3]);
	glTexParameteri(kind, GL_TEXTURE_WRAP_R, (GLint)wraps[t->wrap_r & 3]);
	glTexParameteri(kind, GL_TEXTURE_MAG_FILTER, t->linear ? GL_LINEAR : GL_NEAREST);
	glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, (GLint)min[t->mip % 3][t->linear]);
	glTexParameterf(kind, GL_TEXTURE_LOD_BIAS, t->lod_bias);
	glTexParameterf(kind, GL_TEXTURE_MAX_ANISOTROPY, t->anisotropy > 1 ? t->anisotropy : 1);
	for (int i = 0; i < 4; i++)
		border[i] = (float)(t->border_argb >> (i < 3 ? 16 - 8 * i : 24) & 255) / 255;
	glTexParameterfv(kind, GL_TEXTURE_BORDER_COLOR, border);
	glEnable(kind);
}

static void texgen(const struct fl_unit *u)
{
	static const GLenum coordinate[4] = {GL_S, GL_T, GL_R, GL_Q};
	static const GLenum generate[4] = {GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R,
					   GL_TEXTURE_GEN_Q};
	static const struct {
		GLenum mode;
		int n;
	} how[] = {
	    [FL_GEN_OFF] = {0, 0},
	    [FL_GEN_OBJECT] = {GL_OBJECT_LINEAR, 4},
	    [FL_GEN_EYE] = {GL_EYE_LINEAR, 4},
	    [FL_GEN_REFLECTION] = {GL_REFLECTION_MAP, 3},
	    [FL_GEN_SPHERE] = {GL_SPHERE_MAP, 2},
	    [FL_GEN_NORMAL] = {GL_NORMAL_MAP, 3},
	};

	for (int i = 0; i < 4; i++) {
		on(generate[i], i < how[u->gen].n);
		if (i >= how[u->gen].n)
			continue;
		glTexGeni(coordinate[i], GL_TEXTURE_GEN_MODE, (GLint)how[u->gen].mode);
		glTexGenfv(coordinate[i], GL_OBJECT_PLANE, u->plane[i]);
		glTexGenfv(coordinate[i], GL_EYE_PLANE,
			   u->eye_plane[i]); /* the modelview matrix is the identity now */
	}
}

static void units(struct fl_draw *d)
{
	static const GLint envs[] = {GL_MODULATE, GL_REPLACE, GL_DECAL, GL_BLEND, GL_ADD};
	static GLuint names[FL_TEXCOORDS];

	for (uint32_t i = 0; i < FL_TEXCOORDS; i++) {
		const struct fl_unit *u = &d->unit[i];

		glActiveTexture(GL_TEXTURE0 + i);
		glDisable(GL_TEXTURE_2D);
		glDisable(GL_TEXTURE_CUBE_MAP);
		glDisable(GL_TEXTURE_3D);
		if (!u->texture)
			continue;
		texture(u->texture, &names[i]);
		glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, envs[u->env]);
		glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, u->env_color);
		glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, !i && d->point_sprite);
		texgen(u);
		glMatrixMode(GL_TEXTURE);
		glLoadMatrixf(d->matrix[FL_TEXTURE + i][d->matrix_top[FL_TEXTURE + i]]);
	}
}

/* ---- light and fog ---- */

static void vector4(GLenum light, GLenum what, const float rgb[3], void (*f)(GLenum, GLenum, const GLfloat *),
		    float w)
{
	const float v[4] = {rgb[0], rgb[1], rgb[2], w};

	f(light, what, v);
}

static void lights(struct fl_draw *d)
{
	const float scene[4] = {d->ambient[0], d->ambient[1], d->ambient[2], 1};
	const struct fl_material *m = &d->material;

	on(GL_LIGHTING, d->lighting_on);
	on(GL_NORMALIZE, true);
	glLightModelfv(GL_LIGHT_MODEL_AMBIENT, scene);
	for (uint32_t i = 0; i < FL_LIGHTS; i++) {
		const struct fl_light *l = &d->light[i];

		on(GL_LIGHT0 + i, l->on);
		glLightfv(GL_LIGHT0 + i, GL_POSITION,
			  l->position); /* the modelview matrix is the identity now */
		vector4(GL_LIGHT0 + i, GL_AMBIENT, l->ambient, glLightfv, 1);
		vector4(GL_LIGHT0 + i, GL_DIFFUSE, l->diffuse, glLightfv, 1);
		vector4(GL_LIGHT0 + i, GL_SPECULAR, l->specular, glLightfv, 1);
		glLightf(GL_LIGHT0 + i, GL_CONSTANT_ATTENUATION, l->attenuation[0]);
		glLightf(GL_LIGHT0 + i, GL_LINEAR_ATTENUATION, l->attenuation[1]);
		glLightf(GL_LIGHT0 + i, GL_QUADRATIC_ATTENUATION, l->attenuation[2]);
	}
	glDisable(GL_COLOR_MATERIAL);
	vector4(GL_FRONT_AND_BACK, GL_AMBIENT, m->ambient, glMaterialfv, 1);
	vector4(GL_FRONT_AND_BACK, GL_DIFFUSE, m->diffuse, glMaterialfv, m->alpha);
	vector4(GL_FRONT_AND_BACK, GL_SPECULAR, m->specular, glMaterialfv, 1);
	vector4(GL_FRONT_AND_BACK, GL_EMISSION, m->emission, glMaterialfv, 1);
	glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, m->shininess);
	glColorMaterial(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE);
	on(GL_COLOR_MATERIAL, d->color_material_on);
	glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 0);
}

static void fog(struct fl_draw *d)
{
	static const GLint modes[] = {GL_LINEAR, GL_EXP, GL_EXP2};
	const float color[4] = {d->fog_color[0], d->fog_color[1], d->fog_color[2], 1};

	on(GL_FOG, d->fog_on);
	glFogi(GL_FOG_MODE, modes[d->fog_mode]);
	glFogf(GL_FOG_START, d->fog_start);
	glFogf(GL_FOG_END, d->fog_end);
	glFogf(GL_FOG_DENSITY, d->fog_density);
	glFogfv(GL_FOG_COLOR, color);
}

/* ---- the pixel end ---- */

static GLenum factor(uint8_t f)
{
	static const GLenum gl[] = {GL_ZERO,
				    GL_ONE,
				    GL_SRC_COLOR,
				    GL_ONE_MINUS_SRC_COLOR,
				    GL_DST_COLOR,
				    GL_ONE_MINUS_DST_COLOR,
				    GL_SRC_ALPHA,
				    GL_ONE_MINUS_SRC_ALPHA,
				    GL_DST_ALPHA,
				    GL_ONE_MINUS_DST_ALPHA,
				    GL_SRC_ALPHA_SATURATE,
				    GL_CONSTANT_COLOR,
				    GL_ONE_MINUS_CONSTANT_COLOR,
				    GL_CONSTANT_ALPHA,
				    GL_ONE_MINUS_CONSTANT_ALPHA};

	return gl[f];
}

static void stencil_side(GLenum side, const struct fl_stencil *s)
{
	static const GLenum ops[] = {GL_KEEP, GL_ZERO,   GL_REPLACE,   GL_INCR,
				     GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};

	glStencilFuncSeparate(side, GL_NEVER + s->func, s->ref, s->mask);
	glStencilOpSeparate(side, ops[s->fail], ops[s->zfail], ops[s->zpass]);
	glStencilMaskSeparate(side, s->write_mask);
}

static void pixels(struct fl_draw *d)
{
	static const GLenum ops[] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX};
	/* by truth table: bit (source << 1 | stored) */
	static const GLenum logic[16] = {GL_CLEAR,       GL_NOR,        GL_AND_INVERTED, GL_COPY_INVERTED,
					 GL_AND_REVERSE, GL_INVERT,     GL_XOR,          GL_NAND,
					 GL_AND,         GL_EQUIV,      GL_NOOP,         GL_OR_INVERTED,
					 GL_COPY,        GL_OR_REVERSE, GL_OR,           GL_SET};

	on(GL_DEPTH_TEST, d->depth_test && d->has_depth);
	glDepthFunc(GL_NEVER + d->depth_func);
	glDepthMask(d->depth_write);
	on(GL_STENCIL_TEST, d->stencil_on && d->has_depth);
	stencil_side(GL_FRONT, &d->stencil[0]);
	stencil_side(GL_BACK, &d->stencil[d->stencil_two_sided]);
	on(GL_ALPHA_TEST, d->alpha_test);
	glAlphaFunc(GL_NEVER + d->alpha_func, (float)d->alpha_ref / 255);
	on(GL_BLEND, d->blend_on);
	glBlendFuncSeparate(factor(d->blend_src), factor(d->blend_dst), factor(d->blend_src_alpha),
			    factor(d->blend_dst_alpha));
	glBlendEquationSeparate(ops[d->blend_op], ops[d->blend_op_alpha]);
	glBlendColor(d->blend_color[0], d->blend_color[1], d->blend_color[2], d->blend_color[3]);
	on(GL_COLOR_LOGIC_OP, d->logic_op != 12);
	glLogicOp(logic[d->logic_op & 15]);
	glColorMask(d->color_mask & 1, d->color_mask >> 1 & 1, d->color_mask >> 2 & 1,
		    d->color_mask >> 3 & 1);
	glDisable(GL_DITHER);
}

static void raster(struct fl_draw *d)
{
	static const GLenum modes[] = {GL_FILL, GL_LINE, GL_POINT};

	/* The chip's sizes are whole 1/12 pixels; on a texture that shows. */
	if (d->point_sprite && d->point_attenuated)
		missing = "points whose size is a multiple of 1/12 pixel";

	on(GL_CULL_FACE, d->cull != FL_CULL_NONE);
	glCullFace(d->cull == FL_CULL_FRONT ? GL_FRONT : GL_BACK);
	glPolygonMode(GL_FRONT, modes[d->polygon_front]);
	glPolygonMode(GL_BACK, modes[d->polygon_back]);
	glShadeModel(d->flat ? GL_FLAT : GL_SMOOTH);
	on(GL_POLYGON_OFFSET_FILL, d->offset_on);
	glPolygonOffset(d->offset_factor, d->offset_units);
	glPointSize(d->point_size_px);
	glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, d->point_attenuation);
	on(GL_POINT_SPRITE, d->point_sprite);
	glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_UPPER_LEFT);
	glLineWidth(d->line_width_px);
	on(GL_LINE_STIPPLE, d->stipple_repeat);
	if (d->stipple_repeat)
		glLineStipple(d->stipple_repeat, d->stipple_pattern);
	rectangle(d, d->viewport, glViewport);
	glDepthRange(d->depth_near, d->depth_far);
	on(GL_SCISSOR_TEST, d->scissor_on);
	rectangle(d, d->scissor, glScissor);
}

/* What a vertex carries: fl_draw.h's rule. */
static void vertex_format(struct fl_draw *d)
{
	uint32_t flags = 0, sizes[FL_TEXCOORDS] = {0};
	bool more = false;

	for (uint32_t i = 0; i < FL_TEXCOORDS; i++) {
		const struct fl_unit *u = &d->unit[i];

		if (u->texture && u->gen >= FL_GEN_REFLECTION)
			flags |= FL_V_NORMAL;
		sizes[i] = u->texture && u->gen == FL_GEN_OFF ? u->size : 0;
		more |= sizes[i] && (i || sizes[i] != 2);
	}
	if (d->lighting_on)
		flags |= FL_V_NORMAL;
	if (more) {
		flags |= FL_V_MORE;
		for (uint32_t i = 0; i < FL_TEXCOORDS; i++)
			flags |= sizes[i] << (8 + 4 * i);
	} else if (sizes[0]) {
		flags |= FL_V_TEXCOORD;
	}
	fl_draw_vertex_format(d, flags);
}

static void state(struct fl_draw *d)
{
	draw_packets(d);
	use_target(d);
	pixels(d);
	raster(d);
	glMatrixMode(GL_MODELVIEW);
	glLoadIdentity(); /* lights and planes are in eye space already */
	lights(d);
	fog(d);
	units(d);
	glMatrixMode(GL_MODELVIEW);
	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++) {
		double plane[4] = {d->clip_plane[i][0], d->clip_plane[i][1], d->clip_plane[i][2],
				   d->clip_plane[i][3]};

		on(GL_CLIP_PLANE0 + i, d->clip_planes >> i & 1);
		glClipPlane(GL_CLIP_PLANE0 + i, plane);
	}
	glLoadMatrixf(d->matrix[FL_MODELVIEW][d->matrix_top[FL_MODELVIEW]]);
	glMatrixMode(GL_PROJECTION);
	glLoadMatrixf(d->matrix[FL_PROJECTION][d->matrix_top[FL_PROJECTION]]);
	vertex_format(d);
	d->dirty = 0;
}

static void clear(struct fl_draw *d, uint32_t mask, const float *rgba, float depth, uint8_t stencil)
{
	draw_packets(d);
	use_target(d);
	on(GL_SCISSOR_TEST, d->scissor_on);
	rectangle(d, d->scissor, glScissor);
	glColorMask(1, 1, 1, 1);
	glDepthMask(1);
	glStencilMask(255);
	if (mask & FL_CLEAR_COLOR)
		glClearColor(rgba[0], rgba[1], rgba[2], rgba[3]);
	glClearDepth(depth);
	glClearStencil(stencil);
	glClear((mask & FL_CLEAR_COLOR ? GL_COLOR_BUFFER_BIT : 0u) |
		(mask & FL_CLEAR_DEPTH ? GL_DEPTH_BUFFER_BIT : 0u) |
		(mask & FL_CLEAR_STENCIL ? GL_STENCIL_BUFFER_BIT : 0u));
	d->dirty |= FL_D_DEPTH;
}

static void finish(struct fl_draw *d)
{
	draw_packets(d);
	to_memory();
}

/* Samples that passed: one word of memory for each counter of the chip. */
static void count(struct fl_draw *d, bool begin, uint64_t result_B)
{
	static GLuint query;
	GLuint n = 0;

	draw_packets(d);
	if (!query)
		glGenQueries(1, &query);
	if (begin) {
		glBeginQuery(GL_SAMPLES_PASSED, query);
		return;
	}
	glEndQuery(GL_SAMPLES_PASSED);
	glGetQueryObjectuiv(query, GL_QUERY_RESULT, &n);
	memset(gl_memory + result_B, 0, 4ull * fl_occlusion_words(d));
	memcpy(gl_memory + result_B, &n, 4);
}

static void resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to)
{
	missing = "samples";
}

static void arrays(struct fl_draw *d, const struct fl_draw_source *src)
{
	missing = "vertex arrays";
}

const struct fl_draw_backend gl_backend = {
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
