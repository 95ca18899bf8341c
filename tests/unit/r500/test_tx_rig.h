/* SPDX-License-Identifier: MIT
 *
 * Textures by register for the tests of TX: memory at the start of VRAM, one unit, coordinates by hand.
 */
#ifndef TESTS_UNIT_R500_TEST_TX_RIG_H
#define TESTS_UNIT_R500_TEST_TX_RIG_H

#include "tests/unit/r500/test_us_rig.h"

enum { SEL_RGBA = 0 << 12 | 1 << 15 | 2 << 18 | 3 << 9, POINT = 1 << 9 | 1 << 11, LINEAR = 2 << 9 | 2 << 11 };

struct tx_rig {
	struct us_rig *g;
	uint8_t *mem; /* VRAM from the texture's address */
	uint32_t addr;
	struct fl_texel_request q;
	_Alignas(64) float in[12][64];
	_Alignas(64) float out[4][64];
};

static inline struct tx_rig *tx_rig_new(const char *chip)
{
	struct tx_rig *t = aligned_alloc(64, (sizeof(*t) + 63) / 64 * 64);
	uint64_t size;

	memset(t, 0, sizeof(*t));
	t->g = us_rig_new(chip);
	t->mem = fl_model_vram(&t->g->r->base, &size);
	t->addr = (uint32_t)t->g->r->base.mem.vram_addr;
	us_set(t->g, R500_TX_ENABLE, 1);
	for (unsigned c = 0; c < 4; c++) {
		t->q.coord[c] = t->in[c];
		t->q.dx[c] = t->in[4 + c];
		t->q.dy[c] = t->in[8 + c];
		t->q.out[c] = t->out[c];
	}
	t->q.op = FL_TEXEL_OP_PLAIN;
	t->q.n_quads = 16;
	t->q.lanes = ~(uint64_t)0;
	return t;
}

static inline void tx_rig_free(struct tx_rig *t)
{
	us_rig_free(t->g);
	free(t);
}

static inline void tx_set(struct tx_rig *t, unsigned w, unsigned h, unsigned format, uint32_t format1,
			  uint32_t filter0)
{
	us_set(t->g, R500_TX_FORMAT0(0), (w - 1) | (h - 1) << 11);
	us_set(t->g, R500_TX_FORMAT1(0), (format & 31) | format1);
	us_set(t->g, R500_TX_FORMAT2(0), format >> 5 << 14);
	us_set(t->g, R500_TX_FILTER0(0), filter0);
	us_set(t->g, R500_TX_FILTER1(0), 1 << 3); /* a bias of 1/32, as Mesa has it for none */
	us_set(t->g, R500_TX_OFFSET(0), t->addr);
}

static inline void tx_decode(struct tx_rig *t)
{
	t->g->draw.tx = mr500_tx_decode(t->g->r, NULL, 0xffff, &t->g->arena);
	cr_assert_not_null(t->g->draw.tx);
}

typedef uint64_t tx_look_fn(const struct fl_texel_unit *, const struct fl_texel_request *);
static inline tx_look_fn *tx_isa(unsigned i, const char **name)
{
	static tx_look_fn *const fn[] = {
		fl_texel_lookup_scalar,
		fl_texel_lookup_base,
#if defined(__x86_64__)
		fl_texel_lookup_avx2,
		fl_texel_lookup_avx512,
#endif
	};
	return us_isa(i, name) ? fn[i] : NULL;
}

/* The look-up of number n in all four ways: the same bits, or NaN as well. */
static inline void tx_agree(struct tx_rig *t, unsigned n)
{
	float want[4][64];
	const char *name;

	for (unsigned k = 0; k < 4; k++) {
		tx_look_fn *look = tx_isa(k, &name);
		if (!look)
			continue;
		look(t->g->draw.tx->unit[0], &t->q);
		if (k == 0)
			memcpy(want, t->out, sizeof(want));
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < 64; l++)
				cr_assert(us_word(want[c][l]) == us_word(t->out[c][l]) ||
					      (want[c][l] != want[c][l] && t->out[c][l] != t->out[c][l]),
					  "case %u, %s, channel %u lane %u: %.9g, not %.9g", n, name, c, l,
					  t->out[c][l], want[c][l]);
	}
}

/* All lanes at (s, t); the result of lane 0, the same on every instruction set. */
static inline void tx_at(struct tx_rig *t, float s, float tt, float out[4])
{
	const char *name;

	for (unsigned l = 0; l < 64; l++) {
		t->in[0][l] = s;
		t->in[1][l] = tt;
	}
	for (unsigned i = 0; i < 4; i++) {
		tx_look_fn *look = tx_isa(i, &name);
		if (!look)
			continue;
		look(t->g->draw.tx->unit[0], &t->q);
		for (unsigned c = 0; c < 4; c++) {
			if (i == 0)
				out[c] = t->out[c][0];
			cr_assert_eq(us_word(t->out[c][37]), us_word(out[c]),
				     "%s at (%g, %g), channel %u: %g, not %g", name, s, tt, c, t->out[c][37],
				     out[c]);
		}
	}
}

#endif
