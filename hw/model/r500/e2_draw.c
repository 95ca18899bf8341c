/* SPDX-License-Identifier: MIT
 *
 * E2 at work: one job on memory, pixel by pixel; solid fills and plain copies of linear surfaces row by row.
 */
#include "hw/model/r500/e2.h"
#include "hw/model/r500/tile_addr.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define SECTION       "R5xx guide 6.2.2"
#define CMP_FUNCTIONS (R500_CLR_CMP_CNTL__CLR_CMP_SRC__MASK | R500_CLR_CMP_CNTL__CLR_CMP_DST__MASK)

/* A surface while a job runs, with the range of memory that was used last: most pixels need no look-up. */
struct view {
	const struct fl_mem *mem;
	const struct mr500_e2_surface *s;
	unsigned cpp;
	uint64_t base, left_B; /* of the range at host */
	uint8_t *host;
	bool missed;
};

static uint8_t *at_byte(struct view *v, uint64_t addr, unsigned n)
{
	if (!v->host || addr < v->base || addr - v->base + n > v->left_B) {
		v->base = addr;
		v->host = fl_mem_at(v->mem, addr, &v->left_B);
		if (!v->host || v->left_B < n) {
			v->host = NULL;
			v->missed = true;
			return NULL;
		}
	}
	return v->host + (addr - v->base);
}

static uint64_t pixel_addr(const struct view *v, int x, int y)
{
	const struct mr500_e2_surface *s = v->s;

	if (!s->macro && !s->micro)
		return s->addr + (uint64_t)((int64_t)y * s->pitch_B + (int64_t)x * v->cpp);
	if (x < 0 || y < 0)
		return ~UINT64_C(0) - 16; /* tiled surfaces have nothing to the left and above */
	return s->addr + mr500_tile_addr((uint32_t)x, (uint32_t)y, v->cpp, s->pitch_B / v->cpp,
					 s->micro ? MR500_MICRO_TILED : MR500_MICRO_LINEAR, s->macro);
}

static uint32_t load(const uint8_t *p, unsigned cpp)
{
	uint32_t v = 0;

	memcpy(&v, p, cpp);
	return v;
}

static uint32_t rop3(uint8_t rop, uint32_t p, uint32_t s, uint32_t d)
{
	uint32_t out = 0;

	/* Bit i of the code is the result where pattern, source, destination are the bits of i. */
	for (unsigned i = 0; i < 8; i++)
		if (rop >> i & 1)
			out |= (i & 4 ? p : ~p) & (i & 2 ? s : ~s) & (i & 1 ? d : ~d);
	return out;
}

static bool mono_bit(const uint8_t *bytes, uint64_t bit, bool lsb_first)
{
	return bytes[bit / 8] >> (lsb_first ? bit % 8 : 7 - bit % 8) & 1;
}

/* The brush at a pixel. False: a transparent brush leaves it alone. */
static bool pattern(const struct mr500_e2_job *j, int x, int y, unsigned step, uint32_t *p)
{
	unsigned bx = (unsigned)(x + (int)j->brush_x) & 7, by = (unsigned)(y + (int)j->brush_y) & 7, bit;
	bool set;

	*p = 0;
	switch (j->brush) {
	case R500_BRUSH_TYPE__SOLID_COLOR:
	case R500_BRUSH_TYPE__SOLID_COLOR_14:
		*p = j->brush_fg;
		return true;
	case R500_BRUSH_TYPE__MONO_8X8_FG_BG:
	case R500_BRUSH_TYPE__MONO_8X8_FG:
		set = mono_bit((const uint8_t *)j->brush_data, by * 8 + bx, j->lsb_first);
		break;
	case R500_BRUSH_TYPE__MONO_32X1_FG_BG:
	case R500_BRUSH_TYPE__MONO_32X1_FG:
		bit = (j->brush_ptr + step) & 31;
		set = j->brush_data[0] >> (j->lsb_first ? bit : 31 - bit) & 1;
		break;
	case R500_BRUSH_TYPE__COLOR_8X8:
		memcpy(p, (const uint8_t *)j->brush_data + (by * 8 + bx) * j->cpp, j->cpp);
		return true;
	default:
		return true;
	}
	*p = set ? j->brush_fg : j->brush_bg;
	return set || j->brush == R500_BRUSH_TYPE__MONO_8X8_FG_BG ||
	       j->brush == R500_BRUSH_TYPE__MONO_32X1_FG_BG;
}

/* Color compare. On cards function 4 draws where the source is NOT the key, and 5 where it is: pixels read
 * back on an RV515 agree with how xf86-video-ati uses them. The guide has the two the other way round. The
 * destination's functions follow the guide: 4 keeps pixels that are the key, 5 those that are not. */
static bool compare(const struct mr500_e2_job *j, uint32_t *s, uint32_t d)
{
	unsigned which = R500_CLR_CMP_CNTL__CMP_ENABLE__GET(j->cmp_cntl);
	bool src_ok = true, dst_ok = true;

	if (which == R500_CLR_CMP_CNTL__CMP_ENABLE__SRC ||
	    which == R500_CLR_CMP_CNTL__CMP_ENABLE__SRC_AND_DST) {
		bool eq = !((*s ^ j->cmp_src) & j->cmp_mask);

		switch (R500_CLR_CMP_CNTL__CLR_CMP_SRC__GET(j->cmp_cntl)) {
		case R500_CLR_CMP_FCN__TRUE:
			src_ok = false;
			break;
		case R500_CLR_CMP_FCN__EQ_COLOR:
			src_ok = !eq;
			break;
		case R500_CLR_CMP_FCN__NEQ_COLOR:
			src_ok = eq;
			break;
		case R500_CLR_CMP_FCN__EQ_FLIP:
			if (eq)
				*s ^= j->fg;
			break;
		}
	}
	if (which == R500_CLR_CMP_CNTL__CMP_ENABLE__DST ||
	    which == R500_CLR_CMP_CNTL__CMP_ENABLE__SRC_AND_DST) {
		bool eq = !((d ^ j->cmp_dst) & j->cmp_mask);

		switch (R500_CLR_CMP_CNTL__CLR_CMP_DST__GET(j->cmp_cntl)) {
		case R500_CLR_CMP_FCN__TRUE:
			dst_ok = false;
			break;
		case R500_CLR_CMP_FCN__EQ_COLOR:
			dst_ok = !eq;
			break;
		case R500_CLR_CMP_FCN__NEQ_COLOR:
			dst_ok = eq;
			break;
		}
	}
	return src_ok && dst_ok;
}

static void put(const struct mr500_e2_job *j, struct view *dst, int x, int y, unsigned step, uint32_t s)
{
	uint8_t *to;
	uint32_t p, d, out;

	if (x < j->cx0 || x >= j->cx1 || y < j->cy0 || y >= j->cy1 || !pattern(j, x, y, step, &p))
		return;
	to = at_byte(dst, pixel_addr(dst, x, y), j->cpp);
	if (!to)
		return;
	d = load(to, j->cpp);
	if (!compare(j, &s, d))
		return;
	out = rop3(j->rop, p, s, d);
	out = (out & j->write_mask) | (d & ~j->write_mask);
	memcpy(to, &out, j->cpp);
}

/* The source at column i, row k of the rectangle, counted from its left and upper pixel. False:
 * transparent. */
static bool source(const struct mr500_e2_job *j, struct view *src, unsigned i, unsigned k, int sx, int sy,
		   uint32_t *s)
{
	bool set = false;

	*s = 0;
	if (j->source == E2_SRC_NONE)
		return true;
	if (j->source == E2_SRC_HOST) {
		uint64_t row = j->src_type == R500_SRC_TYPE__SAME_AS_DST ? (uint64_t)j->w * j->cpp * 8 : j->w,
			 bit;

		row = j->byte_aligned ? (row + 7) / 8 * 8 : row;
		bit = row * k + (j->src_type == R500_SRC_TYPE__SAME_AS_DST ? (uint64_t)i * j->cpp * 8 : i);
		if (bit / 32 >= j->host_dw) /* Undefined on a card; the model takes zeros. */
			return j->src_type != R500_SRC_TYPE__MONO_TRANSPARENT;
		if (j->src_type == R500_SRC_TYPE__SAME_AS_DST) {
			*s = load((const uint8_t *)j->host + bit / 8, j->cpp);
			return true;
		}
		set = mono_bit((const uint8_t *)j->host, bit, j->lsb_first);
	} else {
		if (sx >= j->sc_x1 || sy >= j->sc_y1)
			return false;
		if (j->src_type == R500_SRC_TYPE__SAME_AS_DST) {
			const uint8_t *from = at_byte(src, pixel_addr(src, sx, sy), j->cpp);

			if (from)
				*s = load(from, j->cpp);
			return from != NULL;
		}
		const uint8_t *from =
		    at_byte(src, j->src.addr + (uint64_t)((int64_t)sy * j->src.pitch_B + (sx >> 3)), 1);
		set = from && mono_bit(from, sx & 7, j->lsb_first);
	}
	*s = set ? j->fg : j->bg;
	return set || j->src_type == R500_SRC_TYPE__MONO_OPAQUE;
}

/* Jobs that write every pixel of rows of linear surfaces are done by memory functions. True if the job was
 * one. */
static bool quick(const struct mr500_e2_job *j, const struct fl_mem *mem)
{
	bool solid = j->brush == R500_BRUSH_TYPE__SOLID_COLOR || j->brush == R500_BRUSH_TYPE__SOLID_COLOR_14;
	bool fill = j->rop == R500_ROP3__P && solid;
	bool copy = j->rop == R500_ROP3__S && j->source == E2_SRC_MEMORY &&
		    j->src_type == R500_SRC_TYPE__SAME_AS_DST && j->sc_x1 == INT_MAX && !j->src.macro &&
		    !j->src.micro && (solid || j->brush == R500_BRUSH_TYPE__NONE);
	uint32_t full = j->cpp == 4 ? ~0u : (1u << j->cpp * 8) - 1;
	int left = j->dx > 0 ? j->x : j->x - (int)j->w + 1, top = j->dy > 0 ? j->y : j->y - (int)j->h + 1;
	int sleft = j->dx > 0 ? j->sx : j->sx - (int)j->w + 1,
	    stop = j->dy > 0 ? j->sy : j->sy - (int)j->h + 1;
	int x0 = left > j->cx0 ? left : j->cx0, x1 = left + (int)j->w < j->cx1 ? left + (int)j->w : j->cx1;
	int y0 = top > j->cy0 ? top : j->cy0, y1 = top + (int)j->h < j->cy1 ? top + (int)j->h : j->cy1;

	if ((!fill && !copy) || (j->write_mask & full) != full || j->cmp_cntl & CMP_FUNCTIONS ||
	    j->dst.macro || j->dst.micro)
		return false;
	if (x0 >= x1 || y0 >= y1)
		return true;

	size_t n = (size_t)(x1 - x0) * j->cpp;
	bool slow = false;
	/* The first pass checks that all rows lie in memory and that none smears; the second moves them. */
	for (int pass = 0; pass < 2 && !slow; pass++)
		for (int i = 0; i < y1 - y0 && !slow; i++) {
			int y = j->dy > 0 ? y0 + i : y1 - 1 - i;
			int64_t at = (int64_t)y * j->dst.pitch_B + (int64_t)x0 * j->cpp;
			int64_t src_at = (int64_t)(y - top + stop) * j->src.pitch_B +
					 (int64_t)(x0 - left + sleft) * j->cpp;
			uint8_t *to = fl_mem_span(mem, j->dst.addr + (uint64_t)at, n);
			uint8_t *from = copy ? fl_mem_span(mem, j->src.addr + (uint64_t)src_at, n) : to;

			if (pass == 0) {
				/* An overlap against the direction smears pixel by pixel; memmove() does
				 * not. */
				slow = !to || !from ||
				       (copy && (j->dx > 0 ? to > from && to < from + n
							   : to < from && to + n > from));
			} else if (copy) {
				memmove(to, from, n);
			} else {
				for (size_t k = 0; k < n; k += j->cpp)
					memcpy(to + k, &j->brush_fg, j->cpp);
			}
		}
	return !slow;
}

static void rect(const struct mr500_e2_job *j, struct view *dst, struct view *src)
{
	for (unsigned k = 0; k < j->h; k++)
		for (unsigned i = 0; i < j->w; i++) {
			/* Host data comes row by row from the upper left corner, whatever the direction. */
			unsigned col = j->dx > 0 ? i : j->w - 1 - i, row = j->dy > 0 ? k : j->h - 1 - k;
			uint32_t s;

			if (source(j, src, col, row, j->sx + (int)i * j->dx, j->sy + (int)k * j->dy, &s))
				put(j, dst, j->x + (int)i * j->dx, j->y + (int)k * j->dy, i, s);
		}
}

/* Bresenham, from the start up to but not including the end (xf86-video-ati draws the last pixel apart). */
static void line(const struct mr500_e2_job *j, struct view *dst)
{
	int ax = abs(j->x1 - j->x), ay = abs(j->y1 - j->y), sx = j->x1 >= j->x ? 1 : -1,
	    sy = j->y1 >= j->y ? 1 : -1;
	int major = ax >= ay ? ax : ay, minor = ax >= ay ? ay : ax, err = 2 * minor - major, x = j->x,
	    y = j->y;

	for (int i = 0; i < major; i++) {
		put(j, dst, x, y, (unsigned)i, 0);
		if (err > 0) {
			x += ax >= ay ? 0 : sx;
			y += ax >= ay ? sy : 0;
			err -= 2 * major;
		}
		err += 2 * minor;
		x += ax >= ay ? sx : 0;
		y += ax >= ay ? 0 : sy;
	}
}

/* In units of fl_work(). Rows that memory functions move cost less, which does not matter to a budget. */
static uint64_t cost(const struct mr500_e2_job *j)
{
	int dx = abs(j->x1 - j->x), dy = abs(j->y1 - j->y);

	return j->kind == E2_LINE ? 64 + 16ull * (unsigned)(dx > dy ? dx : dy) : 64 + 8ull * j->w * j->h;
}

void mr500_e2_draw(struct mr500 *r, const struct mr500_e2_job *j)
{
	struct view dst = {.mem = &r->base.mem, .s = &j->dst, .cpp = j->cpp};
	struct view src = {.mem = &r->base.mem, .s = &j->src, .cpp = j->cpp};
	const char *which;

	if (j->source == E2_SRC_MEMORY &&
	    mr500_rb_holds(r, j->src.addr, (uint64_t)j->src.pitch_B * (unsigned)(j->sy + (int)j->h), &which))
		mr500_report(r, FL_WARN, "E2", "R5xx guide 5.9",
			     "the source at 0x%llx is still in the cache of %s: flush it "
			     "(RB3D_DSTCACHE_CTLSTAT) before a blit",
			     (unsigned long long)j->src.addr, which);
	if (!fl_spend(&r->base, cost(j), "the 2D jobs"))
		return;
	if (j->kind == E2_LINE)
		line(j, &dst);
	else if (!quick(j, &r->base.mem))
		rect(j, &dst, &src);
	if (dst.missed)
		mr500_report(r, FL_WARN, "E2", SECTION,
			     "pixels outside memory: destination 0x%llx, pitch %u, from %d,%d, %u x %u",
			     (unsigned long long)j->dst.addr, j->dst.pitch_B, j->x, j->y, j->w, j->h);
	if (src.missed)
		mr500_report(r, FL_WARN, "E2", SECTION,
			     "source pixels outside memory: 0x%llx, pitch %u, from %d,%d, %u x %u",
			     (unsigned long long)j->src.addr, j->src.pitch_B, j->sx, j->sy, j->w, j->h);
}
