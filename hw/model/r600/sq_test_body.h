/* SPDX-License-Identifier: MIT
 *
 * What tests in SQ's ALU: KILL… and PRED_SET…. Each gives a number a lane, and which lanes pass. Part of
 * sq_kit_body.h.
 */
/* The sign of each lane of a mask of 0 and ~0 */
static uint64_t packed(const uint32_t *pass)
{
	uint64_t lanes = 0;

#ifdef FL_ISA
	for (unsigned i = 0; i < SQ_LANES / FL_LANES; i++)
		lanes |= vi_bits(*(const vi *)(const void *)&pass[i * FL_LANES]) << i * FL_LANES;
#else
	for (unsigned l = 0; l < SQ_LANES; l++)
		lanes |= (uint64_t)(pass[l] >> 31) << l;
#endif
	return lanes;
}

/* passed, failed: the number where the test passes, and where not */
#define TEST(name, test, passed, failed)                                                                \
	static uint64_t op_##name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                               \
		_Alignas(64) uint32_t pass[SQ_LANES];                                                   \
                                                                                                        \
		SQ_IVDEP                                                                                \
		for (unsigned l = 0; l < SQ_LANES; l++)                                                 \
			pass[l] = (test) ? ~0u : 0;                                                     \
		SQ_IVDEP                                                                                \
		for (unsigned l = 0; l < SQ_LANES; l++)                                                 \
			d[l] = (test) ? (passed) : (failed);                                            \
		return packed(pass);                                                                    \
	}
#define A                (a[l])
#define B                (b[l])
#define X                sq_f(a[l])
#define Y                sq_f(b[l])
#define I                ((int32_t)a[l])
#define J                ((int32_t)b[l])

#define KILL(name, test) TEST(kill##name, test, SQ_ONE, 0)
#define PRED(name, test) TEST(pred_set##name, test, 0, SQ_ONE)
#define BOTH(name, test) KILL(name, test) PRED(name, test)
BOTH(e, X == Y)
BOTH(gt, X > Y)
BOTH(ge, X >= Y)
BOTH(ne, X != Y)
BOTH(e_int, A == B)
BOTH(gt_int, I > J)
BOTH(ge_int, I >= J)
BOTH(ne_int, A != B)
BOTH(gt_uint, A > B)
BOTH(ge_uint, A >= B)

/* ---- predicates that count how deep they are nested: Xenos, whose counters these are ---------------- */
TEST(pred_set_inv, X == 1.0f, 0, X == 0.0f ? SQ_ONE : A)
TEST(pred_set_pop, X <= Y, 0, sq_r(X - Y))
TEST(pred_set_clr, false, 0, sq_u(NUM_MAX_FLOAT))
TEST(pred_set_restore, X == 0.0f, 0, A)

#define PUSH(name, test) TEST(pred_set##name, X == 0.0f && (test), 0, sq_r(X + 1.0f))
PUSH(e_push, Y == 0.0f)
PUSH(gt_push, Y > 0.0f)
PUSH(ge_push, Y >= 0.0f)
PUSH(ne_push, Y != 0.0f)
PUSH(e_push_int, J == 0)
PUSH(gt_push_int, J > 0)
PUSH(ge_push_int, J >= 0)
PUSH(ne_push_int, J != 0)
PUSH(lt_push_int, J < 0)
PUSH(le_push_int, J <= 0)

#undef A
#undef B
#undef X
#undef Y
#undef I
#undef J
#undef TEST
#undef KILL
#undef PRED
#undef BOTH
#undef PUSH
