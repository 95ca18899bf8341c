/* SPDX-License-Identifier: MIT
 *
 * ZB, one sample of one pixel at a time: the judge of zb_simd.c.
 */
#include <string.h>

#include "hw/model/r500/tile_addr.h"
#include "hw/model/pixel/zb.h"

/* ZFUNC and STENCILFUNC share their codes: R5xx guide 11.12, ZB_ZSTENCILCNTL. */
static bool compare(unsigned func, uint32_t a, uint32_t b)
{
	switch (func) {
	case R500_ZB_ZSTENCILCNTL__ZFUNC__NEVER:
		return false;
	case R500_ZB_ZSTENCILCNTL__ZFUNC__LESS:
		return a < b;
	case R500_ZB_ZSTENCILCNTL__ZFUNC__LESS_EQUAL:
		return a <= b;
	case R500_ZB_ZSTENCILCNTL__ZFUNC__EQUAL:
		return a == b;
	case R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER_EQUAL:
		return a >= b;
	case R500_ZB_ZSTENCILCNTL__ZFUNC__GREATER:
		return a > b;
	case R500_ZB_ZSTENCILCNTL__ZFUNC__NOT_EQUAL:
		return a != b;
	default:
		return true;
	}
}

static uint8_t operate(unsigned op, uint8_t s, uint8_t ref)
{
	switch (op) {
	case R500_ZB_ZSTENCILCNTL__STENCILFAIL__ZERO:
		return 0;
	case R500_ZB_ZSTENCILCNTL__STENCILFAIL__REPLACE:
		return ref;
	case R500_ZB_ZSTENCILCNTL__STENCILFAIL__INC_CLAMP:
		return s == 255 ? 255 : (uint8_t)(s + 1);
	case R500_ZB_ZSTENCILCNTL__STENCILFAIL__DEC_CLAMP:
		return s == 0 ? 0 : (uint8_t)(s - 1);
	case R500_ZB_ZSTENCILCNTL__STENCILFAIL__INVERT:
		return (uint8_t)~s;
	case R500_ZB_ZSTENCILCNTL__STENCILFAIL__INC_WRAP:
		return (uint8_t)(s + 1);
	case R500_ZB_ZSTENCILCNTL__STENCILFAIL__DEC_WRAP:
		return (uint8_t)(s - 1);
	default:
		return s;
	}
}

/* True if the sample passes both tests. */
static bool sample(const struct fl_pixel_depth *zb, uint8_t *px, uint32_t z24, bool back)
{
	unsigned bits = zb->format == MR500_ZB_Z24S8 ? 24 : 16;
	uint32_t word = 0, code = mr500_zb_encode(zb, z24), stored;
	bool s_ok = true, z_ok = true;
	uint8_t s = 0;

	memcpy(&word, px, zb->key.cpp);
	stored = word;
	if (zb->format == MR500_ZB_Z24S8) {
		s = (uint8_t)word;
		stored = word >> 8;
	}

	if (zb->depth_on)
		z_ok = compare(zb->func, mr500_zb_key(zb, code, bits), mr500_zb_key(zb, stored, bits));
	if (zb->stencil_on) {
		const struct mr500_zb_stencil *f = &zb->face[back];

		s_ok = compare(f->func, f->ref & f->mask, s & f->mask);
		uint8_t now = operate(!s_ok ? f->fail : z_ok ? f->zpass : f->zfail, s, f->ref);
		s = (uint8_t)((s & ~f->write_mask) | (now & f->write_mask));
	}
	if (zb->write && s_ok && z_ok)
		stored = code;
	word = zb->format == MR500_ZB_Z24S8 ? stored << 8 | s : stored;
	memcpy(px, &word, zb->key.cpp);
	return s_ok && z_ok;
}

/* R5xx guide 10.8.4, 11.12 ZB_CB_CLEAR: whole micro-tiles take the clear value, with no test and no read. */
static void clear(const struct fl_pixel_depth *zb, struct fl_tile_buf *b, const struct fl_wave *w,
		  uint64_t lanes)
{
	unsigned mw = 1u << mr500_micro_log2_w(b->cpp, zb->key.micro),
		 mh = 1u << mr500_micro_log2_h(b->cpp, zb->key.micro);

	if (mw > FL_TILE_PX)
		mw = FL_TILE_PX;
	for (unsigned i = 0; i < w->n_quads * 4; i++) {
		if (!(lanes >> i & 1))
			continue;
		unsigned x0 = (w->qx[i / 4] + (i & 1)) & ~(mw - 1),
			 y0 = (w->qy[i / 4] + (i >> 1 & 1)) & ~(mh - 1);

		for (unsigned y = y0; y < y0 + mh; y++)
			for (unsigned x = x0; x < x0 + mw; x++)
				for (unsigned s = 0; s < b->samples; s++)
					memcpy(b->px + ((y * FL_TILE_PX + x) * b->samples + s) * b->cpp,
					       &zb->clear, b->cpp);
	}
}

/* Micro-tiles may reach over the wave's quads: blocks and dirty bits of a CBZB clear. A micro-tile is never
 * wider than 16 pixels (16 bpp linear), and never crosses an 8x8 block downwards. */
void mr500_zb_clear_wave(struct fl_raster_thread *t, const struct fl_pixel_depth *zb, struct fl_tile_buf *b,
			 uint64_t lanes)
{
	const struct fl_wave *w = &t->wave;
	unsigned mw = 1u << mr500_micro_log2_w(b->cpp, zb->key.micro),
		 mh = 1u << mr500_micro_log2_h(b->cpp, zb->key.micro);
	uint64_t blocks = fl_wave_blocks(w, lanes);

	if (mw > 8) /* the neighbor in the pair of blocks */
		blocks |= (blocks & 0xaaaaaaaaaaaaaaaa) >> 1 | (blocks & 0x5555555555555555) << 1;
	fl_tile_need(b, blocks);
	clear(zb, b, w, lanes);
	for (unsigned q = 0; q < w->n_quads; q++) {
		if (!(lanes >> q * 4 & 15))
			continue;
		unsigned x0 = w->qx[q] & ~(mw - 1), y0 = w->qy[q] & ~(mh - 1);
		for (unsigned y = y0; y < y0 + mh || y < w->qy[q] + 2u; y += 2)
			for (unsigned x = x0; x < x0 + mw || x < w->qx[q] + 2u; x += 2)
				b->dirty[y / 4] |= 1ull << ((y / 2 & 1) * 32 + x / 2);
	}
	b->z_known &= ~blocks;
}

void mr500_zb_run_scalar(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct fl_pixel_depth *zb = w->draw->depth;
	struct fl_tile_buf *b = t->tile.depth;
	unsigned samples = w->draw->samples;
	uint64_t alive = fl_wave_alive(w, samples);

	if (zb->path != MR500_ZB_PASS && b) {
		if (zb->path == MR500_ZB_CLEAR) {
			mr500_zb_clear_wave(t, zb, b, alive);
		} else {
			fl_tile_need(b, fl_wave_blocks(w, alive));
			uint64_t wrote = zb->stencil_writes || zb->path == MR500_ZB_TOUCH ? alive : 0;

			for (unsigned i = 0; zb->path != MR500_ZB_TOUCH && i < w->n_quads * 4; i++)
				for (unsigned s = 0; s < samples && s < b->samples; s++) {
					if (!(w->cover[s] >> i & 1))
						continue;
					if (!sample(zb, fl_tile_at(b, w, i, s), w->z[s][i], w->back >> i & 1))
						w->cover[s] &= ~(1ull << i);
					else if (zb->write)
						wrote |= 1ull << i;
				}
			fl_tile_dirty(b, w, wrote);
			if (wrote)
				b->z_known &= ~fl_wave_blocks(w, wrote);
		}
	}

	for (unsigned q = 0; q < w->n_quads; q++)
		for (unsigned s = 0; s < samples; s++)
			t->passed[mr500_rb_pipe(zb->pipes, t->tile.x0 + w->qx[q], t->tile.y0 + w->qy[q])] +=
			    (unsigned)__builtin_popcountll(w->cover[s] >> q * 4 & 15);
	if (zb->zero_mask)
		for (unsigned s = 0; s < samples; s++)
			w->cover[s] = 0;
}
