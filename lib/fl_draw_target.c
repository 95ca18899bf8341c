/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: what is drawn into, clears, resolves.
 */
#include "lib/fl_draw_chip.h"

#ifdef FL_DEBUG
static bool can(const struct fl_surface *s, uint32_t what)
{
	return fl_surface_can(s) & what;
}

/* What the chip cannot do with it; NULL: it can. */
static const char *wrong(const struct fl_surface *s)
{
	return s->rules && s->rules->wrong_target ? s->rules->wrong_target(s) : NULL;
}

static uint32_t samples(const struct fl_surface *s)
{
	return s->samples ? s->samples : 1;
}
#endif

void fl_draw_window(const struct fl_draw *d, int32_t w[4])
{
	const struct fl_surface *s = d->has_color ? &d->color_buffer : &d->depth_buffer;
	const int32_t size[2] = {(int32_t)s->width_px, (int32_t)s->height_px};

	for (uint32_t i = 0; i < 2; i++) {
		const int32_t end = d->scissor[i] + d->scissor[2 + i];

		w[i] = d->scissor_on && d->scissor[i] > 0 ? d->scissor[i] : 0;
		w[2 + i] = d->scissor_on && end < size[i] ? end : size[i];
	}
	if (w[0] >= w[2] || w[1] >= w[3])
		w[0] = w[1] = w[2] = w[3] = 1;
}

void fl_draw_targets(struct fl_draw *d, uint32_t n, const struct fl_surface *const color[],
		     const struct fl_surface *depth)
{
	const uint32_t most = fl_draw_does(d, FL_DOES_8_TARGETS) ? FL_TARGETS_MAX : FL_TARGETS;
	const struct fl_surface *size = n ? color[0] : depth;

	FL_OUTSIDE(d);
	FL_CHECK(d, size != NULL, "no surface");
	FL_CHECK(d, n <= FL_TARGETS_MAX, "more than 8 color buffers");
	FL_CHECK(d, n <= most,
		 "more than 4 color buffers, which this chip does not know (FL_DOES_8_TARGETS)");
	if (n > most)
		n = most;
	for (uint32_t i = 0; i < n; i++) {
		FL_CHECK(d, can(color[i], FL_CAN_TARGET),
			 "a color buffer of a format that is none (fl_format.h)");
		FL_CHECK(d, !wrong(color[i]), wrong(color[i]));
		FL_CHECK(d, color[i]->width_px == size->width_px && color[i]->height_px == size->height_px,
			 "color buffers of different sizes");
		FL_CHECK(d, samples(color[i]) == samples(size), "surfaces of different numbers of samples");
	}
	FL_CHECK(d, !depth || can(depth, FL_CAN_DEPTH),
		 "a depth buffer of a format that is none (FL_Z16, FL_Z24S8)");
	FL_CHECK(d, !depth || !wrong(depth), wrong(depth));
	FL_CHECK(d, !depth || samples(depth) == samples(size), "surfaces of different numbers of samples");
	FL_CHECK(d, !depth || (depth->width_px >= size->width_px && depth->height_px >= size->height_px),
		 "a depth buffer smaller than the color buffer");
	d->n_color = (uint8_t)n;
	d->has_color = n != 0;
	d->has_depth = depth != NULL;
	if (n)
		d->color_buffer = *color[0];
	for (uint32_t i = 1; i < n; i++)
		d->more_color[i - 1] = *color[i];
	if (depth)
		d->depth_buffer = *depth;
	d->dirty |= FL_D_TARGET | FL_D_DEPTH | FL_D_BLEND | FL_D_OUTPUT | FL_D_RASTER | FL_D_TEXTURE;
	d->textures_stale = true; /* one of them may have been drawn into until now */
	if (size)
		fl_viewport(d, 0, 0, (int32_t)size->width_px, (int32_t)size->height_px);
	fl_scissor_off(d);
}

void fl_draw_target(struct fl_draw *d, const struct fl_surface *color, const struct fl_surface *depth)
{
	fl_draw_targets(d, color ? 1 : 0, &color, depth);
}

static void clear(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil)
{
	if (!d->has_color)
		mask &= ~FL_CLEAR_COLOR;
	if (!d->has_depth)
		mask &= ~(FL_CLEAR_DEPTH | FL_CLEAR_STENCIL);
	if (mask)
		d->chip.backend->clear(d, mask, rgba, fl_clampf(depth, 0, 1), stencil);
}

void fl_clear(struct fl_draw *d, uint32_t mask, uint32_t argb, float depth, uint8_t stencil)
{
	float rgba[4];

	FL_OUTSIDE(d);
	FL_CHECK(d, !(mask & FL_CLEAR_COLOR) || d->has_color, "there is no color buffer to clear");
	FL_CHECK(d, !(mask & (FL_CLEAR_DEPTH | FL_CLEAR_STENCIL)) || d->has_depth,
		 "there is no depth buffer to clear");
	FL_CHECK(d, !(mask & FL_CLEAR_COLOR) || !fl_draw_is_integer(d),
		 "a target of whole numbers: fl_clear_uint()");
	fl_pixel_unpack(FL_ARGB8888, &argb, rgba);
	clear(d, mask, rgba, depth, stencil);
}

void fl_clear_float(struct fl_draw *d, const float rgba[4])
{
	FL_OUTSIDE(d);
	FL_CHECK(d, d->has_color, "there is no color buffer to clear");
	FL_CHECK(d, !fl_draw_is_integer(d), "a target of whole numbers: fl_clear_uint()");
	clear(d, FL_CLEAR_COLOR, rgba, 0, 0);
}

void fl_resolve(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, samples(from) > 1, "a surface of one sample has nothing to resolve");
	FL_CHECK(d, samples(to) == 1, "into a surface of several samples");
	FL_CHECK(d, can(from, FL_CAN_TARGET), "of a depth buffer: the chip resolves colors only");
	FL_CHECK(d, from->width_px == to->width_px && from->height_px == to->height_px,
		 "surfaces of different sizes");
	FL_CHECK(d, from->format == to->format, "surfaces of different formats");
	d->chip.backend->resolve(d, from, to);
	d->dirty |= FL_D_TEXTURE;
	d->textures_stale = true;
}

void fl_draw_finish(struct fl_draw *d)
{
	FL_OUTSIDE(d);
	d->chip.backend->finish(d);
	/* A fence that follows empties the scissor; and until the next draw others may write to textures. */
	d->dirty |= FL_D_SCISSOR | FL_D_TEXTURE;
	d->textures_stale = true;
}
