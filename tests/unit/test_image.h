/* SPDX-License-Identifier: MIT
 *
 * What the tests of the bare-metal image share: machines to start it on, and steps that, where they fail, say
 * what the serial port said and end the machine.
 */
#ifndef TESTS_UNIT_TEST_IMAGE_H
#define TESTS_UNIT_TEST_IMAGE_H

#include "lib/fl_font.h"
#include "tests/linux/picture.h"
#include "tests/qemu/qemu.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

/* For lists of QEMU's arguments: the image by QEMU's own loader, or by GRUB from a disc, whose command line
 * is "demo blit" if no DISC_CMDLINE "other words" follow. UEFI writes to its variables: a snapshot keeps the
 * installed file as it is. */
#define IMAGE        "-kernel", built("firstlight.elf")
#define DISC         "-cdrom", built("firstlight-blit.iso")
#define DISC_CMDLINE "-fw_cfg", "name=opt/org.firstlight/cmdline,string="
#define ATI_VGA      "-device", "ati-vga,model=rv100"
#define OVMF         "/usr/share/OVMF/OVMF_"
#define UEFI                                                                                                \
	"-m", "256", "-drive", "if=pflash,format=raw,unit=0,readonly=on,file=" OVMF "CODE_4M.fd", "-drive", \
	    "if=pflash,format=raw,unit=1,snapshot=on,file=" OVMF "VARS_4M.fd"

static inline void needs_ovmf(void)
{
	cr_assert_eq(access(OVMF "VARS_4M.fd", R_OK), 0, "no " OVMF "VARS_4M.fd: package ovmf");
}

static inline _Noreturn void fail_with_log(struct qemu *q, const char *what)
{
	char *log = qemu_serial(q), text[4000];
	size_t n = strlen(log);

	snprintf(text, sizeof text, "%.300s; the serial port said:\n%s", what,
		 log + (n > 3500 ? n - 3500 : 0));
	free(log);
	qemu_end(q);
	cr_assert_fail("%s", text);
	criterion_abort_test();
}

static inline void start(struct qemu *q, const char *const args[])
{
	if (!qemu_start(q, args))
		fail_with_log(q, "QEMU does not start");
}

static inline void start_card(struct qemu *q, const char *const card[], const char *const args[])
{
	if (!qemu_start_card(q, card, args))
		fail_with_log(q, "the card does not start");
}

static inline void wait_text(struct qemu *q, const char *text, unsigned timeout_ms)
{
	char what[300];

	snprintf(what, sizeof what, "no '%s'", text);
	if (!qemu_wait_text(q, text, timeout_ms))
		fail_with_log(q, what);
}

/* Type at the monitor, and wait for an answer that nothing before has given. */
static inline void type_until(struct qemu *q, const char *line, const char *answer)
{
	if (!qemu_type(q, line))
		fail_with_log(q, "the serial port takes nothing more");
	wait_text(q, answer, 30000);
}

/* The demo's picture by the model with no machine around it, 640 x 480. False: there is none. */
static inline bool draw_hosted(struct picture *p, const char *chip, const char *demo)
{
	char path[] = "/tmp/firstlight-hosted-XXXXXX", command[512];

	close(mkstemp(path));
	snprintf(command, sizeof command, "%s demo %s --chip %s --size 640x480 --quiet --out %s >/dev/null",
		 built("firstlight"), demo, chip, path);
	bool drawn = !system(command) && picture_read(p, path) && p->w == 640 && p->h == 480;
	unlink(path);
	return drawn;
}

/* One of the lines of text on the screen is this, in the kit's font, white on black. */
static inline bool shows_line(const uint8_t *rgb, unsigned w, unsigned h, const char *text)
{
	for (unsigned line = 0; line < h / 16; line++) {
		bool same = true;

		for (unsigned i = 0; same && text[i]; i++) {
			const uint8_t *glyph = fl_font_glyph((uint8_t)text[i]);

			for (unsigned y = 0; same && y < 16; y++)
				for (unsigned x = 0; same && x < 8; x++) {
					const uint8_t *p = rgb + ((line * 16 + y) * w + i * 8 + x) * 3;
					uint8_t want = glyph[y] & 0x80 >> x ? 255 : 0;

					same = p[0] == want && p[1] == want && p[2] == want;
				}
		}
		if (same)
			return true;
	}
	return false;
}

#endif
