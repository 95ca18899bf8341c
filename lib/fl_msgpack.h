/* SPDX-License-Identifier: MIT
 *
 * Reading msgpack (github.com/msgpack/msgpack, its specification), item by item: an array of n is followed by
 * n items, a map of n by n pairs of a key and a value. The bytes may come from anywhere: nothing outside of
 * them is read, and nothing in them makes a reader go deep or go on for ever.
 *
 *	struct fl_msgpack m = {data, data + size_B};
 *	struct fl_msgpack_item i;
 *	while (fl_msgpack_next(&m, &i)) …
 */
#ifndef LIB_FL_MSGPACK_H
#define LIB_FL_MSGPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_msgpack {
	const uint8_t *at, *end;
};

enum fl_msgpack_kind {
	FL_MSGPACK_NIL,
	FL_MSGPACK_BOOL,   /* number */
	FL_MSGPACK_NUMBER, /* number; of a negative one, its two's complement */
	FL_MSGPACK_FLOAT,  /* number: its bits */
	FL_MSGPACK_TEXT,   /* number characters at text, with no NUL */
	FL_MSGPACK_BYTES,  /* likewise; binary data, or an extension's */
	FL_MSGPACK_ARRAY,  /* number items follow */
	FL_MSGPACK_MAP,    /* number pairs follow */
};

struct fl_msgpack_item {
	enum fl_msgpack_kind kind;
	uint64_t number;
	const char *text;
};

/* The next item. False: there is none that is whole; the reader stays where it is. */
bool fl_msgpack_next(struct fl_msgpack *m, struct fl_msgpack_item *i);
/* The next item with all that is in it. False: it is not whole. */
bool fl_msgpack_skip(struct fl_msgpack *m);
/* Is it this text? */
bool fl_msgpack_is(const struct fl_msgpack_item *i, const char *text);

#ifdef __cplusplus
}
#endif

#endif
