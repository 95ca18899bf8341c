/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs: position, texture coordinates, fog, point size. Lighting is in vs_light.c.
 */
#include "lib/r500/vs_fixed.h"

static bool reads_normal(uint64_t key)
{
	bool yes = key & FL_R500_VS_LIGHTS;

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		yes |= FL_R500_UNIT_GEN_OF(FL_R500_VS_UNIT(key, u)) >= FL_GEN_REFLECTION;
	return yes;
}

static bool reflects(uint64_t key)
{
	bool yes = false;

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t gen = FL_R500_UNIT_GEN_OF(FL_R500_VS_UNIT(key, u));

		yes |= gen == FL_GEN_REFLECTION || gen == FL_GEN_SPHERE;
	}
	return yes;
}

static bool reads_eye(uint64_t key)
{
	bool yes = key & FL_R500_VS_POINT_SIZE || reflects(key);

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		yes |= FL_R500_UNIT_GEN_OF(FL_R500_VS_UNIT(key, u)) == FL_GEN_EYE;
	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		yes |= (FL_R500_VS_LIGHT(key, i) & FL_R500_LIGHT_KIND) >= FL_R500_LIGHT_POINT;
	return yes;
}

void fl_r500_vs_places(uint64_t key, struct fl_r500_vs_places *at)
{
	uint32_t in = 2, out = 1;

	memset(at, FL_R500_NOT_THERE, sizeof(*at));
	if (!(key & FL_R500_VS_CLEAR) && reads_normal(key))
		at->normal = (uint8_t)in++;
	if (key & FL_R500_VS_POINT_SIZE)
		at->out_size = (uint8_t)out++;
	at->out_color = (uint8_t)out++;
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t unit = FL_R500_VS_UNIT(key, u);

		if (!(unit & FL_R500_UNIT_ON) || (u == 0 && key & FL_R500_VS_SPRITE))
			continue;
		if (FL_R500_UNIT_GEN_OF(unit) == FL_GEN_OFF)
			at->texcoord[u] = (uint8_t)in++;
		at->out_unit[u] = (uint8_t)out++;
	}
	if (FL_R500_VS_FOG_OF(key))
		at->out_fog = (uint8_t)out++;
	at->n_inputs = (uint8_t)in;
	at->n_outputs = (uint8_t)out;
}

uint32_t fl_r500_draw_needs(uint64_t vs, uint64_t fs)
{
	uint32_t needs = 0;

	if (!(vs & FL_R500_VS_CLEAR))
		needs |= FL_R500_G_MVP;
	if (reads_eye(vs))
		needs |= FL_R500_G_EYE;
	if (reads_normal(vs))
		needs |= FL_R500_G_NORMAL;
	if (vs & FL_R500_VS_POINT_SIZE)
		needs |= FL_R500_G_POINT;
	if (vs & FL_R500_VS_LIGHTING)
		needs |= FL_R500_G_BASE;
	if (FL_R500_VS_FOG_OF(vs))
		needs |= FL_R500_G_FOG;
	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		if (FL_R500_VS_LIGHT(vs, i))
			needs |= FL_R500_G_LIGHT(i);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t unit = FL_R500_VS_UNIT(vs, u), gen = FL_R500_UNIT_GEN_OF(unit),
			 b = FL_R500_FS_UNIT(fs, u);

		if (unit & FL_R500_UNIT_MATRIX || gen == FL_GEN_OBJECT || gen == FL_GEN_EYE)
			needs |= FL_R500_G_UNIT(u);
		if (b & FL_R500_FS_ON && FL_R500_FS_ENV_OF(b) == FL_ENV_BLEND)
			needs |= FL_R500_G_ENV(u);
	}
	if (fs & FL_R500_FS_FOG)
		needs |= FL_R500_G_FOG_COLOR;
	if (fs & FL_R500_FS_STIPPLE)
		needs |= FL_R500_G_STIPPLE;
	return needs;
}

/* The first n rows of a matrix at constant c times the source, into to; of 4 all. */
static void rows(struct pvs *b, uint32_t to, uint32_t c, uint32_t rows, uint32_t source)
{
	for (uint32_t r = 0; r < 4; r++)
		if (rows >> r & 1)
			pvs_dp4(b, to | PVS_MASK(1u << r), PVS_CONST(c + r) | PVS_XYZW, source);
}

/* r2: the eye's ray of length 1; r3: its reflection about the normal, ray - 2 normal (normal . ray). */
static void reflection(struct pvs *b)
{
	pvs_mul(b, PVS_TEMP(T_RAY) | PVS_XYZ, PVS_R(T_EYE) | PVS_XYZW, PVS_R(T_RAY) | PVS_WWWW);
	pvs_dp4(b, PVS_TEMP(T_NORMAL) | PVS_W, PVS_R(T_NORMAL) | PVS_XYZ0, PVS_R(T_RAY) | PVS_XYZ0);
	pvs_madx2(b, PVS_TEMP(T_REFLECTION) | PVS_XYZ, PVS_R(T_NORMAL) | PVS_WWWW | PVS_NEG,
		  PVS_R(T_NORMAL) | PVS_XYZW, PVS_R(T_RAY) | PVS_XYZW);
}

/* OpenGL 1.x, GL_SPHERE_MAP: (r.x, r.y) / (2 |r + (0, 0, 1)|) + 1/2 */
static void sphere(struct pvs *b)
{
	pvs_add(b, PVS_TEMP(T_WORK) | PVS_XYZ, PVS_R(T_REFLECTION) | PVS_XYZW,
		PVS_R(T_REFLECTION) | PVS_0010);
	pvs_dp4(b, PVS_TEMP(T_WORK) | PVS_W, PVS_R(T_WORK) | PVS_XYZ0, PVS_R(T_WORK) | PVS_XYZ0);
	pvs_rsq(b, PVS_TEMP(T_WORK) | PVS_W, PVS_R(T_WORK) | PVS_WWWW);
	pvs_mul(b, PVS_TEMP(T_WORK) | PVS_XY, PVS_R(T_WORK) | PVS_XYZW, PVS_R(T_WORK) | PVS_WWWW);
	pvs_mad(b, PVS_TEMP(T_WORK) | PVS_XY, PVS_R(T_WORK) | PVS_XYZW,
		PVS_CONST(FL_R500_C_NORMAL) | PVS_WWWW, PVS_CONST(FL_R500_C_NORMAL) | PVS_WWWW);
}

static void coordinate(struct pvs *b, uint32_t u, uint32_t unit, const struct fl_r500_vs_places *at)
{
	uint32_t to = PVS_OUT(at->out_unit[u]), gen = FL_R500_UNIT_GEN_OF(unit), c = FL_R500_C_UNIT + 4 * u,
		 source = 0, some;

	switch (gen) {
	case FL_GEN_OFF:
		source = PVS_IN(at->texcoord[u]) | PVS_XYZW;
		break;
	case FL_GEN_OBJECT:
		source = PVS_IN(0) | PVS_XYZW;
		break;
	case FL_GEN_EYE:
		source = PVS_R(T_EYE) | PVS_XYZ1;
		break;
	case FL_GEN_REFLECTION:
		source = PVS_R(T_REFLECTION) | PVS_XYZ1;
		break;
	case FL_GEN_SPHERE:
		sphere(b);
		source = PVS_R(T_WORK) | PVS_XY01;
		break;
	case FL_GEN_NORMAL:
		source = PVS_R(T_NORMAL) | PVS_XYZ1;
		break;
	}
	if (!(unit & FL_R500_UNIT_MATRIX) && gen != FL_GEN_OBJECT && gen != FL_GEN_EYE) {
		pvs_mov(b, to | PVS_ALL, source);
		return;
	}
	some = 3 | (unit & FL_R500_UNIT_THREE ? 4 : 0) | (unit & FL_R500_UNIT_PROJ ? 8 : 0);
	rows(b, to, c, some, source);
	if (some != 15) /* what nobody looks at: 0 and 1 */
		pvs_mov(b, to | PVS_MASK(15 & ~some), (source & PVS_REGISTER) | PVS_XY01);
}

/* The fog factor, in all four places of the output. */
static void fog(struct pvs *b, uint32_t mode, uint32_t to)
{
	to = PVS_OUT(to) | PVS_ALL;
	if (mode == 1 + FL_FOG_LINEAR) {
		pvs_dp4(b, to | PVS_VE_SAT, PVS_CONST(FL_R500_C_FOG) | PVS_XYZW, PVS_IN(0) | PVS_XYZW);
		return;
	}
	pvs_dp4(b, PVS_TEMP(T_WORK) | PVS_X, PVS_CONST(FL_R500_C_FOG) | PVS_XYZW, PVS_IN(0) | PVS_XYZW);
	if (mode == 1 + FL_FOG_EXP2)
		pvs_mul(b, PVS_TEMP(T_WORK) | PVS_X, PVS_R(T_WORK) | PVS_XXXX | PVS_NEG,
			PVS_R(T_WORK) | PVS_XXXX);
	pvs_ex2(b, to | PVS_ME_SAT, PVS_R(T_WORK) | PVS_XXXX);
}

/* size / sqrt(a + b r + c r^2), r^2 in w of the eye's position and 1 / r in w of the ray */
static void point_size(struct pvs *b, uint32_t to)
{
	pvs_mul(b, PVS_TEMP(T_WORK) | PVS_Y, PVS_R(T_EYE) | PVS_WWWW, PVS_R(T_RAY) | PVS_WWWW);
	pvs_mad(b, PVS_TEMP(T_WORK) | PVS_X, PVS_R(T_EYE) | PVS_WWWW, PVS_CONST(FL_R500_C_POINT) | PVS_ZZZZ,
		PVS_CONST(FL_R500_C_POINT) | PVS_XXXX);
	pvs_mad(b, PVS_TEMP(T_WORK) | PVS_X, PVS_R(T_WORK) | PVS_YYYY, PVS_CONST(FL_R500_C_POINT) | PVS_YYYY,
		PVS_R(T_WORK) | PVS_XXXX);
	pvs_rsq(b, PVS_TEMP(T_WORK) | PVS_X, PVS_R(T_WORK) | PVS_XXXX);
	pvs_mul(b, PVS_OUT(to) | PVS_ALL, PVS_R(T_WORK) | PVS_XXXX, PVS_CONST(FL_R500_C_POINT) | PVS_WWWW);
}

uint32_t fl_r500_vs_make(uint64_t key, uint32_t *words, uint32_t *last_position)
{
	struct pvs out = {.words = words}, *b = &out;
	struct fl_r500_vs_places at;

	fl_r500_vs_places(key, &at);
	if (key & FL_R500_VS_CLEAR)
		pvs_mov(b, PVS_OUT(0) | PVS_ALL, PVS_IN(0) | PVS_XYZW);
	else
		rows(b, PVS_OUT(0), FL_R500_C_MVP, 15, PVS_IN(0) | PVS_XYZW);
	*last_position = b->n - 1;
	if (reads_eye(key))
		rows(b, PVS_TEMP(T_EYE), FL_R500_C_EYE, 7, PVS_IN(0) | PVS_XYZW);
	if (reads_normal(key)) {
		for (uint32_t r = 0; r < 3; r++)
			pvs_dp4(b, PVS_TEMP(T_NORMAL) | PVS_MASK(1u << r),
				PVS_CONST(FL_R500_C_NORMAL + r) | PVS_XYZ0, PVS_IN(at.normal) | PVS_XYZW);
		pvs_dp4(b, PVS_TEMP(T_NORMAL) | PVS_W, PVS_R(T_NORMAL) | PVS_XYZ0,
			PVS_R(T_NORMAL) | PVS_XYZ0);
		pvs_rsq(b, PVS_TEMP(T_NORMAL) | PVS_W, PVS_R(T_NORMAL) | PVS_WWWW);
		pvs_mul(b, PVS_TEMP(T_NORMAL) | PVS_XYZ, PVS_R(T_NORMAL) | PVS_XYZW,
			PVS_R(T_NORMAL) | PVS_WWWW);
	}
	if (key & FL_R500_VS_POINT_SIZE || reflects(key)) {
		pvs_dp4(b, PVS_TEMP(T_EYE) | PVS_W, PVS_R(T_EYE) | PVS_XYZ0, PVS_R(T_EYE) | PVS_XYZ0);
		pvs_rsq(b, PVS_TEMP(T_RAY) | PVS_W, PVS_R(T_EYE) | PVS_WWWW);
	}
	if (key & FL_R500_VS_POINT_SIZE)
		point_size(b, at.out_size);
	if (key & FL_R500_VS_LIGHTING)
		fl_r500_vs_light(b, key, at.out_color);
	else
		pvs_mov(b, PVS_OUT(at.out_color) | PVS_ALL, PVS_IN(1) | PVS_XYZW);
	if (reflects(key))
		reflection(b);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (at.out_unit[u] != FL_R500_NOT_THERE)
			coordinate(b, u, FL_R500_VS_UNIT(key, u), &at);
	if (FL_R500_VS_FOG_OF(key))
		fog(b, FL_R500_VS_FOG_OF(key), at.out_fog);
	return b->n;
}
