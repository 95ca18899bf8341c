/* SPDX-License-Identifier: MIT
 *
 * Files of firmware; see image.h.
 */
#include "hw/cik/image.h"

enum {
	OLD_GFX_DW = 2144, /* Linux CIK_PFP_UCODE_SIZE, and so on */
	OLD_MEC_DW = 4192,
	OLD_SDMA_DW = 1050,
	/* The header, in bytes; what follows these depends on the kind of file. */
	SIZE = 0,
	HEADER_SIZE = 4,
	HEADER_MAJOR = 8, /* 16 bits */
	IP_MAJOR = 12,    /* the same */
	VERSION = 16,
	UCODE_SIZE = 20,
	UCODE_OFFSET = 24,
	CHECKSUM = 28,
	COMMON_B = 32,
	KNOWN_MAJOR = 1,
};

const char *cik_image_name(unsigned i)
{
	static const char names[CIK_IMAGES][5] = {"pfp", "me", "ce", "mec", "rlc", "sdma", "mec2"};

	return i < CIK_IMAGES ? names[i] : "?";
}

/* What an old file has to hold. There is no old file of the second MEC: it takes the first one's. */
static uint32_t old_dw(const struct cik_family_info *f, unsigned i)
{
	const uint32_t dw[CIK_IMAGES] = {OLD_GFX_DW,    OLD_GFX_DW,  OLD_GFX_DW, OLD_MEC_DW,
					 f->old_rlc_dw, OLD_SDMA_DW, OLD_MEC_DW};

	return dw[i];
}

static uint32_t le32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t be32(const uint8_t *p)
{
	return p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

uint32_t cik_image_dw(const struct cik_image *image, uint32_t k)
{
	const uint8_t *p = image->dw + 4 * (size_t)k;

	return image->new ? le32(p) : be32(p);
}

/* CRC-32 of IEEE 802.3, as zlib's. */
static uint32_t crc32(const uint8_t *p, size_t n_B)
{
	enum { BITS = 8 };
	const uint32_t polynomial = 0xedb88320;
	uint32_t crc = ~0u;

	while (n_B--) {
		crc ^= *p++;
		for (unsigned k = 0; k < BITS; k++)
			crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
	}
	return ~crc;
}

static bool has_header(const uint8_t *data, size_t size_B)
{
	return size_B >= COMMON_B && le32(data + SIZE) == size_B;
}

/* A file with a header: everything in it that can be wrong. */
static enum fl_code new_file(unsigned i, const uint8_t *data, size_t size_B, struct cik_image *image,
			     struct fl_err *err)
{
	const char *name = cik_image_name(i);
	uint32_t header_B = le32(data + HEADER_SIZE), ucode_B = le32(data + UCODE_SIZE),
		 at_B = le32(data + UCODE_OFFSET), want = le32(data + CHECKSUM), got;
	uint32_t major = le32(data + HEADER_MAJOR) & 0xffff;

	if (header_B < COMMON_B || header_B > size_B || major != KNOWN_MAJOR)
		return fl_fail(err, FL_USAGE,
			       "microcode: the header of the %s image has %u bytes and is of version %u.%u; "
			       "known is version %d, of %d bytes at least",
			       name, header_B, major, le32(data + HEADER_MAJOR) >> 16, KNOWN_MAJOR, COMMON_B);
	if (!ucode_B || ucode_B % 4 || at_B < header_B || at_B > size_B || ucode_B > size_B - at_B)
		return fl_fail(err, FL_USAGE,
			       "microcode: the header of the %s image puts %u bytes at 0x%x of a file of %zu",
			       name, ucode_B, at_B, size_B);
	got = crc32(data + at_B, ucode_B);
	/* 0: nobody has counted. Which bytes count no driver says, as none looks: the microcode alone, or
	 * everything behind the header. */
	if (want && want != got && want != crc32(data + header_B, size_B - header_B))
		return fl_fail(err, FL_USAGE,
			       "microcode: the %s image has the checksum 0x%08x, and its header says 0x%08x: "
			       "it is damaged",
			       name, got, want);
	*image = (struct cik_image){data + at_B, ucode_B / 4, true, le32(data + VERSION)};
	return FL_OK;
}

enum fl_code cik_image_open(const struct cik_family_info *f, unsigned i, const uint8_t *data, size_t size_B,
			    struct cik_image *image, struct fl_err *err)
{
	uint32_t same = 0;
	enum fl_code code;

	if (i >= CIK_IMAGES || !data)
		return fl_fail(err, FL_USAGE, "microcode: there is no image %u", i);
	if (has_header(data, size_B)) {
		code = new_file(i, data, size_B, image, err);
		if (code)
			return code;
	} else {
		*image = (struct cik_image){data, old_dw(f, i), false, 0};
		if (size_B != 4 * (size_t)image->n_dw)
			return fl_fail(
			    err, FL_USAGE,
			    "microcode: the %s image has %zu bytes; for a %s it has to have %u, or a "
			    "header that says how many",
			    cik_image_name(i), size_B, f->name, 4 * image->n_dw);
	}
	for (uint32_t k = 1; k < image->n_dw; k++)
		same += cik_image_dw(image, k) == cik_image_dw(image, 0);
	if (same == image->n_dw - 1)
		return fl_fail(err, FL_USAGE, "microcode: the %s image holds nothing but 0x%08x",
			       cik_image_name(i), cik_image_dw(image, 0));
	return FL_OK;
}
