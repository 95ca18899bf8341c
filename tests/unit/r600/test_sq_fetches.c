/* SPDX-License-Identifier: MIT
 *
 * SQ of the R6xx model: clauses of fetches of all kinds, what fetches of vertices can say, and the reduction
 * buffer.
 */
#include "tests/unit/r600/sq_rig.h"

TestSuite(r600_sq_fetches, .timeout = 60, .fini = rig_free);

#define ALL  ~UINT64_C(0)
#define END  "EXPORT_DONE PIXEL 0, R1.xyzw EOP\n"
#define EACH for (unsigned l = 0; l < MR600_WAVE; l++)

enum { BUFFER = 5, STRIDE_B = 8, ELEMENTS = 200, FMT_32_32 = 29, INT = 1, SEMANTIC = 77 };

/* Element i of the buffer: 1000 + i and 2000 + i. R0.x is the lane, R0.y 1 in the first lane of each quad. */
static void buffer(const char *chip)
{
	const uint32_t at = R600_SQ_VTX_CONSTANT_WORD(BUFFER) / 4;
	uint32_t v[ELEMENTS][2];

	rig_new(chip);
	for (unsigned i = 0; i < ELEMENTS; i++) {
		v[i][0] = 1000 + i;
		v[i][1] = 2000 + i;
	}
	rig_put(RIG_CONSTANTS, v, sizeof(v));
	rig.r->reg[at] = RIG_CONSTANTS;
	rig.r->reg[at + 1] = sizeof(v) - 1;
	rig.r->reg[at + 2] = STRIDE_B << 8 | FMT_32_32 << 20 | INT << 26;
	rig.r->reg[at + 6] = 3u << 30;
	EACH
	{
		rig.gpr[0][0].u[l] = l;
		rig.gpr[0][1].f[l] = l % 4 == 0;
	}
}

static void run(const char *text)
{
	EACH for (unsigned g = 1; g < 6; g++) for (unsigned c = 0; c < 4; c++) rig.gpr[g][c].u[l] = 7;
	cr_assert(rig_run(rig_program(MR600_PS, text), MR600_PS, ALL), "%s", text);
	rig_quiet();
}

static void expect(unsigned gpr, unsigned c, unsigned l, uint32_t want)
{
	cr_assert_eq(rig.gpr[gpr][c].u[l], want, "R%u.%c, lane %u: %u, not %u", gpr, "xyzw"[c], l,
		     rig.gpr[gpr][c].u[l], want);
}

Test(r600_sq_fetches, clauses)
{
	static const struct {
		const char *chip, *clause;
	} of[] = {{"r600", "VTX"},     {"r600", "VTX_TC"},   {"rv770", "VTX"},
		  {"rv770", "VTX_TC"}, {"rv770", "VTX_ACK"}, {"rv770", "VTX_TC_ACK"}};

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		char text[200];

		buffer(of[i].chip);
		snprintf(text, sizeof(text), "%s\n VFETCH R1.xy01, R0.x, RID:5 MFC:7 UCF\n%s" END,
			 of[i].clause, strstr(of[i].clause, "ACK") ? "WAIT_ACK\n" : "");
		run(text);
		EACH
		{
			expect(1, 0, l, 1000 + l);
			expect(1, 1, l, 2000 + l);
			expect(1, 2, l, 0);
			expect(1, 3, l, 1); /* of a buffer of integers */
		}
		rig_free();
	}
	rig_new("rv770");
	cr_assert(!rig_program(MR600_PS, "TEX\n VFETCH R1.xy01, R0.x, RID:5 MFC:7 UCF\n" END));
	cr_assert(strstr(rig_report(0), "of the other kind of clause"), "%s", rig_report(0));
	rig_free();
	rig_new("rv770");
	cr_assert(!rig_program(MR600_PS, "option nocheck\nEND_PROGRAM\n" END));
	cr_assert(strstr(rig_report(0), "is reserved"), "%s", rig_report(0));
}

/* What is added to the index: the base vertex, the first instance, nothing. */
Test(r600_sq_fetches, bases)
{
	buffer("rv770");
	rig.r->reg[R600_SQ_VTX_BASE_VTX_LOC / 4] = 30;
	rig.r->reg[R600_SQ_VTX_START_INST_LOC / 4] = 50;
	run("VTX\n VFETCH R1.xy__, R0.x, RID:5 MFC:7 UCF\n VFETCH R2.xy__, R0.x, RID:5 INSTANCE MFC:7 UCF\n"
	    " VFETCH R3.xy__, R0.x, RID:5 NO_INDEX_OFFSET MFC:7 UCF\n" END);
	EACH
	{
		expect(1, 0, l, 1030 + l);
		expect(2, 1, l, 2050 + l);
		expect(3, 0, l, 1000 + l);
		expect(3, 2, l, 7); /* not written */
	}
}

Test(r600_sq_fetches, swaps_and_strides)
{
	buffer("rv770");
	run("VTX\n VFETCH R1.x___, R0.x, RID:5 MFC:3 DTA:13 NUM:1 SWAP_8IN32\n"
	    " VFETCH R2.x___, R0.x, RID:5 MFC:3 DTA:13 NUM:1 SWAP_8IN16\n"
	    " VFETCH R3.x___, R0.x, RID:5 MFC:3 DTA:13 NUM:1 NO_STRIDE OFFSET:16\n"
	    " VFETCH R4.x___, R0.x, RID:5 MFC:3 DTA:5 NUM:1 OFFSET:4\n" END);
	EACH
	{
		const uint32_t v = 1000 + l;

		expect(1, 0, l, __builtin_bswap32(v));
		expect(2, 0, l, (v >> 8 & 0x00ff00ff) | (v << 8 & 0xff00ff00));
		expect(3, 0, l, 1002);
		expect(4, 0, l, 2000 + l);
	}
}

/* Mesa reads three bytes as four, and stops the buffer behind the third of the last element: the last dword
 * of a buffer can be read whole, what lies behind it cannot. */
Test(r600_sq_fetches, last_dword)
{
	for (unsigned cut = 0; cut < 8; cut++) { /* bytes short of the last element's end */
		if (cut)
			rig_free();
		buffer("rv770");
		rig.r->reg[R600_SQ_VTX_CONSTANT_WORD(BUFFER) / 4 + 1] -= STRIDE_B * (ELEMENTS - 64) + cut;
		run("VTX\n VFETCH R1.xyz1, R0.x, RID:5 MFC:3 DTA:26 NUM:1 OFFSET:4\n"
		    " VFETCH R2.xy01, R0.x, RID:5 MFC:7 DTA:29 NUM:1\n" END);
		EACH
		{
			const bool there = l < 63 || cut < 4;

			expect(1, 0, l, there ? (2000 + l) & 0xff : 0);
			expect(1, 1, l, there ? (2000 + l) >> 8 : 0);
			expect(1, 2, l, 0);
			expect(1, 3, l, 1);
			expect(2, 0, l, there ? 1000 + l : 0);
			expect(2, 1, l, there ? 2000 + l : 0);
		}
	}
}

/* The register is the one that the table of semantics has. */
Test(r600_sq_fetches, semantics)
{
	buffer("rv770");
	rig.r->reg[R600_SQ_VTX_SEMANTIC(2) / 4] = SEMANTIC;
	run("VTX\n SEMFETCH SEM77.yx__, R0.x, RID:5 MFC:7 UCF\n" END);
	EACH
	{
		expect(3, 0, l, 2000 + l);
		expect(3, 1, l, 1000 + l);
	}
	cr_assert(!rig_program(MR600_PS, "VTX\n SEMFETCH SEM78.yx__, R0.x, RID:5 MFC:7 UCF\n" END));
	cr_assert(strstr(rig_report(0), "no SQ_VTX_SEMANTIC has the id 78"), "%s", rig_report(0));
}

/* For the lanes of a quad that are not active, too; or for whole quads by the clause. */
Test(r600_sq_fetches, whole_quads)
{
	buffer("rv770");
	run("ALU_PUSH_BEFORE\n PRED_SETNE __.x, R0.y, 0 UPDATE_EXEC_MASK\n"
	    "VTX\n VFETCH R1.x___, R0.x, RID:5 MFC:3 UCF WHOLE_QUAD\n VFETCH R2.x___, R0.x, RID:5 MFC:3 UCF\n"
	    "VTX WQM\n VFETCH R3.x___, R0.x, RID:5 MFC:3 UCF\nPOP POP:1\n" END);
	EACH
	{
		expect(1, 0, l, 1000 + l);
		expect(2, 0, l, l % 4 ? 7 : 1000 + l);
		expect(3, 0, l, 1000 + l);
	}
}

static void reduction_ring(void)
{
	R600_REG(rig.r, SQ_REDUC_RING_SIZE) = 1;
	R600_REG(rig.r, SQ_REDUC_RING_ITEMSIZE) = 4 * 8; /* eight items */
}

Test(r600_sq_fetches, reduction)
{
	buffer("r600");
	reduction_ring();
	run("ALU\n 0 x: AND_INT R2.x, R0.x, 3\n"
	    "MEM_REDUCTION WRITE_IND 1, R0.x___ IDX:2 SIZE:6 ES:3\nMEM_REDUCTION READ 2, R1.x___ ES:3 "
	    "SIZE:6\n"
	    "MEM_REDUCTION READ_IND 1, R3.x___ IDX:2 SIZE:6 ES:3\n" END);
	EACH
	{
		expect(1, 0, l, l % 4 == 1 ? l : 0);
		expect(3, 0, l, l);
	}
	rig_free();
	buffer("rv770");
	reduction_ring();
	run("ALU\n 0 x: AND_INT R2.x, R0.x, 3\n"
	    "MEM_REDUCTION WRITE_IND_ACK 1, R0.x___ IDX:2 SIZE:6 ES:3\nWAIT_ACK\n"
	    "VTX\n READ_REDUCT R3.x___, R2.x, ES:3 INDEXED BASE:1 SIZE:6\n READ_REDUCT R1.x___, R2.x, ES:3 "
	    "BASE:2\n" END);
	EACH
	{
		expect(1, 0, l, l % 4 == 1 ? l : 0);
		expect(3, 0, l, l);
	}
}
