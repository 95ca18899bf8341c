/* SPDX-License-Identifier: MIT
 *
 * E2, the 2D engine: rectangles with brush, source and ROP3, and lines.
 *
 * A write to a trigger register records the engine's state as a job (e2.c). Jobs are carried out later, in
 * order (e2_draw.c): when the chip is given time if the 2D cache flushes itself
 * (RB2D_DSTCACHE_MODE.AUTOFLUSH_ENABLE), and at a flush otherwise, so that a missing flush shows: memory
 * keeps the old pixels.
 */
#ifndef HW_MODEL_R500_E2_H
#define HW_MODEL_R500_E2_H

#include "hw/model/r500/r500.h"

enum {
	E2_JOBS = 64, /* what the 2D cache holds before it must write back */
};

enum mr500_e2_kind { E2_RECT, E2_LINE };
enum mr500_e2_source { E2_SRC_NONE, E2_SRC_MEMORY, E2_SRC_HOST };

struct mr500_e2_surface {
	uint64_t addr;
	uint32_t pitch_B;
	bool macro, micro;
};

struct mr500_e2_job {
	enum mr500_e2_kind kind;
	enum mr500_e2_source source;
	struct mr500_e2_surface dst, src;
	unsigned cpp;
	uint8_t rop;
	uint8_t src_type;  /* R500_SRC_TYPE__ */
	bool lsb_first;    /* mono bits: PIX_ORDER */
	bool byte_aligned; /* host data: rows start at a byte */
	int x, y, sx, sy;  /* first pixel; with a negative direction the right or lower one */
	unsigned w, h;
	int x1, y1;             /* line: the end, which is not drawn */
	int dx, dy;             /* +1 or -1 */
	int cx0, cy0, cx1, cy1; /* clip, right and lower edge exclusive */
	int sc_x1, sc_y1;       /* source clip, exclusive; INT_MAX without one */
	uint32_t fg, bg;        /* mono source */
	uint8_t brush;          /* R500_BRUSH_TYPE__ */
	uint32_t brush_fg, brush_bg, brush_data[64];
	unsigned brush_x, brush_y, brush_ptr;
	uint32_t write_mask;
	uint32_t cmp_cntl, cmp_src, cmp_dst, cmp_mask;
	uint32_t *host; /* source data of E2_SRC_HOST; freed with the job */
	unsigned host_dw, host_want_dw,
	    host_cap_dw; /* how much is here, is needed, has room; grows as data come */
};

struct mr500_e2 {
	struct mr500_e2_job job[E2_JOBS];
	unsigned first, n;
	bool filling; /* the newest job waits for host data */
	int dst_x, dst_y, src_x, src_y;
	unsigned width, height;
};

/* Does the destination cache hold pixels of [addr, addr + size) that are not in memory yet? */
bool mr500_e2_holds(const struct mr500 *r, uint64_t addr, uint64_t size_B);

/* Carry out one job on memory (e2_draw.c). */
void mr500_e2_draw(struct mr500 *r, const struct mr500_e2_job *j);

#endif
