/* SPDX-License-Identifier: MIT
 *
 * A rig for the tests of US and TX: a chip whose registers are set by hand, a program put together field by
 * field, and one wave of 64 pixels that every instruction set of the machine runs.
 */
#ifndef TESTS_UNIT_R500_TEST_US_RIG_H
#define TESTS_UNIT_R500_TEST_US_RIG_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/pixel/color.h"
#include "hw/model/r500/fg.h"
#include "hw/model/r500/r500.h"
#include "hw/model/r500/rs.h"
#include "hw/model/r500/tx_block.h"
#include "hw/model/r500/us.h"
#include "tests/unit/r500/test_severity.h"
#include "tests/unit/r500/test_thread_rig.h"

struct us_rig {
	struct mr500 *r;
	struct fl_arena arena;
	struct mr500_draw draw;
	struct mr500_rs_state rs;
	struct fl_pixel_color cb;
	struct fl_raster_thread *t;
	unsigned n; /* instructions loaded */
};

static inline void us_set(struct us_rig *g, uint32_t offset, uint32_t value)
{
	g->r->reg[offset / 4] = value;
	if (offset == R500_TX_INVALTAGS || offset == R500_TX_FILTER4)
		mr500_tx_write(g->r, offset, value, MR500_CP);
	else if (offset < 0x4400 || offset >= 0x4600)
		mr500_us_write(g->r, offset, value, MR500_CP);
}

static inline struct us_rig *us_rig_new(const char *chip)
{
	struct us_rig *g = calloc(1, sizeof(*g));
	const struct fl_model_config options = {
	    .vram_B = 64 << 20, .threads = 1, .posted = true, .plain_host = true};
	char why[200];

	g->r = (struct mr500 *)fl_model_new(chip, &options, why, sizeof(why));
	cr_assert(g->r, "%s", why);
	g->t = rig_thread_new(g->r);
	g->t->wave.draw = &g->draw.base;
	g->t->wave.n_quads = 16;
	g->draw.base.samples = 1;
	g->t->wave.cover[0] = ~(uint64_t)0;
	return g;
}

static inline void us_rig_free(struct us_rig *g)
{
	fl_arena_free(&g->arena);
	severities(&g->r->base);
	fl_model_delete(&g->r->base);
	rig_thread_delete(g->t);
	free(g);
}

static inline void us_load(struct us_rig *g, const uint32_t (*w)[6], unsigned n)
{
	us_set(g, R500_GA_US_VECTOR_INDEX, R500_GA_US_VECTOR_INDEX__INDEX(0));
	for (unsigned i = 0; i < n * 6; i++)
		us_set(g, R500_GA_US_VECTOR_DATA, w[i / 6][i % 6]);
	us_set(g, R500_US_CODE_ADDR, R500_US_CODE_ADDR__END_ADDR(n - 1));
	us_set(g, R500_US_CODE_RANGE, R500_US_CODE_RANGE__CODE_SIZE(n - 1));
	us_set(g, R500_US_PIXSIZE, 127);
	g->n = n;
}

static inline void us_const(struct us_rig *g, unsigned n, float r, float gr, float b, float a)
{
	float v[4] = {r, gr, b, a};
	uint32_t w;

	us_set(g, R500_GA_US_VECTOR_INDEX,
	       R500_GA_US_VECTOR_INDEX__INDEX(n) |
		   R500_GA_US_VECTOR_INDEX__TYPE(R500_GA_US_VECTOR_INDEX__TYPE__CONSTANT));
	for (unsigned i = 0; i < 4; i++) {
		memcpy(&w, &v[i], 4);
		us_set(g, R500_GA_US_VECTOR_DATA, w);
	}
}

/* After g->rs has changed. */
static inline bool us_link(struct us_rig *g)
{
	return mr500_us_link(g->r, &g->arena, &g->draw);
}

static inline bool us_decode(struct us_rig *g)
{
	static const struct mr500_fg_state fg = {.shader_depth = true};

	/* All registers are inputs; all that the program writes is looked at, and nothing is missed. */
	memset(g->rs.written, 0xff, sizeof(g->rs.written));
	g->cb.n = MR500_MAX_TARGETS;
	for (unsigned i = 0; i < MR500_MAX_TARGETS; i++)
		g->cb.target[i] = (struct fl_pixel_target){
		    .path = FL_PIXEL_COLOR_RAW, .from = (uint8_t)i, .sel = {0, 1, 2, 3}, .partial = true};
	g->draw.rs = &g->rs;
	g->draw.fg = &fg;
	g->draw.base.color = &g->cb;
	g->draw.base.stages = FL_RASTER_SHADE;
	g->draw.us = mr500_us_decode(g->r, &g->arena);
	return g->draw.us && us_link(g);
}

/* The sets that this machine can run; the scalar one first, NULL after the last (who has AVX-512 has
 * AVX2). */
typedef void us_run_fn(struct fl_raster_thread *);
static inline us_run_fn *us_isa(unsigned i, const char **name)
{
	static us_run_fn *const fn[] = {
		mr500_us_run_scalar,
		mr500_us_run_base,
#if defined(__x86_64__)
		mr500_us_run_avx2,
		mr500_us_run_avx512,
#endif
	};
	static const char *const names[] = {"scalar", "base", "avx2", "avx512"};

	if (i >= sizeof(fn) / sizeof(fn[0]))
		return NULL;
	*name = names[i];
#if defined(__x86_64__)
	if (i == 2 && !__builtin_cpu_supports("avx2"))
		return NULL;
	if (i == 3 && !__builtin_cpu_supports("avx512dq"))
		return NULL;
#endif
	return fn[i];
}

/* ---- instructions -------------------------------------------------------------------------------------- */
/* Every argument is src0, src1, src2 in order, not swizzled, of the same registers in both halves. */
enum { US_RGB_XYZ = 0 | 1 << 3 | 2 << 6 };

struct us_asm {
	uint32_t w[6];
};

static inline uint32_t us_src_word(unsigned s0, unsigned s1, unsigned s2)
{
	return s0 | s1 << 10 | s2 << 20;
}

enum { US_C = 1 << 8 }; /* a constant, in us_src_word */

static inline struct us_asm us_alu_inst(unsigned type, unsigned rgb_op, unsigned alpha_op, uint32_t src,
					unsigned dst)
{
	return (struct us_asm){{
	    R500_US_CMN_INST__TYPE(type) | R500_US_CMN_INST__TEX_SEM_WAIT(1) |
		(type == R500_US_CMN_INST__TYPE__US_INST_TYPE_OUT
		     ? R500_US_CMN_INST__RGB_OMASK(7) | R500_US_CMN_INST__ALPHA_OMASK(1)
		     : R500_US_CMN_INST__RGB_WMASK(7) | R500_US_CMN_INST__ALPHA_WMASK(1)),
	    src,
	    src,
	    R500_US_ALU_RGB_INST__RGB_SEL_A(0) | (uint32_t)US_RGB_XYZ << 2 |
		R500_US_ALU_RGB_INST__RGB_SEL_B(1) | (uint32_t)US_RGB_XYZ << 15,
	    R500_US_ALU_ALPHA_INST__ALPHA_OP(alpha_op) | R500_US_ALU_ALPHA_INST__ALPHA_ADDRD(dst) |
		R500_US_ALU_ALPHA_INST__ALPHA_SEL_A(0) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_A(3) |
		R500_US_ALU_ALPHA_INST__ALPHA_SEL_B(1) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(3),
	    R500_US_ALU_RGBA_INST__RGB_OP(rgb_op) | R500_US_ALU_RGBA_INST__RGB_ADDRD(dst) |
		R500_US_ALU_RGBA_INST__RGB_SEL_C(2) | (uint32_t)US_RGB_XYZ << 14 |
		R500_US_ALU_RGBA_INST__ALPHA_SEL_C(2) | R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C(3),
	}};
}

/* OUT of a register: MAX(r, r), copied exactly. */
static inline struct us_asm us_out_reg(unsigned reg)
{
	struct us_asm a =
	    us_alu_inst(R500_US_CMN_INST__TYPE__US_INST_TYPE_OUT, 5, 3, us_src_word(reg, reg, reg), 0);

	a.w[3] |= R500_US_ALU_RGB_INST__OMOD(7);
	a.w[4] |= R500_US_ALU_ALPHA_INST__OMOD(7);
	return a;
}

static inline float us_bits(uint32_t u)
{
	float f;
	memcpy(&f, &u, 4);
	return f;
}

static inline uint32_t us_word(float f)
{
	uint32_t u;
	memcpy(&u, &f, 4);
	return u;
}

/* xorshift */
static inline uint32_t us_random(uint32_t *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 17;
	*s ^= *s << 5;
	return *s;
}

static inline float us_random_float(uint32_t *s)
{
	static const uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
					   0xffc12345, 0x00000001, 0x80012345, 0x007fffff, 0x3f800000,
					   0xbf800000, 0x3f000000, 0x7f7fffff, 0x00800000};
	uint32_t k = us_random(s);

	if (k % 8 == 0)
		return us_bits(special[us_random(s) % (sizeof(special) / 4)]);
	if (k % 8 == 1)
		return us_bits(us_random(s));
	return ((float)(us_random(s) >> 8) / 16777216.0f - 0.5f) * (k % 16 < 8 ? 4.0f : 100.0f);
}

#endif
