/* SPDX-License-Identifier: MIT
 *
 * What was perhaps meant: of some words the one that is nearest to what was typed.
 *
 *	struct fl_near near = {.word = typed};
 *
 *	for (each word there is)
 *		fl_near_offer(&near, word);
 *	if (near.found) …
 */
#ifndef DEMOS_FIRSTLIGHT_NEAR_H
#define DEMOS_FIRSTLIGHT_NEAR_H

#include <stddef.h>

struct fl_near {
	const char *word;  /* what was typed */
	size_t length;     /* of it; 0: all of it */
	const char *found; /* NULL: nothing is near enough */
	unsigned distance; /* of what was found */
};

/* Take the candidate if it is nearer than those before, by letters put in, taken out, changed, or swapped
 * with their neighbor: one of them in a short word, two in one of four letters and more. */
void fl_near_offer(struct fl_near *n, const char *candidate);

#endif
