/* SPDX-License-Identifier: MIT
 *
 * Fixed-function fragment programs: a line's stipple, all look-ups, then what the units do to the color, in
 * their order, then fog. r0: color; unit k of those that are on: r[1 + k] its coordinate, then its texel;
 * then the fog factor; the last temporary is for what is between.
 */
#include "lib/r500/programs.h"
#include "lib/r500/us.h"

/* Operands that repeat */
#define RGB(s)      US_RGB(s, US_SWZ_RGB)
#define AAA(s)      US_RGB(s, US_SWZ_AAA)
#define RRR(s)      US_RGB(s, US_SWZ_RRR)
#define ONES        US_RGB(0, US_SWZ_111)
#define ZEROS       US_RGB(0, US_SWZ_000)
#define ALPHA(s)    US_A(s, US_ALPHA)
#define ALPHA_ONE   US_A(0, US_1)
#define ALPHA_ZERO  US_A(0, US_ZERO)
#define ONLY(t)     US_ADDR(US_T(t), US_NONE, US_NONE)
#define TWO(t0, t1) US_ADDR(US_T(t0), US_T(t1), US_NONE)

struct us {
	uint32_t *words;
	uint32_t n;
};

#define PUT(b, ...) put(b, (const uint32_t[6]){__VA_ARGS__})

static void put(struct us *b, const uint32_t w[6])
{
	memcpy(b->words + 6 * b->n++, w, 24);
}

/* r0 = unit's function of r0 and its texel, in r[t]. The first one waits for the texels. */
static void unit(struct us *b, uint32_t env, uint32_t u, uint32_t t, uint32_t between, uint32_t wait)
{
	switch (env) {
	case FL_MODULATE: /* c * t */
		PUT(b, US_MAD(US_ALU | wait, 0, TWO(0, t), RGB(0), RGB(1), ZEROS, ALPHA(0), ALPHA(1),
			      ALPHA_ZERO));
		break;
	case FL_REPLACE: /* t */
		PUT(b,
		    US_MAD(US_ALU | wait, 0, ONLY(t), RGB(0), ONES, ZEROS, ALPHA(0), ALPHA_ONE, ALPHA_ZERO));
		break;
	case FL_DECAL: /* t.a * t + (1 - t.a) * c, c.a; the second product first */
		PUT(b, US_MAD(US_ALU | wait, between, TWO(0, t), US_NEG_RGB(0, US_SWZ_RGB), AAA(1), RGB(0),
			      ALPHA(0), ALPHA_ONE, ALPHA_ZERO));
		PUT(b, US_MAD(US_ALU, 0, TWO(t, between), RGB(0), AAA(0), RGB(1), ALPHA(1), ALPHA_ONE,
			      ALPHA_ZERO));
		break;
	case FL_ENV_BLEND: /* t * k + (1 - t) * c, c.a * t.a; likewise */
		PUT(b, US_MAD(US_ALU | wait, between, TWO(0, t), US_NEG_RGB(0, US_SWZ_RGB), RGB(1), RGB(0),
			      ALPHA(0), ALPHA(1), ALPHA_ZERO));
		PUT(b, US_MAD(US_ALU, 0, US_ADDR(US_T(t), US_T(between), US_C(FL_R500_FC_ENV + u)), RGB(0),
			      RGB(2), RGB(1), ALPHA(1), ALPHA_ONE, ALPHA_ZERO));
		break;
	case FL_ENV_ADD: /* c + t, c.a * t.a */
		PUT(b, US_MAD(US_ALU | US_CLAMP | wait, 0, TWO(0, t), RGB(0), ONES, RGB(1), ALPHA(0),
			      ALPHA(1), ALPHA_ZERO));
		break;
	}
}

/* f * r0 + (1 - f) * fog color, with f the first component of r[t]; the second product first */
static void fog(struct us *b, uint32_t t, uint32_t between)
{
	PUT(b, US_MAD(US_ALU, between, US_ADDR(US_C(FL_R500_FC_FOG), US_T(t), US_NONE),
		      US_NEG_RGB(0, US_SWZ_RGB), RRR(1), RGB(0), ALPHA(0), ALPHA_ONE, ALPHA_ZERO));
	PUT(b, US_MAD(US_ALU, 0, US_ADDR(US_T(0), US_T(t), US_T(between)), RGB(0), RRR(1), RGB(2), ALPHA(0),
		      ALPHA_ONE, ALPHA_ZERO));
}

/* Lines: which of 16 bits of the pattern the pixel has, by the second component of r[t], which counts repeats
 * of the pattern; there is no texture in this. With i = floor(16 frac(t)), bit i of pattern is the first
 * digit behind the point of pattern / 2 / 2^i. The constant: (pattern + 1/2) / 2, so that no digit hangs on
 * rounding; 16; 1/2; a quarter of a pixel, which is added first: lines begin at the middle of a pixel or
 * between two, and i must not hang on rounding either. */
static void stipple(struct us *b, uint32_t t, uint32_t between)
{
	const uint32_t c = US_C(FL_R500_FC_STIPPLE);

	PUT(b, US_SCALAR(MAD, t, US_ADDR(US_T(t), c, US_NONE), US_A(0, US_G), ALPHA_ONE, US_A(1, US_ALPHA)));
	PUT(b, US_SCALAR(FRC, between, ONLY(t), ALPHA(0), ALPHA_ZERO, ALPHA_ZERO));
	PUT(b,
	    US_SCALAR(MAD, between, US_ADDR(US_T(between), c, US_NONE), ALPHA(0), US_A(1, US_G), ALPHA_ZERO));
	PUT(b, US_SCALAR(FRC, t, ONLY(between), ALPHA(0), ALPHA_ZERO, ALPHA_ZERO));
	PUT(b, US_SCALAR(MAD, t, TWO(t, between), ALPHA(0), ALPHA_ONE, US_NEG_A(1, US_ALPHA)));
	PUT(b, US_SCALAR(EX2, t, ONLY(t), ALPHA(0), ALPHA_ZERO, ALPHA_ZERO));
	PUT(b, US_SCALAR(MAD, t, US_ADDR(US_T(t), c, US_NONE), ALPHA(0), US_A(1, US_R), ALPHA_ZERO));
	PUT(b, US_SCALAR(FRC, t, ONLY(t), ALPHA(0), ALPHA_ZERO, ALPHA_ZERO));
	PUT(b, US_SCALAR(MAD, t, US_ADDR(US_T(t), c, US_NONE), ALPHA(0), ALPHA_ONE, US_NEG_A(1, US_B)));
	PUT(b, US_KILL(t));
}

uint32_t fl_r500_fs_make(uint64_t key, uint32_t *words, uint32_t *last_temp)
{
	struct us out = {.words = words}, *b = &out;
	uint32_t n_units = 0, t = 0, between, wait = 0;
	bool two = key & (FL_R500_FS_FOG | FL_R500_FS_STIPPLE);

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t env = FL_R500_FS_ENV_OF(FL_R500_FS_UNIT(key, u));

		if (!(FL_R500_FS_UNIT(key, u) & FL_R500_FS_ON))
			continue;
		n_units++;
		two |= env == FL_DECAL || env == FL_ENV_BLEND;
	}
	between = n_units + 1 + (key & FL_R500_FS_FOG ? 1 : 0) + (key & FL_R500_FS_STIPPLE ? 1 : 0);
	if (key & FL_R500_FS_STIPPLE)
		stipple(b, between - 1, between);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t bits = FL_R500_FS_UNIT(key, u), r;

		if (!(bits & FL_R500_FS_ON))
			continue;
		r = bits & FL_R500_FS_THREE ? US_B : US_ALPHA;
		t++;
		if (bits & FL_R500_FS_PROJ)
			PUT(b, US_TEX(PROJ, u, t, t, r, t == n_units));
		else
			PUT(b, US_TEX(LD, u, t, t, r, t == n_units));
	}
	*last_temp = two ? between : between - 1;
	if (*last_temp == 0)
		*last_temp = 1; /* US_PIXSIZE is at least 1 */
	t = 0;
	wait = US_WAIT;
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (FL_R500_FS_UNIT(key, u) & FL_R500_FS_ON) {
			unit(b, FL_R500_FS_ENV_OF(FL_R500_FS_UNIT(key, u)), u, ++t, between, wait);
			wait = 0;
		}
	if (key & FL_R500_FS_FOG)
		fog(b, n_units + 1, between);
	if (!n_units && !(key & FL_R500_FS_FOG))
		PUT(b, US_MAD(US_ALU, 0, ONLY(0), RGB(0), ONES, ZEROS, ALPHA(0), ALPHA_ONE, ALPHA_ZERO));
	/* Whatever comes last goes out. */
	uint32_t *last = b->words + 6 * (b->n - 1);
	last[0] = (last[0] & US_CLAMP) | US_OUT;
	return b->n;
}
