/* SPDX-License-Identifier: MIT
 *
 * SQ of the R6xx model: what it says to programs that break rules. Each text is of one broken rule, and that
 * report is the first.
 */
#include "tests/unit/r600/sq_rig.h"

#define END "EXPORT_DONE PIXEL 0, R1.xyzw EOP\n"

TestSuite(r600_sq_check, .timeout = 60, .fini = rig_free);

struct broken {
	const char *chip, *text, *report;
	bool runs; /* a warning */
};

static void check(const struct broken *b, unsigned n, enum mr600_stage stage)
{
	for (unsigned i = 0; i < n; i++) {
		char text[1000];
		bool found = false;

		rig_new(b[i].chip);
		snprintf(text, sizeof(text), "option nocheck\n%s", b[i].text);
		cr_assert_eq(rig_program(stage, text) != NULL, b[i].runs, "%s: %s", b[i].text,
			     rig_report(0) ? rig_report(0) : "no report");
		for (unsigned k = 0; rig_report(k); k++)
			found |= strstr(rig_report(k), b[i].report) != NULL;
		cr_assert(found, "%s: no \"%s\", but \"%s\"", b[i].text, b[i].report,
			  rig_report(0) ? rig_report(0) : "nothing");
		cr_assert(!rig_report(1), "%s: \"%s\" too", b[i].text, rig_report(1));
		rig_free();
	}
	rig_new("rv770"); /* for the end */
}

Test(r600_sq_check, groups)
{
	static const struct broken list[] = {
	    {"rv770", "ALU\n 0 x: MOV R1.x, R40.x\n" END, "reads R40, and the program has 32", true},
	    {"rv770", "ALU\n 0 x: MOV R40.x, R0.x\n" END, "writes R40, and the program has 32", true},
	    {"rv770", "ALU\n 0 x: ADD R1.x, PV.x, 1.0\n" END, "first group", true},
	    {"rv770", "ALU\n 0 x: MOV R1.x, KC0[0].x\n" END, "does not lock", true},
	    {"rv770", "ALU\n 0 x: MOV R1.x, R[2+AR.x].x\n" END, "no earlier group of the clause loads", true},
	    {"rv770", "ALU\n 0 x: KILLE __.x, R0.x, 0\n y: KILLE __.y, R0.y, 0\n" END, "one KILL or PRED_SET",
	     true},
	    {"rv770", "ALU\n 0 x: DOT4 R1.x, R0.x, R0.x\n y: DOT4 R1.y, R0.x, R0.x\n" END,
	     "all four vector units", false},
	    {"rv770", "ALU\n 0 x: ADD_64 R1.x, R0.x, R0.x\n" END, "the units x and y", false},
	    {"rv770", "ALU\n 0 x: ADD_INT*2 R1.x, R0.x, R0.x\n" END, "output modifier", true},
	    /* the same channel of three registers in one cycle */
	    {"rv770", "ALU\n 0 x: MULADD R1.x, R2.x, R3.y, R4.z VEC_012\n y: MOV R1.y, R5.x VEC_012\n" END,
	     "no read port", true},
	    /* a register in the cycle of a constant */
	    {"r600", "ALU\n 0 t: MUL_LIT R1.x, R2.x, 2.0, 3.0 SCL_122\n" END, "no read port", true},
	};

	check(list, sizeof(list) / sizeof(list[0]), MR600_PS);
}

Test(r600_sq_check, constants_of_groups)
{
	static const struct broken list[] = {
	    {"rv770", "ALU\n 0 x: MOV R1.x, C[0].x\n y: MOV R1.y, C[1].x\n z: MOV R1.z, C[2].x\n" END,
	     "a group reads 3 constants", true},
	    {"r600",
	     "ALU\n 0 x: ADD R1.x, C[0].x, C[0].y\n y: ADD R1.y, C[0].z, C[0].w\n z: MOV R1.z, C[2].x\n" END,
	     "a group reads 5 constants", true},
	};

	for (unsigned i = 0; i < 2; i++) {
		bool found = false;
		char text[300];

		rig_new(list[i].chip);
		R600_REG(rig.r, SQ_CONFIG) |= R600_SQ_CONFIG__DX9_CONSTS(1);
		snprintf(text, sizeof(text), "option nocheck\n%s", list[i].text);
		cr_assert(rig_program(MR600_PS, text));
		for (unsigned k = 0; rig_report(k); k++)
			found |= strstr(rig_report(k), list[i].report) != NULL;
		cr_assert(found, "%s: %s", list[i].text, rig_report(0));
		rig_free();
	}
	rig_new("rv770");
}

Test(r600_sq_check, control_flow)
{
	static const struct broken list[] = {
	    {"r600", "WAIT_ACK\n" END, "only R7xx", false},
	    {"rv770", "NOP\nALU\n MOV R1.x, 0\nNOP EOP\n", "no EXPORT_DONE of pixels", false},
	    {"rv770", "CALL_FS\n" END, "of vertex programs", false},
	    {"rv770", "EXPORT PIXEL 9, R1.xyzw\n" END, "no pixel 9", false},
	    {"rv770", "EXPORT POS 60, R1.xyzw\n" END, "no exports of type 1", false},
	    {"rv770", "EXPORT_DONE PIXEL 0, R40.xyzw EOP\n", "export of R40", true},
	    {"rv770", "ALU ALT_CONST\n 0 MOV R1.x, 0\n" END, "ALT_CONST", false},
	    {"r600",
	     "ALU\n 0 x: MOVA_INT __.x, R0.x\n 1 x: MOV R[1+AR.x].x, R0.x\n 2 x: MOV R1.x, R0.x\n" END,
	     "a NOP is missing", true},
	    {"r600", "VTX\n READ_SCRATCH R1.xyzw, R0.x, ES:3\n" END, "no memory read", false},
	};
	static const struct broken vertex[] = {
	    {"rv770", "EXPORT_DONE PARAM 0, R1.xyzw EOP\n", "no EXPORT_DONE of a position", false},
	    {"rv770", "EXPORT_DONE POS 60, R1.xyzw\nCALL_FS EOP\n", "hangs the chip", false},
	    {"rv770", "EXPORT_DONE POS 64, R1.xyzw EOP\n", "no position 64", false},
	    {"rv770", "EXPORT_DONE POS 60, R1.xyzw\nEXPORT_DONE PARAM 31-32, R1-2.xyzw EOP\n",
	     "no parameter 32", false},
	};

	check(list, sizeof(list) / sizeof(list[0]), MR600_PS);
	rig_free();
	check(vertex, sizeof(vertex) / sizeof(vertex[0]), MR600_VS);
}

Test(r600_sq_check, shares)
{
	rig_new("rv770");
	R600_REG(rig.r, SQ_GPR_RESOURCE_MGMT_1) = R600_SQ_GPR_RESOURCE_MGMT_1__NUM_PS_GPRS(RIG_GPRS - 1);
	cr_assert(!rig_program(MR600_PS, END));
	cr_assert(strstr(rig_report(0), "NUM_GPRS is 32, and the stage's share"), "%s", rig_report(0));
	rig_free();
	rig_new("rv770");
	/* A share of the stack that a program asks for in vain hangs what pushes, and nothing else. */
	R600_REG(rig.r, SQ_STACK_RESOURCE_MGMT_1) = 0;
	cr_assert(!rig_run(rig_program(MR600_PS, "PUSH A\nPOP POP:1\nA:\n" END), MR600_PS, ~0ull));
	cr_assert(strstr(rig_report(0), "STACK_SIZE is 1"), "%s", rig_report(0));
	cr_assert(mr600_sq_hung(rig.r));
	cr_assert(rig_report(1) && strstr(rig_report(1), "its stack is deeper"), "%s", rig_report(1));
	rig_free();
	rig_new("rv770");
	rig_program(MR600_PS, END);
	R600_REG(rig.r, SQ_STACK_RESOURCE_MGMT_1) = 0;
	R600_REG(rig.r, SQ_PGM_RESOURCES_PS) =
	    R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(RIG_GPRS) | R600_SQ_PGM_RESOURCES_PS__STACK_SIZE(1);
	cr_assert(rig_run(mr600_sq_decode(rig.r, &rig.arena, MR600_PS), MR600_PS, ~0ull));
	cr_assert(strstr(rig_report(0), "STACK_SIZE is 1"), "%s", rig_report(0));
	rig_free();
	rig_new("rv770");
	R600_REG(rig.r, SQ_GPR_RESOURCE_MGMT_1) |= R600_SQ_GPR_RESOURCE_MGMT_1__NUM_VS_GPRS(255);
	cr_assert(rig_program(MR600_PS, END));
	cr_assert(strstr(rig_report(0), "the chip has 256"), "%s", rig_report(0));
}

Test(r600_sq_check, first_instruction_of_r600)
{
	rig_new("r600");
	cr_assert(rig_program(MR600_PS, END));
	rig_quiet();
	R600_REG(rig.r, SQ_PGM_RESOURCES_PS) &= ~R600_SQ_PGM_RESOURCES_PS__UNCACHED_FIRST_INST__MASK;
	cr_assert(mr600_sq_decode(rig.r, &rig.arena, MR600_PS));
	cr_assert(strstr(rig_report(0), "UNCACHED_FIRST_INST"), "%s", rig_report(0));
}

Test(r600_sq_check, nothing_there)
{
	rig_new("rv770");
	R600_REG(rig.r, SQ_PGM_START_PS) = 0x40000000 >> 8;
	cr_assert(!mr600_sq_decode(rig.r, &rig.arena, MR600_PS));
	cr_assert(strstr(rig_report(0), "nothing is at 0x40000000"), "%s", rig_report(0));
}

/* The budget of work ends at each step of a program that is longer than the decoder's first arrays (64): what
 * they have become by then stays, and the next program finds it whole. */
Test(r600_sq_check, a_budget_that_ends)
{
	enum { CLAUSES = 140 };
	char text[CLAUSES * 40] = "";
	const struct mr600_program *p = NULL;
	uint64_t all;

	for (unsigned i = 0; i < CLAUSES; i++)
		strcat(text, "ALU\n 0 x: MOV R1.x, R0.x\n");
	strcat(text, END);
	rig_new("rv770");
	rig.r->base.work = 0;
	cr_assert(rig_program(MR600_PS, text));
	all = rig.r->base.work;
	cr_assert_gt(all, 2u * CLAUSES);
	for (uint64_t limit = 1; limit <= all + 1; limit++) {
		fl_arena_reset(&rig.arena);
		mr600_sq_reset(rig.r);
		rig.r->base.work = 0;
		rig.r->base.work_limit = limit;
		p = mr600_sq_decode(rig.r, &rig.arena, MR600_PS);
		cr_assert_eq(p != NULL, limit == all + 1, "%llu of %llu", (unsigned long long)limit,
			     (unsigned long long)all);
	}
	rig.r->base.work = 0;
	rig.r->base.work_limit = 1ull << 28;
	cr_assert(rig_run(p, MR600_PS, ~0ull));
}

/* ---- random programs -------------------------------------------------------------------------------- */
static uint32_t seed = 7;

static uint32_t random32(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed ^ seed >> 11;
}

static const struct mr600_program *random_program(const uint32_t *words, size_t size_B)
{
	rig_put(RIG_PROGRAM, words, size_B);
	R600_REG(rig.r, SQ_PGM_START_PS) = RIG_PROGRAM >> 8;
	R600_REG(rig.r, SQ_PGM_RESOURCES_PS) =
	    R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(RIG_GPRS) | R600_SQ_PGM_RESOURCES_PS__STACK_SIZE(8);
	fl_arena_reset(&rig.arena);
	mr600_sq_reset(rig.r);
	return mr600_sq_decode(rig.r, &rig.arena, MR600_PS);
}

/* Words of any kind: the decoder reaches beyond nothing, and comes to an end. */
Test(r600_sq_check, random_words)
{
	rig_new("rv770");
	rig.r->base.work_limit = 1ull << 40;
	for (unsigned n = 0; n < 5000; n++) {
		uint32_t words[256];

		for (unsigned i = 0; i < 256; i++)
			words[i] = i < 16 && i % 2 == 0 ? random32() % 64 : random32();
		random_program(words, sizeof(words));
	}
}

/* Control flow of any kind around a clause that deactivates lanes: it ends, or hangs the chip by name. */
Test(r600_sq_check, random_flow)
{
	enum { CFS = 8, CLAUSE = 16 };
	unsigned ran = 0, ended = 0;

	rig_new("rv770");
	rig_assemble(RIG_PROGRAM, "ALU @16\n 0 PRED_SETGT R1.x, R0.x, R1.x UPDATE_EXEC_MASK UPDATE_PRED\n"
				  " 1 ADD R1.x, R1.x, 1.0\n" END);
	for (unsigned n = 0; n < 20000; n++) {
		uint32_t words[CLAUSE + 2][2];
		const struct mr600_program *p;

		memset(words, 0, sizeof(words));
		memcpy(words[CLAUSE], rig_asm.words[CLAUSE], 16);
		memcpy(words[CFS], rig_asm.words[1], 8); /* the export */
		for (unsigned i = 0; i < CFS; i++) {
			bool alu = random32() % 3 == 0;

			words[i][0] = alu ? CLAUSE : random32() % (CFS + 1);
			words[i][1] = alu ? R600_SQ_CF_ALU_WORD1__COUNT(1) |
						R600_SQ_CF_ALU_WORD1__CF_INST(8 + random32() % 8)
					  : R600_SQ_CF_WORD1__POP_COUNT(random32() % 2) |
						R600_SQ_CF_WORD1__COND(random32() % 4) |
						R600_SQ_CF_WORD1__CF_INST(4 + random32() % 17);
		}
		rig.r->base.work_limit = 1ull << 20;
		rig.r->base.work = 0;
		p = random_program(words[0], sizeof(words));
		if (!p)
			continue;
		ran++;
		for (unsigned l = 0; l < MR600_WAVE; l++) {
			rig.gpr[0][0].f[l] = (float)l;
			rig.gpr[1][0].f[l] = 0;
		}
		if (rig_run(p, MR600_PS, random32() | 1))
			ended++;
		else
			cr_assert(mr600_sq_hung(rig.r) || rig.r->base.work >= rig.r->base.work_limit);
	}
	cr_assert(ran > 2000 && ended > 200, "%u of 20000 ran, %u ended", ran, ended);
}
