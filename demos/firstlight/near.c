/* SPDX-License-Identifier: MIT
 *
 * The distance between words (Damerau and Levenshtein's, "optimal string alignment").
 */
#include "demos/firstlight/near.h"

#include <string.h>

enum { LONGEST = 32 };

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned row[LONGEST + 1][LONGEST + 1];

	for (unsigned i = 0; i <= na; i++)
		for (unsigned j = 0; j <= nb; j++) {
			if (!i || !j) {
				row[i][j] = i + j;
				continue;
			}
			row[i][j] = least(row[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
					  least(row[i - 1][j], row[i][j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[i][j] = least(row[i][j], row[i - 2][j - 2] + 1);
		}
	return row[na][nb];
}

void fl_near_offer(struct fl_near *n, const char *candidate)
{
	size_t length = n->length ? n->length : strlen(n->word), other = strlen(candidate);
	unsigned d, most = length < 4 ? 1 : 2;

	if (length > LONGEST || other > LONGEST || !length)
		return;
	d = distance(n->word, length, candidate, other);
	/* A word that would have to change altogether is not meant. */
	if (d > most || d >= length || (n->found && d >= n->distance))
		return;
	n->found = candidate;
	n->distance = d;
}
