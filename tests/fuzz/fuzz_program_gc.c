/* SPDX-License-Identifier: MIT
 *
 * Random valid programs of Vivante cores, the part of fuzz_program.c for them: text to words, words to text
 * and back, and what comes out of both paths of the model, which objects to nothing that the assembler takes.
 * Some are spoiled: a few bits of the words are others. Then both refuse them, or do the same.
 *
 * Input: u8 how (program.h), u32 what is in registers and memory, then choices: program_text_gc.c.
 */
#include "hw/model/gc/chips.h"
#include "hw/model/gc/sh_code.h"
#include "lib/gc/asm.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/program_text.h"
#include "tests/fuzz/program_text_gc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	VRAM_B = 16 << 20,
	CODE_AT = 0x40000,
	MEMORY_AT = 0x80000,
	CHIPS = 5,
	PS_CODE = 0x100, /* where pixel programs begin in memory that both share */
	MOST_INST = 250,
	WORK_LOG2 = 20, /* spoiled programs may never end */
	HOW_PIXEL = 4,
	HOW_SPOIL = 64,
	DISASM_B = 1 << 17,
};

struct rig {
	struct fl_model *m;
	struct mgc *g;
	uint8_t *mem;
	struct fl_arena arena;
	struct mgc_sh_wave *w;
};

struct outcome {
	bool decoded, ran;
	struct mgc_sh_wave wave;
	uint8_t memory[PROGRAM_GC_MEMORY_B + 64];
	char said[8][400];
	unsigned n_said;
};

/* A machine stays for the inputs that follow. */
static struct rig *rig_of(unsigned chip)
{
	static const char *const names[CHIPS] = {"gc2000", "gc7000l", "gc3000", "gc880", "gc400"};
	static struct rig all[CHIPS];
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = VRAM_B};
	struct rig *r = &all[chip % CHIPS];

	if (r->m)
		return r;
	r->m = fl_model_new(names[chip % CHIPS], &cfg, NULL, 0);
	r->g = (struct mgc *)r->m;
	r->w = r->m ? mgc_sh_wave_new(r->g) : NULL;
	if (!r->w)
		fuzz_fail("no model");
	r->mem = fl_model_vram(r->m, NULL);
	return r;
}

/* As FE does it */
static void state(struct rig *r, uint32_t offset, uint32_t value)
{
	r->g->state[offset / 4] = value;
	mgc_sh_write(r->g, offset, value);
}

static void uniform(struct rig *r, bool pixel, unsigned n, unsigned c, uint32_t v)
{
	const int halti = r->g->variant->halti;
	const uint32_t at = n * 16 + c * 4;

	if (halti < 2)
		state(r, (pixel ? GC_PS_UNIFORMS(0) : GC_VS_UNIFORMS(0)) + at, v);
	else if (halti < 5)
		state(r, (pixel ? GC_SH_UNIFORMS(4 * 256) : GC_SH_UNIFORMS(0)) + at, v);
	else
		state(r, (pixel ? GC_SH_HALTI5_UNIFORMS(4 * 256) : GC_SH_HALTI5_UNIFORMS_MIRROR(0)) + at, v);
}

/* Code where the core takes it (GC facts 5.1) */
static void load(struct rig *r, bool pixel, const uint32_t *words, uint32_t n, unsigned temps)
{
	const struct mgc_variant *v = r->g->variant;
	uint32_t to;

	state(r, pixel ? GC_PS_TEMP_REGISTER_CONTROL : GC_VS_TEMP_REGISTER_CONTROL, temps);
	state(r, GC_VS_NEW_UNK00860, pixel ? 0x11 : 1);
	if (v->halti >= 2)
		state(r, GC_PS_UNIFORM_BASE, v->vs_uniforms);
	if (v->halti >= 5) {
		memcpy(r->mem + CODE_AT, words, 16ul * n);
		state(r, GC_SH_ICACHE_CONTROL, 0x31);
		state(r, GC_SH_CONFIG, 2);
		state(r, pixel ? GC_PS_INST_ADDR : GC_VS_INST_ADDR, (uint32_t)v->memory_addr + CODE_AT);
		state(r, pixel ? GC_PS_HALTI5_RANGE_HIGH : GC_VS_HALTI5_RANGE_HIGH, n);
		return;
	}
	if (v->halti < 0) {
		to = pixel ? GC_PS_INST_MEM(0) : GC_VS_INST_MEM(0);
	} else {
		to = (pixel && v->halti >= 2 ? GC_SH_UNK0C000_MIRROR(0) : GC_SH_INST_MEM(0)) +
		     (pixel ? 16 * PS_CODE : 0);
		state(r, pixel ? GC_PS_RANGE : GC_VS_RANGE,
		      pixel ? (PS_CODE + n - 1) << 16 | PS_CODE : (n - 1) << 16);
	}
	for (uint32_t i = 0; i < 4 * n; i++)
		state(r, to + 4 * i, words[i]);
	state(r, pixel ? GC_PS_START_PC : GC_VS_START_PC, 0);
	state(r, pixel ? GC_PS_END_PC : GC_VS_END_PC, n);
}

/* ---- what programs find -------------------------------------------------------------------------------- */
static float as_float(uint32_t u)
{
	float f;

	memcpy(&f, &u, 4);
	return f;
}

/* Numbers as they are usual, now and then one that is not. */
static uint32_t any_number(uint32_t *s)
{
	static const uint32_t odd[] = {0,          0x80000000, 0x3f800000, 0xbf800000,
				       0x7f800000, 0xff800000, 0x7fc00000, 0x4b000001,
				       1,          0xffffffff, 0x7fffffff, 0x00010001};
	const uint32_t v = fuzz_random(s);

	return v % 8 == 0  ? odd[(v >> 4) % (sizeof(odd) / sizeof(odd[0]))]
	       : v % 8 < 6 ? (v & 0x807fffff) | (127 - 6 + (v >> 8) % 12) << 23
			   : fuzz_random(s);
}

static void contents(struct rig *r, bool pixel, uint32_t seed)
{
	static const uint32_t rounds[4] = {0, 0xbf800000, 0x3f800000, 0x40400000}; /* 0, -1, 1, 3 */
	uint32_t s = seed | 1;

	for (unsigned t = 0; t < MGC_TEMPS; t++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < MGC_LANES; l++)
				r->w->t[t][c].u[l] = any_number(&s);
	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < MGC_LANES; l++) {
			r->w->i0[c].f[l] = (float)(fuzz_random(&s) & 1);
			r->w->a[c].u[l] = 0;
		}
	for (unsigned i = 0; i < PROGRAM_GC_UNIFORMS; i++)
		for (unsigned c = 0; c < 4; c++)
			uniform(r, pixel, i, c, any_number(&s));
	uniform(r, pixel, PROGRAM_GC_MEMORY, 0, (uint32_t)r->g->variant->memory_addr + MEMORY_AT);
	for (unsigned c = 0; c < 4; c++)
		uniform(r, pixel, PROGRAM_GC_ROUNDS, c, rounds[c]);
	for (unsigned i = 0; i < PROGRAM_GC_MEMORY_B + 64; i++)
		r->mem[MEMORY_AT + i] = (uint8_t)fuzz_random(&s);
	r->w->exec = seed & 6 ? ~0ull : 0xfffffffull << seed % 9 * 4; /* whole quads */
	r->w->live = r->w->exec & ((uint64_t)fuzz_random(&s) << 32 | fuzz_random(&s));
	r->w->kill = 0;
}

/* What is looked up: by its bits, so that nothing is lost. */
static bool sampler(void *ctx, const struct mgc_sh_lookup *q)
{
	(void)ctx;
	for (unsigned c = 0; c < 4; c++)
		for (unsigned l = 0; l < MGC_LANES; l++)
			if (q->lanes >> l & 1)
				q->out[c][l] = (q->coord[c] ? q->coord[c][l] * 0.5f : 1.0f) + (float)q->unit +
					       (q->lod ? q->lod[l] : 0.0f) + (q->ref ? q->ref[l] : 0.0f) +
					       (q->dx[0] ? q->dx[0][l] : 0.0f) +
					       (q->dy[0] ? q->dy[0][l] : 0.0f);
	return true;
}

/* ---- running ------------------------------------------------------------------------------------------- */
static void take_reports(struct rig *r, struct outcome *o)
{
	const struct fl_report *report;

	o->n_said = 0;
	while (o->n_said < 8 && (report = fl_model_report(r->m, o->n_said)))
		snprintf(o->said[o->n_said++], sizeof(o->said[0]), "%s", report->text);
	fl_model_reports_clear(r->m);
}

static void run(struct rig *r, const struct mgc_program *p, enum fl_isa isa, uint32_t seed, bool pixel,
		bool spoiled, struct outcome *o)
{
	const enum fl_isa widest = r->g->isa;

	/* a spoiled address may be anywhere */
	if (spoiled && mgc_program_facts(p)->stores)
		memset(r->mem, 0, VRAM_B);
	contents(r, pixel, seed);
	r->w->lookup = sampler;
	r->m->work = 0;
	r->m->work_limit = 1ull << WORK_LOG2;
	fl_model_reports_clear(r->m);
	r->g->isa = isa;
	o->ran = isa == FL_ISA_SCALAR ? mgc_sh_run_scalar(r->g, p, r->w) : mgc_sh_run(r->g, p, r->w);
	r->g->isa = widest;
	o->wave = *r->w;
	memcpy(o->memory, r->mem + MEMORY_AT, sizeof(o->memory));
	take_reports(r, o);
}

static void same(const struct outcome *a, const struct outcome *b, const char *text)
{
	if (a->n_said != b->n_said)
		fuzz_fail("%s\n%u reports, and %u of the scalar path: %s", text, b->n_said, a->n_said,
			  a->n_said ? a->said[0] : b->said[0]);
	for (unsigned i = 0; i < a->n_said; i++)
		if (strcmp(a->said[i], b->said[i]))
			fuzz_fail("%s\nit says \"%s\", and the scalar path \"%s\"", text, b->said[i],
				  a->said[i]);
	if (a->ran != b->ran || a->wave.kill != b->wave.kill)
		fuzz_fail("%s\nran: %d and %d, killed: %llx and %llx of the scalar path", text, b->ran,
			  a->ran, (unsigned long long)b->wave.kill, (unsigned long long)a->wave.kill);
	for (unsigned t = 0; t < MGC_TEMPS; t++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < MGC_LANES; l++)
				if (a->wave.exec >> l & 1 && a->wave.t[t][c].u[l] != b->wave.t[t][c].u[l])
					fuzz_fail(
					    "%s\nt%u.%c, lane %u: %08x (%g), and %08x of the scalar path",
					    text, t, "xyzw"[c], l, b -> wave.t[t][c].u[l],
					    (double)as_float(b->wave.t[t][c].u[l]), a->wave.t[t][c].u[l]);
	if (memcmp(a->memory, b->memory, sizeof(a->memory)))
		fuzz_fail("%s\nmemory differs", text);
}

/* Words become a text that gives them again. */
static void there_and_back(uint8_t level, const uint32_t (*words)[FL_GC_WORDS], uint32_t n, const char *text)
{
	static struct fl_gc_program back;
	static char again[DISASM_B];
	struct fl_asm_out out;

	fl_asm_out(&out, again, sizeof(again));
	fl_gc_disasm(level, words, n, &out);
	if (out.need_B >= sizeof(again))
		fuzz_fail("%s\n%u instructions take %zu bytes of text", text, n, out.need_B);
	if (!fl_gc_asm(&back, level, again, out.need_B))
		fuzz_fail("%s\nin the disassembler's form line %u is refused: %s\n%s", text,
			  back.source.error[0].line, back.source.error[0].text, again);
	if (back.n != n || memcmp(back.words, words, 16ul * n))
		fuzz_fail("%s\ncomes back as others:\n%s", text, again);
}

static void spoil(struct fl_gc_program *p, uint32_t seed)
{
	uint32_t s = seed * 2654435761u | 1;

	for (unsigned i = 0; i < 3; i++) {
		const uint32_t bit = fuzz_random(&s) % (128 * p->n);

		p->words[bit / 128][bit / 32 % 4] ^= 1u << bit % 32;
	}
}

void fuzz_program_gc(struct fuzz_in *in, unsigned how)
{
	static const struct program_gc_kind kinds[CHIPS] = {{"GC2000", 0, false, true, 8},
							    {"GC7000L", 5, false, true, 16},
							    {"GC3000", 2, false, true, 16},
							    {"GC2000", 0, false, true, 8},
							    {"GC2000", 0, false, false, PROGRAM_GC_NONE}};
	static const uint8_t levels[CHIPS] = {FL_GC_LEVEL_0, FL_GC_LEVEL_5, FL_GC_LEVEL_2, FL_GC_LEVEL_0,
					      FL_GC_LEVEL_0};
	static struct fl_gc_program p;
	static struct outcome a, b;
	static char text[PROGRAM_GC_TEXT_B];
	const unsigned chip = (how >> 3 & 7) % CHIPS;
	const bool spoiled = how & HOW_SPOIL, pixel = how & HOW_PIXEL;
	const uint32_t seed = fuzz_take(in, 4);
	struct program_gc_kind k = kinds[chip];
	struct rig *r = rig_of(chip);
	const struct mgc_program *program;

	k.pixel = pixel;
	k.sampler_base = pixel ? 0 : k.sampler_base;
	program_text_gc(text, &k, in);
	if (!fl_gc_asm(&p, levels[chip], text, strlen(text))) {
		char why[300];

		fl_asm_error_text(&p.source, 0, why, sizeof(why));
		fuzz_fail("%s\nnot a valid program: %s", text, why);
	}
	if (p.n > MOST_INST)
		return;
	if (spoiled)
		spoil(&p, seed);
	there_and_back(levels[chip], p.words, p.n, text);
	load(r, pixel, p.words[0], p.n, p.temps);
	contents(r, pixel, seed);
	fl_model_reports_clear(r->m);
	fl_arena_reset(&r->arena);
	program = mgc_sh_program(r->g, pixel ? MGC_PIXEL : MGC_VERTEX, &r->arena);
	for (unsigned i = 0; !spoiled && fl_model_report(r->m, i); i++)
		if (fl_model_report(r->m, i)->severity != FL_NOTE)
			fuzz_fail("%s\na valid program, and the model says: %s", text,
				  fl_model_report(r->m, i)->text);
	if (!program) {
		if (!fl_model_report(r->m, 0))
			fuzz_fail("%s\nrefused without a reason", text);
		return;
	}
	run(r, program, FL_ISA_SCALAR, seed, pixel, spoiled, &a);
	if (!a.ran && !a.n_said)
		fuzz_fail("%s\nit hangs without a reason", text);
	for (enum fl_isa isa = FL_ISA_BASE; isa <= FL_ISA_AVX512; isa++) {
		if (isa > r->g->isa)
			continue;
		run(r, program, isa, seed, pixel, spoiled, &b);
		same(&a, &b, text);
	}
}
