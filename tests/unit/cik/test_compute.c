/* SPDX-License-Identifier: MIT
 *
 * Dispatches of Sea Islands, from packets to memory: which registers a wave begins with, groups and threads
 * of every shape, LDS with barriers, and what a card would only hang at. Programs are text for the kit's
 * assembler, which LLVM judges (test_asm_llvm.c).
 */
#include "lib/cik/asm.h"
#include "tests/unit/cik/test_model_rig.h"

enum { CODE = 0x400000, OUT = 0x500000, OUT_DW = 1024, SH_SPACE = 0xb000 };
enum { ENABLE = 1, PARTIAL = 1 << 1, FROM_0 = 1 << 2, BY_THREADS = 1 << 5 };

#define TGID_X CIK_COMPUTE_PGM_RSRC2__TGID_X_EN(1)

/* Stores v3 in dword v2 of OUT; v4, v5 are needed. */
#define STORE                              \
	"v_lshlrev_b32 v4, 2, v2\n"        \
	"v_add_i32 v4, vcc, s0, v4\n"      \
	"v_mov_b32 v5, s1\n"               \
	"v_addc_u32 v5, vcc, 0, v5, vcc\n" \
	"s_mov_b32 m0, -1\n"               \
	"flat_store_dword v[4:5], v3\n"    \
	"s_endpgm\n"

/* Number of group and thread, 64 a group, in the dword of that number. */
#define NUMBER                        \
	"s_lshl_b32 s5, s2, 6\n"      \
	"v_add_i32 v2, vcc, s5, v0\n" \
	"v_mov_b32 v3, v2\n" STORE

static void reg(struct cik_rig *g, uint32_t offset, uint32_t value)
{
	CIK_SEND(g, CIK_PKT3_SET_SH_REG, (offset - SH_SPACE) / 4, value);
}

/* A card of a driver with a program of 32 VGPRs and 32 SGPRs; s[0:1] are the address of OUT. */
static struct cik_rig program(const char *text, uint32_t rsrc2, uint32_t x, uint32_t y, uint32_t z)
{
	static struct fl_cik_program p;
	struct cik_rig g = cik_rig_running("bonaire");

	cr_assert(fl_cik_asm(&p, text, strlen(text)), "%s", text);
	for (uint32_t i = 0; i < p.n; i++)
		vram_wr(&g, CODE + 4ull * i, p.words[i]);
	for (uint32_t i = 0; i < OUT_DW; i++)
		vram_wr(&g, OUT + 4ull * i, ~0u);
	reg(&g, CIK_COMPUTE_PGM_LO, CODE >> 8);
	reg(&g, CIK_COMPUTE_PGM_HI, 0);
	reg(&g, CIK_COMPUTE_PGM_RSRC1,
	    CIK_COMPUTE_PGM_RSRC1__VGPRS(7) | CIK_COMPUTE_PGM_RSRC1__SGPRS(3) |
		CIK_COMPUTE_PGM_RSRC1__FLOAT_MODE(0xc0));
	reg(&g, CIK_COMPUTE_PGM_RSRC2, rsrc2 | CIK_COMPUTE_PGM_RSRC2__USER_SGPR(2));
	reg(&g, CIK_COMPUTE_USER_DATA(0), OUT);
	reg(&g, CIK_COMPUTE_USER_DATA(1), 0);
	reg(&g, CIK_COMPUTE_NUM_THREAD_X, x);
	reg(&g, CIK_COMPUTE_NUM_THREAD_Y, y);
	reg(&g, CIK_COMPUTE_NUM_THREAD_Z, z);
	return g;
}

static bool dispatch(struct cik_rig *g, uint32_t x, uint32_t y, uint32_t z, uint32_t initiator)
{
	return CIK_SEND(g, CIK_PKT3_DISPATCH_DIRECT, x, y, z, initiator) && fl_model_wait(g->m);
}

static uint32_t out(struct cik_rig *g, uint32_t i)
{
	return vram_rd(g, OUT + 4ull * i);
}

/* Dwords from first to before `end` have their numbers, the others nothing. */
static void numbers(struct cik_rig *g, const char *what, uint32_t first, uint32_t end)
{
	no_reports(g);
	for (uint32_t i = 0; i < OUT_DW; i++)
		cr_assert_eq(out(g, i), i >= first && i < end ? i : ~0u, "%s: dword %u is %08x", what, i,
			     out(g, i));
	fl_model_delete(g->m);
}

Test(cik_compute, groups)
{
	struct cik_rig g = program(NUMBER, TGID_X, 64, 1, 1);

	cr_assert(dispatch(&g, 4, 1, 1, ENABLE));
	numbers(&g, "four groups", 0, 256);
	g = program(NUMBER, TGID_X, 64, 1, 1);
	cr_assert(dispatch(&g, 0, 1, 1, ENABLE));
	numbers(&g, "none", 0, 0);
	g = program(NUMBER, TGID_X, 64, 1, 1);
	cr_assert(dispatch(&g, 1u << 31, 1u << 31, 0, ENABLE));
	numbers(&g, "none, of planes that nobody can count", 0, 0);
}

/* Groups that are not full, and grids that begin later. */
Test(cik_compute, grids)
{
	struct cik_rig g = program(NUMBER, TGID_X, 64, 1, 1);

	cr_assert(dispatch(&g, 100, 1, 1, ENABLE | BY_THREADS));
	numbers(&g, "threads", 0, 100);
	g = program(NUMBER, TGID_X, 64 | 10 << 16, 1 | 1 << 16, 1 | 1 << 16);
	cr_assert(dispatch(&g, 2, 1, 1, ENABLE | PARTIAL));
	numbers(&g, "a last group of 10", 0, 74);
	g = program(NUMBER, TGID_X, 64, 1, 1);
	reg(&g, CIK_COMPUTE_START_X, 1);
	cr_assert(dispatch(&g, 3, 1, 1, ENABLE));
	numbers(&g, "from 1", 64, 192);
	g = program(NUMBER, TGID_X, 64, 1, 1);
	reg(&g, CIK_COMPUTE_START_X, 1);
	cr_assert(dispatch(&g, 3, 1, 1, ENABLE | FROM_0));
	numbers(&g, "from 0", 0, 192);
}

/* Groups and threads in three directions: each says who it is, where its number says. */
Test(cik_compute, three_directions)
{
	enum { X = 4, Y = 2, Z = 3, GX = 2, GY = 3, GZ = 2 };
	struct cik_rig g =
	    program("s_mul_i32 s6, s4, 3\n"
		    "s_add_u32 s6, s6, s3\n"
		    "s_lshl_b32 s6, s6, 1\n"
		    "s_add_u32 s6, s6, s2\n"
		    "s_mul_i32 s6, s6, 24\n" /* the group's first dword */
		    "v_lshlrev_b32 v6, 1, v2\n"
		    "v_add_i32 v6, vcc, v6, v1\n"
		    "v_lshlrev_b32 v6, 2, v6\n"
		    "v_add_i32 v6, vcc, v6, v0\n"
		    "s_lshl_b32 s7, s3, 4\n"
		    "s_or_b32 s7, s7, s2\n"
		    "s_lshl_b32 s8, s4, 8\n"
		    "s_or_b32 s7, s7, s8\n"
		    "v_lshlrev_b32 v3, 12, v0\n"
		    "v_lshlrev_b32 v4, 16, v1\n"
		    "v_or_b32 v3, v3, v4\n"
		    "v_lshlrev_b32 v4, 20, v2\n"
		    "v_or_b32 v3, v3, v4\n"
		    "v_or_b32 v3, s7, v3\n"
		    "v_add_i32 v2, vcc, s6, v6\n" STORE,
		    TGID_X | CIK_COMPUTE_PGM_RSRC2__TGID_Y_EN(1) | CIK_COMPUTE_PGM_RSRC2__TGID_Z_EN(1) |
			CIK_COMPUTE_PGM_RSRC2__TIDIG_COMP_CNT(2),
		    X, Y, Z);
	uint32_t i = 0;

	cr_assert(dispatch(&g, GX, GY, GZ, ENABLE));
	no_reports(&g);
	for (uint32_t gz = 0; gz < GZ; gz++)
		for (uint32_t gy = 0; gy < GY; gy++)
			for (uint32_t gx = 0; gx < GX; gx++)
				for (uint32_t t = 0; t < X * Y * Z; t++, i++)
					cr_assert_eq(out(&g, i),
						     gx | gy << 4 | gz << 8 | (t % X) << 12 |
							 (t / X % Y) << 16 | (t / (X * Y)) << 20,
						     "dword %u is %08x", i, out(&g, i));
	cr_expect_eq(out(&g, i), ~0u);
	fl_model_delete(g.m);
}

/* 256 threads turn their numbers around by LDS: four waves that wait for each other. */
Test(cik_compute, shared_memory)
{
	struct cik_rig g = program("s_mov_b32 m0, -1\n"
				   "v_lshlrev_b32 v6, 2, v0\n"
				   "ds_write_b32 v6, v0\n"
				   "s_waitcnt lgkmcnt(0)\n"
				   "s_barrier\n"
				   "v_sub_i32 v6, vcc, 0xff, v0\n"
				   "v_lshlrev_b32 v6, 2, v6\n"
				   "ds_read_b32 v3, v6\n"
				   "s_waitcnt lgkmcnt(0)\n"
				   "v_mov_b32 v2, v0\n" STORE,
				   CIK_COMPUTE_PGM_RSRC2__LDS_SIZE(2), 256, 1, 1);

	cr_assert(dispatch(&g, 1, 1, 1, ENABLE));
	no_reports(&g);
	for (uint32_t i = 0; i < 256; i++)
		cr_assert_eq(out(&g, i), 255 - i, "dword %u is %u", i, out(&g, i));
	fl_model_delete(g.m);
}

/* What follows the number of the group: its waves, which of them this is ([16:6]) and whether it is the first
 * (31), and where the wave's scratch begins. */
Test(cik_compute, size_and_scratch)
{
	/* s2 group, s3 size, s4 scratch; each wave stores both in two dwords of its own */
	struct cik_rig g = program(
	    "v_and_b32 v6, 63, v0\n"
	    "v_cmp_gt_u32 vcc, 2, v6\n"
	    "s_and_b64 exec, exec, vcc\n"
	    "v_lshrrev_b32 v2, 6, v0\n"
	    "v_lshlrev_b32 v2, 1, v2\n"
	    "v_add_i32 v2, vcc, v2, v6\n"
	    "v_mov_b32 v3, s3\n"
	    "v_mov_b32 v7, s4\n"
	    "v_cmp_eq_u32 vcc, 1, v6\n"
	    "v_cndmask_b32 v3, v3, v7, vcc\n" STORE,
	    TGID_X | CIK_COMPUTE_PGM_RSRC2__TG_SIZE_EN(1) | CIK_COMPUTE_PGM_RSRC2__SCRATCH_EN(1), 192, 1, 1);

	reg(&g, CIK_COMPUTE_TMPRING_SIZE,
	    CIK_COMPUTE_TMPRING_SIZE__WAVES(32) | CIK_COMPUTE_TMPRING_SIZE__WAVESIZE(4));
	cr_assert(dispatch(&g, 1, 1, 1, ENABLE));
	no_reports(&g);
	for (uint32_t wave = 0; wave < 3; wave++) {
		cr_expect_eq(out(&g, 2 * wave), 3 | wave << 6 | (wave ? 0 : 1u << 31), "wave %u: %08x", wave,
			     out(&g, 2 * wave));
		cr_expect_eq(out(&g, 2 * wave + 1), wave * 4096, "wave %u: %u", wave, out(&g, 2 * wave + 1));
	}
	fl_model_delete(g.m);
}

/* Rounding by FLOAT_MODE: 1 + 2^-24 is 1, but up it is the next float. */
Test(cik_compute, float_mode)
{
	const char text[] = "v_mov_b32 v3, 0x33800000\n"
			    "v_add_f32 v3, 1.0, v3\n"
			    "v_mov_b32 v2, v0\n" STORE;

	for (uint32_t mode = 0; mode < 2; mode++) {
		struct cik_rig g = program(text, 0, 1, 1, 1);

		reg(&g, CIK_COMPUTE_PGM_RSRC1,
		    CIK_COMPUTE_PGM_RSRC1__VGPRS(7) | CIK_COMPUTE_PGM_RSRC1__SGPRS(3) |
			CIK_COMPUTE_PGM_RSRC1__FLOAT_MODE(0xc0 | mode));
		cr_assert(dispatch(&g, 1, 1, 1, ENABLE));
		cr_expect_eq(out(&g, 0), 0x3f800000 + mode);
		fl_model_delete(g.m);
	}
}

/* There is one global data share: a wave reads what DMA_DATA put there, and DMA_DATA what the wave did. M0 is
 * its base and size; SRC_SEL [30:29] and DST_SEL [21:20] 1 are GDS. */
Test(cik_compute, data_share)
{
	struct cik_rig g = program("s_mov_b32 m0, 0x1000\n"
				   "v_mov_b32 v6, 0x40\n"
				   "ds_read_b32 v3, v6 gds\n"
				   "s_waitcnt lgkmcnt(0)\n"
				   "v_add_i32 v7, vcc, 1, v3\n"
				   "ds_write_b32 v6, v7 offset:4 gds\n"
				   "s_waitcnt lgkmcnt(0) expcnt(0)\n"
				   "v_mov_b32 v2, v0\n" STORE,
				   0, 1, 1, 1);

	vram_wr(&g, OUT + 64, 0x1234);
	cr_assert(CIK_SEND(&g, CIK_PKT3_DMA_DATA, 1 << 20, OUT + 64, 0, 0x40, 0, 4));
	cr_assert(dispatch(&g, 1, 1, 1, ENABLE));
	cr_assert(CIK_SEND(&g, CIK_PKT3_DMA_DATA, 1u << 29, 0x44, 0, OUT + 68, 0, 4));
	no_reports(&g);
	cr_expect_eq(out(&g, 0), 0x1234u);
	cr_expect_eq(out(&g, 17), 0x1235u);
	fl_model_delete(g.m);
}

/* A program that never ends hangs the engine that asked for it, and says so. */
Test(cik_compute, without_end)
{
	struct cik_rig g = program("loop: s_branch loop\n", TGID_X, 64, 1, 1);

	cr_expect_not(dispatch(&g, 1, 1, 1, ENABLE));
	cr_expect_not_null(fl_model_report(g.m, 0));
	cr_expect_not(CIK_SEND(&g, CIK_PKT3_NOP, 0) && fl_model_wait(g.m));
	fl_model_delete(g.m);
}

Test(cik_compute, refused)
{
	static const struct {
		uint32_t reg, value;
		const char *says;
	} mistake[] = {
	    {CIK_COMPUTE_NUM_THREAD_X, 0, "a group has 1 to"},
	    {CIK_COMPUTE_NUM_THREAD_Y, 4096, "a group has 1 to"},
	    {CIK_COMPUTE_PGM_RSRC2, CIK_COMPUTE_PGM_RSRC2__USER_SGPR(17), "SGPRs"},
	    {CIK_COMPUTE_PGM_RSRC2, CIK_COMPUTE_PGM_RSRC2__LDS_SIZE(129), "bytes of LDS"},
	    {CIK_COMPUTE_PGM_RSRC1, CIK_COMPUTE_PGM_RSRC1__SGPRS(15), "SGPRs"},
	};

	for (unsigned i = 0; i < sizeof(mistake) / sizeof(mistake[0]); i++) {
		struct cik_rig g = program(NUMBER, TGID_X, 64, 1, 1);

		reg(&g, mistake[i].reg, mistake[i].value);
		dispatch(&g, 1, 1, 1, ENABLE);
		cr_expect(reported(&g, FL_REFUSE, mistake[i].says), "%u", i);
		cr_expect_eq(out(&g, 0), ~0u);
		fl_model_delete(g.m);
	}
}
