/* SPDX-License-Identifier: MIT
 *
 * In the place of VGT until it is there: it does nothing.
 */
#include "hw/model/r600/r600.h"

bool mr600_vgt_new(struct mr600 *r)
{
	return true;
}

void mr600_vgt_free(struct mr600 *r)
{
}

void mr600_vgt_reset(struct mr600 *r)
{
}

void mr600_vgt_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
}

uint32_t mr600_vgt_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	return r->reg[offset / 4];
}

void mr600_vgt_draw(struct mr600 *r, const struct mr600_draw_src *src)
{
}

void mr600_event(struct mr600 *r, unsigned event, unsigned index, uint64_t addr)
{
}

void mr600_strmout_set(struct mr600 *r, unsigned i, uint32_t offset_dw)
{
}

uint32_t mr600_strmout_filled(const struct mr600 *r, unsigned i)
{
	return 0;
}

void mr600_finish(struct mr600 *r)
{
}

bool mr600_drawing(const struct mr600 *r)
{
	return false;
}
