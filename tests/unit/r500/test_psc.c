/* SPDX-License-Identifier: MIT
 *
 * Dwords of vertices into input vectors: vectors against one vertex after the other, wherever in a vertex
 * floats stand, and with nothing behind the last one.
 */
#include "hw/model/r500/vap.h"
#include "tests/unit/r500/test_pvs_rig.h"

enum { VERTICES = 97, MOST_DW = 9 };

static uint32_t seed = 1;

static uint32_t any(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* Elements one behind the other from some dword on, each with one kind of number. */
static unsigned components(struct mr500_psc_comp *c, unsigned dwords)
{
	unsigned n = 0;

	for (unsigned at = any(dwords); at < dwords;) {
		const unsigned kind = any(4) ? PSC_FLOAT : PSC_UINT, all = 1 + any(4),
			       dst = any(MR500_PVS_INPUTS);

		for (unsigned k = 0; k < all && at < dwords; k++, at++)
			c[n++] = (struct mr500_psc_comp){.kind = (uint8_t)kind,
							 .dst = (uint8_t)dst,
							 .channel = (uint8_t)k,
							 .at = (uint8_t)at,
							 .bits = 16,
							 .mul = 1,
							 .div = 3};
		at += any(2);
	}
	return n;
}

Test(psc, vectors_agree_with_one_after_the_other)
{
	static float want[MR500_PVS_INPUTS][4][MR500_PVS_LANES] __attribute__((aligned(64)));
	static float got[MR500_PVS_INPUTS][4][MR500_PVS_LANES] __attribute__((aligned(64)));
	enum fl_isa isa[3];
	const unsigned n_isa = prig_isas(isa);

	for (unsigned round = 0; round < 2000; round++) {
		const unsigned dwords = 1 + any(MOST_DW), stride = dwords + any(3),
			       lanes = 1 + any(MR500_PVS_LANES);
		const size_t size_dw = (size_t)(VERTICES - 1) * stride + dwords;
		uint32_t *array =
		    malloc(size_dw * sizeof(*array)); /* sanitizers see what is read behind it */
		struct mr500_psc_comp comp[MOST_DW];
		const unsigned n = components(comp, dwords);
		uint32_t index[MR500_PVS_LANES];

		for (size_t i = 0; i < size_dw; i++)
			array[i] = 0x3f800000 | any(1 << 23);
		for (unsigned l = 0; l < lanes; l++)
			index[l] = any(4) ? any(VERTICES) : VERTICES - 1;
		memset(want, 0, sizeof(want));
		mr500_psc_fetch_scalar(comp, n, (const uint8_t *)array, stride * 4, dwords, index, lanes,
				       want);
		for (unsigned i = 0; i < n_isa; i++) {
			memset(got, 0, sizeof(got));
			FL_SIMD_PICK(isa[i], mr500_psc_fetch)
			(comp, n, (const uint8_t *)array, stride * 4, dwords, index, lanes, got);
			for (unsigned k = 0; k < n; k++)
				cr_assert_arr_eq(got[comp[k].dst][comp[k].channel],
						 want[comp[k].dst][comp[k].channel], lanes * sizeof(float),
						 "round %u, set %u: dword %u of %u", round, isa[i],
						 comp[k].at, dwords);
		}
		free(array);
	}
}
