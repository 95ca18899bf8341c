/* SPDX-License-Identifier: MIT
 *
 * Interpolation, the fast path: depth and interpolation of a wave. Waves of one primitive go a vector at a
 * time, others a quad at a time. The arithmetic is that of interp_scalar.c, operation by operation.
 */
#include "hw/model/raster/interp.h"

#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

typedef float f4 __attribute__((vector_size(16)));
typedef int32_t i4 __attribute__((vector_size(16)));

enum { N_VEC = FL_WAVE_PX / FL_LANES };

/* Pixels of a block in lane order, one vector, and what to add for the others. */
#if FL_LANES == 16
static const vi lane_x = {0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7};
static const vi lane_y = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1};
#define VEC_X(i) 0
#define VEC_Y(i) (2 * (i))
#else
static const vi lane_x = {0, 1, 0, 1, 2, 3, 2, 3};
static const vi lane_y = {0, 0, 1, 1, 0, 0, 1, 1};
#define VEC_X(i) ((i) % 2 * 4)
#define VEC_Y(i) ((i) / 2 * 2)
#endif
static const i4 quad_x = {0, 1, 0, 1}, quad_y = {0, 0, 1, 1};

#define INLINE static inline __attribute__((always_inline))

INLINE f4 f4_set(float x)
{
	return (f4){x, x, x, x};
}

/* floor(v) + bi, where the setup keeps depths */
INLINE vi z_fix(const struct fl_raster_setup *su, vf v, vi bi)
{
	vi z;

	v = vf_select(v > vf_set(-(float)FL_RASTER_Z_FAR), v, vf_set(-(float)FL_RASTER_Z_FAR));
	v = vf_select(v < vf_set((float)FL_RASTER_Z_FAR), v, vf_set((float)FL_RASTER_Z_FAR));
	z = __builtin_convertvector(v, vi);
	z += (vi)(__builtin_convertvector(z, vf) > v); /* -1 where it was rounded up */
	z += bi;
	z = vi_select(z > su->z_high, vi_set(su->z_high), z);
	return vi_select(z < su->z_low, vi_set(su->z_low), z);
}

/* The same where nothing needs to be kept in range. */
INLINE vi z_fix_near(vf v, vi bi)
{
#if defined(__AVX512F__)
	return (vi)_mm512_cvt_roundps_epi32((__m512)v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC) + bi;
#elif defined(__AVX__)
	return (vi)_mm256_cvttps_epi32(_mm256_floor_ps((__m256)v)) + bi;
#else
	vi z = __builtin_convertvector(v, vi);

	return z + (vi)(__builtin_convertvector(z, vf) > v) + bi;
#endif
}

INLINE i4 z_fix4(const struct fl_raster_setup *su, f4 v, int32_t bi)
{
	const f4 far = (f4){0} + (float)FL_RASTER_Z_FAR;
	i4 m = v > -far, z;

	v = (f4)((m & (i4)v) | (~m & (i4)-far));
	m = v < far;
	v = (f4)((m & (i4)v) | (~m & (i4)far));
	z = __builtin_convertvector(v, i4);
	z += (i4)(__builtin_convertvector(z, f4) > v);
	z += bi;
	m = z > su->z_high;
	z = (m & su->z_high) | (~m & z);
	m = z < su->z_low;
	return (m & su->z_low) | (~m & z);
}

INLINE i4 z_fix4_near(f4 v, int32_t bi)
{
#if defined(__AVX__)
	return (i4)_mm_cvttps_epi32(_mm_floor_ps((__m128)v)) + bi;
#else
	i4 z = __builtin_convertvector(v, i4);

	return z + (i4)(__builtin_convertvector(z, f4) > v) + bi;
#endif
}

/* Depths of the block of b are inside of what is kept, whatever rounding adds. */
INLINE bool is_near(const struct fl_raster_setup *su, const struct fl_raster_zbase *b)
{
	float span = ((b->gx < 0 ? -b->gx : b->gx) + (b->gy < 0 ? -b->gy : b->gy)) * (float)(9 * su->sub) + 4;

	return (float)b->bi - span > (float)su->z_low && (float)b->bi + span < (float)su->z_high;
}

/* Four numbers, in each quad of a vector. By halves: gcc takes 16 of 4 through memory, and waits for it. */
INLINE vi in_quads(const int32_t x[4])
{
	typedef int32_t i8 __attribute__((vector_size(32)));
	i4 four;
	i8 eight;

	memcpy(&four, x, sizeof(four));
	eight = __builtin_shufflevector(four, four, 0, 1, 2, 3, 0, 1, 2, 3);
#if FL_LANES == 16
	return __builtin_shufflevector(eight, eight, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
#else
	return eight;
#endif
}

/* Of a whole block: its vectors share columns, or rows. */
enum { ACROSS = 16 / FL_LANES };

INLINE vf floats_at(const float *p) /* which lie anywhere */
{
	vf v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* Of a block, near. Columns and rows (those of the first two) are numbers that floats hold, so what is added
 * to them is not rounded. */
INLINE void depth_near(const struct fl_raster_zbase *b, int32_t sub, const vf col[ACROSS], vf row,
		       uint32_t *z)
{
	const vf gy = vf_set(b->gy), bf = vf_set(b->bf);
	const vi bi = vi_set(b->bi);
	vf gx[ACROSS];

	for (int i = 0; i < ACROSS; i++)
		gx[i] = b->gx * col[i];
	for (int y = 0; y < N_VEC; y += ACROSS) {
		const vf down = gy * (row + (float)(VEC_Y(y) * sub));

		for (int i = 0; i < ACROSS; i++)
			*(vi *)&z[(y + i) * FL_LANES] = z_fix_near(bf + (gx[i] + down), bi);
	}
}

static __attribute__((noinline)) void depth_any(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct fl_raster_setup *su = w->draw->setup;
	const int32_t sub = su->sub;

	if (su->z_kind == FL_RASTER_Z_FLOAT) {
		fl_raster_depth_float(t);
		return;
	}
	for (unsigned s = 0; s < w->draw->samples; s++) {
		const int32_t *px = w->draw->scan->x[s], *py = w->draw->scan->y[s];

		if (w->block) {
			struct fl_raster_zbase b;

			fl_raster_zbase(w->prim[0], sub, (int32_t)t->tile.x0 + w->qx[0],
					(int32_t)t->tile.y0 + w->qy[0], &b);
			const vi posx = in_quads(px), posy = in_quads(py);
			const vf row = __builtin_convertvector(lane_y * sub + posy, vf);
			vf col[ACROSS];

			for (int i = 0; i < ACROSS; i++)
				col[i] = __builtin_convertvector((lane_x + VEC_X(i)) * sub + posx, vf);
			if (is_near(su, &b)) {
				depth_near(&b, sub, col, row, w->z[s]);
				continue;
			}
			for (int i = 0; i < N_VEC; i++)
				*(vi *)&w->z[s][i * FL_LANES] = z_fix(
				    su,
				    b.bf + (b.gx * col[i % ACROSS] + b.gy * (row + (float)(VEC_Y(i) * sub))),
				    vi_set(b.bi));
			continue;
		}
		const i4 posx = {px[0], px[1], px[2], px[3]}, posy = {py[0], py[1], py[2], py[3]};
		const struct fl_raster_prim *last = w->prim[0];
		struct fl_raster_zbase b = {0};
		unsigned at = ~0u;
		bool near = false;

		for (unsigned q = 0; q < w->n_quads; q++) {
			const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : q];
			unsigned here = w->qy[q] / 8 * 8u + w->qx[q] / 8;
			f4 fx, fy;

			if (p != last || here != at) {
				fl_raster_zbase(p, sub, (int32_t)(t->tile.x0 + (w->qx[q] & ~7u)),
						(int32_t)(t->tile.y0 + (w->qy[q] & ~7u)), &b);
				near = is_near(su, &b);
			}
			last = p;
			at = here;
			fx = __builtin_convertvector((quad_x + (w->qx[q] & 7)) * sub + posx, f4);
			fy = __builtin_convertvector((quad_y + (w->qy[q] & 7)) * sub + posy, f4);
			fx = b.bf + (b.gx * fx + b.gy * fy);
			*(i4 *)&w->z[s][4 * q] = near ? z_fix4_near(fx, b.bi) : z_fix4(su, fx, b.bi);
		}
	}
}

/* Nearly all waves that count: blocks of one sample a pixel, whose depths need not be kept in range. */
void FL_SIMD(fl_raster_depth)(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct fl_raster_setup *su = w->draw->setup;

	if (w->block && w->draw->samples == 1 && su->z_kind != FL_RASTER_Z_FLOAT) {
		struct fl_raster_zbase b;

		fl_raster_zbase(w->prim[0], su->sub, (int32_t)t->tile.x0 + w->qx[0],
				(int32_t)t->tile.y0 + w->qy[0], &b);
		if (is_near(su, &b)) {
			const struct fl_raster_scan *sc = w->draw->scan;
			vf col[ACROSS];

			for (int i = 0; i < ACROSS; i++)
				col[i] = floats_at(&sc->col[i * FL_LANES]);
			depth_near(&b, su->sub, col, floats_at(sc->row), w->z[0]);
			return;
		}
	}
	depth_any(t);
}

INLINE void fill(float *to, float value)
{
	for (int i = 0; i < N_VEC; i++)
		*(vf *)&to[i * FL_LANES] = vf_set(value);
}

/* Where the pixels are: relative to the primitive of each, in subpixels; where that is affine, in pixels of
 * the window. */
struct places {
	float *fx, *fy, *rw; /* FL_WAVE_PX each, at vectors; rw: W, unused where the primitive is affine */
};
struct places_kept {
	_Alignas(64) float fx[FL_WAVE_PX], fy[FL_WAVE_PX], rw[FL_WAVE_PX];
};

INLINE struct places places_in(struct places_kept *k)
{
	return (struct places){k->fx, k->fy, k->rw};
}

INLINE void block_places(const struct fl_raster_thread *t, const struct fl_raster_prim *p,
			 const struct places *at)
{
	const struct fl_wave *w = &t->wave;
	const bool affine = p->flags & FL_RASTER_AFFINE;
	const int32_t sub = affine ? 1 : w->draw->setup->sub, half = sub / 2;
	const vi x = lane_x * sub + (((int32_t)t->tile.x0 + w->qx[0]) * sub + half),
		 y = lane_y * sub + (((int32_t)t->tile.y0 + w->qy[0]) * sub + half);
	vf fx[ACROSS];

	for (int i = 0; i < ACROSS; i++)
		fx[i] = __builtin_convertvector(x + VEC_X(i) * sub, vf) - (affine ? 0 : p->rx);
	for (int i = 0; i < N_VEC; i++) {
		const vf fy = __builtin_convertvector(y + VEC_Y(i) * sub, vf) - (affine ? 0 : p->ry);

		*(vf *)&at->fx[i * FL_LANES] = fx[i % ACROSS];
		*(vf *)&at->fy[i * FL_LANES] = fy;
		if (!affine)
			*(vf *)&at->rw[i * FL_LANES] = 1.0f / (p->w + (p->wx * fx[i % ACROSS] + p->wy * fy));
	}
}

INLINE void places(const struct fl_raster_thread *t, const struct places *at, const int32_t *adj_x,
		   const int32_t *adj_y)
{
	const struct fl_wave *w = &t->wave;
	const int32_t sub = w->draw->setup->sub, half = sub / 2;

	if (w->block && !adj_x) {
		block_places(t, w->prim[0], at);
		return;
	}
	for (unsigned q = 0; q < w->n_quads; q++) {
		const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : q];
		const int32_t qx = (int32_t)t->tile.x0 + w->qx[q], qy = (int32_t)t->tile.y0 + w->qy[q];
		i4 x = (quad_x + qx) * sub + (adj_x ? *(i4 *)&adj_x[4 * q] : (i4){0} + half);
		i4 y = (quad_y + qy) * sub + (adj_y ? *(i4 *)&adj_y[4 * q] : (i4){0} + half);
		f4 fx, fy;

		if (p->flags & FL_RASTER_AFFINE && adj_x) {
			fx = __builtin_convertvector(x - half, f4) * (1.0f / (float)sub);
			fy = __builtin_convertvector(y - half, f4) * (1.0f / (float)sub);
		} else if (p->flags & FL_RASTER_AFFINE) {
			fx = __builtin_convertvector(quad_x + qx, f4);
			fy = __builtin_convertvector(quad_y + qy, f4);
		} else {
			fx = __builtin_convertvector(x, f4) - p->rx;
			fy = __builtin_convertvector(y, f4) - p->ry;
			*(f4 *)&at->rw[4 * q] = 1.0f / (p->w + (p->wx * fx + p->wy * fy));
		}
		*(f4 *)&at->fx[4 * q] = fx;
		*(f4 *)&at->fy[4 * q] = fy;
	}
}

/* a + ax * fx + ay * fy, each product added without being rounded first: ga.h. */
#if defined(__FMA__)
INLINE f4 affine4(f4 a, f4 ax, f4 fx, f4 ay, f4 fy)
{
	return (f4)_mm_fmadd_ps((__m128)ay, (__m128)fy, _mm_fmadd_ps((__m128)ax, (__m128)fx, (__m128)a));
}

INLINE vf madd(vf x, vf y, vf z)
{
#if FL_LANES == 16
	return (vf)_mm512_fmadd_ps((__m512)x, (__m512)y, (__m512)z);
#else
	return (vf)_mm256_fmadd_ps((__m256)x, (__m256)y, (__m256)z);
#endif
}
#elif defined(__x86_64__) || defined(__wasm_simd128__)
/* In doubles, where the product is exact and the sum is rounded to odd, so that the rounding to singles sees
 * whether something was lost. */
INLINE f4 madd4(f4 x, f4 y, f4 z)
{
	typedef double d4 __attribute__((vector_size(32)));
	typedef int64_t l4 __attribute__((vector_size(32)));
	d4 p = __builtin_convertvector(x, d4) * __builtin_convertvector(y, d4),
	   c = __builtin_convertvector(z, d4);
	d4 s = p + c, b = s - p, lost = (p - (s - b)) + (c - b);
	l4 some = (l4)((lost > 0) | (lost < 0)), even = ((l4)s & 1) == 0, down = (lost > 0) ^ (s > 0);

	/* down: -1 where the magnitude has to shrink, then 1 less, else 1 more */
	return __builtin_convertvector((d4)((l4)s + (some & even & (down | 1))), f4);
}

INLINE f4 affine4(f4 a, f4 ax, f4 fx, f4 ay, f4 fy)
{
	return madd4(ay, fy, madd4(ax, fx, a));
}

INLINE vf madd(vf x, vf y, vf z)
{
	vf v;

	for (int i = 0; i < FL_LANES; i += 4) {
		f4 part[3];

		memcpy(&part[0], (const float *)&x + i, 16);
		memcpy(&part[1], (const float *)&y + i, 16);
		memcpy(&part[2], (const float *)&z + i, 16);
		part[0] = madd4(part[0], part[1], part[2]);
		memcpy((float *)&v + i, &part[0], 16);
	}
	return v;
}
#else
INLINE f4 affine4(f4 a, f4 ax, f4 fx, f4 ay, f4 fy)
{
	for (int i = 0; i < 4; i++)
		a[i] = __builtin_fmaf(ay[i], fy[i], __builtin_fmaf(ax[i], fx[i], a[i]));
	return a;
}

INLINE vf madd(vf x, vf y, vf z)
{
	for (int i = 0; i < FL_LANES; i++)
		z[i] = __builtin_fmaf(x[i], y[i], z[i]);
	return z;
}
#endif

INLINE vf affine(vf a, vf ax, vf fx, vf ay, vf fy)
{
	return madd(ay, fy, madd(ax, fx, a));
}

INLINE void plane(const struct fl_wave *w, const struct places *at, unsigned k, float *to)
{
	if (w->one_prim) {
		const struct fl_raster_prim *p = w->prim[0];
		const float *a = &p->plane[k];
		const float a0 = a[0], ax = a[p->n4], ay = a[2 * p->n4];

		if (p->flags & FL_RASTER_AFFINE) {
			for (int i = 0; i < N_VEC; i++) {
				vf fx = *(vf *)&at->fx[i * FL_LANES], fy = *(vf *)&at->fy[i * FL_LANES];
				*(vf *)&to[i * FL_LANES] = affine(vf_set(a0), vf_set(ax), fx, vf_set(ay), fy);
			}
			return;
		}
		for (int i = 0; i < N_VEC; i++) {
			vf fx = *(vf *)&at->fx[i * FL_LANES], fy = *(vf *)&at->fy[i * FL_LANES];
			vf rw = *(vf *)&at->rw[i * FL_LANES];
			*(vf *)&to[i * FL_LANES] = a0 + (ax * fx + ay * fy) * rw;
		}
		return;
	}
	for (unsigned q = 0; q < w->n_quads; q++) {
		const struct fl_raster_prim *p = w->prim[q];
		const float *a = &p->plane[k];
		f4 fx = *(f4 *)&at->fx[4 * q], fy = *(f4 *)&at->fy[4 * q];

		if (p->flags & FL_RASTER_AFFINE)
			*(f4 *)&to[4 * q] =
			    affine4(f4_set(a[0]), f4_set(a[p->n4]), fx, f4_set(a[2 * p->n4]), fy);
		else
			*(f4 *)&to[4 * q] =
			    a[0] + (a[p->n4] * fx + a[2 * p->n4] * fy) * *(const f4 *)&at->rw[4 * q];
	}
}

/* Planes of a block: where its pixels are stays in registers. */
INLINE void block_planes(const struct fl_raster_thread *t, const struct fl_raster_inputs *in)
{
	const struct fl_raster_prim *p = t->wave.prim[0];
	const bool is_affine = p->flags & FL_RASTER_AFFINE;
	struct places_kept kept;

	block_places(t, p, &(const struct places){kept.fx, kept.fy, kept.rw});
	for (unsigned n = 0; n < 4 * in->n_by4; n++) {
		const struct fl_raster_input4 *v = &in->by4[n / 4];
		const float *a = &p->plane[4 * v->group + n % 4];
		float *to = fl_raster_place(t, v->at_B)[n % 4];
		const vf a0 = vf_set(a[0]), ax = vf_set(a[p->n4]), ay = vf_set(a[2 * p->n4]);
		vf across[ACROSS];

		if (!(v->mask >> n % 4 & 1))
			continue;
		for (int i = 0; i < ACROSS; i++) {
			const vf fx = *(const vf *)&kept.fx[i * FL_LANES];

			across[i] = is_affine ? madd(ax, fx, a0) : ax * fx;
		}
		for (int i = 0; i < N_VEC; i++) {
			const vf fy = *(const vf *)&kept.fy[i * FL_LANES];

			*(vf *)&to[i * FL_LANES] = is_affine ? madd(ay, fy, across[i % ACROSS])
							     : a0 + (across[i % ACROSS] + ay * fy) *
									*(const vf *)&kept.rw[i * FL_LANES];
		}
	}
}

/* Bits: nothing is computed with them. */
INLINE void flat(const struct fl_wave *w, unsigned k, float *to)
{
	if (w->one_prim) {
		fill(to, w->prim[0]->plane[k]);
		return;
	}
	for (unsigned q = 0; q < w->n_quads; q++)
		*(f4 *)&to[4 * q] = f4_set(w->prim[q]->plane[k]);
}

/* Four channels of a quad at once: part k of the vectors is channel k of its
 * four pixels. The portable vectors would take the way through memory here, so
 * these are intrinsics. */
#if defined(__AVX512F__)
INLINE void vec_quad(float (*to)[FL_WAVE_PX], unsigned q, const float *a, unsigned n4, f4 fx, f4 fy, f4 rw,
		     bool affine, unsigned mask)
{
	const __m512i each = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
#define EACH(p) _mm512_permutevar_ps(_mm512_broadcast_f32x4(_mm_loadu_ps(p)), each)
	__m512 sx = EACH(a + n4), sy = EACH(a + 2 * n4);
	__m512 x = _mm512_broadcast_f32x4((__m128)fx), y = _mm512_broadcast_f32x4((__m128)fy), d;

	if (affine) {
		d = _mm512_fmadd_ps(sy, y, _mm512_fmadd_ps(sx, x, EACH(a)));
	} else {
		d = _mm512_add_ps(_mm512_mul_ps(sx, x), _mm512_mul_ps(sy, y));
		d = _mm512_add_ps(EACH(a), _mm512_mul_ps(d, _mm512_broadcast_f32x4((__m128)rw)));
	}
#undef EACH
	if (mask & 1)
		_mm_store_ps(&to[0][4 * q], _mm512_castps512_ps128(d));
	if (mask & 2)
		_mm_store_ps(&to[1][4 * q], _mm512_extractf32x4_ps(d, 1));
	if (mask & 4)
		_mm_store_ps(&to[2][4 * q], _mm512_extractf32x4_ps(d, 2));
	if (mask & 8)
		_mm_store_ps(&to[3][4 * q], _mm512_extractf32x4_ps(d, 3));
}
#elif defined(__AVX2__)
INLINE __m256 vec_half(const float *a, unsigned n4, __m256 fx, __m256 fy, __m256 rw, bool affine,
		       __m256i each)
{
#define EACH(p) _mm256_permutevar_ps(_mm256_broadcast_ps((const __m128 *)(p)), each)
	__m256 sx = EACH(a + n4), sy = EACH(a + 2 * n4), d;

	if (affine)
		return _mm256_fmadd_ps(sy, fy, _mm256_fmadd_ps(sx, fx, EACH(a)));
	d = _mm256_add_ps(_mm256_mul_ps(sx, fx), _mm256_mul_ps(sy, fy));
	return _mm256_add_ps(EACH(a), _mm256_mul_ps(d, rw));
#undef EACH
}

INLINE void vec_quad(float (*to)[FL_WAVE_PX], unsigned q, const float *a, unsigned n4, f4 fx, f4 fy, f4 rw,
		     bool affine, unsigned mask)
{
#define BOTH(v) _mm256_insertf128_ps(_mm256_castps128_ps256((__m128)v), (__m128)v, 1)
	__m256 d =
	    vec_half(a, n4, BOTH(fx), BOTH(fy), BOTH(rw), affine, _mm256_set_epi32(1, 1, 1, 1, 0, 0, 0, 0));

	if (mask & 1)
		_mm_store_ps(&to[0][4 * q], _mm256_castps256_ps128(d));
	if (mask & 2)
		_mm_store_ps(&to[1][4 * q], _mm256_extractf128_ps(d, 1));
	if (!(mask & 12))
		return;
	d = vec_half(a, n4, BOTH(fx), BOTH(fy), BOTH(rw), affine, _mm256_set_epi32(3, 3, 3, 3, 2, 2, 2, 2));
#undef BOTH
	if (mask & 4)
		_mm_store_ps(&to[2][4 * q], _mm256_castps256_ps128(d));
	if (mask & 8)
		_mm_store_ps(&to[3][4 * q], _mm256_extractf128_ps(d, 1));
}
#else
INLINE void vec_quad(float (*to)[FL_WAVE_PX], unsigned q, const float *a, unsigned n4, f4 fx, f4 fy, f4 rw,
		     bool affine, unsigned mask)
{
	for (unsigned k = 0; k < 4; k++) {
		if (!(mask >> k & 1))
			continue;
		if (affine)
			*(f4 *)&to[k][4 * q] =
			    affine4(f4_set(a[k]), f4_set(a[n4 + k]), fx, f4_set(a[2 * n4 + k]), fy);
		else
			*(f4 *)&to[k][4 * q] = a[k] + (a[n4 + k] * fx + a[2 * n4 + k] * fy) * rw;
	}
}
#endif

/* Whole vectors of four channels, quads of any primitives. */
static void vec_quads(struct fl_raster_thread *t, const struct places *at)
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_inputs *in = w->draw->inputs;

	for (unsigned q = 0; q < w->n_quads; q++) {
		const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : q];
		const unsigned n4 = p->n4;
		f4 fx = *(const f4 *)&at->fx[4 * q], fy = *(const f4 *)&at->fy[4 * q];

		if (p->flags & FL_RASTER_AFFINE) {
			for (unsigned i = 0; i < in->n_by4; i++)
				vec_quad(fl_raster_place(t, in->by4[i].at_B), q,
					 &p->plane[4 * in->by4[i].group], n4, fx, fy, fx, true,
					 in->by4[i].mask);
		} else {
			f4 rw = *(const f4 *)&at->rw[4 * q];

			for (unsigned i = 0; i < in->n_by4; i++)
				vec_quad(fl_raster_place(t, in->by4[i].at_B), q,
					 &p->plane[4 * in->by4[i].group], n4, fx, fy, rw, false,
					 in->by4[i].mask);
		}
	}
}

void FL_SIMD(fl_raster_interpolate)(struct fl_raster_thread *t)
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_inputs *in = w->draw->inputs;
	struct places_kept kept, kept_adjusted;
	const struct places at = places_in(&kept), adjusted = places_in(&kept_adjusted);
	bool have = false, have_adjusted = false;

	if (in->n_by4 && w->block) {
		block_planes(t, in);
	} else if (in->n_by4) {
		places(t, &at, NULL, NULL);
		have = true;
		vec_quads(t, &at);
	}
	for (unsigned i = 0; i < in->n_rest; i++) {
		const struct fl_raster_input *wr = &in->in[in->rest[i]];
		float *to = fl_raster_place(t, wr->at_B)[0];

		switch (wr->kind) {
		case FL_RASTER_IN_PLANE:
			if (!have)
				places(t, &at, NULL, NULL);
			have = true;
			plane(w, &at, wr->plane, to);
			break;
		case FL_RASTER_IN_ADJUSTED:
			if (!have_adjusted) {
				_Alignas(16) int32_t x[FL_WAVE_PX], y[FL_WAVE_PX];
				fl_raster_adjusted(t, x, y);
				places(t, &adjusted, x, y);
			}
			have_adjusted = true;
			plane(w, &adjusted, wr->plane, to);
			break;
		case FL_RASTER_IN_FLAT:
			flat(w, wr->plane, to);
			break;
		case FL_RASTER_IN_CONST:
			fill(to, wr->value);
			break;
		case FL_RASTER_IN_X:
		case FL_RASTER_IN_Y:
			for (unsigned q = 0; q < w->n_quads; q++) {
				i4 v = wr->kind == FL_RASTER_IN_X ? quad_x + (int32_t)(t->tile.x0 + w->qx[q])
								  : quad_y + (int32_t)(t->tile.y0 + w->qy[q]);
				*(f4 *)&to[4 * q] = __builtin_convertvector(v, f4);
			}
			break;
		case FL_RASTER_IN_FACE:
			for (unsigned l = 0; l < FL_WAVE_PX; l++)
				to[l] = w->back >> l & 1;
			break;
		case FL_RASTER_IN_W:
			for (unsigned q = 0; q < w->n_quads; q++) {
				const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : q];
				const int32_t sub = w->draw->setup->sub;
				i4 x = quad_x * sub + (((int32_t)t->tile.x0 + w->qx[q]) * sub + sub / 2);
				i4 y = quad_y * sub + (((int32_t)t->tile.y0 + w->qy[q]) * sub + sub / 2);
				f4 fx = __builtin_convertvector(x, f4) - p->rx,
				   fy = __builtin_convertvector(y, f4) - p->ry;

				*(f4 *)&to[4 * q] = 1.0f / (p->w + (p->wx * fx + p->wy * fy));
			}
			break;
		}
	}
}

void FL_SIMD(fl_raster_places)(const struct fl_raster_thread *t, bool perspective, const int32_t *adj_x,
			       const int32_t *adj_y, float x[FL_WAVE_PX], float y[FL_WAVE_PX])
{
	const struct fl_wave *w = &t->wave;
	_Alignas(64) float rw[FL_WAVE_PX];

	places(t, &(struct places){x, y, rw}, adj_x, adj_y);
	if (!perspective || (w->one_prim && w->prim[0]->flags & FL_RASTER_AFFINE))
		return;
	for (unsigned q = 0; q < w->n_quads; q++)
		if (!(w->prim[w->one_prim ? 0 : q]->flags & FL_RASTER_AFFINE)) {
			*(f4 *)&x[4 * q] *= *(const f4 *)&rw[4 * q];
			*(f4 *)&y[4 * q] *= *(const f4 *)&rw[4 * q];
		}
}
