/* SPDX-License-Identifier: MIT
 *
 * A picture on the displays of R6xx and R7xx; see crtc.h. The upper halves of addresses: Linux
 * atombios_crtc.c (avivo_crtc_do_set_base).
 */
#include "hw/r600/crtc.h"
#include "hw/avivo/crtc.h"
#include "hw/regs/r600.h"

const uint16_t r600_crtc_high_regs[R600_CRTC_HIGH_REGS] = {
    R700_D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH,
    R700_D1GRPH_SECONDARY_SURFACE_ADDRESS_HIGH,
    R700_D2GRPH_PRIMARY_SURFACE_ADDRESS_HIGH,
    R700_D2GRPH_SECONDARY_SURFACE_ADDRESS_HIGH,
};

enum fl_code r600_crtc_set(struct r600_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err)
{
	const uint32_t high = (uint32_t)((c->up.vram_addr + offset_B) >> 32);
	struct fl_crtc_picture p;
	enum fl_code code = fl_crtc_picture(&c->up, width, height, offset_B, pitch_px, &p, err);

	if (code)
		return code;
	if (high && !c->family->r7xx)
		return fl_fail(err, FL_FAILED,
			       "CRTC: VRAM is at 0x%llx, and addresses of %s's displays have 32 bits",
			       (unsigned long long)c->up.vram_addr, c->family->name);
	/* Both displays show what is in VRAM. */
	for (unsigned i = 0; i < R600_CRTC_HIGH_REGS && c->family->r7xx; i++)
		fl_write32(c->up.dev, r600_crtc_high_regs[i], high);
	code = fl_avivo_show(&c->up, &p, err);
	return code ? code : r600_note_display(c, err);
}
