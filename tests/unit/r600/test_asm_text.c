/* SPDX-License-Identifier: MIT
 *
 * R6xx and R7xx programs from text: what is derived (groups, bank swizzles, NOPs, ends, clauses, stack),
 * names as the register database has them, and errors: where, which word, what was expected.
 */
#include "hw/regs/fl_regs.h"
#include "lib/r600/asm_own.h"
#include "tests/unit/test_asm_rig.h"

#include <stdlib.h>

TestSuite(r600_asm_text, .timeout = 60);

static struct fl_r600_program program;
static char text[1 << 20];

/* ---- errors -------------------------------------------------------------------------------------------- */
static const struct asm_wrong wrongs[] = {
    {"BOGUS", 2, 1, "BOGUS", "this is no instruction here"},
    {"MOV R0.x, R1.x", 2, 1, "MOV", "this is no instruction here"},
    {"ALU\nMOV R0.x", 3, 9, "", "this operation has 1 source"},
    {"ALU\nADD R0.x, R1.x", 3, 15, "", "this operation has 2 sources"},
    {"ALU\nMOV R128.x, R1.x", 3, 5, "R128", "expected a register: R0 to R127"},
    {"ALU\nMOV R0.q, R1.x", 3, 8, "q", "expected a channel"},
    {"ALU\nMOV R0.x, KC0[0].x", 3, 1, "MOV", "locks no constants as KC0"},
    {"ALU KC0[CB0:0-15]\nMOV R0.x, KC0[16].x", 3, 1, "MOV", "the first 16 constants"},
    {"ALU KC0[CB0:8-23]\nMOV R0.x, R1.x", 2, 13, "8", "from a multiple of 16 on"},
    {"ALU KC0[CB16:0-15]\nMOV R0.x, R1.x", 2, 9, "CB16", "CB0 to CB15"},
    {"ALU\nMOV R0.x, R[1+AR.x].x", 3, 1, "MOV", "no earlier group of the clause loads AR"},
    {"ALU\nMOV R0.x, R[1+AX].x", 3, 15, "AX", "expected AR.x to AR.w, AL"},
    {"ALU\nADD R0.x, R[1+AL].x, R[1+GLOBAL].x", 3, 22, "R", "an operation has one index"},
    {"ALU\nMOV R0.x, PV.x", 3, 1, "MOV", "begin the line with a number"},
    {"ALU\n0 x: MOV R0.x, PV.x", 3, 6, "MOV", "no value in the first group"},
    {"ALU\nx: MOV R0.x, R1.x", 3, 4, "MOV", "a group begins with its number"},
    {"ALU\n0 y: MOV R0.x, R1.x", 3, 6, "MOV", "the chip puts this into unit x"},
    {"ALU\n0 x: SIN R0.x, R1.x", 3, 6, "SIN", "the chip puts this into unit t"},
    {"ALU\n0 y: MOV R0.y, R1.x\nx: MOV R0.x, R1.x", 4, 4, "MOV", "in the order x, y, z, w, t"},
    {"ALU\n0 x: MOV R0.x, R1.x\nt: MOV R0.x, R2.x", 4, 4, "MOV", "write the same channel"},
    {"ALU\n0 t: SIN R0.x, R1.x\nt: COS R1.x, R1.x", 4, 4, "COS", "its unit of the group is taken"},
    {"ALU\n0 x: DOT4 R0.x, R1.x, R2.x", 3, 6, "DOT4", "all four vector units"},
    {"ALU\n0 x: KILLE __.x, R1.x, R2.x\ny: KILLE __.y, R1.y, R2.y", 4, 4, "KILLE", "one KILL or PRED_SET"},
    {"ALU\n0 x: ADD R0.x, R1.x, R2.x\ny: ADD R0.y, R3.x, R4.x", 3, 6, "ADD", "no bank swizzles give"},
    {"ALU\n0 x: ADD R0.x, R1.x, R2.x VEC_012\ny: ADD R0.y, R3.x, R1.y", 4, 4, "ADD",
     "give this operation no"},
    {"ALU KC0[CB0:0-31]\n0 x: MULADD R0.x, KC0[0].x, KC0[1].x, KC0[2].x", 3, 6, "MULADD",
     "at most two constants"},
    {"ALU\n0 x: MULADD R0.x, 2.0, 3.0, 4.0\ny: ADD R0.y, 5.0, 6.0", 4, 4, "ADD", "a group has four literals"},
    {"ALU\n0 x: ADD R0.x, [2.0].x, [3.0].x", 3, 6, "ADD", "this channel has another literal"},
    {"ALU\nAND_INT*2 R0.x, R1.x, R2.x", 3, 1, "AND_INT", "only results that are floats"},
    {"ALU\nMULADD*2 R0.x, R1.x, R2.x, R3.x", 3, 1, "MULADD", "have no *2"},
    {"ALU\nMULADD R0.x, |R1.x|, R2.x, R3.x", 3, 14, "|", "have no | |"},
    {"ALU\nMULADD __.x, R1.x, R2.x, R3.x", 3, 8, "__", "always write"},
    {"ALU\nMOVA_GPR_INT __.x, R1.x", 3, 1, "MOVA_GPR_INT", "only R6xx has this operation"},
    {"ALU\nMOV R0.x, R1.x BIG", 3, 16, "BIG", "expected the end of the statement"},
    {"ALU", 2, 1, "ALU", "its clause has no instruction"},
    {"JUMP away\nNOP", 2, 6, "away", "this label is nowhere in the program"},
    {"JUMP @9\nNOP", 2, 1, "JUMP", "to where no control flow is"},
    {"a: NOP\na: NOP", 3, 1, "a", "this name is taken"},
    {"CALL_FS EOP", 2, 1, "CALL_FS", "hangs the chip"},
    {"EXPORT POS 60, R0.xyzw", 2, 1, "EXPORT", "is EXPORT_DONE"},
    {"EXPORT_DONE POSE 60, R0.xyzw", 2, 13, "POSE", "expected PIXEL, POS, PARAM"},
    {"EXPORT_DONE PARAM 0-1, R0.xyzw", 2, 24, "R0", "as many registers as places: 2"},
    {"EXPORT_DONE PIXEL 0, R0.xyz", 2, 28, "", "expected four of x y z w 0 1 _"},
    {"MEM_STREAM0 WRITE 0, R0.yxzw", 2, 13, "WRITE", "memory is written as .xyzw"},
    {"MEM_STREAM0 READ 0, R0.xyzw", 2, 13, "READ", "expected WRITE, WRITE_IND, WRITE_ACK"},
    {"VTX\nSAMPLE R0.xyzw, R1.xyzw, RID:0 SID:0 CT:NNNN", 3, 1, "SAMPLE", "by a clause that is TEX"},
    {"TEX\nSAMPLE R0.xyzw, R1.xyzw, RID:0 SID:32", 3, 36, "32", "expected SID up to 31"},
    {"TEX\nSAMPLE R0.xyzw, R1.xyzw, CT:NNQN", 3, 29, "NNQN", "four letters"},
    {"TEX\nSAMPLE R0.xyzw, R1.xyzw, OX:16", 3, 29, "16", "OX is -16 to 15"},
    {"words 1 2", 2, 1, "words", "`data @SLOT`"},
    {"option fast", 2, 8, "fast", "expected nocheck"},
    {"NOP ^ 2:1", 2, 7, "2", "up to 1"},
    {"NOP\ndata @0\nwords 1 2", 4, 10, "", "something else stands at its slots"},
};

Test(r600_asm_text, errors)
{
	for (unsigned i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
		int n = snprintf(text, sizeof(text), "!!R700\n%s", wrongs[i].text);

		asm_check_wrong(&program.source, fl_r600_asm(&program, true, text, (size_t)n), &wrongs[i]);
	}
	cr_expect(!fl_r600_asm(&program, false, "!!R700\nNOP", 10));
	cr_expect(!fl_r600_asm(&program, true, "", 0));
}

/* ---- what is derived ----------------------------------------------------------------------------------- */
static void assemble(bool r700, const char *what)
{
	int n = snprintf(text, sizeof(text), "!!R%u00\n%s", r700 ? 7u : 6u, what);

	asm_check_right(&program.source, fl_r600_asm(&program, r700, text, (size_t)n), text);
}

/* The program, taken apart again, without its first line */
static const char *listing(void)
{
	struct fl_asm_out out;

	fl_asm_out(&out, text, sizeof(text));
	cr_assert_eq(fl_r600_disasm(program.r700, (const uint32_t(*)[2])program.words, program.n, &out), 0u,
		     "%s", text);
	return strchr(text, '\n') + 1;
}

/* Operations a group, as digits */
static const char *groups(void)
{
	static char digits[64];
	uint32_t n = 0, count = 0;

	for (const char *p = listing(); p; p = strchr(p, '\n'), p += p != NULL) {
		bool op = !strncmp(p, "     ", 5) && strchr("xyzwt", p[12]) && p[13] == ':';

		if (op && p[9] != ' ' && count)
			digits[n++] = (char)('0' + count), count = 0;
		count += op;
	}
	digits[n++] = (char)('0' + count);
	digits[n] = 0;
	return digits;
}

Test(r600_asm_text, operations_are_put_into_groups)
{
	assemble(true, "ALU\nMOV R1.x, R0.x\nMOV R1.y, R0.y\nMOV R1.z, R0.z\nMOV R1.w, R0.w\nSIN R2.x, R0.x");
	cr_assert_str_eq(groups(), "5");
	assemble(true, "ALU\nMOV R1.x, R0.x\nMOV R2.x, R1.x\nMOV R3.x, R4.x");
	cr_assert_str_eq(groups(), "12", "what reads a result waits; the second of a channel goes to t");
	assemble(true, "ALU\nMOV R1.x, R0.x\nMOV R0.x, R3.x");
	cr_assert_str_eq(groups(), "2", "what is read is read first");
	assemble(true, "ALU\nMOV R1.x, R0.x\nMOV R1.x, R3.x");
	cr_assert_str_eq(groups(), "11", "a channel is written once");
	assemble(true, "ALU\nSIN R1.x, R0.x\nCOS R1.y, R0.x");
	cr_assert_str_eq(groups(), "11");
	assemble(true, "ALU\nMOVA_INT __.x, R0.x\nMOV R1.y, R[2+AR.x].y");
	cr_assert_str_eq(groups(), "11");
	assemble(true, "ALU\nADD R1.x, R2.x, R3.x\nADD R1.y, R4.x, R5.x");
	cr_assert_str_eq(groups(), "11", "a channel has three read ports");
	assemble(true, "ALU\nMULADD R1.x, 2.0, 3.0, R0.x\nMUL R1.y, 4.0, 6.0\nMUL R1.z, 7.0, R0.y");
	cr_assert_str_eq(groups(), "21", "a group has four literals");
	assemble(true, "ALU\nKILLE __.x, R0.x, R1.y\nMOV R1.y, R0.y");
	cr_assert_str_eq(groups(), "11");
	assemble(true, "ALU\nLSHL_INT R1.x, R0.x, 3\nLSHL_INT R1.y, R0.y, 3");
	cr_assert_str_eq(groups(), "2");
	assemble(false, "ALU\nLSHL_INT R1.x, R0.x, 3\nLSHL_INT R1.y, R0.y, 3");
	cr_assert_str_eq(groups(), "11", "R6xx shifts in t");
}

Test(r600_asm_text, bank_swizzles_are_found)
{
	assemble(true, "ALU\n0 x: ADD R1.x, R2.x, R3.y\ny: ADD R1.y, R4.x, R5.y\nz: ADD R1.z, R6.x, R7.y");
	cr_assert(strstr(listing(), "VEC_"), "%s", text);
	assemble(true, "ALU KC0[CB0:0-31]\n0 t: MUL_LIT R1.x, KC0[0].x, KC0[1].y, R0.x\n");
	cr_assert(strstr(listing(), "SCL_122") || strstr(listing(), "SCL_212"), "%s", text);
}

Test(r600_asm_text, ends_and_nops_are_added)
{
	assemble(true, "EXPORT_DONE PIXEL 0, R0.xyzw");
	cr_assert_str_eq(listing(), "00  EXPORT_DONE PIXEL 0, R0.xyzw EOP\n");
	assemble(true, "ALU\nMOV R0.x, 1.0");
	cr_assert(strstr(listing(), "01  NOP EOP"), "%s", text);
	assemble(true, "CALL_FS");
	cr_assert_str_eq(listing(), "00  CALL_FS\n01  NOP EOP\n");
	assemble(true, "VTX\nVFETCH R1.xyzw, R0.x, RID:0 UCF\nRETURN");
	cr_assert(!strstr(listing(), "EOP"), "%s", text);
	assemble(false, "ALU\nMOVA_INT __.x, R0.x\nMOV R[1+AR.x].x, R0.y\nMOV R5.x, R1.x");
	cr_assert_str_eq(groups(), "1151", "five NOPs after a relative destination");
	assemble(true, "ALU\nMOVA_INT __.x, R0.x\nMOV R[1+AR.x].x, R0.y\nMOV R5.x, R1.x");
	cr_assert_str_eq(groups(), "1151", "RV770 wants them too, and its words are those of all R7xx");
	cr_assert(strstr(listing(), "NOP"), "%s", text);
}

Test(r600_asm_text, clauses_that_are_full_go_on)
{
	char many[8000] = "ALU_PUSH_BEFORE KC0[CB0:0-15]\n";

	for (unsigned i = 0; i < 130; i++)
		strcat(many, "MOV R0.x, R0.x\n");
	assemble(true, many);
	cr_assert_eq(program.n_cf, 3u);
	cr_assert_eq(program.n, 3u + 130u);
	cr_assert(strstr(listing(), "00  ALU_PUSH_BEFORE KC0[CB0:0-15]"), "%s", text);
	cr_assert(strstr(listing(), "01  ALU KC0[CB0:0-15]"), "%s", text);
	memcpy(many, "ALU_POP_AFTER   KC0[CB0:0-15]\n", 30);
	assemble(true, many);
	cr_assert(strstr(listing(), "00  ALU KC0"), "%s", text);
	cr_assert(strstr(listing(), "01  ALU_POP_AFTER KC0"), "%s", text);
	strcpy(many, "TEX\n");
	for (unsigned i = 0; i < 17; i++)
		strcat(many, "SAMPLE R0.xyzw, R1.xyzw, RID:0 SID:0 CT:NNNN\n");
	assemble(true, many);
	cr_assert_eq(program.n_cf, 2u, "sixteen and one");
	assemble(false, many);
	cr_assert_eq(program.n_cf, 3u, "eight, eight and one");
}

Test(r600_asm_text, data_has_an_end)
{
	size_t n = (size_t)snprintf(text, sizeof(text), "!!R700\nNOP\ndata @1\n");

	for (unsigned i = 0; i <= FL_R600_PROGRAM_MAX; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "words 1 2\n");
	cr_assert(!fl_r600_asm(&program, true, text, n));
	cr_assert(strstr(program.source.error[0].text, "at most 4096 slots"));
}

Test(r600_asm_text, what_a_program_needs)
{
	assemble(true, "ALU\nMOV R7.x, R12.x\nMOV T1.x, 0\nEXPORT_DONE PARAM 0-3, R11-14.xyzw");
	cr_assert_eq(program.gprs, 15u, "%u", program.gprs);
	cr_assert_eq(program.stack, 0u);
	/* Mesa r600_shader.c: one push and the two elements that go with it are one entry. */
	assemble(true, "PUSH end\nALU\nMOV R0.x, R0.x\nend: POP POP:1");
	cr_assert_eq(program.stack, 1u);
	assemble(true, "l: LOOP_START_DX10 end\nALU_BREAK\nPRED_SETE __.x, R0.x, 0 UPDATE_EXEC_MASK\n"
		       "LOOP_END l\nend: NOP");
	cr_assert_eq(program.stack, 1u);
	cr_assert_eq(program.stack_narrow, 2u);
	/* a loop in a loop, and two pushes in that: 2 * 4 + 2 + 2 elements; narrow 2 * 8 + 2 + 2 */
	assemble(true,
		 "a: LOOP_START_DX10 e\nb: LOOP_START_DX10 d\nPUSH c\nPUSH c\nc: POP POP:2\nLOOP_END b\n"
		 "d: LOOP_END a\ne: NOP");
	cr_assert_eq(program.stack, 3u);
	cr_assert_eq(program.stack_narrow, 5u);
	/* what is called stands on what the caller has */
	assemble(true, "PUSH a\nCALL s\na: POP POP:1\nNOP EOP\ns: PUSH b\nPUSH b\nb: POP POP:2\nRETURN");
	cr_assert_eq(program.stack, 2u);
}

/* ---- names --------------------------------------------------------------------------------------------- */
static bool known(const char *name, uint32_t value)
{
	uint32_t n = (uint32_t)strlen(name), inst;
	const struct fl_r600_cf *cf = fl_r600_cf_named(name + 8, n > 8 ? n - 8 : 0);
	const struct fl_r600_fetch *fetch = fl_r600_fetch_named(name + 9, n > 9 ? n - 9 : 0);
	bool op3;

	if (!strncmp(name, "OP", 2) && !strncmp(name + 3, "_INST_", 6))
		return fl_r600_alu_named(name + 9, n - 9, &op3, &inst) && inst == value &&
		       op3 == (name[2] == '3');
	if (!strncmp(name, "CF_INST_", 8))
		return cf && cf->inst == value;
	return !strncmp(name, "TEX_INST_", 9) && fetch && fetch->inst == value;
}

/* Every opcode that the register database names is called so here, and has its number. */
Test(r600_asm_text, operations_are_those_of_the_database)
{
	const struct fl_regs *db = fl_regs_r600();
	struct fl_reg_isa isa;
	uint32_t found = 0;

	for (unsigned i = 0; fl_regs_isa_at(db, i, &isa); i++)
		for (unsigned k = 0; k < isa.n_words; k++) {
			struct fl_reg_field f;
			struct fl_reg word;
			unsigned dword;

			cr_assert(fl_reg_isa_word(&isa, k, &word, &dword));
			for (unsigned l = 0; fl_reg_field(&word, l, &f); l++) {
				const char *name;
				uint32_t value;

				if (!strstr(f.name, "_INST"))
					continue;
				for (unsigned m = 0; (name = fl_reg_value_at(&word, &f, m, &value)); m++) {
					if (!strncmp(name, "R7xx_", 5))
						name += 5;
					/* vertex fetches go by Mesa's names; two that xf86-video-ati has none
					 * for */
					if (strncmp(name, "SQ_", 3) || strstr(name, "VTX_") ||
					    strstr(name, "RESERVED"))
						continue;
					cr_expect(known(name + 3, value), "%s is not %u", name, value);
					found++;
				}
			}
		}
	cr_assert_gt(found, 190u, "%u", found);
}
