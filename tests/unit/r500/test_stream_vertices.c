/* SPDX-License-Identifier: MIT
 *
 * Vertices inside a packet are floats where VAP_PROG_STREAM_CNTL says so, and bytes where it says that; what
 * is skipped is neither.
 */
#include "hw/regs/r500.h"
#include "lib/stream/fl_stream.h"

#include <criterion/criterion.h>
#include <string.h>

static struct {
	unsigned n, draws;
	uint32_t value[64];
	bool is_float[64];
	struct fl_stream_packed packed[64];
} seen;

static void on_event(void *arg, const struct fl_stream_event *e)
{
	seen.draws += e->kind == FL_STREAM_DRAW;
	if (e->kind != FL_STREAM_BODY || strcmp(e->reg->name, "VERTEX_DATA"))
		return;
	cr_assert_lt(seen.n, 64u);
	seen.value[seen.n] = e->value;
	seen.packed[seen.n] = e->packed;
	seen.is_float[seen.n++] = e->is_float;
}

#define ELEMENT(type, last)                                                   \
	(R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0(R500_PSC_DATA_TYPE__##type) | \
	 R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0(last))
#define PKT0(reg, n)    ((reg) / 4 | ((n)-1) << 16)
#define PKT3(opcode, n) (3u << 30 | ((n)-1) << 16 | (opcode) << 8)

/* Two vertices: a position of three floats, a color of four bytes, a dword that is skipped, two floats. */
Test(r500_stream, vertices_in_a_packet)
{
	enum { VERTEX_DW = 7, VERTICES = 2, BODY_DW = 1 + VERTEX_DW * VERTICES };
	static const char *const chips[] = {"R580", "R300"};
	static const bool want[VERTEX_DW] = {true, true, true, false, false, true, true};
	uint32_t dw[5 + 1 + BODY_DW] = {
	    PKT0(R500_VAP_PROG_STREAM_CNTL(0), 2),
	    ELEMENT(FLOAT_3, 0) | (ELEMENT(BYTE, 0) | R500_VAP_PROG_STREAM_CNTL__SKIP_DWORDS_0(1)) << 16,
	    ELEMENT(FLOAT_2, 1) | ELEMENT(FLOAT_4, 1) << 16,
	    PKT0(R500_VAP_VTX_SIZE, 1),
	    VERTEX_DW,
	    PKT3(R500_PKT3_3D_DRAW_IMMD_2, BODY_DW),
	    R500_VAP_VF_CNTL__PRIM_TYPE(1) | R500_VAP_VF_CNTL__PRIM_WALK(3) |
		R500_VAP_VF_CNTL__NUM_VERTICES(VERTICES),
	};
	struct fl_err err = {0};
	struct fl_stream s;

	for (unsigned i = 0; i < VERTEX_DW * VERTICES; i++)
		dw[7 + i] = 0x1000 + i;
	for (unsigned c = 0; c < 2; c++) {
		memset(&seen, 0, sizeof seen);
		cr_assert_eq(fl_stream_init(&s, &fl_stream_r500, chips[c], on_event, NULL, &err), FL_OK, "%s",
			     err.text);
		fl_stream_with_vertices(&s);
		cr_assert_eq(fl_stream_decode(&s, dw, sizeof dw / sizeof *dw, &err), FL_OK, "%s", err.text);
		cr_expect_eq(seen.draws, 1u);
		cr_assert_eq(seen.n, VERTEX_DW * VERTICES, "%s: %u dwords", chips[c], seen.n);
		for (unsigned i = 0; i < seen.n; i++) {
			cr_expect_eq(seen.value[i], 0x1000 + i);
			cr_expect_eq(seen.is_float[i], want[i % VERTEX_DW], "%s: dword %u", chips[c], i);
			cr_expect_eq(seen.packed[i].width[0], i % VERTEX_DW == 3   ? 8
							      : i % VERTEX_DW == 4 ? 0
										   : 32);
		}
	}
}
