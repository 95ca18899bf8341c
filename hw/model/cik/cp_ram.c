/* SPDX-License-Identifier: MIT
 *
 * The RAMs that microcode is loaded into. Linux cik_cp_gfx_load_microcode, cik_cp_compute_load_microcode.
 */
#include "hw/model/cik/cp.h"
#include "hw/model/cik/grbm.h"

static const struct {
	uint32_t address, data;
} ports[MCIK_RAMS] = {
    [MCIK_RAM_PFP] = {CIK_CP_PFP_UCODE_ADDR, CIK_CP_PFP_UCODE_DATA},
    [MCIK_RAM_ME] = {CIK_CP_ME_RAM_WADDR, CIK_CP_ME_RAM_DATA},
    [MCIK_RAM_CE] = {CIK_CP_CE_UCODE_ADDR, CIK_CP_CE_UCODE_DATA},
    [MCIK_RAM_MEC1] = {CIK_CP_MEC_ME1_UCODE_ADDR, CIK_CP_MEC_ME1_UCODE_DATA},
    [MCIK_RAM_MEC2] = {CIK_CP_MEC_ME2_UCODE_ADDR, CIK_CP_MEC_ME2_UCODE_DATA},
};

static bool runs(const struct mcik *c, unsigned ram)
{
	static const uint32_t halt[MCIK_RAMS] = {
	    CIK_CP_ME_CNTL__PFP_HALT__MASK, CIK_CP_ME_CNTL__ME_HALT__MASK, CIK_CP_ME_CNTL__CE_HALT__MASK,
	    CIK_CP_MEC_CNTL__MEC_ME1_HALT__MASK, CIK_CP_MEC_CNTL__MEC_ME2_HALT__MASK};

	return !((ram < MCIK_RAM_MEC1 ? CIK_REG(c, CP_ME_CNTL) : CIK_REG(c, CP_MEC_CNTL)) & halt[ram]);
}

static void store(struct mcik *c, unsigned ram, uint32_t value)
{
	struct mcik_ram *r = &c->cp->ram[ram];

	if (runs(c, ram))
		mcik_report(
		    c, FL_WARN, "CP", "Linux cik_cp_gfx_enable",
		    "microcode is written while its engine runs: halt it first (CP_ME_CNTL, CP_MEC_CNTL)");
	if (r->at < MCIK_RAM_DW && !c->cp->no_ram) {
		r->dw[r->at] = value;
		r->written += r->at == r->written;
	}
	r->at++;
}

bool mcik_ram_port(struct mcik *c, uint32_t offset, uint32_t value)
{
	for (unsigned i = 0; i < MCIK_RAMS; i++) {
		if (offset == ports[i].address || (i == MCIK_RAM_ME && offset == CIK_CP_ME_RAM_RADDR))
			c->cp->ram[i].at = value;
		else if (offset == ports[i].data)
			store(c, i, value);
		else
			continue;
		return true;
	}
	return false;
}

/* The ME's RAM has an address of its own to read at. */
bool mcik_ram_show(struct mcik *c, uint32_t offset, uint32_t *value)
{
	for (unsigned i = 0; i < MCIK_RAMS; i++)
		if (offset == ports[i].data) {
			struct mcik_ram *r = &c->cp->ram[i];

			*value = r->at < MCIK_RAM_DW ? r->dw[r->at] : 0;
			r->at++;
			return true;
		}
	return false;
}

bool mcik_ram_loaded(const struct mcik *c, unsigned ram)
{
	return c->cp->ram[ram].written >= (ram < MCIK_RAM_MEC1 ? MCIK_RAM_GFX_DW : MCIK_RAM_MEC_DW);
}

void mcik_ram_fill(struct mcik *c)
{
	for (unsigned i = 0; i < MCIK_RAMS; i++)
		c->cp->ram[i].written = i < MCIK_RAM_MEC1 ? MCIK_RAM_GFX_DW : MCIK_RAM_MEC_DW;
}
