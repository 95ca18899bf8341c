/* SPDX-License-Identifier: MIT
 *
 * When the room of compiled code is full: what nobody runs makes room for what is wanted now, and where all
 * of it is somebody's, programs are interpreted. They compute the same.
 */
#include "hw/model/jit/code.h"
#include "hw/regs/cik.h"
#include "tests/unit/cik/sq_rig.h"

TestSuite(cik_jit_room, .timeout = 120);

#pragma weak fl_jit_code_take
#pragma weak fl_jit_code_give

enum { ENDPGM = 0xbf810000, VGPR = 256, REGISTERS = 12, OPERATIONS = 60, PIECE_B = 64 << 10, PIECES = 512 };

static struct fl_jit_place hog[PIECES];
static unsigned hogs;
static enum fl_isa widest;

/* A program of its own for each number. */
static void load(uint32_t number)
{
	static const uint8_t ops[] = {CIK_OP_VOP2__V_ADD_F32, CIK_OP_VOP2__V_MUL_F32, CIK_OP_VOP2__V_XOR_B32,
				      CIK_OP_VOP2__V_MAX_F32, CIK_OP_VOP2__V_ADD_I32, CIK_OP_VOP2__V_MAC_F32};
	uint32_t dw[OPERATIONS + 1], x = number * 2654435761u + 12345;

	for (unsigned k = 0; k < OPERATIONS; k++) {
		x = x * 1664525 + 1013904223;
		dw[k] = (uint32_t)ops[(x >> 28) % sizeof ops] << 25 | (x >> 8) % REGISTERS << 17 |
			(x >> 13) % REGISTERS << 9 | (VGPR + (x >> 18) % REGISTERS);
	}
	dw[OPERATIONS] = ENDPGM;
	memcpy(rig.mem + RIG_CODE, dw, sizeof dw);
	mcik_code_invalidate(rig.code);
}

static void run(enum fl_isa isa, enum fl_jit_when jit, uint32_t (*out)[MCIK_LANES])
{
	rig.env.isa = isa;
	rig.env.jit = jit;
	for (unsigned again = 0; again < 2; again++) { /* decoded, and then as a span */
		mcik_wave_reset(rig.w);
		for (unsigned r = 0; r < REGISTERS; r++)
			for (unsigned l = 0; l < MCIK_LANES; l++)
				rig.w->v[r][l] = rig_bits((float)(int)(r * 64 + l) / 32 - 10);
		rig.w->pc = RIG_BASE + RIG_CODE;
		mcik_wave_run(rig.w);
	}
	memcpy(out, rig.w->v, sizeof(*out) * REGISTERS);
}

static void as_ever(uint32_t number)
{
	static uint32_t want[REGISTERS][MCIK_LANES], got[REGISTERS][MCIK_LANES];

	load(number);
	run(FL_ISA_SCALAR, FL_JIT_OFF, want);
	run(widest, FL_JIT_ALWAYS, got);
	cr_assert(!memcmp(want, got, sizeof want), "program %u", number);
}

/* All of the room but so many pieces is taken. */
static void leave(unsigned pieces)
{
	while (hogs < PIECES && fl_jit_code_take(PIECE_B, &hog[hogs]))
		hogs++;
	cr_assert(hogs > pieces);
	while (pieces--)
		fl_jit_code_give(hog[--hogs]);
}

Test(cik_jit_room, is_full)
{
	enum { PROGRAMS = 80 };
	const struct fl_model_config any = {0};
	struct fl_jit_counts c, d;
	char why[128];

	if (!fl_jit_start())
		cr_skip("there is no compiler");
	rig_open(1);
	cr_assert(fl_model_isa(&any, &widest, why, sizeof why), "%s", why);
	leave(1);
	for (uint32_t n = 0; n < PROGRAMS; n++)
		as_ever(n);
	c = fl_jit_counts();
	cr_expect(c.compiled >= PROGRAMS && c.refused == 0, "%u compiled, %u refused", (unsigned)c.compiled,
		  (unsigned)c.refused);
	cr_expect(c.dropped > PROGRAMS / 4 && c.code_B <= PIECE_B, "%u dropped, %u bytes are left",
		  (unsigned)c.dropped, (unsigned)c.code_B);
	/* the last are there, the first have to be compiled again */
	as_ever(PROGRAMS - 2);
	d = fl_jit_counts();
	cr_expect(d.compiled == c.compiled && d.found > c.found);
	as_ever(0);
	cr_expect(fl_jit_counts().compiled > d.compiled);
	rig_close();
}

Test(cik_jit_room, is_taken)
{
	const struct fl_model_config any = {0};
	char why[128];

	if (!fl_jit_start())
		cr_skip("there is no compiler");
	rig_open(1);
	cr_assert(fl_model_isa(&any, &widest, why, sizeof why), "%s", why);
	leave(0);
	for (uint32_t n = 0; n < 3; n++)
		as_ever(n);
	cr_expect(fl_jit_counts().compiled == 0 && fl_jit_counts().refused > 0 &&
		  fl_jit_counts().code_B == 0);
	rig_close();
}
