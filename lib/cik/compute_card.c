/* SPDX-License-Identifier: MIT
 *
 * Computing on a Sea Islands card by the ring that draws: batches are indirect buffers in video memory, each
 * with a fence behind it.
 */
#include "lib/fl_compute_card.h"
#include "hw/cik/card.h"
#include "lib/cik/compute.h"

enum { TIMEOUT_US = 10000000 };

static void chip(struct fl_compute_card *card, struct fl_compute_chip *to)
{
	to->backend = &fl_cik_compute;
	to->info = cik_card(&card->card.up)->chip;
}

static enum fl_code submit(struct fl_compute_card *card, uint64_t address, uint32_t n_dw, uint32_t *number,
			   struct fl_err *err)
{
	struct cik_card *c = cik_card(&card->card.up);
	enum fl_code code = fl_ring_begin(&c->ring, CIK_IB_DW, err);

	if (code)
		return code;
	cik_ring_ib(&c->ring, address, n_dw);
	fl_ring_commit(&c->ring);
	return cik_fence_emit(&c->fence, &c->ring, number, err);
}

static enum fl_code reached(struct fl_compute_card *card, uint32_t number, struct fl_err *err)
{
	struct cik_card *c = cik_card(&card->card.up);

	return cik_fence_wait(&c->fence, &c->ring, number, TIMEOUT_US, err);
}

extern const struct fl_compute_family fl_compute_cik;
const struct fl_compute_family fl_compute_cik = {
    .family = &cik_family, .chip = chip, .submit = submit, .reached = reached};
