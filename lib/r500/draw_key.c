/* SPDX-License-Identifier: MIT
 *
 * From the state of immediate mode to the keys of its programs.
 */
#include "lib/fl_draw_chip.h"
#include "lib/r500/programs.h"

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

void fl_r500_unit_rows(const struct fl_draw *d, uint32_t u, float rows[4][4])
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
	uint32_t bits = FL_R500_UNIT_ON | FL_R500_UNIT_GEN(unit->gen) |
			FL_R500_UNIT_SIZE(unit->gen == FL_GEN_OFF ? unit->size : 2u) |
			(unit->kind - 1 == FL_TEX_2D ? 0u : FL_R500_UNIT_THREE);

	if (unit->gen == FL_GEN_OBJECT || unit->gen == FL_GEN_EYE) {
		float rows[4][4];

		fl_r500_unit_rows(d, u, rows);
		if (any(rows[3]) || rows[3][3] != 1)
			bits |= FL_R500_UNIT_PROJ;
		return bits;
	}
	if (!is_identity(m))
		bits |= FL_R500_UNIT_MATRIX;
	if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 ||
	    (unit->gen == FL_GEN_OFF && unit->size == 4))
		bits |= FL_R500_UNIT_PROJ;
	return bits;
}

uint64_t fl_r500_vs_key(const struct fl_draw *d)
{
	uint64_t key = 0;

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (d->unit[u].texture)
			key |= FL_R500_UNIT_AT(unit_bits(d, u), u);
	if (fl_draw_sprites(d))
		key = (key & ~FL_R500_UNIT_AT(0x1ff, 0)) | FL_R500_UNIT_ON | FL_R500_VS_SPRITE;
	if (d->fog_on)
		key |= FL_R500_VS_FOG(1u + d->fog_mode);
	if (fl_draw_attenuates(d))
		key |= FL_R500_VS_POINT_SIZE;
	if (fl_draw_stipples(d))
		key |= FL_R500_VS_STIPPLE;
	if (!d->lighting_on)
		return key;
	key |= FL_R500_VS_LIGHTING | (d->color_material_on ? FL_R500_VS_COLOR_MATERIAL : 0u);
	for (uint32_t i = 0; i < FL_LIGHTS; i++) {
		const struct fl_light *l = &d->light[i];
		uint32_t bits = FL_R500_LIGHT_DIRECTION;

		if (!l->on)
			continue;
		if (l->position[3] != 0)
			bits = l->attenuation[0] == 1 && l->attenuation[1] == 0 && l->attenuation[2] == 0
				   ? FL_R500_LIGHT_POINT
				   : FL_R500_LIGHT_ATTENUATED;
		if (any(l->specular) && any(d->material.specular))
			bits |= FL_R500_LIGHT_SPECULAR;
		key |= FL_R500_LIGHT_AT(bits, i);
	}
	return key;
}

uint64_t fl_r500_fs_key(const struct fl_draw *d)
{
	uint64_t key = (d->fog_on ? FL_R500_FS_FOG : 0) | (fl_draw_stipples(d) ? FL_R500_FS_STIPPLE : 0);

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t bits;

		if (!d->unit[u].texture)
			continue;
		bits = FL_R500_FS_ON | FL_R500_FS_ENV(d->unit[u].env) |
		       (d->unit[u].kind - 1 == FL_TEX_2D ? 0u : FL_R500_FS_THREE);
		if (!(u == 0 && fl_draw_sprites(d)) && unit_bits(d, u) & FL_R500_UNIT_PROJ)
			bits |= FL_R500_FS_PROJ;
		key |= FL_R500_FS_UNIT_AT(bits, u);
	}
	return key;
}

uint32_t fl_r500_draw_owed(uint32_t dirty)
{
	uint32_t owed = 0;

	if (dirty & FL_D_INIT)
		return ~0u;
	if (dirty & FL_D_MVP)
		owed |= FL_R500_G_MVP;
	if (dirty & FL_D_NORMAL)
		owed |= FL_R500_G_NORMAL | FL_R500_G_EYE;
	if (dirty & FL_D_FOG)
		owed |= FL_R500_G_FOG | FL_R500_G_FOG_COLOR;
	if (dirty & FL_D_POINT)
		owed |= FL_R500_G_POINT;
	if (dirty & (FL_D_LIGHT | FL_D_MATERIAL))
		owed |= FL_R500_G_LIGHTS | FL_R500_G_BASE;
	if (dirty & (FL_D_TEXMAT | FL_D_TEXGEN))
		owed |= FL_R500_G_UNITS;
	if (dirty & FL_D_STIPPLE)
		owed |= FL_R500_G_STIPPLE;
	if (dirty & FL_D_ENV)
		owed |= FL_R500_G_ENVS;
	return owed;
}
