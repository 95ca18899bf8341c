/* SPDX-License-Identifier: MIT
 *
 * Comparisons: a bit a lane. Part of sq_kit_body.h. Those that write EXEC, and those that signal NaN, compare
 * likewise.
 */
#define COMPARE(name, type, load_a, load_b, test)          \
	static void op_##name(struct sq_lanes *x)          \
	{                                                  \
		uint32_t m[SQ_LANES];                      \
                                                           \
		SQ_IVDEP                                   \
		for (unsigned l = 0; l < SQ_LANES; l++) {  \
			const type p = load_a, q = load_b; \
                                                           \
			(void)p, (void)q;                  \
			m[l] = (test);                     \
		}                                          \
		x->out = bits_of(m);                       \
	}
/* In the order of the opcodes */
#define FLOAT_COMPARISONS(suffix, type, a, b)                       \
	COMPARE(cmp_f_##suffix, type, a, b, 0)                      \
	COMPARE(cmp_lt_##suffix, type, a, b, p < q)                 \
	COMPARE(cmp_eq_##suffix, type, a, b, p == q)                \
	COMPARE(cmp_le_##suffix, type, a, b, p <= q)                \
	COMPARE(cmp_gt_##suffix, type, a, b, p > q)                 \
	COMPARE(cmp_lg_##suffix, type, a, b, (p < q) | (p > q))     \
	COMPARE(cmp_ge_##suffix, type, a, b, p >= q)                \
	COMPARE(cmp_o_##suffix, type, a, b, (p == p) & (q == q))    \
	COMPARE(cmp_u_##suffix, type, a, b, (p != p) | (q != q))    \
	COMPARE(cmp_nge_##suffix, type, a, b, !(p >= q))            \
	COMPARE(cmp_nlg_##suffix, type, a, b, !((p < q) | (p > q))) \
	COMPARE(cmp_ngt_##suffix, type, a, b, !(p > q))             \
	COMPARE(cmp_nle_##suffix, type, a, b, !(p <= q))            \
	COMPARE(cmp_neq_##suffix, type, a, b, p != q)               \
	COMPARE(cmp_nlt_##suffix, type, a, b, !(p < q))             \
	COMPARE(cmp_tru_##suffix, type, a, b, 1)
#define INTEGER_COMPARISONS(suffix, type, a, b)      \
	COMPARE(cmp_f_##suffix, type, a, b, 0)       \
	COMPARE(cmp_lt_##suffix, type, a, b, p < q)  \
	COMPARE(cmp_eq_##suffix, type, a, b, p == q) \
	COMPARE(cmp_le_##suffix, type, a, b, p <= q) \
	COMPARE(cmp_gt_##suffix, type, a, b, p > q)  \
	COMPARE(cmp_ne_##suffix, type, a, b, p != q) \
	COMPARE(cmp_ge_##suffix, type, a, b, p >= q) \
	COMPARE(cmp_t_##suffix, type, a, b, 1)

FLOAT_COMPARISONS(f32, float, sq_f(x->a[0][l]), sq_f(x->b[0][l]))
FLOAT_COMPARISONS(f64, double, U, V)
INTEGER_COMPARISONS(i32, int32_t, (int32_t)x->a[0][l], (int32_t)x->b[0][l])
INTEGER_COMPARISONS(u32, uint32_t, x->a[0][l], x->b[0][l])
INTEGER_COMPARISONS(i64, int64_t, (int64_t)P, (int64_t)Q)
INTEGER_COMPARISONS(u64, uint64_t, P, Q)

/* The class of a number: signaling NaN, quiet NaN, -infinity, -normal, -denormal, -0, +0, and up again */
enum { CLASS_QUIET = 1, CLASS_LOW = 2, CLASS_HIGH = 9 };

static inline unsigned class_of(bool negative, bool top_exponent, bool no_exponent, bool mantissa, bool quiet)
{
	unsigned size; /* from infinity on down */

	if (top_exponent && mantissa)
		return quiet ? CLASS_QUIET : 0;
	size = top_exponent ? 0 : !no_exponent ? 1 : mantissa ? 2 : 3;
	return negative ? CLASS_LOW + size : CLASS_HIGH - size;
}

COMPARE(class_f32, uint32_t, x->a[0][l], x->b[0][l],
	q >> class_of(p >> 31, (p >> 23 & 255) == 255, (p >> 23 & 255) == 0, (p & 0x7fffff) != 0,
		      p >> 22 & 1) &
	    1)
COMPARE(class_f64, uint64_t, P, x->b[0][l],
	(uint32_t)q >> class_of(p >> 63, (p >> 52 & 0x7ff) == 0x7ff, (p >> 52 & 0x7ff) == 0, p << 12 != 0,
				p >> 51 & 1) &
	    1)

#define FLOAT_ROW(at, s)                                                                                  \
	[(at) + 0] = op_cmp_f_##s, [(at) + 1] = op_cmp_lt_##s, [(at) + 2] = op_cmp_eq_##s,                \
		[(at) + 3] = op_cmp_le_##s, [(at) + 4] = op_cmp_gt_##s, [(at) + 5] = op_cmp_lg_##s,       \
		[(at) + 6] = op_cmp_ge_##s, [(at) + 7] = op_cmp_o_##s, [(at) + 8] = op_cmp_u_##s,         \
		[(at) + 9] = op_cmp_nge_##s, [(at) + 10] = op_cmp_nlg_##s, [(at) + 11] = op_cmp_ngt_##s,  \
		[(at) + 12] = op_cmp_nle_##s, [(at) + 13] = op_cmp_neq_##s, [(at) + 14] = op_cmp_nlt_##s, \
		[(at) + 15] = op_cmp_tru_##s,
#define INTEGER_ROW(at, s)                                                                          \
	[(at) + 0] = op_cmp_f_##s, [(at) + 1] = op_cmp_lt_##s, [(at) + 2] = op_cmp_eq_##s,          \
		[(at) + 3] = op_cmp_le_##s, [(at) + 4] = op_cmp_gt_##s, [(at) + 5] = op_cmp_ne_##s, \
		[(at) + 6] = op_cmp_ge_##s, [(at) + 7] = op_cmp_t_##s,
/* Each kind twice: the second, 0x10 higher, writes EXEC. */
/* clang-format off */
#define SQ_COMPARISONS \
	FLOAT_ROW(0x00, f32) FLOAT_ROW(0x10, f32) FLOAT_ROW(0x20, f64) FLOAT_ROW(0x30, f64) \
	FLOAT_ROW(0x40, f32) FLOAT_ROW(0x50, f32) FLOAT_ROW(0x60, f64) FLOAT_ROW(0x70, f64) \
	INTEGER_ROW(0x80, i32) INTEGER_ROW(0x90, i32) INTEGER_ROW(0xa0, i64) INTEGER_ROW(0xb0, i64) \
	INTEGER_ROW(0xc0, u32) INTEGER_ROW(0xd0, u32) INTEGER_ROW(0xe0, u64) INTEGER_ROW(0xf0, u64) \
	[0x88] = op_class_f32, [0x98] = op_class_f32, [0xa8] = op_class_f64, [0xb8] = op_class_f64,
/* clang-format on */
