/* SPDX-License-Identifier: MIT
 *
 * Registers as others write them, ranges, several fields and masks in one access; names, md, mw and pci as
 * commands; chips by the names that they are sold under.
 */
#include "demos/firstlight/chip_name.h"
#include "tests/unit/test_regtool_cmd.h"
#include "tests/unit/test_regtool_rig.h"

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

TestSuite(regtool_others, .init = cmd_paths, .fini = cmd_clean, .timeout = 60);

/* Linux radeon's r600d.h and cikd.h, Mesa's r600d.h and state_3d.xml.h, AMD's gc_7_2_d.h write these. */
Test(regtool_others, names_of_others)
{
	static const struct {
		const char *chip, *theirs, *ours;
	} names[] = {
	    {"rv770", "mmCB_COLOR0_INFO", "CB_COLOR_INFO[0]"},
	    {"rv770", "MMcb_color3_info", "CB_COLOR_INFO[3]"},
	    {"rv770", "R_0280A0_CB_COLOR0_INFO", "CB_COLOR_INFO[0]"},
	    {"rv770", "r_0280ac_by_address_alone", "CB_COLOR_INFO[3]"},
	    {"bonaire", "regPA_CL_VPORT_XSCALE_1", "PA_CL_VPORT_XSCALE[1]"},
	    {"bonaire", "mmGRBM_STATUS", "GRBM_STATUS"},
	    {"r580", "RADEON_RBBM_STATUS", "RBBM_STATUS"},
	    {"gc2000", "VIVS_TE_SAMPLER_CONFIG0", "TE_SAMPLER_CONFIG0[0]"},
	    {"gc2000", "vivs_te_sampler_config0(3)", "TE_SAMPLER_CONFIG0[3]"},
	    {"gc2000", "VIVS_HI_CLOCK_CONTROL", "HI_CLOCK_CONTROL"},
	};

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
		cr_assert_eq(RUN("decode", names[i].theirs, "0", "--chip", names[i].chip), FL_OK, "%s: %s",
			     names[i].theirs, err);
		cr_expect(!strncmp(out, names[i].ours, strlen(names[i].ours)), "%s: %.60s", names[i].theirs,
			  out);
	}
	cr_assert_eq(RUN("read", "mmGB_TILE_CONFIG.S_004018_PIPE_COUNT"), FL_OK, "%s", err);
	SAYS(out, "PIPE_COUNT");
	/* What stays wrong is quoted as it was written. */
	cr_assert_eq(RUN("read", "mmGB_TILE_CONFIGURATION"), FL_USAGE);
	SAYS(err, "mmGB_TILE_CONFIGURATION");
	cr_assert_eq(RUN("read", "R_FFFFFF_NOTHING"), FL_USAGE);
	cr_assert_eq(RUN("decode", "VIVS_TE_SAMPLER_CONFIG0(99)", "--chip", "gc2000"), FL_USAGE);
}

Test(regtool_others, chips_by_the_names_of_cards)
{
	static const char *const names[][2] = {
	    {"r580", "r580"},
	    {"R580", "r580"},
	    {"x1900", "r580"},
	    {"X1900 XT", "r580"},
	    {"hd4870", "rv770"},
	    {"HD 4870", "rv770"},
	    {"i.mx6q", "gc2000"},
	    {"i.MX6QP", "gc3000"},
	    {"imx8mq", "gc7000l"},
	    {"Radeon 9700", "r300"},
	    {"r600", "r600"},
	    {"HD 7790", "bonaire"},
	    {"r9-290x", "hawaii"},
	    {"foo", "foo"},
	    {"x", "x"},
	    {"12", "12"},
	    {"", ""},
	};

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		cr_expect_str_eq(fl_chip_called(names[i][0]), names[i][1], "%s", names[i][0]);
	cr_assert_eq(RUN("probe", "--chip", "RV530"), FL_OK);
	SAYS(out, "RV530");
	cr_assert_eq(RUN("probe", "--chip", "hd4870"), FL_OK);
	SAYS(out, "RV770");
	cr_assert_eq(RUN("decode", "CB_COLOR0_INFO", "--chip", "hd4870"), FL_OK);
}

/* ---- several in one access ----------------------------------------------------------------------------- */
Test(regtool_others, fields_in_one_access)
{
	struct toolrig r;

	toolrig_open(&r, "r580");
	/* GB_TILE_CONFIG, R5xx guide: ENABLE bit 0, TILE_SIZE bits 5:4; 0x1f as the BIOS left it */
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_WRITE, "GB_TILE_CONFIG.ENABLE=0,TILE_SIZE=PIXELS_32"), FL_OK);
	cr_expect_eq(r.writes, 1, "%u writes", r.writes);
	cr_expect_eq(r.said[0].value, 0x2e);
	cr_expect_eq(r.said[0].mask, 0x31);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_POLL, "GB_TILE_CONFIG.ENABLE=0,TILE_SIZE=2"), FL_OK);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_WRITE, "SCRATCH_REG[2]=0xf0"), FL_OK);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_WRITE, "SCRATCH_REG[2]|=0x0f"), FL_OK);
	cr_expect_eq(r.said[0].value, 0xff);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_WRITE, "SCRATCH_REG[2]&=~0x81"), FL_OK);
	cr_expect_eq(r.said[0].value, 0x7e);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_WRITE, "SCRATCH_REG[2]&=0x70"), FL_OK);
	cr_expect_eq(r.said[0].value, 0x70);
	toolrig_close(&r);
}

Test(regtool_others, what_is_wrong_with_them)
{
	static const struct {
		const char *verb, *word, *says;
	} wrong[] = {
	    {"write", "GB_TILE_CONFIG.ENABLE=1,ENABLE=0", "given twice"},
	    {"write", "GB_TILE_CONFIG.ENABLE=1,FOO=0", "no field 'FOO'"},
	    {"write", "GB_TILE_CONFIG.ENABLE=1,TILE_SIZE", "NAME.FIELD=value,FIELD=value"},
	    {"write", "GB_TILE_CONFIG.ENABLE=1,TILE_SIZE=", "a value is missing"},
	    {"write", "GB_TILE_CONFIG.ENABLE=1,", "NAME.FIELD=value,FIELD=value"},
	    {"write", "GB_TILE_CONFIG.ENABLE=1,TILE_SIZE=9", "out of range"},
	    {"write", "RBBM_STATUS.GUI_ACTIVE=1,CMDFIFO_AVAIL=1", "read-only"},
	    {"read", "GB_TILE_CONFIG.ENABLE=1,TILE_SIZE=1", "takes no '=value'"},
	    {"write", "GB_TILE_CONFIG.ENABLE|=1", "for whole registers"},
	    {"write", "SCRATCH_REG[0]|=1:1", "takes no mask"},
	    {"write", "SCRATCH_REG[0]|=0", "nothing is meant"},
	    {"write", "SCRATCH_REG[0]&=0xffffffff", "nothing is meant"},
	    {"write", "SCRATCH_REG[0]|=", "a value is missing"},
	    {"write", "SCRATCH_REG[0]|1", "NAME|=value"},
	    {"poll", "SCRATCH_REG[0]|=1", "poll waits for a value"},
	    {"write", "0x15e0-0x15e4=1", "for reading only"},
	    {"read", "0x15e4-0x15e0", "ends before it begins"},
	    {"read", "0x15e0-", "hexadecimal"},
	    {"read", "0x15e0-0x15e2", "not a multiple of 4"},
	    {"read", "0x15e0-0xfffffff0", "out of range"},
	    {"read", "foo:0x0-0x4", "no address space 'foo'"},
	    {"decode", "0x9000000-0x9000010", "no register"},
	};

	for (unsigned i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		int code = RUN(wrong[i].verb, wrong[i].word);

		cr_expect(code == FL_USAGE || (code == FL_FAILED && !strcmp(wrong[i].verb, "decode")),
			  "%s: %d", wrong[i].word, code);
		cr_expect(strstr(err, wrong[i].says), "%s: %s", wrong[i].word, err);
		cr_expect_eq(*out, 0, "%s: %s", wrong[i].word, out);
	}
}

/* Three words about one register, rehearsed: each goes on from what the one before would have left. */
Test(regtool_others, rehearsed_as_one)
{
	cr_assert_eq(RUN("write", "-n", "SCRATCH_REG[1]|=0x10", "SCRATCH_REG[1]=3:3", "SCRATCH_REG[1]&=~1"),
		     FL_OK, "%s", err);
	SAYS(out, "0x00000000 -> 0x00000010");
	SAYS(out, "0x00000010 -> 0x00000013");
	SAYS(out, "0x00000013 -> 0x00000012");
}

/* ---- ranges and listings ------------------------------------------------------------------------------- */
Test(regtool_others, a_range_reads_what_is_safe)
{
	struct toolrig r;

	toolrig_open(&r, "r580");
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_READ, "0x15e0-0x15ec"), FL_OK);
	cr_expect_eq(r.n_said, 4);
	cr_expect_str_eq(r.said[3].name, "SCRATCH_REG[3]");
	/* 0x1720, WAIT_UNTIL, is write-only, and nothing is known at 0x1728. */
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_READ, "0x1720-0x1728"), FL_OK);
	cr_expect_eq(r.n_said, 3);
	cr_expect_eq(r.said[0].kind, FL_REGTOOL_SKIPPED);
	for (unsigned i = 0; i < r.n; i++)
		cr_expect_neq(r.access[i].offset_B, 0x1720);
	/* One that clears by being read, or that nobody knows, is read if that is accepted. */
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_READ, "0x0000-0x0004"), FL_OK);
	cr_expect_eq(r.said[1].kind, FL_REGTOOL_SKIPPED, "MM_DATA");
	r.t.unsafe_read = true;
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_READ, "0x0000-0x0004"), FL_OK);
	cr_expect_eq(r.said[1].kind, FL_REGTOOL_VALUE, "MM_DATA");
	toolrig_close(&r);
}

Test(regtool_others, listings)
{
	/* R5xx guide: scales and offsets of three axes */
	cr_assert_eq(RUN("decode", "*VPORT*"), FL_OK, "%s", err);
	SAYS(out, "VAP_VPORT_XSCALE");
	SAYS(out, "6 names");
	cr_assert_eq(RUN("names", "VAP_VPORT"), FL_OK, "%s", err);
	SAYS(out, "6 names");
	cr_assert_eq(RUN("decode", "0x15e4-0x15e8"), FL_OK, "%s", err);
	SAYS(out, "SCRATCH_REG[]");
	cr_assert_eq(RUN("names", "mc:*", "--chip", "rv530"), FL_OK, "%s", err);
	SAYS(out, "mc:0x0004");
	cr_assert_null(strstr(out, "mmio"));
	cr_assert_eq(RUN("names", "VAP_VPORT", "--json"), FL_OK, "%s", err);
	SAYS(out, "\"register\": \"VAP_VPORT_ZOFFSET\"");
	cr_assert_eq(RUN("names", "XYZZY"), FL_FAILED);
	SAYS(err, "*XYZZY*");
	/* A register of an array by the number that documents put into its name, and as others write it. */
	for (unsigned i = 0; i < 3; i++) {
		static const char *const theirs[] = {"CB_COLOR3_INFO", "mmCB_COLOR3_INFO",
						     "R_0280AC_CB_COLOR3_INFO"};

		cr_assert_eq(RUN("names", theirs[i], "--chip", "hd4870"), FL_OK, "%s: %s", theirs[i], err);
		SAYS(out, "CB_COLOR_INFO[3]");
		SAYS(out, "mmio:0x280ac");
		SAYS(out, "1 name\n");
	}
	cr_assert_eq(RUN("names", "CB_COLOR0_INFO", "--chip", "bonaire"), FL_OK, "%s", err);
	SAYS(out, "CB_COLOR_INFO[]               mmio:0x28c70");
	cr_assert_eq(RUN("names", "VIVS_TE_SAMPLER_CONFIG0", "--chip", "gc2000"), FL_OK, "%s", err);
	SAYS(out, "TE_SAMPLER_CONFIG0[]");
	cr_assert_eq(RUN("names", "CB_COLOR0_INFO"), FL_FAILED);
	SAYS(err, "r600 has it: --chip R600");
	cr_assert_eq(RUN("names", "CB_COLOR*"), FL_FAILED);
	cr_assert_not(strstr(err, "**"), "%s", err);
	cr_assert_eq(RUN("decode", "*VPORT*", "3"), FL_USAGE);
	cr_assert_eq(RUN("names", "--chip", "foo"), FL_USAGE);
}

/* ---- the monitor's ------------------------------------------------------------------------------------- */
Test(regtool_others, memory_and_configuration)
{
	/* R580: vendor 0x1002, device 0x7249 (Linux pci.ids); the command register's offset is PCI's. */
	cr_assert_eq(RUN("md.b", "regs:0x4018", "4"), FL_OK, "%s", err);
	SAYS(out, "1f 00 00 00");
	cr_assert_eq(RUN("md", "vram:0x100", "4"), FL_OK, "%s", err);
	SAYS(out, "vram:0x00000100");
	cr_assert_eq(RUN("mw", "vram:0", "5", "16"), FL_OK, "%s", err);
	cr_assert_eq(RUN("mw", "regs:0x15e0", "0x77"), FL_OK, "%s", err);
	SAYS(out, "0x00000000 -> 0x00000077");
	cr_assert_eq(RUN("pci"), FL_OK, "%s", err);
	SAYS(out, "1002:7249");
	cr_assert_eq(RUN("pci.w", "read", "2"), FL_OK, "%s", err);
	SAYS(out, "0x7249");
	cr_assert_eq(RUN("pci", "write", "4", "7"), FL_USAGE);
	SAYS(err, "--force=bus");
	cr_assert_eq(RUN("pci.w", "write", "4", "7", "--force", "bus"), FL_OK, "%s", err);
	cr_assert_eq(RUN("md.q", "vram:0"), FL_USAGE);
	cr_assert_eq(RUN("md", "mem:0"), FL_NO_DEVICE);
	cr_assert_eq(RUN("md"), FL_USAGE);
	cr_assert_eq(RUN("read.b", "RBBM_STATUS"), FL_USAGE);
}
