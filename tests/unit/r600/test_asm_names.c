/* SPDX-License-Identifier: MIT
 *
 * Names in R6xx and R7xx assembly: what is declared, which registers and constants that gives, errors.
 */
#include "lib/r600/asm_own.h"
#include "tests/unit/test_asm_rig.h"

#include <string.h>

TestSuite(r600_asm_names, .timeout = 60);

static struct fl_r600_program named, plain;

static void assemble(struct fl_r600_program *p, bool r700, const char *text)
{
	asm_check_right(&p->source, fl_r600_asm(p, r700, text, strlen(text)), text);
}

static void same_words(const char *with_names, const char *without)
{
	for (int r700 = 0; r700 < 2; r700++) {
		assemble(&named, r700, with_names);
		assemble(&plain, r700, without);
		cr_assert_eq(named.n, plain.n);
		cr_assert_arr_eq(named.words, plain.words, sizeof(plain.words[0]) * plain.n);
	}
}

Test(r600_asm_names, of_a_vertex_program)
{
	same_words("!!R600\nvertex\n"
		   "in position\nin normal\nin texcoord1\n"
		   "out pos : position\nout uv : texcoord0\nout size : pointsize\nout color1\n"
		   "temp t\n"
		   "const rows[4]\nconst k = 0.25\nconst v[2] = {1, 2}, {3, 4, 5, 6}\n"
		   "CALL_FS\nALU\n"
		   "MUL t.x, position.x, rows[2].y\n"
		   "MULADD pos.w, -normal.y, k.z, v[1].w\n"
		   "MOV uv.x, |texcoord1.y|\n"
		   "MOV color1.x, t.x\n"
		   "EXPORT POS 60, pos.xyzw\nEXPORT_DONE POS 61, size.x___\n"
		   "EXPORT PARAM 0, uv.xyzw\nEXPORT_DONE PARAM 1, color1.xyz1\n",
		   "!!R600\nCALL_FS\nALU\n"
		   "MUL R8.x, R1.x, C[2].y\n"
		   "MULADD R4.w, -R2.y, C[4].z, C[6].w\n"
		   "MOV R5.x, |R3.y|\n"
		   "MOV R7.x, R8.x\n"
		   "EXPORT POS 60, R4.xyzw\nEXPORT_DONE POS 61, R6.x___\n"
		   "EXPORT PARAM 0, R5.xyzw\nEXPORT_DONE PARAM 1, R7.xyz1\n");
	cr_expect_eq(named.stage, FL_R600_VERTEX);
	cr_expect_eq(named.attributes, 1u | 4u | 16u);
	cr_assert_eq(named.n_out, 2u, "a position and a size are no parameters");
	cr_expect_eq(named.out[0], FL_MEANS_TEXCOORD);
	cr_expect_eq(named.out[1], FL_MEANS_COLOR + 1);
	cr_assert_eq(named.n_constants, 7u);
	cr_expect_eq(named.given[0], 0x70u);
	cr_expect_eq(named.constant[4][3], 0x3e800000u);
	cr_expect_eq(named.constant[5][2], 0u);
	cr_expect_eq(named.constant[5][3], 0x3f800000u, "what is missing is 0, 0, 1");
	cr_expect_eq(named.constant[6][3], 0x40c00000u);
}

Test(r600_asm_names, of_a_fragment_program)
{
	same_words("!!R600\nfragment\nin uv : texcoord3\nin color0\ntemp t\n"
		   "TEX\nSAMPLE t.xyzw, uv.xy00, RID:0 SID:0 CT:NNNN\n"
		   "ALU\nMUL t.x, t.x, color0.w\nEXPORT_DONE PIXEL 0, t.xyzw\n",
		   "!!R600\nTEX\nSAMPLE R2.xyzw, R0.xy00, RID:0 SID:0 CT:NNNN\n"
		   "ALU\nMUL R2.x, R2.x, R1.w\nEXPORT_DONE PIXEL 0, R2.xyzw\n");
	cr_expect_eq(named.stage, FL_R600_FRAGMENT);
	cr_assert_eq(named.n_in, 2u);
	cr_expect_eq(named.in[0], FL_MEANS_TEXCOORD + 3);
	cr_expect_eq(named.in[1], FL_MEANS_COLOR);
	/* What R7xx alone have is not for a text of R6xx made for R6xx. */
	cr_expect_not(fl_r600_asm(&named, false, "!!R600\nWAIT_ACK", 15));
	cr_expect(fl_r600_asm(&named, true, "!!R600\nWAIT_ACK", 15));
}

static const struct asm_wrong wrongs[] = {
    {"temp R1", 2, 6, "R1", "a name that is not the language's"},
    {"temp t\ntemp t", 3, 6, "t", "this name is taken"},
    {"const k[0]", 2, 7, "k", "nothing of 0 vectors"},
    {"const k[257]", 2, 9, "257", "a count"},
    {"const k[2] = 1", 2, 15, "", "expected ',' and 1 more values"},
    {"const k = {1, 2, 3, 4, 5}", 2, 24, "5", "at most four numbers"},
    {"vertex\nfragment", 3, 9, "", "once, before all names"},
    {"vertex\nin uv", 3, 4, "uv", "inputs are position, color"},
    {"vertex\nin normal\nin position", 4, 4, "position", "in this order"},
    {"vertex\nout far", 3, 5, "far", "expected position, pointsize"},
    {"fragment\nin a : pointsize", 3, 4, "a", "color0-3, texcoord0-7, position or face"},
    {"vertex\nout a : face", 3, 5, "a", "of no output"},
    {"fragment\ntemp t\nin a : color0", 4, 4, "a", "inputs come before other names"},
    {"const k[2]\nALU\nMOV R0.x, k[2].x", 4, 13, "2", "one of its vectors"},
    {"temp t\nJUMP t\nNOP", 3, 6, "t", "this is no label"},
    {"temp t\nt: NOP", 3, 1, "t", "this name is taken"},
    {"in position", 2, 1, "in", "this is no instruction here"},
};

Test(r600_asm_names, errors)
{
	char text[200];

	for (unsigned i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
		int n = snprintf(text, sizeof(text), "!!R700\n%s", wrongs[i].text);

		asm_check_wrong(&named.source, fl_r600_asm(&named, true, text, (size_t)n), &wrongs[i]);
	}
}
