/* SPDX-License-Identifier: MIT
 *
 * What the host has written through the BAR and memory does not have yet. The chip sees it when it was
 * flushed: on R6xx by HDP_MEM_COHERENCY_FLUSH_CNTL, on R7xx, where that register does nothing, by a write to
 * HDP_DEBUG1 and a read of memory behind it (Linux r600_mmio_hdp_flush, r600_pcie_gart_tlb_flush). Chosen
 * here: some lines wait, the oldest goes when another comes, and none goes by itself.
 */
#include "hw/model/r600/mc.h"
#include <string.h>

enum { LINE_B = MR600_HDP_LINE_B };

static void put(struct mr600 *r, const struct mr600_hdp_line *l)
{
	uint8_t *p = r->base.mem.vram;

	for (unsigned i = 0; i < LINE_B; i++)
		if (l->has >> i & 1)
			p[l->at + i] = l->data[i];
}

void mr600_hdp_drain(struct mr600 *r)
{
	struct mr600_mc *mc = r->mc;

	for (unsigned i = 0; i < mc->n_lines; i++)
		put(r, &mc->line[i]);
	if (mc->n_lines)
		fl_model_settle(&r->base);
	mc->n_lines = 0;
}

static struct mr600_hdp_line *line_of(struct mr600 *r, uint64_t at)
{
	struct mr600_mc *mc = r->mc;

	for (unsigned i = 0; i < mc->n_lines; i++)
		if (mc->line[i].at == at)
			return &mc->line[i];
	if (mc->n_lines == MR600_HDP_LINES) {
		put(r, &mc->line[0]);
		memmove(mc->line, mc->line + 1, --mc->n_lines * sizeof(mc->line[0]));
	}
	mc->line[mc->n_lines] = (struct mr600_hdp_line){.at = at};
	return &mc->line[mc->n_lines++];
}

void mr600_hdp_keep(struct mr600 *r, uint64_t at, const uint8_t *from, size_t n_B)
{
	while (n_B) {
		unsigned first = at % LINE_B, n = LINE_B - first < n_B ? LINE_B - first : (unsigned)n_B;
		struct mr600_hdp_line *l = line_of(r, at - first);

		memcpy(l->data + first, from, n);
		l->has |= (n == LINE_B ? UINT64_MAX : (1ull << n) - 1) << first;
		at += n;
		from += n;
		n_B -= n;
	}
}

void mr600_hdp_overlay(const struct mr600 *r, uint64_t at, uint8_t *to, size_t n_B)
{
	const struct mr600_mc *mc = r->mc;

	for (unsigned k = 0; k < mc->n_lines; k++) {
		const struct mr600_hdp_line *l = &mc->line[k];

		for (unsigned i = 0; i < LINE_B; i++)
			if (l->has >> i & 1 && l->at + i >= at && l->at + i - at < n_B)
				to[l->at + i - at] = l->data[i];
	}
}
