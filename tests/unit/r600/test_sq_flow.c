/* SPDX-License-Identifier: MIT
 *
 * SQ of the R6xx model: control flow, by masks that were worked out by hand.
 */
#include "tests/unit/r600/sq_rig.h"

#define ALL ~UINT64_C(0)
#define END "EXPORT_DONE PIXEL 0, R1.xyzw EOP\n"

TestSuite(r600_sq_flow, .timeout = 60, .fini = rig_free);

/* R0.x is the number of the lane, as a float, R0.y as an integer; R1 is 0. */
static void lanes(void)
{
	memset(rig.gpr, 0, MR600_GPRS * sizeof(*rig.gpr));
	for (unsigned l = 0; l < MR600_WAVE; l++) {
		rig.gpr[0][0].f[l] = (float)l;
		rig.gpr[0][1].i[l] = (int32_t)l;
	}
}

static void run(const char *text)
{
	lanes();
	cr_assert(rig_run(rig_program(MR600_PS, text), MR600_PS, ALL), "%s", text);
	rig_quiet();
}

/* R1.x of each lane */
#define EXPECT(value)                                                                                  \
	for (unsigned l = 0; l < MR600_WAVE; l++)                                                      \
	cr_assert_eq(rig.gpr[1][0].f[l], (float)(value), "lane %u: %g, not %g", l, rig.gpr[1][0].f[l], \
		     (double)(value))

static void loop_constant(unsigned i, uint32_t count, uint32_t init, int32_t step)
{
	rig.r->reg[R600_SQ_LOOP_CONST(i) / 4] = R600_SQ_LOOP_CONST__LOOP_COUNT(count) |
						R600_SQ_LOOP_CONST__INIT(init) |
						R600_SQ_LOOP_CONST__INC((uint32_t)step & 0xff);
}

Test(r600_sq_flow, straight)
{
	rig_new("rv770");
	run("ALU\n MULADD R1.x, R0.x, 2.0, 1.0\n" END);
	EXPECT(2.0f * l + 1);
	for (unsigned l = 0; l < MR600_WAVE; l++)
		cr_assert_eq(rig.px->out[0][0][l], 2.0f * l + 1);
	cr_assert_eq(rig.px->has_out, 1u);
}

#define IF(test) "ALU_PUSH_BEFORE\n " test " UPDATE_EXEC_MASK UPDATE_PRED\n"
#define ADD(n)   "ALU\n ADD R1.x, R1.x, " n "\n"

Test(r600_sq_flow, if_else)
{
	rig_new("rv770");
	run(IF("PRED_SETGT __.x, 10.0, R0.x") "JUMP ELSE1 POP:1\n" ADD("1.0") "ELSE1:\nELSE END1 POP:1\n" ADD(
	    "2.0") "POP POP:1\nEND1:\n" ADD("100.0") END);
	EXPECT(l < 10 ? 101 : 102);
}

/* All lanes go one way: JUMP and ELSE are taken, and pop what they say. */
Test(r600_sq_flow, if_else_for_all)
{
	static const char *const limit[] = {"-1.0", "100.0"};
	char text[400];

	rig_new("rv770");
	for (unsigned i = 0; i < 2; i++) {
		snprintf(text, sizeof(text),
			 IF("PRED_SETGT __.x, %s, R0.x") "JUMP ELSE1\n" ADD(
			     "1.0") "ELSE1:\nELSE END1 POP:1\n" ADD("2.0") "POP POP:1\nEND1:\n" ADD("100.0")
			     END,
			 limit[i]);
		run(text);
		EXPECT(i ? 101 : 102);
	}
}

/* An IF without ELSE: the last jump has POP_COUNT 1 and goes behind the POP. */
Test(r600_sq_flow, if_alone_jumps_behind_its_pop)
{
	rig_new("rv770");
	run(IF("PRED_SETGT __.x, 0, R0.x") "JUMP END1 POP:1\n" ADD("1.0") "POP POP:1\nEND1:\n" ADD("4.0")
		END);
	EXPECT(4);
}

Test(r600_sq_flow, nested)
{
	rig_new("rv770");
	run(IF("PRED_SETGE __.x, R0.x, 8.0") "JUMP E1\n" IF("PRED_SETGE __.x, R0.x, 16.0") "JUMP E2\n" ADD(
	    "1.0") "E2:\nELSE F2 POP:1\n" ADD("2.0") "POP POP:1\nF2:\n"
						     "E1:\nELSE F1 POP:1\n" ADD("4.0") "POP POP:1\nF1:\n" ADD(
							 "8.0") END);
	EXPECT(l >= 16 ? 9 : l >= 8 ? 10 : 12);
}

Test(r600_sq_flow, clauses_that_pop_and_turn)
{
	rig_new("r600");
	run(IF("PRED_SETGT __.x, 10.0, R0.x") "ALU_ELSE_AFTER\n ADD R1.x, R1.x, 1.0\n"
					      "ALU_POP_AFTER\n ADD R1.x, R1.x, 2.0\n" ADD("100.0") END);
	EXPECT(l < 10 ? 101 : 102);
	run(IF("PRED_SETGT __.x, 10.0, R0.x")
		IF("PRED_SETGT __.x, 5.0, R0.x") "ALU_POP2_AFTER\n ADD R1.x, R1.x, 1.0\n" ADD("8.0") END);
	EXPECT(l < 5 ? 9 : 8);
}

Test(r600_sq_flow, pushes_by_boolean)
{
	rig_new("rv770");
	rig.r->reg[R600_SQ_BOOL_CONST(0) / 4] = 1 << 3;
	run("PUSH OUT1 CONST:3 COND_BOOL\n" ADD(
	    "1.0") "POP POP:1\nOUT1:\n"
		   "PUSH OUT2 CONST:4 COND_BOOL\n" ADD(
		       "2.0") "POP POP:1\nOUT2:\n"
			      "PUSH OUT3 CONST:4 COND_NOT_BOOL\n" ADD(
				  "4.0") "POP POP:1\nOUT3:\n"
					 "JUMP OUT4 CONST:3 COND_NOT_BOOL\n" ADD(
					     "8.0") "OUT4:\n"
						    "JUMP OUT5 COND_FALSE\n" ADD("16.0") "OUT5:\n" END);
	EXPECT(5);
}

Test(r600_sq_flow, push_else_and_pop_push)
{
	rig_new("rv770");
	rig.r->reg[R600_SQ_BOOL_CONST(0) / 4] = 1;
	run("PUSH_ELSE OUT1 CONST:1 COND_BOOL\n" ADD(
	    "1.0") "POP POP:1\nOUT1:\n"
		   "PUSH_ELSE OUT2 CONST:0 COND_BOOL\n" ADD("2.0") "POP POP:1\nOUT2:\n" IF(
		       "PRED_SETGT __.x, 10.0, R0.x")
		       ADD("4.0") "POP_PUSH OUT3 POP:1\n" ADD("8.0") "POP POP:1\nOUT3:\n" END);
	EXPECT(l < 10 ? 13 : 9);
	run(IF("PRED_SETGT __.x, 10.0, R0.x") "POP_JUMP OUT1 POP:1 COND_FALSE\n" ADD("1.0") "OUT1:\n" ADD(
	    "2.0") END);
	EXPECT(2);
	run(IF("PRED_SETGT __.x, 10.0, R0.x") ADD("1.0") "POP_PUSH_ELSE OUT1 POP:1 CONST:1 COND_BOOL\n" ADD(
	    "2.0") "POP POP:1\nOUT1:\n" END);
	EXPECT(l < 10 ? 3 : 2);
}

/* ---- loops ------------------------------------------------------------------------------------------ */
Test(r600_sq_flow, counted_loop)
{
	rig_new("rv770");
	loop_constant(2, 5, 3, -2);
	run("LOOP_START OUT CONST:2\nIN:\n" ADD("1.0") "LOOP_END IN CONST:2\nOUT:\n" END);
	EXPECT(5);
	loop_constant(2, 0, 0, 1);
	run("LOOP_START OUT CONST:2\nIN:\n" ADD("1.0") "LOOP_END IN CONST:2\nOUT:\n" END);
	EXPECT(0);
}

Test(r600_sq_flow, loop_index_addresses_registers)
{
	rig_new("rv770");
	loop_constant(0, 3, 4, 2); /* 4, 6, 8 */
	lanes();
	cr_assert(rig_program(
	    MR600_PS, "LOOP_START OUT\nIN:\nALU\n ADD R1.x, R1.x, R[2+AL].x\nLOOP_END IN\nOUT:\n"
		      "LOOP_START_NO_AL OUT2\nIN2:\nALU\n MOV R[5+AL].y, 1.0\nLOOP_END IN2\nOUT2:\n" END));
	for (unsigned l = 0; l < MR600_WAVE; l++)
		for (unsigned g = 2; g < 20; g++)
			rig.gpr[g][0].f[l] = (float)(g * g);
	cr_assert(rig_run(mr600_sq_decode(rig.r, &rig.arena, MR600_PS), MR600_PS, ALL));
	EXPECT(36 + 64 + 100);
	/* Behind the first loop the index is what it was, and the second keeps stepping it
	 * by its constant. */
	for (unsigned g = 5; g < 10; g++)
		cr_assert_eq(rig.gpr[g][1].f[7], g == 5 ? 1.0f : 0.0f, "R%u", g);
	rig_quiet();
}

/* Lane l leaves after l rounds; LOOP_BREAK stands inside an IF. */
Test(r600_sq_flow, break_in_branch)
{
	rig_new("rv770");
	run("LOOP_START_DX10 OUT\nIN:\n" IF(
	    "PRED_SETGE __.x, R1.x, R0.x") "JUMP NO POP:1\nLOOP_BREAK "
					   "ATEND\nPOP POP:1\nNO:\n" ADD("1.0") "ATEND:\nLOOP_END "
										"IN\nOUT:\n" ADD("1000."
												 "0") END);
	EXPECT(1000 + l);
}

Test(r600_sq_flow, break_by_clause)
{
	rig_new("r600");
	run("LOOP_START_DX10 OUT\nIN:\nALU_BREAK\n PRED_SETGT __.x, R0.x, R1.x UPDATE_EXEC_MASK\n" ADD(
	    "1.0") "LOOP_END IN\nOUT:\n" END);
	EXPECT(l);
}

/* Even lanes skip the rest of each of the four rounds. */
Test(r600_sq_flow, continues)
{
	rig_new("rv770");
	loop_constant(0, 4, 0, 1);
	run("ALU\n AND_INT R2.x, R0.y, 1\nLOOP_START OUT\nIN:\n" ADD("1.0")
		IF("PRED_SETE_INT __.x, R2.x, 0") "JUMP NO POP:1\nLOOP_CONTINUE ATEND\nPOP POP:1\nNO:\n" ADD(
		    "10.0") "ATEND:\nLOOP_END IN\nOUT:\n" END);
	EXPECT(l % 2 ? 44 : 4);
	run("ALU\n AND_INT R2.x, R0.y, 1\nLOOP_START OUT\nIN:\n" ADD(
	    "1.0") "ALU_CONTINUE\n PRED_SETNE_INT __.x, R2.x, 0 UPDATE_EXEC_MASK\n" ADD("10.0") "LOOP_END "
												"IN\nOUT:"
												"\n" END);
	EXPECT(l % 2 ? 44 : 4);
}

/* All lanes continue inside an IF: the jump is taken, and the stack is cut back. */
Test(r600_sq_flow, continue_of_all)
{
	rig_new("rv770");
	loop_constant(0, 3, 0, 1);
	run("LOOP_START OUT\nIN:\n" ADD("1.0") IF(
	    "PRED_SETGE __.x, R0.x, 0") "LOOP_CONTINUE ATEND\n"
					"POP POP:1\n" ADD("10.0") "ATEND:\nLOOP_END IN\nOUT:\n" ADD("100.0")
					    END);
	EXPECT(103);
}

Test(r600_sq_flow, nested_loops)
{
	rig_new("rv770");
	loop_constant(0, 3, 0, 1);
	loop_constant(1, 2, 0, 1);
	/* the inner loop's break is not the outer's */
	run("LOOP_START OUT\nIN:\nLOOP_START OUT2 CONST:1\nIN2:\nALU_BREAK\n PRED_SETGT __.x, R0.x, 31.0 "
	    "UPDATE_EXEC_MASK\n" ADD("1.0") "LOOP_END IN2 CONST:1\nOUT2:\n" ADD(
		"100.0") "LOOP_END IN\nOUT:\n" END);
	EXPECT(l > 31 ? 306 : 300);
}

/* ---- calls, ends, kills
 * ------------------------------------------------------------------------------------ */
Test(r600_sq_flow, calls)
{
	rig_new("rv770");
	run("CALL SUB\nCALL SUB\nJUMP OVER COND_FALSE\nSUB:\n" ADD("1.0") "CALL SUB2\nRETURN\nSUB2:\n" ADD(
	    "10.0") "RETURN\nOVER:\n" END);
	EXPECT(22);
}

Test(r600_sq_flow, kills)
{
	rig_new("rv770");
	lanes();
	cr_assert(rig_run(
	    rig_program(MR600_PS,
			IF("PRED_SETGT __.x, 4.0, R0.x") "KILL\nPOP POP:1\n"
							 "ALU\n KILLGT __.x, R0.x, 60.0\n" ADD("1.0") END),
	    MR600_PS, ALL));
	cr_assert_eq(rig.wave.killed, UINT64_C(0xe00000000000000f));
	EXPECT(1); /* they run on, as helpers */
	cr_assert(mr600_sq_kills(rig.wave.program));
	/* VALID_PIXEL_MODE: not for them */
	run("ALU\n KILLGT __.x, R0.x, 60.0\n" IF("PRED_SETGE __.x, R0.x, 0") "POP POP:1 VPM\n" ADD("1.0")
		END);
	EXPECT(l > 60 ? 0 : 1);
}

/* Lanes that are not there, and helpers, which do not export to memory */
Test(r600_sq_flow, partial_wave)
{
	rig_new("rv770");
	lanes();
	cr_assert(
	    rig_run(rig_program(MR600_PS, IF("PRED_SETGT __.x, 3.0, R0.x") ADD("1.0") "POP POP:1\n" END),
		    MR600_PS, 0xf0));
	for (unsigned l = 4; l < 8; l++)
		cr_assert_eq(rig.gpr[1][0].f[l], 0.0f);
}

Test(r600_sq_flow, whole_quads)
{
	rig_new("rv770");
	run(IF("PRED_SETE __.x, R0.x, 5.0") "ALU WQM\n MOV R1.x, 1.0\nPOP POP:1\n" END);
	EXPECT(l / 4 == 1);
}

/* ---- what hangs
 * -------------------------------------------------------------------------------------------- */
static void hangs(const char *text, const char *why)
{
	const char *said = NULL;

	lanes();
	cr_assert(!rig_run(rig_program(MR600_PS, text), MR600_PS, ALL), "%s", text);
	cr_assert(mr600_sq_hung(rig.r));
	for (unsigned i = 0; (said = rig_report(i)) && !strstr(said, why); i++)
		;
	cr_assert(said, "no report says \"%s\", but \"%s\"", why, rig_report(0));
	cr_assert(!mr600_sq_decode(rig.r, &rig.arena, MR600_PS), "a chip that hangs takes no programs");
}

Test(r600_sq_flow, hang_without_end)
{
	rig_new("rv770");
	hangs("LOOP_START_DX10 OUT\nIN:\n" ADD("1.0") "LOOP_END IN\nOUT:\n" END, "without end");
}

Test(r600_sq_flow, hang_pop)
{
	rig_new("rv770");
	hangs("option nocheck\nPOP POP:1\n" END, "pops more");
}

Test(r600_sq_flow, hang_else)
{
	rig_new("rv770");
	hangs("option nocheck\nELSE A\nA:\n" END, "ELSE without");
}

Test(r600_sq_flow, hang_return)
{
	rig_new("rv770");
	hangs("option nocheck\nJUMP OVER\nRETURN CONST:0 COND_NOT_BOOL\nOVER:\n" END, "nothing called it");
}

Test(r600_sq_flow, hang_break)
{
	rig_new("rv770");
	hangs("option nocheck\nLOOP_BREAK A\nA:\n" END, "outside of a loop");
}

Test(r600_sq_flow, hang_recursion)
{
	rig_new("rv770");
	hangs("option nocheck\nSUB:\nCALL SUB\n" END, "nested too deep");
}

/* STACK_SIZE counts entries of four elements: on wide chips a loop takes one, on narrow ones two. */
Test(r600_sq_flow, stack_size)
{
	static const char text[] = "LOOP_START OUT\nIN:\n" IF("PRED_SETGE __.x, R0.x, 0")
	    ADD("1.0") "POP POP:1\nLOOP_END IN\nOUT:\n" END;
	static const struct {
		const char *chip;
		unsigned least;
	} chips[] = {{"rv770", 2}, {"rv710", 3}};

	for (unsigned i = 0; i < 2; i++)
		for (unsigned less = 0; less < 2; less++) {
			rig_new(chips[i].chip);
			loop_constant(0, 1, 0, 1);
			cr_assert(rig_program(MR600_PS, text));
			R600_REG(rig.r, SQ_PGM_RESOURCES_PS) =
			    R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(RIG_GPRS) |
			    R600_SQ_PGM_RESOURCES_PS__STACK_SIZE(chips[i].least - less);
			lanes();
			cr_assert_eq(rig_run(mr600_sq_decode(rig.r, &rig.arena, MR600_PS), MR600_PS, ALL),
				     !less);
			rig_free();
		}
	rig_new("rv770"); /* for the suite's end */
}
