/* SPDX-License-Identifier: MIT
 *
 * The 2D engine of R100 to R5xx: its state, targets, fills, copies.
 */
#include "lib/r500/draw2d.h"

#include <string.h>

#define FIFO_TIMEOUT_US 1000000u
#define IDLE_TIMEOUT_US 1000000u
#define FIFO            "2D engine, free entries in the command FIFO"
#define ALL_ONES        0xffffffffu

/* Coordinates have 14 bits with a sign (R5xx guide 6.2.2), so pixels go to 8191; 8190 with the widest
 * scissor, whose corner is outside. Host data are padded to dwords on the right, which must stay in range,
 * too. */
#define REACH_PX        8128
/* A larger surface is seen through windows. A window's offset counts 1 KiB: 4096 rows of 64 bytes and more,
 * and 4096 pixels, come out even. */
#define SPAN_PX         4096

#define GMC(field)      R500_DP_GUI_MASTER_CNTL__GMC_##field

const uint16_t fl_r500_e2_cached_reg[E2_CACHED] = {
    [E2_GMC] = R500_DP_GUI_MASTER_CNTL,
    [E2_DST_PITCH_OFFSET] = R500_DST_PITCH_OFFSET,
    [E2_SRC_PITCH_OFFSET] = R500_SRC_PITCH_OFFSET,
    [E2_SC_TOP_LEFT] = R500_SC_TOP_LEFT,
    [E2_SC_BOTTOM_RIGHT] = R500_SC_BOTTOM_RIGHT,
    [E2_BRUSH_FRGD] = R500_DP_BRUSH_FRGD_CLR,
    [E2_BRUSH_BKGD] = R500_DP_BRUSH_BKGD_CLR,
    [E2_BRUSH_Y_X] = R500_BRUSH_Y_X,
    [E2_SRC_FRGD] = R500_DP_SRC_FRGD_CLR,
    [E2_SRC_BKGD] = R500_DP_SRC_BKGD_CLR,
    [E2_DP_CNTL] = R500_DP_CNTL,
    [E2_CMP_CNTL] = R500_CLR_CMP_CNTL,
    [E2_CMP_SRC] = R500_CLR_CMP_CLR_SRC,
    [E2_CMP_DST] = R500_CLR_CMP_CLR_DST,
    [E2_CMP_MSK] = R500_CLR_CMP_MSK,
    [E2_WRITE_MSK] = R500_DP_WRITE_MSK,
};

enum fl_code fl_r500_e2_fifo(struct fl_2d *g, uint32_t n)
{
	struct fl_r500_e2 *e2 = e2_of(g);
	uint32_t status;

	if (e2->fifo_free >= n) {
		e2->fifo_free -= n;
		return FL_OK;
	}
	if (g->code == FL_TIMEOUT)
		return FL_TIMEOUT;
	e2->fifo_free = 0;
	/* CMDFIFO_AVAIL: free entries (Linux r100.c, r100_rbbm_fifo_wait_for_entry). A card that is gone
	 * reads as ones, as if all were free and everything busy. */
	status = fl_read32(g->dev, R500_RBBM_STATUS);
	if (status == ALL_ONES || R500_RBBM_STATUS__CMDFIFO_AVAIL__GET(status) < n) {
		enum fl_code code =
		    status == ALL_ONES
			? fl_poll32(g->dev, R500_RBBM_STATUS, R500_RBBM_STATUS__GUI_ACTIVE__MASK, 0,
				    FIFO_TIMEOUT_US, FIFO, "RBBM_STATUS", fl_2d_err(g))
			: fl_poll32_least(g->dev, R500_RBBM_STATUS, R500_RBBM_STATUS__CMDFIFO_AVAIL__MASK, n,
					  FIFO_TIMEOUT_US, FIFO, "RBBM_STATUS", fl_2d_err(g));

		if (code) {
			fl_fail_more(fl_2d_err(g), FL_TIMEOUT,
				     "; the engine hangs or the card is gone: reset it");
			return fl_2d_fail(g, FL_TIMEOUT);
		}
		status = fl_read32(g->dev, R500_RBBM_STATUS);
	}
	e2->fifo_free = status == ALL_ONES ? 0 : R500_RBBM_STATUS__CMDFIFO_AVAIL__GET(status) - n;
	return FL_OK;
}

/* ---- state ---- */

static void forget(struct fl_2d *g, enum e2_cached which)
{
	e2_of(g)->valid &= ~(1u << which);
}

/* What a write to DP_GUI_MASTER_CNTL does to other registers: where it does not say "leave", they take their
 * defaults. */
static void disturb(struct fl_2d *g, uint32_t gmc)
{
	if (!GMC(SRC_PITCH_OFFSET_CNTL__GET)(gmc))
		forget(g, E2_SRC_PITCH_OFFSET);
	if (!GMC(DST_CLIPPING__GET)(gmc)) {
		forget(g, E2_SC_TOP_LEFT);
		forget(g, E2_SC_BOTTOM_RIGHT);
	}
	if (GMC(CLR_CMP_CNTL_DIS__GET)(gmc))
		forget(g, E2_CMP_CNTL);
	if (GMC(WR_MSK_DIS__GET)(gmc)) {
		forget(g, E2_CMP_MSK);
		forget(g, E2_WRITE_MSK);
	}
}

/* Are colors compared, or bits masked? Else DP_GUI_MASTER_CNTL turns both off. */
static bool compares(const struct fl_2d *g)
{
	return g->key.src || g->key.dst || g->write_mask != ~0u;
}

static uint32_t brush_type(const struct fl_brush *b)
{
	static const uint8_t type[] = {
	    [FL_BRUSH_SOLID] = GMC(BRUSH_DATATYPE__SOLID_COLOR),
	    [FL_BRUSH_MONO] = GMC(BRUSH_DATATYPE__MONO_8X8_FG_BG),
	    [FL_BRUSH_TRANSPARENT] = GMC(BRUSH_DATATYPE__MONO_8X8_FG),
	    [FL_BRUSH_COLOR] = GMC(BRUSH_DATATYPE__COLOR_8X8),
	};
	bool mono = b && (b->kind == FL_BRUSH_MONO || b->kind == FL_BRUSH_TRANSPARENT);

	return GMC(BRUSH_DATATYPE)(b ? type[b->kind] : GMC(BRUSH_DATATYPE__NONE)) | GMC(BYTE_PIX_ORDER)(mono);
}

static uint32_t gmc_of(const struct fl_2d *g, const struct e2_op *op)
{
	return op->gmc | e2_of(g)->dst_gmc | GMC(ROP3)(op->rop) | (op->pen ? 0 : brush_type(op->brush)) |
	       (compares(g) ? 0 : GMC(CLR_CMP_CNTL_DIS)(1) | GMC(WR_MSK_DIS)(1));
}

/* DST_PITCH_OFFSET or SRC_PITCH_OFFSET, of the part of a surface that begins at (x, y). */
static uint32_t pitch_offset(const struct fl_2d *g, const struct fl_surface *s, int32_t x, int32_t y)
{
	uint64_t addr = g->vram_addr + s->offset_B;

	if (x | y)
		addr += fl_surface_at(s, (uint32_t)x, (uint32_t)y);
	return R500_DST_PITCH_OFFSET__DST_PITCH(fl_surface_pitch_B(s) / 64) |
	       R500_DST_PITCH_OFFSET__DST_OFFSET((uint32_t)addr / 1024) |
	       R500_DST_PITCH_OFFSET__DST_TILE(s->tiling & FL_MACRO ? 1u : 0u);
}

static uint32_t dst_pitch_offset(const struct fl_2d *g, const struct e2_op *op)
{
	return op->base_x | op->base_y ? pitch_offset(g, g->dst, op->base_x, op->base_y)
				       : e2_of(g)->dst_pitch_offset;
}

void fl_r500_e2_base(const struct fl_2d *g, const struct fl_2d_box *box, struct e2_op *op)
{
	op->base_x = g->large ? box->x0 / SPAN_PX * SPAN_PX : 0;
	op->base_y = g->large ? box->y0 / SPAN_PX * SPAN_PX : 0;
}

/* Color compare (R5xx guide 6.2.2.10). Function 4 draws where the source is not the key, 5 where it is: the
 * guide says the opposite, xf86-video-ati and an RV515 say this. For the destination the guide says the
 * same. */
static uint32_t cmp_cntl(const struct fl_2d *g, bool src)
{
	static const uint8_t fn[] = {
	    [FL_KEY_OFF] = R500_CLR_CMP_CNTL__CLR_CMP_SRC__FALSE,
	    [FL_KEY_NOT_EQUAL] = R500_CLR_CMP_CNTL__CLR_CMP_SRC__EQ_COLOR,
	    [FL_KEY_EQUAL] = R500_CLR_CMP_CNTL__CLR_CMP_SRC__NEQ_COLOR,
	};

	src = src && g->key.src;
	return R500_CLR_CMP_CNTL__CLR_CMP_SRC(src ? fn[g->key.src] : 0) |
	       R500_CLR_CMP_CNTL__CLR_CMP_DST(fn[g->key.dst]) |
	       R500_CLR_CMP_CNTL__CMP_ENABLE(!src         ? R500_CLR_CMP_CNTL__CMP_ENABLE__DST
					     : g->key.dst ? R500_CLR_CMP_CNTL__CMP_ENABLE__SRC_AND_DST
							  : R500_CLR_CMP_CNTL__CMP_ENABLE__SRC);
}

/* ---- brushes ---- */

/* BRUSH_DATA of a pattern; how many dwords. Mono rows have their left pixel in bit 0 (BYTE_PIX_ORDER =
 * LSB_TO_MSB): the guide counts the other order over dwords, xf86-video-ati over bytes, and only this one is
 * the same for both. */
static uint32_t brush_words(const struct fl_2d *g, const struct fl_brush *b, uint32_t words[64])
{
	uint32_t bytes_px = g->dst->bytes_px, per_dw = 4 / bytes_px;

	if (b->kind == FL_BRUSH_COLOR) {
		uint32_t mask = bytes_px < 4 ? (1u << 8 * bytes_px) - 1 : ~0u;

		for (uint32_t i = 0; i < 64 / per_dw; i++) {
			words[i] = 0;
			for (uint32_t k = 0; k < per_dw; k++)
				words[i] |= (b->pixels[i * per_dw + k] & mask) << 8 * bytes_px * k;
		}
		return 64 / per_dw;
	}
	for (uint32_t i = 0; i < 2; i++) {
		const uint8_t *r = b->bits + 4 * i;
		uint32_t w =
		    (uint32_t)r[0] | (uint32_t)r[1] << 8 | (uint32_t)r[2] << 16 | (uint32_t)r[3] << 24;

		w = (w >> 1 & 0x55555555u) | (w & 0x55555555u) << 1;
		w = (w >> 2 & 0x33333333u) | (w & 0x33333333u) << 2;
		words[i] = (w >> 4 & 0x0f0f0f0fu) | (w & 0x0f0f0f0fu) << 4;
	}
	return 2;
}

/* The pattern's pixel at (x, y) is ((x + BRUSH_X) & 7, (y + BRUSH_Y) & 7). Windows begin at multiples of 8.
 * The guide wants the same in BRUSH_X_INIT. */
static uint32_t brush_y_x(const struct fl_brush *b)
{
	uint32_t x = (0u - (uint32_t)b->x) & 7, y = (0u - (uint32_t)b->y) & 7;

	return R500_BRUSH_Y_X__BRUSH_X(x) | R500_BRUSH_Y_X__BRUSH_Y(y) | R500_BRUSH_Y_X__BRUSH_X_INIT(x);
}

static void send_brush_data(struct fl_2d *g, const struct fl_brush *b)
{
	uint32_t words[64], n = brush_words(g, b, words), *p;

	if (e2_of(g)->brush_n >= n && !memcmp(words, e2_of(g)->brush, 4 * n))
		return;
	memcpy(e2_of(g)->brush, words, 4 * n);
	e2_of(g)->brush_n = n;
	if (g->cs) {
		p = r500_pm4_regs(fl_cs_room(g->cs, 1 + n), R500_BRUSH_DATA(0), n);
		memcpy(p, words, 4 * n);
		fl_cs_done(g->cs, p + n);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct e2_out o = {.g = g, .unused = 1};

		if (fl_r500_e2_fifo(g, 1))
			return;
		e2_put(&o, R500_BRUSH_DATA(i), words[i]);
	}
}

static void set_brush(struct e2_out *o, const struct fl_brush *b)
{
	switch (b->kind) {
	case FL_BRUSH_SOLID:
		e2_set(o, E2_BRUSH_FRGD, b->color);
		return;
	case FL_BRUSH_MONO:
		e2_set(o, E2_BRUSH_BKGD, b->background);
		/* fall through */
	case FL_BRUSH_TRANSPARENT:
		e2_set(o, E2_BRUSH_FRGD, b->color);
		/* fall through */
	default:
		e2_set(o, E2_BRUSH_Y_X, brush_y_x(b));
	}
}

struct e2_out fl_r500_e2_state(struct fl_2d *g, const struct e2_op *op, uint32_t n_regs, bool packet)
{
	const struct fl_brush *b = packet ? NULL : op->brush;
	uint32_t gmc = gmc_of(g, op);
	struct e2_out o;

	if (b && b->kind != FL_BRUSH_SOLID)
		send_brush_data(g, b);
	o = e2_room(g, 13 + n_regs);
	if (!packet) {
		if (!(e2_of(g)->valid & 1u << E2_GMC) || e2_of(g)->value[E2_GMC] != gmc)
			disturb(g, gmc);
		e2_set(&o, E2_GMC, gmc);
		e2_set(&o, E2_DST_PITCH_OFFSET, dst_pitch_offset(g, op));
	}
	e2_set(&o, E2_DP_CNTL, op->dp_cntl);
	if (b)
		set_brush(&o, b);
	if (compares(g)) {
		e2_set(&o, E2_CMP_CNTL, cmp_cntl(g, op->src_key));
		e2_set(&o, E2_CMP_SRC, g->key.src_key);
		e2_set(&o, E2_CMP_DST, g->key.dst_key);
		e2_set(&o, E2_CMP_MSK, g->key.mask);
		e2_set(&o, E2_WRITE_MSK, g->write_mask);
	}
	return o;
}

uint32_t *fl_r500_e2_settings(struct fl_2d *g, uint32_t *p, const struct e2_op *op,
			      const struct fl_2d_box *clip)
{
	static const enum e2_cached brought[] = {
	    E2_GMC,        E2_DST_PITCH_OFFSET, E2_SC_TOP_LEFT, E2_SC_BOTTOM_RIGHT,
	    E2_BRUSH_FRGD, E2_BRUSH_BKGD,       E2_BRUSH_Y_X};
	const struct fl_brush *b = op->brush;
	bool pattern = b && b->kind != FL_BRUSH_SOLID;
	uint32_t gmc = gmc_of(g, op) | GMC(DST_CLIPPING)(clip != NULL) | GMC(LD_BRUSH_Y_X)(pattern);

	*p++ = gmc;
	*p++ = dst_pitch_offset(g, op);
	if (clip) {
		*p++ = e2_yx(clip->y0 - op->base_y, clip->x0 - op->base_x);
		*p++ = e2_yx(clip->y1 - op->base_y, clip->x1 - op->base_x);
	}
	if (b && b->kind == FL_BRUSH_MONO)
		*p++ = b->background;
	if (b && b->kind != FL_BRUSH_COLOR)
		*p++ = b->color;
	if (pattern) {
		uint32_t words[64], n = brush_words(g, b, words);

		memcpy(p, words, 4 * n);
		p += n;
		*p++ = brush_y_x(b);
		e2_of(g)->brush_n = 0;
	}
	disturb(g, gmc);
	for (uint32_t i = 0; i < sizeof(brought) / sizeof(brought[0]); i++)
		forget(g, brought[i]);
	return p;
}

/* ---- target ---- */

static void start(struct fl_2d *g)
{
	struct e2_out o;

	if (!(g->caps & FL_2D_LINES))
		return;
	o = e2_room(g, 2);
	/* No clipping by default: the widest corner (Linux radeon_reg.h, DEFAULT_SC_RIGHT_MAX). Clipping is
	 * done before the engine sees a rectangle. */
	e2_put(&o, R500_DEFAULT_SC_BOTTOM_RIGHT, 0x1fff1fffu);
	/* xf86-video-ati sets this for solid lines on every chip from the RV200 on. */
	e2_put(&o, R500_DST_LINE_PATCOUNT, R500_DST_LINE_PATCOUNT__BRES_CNTL(0x55));
	e2_done(&o);
}

static enum fl_code source(struct fl_2d *g, const struct fl_surface *s)
{
	uint64_t addr = g->vram_addr + s->offset_B;
	uint32_t pitch_B = fl_surface_pitch_B(s);

	if (!(addr % 1024) && !(addr >> 32) && !(pitch_B % 64) && pitch_B <= 255 * 64 &&
	    !(s->tiling & FL_MICRO))
		return FL_OK;
	fl_fail(
	    fl_2d_err(g), FL_USAGE,
	    "2D engine: cannot address a surface at 0x%llx with rows of %u bytes, tiling %u; it takes 1 KiB "
	    "steps, rows of 64 to 16320 bytes in 64 byte steps, no micro-tiles (lay it out with FL_USE_2D)",
	    (unsigned long long)addr, pitch_B, s->tiling);
	return fl_2d_fail(g, FL_USAGE);
}

static enum fl_code target(struct fl_2d *g)
{
	static const uint8_t datatype[5] = {
	    [1] = GMC(DST_DATATYPE__PSEUDO_8BPP),
	    [2] = GMC(DST_DATATYPE__RGB565),
	    [4] = GMC(DST_DATATYPE__ARGB8888),
	};
	uint32_t type =
	    g->dst->format == FL_ARGB1555 ? GMC(DST_DATATYPE__ARGB1555) : datatype[g->dst->bytes_px];

	e2_of(g)->dst_gmc = GMC(DST_PITCH_OFFSET_CNTL)(1) | GMC(DST_DATATYPE)(type);
	e2_of(g)->dst_pitch_offset = pitch_offset(g, g->dst, 0, 0);
	e2_of(g)->valid = 0;
	e2_of(g)->brush_n = 0;
	return FL_OK;
}

/* ---- fills and copies ---- */

/* PAINT_MULTI pays from here on. */
enum { MULTI_MIN = 5, MULTI_MAX = 256 };

static void paint_multi(struct fl_2d *g, const struct e2_op *op, const struct fl_2d_box *boxes, uint32_t n)
{
	const int32_t base_x = op->base_x, base_y = op->base_y; /* which no write to the stream changes */
	struct e2_out o = fl_r500_e2_state(g, op, 0, true);
	uint32_t *p, *head;

	e2_done(&o);
	head = fl_cs_room(g->cs, 1 + E2_SETTINGS_DW + 2 * n);
	if (!head)
		return;
	p = fl_r500_e2_settings(g, head + 1, op, NULL);
	for (uint32_t i = 0; i < n; i++) {
		const struct fl_2d_box b = boxes[i];

		*p++ = e2_yx(b.x0 - base_x, b.y0 - base_y);
		*p++ = e2_yx(b.x1 - b.x0, b.y1 - b.y0);
	}
	*head = R500_TYPE3(R500_PKT3_PAINT_MULTI, (uint32_t)(p - head) - 1);
	fl_cs_done(g->cs, p);
}

/* Do the registers already hold what a fill with this color needs? */
static bool state_holds(const struct fl_2d *g, const struct fl_brush *b, uint32_t rop)
{
	const uint32_t need =
	    1u << E2_GMC | 1u << E2_DST_PITCH_OFFSET | 1u << E2_DP_CNTL | 1u << E2_BRUSH_FRGD;
	const uint32_t gmc = E2_GMC_COLOR | GMC(CLR_CMP_CNTL_DIS)(1) | GMC(WR_MSK_DIS)(1) |
			     GMC(BRUSH_DATATYPE)(GMC(BRUSH_DATATYPE__SOLID_COLOR));

	return b->kind == FL_BRUSH_SOLID && !g->large && !compares(g) && (e2_of(g)->valid & need) == need &&
	       e2_of(g)->value[E2_BRUSH_FRGD] == b->color &&
	       e2_of(g)->value[E2_GMC] == (gmc | e2_of(g)->dst_gmc | GMC(ROP3)(rop)) &&
	       e2_of(g)->value[E2_DST_PITCH_OFFSET] == e2_of(g)->dst_pitch_offset &&
	       e2_of(g)->value[E2_DP_CNTL] == E2_FORWARD;
}

static void fill_all(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, const struct fl_brush *brush,
		     uint32_t rop)
{
	struct e2_op op = {.gmc = E2_GMC_COLOR, .rop = rop, .dp_cntl = E2_FORWARD, .brush = brush};

	fl_r500_e2_base(g, &boxes[0], &op);
	for (; g->cs && n >= MULTI_MIN;) {
		uint32_t now = n < MULTI_MAX ? n : MULTI_MAX;

		paint_multi(g, &op, boxes, now);
		boxes += now;
		n -= now;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct e2_out o = fl_r500_e2_state(g, &op, 2, false);

		e2_put2(&o, R500_DST_Y_X, e2_yx(boxes[i].y0 - op.base_y, boxes[i].x0 - op.base_x),
			e2_yx(boxes[i].y1 - boxes[i].y0, boxes[i].x1 - boxes[i].x0));
		e2_done(&o);
	}
}

static void fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, const struct fl_brush *brush,
		 uint32_t rop)
{
	struct e2_out o;

	/* The shortest way for what is drawn most. */
	if (n != 1 || !state_holds(g, brush, rop)) {
		fill_all(g, boxes, n, brush, rop);
		return;
	}
	o = e2_room(g, 2);
	e2_put2(&o, R500_DST_Y_X, e2_yx(boxes->y0, boxes->x0),
		e2_yx(boxes->y1 - boxes->y0, boxes->x1 - boxes->x0));
	e2_done(&o);
}

static void copy(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		 int32_t dy, bool left, bool up, const struct fl_brush *brush, uint32_t rop)
{
	struct e2_op op = {
	    .gmc = E2_GMC_COLOR | GMC(SRC_PITCH_OFFSET_CNTL)(1),
	    .rop = rop,
	    .dp_cntl = R500_DP_CNTL__DST_X_DIR(!left) | R500_DP_CNTL__DST_Y_DIR(!up),
	    .brush = brush,
	    .src_key = true,
	};
	int32_t w = to->x1 - to->x0, h = to->y1 - to->y0, sx = to->x0 + dx, sy = to->y0 + dy;
	int32_t src_x = (int32_t)src->width_px > REACH_PX || (int32_t)src->height_px > REACH_PX
			    ? sx / SPAN_PX * SPAN_PX
			    : 0;
	int32_t src_y = (int32_t)src->width_px > REACH_PX || (int32_t)src->height_px > REACH_PX
			    ? sy / SPAN_PX * SPAN_PX
			    : 0;
	/* The coordinates name the corner that the engine starts from (xf86-video-ati,
	 * RADEONSubsequentScreenToScreenCopy). */
	int32_t corner_x = left ? w - 1 : 0, corner_y = up ? h - 1 : 0;
	struct e2_out o;

	fl_r500_e2_base(g, to, &op);
	o = fl_r500_e2_state(g, &op, 4, false);
	e2_set(&o, E2_SRC_PITCH_OFFSET, pitch_offset(g, src, src_x, src_y));
	if (o.p) {
		o.p = r500_pm4_regs(o.p, R500_SRC_Y_X, 3);
		o.p[0] = e2_yx(sy - src_y + corner_y, sx - src_x + corner_x);
		o.p[1] = e2_yx(to->y0 - op.base_y + corner_y, to->x0 - op.base_x + corner_x);
		o.p[2] = e2_yx(h, w);
		o.p += 3;
	} else {
		e2_put(&o, R500_SRC_Y_X, e2_yx(sy - src_y + corner_y, sx - src_x + corner_x));
		e2_put(&o, R500_DST_Y_X, e2_yx(to->y0 - op.base_y + corner_y, to->x0 - op.base_x + corner_x));
		e2_put(&o, R500_DST_HEIGHT_WIDTH, e2_yx(h, w));
	}
	e2_done(&o);
}

static enum fl_code finish(struct fl_2d *g)
{
	struct e2_out o = e2_room(g, 2);

	e2_of(g)->valid = 0;
	e2_of(g)->brush_n = 0;
	/* Linux r100.c, r100_copy_blit() and r300.c, r300_fence: flush the 2D cache, then wait for idle and
	 * clean. */
	e2_put(&o, R500_RB2D_DSTCACHE_CTLSTAT,
	       R500_RB2D_DSTCACHE_CTLSTAT__DC_FLUSH(3) | R500_RB2D_DSTCACHE_CTLSTAT__DC_FREE(3));
	if (g->cs) {
		e2_put(&o, R500_WAIT_UNTIL,
		       R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1) | R500_WAIT_UNTIL__WAIT_HOST_IDLECLEAN(1));
		e2_done(&o);
		return g->code ? g->code : g->cs->code;
	}
	e2_done(&o);
	/* The host cannot write WAIT_UNTIL (R5xx guide 10.1.14): it polls. */
	if (!g->code && fl_poll32(g->dev, R500_RBBM_STATUS, R500_RBBM_STATUS__GUI_ACTIVE__MASK, 0,
				  IDLE_TIMEOUT_US, "2D engine idle", "RBBM_STATUS", &g->err))
		return fl_2d_fail(g, FL_TIMEOUT);
	if (!g->code &&
	    fl_poll32(g->dev, R500_RB2D_DSTCACHE_CTLSTAT, R500_RB2D_DSTCACHE_CTLSTAT__DC_BUSY__MASK, 0,
		      IDLE_TIMEOUT_US, "2D cache flush", "RB2D_DSTCACHE_CTLSTAT", &g->err))
		return fl_2d_fail(g, FL_TIMEOUT);
	return g->code;
}

const struct fl_2d_engine fl_r500_e2 = {
    .name = "E2",
    .reach = REACH_PX,
    .span = SPAN_PX,
    /* A batch surely holds them, with their packet's head. */
    .host_dw = FL_CS_MIN_DW - 128,
    .start = start,
    .target = target,
    .source = source,
    .fill = fill,
    .copy = copy,
    .host = fl_r500_e2_host,
    .lines = fl_r500_e2_lines,
    .finish = finish,
};
