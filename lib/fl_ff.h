/* SPDX-License-Identifier: MIT
 *
 * Fixed function: what immediate mode asks of a chip's two programs. Nothing here knows a chip.
 *
 * The state that a program depends on is its key: 64 bits that say all that matters to the program, and
 * nothing else, so that equal keys are equal programs and a back end can keep those that its chip holds.
 * lib/fl_ff_form.h has the programs of the keys.
 *
 * What a program reads beside its inputs are constants, which are numbered alike for all chips. They are sent
 * in groups: d->owed has the groups that changed and were not sent yet, d->needs those that the present
 * programs read. What a back end does with them:
 *
 *	d->owed |= fl_ff_owed(d->dirty);
 *	d->needs = fl_ff_needs(vs_key, fs_key);         // where a key changed
 *	for (each bit of d->owed & d->needs)
 *		n = fl_ff_values(d, bit, &first, v);    // and send them as constants first, first + 1, …
 */
#ifndef LIB_FL_FF_H
#define LIB_FL_FF_H

#include "lib/fl_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- keys of vertex programs --------------------------------------------------------------------------- */
/* Unit u, below FL_TEXCOORDS: 9 bits */
#define FL_FF_VS_UNIT(key, u)   ((uint32_t)((key) >> (9 * (u))) & 0x1ff)
#define FL_FF_UNIT_AT(bits, u)  ((uint64_t)(bits) << (9 * (u)))
#define FL_FF_UNIT_ALL          0x1ffu
#define FL_FF_UNIT_ON           1u
#define FL_FF_UNIT_GEN(gen)     ((uint32_t)(gen) << 1) /* enum fl_texgen */
#define FL_FF_UNIT_GEN_OF(b)    ((b) >> 1 & 7)
#define FL_FF_UNIT_SIZE(n)      (((uint32_t)(n)-2) << 4) /* components that the vertex gives */
#define FL_FF_UNIT_SIZE_OF(b)   (((b) >> 4 & 3) + 2)
#define FL_FF_UNIT_MATRIX       (1u << 6) /* there is a texture matrix; never with planes, which include it */
#define FL_FF_UNIT_PROJ         (1u << 7) /* q matters */
#define FL_FF_UNIT_THREE        (1u << 8) /* r matters: cubes and volumes */
/* Light i: 3 bits */
#define FL_FF_VS_LIGHT(key, i)  ((uint32_t)((key) >> (36 + 3 * (i))) & 7)
#define FL_FF_LIGHT_AT(bits, i) ((uint64_t)(bits) << (36 + 3 * (i)))
#define FL_FF_LIGHT_KIND        3u
enum { FL_FF_LIGHT_OFF, FL_FF_LIGHT_DIRECTION, FL_FF_LIGHT_POINT, FL_FF_LIGHT_ATTENUATED };
#define FL_FF_LIGHT_SPECULAR      4u
#define FL_FF_VS_LIGHTS           (UINT64_C(0xfff) << 36)
#define FL_FF_VS_LIGHTING         (UINT64_C(1) << 48)
#define FL_FF_VS_COLOR_MATERIAL   (UINT64_C(1) << 49)
#define FL_FF_VS_FOG(n)           ((uint64_t)(n) << 50) /* 1 + enum fl_fog_mode */
#define FL_FF_VS_FOG_OF(key)      ((uint32_t)((key) >> 50) & 3)
#define FL_FF_VS_POINT_SIZE       (UINT64_C(1) << 52)
#define FL_FF_VS_SPRITE           (UINT64_C(1) << 53) /* points: the chip makes unit 0's coordinate */
#define FL_FF_VS_CLEAR            (UINT64_C(1) << 54) /* position and color as they come: for clears */
#define FL_FF_VS_STIPPLE          (UINT64_C(1) << 55) /* lines: the chip adds a last coordinate */

/* ---- keys of fragment programs ------------------------------------------------------------------------- */
/* Unit u: 7 bits */
#define FL_FF_FS_UNIT(key, u)     ((uint32_t)((key) >> (7 * (u))) & 0x7f)
#define FL_FF_FS_UNIT_AT(bits, u) ((uint64_t)(bits) << (7 * (u)))
#define FL_FF_FS_ON               1u
#define FL_FF_FS_ENV(env)         ((uint32_t)(env) << 1) /* enum fl_texenv */
#define FL_FF_FS_ENV_OF(b)        ((b) >> 1 & 7)
#define FL_FF_FS_PROJ             (1u << 4)
#define FL_FF_FS_KIND(kind)       ((uint32_t)(kind) << 5) /* enum fl_tex_kind */
#define FL_FF_FS_KIND_OF(b)       ((b) >> 5 & 3)
#define FL_FF_FS_FOG              (UINT64_C(1) << 28)
#define FL_FF_FS_STIPPLE          (UINT64_C(1) << 29)

/* ---- constants ----------------------------------------------------------------------------------------- */
/* Of vertex programs, one vector each */
enum {
	FL_FF_C_MVP = 0,       /* 4 rows: projection * modelview */
	FL_FF_C_EYE = 4,       /* 3 rows of modelview */
	FL_FF_C_NORMAL = 7,    /* 3 rows; w of the first is 0.5 */
	FL_FF_C_FOG = 10,      /* times the position: see fl_ff_const.c */
	FL_FF_C_POINT = 11,    /* a, b, c of the attenuation; w: size in pixels */
	FL_FF_C_BASE = 12,     /* color that no light adds to */
	FL_FF_C_EMISSION = 13, /* w: alpha */
	FL_FF_C_LIGHT = 14,    /* 5 a light: */
	FL_FF_L_POSITION = 0,  /* or direction */
	FL_FF_L_HALF = 1,      /* of a direction: the half-way vector; of a point: attenuation */
	FL_FF_L_DIFFUSE = 2,
	FL_FF_L_SPECULAR = 3, /* w: shininess */
	FL_FF_L_AMBIENT = 4,
	FL_FF_L_COUNT = 5,
	/* 4 rows a unit: texture matrix, or planes */
	FL_FF_C_UNIT = FL_FF_C_LIGHT + FL_FF_L_COUNT * (int)FL_LIGHTS,
	FL_FF_C_COUNT = FL_FF_C_UNIT + 4 * (int)FL_TEXCOORDS,
};
/* Of fragment programs */
enum {
	FL_FF_FC_FOG = 0, /* color */
	FL_FF_FC_ENV = 1, /* color, one a unit */
	FL_FF_FC_STIPPLE = FL_FF_FC_ENV + (int)FL_TEXCOORDS,
};

/* Groups of constants, in the order in which they are sent */
#define FL_FF_G_MVP       (1u << 0)
#define FL_FF_G_EYE       (1u << 1)
#define FL_FF_G_NORMAL    (1u << 2)
#define FL_FF_G_FOG       (1u << 3)
#define FL_FF_G_POINT     (1u << 4)
#define FL_FF_G_BASE      (1u << 5) /* and emission */
#define FL_FF_G_LIGHT(i)  (1u << (6 + (i)))
#define FL_FF_G_LIGHTS    (15u << 6)
#define FL_FF_G_UNIT(u)   (1u << (10 + 2 * (u))) /* a unit's rows, and its color */
#define FL_FF_G_UNITS     (0x55u << 10)
#define FL_FF_G_ENV(u)    (1u << (11 + 2 * (u)))
#define FL_FF_G_ENVS      (0xaau << 10)
#define FL_FF_G_STIPPLE   (1u << 18)
#define FL_FF_G_FOG_COLOR (1u << 19)
/* Those of vertex programs; the others are of fragment programs. */
#define FL_FF_G_VERTEX    (0x3ffu | FL_FF_G_UNITS)

#define FL_FF_GROUP_MAX   5u /* vectors of a group at most */

/* The keys of the present state. */
uint64_t fl_ff_vs_key(const struct fl_draw *d);
uint64_t fl_ff_fs_key(const struct fl_draw *d);
/* What d->dirty says in groups of constants, and the groups that programs of these keys read. */
uint32_t fl_ff_owed(uint32_t dirty);
uint32_t fl_ff_needs(uint64_t vs, uint64_t fs);
/* The values of one group. Returns how many vectors; *first: the number of the first constant. v is written
 * and not read: it may be in the command stream. */
uint32_t fl_ff_values(const struct fl_draw *d, uint32_t group, uint32_t *first, float v[FL_FF_GROUP_MAX][4]);
/* Planes times the texture matrix of unit u, or that alone: rows that make s, t, r, q. */
void fl_ff_unit_rows(const struct fl_draw *d, uint32_t u, float rows[4][4]);

/* Point lights whose attenuation is not 1 */
static inline bool fl_ff_fades(const struct fl_light *l)
{
	return l->position[3] != 0 &&
	       !(l->attenuation[0] == 1 && l->attenuation[1] == 0 && l->attenuation[2] == 0);
}

/* ---- what a vertex program computes on its way --------------------------------------------------------- */
/* The unit normal in eye space; the reflected ray; the position in eye space */
bool fl_ff_reads_normal(uint64_t key);
bool fl_ff_reflects(uint64_t key);
bool fl_ff_reads_eye(uint64_t key);

#ifdef __cplusplus
}
#endif

#endif
