/* SPDX-License-Identifier: MIT
 *
 * Color the wide way, a pixel at a time: every factor and function of blending in single precision, beside
 * what the formula gives; copies of depth and stencil, beside the bits that the buffer holds.
 */
#include "hw/model/pixel/color.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/tiles/cache.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 16, SIDE = FL_TILE_PX };

static struct fl_raster_thread *t;
static struct fl_raster_draw draw;
static struct fl_pixel_color color;
static struct fl_pixel_depth depth;
static struct fl_tile_buf target, behind;
static struct fl_tile_surface surface;
static uint8_t px[SIDE * SIDE * 8 * 16], zs[SIDE * SIDE * 8 * 8];
static float out[FL_TILE_TARGETS][4][FL_WAVE_PX];

/* Four quads of which the second is not where the first ends. */
static void set_up(void)
{
	t = aligned_alloc(64, (sizeof(*t) + 63) & ~(size_t)63);
	memset(t, 0, sizeof(*t));
	t->wave.n_quads = LANES / 4;
	for (unsigned q = 0; q < LANES / 4; q++) {
		t->wave.qx[q] = (uint8_t)(10 * q);
		t->wave.qy[q] = (uint8_t)(2 * q);
	}
	t->wave.draw = &draw;
	t->out = out;
	draw.color = &color;
	draw.samples = 1;
	target.px = px;
	target.surface = behind.surface = &surface;
	behind.px = zs;
	target.have = behind.have = ~0ull;
	color.n = 1;
	color.target[0].path = FL_PIXEL_COLOR_WIDE;
}

static void tear_down(void)
{
	free(t);
}

TestSuite(pixel_wide, .init = set_up, .fini = tear_down);

/* Channels one after the other, all bits written. */
static struct fl_pixel_target *channels(unsigned n, unsigned bits, unsigned number, unsigned samples)
{
	struct fl_pixel_target *p = &color.target[0];

	for (unsigned k = 0; k < 4; k++) {
		p->ch[k] =
		    (struct fl_pixel_channel){.at = (uint8_t)(k * bits), .bits = (uint8_t)(k < n ? bits : 0)};
		p->wide.number[k] = (uint8_t)number;
		p->mask[k] = ~0u;
	}
	target.cpp = (uint8_t)(n * bits / 8);
	target.samples = (uint8_t)samples;
	p->words = (uint8_t)((target.cpp + 3) / 4);
	draw.samples = samples;
	for (unsigned s = 0; s < samples; s++)
		t->wave.cover[s] = 0xffff;
	return p;
}

/* ---- blending ------------------------------------------------------------------------------------------ */
static double factor(unsigned f, unsigned k, const double *s, const double *s1, const double *d,
		     const double *c)
{
	const double *of[] = {[FL_PIXEL_BF_SRC_COLOR] = s,
			      [FL_PIXEL_BF_DST_COLOR] = d,
			      [FL_PIXEL_BF_CONST_COLOR] = c,
			      [FL_PIXEL_BF_SRC1_COLOR] = s1};

	switch (f) {
	case FL_PIXEL_BF_ZERO:
		return 0;
	case FL_PIXEL_BF_ONE:
		return 1;
	case FL_PIXEL_BF_SAT: /* min(As, 1 - Ad); 1 for alpha */
		return k == 3 ? 1 : s[3] < 1 - d[3] ? s[3] : 1 - d[3];
	case FL_PIXEL_BF_SRC_COLOR:
	case FL_PIXEL_BF_DST_COLOR:
	case FL_PIXEL_BF_CONST_COLOR:
	case FL_PIXEL_BF_SRC1_COLOR:
		return of[f][k];
	case FL_PIXEL_BF_SRC_ALPHA:
		return s[3];
	case FL_PIXEL_BF_DST_ALPHA:
		return d[3];
	case FL_PIXEL_BF_CONST_ALPHA:
		return c[3];
	case FL_PIXEL_BF_SRC1_ALPHA:
		return s1[3];
	default: /* one minus the one before */
		return 1 - factor(f - 1, k, s, s1, d, c);
	}
}

/* Eighths: every result is exact. Alpha has an equation of its own. */
Test(pixel_wide, blends_by_the_formula)
{
	static const double s[4] = {0.5, -0.25, 2, 0.625}, s1[4] = {0.125, 1, 0.75, 0.375},
			    c[4] = {0.25, 0.5, 1.5, 0.875},
			    d[2][4] = {{1, 0.375, -0.5, 0.25}, {4, 1, 0.5, 0.5}};
	struct fl_pixel_target *p = channels(4, 32, FL_PIXEL_FLOATS, 1);

	p->blend = true;
	p->from = 0;
	p->wide.second = 1;
	for (unsigned k = 0; k < 4; k++) {
		p->constant[k] = (float)c[k];
		for (unsigned i = 0; i < LANES; i++) {
			out[0][k][i] = (float)s[k];
			out[1][k][i] = (float)s1[k];
		}
	}
	for (unsigned round = 0; round < 19 * 19 * 5 * 2; round++) {
		const unsigned src = round % 19, dst = round / 19 % 19, func = round / 361 % 5,
			       of = round / 1805;
		const unsigned other = (src + 7) % 19;

		p->eq[0] = (struct fl_pixel_equation){
		    .func = (uint8_t)func, .src = (uint8_t)src, .dst = (uint8_t)dst};
		p->eq[1] = (struct fl_pixel_equation){
		    .func = (uint8_t)((func + 1) % 5), .src = (uint8_t)dst, .dst = (uint8_t)other};
		for (unsigned k = 0; k < 4; k++)
			for (unsigned i = 0; i < LANES; i++)
				((float *)(void *)fl_tile_at(&target, &t->wave, i, 0))[k] = (float)d[of][k];
		fl_pixel_color_wide(t, p, &target, 0x8421);
		for (unsigned k = 0; k < 4; k++)
			for (unsigned i = 0; i < LANES; i++) {
				const struct fl_pixel_equation *e = &p->eq[k == 3];
				const double a = s[k] * factor(e->src, k, s, s1, d[of], c),
					     b = d[of][k] * factor(e->dst, k, s, s1, d[of], c);
				const double all[5] = {a + b, a - b, b - a, s[k] < d[of][k] ? s[k] : d[of][k],
						       s[k] > d[of][k] ? s[k] : d[of][k]};
				const float got = ((float *)(void *)fl_tile_at(&target, &t->wave, i, 0))[k];

				cr_assert_eq(got, 0x8421u >> i & 1 ? (float)all[e->func] : (float)d[of][k],
					     "factors %u, %u, function %u, channel %u, lane %u: %g", e->src,
					     e->dst, e->func, k, i, (double)got);
			}
	}
}

/* ---- copies -------------------------------------------------------------------------------------------- */
/* Each sample of each pixel of the depth buffer has a word of its own. */
static uint32_t held(unsigned sample, unsigned lane)
{
	return (lane * 8 + sample + 1) * 0x9e3779b9u;
}

Test(pixel_wide, copies_the_sample_that_is_named)
{
	static const struct {
		unsigned n, bits;
	} formats[] = {{1, 8}, {1, 16}, {1, 32}, {2, 8}, {2, 16}, {2, 32}};

	depth.format = FL_PIXEL_Z24S8;
	depth.key.cpp = behind.cpp = 4;
	draw.depth = &depth;
	t->tile.depth = &behind;
	for (unsigned round = 0; round < 6 * 8 * 4 * 2; round++) {
		const unsigned of = round % 6, sample = round / 6 % 8, samples = 1u << (round / 48 % 4),
			       to = round / 192 ? samples : 1;
		struct fl_pixel_target *p = channels(formats[of].n, formats[of].bits, FL_PIXEL_UINT, to);

		p->path = FL_PIXEL_COLOR_COPY;
		p->wide.sample = (uint8_t)sample;
		behind.samples = (uint8_t)samples;
		memset(px, 0, sizeof(px));
		for (unsigned i = 0; i < LANES; i++)
			for (unsigned s = 0; s < samples; s++) {
				uint32_t v = held(s, i);

				memcpy(fl_tile_at(&behind, &t->wave, i, s), &v, 4);
			}
		t->wave.cover[0] = 0x7fff;
		fl_pixel_color_wide(t, p, &target, 0xfffe);
		for (unsigned i = 0; i < LANES; i++)
			for (unsigned s = 0; s < to; s++) {
				const uint32_t v = held(sample % samples, i),
					       mask = ~0u >> (32 - formats[of].bits);
				const uint64_t both = (uint64_t)((v & 255) & mask) << formats[of].bits;
				const uint64_t want = i == 0 || (i == 15 && !s)
							  ? 0
							  : (v >> 8 & mask) | (formats[of].n > 1 ? both : 0);
				uint64_t got = 0;

				memcpy(&got, fl_tile_at(&target, &t->wave, i, s), target.cpp);
				cr_assert_eq(got, want, "%u bits, %u: sample %u of %u, lane %u: 0x%llx",
					     formats[of].bits, formats[of].n, sample, samples, i,
					     (unsigned long long)got);
			}
	}
	/* Where there is no depth buffer, zeros. */
	for (unsigned which = 0; which < 2; which++) {
		struct fl_pixel_target *p = channels(2, 32, FL_PIXEL_UINT, 1);
		uint64_t got;

		t->tile.depth = which ? &behind : NULL;
		draw.depth = which ? NULL : &depth;
		memset(px, 0xff, sizeof(px));
		fl_pixel_color_wide(t, p, &target, 1);
		memcpy(&got, fl_tile_at(&target, &t->wave, 0, 0), 8);
		cr_expect_eq(got, 0u);
	}
}

/* ---- kinds of numbers ---------------------------------------------------------------------------------- */
/* Blended with nothing but the destination: what is stored comes back, of every kind and width; and the
 * source alone is stored clamped and rounded, or cut off. */
static double least(unsigned number, unsigned bits)
{
	return number == FL_PIXEL_SNORM ? -1 : number == FL_PIXEL_SSCALED ? -(double)(1u << (bits - 1)) : 0;
}

static double largest(unsigned number, unsigned bits)
{
	return number == FL_PIXEL_USCALED   ? (double)((1u << bits) - 1)
	       : number == FL_PIXEL_SSCALED ? (double)((1u << (bits - 1)) - 1)
					    : 1;
}

/* In units of the last bit. */
static double unit(unsigned number, unsigned bits)
{
	return number == FL_PIXEL_UNORM   ? 1.0 / (double)((1u << bits) - 1)
	       : number == FL_PIXEL_SNORM ? 1.0 / (double)((1u << (bits - 1)) - 1)
					  : 1;
}

static uint32_t pixel(unsigned bits)
{
	uint32_t word;

	memcpy(&word, fl_tile_at(&target, &t->wave, 0, 0), 4);
	return word & ((1u << bits) - 1);
}

static void source(float x)
{
	for (unsigned k = 0; k < 4; k++)
		for (unsigned i = 0; i < LANES; i++)
			out[0][k][i] = x;
}

Test(pixel_wide, numbers_of_each_kind)
{
	static const uint8_t kinds[] = {FL_PIXEL_UNORM, FL_PIXEL_SNORM, FL_PIXEL_USCALED, FL_PIXEL_SSCALED};

	for (unsigned round = 0; round < 4 * 2 * 2; round++) {
		const unsigned number = kinds[round % 4], bits = round / 4 % 2 ? 16 : 8;
		struct fl_pixel_target *p = channels(1, bits, number, 1);

		p->blend = false;
		p->wide.truncate = round / 8;
		p->wide.clamp = true;
		for (int i = -40; i <= 40; i++) {
			const double low = least(number, bits), high = largest(number, bits);
			const double x = low - 0.1 * (high - low) + (i + 40) / 80.0 * 1.2 * (high - low);
			const double in = x < low    ? low
					  : x > high ? high
						     : x,
				     units = in / unit(number, bits);
			const double want = round / 8   ? trunc(units)
					    : units < 0 ? ceil(units - 0.5)
							: floor(units + 0.5);

			if (fabs(units - floor(units) - 0.5) < 0.01 || fabs(units - rint(units)) < 0.01)
				continue; /* too near to a step for single precision */
			source((float)x);
			fl_pixel_color_wide(t, p, &target, 1);
			cr_expect_eq(pixel(bits), (uint32_t)(int32_t)want & ((1u << bits) - 1),
				     "kind %u of %u bits, %g: 0x%x", number, bits, x, pixel(bits));
		}
		/* the destination, as it is; one minus it, where it has no such channel */
		p->blend = true;
		p->eq[0] = p->eq[1] =
		    (struct fl_pixel_equation){.src = FL_PIXEL_BF_ZERO, .dst = FL_PIXEL_BF_ONE};
		for (uint32_t code = 1; code < 1u << bits; code += code / 3 + 1) {
			memcpy(fl_tile_at(&target, &t->wave, 0, 0), &code, 4);
			fl_pixel_color_wide(t, p, &target, 1);
			cr_expect(pixel(bits) == code || p->wide.truncate ||
				      (number == FL_PIXEL_SNORM && code == 1u << (bits - 1)),
				  "kind %u of %u bits: 0x%x became 0x%x", number, bits, code, pixel(bits));
		}
	}
}

/* Every code of every width, one bit too: as the factor of a source of 1 it shows as a float. Codes in two's
 * complement are divided by 2^(bits - 1) - 1, and the least is -1; of one bit there are 0 and -1. */
Test(pixel_wide, codes_of_every_width)
{
	static const uint8_t kinds[] = {FL_PIXEL_UNORM, FL_PIXEL_SNORM, FL_PIXEL_USCALED, FL_PIXEL_SSCALED};
	struct fl_pixel_target *p = channels(2, 32, FL_PIXEL_FLOATS, 1);

	source(1);
	p->blend = true;
	p->eq[0] = p->eq[1] =
	    (struct fl_pixel_equation){.src = FL_PIXEL_BF_DST_ALPHA, .dst = FL_PIXEL_BF_ZERO};
	for (unsigned bits = 1; bits <= 12; bits++)
		for (unsigned kind = 0; kind < 4; kind++)
			for (uint32_t code = 0; code < 1u << bits; code++) {
				const int32_t sign = 1 << (bits - 1), whole = ((int32_t)code ^ sign) - sign;
				const double most = bits == 1 ? 1 : sign - 1, snorm = whole / most;
				const double want[4] = {code / ((1u << bits) - 1.0), snorm < -1 ? -1 : snorm,
							code, whole};
				uint32_t *word = (uint32_t *)(void *)fl_tile_at(&target, &t->wave, 0, 0);
				float got;

				p->ch[1] = (struct fl_pixel_channel){0};
				p->ch[3] = (struct fl_pixel_channel){.at = 37, .bits = (uint8_t)bits};
				p->wide.number[3] = kinds[kind];
				word[1] = code << 5;
				fl_pixel_color_wide(t, p, &target, 1);
				memcpy(&got, word, 4);
				cr_assert_float_eq(got, want[kind], 1e-6,
						   "kind %u of %u bits, 0x%x: %g, not %g", kind, bits, code,
						   got, want[kind]);
			}
}

/* Wider ones, up to 32 bits: the least and the largest codes, those around the middle, and some between. */
Test(pixel_wide, codes_of_many_bits)
{
	static const uint8_t kinds[] = {FL_PIXEL_UNORM, FL_PIXEL_SNORM, FL_PIXEL_USCALED, FL_PIXEL_SSCALED};
	struct fl_pixel_target *p = channels(2, 32, FL_PIXEL_FLOATS, 1);

	source(1);
	p->blend = true;
	p->eq[0] = p->eq[1] =
	    (struct fl_pixel_equation){.src = FL_PIXEL_BF_DST_ALPHA, .dst = FL_PIXEL_BF_ZERO};
	for (unsigned bits = 13; bits <= 32; bits++)
		for (unsigned kind = 0; kind < 4; kind++)
			for (unsigned i = 0; i < 40; i++) {
				const int64_t sign = 1ll << (bits - 1), all = 2 * sign - 1;
				const int64_t code = i < 4    ? i
						     : i < 8  ? all - (i - 4)
						     : i < 13 ? sign - 2 + (i - 8)
							      : all * (i - 12) / 28;
				const int64_t whole = (code ^ sign) - sign;
				const double snorm = (double)whole / (double)(sign - 1);
				const double want[4] = {(double)code / (double)all, snorm < -1 ? -1 : snorm,
							(double)code, (double)whole};
				uint32_t *word = (uint32_t *)(void *)fl_tile_at(&target, &t->wave, 0, 0);
				float got;

				p->ch[1] = (struct fl_pixel_channel){0};
				p->ch[3] = (struct fl_pixel_channel){.at = 32, .bits = (uint8_t)bits};
				p->wide.number[3] = kinds[kind];
				word[1] = (uint32_t)code;
				fl_pixel_color_wide(t, p, &target, 1);
				memcpy(&got, word, 4);
				cr_assert_float_eq(got, want[kind], fabs(want[kind]) * 1e-6 + 1e-12,
						   "kind %u of %u bits, 0x%x: %g, not %g", kind, bits,
						   (unsigned)code, got, want[kind]);
			}
}

/* ---- fields -------------------------------------------------------------------------------------------- */
/* A channel of any width at any place of the four words, alone: the destination comes back through blending,
 * as a copy, and as the average of its samples, and no bit beside it is there. */
Test(pixel_wide, fields_at_every_place)
{
	static const uint32_t word[2][4] = {{0x89abcdef, 0x13579bdf, 0x76543210, 0xfedcba98},
					    {0x89abcdef, 0x13579bdf, 0x76543210, 0xfedcba98}};
	struct fl_pixel_target *p = channels(4, 32, FL_PIXEL_UINT, 1);

	p->blend = true;
	p->eq[0] = p->eq[1] = (struct fl_pixel_equation){.src = FL_PIXEL_BF_ZERO, .dst = FL_PIXEL_BF_ONE};
	for (unsigned k = 0; k < 4; k++)
		for (unsigned at = 0; at < 128; at++)
			for (unsigned bits = 1; at % 32 + bits <= 32; bits++) {
				const uint32_t mask = ~0u >> (32 - bits),
					       v = word[0][at / 32] >> at % 32 & mask;
				uint32_t got[4] = {0}, *pixel_now;

				memset(p->ch, 0, sizeof(p->ch));
				p->ch[k] =
				    (struct fl_pixel_channel){.at = (uint8_t)at, .bits = (uint8_t)bits};
				fl_pixel_wide_average(p, word, 2, got);
				for (unsigned i = 0; i < 4; i++)
					cr_assert_eq(got[i], i == at / 32 ? v << at % 32 : 0,
						     "average, channel %u: %u bits at %u: 0x%x", k, bits, at,
						     got[i]);
				pixel_now = (uint32_t *)(void *)fl_tile_at(&target, &t->wave, 0, 0);
				memcpy(pixel_now, word[0], sizeof(word[0]));
				fl_pixel_color_wide(t, p, &target, 1);
				for (unsigned i = 0; i < 4; i++)
					cr_assert_eq(pixel_now[i], i == at / 32 ? v << at % 32 : 0,
						     "channel %u: %u bits at %u: 0x%x", k, bits, at,
						     pixel_now[i]);
			}
}

/* Of one sample and of as many as eight: the mean, of numbers; of integers the first sample's. */
Test(pixel_wide, averages)
{
	static const uint8_t kinds[] = {FL_PIXEL_UNORM,   FL_PIXEL_SNORM, FL_PIXEL_USCALED,
					FL_PIXEL_SSCALED, FL_PIXEL_UINT,  FL_PIXEL_SINT};

	for (unsigned kind = 0; kind < 6; kind++)
		for (unsigned n = 1; n <= 8; n++)
			for (uint32_t step = 1; step < 40; step += 3) {
				struct fl_pixel_target *p = channels(2, 16, kinds[kind], 1);
				uint32_t word[8][4] = {{0}}, got[4] = {0};
				int64_t sum[2] = {0, 0};

				for (unsigned s = 0; s < n; s++)
					for (unsigned k = 0; k < 2; k++) {
						const uint32_t v =
						    (100 + (s + 1) * (k + 3) * step * 97) & 0x7fff;

						word[s][0] |= v << 16 * k;
						sum[k] += v;
					}
				fl_pixel_wide_average(p, word, n, got);
				for (unsigned k = 0; k < 2; k++) {
					const double mean = (double)sum[k] / n, v = got[0] >> 16 * k & 0xffff;

					if (kind >= 4)
						cr_assert_eq(v, word[0][0] >> 16 * k & 0xffff);
					else /* of 15 bits, in single precision */
						cr_assert_float_eq(v, mean, 0.5 + 0.02, "kind %u of %u: %g",
								   kind, n, mean);
				}
			}
}

/* What comes in is clamped before it is blended, not only what is stored, if the target says so: 0.5 or -0.5
 * there, and 3 or -3 on top of it or times it. */
Test(pixel_wide, sources_are_clamped_before_they_are_blended)
{
	for (unsigned round = 0; round < 32; round++) {
		const bool snorm = round & 1, negative = round & 2, times = round & 4, below = round & 8,
			   clamps = !(round & 16);
		const double lowest = snorm ? -1 : 0, d = negative && snorm ? -0.5 : 0.5,
			     s = !clamps ? below ? -3 : 3
				 : below ? lowest
					 : 1,
			     most = snorm ? 32767 : 65535;
		const double want = times ? s * d : s + d, in = want < lowest ? lowest : want > 1 ? 1 : want;
		struct fl_pixel_target *p = channels(1, 16, snorm ? FL_PIXEL_SNORM : FL_PIXEL_UNORM, 1);
		const uint32_t code = (uint32_t)(int32_t)(d * most);
		int32_t got;

		p->blend = true;
		p->wide.clamp = clamps;
		p->eq[0] = p->eq[1] =
		    (struct fl_pixel_equation){.src = times ? FL_PIXEL_BF_DST_COLOR : FL_PIXEL_BF_ONE,
					       .dst = times ? FL_PIXEL_BF_ZERO : FL_PIXEL_BF_ONE};
		memcpy(fl_tile_at(&target, &t->wave, 0, 0), &code, 4);
		source(below ? -3.0f : 3.0f);
		fl_pixel_color_wide(t, p, &target, 1);
		got = snorm ? (int16_t)pixel(16) : (int32_t)pixel(16);
		cr_expect_float_eq(got / most, in, 1e-4, "round %u: %g, not %g", round, got / most, in);
	}
}

/* An alpha that is stored, and counts as 1: of a buffer whose alpha is nobody's (FORCE_DST_ALPHA_1). Half of
 * what comes in, for its own alpha is 0.5, and all of what is there. */
Test(pixel_wide, an_alpha_that_reads_as_one)
{
	struct fl_pixel_target *p = channels(4, 8, FL_PIXEL_SNORM, 1);
	const int8_t there[4] = {32, -64, 0, 16};

	p->blend = true;
	p->ch[3].read = 4;
	p->eq[0] = p->eq[1] = (struct fl_pixel_equation){
	    .src = FL_PIXEL_BF_SRC_ALPHA, .dst = FL_PIXEL_BF_DST_ALPHA, .func = FL_PIXEL_FUNC_ADD};
	for (unsigned n = 0; n < sizeof(px) / 4; n++)
		memcpy(px + (size_t)4 * n, there, 4);
	for (unsigned l = 0; l < LANES; l++)
		for (unsigned k = 0; k < 4; k++)
			out[0][k][l] = k == 3 ? 0.5f : 32.0f / 127;
	fl_pixel_color_wide(t, p, &target, 0xffff);
	cr_expect_eq((int8_t)px[0], 16 + 32);
	cr_expect_eq((int8_t)px[1], 16 - 64);
	cr_expect_eq((int8_t)px[2], 16);
	cr_expect_eq((int8_t)px[3], 127); /* 0.25 and 1, no more than 1 */
	p->ch[3].read = 3;
	memcpy(px, there, 4);
	fl_pixel_color_wide(t, p, &target, 1);
	cr_expect_eq((int8_t)px[0], 16 + 4); /* 32 * 16 / 127 */
}

/* Both sources: 3 is the factor of 0.25, or 0.25 that of 3. Unclamped it is 0.75 either way. */
Test(pixel_wide, either_source_is_clamped)
{
	for (unsigned round = 0; round < 4; round++) {
		struct fl_pixel_target *p = channels(1, 16, FL_PIXEL_UNORM, 1);
		const bool clamps = round & 1, second = round & 2;

		p->blend = true;
		p->wide.clamp = clamps;
		p->wide.second = 1;
		p->eq[0] = p->eq[1] =
		    (struct fl_pixel_equation){.src = FL_PIXEL_BF_SRC1_COLOR, .dst = FL_PIXEL_BF_ZERO};
		for (unsigned k = 0; k < 4; k++) {
			out[0][k][0] = second ? 0.25f : 3;
			out[1][k][0] = second ? 3 : 0.25f;
		}
		fl_pixel_color_wide(t, p, &target, 1);
		cr_expect_float_eq(pixel(16) / 65535.0, clamps ? 0.25 : 0.75, 1e-4, "round %u: 0x%x", round,
				   pixel(16));
	}
}

/* sRGB by its formula, and back; integers of both kinds, clamped; logic operations and masks on the bits. */
Test(pixel_wide, other_kinds)
{
	struct fl_pixel_target *p = channels(1, 8, FL_PIXEL_SRGB, 1);
	static const struct {
		uint32_t number, in, want;
	} whole[] = {{FL_PIXEL_UINT, 77, 77},
		     {FL_PIXEL_UINT, 256, 255},
		     {FL_PIXEL_UINT, 0xffffffff, 255},
		     {FL_PIXEL_SINT, 77, 77},
		     {FL_PIXEL_SINT, 128, 127},
		     {FL_PIXEL_SINT, (uint32_t)-5, 251},
		     {FL_PIXEL_SINT, (uint32_t)-128, 128},
		     {FL_PIXEL_SINT, (uint32_t)-300, 128}};

	p->wide.truncate = false;
	for (unsigned i = 0; i <= 20; i++) {
		const double x = i / 20.0, s = x <= 0.0031308 ? x * 12.92 : 1.055 * pow(x, 1 / 2.4) - 0.055;

		p->blend = false;
		source((float)x);
		fl_pixel_color_wide(t, p, &target, 1);
		cr_expect_eq(pixel(8), (uint32_t)floor(s * 255 + 0.5), "%g: %u", x, pixel(8));
	}
	p->blend = true;
	p->eq[0] = p->eq[1] = (struct fl_pixel_equation){.src = FL_PIXEL_BF_ZERO, .dst = FL_PIXEL_BF_ONE};
	for (uint32_t code = 0; code < 256; code++) {
		memcpy(fl_tile_at(&target, &t->wave, 0, 0), &code, 4);
		fl_pixel_color_wide(t, p, &target, 1);
		cr_expect_eq(pixel(8), code, "%u became %u", code, pixel(8));
	}
	p->blend = false;
	for (unsigned i = 0; i < sizeof(whole) / sizeof(*whole); i++) {
		float x;

		p->wide.number[0] = (uint8_t)whole[i].number;
		memcpy(&x, &whole[i].in, 4);
		source(x);
		fl_pixel_color_wide(t, p, &target, 1);
		cr_expect_eq(pixel(8), whole[i].want, "%u: %u", i, pixel(8));
	}
	for (unsigned rop = 0; rop < 16; rop++) {
		const uint32_t s = 0xca, d = 0xac, one = 0xff;
		const uint32_t want = (rop & 1 ? ~s & ~d : 0) | (rop & 2 ? ~s & d : 0) |
				      (rop & 4 ? s & ~d : 0) | (rop & 8 ? s & d : 0);
		float x;

		p->wide.number[0] = FL_PIXEL_UINT;
		color.rop_on = true;
		color.rop = (uint8_t)rop;
		memcpy(&x, &s, 4);
		source(x);
		p->mask[0] = 0xf0;
		memcpy(fl_tile_at(&target, &t->wave, 0, 0), &d, 4);
		fl_pixel_color_wide(t, p, &target, 1);
		cr_expect_eq(pixel(8), ((want & 0xf0) | (d & 0x0f)) & one, "%u: 0x%x", rop, pixel(8));
	}
	color.rop_on = false;
}

/* ---- bounds of depths ---------------------------------------------------------------------------------- */
static unsigned one_pipe(unsigned pipes, unsigned x, unsigned y)
{
	return 0;
}

/* Samples whose stored depth is outside of the bounds, which belong to the inside, fail, whatever their own
 * depth is, and neither depth nor stencil changes. The stencil that is stored beside does not count. */
Test(pixel_wide, depths_outside_of_bounds)
{
	enum { LOW = 0x400, HIGH = 0x900, OWN = 0x600, STENCIL_WAS = 0x55, STENCIL = 0xaa };
	static const uint32_t stored[LANES] = {0,        1,     LOW - 1,  LOW,    LOW + 1,  OWN,
					       HIGH - 1, HIGH,  HIGH + 1, 0xffff, 0xffffff, 0x800,
					       0x3ff,    0x901, 0x600,    0x10400};

	channels(4, 8, FL_PIXEL_UNORM, 1);
	for (unsigned bounds = 0; bounds < 2; bounds++) {
		memset(&depth, 0, sizeof(depth));
		depth.path = FL_PIXEL_DEPTH_WIDE;
		depth.format = FL_PIXEL_Z24S8;
		depth.key.cpp = behind.cpp = 4;
		depth.depth_on = depth.write = depth.stencil_on = depth.stencil_writes = true;
		depth.func = FL_PIXEL_IF_ALWAYS;
		depth.bounds = bounds;
		depth.bounds_min = LOW;
		depth.bounds_max = HIGH;
		depth.pipe_of = one_pipe;
		for (unsigned i = 0; i < 2; i++)
			depth.face[i] = (struct fl_pixel_stencil){.func = FL_PIXEL_IF_ALWAYS,
								  .zpass = FL_PIXEL_STENCIL_REPLACE,
								  .fail = FL_PIXEL_STENCIL_REPLACE,
								  .zfail = FL_PIXEL_STENCIL_REPLACE,
								  .ref = STENCIL,
								  .mask = 0xff,
								  .write_mask = 0xff};
		behind.samples = 1;
		draw.depth = &depth;
		t->tile.depth = &behind;
		t->wave.cover[0] = 0xffff;
		for (unsigned i = 0; i < LANES; i++) {
			const uint32_t was[2] = {stored[i], STENCIL_WAS};

			fl_pixel_depth_store(&depth, fl_tile_at(&behind, &t->wave, i, 0), was);
			t->wave.z[0][i] = OWN;
		}
		fl_pixel_depth_run_scalar(t);
		for (unsigned i = 0; i < LANES; i++) {
			const bool in = !bounds || (stored[i] >= LOW && stored[i] <= HIGH);
			uint32_t now[2];

			fl_pixel_depth_stored(&depth, fl_tile_at(&behind, &t->wave, i, 0), now);
			cr_expect_eq(t->wave.cover[0] >> i & 1, in, "bounds %u: depth 0x%x", bounds,
				     stored[i]);
			cr_expect_eq(now[0], in ? (uint32_t)OWN : stored[i], "bounds %u: depth 0x%x is 0x%x",
				     bounds, stored[i], now[0]);
			cr_expect_eq(now[1], in ? (uint32_t)STENCIL : (uint32_t)STENCIL_WAS,
				     "bounds %u: depth 0x%x, stencil 0x%x", bounds, stored[i], now[1]);
		}
	}
}
