/* SPDX-License-Identifier: MIT
 *
 * Going through what displays show; see fl_display_walk.h.
 */
#include "hw/fl_display_walk.h"

void fl_display_reg(struct fl_display_walk *w, uint32_t at, uint32_t mask)
{
	uint32_t now;

	if (w->pass == FL_DISPLAY_GIVE) {
		if (!fl_put32(w->d, at, *w->word++, mask))
			w->wrong = at;
		return;
	}
	now = fl_read32(w->d, at);
	if (w->pass == FL_DISPLAY_NOTE)
		*w->word = now;
	/* None of these can be all ones. */
	if ((now ^ *w->word++) & mask || now == 0xffffffff)
		w->wrong = at;
}

void fl_display_regs(struct fl_display_walk *w, const uint16_t *at, unsigned n, uint32_t more)
{
	for (unsigned i = 0; i < n; i++)
		fl_display_reg(w, at[i] + more, ~0u);
}

void fl_display_colors(struct fl_display_walk *w, uint32_t port, unsigned n)
{
	for (unsigned i = 0; i < n; i++, w->word++) {
		uint32_t now;

		if (w->pass == FL_DISPLAY_GIVE) {
			fl_write32(w->d, port, *w->word);
			continue;
		}
		now = fl_read32(w->d, port);
		if (w->pass == FL_DISPLAY_NOTE)
			*w->word = now;
		if (now != *w->word)
			w->wrong = port;
	}
}

enum fl_code fl_display_vga_at(struct fl_display *k, uint64_t vga, uint64_t vram, struct fl_err *err)
{
	if (vga < vram || vga - vram + FL_DISPLAY_VGA_B > k->dev->vram_size_B)
		return fl_fail(err, FL_FAILED,
			       "VGA_MEMORY_BASE_ADDRESS is 0x%llx, and VRAM begins at 0x%llx: the memory of "
			       "VGA is not in reach, and what is shown cannot be kept",
			       (unsigned long long)vga, (unsigned long long)vram);
	k->vga_at_B = vga - vram;
	return FL_OK;
}

static void head(struct fl_display *k, const struct fl_display_parts *parts, struct fl_display_walk *w,
		 enum fl_display_pass pass)
{
	w->pass = pass;
	w->word = k->word;
	parts->head(w);
}

static void body(struct fl_display *k, const struct fl_display_parts *parts, struct fl_display_walk *w,
		 enum fl_display_pass pass)
{
	w->pass = pass;
	w->word = k->word + parts->head_words;
	parts->body(w);
}

enum fl_code fl_display_take_parts(struct fl_display *k, const struct fl_display_parts *parts, uint64_t vram,
				   struct fl_err *err)
{
	struct fl_display_walk w = {.d = k->dev};
	enum fl_code code = FL_OK;

	k->vga_B = FL_DISPLAY_VGA_B;
	head(k, parts, &w, FL_DISPLAY_NOTE);
	head(k, parts, &w, FL_DISPLAY_CHECK);
	if (!w.wrong && parts->vga)
		code = parts->vga(k, vram, err);
	if (code)
		return code;
	if (!w.wrong) {
		body(k, parts, &w, FL_DISPLAY_NOTE);
		body(k, parts, &w, FL_DISPLAY_CHECK);
		if (!w.wrong)
			w.wrong = parts->vga_off(k);
		if (!w.wrong)
			return FL_OK;
		head(k, parts, &w, FL_DISPLAY_GIVE);
	}
	return fl_fail(err, FL_NO_DEVICE,
		       "0x%x reads now this and now that: the card is off the bus at times", w.wrong);
}

/* What the tables are read and written by is put back behind them, and VGA last. */
enum fl_code fl_display_give_parts(struct fl_display *k, const struct fl_display_parts *parts,
				   struct fl_err *err)
{
	enum { TRIES = 3 };
	struct fl_display_walk w = {.d = k->dev, .wrong = 1};

	for (unsigned tries = 0; w.wrong && tries < TRIES; tries++) {
		w.wrong = 0;
		body(k, parts, &w, FL_DISPLAY_GIVE);
		body(k, parts, &w, FL_DISPLAY_CHECK);
		head(k, parts, &w, FL_DISPLAY_GIVE);
	}
	if (!w.wrong)
		return FL_OK;
	return fl_fail(err, FL_FAILED,
		       "0x%x does not become again what it was, and what was shown is perhaps not shown",
		       w.wrong);
}
