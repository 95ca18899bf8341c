/* SPDX-License-Identifier: MIT
 *
 * Text that came out of a file, on its way to a terminal. A terminal obeys control characters: a name could
 * clear the screen, or make a failure look like a success. So they are shown, as "\x1b", and with them what
 * is not UTF-8, and the characters that change the direction of writing.
 */
#ifndef DEMOS_FIRSTLIGHT_VISIBLE_H
#define DEMOS_FIRSTLIGHT_VISIBLE_H

#include <stddef.h>
#include <stdio.h>

/* text, made visible; cut off, between characters, where out (size bytes, one at least) ends. Returns out. */
char *fl_visible(char *out, size_t size, const char *text);
/* The same to a file, line ends and tabs as they are: whole messages. */
void fl_visible_put(FILE *f, const char *text);

#endif
