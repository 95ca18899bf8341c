/* SPDX-License-Identifier: MIT
 *
 * Fixed function against OpenGL 1.x's own equations, in double: random combinations of units, environments,
 * generated coordinates, texture matrices, lights, materials and fog. Each is one triangle in perspective;
 * the color at a pixel's center is compared.
 */
#include "tests/unit/test_lib_rig.h"

#include <math.h>
#include <stdio.h>

enum { CELL = 12, ACROSS = W / CELL, DOWN = H / CELL, CELLS = ACROSS * DOWN, UNITS = FL_TEXCOORDS };
enum { SIDE_2D = 64, SIDE_CUBE = 32, SIDE_3D = 32 };

/* ---- random numbers, the same every time ---- */

static uint64_t seed;

static uint32_t any(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)((seed >> 32) % below);
}

static float real(double low, double high)
{
	return (float)(low + (high - low) * any(1 << 20) / (1 << 20));
}

/* ---- a case: what is drawn, in floats as the library gets it ---- */

struct unit {
	bool on, matrix_on;
	uint32_t kind, env, gen, size;
	uint32_t color; /* of the environment */
	float matrix[16], plane[4][4];
};

struct vertex {
	float at[3], normal[3], coord[UNITS][4];
	uint8_t color[4];
};

struct one {
	float modelview[16],
	    planes_at[16]; /* the modelview matrix, and that of the time when the planes were given */
	struct unit unit[UNITS];
	bool lighting, color_material, fog;
	struct fl_light light[FL_LIGHTS];
	struct fl_material material;
	float ambient[3];
	uint32_t fog_mode, fog_color;
	float fog_start, fog_end, fog_density;
	struct vertex v[3];
	double want[4];
};

static float projection[16];
static struct one cases[CELLS];
static bool (*shape)(struct one *c); /* what a test wants of its cases beside chance */

/* ---- matrices, column-major ---- */

static void apply(double out[4], const float m[16], const double v[4])
{
	for (int r = 0; r < 4; r++)
		out[r] = (double)m[r] * v[0] + (double)m[4 + r] * v[1] + (double)m[8 + r] * v[2] +
			 (double)m[12 + r] * v[3];
}

static void invert(double out[16], const float m[16])
{
	double a[4][8];

	for (int r = 0; r < 4; r++)
		for (int c = 0; c < 4; c++) {
			a[r][c] = (double)m[c * 4 + r];
			a[r][4 + c] = r == c;
		}
	for (int k = 0; k < 4; k++) {
		int best = k;

		for (int r = k + 1; r < 4; r++)
			best = fabs(a[r][k]) > fabs(a[best][k]) ? r : best;
		for (int c = 0; c < 8; c++) {
			double t = a[k][c];

			a[k][c] = a[best][c];
			a[best][c] = t;
		}
		for (int c = 7; c >= 0; c--)
			a[k][c] /= a[k][k];
		for (int r = 0; r < 4; r++)
			for (int c = 7; c >= 0 && r != k; c--)
				a[r][c] -= a[r][k] * a[k][c];
	}
	for (int r = 0; r < 4; r++)
		for (int c = 0; c < 4; c++)
			out[c * 4 + r] = a[r][4 + c];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalize(double v[3])
{
	double length = sqrt(dot(v, v));

	for (int i = 0; i < 3; i++)
		v[i] /= length;
}

/* ---- textures: ramps, so that a coordinate's last bit decides on nothing ---- */

static uint32_t ramp(uint32_t kind, uint32_t image, uint32_t x, uint32_t y)
{
	uint32_t side = kind == FL_TEX_2D ? SIDE_2D : kind == FL_TEX_CUBE ? SIDE_CUBE : SIDE_3D;
	uint32_t u = x * 255 / (side - 1), v = y * 255 / (side - 1);

	if (kind == FL_TEX_2D)
		return (255 - (u + v) / 2) << 24 | u << 16 | v << 8 | (255 - u);
	if (kind == FL_TEX_CUBE)
		return (60 + 30 * image) << 24 | (u + 0) / 2 << 16 | (255 - v) << 8 | (20 + 40 * image);
	return v << 24 | u << 16 | (image * 255 / (SIDE_3D - 1)) << 8 | (255 - (u + v) / 2);
}

static void read_texel(double c[4], uint32_t kind, uint32_t image, int x, int y)
{
	int side = kind == FL_TEX_2D ? SIDE_2D : kind == FL_TEX_CUBE ? SIDE_CUBE : SIDE_3D;
	uint32_t t = ramp(kind, image,
			  (uint32_t)(x < 0       ? 0
				     : x >= side ? side - 1
						 : x),
			  (uint32_t)(y < 0       ? 0
				     : y >= side ? side - 1
						 : y));

	for (int i = 0; i < 3; i++)
		c[i] = (t >> (16 - 8 * i) & 255) / 255.0;
	c[3] = (t >> 24) / 255.0;
}

static void bilinear(double c[4], uint32_t kind, uint32_t image, double s, double t)
{
	int side = kind == FL_TEX_2D ? SIDE_2D : kind == FL_TEX_CUBE ? SIDE_CUBE : SIDE_3D;
	double u = fmin(fmax(s, -1), 2) * side - 0.5, v = fmin(fmax(t, -1), 2) * side - 0.5;
	int x = (int)floor(u), y = (int)floor(v);

	for (int i = 0; i < 4; i++)
		c[i] = 0;
	for (int k = 0; k < 4; k++) {
		double corner[4], weight = (k & 1 ? u - x : 1 - (u - x)) * (k & 2 ? v - y : 1 - (v - y));

		read_texel(corner, kind, image, x + (k & 1), y + k / 2);
		for (int i = 0; i < 4; i++)
			c[i] += weight * corner[i];
	}
}

/* OpenGL 1.3, table 3.19: the face, and where on it. False: too near to an edge to be sure. */
static bool cube(const double p[3], uint32_t *face, double *s, double *t)
{
	int major = 0;
	double other = 0, m, sc, tc;

	for (int i = 1; i < 3; i++)
		if (fabs(p[i]) > fabs(p[major]))
			major = i;
	for (int i = 0; i < 3; i++)
		if (i != major)
			other = fmax(other, fabs(p[i]));
	m = fabs(p[major]);
	if (m < 1e-3 || other > 0.97 * m)
		return false;
	*face = (uint32_t)(2 * major + (p[major] < 0));
	sc = major == 0 ? (p[0] > 0 ? -p[2] : p[2]) : major == 1 ? p[0] : (p[2] > 0 ? p[0] : -p[0]);
	tc = major == 1 ? (p[1] > 0 ? p[2] : -p[2]) : -p[1];
	*s = (sc / m + 1) / 2;
	*t = (tc / m + 1) / 2;
	return true;
}

static bool sample(double c[4], uint32_t kind, const double coord[4])
{
	double p[3] = {coord[0] / coord[3], coord[1] / coord[3], coord[2] / coord[3]}, s, t, w, far_c[4];
	uint32_t face;
	int z;

	if (kind == FL_TEX_2D) {
		bilinear(c, kind, 0, p[0], p[1]);
		return true;
	}
	if (kind == FL_TEX_CUBE) {
		if (!cube(p, &face, &s, &t))
			return false;
		bilinear(c, kind, face, s, t);
		return true;
	}
	w = fmin(fmax(p[2], -1), 2) * SIDE_3D - 0.5;
	z = (int)floor(w);
	bilinear(c, kind, (uint32_t)fmin(fmax(z, 0), SIDE_3D - 1), p[0], p[1]);
	bilinear(far_c, kind, (uint32_t)fmin(fmax(z + 1, 0), SIDE_3D - 1), p[0], p[1]);
	for (int i = 0; i < 4; i++)
		c[i] = c[i] * (1 - (w - z)) + far_c[i] * (w - z);
	return true;
}

/* ---- OpenGL's equations ---- */

struct vertex_out {
	double w, color[4], coord[UNITS][4], fog;
};

/* OpenGL 1.5, 2.14.1, with one color and an infinite viewer */
static void light(const struct one *c, const struct vertex *v, const double eye[4], const double n[3],
		  double out[4])
{
	const struct fl_material *m = &c->material;

	for (int k = 0; k < 3; k++) {
		double own = v->color[k] / 255.0;
		double am = c->color_material ? own : (double)m->ambient[k],
		       di = c->color_material ? own : (double)m->diffuse[k];

		out[k] = (double)m->emission[k] + am * (double)c->ambient[k];
		for (uint32_t i = 0; i < FL_LIGHTS; i++) {
			const struct fl_light *l = &c->light[i];
			double to[3] = {(double)l->position[0], (double)l->position[1],
					(double)l->position[2]},
			       h[3];
			double fade = 1, shine;

			if (!l->on)
				continue;
			if (l->position[3] != 0) {
				double distance;

				for (int j = 0; j < 3; j++)
					to[j] -= eye[j];
				distance = sqrt(dot(to, to));
				fade = 1 / ((double)l->attenuation[0] + (double)l->attenuation[1] * distance +
					    (double)l->attenuation[2] * distance * distance);
			}
			normalize(to);
			memcpy(h, to, sizeof(h));
			h[2] += 1;
			normalize(h);
			shine = dot(n, to) > 0 ? pow(fmax(0, dot(n, h)), (double)m->shininess) : 0;
			out[k] += fade * (am * (double)l->ambient[k] +
					  fmax(0, dot(n, to)) * di * (double)l->diffuse[k] +
					  shine * (double)m->specular[k] * (double)l->specular[k]);
		}
		out[k] = fmin(1, fmax(0, out[k]));
	}
	out[3] = c->color_material ? v->color[3] / 255.0 : (double)m->alpha;
}

/* 2.11.4 */
static void generate(const struct one *c, uint32_t u, const struct vertex *v, const double eye[4],
		     const double n[3], double out[4])
{
	const struct unit *unit = &c->unit[u];
	double object[4] = {(double)v->at[0], (double)v->at[1], (double)v->at[2], 1},
	       ray[3] = {eye[0], eye[1], eye[2]}, r[3], from[4], m, then[16];

	out[2] = 0;
	out[3] = 1;
	normalize(ray);
	for (int i = 0; i < 3; i++)
		r[i] = ray[i] - 2 * n[i] * dot(n, ray);
	switch (unit->gen) {
	case FL_GEN_OFF:
		for (uint32_t i = 0; i < unit->size; i++)
			out[i] = (double)v->coord[u][i];
		break;
	case FL_GEN_OBJECT:
		for (int k = 0; k < 4; k++) {
			out[k] = 0;
			for (int i = 0; i < 4; i++)
				out[k] += (double)unit->plane[k][i] * object[i];
		}
		break;
	case FL_GEN_EYE:
		/* The planes were given in the space of another matrix: back from eye space into that. */
		invert(then, c->planes_at);
		for (int k = 0; k < 4; k++)
			from[k] =
			    then[k] * eye[0] + then[4 + k] * eye[1] + then[8 + k] * eye[2] + then[12 + k];
		for (int k = 0; k < 4; k++) {
			out[k] = 0;
			for (int i = 0; i < 4; i++)
				out[k] += (double)unit->plane[k][i] * from[i];
		}
		break;
	case FL_GEN_REFLECTION:
		memcpy(out, r, sizeof(r));
		break;
	case FL_GEN_NORMAL:
		memcpy(out, n, 3 * sizeof(n[0]));
		break;
	case FL_GEN_SPHERE:
		m = 2 * sqrt(r[0] * r[0] + r[1] * r[1] + (r[2] + 1) * (r[2] + 1));
		out[0] = r[0] / m + 0.5;
		out[1] = r[1] / m + 0.5;
		break;
	}
}

static void vertex_stage(const struct one *c, const struct vertex *v, struct vertex_out *o)
{
	double object[4] = {(double)v->at[0], (double)v->at[1], (double)v->at[2], 1}, eye[4], clip[4],
	       inverse[16], n[3];

	apply(eye, c->modelview, object);
	apply(clip, projection, eye);
	o->w = clip[3];
	/* normals by the inverse's transpose */
	invert(inverse, c->modelview);
	for (int i = 0; i < 3; i++)
		n[i] = inverse[4 * i] * (double)v->normal[0] + inverse[4 * i + 1] * (double)v->normal[1] +
		       inverse[4 * i + 2] * (double)v->normal[2];
	normalize(n);
	if (c->lighting)
		light(c, v, eye, n, o->color);
	else
		for (int k = 0; k < 4; k++)
			o->color[k] = v->color[k] / 255.0;
	for (uint32_t u = 0; u < UNITS; u++) {
		double coord[4] = {0, 0, 0, 1};

		if (!c->unit[u].on)
			continue;
		generate(c, u, v, eye, n, coord);
		if (c->unit[u].matrix_on)
			apply(o->coord[u], c->unit[u].matrix, coord);
		else
			memcpy(o->coord[u], coord, sizeof(coord));
	}
	/* 3.10 */
	o->fog = c->fog_mode == FL_FOG_LINEAR
		     ? ((double)c->fog_end + eye[2]) / ((double)c->fog_end - (double)c->fog_start)
		 : c->fog_mode == FL_FOG_EXP ? exp((double)c->fog_density * eye[2])
					     : exp(-pow((double)c->fog_density * eye[2], 2));
	o->fog = fmin(1, fmax(0, o->fog));
}

/* 3.8.13, table 3.24 */
static void environment(const struct unit *u, double c[4], const double t[4])
{
	for (int k = 0; k < 3; k++) {
		double own = (u->color >> (16 - 8 * k) & 255) / 255.0;

		switch (u->env) {
		case FL_MODULATE:
			c[k] *= t[k];
			break;
		case FL_REPLACE:
			c[k] = t[k];
			break;
		case FL_DECAL:
			c[k] = c[k] * (1 - t[3]) + t[k] * t[3];
			break;
		case FL_ENV_BLEND:
			c[k] = c[k] * (1 - t[k]) + own * t[k];
			break;
		case FL_ENV_ADD:
			c[k] = fmin(1, c[k] + t[k]);
			break;
		}
	}
	if (u->env == FL_REPLACE)
		c[3] = t[3];
	else if (u->env != FL_DECAL)
		c[3] *= t[3];
}

/* False: the color turns on a coordinate's last bit. */
static bool pixel(const struct one *c, const double screen[3], double color[4])
{
	struct vertex_out v[3];
	double b[3], sum = 0, fog = 0;

	for (int i = 0; i < 3; i++) {
		vertex_stage(c, &c->v[i], &v[i]);
		b[i] = screen[i] / v[i].w;
		sum += b[i];
	}
	for (int k = 0; k < 4; k++)
		color[k] = 0;
	for (int i = 0; i < 3; i++) {
		b[i] /= sum;
		fog += b[i] * v[i].fog;
		for (int k = 0; k < 4; k++)
			color[k] += b[i] * v[i].color[k];
	}
	for (uint32_t u = 0; u < UNITS; u++) {
		double coord[4] = {0}, texel[4];

		if (!c->unit[u].on)
			continue;
		for (int i = 0; i < 3; i++)
			for (int k = 0; k < 4; k++)
				coord[k] += b[i] * v[i].coord[u][k];
		if (!(coord[3] > 0.2) || !sample(texel, c->unit[u].kind, coord))
			return false;
		environment(&c->unit[u], color, texel);
	}
	for (int k = 0; k < 3 && c->fog; k++)
		color[k] = fog * color[k] + (1 - fog) * ((c->fog_color >> (16 - 8 * k) & 255) / 255.0);
	return true;
}

/* ---- cases by chance ---- */

static void random_vector(float v[3], double low, double high)
{
	for (int i = 0; i < 3; i++)
		v[i] = real(low, high);
}

/* A rotation, stretched, and moved. */
static void random_modelview(float m[16])
{
	double q[4], length = 0;
	double scale[3] = {(double)real(0.5, 2), (double)real(0.5, 2), (double)real(0.5, 2)};

	for (int i = 0; i < 4; i++) {
		q[i] = (double)real(-1, 1) + 0.01;
		length += q[i] * q[i];
	}
	for (int i = 0; i < 4; i++)
		q[i] /= sqrt(length);
	const double r[3][3] = {
	    {1 - 2 * (q[1] * q[1] + q[2] * q[2]), 2 * (q[0] * q[1] - q[2] * q[3]),
	     2 * (q[0] * q[2] + q[1] * q[3])},
	    {2 * (q[0] * q[1] + q[2] * q[3]), 1 - 2 * (q[0] * q[0] + q[2] * q[2]),
	     2 * (q[1] * q[2] - q[0] * q[3])},
	    {2 * (q[0] * q[2] - q[1] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]),
	     1 - 2 * (q[0] * q[0] + q[1] * q[1])},
	};
	for (int col = 0; col < 3; col++)
		for (int row = 0; row < 3; row++)
			m[col * 4 + row] = (float)(r[row][col] * scale[col]);
	m[3] = m[7] = m[11] = 0;
	m[15] = 1;
	random_vector(m + 12, -3, 3);
}

static void random_unit(struct unit *u)
{
	u->on = any(2);
	u->kind = any(3);
	u->env = any(5);
	u->gen = any(6);
	u->size = u->kind == FL_TEX_2D ? 2 + any(3) : 3 + any(2);
	u->matrix_on = any(2);
	u->color = any(1 << 24) | 0x55000000;
	for (int i = 0; i < 16; i++)
		u->matrix[i] = (i % 5 == 0) + real(-0.3, 0.3);
	for (int i = 0; i < 4; i++)
		u->matrix[4 * i + 3] = i == 3;
	if (!any(3))
		for (int i = 0; i < 4; i++)
			u->matrix[4 * i + 3] += real(-0.05, 0.05);
	for (int k = 0; k < 3; k++) {
		random_vector(u->plane[k], -0.05, 0.05);
		u->plane[k][3] = real(0, 1);
	}
	for (int i = 0; i < 4; i++)
		u->plane[3][i] = i == 3;
	if (!any(3))
		random_vector(u->plane[3], -0.005, 0.005);
}

static void random_light(struct fl_light *l)
{
	static const float white[3] = {1, 0, 0};

	memset(l, 0, sizeof(*l));
	l->on = any(2);
	random_vector(l->position, -8, 8);
	l->position[3] = (float)any(2);
	random_vector(l->ambient, 0, 0.15);
	random_vector(l->diffuse, 0, 0.6);
	if (any(2))
		random_vector(l->specular, 0, 0.6);
	memcpy(l->attenuation, white, sizeof(white));
	if (any(2)) {
		l->attenuation[0] = real(0.3, 1);
		l->attenuation[1] = real(0, 0.1);
		l->attenuation[2] = real(0, 0.01);
	}
}

/* The corner of cell i at window position (x, y), at a distance by chance, in object space. */
static void place_vertex(const struct one *c, struct vertex *v, double x, double y)
{
	double z = -(double)real(3, 12), inverse[16];
	double eye[4] = {(2 * x / W - 1) * -z / (double)projection[0],
			 (1 - 2 * y / H) * -z / (double)projection[5], z, 1};

	invert(inverse, c->modelview);
	for (int k = 0; k < 3; k++)
		v->at[k] = (float)(inverse[k] * eye[0] + inverse[4 + k] * eye[1] + inverse[8 + k] * eye[2] +
				   inverse[12 + k]);
	random_vector(v->normal, -1, 1);
	for (uint32_t u = 0; u < UNITS; u++) {
		random_vector(v->coord[u], -0.2, 1.2);
		if (c->unit[u].kind == FL_TEX_CUBE)
			random_vector(v->coord[u], -1, 1);
		v->coord[u][3] = real(0.5, 2);
	}
	for (int k = 0; k < 4; k++)
		v->color[k] = (uint8_t)any(256);
}

static void random_case(struct one *c, uint32_t cell)
{
	double x = cell % ACROSS * CELL, y = cell / ACROSS * CELL;
	const double screen[3] = {1 - 2 * 3.5 / CELL, 3.5 / CELL, 3.5 / CELL};

	do {
		memset(c, 0, sizeof(*c));
		random_modelview(c->modelview);
		random_modelview(c->planes_at);
		for (uint32_t u = 0; u < UNITS; u++)
			random_unit(&c->unit[u]);
		c->lighting = any(2);
		c->color_material = any(2);
		c->fog = any(2);
		for (uint32_t i = 0; i < FL_LIGHTS; i++)
			random_light(&c->light[i]);
		random_vector(c->material.ambient, 0, 1);
		random_vector(c->material.diffuse, 0, 1);
		if (any(4))
			random_vector(c->material.specular, 0, 1);
		if (any(2))
			random_vector(c->material.emission, 0, 0.3);
		c->material.alpha = real(0, 1);
		c->material.shininess = real(1, 128);
		random_vector(c->ambient, 0, 0.5);
		c->fog_mode = any(3);
		c->fog_color = any(1 << 24);
		c->fog_start = real(0, 5);
		c->fog_end = real(6, 15);
		c->fog_density = real(0.02, 0.3);
		place_vertex(c, &c->v[0], x, y);
		place_vertex(c, &c->v[1], x + CELL, y);
		place_vertex(c, &c->v[2], x, y + CELL);
	} while ((shape && !shape(c)) || !pixel(c, screen, c->want));
}

/* ---- drawing them ---- */

static struct fl_texture texture[3];

static void make_textures(struct fl_stage *s)
{
	static const uint32_t side[3] = {SIDE_2D, SIDE_CUBE, SIDE_3D}, images[3] = {1, 6, SIDE_3D};
	struct fl_err err = {0};

	for (uint32_t kind = 0; kind < 3; kind++) {
		cr_assert_eq(fl_texture_place(&texture[kind], &s->vram, (enum fl_tex_kind)kind, side[kind],
					      side[kind], kind == FL_TEX_3D ? SIDE_3D : 1, 1, FL_ARGB8888,
					      FL_LINEAR, &err),
			     FL_OK, "%s", err.text);
		texture[kind].wrap_s = texture[kind].wrap_t = texture[kind].wrap_r = FL_CLAMP;
		texture[kind].linear = true;
		for (uint32_t i = 0; i < images[kind]; i++) {
			struct fl_surface image;

			cr_assert(fl_texture_image(&texture[kind], i, 0, &image));
			for (uint32_t y = 0; y < side[kind]; y++) {
				uint32_t row[64];

				for (uint32_t x = 0; x < side[kind]; x++)
					row[x] = ramp(kind, i, x, y);
				fl_image_write(s->dev, &image, 0, y, side[kind], row);
			}
		}
	}
}

static void draw_case(struct fl_draw *d, const struct one *c)
{
	for (uint32_t u = 0; u < UNITS; u++) {
		const struct unit *unit = &c->unit[u];

		fl_texture(d, u, unit->on ? &texture[unit->kind] : NULL);
		fl_texcoord_size(d, u, unit->size);
		fl_texenv(d, u, (enum fl_texenv)unit->env);
		fl_texenv_color(d, u, unit->color);
		fl_texgen(d, u, (enum fl_texgen)unit->gen);
		fl_matrix_mode(d, FL_MODELVIEW);
		fl_load_matrix(d, c->planes_at);
		fl_texgen_planes(d, u, unit->plane);
		fl_matrix_mode(d, (enum fl_matrix)(FL_TEXTURE + u));
		if (unit->matrix_on)
			fl_load_matrix(d, unit->matrix);
		else
			fl_load_identity(d);
	}
	fl_lighting(d, c->lighting);
	fl_color_material(d, c->color_material);
	fl_material(d, &c->material);
	fl_ambient(d, c->ambient);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	for (uint32_t i = 0; i < FL_LIGHTS; i++) {
		const struct fl_light *l = &c->light[i];

		fl_light(d, i, l->on);
		fl_light_position(d, i, l->position[0], l->position[1], l->position[2], l->position[3]);
		fl_light_color(d, i, l->ambient, l->diffuse, l->specular);
		fl_light_attenuation(d, i, l->attenuation[0], l->attenuation[1], l->attenuation[2]);
	}
	fl_load_matrix(d, c->modelview);
	fl_fog_mode(d, (enum fl_fog_mode)c->fog_mode, c->fog_density);
	fl_fog(d, c->fog, c->fog_start, c->fog_end, c->fog_color);
	fl_begin(d, FL_TRIANGLES);
	for (int i = 0; i < 3; i++) {
		const struct vertex *v = &c->v[i];

		fl_color(d, v->color[0], v->color[1], v->color[2], v->color[3]);
		fl_normal(d, v->normal[0], v->normal[1], v->normal[2]);
		for (uint32_t u = 0; u < UNITS; u++)
			fl_texcoord_of(d, u, v->coord[u][0], v->coord[u][1], v->coord[u][2], v->coord[u][3]);
		fl_vertex(d, v->at[0], v->at[1], v->at[2]);
	}
	fl_end(d);
}

static void f_cases(struct fl_stage *s)
{
	make_textures(s);
	fl_clear(&s->d, FL_CLEAR_COLOR, 0, 1, 0);
	memset(projection, 0, sizeof(projection));
	projection[0] = 1.2f; /* a frustum from 1 to 100 */
	projection[5] = 1.8f;
	projection[10] = -101 / 99.0f;
	projection[11] = -1;
	projection[14] = -200 / 99.0f;
	fl_matrix_mode(&s->d, FL_PROJECTION);
	fl_load_matrix(&s->d, projection);
	for (uint32_t i = 0; i < CELLS; i++) {
		random_case(&cases[i], i);
		draw_case(&s->d, &cases[i]);
	}
}

static void c_cases(struct rig *r)
{
	for (uint32_t i = 0; i < CELLS; i++) {
		const struct one *c = &cases[i];
		uint32_t got = rig_at(r, i % ACROSS * CELL + 3, i / ACROSS * CELL + 3);
		char text[400];
		int n = snprintf(text, sizeof(text), "lighting %d (color material %d), fog %d (mode %u)",
				 c->lighting, c->color_material, c->fog, c->fog_mode);

		for (uint32_t u = 0; u < UNITS; u++)
			if (c->unit[u].on)
				n += snprintf(text + n, sizeof(text) - (size_t)n,
					      "; unit %u: kind %u env %u gen %u size %u matrix %d", u,
					      c->unit[u].kind, c->unit[u].env, c->unit[u].gen,
					      c->unit[u].size, c->unit[u].matrix_on);
		for (int k = 0; k < 4; k++) {
			int have = (int)(k == 3 ? got >> 24 : got >> (16 - 8 * k) & 255);

			cr_assert(fabs(have - c->want[k] * 255) <= 2,
				  "case %u, channel %c: %d, want %.2f: %s", i, "rgba"[k], have,
				  c -> want[k] * 255, text);
		}
	}
}

static void cases_of(uint64_t first_seed, bool (*s)(struct one *c))
{
	seed = first_seed;
	shape = s;
	draw(f_cases, c_cases);
}

/* Everything at once: 4 * 160 combinations. */
Test(lib, ff_random, .timeout = 120)
{
	for (uint64_t i = 1; i <= 4; i++)
		cases_of(UINT64_C(0x9e3779b97f4a7c15) * i, NULL);
}

/* ---- one thing at a time, so that a mistake has a name ---- */

static bool alone(struct one *c)
{
	for (uint32_t u = 0; u < UNITS; u++)
		c->unit[u].on = false;
	c->lighting = c->fog = false;
	return true;
}

static bool one_unit(struct one *c)
{

	alone(c);
	c->unit[0] = (struct unit){.on = true, .size = 2, .env = c->unit[0].env, .color = c->unit[0].color};
	return true;
}

Test(lib, ff_environments, .timeout = 60)
{
	cases_of(11, one_unit);
}

static bool generated(struct one *c)
{
	struct unit u = c->unit[1];

	alone(c);
	c->unit[1] = u;
	c->unit[1].on = true;
	c->unit[1].env = FL_REPLACE;
	return u.gen != FL_GEN_OFF;
}

Test(lib, ff_generated_coordinates, .timeout = 60)
{
	cases_of(12, generated);
}

static bool from_vertices(struct one *c)
{
	struct unit u = c->unit[3];

	alone(c);
	c->unit[3] = u;
	c->unit[3].on = true;
	c->unit[3].env = FL_REPLACE;
	return u.gen == FL_GEN_OFF;
}

Test(lib, ff_coordinates_of_two_to_four, .timeout = 60)
{
	cases_of(13, from_vertices);
}

static bool lit(struct one *c)
{
	alone(c);
	return c->lighting = true;
}

Test(lib, ff_lights_and_materials, .timeout = 60)
{
	cases_of(14, lit);
}

static bool foggy(struct one *c)
{
	alone(c);
	return c->fog = true;
}

Test(lib, ff_fog, .timeout = 60)
{
	cases_of(15, foggy);
}

/* ---- lines ---- */

enum { STIPPLE = 0x3c5b };

static void f_stipple(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 1, 0);
	pixels(d);
	fl_depth(d, true, FL_LESS, true); /* what is thrown away leaves no depth */
	fl_color_argb(d, 0xffffffff);
	for (uint32_t repeat = 1; repeat <= 3; repeat++) {
		fl_line_stipple(d, repeat, STIPPLE);
		fl_begin(d, FL_LINES);
		fl_vertex(d, 0, (float)repeat * 4 + 0.5f, 0.5f);
		fl_vertex(d, W, (float)repeat * 4 + 0.5f, 0.5f);
		fl_end(d);
	}
	/* polygons are whole, and the lines after them are not */
	rect(d, 0, 20, 16, 24, 0.5f);
	fl_begin(d, FL_LINES);
	fl_vertex(d, 0, 30.5f, 0.5f);
	fl_vertex(d, W, 30.5f, 0.5f);
	fl_end(d);
	fl_line_stipple(d, 0, 0);
	fl_color_argb(d, 0xff00ff00);
	fl_begin(d, FL_LINES);
	fl_vertex(d, 0, 30.5f, 0.6f);
	fl_vertex(d, W, 30.5f, 0.6f);
	fl_end(d);
}

static void c_stipple(struct rig *r)
{
	for (uint32_t repeat = 1; repeat <= 3; repeat++)
		for (uint32_t x = 1; x < W - 1; x++)
			cr_assert_eq(rig_at(r, x, repeat * 4),
				     STIPPLE >> (x / repeat % 16) & 1 ? 0xffffffff : 0xff000000,
				     "repeat %u, pixel %u: 0x%08x", repeat, x, rig_at(r, x, repeat * 4));
	for (uint32_t x = 0; x < 16; x++)
		cr_assert_eq(rig_at(r, x, 22), 0xffffffff);
	for (uint32_t x = 1; x < W - 1; x++)
		cr_assert_eq(rig_at(r, x, 30), STIPPLE >> ((x / 3) % 16) & 1 ? 0xffffffff : 0xff00ff00,
			     "pixel %u: 0x%08x", x, rig_at(r, x, 30));
}

Test(lib, ff_line_stipple)
{
	draw(f_stipple, c_stipple);
}

/* ---- points: size / sqrt(a + b r + c r^2) pixels ---- */

static const float fading[4][3] = {{1, 0, 0}, {0, 0.5f, 0}, {0, 0, 0.04f}, {0.5f, 0.1f, 0.01f}};

static double faded(int kind, double r)
{
	return 16 /
	       sqrt((double)fading[kind][0] + (double)fading[kind][1] * r + (double)fading[kind][2] * r * r);
}

static void f_points(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	pixels(d);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, W, H, 0, -1000, 1000);
	fl_point_size(d, 16);
	fl_color_argb(d, 0xffffffff);
	for (int kind = 0; kind < 4; kind++) {
		fl_point_attenuation(d, fading[kind][0], fading[kind][1], fading[kind][2]);
		fl_begin(d, FL_POINTS);
		fl_vertex(d, 20.5f + 40 * (float)kind, 30.5f, -50);
		fl_vertex(d, 20.5f + 40 * (float)kind, 70.5f, -5);
		fl_end(d);
	}
	rect(d, 0, 120, 8, 128, 0); /* triangles have no size */
	fl_point_attenuation(d, 1, 0, 0);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 180.5f, 30.5f, -50);
	fl_end(d);
}

static void c_points(struct rig *r)
{
	cr_assert_eq(rig_at(r, 4, 124), 0xffffffff);
	for (int kind = 0; kind < 5; kind++)
		for (int far_one = 0; far_one < (kind == 4 ? 1 : 2); far_one++) {
			double x = 20.5 + 40 * kind, y = far_one ? 70.5 : 30.5, z = far_one ? 5 : 50;
			double size = kind == 4 ? 16 : faded(kind, sqrt(x * x + y * y + z * z));
			int wide = 0;

			for (int i = -19; i < 20; i++)
				if (x + i < W)
					wide += rig_at(r, (uint32_t)(x + i), (uint32_t)y) == 0xffffffff;
			if (kind == 4)
				size = fmin(size, 8 + W - 180.5);
			cr_assert(fabs(wide - size) <= 1, "kind %d: %d wide, want %.2f", kind, wide, size);
		}
}

Test(lib, ff_point_attenuation)
{
	draw(f_points, c_points);
}
