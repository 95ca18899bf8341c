/* SPDX-License-Identifier: MIT
 *
 * The monitor of the bare-metal image at its serial port, on QEMU's ati-vga, which nobody here wrote: typed
 * at, and the screen looked at.
 */
#include "tests/unit/test_image.h"

#include <sys/stat.h>

static struct qemu q;

static void boot(const char *cmdline, const char *const device[2])
{
	start(&q, (const char *const[]){IMAGE, "-append", cmdline, device[0], device[1], NULL});
	wait_text(&q, "`exit` ends it", 20000);
}

/* Type, and wait until the next prompt stands; between the two, want must have been said. */
static void type(const char *line, const char *want)
{
	static const char prompt[] = "> \033[K";
	char *log = qemu_serial(&q);
	size_t before = strlen(log);
	bool back = false, found = false;

	free(log);
	if (!qemu_type(&q, line) || !qemu_type(&q, "\r"))
		fail_with_log(&q, "the port takes nothing");
	for (int i = 0; i < 1000 && !back; i++) {
		log = qemu_serial(&q);
		/* Behind the echo of what was typed. */
		char *said = strlen(log) > before ? strchr(log + before, '\n') : NULL;
		size_t n = said ? strlen(said) : 0;

		back = n >= sizeof prompt - 1 && !strcmp(said + n - (sizeof prompt - 1), prompt);
		found = back && strstr(said, want);
		free(log);
		if (!back)
			qemu_wait_text(&q, "\001", 5);
	}
	if (!found)
		fail_with_log(&q, line);
}

static const char *const vga[2] = {ATI_VGA};
static const char *const none[2] = {"-rtc", "base=utc"};

Test(monitor_qemu, by_default_and_registers_by_name, .timeout = 90)
{
	boot("", vga);
	type("read CONFIG_MEMSIZE", "0x01000000"); /* QEMU gives the RV100 16 MiB */
	type("write BIOS_SCRATCH[2]=0x600dcafe", "0x00000000 -> 0x600dcafe");
	type("read BIOS_SCRATCH[2]", "0x600dcafe");
	type("reed", "perhaps read");
	type("read NOTHING_AT_ALL", "no register");
	type("write MM_DATA.X=1", "error: ");
	type("wri\tBIOS_SC\t3]=7", "0x00000000 -> 0x00000007");    /* Tab, twice */
	type("\033[A\033[D\033[D\033[D\1774", "BIOS_SCRATCH[4] "); /* up, and an index changed */
	type("pci show", "1002:5159");
	type("pci", "8086:1237"); /* the bridge of QEMU's PC */
	type("probe", "RV100");
	type("dump", "178 registers");
	type("md mem:0xfffffff0 4", "mem:0xfffffff0"); /* where the CPU started: the BIOS's jump */
	type("md mem:0x8000000000000", "cannot be mapped");
	/* Beyond the 40 bits of physical address that QEMU's CPU has: a page fault, by a reserved bit. It
	 * ends the command. */
	type("md mem:0x20000000000", "exception 14: page fault");
	type("md mem:0x20000000000", "error: md was ended by an exception");
	type("demo cube", "needs the 3D engine");
	type("smoke", "is for R3xx to R5xx");
	type("read BIOS_SCRATCH[2]", "0x600dcafe");
	qemu_end(&q);
}

static const uint8_t *pixel(const uint8_t *rgb, unsigned w, unsigned x, unsigned y)
{
	return rgb + 3 * (w * y + x);
}

/* A mode and a filled rectangle, by nothing but registers and their fields by name. */
Test(monitor_qemu, a_rectangle_by_poking, .timeout = 90)
{
	/* VESA DMT 640 x 480 at 60 Hz: 800 x 525 in all; units of 8 pixels, less one. */
	static const char *const mode[] = {
	    "write --force=display CRTC_GEN_CNTL=0",
	    "write --force=display CRTC_H_TOTAL_DISP=0x004f0063 CRTC_V_TOTAL_DISP=0x01df020c CRTC_OFFSET=0",
	    "write --force=display CRTC_PITCH=80 DAC_CNTL.DAC_8BIT_EN=1",
	    "write --force=display CRTC_EXT_CNTL.VGA_ATI_LINEAR=1 CRTC_EXT_CNTL.XCRT_CNT_EN=1",
	    "write --force=display CRTC_EXT_CNTL.CRTC_DISPLAY_DIS=0",
	    "write --force=display CRTC_GEN_CNTL.CRTC_PIX_WIDTH=BPP_32 CRTC_GEN_CNTL.CRTC_EXT_DISP_EN=1",
	    "write --force=display CRTC_GEN_CNTL.CRTC_EN=1",
	};
	/* One register a line: QEMU does not give back all that is written to the engine's, and the monitor
	 * says so. */
	static const char *const fill[] = {
	    "write DST_PITCH_OFFSET=0x0a000000",   /* at 0; 640 x 4 bytes are 40 units of 64 */
	    "write DP_GUI_MASTER_CNTL=0x50f036da", /* solid brush, ARGB8888, ROP3 P, clipping by SC_*, no
						      masks */
	    "write DP_CNTL=3 DP_WRITE_MSK=0xffffffff DP_BRUSH_FRGD_CLR=0x00336699",
	    "write SC_TOP_LEFT=0",
	    "write SC_BOTTOM_RIGHT=0x1fff1fff",
	    "write DST_Y_X=0x00320064",          /* y 50, x 100 */
	    "write DST_HEIGHT_WIDTH=0x00200040", /* 32 high, 64 wide: draws */
	    "poll RBBM_STATUS.RBBM_ACTIVE=0",
	};
	unsigned w, h, wrong = 0, inside = 0;
	uint8_t *rgb;

	boot("monitor", vga);
	type("mw vram:0 0x00101010 307200", "");
	for (unsigned i = 0; i < sizeof mode / sizeof *mode; i++)
		type(mode[i], "-> 0x");
	for (unsigned pass = 0; pass < 2; pass++) {
		rgb = qemu_screen(&q, &w, &h);
		if (!rgb || w != 640 || h != 480)
			fail_with_log(&q, "no screen of 640 x 480");
		wrong = inside = 0;
		for (unsigned y = 0; y < h; y++)
			for (unsigned x = 0; x < w; x++) {
				bool in = pass && x >= 100 && x < 164 && y >= 50 && y < 82;
				const uint8_t *p = pixel(rgb, w, x, y);

				inside += in;
				wrong += in ? p[0] != 0x33 || p[1] != 0x66 || p[2] != 0x99
					    : p[0] != 0x10 || p[1] != 0x10 || p[2] != 0x10;
			}
		free(rgb);
		if (wrong || inside != (pass ? 64u * 32 : 0))
			fail_with_log(&q, pass ? "the rectangle is not what it should be"
					       : "the screen was not clear before");
		for (unsigned i = 0; !pass && i < sizeof fill / sizeof *fill; i++)
			type(fill[i], i + 1 < sizeof fill / sizeof *fill ? "-> " : "RBBM_STATUS");
	}
	/* And what the screen shows is in memory: the rectangle's first row, behind 100 pixels of line 50. */
	type("md vram:0x1f58c 2", "00101010 00336699");
	qemu_end(&q);
}

/* Stage by stage; its video BIOS is where the machine's has copied it. */
Test(monitor_qemu, first_contact, .timeout = 90)
{
	boot("monitor", vga);
	type("contact", "# next: `contact memory`");
	type("contact memory", "end declined 2d");
	type("contact picture", "5 rectangles, each pixel as it should be");
	type("contact picture", "picture blit 256x192 crc32 0x");
	type("contact reads", "bios Start SeaVGABIOS");
	type("contact picture", "end done picture");
	qemu_end(&q);
}

Test(monitor_qemu, a_demo_then_exit, .timeout = 60)
{
	int code;

	boot("monitor exit", vga);
	type("demo text", "text: done");
	type("repeat 3 echo tick; snap DST_*; diff", "registers differ");
	if (!qemu_type(&q, "exit 3\r"))
		fail_with_log(&q, "the port takes nothing");
	code = qemu_wait_exit(&q, 10000);
	qemu_end(&q);
	cr_expect_eq(code, 3 << 1 | 1, "isa-debug-exit makes %d of it", code);
}

Test(monitor_qemu, without_a_card, .timeout = 60)
{
	boot("", none);
	type("pci", "8086:1237");
	type("pci show 00:00.0", "8086:1237");
	type("read X", "needs a card");
	type("md.b mem:0x7c00 16", "mem:0x00007c00");
	qemu_end(&q);
}

Test(monitor_qemu, the_image_is_small)
{
	/* R5xx and the RV100 that QEMU has, with the monitor; R6xx: half are its registers by name, the rest
	 * its waking and its drawing; Sea Islands: its registers by name, 186,000 bytes, and the same.
	 * Vivante's cores are on no PC, and not in it. */
	enum { FIRST_FAMILY_B = 316 << 10, R600_B = 160 << 10, CIK_B = 280 << 10 };
	struct stat st;

	cr_assert_eq(stat(built("firstlight.elf"), &st), 0);
	cr_expect_lt(st.st_size, FIRST_FAMILY_B + R600_B + CIK_B);
}
