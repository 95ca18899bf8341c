/* SPDX-License-Identifier: MIT
 *
 * Formats of RS and BLT (etna_viv rnndb: RS_FORMAT, BLT_FORMAT): where the components of a pixel are.
 */
#include "hw/model/gc/layout_image.h"

#include <string.h>

#define FIELDS(n, ra, rw, ga, gw, ba, bw, aa, aw)                             \
	{                                                                     \
		.cpp = n, .at = {ra, ga, ba, aa}, .width = { rw, gw, bw, aw } \
	}

static const struct mgc_copy_format formats[] = {
    [GC_BLT_FORMAT__X4R4G4B4] = FIELDS(2, 8, 4, 4, 4, 0, 4, 0, 0),
    [GC_BLT_FORMAT__A4R4G4B4] = FIELDS(2, 8, 4, 4, 4, 0, 4, 12, 4),
    [GC_BLT_FORMAT__X1R5G5B5] = FIELDS(2, 10, 5, 5, 5, 0, 5, 0, 0),
    [GC_BLT_FORMAT__A1R5G5B5] = FIELDS(2, 10, 5, 5, 5, 0, 5, 15, 1),
    [GC_BLT_FORMAT__R5G6B5] = FIELDS(2, 11, 5, 5, 6, 0, 5, 0, 0),
    [GC_BLT_FORMAT__X8R8G8B8] = FIELDS(4, 16, 8, 8, 8, 0, 8, 0, 0),
    [GC_BLT_FORMAT__A8R8G8B8] = FIELDS(4, 16, 8, 8, 8, 0, 8, 24, 8),
    [GC_BLT_FORMAT__YUY2] = {.cpp = 2, .raw = true},
    [GC_BLT_FORMAT__UYVY] = {.cpp = 2, .raw = true},
    [GC_BLT_FORMAT__A8] = FIELDS(1, 0, 0, 0, 0, 0, 0, 0, 8),
    [GC_BLT_FORMAT__A2R10G10B10] = FIELDS(4, 20, 10, 10, 10, 0, 10, 30, 2),
    [GC_BLT_FORMAT__X24S8] = {.cpp = 4, .raw = true},
    [GC_BLT_FORMAT__D16] = {.cpp = 2, .raw = true},
    [GC_BLT_FORMAT__A16R16G16B16] = FIELDS(8, 32, 16, 16, 16, 0, 16, 48, 16),
    [GC_BLT_FORMAT__A8L8] = {.cpp = 2, .at = {0, 0, 0, 8}, .width = {8, 8, 8, 8}, .one = true},
    [GC_BLT_FORMAT__L8] = {.cpp = 1, .width = {8, 8, 8, 0}, .one = true},
    [GC_BLT_FORMAT__R8G8B8] = FIELDS(3, 16, 8, 8, 8, 0, 8, 0, 0),
    [GC_BLT_FORMAT__R8] = FIELDS(1, 0, 8, 0, 0, 0, 0, 0, 0),
    [GC_BLT_FORMAT__R8G8] = FIELDS(2, 0, 8, 8, 8, 0, 0, 0, 0),
};

const struct mgc_copy_format *mgc_copy_format(unsigned format)
{
	const struct mgc_copy_format *f =
	    format < sizeof(formats) / sizeof(formats[0]) ? &formats[format] : NULL;

	return f && f->cpp ? f : NULL;
}

void mgc_copy_fields(const struct mgc_copy_format *f, const uint8_t *px, uint16_t v[4])
{
	uint64_t bits = 0;

	memcpy(&bits, px, f->cpp); /* little endian hosts: as all of the model */
	for (unsigned c = 0; c < 4; c++)
		v[c] = (uint16_t)(bits >> f->at[c] & ((1u << f->width[c]) - 1));
}

void mgc_copy_widen(const struct mgc_copy_format *f, uint16_t v[4])
{
	for (unsigned c = 0; c < 4; c++) {
		const unsigned w = f->width[c];
		uint32_t x = v[c];

		if (!w) {
			v[c] = c == 3 ? UINT16_MAX : 0;
			continue;
		}
		/* the field's bits over again, down to the last of 16 */
		x <<= 16 - w;
		for (unsigned n = w; n < 16; n *= 2)
			x |= x >> n;
		v[c] = (uint16_t)x;
	}
}

void mgc_copy_pack(const struct mgc_copy_format *f, const uint16_t v[4], uint8_t *px)
{
	uint64_t bits = 0;

	for (unsigned c = 0; c < 4; c++)
		if (f->width[c] && !(f->one && c && c < 3))
			bits |= (uint64_t)(v[c] >> (16 - f->width[c])) << f->at[c];
	memcpy(px, &bits, f->cpp);
}
