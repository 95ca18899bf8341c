/* SPDX-License-Identifier: MIT
 *
 * Several samples a pixel: where they are in it, and what they come to (GC facts 7, 8.3, 8.4).
 */
#include "lib/gc/copy.h"
#include "lib/gc/draw_state.h"

/* As Mesa's driver has them: of 2 samples, of 4. */
static const uint32_t places[2][4] = {{0x0000aa22}, {0xeaa26e26, 0xe6ae622a, 0xaaa22a22}};
static const uint32_t centroids[2][16] = {
    {0x66aa2288, 0x88558800, 0x88881100, 0x33888800},
    {0x4a6e2688, 0x888888a2, 0x888888ea, 0x888888c6, 0x46622a88, 0x888888ae, 0x888888e6, 0x888888ca,
     0x262a2288, 0x886688a2, 0x888866aa, 0x668888a6},
};

/* GL_MULTI_SAMPLE_CONFIG changes PS_INPUT_COUNT, which comes with programs. */
uint32_t *fl_gc_put_samples(struct fl_draw *d, uint32_t *p)
{
	enum { ALL = 15 };
	struct fl_gc_draw *r = fl_gc_of(d);
	const uint32_t n = fl_draw_samples(d);

	if (r->samples == n)
		return p;
	r->samples = (uint8_t)n;
	r->vs = r->ps = FL_GC_NO_PROGRAM;
	d->dirty |= FL_D_VERTEX | FL_D_FRAGMENT | FL_D_OUTPUT;
	p = fl_gc_put(
	    p, GC_GL_MULTI_SAMPLE_CONFIG,
	    GC_GL_MULTI_SAMPLE_CONFIG__MSAA_SAMPLES(n > 2   ? GC_GL_MULTI_SAMPLE_CONFIG__MSAA_SAMPLES__4X
						    : n > 1 ? GC_GL_MULTI_SAMPLE_CONFIG__MSAA_SAMPLES__2X
							    : GC_GL_MULTI_SAMPLE_CONFIG__MSAA_SAMPLES__NONE) |
		GC_GL_MULTI_SAMPLE_CONFIG__MSAA_ENABLES(ALL));
	if (n == 1)
		return p;
	p = fl_gc_load(p, GC_RA_MULTISAMPLE_UNK00E10(0), 4, places[n > 2]);
	return fl_gc_load(p, GC_RA_CENTROID_TABLE(0), 16, centroids[n > 2]);
}

/* Whole windows of both: their rows are padded to these. */
static uint32_t up(uint32_t v, uint32_t to)
{
	return (v + to - 1) / to * to;
}

void fl_gc_draw_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const struct fl_gc_image source = fl_gc_image_of(from, d->chip.vram_addr),
				 dest = fl_gc_image_of(to, d->chip.vram_addr);
	const uint32_t w = fl_gc_wide(from), h = fl_gc_high(from);
	uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

	fl_gc_new_batch(d);
	p = fl_gc_flush(p, info);
	p = fl_gc_close(d, p);
	if (info->blt) {
		const struct fl_gc_box box = {.w = w * to->width_px, .h = h * to->height_px};

		p = fl_gc_blt_before(p);
		p = fl_gc_blt_copy(p, &source, &dest, to->bytes_px, &box);
		p = fl_gc_blt_after(p);
	} else {
		p = fl_gc_resolve(p, info, &source, &dest, to->bytes_px,
				  w * up(to->width_px, FL_GC_WINDOW_PX),
				  h * up(to->height_px, FL_GC_WINDOW_ROWS));
	}
	fl_cs_done(d->cs, p);
}
