/* SPDX-License-Identifier: MIT
 *
 * Scalars, vectors, matrices. Polynomials are in double, which costs nothing here and leaves one rounding at
 * the end.
 */
#include "lib/fl_math.h"

#include <string.h>

float fl_floorf(float x)
{
	float t;

	if (!(fl_absf(x) < 8388608.0f)) /* from 2^23 on every float is whole; NaN and infinities too */
		return x;
	t = (float)(int32_t)x;
	return t > x ? t - 1 : t;
}

/* sin for |x| <= pi/4, the Taylor series: the first term left out is x^13/13!, 7e-12 of the result. */
static double sin_core(double x)
{
	double q = x * x;

	return x *
	       (1 + q * (-1.0 / 6 + q * (1.0 / 120 + q * (-1.0 / 5040 + q * (1.0 / 362880 - q / 39916800)))));
}

static double cos_core(double x)
{
	double q = x * x;

	return 1 + q * (-0.5 + q * (1.0 / 24 + q * (-1.0 / 720 + q * (1.0 / 40320 - q / 3628800))));
}

/* x = quadrant * pi/2 + rest, |rest| <= pi/4. pi/2 in two parts keeps the rest exact enough up to 1e6 or
 * so. */
static double reduce(float x, unsigned *quadrant)
{
	double n = (double)x * 0.63661977236758134308; /* 2/pi */
	double k;

	if (!(n > -1e9 && n < 1e9)) {
		*quadrant = 0;
		return 0;
	}
	k = (double)(int64_t)(n < 0 ? n - 0.5 : n + 0.5);
	*quadrant = (unsigned)(int64_t)k & 3;
	return ((double)x - k * 1.57079632673412561417) - k * 6.07710050650619224932e-11;
}

float fl_sinf(float x)
{
	unsigned quadrant;
	double r = reduce(x, &quadrant);
	double s = quadrant & 1 ? cos_core(r) : sin_core(r);

	return (float)(quadrant & 2 ? -s : s);
}

float fl_cosf(float x)
{
	unsigned quadrant;
	double r = reduce(x, &quadrant);
	double c = quadrant & 1 ? -sin_core(r) : cos_core(r);

	return (float)(quadrant & 2 ? -c : c);
}

float fl_tanf(float x)
{
	unsigned quadrant;
	double r = reduce(x, &quadrant);
	double s = sin_core(r), c = cos_core(r);

	return (float)(quadrant & 1 ? -c / s : s / c);
}

/* atan for 0 <= x <= 1: halved twice by atan x = 2 atan(x / (1 + sqrt(1 + x^2))) until the series is
 * short. */
static double atan_core(double x)
{
	double q;
	int doublings = 1;

	for (int i = 0; i < 2; i++) {
		x = x / (1 + (double)fl_sqrtf((float)(1 + x * x)));
		doublings *= 2;
	}
	q = x * x;
	return doublings * x * (1 + q * (-1.0 / 3 + q * (0.2 + q * (-1.0 / 7 + q * (1.0 / 9 - q / 11)))));
}

float fl_atan2f(float y, float x)
{
	double ay = fl_absf(y), ax = fl_absf(x), a;

	if (ay == 0 && ax == 0)
		return 0;
	a = ay > ax ? 1.57079632679489661923 - atan_core(ax / ay) : atan_core(ay / ax);
	if (x < 0)
		a = 3.14159265358979323846 - a;
	return (float)(y < 0 ? -a : a);
}

float fl_sqrtf(float x)
{
	if (!(x > 0))
		return 0;
#if defined(__x86_64__)
	__asm__("sqrtss %0, %0" : "+x"(x));
	return x;
#elif defined(__aarch64__)
	__asm__("fsqrt %s0, %s0" : "+w"(x));
	return x;
#elif defined(__arm__) && defined(__VFP_FP__) && !defined(__SOFTFP__)
	__asm__("vsqrt.f32 %0, %0" : "+t"(x));
	return x;
#else
	/* Newton, from half the exponent. */
	uint32_t u;
	double r;

	memcpy(&u, &x, 4);
	u = (u >> 1) + 0x1fc00000u;
	float guess;

	memcpy(&guess, &u, 4);
	r = guess;
	for (int i = 0; i < 4; i++)
		r = 0.5 * (r + (double)x / r);
	return (float)r;
#endif
}

static double exp2_double(double x)
{
	uint64_t bits;
	double power, f, e;
	int64_t n = (int64_t)(x < 0 ? x - 0.5 : x + 0.5);

	f = (x - (double)n) * 0.69314718055994530942; /* |f| <= 0.35 */
	e = 1 + f * (1 + f * (1.0 / 2 +
			      f * (1.0 / 6 + f * (1.0 / 24 + f * (1.0 / 120 + f * (1.0 / 720 + f / 5040))))));
	bits = (uint64_t)(n + 1023) << 52;
	memcpy(&power, &bits, 8);
	return e * power;
}

float fl_exp2f(float x)
{
	if (!(x > -150))
		return 0;
	if (x >= 128)
		return 3.402823466e38f;
	return (float)exp2_double(x);
}

static double log2_double(float x)
{
	uint64_t bits;
	double m = x, t, q;
	int n;

	memcpy(&bits, &m, 8);
	n = (int)(bits >> 52 & 0x7ff) - 1023;
	bits = (bits & 0xfffffffffffffull) | 0x3ff0000000000000ull;
	memcpy(&m, &bits, 8); /* 1 <= m < 2 */
	if (m > 1.41421356) {
		m *= 0.5;
		n++;
	}
	/* ln m = 2 artanh((m - 1) / (m + 1)) */
	t = (m - 1) / (m + 1);
	q = t * t;
	t = 2 * t * (1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q / 11)))));
	return n + t * 1.44269504088896340736;
}

float fl_log2f(float x)
{
	return x > 0 ? (float)log2_double(x) : -3.402823466e38f;
}

float fl_powf(float base, float e)
{
	double x;

	if (e == 0)
		return 1;
	if (!(base > 0))
		return e > 0 ? 0 : 3.402823466e38f;
	x = log2_double(base) * (double)e;
	if (!(x > -150))
		return 0;
	return x >= 128 ? 3.402823466e38f : (float)exp2_double(x);
}

float fl_vec3_dot(const float a[3], const float b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void fl_vec3_cross(float out[3], const float a[3], const float b[3])
{
	float x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];

	out[0] = x;
	out[1] = y;
	out[2] = z;
}

void fl_vec3_normalize(float v[3])
{
	float length = fl_sqrtf(fl_vec3_dot(v, v));

	if (length > 0)
		for (int i = 0; i < 3; i++)
			v[i] /= length;
}

void fl_mat_identity(float m[16])
{
	for (int i = 0; i < 16; i++)
		m[i] = i % 5 == 0;
}

void fl_mat_mul(float out[16], const float a[16], const float b[16])
{
	float r[16];

	for (int col = 0; col < 4; col++)
		for (int row = 0; row < 4; row++)
			r[col * 4 + row] = a[row] * b[col * 4] + a[4 + row] * b[col * 4 + 1] +
					   a[8 + row] * b[col * 4 + 2] + a[12 + row] * b[col * 4 + 3];
	memcpy(out, r, sizeof(r));
}

void fl_mat_translate(float m[16], float x, float y, float z)
{
	for (int row = 0; row < 4; row++)
		m[12 + row] += m[row] * x + m[4 + row] * y + m[8 + row] * z;
}

void fl_mat_scale(float m[16], float x, float y, float z)
{
	for (int row = 0; row < 4; row++) {
		m[row] *= x;
		m[4 + row] *= y;
		m[8 + row] *= z;
	}
}

void fl_mat_rotate_deg(float m[16], float angle_deg, float x, float y, float z)
{
	float a[3] = {x, y, z}, r[16];
	float s = fl_sinf(angle_deg * (FL_PI / 180)), c = fl_cosf(angle_deg * (FL_PI / 180));

	/* Rodrigues: R = c I + s [a]x + (1 - c) a a^T */
	fl_vec3_normalize(a);
	fl_mat_identity(r);
	for (int col = 0; col < 3; col++)
		for (int row = 0; row < 3; row++)
			r[col * 4 + row] = (row == col ? c : 0) + (1 - c) * a[row] * a[col];
	r[1] += s * a[2];
	r[2] -= s * a[1];
	r[4] -= s * a[2];
	r[6] += s * a[0];
	r[8] += s * a[1];
	r[9] -= s * a[0];
	fl_mat_mul(m, m, r);
}

void fl_mat_perspective_deg(float m[16], float fovy_deg, float aspect, float z_near, float z_far)
{
	float f = 1 / fl_tanf(fovy_deg * (FL_PI / 360));
	float p[16] = {0};

	p[0] = f / aspect;
	p[5] = f;
	p[10] = (z_far + z_near) / (z_near - z_far);
	p[11] = -1;
	p[14] = 2 * z_far * z_near / (z_near - z_far);
	fl_mat_mul(m, m, p);
}

void fl_mat_ortho(float m[16], float left, float right, float bottom, float top, float z_near, float z_far)
{
	float p[16] = {0};

	p[0] = 2 / (right - left);
	p[5] = 2 / (top - bottom);
	p[10] = -2 / (z_far - z_near);
	p[12] = -(right + left) / (right - left);
	p[13] = -(top + bottom) / (top - bottom);
	p[14] = -(z_far + z_near) / (z_far - z_near);
	p[15] = 1;
	fl_mat_mul(m, m, p);
}

void fl_mat_look_at(float m[16], const float eye[3], const float center[3], const float up[3])
{
	float f[3], s[3], u[3], r[16];

	for (int i = 0; i < 3; i++)
		f[i] = center[i] - eye[i];
	fl_vec3_normalize(f);
	fl_vec3_cross(s, f, up);
	fl_vec3_normalize(s);
	fl_vec3_cross(u, s, f);
	fl_mat_identity(r);
	for (int i = 0; i < 3; i++) {
		r[i * 4] = s[i];
		r[i * 4 + 1] = u[i];
		r[i * 4 + 2] = -f[i];
	}
	fl_mat_mul(m, m, r);
	fl_mat_translate(m, -eye[0], -eye[1], -eye[2]);
}

void fl_mat_apply(float out[4], const float m[16], const float v[4])
{
	float r[4];

	for (int row = 0; row < 4; row++)
		r[row] = m[row] * v[0] + m[4 + row] * v[1] + m[8 + row] * v[2] + m[12 + row] * v[3];
	memcpy(out, r, sizeof(r));
}

bool fl_mat_invert(float out[16], const float m[16])
{
	/* Cofactors out of the 2 x 2 determinants of the upper and of the lower two rows. */
	float s[6], c[6], r[16], det;
	static const uint8_t pair[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

	for (int i = 0; i < 6; i++) {
		int a = pair[i][0] * 4, b = pair[i][1] * 4;

		s[i] = m[a] * m[b + 1] - m[b] * m[a + 1];
		c[i] = m[a + 2] * m[b + 3] - m[b + 2] * m[a + 3];
	}
	det = s[0] * c[5] - s[1] * c[4] + s[2] * c[3] + s[3] * c[2] - s[4] * c[1] + s[5] * c[0];
	if (det == 0)
		return false;
	r[0] = m[5] * c[5] - m[9] * c[4] + m[13] * c[3];
	r[1] = -m[1] * c[5] + m[9] * c[2] - m[13] * c[1];
	r[2] = m[1] * c[4] - m[5] * c[2] + m[13] * c[0];
	r[3] = -m[1] * c[3] + m[5] * c[1] - m[9] * c[0];
	r[4] = -m[4] * c[5] + m[8] * c[4] - m[12] * c[3];
	r[5] = m[0] * c[5] - m[8] * c[2] + m[12] * c[1];
	r[6] = -m[0] * c[4] + m[4] * c[2] - m[12] * c[0];
	r[7] = m[0] * c[3] - m[4] * c[1] + m[8] * c[0];
	r[8] = m[7] * s[5] - m[11] * s[4] + m[15] * s[3];
	r[9] = -m[3] * s[5] + m[11] * s[2] - m[15] * s[1];
	r[10] = m[3] * s[4] - m[7] * s[2] + m[15] * s[0];
	r[11] = -m[3] * s[3] + m[7] * s[1] - m[11] * s[0];
	r[12] = -m[6] * s[5] + m[10] * s[4] - m[14] * s[3];
	r[13] = m[2] * s[5] - m[10] * s[2] + m[14] * s[1];
	r[14] = -m[2] * s[4] + m[6] * s[2] - m[14] * s[0];
	r[15] = m[2] * s[3] - m[6] * s[1] + m[10] * s[0];
	for (int i = 0; i < 16; i++)
		out[i] = r[i] / det;
	return true;
}

void fl_mat_apply_plane(float out[4], const float m[16], const float plane[4])
{
	float r[4];

	for (int i = 0; i < 4; i++)
		r[i] = plane[0] * m[4 * i] + plane[1] * m[4 * i + 1] + plane[2] * m[4 * i + 2] +
		       plane[3] * m[4 * i + 3];
	memcpy(out, r, sizeof(r));
}

void fl_mat_normal(float rows[3][3], const float m[16])
{
	/* The inverse transpose is the matrix of cofactors divided by the determinant; the cofactors' rows
	 * are the cross products of the other two rows. */
	float r[3][3], det;

	for (int row = 0; row < 3; row++)
		for (int col = 0; col < 3; col++)
			r[row][col] = m[col * 4 + row];
	fl_vec3_cross(rows[0], r[1], r[2]);
	fl_vec3_cross(rows[1], r[2], r[0]);
	fl_vec3_cross(rows[2], r[0], r[1]);
	det = fl_vec3_dot(r[0], rows[0]);
	for (int row = 0; row < 3; row++)
		for (int col = 0; col < 3; col++)
			rows[row][col] = det != 0 ? rows[row][col] / det : 0;
}
