/* SPDX-License-Identifier: MIT
 *
 * FIRSTLIGHT_DEVICE in the environment: which commands it names a device for, and what they say of it.
 */
#include "tests/unit/test_command.h"

TestSuite(command_preset, .timeout = 60, .init = command_begin, .fini = command_end);

static void preset(const char *name)
{
	cr_assert_eq(setenv("FIRSTLIGHT_DEVICE", name, 1), 0);
}

Test(command_preset, model)
{
	preset("rv770");
	SAYS(0, "names CB_COLOR_INFO", "CB_COLOR_INFO[]");
	SAYS(0, "read GRBM_STATUS", "GRBM_STATUS");
	SAYS(0, "decode CB_COLOR0_INFO 0x1234", "CB_COLOR_INFO[0]");
	SAYS(0, "completion registers GRBM_STAT", "GRBM_STATUS\n");
	/* What is typed comes first, and so does what a file says of itself. */
	SAYS(0, "read RBBM_STATUS --chip r580", "RBBM_STATUS");
	SAYS(2, "read RBBM_STATUS", "RBBM_STATUS");
	SAYS(0, "stream --query VAP_CNTL $t/r500.tar.xz --scene clear", "VAP_CNTL=0x00b0085a");
	/* By the names that cards are sold under. */
	preset("hd4870");
	SAYS(0, "read GRBM_STATUS", "GRBM_STATUS");
	preset("");
	SAYS(0, "read RBBM_STATUS", "RBBM_STATUS");
}

Test(command_preset, bad_model)
{
	preset("foo");
	SAYS(2, "read RBBM_STATUS", "foo");
	SAYS(2, "read RBBM_STATUS", "(named by FIRSTLIGHT_DEVICE)");
	SAYS(2, "decode RBBM_STATUS", "FIRSTLIGHT_DEVICE: 'foo'");
	SAYS(2, "gl -- true", "foo");
	SAYS(2, "gl -- true", "(named by FIRSTLIGHT_DEVICE)");
	SAYS(2, "qemu -- -S", "(named by FIRSTLIGHT_DEVICE)");
	/* Help needs no device. */
	SAYS(0, "read --help", "firstlight read");
	SAYS(0, "help", "export FIRSTLIGHT_DEVICE=01:00.0");
	SAYS(0, "demo --list", "cube");
}

/* No machine has a bus of that number. */
Test(command_preset, card)
{
	preset("fedc:ba:1f.7");
	SAYS(3, "read RBBM_STATUS", "fedc:ba:1f.7");
	SAYS(3, "read RBBM_STATUS", "(named by FIRSTLIGHT_DEVICE)");
	SAYS(3, "pci read 0", "(named by FIRSTLIGHT_DEVICE)");
	SAYS(2, "decode RBBM_STATUS", "FIRSTLIGHT_DEVICE=fedc:ba:1f.7 is cannot be seen");
	SAYS(2, "smoke --break cp-stuck", "--break is for models, and FIRSTLIGHT_DEVICE=fedc:ba:1f.7");
	SAYS(2, "read RBBM_STATUS --state m", "--state is for models, and FIRSTLIGHT_DEVICE=fedc:ba:1f.7");
	SAYS(0, "read RBBM_STATUS --chip r580", "RBBM_STATUS");
	SAYS(0, "decode RBBM_STATUS --chip r580", "RBBM_STATUS");
	preset("mmio:0x130000x");
	SAYS(2, "read RBBM_STATUS", "(named by FIRSTLIGHT_DEVICE)");
}
