/* SPDX-License-Identifier: MIT
 *
 * Smoke test: a rectangle filled, and one copied from rows to tiles, by RS or by BLT. Each pixel is looked
 * at, and those beside the rectangle, too.
 */
#include "hw/gc/copy.h"
#include "hw/gc/smoke.h"

enum {
	FROM_B = 0x8000, /* in the memory for commands */
	TO_B = 0x10000,
	STATUS_B = 0x18000,
	STATUS_DW = 128,
	CLEARED_2 = 0x55555555,
	CLEARED_4 = 0x11111111,
	SIDE = 64, /* of the images, in pixels */
	W = 32,    /* of the rectangles */
	H = 16,
	PIXEL_B = 4,
	STRIDE_B = SIDE * PIXEL_B,
};
#define MARK UINT32_C(0xa5a5a5a5)
#define FILL UINT32_C(0x80ff4020)

static uint32_t pixel(uint32_t x, uint32_t y)
{
	return (x * 0x01030507) ^ (y * 0x11010d00) ^ 0xc0000000;
}

static uint32_t filled(uint32_t x, uint32_t y)
{
	return FILL;
}

/* GC facts 8.1: tiles of 4 by 4, in rows of tiles. */
static uint32_t place(bool tiled, uint32_t x, uint32_t y)
{
	if (!tiled)
		return y * SIDE + x;
	return (y >> 2) * 4 * SIDE + (x >> 2) * 16 + (y & 3) * 4 + (x & 3);
}

static void mark(struct gc_card *c)
{
	volatile uint32_t *to = gc_smoke_cpu(c, TO_B);

	for (uint32_t i = 0; i < SIDE * SIDE; i++)
		to[i] = MARK;
}

static enum fl_code compare(struct gc_card *c, bool tiled, uint32_t (*want)(uint32_t, uint32_t),
			    const char *unit, struct fl_err *err)
{
	const volatile uint32_t *to = gc_smoke_cpu(c, TO_B);
	uint32_t wrong = 0, x0 = 0, y0 = 0, got = 0, good = 0;

	for (uint32_t y = 0; y < SIDE; y++)
		for (uint32_t x = 0; x < SIDE; x++) {
			const uint32_t v = to[place(tiled, x, y)];
			const uint32_t w = x < W && y < H ? want(x, y) : MARK;

			if (v != w && !wrong++) {
				x0 = x;
				y0 = y;
				got = v;
				good = w;
			}
		}
	return wrong ? fl_fail(err, FL_FAILED,
			       "%s: %u of %d pixels are wrong, the first at (%u, %u): 0x%08x, not 0x%08x%s",
			       unit, wrong, SIDE * SIDE, x0, y0, got, good,
			       x0 < W && y0 < H ? "" : ", and it is outside")
		     : FL_OK;
}

static enum fl_code fill(struct fl_bringup *up, const char *unit, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	const struct gc_copy_image to = {.addr = gc_smoke_addr(c, TO_B), .stride_B = STRIDE_B};
	struct gc_words w = {0};
	enum fl_code code;

	mark(c);
	gc_copy_fill(&c->core, &w, &to, W, H, FILL);
	code = gc_smoke_run(c, &w, unit, err);
	if (!code)
		code = compare(c, false, filled, unit, err);
	if (!code)
		fl_did(up, "%d by %d pixels were filled, and no others", W, H);
	return code;
}

static enum fl_code copy(struct fl_bringup *up, const char *unit, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	const struct gc_copy_image from = {.addr = gc_smoke_addr(c, FROM_B), .stride_B = STRIDE_B};
	const struct gc_copy_image to = {.addr = gc_smoke_addr(c, TO_B), .stride_B = STRIDE_B, .tiled = true};
	volatile uint32_t *px = gc_smoke_cpu(c, FROM_B);
	struct gc_words w = {0};
	enum fl_code code;

	for (uint32_t i = 0; i < SIDE * SIDE; i++)
		px[i] = pixel(i % SIDE, i / SIDE);
	mark(c);
	gc_copy_pixels(&c->core, &w, &from, &to, W, H);
	code = gc_smoke_run(c, &w, unit, err);
	if (!code)
		code = compare(c, true, pixel, unit, err);
	if (!code)
		fl_did(up, "%d by %d pixels went from rows to tiles, and no others", W, H);
	return code;
}

/* Memory has something else: tiles are cleared by their status alone, 2 bits of each, or 4 where tiles are
 * larger (GC facts 0). */
enum fl_code gc_check_status(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	const bool copier = gc_core_copier(&c->core);
	const struct gc_copy_image from = {.addr = gc_smoke_addr(c, FROM_B),
					   .stride_B = STRIDE_B,
					   .tiled = true,
					   .status_on = true,
					   .status = gc_smoke_addr(c, STATUS_B),
					   .clear = FILL};
	const struct gc_copy_image to = {.addr = gc_smoke_addr(c, TO_B), .stride_B = STRIDE_B};
	volatile uint32_t *px = gc_smoke_cpu(c, FROM_B), *status = gc_smoke_cpu(c, STATUS_B);
	struct gc_words w = {0};
	enum fl_code code;

	if (!GC_HI_CHIP_FEATURE__FAST_CLEAR__GET(c->core.features[0]))
		return fl_fail(err, FL_NO_DEVICE, "this core has no fast clear");
	for (uint32_t i = 0; i < SIDE * SIDE; i++)
		px[i] = pixel(i, 0);
	for (uint32_t i = 0; i < STATUS_DW; i++)
		status[i] = copier ? CLEARED_4 : CLEARED_2;
	mark(c);
	gc_copy_pixels(&c->core, &w, &from, &to, W, H);
	code = gc_smoke_run(c, &w, "TS", err);
	if (!code)
		code = compare(c, false, filled, "TS", err);
	if (!code)
		fl_did(up, "tiles that are said to be cleared read 0x%08x", FILL);
	return code;
}

static enum fl_code has(struct fl_bringup *up, bool copier, struct fl_err *err)
{
	if (gc_core_copier(&gc_card(up)->core) == copier)
		return FL_OK;
	return fl_fail(err, FL_NO_DEVICE, "this core has %s", copier ? "RS" : "BLT");
}

enum fl_code gc_check_rs_fill(struct fl_bringup *up, struct fl_err *err)
{
	const enum fl_code code = has(up, false, err);

	return code ? code : fill(up, "RS", err);
}

enum fl_code gc_check_rs_copy(struct fl_bringup *up, struct fl_err *err)
{
	const enum fl_code code = has(up, false, err);

	return code ? code : copy(up, "RS", err);
}

enum fl_code gc_check_blt_fill(struct fl_bringup *up, struct fl_err *err)
{
	const enum fl_code code = has(up, true, err);

	return code ? code : fill(up, "BLT", err);
}

enum fl_code gc_check_blt_copy(struct fl_bringup *up, struct fl_err *err)
{
	const enum fl_code code = has(up, true, err);

	return code ? code : copy(up, "BLT", err);
}
