/* SPDX-License-Identifier: MIT
 *
 * DB: the depth and stencil registers, decoded once a draw. Facts, R6xx 7.1.
 *
 * HTILE is a hint here: depths are always whole in the surface, and a clear by tile stores them. Chosen, for
 * nothing decides it: of DEPTH_8_24 a tile keeps depth and stencil of a pixel in one word (R6xx facts 6.2:
 * one source has a plane each), which nobody can see, for such a surface is not read but through DB.
 */
#include "hw/model/r600/db.h"

#include <string.h>

#include "hw/model/r600/rb.h"
#include "hw/model/r600/surface.h"

/* ZFUNC and STENCILFUNC share their codes. */
static const uint8_t compares[8] = {
    [R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_NEVER] = FL_PIXEL_IF_NEVER,
    [R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_LESS] = FL_PIXEL_IF_LESS,
    [R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_EQUAL] = FL_PIXEL_IF_EQUAL,
    [R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_LEQUAL] = FL_PIXEL_IF_LESS_EQUAL,
    [R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_GREATER] = FL_PIXEL_IF_GREATER,
    [R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_NOTEQUAL] = FL_PIXEL_IF_NOT_EQUAL,
    [R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_GEQUAL] = FL_PIXEL_IF_GREATER_EQUAL,
    [R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_ALWAYS] = FL_PIXEL_IF_ALWAYS,
};

static const uint8_t ops[8] = {
    [R600_DB_DEPTH_CONTROL__STENCILFAIL__STENCIL_KEEP] = FL_PIXEL_STENCIL_KEEP,
    [R600_DB_DEPTH_CONTROL__STENCILFAIL__STENCIL_ZERO] = FL_PIXEL_STENCIL_ZERO,
    [R600_DB_DEPTH_CONTROL__STENCILFAIL__STENCIL_REPLACE] = FL_PIXEL_STENCIL_REPLACE,
    [R600_DB_DEPTH_CONTROL__STENCILFAIL__STENCIL_INCR_CLAMP] = FL_PIXEL_STENCIL_INC_CLAMP,
    [R600_DB_DEPTH_CONTROL__STENCILFAIL__STENCIL_DECR_CLAMP] = FL_PIXEL_STENCIL_DEC_CLAMP,
    [R600_DB_DEPTH_CONTROL__STENCILFAIL__STENCIL_INVERT] = FL_PIXEL_STENCIL_INVERT,
    [R600_DB_DEPTH_CONTROL__STENCILFAIL__STENCIL_INCR_WRAP] = FL_PIXEL_STENCIL_INC_WRAP,
    [R600_DB_DEPTH_CONTROL__STENCILFAIL__STENCIL_DECR_WRAP] = FL_PIXEL_STENCIL_DEC_WRAP,
};

/* DEPTH_INFO.FORMAT. cpp 0: none. */
static const struct format {
	uint8_t cpp, format;
	bool stencil;
} formats[8] = {
    [R600_DB_DEPTH_INFO__FORMAT__DEPTH_16] = {2, FL_PIXEL_Z16, false},
    [R600_DB_DEPTH_INFO__FORMAT__DEPTH_X8_24] = {4, FL_PIXEL_Z24S8, false},
    [R600_DB_DEPTH_INFO__FORMAT__DEPTH_8_24] = {4, FL_PIXEL_Z24S8, true},
    [R600_DB_DEPTH_INFO__FORMAT__DEPTH_X8_24_FLOAT] = {4, FL_PIXEL_Z20E4S8, false},
    [R600_DB_DEPTH_INFO__FORMAT__DEPTH_8_24_FLOAT] = {4, FL_PIXEL_Z20E4S8, true},
    [R600_DB_DEPTH_INFO__FORMAT__DEPTH_32_FLOAT] = {4, FL_PIXEL_Z32F, false},
    [R600_DB_DEPTH_INFO__FORMAT__DEPTH_X24_8_32_FLOAT] = {8, FL_PIXEL_Z32FS8, true},
};

bool mr600_db_writes(const struct fl_pixel_depth *db)
{
	return db->write || db->stencil_writes;
}

bool mr600_db_copies(const struct mr600 *r)
{
	const uint32_t render = R600_REG(r, DB_RENDER_CONTROL);

	return R600_DB_RENDER_CONTROL__DEPTH_COPY__GET(render) ||
	       R600_DB_RENDER_CONTROL__STENCIL_COPY__GET(render);
}

static void decode_key(struct mr600 *r, struct fl_pixel_depth *db, unsigned cpp)
{
	const uint32_t info = R600_REG(r, DB_DEPTH_INFO), size = R600_REG(r, DB_DEPTH_SIZE);
	const uint32_t tiles = R600_DB_DEPTH_SIZE__SLICE_TILE_MAX__GET(size) + 1;
	struct fl_tile_key *k = &db->key;

	k->depth = k->macro = 1;
	k->cpp = (uint8_t)cpp;
	k->samples =
	    (uint8_t)(1u << R600_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES__GET(R600_REG(r, PA_SC_AA_CONFIG)));
	k->micro = R600_DB_DEPTH_INFO__ARRAY_MODE__GET(info);
	k->pitch_px = (R600_DB_DEPTH_SIZE__PITCH_TILE_MAX__GET(size) + 1) * MR600_TILE_PX;
	k->rows = tiles * MR600_TILE_ELEMENTS / k->pitch_px;
	k->layer = mr600_surface_slice(r, R600_REG(r, DB_DEPTH_VIEW));
	k->base = mr600_tile_base((uint64_t)R600_REG(r, DB_DEPTH_BASE) << 8, k->micro,
				  R600_REG(r, GB_TILING_CONFIG), &k->config);
}

static void check_key(struct mr600 *r, const struct fl_pixel_depth *db)
{
	const struct fl_tile_key *k = &db->key;
	const struct mr600_align a = mr600_surface_align(k->micro, k->cpp, k->samples, k->config);

	if (k->micro != MR600_ARRAY_1D_THIN1 && k->micro != MR600_ARRAY_2D_THIN1)
		mr600_report(r, FL_WARN, "DB", "R6xx facts 7.1",
			     "DB_DEPTH_INFO.ARRAY_MODE %u: depth is 1D_TILED_THIN1 (2) or 2D_TILED_THIN1 (4)",
			     k->micro);
	if (k->pitch_px % a.pitch || k->rows % a.height)
		mr600_report(r, FL_WARN, "DB", "R6xx facts 6.1",
			     "the depth buffer is %u by %u pixels; array mode %u wants multiples of %u by %u",
			     k->pitch_px, k->rows, k->micro, a.pitch, a.height);
}

static struct fl_pixel_stencil front(uint32_t control, uint32_t refmask)
{
	return (struct fl_pixel_stencil){
	    .func = compares[R600_DB_DEPTH_CONTROL__STENCILFUNC__GET(control)],
	    .fail = ops[R600_DB_DEPTH_CONTROL__STENCILFAIL__GET(control)],
	    .zpass = ops[R600_DB_DEPTH_CONTROL__STENCILZPASS__GET(control)],
	    .zfail = ops[R600_DB_DEPTH_CONTROL__STENCILZFAIL__GET(control)],
	    .ref = R600_DB_STENCILREFMASK__STENCILREF__GET(refmask),
	    .mask = R600_DB_STENCILREFMASK__STENCILMASK__GET(refmask),
	    .write_mask = R600_DB_STENCILREFMASK__STENCILWRITEMASK__GET(refmask),
	};
}

static struct fl_pixel_stencil back(uint32_t control, uint32_t refmask)
{
	return (struct fl_pixel_stencil){
	    .func = compares[R600_DB_DEPTH_CONTROL__STENCILFUNC_BF__GET(control)],
	    .fail = ops[R600_DB_DEPTH_CONTROL__STENCILFAIL_BF__GET(control)],
	    .zpass = ops[R600_DB_DEPTH_CONTROL__STENCILZPASS_BF__GET(control)],
	    .zfail = ops[R600_DB_DEPTH_CONTROL__STENCILZFAIL_BF__GET(control)],
	    .ref = R600_DB_STENCILREFMASK_BF__STENCILREF_BF__GET(refmask),
	    .mask = R600_DB_STENCILREFMASK_BF__STENCILMASK_BF__GET(refmask),
	    .write_mask = R600_DB_STENCILREFMASK_BF__STENCILWRITEMASK_BF__GET(refmask),
	};
}

static bool face_writes(const struct fl_pixel_stencil *s)
{
	return s->write_mask && (s->fail || s->zpass || s->zfail);
}

static void decode_stencil(const struct mr600 *r, struct fl_pixel_depth *db)
{
	const uint32_t control = R600_REG(r, DB_DEPTH_CONTROL);

	db->face[0] = db->face[1] = front(control, R600_REG(r, DB_STENCILREFMASK));
	if (R600_DB_DEPTH_CONTROL__BACKFACE_ENABLE__GET(control))
		db->face[1] = back(control, R600_REG(r, DB_STENCILREFMASK_BF));
	/* A clear: the value of its register, whatever was there. */
	if (R600_DB_RENDER_CONTROL__STENCIL_CLEAR_ENABLE__GET(R600_REG(r, DB_RENDER_CONTROL)))
		for (unsigned i = 0; i < 2; i++) {
			struct fl_pixel_stencil *f = &db->face[i];

			f->func = FL_PIXEL_IF_ALWAYS;
			f->zpass = f->zfail = FL_PIXEL_STENCIL_REPLACE;
			f->ref = R600_DB_STENCIL_CLEAR__CLEAR__GET(R600_REG(r, DB_STENCIL_CLEAR));
		}
	db->stencil_writes = db->stencil_on && (face_writes(&db->face[0]) || face_writes(&db->face[1]));
}

/* What pixel programs export as the stencil's reference. */
static const uint32_t *refs(const struct fl_raster_thread *t)
{
	return mr600_px_of(t)->stencil.u;
}

static uint8_t path_of(const struct fl_pixel_depth *db, bool copies)
{
	if (!db->key.cpp)
		return FL_PIXEL_DEPTH_PASS;
	if (!db->depth_on && !db->stencil_on)
		return copies ? FL_PIXEL_DEPTH_WIDE : FL_PIXEL_DEPTH_PASS;
	if (db->refs)
		return FL_PIXEL_DEPTH_WIDE;
	if (db->format >= FL_PIXEL_Z20E4S8)
		return FL_PIXEL_DEPTH_WIDE;
	return db->format == FL_PIXEL_Z24S8 && !db->stencil_on && db->key.samples == 1 ? FL_PIXEL_DEPTH_ALONE
										       : FL_PIXEL_DEPTH_FULL;
}

const struct fl_pixel_depth *mr600_db_decode(struct mr600 *r, struct fl_arena *a)
{
	const uint32_t control = R600_REG(r, DB_DEPTH_CONTROL), render = R600_REG(r, DB_RENDER_CONTROL);
	const uint32_t info = R600_REG(r, DB_DEPTH_INFO);
	const struct format *f = &formats[R600_DB_DEPTH_INFO__FORMAT__GET(info)];
	struct fl_pixel_depth *db = fl_arena_alloc(a, sizeof(*db), _Alignof(struct fl_pixel_depth));

	if (!db)
		return NULL;
	memset(db, 0, sizeof(*db));
	fl_pixel_count(db, !R600_DB_RENDER_CONTROL__ZPASS_INCREMENT_DISABLE__GET(render),
		       r->variant->backends > 2 ? 2 : r->variant->backends);
	db->format = f->cpp ? f->format : FL_PIXEL_Z24S8;
	db->nearest = true; /* piglit's nv_read_depth, which an RV770 is not known to fail */
	db->func = compares[R600_DB_DEPTH_CONTROL__ZFUNC__GET(control)];
	db->depth_on = f->cpp && R600_DB_DEPTH_CONTROL__Z_ENABLE__GET(control);
	db->write = db->depth_on && R600_DB_DEPTH_CONTROL__Z_WRITE_ENABLE__GET(control);
	db->stencil_on = f->cpp && f->stencil && R600_DB_DEPTH_CONTROL__STENCIL_ENABLE__GET(control);
	decode_stencil(r, db);
	if (db->stencil_on &&
	    R600_DB_SHADER_CONTROL__STENCIL_REF_EXPORT_ENABLE__GET(R600_REG(r, DB_SHADER_CONTROL)))
		db->refs = refs;
	if (f->cpp) {
		decode_key(r, db, f->cpp);
		check_key(r, db);
	}
	db->forced = R600_DB_RENDER_CONTROL__DEPTH_CLEAR_ENABLE__GET(render) && db->write &&
		     R600_DB_DEPTH_INFO__TILE_SURFACE_ENABLE__GET(info);
	if (db->forced)
		db->forced_z = mr600_db_z(db, num_float((int32_t)R600_REG(r, DB_DEPTH_CLEAR)));
	db->path = path_of(db, mr600_db_copies(r));
	return db;
}
