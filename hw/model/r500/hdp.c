/* SPDX-License-Identifier: MIT
 *
 * HDP: the host's path to memory, through the VRAM BAR and MM_DATA. An offset into the BAR becomes the
 * address HDP_FB_LOCATION + offset, which must fall where MC_FB_LOCATION puts VRAM (Linux radeon
 * r520_mc_program writes both). Offsets inside a surface are moved first (hdp_surface.c). While
 * HOST_PATH_CNTL.HDP_APER_CNTL is clear, the upper half of the BAR is a second aperture on the first half of
 * VRAM (Linux r100_vram_get_accessible). What is written passes a combiner (hdp_combine.c).
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/mc.h"
#include "hw/model/r500/rbbm.h"
#include <string.h>

static uint64_t fb_start(const struct mr500 *r)
{
	if (r->variant->kind != MR500_KIND_R5XX) /* HDP follows MC_FB_LOCATION there */
		return mr500_mc_fb_start(r);
	return (uint64_t)(R500_REG(r, HDP_FB_LOCATION) & 0xffff) << 16;
}

/* The host pointer of n_B bytes at offset_B of the BAR; NULL, with a report, if the path is not set up. */
static uint8_t *reach(struct mr500 *r, uint64_t offset_B, size_t n_B, uint64_t *gpu_addr)
{
	const struct fl_mem *mem = &r->base.mem;
	uint64_t at;

	*gpu_addr = fb_start(r) + offset_B;
	if (mem->vram_addr == FL_MEM_NOWHERE) {
		mr500_report(r, FL_REFUSE, "MC", "Linux radeon radeon_card_posted",
			     "VRAM was accessed, but the card is not posted: its memory is neither sized "
			     "(CONFIG_MEMSIZE is 0) nor placed; run the video BIOS first");
		return NULL;
	}
	at = *gpu_addr - mem->vram_addr;
	if (at >= mem->vram_B || n_B > mem->vram_B - at) {
		mr500_report(r, FL_REFUSE, "HDP", "Linux radeon r520_mc_program",
			     "VRAM at BAR offset 0x%llx: HDP_FB_LOCATION makes it address 0x%llx, but "
			     "MC_FB_LOCATION puts VRAM at 0x%llx; write both alike",
			     (unsigned long long)offset_B, (unsigned long long)*gpu_addr,
			     (unsigned long long)mem->vram_addr);
		return NULL;
	}
	return mem->vram + at;
}

static bool overlaps(uint64_t a, uint64_t a_B, uint64_t b, uint64_t b_B)
{
	return a < b + b_B && b < a + a_B;
}

/* Is this a place that programs poll while the chip works? */
static bool meant_to_be_polled(const struct mr500 *r, uint64_t addr, size_t n_B)
{
	uint64_t ring_B;
	uint64_t ring = mr500_cp_ring(r, &ring_B);

	return overlaps(addr, n_B, R500_REG(r, CP_RB_RPTR_ADDR) & ~3u, 4) ||
	       overlaps(addr, n_B, R500_REG(r, SCRATCH_ADDR) & ~31u, 32) || overlaps(addr, n_B, ring, ring_B);
}

/* own: the host reads back what it wrote last. */
static void check_read(struct mr500 *r, uint64_t addr, size_t n_B, bool own)
{
	const char *which = "cache";

	if (r->base.ops->holds(&r->base, addr, n_B, &which))
		mr500_report(r, FL_WARN, "HDP", "R5xx guide 10.5.3",
			     "VRAM at 0x%llx was read while the %s still holds newer data of it: flush that "
			     "cache and wait for idle first; the host gets the old data",
			     (unsigned long long)addr, which);
	else if (!own && (mr500_cp_busy(r) || mr500_ga_busy(r) || mr500_e2_busy(r)) &&
		 !meant_to_be_polled(r, addr, n_B))
		mr500_report(r, FL_WARN, "HDP", "R5xx guide 5.9",
			     "VRAM at 0x%llx was read while the chip still works (RBBM_STATUS.GUI_ACTIVE): "
			     "what is queued is not there yet; wait for a fence or for idle first",
			     (unsigned long long)addr);
}

static void read_piece(struct mr500 *r, uint64_t offset_B, uint8_t *to, size_t n_B, bool own)
{
	uint64_t addr;
	const uint8_t *p = reach(r, offset_B, n_B, &addr);

	if (!p) {
		memset(to, 0xff, n_B);
		return;
	}
	check_read(r, addr, n_B, own);
	memcpy(to, p, n_B);
}

static void write_piece(struct mr500 *r, uint64_t offset_B, const uint8_t *from, size_t n_B)
{
	uint64_t addr;
	uint8_t *p = reach(r, offset_B, n_B, &addr);

	if (p)
		memcpy(p, from, n_B);
}

/* Is the upper half of the BAR a second view of what the lower half shows? */
static bool aliases(const struct mr500 *r)
{
	return r->mc->late && !(R500_REG(r, HOST_PATH_CNTL) & R500_HOST_PATH_CNTL__HDP_APER_CNTL__MASK);
}

bool mr500_hdp_plain(const struct fl_model *m)
{
	const struct mr500 *r = (const struct mr500 *)m;

	return m->mem.vram_addr != FL_MEM_NOWHERE && fb_start(r) == m->mem.vram_addr && !mr500_hdp_moves(r) &&
	       !aliases(r);
}

/* Where offset_B of the BAR leads, and how many bytes, at most *run_B, lie in a row from there. */
static uint64_t place(struct mr500 *r, uint64_t offset_B, size_t *run_B)
{
	uint64_t half_B = r->base.vram_bar_B / 2;

	if (aliases(r)) {
		offset_B = offset_B < half_B ? offset_B : offset_B - half_B;
		if (offset_B < half_B && half_B - offset_B < *run_B)
			*run_B = (size_t)(half_B - offset_B);
	}
	return mr500_hdp_moves(r) ? mr500_hdp_move(r, offset_B, run_B) : offset_B;
}

void mr500_hdp_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B)
{
	struct mr500 *r = (struct mr500 *)m;
	bool own = mr500_hdp_wrote(r, offset_B, n_B);
	uint8_t *p = to;

	mr500_hdp_drain(r);
	while (n_B) {
		size_t run_B = n_B;
		uint64_t at = place(r, offset_B, &run_B);

		read_piece(r, at, p, run_B, own);
		p += run_B;
		offset_B += run_B;
		n_B -= run_B;
	}
}

void mr500_hdp_put(struct mr500 *r, uint64_t offset_B, const uint8_t *from, size_t n_B)
{
	while (n_B) {
		size_t run_B = n_B;
		uint64_t at = place(r, offset_B, &run_B);

		write_piece(r, at, from, run_B);
		from += run_B;
		offset_B += run_B;
		n_B -= run_B;
	}
	fl_model_settle(&r->base);
}
