/* SPDX-License-Identifier: MIT
 *
 * Text for Sea Islands' assembler: labels, forms, numbers, what is wrong and where; and any words as text.
 */
#include "lib/cik/asm.h"
#include "lib/cik/isa.h"
#include "tests/unit/test_asm_rig.h"

TestSuite(cik_asm_text, .timeout = 30);

static struct fl_cik_program program;

static bool assemble(const char *text)
{
	return fl_cik_asm(&program, text, strlen(text));
}

static void gives(const char *text, uint32_t n, const uint32_t *words)
{
	bool ok = assemble(text);

	asm_check_right(&program.source, ok, text);
	cr_assert_eq(program.n, n, "%s: %u words", text, program.n);
	for (uint32_t i = 0; i < n; i++)
		cr_expect_eq(program.words[i], words[i], "%s: word %u is %08x", text, i, program.words[i]);
}

Test(cik_asm_text, labels_and_comments)
{
	gives("; !!GFX7\n"
	      "// a loop\n"
	      "loop: s_sub_u32 s0, s0, 1 ; and on\n"
	      "s_cbranch_scc0 loop\n"
	      "s_cbranch_vccz end # ahead\n"
	      "s_branch -3\n"
	      ".long 0x12345678, -1\n"
	      "end:\n"
	      "s_endpgm\n",
	      7,
	      (const uint32_t[]){0x80808100, 0xbf84fffe, 0xbf860003, 0xbf82fffd, 0x12345678, 0xffffffff,
				 0xbf810000});
}

Test(cik_asm_text, the_head_may_be_missing_or_plain)
{
	gives("s_endpgm", 1, (const uint32_t[]){0xbf810000});
	gives("\n\n!!GFX7\ns_endpgm", 1, (const uint32_t[]){0xbf810000});
	gives("", 0, NULL);
}

Test(cik_asm_text, forms)
{
	gives("v_add_f32 v1, v2, v3", 1, (const uint32_t[]){0x06020702});
	gives("v_add_f32 v1, v2, s3", 2, (const uint32_t[]){0xd2060001, 0x00000702});
	gives("v_cmp_eq_u32 s[2:3], v1, v2", 2, (const uint32_t[]){0xd1840002, 0x00020501});
	gives("v_add_f32 v1, -|v2|, v3 clamp", 2, (const uint32_t[]){0xd2060901, 0x20020702});
}

/* Rounded by LLVM, in two steps: to a double, then to the operand's type. */
Test(cik_asm_text, numbers)
{
	gives("s_mov_b32 s0, 0.1", 2, (const uint32_t[]){0xbe8003ff, 0x3dcccccd});
	gives("s_mov_b32 s0, 1.0e3", 2, (const uint32_t[]){0xbe8003ff, 0x447a0000});
	gives("s_mov_b32 s0, 16777217.0", 2, (const uint32_t[]){0xbe8003ff, 0x4b800000});
	gives("v_rcp_f64 v[0:1], 3.1415926535897932", 2, (const uint32_t[]){0x7e005eff, 0x400921fb});
	gives("v_cvt_f32_f16 v0, 65504.0", 2, (const uint32_t[]){0x7e0016ff, 0x7bff});
	gives("s_mov_b32 s0, 0x3f800000", 1, (const uint32_t[]){0xbe8003f2});
	gives("s_mov_b32 s0, -16", 1, (const uint32_t[]){0xbe8003d0});
	gives("s_mov_b64 s[0:1], -17", 2, (const uint32_t[]){0xbe8004ff, 0xffffffef});
	gives("s_load_dword s0, s[2:3], 0xff", 1, (const uint32_t[]){0xc00003ff});
	gives("s_load_dword s0, s[2:3], 0x100", 2, (const uint32_t[]){0xc00002ff, 0x100});
}

Test(cik_asm_text, what_is_wrong_and_where)
{
	static const struct asm_wrong wrong[] = {
	    {"s_nop 0\n  s_bogus s1", 2, 3, "s_bogus", "no such instruction"},
	    {"s_mov_b32 s1", 1, 13, "", "','"},
	    {"s_mov_b32 s104, 1", 1, 11, "s104", "s0 to s103"},
	    {"s_mov_b64 s[3:4], 1", 1, 11, "s", "multiple of 2"},
	    {"v_mov_b32 v1, v256", 1, 15, "v256", "v0 to v255"},
	    {"v_add_f32 v1, s2, s3", 1, 19, "s3", "one scalar value"},
	    {"v_add_f32_e64 v1, 1.5, v3", 1, 19, "1", "no literal"},
	    {"s_add_u32 s1, 0x12345, 0x54321", 1, 24, "0x54321", "one literal"},
	    {"v_add_f64_e32 v[0:1], v[0:1], v[0:1]", 1, 1, "v_add_f64_e32", "no short form"},
	    {"s_branch there", 1, 10, "there", "no such label"},
	    {"a: s_nop 0\na: s_nop 1", 2, 1, "a", "taken"},
	    {"s_waitcnt vmcnt(16)", 1, 17, "16", "up to 15"},
	    {"buffer_load_dword v1, off, s[4:7], 0 offen", 1, 23, "off", "registers of address"},
	    {"image_load v1, v[0:3], s[0:7] dmask:0x3", 1, 12, "v1", "registers of data"},
	    {"exp mrt8 v0, v0, v0, v0", 1, 5, "mrt8", "param31"},
	    {"flat_atomic_add v[0:1], v2 glc", 1, 1, "flat_atomic_add", "destination"},
	    {"s_mov_b32 s1, 5 5", 1, 17, "5", "end of the statement"},
	    {"s_mov_b32 s1, 0x", 1, 15, "0x", "number"},
	    {"s_mov_b32 s1, 1.0e40", 1, 15, "1", "digits"},
	    {".word 5", 1, 2, "word", ".long"},
	};

	for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		asm_check_wrong(&program.source, assemble(wrong[i].text), &wrong[i]);
}

Test(cik_asm_text, labels_in_disassembly)
{
	static const uint32_t words[] = {0x80808100, 0xbf84fffe, 0xbf860001, 0xbe8003ff,
					 0x00012345, 0xbf810000, 0xbf82fff0, 0xbf820000};
	static char text[4096];
	struct fl_asm_out out;

	fl_asm_out(&out, text, sizeof text);
	cr_expect_eq(fl_cik_disasm(words, 8, &out), 0u);
	cr_expect_str_eq(text, "; !!GFX7\n"
			       "L0:\n"
			       "\ts_sub_u32 s0, s0, 1\n"
			       "\ts_cbranch_scc0 L0\n"
			       "\ts_cbranch_vccz 1\n"
			       "\ts_mov_b32 s0, 0x12345\n"
			       "\ts_endpgm\n"
			       "\ts_branch -16\n"
			       "\ts_branch L8\n"
			       "L8:\n");
}

/* Whatever the words, the text gives them again. */
Test(cik_asm_text, any_words)
{
	enum { WORDS = 4000 };
	static uint32_t words[WORDS];
	static char text[WORDS * 200];
	uint64_t seed = 7;
	struct fl_asm_out out;

	for (uint32_t i = 0; i < WORDS; i++) {
		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		words[i] = (uint32_t)(seed >> 32) | (i % 3 ? 0x80000000 : 0);
	}
	fl_asm_out(&out, text, sizeof text);
	fl_cik_disasm(words, WORDS, &out);
	cr_assert_lt(out.need_B, sizeof text);
	asm_check_right(&program.source, assemble(text), text);
	cr_expect(program.n == WORDS && !memcmp(program.words, words, sizeof words));
	fl_asm_out(&out, text, sizeof text);
	fl_cik_graph(words, WORDS, &out);
	cr_expect(out.need_B < sizeof text && !strcmp(text + out.need_B - 2, "}\n"));
}

/* A loop with a way out, a branch to nowhere, and a node that nothing leads to */
Test(cik_asm_text, control_flow_as_a_graph)
{
	static const uint32_t words[] = {0xbf800000, 0x80808100, 0xbf84fffe,
					 0xbf860040, 0xbf810000, 0xbf800001};
	static char text[4096];
	struct fl_asm_out out;

	fl_asm_out(&out, text, sizeof text);
	cr_expect_eq(fl_cik_graph(words, 6, &out), 0u);
	cr_expect_str_eq(text, "digraph program {\n"
			       "\tnode [shape=box fontname=monospace];\n"
			       "\tb0 [label=\"L0:\\ls_nop 0\\l\"];\n"
			       "\tb0 -> b1;\n"
			       "\tb1 [label=\"L1:\\ls_sub_u32 s0, s0, 1\\ls_cbranch_scc0 L1\\l\"];\n"
			       "\tb1 -> b1 [label=\"scc0\"];\n"
			       "\tb1 -> b3;\n"
			       "\tb3 [label=\"L3:\\ls_cbranch_vccz 64\\l\"];\n"
			       "\tb3 -> outside [label=\"vccz\"];\n"
			       "\tb3 -> b4;\n"
			       "\tb4 [label=\"L4:\\ls_endpgm\\l\"];\n"
			       "\tb5 [label=\"L5:\\ls_nop 1\\l\"];\n"
			       "\tb5 -> outside;\n"
			       "}\n");
}

/* LLVM wants what follows the operands in an order of its own. */
Test(cik_asm_text, flags_in_the_order_that_llvm_takes)
{
	static const struct {
		uint32_t words[2];
		const char *text;
	} lines[] = {
	    {{0xf8001c0f, 0x00000100}, "exp mrt0 v0, v0, v1, v1 done compr vm"},
	    {{0xe030f004, 0x01c10102}, ".long 0xe030f004, 0x01c10102"}, /* addr64 with offen and idxen */
	    {{0xe0307004, 0x01c10102},
	     "buffer_load_dword v1, v[2:3], s[4:7], s1 idxen offen offset:4 glc slc tfe"},
	    {{0xf203ff00, 0x00220101},
	     "image_load v[1:5], v[1:4], s[8:15] dmask:0xf unorm glc slc r128 tfe lwe da"},
	    {{0xd2060901, 0x28020702}, "v_add_f32_e64 v1, -|v2|, v3 clamp mul:2"},
	};
	static char text[1024];
	struct fl_asm_out out;

	for (uint32_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		fl_asm_out(&out, text, sizeof text);
		fl_cik_disasm(lines[i].words, 2, &out);
		cr_expect(strstr(text, lines[i].text), "%s", text);
	}
}

Test(cik_asm_text, descriptors_at_the_head)
{
	static const char source[] = "s_load_dwordx8 s[8:15], s[2:3], 0x0\n"
				     "s_load_dwordx4 s[16:19], vcc, 0x8\n"
				     "s_buffer_load_dword s0, s[4:7], 0x0\n"
				     "buffer_load_dword v0, off, s[20:23], 0\n"
				     "image_sample v[0:3], v[0:3], s[8:15], s[16:19] dmask:0xf\n"
				     "buffer_wbinvl1\n"
				     "s_endpgm\n";
	static char text[1024];
	struct fl_asm_out out;

	asm_check_right(&program.source, assemble(source), source);
	fl_asm_out(&out, text, sizeof text);
	cr_expect_eq(fl_cik_disasm(program.words, program.n, &out), 0u);
	text[strcspn(text, "\t")] = 0;
	cr_expect_str_eq(text, "; !!GFX7\n"
			       "; loads from addresses in s[2:3], vcc\n"
			       "; buffers s[4:7], s[20:23]\n"
			       "; images s[8:15]\n"
			       "; samplers s[16:19]\n");
}
