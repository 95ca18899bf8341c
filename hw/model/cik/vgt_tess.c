/* SPDX-License-Identifier: MIT
 *
 * Tessellation (CIK facts 4.2, 4.3, 4.6, 10): patches are taken by groups. The vertex program runs as LS
 * and leaves its vertices in the group's LDS; HS runs once for each control point that comes out, and
 * stores the patches' factors to the ring of factors; the tessellator cuts each patch; and the program of
 * the domain runs for each point that there is then, as VS, or as ES before a geometry program.
 *
 * What HS leaves for that program goes through a buffer of the programs' own, whose place for this group both
 * are given. Groups take the places, and their parts of the ring, in turn.
 */
#include "hw/model/cik/spi.h"
#include "hw/model/cik/tess.h"
#include "hw/model/cik/vgt.h"
#include "hw/model/cik/vm.h"
#include "hw/model/look.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_CP = 32, /* control points of a patch */
	MOST_PATCHES = 255,
	LDS_UNIT_B = 512,
	CONTROL_DW = 1, /* before a group's factors */
	CONTROL = (int)0x80000000,
	CP_SHIFT = 8, /* v1 of HS */
	/* points and indices of patches that go on together; the next patch must have room behind these */
	POINTS = 16 * MCIK_TESS_POINTS,
	INDICES = 4 * MCIK_TESS_INDICES,
};

struct mcik_tess_unit {
	struct mcik_tess cut;
	struct mcik_tess_kind kind;
	unsigned patches, in, out; /* of a group; control points of a patch */
	uint32_t lds_B;
	uint32_t buffer, ring_B; /* the next group's */
	uint32_t n_points, n_indices;
	struct mcik_domain_point point[POINTS];
	uint32_t index[INDICES];
};

bool mcik_tess_new(struct mcik_vgt *v)
{
	v->tess = calloc(1, sizeof(*v->tess));
	return v->tess;
}

void mcik_tess_free(struct mcik_vgt *v)
{
	free(v->tess);
	v->tess = NULL;
}

bool mcik_tess_on(const struct mcik *c)
{
	return CIK_VGT_SHADER_STAGES_EN__HS_EN__GET(CIK_REG(c, VGT_SHADER_STAGES_EN));
}

enum fl_raster_type mcik_tess_out_type(const struct mcik *c)
{
	switch (CIK_VGT_TF_PARAM__TOPOLOGY__GET(CIK_REG(c, VGT_TF_PARAM))) {
	case CIK_VGT_TF_PARAM__TOPOLOGY__OUTPUT_POINT:
		return FL_RASTER_POINT_LIST;
	case CIK_VGT_TF_PARAM__TOPOLOGY__OUTPUT_LINE:
		return FL_RASTER_LINE_LIST;
	}
	return FL_RASTER_TRIANGLE_LIST;
}

/* ---- state --------------------------------------------------------------------------------------------- */
static uint32_t ring_size_B(const struct mcik *c)
{
	return CIK_VGT_TF_RING_SIZE__SIZE__GET(CIK_REG(c, VGT_TF_RING_SIZE)) * 4;
}

/* What a group of n patches takes of the ring. */
static uint32_t factors_B(const struct mcik_tess_unit *t, unsigned n)
{
	return (CONTROL_DW + n * mcik_tess_factors(t->kind.domain)) * 4;
}

static bool kind_of(struct mcik *c, struct mcik_tess_kind *k)
{
	static const uint8_t output[] = {MCIK_TESS_TO_POINTS, MCIK_TESS_TO_LINES, MCIK_TESS_U_TO_V,
					 MCIK_TESS_V_TO_U};
	const uint32_t w = CIK_REG(c, VGT_TF_PARAM);
	const unsigned domain = CIK_VGT_TF_PARAM__TYPE__GET(w),
		       spacing = CIK_VGT_TF_PARAM__PARTITIONING__GET(w),
		       topology = CIK_VGT_TF_PARAM__TOPOLOGY__GET(w);
	const bool lines = domain == MCIK_TESS_LINES, points = topology == MCIK_TESS_TO_POINTS;

	if (domain > MCIK_TESS_QUAD || spacing > MCIK_TESS_EVEN || topology >= sizeof(output) ||
	    (!points && lines != (topology == MCIK_TESS_TO_LINES))) {
		mcik_report(
		    c, FL_REFUSE, "VGT", "reference, VGT_TF_PARAM",
		    "VGT_TF_PARAM 0x%08x: isolines (TYPE 0) become points or lines (TOPOLOGY 0, 1), "
		    "triangles and quads (1, 2) points or triangles (0, 2, 3), by PARTITIONING 0 to 3; "
		    "not drawn",
		    w);
		return false;
	}
	*k = (struct mcik_tess_kind){.domain = (uint8_t)domain,
				     .spacing = (uint8_t)spacing,
				     .output = output[topology],
				     .most = mcik_float(CIK_REG(c, VGT_HOS_MAX_TESS_LEVEL))};
	return true;
}

bool mcik_tess_decode(struct mcik *c)
{
	struct mcik_tess_unit *t = c->vgt->tess;
	const uint32_t config = CIK_REG(c, VGT_LS_HS_CONFIG), rsrc2 = CIK_REG(c, SPI_SHADER_PGM_RSRC2_LS);
	unsigned waves;

	t->patches = CIK_VGT_LS_HS_CONFIG__NUM_PATCHES__GET(config);
	t->in = CIK_VGT_LS_HS_CONFIG__HS_NUM_INPUT_CP__GET(config);
	t->out = CIK_VGT_LS_HS_CONFIG__HS_NUM_OUTPUT_CP__GET(config);
	t->lds_B = CIK_SPI_SHADER_PGM_RSRC2_LS__LDS_SIZE__GET(rsrc2) * LDS_UNIT_B;
	if (!kind_of(c, &t->kind))
		return false;
	if (!t->patches || !t->in || t->in > MOST_CP || !t->out || t->out > MOST_CP ||
	    t->lds_B > MCIK_LDS_B) {
		mcik_report(
		    c, FL_REFUSE, "VGT", "reference, VGT_LS_HS_CONFIG",
		    "VGT_LS_HS_CONFIG 0x%08x: groups of %u patches (1 to %u) of %u control points, %u "
		    "behind HS (1 to %u), with %u bytes of LDS (SPI_SHADER_PGM_RSRC2_LS 0x%08x, %u at "
		    "most); not drawn",
		    config, t->patches, MOST_PATCHES, t->in, t->out, MOST_CP, t->lds_B, rsrc2, MCIK_LDS_B);
		return false;
	}
	waves = (t->patches + MCIK_LANES / t->out - 1) / (MCIK_LANES / t->out);
	if (waves > MCIK_GROUP_WAVES || factors_B(t, t->patches) > ring_size_B(c)) {
		mcik_report(
		    c, FL_REFUSE, "VGT", "CIK facts 4.6",
		    "a group of %u patches takes %u waves of HS (%u at most) and %u bytes of the ring of "
		    "factors (VGT_TF_RING_SIZE has %u); not drawn",
		    t->patches, waves, MCIK_GROUP_WAVES, factors_B(t, t->patches), ring_size_B(c));
		return false;
	}
	t->ring_B = 0;
	return mcik_stage_decode(c, MCIK_LS) && mcik_stage_decode(c, MCIK_HS);
}

uint32_t mcik_tess_patches(const struct mcik *c, uint32_t n)
{
	return n / c->vgt->tess->in;
}

/* ---- a group ------------------------------------------------------------------------------------------- */
/* Bytes from the start of the programs' buffer to this group's part of it. */
static uint32_t buffer_at(const struct mcik *c, uint32_t group)
{
	enum { GRANULE_B = 32 * 1024 };
	const uint32_t w = CIK_REG(c, VGT_HS_OFFCHIP_PARAM);
	const uint32_t n = CIK_VGT_HS_OFFCHIP_PARAM__OFFCHIP_BUFFERING__GET(w);

	return n ? group % n * (GRANULE_B >> CIK_VGT_HS_OFFCHIP_PARAM__OFFCHIP_GRANULARITY__GET(w)) : 0;
}

/* The vertices of patches, from index i on. */
static bool vertices(struct mcik *c, const struct mcik_walk *w, uint32_t i, unsigned n)
{
	struct mcik_vgt *v = c->vgt;
	const unsigned comps = v->stage[MCIK_LS].comps;
	uint32_t index[MCIK_LANES];
	bool ok = true;

	v->lds_B = v->tess->lds_B;
	for (unsigned from = 0; from < n && ok; from += MCIK_LANES) {
		const unsigned m = n - from < MCIK_LANES ? n - from : MCIK_LANES;
		struct mcik_wave *x;
		unsigned at;

		for (unsigned l = 0; l < m; l++)
			index[l] = fl_raster_walk_index(&w->base, i + from + l);
		fl_look_lane_begin(&c->base, index, m);
		x = mcik_stage_begin(c, MCIK_LS, m, &at);
		mcik_vgt_ids(c, w, index, NULL, m, comps);
		for (unsigned l = 0; l < m; l++) { /* between them is the number in the group */
			if (comps > 1)
				x->v[2][l] = x->v[1][l];
			if (comps > 0)
				x->v[1][l] = from + l;
		}
		mcik_count(v, &v->ran.vertices, m);
		ok = mcik_stage_run(c, MCIK_LS, at);
		fl_look_lane_end(&c->base);
	}
	v->lds_B = 0;
	return ok;
}

/* HS for n patches, the first of which is patch `first` of the draw: all their waves, which may meet. */
static bool control_points(struct mcik *c, uint32_t first, unsigned n, uint32_t buffer_B, uint32_t ring_B)
{
	struct mcik_vgt *v = c->vgt;
	const struct mcik_stage *s = &v->stage[MCIK_HS];
	const struct mcik_tess_unit *t = v->tess;
	const unsigned each = MCIK_LANES / t->out; /* patches of a wave */
	struct mcik_wave *wave[MCIK_GROUP_WAVES];
	struct mcik_group group = {
	    .lds = c->spi->lds, .lds_B = t->lds_B, .wave = wave, .n_waves = (n + each - 1) / each};

	mcik_count(v, &v->ran.patches, n);
	if (!mcik_spi_waves(c->spi, group.n_waves)) {
		mcik_report(c, FL_REFUSE, "SPI", "", "out of memory for the waves of HS");
		return false;
	}
	for (unsigned i = 0; i < group.n_waves; i++) {
		const unsigned p = i * each, m = n - p < each ? n - p : each;
		struct mcik_wave *x = wave[i] = &c->spi->wave[i];
		unsigned at = mcik_stage_prepare(c, s, x, m * t->out);

		x->group = &group;
		if (CIK_SPI_SHADER_PGM_RSRC2_HS__OC_LDS_EN__GET(s->rsrc2))
			x->s[at++] = buffer_B;
		x->s[at++] = ring_B;
		if (s->scratch)
			x->s[at] = 0;
		for (unsigned l = 0; l < m * t->out; l++) {
			x->v[0][l] = first + p + l / t->out;
			x->v[1][l] = (p + l / t->out) | l % t->out << CP_SHIFT;
		}
	}
	return mcik_stage_finish(c, &group);
}

/* The points and primitives of one patch more; rel: in its group. */
static void add(struct mcik_tess_unit *t, const float *factor, unsigned rel, uint32_t patch)
{
	const uint32_t base = t->n_points;

	mcik_tess_cut(&t->cut, &t->kind, factor);
	if (!t->cut.n_indices)
		return;
	for (uint32_t i = 0; i < t->cut.n_points; i++)
		t->point[t->n_points++] = (struct mcik_domain_point){
		    .u = (float)t->cut.u[i] / MCIK_TESS_ONE,
		    .v = (float)t->cut.v[i] / MCIK_TESS_ONE,
		    .rel = rel,
		    .patch = patch,
		};
	for (uint32_t i = 0; i < t->cut.n_indices; i++)
		t->index[t->n_indices++] = base + t->cut.index[i];
}

/* On to the program of the domain with what has been cut. */
static bool pass_on(struct mcik *c, const struct mcik_walk *w, uint32_t buffer_B)
{
	struct mcik_tess_unit *t = c->vgt->tess;
	struct mcik_walk out = *w;
	const uint32_t n = t->n_indices;

	t->n_points = t->n_indices = 0;
	if (!n)
		return true;
	fl_raster_walk_over(&out.base, t->index);
	out.base.type = mcik_tess_out_type(c);
	out.point = t->point;
	out.buffer_B = buffer_B;
	fl_raster_reuse_begin(&c->vgt->reuse, n);
	return mcik_gs_on(c) ? mcik_gs_segment(c, &out, 0, n) : mcik_vgt_segment(c, &out, 0, n);
}

/* n patches whose HS has ended. */
static bool cut(struct mcik *c, const struct mcik_walk *w, uint32_t first, unsigned n, uint32_t buffer_B,
		uint32_t ring_B)
{
	struct mcik_tess_unit *t = c->vgt->tess;
	const uint64_t ring = (uint64_t)CIK_REG(c, VGT_TF_MEMORY_BASE) << 8;
	const unsigned dw = mcik_tess_factors(t->kind.domain);
	uint32_t words[CONTROL_DW + MOST_PATCHES * MCIK_TESS_FACTORS];
	float factor[MCIK_TESS_FACTORS];

	if (!mcik_vm_read(c, w->vmid, ring + ring_B, words, factors_B(t, n), MCIK_CLIENT_VGT))
		return false;
	if (words[0] != (uint32_t)CONTROL)
		mcik_report(c, FL_WARN, "VGT", "CIK facts 4.6",
			    "factors of a group at 0x%llx begin with 0x%08x: their first dword is 0x80000000",
			    (unsigned long long)(ring + ring_B), words[0]);
	for (unsigned p = 0; p < n; p++) {
		if ((t->n_points + MCIK_TESS_POINTS > POINTS || t->n_indices + MCIK_TESS_INDICES > INDICES) &&
		    !pass_on(c, w, buffer_B))
			return false;
		for (unsigned k = 0; k < dw; k++)
			factor[k] = mcik_float(words[CONTROL_DW + p * dw + k]);
		add(t, factor, p, first + p);
	}
	return pass_on(c, w, buffer_B);
}

bool mcik_tess_segment(struct mcik *c, const struct mcik_walk *w, uint32_t from, uint32_t n)
{
	struct mcik_tess_unit *t = c->vgt->tess;
	const uint32_t total = mcik_tess_patches(c, n);

	for (uint32_t p = 0; p < total; p += t->patches) {
		const unsigned m = total - p < t->patches ? total - p : t->patches;
		const uint32_t buffer_B = buffer_at(c, t->buffer++), size_B = factors_B(t, m);
		uint32_t ring_B = t->ring_B;

		if (ring_B + size_B > ring_size_B(c))
			ring_B = 0;
		t->ring_B = ring_B + size_B;
		if (!fl_spend(&c->base, (uint64_t)m * t->in, "the vertices") ||
		    !vertices(c, w, from + p * t->in, m * t->in) ||
		    !control_points(c, w->base.primitive + p, m, buffer_B, ring_B) ||
		    !cut(c, w, w->base.primitive + p, m, buffer_B, ring_B))
			return false;
	}
	return true;
}
