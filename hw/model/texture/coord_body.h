/* SPDX-License-Identifier: MIT
 *
 * The arithmetic of texture coordinates and levels, once a kind (num_kit.h), so that lookup_scalar.c and
 * lookup_simd.c agree to the bit. No include guard.
 *
 * Chosen, for no published document decides it: bilinear weights have 8 bits of fraction, to which
 * coordinates are rounded to nearest; the nearest texel is the floor of the coordinate.
 */

/* Of what is no NaN, for which the processor's own may leave other bits than NUM(floor). */
#ifndef NUM_TEXEL_FLOOR
#define NUM_TEXEL_FLOOR NUM(floor)
#endif
/* The same as a whole number. */
#ifndef NUM_TEXEL_BELOW
#define NUM_TEXEL_BELOW(x) NUM_TOINT(NUM_TEXEL_FLOOR(x))
#endif

/* The one that is less, or more; b, if one of them is no number. */
#ifndef NUM_TEXEL_LESS
#define NUM_TEXEL_LESS(a, b) NUM_SELECT((a) < (b), a, b)
#define NUM_TEXEL_MORE(a, b) NUM_SELECT((a) > (b), a, b)
#endif

/* Coordinate 1 = the whole texture, put into the range that its wrap mode makes of it. NaN became +infinity
 * before; what an infinity repeats to is 0. */
NUM_INLINE NUM_F NUM(texel_wrap)(unsigned wrap, NUM_F s)
{
	NUM_F half;

	switch (wrap) {
	case FL_TEXEL_REPEAT:
		s = s - NUM_TEXEL_FLOOR(s);
		return NUM_SELECT(s == s, s, NUM_SET(0.0f));
	case FL_TEXEL_MIRROR:
		half = s * 0.5f;
		half = (half - NUM_TEXEL_FLOOR(half)) * 2.0f;
		half = NUM_SELECT(half == half, half, NUM_SET(0.0f));
		return NUM_SELECT(half > NUM_SET(1.0f), 2.0f - half, half);
	case FL_TEXEL_MIRROR_ONCE_EDGE:
	case FL_TEXEL_MIRROR_ONCE_HALF:
	case FL_TEXEL_MIRROR_ONCE_BORDER:
		s = NUM(abs)(s);
	}
	/* To 0 … 1; with a border from -1 to 2, which is out far enough at every size. NaN goes high. */
	NUM_F low = NUM_SET(wrap >= FL_TEXEL_CLAMP_BORDER ? -1.0f : 0.0f),
	      high = NUM_SET(wrap >= FL_TEXEL_CLAMP_BORDER ? 2.0f : 1.0f);
	s = NUM_TEXEL_LESS(s, high);
	return NUM_TEXEL_MORE(s, low);
}

/* Left or upper texel of a bilinear pair times 256, plus the weight of the other one. */
NUM_INLINE NUM_I NUM(texel_fixed)(NUM_F s, float size)
{
	return NUM_TEXEL_BELOW(s * (size * 256.0f) + 0.5f) - 128;
}

/* What lies on a texel's edge falls to the side where interpolation (hw/model/raster) leaves it, as in Mesa's
 * rasterizers. */
NUM_INLINE NUM_I NUM(texel_point)(NUM_F s, float size)
{
	return NUM_TEXEL_BELOW(s * size);
}

/* The level that is nearest. */
NUM_INLINE NUM_I NUM(texel_level)(NUM_F lod)
{
	return NUM_TEXEL_BELOW(lod + 0.5f);
}

/* A texel's index back into the level. Border modes are the caller's: they look whether it is outside
 * first. */
NUM_INLINE NUM_I NUM(texel_index)(unsigned wrap, NUM_I i, int32_t size)
{
	NUM_I zero = NUM_SETI(0), last = NUM_SETI(size - 1), n = NUM_SETI(size);

	if (wrap == FL_TEXEL_REPEAT) {
		i = NUM_SELECTI(i < zero, i + n, i);
		return NUM_SELECTI(i >= n, i - n, i);
	}
	i = NUM_SELECTI(i < zero, zero, i);
	return NUM_SELECTI(i > last, last, i);
}

/* Level of detail of gradients in texels: log2 of the longer one. */
NUM_INLINE NUM_F NUM(texel_lod)(NUM_F x2, NUM_F y2)
{
	NUM_F m = NUM_TEXEL_MORE(x2, y2), tiny = NUM_SET(0x1p-60f), huge = NUM_SET(0x1p60f);

	m = NUM_TEXEL_MORE(m, tiny); /* NaN too */
	m = NUM_TEXEL_LESS(m, huge);
	return NUM(log2)(m) * 0.5f;
}

NUM_INLINE NUM_F NUM(texel_clamp)(NUM_F x, float low, float high)
{
	x = NUM_TEXEL_MORE(x, NUM_SET(low));
	return NUM_TEXEL_LESS(x, NUM_SET(high));
}

/* Weight of the coarser of two levels. */
NUM_INLINE NUM_F NUM(texel_level_weight)(const struct fl_texel_unit *u, NUM_F fraction)
{
	if (u->level_slope != 1.0f || u->level_offset != 0.0f)
		fraction = NUM(texel_clamp)(fraction * u->level_slope + u->level_offset, 0, 1);
	return NUM_TEXEL_FLOOR(fraction * u->level_steps) * (1.0f / u->level_steps);
}
