/* SPDX-License-Identifier: MIT
 *
 * The RAMs of the CP's two engines, prefetch parser and microengine, and the ports to them. The model does
 * not run the microcode: it requires whole images, and carries the packets out as the documents describe
 * them. Linux r600_cp_load_microcode: R6xx have microengine words of three dwords, R7xx of one.
 */
#include "hw/model/r600/cp.h"
#include <string.h>

static unsigned pfp_dw(const struct mr600 *r)
{
	return r->variant->r7xx ? MR600_CP_PFP_R7XX : MR600_CP_PFP_R6XX;
}

static unsigned me_dw(const struct mr600 *r)
{
	return r->variant->r7xx ? MR600_CP_ME_R7XX : MR600_CP_ME_R6XX;
}

static void put(struct mr600 *r, struct mr600_cp_ram *ram, unsigned size_dw, uint32_t value)
{
	if (!(R600_REG(r, CP_ME_CNTL) & R600_CP_ME_CNTL__ME_HALT__MASK))
		mr600_report(
		    r, FL_WARN, "CP", "Linux r600_cp_load_microcode",
		    "microcode was written while the microengine runs: set CP_ME_CNTL.ME_HALT first");
	if (ram->waddr >= size_dw) {
		mr600_report(
		    r, FL_WARN, "CP", "Linux r600_cp_load_microcode",
		    "more microcode was written than the RAM holds (0x%x dwords): an image of another chip?",
		    size_dw);
		return;
	}
	if (ram->waddr == ram->written)
		ram->written++;
	if (!r->cp->no_ram)
		ram->dw[ram->waddr] = value;
	ram->waddr++;
}

void mr600_cp_ram_write(struct mr600 *r, uint32_t offset, uint32_t value)
{
	struct mr600_cp *cp = r->cp;
	unsigned word = r->variant->r7xx ? 1 : 3; /* dwords of a word of the microengine */

	switch (offset) {
	case R600_CP_PFP_UCODE_ADDR:
		cp->pfp.waddr = cp->pfp.raddr = value;
		break;
	case R600_CP_PFP_UCODE_DATA:
		put(r, &cp->pfp, pfp_dw(r), value);
		break;
	case R600_CP_ME_RAM_WADDR:
		cp->me.waddr = value < MR600_CP_ME_R6XX ? value * word : MR600_CP_ME_R6XX;
		break;
	case R600_CP_ME_RAM_RADDR:
		cp->me.raddr = value < MR600_CP_ME_R6XX ? value * word : MR600_CP_ME_R6XX;
		break;
	case R600_CP_ME_RAM_DATA:
		put(r, &cp->me, me_dw(r), value);
		break;
	}
}

uint32_t mr600_cp_ram_read(struct mr600 *r, uint32_t offset)
{
	struct mr600_cp_ram *ram = offset == R600_CP_ME_RAM_DATA ? &r->cp->me : &r->cp->pfp;
	unsigned size_dw = offset == R600_CP_ME_RAM_DATA ? me_dw(r) : pfp_dw(r);

	return ram->raddr < size_dw ? ram->dw[ram->raddr++] : 0;
}

/* Written whole, and not all the same. */
static bool whole(const struct mr600_cp_ram *ram, unsigned size_dw)
{
	if (ram->written < size_dw)
		return false;
	for (unsigned i = 1; i < size_dw; i++)
		if (ram->dw[i] != ram->dw[0])
			return true;
	return false;
}

bool mr600_cp_loaded(const struct mr600 *r, const char **missing)
{
	*missing = "prefetch parser";
	if (!whole(&r->cp->pfp, pfp_dw(r)))
		return false;
	*missing = "microengine";
	return whole(&r->cp->me, me_dw(r));
}

void mr600_cp_ram_reset(struct mr600 *r)
{
	memset(&r->cp->pfp, 0, sizeof(r->cp->pfp));
	memset(&r->cp->me, 0, sizeof(r->cp->me));
}

void mr600_cp_ram_fill(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;

	for (unsigned i = 0; i < MR600_CP_ME_R6XX; i++)
		cp->pfp.dw[i] = cp->me.dw[i] = i;
	cp->pfp.written = pfp_dw(r);
	cp->me.written = me_dw(r);
}
