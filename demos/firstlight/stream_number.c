/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: the numbers in a dword of a vertex.
 */
#include "demos/firstlight/stream_number.h"
#include "hw/fl_decimal.h"

#include <math.h>
#include <stdio.h>

/* Floats of 16 bits have a sign and 10 bits of fraction; those of 11 and 10 no sign, and 6 and 5 bits. */
static double small_float(uint32_t v, unsigned width)
{
	const unsigned fraction = width == 16 ? 10 : width - 5;
	const uint32_t exponent = v >> fraction & 31, f = v & ((1u << fraction) - 1);
	const double sign = width == 16 && v >> 15 ? -1 : 1;

	if (exponent == 31)
		return f ? NAN : sign * INFINITY;
	return sign * (exponent ? ldexp(f + (1u << fraction), (int)exponent - 15 - (int)fraction)
				: ldexp(f, -14 - (int)fraction));
}

double fl_stream_packed_number(const struct fl_stream_packed *p, unsigned i, uint32_t value)
{
	const unsigned width = p->width[i];
	const uint32_t most = 0xffffffffu >> (32 - width), v = value >> p->at[i] & most,
		       sign = 1u << (width - 1);
	const double with_sign = (double)v - (v & sign ? (double)most + 1 : 0);
	union {
		uint32_t u;
		float f;
	} bits = {.u = v};

	switch ((enum fl_stream_as)p->as) {
	case FL_STREAM_SINT:
		return with_sign;
	case FL_STREAM_UNORM:
		return v / (double)most;
	case FL_STREAM_SNORM:
		return with_sign < -(double)(sign - 1) ? -1 : with_sign / (double)(sign - 1);
	case FL_STREAM_FLOAT:
		return width == 32 ? (double)bits.f : small_float(v, width);
	case FL_STREAM_FIXED:
		return with_sign / 65536;
	case FL_STREAM_UINT:
		break;
	}
	return v;
}

bool fl_stream_packed_text(const struct fl_stream_packed *p, unsigned i, uint32_t value, char *out,
			   size_t size)
{
	if (i >= 4 || !p->width[i])
		return false;
	if (p->as == FL_STREAM_FLOAT && p->width[i] == 32)
		fl_decimal_write(value, out, size);
	else
		snprintf(out, size, p->as <= FL_STREAM_SINT ? "%.0f" : "%.6g",
			 fl_stream_packed_number(p, i, value));
	return true;
}
