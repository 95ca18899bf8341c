/* SPDX-License-Identifier: MIT
 *
 * Step: the memory controller; see mc.h.
 */
#include "hw/r500/mc.h"
#include "hw/avivo/crtc.h"
#include "hw/r500/crtc_r300.h"
#include "hw/r500/spaces.h"
#include "hw/regs/r500.h"

#include <stddef.h>

/* By enum r500_mc_kind: offsets of registers, then indices behind MC_IND_INDEX. */
static const struct where {
	uint16_t status, fb_location, agp_location, agp_base, agp_base_2, idle;
	uint32_t no_agp; /* an aperture that no address hits: Linux r300_mc_program(), r520_mc_program() */
} places[] = {
    {R500_MC_STATUS, R500_MC_FB_LOCATION, R500_MC_AGP_LOCATION, R500_AGP_BASE, R500_AGP_BASE_2,
     R500_MC_STATUS__MC_IDLE__MASK, 0x0fffffff},
    {RV515_MCIND_MC_STATUS, RV515_MCIND_MC_FB_LOCATION, RV515_MCIND_MC_AGP_LOCATION, RV515_MCIND_MC_AGP_BASE,
     RV515_MCIND_MC_AGP_BASE_2, RV515_MCIND_MC_STATUS__MC_IDLE__MASK, 0xffffffff},
    {R520_MCIND_MC_STATUS, R520_MCIND_MC_FB_LOCATION, R520_MCIND_MC_AGP_LOCATION, R520_MCIND_AGP_BASE,
     R520_MCIND_AGP_BASE_2, R520_MCIND_MC_STATUS__MC_IDLE__MASK, 0xffffffff},
};

/* Which parts of the controller are addressed: all. Linux writes 0x7f0000 and 0xff0000. */
enum {
	IND_READ = R500_MC_IND_INDEX__MC_IND_BLOCKS(0x7f),
	IND_WRITE = R500_MC_IND_INDEX__MC_IND_BLOCKS(0x7f) | R500_MC_IND_INDEX__MC_IND_WR_EN_RS600(1),
};

static const struct where *where(const struct r500_card *c)
{
	return &places[c->family->mc];
}

uint32_t r500_mc_ind_read(struct fl_dev *d, uint32_t at)
{
	return r500_indexed(d, R500_MC_IND_INDEX, IND_READ | (at & 0xffff), NULL);
}

void r500_mc_ind_write(struct fl_dev *d, uint32_t at, uint32_t value)
{
	r500_indexed(d, R500_MC_IND_INDEX, IND_WRITE | (at & 0xffff), &value);
}

static uint32_t mc_read(struct r500_card *c, uint32_t at)
{
	return r500_is_legacy(c) ? fl_read32(c->up.dev, at) : r500_mc_ind_read(c->up.dev, at);
}

static void mc_write(struct r500_card *c, uint32_t at, uint32_t value)
{
	if (r500_is_legacy(c))
		fl_write32(c->up.dev, at, value);
	else
		r500_mc_ind_write(c->up.dev, at, value);
}

enum fl_code r500_mc_wait_idle(struct r500_card *c, uint64_t timeout_us, struct fl_err *err)
{
	const struct where *x = where(c);
	bool legacy = r500_is_legacy(c);
	enum fl_code code;

	/* The data port follows the index while it stands, so this is a poll like any other. */
	if (!legacy)
		fl_write32(c->up.dev, R500_MC_IND_INDEX, IND_READ | x->status);
	code = fl_poll32(c->up.dev, legacy ? x->status : R500_MC_IND_DATA, x->idle, x->idle, timeout_us,
			 "memory controller idle", "MC_STATUS", err);
	if (!legacy)
		fl_write32(c->up.dev, R500_MC_IND_INDEX, 0);
	return code;
}

bool r500_mc_rests(struct r500_card *c)
{
	struct fl_err ignored;

	return !r500_mc_wait_idle(c, 100000, &ignored);
}

void r500_mc_get_location(struct r500_card *c, uint64_t *first, uint64_t *last)
{
	uint32_t location = mc_read(c, where(c)->fb_location);

	*first = (uint64_t)(location & 0xffff) << 16;
	*last = (uint64_t)(location >> 16) << 16 | 0xffff;
}

void r500_displays_stop(struct r500_card *c)
{
	if (r500_is_legacy(c))
		r500_crtc_r300_stop(c->up.dev);
	else
		fl_avivo_stop(c->up.dev);
}

static void agp_off(struct r500_card *c)
{
	const struct where *x = where(c);

	mc_write(c, x->agp_location, x->no_agp);
	mc_write(c, x->agp_base, 0);
	mc_write(c, x->agp_base_2, 0);
}

/* What else could read memory, or move what is read: overlay, subpicture, video input and its I2C, off (Linux
 * r100_set_common_regs()); the translation of PCI addresses, off. */
static void others_off(struct fl_dev *d)
{
	static const uint16_t off[] = {R500_OV0_SCALE_CNTL, R500_SUBPIC_CNTL,    R500_VIPH_CONTROL,
				       R500_I2C_CNTL_1,     R500_DVI_I2C_CNTL_1, R500_CAP0_TRIG_CNTL,
				       R500_CAP1_TRIG_CNTL};

	for (unsigned i = 0; i < sizeof(off) / sizeof(*off); i++)
		fl_write32(d, off[i], 0);
	fl_mask32(d, R500_AIC_CNTL, R500_AIC_CNTL__PCIGART_TRANSLATE_EN__MASK, 0);
}

enum fl_code r500_mc_set_location(struct r500_card *c, uint64_t first, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	uint64_t end, now_first, now_last;

	if (first & 0xffff || !c->up.vram_B || first + c->up.vram_B > 1ull << 32)
		return fl_fail(err, FL_USAGE, "VRAM of %llu MiB cannot start at 0x%llx",
			       (unsigned long long)(c->up.vram_B >> 20), (unsigned long long)first);
	r500_displays_stop(c);
	r500_mc_rests(c);
	fl_delay_us(d, 100); /* the controller settles: Linux rv515_mc_stop() */
	end = first + c->up.vram_B - 1;
	mc_write(c, where(c)->fb_location, (uint32_t)(first >> 16) | (uint32_t)(end >> 16) << 16);
	if (!r500_is_legacy(c)) { /* the host's path follows MC_FB_LOCATION there */
		fl_write32(d, R500_HDP_FB_LOCATION,
			   R500_HDP_FB_LOCATION__HDP_FB_START((uint32_t)(first >> 16)));
		fl_write32(d, R500_VGA_MEMORY_BASE_ADDRESS, (uint32_t)first);
	}
	r500_mc_get_location(c, &now_first, &now_last);
	if (now_first != first || now_last != end)
		return fl_fail(err, FL_FAILED,
			       "MC_FB_LOCATION reads 0x%llx to 0x%llx after 0x%llx to 0x%llx was written",
			       (unsigned long long)now_first, (unsigned long long)now_last,
			       (unsigned long long)first, (unsigned long long)end);
	c->up.vram_addr = (uint32_t)first;
	return FL_OK;
}

/* Width of the memory bus. Linux r300_mc_init(), rv515_vram_get_type(), r520_vram_get_type(). */
static unsigned width_bits(struct r500_card *c)
{
	static const uint16_t r300[] = {64, 128, 256, 128};
	struct fl_dev *d = c->up.dev;
	uint32_t cntl;

	switch ((enum r500_mc_kind)c->family->mc) {
	case R500_MC_R300:
		return r300[R500_MEM_CNTL__R300_MEM_NUM_CHANNELS__GET(fl_read32(d, R500_MEM_CNTL))];
	case R500_MC_RV515:
		cntl = r500_mc_ind_read(d, RV515_MCIND_MC_CNTL);
		return RV515_MCIND_MC_CNTL__MEM_NUM_CHANNELS__GET(cntl) == 0 ? 64 : 128;
	case R500_MC_R520:
		break;
	}
	cntl = r500_mc_ind_read(d, R520_MCIND_MC_CNTL0);
	return (32u << R520_MCIND_MC_CNTL0__MEM_NUM_CHANNELS__GET(cntl))
	       << R520_MCIND_MC_CNTL0__MC_CHANNEL_SIZE__GET(cntl);
}

/* The host's way into memory and the chip's agree, or the host would write elsewhere than it reads. */
static enum fl_code host_location(struct fl_dev *d, uint64_t first, struct fl_err *err)
{
	uint32_t want = (uint32_t)(first >> 16);
	uint32_t hdp = R500_HDP_FB_LOCATION__HDP_FB_START__GET(fl_read32(d, R500_HDP_FB_LOCATION));

	if (hdp == want)
		return FL_OK;
	fl_write32(d, R500_HDP_FB_LOCATION, R500_HDP_FB_LOCATION__HDP_FB_START(want));
	hdp = R500_HDP_FB_LOCATION__HDP_FB_START__GET(fl_read32(d, R500_HDP_FB_LOCATION));
	return hdp == want
		   ? FL_OK
		   : fl_fail(err, FL_FAILED, "HDP_FB_LOCATION stays at 0x%x, VRAM is at 0x%x (both << 16)",
			     hdp, want);
}

enum fl_code r500_memory(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = c->up.dev;
	uint64_t first, last, room, memsize = fl_read32(d, R500_CONFIG_MEMSIZE);
	bool rests = r500_mc_rests(c);
	enum fl_code code = FL_OK;

	if (!memsize || memsize == 0xffffffff)
		return fl_fail(err, FL_FAILED,
			       "CONFIG_MEMSIZE is 0x%llx: no video BIOS has told how much VRAM there is",
			       (unsigned long long)memsize);
	/* A video BIOS may leave VRAM anywhere (0xE0000000 was seen): read it, never assume 0. */
	r500_mc_get_location(c, &first, &last);
	room = last >= first ? last + 1 - first : 0;
	if (last >> 16 <= first >> 16)
		return fl_fail(err, FL_FAILED,
			       "MC_FB_LOCATION holds 0x%llx to 0x%llx, no room for %llu MiB: the memory "
			       "controller is not set up",
			       (unsigned long long)first, (unsigned long long)last,
			       (unsigned long long)(memsize >> 20));
	c->up.vram_addr = (uint32_t)first;
	c->up.vram_B = memsize < room ? memsize : room;
	c->up.visible_B = d->vram_size_B < c->up.vram_B ? d->vram_size_B : c->up.vram_B;
	c->vram_width_bits = width_bits(c);
	if (r500_is_legacy(c))
		others_off(d);
	else
		code = host_location(d, first, err);
	if (code)
		return code;
	agp_off(c);
	fl_did(&c->up, "VRAM %llu MiB at 0x%08x, %llu MiB of it visible, %u-bit bus%s",
	       (unsigned long long)(c->up.vram_B >> 20), (uint32_t)c->up.vram_addr,
	       (unsigned long long)(c->up.visible_B >> 20), c->vram_width_bits,
	       rests ? "" : "; never idle: a display reads, or it hangs");
	return FL_OK;
}
