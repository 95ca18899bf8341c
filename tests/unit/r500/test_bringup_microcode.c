/* SPDX-License-Identifier: MIT
 *
 * Microcode images, good and bad, and a RAM that does not hold them.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/r500/card.h"
#include "hw/r500/microcode.h"
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void expect(const uint8_t *image, size_t size, const char *text)
{
	struct fl_err err = {0};

	cr_assert_eq(r500_microcode_check(image, size, &err), FL_USAGE);
	cr_assert(strstr(err.text, text), "\"%s\" instead of \"%s\"", err.text, text);
}

Test(bringup_microcode, images)
{
	uint8_t image[4096] = {0};
	struct fl_err err;

	fl_model_firmware("r580", 0, image, 2048);
	cr_assert_eq(r500_microcode_check(image, 2048, &err), FL_OK, "%s", err.text);
	expect(NULL, 0, "0 bytes; it has to have 2048");
	expect(image, 0, "0 bytes");
	expect(image, 2047, "2047 bytes");
	expect(image, 2049, "2049 bytes");
	expect(image, 2040, "2040 bytes");
	expect(image, 8, "8 bytes");
	expect(image, 2056, "2056 bytes");
	image[8 * 17 + 2] = 1; /* bit 40 of word 17 */
	expect(image, 2048, "word 17 has 0x000001");
	memset(image, 0, sizeof(image));
	expect(image, 2048, "nothing but zeros");
	for (unsigned at = 3; at < 8; at++) { /* any of a word's 40 bits is something */
		image[8 * 200 + at] = 0x10;
		cr_expect_eq(r500_microcode_check(image, 2048, &err), FL_OK, "byte %u: %s", at, err.text);
		image[8 * 200 + at] = 0;
	}
	/* little-endian, as an old kernel's array would be dumped */
	fl_model_firmware("r580", 0, image, 2048);
	for (unsigned i = 0; i < 2048; i += 4) {
		uint8_t b[4];

		memcpy(b, image + i, 4);
		for (unsigned j = 0; j < 4; j++)
			image[i + j] = b[3 - j];
	}
	expect(image, 2048, "byte-swapped");
}

/* A file is byte-swapped if every word that is too wide has in its upper dword what a word has there, eight
 * bits, at the other end; words without any there decide nothing. */
Test(bringup_microcode, images_that_are_swapped)
{
	static const struct {
		uint32_t high[3]; /* of words 5, 100 and 255 */
		bool swapped;
	} of[] = {
	    {{0x01000000, 0, 0}, true},           {{0xff000000, 0xab000000, 0x7f000000}, true},
	    {{0xff000000, 0xab, 0xff}, true},     {{0x01010000, 0, 0}, false},
	    {{0x01000001, 0, 0}, false},          {{0x01000100, 0, 0}, false},
	    {{0x00000100, 0, 0}, false},          {{0x01000000, 0x00010000, 0}, false},
	    {{0x00010000, 0x01000000, 0}, false}, {{0x01000000, 0x02000000, 0x100}, false},
	};
	static const unsigned at[3] = {5, 100, 255};

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		uint8_t image[2048] = {0};
		unsigned wide = 0, first = 256;
		struct fl_err err = {0};
		char want[120];

		for (unsigned k = 0; k < 3; k++) {
			for (unsigned b = 0; b < 4; b++)
				image[8 * at[k] + b] = (uint8_t)(of[i].high[k] >> 8 * (3 - b));
			wide += of[i].high[k] > 0xff;
			first = of[i].high[k] > 0xff && first == 256 ? k : first;
		}
		cr_expect_eq(r500_microcode_check(image, sizeof(image), &err), FL_USAGE);
		cr_expect_eq(!!strstr(err.text, "byte-swapped"), of[i].swapped, "%u: %s", i, err.text);
		snprintf(want, sizeof(want), "word %u has 0x%08x in its upper dword", at[first],
			 of[i].high[first]);
		cr_expect(strstr(err.text, want), "%u: %s", i, err.text);
		snprintf(want, sizeof(want), "(%u such words)", wide);
		cr_expect(strstr(err.text, want), "%u: %s", i, err.text);
	}
}

Test(bringup_microcode, words_are_big_endian_pairs)
{
	const uint8_t bytes[16] = {0, 0, 0, 0xab, 0x01, 0x23, 0x45, 0x67,
				   0, 0, 0, 0x12, 0x89, 0xab, 0xcd, 0xef};

	cr_assert_eq(r500_microcode_word(bytes, 0).high, 0xab);
	cr_assert_eq(r500_microcode_word(bytes, 0).low, 0x01234567);
	cr_assert_eq(r500_microcode_word(bytes, 1).high, 0x12);
	cr_assert_eq(r500_microcode_word(bytes, 1).low, 0x89abcdef);
}

/* The RAM of guide 5.12 and 5.13; state[0] is a mask of bits that are stuck at 0 in the lower dword. */
static uint64_t ram[256];
static unsigned write_at, read_at, order_wrong;
static uint32_t high_hold;
static bool high_read;

static bool ram_write(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CP_ME_RAM_ADDR)
		write_at = *v;
	if (at == R500_CP_ME_RAM_RADDR) {
		read_at = *v;
		high_read = false;
	}
	if (at == R500_CP_ME_RAM_DATAH)
		high_hold = *v & 0xff;
	if (at == R500_CP_ME_RAM_DATAL)
		ram[write_at++ & 255] = (uint64_t)high_hold << 32 | (*v & ~r->state[0]);
	return true;
}

static void ram_read(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = 0x40;
	if (at == R500_CP_ME_RAM_DATAH) {
		*v = (uint32_t)(ram[read_at & 255] >> 32) |
		     r->state[1]; /* upper bits are not promised to be 0 */
		high_read = true;
	}
	if (at == R500_CP_ME_RAM_DATAL) {
		order_wrong += !high_read;
		high_read = false;
		*v = (uint32_t)ram[read_at++ & 255];
	}
}

Test(bringup_microcode, load_and_read_back)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;
	uint8_t image[2048];

	fl_model_firmware("r580", 0, image, 2048);
	r->on_write = ram_write;
	r->on_read = ram_read;
	r->state[1] = 0xffffff00;
	r500_card_init(&c, &r->dev);
	c.up.images.of[0].data = image;
	c.up.images.of[0].size_B = 2048;
	cr_assert_eq(r500_microcode(&c.up, &err), FL_OK, "%s", err.text);
	cr_assert_eq(write_at, 256);
	cr_assert_eq(order_wrong, 0);
	for (unsigned i = 0; i < 256; i++) {
		const uint8_t *w = image + 8 * i;

		cr_assert_eq(ram[i],
			     (uint64_t)w[3] << 32 | (uint32_t)w[4] << 24 | w[5] << 16 | w[6] << 8 | w[7]);
	}
	r->state[0] = 0x10; /* one bit of the RAM is dead */
	cr_assert_eq(r500_microcode(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "written was") && !strstr(err.text, "clock"), "%s", err.text);
	r->on_read = NULL; /* the RAM does not answer at all */
	r->reg[R500_RBBM_STATUS / 4] = 0x40;
	r->reg[R500_CP_ME_RAM_DATAH / 4] = r->reg[R500_CP_ME_RAM_DATAL / 4] = 0;
	r->on_write = NULL;
	cr_assert_eq(r500_microcode(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "of 256 words differ"), "%s", err.text);
	c.up.images.of[0].size_B = 2046; /* a bad image is not written */
	r->writes = 0;
	cr_assert_eq(r500_microcode(&c.up, &err), FL_USAGE);
	cr_assert_eq(r->writes, 0);
	free(r);
}

/* With new words in its RAM the command processor begins anew: it is off, and on R5xx it is reset. */
static unsigned off, reset;

static bool notes_beginning(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CP_ME_RAM_DATAL)
		off = reset = 0;
	off += at == R500_CP_CSQ_CNTL && !R500_CP_CSQ_CNTL__CSQ_MODE__GET(*v);
	reset += at == R500_RBBM_SOFT_RESET && R500_RBBM_SOFT_RESET__SOFT_RESET_CP__GET(*v);
	return ram_write(r, at, v);
}

Test(bringup_microcode, the_command_processor_begins_anew)
{
	static const uint16_t devices[2] = {0x7249, 0x4e44}; /* R580, R300 */

	for (unsigned i = 0; i < 2; i++) {
		struct rig *r = rig_new(devices[i]);
		struct r500_card c;
		struct fl_err err;
		uint8_t image[2048];

		fl_model_firmware("r580", 0, image, 2048);
		r->on_write = notes_beginning;
		r->on_read = ram_read;
		r500_card_init(&c, &r->dev);
		cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
		c.up.images.of[0].data = image;
		c.up.images.of[0].size_B = 2048;
		cr_assert_eq(r500_microcode(&c.up, &err), FL_OK, "%s", err.text);
		cr_expect(off, "device 0x%04x", devices[i]);
		cr_expect_eq(reset != 0, i == 0, "device 0x%04x", devices[i]);
		free(r);
	}
}

/* The test of the RAM: 01 again and again in all words, 10 in all, a number of its own in each; then nothing,
 * as after power-on. A bit that does not hold both is found, wherever it is. */
static uint64_t rounds[4][256];
static unsigned n_words;

static bool ram_record(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CP_ME_RAM_DATAL && n_words < 4 * 256) {
		rounds[n_words / 256][n_words % 256] = (uint64_t)high_hold << 32 | *v;
		n_words++;
	}
	return ram_write(r, at, v);
}

Test(bringup_microcode, ram_that_is_tried)
{
	const uint64_t all = (1ull << 40) - 1;
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r->on_write = ram_record;
	r->on_read = ram_read;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_check_microcode_ram(&c.up, &err), FL_OK, "%s", err.text);
	cr_assert_eq(n_words, 4u * 256);
	for (unsigned i = 0; i < 256; i++) {
		cr_expect_eq(rounds[0][i], all / 3, "word %u: 0x%llx", i, (unsigned long long)rounds[0][i]);
		cr_expect_eq(rounds[1][i], all / 3 * 2, "word %u: 0x%llx", i,
			     (unsigned long long)rounds[1][i]);
		cr_expect_eq(rounds[3][i], 0u);
		for (unsigned k = 0; k < i; k++)
			cr_assert_neq(rounds[2][i], rounds[2][k], "words %u and %u", i, k);
	}
	for (unsigned i = 0; i < 32; i++) {
		r->state[0] = 1u << i;
		cr_expect_eq(r500_check_microcode_ram(&c.up, &err), FL_FAILED, "bit %u", i);
	}
	free(r);
}

/* The first word that differs is named, with what it holds and what was written, and how many there are. */
Test(bringup_microcode, words_that_differ)
{
	static const uint8_t at[] = {0, 1, 77, 254, 255};
	struct rig *r = rig_new(0x7249);
	uint8_t image[2048];
	struct fl_err err;

	fl_model_firmware("r580", 0, image, 2048);
	r->on_write = ram_write;
	r->on_read = ram_read;
	for (unsigned i = 0; i < sizeof(at); i++)
		for (unsigned more = 0; more < 2; more++) {
			char want[120];
			uint64_t was;

			r500_microcode_write(&r->dev, image);
			was = ram[at[i]];
			ram[at[i]] ^= 0x8000000001ull;
			ram[255] ^= more ? 0x100 : 0;
			snprintf(want, sizeof(want),
				 "word %u reads 0x%010llx, written was 0x%010llx; %u of 256 words differ",
				 at[i], (unsigned long long)ram[at[i]], (unsigned long long)was,
				 at[i] == 255 ? 1 : 1 + more);
			cr_expect_eq(r500_microcode_verify(&r->dev, image, &err), FL_FAILED);
			cr_expect(strstr(err.text, want), "want \"%s\": %s", want, err.text);
		}
	free(r);
}

/* Without an image, the error names the file that the card's family needs. */
Test(bringup_microcode, the_file_that_is_missing_is_named)
{
	static const struct {
		uint16_t device; /* 0: one that is not known yet */
		const char *file;
	} cards[] = {{0x4144, "radeon/R300_cp.bin"},
		     {0x4a49, "radeon/R420_cp.bin"},
		     {0x71c5, "radeon/R520_cp.bin"},
		     {0, "radeon/R520_cp.bin"}};

	for (unsigned i = 0; i < sizeof(cards) / sizeof(*cards); i++) {
		const struct fl_chip *chip = fl_chip_find(&r500_chips, 0x1002, cards[i].device);
		struct rig *r = rig_new(0x7249);
		struct r500_card c;
		struct fl_err err;

		r500_card_init(&c, &r->dev);
		c.family = chip ? r500_chip_family(chip) : NULL;
		cr_expect_eq(!chip, !cards[i].device);
		cr_assert_eq(r500_microcode(&c.up, &err), FL_NO_DEVICE);
		cr_expect(strstr(err.text, cards[i].file), "0x%x: %s", cards[i].device, err.text);
		cr_expect_eq(r->writes, 0);
		free(r);
	}
}

static void put(const char *root, const char *name, size_t size)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	f = fopen(path, "wb");
	cr_assert(f, "%s", path);
	for (size_t i = 0; i < size; i++)
		fputc((int)(i & 255), f);
	fclose(f);
}

Test(bringup_microcode, files)
{
	char root[] = "/tmp/fl-firmware-XXXXXX", path[512];
	const char *name = "radeon/R520_cp.bin";
	uint8_t out[FL_FIRMWARE_MAX_B];
	struct fl_err err;
	size_t n;

	cr_assert(mkdtemp(root));
	for (const char *const *d = (const char *const[]){"lib", "lib/firmware", "lib/firmware/radeon", NULL};
	     *d; d++) {
		snprintf(path, sizeof(path), "%s/%s", root, *d);
		mkdir(path, 0777);
	}
	cr_assert_eq(fl_firmware_read(NULL, name, root, out, sizeof(out), &n, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "firmware-amd-graphics") && strstr(err.text, root), "%s", err.text);
	put(root, "lib/firmware/radeon/R520_cp.bin.zst", 100);
	cr_assert_eq(fl_firmware_read(NULL, name, root, out, sizeof(out), &n, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "only compressed") && strstr(err.text, "zstd -dc"), "%s", err.text);
	put(root, "lib/firmware/radeon/R520_cp.bin.xz", 100);
	cr_assert_eq(fl_firmware_read(NULL, name, root, out, sizeof(out), &n, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "xz -dc"), "%s", err.text);
	put(root, "lib/firmware/radeon/R520_cp.bin", 2048);
	cr_assert_eq(fl_firmware_read(NULL, name, root, out, sizeof(out), &n, &err), FL_OK, "%s", err.text);
	cr_assert_eq(n, 2048);
	cr_assert_eq(out[2047], 255);
	/* by name: missing, odd-sized (not judged here), too large, a directory */
	snprintf(path, sizeof(path), "%s/nothing", root);
	cr_assert_eq(fl_firmware_read(path, name, NULL, out, sizeof(out), &n, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "No such file"), "%s", err.text);
	put(root, "odd", 2047);
	snprintf(path, sizeof(path), "%s/odd", root);
	cr_assert_eq(fl_firmware_read(path, name, NULL, out, sizeof(out), &n, &err), FL_OK);
	cr_assert_eq(n, 2047);
	cr_assert_eq(fl_firmware_read(path, name, NULL, out, 100, &n, &err), FL_USAGE);
	cr_assert_eq(fl_firmware_read(root, name, NULL, out, sizeof(out), &n, &err), FL_FAILED);
	snprintf(path, sizeof(path), "rm -rf %s", root);
	cr_assert_eq(system(path), 0);
}
