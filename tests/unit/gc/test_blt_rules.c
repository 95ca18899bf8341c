/* SPDX-License-Identifier: MIT
 *
 * BLT: the sequence around each operation, states that keep nothing, what hangs, what is reported (GC facts
 * 8.4, 12).
 */
#include "tests/unit/gc/blt_rig.h"

static const struct copy_surface from = {COPY_FROM, MGC_SUPER_NEW, 4, COPY_W * 4},
				 to = {COPY_TO, MGC_LINEAR, 4, COPY_W * 4};

static void plain(struct gc_rig *r)
{
	fl_model_reports_clear(r->m);
	blt_begin(r);
	blt_copy_states(r, &from, &to, GC_BLT_FORMAT__A8R8G8B8, GC_BLT_FORMAT__A8R8G8B8, blt_all);
}

Test(gc_blt_rules, states_keep_nothing)
{
	static const struct {
		uint32_t offset;
		const char *text;
	} each[] = {
	    {GC_BLT_CONFIG, "without BLT_CONFIG:"},         {GC_BLT_SRC_STRIDE, "without BLT_SRC_STRIDE:"},
	    {GC_BLT_SRC_CONFIG, "without BLT_SRC_CONFIG:"}, {GC_BLT_SRC_ADDR, "without BLT_SRC_ADDR:"},
	    {GC_BLT_SRC_POS, "without BLT_SRC_POS:"},       {GC_BLT_DEST_ADDR, "without BLT_DEST_ADDR:"},
	    {GC_BLT_DEST_POS, "without BLT_DEST_POS:"},     {GC_BLT_DEST_STRIDE, "without BLT_DEST_STRIDE:"},
	    {GC_BLT_SWIZZLE, "without BLT_SWIZZLE:"},       {GC_BLT_IMAGE_SIZE, "without BLT_IMAGE_SIZE:"},
	    {GC_BLT_UNK140A0, "without BLT_UNK140A0:"},     {GC_BLT_DEST_CONFIG, "without BLT_DEST_CONFIG:"},
	    {GC_BLT_UNK14058, "without BLT_UNK14058:"},     {GC_BLT_UNK1409C, "without BLT_UNK1409C:"}};

	for (unsigned i = 0; i < sizeof(each) / sizeof(each[0]); i++) {
		struct gc_rig r = rig_new("gc7000l");

		plain(&r);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
		copy_quiet(&r);
		/* the same, but for one of them, which had its value in the first */
		plain(&r);
		r.g->blt->written[(each[i].offset - MGC_BLT_FIRST) / 4] = false;
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
		cr_assert(rig_report(&r, each[i].text), "%s", each[i].text);
		rig_free(&r);
	}
}

Test(gc_blt_rules, parameters_are_gone_after_an_operation)
{
	struct gc_rig r = rig_new("gc7000l");

	copy_fill(&r, &from);
	copy_mark(&r, &to);
	plain(&r);
	blt_state(&r, GC_BLT_SET_COMMAND, BLT_ARM);
	blt_state(&r, GC_BLT_COMMAND, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
	blt_state(&r, GC_BLT_SET_COMMAND, BLT_ARM);
	copy_quiet(&r);
	copy_mark(&r, &to);
	blt_state(&r, GC_BLT_COMMAND, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
	cr_assert(rig_report(&r, "BLT_IMAGE_SIZE, BLT_SWIZZLE"));
	cr_assert_eq(copy_changed(&r, &to), 0);
	rig_free(&r);
}

Test(gc_blt_rules, rules_of_the_sequence)
{
	struct gc_rig r = rig_new("gc7000l");

	copy_mark(&r, &to);
	blt_state(&r, GC_BLT_COMMAND, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
	cr_assert(rig_report(&r, "while BLT_ENABLE is 0: nothing is done"));
	fl_model_reports_clear(r.m);
	blt_state(&r, GC_BLT_SWIZZLE, BLT_AS_IT_IS);
	rig_said(&r, FL_WARN, "state 0x140bc of BLT is written while BLT_ENABLE is 0");
	plain(&r);
	blt_state(&r, GC_BLT_COMMAND, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
	rig_said(&r, FL_WARN, "without SET_COMMAND 3 right before it");
	blt_state(&r, GC_BLT_ENABLE, 0);
	rig_said(&r, FL_WARN, "no SET_COMMAND after COMMAND");
	rig_free(&r);
}

Test(gc_blt_rules, what_hangs)
{
	static const struct {
		unsigned command;
		uint32_t offset, value;
		const char *text;
	} bad[] = {
	    {GC_BLT_COMMAND__COMMAND__YUV_TILE, GC_BLT_CONFIG, 0, "YUV_TILE"},
	    {9, GC_BLT_CONFIG, 0, "COMMAND 9"},
	    {GC_BLT_COMMAND__COMMAND__INPLACE, GC_BLT_INPLACE_TILE_COUNT, 0, "count of 0 tiles"},
	    {GC_BLT_COMMAND__COMMAND__GEN_MIPMAPS, GC_BLT_MIPMAP_CONFIG, 0, "MIPMAP_CONFIG.NUM 0"},
	    {GC_BLT_COMMAND__COMMAND__GEN_MIPMAPS, GC_BLT_MIPMAP_CONFIG, 1, "MIPMAP_CONFIG.NUM 1"},
	    {GC_BLT_COMMAND__COMMAND__GEN_MIPMAPS, GC_BLT_MIPMAP_CONFIG, 15, "MIPMAP_CONFIG.NUM 15"},
	    {GC_BLT_COMMAND__COMMAND__COPY_IMAGE, GC_BLT_SRC_STRIDE, GC_BLT_SRC_STRIDE__FORMAT(0x3f) | 256,
	     "formats 0x3f to 0x6"},
	    {GC_BLT_COMMAND__COMMAND__COPY_IMAGE, GC_BLT_SRC_STRIDE,
	     GC_BLT_SRC_STRIDE__FORMAT(GC_BLT_FORMAT__X24S8) | 256, "has no colors"},
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct gc_rig r = rig_new("gc7000l");

		plain(&r);
		blt_state(&r, bad[i].offset, bad[i].value);
		blt_go(&r, bad[i].command);
		cr_assert(rig_report(&r, bad[i].text), "%s", bad[i].text);
		cr_assert(r.g->fe->stuck);
		rig_free(&r);
	}
}

Test(gc_blt_rules, rules_of_copies)
{
	static const struct {
		uint32_t offset, value;
		enum fl_severity severity;
		const char *text;
	} bad[] = {
	    {GC_BLT_IMAGE_SIZE, 0x00100000, FL_REFUSE, "IMAGE_SIZE is 0 by 16"},
	    {GC_BLT_IMAGE_SIZE, 0xffff0010, FL_REFUSE, "IMAGE_SIZE is 16 by 65535"},
	    {GC_BLT_UNK140A0, 0x00040005, FL_WARN, "nobody knows what else does"},
	    {GC_BLT_UNK1405C, 0, FL_WARN, "nobody knows what else does"},
	    {GC_BLT_DEST_CONFIG, 0x0001c800, FL_WARN, "without bit 22"},
	    {GC_BLT_DEST_CONFIG, 0x0001c800 | BLT_DEST_BIT | 1, FL_WARN, "with tile status"},
	    {GC_BLT_DEST_CONFIG, 0x0001c800 | BLT_DEST_BIT | 1 << 8, FL_WARN, "one of the images is sRGB"},
	    {GC_BLT_DEST_CONFIG, 0x0001c800 | BLT_DEST_BIT | 1 << 26, FL_WARN,
	     "is linear, and its configuration"},
	    {GC_BLT_CONFIG, GC_BLT_CONFIG__SRC_ENDIAN(1), FL_WARN, "swaps bytes"},
	    {GC_BLT_DEST_STRIDE, 1 << 29 | GC_BLT_DEST_STRIDE__FORMAT(6) | 256, FL_WARN,
	     "TILING of the dest"},
	    {GC_BLT_DEST_POS, 1, FL_WARN, "pixels 1 to 64 of the destination"},
	    {GC_BLT_SRC_POS, 1, FL_WARN, "pixels 1 to 64 of the source"},
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct gc_rig r = rig_new("gc7000l");

		plain(&r);
		blt_state(&r, bad[i].offset, bad[i].value);
		blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_IMAGE);
		rig_said(&r, bad[i].severity, bad[i].text);
		cr_assert(!r.g->fe->stuck);
		rig_free(&r);
	}
}

Test(gc_blt_rules, rules_of_clears_and_buffers)
{
	struct gc_rig r = rig_new("gc7000l");

	copy_mark(&r, &to);
	blt_begin(&r);
	blt_clear_states(&r, &to, blt_all, 0, ~UINT64_C(0));
	blt_state(&r, GC_BLT_CONFIG, GC_BLT_CONFIG__CLEAR_BPP(2));
	blt_go(&r, GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE);
	rig_said(&r, FL_REFUSE, "3 bytes a pixel");
	cr_assert_eq(copy_changed(&r, &to), 0);
	blt_begin(&r);
	blt_clear_states(&r, &to, blt_all, 0, ~UINT64_C(0));
	blt_state(&r, GC_BLT_SRC_ADDR, r.base);
	blt_go(&r, GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE);
	rig_said(&r, FL_WARN, "wants the source to be the destination");
	blt_begin(&r);
	blt_state(&r, GC_BLT_SRC_ADDR, r.base + COPY_FROM);
	blt_state(&r, GC_BLT_DEST_ADDR, r.base + COPY_FROM + 8);
	blt_state(&r, GC_BLT_BUFFER_SIZE, 9);
	blt_go(&r, GC_BLT_COMMAND__COMMAND__COPY_BUFFER);
	rig_said(&r, FL_WARN, "which overlap");
	blt_begin(&r);
	blt_state(&r, GC_BLT_CONFIG, 0);
	blt_state(&r, GC_BLT_DEST_TS, r.base + COPY_STATUS);
	blt_state(&r, GC_BLT_DEST_TS_CLEAR_VALUE0, 0);
	blt_state(&r, GC_BLT_DEST_TS_CLEAR_VALUE1, 0);
	blt_state(&r, GC_BLT_DEST_ADDR, r.base + COPY_FROM);
	blt_state(&r, GC_BLT_INPLACE_TILE_COUNT, 0xffffffff);
	blt_go(&r, GC_BLT_COMMAND__COMMAND__INPLACE);
	rig_said(&r, FL_REFUSE, "of 4294967295 tiles");
	rig_free(&r);
}
