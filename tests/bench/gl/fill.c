/* SPDX-License-Identifier: MIT
 *
 * Four layers of quads as large as the target; one such quad with a long fragment shader.
 */
#include "tests/bench/gl/gl.h"

#include <math.h>
#include <stdio.h>

enum { LAYERS = 4 };
enum { FLAT, FLAT_Z, BLEND, GOURAUD, TEX_NEAREST, TEX_LINEAR, TEX_MIP, TEX_MODULATE };

static const struct look {
	int color; /* 0 none, 1 one a layer, 2 one a corner */
	int texture_px;
	GLenum filter;
	float turn, texels; /* of the texture, its repetitions over the target */
	float z, dz;
	unsigned char alpha;
} looks[] = {
    [FLAT] = {.color = 1, .texels = 1, .alpha = 255},
    [FLAT_Z] = {.color = 1, .texels = 1, .z = 0.75f, .dz = -0.4f, .alpha = 255},
    [BLEND] = {.color = 1, .texels = 1, .alpha = 96},
    [GOURAUD] = {.color = 2, .texels = 1, .alpha = 255},
    [TEX_NEAREST] = {.texture_px = 512, .filter = GL_NEAREST, .texels = 2, .alpha = 255},
    [TEX_LINEAR] =
	{.texture_px = 512, .filter = GL_LINEAR, .turn = 0.17453293f, .texels = 1.4f, .alpha = 255},
    [TEX_MIP] = {.texture_px = 1024, .filter = GL_LINEAR_MIPMAP_LINEAR, .texels = 2.828427f, .alpha = 255},
    [TEX_MODULATE] = {.color = 2,
		      .texture_px = 512,
		      .filter = GL_LINEAR,
		      .turn = 0.17453293f,
		      .texels = 1.4f,
		      .alpha = 255},
};

struct vertex {
	float x, y, z;
	unsigned char color[4];
	float s, t;
};

static void fill_setup(int which)
{
	static const unsigned char palette[8][3] = {{200, 40, 60},  {30, 180, 90},  {60, 80, 220},
						    {220, 200, 40}, {120, 30, 160}, {40, 200, 210},
						    {240, 130, 20}, {90, 90, 90}};
	static const float px[] = {-1, 1, 1, -1}, py[] = {-1, -1, 1, 1};
	const struct look *k = &looks[which];
	const float ca = cosf(k->turn), sa = sinf(k->turn);
	struct vertex v[LAYERS * 4];

	if (k->texture_px)
		gl_texture(k->texture_px, k->filter == GL_LINEAR_MIPMAP_LINEAR, k->filter,
			   k->filter == GL_NEAREST ? GL_NEAREST : GL_LINEAR);
	for (int l = 0; l < LAYERS; l++)
		for (int i = 0; i < 4; i++) {
			const unsigned char *c = palette[(k->color == 2 ? l * 3 + i * 5 : l + 1) & 7];
			float u = px[i] * 0.5f * k->texels, w = py[i] * 0.5f * k->texels;

			v[l * 4 + i] = (struct vertex){
			    .x = px[i],
			    .y = py[i],
			    .z = k->z + k->dz * (float)l,
			    .color = {c[0], c[1], c[2], k->alpha},
			    .s = ca * u - sa * w + (float)l * 0.25f + 0.5f * k->texels,
			    .t = sa * u + ca * w + (float)l * 0.125f + 0.5f * k->texels,
			};
		}
	gl_buffer(GL_ARRAY_BUFFER, v, sizeof v);
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(3, GL_FLOAT, sizeof *v, NULL);
	if (k->color) {
		glEnableClientState(GL_COLOR_ARRAY);
		glColorPointer(4, GL_UNSIGNED_BYTE, sizeof *v, (void *)offsetof(struct vertex, color));
	} else {
		glColor4f(1, 1, 1, 1);
	}
	if (k->texture_px) {
		glEnableClientState(GL_TEXTURE_COORD_ARRAY);
		glTexCoordPointer(2, GL_FLOAT, sizeof *v, (void *)offsetof(struct vertex, s));
		glEnable(GL_TEXTURE_2D);
		glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, k->color ? GL_MODULATE : GL_REPLACE);
	}
	if (which == FLAT_Z)
		glEnable(GL_DEPTH_TEST);
	if (which == BLEND) {
		glEnable(GL_BLEND);
		glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	}
}

static void fill_frame(void)
{
	for (int l = 0; l < LAYERS; l++)
		glDrawArrays(GL_TRIANGLE_FAN, 4 * l, 4);
}

static void shader_setup(const char *fragment)
{
	static const float q[] = {-1, -1, 0, 1, 1, -1, 0, 1, 1, 1, 0, 1, -1, 1, 0, 1};

	gl_program("#version 120\n"
		   "attribute vec4 pos; varying vec4 t;"
		   "void main() { gl_Position = pos; t = vec4(pos.xy * 0.5 + 0.5, pos.x - pos.y, 1.0); }",
		   fragment);
	gl_buffer(GL_ARRAY_BUFFER, q, sizeof q);
	glVertexAttribPointer(0, 4, GL_FLOAT, 0, 16, NULL);
	glEnableVertexAttribArray(0);
}

static void shader_frame(void)
{
	glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
}

/* 43 instructions on the R500: multiply, add, minimum of four channels; contracting, so that rounding does
 * not grow. */
static void alu_setup(int arg)
{
	char text[4000];
	int n = snprintf(text, sizeof text,
			 "#version 120\nvarying vec4 t; void main() { vec4 a = t, b = t.wzyx;\n");

	for (int i = 0; i < 6; i++)
		n += snprintf(text + n, sizeof text - (size_t)n,
			      "a = a * vec4(%g,%g,%g,%g) + b.yzwx; b = b * b.wxyz; a = min(a, vec4(%g));"
			      "b = b * vec4(0.4,-0.3,0.35,0.25) + a.zwxy * 0.125; a = a * 0.5 + 0.125 * b;\n",
			      0.3 + 0.02 * i, 0.4 - 0.03 * i, -0.35 + 0.01 * i, 0.25 + 0.02 * i,
			      1.25 - 0.02 * i);
	snprintf(text + n, sizeof text - (size_t)n,
		 "gl_FragColor = vec4(a.xyz * 0.9 + t.xyz * vec3(0.5,0.4,0.2) + 0.1, 1.0); }");
	shader_setup(text);
}

/* A branch on cells of 32 pixels, a nested one on the diagonal. */
static void branch_setup(int arg)
{
	shader_setup(
	    "#version 120\nvarying vec4 t; uniform vec4 k;"
	    "void main() { vec2 g = fract(t.xy * 16.0) - 0.5; vec4 c = t; float s = g.x * g.y;"
	    "if (s > 0.0) {"
	    " for (int i = 0; i < 6; i++) {"
	    "  c = c * vec4(0.6,0.5,0.4,0.3) + c.yzwx * 0.25; c = c * c.wxyz + 0.0625; }"
	    " c.x += 0.5;"
	    " if (t.z > 0.0) { for (int i = 0; i < 4; i++) {"
	    "  c.xyz = c.yzx * vec3(0.7,0.8,0.6) + vec3(0.1,0.05,0.15);"
	    "  c.xyz = c.xyz * (1.0 - 0.3 * c.zxy); } }"
	    "} else {"
	    " for (int i = 0; i < 8; i++) {"
	    "  c = c.zwxy * vec4(0.5,0.45,0.55,0.4) + vec4(0.2,0.1,0.05,0.15); c = c - 0.25 * c * c.ywxz; }"
	    " c.y += 0.25; }"
	    "gl_FragColor = vec4(c.xyz, 1.0); }");
}

const struct gl_case gl_fill[] = {
    {"fill_flat", fill_setup, fill_frame, FLAT, 0},
    {"fill_flat_z", fill_setup, fill_frame, FLAT_Z, 0},
    {"fill_blend", fill_setup, fill_frame, BLEND, 0},
    {"fill_gouraud", fill_setup, fill_frame, GOURAUD, 0},
    {"fill_tex_nearest", fill_setup, fill_frame, TEX_NEAREST, 0},
    {"fill_tex_linear", fill_setup, fill_frame, TEX_LINEAR, 0},
    {"fill_tex_mip", fill_setup, fill_frame, TEX_MIP, 0},
    {"fill_tex_linear_modulate", fill_setup, fill_frame, TEX_MODULATE, 0},
    {"fs_alu", alu_setup, shader_frame, 0, 0},
    {"fs_branch", branch_setup, shader_frame, 0, 0},
    {0},
};
