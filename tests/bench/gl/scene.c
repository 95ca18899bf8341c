/* SPDX-License-Identifier: MIT
 *
 * Three lit gears; a field of 2028 cubes, each with a draw and a matrix of its own, textured, lit, in fog.
 * Fixed function.
 */
#include "tests/bench/gl/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct gear_vertex {
	float at[3], normal[3];
};

static struct gear_vertex *gear;
static int n_gear, first[3], count[3];
static const int split[6] = {0, 1, 2, 0, 2, 3}; /* a quad's corners as two triangles */

/* Corners a, b, c, d counter-clockwise; normal n0 at a and d, n1 at b and c. */
static void gear_quad(const float *n0, const float *n1, const float p[4][3])
{
	for (int i = 0; i < 6; i++) {
		int k = split[i];

		memcpy(gear[n_gear].at, p[k], sizeof gear->at);
		memcpy(gear[n_gear].normal, k == 0 || k == 3 ? n0 : n1, sizeof gear->normal);
		n_gear++;
	}
}

/* A quarter of a tooth, from radius p0 at angle a0 to p1 at a1. */
static void gear_part(float ri, float p0, float p1, float a0, float a1, float z)
{
	const float up[3] = {0, 0, 1}, down[3] = {0, 0, -1};
	const float c0 = cosf(a0), s0 = sinf(a0), c1 = cosf(a1), s1 = sinf(a1);
	const float ex = p1 * c1 - p0 * c0, ey = p1 * s1 - p0 * s0, el = sqrtf(ex * ex + ey * ey);
	const float rim[3] = {ey / el, -ex / el, 0}, in0[3] = {-c0, -s0, 0}, in1[3] = {-c1, -s1, 0};
	const float i0[2] = {ri * c0, ri * s0}, i1[2] = {ri * c1, ri * s1};
	const float o0[2] = {p0 * c0, p0 * s0}, o1[2] = {p1 * c1, p1 * s1};
#define AT(p, z)                  \
	{                         \
		(p)[0], (p)[1], z \
	}
	const float front[4][3] = {AT(i0, z), AT(o0, z), AT(o1, z), AT(i1, z)};
	const float back[4][3] = {AT(i1, -z), AT(o1, -z), AT(o0, -z), AT(i0, -z)};
	const float outer[4][3] = {AT(o0, z), AT(o0, -z), AT(o1, -z), AT(o1, z)};
	const float bore[4][3] = {AT(i0, -z), AT(i0, z), AT(i1, z), AT(i1, -z)};
#undef AT

	gear_quad(up, up, front);
	gear_quad(down, down, back);
	gear_quad(rim, rim, outer);
	gear_quad(in0, in1, bore);
}

static void gear_make(int g, float ri, float ro, float width, int teeth, float depth)
{
	const float low = ro - depth / 2, high = ro + depth / 2, radius[5] = {low, high, high, low, low};

	first[g] = n_gear;
	for (int i = 0; i < teeth; i++)
		for (int k = 0; k < 4; k++) {
			float turn = 2 * 3.14159265358979f / (float)teeth;

			gear_part(ri, radius[k], radius[k + 1], ((float)i + (float)k * 0.25f) * turn,
				  ((float)i + (float)(k + 1) * 0.25f) * turn, width / 2);
		}
	count[g] = n_gear - first[g];
}

static void gears_setup(int arg)
{
	gear = malloc(sizeof *gear * 6 * 16 * 64);
	if (!gear)
		exit(1);
	n_gear = 0;
	gear_make(0, 1.0f, 4.0f, 1.0f, 20, 0.7f);
	gear_make(1, 0.5f, 2.0f, 2.0f, 10, 0.7f);
	gear_make(2, 1.3f, 2.0f, 0.5f, 10, 0.7f);
	gl_buffer(GL_ARRAY_BUFFER, gear, sizeof *gear * (size_t)n_gear);
	free(gear);
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_NORMAL_ARRAY);
	glVertexPointer(3, GL_FLOAT, sizeof *gear, NULL);
	glNormalPointer(GL_FLOAT, sizeof *gear, (void *)offsetof(struct gear_vertex, normal));
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_CULL_FACE);
	glEnable(GL_NORMALIZE);
	glMatrixMode(GL_PROJECTION);
	glFrustum(-1, 1, -1, 1, 5, 60);
	glMatrixMode(GL_MODELVIEW);
	glLoadIdentity();
	gl_light(5, 5, 10);
}

static void gears_frame(void)
{
	static const float color[3][4] = {{0.8f, 0.1f, 0.05f, 1}, {0, 0.8f, 0.2f, 1}, {0.2f, 0.3f, 1, 1}};
	static const float at[3][2] = {{-3, -2}, {3.1f, -2}, {-3.1f, 4.2f}}, angle[3] = {30, -69, -85};

	glClearColor(0.1f, 0.1f, 0.15f, 1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glPushMatrix();
	glTranslatef(0, 0, -36);
	glRotatef(20, 1, 0, 0);
	glRotatef(30, 0, 1, 0);
	for (int g = 0; g < 3; g++) {
		glPushMatrix();
		glTranslatef(at[g][0], at[g][1], 0);
		glRotatef(angle[g], 0, 0, 1);
		glMaterialfv(GL_FRONT, GL_AMBIENT_AND_DIFFUSE, color[g]);
		glDrawArrays(GL_TRIANGLES, first[g], count[g]);
		glPopMatrix();
	}
	glPopMatrix();
}

struct cube_vertex {
	float at[3], normal[3], t[2];
};

static void cube_make(struct cube_vertex *v)
{
	static const float face[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
	static const float uv[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

	for (int f = 0; f < 6; f++) {
		const float *n = face[f], u[3] = {n[1], n[2], n[0]};
		const float w[3] = {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2],
				    n[0] * u[1] - n[1] * u[0]};

		for (int i = 0; i < 6; i++, v++) {
			float a = uv[split[i]][0] * 2 - 1, b = uv[split[i]][1] * 2 - 1;

			for (int c = 0; c < 3; c++) {
				v->at[c] = n[c] + a * u[c] + b * w[c];
				v->normal[c] = n[c];
			}
			memcpy(v->t, uv[split[i]], sizeof v->t);
		}
	}
}

static void cubes_setup(int arg)
{
	const float fog[4] = {0.5f, 0.6f, 0.7f, 1}, white[4] = {1, 1, 1, 1};
	struct cube_vertex v[36];

	cube_make(v);
	gl_buffer(GL_ARRAY_BUFFER, v, sizeof v);
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_NORMAL_ARRAY);
	glEnableClientState(GL_TEXTURE_COORD_ARRAY);
	glVertexPointer(3, GL_FLOAT, sizeof *v, NULL);
	glNormalPointer(GL_FLOAT, sizeof *v, (void *)offsetof(struct cube_vertex, normal));
	glTexCoordPointer(2, GL_FLOAT, sizeof *v, (void *)offsetof(struct cube_vertex, t));
	gl_texture(128, 1, GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
	glEnable(GL_TEXTURE_2D);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE);
	glEnable(GL_DEPTH_TEST);
	glEnable(GL_CULL_FACE);
	glEnable(GL_NORMALIZE);
	glFogfv(GL_FOG_COLOR, fog);
	glFogi(GL_FOG_MODE, GL_LINEAR);
	glFogf(GL_FOG_START, 15);
	glFogf(GL_FOG_END, 75);
	glEnable(GL_FOG);
	glMatrixMode(GL_PROJECTION);
	glFrustum(-0.6, 0.6, -0.6, 0.6, 1, 100);
	glMatrixMode(GL_MODELVIEW);
	glLoadIdentity();
	gl_light(0.5f, 0.8f, 0.6f);
	glMaterialfv(GL_FRONT, GL_AMBIENT_AND_DIFFUSE, white);
}

static void cubes_frame(void)
{
	glClearColor(0.5f, 0.6f, 0.7f, 1);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glPushMatrix();
	glTranslatef(0, 0, -42);
	glRotatef(25, 1, 0, 0);
	glRotatef(-32, 0, 1, 0);
	for (int i = 0; i < 13 * 13 * 12; i++) {
		int x = i % 13, y = i / 13 % 13, z = i / (13 * 13);

		glPushMatrix();
		glTranslatef((float)(x - 6) * 4.2f, (float)(y - 6) * 4.2f, (float)(z - 6) * 4.2f);
		glRotatef((float)(x * 17 + y * 31 + z * 47), 0.3f, 1, 0.2f);
		glScalef(0.9f, 0.9f, 0.9f);
		glDrawArrays(GL_TRIANGLES, 0, 36);
		glPopMatrix();
	}
	glPopMatrix();
}

const struct gl_case gl_scene[] = {
    {"frame_gears", gears_setup, gears_frame, 0, GL_OWN_CLEAR},
    {"frame_cubes", cubes_setup, cubes_frame, 0, GL_OWN_CLEAR},
    {0},
};
