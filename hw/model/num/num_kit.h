/* SPDX-License-Identifier: MIT
 *
 * The words that num_body.h and its like are written in. Define NUM_KIT_SCALAR or NUM_KIT_VECTOR (needs
 * FL_ISA), then include this file: the words then mean float and int32_t, or vf and vi. No include guard: it
 * is included once a kind.
 */
#undef NUM
#undef NUM_F
#undef NUM_I
#undef NUM_M
#undef NUM_SET
#undef NUM_SETI
#undef NUM_BITS
#undef NUM_FLOAT
#undef NUM_SELECT
#undef NUM_SELECTI
#undef NUM_NOT
#undef NUM_TOINT
#undef NUM_TOFLOAT

#if defined(NUM_KIT_SCALAR)
#undef NUM_KIT_SCALAR
#define NUM(name)            num_##name
#define NUM_F                float
#define NUM_I                int32_t
#define NUM_M                int /* what a comparison gives */
#define NUM_SET(x)           (x)
#define NUM_SETI(x)          (x)
#define NUM_BITS(x)          num_bits(x)
#define NUM_FLOAT(i)         num_float(i)
#define NUM_SELECT(m, a, b)  ((m) ? (a) : (b))
#define NUM_SELECTI(m, a, b) ((m) ? (a) : (b))
#define NUM_NOT(m)           (!(m))
#define NUM_TOINT(x)         ((int32_t)(x))
#define NUM_TOFLOAT(i)       ((float)(i))
#elif defined(NUM_KIT_VECTOR)
#undef NUM_KIT_VECTOR
#define NUM(name)            numv_##name
#define NUM_F                vf
#define NUM_I                vi
#define NUM_M                vi
#define NUM_SET(x)           vf_set(x)
#define NUM_SETI(x)          vi_set(x)
#define NUM_BITS(x)          ((vi)(x))
#define NUM_FLOAT(i)         ((vf)(i))
#define NUM_SELECT(m, a, b)  vf_select(m, a, b)
#define NUM_SELECTI(m, a, b) vi_select(m, a, b)
#define NUM_NOT(m)           (~(m))
#define NUM_TOINT(x)         __builtin_convertvector(x, vi)
#define NUM_TOFLOAT(i)       __builtin_convertvector(i, vf)
#endif
