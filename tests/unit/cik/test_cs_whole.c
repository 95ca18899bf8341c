/* SPDX-License-Identifier: MIT
 *
 * Compute programs as a whole: which of them may go without questions, and that memory, and what is said, is
 * the same as an instruction after the other gives. Two cards are given the same work, one of which compiles
 * every program that it can.
 */
#include "hw/model/cik/spi.h"
#include "lib/cik/asm.h"
#include "tests/unit/cik/test_model_rig.h"

TestSuite(cik_cs_whole, .timeout = 120);

enum { PLAIN, WHOLE, CARDS };
enum { CODE = 0x400000, IN = 0x500000, OUT = 0x600000, AREA_DW = 16384, VRAM_B = 16 << 20, SH = 0xb000 };
enum { ENABLE = 1, BY_THREADS = 1 << 5, GROUPS = 6, USER_SGPRS = 8 };

/* v2 is the number of the thread among all; v[4:5] become the address of 16 bytes of it, from s[s] on. */
#define NUMBER                   \
	"s_lshl_b32 s9, s8, 6\n" \
	"v_add_i32 v2, vcc, s9, v0\n"
#define ADDRESS(s, shift)                    \
	"v_lshlrev_b32 v4, " #shift ", v2\n" \
	"v_add_i32 v4, vcc, " #s ", v4\n"    \
	"v_mov_b32 v5, 0\n"                  \
	"v_addc_u32 v5, vcc, 0, v5, vcc\n"
#define STORE ADDRESS(s2, 4) "flat_store_dwordx4 v[4:5], v[8:11]\n"
#define WAIT  "s_waitcnt 0\n"
#define END   "s_endpgm\n"

static struct cik_rig card[CARDS];

static void reg(uint32_t offset, uint32_t value)
{
	for (unsigned k = 0; k < CARDS; k++)
		CIK_SEND(&card[k], CIK_PKT3_SET_SH_REG, (offset - SH) / 4, value);
}

static void code(const char *text)
{
	static struct fl_cik_program p;

	cr_assert(fl_cik_asm(&p, text, strlen(text)), "%s", text);
	for (unsigned k = 0; k < CARDS; k++)
		for (uint32_t i = 0; i < p.n; i++)
			vram_wr(&card[k], CODE + 4ull * i, p.words[i]);
}

static uint32_t number(uint32_t i)
{
	const float f = (float)((int)(i * 2654435761u >> 20) - 2048) * 0.03125f;
	uint32_t u;

	memcpy(&u, &f, sizeof u);
	return i % 61 ? u : i % 2 ? 0x7fc01234 + i : 0x00300000 + i; /* NaNs and denormals among them */
}

/* s0: where to read from, s2: where to write to; s[4:7] are 0x11, 0x22, 0x33 and 0x44. */
static void open_at(const char *text, uint32_t from, uint32_t to)
{
	const uint32_t user[USER_SGPRS] = {from, 0, to, 0, 0x11, 0x22, 0x33, 0x44};

	for (unsigned k = 0; k < CARDS; k++) {
		const struct fl_model_config cfg = {
		    .running = true, .scalar = k == PLAIN, .jit = k == PLAIN ? "off" : "always"};

		card[k] = cik_rig_of("bonaire", cfg);
		for (uint32_t i = 0; i < AREA_DW; i++) {
			vram_wr(&card[k], IN + 4 * i, number(i));
			vram_wr(&card[k], OUT + 4 * i, ~i);
		}
	}
	code(text);
	reg(CIK_COMPUTE_PGM_LO, CODE >> 8);
	reg(CIK_COMPUTE_PGM_HI, 0);
	reg(CIK_COMPUTE_PGM_RSRC1, CIK_COMPUTE_PGM_RSRC1__VGPRS(7) | CIK_COMPUTE_PGM_RSRC1__SGPRS(3) |
				       CIK_COMPUTE_PGM_RSRC1__FLOAT_MODE(0xc0));
	reg(CIK_COMPUTE_PGM_RSRC2, CIK_COMPUTE_PGM_RSRC2__USER_SGPR(USER_SGPRS) |
				       CIK_COMPUTE_PGM_RSRC2__TGID_X_EN(1) |
				       CIK_COMPUTE_PGM_RSRC2__TIDIG_COMP_CNT(1));
	for (uint32_t i = 0; i < USER_SGPRS; i++)
		reg(CIK_COMPUTE_USER_DATA(i), user[i]);
	reg(CIK_COMPUTE_NUM_THREAD_X, 64);
	reg(CIK_COMPUTE_NUM_THREAD_Y, 1);
	reg(CIK_COMPUTE_NUM_THREAD_Z, 1);
}

static void open(const char *text)
{
	open_at(text, IN, OUT);
}

static void close(void)
{
	for (unsigned k = 0; k < CARDS; k++)
		fl_model_delete(card[k].m);
}

static void same(const char *what)
{
	const struct fl_report *r, *s;
	unsigned i;

	for (uint32_t at = IN; at < OUT + 4 * AREA_DW; at += 4)
		cr_assert_eq(vram_rd(&card[PLAIN], at), vram_rd(&card[WHOLE], at), "%s: 0x%x: %08x, not %08x",
			     what, at, vram_rd(&card[WHOLE], at), vram_rd(&card[PLAIN], at));
	for (i = 0; (r = fl_model_report(card[PLAIN].m, i)); i++) {
		s = fl_model_report(card[WHOLE].m, i);
		cr_assert(s && !strcmp(r->text, s->text) && r->count == s->count,
			  "%s: %s, %u times, not %s, %u", what, s ? s->text : "nothing", s ? s->count : 0,
			  r->text, r->count);
	}
	cr_assert_null(fl_model_report(card[WHOLE].m, i), "%s", what);
}

/* A card that hangs does so on both, which is what memory and reports say. */
static void send(uint32_t x, uint32_t y)
{
	for (unsigned k = 0; k < CARDS; k++) {
		CIK_SEND(&card[k], CIK_PKT3_DISPATCH_DIRECT, x, y, 1, ENABLE | BY_THREADS);
		fl_model_wait(card[k].m);
	}
}

static void dispatch(uint32_t threads, const char *what)
{
	send(threads, 1);
	same(what);
}

static bool is_whole(void)
{
	const struct mcik_spi *s = ((struct mcik *)card[WHOLE].m)->spi;

	return s->wholes.one[s->wholes.last] && s->wholes.one[s->wholes.last]->ready;
}

/* It can be compiled as a whole, or is not to be; whoever has no compiler has the second alone. */
static void runs(const char *text, bool whole, const char *what)
{
	open(text);
	dispatch(GROUPS * 64, what);
	cr_assert_eq(is_whole(), whole && fl_jit_start(), "%s", what);
	for (uint32_t n = 1; n < 130; n += n < 66 ? 1 : 21)
		dispatch(n, what);
	close();
}

static void goes(const char *text, const char *what)
{
	runs(text, true, what);
}

static void stays(const char *text, const char *what)
{
	runs(text, false, what);
}

/* ---- what may be --------------------------------------------------------------------------------------- */
Test(cik_cs_whole, copies)
{
	goes(NUMBER ADDRESS(s0, 4) "flat_load_dwordx4 v[8:11], v[4:5]\n" WAIT STORE END, "16 bytes");
	goes(
	    NUMBER ADDRESS(
		s0, 4) "flat_load_dwordx4 v[4:7], v[4:5]\n" WAIT
		       "v_mov_b32 v8, v4\nv_mov_b32 v9, v5\nv_mov_b32 v10, v6\nv_mov_b32 v11, v7\n" STORE END,
	    "to where the address was");
	goes(NUMBER ADDRESS(s0, 3) "flat_load_dwordx2 v[8:9], v[4:5]\n" WAIT
				   "v_mov_b32 v10, v9\nv_mov_b32 v11, v2\n" STORE END,
	     "8 bytes");
	goes(NUMBER ADDRESS(s0, 2) "flat_load_dword v8, v[4:5]\n" WAIT
				   "v_add_i32 v9, vcc, v8, v8\n" STORE END,
	     "4 bytes, and registers that nobody wrote");
}

Test(cik_cs_whole, lanes_here_and_there)
{
#define MIXED                                                                                      \
	NUMBER "v_mul_u32_u24 v3, 0x125, v2\nv_and_b32 v3, 0xfff, v3\nv_add_i32 v4, vcc, s0, v3\n" \
	       "v_mov_b32 v5, 0\n"
	goes(MIXED "flat_load_dwordx4 v[4:7], v[4:5]\n" WAIT "v_mov_b32 v8, v4\nv_mov_b32 v9, v5\n"
		   "v_mov_b32 v10, v6\nv_mov_b32 v11, v7\n" STORE END,
	     "16 bytes, aligned by force");
	goes(MIXED "flat_load_dwordx2 v[5:6], v[4:5]\n" WAIT "v_mov_b32 v8, v5\nv_mov_b32 v9, v6\n" STORE END,
	     "over the upper half of the address");
	goes(MIXED "flat_load_sbyte v5, v[4:5]\n" WAIT "v_mov_b32 v8, v5\n" STORE END, "bytes");
	goes(MIXED "flat_load_ushort v4, v[4:5]\n" WAIT "v_mov_b32 v8, v4\n" STORE END, "halves");
	goes(NUMBER
	     "v_and_b32 v3, 3, v2\nv_lshlrev_b32 v3, 2, v3\nv_add_i32 v4, vcc, s2, v3\nv_mov_b32 v5, 0\n"
	     "flat_store_dword v[4:5], v2\n" END,
	     "the last of several lanes");
	goes(NUMBER "v_add_i32 v4, vcc, s2, v2\nv_mov_b32 v5, 0\nflat_store_byte v[4:5], v2\n" END,
	     "bytes in a row");
}

Test(cik_cs_whole, scalars)
{
	goes("s_load_dwordx4 s[16:19], s[0:1], 2\ns_load_dword s20, s[0:1], 9\n" WAIT NUMBER
	     "s_add_u32 s16, s16, s8\nv_mov_b32 v8, s16\ns_mov_b32 s16, s17\nv_mov_b32 v9, s16\n"
	     "s_lshl_b32 s16, s8, 3\nv_add_i32 v10, vcc, s16, v2\ns_add_u32 s18, s18, s16\n"
	     "v_xor_b32 v11, s18, v2\ns_mov_b32 s18, s20\nv_xor_b32 v11, s18, v11\n" STORE END,
	     "of which vector instructions see one value after the other");
	goes("s_cmp_gt_u32 s8, 2\ns_cselect_b32 s16, s4, s5\n" NUMBER
	     "v_mov_b32 v8, s16\nv_mov_b32 v9, exec_lo\n"
	     "v_mov_b32 v10, exec_hi\n" STORE END,
	     "the condition, and EXEC");
	/* each group's scalar is what the group before it has stored */
	goes("s_lshl_b32 s16, s8, 10\ns_add_u32 s16, s16, s2\ns_mov_b32 s17, 0\ns_sub_u32 s16, s16, 0x400\n"
	     "s_max_u32 s16, s16, s2\ns_load_dword s20, s[16:17], 0\n" WAIT NUMBER
	     "s_mul_i32 s20, s20, 5\ns_add_u32 s20, s20, 7\nv_mov_b32 v8, s20\n" STORE END,
	     "of the group before");
	goes(NUMBER "s_load_dwordx2 s[20:21], s[0:1], 4\nv_mov_b32 v8, s5\n" STORE END, "a load for nobody");
}

Test(cik_cs_whole, numbers)
{
	goes(NUMBER ADDRESS(
		 s0, 4) "flat_load_dwordx4 v[12:15], v[4:5]\n" WAIT
			"v_mul_f32 v8, v12, v13\nv_mad_f32 v9, v13, v14, v15\nv_max_f32 v10, v12, v15\n"
			"v_cmp_gt_f32 vcc, v12, v13\nv_cndmask_b32 v11, v14, v15, vcc\n" STORE END,
	     "floats, a mask");
	goes(NUMBER "s_mov_b32 s16, 3.0\n" ADDRESS(
		 s0, 4) "flat_load_dwordx4 v[12:15], v[4:5]\n" WAIT
			"v_mul_f32 v8, s16, v13\nv_add_f32 v9, 0.5, v14\nv_rcp_f32 v10, v14\nv_cvt_f32_u32 "
			"v11, v2\n" STORE END,
	     "with scalars and constants");
}

/* ---- what may not -------------------------------------------------------------------------------------- */
Test(cik_cs_whole, too_early)
{
	stays(NUMBER ADDRESS(s0, 4) "flat_load_dwordx4 v[8:11], v[4:5]\n" STORE WAIT END, "no wait");
	stays(NUMBER ADDRESS(s0, 4) "flat_load_dwordx4 v[8:11], v[4:5]\nv_mov_b32 v8, 0\n" WAIT STORE END,
	      "written meanwhile");
	stays("s_load_dword s16, s[0:1], 2\n" NUMBER "v_mov_b32 v8, s16\n" WAIT STORE END, "a scalar");
	stays(NUMBER "v_mov_b32 v40, 0\n" STORE END, "registers that there are not");
}

Test(cik_cs_whole, ways_that_differ)
{
	stays(NUMBER "s_mov_b64 exec, 0xff\nv_mov_b32 v8, s5\n" STORE END, "other lanes");
	stays(NUMBER "v_cmp_gt_u32 vcc, 7, v0\ns_and_b64 exec, vcc, exec\n" STORE END,
	      "lanes of a comparison");
	stays(NUMBER "v_cmp_gt_u32 vcc, 7, v0\ns_mov_b32 s16, vcc_lo\nv_mov_b32 v8, s16\n" STORE END,
	      "a mask that is read");
	stays(NUMBER "v_cmp_gt_u32 vcc, 7, v0\nv_mov_b32 v8, vcc_lo\n" STORE END, "and as a value");
	stays(NUMBER "s_cmp_eq_u32 s8, 1\ns_cbranch_scc0 1\nv_mov_b32 v8, s5\n" STORE END, "a branch");
	stays(NUMBER STORE "s_load_dword s16, s[2:3], 0\n" WAIT "v_mov_b32 v8, s16\n" STORE END,
	      "a scalar of what was stored");
	stays(NUMBER ADDRESS(s2, 4) "flat_atomic_add v[4:5], v2\n" END, "an atomic");
	stays(NUMBER ADDRESS(s0, 4) "flat_load_dword v8, v[4:5] glc\n" WAIT STORE END, "coherent memory");
	stays(NUMBER "s_barrier\n" STORE END, "a barrier");
}

/* ---- what is not in one piece of memory ---------------------------------------------------------------- */
Test(cik_cs_whole, ends_of_memory)
{
	static const char text[] = NUMBER ADDRESS(s0, 4) "flat_load_dwordx4 v[8:11], v[4:5]\n" WAIT STORE END;

	for (uint32_t at = VRAM_B - 2048; at <= VRAM_B + 64; at += 0x90) {
		open_at(text, at, OUT);
		dispatch(64, "read over the end");
		dispatch(17, "read over the end, some lanes");
		close();
		open_at(text, IN, at);
		dispatch(64, "written over the end");
		dispatch(100, "written over the end, some lanes");
		close();
	}
	goes(NUMBER ADDRESS(s0, 4) "v_and_b32 v5, 1, v0\nflat_load_dwordx4 v[8:11], v[4:5]\n" WAIT STORE END,
	     "every other lane is nowhere");
	goes(NUMBER ADDRESS(s0, 4) "v_and_b32 v5, 1, v0\nflat_load_dwordx2 v[4:5], v[4:5]\n" WAIT
				   "v_mov_b32 v8, v4\nv_mov_b32 v9, v5\n" STORE END,
	     "to where the address was");
}

Test(cik_cs_whole, groups_of_several_waves)
{
	open(NUMBER ADDRESS(s0, 4) "flat_load_dwordx4 v[8:11], v[4:5]\n" WAIT
				   "v_add_i32 v11, vcc, v1, v11\n" STORE END);
	reg(CIK_COMPUTE_NUM_THREAD_X, 20);
	reg(CIK_COMPUTE_NUM_THREAD_Y, 7);
	for (uint32_t n = 1; n < 70; n += 9)
		send(n, n % 10 + 1);
	same("rows of 20");
	close();
}

Test(cik_cs_whole, the_program_changes)
{
	open(NUMBER "v_mov_b32 v8, s4\n" STORE END);
	dispatch(GROUPS * 64, "the first");
	code(NUMBER "v_mov_b32 v8, s5\n" STORE END);
	dispatch(GROUPS * 64, "the second");
	code(NUMBER "v_mov_b32 v8, s6\ns_mov_b64 exec, 1\n" STORE END);
	dispatch(GROUPS * 64, "one that is none");
	code(NUMBER "v_mov_b32 v8, 1.0\nv_mul_f32 v8, s7, v8\nv_add_f32 v9, s7, v8\n" STORE END);
	dispatch(GROUPS * 64, "floats");
	reg(CIK_COMPUTE_PGM_RSRC1, CIK_COMPUTE_PGM_RSRC1__VGPRS(7) | CIK_COMPUTE_PGM_RSRC1__SGPRS(3) |
				       CIK_COMPUTE_PGM_RSRC1__FLOAT_MODE(0xf0));
	dispatch(GROUPS * 64, "whose denormals are kept");
	reg(CIK_COMPUTE_PGM_RSRC1, CIK_COMPUTE_PGM_RSRC1__VGPRS(1) | CIK_COMPUTE_PGM_RSRC1__SGPRS(3));
	dispatch(GROUPS * 64, "with too few registers");
	close();
}
