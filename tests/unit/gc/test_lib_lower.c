/* SPDX-License-Identifier: MIT
 *
 * Fixed function in the instructions of Vivante's cores: programs of random keys are read back by the
 * disassembler, which finds every rule kept.
 */
#include "lib/gc/asm.h"
#include "lib/gc/lower.h"
#include "tests/unit/test_ff_state.h"

#include <criterion/criterion.h>

TestSuite(gc_lib_lower, .timeout = 60);

enum { STATES = 1500 };

static struct fl_gc_lowered code;
static char text[1u << 16];

static void is_valid(const struct fl_gc_info *info, const char *stage)
{
	struct fl_asm_out out = {.text = text, .size_B = sizeof(text)};

	cr_assert_eq(fl_gc_disasm(info->level, (const uint32_t(*)[FL_GC_WORDS])code.words, code.n, &out), 0,
		     "%s, %s program: %s", info->name, stage, text);
	cr_assert(code.n >= 1 && code.n < FL_GC_LOWERED_MAX, "%s, %s program: %u instructions", info->name,
		  stage, code.n);
	cr_assert_leq(code.temps, FL_GC_TEMPS);
}

static uint32_t one(const struct fl_gc_info *info, uint32_t extra)
{
	struct fl_ff_inst vs[FL_FF_VS_LONGEST], ps[FL_FF_FS_LONGEST];
	const uint64_t vs_key = fl_ff_vs_key(&d), ps_key = fl_ff_fs_key(&d);
	struct fl_ff_places at;
	uint32_t n;

	fl_ff_vs_places(vs_key, &at);
	fl_gc_vs_lower(info, vs, fl_ff_vs_make(vs_key, vs), &at, extra >> 5, &code);
	is_valid(info, "vertex");
	n = code.n;
	fl_ff_fs_places(ps_key, &at);
	fl_gc_ps_lower(info, ps, fl_ff_fs_make(ps_key, ps), &at, extra, &code);
	is_valid(info, "pixel");
	return n;
}

Test(gc_lib_lower, rules_are_kept)
{
	static const char *const names[] = {"GC400", "GC880", "GC2000", "GC3000", "GC7000L"};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		uint32_t longest = 0;

		seed = 12345 + i;
		for (unsigned k = 0; k < STATES; k++) {
			uint32_t n;

			random_state();
			n = one(fl_gc_info_named(names[i]),
				(any(2) ? FL_GC_PS_TESTS(any(8)) | any(2) * 16 : 0) | FL_GC_PS_CLIPS(any(7)));
			longest = n > longest ? n : longest;
		}
		cr_assert_gt(longest, 100u); /* the states were not all plain */
	}
}
