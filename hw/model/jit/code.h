/* SPDX-License-Identifier: MIT
 *
 * Memory for compiled code, one piece for the process, seen twice: where it is written and where it is
 * executed. And the way of an object file of LLVM's into it.
 */
#ifndef HW_MODEL_JIT_CODE_H
#define HW_MODEL_JIT_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False: there is no such memory to be had. */
bool fl_jit_code_open(size_t size_B);

/* A place, in units of FL_JIT_GRAIN_B. False: no room in one piece. */
enum { FL_JIT_GRAIN_B = 64 };
struct fl_jit_place {
	uint32_t first, n;
};
bool fl_jit_code_take(size_t size_B, struct fl_jit_place *p);
void fl_jit_code_give(struct fl_jit_place p);
uint8_t *fl_jit_code_write(struct fl_jit_place p);
const uint8_t *fl_jit_code_run(struct fl_jit_place p);

/* What an object file (ELF, relocatable) has of code and constants is put into a place of its own. Returns
 * where its function of this name is executed; NULL: no room, or something in it that is not expected, such
 * as a call of a library's function. */
const void *fl_jit_code_link(const uint8_t *object, size_t size_B, const char *name, struct fl_jit_place *p);

#endif
