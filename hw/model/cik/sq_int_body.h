/* SPDX-License-Identifier: MIT
 *
 * Integers and bits. Part of sq_kit_body.h.
 */
OP(mov, A)
OP(not, ~A)
OP(and, A &B)
OP(or, A | B)
OP(xor, A ^ B)
OP(lshr, A >> (B & 31))
OP(lshrrev, B >> (A & 31))
OP(ashr, (uint32_t)(I >> (B & 31)))
OP(ashrrev, (uint32_t)(J >> (A & 31)))
OP(lshl, A << (B & 31))
OP(lshlrev, B << (A & 31))
OP(min_i32, I < J ? A : B)
OP(max_i32, I > J ? A : B)
OP(min_u32, A < B ? A : B)
OP(max_u32, A > B ? A : B)
static void op_cndmask(struct sq_lanes *x)
{
	select_lanes(x->d[0], x->b[0], x->a[0], x->in);
}

#define MIN(p, q) ((p) < (q) ? (p) : (q))
#define MAX(p, q) ((p) > (q) ? (p) : (q))
OP(min3_i32, (uint32_t)MIN(MIN(I, J), K))
OP(max3_i32, (uint32_t)MAX(MAX(I, J), K))
OP(med3_i32, (uint32_t)MAX(MIN(I, J), MIN(MAX(I, J), K)))
OP(min3_u32, MIN(MIN(A, B), C))
OP(max3_u32, MAX(MAX(A, B), C))
OP(med3_u32, MAX(MIN(A, B), MIN(MAX(A, B), C)))

/* ---- products: of 24 bits, or of all ------------------------------------------------------------------ */
static inline int64_t signed24(uint32_t v)
{
	return (int32_t)(v << 8) >> 8;
}

static inline uint64_t unsigned24(uint32_t v)
{
	return v & 0xffffff;
}

OP(mul_i24, (uint32_t)(signed24(A) * signed24(B)))
OP(mul_hi_i24, (uint32_t)(signed24(A) * signed24(B) >> 32))
OP(mul_u24, (uint32_t)(unsigned24(A) * unsigned24(B)))
OP(mul_hi_u24, (uint32_t)(unsigned24(A) * unsigned24(B) >> 32))
OP(mad_i24, (uint32_t)(signed24(A) * signed24(B)) + C)
OP(mad_u24, (uint32_t)(unsigned24(A) * unsigned24(B)) + C)
OP(mul_lo, A *B)
OP(mul_hi_u32, (uint32_t)((uint64_t)A *B >> 32))
OP(mul_hi_i32, (uint32_t)((int64_t)I *J >> 32))

/* ---- fields and bits ----------------------------------------------------------------------------------- */
static inline uint32_t field(uint32_t v, unsigned at, unsigned width)
{
	return v >> at & ((1u << width) - 1);
}

static inline uint32_t signed_field(uint32_t v, unsigned at, unsigned width)
{
	const unsigned end = at + width < 32 ? at + width : 32; /* the sign is bit 31 at most */
	const uint32_t top = v << ((32 - end) & 31);

	return width ? (uint32_t)((int32_t)top >> ((32 - end + at) & 31)) : 0;
}

static inline uint32_t reversed(uint32_t v)
{
	v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
	v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
	v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(v);
}

static inline uint32_t from_top(uint32_t v)
{
	return v ? (uint32_t)__builtin_clz(v) : 0xffffffff;
}

OP(bfe_u32, field(A, B & 31, C & 31))
OP(bfe_i32, signed_field(A, B & 31, C & 31))
OP(bfi, (A & B) | (~A & C))
OP(bfm, ((1u << (A & 31)) - 1) << (B & 31))
OP(bfrev, reversed(A))
OP(ffbh_u32, from_top(A))
OP(ffbh_i32, from_top(I < 0 ? ~A : A))
OP(ffbl, A ? (uint32_t)__builtin_ctz(A) : 0xffffffff)
OP(alignbit, (uint32_t)(((uint64_t)A << 32 | B) >> (C & 31)))
OP(alignbyte, (uint32_t)(((uint64_t)A << 32 | B) >> 8 * (C & 3)))
OP(bcnt, (uint32_t)__builtin_popcount(A) + B)

static inline uint32_t below(unsigned lane) /* lanes below it, of 32 */
{
	return lane < 32 ? (1u << lane) - 1 : 0xffffffff;
}

OP(mbcnt_lo, (uint32_t)__builtin_popcount(A &below(l)) + B)
OP(mbcnt_hi, (uint32_t)__builtin_popcount(A &below(l < 32 ? 0 : l - 32)) + B)

/* ---- with carry ---------------------------------------------------------------------------------------- */
/* 1 or 0 a lane. */
static inline void lanes_of(uint64_t bits, uint32_t *to)
{
#ifdef FL_ISA
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES) {
		vi bit, one;

		for (unsigned k = 0; k < FL_LANES; k++)
			bit[k] = 1 << k;
		one = ((vi_set((int32_t)(bits >> l & 0xffff)) & bit) != 0) & 1;
		memcpy(to + l, &one, sizeof one);
	}
#else
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = (uint32_t)(bits >> l & 1);
#endif
}

#define CARRY(name, reads, result, carry)                                                           \
	static void op_##name(struct sq_lanes *x)                                                   \
	{                                                                                           \
		uint32_t *d = x->d[0], m[SQ_LANES], ins[SQ_LANES];                                  \
		const uint32_t *a = x->a[0], *b = x->b[0];                                          \
                                                                                                    \
		if (reads)                                                                          \
			lanes_of(x->in, ins);                                                       \
		SQ_IVDEP                                                                            \
		for (unsigned l = 0; l < SQ_LANES; l++) {                                           \
			const uint32_t in = (reads) ? ins[l] : 0, p = a[l], q = b[l], r = (result); \
                                                                                                    \
			m[l] = (carry) | (0 & in);                                                  \
			d[l] = r;                                                                   \
		}                                                                                   \
		x->out = bits_of(m);                                                                \
	}
CARRY(add_i32, false, p + q, r < p)
CARRY(sub_i32, false, p - q, q > p)
CARRY(subrev_i32, false, q - p, p > q)
CARRY(addc, true, p + q + in, (r < p) | ((r == p) & in))
CARRY(subb, true, p - q - in, (q > p) | ((q == p) & in))
CARRY(subbrev, true, q - p - in, (p > q) | ((p == q) & in))

/* ---- bytes and halves ---------------------------------------------------------------------------------- */
static inline uint32_t apart(uint32_t p, uint32_t q)
{
	return p > q ? p - q : q - p;
}

static inline uint32_t byte(uint32_t v, unsigned k)
{
	return v >> 8 * k & 255;
}

static inline uint32_t sad8(uint32_t p, uint32_t q)
{
	return apart(byte(p, 0), byte(q, 0)) + apart(byte(p, 1), byte(q, 1)) + apart(byte(p, 2), byte(q, 2)) +
	       apart(byte(p, 3), byte(q, 3));
}

/* Bytes whose reference is 0 do not count. */
static inline uint32_t msad8(uint32_t p, uint32_t reference)
{
	uint32_t sum = 0;

	for (unsigned k = 0; k < 4; k++)
		sum += byte(reference, k) ? apart(byte(p, k), byte(reference, k)) : 0;
	return sum;
}

static inline uint32_t lerp8(uint32_t p, uint32_t q, uint32_t round)
{
	uint32_t d = 0;

	for (unsigned k = 0; k < 4; k++)
		d |= ((byte(p, k) + byte(q, k) + (byte(round, k) & 1)) >> 1) << 8 * k;
	return d;
}

OP(sad_u8, sad8(A, B) + C)
OP(sad_hi_u8, (sad8(A, B) << 16) + C)
OP(sad_u16, apart(A & 0xffff, B & 0xffff) + apart(A >> 16, B >> 16) + C)
OP(sad_u32, apart(A, B) + C)
OP(msad_u8, msad8(A, B) + C)
OP(lerp, lerp8(A, B, C))
OP(pk_u16, MIN(A, 0xffffu) | MIN(B, 0xffffu) << 16)
OP(pk_i16, ((uint32_t)MAX(MIN(I, 32767), -32768) & 0xffff) | (uint32_t)MAX(MIN(J, 32767), -32768) << 16)
