/* SPDX-License-Identifier: MIT
 *
 * `firstlight gl` with the Mesa of this system: scenes of tests/mesa/ through its drivers on the
 * models, beside its software rasterizer. Skipped where Mesa or its headers are missing; `make check-gl` has
 * all scenes and all chips.
 */
#include "tests/unit/test_command.h"

/* Of every group of state one; each agrees within 2 of 255 on 99 % of the pixels. */
#define SCENES "lights several_units blends stencil_sides clip_planes mipmaps cube_map gears shadow rtt"

static const char *top(void)
{
	static char path[300];

	if (*build_dir() == '/')
		snprintf(path, sizeof path, "%s", build_dir());
	else
		cr_assert(realpath(build_dir(), path));
	return path;
}

/* The reference, or a skipped test. */
static void reference(void)
{
	char cmd[900];

	snprintf(cmd, sizeof cmd,
		 "LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe %s/gl-scenes %s/reference " SCENES
		 " 2>/dev/null",
		 top(), dir);
	if (system(cmd))
		cr_skip_test("Mesa or its headers are not there");
}

static void on(const char *chip, const char *renderer)
{
	char args[400], cmd[700];
	FILE *f;
	int code;

	snprintf(args, sizeof args, "gl --fine --strict --chip %s -- %s/gl-scenes %s " SCENES, chip, top(),
		 chip);
	SAYS(0, args, renderer);
	snprintf(cmd, sizeof cmd, "%s/gl-scenes -c %s/reference %s/%s", top(), dir, dir, chip);
	f = popen(cmd, "r");
	cr_assert(f);
	said[fread(said, 1, sizeof(said) - 1, f)] = 0;
	code = pclose(f);
	cr_expect(!code && strstr(said, "10 scenes, 0 failed") && strstr(said, renderer), "%s: %s", chip,
		  said);
}

Test(gl, scenes_through_stock_mesa, .init = command_begin, .fini = command_end, .timeout = 300)
{
	reference();
	on("r580", "ATI R580");
	on("rv530", "ATI RV530");
	on("r300", "ATI R300");
	on("rv770", "AMD RV770");
	on("bonaire", "BONAIRE");
	on("kabini", "KABINI");
}

Test(gl, a_program_that_draws_elsewhere_is_an_error, .init = command_begin, .fini = command_end)
{
	SAYS(1, "gl -- true", "never opened /dev/dri/renderD128");
	SAYS(3, "gl -- ./no-such-program", "no-such-program");
	SAYS(7, "gl -- sh -c 'exit 7'", "0 submissions");
	SAYS(143, "gl -- sh -c 'kill -TERM $PPID; exec sleep 9'", "never opened /dev/dri/renderD128");
	SAYS(2, "gl --chip rv100 -- true", "rv100");
	/* no SDL2, or a driver that it does not have */
	cr_assert_eq(setenv("SDL_VIDEODRIVER", "none", 1), 0);
	SAYS(1, "gl --window -- true", "no window");
	SAYS(2, "gl --out f-%x.png -- true", "--out takes one %d");
	reference();
	char args[400];
	snprintf(args, sizeof args, "gl -- env LIBGL_ALWAYS_SOFTWARE=1 %s/gl-scenes out clear", top());
	SAYS(1, args, "was drawn by \"llvmpipe");
	/* A program whose driver starts, and which draws nothing, is none of that. */
	snprintf(args, sizeof args, "gl -- %s/gl-scenes out no-such-scene", top());
	SAYS(0, args, "ATI R580");
	/* Without a surface a frame ends when its pixels are read. */
	snprintf(args, sizeof args, "gl --frames 0-1 --out f-%%d.png -- %s/gl-scenes out lights gears",
		 top());
	SAYS(0, args, "2 frames, ");
	cr_expect(!access(in_dir("f-0.png"), R_OK) && !access(in_dir("f-1.png"), R_OK));
	snprintf(args, sizeof args, "gl --frames 0-2 --out f-%%d.png -- %s/gl-scenes out lights gears",
		 top());
	SAYS(1, args, "2 of 3 frames drawn");
}

/* Piglit's runner, on a piglit of six tests: what fails on the model alone is the model's, what real
 * chips fail or has a cause that is known is not, and a second run asks nothing again. */
Test(gl, piglits_results_are_sorted, .init = command_begin, .fini = command_end, .timeout = 60)
{
	static const char *const want[] = {"6 tests; agree 1, model 1, explained 1, question 0, both 3",
					   "FAIL shaders@bad (fail; llvmpipe: pass)"};
	char cmd[1200], source[300];

	cr_assert(getcwd(source, sizeof source));
	snprintf(cmd, sizeof cmd, "PIGLIT=none tests/gl/piglit.py 2>%s/progress", dir);
	cr_expect_eq(WEXITSTATUS(system(cmd)), 77);
	snprintf(cmd, sizeof cmd, "tests/gl/pretend.sh %s/p", dir);
	cr_assert_eq(system(cmd), 0);
	for (unsigned run = 0; run < 2; run++) {
		FILE *f;

		snprintf(
		    cmd, sizeof cmd,
		    "cd %s && PIGLIT=p %s/tests/gl/piglit.py --chip rv530 --build %s --work w 2>progress",
		    dir, source, top());
		f = popen(cmd, "r");
		cr_assert(f);
		said[fread(said, 1, sizeof(said) - 1, f)] = 0;
		cr_expect_eq(WEXITSTATUS(pclose(f)), 1);
		for (unsigned i = 0; i < 2; i++)
			cr_expect(strstr(said, want[i]), "run %u: %s", run, said);
		snprintf(cmd, sizeof cmd, "test %s -s %s/progress", run ? "!" : "", dir);
		cr_expect_eq(system(cmd), 0);
	}
}

/* A shell sees the node as a character device, and no file of the machine's is in the way. */
Test(gl, the_node_as_programs_see_it, .init = command_begin, .fini = command_end)
{
	SAYS(1, "gl -- stat -c '%F %t:%T' /dev/dri/renderD128", "character special file e2:80");
	SAYS(1, "gl --chip rv530 -- cat /sys/dev/char/226:128/device/device", "0x71c1");
	SAYS(1, "gl -- ls /dev/dri", "renderD128");
	SAYS(1, "gl -- readlink /sys/dev/char/226:128/device/subsystem", "bus/pci");
}

/* A model in a card's place: woken step by step, reached over its bus, with a memory of its own. */
Test(gl, a_card_takes_the_models_place, .init = command_begin, .fini = command_end, .timeout = 120)
{
	static const char *const chips[] = {"r580", "r300", "rv770"};
	char args[700];

	reference();
	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
		FILE *f;

		snprintf(args, sizeof args, "gl --strict --device model:%s -- %s/gl-scenes %s " SCENES,
			 chips[i], top(), chips[i]);
		SAYS(0, args, "on the card ");
		snprintf(args, sizeof args, "%s/gl-scenes -c %s/reference %s/%s", top(), dir, dir, chips[i]);
		f = popen(args, "r");
		cr_assert(f);
		said[fread(said, 1, sizeof(said) - 1, f)] = 0;
		cr_expect(!pclose(f) && strstr(said, "10 scenes, 0 failed"), "%s: %s", chips[i], said);
	}
	snprintf(args, sizeof args, "gl --device model:rv770 --capture c.trace -- %s/gl-scenes out gears rtt",
		 top());
	SAYS(0, args, "submissions");
	SAYS(0, "replay c.trace", " 0 of ");
	SAYS(1, "gl --device model:rv530 --transport system -- true", "never opened");
	SAYS(2, "gl --device model:rv530 --transport pio -- true", "OpenGL wants commands fetched");
	SAYS(1, "gl --device model:bonaire -- true", "R3xx to R7xx");
	SAYS(1, "gl --device model:gc2000 -- true", "R3xx to R7xx");
	SAYS(2, "gl --device model:rv100 -- true", "no model of a chip");
	SAYS(2, "gl --chip r580 --device 01:00.0 -- true", "not both");
}

/* The chip hangs in the middle, is reset, and goes on; who did it is named. */
Test(gl, a_card_that_hangs_goes_on, .init = command_begin, .fini = command_end, .timeout = 120)
{
	char args[700];

	reference();
	snprintf(args, sizeof args,
		 "gl --device model:rv770 -- sh -c '%s/gl-trouble loop; %s/gl-trouble garbage 3; "
		 "%s/gl-scenes rv770 " SCENES "'",
		 top(), top(), top());
	SAYS(1, args, "submission 1: the chip hung, and was reset: fence");
	cr_expect(strstr(said, "was refused, as Linux would"));
	snprintf(args, sizeof args, "%s/gl-scenes -c %s/reference %s/rv770 >%s/compared", top(), dir, dir,
		 dir);
	cr_expect_eq(system(args), 0);
}

Test(gl, captures_play_to_the_same_bits, .init = command_begin, .fini = command_end, .timeout = 120)
{
	static const char *const chips[] = {"rv515", "rv770", "bonaire"};
	char args[400];

	reference();
	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
		snprintf(args, sizeof args, "gl --chip %s --capture c.trace -- %s/gl-scenes out gears rtt",
			 chips[i], top());
		SAYS(0, args, "submissions");
		SAYS(0, "replay c.trace", " 0 of ");
		SAYS(0, "replay --threads 1 --isa base c.trace", "1 passed");
	}
}
