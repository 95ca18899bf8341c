/* SPDX-License-Identifier: MIT
 *
 * SH: what a program may not do on a chip is said, each rule by a report; where code comes from, and
 * that the instruction cache keeps what it has.
 */
#include "tests/unit/gc/sh_rig.h"

TestSuite(gc_sh_rules, .timeout = 60);

static const struct op plain = {.op = GC_INST_OPCODE__MOV, .mask = 15, .dst = 1, .s[2] = T(0)};

/* A program of one instruction: refused, or allowed with a word */
static void judged(const char *chip, enum mgc_stage stage, struct op o, bool refused, const char *words)
{
	struct sh_rig r = sh_rig(chip, stage);
	const struct fl_report *said_it;

	add(&r, o);
	cr_assert_eq(program(&r) == NULL, refused, "%s: %s", chip, words ? words : "nothing");
	said_it = fl_model_report(r.m, 0);
	if (!words)
		cr_assert_null(said_it, "%s: %s", chip, said_it->text);
	else
		cr_assert(said(&r, words), "%s: %s", words, said_it ? said_it->text : "nothing");
	if (said_it) {
		cr_assert_str_eq(said_it->block, "SH");
		cr_assert_eq(said_it->severity, refused                                   ? FL_REFUSE
						: strstr(words, "source and destination") ? FL_NOTE
											  : FL_WARN);
	}
	sh_rig_free(&r);
}

static struct op with(struct op o, unsigned slot, struct arg a)
{
	o.s[slot] = a;
	return o;
}

Test(gc_sh_rules, what_is_named_alone_is_refused)
{
	static const uint8_t ops[] = {0x04, 0x0b, 0x0e, 0x1d, 0x1e, 0x1f, 0x20, 0x2a, 0x2b, 0x49, 0x62,
				      0x6e, 0x71, 0x74, 0x75, 0x76, 0x77, 0x79, 0x7a, 0x28, 0x3d, 0x7c};

	for (unsigned i = 0; i < sizeof(ops); i++)
		judged("gc7000l", MGC_PIXEL, (struct op){.op = ops[i], .mask = 1, .dst = 1}, true,
		       "name alone");
}

/* Reports may have been read, and cleared: the next draw with the program says it again. */
Test(gc_sh_rules, what_is_refused_is_said_each_time)
{
	struct sh_rig r = sh_rig("gc7000l", MGC_PIXEL);

	add(&r, (struct op){.op = 0x04, .mask = 1, .dst = 1});
	for (unsigned i = 0; i < 3; i++) {
		cr_assert_null(program(&r));
		cr_expect(said(&r, "name alone"), "time %u", i);
		fl_model_reports_clear(r.m);
	}
	sh_rig_free(&r);
}

Test(gc_sh_rules, one_uniform_an_instruction)
{
	struct op o = {.op = GC_INST_OPCODE__MAD, .mask = 15, .dst = 1, .s = {U(3), U(4), U(3)}};

	judged("gc2000", MGC_PIXEL, o, false, "one uniform an instruction");
	judged("gc3000", MGC_VERTEX, o, false, "one uniform an instruction");
	judged("gc7000l", MGC_PIXEL, o, false, NULL);
	o.s[1] = U(3);
	judged("gc2000", MGC_PIXEL, o, false, NULL);
	/* and the last one serves for all */
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);
		add(&r,
		    (struct op){.op = GC_INST_OPCODE__ADD, .mask = 15, .dst = 1, .s = {U(3), [2] = U(4)}});
		uniform(&r, 3, 0, as_bits(100));
		uniform(&r, 4, 0, as_bits(1));
		cr_assert(run(&r, scalar));
		cr_assert_eq(r.w->t[1][0].f[5], 2);
		sh_rig_free(&r);
	}
}

Test(gc_sh_rules, registers_and_groups)
{
	struct op o = plain;

	o.dst = 63; /* NUM_TEMPS is 63 */
	judged("gc2000", MGC_PIXEL, o, false, "neighbouring thread");
	judged("gc2000", MGC_PIXEL, with(plain, 2, T(63)), false, "neighbouring thread");
	judged("gc2000", MGC_PIXEL, with(plain, 2, T(64)), true, "there are 64");
	o.dst = 64;
	judged("gc2000", MGC_PIXEL, o, true, "there are 64");
	struct arg a = T(0);
	a.group = 5;
	judged("gc3000", MGC_PIXEL, with(plain, 2, a), true, "group 5");
	a.group = 1;
	a.reg = 1;
	judged("gc3000", MGC_PIXEL, with(plain, 2, a), true, "i1");
	a = T(0);
	a.amode = 5;
	judged("gc3000", MGC_PIXEL, with(plain, 2, a), true, "address mode 5");
	judged("gc2000", MGC_VERTEX, with(plain, 2, U(200)), false, "168 uniforms");
	judged("gc2000", MGC_PIXEL, with(plain, 2, U(64)), false, "64 uniforms");
	judged("gc880", MGC_PIXEL, with(plain, 2, U(200)), false, NULL);
	a = U(0);
	a.reg = 128;
	judged("gc880", MGC_PIXEL, with(plain, 2, a), true, "a group has 128");
}

Test(gc_sh_rules, what_a_chip_does_not_have)
{
	struct op o = {.op = GC_INST_OPCODE__CMP, .mask = 1, .dst = 1, .s = {T(0), T(0), T(0)}};

	judged("gc2000", MGC_PIXEL, o, true, "HALTI2");
	judged("gc3000", MGC_PIXEL, o, false, NULL);
	o.op = GC_INST_OPCODE__ATOM_ADD;
	o.type = 6;
	judged("gc3000", MGC_PIXEL, o, true, "HALTI5");
	judged("gc2000", MGC_PIXEL, with(plain, 2, imm(0, 0)), false, "immediate");
	o = (struct op){.op = GC_INST_OPCODE__SIN, .mask = 1, .dst = 2, .s[2] = TS(2, 0)};
	judged("gc2000", MGC_PIXEL, o, false, "source and destination");
	judged("gc880", MGC_PIXEL, o, false, NULL);
	o.s[2].reg = 3;
	judged("gc2000", MGC_PIXEL, o, false, NULL);
	o.rounding = 1;
	o.mask = 7;
	judged("gc3000", MGC_PIXEL, o, false, "two factors");
	o = (struct op){.op = GC_INST_OPCODE__ADD, .type = 1, .mask = 3, .dst = 1, .s = {T(0), [2] = T(0)}};
	judged("gc2000", MGC_PIXEL, o, false, "several components");
	judged("gc3000", MGC_PIXEL, o, false, NULL);
}

Test(gc_sh_rules, types_stages_targets)
{
	struct op o = {.op = GC_INST_OPCODE__DSX, .mask = 1, .dst = 1, .s[0] = T(0)};

	judged("gc2000", MGC_VERTEX, o, true, "pixel programs alone");
	o = (struct op){.op = GC_INST_OPCODE__MUL, .type = 1, .mask = 1, .dst = 1, .s = {T(0), T(0)}};
	judged("gc3000", MGC_PIXEL, o, true, "one of floats");
	o.op = GC_INST_OPCODE__IMULLO0;
	o.type = 0;
	judged("gc3000", MGC_PIXEL, o, true, "one of integers");
	o.op = GC_INST_OPCODE__MUL;
	o.type = 4;
	judged("gc3000", MGC_PIXEL, o, true, "f16");
	o = (struct op){.op = GC_INST_OPCODE__BRANCH, .no_dst = true, .target = 2};
	judged("gc3000", MGC_PIXEL, o, true, "to instruction 2 of 1");
	o.target = 1;
	judged("gc3000", MGC_PIXEL, o, false, NULL);
	o.cond = 17;
	judged("gc3000", MGC_PIXEL, o, true, "condition 17");
	o = (struct op){.op = 0x7f, .type = 6, .mask = 1, .dst = 1, .s = {T(0), [2] = imm(2, 5)}};
	judged("gc3000", MGC_PIXEL, o, true, "0x5");
	o = (struct op){.op = GC_INST_OPCODE__CONV, .mask = 1, .dst = 1, .s = {T(0), T(1)}};
	judged("gc3000", MGC_PIXEL, o, true, "names no type");
	o = plain;
	o.type = 1;
	o.mask = 1;
	o.sat = true;
	judged("gc3000", MGC_PIXEL, o, false, "saturation");
	o = (struct op){
	    .op = GC_INST_OPCODE__TEXLD, .mask = 1, .dst = 1, .unit = 8, .tex_swz = 0xe4, .s = {T(0)}};
	judged("gc2000", MGC_PIXEL, o, false, "unit 8");
	judged("gc2000", MGC_VERTEX, o, false, NULL);
	o.unit = 0;
	judged("gc2000", MGC_VERTEX, o, false, "unit 0");
}

Test(gc_sh_rules, lengths)
{
	struct sh_rig r = sh_rig("gc2000", MGC_VERTEX);

	add(&r, plain);
	add(&r, plain);
	cr_assert(program(&r));
	state(&r, GC_VS_END_PC, 3);
	cr_assert_null(mgc_sh_program(r.g, MGC_VERTEX, &r.arena));
	cr_assert(said(&r, "from 0 to 3 and has 2"));
	state(&r, GC_VS_END_PC, 1);
	cr_assert(mgc_sh_program(r.g, MGC_VERTEX, &r.arena));
	cr_assert(said(&r, "END_PC says 1"));
	state(&r, GC_VS_RANGE, 600u << 16);
	cr_assert_null(mgc_sh_program(r.g, MGC_VERTEX, &r.arena));
	cr_assert(said(&r, "no more than 512"));
	sh_rig_free(&r);
}

Test(gc_sh_rules, writes_of_uniforms_and_code)
{
	struct sh_rig r = sh_rig("gc2000", MGC_PIXEL);

	uniform(&r, 0, 0, 1);
	cr_assert_null(fl_model_report(r.m, 0));
	state(&r, GC_VS_NEW_UNK00860, 1);
	state(&r, GC_PS_UNIFORMS(0), 2);
	cr_assert(said(&r, "0x860 is 0x1"));
	uniform(&r, 64, 0, 1);
	cr_assert(said(&r, "there are 64"));
	state(&r, GC_VS_INST_MEM(0), 0);
	cr_assert(said(&r, "from 0xC000 on"));
	sh_rig_free(&r);

	r = sh_rig("gc7000l", MGC_PIXEL);
	state(&r, GC_SH_HALTI5_UNIFORMS(0), 2);
	cr_assert_null(fl_model_report(r.m, 0));
	state(&r, GC_SH_INST_MEM(0), 0);
	cr_assert(said(&r, "from memory"));
	state(&r, GC_SH_UNK20000(0), 0);
	cr_assert(said(&r, "0x20000"));
	state(&r, GC_SH_CONFIG, 4);
	cr_assert_null(mgc_sh_program(r.g, MGC_PIXEL, &r.arena));
	cr_assert(said(&r, "dual-16"));
	sh_rig_free(&r);
}

/* Code in memory that changes runs as it was, until a flush; each way to flush works. */
Test(gc_sh_rules, the_instruction_cache_keeps_what_it_has)
{
	static const struct {
		uint32_t offset, value;
		bool drops;
	} is[] = {{GC_SH_ICACHE_CONTROL, 0x21, true},    {GC_SH_ICACHE_CONTROL, 0x11, false},
		  {GC_VS_ICACHE_INVALIDATE, 0x1f, true}, {GC_GL_FLUSH_CACHE, 1 << 5, true},
		  {GC_GL_FLUSH_CACHE, 1 << 6, true},     {GC_GL_FLUSH_CACHE, 7, false}};

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		struct sh_rig r = sh_rig("gc7000l", MGC_PIXEL);
		struct op o = plain;
		const struct mgc_program *p;
		for (unsigned k = 0; k < 2; k++) {
			o.s[2] = imm(0, k ? 0x40000 : 0x3f800);
			r.n = 0;
			add(&r, o);
			if (!k)
				cr_assert(program(&r));
			else
				memcpy(r.mem + RIG_CODE, r.code, 16);
		}
		p = mgc_sh_program(r.g, MGC_PIXEL, &r.arena);
		cr_assert(p && mgc_sh_run(r.g, p, r.w));
		cr_assert_eq(r.w->t[1][0].f[0], 1);
		cr_assert(said(&r, "not flushed"));
		fl_model_reports_clear(r.m);
		r.g->dirty = 0;
		state(&r, is[i].offset, is[i].value);
		cr_assert_eq((r.g->dirty & MGC_DIRTY_SH) != 0,
			     is[i].drops || is[i].offset == GC_SH_ICACHE_CONTROL);
		p = mgc_sh_program(r.g, MGC_PIXEL, &r.arena);
		cr_assert(p && mgc_sh_run(r.g, p, r.w));
		cr_assert_eq(r.w->t[1][0].f[0], is[i].drops ? 2 : 1);
		cr_assert_eq(said(&r, "not flushed") == NULL, is[i].drops);
		sh_rig_free(&r);
	}
}

/* PREFETCH takes the code at once; an address where nothing is, a cache that is off, are refused. */
Test(gc_sh_rules, prefetch_and_what_is_not_there)
{
	struct sh_rig r = sh_rig("gc7000l", MGC_VERTEX);

	add(&r, with(plain, 2, imm(0, 0x3f800)));
	cr_assert(program(&r));
	state(&r, GC_SH_ICACHE_CONTROL, 0x31);
	state(&r, GC_VS_ICACHE_PREFETCH, 0);
	memset(r.mem + RIG_CODE, 0, 16);
	const struct mgc_program *p = mgc_sh_program(r.g, MGC_VERTEX, &r.arena);
	cr_assert(p && mgc_sh_run(r.g, p, r.w));
	cr_assert_eq(r.w->t[1][0].f[0], 1);
	state(&r, GC_VS_INST_ADDR, 0x00001010);
	cr_assert_null(mgc_sh_program(r.g, MGC_VERTEX, &r.arena));
	cr_assert(said(&r, "not in memory"));
	cr_assert(said(&r, "multiple of 256"));
	state(&r, GC_SH_ICACHE_CONTROL, 0);
	cr_assert_null(mgc_sh_program(r.g, MGC_VERTEX, &r.arena));
	cr_assert(said(&r, "without ENABLE"));
	sh_rig_free(&r);
}

/* GC3000 takes programs from memory when the cache is on, and from the core otherwise. */
Test(gc_sh_rules, gc3000_has_both)
{
	struct sh_rig r = sh_rig("gc3000", MGC_PIXEL);
	uint32_t words[4];
	struct op o = with(plain, 2, imm(0, 0x40000));

	add(&r, with(plain, 2, imm(0, 0x3f800)));
	cr_assert(run(&r, false));
	cr_assert_eq(r.w->t[1][0].f[0], 1);
	encode(words, &o);
	memcpy(r.mem + RIG_CODE, words, 16);
	state(&r, GC_PS_INST_ADDR, r.base + RIG_CODE);
	state(&r, GC_PS_RANGE, 0);
	state(&r, GC_SH_ICACHE_CONTROL, 0x31);
	const struct mgc_program *p = mgc_sh_program(r.g, MGC_PIXEL, &r.arena);
	cr_assert(p && mgc_sh_run(r.g, p, r.w));
	cr_assert_eq(r.w->t[1][0].f[0], 2);
	sh_rig_free(&r);
}

/* GC400 has a memory a stage, which the other one's code does not touch. */
Test(gc_sh_rules, gc400_has_a_memory_a_stage)
{
	struct sh_rig r = sh_rig("gc400", MGC_VERTEX);

	uniform(&r, 3, 1, as_bits(7));
	add(&r, with(plain, 2, U(3)));
	cr_assert(program(&r));
	r.stage = MGC_PIXEL;
	r.n = 0;
	uniform(&r, 3, 1, as_bits(9));
	add(&r, with(plain, 2, U(3)));
	cr_assert(run(&r, false));
	cr_assert_eq(r.w->t[1][1].f[0], 9);
	const struct mgc_program *p = mgc_sh_program(r.g, MGC_VERTEX, &r.arena);
	cr_assert(p && mgc_sh_run(r.g, p, r.w));
	cr_assert_eq(r.w->t[1][1].f[0], 7);
	cr_assert_null(fl_model_report(r.m, 0));
	state(&r, GC_SH_INST_MEM(0), 0);
	cr_assert(said(&r, "0x4000 and 0x6000"));
	sh_rig_free(&r);
}

/* Operands in slots that an opcode does not take are not looked at. */
Test(gc_sh_rules, operands_that_an_opcode_does_not_take)
{
	struct op o = with(with(plain, 0, T(63)), 1, U(200));

	judged("gc2000", MGC_PIXEL, o, false, NULL);
}

/* Bytes of the states that link programs (GC facts 5.3) */
Test(gc_sh_rules, links)
{
	struct sh_rig r = sh_rig("gc2000", MGC_VERTEX);

	r.g->state[GC_VS_INPUT(1) / 4] = 0x0b0a0908;
	r.g->state[GC_VS_OUTPUT(0) / 4] = 0x00020100;
	r.g->state[GC_PS_OUTPUT_REG / 4] = 0x04030201;
	r.g->state[GC_PS_OUTPUT_REG2 / 4] = 0x88878685;
	cr_assert_eq(mgc_vs_input(r.g, 6), 10);
	cr_assert_eq(mgc_vs_output(r.g, 2), 2);
	cr_assert_eq(mgc_ps_output(r.g, 3), 4);
	cr_assert_eq(mgc_ps_output(r.g, 7), 8); /* bit 7 is saturation */
	sh_rig_free(&r);
	r = sh_rig("gc7000l", MGC_VERTEX);
	r.g->state[GC_VS_HALTI5_INPUT(7) / 4] = 0x0b0a0908;
	cr_assert_eq(mgc_vs_input(r.g, 31), 11);
	sh_rig_free(&r);
}

Test(gc_sh_rules, what_a_program_says_of_itself)
{
	struct sh_rig r = sh_rig("gc3000", MGC_PIXEL);
	struct arg face = {.used = true, .group = 1};

	add(&r,
	    (struct op){
		.op = GC_INST_OPCODE__TEXLD, .mask = 7, .dst = 2, .unit = 5, .tex_swz = 0xe4, .s = {T(1)}});
	add(&r, (struct op){.op = GC_INST_OPCODE__TEXKILL, .cond = 11, .no_dst = true, .s = {face}});
	add(&r, (struct op){.op = GC_INST_OPCODE__MOV, .mask = 4, .dst = 0, .s[2] = T(2)});
	const struct mgc_program *p = program(&r);
	cr_assert(p);
	const struct mgc_program_facts *f = mgc_program_facts(p);
	cr_assert(f->kills && f->derivatives && f->face && !f->flow && !f->stores);
	cr_assert_eq(f->units, 1u << 5);
	cr_assert_eq(f->reads, 6u);
	cr_assert_eq(f->writes, 5u);
	cr_assert_eq(f->writes_z, 5u);
	/* the same words are decoded once */
	uint64_t serial = f->serial;
	cr_assert_eq(mgc_program_facts(program(&r))->serial, serial);
	sh_rig_free(&r);
}
