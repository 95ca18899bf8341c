/* SPDX-License-Identifier: MIT
 *
 * MC: where the memory controller puts VRAM, and its microcode port. Linux cik.c (cik_mc_init,
 * cik_mc_program, ci_mc_load_microcode).
 */
#include "hw/model/cik/mc.h"
#include "hw/model/cik/grbm.h"
#include <stdlib.h>

enum { FB_UNIT_LOG2 = 24 }; /* MC_VM_FB_LOCATION counts 16 MiB: the first unit, and the last */

static void place(struct mcik *c)
{
	uint64_t first = CIK_REG(c, MC_VM_FB_LOCATION) & 0xffff, last = CIK_REG(c, MC_VM_FB_LOCATION) >> 16;
	uint64_t size_B = last < first ? 0 : (last - first + 1) << FB_UNIT_LOG2;

	if (!CIK_REG(c, CONFIG_MEMSIZE) || !size_B) {
		fl_mem_place_vram(&c->base.mem, FL_MEM_NOWHERE);
		return;
	}
	if (size_B != c->base.mem.vram_B)
		mcik_report(c, FL_NOTE, "MC", "CIK facts 2",
			    "MC_VM_FB_LOCATION gives VRAM 0x%llx bytes of addresses; the card has 0x%llx",
			    (unsigned long long)size_B, (unsigned long long)c->base.mem.vram_B);
	fl_mem_place_vram(&c->base.mem, first << FB_UNIT_LOG2);
}

bool mcik_mc_new(struct mcik *c)
{
	c->mc = calloc(1, sizeof(*c->mc));
	return c->mc;
}

void mcik_mc_free(struct mcik *c)
{
	free(c->mc);
	c->mc = NULL;
}

/* Power-on: memory has neither a size nor a place before the video BIOS ran. */
void mcik_mc_reset(struct mcik *c)
{
	c->mc->flushed = 0;
	fl_mem_place_vram(&c->base.mem, FL_MEM_NOWHERE);
}

/* Columns of DRAM: Linux cik_gpu_init makes a row of 4 * 2^(8 + NOOFCOLS) bytes. */
static uint32_t ramcfg(const struct mcik_variant *v)
{
	return CIK_MC_ARB_RAMCFG__NOOFCOLS(v->row_KiB / 2u);
}

void mcik_mc_post(struct mcik *c, uint64_t start)
{
	uint64_t last = start + c->base.mem.vram_B - 1;

	CIK_REG(c, CONFIG_MEMSIZE) = (uint32_t)(c->base.mem.vram_B >> 20);
	CIK_REG(c, MC_VM_FB_LOCATION) = (uint32_t)(start >> FB_UNIT_LOG2) | (uint32_t)(last >> FB_UNIT_LOG2)
										<< 16;
	CIK_REG(c, HDP_NONSURFACE_BASE) = (uint32_t)(start >> 8);
	CIK_REG(c, MC_ARB_RAMCFG) = ramcfg(c->variant);
	CIK_REG(c, BIF_FB_EN) = CIK_BIF_FB_EN__FB_READ_EN__MASK | CIK_BIF_FB_EN__FB_WRITE_EN__MASK;
	if (!c->variant
		 ->apu) { /* the video BIOS has trained memory; Linux loads microcode where it does not run */
		CIK_REG(c, MC_SEQ_SUP_CNTL) = CIK_MC_SEQ_SUP_CNTL__RUN__MASK;
		CIK_REG(c, MC_SEQ_TRAIN_WAKEUP_CNTL) = CIK_MC_SEQ_TRAIN_WAKEUP_CNTL__TRAIN_DONE_D0__MASK |
						       CIK_MC_SEQ_TRAIN_WAKEUP_CNTL__TRAIN_DONE_D1__MASK;
	}
	place(c);
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static uint32_t mc_read(struct mcik *c, uint32_t offset, uint32_t stored)
{
	return offset == CIK_GPU_HDP_FLUSH_DONE ? c->mc->flushed : stored;
}

static void mc_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	switch (offset) {
	case CIK_MC_VM_FB_LOCATION:
		place(c);
		break;
	case CIK_GPU_HDP_FLUSH_REQ: /* done at once */
		c->mc->flushed = value;
		break;
	case CIK_MC_SEQ_SUP_PGM:
		if (CIK_REG(c, MC_SEQ_SUP_CNTL) & CIK_MC_SEQ_SUP_CNTL__RUN__MASK)
			mcik_report(c, FL_WARN, "MC", "Linux ci_mc_load_microcode",
				    "microcode of the memory controller is written while it runs: "
				    "MC_SEQ_SUP_CNTL must be 8 and 0x10 first");
		break;
	case CIK_MC_SEQ_SUP_CNTL: /* memory is trained as soon as it runs */
		if (value & CIK_MC_SEQ_SUP_CNTL__RUN__MASK)
			CIK_REG(c, MC_SEQ_TRAIN_WAKEUP_CNTL) |=
			    CIK_MC_SEQ_TRAIN_WAKEUP_CNTL__TRAIN_DONE_D0__MASK |
			    CIK_MC_SEQ_TRAIN_WAKEUP_CNTL__TRAIN_DONE_D1__MASK;
		break;
	}
}

const struct mcik_owner mcik_mc_owner = {mc_write, mc_read};
