/* SPDX-License-Identifier: MIT
 *
 * SQ of the R6xx model: where operands come from and where results go: registers by AR and by the loop's
 * index, constants, literals, PV and PS, modifiers, exports, memory of the program's own.
 */
#include "tests/unit/r600/sq_rig.h"

#include <math.h>

#define ALL  ~UINT64_C(0)
#define END  "EXPORT_DONE PIXEL 0, R1.xyzw EOP\n"
#define EACH for (unsigned l = 0; l < MR600_WAVE; l++)

TestSuite(r600_sq_operands, .timeout = 60, .fini = rig_free);

static void fill(void)
{
	memset(rig.gpr, 0, MR600_GPRS * sizeof(*rig.gpr));
	EACH
	{
		rig.gpr[0][0].f[l] = (float)l;
		rig.gpr[0][1].i[l] = (int32_t)l;
		rig.gpr[0][2].f[l] = (float)l / 16 - 2; /* -2 to 2 */
		for (unsigned g = 8; g < 24; g++)
			rig.gpr[g][0].f[l] = (float)(g * 100 + l);
	}
}

static void run(const char *text)
{
	fill();
	cr_assert(rig_run(rig_program(MR600_PS, text), MR600_PS, ALL), "%s", text);
	rig_quiet();
}

#define EXPECT(chan, value)                                                                \
	EACH cr_assert_eq(rig.gpr[1][chan].f[l], (float)(value), "lane %u: %g, not %g", l, \
			  rig.gpr[1][chan].f[l], (double)(value))

/* ---- a group reads all before it writes anything
 * ----------------------------------------------------------- */
Test(r600_sq_operands, groups_swap)
{
	rig_new("rv770");
	run("ALU\n 0 x: MOV R1.x, 3.0\n y: MOV R1.y, R0.x\n 1 x: MOV R1.x, R1.y\n y: MOV R1.y, R1.x\n" END);
	EXPECT(0, l);
	EXPECT(1, 3);
}

Test(r600_sq_operands, previous_results)
{
	rig_new("r600");
	run("ALU\n 0 x: ADD R1.x, R0.x, 1.0\n y: MUL __.y, R0.x, 2.0\n t: RECIP_IEEE __.w, 4.0\n"
	    " 1 x: ADD R1.x, PV.y, PV.x\n y: MOV R1.y, PS\n z: MOV R1.z, R1.x\n" END);
	EXPECT(0, 3 * l + 1);
	EXPECT(1, 0.25f);
	EXPECT(2, l + 1);
}

/* PV has results before masks of writing, and behind a predicate. */
Test(r600_sq_operands, previous_of_predicated)
{
	rig_new("rv770");
	run("ALU\n 0 PRED_SETGT __.x, R0.x, 31.0 UPDATE_PRED\n 1 x: (p) MOV R1.x, 5.0\n 2 y: MOV R1.y, "
	    "PV.x\n" END);
	EXPECT(0, l > 31 ? 5 : 0);
	EXPECT(1, 5);
}

Test(r600_sq_operands, modifiers)
{
	rig_new("rv770");
	run("ALU\n 0 x: MOV R1.x, -|R0.z|\n y: ADD*2_sat R1.y, R0.z, 0\n z: ADD*4 R1.z, R0.z, 0\n w: ADD/2 "
	    "R1.w, "
	    "R0.z, 0\n" END);
	EXPECT(0, -fabsf((float)l / 16 - 2));
	EXPECT(1, fminf(fmaxf(((float)l / 16 - 2) * 2, 0), 1));
	EXPECT(2, ((float)l / 16 - 2) * 4);
	EXPECT(3, ((float)l / 16 - 2) / 2);
}

/* NaN clamped: 0 with DX10_CLAMP, else NaN */
Test(r600_sq_operands, clamp_of_nan)
{
	rig_new("rv770");
	run("ALU\n MOV_sat R1.x, 0x7fc00000\n" END);
	EXPECT(0, 0);
	R600_REG(rig.r, SQ_PGM_RESOURCES_PS) &= ~R600_SQ_PGM_RESOURCES_PS__DX10_CLAMP__MASK;
	cr_assert(rig_run(mr600_sq_decode(rig.r, &rig.arena, MR600_PS), MR600_PS, ALL));
	cr_assert(isnan(rig.gpr[1][0].f[5]));
}

Test(r600_sq_operands, inline_numbers)
{
	rig_new("rv770");
	run("ALU\n 0 x: MOV R1.x, 1.0\n y: MOV R1.y, 0.5\n z: MOV R1.z, 7.5\n t: INT_TO_FLT R1.w, -1\n" END);
	EXPECT(0, 1);
	EXPECT(1, 0.5f);
	EXPECT(2, 7.5f);
	EXPECT(3, -1);
}

/* ---- relative addresses
 * --------------------------------------------------------------------------------------- */
Test(r600_sq_operands, registers_by_address)
{
	rig_new("rv770");
	run("ALU\n 0 AND_INT R2.x, R0.y, 7\n 1 x: MOVA_INT __.x, R2.x\n 2 x: MOV R1.x, R[8+AR.x].x\n"
	    " 3 z: MOV R[3+AR.x].z, R0.x\n" END);
	EXPECT(0, (8 + l % 8) * 100 + l);
	EACH
	{
		for (unsigned g = 3; g < 11; g++)
			cr_assert_eq(rig.gpr[g][2].f[l], g == 3 + l % 8 ? (float)l : 0.0f);
	}
}

Test(r600_sq_operands, addresses_of_floats)
{
	rig_new("rv770");
	run("ALU\n 0 y: MOVA_FLOOR __.y, R0.z\n 1 w: MOVA __.w, R0.z\n"
	    " 2 x: MOV R1.x, R[10+AR.y].x\n 3 y: MOV R1.y, R[10+AR.w].x\n" END);
	EXPECT(0, (10 + floorf((float)l / 16 - 2)) * 100 + l);
	EXPECT(1, (10 + floorf((float)l / 16 - 2 + 0.5f)) * 100 + l);
}

/* Units x to w load a channel of AR each. */
Test(r600_sq_operands, addresses_of_several_units)
{
	rig_new("rv770");
	run("ALU\n 0 x: AND_INT R2.x, R0.y, 3\n w: AND_INT R2.w, R0.y, 7\n"
	    " 1 x: MOVA_INT __.x, R2.x\n w: MOVA_INT __.w, R2.w\n"
	    " 2 x: MOV R1.x, R[8+AR.x].x\n 3 y: MOV R1.y, R[8+AR.w].x\n" END);
	EXPECT(0, (8 + l % 4) * 100 + l);
	EXPECT(1, (8 + l % 8) * 100 + l);
}

Test(r600_sq_operands, addresses_beyond)
{
	rig_new("rv770");
	run("ALU\n 0 x: MOVA_INT __.x, 255\n 1 x: ADD R1.x, R[8+AR.x].x, 3.0\n 2 x: MOV R[8+AR.x].x, "
	    "1.0\n" END);
	EXPECT(0, 3);
}

/* ---- constants
 * --------------------------------------------------------------------------------------------- */
static void constants(unsigned bank, uint64_t addr, unsigned lines)
{
	for (unsigned i = 0; i < lines * 16; i++) {
		float v[4] = {(float)i, (float)(i + 1000), (float)(i + 2000), (float)(bank + 10)};

		rig_put(addr + i * 16, v, sizeof(v));
	}
	rig.r->reg[R600_SQ_ALU_CONST_CACHE_PS(bank) / 4] = (uint32_t)(addr >> 8);
	rig.r->reg[R600_SQ_ALU_CONST_BUFFER_SIZE_PS(bank) / 4] = lines;
}

Test(r600_sq_operands, constant_cache)
{
	rig_new("rv770");
	constants(0, RIG_CONSTANTS, 8);
	constants(5, RIG_CONSTANTS + 0x10000, 2);
	run("ALU KC0[CB0:32-63] KC1[CB5:0-15]\n 0 x: MOV R1.x, KC0[17].y\n y: MOV R1.y, -KC1[3].w\n"
	    " 1 z: MOV R1.z, KC0[0].x\n" END);
	EXPECT(0, 1000 + 49);
	EXPECT(1, -15);
	EXPECT(2, 32);
}

Test(r600_sq_operands, constant_cache_by_address)
{
	rig_new("rv770");
	constants(0, RIG_CONSTANTS, 8);
	run("ALU KC0[CB0:32-47]\n 0 AND_INT R2.x, R0.y, 31\n 1 x: MOVA_INT __.x, R2.x\n 2 x: MOV R1.x, "
	    "KC0[1+AR.x].x\n" END);
	EXPECT(0, l % 32 < 15 ? 33 + l % 32 : 0);
}

Test(r600_sq_operands, constant_cache_by_loop)
{
	rig_new("rv770");
	constants(0, RIG_CONSTANTS, 8);
	rig.r->reg[R600_SQ_LOOP_CONST(0) / 4] =
	    R600_SQ_LOOP_CONST__LOOP_COUNT(3) | R600_SQ_LOOP_CONST__INIT(16) | R600_SQ_LOOP_CONST__INC(16);
	run("LOOP_START OUT\nIN:\nALU KC0[CB0:16-47+AL]\n ADD R1.x, R1.x, KC0[2].x\nLOOP_END IN\nOUT:\n" END);
	EXPECT(0, 16 * (2 + 3 + 4) + 6);
}

Test(r600_sq_operands, constants_beyond)
{
	rig_new("rv770");
	constants(0, RIG_CONSTANTS, 1);
	cr_assert(rig_program(MR600_PS, "ALU KC0[CB0:16-31]\n MOV R1.x, KC0[0].x\n" END));
	cr_assert(strstr(rig_report(0), "whose size is 1"), "%s", rig_report(0));
}

Test(r600_sq_operands, constant_file)
{
	rig_new("r600");
	R600_REG(rig.r, SQ_CONFIG) |= R600_SQ_CONFIG__DX9_CONSTS(1);
	for (unsigned i = 0; i < 256; i++) {
		float v = (float)i + 0.5f;

		memcpy(&rig.r->reg[R600_SQ_ALU_CONSTANT1(0) / 4 + 4 * i], &v, 4);
	}
	run("ALU WATERFALL\n 0 x: MOVA_INT __.x, R0.y\n 1 x: MOV R1.x, C[7].y\n y: MOV R1.y, "
	    "C[3+AR.x].y\n" END);
	EXPECT(0, 7.5f);
	EXPECT(1, l + 3.5f);
	R600_REG(rig.r, SQ_CONFIG) &= ~R600_SQ_CONFIG__DX9_CONSTS__MASK;
	cr_assert(mr600_sq_decode(rig.r, &rig.arena, MR600_PS));
	cr_assert(strstr(rig_report(0), "DX9_CONSTS"));
}

/* What a draw found stays: constants that change later are for later draws; code that changes is decoded. */
Test(r600_sq_operands, snapshots)
{
	const struct mr600_program *before;
	float v = 77;

	rig_new("rv770");
	constants(0, RIG_CONSTANTS, 1);
	before = rig_program(MR600_PS, "ALU KC0[CB0:0-15]\n MOV R1.x, KC0[0].x\n" END);
	rig_put(RIG_CONSTANTS, &v, sizeof(v));
	cr_assert(rig_run(before, MR600_PS, ALL));
	EXPECT(0, 0);
	cr_assert(rig_run(mr600_sq_decode(rig.r, &rig.arena, MR600_PS), MR600_PS, ALL));
	EXPECT(0, 77);
	cr_assert(
	    rig_run(rig_program(MR600_PS, "ALU KC0[CB0:0-15]\n MOV R1.x, KC0[1].x\n" END), MR600_PS, ALL));
	EXPECT(0, 1);
}

/* ---- exports ---------------------------------------------------------------------------------------- */
Test(r600_sq_operands, pixel_exports)
{
	rig_new("rv770");
	run("ALU\n 0 x: MOV R1.x, 5.0\n y: MOV R1.y, R0.x\n 1 x: MOV R2.x, 6.0\n"
	    "EXPORT PIXEL 1-2, R1-2.yx01\nEXPORT PIXEL 61, R1.xy__\nEXPORT_DONE PIXEL 0, R1.____ EOP\n");
	EACH
	{
		cr_assert_eq(rig.px->out[1][0][l], (float)l);
		cr_assert_eq(rig.px->out[1][1][l], 5);
		cr_assert_eq(rig.px->out[1][2][l], 0);
		cr_assert_eq(rig.px->out[1][3][l], 1);
		cr_assert_eq(rig.px->out[2][1][l], 6);
		cr_assert_eq(rig.px->z.f[l], 5);
		cr_assert_eq(rig.px->stencil.f[l], (float)l);
	}
	cr_assert_eq(rig.px->has_out, 0x306u);
	cr_assert(mr600_sq_writes_z(rig.wave.program));
	cr_assert(!mr600_sq_kills(rig.wave.program));
}

static struct {
	unsigned stream, base, mask, n;
	uint64_t lanes;
	float value;
} streamed;

static void stream(struct mr600_wave *w, unsigned n, unsigned base, unsigned mask,
		   const union mr600_value value[4], uint64_t lanes)
{
	streamed.n++;
	streamed.stream = n;
	streamed.base = base;
	streamed.mask = mask;
	streamed.lanes = lanes;
	streamed.value = value[1].f[3];
}

Test(r600_sq_operands, vertex_exports)
{
	const struct mr600_program *p;

	rig_new("rv770");
	rig_assemble(RIG_FETCH, "RETURN\n");
	R600_REG(rig.r, SQ_PGM_START_FS) = RIG_FETCH >> 8;
	fill();
	p = rig_program(
	    MR600_VS,
	    "CALL_FS\nALU\n 0 x: MOV R1.x, R0.x\n y: MOV R1.y, 9.0\n"
	    "MEM_STREAM2 WRITE 3, R1.xy__ ES:1 SIZE:4095\n"
	    "EXPORT_DONE POS 60, R1.xyzw\nEXPORT PARAM 3, R1.xxxx\nEXPORT_DONE PARAM 4, R1.y___ EOP\n");
	cr_assert(p);
	rig.wave = (struct mr600_wave){.r = rig.r,
				       .program = p,
				       .gpr = rig.gpr,
				       .valid = 0xffff,
				       .vs = rig.vs,
				       .stream = stream,
				       .state = rig.state};
	cr_assert(mr600_sq_run(&rig.wave));
	rig_quiet();
	for (unsigned l = 0; l < 16; l++) {
		cr_assert_eq(rig.vs->pos[0][0].f[l], (float)l);
		cr_assert_eq(rig.vs->pos[0][1].f[l], 9);
		cr_assert_eq(rig.vs->param[3][2].f[l], (float)l);
		cr_assert_eq(rig.vs->param[4][0].f[l], 9);
	}
	cr_assert(rig.vs->has_pos == 1 && rig.vs->has_param == 0x18);
	cr_assert(streamed.n == 1 && streamed.stream == 2 && streamed.base == 3);
	cr_assert(streamed.mask == 3 && streamed.lanes == 0xffff && streamed.value == 9);
}

/* ---- memory
 * ------------------------------------------------------------------------------------------------ */
static void scratch_ring(void)
{
	R600_REG(rig.r, SQ_PSTMP_RING_SIZE) = 1;
	R600_REG(rig.r, SQ_PSTMP_RING_ITEMSIZE) = 4 * 8; /* eight items */
}

Test(r600_sq_operands, scratch)
{
	rig_new("r600");
	scratch_ring();
	run("ALU\n 0 x: MOV R2.x, R0.x\n 1 x: AND_INT R3.x, R0.y, 3\n"
	    "MEM_SCRATCH WRITE_IND 1, R2.x___ IDX:3 SIZE:6 ES:3\nMEM_SCRATCH READ 2, R1.x___ ES:3 SIZE:6\n"
	    "MEM_SCRATCH READ_IND 1, R4.x___ IDX:3 SIZE:6 ES:3\n" END);
	EXPECT(0, l % 4 == 1 ? l : 0);
	EACH cr_assert_eq(rig.gpr[4][0].f[l], (float)l);
}

Test(r600_sq_operands, scratch_of_r700)
{
	rig_new("rv770");
	scratch_ring();
	run("ALU\n 0 x: MOV R2.x, R0.x\n 1 x: AND_INT R3.x, R0.y, 3\n"
	    "MEM_SCRATCH WRITE_IND_ACK 1, R2.x___ IDX:3 SIZE:6 ES:3\nWAIT_ACK\n"
	    "VTX\n READ_SCRATCH R1.x_0_, R3.x, ES:3 INDEXED BASE:1 SIZE:6\n READ_SCRATCH R1._x__, R3.x, ES:3 "
	    "BASE:2\n" END);
	EXPECT(0, l);
	EXPECT(1, l % 4 == 1 ? l : 0);
}

Test(r600_sq_operands, scratch_without_ring)
{
	rig_new("rv770");
	fill();
	cr_assert(
	    !rig_run(rig_program(MR600_PS, "MEM_SCRATCH WRITE 1, R2.x___ ES:3 SIZE:6\n" END), MR600_PS, ALL));
	cr_assert(mr600_sq_hung(rig.r));
}

Test(r600_sq_operands, memory_export)
{
	const float *out;

	rig_new("rv770");
	R600_REG(rig.r, SX_MEMORY_EXPORT_BASE) = RIG_CONSTANTS >> 8;
	R600_REG(rig.r, SX_MEMORY_EXPORT_SIZE) = 1; /* 64 dwords */
	run("ALU\n 0 x: MOV R2.x, R0.x\n y: MOV R2.y, 7.0\n 1 x: LSHL_INT R3.x, R0.y, 1\n"
	    "MEM_EXPORT WRITE_IND 4, R2.xy__ IDX:3 ES:1 SIZE:4095\n"
	    "VTX\n READ_MEM R1.xy__, R3.x, ES:1 INDEXED BASE:4 SIZE:4095\n" END);
	out = (const float *)fl_mem_span(&rig.r->base.mem, RIG_CONSTANTS, 1024);
	EACH
	{
		if (l < 30)
			cr_assert(out[4 + 2 * l] == l && out[5 + 2 * l] == 7);
		else
			cr_assert(out[4 + 2 * l] == 0, "beyond the size nothing is written");
	}
	EXPECT(0, l < 30 ? l : 0);
}
