/* SPDX-License-Identifier: MIT
 *
 * Random state of immediate mode, as far as programs of fixed function depend on it, and their constants.
 */
#ifndef TESTS_UNIT_TEST_FF_STATE_H
#define TESTS_UNIT_TEST_FF_STATE_H

#include "lib/fl_draw_chip.h"
#include "tests/unit/test_ff_run.h"

static struct fl_draw d;
static struct fl_texture texture[FL_TEXCOORDS];
static uint64_t seed;

static inline uint32_t any(uint32_t n)
{
	seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
	return (uint32_t)(seed >> 20) % n;
}

static inline float number(double low, double high)
{
	return (float)(low + (high - low) * any(1u << 20) / (1u << 20));
}

static inline void numbers(float *v, uint32_t n, double low, double high)
{
	while (n--)
		*v++ = number(low, high);
}

/* ---- random state -------------------------------------------------------------------------------------- */
static inline void random_light(uint32_t i)
{
	float color[3][3];

	numbers(color[0], 9, 0, 1);
	if (any(2))
		memset(color[2], 0, sizeof(color[2]));
	fl_light(&d, i, any(2));
	fl_light_position(&d, i, number(-3, 3), number(-3, 3), number(0.5, 3), (float)any(2));
	fl_light_color(&d, i, color[0], color[1], color[2]);
	if (any(2))
		fl_light_attenuation(&d, i, number(0.5, 2), number(0, 1), number(0, 1));
}

static inline void random_unit(uint32_t u)
{
	float plane[4][4], m[16];

	texture[u].kind = (uint8_t)any(3);
	d.unit[u].kind = (uint8_t)(1 + texture[u].kind);
	d.unit[u].texture = any(3) ? &texture[u] : NULL;
	fl_texenv(&d, u, (enum fl_texenv)any(5));
	fl_texenv_color(&d, u, any(1u << 31));
	fl_texgen(&d, u, (enum fl_texgen)any(6));
	numbers(plane[0], 16, -1, 1);
	plane[3][3] = 4; /* so that q is not near 0 */
	if (any(2))
		fl_texgen_planes(&d, u, (const float(*)[4])plane);
	fl_texcoord_size(&d, u, 2 + any(3));
	numbers(m, 16, -1, 1);
	m[15] = 4;
	if (any(2))
		m[3] = m[7] = m[11] = 0, m[15] = 1;
	fl_matrix_mode(&d, (enum fl_matrix)((uint32_t)FL_TEXTURE + u));
	if (any(2))
		fl_load_matrix(&d, m);
}

static inline void nothing(struct fl_draw *unused)
{
}

static inline void random_state(void)
{
	static struct fl_cs cs;
	static const struct fl_draw_backend none = {.forget = nothing};
	static const struct fl_draw_chip chip = {.backend = &none};
	float m[16], ambient[3];
	struct fl_material material;

	fl_draw_init(&d, &cs, &chip);
	for (uint32_t which = 0; which < 2; which++) {
		fl_matrix_mode(&d, which ? FL_PROJECTION : FL_MODELVIEW);
		numbers(m, 16, -1, 1);
		if (!which)
			m[3] = m[7] = m[11] = 0, m[15] = 1, m[0] += 2, m[5] += 2, m[10] += 2;
		fl_load_matrix(&d, m);
	}
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		random_unit(u);
	numbers((float *)&material, sizeof(material) / 4, 0, 1);
	material.shininess = number(1, 20);
	fl_material(&d, &material);
	numbers(ambient, 3, 0, 0.3);
	fl_ambient(&d, ambient);
	fl_lighting(&d, any(2));
	fl_color_material(&d, any(2));
	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		random_light(i);
	fl_fog(&d, any(2), number(-1, 1), number(2, 5), any(1u << 31));
	fl_fog_mode(&d, (enum fl_fog_mode)any(3), number(0, 1));
	fl_point_size(&d, number(1, 20));
	fl_point_sprite(&d, any(2));
	if (any(2))
		fl_point_attenuation(&d, number(0.1, 1), number(0, 1), number(0, 1));
	if (any(2))
		fl_line_stipple(&d, 1 + any(256), (uint16_t)any(1u << 16));
	d.prim_class = (uint8_t)any(3);
}

/* The constants that the programs are said to read; the others are not numbers. */
static inline void constants(struct run *vs, struct run *fs, uint32_t needs)
{
	for (uint32_t bit = 0; bit < 32; bit++) {
		float v[FL_FF_GROUP_MAX][4];
		uint32_t first, n;

		if (!(needs >> bit & 1))
			continue;
		n = fl_ff_values(&d, 1u << bit, &first, v);
		cr_assert_leq(n, FL_FF_GROUP_MAX);
		for (uint32_t k = 0; k < 4 * n; k++)
			(1u << bit & FL_FF_G_VERTEX ? vs : fs)->constant[first + k / 4][k % 4] =
			    (double)v[k / 4][k % 4];
	}
}

/* Both programs of n random states, and their constants, ready to be run. */
static inline void each_state(uint32_t n, void (*judge)(uint32_t i, struct run *vs, uint64_t vs_key,
							struct run *fs, uint64_t fs_key))
{
	static struct run vs, fs;
	struct fl_ff_places vs_at, fs_at;

	for (uint32_t i = 0; i < n; i++) {
		random_state();
		uint64_t vs_key = fl_ff_vs_key(&d), fs_key = fl_ff_fs_key(&d);

		fl_ff_vs_places(vs_key, &vs_at);
		fl_ff_fs_places(fs_key, &fs_at);
		run_begin(&vs, &vs_at, false);
		run_begin(&fs, &fs_at, true);
		constants(&vs, &fs, fl_ff_needs(vs_key, fs_key));
		judge(i, &vs, vs_key, &fs, fs_key);
	}
}

#endif
