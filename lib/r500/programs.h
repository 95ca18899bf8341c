/* SPDX-License-Identifier: MIT
 *
 * The fixed-function programs: what the library asks for, and what it gets.
 *
 * A program is composed from a key: 64 bits that say all that matters to it, and nothing else, so that equal
 * keys are equal programs. Those that the chip holds are kept in a table of FL_PROGRAMS; the oldest make
 * room.
 *
 * Vertex programs. Inputs: v0 position (w = 1), v1 color, then normal and texture coordinates, as far as they
 * are read. Outputs: o0 position, point size, color, the units' texture coordinates, fog factor, as far as
 * they are there; all of 4 components. Fragment programs. r0 color, then the units' texture coordinates, the
 * fog factor, that of a stipple, as far as they are there. They write outA.
 */
#ifndef LIB_R500_PROGRAMS_H
#define LIB_R500_PROGRAMS_H

#include "lib/fl_draw.h"

/* ---- keys of vertex programs --------------------------------------------------------------------------- */
/* Unit u, below FL_TEXCOORDS: 9 bits */
#define FL_R500_VS_UNIT(key, u)   ((uint32_t)((key) >> (9 * (u))) & 0x1ff)
#define FL_R500_UNIT_AT(bits, u)  ((uint64_t)(bits) << (9 * (u)))
#define FL_R500_UNIT_ON           1u
#define FL_R500_UNIT_GEN(gen)     ((uint32_t)(gen) << 1) /* enum fl_texgen */
#define FL_R500_UNIT_GEN_OF(b)    ((b) >> 1 & 7)
#define FL_R500_UNIT_SIZE(n)      (((uint32_t)(n)-2) << 4) /* components that the vertex gives */
#define FL_R500_UNIT_SIZE_OF(b)   (((b) >> 4 & 3) + 2)
#define FL_R500_UNIT_MATRIX       (1u << 6) /* there is a texture matrix; never with planes, which include it */
#define FL_R500_UNIT_PROJ         (1u << 7) /* q matters */
#define FL_R500_UNIT_THREE        (1u << 8) /* r matters: cubes and volumes */
/* Light i: 3 bits */
#define FL_R500_VS_LIGHT(key, i)  ((uint32_t)((key) >> (36 + 3 * (i))) & 7)
#define FL_R500_LIGHT_AT(bits, i) ((uint64_t)(bits) << (36 + 3 * (i)))
#define FL_R500_LIGHT_KIND        3u
enum { FL_R500_LIGHT_OFF, FL_R500_LIGHT_DIRECTION, FL_R500_LIGHT_POINT, FL_R500_LIGHT_ATTENUATED };
#define FL_R500_LIGHT_SPECULAR      4u
#define FL_R500_VS_LIGHTS           (UINT64_C(0xfff) << 36)
#define FL_R500_VS_LIGHTING         (UINT64_C(1) << 48)
#define FL_R500_VS_COLOR_MATERIAL   (UINT64_C(1) << 49)
#define FL_R500_VS_FOG(n)           ((uint64_t)(n) << 50) /* 1 + enum fl_fog_mode */
#define FL_R500_VS_FOG_OF(key)      ((uint32_t)((key) >> 50) & 3)
#define FL_R500_VS_POINT_SIZE       (UINT64_C(1) << 52)
#define FL_R500_VS_SPRITE           (UINT64_C(1) << 53) /* points: the chip makes unit 0's coordinate */
#define FL_R500_VS_CLEAR            (UINT64_C(1) << 54) /* o0 = v0, o1 = v1, both of 4 floats: positions are pixels */

#define FL_R500_VS_STIPPLE          (UINT64_C(1) << 55) /* lines: the chip makes one coordinate more, the last */

/* ---- keys of fragment programs ------------------------------------------------------------------------- */
/* Unit u: 6 bits */
#define FL_R500_FS_UNIT(key, u)     ((uint32_t)((key) >> (6 * (u))) & 0x3f)
#define FL_R500_FS_UNIT_AT(bits, u) ((uint64_t)(bits) << (6 * (u)))
#define FL_R500_FS_ON               1u
#define FL_R500_FS_ENV(env)         ((uint32_t)(env) << 1)
#define FL_R500_FS_ENV_OF(b)        ((b) >> 1 & 7)
#define FL_R500_FS_PROJ             (1u << 4)
#define FL_R500_FS_THREE            (1u << 5)
#define FL_R500_FS_FOG              (UINT64_C(1) << 24)
#define FL_R500_FS_STIPPLE          (UINT64_C(1) << 25)

/* ---- constants ----------------------------------------------------------------------------------------- */
/* Of vertex programs, one vector each */
enum {
	FL_R500_C_MVP = 0,       /* 4 rows: projection * modelview */
	FL_R500_C_EYE = 4,       /* 3 rows of modelview */
	FL_R500_C_NORMAL = 7,    /* 3 rows; w of the first is 0.5 */
	FL_R500_C_FOG = 10,      /* times the position: see draw_const.c */
	FL_R500_C_POINT = 11,    /* a, b, c of the attenuation; w: size in pixels */
	FL_R500_C_BASE = 12,     /* color that no light adds to */
	FL_R500_C_EMISSION = 13, /* w: alpha */
	FL_R500_C_LIGHT = 14,    /* 5 a light: */
	FL_R500_L_POSITION = 0,  /* or direction */
	FL_R500_L_HALF = 1,      /* of a direction: the half-way vector; of a point: attenuation */
	FL_R500_L_DIFFUSE = 2,
	FL_R500_L_SPECULAR = 3, /* w: shininess */
	FL_R500_L_AMBIENT = 4,
	FL_R500_L_COUNT = 5,
	FL_R500_C_UNIT =
	    FL_R500_C_LIGHT + FL_R500_L_COUNT * (int)FL_LIGHTS, /* 4 rows a unit: texture matrix, or planes */
	FL_R500_C_COUNT = FL_R500_C_UNIT + 4 * (int)FL_TEXCOORDS,
};
/* Of fragment programs */
enum {
	FL_R500_FC_FOG = 0,
	FL_R500_FC_ENV = 1 /* one a unit */,
	FL_R500_FC_STIPPLE = FL_R500_FC_ENV + (int)FL_TEXCOORDS
};

/* Groups of constants: what d->owed and d->needs count in. */
#define FL_R500_G_MVP          (1u << 0)
#define FL_R500_G_EYE          (1u << 1)
#define FL_R500_G_NORMAL       (1u << 2)
#define FL_R500_G_FOG          (1u << 3)
#define FL_R500_G_POINT        (1u << 4)
#define FL_R500_G_BASE         (1u << 5) /* and emission */
#define FL_R500_G_LIGHT(i)     (1u << (6 + (i)))
#define FL_R500_G_LIGHTS       (15u << 6)
#define FL_R500_G_UNIT(u)      (1u << (10 + (u)))
#define FL_R500_G_UNITS        (15u << 10)
#define FL_R500_G_VERTEX       0x3fffu /* all of these */
#define FL_R500_G_FOG_COLOR    (1u << 14)
#define FL_R500_G_ENV(u)       (1u << (15 + (u)))
#define FL_R500_G_ENVS         (15u << 15)
#define FL_R500_G_STIPPLE      (1u << 19)

/* The last of fragment program and constant memory are fl_clear()'s. */
#define FL_R500_FS_CLEAR_AT    508u
#define FL_R500_FS_CLEAR_CONST 255u

/* ---- programs ------------------------------------------------------------------------------------------ */
/* Instructions that these programs have of the chip's memories; the rest is for the caller's own. */
#define FL_R500_VS_MEMORY      640u
#define FL_R500_FS_MEMORY      128u
#define FL_R500_VS_LONGEST     160u /* of the composed ones */
#define FL_R500_FS_LONGEST     24u

/* Where things are: numbers of inputs and outputs; FL_R500_NOT_THERE. */
#define FL_R500_NOT_THERE      255u
struct fl_r500_vs_places {
	uint8_t normal, texcoord[FL_TEXCOORDS], n_inputs;
	uint8_t out_size, out_color, out_unit[FL_TEXCOORDS], out_fog, n_outputs;
};
void fl_r500_vs_places(uint64_t key, struct fl_r500_vs_places *at);
/* Make the vertex program of key in words (4 dwords an instruction, at most FL_R500_VS_LONGEST of them).
 * Returns the number of instructions; *last_position is the one that writes the position last. */
uint32_t fl_r500_vs_make(uint64_t key, uint32_t *words, uint32_t *last_position);
/* The fragment program of key: 6 dwords an instruction, at most FL_R500_FS_LONGEST; *last_temp: highest
 * temporary used. */
uint32_t fl_r500_fs_make(uint64_t key, uint32_t *words, uint32_t *last_temp);

/* The keys of the present state. */
uint64_t fl_r500_vs_key(const struct fl_draw *d);
uint64_t fl_r500_fs_key(const struct fl_draw *d);
/* What d->dirty says in groups of constants, and the groups that programs of these keys read. */
uint32_t fl_r500_draw_owed(uint32_t dirty);
uint32_t fl_r500_draw_needs(uint64_t vs, uint64_t fs);
/* Send these groups. */
uint32_t *fl_r500_draw_constants(struct fl_draw *d, uint32_t *p, uint32_t groups);
/* Planes times the texture matrix of unit u, or that alone: rows that make s, t, r, q. */
void fl_r500_unit_rows(const struct fl_draw *d, uint32_t u, float rows[4][4]);

/* Point the chip at the program of key; load it if it is not resident. */
uint32_t *fl_r500_draw_vs(struct fl_draw *d, uint32_t *p, uint64_t key);
uint32_t *fl_r500_draw_fs(struct fl_draw *d, uint32_t *p, uint64_t key);
/* The program of key in c, or NULL. */
struct fl_resident *fl_r500_resident(struct fl_programs *c, uint64_t key);
/* A place for a program of n instructions in memory of that many, in place of the oldest that are in its
 * way. */
struct fl_resident *fl_r500_make_room(struct fl_programs *c, uint64_t key, uint32_t n, uint32_t memory);
/* Something else was written to the memory from there on. */
void fl_r500_forget(struct fl_programs *c, uint32_t from);
/* The vertex format of what fl_vertex() writes for the program of key. */
uint32_t *fl_r500_draw_format(struct fl_draw *d, uint32_t *p, uint64_t key);
/* The routing from the vertex program's outputs to the fragment program's registers. */
uint32_t *fl_r500_draw_route(uint32_t *p, uint64_t key);
/* Vertex constants [first, first + n). */
uint32_t *fl_r500_draw_vs_const(uint32_t *p, uint32_t first, uint32_t n, const float (*v)[4]);

#endif
