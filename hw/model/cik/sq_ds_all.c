/* SPDX-License-Identifier: MIT
 *
 * A data share in haste: all 64 lanes are there, and each reaches inside of it, so that none has to be asked.
 * Lanes take turns as one by one.
 */
#include "hw/model/cik/sq_ds.h"

/* Does each lane's address with the offset, and size_B bytes from there, lie inside? */
static bool inside(const struct sq_share *s, const uint32_t *address, uint32_t offset, unsigned size_B)
{
	uint32_t high = 0;

	for (unsigned l = 0; l < MCIK_LANES; l++)
		high = address[l] > high ? address[l] : high;
	return s->at && (uint64_t)high + offset + size_B <= s->size_B;
}

static bool is_one(const uint32_t *address)
{
	uint32_t differs = 0;

	for (unsigned l = 0; l < MCIK_LANES; l++)
		differs |= address[l] ^ address[0];
	return !differs;
}

bool mcik_sq_ds_read_all(const struct sq_share *s, const uint32_t *address, uint32_t offset, unsigned align_B,
			 unsigned n, mcik_plane *to)
{
	const uint32_t mask = ~(align_B - 1);

	if (!inside(s, address, offset, 4 * n))
		return false;
	if (is_one(address)) {
		for (unsigned k = 0; k < n; k++) {
			uint32_t v;

			memcpy(&v, s->at + ((address[0] + offset) & mask) + 4 * k, 4);
			for (unsigned l = 0; l < MCIK_LANES; l++)
				to[k][l] = v;
		}
		return true;
	}
	for (unsigned k = 0; k < n; k++)
		for (unsigned l = 0; l < MCIK_LANES; l++)
			memcpy(&to[k][l], s->at + ((address[l] + offset) & mask) + 4 * k, 4);
	return true;
}

bool mcik_sq_ds_write_all(const struct sq_share *s, const uint32_t *address, uint32_t offset,
			  unsigned align_B, unsigned n, const mcik_plane *from)
{
	const uint32_t mask = ~(align_B - 1);

	if (!inside(s, address, offset, 4 * n))
		return false;
	for (unsigned l = 0; l < MCIK_LANES; l++)
		for (unsigned k = 0; k < n; k++)
			memcpy(s->at + ((address[l] + offset) & mask) + 4 * k, &from[k][l], 4);
	return true;
}
