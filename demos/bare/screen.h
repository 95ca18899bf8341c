/* SPDX-License-Identifier: MIT
 *
 * A screen: the frame buffer that the loader left (boot/boot.h), for pictures that a card of ours drew and
 * for text; or, for text alone, the display of our card.
 */
#ifndef DEMOS_BARE_SCREEN_H
#define DEMOS_BARE_SCREEN_H

#include "boot/boot.h"
#include "hw/bus/bare.h"
#include "lib/fl_stage.h"

/* Use the loader's frame buffer from now on. dev: the card, NULL: there is none. Without a frame buffer, and
 * before this call, the others do nothing. */
void fl_screen_use(const struct fl_boot_screen *screen, const struct fl_dev *dev);
/* A stage is open, and shows its picture on the card's own display. Where that is the screen (the loader's
 * frame buffer is in this card's memory), or where there is no other, text goes on the stage's picture from
 * now on, and the stage may be closed. NULL: no stage. Returns whether there is a screen. */
bool fl_screen_stage(const struct fl_stage *s);
void fl_screen_clear(void); /* black; text begins at the top */
/* The stage's picture, if another card's display is the screen: in the middle; what does not fit is cut off
 * evenly. Around it the screen becomes black. */
void fl_screen_picture(struct fl_stage *s);
/* Text, from the top; a full screen begins again. \b and \r move, what else is below 32 but \n is left
 * out. */
void fl_screen_text(const char *text, size_t n);

#endif
