/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs: lighting, by the formula of lib/fl_light.h. What does not depend on the
 * vertex is in the constants: of the ambient light that of the scene and of all lights that do not fade, and,
 * where the material is not the vertex' color, its products with the lights.
 */
#include "lib/fl_ff_compose.h"

/* A point: T_TO becomes the direction to it; w of lit its attenuation. */
static void towards_point(struct fl_ff_code *b, uint32_t c, uint32_t lit, bool fades)
{
	const uint32_t k =
	    c + FL_FF_L_HALF; /* of the attenuation: 1 / (k.x + k.y distance + k.z distance^2) */

	PUT2(b, ADD, TEMP(T_TO, XYZ), C(c + FL_FF_L_POSITION, XYZW), R(T_EYE, XYZW | FL_FF_NEGATE));
	PUT2(b, DP3, TEMP(T_TO, W), R(T_TO, XYZW), R(T_TO, XYZW));
	PUT1(b, RSQ, TEMP(T_SCRATCH, W), R(T_TO, WWWW));
	if (fades) {
		PUT2(b, MUL, TEMP(T_SCRATCH, Y), R(T_TO, WWWW), R(T_SCRATCH, WWWW));
		PUT3(b, MAD, TEMP(T_SCRATCH, X), R(T_TO, WWWW), C(k, ZZZZ), C(k, XXXX));
		PUT3(b, MAD, TEMP(T_SCRATCH, X), R(T_SCRATCH, YYYY), C(k, YYYY), R(T_SCRATCH, XXXX));
		PUT1(b, RCP, TEMP(lit, W), R(T_SCRATCH, XXXX));
	}
	PUT2(b, MUL, TEMP(T_TO, XYZ), R(T_TO, XYZW), R(T_SCRATCH, WWWW));
}

/* y and z of lit: max(n.l, 0) and (n.h)^shininess */
static void factors(struct fl_ff_code *b, uint32_t c, uint32_t lit, bool point, bool specular)
{
	const struct fl_ff_src n = R(T_NORMAL, XYZW);

	PUT2(b, DP3, TEMP(lit, Y), point ? R(T_TO, XYZW) : C(c + FL_FF_L_POSITION, XYZW), n);
	if (!specular) {
		PUT2(b, MAX, TEMP(lit, Y), R(lit, YYYY), ZERO);
		return;
	}
	if (point) { /* half-way to the viewer, who is at (0, 0, 1) far away */
		PUT2(b, ADD, TEMP(T_TO, XYZ), R(T_TO, XYZW), UNIT_Z);
		PUT2(b, DP3, TEMP(T_TO, W), R(T_TO, XYZW), R(T_TO, XYZW));
		PUT1(b, RSQ, TEMP(T_TO, W), R(T_TO, WWWW));
		PUT2(b, DP3, TEMP(lit, Z), R(T_TO, XYZW), n);
		PUT2(b, MUL, TEMP(lit, Z), R(lit, ZZZZ), R(T_TO, WWWW));
	} else {
		PUT2(b, DP3, TEMP(lit, Z), C(c + FL_FF_L_HALF, XYZW), n);
	}
	PUT3(b, LIT, TEMP(lit, YZ), R(lit, ZZZZ), R(lit, YYYY), C(c + FL_FF_L_SPECULAR, WWWW));
}

/* What light i adds to the sum but for its specular part, which no color of the vertex tints. */
static void one_light(struct fl_ff_code *b, uint32_t i, uint32_t light)
{
	const uint32_t kind = light & FL_FF_LIGHT_KIND, lit = T_LIT + i,
		       c = FL_FF_C_LIGHT + FL_FF_L_COUNT * i;
	const bool point = kind >= FL_FF_LIGHT_POINT, fades = kind == FL_FF_LIGHT_ATTENUATED,
		   specular = light & FL_FF_LIGHT_SPECULAR;
	const struct fl_ff_dst sum = TEMP(T_SUM, XYZ);
	const struct fl_ff_src sum_now = R(T_SUM, XYZW);

	if (point)
		towards_point(b, c, lit, fades);
	factors(b, c, lit, point, specular);
	if (fades) {
		PUT2(b, MUL, TEMP(lit, specular ? YZ : Y), R(lit, XYZW), R(lit, WWWW));
		PUT3(b, MAD, sum, R(lit, WWWW), C(c + FL_FF_L_AMBIENT, XYZW), sum_now);
	}
	PUT3(b, MAD, sum, R(lit, YYYY), C(c + FL_FF_L_DIFFUSE, XYZW), sum_now);
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
