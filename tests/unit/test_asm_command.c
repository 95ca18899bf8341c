/* SPDX-License-Identifier: MIT
 *
 * firstlight asm and disasm as commands: there and back through files, what they say of wrong ones, exit
 * codes.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(asm_command, .timeout = 30);

static char dir[] = "/tmp/fl-asm-XXXXXX", said[4096];

static void begin(void)
{
	cr_assert(mkdtemp(dir));
}

static void end(void)
{
	char cmd[64];

	snprintf(cmd, sizeof(cmd), "rm -r %s", dir);
	cr_assert_eq(system(cmd), 0);
}

static void put(const char *name, const void *data, size_t n)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	FILE *f = fopen(path, "w");
	cr_assert(f && fwrite(data, 1, n, f) == n && !fclose(f));
}

static int run(const char *args)
{
	char cmd[600], cwd[300];

	cr_assert(getcwd(cwd, sizeof(cwd)));
	snprintf(cmd, sizeof(cmd),
		 "b=%s; case $b in /*) ;; *) b=%s/$b;; esac; cd %s && $b/firstlight %s 2>&1", build_dir(),
		 cwd, dir, args);
	FILE *f = popen(cmd, "r");
	cr_assert(f);
	said[fread(said, 1, sizeof(said) - 1, f)] = 0;
	return WEXITSTATUS(pclose(f));
}

Test(asm_command, there_and_back, .init = begin, .fini = end)
{
	static const char vs[] = "# vertices\n!!PVS\nin at\nMUL o0, at, 0.5\n";
	const uint8_t words[24] = {0x03, 0x38, 0, 0, 0, 0, 0x42, 0x02, 1, 0xe4, 2, 0xe4};

	put("a.vs", vs, sizeof(vs) - 1);
	cr_assert_eq(run("asm a.vs --out a.words"), 0, "%s", said);
	cr_assert_eq(run("disasm a.words"), 0, "%s", said);
	cr_assert_str_eq(said, "!!PVS\noption nosched nocheck\nMUL o0, v0, c0.x\n");
	cr_assert_eq(run("asm a.vs --json"), 0);
	cr_assert(strstr(said, "\"kind\": \"PVS\"") && strstr(said, "\"name\": \"at\""), "%s", said);
	put("b.bin", words, sizeof(words));
	cr_assert_eq(run("disasm --program us b.bin"), 0, "%s", said);
	cr_assert(strstr(said, "LD r2.rgb, r1, tex2 [acquire]"), "%s", said);
}

Test(asm_command, chips_say_what_their_programs_are, .init = begin, .fini = end)
{
	put("a.r7", "!!R700\nALU\nMOV R0.x, R1.y\n", 26);
	cr_assert_eq(run("asm a.r7 --chip rv770 --out a.words"), 0, "%s", said);
	cr_assert_eq(run("disasm a.words --chip RV730"), 0, "%s", said);
	cr_assert(strstr(said, "x: MOV                  R0.x, R1.y") && strstr(said, "01  NOP EOP"), "%s",
		  said);
	cr_assert_eq(run("disasm a.words"), 0, "%s", said);
	cr_assert(!strncmp(said, "!!R700\n", 7), "%s", said);
	cr_assert_eq(run("asm a.r7 --chip rv670"), 1);
	cr_assert(strstr(said, "rv670 does not run programs that begin with !!R700"), "%s", said);
	cr_assert_eq(run("disasm a.words --chip r580"), 2);
	cr_assert(strstr(said, "--chip 'r580' does not say what kind of program it is"), "%s", said);
}

Test(asm_command, errors, .init = begin, .fini = end)
{
	put("a.fs", "!!US\nMUL r0, r1\nMOV r0, x\n", 26);
	cr_assert_eq(run("asm a.fs"), 1);
	cr_assert(strstr(said, "a.fs:2:11: end of line: expected ','"), "%s", said);
	cr_assert(strstr(said, "a.fs:3:9: 'x': expected a source"), "%s", said);
	put("b.fs", "MUL r0, r1, r2\n", 15);
	cr_assert_eq(run("asm b.fs"), 1);
	cr_assert(strstr(said, "begins with !!PVS (vertex) or !!US (fragment)"), "%s", said);
	put("c", "0x1 0x2 0x3\n", 12);
	cr_assert_eq(run("disasm c"), 2, "%s", said);
	cr_assert_eq(run("disasm --program pvs c"), 1, "%s", said);
	put("d", "1d 0 0 0\n", 9);
	cr_assert_eq(run("disasm --program pvs d"), 1);
	cr_assert(strstr(said, "# not valid: no such vector opcode"), "%s", said);
	put("e", "hello\n", 6);
	cr_assert_eq(run("disasm e"), 1, "%s", said);
	cr_assert_eq(run("disasm nowhere"), 3, "%s", said);
}
