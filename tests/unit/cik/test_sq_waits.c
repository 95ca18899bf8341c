/* SPDX-License-Identifier: MIT
 *
 * Sea Islands' waves: results that land when they are waited for, instructions that have to be apart,
 * barriers, and programs that find no end.
 */
#include "tests/unit/cik/sq_rig.h"

TestSuite(cik_sq_waits, .timeout = 60);

static void data(void)
{
	for (uint32_t k = 0; k < 64; k++)
		memcpy(rig.mem + RIG_DATA + 4 * k, &(uint32_t){1000 + k}, 4);
	rig_set_pair(4, RIG_BASE + RIG_DATA);
	for (unsigned l = 0; l < MCIK_LANES; l++) {
		rig.w->v[0][l] = RIG_DATA + 4 * l;
		rig.w->v[1][l] = (uint32_t)(RIG_BASE >> 32);
		rig.w->v[2][l] = 4 * l;
		rig.w->v[10][l] = 5;
	}
	rig.w->s[MCIK_M0] = 0xffffffff;
}

/* What is read too early is old, and reported; after the wait it is there. */
Test(cik_sq_waits, loads_land_when_waited_for)
{
	rig_open(1);
	data();
	rig_run("flat_load_dword v10, v[0:1]\nv_mov_b32 v11, v10\ns_waitcnt vmcnt(0)\nv_mov_b32 v12, v10");
	cr_expect_eq(rig.w->v[11][3], 5u);
	cr_expect_eq(rig.w->v[12][3], 1003u);
	cr_expect_eq(rig.reports, 1u);
	cr_expect(strstr(rig.said, "v10 is read before"), "%s", rig.said);
	rig_run("s_load_dword s8, s[4:5], 0x1\ns_mov_b32 s9, s8\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s10, s8");
	cr_expect_eq(rig.w->s[9], 0u);
	cr_expect_eq(rig.w->s[10], 1001u);
	cr_expect_eq(rig.reports, 2u);
	rig_close();
}

/* Memory returns in order: with one left, the first is there. Scalar loads come in any order. */
Test(cik_sq_waits, counters)
{
	rig_open(1);
	data();
	rig_run("flat_load_dword v10, v[0:1]\nflat_load_dword v13, v[0:1]\ns_waitcnt vmcnt(1)\nv_mov_b32 "
		"v12, v10\n"
		"s_waitcnt vmcnt(0)");
	cr_expect_eq(rig.w->v[12][3], 1003u);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_run("s_load_dword s8, s[4:5], 0x1\ns_load_dword s9, s[4:5], 0x1\ns_waitcnt lgkmcnt(1)\ns_mov_b32 "
		"s10, s8");
	cr_expect_eq(rig.w->s[10], 0u);
	cr_expect_eq(rig.reports, 1u);
	rig_run("ds_write_b32 v2, v2\nds_read_b32 v20, v2\nds_read_b32 v21, v2\ns_waitcnt lgkmcnt(1)\n"
		"v_mov_b32 v22, v20\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v23, v21");
	cr_expect_eq(rig.w->v[22][9], 36u);
	cr_expect_eq(rig.w->v[23][9], 36u);
	cr_expect_eq(rig.reports, 1u);
	rig_close();
}

Test(cik_sq_waits, writes_under_a_load_and_an_export)
{
	rig_open(1);
	data();
	rig_run("flat_load_dword v10, v[0:1]\nv_mov_b32 v10, 0\ns_waitcnt vmcnt(0)");
	cr_expect(strstr(rig.said, "v10 is written while a load"), "%s", rig.said);
	rig_run("exp mrt0 v2, v2, v2, v2 done vm\nv_mov_b32 v2, 0");
	cr_expect(strstr(rig.said, "v2 is written before the export"), "%s", rig.said);
	cr_expect_eq(rig.reports, 2u);
	rig_run("exp mrt0 v2, v2, v2, v2 done vm\ns_waitcnt expcnt(0)\nv_mov_b32 v2, 0");
	cr_expect_eq(rig.reports, 2u, "%s", rig.said);
	rig_close();
}

/* Each case of wait states: too close it is reported, apart it is not. */
Test(cik_sq_waits, hazards)
{
	static const struct {
		const char *first, *second, *apart;
	} cases[] = {
	    {"v_readfirstlane_b32 s8, v2", "v_readlane_b32 s9, v2, s8", "s_nop 3"},
	    {"v_cmp_eq_u32 vcc, v2, v2", "v_div_fmas_f32 v3, v2, v2, v2", "s_nop 3"},
	    {"s_mov_b32 m0, -1", "s_sendmsg sendmsg(MSG_INTERRUPT)", "s_nop 0"},
	    {"s_mov_b32 m0, -1", "ds_read_b32 v20, v2 gds", "s_nop 0"},
	    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0",
	     "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0", "s_nop 0"},
	    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0", "v_mov_b32 v3, 0", "s_nop 1"},
	    {"buffer_store_dwordx4 v[20:23], v2, s[12:15], 0 offen", "v_mov_b32 v21, 0", "s_nop 0"},
	};
	char text[256];

	for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
		rig_open(1);
		data();
		snprintf(text, sizeof text, "%s\n%s\n%s", cases[k].first, cases[k].apart, cases[k].second);
		rig_run(text);
		cr_expect_eq(rig.reports, 0u, "%s: %s", text, rig.said);
		snprintf(text, sizeof text, "s_waitcnt 0\ns_nop 7\n%s\n%s", cases[k].first, cases[k].second);
		rig_run(text);
		cr_expect_eq(rig.reports, 1u, "%s: %u reports", text, rig.reports);
		cr_expect(strstr(rig.said, "wait states"), "%s: %s", text, rig.said);
		rig_close();
	}
}

/* Loaded into VCC, VCCZ is old. */
Test(cik_sq_waits, vccz)
{
	rig_open(1);
	data();
	rig_run("s_load_dwordx2 vcc, s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\ns_cbranch_vccz L\nL:");
	cr_expect_eq(rig.reports, 1u, "%s", rig.said);
	rig_run("s_load_dwordx2 vcc, s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\ns_mov_b64 vcc, vcc\ns_cbranch_vccz "
		"L\nL:");
	cr_expect_eq(rig.reports, 1u, "%s", rig.said);
	rig_close();
}

Test(cik_sq_waits, groups_meet_at_barriers)
{
	rig_open(RIG_WAVES);
	for (unsigned k = 0; k < RIG_WAVES; k++) {
		rig.wave[k].s[8] = k;
		rig.wave[k].s[MCIK_M0] = 0xffffffff;
	}
	/* the last wave ends without coming to the barrier; each reads what its neighbor wrote before it */
	rig_run(
	    "s_cmp_eq_u32 s8, 3\ns_cbranch_scc1 E\ns_lshl_b32 s9, s8, 2\nv_mov_b32 v1, s9\nv_mov_b32 v2, s8\n"
	    "ds_write_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_barrier\nv_mov_b32 v3, 8\nv_sub_i32 v1, vcc, v3, "
	    "v1\n"
	    "ds_read_b32 v4, v1\ns_waitcnt lgkmcnt(0)\nE:");
	for (unsigned k = 0; k < 3; k++)
		cr_expect_eq(rig.wave[k].v[4][0], 2 - k, "wave %u", k);
	cr_expect_eq(rig.reports, 0u, "%s", rig.said);
	rig_close();
}

Test(cik_sq_waits, what_cannot_go_on)
{
	rig_open(1);
	cr_expect_not(rig_run("L: s_branch L"));
	cr_expect(strstr(rig.said, "finds no end"), "%s", rig.said);
	cr_expect_eq(rig.w->state, MCIK_STUCK);
	rig.w->budget = 1000;
	cr_expect_not(rig_run(".long 0xfc000000"));
	cr_expect(strstr(rig.said, "no instruction"), "%s", rig.said);
	rig.w->n_vgprs = 8;
	cr_expect_not(rig_run("v_mov_b32 v8, 0"));
	cr_expect(strstr(rig.said, "v8 is used"), "%s", rig.said);
	rig.w->n_sgprs = 16;
	cr_expect_not(rig_run("s_mov_b32 s16, 0"));
	cr_expect(strstr(rig.said, "s16 is used"), "%s", rig.said);
	cr_expect_not(rig_run("s_trap 1"));
	cr_expect_not(rig_run("s_sethalt 1"));
	cr_expect_eq(rig.w->state, MCIK_HALTED);
	cr_expect(
	    rig_run("s_setprio 2\ns_sleep 1\ns_icache_inv\ns_ttracedata\ns_incperflevel 1\ns_decperflevel 1\n"
		    "s_setkill 0"));
	cr_expect_eq(rig.w->priority, 2);
	cr_expect(rig_run("s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)"));
	cr_expect_eq(rig.message, 3u);
	rig_close();
}

/* Code that changes is seen after the cache is invalidated, and not before. */
Test(cik_sq_waits, code_is_cached)
{
	rig_open(1);
	rig_run("s_mov_b32 s8, 1");
	rig.mem[RIG_CODE] = 0x82; /* 2 */
	rig.w->pc = RIG_BASE + RIG_CODE;
	rig.w->state = MCIK_RUNNING;
	mcik_wave_run(rig.w);
	cr_expect_eq(rig.w->s[8], 1u);
	mcik_code_invalidate(rig.code);
	rig.w->pc = RIG_BASE + RIG_CODE;
	rig.w->state = MCIK_RUNNING;
	mcik_wave_run(rig.w);
	cr_expect_eq(rig.w->s[8], 2u);
	rig_close();
}

/* Programs that go straight to their end and compute with what they begin with, and all others. */
Test(cik_sq_waits, programs_that_reach_memory)
{
	static const struct {
		const char *text;
		bool reaches;
	} programs[] = {
	    {"s_mov_b32 m0, s4\ns_wqm_b64 exec, exec\nv_interp_p1_f32 v2, v0, attr0.x\n"
	     "v_interp_p2_f32 v2, v1, attr0.x\ns_nop 3\nv_mul_f32 v2, v2, v2\nexp mrt0 v2, v2, v2, v2 done "
	     "vm",
	     false},
	    {"s_load_dword s8, s[4:5], 0\ns_waitcnt lgkmcnt(0)", true},
	    {"s_buffer_load_dword s8, s[4:7], 0", true},
	    {"buffer_load_dword v2, v0, s[4:7], 0 idxen", true},
	    {"buffer_store_dword v2, v0, s[4:7], 0 idxen", true},
	    {"image_load v[4:7], v[0:3], s[8:15] dmask:0xf unorm", true},
	    {"flat_load_dword v2, v[0:1]", true},
	    {"ds_write_b32 v0, v1", true},
	    {"s_branch 0", true},
	    {"s_setpc_b64 s[4:5]", true},
	    {".long 0xfc000000", true},
	};

	rig_open(1);
	for (unsigned i = 0; i < sizeof(programs) / sizeof(*programs); i++) {
		rig_load_text(programs[i].text);
		cr_expect_eq(mcik_sq_reaches_memory(rig.code, 0, RIG_BASE + RIG_CODE), programs[i].reaches,
			     "%s", programs[i].text);
	}
	cr_expect(mcik_sq_reaches_memory(rig.code, 0, RIG_BASE + RIG_MEM_B), "there is no code");
	rig_close();
}
