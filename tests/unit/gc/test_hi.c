/* SPDX-License-Identifier: MIT
 *
 * The host interface of the Vivante model: identity, clocks, the reset loop as drivers run it, interrupts.
 */
#include "tests/unit/gc/front_rig.h"
#include "hw/model/gc/hi.h"

/* Clocks, one reset, and what is wanted of it: GC facts 2.2. */
static bool reset_once(struct gc_rig *r)
{
	const uint32_t eater = 0x01590880 | GC_PM_PULSE_EATER__UNK17__MASK;
	const uint32_t scale = GC_HI_CLOCK_CONTROL__FSCALE_VAL(64);
	const uint32_t idle = GC_HI_CLOCK_CONTROL__IDLE_3D__MASK | GC_HI_CLOCK_CONTROL__IDLE_2D__MASK;
	uint32_t control = scale;

	rig_wr(r, GC_PM_POWER_CONTROLS, 0);
	rig_wr(r, GC_PM_PULSE_EATER, eater);
	rig_wr(r, GC_PM_PULSE_EATER, eater | GC_PM_PULSE_EATER__DISABLE__MASK);
	rig_wr(r, GC_HI_CLOCK_CONTROL, control | GC_HI_CLOCK_CONTROL__FSCALE_CMD_LOAD__MASK);
	rig_wr(r, GC_HI_CLOCK_CONTROL, control);
	control |= GC_HI_CLOCK_CONTROL__ISOLATE_GPU__MASK;
	rig_wr(r, GC_HI_CLOCK_CONTROL, control);
	if (r->g->variant->secure)
		rig_wr(r, GC_MMUv2_AHB_CONTROL, GC_MMUv2_AHB_CONTROL__RESET__MASK);
	else {
		control |= GC_HI_CLOCK_CONTROL__SOFT_RESET__MASK;
		rig_wr(r, GC_HI_CLOCK_CONTROL, control);
	}
	fl_model_tick(r->m, 20);
	control &= ~GC_HI_CLOCK_CONTROL__SOFT_RESET__MASK;
	rig_wr(r, GC_HI_CLOCK_CONTROL, control);
	control &= ~GC_HI_CLOCK_CONTROL__ISOLATE_GPU__MASK;
	rig_wr(r, GC_HI_CLOCK_CONTROL, control);
	if (!(rig_rd(r, GC_HI_IDLE_STATE) & GC_HI_IDLE_STATE__FE__MASK))
		return false;
	return (rig_rd(r, GC_HI_CLOCK_CONTROL) & idle) == idle;
}

static bool reset_loop(struct gc_rig *r)
{
	for (unsigned i = 0; i < 10; i++)
		if (reset_once(r))
			return true;
	return false;
}

/* GC facts 0: what each core says of itself. */
Test(gc_hi, tells_its_identity)
{
	static const struct {
		const char *chip;
		uint32_t model, revision, features, minor[6];
		/* streams, registers, threads, vertex cache, cores, pipes, output buffer */
		unsigned spec[7];
	} core[] = {
	    {"gc400",
	     0x400,
	     0x4652,
	     0xa0e9e004,
	     {0xe1299fff, 0xbe13b219, 0xce110010, 0x08000001, 0x00020102, 0x00120000},
	     {4, 64, 128, 8, 1, 1, 1024}},
	    {"gc880",
	     0x880,
	     0x5106,
	     0xe02864ad,
	     {0xc1f99eff, 0xeefbf2d9, 0x02100284},
	     {8, 64, 256, 8, 1, 1, 512}},
	    {"gc2000", 0x2000, 0x5108, 0xe0296cad, {0xc9799eff, 0x2efbf2d9}, {8, 64, 1024, 16, 4, 2, 512}},
	    {"gc3000",
	     0x2000,
	     0xffff5450,
	     0xe0287cad,
	     {0xc9799efb, 0xfefbfadb, 0xeb9d4bbf, 0xedffdced, 0x930d2f47, 0x10000133},
	     {16, 64, 1024, 16, 4, 2, 1024}},
	    {"gc7000l",
	     0x7000,
	     0x6214,
	     0xe0287cad,
	     {0xc1799eff, 0xfefbfad9, 0xeb9d4fbf, 0xedfffced, 0xdb0dafc7, 0xbb5ac333},
	     {16, 64, 1024, 16, 4, 2, 1024}},
	};
	static const uint32_t minor[6] = {GC_HI_CHIP_MINOR_FEATURE_0, GC_HI_CHIP_MINOR_FEATURE_1,
					  GC_HI_CHIP_MINOR_FEATURE_2, GC_HI_CHIP_MINOR_FEATURE_3,
					  GC_HI_CHIP_MINOR_FEATURE_4, GC_HI_CHIP_MINOR_FEATURE_5};

	for (unsigned i = 0; i < sizeof(core) / sizeof(core[0]); i++) {
		struct gc_rig r = rig_cold(core[i].chip);
		const unsigned *spec = core[i].spec;
		const uint32_t s = rig_rd(&r, GC_HI_CHIP_SPECS), s4 = rig_rd(&r, GC_HI_CHIP_SPECS_4);

		cr_assert_eq(rig_rd(&r, GC_HI_CHIP_MODEL), core[i].model);
		cr_assert_eq(rig_rd(&r, GC_HI_CHIP_REV), core[i].revision);
		cr_assert_eq(rig_rd(&r, GC_HI_CHIP_FEATURE), core[i].features);
		for (unsigned k = 0; k < 6; k++)
			cr_assert_eq(rig_rd(&r, minor[k]), core[i].minor[k], "%s %u", core[i].chip, k);
		cr_assert_eq((s4 >> 12 & 31) ? (s4 >> 12 & 31) : (s & 15), spec[0]);
		cr_assert_eq(1u << (s >> 4 & 15), spec[1]);
		cr_assert_eq(1u << (s >> 8 & 15), spec[2]);
		cr_assert_eq(s >> 12 & 31, spec[3]);
		cr_assert_eq(s >> 20 & 31, spec[4]);
		cr_assert_eq(s >> 25 & 7, spec[5]);
		cr_assert_eq(1u << (s >> 28), spec[6]);
		cr_assert_eq(fl_model_cfg_read(r.m, 0, 4), ~0u, "it is no function of PCI");
		cr_assert(rig_quiet(&r));
		rig_free(&r);
	}
}

/* What the table says beside the words has to be what the words say. */
Test(gc_hi, tables_agree_with_the_words_of_features)
{
	const struct mgc_variant *v;

	for (unsigned i = 0; (v = mgc_variant_at(i)); i++) {
#define BIT(word, bit) (bool)((word) >> (bit)&1)
		cr_assert_eq(v->early_z, !BIT(v->features, 16), "%s", v->name);
		cr_assert_eq(v->msaa, BIT(v->features, 7), "%s", v->name);
		cr_assert_eq(v->mc20, BIT(v->minor[0], 22), "%s", v->name);
		cr_assert_eq(v->half_float, BIT(v->minor[1], 11), "%s", v->name);
		cr_assert_eq(v->mmu == 2, BIT(v->minor[1], 28), "%s", v->name);
		cr_assert_eq(v->line_loop, BIT(v->minor[2], 0), "%s", v->name);
		cr_assert_eq(v->logic_op, BIT(v->minor[2], 1), "%s", v->name);
		cr_assert_eq(v->seamless_cube, BIT(v->minor[2], 2), "%s", v->name);
		cr_assert_eq(v->supertiled_texture, BIT(v->minor[2], 3), "%s", v->name);
		/* Mesa's data base gives quads to GC880, too, whose word has not the bit */
		cr_assert_eq(v->rect_primitive, BIT(v->minor[2], 5) || !strcmp(v->name, "gc880"), "%s",
			     v->name);
		cr_assert_eq(v->icache, BIT(v->minor[3], 3), "%s", v->name);
		cr_assert_eq(v->unified_samplers, BIT(v->minor[3], 11), "%s", v->name);
		cr_assert_eq(v->fast_transcendentals, BIT(v->minor[3], 14), "%s", v->name);
		cr_assert_eq(v->single_buffer, BIT(v->minor[4], 6), "%s", v->name);
		cr_assert_eq(v->small_msaa, BIT(v->minor[4], 18), "%s", v->name);
		cr_assert_eq(v->ra_write_depth, BIT(v->minor[5], 15), "%s", v->name);
		cr_assert_eq(v->ts_bits, BIT(v->minor[0], 10) && !v->cache_128_256 ? 2 : 4, "%s", v->name);
		cr_assert_eq(v->halti >= 0, BIT(v->minor[1], 23), "%s", v->name);
		cr_assert_eq(v->halti >= 1, BIT(v->minor[2], 11), "%s", v->name);
		cr_assert_eq(v->halti >= 2, BIT(v->minor[4], 16), "%s", v->name);
		cr_assert_eq(v->halti >= 3, BIT(v->minor[5], 9), "%s", v->name);
		cr_assert_eq(v->halti >= 4, BIT(v->minor[5], 14), "%s", v->name);
	}
}

Test(gc_hi, a_reset_ends_what_hangs)
{
	static const char *const chip[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};

	for (unsigned i = 0; i < sizeof(chip) / sizeof(chip[0]); i++) {
		struct gc_rig r = rig_new(chip[i]);

		rig_put2(&r, 0, 0); /* no command */
		cr_assert_not(rig_go(&r));
		fl_model_reports_clear(r.m);
		cr_assert_not(rig_rd(&r, GC_HI_CLOCK_CONTROL) & GC_HI_CLOCK_CONTROL__IDLE_3D__MASK);
		cr_assert(reset_loop(&r), "%s", chip[i]);
		cr_assert(rig_quiet(&r), "%s: %s", chip[i], fl_model_report(r.m, 0)->text);
		cr_assert_eq(rig_rd(&r, GC_HI_AXI_CONFIG), 0);
		cr_assert_eq(rig_rd(&r, GC_HI_INTR_ENBL), 0);
		cr_assert_eq(rig_rd(&r, GC_PM_PULSE_EATER), 0x01590880 | 1 << 17 | 1);
		rig_wr(&r, GC_HI_AXI_CONFIG, RIG_AXI);
		rig_wr(&r, GC_HI_INTR_ENBL, ~0u);
		if (r.g->variant->secure)
			rig_wr(&r, GC_MMUv2_AHB_CONTROL, GC_MMUv2_AHB_CONTROL__NONSEC_ACCESS__MASK);
		rig_load(&r, GC_GL_EVENT, 2 | GC_GL_EVENT__FROM_PE__MASK);
		rig_end(&r);
		cr_assert(rig_go(&r));
		cr_assert_eq(rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE), 4);
		rig_free(&r);
	}
}

Test(gc_hi, says_what_a_reset_lacks)
{
	struct gc_rig r = rig_cold("gc2000");
	const uint32_t scale = GC_HI_CLOCK_CONTROL__FSCALE_VAL(64);

	rig_wr(&r, GC_HI_CLOCK_CONTROL, scale | GC_HI_CLOCK_CONTROL__SOFT_RESET__MASK);
	rig_said(&r, FL_WARN, "without ISOLATE_GPU");
	rig_wr(&r, GC_HI_AXI_CONFIG, RIG_AXI);
	rig_said(&r, FL_WARN, "while SOFT_RESET is held");
	cr_assert_eq(rig_rd(&r, GC_HI_AXI_CONFIG), 0);
	rig_wr(&r, GC_HI_CLOCK_CONTROL, scale);
	rig_said(&r, FL_WARN, "in one write");
	rig_wr(&r, GC_HI_CLOCK_CONTROL, GC_HI_CLOCK_CONTROL__FSCALE_CMD_LOAD__MASK);
	rig_said(&r, FL_WARN, "64ths of the clock");
	rig_free(&r);
}

/* The scale says how fast: a WAIT takes 64 times as long at 1/64. */
Test(gc_hi, scales_the_clock)
{
	static const uint32_t scale[] = {64, 32, 1};

	for (unsigned i = 0; i < 3; i++) {
		enum { US = 64 };
		struct gc_rig r = rig_new("gc2000");
		const uint32_t us = US * 64 / scale[i];

		rig_wr(&r, GC_HI_CLOCK_CONTROL, scale[i] << 2 | GC_HI_CLOCK_CONTROL__FSCALE_CMD_LOAD__MASK);
		rig_put2(&r, RIG_OP(WAIT) | US * MGC_CORE_MHZ, 0);
		rig_end(&r);
		rig_start_at(&r, RIG_BUFFER, 2);
		fl_model_tick(r.m, us - 2);
		cr_assert(r.g->fe->running, "at %u of 64", scale[i]);
		fl_model_tick(r.m, 4);
		cr_assert_not(r.g->fe->running, "at %u of 64", scale[i]);
		rig_free(&r);
	}
}

Test(gc_hi, stands_while_it_is_not_clocked)
{
	struct gc_rig r = rig_new("gc2000");
	const uint32_t scale = GC_HI_CLOCK_CONTROL__FSCALE_VAL(64);

	rig_end(&r);
	rig_wr(&r, GC_HI_CLOCK_CONTROL, scale | GC_HI_CLOCK_CONTROL__CLK3D_DIS__MASK);
	cr_assert_not(rig_go(&r));
	fl_model_tick(r.m, 1000);
	cr_assert(r.g->fe->running);
	rig_wr(&r, GC_HI_CLOCK_CONTROL, scale);
	fl_model_tick(r.m, 1);
	cr_assert_not(r.g->fe->running);
	rig_free(&r);
}

Test(gc_hi, registers_of_the_host_are_kept_and_others_are_not)
{
	struct gc_rig r = rig_cold("gc2000");

	rig_wr(&r, GC_PM_POWER_CONTROLS, 0x00140021);
	cr_assert_eq(rig_rd(&r, GC_PM_POWER_CONTROLS), 0x00140021);
	rig_wr(&r, GC_MC_BUS_CONFIG, 1);
	cr_assert_eq(rig_rd(&r, GC_MC_BUS_CONFIG), 1);
	cr_assert(rig_quiet(&r));
	rig_wr(&r, GC_HI_CHIP_MODEL, 1);
	rig_said(&r, FL_WARN, "read only, or a state");
	cr_assert_eq(rig_rd(&r, GC_HI_CHIP_MODEL), 0x2000);
	rig_wr(&r, GC_FE_PRIMITIVE_RESTART_INDEX, 1);
	rig_said(&r, FL_WARN, "read only, or a state");
	rig_wr(&r, GC_MMUv2_CONTROL, 1); /* version 2's */
	rig_said(&r, FL_WARN, "read only, or a state");
	rig_wr(&r, 0x3fc, 1);
	rig_said(&r, FL_WARN, "no register that is known");
	rig_free(&r);
}

/* ---- interrupts ---------------------------------------------------------------------------------------- */
Test(gc_hi, events_are_raised_by_the_units_that_are_there)
{
	static const struct {
		uint32_t from;
		const char *chip, *text;
		uint32_t seen;
	} event[] = {
	    {GC_GL_EVENT__FROM_FE__MASK, "gc2000", NULL, 1 << 9},
	    {GC_GL_EVENT__FROM_PE__MASK, "gc2000", NULL, 1 << 9},
	    {GC_GL_EVENT__FROM_BLT__MASK, "gc2000", "which this core has not", 0},
	    {GC_GL_EVENT__FROM_BLT__MASK, "gc7000l", NULL, 1 << 9},
	    {0, "gc2000", "names no unit", 0},
	};

	for (unsigned i = 0; i < sizeof(event) / sizeof(event[0]); i++) {
		struct gc_rig r = rig_new(event[i].chip);

		rig_load(&r, GC_GL_EVENT, 9 | event[i].from);
		rig_end(&r);
		cr_assert(rig_go(&r));
		cr_assert_eq(rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE), event[i].seen);
		if (event[i].text)
			rig_said(&r, FL_WARN, event[i].text);
		rig_free(&r);
	}
}

Test(gc_hi, events_that_are_not_enabled_are_lost)
{
	struct gc_rig r = rig_new("gc2000");

	rig_wr(&r, GC_HI_INTR_ENBL, 2);
	rig_load(&r, GC_GL_EVENT, 0 | GC_GL_EVENT__FROM_PE__MASK);
	rig_load(&r, GC_GL_EVENT, 1 | GC_GL_EVENT__FROM_PE__MASK);
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert_eq(rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE), 2);
	rig_said(&r, FL_NOTE, "is lost");
	rig_free(&r);
}

/* END raises one where the core has END_EVENT. */
Test(gc_hi, end_raises_an_event_where_it_can)
{
	static const struct {
		const char *chip;
		uint32_t seen;
	} end[] = {{"gc2000", 0}, {"gc3000", 1 << 6}};

	for (unsigned i = 0; i < 2; i++) {
		struct gc_rig r = rig_new(end[i].chip);

		rig_put2(&r, RIG_OP(END) | 1 << 8 | 6, 0);
		cr_assert(rig_go(&r));
		cr_assert_eq(rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE), end[i].seen);
		rig_free(&r);
	}
}

/* ---- counters ------------------------------------------------------------------------------------------ */
Test(gc_hi, counts_cycles_where_each_core_has_them)
{
	static const struct {
		const char *chip;
		uint32_t all, idle;
	} at[] = {{"gc2000", GC_MC_PROFILE_CYCLE_COUNTER, GC_HI_PROFILE_TOTAL_CYCLES},
		  {"gc3000", GC_HI_PROFILE_TOTAL_CYCLES, GC_HI_PROFILE_IDLE_CYCLES}};

	for (unsigned i = 0; i < 2; i++) {
		struct gc_rig r = rig_new(at[i].chip);
		uint32_t all = rig_rd(&r, at[i].all), idle = rig_rd(&r, at[i].idle);

		fl_model_tick(r.m, 100);
		cr_assert_eq(rig_rd(&r, at[i].all) - all, 102 * MGC_CORE_MHZ); /* two readings between */
		cr_assert_eq(rig_rd(&r, at[i].idle) - idle, 102 * MGC_CORE_MHZ);
		rig_put2(&r, RIG_OP(WAIT) | 10 * MGC_CORE_MHZ, 0);
		rig_end(&r);
		all = rig_rd(&r, at[i].all);
		idle = rig_rd(&r, at[i].idle);
		rig_start_at(&r, RIG_BUFFER, 2);
		fl_model_tick(r.m, 100);
		all = rig_rd(&r, at[i].all) - all;
		idle = rig_rd(&r, at[i].idle) - idle;
		cr_assert(all - idle > 9 * MGC_CORE_MHZ && all - idle < 13 * MGC_CORE_MHZ, "%u", all - idle);
		rig_free(&r);
	}
}

Test(gc_hi, counters_are_hidden_while_debug_registers_are_off)
{
	struct gc_rig r = rig_new("gc2000");

	rig_wr(&r, GC_HI_CLOCK_CONTROL, 0x100 | GC_HI_CLOCK_CONTROL__DISABLE_DEBUG_REGISTERS__MASK);
	cr_assert_eq(rig_rd(&r, GC_MC_PROFILE_FE_READ), 0);
	rig_said(&r, FL_NOTE, "DISABLE_DEBUG_REGISTERS");
	rig_free(&r);
}

Test(gc_hi, hangs_where_a_pixel_pipe_is_left_selected)
{
	struct gc_rig r = rig_new("gc2000");

	rig_wr(&r, GC_HI_CLOCK_CONTROL, 0x100 | GC_HI_CLOCK_CONTROL__DEBUG_PIXEL_PIPE(1));
	rig_end(&r);
	cr_assert_not(rig_go(&r));
	rig_said(&r, FL_REFUSE, "DEBUG_PIXEL_PIPE");
	rig_free(&r);
}

/* ---- broken on purpose --------------------------------------------------------------------------------- */
Test(gc_hi, can_be_broken)
{
	struct gc_rig r = rig_cold("gc2000");

	cr_assert(fl_model_break(r.m, "no-clock"));
	cr_assert_eq(rig_rd(&r, GC_HI_CHIP_MODEL), 0);
	cr_assert_not(reset_loop(&r));
	rig_free(&r);
	r = rig_new("gc2000");
	cr_assert(fl_model_break(r.m, "no-interrupt"));
	rig_load(&r, GC_GL_EVENT, 1 | GC_GL_EVENT__FROM_PE__MASK);
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert_eq(rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE), 0);
	cr_assert_not(fl_model_break(r.m, "no such fault"));
	rig_free(&r);
}
