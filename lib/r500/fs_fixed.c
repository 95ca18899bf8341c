/* SPDX-License-Identifier: MIT
 *
 * Fixed-function fragment programs, one table a variant. r0: color; with a texture r1: its coordinate, then its color.
 */
#include "lib/r500/programs.h"
#include "lib/r500/us.h"

/* Operands that repeat */
#define RGB(s)      US_RGB(s, US_SWZ_RGB)
#define ONES        US_RGB(0, US_SWZ_111)
#define ZEROS       US_RGB(0, US_SWZ_000)
#define ALPHA(s)    US_A(s, US_ALPHA)
#define ALPHA_ONE   US_A(0, US_1)
#define ALPHA_ZERO  US_A(0, US_ZERO)
#define ONLY(t)     US_ADDR(US_T(t), US_NONE, US_NONE)
#define TWO(t0, t1) US_ADDR(US_T(t0), US_T(t1), US_NONE)

/* Each texture environment writes its color with kind: to the output, or to r0 when fog follows. */
#define PLAIN(kind) US_MAD(kind, 0, ONLY(0), RGB(0), ONES, ZEROS, ALPHA(0), ALPHA_ONE, ALPHA_ZERO)
/* r0 * r1 */
#define MODULATE(kind) \
	US_TEX(0, 1, 1), US_MAD(kind | US_WAIT, 0, TWO(0, 1), RGB(0), RGB(1), ZEROS, ALPHA(0), ALPHA(1), ALPHA_ZERO)
/* r1 */
#define REPLACE(kind) \
	US_TEX(0, 1, 1), US_MAD(kind | US_WAIT, 0, ONLY(1), RGB(0), ONES, ZEROS, ALPHA(0), ALPHA_ONE, ALPHA_ZERO)
/* r1.a * r1.rgb + (1 - r1.a) * r0.rgb, r0.a; the second product first, in r4 */
#define DECAL(kind)                                                                                                    \
	US_TEX(0, 1, 1),                                                                                               \
	    US_MAD(US_ALU | US_WAIT, 4, TWO(0, 1), US_NEG_RGB(0, US_SWZ_RGB), US_RGB(1, US_SWZ_AAA), RGB(0), ALPHA(0), \
		   ALPHA_ONE, ALPHA_ZERO),                                                                             \
	    US_MAD(kind, 0, TWO(1, 4), RGB(0), US_RGB(0, US_SWZ_AAA), RGB(1), ALPHA(1), ALPHA_ONE, ALPHA_ZERO)
/* f * r0 + (1 - f) * c0, with f the first component of r[fog]; (1 - f) * c0 first, in r3 */
#define FOG(fog)                                                                                                     \
	US_MAD(US_ALU, 3, US_ADDR(US_C(0), US_T(fog), US_NONE), US_NEG_RGB(0, US_SWZ_RGB), US_RGB(1, US_SWZ_RRR),    \
	       RGB(0), ALPHA(0), ALPHA_ONE, ALPHA_ZERO),                                                             \
	    US_MAD(US_OUT, 0, US_ADDR(US_T(0), US_T(fog), US_T(3)), RGB(0), US_RGB(1, US_SWZ_RRR), RGB(2), ALPHA(0), \
		   ALPHA_ONE, ALPHA_ZERO)

static const uint32_t plain[] = {PLAIN(US_OUT)};
static const uint32_t modulate[] = {MODULATE(US_OUT)};
static const uint32_t replace[] = {REPLACE(US_OUT)};
static const uint32_t decal[] = {DECAL(US_OUT)};
static const uint32_t plain_fog[] = {FOG(1)};
static const uint32_t modulate_fog[] = {MODULATE(US_ALU), FOG(2)};
static const uint32_t replace_fog[] = {REPLACE(US_ALU), FOG(2)};
static const uint32_t decal_fog[] = {DECAL(US_ALU), FOG(2)};

#define PROGRAM(t, temp)                \
	{                               \
		t, sizeof(t) / 24, temp \
	}

static const struct {
	const uint32_t *words;
	uint8_t n, last_temp;
} programs[8] = {
    [0] = PROGRAM(plain, 1), /* US_PIXSIZE is at least 1 */
    [1 + FL_MODULATE] = PROGRAM(modulate, 1),
    [1 + FL_REPLACE] = PROGRAM(replace, 1),
    [1 + FL_DECAL] = PROGRAM(decal, 4),
    [R500_FS_FOG] = PROGRAM(plain_fog, 3),
    [R500_FS_FOG + 1 + FL_MODULATE] = PROGRAM(modulate_fog, 3),
    [R500_FS_FOG + 1 + FL_REPLACE] = PROGRAM(replace_fog, 3),
    [R500_FS_FOG + 1 + FL_DECAL] = PROGRAM(decal_fog, 4),
};

const uint32_t *r500_fs_find(uint32_t key, uint32_t *n_instructions, uint32_t *last_temp)
{
	*n_instructions = programs[key & 7].n;
	*last_temp = programs[key & 7].last_temp;
	return programs[key & 7].words;
}
