/* SPDX-License-Identifier: MIT
 *
 * The alpha test as instructions: a comparison with a number that is a part of the program, and whoever fails
 * leaves EXEC, as pixels do that are thrown away.
 */
#include "lib/cik/alpha.h"
#include "lib/cik/emit.h"
#include "lib/fl_cs.h"
#include "lib/fl_draw.h"

#include <string.h>

/* Where the export is, and the vector register of its fourth component; n: there is none. */
static uint32_t find(const uint32_t *words, uint32_t n, uint32_t *vgpr)
{
	uint32_t at = 0;

	while (at < n) {
		const struct fl_cik_inst i = fl_cik_decode(words + at, n - at);

		if (i.encoding == FL_CIK_EXP &&
		    CIK_EXP_WORD0__TGT__GET(i.w[0]) == CIK_EXP_WORD0__TGT__EXP_MRT) {
			*vgpr = CIK_EXP_WORD1__VSRC3__GET(i.w[1]);
			break;
		}
		at += i.n;
	}
	return at;
}

uint32_t fl_cik_alpha_test(uint32_t *words, uint32_t n, uint32_t func, float ref)
{
	/* The number is the first operand: comparisons are the other way round. */
	static const uint8_t compare[8] = {
	    [FL_NEVER] = FL_CIK_VC(CMP_F_F32),    [FL_LESS] = FL_CIK_VC(CMP_GT_F32),
	    [FL_EQUAL] = FL_CIK_VC(CMP_EQ_F32),   [FL_LEQUAL] = FL_CIK_VC(CMP_GE_F32),
	    [FL_GREATER] = FL_CIK_VC(CMP_LT_F32), [FL_NOTEQUAL] = FL_CIK_VC(CMP_NEQ_F32),
	    [FL_GEQUAL] = FL_CIK_VC(CMP_LE_F32),  [FL_ALWAYS] = FL_CIK_VC(CMP_TRU_F32),
	};
	uint32_t vgpr = 0, at = find(words, n, &vgpr);
	struct fl_cik_code c = {.words = words + at, .room = FL_CIK_ALPHA_DW};

	if (at == n)
		return n;
	memmove(words + at + FL_CIK_ALPHA_DW, words + at, 4ull * (n - at));
	fl_cik_valu(&c, compare[func & 7], CIK_SSRC__VCC_LO,
		    (const struct fl_cik_src[]){fl_cik_s(FL_CIK_LITERAL), fl_cik_v(vgpr)}, 2, false);
	fl_cik_word(&c, fl_f32(ref));
	fl_cik_sop2(&c, CIK_OP_SOP2__S_AND_B64, CIK_SSRC__EXEC_LO, CIK_SSRC__EXEC_LO, CIK_SSRC__VCC_LO);
	return n + FL_CIK_ALPHA_DW;
}
