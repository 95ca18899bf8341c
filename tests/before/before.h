/* SPDX-License-Identifier: MIT
 *
 * Habits of a bring-up that has never met a card which only a video BIOS has started. Each works on a model
 * that is plain, and this kit had all of them once. The tests show that a posted card punishes each of them.
 */
#ifndef TESTS_BEFORE_BEFORE_H
#define TESTS_BEFORE_BEFORE_H

#include "hw/fl_display.h"
#include "hw/r500/card.h"

enum before_habit {
	BEFORE_NONE,      /* as the kit does it now */
	BEFORE_HOST_PATH, /* HDP_APER_CNTL and the surfaces stay as they were found */
	BEFORE_COMMIT,    /* a store fence and the write pointer, with nothing read back */
	BEFORE_RAM_TEST,  /* the microcode's RAM is tested while the microengine runs */
	BEFORE_HABITS
};
extern const char *const before_names[BEFORE_HABITS];

/* Wake the card by a ring in VRAM, with one of these habits; look whether memory keeps what is written to it,
 * and whether a triangle comes out; put the card to sleep, but for one that hangs over the RAM test. What the
 * displays show is kept in *kept meanwhile; NULL is one more old habit: a kernel may go on writing into VGA's
 * memory. FL_OK, or what went wrong. */
enum fl_code before_wake(struct r500_card *c, enum before_habit habit, struct fl_display *kept,
			 struct fl_err *err);

/* A write of a scratch register, handed to the card that way. */
void before_commit(struct r500_ring *ring, uint32_t reg, uint32_t value);
/* One pattern in all of that RAM, and time for the microengine to meet it. */
void before_ram_test(struct fl_dev *d);

#endif
