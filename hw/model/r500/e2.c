/* SPDX-License-Identifier: MIT
 *
 * E2's registers: state, triggers, host data, and the queue of jobs.
 *
 * Sources: R5xx guide 6.2.2 for the meaning of GUI_CONTROL (which is DP_GUI_MASTER_CNTL), brushes, ROP3 and
 * color compare; Linux radeon_reg.h and xf86-video-ati radeon_accelfuncs.c for the registers and what starts
 * a job: scissors whose lower right corner is exclusive, coordinates of the right and lower pixel with
 * negative directions, lines without their last pixel, host data with no padding between rows.
 */
#include "hw/model/look.h"
#include "hw/model/r500/e2.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define SECTION "R5xx guide 6.2.2"

enum { SC_SIGN = 1 << 15 }; /* Linux radeon_reg.h: RADEON_SC_SIGN_MASK_LO */

/* A field of DP_GUI_MASTER_CNTL, and one of CLR_CMP_CNTL. */
#define GMC(word, field) R500_DP_GUI_MASTER_CNTL__GMC_##field##__GET(word)
#define CMP(word, field) R500_CLR_CMP_CNTL__##field##__GET(word)

bool mr500_e2_new(struct mr500 *r)
{
	r->e2 = calloc(1, sizeof *r->e2);
	return r->e2 != NULL;
}

static void drop_jobs(struct mr500_e2 *e)
{
	for (unsigned i = 0; i < E2_JOBS; i++) {
		free(e->job[i].host);
		e->job[i].host = NULL;
	}
	e->first = e->n = 0;
	e->filling = false;
}

void mr500_e2_free(struct mr500 *r)
{
	if (r->e2)
		drop_jobs(r->e2);
	free(r->e2);
	r->e2 = NULL;
}

void mr500_e2_reset(struct mr500 *r)
{
	drop_jobs(r->e2);
	memset(r->e2, 0, sizeof *r->e2);
}

/* ---- the queue ----------------------------------------------------------------------------------------- */
static void draw_first(struct mr500 *r)
{
	struct mr500_e2 *e = r->e2;
	struct mr500_e2_job *j = &e->job[e->first];

	mr500_e2_draw(r, j);
	free(j->host);
	j->host = NULL;
	e->first = (e->first + 1) % E2_JOBS;
	e->n--;
}

void mr500_e2_flush(struct mr500 *r)
{
	while (r->e2->n > (r->e2->filling ? 1 : 0))
		draw_first(r);
}

void mr500_e2_finish(struct mr500 *r)
{
	if (R500_RB2D_DSTCACHE_MODE__DC_AUTOFLUSH_ENABLE__GET(R500_REG(r, RB2D_DSTCACHE_MODE)))
		mr500_e2_flush(r);
}

bool mr500_e2_busy(const struct mr500 *r)
{
	bool autoflush = R500_RB2D_DSTCACHE_MODE__DC_AUTOFLUSH_ENABLE__GET(R500_REG(r, RB2D_DSTCACHE_MODE));

	/* Pixels that sit in the cache do not keep the engine busy; a job that waits for host data does. */
	return r->e2->filling || (autoflush && r->e2->n);
}

/* Rows [*y0, *y1) and columns [*x0, *x1) that a job may change. */
static void extent(const struct mr500_e2_job *j, int *x0, int *y0, int *x1, int *y1)
{
	if (j->kind == E2_LINE) {
		*x0 = j->x < j->x1 ? j->x : j->x1;
		*x1 = (j->x < j->x1 ? j->x1 : j->x) + 1;
		*y0 = j->y < j->y1 ? j->y : j->y1;
		*y1 = (j->y < j->y1 ? j->y1 : j->y) + 1;
	} else {
		*x0 = j->dx > 0 ? j->x : j->x - (int)j->w + 1;
		*x1 = *x0 + (int)j->w;
		*y0 = j->dy > 0 ? j->y : j->y - (int)j->h + 1;
		*y1 = *y0 + (int)j->h;
	}
	*x0 = *x0 > j->cx0 ? *x0 : j->cx0;
	*y0 = *y0 > j->cy0 ? *y0 : j->cy0;
	*x1 = *x1 < j->cx1 ? *x1 : j->cx1;
	*y1 = *y1 < j->cy1 ? *y1 : j->cy1;
	*x0 = *x0 > 0 ? *x0 : 0;
	*y0 = *y0 > 0 ? *y0 : 0;
}

static bool touches(const struct mr500_e2_job *j, uint64_t addr, uint64_t size_B)
{
	uint64_t from = addr > j->dst.addr ? addr - j->dst.addr : 0, to = addr + size_B - j->dst.addr, first,
		 last;
	unsigned pitch_B = j->dst.pitch_B ? j->dst.pitch_B : 64;
	int x0, y0, x1, y1;

	extent(j, &x0, &y0, &x1, &y1);
	if (addr + size_B <= j->dst.addr || x0 >= x1 || y0 >= y1)
		return false;
	if (j->dst.macro || j->dst.micro) { /* rows of tiles, at most 32 pixel rows high (guide 2.3) */
		y0 &= ~31;
		y1 = (y1 + 31) & ~31;
		return from < (uint64_t)y1 * pitch_B && to > (uint64_t)y0 * pitch_B;
	}
	first = from / pitch_B;
	last = (to - 1) / pitch_B;
	if (last < (uint64_t)y0 || first >= (uint64_t)y1)
		return false;
	return first != last ||
	       (from % pitch_B < (uint64_t)x1 * j->cpp && (to - 1) % pitch_B >= (uint64_t)x0 * j->cpp);
}

bool mr500_e2_holds(const struct mr500 *r, uint64_t addr, uint64_t size_B)
{
	const struct mr500_e2 *e = r->e2;

	for (unsigned i = 0; e && size_B && i < e->n; i++)
		if (touches(&e->job[(e->first + i) % E2_JOBS], addr, size_B))
			return true;
	return false;
}

/* ---- a job --------------------------------------------------------------------------------------------- */
static unsigned bytes_a_pixel(struct mr500 *r, unsigned dst_type)
{
	switch (dst_type) {
	case R500_DST_TYPE__PSEUDO_8BPP:
	case R500_DST_TYPE__RGB332:
	case R500_DST_TYPE__Y8:
	case R500_DST_TYPE__RGB8:
		return 1;
	case R500_DST_TYPE__ARGB1555:
	case R500_DST_TYPE__RGB565:
	case R500_DST_TYPE__YUV422_VYUY:
	case R500_DST_TYPE__YUV422_YVYU:
	case R500_DST_TYPE__ARGB4444:
		return 2;
	case R500_DST_TYPE__ARGB8888:
	case R500_DST_TYPE__AYUV444:
		return 4;
	}
	mr500_report(r, FL_REFUSE, "E2", SECTION,
		     "DP_GUI_MASTER_CNTL.DST_TYPE %u is reserved; nothing is drawn", dst_type);
	return 0;
}

/* Of a source, a destination or DEFAULT_OFFSET: all three have the same fields. */
static struct mr500_e2_surface surface(uint32_t pitch_offset)
{
	unsigned tile = R500_DST_PITCH_OFFSET__DST_TILE__GET(pitch_offset);

	return (struct mr500_e2_surface){
	    .addr = (uint64_t)R500_DST_PITCH_OFFSET__DST_OFFSET__GET(pitch_offset) << 10,
	    .pitch_B = R500_DST_PITCH_OFFSET__DST_PITCH__GET(pitch_offset) * 64,
	    .macro = tile & R500_DST_PITCH_OFFSET__DST_TILE__MACRO,
	    .micro = tile & R500_DST_PITCH_OFFSET__DST_TILE__MICRO,
	};
}

/* A scissor edge has 14 bits, and a sign in bit 15. */
static int edge(uint32_t v)
{
	int at = R500_SC_TOP_LEFT__SC_LEFT__GET(v);

	return v & SC_SIGN ? -at : at;
}

static void take_clip(struct mr500 *r, struct mr500_e2_job *j, uint32_t gmc)
{
	uint32_t br = R500_REG(r, DEFAULT_SC_BOTTOM_RIGHT);

	if (GMC(gmc, DST_CLIPPING)) {
		j->cx0 = edge(R500_REG(r, SC_TOP_LEFT));
		j->cy0 = edge(R500_REG(r, SC_TOP_LEFT) >> 16);
		br = R500_REG(r, SC_BOTTOM_RIGHT);
	}
	j->cx1 = edge(br);
	j->cy1 = edge(br >> 16);
	j->sc_x1 = j->sc_y1 = INT_MAX;
	if (GMC(gmc, SRC_CLIPPING)) {
		j->sc_x1 = edge(R500_REG(r, SRC_SC_BOTTOM_RIGHT));
		j->sc_y1 = edge(R500_REG(r, SRC_SC_BOTTOM_RIGHT) >> 16);
	}
}

static void take_brush(struct mr500 *r, struct mr500_e2_job *j, uint32_t gmc)
{
	uint32_t at = R500_REG(r, BRUSH_Y_X);

	j->brush = GMC(gmc, BRUSH_DATATYPE);
	j->brush_fg = R500_REG(r, DP_BRUSH_FRGD_CLR);
	j->brush_bg = R500_REG(r, DP_BRUSH_BKGD_CLR);
	for (unsigned i = 0; i < 64; i++)
		j->brush_data[i] = r->reg[R500_BRUSH_DATA(i) / 4];
	j->brush_x = R500_BRUSH_Y_X__BRUSH_X__GET(at);
	j->brush_y = R500_BRUSH_Y_X__BRUSH_Y__GET(at);
	j->brush_ptr = R500_BRUSH_Y_X__BRUSH_X_INIT__GET(at);
}

static bool uses(uint8_t rop, unsigned bit)
{
	/* Does the result depend on the operand of this bit of the index (2 pattern, 1 source, 0
	 * destination)? */
	for (unsigned i = 0; i < 8; i++)
		if ((rop >> i & 1) != (rop >> (i ^ 1u << bit) & 1))
			return true;
	return false;
}

/* The guide gives these types no meaning; Linux radeon_reg.h names some of them. */
static bool reserved_brush(unsigned type)
{
	return type != R500_BRUSH_TYPE__MONO_8X8_FG_BG && type != R500_BRUSH_TYPE__MONO_8X8_FG &&
	       type != R500_BRUSH_TYPE__MONO_32X1_FG_BG && type != R500_BRUSH_TYPE__MONO_32X1_FG &&
	       type < R500_BRUSH_TYPE__SOLID_COLOR && type != R500_BRUSH_TYPE__COLOR_8X8;
}

static void check(struct mr500 *r, const struct mr500_e2_job *j)
{
	bool line_brush =
	    j->brush == R500_BRUSH_TYPE__MONO_32X1_FG_BG || j->brush == R500_BRUSH_TYPE__MONO_32X1_FG;
	bool solid = j->brush == R500_BRUSH_TYPE__SOLID_COLOR || j->brush == R500_BRUSH_TYPE__SOLID_COLOR_14;

	if (uses(j->rop, 2) && j->brush == R500_BRUSH_TYPE__NONE)
		mr500_report(r, FL_WARN, "E2", SECTION,
			     "ROP 0x%02x uses the pattern, but BRUSH_TYPE is 15 (none)", j->rop);
	if (uses(j->rop, 2) && j->kind == E2_RECT && line_brush)
		mr500_report(r, FL_WARN, "E2", SECTION, "brush type %u is for lines only", j->brush);
	if (j->kind == E2_LINE && !line_brush && !solid && j->brush != R500_BRUSH_TYPE__NONE)
		mr500_report(r, FL_WARN, "E2", SECTION, "brush type %u is not available for lines", j->brush);
	if (reserved_brush(j->brush))
		mr500_report(r, FL_WARN, "E2", SECTION, "BRUSH_TYPE %u is reserved", j->brush);
	if (!j->dst.pitch_B)
		mr500_report(r, FL_WARN, "E2", SECTION,
			     "the destination's pitch is 0: all rows lie on each other");
	if (j->cx1 <= j->cx0 || j->cy1 <= j->cy0)
		mr500_report(r, FL_WARN, "E2", SECTION,
			     "the scissor is empty, nothing is drawn: left, top %d,%d, right, bottom %d,%d "
			     "(exclusive)",
			     j->cx0, j->cy0, j->cx1, j->cy1);
}

/* The job is queued. Somebody who looks at each sees it done at once, unless it waits for data of the host.
 *  */
static void enter_job(struct mr500 *r, const struct mr500_e2_job *j)
{
	struct mr500_e2 *e = r->e2;
	const bool copies = j->source != E2_SRC_NONE;

	if (!fl_look_begin(&r->base, copies ? FL_LOOK_COPY : FL_LOOK_CLEAR,
			   j->kind == E2_LINE ? "DST_LINE_END" : "DST_HEIGHT_WIDTH")) {
		e->filling = false;
		return;
	}
	e->n++;
	if (fl_look_at_hand(&r->base) && !e->filling)
		mr500_e2_flush(r);
	fl_look_end(&r->base);
}

static void start(struct mr500 *r, enum mr500_e2_kind kind)
{
	struct mr500_e2 *e = r->e2;
	uint32_t gmc = R500_REG(r, DP_GUI_MASTER_CNTL), dir = R500_REG(r, DP_CNTL);
	unsigned load = GMC(gmc, SRC_SOURCE);
	struct mr500_e2_job *j;

	if (e->filling) {
		mr500_report(r, FL_WARN, "E2", SECTION,
			     "a job starts while the one before still lacks host data: %u of %u dwords",
			     e->job[(e->first + e->n - 1) % E2_JOBS].host_dw,
			     e->job[(e->first + e->n - 1) % E2_JOBS].host_want_dw);
		e->filling = false;
	}
	if (e->n == E2_JOBS)
		draw_first(r);
	j = &e->job[(e->first + e->n) % E2_JOBS];
	*j = (struct mr500_e2_job){
	    .kind = kind,
	    .cpp = bytes_a_pixel(r, GMC(gmc, DST_DATATYPE)),
	    .rop = GMC(gmc, ROP3),
	    .src_type = GMC(gmc, SRC_DATATYPE),
	    .lsb_first = GMC(gmc, BYTE_PIX_ORDER),
	    .byte_aligned = load == R500_SRC_LOAD__HOSTDATA_BYTE,
	    .dst = surface(GMC(gmc, DST_PITCH_OFFSET_CNTL) ? R500_REG(r, DST_PITCH_OFFSET)
							   : R500_REG(r, DEFAULT_OFFSET)),
	    .src = surface(GMC(gmc, SRC_PITCH_OFFSET_CNTL) ? R500_REG(r, SRC_PITCH_OFFSET)
							   : R500_REG(r, DEFAULT_OFFSET)),
	    .x = e->dst_x,
	    .y = e->dst_y,
	    .sx = e->src_x,
	    .sy = e->src_y,
	    .w = e->width,
	    .h = e->height,
	    .dx = R500_DP_CNTL__DST_X_DIR__GET(dir) ? 1 : -1,
	    .dy = R500_DP_CNTL__DST_Y_DIR__GET(dir) ? 1 : -1,
	    .fg = R500_REG(r, DP_SRC_FRGD_CLR),
	    .bg = R500_REG(r, DP_SRC_BKGD_CLR),
	    .write_mask = R500_REG(r, DP_WRITE_MSK),
	    .cmp_cntl = R500_REG(r, CLR_CMP_CNTL),
	    .cmp_src = R500_REG(r, CLR_CMP_CLR_SRC),
	    .cmp_dst = R500_REG(r, CLR_CMP_CLR_DST),
	    .cmp_mask = R500_REG(r, CLR_CMP_MSK),
	};
	if (!j->cpp)
		return;
	if (kind == E2_LINE) {
		uint32_t from = R500_REG(r, DST_LINE_START), to = R500_REG(r, DST_LINE_END);

		j->x = (int16_t)from;
		j->y = (int16_t)(from >> 16);
		j->x1 = (int16_t)to;
		j->y1 = (int16_t)(to >> 16);
	} else if (uses(j->rop, 1) || (CMP(j->cmp_cntl, CLR_CMP_SRC) && CMP(j->cmp_cntl, CMP_ENABLE))) {
		if (load == R500_SRC_LOAD__VIDEO_MEMORY)
			j->source = E2_SRC_MEMORY;
		else if (load == R500_SRC_LOAD__HOSTDATA || load == R500_SRC_LOAD__HOSTDATA_BYTE)
			j->source = E2_SRC_HOST;
		else
			mr500_report(r, FL_WARN, "E2", SECTION,
				     "ROP 0x%02x uses a source, but SRC_LOAD is %u (reserved)", j->rop, load);
		if (j->src_type == 2)
			mr500_report(r, FL_WARN, "E2", SECTION, "SRC_TYPE 2 is reserved");
	}
	take_clip(r, j, gmc);
	take_brush(r, j, gmc);
	check(r, j);
	if (kind == E2_RECT && (!j->w || !j->h))
		return;
	if (j->source == E2_SRC_HOST) {
		uint64_t row = j->src_type == R500_SRC_TYPE__SAME_AS_DST ? (uint64_t)j->w * j->cpp * 8 : j->w;
		uint64_t bits = (j->byte_aligned ? (row + 7) / 8 * 8 : row) * j->h;

		j->host_want_dw = (unsigned)((bits + 31) / 32);
		e->filling = true;
	}
	enter_job(r, j);
}

static void host_data(struct mr500 *r, uint32_t value, bool last)
{
	struct mr500_e2 *e = r->e2;
	struct mr500_e2_job *j = &e->job[(e->first + e->n - 1) % E2_JOBS];

	if (!e->filling) {
		mr500_report(r, FL_WARN, "E2", SECTION,
			     "host data with no job that takes it: the dword is lost");
		return;
	}
	if (j->host_dw == j->host_cap_dw) {
		unsigned cap = j->host_cap_dw ? 2 * j->host_cap_dw : 256;
		uint32_t *more = realloc(j->host, 4ull * cap);

		if (!more) {
			mr500_report(r, FL_REFUSE, "E2", "",
				     "out of memory for host data; the dword is lost");
			return;
		}
		j->host = more;
		j->host_cap_dw = cap;
	}
	j->host[j->host_dw++] = value;
	if (j->host_dw == j->host_want_dw) {
		e->filling = false;
	} else if (last) {
		mr500_report(r, FL_WARN, "E2", SECTION,
			     "HOST_DATA_LAST after %u of %u dwords: the rest of the rectangle is undefined",
			     j->host_dw, j->host_want_dw);
		e->filling = false;
	}
}

/* ---- registers ----------------------------------------------------------------------------------------- */
/* The coordinate in bits 13:0: bit 13 is its sign. */
static int low14(uint32_t v)
{
	return (int)(int16_t)(v << 2) >> 2;
}

static void master_control(struct mr500 *r, uint32_t gmc)
{
	/* Bits 28 and 30 act on other registers at once. */
	if (GMC(gmc, CLR_CMP_CNTL_DIS))
		R500_REG(r, CLR_CMP_CNTL) &=
		    ~(R500_CLR_CMP_CNTL__CLR_CMP_SRC__MASK | R500_CLR_CMP_CNTL__CLR_CMP_DST__MASK);
	if (GMC(gmc, WR_MSK_DIS))
		R500_REG(r, DP_WRITE_MSK) = R500_REG(r, CLR_CMP_MSK) = ~0u;
}

static void set_size(struct mr500_e2 *e, uint32_t w, uint32_t h)
{
	e->width = R500_DST_WIDTH__DST_WIDTH__GET(w);
	e->height = R500_DST_HEIGHT__DST_HEIGHT__GET(h);
}

/* DST_OFFSET and SRC_OFFSET, DST_PITCH and SRC_PITCH, in bytes, are parts of one register each. */
static void set_offset(uint32_t *pitch_offset, uint32_t v)
{
	*pitch_offset = (*pitch_offset & ~R500_DST_PITCH_OFFSET__DST_OFFSET__MASK) | v >> 10;
}

static void set_pitch(uint32_t *pitch_offset, uint32_t v)
{
	*pitch_offset = (*pitch_offset & R500_DST_PITCH_OFFSET__DST_OFFSET__MASK) |
			R500_DST_PITCH_OFFSET__DST_PITCH(v / 64);
}

static void set_directions(struct mr500 *r, uint32_t v)
{
	R500_REG(r, DP_CNTL) =
	    (R500_REG(r, DP_CNTL) & ~(R500_DP_CNTL__DST_X_DIR__MASK | R500_DP_CNTL__DST_Y_DIR__MASK)) |
	    R500_DP_CNTL__DST_X_DIR(R500_DP_CNTL_XDIR_YDIR_YMAJOR__DST_X_DIR__GET(v)) |
	    R500_DP_CNTL__DST_Y_DIR(R500_DP_CNTL_XDIR_YDIR_YMAJOR__DST_Y_DIR__GET(v));
}

void mr500_e2_write(struct mr500 *r, uint32_t offset, uint32_t v, enum mr500_from from)
{
	struct mr500_e2 *e = r->e2;

	switch (offset) {
	case R500_DP_GUI_MASTER_CNTL:
		master_control(r, v);
		return;
	case R500_DST_Y_X:
		e->dst_x = low14(v);
		e->dst_y = low14(v >> 16);
		return;
	case R500_DST_X_Y:
		e->dst_y = low14(v);
		e->dst_x = low14(v >> 16);
		return;
	case R500_DST_X:
		e->dst_x = low14(v);
		return;
	case R500_DST_Y:
		e->dst_y = low14(v);
		return;
	case R500_SRC_Y_X:
		e->src_x = low14(v);
		e->src_y = low14(v >> 16);
		return;
	case R500_SRC_X_Y:
		e->src_y = low14(v);
		e->src_x = low14(v >> 16);
		return;
	case R500_SRC_X:
		e->src_x = low14(v);
		return;
	case R500_SRC_Y:
		e->src_y = low14(v);
		return;
	case R500_DST_HEIGHT:
		e->height = R500_DST_HEIGHT__DST_HEIGHT__GET(v);
		return;
	case R500_DST_HEIGHT_WIDTH:
		set_size(e, v, v >> 16);
		start(r, E2_RECT);
		return;
	case R500_DST_WIDTH_HEIGHT:
		set_size(e, v >> 16, v);
		start(r, E2_RECT);
		return;
	case R500_DST_WIDTH:
		e->width = R500_DST_WIDTH__DST_WIDTH__GET(v);
		start(r, E2_RECT);
		return;
	case R500_DST_WIDTH_X:
		e->width = R500_DST_WIDTH__DST_WIDTH__GET(v >> 16);
		e->dst_x = low14(v);
		start(r, E2_RECT);
		return;
	case R500_DST_LINE_END:
		start(r, E2_LINE);
		/* The next line of a polyline starts where this one ended. */
		R500_REG(r, DST_LINE_START) = v;
		return;
	case R500_DST_OFFSET:
		set_offset(&R500_REG(r, DST_PITCH_OFFSET), v);
		return;
	case R500_DST_PITCH:
		set_pitch(&R500_REG(r, DST_PITCH_OFFSET), v);
		return;
	case R500_SRC_OFFSET:
		set_offset(&R500_REG(r, SRC_PITCH_OFFSET), v);
		return;
	case R500_SRC_PITCH:
		set_pitch(&R500_REG(r, SRC_PITCH_OFFSET), v);
		return;
	case R500_DP_CNTL_XDIR_YDIR_YMAJOR:
		set_directions(r, v);
		return;
	case R500_HOST_DATA_LAST:
		host_data(r, v, true);
		return;
	case R500_RB2D_DSTCACHE_CTLSTAT:
		if (R500_RB2D_DSTCACHE_CTLSTAT__DC_FLUSH__GET(v))
			mr500_e2_flush(r);
		r->reg[offset / 4] = 0; /* never busy: flushing takes no time here */
		return;
	}
	if (offset >= R500_HOST_DATA(0) && offset < R500_HOST_DATA_LAST)
		host_data(r, v, false);
}

uint32_t mr500_e2_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	return r->reg[offset / 4];
}
