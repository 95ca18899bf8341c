/* SPDX-License-Identifier: MIT
 *
 * Geometry programs of R6xx with their rings and the copy program, and what is streamed out with and without
 * them: each vertex by formula.
 */
#include "tests/unit/r600/draw_rig.h"

enum { POINTS = 1, STRIP = 6, LINES_ADJACENCY = 10, RECORD_DW = 8, ROOM_DW = 1 << 15, TRIANGLES_OUT = 2 };
enum { TRIANGLES_ADJACENCY = 12, STRIP_ADJACENCY = 13 };
enum { POINTS_OUT = 0, SCENARIO_G = 3 };

/* A record of a ring: position, color. */
#define ES DRAW_FETCH "MEM_RING WRITE 0, R1.xyzw ES:3\nMEM_RING WRITE 4, R2.xyzw ES:3\nNOP EOP\n"
#define COPY(more)                                                   \
	"VTX\n VFETCH R1.xyzw, R0.x, RID:159 MFC:16 UCF OFFSET:0\n"  \
	" VFETCH R2.xyzw, R0.x, RID:159 MFC:16 UCF OFFSET:16\n" more \
	"EXPORT_DONE POS 60, R1.xyzw\nEXPORT_DONE PARAM 0, R2.xyzw EOP\n"
/* From a point the triangle to the right and below, a quarter of the target long; green: the number of the
 * primitive. */
#define CORNER                                                                           \
	"VTX\n VFETCH R2.xyzw, R0.x, RID:159 MFC:16 UCF OFFSET:0\n"                      \
	" VFETCH R3.xyzw, R0.x, RID:159 MFC:16 UCF OFFSET:16\n"                          \
	"ALU\nUINT_TO_FLT R3.y, R0.z\n"                                                  \
	"MEM_RING WRITE 0, R2.xyzw ES:3\nMEM_RING WRITE 4, R3.xyzw ES:3\nEMIT_VERTEX\n"  \
	"ALU\nADD R2.x, R2.x, 0.5\n"                                                     \
	"MEM_RING WRITE 8, R2.xyzw ES:3\nMEM_RING WRITE 12, R3.xyzw ES:3\nEMIT_VERTEX\n" \
	"ALU\nADD R2.x, R2.x, -0.5\nADD R2.y, R2.y, 0.5\n"                               \
	"MEM_RING WRITE 16, R2.xyzw ES:3\nMEM_RING WRITE 20, R3.xyzw ES:3\nEMIT_CUT_VERTEX EOP\n"
#define STREAM "MEM_STREAM0 WRITE 0, R1.xyzw ES:3 SIZE:4095\nMEM_STREAM0 WRITE 4, R2.xyzw ES:3 SIZE:4095\n"

static void ring(unsigned resource, uint32_t base, uint32_t size, uint32_t item, uint32_t addr, unsigned dw)
{
	draw_set(base, addr >> 8);
	draw_set(size, ROOM_DW * 4 >> 8);
	draw_set(item, dw);
	draw_buffer(resource, addr, ROOM_DW * 4, 4);
}

static void geometry(const char *gs, const char *copy, unsigned vertices, unsigned out)
{
	draw_new("rv770");
	draw_program(MR600_ES, ES);
	draw_program(MR600_GS, gs);
	draw_program(MR600_VS, copy);
	ring(DRAW_RESOURCES_GS + 159, R600_SQ_ESGS_RING_BASE, R600_SQ_ESGS_RING_SIZE,
	     R600_SQ_ESGS_RING_ITEMSIZE, DRAW_ESGS, RECORD_DW);
	ring(DRAW_RESOURCES_VS + 159, R600_SQ_GSVS_RING_BASE, R600_SQ_GSVS_RING_SIZE,
	     R600_SQ_GSVS_RING_ITEMSIZE, DRAW_GSVS, RECORD_DW * vertices);
	draw_set(R600_SQ_GPR_RESOURCE_MGMT_2,
		 R600_SQ_GPR_RESOURCE_MGMT_2__NUM_GS_GPRS(32) | R600_SQ_GPR_RESOURCE_MGMT_2__NUM_ES_GPRS(32));
	draw_set(R600_SQ_STACK_RESOURCE_MGMT_2, R600_SQ_STACK_RESOURCE_MGMT_2__NUM_GS_STACK_ENTRIES(32) |
						    R600_SQ_STACK_RESOURCE_MGMT_2__NUM_ES_STACK_ENTRIES(32));
	draw_set(R600_SQ_GS_VERT_ITEMSIZE, RECORD_DW);
	draw_set(R600_VGT_GS_MODE, SCENARIO_G);
	draw_set(R600_VGT_GS_OUT_PRIM_TYPE, out);
}

static void stream(uint32_t size_dw)
{
	draw_set(R600_VGT_STRMOUT_EN, 1);
	draw_set(R600_VGT_STRMOUT_BUFFER_EN, 1);
	draw_set(R600_VGT_STRMOUT_BUFFER_SIZE_0, size_dw);
	draw_set(R600_VGT_STRMOUT_VTX_STRIDE_0, RECORD_DW);
	draw_set(R600_VGT_STRMOUT_BUFFER_BASE_0, DRAW_STREAM >> 8);
}

static const float *streamed(unsigned i)
{
	return (const void *)fl_mem_span(&rig.r->base.mem, DRAW_STREAM + 4ull * RECORD_DW * i, 4 * RECORD_DW);
}

/* 150 points, in waves: the last triangle over a pixel has it. */
Test(r600_geometry, points_become_triangles)
{
	enum { N = 150 };

	geometry(CORNER, COPY(""), 3, TRIANGLES_OUT);
	for (unsigned i = 0; i < N; i++)
		draw_color(i, (float)(i * 7 % 48), (float)(i * 5 % 48), (float)(i + 1));
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PIPELINESTAT_START, 0, 0);
	draw_auto(POINTS, N);
	rig_quiet();
	for (unsigned y = 0; y < DRAW_PX; y++)
		for (unsigned x = 0; x < DRAW_PX; x++) {
			unsigned want = 0;

			for (unsigned i = 0; i < N; i++) {
				const int dx = (int)x - (int)(i * 7 % 48), dy = (int)y - (int)(i * 5 % 48);

				if (dx >= 0 && dy >= 0 && dx + dy < 15)
					want = i + 1;
			}
			cr_assert_eq(draw_red(x, y), (float)want, "%u %u: %g, not %u", x, y,
				     (double)draw_red(x, y), want);
			cr_assert_eq(draw_done()[y * DRAW_PX + x][1], want ? (float)(want - 1) : 0);
		}
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_PIPELINESTAT, 2, DRAW_STREAM);
	for (unsigned i = 4; i < 6; i++) { /* geometry programs, and their triangles */
		uint64_t n;

		memcpy(&n, fl_mem_span(&rig.r->base.mem, DRAW_STREAM + 8ull * i, 8), 8);
		cr_assert_eq(n, N | 1ull << 63);
	}
	rig_quiet();
	rig_free();
}

/* What a geometry program emits goes through the copy program to the stream. */
Test(r600_geometry, streams_of_geometry)
{
	enum { N = 70 };

	geometry(CORNER, COPY(STREAM), 3, TRIANGLES_OUT);
	stream(N * 3 * RECORD_DW);
	for (unsigned i = 0; i < N; i++)
		draw_color(i, (float)(i % 32), (float)(i / 4), (float)i);
	draw_auto(POINTS, N);
	rig_quiet();
	cr_assert_eq(mr600_strmout_filled(rig.r, 0), N * 3u * RECORD_DW);
	for (unsigned i = 0; i < 3 * N; i++) {
		const float *v = streamed(i), x = (float)(i / 3 % 32) / 32 - 1 + (i % 3 == 1 ? 0.5f : 0),
			    y = (float)(i / 12) / 32 - 1 + (i % 3 == 2 ? 0.5f : 0);

		cr_assert(v[0] == x && v[1] == y && v[4] == (float)(i / 3) && v[5] == (float)(i / 3),
			  "%u: %g %g %g, not %g %g", i, (double)v[0], (double)v[1], (double)v[4], (double)x,
			  (double)y);
	}
	rig_quiet();
	rig_free();
}

/* Lines with neighbours: all four corners are there, in order. */
Test(r600_geometry, neighbours)
{
	geometry("VTX\n VFETCH R2.x___, R0.x, RID:159 MFC:16 UCF OFFSET:16\n"
		 " VFETCH R2._x__, R0.y, RID:159 MFC:16 UCF OFFSET:16\n"
		 " VFETCH R2.__x_, R0.w, RID:159 MFC:16 UCF OFFSET:16\n"
		 " VFETCH R2.___x, R1.x, RID:159 MFC:16 UCF OFFSET:16\n"
		 "MEM_RING WRITE 0, R2.xyzw ES:3\nMEM_RING WRITE 4, R2.xyzw ES:3\nEMIT_VERTEX EOP\n",
		 COPY(STREAM), 1, POINTS_OUT);
	stream(1 << 12);
	for (unsigned i = 0; i < 12; i++)
		draw_color(i, 0, 0, (float)(i + 1));
	draw_auto(LINES_ADJACENCY, 12);
	rig_quiet();
	cr_assert_eq(mr600_strmout_filled(rig.r, 0), 3u * RECORD_DW);
	for (unsigned i = 0; i < 12; i++)
		cr_assert_eq(streamed(i / 4)[i % 4], (float)(i + 1));
	rig_quiet();
	rig_free();
}

/* Triangles with neighbours: six corners, as OpenGL's table has them (test_vgt_list.c), odd ones of a strip
 * turned. */
Test(r600_geometry, triangles_with_neighbours)
{
	static const struct {
		unsigned prim, n, primitives;
		uint8_t corner[4][6];
	} of[] = {
	    {TRIANGLES_ADJACENCY, 13, 2, {{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}},
	    {STRIP_ADJACENCY, 6, 1, {{0, 1, 2, 5, 4, 3}}},
	    {STRIP_ADJACENCY, 10, 3, {{0, 1, 2, 6, 4, 3}, {2, 5, 6, 8, 4, 0}, {4, 2, 6, 9, 8, 7}}},
	};

	for (unsigned k = 0; k < sizeof(of) / sizeof(of[0]); k++) {
		geometry("VTX\n VFETCH R2.x___, R0.x, RID:159 MFC:16 UCF OFFSET:16\n"
			 " VFETCH R2._x__, R0.y, RID:159 MFC:16 UCF OFFSET:16\n"
			 " VFETCH R2.__x_, R0.w, RID:159 MFC:16 UCF OFFSET:16\n"
			 " VFETCH R2.___x, R1.x, RID:159 MFC:16 UCF OFFSET:16\n"
			 " VFETCH R3.x___, R1.y, RID:159 MFC:16 UCF OFFSET:16\n"
			 " VFETCH R3._x__, R1.z, RID:159 MFC:16 UCF OFFSET:16\n"
			 "ALU\nUINT_TO_FLT R3.z, R0.z\n"
			 "MEM_RING WRITE 0, R2.xyzw ES:3\nMEM_RING WRITE 4, R3.xyzw ES:3\nEMIT_VERTEX EOP\n",
			 COPY(STREAM), 1, POINTS_OUT);
		stream(1 << 12);
		for (unsigned i = 0; i < of[k].n; i++)
			draw_color(i, 0, 0, (float)i);
		draw_auto(of[k].prim, of[k].n);
		rig_quiet();
		cr_assert_eq(mr600_strmout_filled(rig.r, 0), of[k].primitives * RECORD_DW);
		for (unsigned p = 0; p < of[k].primitives; p++) {
			for (unsigned c = 0; c < 6; c++)
				cr_assert_eq(streamed(p)[c], (float)of[k].corner[p][c], "%u: %u %u: %g", k, p,
					     c, (double)streamed(p)[c]);
			cr_assert_eq(streamed(p)[6], (float)p);
		}
		rig_free();
	}
}

/* A strip is streamed as triangles that turn one way; one that does not fit is dropped whole; those that
 * wanted to be written are counted first, then those that were (Mesa r600_query.c). */
Test(r600_geometry, strip_in_a_stream)
{
	static const unsigned order[] = {0, 1, 2, 2, 1, 3, 2, 3, 4};
	uint64_t n[2];

	draw_new("rv770");
	draw_program(MR600_VS,
		     DRAW_FETCH STREAM "EXPORT_DONE POS 60, R1.xyzw\nEXPORT_DONE PARAM 0, R2.xyzw EOP\n");
	stream(10 * RECORD_DW);
	for (unsigned i = 0; i < 6; i++)
		draw_color(i, (float)(10 * i), 3, (float)i);
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PIPELINESTAT_START, 0, 0);
	draw_auto(STRIP, 6);
	cr_assert_eq(mr600_strmout_filled(rig.r, 0), 9u * RECORD_DW);
	for (unsigned i = 0; i < 9; i++)
		cr_assert_eq(streamed(i)[4], (float)order[i], "%u: %g", i, (double)streamed(i)[4]);
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_STREAMOUTSTATS, 3, DRAW_ESGS);
	memcpy(n, fl_mem_span(&rig.r->base.mem, DRAW_ESGS, 16), 16);
	cr_assert(n[0] == (4 | 1ull << 63) && n[1] == (3 | 1ull << 63), "%llx %llx", (unsigned long long)n[0],
		  (unsigned long long)n[1]);
	/* what a driver draws meanwhile is written, and not counted */
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PIPELINESTAT_STOP, 0, 0);
	mr600_strmout_set(rig.r, 0, 0);
	draw_auto(STRIP, 5);
	cr_assert_eq(mr600_strmout_filled(rig.r, 0), 9u * RECORD_DW);
	mr600_event(rig.r, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__SAMPLE_STREAMOUTSTATS, 3, DRAW_ESGS);
	memcpy(n, fl_mem_span(&rig.r->base.mem, DRAW_ESGS, 16), 16);
	cr_assert(n[0] == (4 | 1ull << 63) && n[1] == (3 | 1ull << 63));
	rig_free();
}

/* A geometry program that reads nothing of its vertices: the ring before it has items of no dwords. */
Test(r600_geometry, nothing_is_read)
{
	geometry("ALU\nUINT_TO_FLT R2.x, R0.z\nMOV R2.y, 7.0\n"
		 "MEM_RING WRITE 0, R2.xyzw ES:3\nMEM_RING WRITE 4, R2.xyzw ES:3\nEMIT_VERTEX EOP\n",
		 COPY(STREAM), 1, POINTS_OUT);
	draw_program(MR600_ES, "NOP EOP\n");
	draw_set(R600_SQ_ESGS_RING_ITEMSIZE, 0);
	stream(1 << 12);
	draw_auto(POINTS, 5);
	rig_quiet();
	cr_assert_eq(mr600_strmout_filled(rig.r, 0), 5u * RECORD_DW);
	for (unsigned i = 0; i < 5; i++)
		cr_assert(streamed(i)[0] == (float)i && streamed(i)[5] == 7);
	rig_free();
}

/* Primitives are numbered over a draw, and restarts change nothing of that (OpenGL 4.6 11.3.4.5,
 * gl_PrimitiveIDIn): 91 points, cut into runs of 1, 2, 3 and so on, in more than one wave. */
Test(r600_geometry, numbers_go_on_over_restarts)
{
	enum {
		RUNS = 13,
		POINTS_ALL = RUNS * (RUNS + 1) / 2,
		INDICES = DRAW_STREAM + (1 << 16),
		CUT = 0xffff
	};
	unsigned n = 0, point = 0;

	geometry("ALU\nUINT_TO_FLT R2.x, R0.z\n"
		 "MEM_RING WRITE 0, R2.xyzw ES:3\nMEM_RING WRITE 4, R2.xyzw ES:3\nEMIT_VERTEX EOP\n",
		 COPY(STREAM), 1, POINTS_OUT);
	stream(1 << 12);
	uint16_t *index = (void *)fl_mem_span(&rig.r->base.mem, INDICES, 4 * POINTS_ALL);
	for (unsigned run = 1; run <= RUNS; run++) {
		for (unsigned i = 0; i < run; i++)
			index[n++] = (uint16_t)(point++ % 7);
		index[n++] = CUT;
	}
	draw_set(R600_VGT_DMA_INDEX_TYPE, 0);
	draw_set(R600_VGT_MULTI_PRIM_IB_RESET_EN, 1);
	draw_set(R600_VGT_MULTI_PRIM_IB_RESET_INDX, CUT);
	draw_set(R600_VGT_PRIMITIVE_TYPE, POINTS);
	for (unsigned draw = 0; draw < 2; draw++) { /* from 0 in each */
		mr600_strmout_set(rig.r, 0, 0);
		mr600_vgt_draw(rig.r, &(struct mr600_draw_src){
					  .index_addr = INDICES, .index_max = UINT32_MAX, .count = n});
		rig_quiet();
		cr_assert_eq(mr600_strmout_filled(rig.r, 0), POINTS_ALL * RECORD_DW);
		for (unsigned i = 0; i < POINTS_ALL; i++)
			cr_assert_eq(streamed(i)[0], (float)i, "%u: %g", i, (double)streamed(i)[0]);
	}
	rig_free();
}

/* As many vertices as a geometry program may emit (VGT_GS_MODE.CUT_MODE GS_CUT_1024), and one more, which is
 * dropped with a word about it: point p emits p * 2000 and the numbers from there on. */
Test(r600_geometry, emits_1024)
{
	enum { POINTS_IN = 2, MOST = 1024, OF_GS = 64 /* of SQ_LOOP_CONST */ };

	for (unsigned n = MOST; n <= MOST + 1; n++) {
		geometry("ALU\nMOV R5.x, 0\nUINT_TO_FLT R2.x, R0.z\nALU\nMUL R2.x, R2.x, 2000.0\n"
			 "LOOP_START OUT\nIN:\nMEM_RING WRITE_IND 0, R2.xyzw ES:3 IDX:5\nEMIT_VERTEX\n"
			 "ALU\nADD_INT R5.x, R5.x, 2\nADD R2.x, R2.x, 1.0\nLOOP_END IN\nOUT:\n"
			 "CUT_VERTEX EOP\n",
			 COPY(STREAM), MOST + 1, POINTS_OUT);
		draw_set(R600_SQ_LOOP_CONST(OF_GS), R600_SQ_LOOP_CONST__LOOP_COUNT(n));
		stream(1 << 15);
		draw_auto(POINTS, POINTS_IN);
		cr_assert_eq(!!rig_report(0), n > MOST);
		cr_assert(n == MOST || strstr(rig_report(0), "more than 1024 vertices"), "%s", rig_report(0));
		cr_assert_eq(mr600_strmout_filled(rig.r, 0), POINTS_IN * MOST * RECORD_DW);
		for (unsigned i = 0; i < POINTS_IN * MOST; i++)
			cr_assert_eq(streamed(i)[0], (float)(i / MOST * 2000 + i % MOST), "%u: %g", i,
				     (double)streamed(i)[0]);
		rig_free();
	}
}
