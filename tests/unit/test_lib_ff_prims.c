/* SPDX-License-Identifier: MIT
 *
 * Fixed function on what is not a triangle: point sprites and stippled lines with textures, generated
 * coordinates, environments and fog, every pixel against OpenGL 1.x's equations.
 */
#include "tests/unit/test_lib_rig.h"

/* ---- what both share ---- */

enum { SIDE = 12, SIDE_1 = 16, LENGTH = 160 };

/* Texels whose four channels all differ, opaque or not. */
static uint32_t texel_0(uint32_t x, uint32_t y)
{
	return (40 + 17 * x) << 24 | (20 * x) << 16 | (20 * y) << 8 | (255 - 20 * x);
}

static uint32_t texel_1(uint32_t x, uint32_t y)
{
	return (255 - 9 * y) << 24 | (255 - 15 * y) << 16 | (15 * x + 20) << 8 | (8 * (x + y));
}

static uint32_t texel_line(uint32_t x, uint32_t y)
{
	return (255 - x) << 24 | x << 16 | (255 - x) << 8 | (x / 2 + 50);
}

static void split(double c[4], uint32_t argb)
{
	for (int k = 0; k < 4; k++)
		c[k] = (argb >> (k == 3 ? 24 : 16 - 8 * k) & 255) / 255.0;
}

/* OpenGL 1.5, 3.8.13, table 3.24: c is what reaches the unit, t its texel, own its color */
static void environment(enum fl_texenv env, double c[4], uint32_t texel, uint32_t own)
{
	double t[4], o[4];

	split(t, texel);
	split(o, own);
	for (int k = 0; k < 3; k++)
		c[k] = env == FL_MODULATE    ? c[k] * t[k]
		       : env == FL_REPLACE   ? t[k]
		       : env == FL_DECAL     ? c[k] * (1 - t[3]) + t[k] * t[3]
		       : env == FL_ENV_BLEND ? c[k] * (1 - t[k]) + o[k] * t[k]
					     : fmin(1, c[k] + t[k]);
	if (env == FL_REPLACE)
		c[3] = t[3];
	else if (env != FL_DECAL)
		c[3] *= t[3];
}

/* 3.10: fog leaves alpha as it is */
static void fog(double c[4], double f, uint32_t argb)
{
	double o[4];

	split(o, argb);
	for (int k = 0; k < 3; k++)
		c[k] = f * c[k] + (1 - f) * o[k];
}

static void look(struct rig *r, uint32_t x, uint32_t y, const double want[4])
{
	double got[4];

	split(got, rig_at(r, x, y));
	for (int k = 0; k < 4; k++)
		cr_assert(fabs(got[k] - want[k]) <= 1.6 / 255, "(%u, %u): channel %c is %.1f, want %.2f", x,
			  y, "rgba"[k], got[k] * 255, want[k] * 255);
}

static void image(struct fl_stage *s, uint32_t unit, uint32_t w, uint32_t h,
		  uint32_t (*texel)(uint32_t, uint32_t))
{
	cr_assert_eq(fl_stage_image(s, &s->texture[unit].image, w, h, FL_ARGB8888, texel, NULL), FL_OK);
	s->texture[unit].wrap_s = s->texture[unit].wrap_t = FL_CLAMP;
}

/* Pixels as coordinates, z from -1000 to 1000. */
static void deep_pixels(struct fl_draw *d)
{
	pixels(d);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, W, H, 0, -1000, 1000);
	fl_matrix_mode(d, FL_MODELVIEW);
}

/* ---- sprites: the environment of unit 0 five times, alone or with each environment of a second unit whose
 * coordinate is one for the whole point, that of its vertex ---- */

enum {
	ACROSS = W / SIDE,
	DOWN = H / SIDE,
	FIRST = 0xc0ff80e0,
	OWN_0 = 0x80305080,
	OWN_1 = 0x40ff2090,
	FOG = 0x0080c010
};
enum { SECONDS = 4, CASES = 5 * (1 + SECONDS * 5) };
static const enum fl_texgen second_gen[SECONDS] = {FL_GEN_OFF, FL_GEN_OBJECT, FL_GEN_EYE, FL_GEN_NORMAL};
static const float normal[3] = {0.6f, 0.8f, 0};
static bool fogged;

struct sprite {
	enum fl_texenv env[2];
	int second; /* -1: none */
	double x, y;
	float z;
};

static struct sprite sprite(uint32_t i)
{
	struct sprite p = {
	    .second = -1, .x = SIDE * (i % ACROSS) + SIDE / 2, .y = SIDE * (i / ACROSS) + SIDE / 2};

	p.env[0] = (enum fl_texenv)(i % 5);
	p.z = -(float)(50 + i);
	if (i >= 5) {
		p.env[1] = (enum fl_texenv)((i - 5) / 5 % 5);
		p.second = (int)(i - 5) / 25;
	}
	return p;
}

/* Texture coordinates of unit 1, in texels: never near to an edge between two of them. */
static void second_coordinate(const struct sprite *p, double *s, double *t)
{
	switch (second_gen[p->second]) {
	case FL_GEN_OFF:
		*s = p->env[0] + 3.5;
		*t = p->env[1] + 8.5;
		break;
	case FL_GEN_OBJECT: /* the modelview matrix moves by (3, 0) */
		*s = (p->x - 3) / W * SIDE_1 + 0.5;
		*t = p->y / H * SIDE_1 + 0.2;
		break;
	case FL_GEN_EYE: /* moved by (5, -4) when the planes were given */
		*s = (p->x - 5) / W * SIDE_1 + 0.5;
		*t = (p->y + 4) / H * SIDE_1 + 0.2;
		break;
	default:
		*s = (double)normal[0] * SIDE_1;
		*t = (double)normal[1] * SIDE_1;
	}
}

static void f_sprites(struct fl_stage *s)
{
	static const float plane[4][4] = {
	    {1.0f / W, 0, 0, 0.5f / SIDE_1}, {0, 1.0f / H, 0, 0.2f / SIDE_1}, {0, 0, 0, 0}, {0, 0, 0, 1}};
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0x01020304, 1, 0);
	deep_pixels(d);
	image(s, 0, SIDE, SIDE, texel_0);
	image(s, 1, SIDE_1, SIDE_1, texel_1);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv_color(d, 0, OWN_0);
	fl_texenv_color(d, 1, OWN_1);
	/* neither the vertices' coordinate nor its generation nor the matrix of unit 0 count */
	fl_texcoord(d, 0.3f, 0.6f);
	fl_texgen(d, 0, FL_GEN_EYE);
	fl_matrix_mode(d, FL_TEXTURE);
	fl_scale(d, 3, -2, 1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_translate(d, 5, -4, 0);
	fl_texgen_planes(d, 1, plane);
	fl_load_identity(d);
	fl_translate(d, 3, 0, 0);
	fl_point_sprite(d, true);
	fl_point_size(d, SIDE);
	fl_color_argb(d, FIRST);
	fl_normal(d, normal[0], normal[1], normal[2]);
	if (fogged)
		fl_fog(d, true, 20, 200, FOG);
	for (uint32_t i = 0; i < CASES; i++) {
		struct sprite p = sprite(i);

		fl_texenv(d, 0, p.env[0]);
		fl_texture(d, 1, p.second < 0 ? NULL : &s->texture[1]);
		if (p.second >= 0) {
			double u, v;

			fl_texenv(d, 1, p.env[1]);
			fl_texgen(d, 1, second_gen[p.second]);
			second_coordinate(&p, &u, &v);
			if (second_gen[p.second] == FL_GEN_OFF)
				fl_texcoord_of(d, 1, (float)(u / SIDE_1), (float)(v / SIDE_1), 0, 1);
		}
		fl_begin(d, FL_POINTS);
		fl_vertex(d, (float)p.x - 3, (float)p.y, p.z);
		fl_end(d);
	}
}

static void c_sprites(struct rig *r)
{
	for (uint32_t i = 0; i < CASES; i++) {
		struct sprite p = sprite(i);
		double u, v;

		for (uint32_t y = 0; y < SIDE; y++)
			for (uint32_t x = 0; x < SIDE; x++) {
				double c[4];

				split(c, FIRST);
				environment(p.env[0], c, texel_0(x, y), OWN_0);
				if (p.second >= 0) {
					second_coordinate(&p, &u, &v);
					environment(p.env[1], c, texel_1((uint32_t)u, (uint32_t)v), OWN_1);
				}
				if (fogged)
					fog(c, fmin(1, fmax(0, (200 + (double)p.z) / (200 - 20))), FOG);
				look(r, i % ACROSS * SIDE + x, i / ACROSS * SIDE + y, c);
			}
	}
	cr_assert_eq(rig_at(r, W - 1, H - 1), 0x01020304);
}

Test(lib, ff_sprites)
{
	cr_assert_leq(CASES, ACROSS * DOWN);
	fogged = false;
	draw(f_sprites, c_sprites);
}

Test(lib, ff_sprites_in_fog)
{
	fogged = true;
	draw(f_sprites, c_sprites);
	draw_on("rv515", f_sprites, c_sprites);
}

/* Sprites twice and half as large by attenuation, lit, in fog: the coordinate runs over what is drawn. */
static void f_grown(struct fl_stage *s)
{
	static const float none[3] = {0, 0, 0};
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	deep_pixels(d);
	image(s, 0, SIDE, SIDE, texel_0);
	fl_texture(d, 0, &s->texture[0]);
	fl_point_sprite(d, true);
	fl_point_size(d, SIDE);
	fl_lighting(d, true);
	fl_color_material(d, true);
	fl_ambient(d, (const float[3]){0.5f, 0.5f, 0.5f});
	fl_light(d, 0, true);
	fl_light_position(d, 0, 0, 0, 1, 0);
	fl_light_color(d, 0, none, (const float[3]){0.25f, 0.25f, 0.25f}, none);
	fl_normal(d, 0, 0, 1);
	fl_color_argb(d, FIRST);
	fl_fog(d, true, 20, 200, FOG);
	fl_point_attenuation(d, 0.25f, 0, 0);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 40, 40, -60);
	fl_end(d);
	fl_point_attenuation(d, 4, 0, 0);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 99, 41, -60);
	fl_end(d);
	fl_point_attenuation(d, 1, 0, 0);
}

static void c_grown(struct rig *r)
{
	for (uint32_t small = 0; small < 2; small++) {
		uint32_t side = small ? SIDE / 2 : 2 * SIDE, x0 = (small ? 99 : 40) - side / 2,
			 y0 = (small ? 41 : 40) - side / 2;

		for (uint32_t y = 0; y < side; y++)
			for (uint32_t x = 0; x < side; x++) {
				double c[4];

				/* two texels meet in the middle of a pixel of the small one: of each four,
				 * any may be meant */
				if (small)
					continue;
				split(c, FIRST);
				for (int k = 0; k < 3; k++)
					c[k] *= 0.5 + 0.25;
				environment(FL_MODULATE, c, texel_0(x * SIDE / side, y * SIDE / side), OWN_0);
				fog(c, (200 - 60) / 180.0, FOG);
				look(r, x0 + x, y0 + y, c);
			}
		/* and no larger than that */
		cr_assert_neq(rig_at(r, x0, y0), 0);
		cr_assert_neq(rig_at(r, x0 + side - 1, y0 + side - 1), 0);
		for (uint32_t i = 0; i < side + 2; i++)
			cr_assert(!rig_at(r, x0 - 1 + i, y0 - 1) && !rig_at(r, x0 - 1 + i, y0 + side) &&
				      !rig_at(r, x0 - 1, y0 - 1 + i) && !rig_at(r, x0 + side, y0 - 1 + i),
				  "a border of the sprite of %u pixels", side);
	}
}

Test(lib, ff_sprites_lit_and_attenuated)
{
	draw(f_grown, c_grown);
}

/* ---- stippled lines: zero to four units and fog; the color, the coordinate and the fog run along each line
 * --- */

enum { PATTERN = 0x6d0b, LINES = 2 * 5 * 5, X0 = 8, LINE_A = 0xffffffff, LINE_B = 0x40208060 };
#define Z_A -30.0
#define Z_B -170.0

/* Line i: units 0 to n - 1, the environment of all. */
static uint32_t line_units(uint32_t i)
{
	return i / 2 / 5;
}

static enum fl_texenv line_env(uint32_t i)
{
	return (enum fl_texenv)(i / 2 % 5);
}

static void f_lines(struct fl_stage *s)
{
	/* s = (x - X0) / LENGTH */
	static const float plane[4][4] = {
	    {1.0f / LENGTH, 0, 0, -(float)X0 / LENGTH}, {0, 0, 0, 0.5f}, {0, 0, 0, 0}, {0, 0, 0, 1}};
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	deep_pixels(d);
	image(s, 0, LENGTH, 1, texel_line);
	image(s, 1, SIDE_1, SIDE_1, texel_1);
	for (uint32_t u = 0; u < 4; u++) {
		fl_texenv_color(d, u, u & 1 ? OWN_1 : OWN_0);
		fl_texgen_planes(d, u, plane);
		/* units 0 and 2 by the vertex, 1 and 3 by planes */
		fl_texgen(d, u, u & 1 ? FL_GEN_OBJECT : FL_GEN_OFF);
	}
	fl_line_stipple(d, 3, PATTERN);
	for (uint32_t i = 0; i < LINES; i++) {
		float y = 2 * (float)i + 4.5f;

		for (uint32_t u = 0; u < 4; u++) {
			fl_texture(d, u, u < line_units(i) ? &s->texture[0] : NULL);
			fl_texenv(d, u, line_env(i));
		}
		fl_fog(d, i & 1, 20, 200, FOG);
		fl_begin(d, FL_LINES);
		for (int end = 0; end < 2; end++) {
			fl_color_argb(d, end ? LINE_B : LINE_A);
			fl_texcoord(d, (float)end, 0.5f);
			fl_texcoord_of(d, 2, (float)end, 0.5f, 0, 1);
			fl_vertex(d, (float)(X0 + LENGTH * end), y, (float)(end ? Z_B : Z_A));
		}
		fl_end(d);
	}
}

static void c_lines(struct rig *r)
{
	for (uint32_t i = 0; i < LINES; i++)
		for (uint32_t k = 0; k < LENGTH; k++) {
			double c[4], b[4], at = (k + 0.5) / LENGTH;
			uint32_t y = 2 * i + 4;

			if (!(PATTERN >> (k / 3 % 16) & 1)) {
				cr_assert_eq(rig_at(r, X0 + k, y), 0, "line %u, pixel %u: 0x%08x", i, k,
					     rig_at(r, X0 + k, y));
				continue;
			}
			split(c, LINE_A);
			split(b, LINE_B);
			for (int j = 0; j < 4; j++)
				c[j] += at * (b[j] - c[j]);
			for (uint32_t u = 0; u < line_units(i); u++)
				environment(line_env(i), c, texel_line(k, 0), u & 1 ? OWN_1 : OWN_0);
			if (i & 1)
				fog(c, (200 + Z_A + at * (Z_B - Z_A)) / 180, FOG);
			look(r, X0 + k, y, c);
		}
}

Test(lib, ff_stipple_with_textures_and_fog)
{
	draw(f_lines, c_lines);
	draw_on("rv530", f_lines, c_lines);
}

/* ---- sprites while unit 0 is off: only its coordinate is the point's, those of other units and the fog are
 * not disturbed; and it is on again without another word about sprites ---- */

enum { WITHOUT = 5 }; /* nothing; fog; unit 1; both; unit 0 again, and both */

static void f_without(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	deep_pixels(d);
	image(s, 0, SIDE, SIDE, texel_0);
	image(s, 1, SIDE_1, SIDE_1, texel_1);
	fl_point_sprite(d, true);
	fl_point_size(d, SIDE);
	fl_color_argb(d, FIRST);
	fl_texcoord_of(d, 1, 3.5f / SIDE_1, 9.5f / SIDE_1, 0, 1);
	for (int twice = 0; twice < 2; twice++)
		for (uint32_t i = 0; i < WITHOUT; i++) {
			fl_fog(d, i & 1 || i == 4, 20, 200, FOG);
			fl_texture(d, 0, i == 4 ? &s->texture[0] : NULL);
			fl_texture(d, 1, i >= 2 ? &s->texture[1] : NULL);
			fl_begin(d, FL_POINTS);
			fl_vertex(d, (float)(SIDE * i + SIDE / 2), (float)(SIDE * twice + SIDE / 2), -110);
			fl_end(d);
		}
}

static void c_without(struct rig *r)
{
	for (uint32_t i = 0; i < WITHOUT; i++)
		for (uint32_t y = 0; y < 2 * SIDE; y++)
			for (uint32_t x = 0; x < SIDE; x++) {
				double c[4];

				split(c, FIRST);
				if (i == 4)
					environment(FL_MODULATE, c, texel_0(x, y % SIDE), 0);
				if (i >= 2)
					environment(FL_MODULATE, c, texel_1(3, 9), 0);
				if (i & 1 || i == 4)
					fog(c, 0.5, FOG);
				look(r, SIDE * i + x, y, c);
			}
}

Test(lib, ff_sprites_without_their_unit)
{
	draw(f_without, c_without);
}
