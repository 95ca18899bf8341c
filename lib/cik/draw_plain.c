/* SPDX-License-Identifier: MIT
 *
 * Pixel programs of the library's own. Numbers that a clear puts out as they are come as the first constant:
 * what corners carry is added to zeros on its way, which some numbers do not survive. A resolve reads the
 * samples of the pixel that it draws; the color buffers' own way to resolve wants both surfaces tiled alike
 * (CIK facts 9).
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/emit.h"
#include "lib/cik/program_regs.h"

/* No state makes these keys: no program of fixed function has so high a byte. */
#define KEY(what)  (UINT64_C(4) << 56 | (what))
#define ENA(input) CIK_SPI_PS_INPUT_ENA__##input##_ENA(1)

/* Scalar registers from 12 on; the pixel's place and the number of a sample, and what is loaded of each. */
enum { VALUE = 12, PLACE = 2, SAMPLE = 4, FIRST = 8, MOST = 8, CHANNELS = 4, ROOM_DW = 128 };

static void numbers(struct fl_cik_code *c)
{
	fl_cik_load(c, VALUE, FL_CIK_S_CONSTANTS, 0, 4);
	fl_cik_wait_lgkm(c);
	for (uint32_t i = 0; i < CHANNELS; i++) {
		const struct fl_cik_src s = fl_cik_s(VALUE + i);

		fl_cik_valu(c, FL_CIK_V1(MOV_B32), FIRST + i, &s, 1, false);
	}
}

static void load(struct fl_cik_code *c, uint32_t samples)
{
	fl_cik_load(c, VALUE, FL_CIK_S_TEXTURES, 0, 8);
	for (uint32_t k = 0; k < 2; k++) {
		const struct fl_cik_src s = fl_cik_v(PLACE + k);

		fl_cik_valu(c, FL_CIK_V1(CVT_I32_F32), PLACE + k, &s, 1, false);
	}
	fl_cik_wait_lgkm(c);
	for (uint32_t i = 0; i < samples; i++) {
		const struct fl_cik_src number = fl_cik_s(CIK_SSRC__SRC_0 + i);

		fl_cik_valu(c, FL_CIK_V1(MOV_B32), SAMPLE, &number, 1, false);
		fl_cik_word(c, FL_CIK_HEAD_MIMG | CIK_MIMG_WORD0__OP(CIK_OP_MIMG__IMAGE_LOAD) |
				   CIK_MIMG_WORD0__DMASK(15) | CIK_MIMG_WORD0__UNORM(1));
		fl_cik_word(c, CIK_MIMG_WORD1__VADDR(PLACE) | CIK_MIMG_WORD1__VDATA(FIRST + CHANNELS * i) |
				   CIK_MIMG_WORD1__SRSRC(VALUE / 4));
	}
	fl_cik_wait_vm(c, 0);
}

static void mean(struct fl_cik_code *c, uint32_t samples)
{
	for (uint32_t k = 0; k < CHANNELS; k++) {
		const struct fl_cik_src part[2] = {fl_cik_s(FL_CIK_LITERAL), fl_cik_v(FIRST + k)};

		for (uint32_t i = 1; i < samples; i++) {
			const struct fl_cik_src s[2] = {fl_cik_v(FIRST + k),
							fl_cik_v(FIRST + CHANNELS * i + k)};

			fl_cik_valu(c, FL_CIK_V2(ADD_F32), FIRST + k, s, 2, false);
		}
		fl_cik_valu(c, FL_CIK_V2(MUL_F32), FIRST + k, part, 2, false);
		fl_cik_word(c, fl_f32(1.0f / (float)samples));
	}
}

const struct fl_resident *fl_cik_plain(struct fl_draw *d, uint32_t what)
{
	enum { VGPRS = FIRST + CHANNELS * MOST, SGPRS = VALUE + 8 + 2 };
	static const uint8_t out[CHANNELS] = {FIRST, FIRST + 1, FIRST + 2, FIRST + 3};
	const struct fl_resident *found = fl_resident(&fl_cik_of(d)->programs, KEY(what));
	const struct fl_resident made = {
	    .key = KEY(what),
	    .regs = {fl_cik_rsrc1(VGPRS, SGPRS), ENA(PERSP_CENTER) | ENA(POS_X_FLOAT) | ENA(POS_Y_FLOAT)}};
	uint32_t words[ROOM_DW];
	struct fl_cik_code c = {.words = words, .room = ROOM_DW};

	if (found)
		return found;
	if (what == FL_CIK_PLAIN_NUMBERS) {
		numbers(&c);
	} else {
		load(&c, what);
		mean(&c, what);
	}
	fl_cik_export(&c, CIK_EXP_TGT__EXP_MRT, 15, out, CIK_EXP_WORD0__DONE(1) | CIK_EXP_WORD0__VM(1));
	fl_cik_sopp(&c, CIK_OP_SOPP__S_ENDPGM, 0);
	return fl_cik_bring(d, &made, words, c.n);
}
