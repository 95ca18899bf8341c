/* SPDX-License-Identifier: MIT
 *
 * Surfaces for the tests of RS and BLT: bytes by a formula where pixels stand, marked memory elsewhere.
 */
#ifndef TESTS_UNIT_GC_COPY_RIG_H
#define TESTS_UNIT_GC_COPY_RIG_H

#include "hw/model/gc/layout_image.h"
#include "tests/unit/gc/front_rig.h"
#include "tests/unit/gc/place.h"

enum {
	COPY_FROM = 0x400000, /* offsets of memory: surfaces, and the status of the first's tiles */
	COPY_TO = 0x500000,
	COPY_STATUS = 0x600000,
	COPY_HALF = 0x20000, /* from the buffer of one pipe to that of the other */
	COPY_W = 64,
	COPY_H = 128,
	COPY_ALL = 2 * COPY_HALF,
	COPY_MARK = 0xa5,
};

struct copy_surface {
	uint32_t at;
	unsigned layout, cpp, stride; /* bytes of a row of COPY_W pixels, or more */
};

static inline uint8_t *copy_px(struct gc_rig *r, const struct copy_surface *s, unsigned x, unsigned y)
{
	const uint32_t addr[2] = {s->at, s->at + COPY_HALF};

	return r->mem + place(s->layout, x, y, s->stride, s->cpp, addr);
}

static inline uint8_t copy_byte(unsigned x, unsigned y, unsigned i)
{
	return (uint8_t)((x * 37 + y * 101 + i * 59 + (x ^ y) * 7) ^ (y >> 3));
}

static inline void copy_fill(struct gc_rig *r, const struct copy_surface *s)
{
	for (unsigned y = 0; y < COPY_H; y++)
		for (unsigned x = 0; x < COPY_W; x++)
			for (unsigned i = 0; i < s->cpp; i++)
				copy_px(r, s, x, y)[i] = copy_byte(x, y, i);
}

static inline void copy_mark(struct gc_rig *r, const struct copy_surface *s)
{
	memset(r->mem + s->at, COPY_MARK, COPY_ALL);
}

/* How many bytes of a marked surface are changed: none but the window's may be. Formulas of tests keep away
 * from COPY_MARK, or count it. */
static inline unsigned copy_changed(const struct gc_rig *r, const struct copy_surface *s)
{
	unsigned n = 0;

	for (unsigned i = 0; i < COPY_ALL; i++)
		n += r->mem[s->at + i] != COPY_MARK;
	return n;
}

/* ---- formats, as etna_viv's rnndb has them: fields from the lowest bit up ---------------------------- */
struct copy_fields {
	unsigned format, cpp, b, g, r, a; /* widths */
};

static const struct copy_fields copy_formats[] = {
    {GC_RS_FORMAT__X4R4G4B4, 2, 4, 4, 4, 0}, {GC_RS_FORMAT__A4R4G4B4, 2, 4, 4, 4, 4},
    {GC_RS_FORMAT__X1R5G5B5, 2, 5, 5, 5, 0}, {GC_RS_FORMAT__A1R5G5B5, 2, 5, 5, 5, 1},
    {GC_RS_FORMAT__R5G6B5, 2, 5, 6, 5, 0},   {GC_RS_FORMAT__X8R8G8B8, 4, 8, 8, 8, 0},
    {GC_RS_FORMAT__A8R8G8B8, 4, 8, 8, 8, 8},
};

enum { COPY_FORMATS = sizeof(copy_formats) / sizeof(copy_formats[0]) };

/* A field of `from` bits as one of `to`: its bits over and over, as many as there is room for. */
static inline uint32_t copy_field(uint32_t v, unsigned from, unsigned to)
{
	uint32_t out = 0;

	for (unsigned i = 0; i < to; i++)
		out |= (v >> (from - 1 - i % from) & 1) << (to - 1 - i);
	return out;
}

static inline uint32_t copy_converted(const struct copy_fields *f, const struct copy_fields *t, uint32_t v,
				      bool swap)
{
	const unsigned fw[4] = {f->b, f->g, f->r, f->a}, tw[4] = {t->b, t->g, t->r, t->a};
	uint32_t field[4], out = 0;
	unsigned at = 0;

	for (unsigned c = 0; c < 4; c++) {
		field[c] = v >> at & ((1u << fw[c]) - 1);
		at += fw[c];
	}
	at = 0;
	for (unsigned c = 0; c < 4; c++) {
		const unsigned k = swap && c != 1 && c != 3 ? 2 - c : c;

		if (tw[c])
			out |= (fw[k] ? copy_field(field[k], fw[k], tw[c]) : (1u << tw[c]) - 1) << at;
		at += tw[c];
	}
	return out;
}

static inline uint32_t copy_value(const uint8_t *px, unsigned cpp)
{
	uint32_t v = 0;

	memcpy(&v, px, cpp);
	return v;
}

static inline void copy_quiet(struct gc_rig *r)
{
	const struct fl_report *p = fl_model_report(r->m, 0);

	cr_assert(!p, "%s: %s", p ? p->block : "", p ? p->text : "");
}

/* Every pixel of dst is that of src, of format f, as one of format t. */
static inline void copy_is_converted(struct gc_rig *r, const struct copy_surface *src,
				     const struct copy_surface *dst, const struct copy_fields *f,
				     const struct copy_fields *t, bool swap)
{
	for (unsigned y = 0; y < COPY_H; y++)
		for (unsigned x = 0; x < COPY_W; x++) {
			const uint32_t v = copy_value(copy_px(r, src, x, y), f->cpp),
				       got = copy_value(copy_px(r, dst, x, y), t->cpp),
				       want = f == t && !swap ? v : copy_converted(f, t, v, swap);

			cr_assert_eq(got, want, "format %u to %u, swap %u: %08x gives %08x, not %08x",
				     f->format, t->format, swap, v, got, want);
		}
}

#endif
