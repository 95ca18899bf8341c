/* SPDX-License-Identifier: MIT
 *
 * The 2D engine: lines and mono expansion, by the engine or by fills.
 */
#include "lib/fl_draw2d_out.h"

static bool inside(const struct fl_2d *g, int32_t x, int32_t y)
{
	return x >= g->x0 && x < g->x1 && y >= g->y0 && y < g->y1;
}

/* Bresenham: a run of pixels that share the minor coordinate is one fill. */
static void line_by_fills(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t color)
{
	int64_t dx = x1 > x0 ? (int64_t)x1 - x0 : (int64_t)x0 - x1, dy = y1 > y0 ? (int64_t)y1 - y0 : (int64_t)y0 - y1;
	bool steep = dy > dx;
	int64_t major = steep ? dy : dx, minor = steep ? dx : dy, error = 2 * minor - major;
	int32_t step_x = x1 > x0 ? 1 : -1, step_y = y1 > y0 ? 1 : -1;
	int32_t run_x = x0, run_y = y0;

	for (int64_t i = 0; i <= major; i++) {
		if (i == major || error > 0) {
			/* The run [run, here] ends. */
			int32_t lx = run_x < x0 ? run_x : x0, ly = run_y < y0 ? run_y : y0;
			int32_t w = (run_x < x0 ? x0 - run_x : run_x - x0) + 1;
			int32_t h = (run_y < y0 ? y0 - run_y : run_y - y0) + 1;

			fl_fill_rect(g, lx, ly, w, h, color);
			run_x = x0 + step_x;
			run_y = y0 + step_y;
		}
		if (error > 0) {
			*(steep ? &x0 : &y0) += steep ? step_x : step_y;
			error -= 2 * major;
		}
		error += 2 * minor;
		*(steep ? &y0 : &x0) += steep ? step_y : step_x;
	}
}

enum fl_code fl_line(struct fl_2d *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t color)
{
	const int32_t far = 16384;
	struct fl_2d_out o;

	if (!g->dst || x0 < -far || x0 > far || y0 < -far || y0 > far || x1 < -far || x1 > far || y1 < -far ||
	    y1 > far) {
		if (!g->code)
			fl_fail(&g->err, FL_USAGE, "line: no target, or a coordinate beyond +-%d", far);
		return fl_2d_fail(g, FL_USAGE);
	}
	/* A clipped line keeps the steps of the whole one only when it is made of them. */
	if (!(g->caps & FL_2D_LINES) || !inside(g, x0, y0) || !inside(g, x1, y1) || x0 == x1 || y0 == y1) {
		line_by_fills(g, x0, y0, x1, y1, color);
		return g->code;
	}
	o = fl_2d_state(
	    g,
	    g->gmc |
		R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__SOLID_COLOR) |
		R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__SAME_AS_DST) |
		R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE__VIDEO_MEMORY) |
		R500_DP_GUI_MASTER_CNTL__GMC_ROP3(FL_ROP_PATCOPY),
	    color, FL_2D_FORWARD, 2);
	fl_2d_put(&o, R500_DST_LINE_START, fl_2d_yx(x0, y0));
	fl_2d_put(&o, R500_DST_LINE_END, fl_2d_yx(x1, y1));
	fl_2d_done(&o);
	/* The engine leaves out the last pixel (xf86-video-ati, RADEONSubsequentSolidTwoPointLine draws it apart). */
	return fl_fill_rect(g, x1, y1, 1, 1, color);
}

static bool bit(const uint8_t *row, int32_t x)
{
	return row[x >> 3] >> (7 - (x & 7)) & 1;
}

static bool same_row(const uint8_t *a, const uint8_t *b, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

static void mono_by_fills(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const uint8_t *bits,
			  uint32_t pitch_B, uint32_t color)
{
	for (int32_t row = 0, rows; row < h; row += rows) {
		const uint8_t *b = bits + (size_t)row * pitch_B;

		for (rows = 1; row + rows < h && same_row(b, b + (size_t)rows * pitch_B, (w + 7) / 8);)
			rows++;
		for (int32_t from = 0, to; from < w; from = to) {
			for (; from < w && !bit(b, from);)
				from++;
			for (to = from; to < w && bit(b, to);)
				to++;
			if (to > from)
				fl_fill_rect(g, x + from, y + row, to - from, rows, color);
		}
	}
}

/* The dword of a row that begins at its pixel x: pixels in [from, to) only, the left one in bit 0. That order is sent with
 * BYTE_PIX_ORDER = LSB_TO_MSB: the guide counts the other one over dwords, xf86-video-ati over bytes, and only this one
 * is the same for both. */
static uint32_t row_dword(const uint8_t *row, int32_t x, int32_t from, int32_t to)
{
	uint32_t word = 0;

	if (x >= from && x + 32 <= to && !(x & 7)) {
		/* The common case, whole bytes: turn the bits around in all four at once. */
		row += x / 8;
		word = (uint32_t)row[0] | (uint32_t)row[1] << 8 | (uint32_t)row[2] << 16 | (uint32_t)row[3] << 24;
		word = (word >> 1 & 0x55555555u) | (word & 0x55555555u) << 1;
		word = (word >> 2 & 0x33333333u) | (word & 0x33333333u) << 2;
		return (word >> 4 & 0x0f0f0f0fu) | (word & 0x0f0f0f0fu) << 4;
	}
	for (int32_t i = 0; i < 32; i++)
		if (x + i >= from && x + i < to && bit(row, x + i))
			word |= 1u << i;
	return word;
}

/* A piece of a bitmap: its pixels [left, right) go to (x, y) and on, row_dw dwords a row. */
struct glyph {
	int32_t x, y, left, right, row_dw, rows;
	const uint8_t *bits;
	uint32_t pitch_B;
};

static uint32_t glyph_dword(const struct glyph *m, int32_t i)
{
	return row_dword(m->bits + (size_t)(i / m->row_dw) * m->pitch_B, m->left + i % m->row_dw * 32, m->left,
			 m->right);
}

static uint32_t mono_gmc(const struct fl_2d *g)
{
	return g->gmc | R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__NONE) |
	       R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__MONO_TRANSPARENT) |
	       R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE__HOSTDATA) |
	       R500_DP_GUI_MASTER_CNTL__GMC_ROP3(FL_ROP_SRCCOPY) | R500_DP_GUI_MASTER_CNTL__GMC_BYTE_PIX_ORDER(1);
}

/* R5xx guide 6.2.2.3, HOSTDATA_BLT: settings, colors, place, size, dwords. */
static void mono_by_packet(struct fl_2d *g, const struct glyph *m, uint32_t color)
{
	uint32_t n_dw = (uint32_t)(m->rows * m->row_dw);
	uint32_t *p = fl_cs_room(g->cs, n_dw + 10);

	p = fl_cs_reg(p, R500_DP_CNTL, FL_2D_FORWARD);
	p = fl_cs_pkt3(p, FL_OP_HOSTDATA_BLT, n_dw + 7);
	*p++ = mono_gmc(g);
	*p++ = g->dst_pitch_offset; /* the settings hold it because bit 1 of the word before is set */
	*p++ = color;
	*p++ = 0; /* the background, which a transparent source leaves alone */
	*p++ = fl_2d_yx(m->x, m->y);
	*p++ = fl_2d_yx(m->row_dw * 32, m->rows);
	*p++ = n_dw;
	for (int32_t i = 0; i < (int32_t)n_dw; i++)
		*p++ = glyph_dword(m, i);
	fl_cs_done(g->cs, p);
	g->last_valid = false;
}

static void mono_by_registers(struct fl_2d *g, const struct glyph *m, uint32_t color)
{
	int32_t n_dw = m->rows * m->row_dw;
	struct fl_2d_out o = fl_2d_state(g, mono_gmc(g), 0, FL_2D_FORWARD, 3);

	fl_2d_put(&o, R500_DP_SRC_FRGD_CLR, color);
	fl_2d_put(&o, R500_DST_Y_X, fl_2d_yx(m->x, m->y));
	fl_2d_put(&o, R500_DST_HEIGHT_WIDTH, fl_2d_yx(m->row_dw * 32, m->rows));
	for (int32_t i = 0; i < n_dw && fl_2d_fifo(g, 1) == FL_OK; i++)
		/* The last dword goes to HOST_DATA_LAST, which ends the transfer (xf86-video-ati). */
		fl_write32(g->dev, i + 1 < n_dw ? R500_HOST_DATA(i % 8) : R500_HOST_DATA_LAST, glyph_dword(m, i));
}

enum fl_code fl_mono(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const uint8_t *bits, uint32_t pitch_B,
		     uint32_t color)
{
	const int32_t batch_dw = (int32_t)FL_CS_MIN_DW - 64;
	int32_t left, right, top, bottom, row_dw, rows_max;

	if (!g->dst || w < 0 || h < 0 || w > 16384 || h > 16384 || x < -16384 || x > 16384 || y < -16384 || y > 16384) {
		if (!g->code)
			fl_fail(&g->err, FL_USAGE, "mono expansion: no target, or %d x %d pixels at (%d, %d)", (int)w,
				(int)h, (int)x, (int)y);
		return fl_2d_fail(g, FL_USAGE);
	}
	if (!(g->caps & FL_2D_HOST_DATA)) {
		mono_by_fills(g, x, y, w, h, bits, pitch_B, color);
		return g->code;
	}

	/* What of the bitmap is visible. Bits that are clipped become zeros, which draw nothing; so does the padding of
	 * each row to a dword. No scissor is needed. */
	left = x < g->x0 ? g->x0 - x : 0;
	top = y < g->y0 ? g->y0 - y : 0;
	right = x + w > g->x1 ? g->x1 - x : w;
	bottom = y + h > g->y1 ? g->y1 - y : h;
	if (left >= right || top >= bottom)
		return g->code;
	row_dw = (right - left + 31) / 32;
	/* As many rows at a time as a batch surely holds. */
	rows_max = batch_dw / row_dw;
	for (int32_t row = top, rows; row < bottom; row += rows) {
		struct glyph m = {x + left, y + row, left, right, row_dw, 0, bits + (size_t)row * pitch_B, pitch_B};

		rows = m.rows = bottom - row < rows_max ? bottom - row : rows_max;
		if (g->cs)
			mono_by_packet(g, &m, color);
		else
			mono_by_registers(g, &m, color);
	}
	return g->code;
}
