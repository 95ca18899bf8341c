/* SPDX-License-Identifier: MIT
 *
 * Setup: points, lines and triangles to edges, planes and bins. struct fl_raster_setup is what the registers
 * of a draw say about it.
 */
#ifndef HW_MODEL_RASTER_SETUP_H
#define HW_MODEL_RASTER_SETUP_H

#include "hw/model/raster/assemble.h"
#include "hw/model/raster/scan.h"

/* Where the value of a plane at a vertex comes from. */
enum fl_raster_src_kind {
	FL_RASTER_SRC_VTX,   /* attr[at] as it is */
	FL_RASTER_SRC_COLOR, /* attr[at], or attr[back] on back faces */
	FL_RASTER_SRC_FLAT,  /* the same of the provoking vertex */
	FL_RASTER_SRC_CONST, /* value */
	FL_RASTER_SRC_S,     /* stuffed: made by setup, across a point or along a line */
	FL_RASTER_SRC_T,
	FL_RASTER_SRC_R,
	FL_RASTER_SRC_W, /* W and Z as singles, fog_scale and fog_offset applied */
	FL_RASTER_SRC_Z,
};

struct fl_raster_src {
	uint8_t kind;
	uint8_t at, back; /* floats in fl_raster_vertex.attr */
	bool clamp;       /* color in [0, 1] */
	bool wrap;        /* cylindrical: the short way around */
	bool linear;      /* without perspective; the same for the four of a group */
	/* What stands in its place where a point is drawn, be it a corner of a polygon: _CONST, _S or _T; 0:
	 * nothing. */
	uint8_t sprite;
	float sprite_value;
	float value; /* FL_RASTER_SRC_CONST */
};

/* Four planes from four floats in a row of the vertex. */
struct fl_raster_group {
	bool fast, clamp, linear;
	bool flat; /* all four are FL_RASTER_SRC_FLAT, and no sprites */
	bool raw;  /* of corners: all three as they are */
	uint8_t at, back;
	_Alignas(16) int32_t clamped[4]; /* ~0: to [0, 1] */
};

enum fl_raster_fill { FL_RASTER_FILL_POINTS, FL_RASTER_FILL_LINES, FL_RASTER_FILL_TRIANGLES };

/* Ends of lines: horizontal (corners left and right of the vertex), vertical, whichever of the two crosses
 * the line, perpendicular to it. */
enum fl_raster_line_end {
	FL_RASTER_END_HORIZONTAL,
	FL_RASTER_END_VERTICAL,
	FL_RASTER_END_SQUARE,
	FL_RASTER_END_COMPUTED
};

/* The pattern of lines runs on, or starts anew with every line, or with every draw. */
enum fl_raster_stipple { FL_RASTER_STIPPLE_RUNS, FL_RASTER_STIPPLE_PER_LINE, FL_RASTER_STIPPLE_PER_DRAW };

/* Depths of a draw as wave.z holds them: 24 bits fixed point, which buffers of 16 bits are cut from; or the
 * bits of a single. */
enum fl_raster_z_kind { FL_RASTER_Z_FIXED, FL_RASTER_Z_FLOAT };

struct fl_raster_setup {
	/* positions */
	int32_t sub;    /* subpixels a pixel: 12, 16, 256 or 768 */
	int32_t step;   /* vertices are snapped to multiples of this */
	int32_t coarse; /* the unit of point and stipple sizes, parts of a pixel */
	bool nearest;   /* what is halfway goes up; else towards zero */
	int32_t keep;   /* mask of the bits that snapping leaves */
	int32_t off_x, off_y;
	/* Vertices further out than this many subpixels are moved in: |edge normals| stay below twice that.
	 * 2^23 at most. The clipper never lets one through; only a program that turns it off can. */
	int32_t far;
	float steps, last_step; /* of a pixel; to far (fl_raster_count_steps()) */
	/* faces */
	bool face_cw, cull_front, cull_back;
	bool poly;       /* polygon mode */
	uint8_t fill[2]; /* front, back: enum fl_raster_fill */
	/* points: half sizes */
	int32_t point_w, point_h;
	bool has_psize;             /* the vertex has its own size: pixels across, always square */
	float point_min, point_max; /* half sizes, in units of coarse */
	float s0, t0, s1, t1;
	bool stuff_point, stuff_line, stuff_tri;
	/* lines */
	int32_t line_half;
	uint8_t line_end; /* enum fl_raster_line_end */
	bool line_sort;
	float line_s0, line_s1, stipple_scale;
	uint8_t stipple_reset; /* enum fl_raster_stipple */
	/* FL_RASTER_STIPPLE: each bit of the pattern, from the lowest, is so many pixels of a line, drawn or
	 * not; pixels count along its major axis. */
	uint16_t pattern, pattern_repeat;
	uint8_t tri_shift_x, tri_shift_y;
	/* depth */
	uint8_t z_kind; /* enum fl_raster_z_kind */
	float z_scale, z_offset, z_min, z_max;
	int32_t z_low, z_high; /* FL_RASTER_Z_FIXED: where depths of pixels are kept, in 24 bits */
	bool z_from_w;         /* depth is W, not Z */
	bool no_w;             /* interpolate without perspective */
	bool po_on[2], po_para;
	float po_scale[2], po_offset[2];
	float po_clamp; /* > 0: offsets are not more; < 0: not less */
	/* attributes */
	float fog_scale, fog_offset;
	bool stuff; /* some plane is stuffed */
	unsigned n; /* planes, a multiple of 4, FL_RASTER_PLANES at most */
	/* For shaders that interpolate. Planes from this one on, a multiple of 4, are corners: in the place
	 * of value and slopes stand the value of the first corner, and by how much those of the second and
	 * the third differ from it. Planes below are weights, four a group: of the second and of the third
	 * corner, and once more what singles cut off of their slopes; they begin at (rx, ry), whether the
	 * primitive is affine or not. 0: all planes are attributes. */
	unsigned corners;
	const struct fl_raster_src *src;     /* n */
	const struct fl_raster_group *group; /* n / 4 */
};

/* What step, sub and far come to. */
static inline void fl_raster_count_steps(struct fl_raster_setup *su)
{
	su->steps = (float)(su->sub / su->step);
	su->last_step = (float)(su->far / su->step);
}

/* Groups of planes whose four values are neighbours in the vertex go the fast way. */
void fl_raster_groups(const struct fl_raster_src *src, unsigned n, struct fl_raster_group *group);

/* ---- from corners and attributes to a primitive in the bins: the one way (setup.c) --------------------- */
struct fl_raster_shape {
	int32_t x[4], y[4]; /* three or four corners in order around, subpixels */
	unsigned n;
	unsigned rule; /* enum fl_raster_rule_of */
	bool back;
	bool box;  /* an axis-aligned rectangle */
	bool line; /* its ends, edges 3 and 1, are moved by this much */
	int32_t end_x[2], end_y[2];
	uint8_t stipple_flags; /* of a line: fl_raster_prim.flags, .stipple */
	int32_t stipple;
};

/* Attributes: of v[0] at the first corner, of v[1] and v[2] at two points that the slopes know: a value that
 * grows by d1 from v[0] to v[1], and by d2 to v[2], has the slopes d1 * gx1 + d2 * gx2 and d1 * gy1 + d2 *
 * gy2. */
struct fl_raster_values {
	const struct fl_raster_vertex *v[3], *provoke;
	double gx1, gx2, gy1, gy2;
	float rx, ry; /* where v[0] is, subpixels; rounded by this much: */
	double ex, ey;
	/* the same for affine planes: of vertex v[0] at (x, y), pixels, v[1] and v[2] as they count here */
	struct {
		uint8_t v[3];
		float x, y;
		float dx1, dy1, dx2, dy2; /* from v[0] to v[1] and v[2] */
		float inv;                /* one over dx1 * dy2 - dx2 * dy1 */
	} affine;
	bool back;         /* take back colors */
	bool point;        /* a point is drawn */
	int offset;        /* polygon offset of this face; -1: none */
	float stuff[3][3]; /* S, T, R at each */
};

/* Window coordinates to subpixels. */
int32_t fl_raster_snap(const struct fl_raster_setup *su, float px, int32_t offset);
void fl_raster_affine(const struct fl_raster_setup *su, struct fl_raster_values *in);
void fl_raster_add(struct fl_raster *ras, const struct fl_raster_shape *s, const struct fl_raster_values *in);

/* ---- the shapes. face: of the triangle that polygon mode takes apart, 0 front, 1 back; -1: none -------- */
void fl_raster_setup_point(struct fl_raster *ras, const struct fl_raster_vertex *v,
			   const struct fl_raster_vertex *provoke, int face);
void fl_raster_setup_point_part(struct fl_raster *ras, const struct fl_raster_vertex *v,
				const struct fl_raster_point_part *part);
void fl_raster_setup_line(struct fl_raster *ras, const struct fl_raster_vertex *v0,
			  const struct fl_raster_vertex *v1, const struct fl_raster_vertex *provoke,
			  int face);
void fl_raster_setup_triangle(struct fl_raster *ras, const struct fl_raster_vertex *const v[3],
			      const struct fl_raster_vertex *provoke, unsigned edges);
/* The box around three corners of a rectangle, with the planes that go through them. */
void fl_raster_setup_rect(struct fl_raster *ras, const struct fl_raster_vertex *const v[3],
			  const struct fl_raster_vertex *provoke);

#endif
