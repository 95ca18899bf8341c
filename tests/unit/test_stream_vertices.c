/* SPDX-License-Identifier: MIT
 *
 * Vertices that lie in memory, at a draw of every family: two vertices, written here byte by byte, of three
 * floats, four bytes that are normalized, and two halves. And what addresses in a stream point to.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/stream_number.h"
#include "demos/firstlight/stream_where.h"
#include "hw/regs/cik.h"
#include "hw/regs/gc.h"
#include "hw/regs/r500.h"
#include "hw/regs/r600.h"
#include "tests/unit/test_regtool_cmd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE = 0x1000, BUFFER = 0x2000, SIZE = 0x3000, STRIDE_B = 20, VERTICES = 2 };

static uint8_t memory[SIZE];

static bool on_memory(void *arg, uint64_t address, void *out, uint32_t size_B)
{
	if (address >= SIZE || size_B > SIZE - address)
		return false;
	memcpy(out, memory + address, size_B);
	return true;
}

struct seen {
	char text[2048]; /* "0: 1 2 3 | " */
	unsigned draws;
};

static void on_event(void *arg, const struct fl_stream_event *e)
{
	struct seen *seen = arg;
	char number[32];
	size_t n = strlen(seen->text);

	seen->draws += e->kind == FL_STREAM_DRAW;
	if (e->kind != FL_STREAM_MEMORY || strncmp(e->object, "vertex ", 7))
		return;
	n += (size_t)snprintf(seen->text + n, sizeof seen->text - n, "%s:", e->object + 7);
	for (unsigned i = 0; fl_stream_packed_text(&e->packed, i, e->value, number, sizeof number); i++)
		n += (size_t)snprintf(seen->text + n, sizeof seen->text - n, " %s", number);
	cr_assert_eq(e->address % 4, 0);
	cr_assert_lt(n, sizeof seen->text);
}

/* 1, -2, 0.5; 255, 0, 51, 255 over 255; halves 1 and -0.25. Then other floats, and the same. */
static void fill(void)
{
	static const uint8_t rest[8] = {255, 0, 51, 255, 0x00, 0x3c, 0x00, 0xb4};
	static const float xyz[VERTICES][3] = {{1, -2, 0.5f}, {3, 4.25f, -8}};

	memset(memory, 0, sizeof memory);
	for (unsigned v = 0; v < VERTICES; v++) {
		memcpy(memory + BUFFER + v * STRIDE_B, xyz[v], 12);
		memcpy(memory + BUFFER + v * STRIDE_B + 12, rest, sizeof rest);
	}
}

static void code_at(uint32_t address, const uint32_t *dw, size_t size_B)
{
	memcpy(memory + address, dw, size_B);
}

/* The dwords in the order in which each family names them: by vertex, or by element. */
static void decode(const struct fl_stream_family *family, const char *chip, const uint32_t *dw, size_t size_B,
		   const char *want)
{
	struct fl_err err = {0};
	struct seen seen = {.draws = 0};
	struct fl_stream s;

	cr_assert_eq(fl_stream_init(&s, family, chip, on_event, &seen, &err), FL_OK, "%s", err.text);
	s.on_memory = on_memory;
	fl_stream_with_vertices(&s);
	cr_assert_eq(fl_stream_decode(&s, dw, (uint32_t)(size_B / 4), &err), FL_OK, "%s", err.text);
	cr_expect_eq(seen.draws, 1u);
	cr_expect_str_eq(seen.text, want, "%s: %s\ninstead of %s", chip, seen.text, want);
}

static const char by_vertex[] = "0: 1.00: -2.00: 0.50: 1 0 0.2 10: 1 -0.25"
				"1: 3.01: 4.251: -8.01: 1 0 0.2 11: 1 -0.25";
static const char by_element[] = "0: 1.00: -2.00: 0.51: 3.01: 4.251: -8.0"
				 "0: 1 0 0.2 11: 1 0 0.2 1"
				 "0: 1 -0.251: 1 -0.25";

#define PKT0(reg, n)    ((reg) / 4 | ((n)-1) << 16)
#define PKT3(opcode, n) (3u << 30 | ((n)-1) << 16 | (opcode) << 8)

TestSuite(stream_vertices, .init = fill, .timeout = 30);

#define ELEMENT(type, last)                                                   \
	(R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0(R500_PSC_DATA_TYPE__##type) | \
	 R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0(last) | R500_VAP_PROG_STREAM_CNTL__NORMALIZE_0(1))

Test(stream_vertices, r500)
{
	/* The floats are one array, the rest another: strides are those of both. */
	const uint32_t dw[] = {
	    PKT0(R500_VAP_PROG_STREAM_CNTL(0), 2),
	    ELEMENT(FLOAT_3, 0) | ELEMENT(BYTE, 0) << 16,
	    ELEMENT(FLT16_2, 1),
	    PKT3(R500_PKT3_3D_LOAD_VBPNTR, 4),
	    R500_VAP_VTX_NUM_ARRAYS__VTX_NUM_ARRAYS(2),
	    R500_VAP_VTX_AOS_ATTR__VTX_AOS_COUNT0(3) | R500_VAP_VTX_AOS_ATTR__VTX_AOS_STRIDE0(STRIDE_B / 4) |
		R500_VAP_VTX_AOS_ATTR__VTX_AOS_COUNT1(2) |
		R500_VAP_VTX_AOS_ATTR__VTX_AOS_STRIDE1(STRIDE_B / 4),
	    BUFFER,
	    BUFFER + 12,
	    PKT3(R500_PKT3_3D_DRAW_VBUF_2, 1),
	    R500_VAP_VF_CNTL__PRIM_TYPE(1) |
		R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_LIST) |
		R500_VAP_VF_CNTL__NUM_VERTICES(VERTICES),
	};

	decode(&fl_stream_r500, "R580", dw, sizeof dw, by_vertex);
	decode(&fl_stream_r500, "R300", dw, sizeof dw, by_vertex);
}

#define VTX(format, number, offset)                                             \
	R600_SQ_VTX_WORD0__BUFFER_ID(160),                                      \
	    R600_SQ_VTX_WORD1__DATA_FORMAT(format) |                            \
		R600_SQ_VTX_WORD1__NUM_FORMAT_ALL(                              \
		    R600_SQ_VTX_WORD1__NUM_FORMAT_ALL__SQ_NUM_FORMAT_##number), \
	    R600_SQ_VTX_WORD2__OFFSET(offset), 0

Test(stream_vertices, r600)
{
	/* Formats by their numbers: 48 is 32_32_32_FLOAT, 26 8_8_8_8, 16 16_16_FLOAT (xf86-video-ati
	 * r600_reg.h). The clause begins at dword 4. */
	const uint32_t code[] = {
	    2,
	    R600_SQ_CF_WORD1__CF_INST(R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_VTX) | R600_SQ_CF_WORD1__COUNT(2),
	    0,
	    R600_SQ_CF_WORD1__END_OF_PROGRAM(1),
	    VTX(48, SCALED, 0),
	    VTX(26, NORM, 12),
	    VTX(16, SCALED, 16),
	};
	const uint32_t dw[] = {
	    PKT3(R600_PKT3_SET_CONTEXT_REG, 2),
	    (R600_SQ_PGM_START_FS - 0x28000) / 4,
	    CODE >> 8,
	    PKT3(R600_PKT3_SET_RESOURCE, 8),
	    320 * 7,
	    BUFFER,
	    VERTICES * STRIDE_B - 1,
	    R600_SQ_VTX_CONSTANT_WORD2__STRIDE(STRIDE_B),
	    0,
	    0,
	    0,
	    R600_SQ_VTX_CONSTANT_WORD6__TYPE(3),
	    PKT3(R600_PKT3_DRAW_INDEX_AUTO, 2),
	    VERTICES,
	    2,
	};

	code_at(CODE, code, sizeof code);
	decode(&fl_stream_r600, "RV770", dw, sizeof dw, by_element);
	decode(&fl_stream_r600, "R600", dw, sizeof dw, by_element);
}

#define LOAD(format, number, offset)                                                              \
	0xe8000000u | CIK_MTBUF_WORD0__OP(CIK_OP_MTBUF__TBUFFER_LOAD_FORMAT_XYZW) |               \
	    CIK_MTBUF_WORD0__DFMT(CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__BUF_DATA_FORMAT_##format) | \
	    CIK_MTBUF_WORD0__NFMT(CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_##number) |   \
	    CIK_MTBUF_WORD0__IDXEN(1) | CIK_MTBUF_WORD0__OFFSET(offset),                          \
	    CIK_MTBUF_WORD1__SRSRC(0) | CIK_MTBUF_WORD1__SOFFSET(128)

Test(stream_vertices, cik)
{
	/* The descriptor is the program's user data. The halves are loaded by the descriptor's own format. */
	const uint32_t code[] = {
	    LOAD(32_32_32, FLOAT, 0),
	    LOAD(8_8_8_8, UNORM, 12),
	    0xe0000000u | CIK_MUBUF_WORD0__OP(CIK_OP_MUBUF__BUFFER_LOAD_FORMAT_XY) |
		CIK_MUBUF_WORD0__IDXEN(1) | CIK_MUBUF_WORD0__OFFSET(16),
	    CIK_MUBUF_WORD1__SRSRC(0) | CIK_MUBUF_WORD1__SOFFSET(128),
	    0xbf800000u | CIK_SOPP_WORD0__OP(CIK_OP_SOPP__S_ENDPGM),
	};
	const uint32_t dw[] = {
	    PKT3(CIK_PKT3_SET_SH_REG, 3),
	    (CIK_SPI_SHADER_PGM_LO_VS - 0xb000) / 4,
	    CODE >> 8,
	    0,
	    PKT3(CIK_PKT3_SET_SH_REG, 2),
	    (CIK_SPI_SHADER_PGM_RSRC2_VS - 0xb000) / 4,
	    CIK_SPI_SHADER_PGM_RSRC2_VS__USER_SGPR(4),
	    PKT3(CIK_PKT3_SET_SH_REG, 5),
	    (CIK_SPI_SHADER_USER_DATA_VS(0) - 0xb000) / 4,
	    BUFFER,
	    CIK_SQ_BUF_RSRC_WORD1__STRIDE(STRIDE_B),
	    VERTICES,
	    CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT(CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__BUF_DATA_FORMAT_16_16) |
		CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT(CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_FLOAT),
	    PKT3(CIK_PKT3_DRAW_INDEX_AUTO, 2),
	    VERTICES,
	    2,
	};

	code_at(CODE, code, sizeof code);
	decode(&fl_stream_cik, "BONAIRE", dw, sizeof dw, by_element);
}

#define STATE(offset, value)                                                                   \
	GC_FE_LOAD_STATE_HEADER__OP(GC_FE_LOAD_STATE_HEADER__OP__LOAD_STATE) |                 \
	    GC_FE_LOAD_STATE_HEADER__COUNT(1) | GC_FE_LOAD_STATE_HEADER__OFFSET((offset) / 4), \
	    value

static uint32_t gc_element(uint32_t type, uint32_t n, bool norm, uint32_t start)
{
	return GC_FE_VERTEX_ELEMENT_CONFIG__TYPE(type) | GC_FE_VERTEX_ELEMENT_CONFIG__NUM(n) |
	       GC_FE_VERTEX_ELEMENT_CONFIG__NORMALIZE(norm ? GC_FE_VERTEX_ELEMENT_CONFIG__NORMALIZE__ON : 0) |
	       GC_FE_VERTEX_ELEMENT_CONFIG__START(start);
}

static void gc(const char *chip, uint32_t config, uint32_t base, uint32_t control)
{
	const uint32_t dw[] = {
	    STATE(config, gc_element(GC_FE_DATA_TYPE__FLOAT, 3, false, 0)),
	    STATE(config + 4, gc_element(GC_FE_DATA_TYPE__UNSIGNED_BYTE, 0, true, 12)),
	    STATE(config + 8, gc_element(GC_FE_DATA_TYPE__HALF_FLOAT, 2, false, 16)),
	    STATE(base, BUFFER),
	    STATE(control, GC_FE_VERTEX_STREAM_CONTROL__VERTEX_STRIDE(STRIDE_B)),
	    STATE(GC_VS_INPUT_COUNT, 3),
	    GC_FE_DRAW_INSTANCED_HEADER__OP(GC_FE_OPCODE__DRAW_INSTANCED) | 1,
	    GC_FE_DRAW_INSTANCED_COUNT__VERTEX_COUNT(VERTICES),
	    0,
	    0,
	};

	decode(&fl_stream_gc, chip, dw, sizeof dw, by_element);
}

Test(stream_vertices, gc)
{
	gc("GC880", GC_FE_VERTEX_ELEMENT_CONFIG(0), GC_FE_VERTEX_STREAM_BASE_ADDR,
	   GC_FE_VERTEX_STREAM_CONTROL);
	gc("GC2000", GC_FE_VERTEX_ELEMENT_CONFIG(0), GC_FE_VERTEX_STREAMS_BASE_ADDR(0),
	   GC_FE_VERTEX_STREAMS_CONTROL(0));
	gc("GC3000", GC_FE_VERTEX_ELEMENT_CONFIG(0), GC_NFE_VERTEX_STREAMS_BASE_ADDR(0),
	   GC_NFE_VERTEX_STREAMS_CONTROL(0));
	gc("GC7000L", GC_NFE_GENERIC_ATTRIB_CONFIG0(0), GC_NFE_VERTEX_STREAMS_BASE_ADDR(0),
	   GC_NFE_VERTEX_STREAMS_CONTROL(0));
}

/* ---- numbers ------------------------------------------------------------------------------------------- */
Test(stream_vertices, numbers)
{
	static const struct {
		struct fl_stream_packed p;
		uint32_t value;
		const char *want[4];
	} all[] = {
	    {{FL_STREAM_SNORM, {0, 8, 16, 24}, {8, 8, 8, 8}}, 0x80817f00, {"0", "1", "-1", "-1"}},
	    {{FL_STREAM_SINT, {0, 16}, {16, 16}}, 0x8000fffe, {"-2", "-32768"}},
	    {{FL_STREAM_UINT, {0}, {32}}, 0xffffffff, {"4294967295"}},
	    {{FL_STREAM_UNORM, {0, 10, 20, 30}, {10, 10, 10, 2}}, 0xc00003ff, {"1", "0", "0", "1"}},
	    {{FL_STREAM_UINT, {22, 12, 2, 0}, {10, 10, 10, 2}},
	     1u << 22 | 2 << 12 | 3 << 2 | 1,
	     {"1", "2", "3", "1"}},
	    /* floats of 11 bits: 15 is the exponent of 1, six bits of fraction; of 10 bits: five */
	    {{FL_STREAM_FLOAT, {0, 11, 22}, {11, 11, 10}},
	     15u << 6 | (16u << 6 | 32) << 11 | (14u << 5) << 22,
	     {"1", "3", "0.5"}},
	    {{FL_STREAM_FLOAT, {0, 16}, {16, 16}}, 0xfc000001, {"5.96046e-08", "-inf"}},
	    {{FL_STREAM_FIXED, {0}, {32}}, 0xfffe8000, {"-1.5"}},
	    {{FL_STREAM_FLOAT, {0}, {32}}, 0x3dcccccd, {"0.1"}},
	};

	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		char text[32];
		unsigned n = 0;

		for (; fl_stream_packed_text(&all[i].p, n, all[i].value, text, sizeof text); n++)
			cr_expect_str_eq(text, all[i].want[n], "%u, number %u: %s", i, n, text);
		cr_expect(n && (n == 4 || !all[i].want[n]), "%u has %u numbers", i, n);
	}
}

/* ---- addresses ----------------------------------------------------------------------------------------- */
static void record(struct fl_stream_pages *m, uint32_t tag, uint64_t address, uint64_t size_B)
{
	uint8_t data[24] = {0};
	const struct fl_gtrc_record rec = {.tag = tag, .data = data, .size_B = sizeof data};

	memcpy(data, &address, 8);
	memcpy(data + 8, &size_B, 8);
	cr_assert_eq(fl_stream_pages_record(m, &rec), FL_OK);
}

static const char *where(struct fl_stream_named *named, const struct fl_stream_pages *m, const char *name,
			 uint32_t value)
{
	const struct fl_regs *db = fl_regs_r600();
	static char text[160];
	struct fl_stream_where w;
	struct fl_reg r;

	cr_assert(fl_regs_find(db, name, fl_regs_chip(db, "RV770"), &r), "%s", name);
	*text = 0;
	if (fl_stream_where(named, m, &r, value, name, &w))
		fl_stream_where_text(&w, text, sizeof text);
	return text;
}

Test(stream_vertices, what_addresses_point_to)
{
	struct fl_stream_named *named = calloc(1, sizeof *named);
	struct fl_stream_pages m = {0};

	record(&m, FL_GTRC_BO, 0x40000000, 0x10000);
	record(&m, FL_GTRC_BO, 0x40010000, 0x20000);
	cr_expect_str_eq(where(named, &m, "CB_COLOR0_BASE", 0x400100), "  (buffer 2 of 0x20000 bytes)");
	cr_expect_str_eq(where(named, &m, "CB_COLOR0_BASE", 0x400100), "  (buffer 2 of 0x20000 bytes)");
	/* what was a target is a texture now */
	cr_expect_str_eq(where(named, &m, "SQ_TEX_RESOURCE_WORD2_3", 0x400100),
			 "  (buffer 2 of 0x20000 bytes, also CB_COLOR0_BASE)");
	cr_expect_str_eq(where(named, &m, "DB_DEPTH_BASE", 0x400080),
			 "  (buffer 1 + 0x8000 of 0x10000 bytes)");
	cr_expect_str_eq(where(named, &m, "VGT_DMA_BASE", 0x4000fffc),
			 "  (buffer 1 + 0xfffc of 0x10000 bytes)");
	cr_expect_str_eq(where(named, &m, "DB_DEPTH_BASE", 0x500000), "", "no buffer is there");
	cr_expect_str_eq(where(named, &m, "CB_COLOR0_INFO", 0x400100), "", "it is no address");
	cr_expect_str_eq(where(named, &m, "CB_COLOR0_BASE", 0), "");
	/* A third takes the first's place. With buffers past 4 GB, 32 bits alone say nothing. */
	record(&m, FL_GTRC_FREE, 0x40000000, 0x10000);
	cr_expect_str_eq(where(named, &m, "CB_COLOR1_BASE", 0x4000ff), "");
	record(&m, FL_GTRC_BO, 0x40000000, 0x10000);
	cr_expect_str_eq(where(named, &m, "CB_COLOR1_BASE", 0x400000), "  (buffer 3 of 0x10000 bytes)");
	record(&m, FL_GTRC_BO, 0x140000000, 0x1000);
	cr_expect_str_eq(where(named, &m, "VGT_DMA_BASE", 0x4000fff8), "");
	cr_expect_str_eq(where(named, &m, "CB_COLOR2_BASE", 0x1400000), "  (buffer 4 of 0x1000 bytes)");
	fl_stream_pages_free(&m);
	free(named);
}

/* As the command shows them, of recorded streams. */
Test(stream_vertices, command, .init = cmd_paths, .fini = cmd_clean, .timeout = 120)
{
	static const char *const trace[][3] = {
	    {"tests/traces/r500.tar.xz", "cb5551", "RB3D_COLOROFFSET"},
	    {"tests/traces/r600_simple.tar.xz", "tri_flat", "CB_COLOR_BASE"},
	    {"tests/traces/cik_simple.tar.xz", "tri_flat", "CB_COLOR_BASE"},
	    {"tests/traces/gc.tar.xz", "tri_flat", "PE_PIPE_COLOR_ADDR"},
	};
	static char out[4 << 20];

	for (unsigned i = 0; i < 4; i++) {
		const char *line;

		cr_assert_eq(
		    cmd_run((const char *const[]){"stream", trace[i][0], "--scene", trace[i][1], NULL}),
		    FL_OK, "%s", trace[i][0]);
		cmd_text(out_path, out, sizeof out);
		line = strstr(out, trace[i][2]);
		cr_assert(line, "%s has no %s", trace[i][0], trace[i][2]);
		cr_expect(memmem(line, strcspn(line, "\n"), "(buffer ", 8), "%.*s", (int)strcspn(line, "\n"),
			  line);
		cr_expect(strstr(out, "vertex 0\n"), "%s: no vertices", trace[i][0]);
	}
	/* the first vertex of Mesa's triangle, for programs */
	cr_assert_eq(
	    cmd_run((const char *const[]){"stream", trace[3][0], "--scene", "tri_flat", "--json", NULL}),
	    FL_OK);
	cmd_text(out_path, out, sizeof out);
	cr_expect(strstr(out, "\"name\":\"vertex 0[0]\"") && strstr(out, "\"numbers\":[-0.81"),
		  "numbers for programs");
	cr_expect(strstr(out, "\"points_to\":{\"address\":"));
}
