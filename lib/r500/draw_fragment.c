/* SPDX-License-Identifier: MIT
 *
 * State of the fragment shader: program, constant, texture.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

uint32_t *r500_draw_fs(struct fl_draw *d, uint32_t *p, uint32_t key)
{
	uint32_t n, last_temp, slot, first;
	const uint32_t *words = r500_fs_find(key, &n, &last_temp);

	for (slot = 0; slot < FL_PROGRAMS && d->fs_key[slot] != key; slot++)
		;
	if (slot == FL_PROGRAMS) {
		slot = d->fs_next;
		d->fs_next = (uint8_t)((slot + 1) % FL_PROGRAMS);
		d->fs_key[slot] = key;
		p = fl_cs_reg(p, R500_GA_US_VECTOR_INDEX, R500_GA_US_VECTOR_INDEX__INDEX(slot * R500_FS_SLOT));
		p = fl_cs_port(p, R500_GA_US_VECTOR_DATA, 6 * n);
		memcpy(p, words, n * 24);
		p += 6 * n;
	}
	first = slot * R500_FS_SLOT;
	p = fl_cs_reg(p, R500_US_PIXSIZE, R500_US_PIXSIZE__PIX_SIZE(last_temp));
	p = fl_cs_reg(p, R500_US_CODE_RANGE,
		      R500_US_CODE_RANGE__CODE_ADDR(first) | R500_US_CODE_RANGE__CODE_SIZE(n - 1));
	return fl_cs_reg(p, R500_US_CODE_ADDR,
			 R500_US_CODE_ADDR__START_ADDR(first) | R500_US_CODE_ADDR__END_ADDR(first + n - 1));
}

/* TX_FORMAT1: the texel format, and which component goes where (0-3 from the lowest bits up, 4 zero, 5 one). */
#define SELECT(a, r, g, b)                                                                             \
	(R500_TX_FORMAT1__SEL_ALPHA(a) | R500_TX_FORMAT1__SEL_RED(r) | R500_TX_FORMAT1__SEL_GREEN(g) | \
	 R500_TX_FORMAT1__SEL_BLUE(b))

static const uint32_t texel[FL_FORMAT_COUNT] = {
    [FL_C8] = R500_TX_FORMAT1__TXFORMAT(0) | SELECT(5, 0, 0, 0),
    [FL_ARGB1555] = R500_TX_FORMAT1__TXFORMAT(11) | SELECT(3, 2, 1, 0),
    [FL_RGB565] = R500_TX_FORMAT1__TXFORMAT(6) | SELECT(5, 2, 1, 0),
    [FL_ARGB4444] = R500_TX_FORMAT1__TXFORMAT(10) | SELECT(3, 2, 1, 0),
    [FL_ARGB8888] = R500_TX_FORMAT1__TXFORMAT(12) | SELECT(3, 2, 1, 0),
    [FL_ABGR8888] = R500_TX_FORMAT1__TXFORMAT(12) | SELECT(3, 0, 1, 2),
    [FL_Z16] = R500_TX_FORMAT1__TXFORMAT(1) | SELECT(5, 0, 0, 0),
    [FL_Z24S8] = R500_TX_FORMAT1__TXFORMAT(6) | SELECT(5, 0, 0, 0), /* with TXFORMAT_MSB: 24_8 */
};

uint32_t *r500_draw_texture(struct fl_draw *d, uint32_t *p)
{
	/* TX_FILTER0 wrap modes: 0 repeat, 1 mirror, 2 clamp to the edge */
	static const uint8_t wrap[3] = {[FL_REPEAT] = 0, [FL_MIRROR] = 1, [FL_CLAMP] = 2};
	const struct fl_texture *t = d->unit[0].texture;
	const struct fl_surface *s;
	uint32_t tile_w, tile_h, natural_px, filter;
	bool own_pitch;

	if (!t)
		return fl_cs_reg(p, R500_TX_ENABLE, 0);
	s = &t->image;
	/* The chip derives the pitch from a width that is a power of two; another pitch it must be told. */
	fl_surface_tile_px(s->bytes_px, s->tiling, &tile_w, &tile_h);
	natural_px = (s->width_px + tile_w - 1) / tile_w * tile_w;
	own_pitch = (s->width_px & (s->width_px - 1)) || natural_px != s->pitch_px;
	filter = t->linear ? 2 : 1;

	p = fl_cs_reg(p, R500_TX_INVALTAGS, 0);
	p = fl_cs_reg(p, R500_TX_ENABLE, R500_TX_ENABLE__TEX_0_ENABLE(1));
	p = fl_cs_reg(p, R500_TX_FILTER0(0),
		      R500_TX_FILTER0__CLAMP_S(wrap[t->wrap_s % 3]) | R500_TX_FILTER0__CLAMP_T(wrap[t->wrap_t % 3]) |
			  R500_TX_FILTER0__MAG_FILTER(filter) | R500_TX_FILTER0__MIN_FILTER(filter));
	p = fl_cs_reg(p, R500_TX_FILTER1(0), R500_TX_FILTER1__BORDER_FIX(1));
	p = fl_cs_reg(p, R500_TX_BORDER_COLOR(0), 0);
	p = fl_cs_reg(p, R500_TX_FORMAT0(0),
		      R500_TX_FORMAT0__TXWIDTH((s->width_px - 1) & 0x7ff) |
			  R500_TX_FORMAT0__TXHEIGHT((s->height_px - 1) & 0x7ff) |
			  R500_TX_FORMAT0__TXPITCH_EN(own_pitch));
	p = fl_cs_reg(p, R500_TX_FORMAT1(0), texel[s->format]);
	p = fl_cs_reg(p, R500_TX_FORMAT2(0),
		      (own_pitch ? R500_TX_FORMAT2__TXPITCH(s->pitch_px - 1) : 0u) |
			  R500_TX_FORMAT2__TXFORMAT_MSB(s->format == FL_Z24S8) |
			  R500_TX_FORMAT2__TXWIDTH_11((s->width_px - 1) >> 11) |
			  R500_TX_FORMAT2__TXHEIGHT_11((s->height_px - 1) >> 11));
	return fl_cs_reg(p, R500_TX_OFFSET(0),
			 R500_TX_OFFSET__TXOFFSET((uint32_t)(d->chip.vram_addr + s->offset_B) >> 5) |
			     R500_TX_OFFSET__MACRO_TILE(s->tiling & FL_MACRO ? 1u : 0u) |
			     R500_TX_OFFSET__MICRO_TILE(s->tiling & FL_SQUARE  ? 2u
							: s->tiling & FL_MICRO ? 1u
									       : 0u));
}
