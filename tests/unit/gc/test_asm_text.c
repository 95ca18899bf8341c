/* SPDX-License-Identifier: MIT
 *
 * Text for Vivante's assembler: words and texts of Mesa's own tests, every operation, labels, declarations,
 * what is wrong and where; and any words as text.
 */
#include "hw/regs/gc.h"
#include "lib/gc/asm.h"
#include "tests/unit/test_asm_rig.h"

TestSuite(gc_asm_text, .timeout = 30);

static struct fl_gc_program program;
static char text[1 << 20];

static bool assemble(uint8_t level, const char *body)
{
	static char all[4000];

	snprintf(all, sizeof all, "!!%s\n%s", fl_gc_level_name(level), body);
	return fl_gc_asm(&program, level, all, strlen(all));
}

/* What Mesa's disassembler says of words that the vendor's driver made (src/etnaviv/isa/tests/disasm.cpp);
 * immediates have their kind, which Mesa's assembler wants. Levels are where they were seen. */
static const struct {
	uint8_t level;
	uint32_t words[4];
	const char *text;
} mesa[] = {
    {0, {0, 0, 0, 0}, "nop               void, void, void, void"},
    {0, {0x07811018, 0x15001f20, 0, 0}, "texld             t1, tex0.xyzw, t1.xyyy, void, void"},
    {0, {0x07831018, 0x39003f20, 0, 0}, "texld             t3, tex0.xyzw, t3.xyzw, void, void"},
    {0, {0x07811009, 0, 0, 0x20390008}, "mov.pack          t1, void, void, u0.xyzw"},
    {0, {0x01821009, 0, 0, 0x00550028}, "mov.pack          t2.xy__, void, void, -t2.xyyy"},
    {0, {0x01821009, 0, 0, 0x00950028}, "mov.pack          t2.xy__, void, void, |t2.xyyy|"},
    {0, {0x01821009, 0, 0xc0000000, 0x00150028}, "mov.u16.pack      t2.xy__, void, void, t2.xyyy"},
    {0, {0x01821009, 0x00200000, 0x80000000, 0x00150028}, "mov.u32.pack      t2.xy__, void, void, t2.xyyy"},
    {0, {0x00801001, 0x00001804, 0, 0x00000008}, "add               t0.x___, t1.xxxx, void, t0.xxxx"},
    {0, {0x07801002, 0x39002805, 0x01c800c0, 0x00390038}, "mad.rtz           t0, t2.xyzw, t1.xyzw, t3.xyzw"},
    {0, {0x00801003, 0x00001804, 0x00000040, 0}, "mul               t0.x___, t1.xxxx, t0.xxxx, void"},
    {0, {0x00801005, 0x09000802, 0x00000040, 2}, "dp3.pack.rtne     t0.x___, t0.xyzx, u0.xxxx, void"},
    {0, {0x00801006, 0x39001804, 0x01c800c0, 0}, "dp4               t0.x___, t1.xyzw, t1.xyzw, void"},
    {0, {0x00811007, 0x00001804, 0, 0x00000018}, "dsx               t1.x___, t1.xxxx, void, t1.xxxx"},
    {0,
     {0x0783108f, 0x39002800, 0x05c800c0, 0x00390028},
     "select.lt.pack    t3, t2.xyzw, |t1.xyzw|, t2.xyzw"},
    {0, {0x008010d0, 0x00000800, 0x00000040, 2}, "set.ge.pack       t0.x___, t0.xxxx, u0.xxxx, void"},
    {0, {0x01001011, 4, 0, 0x00154008}, "exp               t0._y__, void, void, t0.yyyy"},
    {0, {0x00000014, 0, 0, 0x380}, "call              void, void, void, 7"},
    {0, {0x00000015, 0, 0, 0}, "ret               void, void, void, void"},
    {0, {0x00000017, 0, 0, 0}, "texkill.pack      void, void, void, void"},
    {0, {0x00000057, 0x00002800, 0x00000040, 2}, "texkill.gt.pack   void, t2.xxxx, u0.xxxx, void"},
    {0, {0x07811019, 0x39002f20, 0, 0}, "texldb            t1, tex0.xyzw, t2.xyzw, void, void"},
    {0,
     {0x0781101a, 0x15001f20, 0x00a80140, 0x003f8018},
     "texldd            t1, tex0.xyzw, t1.xyyy, t2.xyyy, t1.zwww"},
    {0, {0x4781101b, 0x39003f20, 0, 0}, "texldl            t1, tex8.xyzw, t3.xyzw, void, void"},
    {0, {0x03001022, 5, 0, 0x00154008}, "sin.rtz           t0.zy, void, void, t0.yyyy"},
    {2,
     {0x0787102b, 0x39202804, 0xc0a802c0, 0x781fdffa},
     "swizzle.u8        t7, t2.xyzw, u5.xyyy, 65535:u20"},
    {2, {0x0080102c, 0x00200804, 0x50001040, 7}, "i2i.s16           t0.x___, t0.xxxx, 32:s20, void"},
    {2, {0x0381102d, 0x00201804, 0x40000000, 0}, "i2f.s16           t1.xyz_, t1.xxxx, void, void"},
    {2, {0x0101102e, 0x00201804, 0x80000020, 0x2000}, "f2i.u32.t0        t1._y__, th1.xxxx, void, void"},
    {2, {0x0081102f, 0x00000806, 0x40000000, 0}, "f2irnd.s32.rtne   t1.x___, t0.xxxx, void, void"},
    {0,
     {0x00811131, 0x80001800, 0x00aa0040, 0x202a800a},
     "cmp.le.pack       t1.x___, |t1.xxxx|, u0.yyyy, u0.zzzz"},
    {2, {0x00801032, 0x00000c04, 0x10000050, 7}, "load.denorm       t0.x___, u0.xxxx, 0:s20, void"},
    {2, {0x00801036, 0x15400804, 0x01540050, 2}, "clamp0_max        t0.x___, u0.yyyy, u0.zzzz, void"},
    {0,
     {0x0080103b, 0x00001804, 0x40000000, 0x00400028},
     "iaddsat.s32       t0.x___, t1.xxxx, void, -t2.xxxx"},
    {2, {0x01001008, 0x15400804, 0xd00100c0, 7}, "imod.u16          t0._y__, t0.yyyy, 1:s20, void"},
    {5,
     {0x07811009, 0x15001f20, 0x01ff00c0, 0x78021008},
     "txf               t1, tex0.xyzw, t1.xyyy, t1.wwww, 4352:u20"},
    {0, {0x0080103c, 0x00001804, 0x40000140, 0}, "imullo0.s32       t0.x___, t1.xxxx, t2.xxxx, void"},
    {0, {0x00801000, 0x00001804, 0x40010140, 0}, "imulhi0.s32       t0.x___, t1.xxxx, t2.xxxx, void"},
    {0, {0x0082101d, 0x00001804, 0x40010000, 8}, "and.s32           t2.x___, t1.xxxx, void, t0.xxxx"},
    {2, {0x00811020, 0x00001804, 0x40010140, 0x38}, "bit_extract.s32   t1.x___, t1.xxxx, t2.xxxx, t3.xxxx"},
    {2, {0x0080101a, 0x00001804, 0x40010000, 0x78000018}, "rshift.s32        t0.x___, t1.xxxx, void, 1:u20"},
    {2, {0x03001024, 5, 0x04098040, 0x0015400f}, "div.rtz           t0.zy, void, 4.5:f20, t0.yyyy"},
    {5, {0x00801025, 0x2a800884, 0x50010050, 0xf}, "atomic_add.skpHp.s32 t0.x___, u0.zzzz, 0:s20, t0.xxxx"},
    {2, {0x0081102d, 0x00001804, 0x40010000, 0}, "bit_rev.s32       t1.x___, t1.xxxx, void, void"},
    {2, {0x00811033, 0x04402804, 0x00ef00c0, 0}, "dp2               t1.x___, t2.yxyx, t1.wywy, void"},
    {5, {0x07801039, 0x39204c00, 0x80a90050, 0}, "img_load.denorm.u32.pack t0, u4.xyzw, t0.xyyy, void"},
    {2, {0x0381103f, 0x29201804, 0x80010000, 0x780000b8}, "bit_findlsb.u32   t1.xyz_, t1.xyzz, void, void"},
    {0, {0x00000016, 0, 0, 0x1080}, "branch            void, void, void, 33"},
    {0, {0x00000056, 0x00000800, 0x000000d0, 0x280}, "branch.gt         void, u0.xxxx, t1.xxxx, 5"},
    {0, {0x00000116, 0x3fc01800, 0x000000c0, 0x482}, "branch.le         void, t1.wwww, u1.xxxx, 9"},
    {0, {0x00823009, 0, 0, 0x18}, "mov.pack          t2[a.x].x___, void, void, t1.xxxx"},
    {0, {0x01811001, 0x15001800, 0, 0x28150018}, "add.pack          t1.xy__, t1.xyyy, void, u1[a.w].xyyy"},
    {2,
     {0x01011001, 0x00001804, 0x00000020, 0xa0402008},
     "add.hp.t0         t1._y__, th1.xxxx, void, -u0.xxxx"},
    {2,
     {0x00811171, 0x15601804, 0x80000040, 0x77ffdffa},
     "cmp.eq.u32.t1     t1.x___, t1.yyyy, u0.xxxx, -1:s20"},
    {2,
     {0x00801001, 0x7e000805, 0x00000038, 0x00800008},
     "add.rtz           t0.x___, 0.5:f20, void, |t0.xxxx|"},
    {2, {0x00800033, 0x00000c84, 0x10000050, 0xf}, "store.skpHp.denorm mem.x___, u0.xxxx, 0:s20, t0.xxxx"},
    {5, {0x01001032, 0x15400d14, 0x00000040, 0}, "load.denorm.local.ls2 t0._y__, t0.yyyy, t0.xxxx, void"},
    {5,
     {0x00811030, 0x39001800, 0x01490140, 0x00290038},
     "texldgpcf         t1.x___, tex0.xxxx, t1.xyzw, t2.xyzz, t3.xyzz"},
    {5, {0x01001832, 0x15400800, 0x100100c0, 7}, "conv.sat.pack     t0._y__, t0.yyyy, 1:s20, void"},
};

static uint8_t level_of(uint8_t halti)
{
	return halti == 5 ? FL_GC_LEVEL_5 : halti == 2 ? FL_GC_LEVEL_2 : FL_GC_LEVEL_0;
}

Test(gc_asm_text, words_and_texts_of_mesa)
{
	for (uint32_t i = 0; i < sizeof mesa / sizeof mesa[0]; i++) {
		uint8_t level = level_of(mesa[i].level);
		bool ok = assemble(level, mesa[i].text);
		struct fl_asm_out out;

		asm_check_right(&program.source, ok, mesa[i].text);
		cr_expect_arr_eq(program.words[0], mesa[i].words, sizeof mesa[i].words,
				 "%s: %08x %08x %08x %08x", mesa[i].text, program.words[0][0],
				 program.words[0][1], program.words[0][2], program.words[0][3]);
		fl_asm_out(&out, text, sizeof text);
		cr_expect_eq(fl_gc_disasm(level, &mesa[i].words, 1, &out), 0u);
		cr_expect(strstr(text, mesa[i].text), "%s\n%s", mesa[i].text, text);
	}
}

Test(gc_asm_text, every_operation_and_modifier)
{
	for (uint32_t i = 0; i < fl_gc_n_ops; i++)
		for (uint32_t k = 0; k < 32; k++) {
			const struct fl_gc_op *op = &fl_gc_ops[i];
			struct fl_gc_inst inst = {
			    .op = op->op, .form = op->form, .cond = k < 16 ? (uint8_t)k : 22};
			uint32_t words[1][FL_GC_WORDS];
			struct fl_asm_out out;

			inst.type = k & 7;
			inst.rmode = op->form == FL_GC_TEX || op->form == FL_GC_FLOW ? 0 : k % 3;
			inst.sat = k >> 1 & 1;
			inst.pack = op->form != FL_GC_TEX &&
				    (k & 4 || op->form == FL_GC_FLOW || !(op->needs | op->may));
			inst.thread = op->form == FL_GC_FLOW ? 0 : (uint8_t)(k / 3 % 3);
			inst.full = op->form != FL_GC_FLOW && k & 8;
			inst.shift = op->form == FL_GC_LOAD || op->form == FL_GC_STORE ? k & 7 : 0;
			inst.dst.use = op->form <= FL_GC_TEX || op->form == FL_GC_LOAD;
			inst.dst.reg = inst.dst.use ? (uint8_t)(k * 2) : 0;
			inst.dst.mask = op->form == FL_GC_FLOW ? 0 : k & 15;
			inst.tex.id = op->form == FL_GC_TEX ? k & 15 : 0;
			inst.tex.swiz = op->form == FL_GC_TEX ? (uint8_t)(k * 37) : 0;
			inst.target = op->form == FL_GC_FLOW ? (uint16_t)(k * 1023) : 0;
			for (uint32_t s = 0; s < 3; s++)
				if ((op->needs | (k & 1 ? op->may : 0)) >> s & 1)
					inst.src[s] = (struct fl_gc_src){true,
									 k & 1,
									 k >> 2 & 1,
									 (uint16_t)(k + s),
									 (uint8_t)(k * 29 + s),
									 (uint8_t)(k % 5),
									 s == 1 ? 2 : 0};
			if (op->extended)
				fl_gc_set_immediate(&inst.src[2], FL_GC_IMM_U20, op->extended);
			fl_gc_inst_words(&inst, words[0]);
			fl_asm_out(&out, text, sizeof text);
			cr_assert_eq(
			    fl_gc_disasm(FL_GC_LEVEL_5, (const uint32_t(*)[FL_GC_WORDS])words, 1, &out), 0u,
			    "%s", text);
			cr_assert(!strchr(text, '^') && strstr(text, op->name), "%s", text);
			asm_check_right(&program.source, fl_gc_asm(&program, FL_GC_LEVEL_5, text, out.need_B),
					text);
			cr_assert(program.n == 1 && !memcmp(program.words, words, sizeof words), "%s", text);
		}
}

Test(gc_asm_text, immediates)
{
	static const struct {
		const char *text;
		uint32_t kind, bits;
	} of[] = {
	    {"1.0", 0, 0x3f800},
	    {"-0.5:f20", 0, 0xbf000},
	    {"0x12345:f20", 0, 0x12345},
	    {"7", 1, 7},
	    {"-524288", 1, 0x80000},
	    {"524288", 2, 0x80000},
	    {"1048575:u20", 2, 0xfffff},
	    {"1.5:f16", 3, 0x3e00},
	    {"-65504.0:f16", 3, 0xfbff},
	    {"0x8001:f16", 3, 0x8001},
	    {"0.00006103515625:f16", 3, 0x0400},
	};

	for (uint32_t i = 0; i < sizeof of / sizeof of[0]; i++) {
		char line[80];
		struct fl_gc_inst inst;
		uint32_t kind, bits;

		snprintf(line, sizeof line, "mov t0, void, void, %s", of[i].text);
		asm_check_right(&program.source, assemble(FL_GC_LEVEL_2, line), line);
		fl_gc_inst_of(&inst, program.words[0], FL_GC_ALU);
		bits = fl_gc_immediate(&inst.src[2], &kind);
		cr_expect(kind == of[i].kind && bits == of[i].bits && inst.src[2].group == 7,
			  "%s: kind %u, 0x%x", line, kind, bits);
	}
}

Test(gc_asm_text, labels_and_declarations)
{
	static const uint32_t branch[4] = {0x00000096, 0x00000800, 0x00000040, 0x00000002};

	asm_check_right(&program.source,
			assemble(FL_GC_LEVEL_0, "vertex # a comment\nin position\nin color\n"
						"out place : position\nout shade : color0\ntemp far\n"
						"const rows[4]\nconst bias = {1, 2, 3, 4}\n"
						"again: mul far, position, rows[1], void\n"
						"mov place.xyz, void, void, bias.x\n"
						"branch.lt void, t0.x, u0.x, again\n"
						"branch void, void, void, end\n"
						"mov shade.x__w, void, void, -|color.wx|\n"
						"end:\n"),
			"");
	cr_expect_eq(program.attributes, 3);
	cr_expect(program.position_reg == 2 && program.n_out == 1 && program.out_reg[0] == 3 &&
		  program.out[0] == FL_MEANS_COLOR);
	cr_expect(program.n_constants == 5 && program.given[0] == 1u << 4 &&
		  program.constant[4][1] == 0x40000000);
	cr_expect_arr_eq(program.words[2], branch, sizeof branch);
	cr_expect_eq(GC_INST_WORD_3__SRC2_IMM__GET(program.words[3][3]), 5u);
	cr_expect_eq(GC_INST_WORD_2__SRC1_REG__GET(program.words[0][2]), 1u);
	cr_expect_eq(GC_INST_WORD_3__SRC2_SWIZ__GET(program.words[4][3]), 3u);
	cr_expect_eq(program.temps, 5u);
	asm_check_right(&program.source,
			assemble(FL_GC_LEVEL_0,
				 "fragment\nin color0\nin where : position\nin face\nin tc : texcoord1\n"
				 "out c\nmad c, where, color0, tc\nmov c.w, void, void, face.x\n"
				 "texld c, tex3, tc.xy, void, void\n"),
			"");
	cr_expect(program.n_in == 2 && program.in[1] == FL_MEANS_TEXCOORD + 1 && program.n_targets == 1 &&
		  program.target_reg[0] == 3);
	cr_expect_eq(program.has_sampler, 8u);
	cr_expect_eq(program.words[0][0] >> 16 & 0x7f, 3u);
	cr_expect_eq(GC_INST_WORD_3__SRC2_RGROUP__GET(program.words[1][3]),
		     (uint32_t)GC_INST_RGROUP__INTERNAL);
}

Test(gc_asm_text, what_is_wrong_and_where)
{
	static const struct asm_wrong wrong[] = {
	    {"bogus t0, void, void, void", 2, 1, "bogus", "no such instruction"},
	    {"mov t0, void, void", 2, 19, "", "','"},
	    {"mov t64, void, void, t0", 2, 5, "t64", "t0 to t63"},
	    {"mov t0, void, void, t64", 2, 21, "t64", "t0 to t63"},
	    {"mov t0, void, void, u168", 2, 21, "u168", "u0 to u167"},
	    {"add t0, u0, void, u1", 2, 19, "u1", "reads one uniform"},
	    {"add t0, u0, void, u0[a.x]", 2, 19, "u0", "reads one uniform"},
	    {"mov t0, void, void, 1.0", 2, 21, "1", "no immediates"},
	    {"mov t0, t1, void, t2", 2, 9, "t1", "does not have this source"},
	    {"add t0, t1, void, void", 2, 19, "void", "has to be there"},
	    {"dp2 t0, t1, t2, void", 2, 1, "dp2", "GC3000 and GC7000L"},
	    {"atomic_add t0, t1, t2, t3", 2, 1, "atomic_add", "GC7000L does"},
	    {"texld t0, tex12, t1, void, void", 2, 11, "tex12", "tex8 to tex11"},
	    {"texld t0, tx1, t1, void, void", 2, 11, "tx1", "a sampler"},
	    {"mov.foo t0, void, void, t1", 2, 5, "foo", "a condition"},
	    {"mov.ls2 t0, void, void, t1", 2, 5, "ls2", "a condition"},
	    {"mov t0.yx__, void, void, t1", 2, 8, "yx__", "in its place"},
	    {"mov t0.q, void, void, t1", 2, 8, "q", "x, y, z and w"},
	    {"mov t0, void, void, |t1", 2, 24, "", "'|'"},
	    {"mov t0, void, void, t1[b.x]", 2, 24, "b", "a.x"},
	    {"branch t0, void, void, 3", 2, 8, "t0", "no destination"},
	    {"branch void, void, void, nowhere", 2, 26, "nowhere", "no such label"},
	    {"branch void, void, void, 32768", 2, 26, "32768", "up to 32767"},
	    {"a1: nop void, void, void, void\na1: nop void, void, void, void", 3, 1, "a1", "taken"},
	    {"vertex\nin normal\nin color", 4, 4, "color", "in this order"},
	    {"vertex\ntexkill void, void, void, void", 3, 1, "texkill", "fragment programs alone"},
	    {"vertex\ntexld t0, tex0, t1, void, void", 3, 11, "tex0", "tex8 to tex11"},
	    {"fragment\nmov t1, void, void, u64", 3, 21, "u64", "u0 to u63"},
	    {"fragment\nconst many[65]", 3, 7, "many", "u0 to u63"},
	    {"fragment\nout a1\nout b\nout c\nout d\nout e", 7, 5, "e", "no more targets"},
	    {"temp t5", 2, 6, "t5", "language"},
	    {"words 1 2 3", 2, 12, "", "a word"},
	};
	static const struct asm_wrong later[] = {
	    {"mov t0, void, void, 0.1", 2, 21, "0", "11 bits"},
	    {"mov t0, void, void, 0.1:f16", 2, 21, "0", "does not hold"},
	    {"mov t0, void, void, 1:f20", 2, 21, "1", "a point"},
	    {"mov t0, void, void, 524288:s20", 2, 21, "524288", "524287"},
	    {"mov t0, void, void, -1:u20", 2, 21, "-", "1048575"},
	    {"mov t0, void, void, 1.0:s20", 2, 21, "1", "whole number"},
	    {"add t0, u0, void, u1", 2, 19, "u1", "reads one uniform"},
	};

	for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		asm_check_wrong(&program.source, assemble(FL_GC_LEVEL_0, wrong[i].text), &wrong[i]);
	for (uint32_t i = 0; i < sizeof later / sizeof later[0]; i++)
		asm_check_wrong(&program.source, assemble(FL_GC_LEVEL_2, later[i].text), &later[i]);
	/* GC7000L alone may read several uniforms. */
	cr_expect(assemble(FL_GC_LEVEL_5, "add t0, u0, void, u1"));
}

/* Whatever the words, the text gives them again. */
Test(gc_asm_text, any_words)
{
	enum { N = 2000 };
	static uint32_t words[N][FL_GC_WORDS];
	uint32_t valid = 0;

	for (uint8_t level = 0; level < FL_GC_LEVELS; level++) {
		/* of GC2000 and GC3000 no more than a program has */
		uint32_t n = level == FL_GC_LEVEL_5 ? N : 256;
		struct fl_asm_out out;

		for (uint32_t i = 0; i < n; i++)
			for (uint32_t k = 0; k < FL_GC_WORDS; k++) {
				words[i][k] = asm_random();
				if (i % 4) /* registers that there are, rather than any */
					words[i][k] &= k == 0   ? 0xffff1fff & ~(1u << 22)
						       : k == 1 ? ~0x001c0000u
						       : k == 2 ? ~0x2000e03fu
								: ~0x52001c07u;
			}
		fl_asm_out(&out, text, sizeof text);
		valid += n - fl_gc_disasm(level, (const uint32_t(*)[FL_GC_WORDS])words, n, &out);
		cr_assert_lt(out.need_B, sizeof text);
		asm_check_right(&program.source, fl_gc_asm(&program, level, text, out.need_B), text);
		cr_expect(program.n == n && !memcmp(program.words, words, n * sizeof words[0]));
	}
	cr_expect_gt(valid, 50u);
}
