/* SPDX-License-Identifier: MIT
 *
 * Lines of assembly for Sea Islands, of every instruction and kind of operand, by a seed: text for LLVM's
 * assembler and ours. Some break a rule (one scalar value, alignment), which LLVM refuses.
 */
#ifndef TESTS_LLVM_LINES_H
#define TESTS_LLVM_LINES_H

#include "lib/cik/isa.h"

enum { LINES_TEXT = 200 };

/* A line of this instruction; e64: in its long form. Vector instructions say which form it is. */
void lines_make(uint64_t *seed, const struct fl_cik_op *op, bool e64, char text[LINES_TEXT]);

#endif
