/* SPDX-License-Identifier: MIT
 *
 * 2D packets: the settings group, then what each packet says, written to the 2D engine's registers. R5xx
 * guide 6.2.2.
 *
 * Choices where the guide is silent: PAINT's and the scan lines' right and bottom edges are outside, as
 * everywhere in the interface (GDI) that these packets were made for. LOAD_PALETTE sets up a scaler that R5xx
 * does not have.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"

/* What a rectangle or a line uses up of a share of work, in dwords. */
enum { RECT_COST = 16 };

#define GUI_CONTROL(word, field) R500_PKT3_SETTINGS__GUI_CONTROL__##field##__GET(word)

static void put(struct mr500 *r, uint32_t reg, uint32_t value)
{
	mr500_reg_write(r, reg, value, MR500_CP);
}

struct reader {
	const uint32_t *dw;
	uint32_t at, n;
	bool short_of; /* something was missing */
};

static uint32_t next(struct reader *s)
{
	if (s->at < s->n)
		return s->dw[s->at++];
	s->short_of = true;
	return 0;
}

static bool more(const struct reader *s)
{
	return s->at < s->n && !s->short_of;
}

static unsigned bytes_per_pixel(unsigned dst_type)
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
	}
	return 4;
}

/* BRUSH_PACKET: the dwords that follow depend on the brush type. */
static void brush(struct mr500 *r, uint32_t gui_control, struct reader *s)
{
	unsigned type = GUI_CONTROL(gui_control, BRUSH_TYPE), n;

	switch (type) {
	case R500_BRUSH_TYPE__MONO_8X8_FG_BG:
	case R500_BRUSH_TYPE__MONO_32X1_FG_BG:
		put(r, R500_DP_BRUSH_BKGD_CLR, next(s));
		put(r, R500_DP_BRUSH_FRGD_CLR, next(s));
		put(r, R500_BRUSH_DATA(0), next(s));
		if (type == R500_BRUSH_TYPE__MONO_8X8_FG_BG)
			put(r, R500_BRUSH_DATA(1), next(s));
		break;
	case R500_BRUSH_TYPE__MONO_8X8_FG:
	case R500_BRUSH_TYPE__MONO_32X1_FG:
		put(r, R500_DP_BRUSH_FRGD_CLR, next(s));
		put(r, R500_BRUSH_DATA(0), next(s));
		if (type == R500_BRUSH_TYPE__MONO_8X8_FG)
			put(r, R500_BRUSH_DATA(1), next(s));
		break;
	case R500_BRUSH_TYPE__COLOR_8X8:
		n = 8 * 8 / 4 * bytes_per_pixel(GUI_CONTROL(gui_control, DST_TYPE));
		for (unsigned i = 0; i < n; i++)
			put(r, R500_BRUSH_DATA(i), next(s));
		break;
	case R500_BRUSH_TYPE__SOLID_COLOR:
	case R500_BRUSH_TYPE__SOLID_COLOR_14:
		put(r, R500_DP_BRUSH_FRGD_CLR, next(s));
		break;
	case R500_BRUSH_TYPE__NONE:
		break;
	default:
		mr500_report(r, FL_WARN, "CP", "R5xx guide 6.2.2",
			     "GUI_CONTROL = 0x%08x: brush type %u is reserved", gui_control, type);
		break;
	}
}

static void settings(struct mr500 *r, struct reader *s)
{
	uint32_t gui_control = next(s);

	put(r, R500_DP_GUI_MASTER_CNTL, gui_control);
	if (GUI_CONTROL(gui_control, SRC_PITCH_OFF))
		put(r, R500_SRC_PITCH_OFFSET, next(s));
	if (GUI_CONTROL(gui_control, DST_PITCH_OFF))
		put(r, R500_DST_PITCH_OFFSET, next(s));
	if (GUI_CONTROL(gui_control, SRC_CLIPPING))
		put(r, R500_SRC_SC_BOTTOM_RIGHT, next(s));
	if (GUI_CONTROL(gui_control, DST_CLIPPING)) {
		put(r, R500_SC_TOP_LEFT, next(s));
		put(r, R500_SC_BOTTOM_RIGHT, next(s));
	}
	brush(r, gui_control, s);
	if (GUI_CONTROL(gui_control, BRUSH_FLAG))
		put(r, R500_BRUSH_Y_X, next(s));
}

static uint32_t pack(uint32_t high, uint32_t low)
{
	return high << 16 | (low & 0xffff);
}

/* The body repeats [TOP | LEFT] [BOTTOM | RIGHT]. */
static void paint(struct mr500 *r, struct reader *s)
{
	while (more(s)) {
		uint32_t a = next(s), b = next(s);

		if (s->short_of)
			break;
		put(r, R500_DST_Y_X, a);
		put(r, R500_DST_HEIGHT_WIDTH, pack((b >> 16) - (a >> 16), b - a));
		r->cp->budget -= RECT_COST;
	}
}

/* The body repeats [X | Y] [WIDTH | HEIGHT]. */
static void paint_multi(struct mr500 *r, struct reader *s)
{
	while (more(s)) {
		uint32_t a = next(s), b = next(s);

		if (s->short_of)
			break;
		put(r, R500_DST_X_Y, a);
		put(r, R500_DST_WIDTH_HEIGHT, b);
		r->cp->budget -= RECT_COST;
	}
}

static void blits(struct mr500 *r, struct reader *s)
{
	while (more(s)) {
		uint32_t a = next(s), b = next(s), c = next(s);

		if (s->short_of)
			break;
		put(r, R500_SRC_X_Y, a);
		put(r, R500_DST_X_Y, b);
		put(r, R500_DST_WIDTH_HEIGHT, c);
		r->cp->budget -= RECT_COST;
	}
}

/* The last dword goes to HOST_DATA_LAST, which ends the blit. */
static void host_data(struct mr500 *r, struct reader *s, uint32_t n)
{
	for (uint32_t i = 0; i < n && more(s); i++)
		put(r, i + 1 == n ? R500_HOST_DATA_LAST : R500_HOST_DATA(i % R500_HOST_DATA__COUNT), next(s));
}

static void hostdata_blt(struct mr500 *r, struct reader *s)
{
	put(r, R500_DP_SRC_FRGD_CLR, next(s));
	put(r, R500_DP_SRC_BKGD_CLR, next(s));
	while (more(s)) {
		uint32_t base = next(s), size = next(s),
			 n = R500_PKT3_HOSTDATA_BLT__NUMBER__NUMBER__GET(next(s));

		if (s->short_of)
			break;
		if (n > s->n - s->at) {
			s->short_of = true;
			break;
		}
		put(r, R500_DST_Y_X, base);
		put(r, R500_DST_HEIGHT_WIDTH, size);
		host_data(r, s, n);
		r->cp->budget -= RECT_COST;
	}
}

/* The end of each line is the start of the next. */
static void polyline(struct mr500 *r, struct reader *s)
{
	uint32_t from = next(s);

	do {
		uint32_t to = next(s);

		if (s->short_of)
			break;
		put(r, R500_DST_LINE_START, from);
		put(r, R500_DST_LINE_END, to);
		from = to;
		r->cp->budget -= RECT_COST;
	} while (more(s));
}

/* [HEIGHT | TOP], then n times [END | START]. */
static void scan(struct mr500 *r, struct reader *s, uint32_t n)
{
	uint32_t height_top = next(s);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t v = next(s);

		if (s->short_of)
			break;
		put(r, R500_DST_Y_X, pack(height_top, v));
		put(r, R500_DST_HEIGHT_WIDTH, pack(height_top >> 16, (v >> 16) - v));
		r->cp->budget -= RECT_COST;
	}
}

static void polyscanlines(struct mr500 *r, struct reader *s)
{
	uint32_t n = next(s);

	for (uint32_t i = 0; i < n && !s->short_of; i++)
		scan(r, s, R500_PKT3_POLYSCANLINES__NUM_LINE__NUM_LINE__GET(next(s)));
}

static void trans_bitblt(struct mr500 *r, struct reader *s)
{
	put(r, R500_CLR_CMP_CNTL, next(s));
	put(r, R500_CLR_CMP_CLR_SRC, next(s));
	put(r, R500_CLR_CMP_CLR_DST, next(s));
	blits(r, s);
}

static void nextchar(struct mr500 *r, struct reader *s)
{
	put(r, R500_DST_Y_X, next(s));
	put(r, R500_DST_HEIGHT_WIDTH, next(s));
	host_data(r, s, s->n - s->at);
}

bool mr500_cp_2d_packet(struct mr500 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	struct reader s = {dw, 0, n, false};

	if (opcode & MR500_CP_WITH_SETTINGS)
		settings(r, &s);
	if (s.short_of)
		return false;
	switch (opcode) {
	case R500_PKT3_PAINT:
		paint(r, &s);
		break;
	case R500_PKT3_PAINT_MULTI:
		paint_multi(r, &s);
		break;
	case R500_PKT3_BITBLT:
	case R500_PKT3_BITBLT_MULTI:
		blits(r, &s);
		break;
	case R500_PKT3_TRANS_BITBLT:
		trans_bitblt(r, &s);
		break;
	case R500_PKT3_HOSTDATA_BLT:
		hostdata_blt(r, &s);
		break;
	case R500_PKT3_POLYLINE:
		polyline(r, &s);
		break;
	case R500_PKT3_POLYSCANLINES:
		polyscanlines(r, &s);
		break;
	case R500_PKT3_PLY_NEXTSCAN:
		scan(r, &s, n - 1);
		break;
	case R500_PKT3_NEXTCHAR:
		nextchar(r, &s);
		break;
	case R500_PKT3_SET_SCISSORS:
		put(r, R500_SC_TOP_LEFT, next(&s));
		put(r, R500_SC_BOTTOM_RIGHT, next(&s));
		break;
	case R500_PKT3_LOAD_PALETTE: /* guide 6.2.2.12: 1 is a palette of 16 entries, 2 one of 256 */
		if (dw[0] != 1 && dw[0] != 2)
			return false;
		s.at = n;
		s.short_of = n != 1 + (dw[0] == 1 ? 16u : 256u);
		mr500_report(r, FL_NOTE, "CP", "R5xx guide 6.2.2.12",
			     "LOAD_PALETTE loads the palette of a scaler that no register of R5xx leads to; "
			     "nothing was done");
		break;
	default:
		return false;
	}
	return !s.short_of && s.at == s.n;
}
