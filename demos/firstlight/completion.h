/* SPDX-License-Identifier: MIT
 *
 * Shell completion: what can follow what, taken from the table of commands; the scripts (completion_sh.c) and
 * the words.
 */
#ifndef DEMOS_FIRSTLIGHT_COMPLETION_H
#define DEMOS_FIRSTLIGHT_COMPLETION_H

#include "demos/firstlight/cmd.h"

/* How an option's argument, or a command's operands, complete: words with blanks between them; "@KIND", what
 * `firstlight completion KIND` prints; "/", names of files; "", nothing. NULL: it is not in the table
 * here. */
const char *fl_completes_option(const struct fl_opt *o);
const char *fl_completes_operands(const struct fl_cmd *c);

void fl_completion_bash(void);
void fl_completion_zsh(void);
void fl_completion_fish(void);

#endif
