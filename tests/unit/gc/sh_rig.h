/* SPDX-License-Identifier: MIT
 *
 * Shader programs of the Vivante model by themselves: a core, a builder of instruction words (GC facts 5, not
 * the library's assembler), a wave.
 */
#ifndef TESTS_UNIT_GC_SH_RIG_H
#define TESTS_UNIT_GC_SH_RIG_H

#include "hw/model/gc/chips.h"
#include "hw/model/gc/sh.h"
#include "hw/model/gc/sh_code.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { RIG_INST = 256, RIG_CODE = 0x40000, RIG_MEMORY = 0x80000, RIG_TEMPS = 63 };
enum { RIG_XYZW = 0xe4, RIG_XXXX = 0x00, RIG_MSB = 22 };

struct arg {
	bool used;
	unsigned reg, swz, amode, group;
	bool neg, abs;
};

struct op {
	unsigned op, cond, type, rounding, mask, dst, dst_amode, unit, tex_swz, target;
	bool sat, no_dst;
	struct arg s[3];
};

#define T(n)        ((struct arg){.used = true, .reg = n, .swz = RIG_XYZW})
#define TS(n, swiz) ((struct arg){.used = true, .reg = n, .swz = swiz})
#define U(n)        ((struct arg){.used = true, .reg = (n) % 128, .swz = RIG_XYZW, .group = 2 + (n) / 128})

/* GC facts 5: a value of 20 bits over the operand's fields; kind: 0 single, 1 signed, 2 unsigned, 3 half */
static inline struct arg imm(unsigned kind, uint32_t v)
{
	return (struct arg){true, v & 0x1ff,   v >> 9 & 0xff, kind << 1 | (v >> 19 & 1),
			    7,    v >> 17 & 1, v >> 18 & 1};
}

static inline void put(uint32_t w[4], unsigned low, unsigned n, uint32_t v)
{
	for (unsigned i = 0; i < n; i++)
		if (v >> i & 1)
			w[(low + i) / 32] |= 1u << (low + i) % 32;
}

static inline void encode(uint32_t w[4], const struct op *o)
{
	static const struct {
		unsigned used, reg, swz, neg, abs, amode, group;
	} at[3] = {
	    {43, 44, 54, 62, 63, 64, 67}, {70, 71, 81, 89, 90, 91, 96}, {99, 100, 110, 118, 119, 121, 124}};

	memset(w, 0, 16);
	put(w, 0, 6, o->op);
	put(w, 80, 1, o->op >> 6);
	put(w, 6, 5, o->cond);
	put(w, 11, 1, o->sat);
	put(w, 12, 1, !o->no_dst);
	put(w, 13, 3, o->dst_amode);
	put(w, 16, 7, o->dst);
	put(w, 23, 4, o->mask);
	put(w, 27, 5, o->unit);
	if (o->tex_swz)
		put(w, 35, 8, o->tex_swz);
	put(w, 32, 2, o->rounding);
	put(w, 53, 1, o->type >> 2);
	put(w, 94, 2, o->type);
	for (unsigned i = 0; i < 3; i++) {
		put(w, at[i].used, 1, o->s[i].used);
		put(w, at[i].reg, 9, o->s[i].reg);
		put(w, at[i].swz, 8, o->s[i].swz);
		put(w, at[i].neg, 1, o->s[i].neg);
		put(w, at[i].abs, 1, o->s[i].abs);
		put(w, at[i].amode, 3, o->s[i].amode);
		put(w, at[i].group, 3, o->s[i].group);
	}
	put(w, 103, 15, o->target);
}

struct sh_rig {
	struct fl_model *m;
	struct mgc *g;
	uint8_t *mem;
	uint32_t base;
	struct fl_arena arena;
	struct mgc_sh_wave *w;
	uint32_t code[RIG_INST * 4];
	unsigned n;
	enum mgc_stage stage;
};

static inline struct sh_rig sh_rig(const char *chip, enum mgc_stage stage)
{
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = 16 << 20};
	struct sh_rig r = {.m = fl_model_new(chip, &cfg, NULL, 0), .stage = stage};

	cr_assert(r.m);
	r.g = (struct mgc *)r.m;
	r.mem = fl_model_vram(r.m, NULL);
	r.base = (uint32_t)r.g->variant->memory_addr;
	r.w = mgc_sh_wave_new(r.g);
	r.w->exec = r.w->live = ~0ull;
	r.m->work_limit = 1 + (1ull << 32);
	return r;
}

static inline void sh_rig_free(struct sh_rig *r)
{
	mgc_sh_wave_free(r->w);
	fl_arena_free(&r->arena);
	fl_model_delete(r->m);
}

static inline void add(struct sh_rig *r, struct op o)
{
	encode(r->code + 4 * r->n++, &o);
}

/* As FE does it */
static inline void state(struct sh_rig *r, uint32_t offset, uint32_t value)
{
	r->g->state[offset / 4] = value;
	mgc_sh_write(r->g, offset, value);
}

static inline void uniform(struct sh_rig *r, unsigned n, unsigned c, uint32_t v)
{
	const int halti = r->g->variant->halti;
	const bool pixel = r->stage == MGC_PIXEL;

	state(r, GC_VS_NEW_UNK00860, pixel ? 0x11 : 1);
	if (halti < 2)
		state(r, (pixel ? GC_PS_UNIFORMS(0) : GC_VS_UNIFORMS(0)) + n * 16 + c * 4, v);
	else {
		state(r, GC_PS_UNIFORM_BASE, 256);
		state(r,
		      (halti < 5 ? 0x30000
		       : pixel   ? 0x36000
				 : 0x34000) +
			  (pixel ? 0x1000 : 0) + n * 16 + c * 4,
		      v);
	}
}

/* Puts the code where the chip takes it (GC facts 5.1), and asks for the program. */
static inline const struct mgc_program *program(struct sh_rig *r)
{
	const bool pixel = r->stage == MGC_PIXEL, h5 = r->g->variant->halti >= 5;

	state(r, pixel ? GC_PS_TEMP_REGISTER_CONTROL : GC_VS_TEMP_REGISTER_CONTROL, RIG_TEMPS);
	if (h5) {
		memcpy(r->mem + RIG_CODE, r->code, sizeof(r->code));
		state(r, GC_SH_ICACHE_CONTROL, 0x31);
		state(r, GC_SH_CONFIG, 2);
		state(r, pixel ? GC_PS_INST_ADDR : GC_VS_INST_ADDR, r->base + RIG_CODE);
		state(r, pixel ? GC_PS_HALTI5_RANGE_HIGH : GC_VS_HALTI5_RANGE_HIGH, r->n);
	} else {
		const bool own = r->g->variant->halti < 0; /* GC400: a memory a stage, no ranges */
		const uint32_t at = own     ? (pixel ? 0x6000 : 0x4000)
				    : pixel ? (r->g->variant->halti < 2 ? 0xD000 : 0x9000)
					    : 0xC000;
		for (unsigned i = 0; i < r->n * 4; i++)
			state(r, at + i * 4, r->code[i]);
		if (!own)
			state(r, pixel ? GC_PS_RANGE : GC_VS_RANGE,
			      pixel ? (0x100 + r->n - 1) << 16 | 0x100 : (r->n - 1) << 16);
		state(r, pixel ? GC_PS_START_PC : GC_VS_START_PC, 0);
		state(r, pixel ? GC_PS_END_PC : GC_VS_END_PC, r->n);
	}
	fl_arena_reset(&r->arena);
	return mgc_sh_program(r->g, r->stage, &r->arena);
}

static inline bool run(struct sh_rig *r, bool scalar)
{
	const struct mgc_program *p = program(r);

	cr_assert(p, "refused: %s", fl_model_report(r->m, 0) ? fl_model_report(r->m, 0)->text : "?");
	return scalar ? mgc_sh_run_scalar(r->g, p, r->w) : mgc_sh_run(r->g, p, r->w);
}

/* The text of the first report that has these words. */
static inline const struct fl_report *said(const struct sh_rig *r, const char *words)
{
	for (unsigned i = 0; fl_model_report(r->m, i); i++)
		if (strstr(fl_model_report(r->m, i)->text, words))
			return fl_model_report(r->m, i);
	return NULL;
}

static inline float as_float(uint32_t u)
{
	float f;

	memcpy(&f, &u, 4);
	return f;
}

static inline uint32_t as_bits(float f)
{
	uint32_t u;

	memcpy(&u, &f, 4);
	return u;
}

/* Numbers of all sizes that are usual, and some that are not: zeros, infinities, NaN; no denormals. */
static inline uint32_t some_float(uint32_t r, uint32_t r2)
{
	static const uint32_t odd[8] = {0,           0x80000000u, 0x7f800000u, 0xff800000u,
					0x7fc00000u, 0x3f800000u, 0xbf800000u, 0x4b000001u};

	if (r2 % 16 == 0)
		return odd[r >> 5 & 7];
	return (r & 0x807fffffu) | (127 - 20 + r2 / 16 % 40) << 23;
}

#endif
