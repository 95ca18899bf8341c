/* SPDX-License-Identifier: MIT
 *
 * Scalar instructions of Sea Islands' waves: every opcode of SOP2, SOP1, SOPC, SOPK, what branches, and
 * scalar loads.
 */
#include "tests/unit/cik/sq_rig.h"

TestSuite(cik_sq_scalar, .timeout = 60);

/* a in s[4:5], b in s[6:7], d in s[8:9], SCC; what d and SCC are afterwards */
static const struct row {
	const char *text;
	uint64_t a, b, d;
	bool scc;
	uint64_t want;
	bool want_scc;
} rows[] = {
    {"s_add_u32 s8, s4, s6", 0xffffffff, 2, 0, 0, 1, 1},
    {"s_add_u32 s8, s4, s6", 5, 2, 0, 1, 7, 0},
    {"s_sub_u32 s8, s4, s6", 1, 2, 0, 0, 0xffffffff, 1},
    {"s_add_i32 s8, s4, s6", 0x7fffffff, 1, 0, 0, 0x80000000, 1},
    {"s_add_i32 s8, s4, s6", 0xffffffff, 1, 0, 1, 0, 0},
    {"s_sub_i32 s8, s4, s6", 0x80000000, 1, 0, 0, 0x7fffffff, 1},
    {"s_addc_u32 s8, s4, s6", 0xffffffff, 0, 0, 1, 0, 1},
    {"s_subb_u32 s8, s4, s6", 5, 5, 0, 1, 0xffffffff, 1},
    {"s_min_i32 s8, s4, s6", 0xffffffff, 1, 0, 0, 0xffffffff, 1},
    {"s_min_i32 s8, s4, s6", 1, 1, 0, 1, 1, 0},
    {"s_min_u32 s8, s4, s6", 0xffffffff, 1, 0, 1, 1, 0},
    {"s_max_i32 s8, s4, s6", 0xffffffff, 1, 0, 1, 1, 0},
    {"s_max_u32 s8, s4, s6", 0xffffffff, 1, 0, 0, 0xffffffff, 1},
    {"s_cselect_b32 s8, s4, s6", 1, 2, 0, 1, 1, 1},
    {"s_cselect_b32 s8, s4, s6", 1, 2, 0, 0, 2, 0},
    {"s_cselect_b64 s[8:9], s[4:5], s[6:7]", 1, 0x200000000, 0, 0, 0x200000000, 0},
    {"s_and_b32 s8, s4, s6", 0xf0f0, 0xff00, 0, 0, 0xf000, 1},
    {"s_and_b64 s[8:9], s[4:5], s[6:7]", 0xf000000000, 0xff00000000, 0, 0, 0xf000000000, 1},
    {"s_or_b32 s8, s4, s6", 0, 0, 0, 1, 0, 0},
    {"s_or_b64 s[8:9], s[4:5], s[6:7]", 1, 1ull << 63, 0, 0, 1ull << 63 | 1, 1},
    {"s_xor_b32 s8, s4, s6", 0xff, 0xf0, 0, 0, 0xf, 1},
    {"s_xor_b64 s[8:9], s[4:5], s[6:7]", 7, 7, 0, 1, 0, 0},
    {"s_andn2_b32 s8, s4, s6", 0xff, 0xf0, 0, 0, 0xf, 1},
    {"s_andn2_b64 s[8:9], s[4:5], s[6:7]", ~0ull, 1, 0, 0, ~1ull, 1},
    {"s_orn2_b32 s8, s4, s6", 0, 0xfffffff0, 0, 0, 0xf, 1},
    {"s_orn2_b64 s[8:9], s[4:5], s[6:7]", 0, ~0ull, 0, 1, 0, 0},
    {"s_nand_b32 s8, s4, s6", ~0u, ~0u, 0, 1, 0, 0},
    {"s_nand_b64 s[8:9], s[4:5], s[6:7]", 1, 1, 0, 0, ~1ull, 1},
    {"s_nor_b32 s8, s4, s6", 1, 2, 0, 0, 0xfffffffc, 1},
    {"s_nor_b64 s[8:9], s[4:5], s[6:7]", 1, 2, 0, 0, ~3ull, 1},
    {"s_xnor_b32 s8, s4, s6", 5, 5, 0, 0, 0xffffffff, 1},
    {"s_xnor_b64 s[8:9], s[4:5], s[6:7]", 5, ~5ull, 0, 1, 0, 0},
    {"s_lshl_b32 s8, s4, s6", 3, 36, 0, 0, 0x30, 1},
    {"s_lshl_b64 s[8:9], s[4:5], s6", 3, 36, 0, 0, 0x3000000000, 1},
    {"s_lshr_b32 s8, s4, s6", 0x80000000, 31, 0, 0, 1, 1},
    {"s_lshr_b64 s[8:9], s[4:5], s6", 1ull << 63, 63, 0, 0, 1, 1},
    {"s_ashr_i32 s8, s4, s6", 0x80000000, 31, 0, 0, 0xffffffff, 1},
    {"s_ashr_i64 s[8:9], s[4:5], s6", 1ull << 63, 60, 0, 0, ~7ull, 1},
    {"s_bfm_b32 s8, s4, s6", 4, 8, 0, 1, 0xf00, 1},
    {"s_bfm_b64 s[8:9], s4, s6", 4, 40, 0, 0, 0xf0000000000, 0},
    {"s_mul_i32 s8, s4, s6", 0xffffffff, 3, 0, 1, 0xfffffffd, 1},
    {"s_bfe_u32 s8, s4, s6", 0xabcd1234, 0x80010, 0, 0, 0xcd, 1},
    {"s_bfe_i32 s8, s4, s6", 0xabcd1234, 0x80010, 0, 0, 0xffffffcd, 1},
    {"s_bfe_u32 s8, s4, s6", 0xabcd1234, 0x400018, 0, 0, 0xab, 1},
    {"s_bfe_i32 s8, s4, s6", 0xabcd1234, 0x5, 0, 1, 0, 0},
    {"s_bfe_u64 s[8:9], s[4:5], s6", 0xabcd123400000000, 0x80030, 0, 0, 0xcd, 1},
    {"s_bfe_i64 s[8:9], s[4:5], s6", 0xabcd123400000000, 0x80038, 0, 0, ~0x54ull, 1},
    {"s_absdiff_i32 s8, s4, s6", 3, 10, 0, 0, 7, 1},
    {"s_absdiff_i32 s8, s4, s6", 10, 10, 0, 1, 0, 0},
    {"s_mov_b32 s8, s4", 77, 0, 0, 1, 77, 1},
    {"s_mov_b32 s8, -5", 77, 0, 0, 1, 0xfffffffb, 1},
    {"s_mov_b32 s8, 0.5", 77, 0, 0, 0, 0x3f000000, 0},
    {"s_mov_b32 s8, 0x12345678", 77, 0, 0, 0, 0x12345678, 0},
    {"s_mov_b64 s[8:9], s[4:5]", 77ull << 32, 0, 0, 0, 77ull << 32, 0},
    {"s_mov_b64 s[8:9], -1", 0, 0, 0, 0, ~0ull, 0},
    {"s_cmov_b32 s8, s4", 77, 0, 5, 0, 5, 0},
    {"s_cmov_b32 s8, s4", 77, 0, 5, 1, 77, 1},
    {"s_cmov_b64 s[8:9], s[4:5]", 77ull << 32, 0, 5, 1, 77ull << 32, 1},
    {"s_not_b32 s8, s4", 0xffffffff, 0, 0, 1, 0, 0},
    {"s_not_b64 s[8:9], s[4:5]", 1, 0, 0, 0, ~1ull, 1},
    {"s_wqm_b32 s8, s4", 0x1040, 0, 0, 0, 0xf0f0, 1},
    {"s_wqm_b64 s[8:9], s[4:5]", 1ull << 62, 0, 0, 0, 15ull << 60, 1},
    {"s_brev_b32 s8, s4", 1, 0, 0, 0, 0x80000000, 0},
    {"s_brev_b64 s[8:9], s[4:5]", 2, 0, 0, 0, 1ull << 62, 0},
    {"s_bcnt0_i32_b32 s8, s4", 0xff, 0, 0, 0, 24, 1},
    {"s_bcnt0_i32_b64 s8, s[4:5]", 0xff, 0, 0, 0, 56, 1},
    {"s_bcnt1_i32_b32 s8, s4", 0, 0, 0, 1, 0, 0},
    {"s_bcnt1_i32_b64 s8, s[4:5]", 0xff00000000ff, 0, 0, 0, 16, 1},
    {"s_ff0_i32_b32 s8, s4", 0xff, 0, 0, 1, 8, 1},
    {"s_ff0_i32_b32 s8, s4", 0xffffffff, 0, 0, 0, 0xffffffff, 0},
    {"s_ff0_i32_b64 s8, s[4:5]", 0xffffffffff, 0, 0, 0, 40, 0},
    {"s_ff1_i32_b32 s8, s4", 0x100, 0, 0, 0, 8, 0},
    {"s_ff1_i32_b64 s8, s[4:5]", 0, 0, 0, 0, 0xffffffff, 0},
    {"s_flbit_i32_b32 s8, s4", 0x100, 0, 0, 0, 23, 0},
    {"s_flbit_i32_b64 s8, s[4:5]", 0x100, 0, 0, 0, 55, 0},
    {"s_flbit_i32 s8, s4", 0xffff0000, 0, 0, 0, 16, 0},
    {"s_flbit_i32 s8, s4", 0xffffffff, 0, 0, 0, 0xffffffff, 0},
    {"s_flbit_i32_i64 s8, s[4:5]", 0xffffffff00000000, 0, 0, 0, 32, 0},
    {"s_sext_i32_i8 s8, s4", 0x1280, 0, 0, 0, 0xffffff80, 0},
    {"s_sext_i32_i16 s8, s4", 0x18000, 0, 0, 0, 0xffff8000, 0},
    {"s_bitset0_b32 s8, s4", 36, 0, 0xff, 0, 0xef, 0},
    {"s_bitset0_b64 s[8:9], s4", 36, 0, ~0ull, 0, ~(1ull << 36), 0},
    {"s_bitset1_b32 s8, s4", 9, 0, 0xff, 1, 0x2ff, 1},
    {"s_bitset1_b64 s[8:9], s4", 40, 0, 0, 0, 1ull << 40, 0},
    {"s_quadmask_b32 s8, s4", 0x80010100, 0, 0, 0, 0x94, 1},
    {"s_quadmask_b64 s[8:9], s[4:5]", 1ull << 63, 0, 0, 0, 0x8000, 1},
    {"s_abs_i32 s8, s4", 0xfffffff6, 0, 0, 0, 10, 1},
    {"s_abs_i32 s8, s4", 0x80000000, 0, 0, 0, 0x80000000, 1},
    {"s_mov_b32 m0, 2\ns_movrels_b32 s8, s4", 1, 99, 0, 0, 99, 0},
    {"s_mov_b32 m0, 2\ns_movrels_b64 s[8:9], s[4:5]", 1, 99ull << 32, 0, 0, 99ull << 32, 0},
    {"s_mov_b32 m0, 2\ns_movreld_b32 s6, s4", 98, 0, 0, 0, 98, 0},
    {"s_mov_b32 m0, 2\ns_movreld_b64 s[6:7], s[4:5]", 97ull << 32, 0, 0, 0, 97ull << 32, 0},
    {"s_movk_i32 s8, 0x8001", 0, 0, 0, 1, 0xffff8001, 1},
    {"s_cmovk_i32 s8, 7", 0, 0, 3, 0, 3, 0},
    {"s_cmovk_i32 s8, 7", 0, 0, 3, 1, 7, 1},
    {"s_addk_i32 s8, 1", 0, 0, 0x7fffffff, 0, 0x80000000, 1},
    {"s_addk_i32 s8, -1", 0, 0, 5, 1, 4, 0},
    {"s_mulk_i32 s8, -3", 0, 0, 5, 1, 0xfffffff1, 1},
    {"s_bitcmp0_b32 s4, s6", 0x10, 4, 0, 1, 0, 0},
    {"s_bitcmp1_b32 s4, s6", 0x10, 36, 0, 0, 0, 1},
    {"s_bitcmp0_b64 s[4:5], s6", 0x10, 36, 0, 0, 0, 1},
    {"s_bitcmp1_b64 s[4:5], s6", 1ull << 36, 36, 0, 0, 0, 1},
};

Test(cik_sq_scalar, results)
{
	rig_open(1);
	for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
		const struct row *r = &rows[k];

		rig_set_pair(4, r->a);
		rig_set_pair(6, r->b);
		rig_set_pair(8, r->d);
		rig.w->scc = r->scc;
		cr_assert(rig_run(r->text), "%s: %s", r->text, rig.said);
		cr_expect_eq(rig_pair(8), r->want, "%s (row %u): %llx, not %llx", r->text, k,
			     (unsigned long long)rig_pair(8), (unsigned long long)r->want);
		cr_expect_eq(rig.w->scc, r->want_scc, "%s (row %u): SCC is %u", r->text, k, rig.w->scc);
	}
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* s_cmp and s_cmpk: all of them, on numbers that differ in sign and size */
Test(cik_sq_scalar, comparisons)
{
	static const char *const how[6] = {"eq", "lg", "gt", "ge", "lt", "le"};
	static const int32_t values[] = {0, 1, -1, 7, -32768, 32767};
	char text[128];

	rig_open(1);
	for (unsigned k = 0; k < 6; k++)
		for (unsigned p = 0; p < 36; p++)
			for (unsigned u = 0; u < 2; u++) {
				const int32_t a = values[p / 6], b = values[p % 6];
				const int64_t x = u ? (int64_t)(uint32_t)a : a,
					      y = u ? (int64_t)(uint32_t)b : b;
				const int64_t z = u ? b & 0xffff : b;
				const bool want[6] = {x == y, x != y, x > y, x >= y, x < y, x <= y};
				const bool wantk[6] = {x == z, x != z, x > z, x >= z, x < z, x <= z};

				rig.w->s[4] = (uint32_t)a;
				rig.w->s[6] = (uint32_t)b;
				snprintf(text, sizeof text, "s_cmp_%s_%c32 s4, s6", how[k], u ? 'u' : 'i');
				rig_run(text);
				cr_expect_eq(rig.w->scc, want[k], "%s, %d and %d", text, a, b);
				snprintf(text, sizeof text, "s_cmpk_%s_%c32 s4, %d", how[k], u ? 'u' : 'i',
					 u ? b & 0xffff : b);
				rig_run(text);
				cr_expect_eq(rig.w->scc, wantk[k], "%s, %d", text, a);
			}
	rig_close();
}

/* Old EXEC in the destination, the new one out of both */
Test(cik_sq_scalar, saveexec)
{
	static const char *const names[8] = {"and", "or", "xor", "andn2", "orn2", "nand", "nor", "xnor"};
	const uint64_t a = 0xff00ff00ff00ff00, e = 0x0f0f0f0f0f0f0f0f;
	const uint64_t want[8] = {a & e, a | e, a ^ e, a & ~e, a | ~e, ~(a & e), ~(a | e), ~(a ^ e)};
	char text[64];

	rig_open(1);
	for (unsigned k = 0; k < 8; k++) {
		snprintf(text, sizeof text, "s_%s_saveexec_b64 s[8:9], s[4:5]", names[k]);
		rig_set_pair(4, a);
		rig_set_pair(MCIK_EXEC, e);
		rig_run(text);
		cr_expect_eq(rig_pair(8), e, "%s", text);
		cr_expect_eq(rig_pair(MCIK_EXEC), want[k], "%s", text);
		cr_expect(rig.w->scc, "%s", text);
	}
	rig_close();
}

/* Each branch taken, or not: s8 is 1 if it was. */
Test(cik_sq_scalar, branches)
{
	static const struct {
		const char *text;
		bool scc, taken;
		uint64_t vcc, exec;
	} rows_b[] = {
	    {"s_branch", 0, 1, 0, 0},           {"s_cbranch_scc0", 0, 1, 0, 0},
	    {"s_cbranch_scc0", 1, 0, 0, 0},     {"s_cbranch_scc1", 1, 1, 0, 0},
	    {"s_cbranch_scc1", 0, 0, 0, 0},     {"s_cbranch_vccz", 0, 1, 0, 0},
	    {"s_cbranch_vccz", 0, 0, 8, 0},     {"s_cbranch_vccnz", 0, 1, 8, 0},
	    {"s_cbranch_vccnz", 0, 0, 0, 0},    {"s_cbranch_execz", 0, 1, 0, 0},
	    {"s_cbranch_execz", 0, 0, 0, 4},    {"s_cbranch_execnz", 0, 1, 0, 4},
	    {"s_cbranch_execnz", 0, 0, 0, 0},   {"s_cbranch_cdbgsys", 0, 0, 0, 0},
	    {"s_cbranch_cdbguser", 0, 0, 0, 0},
	};
	char text[128];

	rig_open(1);
	for (unsigned k = 0; k < sizeof rows_b / sizeof *rows_b; k++) {
		rig.w->scc = rows_b[k].scc;
		rig_set_pair(MCIK_VCC, rows_b[k].vcc);
		rig_set_pair(MCIK_EXEC, rows_b[k].exec);
		snprintf(text, sizeof text, "s_mov_b32 s8, 1\n%s L\ns_mov_b32 s8, 0\nL:", rows_b[k].text);
		rig_run(text);
		cr_expect_eq(rig.w->s[8], rows_b[k].taken, "%s (row %u)", rows_b[k].text, k);
	}
	rig_close();
}

Test(cik_sq_scalar, program_counter)
{
	rig_open(1);
	rig_run("s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 16\ns_swappc_b64 s[8:9], s[4:5]\ns_mov_b32 s10, 1\n"
		"s_mov_b32 s11, 1\ns_mov_b32 s12, 1");
	cr_expect_eq(rig_pair(8), RIG_BASE + RIG_CODE + 12);
	cr_expect_eq(rig.w->s[10], 0u);
	cr_expect_eq(rig.w->s[11], 0u);
	cr_expect_eq(rig.w->s[12], 1u);
	rig_run("s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 12\ns_setpc_b64 s[4:5]\ns_mov_b32 s13, 1\ns_mov_b32 "
		"s14, 1");
	cr_expect_eq(rig.w->s[13], 0u);
	cr_expect_eq(rig.w->s[14], 1u);
	rig_close();
}

/* Lanes that go two ways: the smaller part first, then the other, and both meet at the join. */
Test(cik_sq_scalar, fork_and_join)
{
	rig_open(1);
	rig_set_pair(12, 0xff);
	rig_run("s_mov_b32 s20, 0\ns_cbranch_i_fork s[12:13], L\nv_mov_b32 v1, 1\ns_branch J\nL: v_mov_b32 "
		"v1, 2\n"
		"J: s_cbranch_join s20");
	for (unsigned l = 0; l < MCIK_LANES; l++)
		cr_expect_eq(rig.w->v[1][l], l < 8 ? 2u : 1u, "lane %u", l);
	rig_set_pair(MCIK_EXEC, ~0ull);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

Test(cik_sq_scalar, hardware_registers)
{
	rig_open(1);
	rig.w->hw_id = 0x12345678;
	rig_run("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0x5a\ns_nop 2\ns_getreg_b32 s8, "
		"hwreg(HW_REG_MODE, 4, 4)\n"
		"s_getreg_b32 s9, hwreg(HW_REG_HW_ID, 8, 8)\ns_movk_i32 s10, 3\n"
		"s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s10\ns_nop 2\ns_getreg_b32 s11, hwreg(HW_REG_MODE)");
	cr_expect_eq(rig.w->s[8], 5u);
	cr_expect_eq(rig.w->s[9], 0x56u);
	cr_expect_eq(rig.w->s[11], (MCIK_MODE_START & ~0xffu) | 0x5b);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_run("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xc0\ns_getreg_b32 s8, hwreg(HW_REG_MODE)");
	cr_expect_eq(rig.reports, 1u, "s_getreg right after s_setreg is reported");
	rig_close();
}

/* ---- scalar loads -------------------------------------------------------------------------------------- */
Test(cik_sq_scalar, loads)
{
	static const char *const text[] = {
	    "s_load_dword s16, s[4:5], 0x3", "s_load_dwordx2 s[16:17], s[4:5], 0x3",
	    "s_load_dwordx4 s[16:19], s[4:5], 0x3", "s_load_dwordx8 s[16:23], s[4:5], 0x3",
	    "s_load_dwordx16 s[16:31], s[4:5], 0x3"};
	char whole[128];

	rig_open(1);
	for (uint32_t k = 0; k < 64; k++)
		memcpy(rig.mem + RIG_DATA + 4 * k, &(uint32_t){1000 + k}, 4);
	for (unsigned t = 0; t < 5; t++) {
		memset(&rig.w->s[16], 0, 17 * 4);
		rig_set_pair(4, RIG_BASE + RIG_DATA);
		snprintf(whole, sizeof whole, "%s\ns_waitcnt lgkmcnt(0)", text[t]);
		rig_run(whole);
		for (unsigned k = 0; k < 17; k++)
			cr_expect_eq(rig.w->s[16 + k], k < 1u << t ? 1003 + k : 0, "%s: s%u", text[t],
				     16 + k);
	}
	rig.w->s[6] = 20;
	rig_run("s_load_dword s16, s[4:5], s6\ns_load_dword s17, s[4:5], 0x2a\ns_memtime s[18:19]\n"
		"s_waitcnt lgkmcnt(0)");
	cr_expect_eq(rig.w->s[16], 1005u, "an offset in bytes");
	cr_expect_eq(rig.w->s[17], 1042u);
	cr_expect_eq(rig_pair(18), 0x123456789abcull + 3, "the third instruction");
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

/* From one read of the clock to the next it goes on by the instructions of the wave, on either path. */
Test(cik_sq_scalar, the_clock_goes_on)
{
	for (unsigned fast = 0; fast < 2; fast++) {
		rig_open(1);
		rig.env.isa = fast ? rig.env.isa : FL_ISA_SCALAR;
		rig_run("s_mov_b32 s0, 10\ns_memtime s[18:19]\n"
			"again:\ns_sub_u32 s0, s0, 1\ns_cmp_eq_u32 s0, 0\ns_cbranch_scc0 again\n"
			"s_memtime s[20:21]\ns_waitcnt lgkmcnt(0)");
		cr_expect_eq(rig_pair(18), 0x123456789abcull + 2);
		cr_expect_eq(rig_pair(20) - rig_pair(18), 3u * 10 + 1);
		cr_expect_eq(rig.reports, 0u, "%s", rig.said);
		rig_close();
	}
}

/* Of a buffer: what is past its end is 0. */
Test(cik_sq_scalar, buffer_loads)
{
	rig_open(1);
	for (uint32_t k = 0; k < 64; k++)
		memcpy(rig.mem + RIG_DATA + 4 * k, &(uint32_t){1000 + k}, 4);
	rig_set_pair(4, RIG_BASE + RIG_DATA);
	rig_set_pair(6, 20); /* bytes */
	rig_run("s_buffer_load_dwordx4 s[16:19], s[4:7], 0x3\ns_buffer_load_dword s20, s[4:7], 0x40\n"
		"s_buffer_load_dwordx2 s[22:23], s[4:7], 0x0\ns_buffer_load_dwordx8 s[24:31], s[4:7], 0x1\n"
		"s_buffer_load_dwordx16 s[32:47], s[4:7], 0x0\ns_waitcnt lgkmcnt(0)");
	cr_expect_eq(rig.w->s[16], 1003u);
	cr_expect_eq(rig.w->s[17], 1004u);
	cr_expect_eq(rig.w->s[18], 0u);
	cr_expect_eq(rig.w->s[20], 0u);
	cr_expect_eq(rig.w->s[23], 1001u);
	cr_expect_eq(rig.w->s[27], 1004u);
	cr_expect_eq(rig.w->s[28], 0u);
	cr_expect_eq(rig.w->s[36], 1004u);
	cr_expect_eq(rig.w->s[37], 0u);
	rig_close();
}
