/* SPDX-License-Identifier: MIT
 *
 * Files of Sea Islands firmware, of which there are two kinds. The old ones (radeon/BONAIRE_pfp.bin) are
 * big-endian dwords and nothing else. The new ones (radeon/bonaire_pfp.bin) begin with a header, all of it
 * little-endian, that says what the microcode's version is, where in the file it lies and what its checksum
 * is. Linux radeon_ucode.h.
 */
#ifndef HW_CIK_IMAGE_H
#define HW_CIK_IMAGE_H

#include "hw/cik/card.h"

struct cik_image {
	const uint8_t *dw; /* of the microcode */
	uint32_t n_dw;
	bool new;         /* with a header: its dwords are little-endian */
	uint32_t version; /* 0 of old files */
};

/* Where the microcode of file i (CIK_IMAGE_…) is. FL_USAGE: it is none; the reason says why: its size, its
 * header, its checksum, or nothing but the same dword all over. */
enum fl_code cik_image_open(const struct cik_family_info *f, unsigned i, const uint8_t *data, size_t size_B,
			    struct cik_image *image, struct fl_err *err);
uint32_t cik_image_dw(const struct cik_image *image, uint32_t k);
/* "pfp" */
const char *cik_image_name(unsigned i);

#endif
