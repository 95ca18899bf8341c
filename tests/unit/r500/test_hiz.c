/* SPDX-License-Identifier: MIT
 *
 * HiZ: R5xx guide 9. HiZ RAM that the test fills, mostly wrong for the depth buffer; rectangles through
 * setup, SC and ZB; and for each pixel what the table in 9.3 makes of them. Then what evictions of the Z
 * cache leave in the RAM.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/r500/ga.h"
#include "hw/model/r500/zb.h"
#include "hw/regs/r500.h"
#include "tests/unit/r500/test_z_rig.h"

enum { SIDE = 192, PITCH = 192, RAM = 0x400000 }; /* depth buffer: side, pitch in pixels, offset in memory */
enum { NEVER, LESS, LEQUAL, EQUAL, GEQUAL, GREATER, NOTEQUAL, ALWAYS };

struct rig {
	struct mr500 *r;
	uint8_t *mem;
	uint32_t base;
	unsigned pipes;
};

static void set(struct rig *g, uint32_t reg, uint32_t value)
{
	mr500_reg_write(g->r, reg, value, MR500_HOST);
}

/* pipes: of pixels, or of Z on the RV530 */
static struct rig rig_new(const char *chip, unsigned pipes)
{
	static const uint8_t code[] = {0, 0, 3, 6, 7};
	const struct fl_model_config options = {
	    .vram_B = 16 << 20, .threads = 1, .posted = true, .plain_host = true};
	struct rig g = {.pipes = pipes};
	const bool r5 = !strncmp(chip, "r5", 2) || !strncmp(chip, "rv5", 3);
	const uint32_t from = r5 ? 0 : 1440;
	char why[200];
	uint64_t left;

	g.r = (struct mr500 *)fl_model_new(chip, &options, why, sizeof(why));
	cr_assert(g.r, "%s", why);
	g.base = (uint32_t)g.r->base.mem.vram_addr;
	g.mem = fl_mem_at(&g.r->base.mem, g.base, &left);
	z_rig_set_up(g.r, MR500_HOST, strcmp(chip, "rv530") ? code[pipes] : 0, from, SIDE, g.base + RAM);
	set(&g, R500_ZB_HIZ_PITCH, PITCH);
	return g;
}

static void rig_free(struct rig *g)
{
	fl_model_delete(&g->r->base);
}

static uint32_t *z_at(struct rig *g, unsigned x, unsigned y)
{
	return (uint32_t *)(void *)(g->mem + RAM) + y * PITCH + x;
}

static void fill_z(struct rig *g, uint32_t z24)
{
	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++)
			*z_at(g, x, y) = z24 << 8;
	set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
}

static void flush(struct rig *g)
{
	set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
}

static unsigned reported(struct rig *g, const char *part)
{
	const struct fl_report *r;
	unsigned n = 0;

	for (unsigned i = 0; (r = fl_model_report(&g->r->base, i)); i++)
		n += strstr(r->text, part) != NULL;
	return n;
}

/* The rig has no shader, and hears of it. */
static void nothing_about_hiz(struct rig *g)
{
	cr_assert_eq(reported(g, "HiZ") + reported(g, "HIZ") + reported(g, "HZ_"), 0);
}

/* Two triangles, one depth: middle of a step of 1/256, so that no bits of rounding matter. */
static void rectangle(struct rig *g, float x0, float y0, float x1, float y1, uint32_t z24)
{
	z_rig_rectangle(g->r, x0, y0, x1, y1, z24);
	mr500_ga_finish(g->r);
}

static void enable(struct rig *g, unsigned func, unsigned max, unsigned min, uint32_t more)
{
	set(g, R500_ZB_ZSTENCILCNTL, func);
	set(g, R500_SC_HYPERZ_EN, R500_SC_HYPERZ_EN__HZ_EN(1) | R500_SC_HYPERZ_EN__HZ_MAX(max));
	set(g, R500_ZB_BW_CNTL, R500_ZB_BW_CNTL__HIZ_ENABLE(1) | R500_ZB_BW_CNTL__HIZ_MIN(min) | more);
}

/* Mesa r300_texture_desc.c: a row of 8x8 blocks of two pipes is numbered 01012323, of four 01012323 and
 * 45456767 below, in the RAM of the pipe that owns the 16x16. Three pipes: 010101 232323. */
static unsigned dword_of(const struct rig *g, unsigned x, unsigned y, unsigned *pipe)
{
	unsigned bx = x / 8, by = y / 8, across = g->pipes == 4 ? 2 : g->pipes, per_row = PITCH / 8 / across;

	*pipe = g->pipes == 4   ? (x / 16 & 1) + 2 * (y / 16 & 1)
		: g->pipes == 1 ? 0
				: (x / 16 + y / 16) % g->pipes;
	return (g->pipes == 4 ? by / 4 * 2 + by % 2 : by) * per_row + bx / (2 * across) * 2 + bx % 2;
}

static uint8_t byte_of(uint32_t dword, unsigned x, unsigned y)
{
	return (uint8_t)(dword >> (y / 4 % 2 * 16 + x / 4 % 2 * 8));
}

/* Something of its own for every dword. */
static uint32_t pattern(unsigned i)
{
	return i * 0x9e3779b1u ^ i * 0x85ebca6bu >> 7;
}

static void fill_ram(struct rig *g)
{
	set(g, R500_ZB_HIZ_WRINDEX, 0);
	for (unsigned i = 0; i < SIDE * SIDE / 64; i++)
		set(g, R500_ZB_HIZ_DWORD, pattern(i));
}

/* The table in 9.3. z: eight bits. */
static bool pruned(unsigned func, uint8_t z, uint8_t hiz)
{
	return func == NEVER                       ? true
	       : func == LESS || func == LEQUAL    ? z > hiz
	       : func == GEQUAL || func == GREATER ? z < hiz
						   : false;
}

static bool passes(unsigned func, uint32_t a, uint32_t b)
{
	const bool r[8] = {false, a<b, a <= b, a == b, a >= b, a> b, a != b, true};

	return r[func];
}

static void expect(struct rig *g, unsigned func, uint32_t was, uint32_t z, bool hiz, const char *what)
{
	flush(g);
	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			bool in = x >= 5 && x < 171 && y >= 3 && y < 183;
			unsigned pipe, at = dword_of(g, x, y, &pipe);
			uint8_t ram = byte_of(pattern(at), x, y);
			bool wrote =
			    in && !(hiz && pruned(func, (uint8_t)(z >> 16), ram)) && passes(func, z, was);

			cr_assert_eq(
			    *z_at(g, x, y) >> 8, wrote ? z : was,
			    "%s, %u pipes, func %u, (%u, %u): HiZ 0x%02x, depth 0x%06x, in memory 0x%06x",
			    what, g->pipes, func, x, y, ram, z, *z_at(g, x, y) >> 8);
		}
}

static const struct {
	const char *chip;
	unsigned pipes;
} chips[] = {{"r580", 4}, {"r580", 3}, {"r580", 2}, {"rv515", 1}, {"rv530", 2}, {"r420", 4}};

Test(hiz, wrong_contents_drop_what_is_visible)
{
	const uint32_t z = 0x808000;

	for (unsigned c = 0; c < sizeof(chips) / sizeof(chips[0]); c++)
		for (unsigned func = 0; func < 8; func++) {
			struct rig g = rig_new(chips[c].chip, chips[c].pipes);
			bool up = func == GEQUAL || func == GREATER;
			uint32_t was = up ? 0 : func == EQUAL ? z : 0xffffff;

			fill_ram(&g);
			fill_z(&g, was);
			enable(&g, func, up, up, 0);
			rectangle(&g, 5, 3, 171, 183, z);
			expect(&g, func, was, z, true, chips[c].chip);
			nothing_about_hiz(&g);
			rig_free(&g);
		}
}

/* R5xx guide 9.2: "must be enabled in both the SC and ZB". And RV350 has none (Mesa r300_chipset.c). */
Test(hiz, off_in_one_is_off)
{
	const uint32_t z = 0x808000;

	for (unsigned off = 0; off < 4; off++) {
		struct rig g = rig_new(off == 3 ? "rv350" : "r580", off == 3 ? 1 : 4);

		fill_ram(&g);
		fill_z(&g, 0xffffff);
		enable(&g, LESS, 0, 0, 0);
		if (off == 0)
			set(&g, R500_SC_HYPERZ_EN, 0);
		if (off == 1)
			set(&g, R500_ZB_BW_CNTL, 0);
		if (off == 2) /* no Z test */
			set(&g, R500_ZB_CNTL, 0);
		rectangle(&g, 5, 3, 171, 183, z);
		expect(&g, off == 2 ? NEVER : LESS, 0xffffff, z, false, "off");
		if (off == 3) { /* which is no reason to refuse the draw */
			cr_assert_eq(reported(&g, "no HiZ RAM"), 1);
			for (unsigned i = 0; fl_model_report(&g.r->base, i); i++)
				cr_assert_neq(fl_model_report(&g.r->base, i)->severity, FL_REFUSE);
		} else {
			nothing_about_hiz(&g);
		}
		rig_free(&g);
	}
}

/* HIZ_EQUAL_REJECT_ENABLE: "Enables hiz rejects when the z function is equals". */
Test(hiz, equal_may_reject)
{
	const uint32_t z = 0x808000;

	for (unsigned max = 0; max < 2; max++) {
		struct rig g = rig_new("r580", 4);

		fill_ram(&g);
		fill_z(&g, z);
		set(&g, R500_ZB_CNTL, R500_ZB_CNTL__Z_ENABLE(1) | R500_ZB_CNTL__STENCIL_ENABLE(1));
		set(&g, R500_ZB_STENCILREFMASK, 0xffffff);
		enable(&g, EQUAL | ALWAYS << 3 | 2 << 9, max, max,
		       R500_ZB_BW_CNTL__HIZ_EQUAL_REJECT_ENABLE(1));
		rectangle(&g, 0, 0, SIDE, SIDE, z);
		flush(&g);
		for (unsigned y = 0; y < SIDE; y++)
			for (unsigned x = 0; x < SIDE; x++) {
				unsigned pipe;
				uint8_t ram = byte_of(pattern(dword_of(&g, x, y, &pipe)), x, y);

				cr_assert_eq(*z_at(&g, x, y) & 255,
					     (max ? 0x80 < ram : 0x80 > ram) ? 0 : 255);
			}
		rig_free(&g);
	}
}

static uint32_t read_ram(struct rig *g, unsigned pipe, unsigned at)
{
	set(g, R500_SU_REG_DEST, 1u << pipe);
	set(g, R500_ZB_HIZ_RDINDEX, at * 4);
	uint32_t v = fl_model_read(&g->r->base, R500_ZB_HIZ_DWORD, 4);
	set(g, R500_SU_REG_DEST, 15);
	return v;
}

/* R5xx guide 9.3: evictions write the floor of the maximum (HIZ_MIN: minimum) of a block, in its pipe's RAM
 * alone. */
Test(hiz, evictions_update_their_blocks)
{
	const uint32_t was = 0x7f8000, offset = 100;

	for (unsigned pipes = 2; pipes <= 4; pipes += 2)
		for (unsigned min = 0; min < 2; min++) {
			struct rig g = rig_new("r580", pipes);
			const uint32_t z = min ? 0xc08000 : 0x208000, clear = min ? 0x01010101 : 0xfefefefe;

			mr500_rb_clear_ram(g.r, R500_PKT3_3D_CLEAR_HIZ, offset, SIDE * SIDE / 64, clear);
			set(&g, R500_ZB_HIZ_OFFSET, offset * 4);
			fill_z(&g, was);
			enable(&g, min ? GREATER : LESS, min, min, 0);
			/* 4x4 blocks 1..20 and 2..22 whole, and one pixel more to the right and below */
			rectangle(&g, 4, 8, 85, 93, z);
			for (unsigned i = 0; i < 4; i++) /* the Z cache has it all: nothing was evicted */
				cr_assert_eq(read_ram(&g, i % pipes, offset + i), clear);
			flush(&g);
			for (unsigned y = 0; y < SIDE; y += 4)
				for (unsigned x = 0; x < SIDE; x += 4) {
					bool whole = x >= 4 && x < 84 && y >= 8 && y < 92;
					bool part = x >= 4 && x <= 84 && y >= 8 && y <= 92 && !whole;
					unsigned pipe, at = offset + dword_of(&g, x, y, &pipe);
					/* of a part, the old depth is the farther one */
					uint8_t want = whole ? z >> 16 : part ? was >> 16 : clear & 255;

					cr_assert_eq(byte_of(read_ram(&g, pipe, at), x, y), want,
						     "%u pipes, min %u, (%u, %u): 0x%08x", pipes, min, x, y,
						     read_ram(&g, pipe, at));
					/* the same place of the other pipe is another block */
				}
			/* now the RAM is right: what is behind is dropped, what is before is drawn */
			rectangle(&g, 4, 8, 84, 92, min ? z - 0x20000 : z + 0x20000);
			flush(&g);
			cr_assert_eq(*z_at(&g, 10, 10) >> 8, z);
			rectangle(&g, 4, 8, 84, 92, min ? z + 0x20000 : z - 0x20000);
			flush(&g);
			cr_assert_eq(*z_at(&g, 10, 10) >> 8, min ? z + 0x20000 : z - 0x20000);
			nothing_about_hiz(&g);
			rig_free(&g);
		}
}

/* A draw that moves depths away (ALWAYS), as a clear by drawing does, and one between the old depth and the
 * new: it is visible, although the Z cache was not flushed between the two. The other way round (LESS, then
 * what is behind) nothing leaves the cache for it. */
Test(hiz, depths_that_recede_are_known_to_the_next_draw)
{
	for (unsigned c = 0; c < sizeof(chips) / sizeof(chips[0]); c++)
		for (unsigned min = 0; min < 2; min++) {
			struct rig g = rig_new(chips[c].chip, chips[c].pipes);
			const uint32_t near = min ? 0xe08000 : 0x208000, far = min ? 0x208000 : 0xe08000;
			const unsigned func = min ? GREATER : LESS;
			unsigned pipe, at = dword_of(&g, 10, 10, &pipe);

			mr500_rb_clear_ram(g.r, R500_PKT3_3D_CLEAR_HIZ, 0, SIDE * SIDE / 64,
					   min ? 0 : 0xffffffff);
			fill_z(&g, far);
			enable(&g, func, min, min, 0);
			rectangle(&g, 4, 8, 84, 92, near);
			flush(&g);
			cr_assert_eq(byte_of(read_ram(&g, pipe, at), 10, 10), near >> 16);
			enable(&g, ALWAYS, min, min, 0);
			rectangle(&g, 4, 8, 84, 92, far);
			cr_assert_eq(byte_of(read_ram(&g, pipe, at), 10, 10), near >> 16);
			enable(&g, func, min, min, 0);
			rectangle(&g, 4, 8, 44, 92, 0x808000);
			flush(&g);
			cr_assert_eq(*z_at(&g, 10, 10) >> 8, 0x808000u, "%s, min %u", chips[c].chip, min);
			cr_assert_eq(*z_at(&g, 50, 10) >> 8, far);
			rectangle(&g, 4, 8, 84, 92, near);
			cr_assert_eq(byte_of(read_ram(&g, pipe, at), 10, 10), 0x80);
			rig_free(&g);
		}
}

/* A single pixel anywhere in a 4x4 is reason enough to look at all of it again: only its block is written. */
Test(hiz, a_pixel_updates_its_block)
{
	for (unsigned i = 0; i < 64; i++) {
		const unsigned px = 16 + i % 8, py = 24 + i / 8;
		struct rig g = rig_new("r580", 4);

		mr500_rb_clear_ram(g.r, R500_PKT3_3D_CLEAR_HIZ, 0, SIDE * SIDE / 64, 0xfefefefe);
		fill_z(&g, 0x7f8000);
		enable(&g, LESS, 0, 0, 0);
		rectangle(&g, (float)px, (float)py, (float)px + 1, (float)py + 1, 0x208000);
		flush(&g);
		for (unsigned y = 16; y < 40; y += 4)
			for (unsigned x = 8; x < 32; x += 4) {
				unsigned pipe, at = dword_of(&g, x, y, &pipe);
				const bool here = x / 4 == px / 4 && y / 4 == py / 4;

				cr_assert_eq(byte_of(read_ram(&g, pipe, at), x, y), here ? 0x7f : 0xfe,
					     "pixel (%u, %u), block (%u, %u)", px, py, x, y);
			}
		rig_free(&g);
	}
}

/* R5xx guide 11.12: HIZ_FP_EXP_BITS counts to 5. */
Test(hiz, exponents_of_too_many_bits)
{
	for (unsigned bits = 0; bits < 8; bits++) {
		struct rig g = rig_new("r580", 4);

		fill_z(&g, 0xffffff);
		enable(&g, LESS, 0, 0, R500_ZB_BW_CNTL__HIZ_FP_EXP_BITS(bits));
		rectangle(&g, 0, 0, 8, 8, 0x808000);
		cr_expect_eq(reported(&g, "HIZ_FP_EXP_BITS"), bits > 5, "%u bits", bits);
		rig_free(&g);
	}
}

/* R5xx guide 9.6: no Z writes, no evictions, the RAM stays; and with HIZ_ENABLE off it stays too. */
Test(hiz, no_writes_no_updates)
{
	for (unsigned off = 0; off < 2; off++) {
		struct rig g = rig_new("rv515", 1);

		mr500_rb_clear_ram(g.r, R500_PKT3_3D_CLEAR_HIZ, 0, SIDE * SIDE / 64, 0xffffffff);
		fill_z(&g, 0xffffff);
		enable(&g, LESS, 0, 0, 0);
		if (off)
			set(&g, R500_ZB_BW_CNTL, 0);
		else
			set(&g, R500_ZB_CNTL, R500_ZB_CNTL__Z_ENABLE(1));
		rectangle(&g, 0, 0, SIDE, SIDE, 0x408000);
		flush(&g);
		for (unsigned i = 0; i < SIDE * SIDE / 64; i++)
			cr_assert_eq(read_ram(&g, 0, i), 0xffffffff);
		rig_free(&g);
	}
}

/* A plane: HZ_MAX = 0 sends the smallest depth of the block, so a block that is behind in part is drawn. */
Test(hiz, the_nearest_depth_of_a_block_decides)
{
	struct rig g = rig_new("r580", 4);
	struct mr500_vap_out out;
	struct fl_raster_vertex v[4];
	const float x[4] = {0, 128, 128, 0}, y[4] = {0, 0, 128, 128};

	memset(&out, 0, sizeof(out));
	memset(out.color_at, MR500_NO_ATTR, sizeof(out.color_at));
	memset(out.tex_at, MR500_NO_ATTR, sizeof(out.tex_at));
	memset(v, 0, sizeof(v));
	for (unsigned i = 0; i < 4; i++) { /* z = x / 128: 16 steps of 1/256 a block */
		v[i].x = x[i];
		v[i].y = y[i];
		v[i].z = x[i] / 128;
		v[i].rhw = 1;
	}
	mr500_rb_clear_ram(g.r, R500_PKT3_3D_CLEAR_HIZ, 0, SIDE * SIDE / 64, 0x7b7b7b7b);
	fill_z(&g, 0xffffff);
	enable(&g, LESS, 0, 0, 0);
	cr_assert(mr500_ga_begin(g.r, &out));
	fl_raster_triangle(&g.r->ga->ras, &v[0], &v[1], &v[2], &v[2], 7);
	fl_raster_triangle(&g.r->ga->ras, &v[0], &v[2], &v[3], &v[3], 7);
	mr500_ga_finish(g.r);
	flush(&g);
	/* pixels 56 to 63: 0x70 to 0x7f; 64 on: 0x80 at least */
	for (unsigned yy = 0; yy < 128; yy++)
		for (unsigned xx = 0; xx < 128; xx++)
			cr_assert_eq(*z_at(&g, xx, yy) >> 8 != 0xffffff, xx < 64, "(%u, %u)", xx, yy);
	rig_free(&g);
}

/* HIZ_FP_EXP_BITS: whatever the format is, it keeps the order, and has the ends at both ends. */
Test(hiz, floating_point_keeps_the_order)
{
	for (unsigned bits = 0; bits <= 5; bits++)
		for (unsigned ones = 0; ones < 2; ones++) {
			const struct mr500_hiz h = {.exp_bits = (uint8_t)bits, .count_ones = ones};
			uint8_t last = 0;

			/* five bits count to 31, and a depth has 24: one end is not reached */
			if (bits < 5 || ones)
				cr_assert_eq(mr500_hiz_floor(&h, 0), 0, "%u bits, ones %u", bits, ones);
			for (uint32_t z = 0; z < 1 << 24; z += 37) {
				uint8_t f = mr500_hiz_floor(&h, z);

				cr_assert_geq(f, last, "%u bits, ones %u, 0x%06x", bits, ones, z);
				if (!bits)
					cr_assert_eq(f, z >> 16);
				last = f;
			}
			if (bits < 5 || !ones)
				cr_assert_eq(mr500_hiz_floor(&h, 0xffffff), 255, "%u bits, ones %u", bits,
					     ones);
		}
}

/* The same, bit by bit: how many bits at the top are alike, up to what the exponent holds; then, if the count
 * was ended by a bit, the bits that follow, else those that follow the counted ones. */
static uint8_t code_of(const char bits[25], unsigned exp_bits, bool ones)
{
	const unsigned most = (1u << exp_bits) - 1, left = 8 - exp_bits;
	unsigned n = 0, at, code;

	while (n < most && n < 24 && bits[n] == (ones ? '1' : '0'))
		n++;
	at = n < most ? n + 1 : n;
	code = ones ? n : most - n;
	for (unsigned i = 0; i < left; i++)
		code = code << 1 | (at + i < 24 && bits[at + i] == '1');
	return (uint8_t)code;
}

Test(hiz, floating_point_bit_by_bit)
{
	uint32_t seed = 1;

	for (unsigned i = 0; i < 20000; i++) {
		const unsigned exp_bits = 1 + i % 5, shift = i / 10 % 24;
		const bool ones = i / 5 % 2;
		const struct mr500_hiz h = {.exp_bits = (uint8_t)exp_bits, .count_ones = ones};
		char bits[25] = "";
		uint32_t z;

		seed = seed * 1664525 + 1013904223;
		z = seed >> 8 >> shift;
		if (ones)
			z ^= 0xffffff;
		for (unsigned b = 0; b < 24; b++)
			bits[b] = z >> (23 - b) & 1 ? '1' : '0';
		cr_assert_eq(mr500_hiz_floor(&h, z), code_of(bits, exp_bits, ones),
			     "%u bits, ones %u, 0x%06x: 0x%02x, not 0x%02x", exp_bits, ones, z,
			     mr500_hiz_floor(&h, z), code_of(bits, exp_bits, ones));
	}
}

/* What the table in 9.3 does not have is said, and done. */
Test(hiz, wrong_directions_are_reported)
{
	struct rig g = rig_new("r580", 4);

	fill_z(&g, 0xffffff);
	enable(&g, LESS, 1, 0, 0);
	rectangle(&g, 0, 0, 8, 8, 0x808000);
	cr_assert_eq(reported(&g, "HZ_MAX"), 1);
	cr_assert_eq(reported(&g, "HIZ_MIN"), 0);
	enable(&g, GREATER, 1, 0, 0);
	rectangle(&g, 0, 0, 8, 8, 0x808000);
	cr_assert_eq(reported(&g, "HIZ_MIN"), 1);
	enable(&g, LESS, 0, 0, R500_ZB_BW_CNTL__HIZ_FP_EXP_BITS(6));
	rectangle(&g, 0, 0, 8, 8, 0x808000);
	cr_assert_eq(reported(&g, "HIZ_FP_EXP_BITS"), 1);
	set(&g, R500_ZB_CNTL, 7);
	set(&g, R500_ZB_STENCILREFMASK, 0xffff00);
	enable(&g, LESS | ALWAYS << 3 | 1 << 12, 0, 0, 0); /* zero where Z fails */
	rectangle(&g, 0, 0, 8, 8, 0x808000);
	cr_assert_eq(reported(&g, "stencil changes"), 1);
	rig_free(&g);
}

/* Stencil that may change where a test fails, of either side, is said: ZB_ZSTENCILCNTL has what happens where
 * stencil fails at 6 and 18, where depth does at 12 and 24, where both pass at 9 and 21. */
Test(hiz, stencil_of_either_side)
{
	static const struct {
		uint32_t operations, masks; /* ZB_STENCILREFMASK: what is written from bit 16 on */
		bool two, said;
	} of[] = {{0, 0xff0000, true, false},       {1 << 12, 0xff0000, true, true},
		  {1 << 6, 0xff0000, true, true},   {1 << 9, 0xff0000, true, false},
		  {1 << 24, 0xff0000, true, true},  {1 << 18, 0xff0000, true, true},
		  {1 << 21, 0xff0000, true, false}, {1 << 12, 0, true, false},
		  {1 << 24, 0, true, false},        {1 << 24, 0xff0000, false, false}};

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		struct rig g = rig_new("r580", 4);

		fill_z(&g, 0xffffff);
		set(&g, R500_ZB_CNTL, 7 | (of[i].two ? 1 << 4 : 0));
		set(&g, R500_ZB_STENCILREFMASK, of[i].masks | 0xff00);
		enable(&g, LESS | ALWAYS << 3 | ALWAYS << 15 | of[i].operations, 0, 0, 0);
		rectangle(&g, 0, 0, 8, 8, 0x808000);
		cr_expect_eq(reported(&g, "stencil changes"), of[i].said, "case %u", i);
		rig_free(&g);
	}
}

/* Depths of 16 bits, whole or with an exponent that counts leading ones or zeros: the RAM gets the upper bits
 * of the 24 that they stand for. All these depths are exact in each format. */
Test(hiz, depths_of_16_bits)
{
	/* with 0 to 7 zeros on top, then two ones; with as many ones, then a zero and a one; others */
	static const uint32_t depths[] = {
	    0xc00000, 0x600000, 0x300000, 0x180000, 0x0c0000, 0x060000, 0x030000, 0x018000, 0x400000,
	    0xa00000, 0xd00000, 0xe80000, 0xf40000, 0xfa0000, 0xfd0000, 0xfe8000, 0x7f8000, 0xff4000,
	    0x408000, 0x010000, 0x00fc00, 0x008000, 0x000400, 0xffc000, 0xfffc00};

	for (unsigned i = 0; i < 3 * sizeof(depths) / sizeof(*depths); i++) {
		const uint32_t was = depths[i / 3];
		const unsigned exponent = i % 3; /* none, ones, zeros */
		struct rig g = rig_new("r580", 4);
		const uint16_t code =
		    (uint16_t)(exponent ? fl_pixel_depth_13e3(was, exponent == 1) : was >> 8);
		unsigned pipe, at;

		mr500_rb_clear_ram(g.r, R500_PKT3_3D_CLEAR_HIZ, 0, SIDE * SIDE / 64, 0xaaaaaaaa);
		set(&g, R500_ZB_FORMAT, (exponent ? 1u : 0) | (exponent == 2 ? 1u << 4 : 0));
		for (unsigned px = 0; px < SIDE * PITCH; px++)
			memcpy(g.mem + RAM + 2 * px, &code, 2);
		flush(&g);
		enable(&g, LESS, 0, 0, 0);
		rectangle(&g, 17, 25, 18, 26, 0);
		flush(&g);
		at = dword_of(&g, 16, 24, &pipe);
		cr_expect_eq(byte_of(read_ram(&g, pipe, at), 16, 24), was >> 16,
			     "0x%06x, exponent %u, code 0x%04x: 0x%02x", was, exponent, code,
			     byte_of(read_ram(&g, pipe, at), 16, 24));
		rig_free(&g);
	}
}
