/* SPDX-License-Identifier: MIT
 *
 * Pixels of a surface for RS and BLT (layout_image.h).
 */
#include "hw/model/gc/layout_image.h"

uint32_t mgc_image_at(const struct mgc_image *m, uint32_t x, uint32_t y)
{
	unsigned pipe;
	const uint64_t at = mgc_layout_at(m->layout, x, y, m->stride_B, m->cpp, &pipe);

	return m->addr[pipe] + (uint32_t)at;
}

/* How many of n pixels from x on are neighbours in memory: a row of a linear surface is one run. */
static unsigned run_of(const struct mgc_image *m, uint32_t x, unsigned n, bool tile)
{
	const unsigned run = MGC_IMAGE_RUN - (x & (MGC_IMAGE_RUN - 1));

	return (m->layout == MGC_LINEAR && !tile) || run > n ? n : run;
}

bool mgc_image_read(struct mgc *g, const struct mgc_image *m, uint32_t x, uint32_t y, unsigned n, void *to)
{
	bool ok = true;

	for (unsigned i = 0; i < n;) {
		const unsigned run = run_of(m, x + i, n - i, false);

		ok &= mgc_ts_read(g, &m->ts, (enum mgc_client)m->client, mgc_image_at(m, x + i, y),
				  (uint8_t *)to + i * m->cpp, run * m->cpp);
		i += run;
	}
	return ok;
}

bool mgc_image_write(struct mgc *g, const struct mgc_image *m, uint32_t x, uint32_t y, unsigned n,
		     const void *from)
{
	for (unsigned i = 0; i < n;) {
		const uint32_t at = mgc_image_at(m, x + i, y);
		const unsigned run = run_of(m, x + i, n - i, m->ts.on);

		if (m->ts.on)
			mgc_ts_written(g, &m->ts, at);
		if (!mgc_write(g, (enum mgc_client)m->client, at, (const uint8_t *)from + i * m->cpp,
			       run * m->cpp))
			return false;
		i += run;
	}
	return true;
}
