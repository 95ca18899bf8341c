/* SPDX-License-Identifier: MIT
 *
 * HDP: the host's path to memory, through the VRAM BAR and MM_DATA. An offset into the BAR becomes the
 * address HDP_NONSURFACE_BASE + offset, which must fall where MC_VM_FB_LOCATION puts VRAM (Linux
 * r600_mc_program writes both).
 */
#include "hw/model/r600/cp.h"
#include "hw/model/r600/grbm.h"
#include "hw/model/r600/mc.h"
#include <string.h>

static uint64_t nonsurface(const struct mr600 *r)
{
	return (uint64_t)R600_REG(r, HDP_NONSURFACE_BASE) << 8;
}

/* The host pointer of n_B bytes at offset_B of the BAR; NULL, with a report, if the path is not set up. */
static uint8_t *reach(struct mr600 *r, uint64_t offset_B, size_t n_B, uint64_t *gpu_addr)
{
	const struct fl_mem *mem = &r->base.mem;
	uint64_t at;

	*gpu_addr = nonsurface(r) + offset_B;
	if (mem->vram_addr == FL_MEM_NOWHERE) {
		mr600_report(r, FL_REFUSE, "MC", "Linux radeon_card_posted",
			     "VRAM was accessed, but the card is not posted: its memory is neither sized "
			     "(CONFIG_MEMSIZE is 0) nor placed; run the video BIOS first");
		return NULL;
	}
	at = *gpu_addr - mem->vram_addr;
	if (at >= mem->vram_B || n_B > mem->vram_B - at) {
		mr600_report(r, FL_REFUSE, "HDP", "Linux r600_mc_program",
			     "VRAM at BAR offset 0x%llx: HDP_NONSURFACE_BASE makes it address 0x%llx, but "
			     "MC_VM_FB_LOCATION puts VRAM at 0x%llx; write both alike",
			     (unsigned long long)offset_B, (unsigned long long)*gpu_addr,
			     (unsigned long long)mem->vram_addr);
		return NULL;
	}
	return mem->vram + at;
}

/* While something waits, reads come here: on R7xx one of them is what it waits for. */
bool mr600_hdp_plain(const struct fl_model *m)
{
	const struct mr600 *r = (const struct mr600 *)m;

	return m->mem.vram_addr != FL_MEM_NOWHERE && nonsurface(r) == m->mem.vram_addr && !r->mc->n_lines;
}

static void check_read(struct mr600 *r, uint64_t addr, size_t n_B)
{
	const char *which = "cache";

	if (mr600_rb_holds(r, addr, n_B, &which))
		mr600_report(r, FL_WARN, "HDP", "R6xx facts 1.4",
			     "VRAM at 0x%llx was read while the %s still holds newer data of it: flush that "
			     "cache and wait for its fence first; the host gets the old data",
			     (unsigned long long)addr, which);
	else if (mr600_gui_active(r) && !mr600_cp_polled(r, addr, n_B))
		mr600_report(r, FL_WARN, "HDP", "R6xx facts 1.4",
			     "VRAM at 0x%llx was read while the chip still works (GRBM_STATUS.GUI_ACTIVE): "
			     "what is queued is not there yet; wait for a fence or for idle first",
			     (unsigned long long)addr);
}

void mr600_hdp_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B)
{
	struct mr600 *r = (struct mr600 *)m;
	uint64_t addr;
	const uint8_t *p = reach(r, offset_B, n_B, &addr);

	if (!p) {
		memset(to, 0xff, n_B);
		return;
	}
	if (r->mc->read_flushes)
		mr600_hdp_drain(r); /* that is what it is for: its value is nobody's */
	else
		check_read(r, addr, n_B);
	r->mc->read_flushes = false;
	memcpy(to, p, n_B);
	mr600_hdp_overlay(r, (uint64_t)(p - m->mem.vram), to, n_B);
}

void mr600_hdp_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B)
{
	struct mr600 *r = (struct mr600 *)m;
	uint64_t addr;
	uint8_t *p = reach(r, offset_B, n_B, &addr);

	if (!p)
		return;
	if (r->mc->late) {
		mr600_hdp_keep(r, (uint64_t)(p - m->mem.vram), from, n_B);
		return;
	}
	memcpy(p, from, n_B);
	fl_model_settle(m);
}

void mr600_hdp_flush(struct mr600 *r, uint32_t offset)
{
	bool r7xx = r->variant->r7xx;

	if (offset == R600_HDP_DEBUG1) {
		r->mc->read_flushes = r7xx;
		return;
	}
	if (!r7xx) {
		mr600_hdp_drain(r);
		return;
	}
	mr600_report(
	    r, FL_WARN, "HDP", "Linux r600_pcie_gart_tlb_flush",
	    "HDP_MEM_COHERENCY_FLUSH_CNTL does nothing on R7xx: write HDP_DEBUG1 = 0, and read a dword "
	    "of VRAM");
}
