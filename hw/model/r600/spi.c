/* SPDX-License-Identifier: MIT
 *
 * SPI: exports of the vertex program find inputs of the pixel program by their semantics (R6xx facts 3.4).
 */
#include "hw/model/r600/spi.h"

#include <stddef.h>
#include <string.h>

enum { CHANNEL_B = sizeof(union mr600_value) };

static uint32_t gpr_at(unsigned reg, unsigned ch)
{
	return (uint32_t)offsetof(struct mr600_px, gpr) + (reg * 4 + ch) * CHANNEL_B;
}

/* Which of the exported parameters has the semantic; MR600_PARAMS: none. 0 is one like others: Linux's and
 * X's copies have no other (r600_blit_shaders.c, r600_exa.c). */
static unsigned parameter(const struct mr600 *r, unsigned semantic)
{
	const unsigned n = R600_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT__GET(R600_REG(r, SPI_VS_OUT_CONFIG)) + 1;

	for (unsigned k = 0; k < n; k++)
		if ((r->reg[R600_SPI_VS_OUT_ID(k / 4) / 4] >> k % 4 * 8 & 0xff) == semantic)
			return k;
	return MR600_PARAMS;
}

/* Where the vertex carries it. */
static uint8_t carried(struct mr600_spi *s, unsigned param)
{
	unsigned i = 0;

	while (i < s->n_params && s->param[i] != param)
		i++;
	if (i == s->n_params)
		s->param[s->n_params++] = (uint8_t)param;
	return (uint8_t)(4 * i);
}

static void put(struct mr600_spi *s, unsigned kind, unsigned gpr, unsigned ch, unsigned plane, float value)
{
	s->in[s->inputs.n++] = (struct fl_raster_input){
	    .kind = (uint8_t)kind, .plane = (uint8_t)plane, .at_B = gpr_at(gpr, ch), .value = value};
}

/* What a channel is where a point is drawn, be it a corner of a polygon. */
static void sprite(const struct mr600 *r, unsigned ch, struct fl_raster_src *src)
{
	const uint32_t c = R600_REG(r, SPI_INTERP_CONTROL_0);

	switch (c >> (R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SHIFT + 3 * ch) & 7) {
	case R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SPI_PNT_SPRITE_SEL_0:
		src->sprite = FL_RASTER_SRC_CONST;
		src->sprite_value = 0;
		break;
	case R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SPI_PNT_SPRITE_SEL_1:
		src->sprite = FL_RASTER_SRC_CONST;
		src->sprite_value = 1;
		break;
	case R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SPI_PNT_SPRITE_SEL_S:
		src->sprite = FL_RASTER_SRC_S;
		break;
	case R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SPI_PNT_SPRITE_SEL_T:
		src->sprite = FL_RASTER_SRC_T;
		break;
	}
}

static void input(struct mr600 *r, struct mr600_spi *s, unsigned i, bool points)
{
	static const float missing[4][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 0}, {1, 1, 1, 1}};
	const uint32_t c = r->reg[R600_SPI_PS_INPUT_CNTL(i) / 4], all = R600_REG(r, SPI_INTERP_CONTROL_0);
	const unsigned param = parameter(r, R600_SPI_PS_INPUT_CNTL__SEMANTIC__GET(c));
	const bool flat =
	    R600_SPI_PS_INPUT_CNTL__FLAT_SHADE__GET(c) && R600_SPI_INTERP_CONTROL_0__FLAT_SHADE_ENA__GET(all);
	const bool linear = R600_SPI_PS_INPUT_CNTL__SEL_LINEAR__GET(c);
	const bool adjusted = R600_SPI_PS_INPUT_CNTL__SEL_CENTROID__GET(c) ||
			      (R600_SPI_PS_INPUT_CNTL__SEL_SAMPLE__GET(c) && mr600_sc_each_sample(r));
	const bool is_sprite = points && R600_SPI_PS_INPUT_CNTL__PT_SPRITE_TEX__GET(c) &&
			       R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_ENA__GET(all);
	const unsigned wrap = R600_SPI_PS_INPUT_CNTL__CYL_WRAP__GET(c), plane = s->n_planes;
	uint8_t at = 0;

	if (param == MR600_PARAMS && !is_sprite) {
		const float *value = missing[R600_SPI_PS_INPUT_CNTL__DEFAULT_VAL__GET(c)];

		for (unsigned ch = 0; ch < 4; ch++)
			put(s, FL_RASTER_IN_CONST, i, ch, 0, value[ch]);
		return;
	}
	at = param < MR600_PARAMS ? carried(s, param) : 0;
	for (unsigned ch = 0; ch < 4; ch++) {
		struct fl_raster_src *src = &s->src[s->n_planes++];

		*src = (struct fl_raster_src){.kind = flat ? FL_RASTER_SRC_FLAT : FL_RASTER_SRC_VTX,
					      .at = (uint8_t)(at + ch),
					      .back = (uint8_t)(at + ch),
					      .wrap = wrap >> ch & 1};
		if (param == MR600_PARAMS)
			*src = (struct fl_raster_src){
			    .kind = FL_RASTER_SRC_CONST,
			    .value = missing[R600_SPI_PS_INPUT_CNTL__DEFAULT_VAL__GET(c)][ch]};
		if (is_sprite)
			sprite(r, ch, src);
		src->linear = linear;
		put(s,
		    flat && !is_sprite ? FL_RASTER_IN_FLAT
		    : adjusted         ? FL_RASTER_IN_ADJUSTED
				       : FL_RASTER_IN_PLANE,
		    i, ch, plane + ch, 0);
	}
	if (linear && !flat) {
		s->linear[s->n_linear].gpr = (uint8_t)i;
		s->linear[s->n_linear].plane = (uint8_t)plane;
		s->linear[s->n_linear++].adjusted = adjusted;
	}
}

/* The same once more for the fast path: planes by four, and the rest. */
static void sort(struct mr600_spi *s)
{
	struct fl_raster_inputs *to = &s->inputs;

	to->in = s->in;
	to->by4 = s->by4;
	to->rest = s->rest;
	for (unsigned i = 0; i < to->n; i += 4) {
		if (s->in[i].kind == FL_RASTER_IN_PLANE) {
			s->by4[to->n_by4++] = (struct fl_raster_input4){
			    .at_B = s->in[i].at_B, .group = s->in[i].plane / 4, .mask = 15};
			continue;
		}
		for (unsigned ch = 0; ch < 4; ch++)
			s->rest[to->n_rest++] = (uint8_t)(i + ch);
	}
}

static void special(struct mr600 *r, struct mr600_spi *s)
{
	const uint32_t c0 = R600_REG(r, SPI_PS_IN_CONTROL_0), c1 = R600_REG(r, SPI_PS_IN_CONTROL_1);

	s->position = s->face = s->fixed = MR600_NO_GPR;
	if (R600_SPI_PS_IN_CONTROL_0__POSITION_ENA__GET(c0)) {
		s->position = (uint8_t)R600_SPI_PS_IN_CONTROL_0__POSITION_ADDR__GET(c0);
		s->position_adjusted =
		    R600_SPI_PS_IN_CONTROL_0__POSITION_CENTROID__GET(c0) ||
		    (R600_SPI_PS_IN_CONTROL_0__POSITION_SAMPLE__GET(c0) && mr600_sc_each_sample(r));
	}
	if (R600_SPI_PS_IN_CONTROL_1__FRONT_FACE_ENA__GET(c1)) {
		s->face = (uint8_t)R600_SPI_PS_IN_CONTROL_1__FRONT_FACE_ADDR__GET(c1);
		s->face_channel = (uint8_t)R600_SPI_PS_IN_CONTROL_1__FRONT_FACE_CHAN__GET(c1);
		s->face_all_bits = R600_SPI_PS_IN_CONTROL_1__FRONT_FACE_ALL_BITS__GET(c1);
	}
	if (R600_SPI_PS_IN_CONTROL_1__FIXED_PT_POSITION_ENA__GET(c1))
		s->fixed = (uint8_t)R600_SPI_PS_IN_CONTROL_1__FIXED_PT_POSITION_ADDR__GET(c1);
	if (R600_SPI_PS_IN_CONTROL_0__PARAM_GEN__GET(c0) || R600_SPI_PS_IN_CONTROL_1__GEN_INDEX_PIX__GET(c1))
		mr600_report(r, FL_NOTE, "SPI", "R6xx facts 3.4",
			     "PARAM_GEN, GEN_INDEX_PIX: what they give is not published; not modelled");
}

const struct mr600_spi *mr600_spi_decode(struct mr600 *r, struct fl_arena *a, bool points)
{
	struct mr600_spi *s = fl_arena_alloc(a, sizeof(*s), 16);
	unsigned n = R600_SPI_PS_IN_CONTROL_0__NUM_INTERP__GET(R600_REG(r, SPI_PS_IN_CONTROL_0));

	if (!s)
		return NULL;
	memset(s, 0, offsetof(struct mr600_spi, in));
	if (n > MR600_INPUTS) {
		mr600_report(r, FL_WARN, "SPI", "R6xx facts 3.4",
			     "SPI_PS_IN_CONTROL_0.NUM_INTERP is %u, of 32 that there are", n);
		n = MR600_INPUTS;
	}
	for (unsigned i = 0; i < n; i++)
		input(r, s, i, points);
	special(r, s);
	sort(s);
	fl_raster_groups(s->src, s->n_planes, s->group);
	return s;
}
