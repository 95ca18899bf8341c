/* SPDX-License-Identifier: MIT
 *
 * The tessellator: a patch's factors become points of its domain and primitives between them.
 *
 * Sources: OpenGL 4.0 chapter 2.12.2 (levels, rings of triangles, spacings), the Direct3D 11 functional
 * specification, "Tessellator" (points in units of 1/65536, where a fractional segment stands, factors of 1
 * beside larger ones).
 *
 * Triangles between two rings follow the order in which halving brings new points, as in the reference of
 * Direct3D 11 that Mesa's software rasterizer has too: both sides of a band go on where their next point
 * would stand if all edges had 64 segments. Chosen, for it is not looked up: the squares of a strip that
 * is left in the middle of a quad are halved alike.
 */
#ifndef HW_MODEL_CIK_TESS_H
#define HW_MODEL_CIK_TESS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	MCIK_TESS_MOST = 64,   /* segments of an edge */
	MCIK_TESS_ONE = 65536, /* 1 in a domain */
	MCIK_TESS_FACTORS = 6,
	MCIK_TESS_POINTS = (MCIK_TESS_MOST + 1) * (MCIK_TESS_MOST + 1),
	MCIK_TESS_INDICES = MCIK_TESS_MOST * MCIK_TESS_MOST * 6,
};

enum mcik_tess_domain { MCIK_TESS_LINES, MCIK_TESS_TRIANGLE, MCIK_TESS_QUAD };
enum mcik_tess_spacing { MCIK_TESS_INTEGER, MCIK_TESS_POW2, MCIK_TESS_ODD, MCIK_TESS_EVEN };
/* What comes out. Triangles turn from u to v, or from v to u. */
enum mcik_tess_output { MCIK_TESS_TO_POINTS, MCIK_TESS_TO_LINES, MCIK_TESS_U_TO_V, MCIK_TESS_V_TO_U };

struct mcik_tess_kind {
	uint8_t domain, spacing, output;
	float most; /* of each factor; at most MCIK_TESS_MOST */
};

struct mcik_tess {
	uint32_t n_points, n_indices;
	uint32_t u[MCIK_TESS_POINTS], v[MCIK_TESS_POINTS]; /* of MCIK_TESS_ONE */
	uint16_t index[MCIK_TESS_INDICES];                 /* a list of points, lines or triangles */
};

/* Factors of a domain, as they stand in memory: of lines how many segments each has, and how many there are;
 * of a triangle those of the edges u = 0, v = 0, w = 0, and the inner one; of a quad u = 0, v = 0, u = 1,
 * v = 1, and the inner ones along u and v. */
static inline unsigned mcik_tess_factors(enum mcik_tess_domain domain)
{
	return 2 + 2 * (unsigned)domain;
}

/* A patch whose outer factor is no number, or not above 0, gives nothing. */
void mcik_tess_cut(struct mcik_tess *t, const struct mcik_tess_kind *kind, const float *factor);

#endif
