/* SPDX-License-Identifier: MIT
 *
 * ZB: depth and stencil functions and operations against the sentences of R5xx guide 11.12, CBZB clears, Z
 * pass counts, and the vector paths against the scalar one.
 */
#include <criterion/criterion.h>

#include "tests/unit/r500/test_rb_rig.h"

static void zb_run(struct rb_rig *g, enum fl_isa isa)
{
	rig_run(FL_SIMD_PICK(isa, fl_pixel_depth_run), g);
}

/* ZFUNC and STENCILFUNC: Never, Less, Less or Equal, Equal, Greater or Equal, Greater, Not Equal, Always */
static bool passes(unsigned func, long a, long b)
{
	const bool r[8] = {false, a<b, a <= b, a == b, a >= b, a> b, a != b, true};

	return r[func];
}

/* Keep, Zero, Replace, Increment (clamp), Decrement (clamp), Invert, Increment (wrap), Decrement (wrap) */
static unsigned operated(unsigned op, unsigned s, unsigned ref)
{
	const unsigned r[8] = {
	    s, 0, ref, s < 255 ? s + 1 : 255, s ? s - 1 : 0, 255 - s, (s + 1) % 256, (s + 255) % 256};

	return r[op];
}

static uint32_t *word(struct rb_rig *g, unsigned lane)
{
	return (uint32_t *)fl_tile_at(g->t->tile.depth, &g->t->wave, lane, 0);
}

Test(zb, every_z_function)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	const uint32_t z[3] = {0x123455, 0x123456, 0x123457};

	for (unsigned i = 0; i < n; i++)
		for (unsigned func = 0; func < 8; func++)
			for (unsigned write = 0; write < 2; write++)
				for (unsigned stencil = 0; stencil < 2;
				     stencil++) { /* the fast way, and the other */
					rig_set(g, R500_ZB_CNTL, 2 | write << 2 | stencil);
					rig_set(g, R500_ZB_ZSTENCILCNTL, func | 7 << 3);
					cr_assert(rig_open(g, 0, 0));
					rig_block(g, 24, 32, 0x7fffffffffffffff);
					fl_tile_need(g->t->tile.depth, ~0ull);
					for (unsigned l = 0; l < 64; l++) {
						*word(g, l) = 0x12345600 | l;
						g->t->wave.z[0][l] = z[l % 3];
					}
					zb_run(g, isa[i]);
					for (unsigned l = 0; l < 64; l++) {
						bool ok = l < 63 && passes(func, z[l % 3], 0x123456);

						cr_assert_eq(g->t->wave.cover[0] >> l & 1, ok);
						cr_assert_eq(*word(g, l),
							     (ok && write ? z[l % 3] : 0x123456) << 8 | l);
					}
				}
	rb_rig_delete(g);
}

Test(zb, every_stencil_function_and_operation)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	static const uint8_t stored[8] = {0, 1, 0x34, 0x35, 0x36, 0x75, 254, 255};

	for (unsigned i = 0; i < n; i++)
		for (unsigned func = 0; func < 8; func++)
			for (unsigned op = 0; op < 8; op++) {
				unsigned fail = op, zpass = (op + 3) % 8, zfail = (op + 5) % 8;
				unsigned back_func = (func + 1) % 8, back_op = (op + 1) % 8;
				const unsigned ref = 0x35, mask = 0xbf, wmask = 0x7f, ref_b = 0x75,
					       mask_b = 0xff, wmask_b = 0xf0;

				rig_set(g, R500_ZB_CNTL, 1 | 2 | 1 << 4 | 1 << 6);
				rig_set(g, R500_ZB_ZSTENCILCNTL,
					1 | func << 3 | fail << 6 | zpass << 9 | zfail << 12 |
					    back_func << 15 | back_op << 18 | back_op << 21 | back_op << 24);
				rig_set(g, R500_ZB_STENCILREFMASK, ref | mask << 8 | wmask << 16);
				rig_set(g, R500_ZB_STENCILREFMASK_BF, ref_b | mask_b << 8 | wmask_b << 16);
				cr_assert(rig_open(g, 0, 0));
				rig_block(g, 0, 0, ~0ull);
				g->t->wave.back = 0xaaaaaaaaaaaaaaaa;
				fl_tile_need(g->t->tile.depth, ~0ull);
				for (unsigned l = 0; l < 64; l++) {
					*word(g, l) = 0x500 << 8 | stored[l / 2 % 8];
					/* LESS: pass, fail */
					g->t->wave.z[0][l] = l / 16 % 2 ? 0x4ff : 0x500;
				}
				zb_run(g, isa[i]);
				for (unsigned l = 0; l < 64; l++) {
					unsigned s = stored[l / 2 % 8], back = l & 1;
					bool z_ok = l / 16 % 2;
					bool s_ok = back ? passes(back_func, ref_b & mask_b, s & mask_b)
							 : passes(func, ref & mask, s & mask);
					unsigned o = back ? back_op : !s_ok ? fail : z_ok ? zpass : zfail;
					unsigned w = back ? wmask_b : wmask;
					unsigned want = (s & ~w) | (operated(o, s, back ? ref_b : ref) & w);

					cr_assert_eq(*word(g, l), 0x500u << 8 | want,
						     "isa %u func %u op %u lane %u", isa[i], func, op, l);
					cr_assert_eq(g->t->wave.cover[0] >> l & 1, s_ok && z_ok);
				}
			}
	rb_rig_delete(g);
}

/* Of no depth test, every Z passes: whatever Z is, the stencil's test decides, and ZPASS is what happens. */
Test(zb, stencil_without_depth)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	const unsigned ref = 0x35, fail = 1 /* zero */, zpass = 2 /* replace */;

	for (unsigned i = 0; i < n; i++)
		for (unsigned func = 0; func < 8; func++) {
			rig_set(g, R500_ZB_CNTL, R500_ZB_CNTL__STENCIL_ENABLE(1));
			rig_set(g, R500_ZB_ZSTENCILCNTL, 1 | func << 3 | fail << 6 | zpass << 9 | 3 << 12);
			rig_set(g, R500_ZB_STENCILREFMASK, ref | 0xff << 8 | 0xff << 16);
			cr_assert(rig_open(g, 0, 0));
			rig_block(g, 0, 0, ~0ull);
			fl_tile_need(g->t->tile.depth, ~0ull);
			for (unsigned l = 0; l < 64; l++) {
				*word(g, l) = 0x500 << 8 | (0x20 + l);
				g->t->wave.z[0][l] = 0x500 + l % 3 - 1;
			}
			zb_run(g, isa[i]);
			for (unsigned l = 0; l < 64; l++) {
				bool ok = passes(func, ref, 0x20 + l);

				cr_assert_eq(*word(g, l), 0x500u << 8 | (ok ? ref : 0), "func %u lane %u",
					     func, l);
				cr_assert_eq(g->t->wave.cover[0] >> l & 1, ok);
			}
		}
	rb_rig_delete(g);
}

Test(zb, depth_of_16_bits)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_ZB_FORMAT, 0);
	rig_set(g, R500_ZB_CNTL, 6);
	rig_set(g, R500_ZB_ZSTENCILCNTL, 1); /* LESS */
	for (unsigned i = 0; i < n; i++) {
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, ~0ull);
		fl_tile_need(g->t->tile.depth, ~0ull);
		for (unsigned l = 0; l < 64; l++) {
			uint16_t v = 0x8000;

			memcpy(fl_tile_at(g->t->tile.depth, &g->t->wave, l, 0), &v, 2);
			g->t->wave.z[0][l] = l & 1 ? 0x7fffff : 0x8000ff; /* upper 16 bits: 7fff, 8000 */
		}
		zb_run(g, isa[i]);
		cr_assert_eq(g->t->wave.cover[0], 0xaaaaaaaaaaaaaaaa);
		for (unsigned l = 0; l < 64; l++) {
			uint16_t v;

			memcpy(&v, fl_tile_at(g->t->tile.depth, &g->t->wave, l, 0), 2);
			cr_assert_eq(v, l & 1 ? 0x7fff : 0x8000);
		}
	}
	rb_rig_delete(g);
}

Test(zb, codes_of_13e3_keep_order_and_precision)
{
	for (unsigned ones = 0; ones < 2; ones++) {
		uint32_t before = 0;

		for (uint32_t z = 0; z < 1 << 24; z += 5) {
			uint32_t code = fl_pixel_depth_13e3(z, ones);

			cr_assert(code >= before && code <= 0xffff);
			before = code;
		}
		cr_assert_eq(fl_pixel_depth_13e3(0, ones), 0);
		cr_assert_eq(fl_pixel_depth_13e3(0xffffff, ones), 0xffff);
		/* the near end of a range that is counted down to seven bits has 16 times the steps of the
		 * far end */
		uint32_t fine = ones ? 0xfffff0 : 0x10, coarse = ones ? 0x10 : 0xfffff0;
		cr_assert_neq(fl_pixel_depth_13e3(fine, ones), fl_pixel_depth_13e3(fine - 16, ones));
		cr_assert_eq(fl_pixel_depth_13e3(coarse, ones), fl_pixel_depth_13e3(coarse - 16, ones));
	}
}

Test(zb, signed_keys_order_as_numbers)
{
	struct fl_pixel_depth zb = {.is_signed = true};

	for (long a = -0x8000; a < 0x8000; a += 97)
		for (long b = -0x8000; b < 0x8000; b += 1013) {
			zb.magnitude = false;
			cr_assert_eq(fl_pixel_depth_key(&zb, a & 0xffff, 16) <
					 fl_pixel_depth_key(&zb, b & 0xffff, 16),
				     a < b);
			if (a == -0x8000 || b == -0x8000)
				continue;
			zb.magnitude = true;
			uint32_t ma = a < 0 ? 0x8000 | -a : a, mb = b < 0 ? 0x8000 | -b : b;
			cr_assert_eq(fl_pixel_depth_key(&zb, ma, 16) < fl_pixel_depth_key(&zb, mb, 16),
				     a < b);
		}
	zb.magnitude = true;
	cr_assert_eq(fl_pixel_depth_key(&zb, 0x8000, 16), fl_pixel_depth_key(&zb, 0, 16));
}

Test(zb, disabled_tests_pass_and_count)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++) {
		uint64_t sum = 0;

		memset(g->t->passed, 0, sizeof(g->t->passed));
		rig_set(g, R500_ZB_CNTL, 0);
		rig_set(g, R500_ZB_ZSTENCILCNTL, 0); /* NEVER does not matter */
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, 0xf0f0);
		zb_run(g, isa[i]);
		cr_assert_eq(g->t->wave.cover[0], 0xf0f0);
		rig_block(g, 16, 0, ~0ull); /* another pipe's 16x16 pixels */
		zb_run(g, isa[i]);
		for (unsigned p = 0; p < 4; p++)
			sum += g->t->passed[p];
		cr_assert_eq(sum, 8 + 64);
		cr_assert_eq(g->t->passed[0], 8);
		/* ZERO_OUTPUT_MASK: counted, and gone */
		rig_set(g, R500_ZB_ZSTENCILCNTL, 1u << 27);
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, ~0ull);
		zb_run(g, isa[i]);
		cr_assert_eq(g->t->wave.cover[0], 0);
		cr_assert_eq(g->t->passed[0], 72);
	}
	rb_rig_delete(g);
}

/* Quads anywhere, of 1 to 6 samples: what each pipe counts, by the pipe of each quad's 16x16 pixels. */
Test(zb, every_pipe_counts_its_own)
{
	static const struct {
		uint32_t config;
		unsigned pipes;
	} chips[] = {{0x11, 1}, {0x11 | 3 << 1, 2}, {0x11 | 6 << 1, 3}, {0x11 | 7 << 1, 4}};
	static const uint32_t aa[] = {0, 1, 3, 5, 7};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	uint32_t seed = 1;

	rig_set(g, R500_ZB_CNTL, 0);
	for (unsigned trial = 0; trial < 400; trial++) {
		const unsigned pipes = chips[trial % 4].pipes, tx = trial % 3, ty = trial % 5;
		uint64_t want[4] = {0}, cover[FL_WAVE_SAMPLES];
		const struct fl_wave *w = &g->t->wave;

		rig_set(g, R500_GB_TILE_CONFIG, chips[trial % 4].config);
		rig_set(g, R500_GB_AA_CONFIG, aa[trial / 4 % 5]);
		cr_assert(rig_open(g, tx, ty));
		rig_quads(g, 1 + trial % 16, &seed);
		if (trial % 7 == 0)
			rig_block(g, trial % 8 * 8, trial / 8 % 8 * 8, rig_random64(&seed));
		memcpy(cover, w->cover, sizeof cover);
		for (unsigned q = 0; q < w->n_quads; q++) {
			unsigned x = (tx * FL_TILE_PX + w->qx[q]) / 16, y = (ty * FL_TILE_PX + w->qy[q]) / 16;
			unsigned pipe = pipes == 4 ? x % 2 + y % 2 * 2 : (x + y) % pipes;

			for (unsigned s = 0; s < g->d.base.samples; s++)
				want[pipe] += (unsigned)__builtin_popcount(cover[s] >> 4 * q & 15);
		}
		for (unsigned i = 0; i < n; i++) {
			memset(g->t->passed, 0, sizeof(g->t->passed));
			memcpy(g->t->wave.cover, cover, sizeof cover);
			zb_run(g, isa[i]);
			for (unsigned p = 0; p < 4; p++)
				cr_assert_eq(g->t->passed[p], want[p], "trial %u, path %u, pipe %u of %u",
					     trial, i, p, pipes);
		}
	}
	rb_rig_delete(g);
}

/* R5xx guide 10.8.1: the fields of tiling say nothing of a buffer of several samples; such a pitch is taken
 * as it is, and a clear stores eight pixels of a row. Of one sample, a pitch that is no multiple of a tile is
 * cut. */
Test(zb, samples_and_tiling)
{
	static const uint8_t samples[] = {1, 2, 3, 4, 6};
	const uint32_t tiled = R500_ZB_DEPTHPITCH__DEPTHMACROTILE(1) | R500_ZB_DEPTHPITCH__DEPTHMICROTILE(1);
	struct rb_rig *g = rb_rig_new("r580");

	for (unsigned i = 0; i < sizeof(samples); i++) {
		const bool one = samples[i] == 1;

		rig_set(g, R500_GB_AA_CONFIG, one ? 0 : 1 | (i - 1) << 1);
		rig_set(g, R500_ZB_DEPTHPITCH, 260 | tiled);
		rig_set(g, R500_RB3D_COLORPITCH(0), 260 | 6u << 21 | 1 << 16 | 1 << 17);
		cr_assert(rig_open(g, 0, 0));
		const struct fl_pixel_depth *zb = g->d.base.depth;
		const struct fl_tile_key *c = &g->d.base.color->target[0].key;

		cr_expect_eq(zb->key.samples, samples[i]);
		cr_expect_eq(zb->key.micro, one);
		cr_expect_eq(zb->key.macro, one);
		cr_expect_eq(zb->key.pitch_px, one ? 256 : 260, "%u", zb->key.pitch_px);
		cr_expect_eq(zb->clear_w, one ? 4 : 8, "%u", zb->clear_w);
		cr_expect_eq(zb->clear_h, one ? 2 : 1, "%u", zb->clear_h);
		cr_expect_eq(c->samples, samples[i]);
		cr_expect_eq(c->micro, one);
		cr_expect_eq(c->macro, one);
		cr_expect_eq(c->pitch_px, one ? 256 : 260, "%u", c->pitch_px);
	}
	rb_rig_delete(g);
}

/* R5xx guide 10.8.4: ZB clears the lower half of the color buffer, with ZB_CNTL 0. */
Test(zb, cbzb_clear)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_ZB_DEPTHCLEARVALUE, 0xff4080bf);
	for (unsigned i = 0; i < 2 * n; i++) {
		/* Of fast clears, which are of depths, this knows nothing. */
		rig_set(g, R500_ZB_BW_CNTL,
			R500_ZB_BW_CNTL__ZB_CB_CLEAR(1) | R500_ZB_BW_CNTL__FAST_FILL(i / n));
		rig_fill(g, 0x400000, 65536, 0x11111111);
		cr_assert(rig_open(g, 0, 0));
		cr_expect_not(g->d.base.depth->key.fast);
		rig_block(g, 8, 16, ~0ull);
		zb_run(g, isa[i % n]);
		cr_assert_eq(g->t->wave.cover[0], ~0ull, "CB draws the other half");
		cr_assert_eq(rig_dword(g, 0x400000 + (16 * 256 + 8) * 4), 0x11111111, "not flushed yet");
		rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
		for (unsigned y = 0; y < 64; y++)
			for (unsigned x = 0; x < 64; x++) {
				bool in = x >= 8 && x < 16 && y >= 16 && y < 24;
				cr_assert_eq(rig_dword(g, 0x400000 + (y * 256 + x) * 4),
					     in ? 0xff4080bf : 0x11111111);
			}
	}
	rb_rig_delete(g);
}

/* Of 16 bits a linear micro-tile is 16 pixels of a row: one pixel clears all of them, over two blocks of the
 * cache, and nothing else. */
Test(zb, clears_of_sixteen_pixels)
{
	enum { PITCH_B = 512, CLEAR = 0xbf };
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_ZB_FORMAT, 0); /* Z16 */
	rig_set(g, R500_ZB_BW_CNTL, R500_ZB_BW_CNTL__ZB_CB_CLEAR(1));
	rig_set(g, R500_ZB_DEPTHCLEARVALUE, 0x40800000 | CLEAR);
	for (unsigned i = 0; i < n; i++)
		for (unsigned lane = 0; lane < 64; lane += 5) {
			const unsigned x0 = 8 * (lane % 4), y0 = 16, x = x0 + lane / 4 % 4 * 2 + lane % 2,
				       y = y0 + lane / 16 * 2 + lane / 2 % 2;

			rig_fill(g, 0x400000, 64 * PITCH_B, 0x11111111);
			cr_assert(rig_open(g, 0, 0));
			cr_assert_eq(g->d.base.depth->clear_w, 16);
			rig_block(g, x0, y0, 1ull << lane);
			zb_run(g, isa[i]);
			rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
			for (unsigned at = 0; at < 64 * 64; at++) {
				const bool in = at / 64 == y && at % 64 / 16 == x / 16;
				uint16_t got;

				memcpy(&got, g->mem + 0x400000 + at / 64 * PITCH_B + at % 64 * 2, 2);
				cr_assert_eq(got, in ? CLEAR : 0x1111,
					     "path %u, pixel (%u, %u): (%u, %u) is 0x%04x", i, x, y, at % 64,
					     at / 64, got);
			}
		}
	rb_rig_delete(g);
}

/* What a clear has put into the cache is what the next draw is tested against: memory is not read for it. */
Test(zb, a_clear_is_seen_before_it_is_flushed)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned whole = 0; whole < 2; whole++) {
			rig_set(g, R500_ZB_BW_CNTL, R500_ZB_BW_CNTL__ZB_CB_CLEAR(1));
			rig_set(g, R500_ZB_DEPTHCLEARVALUE, 0x80000000);
			rig_set(g, R500_ZB_CNTL, 0);
			rig_fill(g, 0x400000, 65536, 0x10000000);
			rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
			cr_assert(rig_open(g, 0, 0));
			rig_block(g, 8, 16, whole ? ~0ull : 0x00000000ffffffffull);
			zb_run(g, isa[i]);
			rig_set(g, R500_ZB_BW_CNTL, 0);
			rig_set(g, R500_ZB_CNTL, 6);
			rig_set(g, R500_ZB_ZSTENCILCNTL, 1); /* LESS */
			cr_assert(rig_open(g, 0, 0));
			rig_block(g, 8, 16, ~0ull);
			for (unsigned l = 0; l < 64; l++)
				g->t->wave.z[0][l] = 0x400000;
			zb_run(g, isa[i]);
			cr_assert_eq(g->t->wave.cover[0], whole ? ~0ull : 0x00000000ffffffffull, "path %u",
				     i);
			rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
		}
	rb_rig_delete(g);
}

Test(zb, hidden_blocks)
{
	struct rb_rig *g = rb_rig_new("r580");

	rig_set(g, R500_ZB_CNTL, 6);
	rig_set(g, R500_ZB_ZSTENCILCNTL, 7); /* ALWAYS */
	cr_assert(rig_open(g, 0, 0));
	cr_assert_not(fl_pixel_depth_hides(g->t, &g->d.base, 0, 0, 0xffffff, 0xffffff),
		      "nothing is known yet");
	rig_block(g, 0, 0, ~0ull);
	for (unsigned l = 0; l < 64; l++)
		g->t->wave.z[0][l] = 1000 + l;
	zb_run(g, FL_ISA_BASE);
	for (unsigned func = 0; func < 8; func++) {
		rig_set(g, R500_ZB_ZSTENCILCNTL, func);
		cr_assert(rig_open(g, 0, 0));
		for (uint32_t lo = 990; lo < 1080; lo += 3)
			for (uint32_t hi = lo; hi < 1080; hi += 3) {
				/* hidden may be said only if no depth of the range passes against any that is
				 * there */
				bool any = false;

				for (uint32_t z = lo; z <= hi; z++)
					for (uint32_t d = 1000; d < 1064; d++)
						any |= passes(func, z, d);
				if (fl_pixel_depth_hides(g->t, &g->d.base, 0, 0, lo, hi))
					cr_assert_not(any, "func %u, %u to %u", func, lo, hi);
				else if (func != 6)
					cr_assert(any, "func %u, %u to %u could be rejected", func, lo, hi);
			}
	}
	rb_rig_delete(g);
}

/* Bounds of the depths (bits 31:8) of each 8x8 block of a tile of one sample: exact, or those that are known
 * must hold. */
static void bounds(struct fl_tile_buf *b, bool set, unsigned round)
{
	b->z_known = set ? ~0ull : b->z_known;
	for (unsigned at = 0; at < 64; at++) {
		uint32_t lo = 0xffffff, hi = 0;

		for (unsigned i = 0; i < 64; i++) {
			unsigned x = at % 8 * 8 + i % 8, y = at / 8 * 8 + i / 8;
			uint32_t word;

			memcpy(&word, b->px + (y * FL_TILE_PX + x) * 4, 4);
			lo = word >> 8 < lo ? word >> 8 : lo;
			hi = word >> 8 > hi ? word >> 8 : hi;
		}
		if (set) {
			b->z_min[at] = lo;
			b->z_max[at] = hi;
		}
		cr_assert(!(b->z_known >> at & 1) || (b->z_min[at] <= lo && hi <= b->z_max[at]),
			  "round %u, block %u: 0x%06x to 0x%06x, known as 0x%06x to 0x%06x", round, at, lo,
			  hi, b->z_min[at], b->z_max[at]);
	}
}

Test(zb, vectors_agree_with_scalar)
{
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	uint32_t seed = 0xbeef1234;
	struct rb_rig *g = rb_rig_new("r580");

	for (unsigned round = 0; round < 10000; round++) {
		rig_set(g, R500_GB_AA_CONFIG, rig_random(&seed) % 4 ? 0 : rig_random(&seed) & 7);
		rig_set(g, R500_ZB_FORMAT,
			(rig_random(&seed) % 2 ? 2 : rig_random(&seed) % 3) | (rig_random(&seed) & 16));
		rig_set(g, R500_ZB_DEPTHPITCH, 64 | (rig_random(&seed) & 1) << 17);
		rig_set(g, R500_ZB_CNTL, rig_random(&seed) % 2 ? 6 : rig_random(&seed) & 0x7f);
		rig_set(g, R500_ZB_ZSTENCILCNTL,
			rig_random(&seed) & (rig_random(&seed) % 8 ? 0x7ffffff : 0xfffffff));
		rig_set(g, R500_ZB_STENCILREFMASK, rig_random(&seed) & 0xffffff);
		rig_set(g, R500_ZB_STENCILREFMASK_BF, rig_random(&seed) & 0xffffff);
		rig_set(g, R500_ZB_BW_CNTL, rig_random(&seed) % 8 ? 0 : 0x20);
		rig_set(g, R500_ZB_DEPTHCLEARVALUE, rig_random(&seed));
		cr_assert(rig_open(g, 0, 0));
		if (rig_random(&seed) & 1)
			rig_block(g, 48, 8, rig_random(&seed) & 1 ? ~0ull : rig_random64(&seed));
		else
			rig_quads(g, 1 + rig_random(&seed) % 16, &seed);
		/* runs of quads in blocks of the first rows */
		if (!g->t->wave.block && rig_random(&seed) & 1)
			for (unsigned q = 0; q < g->t->wave.n_quads; q++) {
				unsigned block = rig_random(&seed) % 10 * 7 % 16;

				g->t->wave.qx[q] = (uint8_t)(block % 8 * 8 + q % 4 * 2);
				g->t->wave.qy[q] = (uint8_t)(block / 8 * 8 + q / 4 * 2);
			}
		g->t->wave.back = rig_random(&seed) & 1 ? rig_random64(&seed) : 0;

		struct fl_tile_buf *b = g->t->tile.depth;
		size_t size_B = 4096u * b->cpp * b->samples;
		uint8_t *old = malloc(size_B), *want = malloc(size_B);
		struct fl_wave w0;
		uint64_t dirty[16], cover[FL_WAVE_SAMPLES], zpass[4];
		uint32_t base = rig_random(&seed) & 0xffffff;
		bool bounded = g->d.base.depth->format == FL_PIXEL_Z24S8 && b->samples == 1 && round % 4 == 0;

		for (size_t i = 0; i < size_B;
		     i += 4) { /* depths near each other, so that all results occur */
			uint32_t v = rig_random(&seed) & 1 ? rig_random(&seed)
							   : base << 8 | (rig_random(&seed) & 0x3ff);
			memcpy(old + i, &v, 4);
		}
		for (unsigned s = 0; s < FL_WAVE_SAMPLES; s++)
			for (unsigned i = 0; i < 64; i++)
				g->t->wave.z[s][i] = rig_random(&seed) & 1
							 ? rig_random(&seed) >> 8
							 : (base + rig_random(&seed) % 5) & 0xffffff;
		w0 = g->t->wave;
		for (unsigned i = 0; i < n; i++) {
			memcpy(b->px, old, size_B);
			memset(b->dirty, 0, sizeof(b->dirty));
			memset(g->t->passed, 0, sizeof(zpass));
			b->have = ~0ull;
			b->z_known = 0;
			if (bounded)
				bounds(b, true, round);
			g->t->wave = w0;
			zb_run(g, isa[i]);
			if (bounded)
				bounds(b, false, round);
			if (i == 0) {
				memcpy(want, b->px, size_B);
				memcpy(dirty, b->dirty, sizeof(dirty));
				memcpy(zpass, g->t->passed, sizeof(zpass));
				memcpy(cover, g->t->wave.cover, sizeof(cover));
				continue;
			}
			cr_assert(memcmp(b->px, want, size_B) == 0, "round %u isa %u path %u", round, isa[i],
				  g->d.base.depth->path);
			cr_assert(memcmp(cover, g->t->wave.cover, sizeof(cover)) == 0, "round %u isa %u",
				  round, isa[i]);
			cr_assert(memcmp(zpass, g->t->passed, sizeof(zpass)) == 0, "round %u isa %u", round,
				  isa[i]);
			cr_assert(memcmp(dirty, b->dirty, sizeof(dirty)) == 0, "round %u isa %u path %u",
				  round, isa[i], g->d.base.depth->path);
		}
		free(old);
		free(want);
		fl_tile_drop_all(&g->r->rb->tiles);
		fl_arena_reset(&g->arena);
	}
	rb_rig_delete(g);
}

/* R5xx guide 10.4.4, ZB_CB_CLEAR: what is covered takes ZB_DEPTHCLEARVALUE, and a flush brings it to
 * memory. */
Test(zb, clears_reach_memory)
{
	enum { OLD = 0x11223344, CLEAR = 0xabcdef01, DEPTH_AT = 0x400000 };
	struct rb_rig *g = rb_rig_new("r580");
	unsigned n = 0;

	rig_fill(g, DEPTH_AT, 1 << 18, OLD);
	rig_set(g, R500_ZB_BW_CNTL, R500_ZB_BW_CNTL__ZB_CB_CLEAR(1));
	rig_set(g, R500_ZB_DEPTHCLEARVALUE, CLEAR);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 8, 16, ~0ull);
	zb_run(g, FL_ISA_BASE);
	rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
	for (uint32_t i = 0; i < 1 << 18; i += 4) {
		uint32_t v = rig_dword(g, DEPTH_AT + i);

		cr_assert(v == OLD || v == CLEAR, "0x%x: 0x%08x", i, v);
		n += v == CLEAR;
	}
	cr_assert_geq(n, 64u);
	for (unsigned y = 16; y < 24; y++)
		for (unsigned x = 8; x < 16; x++)
			cr_assert_eq(rig_dword(g, DEPTH_AT + (y * 256 + x) * 4), CLEAR, "(%u, %u)", x, y);
	rb_rig_delete(g);
}
