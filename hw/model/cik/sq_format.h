/* SPDX-License-Identifier: MIT
 *
 * Formats of buffers: an element's bytes, and its four components.
 */
#ifndef HW_MODEL_CIK_SQ_FORMAT_H
#define HW_MODEL_CIK_SQ_FORMAT_H

#include "hw/model/texture/texel.h"

enum { SQ_FORMAT_B = FL_TEXEL_ELEMENT_B };

struct sq_format {
	unsigned size_B; /* 0: there is no such format, reads give 0 */
	struct fl_texel_image image;
	unsigned number;
	/* Its components are dwords as they stand: which of its dwords each is; 4: it is always `fixed`. */
	bool dwords;
	uint8_t from[4];
	uint32_t fixed[4];
	bool bytes; /* fl_texel_is_bytes() */
};

/* Those that a thread has met last. All zeros at first. */
struct sq_formats {
	struct {
		bool there;
		uint8_t data, number;
		uint32_t word3;
		struct sq_format f;
	} at[4];
};

/* DATA_FORMAT and NUM_FORMAT, and the descriptor's word 3, whose DST_SEL says what each component shows;
 * 0: they come as they are, and (0, 0, 0, 1) for those that are not there. */
const struct sq_format *mcik_sq_format(struct sq_formats *kept, unsigned data_format, unsigned num_format,
				       uint32_t word3);
void mcik_sq_format_unpack(const struct sq_format *f, const uint8_t bytes[SQ_FORMAT_B], uint32_t out[4]);
/* The same of many whose components are bytes: n components of `lanes`, the others keep what they have. */
void mcik_sq_format_bytes(const struct sq_format *f, const uint32_t word[FL_TEXEL_LANES], uint64_t lanes,
			  unsigned n, uint32_t (*got)[FL_TEXEL_LANES]);
/* n components are given, the others are as the first. Each goes to the field that a load would have it from,
 * which has the first of them if it shows in several, and 0 if in none. */
void mcik_sq_format_pack(const struct sq_format *f, const uint32_t in[4], unsigned n,
			 uint8_t bytes[SQ_FORMAT_B]);

#endif
