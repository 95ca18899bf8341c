/* SPDX-License-Identifier: MIT
 *
 * firstlight play: logs that come back, what differs, and what is no log; and models that last (--state).
 */
#include "demos/firstlight/access_log.h"
#include "tests/unit/test_regtool_cmd.h"

static char out[1 << 18], err[4096];

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

static int run(const char *const *words)
{
	int code = cmd_run(words);

	cmd_text(out_path, out, sizeof(out));
	cmd_text(err_path, err, sizeof(err));
	return code;
}

#define SAYS(text, what) cr_assert(strstr(text, what), "'%s' is not in:\n%.2000s", what, text)

TestSuite(regtool_play, .init = cmd_paths, .fini = cmd_clean, .timeout = 60);

Test(regtool_play, lines_come_back)
{
	static const struct fl_access all[] = {
	    {FL_ACCESS_READ32, 0x15e0, 0xcafe, 4, 12},
	    {FL_ACCESS_WRITE32, 0x15e4, 0xffffffff, 4, 0},
	    {FL_ACCESS_READ8, 0x9, 0x7f, 1, 99},
	    {FL_ACCESS_WRITE8, 0x8, 0x80, 1, 12345678901},
	    {FL_ACCESS_VRAM_READ, 0x1000, 0x1122334455667788, 8, 1},
	    {FL_ACCESS_VRAM_WRITE, 0xffffff0, 0x7, 1, 1},
	    {FL_ACCESS_VRAM_WRITE, 0x40, 0, 4096, 1},
	    {FL_ACCESS_CFG_READ, 0, 0x1002, 2, 1},
	    {FL_ACCESS_CFG_WRITE, 4, 7, 1, 1},
	    {FL_ACCESS_DELAY, 0, 1000, 4, 1},
	};
	char line[256];

	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++) {
		FILE *f = fmemopen(line, sizeof(line), "w");
		struct fl_access a;

		fl_access_print(f, &all[i], i & 1 ? "NAME[3]" : "");
		fclose(f);
		line[strcspn(line, "\n")] = 0;
		cr_assert(fl_access_scan(line, &a), "%s", line);
		cr_expect(a.kind == all[i].kind && a.offset_B == all[i].offset_B && a.value == all[i].value &&
			      a.size_B == all[i].size_B && a.time_us == all[i].time_us,
			  "%s", line);
	}
}

Test(regtool_play, what_is_no_line)
{
	static const char *const wrong[] = {
	    "",
	    "read 0x15e0 0x1",
	    "1 us",
	    "1 us  peek 0x15e0 0x1",
	    "1 us  read",
	    "1 us  read 0x15e0",
	    "1 us  read 0x15e0 SCRATCH_REG[0]",
	    "1 us  read 0x15e0 0x1",
	    "1 us  read8 0x15e0 0x00000001",
	    "1 us  write 0x15e0 0x00000001 more",
	    "1 us  vram write 0x0  4 bytes",
	    "1 us  vram write 0x0  4 bits 0x1",
	    "1 us  delay 5",
	    "x us  delay 5 us",
	};
	struct fl_access a;

	for (unsigned i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		cr_expect(!fl_access_scan(wrong[i], &a), "%s", wrong[i]);
}

static void put_log(const char *text)
{
	FILE *f = fopen(log_path, "w");

	cr_assert(f);
	fputs(text, f);
	fclose(f);
}

/* A reset of the model, logged, and done again: it reads the same. Another chip answers another id. */
Test(regtool_play, a_reset_comes_back)
{
	cr_assert_eq(RUN("reset", "--log", log_path), FL_OK, "%s", err);
	cr_assert_eq(RUN("play", log_path), FL_USAGE);
	SAYS(err, "--force=display,bus --unsafe-read");
	cr_assert_null(strstr(err, "accesses"), "it was played: %s", err);
	cr_assert_eq(RUN("play", log_path, "--force=display,bus", "--unsafe-read"), FL_OK, "%s%s", out, err);
	SAYS(err, " 0 reads differ");
	cr_assert_eq(RUN("play", log_path, "--force=display,bus", "--unsafe-read", "--chip", "rv530"),
		     FL_FAILED);
	SAYS(out, "cfg:0x0000");
	SAYS(out, "0x72491002 -> 0x71c11002");
}

Test(regtool_play, what_differs_is_named)
{
	put_log("# made by hand\n"
		"1 us  write      0x15e0  SCRATCH_REG[0]               0x0000cafe\n"
		"2 us  read       0x15e0  SCRATCH_REG[0]               0x0000beef\n"
		"3 us  vram write 0x001000  4 bytes 0x12345678\n"
		"4 us  vram read  0x001000  4 bytes 0x12345678\n"
		"5 us  vram write 0x002000  4096 bytes\n"
		"6 us  read       0x4018  GB_TILE_CONFIG               0x0000002f\n");
	cr_assert_eq(RUN("play", log_path), FL_FAILED, "%s", err);
	SAYS(out, ":3: SCRATCH_REG[0]");
	SAYS(out, "0x0000beef -> 0x0000cafe");
	SAYS(out, "2 PIXELS_32 -> 1 PIXELS_16");
	cr_assert_null(strstr(out, "vram"), "%s", out);
	SAYS(err, "5 accesses, 2 reads differ; 1 of more than 8 bytes");
	cr_assert_eq(RUN("play", log_path, "--json"), FL_FAILED, "%s", err);
	SAYS(out, "\"register\": \"SCRATCH_REG[0]\"");
}

/* Reads in a row were a wait: of a frame counter, say, which is 3 at the end of it after three frames. */
Test(regtool_play, a_wait_is_a_wait)
{
	put_log("1 us  read       0x60a4  D1CRTC_FRAME_COUNT           0x00000009\n"
		"1 us  delay      1 us\n"
		"2 us  read       0x60a4  D1CRTC_FRAME_COUNT           0x00000003\n");
	cr_assert_eq(RUN("play", log_path), FL_OK, "%s%s", out, err);
	cr_assert_eq(RUN("play", log_path, "--timeout", "1"), FL_FAILED, "%s", err);
	SAYS(out, ":3: D1CRTC_FRAME_COUNT");
}

Test(regtool_play, what_is_no_log)
{
	put_log("1 us  write      0x15e0  SCRATCH_REG[0]               0x0000cafe\nnonsense\n");
	cr_assert_eq(RUN("play", log_path), FL_FAILED);
	SAYS(err, ":2: this is no access");
	put_log("# nothing\n");
	cr_assert_eq(RUN("play", log_path), FL_FAILED);
	SAYS(err, "no access");
	put_log("1 us  write      0xffffffff0  0x00000001\n");
	cr_assert_eq(RUN("play", log_path), FL_FAILED);
	SAYS(err, "does not reach 0xffffffff0");
	put_log("1 us  write      0x15e1  0x00000001\n");
	cr_assert_eq(RUN("play", log_path), FL_FAILED);
	cr_assert_eq(RUN("play", "/nonexistent"), FL_NO_DEVICE);
}

/* ---- a model that lasts -------------------------------------------------------------------------------- */
Test(regtool_play, a_model_remembers)
{
	cr_assert_eq(RUN("write", "SCRATCH_REG[0]=0xcafe", "--state", log_path), FL_OK, "%s", err);
	cr_assert_eq(
	    RUN("write", "SCRATCH_REG[0]|=0x10000", "pll:0x0f=3", "--force=clock", "--state", log_path),
	    FL_OK, "%s", err);
	SAYS(out, "0x0000cafe -> 0x0001cafe");
	cr_assert_eq(RUN("mw", "vram:0x100", "0x12345678", "2", "--state", log_path), FL_OK, "%s", err);
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]", "pll:0x0f", "--state", log_path, "--chip", "R580"), FL_OK,
		     "%s", err);
	SAYS(out, "0x0001cafe");
	SAYS(out, "0x00000003");
	cr_assert_eq(RUN("md", "vram:0x100", "2", "--state", log_path), FL_OK, "%s", err);
	SAYS(out, "12345678 12345678");
	/* Without it, each is a fresh one; and a rehearsal leaves nothing. */
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]"), FL_OK, "%s", err);
	SAYS(out, "0x00000000");
	cr_assert_eq(RUN("write", "-n", "SCRATCH_REG[0]=1", "--state", log_path), FL_OK, "%s", err);
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]", "--state", log_path), FL_OK, "%s", err);
	SAYS(out, "0x0001cafe");
	/* What the model objected to was said when it was done. */
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]", "--state", log_path), FL_OK, "%s", err);
	cr_assert_eq(*err, 0, "%s", err);
}

Test(regtool_play, what_is_no_state)
{
	cr_assert_eq(RUN("write", "SCRATCH_REG[0]=1", "--state", log_path), FL_OK, "%s", err);
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]", "--state", log_path, "--chip", "rv530"), FL_USAGE);
	SAYS(err, "of r580, not of rv530");
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]", "--state", log_path, "--device", "01:00.0"), FL_USAGE);
	put_log("something else\n");
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]", "--state", log_path), FL_FAILED);
	SAYS(err, "stays as it is");
	cmd_text(log_path, out, sizeof(out));
	cr_assert_str_eq(out, "something else\n");
	put_log("# firstlight state of r580\n1 us  write 0xffffff00 0x00000001\n");
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]", "--state", log_path), FL_FAILED);
	SAYS(err, ":2: this is no access to this model");
	cr_assert_eq(RUN("read", "SCRATCH_REG[0]", "--state", "/nonexistent/file"), FL_NO_DEVICE);
}

/* A log as C: a compiler takes it, and what it makes does the same to another model. */
Test(regtool_play, as_c, .timeout = 120)
{
	char log[64], cmd[1600], dir[] = "/tmp/fl-play-c-XXXXXX";
	FILE *f;

	cr_assert(mkdtemp(dir));
	snprintf(log, sizeof log, "%s/log", dir);
	cr_assert_eq(RUN("reset", "--chip", "rv530", "--log", log), FL_OK, "%s", err);
	cr_assert_eq(RUN("play", log, "--c", "--chip", "rv530"), FL_OK, "%s", err);
	SAYS(out, "fl_write32(d, R500_RBBM_SOFT_RESET, 0x");
	SAYS(out, "fl_delay_us(d, ");
	SAYS(out, "fl_poll32(d, R500_");
	SAYS(out, "differs(err, 0x");
	snprintf(cmd, sizeof cmd, "%s/main.c", dir);
	f = fopen(cmd, "w");
	cr_assert(f);
	fputs(out, f);
	fputs("#include \"hw/bus/hosted/hosted.h\"\n#include <stdio.h>\n"
	      "int main(void)\n{\n"
	      "\tstatic struct fl_dev d;\n"
	      "\tstruct fl_model_config c = {.posted = true};\n"
	      "\tchar why[200];\n"
	      "\tstruct fl_model *m = fl_model_new(\"rv530\", &c, why, sizeof why);\n"
	      "\tstruct fl_err err = {0};\n"
	      "\tif (!m)\n\t\treturn 9;\n"
	      "\tif (fl_open_model(&d, m, \"rv530\", &err) || play(&d, &err))\n\t\tputs(err.text);\n"
	      "\treturn err.code;\n}\n",
	      f);
	fclose(f);
	snprintf(cmd, sizeof cmd,
		 "b=${FL_BUILD:-build}; [ -z \"$FL_SANITIZED\" ] || b=build; "
		 "gcc -std=gnu11 -Wall -Werror -I. -I$b/gen -o %s/main %s/main.c $b/libfirstlight-hosted.a "
		 "$b/libfirstlight.a -lpci -lm -pthread && %s/main",
		 dir, dir, dir);
	cr_expect_eq(system(cmd), 0);
	snprintf(cmd, sizeof cmd, "rm -r %s", dir);
	cr_expect_eq(system(cmd), 0);
}
