/* SPDX-License-Identifier: MIT
 *
 * What --arg of `firstlight run` says: a value, memory with a file behind it, or local memory.
 *
 *	u32:5  i32:-3  f32:1.5,2,3,4     a value, or a vector: u8 to u64, i8 to i64, f32, f64
 *	in:FILE                          memory with what is in the file
 *	out:FILE:SIZE                    memory of zeros, written to the file afterwards
 *	inout:FROM:TO                    memory with what is in a file, written to another
 *	zero:SIZE                        memory of zeros
 *	print:TYPE:N                     memory of N zeros of a type, printed afterwards
 *	local:SIZE                       local memory of a group
 *
 * SIZE is in bytes, decimal or 0x…, with K or M behind it for 2^10 or 2^20 of them.
 */
#ifndef DEMOS_FIRSTLIGHT_RUN_ARG_H
#define DEMOS_FIRSTLIGHT_RUN_ARG_H

#include "lib/fl_compute.h"

#include <jansson.h>
#include <stdio.h>

enum { FL_RUN_VALUE_B = 128 };

struct fl_run_type {
	const char *name;
	uint8_t size_B, kind; /* 'u', 'i', 'f' */
};

struct fl_run_arg {
	const char *text; /* as it was given */
	struct fl_arg arg;
	uint8_t value[FL_RUN_VALUE_B];
	char *from, *to;                /* files; NULL: none */
	const struct fl_run_type *type; /* of a value, and of what is printed */
	bool print;
	uint8_t *data; /* of memory */
	size_t size_B;
};

/* Read the text, and the file that it names. FL_USAGE: it is none of these. */
enum fl_code fl_run_arg_read(struct fl_run_arg *a, const char *text, struct fl_err *err);
/* Memory of the card for it, with what is in it. */
enum fl_code fl_run_arg_place(struct fl_run_arg *a, struct fl_compute *c, struct fl_err *err);
/* What the card left there: into the file, and into data. */
enum fl_code fl_run_arg_fetch(struct fl_run_arg *a, struct fl_compute *c, struct fl_err *err);
/* For people, if it is to be printed; for machines. */
void fl_run_arg_print(const struct fl_run_arg *a, FILE *f);
json_t *fl_run_arg_json(const struct fl_run_arg *a);
void fl_run_arg_free(struct fl_run_arg *a);

/* "1024", "64x64", "8x8x4". FL_USAGE: something else. */
enum fl_code fl_run_size(const char *text, const char *option, uint32_t size[3], struct fl_err *err);

#endif
