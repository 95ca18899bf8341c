/* SPDX-License-Identifier: MIT
 *
 * Depth buffers of R6xx: every format in and out, comparisons, stencil, clears, counts, copies to a color
 * buffer.
 */
#include <math.h>

#include "tests/unit/r600/test_rb_rig.h"

static void depth_on(struct rb_rig *g, unsigned format, unsigned mode, uint32_t control)
{
	rig_set(g, R600_DB_DEPTH_INFO, format | mode << 15);
	rig_set(g, R600_DB_DEPTH_CONTROL, control);
}

/* One draw of the block at (0, 0) with this depth; the lanes that pass. */
static uint64_t draw(struct rb_rig *g, enum fl_isa isa, float z)
{
	cr_assert(rig_open(g));
	rig_block(g, 0, 0);
	for (unsigned i = 0; i < FL_WAVE_PX; i++)
		g->t->wave.z[0][i] = mr600_db_z(g->d.depth, z);
	FL_SIMD_PICK(isa, fl_pixel_depth_run)(g->t);
	return g->t->wave.cover[0];
}

enum { Z_ON = 2, Z_WRITE = 4, STENCIL_ON = 1 };

static uint32_t func_of(unsigned f)
{
	return f << 4;
}

/* What is written is read: less, equal, greater of each format, out of memory and back. */
Test(r600_db, comparisons)
{
	static const float z[3] = {0.25f, 0.5f, 0.75f};
	static const enum fl_isa isas[2] = {FL_ISA_SCALAR, FL_ISA_BASE};
	struct rb_rig *g = rb_rig_new();

	for (unsigned format = 1; format <= 7; format++)
		for (unsigned mode = MR600_ARRAY_1D_THIN1; mode <= MR600_ARRAY_2D_THIN1; mode += 2)
			for (unsigned isa = 0; isa < 2; isa++)
				for (unsigned i = 0; i < 9; i++)
					for (unsigned f = 0; f < 8; f++) {
						const float old = z[i / 3], now = z[i % 3];
						const unsigned is = now < old ? 1 : now == old ? 2 : 4;

						depth_on(g, format, mode, Z_ON | Z_WRITE | func_of(7));
						draw(g, isas[isa], old);
						rig_flush(g);
						depth_on(g, format, mode, Z_ON | func_of(f));
						cr_expect_eq(draw(g, isas[isa], now), f & is ? ~0ull : 0,
							     "format %u, mode %u, function %u, %g after %g",
							     format, mode, f, now, old);
						rig_flush(g);
					}
	rb_rig_delete(g);
}

static unsigned operate(unsigned op, unsigned s, unsigned ref)
{
	switch (op) {
	case 1:
		return 0;
	case 2:
		return ref;
	case 3:
		return s < 255 ? s + 1 : 255;
	case 4:
		return s ? s - 1 : 0;
	case 5:
		return ~s & 255;
	case 6:
		return (s + 1) & 255;
	case 7:
		return (s - 1) & 255;
	default:
		return s;
	}
}

/* The stencil that the first pixel has, by a copy to a buffer of 8_24 or X24_8_32_FLOAT. */
static void copied(struct rb_rig *g, unsigned format, uint32_t out[2])
{
	rig_set(g, R600_DB_DEPTH_CONTROL, 0);
	rig_set(g, R600_DB_RENDER_CONTROL,
		R600_DB_RENDER_CONTROL__DEPTH_COPY(1) | R600_DB_RENDER_CONTROL__STENCIL_COPY(1));
	rig_set(g, R600_CB_COLOR_INFO(0), (format == 7 ? 28u : 17u) << 2 | 1 << 8 | 1 << 22);
	cr_assert(rig_open(g));
	rig_block(g, 0, 0);
	FL_SIMD_PICK(FL_ISA_BASE, fl_pixel_depth_run)(g->t);
	FL_SIMD_PICK(FL_ISA_BASE, fl_pixel_color_run)(g->t);
	rig_flush(g);
	memcpy(out, g->mem, 8);
	rig_set(g, R600_DB_RENDER_CONTROL, 0);
}

Test(r600_db, stencil_of_both_faces)
{
	static const unsigned formats[2] = {3, 7};
	struct rb_rig *g = rb_rig_new();

	for (unsigned n = 0; n < 2; n++)
		for (unsigned back = 0; back < 2; back++)
			for (unsigned op = 0; op < 8; op++)
				for (unsigned way = 0; way < 3; way++) { /* fails, Z passes, Z fails */
					const unsigned old = way * 100 + 55, ref = 0x3c, mask = 0xf7;
					const uint32_t front =
					    (way ? 7u : 0u) << 8 | (way == 0 ? op : 0) << 11 |
					    (way == 1 ? op : 0) << 14 | (way == 2 ? op : 0) << 17;
					uint32_t out[2];

					rig_set(g, R600_DB_STENCILREFMASK, old | 0xffffu << 8);
					depth_on(g, formats[n], 4,
						 STENCIL_ON | Z_ON | Z_WRITE | func_of(7) | 7 << 8 | 2 << 14);
					draw(g, FL_ISA_BASE, 0.5f);
					rig_set(g, back ? R600_DB_STENCILREFMASK_BF : R600_DB_STENCILREFMASK,
						ref | 0xff << 8 | mask << 16);
					depth_on(g, formats[n], 4,
						 STENCIL_ON | Z_ON | func_of(way == 2 ? 0 : 7) |
						     (back ? 1u << 7 | front << 12 : front));
					cr_assert(rig_open(g));
					rig_block(g, 0, 0);
					g->t->wave.back = back ? ~0ull : 0;
					FL_SIMD_PICK(FL_ISA_BASE, fl_pixel_depth_run)(g->t);
					cr_expect_eq(g->t->wave.cover[0], way == 1 ? ~0ull : 0);
					rig_flush(g);
					copied(g, formats[n], out);
					const unsigned got = formats[n] == 7 ? out[1] & 255 : out[0] >> 24;
					const unsigned want =
					    (operate(op, old & 255, ref) & mask) | (old & ~mask & 255);
					cr_expect_eq(got, want,
						     "format %u, back %u, operation %u, way %u: %u, not %u",
						     formats[n], back, op, way, got, want);
				}
	rb_rig_delete(g);
}

Test(r600_db, clear_and_copy)
{
	struct rb_rig *g = rb_rig_new();
	uint32_t out[2];
	float f;

	rig_float(g, R600_DB_DEPTH_CLEAR, 0.25f);
	rig_set(g, R600_DB_STENCIL_CLEAR, 0x5a);
	rig_set(g, R600_DB_STENCILREFMASK, 0xffff00);
	rig_set(g, R600_DB_RENDER_CONTROL, 3);
	for (unsigned format = 3; format <= 7; format += 4) {
		rig_set(g, R600_DB_RENDER_CONTROL, 3);
		depth_on(g, format, 4, STENCIL_ON | Z_ON | Z_WRITE | func_of(7) | 7 << 8 | 2 << 14);
		rig_set(g, R600_DB_DEPTH_INFO, g->r->reg[R600_DB_DEPTH_INFO / 4] | 1u << 25);
		draw(g, FL_ISA_BASE, 1);
		rig_flush(g);
		copied(g, format, out);
		memcpy(&f, out, 4);
		if (format == 7)
			cr_expect(f == 0.25f && (out[1] & 255) == 0x5a);
		else
			cr_expect(out[0] == (0x5a000000u | 0x400000), "%08x", out[0]);
	}
	rb_rig_delete(g);
}

/* Z16 and Z32F stand in memory as such a texture reads them, in the order of depth tiles. */
Test(r600_db, in_memory)
{
	struct rb_rig *g = rb_rig_new();
	uint16_t z16;
	float z32;

	depth_on(g, 1, 2, Z_ON | Z_WRITE | func_of(7));
	draw(g, FL_ISA_BASE, 0.5f);
	rig_flush(g);
	memcpy(&z16, g->mem + (8 << 20) + 2 * 63, 2);
	cr_expect(z16 == 0x8000 || z16 == 0x7fff, "%04x", z16);
	for (unsigned i = 0; i <= 20; i++) { /* rounded: 1/20 is 3276.75 of 65535 */
		draw(g, i & 1 ? FL_ISA_BASE : FL_ISA_SCALAR, (float)i / 20);
		rig_flush(g);
		memcpy(&z16, g->mem + (8 << 20) + 2 * 63, 2);
		cr_expect_lt(fabs(z16 - i / 20. * 65535), 0.51, "%u/20: %u", i, z16);
	}
	depth_on(g, 6, 2, Z_ON | Z_WRITE | func_of(7));
	draw(g, FL_ISA_BASE, 0.3f);
	rig_flush(g);
	memcpy(&z32, g->mem + (8 << 20) + 4 * 63, 4);
	cr_expect_eq(z32, 0.3f);
	rb_rig_delete(g);
}

/* Samples that pass are counted, unless DB_RENDER_CONTROL says otherwise; ZPASS_DONE writes them out. */
Test(r600_db, counts)
{
	struct rb_rig *g = rb_rig_new();
	uint64_t count[8], sum = 0;

	for (unsigned off = 0; off < 2; off++) {
		rig_set(g, R600_DB_RENDER_CONTROL, off << 11);
		depth_on(g, 3, 4, Z_ON | func_of(7));
		draw(g, off ? FL_ISA_BASE : FL_ISA_SCALAR, 0.5f);
	}
	mr600_rb_passed(g->r, g->t->passed);
	mr600_rb_event(g->r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__ZPASS_DONE, RIG_BASE);
	memcpy(count, g->mem, sizeof(count));
	for (unsigned i = 0; i < 4; i++) {
		cr_expect(count[2 * i] >> 63);
		sum += count[2 * i] << 1 >> 1;
	}
	cr_expect_eq(sum, 64);
	rb_rig_delete(g);
}

/* A program may export the reference, a pixel each. */
Test(r600_db, exported_reference)
{
	struct rb_rig *g = rb_rig_new();

	rig_set(g, R600_DB_STENCILREFMASK, 0xffff11);
	rig_set(g, R600_DB_SHADER_CONTROL, R600_DB_SHADER_CONTROL__STENCIL_REF_EXPORT_ENABLE(1));
	for (unsigned i = 0; i < 64; i++)
		mr600_px_of(g->t)->stencil.u[i] = i & 1;
	depth_on(g, 3, 4, STENCIL_ON | 7 << 8 | 2 << 14);
	draw(g, FL_ISA_BASE, 0.5f);
	rig_set(g, R600_DB_SHADER_CONTROL, 0);
	rig_set(g, R600_DB_STENCILREFMASK, 0xffff01);
	depth_on(g, 3, 4, STENCIL_ON | 2 << 8);
	cr_expect_eq(draw(g, FL_ISA_BASE, 0.5f), 0xaaaaaaaaaaaaaaaaull);
	rb_rig_delete(g);
}
