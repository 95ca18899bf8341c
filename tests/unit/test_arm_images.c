/* SPDX-License-Identifier: MIT
 *
 * The bare-metal images for ARM on QEMU's boards: started as Linux's kernel is, by QEMU and by U-Boot, and on
 * the graphics device that nobody here wrote the same pixels as on x86-64, worked out from the demo's
 * description.
 */
#include "demos/blit.h"
#include "lib/fl_draw2d.h"
#include "tests/unit/test_image.h"
#include "tests/unit/test_lib_blit_expected.h"

#define A64_IMAGE "-kernel", built("aarch64/firstlight.img")
#define ARM_IMAGE "-kernel", built("arm/firstlight.img")
#define A64_VIRT  "-M", "virt", "-cpu", "cortex-a53"
#define ARM_VIRT  "-M", "virt,highmem=off", "-cpu", "cortex-a15"
#define SABRELITE "-M", "sabrelite", "-dtb", built("arm/sabrelite.dtb")

static const char *const a64 = "qemu-system-aarch64", *const arm = "qemu-system-arm";

static void start_arm(struct qemu *q, const char *program, const char *const args[])
{
	if (!qemu_start_arm(q, program, args))
		fail_with_log(q, "QEMU does not start");
}

static void shows_blit(struct qemu *q)
{
	unsigned w, h, wrong = 0, x0 = 0, y0 = 0;
	uint8_t *rgb;

	wait_text(q, "blit: done", 20000);
	rgb = qemu_screen(q, &w, &h);
	if (!rgb || w != 640 || h != 480)
		fail_with_log(q, "no screen of 640 x 480");
	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			const uint8_t *p = rgb + (y * w + x) * 3;
			uint32_t got = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];

			if (got != (fl_blit_expected(x, y, w, h, FL_2D_ATI_VGA) & 0xffffff) && !wrong++)
				x0 = x, y0 = y;
		}
	free(rgb);
	qemu_end(q);
	cr_assert_eq(wrong, 0u, "%u pixels differ, first at %u,%u", wrong, x0, y0);
}

static void ends_with(const char *program, const char *const args[], int exit_code, const char *said)
{
	struct qemu q;
	int code;

	start_arm(&q, program, args);
	code = qemu_wait_exit(&q, 20000);
	char *log = qemu_serial(&q);
	bool found = strstr(log, said) != NULL;
	free(log);
	if (code != exit_code || !found)
		fail_with_log(&q, said);
	qemu_end(&q);
}

Test(arm_images, blit_on_aarch64, .timeout = 60)
{
	struct qemu q;

	start_arm(&q, a64, (const char *const[]){A64_VIRT, A64_IMAGE, "-append", "demo blit", ATI_VGA, NULL});
	shows_blit(&q);
}

Test(arm_images, blit_on_arm, .timeout = 60)
{
	struct qemu q;

	start_arm(&q, arm, (const char *const[]){ARM_VIRT, ARM_IMAGE, "-append", "demo blit", ATI_VGA, NULL});
	shows_blit(&q);
}

/* U-Boot is the firmware, and the image lies where U-Boot expects it. The card's addresses are of
 * U-Boot's making. (Its `go` cannot be tried on these machines: that of Debian 12 waits for good until a
 * PL011 is full.) */
static void by_u_boot(struct qemu *q, const char *program, const char *const args[], const char *commands)
{
	if (!qemu_start_arm(q, program, args))
		fail_with_log(q, "QEMU does not start");
	wait_text(q, "stop autoboot", 20000);
	if (!qemu_type(q, " "))
		fail_with_log(q, "the port takes nothing");
	wait_text(q, "=> ", 10000);
	if (!qemu_type(q, commands))
		fail_with_log(q, "the port takes nothing");
}

#define U_BOOT(arch) "-bios", "/usr/lib/u-boot/qemu_" arch "/u-boot.bin"

static const char *loaded(const char *image, const char *where)
{
	static char text[400];

	snprintf(text, sizeof text, "loader,addr=%s,force-raw=on,file=%s", where, built(image));
	return text;
}

Test(arm_images, booti_by_u_boot, .timeout = 90)
{
	struct qemu q;

	by_u_boot(&q, a64,
		  (const char *const[]){"-M", "virt,virtualization=on", "-cpu", "cortex-a53", "-m", "256",
					U_BOOT("arm64"), "-device",
					loaded("aarch64/firstlight.img", "0x42000000"), ATI_VGA, NULL},
		  "setenv bootargs demo blit; booti 0x42000000 - ${fdtcontroladdr}\r");
	shows_blit(&q);
}

Test(arm_images, bootz_by_u_boot, .timeout = 90)
{
	struct qemu q;

	by_u_boot(&q, arm,
		  (const char *const[]){ARM_VIRT, "-m", "256", U_BOOT("arm"), "-device",
					loaded("arm/firstlight.img", "0x42000000"), ATI_VGA, NULL},
		  "setenv bootargs demo blit; bootz 0x42000000 - ${fdtcontroladdr}\r");
	shows_blit(&q);
}

Test(arm_images, levels_from_which_they_are_started, .timeout = 90)
{
	static const char *const machine[] = {"virt,virtualization=on", "virt,secure=on,virtualization=on"};

	for (unsigned i = 0; i < 2; i++)
		ends_with(a64,
			  (const char *const[]){"-M", machine[i], "-cpu", "cortex-a53", A64_IMAGE, "-append",
						"list exit", ATI_VGA, NULL},
			  0, "1002:5159");
	ends_with(arm,
		  (const char *const[]){"-M", "virt,highmem=off,virtualization=on", "-cpu", "cortex-a15",
					ARM_IMAGE, "-append", "list exit", ATI_VGA, NULL},
		  0, "1002:5159");
}

/* A card behind a root port: a bus number, a window and addresses. */
Test(arm_images, card_behind_a_bridge, .timeout = 60)
{
	struct qemu q;

	start_arm(&q, a64,
		  (const char *const[]){A64_VIRT, A64_IMAGE, "-append", "demo blit", "-device",
					"pcie-root-port,id=rp,chassis=1,slot=1", "-device",
					"ati-vga,model=rv100,bus=rp", NULL});
	wait_text(&q, "card: 01:00.0", 20000);
	shows_blit(&q);
}

Test(arm_images, exceptions_are_reported, .timeout = 60)
{
	ends_with(a64, (const char *const[]){A64_VIRT, A64_IMAGE, "-append", "trap exit", NULL}, 100,
		  "exception: breakpoint");
	ends_with(a64, (const char *const[]){A64_VIRT, A64_IMAGE, "-append", "trap exit", NULL}, 100,
		  "pstate ");
	ends_with(arm, (const char *const[]){ARM_VIRT, ARM_IMAGE, "-append", "trap exit", NULL}, 100,
		  "undefined instruction, at pc");
	ends_with(arm, (const char *const[]){SABRELITE, ARM_IMAGE, "-append", "trap exit", NULL}, 100,
		  "cpsr ");
}

Test(arm_images, mistakes_are_named, .timeout = 60)
{
	ends_with(arm,
		  (const char *const[]){"-M", "virt", "-cpu", "cortex-a15", ARM_IMAGE, "-append", "list exit",
					ATI_VGA, NULL},
		  3, "out of this processor's reach");
	ends_with(arm, (const char *const[]){"-M", "sabrelite", ARM_IMAGE, NULL}, 1, "no device tree");
	ends_with(a64, (const char *const[]){A64_VIRT, A64_IMAGE, "-append", "nonsense exit", ATI_VGA, NULL},
		  2, "is not a command");
}

/* The prompt; memory of each kind; an address at which nothing answers ends the command, not the machine. */
Test(arm_images, monitor_on_aarch64, .timeout = 60)
{
	struct qemu q;

	start_arm(&q, a64, (const char *const[]){A64_VIRT, A64_IMAGE, ATI_VGA, NULL});
	wait_text(&q, "`exit` ends it", 20000);
	type_until(&q, "read CONFIG_MEMSIZE\r", "0x01000000"); /* QEMU gives the RV100 16 MiB */
	type_until(&q, "write BIOS_SCRATCH[2]=0x600dcafe\r", "0x00000000 -> 0x600dcafe");
	type_until(&q, "md mem:0x50000000 4\r", "external, nothing answers there");
	type_until(&q, "md mem:0x4010000000 4\r", "00081b36"); /* QEMU's PCI Express bridge */
	type_until(&q, "demo cube\r", "needs the 3D engine");
	type_until(&q, "demo text\r", "text");
	qemu_end(&q);
}

Test(arm_images, monitor_on_sabrelite, .timeout = 60)
{
	struct qemu q;

	start_arm(&q, arm, (const char *const[]){SABRELITE, ARM_IMAGE, NULL});
	wait_text(&q, "`exit` ends it", 20000);
	type_until(&q, "md mem:0x130000 4\r", "mem:0x00130000  00000000"); /* no core in this emulator */
	type_until(&q, "mw mem:0x11000000 0x600dcafe\r", "no card> ");
	type_until(&q, "md mem:0x11000000 4\r", "600dcafe");
	qemu_end(&q);
}

/* The board's own cores: named, and touched only where that is asked for. This emulator has none. */
Test(arm_images, cores_of_the_board, .timeout = 60)
{
	ends_with(arm, (const char *const[]){SABRELITE, ARM_IMAGE, "-append", "list exit", NULL}, 0,
		  "core=1 at 0x134000, by the device tree: GC320 of an i.MX6 Quad");
	ends_with(
	    arm, (const char *const[]){SABRELITE, ARM_IMAGE, "-append", "smoke core exit", NULL}, 3,
	    "no core answers at 0x130000: its identity reads 00000000 00000000 00000000 00000000 (nothing");
	ends_with(arm, (const char *const[]){SABRELITE, ARM_IMAGE, "-append", "smoke core=2 exit", NULL}, 3,
		  "the device tree has no core 2");
	/* The emulator has an i.MX6's clocks and supplies, and nothing in place of GPC and the cores. */
	ends_with(arm,
		  (const char *const[]){SABRELITE, ARM_IMAGE, "-append", "smoke core power=n exit", NULL}, 0,
		  "power: 0x020c406c, bits 0x0f000000 = 0x0f000000: CCM_CCGR1 (gpu2d, gpu3d)");
	ends_with(arm, (const char *const[]){SABRELITE, ARM_IMAGE, "-append", "smoke core power exit", NULL},
		  3, "power: on, as for the GC2000 of an i.MX6 Quad");
	for (unsigned i = 0; i < 2; i++)
		ends_with(arm,
			  (const char *const[]){SABRELITE, ARM_IMAGE, "-append",
						i ? "smoke power=n exit" : "smoke power exit", NULL},
			  2, "'power' is about a core of the board: the word 'core' is missing");
}

/* Models that no PCI device carries into an ARM machine, behind a mailbox at the end of its memory: what they
 * draw there is what they draw with no machine around them, to the bit. */
static void draws_as_hosted(const char *chip, const char *more)
{
	char path[] = "/tmp/firstlight-board-XXXXXX", command[1024];
	struct picture there, here;

	close(mkstemp(path));
	snprintf(command, sizeof command,
		 "%s qemu --chip %s --strict --qemu %s --out %s -- -serial null -semihosting %s -append "
		 "'demo cube "
		 "exit' </dev/null >/dev/null",
		 built("firstlight"), chip, strstr(more, "aarch64") ? a64 : arm, path, more);
	cr_assert_eq(system(command), 0, "%s", command);
	bool read = picture_read(&there, path);
	unlink(path);
	cr_assert(read && draw_hosted(&here, chip, "cube"));
	cr_assert(there.w == 640 && there.h == 480);
	cr_assert_arr_eq(there.rgb, here.rgb, (size_t)640 * 480 * 3, "%s draws something else there", chip);
	picture_free(&there);
	picture_free(&here);
}

Test(arm_images, mailbox_on_sabrelite, .timeout = 90)
{
	char more[400];

	snprintf(more, sizeof more, "-M sabrelite -dtb %s -kernel %s", built("arm/sabrelite.dtb"),
		 built("arm/firstlight.img"));
	draws_as_hosted("rv530", more);
	draws_as_hosted("bonaire", more);
}

Test(arm_images, mailbox_on_aarch64, .timeout = 90)
{
	char more[300];

	snprintf(more, sizeof more, "-kernel %s", built("aarch64/firstlight.img"));
	draws_as_hosted("rv770", more);
}

/* IEEE 802.3's, as zlib has it */
static uint32_t crc_of(const uint8_t *bytes, size_t n)
{
	uint32_t crc = ~0u;

	for (size_t i = 0; i < n; i++) {
		crc ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

/* A core of a system on a chip has no display: the image says what its picture's CRC is. */
static void draws_the_same_sum(const char *chip, const char *demo, const char *more)
{
	char path[] = "/tmp/firstlight-board-XXXXXX", command[1024], said[16384] = "", want[40];
	struct picture here;
	FILE *f;

	close(mkstemp(path));
	snprintf(command, sizeof command,
		 "%s qemu --chip %s --strict --qemu %s -- -serial file:%s -semihosting %s -append "
		 "'demo %s exit' </dev/null >/dev/null",
		 built("firstlight"), chip, strstr(more, "aarch64") ? a64 : arm, path, more, demo);
	cr_assert_eq(system(command), 0, "%s", command);
	f = fopen(path, "r");
	cr_assert(f && fread(said, 1, sizeof said - 1, f));
	fclose(f);
	unlink(path);
	cr_assert(draw_hosted(&here, chip, demo) && here.w == 640 && here.h == 480);
	snprintf(want, sizeof want, "crc32 0x%08x", crc_of(here.rgb, (size_t)640 * 480 * 3));
	cr_assert(strstr(said, want), "%s, %s: want %s in\n%s", chip, demo, want, said);
	picture_free(&here);
}

Test(arm_images, vivante_on_sabrelite, .timeout = 300)
{
	char more[400];

	snprintf(more, sizeof more, "-M sabrelite -dtb %s -kernel %s", built("arm/sabrelite.dtb"),
		 built("arm/firstlight.img"));
	draws_the_same_sum("gc2000", "cube", more);
	draws_the_same_sum("gc880", "blit", more);
	draws_the_same_sum("gc3000", "blit", more);
}

Test(arm_images, vivante_on_aarch64, .timeout = 300)
{
	char more[300];

	snprintf(more, sizeof more, "-kernel %s", built("aarch64/firstlight.img"));
	draws_the_same_sum("gc7000l", "cube", more);
	draws_the_same_sum("gc7000l", "blit", more);
}
