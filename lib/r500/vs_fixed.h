/* SPDX-License-Identifier: MIT
 *
 * Inside the composer of vertex programs: what its two files share.
 */
#ifndef LIB_R500_VS_FIXED_H
#define LIB_R500_VS_FIXED_H

#include "lib/r500/programs.h"
#include "lib/r500/pvs.h"

/* Temporaries */
enum {
	T_NORMAL = 0, /* in eye space, of length 1 */
	T_EYE,        /* position in eye space; w: its length squared, where somebody asks for it */
	T_RAY,        /* the same of length 1; w: 1 / length */
	T_REFLECTION, /* of the ray about the normal */
	T_WORK,
	T_SUM,     /* of the lights */
	T_TO,      /* towards the light */
	T_SCRATCH, /* of one light */
	T_LIT,     /* one a light: y diffuse factor, z specular factor, w attenuation */
};

/* The lit color into output out. */
void fl_r500_vs_light(struct pvs *b, uint64_t key, uint32_t out);

#endif
