/* SPDX-License-Identifier: MIT
 *
 * Control flow and fetch instructions. Sources: isa.h; what only R7xx has, Mesa r600_isa.h; words of the
 * memory fetches, Mesa r700_sq.h.
 */
#include "lib/r600/isa.h"

#define P FL_R600_CF_PLAIN
#define J FL_R600_CF_JUMP

static const struct fl_r600_cf cfs[] = {
    {"NOP", 0x00, P, false, 0},
    {"TEX", 0x01, FL_R600_CF_TEX, false, 0},
    {"VTX", 0x02, FL_R600_CF_VTX, false, 0},
    {"VTX_TC", 0x03, FL_R600_CF_VTX, false, 0},
    {"LOOP_START", 0x04, J, false, 0},
    {"LOOP_END", 0x05, J, false, 0},
    {"LOOP_START_DX10", 0x06, J, false, 0},
    {"LOOP_START_NO_AL", 0x07, J, false, 0},
    {"LOOP_CONTINUE", 0x08, J, false, 0},
    {"LOOP_BREAK", 0x09, J, false, 0},
    {"JUMP", 0x0a, J, false, 0},
    {"PUSH", 0x0b, J, false, 1},
    {"PUSH_ELSE", 0x0c, J, false, 1},
    {"ELSE", 0x0d, J, false, 0},
    {"POP", 0x0e, P, false, 0}, /* by POP_COUNT */
    {"POP_JUMP", 0x0f, J, false, 0},
    {"POP_PUSH", 0x10, J, false, 1},
    {"POP_PUSH_ELSE", 0x11, J, false, 1},
    {"CALL", 0x12, J, false, 0},
    {"CALL_FS", 0x13, P, false, 0},
    {"RETURN", 0x14, P, false, 0},
    {"EMIT_VERTEX", 0x15, P, false, 0},
    {"EMIT_CUT_VERTEX", 0x16, P, false, 0},
    {"CUT_VERTEX", 0x17, P, false, 0},
    {"KILL", 0x18, P, false, 0},
    {"END_PROGRAM", 0x19, P, false, 0},
    {"WAIT_ACK", 0x1a, P, true, 0},
    {"TEX_ACK", 0x1b, FL_R600_CF_TEX, true, 0},
    {"VTX_ACK", 0x1c, FL_R600_CF_VTX, true, 0},
    {"VTX_TC_ACK", 0x1d, FL_R600_CF_VTX, true, 0},
    {"MEM_STREAM0", 0x20, FL_R600_CF_MEM, false, 0},
    {"MEM_STREAM1", 0x21, FL_R600_CF_MEM, false, 0},
    {"MEM_STREAM2", 0x22, FL_R600_CF_MEM, false, 0},
    {"MEM_STREAM3", 0x23, FL_R600_CF_MEM, false, 0},
    {"MEM_SCRATCH", 0x24, FL_R600_CF_MEM, false, 0},
    {"MEM_REDUCTION", 0x25, FL_R600_CF_MEM, false, 0},
    {"MEM_RING", 0x26, FL_R600_CF_MEM, false, 0},
    {"EXPORT", 0x27, FL_R600_CF_EXPORT, false, 0},
    {"EXPORT_DONE", 0x28, FL_R600_CF_EXPORT, false, 0},
    {"MEM_EXPORT", 0x3a, FL_R600_CF_MEM, true, 0},
    {"ALU", 8, FL_R600_CF_ALU, false, 0},
    {"ALU_PUSH_BEFORE", 9, FL_R600_CF_ALU, false, 1},
    {"ALU_POP_AFTER", 10, FL_R600_CF_ALU, false, -1},
    {"ALU_POP2_AFTER", 11, FL_R600_CF_ALU, false, -2},
    {"ALU_CONTINUE", 13, FL_R600_CF_ALU, false, 0},
    {"ALU_BREAK", 14, FL_R600_CF_ALU, false, 0},
    {"ALU_ELSE_AFTER", 15, FL_R600_CF_ALU, false, 0},
};

#define N_CFS (sizeof cfs / sizeof cfs[0])

const struct fl_r600_cf *fl_r600_cf_of(uint32_t word1)
{
	static const struct fl_r600_cf no_flow = {"", 0, FL_R600_CF_JUMP, false, 0},
				       no_memory = {"", 0, FL_R600_CF_MEM, false, 0},
				       no_alu = {"", 0, FL_R600_CF_ALU, false, 0};
	bool alu = fl_r600_cf_is_alu(word1);
	uint32_t inst =
	    alu ? R600_SQ_CF_ALU_WORD1__CF_INST__GET(word1) : R600_SQ_CF_WORD1__CF_INST__GET(word1);

	for (uint32_t i = 0; i < N_CFS; i++)
		if (cfs[i].inst == inst && (cfs[i].kind == FL_R600_CF_ALU) == alu)
			return &cfs[i];
	return alu                                                                      ? &no_alu
	       : inst >= R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_MEM_STREAM0 ? &no_memory
											: &no_flow;
}

const struct fl_r600_cf *fl_r600_cf_named(const char *name, uint32_t length)
{
	for (uint32_t i = 0; i < N_CFS; i++)
		if (fl_asm_is(name, length, cfs[i].name))
			return &cfs[i];
	return NULL;
}

uint32_t fl_r600_cf_slots(bool r700, const struct fl_r600_cf *cf, uint32_t word1)
{
	if (cf->kind == FL_R600_CF_ALU)
		return R600_SQ_CF_ALU_WORD1__COUNT__GET(word1) + 1;
	return 2 * (R600_SQ_CF_WORD1__COUNT__GET(word1) +
		    (r700 ? R600_SQ_CF_WORD1__COUNT_3__GET(word1) << 3 : 0) + 1);
}

/* ---- fetches ------------------------------------------------------------------------------------------- */
#define TEX(name, inst)                          \
	{                                        \
		name, inst, FL_R600_FETCH_TEX, 0 \
	}

static const struct fl_r600_fetch fetches[] = {
    {"VFETCH", 0x00, FL_R600_FETCH_VTX, 0},
    {"SEMFETCH", 0x01, FL_R600_FETCH_SEM, 0},
    {"READ_SCRATCH", 0x02, FL_R600_FETCH_MEM, 0},
    {"READ_REDUCT", 0x02, FL_R600_FETCH_MEM, 1},
    {"READ_MEM", 0x02, FL_R600_FETCH_MEM, 2},
    TEX("LD", 0x03),
    TEX("GET_TEXTURE_RESINFO", 0x04),
    TEX("GET_NUMBER_OF_SAMPLES", 0x05),
    TEX("GET_LOD", 0x06),
    TEX("GET_GRADIENTS_H", 0x07),
    TEX("GET_GRADIENTS_V", 0x08),
    TEX("GET_LERP", 0x09),
    TEX("KEEP_GRADIENTS", 0x0a),
    TEX("SET_GRADIENTS_H", 0x0b),
    TEX("SET_GRADIENTS_V", 0x0c),
    TEX("PASS", 0x0d),
    TEX("SET_CUBEMAP_INDEX", 0x0e),
    TEX("FETCH4", 0x0f),
    TEX("SAMPLE", 0x10),
    TEX("SAMPLE_L", 0x11),
    TEX("SAMPLE_LB", 0x12),
    TEX("SAMPLE_LZ", 0x13),
    TEX("SAMPLE_G", 0x14),
    TEX("SAMPLE_G_L", 0x15),
    TEX("SAMPLE_G_LB", 0x16),
    TEX("SAMPLE_G_LZ", 0x17),
    TEX("SAMPLE_C", 0x18),
    TEX("SAMPLE_C_L", 0x19),
    TEX("SAMPLE_C_LB", 0x1a),
    TEX("SAMPLE_C_LZ", 0x1b),
    TEX("SAMPLE_C_G", 0x1c),
    TEX("SAMPLE_C_G_L", 0x1d),
    TEX("SAMPLE_C_G_LB", 0x1e),
    TEX("SAMPLE_C_G_LZ", 0x1f),
};

#define N_FETCHES (sizeof fetches / sizeof fetches[0])

const struct fl_r600_fetch *fl_r600_fetch_of(uint32_t word0)
{
	static const struct fl_r600_fetch reserved = {"", 0x02, FL_R600_FETCH_MEM, 0};
	uint32_t inst = R600_SQ_TEX_WORD0__TEX_INST__GET(word0);

	for (uint32_t i = 0; i < N_FETCHES; i++)
		if (fetches[i].inst == inst &&
		    (fetches[i].kind != FL_R600_FETCH_MEM ||
		     fetches[i].mem_op == R600_SQ_MEM_RD_WORD0__MEM_OP__GET(word0)))
			return &fetches[i];
	return &reserved;
}

const struct fl_r600_fetch *fl_r600_fetch_named(const char *name, uint32_t length)
{
	for (uint32_t i = 0; i < N_FETCHES; i++)
		if (fl_asm_is(name, length, fetches[i].name))
			return &fetches[i];
	return NULL;
}
