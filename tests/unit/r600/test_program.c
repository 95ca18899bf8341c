/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own in the assembly of R6xx and R7xx: what is refused, for which chips one is
 * made, what is read out of its words.
 */
#include "lib/r600/program.h"
#include "lib/r600/program_state.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

TestSuite(r600_program, .timeout = 60);

#define VERTEX "!!R600\nvertex\nin position\nout uv : texcoord0\nCALL_FS\n"
#define END    "EXPORT_DONE POS 60, position.xyzw\nEXPORT_DONE PARAM 0, position.xyzw\n"
#define PIXEL  "!!R600\nfragment\nin uv : texcoord0\n"

static struct fl_program p;

static const struct {
	const char *vertex, *fragment, *text;
} wrongs[] = {
    {"!!R600\nNOP", PIXEL "EXPORT_DONE PIXEL 0, uv.xyzw", "does not say `vertex`"},
    {VERTEX END, VERTEX END, "fragment program: it does not say `fragment`"},
    {VERTEX END, PIXEL "EXPORT_DONE PIXEL 0, vu.xyzw", "fragment program 4:22: 'vu'"},
    {"!!R600\nvertex\nin color\nout uv : texcoord0\nCALL_FS\nEXPORT_DONE POS 60, color.xyzw\n"
     "EXPORT_DONE PARAM 0, color.xyzw",
     PIXEL "EXPORT_DONE PIXEL 0, uv.xyzw", "no input that is called position"},
    {"!!R600\nvertex\nin position\nCALL_FS\nEXPORT_DONE POS 60, position.xyzw",
     PIXEL "EXPORT_DONE PIXEL 0, uv.xyzw", "no output beside position"},
    {VERTEX "EXPORT_DONE POS 60, position.xyzw\nEXPORT_DONE PARAM 1, position.xyzw",
     PIXEL "EXPORT_DONE PIXEL 0, uv.xyzw", "a PARAM for which no output is declared"},
    {VERTEX END, "!!R600\nfragment\nin uv : texcoord0\nconst state_fog\nEXPORT_DONE PIXEL 0, uv.xyzw",
     "fragment program: 'state_fog': state_"},
    {VERTEX END, "!!R600\nfragment\nin uv : texcoord0\nconst state_mvp[5]\nEXPORT_DONE PIXEL 0, uv.xyzw",
     "there are not so many rows"},
};

Test(r600_program, what_is_refused)
{
	for (unsigned i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
		struct fl_err err = {0};

		cr_expect_eq(fl_program_make(&p, wrongs[i].vertex, wrongs[i].fragment, &err), FL_USAGE);
		cr_expect(strstr(err.text, wrongs[i].text), "%u: '%s', not '%s'", i, err.text,
			  wrongs[i].text);
		cr_expect_eq(fl_program_const(&p, FL_VERTEX, "uv"), -1);
	}
}

Test(r600_program, what_its_words_say)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_program_make(&p,
				     "!!R600\nvertex\nin position\nin texcoord2\nout far : color1\n"
				     "const a\nconst b[2]\nCALL_FS\n"
				     "EXPORT POS 60, position.xyzw\nEXPORT_DONE POS 61, texcoord2.x___\n"
				     "EXPORT_DONE PARAM 0, position.xyzw\n",
				     PIXEL "ALU\nKILLGT __.x, uv.x, 1.0\nMOV uv.y, 0\n"
					   "EXPORT PIXEL 1, uv.xyzw\nEXPORT PIXEL 61, uv.x___\n"
					   "EXPORT_DONE PIXEL 3, uv.xyzw\n",
				     &err),
		     FL_OK, "%s", err.text);
	cr_expect(p.made[0] && p.made[1]);
	cr_expect(p.kills && p.depth && p.sized);
	cr_expect_eq(p.targets, 1u << 1 | 1u << 3);
	cr_expect_eq(p.attributes, 1u | 1u << 5);
	cr_expect_eq(p.n_out, 1u);
	cr_expect_eq(p.out[0], FL_MEANS_COLOR + 1);
	cr_expect_eq(fl_program_const(&p, FL_VERTEX, "b"), 1);
	cr_expect_eq(fl_program_const(&p, FL_FRAGMENT, "b"), -1);
	cr_expect_neq(p.stage[FL_VERTEX].code[0].key, p.stage[FL_FRAGMENT].code[0].key);
	cr_assert_eq(fl_program_make(&p, VERTEX END, PIXEL "EXPORT_DONE PIXEL 0, uv.xyzw", &err), FL_OK);
	cr_expect(!p.kills && !p.depth && !p.sized);
}

/* What R7xx alone have is made for them alone. */
Test(r600_program, for_which_chips)
{
	static const char *const heads[] = {"!!R600", "!!R700"};
	struct fl_err err = {0};
	char text[200];

	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < 2; k++) {
			snprintf(text, sizeof(text),
				 "%s\nfragment\nin uv : texcoord0\n%sEXPORT_DONE PIXEL 0, "
				 "uv.xyzw",
				 heads[i], k ? "WAIT_ACK\n" : "");
			cr_assert_eq(fl_program_make(&p, VERTEX END, text, &err), FL_OK, "%s", err.text);
			cr_expect_eq(p.made[0], !i && !k, "%s", text);
			cr_expect(p.made[1]);
		}
}
