/* SPDX-License-Identifier: MIT
 *
 * What groups show each other, and what is said of them, on several threads of the host: memory, the global
 * data share, reports and the registers of faults are those of groups that run one after the other; so they
 * are where a group never ends, and where the work is used up.
 */
#include "lib/cik/asm.h"
#include "tests/unit/cik/test_model_rig.h"

#include <stdio.h>

TestSuite(cik_compute_order, .timeout = 120);

enum { CODE = 0x400000, OUT = 0x500000, COUNT = 0x4ff000, GDS_TO = 0x4fe000, SH_SPACE = 0xb000 };
enum { THREADS = 128, GROUPS = 600, RECORD_DW = 4, OUT_DW = GROUPS * THREADS * RECORD_DW };
enum { NO_GROUP = 0xffff, REPORTS = 8, APPEND_AT = 0x40 };

/* Groups of two waves, some of which take longer: LDS turned around, a register read too early in one group
 * of eight, a fault in one of sixteen; then numbers out of the GDS and out of an atomic operation. Group s3
 * never ends. */
static const char text[] = "s_mov_b32 m0, -1\n"
			   "v_lshlrev_b32 v6, 2, v0\n"
			   "s_lshl_b32 s5, s3, 7\n"
			   "v_add_i32 v2, vcc, s5, v0\n"
			   "v_mov_b32 v3, v2\n"
			   "s_mul_i32 s6, s3, 7\n"
			   "s_and_b32 s6, s6, 31\n"
			   "longer:\n"
			   "s_cmp_eq_u32 s6, 0\n"
			   "s_cbranch_scc1 long_enough\n"
			   "v_mul_lo_u32 v3, v3, v3\n"
			   "v_add_i32 v3, vcc, 13, v3\n"
			   "s_sub_u32 s6, s6, 1\n"
			   "s_branch longer\n"
			   "long_enough:\n"
			   "ds_write_b32 v6, v3\n"
			   "s_waitcnt lgkmcnt(0)\n"
			   "s_barrier\n"
			   "v_sub_i32 v7, vcc, 0x1fc, v6\n"
			   "ds_read_b32 v3, v7\n"
			   "s_waitcnt lgkmcnt(0)\n"
			   "s_and_b32 s6, s3, 7\n"
			   "s_cmp_eq_u32 s6, 5\n"
			   "s_cbranch_scc0 in_time\n"
			   "ds_read_b32 v8, v6\n"
			   "v_mov_b32 v9, v8\n"
			   "s_waitcnt lgkmcnt(0)\n"
			   "in_time:\n"
			   "s_and_b32 s6, s3, 15\n"
			   "s_cmp_eq_u32 s6, 11\n"
			   "s_cbranch_scc0 no_fault\n"
			   "v_mov_b32 v8, s3\n"
			   "v_lshlrev_b32 v8, 12, v8\n"
			   "v_mov_b32 v9, 0x70\n"
			   "flat_load_dword v10, v[8:9]\n"
			   "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
			   "v_add_i32 v3, vcc, v3, v10\n"
			   "no_fault:\n"
			   "s_cmp_eq_u32 s3, s2\n"
			   "never:\n"
			   "s_cbranch_scc1 never\n"
			   "s_mov_b32 m0, 0x1000\n"
			   "s_nop 0\n"
			   "ds_append v4 offset:0x40 gds\n"
			   "s_waitcnt lgkmcnt(0) expcnt(0)\n"
			   "s_mov_b32 m0, -1\n"
			   "v_mov_b32 v8, 0x4ff000\n"
			   "v_mov_b32 v9, 0\n"
			   "v_mov_b32 v10, 1\n"
			   "flat_atomic_add v5, v[8:9], v10 glc\n"
			   "v_lshlrev_b32 v6, 4, v2\n"
			   "v_add_i32 v8, vcc, s0, v6\n"
			   "v_mov_b32 v9, s1\n"
			   "v_addc_u32 v9, vcc, 0, v9, vcc\n"
			   "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
			   "flat_store_dwordx4 v[8:9], v[2:5]\n"
			   "s_endpgm\n";

struct seen {
	uint32_t out[OUT_DW], count, appended, status, address;
	struct fl_report report[REPORTS];
	bool idle;
};

static void reg(struct cik_rig *g, uint32_t offset, uint32_t value)
{
	CIK_SEND(g, CIK_PKT3_SET_SH_REG, (offset - SH_SPACE) / 4, value);
}

static void load(struct cik_rig *g, const char *program, uint32_t stuck)
{
	static struct fl_cik_program p;

	cr_assert(fl_cik_asm(&p, program, strlen(program)), "%s", p.source.error[0].text);
	for (uint32_t i = 0; i < p.n; i++)
		vram_wr(g, CODE + 4ull * i, p.words[i]);
	vram_wr(g, COUNT, 0);
	reg(g, CIK_COMPUTE_PGM_LO, CODE >> 8);
	reg(g, CIK_COMPUTE_PGM_HI, 0);
	reg(g, CIK_COMPUTE_PGM_RSRC1,
	    CIK_COMPUTE_PGM_RSRC1__VGPRS(7) | CIK_COMPUTE_PGM_RSRC1__SGPRS(3) |
		CIK_COMPUTE_PGM_RSRC1__FLOAT_MODE(0xc0));
	reg(g, CIK_COMPUTE_PGM_RSRC2,
	    CIK_COMPUTE_PGM_RSRC2__TGID_X_EN(1) | CIK_COMPUTE_PGM_RSRC2__LDS_SIZE(1) |
		CIK_COMPUTE_PGM_RSRC2__USER_SGPR(3));
	reg(g, CIK_COMPUTE_USER_DATA(0), OUT);
	reg(g, CIK_COMPUTE_USER_DATA(1), 0);
	reg(g, CIK_COMPUTE_USER_DATA(2), stuck);
	reg(g, CIK_COMPUTE_NUM_THREAD_X, THREADS);
	reg(g, CIK_COMPUTE_NUM_THREAD_Y, 1);
	reg(g, CIK_COMPUTE_NUM_THREAD_Z, 1);
}

/* One dispatch, which may hang; and all that can be seen of it. */
static void run(unsigned threads, uint32_t stuck, uint64_t work, struct seen *s)
{
	const struct fl_model_config cfg = {
	    .running = true, .vram_B = 16 << 20, .threads = threads, .work = work};
	struct cik_rig g = {0};
	char why[128];

	memset(s, 0, sizeof *s);
	g.m = fl_model_new("bonaire", &cfg, why, sizeof why);
	cr_assert_not_null(g.m, "%s", why);
	load(&g, text, stuck);
	s->idle = CIK_SEND(&g, CIK_PKT3_DISPATCH_DIRECT, GROUPS, 1, 1, 1) && fl_model_wait(g.m);
	for (unsigned i = 0; i < REPORTS && fl_model_report(g.m, i); i++)
		s->report[i] = *fl_model_report(g.m, i);
	fl_model_vram_read(g.m, OUT, s->out, sizeof s->out);
	s->count = vram_rd(&g, COUNT);
	s->status = rd(&g, CIK_VM_CONTEXT0_PROTECTION_FAULT_STATUS);
	s->address = rd(&g, CIK_VM_CONTEXT0_PROTECTION_FAULT_ADDR);
	if (s->idle) {
		CIK_SEND(&g, CIK_PKT3_DMA_DATA, 1u << 29, APPEND_AT, 0, GDS_TO, 0, 4);
		s->appended = vram_rd(&g, GDS_TO);
	}
	fl_model_delete(g.m);
}

static const struct fl_report *says(const struct seen *s, const char *part)
{
	for (unsigned i = 0; i < REPORTS; i++)
		if (strstr(s->report[i].text, part))
			return &s->report[i];
	cr_assert_fail("no report says \"%s\"; the first is \"%s\"", part, s->report[0].text);
	return NULL;
}

static void same(const struct seen *one, const struct seen *s, unsigned threads)
{
	for (uint32_t i = 0; i < OUT_DW; i++)
		cr_assert_eq(one->out[i], s->out[i], "%u threads: thread %u, dword %u is 0x%08x, not 0x%08x",
			     threads, i / RECORD_DW, i % RECORD_DW, s->out[i], one->out[i]);
	for (unsigned i = 0; i < REPORTS; i++) {
		const struct fl_report *a = &one->report[i], *b = &s->report[i];

		cr_assert(!strcmp(a->text, b->text), "%u threads: \"%s\", not \"%s\"", threads, b->text,
			  a->text);
		cr_assert_eq(a->count, b->count, "%u threads: %u times, not %u: %s", threads, b->count,
			     a->count, a->text);
		cr_assert(a->severity == b->severity && !strcmp(a->where, b->where) &&
			  !strcmp(a->section, b->section) && !strcmp(a->block, b->block));
	}
	cr_assert(one->idle == s->idle && one->count == s->count && one->appended == s->appended &&
		      one->status == s->status && one->address == s->address,
		  "%u threads: idle %u %u, counted %u %u, appended %u %u, fault 0x%x 0x%x at 0x%x 0x%x",
		  threads, one->idle, s->idle, one->count, s->count, one->appended, s->appended, one->status,
		  s->status, one->address, s->address);
}

static const unsigned many[] = {2, 3, 5};

static struct seen one, several;

static void on_many(uint32_t stuck, uint64_t work)
{
	for (unsigned k = 0; k < sizeof many / sizeof *many; k++)
		for (unsigned again = 0; again < 3; again++) {
			run(many[k], stuck, work, &several);
			same(&one, &several, many[k]);
		}
}

static uint32_t slowly(uint32_t v, uint32_t group)
{
	for (uint32_t k = 0; k < group * 7 % 32; k++)
		v = v * v + 13;
	return v;
}

Test(cik_compute_order, to_the_end)
{
	run(1, NO_GROUP, 0, &one);
	cr_assert(one.idle);
	for (uint32_t i = 0; i < GROUPS * THREADS; i++) {
		const uint32_t group = i / THREADS, other = group * THREADS + THREADS - 1 - i % THREADS;
		const uint32_t *r = &one.out[RECORD_DW * i];

		cr_assert(r[0] == i && r[1] == slowly(other, group) && r[2] == i / 64 * 64 && r[3] == i,
			  "thread %u: %u 0x%08x %u %u", i, r[0], r[1], r[2], r[3]);
	}
	cr_expect_eq(one.count, GROUPS * THREADS);
	cr_expect_eq(one.appended, GROUPS * THREADS);
	cr_expect_eq(one.address, 0x700000b, "the first fault is group 11's: page 0x%x", one.address);
	cr_expect_eq(says(&one, "0x700000b000 of VMID 0")->count, (GROUPS + 4) / 16 * THREADS);
	cr_expect_eq(says(&one, "v8 is read before its load")->count, GROUPS / 8 * (THREADS / 64));
	on_many(NO_GROUP, 0);
}

Test(cik_compute_order, a_group_that_never_ends)
{
	enum { STUCK = 90, WORK = 1 << 26 };

	run(1, STUCK, WORK, &one);
	cr_assert_not(one.idle);
	says(&one, "finds no end");
	cr_expect_eq(one.count, STUCK * THREADS);
	for (uint32_t i = 0; i < GROUPS * THREADS; i++)
		cr_assert_eq(one.out[RECORD_DW * i], i < STUCK * THREADS ? i : 0);
	on_many(STUCK, WORK);
}

Test(cik_compute_order, work_that_is_used_up)
{
	enum { WORK = 64000 }; /* a wave may have a 64th of it */

	run(1, NO_GROUP, WORK * 8, &one);
	cr_assert(one.idle, "%s", one.report[0].text);
	run(1, NO_GROUP, WORK, &one);
	cr_assert_not(one.idle);
	says(&one, "the groups do not end within");
	cr_expect(one.count > GROUPS / 2 * THREADS && one.count < GROUPS * THREADS, "%u", one.count);
	on_many(NO_GROUP, WORK);
}

/* A wave may be long: two million rounds of four instructions, a hundredth of a second on a card. */
Test(cik_compute_order, a_wave_of_millions_of_instructions)
{
	enum { ROUNDS = 1 << 21, EACH = 3 };
	static const char rounds[] = "s_mov_b32 s6, 0x200000\n"
				     "v_mov_b32 v1, 0\n"
				     "round:\n"
				     "v_add_i32 v1, vcc, 3, v1\n"
				     "s_sub_u32 s6, s6, 1\n"
				     "s_cmp_lg_u32 s6, 0\n"
				     "s_cbranch_scc1 round\n"
				     "v_lshlrev_b32 v6, 2, v0\n"
				     "v_add_i32 v8, vcc, s0, v6\n"
				     "v_mov_b32 v9, s1\n"
				     "flat_store_dword v[8:9], v1\n"
				     "s_endpgm\n";
	struct cik_rig g = cik_rig_running("bonaire");

	load(&g, rounds, NO_GROUP);
	cr_assert(CIK_SEND(&g, CIK_PKT3_DISPATCH_DIRECT, 1, 1, 1, 1) && fl_model_wait(g.m));
	for (uint32_t i = 0; i < THREADS; i++)
		cr_assert_eq(vram_rd(&g, OUT + 4 * i), ROUNDS * EACH);
	fl_model_delete(g.m);
}
