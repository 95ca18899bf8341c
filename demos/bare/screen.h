/* SPDX-License-Identifier: MIT
 *
 * The frame buffer that the loader left (boot/boot.h), for a machine whose display is not a card of ours:
 * pictures that a card drew, and text where there is no card.
 */
#ifndef DEMOS_BARE_SCREEN_H
#define DEMOS_BARE_SCREEN_H

#include "boot/boot.h"
#include "hw/bus/bare.h"
#include "lib/fl_stage.h"

/* Use the loader's frame buffer from now on, unless it is the card's own memory (dev NULL: there is no card):
 * then the card shows its pictures itself. Without a frame buffer, and before this call, the others do
 * nothing. */
void fl_screen_use(const struct fl_boot_screen *screen, const struct fl_dev *dev);
/* The stage's picture, in the middle; what does not fit is cut off evenly. Around it the screen becomes
 * black. */
void fl_screen_picture(struct fl_stage *s);
/* Text, from the top; a full screen begins again. \b and \r move, what else is below 32 but \n is left
 * out. */
void fl_screen_text(const char *text, size_t n);

#endif
