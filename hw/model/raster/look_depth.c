/* SPDX-License-Identifier: MIT
 *
 * A look into the rasterizer: what a depth buffer holds, depths as numbers from 0 to 1 and stencils. See
 * look.h.
 */
#include "hw/model/raster/look_stages.h"
#include "hw/model/pixel/depth.h"

#include <stdlib.h>

/* A surface says how long its rows are, and often not how many there are: draws reach as far as their
 * scissors let them. */
void fl_raster_look_reach(struct fl_raster_look *l, const struct fl_raster_rect *scissor)
{
	const struct fl_tile_key *k = &l->z_form.key;
	const int64_t w = (int64_t)scissor->x1 + 1 + k->x_off, h = (int64_t)scissor->y1 + 1 + k->y_off;

	if (w > l->z_w)
		l->z_w = w < k->pitch_px ? (uint32_t)w : k->pitch_px;
	if (h > l->z_h)
		l->z_h = k->rows && h > k->rows ? k->rows : (uint32_t)h;
}

double fl_raster_look_unit(unsigned format, uint32_t code)
{
	switch (format) {
	case FL_PIXEL_Z16:
		return code / 65535.0;
	case FL_PIXEL_Z13E3:
		return code; /* its order alone is known */
	case FL_PIXEL_Z20E4S8:
		return (double)num_from_small(24, code);
	case FL_PIXEL_Z32F:
	case FL_PIXEL_Z32FS8:
		return (double)num_float((int32_t)code);
	default:
		return code / 16777215.0;
	}
}

static bool has_stencil(unsigned format)
{
	return format == FL_PIXEL_Z24S8 || format == FL_PIXEL_Z20E4S8 || format == FL_PIXEL_Z32FS8;
}

/* That of the event at hand. */
static bool there(const struct fl_raster_look *l)
{
	return l->ras && l->depth_now != FL_LOOK_NONE && l->z_form.key.cpp &&
	       l->z_form.key.base == l->depth_now;
}

bool fl_raster_look_depth_buffer(const struct fl_raster_look *l, struct fl_look_depth_buffer *out)
{
	static const char *const name[] = {
	    [FL_PIXEL_Z16] = "16 unorm",
	    [FL_PIXEL_Z13E3] = "13 bits with an exponent of 3",
	    [FL_PIXEL_Z24S8] = "24 unorm, 8 stencil",
	    [FL_PIXEL_Z20E4S8] = "20 bits with an exponent of 4, 8 stencil",
	    [FL_PIXEL_Z32F] = "32 float",
	    [FL_PIXEL_Z32FS8] = "32 float, 8 stencil",
	};

	if (!there(l))
		return false;
	*out = (struct fl_look_depth_buffer){.address = l->z_form.key.base,
					     .format = name[l->z_format],
					     .width = l->z_w,
					     .height = l->z_h,
					     .samples = l->z_form.key.samples,
					     .has_stencil = has_stencil(l->z_format)};
	return true;
}

bool fl_raster_look_depths(const struct fl_raster_look *l, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
			   double *depth, uint8_t *stencil)
{
	const struct fl_pixel_depth d = {.key = l->z_form.key, .format = l->z_format};
	const size_t n = (size_t)w * h * d.key.samples;
	uint8_t *bytes = there(l) ? calloc(n ? n : 1, d.key.cpp) : NULL;
	const bool ok = bytes && fl_raster_look_rect(l->ras, &l->z_form, x, y, w, h, bytes);

	for (size_t i = 0; ok && i < n; i++) {
		uint32_t value[2];

		fl_pixel_depth_stored(&d, bytes + i * d.key.cpp, value);
		depth[i] = fl_raster_look_unit(d.format, value[0]);
		stencil[i] = has_stencil(d.format) ? (uint8_t)value[1] : 0;
	}
	free(bytes);
	return ok;
}
