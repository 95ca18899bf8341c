/* SPDX-License-Identifier: MIT
 *
 * A picture on the displays of R3xx to R5xx; see crtc.h.
 */
#include "hw/r500/crtc.h"
#include "hw/r500/crtc_r300.h"

enum fl_code r500_crtc_set(struct r500_card *c, unsigned width, unsigned height, uint32_t offset_B,
			   unsigned pitch_px, struct fl_err *err)
{
	struct fl_crtc_picture p;
	enum fl_code code = fl_crtc_picture(&c->up, width, height, offset_B, pitch_px, &p, err);

	if (!code)
		code = r500_is_legacy(c) ? r500_crtc_r300_set(c, &p, err) : fl_avivo_show(&c->up, &p, err);
	return code ? code : r500_note_display(c, err);
}
