/* SPDX-License-Identifier: MIT
 *
 * Which render backend has the pixels that are drawn: PA_SC_RASTER_CONFIG of each engine (Linux amdgpu,
 * gfx_v7_0_write_harvested_raster_configs()). At each fork of the map the lowest value is the first way, the
 * highest the second; what the others select by is a place's business, and pixels go there by turns
 * (fl_pixel_count()).
 */
#include "hw/model/cik/grbm.h"
#include "hw/model/cik/pixels.h"

#include <string.h>

/* A bit of the number of a backend, where the fork leaves it no choice. */
static unsigned at_fork(unsigned backend, unsigned bit, uint32_t map)
{
	enum { FIRST = 0, SECOND = 3 };

	return map == FIRST ? backend & ~bit : map == SECOND ? backend | bit : backend;
}

static unsigned backend_of(struct mcik *c, unsigned turn)
{
#define MAP(engine, field) CIK_PA_SC_RASTER_CONFIG__##field##__GET(CIK_BANKED(c, PA_SC_RASTER_CONFIG, engine))
	const unsigned rbs = c->variant->rbs, ses = c->variant->ses;
	unsigned rb = turn;

	if (ses > 2)
		rb = at_fork(rb, 2 * rbs,
			     CIK_PA_SC_RASTER_CONFIG_1__SE_PAIR_MAP__GET(
				 CIK_BANKED(c, PA_SC_RASTER_CONFIG_1, rb / rbs)));
	if (ses > 1)
		rb = at_fork(rb, rbs, MAP(rb / rbs, SE_MAP));
	if (rbs > 2)
		rb = at_fork(rb, 2, MAP(rb / rbs, PKR_MAP));
	if (rbs > 1)
		rb = at_fork(rb, 1,
			     rb & 2 && rbs > 2 ? MAP(rb / rbs, RB_MAP_PKR1) : MAP(rb / rbs, RB_MAP_PKR0));
	return rb;
}

void mcik_rb_map(struct mcik *c)
{
	uint8_t map[MCIK_BACKENDS] = {0};

	for (unsigned i = 0; i < (unsigned)c->variant->rbs * c->variant->ses; i++)
		map[i] = (uint8_t)backend_of(c, i);
	if (!memcmp(map, c->pixels->map, sizeof(map)))
		return;
	if (mcik_drawing(c)) /* with the map that was */
		mcik_finish(c);
	memcpy(c->pixels->map, map, sizeof(map));
}

static void write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	(void)offset;
	(void)value;
	(void)from;
	mcik_rb_map(c);
}

const struct mcik_owner mcik_rb_owner = {write, NULL};
