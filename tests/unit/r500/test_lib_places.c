/* SPDX-License-Identifier: MIT
 *
 * What programs of the caller's own meet in the chip: a clear that takes their places, arrays that are
 * missing where nothing can be fetched in their place, and chips before R5xx, which do less.
 */
#include "hw/regs/r500.h"
#include "lib/fl_buffer.h"
#include "lib/r500/draw_own.h"
#include "lib/r500/draw_r300.h"
#include "lib/r500/program.h"
#include "lib/r500/programs.h"
#include "lib/r500/surface.h"
#include "tests/unit/r500/test_lib_words.h"

#include <criterion/criterion.h>
#include <string.h>

/* A clear's program is at 508 and on, one instruction a target, of R5xx's 512 for fragment programs; its
 * color is constant 255. Whatever of the caller's is there must be sent again, and nothing else. */
enum { CLEAR_AT = 508, CLEAR_CONST = 255 };

/* A target that has been cleared once. */
static void begin(struct fl_draw *d, struct fl_cs *cs)
{
	struct fl_surface color;

	words_begin(d, cs, 0);
	fl_surface_init(&color, &fl_r500_surfaces, 128, 128, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_draw_target(d, &color, NULL);
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
}

Test(lib_places, a_clear_takes_the_place_of_programs)
{
	for (uint32_t targets = 1; targets <= FL_TARGETS; targets++)
		for (uint16_t at = CLEAR_AT - 4; at < CLEAR_AT + 4; at++)
			for (uint16_t n = 1; n <= CLEAR_AT + 4 - at; n++) {
				struct fl_r500_own_program *own;
				bool in_the_way = at < CLEAR_AT + targets && at + n > CLEAR_AT;
				struct fl_draw d;
				struct fl_cs cs;

				begin(&d, &cs);
				d.n_color = (uint8_t)targets;
				own = fl_r500_of(&d)->own;
				for (unsigned i = 0; i < FL_R500_PROGRAMS; i++) {
					bool there = i == 0 || i == FL_R500_PROGRAMS - 1;

					own[i].code = 77;
					own[i].fs_at = there ? at : 128;
					own[i].fs_n = there ? n : 10;
				}
				fl_clear(&d, FL_CLEAR_COLOR, 0xff336699, 1, 0);
				for (unsigned i = 0; i < FL_R500_PROGRAMS; i++)
					cr_expect_eq(
					    own[i].code,
					    in_the_way && (i == 0 || i == FL_R500_PROGRAMS - 1) ? 0 : 77,
					    "%u instructions at %u, %u targets: %u", n, at, targets, i);
			}
}

Test(lib_places, a_clear_takes_a_constant)
{
	static struct fl_program p;

	for (unsigned k = 200; k < 256; k++) {
		struct fl_draw d;
		struct fl_cs cs;

		memset(&p, 0, sizeof(p));
		p.fs.consts.taken[k / 32] = 1u << k % 32;
		begin(&d, &cs);
		fl_r500_of(&d)->program_sent = &p;
		fl_clear(&d, FL_CLEAR_COLOR, 0xff336699, 1, 0);
		cr_expect_eq(fl_r500_of(&d)->program_sent == NULL, k == CLEAR_CONST, "%u", k);
	}
}

/* ---- arrays -------------------------------------------------------------------------------------------- */
/* Selectors of the last element (R5xx guide, VAP_PROG_STREAM_CNTL_EXT): 4 is 0, 5 is 1. */
static uint32_t selectors_of(const struct fl_draw *d, const struct fl_cs *cs, uint32_t element)
{
	uint32_t v = words_last(cs, R500_VAP_PROG_STREAM_CNTL_EXT(element / 2));

	return v >> (element % 2 ? 16 : 0) & 0xfff;
}

/* Color and texture coordinates without arrays: each component is the nearer of 0 and 1, those that there are
 * not are 0, 0, 0, 1. Once, and from no array: stride 0, one dword. */
Test(lib_places, arrays_that_are_missing)
{
	static const uint8_t near[] = {0, 127, 128, 255};
	static const uint32_t want[] = {4, 4, 5, 5};

	for (uint32_t i = 0; i < 256; i++) {
		const uint32_t r = i & 3, g = i >> 2 & 3, b = i >> 4 & 3, a = i >> 6;
		const struct fl_arrays arrays = {
		    .position = {.offset_B = 0x1000, .stride_B = 16, .type = FL_FLOAT, .size = 4}};
		struct fl_draw d;
		struct fl_cs cs;

		words_begin(&d, &cs, 0);
		cs.address = 0;
		fl_color(&d, near[r], near[g], near[b], near[a]);
		fl_draw_arrays(&d, FL_TRIANGLES, &arrays, 0, 3);
		cr_expect_eq(selectors_of(&d, &cs, 1), want[r] | want[g] << 3 | want[b] << 6 | want[a] << 9,
			     "%u: 0x%03x", i, selectors_of(&d, &cs, 1));
		cr_expect_not(fl_r500_of(&d)->arrays_set, "the color may change");
	}
}

/* ---- chips before R5xx --------------------------------------------------------------------------------- */
/* Vertex instructions: of the vector engine up to opcode 14 (VE_FLT2FIX_DX_RND), of the math engine up to 17
 * (ME_COS, of Mesa's r300_reg.h); no saturation (bits 24 and 25), no predicate (26), no absolute value of all
 * four components (bit 3 of a source). */
Test(lib_places, vertex_instructions_before_r5xx)
{
	static struct fl_program p;
	struct fl_err err;

	for (unsigned math = 0; math < 2; math++)
		for (uint32_t op = 0; op < 64; op++)
			for (unsigned bit = 0; bit < 7; bit++) {
				/* none; VE_SAT, ME_SAT, PRED_ENABLE; the three sources */
				uint32_t w[4] = {op | math << 6, 0, 0, 0};
				bool is_new = bit || op > (math ? 17u : 14u);

				if (bit >= 1 && bit <= 3)
					w[0] |= 1u << (23 + bit);
				if (bit >= 4)
					w[bit - 3] |= 1u << 3;
				memset(&p, 0, sizeof(p));
				p.vs.n = 2;
				p.vs.words[1][0] = w[0];
				p.vs.words[1][1] = w[1];
				p.vs.words[1][2] = w[2];
				p.vs.words[1][3] = w[3];
				p.fs.n = 1;
				memcpy(p.fs.words, fl_r500_clear_words[0], sizeof(fl_r500_clear_words[0]));
				cr_expect_eq(fl_r500_r300_fits(&p, &err), is_new ? FL_USAGE : FL_OK,
					     "math %u, opcode %u, %u: %s", math, op, bit, err.text);
				if (is_new)
					cr_expect(strstr(err.text, "vertex instruction 1"), "%s", err.text);
			}
}
