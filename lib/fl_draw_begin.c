/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: fl_begin() to fl_end(). Hot: vertices are written where the chip reads them.
 */
#include "lib/fl_draw_chip.h"

/* Vertices in the room. Exact: the dwords are a multiple of vertex_dw, and below 2^14 the rounding adds less
 * than a quarter. */
static inline uint32_t in_room(const struct fl_draw *d)
{
	return (uint32_t)(d->at - d->room) * d->vertex_reciprocal >> 16;
}

__attribute__((noinline)) void fl_draw_send_state(struct fl_draw *d, enum fl_prim prim, bool arrays)
{
	if ((d->by_class & FL_BY_ARRAYS) && !arrays) {
		d->by_class &= (uint8_t)~FL_BY_ARRAYS;
		d->dirty |= FL_D_VERTEX;
	}
	if (d->by_class & FL_BY_PRIM) {
		bool line = prim == FL_LINES || prim == FL_LINE_STRIP || prim == FL_LINE_LOOP;
		uint8_t class = prim == FL_POINTS ? FL_CLASS_POINTS
				: line            ? FL_CLASS_LINES
						  : FL_CLASS_POLYGONS;

		if (class != d->prim_class)
			d->dirty |= FL_D_POINT | FL_D_VERTEX | FL_D_FRAGMENT | FL_D_DEPTH;
		d->prim_class = class;
		if (line && d->stipple_repeat) {
			d->dirty |= FL_D_STIPPLE; /* the pattern begins again */
			d->stipple_each = prim == FL_LINES;
		}
	}
	if (d->dirty)
		d->chip.backend->state(d);
}

#ifdef FL_DEBUG
static bool blends(const struct fl_surface *s)
{
	return fl_surface_can(s) & FL_CAN_BLEND;
}

/* A texture of one image that is also the color buffer. */
static bool reads_target(const struct fl_draw *d)
{
	for (uint32_t i = 0; i < FL_TEXTURES; i++) {
		const struct fl_texture *t = d->unit[i].texture;

		if (t && d->has_color && t->levels <= 1 && t->kind == FL_TEX_2D &&
		    t->image.offset_B == d->color_buffer.offset_B)
			return true;
	}
	return false;
}
#endif

void fl_begin(struct fl_draw *d, enum fl_prim prim)
{
	FL_CHECK(d, !d->prim, "fl_begin() inside fl_begin()");
	FL_CHECK(d, fl_draw_is_prim(prim), "no such primitive type");
	FL_CHECK(d, d->has_color || d->has_depth, "fl_begin() without a target");
	FL_CHECK(d, !d->blend_on || !d->has_color || blends(&d->color_buffer),
		 "blending into a format that cannot be blended (fl_format.h)");
	FL_CHECK(d, d->program || !fl_draw_is_integer(d),
		 "fixed function draws colors, and the target is of whole numbers: fl_program()");
	FL_CHECK(d, !reads_target(d),
		 "a texture is what is drawn into: fl_texture() another, or fl_draw_target()");
#ifdef FL_DEBUG
	if (!fl_draw_is_prim(prim)) /* noted; a back end's table has no row for it */
		prim = FL_POINTS;
#endif
	if (__builtin_expect(d->by_class, 0))
		fl_draw_send_state(d, prim, false);
	else if (d->dirty)
		d->chip.backend->state(d);
	d->prim = (uint8_t)prim;
	d->loop = false;
	d->chip.backend->begin(d);
}

__attribute__((cold)) uint32_t *fl_draw_split(struct fl_draw *d)
{
	uint32_t carry[2 * FL_VERTEX_MAX_DW], dw = d->vertex_dw, n = 0;

	FL_CHECK(d, d->prim, "fl_vertex() outside fl_begin() and fl_end()");
	if (!d->prim)
		return NULL;
	/* The one time that this memory is read: what comes next needs some vertices again. */
	switch (d->prim) {
	case FL_LINE_LOOP:
		memcpy(d->first, d->room, dw * 4);
		d->loop = true;
		d->prim = FL_LINE_STRIP;
		/* fall through */
	case FL_LINE_STRIP:
		memcpy(carry, d->at - dw, dw * 4);
		n = 1;
		break;
	case FL_TRIANGLE_FAN:
	case FL_POLYGON:
		memcpy(carry, d->room, dw * 4);
		memcpy(carry + dw, d->at - dw, dw * 4);
		n = 2;
		break;
	case FL_TRIANGLE_STRIP:
	case FL_QUAD_STRIP:
		memcpy(carry, d->at - 2 * dw, 2 * dw * 4);
		n = 2;
		break;
	}
	d->chip.backend->end(d, (enum fl_prim)d->prim, in_room(d));
	d->chip.backend->begin(d);
	memcpy(d->at, carry, n * dw * 4);
	d->at += n * dw;
	return d->at;
}

uint32_t *fl_draw_texcoords(struct fl_draw *d, uint32_t *p)
{
	for (uint32_t i = 0; i < FL_TEXCOORDS; i++) {
		uint32_t n = FL_V_SIZE(d->vertex_flags, i);

		memcpy(p, d->texcoord[i], 4 * n);
		p += n;
	}
	return p;
}

void fl_end(struct fl_draw *d)
{
	enum fl_prim prim;
	uint32_t n;

	FL_CHECK(d, d->prim, "fl_end() without fl_begin()");
	if (!d->prim)
		return;
	if (d->loop) {
		/* Close the loop that became strips; limit leaves no room only when it was just reached. */
		uint32_t *p = d->at < d->limit ? d->at : fl_draw_split(d);

		memcpy(p, d->first, d->vertex_dw * 4u);
		d->at = p + d->vertex_dw;
	}
	prim = (enum fl_prim)d->prim;
	n = in_room(d);
	d->prim = 0;
	d->limit = d->at; /* a vertex outside reaches fl_draw_split(), which refuses it */
	if (n)
		d->chip.backend->end(d, prim, n);
}
