/* SPDX-License-Identifier: MIT
 *
 * The 2D engine of R100 to R5xx: host data. Rows are padded to dwords; a scissor keeps the padding out of
 * sight (as xf86-video-ati does it), except where it is transparent anyway.
 */
#include "lib/r500/draw2d.h"

#include <string.h>

struct rows {
	const struct fl_2d_host *h;
	uint32_t bytes_px, row_dw, row_px;
	int32_t right; /* the first pixel of a row that is not drawn */
};

static struct rows layout(const struct fl_2d *g, const struct fl_2d_host *h)
{
	struct rows r = {.h = h, .bytes_px = g->dst->bytes_px};
	uint32_t w = (uint32_t)(h->to.x1 - h->to.x0), px = h->bitmap ? 32 : 4 / r.bytes_px;

	r.row_dw = (w + px - 1) / px;
	r.row_px = r.row_dw * px;
	r.right = h->left + (int32_t)w;
	return r;
}

/* 32 bits of a row from its pixel x on, the left one in bit 0, zeros from the right edge on. For that order
 * see brush_words(). In line: text is made of these. */
static inline __attribute__((always_inline)) uint32_t bits32(const uint8_t *row, int32_t x, int32_t right)
{
	uint32_t word = 0;

	if (x + 32 <= right && !(x & 7)) {
		/* The common case, whole bytes: turn the bits around in all four at once. The compiler takes
		 * memcpy() for a call of a function here. */
		__builtin_memcpy(&word, row + x / 8, 4);
		word = (word >> 1 & 0x55555555u) | (word & 0x55555555u) << 1;
		word = (word >> 2 & 0x33333333u) | (word & 0x33333333u) << 2;
		return (word >> 4 & 0x0f0f0f0fu) | (word & 0x0f0f0f0fu) << 4;
	}
	for (int32_t i = 0; i < 32 && x + i < right; i++)
		if (fl_2d_bit(row, x + i))
			word |= 1u << i;
	return word;
}

/* Dword k of a row. Nothing beyond the row's last pixel is read. */
static inline __attribute__((always_inline)) uint32_t word_at(const struct rows *r, const uint8_t *row,
							      uint32_t k)
{
	const struct fl_2d_host *h = r->h;
	size_t from, end;
	uint32_t word = 0;

	if (h->bitmap)
		return bits32(row, h->left + (int32_t)(32 * k), r->right);
	from = (size_t)h->left * r->bytes_px + 4 * k;
	end = (size_t)r->right * r->bytes_px;
	if (from + 4 <= end)
		__builtin_memcpy(&word, row + from, 4);
	else
		memcpy(&word, row + from, end - from);
	return word;
}

/* Dwords k to k + n - 1 of a row */
static __attribute__((noinline)) uint32_t *words_of(const struct rows *r, const uint8_t *row, uint32_t k,
						    uint32_t n, uint32_t *p)
{
	for (; n--; k++)
		*p++ = word_at(r, row, k);
	return p;
}

/* R5xx guide 6.2.2.3, HOSTDATA_BLT: settings, colors, place, size, dwords. */
static void by_packet(struct fl_2d *g, const struct e2_op *op, const struct rows *r,
		      const struct fl_2d_box *clip)
{
	const struct fl_2d_host *h = r->h;
	uint32_t n_rows = (uint32_t)(h->to.y1 - h->to.y0);
	struct e2_out o = fl_r500_e2_state(g, op, 0, true);
	uint32_t *head, *p;

	e2_done(&o);
	head = fl_cs_room(g->cs, 1 + E2_SETTINGS_DW + 5 + n_rows * r->row_dw);
	p = fl_r500_e2_settings(g, head + 1, op, clip);
	*p++ = h->bitmap ? h->bitmap->color : 0;
	*p++ = h->bitmap && h->bitmap->opaque ? h->bitmap->background : 0;
	*p++ = e2_yx(h->to.y0 - op->base_y, h->to.x0 - op->base_x);
	*p++ = e2_yx((int32_t)n_rows, (int32_t)r->row_px);
	*p++ = n_rows * r->row_dw;
	for (const uint8_t *row = h->rows; n_rows--; row += h->pitch_B)
		p = words_of(r, row, 0, r->row_dw, p);
	*head = R500_TYPE3(R500_PKT3_HOSTDATA_BLT, (uint32_t)(p - head) - 1);
	fl_cs_done(g->cs, p);
	e2_of(g)->valid &= ~(1u << E2_SRC_FRGD | 1u << E2_SRC_BKGD);
}

static void by_registers(struct fl_2d *g, const struct e2_op *op, const struct rows *r,
			 const struct fl_2d_box *clip)
{
	const struct fl_2d_host *h = r->h;
	uint32_t n = (uint32_t)(h->to.y1 - h->to.y0) * r->row_dw;
	struct e2_out o = fl_r500_e2_state(g, op, 6, false);

	if (h->bitmap) {
		e2_set(&o, E2_SRC_FRGD, h->bitmap->color);
		if (h->bitmap->opaque)
			e2_set(&o, E2_SRC_BKGD, h->bitmap->background);
	}
	if (clip) {
		e2_set(&o, E2_SC_TOP_LEFT, e2_yx(clip->y0 - op->base_y, clip->x0 - op->base_x));
		e2_set(&o, E2_SC_BOTTOM_RIGHT, e2_yx(clip->y1 - op->base_y, clip->x1 - op->base_x));
	}
	e2_put2(&o, R500_DST_Y_X, e2_yx(h->to.y0 - op->base_y, h->to.x0 - op->base_x),
		e2_yx(h->to.y1 - h->to.y0, (int32_t)r->row_px));
	e2_done(&o);
	const uint8_t *row = h->rows;

	for (uint32_t i = 0, k = 0; i < n && fl_r500_e2_fifo(g, 1) == FL_OK; i++) {
		uint32_t word;

		words_of(r, row, k, 1, &word);
		/* The last dword goes to HOST_DATA_LAST, which ends the transfer (xf86-video-ati). */
		fl_write32(g->dev, i + 1 < n ? R500_HOST_DATA(i % 8) : R500_HOST_DATA_LAST, word);
		if (++k == r->row_dw) {
			k = 0;
			row += h->pitch_B;
		}
	}
}

void fl_r500_e2_host(struct fl_2d *g, const struct fl_2d_host *h)
{
	struct rows r = layout(g, h);
	bool transparent = h->bitmap && !h->bitmap->opaque;
	bool padded = r.row_px != (uint32_t)(h->to.x1 - h->to.x0);
	const struct fl_2d_box *clip = padded && !transparent ? &h->to : NULL;
	struct e2_op op = {.rop = h->rop, .dp_cntl = E2_FORWARD, .brush = h->brush, .src_key = !h->bitmap};

	op.gmc = R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE__HOSTDATA) |
		 R500_DP_GUI_MASTER_CNTL__GMC_BYTE_PIX_ORDER(h->bitmap != NULL) |
		 R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(
		     !h->bitmap    ? R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__SAME_AS_DST
		     : transparent ? R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__MONO_TRANSPARENT
				   : R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__MONO_OPAQUE);
	fl_r500_e2_base(g, &h->to, &op);
	if (g->cs) {
		by_packet(g, &op, &r, clip);
	} else {
		op.gmc |= R500_DP_GUI_MASTER_CNTL__GMC_DST_CLIPPING(clip != NULL);
		by_registers(g, &op, &r, clip);
	}
}
