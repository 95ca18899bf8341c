/* SPDX-License-Identifier: MIT
 *
 * 2D drawing at its limits: the smallest batch, the FIFO's free entries, an engine that hangs.
 */
#include "hw/regs/r500.h"
#include "lib/fl_draw2d.h"
#include "lib/r500/surface.h"
#include "lib/r500/e2.h"
#include "lib/r600/draw2d.h"
#include "lib/r600/surface.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

static uint32_t colors[64];
static uint8_t image[8192 * 4 * 3];
static struct fl_point zigzag[3000];
static struct fl_rect rects[1000];

/* One of each, in large. */
static void draw_all(struct fl_2d *g, const struct fl_surface *screen)
{
	struct fl_brush brush = {.kind = FL_BRUSH_COLOR, .pixels = colors};
	struct fl_bitmap bitmap = {.bits = image, .pitch_B = 1024, .opaque = true};
	struct fl_pen pen = {.color = 1};

	for (uint32_t i = 0; i < 3000; i++)
		zigzag[i] = (struct fl_point){(int32_t)i * 7 % 3000, (int32_t)i % 2 * 50};
	for (uint32_t i = 0; i < 1000; i++)
		rects[i] = (struct fl_rect){(int32_t)i, (int32_t)i, 5, 5};
	fl_2d_target(g, screen);
	for (int round = 0; round < 2; round++) {
		colors[5]++;
		fl_pattern(g, 0, 0, 4000, 4000, &brush, FL_ROP_PATINVERT);
		fl_blit_brush(g, screen, 5, 5, 0, 0, 4000, 4000, &brush, 0xb8);
		fl_put_image_rop(g, -1, 1, 4001, 3, image, 8192 * 4, &brush, 0x96);
		fl_mono_rop(g, -1, 5, 4081, 24, &bitmap, &brush, 0xb8);
		fl_fill_rects(g, rects, 1000, 7, FL_ROP_PATCOPY);
		fl_polyline(g, zigzag, 3000, &pen, FL_ROP_PATCOPY);
		pen.dashes = 0x12345678;
		fl_polyline(g, zigzag, 3000, &pen, FL_ROP_PATCOPY);
		fl_2d_key(g, &(struct fl_2d_key){.src = FL_KEY_EQUAL, .dst = FL_KEY_EQUAL});
	}
	fl_2d_finish(g);
}

static uint32_t packets, longest;

/* Whole packets only, and none longer than its count can say. */
static enum fl_code look(struct fl_cs *cs, struct fl_err *err)
{
	const uint32_t *p = cs->start;

	while (p < cs->at) {
		uint32_t n = (*p >> 16 & 0x3fff) + 2, kind = *p >> 30;

		cr_assert(kind == 0 || kind == 3, "packet 0x%08x", *p);
		/* type 0: registers from 0x1400 to 0x17ff, the 2D cache's, WAIT_UNTIL */
		if (kind == 0)
			cr_assert(((*p & 0x1fff) * 4 >= 0x1400 && (*p & 0x1fff) * 4 < 0x1800) ||
				      (*p & 0x1fff) * 4 == 0x342c,
				  "register 0x%x", (*p & 0x1fff) * 4);
		longest = n > longest ? n : longest;
		packets++;
		p += n;
	}
	cr_assert_eq(p, cs->at, "a packet goes on for %d dwords", (int)(p - cs->at));
	cs->at = cs->start;
	return FL_OK;
}

Test(lib_2d, the_smallest_batch_holds_every_packet)
{
	static uint32_t words[FL_CS_MIN_DW];
	struct fl_surface screen;
	struct fl_cs cs;
	struct fl_2d g;

	fl_cs_init(&cs, words, FL_CS_MIN_DW, look, NULL);
	fl_surface_init(&screen, &fl_r500_surfaces, 4080, 4000, FL_ARGB8888, FL_LINEAR, FL_USE_2D, NULL);
	fl_r500_2d_stream(&g, &cs, 0, FL_2D_ALL);
	draw_all(&g, &screen);
	cr_assert_eq(g.code, FL_OK, "%s", g.err.text);
	cr_assert_eq(fl_cs_flush(&cs), FL_OK, "%s", cs.err.text);
	/* 2 x 4001 x 3 pixels alone do not fit into a few batches, and their packets make good use of one. */
	cr_assert(packets > 2 * 4001 * 3 / FL_CS_MIN_DW && longest > FL_CS_MIN_DW / 2 &&
		      longest <= FL_CS_MIN_DW,
		  "%u packets, up to %u dwords", packets, longest);
}

/* The same of R6xx: packets of types 2 and 3. None is larger than a batch, and images make use of it. */
static enum fl_code look_r600(struct fl_cs *cs, struct fl_err *err)
{
	const uint32_t *p = cs->start;

	while (p < cs->at) {
		uint32_t n = *p >> 30 == 2 ? 1 : (*p >> 16 & 0x3fff) + 2;

		cr_assert(*p >> 30 == 3 || *p == 0x80000000, "packet 0x%08x", *p);
		longest = n > longest ? n : longest;
		packets++;
		p += n;
	}
	cr_assert_eq(p, cs->at, "a packet goes on for %d dwords", (int)(p - cs->at));
	cs->at = cs->start;
	return FL_OK;
}

Test(lib_2d, the_smallest_batch_holds_every_packet_of_r6xx)
{
	static uint32_t words[FL_CS_MIN_DW];
	static const uint16_t ids[] = {0x9400, 0x9440, 0x9540, 0x9501};

	for (unsigned i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		struct fl_r600_2d_setup setup = {.chip = fl_chip_find(&r600_chips, 0x1002, ids[i]),
						 .own_addr = 1 << 20};
		struct fl_surface screen;
		struct fl_cs cs;
		struct fl_2d g;

		cr_assert(setup.chip);
		packets = longest = 0;
		fl_cs_init(&cs, words, FL_CS_MIN_DW, look_r600, NULL);
		cs.address = 1 << 22;
		fl_surface_init(&screen, &fl_r600_surfaces, 4080, 4000, FL_ARGB8888, FL_LINEAR, FL_USE_2D,
				NULL);
		fl_r600_2d_begin(&g, &cs, 0, &setup);
		draw_all(&g, &screen);
		cr_assert_eq(g.code, FL_OK, "%s", g.err.text);
		cr_assert_eq(fl_cs_flush(&cs), FL_OK, "%s", cs.err.text);
		cr_assert(longest > FL_CS_MIN_DW / 4 && longest <= FL_CS_MIN_DW, "up to %u dwords", longest);
	}
}

/* ---- by registers ---- */

enum { LEFT, READS };

static void status_read(struct rig *r, uint32_t offset, uint32_t *value)
{
	if (offset != R500_RBBM_STATUS)
		return;
	r->state[READS]++;
	r->state[LEFT] = 64;
	*value = 64;
}

static bool takes_one(struct rig *r, uint32_t offset, uint32_t *value)
{
	cr_assert_gt(r->state[LEFT]--, 0, "register 0x%x is written to a FIFO that may be full", offset);
	return offset != R500_RB2D_DSTCACHE_CTLSTAT;
}

Test(lib_2d, no_write_without_a_free_entry)
{
	struct rig *r = rig_new(0x7249);
	struct fl_surface screen;
	unsigned writes, reads;
	struct fl_2d g;

	r->on_read = status_read;
	r->on_write = takes_one;
	fl_surface_init(&screen, &fl_r500_surfaces, 4080, 4000, FL_ARGB8888, FL_LINEAR, FL_USE_2D, NULL);
	fl_r500_2d_mmio(&g, &r->dev, 0, FL_2D_ALL);
	draw_all(&g, &screen);
	cr_assert_eq(g.code, FL_OK, "%s", g.err.text);

	/* A small rectangle is two writes; a look at the FIFO, which costs as much as ten writes, comes every
	 * 20 of them. */
	fl_fill_rect(&g, 0, 0, 5, 5, 1);
	writes = r->writes;
	reads = r->state[READS];
	for (int i = 0; i < 1000; i++)
		fl_fill_rect(&g, i, i, 5, 5, 1);
	cr_assert_eq(r->writes - writes, 2000);
	cr_assert_leq(r->state[READS] - reads, 50, "%u looks at the FIFO", r->state[READS] - reads);
	free(r);
}

/* No free entry, or a card that is gone: one second, once, and not a write more. */
Test(lib_2d, a_hung_engine_is_given_up)
{
	for (int gone = 0; gone < 2; gone++) {
		struct rig *r = rig_new(0x7249);
		struct fl_surface screen;
		struct fl_2d g;
		uint64_t before;

		fl_surface_init(&screen, &fl_r500_surfaces, 4080, 4000, FL_ARGB8888, FL_LINEAR, FL_USE_2D,
				NULL);
		r->reg[R500_RBBM_STATUS / 4] = gone ? 0xffffffff : 0;
		fl_r500_2d_mmio(&g, &r->dev, 0, FL_2D_ATI_VGA);
		g.caps = FL_2D_ALL;
		fl_2d_target(&g, &screen);
		before = r->now;
		cr_assert_eq(fl_fill_rect(&g, 0, 0, 5, 5, 1), FL_TIMEOUT);
		cr_assert(strstr(g.err.text, gone ? "0xffffffff" : "0x00000000") &&
			      strstr(g.err.text, "FIFO"),
			  "%s", g.err.text);
		cr_assert(r->now - before > 999990 && r->now - before < 1001100);
		before = r->now;
		draw_all(&g, &screen);
		cr_assert_eq(fl_2d_finish(&g), FL_TIMEOUT);
		cr_assert_eq(r->now, before);
		cr_assert_eq(r->writes, 0);
		free(r);
	}
}
