/* SPDX-License-Identifier: MIT
 *
 * What the image says: at the serial port, and, when something went wrong, on a screen.
 */
#ifndef DEMOS_BARE_SAY_H
#define DEMOS_BARE_SAY_H

#include <stdbool.h>
#include <stddef.h>

/* At most 511 characters a call. */
void fl_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void fl_say_text(const char *s, size_t n);
/* From now on, on the screen as well (screen.h), which is cleared. */
void fl_say_on_screen(void);

#endif
