/* SPDX-License-Identifier: MIT
 *
 * GA and SU: what the geometry assembly and setup registers say (struct fl_raster_setup), and what setup
 * makes of a point, line or triangle (struct fl_raster_prim). For GA, SU, SC and RS alone; the other blocks
 * see only draw.h.
 *
 * Units: positions are integers in subpixels, ga->sub of them a pixel: 12 or 16, or with SUBPRECISION 768 or
 * 256.
 */
#ifndef HW_MODEL_R500_GA_H
#define HW_MODEL_R500_GA_H

#include "hw/model/r500/r500.h"
#include "hw/model/raster/bin.h"
#include "hw/model/r500/chips.h"
#include "hw/model/r500/rs.h"
#include "hw/model/r500/sc.h"

/* Where a plane (RS asks for n of them) gets its value at a vertex. */
enum {
	FL_RASTER_SRC_VTX,   /* attr[at] as it is */
	FL_RASTER_SRC_COLOR, /* attr[at], or attr[back] on back faces */
	FL_RASTER_SRC_FLAT,  /* the same of the provoking vertex */
	FL_RASTER_SRC_CONST, /* value */
	FL_RASTER_SRC_S,     /* stuffed: R5xx guide 10.7 */
	FL_RASTER_SRC_T,
	FL_RASTER_SRC_R,
	FL_RASTER_SRC_W, /* fog stuffing: W and Z as FP32, GA_FOG_SCALE and OFFSET applied */
	FL_RASTER_SRC_Z,
};

struct fl_raster_src {
	uint8_t kind;
	uint8_t at, back; /* floats in fl_raster_vertex.attr */
	bool clamp;       /* color in [0, 1] */
	bool wrap;        /* cylindrical: SU_TEX_WRAP */
	float value;      /* FL_RASTER_SRC_CONST */
};

/* Four planes from four floats in a row of the vertex. */
struct fl_raster_group {
	bool fast, clamp;
	uint8_t at, back;
	_Alignas(16) int32_t clamped[4]; /* ~0: to [0, 1] */
};

struct fl_raster_setup {
	/* positions */
	int32_t sub;    /* subpixels a pixel */
	int32_t step;   /* vertices are snapped to multiples of this */
	int32_t coarse; /* 12 or 16, the unit of the registers below before they were made subpixels */
	bool nearest;
	int32_t keep; /* mask of the bits that GEOMETRY_MASK leaves */
	int32_t off_x, off_y;
	/* faces */
	bool face_cw, cull_front, cull_back;
	bool poly;
	uint8_t ptype[2]; /* front, back: 0 points, 1 lines, 2 triangles */
	/* points: half sizes */
	int32_t point_w, point_h;
	float point_min, point_max; /* in the unit of GA_POINT_MINMAX */
	float s0, t0, s1, t1;
	bool stuff_point, stuff_line, stuff_tri;
	/* lines */
	int32_t line_half;
	uint8_t line_end;
	bool line_sort;
	float line_s0, line_s1, stipple_scale;
	uint8_t stipple_reset;
	uint8_t tri_shift_x, tri_shift_y;
	/* depth */
	float z_scale, z_offset, z_min, z_max;
	bool z_from_w; /* GB_SELECT.DEPTH_SELECT */
	bool no_w;     /* GB_SELECT.W_SELECT: interpolate without perspective */
	bool po_on[2], po_para;
	float po_scale[2], po_offset[2];
	/* attributes */
	float fog_scale, fog_offset;
	bool flat;  /* some plane takes the provoking vertex */
	bool stuff; /* some plane is stuffed */
	unsigned n; /* planes: rs->n_planes, a multiple of 4 */
	struct fl_raster_src src[MR500_RS_MAX_PLANES];
	struct fl_raster_group group[MR500_RS_MAX_PLANES / 4];
};

/* One primitive after setup: convex, bounded by up to four edges. Pixel (x, y) at sample position p is in it
 * if for each edge a * x + b * y + c >= 0, where c is fl_raster_edge_c() of the position; the edge rule is
 * already in c. */
struct fl_raster_edge {
	int64_t c;
	int32_t a, b;
};

enum { FL_RASTER_BACK = 1, FL_RASTER_AFFINE = 2 };

struct fl_raster_prim {
	const struct fl_raster_draw *draw;
	int16_t x0, y0, x1, y1; /* pixels, inclusive; inside the scissor */
	uint8_t n_edges;        /* 0: all of the box */
	uint8_t flags;
	uint16_t n4;  /* floats in each of the three arrays of plane[] */
	float rx, ry; /* where the planes start, subpixels */
	struct fl_raster_edge edge[4];
	double z, zx, zy; /* depth at (rx, ry) in units of the 24-bit buffer, and its slopes a subpixel */
	float w, wx, wy;  /* 1/W the same way */
	uint32_t pad;
	/* Attribute p at (rx + fx, ry + fy): plane[p] + (plane[n4 + p] * fx + plane[2 * n4 + p] * fy) / W;
	 * the slopes are those of the difference to the first vertex, over W: a constant stays exactly that.
	 *
	 * FL_RASTER_AFFINE, W is the same all over: pixel (x, y) of the window gets
	 * plane[p] + plane[n4 + p] * x, then + plane[2 * n4 + p] * y, each rounded once. No document says how
	 * the chip computes; what lies exactly between two texels, or on a cube's edge, falls to the side
	 * where rounding leaves it, so this rounds as llvmpipe does, which drew the pictures that we compare
	 * with (Mesa lp_state_setup.c, lp_bld_interp.c). The error is below 2^-11 of the step from a pixel to
	 * the next anywhere in 4096 pixels. */
	_Alignas(16) float plane[];
};

struct fl_raster_worker; /* wave.h */

/* GA's part of the chip. */
struct mr500_ga {
	struct fl_arena arena;   /* decoded state of the draws in the batch */
	uint32_t stale;          /* MR500_DIRTY_* that must be decoded although no register changed */
	struct mr500_draw *draw; /* the last one begun; NULL: none since the arena was emptied */
	const struct mr500_draw *targets; /* a draw of the batch: its surfaces are those of all */
	uint32_t fmt_1;                   /* VAP_OUT_VTX_FMT_1 when draw was decoded */
	bool open;                        /* the last begin was not refused */
	float solid[4];                   /* what was last written to GA_SOLID_* or GA_FILL_* */
	uint32_t stipple;                 /* accumulator, in subpixels of 1/12 or 1/16 */
	bool stipple_start;               /* next line starts a packet */
	bool over_2d;                     /* the 2D cache held something when a draw of the batch began */
	struct fl_bins bins;
	struct fl_raster_worker **worker; /* one a thread of the pool */
	unsigned n_workers;
};

const struct fl_raster_setup *mr500_ga_decode(struct mr500 *r, struct fl_arena *a,
					      const struct mr500_rs_state *rs,
					      const struct mr500_vap_out *out);

/* Colors go from GA to RS as FP20 (GA_ROUND_MODE, GA_FILL_*). What its twenty bits are is not published, so
 * it is not modelled: colors are singles. With the 12 bits of mantissa that would be likely, and the
 * truncation that Mesa sets, a flat 0.9 would come out as 229 of 255; nothing says that it does. */
static inline float mr500_bits_float(uint32_t u)
{
	union {
		uint32_t u;
		float f;
	} v = {u};
	return v.f;
}

static inline void fl_raster_zbase(const struct fl_raster_prim *p, int32_t sub, int32_t x, int32_t y,
				   struct fl_raster_zbase *b)
{
	/* half a unit more, so that rounding down below rounds to the nearest */
	double z = p->z + 0.5 + p->zx * ((double)(x * sub) - (double)p->rx) +
		   p->zy * ((double)(y * sub) - (double)p->ry);

	z = z > -(double)FL_RASTER_Z_FAR ? z : -(double)FL_RASTER_Z_FAR;
	z = z < (double)FL_RASTER_Z_FAR ? z : (double)FL_RASTER_Z_FAR;
	b->bi = (int32_t)z;
	b->bi -= (double)b->bi > z;
	b->bf = (float)(z - (double)b->bi);
	b->gx = (float)p->zx;
	b->gy = (float)p->zy;
}

/* What fl_raster_depth() can make of the pixels of the block at (x, y): bounds, with two units and a bit to
 * spare. */
static inline void fl_raster_zbounds(const struct fl_raster_prim *p, int32_t sub, int32_t x, int32_t y,
				     uint32_t *low, uint32_t *high)
{
	struct fl_raster_zbase b;
	float span = (float)(8 * sub), far = (float)FL_RASTER_Z_FAR, slack, lo, hi;

	fl_raster_zbase(p, sub, x, y, &b);
	slack = 2 + ((b.gx < 0 ? -b.gx : b.gx) + (b.gy < 0 ? -b.gy : b.gy)) * span * 0x1p-20f;
	lo = (b.gx < 0 ? b.gx * span : 0) + (b.gy < 0 ? b.gy * span : 0) - slack;
	hi = (b.gx > 0 ? b.gx * span : 0) + (b.gy > 0 ? b.gy * span : 0) + slack;
	lo = lo > -far ? lo : -far;
	hi = hi < far ? hi : far;
	*low = (uint32_t)(b.bi + (int32_t)lo < 0 ? 0 : b.bi + (int32_t)lo);
	*high = (uint32_t)(b.bi + (int32_t)hi < 0 ? 0 : b.bi + (int32_t)hi);
	*low = *low < FL_RASTER_Z24_MAX ? *low : FL_RASTER_Z24_MAX;
	*high = *high < FL_RASTER_Z24_MAX ? *high : FL_RASTER_Z24_MAX;
}

static inline bool mr500_ga_is_r5xx(const struct mr500 *r)
{
	return r->variant->kind == MR500_KIND_R5XX;
}

/* ---- su.c: the one way from corners and attributes to a primitive in the bins -------------------------- */
struct fl_raster_shape {
	int32_t x[4], y[4]; /* three or four corners in order around, subpixels */
	unsigned n;
	unsigned rule; /* MR500_ER_* */
	bool back;
	bool box;  /* an axis-aligned rectangle */
	bool line; /* its ends, edges 3 and 1, are moved by this much */
	int32_t end_x[2], end_y[2];
};

/* Attributes: of v[0] at the first corner, of v[1] and v[2] at two points that the slopes know: a value that
 * grows by d1 from v[0] to v[1], and by d2 to v[2], has the slopes d1 * gx1 + d2 * gx2 and d1 * gy1 + d2 *
 * gy2. */
struct fl_raster_values {
	const struct fl_raster_vertex *v[3], *provoke;
	double gx1, gx2, gy1, gy2;
	float rx, ry; /* where v[0] is, subpixels; rounded by this much: */
	double ex, ey;
	struct { /* the same for affine planes: of vertex v[0] at (x, y), pixels, v[1] and v[2] as they count
		    here */
		uint8_t v[3];
		float x, y;
		float dx1, dy1, dx2, dy2; /* from v[0] to v[1] and v[2] */
		float inv;                /* one over dx1 * dy2 - dx2 * dy1 */
	} affine;
	bool back;         /* take back colors */
	int offset;        /* polygon offset of this face; -1: none */
	float stuff[3][3]; /* S, T, R at each */
};

/* Window coordinates to subpixels. */
int32_t fl_raster_snap(const struct fl_raster_setup *ga, float px, int32_t offset);
void fl_raster_snap3(const struct fl_raster_setup *ga, const struct fl_raster_vertex *const v[3],
		     int32_t x[4], int32_t y[4]);
void fl_raster_affine(const struct fl_raster_setup *ga, struct fl_raster_values *in);
void fl_raster_add(struct mr500 *r, const struct fl_raster_shape *s, const struct fl_raster_values *in);

/* face: of the triangle that polygon mode takes apart, 0 front, 1 back; -1: none */
void fl_raster_point(struct mr500 *r, const struct fl_raster_vertex *v,
		     const struct fl_raster_vertex *provoke, int face);
void fl_raster_part(struct mr500 *r, const struct fl_raster_vertex *v,
		    const struct fl_raster_point_part *part);
void fl_raster_line(struct mr500 *r, const struct fl_raster_vertex *v0, const struct fl_raster_vertex *v1,
		    const struct fl_raster_vertex *provoke, int face);
void fl_raster_triangle(struct mr500 *r, const struct fl_raster_vertex *const v[3],
			const struct fl_raster_vertex *provoke, unsigned edges);

/* batch.c */
bool mr500_batch_new(struct mr500 *r);
void mr500_batch_free(struct mr500 *r);
void mr500_batch_run(struct mr500 *r); /* draw what is in the bins, and empty them; decoded state stays */

#endif
