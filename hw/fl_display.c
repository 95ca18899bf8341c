/* SPDX-License-Identifier: MIT
 *
 * Keeping what a card's displays show; see fl_display.h.
 */
#include "hw/fl_display.h"

#include <string.h>

enum { PIECE_B = 4096 };

/* What is in VRAM now is what was kept. */
static bool same(struct fl_display *k)
{
	uint8_t now[PIECE_B];

	for (uint32_t at = 0; at < k->vga_B; at += PIECE_B) {
		fl_vram_read(k->dev, k->vga_at_B + at, now, PIECE_B);
		if (memcmp(now, k->vga + at, PIECE_B))
			return false;
	}
	return true;
}

/* Write it until it is there; where a kernel goes on writing nobody can tell. */
static bool write_back(struct fl_display *k)
{
	enum { TRIES = 3 };

	for (unsigned tries = 0; tries < TRIES; tries++) {
		fl_vram_write(k->dev, k->vga_at_B, k->vga, k->vga_B);
		fl_write_barrier();
		if (k->live || same(k))
			return true;
	}
	return false;
}

enum fl_code fl_display_take(struct fl_display *k, const struct fl_family *f, struct fl_dev *d,
			     struct fl_err *err)
{
	enum fl_code code;

	memset(k, 0, sizeof(*k));
	for (const struct fl_display_ops *const *o = fl_displays; *o; o++)
		if ((*o)->family == f)
			k->ops = *o;
	if (!k->ops)
		return fl_fail(err, FL_NO_DEVICE,
			       "%s: the kit does not know how to keep what its displays show", d->name);
	k->dev = d;
	code = k->ops->take(k, err);
	if (!code && k->vga_B) {
		fl_vram_read(d, k->vga_at_B, k->vga, k->vga_B);
		if (!k->live && !same(k)) {
			code = fl_fail(err, FL_NO_DEVICE,
				       "%s: the memory of its text console reads now this and now that: the "
				       "card is off the bus at times",
				       d->name);
			k->ops->give(k, NULL);
		}
	}
	if (code)
		k->ops = NULL;
	return code;
}

enum fl_code fl_display_give(struct fl_display *k, struct fl_err *err)
{
	const struct fl_display_ops *ops = k->ops;
	enum fl_code code = FL_OK, regs;

	if (!ops)
		return FL_OK;
	k->ops = NULL;
	if (k->vga_B && !write_back(k))
		code = fl_fail(err, FL_FAILED, "%s: the memory of its text console is not what it was",
			       k->dev->name);
	regs = ops->give(k, code ? NULL : err);
	return code ? code : regs;
}
