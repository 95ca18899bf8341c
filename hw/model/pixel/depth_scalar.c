/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil, one sample of one pixel at a time: the judge of depth_simd.c.
 */
#include <string.h>

#include "hw/model/pixel/depth.h"

static bool compare(unsigned func, uint32_t a, uint32_t b)
{
	switch (func) {
	case FL_PIXEL_IF_NEVER:
		return false;
	case FL_PIXEL_IF_LESS:
		return a < b;
	case FL_PIXEL_IF_LESS_EQUAL:
		return a <= b;
	case FL_PIXEL_IF_EQUAL:
		return a == b;
	case FL_PIXEL_IF_GREATER_EQUAL:
		return a >= b;
	case FL_PIXEL_IF_GREATER:
		return a > b;
	case FL_PIXEL_IF_NOT_EQUAL:
		return a != b;
	default:
		return true;
	}
}

static uint8_t operate(unsigned op, uint8_t s, uint8_t ref, uint8_t with)
{
	switch (op) {
	case FL_PIXEL_STENCIL_ONES:
		return 0xff;
	case FL_PIXEL_STENCIL_REPLACE_OP:
		return with;
	case FL_PIXEL_STENCIL_ADD_CLAMP:
		return (uint8_t)(s + with > 255 ? 255 : s + with);
	case FL_PIXEL_STENCIL_SUB_CLAMP:
		return (uint8_t)(s > with ? s - with : 0);
	case FL_PIXEL_STENCIL_ADD_WRAP:
		return (uint8_t)(s + with);
	case FL_PIXEL_STENCIL_SUB_WRAP:
		return (uint8_t)(s - with);
	case FL_PIXEL_STENCIL_AND:
		return s & with;
	case FL_PIXEL_STENCIL_OR:
		return s | with;
	case FL_PIXEL_STENCIL_XOR:
		return s ^ with;
	case FL_PIXEL_STENCIL_NAND:
		return (uint8_t) ~(s & with);
	case FL_PIXEL_STENCIL_NOR:
		return (uint8_t) ~(s | with);
	case FL_PIXEL_STENCIL_XNOR:
		return (uint8_t) ~(s ^ with);
	case FL_PIXEL_STENCIL_ZERO:
		return 0;
	case FL_PIXEL_STENCIL_REPLACE:
		return ref;
	case FL_PIXEL_STENCIL_INC_CLAMP:
		return s == 255 ? 255 : (uint8_t)(s + 1);
	case FL_PIXEL_STENCIL_DEC_CLAMP:
		return s == 0 ? 0 : (uint8_t)(s - 1);
	case FL_PIXEL_STENCIL_INVERT:
		return (uint8_t)~s;
	case FL_PIXEL_STENCIL_INC_WRAP:
		return (uint8_t)(s + 1);
	case FL_PIXEL_STENCIL_DEC_WRAP:
		return (uint8_t)(s - 1);
	default:
		return s;
	}
}

/* True if the sample passes both tests. */
static bool sample(const struct fl_pixel_depth *zb, uint8_t *px, uint32_t z, bool back,
		   const uint32_t *ref_out)
{
	const unsigned bits = fl_pixel_depth_bits(zb);
	const uint32_t code = fl_pixel_depth_encode(zb, z);
	uint32_t stored[2];
	bool s_ok = true, z_ok = true;

	fl_pixel_depth_stored(zb, px, stored);
	if (zb->bounds && (stored[0] < zb->bounds_min || stored[0] > zb->bounds_max))
		return false;
	if (zb->depth_on)
		z_ok = compare(zb->func, fl_pixel_depth_key(zb, code, bits),
			       fl_pixel_depth_key(zb, stored[0], bits));
	if (zb->stencil_on) {
		const struct fl_pixel_stencil *f = &zb->face[back];
		const uint8_t s = (uint8_t)stored[1], ref = ref_out ? (uint8_t)*ref_out : f->ref;

		s_ok = compare(f->func, ref & f->mask, s & f->mask);
		uint8_t now = operate(!s_ok ? f->fail : z_ok ? f->zpass : f->zfail, s, ref, f->op);
		stored[1] = (uint8_t)((s & ~f->write_mask) | (now & f->write_mask));
	}
	if (zb->write && s_ok && z_ok)
		stored[0] = code;
	fl_pixel_depth_store(zb, px, stored);
	return s_ok && z_ok;
}

enum fl_pixel_depth_why fl_pixel_depth_why(const struct fl_pixel_depth *zb, const uint32_t stored[2],
					   uint32_t z, bool back, uint32_t ref)
{
	const unsigned bits = fl_pixel_depth_bits(zb);
	const struct fl_pixel_stencil *f = &zb->face[back];

	if (zb->bounds && (stored[0] < zb->bounds_min || stored[0] > zb->bounds_max))
		return FL_PIXEL_DEPTH_BY_BOUNDS;
	if (zb->stencil_on && !compare(f->func, ref & f->mask, stored[1] & f->mask))
		return FL_PIXEL_DEPTH_BY_STENCIL;
	if (zb->depth_on && !compare(zb->func, fl_pixel_depth_key(zb, fl_pixel_depth_encode(zb, z), bits),
				     fl_pixel_depth_key(zb, stored[0], bits)))
		return FL_PIXEL_DEPTH_BY_DEPTH;
	return FL_PIXEL_DEPTH_PASSES;
}

/* Whole rectangles take the clear value, with no test and no read. */
static void clear(const struct fl_pixel_depth *zb, struct fl_tile_buf *b, const struct fl_wave *w,
		  uint64_t lanes)
{
	unsigned cw = zb->clear_w, ch = zb->clear_h;

	for (unsigned i = 0; i < w->n_quads * 4; i++) {
		if (!(lanes >> i & 1))
			continue;
		unsigned x0 = (w->qx[i / 4] + (i & 1)) & ~(cw - 1),
			 y0 = (w->qy[i / 4] + (i >> 1 & 1)) & ~(ch - 1);

		for (unsigned y = y0; y < y0 + ch; y++)
			for (unsigned x = x0; x < x0 + cw; x++)
				for (unsigned s = 0; s < b->samples; s++)
					memcpy(b->px + ((y * FL_TILE_PX + x) * b->samples + s) * b->cpp,
					       &zb->clear, b->cpp);
	}
}

/* Rectangles may reach over the wave's quads: blocks and dirty bits. One is never wider than 16 pixels, and
 * never crosses an 8x8 block downwards. */
void fl_pixel_depth_clear(struct fl_raster_thread *t, const struct fl_pixel_depth *zb, struct fl_tile_buf *b,
			  uint64_t lanes)
{
	const struct fl_wave *w = &t->wave;
	unsigned cw = zb->clear_w, ch = zb->clear_h;
	uint64_t blocks = fl_wave_blocks(w, lanes);

	if (cw > 8) /* the neighbor in the pair of blocks */
		blocks |= (blocks & 0xaaaaaaaaaaaaaaaa) >> 1 | (blocks & 0x5555555555555555) << 1;
	fl_tile_need(b, blocks);
	clear(zb, b, w, lanes);
	for (unsigned q = 0; q < w->n_quads; q++) {
		if (!(lanes >> q * 4 & 15))
			continue;
		unsigned x0 = w->qx[q] & ~(cw - 1), y0 = w->qy[q] & ~(ch - 1);
		for (unsigned y = y0; y < y0 + ch || y < w->qy[q] + 2u; y += 2)
			for (unsigned x = x0; x < x0 + cw || x < w->qx[q] + 2u; x += 2)
				b->dirty[y / 4] |= 1ull << ((y / 2 & 1) * 32 + x / 2);
	}
	b->z_known &= ~blocks;
}

void fl_pixel_depth_run_scalar(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct fl_pixel_depth *zb = w->draw->depth;
	struct fl_tile_buf *b = t->tile.depth;
	unsigned samples = w->draw->samples;
	uint64_t alive = fl_wave_alive(w, samples);
	const uint32_t *refs = zb->refs ? zb->refs(t) : NULL;

	if (zb->forced)
		fl_pixel_depth_force(w, zb, samples);
	if (zb->path != FL_PIXEL_DEPTH_PASS && b) {
		if (zb->path == FL_PIXEL_DEPTH_CLEAR) {
			fl_pixel_depth_clear(t, zb, b, alive);
		} else {
			fl_tile_need(b, fl_wave_blocks(w, alive));
			const bool all = zb->stencil_writes || zb->path == FL_PIXEL_DEPTH_TOUCH;
			uint64_t wrote = all ? alive : 0;

			b->second |= all;

			for (unsigned i = 0; zb->path != FL_PIXEL_DEPTH_TOUCH && i < w->n_quads * 4; i++)
				for (unsigned s = 0; s < samples && s < b->samples; s++) {
					if (!(w->cover[s] >> i & 1))
						continue;
					if (!sample(zb, fl_tile_at(b, w, i, s), w->z[s][i], w->back >> i & 1,
						    refs ? &refs[i] : NULL))
						w->cover[s] &= ~(1ull << i);
					else if (zb->write)
						wrote |= 1ull << i;
				}
			fl_tile_dirty(b, w, wrote);
			if (wrote)
				b->z_known &= ~fl_wave_blocks(w, wrote);
		}
	}

	for (unsigned q = 0; q < w->n_quads; q++) {
		unsigned pipe = zb->pipe_of(zb->pipes, t->tile.x0 + w->qx[q], t->tile.y0 + w->qy[q]);

		for (unsigned s = 0; s < samples; s++)
			t->passed[pipe] += (unsigned)__builtin_popcountll(w->cover[s] >> q * 4 & 15);
	}
	if (zb->stop)
		for (unsigned s = 0; s < samples; s++)
			w->cover[s] = 0;
}
