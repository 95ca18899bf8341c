/* SPDX-License-Identifier: MIT
 *
 * Random valid programs of R6xx and R7xx: each is run by the scalar path and by one of the others, with the
 * words of both generations. What the assembler takes no model may object to, and both paths leave the same:
 * registers, exports, streams, memory, killed lanes and reports.
 *
 * Input: u8 stage and instruction set, u32 what is in registers and memory, then choices: program_text.c.
 * Bit 6 of the first byte: the other path compiles it. With bit 7 it is one for Vivante cores:
 * fuzz_program_gc.c.
 */
#include "hw/model/r600/fetch.h"
#include "hw/model/r600/rb.h"
#include "hw/model/r600/sq_code.h"
#include "lib/r600/asm.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/program_text.h"
#include "tests/fuzz/program_text_gc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	VRAM_B = 16 << 20,
	PROGRAM_AT = 0x100000,
	FETCH_AT = 0x140000, /* the program that CALL_FS calls */
	CONSTANTS_AT = 0x180000,
	DATA_AT = 0x200000, /* textures and vertices */
	DATA_B = 0x80000,
	EXPORT_AT = 0x300000,
	EXPORT_B = 0x1000,
	ISAS = 4, /* the scalar path first */
	NUMBERS = 24,
};

/* What is not in registers: of streams, rings, vertices that are emitted */
struct trail {
	uint64_t hash;
};

struct machine {
	struct mr600 *r;
	struct fl_arena arena;
	struct mr600_sq_state *state;
	union mr600_value (*gpr)[4];
	struct mr600_vs_out *vs;
	struct mr600_px *px;
	struct mr600_wave wave;
	struct trail trail;
	bool ran;
};

static void *room(size_t size_B)
{
	void *p = aligned_alloc(64, (size_B + 63) & ~(size_t)63);

	if (!p)
		fuzz_fail("out of memory");
	memset(p, 0, size_B);
	return p;
}

/* small: of narrow waves, without a vertex cache or without doubles. NULL: not on this processor. A machine
 * stays for the inputs that follow. */
static struct machine *machine_of(bool r7xx, bool small, unsigned isa, bool compiled)
{
	static const char *const chips[2][2] = {{"rv670", "rv630"}, {"rv770", "rv710"}};
	static const char *const names[ISAS] = {NULL, "base", "avx2", "avx512"};
	static struct machine *all[2][2][ISAS][2];
	struct fl_model_config config = {.threads = 1,
					 .vram_B = VRAM_B,
					 .scalar = isa == 0,
					 .isa = names[isa],
					 .jit = compiled ? "always" : "off"};
	struct machine *m = all[r7xx][small][isa][compiled];
	struct fl_model *model;

	if (m)
		return m;
	model = fl_model_new(chips[r7xx][small], &config, NULL, 0);
	if (!model)
		return NULL;
	m = all[r7xx][small][isa][compiled] = room(sizeof(*m));
	m->r = (struct mr600 *)model;
	m->gpr = room(MR600_GPRS * sizeof(*m->gpr));
	m->vs = room(sizeof(*m->vs));
	m->px = room(sizeof(*m->px));
	fl_mem_place_vram(&model->mem, 0);
	return m;
}

/* ---- what programs find -------------------------------------------------------------------------------- */
static void set(struct machine *m, uint32_t offset, uint32_t value)
{
	m->r->reg[offset / 4] = value;
}

static uint8_t *at(struct machine *m, uint64_t addr, size_t size_B)
{
	return fl_mem_span(&m->r->base.mem, addr, size_B);
}

static void shares(struct machine *m, const struct program_kind *k, uint32_t seed)
{
	static const uint32_t items[] = {R600_SQ_PSTMP_RING_ITEMSIZE, R600_SQ_VSTMP_RING_ITEMSIZE,
					 R600_SQ_GSTMP_RING_ITEMSIZE, R600_SQ_REDUC_RING_ITEMSIZE};
	static const uint32_t sizes[] = {R600_SQ_PSTMP_RING_SIZE, R600_SQ_VSTMP_RING_SIZE,
					 R600_SQ_GSTMP_RING_SIZE, R600_SQ_REDUC_RING_SIZE};
	static const uint32_t resources[] = {R600_SQ_PGM_RESOURCES_PS, R600_SQ_PGM_RESOURCES_VS,
					     R600_SQ_PGM_RESOURCES_GS};
	static const uint32_t starts[] = {R600_SQ_PGM_START_PS, R600_SQ_PGM_START_VS, R600_SQ_PGM_START_GS};

	set(m, R600_SQ_CONFIG,
	    R600_SQ_CONFIG__ALU_INST_PREFER_VECTOR(1) | R600_SQ_CONFIG__DX9_CONSTS(k->file));
	set(m, R600_SQ_GPR_RESOURCE_MGMT_1,
	    R600_SQ_GPR_RESOURCE_MGMT_1__NUM_PS_GPRS(32) | R600_SQ_GPR_RESOURCE_MGMT_1__NUM_VS_GPRS(32) |
		R600_SQ_GPR_RESOURCE_MGMT_1__NUM_CLAUSE_TEMP_GPRS(4));
	set(m, R600_SQ_GPR_RESOURCE_MGMT_2, R600_SQ_GPR_RESOURCE_MGMT_2__NUM_GS_GPRS(32));
	set(m, R600_SQ_STACK_RESOURCE_MGMT_1,
	    R600_SQ_STACK_RESOURCE_MGMT_1__NUM_PS_STACK_ENTRIES(PROGRAM_STACK) |
		R600_SQ_STACK_RESOURCE_MGMT_1__NUM_VS_STACK_ENTRIES(PROGRAM_STACK));
	set(m, R600_SQ_STACK_RESOURCE_MGMT_2,
	    R600_SQ_STACK_RESOURCE_MGMT_2__NUM_GS_STACK_ENTRIES(PROGRAM_STACK));
	set(m, resources[k->stage],
	    R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(PROGRAM_GPRS) |
		R600_SQ_PGM_RESOURCES_PS__STACK_SIZE(PROGRAM_STACK) |
		R600_SQ_PGM_RESOURCES_PS__DX10_CLAMP(seed & 1));
	set(m, starts[k->stage], PROGRAM_AT >> 8);
	set(m, R600_SQ_PGM_START_FS, FETCH_AT >> 8);
	for (unsigned i = 0; i < sizeof(items) / sizeof(items[0]); i++) {
		set(m, items[i], 4 * PROGRAM_ITEMS);
		set(m, sizes[i], 1);
	}
	set(m, R600_SX_MEMORY_EXPORT_BASE, EXPORT_AT >> 8);
	set(m, R600_SX_MEMORY_EXPORT_SIZE, EXPORT_B >> 8);
}

/* Textures of all kinds, and vertices, over the same bytes */
static void resources(struct machine *m, unsigned stage)
{
	enum { D1 = 0, D2, D3, CUBE, ARRAY1, ARRAY2 };
	static const struct {
		uint8_t dim, mode, format, comp, number, depth, levels;
	} of[PROGRAM_TEXTURES] = {{D2, 1, 26, 0, 0, 1, 1}, {D2, 4, 26, 1, 0, 1, 4},
				  {D2, 2, 35, 0, 0, 1, 1}, {CUBE, 4, 26, 0, 0, 1, 1},
				  {D3, 1, 16, 0, 0, 4, 1}, {ARRAY2, 2, 13, 0, 1, 4, 1},
				  {D2, 4, 14, 0, 0, 1, 1}, {D1, 1, 7, 0, 0, 1, 1}};
	static const uint16_t first[] = {0, 160, 336}, samplers[] = {0, 18, 36};
	const uint32_t buffer = R600_SQ_VTX_CONSTANT_WORD(first[stage] + PROGRAM_BUFFER);

	for (unsigned i = 0; i < PROGRAM_TEXTURES; i++) {
		const uint32_t to = R600_SQ_TEX_RESOURCE_WORD(first[stage] + i),
			       sampler = R600_SQ_TEX_SAMPLER_WORD(samplers[stage] + i);

		set(m, to, of[i].dim | of[i].mode << 3 | (128 / 8 - 1) << 8 | (60 - 1) << 19);
		set(m, to + 4, (50 - 1) | (of[i].depth - 1u) << 13 | (uint32_t)of[i].format << 26);
		set(m, to + 8, DATA_AT >> 8);
		set(m, to + 12, (DATA_AT + DATA_B / 2) >> 8);
		set(m, to + 16,
		    of[i].comp * 0x55u | of[i].number << 8 | 0 << 16 | 1 << 19 | 2 << 22 | 3 << 25);
		set(m, to + 20, (of[i].levels - 1u) | (of[i].dim == CUBE ? 5u : of[i].depth - 1u) << 17);
		set(m, to + 24, 0x80000010);
		/* wraps, filters, mip filter, comparison */
		set(m, sampler,
		    i * 0x49 | (i % 3) << 9 | (i % 3) << 12 | (i % 3) << 15 | (i % 3) << 17 | (i % 4) << 22 |
			i << 26);
		set(m, sampler + 4, 0xf0000);
		set(m, sampler + 8, 1u << 31);
	}
	set(m, buffer, DATA_AT);
	set(m, buffer + 4, 400 - 1);
	set(m, buffer + 8,
	    R600_SQ_VTX_CONSTANT_WORD2__STRIDE(20) | R600_SQ_VTX_CONSTANT_WORD2__DATA_FORMAT(31) |
		R600_SQ_VTX_CONSTANT_WORD2__NUM_FORMAT_ALL(2));
	set(m, buffer + 24, 3u << 30);
	for (unsigned i = 0; i < 6; i++)
		set(m, R600_SQ_VTX_SEMANTIC(i), PROGRAM_SEMANTICS + i);
}

static uint32_t any_number(uint32_t *s)
{
	static const uint32_t some[NUMBERS] = {
	    0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x40200000, 0xc0200000,
	    0x000116c2, 0x800116c2, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
	    0x7fc00001, 0x4b000001, 0x437f8000, 0xc3960000, 1,          0x7fffffff, 0xffffffff, 0x00010001};
	const uint32_t v = fuzz_random(s);

	return v % 4 == 0  ? some[(v >> 4) % NUMBERS]
	       : v % 4 < 3 ? 0x3f000000 + (v >> 8) % 0x02000000 /* 0.5 to 8 */
			   : fuzz_random(s);
}

static void contents(struct machine *m, uint32_t seed, const struct program_kind *k)
{
	uint32_t s = seed | 1;
	const uint32_t of = k->stage == PROGRAM_PS ? 0 : k->stage == PROGRAM_VS ? 1 : 2;
	static const uint32_t cache[] = {R600_SQ_ALU_CONST_CACHE_PS(0), R600_SQ_ALU_CONST_CACHE_VS(0),
					 R600_SQ_ALU_CONST_CACHE_GS(0)},
			      size[] = {R600_SQ_ALU_CONST_BUFFER_SIZE_PS(0),
					R600_SQ_ALU_CONST_BUFFER_SIZE_VS(0),
					R600_SQ_ALU_CONST_BUFFER_SIZE_GS(0)};
	uint32_t *data = (uint32_t *)(void *)at(m, DATA_AT, DATA_B);
	uint32_t *constants = (uint32_t *)(void *)at(m, CONSTANTS_AT, 0x4000);

	for (unsigned i = 0; i < 0x2000 / 4; i++) /* repeated: a fetch is as good there as anywhere */
		data[i] = any_number(&s);
	for (unsigned i = 1; i < DATA_B / 0x2000; i++)
		memcpy((uint8_t *)data + i * 0x2000, data, 0x2000);
	for (unsigned i = 0; i < 0x4000 / 4; i++)
		constants[i] = any_number(&s);
	for (unsigned i = 0; i < 3; i++) {
		set(m, cache[of] + 4 * i, (CONSTANTS_AT + 0x1000 * i) >> 8);
		set(m, size[of] + 4 * i, 0x1000 / 256);
	}
	for (unsigned i = 0; i < 4 * 512; i++)
		set(m, R600_SQ_ALU_CONSTANT0(0) + 4 * i, constants[i]);
	for (unsigned i = 0; i < PROGRAM_LOOPS; i++)
		set(m, R600_SQ_LOOP_CONST(0) + 4 * (32 * of + i),
		    R600_SQ_LOOP_CONST__LOOP_COUNT(i) | R600_SQ_LOOP_CONST__INIT(fuzz_random(&s) % 3) |
			R600_SQ_LOOP_CONST__INC(fuzz_random(&s) % 2));
	set(m, R600_SQ_BOOL_CONST(0) + 4 * of, fuzz_random(&s));
	memset(at(m, EXPORT_AT, EXPORT_B), 0, EXPORT_B);
	memset(m->vs, 0, sizeof(*m->vs));
	memset(m->px, 0, sizeof(*m->px));
	for (unsigned g = 0; g < MR600_GPRS; g++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < MR600_WAVE; l++)
				m->gpr[g][c].u[l] = g == PROGRAM_SMALL  ? fuzz_random(&s) % 8
						    : g < PROGRAM_SMALL ? any_number(&s)
									: 0;
}

/* ---- what comes out ------------------------------------------------------------------------------------ */
static void note(struct mr600_wave *w, uint32_t v)
{
	struct trail *t = w->arg;

	t->hash = (t->hash ^ v) * 0x100000001b3u;
	t->hash ^= t->hash >> 29;
}

static void note_lanes(struct mr600_wave *w, const union mr600_value v[4], uint64_t lanes)
{
	note(w, (uint32_t)lanes);
	note(w, (uint32_t)(lanes >> 32));
	for (unsigned c = 0; v && c < 4; c++)
		for (uint64_t left = lanes; left; left &= left - 1)
			note(w, v[c].u[__builtin_ctzll(left)]);
}

static void stream(struct mr600_wave *w, unsigned n, unsigned base, unsigned mask,
		   const union mr600_value value[4], uint64_t lanes)
{
	note(w, n << 4 | mask);
	note(w, base);
	note_lanes(w, value, lanes);
}

static void ring(struct mr600_wave *w, const uint32_t cf[2], uint64_t lanes)
{
	note(w, cf[0]);
	note(w, cf[1]);
	note_lanes(w, w->gpr[R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__GET(cf[0])], lanes);
}

static void emit(struct mr600_wave *w, bool vertex, bool cut, uint64_t lanes)
{
	note(w, (uint32_t)vertex << 1 | cut);
	note_lanes(w, NULL, lanes);
}

static void run(struct machine *m, const struct program_kind *k, uint32_t seed)
{
	static const enum mr600_stage stages[] = {MR600_PS, MR600_VS, MR600_GS};
	uint32_t s = seed ^ 0x5bd1e995;
	const uint64_t lanes = (uint64_t)fuzz_random(&s) << 32 | fuzz_random(&s);
	const uint64_t valid = seed & 6 ? lanes | 1 : ~UINT64_C(0);
	const struct mr600_program *p;

	mr600_sq_state_free(m->state);
	m->state = mr600_sq_state_new();
	fl_arena_reset(&m->arena);
	mr600_sq_forget(m->r);
	mr600_sq_reset(m->r);
	fl_model_reports_clear(&m->r->base);
	fl_texel_cache_invalidate(m->r->rb->texels);
	m->r->base.work = 0;
	m->r->base.work_limit = 1ull << 28;
	m->trail.hash = 0xcbf29ce484222325u;
	p = mr600_sq_decode(m->r, &m->arena, stages[k->stage]);
	m->wave = (struct mr600_wave){.r = m->r,
				      .program = p,
				      .gpr = m->gpr,
				      .valid = valid,
				      .helper = k->stage == PROGRAM_PS && seed & 8 ? ~valid : 0,
				      .vs = k->stage == PROGRAM_VS ? m->vs : NULL,
				      .px = k->stage == PROGRAM_PS ? m->px : NULL,
				      .stream = k->stage == PROGRAM_PS ? NULL : stream,
				      .ring = k->stage == PROGRAM_GS ? ring : NULL,
				      .emit = k->stage == PROGRAM_GS ? emit : NULL,
				      .arg = &m->trail,
				      .state = m->state};
	m->ran = p && m->state && mr600_sq_run(&m->wave);
	mr600_sq_hung(m->r); /* which says why */
}

/* ---- judging ------------------------------------------------------------------------------------------- */
static const char *report(struct machine *m, unsigned i)
{
	const struct fl_report *r = fl_model_report(&m->r->base, i);

	return r ? r->text : NULL;
}

static void same_lanes(const char *what, const uint32_t *a, const uint32_t *b, uint64_t lanes,
		       const char *text)
{
	for (; lanes; lanes &= lanes - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(lanes);

		if (a[l] != b[l])
			fuzz_fail("%s\n%s, lane %u: %08x, and %08x of the scalar path", text, what, l, b[l],
				  a[l]);
	}
}

static void compare(struct machine *a, struct machine *b, const struct program_kind *k, const char *text)
{
	const uint64_t lanes = a->wave.valid | a->wave.helper;
	char what[40];

	for (unsigned i = 0; report(a, i) || report(b, i); i++)
		if (!report(a, i) || !report(b, i) || strcmp(report(a, i), report(b, i)))
			fuzz_fail("%s\nit says \"%s\", and the scalar path \"%s\"", text,
				  report(b, i) ? report(b, i) : "", report(a, i) ? report(a, i) : "");
	if (report(a, 0))
		fuzz_fail("%s\na valid program, and the model says: %s", text, report(a, 0));
	if (!a->ran || !b->ran || a->wave.killed != b->wave.killed)
		fuzz_fail("%s\nran: %d and %d, killed: %llx and %llx of the scalar path", text, b->ran,
			  a->ran, (unsigned long long)b->wave.killed, (unsigned long long)a->wave.killed);
	/* compiled programs do not write what nobody is going to read, if that is known */
	const bool whole = !b->wave.program->native || mr600_sq_needs(b->wave.program) == SQ_IMPURE;

	for (unsigned g = 0; whole && g < PROGRAM_GPRS; g++)
		for (unsigned c = 0; c < 4; c++) {
			snprintf(what, sizeof(what), "R%u.%c", g, "xyzw"[c]);
			same_lanes(what, a->gpr[g][c].u, b->gpr[g][c].u, lanes, text);
		}
	if (memcmp(at(a, EXPORT_AT, EXPORT_B), at(b, EXPORT_AT, EXPORT_B), EXPORT_B))
		fuzz_fail("%s\nexports to memory differ", text);
	if (a->trail.hash != b->trail.hash)
		fuzz_fail("%s\nstreams, rings or emitted vertices differ", text);
	if (k->stage == PROGRAM_PS) {
		if (a->px->has_out != b->px->has_out)
			fuzz_fail("%s\nexports %x, and %x of the scalar path", text, b->px->has_out,
				  a->px->has_out);
		for (unsigned i = 0; i < 4 * MR600_TARGETS; i++)
			same_lanes("a color", (const uint32_t *)a->px->out[i / 4][i % 4],
				   (const uint32_t *)b->px->out[i / 4][i % 4], lanes, text);
		same_lanes("depth", a->px->z.u, b->px->z.u, lanes, text);
		same_lanes("stencil", a->px->stencil.u, b->px->stencil.u, lanes, text);
	} else {
		for (unsigned i = 0; i < 4 * MR600_POS; i++)
			same_lanes("a position", a->vs->pos[i / 4][i % 4].u, b->vs->pos[i / 4][i % 4].u,
				   lanes, text);
		for (unsigned i = 0; i < 4 * MR600_PARAMS; i++)
			same_lanes("a parameter", a->vs->param[i / 4][i % 4].u, b->vs->param[i / 4][i % 4].u,
				   lanes, text);
	}
}

static void generation(struct fuzz_in in, struct program_kind k, bool small, unsigned isa, bool compiled,
		       uint32_t seed)
{
	static const char *const fetch[2] = {"!!R600\nVTX\n VFETCH R2.xyzw, R8.x RID:8 UCF MFC:15\nRETURN\n",
					     "!!R700\nVTX\n VFETCH R2.xyzw, R8.x RID:8 UCF MFC:15\nRETURN\n"};
	static struct fl_r600_program p, fs;
	static char text[PROGRAM_TEXT_B];
	struct machine *m[2] = {machine_of(k.r7xx, small, 0, false),
				machine_of(k.r7xx, small, isa, compiled)};

	if (!m[0])
		fuzz_fail("no model");
	if (!m[1])
		return;
	program_text(text, &k, &in);
	if (!fl_r600_asm(&p, k.r7xx, text, strlen(text))) {
		char why[300];

		fl_asm_error_text(&p.source, 0, why, sizeof(why));
		fuzz_fail("%s\nnot a valid program: %s", text, why);
	}
	if (!fl_r600_asm(&fs, k.r7xx, fetch[k.r7xx], strlen(fetch[k.r7xx])))
		fuzz_fail("not a valid fetch program");
	for (unsigned i = 0; i < 2; i++) {
		memcpy(at(m[i], PROGRAM_AT, p.n * 8), p.words, p.n * 8);
		memcpy(at(m[i], FETCH_AT, fs.n * 8), fs.words, fs.n * 8);
		shares(m[i], &k, seed);
		resources(m[i], k.stage);
		contents(m[i], seed, &k);
		run(m[i], &k, seed);
	}
	compare(m[0], m[1], &k, text);
}

void fuzz_program(const uint8_t *data, size_t size_B)
{
	struct fuzz_in in = {data, size_B};
	const unsigned how = fuzz_take(&in, 1), isa = 1 + how % 3;
	static const enum program_stage stages[4] = {PROGRAM_PS, PROGRAM_PS, PROGRAM_VS, PROGRAM_GS};
	const bool small = how >> 5 & 1;
	struct program_kind k = {.stage = stages[how >> 2 & 3], .file = how >> 4 & 1};
	uint32_t seed;

	if (how >> 7) {
		fuzz_program_gc(&in, how);
		return;
	}
	seed = fuzz_take(&in, 4);
	for (unsigned i = 0; i < 2; i++) {
		k.r7xx = i;
		k.doubles = i && !small; /* those of an RV670 the assembler does not have */
		generation(in, k, small, isa, how >> 6 & 1, seed);
	}
}
