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

/* A word that means nothing is a mistake of usage, whichever option it follows. */
Test(command_words, unknown)
{
	static const char *const commands[] = {"probe",  "demo clear --quiet", "smoke",
					       "qemu x", "read RBBM_STATUS",   "decode RBBM_STATUS"};
	char args[100];

	for (unsigned i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		snprintf(args, sizeof(args), "%s --chip foo", commands[i]);
		SAYS(2, args, "foo");
	}
	SAYS(2, "demo clear --isa sse", "base, avx2 or avx512");
	SAYS(2, "smoke --isa sse", "base, avx2 or avx512");
	SAYS(2, "qemu --isa sse -- -S", "base, avx2 or avx512");
	SAYS(2, "replay --isa sse $t/r500.tar.xz --scene clear", "base, avx2 or avx512");
}

Test(command_words, faults)
{
	SAYS(2, "smoke --break vram-bit:0x1000:99", "an address below 0x10000000 and a bit from 0 to 7");
	SAYS(2, "smoke --break vram-bit:0x10000000:7", "an address below 0x10000000 and a bit from 0 to 7");
	SAYS(2, "qemu --break vram-bit -- -S", "vram-bit:ADDR:BIT");
	SAYS(2, "smoke --break vram", "there is no fault 'vram'");
	SAYS(0, "list", "vram-bit:ADDR:BIT (ADDR below the size of VRAM, BIT 0 to 7)");
}

/* The codes are in one table. */
Test(command_words, exit_codes)
{
	SAYS(0, "help", "3 no such device or file, 4 permission, 5 time-out, 77 skipped.");
	SAYS(0, "help --man", ".It 0\nok\n.It 1\nfailed or mismatch\n.It 2\nusage\n.It 3\nno such device or file\n.It 4\npermission\n");
}
