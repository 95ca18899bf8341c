/* SPDX-License-Identifier: MIT
 *
 * Programs of fixed function for Sea Islands: see lowered.h.
 */
#include "tests/llvm/lowered.h"
#include "lib/cik/lower.h"

_Static_assert(LOWERED_MAX == FL_CIK_LOWERED_MAX, "see lowered.h");

static uint32_t any(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(*seed >> 33);
}

/* Programs of fixed function: units with all ways to make coordinates, lights of all kinds, and so on */
uint32_t lowered_make(uint64_t *seed, const uint32_t **words)
{
	static struct fl_cik_lowered code;
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	uint64_t vs = FL_FF_VS_FOG(any(seed) % 4), fs = any(seed) % 4 * FL_FF_FS_FOG;
	struct fl_ff_places at;

	for (uint32_t i = 0; i < FL_LIGHTS; i++)
		vs |= FL_FF_LIGHT_AT(any(seed) % 8, i);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		vs |= FL_FF_UNIT_AT(
		    (any(seed) & (FL_FF_UNIT_ALL & ~FL_FF_UNIT_GEN(7))) | FL_FF_UNIT_GEN(any(seed) % 6), u);
		fs |= FL_FF_FS_UNIT_AT((any(seed) & (FL_FF_FS_ON | FL_FF_FS_PROJ)) |
					   FL_FF_FS_ENV(any(seed) % 5) | FL_FF_FS_KIND(any(seed) % 3),
				       u);
	}
	if (any(seed) % 2)
		vs |= FL_FF_VS_LIGHTING;
	else
		vs &= ~FL_FF_VS_LIGHTS;
	vs |= any(seed) % 2 ? FL_FF_VS_COLOR_MATERIAL | FL_FF_VS_POINT_SIZE : 0;
	if (any(seed) % 2) {
		fl_ff_vs_places(vs, &at);
		fl_cik_vs_lower(inst, fl_ff_vs_make(vs, inst), &at, &code);
	} else {
		fl_ff_fs_places(fs, &at);
		fl_cik_fs_lower(inst, fl_ff_fs_make(fs, inst), &at, &code);
	}
	*words = code.words;
	return code.n;
}
