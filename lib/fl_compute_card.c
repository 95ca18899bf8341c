/* SPDX-License-Identifier: MIT
 *
 * A card to compute on: waking, and command buffers that take turns.
 */
#include "lib/fl_compute_card.h"

#include <string.h>

/* A batch is written in the host's memory, and goes to the card's when it is handed over. */
static enum fl_code submit(struct fl_cs *cs, struct fl_err *err)
{
	struct fl_compute_card *card = cs->priv;
	const uint32_t n_dw = (uint32_t)(cs->at - cs->start), next = (card->batch + 1) % FL_COMPUTE_BATCHES;
	const uint64_t at = card->batch_at[card->batch];
	enum fl_code code;

	fl_vram_write(card->dev, at, cs->start, 4ull * n_dw);
	fl_vram_settle(card->dev, at);
	cs->at = cs->start;
	cs->fetched = false;
	code = card->family->submit(card, card->card.up.vram_addr + at, n_dw,
				    &card->batch_number[card->batch], err);
	if (!code && card->batch_number[next])
		code = card->family->reached(card, card->batch_number[next], err);
	card->batch = next;
	cs->address = card->card.up.vram_addr + card->batch_at[next];
	return code;
}

static enum fl_code begin(struct fl_compute_card *card, const struct fl_compute_options *o,
			  struct fl_err *err)
{
	enum { BATCH_ALIGN_B = 4096 };
	struct fl_compute_chip chip = {
	    .dev = card->dev, .cs = &card->cs, .vram = &card->vram, .scratch_B = o->scratch_B};
	enum fl_code code = FL_OK;

	card->family->chip(card, &chip);
	chip.vram_addr = card->card.up.vram_addr;
	fl_vram_init(&card->vram, NULL, 0, card->card.up.free_B);
	for (unsigned i = 0; i < FL_COMPUTE_BATCHES && !code; i++)
		code =
		    fl_vram_alloc(&card->vram, sizeof(card->staging), BATCH_ALIGN_B, &card->batch_at[i], err);
	if (!code)
		code = fl_cs_init(&card->cs, card->staging, FL_COMPUTE_BATCH_DW, submit, card);
	card->cs.address = chip.vram_addr + card->batch_at[0];
	return code ? code : fl_compute_begin(&card->c, &chip, err);
}

enum fl_code fl_compute_open(struct fl_compute_card *card, struct fl_dev *dev,
			     const struct fl_compute_options *o, struct fl_err *err)
{
	const struct fl_family *f = fl_family_of(dev);
	const struct fl_compute_family *const *t = fl_computes;
	struct fl_bringup *up = &card->card.up;
	enum fl_code code;

	memset(card, 0, sizeof(*card));
	while (*t && (*t)->family != f)
		t++;
	if (!*t)
		return fl_fail(err, FL_NO_DEVICE, "%s: kernels run on no such card", dev->name);
	card->dev = dev;
	card->family = *t;
	fl_family_init(f, up, dev);
	up->images = o->images;
	up->transport = o->transport;
	code = fl_wake(f, up, o->progress, o->progress_arg, err);
	if (!code)
		code = begin(card, o, err);
	if (code)
		fl_sleep(f, dev, NULL);
	return code;
}

enum fl_code fl_compute_close(struct fl_compute_card *card, struct fl_err *err)
{
	return fl_sleep(card->family->family, card->dev, err);
}
