/* SPDX-License-Identifier: MIT
 *
 * Texture look-ups of every kind, a pixel at a time: the judge of lookup_simd.c, and what it falls back on.
 */
#include "hw/model/num/num.h"
#include "hw/model/texture/texel.h"

#include <string.h>

#define NUM_KIT_SCALAR
#include "hw/model/num/num_kit.h"
#include "hw/model/texture/coord_body.h"

struct texel {
	float v[4];
};

struct look {
	const struct fl_texel_unit *u;
	const struct fl_texel_request *q;
	unsigned lane;
	bool keyed; /* a texel that matches the chroma key was read */
};

static bool outside(unsigned wrap, int32_t i, uint32_t size)
{
	return wrap >= FL_TEXEL_CLAMP_HALF && (i < 0 || i >= (int32_t)size);
}

/* The 4x4 kernel and offsets reach further than texel_index() folds back, on the smallest levels. */
static int32_t again(unsigned wrap, int32_t i, uint32_t size)
{
	int32_t n = (int32_t)size;

	return wrap == FL_TEXEL_REPEAT ? (i % n + n) % n : i;
}

/* The texel that the level has at (i, j, k), which is inside. */
static struct texel stored(struct look *lk, const struct fl_texel_level *l, int32_t i, int32_t j, int32_t k)
{
	const struct fl_texel_unit *u = lk->u;
	struct texel t = {{0}};
	size_t at = ((size_t)k * l->height + (size_t)j) * l->width + (size_t)i;
	if (u->store == FL_TEXEL_STORE_8) {
		const uint8_t *b = (const uint8_t *)l->texels + at * 4;
		for (unsigned c = 0; c < 4; c++)
			t.v[c] = b[c];
	} else if (u->store == FL_TEXEL_STORE_F) {
		memcpy(t.v, (const float *)l->texels + at * 4, 16);
	} else if (u->memory) {
		bool keyed = false;
		fl_texel_read(u, l, (unsigned)i, (unsigned)j, (unsigned)k, t.v,
			      u->image.key_mode ? &keyed : NULL);
		lk->keyed |= keyed;
		if (keyed && u->image.key_mode == FL_TEXEL_KEY_BLEND)
			memset(t.v, 0, sizeof(t.v));
	}
	return t;
}

static void over_edge(const struct fl_texel_level *l, int32_t *i, int32_t *j, int32_t *face);

/* Components of a texel become the outcome of its comparison with the reference; constants stay. */
static struct texel compared(const struct look *lk, struct texel t)
{
	const struct fl_texel_unit *u = lk->u;
	const uint8_t *sel = u->image.sel;
	const unsigned z = sel[0] < FL_TEXEL_SEL_ZERO   ? 0
			   : sel[1] < FL_TEXEL_SEL_ZERO ? 1
			   : sel[2] < FL_TEXEL_SEL_ZERO ? 2
							: 3;
	const float v = u->store == FL_TEXEL_STORE_8 ? t.v[z] * u->to_float : t.v[z];
	float ref = lk->q->reference[lk->lane];

	if (u->fixed_reference)
		ref = ref < 0 ? 0 : ref > 1 ? 1 : ref;
	const unsigned is = ref < v ? 1 : ref == v ? 2 : ref > v ? 4 : 0;
	const float one = u->store == FL_TEXEL_STORE_8 ? 1 / u->to_float : 1;

	for (unsigned c = 0; c < 4; c++)
		if (sel[c] < FL_TEXEL_SEL_ZERO)
			t.v[c] = u->compare & is ? one : 0;
	return t;
}

static struct texel texel_at(struct look *lk, const struct fl_texel_level *l, int32_t i, int32_t j,
			     int32_t k);

/* A coordinate as the filter takes it. An offset of the request comes before what clamps or mirrors; where
 * the image repeats it is added to the indices, which is exact: fetch(). */
static float placed(const struct look *lk, const struct fl_texel_level *l, unsigned c, float raw)
{
	const struct fl_texel_unit *u = lk->u;
	const uint8_t wrap = u->seamless && u->image.kind == FL_TEXEL_CUBE ? FL_TEXEL_CLAMP_EDGE : u->wrap[c];
	const uint32_t size[3] = {l->width, l->height, l->depth};

	if (lk->q->offset[c] && u->wrap[c] != FL_TEXEL_REPEAT && (c < 2 || u->image.kind == FL_TEXEL_3D))
		raw += (float)lk->q->offset[c] / (float)size[c];
	return num_texel_wrap(wrap, raw);
}

/* Texel (i, j) of layer k, indices as the filter computes them. */
static struct texel fetch(struct look *lk, const struct fl_texel_level *l, int32_t i, int32_t j, int32_t k)
{
	const struct fl_texel_request *q = lk->q;

	i += lk->u->wrap[0] == FL_TEXEL_REPEAT ? q->offset[0] : 0;
	j += lk->u->wrap[1] == FL_TEXEL_REPEAT ? q->offset[1] : 0;
	if (lk->u->image.kind == FL_TEXEL_3D && lk->u->wrap[2] == FL_TEXEL_REPEAT)
		k += q->offset[2];
	const struct texel t = texel_at(lk, l, i, j, k);
	return q->reference ? compared(lk, t) : t;
}

static struct texel texel_at(struct look *lk, const struct fl_texel_level *l, int32_t i, int32_t j, int32_t k)
{
	const struct fl_texel_unit *u = lk->u;
	struct texel t = {{0}};

	if (u->seamless && u->image.kind == FL_TEXEL_CUBE) {
		const int32_t n = (int32_t)l->width, near_i = i < 0 ? 0 : n - 1, near_j = j < 0 ? 0 : n - 1;

		if ((i < 0 || i >= n) &&
		    (j < 0 || j >= n)) { /* at a corner there is none: the mean of the three */
			const struct texel a = texel_at(lk, l, near_i, near_j, k),
					   b = texel_at(lk, l, i, near_j, k),
					   c = texel_at(lk, l, near_i, j, k);

			for (unsigned m = 0; m < 4; m++)
				t.v[m] = (a.v[m] + b.v[m] + c.v[m]) / 3;
			return t;
		}
		over_edge(l, &i, &j, &k);
	} else if (outside(u->wrap[0], i, l->width) || outside(u->wrap[1], j, l->height) ||
		   (u->image.kind == FL_TEXEL_3D && outside(u->wrap[2], k, l->depth))) {
		for (unsigned c = 0; c < 4; c++)
			t.v[c] = u->store == FL_TEXEL_STORE_8 ? (float)u->border8[c] : u->border[c];
		return t;
	}
	i = num_texel_index(u->wrap[0], again(u->wrap[0], i, l->width), (int32_t)l->width);
	j = num_texel_index(u->wrap[1], again(u->wrap[1], j, l->height), (int32_t)l->height);
	if (u->image.kind == FL_TEXEL_3D)
		k = num_texel_index(u->wrap[2], again(u->wrap[2], k, l->depth), (int32_t)l->depth);
	return stored(lk, l, i, j, k);
}

/* Bytes become floats once everything is blended, with weights that were integers: exact until here. */
static struct texel finish(const struct fl_texel_unit *u, struct texel t, float scale)
{
	if (u->store == FL_TEXEL_STORE_8)
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

static struct texel bilinear(struct look *lk, const struct fl_texel_level *l, float s, float t, int32_t k)
{
	const struct fl_texel_unit *u = lk->u;
	int32_t x = num_texel_fixed(s, (float)l->width), y = num_texel_fixed(t, (float)l->height);
	int32_t i = x >> 8, j = y >> 8, f = x & 255, g = y & 255;

	if (u->half_steps) {
		f &= 128;
		g &= 128;
	}
	struct texel a = fetch(lk, l, i, j, k), b = fetch(lk, l, i + 1, j, k);
	struct texel c = fetch(lk, l, i, j + 1, k), d = fetch(lk, l, i + 1, j + 1, k);
	if (u->store != FL_TEXEL_STORE_8)
		return lerp(lerp(a, b, (float)f * (1.0f / 256)), lerp(c, d, (float)f * (1.0f / 256)),
			    (float)g * (1.0f / 256));
	/* Whole numbers below 2^24 all the way. */
	for (unsigned n = 0; n < 4; n++) {
		float top = a.v[n] * (float)(256 - f) + b.v[n] * (float)f,
		      low = c.v[n] * (float)(256 - f) + d.v[n] * (float)f;
		a.v[n] = top * (float)(256 - g) + low * (float)g;
		/* What R5xx calls "MPEG4 rounding (+0.25)", to whole values of 8 bits. Its "normal rounding
		 * (+0.5)" is of a precision that is not published, and is left out. */
		if (u->round_quarter)
			a.v[n] = num_floor(a.v[n] * (1.0f / 65536) + 0.25f) * 65536;
	}
	return finish(u, a, 1.0f / 65536);
}

/* 4x4 texels, separable, 16 phases of which 0-8 are loaded and the others mirror them; one component, the
 * others bilinear. */
static struct texel kernel(struct look *lk, const struct fl_texel_level *l, float s, float t, int32_t k)
{
	const struct fl_texel_unit *u = lk->u;
	struct texel r = bilinear(lk, l, s, t, k);
	int32_t x = num_texel_fixed(s, (float)l->width), y = num_texel_fixed(t, (float)l->height);
	unsigned px = x >> 4 & 15, py = y >> 4 & 15;
	float wx[4], wy[4], sum = 0;

	for (unsigned n = 0; n < 4; n++) {
		wx[n] = (float)(px <= 8 ? u->kernel[0][px][n] : u->kernel[0][16 - px][3 - n]) / 512;
		wy[n] = (float)(py <= 8 ? u->kernel[1][py][n] : u->kernel[1][16 - py][3 - n]) / 512;
	}
	/* The component is named as it is before selection: find a channel that shows it. */
	for (unsigned c = 0; c < 4; c++) {
		if (u->image.sel[c] != u->kernel_comp)
			continue;
		sum = 0;
		for (int32_t j = 0; j < 4; j++)
			for (int32_t i = 0; i < 4; i++)
				sum +=
				    fetch(lk, l, (x >> 8) + i - 1, (y >> 8) + j - 1, k).v[c] * wx[i] * wy[j];
		r.v[c] = u->store == FL_TEXEL_STORE_8 ? sum * u->to_float : sum;
	}
	return r;
}

static struct texel plane(struct look *lk, const struct fl_texel_level *l, unsigned filter, float s, float t,
			  int32_t k)
{
	if (filter == FL_TEXEL_KERNEL)
		return kernel(lk, l, s, t, k);
	if (filter != FL_TEXEL_POINT)
		return bilinear(lk, l, s, t, k);
	int32_t i = num_texel_point(s, (float)l->width), j = num_texel_point(t, (float)l->height);
	if (lk->u->wrap[0] < FL_TEXEL_CLAMP_BORDER && i == (int32_t)l->width &&
	    lk->u->wrap[0] != FL_TEXEL_REPEAT)
		i--;
	if (lk->u->wrap[1] < FL_TEXEL_CLAMP_BORDER && j == (int32_t)l->height &&
	    lk->u->wrap[1] != FL_TEXEL_REPEAT)
		j--;
	return finish(lk->u, fetch(lk, l, i, j, k), 1);
}

/* Coordinates before wrapping; face of a cube, or r of a volume. */
static struct texel level(struct look *lk, unsigned n, unsigned filter, const float raw[3], unsigned face)
{
	const struct fl_texel_unit *u = lk->u;
	const struct fl_texel_level *l = &u->level[n];
	const float s[3] = {placed(lk, l, 0, raw[0]), placed(lk, l, 1, raw[1]), placed(lk, l, 2, raw[2])};
	unsigned vol = u->vol ? u->vol : filter;

	if (u->image.kind != FL_TEXEL_3D)
		return plane(lk, l, filter, s[0], s[1], (int32_t)face);
	if (vol == FL_TEXEL_POINT) {
		int32_t k = num_texel_point(s[2], (float)l->depth);
		if (u->wrap[2] < FL_TEXEL_CLAMP_BORDER && k == (int32_t)l->depth &&
		    u->wrap[2] != FL_TEXEL_REPEAT)
			k--;
		return plane(lk, l, filter, s[0], s[1], k);
	}
	int32_t z = num_texel_fixed(s[2], (float)l->depth);
	return lerp(plane(lk, l, filter, s[0], s[1], z >> 8), plane(lk, l, filter, s[0], s[1], (z >> 8) + 1),
		    (float)(z & 255) * (1.0f / 256));
}

/* Everything after the level of detail. */
static struct texel sample(struct look *lk, float lod, const float raw[3], unsigned face)
{
	const struct fl_texel_unit *u = lk->u;
	unsigned filter = lod > 0.0f ? u->min : u->mag;
	if (u->mip == 0 || u->min_level == u->max_level)
		return level(lk, u->min_level, filter, raw, face);
	lod = num_texel_clamp(lod, u->min_level, u->max_level);
	if (u->mip == FL_TEXEL_POINT)
		return level(lk, (unsigned)num_texel_level(lod), filter, raw, face);
	float whole = num_floor(lod), w = num_texel_level_weight(u, lod - whole);
	unsigned n = (unsigned)whole;
	struct texel t = level(lk, n, filter, raw, face);
	return w > 0.0f
		   ? lerp(t, level(lk, n + 1 > u->max_level ? u->max_level : n + 1, filter, raw, face), w)
		   : t;
}

/* ---- cubes ---------------------------------------------------------------------------------------------
 * Which face is which, and how they lie, is the rule of every API: +X, -X, +Y, -Y, +Z, -Z. Ties go to Z, then
 * Y, as the CUBE instruction of the R600 ISA has it. */
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

/* The way back: the direction of a place on a face, both 0 to 1. */
static void cube_direction(unsigned face, float s, float t, float v[3])
{
	static const float way[6][3][3] = {
	    {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}}, {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}},
	    {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},   {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
	    {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},  {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};

	for (unsigned c = 0; c < 3; c++)
		v[c] = way[face][0][c] * (2 * s - 1) + way[face][1][c] * (2 * t - 1) + way[face][2][c];
}

void fl_texel_directions(float (*v)[FL_TEXEL_LANES], float face[FL_TEXEL_LANES])
{
	for (unsigned i = 0; i < FL_TEXEL_LANES; i++) {
		const float s = v[0][i] * 2 - 3, t = v[1][i] * 2 - 3, n = v[2][i];
		const unsigned f = n > 0 ? n < 5 ? (unsigned)(n + 0.5f) : 5 : 0;
		const float to[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
					{s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};

		face[i] = (float)f;
		for (unsigned c = 0; c < 3; c++)
			v[c][i] = to[f][c];
	}
}

/* A texel beside its face is that of the face beside. At a corner there is none: the nearest
 * inside along T. */
static void over_edge(const struct fl_texel_level *l, int32_t *i, int32_t *j, int32_t *face)
{
	const int32_t n = (int32_t)l->width, from = *face % 6;
	float v[3], st[2];
	unsigned to;

	if (*i >= 0 && *i < n && *j >= 0 && *j < n)
		return;
	cube_direction((unsigned)from, ((float)*i + 0.5f) / (float)n, ((float)*j + 0.5f) / (float)n, v);
	to = cube_face(v);
	cube_project(to, v, st);
	*face += (int32_t)to - from;
	*i = (int32_t)(st[0] * (float)n);
	*j = (int32_t)(st[1] * (float)n);
	*i = *i >= n ? n - 1 : *i;
	*j = *j >= n ? n - 1 : *j;
}

struct quad {
	float s[4][3]; /* of its four pixels, 1 = the whole texture */
	float q[4];
	unsigned face[4];
	float gx[4][3], gy[4][3]; /* gradients in texels of level 0 */
};

static void scale(const struct fl_texel_unit *u, bool unscaled, float v[3])
{
	if (!unscaled)
		return;
	v[0] = v[0] / (float)u->image.width;
	v[1] = v[1] / (float)u->image.height;
	v[2] = v[2] / (float)u->level[0].depth;
}

static void gradients(const struct fl_texel_unit *u, const struct fl_texel_request *q, unsigned lane,
		      struct quad *p)
{
	float size[3] = {u->image.width, u->image.height,
			 u->image.kind == FL_TEXEL_3D ? (float)u->level[0].depth : 0};

	for (unsigned k = 0; k < 4; k++)
		for (unsigned c = 0; c < 3; c++) {
			if (size[c] == 0) {
				p->gx[k][c] = p->gy[k][c] = 0;
			} else if (q->op == FL_TEXEL_OP_GRADIENTS) {
				float unit = q->unscaled ? 1.0f : size[c];
				p->gx[k][c] = q->dx[c][lane + k] * unit;
				p->gy[k][c] = q->dy[c][lane + k] * unit;
			} else {
				p->gx[k][c] = (p->s[1][c] - p->s[0][c]) * size[c];
				p->gy[k][c] = (p->s[2][c] - p->s[0][c]) * size[c];
			}
		}
	if (u->image.kind != FL_TEXEL_CUBE)
		return;
	/* On a cube, the quad is seen on the face of the pixel, so that an edge makes no jump. */
	for (unsigned k = 0; k < 4; k++) {
		float at[3][3], st[3][2];
		for (unsigned c = 0; c < 3; c++) {
			if (q->op == FL_TEXEL_OP_GRADIENTS) {
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
			cube_project(p->face[k] % 6, at[n], st[n]);
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

/* The LOD, and what of it chooses levels. */
static struct texel query(const struct fl_texel_unit *u, float lod)
{
	float level = u->lod_clamp ? num_texel_clamp(lod, u->lod_min, u->lod_max) : lod;

	level = u->mip ? num_texel_clamp(level, u->min_level, u->max_level) : u->min_level;
	if (u->mip == FL_TEXEL_POINT) /* a single one */
		level = (float)num_texel_level(level);
	return (struct texel){{lod, level, 0, 0}};
}

/* The four texels of a linear filter on the finest level, counter-clockwise from the lower left one, as
 * Direct3D orders them. */
static struct texel gather(struct look *lk, const float raw[3], unsigned face)
{
	static const uint8_t at[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
	const struct fl_texel_unit *u = lk->u;
	const struct fl_texel_level *l = &u->level[u->min_level];
	const float half = u->gather_point ? 0.5f : 0.0f;
	const float s = raw[0] + half / (float)l->width, t = raw[1] + half / (float)l->height;
	const int32_t x = num_texel_fixed(placed(lk, l, 0, s), (float)l->width) >> 8,
		      y = num_texel_fixed(placed(lk, l, 1, t), (float)l->height) >> 8;
	struct texel out;

	for (unsigned c = 0; c < 4; c++)
		out.v[c] = finish(u, fetch(lk, l, x + at[c][0], y + at[c][1], (int32_t)face), 1).v[0];
	return out;
}

/* OP_FETCH: a texel by its place. */
static struct texel direct(struct look *lk, const struct fl_texel_request *q)
{
	const struct fl_texel_unit *u = lk->u;
	const struct texel none = {{0}};
	int32_t at[4];

	for (unsigned c = 0; c < 4; c++)
		at[c] = (int32_t)((uint32_t)num_bits(q->coord[c][lk->lane]) +
				  (uint32_t)(c < 3 ? q->offset[c] : 0));
	if (at[3] < 0 || at[3] > u->max_level)
		return none;
	const struct fl_texel_level *l = &u->level[at[3]];
	if (u->image.kind == FL_TEXEL_ARRAY)
		at[2] = at[2] < 0 || at[2] >= (int32_t)l->depth ? -1 : at[2] + u->first_layer;
	else if (u->image.kind != FL_TEXEL_3D && u->image.kind != FL_TEXEL_CUBE)
		at[2] = 0;
	if (at[0] < 0 || at[0] >= (int32_t)l->width || at[1] < 0 || at[1] >= (int32_t)l->height ||
	    at[2] < 0 || at[2] >= (int32_t)l->depth)
		return none;
	return finish(u, stored(lk, l, at[0], at[1], at[2]), 1);
}

/* The mean of n samples along a gradient, evenly spaced, half of them to each side. */
static struct texel walk(struct look *lk, float lod, const struct quad *p, unsigned k, const float *g,
			 unsigned n)
{
	const float ds = g[0] / (float)lk->u->image.width, dt = g[1] / (float)lk->u->image.height;
	const float part = 1.0f / (float)n;
	struct texel sum = {{0}};

	for (unsigned i = 0; i < n; i++) {
		const float at = ((float)i + 0.5f) * part - 0.5f;
		const float s[3] = {p->s[k][0] + ds * at, p->s[k][1] + dt * at, 0};
		const struct texel x = sample(lk, lod, s, p->face[k]);

		for (unsigned c = 0; c < 4; c++)
			sum.v[c] = i ? sum.v[c] + x.v[c] : x.v[c];
	}
	for (unsigned c = 0; c < 4; c++)
		sum.v[c] = sum.v[c] * part;
	return sum;
}

/* One pixel with its level of detail. Anisotropic filters walk along the longer gradient, in as many steps as
 * it is longer than the other, but for those that would be less than a texel apart: as Direct3D 10 and 11 ask
 * of their chips (functional specification, 7.18.11: where the shorter axis is below 1, the ratio is scaled
 * by it, and the level of detail stays what the ratio itself makes of it). */
static struct texel pixel(struct look *lk, const struct fl_texel_request *q, const struct quad *p, unsigned k)
{
	const struct fl_texel_unit *u = lk->u;
	float x2 = length2(p->gx[k]), y2 = length2(p->gy[k]), lod;

	if (q->op == FL_TEXEL_OP_LOD)
		lod = p->q[k];
	else
		lod = num_texel_lod(x2, y2);
	if (q->op == FL_TEXEL_OP_BIAS)
		lod = lod + p->q[k];
	if (q->bias)
		lod = lod + q->bias[lk->lane];
	lod = lod + u->lod_bias;
	if (!(lod == lod))
		lod = 0;
	if (q->op == FL_TEXEL_OP_QUERY)
		return query(u, lod);
	if (u->lod_clamp)
		lod = num_texel_clamp(lod, u->lod_min, u->lod_max);
	if (q->op == FL_TEXEL_OP_GATHER)
		return gather(lk, p->s[k], p->face[k]);

	bool aniso = u->aniso && q->op != FL_TEXEL_OP_LOD &&
		     (u->min == FL_TEXEL_ANISO || u->mag == FL_TEXEL_ANISO) &&
		     (u->image.kind == FL_TEXEL_2D || u->image.kind == FL_TEXEL_ARRAY);
	if (aniso) {
		const float longer = x2 > y2 ? x2 : y2, shorter = x2 > y2 ? y2 : x2;
		unsigned ratio = 1, n = 1, most = longer < 0x1p60f ? 1u << u->aniso : 1;
		for (; ratio < most && longer > shorter * (float)(ratio * ratio); ratio++)
			if (longer > (float)(ratio * ratio))
				n = ratio + 1;
		if (ratio > 1)
			lod = lod - num_log2((float)ratio);
		if (n > 1)
			return walk(lk, lod, p, k, x2 > y2 ? p->gx[k] : p->gy[k], n);
	}
	return sample(lk, lod, p->s[k], p->face[k]);
}

static unsigned layer_of(const struct fl_texel_unit *u, float v)
{
	const float n = num_floor(v + 0.5f), last = (float)(u->last_layer - u->first_layer);

	return u->first_layer + (n > 0 ? (unsigned)(n < last ? n : last) : 0);
}

static void coordinates(const struct fl_texel_unit *u, const struct fl_texel_request *q, unsigned lane,
			struct quad *p)
{
	for (unsigned k = 0; k < 4; k++) {
		float v[3];
		p->q[k] = q->coord[3][lane + k];
		for (unsigned c = 0; c < 3; c++) {
			v[c] = q->coord[c][lane + k];
			if (q->op == FL_TEXEL_OP_PROJECT)
				v[c] = v[c] / p->q[k];
			if (v[c] != v[c]) /* NaN becomes the far end, as R5xx has it */
				v[c] = __builtin_inff();
		}
		p->face[k] = 0;
		if (u->image.kind == FL_TEXEL_CUBE) {
			p->face[k] = q->face ? (unsigned)q->face[lane + k] : cube_face(v);
			cube_project(p->face[k] % 6, v, p->s[k]);
			p->s[k][2] = 0;
		} else {
			if (u->image.kind == FL_TEXEL_ARRAY)
				p->face[k] = layer_of(u, v[2]);
			scale(u, q->unscaled, v);
			memcpy(p->s[k], v, sizeof(v));
		}
	}
	gradients(u, q, lane, p);
}

uint64_t fl_texel_lookup_scalar(const struct fl_texel_unit *u, const struct fl_texel_request *q)
{
	uint64_t dead = 0;

	for (unsigned lane = 0; lane < q->n_quads * 4; lane += 4) {
		struct quad p;
		if (u && q->op != FL_TEXEL_OP_FETCH)
			coordinates(u, q, lane, &p);
		for (unsigned k = 0; k < 4; k++) {
			struct texel t = {{0, 0, 0, 1}}; /* of a unit that is off */
			if (u && q->lanes >> (lane + k) & 1) {
				struct look lk = {.u = u, .q = q, .lane = lane + k};
				t = q->op == FL_TEXEL_OP_FETCH ? direct(&lk, q) : pixel(&lk, q, &p, k);
				if (lk.keyed && u->image.key_mode == FL_TEXEL_KEY_KILL)
					dead |= (uint64_t)1 << (lane + k);
			}
			for (unsigned c = 0; c < 4; c++)
				q->out[c][lane + k] = t.v[c];
		}
	}
	return dead;
}
