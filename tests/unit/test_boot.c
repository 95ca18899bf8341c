/* SPDX-License-Identifier: MIT
 *
 * The bare-metal image on an emulated machine whose graphics device nobody here wrote (QEMU's ati-vga):
 * started in the three ways, the screen read back and compared pixel by pixel with values worked out from the
 * demo's description.
 */
#include "demos/blit.h"
#include "lib/fl_draw2d.h"
#include "tests/unit/test_image.h"
#include "tests/unit/test_lib_blit_expected.h"

static void shows_blit(struct qemu *q, unsigned want_w, unsigned want_h, unsigned timeout_ms)
{
	unsigned w, h, wrong = 0, x0 = 0, y0 = 0;
	uint8_t *rgb;

	wait_text(q, "blit: done", timeout_ms);
	rgb = qemu_screen(q, &w, &h);
	if (!rgb || w != want_w || h != want_h)
		fail_with_log(q, "no screen of that size");
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

static void blit_is_exact(struct qemu *q, unsigned timeout_ms)
{
	shows_blit(q, 640, 480, timeout_ms);
}

/* Every mode of hw/fl_mode.h: QEMU's screen takes its size from the CRTC's registers. */
Test(boot, modes, .timeout = 150)
{
	static const unsigned size[][2] = {{800, 600}, {1024, 768}, {1280, 1024}};

	for (unsigned i = 0; i < 3; i++) {
		char line[64];
		struct qemu q;

		snprintf(line, sizeof line, "demo blit size=%ux%u", size[i][0], size[i][1]);
		start(&q, (const char *const[]){IMAGE, "-append", line, ATI_VGA, NULL});
		shows_blit(&q, size[i][0], size[i][1], 40000);
	}
}

Test(boot, blit_by_kernel_option, .timeout = 60)
{
	struct qemu q;

	start(&q, (const char *const[]){IMAGE, "-append", "demo blit", ATI_VGA, NULL});
	blit_is_exact(&q, 30000);
}

Test(boot, blit_by_grub_and_bios, .timeout = 90)
{
	struct qemu q;

	start(&q, (const char *const[]){DISC, ATI_VGA, NULL});
	blit_is_exact(&q, 60000);
}

Test(boot, blit_by_grub_and_uefi, .timeout = 150)
{
	struct qemu q;

	needs_ovmf();
	start(&q, (const char *const[]){UEFI, DISC, ATI_VGA, NULL});
	blit_is_exact(&q, 120000);
}

static void ends_with(const char *cmdline, int exit_code, const char *said)
{
	struct qemu q;
	int code;

	start(&q, (const char *const[]){IMAGE, "-append", cmdline, ATI_VGA, NULL});
	code = qemu_wait_exit(&q, 30000);
	char *log = qemu_serial(&q);
	bool found = strstr(log, said) != NULL;
	free(log);
	if (code != exit_code || !found)
		fail_with_log(&q, cmdline);
	qemu_end(&q);
}

/* isa-debug-exit makes the exit code v into 2 v + 1. */
Test(boot, commands_and_mistakes, .timeout = 120)
{
	ends_with("list exit", 1, "1002:5159");
	ends_with("demo text exit", 1, "text: done");
	ends_with("demo cube exit", 7, "needs the 3D engine");
	ends_with("demo sphere exit", 5, "there is no demo 'sphere' in this image (gallery.elf has all)");
	ends_with("demo blit size=1x exit", 5, "'size=1x' is not understood");
	ends_with("nonsense exit", 5, "is not a command");
	ends_with("smoke exit", 7, "is for R3xx to R5xx");
}

Test(boot, exceptions_are_reported, .timeout = 60)
{
	ends_with("trap exit", 201, "exception 6: invalid opcode");
	ends_with("trap exit", 201, "rflags");
}
