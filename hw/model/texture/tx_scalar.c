/* SPDX-License-Identifier: MIT
 *
 * TX: every kind of look-up, a pixel at a time: the judge of tx_simd.c, and what it falls back on.
 */
#include "hw/model/num/num.h"
#include "hw/model/r500/r500.h"
#include "hw/model/texture/tx.h"
#include "hw/model/r500/us.h"

#include <string.h>

#define NUM_KIT_SCALAR
#include "hw/model/num/num_kit.h"
#include "hw/model/texture/tx_body.h"

struct texel {
	float v[4];
};

struct look {
	const struct tx_unit *u;
	bool keyed; /* a texel that matches the chroma key was read */
};

static bool outside(unsigned clamp, int32_t i, uint32_t size)
{
	return clamp >= TX_CLAMP_HALF && (i < 0 || i >= (int32_t)size);
}

/* The 4x4 kernel reaches further than tx_index() folds back, on the smallest levels. */
static int32_t again(unsigned clamp, int32_t i, uint32_t size)
{
	int32_t n = (int32_t)size;

	return clamp == TX_WRAP ? (i % n + n) % n : i;
}

/* Texel (i, j) of layer k, indices as the filter computes them. */
static struct texel fetch(struct look *lk, const struct tx_level *l, int32_t i, int32_t j, int32_t k)
{
	const struct tx_unit *u = lk->u;
	struct texel t = {{0}};

	if (outside(u->clamp[0], i, l->width) || outside(u->clamp[1], j, l->height) ||
	    (u->desc.type == TX_3D && outside(u->clamp[2], k, l->depth))) {
		for (unsigned c = 0; c < 4; c++)
			t.v[c] = u->store == TX_STORE_8 ? (float)u->border8[c] : u->border[c];
		return t;
	}
	i = num_tx_index(u->clamp[0], again(u->clamp[0], i, l->width), (int32_t)l->width);
	j = num_tx_index(u->clamp[1], again(u->clamp[1], j, l->height), (int32_t)l->height);
	if (u->desc.type == TX_3D)
		k = num_tx_index(u->clamp[2], k, (int32_t)l->depth);
	size_t at = ((size_t)k * l->height + (size_t)j) * l->width + (size_t)i;
	if (u->store == TX_STORE_8) {
		const uint8_t *b = (const uint8_t *)l->texels + at * 4;
		for (unsigned c = 0; c < 4; c++)
			t.v[c] = b[c];
	} else if (u->store == TX_STORE_F) {
		memcpy(t.v, (const float *)l->texels + at * 4, 16);
	} else if (u->memory) {
		bool keyed = false;
		tx_read(&u->desc, l, u->memory, (unsigned)i, (unsigned)j, (unsigned)k, t.v,
			u->desc.key_mode ? &keyed : NULL);
		lk->keyed |= keyed;
		if (keyed && u->desc.key_mode == TX_CHROMA_BLEND)
			memset(t.v, 0, sizeof(t.v));
	}
	return t;
}

/* Bytes become floats once everything is blended, with weights that were integers: exact until here. */
static struct texel finish(const struct tx_unit *u, struct texel t, float scale)
{
	if (u->store == TX_STORE_8)
		for (unsigned c = 0; c < 4; c++)
			t.v[c] = u->fixed >> c & 1 ? 1.0f : t.v[c] * (u->to_float * scale);
	return t;
}

static struct texel lerp(struct texel a, struct texel b, float w)
{
	for (unsigned c = 0; c < 4; c++)
		a.v[c] = a.v[c] + (b.v[c] - a.v[c]) * w;
	return a;
}

static struct texel bilinear(struct look *lk, const struct tx_level *l, float s, float t, int32_t k)
{
	const struct tx_unit *u = lk->u;
	int32_t x = num_tx_fixed(s, (float)l->width), y = num_tx_fixed(t, (float)l->height);
	int32_t i = x >> 8, j = y >> 8, f = x & 255, g = y & 255;

	if (u->mpeg_truncate) {
		f &= 128;
		g &= 128;
	}
	struct texel a = fetch(lk, l, i, j, k), b = fetch(lk, l, i + 1, j, k);
	struct texel c = fetch(lk, l, i, j + 1, k), d = fetch(lk, l, i + 1, j + 1, k);
	if (u->store != TX_STORE_8)
		return lerp(lerp(a, b, (float)f * (1.0f / 256)), lerp(c, d, (float)f * (1.0f / 256)),
			    (float)g * (1.0f / 256));
	/* Whole numbers below 2^24 all the way. */
	for (unsigned n = 0; n < 4; n++) {
		float top = a.v[n] * (float)(256 - f) + b.v[n] * (float)f,
		      low = c.v[n] * (float)(256 - f) + d.v[n] * (float)f;
		a.v[n] = top * (float)(256 - g) + low * (float)g;
		/* R5xx guide 11.9, MC_ROUND: "MPEG4 rounding (+0.25)", to whole values of 8 bits. "Normal
		 * rounding (+0.5)" is of a precision that is not told, and is left out. */
		if (u->mpeg_round)
			a.v[n] = num_floor(a.v[n] * (1.0f / 65536) + 0.25f) * 65536;
	}
	return finish(u, a, 1.0f / 65536);
}

/* R5xx guide 10.1.2: 4x4 texels, separable, 16 phases of which 0-8 are loaded and the others mirror them; one
 * component, the others bilinear. */
static struct texel filter4(struct look *lk, const struct tx_level *l, float s, float t, int32_t k)
{
	const struct tx_unit *u = lk->u;
	struct texel r = bilinear(lk, l, s, t, k);
	int32_t x = num_tx_fixed(s, (float)l->width), y = num_tx_fixed(t, (float)l->height);
	unsigned px = x >> 4 & 15, py = y >> 4 & 15;
	float wx[4], wy[4], sum = 0;

	for (unsigned n = 0; n < 4; n++) {
		wx[n] = (float)(px <= 8 ? u->kernel[0][px][n] : u->kernel[0][16 - px][3 - n]) / 512;
		wy[n] = (float)(py <= 8 ? u->kernel[1][py][n] : u->kernel[1][16 - py][3 - n]) / 512;
	}
	/* The component is told before selection; find a channel that shows it. */
	for (unsigned c = 0; c < 4; c++) {
		if (u->desc.sel[c] != u->filter4_comp)
			continue;
		sum = 0;
		for (int32_t j = 0; j < 4; j++)
			for (int32_t i = 0; i < 4; i++)
				sum +=
				    fetch(lk, l, (x >> 8) + i - 1, (y >> 8) + j - 1, k).v[c] * wx[i] * wy[j];
		r.v[c] = u->store == TX_STORE_8 ? sum * u->to_float : sum;
	}
	return r;
}

static struct texel plane(struct look *lk, const struct tx_level *l, unsigned filter, float s, float t,
			  int32_t k)
{
	if (filter == TX_FILTER4)
		return filter4(lk, l, s, t, k);
	if (filter != TX_POINT)
		return bilinear(lk, l, s, t, k);
	int32_t i = num_tx_point(s, (float)l->width), j = num_tx_point(t, (float)l->height);
	if (lk->u->clamp[0] < TX_CLAMP_BORDER && i == (int32_t)l->width && lk->u->clamp[0] != TX_WRAP)
		i--;
	if (lk->u->clamp[1] < TX_CLAMP_BORDER && j == (int32_t)l->height && lk->u->clamp[1] != TX_WRAP)
		j--;
	return finish(lk->u, fetch(lk, l, i, j, k), 1);
}

/* Coordinates after wrapping; face of a cube, or r of a volume. */
static struct texel level(struct look *lk, unsigned n, unsigned filter, const float s[3], unsigned face)
{
	const struct tx_unit *u = lk->u;
	const struct tx_level *l = &u->lay.level[n];
	unsigned vol = u->vol ? u->vol : filter;

	if (u->desc.type != TX_3D)
		return plane(lk, l, filter, s[0], s[1], (int32_t)face);
	if (vol == TX_POINT) {
		int32_t k = num_tx_point(s[2], (float)l->depth);
		if (u->clamp[2] < TX_CLAMP_BORDER && k == (int32_t)l->depth && u->clamp[2] != TX_WRAP)
			k--;
		return plane(lk, l, filter, s[0], s[1], k);
	}
	int32_t z = num_tx_fixed(s[2], (float)l->depth);
	return lerp(plane(lk, l, filter, s[0], s[1], z >> 8), plane(lk, l, filter, s[0], s[1], (z >> 8) + 1),
		    (float)(z & 255) * (1.0f / 256));
}

/* Everything behind the level of detail. */
static struct texel sample(struct look *lk, float lod, const float raw[3], unsigned face)
{
	const struct tx_unit *u = lk->u;
	float s[3];

	for (unsigned c = 0; c < 3; c++)
		s[c] = num_tx_wrap(u->clamp[c], raw[c]);
	unsigned filter = lod > 0.0f ? u->min : u->mag;
	if (u->mip == 0 || u->min_level == u->max_level)
		return level(lk, u->min_level, filter, s, face);
	lod = num_tx_clamp(lod, u->min_level, u->max_level);
	if (u->mip == TX_POINT)
		return level(lk, (unsigned)num_tx_level(lod), filter, s, face);
	float whole = num_floor(lod), w = num_tx_level_weight(u, lod - whole);
	unsigned n = (unsigned)whole;
	struct texel t = level(lk, n, filter, s, face);
	return w > 0.0f ? lerp(t, level(lk, n + 1 > u->max_level ? u->max_level : n + 1, filter, s, face), w)
			: t;
}

/* ---- cubes: R5xx guide 4.6 stores faces 0-5; which is which, and how they lie, is the rule of every API:
 * +X, -X, +Y, -Y, +Z, -Z. Ties go to Z, then Y, as the CUBE instruction of the next family has it (R600 ISA).
 * ---------------------------------- */
static unsigned cube_face(const float v[3])
{
	float x = num_abs(v[0]), y = num_abs(v[1]), z = num_abs(v[2]);

	if (z >= y && z >= x)
		return num_bits(v[2]) < 0 ? 5 : 4;
	if (y >= x)
		return num_bits(v[1]) < 0 ? 3 : 2;
	return num_bits(v[0]) < 0 ? 1 : 0;
}

static void cube_project(unsigned face, const float v[3], float st[2])
{
	static const struct {
		int8_t s, t, m; /* axis + 1, negative: negated */
	} map[6] = {{-3, -2, 1}, {3, -2, 1}, {1, 3, 2}, {1, -3, 2}, {1, -2, 3}, {-1, -2, 3}};
	int s = map[face].s, t = map[face].t;
	float m = num_abs(v[map[face].m - 1]);
	float sc = s < 0 ? -v[-s - 1] : v[s - 1], tc = t < 0 ? -v[-t - 1] : v[t - 1];

	st[0] = (sc / m + 1.0f) * 0.5f;
	st[1] = (tc / m + 1.0f) * 0.5f;
	for (unsigned i = 0; i < 2; i++)
		if (!(st[i] == st[i]))
			st[i] = 0.5f;
}

struct quad {
	float s[4][3]; /* of its four pixels, 1 = the whole texture */
	float q[4];
	unsigned face[4];
	float gx[4][3], gy[4][3]; /* gradients in texels of level 0 */
};

static void scale(const struct tx_unit *u, bool unscaled, float v[3])
{
	if (!unscaled)
		return;
	v[0] = v[0] / (float)u->desc.width;
	v[1] = v[1] / (float)u->desc.height;
	v[2] = v[2] / (float)u->lay.level[0].depth;
}

static void gradients(const struct tx_unit *u, const struct mr500_tx_request *q, unsigned lane,
		      struct quad *p)
{
	float size[3] = {u->desc.width, u->desc.height,
			 u->desc.type == TX_3D ? (float)u->lay.level[0].depth : 0};

	for (unsigned k = 0; k < 4; k++)
		for (unsigned c = 0; c < 3; c++) {
			if (size[c] == 0) {
				p->gx[k][c] = p->gy[k][c] = 0;
			} else if (q->op == US_TEX_DXDY) {
				float unit = q->unscaled ? 1.0f : size[c];
				p->gx[k][c] = q->dx[c][lane + k] * unit;
				p->gy[k][c] = q->dy[c][lane + k] * unit;
			} else {
				p->gx[k][c] = (p->s[1][c] - p->s[0][c]) * size[c];
				p->gy[k][c] = (p->s[2][c] - p->s[0][c]) * size[c];
			}
		}
	if (u->desc.type != TX_CUBE)
		return;
	/* On a cube, the quad is seen on the face of the pixel, so that an edge makes no jump. */
	for (unsigned k = 0; k < 4; k++) {
		float at[3][3], st[3][2];
		for (unsigned c = 0; c < 3; c++) {
			if (q->op == US_TEX_DXDY) {
				at[0][c] = q->coord[c][lane + k];
				at[1][c] = at[0][c] + q->dx[c][lane + k];
				at[2][c] = at[0][c] + q->dy[c][lane + k];
			} else {
				at[0][c] = q->coord[c][lane];
				at[1][c] = q->coord[c][lane + 1];
				at[2][c] = q->coord[c][lane + 2];
			}
		}
		for (unsigned n = 0; n < 3; n++)
			cube_project(p->face[k], at[n], st[n]);
		for (unsigned c = 0; c < 2; c++) {
			p->gx[k][c] = (st[1][c] - st[0][c]) * size[c];
			p->gy[k][c] = (st[2][c] - st[0][c]) * size[c];
		}
		p->gx[k][2] = p->gy[k][2] = 0;
	}
}

static float length2(const float g[3])
{
	return g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
}

/* One pixel with its level of detail; anisotropic filters walk along the longer gradient. */
static struct texel pixel(struct look *lk, const struct mr500_tx_request *q, const struct quad *p, unsigned k)
{
	const struct tx_unit *u = lk->u;
	float x2 = length2(p->gx[k]), y2 = length2(p->gy[k]), lod;

	if (q->op == US_TEX_LOD)
		lod = p->q[k];
	else
		lod = num_tx_lod(x2, y2);
	if (q->op == US_TEX_LODBIAS)
		lod = lod + p->q[k];
	lod = lod + u->lod_bias;
	if (!(lod == lod))
		lod = 0;

	bool aniso = u->aniso && q->op != US_TEX_LOD && (u->min == TX_ANISO || u->mag == TX_ANISO) &&
		     u->desc.type == TX_2D;
	if (aniso) {
		float longer = x2 > y2 ? x2 : y2, shorter = x2 > y2 ? y2 : x2;
		unsigned n = 1, most = 1u << u->aniso;
		while (n < most && longer > shorter * (float)(n * n))
			n++;
		if (n > 1 && longer < 0x1p60f) {
			const float *g = x2 > y2 ? p->gx[k] : p->gy[k];
			struct texel sum = {{0}};
			lod = lod - num_log2((float)n);
			for (unsigned i = 0; i < n; i++) {
				float at = ((float)i + 0.5f) / (float)n - 0.5f;
				float s[3] = {p->s[k][0] + g[0] * at / (float)u->desc.width,
					      p->s[k][1] + g[1] * at / (float)u->desc.height, 0};
				struct texel t = sample(lk, lod, s, 0);
				for (unsigned c = 0; c < 4; c++)
					sum.v[c] += t.v[c] / (float)n;
			}
			return sum;
		}
	}
	return sample(lk, lod, p->s[k], p->face[k]);
}

static void coordinates(const struct tx_unit *u, const struct mr500_tx_request *q, unsigned lane,
			struct quad *p)
{
	for (unsigned k = 0; k < 4; k++) {
		float v[3];
		p->q[k] = q->coord[3][lane + k];
		for (unsigned c = 0; c < 3; c++) {
			v[c] = q->coord[c][lane + k];
			if (q->op == US_TEX_PROJ)
				v[c] = v[c] / p->q[k];
			/* R5xx guide 8.7.4 */
			if (v[c] != v[c])
				v[c] = __builtin_inff();
		}
		p->face[k] = 0;
		if (u->desc.type == TX_CUBE) {
			p->face[k] = cube_face(v);
			cube_project(p->face[k], v, p->s[k]);
			p->s[k][2] = 0;
		} else {
			scale(u, q->unscaled, v);
			memcpy(p->s[k], v, sizeof(v));
		}
	}
	gradients(u, q, lane, p);
}

uint64_t mr500_tx_lookup_scalar(const struct mr500_tx_state *tx, const struct mr500_tx_request *q)
{
	const struct tx_unit *u = tx->unit[q->unit & (TX_UNITS - 1)];
	uint64_t dead = 0;

	for (unsigned lane = 0; lane < q->n_quads * 4; lane += 4) {
		struct quad p;
		if (u)
			coordinates(u, q, lane, &p);
		for (unsigned k = 0; k < 4; k++) {
			/* A unit that is off: R5xx guide 11.9, TX_ENABLE. */
			struct texel t = {{0, 0, 0, 1}};
			if (u && q->lanes >> (lane + k) & 1) {
				struct look lk = {.u = u};
				t = pixel(&lk, q, &p, k);
				if (lk.keyed && u->desc.key_mode == TX_CHROMA_KILL)
					dead |= (uint64_t)1 << (lane + k);
			}
			for (unsigned c = 0; c < 4; c++)
				q->out[c][lane + k] = t.v[c];
		}
	}
	return dead;
}
