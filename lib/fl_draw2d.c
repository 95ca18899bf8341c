/* SPDX-License-Identifier: MIT
 *
 * The 2D engine: target, clipping, fills and copies.
 */
#include "lib/fl_draw2d_out.h"

#define FIFO_TIMEOUT_US 1000000u
#define IDLE_TIMEOUT_US 1000000u

enum fl_code fl_2d_fail(struct fl_2d *g, enum fl_code code)
{
	if (!g->code)
		g->code = code;
	return code;
}

/* g->err belongs to the first failure. */
static struct fl_err *first_err(struct fl_2d *g)
{
	return g->code ? NULL : &g->err;
}

enum fl_code fl_2d_fifo(struct fl_2d *g, uint32_t n)
{
	uint64_t deadline;

	if (g->fifo_free >= n) {
		g->fifo_free -= n;
		return FL_OK;
	}
	deadline = fl_now_us(g->dev) + FIFO_TIMEOUT_US;
	for (int reads = 0;; reads++) {
		uint32_t status = fl_read32(g->dev, R500_RBBM_STATUS);

		/* RBBM_STATUS[6:0]: free entries (Linux r100.c, r100_rbbm_fifo_wait_for_entry). */
		g->fifo_free = R500_RBBM_STATUS__CMDFIFO_AVAIL__GET(status);
		if (status != 0xffffffffu && g->fifo_free >= n) {
			g->fifo_free -= n;
			return FL_OK;
		}
		if (reads > 1 && fl_now_us(g->dev) > deadline) {
			g->fifo_free = 0;
			fl_fail(first_err(g), FL_TIMEOUT,
				"2D engine: RBBM_STATUS is 0x%08x, want %u free FIFO entries in [6:0], after 1 s; the "
				"engine hangs or the card is gone: reset it",
				status, n);
			return fl_2d_fail(g, FL_TIMEOUT);
		}
	}
}

static void init(struct fl_2d *g, uint64_t vram_addr, uint32_t caps)
{
	struct fl_2d_out o;

	g->caps = caps;
	g->vram_addr = vram_addr;
	g->dst = NULL;
	g->fifo_free = 0;
	g->last_valid = false;
	g->code = FL_OK;
	g->err.code = FL_OK;
	g->err.text[0] = 0;
	if (!(caps & FL_2D_LINES))
		return;
	o = fl_2d_room(g, 2);
	/* No clipping by default: the widest corner (Linux radeon_reg.h, DEFAULT_SC_RIGHT_MAX). Clipping is done before
	 * the engine sees a rectangle. */
	fl_2d_put(&o, R500_DEFAULT_SC_BOTTOM_RIGHT, 0x1fff1fffu);
	/* xf86-video-ati sets this for solid lines on every chip from the RV200 on. */
	fl_2d_put(&o, R500_DST_LINE_PATCOUNT, R500_DST_LINE_PATCOUNT__BRES_CNTL(0x55));
	fl_2d_done(&o);
}

void fl_2d_init_stream(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr, uint32_t caps)
{
	g->dev = NULL;
	g->cs = cs;
	init(g, vram_addr, caps);
}

void fl_2d_init_mmio(struct fl_2d *g, struct fl_dev *dev, uint64_t vram_addr, uint32_t caps)
{
	g->dev = dev;
	g->cs = NULL;
	init(g, vram_addr, caps);
}

/* The word of DST_PITCH_OFFSET or SRC_PITCH_OFFSET. */
static enum fl_code pitch_offset(struct fl_2d *g, const struct fl_surface *s, uint32_t *word)
{
	uint64_t addr = g->vram_addr + s->offset_B;
	uint32_t pitch_B = fl_surface_pitch_B(s);

	if (addr % 1024 || addr >> 32 || pitch_B % 64 || pitch_B > 255 * 64 || (s->tiling & FL_MICRO)) {
		fl_fail(
		    first_err(g), FL_USAGE,
		    "2D engine: cannot address a surface at 0x%llx with rows of %u bytes, tiling %u; it takes 1 KiB "
		    "steps, rows of 64 to 16320 bytes in 64 byte steps, no micro-tiles (lay it out with FL_USE_2D)",
		    (unsigned long long)addr, pitch_B, s->tiling);
		return fl_2d_fail(g, FL_USAGE);
	}
	*word = R500_DST_PITCH_OFFSET__DST_PITCH(pitch_B / 64) |
		R500_DST_PITCH_OFFSET__DST_OFFSET((uint32_t)addr / 1024) |
		R500_DST_PITCH_OFFSET__DST_TILE(s->tiling & FL_MACRO ? 1u : 0u);
	return FL_OK;
}

enum fl_code fl_2d_target(struct fl_2d *g, const struct fl_surface *dst)
{
	static const uint8_t datatype[FL_FORMAT_COUNT] = {
	    [FL_C8] = R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__PSEUDO_8BPP,
	    [FL_ARGB1555] = R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__ARGB1555,
	    [FL_RGB565] = R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__RGB565,
	    [FL_ARGB4444] = R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__RGB565,
	    [FL_ARGB8888] = R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__ARGB8888,
	    [FL_ABGR8888] = R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__ARGB8888,
	    [FL_Z16] = R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__RGB565,
	    [FL_Z24S8] = R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE__ARGB8888,
	};
	struct fl_2d_out o;
	uint32_t word;
	enum fl_code code = pitch_offset(g, dst, &word);

	if (code)
		return code;
	g->dst = dst;
	g->dst_pitch_offset = word;
	g->gmc = R500_DP_GUI_MASTER_CNTL__GMC_DST_PITCH_OFFSET_CNTL(1) |
		 R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE(datatype[dst->format]) |
		 R500_DP_GUI_MASTER_CNTL__GMC_CLR_CMP_CNTL_DIS(1) | R500_DP_GUI_MASTER_CNTL__GMC_WR_MSK_DIS(1);
	fl_2d_clip_off(g);
	g->last_valid = false;
	o = fl_2d_room(g, 1);
	fl_2d_put(&o, R500_DST_PITCH_OFFSET, word);
	fl_2d_done(&o);
	return g->code;
}

static int32_t clamp(int32_t v, int32_t low, int32_t high)
{
	return v < low ? low : v > high ? high : v;
}

void fl_2d_clip(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
	int32_t w = (int32_t)g->dst->width_px, h = (int32_t)g->dst->height_px;

	g->x0 = clamp(x0, 0, w);
	g->y0 = clamp(y0, 0, h);
	g->x1 = clamp(x1, g->x0, w);
	g->y1 = clamp(y1, g->y0, h);
}

void fl_2d_clip_off(struct fl_2d *g)
{
	fl_2d_clip(g, 0, 0, (int32_t)g->dst->width_px, (int32_t)g->dst->height_px);
}

struct fl_2d_out fl_2d_state(struct fl_2d *g, uint32_t gmc, uint32_t brush, uint32_t dp_cntl, uint32_t n_regs)
{
	struct fl_2d_out o = fl_2d_room(g, 3 + n_regs);
	bool all = !g->last_valid;

	if (all || g->last_gmc != gmc)
		fl_2d_put(&o, R500_DP_GUI_MASTER_CNTL, gmc);
	if (all || g->last_brush != brush)
		fl_2d_put(&o, R500_DP_BRUSH_FRGD_CLR, brush);
	if (all || g->last_dp_cntl != dp_cntl)
		fl_2d_put(&o, R500_DP_CNTL, dp_cntl);
	g->last_gmc = gmc;
	g->last_brush = brush;
	g->last_dp_cntl = dp_cntl;
	g->last_valid = true;
	return o;
}

/* Does the result of rop depend on the source, the brush, the destination? */
static bool rop_has_s(uint32_t rop)
{
	return ((rop ^ rop >> 2) & 0x33) != 0;
}

static bool rop_has_p(uint32_t rop)
{
	return ((rop ^ rop >> 4) & 0x0f) != 0;
}

static bool rop_has_d(uint32_t rop)
{
	return ((rop ^ rop >> 1) & 0x55) != 0;
}

static enum fl_code no_rop(struct fl_2d *g, uint32_t rop)
{
	fl_fail(first_err(g), FL_FAILED,
		"2D engine: this chip has no raster operation 0x%02x; it copies (0xcc) and fills with a color", rop);
	return fl_2d_fail(g, FL_FAILED);
}

static enum fl_code no_target(struct fl_2d *g)
{
	fl_fail(first_err(g), FL_USAGE, "2D engine: no target; call fl_2d_target() first");
	return fl_2d_fail(g, FL_USAGE);
}

enum fl_code fl_fill_rop(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color, uint32_t rop)
{
	struct fl_2d_out o;
	int64_t right, bottom;

	if (!g->dst)
		return no_target(g);
	if (rop > 255 || rop_has_s(rop)) {
		fl_fail(first_err(g), FL_USAGE, "fill: raster operation 0x%02x needs a source; use fl_blit_rop()", rop);
		return fl_2d_fail(g, FL_USAGE);
	}
	if (rop == FL_ROP_NOP || w <= 0 || h <= 0)
		return g->code;
	if (!rop_has_d(rop)) {
		/* 0, 1, P or not P: a plain fill everywhere. */
		color = rop == FL_ROP_BLACKNESS   ? 0
			: rop == FL_ROP_WHITENESS ? ~0u
			: rop == FL_ROP_PATCOPY   ? color
						  : ~color;
		rop = FL_ROP_PATCOPY;
	} else if (!(g->caps & FL_2D_ROPS)) {
		return no_rop(g, rop);
	}
	right = (int64_t)x + w;
	bottom = (int64_t)y + h;
	x = x < g->x0 ? g->x0 : x;
	y = y < g->y0 ? g->y0 : y;
	right = right > g->x1 ? g->x1 : right;
	bottom = bottom > g->y1 ? g->y1 : bottom;
	if (x >= right || y >= bottom)
		return g->code;

	o = fl_2d_state(
	    g,
	    g->gmc |
		R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__SOLID_COLOR) |
		R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__SAME_AS_DST) |
		R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE__VIDEO_MEMORY) |
		R500_DP_GUI_MASTER_CNTL__GMC_ROP3(rop),
	    color, FL_2D_FORWARD, 2);
	fl_2d_put(&o, R500_DST_Y_X, fl_2d_yx(x, y));
	fl_2d_put(&o, R500_DST_WIDTH_HEIGHT, fl_2d_yx((int32_t)(bottom - y), (int32_t)(right - x)));
	fl_2d_done(&o);
	return g->code;
}

enum fl_code fl_fill_rect(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color)
{
	return fl_fill_rop(g, x, y, w, h, color, FL_ROP_PATCOPY);
}

enum fl_code fl_blit_rop(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx, int32_t dy,
			 int32_t w, int32_t h, uint32_t brush, uint32_t rop)
{
	struct fl_2d_out o;
	enum fl_code code;
	uint32_t word, dir = FL_2D_FORWARD;
	int64_t x0 = dx, y0 = dy, x1 = (int64_t)dx + w, y1 = (int64_t)dy + h;
	int64_t to_sx = (int64_t)sx - dx, to_sy = (int64_t)sy - dy;

	if (!g->dst)
		return no_target(g);
	if (rop > 255 || src->bytes_px != g->dst->bytes_px) {
		fl_fail(first_err(g), FL_USAGE, "copy: from %u to %u bytes a pixel with raster operation 0x%02x",
			src->bytes_px, g->dst->bytes_px, rop);
		return fl_2d_fail(g, FL_USAGE);
	}
	if (!rop_has_s(rop) && !(g->caps & FL_2D_ROPS))
		return fl_fill_rop(g, dx, dy, w, h, brush, rop);
	if (rop != FL_ROP_SRCCOPY && !(g->caps & FL_2D_ROPS))
		return no_rop(g, rop);
	code = pitch_offset(g, src, &word);
	if (code)
		return code;

	/* Clip the destination, by the target and by what the source has. */
	x0 = x0 < g->x0 ? g->x0 : x0;
	y0 = y0 < g->y0 ? g->y0 : y0;
	x1 = x1 > g->x1 ? g->x1 : x1;
	y1 = y1 > g->y1 ? g->y1 : y1;
	x0 = x0 + to_sx < 0 ? -to_sx : x0;
	y0 = y0 + to_sy < 0 ? -to_sy : y0;
	x1 = x1 + to_sx > src->width_px ? src->width_px - to_sx : x1;
	y1 = y1 + to_sy > src->height_px ? src->height_px - to_sy : y1;
	if (x0 >= x1 || y0 >= y1)
		return g->code;
	w = (int32_t)(x1 - x0);
	h = (int32_t)(y1 - y0);
	dx = (int32_t)x0;
	dy = (int32_t)y0;
	sx = (int32_t)(x0 + to_sx);
	sy = (int32_t)(y0 + to_sy);

	/* The engine walks pixel by pixel: when the two overlap, it must leave the source before it overwrites it. The
	 * coordinates then name the corner that it starts from (xf86-video-ati, RADEONSubsequentScreenToScreenCopy). */
	if (src->offset_B == g->dst->offset_B) {
		if (sy < dy)
			dir &= ~R500_DP_CNTL__DST_Y_DIR(1);
		if (sx < dx)
			dir &= ~R500_DP_CNTL__DST_X_DIR(1);
	}
	if (!(dir & R500_DP_CNTL__DST_X_DIR(1))) {
		sx += w - 1;
		dx += w - 1;
	}
	if (!(dir & R500_DP_CNTL__DST_Y_DIR(1))) {
		sy += h - 1;
		dy += h - 1;
	}
	o = fl_2d_state(
	    g,
	    g->gmc | R500_DP_GUI_MASTER_CNTL__GMC_SRC_PITCH_OFFSET_CNTL(1) |
		R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(
		    rop_has_p(rop) ? R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__SOLID_COLOR
				   : R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__NONE) |
		R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__SAME_AS_DST) |
		R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE__VIDEO_MEMORY) |
		R500_DP_GUI_MASTER_CNTL__GMC_ROP3(rop),
	    brush, dir, 4);
	fl_2d_put(&o, R500_SRC_PITCH_OFFSET, word);
	fl_2d_put(&o, R500_SRC_Y_X, fl_2d_yx(sx, sy));
	fl_2d_put(&o, R500_DST_Y_X, fl_2d_yx(dx, dy));
	fl_2d_put(&o, R500_DST_HEIGHT_WIDTH, fl_2d_yx(w, h));
	fl_2d_done(&o);
	return g->code;
}

enum fl_code fl_blit(struct fl_2d *g, const struct fl_surface *src, int32_t sx, int32_t sy, int32_t dx, int32_t dy,
		     int32_t w, int32_t h)
{
	return fl_blit_rop(g, src, sx, sy, dx, dy, w, h, 0, FL_ROP_SRCCOPY);
}

enum fl_code fl_2d_finish(struct fl_2d *g)
{
	struct fl_2d_out o = fl_2d_room(g, 2);

	g->last_valid = false;
	/* Linux r100.c, r100_copy_blit() and r300.c, r300_fence: flush the 2D cache, then wait for idle and clean. */
	fl_2d_put(&o, R500_RB2D_DSTCACHE_CTLSTAT,
		  R500_RB2D_DSTCACHE_CTLSTAT__DC_FLUSH(3) | R500_RB2D_DSTCACHE_CTLSTAT__DC_FREE(3));
	if (g->cs) {
		fl_2d_put(&o, R500_WAIT_UNTIL,
			  R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1) | R500_WAIT_UNTIL__WAIT_HOST_IDLECLEAN(1));
		fl_2d_done(&o);
		return g->code ? g->code : g->cs->code;
	}
	/* The host cannot write WAIT_UNTIL (R5xx guide 10.1.14): it polls. */
	if (!g->code && fl_poll32(g->dev, R500_RBBM_STATUS, R500_RBBM_STATUS__GUI_ACTIVE__MASK, 0, IDLE_TIMEOUT_US,
				  "2D engine idle", "RBBM_STATUS", &g->err))
		return fl_2d_fail(g, FL_TIMEOUT);
	if (!g->code && fl_poll32(g->dev, R500_RB2D_DSTCACHE_CTLSTAT, R500_RB2D_DSTCACHE_CTLSTAT__DC_BUSY__MASK, 0,
				  IDLE_TIMEOUT_US, "2D cache flush", "RB2D_DSTCACHE_CTLSTAT", &g->err))
		return fl_2d_fail(g, FL_TIMEOUT);
	return g->code;
}
