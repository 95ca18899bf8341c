/* SPDX-License-Identifier: MIT
 *
 * Programs of shader engines compiled just in time: what a family asks for at run time. How it says what is
 * to be compiled is in emit.h.
 *
 *     static bool build(struct fl_emit *e, void *arg);          // LLVM's code, see emit.h
 *
 *     struct fl_jit_ask ask = {isa, key, key_B, build, arg};
 *     const struct fl_jit_program *p;
 *     if (fl_jit_get(&ask, &p) == FL_JIT_HERE)
 *             p->run(registers, constants, NULL, NULL);
 *     …
 *     fl_jit_put(p);                                                // when it is run no more
 *
 * The compiler is LLVM, found at build time (Makefile: JIT) and loaded when it is asked for the first time,
 * for its start takes longer than most commands. Where it is not built in or not installed, nobody gets any
 * code, and interpreters do all of the work; they are the judges, so code that is compiled gives the same
 * bits.
 *
 * One compiler serves the whole process: all models and their threads. What was compiled is found again by
 * its key, whoever asks, and stays until the room is needed for something else: FL_JIT_ROOM_B bytes of code
 * at most. Code that somebody has is not taken away.
 *
 * The memory of the code is one piece, which is mapped twice when the compiler is loaded: to be written,
 * and to be executed. So no page is ever both at one address, and a program that is going to forbid itself
 * system calls (demos/firstlight/sandbox.c) calls fl_jit_start() before, and needs no right to make memory
 * executable after it.
 */
#ifndef HW_MODEL_JIT_JIT_H
#define HW_MODEL_JIT_JIT_H

#include "hw/model/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FL_JIT_ROOM_B = 16 << 20 };

/* The arguments are the family's business. */
typedef void fl_jit_code(void *a, void *b, void *c, void *d);

struct fl_emit;

struct fl_jit_ask {
	enum fl_isa isa; /* FL_ISA_SCALAR: there is no code for it */
	const void *key; /* what makes it another than all others of this build function */
	size_t key_B;
	/* Writes the function; false: it cannot be compiled. Called with the arithmetic as C has it. */
	bool (*build)(struct fl_emit *e, void *arg);
	void *arg;
};

enum fl_jit_answer {
	FL_JIT_HERE,
	FL_JIT_LATER, /* another thread is compiling: ask again */
	FL_JIT_NEVER, /* there is no compiler, or it does not take this, or there is no room */
};

struct fl_jit_program {
	fl_jit_code *run;
};

/* *p is set if the answer is FL_JIT_HERE; it is the caller's until he gives it back. */
enum fl_jit_answer fl_jit_get(const struct fl_jit_ask *ask, const struct fl_jit_program **p);
void fl_jit_put(const struct fl_jit_program *p); /* NULL: nothing */

/* When programs are compiled: never, when they have run for as long as compiling takes, at once (for
 * tests). */
enum fl_jit_when { FL_JIT_AUTO, FL_JIT_OFF, FL_JIT_ALWAYS };
/* "auto", "off", "always"; NULL: auto. False: it is none of them. */
bool fl_jit_when(const char *name, enum fl_jit_when *when);

/* Was it built in? */
bool fl_jit_built_in(void);
/* Loads the compiler, once. False: there is none. */
bool fl_jit_start(void);

struct fl_jit_counts {
	uint64_t compiled, refused, found, dropped;
	uint64_t code_B; /* in use now */
};
struct fl_jit_counts fl_jit_counts(void);

#endif
