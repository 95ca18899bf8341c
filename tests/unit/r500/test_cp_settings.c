/* SPDX-License-Identifier: MIT
 *
 * The settings that begin a 2D packet: which dwords there are, by the bits of GUI_CONTROL and the type of the
 * brush, and to which register each goes. R5xx guide 6.2.2.
 */
#include "tests/unit/r500/test_model_rig.h"

enum { PAINT = 0x91, MOST = 80, FIRST = 0x11100, BRUSH_DATA = 0x1480 };
enum {
	BKGD = 0x1478,
	FRGD = 0x147c,
	SRC_PITCH = 0x1428,
	DST_PITCH = 0x142c,
	SRC_SC = 0x16f4,
	SC_TL = 0x16ec,
	SC_BR = 0x16f0,
	Y_X = 0x1474
};

/* A packet of gui_control and n dwords FIRST + 0x100, FIRST + 0x200 ...; they must be in these registers. */
static void expect(uint32_t gui_control, const uint16_t *regs, unsigned n)
{
	struct rig g = rig_running("r580");

	for (unsigned i = 0; i < n; i++)
		cr_assert_neq(rd(&g, regs[i]), FIRST + 0x100 * i);
	emit(&g, type3(PAINT, 1 + n));
	emit(&g, gui_control);
	for (unsigned i = 0; i < n; i++)
		emit(&g, FIRST + 0x100 * i);
	rig_kick(&g);
	cr_assert(rig_idle(&g), "GUI_CONTROL 0x%08x and %u dwords", gui_control, n);
	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(rd(&g, regs[i]), FIRST + 0x100 * i,
			     "GUI_CONTROL 0x%08x, dword %u: 0x%04x is 0x%x", gui_control, i, regs[i],
			     rd(&g, regs[i]));
	cr_assert_null(fl_model_report(g.m, 0), "GUI_CONTROL 0x%08x: %s", gui_control,
		       fl_model_report(g.m, 0)->text);
	rig_delete(&g);

	/* and one dword less is too little */
	if (!n)
		return;
	g = rig_running("r580");
	emit(&g, type3(PAINT, n));
	emit(&g, gui_control);
	for (unsigned i = 0; i + 1 < n; i++)
		emit(&g, FIRST + 0x100 * i);
	rig_kick(&g);
	cr_assert_not(rig_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "do not fit"));
	rig_delete(&g);
}

Test(cp_settings, surfaces_and_clips)
{
	const uint32_t none = 15u << 4 | 6 << 8;

	expect(none, NULL, 0);
	expect(none | 1, (const uint16_t[]){SRC_PITCH}, 1);
	expect(none | 2, (const uint16_t[]){DST_PITCH}, 1);
	expect(none | 3, (const uint16_t[]){SRC_PITCH, DST_PITCH}, 2);
	expect(none | 4, (const uint16_t[]){SRC_SC}, 1);
	expect(none | 8, (const uint16_t[]){SC_TL, SC_BR}, 2);
	expect(none | 15, (const uint16_t[]){SRC_PITCH, DST_PITCH, SRC_SC, SC_TL, SC_BR}, 5);
	expect(none | 1u << 31, (const uint16_t[]){Y_X}, 1);
	expect(none | 1u << 31 | 2, (const uint16_t[]){DST_PITCH, Y_X}, 2);
}

Test(cp_settings, brushes)
{
	static const struct {
		unsigned type, n;
		uint16_t regs[4];
	} brush[] = {
	    {0, 4, {BKGD, FRGD, BRUSH_DATA, BRUSH_DATA + 4}},
	    {1, 3, {FRGD, BRUSH_DATA, BRUSH_DATA + 4}},
	    {6, 3, {BKGD, FRGD, BRUSH_DATA}},
	    {7, 2, {FRGD, BRUSH_DATA}},
	    {13, 1, {FRGD}},
	    {14, 1, {FRGD}},
	    {15, 0, {0}},
	};
	/* 64 pixels of 8, 16 and 32 bits */
	static const struct {
		unsigned type, n;
	} color[] = {{2, 16}, {3, 32}, {4, 32}, {6, 64}};
	uint16_t data[64];

	for (unsigned i = 0; i < sizeof(brush) / sizeof(*brush); i++)
		expect(brush[i].type << 4 | 6 << 8, brush[i].regs, brush[i].n);
	for (unsigned i = 0; i < 64; i++)
		data[i] = (uint16_t)(BRUSH_DATA + 4 * i);
	for (unsigned i = 0; i < sizeof(color) / sizeof(*color); i++)
		expect(10u << 4 | color[i].type << 8, data, color[i].n);
}

Test(cp_settings, brushes_that_are_none)
{
	static const uint8_t types[] = {2, 3, 11};

	for (unsigned i = 0; i < sizeof(types); i++) {
		struct rig g = rig_running("r580");
		char want[40];

		emit(&g, type3(PAINT, 1));
		emit(&g, (uint32_t)types[i] << 4 | 6 << 8);
		rig_kick(&g);
		cr_assert(rig_idle(&g));
		snprintf(want, sizeof(want), "brush type %u is reserved", types[i]);
		cr_assert(reported(&g, FL_WARN, want));
		rig_delete(&g);
	}
}
