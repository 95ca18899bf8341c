/* SPDX-License-Identifier: MIT
 *
 * Rectangles of one depth through setup, SC and ZB, without a shader: for tests of what depth buffers hold.
 */
#ifndef TESTS_UNIT_R500_TEST_Z_RIG_H
#define TESTS_UNIT_R500_TEST_Z_RIG_H

#include <criterion/criterion.h>
#include <string.h>

#include "hw/model/r500/ga.h"
#include "hw/regs/r500.h"

/* A buffer of side x side pixels at that address; corner: what the scissor calls its first column and row. */
static inline void z_rig_set_up(struct mr500 *r, enum mr500_from from, unsigned pipe_code, uint32_t corner,
				unsigned side, uint32_t z_addr)
{
	const uint32_t last = corner + side - 1;
	const uint32_t state[][2] = {
	    {R500_GB_TILE_CONFIG, 0x11 | pipe_code << 1},
	    {R500_GA_SOFT_RESET, 0x200},
	    {R500_SU_REG_DEST, 15},
	    {R500_GB_MSPOS0, 0x66666666},
	    {R500_GB_MSPOS1, 0x06666666},
	    {R500_SC_EDGERULE, 0x2da49525},
	    {R500_SC_SCREENDOOR, 0xffffff},
	    {R500_SC_CLIP_RULE, 0xffff},
	    {R500_SC_SCISSOR0, corner | corner << 13},
	    {R500_SC_SCISSOR1, last | last << 13},
	    {R500_SU_DEPTH_SCALE, 0x4b7fffff}, /* 2^24 - 1 */
	    {R500_ZB_FORMAT, R500_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8},
	    {R500_ZB_DEPTHOFFSET, z_addr},
	    {R500_ZB_DEPTHPITCH, side},
	    {R500_ZB_CNTL, R500_ZB_CNTL__Z_ENABLE(1) | R500_ZB_CNTL__ZWRITEENABLE(1)},
	};

	for (unsigned i = 0; i < sizeof(state) / sizeof(*state); i++)
		mr500_reg_write(r, state[i][0], state[i][1], from);
	for (unsigned i = 0; i < 4; i++)
		mr500_reg_write(r, R500_US_OUT_FMT(i), R500_US_OUT_FMT__OUT_FMT__UNUSED, from);
}

/* Two triangles, one depth, gathered. */
static inline void z_rig_rectangle(struct mr500 *r, float x0, float y0, float x1, float y1, uint32_t z24)
{
	struct mr500_vap_out out;
	struct fl_raster_vertex v[4];
	const float x[4] = {x0, x1, x1, x0}, y[4] = {y0, y0, y1, y1};

	memset(&out, 0, sizeof(out));
	memset(out.color_at, MR500_NO_ATTR, sizeof(out.color_at));
	memset(out.tex_at, MR500_NO_ATTR, sizeof(out.tex_at));
	memset(v, 0, sizeof(v));
	for (unsigned i = 0; i < 4; i++) {
		v[i].x = x[i];
		v[i].y = y[i];
		v[i].z = (float)((double)z24 / 16777215.0);
		v[i].rhw = 1;
	}
	cr_assert(mr500_ga_begin(r, &out));
	fl_raster_triangle(&r->ga->ras, &v[0], &v[1], &v[2], &v[2], 7);
	fl_raster_triangle(&r->ga->ras, &v[0], &v[2], &v[3], &v[3], 7);
}

#endif
