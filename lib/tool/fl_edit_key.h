/* SPDX-License-Identifier: MIT
 *
 * Between the files of the line editor.
 */
#ifndef LIB_TOOL_FL_EDIT_KEY_H
#define LIB_TOOL_FL_EDIT_KEY_H

#include "hw/fl_fmt.h"
#include "lib/tool/fl_edit.h"

#ifdef __cplusplus
extern "C" {
#endif

void fl_edit_say(struct fl_edit *e, const char *s);
void fl_edit_bell(struct fl_edit *e);
/* Draw prompt and line anew, the cursor where it belongs. */
void fl_edit_show(struct fl_edit *e);
/* Characters from … to - 1 become these n, the cursor after them. A line that is full rings the bell
 * instead. */
void fl_edit_replace(struct fl_edit *e, size_t from, size_t to, const char *s, size_t n);

void fl_edit_older(struct fl_edit *e);
void fl_edit_newer(struct fl_edit *e);
void fl_edit_remember(struct fl_edit *e);
void fl_edit_tab(struct fl_edit *e);

#ifdef __cplusplus
}
#endif

#endif
