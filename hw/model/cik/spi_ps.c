/* SPDX-License-Identifier: MIT
 *
 * SPI, of pixels: which registers the pixel program begins with, and out of which exports of the vertex
 * program its attributes are made (facts 4.3, 4.4; reference, SPI_PS_INPUT_CNTL).
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/vgt.h"

#include <string.h>

enum {
	NO_PARAM = 0x20, /* of SPI_PS_INPUT_CNTL.OFFSET: DEFAULT_VAL in its place */
	WEIGHTS = 0xff,  /* SPI_PS_INPUT_ENA: one of these has to be on */
	PULL_MODEL = 3,
};

#define ENA(name) CIK_SPI_PS_INPUT_ENA__##name##_ENA__MASK

/* ---- registers ----------------------------------------------------------------------------------------- */
/* How many registers each input has; ADDR says where they are, ENA which of them are filled in. */
static void place(struct mcik_spi_ps *s, uint32_t addr)
{
	static const uint8_t size[MCIK_PS_INPUTS] = {2, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1};

	for (unsigned i = 0; i < MCIK_PS_INPUTS; i++) {
		s->vgpr[i] = (uint8_t)s->n_vgprs;
		if (addr >> i & 1)
			s->n_vgprs += size[i];
	}
}

/* Where each pair of weights is taken. */
static void weights(const struct mcik *c, struct mcik_spi_ps *s, bool each_sample)
{
	const uint32_t baryc = CIK_REG(c, SPI_BARYC_CNTL);
	const bool adjusted[7] = {
	    [0] = each_sample,
	    [1] = CIK_SPI_BARYC_CNTL__PERSP_CENTER_CNTL__GET(baryc),
	    [2] = !CIK_SPI_BARYC_CNTL__PERSP_CENTROID_CNTL__GET(baryc),
	    [4] = each_sample,
	    [5] = CIK_SPI_BARYC_CNTL__LINEAR_CENTER_CNTL__GET(baryc),
	    [6] = !CIK_SPI_BARYC_CNTL__LINEAR_CENTROID_CNTL__GET(baryc),
	};

	for (unsigned i = 0; i < 7; i++) {
		const unsigned kind = (i < PULL_MODEL ? MCIK_PERSP : MCIK_LINEAR) + adjusted[i];

		s->ij[i] = (uint8_t)kind;
		if (i != PULL_MODEL && s->ena >> i & 1)
			s->used |= (uint8_t)(1u << kind);
	}
}

/* ---- planes -------------------------------------------------------------------------------------------- */
/* Four planes: weights of the second and third corner (hw/model/raster/setup.h, corners). */
static void weight_planes(struct mcik_spi_ps *s, unsigned *n, bool linear)
{
	for (unsigned k = 0; k < 4; k++)
		s->src[(*n)++] = (struct fl_raster_src){.kind = FL_RASTER_SRC_CONST, .linear = linear};
}

/* Where the vertex carries the export. */
static uint8_t carried(struct mcik_carried *k, unsigned param)
{
	unsigned i = 0;

	while (i < k->n_params && k->param[i] != param)
		i++;
	if (i == k->n_params)
		k->param[k->n_params++] = (uint8_t)param;
	return (uint8_t)(4 * i);
}

/* What a channel is where a point is drawn, be it a corner of a polygon. */
static void sprite(uint32_t control, unsigned ch, struct fl_raster_src *src)
{
	switch (control >> (CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SHIFT + 3 * ch) & 7) {
	case CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SPI_PNT_SPRITE_SEL_0:
		src->sprite = FL_RASTER_SRC_CONST;
		src->sprite_value = 0;
		break;
	case CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SPI_PNT_SPRITE_SEL_1:
		src->sprite = FL_RASTER_SRC_CONST;
		src->sprite_value = 1;
		break;
	case CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SPI_PNT_SPRITE_SEL_S:
		src->sprite = FL_RASTER_SRC_S;
		break;
	case CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X__SPI_PNT_SPRITE_SEL_T:
		src->sprite = FL_RASTER_SRC_T;
		break;
	}
}

static void attribute(struct mcik *c, struct mcik_spi_ps *s, struct mcik_draw_state *d, unsigned i,
		      unsigned *n)
{
	static const float missing[4][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 0}, {1, 1, 1, 1}};
	const uint32_t word = c->reg[CIK_SPI_PS_INPUT_CNTL(i) / 4], all = CIK_REG(c, SPI_INTERP_CONTROL_0);
	const unsigned offset = CIK_SPI_PS_INPUT_CNTL__OFFSET__GET(word),
		       last = CIK_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT__GET(CIK_REG(c, SPI_VS_OUT_CONFIG)),
		       wrap = CIK_SPI_PS_INPUT_CNTL__CYL_WRAP__GET(word);
	const bool flat_bit = CIK_SPI_PS_INPUT_CNTL__FLAT_SHADE__GET(word),
		   flat = flat_bit && CIK_SPI_INTERP_CONTROL_0__FLAT_SHADE_ENA__GET(all),
		   none = offset & NO_PARAM && !flat_bit,
		   is_sprite = (d->points || mcik_pa_corners(c)) &&
			       CIK_SPI_PS_INPUT_CNTL__PT_SPRITE_TEX__GET(word) &&
			       CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_ENA__GET(all);
	const unsigned param = offset & (NO_PARAM - 1);
	const bool beyond = !none && !is_sprite && param > last;
	const uint8_t at = none || beyond ? 0 : carried(&d->carried, param);

	if (beyond)
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.3",
			    "SPI_PS_INPUT_CNTL_%u.OFFSET %u, and SPI_VS_OUT_CONFIG says that the vertex "
			    "program exports %u parameters: it reads zeros",
			    i, param, last + 1);
	for (unsigned ch = 0; ch < 4; ch++) {
		struct fl_raster_src *src = &s->src[(*n)++];

		if (none || beyond)
			*src = (struct fl_raster_src){
			    .kind = FL_RASTER_SRC_CONST,
			    .value = missing[beyond ? 0 : CIK_SPI_PS_INPUT_CNTL__DEFAULT_VAL__GET(word)][ch]};
		else
			*src = (struct fl_raster_src){
			    .kind = flat && !(offset & NO_PARAM) ? FL_RASTER_SRC_FLAT : FL_RASTER_SRC_VTX,
			    .at = (uint8_t)(at + ch),
			    .back = (uint8_t)(at + ch),
			    .wrap = wrap >> ch & 1};
		if (is_sprite)
			sprite(all, ch, src);
		src->linear = !s->first_attr && s->used >> MCIK_LINEAR;
	}
}

static bool sprites(const struct mcik_spi_ps *s, unsigned i)
{
	const struct fl_raster_src *src = &s->src[4 * i];

	return src[0].sprite || src[1].sprite || src[2].sprite || src[3].sprite;
}

/* Values without weights, as the three corners have them: OFFSET with its bit 5, and FLAT_SHADE. */
static bool passes_through(const struct mcik *c, unsigned i)
{
	const uint32_t word = c->reg[CIK_SPI_PS_INPUT_CNTL(i) / 4];

	return CIK_SPI_PS_INPUT_CNTL__OFFSET__GET(word) & NO_PARAM &&
	       CIK_SPI_PS_INPUT_CNTL__FLAT_SHADE__GET(word);
}

/* ---- the whole ----------------------------------------------------------------------------------------- */
/* Values that a program takes elsewhere, or both ways, or out of which it makes its own. */
static bool wants_corners(const struct mcik *c, const struct mcik_spi_ps *s)
{
	const unsigned perspective = 1u << MCIK_PERSP | 1u << MCIK_PERSP_ADJUSTED,
		       linear = 1u << MCIK_LINEAR | 1u << MCIK_LINEAR_ADJUSTED;

	for (unsigned i = 0; i < s->n_attrs; i++)
		if (passes_through(c, i))
			return true;
	return s->ena >> PULL_MODEL & 1 || (s->used & perspective && s->used & linear);
}

static void check(struct mcik *c, const struct mcik_spi_ps *s, uint32_t addr)
{
	if (s->ena & ~addr)
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.3",
			    "SPI_PS_INPUT_ENA 0x%04x has inputs that SPI_PS_INPUT_ADDR 0x%04x gives no "
			    "registers to",
			    s->ena, addr);
	if (!(s->ena & WEIGHTS))
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.3",
			    "SPI_PS_INPUT_ENA 0x%04x: one of bits 0 to 7 has to be on, or the chip hangs",
			    s->ena);
	if (s->ena & ENA(POS_W_FLOAT) &&
	    !(s->ena & (ENA(PERSP_SAMPLE) | ENA(PERSP_CENTER) | ENA(PERSP_CENTROID) | ENA(PERSP_PULL_MODEL))))
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.3",
			    "SPI_PS_INPUT_ENA 0x%04x: POS_W_FLOAT wants one of the PERSP inputs on", s->ena);
	if (CIK_SPI_PS_IN_CONTROL__PARAM_GEN__GET(CIK_REG(c, SPI_PS_IN_CONTROL)))
		mcik_report(c, FL_NOTE, "SPI", "reference, SPI_PS_IN_CONTROL",
			    "PARAM_GEN: what it gives is not published; not modelled");
}

/* Values without corners, at the middle, and nothing else: what fl_raster_again() wants to know of them. */
static void same(struct mcik_spi_ps *s, const struct mcik_draw_state *d, unsigned n_planes)
{
	s->may_be_same = !s->first_attr && !(s->ena & ~(WEIGHTS >> 1)) && n_planes <= FL_RASTER_SAME_MAX &&
			 !(s->used & (1u << MCIK_PERSP_ADJUSTED | 1u << MCIK_LINEAR_ADJUSTED)) &&
			 d->base.samples == 1;
	if (!s->may_be_same)
		return;
	for (unsigned k = 0; k < n_planes; k++)
		s->in[k] = (struct fl_raster_input){.kind = FL_RASTER_IN_PLANE, .plane = (uint8_t)k};
	for (unsigned k = 0; k < n_planes / 4; k++)
		s->by4[k] = (struct fl_raster_input4){.group = (uint8_t)k, .mask = 15};
	s->inputs =
	    (struct fl_raster_inputs){.in = s->in, .by4 = s->by4, .n = n_planes, .n_by4 = n_planes / 4};
}

const struct mcik_spi_ps *mcik_spi_ps_decode(struct mcik *c, struct fl_arena *a, unsigned layer,
					     struct mcik_draw_state *d)
{
	struct mcik_spi_ps *s = fl_arena_alloc(a, sizeof(*s), 64);
	const uint32_t addr = CIK_REG(c, SPI_PS_INPUT_ADDR), baryc = CIK_REG(c, SPI_BARYC_CNTL);
	const bool each_sample = d->base.samples > 1 && mcik_sc_each_sample(c);
	unsigned attrs = CIK_SPI_PS_IN_CONTROL__NUM_INTERP__GET(CIK_REG(c, SPI_PS_IN_CONTROL)), n = 0;

	if (!s)
		return NULL;
	memset(s, 0, sizeof(*s));
	s->ena = CIK_REG(c, SPI_PS_INPUT_ENA);
	s->layer = (uint16_t)layer;
	check(c, s, addr);
	s->ena &= addr;
	if (attrs > MCIK_PARAMS) {
		mcik_report(c, FL_WARN, "SPI", "reference, SPI_PS_IN_CONTROL",
			    "SPI_PS_IN_CONTROL.NUM_INTERP is %u, of 32 that there are", attrs);
		attrs = MCIK_PARAMS;
	}
	place(s, addr);
	weights(c, s, each_sample);
	s->face_all_bits = CIK_SPI_BARYC_CNTL__FRONT_FACE_ALL_BITS__GET(baryc);
	s->position_adjusted = CIK_SPI_BARYC_CNTL__POS_FLOAT_LOCATION__GET(baryc) ==
				   CIK_SPI_BARYC_CNTL__POS_FLOAT_LOCATION__CENTROID ||
			       (CIK_SPI_BARYC_CNTL__POS_FLOAT_LOCATION__GET(baryc) ==
				    CIK_SPI_BARYC_CNTL__POS_FLOAT_LOCATION__ITERATED_SAMPLE &&
				each_sample);
	s->position_corner = CIK_SPI_BARYC_CNTL__POS_FLOAT_ULC__GET(baryc);
	s->exposed =
	    (uint8_t)(1u << CIK_PA_SC_AA_CONFIG__MSAA_EXPOSED_SAMPLES__GET(CIK_REG(c, PA_SC_AA_CONFIG)));
	s->n_attrs = (uint8_t)attrs;
	if (wants_corners(c, s)) {
		weight_planes(s, &n, false);
		s->linear = (uint8_t)n;
		weight_planes(s, &n, true);
	}
	s->first_attr = (uint8_t)n;
	memset(&d->carried, 0, sizeof(d->carried));
	for (unsigned i = 0; i < attrs; i++)
		attribute(c, s, d, i, &n);
	fl_raster_groups(s->src, n, s->group);
	for (unsigned i = 0; i < attrs; i++) {
		s->group[s->first_attr / 4 + i].raw = passes_through(c, i);
		if (!s->first_attr && s->src[4 * i].kind == FL_RASTER_SRC_VTX && !sprites(s, i))
			s->planes |= 1u << i;
	}
	same(s, d, n);
	d->carried.n_planes = n;
	d->carried.src = s->src;
	d->carried.group = s->group;
	return s;
}
