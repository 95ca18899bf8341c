/* SPDX-License-Identifier: MIT
 *
 * HiZ: test and update. R5xx guide 9 has the rules; it leaves open
 * - where a block stands in the RAM ("formula 1 in section 2.2" is not printed). A dword is 8x8 pixels, the
 *   pipes' pixels are numbered as if they stood side by side, rows of ZB_HIZ_PITCH: Mesa r300_texture_desc.c
 *   ("01012323"). Of the bytes, the lowest is taken to be the upper left 4x4, then right, then down.
 * - what HZ_ADJ adds: the bounds that are compared here have their own slack, and HZ_ADJ, HZ_Z0MIN and
 *   HZ_Z0MAX change nothing.
 * - the floating point format: taken to be as 13E3 of ZB_FORMAT is (zb.h), with HIZ_FP_EXP_BITS bits that
 *   count.
 * - how many lines the Z cache has, and so what a draw that moves depths away leaves in it when the next draw
 *   is tested: none, for a chip's cache is small beside a picture (mr500_hiz_recedes()).
 * - HIZ_EQUAL_REJECT_ENABLE: taken to compare as LESS does where SC sends the minimum, as GREATER where the
 *   maximum.
 */
#include "hw/model/r500/zb_hiz.h"

#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/r500/rb.h"
#include "hw/model/r500/sc.h"
#include "hw/model/r500/zb.h"
#include "hw/regs/r500.h"

uint8_t mr500_hiz_floor(const struct mr500_hiz *h, uint32_t z24)
{
	uint32_t top;
	unsigned n, most = (1u << h->exp_bits) - 1, left = 8u - h->exp_bits;

	if (!h->exp_bits)
		return (uint8_t)(z24 >> 16);
	top = (h->count_ones ? ~z24 : z24) << 8;
	n = top ? (unsigned)__builtin_clz(top) : 24;
	n = n > most ? most : n;
	/* the bit that ends the count is left out, if there is one */
	unsigned skip = n < most ? n + 1 : most;
	uint32_t m = skip < 24 ? (z24 << skip & 0xffffff) >> (24 - left) : 0;
	return (uint8_t)((h->count_ones ? n : most - n) << left | m);
}

/* The least depth of 24 bits with this code in the depth buffer. */
static uint32_t z24_of(const struct fl_pixel_depth *zb_format, uint32_t code)
{
	unsigned n = code >> 13;
	uint32_t m = code & 0x1fff;

	switch (zb_format->format) {
	case FL_PIXEL_Z16:
		return code << 8;
	case FL_PIXEL_Z13E3:
		if (zb_format->count_ones)
			return (0xffffffu << (24 - n) & 0xffffff) | m << (n < 7 ? 10 - n : 4);
		n = 7 - n;
		return n < 7 ? 1u << (23 - n) | m << (10 - n) : m << 4;
	default:
		return code;
	}
}

/* ---- the RAM ------------------------------------------------------------------------------------------- */
static uint32_t place(const struct mr500 *r, const struct mr500_hiz *h, unsigned x, unsigned y,
		      unsigned *pipe)
{
	static const uint8_t width[5] = {16, 16, 32, 48,
					 32}; /* pixels in which a pipe has two blocks side by side */
	unsigned w = width[h->pipes], column = x / w * 2 + (x >> 3 & 1);
	unsigned row = h->pipes == 4 ? y / 32 * 2 + (y >> 3 & 1) : y / 8,
		 per_row = (h->pitch_px + w - 1) / w * 2;

	*pipe = mr500_rb_pipe(h->pipes, x, y);
	return (h->offset_dw + row * per_row + column) % r->variant->hiz_dw;
}

/* ---- state --------------------------------------------------------------------------------------------- */
void mr500_hiz_decode(struct mr500 *r, struct mr500_zb *zb)
{
	uint32_t bw = R500_REG(r, ZB_BW_CNTL), sc = R500_REG(r, SC_HYPERZ_EN);
	bool is_r5xx = r->variant->kind == MR500_KIND_R5XX;
	struct mr500_hiz *h = &zb->hiz;

	memset(h, 0, sizeof(*h));
	zb->hiz_test = MR500_HIZ_PASS;
	zb->hiz_max = R500_SC_HYPERZ_EN__HZ_MAX__GET(sc);
	if (!R500_ZB_BW_CNTL__HIZ_ENABLE__GET(bw) || !r->variant->hiz_dw ||
	    zb->base.path == FL_PIXEL_DEPTH_CLEAR)
		return;
	h->update = true;
	h->min = R500_ZB_BW_CNTL__HIZ_MIN__GET(bw);
	h->pipes = (uint8_t)mr500_rb_z_pipes(r);
	h->offset_dw = R500_ZB_HIZ_OFFSET__HIZ_OFFSET__GET(R500_REG(r, ZB_HIZ_OFFSET));
	h->pitch_px = R500_ZB_HIZ_PITCH__HIZ_PITCH__GET(R500_REG(r, ZB_HIZ_PITCH)) << 4;
	if (is_r5xx) {
		h->exp_bits = R500_ZB_BW_CNTL__HIZ_FP_EXP_BITS__GET(bw);
		h->count_ones = !R500_ZB_BW_CNTL__HIZ_FP_INVERT__GET(bw);
		if (h->exp_bits > 5) {
			mr500_report(r, FL_WARN, "ZB", "R5xx guide 11.12",
				     "ZB_BW_CNTL.HIZ_FP_EXP_BITS is %u: 0 to 5 are legal", h->exp_bits);
			h->exp_bits = 5;
		}
	}
	if (!R500_SC_HYPERZ_EN__HZ_EN__GET(sc) || !zb->base.depth_on)
		return;
	switch (zb->base.func) { /* the table in R5xx guide 9.3 */
	case FL_PIXEL_IF_NEVER:
		zb->hiz_test = MR500_HIZ_ALL;
		break;
	case FL_PIXEL_IF_LESS:
	case FL_PIXEL_IF_LESS_EQUAL:
		zb->hiz_test = MR500_HIZ_ABOVE;
		break;
	case FL_PIXEL_IF_GREATER_EQUAL:
	case FL_PIXEL_IF_GREATER:
		zb->hiz_test = MR500_HIZ_BELOW;
		break;
	case FL_PIXEL_IF_EQUAL:
		if (is_r5xx && R500_ZB_BW_CNTL__HIZ_EQUAL_REJECT_ENABLE__GET(bw))
			zb->hiz_test = zb->hiz_max ? MR500_HIZ_BELOW : MR500_HIZ_ABOVE;
		break;
	default:
		break;
	}
}

static bool may_change(const struct fl_pixel_stencil *s)
{
	return s->write_mask && (s->fail || s->zfail);
}

void mr500_hiz_check(struct mr500 *r, const struct mr500_draw *d)
{
	const struct mr500_zb *zb = mr500_zb_of(d->base.depth);
	bool below = zb->hiz_test == MR500_HIZ_BELOW;

	if (R500_ZB_BW_CNTL__HIZ_ENABLE__GET(R500_REG(r, ZB_BW_CNTL)) && !r->variant->hiz_dw)
		mr500_report(r, FL_WARN, "ZB", "R5xx guide 9", "ZB_BW_CNTL.HIZ_ENABLE: the %s has no HiZ RAM",
			     r->variant->name);
	if (zb->hiz_test == MR500_HIZ_PASS)
		return;
	if (zb->hiz_test != MR500_HIZ_ALL && zb->hiz_max != below)
		mr500_report(r, FL_WARN, "SC", "R5xx guide 9.3",
			     "SC_HYPERZ_EN.HZ_MAX is %u with ZFUNC %u: the farther depth of a block is "
			     "tested, and blocks that are partly visible are dropped",
			     zb->hiz_max, zb->base.func);
	if (zb->hiz_test != MR500_HIZ_ALL && zb->hiz.min != below)
		mr500_report(r, FL_WARN, "ZB", "R5xx guide 9.3",
			     "ZB_BW_CNTL.HIZ_MIN is %u with ZFUNC %u: the RAM gets the nearer depth of a "
			     "block, and what is visible there will be dropped",
			     zb->hiz.min, zb->base.func);
	if (d->base.samples == 1 && d->base.scan->n_pos > 1)
		mr500_report(r, FL_WARN, "SC", "R5xx guide 10.4.6",
			     "HiZ is on, but GB_MSPOS gives the pixels of a quad different places: it has to "
			     "be off then");
	if (mr500_fg_takes_depth(d->fg))
		mr500_report(
		    r, FL_WARN, "SC", "R5xx guide 9.1",
		    "HiZ is on, but the shader outputs a depth: the depth of the raster decides what "
		    "is dropped");
	if (zb->base.stencil_on && (may_change(&zb->base.face[0]) || may_change(&zb->base.face[1])))
		mr500_report(
		    r, FL_WARN, "SC", "R5xx guide 9.1",
		    "HiZ is on, and stencil changes where a test fails: not where HiZ drops the block");
}

bool mr500_hiz_recedes(const struct mr500_zb *zb)
{
	const unsigned func = zb->base.func;

	if (!zb->hiz.update || !zb->base.write)
		return false;
	switch (func) {
	case FL_PIXEL_IF_NEVER:
	case FL_PIXEL_IF_EQUAL:
		return false;
	case FL_PIXEL_IF_LESS:
	case FL_PIXEL_IF_LESS_EQUAL:
		return zb->hiz.min;
	case FL_PIXEL_IF_GREATER_EQUAL:
	case FL_PIXEL_IF_GREATER:
		return !zb->hiz.min;
	default:
		return true;
	}
}

/* ---- a block ------------------------------------------------------------------------------------------- */
uint64_t mr500_hiz_visible(const struct mr500 *r, const struct mr500_draw *d, unsigned x, unsigned y,
			   uint32_t low, uint32_t high)
{
	/* the quads of a 4x4 are two of a row and two of the next: FL_WAVE_QUADS in lane order */
	static const uint64_t lanes[4] = {UINT64_C(0x0000000000ff00ff), UINT64_C(0x00000000ff00ff00),
					  UINT64_C(0x00ff00ff00000000), UINT64_C(0xff00ff0000000000)};
	const struct mr500_zb *zb = mr500_zb_of(d->base.depth);
	uint64_t pass = 0;
	unsigned pipe;
	uint32_t at, word;
	uint8_t z;

	if (zb->hiz_test == MR500_HIZ_ALL)
		return 0;
	at = place(r, &zb->hiz, x, y, &pipe);
	word = r->rb->hiz[pipe][at];
	z = mr500_hiz_floor(&zb->hiz, zb->hiz_max ? high : low);
	for (unsigned i = 0; i < 4; i++) {
		uint8_t h = (uint8_t)(word >> 8 * i);

		if (!(zb->hiz_test == MR500_HIZ_BELOW ? z < h : z > h))
			pass |= lanes[i];
	}
	return pass;
}

/* ---- evictions ----------------------------------------------------------------------------------------- */
static uint32_t code_at(const struct fl_tile_buf *b, unsigned x, unsigned y, unsigned s)
{
	const uint8_t *p = b->px + ((y * FL_TILE_PX + x) * b->samples + s) * b->cpp;
	uint16_t half;
	uint32_t word;

	if (b->cpp == 2) {
		memcpy(&half, p, 2);
		return half;
	}
	memcpy(&word, p, 4);
	return word >> 8;
}

void mr500_hiz_evict(struct mr500 *r, const struct fl_tile_buf *b)
{
	const struct mr500_hiz *h = &mr500_surface_of(b)->hiz;
	const struct fl_pixel_depth format = {.format = mr500_surface_of(b)->z_format,
					      .count_ones = mr500_surface_of(b)->z_count_ones};

	if (!h->update)
		return;
	for (unsigned y = 0; y < FL_TILE_PX; y += 4) {
		/* quad rows y / 2 and y / 2 + 1 are the halves of one word */
		uint64_t row = b->dirty[y / 4];

		for (unsigned x = 0; row && x < FL_TILE_PX; x += 4) {
			if (!((row | row >> 32) >> x / 2 & 3))
				continue;
			uint32_t far = code_at(b, x, y, 0);

			/* codes keep the order of depths */
			for (unsigned j = 0; j < 4; j++)
				for (unsigned i = 0; i < 4; i++)
					for (unsigned s = 0; s < b->samples; s++) {
						uint32_t c = code_at(b, x + i, y + j, s);

						far = h->min ? (c < far ? c : far) : (c > far ? c : far);
					}
			unsigned px = b->tx * FL_TILE_PX + x, py = b->ty * FL_TILE_PX + y, pipe;
			uint32_t *word = &r->rb->hiz[0][place(r, h, px, py, &pipe)];
			unsigned shift = (y >> 2 & 1) * 16 + (x >> 2 & 1) * 8;

			word += pipe * MR500_RB_RAM_DW;
			*word = (*word & ~(0xffu << shift)) |
				(uint32_t)mr500_hiz_floor(h, z24_of(&format, far)) << shift;
		}
	}
}
