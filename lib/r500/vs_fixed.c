/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs, in pieces that are put one behind the other.
 */
#include "lib/r500/programs.h"
#include "lib/r500/pvs.h"

/* o0 = MVP * v0 */
static const uint32_t transform[] = {
    PVS_VE(DP4, OUT(0), X, CONST(R500_C_MVP + 0, XYZW), IN(0, XYZW), IN(0, 0000)),
    PVS_VE(DP4, OUT(0), Y, CONST(R500_C_MVP + 1, XYZW), IN(0, XYZW), IN(0, 0000)),
    PVS_VE(DP4, OUT(0), Z, CONST(R500_C_MVP + 2, XYZW), IN(0, XYZW), IN(0, 0000)),
    PVS_VE(DP4, OUT(0), W, CONST(R500_C_MVP + 3, XYZW), IN(0, XYZW), IN(0, 0000)),
};

/* o0 = v0 */
static const uint32_t position_as_is[] = {
    PVS_VE(ADD, OUT(0), XYZW, IN(0, XYZW), IN(0, 0000), IN(0, 0000)),
};

/* o1 = v1 */
static const uint32_t color[] = {
    PVS_VE(ADD, OUT(1), XYZW, IN(1, XYZW), IN(1, 0000), IN(1, 0000)),
};

/* o2 = texture matrix * its input */
#define TEXCOORD(input)                                                                               \
	PVS_VE(DP4, OUT(2), X, CONST(R500_C_TEXMAT + 0, XYZW), IN(input, XYZW), IN(input, 0000)),     \
	    PVS_VE(DP4, OUT(2), Y, CONST(R500_C_TEXMAT + 1, XYZW), IN(input, XYZW), IN(input, 0000)), \
	    PVS_VE(DP4, OUT(2), Z, CONST(R500_C_TEXMAT + 2, XYZW), IN(input, XYZW), IN(input, 0000)), \
	    PVS_VE(DP4, OUT(2), W, CONST(R500_C_TEXMAT + 3, XYZW), IN(input, XYZW), IN(input, 0000))

static const uint32_t texcoord[] = {TEXCOORD(2)};
static const uint32_t texcoord_with_normal[] = {TEXCOORD(3)};

/* One directional light:
 *	n = normalize(normal matrix * normal)
 *	(_, d, s, _) = lit(n.L, n.H, exponent)
 *	o1.rgb = clamp(v1.rgb * (ambient + d * diffuse) + s * specular);  o1.a = v1.a */
#define LIGHT(normal)                                                                                    \
	PVS_VE(DP4, TEMP(0), X, CONST(R500_C_NORMAL + 0, XYZ0), IN(normal, XYZW), IN(normal, 0000)),     \
	    PVS_VE(DP4, TEMP(0), Y, CONST(R500_C_NORMAL + 1, XYZ0), IN(normal, XYZW), IN(normal, 0000)), \
	    PVS_VE(DP4, TEMP(0), Z, CONST(R500_C_NORMAL + 2, XYZ0), IN(normal, XYZW), IN(normal, 0000)), \
	    PVS_VE(DP4, TEMP(0), W, TEMP(0, XYZ0), TEMP(0, XYZ0), TEMP(0, 0000)),                        \
	    PVS_ME(RSQ, TEMP(0), W, TEMP(0, WWWW), TEMP(0, WWWW), TEMP(0, WWWW)),                        \
	    PVS_VE(MUL, TEMP(0), XYZ, TEMP(0, XYZW), TEMP(0, WWWW), TEMP(0, 0000)),                      \
	    PVS_VE(DP4, TEMP(1), X, CONST(R500_C_LIGHT, XYZ0), TEMP(0, XYZ0), TEMP(0, 0000)),            \
	    PVS_VE(DP4, TEMP(1), Y, CONST(R500_C_HALF, XYZ0), TEMP(0, XYZ0), TEMP(0, 0000)),             \
	    PVS_ME(LIT, TEMP(2), XYZW, TEMP(1, YYYY), TEMP(1, XXXX), CONST(R500_C_HALF, WWWW)),          \
	    PVS_VE(MUL, TEMP(3), XYZ, CONST(R500_C_DIFFUSE, XYZW), TEMP(2, YYYY), TEMP(2, 0000)),        \
	    PVS_VE(ADD, TEMP(3), XYZ, CONST(R500_C_AMBIENT, XYZW), TEMP(3, XYZW), TEMP(3, 0000)),        \
	    PVS_VE(MUL, TEMP(3), XYZ, IN(1, XYZW), TEMP(3, XYZW), TEMP(3, 0000)),                        \
	    PVS_VE_SAT(MAD, OUT(1), XYZ, CONST(R500_C_SPECULAR, XYZW), TEMP(2, ZZZZ), TEMP(3, XYZW)),    \
	    PVS_VE(ADD, OUT(1), W, IN(1, XYZW), IN(1, 0000), IN(1, 0000))

static const uint32_t light[] = {LIGHT(2)};

/* The fog factor, in all four places of the output. */
#define FOG(output) PVS_VE_SAT(DP4, OUT(output), XYZW, CONST(R500_C_FOG, XYZW), IN(0, XYZW), IN(0, 0000))

static const uint32_t fog[] = {FOG(2)};
static const uint32_t fog_with_texcoord[] = {FOG(3)};

#define ADD_PIECE(piece) (memcpy(words + 4 * n, piece, sizeof(piece)), n += sizeof(piece) / 16)

uint32_t r500_vs_make(uint32_t key, uint32_t *words, uint32_t *last_position)
{
	uint32_t n = 0;

	if (key & R500_VS_CLEAR)
		ADD_PIECE(position_as_is);
	else
		ADD_PIECE(transform);
	*last_position = n - 1;
	if (!(key & R500_VS_LIGHT))
		ADD_PIECE(color);
	else
		ADD_PIECE(light);
	if (key & R500_VS_TEX) {
		if (key & R500_VS_LIGHT)
			ADD_PIECE(texcoord_with_normal);
		else
			ADD_PIECE(texcoord);
	}
	if (key & R500_VS_FOG) {
		if (key & R500_VS_TEX)
			ADD_PIECE(fog_with_texcoord);
		else
			ADD_PIECE(fog);
	}
	return n;
}
