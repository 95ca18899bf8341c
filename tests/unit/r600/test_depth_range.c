/* SPDX-License-Identifier: MIT
 *
 * Depths are kept between PA_SC_VPORT_ZMIN and ZMAX, a pixel at a time (depth clamping of OpenGL, which Mesa
 * asks for by turning ZCLIP_NEAR and ZCLIP_FAR off), and offsets of polygons do not go over
 * PA_SU_POLY_OFFSET_CLAMP (EXT_polygon_offset_clamp). What the depth buffer holds, later draws show by where
 * they pass.
 */
#include "tests/unit/r600/draw_rig.h"

enum { RAMP = -1, STRIP = 6, DEPTH = DRAW_STREAM, SURFACE_TILES = DRAW_PX * DRAW_PX / 64 };

static const uint32_t formats[] = {R600_DB_DEPTH_INFO__FORMAT__DEPTH_8_24,
				   R600_DB_DEPTH_INFO__FORMAT__DEPTH_32_FLOAT};

static void begin(const char *isa, uint32_t format)
{
	rig_isa = isa;
	draw_new("rv770");
	draw_set(R600_DB_DEPTH_BASE, DEPTH >> 8);
	draw_set(R600_DB_DEPTH_SIZE, R600_DB_DEPTH_SIZE__PITCH_TILE_MAX(DRAW_PX / 8 - 1) |
					 R600_DB_DEPTH_SIZE__SLICE_TILE_MAX(SURFACE_TILES - 1));
	draw_set(R600_DB_DEPTH_INFO, R600_DB_DEPTH_INFO__FORMAT(format) | R600_DB_DEPTH_INFO__ARRAY_MODE(2));
	draw_set(R600_PA_CL_CLIP_CNTL, R600_PA_CL_CLIP_CNTL__DX_CLIP_SPACE_DEF(1) |
					   R600_PA_CL_CLIP_CNTL__ZCLIP_NEAR_DISABLE(1) |
					   R600_PA_CL_CLIP_CNTL__ZCLIP_FAR_DISABLE(1));
}

static void kept(float low, float high)
{
	draw_float(R600_PA_SC_VPORT_ZMIN(0), low);
	draw_float(R600_PA_SC_VPORT_ZMAX(0), high);
}

/* The whole target, from depth left to right; red RAMP: as the depth. */
static void draw(uint32_t func, float left, float right, float red)
{
	static unsigned at;

	draw_set(
	    R600_DB_DEPTH_CONTROL,
	    R600_DB_DEPTH_CONTROL__Z_ENABLE(1) | R600_DB_DEPTH_CONTROL__ZFUNC(func) |
		R600_DB_DEPTH_CONTROL__Z_WRITE_ENABLE(func == R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_ALWAYS));
	at = (at + 4) % 64;
	for (unsigned i = 0; i < 4; i++) {
		float *v = draw_vertex(at + i, i & 1 ? 64 : 0, i & 2 ? 64 : 0);

		v[2] = i & 1 ? right : left;
		v[4] = red == RAMP ? v[2] : red;
	}
	draw_set(R600_VGT_INDX_OFFSET, at);
	draw_auto(STRIP, 4);
}

/* The pixel program's depth is its red input, whatever the primitive's. */
static void draw_made(uint32_t func, float left, float right)
{
	draw_set(R600_SQ_PGM_EXPORTS_PS, 3);
	draw_set(R600_DB_SHADER_CONTROL, R600_DB_SHADER_CONTROL__Z_EXPORT_ENABLE(1));
	draw_program(MR600_PS, "EXPORT PIXEL 61, R0.x___\nEXPORT_DONE PIXEL 0, R0.1yzw EOP\n");
	draw(func, left, right, RAMP);
	mr600_finish(rig.r);
	draw_set(R600_SQ_PGM_EXPORTS_PS, 2);
	draw_set(R600_DB_SHADER_CONTROL, 0);
	draw_program(MR600_PS, "EXPORT_DONE PIXEL 0, R0.xyzw EOP\n");
}

/* Depths from -1/2 to 3/2, the primitive's or the program's, kept between a quarter and three: so much is
 * there on either side. */
Test(r600_depth_range, a_pixel_at_a_time)
{
	static const char *const isas[] = {NULL, "scalar"};

	for (unsigned f = 0; f < 8; f++)
		for (unsigned off = 0; off < 2; off++) {
			begin(isas[f / 2 % 2], formats[f % 2]);
			draw_set(R600_DB_RENDER_OVERRIDE,
				 R600_DB_RENDER_OVERRIDE__DISABLE_VIEWPORT_CLAMP(off));
			kept(0.25f, 0.75f);
			if (f < 4)
				draw(R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_ALWAYS, -0.5f, 1.5f, 1);
			else
				draw_made(R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_ALWAYS, -0.5f, 1.5f);
			kept(0, 1);
			draw(R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_EQUAL, 0.25f, 0.25f, 2);
			draw(R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_EQUAL, 0.75f, 0.75f, 3);
			for (unsigned x = 0; x < DRAW_PX; x++) {
				const double z = -0.5 + 2 * ((double)x + 0.5) / DRAW_PX;
				const float want = off ? 1 : z < 0.25 ? 2 : z > 0.75 ? 3 : 1;

				for (unsigned y = 0; y < DRAW_PX; y += 7)
					cr_assert_eq(draw_red(x, y), want, "format %u, %u, %u %u: %g, not %g",
						     f, off, x, y, (double)draw_red(x, y), (double)want);
			}
			rig_quiet();
			rig_free();
		}
}

/* An offset of one half either way; a clamp of its sign cuts it, zero and the other sign do not. */
Test(r600_depth_range, offsets_of_polygons)
{
	static const float clamps[] = {0, 0.125f, -0.125f, 0.75f, -0.75f};
	enum { CLAMPS = sizeof(clamps) / sizeof(clamps[0]) };

	for (unsigned k = 0; k < 2 * 2 * CLAMPS; k++) {
		const float by = k & 1 ? 0.5f : -0.5f, clamp = clamps[k / 4], from = by > 0 ? 0.25f : 0.75f;
		const float added = clamp > 0 && by > clamp ? clamp : clamp < 0 && by < clamp ? clamp : by;

		begin(NULL, formats[k / 2 % 2]);
		kept(0, 1);
		draw_float(R600_PA_SU_POLY_OFFSET_FRONT_OFFSET, by);
		draw_float(R600_PA_SU_POLY_OFFSET_BACK_OFFSET, by);
		draw_float(R600_PA_SU_POLY_OFFSET_CLAMP, clamp);
		const uint32_t mode = R600_REG(rig.r, PA_SU_SC_MODE_CNTL);
		draw_set(R600_PA_SU_SC_MODE_CNTL, mode |
						      R600_PA_SU_SC_MODE_CNTL__POLY_OFFSET_FRONT_ENABLE(1) |
						      R600_PA_SU_SC_MODE_CNTL__POLY_OFFSET_BACK_ENABLE(1));
		draw(R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_ALWAYS, from, from, 1);
		draw_set(R600_PA_SU_SC_MODE_CNTL, mode);
		draw(R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_GREATER, from + added + 0x1p-20f,
		     from + added + 0x1p-20f, 2);
		cr_assert_eq(draw_red(20, 30), 2.0f, "%g clamped by %g: more", (double)by, (double)clamp);
		draw(R600_DB_DEPTH_CONTROL__ZFUNC__FRAG_LESS, from + added - 0x1p-20f,
		     from + added - 0x1p-20f, 3);
		cr_assert_eq(draw_red(20, 30), 3.0f, "%g clamped by %g: less", (double)by, (double)clamp);
		rig_quiet();
		rig_free();
	}
}
