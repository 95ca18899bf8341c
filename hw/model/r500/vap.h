/* SPDX-License-Identifier: MIT
 *
 * VAP: vertices from memory or the command stream to primitives for GA (R5xx guide chapter 7). One job a
 * file:
 *
 *   vap.c            the block: registers, data ports; one draw from VAP_VF_CNTL to the last primitive
 *   vap_state.c      registers into struct mr500_vap_state: streams, output format, clip and viewport state
 *   vap_st.c         vertices that are written register by register (VAP_VTX_ST_*)
 *   vap_fetch.c      indices, which vertices are new, where their dwords lie
 *   psc.c            stream control: where each component of an input vector comes from (guide 7.4.7, 11.11)
 *   psc_simd.c, psc_scalar.c        dwords into input vectors
 *   pvs*.c           the vertex shader
 *   vap_out_simd.c, vap_out_scalar.c    clip codes, viewport transform, vertices as GA takes them
 *   prim.c           primitives from the order of vertices
 *   clip.c           the few that cross a plane
 *
 * Vertices go in groups of up to 64. A ring of 16 groups keeps transformed vertices, so an indexed draw
 * transforms a vertex once as long as its index comes back within about a thousand others.
 */
#ifndef HW_MODEL_R500_VAP_H
#define HW_MODEL_R500_VAP_H

#include "hw/model/r500/r500.h"
#include "hw/model/r500/pvs.h"

enum {
	MR500_VAP_STREAMS = 16,
	MR500_VAP_ELEMS = 16,
	MR500_VAP_COMPS = 128, /* 16 FLOAT_8 elements of 8 components */
	MR500_VAP_RING = 1024, /* vertices kept */
	MR500_VAP_TAGS = 4096,
	MR500_VAP_WINDOW = 768,    /* indices between two assemblies */
	MR500_VAP_MAX_COUNT = 128, /* dwords of a structure */
};

/* ---- stream control ------------------------------------------------------------------------------------ */
enum psc_kind { PSC_CONST, PSC_FLOAT, PSC_UINT, PSC_SINT, PSC_HALF };

/* One component of an input vector. Integers become max((v * mul + add) / div, least). */
struct mr500_psc_comp {
	uint8_t kind, stream;
	uint8_t dst, channel; /* input vector, component */
	uint8_t at;           /* dword in the stream's structure */
	uint8_t shift, bits;
	float mul, add, div, least;
	float value; /* PSC_CONST */
};

struct mr500_psc {
	struct mr500_psc_comp comp[MR500_VAP_COMPS];
	unsigned n;
	unsigned dwords;                /* dwords that the elements take from the streams, with skips */
	uint32_t vectors;               /* input vectors that are written, one bit each */
	uint8_t full[MR500_PVS_INPUTS]; /* components that are written */
};

/* count[i]: dwords of stream i. Reports. False: no element, nothing to draw. */
bool mr500_psc_decode(struct mr500 *r, const uint8_t *count, unsigned n_streams, struct mr500_psc *out);

/* Components [first, last) of psc, all of one stream: lane i from base + index[i] * stride_B. */
FL_SIMD_DECLARE(void, mr500_psc_fetch,
		(const struct mr500_psc_comp *comp, unsigned n_comps, const uint8_t *base, uint32_t stride_B,
		 const uint32_t *index, unsigned n, float (*in)[4][MR500_PVS_LANES]));

/* ---- a vertex after the shader ------------------------------------------------------------------------- */
enum {                               /* clip codes: which side of which plane */
       FL_RASTER_CLIP_LEFT = 1 << 0, /* guard band */
       FL_RASTER_CLIP_RIGHT = 1 << 1,
       FL_RASTER_CLIP_BOTTOM = 1 << 2,
       FL_RASTER_CLIP_TOP = 1 << 3,
       FL_RASTER_CLIP_NEAR = 1 << 4,
       FL_RASTER_CLIP_FAR = 1 << 5,
       FL_RASTER_CLIP_UCP = 1 << 6, /* … 1 << 11 */
       FL_RASTER_DISC_LEFT = 1 << 12,
       FL_RASTER_DISC_RIGHT = 1 << 13,
       FL_RASTER_DISC_BOTTOM = 1 << 14,
       FL_RASTER_DISC_TOP = 1 << 15,
       FL_RASTER_CLIP_BAD =
	   1 << 16, /* not a number, or without a place on the screen: its primitives are dropped */
       FL_RASTER_CLIP_UCPS = 63 * FL_RASTER_CLIP_UCP,
       FL_RASTER_CLIP_FRUSTUM = 63,
       FL_RASTER_CLIP_REJECT =
	   FL_RASTER_CLIP_NEAR | FL_RASTER_CLIP_FAR | FL_RASTER_CLIP_UCPS | 15 * FL_RASTER_DISC_LEFT,
};

struct fl_raster_clip_vertex {
	struct fl_raster_vertex v;
	float clip[4]; /* as the shader gave it */
	uint32_t code;
};

/* Where primitives go: to GA, or to a unit test. */
struct mr500_vap_sink {
	const struct mr500_draw *(*begin)(struct mr500 *r, const struct mr500_vap_out *out);
	void (*point)(struct mr500 *r, const struct fl_raster_vertex *v);
	void (*line)(struct mr500 *r, const struct fl_raster_vertex *v0, const struct fl_raster_vertex *v1,
		     const struct fl_raster_vertex *provoke);
	void (*triangle)(struct mr500 *r, const struct fl_raster_vertex *v0,
			 const struct fl_raster_vertex *v1, const struct fl_raster_vertex *v2,
			 const struct fl_raster_vertex *provoke, unsigned edges);
	void (*point_part)(struct mr500 *r, const struct fl_raster_vertex *v,
			   const struct fl_raster_point_part *part);
};

/* ---- state of a draw ----------------------------------------------------------------------------------- */
struct mr500_vap_stream {
	const uint8_t *base; /* NULL: read through mem, dword by dword */
	uint64_t gpu_addr;
	uint32_t stride_B, count; /* count: dwords */
	uint64_t indices;         /* how many vertices lie whole from base on */
	unsigned first, last;     /* components of psc */
};

struct fl_raster_viewport { /* x' = x * scale + offset; a scale that is switched off is 1, an offset 0 */
	float scale[3], offset[3];
	bool xy_done, z_done, w_is_w;
};

struct mr500_vap_state {
	/* out */
	struct mr500_vap_out out;
	uint8_t
	    out_reg[16]; /* registers of the group: 0 position, 1 point size, then what is packed into attr */
	uint8_t out_at[16];    /* first float in attr */
	uint8_t out_count[16]; /* components that leave the shader; the others become 0, 0, 0, 1 */
	unsigned n_out;        /* entries of these, from 2 on */
	bool bypass;
	/* clip */
	bool clip, dx, ucp_cull_only, boundary_edges;
	float clip_x, clip_y, disc_x, disc_y;
	uint32_t ucp_mask;
	float ucp[6][4];
	unsigned ps_mode;  /* PS_UCP_MODE, if there are factors to expand points by; 0: the center decides */
	float ps_scale[4]; /* clip space, over W and the size: X, Y, (unused), radius for culling */
	float ps_size[2];  /* pixels, of vertices without a size */
	float ps_tex[4];
	uint8_t color_end; /* attr below this are colors, clamped before they are interpolated */
	bool clamp_rgb, clamp_alpha;
	uint64_t wrap; /* floats of attr that go round a cylinder: SU_TEX_WRAP */
	struct fl_raster_viewport vte;
	unsigned provoke; /* GA_COLOR_CONTROL.PROVOKING_VERTEX */
	const struct mr500_vap_sink *to;
};

struct fl_raster_order {
	uint8_t type;
	unsigned total, seen;
	const struct fl_raster_clip_vertex *held[4];
	struct fl_raster_clip_vertex keep[4]; /* held vertices move here when a window ends */
};

struct mr500_vap {
	struct mr500_pvs *pvs;
	const struct mr500_vap_sink *sink;
	struct mr500_psc psc;
	uint32_t psc_key[2 * 8 + 1 + 4 + 1]; /* what psc was decoded from */
	bool psc_ok;
	struct mr500_vap_state st;
	struct mr500_vap_stream stream[MR500_VAP_STREAMS];
	unsigned n_streams;
	struct fl_raster_order prim;
	struct fl_raster_clip_vertex *ring;
	struct mr500_vap_tag {
		uint32_t index, group;
	} tag[MR500_VAP_TAGS];
	uint8_t tag_lane[MR500_VAP_TAGS];
	uint32_t group; /* serial number; never 0 while in use */
	uint32_t bounce[MR500_PVS_LANES * MR500_VAP_MAX_COUNT];

	uint32_t user_color_1[4]; /* vap_st.c */

	/* a draw that gets its data through VAP_PORT_* */
	uint32_t *port;
	uint32_t port_dw, port_need_dw, port_cap_dw, port_vf_cntl;
	bool port_open;
};

/* vap_state.c. False: refused. */
bool mr500_vap_decode(struct mr500 *r, struct mr500_vap *v, const uint8_t *count, unsigned n_streams);
/* Clip position to window coordinates: writes x, y, z, rhw. Scalar; the simd code computes the same bits. */
void fl_raster_viewport(const struct fl_raster_viewport *t, const float clip[4],
			struct fl_raster_vertex *out);

/* vap_fetch.c: run the whole draw. */
struct mr500_vap_indices {
	unsigned walk;
	uint32_t count;
	const uint8_t *host; /* indices; NULL if they lie in memory that is not in one piece */
	uint64_t addr;
	uint32_t size_dw;
	bool wide, wflags, dual, reuse;
	int32_t offset;
	uint32_t min, max;
};
void mr500_vap_walk(struct mr500 *r, struct mr500_vap *v, const struct mr500_vap_indices *ix);

/* Turns a group's registers into n vertices. */
FL_SIMD_DECLARE(void, mr500_vap_out,
		(const struct mr500_vap_state *st, const struct mr500_pvs_regs *g, unsigned n,
		 struct fl_raster_clip_vertex *to));

/* prim.c */
void mr500_prim_begin(struct mr500_vap *v, unsigned type, unsigned total);
void mr500_prim_run(struct mr500 *r, struct mr500_vap *v, const uint16_t *slot, unsigned n);
void mr500_prim_end(struct mr500 *r, struct mr500_vap *v);

/* vap_st.c: VAP_VTX_ST_*, PRIM_WALK 0. Dwords of such a vertex; and a write to one of the registers. */
unsigned mr500_vap_st_dwords(const struct mr500 *r);
void mr500_vap_st_write(struct mr500 *r, uint32_t offset, uint32_t value);

/* clip.c: for primitives of which a part is outside of a plane. */
void mr500_clip_point(struct mr500 *r, const struct mr500_vap_state *st,
		      const struct fl_raster_clip_vertex *a);
void mr500_clip_line(struct mr500 *r, const struct mr500_vap_state *st, const struct fl_raster_clip_vertex *a,
		     const struct fl_raster_clip_vertex *b, const struct fl_raster_clip_vertex *provoke);
void mr500_clip_triangle(struct mr500 *r, const struct mr500_vap_state *st,
			 const struct fl_raster_clip_vertex *a, const struct fl_raster_clip_vertex *b,
			 const struct fl_raster_clip_vertex *c, const struct fl_raster_clip_vertex *provoke,
			 unsigned edges);

#endif
