/* SPDX-License-Identifier: MIT
 *
 * Small triangles: a jittered grid that covers the target once, shared vertices, 16-bit indices, colors and
 * depth. Many vertices: 16 draws of 65535, of whose triangles one in eight faces the viewer.
 */
#include "tests/bench/gl/gl.h"

#include <math.h>
#include <stdlib.h>

struct grid_vertex {
	float x, y, z;
	unsigned char color[4];
};

static int side, band; /* quads; rows of quads a draw, whose vertices 16 bits number */

static unsigned char wave(float x)
{
	return (unsigned char)(127 + 120 * x);
}

static void grid_indices(void)
{
	const int nv = side + 1;

	band = 65535 / nv - 1;
	if (band > side)
		band = side;
	unsigned short *index = malloc((size_t)(band * side) * 12), *p = index;
	if (!index)
		exit(1);
	for (int j = 0; j < band; j++)
		for (int i = 0; i < side; i++) {
			int a = j * nv + i;
			const int corner[6] = {a, a + 1, a + nv + 1, a, a + nv + 1, a + nv};

			for (int k = 0; k < 6; k++)
				*p++ = (unsigned short)corner[k];
		}
	gl_buffer(GL_ELEMENT_ARRAY_BUFFER, index, (size_t)(band * side) * 12);
	free(index);
}

static void grid_setup(int edge_px)
{
	side = GL_SIZE_PX / edge_px;
	const int nv = side + 1;
	struct grid_vertex *v = malloc(sizeof *v * (size_t)(nv * nv));

	if (!v)
		exit(1);
	for (int j = 0; j <= side; j++)
		for (int i = 0; i <= side; i++) {
			float x = (float)i, y = (float)j;

			if (i && i < side)
				x += gl_between(-0.3f, 0.3f);
			if (j && j < side)
				y += gl_between(-0.3f, 0.3f);
			x /= (float)side;
			y /= (float)side;
			v[j * nv + i] = (struct grid_vertex){
			    .x = x * 2 - 1,
			    .y = y * 2 - 1,
			    .z = 0.5f * sinf(9 * x) * cosf(7 * y),
			    .color = {wave(sinf(6 * x + 3 * y)), wave(cosf(5 * y - 2 * x)),
				      wave(sinf(8 * x * y)), 255},
			};
		}
	gl_buffer(GL_ARRAY_BUFFER, v, sizeof *v * (size_t)(nv * nv));
	free(v);
	grid_indices();
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_COLOR_ARRAY);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_CULL_FACE);
}

static void grid_frame(void)
{
	for (int j = 0; j < side; j += band) {
		int rows = side - j < band ? side - j : band;
		size_t at = (size_t)(j * (side + 1)) * sizeof(struct grid_vertex);

		glVertexPointer(3, GL_FLOAT, sizeof(struct grid_vertex), (void *)at);
		glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(struct grid_vertex),
			       (void *)(at + offsetof(struct grid_vertex, color)));
		glDrawRangeElements(GL_TRIANGLES, 0, (GLuint)((rows + 1) * (side + 1) - 1), rows * side * 6,
				    GL_UNSIGNED_SHORT, NULL);
	}
}

enum { VERTICES = 65535, DRAWS = 16 };
struct lit_vertex {
	float at[3], normal[3];
};
static GLint u_mvp, u_nm;

static void vertices_setup(int arg)
{
	struct lit_vertex *v = malloc(sizeof *v * VERTICES);
	const float d = 0.0024f, corner[3][2] = {{0, 0}, {d, 0}, {0, d}};

	if (!v)
		exit(1);
	for (int i = 0; i < VERTICES / 3; i++) {
		float x = gl_between(-0.98f, 0.98f), y = gl_between(-0.98f, 0.98f),
		      z = gl_between(-0.5f, 0.5f);

		for (int k = 0; k < 3; k++)
			v[i * 3 + (i & 7 ? 2 - k : k)] = (struct lit_vertex){
			    .at = {x + corner[k][0], y + corner[k][1], z},
			    .normal = {sinf(3 * x) * cosf(2 * y), sinf(2 * y), cosf(3 * x) * cosf(2 * y)},
			};
	}
	GLuint p = gl_program(
	    "#version 120\n"
	    "attribute vec3 pos, nrm; uniform mat4 mvp; uniform vec4 nm[3]; varying vec4 c;"
	    "void main() { gl_Position = mvp * vec4(pos, 1.0);"
	    " vec3 n = normalize(vec3(dot(nm[0].xyz, nrm), dot(nm[1].xyz, nrm), dot(nm[2].xyz, nrm)));"
	    " vec3 l = normalize(vec3(0.4, 0.6, 1.0) - 0.3 * pos);"
	    " float d = max(dot(n, l), 0.0), s = max(dot(n, normalize(l + vec3(0.0, 0.0, 1.0))), 0.0);"
	    " s = s * s; s = s * s; s = s * s;"
	    " c = vec4(vec3(0.1, 0.15, 0.2) + d * vec3(0.6, 0.5, 0.4) + s * vec3(0.3), 1.0); }",
	    "#version 120\nvarying vec4 c; void main() { gl_FragColor = c; }");
	u_mvp = glGetUniformLocation(p, "mvp");
	u_nm = glGetUniformLocation(p, "nm");
	gl_buffer(GL_ARRAY_BUFFER, v, sizeof *v * VERTICES);
	free(v);
	glVertexAttribPointer(0, 3, GL_FLOAT, 0, sizeof *v, NULL);
	glVertexAttribPointer(1, 3, GL_FLOAT, 0, sizeof *v, (void *)offsetof(struct lit_vertex, normal));
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
	glEnable(GL_CULL_FACE);
	glEnable(GL_DEPTH_TEST);
}

static void vertices_frame(void)
{
	for (int i = 0; i < DRAWS; i++) {
		float a = (float)i * 0.05f, c = cosf(a), s = sinf(a);
		const float m[16] = {c, s, 0, 0, -s, c, 0, 0, 0, 0, 0.9f, 0, 0, 0, 0.02f * (float)i - 0.15f,
				     1};
		const float nm[12] = {c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0};

		glUniformMatrix4fv(u_mvp, 1, 0, m);
		glUniform4fv(u_nm, 3, nm);
		glDrawArrays(GL_TRIANGLES, 0, VERTICES);
	}
}

const struct gl_case gl_mesh[] = {
    {"tri_2px", grid_setup, grid_frame, 2, 0},
    {"tri_4px", grid_setup, grid_frame, 4, 0},
    {"tri_8px", grid_setup, grid_frame, 8, 0},
    {"tri_16px", grid_setup, grid_frame, 16, 0},
    {"tri_64px", grid_setup, grid_frame, 64, 0},
    {"vs_xform", vertices_setup, vertices_frame, 0, 0},
    {0},
};
