/* SPDX-License-Identifier: MIT
 *
 * In the place of RB until it is there: it does nothing.
 */
#include "hw/model/r600/r600.h"

bool mr600_rb_new(struct mr600 *r)
{
	return true;
}

void mr600_rb_free(struct mr600 *r)
{
}

void mr600_rb_reset(struct mr600 *r)
{
}

void mr600_rb_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
}

uint32_t mr600_rb_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	return r->reg[offset / 4];
}

void mr600_surface_sync(struct mr600 *r, uint32_t coher_cntl, uint64_t base, uint64_t size_B)
{
}

bool mr600_rb_holds(const struct mr600 *r, uint64_t addr, uint64_t size_B, const char **which)
{
	return false;
}
