/* SPDX-License-Identifier: MIT
 *
 * What sleeping puts back; see fl_kept.h.
 */
#include "hw/fl_kept.h"

/* What a card that is away reads there. */
static uint32_t ones(struct fl_kept k)
{
	return k.space == FL_KEPT_PCI ? 0xffff : 0xffffffff;
}

static uint32_t mask(struct fl_kept k)
{
	return k.mask ? k.mask : ones(k);
}

/* Read it; first write *value to it, if that is not NULL. */
static uint32_t access(struct fl_dev *d, struct fl_kept k, const uint32_t *value)
{
	if (k.space == FL_KEPT_PCI) {
		if (value)
			d->bus->cfg_write(d, k.at, 2, *value);
		return d->bus->cfg_read(d, k.at, 2);
	}
	if (value)
		fl_write32(d, k.at, *value);
	return fl_read32(d, k.at);
}

enum fl_code fl_kept_note(struct fl_dev *d, const struct fl_kept_words *w, unsigned how, struct fl_err *err)
{
	if (!how && d->n_before)
		return FL_OK;
	for (unsigned again = 0; again < 2; again++)
		for (unsigned i = 0; i < w->n; i++) {
			struct fl_kept k = w->word(w->arg, i);
			uint32_t got;

			if ((k.how & how) != how)
				continue;
			got = access(d, k, NULL);
			if (!again)
				d->before[i] = got;
			if ((got ^ d->before[i]) & mask(k) || (got == ones(k) && !(k.how & FL_KEPT_ONES)))
				return fl_fail(err, FL_NO_DEVICE,
					       "0x%x reads 0x%08x: the card is off the bus at times", k.at,
					       got);
		}
	if (!how)
		d->n_before = (uint8_t)w->n;
	return FL_OK;
}

/* The last pass counts: in the one before it the card may not have heard. */
enum fl_code fl_kept_put_back(struct fl_dev *d, const struct fl_kept_words *w, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < d->n_before; i++) {
			struct fl_kept k = w->word(w->arg, i);
			const uint32_t *want = &d->before[i];

			if (access(d, k, NULL) != *want && (access(d, k, want) ^ *want) & mask(k) && pass)
				code = fl_fail(err, FL_FAILED,
					       "0x%x does not become 0x%08x again, as before waking", k.at,
					       *want);
		}
	return code;
}
