/* SPDX-License-Identifier: MIT
 *
 * RLC; see rlc.h.
 */
#include "hw/model/cik/rlc.h"
#include "hw/model/cik/grbm.h"
#include <stdlib.h>
#include <string.h>

bool mcik_rlc_new(struct mcik *c)
{
	c->rlc = calloc(1, sizeof(*c->rlc));
	return c->rlc;
}

void mcik_rlc_free(struct mcik *c)
{
	free(c->rlc);
	c->rlc = NULL;
}

void mcik_rlc_reset(struct mcik *c)
{
	c->rlc->at = c->rlc->written = 0;
}

/* Its microcode stays, and it stands. */
void mcik_rlc_soft_reset(struct mcik *c)
{
	CIK_REG(c, RLC_CNTL) = 0;
}

unsigned mcik_rlc_dw(const struct mcik_variant *v)
{
	enum { CARD_DW = 2048, APU_DW = 2560 }; /* BONAIRE_RLC_UCODE_SIZE, KV_, KB_, ML_ */

	return v->apu ? APU_DW : CARD_DW;
}

static bool enabled(const struct mcik *c)
{
	return CIK_REG(c, RLC_CNTL) & CIK_RLC_CNTL__RLC_ENABLE_F32__MASK;
}

bool mcik_rlc_runs(const struct mcik *c)
{
	return enabled(c) && c->rlc->written >= mcik_rlc_dw(c->variant);
}

void mcik_rlc_fill(struct mcik *c)
{
	c->rlc->written = mcik_rlc_dw(c->variant);
	CIK_REG(c, RLC_CNTL) = CIK_RLC_CNTL__RLC_ENABLE_F32__MASK;
}

static void store(struct mcik *c, uint32_t value)
{
	struct mcik_rlc *r = c->rlc;

	if (enabled(c))
		mcik_report(c, FL_WARN, "RLC", "Linux cik_rlc_resume",
			    "microcode of the RLC is written while it runs: RLC_CNTL must be 0 first");
	if (r->at < MCIK_RLC_MOST_DW && !r->no_ram) {
		r->dw[r->at] = value;
		r->written += r->at == r->written;
	}
	r->at++;
}

static uint32_t rlc_read(struct mcik *c, uint32_t offset, uint32_t stored)
{
	struct mcik_rlc *r = c->rlc;

	switch (offset) {
	case CIK_RLC_GPM_UCODE_DATA:
		stored = r->at < MCIK_RLC_MOST_DW ? r->dw[r->at] : 0;
		r->at++;
		break;
	case CIK_RLC_SERDES_CU_MASTER_BUSY: /* nothing is under way between two accesses */
	case CIK_RLC_SERDES_NONCU_MASTER_BUSY:
		return 0;
	}
	return stored;
}

static void rlc_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	switch (offset) {
	case CIK_RLC_GPM_UCODE_ADDR:
		c->rlc->at = value;
		break;
	case CIK_RLC_GPM_UCODE_DATA:
		store(c, value);
		break;
	case CIK_RLC_CNTL:
		if (enabled(c) && !mcik_rlc_runs(c))
			mcik_report(
			    c, FL_REFUSE, "RLC", "Linux cik_rlc_resume",
			    "the RLC is let go (RLC_CNTL 0x%x) with %u dwords of microcode, and %u are "
			    "the least: RLC_GPM_UCODE_ADDR = 0, and each dword to "
			    "RLC_GPM_UCODE_DATA",
			    value, c->rlc->written, mcik_rlc_dw(c->variant));
		break;
	}
}

const struct mcik_owner mcik_rlc_owner = {rlc_write, rlc_read};
