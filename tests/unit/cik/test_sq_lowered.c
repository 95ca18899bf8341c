/* SPDX-License-Identifier: MIT
 *
 * Vector instructions as they are compiled (sq_*_jit.c), one by one: each opcode that the compiler takes
 * gives what the plain path gives, of operands among which are zeros and infinities of both signs, NaNs of
 * all kinds, denormals, the largest and the smallest numbers; in several modes, with modifiers and without.
 */
#include "hw/regs/cik.h"
#include "tests/unit/cik/sq_rig.h"

TestSuite(cik_sq_lowered, .timeout = 120);

enum {
	OPCODES = 512,
	ENDPGM = 0xbf810000,
	VGPR = 256,
	SETS = 24,
	REGISTERS = 24,
	MASKS = 8,
	FIRST_MASK = 24
};
enum { VOP2_AT = 256, ADD_I32 = VOP2_AT + CIK_OP_VOP2__V_ADD_I32 };

static uint64_t seed = 0x853c49e6748fea9bull;

static uint32_t random32(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 16);
}

static uint32_t operand(void)
{
	static const uint32_t odd[] = {
	    0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345,
	    0x7f800001, 0xff8fffff, 1,          0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
	    0x7f7fffff, 0xff7fffff, 0x3effffff, 0x3f000001, 0x3fffffff, 0x4b000000, 0xcb000001, 0x4f000000,
	    0xcf000000, 0x4f800000, 0x33800000, 0x38800000, 0x477fe000, 0x7fffffff, 0xffffffff, 32,
	    31,         63,         0x7c00,     0xfc00,     0x7e01,     0x83ff,     0x43000000, 0xc2fc0000};
	const uint32_t r = random32();

	switch (random32() & 7) {
	case 0:
	case 1:
	case 2:
		return odd[r % (sizeof odd / sizeof *odd)];
	case 3: /* near a number that was there */
		return odd[r % (sizeof odd / sizeof *odd)] + (r >> 8 & 3) - 1;
	case 4:
		return r & 127;
	case 5: /* near one */
		return (r & 0x80ffffff) | 0x3f000000;
	default:
		return r;
	}
}

static bool writes_mask(unsigned op)
{
	return (op >= ADD_I32 && op <= VOP2_AT + CIK_OP_VOP2__V_SUBBREV_U32) ||
	       op == CIK_OP_VOP3__V_MAD_U64_U32 || op == CIK_OP_VOP3__V_MAD_I64_I32;
}

/* A constant in the place of one of the first two registers: code 128 and up; 0: none */
static struct {
	unsigned at, code;
} constant;

/* In the long form; modifiers: |x|, clamp, -x, and the output's. */
static unsigned put(uint32_t *dw, unsigned op, unsigned to, unsigned from, uint32_t modifiers)
{
	const bool compares = op < VOP2_AT, carries = writes_mask(op);
	const bool third_is_mask = op == VOP2_AT + CIK_OP_VOP2__V_CNDMASK_B32 ||
				   (carries && op >= VOP2_AT + CIK_OP_VOP2__V_ADDC_U32 &&
				    op <= VOP2_AT + CIK_OP_VOP2__V_SUBBREV_U32);
	const unsigned mask = FIRST_MASK + to % MASKS / 2 * 2;
	uint32_t w0 = 0xd0000000 | op << 17 | (compares ? mask : to);

	w0 |= carries ? mask << 8 : (modifiers & 7) << 8 | (modifiers >> 3 & 1) << 11;
	dw[0] = w0;
	dw[1] = (VGPR + from) | (VGPR + from + 2) << 9 |
		(third_is_mask ? FIRST_MASK + 2u : VGPR + from + 4) << 18 | (modifiers >> 4 & 31) << 27;
	if (constant.code)
		dw[1] = (dw[1] & ~(0x1ffu << 9 * constant.at)) | constant.code << 9 * constant.at;
	return 2;
}

struct outcome {
	uint32_t v[REGISTERS][MCIK_LANES], s[MCIK_SCALARS];
	unsigned state;
};

static uint32_t v[REGISTERS][MCIK_LANES], s[MASKS + 2];

static void run(enum fl_isa isa, enum fl_jit_when jit, uint32_t mode, uint64_t exec, struct outcome *o)
{
	rig.env.isa = isa;
	rig.env.jit = jit;
	mcik_wave_reset(rig.w);
	memcpy(rig.w->v, v, sizeof v);
	memcpy(rig.w->s + FIRST_MASK, s, sizeof s);
	rig.w->s[MCIK_VCC] = s[0];
	rig.w->s[MCIK_VCC + 1] = s[1];
	rig.w->s[MCIK_EXEC] = (uint32_t)exec;
	rig.w->s[MCIK_EXEC + 1] = (uint32_t)(exec >> 32);
	rig.w->mode = mode;
	rig.w->pc = RIG_BASE + RIG_CODE;
	o->state = mcik_wave_run(rig.w);
	memcpy(o->v, rig.w->v, sizeof o->v);
	memcpy(o->s, rig.w->s, sizeof o->s);
}

static void compare(unsigned op, uint32_t mode, uint32_t modifiers, enum fl_isa isa)
{
	static struct outcome want, got;

	for (unsigned n = 0; n < SETS; n++) {
		const uint64_t exec = n % 3 ? ~0ull : (uint64_t)random32() << 32 | random32();

		for (unsigned r = 0; r < REGISTERS; r++)
			for (unsigned l = 0; l < MCIK_LANES; l++)
				v[r][l] = operand();
		for (unsigned k = 0; k < sizeof s / sizeof *s; k++)
			s[k] = random32();
		run(FL_ISA_SCALAR, FL_JIT_OFF, mode, exec, &want);
		run(isa, FL_JIT_ALWAYS, mode, exec, &got);
		cr_assert_eq(want.state, got.state);
		for (unsigned r = 0; r < REGISTERS; r++)
			for (unsigned l = 0; l < MCIK_LANES; l++)
				cr_assert(
				    want.v[r][l] == got.v[r][l],
				    "opcode %u, mode 0x%x, modifiers 0x%x: v%u of lane %u is 0x%08x, not "
				    "0x%08x (of v0 0x%08x, v2 0x%08x, v4 0x%08x; v6 0x%08x, v8 0x%08x)",
				    op, mode, modifiers, r, l, got.v[r][l], want.v[r][l], v[0][l], v[2][l],
				    v[4][l], v[6][l], v[8][l]);
		cr_assert(!memcmp(want.s, got.s, sizeof want.s), "opcode %u, mode 0x%x: a mask", op, mode);
	}
}

/* Is it compiled at all? Then it is compared: alone, or with a sum beside it, for which the processor's
 * arithmetic is set as MODE says. */
static bool try_one(unsigned op, uint32_t mode, uint32_t modifiers, bool alone, enum fl_isa isa)
{
	struct outcome o;
	const uint64_t before = fl_jit_counts().compiled;
	uint32_t dw[8];
	unsigned n = put(dw, op, 16, 0, modifiers);

	n += put(dw + n, op, 18, 6, modifiers);
	if (!alone)
		n += put(dw + n, VOP2_AT + CIK_OP_VOP2__V_ADD_F32, 22, 1, 0);
	dw[n++] = ENDPGM;
	memcpy(rig.mem + RIG_CODE, dw, n * sizeof *dw);
	mcik_code_invalidate(rig.code);
	for (unsigned again = 0; again < 2; again++) /* decoded, and then as a span */
		run(isa, FL_JIT_ALWAYS, mode, ~0ull, &o);
	if (fl_jit_counts().compiled == before)
		return false;
	compare(op, mode, modifiers, isa);
	return true;
}

/* The rig, and the widest instruction set of this processor; skips the test if there is no compiler. */
static enum fl_isa open_widest(void)
{
	const struct fl_model_config any = {0};
	enum fl_isa widest;
	char why[128];

	if (!fl_jit_start())
		cr_skip("there is no compiler");
	rig_open(1);
	cr_assert(fl_model_isa(&any, &widest, why, sizeof why), "%s", why);
	return widest;
}

Test(cik_sq_lowered, as_the_plain_path)
{
	static const uint32_t modes[] = {0xc0, 0xf0, 0x1c0 | MCIK_MODE_IEEE, 0xf3};
	const enum fl_isa widest = open_widest();
	unsigned compiled = 0;

	for (unsigned op = 0; op < OPCODES; op++) {
		bool any_mode = false;

		for (unsigned m = 0; m < sizeof modes / sizeof *modes; m++)
			any_mode |= try_one(op, modes[m], 0, true, widest);
		if (!any_mode)
			continue;
		compiled++;
		for (unsigned k = 0; k < 3; k++)
			try_one(op, modes[k], k ? 0 : random32() & 0x1ff, false, widest);
		try_one(op, modes[0], random32() & 0x1ff, true, widest);
	}
	cr_expect(compiled > 120, "%u opcodes are compiled", compiled);
	rig_close();
}

/* What is known when a program is compiled: 0, 1.0, -1.0, 0.5, -4.0, as either operand. */
Test(cik_sq_lowered, beside_constants)
{
	static const unsigned codes[] = {128, 242, 243, 240, 247};
	static const unsigned ops[] = {VOP2_AT + CIK_OP_VOP2__V_MIN_F32, VOP2_AT + CIK_OP_VOP2__V_MAX_F32,
				       VOP2_AT + CIK_OP_VOP2__V_ADD_F32, VOP2_AT + CIK_OP_VOP2__V_MUL_F32,
				       CIK_OP_VOP3__V_MIN3_F32,          CIK_OP_VOP3__V_MAX3_F32};
	const enum fl_isa widest = open_widest();

	for (unsigned k = 0; k < sizeof ops / sizeof *ops; k++)
		for (constant.at = 0; constant.at < 2; constant.at++)
			for (unsigned c = 0; c < sizeof codes / sizeof *codes; c++) {
				constant.code = codes[c];
				cr_expect(try_one(ops[k], 0xc0, 0, false, widest), "opcode %u", ops[k]);
				try_one(ops[k], 0xf0, random32() & 0x1ff, false, widest);
			}
	rig_close();
}
