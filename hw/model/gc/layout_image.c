/* SPDX-License-Identifier: MIT
 *
 * Pixels of a surface for RS and BLT (layout_image.h).
 */
#include "hw/model/gc/layout_image.h"

#include <string.h>

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

/* Four pixels of four bytes are 16 bytes in a row: their sizes are constants then. */
static void move(uint8_t *to, const uint8_t *from, unsigned n_B)
{
	enum { USUAL_B = 16 };

	if (n_B == USUAL_B)
		memcpy(to, from, USUAL_B);
	else
		memcpy(to, from, n_B);
}

bool mgc_image_read(struct mgc *g, const struct mgc_image *m, uint32_t x, uint32_t y, unsigned n, void *to,
		    struct mgc_image_near *near)
{
	const enum mgc_client client = (enum mgc_client)m->client;
	bool ok = true;

	for (unsigned i = 0; i < n;) {
		const unsigned run = run_of(m, x + i, n - i, false), n_B = run * m->cpp;
		unsigned pipe;
		const uint64_t in = mgc_layout_at(m->layout, x + i, y, m->stride_B, m->cpp, &pipe);
		const uint32_t at = m->addr[pipe] + (uint32_t)in;
		const uint8_t *p =
		    m->ts.on ? NULL : mgc_near(g, client, at, n_B, false, &near->pipe[pipe].px);

		if (p)
			move((uint8_t *)to + i * m->cpp, p, n_B);
		else
			ok &= mgc_ts_read_near(g, &m->ts, client, at, (uint8_t *)to + i * m->cpp, n_B,
					       &near->pipe[pipe].ts);
		i += run;
	}
	return ok;
}

bool mgc_image_write(struct mgc *g, const struct mgc_image *m, uint32_t x, uint32_t y, unsigned n,
		     const void *from, struct mgc_image_near *near)
{
	const enum mgc_client client = (enum mgc_client)m->client;

	for (unsigned i = 0; i < n;) {
		const unsigned run = run_of(m, x + i, n - i, m->ts.on), n_B = run * m->cpp;
		unsigned pipe;
		const uint64_t in = mgc_layout_at(m->layout, x + i, y, m->stride_B, m->cpp, &pipe);
		const uint32_t at = m->addr[pipe] + (uint32_t)in;
		uint8_t *p;

		if (m->ts.on)
			mgc_ts_written_near(g, &m->ts, at, false, &near->pipe[pipe].ts);
		p = mgc_near(g, client, at, n_B, true, &near->pipe[pipe].px);
		if (p)
			move(p, (const uint8_t *)from + i * m->cpp, n_B);
		else if (!mgc_write(g, client, at, (const uint8_t *)from + i * m->cpp, n_B))
			return false;
		i += run;
	}
	return true;
}
