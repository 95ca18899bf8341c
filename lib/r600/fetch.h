/* SPDX-License-Identifier: MIT
 *
 * Fetch programs: they bring the inputs of a vertex program, which calls one first. What vertices are made
 * of is the program's key. Attributes stand in the order of struct fl_arrays; those that are read go to R1
 * and the registers behind it, in that order.
 */
#ifndef LIB_R600_FETCH_H
#define LIB_R600_FETCH_H

#include "lib/fl_array.h"
#include "lib/r600/resident.h"

/* An attribute: 6 bits */
#define FL_R600_ATTRIBUTE_BITS 6u
#define FL_R600_ATTRIBUTE_MASK 63u
#define FL_R600_ATTRIBUTE(type, size, integer) \
	((uint64_t)(type) | (uint64_t)((size)-1u) << 3 | (uint64_t)(integer) << 5)
#define FL_R600_NO_ATTRIBUTE 7u /* in the place of a type */
/* Attributes stand one behind the other in one resource; else each has its own. */
#define FL_R600_TOGETHER     (UINT64_C(1) << (FL_R600_ATTRIBUTE_BITS * FL_ATTRIBUTES))

/* The key of a vertex without attributes; and of one that has attribute k, too. */
static inline uint64_t fl_r600_no_attributes(bool together)
{
	uint64_t key = together ? FL_R600_TOGETHER : 0;

	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++)
		key |= (uint64_t)FL_R600_NO_ATTRIBUTE << FL_R600_ATTRIBUTE_BITS * k;
	return key;
}

static inline uint64_t fl_r600_with_attribute(uint64_t key, uint32_t k, uint32_t type, uint32_t size,
					      bool integer)
{
	const uint32_t at = FL_R600_ATTRIBUTE_BITS * k;

	return (key & ~((uint64_t)FL_R600_ATTRIBUTE_MASK << at)) | FL_R600_ATTRIBUTE(type, size, integer)
								       << at;
}

/* What an attribute is read as, in bytes: three of a type have the place of four, but for floats. */
static inline uint32_t fl_r600_attribute_B(uint32_t type, uint32_t size)
{
	if (type == FL_FLOAT)
		return 4 * size;
	return (type == FL_UBYTE || type == FL_BYTE ? 1u : 2u) * (size == 3 ? 4 : size);
}

/* The program, brought if it is not there. */
const struct fl_resident *fl_r600_fetch(struct fl_r600_residents *r, struct fl_cs *cs, uint64_t key,
					bool vertex_cache);

#endif
