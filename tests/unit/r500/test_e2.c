/* SPDX-License-Identifier: MIT
 *
 * The 2D engine of the R5xx model, driven by register writes in a stream, against formulas worked out here.
 */
#include "hw/model/chip.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { W = 64, H = 40, PITCH_B = 256 }; /* the pitch is in units of 64 bytes */
#define DST           0x100000u
#define SRC           0x200000u
#define GMC(field, v) R500_DP_GUI_MASTER_CNTL__GMC_##field(v)

static struct fl_model *model;
static uint8_t *vram;
static uint32_t stream[70000], used;

static void setup(void)
{
	char why[200];
	struct fl_model_config cfg = {.vram_B = 16 << 20, .threads = 1, .running = true};

	model = fl_model_new("r580", &cfg, why, sizeof why);
	cr_assert(model, "%s", why);
	vram = fl_model_vram(model, NULL);
}

static void teardown(void)
{
	fl_model_delete(model);
}

TestSuite(e2, .init = setup, .fini = teardown);

static void reg(uint32_t offset, uint32_t v)
{
	stream[used++] = offset / 4;
	stream[used++] = v;
}

/* GPU address of VRAM: the memory controller says where it starts. */
static uint32_t vram_base(void)
{
	return (uint32_t)model->mem.vram_addr;
}

static void surfaces(void)
{
	uint32_t po = PITCH_B / 64 << 22;

	reg(R500_DST_PITCH_OFFSET, po | (vram_base() + DST) >> 10);
	reg(R500_SRC_PITCH_OFFSET, po | (vram_base() + SRC) >> 10);
	reg(R500_SC_TOP_LEFT, 0);
	reg(R500_SC_BOTTOM_RIGHT, H << 16 | W);
	reg(R500_DP_CNTL, 3);
	reg(R500_CLR_CMP_CNTL, 0);
	reg(R500_DP_WRITE_MSK, ~0u);
	reg(R500_CLR_CMP_MSK, ~0u);
	reg(R500_BRUSH_Y_X, 0);
}

static uint32_t gmc(unsigned type, unsigned brush, unsigned src_type, unsigned load, unsigned rop)
{
	return GMC(SRC_PITCH_OFFSET_CNTL, 1) | GMC(DST_PITCH_OFFSET_CNTL, 1) | GMC(DST_CLIPPING, 1) |
	       GMC(BRUSH_DATATYPE, brush & 15) | GMC(DST_DATATYPE, type & 15) |
	       GMC(SRC_DATATYPE, src_type & 3) | GMC(SRC_SOURCE, load & 7) | GMC(ROP3, rop & 255);
}

static void go(void)
{
	reg(R500_RB2D_DSTCACHE_CTLSTAT, 0xf);
	cr_assert(fl_model_run(model, stream, used));
	cr_assert(fl_model_wait(model));
	used = 0;
}

static uint32_t get(uint32_t base, unsigned cpp, unsigned x, unsigned y)
{
	uint32_t v = 0;

	memcpy(&v, vram + base + y * PITCH_B + x * cpp, cpp);
	return v;
}

/* A value for each pixel that shows where it came from. */
static uint32_t seed(unsigned x, unsigned y, unsigned salt)
{
	uint32_t v = (x * 2654435761u) ^ (y * 40503u + salt) * 2246822519u;

	return v ^ v >> 15;
}

static void fill_memory(uint32_t base, unsigned cpp, unsigned salt)
{
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < PITCH_B / cpp; x++) {
			uint32_t v = seed(x, y, salt);

			memcpy(vram + base + y * PITCH_B + x * cpp, &v, cpp);
		}
}

static uint32_t cut(uint32_t v, unsigned cpp)
{
	return cpp == 4 ? v : v & ((1u << 8 * cpp) - 1);
}

static const struct {
	unsigned type, cpp;
} depth[] = {{2, 1}, {3, 2}, {4, 2}, {6, 4}};

Test(e2, fill_covers_its_rectangle_and_nothing_else)
{
	for (unsigned d = 0; d < 4; d++) {
		unsigned cpp = depth[d].cpp;

		fill_memory(DST, cpp, 1);
		surfaces();
		reg(R500_DP_GUI_MASTER_CNTL, gmc(depth[d].type, 13, 3, 2, 0xf0));
		reg(R500_DP_BRUSH_FRGD_CLR, 0xa1b2c3d4);
		reg(R500_DST_Y_X, 5 << 16 | 7);
		reg(R500_DST_HEIGHT_WIDTH, 11 << 16 | 13);
		go();
		for (unsigned y = 0; y < H; y++)
			for (unsigned x = 0; x < W; x++) {
				bool in = x >= 7 && x < 20 && y >= 5 && y < 16;

				cr_assert_eq(get(DST, cpp, x, y), cut(in ? 0xa1b2c3d4 : seed(x, y, 1), cpp),
					     "%u bpp at %u,%u", cpp * 8, x, y);
			}
	}
}

/* Each of the 256 codes, over all eight combinations of pattern, source and destination bits, at every
 * depth. */
Test(e2, all_rop3)
{
	for (unsigned d = 0; d < 4; d++)
		for (unsigned rop = 0; rop < 256; rop++) {
			unsigned cpp = depth[d].cpp;
			uint32_t brush = seed(rop, d, 3);

			fill_memory(DST, cpp, 1);
			fill_memory(SRC, cpp, 2);
			surfaces();
			reg(R500_DP_GUI_MASTER_CNTL, gmc(depth[d].type, 13, 3, 2, rop));
			reg(R500_DP_BRUSH_FRGD_CLR, brush);
			reg(R500_SRC_Y_X, 2 << 16 | 3);
			reg(R500_DST_Y_X, 4 << 16 | 9);
			reg(R500_DST_HEIGHT_WIDTH, 6 << 16 | 17);
			go();
			for (unsigned y = 4; y < 10; y++)
				for (unsigned x = 9; x < 26; x++) {
					uint32_t s = seed(x - 6, y - 2, 2), t = seed(x, y, 1), want = 0;

					for (unsigned b = 0; b < 32; b++) {
						unsigned i =
						    (brush >> b & 1) << 2 | (s >> b & 1) << 1 | (t >> b & 1);

						want |= (rop >> i & 1) << b;
					}
					cr_assert_eq(get(DST, cpp, x, y), cut(want, cpp),
						     "rop %02x, %u bpp, %u,%u", rop, cpp * 8, x, y);
				}
		}
}

/* Overlapping copies in the four directions: with the right one the result is what a copy through a buffer
 * gives. */
Test(e2, copies_in_all_directions)
{
	for (unsigned dir = 0; dir < 4; dir++)
		for (unsigned d = 0; d < 4; d++) {
			unsigned cpp = depth[d].cpp;
			int mx = dir & 1 ? -3 : 3, my = dir & 2 ? -2 : 2; /* where the picture moves */
			/* moving right must run from the right, moving down from below */
			bool ltr = mx < 0, ttb = my < 0;
			unsigned x0 = 10, y0 = 8, w = 20, h = 12;
			unsigned sx = ltr ? x0 : x0 + w - 1, sy = ttb ? y0 : y0 + h - 1;

			fill_memory(DST, cpp, 5);
			surfaces();
			reg(R500_SRC_PITCH_OFFSET, PITCH_B / 64 << 22 | (vram_base() + DST) >> 10);
			reg(R500_DP_CNTL, ltr | ttb << 1);
			reg(R500_DP_GUI_MASTER_CNTL, gmc(depth[d].type, 15, 3, 2, 0xcc));
			reg(R500_SRC_Y_X, sy << 16 | sx);
			reg(R500_DST_Y_X, (sy + (unsigned)my) << 16 | (sx + (unsigned)mx));
			reg(R500_DST_HEIGHT_WIDTH, h << 16 | w);
			go();
			for (unsigned y = 0; y < H; y++)
				for (unsigned x = 0; x < W; x++) {
					int fx = (int)x - mx, fy = (int)y - my;
					bool in = fx >= (int)x0 && fx < (int)(x0 + w) && fy >= (int)y0 &&
						  fy < (int)(y0 + h);
					uint32_t want =
					    in ? seed((unsigned)fx, (unsigned)fy, 5) : seed(x, y, 5);

					cr_assert_eq(get(DST, cpp, x, y), cut(want, cpp),
						     "direction %u, %u bpp, %u,%u", dir, cpp * 8, x, y);
				}
		}
}

/* In the wrong direction an overlapping copy repeats what it has just written. */
Test(e2, overlap_against_the_direction_smears)
{
	fill_memory(DST, 4, 5);
	surfaces();
	reg(R500_SRC_PITCH_OFFSET, PITCH_B / 64 << 22 | (vram_base() + DST) >> 10);
	reg(R500_DP_GUI_MASTER_CNTL, gmc(6, 15, 3, 2, 0xcc));
	reg(R500_SRC_Y_X, 0);
	reg(R500_DST_Y_X, 2);
	reg(R500_DST_HEIGHT_WIDTH, 1 << 16 | 20);
	go();
	for (unsigned x = 0; x < 22; x++)
		cr_assert_eq(get(DST, 4, x, 0), seed(x % 2, 0, 5));
}

static uint32_t mono_word(unsigned i)
{
	return seed(i, 99, 7);
}

/* Mono host data: bits run on from row to row; fields of 19 bits, so that rows start inside bytes. */
Test(e2, mono_expansion_from_host_data)
{
	enum { MW = 19, MH = 7 };
	for (unsigned transparent = 0; transparent < 2; transparent++)
		for (unsigned aligned = 0; aligned < 2; aligned++)
			for (unsigned lsb = 0; lsb < 2; lsb++) {
				unsigned row = aligned ? (MW + 7) / 8 * 8 : MW, n = (row * MH + 31) / 32;

				fill_memory(DST, 2, 1);
				surfaces();
				reg(R500_DP_GUI_MASTER_CNTL, gmc(4, 15, transparent, aligned ? 4 : 3, 0xcc) |
								 GMC(BYTE_PIX_ORDER, lsb));
				reg(R500_DP_SRC_FRGD_CLR, 0xf00d);
				reg(R500_DP_SRC_BKGD_CLR, 0x0bad);
				reg(R500_DST_Y_X, 3 << 16 | 4);
				reg(R500_DST_HEIGHT_WIDTH, MH << 16 | MW);
				for (unsigned i = 0; i < n; i++)
					reg(i + 1 == n ? R500_HOST_DATA_LAST : R500_HOST_DATA(i % 8),
					    mono_word(i));
				go();
				for (unsigned y = 0; y < MH; y++)
					for (unsigned x = 0; x < MW; x++) {
						unsigned bit = y * row + x,
							 byte = mono_word(bit / 32) >> bit % 32 / 8 * 8 & 255;
						bool set = byte >> (lsb ? bit % 8 : 7 - bit % 8) & 1;
						uint32_t want = set           ? 0xf00d
								: transparent ? seed(x + 4, y + 3, 1) & 0xffff
									      : 0x0bad;

						cr_assert_eq(get(DST, 2, x + 4, y + 3), want, "%u,%u", x, y);
					}
			}
}

Test(e2, color_host_data)
{
	fill_memory(DST, 2, 1);
	surfaces();
	reg(R500_DP_GUI_MASTER_CNTL, gmc(4, 15, 3, 3, 0xcc));
	reg(R500_DST_Y_X, 3 << 16 | 4);
	reg(R500_DST_HEIGHT_WIDTH, 3 << 16 | 5); /* 15 pixels of 16 bits: 8 dwords */
	for (unsigned i = 0; i < 8; i++)
		reg(i == 7 ? R500_HOST_DATA_LAST : R500_HOST_DATA(i), mono_word(i));
	go();
	for (unsigned i = 0; i < 15; i++)
		cr_assert_eq(get(DST, 2, 4 + i % 5, 3 + i / 5), mono_word(i / 2) >> i % 2 * 16 & 0xffff);
}

Test(e2, mono_8x8_brush_follows_the_surface)
{
	uint32_t bits[2] = {0x8142c3e7, 0x017e3c55};

	fill_memory(DST, 4, 1);
	surfaces();
	reg(R500_DP_GUI_MASTER_CNTL, gmc(6, 0, 3, 2, 0xf0));
	reg(R500_DP_BRUSH_FRGD_CLR, 0x111111);
	reg(R500_DP_BRUSH_BKGD_CLR, 0x222222);
	reg(R500_BRUSH_DATA(0), bits[0]);
	reg(R500_BRUSH_DATA(1), bits[1]);
	reg(R500_DST_Y_X, 3 << 16 | 5);
	reg(R500_DST_HEIGHT_WIDTH, 20 << 16 | 30);
	go();
	for (unsigned y = 3; y < 23; y++)
		for (unsigned x = 5; x < 35; x++) {
			unsigned byte = bits[y % 8 / 4] >> y % 4 * 8 & 255;

			cr_assert_eq(get(DST, 4, x, y), byte >> (7 - x % 8) & 1 ? 0x111111 : 0x222222,
				     "%u,%u", x, y);
		}
}

/* Every slope: one pixel a step of the longer axis, start drawn, end not, never more than half a pixel
 * off. */
Test(e2, lines)
{
	for (int ex = -17; ex <= 17; ex++)
		for (int ey = -17; ey <= 17; ey++) {
			int x0 = 20, y0 = 20, n = abs(ex) > abs(ey) ? abs(ex) : abs(ey), count = 0;

			memset(vram + DST, 0, PITCH_B * H);
			surfaces();
			reg(R500_DP_GUI_MASTER_CNTL, gmc(2, 13, 3, 2, 0xf0));
			reg(R500_DP_BRUSH_FRGD_CLR, 0x5a);
			reg(R500_DST_LINE_START, (uint32_t)y0 << 16 | (uint32_t)x0);
			reg(R500_DST_LINE_END, (uint32_t)(y0 + ey) << 16 | (uint32_t)(x0 + ex));
			go();
			for (int y = 0; y < H; y++)
				for (int x = 0; x < W; x++) {
					if (get(DST, 1, (unsigned)x, (unsigned)y) != 0x5a)
						continue;
					count++;
					int dx = x - x0, dy = y - y0,
					    step = abs(ex) > abs(ey) ? abs(dx) : abs(dy);
					/* distance from the ideal point of this step, times 2n */
					int off = abs(ex) > abs(ey) ? 2 * (dy * n - step * ey)
								    : 2 * (dx * n - step * ex);

					cr_assert(abs(off) <= n && step < n, "line to %d,%d: %d,%d", ex, ey,
						  dx, dy);
				}
			cr_assert_eq(count, n, "line to %d,%d has %d pixels", ex, ey, count);
		}
}

Test(e2, scissor_write_mask_and_color_key)
{
	fill_memory(DST, 4, 1);
	surfaces();
	reg(R500_SC_TOP_LEFT, 4 << 16 | 6);
	reg(R500_SC_BOTTOM_RIGHT, 9 << 16 | 15); /* exclusive */
	reg(R500_DP_GUI_MASTER_CNTL, gmc(6, 13, 3, 2, 0xf0));
	reg(R500_DP_WRITE_MSK, 0x00ffff00);
	reg(R500_DP_BRUSH_FRGD_CLR, 0x12345678);
	reg(R500_DST_Y_X, 0);
	reg(R500_DST_HEIGHT_WIDTH, H << 16 | W);
	go();
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++) {
			bool in = x >= 6 && x < 15 && y >= 4 && y < 9;
			uint32_t was = seed(x, y, 1);

			cr_assert_eq(get(DST, 4, x, y), in ? (was & 0xff0000ff) | 0x00345600 : was);
		}

	/* A copy that leaves out the key color (xf86-video-ati's way; read back on an RV515). */
	memset(vram + SRC, 0x33, 4);
	memset(vram + SRC + 4, 0x44, 4);
	memset(vram + DST, 0x99, 8);
	surfaces();
	reg(R500_CLR_CMP_CLR_SRC, 0x33333333);
	reg(R500_CLR_CMP_CNTL, R500_CLR_CMP_CNTL__CLR_CMP_SRC(4) | R500_CLR_CMP_CNTL__CMP_ENABLE(1));
	reg(R500_DP_GUI_MASTER_CNTL, gmc(6, 15, 3, 2, 0xcc));
	reg(R500_SRC_Y_X, 0);
	reg(R500_DST_Y_X, 0);
	reg(R500_DST_HEIGHT_WIDTH, 1 << 16 | 2);
	go();
	cr_assert_eq(get(DST, 4, 0, 0), 0x99999999);
	cr_assert_eq(get(DST, 4, 1, 0), 0x44444444);
}

/* Without a flush, and with the automatic flush off, memory keeps the old pixels. */
Test(e2, cache_holds_until_flushed)
{
	fill_memory(DST, 4, 1);
	surfaces();
	reg(R500_RB2D_DSTCACHE_MODE, 0);
	reg(R500_DP_GUI_MASTER_CNTL, gmc(6, 13, 3, 2, 0xf0));
	reg(R500_DP_BRUSH_FRGD_CLR, 0);
	reg(R500_DST_Y_X, 0);
	reg(R500_DST_HEIGHT_WIDTH, 1 << 16 | 8);
	cr_assert(fl_model_run(model, stream, used));
	cr_assert(fl_model_wait(model));
	used = 0;
	cr_assert_eq(get(DST, 4, 3, 0), seed(3, 0, 1));
	go();
	cr_assert_eq(get(DST, 4, 3, 0), 0);
}

/* Nonsense in every register: reports, no crash, and nothing outside VRAM touched (the sanitizers watch). */
Test(e2, random_registers)
{
	srand(7);
	for (unsigned round = 0; round < 300; round++) {
		surfaces();
		for (unsigned i = 0; i < 20; i++) {
			uint32_t v = (uint32_t)rand() << 16 ^ (uint32_t)rand();

			reg(0x1400 + (uint32_t)(rand() % 0xf9) * 4, rand() % 3 ? v & 0x003f003f : v);
		}
		fl_model_run(model, stream, used);
		fl_model_wait(model);
		used = 0;
	}
}
