/* SPDX-License-Identifier: MIT
 *
 * TX: the arithmetic of coordinates and levels, once a kind (num_kit.h), so that tx_scalar.c and tx_simd.c
 * agree to the bit. No include guard.
 *
 * Chosen: bilinear weights have 8 bits of fraction, coordinates are rounded to that to
 * nearest; the nearest texel is the floor of the coordinate. No published source says what the chip does.
 */

/* Coordinate 1 = the whole texture, put into the range that its clamp mode makes of it. NaN became +infinity
 * in US; what an infinity repeats to is 0. */
NUM_INLINE NUM_F NUM(tx_wrap)(unsigned clamp, NUM_F s)
{
	NUM_F half;

	switch (clamp) {
	case TX_WRAP:
		s = s - NUM(floor)(s);
		return NUM_SELECT(s == s, s, NUM_SET(0.0f));
	case TX_MIRROR:
		half = s * 0.5f;
		half = (half - NUM(floor)(half)) * 2.0f;
		half = NUM_SELECT(half == half, half, NUM_SET(0.0f));
		return NUM_SELECT(half > NUM_SET(1.0f), 2.0f - half, half);
	case TX_MIRROR_ONCE_LAST:
	case TX_MIRROR_ONCE_HALF:
	case TX_MIRROR_ONCE_BORDER:
		s = NUM(abs)(s);
	}
	/* To 0 … 1; with a border from -1 to 2, which is out far enough at every size. NaN goes high. */
	NUM_F low = NUM_SET(clamp >= TX_CLAMP_BORDER ? -1.0f : 0.0f),
	      high = NUM_SET(clamp >= TX_CLAMP_BORDER ? 2.0f : 1.0f);
	s = NUM_SELECT(s < high, s, high);
	return NUM_SELECT(s > low, s, low);
}

/* Left or upper texel of a bilinear pair times 256, plus the weight of the other one. */
NUM_INLINE NUM_I NUM(tx_fixed)(NUM_F s, float size)
{
	return NUM_TOINT(NUM(floor)(s * (size * 256.0f) + 0.5f)) - 128;
}

/* What lies on a texel's edge falls to the side where interpolation (ga.h) leaves it, as in Mesa's
 * rasterizers. */
NUM_INLINE NUM_I NUM(tx_point)(NUM_F s, float size)
{
	return NUM_TOINT(NUM(floor)(s * size));
}

/* The level that is nearest. */
NUM_INLINE NUM_I NUM(tx_level)(NUM_F lod)
{
	return NUM_TOINT(NUM(floor)(lod + 0.5f));
}

/* A texel's index back into the level. Border modes are the caller's: they look whether it is outside
 * first. */
NUM_INLINE NUM_I NUM(tx_index)(unsigned clamp, NUM_I i, int32_t size)
{
	NUM_I zero = NUM_SETI(0), last = NUM_SETI(size - 1), n = NUM_SETI(size);

	if (clamp == TX_WRAP) {
		i = NUM_SELECTI(i < zero, i + n, i);
		return NUM_SELECTI(i >= n, i - n, i);
	}
	i = NUM_SELECTI(i < zero, zero, i);
	return NUM_SELECTI(i > last, last, i);
}

/* Level of detail of gradients in texels: log2 of the longer one. */
NUM_INLINE NUM_F NUM(tx_lod)(NUM_F x2, NUM_F y2)
{
	NUM_F m = NUM_SELECT(x2 > y2, x2, y2), tiny = NUM_SET(0x1p-60f), huge = NUM_SET(0x1p60f);

	m = NUM_SELECT(m > tiny, m, tiny); /* NaN too */
	m = NUM_SELECT(m < huge, m, huge);
	return NUM(log2)(m) * 0.5f;
}

NUM_INLINE NUM_F NUM(tx_clamp)(NUM_F x, float low, float high)
{
	x = NUM_SELECT(x > NUM_SET(low), x, NUM_SET(low));
	return NUM_SELECT(x < NUM_SET(high), x, NUM_SET(high));
}

/* Weight of the coarser of two levels, in steps of the chip's precision. TRI_PERF: R5xx guide 11.9,
 * FILTER1. */
NUM_INLINE NUM_F NUM(tx_level_weight)(const struct tx_unit *u, NUM_F fraction)
{
	float steps = u->trilinear_bits == 6 ? 64.0f : 32.0f;

	if (u->tri_perf == 1)
		fraction = NUM(tx_clamp)(fraction * (4.0f / 3) - 1.0f / 6, 0, 1);
	else if (u->tri_perf == 2)
		fraction = NUM(tx_clamp)(fraction * 2.0f - 0.5f, 0, 1);
	else if (u->tri_perf == 3)
		fraction = NUM(tx_clamp)(fraction * 4.0f - 1.5f, 0, 1);
	return NUM(floor)(fraction * steps) * (1.0f / steps);
}
