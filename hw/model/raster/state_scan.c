/* SPDX-License-Identifier: MIT
 *
 * State of scan conversion; see state.h.
 */
#include "hw/model/raster/state.h"

#include <string.h>

enum { NO_OFFSET = 1u << 31, SIXTEENTH = FL_RASTER_SUB / 16 };

static void intersect(struct fl_raster_rect *s, uint32_t tl, uint32_t br, int dx, int dy)
{
	const int x0 = (int)(tl & 0x7fff) + dx, y0 = (int)(tl >> 16 & 0x7fff) + dy;
	const int x1 = (int)(br & 0x7fff) - 1 + dx, y1 = (int)(br >> 16 & 0x7fff) - 1 + dy;

	s->x0 = (int16_t)(x0 > s->x0 ? x0 : s->x0);
	s->y0 = (int16_t)(y0 > s->y0 ? y0 : s->y0);
	s->x1 = (int16_t)(x1 < s->x1 ? x1 : s->x1);
	s->y1 = (int16_t)(y1 < s->y1 ? y1 : s->y1);
}

void fl_raster_state_scissors(struct fl_raster_scan *sc, int max_px, const struct fl_raster_state_scissor *by,
			      unsigned n, int x_px, int y_px)
{
	sc->scissor = (struct fl_raster_rect){0, 0, (int16_t)(max_px - 1), (int16_t)(max_px - 1)};
	for (unsigned i = 0; i < n; i++) {
		const bool moved = by[i].moves && !(by[i].tl & NO_OFFSET);

		if (by[i].on)
			intersect(&sc->scissor, by[i].tl, by[i].br, moved ? x_px : 0, moved ? y_px : 0);
	}
}

void fl_raster_state_cliprects(struct fl_raster_scan *sc, const uint32_t corner[8], uint32_t rule)
{
	for (unsigned i = 0; i < 4; i++) {
		sc->rect[i] = (struct fl_raster_rect){INT16_MIN, INT16_MIN, INT16_MAX, INT16_MAX};
		intersect(&sc->rect[i], corner[2 * i], corner[2 * i + 1], 0, 0);
	}
	sc->clip_rule = (uint16_t)rule;
	sc->clip = sc->clip_rule != 0xffff;
}

static int32_t signed4(unsigned v)
{
	return (int32_t)((v & 15) ^ 8) - 8;
}

void fl_raster_state_samples(struct fl_raster_scan *sc, unsigned n, const uint8_t *at)
{
	sc->sub = FL_RASTER_SUB;
	sc->samples = n;
	for (unsigned i = 0; i < n; i++)
		fl_raster_scan_add(sc, i, ~UINT64_C(0), FL_RASTER_SUB / 2 + signed4(at[i]) * SIXTEENTH,
				   FL_RASTER_SUB / 2 + signed4(at[i] >> 4) * SIXTEENTH);
}

void fl_raster_state_mask(struct fl_raster_scan *sc, const uint32_t mask[4])
{
	for (unsigned s = 0; s < sc->samples; s++) {
		for (unsigned p = 0; p < 4; p++)
			if (mask[p] >> s & 1)
				sc->door[s] |= fl_raster_lanes(p);
		sc->door_on |= sc->door[s] != ~UINT64_C(0);
	}
}

void fl_raster_state_gl_rules(struct fl_raster_scan *sc)
{
	static const uint8_t rule[FL_RASTER_RULE_N] = {
	    [FL_RASTER_RULE_TRI] = FL_RASTER_OUT_RIGHT | FL_RASTER_OUT_BOTTOM,
	    [FL_RASTER_RULE_POINT] = FL_RASTER_OUT_LEFT | FL_RASTER_OUT_BOTTOM,
	    [FL_RASTER_RULE_LINE_LR] = FL_RASTER_OUT_RIGHT | FL_RASTER_OUT_BOTTOM,
	    [FL_RASTER_RULE_LINE_RL] = FL_RASTER_OUT_LEFT | FL_RASTER_OUT_BOTTOM,
	    [FL_RASTER_RULE_LINE_TB] =
		FL_RASTER_RULE_TB_FIRST | FL_RASTER_OUT_TB_BOTTOM | FL_RASTER_OUT_TB_LEFT,
	    [FL_RASTER_RULE_LINE_BT] = FL_RASTER_RULE_TB_FIRST | FL_RASTER_OUT_TB_TOP | FL_RASTER_OUT_TB_LEFT,
	};

	memcpy(sc->rule, rule, sizeof(sc->rule));
}
