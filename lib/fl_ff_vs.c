/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs: position, texture coordinates, fog, point size. Lighting is in
 * fl_ff_light.c.
 */
#include "lib/fl_ff_compose.h"

void fl_ff_put(struct fl_ff_code *code, enum fl_ff_op op, struct fl_ff_dst to, struct fl_ff_src a,
	       struct fl_ff_src b, struct fl_ff_src c)
{
	*code->end++ = (struct fl_ff_inst){.op = (uint8_t)op, .to = to, .a = a, .b = b, .c = c};
}

/* Those rows of a matrix at constant c that to.mask names, times the source. */
static void rows(struct fl_ff_code *b, struct fl_ff_dst to, uint32_t c, struct fl_ff_src source)
{
	uint32_t mask = to.mask;

	for (uint32_t r = 0; r < 4; r++) {
		to.mask = (uint8_t)(mask & 1u << r);
		if (to.mask)
			PUT2(b, DP4, to, C(c + r, XYZW), source);
	}
}

static void normal(struct fl_ff_code *b)
{
	for (uint32_t r = 0; r < 3; r++)
		PUT2(b, DP3, TEMP(T_NORMAL, X << r), C(FL_FF_C_NORMAL + r, XYZW), IN(NORMAL, XYZW));
	PUT2(b, DP3, TEMP(T_NORMAL, W), R(T_NORMAL, XYZW), R(T_NORMAL, XYZW));
	PUT1(b, RSQ, TEMP(T_NORMAL, W), R(T_NORMAL, WWWW));
	PUT2(b, MUL, TEMP(T_NORMAL, XYZ), R(T_NORMAL, XYZW), R(T_NORMAL, WWWW));
}

/* The eye's ray of length 1, and its reflection about the normal: ray - 2 normal (normal . ray). */
static void reflection(struct fl_ff_code *b)
{
	const struct fl_ff_src dot = R(T_NORMAL, WWWW | FL_FF_NEGATE), n = R(T_NORMAL, XYZW);

	PUT2(b, MUL, TEMP(T_RAY, XYZ), R(T_EYE, XYZW), R(T_RAY, WWWW));
	PUT2(b, DP3, TEMP(T_NORMAL, W), n, R(T_RAY, XYZW));
	PUT3(b, MAD, TEMP(T_REFLECTION, XYZ), dot, n, R(T_RAY, XYZW));
	PUT3(b, MAD, TEMP(T_REFLECTION, XYZ), dot, n, R(T_REFLECTION, XYZW));
}

/* OpenGL 1.x, GL_SPHERE_MAP: (r.x, r.y) / (2 |r + (0, 0, 1)|) + 1/2 */
static void sphere(struct fl_ff_code *b)
{
	const struct fl_ff_src half = C(FL_FF_C_NORMAL, WWWW);

	PUT2(b, ADD, TEMP(T_WORK, XYZ), R(T_REFLECTION, XYZW), UNIT_Z);
	PUT2(b, DP3, TEMP(T_WORK, W), R(T_WORK, XYZW), R(T_WORK, XYZW));
	PUT1(b, RSQ, TEMP(T_WORK, W), R(T_WORK, WWWW));
	PUT2(b, MUL, TEMP(T_WORK, XY), R(T_WORK, XYZW), R(T_WORK, WWWW));
	PUT3(b, MAD, TEMP(T_WORK, XY), R(T_WORK, XYZW), half, half);
}

static void coordinate(struct fl_ff_code *b, uint32_t u, uint32_t unit)
{
	struct fl_ff_dst to = OUT(TEXCOORD + u, ALL);
	struct fl_ff_src source;
	uint32_t gen = FL_FF_UNIT_GEN_OF(unit);

	switch (gen) {
	case FL_GEN_OBJECT:
		source = IN(POSITION, XYZW);
		break;
	case FL_GEN_EYE:
		source = R(T_EYE, XYZ1);
		break;
	case FL_GEN_REFLECTION:
		source = R(T_REFLECTION, XYZ1);
		break;
	case FL_GEN_SPHERE:
		sphere(b);
		source = R(T_WORK, XY01);
		break;
	case FL_GEN_NORMAL:
		source = R(T_NORMAL, XYZ1);
		break;
	default:
		source = IN(TEXCOORD + u, XYZW);
		break;
	}
	if (unit & FL_FF_UNIT_MATRIX || gen == FL_GEN_OBJECT || gen == FL_GEN_EYE) {
		to.mask = XY | (unit & FL_FF_UNIT_THREE ? Z : 0) | (unit & FL_FF_UNIT_PROJ ? W : 0);
		rows(b, to, FL_FF_C_UNIT + 4 * u, source);
		source.select = XY01; /* what is not read: 0 and 1 */
		to.mask = ALL & ~to.mask;
	}
	if (to.mask)
		PUT1(b, MOV, to, source);
}

/* The fog factor, in all four places of the output. */
static void fog(struct fl_ff_code *b, uint32_t mode)
{
	const struct fl_ff_src by = C(FL_FF_C_FOG, XYZW), position = IN(POSITION, XYZW);
	const struct fl_ff_dst to = saturated(OUT(FOG, ALL));

	if (mode == 1 + FL_FOG_LINEAR) {
		PUT2(b, DP4, to, by, position);
		return;
	}
	PUT2(b, DP4, TEMP(T_WORK, X), by, position);
	if (mode == 1 + FL_FOG_EXP2)
		PUT2(b, MUL, TEMP(T_WORK, X), R(T_WORK, XXXX | FL_FF_NEGATE), R(T_WORK, XXXX));
	PUT1(b, EX2, to, R(T_WORK, XXXX));
}

/* size / sqrt(a + b r + c r^2), r^2 in w of the eye's position and 1 / r in w of the ray */
static void point_size(struct fl_ff_code *b)
{
	PUT2(b, MUL, TEMP(T_WORK, Y), R(T_EYE, WWWW), R(T_RAY, WWWW));
	PUT3(b, MAD, TEMP(T_WORK, X), R(T_EYE, WWWW), C(FL_FF_C_POINT, ZZZZ), C(FL_FF_C_POINT, XXXX));
	PUT3(b, MAD, TEMP(T_WORK, X), R(T_WORK, YYYY), C(FL_FF_C_POINT, YYYY), R(T_WORK, XXXX));
	PUT1(b, RSQ, TEMP(T_WORK, X), R(T_WORK, XXXX));
	PUT2(b, MUL, OUT(POINT_SIZE, ALL), R(T_WORK, XXXX), C(FL_FF_C_POINT, WWWW));
}

uint32_t fl_ff_vs_make(uint64_t key, struct fl_ff_inst *inst)
{
	struct fl_ff_code code = {inst}, *b = &code;
	struct fl_ff_places at;

	fl_ff_vs_places(key, &at);
	if (key & FL_FF_VS_CLEAR)
		PUT1(b, MOV, OUT(POSITION, ALL), IN(POSITION, XYZW));
	else
		rows(b, OUT(POSITION, ALL), FL_FF_C_MVP, IN(POSITION, XYZW));
	if (fl_ff_reads_eye(key))
		rows(b, TEMP(T_EYE, XYZ), FL_FF_C_EYE, IN(POSITION, XYZW));
	if (fl_ff_reads_normal(key))
		normal(b);
	if (key & FL_FF_VS_POINT_SIZE || fl_ff_reflects(key)) {
		PUT2(b, DP3, TEMP(T_EYE, W), R(T_EYE, XYZW), R(T_EYE, XYZW));
		PUT1(b, RSQ, TEMP(T_RAY, W), R(T_EYE, WWWW));
	}
	if (key & FL_FF_VS_POINT_SIZE)
		point_size(b);
	if (key & FL_FF_VS_LIGHTING)
		fl_ff_light(b, key);
	else
		PUT1(b, MOV, OUT(COLOR, ALL), IN(COLOR, XYZW));
	if (fl_ff_reflects(key))
		reflection(b);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (at.out[FL_FF_OUT_TEXCOORD + u] != FL_FF_NOT_THERE)
			coordinate(b, u, FL_FF_VS_UNIT(key, u));
	if (FL_FF_VS_FOG_OF(key))
		fog(b, FL_FF_VS_FOG_OF(key));
	return (uint32_t)(b->end - inst);
}
