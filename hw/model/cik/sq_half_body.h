/* SPDX-License-Identifier: MIT
 *
 * Halves: denormals are always kept. Part of sq_kit_body.h. Where the processor has conversions they are
 * taken: they do not look at how its arithmetic is set; nor do they keep all of a NaN, which is put right.
 */
#if defined(FL_ISA) && defined(__F16C__)
#define SQ_HALVES
#endif

/* MODE's rounding: to the nearest, up, down, to zero */
static inline uint32_t half_of(uint32_t v, unsigned round)
{
	const uint32_t sign = v >> 16 & 0x8000, size = v & 0x7fffffff;
	const bool away = (round == 1 && !sign) || (round == 2 && sign);
	uint32_t h, rest;

	if (round == 0 || size >= 0x7f800000)
		return num_to_half(sq_f(v));
	if (size >= 0x38800000) { /* normal: the exponent's bias is 112 less */
		h = (size - 0x38000000) >> 13;
		rest = size & 0x1fff;
	} else {
		const unsigned shift = 126 - (size >> 23); /* to units of 2^-24 */
		const uint32_t m = (size & 0x7fffff) | 0x800000;

		h = shift < 24 ? m >> shift : 0;
		rest = size && (shift >= 24 || (m & ((1u << shift) - 1)));
	}
	h += away && rest;
	return sign | (h < 0x7c00 ? h : away ? 0x7c00 : 0x7bff);
}

OP(cvt_f16_f32, half_of(A, x->mode &MCIK_MODE_ROUND_32))

/* num_from_half(), without branches; and, for numbers below one that are no denormals, half a unit more. */
static inline float half_to_float(uint32_t h, uint32_t half_unit)
{
	enum { EXPONENT = 0x7c00, ONE = 0x3c00 };
	const uint32_t sign = (h & 0x8000) << 16, m = h & 0x3ff, e = h & EXPONENT, a = h & 0x7fff;
	const uint32_t tiny = sq_u((float)(int32_t)m * 0x1p-24f);
	const uint32_t normal = (a << 13) + (112u << 23), huge = 0x7f800000 | m << 13;
	const uint32_t more = ((e != 0) & (a < ONE)) * half_unit;
	const uint32_t is_tiny = 0u - (e == 0), is_huge = 0u - (e == EXPONENT);
	const uint32_t bits = (tiny & is_tiny) | (huge & is_huge) | (normal & ~(is_tiny | is_huge));

	return sq_f(sign | bits | more);
}

OP(cvt_f32_f16, sq_r(half_to_float(A & 0xffff, 0)))

#ifdef SQ_HALVES
static inline vi load_lanes(const void *from)
{
	vi v;

	memcpy(&v, from, sizeof v);
	return v;
}

/* half_of() toward zero */
static inline vi cut_halves(vi v)
{
	enum { CUT = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC };
#ifdef __AVX512F__
	const vi h = (vi)_mm512_cvtepu16_epi32(_mm512_cvtps_ph((__m512)v, CUT));
#else
	const vi h = (vi)_mm256_cvtepu16_epi32(_mm256_cvtps_ph((__m256)v, CUT));
#endif

	return vi_select((vf)v != (vf)v, (v >> 16 & 0x8000) | 0x7e00, h);
}

/* half_to_float() */
static inline vi float_bits(vi h, int32_t half_unit)
{
	const vi a = h & 0x7fff, nan = (h & 0x8000) << 16 | 0x7f800000 | (h & 0x3ff) << 13;
	const vi more = ((a >= 0x400) & (a < 0x3c00)) & half_unit;
#ifdef __AVX512F__
	const vi f = (vi)_mm512_cvtph_ps(_mm512_cvtepi32_epi16((__m512i)h));
#else
	const __m256i packed = _mm256_packus_epi32((__m256i)h, (__m256i)h);
	const vi f = (vi)_mm256_cvtph_ps(_mm256_castsi256_si128(_mm256_permute4x64_epi64(packed, 8)));
#endif

	return vi_select(a > 0x7c00, nan, f + more);
}
#endif

static void op_pkrtz(struct sq_lanes *x)
{
	uint32_t *d = x->d[0];
	const uint32_t *a = x->a[0], *b = x->b[0];

#ifdef SQ_HALVES
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES) {
		const vi h = cut_halves(load_lanes(a + l)) | cut_halves(load_lanes(b + l)) << 16;

		memcpy(d + l, &h, sizeof h);
	}
#else
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		d[l] = half_of(a[l], 3) | half_of(b[l], 3) << 16;
#endif
}

static void from_half(float *to, const uint32_t *src, unsigned shift, bool cut)
{
	const uint32_t half_unit = cut ? 1 << 12 : 0;

#if defined(SQ_HALVES) && defined(__AVX512F__)
	/* float_bits() of what is no NaN, which the halves tell while they stand side by side */
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES) {
		const __m512i v =
		    _mm512_srl_epi32(_mm512_loadu_si512(src + l), _mm_cvtsi32_si128((int)shift));
		const __m256i h = _mm512_cvtepi32_epi16(v),
			      a = _mm256_and_si256(h, _mm256_set1_epi16(0x7fff));
		const __m512i f = (__m512i)_mm512_cvtph_ps(h);
		const __mmask16 less = _mm256_cmplt_epu16_mask(_mm256_sub_epi16(a, _mm256_set1_epi16(0x400)),
							       _mm256_set1_epi16(0x3c00 - 0x400));

		if (__builtin_expect(_mm256_cmpgt_epi16_mask(a, _mm256_set1_epi16(0x7c00)), 0)) {
			const vi slow = float_bits((vi)v & 0xffff, (int32_t)half_unit);

			memcpy(to + l, &slow, sizeof slow);
			continue;
		}
		_mm512_storeu_si512(to + l,
				    _mm512_mask_add_epi32(f, less, f, _mm512_set1_epi32((int)half_unit)));
	}
#elif defined(SQ_HALVES)
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES) {
		const vi f = float_bits(load_lanes(src + l) >> shift & 0xffff, (int32_t)half_unit);

		memcpy(to + l, &f, sizeof f);
	}
#else
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = half_to_float(src[l] >> shift & 0xffff, half_unit);
#endif
}
