/* SPDX-License-Identifier: MIT
 *
 * `make install`: what is put where, and that it can be used; `make uninstall`: that it takes all of that
 * away, and nothing that is not its own. Folders have blanks in their names.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[] = "/tmp/firstlight install-XXXXXX", out[100000];

/* A shell command's exit code, and in out[] what it printed. $d is the test's folder, `fl GOAL` make of the
 * plain build, also when these tests are built with sanitizers. */
static int sh(const char *cmd)
{
	char text[6000];
	size_t n;

	snprintf(
	    text, sizeof text,
	    "exec 2>&1; unset MAKEFLAGS MAKELEVEL; d='%s'; b=$(realpath --relative-to=. ${FL_BUILD:-build}); "
	    "[ -z \"$FL_SANITIZED\" ] || b=build; "
	    "fl() { make -s B=$b prefix='/opt/first light' DESTDIR=\"$d/a b\" \"$@\"; }; "
	    "i=\"$d/a b/opt/first light\"; %s",
	    dir, cmd);
	FILE *f = popen(text, "r");
	cr_assert(f);
	n = fread(out, 1, sizeof out - 1, f);
	out[n] = 0;
	return WEXITSTATUS(pclose(f));
}

static void begin(void)
{
	cr_assert(mkdtemp(dir));
}

static void end(void)
{
	sh("rm -rf \"$d\"");
}

TestSuite(install, .timeout = 300, .init = begin, .fini = end);

Test(install, can_be_used_and_goes_altogether)
{
	cr_assert_eq(sh("fl install"), 0, "%s", out);
	cr_expect_eq(
	    sh("cd \"$i\" && ls bin/firstlight lib/libfirstlight.a lib/libfirstlight-hosted.a "
	       "lib/pkgconfig/firstlight.pc lib/pkgconfig/firstlight-hosted.pc "
	       "lib/firstlight/firstlight-gl.so share/man/man1/firstlight.1 "
	       "share/firstlight/firstlight.elf share/bash-completion/completions/firstlight "
	       "share/zsh/site-functions/_firstlight share/fish/vendor_completions.d/firstlight.fish"),
	    0, "%s", out);
	cr_expect_eq(sh("\"$i/bin/firstlight\" list"), 0, "%s", out);
	/* A program outside of the tree, by pkg-config. */
	cr_expect_eq(
	    sh("printf '%s\\n' '#include \"hw/regs/r500.h\"' '#include \"lib/fl_draw.h\"' "
	       "'#include \"lib/tool/fl_mon.h\"' '#include \"hw/bus/hosted/hosted.h\"' '#include <stdio.h>' "
	       "'int main(void) { struct fl_reg r; return !fl_regs_find(fl_regs_r500(), \"RBBM_STATUS\", "
	       "~0u, "
	       "&r) || r.offset != R500_RBBM_STATUS; }' > \"$d/t.c\" && "
	       "export PKG_CONFIG_PATH=\"$i/lib/pkgconfig\" && "
	       "eval \"${CC:-gcc} -Wall -Werror -o '$d/t' '$d/t.c' "
	       "$(pkg-config --define-variable=prefix=\"$(printf %s \"$i\" | sed 's/ /\\\\ /g')\" "
	       "--define-variable=includedir=\"$i/include\" --define-variable=libdir=\"$i/lib\" "
	       "--cflags --libs firstlight)\" && \"$d/t\""),
	    0, "%s", out);
	/* Once more, as an update is; then nothing is left of it. */
	cr_assert_eq(sh("fl install"), 0, "%s", out);
	cr_expect_eq(sh("fl uninstall"), 0, "%s", out);
	cr_expect_str_eq(out, "");
	sh("find \"$d/a b\" -mindepth 1");
	cr_expect_str_eq(out, "");
}

/* The examples as a user builds them, in a folder of his own: by their Makefile, with warnings, hosted and as
 * an emulator would; and bare, started by QEMU. */
Test(install, examples_are_built_and_run)
{
	/* pkg-config's words have no blanks inside. */
	char plain[] = "/tmp/firstlight-plain-XXXXXX", cmd[3000];

	cr_assert(mkdtemp(plain));
	snprintf(
	    cmd, sizeof cmd,
	    "p=%s; fl prefix=$p DESTDIR= install && cp -r $p/share/firstlight/examples \"$d/mine\" && "
	    "cd \"$d/mine\" && [ $(cat hosted.c bare.c emulator.c | wc -l) -lt 100 ] && "
	    "PKG_CONFIG_PATH=$p/lib/pkgconfig make CC=\"${CC:-gcc}\" CFLAGS='-O2 -Wall -Wextra -Werror'; "
	    "code=$?; rm -rf $p; exit $code",
	    plain);
	cr_assert_eq(sh(cmd), 0, "%s", out);
	cr_expect_eq(sh("cd \"$d/mine\" && ./hosted && head -c 11 hosted.ppm"), 0);
	cr_expect_str_eq(out, "P6\n640 480\n");
	cr_expect_eq(sh("cd \"$d/mine\" && ./emulator"), 0);
	cr_expect(strstr(out, "1002:71c1\n0xcafe\n[CP] ") && strstr(out, "no such opcode"), "%s", out);
	sh("cd \"$d/mine\" && timeout 60 qemu-system-x86_64 -display none -vga none -device "
	   "ati-vga,model=rv100 "
	   "-serial file:said -device isa-debug-exit,iobase=0xf4,iosize=4 -kernel bare.elf -append exit; cat "
	   "said");
	cr_expect(strstr(out, "drawn"), "%s", out);
}

/* Each header that is installed can be included alone, by C and by C++, without a warning; and what they
 * declare is C's. */
Test(install, headers_are_for_c_and_cpp)
{
	if (sh("command -v g++"))
		cr_skip_test("there is no C++ compiler");
	cr_assert_eq(sh("fl install && ! find \"$i/include\" -name internal.h | grep ."), 0, "%s", out);
	cr_expect_eq(
	    sh("cd \"$i/include/firstlight\" && find . -name '*.h' | sed 's:^\\./::' | while read -r h; do "
	       "echo \"#include <$h>\" | gcc -std=gnu11 -Wall -Werror -I. -fsyntax-only -x c - || echo \"C: "
	       "$h\"; "
	       "echo \"#include <$h>\" | g++ -Wall -Werror -I. -fsyntax-only -x c++ - || echo \"C++: $h\"; "
	       "done | grep . && exit 1; exit 0"),
	    0, "%s", out);
	cr_expect_eq(
	    sh("cd \"$i\" && printf '%s\\n' '#include <lib/hosted/fl_host.h>' 'static fl_host h;' 'int "
	       "main()' "
	       "'{ if (fl_host_open(&h, \"rv530\", 64, 64)) return fl_host_fail(&h);' "
	       "'fl_clear(&h.stage.d, FL_CLEAR_COLOR, 0xff203040, 1, 0);' "
	       "'if (fl_stage_finish(&h.stage, &h.err)) return fl_host_fail(&h);' "
	       "'return fl_host_close(&h); }' > \"$d/t.cpp\" && g++ -o \"$d/t\" -Iinclude/firstlight "
	       "\"$d/t.cpp\" -Llib -lfirstlight-hosted -lfirstlight -lpci -lm -pthread && \"$d/t\""),
	    0, "%s", out);
}

Test(install, takes_away_only_its_own)
{
	cr_assert_eq(sh("mkdir -p \"$i/share/man\" \"$i/include/firstlight/lib\" && fl install"), 0, "%s",
		     out);
	/* Files of somebody else's among ours, one of ours that was changed, and one that became a link. */
	cr_assert_eq(sh("cd \"$i\" && echo mine > include/firstlight/mine.h && "
			"echo mine > share/firstlight/mine && echo mine > lib/libfirstlight.a && "
			"mv bin/firstlight elsewhere && ln -s ../elsewhere bin/firstlight && echo x > lib/x"),
		     0);
	cr_expect_eq(sh("fl uninstall"), 0, "%s", out);
	cr_expect(strstr(out, "has changed since it was installed") && strstr(out, "not what was installed"),
		  "%s", out);
	sh("cd \"$i\" && find . | sort | tr '\\n' ' '");
	cr_expect_str_eq(out,
			 ". ./bin ./bin/firstlight ./elsewhere ./include ./include/firstlight "
			 "./include/firstlight/lib ./include/firstlight/mine.h ./lib ./lib/libfirstlight.a "
			 "./lib/x ./share ./share/firstlight ./share/firstlight/mine ./share/man ");
	/* A second time there is nothing to go by. */
	cr_expect_neq(sh("fl uninstall"), 0);
	cr_expect(strstr(out, "nothing was installed here"), "%s", out);
}

Test(install, an_update_takes_old_files_along)
{
	cr_assert_eq(sh("fl install && cd \"$i\" && echo old > include/firstlight/old.h && "
			"printf 'f %s %s\\n' \"$(cksum < include/firstlight/old.h | tr ' ' -)\" "
			"'/opt/first light/include/firstlight/old.h' >> share/firstlight/installed"),
		     0, "%s", out);
	cr_assert_eq(sh("fl install"), 0, "%s", out);
	cr_expect_neq(sh("[ -e \"$i/include/firstlight/old.h\" ]"), 0);
	cr_expect_eq(sh("[ -e \"$i/include/firstlight/lib/fl_draw.h\" ]"), 0);
}
