/* SPDX-License-Identifier: MIT
 *
 * firstlight read, write, dump, diff, watch, poll, decode: exit codes, what is printed, snapshots that come
 * back.
 */
#include "demos/firstlight/regs.h"
#include "demos/firstlight/snapshot.h"
#include "tests/unit/test_regtool_cmd.h"

static char out[1 << 20], err[4096];

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

static int run(const char *const *words)
{
	int code = cmd_run(words);

	cmd_text(out_path, out, sizeof(out));
	cmd_text(err_path, err, sizeof(err));
	return code;
}

#define SAYS(text, what) cr_assert(strstr(text, what), "'%s' is not in:\n%.2000s", what, text)

TestSuite(regtool_cmd, .init = cmd_paths, .fini = cmd_clean);

Test(regtool_cmd, write_prints_old_and_new)
{
	cr_assert_eq(RUN("write", "SCRATCH_REG[1]=0xcafe", "GB_TILE_CONFIG.TILE_SIZE=PIXELS_32"), FL_OK, "%s",
		     err);
	SAYS(out, "SCRATCH_REG[1]");
	SAYS(out, "0x00000000 -> 0x0000cafe");
	/* R5xx guide, GB_TILE_CONFIG: bits 5:4; and four pipes as the BIOS left them */
	SAYS(out, "0x0000001f -> 0x0000002f");
	SAYS(out, "PIXELS_16 -> 2 PIXELS_32");
	cr_assert_null(strstr(out, "PIPE_COUNT"), "a field that did not change is shown");
	cr_assert_null(strchr(out, 27), "color in a file");
	cr_assert_eq(RUN("write", "-n", "SCRATCH_REG[1]=0xcafe"), FL_OK);
	SAYS(out, "not written");
	cr_assert_eq(RUN("write", "RBBM_GUICNTL=1"), FL_FAILED);
	SAYS(err, "did not take");
}

Test(regtool_cmd, poll_exit_codes)
{
	cr_assert_eq(RUN("poll", "RBBM_STATUS.GUI_ACTIVE=0"), FL_OK);
	cr_assert_eq(RUN("poll", "SCRATCH_REG[0]=1", "--timeout", "20"), FL_TIMEOUT);
	SAYS(err, "SCRATCH_REG[0] is 0x00000000");
	SAYS(err, "20 ms");
}

/* Through jansson and back: one walker, so the same values. */
Test(regtool_cmd, json_tells_the_same)
{
	json_error_t e;
	json_t *all, *first, *field;
	size_t i;
	bool found = false;

	cr_assert_eq(RUN("read", "GB_TILE_CONFIG", "mc:MC_STATUS", "WAIT_UNT*", "--json"), FL_OK);
	all = json_loads(out, 0, &e);
	cr_assert(all, "%s", e.text);
	cr_assert_eq(json_array_size(all), 3);
	first = json_array_get(all, 0);
	cr_assert_eq(json_integer_value(json_object_get(first, "address")), 0x4018);
	cr_assert_eq(json_integer_value(json_object_get(first, "value")), 0x1f);
	json_array_foreach(
	    json_object_get(first, "fields"), i,
	    field) if (!strcmp(json_string_value(json_object_get(field, "name")), "PIPE_COUNT"))
	{
		found = true;
		cr_assert_eq(json_integer_value(json_object_get(field, "value")), 7);
	}
	cr_assert(found);
	cr_assert_str_eq(json_string_value(json_object_get(json_array_get(all, 1), "space")), "mc");
	cr_assert_str_eq(json_string_value(json_object_get(json_array_get(all, 2), "why")), "write-only");
	json_decref(all);
	cr_assert_eq(RUN("watch", "SCRATCH_REG0", "--count", "2", "--interval", "1", "--json"), FL_OK);
	all = json_loads(out, 0, &e);
	cr_assert(all, "%s: a line is not an object: %s", e.text, out);
	json_decref(all);
	cr_assert_eq(RUN("decode", "GB_TILE_CONFIG", "--json"), FL_OK);
	all = json_loads(out, 0, &e);
	cr_assert(all, "%s", e.text);
	cr_assert_eq(json_integer_value(json_object_get(json_array_get(all, 0), "reset")), 0x11);
	json_decref(all);
}

/* ---- snapshots ----------------------------------------------------------------------------------------- */
static void put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	cr_assert(f);
	fputs(text, f);
	fclose(f);
}

Test(regtool_cmd, a_snapshot_comes_back)
{
	struct fl_snapshot s;
	struct fl_err e;
	const struct fl_snapshot_reg *r;

	cr_assert_eq(RUN("dump", "--out", log_path), FL_OK, "%s", err);
	cr_assert_eq(fl_snapshot_read(&s, log_path, &e), FL_OK, "%s", e.text);
	cr_assert_str_eq(s.card, "model:r580");
	cr_assert_str_eq(s.chip, "R580");
	cr_assert_gt(s.n, 1000);
	r = fl_snapshot_find(&s, "mmio", 0x4018);
	cr_assert(r && r->value == 0x1f);
	cr_assert(fl_snapshot_find(&s, "mc", 4) && fl_snapshot_find(&s, "pll", 0x0f) &&
		  fl_snapshot_find(&s, "pcie", 0x10));
	cr_assert_null(fl_snapshot_find(&s, "mmio", 0x1720), "WAIT_UNTIL is write-only");
	cr_assert_null(fl_snapshot_find(&s, "mmio", 0x0004), "MM_DATA is not safe to read");
	cr_assert_null(fl_snapshot_find(&s, "mmio", 0x0074), "MC_IND_DATA is not safe to read");
	fl_snapshot_free(&s);
	/* The same model again: nothing differs. Another chip: much does */
	cr_assert_eq(RUN("diff", log_path), FL_OK, "%s", out);
	cr_assert_eq(out[0], 0);
	cr_assert_eq(RUN("diff", log_path, "live", "--chip", "rv530"), FL_FAILED);
	SAYS(err, "R580");
	SAYS(out, "GB_TILE_CONFIG");
	SAYS(out, "7 PIPES_4_R420 -> 0 PIPES_1_RV350");
}

Test(regtool_cmd, snapshots_are_compared)
{
	static const char head[] = "firstlight snapshot 1\ncard a\nchip R580\n";
	char text[512], second[80];

	snprintf(text, sizeof(text), "%smmio 0x4018 0x0000001f X\nmmio 0x15e0 0x1\nmmio 0xfff0 0x2\nend 3\n",
		 head);
	put_file(log_path, text);
	snprintf(second, sizeof(second), "%s/second", cmd_dir);
	snprintf(text, sizeof(text),
		 "%s# later\nmmio 0x4018 0x00000011\nmmio 0x15e0 0x1\nmmio 0x15e4 0x1\nend 3\n", head);
	put_file(second, text);
	cr_assert_eq(RUN("diff", log_path, second), FL_FAILED, "%s", err);
	SAYS(out, "0x0000001f -> 0x00000011");
	cr_assert_null(strstr(out, "SCRATCH"));
	SAYS(err, "1 registers differ, 1 are the same, 1 are only in");
	cr_assert_eq(RUN("diff", second, second), FL_OK);
	/* GB_TILE_CONFIG is 0x11 after reset, says the guide; the scratch registers have no documented
	 * value */
	cr_assert_eq(RUN("diff", second, "reset"), FL_OK, "%s", out);
	cr_assert_eq(RUN("diff", "reset", log_path), FL_FAILED);
	SAYS(out, "0x00000011 -> 0x0000001f");
	unlink(second);
}

Test(regtool_cmd, live_against_the_documented_reset_values)
{
	cr_assert_eq(RUN("diff", "reset", "live"), FL_FAILED, "%s", err);
	SAYS(out, "GB_TILE_CONFIG");
	SAYS(out, "0x00000011 -> 0x0000001f");
	cr_assert_eq(RUN("diff", "live", "live"), FL_USAGE);
	cr_assert_eq(RUN("diff", "reset", "reset"), FL_USAGE);
}

Test(regtool_cmd, files_that_are_no_snapshots)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
	    {"", "empty"},
	    {"hello\n", "no snapshot"},
	    {"firstlight snapshot 1\nchip R580\n", "cut short"},
	    {"firstlight snapshot 1\nend 0\n", "chip"},
	    {"firstlight snapshot 1\nchip R580\nmmio 0x0 0x0\nend 2\n", "should have 2"},
	    {"firstlight snapshot 1\nchip R580\nmmio 0x0 0x0\nmmio 0x0 0x1\nend 2\n", "twice"},
	    {"firstlight snapshot 1\nchip R580\nmmio 4018 0x0\nend 1\n", ":3: 'mmio 4018 0x0'"},
	    {"firstlight snapshot 1\nchip R580\nmmio 0x123456789 0x0\nend 1\n", ":3:"},
	    {"firstlight snapshot 1\nchip R580\nend 0\nmmio 0x0 0x0\n", "after the end"},
	    {"firstlight snapshot 1\nchip RV999\nend 0\n", "RV999"},
	    {"firstlight snapshot 1\nchip RV770\nend 0\n", "other registers"},
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		put_file(log_path, bad[i].text);
		cr_assert_eq(RUN("diff", log_path), FL_FAILED, "%s", bad[i].text);
		SAYS(err, bad[i].why);
	}
	cr_assert_eq(RUN("diff", "/nowhere/to/be/found"), FL_NO_DEVICE);
}

/* ---- decode -------------------------------------------------------------------------------------------- */
Test(regtool_cmd, decode_needs_no_card)
{
	/* R6xx/R7xx 3D registers guide, CB_COLOR0_INFO: FORMAT is bits 7:2, ARRAY_MODE 11:8, NUMBER_TYPE
	 * 14:12 */
	cr_assert_eq(RUN("decode", "--chip", "rv770", "CB_COLOR0_INFO", "0x1234"), FL_OK, "%s", err);
	SAYS(out, "0x00001234");
	SAYS(out, "COLOR_32\n");
	SAYS(out, "NUMBER_SNORM\n");
	cr_assert_eq(RUN("decode", "--chip", "rv770", "0x280a0", "0x1234"), FL_OK, "%s", err);
	SAYS(out, "COLOR_32\n");
	cr_assert_eq(RUN("decode", "CB_COLOR0_INFO", "0x1234"), FL_USAGE);
	SAYS(err, "--chip R600");
	cr_assert_eq(RUN("decode", "mc:MC_STATUS", "2"), FL_OK, "%s", err);
	SAYS(out, "mc:0x0000");
	cr_assert_eq(RUN("decode", "RBBM_STATUS.GUI_ACTIVE", "0x80000000"), FL_OK);
	SAYS(out, "GUI_ACTIVE  1\n");
	cr_assert_null(strstr(out, "E2_BUSY"));
	cr_assert_eq(RUN("decode", "GB_TILE_CONFIG"), FL_OK);
	SAYS(out, "PIPES_4_R420\n");
	SAYS(out, "after reset: 0x00000011");
	cr_assert_eq(RUN("decode", "WAIT_UNTIL", "1", "2"), FL_OK, "what is write-only can be decoded: %s",
		     err);
}
