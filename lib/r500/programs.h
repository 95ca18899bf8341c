/* SPDX-License-Identifier: MIT
 *
 * The fixed-function programs: what the library asks for, and what it gets.
 *
 * Vertex programs. Inputs: v0 position (w = 1), v1 color, then the texture coordinate, then the normal, as far as they are
 * there. Outputs: o0 position, o1 color, then texture coordinate and fog factor, as far as they are there.
 * Fragment programs. r0 color, then texture coordinate (r1) and fog factor, as far as they are there.
 */
#ifndef LIB_R500_PROGRAMS_H
#define LIB_R500_PROGRAMS_H

#include "lib/fl_draw.h"

/* Keys */
#define R500_VS_TEX   1u
#define R500_VS_LIGHT 2u
#define R500_VS_FOG   4u
#define R500_VS_CLEAR 8u /* o0 = v0, o1 = v1: positions are pixels */
#define R500_FS_ENV   3u /* 0 no texture, else 1 + enum fl_texenv */
#define R500_FS_FOG   4u

/* Vertex constants, one vector each */
enum {
	R500_C_MVP = 0,    /* 4 rows: projection * modelview */
	R500_C_TEXMAT = 4, /* 4 rows */
	R500_C_NORMAL = 8, /* 3 rows; w unused */
	R500_C_LIGHT = 11, /* direction to the light */
	R500_C_HALF = 12,  /* half-way vector, w: specular exponent */
	R500_C_AMBIENT = 13,
	R500_C_DIFFUSE = 14,
	R500_C_SPECULAR = 15,
	R500_C_FOG = 16, /* times the position: the fog factor */
	R500_C_COUNT = 17,
};

/* Program memory: a slot a program. */
#define R500_VS_SLOT        64u /* instructions */
#define R500_FS_SLOT        16u
/* The last of fragment program and constant memory are fl_clear()'s. */
#define R500_FS_CLEAR_AT    508u
#define R500_FS_CLEAR_CONST 255u

/* Make the vertex program of key in words (4 dwords an instruction, at most R500_VS_SLOT of them). Returns the number of
 * instructions; *last_position is the one that writes the position last. */
uint32_t r500_vs_make(uint32_t key, uint32_t *words, uint32_t *last_position);
/* The fragment program of key: words (6 dwords an instruction), number of instructions, highest temporary used. */
const uint32_t *r500_fs_find(uint32_t key, uint32_t *n_instructions, uint32_t *last_temp);

/* Choose the programs for d->dirty, load those that are not resident, and point the chip at them. */
uint32_t *r500_draw_vs(struct fl_draw *d, uint32_t *p, uint32_t key);
uint32_t *r500_draw_fs(struct fl_draw *d, uint32_t *p, uint32_t key);
/* The vertex format, and the routing from the vertex program's outputs to the fragment program's registers. */
uint32_t *r500_draw_route(uint32_t *p, uint32_t key);
/* Vertex constants [first, first + n). */
uint32_t *r500_draw_vs_const(uint32_t *p, uint32_t first, uint32_t n, const float (*v)[4]);

#endif
