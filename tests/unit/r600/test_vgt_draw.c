/* SPDX-License-Identifier: MIT
 *
 * Which vertices a draw of R6xx gives to the vertex program, in which order: the program streams out what it
 * starts with. Indices of both sizes and all swaps, restarts, offsets, instances, packets; and where streams
 * 0 to 3 go.
 */
#include "tests/unit/r600/draw_rig.h"
#include "hw/model/r600/cp.h"

#include <stdarg.h>

enum {
	POINTS = 1,
	LINE_STRIP = 3,
	TRIANGLES = 4,
	FAN = 5,
	STRIP = 6,
	LOOP = 18,
	QUADS = 19,
	QUAD_STRIP = 20,
	FROM_MEMORY = 0,
	IMMEDIATE = 1,
	AUTO = 2,
	WIDE = 1,
	INDICES = 0x680000,
	RECORD_DW = 4,
	MANY_DW = 1 << 12,
	STREAMS = 4,
	STREAM_STRIDE = 16, /* of the registers of a stream */
	STREAM_B = 0x10000,
};

/* R0: index, the two step rates' instances, instance */
#define WRITES_R0 "MEM_STREAM0 WRITE 0, R0.xyzw ES:3 SIZE:4095\n"
#define NOWHERE   "EXPORT_DONE POS 60, R1.xyzw\nEXPORT_DONE PARAM 0, R2.xyzw EOP\n"

static void stream(unsigned i, uint32_t size_dw, unsigned stride_dw)
{
	draw_set(R600_VGT_STRMOUT_BUFFER_SIZE_0 + STREAM_STRIDE * i, size_dw);
	draw_set(R600_VGT_STRMOUT_VTX_STRIDE_0 + STREAM_STRIDE * i, stride_dw);
	draw_set(R600_VGT_STRMOUT_BUFFER_BASE_0 + STREAM_STRIDE * i, (DRAW_STREAM + STREAM_B * i) >> 8);
}

static void recording(void)
{
	draw_new("rv770");
	draw_program(MR600_VS, WRITES_R0 NOWHERE);
	draw_set(R600_VGT_STRMOUT_EN, 1);
	draw_set(R600_VGT_STRMOUT_BUFFER_EN, 1);
	stream(0, MANY_DW, RECORD_DW);
}

static const uint32_t *streamed(unsigned i)
{
	return (const void *)fl_mem_span(&rig.r->base.mem, DRAW_STREAM + STREAM_B * i, STREAM_B);
}

static void put_indices(bool wide, const uint32_t *index, unsigned n)
{
	uint8_t *to = fl_mem_span(&rig.r->base.mem, INDICES, 4 * n);

	for (unsigned i = 0; i < n; i++)
		memcpy(to + (wide ? 4 : 2) * i, &index[i], wide ? 4 : 2);
	draw_set(R600_VGT_DMA_INDEX_TYPE, wide ? WIDE : 0);
}

static void draw(unsigned prim, unsigned n)
{
	draw_set(R600_VGT_PRIMITIVE_TYPE, prim);
	mr600_strmout_set(rig.r, 0, 0);
	mr600_vgt_draw(
	    rig.r, &(struct mr600_draw_src){
		       .index_addr = INDICES, .index_max = UINT32_MAX, .count = n, .initiator = FROM_MEMORY});
}

/* Channel c of R0 of all vertices, as text. */
static void expect(unsigned c, const char *want)
{
	char got[400] = "";
	size_t at = 0;

	for (unsigned i = 0; i < mr600_strmout_filled(rig.r, 0) / RECORD_DW && at < sizeof(got) - 12; i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, i ? " %u" : "%u",
				       streamed(0)[RECORD_DW * i + c]);
	cr_assert_str_eq(got, want, "%s, not %s", got, want);
	rig_quiet();
}

/* ---- work ---------------------------------------------------------------------------------------------- */
/* Indices that are found again run no vertex program, and an instance may have no vertex: both take time, and
 * a draw of billions of them must end. */
Test(r600_vgt_draw, what_runs_no_program_is_work)
{
	enum { MANY = 1 << 20, LIMIT_LOG2 = 18 };
	static const struct {
		uint32_t count, instances;
		const char *what;
	} of[] = {{MANY, 1, "the indices"}, {0, MANY, "the instances"}};

	for (unsigned i = 0; i < 2; i++) {
		const struct fl_report *r;
		bool heard = false;

		draw_new("rv770");
		draw_set(R600_VGT_MAX_VTX_INDX, 0); /* all are vertex 0 */
		draw_set(R600_VGT_PRIMITIVE_TYPE, TRIANGLES);
		draw_set(R600_VGT_DMA_NUM_INSTANCES, of[i].instances);
		rig.r->base.work = 0;
		rig.r->base.work_limit = 1u << LIMIT_LOG2;
		mr600_vgt_draw(rig.r, &(struct mr600_draw_src){.count = of[i].count, .initiator = AUTO});
		for (unsigned k = 0; (r = fl_model_report(&rig.r->base, k)); k++)
			heard |= strstr(r->text, of[i].what) != NULL;
		cr_expect(heard, "%s", of[i].what);
		rig_free();
	}
}

/* ---- restarts ------------------------------------------------------------------------------------------ */
/* The reset index ends what is open, wherever it stands; behind it everything begins anew: the turning of
 * strips, the hub of fans, the end of loops. */
Test(r600_vgt_draw, reset_index)
{
	static const struct {
		unsigned prim;
		const char *want;
	} of[] = {
	    {POINTS, "0 1 2 3 10 11 12 13 14 20 21 30 31 32"},
	    {LINE_STRIP, "0 1 1 2 2 3 10 11 11 12 12 13 13 14 20 21 30 31 31 32"},
	    {LOOP, "0 1 1 2 2 3 3 0 10 11 11 12 12 13 13 14 14 10 20 21 21 20 30 31 31 32 32 30"},
	    {TRIANGLES, "0 1 2 10 11 12 30 31 32"},
	    {STRIP, "0 1 2 2 1 3 10 11 12 12 11 13 12 13 14 30 31 32"},
	    {FAN, "0 1 2 0 2 3 10 11 12 10 12 13 10 13 14 30 31 32"},
	    {QUADS, "0 1 3 1 2 3 10 11 13 11 12 13"},
	    {QUAD_STRIP, "2 0 3 0 1 3 12 10 13 10 11 13"},
	};
	const uint32_t cut[2] = {0xffff, 0xfffffff0};

	recording();
	draw_set(R600_VGT_MULTI_PRIM_IB_RESET_EN, 1);
	for (unsigned wide = 0; wide < 2; wide++) {
		const uint32_t x = cut[wide], index[] = {x,  0,  1, 2,  3,  x, x,  10, 11, 12,
							 13, 14, x, 20, 21, x, 30, 31, 32, x};

		put_indices(wide, index, 20);
		draw_set(R600_VGT_MULTI_PRIM_IB_RESET_INDX, x);
		for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
			draw(of[i].prim, 20);
			expect(0, of[i].want);
		}
	}
	rig_free();
}

/* The index as it stands in memory is compared, before VGT_INDX_OFFSET; turned off it is one like others, and
 * indices that are counted have none. */
Test(r600_vgt_draw, reset_index_is_raw)
{
	recording();
	put_indices(false, (const uint32_t[]){4, 5, 6, 7, 8}, 5);
	draw_set(R600_VGT_MULTI_PRIM_IB_RESET_INDX, 6);
	draw(LINE_STRIP, 5);
	expect(0, "4 5 5 6 6 7 7 8");
	draw_set(R600_VGT_MULTI_PRIM_IB_RESET_EN, 1);
	draw(LINE_STRIP, 5);
	expect(0, "4 5 7 8");
	draw_set(R600_VGT_INDX_OFFSET, 2); /* 4 is 6 now, and 6 never comes */
	draw(LINE_STRIP, 5);
	expect(0, "6 7 9 10");
	mr600_strmout_set(rig.r, 0, 0);
	draw_set(R600_VGT_INDX_OFFSET, 0);
	draw_auto(LINE_STRIP, 8);
	expect(0, "0 1 1 2 2 3 3 4 4 5 5 6 6 7");
	rig_free();
}

/* The same on its way to pixels: two bars by one strip, and nothing between them. */
Test(r600_vgt_draw, reset_index_in_pixels)
{
	static const uint32_t index[] = {0, 1, 2, 3, 0xffff, 4, 5, 6, 7};

	for (unsigned on = 0; on < 2; on++) {
		draw_new("rv770");
		for (unsigned i = 0; i < 8; i++)
			draw_color(i, i & 1 ? 60 : 4, (float)((i / 4 ? 40 : 8) + (i & 2) * 4), 1);
		draw_set(R600_VGT_MAX_VTX_INDX, 7); /* to which the reset index is not held */
		put_indices(false, index, 9);
		draw_set(R600_VGT_MULTI_PRIM_IB_RESET_EN, on);
		draw_set(R600_VGT_MULTI_PRIM_IB_RESET_INDX, 0xffff);
		if (on)
			draw(STRIP, 9);
		else
			draw_auto(STRIP, 8);
		for (unsigned y = 0; y < DRAW_PX; y++)
			for (unsigned x = 0; x < DRAW_PX; x++) {
				const bool bar = (y >= 8 && y < 16) || (y >= 40 && y < 48);
				const bool inside = x >= 4 && x < 60 && (bar || (!on && y >= 8 && y < 48));

				if (on || bar)
					cr_assert_eq(draw_red(x, y), inside, "%u: %u %u: %g", on, x, y,
						     (double)draw_red(x, y));
			}
		cr_assert_eq(draw_red(30, 28) != 0, !on);
		rig_free();
	}
}

/* ---- indices ------------------------------------------------------------------------------------------- */
Test(r600_vgt_draw, index_swaps)
{
	static const struct {
		unsigned wide, swap;
		uint32_t raw;
		const char *want;
	} of[] = {
	    {0, 0, 0x1234, "4660"},         {0, 1, 0x1234, "13330"},        {1, 0, 0x01020304, "16909060"},
	    {1, 1, 0x01020304, "33620995"}, {1, 2, 0x01020304, "67305985"}, {1, 3, 0x01020304, "50594050"},
	};

	recording();
	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		put_indices(of[i].wide, &of[i].raw, 1);
		draw_set(R600_VGT_DMA_INDEX_TYPE, of[i].wide | of[i].swap << 2);
		draw(POINTS, 1);
		expect(0, of[i].want);
	}
	rig_free();
}

Test(r600_vgt_draw, offset_and_bounds)
{
	recording();
	put_indices(true, (const uint32_t[]){0, 3, 7, 0xfffffffe}, 4);
	draw_set(R600_VGT_INDX_OFFSET, 4);
	draw_set(R600_VGT_MIN_VTX_INDX, 5);
	draw_set(R600_VGT_MAX_VTX_INDX, 9);
	draw(POINTS, 4);
	expect(0, "5 7 9 5"); /* 4, 7, 11, and 2 past the end */
	mr600_strmout_set(rig.r, 0, 0);
	draw_auto(POINTS, 8);
	expect(0, "5 5 6 7 8 9 9 9");
	rig_free();
}

/* Step rate 0 of an instance: 0. */
Test(r600_vgt_draw, instances)
{
	recording();
	draw_set(R600_VGT_DMA_NUM_INSTANCES, 5);
	draw_set(R600_VGT_INSTANCE_STEP_RATE_0, 2);
	draw_set(R600_VGT_INSTANCE_STEP_RATE_1, 3);
	draw_auto(POINTS, 2);
	expect(0, "0 1 0 1 0 1 0 1 0 1");
	expect(1, "0 0 0 0 1 1 1 1 2 2");
	expect(2, "0 0 0 0 0 0 1 1 1 1");
	expect(3, "0 0 1 1 2 2 3 3 4 4");
	rig_free();
}

/* Scenario A: R0.z is the number of the primitive, in each instance from 0 on, over restarts; a quad's for
 * both of its triangles. Of 4, 5, 2 and 3 vertices become so many primitives, of so many vertices: */
Test(r600_vgt_draw, numbers_of_primitives)
{
	static const struct {
		unsigned prim, n, vertices;
	} of[] = {{POINTS, 4 + 5 + 2 + 3, 1}, {LINE_STRIP, 3 + 4 + 1 + 2, 2}, {LOOP, 4 + 5 + 2 + 3, 2},
		  {TRIANGLES, 1 + 1 + 1, 3},  {STRIP, 2 + 3 + 1, 3},          {FAN, 2 + 3 + 1, 3},
		  {QUADS, 1 + 1, 6},          {QUAD_STRIP, 1 + 1, 6}};
	static const uint32_t x = 0xffff,
			      index[] = {0, 1, 2, 3, x, 10, 11, 12, 13, 14, x, 20, 21, x, 30, 31, 32};
	enum { N = sizeof(index) / sizeof(index[0]), INSTANCES = 2 };

	for (unsigned k = 0; k < 2 * sizeof(of) / sizeof(of[0]); k++) {
		const unsigned n = of[k / 2].n, vertices = of[k / 2].vertices, on = k & 1;
		char want[400] = "";
		size_t at = 0;

		recording();
		draw_set(R600_VGT_GS_MODE, R600_VGT_GS_MODE__MODE__GS_SCENARIO_A);
		draw_set(R600_VGT_PRIMITIVEID_EN, on);
		draw_set(R600_VGT_DMA_NUM_INSTANCES, INSTANCES);
		draw_set(R600_VGT_MULTI_PRIM_IB_RESET_EN, 1);
		draw_set(R600_VGT_MULTI_PRIM_IB_RESET_INDX, x);
		put_indices(false, index, N);
		draw(of[k / 2].prim, N);
		for (unsigned v = 0; v < INSTANCES * n * vertices; v++)
			at += (size_t)snprintf(want + at, sizeof(want) - at, v ? " %u" : "%u",
					       on ? v / vertices % n : 0);
		expect(2, want);
		rig_free();
	}
}

/* ---- packets ------------------------------------------------------------------------------------------- */
static void packet(unsigned opcode, unsigned n, ...)
{
	uint32_t dw[8];
	va_list ap;

	va_start(ap, n);
	for (unsigned i = 0; i < n; i++)
		dw[i] = va_arg(ap, uint32_t);
	va_end(ap);
	rig.r->cp->initialized = true;
	mr600_cp_packet3(rig.r, (uint32_t)R600_PKT3 << 30 | (n - 1) << 16 | opcode << 8, dw, n);
}

Test(r600_vgt_draw, packets)
{
	recording();
	put_indices(false, (const uint32_t[]){9, 8, 7, 6}, 4);
	draw_set(R600_VGT_PRIMITIVE_TYPE, POINTS);
	packet(R600_PKT3_INDEX_TYPE, 1, 0u);
	packet(R600_PKT3_NUM_INSTANCES, 1, 1u);
	packet(R600_PKT3_DRAW_INDEX, 4, INDICES + 2u, 0u, 3u, (uint32_t)FROM_MEMORY);
	expect(0, "8 7 6");
	mr600_strmout_set(rig.r, 0, 0);
	/* of which two may be read: the others are 0 */
	packet(R600_PKT3_DRAW_INDEX_2, 5, 2u, (uint32_t)INDICES, 0u, 4u, (uint32_t)FROM_MEMORY);
	expect(0, "9 8 0 0");
	mr600_strmout_set(rig.r, 0, 0);
	packet(R600_PKT3_DRAW_INDEX_AUTO, 2, 3u, (uint32_t)AUTO);
	expect(0, "0 1 2");
	mr600_strmout_set(rig.r, 0, 0);
	packet(R600_PKT3_DRAW_INDEX_IMMD, 4, 3u, (uint32_t)IMMEDIATE, 0x00050004u, 0x00000006u);
	expect(0, "4 5 6");
	mr600_strmout_set(rig.r, 0, 0);
	packet(R600_PKT3_INDEX_TYPE, 1, (uint32_t)WIDE);
	packet(R600_PKT3_DRAW_INDEX_IMMD, 4, 2u, (uint32_t)IMMEDIATE, 0x12345u, 6u);
	expect(0, "74565 6");
	mr600_strmout_set(rig.r, 0, 0);
	packet(R600_PKT3_NUM_INSTANCES, 1, 2u);
	packet(R600_PKT3_DRAW_INDEX_AUTO, 2, 2u, (uint32_t)AUTO);
	expect(3, "0 0 1 1");
	packet(R600_PKT3_DRAW_INDEX_IMMD_BE, 3, 2u, (uint32_t)IMMEDIATE, 0u);
	cr_assert(strstr(rig_report(0), "not modelled"), "%s", rig_report(0));
	rig_free();
}

/* As many vertices as a buffer was filled with. */
Test(r600_vgt_draw, opaque)
{
	recording();
	draw_set(R600_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE, 50);
	draw_set(R600_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, 8);
	draw_set(R600_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE, 12);
	draw_set(R600_VGT_PRIMITIVE_TYPE, POINTS);
	mr600_vgt_draw(rig.r, &(struct mr600_draw_src){.initiator = AUTO | 1 << 6});
	expect(0, "0 1 2");
	rig_free();
}

/* ---- four streams -------------------------------------------------------------------------------------- */
#define WRITES_ALL                                                                                   \
	"ALU\nADD_INT R1.x, R0.x, 100\nADD_INT R2.x, R0.x, 200\nADD_INT R3.x, R0.x, 300\n"           \
	"MEM_STREAM0 WRITE 0, R0.x___ ES:0 SIZE:4095\nMEM_STREAM1 WRITE 1, R1.x___ ES:0 SIZE:4095\n" \
	"MEM_STREAM2 WRITE 2, R2.x___ ES:0 SIZE:4095\nMEM_STREAM3 WRITE 0, R3.x___ ES:0 SIZE:4095\n" \
	"ALU\nMOV R1.x, 0\n"

/* Each mask of the four channels, with each size of an element that the field can hold: a channel goes to its
 * own place behind ARRAY_BASE where the mask has it (Mesa writes Z and W with ARRAY_BASE two dwords before
 * their place and the size of two). */
Test(r600_vgt_draw, stream_masks)
{
	for (unsigned k = 0; k < 3 * 16; k++) {
		const unsigned mask = k / 3, size = (const unsigned[]){0, 1, 3}[k % 3];
		char text[320];

		snprintf(text, sizeof text,
			 "ALU\nADD_INT R0.y, R0.x, 100\nADD_INT R0.z, R0.x, 200\nADD_INT R0.w, R0.x, 300\n"
			 "MEM_STREAM0 WRITE 1, R0.%c%c%c%c ES:%u SIZE:4095\nALU\nMOV R1.x, 0\n" NOWHERE,
			 mask & 1 ? 'x' : '_', mask & 2 ? 'y' : '_', mask & 4 ? 'z' : '_',
			 mask & 8 ? 'w' : '_', size);
		draw_new("rv770");
		draw_program(MR600_VS, text);
		draw_set(R600_VGT_STRMOUT_EN, 1);
		draw_set(R600_VGT_STRMOUT_BUFFER_EN, 1);
		stream(0, MANY_DW, 6);
		mr600_strmout_set(rig.r, 0, 0);
		draw_auto(POINTS, 3);
		rig_quiet();
		for (unsigned dw = 0; dw < 3 * 6; dw++) {
			const unsigned c = dw % 6 - 1, v = dw / 6;

			cr_assert_eq(streamed(0)[dw], c < 4 && mask >> c & 1 ? 100 * c + v : 0,
				     "mask %x, ES:%u, dword %u: %u", mask, size, dw, streamed(0)[dw]);
		}
		rig_free();
	}
}

/* Each stream in its buffer, with its stride; the smallest room is that of all, and what is turned off is not
 * written: nothing at all where all are off, as while OpenGL's transform feedback pauses, and that is counted
 * so. */
Test(r600_vgt_draw, streams)
{
	static const unsigned stride[STREAMS] = {1, 2, 4, 3}, at[STREAMS] = {0, 1, 2, 0};

	for (unsigned on = 0; on < 16; on++) {
		/* buffer 2 has room for five points, buffer 3 for three */
		const unsigned n = on & 8 ? 3 : on & 4 ? 5 : on ? 7 : 0;

		draw_new("rv770");
		draw_program(MR600_VS, WRITES_ALL NOWHERE);
		draw_set(R600_VGT_STRMOUT_EN, 1);
		draw_set(R600_VGT_STRMOUT_BUFFER_EN, on);
		for (unsigned i = 0; i < STREAMS; i++) {
			stream(i, i == 2 ? 5 * 4 + 3 : i == 3 ? 3 * 3 : MANY_DW, stride[i]);
			mr600_strmout_set(rig.r, i, 0);
		}
		rig.r->vgt->counting = true;
		draw_auto(POINTS, 7);
		rig_quiet();
		cr_assert_eq(rig.r->vgt->so_needed, 7);
		cr_assert_eq(rig.r->vgt->so_written, n, "%x: %u are counted, not %u", on,
			     (unsigned)rig.r->vgt->so_written, n);
		for (unsigned i = 0; i < STREAMS; i++) {
			const unsigned written = on >> i & 1 ? n : 0;

			cr_assert_eq(mr600_strmout_filled(rig.r, i), written * stride[i], "%x: stream %u: %u",
				     on, i, mr600_strmout_filled(rig.r, i));
			for (unsigned dw = 0; dw < 7 * stride[i]; dw++) {
				const unsigned v = dw / stride[i];
				const bool here = v < written && dw % stride[i] == at[i];

				cr_assert_eq(streamed(i)[dw], here ? 100 * i + v : 0,
					     "%x: stream %u, dword %u: %u", on, i, dw, streamed(i)[dw]);
			}
		}
		rig_free();
	}
}
