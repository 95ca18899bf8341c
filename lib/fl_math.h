/* SPDX-License-Identifier: MIT
 *
 * Mathematics without a libm: scalars, vectors, 4x4 matrices. Angles are in radians unless a name says _deg.
 *
 * Accuracy, against libm over the ranges that the tests walk: fl_sinf, fl_cosf 1e-7 absolute for |x| below
 * 10,000; fl_tanf, fl_atan2f, fl_exp2f, fl_log2f 2e-6 relative; fl_powf 1e-5 relative; fl_sqrtf correctly
 * rounded on x86-64 and AArch64. Matrices are column-major, as the classic APIs have them: m[column * 4 +
 * row], and vectors are columns, so fl_mat_mul(out, a, b) applies b first.
 */
#ifndef LIB_FL_MATH_H
#define LIB_FL_MATH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FL_PI 3.14159265358979323846f

float fl_sinf(float x);
float fl_cosf(float x);
float fl_tanf(float x);
float fl_atan2f(float y, float x);
float fl_sqrtf(float x);            /* 0 for x < 0 */
float fl_exp2f(float x);            /* saturates: 0 below -150, the largest float above 128 */
float fl_log2f(float x);            /* the lowest float for x <= 0 */
float fl_powf(float base, float e); /* base >= 0 */
float fl_floorf(float x);

static inline float fl_absf(float x)
{
	return __builtin_fabsf(x);
}

static inline float fl_clampf(float x, float low, float high)
{
	return x > low ? (x < high ? x : high) : low; /* a NaN becomes low */
}

/* ---- vectors of 3 -------------------------------------------------------------------------------------- */
float fl_vec3_dot(const float a[3], const float b[3]);
void fl_vec3_cross(float out[3], const float a[3], const float b[3]); /* out may be a or b */
void fl_vec3_normalize(float v[3]);                                   /* a zero vector stays */

/* ---- matrices: out may be the same as an input everywhere ---------------------------------------------- */
void fl_mat_identity(float m[16]);
void fl_mat_mul(float out[16], const float a[16], const float b[16]);
void fl_mat_translate(float m[16], float x, float y, float z); /* m = m * T, and so on */
void fl_mat_scale(float m[16], float x, float y, float z);
void fl_mat_rotate_deg(float m[16], float angle_deg, float x, float y,
		       float z); /* about the axis (x, y, z) */
void fl_mat_perspective_deg(float m[16], float fovy_deg, float aspect, float z_near, float z_far);
void fl_mat_ortho(float m[16], float left, float right, float bottom, float top, float z_near, float z_far);
void fl_mat_look_at(float m[16], const float eye[3], const float center[3], const float up[3]);
void fl_mat_apply(float out[4], const float m[16], const float v[4]);
/* out = m^-1. False: there is none, and out is not written. out may be m. */
bool fl_mat_invert(float out[16], const float m[16]);
/* out = plane * m: how a plane looks from where m leads, with m the inverse of the way there. out may be
 * plane. */
void fl_mat_apply_plane(float out[4], const float m[16], const float plane[4]);
/* The inverse transpose of the upper 3x3, row by row: what turns normals. A singular matrix gives zeros. */
void fl_mat_normal(float rows[3][3], const float m[16]);

#ifdef __cplusplus
}
#endif

#endif
