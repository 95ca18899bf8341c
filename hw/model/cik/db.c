/* SPDX-License-Identifier: MIT
 *
 * DB: the depth and stencil registers, decoded once a draw (facts 8; reference, DB chapter). Depths and
 * stencils are surfaces of their own; a tile in the cache has both together.
 */
#include "hw/model/cik/cb.h"
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/surface.h"

#include <string.h>

#define CONTROL(name) CIK_DB_DEPTH_CONTROL__##name##__GET
#define OP(name)      CIK_DB_STENCIL_CONTROL__STENCILFAIL__STENCIL_##name

/* ZFUNC and STENCILFUNC share their codes. */
static const uint8_t compares[8] = {
    [CIK_DB_DEPTH_CONTROL__ZFUNC__FRAG_NEVER] = FL_PIXEL_IF_NEVER,
    [CIK_DB_DEPTH_CONTROL__ZFUNC__FRAG_LESS] = FL_PIXEL_IF_LESS,
    [CIK_DB_DEPTH_CONTROL__ZFUNC__FRAG_EQUAL] = FL_PIXEL_IF_EQUAL,
    [CIK_DB_DEPTH_CONTROL__ZFUNC__FRAG_LEQUAL] = FL_PIXEL_IF_LESS_EQUAL,
    [CIK_DB_DEPTH_CONTROL__ZFUNC__FRAG_GREATER] = FL_PIXEL_IF_GREATER,
    [CIK_DB_DEPTH_CONTROL__ZFUNC__FRAG_NOTEQUAL] = FL_PIXEL_IF_NOT_EQUAL,
    [CIK_DB_DEPTH_CONTROL__ZFUNC__FRAG_GEQUAL] = FL_PIXEL_IF_GREATER_EQUAL,
    [CIK_DB_DEPTH_CONTROL__ZFUNC__FRAG_ALWAYS] = FL_PIXEL_IF_ALWAYS,
};

static const uint8_t ops[16] = {
    [OP(KEEP)] = FL_PIXEL_STENCIL_KEEP,
    [OP(ZERO)] = FL_PIXEL_STENCIL_ZERO,
    [OP(ONES)] = FL_PIXEL_STENCIL_ONES,
    [OP(REPLACE_TEST)] = FL_PIXEL_STENCIL_REPLACE,
    [OP(REPLACE_OP)] = FL_PIXEL_STENCIL_REPLACE_OP,
    [OP(ADD_CLAMP)] = FL_PIXEL_STENCIL_ADD_CLAMP,
    [OP(SUB_CLAMP)] = FL_PIXEL_STENCIL_SUB_CLAMP,
    [OP(INVERT)] = FL_PIXEL_STENCIL_INVERT,
    [OP(ADD_WRAP)] = FL_PIXEL_STENCIL_ADD_WRAP,
    [OP(SUB_WRAP)] = FL_PIXEL_STENCIL_SUB_WRAP,
    [OP(AND)] = FL_PIXEL_STENCIL_AND,
    [OP(OR)] = FL_PIXEL_STENCIL_OR,
    [OP(XOR)] = FL_PIXEL_STENCIL_XOR,
    [OP(NAND)] = FL_PIXEL_STENCIL_NAND,
    [OP(NOR)] = FL_PIXEL_STENCIL_NOR,
    [OP(XNOR)] = FL_PIXEL_STENCIL_XNOR,
};

/* Of the operations with a value those with one have names of their own, and a quicker way. */
static uint8_t op_of(unsigned code, unsigned value)
{
	const uint8_t op = ops[code];

	if (value != 1 || op < FL_PIXEL_STENCIL_ADD_CLAMP || op > FL_PIXEL_STENCIL_SUB_WRAP)
		return op;
	return op == FL_PIXEL_STENCIL_ADD_CLAMP   ? FL_PIXEL_STENCIL_INC_CLAMP
	       : op == FL_PIXEL_STENCIL_SUB_CLAMP ? FL_PIXEL_STENCIL_DEC_CLAMP
	       : op == FL_PIXEL_STENCIL_ADD_WRAP  ? FL_PIXEL_STENCIL_INC_WRAP
						  : FL_PIXEL_STENCIL_DEC_WRAP;
}

bool mcik_db_writes(const struct fl_pixel_depth *db)
{
	return db->write || db->stencil_writes;
}

/* ---- surfaces ------------------------------------------------------------------------------------------ */
/* A plane's layout: its bytes a sample, and what its info register says of splits. */
static bool plane(struct mcik *c, struct fl_tile_key *k, unsigned cpp, unsigned split, uint64_t base)
{
	const uint32_t info = CIK_REG(c, DB_DEPTH_INFO);
	const uint32_t mode = CIK_GB_TILE_MODE__ARRAY_MODE(CIK_DB_DEPTH_INFO__ARRAY_MODE__GET(info)) |
			      CIK_GB_TILE_MODE__PIPE_CONFIG(CIK_DB_DEPTH_INFO__PIPE_CONFIG__GET(info)) |
			      CIK_GB_TILE_MODE__TILE_SPLIT(split) |
			      CIK_GB_TILE_MODE__MICRO_TILE_MODE_NEW(MCIK_MICRO_DEPTH);
	const uint32_t macro =
	    CIK_GB_MACROTILE_MODE__BANK_WIDTH(CIK_DB_DEPTH_INFO__BANK_WIDTH__GET(info)) |
	    CIK_GB_MACROTILE_MODE__BANK_HEIGHT(CIK_DB_DEPTH_INFO__BANK_HEIGHT__GET(info)) |
	    CIK_GB_MACROTILE_MODE__MACRO_TILE_ASPECT(CIK_DB_DEPTH_INFO__MACRO_TILE_ASPECT__GET(info)) |
	    CIK_GB_MACROTILE_MODE__NUM_BANKS(CIK_DB_DEPTH_INFO__NUM_BANKS__GET(info));
	struct mcik_tile_tables tables;
	struct mcik_tile_align a;
	const struct mcik_layout *t;
	const char *why;

	mcik_tile_tables(c, &tables);
	t = mcik_layout_kept(mode, macro, tables.row_B, cpp, k->samples, &why);
	if (!t) {
		mcik_report(c, FL_REFUSE, "DB", "CIK facts 7.2", "DB_DEPTH_INFO 0x%08x: it %s", info, why);
		return false;
	}
	if (t->array != MCIK_ARRAY_1D_THIN && t->array != MCIK_ARRAY_2D_THIN)
		mcik_report(c, FL_WARN, "DB", "CIK facts 8",
			    "DB_DEPTH_INFO.ARRAY_MODE %u: depth is 1D_TILED_THIN1 (2) or 2D_TILED_THIN1 (4)",
			    t->array);
	a = mcik_tile_align(t);
	if (k->pitch_px % a.pitch || k->rows % a.height)
		mcik_report(
		    c, FL_WARN, "DB", "CIK facts 7.3",
		    "the depth buffer is %u by %u pixels; DB_DEPTH_INFO 0x%08x wants multiples of %u by %u",
		    k->pitch_px, k->rows, info, a.pitch, a.height);
	mcik_surface_key(k, t, tables.row_B, base);
	return true;
}

/* Bases that are read from and written to. */
static uint64_t base_of(struct mcik *c, uint32_t read, uint32_t write, bool writes, const char *what)
{
	if (writes && c->reg[read / 4] != c->reg[write / 4])
		mcik_report(c, FL_WARN, "DB", "reference, DB_Z_READ_BASE",
			    "the %s is read at 0x%08x00 and written at 0x%08x00: taken as the second", what,
			    c->reg[read / 4], c->reg[write / 4]);
	return (uint64_t)c->reg[(writes ? write : read) / 4] << 8;
}

static bool surfaces(struct mcik *c, struct fl_pixel_depth *db, unsigned layer)
{
	const uint32_t z = CIK_REG(c, DB_Z_INFO), s = CIK_REG(c, DB_STENCIL_INFO),
		       size = CIK_REG(c, DB_DEPTH_SIZE), view = CIK_REG(c, DB_DEPTH_VIEW);
	const unsigned format = CIK_DB_Z_INFO__FORMAT__GET(z),
		       start = CIK_DB_DEPTH_VIEW__SLICE_START__GET(view),
		       last = CIK_DB_DEPTH_VIEW__SLICE_MAX__GET(view);
	const bool stencil = CIK_DB_STENCIL_INFO__FORMAT__GET(s);
	struct fl_tile_key *k = &db->key, second;

	if (format == CIK_DB_Z_INFO__FORMAT__Z_16 && stencil) {
		mcik_report(c, FL_REFUSE, "DB", "CIK facts 8",
			    "DB_Z_INFO.FORMAT is Z_16, and there is a stencil: not modelled together");
		return false;
	}
	k->depth = 1;
	k->fast = CIK_DB_Z_INFO__TILE_SURFACE_ENABLE__GET(z);
	k->samples = (uint8_t)(1u << CIK_DB_Z_INFO__NUM_SAMPLES__GET(z));
	k->layer = (uint16_t)(layer && start + layer > last ? last : start + layer);
	k->pitch_px = (CIK_DB_DEPTH_SIZE__PITCH_TILE_MAX__GET(size) + 1) * MCIK_TILE_PX;
	k->rows = (CIK_DB_DEPTH_SLICE__SLICE_TILE_MAX__GET(CIK_REG(c, DB_DEPTH_SLICE)) + 1) *
		  MCIK_TILE_ELEMENTS / k->pitch_px;
	second = *k;
	if (stencil && !plane(c, &second, 1, CIK_DB_STENCIL_INFO__TILE_SPLIT__GET(s),
			      base_of(c, CIK_DB_STENCIL_READ_BASE, CIK_DB_STENCIL_WRITE_BASE,
				      db->stencil_writes, "stencil buffer")))
		return false;
	if (format &&
	    !plane(c, k, format == CIK_DB_Z_INFO__FORMAT__Z_16 ? 2 : 4, CIK_DB_Z_INFO__TILE_SPLIT__GET(z),
		   base_of(c, CIK_DB_Z_READ_BASE, CIK_DB_Z_WRITE_BASE, db->write, "depth buffer")))
		return false;
	if (stencil) {
		k->second.base = second.base;
		k->second.config = second.config;
		k->second.macro = second.macro;
		k->second.micro = second.micro;
	}
	k->planes = (uint8_t)((format ? FL_TILE_FIRST : 0) | (stencil ? FL_TILE_SECOND : 0));
	k->cpp = db->format == FL_PIXEL_Z16 ? 2 : db->format == FL_PIXEL_Z32FS8 ? 8 : 4;
	if (db->format == FL_PIXEL_Z16 || db->format == FL_PIXEL_Z32F)
		k->planes = 0; /* as they are in memory */
	return true;
}

/* ---- tests --------------------------------------------------------------------------------------------- */
static struct fl_pixel_stencil front(const struct mcik *c)
{
	const uint32_t control = CIK_REG(c, DB_STENCIL_CONTROL), refmask = CIK_REG(c, DB_STENCILREFMASK);
	const uint8_t value = CIK_DB_STENCILREFMASK__STENCILOPVAL__GET(refmask);

	return (struct fl_pixel_stencil){
	    .func = compares[CONTROL(STENCILFUNC)(CIK_REG(c, DB_DEPTH_CONTROL))],
	    .fail = op_of(CIK_DB_STENCIL_CONTROL__STENCILFAIL__GET(control), value),
	    .zpass = op_of(CIK_DB_STENCIL_CONTROL__STENCILZPASS__GET(control), value),
	    .zfail = op_of(CIK_DB_STENCIL_CONTROL__STENCILZFAIL__GET(control), value),
	    .ref = CIK_DB_STENCILREFMASK__STENCILTESTVAL__GET(refmask),
	    .mask = CIK_DB_STENCILREFMASK__STENCILMASK__GET(refmask),
	    .write_mask = CIK_DB_STENCILREFMASK__STENCILWRITEMASK__GET(refmask),
	    .op = value,
	};
}

static struct fl_pixel_stencil back(const struct mcik *c)
{
	const uint32_t control = CIK_REG(c, DB_STENCIL_CONTROL), refmask = CIK_REG(c, DB_STENCILREFMASK_BF);
	const uint8_t value = CIK_DB_STENCILREFMASK_BF__STENCILOPVAL_BF__GET(refmask);

	return (struct fl_pixel_stencil){
	    .func = compares[CONTROL(STENCILFUNC_BF)(CIK_REG(c, DB_DEPTH_CONTROL))],
	    .fail = op_of(CIK_DB_STENCIL_CONTROL__STENCILFAIL_BF__GET(control), value),
	    .zpass = op_of(CIK_DB_STENCIL_CONTROL__STENCILZPASS_BF__GET(control), value),
	    .zfail = op_of(CIK_DB_STENCIL_CONTROL__STENCILZFAIL_BF__GET(control), value),
	    .ref = CIK_DB_STENCILREFMASK_BF__STENCILTESTVAL_BF__GET(refmask),
	    .mask = CIK_DB_STENCILREFMASK_BF__STENCILMASK_BF__GET(refmask),
	    .write_mask = CIK_DB_STENCILREFMASK_BF__STENCILWRITEMASK_BF__GET(refmask),
	    .op = value,
	};
}

static bool face_writes(const struct fl_pixel_stencil *s)
{
	return s->write_mask && (s->fail || s->zpass || s->zfail);
}

static void stencils(const struct mcik *c, struct fl_pixel_depth *db)
{
	db->face[0] = db->face[1] = front(c);
	if (CONTROL(BACKFACE_ENABLE)(CIK_REG(c, DB_DEPTH_CONTROL)))
		db->face[1] = back(c);
	/* A clear: the value of its register, whatever was there. */
	if (CIK_DB_RENDER_CONTROL__STENCIL_CLEAR_ENABLE__GET(CIK_REG(c, DB_RENDER_CONTROL)))
		for (unsigned i = 0; i < 2; i++) {
			struct fl_pixel_stencil *f = &db->face[i];

			f->func = FL_PIXEL_IF_ALWAYS;
			f->zpass = f->zfail = FL_PIXEL_STENCIL_REPLACE;
			f->ref = CIK_DB_STENCIL_CLEAR__CLEAR__GET(CIK_REG(c, DB_STENCIL_CLEAR));
		}
	db->stencil_writes = db->stencil_on && (face_writes(&db->face[0]) || face_writes(&db->face[1]));
}

/* What pixel programs export as the stencil's reference. */
static const uint32_t *refs(const struct fl_raster_thread *t)
{
	return mcik_px_of(t)->stencil;
}

static bool copies(const struct mcik *c)
{
	const uint32_t render = CIK_REG(c, DB_RENDER_CONTROL);

	return CIK_DB_RENDER_CONTROL__DEPTH_COPY__GET(render) ||
	       CIK_DB_RENDER_CONTROL__STENCIL_COPY__GET(render);
}

/* What is drawn over leaves as what it is: cleared blocks go to memory, though no test is on. */
static bool expands(const struct mcik *c)
{
	const uint32_t render = CIK_REG(c, DB_RENDER_CONTROL);

	return CIK_DB_Z_INFO__TILE_SURFACE_ENABLE__GET(CIK_REG(c, DB_Z_INFO)) &&
	       (CIK_DB_RENDER_CONTROL__DEPTH_COMPRESS_DISABLE__GET(render) ||
		CIK_DB_RENDER_CONTROL__STENCIL_COMPRESS_DISABLE__GET(render));
}

/* Some operation that only the plain path of the room knows. */
static bool is_wide(const struct fl_pixel_stencil *s)
{
	return s->fail >= FL_PIXEL_STENCIL_ONES || s->zpass >= FL_PIXEL_STENCIL_ONES ||
	       s->zfail >= FL_PIXEL_STENCIL_ONES;
}

static uint8_t path_of(const struct mcik *c, const struct fl_pixel_depth *db)
{
	if (!db->key.cpp)
		return FL_PIXEL_DEPTH_PASS;
	if (!db->depth_on && !db->stencil_on && !db->bounds)
		return copies(c)    ? FL_PIXEL_DEPTH_WIDE
		       : expands(c) ? FL_PIXEL_DEPTH_TOUCH
				    : FL_PIXEL_DEPTH_PASS;
	if (db->refs || db->bounds || db->format >= FL_PIXEL_Z20E4S8 ||
	    (db->stencil_on && (is_wide(&db->face[0]) || is_wide(&db->face[1]))))
		return FL_PIXEL_DEPTH_WIDE;
	return db->format == FL_PIXEL_Z24S8 && !db->stencil_on && db->key.samples == 1 && !db->forced
		   ? FL_PIXEL_DEPTH_ALONE
		   : FL_PIXEL_DEPTH_FULL;
}

/* A depth of a register as waves have it. */
static uint32_t depth_of(const struct fl_pixel_depth *db, float z)
{
	if (db->format >= FL_PIXEL_Z32F)
		return (uint32_t)num_bits(z);
	z = z > 0.0f ? z < 1.0f ? z : 1.0f : 0.0f;
	return (uint32_t)((double)z * 0xffffff + 0.5);
}

/* DEPTH_BOUNDS: of what the buffer holds, not of what is drawn. */
static void bounds(const struct mcik *c, struct fl_pixel_depth *db)
{
	const uint32_t low = depth_of(db, num_float((int32_t)CIK_REG(c, DB_DEPTH_BOUNDS_MIN))),
		       high = depth_of(db, num_float((int32_t)CIK_REG(c, DB_DEPTH_BOUNDS_MAX)));

	db->bounds = CONTROL(DEPTH_BOUNDS_ENABLE)(CIK_REG(c, DB_DEPTH_CONTROL));
	db->bounds_min = fl_pixel_depth_encode(db, low);
	db->bounds_max = fl_pixel_depth_encode(db, high);
}

const struct fl_pixel_depth *mcik_db_decode(struct mcik *c, struct fl_arena *a, unsigned layer,
					    const struct mcik_draw_state *d)
{
	const uint32_t control = CIK_REG(c, DB_DEPTH_CONTROL), render = CIK_REG(c, DB_RENDER_CONTROL),
		       view = CIK_REG(c, DB_DEPTH_VIEW);
	const unsigned format = CIK_DB_Z_INFO__FORMAT__GET(CIK_REG(c, DB_Z_INFO));
	const bool stencil = CIK_DB_STENCIL_INFO__FORMAT__GET(CIK_REG(c, DB_STENCIL_INFO));
	struct fl_pixel_depth *db = fl_arena_alloc(a, sizeof(*db), _Alignof(struct fl_pixel_depth));

	if (!db)
		return NULL;
	memset(db, 0, sizeof(*db));
	fl_pixel_count(db, CIK_DB_COUNT_CONTROL__ZPASS_ENABLE__GET(CIK_REG(c, DB_COUNT_CONTROL)),
		       (unsigned)c->variant->rbs * c->variant->ses);
	db->format = format == CIK_DB_Z_INFO__FORMAT__Z_16         ? FL_PIXEL_Z16
		     : format != CIK_DB_Z_INFO__FORMAT__Z_32_FLOAT ? FL_PIXEL_Z24S8
		     : stencil                                     ? FL_PIXEL_Z32FS8
								   : FL_PIXEL_Z32F;
	db->nearest = true; /* as R6xx */
	db->func = compares[CONTROL(ZFUNC)(control)];
	db->depth_on = format && CONTROL(Z_ENABLE)(control);
	db->write =
	    db->depth_on && CONTROL(Z_WRITE_ENABLE)(control) && !CIK_DB_DEPTH_VIEW__Z_READ_ONLY__GET(view);
	db->stencil_on = stencil && CONTROL(STENCIL_ENABLE)(control);
	stencils(c, db);
	if (CIK_DB_DEPTH_VIEW__STENCIL_READ_ONLY__GET(view)) {
		db->face[0].write_mask = db->face[1].write_mask = 0;
		db->stencil_writes = false;
	}
	if (db->stencil_on && d->ps->exports_stencil)
		db->refs = refs;
	if ((format || stencil) && !surfaces(c, db, layer))
		return NULL;
	db->key.space = db->key.cpp ? (uint8_t)d->vmid : 0;
	db->forced = CIK_DB_RENDER_CONTROL__DEPTH_CLEAR_ENABLE__GET(render) && db->write &&
		     CIK_DB_Z_INFO__TILE_SURFACE_ENABLE__GET(CIK_REG(c, DB_Z_INFO));
	if (db->forced)
		db->forced_z = depth_of(db, num_float((int32_t)CIK_REG(c, DB_DEPTH_CLEAR)));
	if (format)
		bounds(c, db);
	db->path = path_of(c, db);
	return db;
}
