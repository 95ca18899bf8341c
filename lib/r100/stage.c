/* SPDX-License-Identifier: MIT
 *
 * The stage on the RV100 class: the 2D engine by registers, and no 3D.
 */
#include "hw/r100/crtc.h"
#include "lib/fl_stage_family.h"
#include "lib/r100/surface.h"

#define QEMU_SUBSYSTEM 0x1af4 /* subsystem vendor of QEMU's devices */

static enum fl_code stage_open(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err)
{
	struct fl_bringup *up = &s->card.up;
	enum fl_code code = r100_identify(up, err);

	if (code)
		return code;
	if (r100_card(up)->chip->pitch_in_pixels)
		return fl_fail(err, FL_FAILED, "%s: no drawing: a Rage 128 has its pitches in another layout",
			       s->dev->name);
	s->no_3d = "is driven without one";
	/* QEMU's ati-vga drops a blit that ends exactly at the end of memory: stay away from it. */
	fl_vram_init(&s->vram, &fl_r100_surfaces, 0,
		     (up->visible_B < up->vram_B ? up->visible_B : up->vram_B) - 4096);
	return FL_OK;
}

/* The 2D engine is the one that the chips up to R5xx have. It takes raw offsets: to it video memory begins at
 * 0. */
static enum fl_code engines(struct fl_stage *s, struct fl_err *err)
{
	const struct fl_2d_engine *e2 = fl_stage_engine("E2");

	if (!e2)
		return fl_fail(err, FL_NO_DEVICE, "%s: this program was linked without its 2D engine's code",
			       s->dev->name);
	fl_2d_init(&s->g, e2, s->dev, NULL, NULL, 0,
		   s->dev->subsys_vendor == QEMU_SUBSYSTEM ? FL_2D_ATI_VGA : FL_2D_ALL);
	return FL_OK;
}

static enum fl_code show(struct fl_stage *s, struct fl_err *err)
{
	return r100_crtc_set(r100_card(&s->card.up), s->width, s->height, (uint32_t)s->screen.offset_B,
			     s->screen.pitch_px, err);
}

extern const struct fl_stage_family fl_stage_r100;
const struct fl_stage_family fl_stage_r100 = {
    .family = &r100_family,
    .draws = "the RV100's 2D engine",
    .open = stage_open,
    .engines = engines,
    .show = show,
};
