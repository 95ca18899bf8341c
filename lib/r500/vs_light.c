/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs: lighting, by the formula of lib/fl_light.h. What does not depend on the
 * vertex is in the constants:
 * of the ambient light that of the scene and of all lights that do not fade, and, where the material is not
 * the vertex' color, its products with the lights.
 */
#include "lib/r500/vs_fixed.h"

/* A point: r[T_TO] becomes the direction to it; w of lit its attenuation. */
static void towards_point(struct pvs *b, uint32_t c, uint32_t lit, bool fades)
{
	pvs_add(b, PVS_TEMP(T_TO) | PVS_XYZ, PVS_CONST(c + FL_R500_L_POSITION) | PVS_XYZW,
		PVS_R(T_EYE) | PVS_XYZW | PVS_NEG);
	pvs_dp4(b, PVS_TEMP(T_TO) | PVS_W, PVS_R(T_TO) | PVS_XYZ0, PVS_R(T_TO) | PVS_XYZ0);
	pvs_rsq(b, PVS_TEMP(T_SCRATCH) | PVS_W, PVS_R(T_TO) | PVS_WWWW);
	if (fades) { /* 1 / (k0 + k1 distance + k2 distance^2) */
		pvs_mul(b, PVS_TEMP(T_SCRATCH) | PVS_Y, PVS_R(T_TO) | PVS_WWWW, PVS_R(T_SCRATCH) | PVS_WWWW);
		pvs_mad(b, PVS_TEMP(T_SCRATCH) | PVS_X, PVS_R(T_TO) | PVS_WWWW,
			PVS_CONST(c + FL_R500_L_HALF) | PVS_ZZZZ, PVS_CONST(c + FL_R500_L_HALF) | PVS_XXXX);
		pvs_mad(b, PVS_TEMP(T_SCRATCH) | PVS_X, PVS_R(T_SCRATCH) | PVS_YYYY,
			PVS_CONST(c + FL_R500_L_HALF) | PVS_YYYY, PVS_R(T_SCRATCH) | PVS_XXXX);
		pvs_rcp(b, PVS_TEMP(lit) | PVS_W, PVS_R(T_SCRATCH) | PVS_XXXX);
	}
	pvs_mul(b, PVS_TEMP(T_TO) | PVS_XYZ, PVS_R(T_TO) | PVS_XYZW, PVS_R(T_SCRATCH) | PVS_WWWW);
}

/* y and z of lit: max(n.l, 0) and (n.h)^shininess */
static void factors(struct pvs *b, uint32_t c, uint32_t lit, bool point, bool specular)
{
	uint32_t l = point ? PVS_R(T_TO) : PVS_CONST(c + FL_R500_L_POSITION), n = PVS_R(T_NORMAL) | PVS_XYZ0;

	pvs_dp4(b, PVS_TEMP(lit) | PVS_Y, l | PVS_XYZ0, n);
	if (!specular) {
		pvs_max(b, PVS_TEMP(lit) | PVS_Y, PVS_R(lit) | PVS_YYYY, PVS_R(lit) | PVS_0000);
		return;
	}
	if (point) { /* half-way to the viewer, who is at (0, 0, 1) far away */
		pvs_add(b, PVS_TEMP(T_TO) | PVS_XYZ, PVS_R(T_TO) | PVS_XYZW, PVS_R(T_TO) | PVS_0010);
		pvs_dp4(b, PVS_TEMP(T_TO) | PVS_W, PVS_R(T_TO) | PVS_XYZ0, PVS_R(T_TO) | PVS_XYZ0);
		pvs_rsq(b, PVS_TEMP(T_TO) | PVS_W, PVS_R(T_TO) | PVS_WWWW);
		pvs_dp4(b, PVS_TEMP(lit) | PVS_Z, PVS_R(T_TO) | PVS_XYZ0, n);
		pvs_mul(b, PVS_TEMP(lit) | PVS_Z, PVS_R(lit) | PVS_ZZZZ, PVS_R(T_TO) | PVS_WWWW);
	} else {
		pvs_dp4(b, PVS_TEMP(lit) | PVS_Z, PVS_CONST(c + FL_R500_L_HALF) | PVS_XYZ0, n);
	}
	pvs_lit(b, PVS_TEMP(lit) | PVS_YZ, PVS_R(lit) | PVS_ZZZZ, PVS_R(lit) | PVS_YYYY,
		PVS_CONST(c + FL_R500_L_SPECULAR) | PVS_WWWW);
}

void fl_r500_vs_light(struct pvs *b, uint64_t key, uint32_t out)
{
	const uint32_t sum = PVS_TEMP(T_SUM) | PVS_XYZ, sum_now = PVS_R(T_SUM) | PVS_XYZW;

	pvs_mov(b, sum, PVS_CONST(FL_R500_C_BASE) | PVS_XYZW);
	for (uint32_t i = 0; i < FL_LIGHTS; i++) {
		uint32_t light = FL_R500_VS_LIGHT(key, i), kind = light & FL_R500_LIGHT_KIND, lit = T_LIT + i;
		uint32_t c = FL_R500_C_LIGHT + FL_R500_L_COUNT * i;
		bool point = kind >= FL_R500_LIGHT_POINT, fades = kind == FL_R500_LIGHT_ATTENUATED;

		if (!light)
			continue;
		if (point)
			towards_point(b, c, lit, fades);
		factors(b, c, lit, point, light & FL_R500_LIGHT_SPECULAR);
		if (fades) {
			pvs_mul(b, PVS_TEMP(lit) | (light & FL_R500_LIGHT_SPECULAR ? PVS_YZ : PVS_Y),
				PVS_R(lit) | PVS_XYZW, PVS_R(lit) | PVS_WWWW);
			pvs_mad(b, sum, PVS_R(lit) | PVS_WWWW, PVS_CONST(c + FL_R500_L_AMBIENT) | PVS_XYZW,
				sum_now);
		}
		pvs_mad(b, sum, PVS_R(lit) | PVS_YYYY, PVS_CONST(c + FL_R500_L_DIFFUSE) | PVS_XYZW, sum_now);
	}
	if (key & FL_R500_VS_COLOR_MATERIAL)
		pvs_mad(b, sum, PVS_IN(1) | PVS_XYZW, sum_now, PVS_CONST(FL_R500_C_EMISSION) | PVS_XYZW);
	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		if (FL_R500_VS_LIGHT(key, i) & FL_R500_LIGHT_SPECULAR)
			pvs_mad(b, sum, PVS_R(T_LIT + i) | PVS_ZZZZ,
				PVS_CONST(FL_R500_C_LIGHT + FL_R500_L_COUNT * i + FL_R500_L_SPECULAR) |
				    PVS_XYZW,
				sum_now);
	/* Whatever came last is the color, clamped. */
	uint32_t *last = b->words + 4 * (b->n - 1);
	const uint32_t opcode = R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE__MASK;
	last[0] = (last[0] & opcode) | PVS_OUT(out) | PVS_XYZ | PVS_VE_SAT;
	pvs_mov(b, PVS_OUT(out) | PVS_W,
		key & FL_R500_VS_COLOR_MATERIAL ? PVS_IN(1) | PVS_XYZW
						: PVS_CONST(FL_R500_C_EMISSION) | PVS_XYZW);
}
