/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil for a wave at a time. Same bits as depth_scalar.c.
 *
 * Depth alone on Z24S8, the usual case, has a function a comparison and works in the tile's rows; everything
 * else goes through lane order: codes of the depths and of the buffer, the tests over all lanes, words back.
 */
#include "hw/model/tiles/lanes.h"
#include "hw/model/pixel/depth.h"

/* a, b below 2^31. */
INLINE vi compare(unsigned func, vi a, vi b)
{
	switch (func) {
	case FL_PIXEL_IF_NEVER:
		return vi_set(0);
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
		return vi_set(-1);
	}
}

/* The same, a bit a lane. */
INLINE uint64_t compare_bits(unsigned func, vi a, vi b)
{
#if defined(__AVX512F__)
	const __m512i x = (__m512i)a, y = (__m512i)b;

	switch (func) {
	case FL_PIXEL_IF_NEVER:
		return 0;
	case FL_PIXEL_IF_LESS:
		return _mm512_cmplt_epi32_mask(x, y);
	case FL_PIXEL_IF_LESS_EQUAL:
		return _mm512_cmple_epi32_mask(x, y);
	case FL_PIXEL_IF_EQUAL:
		return _mm512_cmpeq_epi32_mask(x, y);
	case FL_PIXEL_IF_GREATER_EQUAL:
		return _mm512_cmpge_epi32_mask(x, y);
	case FL_PIXEL_IF_GREATER:
		return _mm512_cmpgt_epi32_mask(x, y);
	case FL_PIXEL_IF_NOT_EQUAL:
		return _mm512_cmpneq_epi32_mask(x, y);
	default:
		return 0xffff;
	}
#else
	return vi_bits(compare(func, a, b));
#endif
}

INLINE vi lower(vi a, vi b)
{
#if defined(__AVX512F__)
	return (vi)_mm512_min_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
	return (vi)_mm256_min_epi32((__m256i)a, (__m256i)b);
#else
	return vi_select(a < b, a, b);
#endif
}

INLINE vi higher(vi a, vi b)
{
#if defined(__AVX512F__)
	return (vi)_mm512_max_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
	return (vi)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
	return vi_select(a > b, a, b);
#endif
}

/* ---- depth alone, Z24S8 -------------------------------------------------------------------------------- */
enum { LANES = (1 << FL_LANES) - 1 };

typedef int32_t i4 __attribute__((vector_size(16)));

INLINE i4 least(i4 a, i4 b)
{
#if defined(__SSE4_1__)
	return (i4)_mm_min_epi32((__m128i)a, (__m128i)b);
#else
	const i4 m = a < b;

	return (a & m) | (b & ~m);
#endif
}

INLINE i4 most(i4 a, i4 b)
{
#if defined(__SSE4_1__)
	return (i4)_mm_max_epi32((__m128i)a, (__m128i)b);
#else
	const i4 m = a > b;

	return (a & m) | (b & ~m);
#endif
}

/* Bounds of the block of the wave, all of whose depths are known, in as many parts as a vector has. */
INLINE void known(const struct fl_wave *w, struct fl_tile_buf *b, vi low, vi high)
{
	const unsigned at = fl_wave_block(w);
	enum { PARTS = FL_LANES / 4 };
	i4 lo[PARTS], hi[PARTS];

	memcpy(lo, &low, sizeof(lo));
	memcpy(hi, &high, sizeof(hi));
	for (unsigned i = 1; i < PARTS; i++) {
		lo[0] = least(lo[0], lo[i]);
		hi[0] = most(hi[0], hi[i]);
	}
	lo[0] = least(lo[0], __builtin_shufflevector(lo[0], lo[0], 2, 3, 0, 1));
	hi[0] = most(hi[0], __builtin_shufflevector(hi[0], hi[0], 2, 3, 0, 1));
	b->z_min[at] = (uint32_t)(lo[0][0] < lo[0][1] ? lo[0][0] : lo[0][1]);
	b->z_max[at] = (uint32_t)(hi[0][0] > hi[0][1] ? hi[0][0] : hi[0][1]);
	b->z_known |= 1ull << at;
}

INLINE void depth_block(struct fl_wave *w, struct fl_tile_buf *b, unsigned func, bool write)
{
	uint8_t *p = b->px + fl_wave_block_px(w, FL_TILE_PX) * 4;
	uint64_t pass = 0, cover = w->cover[0];
	vi low = vi_set(0xffffff), high = vi_set(0);

	for (unsigned i = 0; i < VECS; i += PAIRS, p += 2 * ROW_B) {
		vu d[PAIRS];
		uint64_t row = 0;

		rows_load(p, d);
		for (unsigned j = 0; j < PAIRS; j++) {
			const unsigned at = (i + j) * FL_LANES;
			const vi z = *(const vi *)&w->z[0][at], old = (vi)(d[j] >> 8);
			const uint64_t m = compare_bits(func, z, old) & (cover >> at) & LANES;

			row |= m << j * FL_LANES;
			if (write) {
				const vi now = choose(m, 0, z, old);

				d[j] = (vu)now << 8 | (d[j] & 255);
				low = lower(low, now);
				high = higher(high, now);
			}
		}
		if (write) /* what did not pass is stored as it was */
			rows_store(p, d);
		pass |= row << i * FL_LANES;
	}
	w->cover[0] = pass;
	if (write && pass) {
		fl_tile_dirty(b, w, pass);
		known(w, b, low, high);
	}
}

/* What moved inside a block's bounds leaves them true; what may have moved out widens them. Quads of the same
 * block follow each other. */
INLINE void widen(const struct fl_wave *w, struct fl_tile_buf *b, uint64_t pass)
{
	static const i4 bit = {1, 2, 4, 8};

	for (unsigned q = 0; q < w->n_quads;) {
		const unsigned at = w->qy[q] / 8 * 8 + w->qx[q] / 8;
		i4 low = (i4){0} + 0xffffff, high = {0}, x;
		int32_t lo, hi;

		do {
			i4 z = *(const i4 *)&w->z[0][q * 4],
			   m = (((i4){0} + (int32_t)(pass >> q * 4 & 15)) & bit) != 0;

			x = (z & m) | (0xffffff & ~m);
			low = least(low, x);
			high = most(high, z & m);
			q++;
		} while (q < w->n_quads && w->qy[q] / 8 * 8u + w->qx[q] / 8 == at);
		low = least(low, __builtin_shufflevector(low, low, 2, 3, 0, 1));
		high = most(high, __builtin_shufflevector(high, high, 2, 3, 0, 1));
		lo = low[0] < low[1] ? low[0] : low[1];
		hi = high[0] > high[1] ? high[0] : high[1];
		b->z_min[at] = (uint32_t)lo < b->z_min[at] ? (uint32_t)lo : b->z_min[at];
		b->z_max[at] = (uint32_t)hi > b->z_max[at] ? (uint32_t)hi : b->z_max[at];
	}
}

INLINE void depth_quads(struct fl_wave *w, struct fl_tile_buf *b, unsigned func, bool write)
{
	uint64_t pass = 0;
	_Alignas(64) uint32_t now[FL_WAVE_PX];

	for (unsigned i = 0; i < VECS && i * FL_LANES < w->n_quads * 4; i++) {
		vu word = load_lanes(b, w, i);
		vi z = *(const vi *)&w->z[0][i * FL_LANES];
		vi m = compare(func, z, (vi)(word >> 8)) & lanes_of(w->cover[0], i);

		pass |= vi_bits(m) << i * FL_LANES;
		if (write)
			*(vu *)&now[i * FL_LANES] = (vu)z << 8 | (word & 255);
	}
	w->cover[0] = pass;
	if (write && pass) {
		store_quads(b, w, now, pass);
		fl_tile_dirty(b, w, pass);
		widen(w, b, pass);
	}
}

#define DEPTH(f)                                                              \
	static void depth_##f(struct fl_wave *w, struct fl_tile_buf *b)       \
	{                                                                     \
		if (w->block)                                                 \
			depth_block(w, b, f, false);                          \
		else                                                          \
			depth_quads(w, b, f, false);                          \
	}                                                                     \
	static void depth_write_##f(struct fl_wave *w, struct fl_tile_buf *b) \
	{                                                                     \
		if (w->block)                                                 \
			depth_block(w, b, f, true);                           \
		else                                                          \
			depth_quads(w, b, f, true);                           \
	}
DEPTH(0)
DEPTH(1)
DEPTH(2)
DEPTH(3)
DEPTH(4)
DEPTH(5)
DEPTH(6)
DEPTH(7)

static void (*const depth_fn[2][8])(struct fl_wave *, struct fl_tile_buf *) = {
    {depth_0, depth_1, depth_2, depth_3, depth_4, depth_5, depth_6, depth_7},
    {depth_write_0, depth_write_1, depth_write_2, depth_write_3, depth_write_4, depth_write_5, depth_write_6,
     depth_write_7},
};

/* ---- anything: one sample of all lanes ----------------------------------------------------------------- */
INLINE vi operate(unsigned op, vi s, vi ref)
{
	switch (op) {
	case FL_PIXEL_STENCIL_ZERO:
		return vi_set(0);
	case FL_PIXEL_STENCIL_REPLACE:
		return ref;
	case FL_PIXEL_STENCIL_INC_CLAMP:
		return s - (s < 255); /* true is -1 */
	case FL_PIXEL_STENCIL_DEC_CLAMP:
		return s + (s > 0);
	case FL_PIXEL_STENCIL_INVERT:
		return ~s & 255;
	case FL_PIXEL_STENCIL_INC_WRAP:
		return (s + 1) & 255;
	case FL_PIXEL_STENCIL_DEC_WRAP:
		return (s - 1) & 255;
	default:
		return s;
	}
}

/* Stencil of one face: pass in *ok, new value returned. */
INLINE vi stencil(const struct fl_pixel_stencil *f, vi s, vi z_ok, vi *ok)
{
	vi ref = vi_set(f->ref), pass = compare(f->func, vi_set(f->ref & f->mask), s & f->mask);
	vi now = vi_select(pass, vi_select(z_ok, operate(f->zpass, s, ref), operate(f->zfail, s, ref)),
			   operate(f->fail, s, ref));

	*ok = pass;
	return (s & ~(int32_t)f->write_mask) | (now & f->write_mask);
}

/* Returns the lanes that pass; word is what the buffer holds, before and after. */
static uint64_t sample(const struct fl_pixel_depth *zb, const struct fl_wave *w, unsigned s, uint32_t *word)
{
	bool z24 = zb->format == FL_PIXEL_Z24S8;
	_Alignas(64) uint32_t code[FL_WAVE_PX], key[FL_WAVE_PX], stored[FL_WAVE_PX];
	unsigned bits = z24 ? 24 : 16, n = w->n_quads * 4;
	bool plain = zb->format != FL_PIXEL_Z13E3 && !zb->is_signed;
	uint64_t pass = 0;

	if (!plain)
		for (unsigned i = 0; i < n; i++) {
			code[i] = fl_pixel_depth_encode(zb, w->z[s][i]);
			key[i] = fl_pixel_depth_key(zb, code[i], bits);
			stored[i] = fl_pixel_depth_key(zb, z24 ? word[i] >> 8 : word[i], bits);
		}

	for (unsigned i = 0; i * FL_LANES < n; i++) {
		vu *at = (vu *)&word[i * FL_LANES];
		vi z, k, old, st = (vi)*at & 255, z_ok = vi_set(-1), s_ok = vi_set(-1);

		if (plain) {
			vu full = *(const vu *)&w->z[s][i * FL_LANES];

			if (!z24) /* fl_pixel_depth_encode() */
				full = (zb->nearest ? full - (full >> 16) + 0x80 : full) >> 8;
			z = k = (vi)full;
			old = (vi)(*at >> (z24 ? 8 : 0));
		} else {
			z = *(const vi *)&code[i * FL_LANES];
			k = *(const vi *)&key[i * FL_LANES];
			old = *(const vi *)&stored[i * FL_LANES];
		}
		if (zb->depth_on)
			z_ok = compare(zb->func, k, old);
		if (zb->stencil_on) {
			vi now = stencil(&zb->face[0], st, z_ok, &s_ok);

			if (w->back) {
				vi back = lanes_of(w->back, i), ok;
				vi other = stencil(&zb->face[1], st, z_ok, &ok);

				now = vi_select(back, other, now);
				s_ok = vi_select(back, ok, s_ok);
			}
			st = now;
		}
		vi ok = z_ok & s_ok;
		vu depth = z24 ? *at >> 8 : *at;

		if (zb->write)
			depth = vu_select(ok, (vu)z, depth);
		*at = z24 ? depth << 8 | (vu)st : depth;
		pass |= vi_bits(ok & lanes_of(w->cover[s], i)) << i * FL_LANES;
	}
	return pass;
}

static void full(struct fl_raster_thread *t, const struct fl_pixel_depth *zb, struct fl_tile_buf *b,
		 uint64_t alive)
{
	struct fl_wave *w = &t->wave;
	uint64_t wrote = zb->stencil_writes ? alive : 0;

	for (unsigned s = 0; s < w->draw->samples && s < b->samples; s++) {
		_Alignas(64) uint32_t word[FL_WAVE_PX] = {0};
		uint64_t cover = w->cover[s], pass;

		if (!cover)
			continue;
		if (b->cpp == 4 && b->samples == 1)
			load_quads(b, w, word);
		else
			for (uint64_t m = cover; m; m &= m - 1) {
				unsigned i = (unsigned)__builtin_ctzll(m);
				memcpy(&word[i], fl_tile_at(b, w, i, s), b->cpp);
			}
		pass = sample(zb, w, s, word);
		if (zb->write || zb->stencil_writes) {
			if (b->cpp == 4 && b->samples == 1)
				store_quads(b, w, word, cover);
			else
				for (uint64_t m = cover; m; m &= m - 1) {
					unsigned i = (unsigned)__builtin_ctzll(m);
					memcpy(fl_tile_at(b, w, i, s), &word[i], b->cpp);
				}
			if (zb->write)
				wrote |= pass;
		}
		w->cover[s] = pass;
	}
	if (wrote) {
		fl_tile_dirty(b, w, wrote);
		b->z_known &= ~fl_wave_blocks(w, wrote);
	}
}

/* A whole block, of which nothing stays: fl_pixel_depth_over(). */
static void over_block(const struct fl_wave *w, struct fl_tile_buf *b, uint32_t ref)
{
	uint8_t *p = b->px + fl_wave_block_px(w, FL_TILE_PX) * 4;
	vi low = vi_set(0xffffff), high = vi_set(0);

	for (unsigned i = 0; i < VECS; i += PAIRS, p += 2 * ROW_B) {
		vu word[PAIRS];

		for (unsigned j = 0; j < PAIRS; j++) {
			vi z = *(const vi *)&w->z[0][(i + j) * FL_LANES];

			word[j] = (vu)z << 8 | ref;
			low = lower(low, z);
			high = higher(high, z);
		}
		rows_store(p, word);
	}
	b->have |= 1ull << fl_wave_block(w);
	fl_tile_dirty(b, w, ~0ull);
	known(w, b, low, high);
}

/* A clear of a whole block, the rule in every clear of a window. */
static void clear_block(const struct fl_pixel_depth *zb, const struct fl_wave *w, struct fl_tile_buf *b)
{
	uint32_t row_B = FL_TILE_PX * b->cpp, v = b->cpp == 4 ? zb->clear : (zb->clear & 0xffff) * 0x10001u;
	uint8_t *p = b->px + fl_wave_block_px(w, FL_TILE_PX) * b->cpp;

	for (unsigned y = 0; y < 8; y++, p += row_B)
		for (unsigned i = 0; i < 8u * b->cpp; i += 4)
			memcpy(p + i, &v, 4);
	b->have |= 1ull << fl_wave_block(w);
	b->z_known &= ~(1ull << fl_wave_block(w));
	fl_tile_dirty(b, w, ~0ull);
}

/* Samples that pass, a pipe. Quads of the same 16x16 pixels follow each other mostly: the family is asked
 * when they change. */
INLINE void count(struct fl_raster_thread *t, const struct fl_pixel_depth *zb, unsigned samples)
{
	const struct fl_wave *w = &t->wave;
	unsigned at = ~0u, pipe = 0;

	if (w->block || zb->pipes == 1) {
		if (zb->pipes > 1)
			pipe = zb->pipe_of(zb->pipes, t->tile.x0 + w->qx[0], t->tile.y0 + w->qy[0]);
		for (unsigned s = 0; s < samples; s++)
			t->passed[pipe] += (unsigned)__builtin_popcountll(w->cover[s]);
		return;
	}
	for (unsigned q = 0; q < w->n_quads; q++) {
		unsigned here = (w->qy[q] >> 4) << 4 | w->qx[q] >> 4;

		if (here != at)
			pipe = zb->pipe_of(zb->pipes, t->tile.x0 + w->qx[q], t->tile.y0 + w->qy[q]);
		at = here;
		for (unsigned s = 0; s < samples; s++)
			t->passed[pipe] += (unsigned)__builtin_popcount(w->cover[s] >> q * 4 & 15);
	}
}

void FL_SIMD(fl_pixel_depth_run)(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct fl_pixel_depth *zb = w->draw->depth;
	struct fl_tile_buf *b = t->tile.depth;
	unsigned samples = w->draw->samples;

	if (zb->path == FL_PIXEL_DEPTH_WIDE) {
		fl_pixel_depth_run_scalar(t);
		return;
	}
	if (zb->forced)
		fl_pixel_depth_force(w, zb, samples);
	if (b)
		switch (zb->path) {
		case FL_PIXEL_DEPTH_ALONE: {
			uint64_t blocks = fl_wave_blocks(w, w->cover[0]);

			if (blocks & ~b->have)
				fl_tile_need(b, blocks);
			depth_fn[zb->write][zb->func](w, b);
			break;
		}
		case FL_PIXEL_DEPTH_FULL: {
			uint64_t alive = fl_wave_alive(w, samples), blocks = fl_wave_blocks(w, alive);

			b->second |= zb->stencil_writes;
			if (w->block && alive == ~0ull && samples == 1 && b->samples == 1 &&
			    fl_pixel_depth_over(zb)) {
				over_block(w, b, zb->face[0].ref);
				break;
			}
			if (blocks & ~b->have)
				fl_tile_need(b, blocks);
			full(t, zb, b, alive);
			break;
		}
		case FL_PIXEL_DEPTH_CLEAR: {
			uint64_t alive = fl_wave_alive(w, samples);

			/* wider rectangles reach into the next block */
			if (w->block && alive == ~0ull && b->samples == 1 && zb->clear_w <= 8)
				clear_block(zb, w, b);
			else
				fl_pixel_depth_clear(t, zb, b, alive);
			break;
		}
		case FL_PIXEL_DEPTH_TOUCH: {
			uint64_t alive = fl_wave_alive(w, samples), blocks = fl_wave_blocks(w, alive);

			fl_tile_need(b, blocks);
			fl_tile_dirty(b, w, alive);
			b->second = true;
			b->z_known &= ~blocks;
			break;
		}
		}

	count(t, zb, samples);
	if (zb->stop)
		for (unsigned s = 0; s < samples; s++)
			w->cover[s] = 0;
}
