/* SPDX-License-Identifier: MIT
 *
 * Files of Sea Islands firmware: old and new, damaged ones, and none.
 */
#include "hw/cik/image.h"
#include "tests/unit/cik/test_card_rig.h"

static struct cik_image image;

static enum fl_code opened(unsigned i, size_t size_B)
{
	return cik_image_open(cik_family_at(CIK_FAMILY_BONAIRE), i, images[i], size_B, &image, &err);
}

static void le(uint8_t *p, uint32_t v)
{
	for (unsigned i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

/* As Linux radeon_ucode.h lays it out: 32 bytes, and 0x100 in all; behind them three dwords, of which those
 * that count have a checksum that is known. */
static size_t small_file(void)
{
	uint8_t *p = images[0];

	memset(p, 0, 0x200);
	memcpy(p + 0x100, "123456789abc", 12);
	le(p, 0x100 + 12);
	le(p + 4, 32);
	le(p + 8, 1);
	le(p + 16, 0x1234);
	le(p + 20, 12);
	le(p + 24, 0x100);
	return 0x100 + 12;
}

Test(cik_images, new_files)
{
	size_t size_B = small_file();

	cr_assert_eq(opened(0, size_B), FL_OK, "%s", err.text);
	cr_expect(image.new);
	cr_expect_eq(image.n_dw, 3);
	cr_expect_eq(image.version, 0x1234);
	cr_expect_eq(cik_image_dw(&image, 0), 0x34333231);
	/* CRC-32 of "12345678", zlib's */
	le(images[0] + 20, 8);
	le(images[0] + 28, 0x9ae0daaf);
	cr_expect_eq(opened(0, size_B), FL_OK, "%s", err.text);
	images[0][0x100] ^= 1;
	cr_expect_eq(opened(0, size_B), FL_USAGE);
	cr_expect(strstr(err.text, "0x9ae0daaf") && strstr(err.text, "damaged"), "%s", err.text);
}

Test(cik_images, headers_that_do_not_fit)
{
	static const struct {
		unsigned at;
		uint32_t value;
		const char *says;
	} bad[] = {
	    {0, 0x100, "has 268 bytes"}, /* not the size of the file: it is taken for an old one */
	    {4, 16, "16 bytes"},         {4, 0x10000, "65536 bytes"}, {8, 2, "version 2.0"},
	    {20, 0, "0 bytes at"},       {20, 10, "10 bytes at"},     {20, 16, "16 bytes at"},
	    {24, 0x1000, "at 0x1000"},   {24, 8, "at 0x8"},           {20, 0xfffffffc, "4294967292 bytes"},
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		size_t size_B = small_file();

		le(images[0] + bad[i].at, bad[i].value);
		cr_expect_eq(opened(0, size_B), FL_USAGE, "%u", i);
		cr_expect(strstr(err.text, bad[i].says), "%u: %s", i, err.text);
	}
}

/* Sizes: CIK facts and Linux radeon_ucode.h. */
Test(cik_images, old_files)
{
	static const unsigned dw[] = {2144, 2144, 2144, 4192, 2048, 1050};

	for (unsigned i = 0; i < sizeof(dw) / sizeof(*dw); i++) {
		memset(images[i], 0x5a, sizeof(images[i]));
		cr_expect_eq(opened(i, 4 * dw[i]), FL_USAGE);
		cr_expect(strstr(err.text, "nothing but 0x5a5a5a5a"), "%s", err.text);
		memcpy(images[i], (uint8_t[]){1, 2, 3, 4}, 4);
		cr_assert_eq(opened(i, 4 * dw[i]), FL_OK, "%s", err.text);
		cr_expect(!image.new);
		cr_expect_eq(image.n_dw, dw[i]);
		cr_expect_eq(cik_image_dw(&image, 0), 0x01020304, "the high byte first");
		cr_expect_eq(opened(i, 4 * dw[i] - 4), FL_USAGE);
	}
}

/* Of a kind that the first one is not. */
static void make_old(unsigned i, size_t dw)
{
	for (size_t k = 0; k < 4 * dw; k++)
		images[i][k] = (uint8_t)(k * 7 + i);
	card.up.images.of[i].size_B = 4 * dw;
}

static void refused(enum fl_code code, const char *says)
{
	cr_assert_eq(fl_wake(&cik_family, &card.up, NULL, NULL, &err), code);
	cr_expect(strstr(err.text, says), "%s", err.text);
}

Test(cik_images, mixed_missing_and_old_ones_on_a_card)
{
	static const unsigned dw[] = {2144, 2144, 2144, 4192, 2560, 1050};
	struct fl_model *m = card_on_model("kaveri", true, FL_TRANSPORT_VRAM);

	card.up.images.of[CIK_IMAGE_CE].data = NULL;
	refused(FL_NO_DEVICE, "no ce image");
	card.up.images.of[CIK_IMAGE_CE].data = images[CIK_IMAGE_CE];
	make_old(CIK_IMAGE_RLC, 2560);
	refused(FL_USAGE, "the rlc image is old");
	/* Kaveri's second MEC has no file of its own among the old ones. */
	for (unsigned i = 0; i < sizeof(dw) / sizeof(*dw); i++)
		make_old(i, dw[i]);
	card.up.images.of[CIK_IMAGE_MEC2].data = NULL;
	woken();
	cr_expect(fl_read32(&dev, CIK_RLC_CNTL) == 1);
	nothing_reported(m, "old files");
	fl_model_delete(m);
}

/* ---- the model's side: nothing runs without ------------------------------------------------------------ */
static bool reported(struct fl_model *m, const char *part)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(m, i)); i++)
		if (r->severity == FL_REFUSE && strstr(r->text, part))
			return true;
	return false;
}

Test(cik_images, no_command_is_carried_out_without_the_rlc)
{
	struct fl_model *m = card_on_model("bonaire", true, FL_TRANSPORT_VRAM);

	woken();
	fl_write32(&dev, CIK_RLC_CNTL, 0);
	cr_assert_eq(cik_fence_sync(&card.fence, &card.ring, 1000, &err), FL_TIMEOUT);
	cr_expect(reported(m, "the RLC does not run"));
	fl_model_delete(m);
	m = card_on_model("bonaire", true, FL_TRANSPORT_VRAM);
	fl_write32(&dev, CIK_RLC_CNTL, 1);
	cr_expect(reported(m, "with 0 dwords of microcode, and 2048 are the least"));
	fl_model_delete(m);
}

Test(cik_images, a_ram_that_loses_bits_is_found)
{
	struct fl_model *m = card_on_model("bonaire", true, FL_TRANSPORT_VRAM);

	cr_assert(fl_model_break(m, "no-microcode-ram"));
	cr_expect_neq(fl_wake(&cik_family, &card.up, NULL, NULL, &err), FL_OK);
	cr_expect_eq(card.ring.size_dw, 0);
	fl_model_delete(m);
}
