/* SPDX-License-Identifier: MIT
 *
 * Fog of R5xx (guide 10.7.6): a vertex's alpha, W or Z in the place of a component of a texture coordinate;
 * W and Z by GA_FOG_SCALE and GA_FOG_OFFSET.
 */
#include <criterion/criterion.h>

#include "tests/unit/r500/test_ga_rig.h"

static const float alpha = 0.625f, z = 0.5f, rhw = 0.25f, scale = 3, offset = -0.75f;

/* Component `at` of texture coordinate 0 at pixel (40, 20), with texture coordinates that are all 7. */
static float fogged(struct rig *g, const struct mr500_vap_out *out, unsigned from, unsigned comp, unsigned at)
{
	struct fl_raster_vertex v[3] = {rig_vtx(0, 0, z), rig_vtx(240, 0, z), rig_vtx(0, 240, z)};

	for (unsigned i = 0; i < 3; i++) {
		v[i].rhw = rhw;
		for (unsigned k = 0; k < 8; k++)
			v[i].attr[k] = k == 3 ? alpha : 7;
	}
	rig_set(g, R500_GB_SELECT, from | 1 << 5 | comp << 10);
	rig_clear(g);
	rig_begin(g, out);
	rig_tri(g, v);
	rig_finish(g);
	cr_assert_eq(g->hits[0][20][40], 1);
	return g->value[at][20][40];
}

Test(fog, in_place_of_a_component)
{
	const struct mr500_vap_out both = rig_out(true, true);

	for (unsigned comp = 0; comp < 4; comp++) {
		struct rig *g = rig_new("r580", rig_widest());

		rig_set(g, R500_VAP_OUT_VTX_FMT_1, 4);
		rig_set(g, R500_RS_IP(0), 0x000c2040);
		rig_set(g, R500_RS_INST(0), 0x10);
		rig_setf(g, R500_GA_FOG_SCALE, scale);
		rig_setf(g, R500_GA_FOG_OFFSET, offset);
		for (unsigned at = 0; at < 4; at++) {
			const bool here = at == comp;

			cr_expect_float_eq(fogged(g, &both, 0, comp, at), here ? alpha : 7, 1e-5, "%u of %u",
					   at, comp);
			cr_expect_float_eq(fogged(g, &both, 4, comp, at), here ? scale / rhw + offset : 7,
					   1e-4, "W");
			cr_expect_float_eq(fogged(g, &both, 5, comp, at), here ? scale * z + offset : 7, 1e-5,
					   "Z");
			/* a color that the vertices have not */
			cr_expect_float_eq(fogged(g, &both, 2, comp, at), here ? 0 : 7, 1e-5, "color 2");
		}
		rig_delete(g);
	}
}
