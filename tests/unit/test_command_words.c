/* SPDX-License-Identifier: MIT
 *
 * What the command's options take, and what it says when they are something else.
 */
#include "demos/firstlight/cmd.h"
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
	SAYS(2, "demo clear --jit now", "auto, off or always");
	SAYS(2, "replay --jit now $t/r500.tar.xz --scene clear", "auto, off or always");
	SAYS(0, "replay --jit always $t/cik_simple.tar.xz --scene tri_flat", "1 passed");
}

/* As at the monitor's prompt. */
Test(command_words, a_register_alone)
{
	SAYS(0, "RBBM_STATUS", "RBBM_STATUS                   0x00000040  mmio:0x0e40");
	SAYS(0, "rbbm_status.gui_active 0x15e0", "SCRATCH_REG[0]");
	SAYS(0, "GRBM_STATUS --chip rv770", "GRBM_STATUS");
	SAYS(0, "SCRATCH_REG[0]=0xcafe", "0x00000000 -> 0x0000cafe");
	SAYS(0, "SCRATCH_REG[0]=0xcafe -n --json", "\"result\": \"rehearsed\"");
	SAYS(0, "mc:0x4", "MC_FB_LOCATION");
	SAYS(2, "mc:0x4=1", "--force");
	SAYS(2, "nonsense=1", "nonsense");
	SAYS(2, "--nonsense=1", "there is no command");
	SAYS(2, "RBBM_STATUS.NONSENSE", "there is no command");
	SAYS(0, "pci.w 4", "0x04: 0x0003\n");
	SAYS(2, "pci.w 4 7", "--force=bus");
	SAYS(0, "pci.w 4 7 --force=bus", "reads 0x0007");
}

Test(command_words, what_was_meant)
{
	SAYS(2, "demoo", "there is no command 'demoo': did you mean 'demo'?");
	SAYS(2, "rign", "did you mean 'ring'?"); /* two letters swapped */
	SAYS(2, "help reda", "did you mean 'read'?");
	SAYS(2, "demo cueb", "there is no demo 'cueb': did you mean 'cube'?");
	SAYS(2, "demo cube --quite", "did you mean '--quiet'?");
	SAYS(2, "demo cube --quite=1", "did you mean '--quiet'?");
	SAYS(2, "xyzzy", "there is no command 'xyzzy'\n");
	SAYS(2, "demo cube --xyzzy", "there is no option '--xyzzy' here\n");
}

/* Help fits a terminal of 80 columns, and is ASCII. */
static void fits(const char *args)
{
	size_t column = 0;

	cr_expect_eq(run(args), 0, "%s: %s", args, said);
	for (const char *s = said; *s; s++) {
		column = *s == '\n' ? 0 : column + 1;
		cr_assert(column <= 80, "%s: a line of more than 80 characters: %.*s", args, 80, s - 80);
		cr_assert(*s > 0 && (*s >= ' ' || *s == '\n'), "%s: not ASCII: %.*s", args, 80, s);
	}
}

Test(command_words, help_fits_the_screen, .timeout = 120)
{
	char words[4000], args[120];

	fits("help");
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		snprintf(args, sizeof args, "help %s", c->name);
		fits(args);
	}
	fits("monitor <<e\nhelp\ne");
	snprintf(words, sizeof words, "%.*s", (int)sizeof words - 1, said);
	for (char *s = words, *line; (line = strsep(&s, "\n")) && *line;) {
		snprintf(args, sizeof args, "monitor <<e\nhelp %.*s\ne", (int)strcspn(line + 2, " "),
			 line + 2);
		fits(args);
	}
}

Test(command_words, faults)
{
	SAYS(2, "smoke --break vram-bit:0x1000:99", "an address below 0x10000000 and a bit from 0 to 7");
	SAYS(2, "smoke --break vram-bit:0x10000000:7", "an address below 0x10000000 and a bit from 0 to 7");
	SAYS(2, "qemu --break vram-bit -- -S", "vram-bit:ADDR:BIT");
	SAYS(2, "smoke --break vram", "there is no fault 'vram'");
	SAYS(0, "list", "vram-bit:ADDR:BIT (ADDR below the size of VRAM, BIT 0 to 7)");
}

/* What an image says by power=n (tests/unit/test_arm_images.c), said anywhere. */
Test(command_words, power)
{
	SAYS(0, "power", "fsl,imx6qp     GC3000    i.MX6 QuadPlus, at 0x00130000");
	SAYS(0, "power", "GC320     i.MX6 Quad, at 0x00134000; draws no 3D");
	SAYS(0, "power imx6q",
	     "GC2000 of an i.MX6 Quad, on: on bare metal this is done; here it is only said");
	SAYS(0, "power FSL,imx6q gc320",
	     "power: 0x020c406c, bits 0x0f000000 = 0x0f000000: CCM_CCGR1 (gpu2d, gpu3d)");
	SAYS(0, "power imx8mq", "power: wait for 0x0 under 0x80 in 0x303a00f8: GPC_PU_PGC_SW_PUP_REQ.GPU");
	SAYS(0, "power stm32mp157 off", "power: 0x5000021c = 0x00000020: RCC_MP_AHB6ENCLRR.GPUEN");
	SAYS(3, "power imx9", "no table has a board 'imx9'");
	SAYS(3, "power imx6dl gc355", "the board 'imx6dl' has no core 'gc355'");
	SAYS(2, "power imx6q gc2000 on", "'on' is one operand too many");
}

/* The codes are in one table. */
Test(command_words, exit_codes)
{
	SAYS(0, "help", "3 no such device or file,\n  4 permission, 5 time-out, 77 skipped.");
	SAYS(0, "help --man",
	     ".It 0\nok\n.It 1\nfailed or mismatch\n.It 2\nusage\n.It 3\nno such device or file\n.It "
	     "4\npermission\n");
}

/* ---- what a command says beside an error --------------------------------------------------------------- */
#define SAYS_NOT(text) cr_expect(!strstr(said, text), "%s", said)

Test(command_words, stream_errors)
{
	SAYS(3, "stream nofile", "No such file");
	SAYS_NOT("Every address has a name");
	SAYS(1, "stream .", "Is a directory");
	SAYS_NOT("Every address has a name");
	SAYS(1, "stream nofile; head -c 1000 $t/r500.tar.xz >cut.tar.xz; $firstlight stream cut.tar.xz",
	     "ends early");
	SAYS_NOT("Every address has a name");
	put("empty", "");
	SAYS(1, "stream --chip r580 empty", "empty is empty, and no command buffer");
	SAYS(0, "stream $t/r500.tar.xz --scene clear | tail -3", "\nEvery address has a name.\n");
}

Test(command_words, replay_errors)
{
	SAYS(3, "replay nofile", "No such file");
	SAYS_NOT("passed");
	SAYS(1,
	     "replay nofamily; printf 'GTRC\\1\\0\\0\\0\\11\\0\\0\\0\\0\\0\\0\\0' >f; $firstlight replay f",
	     "GTRC family 9; 1 to 4 are known");
}

Test(command_words, disasm_of_nothing)
{
	put("empty", "");
	put("remark", "# US, 0 instructions\n");
	SAYS(1, "disasm empty", "empty: there are no words in it");
	SAYS(1, "disasm --program us empty", "empty: there are no words in it");
	SAYS(1, "disasm remark", "remark: there are no words in it");
}

/* ---- standard input and output by name ----------------------------------------------------------------- */
Test(command_words, dash)
{
	put("in", "!!PVS\nMOV o0, v0\n");
	SAYS(0, "asm - <in", "# PVS, 1 instructions\n0x00f00203 ");
	SAYS(0, "asm in --out -", "# PVS, 1 instructions\n0x00f00203 ");
	SAYS(0, "asm in | $firstlight disasm -", "!!PVS\noption nosched nocheck\nMOV o0, v0\n");
	SAYS(0, "dump --quiet --out - CP_RB_CNTL", "firstlight snapshot 1\n");
	SAYS(0, "dump --quiet | $firstlight diff - live", " 0 are only in -, ");
	SAYS(2, "demo clear --out -", "a picture is not written to standard output");
	SAYS(2, "replay $t/r500.tar.xz --scene clear --out -", "a picture is not written to standard output");
	SAYS(2, "qemu --out - -- -S", "a picture is not written to standard output");
	SAYS(0, "help >/dev/null; ls", "in\n");
	SAYS_NOT("-\n");
}

Test(command_words, out_is_told_where_it_is_so)
{
	SAYS(0, "help demo", "cube-%03d.png");
	SAYS(0, "help replay", "one file a scene: diff-tri_flat.png");
	for (const char *const *c = (const char *const[]){"replay", "dump", "asm", "disasm", "qemu", NULL};
	     *c; c++) {
		char args[32];

		snprintf(args, sizeof(args), "help %s", *c);
		SAYS(0, args, "--out FILE");
		SAYS_NOT("%d");
	}
}

/* The number is in the Makefile, and nowhere else. */
Test(command_words, version)
{
	char want[64];
	FILE *f = popen("sed -n 's/^VERSION *:= */firstlight /p' Makefile", "r");

	cr_assert(f && fgets(want, sizeof(want), f));
	pclose(f);
	cr_assert(strlen(want) > strlen("firstlight 0\n"), "%s", want);
	cr_expect_eq(run("--version"), 0);
	cr_expect_str_eq(said, want);
	want[strcspn(want, "\n")] = 0;
	SAYS(0, "help --man", want);
	SAYS(0, "help --man", ".Fl \\-version\n");
	SAYS(0, "help", "--version");
	SAYS(0, "completion zsh", "'--version:");
	SAYS(2, "--version now", "one word too many");
	cr_expect_eq(run("-V"), 0);
	cr_expect(!strncmp(said, want, strlen(want)), "%s", said);
}

/* Nothing to do it with: the same code from each command. */
Test(command_words, device_without_3d)
{
	SAYS(3, "demo cube --quiet --device qtest", "needs the 3D engine");
	SAYS(3, "microcode --chip gc2000", "cards of the Vivante GC family have no microcode");
	SAYS(3, "ring --device qtest", "is not a card of the R300-R400-R500 family");
	SAYS(3, "smoke --device qtest", "the smoke test is for R3xx to R5xx");
}
