/* SPDX-License-Identifier: MIT
 *
 * A card in a machine: the bare-metal image on models under an unmodified QEMU, started in the three ways.
 * What the card's display shows at the end is the picture that the same demo draws on the model with no
 * machine around it, to the pixel.
 */
#include "hw/model/fl_model.h"
#include "tests/unit/test_image.h"

static void same_pictures(struct picture *got, struct picture *want)
{
	unsigned wrong = 0, first = 0, colors = 0;

	cr_assert(got->w == want->w && got->h == want->h, "%u x %u", got->w, got->h);
	for (unsigned i = 0; i < got->w * got->h * 3; i++) {
		if (got->rgb[i] != want->rgb[i] && !wrong++)
			first = i / 3;
		colors += i >= 3 && want->rgb[i] != want->rgb[i - 3];
	}
	cr_assert_gt(colors, 1000u, "the picture to compare with is empty");
	cr_assert_eq(wrong, 0u, "%u values differ, first at %u,%u", wrong, first % got->w, first / got->w);
	picture_free(got);
	picture_free(want);
}

/* A demo on the machine that args describe, and its picture. The last argument is the image's command
 * line. */
static void draws(const char *chip, const char *demo, const char *const args[], unsigned timeout_ms)
{
	char dir[] = "/tmp/firstlight-card-XXXXXX", out[64], done[64];
	struct picture got, want;
	struct qemu q;
	int code;

	cr_assert(mkdtemp(dir));
	snprintf(out, sizeof out, "%s/got.png", dir);
	snprintf(done, sizeof done, "%s: done", demo);
	start_card(&q, (const char *const[]){"--chip", chip, "--strict", "--out", out, NULL}, args);
	if (!draw_hosted(&want, chip, demo))
		fail_with_log(&q, "no picture to compare with");
	wait_text(&q, done, timeout_ms);
	/* QEMU's own exit code is 0 then; --strict makes it 1 if the model objected to anything. */
	code = qemu_do(&q, "quit") ? qemu_wait_exit(&q, timeout_ms) : -1;
	if (code)
		fail_with_log(&q, code < 0 ? "no end" : "the model objected");
	qemu_end(&q);
	cr_assert(picture_read(&got, out), "%s is no picture", out);
	same_pictures(&got, &want);
	unlink(out);
	rmdir(dir);
}

static void draws_by_kernel_option(const char *chip, const char *demo)
{
	char line[64];

	snprintf(line, sizeof line, "demo %s", demo);
	draws(chip, demo, (const char *const[]){IMAGE, "-append", line, NULL}, 30000);
}

Test(card, demos_by_kernel_option, .timeout = 120)
{
	draws_by_kernel_option("r580", "triangle");
	draws_by_kernel_option("r580", "cube");
	draws_by_kernel_option("r580", "blit");
	draws_by_kernel_option("r580", "text");
}

/* R6xx and R7xx have three files of firmware, which the loader or QEMU brings as modules. */
static void draws_with_files(const char *chip, const char *const name[3], const char *demo)
{
	char dir[] = "/tmp/firstlight-files-XXXXXX", path[3][96], modules[300], line[64];
	static uint8_t image[24 << 10];

	cr_assert(mkdtemp(dir));
	for (unsigned i = 0; i < 3; i++) {
		size_t size_B = fl_model_firmware(chip, i, image, sizeof image);
		FILE *f;

		snprintf(path[i], sizeof path[i], "%s/%s", dir, name[i]);
		f = fopen(path[i], "wb");
		cr_assert(f && size_B && fwrite(image, 1, size_B, f) == size_B && !fclose(f));
	}
	snprintf(modules, sizeof modules, "%s,%s,%s", path[0], path[1], path[2]);
	snprintf(line, sizeof line, "demo %s", demo);
	draws(chip, demo, (const char *const[]){IMAGE, "-initrd", modules, "-append", line, NULL}, 30000);
	for (unsigned i = 0; i < 3; i++)
		unlink(path[i]);
	rmdir(dir);
}

Test(card, chips_with_three_files, .timeout = 120)
{
	static const char *const rv770[3] = {"RV770_pfp.bin", "RV770_me.bin", "R700_rlc.bin"};
	static const char *const rv670[3] = {"RV670_pfp.bin", "RV670_me.bin", "R600_rlc.bin"};

	draws_with_files("rv770", rv770, "blit");
	draws_by_kernel_option("rv770", "cube");
	draws_with_files("rv670", rv670, "text");
	draws_by_kernel_option("rv670", "gears");
}

Test(card, other_chips, .timeout = 120)
{
	draws_by_kernel_option("rv530", "cube");
	draws_by_kernel_option("rv515", "cube");
	draws_by_kernel_option("rv570", "triangle");
	draws_by_kernel_option("rv350", "blit"); /* the display that Radeons had before R5xx */
}

/* Sea Islands, whose windows are five, and whose files six; Kaveri has one more. */
Test(card, sea_islands, .timeout = 240)
{
	draws_by_kernel_option("hawaii", "cube");
	draws_by_kernel_option("kaveri", "gears");
	draws_by_kernel_option("kabini", "blit");
}

/* A newer chipset: PCI Express, and configuration space in memory, which its firmware uses. */
Test(card, cube_on_q35, .timeout = 60)
{
	draws("r580", "cube", (const char *const[]){"-machine", "q35", IMAGE, "-append", "demo cube", NULL},
	      30000);
}

Test(card, cube_by_grub_and_bios, .timeout = 90)
{
	draws("r580", "cube", (const char *const[]){DISC, DISC_CMDLINE "demo cube", NULL}, 60000);
}

Test(card, cube_by_grub_and_uefi, .timeout = 150)
{
	needs_ovmf();
	draws("r580", "cube", (const char *const[]){UEFI, DISC, DISC_CMDLINE "demo cube", NULL}, 120000);
}

/* VRAM over the socket, every access checked by the model: slow, and the same. */
Test(card, the_long_way_to_vram, .timeout = 90)
{
	struct qemu q;

	start_card(
	    &q, (const char *const[]){"--slow-vram", "--vram", "32", NULL},
	    (const char *const[]){IMAGE, "-append", "demo triangle size=640x480 transport=vram exit", NULL});
	if (qemu_wait_exit(&q, 60000) != 1)
		fail_with_log(&q, "no picture");
	qemu_end(&q);
}

/* ---- what a posted card does to who has never met one -------------------------------------------------- */
#define OVER "before: over"

/* The image before.elf, which wakes the card with one old habit after the other. */
static void start_before(struct qemu *q, const char *const card[], const char *cmdline)
{
	start_card(q, card, (const char *const[]){"-kernel", built("before.elf"), "-append", cmdline, NULL});
}

/* It has said all of these. */
static void end_before(struct qemu *q, const char *const said[])
{
	wait_text(q, OVER, 60000);
	for (; *said; said++)
		wait_text(q, *said, 0);
	qemu_end(q);
}

/* VRAM the long way: the model's combiner of writes and its second aperture are in it. The machines run side
 * by side, because they wait most of the time. */
Test(card, old_habits_fail, .timeout = 120)
{
	enum { CHIPS = 6 };
	static const char *const chips[CHIPS] = {"r580", "rv530", "rv515", "rv570", "rv350", "r420"};
	static const char *const said[] = {
	    "before: none: well", "before: host path: no way for commands; vram: ",
	    "before: commit: the ring was read to its end, but SCRATCH_REG4 is ",
	    "before: RAM test: register FIFO drains: RBBM_STATUS is 0x80010230", NULL};
	struct qemu q[CHIPS];

	for (unsigned i = 0; i < CHIPS; i++)
		start_before(
		    &q[i],
		    (const char *const[]){"--chip", chips[i], "--slow-vram", "--vram", "32", "--quiet", NULL},
		    "habits exit");
	/* What nobody takes from a serial port for long is lost. */
	for (unsigned over = 0, round = 0; over < CHIPS && round < 1000; round++)
		for (unsigned i = over = 0; i < CHIPS; i++)
			over += qemu_wait_text(&q[i], OVER, 0);
	for (unsigned i = 0; i < CHIPS; i++)
		end_before(&q[i], said);
}

/* A kernel's console writes at the beginning of VRAM. (On R3xx and R4xx waking ends that.) */
Test(card, a_console_that_is_not_taken, .timeout = 60)
{
	static const char *const said[] = {"before: console kept: well",
					   "before: console: VRAM at 0 reads 0x", NULL};
	struct qemu q;

	start_before(&q, (const char *const[]){"--break", "console", NULL}, "console exit");
	end_before(&q, said);
}

/* ---- DMA ----------------------------------------------------------------------------------------------- */
/* Two words in the guest's memory, at 64 MiB, that the chip runs as an indirect buffer: a packet of type 0
 * that writes SCRATCH_REG4 (0x15f0; R5xx guide 4.1). By hand, at the image's monitor. Not without bus
 * mastering. */
Test(card, the_chip_reads_the_guests_memory, .timeout = 90)
{
	struct qemu q;

	start_card(&q, (const char *const[]){NULL}, (const char *const[]){IMAGE, NULL});
	type_until(&q, "", "R580> ");
	type_until(&q, "ring\r", "fence 1 passed");
	type_until(&q,
		   "mw --force=unknown mem:0x4000000 0x57c; mw --force=unknown mem:0x4000004 0xcafe5678; "
		   "echo written\r",
		   "written\r\n");
	type_until(&q, "pci.w write --force=bus 0x04 0x0007; echo master\r", "reads 0x0007");
	type_until(&q, "write --force=unknown --brief CP_IB_BASE=0x4000000 CP_IB_BUFSZ=2\r",
		   "0x00000002  mmio:0x073c");
	type_until(&q, "read --brief SCRATCH_REG[4]\r", "0xcafe5678  mmio:0x15f0");
	type_until(
	    &q,
	    "mw --force=unknown mem:0x4000004 0xcafe5679; pci.w write --force=bus 0x04 0x0003; echo slave\r",
	    "reads 0x0003");
	type_until(&q,
		   "write --force=unknown --brief CP_IB_BUFSZ=2; read --brief SCRATCH_REG[4]; echo over\r",
		   "over\r\n");
	char *log = qemu_serial(&q);
	bool again = strstr(log, "0xcafe5679  mmio:0x15f0");
	free(log);
	qemu_end(&q);
	cr_assert(!again, "the chip read memory with bus mastering off");
}

/* ---- the expansion ROM --------------------------------------------------------------------------------- */
/* A video BIOS that ends the machine: the firmware has found it behind the card's ROM window, and run it. PCI
 * Firmware Specification 3.0, 5.1: a header, a PCI data structure, a sum of 0. */
Test(card, the_firmware_runs_the_video_bios, .timeout = 60)
{
	static const uint8_t code[] = {0xb0, 0x21, 0xe6, 0xf4, 0xcb}; /* mov al, 0x21; out 0xf4, al; retf */
	uint8_t rom[512] = {0x55, 0xaa, 1,    [0x18] = 0x1c, [0x1c] = 'P', 'C',
			    'I',  'R',  0x02, 0x10,          0x49,         0x72};
	char path[] = "/tmp/firstlight-rom-XXXXXX";
	int fd = mkstemp(path), code_got;
	struct qemu q;

	rom[0x1c + 10] = 0x18; /* length of the structure */
	rom[0x1c + 15] = 0x03; /* class: display, VGA */
	rom[0x1c + 16] = 1;    /* length of the image, 512 bytes */
	rom[0x1c + 21] = 0x80; /* the last image */
	memcpy(rom + 3, code, sizeof code);
	for (unsigned i = 0; i < sizeof rom - 1; i++)
		rom[sizeof rom - 1] = (uint8_t)(rom[sizeof rom - 1] - rom[i]);
	cr_assert_eq(write(fd, rom, sizeof rom), (ssize_t)sizeof rom);
	close(fd);
	start_card(&q, (const char *const[]){"--rom", path, NULL}, (const char *const[]){NULL});
	code_got = qemu_wait_exit(&q, 30000);
	qemu_end(&q);
	unlink(path);
	cr_assert_eq(code_got, 0x21 << 1 | 1, "exit code %d", code_got);
}

/* ---- the smoke test ------------------------------------------------------------------------------------ */
static void smoke(const char *fault, int exit_code, const char *says)
{
	struct qemu q;
	int code;

	start_card(&q, fault ? (const char *const[]){"--break", fault, NULL} : (const char *const[]){NULL},
		   (const char *const[]){IMAGE, "-append", "smoke exit", NULL});
	/* With a broken card each access to its memory is a message to the model, and a round trip. */
	code = qemu_wait_exit(&q, 120000);
	char *log = qemu_serial(&q);
	bool found = strstr(log, says), failed = strstr(log, "\nnot ok");
	free(log);
	if (code != exit_code || !found || failed != (fault != NULL))
		fail_with_log(&q, fault ? fault : "all well");
	qemu_end(&q);
}

Test(card, smoke_finds_what_is_broken, .timeout = 300)
{
	smoke(NULL, 1, "3D triangle");
	smoke("cp-stuck", 3, "not ok");
	smoke("vram-bit:0x1000:3", 3, "VRAM");
}
