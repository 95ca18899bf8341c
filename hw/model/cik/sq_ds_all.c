/* SPDX-License-Identifier: MIT
 *
 * A data share in haste: all 64 lanes are there, and each reaches inside of it, so that none has to be asked.
 * Lanes take turns as one by one.
 */
#include "hw/model/cik/sq_ds.h"

/* Bits that any lane's address has, and that all have. */
struct bits {
	uint32_t any, all;
};

static struct bits bits_of(const uint32_t *address)
{
	struct bits b = {0, UINT32_MAX};

	for (unsigned l = 0; l < MCIK_LANES; l++) {
		b.any |= address[l];
		b.all &= address[l];
	}
	return b;
}

/* Does each lane's address with the offset, and size_B bytes from there, lie inside? None is above `any`, so
 * that the largest is seldom sought. */
static bool inside(const struct sq_share *s, const uint32_t *address, uint32_t any, uint32_t offset,
		   unsigned size_B)
{
	uint32_t high = 0;

	if (!s->at || (uint64_t)any + offset + size_B <= s->size_B)
		return s->at;
	for (unsigned l = 0; l < MCIK_LANES; l++)
		high = address[l] > high ? address[l] : high;
	return (uint64_t)high + offset + size_B <= s->size_B;
}

bool mcik_sq_ds_read_all(const struct sq_kit *kit, const struct sq_share *s, const uint32_t *address,
			 uint32_t offset, unsigned align_B, unsigned n, mcik_plane *to)
{
	const uint32_t mask = ~(align_B - 1);
	const struct bits b = bits_of(address);
	const uint8_t *const at = s->at;
	uint32_t place[MCIK_LANES];

	if (!inside(s, address, b.any, offset, 4 * n))
		return false;
	if (b.any == b.all) { /* one place */
		for (unsigned k = 0; k < n; k++) {
			uint32_t v;

			memcpy(&v, at + ((b.any + offset) & mask) + 4 * k, 4);
			for (unsigned l = 0; l < MCIK_LANES; l++)
				to[k][l] = v;
		}
		return true;
	}
	for (unsigned l = 0; l < MCIK_LANES; l++)
		place[l] = (address[l] + offset) & mask;
	for (unsigned k = 0; k < n; k++)
		kit->pick(to[k], at + 4 * k, place);
	return true;
}

bool mcik_sq_ds_write_all(const struct sq_share *s, const uint32_t *address, uint32_t offset,
			  unsigned align_B, unsigned n, const mcik_plane *from)
{
	const uint32_t mask = ~(align_B - 1);
	uint8_t *const at = s->at;

	if (!inside(s, address, bits_of(address).any, offset, 4 * n))
		return false;
	for (unsigned l = 0; l < MCIK_LANES; l++)
		for (unsigned k = 0; k < n; k++)
			memcpy(at + ((address[l] + offset) & mask) + 4 * k, &from[k][l], 4);
	return true;
}
