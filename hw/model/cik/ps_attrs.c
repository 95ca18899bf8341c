/* SPDX-License-Identifier: MIT
 *
 * Attributes of a wave's primitives, as interpolation wants them: twelve dwords for each of a primitive, P0
 * and P10 of the channels by turns, then P20 (facts 4.2).
 */
#include "hw/model/cik/shade.h"
#include "hw/model/raster/turn.h"

#include <string.h>

enum { PRIM_DW = MCIK_WHOLE_PARAMS, P20_AT = 8 };

uint32_t mcik_ps_attributes(const struct fl_wave *w, const struct mcik_spi_ps *s, struct mcik_group *g)
{
	const struct fl_raster_prim *prim[FL_WAVE_QUADS] = {w->prim[0]};
	unsigned prims = 1;
	uint32_t fresh = 0;

	for (unsigned q = 1; q < w->n_quads && !w->one_prim; q++)
		if (w->prim[q] != w->prim[q - 1]) {
			fresh |= 1u << (q - 1);
			prim[prims++] = w->prim[q];
		}
	for (unsigned a = 0; a < s->n_attrs; a++)
		for (unsigned i = 0; i < prims; i++) {
			const unsigned n4 = prim[i]->n4;
			const float *p = &prim[i]->plane[s->first_attr + 4 * a];
			float to[PRIM_DW];

			for (unsigned k = 0; k < 4; k++) {
				to[2 * k] = p[k];
				to[2 * k + 1] = p[n4 + k];
				to[P20_AT + k] = p[2 * n4 + k];
			}
			memcpy(g->lds + sizeof(to) * (a * prims + i), to, sizeof(to));
		}
	g->lds_B = s->n_attrs * prims * PRIM_DW * 4;
	return fresh;
}

typedef float four __attribute__((vector_size(16)));

static four four_at(const float *p)
{
	four v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* An attribute's twelve dwords. */
static void dwords_of(const struct fl_raster_prim *prim, unsigned at, four to[3])
{
	const four p0 = four_at(&prim->plane[at]), p10 = four_at(&prim->plane[at + prim->n4]);

	to[0] = __builtin_shufflevector(p0, p10, 0, 4, 1, 5);
	to[1] = __builtin_shufflevector(p0, p10, 2, 6, 3, 7);
	to[2] = four_at(&prim->plane[at + 2 * prim->n4]);
}

/* Rows become columns, FL_WAVE_QUADS floats from each other. */
static void put_columns(float *to, const four *row, unsigned step)
{
	fl_four column[4] = {(fl_four)row[0], (fl_four)row[step], (fl_four)row[2 * step],
			     (fl_four)row[3 * step]};

	fl_turn(column);
	for (unsigned i = 0; i < 4; i++)
		memcpy(to + i * FL_WAVE_QUADS, &column[i], sizeof(column[i]));
}

/* Dwords of the one primitive there is, or sixteen of each, a quad's each. */
bool mcik_ps_whole_attributes(const struct fl_wave *w, const struct mcik_spi_ps *s, struct mcik_whole *p)
{
	enum { FOURS = PRIM_DW / 4 };
	float *to = (float *)(void *)p->attributes;
	bool several = false;

	for (unsigned q = 1; q < w->n_quads && !w->one_prim; q++)
		several |= w->prim[q] != w->prim[q - 1];
	for (unsigned a = 0; !several && a < s->n_attrs; a++) {
		four in[FOURS];

		dwords_of(w->prim[0], s->first_attr + 4 * a, in);
		memcpy(to + a * PRIM_DW, in, sizeof(in));
	}
	for (unsigned q = 0; several && q < w->n_quads; q += 4)
		for (unsigned a = 0; a < s->n_attrs; a++) {
			four in[4 * FOURS];

			for (unsigned i = 0; i < 4; i++)
				dwords_of(w->prim[q + i < w->n_quads ? q + i : q], s->first_attr + 4 * a,
					  &in[i * FOURS]);
			for (unsigned i = 0; i < FOURS; i++)
				put_columns(to + (a * PRIM_DW + 4 * i) * FL_WAVE_QUADS + q, &in[i], FOURS);
		}
	return several;
}
