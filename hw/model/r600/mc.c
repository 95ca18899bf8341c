/* SPDX-License-Identifier: MIT
 *
 * MC: where the memory controller puts VRAM, and the RLC's microcode port. Linux r600.c (r600_mc_program),
 * rv770.c (rv770_mc_program), r600d.h, rv770d.h.
 */
#include "hw/model/r600/mc.h"
#include <stdlib.h>
#include <string.h>

enum { FB_UNIT_LOG2 = 24 }; /* MC_VM_FB_LOCATION counts 16 MiB */

uint32_t mr600_mc_fb_location(const struct mr600 *r)
{
	return r->variant->r7xx ? R700_MC_VM_FB_LOCATION : R600_MC_VM_FB_LOCATION;
}

/* Start in units of 16 MiB in the lower half, last unit in the upper. */
static void place(struct mr600 *r)
{
	uint32_t v = r->reg[mr600_mc_fb_location(r) / 4];
	uint64_t start = (uint64_t)(v & 0xffff) << FB_UNIT_LOG2;
	uint64_t end = ((uint64_t)(v >> 16) + 1) << FB_UNIT_LOG2;

	if (!R600_REG(r, CONFIG_MEMSIZE) || end <= start) {
		fl_mem_place_vram(&r->base.mem, FL_MEM_NOWHERE);
		return;
	}
	if (end - start != r->base.mem.vram_B)
		mr600_report(r, FL_NOTE, "MC", "Linux r600_mc_program",
			     "MC_VM_FB_LOCATION spans 0x%llx bytes; the card has 0x%llx",
			     (unsigned long long)(end - start), (unsigned long long)r->base.mem.vram_B);
	fl_mem_place_vram(&r->base.mem, start);
}

bool mr600_mc_new(struct mr600 *r)
{
	r->mc = calloc(1, sizeof(*r->mc));
	return r->mc;
}

void mr600_mc_free(struct mr600 *r)
{
	free(r->mc);
	r->mc = NULL;
}

void mr600_rlc_reset(struct mr600 *r)
{
	r->mc->rlc_at = r->mc->rlc_written = 0;
	R600_REG(r, RLC_CNTL) = 0;
}

/* Power-on: memory is neither sized nor placed before the video BIOS ran. */
void mr600_mc_reset(struct mr600 *r)
{
	mr600_rlc_reset(r);
	r->mc->n_lines = 0;
	r->mc->read_flushes = false;
	r->mc->response = 0;
	fl_mem_translate(&r->base.mem, !r->base.cfg.running);
	memset(r->mc->rlc, 0, sizeof(r->mc->rlc));
	R600_REG(r, CONFIG_MEMSIZE) = 0;
	fl_mem_place_vram(&r->base.mem, FL_MEM_NOWHERE);
}

/* What the board says of its memory: channels of 64 bits; banks and rows as the chip's tiling has them. */
static void straps(struct mr600 *r)
{
	enum { CHANNEL_BITS = 64 };
	unsigned banks = R600_GB_TILING_CONFIG__BANK_TILING__GET(r->variant->tiling), channels = 0;

	while (CHANNEL_BITS << (channels + 1) <= r->variant->vram_width_bits)
		channels++;
	R600_REG(r, CHMAP) = R600_CHMAP__NOOFCHAN(channels);
	if (r->variant->r7xx)
		r->reg[R700_MC_ARB_RAMCFG / 4] =
		    R700_MC_ARB_RAMCFG__NOOFBANK(banks) | R700_MC_ARB_RAMCFG__CHANSIZE(1);
	else
		R600_REG(r, RAMCFG) = R600_RAMCFG__NOOFBANK(banks) | R600_RAMCFG__CHANSIZE(1);
}

void mr600_mc_post(struct mr600 *r, uint64_t start)
{
	uint64_t last = start + r->base.mem.vram_B - 1;

	R600_REG(r, CONFIG_MEMSIZE) = (uint32_t)r->base.mem.vram_B;
	r->reg[mr600_mc_fb_location(r) / 4] =
	    (uint32_t)(start >> FB_UNIT_LOG2) | (uint32_t)(last >> FB_UNIT_LOG2) << 16;
	R600_REG(r, HDP_NONSURFACE_BASE) = (uint32_t)(start >> 8);
	straps(r);
	place(r);
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static void rlc_data(struct mr600 *r, uint32_t value)
{
	struct mr600_mc *mc = r->mc;

	if (R600_REG(r, RLC_CNTL) & R600_RLC_CNTL__RLC_ENABLE__MASK)
		mr600_report(r, FL_WARN, "RLC", "Linux r600_rlc_resume",
			     "microcode was written while the RLC runs: clear RLC_CNTL.RLC_ENABLE first");
	mc->rlc[mc->rlc_at % MR600_RLC_R7XX] = value;
	mc->rlc_at++;
	mc->rlc_written++;
}

/* Surfaces of the host path present tiled memory as linear. Their dwords are not in any public source, and
 * all that drivers write are zeros. */
static void surface(struct mr600 *r, uint32_t offset, uint32_t value)
{
	if (offset >= R600_HDP_SURFACE_DWORD0(0) && offset <= R600_HDP_SURFACE_DWORD4(31) && value)
		mr600_report(r, FL_WARN, "HDP", "Linux r600_gpu_init",
			     "an HDP surface was set (register 0x%04x = 0x%08x): what it does is not known; "
			     "drivers write zeros",
			     offset, value);
}

static uint32_t rlc_word(const struct mr600 *r)
{
	return r->mc->rlc[r->mc->rlc_at % MR600_RLC_R7XX];
}

uint32_t mr600_mc_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	switch (offset) {
	case R600_RLC_UCODE_DATA:
		return rlc_word(r);
	case R600_VM_CONTEXT0_REQUEST_RESPONSE: /* done at once */
		return R600_VM_CONTEXT0_REQUEST_RESPONSE__RESPONSE_TYPE(r->mc->response);
	}
	return r->reg[offset / 4];
}

void mr600_mc_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
	surface(r, offset, value);
	if (offset == mr600_mc_fb_location(r)) {
		if (mr600_cp_busy(r))
			mr600_report(r, FL_WARN, "MC", "Linux r600_mc_program",
				     "the frame buffer was moved while the command processor works: stop it "
				     "and wait for idle first");
		place(r);
		return;
	}
	switch (offset) {
	case R600_VM_CONTEXT0_CNTL:
		mr600_gart_load(r);
		break;
	case R600_VM_CONTEXT0_REQUEST_RESPONSE:
		if (R600_VM_CONTEXT0_REQUEST_RESPONSE__REQUEST_TYPE__GET(value))
			r->mc->response = mr600_gart_load(r) ? 1 : 2;
		break;
	case R600_HDP_DEBUG1:
	case R600_HDP_MEM_COHERENCY_FLUSH_CNTL:
		mr600_hdp_flush(r, offset);
		break;
	case R600_RLC_UCODE_ADDR:
		r->mc->rlc_at = value;
		break;
	case R600_RLC_UCODE_DATA:
		rlc_data(r, value);
		break;
	}
}
