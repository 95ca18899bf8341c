/* SPDX-License-Identifier: MIT
 *
 * Targets that are drawn into elsewhere: of GC2000, whose two pipes have a buffer each, all of them; of GC880
 * linear ones. The resolve engine copies them there, and back when all is drawn (GC facts 8.1, 8.3).
 */
#include "lib/gc/copy.h"
#include "lib/gc/draw_state.h"

#define BASE_B 64u /* GC facts 8.1 */

/* It lies in two halves as it is, or 0: it does not. */
static uint32_t half_B(const struct fl_surface *s)
{
	return s->rules ? (uint32_t)fl_gc_half_B(s) : 0;
}

static bool needs_shadow(const struct fl_gc_info *info, const struct fl_surface *s)
{
	if (half_B(s))
		return false;
	if (info->pipes > 1 && !info->single_buffer)
		return true;
	return s->tiling == FL_LINEAR && !info->linear_target;
}

static struct fl_gc_image home_of(const struct fl_draw *d, const struct fl_surface *s)
{
	const uint32_t addr = fl_gc_addr(d, s);

	return (struct fl_gc_image){.addr = {addr, addr + half_B(s)},
				    .pitch_B = fl_surface_pitch_B(s) * fl_gc_wide(s),
				    .tiled = s->tiling != FL_LINEAR};
}

static struct fl_gc_image image_of(const struct fl_draw *d, const struct fl_gc_shadow *h)
{
	const bool multi = fl_gc_info_of(d)->pipes > 1;
	const uint32_t pitch_B = h->pitch_px * h->home.bytes_px;

	return (struct fl_gc_image){.addr = {h->addr, multi ? h->addr + pitch_B * h->rows / 2 : h->addr},
				    .pitch_B = pitch_B,
				    .tiled = true,
				    .multi = multi};
}

/* Whole tiles of it that its memory has */
static uint32_t width(const struct fl_surface *s)
{
	const uint32_t w = (s->width_px + 15) & ~15u;

	return w < s->pitch_px ? w : s->pitch_px & ~15u;
}

static uint32_t height(const struct fl_surface *s)
{
	const uint32_t h = (s->height_px + 3) & ~3u;

	return h < s->height_rows ? h : s->height_rows & ~3u;
}

static uint32_t *begin(struct fl_draw *d, uint32_t *p, struct fl_gc_shadow *h, const struct fl_surface *s)
{
	struct fl_gc_draw *r = fl_gc_of(d);
	const struct fl_gc_image from = home_of(d, s);
	struct fl_gc_image to;
	uint64_t size_B;

	*h = (struct fl_gc_shadow){
	    .addr = (uint32_t)d->chip.own_addr + r->own_used_B,
	    .pitch_px = (s->width_px + 15) & ~15u,
	    .rows = (s->height_px + 7) & ~7u,
	    .home = *s,
	};
	size_B = FL_GC_SHADOW_B(s->width_px, s->height_px, s->bytes_px);
	if (r->own_used_B + size_B + FL_GC_OWN_MIN_B > d->chip.own_B) {
		if (!d->code)
			d->code = fl_fail(&d->err, FL_USAGE,
					  "%s draws targets of together %llu bytes; here it has room for %u",
					  fl_gc_info_of(d)->name,
					  (unsigned long long)(r->own_used_B + size_B), d->chip.own_B);
		return p;
	}
	h->used = true;
	r->own_used_B += (uint32_t)((size_B + 63) & ~63ull);
	to = image_of(d, h);
	return fl_gc_resolve(p, fl_gc_info_of(d), &from, &to, s->bytes_px, width(s), height(s));
}

uint32_t *fl_gc_open(struct fl_draw *d, uint32_t *p, uint32_t i, const struct fl_surface *s,
		     struct fl_gc_place *place)
{
	struct fl_gc_shadow *h = &fl_gc_of(d)->shadow[i];
	struct fl_gc_image m = home_of(d, s);

	if (needs_shadow(fl_gc_info_of(d), s)) {
		p = begin(d, p, h, s);
		m = image_of(d, h);
	}
	/* Small levels of some faces and slices, where tiles are 4 pixels wide. What is refused goes to the
	 * multiple before. */
	if (m.addr[0] % BASE_B && !d->code)
		d->code = fl_fail(&d->err, FL_USAGE, "%s draws to addresses that are multiples of %u",
				  fl_gc_info_of(d)->name, BASE_B);
	m.addr[0] &= ~(BASE_B - 1);
	m.addr[1] &= ~(BASE_B - 1);
	*place =
	    (struct fl_gc_place){.addr = {m.addr[0], m.addr[1]}, .pitch_B = m.pitch_B, .linear = !m.tiled};
	return p;
}

uint32_t *fl_gc_close(struct fl_draw *d, uint32_t *p)
{
	struct fl_gc_draw *r = fl_gc_of(d);

	for (uint32_t i = 0; i <= FL_TARGETS_MAX; i++) {
		struct fl_gc_shadow *h = &r->shadow[i];
		struct fl_gc_image from, to;

		if (!h->used)
			continue;
		from = image_of(d, h);
		to = home_of(d, &h->home);
		p = fl_gc_resolve(p, fl_gc_info_of(d), &from, &to, h->home.bytes_px, width(&h->home),
				  height(&h->home));
		h->used = false;
		d->dirty |= FL_D_TARGET;
	}
	r->own_used_B = 0;
	return p;
}
