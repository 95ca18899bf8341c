/* SPDX-License-Identifier: MIT
 *
 * Pixel programs as a whole: which of them may go without questions, and that pictures are the same to the
 * bit. What a program may not do is the reference's: masks of lanes decide about lanes, and nothing else.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "demos/firstlight/replay.h"
#include "hw/model/cik/sq_record.h"
#include "hw/model/num/num.h"
#include "tests/unit/cik/sq_rig.h"

#include <stdlib.h>

TestSuite(cik_ps_whole, .timeout = 300);

enum { MASKS = 5 };

static struct mcik_record record;

static bool fits(const char *text)
{
	mcik_sq_record_begin(&record, MASKS);
	rig.w->record = &record;
	rig_set_pair(4, RIG_BASE + RIG_DATA);
	rig_run(text);
	rig.w->record = NULL;
	return record.fits && record.ended;
}

#define QUADS "s_mov_b64 s[6:7], exec\ns_wqm_b64 exec, exec\n"
#define LANES "s_and_b64 exec, exec, s[6:7]\n"

/* What Mesa's programs do: whole quads until the last texture, then the lanes that there are. */
Test(cik_ps_whole, masks_move_about)
{
	rig_open(1);
	cr_expect(fits(QUADS "s_mov_b32 m0, s5\nv_add_f32 v3, v1, v2\n" LANES "v_add_f32 v4, v3, v3\n"));
	cr_assert_eq(record.n, 2u);
	cr_expect_eq(record.note[0].phase, SQ_QUADS);
	cr_expect_eq(record.note[1].phase, SQ_AGAIN);
	cr_expect(fits("v_add_f32 v3, v1, v2\n"));
	cr_expect_eq(record.note[0].phase, SQ_BEGUN);
	/* Lanes that were off have no results for gradients then. */
	cr_expect_not(fits("v_add_f32 v3, v1, v2\n" QUADS));
	cr_expect_not(fits(QUADS LANES "v_mov_b32 v1, v2\ns_wqm_b64 exec, exec\n"));
	cr_expect_not(fits("s_mov_b32 exec_lo, 1\n"));
	cr_expect_not(fits("v_cmp_lt_f32 vcc, v1, v2\ns_and_b64 exec, exec, vcc\n"));
	cr_expect_not(fits("v_cmpx_lt_f32 vcc, v1, v2\n"));
	rig_close();
}

/* Scalars are the draw's, unless they come of a mask. */
Test(cik_ps_whole, masks_are_no_numbers)
{
	rig_open(1);
	rig.w->s[20] = 7;
	cr_expect(fits("s_lshl_b32 s21, s20, 2\nv_add_f32 v3, s21, v2\n"));
	cr_expect_eq(record.note[0].value[0], 28u);
	cr_expect(fits("s_load_dword s21, s[6:7], 0x0\ns_waitcnt lgkmcnt(0)\nv_add_f32 v3, s21, v2\n"));
	cr_expect_not(fits("v_add_f32 v3, s5, v2\n"));
	cr_expect_not(fits("s_mov_b32 s21, s5\ns_add_u32 s21, s21, 1\n"));
	cr_expect_not(fits("v_mov_b32 v3, exec_lo\n"));
	cr_expect_not(fits(QUADS "v_mov_b32 v3, s6\n"));
	cr_expect_not(fits("s_wqm_b64 exec, exec\ns_cselect_b32 s21, 1, 2\n"));
	cr_expect(fits("s_cmp_eq_u32 s20, 7\ns_cselect_b32 s21, 1, 2\nv_mov_b32 v3, s21\n"));
	cr_expect_eq(record.note[0].value[0], 1u);
	cr_expect_not(fits("v_cmp_lt_f32 vcc, v1, v2\nv_mov_b32 v3, vcc_lo\n"));
	cr_expect_not(fits("v_cmp_lt_f32 vcc, v1, v2\ns_mov_b32 s21, src_vccz\n"));
	cr_expect_not(fits("s_mov_b32 s21, src_execz\n"));
	cr_expect_not(fits("s_getreg_b32 s21, hwreg(HW_REG_MODE)\n"));
	cr_expect_not(fits("v_readfirstlane_b32 s21, v1\n"));
	cr_expect_not(fits("ds_read_b32 v3, v1\ns_waitcnt lgkmcnt(0)\n"));
	rig_close();
}

/* ---- another draw -------------------------------------------------------------------------------------- */
/* The program that was recorded, with these scalars: may it be what was recorded, but for values? */
static bool again(uint32_t s20, uint32_t s21)
{
	mcik_wave_settle(rig.w);
	rig.w->pc = RIG_BASE + RIG_CODE;
	rig_set_pair(8, RIG_BASE + RIG_DATA);
	rig.w->s[20] = s20;
	rig.w->s[21] = s21;
	return mcik_sq_record_again(rig.w, &record);
}

#define CHOICE                                          \
	"s_load_dword s22, s[8:9], 0x0\n"               \
	"s_lshl_b32 s23, s20, 2\ns_cmp_lt_u32 s21, 5\n" \
	"s_cbranch_scc1 low\ns_add_u32 s23, s23, 1\nlow:\ns_waitcnt lgkmcnt(0)\n"

/* Vector instructions are not carried out: what they have in their registers stays. */
Test(cik_ps_whole, another_draw_has_other_scalars)
{
	rig_open(1);
	memcpy(rig.mem + RIG_DATA, &(uint32_t){70}, 4);
	rig_set_pair(8, RIG_BASE + RIG_DATA);
	rig.w->s[20] = 7;
	rig.w->s[21] = 9;
	cr_assert(fits(CHOICE "v_mov_b32 v3, s23\nv_add_f32 v4, s22, v2\n"));
	cr_expect_eq(record.note[0].value[0], 29u);
	cr_expect_eq(record.note[1].value[0], 70u);
	cr_expect_eq(rig.w->v[3][0], 29u);
	memcpy(rig.mem + RIG_DATA, &(uint32_t){71}, 4);
	cr_assert(again(8, 5));
	cr_expect_eq(record.note[0].value[0], 33u);
	cr_expect_eq(record.note[1].value[0], 71u);
	cr_expect_eq(rig.w->v[3][0], 29u);
	cr_expect_not(again(8, 4), "it takes the branch");
	cr_assert(again(7, 9));
	rig.mem[RIG_CODE + 4] ^= 1; /* s_lshl_b32's shift */
	mcik_code_invalidate(rig.code);
	cr_expect_not(again(7, 9), "it is another program");
	rig.mem[RIG_CODE + 4] ^= 1;
	mcik_code_invalidate(rig.code);
	cr_expect(again(7, 9));
	rig_close();
}

/* Longer ones than there is room for are carried out as they were. */
Test(cik_ps_whole, a_long_way_is_not_gone_again)
{
	char text[SQ_WENT * 8 + 64] = "";

	rig_open(1);
	for (unsigned n = 0; n < SQ_WENT; n++)
		strcat(text, "s_nop 0\n");
	cr_assert(fits(text));
	cr_expect_not(again(0, 0));
	cr_assert(fits(text + sizeof("s_nop 0\n") - 1));
	cr_expect(again(0, 0));
	rig_close();
}

/* ---- pictures ------------------------------------------------------------------------------------------ */
static void replayed(const struct fl_pack_file *f, bool scalar, struct fl_replay_result *res)
{
	const struct fl_replay_options opt = {
	    .model = {.running = true, .threads = 1, .scalar = scalar, .jit = "always"},
	    .want_picture = true};
	struct fl_err err = {0};

	cr_assert_eq(fl_replay(f->data, f->size_B, f->name, &opt, res, &err), FL_OK, "%s", err.text);
	cr_assert_not_null(res->picture, "%s", f->name);
}

/* Every third of the recorded scenes, with all programs compiled from their second wave on. */
Test(cik_ps_whole, pictures_are_the_same)
{
	size_t size_B = 0, at = 0;
	struct fl_err err = {0};
	uint8_t *data = fl_pack_read("tests/traces/cik_simple.tar.xz", &size_B, &err);
	struct fl_pack_file f;
	unsigned n = 0;

	cr_assert_not_null(data, "%s", err.text);
	while (fl_pack_next(data, size_B, &at, &f, &err) > 0) {
		struct fl_replay_result plain, compiled;

		if (!strstr(f.name, ".trace") || n++ % 3)
			continue;
		replayed(&f, true, &plain);
		replayed(&f, false, &compiled);
		cr_expect(plain.w == compiled.w && plain.h == compiled.h &&
			      !memcmp(plain.picture, compiled.picture, (size_t)plain.w * plain.h * 9),
			  "%s", f.name);
		cr_expect_eq(plain.reports, compiled.reports, "%s", f.name);
		free(plain.picture);
		free(compiled.picture);
	}
	cr_expect_gt(n, 70u);
	free(data);
}

/* ---- colors of any kind -------------------------------------------------------------------------------- */
/* Bits of a float: any, one of a size that ends up in a picture, one of those where something changes. */
static uint32_t float_of(uint32_t *seed)
{
	static const uint32_t edge[] = {
	    0x00000000, 0x80000000, 0x00000001, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff,
	    0x7f7fffff, 0x42c80000, 0x42c7ffff, 0x42c80001, 0x3bc80000, 0x3bc7ffff, 0x4aff0000, 0x00800000};
	const uint32_t r = *seed = *seed * 1664525 + 1013904223, s = *seed = *seed * 1664525 + 1013904223;

	switch (r >> 30) {
	case 0:
		return edge[s >> 28];
	case 1:
		return s;
	case 2: /* 2^-10 to 2^7, for the program divides by a hundred */
		return (117 + (s >> 27) % 17) << 23 | s % (1u << 23);
	default: /* hundredths of steps of eight bits */
		return (uint32_t)num_bits((float)(s >> 16) * (1.0f / 655.36f));
	}
}

/* The texture's texels, as the processor wrote them: rows of 16 of four floats. */
static unsigned fill_texture(uint8_t *trace, size_t size_B, uint32_t seed)
{
	enum { HEAD_B = 16, ROW_B = 256 };
	struct fl_gtrc_record r;
	struct fl_err err = {0};
	struct fl_gtrc t;
	unsigned rows = 0;

	cr_assert_eq(fl_gtrc_open(&t, trace, size_B, &err), FL_OK, "%s", err.text);
	while (fl_gtrc_next(&t, &r, &err) > 0) {
		uint8_t *to = trace + (r.data - trace) + HEAD_B;

		if (r.tag != FL_GTRC_MEM || fl_gtrc_u64(r.data) < 0x100080000 || r.size_B != HEAD_B + ROW_B)
			continue;
		for (unsigned i = 0; i < ROW_B; i += 4) {
			const uint32_t bits = float_of(&seed);

			memcpy(to + i, &bits, 4);
		}
		rows++;
	}
	return rows;
}

/* What the program makes of texels that are floats is cut off to halves and goes to bytes: NaNs, infinities,
 * what is too small for a half, and what lies at the ends of the range among them. */
Test(cik_ps_whole, colors_of_any_kind_are_the_same)
{
	enum { ROUNDS = 12, ROWS = 16 };
	size_t size_B = 0, at = 0;
	struct fl_err err = {0};
	uint8_t *data = fl_pack_read("tests/traces/cik_simple.tar.xz", &size_B, &err);
	struct fl_pack_file f;
	unsigned n = 0;

	cr_assert_not_null(data, "%s", err.text);
	while (fl_pack_next(data, size_B, &at, &f, &err) > 0) {
		if (!strstr(f.name, "tex_fp32.trace"))
			continue;
		for (uint32_t seed = 1; seed <= ROUNDS; seed++) {
			struct fl_replay_result plain, compiled;

			cr_assert_eq(fill_texture((uint8_t *)(uintptr_t)f.data, f.size_B, seed), ROWS);
			replayed(&f, true, &plain);
			replayed(&f, false, &compiled);
			cr_expect(!memcmp(plain.picture, compiled.picture, (size_t)plain.w * plain.h * 9),
				  "seed %u", seed);
			free(plain.picture);
			free(compiled.picture);
			n++;
		}
	}
	cr_assert_eq(n, (unsigned)ROUNDS);
	free(data);
}
