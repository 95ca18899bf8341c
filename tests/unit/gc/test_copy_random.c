/* SPDX-License-Identifier: MIT
 *
 * RS and BLT with states at random: whatever a stream says, the host goes on, and a reset brings the core
 * back.
 */
#include "tests/unit/gc/copy_rig.h"

enum { ROUNDS = 300, MEMORY_B = 16 << 20 };

static uint32_t next(uint32_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 17;
	*x ^= *x << 5;
	return *x;
}

/* An address: mostly of the board's memory, at its ends too, sometimes anything. */
static uint32_t address(const struct gc_rig *r, uint32_t *x)
{
	const uint32_t kind = next(x) % 8;

	if (kind == 0)
		return next(x);
	if (kind == 1)
		return r->base + MEMORY_B - next(x) % 256;
	return (r->base + next(x) % MEMORY_B) & (kind < 4 ? ~0u : ~255u);
}

/* Sizes are small, so that rounds are many. */
static uint32_t size(uint32_t *x)
{
	return (next(x) % 96) | (next(x) % 96) << 16;
}

static void random_status(struct gc_rig *r, uint32_t *x)
{
	mgc_state(r->g, GC_TS_MEM_CONFIG, next(x));
	mgc_state(r->g, GC_TS_COLOR_STATUS_BASE, address(r, x));
	mgc_state(r->g, GC_TS_COLOR_SURFACE_BASE, address(r, x));
	mgc_state(r->g, GC_TS_COLOR_CLEAR_VALUE, next(x));
}

/* A copy that must work, after it all. */
static void still_works(struct gc_rig *r)
{
	const bool blt = r->g->variant->blt;

	fl_model_reset(r->m);
	rig_wr(r, GC_HI_AXI_CONFIG, RIG_AXI);
	cr_assert(!r->g->fe->stuck);
	for (unsigned i = 0; i < 256; i++)
		r->mem[COPY_FROM + i] = copy_byte(i, 0, 0);
	memset(r->mem + COPY_TO, COPY_MARK, 512);
	if (blt) {
		mgc_state(r->g, GC_BLT_ENABLE, 1);
		mgc_state(r->g, GC_BLT_SRC_ADDR, r->base + COPY_FROM);
		mgc_state(r->g, GC_BLT_DEST_ADDR, r->base + COPY_TO);
		mgc_state(r->g, GC_BLT_BUFFER_SIZE, 256);
		mgc_state(r->g, GC_BLT_SET_COMMAND, 3);
		mgc_state(r->g, GC_BLT_COMMAND, GC_BLT_COMMAND__COMMAND__COPY_BUFFER);
	} else {
		mgc_state(r->g, GC_RS_CONFIG, GC_RS_CONFIG__SOURCE_FORMAT(6) | GC_RS_CONFIG__DEST_FORMAT(6));
		mgc_state(r->g, GC_RS_SOURCE_STRIDE, 64);
		mgc_state(r->g, GC_RS_DEST_STRIDE, 64);
		mgc_state(r->g, GC_RS_SOURCE_ADDR, r->base + COPY_FROM);
		mgc_state(r->g, GC_RS_DEST_ADDR, r->base + COPY_TO);
		mgc_state(r->g, GC_RS_PIPE_SOURCE_ADDR(0), r->base + COPY_FROM);
		mgc_state(r->g, GC_RS_PIPE_DEST_ADDR(0), r->base + COPY_TO);
		mgc_state(r->g, GC_RS_WINDOW_SIZE, 16 | 4 << 16);
		mgc_state(r->g, GC_RS_KICKER, 0xbeebbeeb);
	}
	for (unsigned i = 0; i < 512; i++)
		cr_assert_eq(r->mem[COPY_TO + i], i < 256 ? copy_byte(i, 0, 0) : COPY_MARK, "byte %u", i);
}

Test(gc_copy_random, resolve_engine)
{
	static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000"};

	for (unsigned c = 0; c < 4; c++) {
		struct gc_rig r = rig_new(chips[c]);
		uint32_t x = 0x9e3779b9u + c;

		for (unsigned i = 0; i < ROUNDS; i++) {
			if (next(&x) % 2)
				random_status(&r, &x);
			mgc_state(r.g, GC_RS_CONFIG,
				  next(&x) % 4 ? (next(&x) & 0x60004060) | next(&x) % 8 | next(&x) % 8 << 8
					       : next(&x));
			mgc_state(r.g, GC_RS_SOURCE_STRIDE, next(&x));
			mgc_state(r.g, GC_RS_DEST_STRIDE, next(&x));
			mgc_state(r.g, GC_RS_SOURCE_ADDR, address(&r, &x));
			mgc_state(r.g, GC_RS_DEST_ADDR, address(&r, &x));
			for (unsigned p = 0; p < 2 && r.g->variant->pixel_pipes > 1; p++) {
				mgc_state(r.g, GC_RS_PIPE_SOURCE_ADDR(p), address(&r, &x));
				mgc_state(r.g, GC_RS_PIPE_DEST_ADDR(p), address(&r, &x));
				mgc_state(r.g, GC_RS_PIPE_OFFSET(p), next(&x) % 4 ? size(&x) : next(&x));
			}
			mgc_state(r.g, GC_RS_WINDOW_SIZE, size(&x));
			mgc_state(r.g, GC_RS_CLEAR_CONTROL, next(&x) % 3 ? 0 : next(&x));
			mgc_state(r.g, GC_RS_FILL_VALUE(next(&x) % 4), next(&x));
			if (r.g->variant->single_buffer && next(&x) % 8 == 0)
				mgc_state(r.g, GC_RS_KICKER_INPLACE, next(&x) >> next(&x) % 32);
			else
				mgc_state(r.g, GC_RS_KICKER, 0xbeebbeeb);
		}
		still_works(&r);
		rig_free(&r);
	}
}

Test(gc_copy_random, copier)
{
	struct gc_rig r = rig_new("gc7000l");
	uint32_t x = 0x85ebca6b;

	for (unsigned i = 0; i < 4 * ROUNDS; i++) {
		mgc_state(r.g, GC_BLT_ENABLE, 1);
		for (uint32_t at = GC_BLT_SRC_ADDR; at < GC_BLT_SRC_ADDR + 0x400; at += 4)
			if (at != GC_BLT_COMMAND && at != GC_BLT_ENABLE && at != GC_BLT_SET_COMMAND)
				mgc_state(r.g, at, next(&x));
		if (next(&x) % 4) {
			mgc_state(r.g, GC_BLT_SRC_STRIDE, (next(&x) & 0x78000fff) | (next(&x) % 8) << 21);
			mgc_state(r.g, GC_BLT_DEST_STRIDE, (next(&x) & 0x60000fff) | (next(&x) % 8) << 21);
			mgc_state(r.g, GC_BLT_MIPMAP_CONFIG, 2 + next(&x) % 13);
		}
		mgc_state(r.g, GC_BLT_SRC_ADDR, address(&r, &x));
		mgc_state(r.g, GC_BLT_DEST_ADDR, address(&r, &x));
		mgc_state(r.g, GC_BLT_SRC_TS, address(&r, &x));
		mgc_state(r.g, GC_BLT_DEST_TS, address(&r, &x));
		mgc_state(r.g, GC_BLT_IMAGE_SIZE, size(&x));
		mgc_state(r.g, GC_BLT_BUFFER_SIZE, next(&x) >> (8 + next(&x) % 24));
		mgc_state(r.g, GC_BLT_INPLACE_TILE_COUNT, next(&x) >> (8 + next(&x) % 24));
		mgc_state(r.g, GC_BLT_SET_COMMAND, 3);
		mgc_state(r.g, GC_BLT_COMMAND, next(&x) % 8);
		mgc_state(r.g, GC_BLT_SET_COMMAND, 3);
		mgc_state(r.g, GC_BLT_ENABLE, 0);
	}
	still_works(&r);
	rig_free(&r);
}
