/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs: lighting, by the formula of lib/fl_light.h. What does not depend on the
 * vertex is in the constants: of the ambient light that of the scene and of all lights that do not fade, and,
 * where the material is not the vertex' color, its products with the lights.
 */
#include "lib/fl_ff_compose.h"

/* Light 0, step by step. unit and kind of a step say when it is taken: those kinds of light that unit names
 * must be as kind says. */
enum { POINT = 1, FADES = 2, SPECULAR = 4 };
#define K(which, select) C(FL_FF_C_LIGHT + FL_FF_L_##which, select)
#define STEP(when, is, op_, to_, a_, b_, c_)                                                          \
	{                                                                                             \
		.op = FL_FF_##op_, .unit = (when), .kind = (is), .to = to_, .a = a_, .b = b_, .c = c_ \
	}
static const struct fl_ff_inst steps[] = {
    /* A point: T_TO becomes the direction to it, w of lit its attenuation, 1 / (k.x + k.y distance + k.z
     * distance^2). */
    STEP(POINT, POINT, ADD, TEMP(T_TO, XYZ), K(POSITION, XYZW), R(T_EYE, XYZW | FL_FF_NEGATE), NONE),
    STEP(POINT, POINT, DP3, TEMP(T_TO, W), R(T_TO, XYZW), R(T_TO, XYZW), NONE),
    STEP(POINT, POINT, RSQ, TEMP(T_SCRATCH, W), R(T_TO, WWWW), NONE, NONE),
    STEP(FADES, FADES, MUL, TEMP(T_SCRATCH, Y), R(T_TO, WWWW), R(T_SCRATCH, WWWW), NONE),
    STEP(FADES, FADES, MAD, TEMP(T_SCRATCH, X), R(T_TO, WWWW), K(HALF, ZZZZ), K(HALF, XXXX)),
    STEP(FADES, FADES, MAD, TEMP(T_SCRATCH, X), R(T_SCRATCH, YYYY), K(HALF, YYYY), R(T_SCRATCH, XXXX)),
    STEP(FADES, FADES, RCP, TEMP(T_LIT, W), R(T_SCRATCH, XXXX), NONE, NONE),
    STEP(POINT, POINT, MUL, TEMP(T_TO, XYZ), R(T_TO, XYZW), R(T_SCRATCH, WWWW), NONE),
    /* y and z of lit: max(n.l, 0) and (n.h)^shininess; half-way from a point to the viewer, who is at (0, 0,
     * 1) far away */
    STEP(POINT, POINT, DP3, TEMP(T_LIT, Y), R(T_TO, XYZW), R(T_NORMAL, XYZW), NONE),
    STEP(POINT, 0, DP3, TEMP(T_LIT, Y), K(POSITION, XYZW), R(T_NORMAL, XYZW), NONE),
    STEP(SPECULAR, 0, MAX, TEMP(T_LIT, Y), R(T_LIT, YYYY), ZERO, NONE),
    STEP(POINT | SPECULAR, POINT | SPECULAR, ADD, TEMP(T_TO, XYZ), R(T_TO, XYZW), UNIT_Z, NONE),
    STEP(POINT | SPECULAR, POINT | SPECULAR, DP3, TEMP(T_TO, W), R(T_TO, XYZW), R(T_TO, XYZW), NONE),
    STEP(POINT | SPECULAR, POINT | SPECULAR, RSQ, TEMP(T_TO, W), R(T_TO, WWWW), NONE, NONE),
    STEP(POINT | SPECULAR, POINT | SPECULAR, DP3, TEMP(T_LIT, Z), R(T_TO, XYZW), R(T_NORMAL, XYZW), NONE),
    STEP(POINT | SPECULAR, POINT | SPECULAR, MUL, TEMP(T_LIT, Z), R(T_LIT, ZZZZ), R(T_TO, WWWW), NONE),
    STEP(POINT | SPECULAR, SPECULAR, DP3, TEMP(T_LIT, Z), K(HALF, XYZW), R(T_NORMAL, XYZW), NONE),
    STEP(SPECULAR, SPECULAR, LIT, TEMP(T_LIT, YZ), R(T_LIT, ZZZZ), R(T_LIT, YYYY), K(SPECULAR, WWWW)),
    /* What it adds to the sum but for its specular part, which no color of the vertex tints */
    STEP(FADES | SPECULAR, FADES | SPECULAR, MUL, TEMP(T_LIT, YZ), R(T_LIT, XYZW), R(T_LIT, WWWW), NONE),
    STEP(FADES | SPECULAR, FADES, MUL, TEMP(T_LIT, Y), R(T_LIT, XYZW), R(T_LIT, WWWW), NONE),
    STEP(FADES, FADES, MAD, TEMP(T_SUM, XYZ), R(T_LIT, WWWW), K(AMBIENT, XYZW), R(T_SUM, XYZW)),
    STEP(0, 0, MAD, TEMP(T_SUM, XYZ), R(T_LIT, YYYY), K(DIFFUSE, XYZW), R(T_SUM, XYZW)),
};

/* A source of light 0 as that of light i: the constants, and the temporary of the light's own. */
static struct fl_ff_src of_light(struct fl_ff_src s, uint32_t i)
{
	if (s.file == FL_FF_CONST)
		s.at = (uint8_t)(s.at + FL_FF_L_COUNT * i);
	else if (s.file == FL_FF_TEMP && s.at == T_LIT)
		s.at = (uint8_t)(T_LIT + i);
	return s;
}

static void one_light(struct fl_ff_code *b, uint32_t i, uint32_t light)
{
	const uint32_t kind = light & FL_FF_LIGHT_KIND, is = (kind >= FL_FF_LIGHT_POINT ? POINT : 0) |
							     (kind == FL_FF_LIGHT_ATTENUATED ? FADES : 0) |
							     (light & FL_FF_LIGHT_SPECULAR ? SPECULAR : 0);

	for (uint32_t k = 0; k < sizeof(steps) / sizeof(steps[0]); k++) {
		struct fl_ff_dst to = steps[k].to;

		if ((is & steps[k].unit) != steps[k].kind)
			continue;
		if (to.at == T_LIT)
			to.at = (uint8_t)(T_LIT + i);
		fl_ff_put(b, steps[k].op, to, of_light(steps[k].a, i), of_light(steps[k].b, i),
			  of_light(steps[k].c, i));
	}
}

void fl_ff_light(struct fl_ff_code *b, uint64_t key)
{
	const struct fl_ff_src sum_now = R(T_SUM, XYZW);
	const bool tinted = key & FL_FF_VS_COLOR_MATERIAL;

	PUT1(b, MOV, TEMP(T_SUM, XYZ), C(FL_FF_C_BASE, XYZW));
	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		if (FL_FF_VS_LIGHT(key, i))
			one_light(b, i, FL_FF_VS_LIGHT(key, i));
	if (tinted)
		PUT3(b, MAD, TEMP(T_SUM, XYZ), IN(COLOR, XYZW), sum_now, C(FL_FF_C_EMISSION, XYZW));
	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		if (FL_FF_VS_LIGHT(key, i) & FL_FF_LIGHT_SPECULAR)
			PUT3(b, MAD, TEMP(T_SUM, XYZ), R(T_LIT + i, ZZZZ),
			     C(FL_FF_C_LIGHT + FL_FF_L_COUNT * i + FL_FF_L_SPECULAR, XYZW), sum_now);
	/* Whatever came last is the color, clamped. */
	b->end[-1].to = saturated(OUT(COLOR, XYZ));
	PUT1(b, MOV, OUT(COLOR, W), tinted ? IN(COLOR, XYZW) : C(FL_FF_C_EMISSION, XYZW));
}
