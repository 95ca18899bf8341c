/* SPDX-License-Identifier: MIT
 *
 * Programs of Sea Islands put together by code: each function appends one instruction. Opcodes are those of
 * the register database, CIK_OP_SOP1__S_MOV_B64; of vector instructions the long form's, which
 * FL_CIK_V1(MOV_B32), V2, V3 and VC make of the others'. Scalar operands are CIK_SSRC__… or the number of
 * an SGPR.
 *
 *	struct fl_cik_code c = {words, room};
 *	const struct fl_cik_src s[2] = {fl_cik_s(4), fl_cik_v(0)};
 *
 *	fl_cik_valu(&c, FL_CIK_V2(ADD_F32), 1, s, 2, false);
 *	fl_cik_sopp(&c, CIK_OP_SOPP__S_ENDPGM, 0);
 *
 * What does not fit any more is counted in n and left out.
 */
#ifndef LIB_CIK_EMIT_H
#define LIB_CIK_EMIT_H

#include "hw/regs/cik.h"
#include "lib/cik/isa.h"

struct fl_cik_code {
	uint32_t *words;
	uint32_t room, n;
};

/* A source of a vector instruction: a scalar operand, or FL_CIK_VGPR and the number of a register */
struct fl_cik_src {
	uint16_t code;
	bool neg, abs;
};

#define FL_CIK_V1(name) (FL_CIK_VOP1_LONG + CIK_OP_VOP1__V_##name)
#define FL_CIK_V2(name) (FL_CIK_VOP2_LONG + CIK_OP_VOP2__V_##name)
#define FL_CIK_V3(name) CIK_OP_VOP3__V_##name
#define FL_CIK_VC(name) CIK_OP_VOPC__V_##name

static inline struct fl_cik_src fl_cik_v(uint32_t vgpr)
{
	return (struct fl_cik_src){.code = (uint16_t)(FL_CIK_VGPR + vgpr)};
}

static inline struct fl_cik_src fl_cik_s(uint32_t code)
{
	return (struct fl_cik_src){.code = (uint16_t)code};
}

void fl_cik_word(struct fl_cik_code *c, uint32_t word);
/* ---- scalar -------------------------------------------------------------------------------------------- */
void fl_cik_sop1(struct fl_cik_code *c, uint32_t op, uint32_t to, uint32_t from);
void fl_cik_sop2(struct fl_cik_code *c, uint32_t op, uint32_t to, uint32_t a, uint32_t b);
void fl_cik_sopp(struct fl_cik_code *c, uint32_t op, uint32_t imm);
/* At most so many loads of vector memory are under way; no scalar load is. */
void fl_cik_wait_vm(struct fl_cik_code *c, uint32_t n);
void fl_cik_wait_lgkm(struct fl_cik_code *c);
/* Stores have read their registers. */
void fl_cik_wait_stored(struct fl_cik_code *c);
/* s_sendmsg of a geometry program, the number of whose wave is in that SGPR */
enum { FL_CIK_GS_CUT = 0x12, FL_CIK_GS_EMIT = 0x22, FL_CIK_GS_DONE = 3 };
void fl_cik_message(struct fl_cik_code *c, uint32_t wave, uint32_t message);
/* n dwords, 1, 2, 4, 8 or 16, from the address in two SGPRs; */
void fl_cik_load(struct fl_cik_code *c, uint32_t to, uint32_t address, uint32_t at_dw, uint32_t n);
/* ---- vector -------------------------------------------------------------------------------------------- */
/* In its short form if that says it; `to` is a VGPR, of comparisons an SGPR pair or VCC. */
void fl_cik_valu(struct fl_cik_code *c, uint32_t op, uint32_t to, const struct fl_cik_src *s, uint32_t n,
		 bool clamp);
/* v_madak_f32 to, a, VGPR b, literal */
void fl_cik_madak(struct fl_cik_code *c, uint32_t to, struct fl_cik_src a, uint32_t b, uint32_t literal);
/* Component chan of the attribute, with both weights; M0 says where attributes are. */
void fl_cik_interpolate(struct fl_cik_code *c, uint32_t to, uint32_t weights, uint32_t attribute,
			uint32_t chan);
/* ---- memory and exports -------------------------------------------------------------------------------- */
/* Four components of the record whose number VGPR `index` has, as the descriptor's format says */
void fl_cik_fetch(struct fl_cik_code *c, uint32_t to, uint32_t index, uint32_t descriptor);
/* The same by what word0 says (opcode, OFFEN, IDXEN, GLC, OFFSET): `at` is the register of an index or an
 * offset; soffset, a scalar operand, is added. */
void fl_cik_mubuf(struct fl_cik_code *c, uint32_t word0, uint32_t data, uint32_t at, uint32_t descriptor,
		  uint32_t soffset);
/* image_sample of all four components; array: arrays and cubes */
void fl_cik_sample(struct fl_cik_code *c, uint32_t to, uint32_t at, uint32_t image, uint32_t sampler,
		   bool array);
/* target: CIK_EXP_TGT__… and which of them; flags: CIK_EXP_WORD0__DONE(1) and VM(1) */
void fl_cik_export(struct fl_cik_code *c, uint32_t target, uint32_t mask, const uint8_t v[4], uint32_t flags);

#endif
