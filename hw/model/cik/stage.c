/* SPDX-License-Identifier: MIT
 *
 * Waves of the stages before the pixels: where their programs are, the registers that they begin with, and
 * what they export (CIK facts 4.1 to 4.5).
 */
#include "hw/model/cik/cp.h"
#include "hw/model/cik/vgt.h"

#include <string.h>

enum { SGPR_MOST = 104 };

#define EXP_TARGET(name) CIK_EXP_WORD0__TGT__EXP_##name
/* The words of all stages are alike where these fields are. */
#define RSRC1(w, name)   CIK_SPI_SHADER_PGM_RSRC1_VS__##name##__GET(w)
#define RSRC2(w, name)   CIK_SPI_SHADER_PGM_RSRC2_VS__##name##__GET(w)

static const struct {
	uint32_t lo, hi, rsrc1, rsrc2, user;
	const char *name;
} stages[MCIK_STAGES] = {
#define STAGE(s)                                                                     \
	[MCIK_##s] = {CIK_SPI_SHADER_PGM_LO_##s,       CIK_SPI_SHADER_PGM_HI_##s,    \
		      CIK_SPI_SHADER_PGM_RSRC1_##s,    CIK_SPI_SHADER_PGM_RSRC2_##s, \
		      CIK_SPI_SHADER_USER_DATA_##s(0), #s}
    STAGE(VS), STAGE(GS), STAGE(ES), STAGE(HS), STAGE(LS),
#undef STAGE
};

bool mcik_stage_decode(struct mcik *c, enum mcik_stage_id id)
{
	struct mcik_stage *s = &c->vgt->stage[id];

	*s = (struct mcik_stage){
	    .id = (uint8_t)id, .rsrc1 = c->reg[stages[id].rsrc1 / 4], .rsrc2 = c->reg[stages[id].rsrc2 / 4]};
	s->pc = (uint64_t)c->reg[stages[id].lo / 4] << 8 | (uint64_t)(c->reg[stages[id].hi / 4] & 0xff) << 40;
	s->n_sgprs = (uint16_t)((RSRC1(s->rsrc1, SGPRS) + 1) * 8);
	s->n_vgprs = (uint16_t)((RSRC1(s->rsrc1, VGPRS) + 1) * 4);
	s->comps = id == MCIK_GS || id == MCIK_HS ? 0 : RSRC1(s->rsrc1, VGPR_COMP_CNT);
	s->n_user = (uint8_t)RSRC2(s->rsrc2, USER_SGPR);
	s->scratch = RSRC2(s->rsrc2, SCRATCH_EN);
	if (s->n_user > MCIK_USER_SGPRS || s->n_sgprs > SGPR_MOST) {
		mcik_report(
		    c, FL_REFUSE, "SPI", "CIK facts 4.1",
		    "SPI_SHADER_PGM_RSRC1_%s 0x%08x, 2 0x%08x ask for %u SGPRs (%u at most), %u of them "
		    "the user's (%u)",
		    stages[id].name, s->rsrc1, s->rsrc2, s->n_sgprs, SGPR_MOST, s->n_user, MCIK_USER_SGPRS);
		return false;
	}
	memcpy(s->user, &c->reg[stages[id].user / 4], sizeof(s->user));
	return true;
}

unsigned mcik_stage_prepare(struct mcik *c, const struct mcik_stage *s, struct mcik_wave *w, unsigned n)
{
	const uint64_t exec = n < MCIK_LANES ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);

	w->n_sgprs = s->n_sgprs;
	w->n_vgprs = s->n_vgprs;
	mcik_wave_begin(w, c->spi->vmid, s->pc, exec);
	mcik_spi_look_begin(c->spi, w);
	w->owner = c;
	w->mode = RSRC1(s->rsrc1, FLOAT_MODE) | (RSRC1(s->rsrc1, DX10_CLAMP) ? MCIK_MODE_DX10_CLAMP : 0) |
		  (RSRC1(s->rsrc1, IEEE_MODE) ? MCIK_MODE_IEEE : 0);
	mcik_wave_allow(w, fl_work_steps(&c->base));
	memcpy(w->s, s->user, s->n_user * sizeof(w->s[0]));
	return s->n_user;
}

struct mcik_wave *mcik_stage_begin(struct mcik *c, enum mcik_stage_id id, unsigned n, unsigned *at)
{
	struct mcik_wave *w = &c->vgt->wave;

	*at = mcik_stage_prepare(c, &c->vgt->stage[id], w, n);
	return w;
}

bool mcik_stage_finish(struct mcik *c, struct mcik_group *group)
{
	c->vgt->hung |= !mcik_group_run(group);
	if (c->vgt->hung)
		c->cp->gfx.stuck = true;
	return !c->vgt->hung;
}

bool mcik_stage_run(struct mcik *c, enum mcik_stage_id id, unsigned at)
{
	struct mcik_vgt *v = c->vgt;
	struct mcik_wave *wave[1] = {&v->wave};
	struct mcik_group group = {.lds = c->spi->lds, .lds_B = v->lds_B, .wave = wave, .n_waves = 1};
	bool ok;

	if (v->stage[id].scratch) /* waves come one after the other: all have the first part of it */
		v->wave.s[at] = 0;
	v->wave.group = &group;
	mcik_spi_look(c->spi, &v->wave);
	ok = mcik_stage_finish(c, &group);
	v->wave.group = NULL;
	return ok;
}

/* ---- exports ------------------------------------------------------------------------------------------- */
static void store(uint32_t (*to)[FL_WAVE_PX], const struct mcik_export *e)
{
	for (unsigned k = 0; k < 4; k++) {
		if (!(e->en >> k & 1))
			continue;
		if (e->lanes == ~UINT64_C(0)) {
			memcpy(to[k], e->src[k], sizeof(to[k]));
			continue;
		}
		for (uint64_t m = e->lanes; m; m &= m - 1)
			to[k][__builtin_ctzll(m)] = e->src[k][__builtin_ctzll(m)];
	}
}

static void position(struct mcik *c, unsigned i, const struct mcik_export *e)
{
	const unsigned format = CIK_REG(c, SPI_SHADER_POS_FORMAT) >> 4 * i & 15;
	struct mcik_vs_out *o = c->vgt->out;

	if (o->done)
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.5",
			    "position %u is exported after one with DONE: the wave's positions have left", i);
	if (format != CIK_SPI_SHADER_POS_FORMAT__POS0_EXPORT_FORMAT__SPI_SHADER_4COMP)
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.3",
			    "position %u is exported, and SPI_SHADER_POS_FORMAT.POS%u_EXPORT_FORMAT is %u: "
			    "4COMP (4) goes with it",
			    i, i, format);
	o->done |= e->done;
	o->has_pos |= 1u << i;
	store(o->pos[i], e);
}

void mcik_vs_export(void *arg, struct mcik_wave *w, const struct mcik_export *e)
{
	struct mcik *c = w->owner;
	struct mcik_vs_out *o = c->vgt->out;
	const unsigned count = CIK_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT__GET(CIK_REG(c, SPI_VS_OUT_CONFIG)) + 1;

	(void)arg;
	if (e->target == EXP_TARGET(NULL))
		return;
	if (e->target < EXP_TARGET(POS) ||
	    (e->target >= EXP_TARGET(POS) + MCIK_POS && e->target < EXP_TARGET(PARAM)) || e->compr) {
		mcik_report(
		    c, FL_WARN, "SPI", "CIK facts 4.5",
		    "a program before the pixels exports to target %u%s: it has positions (12 to 15) and "
		    "parameters (32 on), of 32 bits: dropped",
		    e->target, e->compr ? ", compressed" : "");
		return;
	}
	if (e->target < EXP_TARGET(PARAM)) {
		position(c, e->target - EXP_TARGET(POS), e);
		return;
	}
	if (e->target - EXP_TARGET(PARAM) >= count) {
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.3",
			    "parameter %u is exported, and SPI_VS_OUT_CONFIG.VS_EXPORT_COUNT has room for %u",
			    e->target - EXP_TARGET(PARAM), count);
		return;
	}
	o->has_param |= 1u << (e->target - EXP_TARGET(PARAM));
	store(o->param[e->target - EXP_TARGET(PARAM)], e);
}
