/* SPDX-License-Identifier: MIT
 *
 * Which render backends have pixels. The rasterizer of each engine has the same map (PA_SC_RASTER_CONFIG),
 * with two ways at each of its forks: pairs of engines, engines, pairs of backends, backends. Where nothing
 * is alive on one of them all goes the other way (Linux amdgpu, gfx_v7_0_write_harvested_raster_configs()).
 */
#include "hw/cik/card.h"
#include "hw/cik/pm4.h"

#define CONFIG(field)   CIK_PA_SC_RASTER_CONFIG__##field##__MASK
#define CONFIG_1(field) CIK_PA_SC_RASTER_CONFIG_1__##field##__MASK

/* The fork in mask: its lowest value is the first way alone, its highest the second. */
static uint32_t fork(uint32_t config, uint32_t mask, bool first, bool second)
{
	if (first && second)
		return config;
	return first ? config & ~mask : config | mask;
}

void cik_raster_config(const struct cik_family_info *f, uint32_t alive, unsigned engine, uint32_t config[2])
{
	const uint32_t of_engine = (1u << f->backends) - 1, of_pair = (1u << 2 * f->backends) - 1;
	const uint32_t pair = alive >> engine / 2 * 2 * f->backends, own = alive >> engine * f->backends;

	config[0] = f->raster_config[0];
	config[1] = f->raster_config[1];
	if (f->engines > 2)
		config[1] = fork(config[1], CONFIG_1(SE_PAIR_MAP), alive & of_pair,
				 alive >> 2 * f->backends & of_pair);
	if (f->engines > 1)
		config[0] =
		    fork(config[0], CONFIG(SE_MAP), pair & of_engine, pair >> f->backends & of_engine);
	if (f->backends > 1)
		config[0] = fork(config[0], CONFIG(RB_MAP_PKR0), own & 1, own & 2);
	if (f->backends > 2) {
		config[0] = fork(config[0], CONFIG(PKR_MAP), own & 3, own & 12);
		config[0] = fork(config[0], CONFIG(RB_MAP_PKR1), own & 4, own & 8);
	}
}

uint32_t *cik_put_raster(uint32_t *p, const struct cik_family_info *f, uint32_t alive)
{
	const uint32_t all =
	    CIK_GRBM_GFX_INDEX__INSTANCE_BROADCAST_WRITES(1) | CIK_GRBM_GFX_INDEX__SH_BROADCAST_WRITES(1);

	for (unsigned i = 0; i < f->engines; i++) {
		p = cik_pm4_uconfig(p, CIK_GRBM_GFX_INDEX, 1);
		*p++ = all | CIK_GRBM_GFX_INDEX__SE_INDEX(i);
		p = cik_pm4_context(p, CIK_PA_SC_RASTER_CONFIG, 2); /* and _1 */
		cik_raster_config(f, alive, i, p);
		p += 2;
	}
	p = cik_pm4_uconfig(p, CIK_GRBM_GFX_INDEX, 1);
	*p++ = all | CIK_GRBM_GFX_INDEX__SE_BROADCAST_WRITES(1);
	return p;
}
