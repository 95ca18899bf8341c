/* SPDX-License-Identifier: MIT
 *
 * What vertex programs of R6xx say of a primitive beside its place: viewport, layer, edges that show. And
 * pixel programs that run once a sample, and what was counted.
 */
#include "tests/unit/r600/draw_rig.h"
#include "hw/model/r600/cp.h"

enum { POINTS = 1, TRIANGLES = 4, QUADS = 19, QUAD_STRIP = 20, POLYGON = 21 };
enum { EDGE = 1 << 17, LAYER = 1 << 18, VIEWPORT = 1 << 19 };
enum { MISC = 1 << 21, SLICE_B = 16 * DRAW_PX * DRAW_PX, DUAL_LINES = 1 << 3 | 1 << 5 | 1 << 8 };

/* R2 is a color, R3 the misc vector. */
#define ROUTED \
	DRAW_FETCH "EXPORT POS 60, R1.xyzw\nEXPORT_DONE POS 61, R3.xyzw\nEXPORT_DONE PARAM 0, R2.xyzw EOP\n"

static void routed(uint32_t uses)
{
	draw_new("rv770");
	draw_program(MR600_VS, ROUTED);
	draw_set(R600_PA_CL_VS_OUT_CNTL, uses | MISC);
}

static void misc(unsigned i, unsigned channel, uint32_t value)
{
	memcpy(fl_mem_span(&rig.r->base.mem, DRAW_VERTICES + 4ull * (DRAW_FLOATS * i + 8 + channel), 4),
	       &value, 4);
}

/* A triangle that covers all of a viewport, with a color. */
static void cover(unsigned i, float red)
{
	draw_color(i, 0, 0, red), draw_color(i + 1, 2 * DRAW_PX, 0, red),
	    draw_color(i + 2, 0, 2 * DRAW_PX, red);
}

/* Values of three vertices that are not equally far away, of which a user plane cuts one off: what is left is
 * as it is without the plane, with perspective and without. */
Test(r600_routes, a_plane_that_cuts_changes_no_value)
{
	static const float w[3] = {1, 3, 0.5f}, x[3] = {4, 60, 20}, y[3] = {6, 20, 58};
	static float whole[DRAW_PX * DRAW_PX];

	for (unsigned linear = 0; linear < 2; linear++)
		for (unsigned cuts = 0; cuts < 2; cuts++) {
			unsigned n = 0, n_whole = 0;

			draw_new("rv770");
			draw_set(R600_SPI_PS_INPUT_CNTL(0), 1 | R600_SPI_PS_INPUT_CNTL__SEL_LINEAR(linear));
			draw_set(R600_SPI_PS_IN_CONTROL_0,
				 R600_SPI_PS_IN_CONTROL_0__NUM_INTERP(1) |
				     R600_SPI_PS_IN_CONTROL_0__PERSP_GRADIENT_ENA(1) |
				     R600_SPI_PS_IN_CONTROL_0__LINEAR_GRADIENT_ENA(1));
			draw_set(R600_PA_CL_CLIP_CNTL, R600_PA_CL_CLIP_CNTL__DX_CLIP_SPACE_DEF(1) |
							   R600_PA_CL_CLIP_CNTL__UCP_ENA_0(cuts));
			draw_float(R600_PA_CL_UCP_X(0), -1);
			draw_float(R600_PA_CL_UCP_W(0), 0.1f); /* up to x = 35 */
			for (unsigned i = 0; i < 3; i++) {
				float *v = draw_vertex(i, x[i], y[i]);

				for (unsigned c = 0; c < 4; c++)
					v[c] *= w[i];
				v[4] = (float)(1 + i * i);
			}
			draw_auto(TRIANGLES, 3);
			for (unsigned i = 0; i < DRAW_PX * DRAW_PX; i++) {
				const float red = draw_done()[i][0];

				if (!cuts)
					whole[i] = red;
				else if (red != 0)
					cr_assert_float_eq(red, whole[i], 1e-4, "linear %u, (%u, %u)", linear,
							   i % DRAW_PX, i / DRAW_PX);
				n += red != 0;
				n_whole += whole[i] != 0;
			}
			cr_expect(n > 400 && (cuts ? n < n_whole - 200 : n == n_whole), "%u of %u", n,
				  n_whole);
			rig_quiet();
			rig_free();
		}
}

#define ENDLESS "LOOP_START_DX10 OUT\nIN:\nALU\n ADD R5.x, R5.x, 1.0\nLOOP_END IN\nOUT:\n"
/* A program that never ends, of pixels and of vertices: the command processor stands still, behind it too,
 * until it is reset. */
Test(r600_routes, programs_without_end_hang_the_chip)
{
	for (unsigned vertices = 0; vertices < 2; vertices++) {
		draw_new("rv770");
		if (vertices)
			draw_program(MR600_VS, DRAW_FETCH ENDLESS "EXPORT_DONE POS 60, R1.xyzw\n"
								  "EXPORT_DONE PARAM 0, R2.xyzw EOP\n");
		else
			draw_program(MR600_PS, ENDLESS "EXPORT_DONE PIXEL 0, R0.xyzw EOP\n");
		cover(0, 1);
		draw_auto(TRIANGLES, 3);
		mr600_finish(rig.r);
		cr_expect(rig.r->cp->stuck, "vertices %u", vertices);
		cr_expect(rig_report(0) && strstr(rig_report(0), " end"), "%s", rig_report(0));
		rig_free();
	}
}

/* Sixteen viewports, each with its scissor; the vertex that provokes has the say. */
Test(r600_routes, viewports)
{
	for (unsigned first = 0; first < 2; first++) {
		routed(VIEWPORT);
		draw_set(R600_PA_SU_SC_MODE_CNTL, R600_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(!first));
		for (unsigned i = 0; i < 16; i++) {
			const unsigned x = i % 4 * 16, y = i / 4 * 16;

			draw_viewport(i, (float)x, (float)y, 16, 16);
			draw_set(R600_PA_SC_VPORT_SCISSOR_TL(i), 1u << 31 | x | y << 16);
			draw_set(R600_PA_SC_VPORT_SCISSOR_BR(i), (x + 15) | (y + 16) << 16);
			cover(3 * i, (float)(i + 1));
			for (unsigned k = 0; k < 3; k++)
				misc(3 * i + k, 3, k == (first ? 0 : 2) ? i : 15 - i);
		}
		draw_auto(TRIANGLES, 48);
		for (unsigned y = 0; y < DRAW_PX; y++)
			for (unsigned x = 0; x < DRAW_PX; x++)
				cr_assert_eq(draw_red(x, y),
					     x % 16 == 15 ? 0 : (float)(y / 16 * 4 + x / 16 + 1), "%u %u: %g",
					     x, y, (double)draw_red(x, y));
		rig_quiet();
		rig_free();
	}
}

/* Slices of a target, from its first on; what is beyond the last goes there. */
Test(r600_routes, layers)
{
	static const unsigned layer[] = {2, 0, 1, 2, 9}, slice[] = {3, 1, 2, 3, 4};

	routed(LAYER);
	draw_set(R600_CB_COLOR_VIEW(0),
		 R600_CB_COLOR_VIEW__SLICE_START(1) | R600_CB_COLOR_VIEW__SLICE_MAX(4));
	for (unsigned i = 0; i < 5; i++) {
		cover(3 * i, (float)(i + 1));
		for (unsigned k = 0; k < 3; k++)
			misc(3 * i + k, 2, layer[i]);
	}
	draw_auto(TRIANGLES, 15);
	draw_done();
	for (unsigned i = 0; i < 5; i++) {
		const float *px = (const void *)fl_mem_span(
		    &rig.r->base.mem, DRAW_TARGET + (uint64_t)slice[i] * SLICE_B + 16 * (DRAW_PX * 5 + 7),
		    16);

		cr_assert_eq(*px, i == 0 ? 4 : (float)(i + 1), "%u: %g", i, (double)*px);
	}
	rig_quiet();
	rig_free();
}

static unsigned count(unsigned x0, unsigned y0, unsigned x1, unsigned y1)
{
	unsigned n = 0;

	for (unsigned y = y0; y <= y1; y++)
		for (unsigned x = x0; x <= x1; x++)
			n += draw_red(x, y) != 0;
	return n;
}

/* Of a square in polygon mode: the edge from a vertex shows if that has the flag; the diagonal never. */
Test(r600_routes, edges)
{
	for (unsigned flags = 0; flags < 16; flags++) {
		routed(EDGE);
		draw_set(R600_PA_SU_SC_MODE_CNTL,
			 R600_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(1) | DUAL_LINES);
		draw_color(0, 10.5f, 10.5f, 1), draw_color(1, 50.5f, 10.5f, 1);
		draw_color(2, 50.5f, 50.5f, 1), draw_color(3, 10.5f, 50.5f, 1);
		for (unsigned i = 0; i < 4; i++)
			misc(i, 1, flags >> i & 1);
		draw_auto(QUADS, 4);
		cr_assert_eq(count(12, 10, 48, 10), flags & 1 ? 37 : 0, "%x", flags);
		cr_assert_eq(count(50, 12, 50, 48), flags & 2 ? 37 : 0, "%x", flags);
		cr_assert_eq(count(12, 50, 48, 50), flags & 4 ? 37 : 0, "%x", flags);
		cr_assert_eq(count(10, 12, 10, 48), flags & 8 ? 37 : 0, "%x", flags);
		cr_assert_eq(count(12, 12, 48, 48), 0, "%x", flags);
		rig_free();
	}
}

/* What streams out is triangles; what is drawn are still the edges of the square. */
Test(r600_routes, edges_of_what_streams_out)
{
	static const unsigned prim[3] = {QUADS, QUAD_STRIP, POLYGON};

	for (unsigned k = 0; k < 3 * 2; k++) {
		const bool crossed = prim[k / 2] == QUAD_STRIP;

		draw_new("rv770");
		draw_set(R600_PA_SU_SC_MODE_CNTL,
			 R600_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(k & 1) | DUAL_LINES);
		draw_set(R600_VGT_STRMOUT_EN, 1);
		draw_color(0, 10.5f, 10.5f, 1), draw_color(1, 50.5f, 10.5f, 1);
		draw_color(crossed ? 3 : 2, 50.5f, 50.5f, 1), draw_color(crossed ? 2 : 3, 10.5f, 50.5f, 1);
		draw_auto(prim[k / 2], 4);
		cr_assert_eq(count(12, 10, 48, 10), 37, "%u", k);
		cr_assert_eq(count(50, 12, 50, 48), 37, "%u", k);
		cr_assert_eq(count(12, 50, 48, 50), 37, "%u", k);
		cr_assert_eq(count(10, 12, 10, 48), 37, "%u", k);
		cr_assert_eq(count(12, 12, 48, 48), 0, "%u", k);
		rig_free();
	}
}

/* Four samples, each with its number, and with a value from its own place. */
Test(r600_routes, each_sample)
{
	static const int at[4][2] = {{-2, -2}, {2, 2}, {-6, 6}, {6, -6}};

	for (unsigned iterates = 0; iterates < 2; iterates++) {
		draw_new("rv770");
		draw_program(
		    MR600_PS,
		    "ALU\nINT_TO_FLT R0.y, R1.w\nMOV R0.z, R1.x\nEXPORT_DONE PIXEL 0, R0.xyzw EOP\n");
		draw_set(R600_SPI_PS_IN_CONTROL_1, R600_SPI_PS_IN_CONTROL_1__FIXED_PT_POSITION_ENA(1) |
						       R600_SPI_PS_IN_CONTROL_1__FIXED_PT_POSITION_ADDR(1));
		draw_set(R600_SPI_PS_INPUT_CNTL(0), 1 | R600_SPI_PS_INPUT_CNTL__SEL_SAMPLE(1));
		draw_set(R600_PA_SC_MODE_CNTL, 1u << 22 | R600_PA_SC_MODE_CNTL__MSAA_ENABLE(1) |
						   R600_PA_SC_MODE_CNTL__PS_ITER_SAMPLE(iterates));
		draw_set(R600_PA_SC_AA_CONFIG, 2);
		draw_set(R600_PA_SC_AA_SAMPLE_LOCS_MCTX, 0xa66a22ee);
		draw_set(R600_CB_COLOR_INFO(0),
			 rig.r->reg[R600_CB_COLOR_INFO(0) / 4] ^ R600_CB_COLOR_INFO__ARRAY_MODE(1 ^ 2));
		for (unsigned i = 0; i < 3; i++) {
			const float x = i == 1 ? 128 : 0, y = i == 2 ? 128 : 0;

			draw_color(i, x, y, x + 100 * y);
		}
		draw_auto(TRIANGLES, 3);
		draw_done();
		for (unsigned s = 0; s < 4; s++) {
			/* pixel 0, 1 of the plane of the sample in the first micro tile */
			const float *px = (const void *)fl_mem_span(&rig.r->base.mem,
								    DRAW_TARGET + (64ull * s + 1) * 16, 16);
			const double x = 0.5 + (iterates ? at[s][0] / 16.0 : 0),
				     y = 1.5 + (iterates ? at[s][1] / 16.0 : 0);

			cr_assert_float_eq(px[0], x + 100 * y, 1e-3, "%u: %g", s, (double)px[0]);
			cr_assert_eq(px[1], iterates ? s : 0);
		}
		rig_quiet();
		rig_free();
	}
}

/* Pixel programs, primitives and vertices, between START and STOP. */
Test(r600_routes, counters)
{
	static const uint64_t want[8] = {2 * 16 * 16, 2, 2, 6, 0, 0, 2, 6};
	uint64_t is[8];

	draw_new("rv770");
	for (unsigned i = 0; i < 2; i++) {
		const float x = 20 * (float)i, y = x;

		draw_color(3 * i, x, y, 1), draw_color(3 * i + 1, x + 16, y, 1);
		draw_color(3 * i + 2, x, y + 16, 1);
	}
	draw_auto(17, 6); /* two rectangles, which do not count */
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PIPELINESTAT_START, 0, 0);
	draw_auto(17, 6);
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PIPELINESTAT_STOP, 0, 0);
	draw_auto(17, 6);
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_PIPELINESTAT, 2, DRAW_STREAM);
	memcpy(is, fl_mem_span(&rig.r->base.mem, DRAW_STREAM, sizeof(is)), sizeof(is));
	for (unsigned i = 0; i < 8; i++)
		cr_assert_eq(is[i], want[i] | 1ull << 63, "%u: %llx", i, (unsigned long long)is[i]);
	rig_free();
}
