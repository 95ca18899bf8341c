/* SPDX-License-Identifier: MIT
 *
 * Fixed function: the inputs and outputs that the programs of a key have.
 */
#include "lib/fl_ff_form.h"

static void none(struct fl_ff_places *at)
{
	memset(at, FL_FF_NOT_THERE, sizeof(*at));
	at->n_in = at->n_out = 0;
}

static void input(struct fl_ff_places *at, uint32_t meaning)
{
	at->in[meaning] = at->n_in++;
}

static void output(struct fl_ff_places *at, uint32_t meaning)
{
	at->out[meaning] = at->n_out++;
}

void fl_ff_vs_places(uint64_t key, struct fl_ff_places *at)
{
	none(at);
	input(at, FL_FF_IN_POSITION);
	input(at, FL_FF_IN_COLOR);
	if (fl_ff_reads_normal(key))
		input(at, FL_FF_IN_NORMAL);
	output(at, FL_FF_OUT_POSITION);
	if (key & FL_FF_VS_POINT_SIZE)
		output(at, FL_FF_OUT_POINT_SIZE);
	output(at, FL_FF_OUT_COLOR);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t unit = FL_FF_VS_UNIT(key, u);

		if (!(unit & FL_FF_UNIT_ON) || (u == 0 && key & FL_FF_VS_SPRITE))
			continue;
		if (FL_FF_UNIT_GEN_OF(unit) == FL_GEN_OFF)
			input(at, FL_FF_IN_TEXCOORD + u);
		output(at, FL_FF_OUT_TEXCOORD + u);
	}
	if (FL_FF_VS_FOG_OF(key))
		output(at, FL_FF_OUT_FOG);
}

void fl_ff_fs_places(uint64_t key, struct fl_ff_places *at)
{
	none(at);
	input(at, FL_FF_IN_COLOR);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (FL_FF_FS_UNIT(key, u) & FL_FF_FS_ON)
			input(at, FL_FF_IN_TEXCOORD + u);
	if (key & FL_FF_FS_FOG)
		input(at, FL_FF_IN_FOG);
	if (key & FL_FF_FS_STIPPLE)
		input(at, FL_FF_IN_STIPPLE);
	output(at, FL_FF_OUT_COLOR);
}
