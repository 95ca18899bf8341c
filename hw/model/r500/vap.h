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
 *
 * Primitives from the order of vertices, and the few that cross a plane: hw/model/raster/assemble.c, clip.c.
 *
 * Vertices go in groups of up to 64; hw/model/raster/reuse.h keeps transformed ones for indices that come
 * back.
 */
#ifndef HW_MODEL_R500_VAP_H
#define HW_MODEL_R500_VAP_H

#include "hw/model/r500/r500.h"
#include "hw/model/r500/pvs.h"
#include "hw/model/raster/reuse.h"

enum {
	MR500_VAP_STREAMS = 16,
	MR500_VAP_ELEMS = 16,
	MR500_VAP_COMPS = 128,     /* 16 FLOAT_8 elements of 8 components */
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

/* Components [first, last) of psc, all of one stream: lane i from base + index[i] * stride_B, where so many
 * dwords can be read. */
FL_SIMD_DECLARE(void, mr500_psc_fetch,
		(const struct mr500_psc_comp *comp, unsigned n_comps, const uint8_t *base, uint32_t stride_B,
		 unsigned dwords, const uint32_t *index, unsigned n, float (*in)[4][MR500_PVS_LANES]));

/* ---- where primitives go: to GA, or to a unit test
 * ---------------------------------------------------------------- */
struct mr500_vap_sink {
	const struct mr500_draw *(*begin)(struct mr500 *r, const struct mr500_vap_out *out);
	const struct fl_raster_sink *to;
};

/* ---- state of a draw ----------------------------------------------------------------------------------- */
struct mr500_vap_stream {
	const uint8_t *base; /* NULL: read through mem, dword by dword */
	uint64_t gpu_addr;
	uint32_t stride_B, count; /* count: dwords */
	uint64_t indices;         /* how many vertices lie whole from base on */
	unsigned first, last;     /* components of psc */
};

struct mr500_vap_state {
	/* out */
	struct mr500_vap_out out;
	/* registers of the group: 0 position, 1 point size, then what is packed into attr */
	uint8_t out_reg[16];
	uint8_t out_at[16];    /* first float in attr */
	uint8_t out_count[16]; /* components that leave the shader; the others become 0, 0, 0, 1 */
	unsigned n_out;        /* entries of these, from 2 on */
	bool bypass;
	bool clip;
	float disc_x, disc_y;
	struct fl_raster_front front; /* clipping, viewport, who provokes */
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
	struct fl_raster_order order;
	struct fl_raster_reuse reuse;
	uint32_t bounce[MR500_PVS_LANES * MR500_VAP_MAX_COUNT];

	uint32_t user_color_1[4]; /* vap_st.c */

	/* a draw that gets its data through VAP_PORT_* */
	uint32_t *port;
	uint32_t port_dw, port_need_dw, port_cap_dw, port_vf_cntl;
	bool port_open;
};

/* pvs_scalar.c: mr500_pvs_run_scalar(), with the steps of the lane that is looked at (look.h). */
void mr500_pvs_run_looked(struct mr500_pvs *p, unsigned n, struct fl_model *m);

/* vap_state.c. False: refused. */
bool mr500_vap_decode(struct mr500 *r, struct mr500_vap *v, const uint8_t *count, unsigned n_streams);

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

/* Turns a group's registers into n vertices with as many attributes as the draw has: clip codes, window
 * coordinates as fl_raster_to_window() has them, attributes. */
FL_SIMD_DECLARE(void, mr500_vap_out,
		(const struct mr500_vap_state *st, const struct mr500_pvs_regs *g, unsigned n, uint8_t *to));

/* vap_st.c: VAP_VTX_ST_*, PRIM_WALK 0. Dwords of such a vertex; and a write to one of the registers. */
unsigned mr500_vap_st_dwords(const struct mr500 *r);
void mr500_vap_st_write(struct mr500 *r, uint32_t offset, uint32_t value);

#endif
