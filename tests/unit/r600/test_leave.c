/* SPDX-License-Identifier: MIT
 *
 * Tiles that are written to memory as they are drawn, because a flush wants them (hw/model/tiles/leave.c):
 * memory holds what it holds after a batch is drawn first and flushed then, where surfaces stand apart and
 * where they share bytes.
 */
#include "tests/unit/r600/draw_rig.h"

TestSuite(r600_leave, .timeout = 60);

enum { PX_B = 4, PICTURE_B = DRAW_PX * DRAW_PX * PX_B, MEMORY_B = 2 * PICTURE_B, TRIANGLE = 4 };
enum { RED = 64, GREEN = 128 }; /* in 255ths */

static const uint8_t *memory(void)
{
	return fl_mem_span(&rig.r->base.mem, DRAW_TARGET, MEMORY_B);
}

/* Two targets of bytes, the second so many bytes after the first: it has red and green exchanged. */
static void targets(uint32_t apart_B)
{
	const uint32_t info = R600_CB_COLOR_INFO__FORMAT(R600_CB_COLOR_INFO__FORMAT__COLOR_8_8_8_8) |
			      R600_CB_COLOR_INFO__ARRAY_MODE(1);

	draw_new("rv770");
	draw_program(MR600_PS, "EXPORT PIXEL 0, R0.xyzw\nEXPORT_DONE PIXEL 1, R0.yxzw EOP\n");
	draw_set(R600_SQ_PGM_EXPORTS_PS, 2 << 1);
	draw_set(R600_CB_COLOR_INFO(0), info);
	draw_set(R600_CB_COLOR_BASE(1), (DRAW_TARGET + apart_B) >> 8);
	draw_set(R600_CB_COLOR_SIZE(1), rig.r->reg[R600_CB_COLOR_SIZE(0) / 4]);
	draw_set(R600_CB_COLOR_INFO(1), info);
	draw_set(R600_CB_TARGET_MASK, 0xff);
	draw_set(R600_CB_SHADER_MASK, 0xff);
}

/* A triangle over the upper left half of both, written back with the batch or after it. */
static void draw(uint32_t apart_B, bool at_once, uint8_t to[MEMORY_B])
{
	static const float x[3] = {0, DRAW_PX, 0}, y[3] = {0, 0, DRAW_PX};

	targets(apart_B);
	for (unsigned i = 0; i < 3; i++) {
		float *v = draw_vertex(i, x[i], y[i]);

		v[4] = RED / 255.0f;
		v[5] = GREEN / 255.0f;
		v[7] = 1;
	}
	draw_auto(TRIANGLE, 3);
	if (!at_once)
		mr600_finish(rig.r);
	mr600_rb_flush(rig.r, MR600_RB_COLOR | MR600_RB_DEPTH | MR600_RB_FORGET);
	memcpy(to, memory(), MEMORY_B);
	rig_free();
}

static uint8_t after[MEMORY_B], once[MEMORY_B];

Test(r600_leave, pixels_are_where_a_flush_puts_them)
{
	draw(PICTURE_B, true, once);
	for (unsigned y = 0; y < DRAW_PX; y++)
		for (unsigned x = 0; x < DRAW_PX; x++) {
			const bool in = x + y + 1 < DRAW_PX;
			const uint8_t *first = &once[(y * DRAW_PX + x) * PX_B], *second = first + PICTURE_B;

			if (x + y + 1 == DRAW_PX) /* the edge goes through its middle */
				continue;
			cr_assert_eq(first[0], in ? RED : 0, "%u, %u: red %u", x, y, first[0]);
			cr_assert_eq(first[1], in ? GREEN : 0, "%u, %u: green %u", x, y, first[1]);
			cr_assert_eq(second[0], in ? GREEN : 0, "%u, %u: red of the second", x, y);
		}
}

Test(r600_leave, targets_that_share_memory_are_written_in_their_order)
{
	for (uint32_t apart_B = 0; apart_B <= PICTURE_B; apart_B += PICTURE_B / 4) {
		draw(apart_B, false, after);
		draw(apart_B, true, once);
		cr_assert_eq(memcmp(once, after, MEMORY_B), 0, "%u bytes apart", apart_B);
	}
}
