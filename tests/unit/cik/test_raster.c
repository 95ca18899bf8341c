/* SPDX-License-Identifier: MIT
 *
 * Which render backends have pixels: the map of a chip of which some are not alive, and a card that is such a
 * one, woken. Maps of whole chips are Linux's; at a fork 0 is the first way alone, 3 the second.
 */
#include "hw/cik/smoke.h"
#include "tests/unit/cik/test_card_rig.h"

#define MAP(config, field) CIK_PA_SC_RASTER_CONFIG__##field##__GET(config)
enum { FIRST = 0, SECOND = 3, BOTH = 2 };

Test(cik_raster, maps_of_what_is_alive)
{
	static const struct {
		enum cik_family family;
		uint32_t alive;
		unsigned engine;
		uint32_t pair, se, pkr, rb0, rb1; /* what the forks say */
	} maps[] = {
	    {CIK_FAMILY_BONAIRE, 0xf, 0, FIRST, BOTH, FIRST, BOTH, FIRST},
	    {CIK_FAMILY_BONAIRE, 0x1, 0, FIRST, FIRST, FIRST, FIRST, FIRST},
	    {CIK_FAMILY_BONAIRE, 0xb, 1, FIRST, BOTH, FIRST, SECOND, FIRST},
	    {CIK_FAMILY_BONAIRE, 0xc, 1, FIRST, SECOND, FIRST, BOTH, FIRST},
	    {CIK_FAMILY_HAWAII, 0xffff, 2, BOTH, BOTH, BOTH, BOTH, BOTH},
	    {CIK_FAMILY_HAWAII, 0xfff0, 0, BOTH, SECOND, SECOND, SECOND, SECOND},
	    {CIK_FAMILY_HAWAII, 0xfff0, 1, BOTH, SECOND, BOTH, BOTH, BOTH},
	    {CIK_FAMILY_HAWAII, 0x00ff, 1, FIRST, BOTH, BOTH, BOTH, BOTH},
	    {CIK_FAMILY_HAWAII, 0x0400, 2, SECOND, FIRST, SECOND, SECOND, FIRST},
	    {CIK_FAMILY_HAWAII, 0xf7ff, 2, BOTH, BOTH, BOTH, BOTH, FIRST},
	};

	for (unsigned i = 0; i < sizeof(maps) / sizeof(*maps); i++) {
		uint32_t config[2];

		cik_raster_config(cik_family_at(maps[i].family), maps[i].alive, maps[i].engine, config);
		cr_expect_eq(CIK_PA_SC_RASTER_CONFIG_1__SE_PAIR_MAP__GET(config[1]), maps[i].pair, "%u", i);
		cr_expect_eq(MAP(config[0], SE_MAP), maps[i].se, "%u: %u", i, MAP(config[0], SE_MAP));
		cr_expect_eq(MAP(config[0], PKR_MAP), maps[i].pkr, "%u: %u", i, MAP(config[0], PKR_MAP));
		cr_expect_eq(MAP(config[0], RB_MAP_PKR0), maps[i].rb0, "%u", i);
		cr_expect_eq(MAP(config[0], RB_MAP_PKR1), maps[i].rb1, "%u", i);
	}
}

static void select_engine(unsigned i)
{
	fl_write32(&dev, CIK_GRBM_GFX_INDEX,
		   CIK_GRBM_GFX_INDEX__INSTANCE_BROADCAST_WRITES(1) |
		       CIK_GRBM_GFX_INDEX__SH_BROADCAST_WRITES(1) | CIK_GRBM_GFX_INDEX__SE_INDEX(i));
}

/* The first backend of the second engine is not there: its map says so, and the others draw, each alone and
 * all together. */
Test(cik_raster, card_without_a_backend)
{
	struct fl_model *m = card_on_model("bonaire", true, FL_TRANSPORT_AUTO);
	const uint32_t whole = cik_family_at(CIK_FAMILY_BONAIRE)->raster_config[0];

	select_engine(1);
	fl_write32(&dev, CIK_GC_USER_RB_BACKEND_DISABLE, CIK_GC_USER_RB_BACKEND_DISABLE__BACKEND_DISABLE(1));
	woken();
	cr_expect_eq(card.backends, 0xb, "0x%x", card.backends);
	select_engine(0);
	cr_expect_eq(fl_read32(&dev, CIK_PA_SC_RASTER_CONFIG), whole);
	select_engine(1);
	cr_expect_eq(fl_read32(&dev, CIK_PA_SC_RASTER_CONFIG), whole | SECOND);
	cr_expect_eq(cik_check_triangle(&card.up, &err), FL_OK, "%s", err.text);
	cr_expect_eq(cik_check_backends(&card.up, &err), FL_OK, "%s", err.text);
	cr_expect_str_eq(card.up.did, "a triangle by each of 3 render backends alone");
	nothing_reported(m, "bonaire");
	fl_model_delete(m);
}
