/* SPDX-License-Identifier: MIT
 *
 * What the command's options take, and what it says when they are something else.
 */
#include "lib/fl_stage.h"
#include "tests/unit/test_command.h"

TestSuite(command_words, .timeout = 60, .init = command_begin, .fini = command_end);

/* Help, check and stage agree. */
Test(command_words, size)
{
	char range[64], args[100];
	const unsigned w = FL_STAGE_MAX_WIDTH, h = FL_STAGE_MAX_HEIGHT, least = FL_STAGE_MIN;
	const struct {
		unsigned w, h;
		int code;
	} sizes[] = {{least, least, 0},     {w, h, 0},         {least - 1, least, 2},
		     {least, least - 1, 2}, {w + 1, least, 2}, {least, h + 1, 2}};

	snprintf(range, sizeof(range), "%ux%u to %ux%u", least, least, w, h);
	SAYS(0, "help demo", range);
	for (unsigned i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		snprintf(args, sizeof(args), "demo clear --size %ux%u --quiet", sizes[i].w, sizes[i].h);
		SAYS(sizes[i].code, args, sizes[i].code ? range : "");
	}
}

/* The stage itself, which the monitor and programs come to without those options. */
Test(command_words, size_of_a_stage)
{
	put("in", "demo clear --size 4033x64\n");
	SAYS(2, "monitor <in", "64 x 64 to 4032 x 4096");
	put("in", "demo clear --size 64x63\n");
	SAYS(2, "monitor <in", "64 x 64 to 4032 x 4096");
}
