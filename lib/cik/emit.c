/* SPDX-License-Identifier: MIT
 *
 * Instructions of Sea Islands, one after the other. See emit.h; encodings: Sea Islands reference, chapter 4.
 */
#include "lib/cik/emit.h"

void fl_cik_word(struct fl_cik_code *c, uint32_t word)
{
	if (c->n < c->room)
		c->words[c->n] = word;
	c->n++;
}

/* ---- scalar -------------------------------------------------------------------------------------------- */
void fl_cik_sop1(struct fl_cik_code *c, uint32_t op, uint32_t to, uint32_t from)
{
	fl_cik_word(c, FL_CIK_HEAD_SOP1 | CIK_SOP1_WORD0__OP(op) | CIK_SOP1_WORD0__SDST(to) |
			   CIK_SOP1_WORD0__SSRC0(from));
}

void fl_cik_sop2(struct fl_cik_code *c, uint32_t op, uint32_t to, uint32_t a, uint32_t b)
{
	fl_cik_word(c, FL_CIK_HEAD_SOP2 | CIK_SOP2_WORD0__OP(op) | CIK_SOP2_WORD0__SDST(to) |
			   CIK_SOP2_WORD0__SSRC0(a) | CIK_SOP2_WORD0__SSRC1(b));
}

void fl_cik_sopp(struct fl_cik_code *c, uint32_t op, uint32_t imm)
{
	fl_cik_word(c, FL_CIK_HEAD_SOPP | CIK_SOPP_WORD0__OP(op) | CIK_SOPP_WORD0__SIMM16(imm));
}

/* A count of all ones waits for nothing. */
enum {
	ANY_VM = CIK_S_WAITCNT_WORD0__VM_CNT__MASK,
	ANY_EXP = CIK_S_WAITCNT_WORD0__EXP_CNT__MASK,
	ANY_LGKM = CIK_S_WAITCNT_WORD0__LGKM_CNT__MASK,
};

void fl_cik_wait_vm(struct fl_cik_code *c, uint32_t n)
{
	fl_cik_sopp(c, CIK_OP_SOPP__S_WAITCNT, (n < ANY_VM ? n : ANY_VM) | ANY_EXP | ANY_LGKM);
}

void fl_cik_wait_lgkm(struct fl_cik_code *c)
{
	fl_cik_sopp(c, CIK_OP_SOPP__S_WAITCNT, ANY_VM | ANY_EXP);
}

void fl_cik_wait_stored(struct fl_cik_code *c)
{
	fl_cik_sopp(c, CIK_OP_SOPP__S_WAITCNT, ANY_VM | ANY_LGKM);
}

void fl_cik_message(struct fl_cik_code *c, uint32_t wave, uint32_t message)
{
	fl_cik_sop1(c, CIK_OP_SOP1__S_MOV_B32, CIK_SSRC__M0, wave);
	fl_cik_sopp(c, CIK_OP_SOPP__S_NOP, 0); /* M0 is not read at once (facts 5.6) */
	fl_cik_sopp(c, CIK_OP_SOPP__S_SENDMSG, message);
}

void fl_cik_load(struct fl_cik_code *c, uint32_t to, uint32_t address, uint32_t at_dw, uint32_t n)
{
	/* S_LOAD_DWORD, X2, X4, X8, X16 */
	const uint32_t op = CIK_OP_SMRD__S_LOAD_DWORD + (uint32_t)__builtin_ctz(n);
	const bool is_near = at_dw <= CIK_SMRD_WORD0__OFFSET__MASK;

	fl_cik_word(c, FL_CIK_HEAD_SMRD | CIK_SMRD_WORD0__OP(op) | CIK_SMRD_WORD0__SDST(to) |
			   CIK_SMRD_WORD0__SBASE(address / 2) | CIK_SMRD_WORD0__IMM(is_near) |
			   CIK_SMRD_WORD0__OFFSET(is_near ? at_dw : FL_CIK_LITERAL));
	if (!is_near)
		fl_cik_word(c, at_dw);
}

/* ---- vector -------------------------------------------------------------------------------------------- */
static bool is_vgpr(struct fl_cik_src s)
{
	return s.code >= FL_CIK_VGPR;
}

static bool commutes(uint32_t op)
{
	return op == FL_CIK_V2(ADD_F32) || op == FL_CIK_V2(MUL_F32) || op == FL_CIK_V2(MUL_LEGACY_F32) ||
	       op == FL_CIK_V2(MAX_F32) || op == FL_CIK_V2(MIN_F32) || op == FL_CIK_V2(MAC_LEGACY_F32);
}

/* The short form has no modifiers, and a VGPR for its second source. */
static bool put_short(struct fl_cik_code *c, uint32_t op, uint32_t to, const struct fl_cik_src *s, uint32_t n)
{
	const bool swap = n == 2 && !is_vgpr(s[1]) && commutes(op);
	const struct fl_cik_src a = s[swap], b = s[n - 1 - swap];
	uint32_t rest;

	for (uint32_t k = 0; k < n; k++)
		if (s[k].neg || s[k].abs)
			return false;
	if (op >= FL_CIK_VOP1_LONG) {
		fl_cik_word(c, FL_CIK_HEAD_VOP1 | CIK_VOP1_WORD0__OP(op - FL_CIK_VOP1_LONG) |
				   CIK_VOP1_WORD0__VDST(to) | CIK_VOP1_WORD0__SRC0(a.code));
		return true;
	}
	if (n != 2 || !is_vgpr(b))
		return false;
	rest = CIK_VOP2_WORD0__SRC0(a.code) | CIK_VOP2_WORD0__VSRC1(b.code - FL_CIK_VGPR);
	if (op >= FL_CIK_VOP2_LONG)
		fl_cik_word(c, FL_CIK_HEAD_VOP2 | CIK_VOP2_WORD0__OP(op - FL_CIK_VOP2_LONG) |
				   CIK_VOP2_WORD0__VDST(to) | rest);
	else if (to == CIK_SSRC__VCC_LO)
		fl_cik_word(c, FL_CIK_HEAD_VOPC | CIK_VOPC_WORD0__OP(op) | rest);
	else
		return false;
	return true;
}

void fl_cik_valu(struct fl_cik_code *c, uint32_t op, uint32_t to, const struct fl_cik_src *s, uint32_t n,
		 bool clamp)
{
	uint32_t abs = 0, neg = 0, code[3] = {0};

	if (!clamp && put_short(c, op, to, s, n))
		return;
	for (uint32_t k = 0; k < n; k++) {
		code[k] = s[k].code;
		abs |= (uint32_t)s[k].abs << k;
		neg |= (uint32_t)s[k].neg << k;
	}
	fl_cik_word(c, FL_CIK_HEAD_VOP3 | CIK_VOP3_WORD0__OP(op) | CIK_VOP3_WORD0__VDST(to) |
			   CIK_VOP3_WORD0__CLAMP(clamp) | CIK_VOP3_WORD0__ABS(abs));
	fl_cik_word(c, CIK_VOP3_WORD1__SRC0(code[0]) | CIK_VOP3_WORD1__SRC1(code[1]) |
			   CIK_VOP3_WORD1__SRC2(code[2]) | CIK_VOP3_WORD1__NEG(neg));
}

void fl_cik_madak(struct fl_cik_code *c, uint32_t to, struct fl_cik_src a, uint32_t b, uint32_t literal)
{
	fl_cik_word(c, FL_CIK_HEAD_VOP2 | CIK_VOP2_WORD0__OP(CIK_OP_VOP2__V_MADAK_F32) |
			   CIK_VOP2_WORD0__VDST(to) | CIK_VOP2_WORD0__SRC0(a.code) |
			   CIK_VOP2_WORD0__VSRC1(b));
	fl_cik_word(c, literal);
}

void fl_cik_interpolate(struct fl_cik_code *c, uint32_t to, uint32_t weights, uint32_t attribute,
			uint32_t chan)
{
	for (uint32_t k = 0; k < 2; k++)
		fl_cik_word(c, FL_CIK_HEAD_VINTRP | CIK_VINTRP_WORD0__OP(CIK_OP_VINTRP__V_INTERP_P1_F32 + k) |
				   CIK_VINTRP_WORD0__VDST(to) | CIK_VINTRP_WORD0__VSRC(weights + k) |
				   CIK_VINTRP_WORD0__ATTR(attribute) | CIK_VINTRP_WORD0__ATTRCHAN(chan));
}

/* ---- memory and exports -------------------------------------------------------------------------------- */
void fl_cik_fetch(struct fl_cik_code *c, uint32_t to, uint32_t index, uint32_t descriptor)
{
	fl_cik_word(c, FL_CIK_HEAD_MUBUF | CIK_MUBUF_WORD0__OP(CIK_OP_MUBUF__BUFFER_LOAD_FORMAT_XYZW) |
			   CIK_MUBUF_WORD0__IDXEN(1));
	fl_cik_word(c, CIK_MUBUF_WORD1__VADDR(index) | CIK_MUBUF_WORD1__VDATA(to) |
			   CIK_MUBUF_WORD1__SRSRC(descriptor / 4) |
			   CIK_MUBUF_WORD1__SOFFSET(CIK_SSRC__SRC_0));
}

void fl_cik_mubuf(struct fl_cik_code *c, uint32_t word0, uint32_t data, uint32_t at, uint32_t descriptor,
		  uint32_t soffset)
{
	fl_cik_word(c, FL_CIK_HEAD_MUBUF | word0);
	fl_cik_word(c, CIK_MUBUF_WORD1__VADDR(at) | CIK_MUBUF_WORD1__VDATA(data) |
			   CIK_MUBUF_WORD1__SRSRC(descriptor / 4) | CIK_MUBUF_WORD1__SLC(1) |
			   CIK_MUBUF_WORD1__SOFFSET(soffset));
}

void fl_cik_sample(struct fl_cik_code *c, uint32_t to, uint32_t at, uint32_t image, uint32_t sampler,
		   bool array)
{
	fl_cik_word(c, FL_CIK_HEAD_MIMG | CIK_MIMG_WORD0__OP(CIK_OP_MIMG__IMAGE_SAMPLE) |
			   CIK_MIMG_WORD0__DMASK(15) | CIK_MIMG_WORD0__DA(array));
	fl_cik_word(c, CIK_MIMG_WORD1__VADDR(at) | CIK_MIMG_WORD1__VDATA(to) |
			   CIK_MIMG_WORD1__SRSRC(image / 4) | CIK_MIMG_WORD1__SSAMP(sampler / 4));
}

void fl_cik_export(struct fl_cik_code *c, uint32_t target, uint32_t mask, const uint8_t v[4], uint32_t flags)
{
	fl_cik_word(c, FL_CIK_HEAD_EXP | CIK_EXP_WORD0__TGT(target) | CIK_EXP_WORD0__EN(mask) | flags);
	fl_cik_word(c, CIK_EXP_WORD1__VSRC0(v[0]) | CIK_EXP_WORD1__VSRC1(v[1]) | CIK_EXP_WORD1__VSRC2(v[2]) |
			   CIK_EXP_WORD1__VSRC3(v[3]));
}
