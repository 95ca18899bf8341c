/* SPDX-License-Identifier: MIT
 *
 * Bytes, and the files that they are saved to.
 */
#include "tests/fuzz/seeds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void seed_put(struct seed *o, const void *p, size_t n)
{
	if (!n)
		return;
	if (o->n + n > o->cap) {
		o->cap = 2 * (o->n + n);
		o->p = realloc(o->p, o->cap);
		if (!o->p)
			exit(1);
	}
	memcpy(o->p + o->n, p, n);
	o->n += n;
}

void seed_put_n(struct seed *o, uint64_t v, unsigned n)
{
	uint8_t b[8];

	for (unsigned i = 0; i < n; i++)
		b[i] = (uint8_t)(v >> 8 * i);
	seed_put(o, b, n);
}

void seed_save(const char *dir, const char *target, const char *name, struct seed *o)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, target);
	if (mkdir(path, 0777) && errno != EEXIST)
		exit(1);
	snprintf(path, sizeof(path), "%s/%s/%s", dir, target, name);
	f = fopen(path, "wb");
	if (!f || fwrite(o->p, 1, o->n, f) != o->n || fclose(f)) {
		perror(path);
		exit(1);
	}
	o->n = 0;
}
