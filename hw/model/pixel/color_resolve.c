/* SPDX-License-Identifier: MIT
 *
 * Resolve: the samples of a multi-sampled buffer are averaged into another, for both paths.
 */
#include <string.h>

#include "hw/model/num/num.h"
#include "hw/model/pixel/color.h"

static float from_gamma(float x)
{
	return x > 0.0f ? num_exp2(num_log2(x) * FL_PIXEL_GAMMA) : 0.0f;
}

/* Channel k of n samples of a pixel. */
static uint32_t average(const struct fl_pixel_color *cb, const struct fl_pixel_channel *c, unsigned k,
			const uint32_t (*word)[4], unsigned n, unsigned cpp)
{
	uint32_t code = 0, sum = 0, max = c->bits < 32 ? (1u << c->bits) - 1 : ~0u;
	float f = 0.0f;

	if (k == 3 && !cb->resolve_alpha) {
		code = fl_pixel_field(word[0], c->at, c->bits);
	} else if (cpp == 8) { /* half floats */
		for (unsigned s = 0; s < n; s++)
			f += num_from_half(fl_pixel_field(word[s], c->at, c->bits));
		code = num_to_half(f / (float)n);
	} else if (cb->resolve_gamma && k != 3) {
		for (unsigned s = 0; s < n; s++)
			f += from_gamma((float)fl_pixel_field(word[s], c->at, c->bits) / (float)max);
		code = (uint32_t)(fl_pixel_to_gamma(f / (float)n) * (float)max + 0.5f);
	} else {
		for (unsigned s = 0; s < n; s++)
			sum += fl_pixel_field(word[s], c->at, c->bits);
		code = (2 * sum + n) / (2 * n);
	}
	return code;
}

void fl_pixel_color_resolve(struct fl_raster_thread *th, uint64_t lanes)
{
	const struct fl_wave *w = &th->wave;
	const struct fl_pixel_color *cb = w->draw->color;
	const struct fl_pixel_target *t = &cb->target[0];
	struct fl_tile_buf *from = th->tile.color[0], *to = th->tile.resolve;

	if (!from || !to || !lanes)
		return;
	const unsigned n = from->samples;
	if (!n)
		return;
	fl_tile_need(from, fl_wave_blocks(w, lanes));
	if (w->block && lanes == ~0ull)
		to->have |= fl_wave_blocks(w, lanes);
	else
		fl_tile_need(to, fl_wave_blocks(w, lanes));

	for (uint64_t m = lanes; m; m &= m - 1) {
		unsigned i = (unsigned)__builtin_ctzll(m);
		uint32_t word[FL_WAVE_SAMPLES][4] = {{0}}, out[4] = {0};

		for (unsigned s = 0; s < n; s++)
			memcpy(word[s], fl_tile_at(from, w, i, s), from->cpp);
		if (t->path == FL_PIXEL_COLOR_WIDE)
			fl_pixel_wide_average(t, word, n, out);
		for (unsigned k = 0; k < 4 && t->path != FL_PIXEL_COLOR_WIDE; k++) {
			const struct fl_pixel_channel *c = &t->ch[k];

			if (c->bits)
				out[c->at / 32] |= average(cb, c, k, word, n, from->cpp) << c->at % 32;
		}
		memcpy(fl_tile_at(to, w, i, 0), out, to->cpp);
	}
	fl_tile_dirty(to, w, lanes);
}
