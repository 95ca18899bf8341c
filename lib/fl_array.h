/* SPDX-License-Identifier: MIT
 *
 * Where vertices lie in video memory, and what they are made of. lib/fl_buffer.h draws them.
 */
#ifndef LIB_FL_ARRAY_H
#define LIB_FL_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FL_TEXCOORDS 4u /* texture coordinates that a vertex can have */

enum fl_type { FL_FLOAT, FL_HALF, FL_UBYTE, FL_BYTE, FL_USHORT, FL_SHORT };

struct fl_array {
	uint64_t offset_B;  /* from the start of video memory; a multiple of 4 */
	uint16_t stride_B;  /* a multiple of 4, at most 508 */
	uint8_t type, size; /* enum fl_type; components 1 to 4, 0: no such array */
	/* 1: whole numbers stay what they are; 0: v becomes v / most, 0 to 1, and of signed types (2 v + 1) /
	 * (2^bits - 1), -1 to 1, as early OpenGL has it. Of 32 bits: a structure with no hole is compared by
	 * words. */
	uint32_t integer;
};

struct fl_arrays {
	struct fl_array position, color, normal, texcoord[FL_TEXCOORDS];
};

#define FL_ATTRIBUTES (3 + FL_TEXCOORDS)

#ifndef __cplusplus
_Static_assert(sizeof(struct fl_arrays) == FL_ATTRIBUTES * sizeof(struct fl_array), "nothing but arrays");
_Static_assert(FL_ATTRIBUTES == 7, "fl_arrays_same() compares all of them");
#endif

/* Attribute k, below FL_ATTRIBUTES, in the order in which they stand there. */
static inline const struct fl_array *fl_array_at(const struct fl_arrays *a, uint32_t k)
{
	return (const struct fl_array *)a + k;
}

/* No loop: how fast a short one is depends on where the linker puts it. */
static inline bool fl_arrays_same(const struct fl_arrays *x, const struct fl_arrays *y)
{
	typedef uint64_t words __attribute__((vector_size(sizeof(struct fl_array)), aligned(8)));
	const words *a = (const words *)x, *b = (const words *)y;
	words differ;

	differ = (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]) | (a[4] ^ b[4]) |
		 (a[5] ^ b[5]) | (a[6] ^ b[6]);
	return !(differ[0] | differ[1]);
}

#ifdef __cplusplus
}
#endif

#endif
