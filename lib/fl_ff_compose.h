/* SPDX-License-Identifier: MIT
 *
 * Inside the composer of fixed-function programs: how its files write an instruction down.
 *
 *	PUT3(b, MAD, TEMP(T_WORK, X), R(T_WORK, YYYY), C(FL_FF_C_POINT, YYYY), R(T_WORK, XXXX));
 */
#ifndef LIB_FL_FF_COMPOSE_H
#define LIB_FL_FF_COMPOSE_H

#include "lib/fl_ff_form.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Temporaries of vertex programs */
enum {
	T_NORMAL = 0, /* in eye space, of length 1 */
	T_EYE,        /* position in eye space; w: its length squared, where a later instruction reads that */
	T_RAY,        /* the same of length 1; w: 1 / length */
	T_REFLECTION, /* of the ray about the normal */
	T_WORK,
	T_SUM,     /* of the lights */
	T_TO,      /* towards the light */
	T_SCRATCH, /* of one light */
	T_LIT,     /* one a light: y diffuse factor, z specular factor, w attenuation */
};

/* Masks of destinations */
enum { X = 1, Y = 2, Z = 4, W = 8, XY = 3, YZ = 6, XYZ = 7, ALL = 15 };

/* Selectors of sources */
#define XYZW            FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W)
#define XYZ0            FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_0)
#define XYZ1            FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_1)
#define XY01            FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_0, FL_FF_1)
#define XXXX            FL_FF_SELECT(FL_FF_X, FL_FF_X, FL_FF_X, FL_FF_X)
#define YYYY            FL_FF_SELECT(FL_FF_Y, FL_FF_Y, FL_FF_Y, FL_FF_Y)
#define ZZZZ            FL_FF_SELECT(FL_FF_Z, FL_FF_Z, FL_FF_Z, FL_FF_Z)
#define WWWW            FL_FF_SELECT(FL_FF_W, FL_FF_W, FL_FF_W, FL_FF_W)

#define SOURCE(f, n, s) ((struct fl_ff_src){.file = FL_FF_##f, .at = (uint8_t)(n), .select = (uint16_t)(s)})
#define R(n, s)         SOURCE(TEMP, n, s)
#define IN(n, s)        SOURCE(IN, FL_FF_IN_##n, s)
#define C(n, s)         SOURCE(CONST, n, s)
#define ZERO            SOURCE(LITERAL, 0, FL_FF_SELECT(FL_FF_0, FL_FF_0, FL_FF_0, FL_FF_0))
#define UNIT_Z          SOURCE(LITERAL, 0, FL_FF_SELECT(FL_FF_0, FL_FF_0, FL_FF_1, FL_FF_0))
#define NONE            ((struct fl_ff_src){0})

#define DEST(f, n, m)   ((struct fl_ff_dst){.file = FL_FF_##f, .at = (uint8_t)(n), .mask = (uint8_t)(m)})
#define TEMP(n, m)      DEST(TEMP, n, m)
#define OUT(n, m)       DEST(OUT, FL_FF_OUT_##n, m)

static inline struct fl_ff_dst saturated(struct fl_ff_dst to)
{
	to.saturate = true;
	return to;
}

/* The program as far as it is made */
struct fl_ff_code {
	struct fl_ff_inst *end;
};

void fl_ff_put(struct fl_ff_code *code, enum fl_ff_op op, struct fl_ff_dst to, struct fl_ff_src a,
	       struct fl_ff_src b, struct fl_ff_src c);
#define PUT1(code, op, to, a)       fl_ff_put(code, FL_FF_##op, to, a, NONE, NONE)
#define PUT2(code, op, to, a, b)    fl_ff_put(code, FL_FF_##op, to, a, b, NONE)
#define PUT3(code, op, to, a, b, c) fl_ff_put(code, FL_FF_##op, to, a, b, c)

/* The lit color goes out. */
void fl_ff_light(struct fl_ff_code *code, uint64_t key);

#ifdef __cplusplus
}
#endif

#endif
