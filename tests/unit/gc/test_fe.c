/* SPDX-License-Identifier: MIT
 *
 * The front end of the Vivante model: every command of GC facts 3, how it is fetched, the ring of GC facts
 * 2.6 as a kernel driver keeps it, and what becomes of commands that hang a core.
 */
#include "tests/unit/gc/front_rig.h"

#define RESTART GC_FE_PRIMITIVE_RESTART_INDEX /* a state like any other, which the host can read */

static void hangs(struct gc_rig *r, const char *why)
{
	cr_assert_not(rig_go(r));
	cr_assert(r->g->fe->stuck);
	cr_assert_not(rig_rd(r, GC_HI_IDLE_STATE) & GC_HI_IDLE_STATE__FE__MASK);
	rig_said(r, FL_REFUSE, why);
	rig_free(r);
}

/* ---- LOAD_STATE ---------------------------------------------------------------------------------------- */
Test(gc_fe, loads_a_state_and_stops)
{
	struct gc_rig r = rig_new("gc2000");

	rig_load(&r, RESTART, 0x12345678);
	rig_end(&r);
	rig_load(&r, RESTART, 1); /* after END: not reached */
	cr_assert(rig_go(&r));
	cr_assert_eq(rig_rd(&r, RESTART), 0x12345678);
	cr_assert_eq(rig_rd(&r, GC_HI_IDLE_STATE), 0x7fffffff);
	cr_assert(rig_quiet(&r));
	rig_free(&r);
}

/* A count of 0 is 1024; an even number of values leaves a dword to skip. */
Test(gc_fe, loads_as_many_states_as_the_header_says)
{
	static const uint32_t counts[] = {1, 2, 3, 1023, 1024};
	struct gc_rig r = rig_new("gc3000");

	for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		const uint32_t n = counts[i];

		for (uint32_t k = 0; k < 1024; k++)
			r.g->state[GC_SH_UNIFORMS(k) / 4] = ~0u;
		rig_put(&r, rig_load_header(GC_SH_UNIFORMS(0), n));
		for (uint32_t k = 0; k < n; k++)
			rig_put(&r, 100 * n + k);
		if (n % 2 == 0)
			rig_put(&r, 0xdeadbeef);
		rig_end(&r);
		cr_assert(rig_go(&r));
		for (uint32_t k = 0; k < 1024; k++)
			cr_assert_eq(rig_state(&r, GC_SH_UNIFORMS(k)), k < n ? 100 * n + k : ~0u, "%u: %u", n,
				     k);
	}
	cr_assert(rig_quiet(&r));
	rig_free(&r);
}

/* The state receives the number that 16.16 means, rounded to a float. */
Test(gc_fe, turns_fixed_point_to_numbers)
{
	static const uint32_t fixed[] = {0,          0x10000,    0x8000,     0xffff0000,
					 0xffc00001, 0x80000000, 0x7fffffff, 1};
	struct gc_rig r = rig_new("gc2000");

	for (unsigned i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++) {
		const float want = (float)((int32_t)fixed[i] / 65536.0);
		float got;
		uint32_t u;

		rig_put2(&r, rig_load_header(GC_PA_VIEWPORT_SCALE_X, 1) | GC_FE_LOAD_STATE_HEADER__FIXP__MASK,
			 fixed[i]);
		rig_end(&r);
		cr_assert(rig_go(&r));
		u = rig_state(&r, GC_PA_VIEWPORT_SCALE_X);
		memcpy(&got, &u, 4);
		cr_assert(got == want, "0x%08x: %g, not %g", fixed[i], (double)got, (double)want);
	}
	rig_free(&r);
}

Test(gc_fe, loads_nothing_past_the_end)
{
	struct gc_rig r = rig_new("gc2000");

	rig_put(&r, rig_load_header(0x3fffc, 2));
	rig_put(&r, 1);
	rig_put2(&r, 2, 0);
	rig_end(&r);
	hangs(&r, "runs over the end");
}

Test(gc_fe, keeps_fields_whose_mask_is_set)
{
	struct gc_rig r = rig_new("gc2000");
	const uint32_t all = GC_PE_DEPTH_CONFIG__DEPTH_FUNC(5) | GC_PE_DEPTH_CONFIG__WRITE_ENABLE(1) |
			     GC_PE_DEPTH_CONFIG__DEPTH_FORMAT(1);

	rig_load(&r, GC_PE_DEPTH_CONFIG, all);
	rig_load(&r, GC_PE_DEPTH_CONFIG,
		 GC_PE_DEPTH_CONFIG__DEPTH_FUNC(2) | GC_PE_DEPTH_CONFIG__WRITE_ENABLE_MASK__MASK |
		     GC_PE_DEPTH_CONFIG__DEPTH_FORMAT_MASK__MASK);
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert_eq(rig_state(&r, GC_PE_DEPTH_CONFIG),
		     (all & ~GC_PE_DEPTH_CONFIG__DEPTH_FUNC__MASK) | GC_PE_DEPTH_CONFIG__DEPTH_FUNC(2));
	rig_free(&r);
}

Test(gc_fe, says_which_states_are_not_to_be_loaded)
{
	struct gc_rig r = rig_new("gc2000");

	rig_load(&r, GC_HI_AXI_CONFIG, 1);
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert_eq(rig_rd(&r, GC_HI_AXI_CONFIG), RIG_AXI);
	rig_said(&r, FL_WARN, "the host alone reaches");
	rig_load(&r, 0x39f8, 1); /* no database has it */
	rig_end(&r);
	cr_assert(rig_go(&r));
	rig_said(&r, FL_WARN, "not known to have");
	rig_free(&r);
}

/* GC facts 0: units that came in place of others. */
Test(gc_fe, says_which_states_are_of_other_cores)
{
	static const struct {
		const char *without, *with;
		uint32_t offset;
	} state[] = {{"gc7000l", "gc2000", GC_RS_CONFIG},
		     {"gc2000", "gc7000l", GC_BLT_CONFIG},
		     {"gc2000", "gc3000", GC_NTE_SAMPLER_SIZE(0)},
		     {"gc3000", "gc7000l", GC_NTE_DESCRIPTOR_ADDR(0)},
		     {"gc880", "gc3000", GC_SH_UNIFORMS(0)},
		     {"gc3000", "gc7000l", GC_NFE_GENERIC_ATTRIB_CONFIG0(0)}};

	for (unsigned i = 0; i < sizeof(state) / sizeof(state[0]); i++) {
		struct gc_rig r = rig_new(state[i].with);

		rig_load(&r, state[i].offset, 0);
		rig_end(&r);
		cr_assert(rig_go(&r));
		cr_assert_null(rig_report(&r, "not known to have"), "%s", state[i].with);
		rig_free(&r);
		r = rig_new(state[i].without);
		rig_load(&r, state[i].offset, 0);
		rig_end(&r);
		cr_assert(rig_go(&r));
		rig_said(&r, FL_WARN, "not known to have");
		rig_free(&r);
	}
}

/* As a kernel's checker has it: programs have no business with events, pipes, pages and the way of FE. */
Test(gc_fe, says_what_a_program_has_no_business_with)
{
	static const struct {
		uint32_t dw[2];
		const char *text;
	} forbidden[] = {
	    {{0x38000000 | 10, 0}, "WAIT in the stream of a program"},
	    {{0x08010000 | GC_GL_PIPE_SELECT / 4, 0}, "state of the kernel's"},
	    {{0x08010000 | GC_GL_EVENT / 4, 0x45}, "state of the kernel's"},
	    {{0x08010000 | GC_GL_FLUSH_MMU / 4, 0x1f}, "state of the kernel's"},
	};
	const struct fl_model_config cfg = {.threads = 1, .running = true};
	struct gc_rig r = {.m = fl_model_new("gc2000", &cfg, NULL, 0)};

	for (unsigned i = 0; i < sizeof(forbidden) / sizeof(forbidden[0]); i++) {
		cr_assert(fl_model_run(r.m, forbidden[i].dw, 2));
		rig_said(&r, FL_WARN, forbidden[i].text);
	}
	cr_assert(fl_model_flush(r.m)); /* the kernel itself may */
	cr_assert_null(fl_model_report(r.m, 0));
	rig_free(&r);
}

/* ---- the way through memory ---------------------------------------------------------------------------- */
Test(gc_fe, skips_nop_links_and_calls)
{
	struct gc_rig r = rig_new("gc2000");

	rig_put2(&r, RIG_OP(NOP), ~0u);
	rig_put2(&r, RIG_OP(CALL) | 2, r.base + RIG_DATA);
	rig_put2(&r, 3, r.base + RIG_DATA + 0x100); /* comes back there, with three quadwords */
	rig_poke(&r, RIG_DATA, rig_load_header(RESTART, 1));
	rig_poke(&r, RIG_DATA + 4, 1);
	rig_poke(&r, RIG_DATA + 8, RIG_OP(RETURN));
	rig_poke(&r, RIG_DATA + 0x100, rig_load_header(GC_FE_INDEX_STREAM_CONTROL, 1));
	rig_poke(&r, RIG_DATA + 0x104, 2);
	rig_poke(&r, RIG_DATA + 0x108, RIG_OP(LINK) | 1);
	rig_poke(&r, RIG_DATA + 0x10c, r.base + RIG_DATA + 0x200);
	rig_poke(&r, RIG_DATA + 0x200, RIG_OP(END));
	cr_assert(rig_go(&r));
	cr_assert_eq(rig_rd(&r, RESTART), 1);
	cr_assert_eq(rig_rd(&r, GC_FE_INDEX_STREAM_CONTROL), 2);
	cr_assert(rig_quiet(&r));
	rig_free(&r);
}

Test(gc_fe, hangs_at_a_return_without_call)
{
	struct gc_rig r = rig_new("gc2000");

	rig_put2(&r, RIG_OP(RETURN), 0);
	rig_end(&r);
	hangs(&r, "RETURN without CALL");
}

Test(gc_fe, hangs_at_a_link_to_half_a_quadword)
{
	struct gc_rig r = rig_new("gc2000");

	rig_put2(&r, RIG_OP(LINK) | 1, r.base + RIG_DATA + 4);
	hangs(&r, "no multiple of 8");
}

Test(gc_fe, hangs_where_no_memory_is)
{
	struct gc_rig r = rig_new("gc2000");

	rig_put2(&r, RIG_OP(LINK) | 1, 0x00001000);
	cr_assert_not(rig_go(&r));
	cr_assert_eq(rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE), GC_HI_INTR_ACKNOWLEDGE__AXI_BUS_ERROR__MASK);
	cr_assert(rig_report(&r, "where no memory is"));
	rig_said(&r, FL_REFUSE, "no commands can be fetched at 0x00001000");
	rig_free(&r);
}

/* GC facts 2.4: version 1 fetches through the window alone. */
Test(gc_fe, hangs_at_commands_beyond_the_window)
{
	struct gc_rig r = rig_new("gc880");

	rig_put2(&r, RIG_OP(LINK) | 1, 0x80000000);
	hangs(&r, "below 2 GiB");
}

/* FE takes as many quadwords as prefetch says, and then wants a command that leads on. */
Test(gc_fe, takes_what_prefetch_says)
{
	struct gc_rig r = rig_new("gc2000");

	rig_load(&r, RESTART, 7);
	rig_end(&r);
	r.at = RIG_BUFFER;
	rig_start_at(&r, RIG_BUFFER, 1);
	cr_assert_not(fl_model_wait(r.m));
	cr_assert_eq(rig_rd(&r, RESTART), 7);
	rig_said(&r, FL_REFUSE, "without END or LINK");
	rig_free(&r);

	r = rig_new("gc2000");
	rig_put(&r, rig_load_header(RESTART, 3));
	rig_start_at(&r, RIG_BUFFER, 1);
	cr_assert_not(fl_model_wait(r.m));
	rig_said(&r, FL_REFUSE, "has 2 quadwords, and 1 are left");
	rig_free(&r);
}

Test(gc_fe, hangs_at_headers_of_no_command)
{
	/* 0, 14, and those of later cores */
	static const uint32_t op[] = {0, 14, 17, 18, 19, 31, 12, 15, 16};

	for (unsigned i = 0; i < sizeof(op) / sizeof(op[0]); i++) {
		struct gc_rig r = rig_new("gc2000");

		rig_put2(&r, op[i] << 27, 0);
		rig_end(&r);
		hangs(&r, "no such command");
	}
}

Test(gc_fe, leaves_aside_what_is_for_other_cores)
{
	struct gc_rig r = rig_new("gc2000");

	rig_load(&r, RESTART, 1);
	rig_put2(&r, RIG_OP(CHIP_SELECT) | 2, 0);
	rig_load(&r, RESTART, 2);
	rig_put2(&r, RIG_OP(CHIP_SELECT) | 3, 0);
	rig_load(&r, GC_FE_INDEX_STREAM_CONTROL, 1);
	rig_end(&r);
	cr_assert(rig_go(&r));
	cr_assert_eq(rig_rd(&r, RESTART), 1);
	cr_assert_eq(rig_rd(&r, GC_FE_INDEX_STREAM_CONTROL), 1);
	rig_free(&r);
}

/* ---- time, the ring ------------------------------------------------------------------------------------ */
/* A WAIT lasts as many cycles as it says. */
Test(gc_fe, waits_as_long_as_it_is_told)
{
	enum { US = 100, CYCLES_US = 500 };
	struct gc_rig r = rig_new("gc2000");

	rig_put2(&r, RIG_OP(WAIT) | US * CYCLES_US, 0);
	rig_load(&r, RESTART, 5);
	rig_end(&r);
	rig_start_at(&r, RIG_BUFFER, 3);
	fl_model_tick(r.m, US / 2);
	cr_assert_eq(rig_state(&r, RESTART), 0);
	cr_assert(fl_model_busy(r.m));
	fl_model_tick(r.m, US / 2 + 1);
	cr_assert_eq(rig_state(&r, RESTART), 5);
	cr_assert_not(fl_model_busy(r.m));
	rig_free(&r);
}

static void ring_idle(struct gc_rig *r, uint32_t at)
{
	rig_poke(r, at, RIG_OP(WAIT) | 200);
	rig_poke(r, at + 8, RIG_OP(LINK) | 2);
	rig_poke(r, at + 12, r->base + at);
}

/* GC facts 2.6: behind the end a new tail; then the old WAIT becomes a LINK, its address first. */
static void append(struct gc_rig *r, uint32_t *end, uint32_t event)
{
	const uint32_t wait = *end - 16, tail = *end, buffer = RIG_DATA + 0x100 * event;

	rig_poke(r, tail, RIG_OP(LINK) | 2);
	rig_poke(r, tail + 4, r->base + buffer);
	rig_poke(r, buffer, rig_load_header(RESTART, 1)); /* a user's buffer, and its LINK back */
	rig_poke(r, buffer + 4, 1000 + event);
	rig_poke(r, buffer + 8, RIG_OP(LINK) | 3);
	rig_poke(r, buffer + 12, r->base + tail + 8);
	rig_poke(r, tail + 8, rig_load_header(GC_GL_EVENT, 1));
	rig_poke(r, tail + 12, event | GC_GL_EVENT__FROM_PE__MASK);
	ring_idle(r, tail + 16);
	rig_poke(r, wait + 4, r->base + tail);
	fl_model_tick(r->m, 3); /* it may pass between the two: the second dword of a WAIT is a filler */
	rig_poke(r, wait, RIG_OP(LINK) | 1);
	*end = tail + 32;
}

Test(gc_fe, takes_what_is_appended_to_an_idle_ring)
{
	struct gc_rig r = rig_new("gc2000");
	uint32_t end = RIG_RING + 16, seen = 0;

	ring_idle(&r, RIG_RING);
	rig_start_at(&r, RIG_RING, 2);
	for (unsigned i = 0; i < 500; i++) {
		const uint32_t at = rig_rd(&r, GC_FE_DMA_ADDRESS) - r.base - RIG_RING;

		cr_assert_leq(at, 16);
		seen |= 1u << at / 8;
	}
	cr_assert(seen & (seen - 1), "FE stands still");
	cr_assert_not(fl_model_busy(r.m));
	cr_assert(fl_model_wait(r.m));
	cr_assert_not(rig_rd(&r, GC_HI_IDLE_STATE) & GC_HI_IDLE_STATE__FE__MASK, "a ring that waits runs");
	for (uint32_t event = 0; event < 30; event++) {
		append(&r, &end, event);
		cr_assert(fl_model_busy(r.m));
		cr_assert(fl_model_wait(r.m));
		cr_assert_eq(rig_rd(&r, RESTART), 1000 + event);
		cr_assert(fl_model_irq(r.m));
		cr_assert_eq(rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE), 1u << event);
		cr_assert_eq(rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE), 0);
		cr_assert_not(fl_model_irq(r.m));
	}
	rig_poke(&r, end - 16, RIG_OP(END));
	cr_assert(fl_model_wait(r.m));
	cr_assert_eq(rig_rd(&r, GC_HI_IDLE_STATE), 0x7fffffff);
	cr_assert(rig_quiet(&r));
	rig_free(&r);
}

/* Time alone does it, too: who polls need not call fl_model_wait(). */
Test(gc_fe, works_while_the_host_polls)
{
	struct gc_rig r = rig_new("gc3000");
	unsigned polls = 0;

	for (unsigned i = 0; i < 1000; i++)
		rig_load(&r, RESTART, i);
	rig_load(&r, GC_GL_EVENT, 3 | GC_GL_EVENT__FROM_PE__MASK);
	rig_end(&r);
	rig_start_at(&r, RIG_BUFFER, 1002);
	while (polls < 100 && !rig_rd(&r, GC_HI_INTR_ACKNOWLEDGE))
		polls++;
	cr_assert_gt(polls, 1);
	cr_assert_lt(polls, 100);
	rig_free(&r);
}

Test(gc_fe, starts_on_secure_cores_when_both_are_written)
{
	struct gc_rig r = rig_new("gc7000l");
	const uint32_t control = GC_FE_COMMAND_CONTROL__ENABLE__MASK | 2;

	rig_load(&r, RESTART, 5);
	rig_end(&r);
	rig_wr(&r, GC_FE_COMMAND_ADDRESS, r.base + RIG_BUFFER);
	rig_wr(&r, GC_FE_COMMAND_CONTROL, control);
	cr_assert_not(fl_model_wait(r.m));
	cr_assert_eq(rig_state(&r, RESTART), 0);
	rig_said(&r, FL_WARN, "SEC_COMMAND_CONTROL has to be written");
	rig_wr(&r, GC_MMUv2_SEC_COMMAND_CONTROL, control + 1);
	rig_said(&r, FL_WARN, "with the same value");
	rig_wr(&r, GC_MMUv2_SEC_COMMAND_CONTROL, control);
	cr_assert(fl_model_wait(r.m));
	cr_assert_eq(rig_state(&r, RESTART), 5);
	rig_free(&r);
}

Test(gc_fe, is_stopped_by_end_alone)
{
	struct gc_rig r = rig_new("gc2000");

	ring_idle(&r, RIG_RING);
	rig_start_at(&r, RIG_RING, 2);
	rig_wr(&r, GC_FE_COMMAND_CONTROL, 0);
	rig_said(&r, FL_WARN, "does not stop FE");
	cr_assert(r.g->fe->running);
	rig_start_at(&r, RIG_RING, 2);
	rig_said(&r, FL_WARN, "while it still runs");
	rig_free(&r);
}

/* GC facts 2.3: the bus of i.MX6 locks. */
Test(gc_fe, hangs_where_the_bus_was_not_set_up)
{
	struct gc_rig r = rig_cold("gc2000");

	rig_end(&r);
	cr_assert_not(rig_go(&r));
	rig_said(&r, FL_REFUSE, "AXI_CONFIG");
	rig_free(&r);
}

/* ---- draws --------------------------------------------------------------------------------------------- */
/* GC facts 2.7: the counter of primitives; whether they come out right is for others to say. */
static uint32_t prims_of(struct gc_rig *r)
{
	rig_wr(r, GC_MC_PROFILE_CONFIG0, GC_MC_PROFILE_CONFIG0__FE__CURRENT_PRIM);
	return rig_rd(r, GC_MC_PROFILE_FE_READ);
}

Test(gc_fe, counts_primitives_of_each_kind_of_draw)
{
	static const struct {
		uint32_t type, vertices, prims;
	} kind[] = {{1, 7, 7}, {2, 7, 3}, {3, 7, 6}, {4, 7, 2}, {5, 7, 5}, {6, 7, 5}, {7, 7, 7}, {8, 9, 2}};

	for (unsigned i = 0; i < sizeof(kind) / sizeof(kind[0]); i++) {
		struct gc_rig r = rig_new("gc3000");

		rig_put2(&r, RIG_OP(DRAW_INSTANCED) | kind[i].type << 16 | 3, kind[i].vertices);
		rig_put2(&r, 0, 0);
		rig_end(&r);
		rig_go(&r);
		cr_assert_eq(prims_of(&r), 3 * kind[i].prims, "type %u", kind[i].type);
		rig_free(&r);
		if (kind[i].type >= 7)
			continue;
		r = rig_new("gc2000");
		rig_put2(&r, RIG_OP(DRAW_PRIMITIVES), kind[i].type);
		rig_put2(&r, 0, 11);
		rig_end(&r);
		rig_go(&r);
		cr_assert_eq(prims_of(&r), 11);
		rig_free(&r);
	}
}

Test(gc_fe, hangs_at_primitives_that_are_not_there)
{
	static const struct {
		const char *chip;
		uint32_t type;
	} bad[] = {{"gc2000", 0}, {"gc2000", 9}, {"gc2000", 7}, {"gc2000", 8},
		   {"gc400", 8},  {"gc880", 7},  {"gc880", 255}};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct gc_rig r = rig_new(bad[i].chip);

		rig_put2(&r, RIG_OP(DRAW_INDEXED_PRIMITIVES), bad[i].type);
		rig_put2(&r, 0, 1);
		rig_put2(&r, 0, 0);
		rig_end(&r);
		hangs(&r, "which this core has not");
	}
}

Test(gc_fe, hangs_at_3d_in_the_2d_pipe_and_at_2d)
{
	struct gc_rig r = rig_new("gc2000");

	rig_load(&r, GC_GL_PIPE_SELECT, 1);
	rig_put2(&r, RIG_OP(DRAW_PRIMITIVES), 4);
	rig_put2(&r, 0, 1);
	rig_end(&r);
	hangs(&r, "2D pipe is selected");
	r = rig_new("gc2000");
	rig_put2(&r, RIG_OP(DRAW_2D) | 1 << 8, 0);
	rig_put2(&r, 0, 0x00100010);
	rig_end(&r);
	hangs(&r, "no 2D pipe");
}

Test(gc_fe, draws_nothing_of_nothing)
{
	struct gc_rig r = rig_new("gc2000");

	rig_put2(&r, RIG_OP(DRAW_PRIMITIVES), 4);
	rig_put2(&r, 0, 0);
	rig_end(&r);
	cr_assert(rig_go(&r));
	rig_said(&r, FL_NOTE, "a draw of nothing");
	rig_free(&r);
}

/* As OpenGL lays it out: count, instances, first, (base vertex,) first instance. */
Test(gc_fe, finds_indirect_draws_in_memory)
{
	static const uint32_t args[5] = {9, 2, 0, 0, 0};
	struct gc_rig r = rig_new("gc7000l");

	memcpy(r.mem + RIG_DATA, args, sizeof(args));
	rig_put2(&r, RIG_OP(DRAW_INDIRECT) | 1 << 8 | 4, r.base + RIG_DATA);
	rig_end(&r);
	rig_go(&r);
	cr_assert_eq(prims_of(&r), 6);
	rig_free(&r);
	r = rig_new("gc7000l");
	rig_put2(&r, RIG_OP(DRAW_INDIRECT) | 4, 0x1000);
	rig_end(&r);
	cr_assert_not(rig_go(&r));
	rig_said(&r, FL_REFUSE, "where no memory is");
	rig_free(&r);
}

/* ---- fences -------------------------------------------------------------------------------------------- */
Test(gc_fe, waits_for_fences_and_writes_them)
{
	struct gc_rig r = rig_new("gc7000l");

	rig_load(&r, GC_FE_FENCE_WAIT_DATA_LOW, 7);
	rig_put2(&r, RIG_OP(WAIT_FENCE) | 100, r.base + RIG_DATA);
	rig_load(&r, GC_GL_FENCE_OUT_ADDRESS, r.base + RIG_DATA + 8);
	rig_load(&r, GC_GL_FENCE_OUT_DATA_HIGH, 3);
	rig_load(&r, GC_GL_FENCE_OUT_DATA_LOW, 4);
	rig_end(&r);
	rig_start_at(&r, RIG_BUFFER, 6);
	fl_model_tick(r.m, 1000);
	cr_assert_eq(rig_peek(&r, RIG_DATA + 8), 0);
	rig_poke(&r, RIG_DATA, 7);
	fl_model_tick(r.m, 1000);
	cr_assert_eq(rig_peek(&r, RIG_DATA + 8), 4);
	cr_assert_eq(rig_peek(&r, RIG_DATA + 12), 3);
	cr_assert_not(r.g->fe->running);
	rig_free(&r);
}

/* ---- streams of the caller's --------------------------------------------------------------------------- */
Test(gc_fe, runs_streams_of_the_callers)
{
	struct gc_rig r = rig_new("gc2000");
	const uint32_t good[] = {rig_load_header(RESTART, 1), 3}, cut[] = {rig_load_header(RESTART, 2), 3};

	cr_assert(fl_model_run(r.m, good, 2));
	cr_assert_eq(rig_rd(&r, RESTART), 3);
	rig_load(&r, RESTART, 4);
	cr_assert(fl_model_run_ib(r.m, r.base + RIG_BUFFER, 2));
	cr_assert_eq(rig_rd(&r, RESTART), 4);
	cr_assert_not(fl_model_run_ib(r.m, r.base + RIG_BUFFER + 4, 2));
	rig_said(&r, FL_REFUSE, "FE takes quadwords");
	cr_assert_not(fl_model_run(r.m, cut, 2));
	rig_said(&r, FL_REFUSE, "the stream ends inside it");
	cr_assert_not(fl_model_run(r.m, good, 2), "it hangs until a reset");
	rig_free(&r);
}

/* A ring that goes round for ever without waiting ends, by what a call may cost. */
Test(gc_fe, no_loop_keeps_the_host)
{
	const struct fl_model_config cfg = {.threads = 1, .vram_B = 16 << 20, .work = 1 << 16};
	struct gc_rig r = rig_new("gc2000");

	fl_model_delete(r.m);
	r.m = fl_model_new("gc2000", &cfg, NULL, 0);
	r.g = (struct mgc *)r.m;
	r.mem = fl_model_vram(r.m, NULL);
	rig_wr(&r, GC_HI_AXI_CONFIG, RIG_AXI);
	rig_put2(&r, RIG_OP(LINK) | 1, r.base + RIG_BUFFER);
	rig_start_at(&r, RIG_BUFFER, 1);
	cr_assert_not(fl_model_wait(r.m));
	rig_said(&r, FL_REFUSE, "what one call may cost");
	rig_free(&r);
}

Test(gc_fe, can_be_broken)
{
	struct gc_rig r = rig_new("gc2000");

	cr_assert(fl_model_break(r.m, "fe-stuck"));
	rig_load(&r, RESTART, 3);
	rig_end(&r);
	cr_assert_not(rig_go(&r));
	cr_assert_eq(rig_rd(&r, RESTART), 0);
	cr_assert_eq(rig_rd(&r, GC_FE_DMA_ADDRESS), r.base + RIG_BUFFER);
	rig_free(&r);
}
