/* SPDX-License-Identifier: MIT
 *
 * SH: random programs by both paths, bit for bit, on every instruction set that the machine has.
 * FL_SH_PROGRAMS=10000 runs as many; the normal run has fewer.
 */
#include "hw/model/jit/jit.h"
#include "tests/unit/gc/sh_rig.h"
#include "tests/unit/test_random.h"

#include <stdlib.h>

TestSuite(gc_sh_random, .timeout = 600);

static bool sampler(void *ctx, const struct mgc_sh_lookup *q)
{
	(void)ctx;
	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < 64; l++)
			if (q->lanes >> l & 1)
				q->out[c][l] =
				    q->coord[c][l] * 0.5f + (float)q->unit + (q->lod ? q->lod[l] : 0);
	return true;
}

static struct arg some_arg(const struct mgc_variant *v, unsigned one)
{
	uint32_t k = random32();
	struct arg a = {.used = true, .swz = k & 0xff, .neg = k >> 8 & 1, .abs = k >> 9 & 1};

	switch (k >> 10 & 7) {
	case 0: /* i0 */
		a.group = 1;
		return a;
	case 1:
	case 2:
		a.group = 2;
		a.reg = one;
		a.amode = (k >> 16 & 7) == 0 ? 1 + (k >> 20 & 3) : 0;
		return a;
	case 3:
		if (v->halti >= 2)
			return imm(k >> 13 & 3, k >> 12);
		/* fall through */
	default:
		a.reg = k >> 13 & 7;
		a.amode = (k >> 16 & 15) == 0 ? 1 + (k >> 20 & 3) : 0;
		return a;
	}
}

static unsigned some_type(const struct sh_opcode *c, const struct mgc_variant *v)
{
	static const uint8_t ints[6] = {1, 2, 3, 5, 6, 7};
	bool flt = c->flags & SH_FLOAT, whole = c->flags & SH_INT;

	if (flt && (!whole || random32() % 2 || v->halti < 2))
		return 0;
	return ints[random32() % 6];
}

/* One instruction that the chip has, that keeps to the rules of types */
static struct op some_op(const struct sh_rig *r, unsigned n)
{
	const struct mgc_variant *v = r->g->variant;
	const unsigned one = random32() % 16;
	struct op o = {0};
	const struct sh_opcode *c;

	do {
		o.op = random32() & 127;
		c = &mgc_sh_opcodes[o.op];
	} while (c->shape == SH_NAMED || c->halti > v->halti || c->shape == SH_ATOMIC ||
		 c->shape == SH_CALL || c->shape == SH_RETURN ||
		 (c->flags & SH_PIXEL && r->stage == MGC_VERTEX) || (c->shape == SH_BRANCH && r->n + 1 >= n));
	o.type = some_type(c, v);
	o.cond = random32() % 17;
	o.cond = o.cond == 16 ? RIG_MSB : o.cond;
	o.sat = random32() % 4 == 0;
	o.mask = random32() & 15;
	o.dst = random32() & 7;
	o.dst_amode = random32() % 16 == 0 ? 1 + random32() % 4 : 0;
	o.no_dst = c->shape == SH_STORE || random32() % 32 == 0;
	for (unsigned i = 0; i < 3; i++)
		if (c->slots >> i & 1)
			o.s[i] = some_arg(v, one);
	if (c->shape == SH_LOOKUP) {
		o.unit = random32() % 8 + (r->stage == MGC_VERTEX ? v->vs_sampler_base : 0);
		o.tex_swz = random32() & 0xff;
		o.rounding = random32() % 16 == 0 ? 1 + random32() % 3 : 0;
	} else {
		o.rounding = random32() % 3;
	}
	if (c->shape == SH_CONVERT)
		o.s[1] = o.op == GC_INST_OPCODE__CONV ? imm(2, o.type) : (struct arg){0};
	if (c->shape == SH_EXTENDED)
		o.s[2] = imm(2, 0xb + random32() % 2);
	if (c->shape == SH_LOAD || c->shape == SH_STORE) {
		o.type = 6;
		o.s[0] = (struct arg){.used = true, .reg = 16, .group = 2}; /* the buffer */
		o.s[1] = imm(2, random32() % 64 * 16);
	}
	if (c->shape == SH_BRANCH) { /* forward: it ends */
		o.no_dst = true;
		o.target = r->n + 1 + random32() % (n - r->n);
	}
	return o;
}

/* Bits of instructions that a program may well have, some turned over: refused, or the same by both paths. */
static void spoil(struct sh_rig *r)
{
	for (unsigned i = random32() % 4; i < 4; i++) {
		const unsigned bit = random32() % (r->n * 128);
		r->code[bit / 32] ^= 1u << bit % 32;
	}
}

/* By all instruction sets, or compiled for one of them */
static void compare(struct sh_rig *r, unsigned at, bool spoiled)
{
	static struct mgc_sh_wave judged;
	const enum fl_isa widest = r->g->isa;
	const enum fl_isa one = r->m->jit == FL_JIT_ALWAYS ? FL_ISA_BASE + at % widest : FL_ISA_SCALAR;
	const unsigned n = 1 + random32() % 24;
	void *scratch = r->w->scratch;
	bool ok;

	r->n = 0;
	while (r->n < n)
		add(r, some_op(r, n));
	for (unsigned t = 0; t < 64; t++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				r->w->t[t][c].u[l] =
				    random32() % 16 ? some_float(random32(), random32()) : random32();
	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < 64; l++)
			r->w->i0[c].f[l] = (float)(random32() & 1);
	r->w->exec = random32() % 4 ? ~0ull : 0xfffffffull << random32() % 9 * 4;
	r->w->live = r->w->exec & ((uint64_t)random32() << 32 | random32());
	r->w->lookup = sampler;
	for (unsigned i = 0; i < 16; i++)
		for (unsigned c = 0; c < 4; c++)
			uniform(r, i, c, some_float(random32(), random32()));
	uniform(r, 16, 0, r->base + RIG_MEMORY);
	if (spoiled)
		spoil(r);
	r->m->work = 0;
	r->g->isa = one ? one : widest;
	const struct mgc_program *p = program(r);
	r->g->isa = widest;
	if (!p && spoiled)
		return;
	cr_assert(p, "program %u: %s", at, fl_model_report(r->m, 0)->text);

	static uint8_t before[4096], after[4096];
	static struct mgc_sh_wave start;
	memcpy(before, r->mem + RIG_MEMORY, sizeof(before));
	start = *r->w;
	ok = mgc_sh_run_scalar(r->g, p, r->w);
	const uint64_t work = r->m->work; /* lanes that parted meet again at the same places */
	judged = *r->w;
	memcpy(after, r->mem + RIG_MEMORY, sizeof(after));
	for (unsigned isa = FL_ISA_BASE; isa <= FL_ISA_AVX512; isa++) {
		if (isa > widest || (one && isa != one))
			continue;
		*r->w = start;
		r->w->scratch = scratch;
		memcpy(r->mem + RIG_MEMORY, before, sizeof(before));
		r->g->isa = isa;
		r->m->work = 0;
		cr_assert_eq(mgc_sh_run(r->g, p, r->w), ok);
		cr_assert_eq(r->m->work, work, "program %u", at);
		r->g->isa = widest;
		cr_assert_eq(r->w->kill, judged.kill, "program %u", at);
		cr_assert(!memcmp(r->mem + RIG_MEMORY, after, sizeof(after)), "program %u: memory", at);
		for (unsigned l = 0; l < 64; l++)
			for (unsigned t = 0; t < 64 && r->w->exec >> l & 1; t++)
				for (unsigned c = 0; c < 4; c++)
					cr_assert_eq(
					    r->w->t[t][c].u[l], judged.t[t][c].u[l],
					    "program %u of %u, isa %u: t%u.%u of lane %u is %08x, not %08x",
					    at, r->n, isa, t, c, l, r->w->t[t][c].u[l], judged.t[t][c].u[l]);
	}
}

static unsigned compare_all(enum fl_jit_when jit)
{
	static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
	const char *more = getenv("FL_SH_PROGRAMS");
	const unsigned n = more ? (unsigned)atoi(more) : 400;
	unsigned done = 0;

	for (unsigned i = 0; i < 10; i++) {
		struct sh_rig r = sh_rig(chips[i / 2], i & 1 ? MGC_PIXEL : MGC_VERTEX);
		cr_assert_neq(r.g->isa, FL_ISA_SCALAR);
		r.m->jit = jit;
		for (unsigned k = 0; k < n / 10; k++, done++)
			compare(&r, done, false);
		sh_rig_free(&r);
	}
	return done;
}

Test(gc_sh_random, both_paths_give_the_same_bits)
{
	cr_assert_geq(compare_all(FL_JIT_OFF), 400);
}

Test(gc_sh_random, compiled_programs_give_the_same_bits)
{
	const bool compiler = fl_jit_start();
	const unsigned done = compare_all(FL_JIT_ALWAYS);

	cr_assert_geq(done, 400);
	cr_expect(!compiler || fl_jit_counts().compiled > done / 4, "%u pieces compiled",
		  (unsigned)fl_jit_counts().compiled);
}

Test(gc_sh_random, spoiled_programs_are_refused_or_run)
{
	static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
	const char *more = getenv("FL_SH_PROGRAMS");
	const unsigned n = more ? (unsigned)atoi(more) : 400;

	for (unsigned i = 0; i < 10; i++) {
		struct sh_rig r = sh_rig(chips[i / 2], i & 1 ? MGC_PIXEL : MGC_VERTEX);
		r.m->work_limit = 1 << 18; /* some never end */
		for (unsigned k = 0; k < n / 10; k++)
			compare(&r, k, true);
		sh_rig_free(&r);
	}
}
