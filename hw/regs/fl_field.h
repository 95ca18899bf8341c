/* SPDX-License-Identifier: MIT
 *
 * How the generated register headers pack a value into a field, and how they check what they are given.
 *
 * NAME__FIELD(x) is a uint32_t with x in its place. A constant x that does not fit the field does not
 * compile; the same holds for a constant array index, NAME(i) with i >= NAME__COUNT. What is only known at
 * run time is masked (fields) or taken as it is (indices). The result of a constant is a constant: good for
 * static initializers and case labels.
 *
 * No statement expressions and no optimizer: the check is a _Static_assert inside a sizeof, so gcc and clang
 * agree on it, -O0 included. The argument is evaluated once.
 */
#ifndef HW_REGS_FL_FIELD_H
#define HW_REGS_FL_FIELD_H

#include <stdint.h>

/* 1 if x is an integer constant expression, else 0; itself a constant expression either way. A null pointer
 * constant must be one, so for a constant x the conditional has the type int *, and otherwise void *. */
#define FL_IS_CONST(x) _Generic((8 ? (void *)((intptr_t)(x)*0) : (int *)8), int * : 1, void * : 0)
/* x if it is constant, else 0. */
#define FL_CONST(x)    __builtin_choose_expr(FL_IS_CONST(x), (x), 0)
/* 0, or an error at compile time when ok is false. */
#define FL_REFUSE(ok, message)                \
	(0u * (uint32_t)sizeof(struct {       \
		 _Static_assert(ok, message); \
		 char fl_refuse;              \
	 }))

#define FL_FIELD(x, width, shift)                                           \
	(((((uint32_t)(x)) & (0xffffffffu >> (32 - (width)))) << (shift)) + \
	 FL_REFUSE((unsigned long long)FL_CONST(x) >> (width) == 0,         \
		   "the constant does not fit the register field"))

#define FL_INDEX(i, count)                                                    \
	((uint32_t)(i) + FL_REFUSE((unsigned long long)FL_CONST(i) < (count), \
				   "the constant is past the end of the register array"))

#endif
