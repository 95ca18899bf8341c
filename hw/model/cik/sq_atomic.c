/* SPDX-License-Identifier: MIT
 *
 * Atomic operations of LDS, GDS and memory, of 32 and 64 bits: what becomes of the old value. Sea Islands
 * reference, chapter 4.3. LDS compares with the first operand and writes the second, memory the other way.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/regs/cik.h"

static float float32(uint32_t v)
{
	float f;

	memcpy(&f, &v, sizeof f);
	return f;
}

static double float64(uint64_t v)
{
	double f;

	memcpy(&f, &v, sizeof f);
	return f;
}

/* Out of old, d and e (with a sign: s_old, s_d), of so many bits */
#define ATOMIC(bits, name, result)                                                      \
	static uint64_t name##bits(uint64_t old64, uint64_t d64, uint64_t e64)          \
	{                                                                               \
		const uint##bits##_t old = (uint##bits##_t)old64;                       \
		const uint##bits##_t d = (uint##bits##_t)d64, e = (uint##bits##_t)e64;  \
		const int##bits##_t s_old = (int##bits##_t)old, s_d = (int##bits##_t)d; \
                                                                                        \
		(void)old, (void)d, (void)e, (void)s_old, (void)s_d;                    \
		return (uint##bits##_t)(result);                                        \
	}
#define ATOMICS(bits)                                                        \
	ATOMIC(bits, add, old + d)                                           \
	ATOMIC(bits, sub, old - d)                                           \
	ATOMIC(bits, rsub, d - old)                                          \
	ATOMIC(bits, inc, old >= d ? 0 : old + 1)                            \
	ATOMIC(bits, dec, old == 0 || old > d ? d : old - 1)                 \
	ATOMIC(bits, smin, s_old < s_d ? old : d)                            \
	ATOMIC(bits, smax, s_old > s_d ? old : d)                            \
	ATOMIC(bits, umin, old < d ? old : d)                                \
	ATOMIC(bits, umax, old > d ? old : d)                                \
	ATOMIC(bits, and, old &d)                                            \
	ATOMIC(bits, or, old | d)                                            \
	ATOMIC(bits, xor, old ^ d)                                           \
	ATOMIC(bits, mskor, (old & ~d) | e)                                  \
	ATOMIC(bits, swap, d)                                                \
	ATOMIC(bits, wrap, old >= d ? old - d : old + e)                     \
	ATOMIC(bits, cmpst, old == d ? e : old)                              \
	ATOMIC(bits, cmpst_f, float##bits(old) == float##bits(d) ? e : old)  \
	ATOMIC(bits, cmpswap, old == e ? d : old)                            \
	ATOMIC(bits, fcmpswap, float##bits(old) == float##bits(e) ? d : old) \
	ATOMIC(bits, fmin, float##bits(d) < float##bits(old) ? d : old)      \
	ATOMIC(bits, fmax, float##bits(d) > float##bits(old) ? d : old)
ATOMICS(32)
ATOMICS(64)

#define PAIR(name)                 \
	{                          \
		name##32, name##64 \
	}

mcik_atomic_fn *mcik_sq_ds_atomic(unsigned op, bool wide)
{
	static mcik_atomic_fn *const fn[32][2] = {
	    [CIK_OP_DS__DS_ADD_U32] = PAIR(add),     [CIK_OP_DS__DS_SUB_U32] = PAIR(sub),
	    [CIK_OP_DS__DS_RSUB_U32] = PAIR(rsub),   [CIK_OP_DS__DS_INC_U32] = PAIR(inc),
	    [CIK_OP_DS__DS_DEC_U32] = PAIR(dec),     [CIK_OP_DS__DS_MIN_I32] = PAIR(smin),
	    [CIK_OP_DS__DS_MAX_I32] = PAIR(smax),    [CIK_OP_DS__DS_MIN_U32] = PAIR(umin),
	    [CIK_OP_DS__DS_MAX_U32] = PAIR(umax),    [CIK_OP_DS__DS_AND_B32] = PAIR(and),
	    [CIK_OP_DS__DS_OR_B32] = PAIR(or),       [CIK_OP_DS__DS_XOR_B32] = PAIR(xor),
	    [CIK_OP_DS__DS_MSKOR_B32] = PAIR(mskor), [CIK_OP_DS__DS_WRITE_B32] = PAIR(swap),
	    [CIK_OP_DS__DS_CMPST_B32] = PAIR(cmpst), [CIK_OP_DS__DS_CMPST_F32] = PAIR(cmpst_f),
	    [CIK_OP_DS__DS_MIN_F32] = PAIR(fmin),    [CIK_OP_DS__DS_MAX_F32] = PAIR(fmax),
	    [CIK_OP_DS__DS_WRAP - 32] = PAIR(wrap),
	};

	return fn[op & 31][wide];
}

mcik_atomic_fn *mcik_sq_mem_atomic(unsigned op, bool wide)
{
#define AT(name) CIK_OP_FLAT__FLAT_ATOMIC_##name - CIK_OP_FLAT__FLAT_ATOMIC_SWAP
	static mcik_atomic_fn *const fn[][2] = {
	    [AT(SWAP)] = PAIR(swap), [AT(CMPSWAP)] = PAIR(cmpswap),   [AT(ADD)] = PAIR(add),
	    [AT(SUB)] = PAIR(sub),   [AT(SMIN)] = PAIR(smin),         [AT(UMIN)] = PAIR(umin),
	    [AT(SMAX)] = PAIR(smax), [AT(UMAX)] = PAIR(umax),         [AT(AND)] = PAIR(and),
	    [AT(OR)] = PAIR(or),     [AT(XOR)] = PAIR(xor),           [AT(INC)] = PAIR(inc),
	    [AT(DEC)] = PAIR(dec),   [AT(FCMPSWAP)] = PAIR(fcmpswap), [AT(FMIN)] = PAIR(fmin),
	    [AT(FMAX)] = PAIR(fmax),
	};
#undef AT

	return op < sizeof fn / sizeof *fn ? fn[op][wide] : NULL;
}
