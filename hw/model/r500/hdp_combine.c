/* SPDX-License-Identifier: MIT
 *
 * The write combiner of the host path: what the host writes through the VRAM BAR or MM_DATA is gathered in
 * lines, and until these leave, the chip reads what was in memory before. Authors of drivers met this when
 * they put a ring into VRAM (Haiku's driver for R100 to R420 gave it up); HOST_PATH_CNTL has a
 * HDP_WC_TIMEOUT; no document says more.
 *
 * Chosen here: eight lines of 64 bytes, of which the oldest leaves when a ninth begins; every read through
 * the host path drains all (Linux drains that of an R7xx by a read of the frame buffer); lines that nobody
 * drains leave after 100 us. A store fence of the processor, and writes of registers, drain nothing.
 */
#include "hw/model/r500/mc.h"
#include <string.h>

enum { HOLD_US = 100 };

void mr500_hdp_drain(struct mr500 *r)
{
	struct mr500_combiner *c = &r->mc->combiner;

	for (unsigned i = 0; i < c->n; i++)
		mr500_hdp_put(r, c->line[i].at, c->line[i].data, c->line[i].n);
	c->n = 0;
}

void mr500_hdp_time(struct mr500 *r)
{
	const struct mr500_combiner *c = &r->mc->combiner;

	if (c->n && r->base.now_us - c->last_us >= HOLD_US)
		mr500_hdp_drain(r);
}

bool mr500_hdp_wrote(const struct mr500 *r, uint64_t offset_B, size_t n_B)
{
	const struct mr500_combiner *c = &r->mc->combiner;

	return offset_B >= c->last_at && offset_B + n_B <= c->last_at + c->last_B;
}

/* At most one line. */
static void gather(struct mr500 *r, uint64_t at, const uint8_t *from, unsigned n)
{
	struct mr500_combiner *c = &r->mc->combiner;
	struct mr500_combiner_line *l = c->n ? &c->line[c->n - 1] : NULL;

	if (l && at == l->at + l->n && at % MR500_COMBINER_LINE_B) {
		memcpy(l->data + l->n, from, n);
		l->n = (uint8_t)(l->n + n);
		return;
	}
	if (c->n == MR500_COMBINER_LINES) {
		mr500_hdp_put(r, c->line[0].at, c->line[0].data, c->line[0].n);
		memmove(&c->line[0], &c->line[1], sizeof(c->line) - sizeof(c->line[0]));
		c->n--;
	}
	l = &c->line[c->n++];
	l->at = at;
	l->n = (uint8_t)n;
	memcpy(l->data, from, n);
}

void mr500_hdp_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B)
{
	struct mr500 *r = (struct mr500 *)m;
	struct mr500_combiner *c = &r->mc->combiner;
	const uint8_t *p = from;

	c->last_at = offset_B;
	c->last_B = n_B;
	c->last_us = m->now_us;
	if (!r->mc->late) {
		mr500_hdp_put(r, offset_B, p, n_B);
		return;
	}
	if (n_B > sizeof(c->line)) { /* lines that would be pushed out at once */
		size_t first_B = n_B - sizeof(c->line);

		mr500_hdp_drain(r);
		mr500_hdp_put(r, offset_B, p, first_B);
		offset_B += first_B;
		p += first_B;
		n_B -= first_B;
	}
	while (n_B) {
		size_t run_B = MR500_COMBINER_LINE_B - offset_B % MR500_COMBINER_LINE_B;

		run_B = run_B < n_B ? run_B : n_B;
		gather(r, offset_B, p, (unsigned)run_B);
		offset_B += run_B;
		p += run_B;
		n_B -= run_B;
	}
}
