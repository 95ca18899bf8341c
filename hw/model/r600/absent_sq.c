/* SPDX-License-Identifier: MIT
 *
 * In the place of SQ until it is there: it does nothing.
 */
#include "hw/model/r600/r600.h"

bool mr600_sq_new(struct mr600 *r)
{
	return true;
}

void mr600_sq_free(struct mr600 *r)
{
}

void mr600_sq_reset(struct mr600 *r)
{
}

void mr600_sq_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
}

uint32_t mr600_sq_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	return r->reg[offset / 4];
}
