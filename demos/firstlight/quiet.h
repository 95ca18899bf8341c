/* SPDX-License-Identifier: MIT
 *
 * Leaving a card as it was, however a command ends. Between fl_quiet_begin() and fl_quiet_end() a signal that
 * would end the command there and then (C-c, SIGTERM, SIGHUP, nobody reading its output any more) is only
 * noted, where fl_dev.stop looks: the step at hand comes to its end, no other is begun, and the card is put
 * to sleep. A second signal is no different. What state that is: SLEEP in the man page (man.c).
 */
#ifndef DEMOS_FIRSTLIGHT_QUIET_H
#define DEMOS_FIRSTLIGHT_QUIET_H

#include "hw/fl_family.h"

/* For fl_dev.stop: the signal that was noted, 0: none. */
extern const volatile int *const fl_quiet_signal;

void fl_quiet_begin(void);
/* At a prompt: C-c has ended what was going on, and not the prompt. */
void fl_quiet_forget(void);
/* Keep what the card's displays show, a text console's memory included (hw/fl_display.h), until
 * fl_quiet_rest() gives it back. */
enum fl_code fl_quiet_keep(const struct fl_family *f, struct fl_dev *d, struct fl_err *err);
/* Put the card to sleep, if it was woken, and by now is not asleep; and give back what was kept. f may be
 * NULL: no family's card. */
enum fl_code fl_quiet_rest(const struct fl_family *f, struct fl_dev *d, struct fl_err *err);
/* Signals do what they did before. Returns the exit code: code, or that of the signal if it kept the command
 * from its end. SIGPIPE ends the process here, as it would have before. */
int fl_quiet_end(int code);

#endif
