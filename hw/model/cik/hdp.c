/* SPDX-License-Identifier: MIT
 *
 * HDP: the host's path to memory, through the VRAM BAR and MM_DATA. An offset in the BAR is the address
 * HDP_NONSURFACE_BASE + offset, and MC_VM_FB_LOCATION must put VRAM there (Linux cik_mc_program).
 */
#include "hw/model/cik/mc.h"
#include <string.h>

static uint64_t base_of(const struct mcik *c)
{
	return (uint64_t)CIK_REG(c, HDP_NONSURFACE_BASE) << 8;
}

bool mcik_hdp_plain(const struct fl_model *m)
{
	return m->mem.vram_addr != FL_MEM_NOWHERE && base_of((const struct mcik *)m) == m->mem.vram_addr;
}

/* Where in VRAM n_B bytes at an offset of the BAR are. NULL: not there, reported. */
static uint8_t *in_vram(struct mcik *c, uint64_t offset_B, size_t n_B)
{
	const struct fl_mem *mem = &c->base.mem;
	uint64_t at = base_of(c) + offset_B - mem->vram_addr;

	if (mem->vram_addr == FL_MEM_NOWHERE)
		mcik_report(c, FL_REFUSE, "MC", "Linux cik_mc_init",
			    "VRAM is accessed, but nobody has posted the card: CONFIG_MEMSIZE or "
			    "MC_VM_FB_LOCATION is not set; the video BIOS does that");
	else if (at >= mem->vram_B || n_B > mem->vram_B - at)
		mcik_report(
		    c, FL_REFUSE, "HDP", "Linux cik_mc_program",
		    "offset 0x%llx of the VRAM BAR is address 0x%llx (HDP_NONSURFACE_BASE), and there "
		    "is no VRAM: MC_VM_FB_LOCATION puts it at 0x%llx",
		    (unsigned long long)offset_B, (unsigned long long)(base_of(c) + offset_B),
		    (unsigned long long)mem->vram_addr);
	else
		return mem->vram + at;
	return NULL;
}

void mcik_hdp_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B)
{
	const uint8_t *p = in_vram((struct mcik *)m, offset_B, n_B);

	if (p)
		memcpy(to, p, n_B);
	else
		memset(to, 0xff, n_B);
}

void mcik_hdp_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B)
{
	uint8_t *p = in_vram((struct mcik *)m, offset_B, n_B);

	if (p)
		memcpy(p, from, n_B);
}
