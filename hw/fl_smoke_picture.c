/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the pictures that engines draw and the walk compares, in the card's free memory.
 */
#include "hw/fl_smoke.h"

enum fl_code fl_smoke_picture(const struct fl_bringup *up, unsigned number, uint64_t *at_B,
			      struct fl_err *err)
{
	uint64_t size_B = (number + 1ull) * FL_SMOKE_PICTURE_B;

	*at_B = 0;
	if (up->free_B < size_B)
		return fl_fail(err, FL_FAILED, "no room for a test picture in %llu bytes of VRAM",
			       (unsigned long long)up->free_B);
	*at_B = (up->free_B - size_B) & ~4095ull; /* below the ring, far from what the display shows */
	return FL_OK;
}

void fl_smoke_paint(struct fl_bringup *up, uint64_t at_B, fl_smoke_pixel *pixel)
{
	uint32_t line[FL_SMOKE_SIDE];

	for (unsigned y = 0; y < FL_SMOKE_SIDE; y++) {
		for (unsigned x = 0; x < FL_SMOKE_SIDE; x++)
			line[x] = pixel(x, y);
		fl_vram_write(up->dev, at_B + y * sizeof(line), line, sizeof(line));
	}
	fl_write_barrier();
}

enum fl_code fl_smoke_compare(struct fl_bringup *up, uint64_t at_B, const char *what, fl_smoke_pixel *want,
			      struct fl_err *err)
{
	uint32_t line[FL_SMOKE_SIDE], first_got = 0;
	unsigned bad = 0, first_x = 0, first_y = 0;

	for (unsigned y = 0; y < FL_SMOKE_SIDE; y++) {
		fl_vram_read(up->dev, at_B + y * sizeof(line), line, sizeof(line));
		for (unsigned x = 0; x < FL_SMOKE_SIDE; x++) {
			if (line[x] == want(x, y) || bad++)
				continue;
			first_x = x;
			first_y = y;
			first_got = line[x];
		}
	}
	if (bad)
		return fl_fail(err, FL_FAILED,
			       "%s: %u of %u pixels are wrong, first (%u,%u): 0x%08x instead of 0x%08x", what,
			       bad, FL_SMOKE_SIDE * FL_SMOKE_SIDE, first_x, first_y, first_got,
			       want(first_x, first_y));
	return FL_OK;
}

uint32_t fl_smoke_ground(unsigned x, unsigned y)
{
	return 0x00ff00ff ^ (x << 8 | y << 24);
}

uint32_t fl_smoke_triangle(unsigned x, unsigned y)
{
	return x + y < FL_SMOKE_SIDE ? 0xcc336699 : fl_smoke_ground(x, y);
}
