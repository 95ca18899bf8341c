/* SPDX-License-Identifier: MIT
 *
 * Fixed function: from the state of immediate mode to the keys of its programs, and to the groups of
 * constants that changed and that are read.
 */
#include "lib/fl_draw_chip.h"
#include "lib/fl_ff.h"

static bool any(const float v[3])
{
	return v[0] != 0 || v[1] != 0 || v[2] != 0;
}

static bool is_identity(const float m[16])
{
	bool yes = true;

	for (int i = 0; i < 16; i++)
		yes &= m[i] == (float)(i % 5 == 0);
	return yes;
}

static const float *matrix(const struct fl_draw *d, uint32_t which)
{
	return d->matrix[which][d->matrix_top[which]];
}

void fl_ff_unit_rows(const struct fl_draw *d, uint32_t u, float rows[4][4])
{
	const struct fl_unit *unit = &d->unit[u];
	const float *m = matrix(d, FL_TEXTURE + u);
	const float(*plane)[4] = unit->gen == FL_GEN_OBJECT ? unit->plane
				 : unit->gen == FL_GEN_EYE  ? unit->eye_plane
							    : NULL;

	for (int r = 0; r < 4; r++)
		for (int i = 0; i < 4; i++)
			rows[r][i] = plane ? m[r] * plane[0][i] + m[4 + r] * plane[1][i] +
						 m[8 + r] * plane[2][i] + m[12 + r] * plane[3][i]
					   : m[4 * i + r];
}

static uint32_t unit_bits(const struct fl_draw *d, uint32_t u)
{
	const struct fl_unit *unit = &d->unit[u];
	const float *m = matrix(d, FL_TEXTURE + u);
	uint32_t bits = FL_FF_UNIT_ON | FL_FF_UNIT_GEN(unit->gen) |
			FL_FF_UNIT_SIZE(unit->gen == FL_GEN_OFF ? unit->size : 2u) |
			(unit->kind - 1 == FL_TEX_2D ? 0u : FL_FF_UNIT_THREE);

	if (unit->gen == FL_GEN_OBJECT || unit->gen == FL_GEN_EYE) {
		float rows[4][4];

		fl_ff_unit_rows(d, u, rows);
		if (any(rows[3]) || rows[3][3] != 1)
			bits |= FL_FF_UNIT_PROJ;
		return bits;
	}
	if (!is_identity(m))
		bits |= FL_FF_UNIT_MATRIX;
	if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 ||
	    (unit->gen == FL_GEN_OFF && unit->size == 4))
		bits |= FL_FF_UNIT_PROJ;
	return bits;
}

uint64_t fl_ff_vs_key(const struct fl_draw *d)
{
	uint64_t key = 0;

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (d->unit[u].texture)
			key |= FL_FF_UNIT_AT(unit_bits(d, u), u);
	if (fl_draw_sprites(d))
		key = (key & ~FL_FF_UNIT_AT(FL_FF_UNIT_ALL, 0)) | FL_FF_UNIT_ON | FL_FF_VS_SPRITE;
	if (d->fog_on)
		key |= FL_FF_VS_FOG(1u + d->fog_mode);
	if (fl_draw_attenuates(d))
		key |= FL_FF_VS_POINT_SIZE;
	if (fl_draw_stipples(d))
		key |= FL_FF_VS_STIPPLE;
	if (!d->lighting_on)
		return key;
	key |= FL_FF_VS_LIGHTING | (d->color_material_on ? FL_FF_VS_COLOR_MATERIAL : 0u);
	for (uint32_t i = 0; i < FL_LIGHTS; i++) {
		const struct fl_light *l = &d->light[i];
		uint32_t bits = FL_FF_LIGHT_DIRECTION;

		if (!l->on)
			continue;
		if (l->position[3] != 0)
			bits = fl_ff_fades(l) ? FL_FF_LIGHT_ATTENUATED : FL_FF_LIGHT_POINT;
		if (any(l->specular) && any(d->material.specular))
			bits |= FL_FF_LIGHT_SPECULAR;
		key |= FL_FF_LIGHT_AT(bits, i);
	}
	return key;
}

uint64_t fl_ff_fs_key(const struct fl_draw *d)
{
	uint64_t key = (d->fog_on ? FL_FF_FS_FOG : 0) | (fl_draw_stipples(d) ? FL_FF_FS_STIPPLE : 0);

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t bits;

		if (!d->unit[u].texture)
			continue;
		bits = FL_FF_FS_ON | FL_FF_FS_ENV(d->unit[u].env) | FL_FF_FS_KIND(d->unit[u].kind - 1);
		if (!(u == 0 && fl_draw_sprites(d)) && unit_bits(d, u) & FL_FF_UNIT_PROJ)
			bits |= FL_FF_FS_PROJ;
		key |= FL_FF_FS_UNIT_AT(bits, u);
	}
	return key;
}

uint32_t fl_ff_owed(uint32_t dirty)
{
	uint32_t owed = 0;

	if (dirty & FL_D_INIT)
		return ~0u;
	if (dirty & FL_D_MVP)
		owed |= FL_FF_G_MVP;
	if (dirty & FL_D_NORMAL)
		owed |= FL_FF_G_NORMAL | FL_FF_G_EYE;
	if (dirty & FL_D_FOG)
		owed |= FL_FF_G_FOG | FL_FF_G_FOG_COLOR;
	if (dirty & FL_D_POINT)
		owed |= FL_FF_G_POINT;
	if (dirty & (FL_D_LIGHT | FL_D_MATERIAL))
		owed |= FL_FF_G_LIGHTS | FL_FF_G_BASE;
	if (dirty & (FL_D_TEXMAT | FL_D_TEXGEN))
		owed |= FL_FF_G_UNITS;
	if (dirty & FL_D_STIPPLE)
		owed |= FL_FF_G_STIPPLE;
	if (dirty & FL_D_ENV)
		owed |= FL_FF_G_ENVS;
	return owed;
}

bool fl_ff_reads_normal(uint64_t key)
{
	bool yes = key & FL_FF_VS_LIGHTS;

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		yes |= FL_FF_UNIT_GEN_OF(FL_FF_VS_UNIT(key, u)) >= FL_GEN_REFLECTION;
	return yes;
}

bool fl_ff_reflects(uint64_t key)
{
	bool yes = false;

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t gen = FL_FF_UNIT_GEN_OF(FL_FF_VS_UNIT(key, u));

		yes |= gen == FL_GEN_REFLECTION || gen == FL_GEN_SPHERE;
	}
	return yes;
}

bool fl_ff_reads_eye(uint64_t key)
{
	bool yes = key & FL_FF_VS_POINT_SIZE || fl_ff_reflects(key);

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		yes |= FL_FF_UNIT_GEN_OF(FL_FF_VS_UNIT(key, u)) == FL_GEN_EYE;
	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		yes |= (FL_FF_VS_LIGHT(key, i) & FL_FF_LIGHT_KIND) >= FL_FF_LIGHT_POINT;
	return yes;
}

uint32_t fl_ff_needs(uint64_t vs, uint64_t fs)
{
	uint32_t needs = 0;

	if (!(vs & FL_FF_VS_CLEAR))
		needs |= FL_FF_G_MVP;
	if (fl_ff_reads_eye(vs))
		needs |= FL_FF_G_EYE;
	if (fl_ff_reads_normal(vs))
		needs |= FL_FF_G_NORMAL;
	if (vs & FL_FF_VS_POINT_SIZE)
		needs |= FL_FF_G_POINT;
	if (vs & FL_FF_VS_LIGHTING)
		needs |= FL_FF_G_BASE;
	if (FL_FF_VS_FOG_OF(vs))
		needs |= FL_FF_G_FOG;
	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		if (FL_FF_VS_LIGHT(vs, i))
			needs |= FL_FF_G_LIGHT(i);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t unit = FL_FF_VS_UNIT(vs, u), gen = FL_FF_UNIT_GEN_OF(unit), b = FL_FF_FS_UNIT(fs, u);

		if (unit & FL_FF_UNIT_MATRIX || gen == FL_GEN_OBJECT || gen == FL_GEN_EYE)
			needs |= FL_FF_G_UNIT(u);
		if (b & FL_FF_FS_ON && FL_FF_FS_ENV_OF(b) == FL_ENV_BLEND)
			needs |= FL_FF_G_ENV(u);
	}
	if (fs & FL_FF_FS_FOG)
		needs |= FL_FF_G_FOG_COLOR;
	if (fs & FL_FF_FS_STIPPLE)
		needs |= FL_FF_G_STIPPLE;
	return needs;
}
