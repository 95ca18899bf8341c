/* SPDX-License-Identifier: MIT
 *
 * The generations; see gen.h. What came with R5xx: R5xx guide against Mesa's r300 driver, which drives all.
 */
#include "lib/r500/gen.h"
#include "lib/r500/asm.h"
#include "lib/r500/draw_r300.h"
#include "lib/r500/programs.h"
#include "lib/r500/surface.h"
#include "lib/r500/texel.h"

/* Vertex memories of R3xx and R4xx: 256 instructions, constants from 512 on, planes from 1024 on (Mesa
 * r300_reg.h). A scissor's coordinates count from 1440 on there (r300_emit.c), a depth of 24 bits is read as
 * the upper half of two numbers of 16 (r300_texture.c). */
#define BEFORE_R5XX                                                                                          \
	.z24_texel = TEXEL(16_16) | SELECT(5, 1, 1, 1), .vs_max = FL_R300_VS_MAX, .vs_fixed = 160,           \
	.vs_const = 512, .vs_ucp = 1024, .scissor_px = 1440, .vectors = 72, .fixed_slots = 9, .units_on = 1, \
	.init = fl_r500_r300_init, .fs = fl_r500_r300_fs, .clear = fl_r500_r300_clear,                       \
	.own = fl_r500_r300_own, .constants = fl_r500_r300_constants, .raster = fl_r500_r300_raster,         \
	.blend_color = fl_r500_r300_blend_color, .fits = fl_r500_r300_fits

const struct fl_r500_gen fl_r500_gens[3] = {
    [R500_GEN_R300] = {.name = "R3xx",
		       .surfaces = &fl_r500_r350_surfaces,
		       .s3tc_select = SELECT(3, 0, 1, 2),
		       BEFORE_R5XX},
    [R500_GEN_R400] = {.name = "R4xx",
		       .surfaces = &fl_r500_r400_surfaces,
		       .s3tc_select = SELECT(3, 2, 1, 0),
		       .s3tc_swizzle = R500_TX_FILTER1__DXTC_SWIZZLE(1),
		       BEFORE_R5XX},
    [R500_GEN_R500] = {.name = "R5xx",
		       .surfaces = &fl_r500_surfaces,
		       .r5xx = ~0u,
		       .z24_texel = TEXEL_24_8 | SELECT(5, 0, 0, 0),
		       .s3tc_select = SELECT(3, 2, 1, 0),
		       .s3tc_swizzle = R500_TX_FILTER1__DXTC_SWIZZLE(1),
		       .vs_max = FL_R500_VS_MAX,
		       .vs_fixed = 640,
		       .vs_const = R500_PVS_MEMORY__CONST,
		       .vs_ucp = R500_PVS_MEMORY__UCP,
		       .vectors = 128,
		       .fixed_slots = 10,
		       .init = fl_r500_init,
		       .fs = fl_r500_fs,
		       .clear = fl_r500_clear,
		       .own = fl_r500_own_fs,
		       .constants = fl_r500_constants,
		       .raster = fl_r500_raster,
		       .blend_color = fl_r500_blend_color},
};

const struct fl_surface_rules *fl_r500_surface_rules(const struct fl_chip *chip)
{
	return chip->family == R500_FAMILY_R300 ? &fl_r500_r300_surfaces
						: fl_r500_gens[r500_chip_family(chip)->gen].surfaces;
}
