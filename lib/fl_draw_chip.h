/* SPDX-License-Identifier: MIT
 *
 * Inside fl_draw: what a chip's back end does for it, and the checks of the debug build.
 */
#ifndef LIB_FL_DRAW_CHIP_H
#define LIB_FL_DRAW_CHIP_H

#include "lib/fl_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* fl_draw_arrays() and fl_draw_elements(). */
struct fl_draw_source {
	uint8_t prim;
	const struct fl_arrays *arrays;
	uint32_t first, count;
	uint64_t indices_B;
	uint32_t index_B, n_vertices; /* index_B 0: no indices */
};

struct fl_draw_backend {
	/* The state of the chip is not known any more: forget what d->own says of it. */
	void (*forget)(struct fl_draw *d);
	/* Give room for vertices, by fl_draw_room(): a piece of the command stream, or of memory that the
	 * chip reads. At least FL_ROOM_MIN_DW, and it never fails: when the stream has failed, what is
	 * written there is dropped. */
	void (*begin)(struct fl_draw *d);
	/* Draw the n vertices from d->room to d->at; n is not 0. */
	void (*end)(struct fl_draw *d, enum fl_prim prim, uint32_t n);
	/* Send what d->dirty says, and clear it. With FL_D_VERTEX, fl_draw_vertex_format() is called with
	 * what a vertex carries. */
	void (*state)(struct fl_draw *d);
	/* Clear with the present target and scissor; marks what it disturbed as dirty. */
	void (*clear)(struct fl_draw *d, uint32_t mask, const float rgba[4], float depth, uint8_t stencil);
	/* fl_resolve() */
	void (*resolve)(struct fl_draw *d, const struct fl_surface *from, const struct fl_surface *to);
	/* Bring the chip's caches to memory. */
	void (*finish)(struct fl_draw *d);
	/* Begin to count samples, or write the counts to result_B. */
	void (*count)(struct fl_draw *d, bool begin, uint64_t result_B);
	/* How many samples the n words of a result say; NULL: their sum. See fl_draw_counted_pairs(). */
	uint32_t (*counted)(const uint32_t *words, uint32_t n);
	/* Draw from video memory. The state has been sent. */
	void (*arrays)(struct fl_draw *d, const struct fl_draw_source *src);
	/* Vertices go to size_B bytes of memory at addr from here on, stride_B each; addr 0: no more. NULL
	 * where chips lack FL_DOES_STREAMS. */
	void (*stream)(struct fl_draw *d, uint64_t addr, uint64_t size_B, uint32_t stride_B);
	/* The back end that programs know, where forget() has put another in its place. NULL: this one. */
	const struct fl_draw_backend *variant_of;
};

/* State that the class of the primitives decides on, as d->prim_class says it. */
/* Texture coordinate 0 is made by GA: 2 components. Of fixed function it is unit 0's; without that, the first
 * coordinate is another's, and must be left alone. */
static inline bool fl_draw_sprites(const struct fl_draw *d)
{
	return d->point_sprite && d->prim_class == FL_CLASS_POINTS && (d->program || d->unit[0].texture);
}

static inline bool fl_draw_attenuates(const struct fl_draw *d) /* the vertex program puts out a point size */
{
	return d->point_attenuated && d->prim_class == FL_CLASS_POINTS && !d->program;
}

/* texture coordinate 7 is made by GA: 3 components */
static inline bool fl_draw_stipples(const struct fl_draw *d)
{
	return d->stipple_repeat && d->prim_class == FL_CLASS_LINES && !d->program;
}

/* The pixels that may be drawn: from (w[0], w[1]) to (w[2], w[3]), which is outside. There are none: both are
 * (1, 1). */
void fl_draw_window(const struct fl_draw *d, int32_t w[4]);
/* The clip planes in clip space, where chips take them: bit n says that there is a plane n. */
uint32_t fl_draw_clip_space(const struct fl_draw *d, float plane[FL_CLIP_PLANES][4]);

/* Samples a pixel of the targets */
static inline uint32_t fl_draw_samples(const struct fl_draw *d)
{
	uint32_t n = d->has_color ? d->color_buffer.samples : d->has_depth ? d->depth_buffer.samples : 1;

	return n ? n : 1;
}

/* The current value of attribute k, as fl_vertex() would write it, into v: an array of that one alone. */
struct fl_array fl_draw_current(const struct fl_draw *d, uint32_t k, uint32_t v[4]);
/* Results of R6xx and later: a count of 64 bits at the beginning and one at the end for each backend, whose
 * highest bits say that they were written. */
uint32_t fl_draw_counted_pairs(const uint32_t *words, uint32_t n);

/* Four bits, as bits has them, for each target that bit n of targets names: CB_TARGET_MASK and its like */
static inline uint32_t fl_draw_channels(uint32_t targets, uint32_t bits)
{
	uint32_t out = 0;

	for (uint32_t i = 0; i < FL_TARGETS_MAX; i++)
		if (targets >> i & 1)
			out |= bits << 4 * i;
	return out;
}

/* Half a size in 1/16 pixel, as registers of R6xx and later have sizes of points and lines (R6xx facts 3.2,
 * CIK facts 10) */
static inline uint32_t fl_draw_half_sixteenths(float px)
{
	return (uint32_t)fl_clampf(px * 8, 1, 65535);
}

/* The color targets are of whole numbers. */
static inline bool fl_draw_is_integer(const struct fl_draw *d)
{
	return d->has_color && fl_format_is(d->color_buffer.format, FL_IS_INTEGER);
}

/* What prim needs is sent, vertices coming in the stream or from arrays. For fl_begin() and its like, if
 * d->dirty or d->by_class. */
void fl_draw_send_state(struct fl_draw *d, enum fl_prim prim, bool arrays);

static inline bool fl_draw_is_prim(enum fl_prim prim)
{
	return prim >= FL_POINTS && prim < FL_PRIM_COUNT;
}

/* What fl_light.h says of the state at first. */
void fl_light_defaults(struct fl_draw *d);

/* ---- room for vertices ---- */

/* After whole groups of 12 vertices every primitive type may be split: pairs, triples, quads, and strips with
 * their winding. */
#define FL_GROUP       12u
/* The smallest room holds a group, of whatever vertices. */
#define FL_ROOM_MIN_DW (FL_GROUP * FL_VERTEX_MAX_DW)
/* The largest: below 2^14 the reciprocals are exact. */
#define FL_ROOM_MAX_DW 0x3ff0u

/* The vertex format changed: position and color, a normal if flags has FL_V_NORMAL, and coordinates:
 * FL_V_MORE and FL_V_AT() of each. One of two components, the common case, becomes a flag of its own. */
static inline void fl_draw_vertex_format(struct fl_draw *d, uint32_t flags)
{
	uint32_t dw;

	if ((flags & ~FL_V_NORMAL) == (FL_V_MORE | FL_V_AT(2, 0)))
		flags = (flags & FL_V_NORMAL) | FL_V_TEXCOORD;
	dw = 4 + (flags & FL_V_NORMAL ? 3 : 0) + (flags & FL_V_TEXCOORD ? 2 : 0);

	for (uint32_t i = 0; i < FL_TEXCOORDS && (flags & FL_V_MORE); i++)
		dw += FL_V_SIZE(flags, i);
	d->vertex_flags = flags;
	d->vertex_dw = (uint8_t)dw;
	d->group_dw = (uint16_t)(FL_GROUP * dw);
	d->group_reciprocal = (uint16_t)(65536u / d->group_dw);
	d->vertex_reciprocal = (uint16_t)((65535u + d->vertex_dw) / d->vertex_dw);
}

/* There are room_dw dwords of room at p: as many groups as fit. */
static inline void fl_draw_room(struct fl_draw *d, uint32_t *p, uint32_t room_dw)
{
	if (room_dw > FL_ROOM_MAX_DW)
		room_dw = FL_ROOM_MAX_DW;
	d->room = d->at = p;
	d->limit = p + (room_dw * d->group_reciprocal >> 16) * d->group_dw;
}

/* Debug build: note the first mistake, with the place in the caller's source if lib/fl_where.h has it. The
 * other build does not look. */
#ifdef FL_DEBUG
static inline enum fl_code fl_draw_wrong(struct fl_draw *d, const char *function, const char *text)
{
	if (d->where.file)
		return fl_fail(&d->err, FL_USAGE, "%s:%u: %s(): %s", d->where.file, d->where.line,
			       d->where.call, text);
	return fl_fail(&d->err, FL_USAGE, "%s: %s", function, text);
}
#define FL_CHECK(d, ok, text)                                         \
	do {                                                          \
		if (!(ok) && !(d)->code)                              \
			(d)->code = fl_draw_wrong(d, __func__, text); \
	} while (0)
#else
#define FL_CHECK(d, ok, text) ((void)(d))
#endif
#define FL_OUTSIDE(d) FL_CHECK(d, !(d)->prim, "between fl_begin() and fl_end()")

#ifdef __cplusplus
}
#endif

#endif
