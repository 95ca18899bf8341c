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

/* ---- parts that are alike in all programs that have them ----------------------------------------------- */
#define DO(op_, to_, a_, b_, c_)                                        \
	{                                                               \
		.op = FL_FF_##op_, .to = to_, .a = a_, .b = b_, .c = c_ \
	}
#define RUN(code, part) run(code, part, sizeof(part) / sizeof((part)[0]))

static void run(struct fl_ff_code *b, const struct fl_ff_inst *part, uint32_t n)
{
	memcpy(b->end, part, n * sizeof(*part));
	b->end += n;
}

static const struct fl_ff_inst normal[] = {
    DO(DP3, TEMP(T_NORMAL, X), C(FL_FF_C_NORMAL, XYZW), IN(NORMAL, XYZW), NONE),
    DO(DP3, TEMP(T_NORMAL, Y), C(FL_FF_C_NORMAL + 1, XYZW), IN(NORMAL, XYZW), NONE),
    DO(DP3, TEMP(T_NORMAL, Z), C(FL_FF_C_NORMAL + 2, XYZW), IN(NORMAL, XYZW), NONE),
    DO(DP3, TEMP(T_NORMAL, W), R(T_NORMAL, XYZW), R(T_NORMAL, XYZW), NONE),
    DO(RSQ, TEMP(T_NORMAL, W), R(T_NORMAL, WWWW), NONE, NONE),
    DO(MUL, TEMP(T_NORMAL, XYZ), R(T_NORMAL, XYZW), R(T_NORMAL, WWWW), NONE),
};

/* The eye's ray of length 1, and its reflection about the normal: ray - 2 normal (normal . ray). */
static const struct fl_ff_inst reflection[] = {
    DO(MUL, TEMP(T_RAY, XYZ), R(T_EYE, XYZW), R(T_RAY, WWWW), NONE),
    DO(DP3, TEMP(T_NORMAL, W), R(T_NORMAL, XYZW), R(T_RAY, XYZW), NONE),
    DO(MAD, TEMP(T_REFLECTION, XYZ), R(T_NORMAL, WWWW | FL_FF_NEGATE), R(T_NORMAL, XYZW), R(T_RAY, XYZW)),
    DO(MAD, TEMP(T_REFLECTION, XYZ), R(T_NORMAL, WWWW | FL_FF_NEGATE), R(T_NORMAL, XYZW),
       R(T_REFLECTION, XYZW)),
};

/* OpenGL 1.x, GL_SPHERE_MAP: (r.x, r.y) / (2 |r + (0, 0, 1)|) + 1/2 */
static const struct fl_ff_inst sphere[] = {
    DO(ADD, TEMP(T_WORK, XYZ), R(T_REFLECTION, XYZW), UNIT_Z, NONE),
    DO(DP3, TEMP(T_WORK, W), R(T_WORK, XYZW), R(T_WORK, XYZW), NONE),
    DO(RSQ, TEMP(T_WORK, W), R(T_WORK, WWWW), NONE, NONE),
    DO(MUL, TEMP(T_WORK, XY), R(T_WORK, XYZW), R(T_WORK, WWWW), NONE),
    DO(MAD, TEMP(T_WORK, XY), R(T_WORK, XYZW), C(FL_FF_C_NORMAL, WWWW), C(FL_FF_C_NORMAL, WWWW)),
};

/* The length of the eye's position squared, and 1 over it */
static const struct fl_ff_inst distance[] = {
    DO(DP3, TEMP(T_EYE, W), R(T_EYE, XYZW), R(T_EYE, XYZW), NONE),
    DO(RSQ, TEMP(T_RAY, W), R(T_EYE, WWWW), NONE, NONE),
};

/* size / sqrt(a + b r + c r^2), r^2 in w of the eye's position and 1 / r in w of the ray */
static const struct fl_ff_inst point_size[] = {
    DO(MUL, TEMP(T_WORK, Y), R(T_EYE, WWWW), R(T_RAY, WWWW), NONE),
    DO(MAD, TEMP(T_WORK, X), R(T_EYE, WWWW), C(FL_FF_C_POINT, ZZZZ), C(FL_FF_C_POINT, XXXX)),
    DO(MAD, TEMP(T_WORK, X), R(T_WORK, YYYY), C(FL_FF_C_POINT, YYYY), R(T_WORK, XXXX)),
    DO(RSQ, TEMP(T_WORK, X), R(T_WORK, XXXX), NONE, NONE),
    DO(MUL, OUT(POINT_SIZE, ALL), R(T_WORK, XXXX), C(FL_FF_C_POINT, WWWW), NONE),
};

/* ---- the others ---------------------------------------------------------------------------------------- */
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
		RUN(b, sphere);
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
		RUN(b, normal);
	if (key & FL_FF_VS_POINT_SIZE || fl_ff_reflects(key))
		RUN(b, distance);
	if (key & FL_FF_VS_POINT_SIZE)
		RUN(b, point_size);
	if (key & FL_FF_VS_LIGHTING)
		fl_ff_light(b, key);
	else
		PUT1(b, MOV, OUT(COLOR, ALL), IN(COLOR, XYZW));
	if (fl_ff_reflects(key))
		RUN(b, reflection);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (at.out[FL_FF_OUT_TEXCOORD + u] != FL_FF_NOT_THERE)
			coordinate(b, u, FL_FF_VS_UNIT(key, u));
	if (FL_FF_VS_FOG_OF(key))
		fog(b, FL_FF_VS_FOG_OF(key));
	return (uint32_t)(b->end - inst);
}
