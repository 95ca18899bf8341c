/* SPDX-License-Identifier: MIT
 *
 * Pixel programs of the library's own: numbers that a clear puts out as they are, which come as the first
 * constant. What corners carry is added to zeros on its way, which some numbers do not survive.
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/emit.h"
#include "lib/cik/program_regs.h"

/* No state makes this key: no program of fixed function has so high a byte. */
#define KEY (UINT64_C(4) << 56)

enum { VALUE = 12, ROOM_DW = 16, VGPRS = 4, SGPRS = VALUE + 4 + 2 };

const struct fl_resident *fl_cik_numbers(struct fl_draw *d)
{
	static const uint8_t out[4] = {0, 1, 2, 3};
	const struct fl_resident *found = fl_resident(&fl_cik_of(d)->programs, KEY);
	const struct fl_resident what = {
	    .key = KEY, .regs = {fl_cik_rsrc1(VGPRS, SGPRS), CIK_SPI_PS_INPUT_ENA__PERSP_CENTER_ENA(1)}};
	uint32_t words[ROOM_DW];
	struct fl_cik_code c = {.words = words, .room = ROOM_DW};

	if (found)
		return found;
	fl_cik_load(&c, VALUE, FL_CIK_S_CONSTANTS, 0, 4);
	fl_cik_wait_lgkm(&c);
	for (uint32_t i = 0; i < 4; i++) {
		const struct fl_cik_src s = fl_cik_s(VALUE + i);

		fl_cik_valu(&c, FL_CIK_V1(MOV_B32), i, &s, 1, false);
	}
	fl_cik_export(&c, CIK_EXP_TGT__EXP_MRT, 15, out, CIK_EXP_WORD0__DONE(1) | CIK_EXP_WORD0__VM(1));
	fl_cik_sopp(&c, CIK_OP_SOPP__S_ENDPGM, 0);
	return fl_cik_bring(d, &what, words, c.n);
}
