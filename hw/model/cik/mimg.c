/* SPDX-License-Identifier: MIT
 *
 * Image instructions; see mimg.h. Addresses come in the order of facts 5.5: offsets, bias, reference,
 * gradients, coordinates, the smallest LOD, the LOD or the sample.
 *
 * Texel offsets and the smallest LOD are a lane's own, where the room of textures has one for all: lanes of
 * the same go together.
 *
 * LODs that a program or a sampler gives count from BASE_LEVEL, as drivers pass them on from OpenGL.
 *
 * Not modelled: loads and stores of raw bits (…_PCK), which are reported. Chosen, for nothing decides it:
 * an array without DA is read in its first layer; components that a store does not have are as the first.
 */
#include "hw/model/cik/mimg.h"
#include "hw/model/cik/format.h"
#include "hw/model/cik/sq_format.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_memory.h"
#include "hw/model/num/num.h"

#include <string.h>

#define OP(name) CIK_OP_MIMG__IMAGE_##name

enum lod_from { LOD_PLAIN, LOD_GIVEN, LOD_BIAS, LOD_ZERO };

/* What an opcode of SAMPLE, GATHER4, GET_LOD or LOAD says of its address. */
struct form {
	bool fetch, gather, query; /* fetch: by whole numbers; loads, and what writes */
	bool writes;
	bool offset, compare, gradients, clamp;
	bool has_level; /* LOAD_MIP */
	uint8_t lod;
};

struct lanes {
	_Alignas(64) float v[4][MCIK_LANES];
};

/* The address, taken apart. */
struct address {
	struct lanes at, dx, dy;
	float bias[MCIK_LANES], reference[MCIK_LANES], clamp[MCIK_LANES];
	uint32_t offset[MCIK_LANES];
};

static void complain(struct mcik_wave *w, enum fl_severity severity, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void complain(struct mcik_wave *w, enum fl_severity severity, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	w->env->report(w->env->arg, w, severity, "Sea Islands facts 5.5", fmt, ap);
	va_end(ap);
}

/* ---- opcodes ------------------------------------------------------------------------------------------- */
/* The low bits of an opcode: bit 4 offsets, bit 3 a comparison, below: */
static bool sampled(unsigned op, struct form *f)
{
	enum { PLAIN, CL, D, D_CL, L, B, B_CL, LZ };
	static const uint8_t lods[8] = {[L] = LOD_GIVEN, [B] = LOD_BIAS, [B_CL] = LOD_BIAS, [LZ] = LOD_ZERO};
	const unsigned way = op & 7;

	f->offset = op >> 4 & 1;
	f->compare = op >> 3 & 1;
	f->gradients = way == D || way == D_CL;
	f->clamp = way == CL || way == D_CL || way == B_CL;
	f->lod = lods[way];
	return true;
}

static bool is_atomic(unsigned op)
{
	return op >= OP(ATOMIC_SWAP) && op <= OP(ATOMIC_FMAX) && op != OP(ATOMIC_SUB) + 1;
}

static bool form_of(unsigned op, struct form *f)
{
	*f = (struct form){0};
	if (op == OP(LOAD) || op == OP(LOAD_MIP) || op == OP(STORE) || op == OP(STORE_MIP) || is_atomic(op)) {
		f->fetch = true;
		f->writes = op >= OP(STORE);
		f->has_level = op == OP(LOAD_MIP) || op == OP(STORE_MIP);
		return true;
	}
	if (op == OP(GET_LOD)) {
		f->query = true;
		return true;
	}
	if (op >= OP(SAMPLE) && op <= OP(SAMPLE_C_LZ_O))
		return sampled(op, f);
	if (op >= OP(GATHER4) && op <= OP(GATHER4_C_LZ_O)) {
		f->gather = true;
		return sampled(op, f);
	}
	if (op >= OP(SAMPLE_CD) && op <= OP(SAMPLE_C_CD_CL_O)) { /* gradients, coarse: bits CL, C, O */
		f->gradients = true;
		f->clamp = op & 1;
		f->compare = op >> 1 & 1;
		f->offset = op >> 2 & 1;
		return true;
	}
	return false;
}

static const struct sq_kit *kit_of(const struct mcik_wave *w)
{
	return FL_SIMD_PICK(w->env->isa, mcik_sq_kit)();
}

/* ---- addresses ----------------------------------------------------------------------------------------- */
static const mcik_plane *take(const mcik_plane *from, void *to)
{
	memcpy(to, *from, sizeof(*from));
	return from + 1;
}

static void parse(const struct sq_kit *kit, const struct form *f, const struct mcik_image *i,
		  const struct mcik_image_kind *kind, const struct fl_texel_unit *u, struct address *a)
{
	const unsigned dims = kind->line ? 1 : u->image.kind == FL_TEXEL_3D ? 3 : 2;
	const mcik_plane *from = i->address;
	const bool layers = kind->cube || (kind->array && i->da),
		   last = f->lod == LOD_GIVEN || f->has_level || (f->fetch && kind->samples_log2);

	for (unsigned c = dims; c < 4; c++)
		if (c == 1 || !(c == 2 ? layers : last))
			kit->fill((uint32_t *)(void *)a->at.v[c], 0);
	if (f->gradients) {
		memset(&a->dx, 0, sizeof(a->dx));
		memset(&a->dy, 0, sizeof(a->dy));
	}
	if (f->offset || f->clamp) {
		memset(a->offset, 0, sizeof(a->offset));
		memset(a->clamp, 0, sizeof(a->clamp));
	}
	if (f->offset)
		from = take(from, a->offset);
	if (f->lod == LOD_BIAS)
		from = take(from, a->bias);
	if (f->compare)
		from = take(from, a->reference);
	for (unsigned c = 0; f->gradients && c < dims; c++)
		from = take(from, a->dx.v[c]);
	for (unsigned c = 0; f->gradients && c < dims; c++)
		from = take(from, a->dy.v[c]);
	for (unsigned c = 0; c < dims; c++)
		from = take(from, a->at.v[c]);
	for (unsigned k = 0; kind->line && !f->fetch && k < MCIK_LANES; k++)
		a->at.v[1][k] = 0.5f;
	if (layers)
		from = take(from, a->at.v[2]);
	if (f->clamp)
		from = take(from, a->clamp);
	if (last)
		take(from, a->at.v[3]);
}

/* Samples are layers of their own; there is one level. */
static void to_samples(struct address *a, unsigned log2)
{
	for (unsigned k = 0; k < MCIK_LANES; k++) {
		const uint32_t layer = (uint32_t)num_bits(a->at.v[2][k]),
			       n = (uint32_t)num_bits(a->at.v[3][k]);

		a->at.v[2][k] = num_float(n >> log2 ? -1 : (int32_t)((layer << log2) + n));
		a->at.v[3][k] = 0;
	}
}

/* Places on faces become directions, and so do those beside them that gradients lead to. The coordinate
 * counts 8 a cube, of which 6 are faces. */
static void to_cube(struct address *a, const struct form *f, const struct fl_texel_unit *u,
		    float face[MCIK_LANES])
{
	struct lanes *slope[2] = {&a->dx, &a->dy};
	const float last = (float)(u->level[0].depth / 6 - 1);
	float beside[MCIK_LANES], cube[MCIK_LANES];

	for (unsigned k = 0; k < MCIK_LANES; k++) {
		const float n = num_floor(a->at.v[2][k] + 0.5f), at = num_floor(n / 8);

		cube[k] = at > 0 ? at < last ? at : last : 0;
		a->at.v[2][k] = n - 8 * at;
	}
	for (unsigned n = 0; n < 2 && f->gradients; n++) {
		for (unsigned k = 0; k < MCIK_LANES; k++) {
			slope[n]->v[0][k] += a->at.v[0][k];
			slope[n]->v[1][k] += a->at.v[1][k];
			slope[n]->v[2][k] = a->at.v[2][k];
		}
		fl_texel_directions(slope[n]->v, beside);
	}
	fl_texel_directions(a->at.v, face);
	for (unsigned k = 0; k < MCIK_LANES; k++)
		face[k] += 6 * cube[k];
	for (unsigned n = 0; n < 2 && f->gradients; n++)
		for (unsigned c = 0; c < 3; c++)
			for (unsigned k = 0; k < MCIK_LANES; k++)
				slope[n]->v[c][k] -= a->at.v[c][k];
}

/* ---- look-ups ------------------------------------------------------------------------------------------ */
static int8_t offset_of(uint32_t word, unsigned c)
{
	enum { BITS = 6, APART = 8 };

	return (int8_t)((int32_t)(word >> APART * c << (32 - BITS)) >> (32 - BITS));
}

/* Lanes that agree with the first of those in `left` on offsets and on the smallest LOD. */
static uint64_t alike(const struct form *f, const struct address *a, uint64_t left)
{
	const unsigned first = (unsigned)__builtin_ctzll(left);
	uint64_t same = 0;

	if (!f->offset && !f->clamp)
		return left;
	for (uint64_t m = left; m; m &= m - 1) {
		const unsigned k = (unsigned)__builtin_ctzll(m);

		if (a->offset[k] == a->offset[first] && num_bits(a->clamp[k]) == num_bits(a->clamp[first]))
			same |= UINT64_C(1) << k;
	}
	return same;
}

/* LODs that are given, or found, count from the image's base level; the room of textures has level 0. */
static void from_base(struct address *a, const struct form *f, const struct fl_texel_unit *u)
{
	if (!u->min_level && !f->fetch)
		return;
	for (unsigned k = 0; k < MCIK_LANES; k++) {
		if (f->has_level)
			a->at.v[3][k] =
			    num_float((int32_t)((uint32_t)num_bits(a->at.v[3][k]) + u->min_level));
		else if (f->fetch)
			a->at.v[3][k] = num_float(u->min_level);
		else
			a->at.v[3][k] += u->min_level;
		if (f->clamp)
			a->clamp[k] += u->min_level;
	}
}

/* GET_LOD: what chooses the level, then what the gradients say. */
static void to_base(const struct fl_texel_unit *u, struct lanes *out)
{
	for (unsigned k = 0; k < MCIK_LANES; k++) {
		const float raw = out->v[0][k];

		out->v[0][k] = out->v[1][k] - u->min_level;
		out->v[1][k] = raw - u->min_level;
	}
}

static void look_up(struct mcik_wave *w, const struct mcik_image *i, const struct form *f,
		    struct fl_texel_unit *u, const struct mcik_image_kind *kind, struct lanes *out)
{
	const bool unscaled = i->unorm || CIK_SQ_IMG_SAMP_WORD0__FORCE_UNNORMALIZED__GET(i->sampler[0]);
	const float view_min = u->lod_min;
	const bool view_clamp = u->lod_clamp;
	struct fl_texel_request q = {.op = f->fetch              ? FL_TEXEL_OP_FETCH
					   : f->query            ? FL_TEXEL_OP_QUERY
					   : f->gather           ? FL_TEXEL_OP_GATHER
					   : f->gradients        ? FL_TEXEL_OP_GRADIENTS
					   : f->lod == LOD_PLAIN ? FL_TEXEL_OP_PLAIN
					   : f->lod == LOD_BIAS  ? FL_TEXEL_OP_PLAIN
								 : FL_TEXEL_OP_LOD,
				     .unscaled = unscaled && !f->fetch,
				     .n_quads = MCIK_LANES / 4};
	struct address a;
	float face[MCIK_LANES];

	parse(kit_of(w), f, i, kind, u, &a);
	if (f->fetch && kind->samples_log2)
		to_samples(&a, kind->samples_log2);
	else
		from_base(&a, f, u);
	if (kind->cube && !f->fetch) {
		to_cube(&a, f, u, face);
		q.face = face;
	}
	q.bias = f->lod == LOD_BIAS ? a.bias : NULL;
	q.reference = f->compare ? a.reference : NULL;
	for (unsigned c = 0; c < 4; c++) {
		q.coord[c] = a.at.v[c];
		q.dx[c] = a.dx.v[c];
		q.dy[c] = a.dy.v[c];
	}
	for (uint64_t left = i->lanes; left; left &= ~q.lanes) {
		struct lanes part;
		const unsigned first = (unsigned)__builtin_ctzll(left);

		q.lanes = alike(f, &a, left);
		for (unsigned c = 0; c < 3 && f->offset; c++)
			q.offset[c] = offset_of(a.offset[first], c);
		if (f->clamp) {
			u->lod_min = a.clamp[first] > view_min ? a.clamp[first] : view_min;
			u->lod_clamp = true;
		}
		for (unsigned c = 0; c < 4; c++)
			q.out[c] = q.lanes == i->lanes ? out->v[c] : part.v[c];
		FL_SIMD_PICK(w->env->isa, fl_texel_lookup)(u, &q);
		if (q.lanes == i->lanes)
			break;
		for (uint64_t m = q.lanes; m; m &= m - 1) {
			const unsigned k = (unsigned)__builtin_ctzll(m);

			for (unsigned c = 0; c < 4; c++)
				memcpy(&out->v[c][k], &part.v[c][k], sizeof(float)); /* integers are bits */
		}
	}
	u->lod_min = view_min;
	u->lod_clamp = view_clamp;
	if (f->query)
		to_base(u, out);
}

/* ---- results ------------------------------------------------------------------------------------------- */
/* Components of DMASK, one after the other; gathers have all four; then a status: all is well. */
static void answer(const struct mcik_wave *w, const struct mcik_image *i, bool all, const struct lanes *out)
{
	mcik_plane *to = i->out;

	if (!to)
		return;
	for (unsigned c = 0; c < 4; c++) {
		if (!all && !(i->dmask >> c & 1))
			continue;
		if (~i->lanes)
			kit_of(w)->blend(*to, (const uint32_t *)(const void *)out->v[c], i->lanes);
		else
			memcpy(*to, out->v[c], sizeof(*to));
		to++;
	}
	for (uint64_t m = i->tfe ? i->lanes : 0; m; m &= m - 1)
		(*to)[__builtin_ctzll(m)] = 0;
}

/* ---- stores and atomics -------------------------------------------------------------------------------- */
/* Where lane k's texel stands. False: outside of the image. */
static bool place(const struct fl_texel_unit *u, const struct address *a, unsigned k, uint64_t *at)
{
	const struct fl_texel_level *l;
	int32_t c[4];

	for (unsigned n = 0; n < 4; n++)
		c[n] = num_bits(a->at.v[n][k]);
	if (c[3] < 0 || c[3] > u->max_level)
		return false;
	l = &u->level[c[3]];
	c[2] += u->image.kind == FL_TEXEL_ARRAY ? u->first_layer : 0;
	if (u->image.kind == FL_TEXEL_2D)
		c[2] = 0;
	if (c[0] < 0 || c[0] >= (int32_t)l->width || c[1] < 0 || c[1] >= (int32_t)l->height || c[2] < 0 ||
	    c[2] >= (int32_t)l->depth)
		return false;
	u->row(&u->image, l, (uint32_t)c[2], (uint32_t)c[1], (uint32_t)c[0], 1, 1, at);
	*at += u->image.addr;
	return true;
}

/* Components of DMASK stand in registers one after the other. */
static void store(struct mcik_wave *w, const struct mcik_image *i, const struct sq_format *format, unsigned k,
		  uint64_t va)
{
	uint8_t bytes[SQ_FORMAT_B];
	uint32_t in[4] = {0};
	unsigned n = 0;

	for (unsigned c = 0; c < 4; c++)
		if (i->dmask >> c & 1)
			in[c] = i->data[n++][k];
	mcik_sq_format_pack(format, in, 4, bytes);
	w->env->store(w->env->arg, w->vmid, va, bytes, format->size_B, i->glc ? MCIK_GLC : 0);
}

/* Buffers' atomics have the same order; of texels of 64 bits those of two dwords. */
static void atomic(struct mcik_wave *w, const struct mcik_image *i, unsigned bits, unsigned k, uint64_t va,
		   struct lanes *out)
{
	enum {
		TO_32 = CIK_OP_MUBUF__BUFFER_ATOMIC_SWAP - OP(ATOMIC_SWAP),
		TO_64 = CIK_OP_MUBUF__BUFFER_ATOMIC_SWAP_X2 - OP(ATOMIC_SWAP)
	};
	uint32_t data[4] = {0};
	struct sq_mem_op op;

	if (!mcik_sq_mem_op(i->op + (bits == 64 ? TO_64 : TO_32), &op))
		return;
	for (unsigned n = 0; n < op.data_dw && n < 4; n++)
		data[n] = i->data[n][k];
	mcik_sq_mem_access(w, &op, va, MCIK_GLC, data);
	for (unsigned n = 0; n < op.n; n++)
		memcpy(&out->v[n][k], &data[n], sizeof(data[n]));
}

static void write(struct mcik_wave *w, const struct mcik_image *i, const struct form *f,
		  struct fl_texel_unit *u, const struct mcik_image_kind *kind, struct lanes *out)
{
	const unsigned bits = u->image.format.bits;
	const struct sq_format format = {.size_B = bits / 8u,
					 .image = u->image,
					 .number = CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__GET(i->resource[1])};
	struct address a;

	if (u->image.format.coding != FL_TEXEL_FIELDS || (is_atomic(i->op) && bits != 32 && bits != 64)) {
		complain(w, FL_WARN,
			 "image instruction %u writes texels of DATA_FORMAT %u, which cannot be: nothing is "
			 "written",
			 i->op, CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__GET(i->resource[1]));
		return;
	}
	parse(kit_of(w), f, i, kind, u, &a);
	if (kind->samples_log2)
		to_samples(&a, kind->samples_log2);
	else
		from_base(&a, f, u);
	for (uint64_t m = i->lanes; m; m &= m - 1) {
		const unsigned k = (unsigned)__builtin_ctzll(m);
		uint64_t va;

		if (!place(u, &a, k, &va))
			continue;
		if (is_atomic(i->op))
			atomic(w, i, bits, k, va, out);
		else
			store(w, i, &format, k, va);
	}
}

/* GET_RESINFO: of the level in the first register. Layers and levels do not shrink. */
static void sizes(const struct mcik_image *i, const struct fl_texel_unit *u,
		  const struct mcik_image_kind *kind, struct lanes *out)
{
	for (unsigned k = 0; k < MCIK_LANES; k++) {
		const uint32_t level =
		    i->address[0][k] < FL_TEXEL_LEVELS ? i->address[0][k] : FL_TEXEL_LEVELS;
		const unsigned shrinking = kind->line ? 1 : u->image.kind == FL_TEXEL_3D ? 3 : 2;

		for (unsigned c = 0; c < 4; c++) {
			uint32_t n = kind->size[c];

			if (c < shrinking)
				n = n >> level ? n >> level : 1;
			memcpy(&out->v[c][k], &n, sizeof(n));
		}
	}
}

static void sampler_of(const struct mcik_mimg *x, struct mcik_wave *w, const struct mcik_image *i,
		       struct fl_texel_unit *u)
{
	const int entry = mcik_tx_border(i->sampler);
	float colors[4] = {0};

	if (entry >= 0)
		w->env->load(w->env->arg, w->vmid, x->border_va + (unsigned)entry * sizeof(colors), colors,
			     sizeof(colors), 0);
	mcik_tx_sampler(u, i->sampler, colors);
}

/* Whose gathers are those of a point filter: Mesa ac_nir_to_llvm.c, lower_gather4_integer(), has the chips
 * so, and takes half a texel off. */
static bool is_integer(const uint32_t word[MCIK_T_WORDS])
{
	const unsigned format = CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__GET(word[1]);

	return format == CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__IMG_NUM_FORMAT_UINT ||
	       format == CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__IMG_NUM_FORMAT_SINT;
}

/* Gathers are of one component, DMASK's lowest: it stands in the place of the first. */
static void choose_component(const struct mcik_image *i, uint32_t word[MCIK_T_WORDS])
{
	const unsigned c = i->dmask ? (unsigned)__builtin_ctz(i->dmask) & 3 : 0;
	const uint32_t sel = word[3] >> 3 * c & 7;

	word[3] = (word[3] & ~(uint32_t)CIK_SQ_IMG_RSRC_WORD3__DST_SEL_X__MASK) |
		  CIK_SQ_IMG_RSRC_WORD3__DST_SEL_X(sel);
}

/* Of an image of masks of fragments. */
static void spread(const struct mcik_image *i, unsigned data, struct lanes *out)
{
	for (uint64_t m = i->lanes; m; m &= m - 1) {
		const unsigned k = (unsigned)__builtin_ctzll(m);

		for (unsigned c = 0; c < 4; c++)
			out->v[c][k] =
			    num_float((int32_t)mcik_fmask_spread(data, (uint32_t)num_bits(out->v[c][k])));
	}
}

/* Border colors out of memory may be others the next time. */
static bool is_kept(const struct mcik_image *i, const struct form *f)
{
	return f->fetch || mcik_tx_border(i->sampler) < 0;
}

/* ---- images that are kept ------------------------------------------------------------------------------ */
static struct mcik_mimg_kept *find(struct mcik_mimg *x, const struct mcik_image *i, const uint32_t *word,
				   const struct form *f)
{
	for (unsigned n = 0; n < sizeof(x->kept) / sizeof(x->kept[0]); n++) {
		struct mcik_mimg_kept *k = &x->kept[n];

		if (k->is_there && k->fetch == f->fetch && !memcmp(k->word, word, sizeof(k->word)) &&
		    !memcmp(k->sampler, i->sampler, sizeof(k->sampler)) &&
		    !memcmp(&k->tables, x->tables, sizeof(k->tables)))
			return k;
	}
	return NULL;
}

/* The image of the descriptors, in memory of x, which is good until the next one is asked for; NULL: there is
 * none, and *why is the reason. Its sampler is left out. */
static struct mcik_mimg_kept *described(struct mcik_mimg *x, const struct mcik_image *i, const uint32_t *word,
					const struct form *f, const char **why)
{
	struct mcik_mimg_kept *k = &x->kept[x->oldest++ % (sizeof(x->kept) / sizeof(x->kept[0]))];

	k->is_there = false;
	*why = mcik_tx_image(&k->unit, &k->kind, x->tables, word);
	if (*why)
		return NULL;
	k->unit.gather_point = is_integer(word);
	k->fetch = f->fetch;
	memcpy(k->word, word, sizeof(k->word));
	memcpy(k->sampler, i->sampler, sizeof(k->sampler));
	k->tables = *x->tables;
	k->epoch = fl_texel_cache_epoch(x->texels) - 1;
	return k;
}

/* With its sampler; what there is none of is reported. */
static struct mcik_mimg_kept *made(struct mcik_mimg *x, struct mcik_wave *w, const struct mcik_image *i,
				   const uint32_t *word, const struct form *f)
{
	const char *why;
	struct mcik_mimg_kept *k = described(x, i, word, f, &why);

	if (!k) {
		complain(w, FL_WARN, "an image (T# 0x%08x 0x%08x 0x%08x 0x%08x …) %s: reads 0", word[0],
			 word[1], word[2], word[3], why);
		return NULL;
	}
	if (i->op == OP(GET_RESINFO) || f->writes)
		return k;
	if (!f->fetch)
		sampler_of(x, w, i, &k->unit);
	k->is_there = is_kept(i, f);
	return k;
}

/* Its texels. */
static void fill(struct mcik_mimg *x, struct mcik_wave *w, struct mcik_mimg_kept *k)
{
	if (k->epoch == fl_texel_cache_epoch(x->texels) && k->unit.store != FL_TEXEL_STORE_DIRECT)
		return;
	if (!fl_texel_cache_get(x->texels, &k->unit)) {
		complain(w, FL_WARN, "an image: nothing is mapped at 0x%08llx, %llu bytes",
			 (unsigned long long)k->unit.image.addr, (unsigned long long)k->unit.size_B);
		k->is_there = false;
	}
	k->epoch = fl_texel_cache_epoch(x->texels);
}

void mcik_mimg(struct mcik_mimg *x, struct mcik_wave *w, const struct mcik_image *i)
{
	uint32_t word[MCIK_T_WORDS];
	struct mcik_mimg_kept *k;
	struct lanes out;
	struct form f;
	unsigned data;

	x->seen = NULL;
	memcpy(word, i->resource, sizeof(word));
	if (!form_of(i->op, &f) && i->op != OP(GET_RESINFO)) {
		complain(w, FL_REFUSE, "image instruction %u is not modelled", i->op);
		memset(&out, 0, sizeof(out));
		answer(w, i, false, &out);
		return;
	}
	if (f.gather)
		choose_component(i, word);
	k = f.writes || i->op == OP(GET_RESINFO) ? NULL : find(x, i, word, &f);
	k = k ? k : made(x, w, i, word, &f);
	if (!k || i->op == OP(GET_RESINFO) || f.writes)
		memset(&out, 0, sizeof(out));
	if (!k) {
		answer(w, i, f.gather, &out);
		return;
	}
	if (i->op == OP(GET_RESINFO)) {
		sizes(i, &k->unit, &k->kind, &out);
		answer(w, i, false, &out);
		return;
	}
	if (f.writes) {
		write(w, i, &f, &k->unit, &k->kind, &out);
		if (is_atomic(i->op) && i->glc)
			answer(w, i, false, &out);
		return;
	}
	if (i->glc) /* what others have stored meanwhile, too: not out of a cache */
		fl_texel_cache_invalidate(x->texels);
	fill(x, w, k);
	x->seen = k->is_there ? &k->unit : NULL;
	look_up(w, i, &f, &k->unit, &k->kind, &out);
	data = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__GET(word[1]);
	if (mcik_fmask_samples(data))
		spread(i, data, &out);
	answer(w, i, f.gather, &out);
}

/* ---- the same again ------------------------------------------------------------------------------------ */
/* Registers of an address: parse(). */
static unsigned address_n(const struct form *f, const struct mcik_image *i,
			  const struct mcik_image_kind *kind, unsigned dims)
{
	const bool layers = kind->cube || (kind->array && i->da),
		   last = f->lod == LOD_GIVEN || f->has_level || (f->fetch && kind->samples_log2);

	return (unsigned)f->offset + (f->lod == LOD_BIAS) + f->compare + (f->gradients ? 2 * dims : 0) +
	       dims + layers + f->clamp + last;
}

bool mcik_mimg_get_ready(struct mcik_mimg *x, const struct mcik_image *i, struct mcik_mimg_ready *r)
{
	uint32_t word[MCIK_T_WORDS];
	struct mcik_mimg_kept *k;
	const char *why;
	struct form f;

	memcpy(word, i->resource, sizeof(word));
	if (!form_of(i->op, &f) || f.writes || i->glc || !is_kept(i, &f))
		return false;
	if (f.gather)
		choose_component(i, word);
	k = find(x, i, word, &f);
	if (!k) {
		k = described(x, i, word, &f, &why);
		if (!k)
			return false;
		if (!f.fetch)
			mcik_tx_sampler(&k->unit, i->sampler, NULL);
		k->is_there = true;
	}
	r->image = *i;
	r->kept = *k;
	r->kept.epoch--;
	r->dims = k->kind.line ? 1 : k->unit.image.kind == FL_TEXEL_3D ? 3 : 2;
	r->n_address = (uint8_t)address_n(&f, i, &k->kind, r->dims);
	r->n_out = (uint8_t)((f.gather ? 4 : __builtin_popcount(i->dmask)) + i->tfe);
	r->has_level = f.lod == LOD_GIVEN;
	r->op = f.lod == LOD_PLAIN ? FL_TEXEL_OP_PLAIN : FL_TEXEL_OP_LOD;
	r->plain = !f.fetch && !f.gather && !f.query && !f.offset && !f.compare && !f.gradients && !f.clamp &&
		   f.lod != LOD_BIAS && !k->kind.line && !k->kind.cube && !(k->kind.array && i->da) &&
		   !k->unit.min_level && !i->tfe &&
		   !mcik_fmask_samples(CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__GET(word[1]));
	return true;
}

static void plainly(struct mcik_wave *w, const struct mcik_mimg_ready *r, uint64_t lanes, unsigned address,
		    unsigned out)
{
	static const _Alignas(64) float zeros[MCIK_LANES];
	const struct mcik_image *i = &r->image;
	struct fl_texel_request q = {
	    .op = r->op,
	    .unscaled = i->unorm || CIK_SQ_IMG_SAMP_WORD0__FORCE_UNNORMALIZED__GET(i->sampler[0]),
	    .n_quads = MCIK_LANES / 4,
	    .lanes = lanes};
	const bool apart = out >= address + r->n_address || address >= out + r->n_out;
	mcik_plane *to = w->v + out;
	struct lanes own;

	for (unsigned c = 0; c < 4; c++)
		q.coord[c] = c < r->dims              ? (const float *)(const void *)w->v[address + c]
			     : c == 3 && r->has_level ? (const float *)(const void *)w->v[address + r->dims]
						      : zeros;
	for (unsigned c = 0; c < 4; c++)
		q.out[c] = apart && i->dmask >> c & 1
			       ? (float *)(void *)to[__builtin_popcount(i->dmask & ((1u << c) - 1))]
			       : own.v[c];
	FL_SIMD_PICK(w->env->isa, fl_texel_lookup)(&r->kept.unit, &q);
	for (unsigned c = 0; c < 4 && !apart; c++)
		if (i->dmask >> c & 1)
			memcpy(to++, own.v[c], sizeof(*to));
}

void mcik_mimg_again(struct mcik_mimg *x, struct mcik_wave *w, struct mcik_mimg_ready *r, uint64_t lanes,
		     unsigned address, unsigned out)
{
	struct mcik_image i;
	struct lanes made;
	struct form f;
	unsigned data;

	fill(x, w, &r->kept);
	if (r->plain) {
		plainly(w, r, lanes, address, out);
		return;
	}
	i = r->image;
	i.lanes = lanes;
	i.address = w->v + address;
	i.out = w->v + out;
	form_of(i.op, &f);
	look_up(w, &i, &f, &r->kept.unit, &r->kept.kind, &made);
	data = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__GET(i.resource[1]);
	if (mcik_fmask_samples(data))
		spread(&i, data, &made);
	answer(w, &i, f.gather, &made);
}
