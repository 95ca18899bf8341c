/* SPDX-License-Identifier: MIT
 *
 * Conversions of numbers of 32 bits and less. Part of sq_kit_body.h. To integers: towards zero, what does not
 * fit becomes the nearest that does, NaN 0.
 */
static inline uint32_t to_i32(float f)
{
	return f >= 0x1p31f ? 0x7fffffffu : f < -0x1p31f ? 0x80000000u : f == f ? (uint32_t)(int32_t)f : 0;
}

static inline uint32_t to_u32(float f)
{
	return f >= 0x1p32f ? 0xffffffffu : f > 0.0f ? (uint32_t)f : 0;
}

OP(cvt_f32_i32, sq_u((float)I))
OP(cvt_f32_u32, sq_u((float)A))
OP(cvt_i32_f32, to_i32(X))
OP(cvt_u32_f32, to_u32(X))
OP(cvt_flr, to_i32(num_floor(X)))
/* floor(x + 1/2), whose sum is not rounded */
OP(cvt_rpi, to_i32(num_floor(X) + (X - num_floor(X) >= 0.5f ? 1.0f : 0.0f)))
OP(cvt_off, sq_u((float)(int32_t)(((A & 15) ^ 8) - 8) / 16.0f))
OP(ubyte0, sq_u((float)byte(A, 0)))
OP(ubyte1, sq_u((float)byte(A, 1)))
OP(ubyte2, sq_u((float)byte(A, 2)))
OP(ubyte3, sq_u((float)byte(A, 3)))

/* ---- packed -------------------------------------------------------------------------------------------- */
static inline uint32_t norm16(float f, float low, float units)
{
	const float v = f != f ? 0.0f : f < low ? low : f > 1.0f ? 1.0f : f;
	const float n = num_abs(v) * units, r = (n + 0x1p23f) - 0x1p23f; /* to the nearest */

	return (uint32_t)(int32_t)(v < 0.0f ? -r : r) & 0xffff;
}

/* Rounded by MODE, in which the sum is */
static inline uint32_t to_u8(float f)
{
	const float v = f > 0.0f ? (f < 255.0f ? f : 255.0f) : 0.0f;

	return (uint32_t)sq_u(v + 0x1p23f) & 255;
}

OP(pknorm_i16, norm16(X, -1.0f, 32767.0f) | norm16(Y, -1.0f, 32767.0f) << 16)
OP(pknorm_u16, norm16(X, 0.0f, 65535.0f) | norm16(Y, 0.0f, 65535.0f) << 16)
OP(cvt_pk_u8, (C & ~(255u << 8 * (B & 3))) | to_u8(X) << 8 * (B & 3))
