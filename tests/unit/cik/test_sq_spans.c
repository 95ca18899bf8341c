/* SPDX-License-Identifier: MIT
 *
 * Vector instructions that are run together (sq_plan.c): random programs of them, among loads, exports, waits
 * and changes of EXEC, leave the same registers and the same reports on every set of instructions as they
 * leave one by one.
 */
#include <math.h>

#include "hw/model/num/num.h"
#include "hw/regs/cik.h"
#include "tests/unit/cik/sq_rig.h"

TestSuite(cik_sq_spans, .timeout = 3600);

enum { PROGRAMS = 1500, MOST_DW = 400, REGISTERS = 16, VGPR = 256, LITERAL = 255, ENDPGM = 0xbf810000 };

static uint64_t seed = 0x9e3779b97f4a7c15ull;
static uint32_t dw[MOST_DW + 8];
static unsigned n_dw;

static uint32_t random32(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 16);
}

static uint32_t below(uint32_t n)
{
	return random32() % n;
}

/* Numbers near one, and every fourth something odd: NaNs of both signs with all kinds of bits among them. */
static uint32_t number(void)
{
	static const uint32_t odd[8] = {0,          0x80000000, 0x7f800000, 0xff800000,
					0x7fc00000, 0xffc12345, 0x7f800001, 1};
	const uint32_t r = random32();

	return r & 3 ? (r & 0x80ffffff) | 0x3f000000 : r & 4 ? odd[r >> 8 & 7] : r;
}

static void put(uint32_t word)
{
	dw[n_dw++] = word;
}

/* A VGPR mostly; a scalar, a constant, with `literal` a literal. */
static uint32_t source(bool literal)
{
	switch (below(8)) {
	case 0:
		return 24 + below(8);
	case 1:
		return 128 + below(80);
	case 2:
		return 240 + below(8);
	case 3:
		return literal ? LITERAL : VGPR + below(REGISTERS);
	default:
		return VGPR + below(REGISTERS);
	}
}

static void vop2(void)
{
	static const uint8_t ops[] = {
	    CIK_OP_VOP2__V_ADD_F32,        CIK_OP_VOP2__V_SUB_F32,        CIK_OP_VOP2__V_SUBREV_F32,
	    CIK_OP_VOP2__V_MUL_F32,        CIK_OP_VOP2__V_MUL_F32,        CIK_OP_VOP2__V_MAC_F32,
	    CIK_OP_VOP2__V_MAC_F32,        CIK_OP_VOP2__V_MIN_F32,        CIK_OP_VOP2__V_MAX_F32,
	    CIK_OP_VOP2__V_MADMK_F32,      CIK_OP_VOP2__V_MADAK_F32,      CIK_OP_VOP2__V_CNDMASK_B32,
	    CIK_OP_VOP2__V_AND_B32,        CIK_OP_VOP2__V_XOR_B32,        CIK_OP_VOP2__V_CVT_PKRTZ_F16_F32,
	    CIK_OP_VOP2__V_MUL_LEGACY_F32, CIK_OP_VOP2__V_MAC_LEGACY_F32, CIK_OP_VOP2__V_MIN_LEGACY_F32,
	    CIK_OP_VOP2__V_ADD_I32,        CIK_OP_VOP2__V_ADD_I32,        CIK_OP_VOP2__V_SUB_I32,
	    CIK_OP_VOP2__V_SUBREV_I32,     CIK_OP_VOP2__V_ADDC_U32,       CIK_OP_VOP2__V_SUBB_U32,
	    CIK_OP_VOP2__V_SUBBREV_U32,    CIK_OP_VOP2__V_LSHLREV_B32,
	};
	const uint32_t op = ops[below(sizeof ops)];
	const bool k = op == CIK_OP_VOP2__V_MADMK_F32 || op == CIK_OP_VOP2__V_MADAK_F32;
	const uint32_t from = source(!k);

	put(op << 25 | below(REGISTERS) << 17 | below(REGISTERS) << 9 | from);
	if (k || from == LITERAL)
		put(number());
}

static void vop1(void)
{
	static const uint8_t ops[] = {CIK_OP_VOP1__V_MOV_B32,   CIK_OP_VOP1__V_FRACT_F32,
				      CIK_OP_VOP1__V_FLOOR_F32, CIK_OP_VOP1__V_RCP_F32,
				      CIK_OP_VOP1__V_RSQ_F32,   CIK_OP_VOP1__V_CVT_F32_F16,
				      CIK_OP_VOP1__V_MOV_B32,   CIK_OP_VOP1__V_CVT_I32_F32};
	const uint32_t from = source(true);

	put(0x7e000000 | below(REGISTERS) << 17 | (uint32_t)ops[below(sizeof ops)] << 9 | from);
	if (from == LITERAL)
		put(number());
}

static void vop3(void)
{
	static const uint16_t ops[] = {
	    CIK_OP_VOP3__V_MAD_F32,       CIK_OP_VOP3__V_FMA_F32,       CIK_OP_VOP3__V_MED3_F32,
	    256 + CIK_OP_VOP2__V_ADD_F32, 256 + CIK_OP_VOP2__V_MUL_F32, 256 + CIK_OP_VOP2__V_MIN_F32,
	    CIK_OP_VOP3__V_ALIGNBIT_B32,  CIK_OP_VOP3__V_LSHL_B64,      CIK_OP_VOP3__V_LSHR_B64,
	    CIK_OP_VOP3__V_ASHR_I64,      CIK_OP_VOP3__V_MUL_HI_U32,    CIK_OP_VOP3__V_MUL_HI_I32};
	const bool plain = below(2);
	const uint32_t op = ops[below(sizeof ops / sizeof *ops)];

	put(0xd0000000 | op << 17 | (plain ? 0 : below(2) << 11 | below(8) << 8) | below(REGISTERS));
	put(source(false) | source(false) << 9 | source(false) << 18 |
	    (plain ? 0 : below(4) << 27 | below(8) << 29));
}

/* With a mask that is written: VCC, or any pair of scalars; and one that is read. */
static void vop3b(void)
{
	static const uint16_t ops[] = {256 + CIK_OP_VOP2__V_ADD_I32,  256 + CIK_OP_VOP2__V_SUBREV_I32,
				       256 + CIK_OP_VOP2__V_ADDC_U32, 256 + CIK_OP_VOP2__V_SUBB_U32,
				       CIK_OP_VOP3__V_MAD_U64_U32,    CIK_OP_VOP3__V_MAD_I64_I32};
	const uint32_t op = ops[below(sizeof ops / sizeof *ops)];
	const uint32_t to = below(2) ? MCIK_VCC : 24 + 2 * below(4);
	const uint32_t mask = below(2) ? MCIK_VCC : 24 + 2 * below(4);

	put(0xd0000000 | op << 17 | to << 8 | below(REGISTERS));
	put(source(false) | source(false) << 9 | (op < 256 + 128 && op >= 256 ? mask : source(false)) << 18);
}

/* Attributes in LDS, of as many primitives as M0 says. */
static void vintrp(void)
{
	put(0xc8000000 | below(REGISTERS) << 18 | below(3) << 16 | below(4) << 10 | below(4) << 8 | below(3));
}

/* Scalars, among which vectors read s[24:31] and VCC: sums with their carry, moves, comparisons. */
static void scalar(void)
{
	static const uint8_t ops[] = {CIK_OP_SOP2__S_ADD_U32,  CIK_OP_SOP2__S_ADDC_U32,
				      CIK_OP_SOP2__S_SUB_I32,  CIK_OP_SOP2__S_AND_B32,
				      CIK_OP_SOP2__S_XOR_B64,  CIK_OP_SOP2__S_MUL_I32,
				      CIK_OP_SOP2__S_LSHL_B32, CIK_OP_SOP2__S_CSELECT_B32};
	const uint32_t to = below(8) ? 24 + 2 * below(4) : MCIK_VCC;

	switch (below(4)) {
	case 0: /* SCC */
		put(0xbf000000 | (uint32_t)CIK_OP_SOPC__S_CMP_GT_U32 << 16 | (24 + below(8)) << 8 |
		    (24 + below(8)));
		break;
	case 1:
		put(0xbe800000 | to << 16 | (uint32_t)CIK_OP_SOP1__S_MOV_B32 << 8 | (24 + below(8)));
		break;
	default:
		put(0x80000000 | (uint32_t)ops[below(sizeof ops)] << 23 | to << 16 |
		    (24 + 2 * below(4)) << 8 | (below(4) ? 24 + 2 * below(4) : MCIK_VCC));
	}
}

/* Of 16 registers, as M0 says: mostly few. */
static void relative(void)
{
	const bool from = below(2);

	if (below(2))
		put(0xbe800000 | MCIK_M0 << 16 | (uint32_t)CIK_OP_SOP1__S_MOV_B32 << 8 | (128 + below(8)));
	put(0x7e000000 | below(8) << 17 |
	    (uint32_t)(from ? CIK_OP_VOP1__V_MOVRELS_B32 : CIK_OP_VOP1__V_MOVRELD_B32) << 9 |
	    (VGPR + below(8)));
}

/* What stands between spans, or has results on their way while they run. */
static void other(void)
{
	switch (below(8)) {
	case 0: /* EXEC */
		put(0xbe800000 | MCIK_EXEC << 16 | CIK_OP_SOP1__S_MOV_B64 << 8 | (below(2) ? 20 : 193));
		break;
	case 1: /* VCC */
		put(0x7c000000 | 1u << 17 | below(REGISTERS) << 9 | source(false));
		break;
	case 2: /* one dword, from memory that s[8:11] has */
		put(0xe0000000 | (uint32_t)CIK_OP_MUBUF__BUFFER_LOAD_DWORD << 18 | below(64) * 4);
		put(below(REGISTERS) << 8 | 2 << 16 | 128u << 24);
		break;
	case 3: /* likewise to scalars */
		put(0xc0000000 | (uint32_t)CIK_OP_SMRD__S_LOAD_DWORDX2 << 22 | (24 + 2 * below(4)) << 15 |
		    6 << 9 | 1 << 8 | below(32));
		break;
	case 4:
		put(0xf8000000 | 15);
		put(below(REGISTERS) | below(REGISTERS) << 8 | below(REGISTERS) << 16 |
		    below(REGISTERS) << 24);
		break;
	case 5:
	case 6: /* all, or one counter alone */
		put(0xbf8c0000 | (below(2) ? 0 : below(2) ? 0x0f70 : 0x0f0f));
		break;
	default:
		put(0xbf800000 | below(4));
	}
}

static void make_program(void)
{
	const unsigned most = 10 + below(MOST_DW - 20);
	const unsigned rare = 4 + below(40); /* other than vector instructions */

	for (n_dw = 0; n_dw < most;) {
		if (!below(rare))
			other();
		else if (!below(10))
			scalar();
		else if (!below(40))
			relative();
		else if (!below(12))
			vintrp();
		else if (below(8) < 5)
			vop2();
		else if (below(2))
			vop1();
		else if (below(3))
			vop3();
		else
			vop3b();
	}
	put(ENDPGM);
}

struct outcome {
	uint32_t v[REGISTERS][MCIK_LANES], s[MCIK_SCALARS], exported[4][64];
	unsigned reports, state;
	uint64_t now, pc;
};

static void run(enum fl_isa isa, enum fl_jit_when jit, const uint32_t (*v)[MCIK_LANES], const uint32_t *s,
		uint32_t mode, uint64_t exec, unsigned n_vgprs, struct outcome *o)
{
	uint64_t began;

	rig.env.isa = isa;
	rig.env.jit = jit;
	rig.reports = 0;
	memset(rig.exported, 0, sizeof rig.exported);
	for (unsigned again = 0; again < 2; again++) { /* what is decoded on the way, and what is there */
		mcik_wave_reset(rig.w);
		memcpy(rig.w->v, v, sizeof o->v);
		memcpy(rig.w->s, s, 32 * sizeof *s);
		rig.w->s[MCIK_VCC] = s[22];
		rig.w->s[MCIK_M0] = s[23];
		rig.w->s[MCIK_EXEC] = (uint32_t)exec;
		rig.w->s[MCIK_EXEC + 1] = (uint32_t)(exec >> 32);
		rig.w->mode = mode;
		rig.w->n_vgprs = (uint16_t)n_vgprs;
		rig.w->pc = RIG_BASE + RIG_CODE;
		began = rig.w->now;
		mcik_wave_run(rig.w);
	}
	memcpy(o->v, rig.w->v, sizeof o->v);
	memcpy(o->s, rig.w->s, sizeof o->s);
	memcpy(o->exported, rig.exported, sizeof o->exported);
	o->reports = rig.reports;
	o->state = rig.w->state;
	o->now = rig.w->now - began;
	o->pc = rig.w->pc;
}

Test(cik_sq_spans, as_one_by_one)
{
	static struct outcome want, got;
	static uint32_t v[REGISTERS][MCIK_LANES], s[32];
	static const uint32_t modes[] = {0xc0, 0xf0, 0xc1, 0xc2, 0xc3, 0x30, 0x1c0, 0x3f0};
	const struct fl_model_config any = {0};
	const bool compiler = fl_jit_start();
	/* compiling takes a hundred times as long as running: mostly a few are */
	const char *all = getenv("FL_SPANS"), *every = getenv("FL_EVERY");
	const unsigned programs = all ? (unsigned)atoi(all) : PROGRAMS,
		       apart = every ? (unsigned)atoi(every) : 20;
	/* among them 126, whose rounding no compiler knows */
	const unsigned apart_at = every ? 0 : 6;
	unsigned ended = 0, reported = 0;
	enum fl_isa widest;
	char why[128];

	rig_open(1);
	cr_assert(fl_model_isa(&any, &widest, why, sizeof why), "%s", why);

	for (uint32_t i = 0; i < 1024; i++) {
		const uint32_t word = number();

		memcpy(rig.mem + RIG_DATA + 4 * i, &word, 4);
		memcpy(rig.lds + 4 * i, &word, 4);
	}
	for (unsigned n = 0; n < programs; n++) {
		const uint64_t exec = below(2) ? ~0ull : (uint64_t)random32() << 32 | random32();
		const unsigned n_vgprs = below(20) ? MCIK_VGPRS : 8 + below(8);
		const uint32_t mode = modes[below(sizeof modes / sizeof *modes)];

		make_program();
		memcpy(rig.mem + RIG_CODE, dw, n_dw * sizeof *dw);
		mcik_code_invalidate(rig.code);
		for (unsigned r = 0; r < REGISTERS; r++)
			for (unsigned l = 0; l < MCIK_LANES; l++)
				v[r][l] = number();
		for (unsigned k = 0; k < 32; k++)
			s[k] = number();
		s[8] = s[12] = (uint32_t)(RIG_BASE + RIG_DATA);
		s[9] = s[13] = (uint32_t)((RIG_BASE + RIG_DATA) >> 32);
		s[23] = (below(3) ? below(1 << 15) << 16 : 0) | below(100);
		rig.group.lds_B = below(4) ? sizeof rig.lds : below(1000);
		s[10] = 4096;
		s[11] = 0x00027fac;
		run(FL_ISA_SCALAR, FL_JIT_OFF, v, s, mode, exec, n_vgprs, &want);
		ended += want.state == MCIK_ENDED;
		reported += want.reports > 0;
		for (unsigned path = 2 * FL_ISA_BASE; path < 2u * widest + 2; path++) {
			const bool compiled = path & 1;

			if (compiled && (!compiler || n % apart != apart_at))
				continue;
			run((enum fl_isa)(path / 2), compiled ? FL_JIT_ALWAYS : FL_JIT_OFF, v, s, mode, exec,
			    n_vgprs, &got);
			cr_assert(!memcmp(want.v, got.v, sizeof want.v), "program %u, path %u: VGPRs", n,
				  path);
			cr_assert(!memcmp(want.s, got.s, sizeof want.s), "program %u, path %u: SGPRs", n,
				  path);
			cr_assert(!memcmp(want.exported, got.exported, sizeof want.exported),
				  "program %u, path %u: exports", n, path);
			cr_assert_eq(want.reports, got.reports, "program %u, path %u: %u reports, not %u: %s",
				     n, path, got.reports, want.reports, rig.said);
			cr_assert(want.state == got.state && want.now == got.now && want.pc == got.pc,
				  "program %u, path %u: the end", n, path);
		}
	}
	cr_expect(ended > programs / 2 && ended < programs, "%u ended", ended);
	cr_expect(reported > programs / 8 && reported < programs, "%u had reports", reported);
	cr_expect(!compiler || fl_jit_counts().compiled > programs / apart, "%u parts compiled",
		  (unsigned)fl_jit_counts().compiled);
	rig_close();
}

/* -a * b rounded up is not -(a * b) rounded up, as a compiler has it that knows of one rounding. */
Test(cik_sq_spans, products_rounded_up)
{
	enum { ROUND_UP = 0xc1 };
	static const uint32_t words[] = {0xd2100000, 0x30020501 /* v_mul_f32 v0, -v1, v2 mul:4 */,
					 0xbf810000};
	static uint32_t v[REGISTERS][MCIK_LANES], s[32];
	static struct outcome got;

	rig_open(1);
	memcpy(rig.mem + RIG_CODE, words, sizeof words);
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		v[1][l] = (uint32_t)num_bits(1.0f + (float)(l + 1) * 0x1p-20f);
		v[2][l] = (uint32_t)num_bits(1.0f + (float)(3 * l + 1) * 0x1p-22f);
	}
	for (unsigned path = 0; path < 3; path++) {
		mcik_code_invalidate(rig.code);
		run(path ? FL_ISA_BASE : FL_ISA_SCALAR, path == 2 ? FL_JIT_ALWAYS : FL_JIT_OFF, v, s,
		    ROUND_UP, ~0ull, MCIK_VGPRS, &got);
		for (unsigned l = 0; l < MCIK_LANES; l++) {
			const double p = -4.0 * num_float((int32_t)v[1][l]) * num_float((int32_t)v[2][l]);
			const float near = (float)p, want = near < p ? nextafterf(near, INFINITY) : near;

			cr_assert_eq(got.v[0][l], (uint32_t)num_bits(want), "path %u, lane %u: %08x, not %a",
				     path, l, got.v[0][l], (double)want);
		}
	}
	rig_close();
}

/* A number that is tiny is a zero where denormals are flushed: a legacy product with it is 0, of infinity
 * even, and with 0 taken from it it is 0. A compiler that knows the number, or the 0, takes it for what it
 * is. */
Test(cik_sq_spans, tiny_constants)
{
	enum { FLUSH = 0xc0, INFINITE = 0x7f800000 };
	static const uint32_t words[] = {
	    0x7e040286 /* v_mov_b32 v2, 6 */, 0x0c0a0b02 /* v_mac_legacy_f32 v5, v2, v5 */,
	    0x3a001309 /* v_xor_b32 v0, v9, v9 */, 0x080600a7 /* v_sub_f32 v3, 39, v0 */, 0xbf810000};
	static uint32_t v[REGISTERS][MCIK_LANES], s[32];
	static struct outcome got;

	rig_open(1);
	memcpy(rig.mem + RIG_CODE, words, sizeof words);
	for (unsigned l = 0; l < MCIK_LANES; l++)
		v[5][l] = INFINITE;
	for (unsigned path = 0; path < 3; path++) {
		mcik_code_invalidate(rig.code);
		run(path ? FL_ISA_BASE : FL_ISA_SCALAR, path == 2 ? FL_JIT_ALWAYS : FL_JIT_OFF, v, s, FLUSH,
		    ~0ull, MCIK_VGPRS, &got);
		for (unsigned l = 0; l < MCIK_LANES; l++)
			cr_assert(got.v[5][l] == INFINITE && !got.v[3][l], "path %u, lane %u: %08x, %08x",
				  path, l, got.v[5][l], got.v[3][l]);
	}
	rig_close();
}
