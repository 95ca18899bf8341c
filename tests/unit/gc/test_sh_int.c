/* SPDX-License-Identifier: MIT
 *
 * SH's conditions, integers and conversions: every type, every condition, against formulas of 64 bits.
 */
#include "tests/unit/gc/sh_rig.h"
#include "tests/unit/test_random.h"

TestSuite(gc_sh_int, .timeout = 120);

enum { F32, S32, S8, U16, F16, S16, U32, U8 };
static const unsigned width[8] = {32, 32, 8, 16, 16, 16, 32, 8};

static bool has_sign(unsigned type)
{
	return type == S32 || type == S16 || type == S8;
}

/* The operand as its type has it */
static int64_t number(uint32_t v, unsigned type)
{
	uint64_t m = (1ull << width[type]) - 1, x = v & m;

	return has_sign(type) && x >> (width[type] - 1) ? (int64_t)x - (int64_t)(m + 1) : (int64_t)x;
}

static int64_t least(unsigned type)
{
	return has_sign(type) ? -(1ll << (width[type] - 1)) : 0;
}

static int64_t most(unsigned type)
{
	return has_sign(type) ? (1ll << (width[type] - 1)) - 1 : (1ll << width[type]) - 1;
}

static __int128 limited(__int128 v, unsigned type)
{
	return v < least(type) ? least(type) : v > most(type) ? most(type) : v;
}

static bool holds(unsigned cond, unsigned type, uint32_t a, uint32_t b)
{
	double x = type == F32 ? as_float(a) : (double)number(a, type);
	double y = type == F32 ? as_float(b) : (double)number(b, type);
	bool p = x != 0, q = y != 0; /* NaN is not 0 */

	switch (cond) {
	case GC_INST_CONDITION__TRUE:
		return true;
	case GC_INST_CONDITION__GT:
		return x > y;
	case GC_INST_CONDITION__LT:
		return x < y;
	case GC_INST_CONDITION__GE:
		return x >= y;
	case GC_INST_CONDITION__LE:
		return x <= y;
	case GC_INST_CONDITION__EQ:
		return x == y;
	case GC_INST_CONDITION__NE:
		return !(x == y);
	case GC_INST_CONDITION__AND:
		return type == F32 ? p && q : (number(a, type) & number(b, type)) != 0;
	case GC_INST_CONDITION__OR:
		return p || q;
	case GC_INST_CONDITION__XOR:
		return type == F32 ? p != q : (number(a, type) ^ number(b, type)) != 0;
	case GC_INST_CONDITION__NOT:
		return !p;
	case GC_INST_CONDITION__NZ:
		return p;
	case GC_INST_CONDITION__GEZ:
		return x >= 0;
	case GC_INST_CONDITION__GZ:
		return x > 0;
	case GC_INST_CONDITION__LEZ:
		return x <= 0;
	case GC_INST_CONDITION__LZ:
		return x < 0;
	default:
		return type == F32 ? a >> 31 : (uint32_t)number(a, type) >> 31;
	}
}

static uint32_t some_int(void)
{
	static const uint32_t odd[8] = {0, 1, ~0u, 0x80000000u, 0x7fffffffu, 0x80, 0x7fff, 0x10000};
	uint32_t r = random32();

	return r % 4 == 0   ? odd[r >> 8 & 7]
	       : r % 4 == 1 ? r >> 16
	       : r % 4 == 2 ? random32() % 16
			    : random32();
}

static void fill(struct sh_rig *r, unsigned type)
{
	for (unsigned t = 0; t < 3; t++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				r->w->t[t][c].u[l] =
				    type == F32 ? some_float(random32(), random32()) : some_int();
	for (unsigned l = 0; l < 64; l += 5) /* some are equal */
		r->w->t[1][0].u[l] = r->w->t[0][0].u[l];
}

Test(gc_sh_int, conditions_of_every_type)
{
	static const uint8_t ops[] = {GC_INST_OPCODE__SELECT, GC_INST_OPCODE__SET, GC_INST_OPCODE__CMP};
	struct sh_rig r = sh_rig("gc7000l", MGC_PIXEL);

	for (unsigned type = 0; type < 8; type++)
		for (unsigned cond = 0; cond <= RIG_MSB && type != F16;
		     cond = cond == 15 ? RIG_MSB : cond + 1)
			for (unsigned i = 0; i < 6; i++) {
				const unsigned op = ops[i % 3];
				r.n = 0;
				fill(&r, type);
				add(&r, (struct op){.op = op,
						    .cond = cond,
						    .type = type,
						    .mask = 15,
						    .dst = 4,
						    .s = {T(0), T(1), T(2)}});
				cr_assert(run(&r, i >= 3));
				for (unsigned l = 0; l < 64; l++)
					for (unsigned c = 0; c < 4; c++) {
						uint32_t a = r.w->t[0][c].u[l], b = r.w->t[1][c].u[l],
							 z = r.w->t[2][c].u[l], want;
						bool yes = holds(cond, type, a, b);
						if (type != F32) {
							b = (uint32_t)number(b, type);
							z = (uint32_t)number(z, type);
						}
						want = op == GC_INST_OPCODE__SELECT ? (yes ? b : z)
						       : !yes                       ? 0
						       : op == GC_INST_OPCODE__SET  ? 0x3f800000
										    : z;
						cr_assert_eq(r.w->t[4][c].u[l], want,
							     "op %x.%u type %u of %08x, %08x: %08x, not %08x",
							     op, cond, type, a, b, r.w->t[4][c].u[l], want);
					}
			}
	sh_rig_free(&r);
}

/* Shifts count modulo the width; the bits of x as its type has them. */
static uint32_t expected(unsigned op, unsigned type, uint32_t a0, uint32_t b0, uint32_t c0)
{
	const int64_t a = number(a0, type), b = number(b0, type), c = number(c0, type);
	const unsigned n = width[type], by = (unsigned)c & (n - 1);
	const uint64_t bits = (uint64_t)a & ((1ull << n) - 1);
	__int128 v = 0;

	switch (op) {
	case GC_INST_OPCODE__ADD:
		v = a + c;
		break;
	case GC_INST_OPCODE__IADDSAT:
		v = limited((__int128)a + c, type);
		break;
	case GC_INST_OPCODE__IMULLO0:
		v = (__int128)a * b;
		break;
	case GC_INST_OPCODE__IMULHI0:
		v = (__int128)a * b >> n;
		break;
	case GC_INST_OPCODE__IDIV0:
		v = b ? a / b : -1;
		break;
	case GC_INST_OPCODE__IMOD0:
		v = b ? a % b : a;
		break;
	case GC_INST_OPCODE__IMADLO0:
		v = (__int128)a * b + c;
		break;
	case GC_INST_OPCODE__IMADLOSAT0:
		v = limited((__int128)a * b + c, type);
		break;
	case GC_INST_OPCODE__IABS:
		v = c < 0 ? -c : c;
		break;
	case GC_INST_OPCODE__LEADZERO:
		for (v = 0; v < n && !((uint64_t)c >> (n - 1 - (unsigned)v) & 1); v++)
			;
		break;
	case GC_INST_OPCODE__LSHIFT:
		v = (__int128)a * ((__int128)1 << by);
		break;
	case GC_INST_OPCODE__RSHIFT:
		v = a >> by;
		break;
	case GC_INST_OPCODE__ROTATE:
		v = (__int128)(bits << by | bits >> (n - by) % 64 % 64);
		if (!by)
			v = (__int128)bits;
		break;
	case GC_INST_OPCODE__OR:
		v = a | c;
		break;
	case GC_INST_OPCODE__AND:
		v = a & c;
		break;
	case GC_INST_OPCODE__XOR:
		v = a ^ c;
		break;
	case GC_INST_OPCODE__NOT:
		v = ~c;
		break;
	case GC_INST_OPCODE__POPCOUNT:
		for (unsigned i = 0; i < n; i++)
			v += (uint64_t)c >> i & 1;
		return (uint32_t)v;
	case GC_INST_OPCODE__BIT_REV:
		for (unsigned i = 0; i < n; i++)
			v |= (__int128)(bits >> i & 1) << (n - 1 - i);
		break;
	default: { /* BIT_EXTRACT, of the operand extended to 32 bits */
		unsigned at = (unsigned)b & 31, len = (unsigned)c & 63;
		int64_t x = has_sign(type) ? (int64_t)(int32_t)a : (int64_t)(uint32_t)a;
		if (at + len > 32)
			len = 32 - at;
		if (!len)
			return 0;
		v = (x >> at) & (int64_t)((1ull << len) - 1);
		if (has_sign(type) && v >> (len - 1) & 1)
			v -= (__int128)1 << len;
	}
	}
	return (uint32_t)number((uint32_t)v, type);
}

Test(gc_sh_int, operations_of_every_type)
{
	static const uint8_t ops[] = {
	    GC_INST_OPCODE__ADD,      GC_INST_OPCODE__IADDSAT,    GC_INST_OPCODE__IMULLO0,
	    GC_INST_OPCODE__IMULHI0,  GC_INST_OPCODE__IDIV0,      GC_INST_OPCODE__IMOD0,
	    GC_INST_OPCODE__IMADLO0,  GC_INST_OPCODE__IMADLOSAT0, GC_INST_OPCODE__IABS,
	    GC_INST_OPCODE__LEADZERO, GC_INST_OPCODE__LSHIFT,     GC_INST_OPCODE__RSHIFT,
	    GC_INST_OPCODE__ROTATE,   GC_INST_OPCODE__OR,         GC_INST_OPCODE__AND,
	    GC_INST_OPCODE__XOR,      GC_INST_OPCODE__NOT,        GC_INST_OPCODE__POPCOUNT,
	    GC_INST_OPCODE__BIT_REV,  GC_INST_OPCODE__BITSELECT,
	};
	struct sh_rig r = sh_rig("gc7000l", MGC_VERTEX);

	for (unsigned type = 1; type < 8; type++)
		for (unsigned i = 0; i < sizeof(ops) && type != F16; i++)
			for (unsigned k = 0; k < 8; k++) {
				r.n = 0;
				fill(&r, type);
				add(&r, (struct op){.op = ops[i],
						    .type = type,
						    .mask = 15,
						    .dst = 4,
						    .s = {T(0), T(1), T(2)}});
				cr_assert(run(&r, k & 1));
				for (unsigned l = 0; l < 64; l++)
					for (unsigned c = 0; c < 4; c++) {
						uint32_t a = r.w->t[0][c].u[l], b = r.w->t[1][c].u[l],
							 z = r.w->t[2][c].u[l];
						uint32_t want = expected(ops[i], type, a, b, z);
						cr_assert_eq(
						    r.w->t[4][c].u[l], want,
						    "op %x type %u of %08x %08x %08x: %08x, not %08x", ops[i],
						    type, a, b, z, r.w->t[4][c].u[l], want);
					}
			}
	cr_assert_null(fl_model_report(r.m, 0));
	sh_rig_free(&r);
}

Test(gc_sh_int, conversions)
{
	struct sh_rig r = sh_rig("gc7000l", MGC_VERTEX);

	for (unsigned type = 1; type < 8; type++)
		for (unsigned k = 0; k < 8 && type != F16; k++) {
			r.n = 0;
			fill(&r, k & 1 ? type : F32);
			add(&r,
			    (struct op){
				.op = GC_INST_OPCODE__I2F, .type = type, .mask = 15, .dst = 4, .s[0] = T(0)});
			add(&r,
			    (struct op){
				.op = GC_INST_OPCODE__F2I, .type = type, .mask = 15, .dst = 5, .s[0] = T(0)});
			add(&r, (struct op){.op = GC_INST_OPCODE__F2IRND,
					    .type = type,
					    .mask = 15,
					    .dst = 6,
					    .s[0] = T(0)});
			add(&r,
			    (struct op){
				.op = GC_INST_OPCODE__I2I, .type = type, .mask = 15, .dst = 7, .s[0] = T(0)});
			cr_assert(run(&r, k >> 1 & 1));
			for (unsigned l = 0; l < 64; l++) {
				uint32_t v = r.w->t[0][1].u[l];
				float f = as_float(v);
				if (fpclassify(f) == FP_SUBNORMAL)
					f = 0;
				double whole = isnan(f) ? 0 : trunc(f), near = isnan(f) ? 0 : rint(f);
				whole = fmin(fmax(whole, (double)least(type)), (double)most(type));
				near = fmin(fmax(near, (double)least(type)), (double)most(type));
				cr_assert_eq(r.w->t[4][1].u[l], as_bits((float)number(v, type)));
				cr_assert_eq(r.w->t[5][1].u[l], (uint32_t)(int64_t)whole, "%a", f);
				cr_assert_eq(r.w->t[6][1].u[l], (uint32_t)(int64_t)near, "%a", f);
				cr_assert_eq(r.w->t[7][1].u[l], (uint32_t)number(v, type));
			}
		}
	/* CONV's target is named by source 1 */
	r.n = 0;
	fill(&r, F32);
	add(&r, (struct op){
		    .op = GC_INST_OPCODE__CONV, .type = F32, .mask = 1, .dst = 4, .s = {T(0), imm(2, U8)}});
	add(&r, (struct op){
		    .op = GC_INST_OPCODE__CONV, .type = S16, .mask = 1, .dst = 5, .s = {T(0), imm(2, F32)}});
	add(&r, (struct op){
		    .op = GC_INST_OPCODE__CONV, .type = F32, .mask = 1, .dst = 6, .s = {T(0), imm(2, F16)}});
	add(&r, (struct op){
		    .op = GC_INST_OPCODE__CONV, .type = F16, .mask = 1, .dst = 7, .s = {T(6), imm(2, F32)}});
	cr_assert(run(&r, false));
	for (unsigned l = 0; l < 64; l++) {
		float f = r.w->t[0][0].f[l];
		cr_assert_eq(r.w->t[4][0].u[l], isnan(f) || f < 0 ? 0 : f > 255 ? 255 : (uint32_t)f);
		cr_assert_eq(r.w->t[5][0].f[l], (float)(int16_t)r.w->t[0][0].u[l]);
		if (fabsf(f) < 65000 && fabsf(f) > 1e-4f)
			cr_assert_float_eq(r.w->t[7][0].f[l], f, fabsf(f) / 2000);
	}
	sh_rig_free(&r);
}

Test(gc_sh_int, finds_bits_and_negates_as_integers)
{
	struct sh_rig r = sh_rig("gc3000", MGC_PIXEL);
	struct arg a = T(0);

	fill(&r, S32);
	a.neg = a.abs = true;
	for (unsigned i = 0; i < 3; i++)
		add(&r, (struct op){.op = 0x7f,
				    .type = i == 2 ? S32 : U32,
				    .mask = 15,
				    .dst = 4 + i,
				    .s = {T(0), [2] = imm(2, i ? 0xc : 0xb)}});
	add(&r, (struct op){.op = GC_INST_OPCODE__MOV, .type = S32, .mask = 1, .dst = 7, .s[2] = a});
	add(&r,
	    (struct op){.op = GC_INST_OPCODE__GETMANT, .type = S32, .mask = 1, .dst = 8, .s = {T(0), T(1)}});
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		cr_assert(run(&r, scalar));
		for (unsigned l = 0; l < 64; l++) {
			uint32_t v = r.w->t[0][0].u[l], low = ~0u, high = ~0u, s = ~0u;
			int32_t i = (int32_t)v, top = r.w->t[1][0].i[l];
			for (unsigned k = 0; k < 32; k++) {
				if (v >> (31 - k) & 1)
					low = 31 - k;
				if (v >> k & 1)
					high = k;
				if ((i < 0 ? ~v : v) >> k & 1)
					s = k;
			}
			cr_assert_eq(r.w->t[4][0].u[l], low);
			cr_assert_eq(r.w->t[5][0].u[l], high);
			cr_assert_eq(r.w->t[6][0].u[l], s);
			cr_assert_eq(r.w->t[7][0].u[l], i < 0 ? v : 0 - v);
			top = top < 0 ? 0 : top;
			cr_assert_eq(r.w->t[8][0].i[l], i < 0 ? 0 : i > top ? top : i);
		}
	}
	sh_rig_free(&r);
}
