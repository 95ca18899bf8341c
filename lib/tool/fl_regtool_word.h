/* SPDX-License-Identifier: MIT
 *
 * What the files of the register tool share, and nobody else needs.
 */
#ifndef LIB_TOOL_FL_REGTOOL_WORD_H
#define LIB_TOOL_FL_REGTOOL_WORD_H

#include "hw/fl_fmt.h"
#include "hw/fl_str.h"
#include "lib/tool/fl_regtool.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How numbers are held that are not plain ones. */
const char *fl_regtool_kind(enum fl_reg_kind kind);
/* Equal, in any case. */
bool fl_regtool_same(const char *a, const char *b);
/* The card's address space of that name; NULL: none, or "mmio". */
const struct fl_space *fl_regtool_space(const struct fl_regtool *t, const char *name);
/* The error for a space that does not exist: the first n characters of name. */
enum fl_code fl_regtool_no_space(const struct fl_regtool *t, const char *word, const char *name, size_t n,
				 struct fl_err *err);
/* A field's name without what radeon's and Mesa's headers put before it: S_0280A0_FORMAT is FORMAT. */
const char *fl_regtool_bare_field(const char *name);
/* Element i of the array that *r is element 0 of, counted through both dimensions. */
void fl_regtool_element(struct fl_reg *r, uint32_t i);
/* Fill in what all results have in common. */
void fl_regtool_begin(const struct fl_regtool *t, struct fl_regtool_said *s, enum fl_regtool_kind kind,
		      const struct fl_regtool_place *p);

#ifdef __cplusplus
}
#endif

#endif
