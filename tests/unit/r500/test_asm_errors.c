/* SPDX-License-Identifier: MIT
 *
 * Errors of the shader assemblers: where, which word, what was expected. A table of wrong programs.
 */
#include "lib/r500/asm.h"
#include "tests/unit/test_asm_rig.h"

TestSuite(asm_errors, .timeout = 30);

static const struct asm_wrong vs_wrong[] = {
    {"BOGUS r0, v0", 2, 1, "BOGUS", "expected an operation"},
    {"ADD r0, v0", 2, 11, "", "expected ',': ADD has 2 sources"},
    {"ADD r0 v0", 2, 8, "v0", "expected ','"},
    {"MOV r0, v0, v1", 2, 13, "v1", "1 source; others are marked: unused"},
    {"MOV r0, q7", 2, 9, "q7", "expected a source"},
    {"MOV c1, v0", 2, 5, "c1", "expected a destination"},
    {"MOV r0, o1", 2, 9, "o1", "expected a source"},
    {"MOV r0.yx, v0", 2, 8, "yx", "expected a mask"},
    {"MOV r0, v0.xy", 2, 12, "xy", "one or four of x y z w"},
    {"MOV r0, v0.xyzq", 2, 12, "xyzq", "one or four of x y z w"},
    {"MOV r0, |v0.x", 2, 14, "", "expected '|'"},
    {"MOV.six r0, v0", 2, 5, "six", "expected sat"},
    {"MOV r0, v0 v1", 2, 12, "v1", "expected the end of the statement"},
    {"ADD r0, v0, v1", 2, 13, "v1", "reads one input; this is the second"},
    {"ADD r0, c0, c1", 2, 13, "c1", "reads one constant; this is the second"},
    {"ADD r0, alt0, -alt1", 2, 15, "-", "reads one alternate temporary; this is the second"},
    {"COND_MUX_EQ r0, r1, r2, r3", 2, 25, "r3", "reads two temporaries"},
    {"MOV r32, v0", 2, 1, "MOV", "temporary registers are 0 to 31"},
    {"MOV r0, r40", 2, 9, "r40", "registers are r0 to r31"},
    {"MOV r128, v0", 2, 5, "r128", "registers are r0 to r127"},
    {"MOV alt20, v0", 2, 1, "MOV", "alternate temporary registers are 0 to 19"},
    {"MOV r0, c[a0.q + 1]", 2, 14, "q", "expected x, y, z or w"},
    {"MOV r0, c[a0.x + 256]", 2, 18, "256", "expected a number up to 255"},
    {"MOV r0, c[a0.x + 1", 2, 19, "", "expected ']'"},
    {"MAD r0, c[a0.x], c[a0.y], r1", 2, 18, "c", "by one component of a0"},
    {"MOV a0.x, v0", 2, 1, "MOV", "a0 is written by ARL and ARR only"},
    {"(q) MOV r0, v0", 2, 2, "q", "expected p"},
    {"ADD r0, v0, r1 & ADD alt0.x, r1.x", 2, 18, "ADD", "expected a math operation"},
    {"ADD r0, v0, r1 & RCP r0.x, r1.x", 2, 22, "r0", "alt0 to alt3"},
    {"ADD r0, v0, r1 & RCP alt0, r1.x", 2, 22, "alt0", "writes one component"},
    {"ADD r0, v0, r1 & RCP alt0.x, r1.xyz", 2, 33, "xyz", "one or two of x y z w"},
    {"ADD r0, v0, r1 & LIT alt0.x, r1.xy", 2, 1, "ADD", "cannot be half of a dual operation"},
    {"RCP r0, r1.x & RCP alt0.x, r1.x", 2, 16, "RCP",
     "the first half of a dual operation is the vector engine's"},
    {"MAD r0, v0, r1 & RCP alt0.x, r1.x", 2, 1, "MAD", "at most two sources"},
    {"in r5", 2, 4, "r5", "a name that is not the language's"},
    {"in a\nin a", 3, 4, "a", "this name is taken"},
    {"in a v32", 2, 6, "v32", "registers are v0 to v31"},
    {"in a r3", 2, 6, "r3", "expected a register v0 to v31"},
    {"temp t[33]", 2, 8, "33", "expected a count up to 32"},
    {"out a", 2, 6, "", "expected ':'"},
    {"out a : fog", 2, 9, "fog", "expected position, pointsize"},
    {"out a : position\nout b : position", 3, 9, "position", "declared already"},
    {"out a : face", 2, 9, "face", "no such output"},
    {"out a : color0.xy\n", 2, 16, "xy", "only texture coordinates"},
    {"out a : color0\nMOV a, v0", 3, 10, "", "no output is the position"},
    {"out a : position\nMOV r0, v0", 2, 5, "a", "this output is never written"},
    {"const k[0]", 2, 7, "k", "0 vectors"},
    {"const k[2] = {1}", 2, 17, "", "expected ',' and 1 more values"},
    {"const k = {1, 2, x}", 2, 18, "x", "expected a number"},
    {"const k = {1, 2, 3, 4, 5}", 2, 24, "5", "at most four numbers"},
    {"const k c255 = 1\nconst l[2] c255", 3, 12, "c255", "registers are c0 to c255"},
    {"const k = 0x123456789", 2, 11, "0x123456789", "at most 32 bits"},
    {"option fast", 2, 8, "fast", "expected nosched or nocheck"},
    {"JUMP away\nMOV r0, v0", 2, 6, "away", "this label is nowhere in the program"},
    {"JUMP b16, x", 2, 6, "b16", "booleans are b0 to b15"},
    {"x: MOV r0, v0\nx: MOV r0, v0", 3, 1, "x", "this name is taken"},
    {"LOOP 0", 2, 1, "LOOP", "runs once at least"},
    {"LOOP 256", 2, 6, "256", "up to 255"},
    {"LOOP 3\nMOV r0, v0", 3, 11, "", "a loop is still open"},
    {"ENDLOOP", 2, 1, "ENDLOOP", "no loop is open"},
    {"LOOP 3\nMOV r0, v0\nENDREP", 4, 1, "ENDREP", "expected ENDLOOP"},
    {"RET", 2, 1, "RET", "begins with a label"},
    {"CALL s\nMOV r0, v0\ns: MOV r1, v0", 2, 6, "s", "no RET follows"},
    {"MOV r0, v0 ^ 4:1", 2, 14, "4", "up to 3"},
    {"words 1 2 3", 2, 12, "", "expected a word"},
    {"MOV r0, v0; MOV r1,\n  q", 3, 3, "q", "expected a source"},
    {"MOV r0, \"", 2, 9, "\"", "expected a source"},
};

static const struct asm_wrong fs_wrong[] = {
    {"BOGUS r0, r1", 2, 1, "BOGUS", "expected an operation"},
    {"MUL r0, r1", 2, 11, "", "has 2 sources"},
    {"MUL r0, r1, v1", 2, 13, "v1", "expected a source"},
    {"MUL r0, r1, r2, r3", 2, 17, "r3", "others are marked: unused"},
    {"MUL r128, r1, r2", 2, 5, "r128", "registers are r0 to r127"},
    {"MUL r0, r1, c256", 2, 13, "c256", "registers are c0 to c255"},
    {"MUL r0.br, r1, r2", 2, 8, "br", "expected a mask"},
    {"MUL r0, r1.rg, r2", 2, 12, "rg", "one, three or four"},
    {"MUL r0, r1.rgb, r2", 2, 9, "r1", "alpha is written too"},
    {"MUL.x3 r0, r1, r2", 2, 5, "x3", "expected sat, x2"},
    {"MUL r0 + r1, r2, r3", 2, 10, "r1", "one temporary to a half"},
    {"MUL outA + outB, r2, r3", 2, 12, "outB", "one target"},
    {"MUL outA + p:lt, r2, r3", 2, 12, "p", "one target, or predicate bits"},
    {"MUL p, r2, r3", 2, 6, ",", "expected ':'"},
    {"MUL p:gt, r2, r3", 2, 7, "gt", "expected eq, lt, ge or ne"},
    {"MUL cc.rg:lt, r2, r3", 2, 5, "cc", "one channel"},
    {"MUL.exact r0, r1, r2", 2, 1, "MUL", ".exact is for MIN, MAX, CND and CMP"},
    {"MAX.exact.sat r0, r1, r2", 2, 1, "MAX", ".exact does not clamp"},
    {"RCP r0, r1", 2, 9, "r1", "expected one component"},
    {"RCP r0.rgb, r1.r & _", 2, 1, "RCP", "the RGB half has no such operation"},
    {"MUL r0.rgb, r1, r2 & DP3 r0.a, r1.a, r2.a", 2, 22, "DP3", "the alpha half has no such operation"},
    {"MUL r0.rgba, r1, r2 & _", 2, 1, "MUL", "the RGB half writes r, g and b"},
    {"_ & MUL r0.r, r1.a, r2.a", 2, 5, "MUL", "the alpha half writes a"},
    {"_", 2, 2, "", "expected '&'"},
    {"SOP r0.rgb & MUL r0.a, r1.a, r2.a", 2, 1, "SOP", "SOP takes the result of EX2"},
    {"MUL r0.rgb, r1, r2 & DP r0.a", 2, 1, "MUL", "DP takes the result of DP3"},
    {"MAD r0.rgb, c0, c1, c2 & MAD r0.a, c3.r, c4.a, c5.a", 2, 1, "MAD",
     "do not fit three RGB and three alpha slots"},
    {"MAD r0.rgb, (1-r1), (1-2*r1), r2 & _", 2, 21, "(", "one presubtract"},
    {"MAD r0.rgb, (1-r1), (1-r2), r2 & _", 2, 21, "(", "use the same registers"},
    {"MUL r0, (2-r1), r2", 2, 10, "2", "expected 1 up to 1"},
    {"MUL r0, (r1*r2), r2", 2, 12, "*", "expected - or +"},
    {"MUL r0, src0, src1", 2, 9, "src0", "want `from`"},
    {"MUL r0, r1, src1 from r0, r1, _ / _, _, _", 2, 9, "r1", "with `from`, sources are"},
    {"MUL r0, src0, src1 from r0, r1 / _, _, _", 2, 32, "/", "three registers"},
    {"MUL r0, src0, src3 from r0, r1, _ / _, _, _", 2, 15, "src3", "src0, src1, src2 or srcp"},
    {"MUL r0, k128, r1", 2, 9, "k128", "k0 to k127"},
    {"(p.m) MUL r0, r1, r2", 2, 4, "m", "expected r, g, b or a"},
    {"(p.r / p.g) MUL r0.rgb, r1, r2", 2, 13, "MUL", "predicates for two halves"},
    {"MUL r0, r1, r2 [fast]", 2, 17, "fast", "expected out, wait, nop"},
    {"LD r0, r1", 2, 10, "", "a texture"},
    {"LD r0, r1, tex16", 2, 12, "tex16", "tex0 to tex15"},
    {"LD r0, c1, tex0", 2, 8, "c1", "expected a temporary"},
    {"LD r0, r1.rg1a, tex0", 2, 11, "rg1a", "one or four of r g b a"},
    {"DXDY r0, r1, tex0, r2", 2, 22, "", "expected ','"},
    {"LD r0, r1, tex0 [out]", 2, 18, "out", "expected wait, acquire"},
    {"ELSE", 2, 1, "ELSE", "no IF is open"},
    {"ENDIF", 2, 1, "ENDIF", "no IF is open"},
    {"IF cc\nMOV r0, r1\nELSE\nELSE", 5, 1, "ELSE", "has an ELSE already"},
    {"IF cc\nMOV r0, r1", 2, 1, "IF", "still open at the end"},
    {"IF\nMOV r0, r1\nENDIF", 2, 3, "", "expected a condition"},
    {"IF p\nMOV r0, r1\nENDIF", 2, 5, "", "expected '.'"},
    {"IF b32\nMOV r0, r1\nENDIF", 2, 4, "b32", "b0 to b31"},
    {"LOOP i32", 2, 6, "i32", "i0 to i31"},
    {"LOOP i0\nENDREP", 3, 1, "ENDREP", "expected ENDLOOP"},
    {"LOOP i0\nIF cc\nENDLOOP", 4, 1, "ENDLOOP", "an IF is still open"},
    {"LOOP i0\nLOOP i1\nLOOP i2\nLOOP i3\nLOOP i4", 6, 1, "LOOP", "at most 4 deep"},
    {"BRK cc", 2, 1, "BRK", "no loop is open"},
    {"CALL cc sub", 2, 9, "sub", "expected ','"},
    {"CALL sub\nMOV r0, r1", 2, 6, "sub", "this label is nowhere"},
    {"in a : position", 2, 8, "position", "expected color0-3"},
    {"in a : color0\nin b : color0", 3, 8, "color0", "declared already"},
    {"out a : E", 2, 9, "E", "expected a target, A to D, or depth"},
    {"out a : depth\nMOV a.r, r0", 3, 6, ".", "expected ','"},
    {"FC HOP", 2, 4, "HOP", "expected JUMP, LOOP"},
    {"FC JUMP func=256", 2, 14, "256", "up to 255"},
};

/* That error, and no other. */
static void check(const struct fl_asm *a, bool ok, const struct asm_wrong *w)
{
	asm_check_wrong(a, ok, w);
	if (!ok)
		cr_expect_eq(a->n_errors, 1u, "%s\n  %u errors", w->text, a->n_errors);
}

static struct fl_r500_vs vs;
static struct fl_r500_fs fs;

Test(asm_errors, vertex_programs)
{
	char text[400];

	for (unsigned i = 0; i < sizeof(vs_wrong) / sizeof(vs_wrong[0]); i++) {
		int n = snprintf(text, sizeof(text), "!!PVS\n%s", vs_wrong[i].text);

		check(&vs.source, fl_r500_vs_asm(&vs, text, (size_t)n), &vs_wrong[i]);
	}
}

Test(asm_errors, fragment_programs)
{
	char text[400];

	for (unsigned i = 0; i < sizeof(fs_wrong) / sizeof(fs_wrong[0]); i++) {
		int n = snprintf(text, sizeof(text), "!!US\n%s", fs_wrong[i].text);

		check(&fs.source, fl_r500_fs_asm(&fs, text, (size_t)n), &fs_wrong[i]);
	}
}

Test(asm_errors, the_first_line_says_what_it_is)
{
	cr_assert(!fl_r500_vs_asm(&vs, "MOV r0, v0", 10));
	cr_assert(!fl_r500_vs_asm(&vs, "!!US\n", 5));
	cr_assert_str_eq(vs.source.error[0].word, "US");
	cr_assert_eq(vs.source.error[0].column, 3u);
	cr_assert(!fl_r500_fs_asm(&fs, "", 0));
	cr_assert(fl_r500_fs_asm(&fs, "# a comment\n\n  !!us\n", 20));
}

/* Each line has its own; the first 16 are kept. */
Test(asm_errors, several)
{
	static const char text[] = "!!PVS\nMOV r0, v0\nMOV r0, q\nMOV r1, v0\nADD r0\n";
	char many[1000] = "!!PVS\n", out[100];

	cr_assert(!fl_r500_vs_asm(&vs, text, sizeof(text) - 1));
	cr_assert_eq(vs.source.n_errors, 2u);
	cr_assert_eq(vs.source.error[0].line, 3u);
	cr_assert_eq(vs.source.error[1].line, 5u);
	fl_asm_error_text(&vs.source, 0, out, sizeof(out));
	cr_assert_str_eq(out, "3:9: 'q': expected a source: r, v, c, alt, a name or a number");
	for (unsigned i = 0; i < 40; i++)
		strcat(many, "bad\n");
	cr_assert(!fl_r500_vs_asm(&vs, many, strlen(many)));
	cr_assert_eq(vs.source.n_errors, 40u);
	cr_assert_eq(vs.source.error[FL_ASM_ERRORS - 1].line, 17u);
}
