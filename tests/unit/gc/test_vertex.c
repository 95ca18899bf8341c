/* SPDX-License-Identifier: MIT
 *
 * Types of vertex elements to numbers: each by the formula of OpenGL ES 3.0, 2.1.6 ("conversion"), every
 * width and every sign (GC facts 6).
 */
#include "hw/model/gc/vs.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define TYPE(name) GC_FE_DATA_TYPE__##name
#define ONE        UINT32_C(0x3f800000)

static float f(uint32_t u)
{
	float x;

	memcpy(&x, &u, 4);
	return x;
}

static void fetch(const void *src, unsigned type, unsigned n, unsigned normalize, float out[4])
{
	uint32_t u[4];
	uint8_t bytes[16] = {0};

	memcpy(bytes, src, mgc_element_B(type, n));
	mgc_element(bytes, type, n, normalize, ONE, u);
	for (unsigned c = 0; c < 4; c++)
		out[c] = f(u[c]);
}

Test(gc_vertex, sizes)
{
	static const struct {
		unsigned type, B;
	} of[] = {{TYPE(BYTE), 1},  {TYPE(UNSIGNED_BYTE), 1}, {TYPE(SHORT), 2},  {TYPE(UNSIGNED_SHORT), 2},
		  {TYPE(INT), 4},   {TYPE(UNSIGNED_INT), 4},  {TYPE(FLOAT), 4},  {TYPE(HALF_FLOAT), 2},
		  {TYPE(FIXED), 4}, {TYPE(BYTE_I), 1},        {TYPE(SHORT_I), 2}};

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++)
		for (unsigned n = 1; n <= 4; n++)
			cr_assert_eq(mgc_element_B(of[i].type, n), n * of[i].B, "type %u", of[i].type);
	cr_assert_eq(mgc_element_B(TYPE(INT_2_10_10_10_REV), 4), 4);
	cr_assert_eq(mgc_element_B(TYPE(UNSIGNED_INT_10_10_10_2), 4), 4);
	cr_assert_eq(mgc_element_B(10, 4), 0, "there is no type 10");
}

Test(gc_vertex, what_is_missing_is_0_0_0_1)
{
	const float src[4] = {2, 3, 4, 5};
	float out[4];

	for (unsigned n = 1; n <= 4; n++) {
		fetch(src, TYPE(FLOAT), n, 0, out);
		for (unsigned c = 0; c < 4; c++)
			cr_assert_eq(out[c], c < n ? src[c] : c == 3 ? 1.0f : 0.0f);
	}
}

Test(gc_vertex, every_byte)
{
	for (unsigned v = 0; v < 256; v++) {
		const uint8_t src = (uint8_t)v;
		const int s = (int8_t)v;
		float out[4];

		fetch(&src, TYPE(UNSIGNED_BYTE), 1, 0, out);
		cr_assert_eq(out[0], (float)v);
		fetch(&src, TYPE(UNSIGNED_BYTE), 1, 1, out);
		cr_assert_eq(out[0], (float)(v / 255.0));
		fetch(&src, TYPE(BYTE), 1, 0, out);
		cr_assert_eq(out[0], (float)s);
		fetch(&src, TYPE(BYTE), 1, 1, out);
		cr_assert_eq(out[0], (float)fmax(s / 127.0, -1));
	}
}

Test(gc_vertex, every_short)
{
	for (unsigned v = 0; v < 65536; v++) {
		const uint16_t src = (uint16_t)v;
		const int s = (int16_t)v;
		float out[4];

		fetch(&src, TYPE(UNSIGNED_SHORT), 1, 0, out);
		cr_assert_eq(out[0], (float)v);
		fetch(&src, TYPE(UNSIGNED_SHORT), 1, 1, out);
		cr_assert_eq(out[0], (float)(v / 65535.0));
		fetch(&src, TYPE(SHORT), 1, 0, out);
		cr_assert_eq(out[0], (float)s);
		fetch(&src, TYPE(SHORT), 1, 1, out);
		cr_assert_eq(out[0], (float)fmax(s / 32767.0, -1));
	}
}

/* IEEE 754, binary16: (-1)^s * 2^(e - 15) * (1 + m / 1024), or 2^-14 * m / 1024 */
Test(gc_vertex, every_half_that_is_a_number)
{
	for (unsigned v = 0; v < 65536; v++) {
		const uint16_t src = (uint16_t)v;
		const unsigned e = v >> 10 & 31, m = v & 1023;
		const double x = e ? ldexp(1 + m / 1024.0, (int)e - 15) : ldexp(m / 1024.0, -14);
		float out[4];

		if (e == 31)
			continue;
		fetch(&src, TYPE(HALF_FLOAT), 1, 0, out);
		cr_assert_eq(out[0], (float)(v >> 15 ? -x : x), "%04x", v);
	}
}

Test(gc_vertex, words)
{
	static const int32_t values[] = {0, 1, -1, 65536, -65536, 0x7fffffff, -0x7fffffff - 1, 123456789};

	for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		const int32_t v = values[i];
		float out[4];

		fetch(&v, TYPE(INT), 1, 0, out);
		cr_assert_eq(out[0], (float)v);
		fetch(&v, TYPE(INT), 1, 1, out);
		cr_assert_eq(out[0], (float)fmax(v / 2147483647.0, -1));
		fetch(&v, TYPE(UNSIGNED_INT), 1, 0, out);
		cr_assert_eq(out[0], (float)(uint32_t)v);
		fetch(&v, TYPE(UNSIGNED_INT), 1, 1, out);
		cr_assert_eq(out[0], (float)((uint32_t)v / 4294967295.0));
		fetch(&v, TYPE(FIXED), 1, 0, out);
		cr_assert_eq(out[0], (float)(v / 65536.0));
	}
}

/* Ten bits from the lowest on in the names that end with REV, from the highest on in the others. */
Test(gc_vertex, ten_ten_ten_two)
{
	static const unsigned in[4] = {0x3ff, 0x200, 0x001, 2};
	const uint32_t rev = in[0] | in[1] << 10 | in[2] << 20 | in[3] << 30,
		       fwd = in[0] << 22 | in[1] << 12 | in[2] << 2 | in[3];

	for (unsigned normalize = 0; normalize < 2; normalize++)
		for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
			float a[4], b[4];

			fetch(&rev, is_signed ? TYPE(INT_2_10_10_10_REV) : TYPE(UNSIGNED_INT_2_10_10_10_REV),
			      4, normalize, a);
			fetch(&fwd, is_signed ? TYPE(INT_10_10_10_2) : TYPE(UNSIGNED_INT_10_10_10_2), 4,
			      normalize, b);
			for (unsigned c = 0; c < 4; c++) {
				const unsigned bits = c == 3 ? 2 : 10;
				const double v = is_signed && in[c] >> (bits - 1)
						     ? (double)in[c] - (1 << bits)
						     : (double)in[c];
				const double most = (1 << (is_signed ? bits - 1 : bits)) - 1;
				const float want = (float)(normalize ? fmax(v / most, -1) : v);

				cr_assert_eq(a[c], want, "component %u: %g, not %g", c, (double)a[c],
					     (double)want);
				cr_assert_eq(b[c], want, "component %u: %g, not %g", c, (double)b[c],
					     (double)want);
			}
		}
}

/* BYTE_I, SHORT_I: whole numbers as such, and 1 where there is none. */
Test(gc_vertex, integers_pass_as_bits)
{
	const uint8_t byte = 0x85;
	const uint16_t half = 0x8765;
	uint32_t out[4];

	mgc_element(&byte, TYPE(BYTE_I), 1, 0, 1, out);
	cr_assert_eq((int32_t)out[0], 0x85 - 256);
	cr_assert_eq(out[3], 1);
	mgc_element((const uint8_t *)&half, TYPE(SHORT_I), 1, 0, 1, out);
	cr_assert_eq((int32_t)out[0], 0x8765 - 65536);
}
